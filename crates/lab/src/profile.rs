//! Many reviewed games, summed into a profile: what a player or a bot wins, how much of it was luck, and what its
//! decisions lose. Also whether the values behind all this are right: of the games in which a seat was given a chance
//! of 30 %, it should win 30 %.

mod plot;

use roundtable_bots::BotSpec;
use roundtable_core::{Record, Rng, Seat};
use roundtable_protocol::review::{Decision, Points};
use roundtable_review::{AnyPlan, Ask, Found, Piece, VERSION, plan};
use serde::Serialize;

use crate::stats::{Estimate, Figure};
use crate::{LabError, Run};

/// What to review.
#[derive(Clone, PartialEq, Debug)]
pub struct ProfilePlan {
    /// How to review each game; which seat, if only one is of interest.
    pub ask: Ask,
    /// How many decisions of each seat and game to look at, drawn at random; all if `None`. Sums are estimated from
    /// them: they are right on average, and a game takes much less time.
    pub decisions: Option<usize>,
    /// Bots that are asked what they would have done at each of these decisions.
    pub bots: Vec<BotSpec>,
}

/// What many reviews say, for one game and number of players.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Profile {
    /// The version of the reviews.
    pub version: u32,
    /// The game's slug.
    pub game: String,
    /// How many play.
    pub players: usize,
    /// The level that everybody is taken to play on with.
    pub level: String,
    /// How closely each game was looked at.
    pub quality: String,
    /// How many decisions of each seat were looked at, if not all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decisions: Option<usize>,
    /// How many games.
    pub games: u64,
    /// All reviewed seats together, then each.
    pub rows: Vec<Row>,
    /// The predicted shares, in ten parts of equal width, and what was won.
    pub calibration: Vec<Decile>,
    /// What bots would have lost at the same decisions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bots: Vec<Loser>,
}

/// What a bot would have lost at a decision.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Loser {
    /// The bot.
    pub bot: String,
    /// What it loses at a decision.
    pub loss: Figure,
    /// How much more it loses than the next bot, at the same decisions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub more: Option<Figure>,
}

/// The sums of one seat, or of all. Everything is in points: 100 are a victory.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row {
    /// Which seat; `None` for all together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<usize>,
    /// What was won in a game.
    pub result: Figure,
    /// A fair share.
    pub fair: f64,
    /// The luck of the deal.
    pub deal: Figure,
    /// The luck on the way.
    pub luck: Figure,
    /// What decisions lost.
    pub loss: Figure,
    /// What would have been won without luck: `result - deal - luck`, which is `fair - loss`.
    pub adjusted: Figure,
    /// Inaccuracies, mistakes and blunders in a hundred decisions.
    pub verdicts: [f64; 3],
}

/// Decisions whose move had a chance to win in this part of the scale.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Decile {
    /// From this many points on.
    pub from: f64,
    /// How many decisions.
    pub decisions: u64,
    /// The mean of what was predicted.
    pub predicted: f64,
    /// What was won.
    pub won: Figure,
}

/// A game that was looked at.
#[derive(Clone, Debug)]
struct Looked {
    number: u64,
    game: (String, usize),
    seats: Vec<LookedSeat>,
}

/// A seat of it.
#[derive(Clone, Debug)]
struct LookedSeat {
    seat: usize,
    result: f64,
    fair: f64,
    deal: f64,
    luck: f64,
    loss: f64,
    /// The chance to win with each move made.
    predicted: Vec<f64>,
    verdicts: [u64; 3],
    /// What each bot would have lost at these decisions.
    bots: Vec<f64>,
}

/// Reviews games and sums them up: a profile for each kind of game and number of players. `read` gives the record with
/// a number below `games`.
///
/// # Errors
/// If a record cannot be read, or its game is not over.
pub fn profile(
    games: u64,
    read: &(dyn Fn(u64) -> Result<Record, LabError> + Sync),
    plan: &ProfilePlan,
    run: &Run<'_>,
) -> Result<Vec<Profile>, LabError> {
    let trays = run.each(0..games, 1, Vec::new, |tray: &mut Vec<Looked>, number| {
        tray.push(look(number, read(number)?, plan)?);
        Ok(true)
    })?;
    let mut looked: Vec<Looked> = trays.into_iter().flatten().collect();
    looked.sort_by(|a, b| (&a.game, a.number).cmp(&(&b.game, b.number)));
    let kinds = looked.chunk_by(|a, b| a.game == b.game);
    Ok(kinds.map(|games| sum_up(games, plan)).collect())
}

