//! What a search reads from a sample without building a view: cheap, and as open as
//! [`Eye::All`](roundtable_core::Eye::All).

use roundtable_core::{Rng, Seat};

use crate::deck::{KnightCard, MOST_ITEMS};
use crate::items::Item;
use crate::moves::Knight;
use crate::score::{Equipment, appraise};
use crate::state::{KnightShift, MAX_KNIGHTS, ROUNDS};

impl KnightShift {
    /// How many rounds have been scored.
    #[must_use]
    pub const fn rounds_finished(&self) -> usize {
        self.round as usize
    }

    /// The most Knights in the middle.
    pub const MAX_KNIGHTS: usize = MAX_KNIGHTS;

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

    /// The Knights that can still be claimed.
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

    /// What a seat may guess to lie under the Knights: the Items it has seen, and for the rest any Items it has not
    /// seen, regardless of whose hands they could have come from. Faster than a sample, but less exact.
    #[must_use]
    pub fn guess_equipment(&self, seat: Seat, rng: &mut Rng) -> [Equipment; MAX_KNIGHTS] {
        let mut equipment = self.equipment();
        let mut pool = [Item::Axe; MOST_ITEMS];
        let mut count = 0;
        let mut add = |item| {
            pool[count] = item;
            count += 1;
        };
        let unseen = || self.played().iter().filter(|play| !play.seen_by(Some(seat)));
        unseen().for_each(|play| add(play.item));
        self.pile[self.drawn()..self.pile_size()]
            .iter()
            .copied()
            .for_each(&mut add);
        let others = Seat::all(self.seats()).filter(|&other| other != seat);
        others
            .flat_map(|other| self.hands[other.index()].iter())
            .for_each(&mut add);
        for (item, &aside) in Item::ALL.into_iter().zip(&self.aside) {
            (0..aside).for_each(|_| add(item));
        }
        for play in unseen() {
            if let Some(knight) = play.knight() {
                let equipment = &mut equipment[knight.index()];
                equipment[play.item as usize] -= 1;
                let drawn = rng.below(count as u32) as usize;
                equipment[pool[drawn] as usize] += 1;
                count -= 1;
                pool[drawn] = pool[count];
            }
        }
        equipment
    }

    /// The Items in the hand of a seat.
    pub fn items_of(&self, seat: Seat) -> impl Iterator<Item = Item> {
        self.hands[seat.index()].iter()
    }

    /// What a Knight's equipment is worth regardless of the others: with no feast, and sober.
    #[must_use]
    pub fn appraise(&self, knight: Knight, equipment: &Equipment) -> i32 {
        appraise(&self.deck, self.knight_card(knight), *equipment)
    }
}
