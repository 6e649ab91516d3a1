//! Counts arrangements of cards by dynamic programming.
//!
//! Cards that may lie in the same places form a class. The cards of one class after the other are spread over the
//! holders, one holder after the other, so the number of arrangements follows from a few numbers: which class, which
//! holder, how many cards of the class are left, and how much room the holders have left.

use std::collections::HashMap;

/// A number of arrangements; `None` if it does not fit.
type Count = Option<u128>;

/// Some cards that may lie in the same places.
#[derive(Clone, Copy, Debug)]
pub(super) struct Class {
    /// How many cards.
    pub cards: usize,
    /// A bit for each holder that may have them.
    pub holders: u32,
}

impl Class {
    fn fits(self, holder: usize) -> bool {
        self.holders >> holder & 1 == 1
    }
}

/// How far cards are dealt: which class and holder come next, how many cards of the class are left, and how much room
/// each holder has, as one number.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Progress {
    class: usize,
    holder: usize,
    left: usize,
    room: u64,
}

/// The numbers of arrangements of classes of cards over holders.
pub(super) struct Counter<'a> {
    classes: &'a [Class],
    rooms: &'a [usize],
    /// What one place at a holder counts in `Progress::room`.
    strides: Vec<u64>,
    known: HashMap<Progress, u128>,
}

impl<'a> Counter<'a> {
    /// `None` if there is more room than a number can tell.
    pub(super) fn new(classes: &'a [Class], rooms: &'a [usize]) -> Option<Self> {
        let mut strides = Vec::with_capacity(rooms.len());
        let mut stride = 1_u64;
        for &room in rooms {
            strides.push(stride);
            stride = stride.checked_mul(room as u64 + 1)?;
        }
        Some(Self {
            classes,
            rooms,
            strides,
            known: HashMap::new(),
        })
    }

    /// Before the first card.
    pub(super) fn start(&self) -> Progress {
        let room = self
            .strides
            .iter()
            .zip(self.rooms)
            .map(|(&stride, &room)| stride * room as u64);
        Progress {
            class: 0,
            holder: 0,
            left: self.classes.first().map_or(0, |class| class.cards),
            room: room.sum(),
        }
    }

    /// The class that is dealt next, or `None` at the end.
    pub(super) fn class(&self, at: Progress) -> Option<usize> {
        (at.class < self.classes.len()).then_some(at.class)
    }

    /// How much room a holder has left.
    pub(super) fn room(&self, at: Progress, holder: usize) -> usize {
        (at.room / self.strides[holder] % (self.rooms[holder] as u64 + 1)) as usize
    }

    /// How many cards the next holder can get at most.
    pub(super) fn most(&self, at: Progress) -> usize {
        let fits = self.classes[at.class].fits(at.holder);
        if fits { self.room(at, at.holder).min(at.left) } else { 0 }
    }

    /// After the next holder was given so many cards of the class.
    pub(super) fn after(&self, at: Progress, given: usize) -> Progress {
        let room = at.room - self.strides[at.holder] * given as u64;
        let next_class = at.holder + 1 == self.rooms.len();
        Progress {
            class: at.class + usize::from(next_class),
            holder: if next_class { 0 } else { at.holder + 1 },
            left: match next_class {
                true => self.classes.get(at.class + 1).map_or(0, |class| class.cards),
                false => at.left - given,
            },
            room,
        }
    }

    /// In how many ways the next holder can get so many cards of the class, with everything that follows.
    pub(super) fn ways(&mut self, at: Progress, given: usize) -> Count {
        if at.holder + 1 == self.rooms.len() && given < at.left {
            return Some(0);
        }
        let rest = self.count(self.after(at, given))?;
        choose(at.left, given)?.checked_mul(rest)
    }

    /// The number of arrangements from here on.
    pub(super) fn count(&mut self, at: Progress) -> Count {
        if at.class == self.classes.len() {
            return Some(u128::from(at.room == 0));
        }
        if at.holder == 0 && at.class + 1 == self.classes.len() {
            return self.count_last(at);
        }
        if let Some(&known) = self.known.get(&at) {
            return Some(known);
        }
        let mut count = 0_u128;
        for given in 0..=self.most(at) {
            count = count.checked_add(self.ways(at, given)?)?;
        }
        self.known.insert(at, count);
        Some(count)
    }

    /// The cards of the last class fill all the room that is left, so there is nothing to add up.
    fn count_last(&self, at: Progress) -> Count {
        let class = self.classes[at.class];
        let mut left = at.left;
        let mut count = 1_u128;
        for holder in 0..self.rooms.len() {
            let room = self.room(at, holder);
            if room > left || room > 0 && !class.fits(holder) {
                return Some(0);
            }
            count = count.checked_mul(choose(left, room)?)?;
            left -= room;
        }
        Some(if left == 0 { count } else { 0 })
    }
}

/// The number of ways to choose `k` of `n` things.
fn choose(n: usize, k: usize) -> Count {
    let k = k.min(n.checked_sub(k)?);
    (0..k).try_fold(1_u128, |ways, i| {
        Some(ways.checked_mul((n - i) as u128)? / (i as u128 + 1))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choosing_is_counted() {
        let row: Vec<_> = (0..=5).map(|k| choose(5, k)).collect();
        assert_eq!(row, [1, 5, 10, 10, 5, 1].map(Some));
        assert_eq!(choose(52, 13), Some(635_013_559_600));
        assert_eq!(choose(3, 4), None);
        assert_eq!(choose(200, 100), None, "too large a number is not cut short");
    }
}
