//! Who the others are, squires or knights, judging by what they have done so far.
//!
//! Each simulation takes every other seat for a squire or for a knight, and the tree counts which of them passed its
//! nodes. What then happens at the real table is one path through the tree: a seat that went that way more often as a
//! squire than as a knight is likelier to be a squire.

use std::ops::AddAssign;

use roundtable_core::{MAX_SEATS, Rng, Seat};

/// The highest certainty about a seat: beyond it, too few simulations would ask what the other kind of player would
/// have done.
const SURE: f32 = 0.95;

/// Every node counts as passed by this many extra simulations with the usual mix of squires and knights, so that a few
/// real ones say little.
const DOUBT: f32 = 4.0;

/// Simulations that passed a node, and in how many of them each seat was a squire.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Passers {
    all: u32,
    squires: [u32; MAX_SEATS],
}

impl Passers {
    /// Counts one more simulation, with these seats as squires.
    pub(super) fn count(&mut self, squires: u32) {
        self.all += 1;
        for (seat, count) in self.squires.iter_mut().enumerate() {
            *count += squires >> seat & 1;
        }
    }

    /// Whether no simulation has passed.
    pub(super) const fn is_empty(&self) -> bool {
        self.all == 0
    }
}

impl AddAssign for Passers {
    fn add_assign(&mut self, other: Self) {
        self.all += other.all;
        for (count, more) in self.squires.iter_mut().zip(other.squires) {
            *count += more;
        }
    }
}

/// What a searcher takes the others for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Impression {
    /// How likely each seat is to be a squire.
    squire: [f32; MAX_SEATS],
}

impl Impression {
    /// Nothing is known about anybody. Taking a knight for a squire costs more than taking a squire for a knight.
    pub(super) const STRANGERS: Self = Self {
        squire: [0.3; MAX_SEATS],
    };

    /// Draws which of the others are squires; the searcher never is.
    pub(super) fn draw(&self, players: usize, me: Seat, rng: &mut Rng) -> u32 {
        let others = Seat::all(players).filter(|&seat| seat != me);
        others.fold(0, |squires, seat| {
            squires | u32::from(rng.lot() < self.squire[seat.index()]) << seat.index()
        })
    }

    /// Learns from what happened: of the simulations `of`, `those` went the way the game went.
    pub(super) fn learn(&mut self, of: &Passers, those: &Passers) {
        for (seat, chance) in self.squire.iter_mut().enumerate() {
            let squires = of.squires[seat] as f32;
            let knights = of.all as f32 - squires;
            if squires == 0.0 || knights == 0.0 {
                continue;
            }
            let doubt = DOUBT / of.all as f32;
            let came = |count: u32, of: f32| (count as f32 + doubt * of) / of;
            let as_squire = *chance * came(those.squires[seat], squires);
            let as_knight = (1.0 - *chance) * came(those.all - those.squires[seat], knights);
            *chance = (as_squire / (as_squire + as_knight)).clamp(1.0 - SURE, SURE);
        }
    }
}

#[cfg(test)]
mod tests {
    use roundtable_catalog::games::knights_and_damosels::KnightsAndDamosels;
    use roundtable_core::{AnyMatch as _, DiceSource, Game as _, Match, Setup};

    use super::*;
    use crate::search::{Budget, Search, Settings};
    use crate::{Bot, BotSpec, Insight as _};

    const EVEN: Impression = Impression {
        squire: [0.5; MAX_SEATS],
    };

    fn passers(all: u32, squires: u32) -> Passers {
        let mut passers = Passers::default();
        for one in 0..all {
            passers.count(u32::from(one < squires) << 1);
        }
        passers
    }

    #[test]
    fn who_does_what_squires_do_is_taken_for_one() {
        let (one, two) = (1, 2);
        let mut impression = EVEN;
        // Eighty of a hundred squires would have done this, and twenty of a hundred knights.
        impression.learn(&passers(200, 100), &passers(100, 80));
        assert!((impression.squire[one] - 0.8).abs() < 0.02, "{impression:?}");
        // Seat 2 was a knight in all of them, which says nothing about it.
        assert_eq!(impression.squire[two], 0.5);
        for _ in 0..10 {
            impression.learn(&passers(200, 100), &passers(100, 80));
        }
        assert_eq!(impression.squire[one], SURE);
        for _ in 0..3 {
            impression.learn(&passers(200, 190), &passers(10, 2));
        }
        assert_eq!(impression.squire[one], 1.0 - SURE);
    }

    #[test]
    fn a_few_simulations_say_little() {
        let mut impression = EVEN;
        impression.learn(&passers(2000, 1000), &passers(1, 1));
        assert!(impression.squire[1] < 0.61, "{impression:?}");
        // What no simulation foresaw says nothing.
        let before = impression;
        impression.learn(&passers(2000, 1000), &passers(0, 0));
        assert_eq!(impression, before);
    }

    #[test]
    fn the_searcher_is_no_squire_and_the_others_by_lot() {
        let mut impression = EVEN;
        impression.squire[2] = SURE;
        let mut rng = Rng::new(5);
        let mut counts = [0; 3];
        for _ in 0..1000 {
            let squires = impression.draw(3, Seat::new(0), &mut rng);
            assert!(squires < 1 << 3);
            for (seat, count) in counts.iter_mut().enumerate() {
                *count += squires >> seat & 1;
            }
        }
        assert_eq!(counts[0], 0);
        assert!(
            (450..550).contains(&counts[1]) && (930..970).contains(&counts[2]),
            "{counts:?}"
        );
    }

    /// How likely a reader on seat 0 thinks, at the end of a game, that the page on seat 1 and the squire on seat 2 are
    /// squires.
    fn page_and_squire(seed: u64, jobs: usize) -> (f32, f32) {
        let setup = Setup::standard(&KnightsAndDamosels::INFO, 3);
        let mut game = Match::<KnightsAndDamosels>::new(&setup, None, DiceSource::Seed(seed)).expect("a game");
        let settings = Settings {
            budget: Budget::Exactly(500),
            jobs,
            ..KnightsAndDamosels::CHAMPION
        };
        let mut reader = Search::new(settings, seed);
        let mut others = ["page", "squire"].map(|name| {
            let spec: BotSpec = name.parse().expect("a bot");
            spec.bot::<KnightsAndDamosels>(seed)
        });
        while let Some(seat) = game.to_act().first() {
            let handle = game.seat(seat);
            let mv = match seat.index().checked_sub(1) {
                None => reader.choose(&handle),
                Some(other) => others[other].choose(&handle),
            };
            game.play(seat, mv).expect("a legal move");
        }
        (reader.impression.squire[1], reader.impression.squire[2])
    }

    #[test]
    fn a_squire_is_told_from_somebody_who_chooses_otherwise() {
        for jobs in [1, 2] {
            let games = (0..8).map(|seed| page_and_squire(seed, jobs)).collect::<Vec<_>>();
            let average = |of: fn(&(f32, f32)) -> f32| games.iter().map(of).sum::<f32>() / games.len() as f32;
            let (pages, squires) = (average(|game| game.0), average(|game| game.1));
            // Both start as strangers, squires with a chance of three in ten.
            assert!(pages < 0.2 && squires > 0.7, "{games:?}");
        }
    }
}
