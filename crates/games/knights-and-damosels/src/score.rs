//! The three victories, the ranking and the outcome (KD-R19, KD-R26).

use std::cmp::Reverse;

use roundtable_core::{Outcome, Seat};
use serde::Serialize;

use crate::state::{KnightsAndDamosels, SEATS};

/// The victory that a player has reached; later variants rank higher.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Victory {
    /// Nothing.
    None,
    /// Enough worship.
    Worship,
    /// Enough cards earned by the knight.
    Knight,
    /// Enough cards given to one knight.
    Damosel,
}

/// What a player is ranked by, in order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Standing {
    /// The kind of victory.
    pub victory: Victory,
    /// The most cards of the damosel with one knight.
    pub given: u8,
    /// The cards of the knight.
    pub earned: u8,
    /// The worship.
    pub worship: u16,
    /// The lot that was drawn; the highest wins.
    pub lot: u8,
}

impl Standing {
    const NONE: Self = Self {
        victory: Victory::None,
        given: 0,
        earned: 0,
        worship: 0,
        lot: 0,
    };
}

/// How the rounds ended, fixed before Camlann.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Finish {
    /// By seat.
    pub standings: [Standing; SEATS],
    /// The seats from the first to the last.
    pub order: [Seat; SEATS],
}

impl Finish {
    pub(crate) const NONE: Self = Self {
        standings: [Standing::NONE; SEATS],
        order: [Seat::new(0); SEATS],
    };

    pub(crate) fn has_damosel_victory(&self, seat: Seat) -> bool {
        self.standings[seat.index()].victory == Victory::Damosel
    }

    /// Whether the seat leads a side at Camlann (KD-R22).
    pub(crate) fn leads(&self, seat: Seat) -> bool {
        self.order[..2].contains(&seat)
    }
}

/// How the game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ending {
    pub winner: Seat,
    pub cause: Cause,
}

/// Why the game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cause {
    /// By the ranking after a round, without a battle.
    Ranking,
    /// The winner was the only one left at Camlann.
    Survivor,
    /// The winner was the strongest of the only side left.
    Side,
    /// The winner was elected when nobody was left.
    Election,
    /// Nobody could fight, so the ranking stands.
    Unfought,
}

impl KnightsAndDamosels {
    /// The most cards of this seat's damosel with one knight, as they lie now.
    pub(crate) fn given(&self, seat: Seat) -> u8 {
        let most = self.with[seat.index()].iter().map(|cards| cards.len()).max();
        most.unwrap_or(0) as u8
    }

    /// The kind of victory that this seat has now.
    pub(crate) fn victory(&self, seat: Seat) -> Victory {
        if self.given(seat) >= self.goals.given {
            Victory::Damosel
        } else if self.row(seat).len() >= usize::from(self.goals.earned) {
            Victory::Knight
        } else if self.worship[seat.index()] >= self.goals.worship {
            Victory::Worship
        } else {
            Victory::None
        }
    }

    /// The ranking with these lots, by seat.
    pub(crate) fn rank(&self, lots: [u8; SEATS]) -> Finish {
        let mut finish = Finish::NONE;
        for seat in self.all_seats() {
            finish.standings[seat.index()] = Standing {
                victory: self.victory(seat),
                given: self.given(seat),
                earned: self.row(seat).len() as u8,
                worship: self.worship[seat.index()],
                lot: lots[seat.index()],
            };
        }
        for (place, seat) in finish.order.iter_mut().zip(self.all_seats()) {
            *place = seat;
        }
        finish.order[..self.seat_count()].sort_unstable_by_key(|seat| Reverse(finish.standings[seat.index()]));
        finish
    }

    /// The outcome: scores are worship, ranks follow the final order.
    pub(crate) fn score(&self, ending: Ending) -> Outcome {
        let players = self.seat_count();
        let (mut scores, mut places) = ([0; SEATS], [(false, Reverse(0)); SEATS]);
        for (place, seat) in self.finish.order.iter().take(players).enumerate() {
            scores[seat.index()] = i32::from(self.worship[seat.index()]);
            places[seat.index()] = (*seat == ending.winner, Reverse(place));
        }
        let (code, text) = match ending.cause {
            Cause::Ranking => match self.finish.standings[ending.winner.index()].victory {
                Victory::Damosel => (
                    "damosel_victory",
                    "A damosel has given her cards to one knight and wins.",
                ),
                Victory::Knight => ("knight_victory", "A knight has earned chivalry enough and wins."),
                Victory::Worship => ("worship_victory", "Worship wins the game."),
                Victory::None => ("sixty_rounds", "After sixty rounds the ranking decides."),
            },
            Cause::Survivor => ("camlann_survivor", "One knight alone is left at Camlann, and wins."),
            Cause::Side => (
                "camlann_side",
                "One side alone is left at Camlann: its knight with most cards wins.",
            ),
            Cause::Election => (
                "camlann_election",
                "Nobody is left at Camlann: of the last to fight, one is elected.",
            ),
            Cause::Unfought => (
                "camlann_unfought",
                "Nobody could fight at Camlann: the ranking decides.",
            ),
        };
        Outcome::ranked(&scores[..players], &places[..players], code, text)
    }
}
