//! Which cards of a round came from the old deck and which from the new, after a shuffle in the middle of the deal.
//!
//! It is public how many old cards each player got and which cards the old deck held, but nobody knows which of a
//! player's four places hold the old ones. Once that is decided, the unseen cards are dealt uniformly: the remaining
//! old ones to the old places, the new ones to the others. So the chance of a choice of ages for all places is
//! proportional to the number of ways in which it can be dealt.
//!
//! The places of two players at a time are redrawn, with all ways weighted exactly (at most six by six). Two, because
//! one alone may be unable to change: if one of two shown Intel cards is old and the other new, each is what the other
//! is not. Where a stack was turned up, it is redrawn as well who laid which of its cards. After enough pairs, nothing
//! is left of the start. The start is a choice that anyone who has seen the same could make ([`start`]), not the real
//! one.

mod start;

use arrayvec::ArrayVec;
use roundtable_core::Rng;

use crate::cards::KINDS;
use crate::deck::{HAND, SEATS};
use crate::hidden::{Hidden, NOBODY, Spot};

/// For each number of old cards, all ways to have them in four places, a bit for each place.
const OLD_PLACES: [&[u8]; HAND + 1] = [
    &[0b0000],
    &[0b0001, 0b0010, 0b0100, 0b1000],
    &[0b0011, 0b0101, 0b0110, 0b1001, 0b1010, 0b1100],
    &[0b0111, 0b1011, 0b1101, 0b1110],
    &[0b1111],
];

/// The most ways for one player.
const MOST_WAYS: usize = 6;

/// How many pairs of players are redrawn for each seen card, to forget the start; more if it is also unknown who laid a
/// card. And how many from one deal to the next.
const FORGETTING: usize = 4;
const FORGETTING_STACKS: usize = 8;
const ANOTHER: usize = 4;

/// How many cards there are of each kind, one byte per kind.
#[derive(Clone, Copy, Default)]
struct Cards(u64);

const _: () = assert!(KINDS <= 8, "a byte for each kind");

impl Cards {
    fn of(self, kind: u8) -> u8 {
        (self.0 >> (8 * kind)) as u8
    }

    fn add(&mut self, kind: u8) {
        self.0 += 1 << (8 * kind);
    }

    fn take(&mut self, kind: u8) {
        self.0 -= 1 << (8 * kind);
    }

    fn all(self) -> u32 {
        self.0.to_le_bytes().into_iter().map(u32::from).sum()
    }
}

/// The four places of a player.
#[derive(Clone, Copy)]
struct Hand {
    owner: u8,
    /// Which places hold an old card.
    old: u8,
    /// Which places hold a card that was seen, when it was laid or in a stack.
    known: u8,
    kinds: [u8; HAND],
    groups: [u8; HAND],
}

const NO_HAND: Hand = Hand {
    owner: NOBODY,
    old: 0,
    known: 0,
    kinds: [0; HAND],
    groups: [NOBODY; HAND],
};

impl Hand {
    fn of(owner: u8, spots: &[Spot]) -> Self {
        let mut hand = Self { owner, ..NO_HAND };
        for (i, spot) in spots.iter().enumerate() {
            hand.old |= u8::from(spot.old) << i;
            hand.known |= u8::from(spot.is_known()) << i;
            hand.kinds[i] = spot.kind;
            hand.groups[i] = spot.group;
        }
        hand
    }

    /// The cards that were seen, with their ages.
    fn known(&self) -> Known {
        let Self { old, known, kinds, .. } = *self;
        Known { old, known, kinds }
    }

    fn ways(&self) -> &'static [u8] {
        OLD_PLACES[self.old.count_ones() as usize]
    }
}

/// The cards of a hand that were seen and are still to be listed. It goes from bit to bit: this is the innermost loop
/// of the samples.
struct Known {
    old: u8,
    known: u8,
    kinds: [u8; HAND],
}

impl Iterator for Known {
    type Item = (usize, u8);

    #[inline]
    fn next(&mut self) -> Option<(usize, u8)> {
        if self.known == 0 {
            return None;
        }
        let place = self.known.trailing_zeros() as usize % HAND;
        self.known &= self.known - 1;
        Some((usize::from(self.old >> place & 1), self.kinds[place]))
    }
}

