//! What a searcher looks at in a sample without making a view of it: cheap, and as open as [`Eye::All`](roundtable_core::Eye::All).

use roundtable_core::Seat;

use crate::deck::KnightCard;
use crate::moves::Knight;
use crate::score::{Equipment, appraise};
use crate::state::{KnightShift, MAX_KNIGHTS, ROUNDS};

impl KnightShift {
    /// How many rounds have been scored.
    #[must_use]
    pub const fn rounds_finished(&self) -> usize {
        self.round as usize
    }

    /// How many rounds there are.
    pub const ROUNDS: usize = ROUNDS;

    /// How many laps of this round have been finished.
    #[must_use]
    pub const fn laps_finished(&self) -> u8 {
        self.lap
    }

    /// The points of a seat in the rounds that have been scored.
    #[must_use]
    pub fn points(&self, seat: Seat) -> i32 {
        self.totals[seat.index()]
    }

    /// The Knight of a seat, if it has claimed one.
    #[must_use]
    pub fn claimed(&self, seat: Seat) -> Option<Knight> {
        self.claims[seat.index()]
    }

    /// The Knights that can be claimed.
    pub fn unclaimed_knights(&self) -> impl Iterator<Item = Knight> {
        self.knights().filter(|&knight| self.is_unclaimed(knight))
    }

    /// What is printed on a Knight of the round.
    #[must_use]
    pub fn knight_card(&self, knight: Knight) -> &KnightCard {
        &self.deck.knights[usize::from(self.middle[knight.index()].card)]
    }

    /// Everything that lies under the Knights of the round, by number.
    #[must_use]
    pub fn equipped(&self) -> [Equipment; MAX_KNIGHTS] {
        self.equipment()
    }

    /// What a Knight's equipment is worth without regard to the others: no feast, and sober.
    #[must_use]
    pub fn appraise(&self, knight: Knight, equipment: &Equipment) -> i32 {
        appraise(&self.deck, self.knight_card(knight), *equipment)
    }
}
