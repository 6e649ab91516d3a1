//! Redeals what an eye cannot know: unseen role cards, the other hands, face-down cards, the deck, and the dice.

use roundtable_core::{Dice, Eye, Rng};

use crate::hidden::Hidden;
use crate::roles::MOST_ROLES;
use crate::state::{NeverBringAKnife, Phase};

impl NeverBringAKnife {
    pub(crate) fn deal_unknown(&mut self, eye: Eye, rng: &mut Rng) {
        self.dice = Dice::from_rng(rng);
        match eye {
            Eye::Seat(_) | Eye::Table => {
                self.deal_roles(eye, rng);
                let mut hidden = Hidden::of(self, eye.seat());
                hidden.redeal(rng);
                hidden.put_back(self, eye.seat());
                // Nobody knows anything about the order of the deck.
                rng.shuffle(self.pile.left_mut());
            }
            Eye::All => {}
        }
    }

    /// Shuffles the role cards that the eye has not seen: all deals of the roles that agree with those it has seen are
    /// equally likely, since nothing else in the game shows a role.
    fn deal_roles(&mut self, eye: Eye, rng: &mut Rng) {
        let mut unknown = [0; MOST_ROLES];
        let mut count = 0;
        for card in 0..usize::from(self.roles.count) {
            unknown[count] = card;
            count += usize::from(!self.knows_role(eye, card));
        }
        let unknown = &unknown[..count];
        // The number of Cops among them is public. The Cops come first, whichever cards they really are.
        let are_cops = unknown.iter().filter(|&&card| self.roles.cops >> card & 1 == 1).count();
        let mut cops = [false; MOST_ROLES];
        let cops = &mut cops[..count];
        cops[..are_cops].fill(true);
        rng.shuffle(cops);
        for (&cop, &card) in cops.iter().zip(unknown) {
            self.roles.cops = self.roles.cops & !(1 << card) | u16::from(cop) << card;
        }
    }

    /// Whether the eye knows what a role card shows. At the end, all are shown except the one that was not dealt.
    pub(crate) fn knows_role(&self, eye: Eye, card: usize) -> bool {
        let shown = match self.phase {
            // The undealt card never moves, so it has the last number.
            Phase::Over { .. } => card <= self.seat_count(),
            Phase::Play { .. } | Phase::Intel { .. } | Phase::Hit { .. } | Phase::Talk { .. } => false,
        };
        let seen = match eye {
            Eye::Seat(seat) => self.roles.seen[seat.index()][card].is_some(),
            Eye::Table => false,
            Eye::All => true,
        };
        shown || seen
    }
}
