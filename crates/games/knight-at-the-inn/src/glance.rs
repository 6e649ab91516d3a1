//! What a search reads from a sample without building a view: cheap, and as open as
//! [`Eye::All`](roundtable_core::Eye::All).

use roundtable_core::Seat;

use crate::deck::Kind;
use crate::road::Inn;
use crate::state::KnightAtTheInn;

impl KnightAtTheInn {
    /// The tokens in an inn, from the top down.
    pub fn tokens(&self, inn: Inn) -> impl Iterator<Item = (Kind, Seat)> {
        self.stack(inn).top_down().map(|token| (token.kind, token.seat))
    }

    /// How many tokens of a seat are home.
    #[must_use]
    pub fn home_count(&self, seat: Seat) -> u8 {
        self.household(seat).home_count
    }

    /// The value of a seat's tokens that are home.
    #[must_use]
    pub fn home_value(&self, seat: Seat) -> u16 {
        self.household(seat).home_value
    }

    /// How many tokens a seat has not drawn.
    #[must_use]
    pub fn pile_size(&self, seat: Seat) -> usize {
        self.household(seat).pile.len()
    }

    /// How many turns have been finished.
    #[must_use]
    pub const fn turn_count(&self) -> u32 {
        self.turns
    }

    /// How many times the current position has stood at the start of a turn (KI-R8).
    #[must_use]
    pub const fn occurrences(&self) -> u8 {
        self.history.count()
    }

    /// Whether this seat knows the order of both piles: it has seen every token, or the unseen ones are all of one kind
    /// (KI-R11).
    #[must_use]
    pub fn piles_known_to(&self, seat: Seat) -> bool {
        Seat::all(2).all(|owner| {
            let pile = self.household(owner).pile;
            let seen = if owner == seat { pile.seen } else { pile.shown };
            let mut unseen = pile.kinds().skip(seen.into());
            let first = unseen.next();
            unseen.all(|kind| Some(kind) == first)
        })
    }

    /// A hash that ignores how the position came about: equal for positions with the same continuations, apart from
    /// KI-R8.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        /// An odd number with well-mixed bits.
        const MIX: u64 = 0x9e37_79b9_7f4a_7c15;
        let phase = match self.phase {
            crate::state::Phase::First { placed } => u64::from(placed),
            crate::state::Phase::Draw { must } => 2 + u64::from(must),
            crate::state::Phase::Move { drawn: None } => 4,
            crate::state::Phase::Move { drawn: Some(inn) } => 5 + inn.index() as u64,
            crate::state::Phase::Over(_) => 15,
        };
        let mut mixed = phase << 2 | u64::from(self.forfeited) << 1 | self.turn.index() as u64;
        let mut stir = |bits: u64| mixed = (mixed ^ bits).wrapping_mul(MIX).rotate_left(29);
        for stack in &self.stacks {
            stir(stack.bits());
        }
        for household in &self.households {
            stir(household.pile.bits());
            stir(u64::from(household.home_value) << 8 | u64::from(household.home_count));
        }
        mixed ^ mixed >> 32
    }
}