fn look(number: u64, record: Record, wanted: &ProfilePlan) -> Result<Looked, LabError> {
    let failed = |refusal: roundtable_protocol::Refusal| LabError::Record(refusal.message);
    let (game, players) = (record.setup.game.clone(), record.setup.players);
    let reviewed = plan(record, wanted.ask.clone()).map_err(failed)?;
    let mut seats = Vec::new();
    for seat in Seat::all(players).filter(|seat| wanted.ask.seat.is_none_or(|wanted| wanted == *seat)) {
        let own = |piece: &&Piece| matches!(piece, Piece::Decision { seat: of, .. } if *of == seat);
        let pieces: Vec<Piece> = reviewed.pieces().iter().filter(own).copied().collect();
        seats.push(look_at_seat(number, &*reviewed, seat, &pieces, wanted).map_err(failed)?);
    }
    Ok(Looked {
        number,
        game: (game, players),
        seats,
    })
}

/// Looks at the decisions of a seat, or at some of them.
fn look_at_seat(
    number: u64,
    plan: &dyn AnyPlan,
    seat: Seat,
    pieces: &[Piece],
    wanted: &ProfilePlan,
) -> Result<LookedSeat, roundtable_protocol::Refusal> {
    let mut chosen: Vec<usize> = (0..pieces.len()).collect();
    if let Some(count) = wanted.decisions.filter(|&count| count < pieces.len()) {
        let mut rng = Rng::new(wanted.ask.seed ^ number << 8 ^ seat.index() as u64);
        for place in 0..count {
            let other = place + rng.below((chosen.len() - place) as u32) as usize;
            chosen.swap(place, other);
        }
        chosen.truncate(count);
    }
    let mut known: Vec<Option<(Decision, Vec<Points>)>> = vec![None; pieces.len()];
    let mut at = |place: usize| -> Result<(Decision, Vec<Points>), roundtable_protocol::Refusal> {
        let bots: &[BotSpec] = if chosen.contains(&place) { &wanted.bots } else { &[] };
        if known[place].is_none()
            && let (Found::Decision(_, decision), lost) = plan.compare(pieces[place], bots)?
        {
            known[place] = Some((decision, lost));
        }
        Ok(known[place]
            .clone()
            .unwrap_or_else(|| unreachable!("a decision was asked for")))
    };
    let weight = pieces.len() as f64 / chosen.len().max(1) as f64;
    let (result, fair) = (plan.result(seat).number(), plan.fair().number());
    let mut looked = LookedSeat {
        seat: seat.index(),
        result,
        fair,
        deal: if pieces.is_empty() {
            result
        } else {
            at(0)?.0.value.number()
        } - fair,
        luck: 0.0,
        loss: 0.0,
        predicted: Vec::with_capacity(chosen.len()),
        verdicts: [0; 3],
        bots: vec![0.0; wanted.bots.len()],
    };
    for &place in &chosen {
        let (decision, lost) = at(place)?;
        for (sum, lost) in looked.bots.iter_mut().zip(lost) {
            *sum += lost.number();
        }
        looked.loss += weight * decision.loss.number();
        looked.predicted.push((decision.value - decision.loss).number());
        if let Some(verdict) = decision.verdict {
            looked.verdicts[verdict as usize] += 1;
        }
    }
    // All other values are in the sum of the luck with both signs.
    looked.luck = looked.result - looked.fair - looked.deal + looked.loss;
    Ok(looked)
}