/// The ages of all cards dealt to players other than the eye.
#[derive(Clone)]
pub(crate) struct Ages {
    /// First the bound hands, which have a seen card and more than one choice of ages, then the others, then an empty
    /// hand.
    hands: [Hand; SEATS + 1],
    /// How many hands there are, and how many of them are bound.
    count: usize,
    bound: usize,
    /// The places of the cards of turned-up stacks, stack by stack.
    in_stacks: ArrayVec<(Place, u8), { SEATS * HAND }>,
    /// The new and the old cards that nobody has seen.
    left: [Cards; 2],
}

/// A weight for every choice of the ages of two hands, twice: without and with an exchange.
type Weights = ArrayVec<f64, { 2 * MOST_WAYS * MOST_WAYS }>;

/// A place of a hand.
type Place = (usize, usize);

impl Ages {
    fn of_nobody() -> Self {
        Self {
            hands: [NO_HAND; SEATS + 1],
            count: 0,
            bound: 0,
            in_stacks: ArrayVec::new(),
            left: [Cards::default(); 2],
        }
    }

    /// Ages that agree with everything seen; they are the same for all rounds of which the same was seen.
    pub(crate) fn of(hidden: &Hidden) -> Self {
        let mut ages = Self::of_nobody();
        for spot in hidden.in_use().filter(|spot| !spot.is_known()) {
            ages.left[usize::from(spot.old)].add(spot.kind);
        }
        for (owner, spots) in hidden.hands() {
            ages.add(Hand::of(owner, spots));
        }
        ages.list_stacks();
        ages.begin_anew();
        ages
    }

    fn add(&mut self, hand: Hand) {
        self.hands[self.count] = hand;
        self.count += 1;
        if hand.known != 0 && hand.ways().len() > 1 {
            self.hands.swap(self.count - 1, self.bound);
            self.bound += 1;
        }
    }

    fn list_stacks(&mut self) {
        for (i, hand) in self.hands[..self.count].iter().enumerate() {
            let grouped = (0..HAND).filter(|&place| hand.groups[place] != NOBODY);
            self.in_stacks
                .extend(grouped.map(|place| ((i, place), hand.groups[place])));
        }
        self.in_stacks.sort_unstable_by_key(|&(_, stack)| stack);
    }

    /// Forgets the start.
    pub(crate) fn forget(&mut self, rng: &mut Rng) {
        let seen: u32 = self.hands.iter().map(|hand| hand.known.count_ones()).sum();
        let pairs = if self.in_stacks.is_empty() {
            FORGETTING
        } else {
            FORGETTING_STACKS
        };
        self.redraw_pairs(pairs * seen as usize, rng);
    }

    /// Moves on to the ages of another round.
    pub(crate) fn next(&mut self, rng: &mut Rng) {
        self.redraw_pairs(ANOTHER, rng);
    }

    /// Redraws two players, this many times; if stacks were turned up, as often also two players whose cards may be
    /// exchanged.
    fn redraw_pairs(&mut self, times: usize, rng: &mut Rng) {
        for _ in 0..times {
            match self.bound {
                0 => {}
                1 => self.redraw([0, self.count], None, rng),
                players => {
                    let first = rng.below(players as u32) as usize;
                    let others = rng.below(players as u32 - 1) as usize;
                    self.redraw([first, (first + 1 + others) % players], None, rng);
                }
            }
            if !self.in_stacks.is_empty() {
                let [one, other] = self.two_of_a_stack(rng);
                let second = if one.0 == other.0 { self.count } else { other.0 };
                self.redraw([one.0, second], Some([one, other]), rng);
                self.shuffle_stacks(rng);
            }
        }
    }

    /// Redraws two players, given all others, and whether these two cards are exchanged.
    fn redraw(&mut self, pair: [usize; 2], exchange: Option<[Place; 2]>, rng: &mut Rng) {
        for hand in pair.map(|i| self.hands[i]) {
            hand.known().for_each(|(age, kind)| self.left[age].add(kind));
        }
        let mut weights = ArrayVec::new();
        self.weigh(pair, &mut weights);
        let ways = weights.len();
        if let Some([one, other]) = exchange {
            self.exchange(one, other);
            self.weigh(pair, &mut weights);
        }
        let chosen = rng.by_weight(&weights);
        if let Some([one, other]) = exchange.filter(|_| chosen < ways) {
            self.exchange(one, other);
        }
        let (chosen, seconds) = (chosen % ways, self.hands[pair[1]].ways().len());
        for (i, way) in pair.into_iter().zip([chosen / seconds, chosen % seconds]) {
            self.hands[i].old = self.hands[i].ways()[way];
            let hand = self.hands[i];
            hand.known().for_each(|(age, kind)| self.left[age].take(kind));
        }
    }

