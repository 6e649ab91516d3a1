//! What a program that learns is shown of a position: a row of numbers with a written layout.

mod hashed;
mod here;
mod layout;
mod recall;
mod row;

use crate::{Eye, Game, Match, Seat};

pub use here::FromHere;
pub use layout::{Block, Layout};
pub use recall::{RECALL, information_state, recall};
pub use row::{Cell, Row};

/// One or more numbers of a row that belong together: one with a range, or one for each label.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    /// What it is called.
    pub name: &'static str,
    /// What it means.
    pub meaning: &'static str,
    /// The smallest value.
    pub least: i32,
    /// The largest value, at most 127. Values beyond the two are cut.
    pub most: i32,
    /// How many numbers.
    pub len: usize,
    /// What each number is about, if there is more than one; or nothing, if they only have a place.
    pub labels: &'static [&'static str],
}

/// Whoever writes observations gets the fields one by one: a [`Row`] keeps their numbers, a [`Layout`] their names.
/// Games call the provided methods.
pub trait Pen {
    /// A field begins.
    fn begin(&mut self, field: Field);

    /// A number of the field that has begun. Those that are not set are 0.
    fn set(&mut self, place: usize, value: i32);

    /// What follows is about this thing, the one with this number among others of the same name. It lasts until the
    /// next part.
    fn part(&mut self, _name: &'static str, _number: usize) {}

    /// A number from `least` to `most`.
    #[inline(always)]
    fn number(&mut self, name: &'static str, (least, most): (i32, i32), value: i32, meaning: &'static str) {
        self.begin(Field {
            name,
            meaning,
            least,
            most,
            len: 1,
            labels: &[],
        });
        self.set(0, value);
    }

    /// 1 if it is so.
    #[inline(always)]
    fn flag(&mut self, name: &'static str, value: bool, meaning: &'static str) {
        self.number(name, (0, 1), value.into(), meaning);
    }

    /// 1 for one of the labels, or for none, and 0 for the others.
    #[inline(always)]
    fn one_of(
        &mut self,
        name: &'static str,
        labels: &'static [&'static str],
        which: Option<usize>,
        meaning: &'static str,
    ) {
        self.each(name, labels, 1, which.map(|place| (place, 1)), meaning);
    }

    /// 1 for every label in a set of bits, the lowest first.
    #[inline(always)]
    fn some_of(&mut self, name: &'static str, labels: &'static [&'static str], bits: u64, meaning: &'static str) {
        self.each(name, labels, 1, places(bits), meaning);
    }

    /// A number from 0 to `most` for each label. The places that do not occur are 0.
    #[inline(always)]
    fn each(
        &mut self,
        name: &'static str,
        labels: &'static [&'static str],
        most: i32,
        values: impl IntoIterator<Item = (usize, i32)>,
        meaning: &'static str,
    ) {
        self.begin(Field {
            name,
            meaning,
            least: 0,
            most,
            len: labels.len(),
            labels,
        });
        for (place, value) in values {
            self.set(place, value);
        }
    }
}

/// The places of the bits that are set, with a 1 for each.
fn places(mut bits: u64) -> impl Iterator<Item = (usize, i32)> {
    std::iter::from_fn(move || {
        let place = bits.trailing_zeros() as usize;
        bits &= bits.wrapping_sub(1);
        (place < 64).then_some((place, 1))
    })
}

/// A game that programs can learn. Without a layout of its own, the view is hashed into one: `impl Observe for MyGame
/// {}` is enough.
pub trait Observe: Game {
    /// Raised whenever the layout changes; 0 is the layout that every game has.
    const LAYOUT: u32 = 0;

    /// Writes what the seat knows: what it sees, and what follows from what it was told, and nothing else. The fields
    /// are the same in every position with as many players. The seat itself comes first, the others in turn.
    ///
    /// It reads the position and not a view, because games of learning programs take half a microsecond a move. The
    /// tests compare the rows of positions that look alike to the seat (`catalog/tests/observations.rs`).
    fn observe<P: Pen>(&self, seat: Seat, pen: &mut P) {
        hashed::write(&self.view(Eye::Seat(seat)), pen);
    }
}

impl<G: Observe> Match<G> {
    /// Writes what a seat knows into these cells, as many as its [layout](Self::layout) has.
    pub fn observe<T: Cell>(&self, seat: Seat, cells: &mut [T]) {
        self.position.observe(seat, &mut Row::new(cells));
    }

    /// What the numbers of an observation mean.
    #[must_use]
    pub fn layout(&self) -> Layout {
        Layout::of(&self.position)
    }
}
