//! The pieces of a review, each worked out on its own: any thread can do any of them, and stop between two.

use roundtable_bots::{Appraisal, BotSpec, Depth, Doubt, Guidance, Level, Search, Searchable, Settings, open_cards};
use roundtable_core::{AnyMatch as _, GameMove, Match, NotationError, Outcome, Record, Replay, Rng, Seat};
use roundtable_protocol::review::{Decision, OpenCards, Points, Review, SeatReview, Verdict};
use roundtable_protocol::{Code, Refusal};

use crate::words::stories;
use crate::{Ask, VERSION};

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

/// How many standard errors a loss must be away from a threshold.
const CLEAR: f64 = 3.0;

/// The part of the work that goes into the chances with open cards.
const OPEN: u32 = 4;

/// The review of one game, ready to be worked out.
pub(crate) struct Plan<G: Searchable> {
    record: Record,
    ask: Ask,
    settings: Settings,
    /// For each decision.
    simulations: u32,
    players: usize,
    outcome: Outcome,
    pieces: Vec<Piece>,
    game: std::marker::PhantomData<fn() -> G>,
}

/// A piece of a review.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Piece {
    /// A decision between several moves.
    Decision {
        /// Whose.
        seat: Seat,
        /// After how many moves.
        ply: usize,
        /// Which of the seat's, from 0.
        number: usize,
    },
    /// The chances with open cards.
    Open {
        /// After how many moves.
        ply: usize,
    },
}

/// A piece that was worked out.
#[derive(Clone, PartialEq, Debug)]
pub enum Found {
    /// A decision, and whose.
    Decision(Seat, Decision),
    /// The chances of all seats with open cards.
    Open(Vec<Doubt>),
}

impl<G: Searchable> Plan<G> {
    /// Looks through a record for what there is to review.
    ///
    /// # Errors
    /// [`Code::NotOver`] if the game is not over, [`roundtable_core::Code::BadSeat`], or whatever is wrong with the
    /// record.
    pub(crate) fn new(record: Record, ask: Ask) -> Result<Self, Refusal> {
        let players = record.setup.players;
        if let Some(seat) = ask.seat.filter(|seat| seat.index() >= players) {
            let message = format!(
                "there is no seat {seat}: they go from 0 to {}",
                players.saturating_sub(1)
            );
            return Err(roundtable_core::Refusal::new(roundtable_core::Code::BadSeat, message).into());
        }
        let mut cursor = Replay::new(&record, Box::new(Match::<G>::begin(&record)?))?;
        let (mut pieces, mut moves, mut counts) = (Vec::new(), Vec::new(), vec![0; players]);
        for (ply, played) in record.moves.iter().enumerate() {
            let seat = played.seat;
            if seat.index() < players && ask.seat.is_none_or(|wanted| wanted == seat) {
                cursor.game().seat(seat).legal_moves(&mut moves);
                if moves.len() > 1 {
                    let number = counts[seat.index()];
                    pieces.push(Piece::Decision { seat, ply, number });
                    counts[seat.index()] += 1;
                }
            }
            if ask.open {
                pieces.push(Piece::Open { ply });
            }
            cursor.forward()?;
        }
        let Some(outcome) = cursor.finish()?.outcome() else {
            let message = "the game is not over; a review would tell its players what to do";
            return Err(Refusal::new(Code::NotOver, message));
        };
        // Everybody knows how many moves there were, and nobody how many of the others' had no alternative.
        let champion = f64::from(G::CHAMPION.budget.simulations(players)) * ask.quality.decisions();
        let each = champion / record.moves.len().max(1) as f64;
        Ok(Self {
            settings: settings::<G>(ask.level),
            simulations: each.clamp(SIMULATIONS.0, SIMULATIONS.1) as u32,
            players,
            outcome,
            pieces,
            record,
            ask,
            game: std::marker::PhantomData,
        })
    }

    /// Works out one piece, and what the choices of these bots there would have lost. Nothing enters a decision but
    /// what its seat knew.
    fn look(&self, piece: Piece, others: &[BotSpec]) -> Result<(Found, Vec<Points>), Refusal> {
        let (Piece::Decision { ply, .. } | Piece::Open { ply }) = piece;
        let cursor = Replay::new(&self.record, Box::new(Match::<G>::begin(&self.record)?))?.to(ply)?;
        match piece {
            Piece::Decision { seat, ply, number } => {
                let made = self.record.moves[ply].notation.parse();
                let made: G::Move =
                    made.map_err(|error: NotationError| Refusal::new(Code::BadRequest, error.to_string()))?;
                let seed = seed(self.ask.seed, seat.index(), number);
                let handle = cursor.game().seat(seat);
                let mut moves = vec![made];
                moves.extend(others.iter().map(|bot| bot.bot::<G>(seed).choose(&handle)));
                let depth = Depth {
                    simulations: self.simulations,
                    enough: &|so_far: &Appraisal<G::Move>| is_clear(so_far, made),
                };
                let appraisal = Search::<G>::appraise(&self.settings, &handle, &moves, depth, seed);
                let place = |mv: &G::Move| appraisal.moves.iter().position(|other| other == mv).unwrap_or(0);
                let lost = |mv: &G::Move| Points::of_share(appraisal.loss(place(mv)).value);
                let lost = moves[1..].iter().map(lost).collect();
                Ok((Found::Decision(seat, decide(ply, made, &appraisal)), lost))
            }
            Piece::Open { ply } => {
                let seed = seed(self.ask.seed, self.players, ply);
                let position = cursor.game().uncover(&mut Rng::new(seed));
                let simulations = (self.simulations / OPEN).max(1);
                let found = open_cards(&self.settings, &position, simulations, seed);
                Ok((Found::Open(found), Vec::new()))
            }
        }
    }

