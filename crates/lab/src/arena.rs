//! Comparing bots: every deal is played several times, with the bots on different seats, so that better cards favour
//! nobody.

mod rating;
mod seating;

use std::collections::BTreeMap;
use std::ops::Range;

use roundtable_bots::{BotSpec, Searchable};
use roundtable_core::{Outcome, Seat};
use serde::{Deserialize, Serialize};

use crate::luck::luck;
use crate::order::part_of;
use crate::part::damaged;
use crate::stats::{Estimate, Figure};
use crate::table;
use crate::{Described, Experiment, LabError, Run};
use rating::Ladder;

/// What to compare.
pub struct ArenaPlan<'a> {
    /// The bots.
    pub bots: &'a [BotSpec],
    /// At least this many games; a deal once begun is finished.
    pub games: u64,
    /// The first bot alone against the others. Ignored in a game of teams.
    pub field: bool,
    /// Whether results are also given without the luck of the dice.
    pub adjust: bool,
    /// Whether bots may talk, in a game that has claims.
    pub claims: bool,
}

/// The results of an arena.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Arena {
    /// What was played.
    pub setting: Described,
    /// What was compared.
    pub design: Design,
    /// How many deals were played in all their games.
    pub deals: u64,
    /// How many games that makes.
    pub games: u64,
    /// One entry per bot, in the order they were named.
    pub entrants: Vec<Entrant>,
    /// The rating model.
    pub model: &'static str,
}

/// How the seats were assigned.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Design {
    /// Whether whole sides were compared.
    pub teams: bool,
    /// Whether the first bot was alone against the others.
    pub field: bool,
    /// How many times each deal was played.
    pub games_per_deal: u64,
    /// The share of the victories that a bot no better and no worse than the others gets: per seat, or as a side.
    pub fair_share: f64,
    /// Whether bots could talk.
    pub claims: bool,
}

/// What a bot achieved.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Entrant {
    /// Which bot.
    pub bot: String,
    /// Its share of the victories per seat it had (as a side, in a game of teams); shared victories count in parts.
    pub win_share: Figure,
    /// Its mean rank; ties get the mean of their places.
    pub rank: Figure,
    /// Its rating.
    pub rating: Figure,
    /// Its share of the victories without the luck of the dice, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adjusted: Option<Adjusted>,
    /// How often it ranked above each of the others, ties counting half; `None` where they did not meet.
    pub above: Vec<Option<Figure>>,
}

/// A share of the victories without the luck of the dice.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Adjusted {
    /// The share. It estimates the same as the plain one.
    pub win_share: Figure,
    /// The variance of the plain share over the variance of this one: how many times as many games would be needed
    /// without the adjustment.
    pub factor: f64,
}

/// A ranked party of a game: a seat, or a side.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(from = "(usize, u8)", into = "(usize, u8)")]
struct Party {
    entrant: usize,
    rank: u8,
}

impl From<(usize, u8)> for Party {
    fn from((entrant, rank): (usize, u8)) -> Self {
        Self { entrant, rank }
    }
}

impl From<Party> for (usize, u8) {
    fn from(party: Party) -> Self {
        (party.entrant, party.rank)
    }
}

/// A deal that was played in all its games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Deal {
    number: u64,
    games: Vec<Vec<Party>>,
    /// The luck of each party of each game, if it was measured.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    luck: Vec<Vec<f64>>,
}

/// A game of an arena.
struct Played {
    parties: Vec<Party>,
    luck: Option<Vec<f64>>,
}

/// Compares the bots.
///
/// # Errors
/// If there is nothing to compare, or a bot chooses an illegal move.
pub fn arena<G: Searchable>(
    experiment: &Experiment<G>,
    plan: &ArenaPlan<'_>,
    run: &Run<'_>,
) -> Result<Arena, LabError> {
    report(experiment, plan, &play_deals(experiment, plan, 0..plan.games, run)?)
}

/// The seatings of each deal, and how many deals there are.
fn design<G: Searchable>(players: usize, plan: &ArenaPlan<'_>) -> Result<(Vec<Vec<usize>>, u64), LabError> {
    let seatings = if G::TEAMS {
        seating::pairings(plan.bots.len())?
    } else {
        seating::seatings(plan.bots.len(), players, plan.field)?
    };
    let deals = plan.games.div_ceil(seatings.len() as u64).max(1);
    Ok((seatings, deals))
}

