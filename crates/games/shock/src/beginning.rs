//! A history to begin the walk with: one that agrees with all the eye has seen, found without a look at the real one.
//!
//! First every round is laid out in the order of the cards, round by round: what was carried into it stays with its
//! owner, and what an owner keeps is chosen among the cards that can be there in the next round, those first that are
//! shown then. That may leave a few conflicts: a card of a suit that its owner had shown not to hold, or a carried card
//! that lies elsewhere in the next round. They are mended one by one, each by the change of places that leaves the
//! fewest.

use roundtable_core::Rng;

use crate::cards::{Card, CardSet, Suit};
use crate::resample::{History, IN_HAND, LEVELS, NOBODY, Path, span};
use crate::state::SEATS;

/// How many conflicts are mended before the search is given up: in sixty thousand positions of random games it took 379
/// at most.
const MENDS: usize = 100_000;

/// One mend in so many is any change of places instead of the best, so that the search does not go round in circles.
const ANY: u32 = 8;

impl History {
    /// Lays out some history that agrees with what was seen. Returns after how many mends, or nothing if none was
    /// found.
    pub(crate) fn begin(&mut self, rng: &mut Rng) -> Option<usize> {
        self.lay_out();
        for mends in 0..MENDS {
            let conflicts = self.conflicts();
            if conflicts == 0 {
                return Some(mends);
            }
            let which = rng.below(conflicts);
            self.mend(which, rng);
        }
        None
    }

    fn lay_out(&mut self) {
        let all_lasting = self.lasting();
        let mut carried = [CardSet::NONE; SEATS];
        for (level, lasting) in all_lasting.iter().enumerate().take(self.levels) {
            let mut free = self.hidden[level];
            for cards in &mut carried {
                *cards = cards.within(free);
            }
            for cards in carried {
                free = free.without(cards);
            }
            // Whoever has the least choice chooses first.
            let mut order: [usize; SEATS] = std::array::from_fn(|seat| seat);
            let choice = |seat: usize| {
                let [may, _] = lasting[seat];
                may.within(free.and(carried[seat])).len() as isize - self.sizes[level][seat][1] as isize
            };
            order.sort_by_key(|&seat| choice(seat));
            let mut kept = [CardSet::NONE; SEATS];
            for seat in order {
                let shown = self.shown.get(level + 1).map_or(CardSet::NONE, |shown| shown[seat]);
                let [may, best] = lasting[seat];
                let own = &mut carried[seat];
                let mut left = self.sizes[level][seat][1];
                for wanted in [may.within(shown), best, may, self.may_hide(level, seat), CardSet::ALL] {
                    left -= take(own, wanted, left, &mut kept[seat]);
                    left -= take(&mut free, wanted, left, &mut kept[seat]);
                }
                self.lay(level, kept[seat], seat as u8 | IN_HAND);
            }
            for (seat, own) in carried.iter_mut().enumerate() {
                let mut down = CardSet::NONE;
                let mut left = self.sizes[level][seat][0];
                left -= take(own, CardSet::ALL, left, &mut down);
                left -= take(&mut free, self.may_hide(level, seat), left, &mut down);
                take(&mut free, CardSet::ALL, left, &mut down);
                self.lay(level, down, seat as u8);
            }
            // What was carried and found no place lies with nobody, which is a conflict.
            let rest = carried.into_iter().fold(free, CardSet::and);
            self.lay(level, rest, NOBODY);
            carried = kept;
        }
    }

    /// For each round and player the cards that can be kept in it: those that can be with the player in the next round,
    /// and kept there too if none was played face-down there; and of these the ones that can be shown or kept again in
    /// any case.
    fn lasting(&self) -> [[[CardSet; 2]; SEATS]; LEVELS] {
        let mut lasting = [[[CardSet::NONE; 2]; SEATS]; LEVELS];
        for level in (0..self.levels).rev() {
            let next = level + 1;
            let after = lasting.get(next).copied().filter(|_| next < self.levels);
            for (seat, now) in lasting[level].iter_mut().enumerate() {
                let may = self.may_hide(level, seat);
                *now = match after {
                    None => [may; 2],
                    Some(after) => {
                        let [may_next, best_next] = after[seat];
                        let down = if self.sizes[next][seat][0] > 0 {
                            self.may_hide(next, seat)
                        } else {
                            may_next
                        };
                        let with = |hidden| self.shown[next][seat].and(self.hidden[next].within(hidden));
                        [down, best_next].map(|hidden| with(hidden).within(may))
                    }
                };
            }
        }
        lasting
    }

