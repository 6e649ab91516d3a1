//! Who has won (NK-R11, NK-R14).

use roundtable_core::{Outcome, Seat};

use crate::cards::Role;
use crate::deck::SEATS;
use crate::moves::Place;
use crate::state::{Ending, NeverBringAKnife, ROUNDS};

impl NeverBringAKnife {
    /// Why the game ends after this round, and which team wins, if it does.
    pub(crate) fn ending(&self) -> Option<(Ending, Role)> {
        let fall = self.prices.fall;
        if self.at_table().iter().any(|player| player.wounds >= fall) {
            let [cops, criminals] = self.by_team(|wounds| u32::from(wounds >= fall));
            return Some(self.loser(cops, criminals, Ending::Fall, Ending::BossAfterFall));
        }
        if self.round < ROUNDS {
            return None;
        }
        let [cops, criminals] = self.by_team(u32::from);
        Some(self.loser(cops, criminals, Ending::Length, Ending::BossAfterLength))
    }

    /// Sums a function of the wounds, for Cops and for Criminals.
    fn by_team(&self, value: impl Fn(u8) -> u32) -> [u32; 2] {
        let mut teams = [0; 2];
        for (i, player) in self.at_table().iter().enumerate() {
            let role = self.roles.at(Place::Seat(Seat::new(i)));
            teams[role as usize] += value(player.wounds);
        }
        teams
    }

    /// The team with more loses; if they are even, the boss's team wins.
    fn loser(&self, cops: u32, criminals: u32, clear: Ending, tied: Ending) -> (Ending, Role) {
        match cops.cmp(&criminals) {
            std::cmp::Ordering::Greater => (clear, Role::Criminal),
            std::cmp::Ordering::Less => (clear, Role::Cop),
            std::cmp::Ordering::Equal => (tied, self.roles.at(Place::Boss)),
        }
    }

    pub(crate) fn score(&self, ending: Ending, winners: Role) -> Outcome {
        let mut scores = [0; SEATS];
        for seat in Seat::all(self.seat_count()) {
            scores[seat.index()] = i32::from(self.roles.at(Place::Seat(seat)) == winners);
        }
        let scores = &scores[..self.seat_count()];
        let (code, text) = match (ending, winners) {
            (Ending::Fall, Role::Cop) => ("fall", "More Criminals than Cops have fallen: the Cops win."),
            (Ending::Fall, Role::Criminal) => ("fall", "More Cops than Criminals have fallen: the Criminals win."),
            (Ending::BossAfterFall, Role::Cop) => (
                "boss",
                "As many have fallen on both sides, and the boss is a Cop: the Cops win.",
            ),
            (Ending::BossAfterFall, Role::Criminal) => (
                "boss",
                "As many have fallen on both sides, and the boss is a Criminal: the Criminals win.",
            ),
            (Ending::Length, Role::Cop) => (
                "length",
                "Nobody has fallen for long, and the Criminals have more wounds: the Cops win.",
            ),
            (Ending::Length, Role::Criminal) => (
                "length",
                "Nobody has fallen for long, and the Cops have more wounds: the Criminals win.",
            ),
            (Ending::BossAfterLength, Role::Cop) => (
                "length_boss",
                "Nobody has fallen for long, wounds are even, and the boss is a Cop: the Cops win.",
            ),
            (Ending::BossAfterLength, Role::Criminal) => (
                "length_boss",
                "Nobody has fallen for long, wounds are even, and the boss is a Criminal: the Criminals win.",
            ),
        };
        Outcome::ranked(scores, scores, code, text)
    }
}