/// Plays the deals that belong to these of the plan's games. Deals and their games are in order.
pub(crate) fn play_deals<G: Searchable>(
    experiment: &Experiment<G>,
    plan: &ArenaPlan<'_>,
    games: Range<u64>,
    run: &Run<'_>,
) -> Result<Vec<Deal>, LabError> {
    let (seatings, deals) = design::<G>(experiment.players(), plan)?;
    let deals = part_of(&games, plan.games, deals);
    let per_deal = seatings.len() as u64;
    let trays = run.each(
        deals.start * per_deal..deals.end * per_deal,
        1,
        Vec::new,
        |tray: &mut Vec<(u64, Played)>, step| {
            let (deal, turn) = (step / per_deal, step % per_deal);
            let seating = &seatings[turn as usize];
            let mut game = table::deal(experiment, deal)?;
            let sides = game.sides();
            let seated: Vec<&BotSpec> = sides.iter().map(|&side| &plan.bots[seating[side]]).collect();
            let mut moves = Vec::new();
            let outcome = table::play(
                &mut game,
                experiment,
                (deal, turn),
                &seated,
                plan.claims,
                run,
                |_, seat, mv| moves.push((seat, mv)),
            )?;
            let Some(outcome) = outcome else { return Ok(false) };
            let ranks = if G::TEAMS {
                side_ranks(&outcome, &sides)
            } else {
                outcome.ranks().to_vec()
            };
            let party = |(&entrant, rank): (&usize, u8)| Party { entrant, rank };
            let luck = plan.adjust.then(|| luck(experiment, deal, &moves)).transpose()?;
            let played = Played {
                parties: seating.iter().zip(ranks).map(party).collect(),
                luck: luck.map(|luck| luck[..seating.len()].to_vec()),
            };
            tray.push((step, played));
            Ok(true)
        },
    )?;
    Ok(by_deal(trays, per_deal))
}

/// The deals that were played in all their games; deals and games are in order.
fn by_deal(trays: Vec<Vec<(u64, Played)>>, per_deal: u64) -> Vec<Deal> {
    let mut deals: BTreeMap<u64, BTreeMap<u64, Played>> = BTreeMap::new();
    for (step, played) in trays.into_iter().flatten() {
        let games = deals.entry(step / per_deal).or_default();
        games.insert(step % per_deal, played);
    }
    deals.retain(|_, games| games.len() as u64 == per_deal);
    let deal = |(number, games): (u64, BTreeMap<u64, Played>)| {
        let (games, luck): (Vec<_>, Vec<_>) = games.into_values().map(|game| (game.parties, game.luck)).unzip();
        let luck = luck.into_iter().flatten().collect();
        Deal { number, games, luck }
    };
    deals.into_iter().map(deal).collect()
}

/// The results of deals that were played.
pub(crate) fn report<G: Searchable>(
    experiment: &Experiment<G>,
    plan: &ArenaPlan<'_>,
    deals: &[Deal],
) -> Result<Arena, LabError> {
    let (seatings, _) = design::<G>(experiment.players(), plan)?;
    let parties = if G::TEAMS { 2 } else { experiment.players() };
    let fits = |game: &Vec<Party>| {
        game.len() == parties
            && game
                .iter()
                .all(|party| party.entrant < plan.bots.len() && party.rank > 0)
    };
    let measured = |deal: &Deal| {
        let games = if plan.adjust { deal.games.len() } else { 0 };
        deal.luck.len() == games && deal.luck.iter().all(|luck| luck.len() == parties)
    };
    if !deals.iter().flat_map(|deal| &deal.games).all(fits) || !deals.iter().all(measured) {
        return Err(damaged());
    }
    let design = Design {
        teams: G::TEAMS,
        field: plan.field && !G::TEAMS,
        games_per_deal: seatings.len() as u64,
        fair_share: 1.0 / parties as f64,
        claims: plan.claims,
    };
    Ok(compared(experiment.describe(), design, plan.bots, deals))
}

/// Which of two sides did better: the one that has more than half of its seats among the winners, then one with exactly
/// half, then one with fewer. (Roles can change during a game, so a side may be split at its end.)
fn side_ranks(outcome: &Outcome, sides: &[usize]) -> Vec<u8> {
    let winners = outcome.winners();
    let standing = [0, 1].map(|side| {
        let seats = (0..sides.len()).filter(|&seat| sides[seat] == side);
        let winning = seats.clone().filter(|&seat| winners.contains(Seat::new(seat))).count();
        (2 * winning).cmp(&seats.count())
    });
    match standing[0].cmp(&standing[1]) {
        std::cmp::Ordering::Greater => vec![1, 2],
        std::cmp::Ordering::Equal => vec![1, 1],
        std::cmp::Ordering::Less => vec![2, 1],
    }
}