    /// Appends, for each choice of the pair's ages, in how many ways their cards can be dealt like that.
    fn weigh(&self, pair: [usize; 2], weights: &mut Weights) {
        let rest = self.rest(pair);
        let [first, second] = pair.map(|i| &self.hands[i]);
        for &old in first.ways() {
            let (ways, left) = dealt(first, old, self.left);
            let some = (old & first.known).count_ones();
            for &old in second.ways() {
                let all = some + (old & second.known).count_ones();
                weights.push(ways * dealt(second, old, left).0 * rest[all as usize]);
            }
        }
    }

    /// In how many ways the unseen cards can be dealt, up to a constant factor, by how many seen cards of this pair are
    /// old.
    fn rest(&self, pair: [usize; 2]) -> [f64; 2 * HAND + 1] {
        let known: u32 = pair.iter().map(|&i| self.hands[i].known.count_ones()).sum();
        let [new, old] = self.left.map(Cards::all);
        let mut rest = [0.0; 2 * HAND + 1];
        // With fewer old cards, there may be too few new ones.
        let fewest = known.saturating_sub(new);
        let mut ways = 1.0;
        for x in fewest..=known.min(old) {
            rest[x as usize] = ways;
            ways *= f64::from(new + x + 1 - known) / f64::from(old - x).max(1.0);
        }
        rest
    }

    /// Any two places of a turned-up stack.
    fn two_of_a_stack(&self, rng: &mut Rng) -> [Place; 2] {
        let one = rng.below(self.in_stacks.len() as u32) as usize;
        [one, self.of_the_same_stack(one, rng)].map(|i| self.in_stacks[i].0)
    }

    /// Exchanges cards of the same age within turned-up stacks.
    fn shuffle_stacks(&mut self, rng: &mut Rng) {
        for one in 0..self.in_stacks.len() {
            let other = self.of_the_same_stack(one, rng);
            let [one, other] = [one, other].map(|i| self.in_stacks[i].0);
            if self.is_old(one) == self.is_old(other) {
                self.exchange(one, other);
            }
        }
    }

    /// Any entry of the same stack.
    fn of_the_same_stack(&self, one: usize, rng: &mut Rng) -> usize {
        let stack = |i: &usize| self.in_stacks[*i].1 == self.in_stacks[one].1;
        let first = (0..one).rev().take_while(stack).last().unwrap_or(one);
        let last = (one..self.in_stacks.len()).take_while(stack).last().unwrap_or(one);
        first + rng.below((last + 1 - first) as u32) as usize
    }

    fn is_old(&self, (i, place): Place) -> bool {
        self.hands[i].old >> place & 1 == 1
    }

    fn exchange(&mut self, (a, i): Place, (b, j): Place) {
        let kind = self.hands[a].kinds[i];
        self.hands[a].kinds[i] = self.hands[b].kinds[j];
        self.hands[b].kinds[j] = kind;
    }

    /// Deals a round with these ages: shuffles the unseen cards, old and new ones separately.
    pub(crate) fn deal(&self, hidden: &mut Hidden, rng: &mut Rng) {
        for (i, hand) in self.hands[..self.count].iter().enumerate() {
            let old = if i < self.bound {
                hand.old
            } else {
                rng.pick(hand.ways())
            };
            for (place, spot) in hidden.hand_mut(hand.owner).iter_mut().enumerate() {
                spot.old = old >> place & 1 == 1;
                if spot.is_known() {
                    spot.kind = hand.kinds[place];
                }
            }
        }
        for old in [true, false] {
            let left = self.left[usize::from(old)];
            let kinds = (0..KINDS as u8).flat_map(|kind| std::iter::repeat_n(kind, left.of(kind).into()));
            hidden.deal_unknown(old, kinds, rng);
        }
    }
}

/// In how many ways a player's seen cards can be dealt from `left` if the places in `old` hold old ones, and what is
/// then left.
#[inline]
fn dealt(hand: &Hand, old: u8, mut left: [Cards; 2]) -> (f64, [Cards; 2]) {
    let mut ways = 1.0;
    for (age, kind) in (Hand { old, ..*hand }).known() {
        let cards = left[age].of(kind);
        if cards == 0 {
            return (0.0, left);
        }
        ways *= f64::from(cards);
        left[age].take(kind);
    }
    (ways, left)
}

#[cfg(test)]
mod tests;