    /// Puts the review together from all pieces, in their order.
    fn sum(&self, found: Vec<Found>) -> Review {
        let mut decisions: Vec<Vec<Decision>> = vec![Vec::new(); self.players];
        let mut chances: Vec<Vec<Points>> = vec![Vec::new(); self.players];
        let mut error = Points::ZERO;
        for found in found {
            match found {
                Found::Decision(seat, decision) => decisions[seat.index()].push(decision),
                Found::Open(all) => {
                    for (chances, chance) in chances.iter_mut().zip(all) {
                        chances.push(Points::of_share(chance.value));
                        error = error.max(Points::of_share(chance.error));
                    }
                }
            }
        }
        let fair = self.fair();
        let wanted = |seat: &Seat| self.ask.seat.is_none_or(|wanted| wanted == *seat);
        let seats = Seat::all(self.players).zip(decisions);
        let seats = seats.filter(|(seat, _)| wanted(seat));
        let seats = seats.map(|(seat, decisions)| SeatReview::new(seat, self.result(seat), fair, decisions));
        let seats: Vec<SeatReview> = seats.collect();
        for (chances, seat) in chances.iter_mut().zip(Seat::all(self.players)) {
            chances.push(self.result(seat));
        }
        Review {
            version: VERSION,
            game: self.record.setup.game.clone(),
            players: self.players,
            level: self.ask.level.to_string(),
            simulations: self.simulations,
            seed: self.ask.seed,
            stories: stories(&seats),
            seats,
            open: self.ask.open.then_some(OpenCards { chances, error }),
        }
    }

    /// What a seat won.
    fn result(&self, seat: Seat) -> Points {
        let winners = self.outcome.winners();
        let parts = if G::TEAMS { 1 } else { winners.len().max(1) };
        Points::of_share(if winners.contains(seat) {
            1.0 / parts as f64
        } else {
            0.0
        })
    }
}

/// The review of one game of any kind, ready to be worked out piece by piece, on any threads. The pieces do not depend
/// on each other.
pub trait AnyPlan: Send + Sync {
    /// The pieces.
    fn pieces(&self) -> &[Piece];
    /// Works out one piece.
    ///
    /// # Errors
    /// If the record cannot be replayed.
    fn look(&self, piece: Piece) -> Result<Found, Refusal>;
    /// Works out a decision, and what each of these bots would have lost there, on the same samples. They are asked as
    /// if they had just sat down.
    ///
    /// # Errors
    /// If the record cannot be replayed.
    fn compare(&self, piece: Piece, bots: &[BotSpec]) -> Result<(Found, Vec<Points>), Refusal>;
    /// Puts the review together from all pieces, in their order.
    fn sum(&self, found: Vec<Found>) -> Review;
    /// What a seat won; a shared victory counts by its share, a team's in full.
    fn result(&self, seat: Seat) -> Points;
    /// What a seat would win if all sides were equal.
    fn fair(&self) -> Points;
}

impl<G: Searchable> AnyPlan for Plan<G> {
    fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    fn look(&self, piece: Piece) -> Result<Found, Refusal> {
        Ok(self.look(piece, &[])?.0)
    }

    fn compare(&self, piece: Piece, bots: &[BotSpec]) -> Result<(Found, Vec<Points>), Refusal> {
        self.look(piece, bots)
    }

    fn sum(&self, found: Vec<Found>) -> Review {
        self.sum(found)
    }

    fn result(&self, seat: Seat) -> Points {
        self.result(seat)
    }

    fn fair(&self) -> Points {
        Points::of_share(1.0 / if G::TEAMS { 2.0 } else { self.players as f64 })
    }
}

/// The seed of a piece. The seat could know all that a decision's follows from.
fn seed(seed: u64, seat: usize, number: usize) -> u64 {
    let mut rng = Rng::new(seed ^ (seat as u64) << 56 ^ (number as u64) << 32);
    rng.next_u64()
}

/// Whether what to call a move depends on chance no more: its loss is not near any of the thresholds.
fn is_clear<M: GameMove>(appraisal: &Appraisal<M>, made: M) -> bool {
    let place = appraisal.moves.iter().position(|&mv| mv == made).unwrap_or(0);
    let loss = appraisal.loss(place);
    let near = |verdict: &Verdict| (100.0 * loss.value - verdict.threshold()).abs() < CLEAR * 100.0 * loss.error;
    !Verdict::ALL.iter().any(near)
}

/// What an appraisal says of the move that was made.
fn decide<M: GameMove>(ply: usize, made: M, appraisal: &Appraisal<M>) -> Decision {
    let place = appraisal.moves.iter().position(|&mv| mv == made).unwrap_or(0);
    let loss = appraisal.loss(place);
    let best = if loss.value > 0.0 { appraisal.best() } else { place };
    let (lost, lost_error) = (Points::of_share(loss.value), Points::of_share(loss.error));
    let value = Points::of_share(appraisal.value(place).value) + lost;
    let blind = value - Points::of_share(appraisal.blind());
    let verdict = Verdict::of(lost, lost_error);
    Decision {
        ply,
        made: made.to_string(),
        best: appraisal.moves[best].to_string(),
        choices: appraisal.moves.len(),
        sealed: appraisal.mixture.is_some(),
        value,
        error: Points::of_share(appraisal.value(best).error),
        loss: lost,
        loss_error: lost_error,
        blind: blind.max(Points::ZERO),
        luck: Points::ZERO,
        luck_error: Points::ZERO,
        verdict,
        reason: if verdict.is_some() {
            appraisal.reason(best, place)
        } else {
            String::new()
        },
    }
}