fn compared(setting: Described, design: Design, bots: &[BotSpec], deals: &[Deal]) -> Arena {
    let mut ladder = Ladder::new(bots.len());
    for deal in deals {
        ladder.deal();
        for parties in &deal.games {
            ladder.game(parties.iter().map(|party| (party.rank, party.entrant)).collect());
        }
    }
    let ratings = ladder.ratings(setting.seed);
    let measured = deals.iter().any(|deal| !deal.luck.is_empty());
    let entrant = |(own, bot): (usize, &BotSpec)| {
        let seats = per_deal(deals, |parties| of(parties, own).count() as f64);
        let shares = per_deal(deals, |parties| {
            of(parties, own).map(|party| share(parties, party)).sum()
        });
        let ranks = per_deal(deals, |parties| {
            of(parties, own).map(|party| middle_rank(parties, party)).sum()
        });
        let above = |other: usize| {
            let met = per_deal(deals, |parties| pairs(parties, own, other).count() as f64);
            let better = per_deal(deals, |parties| pairs(parties, own, other).map(points).sum());
            let above = (own != other).then(|| Estimate::ratio(&better, &met)).flatten()?;
            Some(above.share(met.iter().sum()))
        };
        let trials = seats.iter().sum();
        let plain = Estimate::ratio(&shares, &seats).unwrap_or_default();
        let adjusted = measured.then(|| {
            let luck = deals.iter().map(|deal| luck_of(deal, own));
            let fair: Vec<f64> = shares.iter().zip(luck).map(|(share, luck)| share - luck).collect();
            let adjusted = Estimate::ratio(&fair, &seats).unwrap_or_default();
            Adjusted {
                win_share: adjusted.figure(),
                factor: (plain.standard_error() / adjusted.standard_error()).powi(2),
            }
        });
        Entrant {
            bot: bot.to_string(),
            win_share: plain.share(trials),
            adjusted,
            rank: Estimate::ratio(&ranks, &seats).unwrap_or_default().figure(),
            rating: ratings[own],
            above: (0..bots.len()).map(above).collect(),
        }
    };
    Arena {
        games: deals.iter().map(|deal| deal.games.len() as u64).sum(),
        deals: deals.len() as u64,
        entrants: bots.iter().enumerate().map(entrant).collect(),
        setting,
        design,
        model: "Plackett-Luce, 400 points for odds of ten to one, the mean of all at 1500",
    }
}

/// The luck of an entrant in all games of a deal.
fn luck_of(deal: &Deal, own: usize) -> f64 {
    let games = deal.games.iter().zip(&deal.luck);
    let of_game = |(parties, luck): (&Vec<Party>, &Vec<f64>)| {
        let own = parties.iter().zip(luck).filter(|(party, _)| party.entrant == own);
        own.map(|(_, luck)| luck).sum::<f64>()
    };
    games.map(of_game).sum()
}

/// The sum of something over the games of each deal.
fn per_deal(deals: &[Deal], of_game: impl Fn(&[Party]) -> f64) -> Vec<f64> {
    let sum = |deal: &Deal| deal.games.iter().map(|parties| of_game(parties)).sum();
    deals.iter().map(sum).collect()
}

fn of(parties: &[Party], entrant: usize) -> impl Iterator<Item = &Party> {
    parties.iter().filter(move |party| party.entrant == entrant)
}

/// This party's part of the victory.
fn share(parties: &[Party], own: &Party) -> f64 {
    if own.rank == 1 {
        1.0 / parties.iter().filter(|party| party.rank == 1).count() as f64
    } else {
        0.0
    }
}

/// The mean of the places shared by parties of this rank.
fn middle_rank(parties: &[Party], own: &Party) -> f64 {
    let equal = parties.iter().filter(|party| party.rank == own.rank).count();
    f64::from(own.rank) + (equal as f64 - 1.0) / 2.0
}

fn pairs(parties: &[Party], own: usize, other: usize) -> impl Iterator<Item = (u8, u8)> {
    of(parties, own).flat_map(move |a| of(parties, other).map(move |b| (a.rank, b.rank)))
}

fn points((own, other): (u8, u8)) -> f64 {
    match own.cmp(&other) {
        std::cmp::Ordering::Less => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Greater => 0.0,
    }
}
