//! The counts of a player: how near each victory is, what stands in the way, and how near the others are.

use roundtable_catalog::games::knights_and_damosels::{ChivalrySet, Kind, KnightsAndDamosels};
use roundtable_core::{Game as _, Seat};

use super::insight::{holders, yes};
use super::weights::NET;
use crate::abilities::{Learnt, Shares};

/// How near a player is to the three victories.
struct Progress {
    /// The share of the cards that one knight must have: with the knight who has most, and with the next.
    given: [f32; 2],
    earned: f32,
    worship: f32,
    /// The knight who has most of the damosel's cards.
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

    /// For each victory, whether one round may be enough.
    fn close(&self, position: &KnightsAndDamosels) -> [f32; 3] {
        let goals = position.goals();
        let left = |part: f32, goal: u16| (1.0 - part) * f32::from(goal);
        [
            yes(left(self.given[0], goals.given.into()) < 1.5),
            yes(left(self.earned, goals.earned.into()) < 1.5),
            yes(left(self.worship, goals.worship) < 4.5),
        ]
    }

    fn each(&self) -> [f32; 3] {
        [self.given[0], self.earned, self.worship]
    }
}

/// What a seat has to reckon with in the others.
#[derive(Default)]
struct Others {
    /// For each victory, how near the nearest player is, and the sum over all.
    best: [f32; 3],
    sum: [f32; 3],
    /// How many are close to each victory.
    close: [f32; 3],
    /// How many are close to a damosel victory by this seat's knight, who could stop them.
    by_own_knight: f32,
    /// How near the nearest is to a damosel victory by another knight.
    by_another: f32,
    /// How many of the cards that this seat's knight lacks are still with the damosels.
    supply: usize,
    /// The most cards that this seat's knight has of one damosel.
    helped: usize,
    /// The highest income of any of them.
    income: f32,
}

impl Others {
    fn of(position: &KnightsAndDamosels, seat: Seat) -> Self {
        let mut all = Self::default();
        for other in Seat::all(position.players()).filter(|&other| other != seat) {
            let progress = Progress::of(position, other);
            let close = progress.close(position);
            for (victory, part) in progress.each().into_iter().enumerate() {
                all.best[victory] = all.best[victory].max(part);
                all.sum[victory] += part;
                all.close[victory] += close[victory];
            }
            if progress.favourite == Some(seat) {
                all.by_own_knight += close[0];
            } else {
                all.by_another = all.by_another.max(progress.given[0].min(1.0));
            }
            all.supply += position.pile_of(other).without(position.chivalries(seat)).len();
            all.helped = all.helped.max(position.given_to(other, seat));
            all.income = all.income.max(income(position, other));
        }
        all
    }
}

impl Learnt for KnightsAndDamosels {
    const COUNTS: usize = 48;

    fn count(&self, side: usize, row: &mut [f32]) {
        let (seat, players) = (Seat::new(side), self.players());
        let (own, others) = (Progress::of(self, seat), Others::of(self, seat));
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
        let kind = |kind| chivalries.within(ChivalrySet::of(kind)).len() as f32 / 3.0;
        let since_merlin = (side + players - self.merlin_seat().index()) % players;
        let turn = (since_merlin + players - 1) % players;
        let (close, rivals) = (own.close(self), (players - 1) as f32);
        let (income, best_income) = (income(self, seat) / 9.0, others.income / 9.0);
        row.copy_from_slice(&[
            own.given[0],
            own.given[0] * own.given[0],
            own.given[1],
            own.earned,
            own.earned * own.earned,
            own.worship,
            own.worship * own.worship,
            others.best[0],
            others.best[1],
            others.best[2],
            others.best[0] * others.best[0],
            others.best[1] * others.best[1],
            others.best[2] * others.best[2],
            others.sum[0] / rivals,
            others.sum[1] / rivals,
            others.sum[2] / rivals,
            open.len() as f32 / 9.0,
            pile.len() as f32 / 9.0,
            alone as f32 / 9.0,
            kind(Kind::Arms),
            kind(Kind::Virtue),
            kind(Kind::Vassalage),
            yes(since_merlin == 0),
            yes(since_merlin == 1),
            (players - 3) as f32 / 3.0,
            close[0],
            close[1],
            close[2],
            others.close[0],
            others.close[1],
            others.close[2],
            others.by_own_knight,
            others.supply as f32 / (9.0 * rivals),
            others.helped as f32 / f32::from(self.goals().given),
            own.favourite
                .map_or(0.0, |knight| self.chivalries(knight).len() as f32 / 7.0),
            turn as f32 / rivals,
            yes(players == 3),
            yes(players == 4),
            yes(players == 5),
            own.given[0] * own.earned,
            own.given[0] * own.worship,
            own.earned * own.worship,
            income,
            best_income,
            income * own.worship,
            best_income * others.best[2],
            others.by_another,
            f32::from(self.round()).min(20.0) / 20.0,
        ]);
    }

    fn judge_well(&self) -> Shares {
        NET.judge(self)
    }
}

/// Roughly what a knight's cards earn in a round of service, if everybody who has a chivalry is equally likely to offer
/// it.
fn income(position: &KnightsAndDamosels, seat: Seat) -> f32 {
    position
        .chivalries(seat)
        .iter()
        .map(|chivalry| {
            let worth = if chivalry.kind() == Kind::Vassalage { 1.0 } else { 1.5 };
            worth / holders(position, chivalry) as f32
        })
        .sum()
}
