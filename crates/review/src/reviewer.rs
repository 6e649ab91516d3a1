//! Goes through a record and appraises every decision.

use std::fmt;
use std::str::FromStr;

use roundtable_bots::{Appraisal, Guidance, Level, Search, Searchable, Settings};
use roundtable_core::{AnyMatch as _, GameMove, Match, NotationError, Record, Replay, Rng, Seat};
use roundtable_protocol::{Code, Refusal};

use crate::words::reason;
use crate::{Decision, Points, Review, SeatReview, Verdict};

/// The version of reviews: of the arithmetic, of the thresholds, and of the bots and samples that values come from.
pub const VERSION: u32 = 1;

/// How closely to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Quality {
    /// A first look, in a second or two.
    Coarse,
    /// About ten seconds for a whole game.
    #[default]
    Standard,
    /// Ten times as long.
    Fine,
}

impl Quality {
    /// All, quickest first.
    pub const ALL: [Self; 3] = [Self::Coarse, Self::Standard, Self::Fine];

    /// The name as it is written.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Coarse => "coarse",
            Self::Standard => "standard",
            Self::Fine => "fine",
        }
    }

    /// A whole review takes as many simulations as this many decisions of a champion.
    const fn decisions(self) -> f64 {
        match self {
            Self::Coarse => 0.4,
            Self::Standard => 4.0,
            Self::Fine => 40.0,
        }
    }
}

impl fmt::Display for Quality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Quality {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|quality| quality.name() == name);
        found.ok_or_else(|| format!("there is no quality `{name}`; there are: coarse, standard, fine"))
    }
}

/// What to review.
#[derive(Clone, PartialEq, Debug)]
pub struct Ask {
    /// Which seat; all if `None`.
    pub seat: Option<Seat>,
    /// The level that everybody is taken to play on with after a move.
    pub level: Level,
    /// How closely to look.
    pub quality: Quality,
    /// What the simulations are drawn with.
    pub seed: u64,
}

impl Default for Ask {
    fn default() -> Self {
        Self {
            seat: None,
            level: Level::Champion,
            quality: Quality::default(),
            seed: 0,
        }
    }
}

/// How values are estimated: as a champion does, with everybody playing on as bots of this level are taken to.
fn settings<G: Searchable>(level: Level) -> Settings {
    let rollouts = match level {
        Level::Page => Guidance::Plain,
        Level::Squire => Guidance::Squire,
        Level::Knight => Guidance::Knight,
        Level::Champion => G::CHAMPION.rollouts,
    };
    Settings {
        rollouts,
        ..G::CHAMPION
    }
}

/// The fewest and the most simulations for a decision.
const SIMULATIONS: (f64, f64) = (64.0, 400_000.0);

/// Reviews a finished game. `progress` is told after each move how many of all were looked at; the review ends early,
/// with `None`, when it returns false.
///
/// # Errors
/// [`Code::NotOver`] if the game is not over, [`roundtable_core::Code::BadSeat`], or whatever is wrong with the record.
pub fn review<G: Searchable>(
    record: &Record,
    ask: &Ask,
    progress: &mut dyn FnMut(usize, usize) -> bool,
) -> Result<Option<Review>, Refusal> {
    let whole = Match::<G>::replay(record)?;
    let players = whole.players();
    if let Some(seat) = ask.seat.filter(|seat| seat.index() >= players) {
        let message = format!("there is no seat {seat}: they go from 0 to {}", players - 1);
        return Err(roundtable_core::Refusal::new(roundtable_core::Code::BadSeat, message).into());
    }
    let Some(outcome) = whole.outcome() else {
        let message = "the game is not over; a review would tell its players what to do";
        return Err(Refusal::new(Code::NotOver, message));
    };
    let settings = settings::<G>(ask.level);
    // Everybody knows how many moves there were, and nobody how many of the others' had no alternative.
    let champion = f64::from(G::CHAMPION.budget.simulations(players)) * ask.quality.decisions();
    let each = champion / record.moves.len().max(1) as f64;
    let simulations = each.clamp(SIMULATIONS.0, SIMULATIONS.1) as u32;
    let mut decisions: Vec<Vec<Decision>> = vec![Vec::new(); players];
    let mut cursor = Replay::new(record, Box::new(Match::<G>::begin(record)?))?;
    let mut moves = Vec::new();
    for (ply, played) in record.moves.iter().enumerate() {
        let seat = played.seat;
        if ask.seat.is_none_or(|wanted| wanted == seat) {
            let handle = cursor.game().seat(seat);
            handle.legal_moves(&mut moves);
            if moves.len() > 1 {
                let made: G::Move = played
                    .notation
                    .parse()
                    .map_err(|error: NotationError| Refusal::new(Code::BadRequest, error.to_string()))?;
                let own = &mut decisions[seat.index()];
                let seed = seed(ask.seed, seat, own.len());
                let appraisal = Search::<G>::appraise(&settings, &handle, Some(made), simulations, seed);
                own.push(decide(ply, made, &appraisal));
            }
        }
        if !progress(ply + 1, record.moves.len()) {
            return Ok(None);
        }
        cursor.forward()?;
    }
    let fair = Points::of_share(1.0 / if G::TEAMS { 2.0 } else { players as f64 });
    let winners = outcome.winners();
    let share = if G::TEAMS {
        1.0
    } else {
        1.0 / winners.len().max(1) as f64
    };
    let seats = Seat::all(players).zip(decisions);
    let seats = seats.filter(|(seat, _)| ask.seat.is_none_or(|wanted| wanted == *seat));
    let seats = seats.map(|(seat, decisions)| {
        let result = Points::of_share(if winners.contains(seat) { share } else { 0.0 });
        SeatReview::new(seat, result, fair, decisions)
    });
    Ok(Some(Review {
        version: VERSION,
        game: record.setup.game.clone(),
        players,
        level: ask.level.to_string(),
        simulations,
        seed: ask.seed,
        seats: seats.collect(),
    }))
}

/// The seed of a decision. The seat could know all that it follows from.
fn seed(seed: u64, seat: Seat, decision: usize) -> u64 {
    let mut rng = Rng::new(seed ^ (seat.index() as u64) << 56 ^ (decision as u64) << 32);
    rng.next_u64()
}

/// What an appraisal says of the move that was made.
fn decide<M: GameMove>(ply: usize, made: M, appraisal: &Appraisal<M>) -> Decision {
    let place = appraisal.moves.iter().position(|&mv| mv == made).unwrap_or(0);
    let loss = appraisal.loss(place);
    let best = if loss.value > 0.0 { appraisal.best() } else { place };
    let own = appraisal.value(place);
    let (lost, lost_error) = (Points::of_share(loss.value), Points::of_share(loss.error));
    let value = Points::of_share(own.value) + lost;
    let blind = value - Points::of_share(appraisal.blind());
    let verdict = Verdict::of(lost, lost_error);
    Decision {
        ply,
        made: made.to_string(),
        best: appraisal.moves[best].to_string(),
        choices: appraisal.moves.len(),
        sealed: appraisal.mixture.is_some(),
        value,
        error: Points::of_share(own.error),
        loss: lost,
        loss_error: lost_error,
        blind: blind.max(Points::ZERO),
        luck: Points::ZERO,
        verdict,
        reason: if verdict.is_some() {
            reason(appraisal, best, place)
        } else {
            String::new()
        },
    }
}