fn sum_up(games: &[Looked], plan: &ProfilePlan) -> Profile {
    let (game, players) = games.first().map_or_else(Default::default, |first| first.game.clone());
    let seats: Vec<usize> = games
        .first()
        .map_or_else(Vec::new, |first| first.seats.iter().map(|one| one.seat).collect());
    let each = seats.iter().map(|&seat| row(games, Some(seat)));
    Profile {
        version: VERSION,
        game,
        players,
        level: plan.ask.level.to_string(),
        quality: plan.ask.quality.to_string(),
        decisions: plan.decisions,
        games: games.len() as u64,
        rows: std::iter::once(row(games, None)).chain(each).collect(),
        calibration: (0..10).filter_map(|part| decile(games, part)).collect(),
        bots: losers(games, &plan.bots),
    }
}

/// Sums over a seat, or over all. A game is one unit.
fn row(games: &[Looked], seat: Option<usize>) -> Row {
    let of = |game: &Looked| -> Vec<LookedSeat> {
        let wanted = |one: &&LookedSeat| seat.is_none_or(|seat| seat == one.seat);
        game.seats.iter().filter(wanted).cloned().collect()
    };
    let mean = |number: &dyn Fn(&LookedSeat) -> f64| {
        let units: Vec<f64> = games
            .iter()
            .map(|game| {
                let seats = of(game);
                seats.iter().map(number).sum::<f64>() / seats.len().max(1) as f64
            })
            .collect();
        Estimate::mean(&units).figure()
    };
    let all: Vec<LookedSeat> = games.iter().flat_map(of).collect();
    let decisions: usize = all.iter().map(|one| one.predicted.len()).sum();
    let often = |verdict: usize| {
        let count: u64 = all.iter().map(|one| one.verdicts[verdict]).sum();
        100.0 * count as f64 / decisions.max(1) as f64
    };
    Row {
        seat,
        result: mean(&|one| one.result),
        fair: all.first().map_or(0.0, |one| one.fair),
        deal: mean(&|one| one.deal),
        luck: mean(&|one| one.luck),
        loss: mean(&|one| one.loss),
        adjusted: mean(&|one| one.fair - one.loss),
        verdicts: [0, 1, 2].map(often),
    }
}

/// What bots would have lost at a decision. A game is one unit.
fn losers(games: &[Looked], bots: &[BotSpec]) -> Vec<Loser> {
    let of = |game: &Looked, number: &dyn Fn(&LookedSeat) -> f64| game.seats.iter().map(number).sum::<f64>();
    let decisions = |seat: &LookedSeat| seat.predicted.len() as f64;
    let counts: Vec<f64> = games.iter().map(|game| of(game, &decisions)).collect();
    let losses = (0..bots.len()).filter_map(|bot| {
        let lost: Vec<f64> = games.iter().map(|game| of(game, &|seat| seat.bots[bot])).collect();
        Estimate::ratio(&lost, &counts)
    });
    let losses: Vec<Estimate> = losses.collect();
    let more = losses.windows(2).map(|pair| Some(pair[0].minus(&pair[1]).figure()));
    let rows = bots.iter().zip(&losses).zip(more.chain([None]));
    let row = |((bot, loss), more): ((&BotSpec, &Estimate), Option<Figure>)| Loser {
        bot: bot.to_string(),
        loss: loss.figure(),
        more,
    };
    rows.map(row).collect()
}

/// The decisions whose move had a chance in one of ten parts of the scale; `None` if there are none.
fn decile(games: &[Looked], part: usize) -> Option<Decile> {
    let within = |predicted: f64| ((predicted / 10.0).floor().clamp(0.0, 9.0)) as usize == part;
    let (mut won, mut counts, mut sum) = (Vec::new(), Vec::new(), 0.0);
    for game in games {
        let (mut results, mut count) = (0.0, 0.0);
        for seat in &game.seats {
            for &predicted in seat.predicted.iter().filter(|&&predicted| within(predicted)) {
                results += seat.result;
                count += 1.0;
                sum += predicted;
            }
        }
        won.push(results);
        counts.push(count);
    }
    let decisions: f64 = counts.iter().sum();
    let estimate = Estimate::ratio(&won, &counts)?;
    Some(Decile {
        from: 10.0 * part as f64,
        decisions: decisions as u64,
        predicted: sum / decisions,
        won: estimate.figure(),
    })
}

impl Profile {
    /// The calibration as a picture, in SVG.
    #[must_use]
    pub fn plot(&self) -> String {
        plot::calibration(self)
    }
}