    fn lay(&mut self, level: usize, cards: CardSet, place: u8) {
        for card in cards {
            self.paths[card.index()].set(level, place);
        }
    }

    /// The cards that a player can have hidden in a round, as far as shown voids go.
    fn may_hide(&self, level: usize, seat: usize) -> CardSet {
        let voids = Suit::of_bits(self.voids[level][seat]).map(CardSet::suit);
        voids.fold(CardSet::ALL, CardSet::without)
    }

    /// How many conflicts there are.
    fn conflicts(&self) -> u32 {
        (0..self.levels)
            .flat_map(|level| self.list(level).iter().map(move |&card| (level, usize::from(card))))
            .map(|(level, card)| u32::from(self.is_in_conflict(level, card)))
            .sum()
    }

    /// Whether the place of a card in a round does not agree with what was seen, or with its place in the round before
    /// or after.
    fn is_in_conflict(&self, level: usize, card: usize) -> bool {
        let path = self.paths[card];
        let mut conflict = self.is_void(level, card, path);
        conflict |= level > 0 && !path.place(level - 1).leads_to(path.place(level));
        conflict | (level + 1 < self.levels && !path.place(level).leads_to(path.place(level + 1)))
    }

    fn is_void(&self, level: usize, card: usize, path: Path) -> bool {
        let suit = Card::from_index(card).suit().bit();
        self.unknown[card] & span(level, level) != 0 && self.voids[level][path.place(level).owner()] & suit != 0
    }

    /// The conflicts of a card if these were its places.
    fn strife(&self, card: usize, path: Path) -> usize {
        let voids = (0..self.levels)
            .filter(|&level| self.is_void(level, card, path))
            .count();
        let links = (1..self.levels).filter(|&level| !path.place(level - 1).leads_to(path.place(level)));
        voids + links.count()
    }

    /// Mends the conflict with this number: the card changes places with another, in that round or in several in a row.
    fn mend(&mut self, which: u32, rng: &mut Rng) {
        let all =
            (0..self.levels).flat_map(|level| self.list(level).iter().map(move |&card| (level, usize::from(card))));
        let mut conflicts = all.filter(|&(level, card)| self.is_in_conflict(level, card));
        let Some((level, card)) = conflicts.nth(which as usize) else {
            return;
        };
        drop(conflicts);
        let any = rng.below(ANY) == 0;
        let (mut best, mut equal, mut chosen) = (i32::MAX, 0, None);
        for &other in self.list(level) {
            let other = usize::from(other);
            for (from, to) in (0..=level).flat_map(|from| (level..self.levels).map(move |to| (from, to))) {
                let Some(change) = self.change(from, to, card, other) else {
                    continue;
                };
                let strife = if any { 0 } else { self.more_strife(card, other, change) };
                if strife < best {
                    (best, equal) = (strife, 0);
                }
                if strife == best {
                    equal += 1;
                    // Each of the best with the same chance.
                    if rng.below(equal) == 0 {
                        chosen = Some((other, change));
                    }
                }
            }
        }
        if let Some((other, change)) = chosen {
            self.paths[card].0 ^= change;
            self.paths[other].0 ^= change;
        }
    }

    /// How many conflicts more there are when two cards change places.
    fn more_strife(&self, card: usize, other: usize, change: u64) -> i32 {
        let of = |change: u64| {
            self.strife(card, Path(self.paths[card].0 ^ change))
                + self.strife(other, Path(self.paths[other].0 ^ change))
        };
        of(change) as i32 - of(0) as i32
    }

    /// The bits in which two cards differ in these rounds, if there are any and both are unknown there.
    fn change(&self, from: usize, to: usize, card: usize, other: usize) -> Option<u64> {
        let span = span(from, to);
        let change = (self.paths[card].0 ^ self.paths[other].0) & span;
        let unknown = self.unknown[card] & self.unknown[other] & span == span;
        (unknown && change != 0).then_some(change)
    }
}

/// Moves so many of the wanted cards, the lowest first, and says how many there were.
fn take(from: &mut CardSet, wanted: CardSet, count: usize, to: &mut CardSet) -> usize {
    let mut taken = 0;
    for card in from.within(wanted).into_iter().take(count) {
        from.remove(card);
        to.insert(card);
        taken += 1;
    }
    taken
}
