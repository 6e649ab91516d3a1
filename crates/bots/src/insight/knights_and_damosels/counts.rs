//! What is counted of a player: how near to each victory, what stands in the way, and how near the others are.

use knights_and_damosels::{Kind, KnightsAndDamosels};
use roundtable_core::{Game as _, Seat};

use super::holders;
use crate::insight::learnt::Learnt;

/// How near a player is to the three victories.
struct Progress {
    /// The share of the cards that one knight must have: with the knight who has most, and with the next.
    given: [f32; 2],
    earned: f32,
    worship: f32,
    /// Who has most of the damosel's cards.
    favourite: Option<Seat>,
}

impl Progress {
    fn of(position: &KnightsAndDamosels, seat: Seat) -> Self {
        let goals = position.goals();
        let (mut given, mut favourite) = ([0, 0], None);
        for other in Seat::all(position.players()) {
            let cards = position.given_to(seat, other);
            if cards > given[0] {
                (given, favourite) = ([cards, given[0]], Some(other));
            } else if cards > given[1] {
                given[1] = cards;
            }
        }
        Self {
            given: given.map(|cards| cards as f32 / f32::from(goals.given)),
            earned: position.chivalries(seat).len() as f32 / f32::from(goals.earned),
            worship: f32::from(position.worship_of(seat)) / f32::from(goals.worship),
            favourite,
        }
    }

    fn each(&self) -> [f32; 3] {
        [self.given[0], self.earned, self.worship]
    }
}

impl Learnt for KnightsAndDamosels {
    const COUNTS: usize = 26;

    fn count(&self, side: usize, row: &mut [f32]) {
        let (seat, players) = (Seat::new(side), self.players());
        let own = Progress::of(self, seat);
        let (mut best, mut sum) = ([0.0_f32; 3], [0.0; 3]);
        for other in Seat::all(players).filter(|&other| other != seat) {
            for ((best, sum), part) in best.iter_mut().zip(&mut sum).zip(Progress::of(self, other).each()) {
                *best = best.max(part);
                *sum += part;
            }
        }
        let chivalries = self.chivalries(seat);
        let pile = self.pile_of(seat);
        // What the favourite could still take.
        let open = own
            .favourite
            .map_or(pile, |knight| pile.without(self.chivalries(knight)));
        let alone = chivalries
            .iter()
            .filter(|&chivalry| holders(self, chivalry) == 1)
            .count();
        let kind = |kind| {
            let cards = chivalries.within(knights_and_damosels::ChivalrySet::of(kind)).len();
            cards as f32 / 3.0
        };
        let since_merlin = (side + players - self.merlin_seat().index()) % players;
        let yes = |is: bool| if is { 1.0 } else { 0.0 };
        row.copy_from_slice(&[
            own.given[0],
            own.given[0] * own.given[0],
            own.given[1],
            own.earned,
            own.earned * own.earned,
            own.worship,
            own.worship * own.worship,
            best[0],
            best[1],
            best[2],
            best[0] * best[0],
            best[1] * best[1],
            best[2] * best[2],
            sum[0] / (players - 1) as f32,
            sum[1] / (players - 1) as f32,
            sum[2] / (players - 1) as f32,
            open.len() as f32 / 9.0,
            pile.len() as f32 / 9.0,
            alone as f32 / 9.0,
            kind(Kind::Arms),
            kind(Kind::Virtue),
            kind(Kind::Vassalage),
            yes(since_merlin == 0),
            yes(since_merlin == 1),
            (players - 3) as f32 / 3.0,
            f32::from(self.round()).min(20.0) / 20.0,
        ]);
    }
}
