//! A balance run as a whole: every number of players, every deck, and the steps of skill.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::choices::Kinds;
use super::examples::{self, KeepExample};
use super::games::Play;
use super::measure::{Pair, measure};
use super::rows::Rows;
use super::sweep::{Sweep, SweepTable};
use super::{Balance, BalanceReport, findings, skill};
use crate::arena::Deal;
use crate::order::{Balancing, Varied};
use crate::part::damaged;
use crate::subject::Subject;
use crate::table::seated;
use crate::{Experiment, LabError, Order, Report, Run};

/// What was found at tables of one size.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct TableResults {
    players: usize,
    /// The games with each deck.
    decks: Vec<Rows>,
    /// With each deck the deals of each step of skill.
    skill: Vec<Vec<Vec<Deal>>>,
}

impl TableResults {
    /// Whether enough games were finished to say anything.
    fn speaks(&self) -> bool {
        self.decks.first().is_some_and(|rows| rows.rows.len() > 1)
    }

    /// Adds the games that follow.
    pub(crate) fn append(&mut self, later: Self) {
        for (own, later) in self.decks.iter_mut().zip(later.decks) {
            own.append(later);
        }
        let steps = |skill: Vec<Vec<Vec<Deal>>>| skill.into_iter().flatten();
        for (own, later) in self.skill.iter_mut().flatten().zip(steps(later.skill)) {
            own.extend(later);
        }
    }
}

/// Plays these of the order's games.
pub(crate) fn play<G: Subject>(
    order: &Order,
    balancing: &Balancing,
    range: &Range<u64>,
    run: &Run<'_>,
) -> Result<Vec<TableResults>, LabError> {
    let bots = order.specs()?;
    let play = how(order, balancing, &bots);
    let mut tables = Vec::new();
    for &players in &balancing.players {
        let decks = decks::<G>(order, players)?;
        seated(&bots, players)?;
        let skill = |experiment| skill::play(experiment, order, balancing, range, run);
        tables.push(TableResults {
            players,
            decks: play.deals(&decks, range.clone(), run)?,
            skill: decks.iter().map(skill).collect::<Result<_, _>>()?,
        });
    }
    Ok(tables)
}

fn how<'a>(order: &Order, balancing: &Balancing, bots: &'a [roundtable_bots::BotSpec]) -> Play<'a> {
    Play {
        bots,
        claims: order.claims,
        tension: balancing.tension,
    }
}

fn decks<G: Subject>(order: &Order, players: usize) -> Result<Vec<Experiment<G>>, LabError> {
    (0..order.decks.len())
        .map(|deck| order.experiment(players, deck))
        .collect()
}

/// The report on games that were played. `keep` stores the records of games worth a look, if they are wanted.
pub(crate) fn report<G: Subject>(
    order: &Order,
    balancing: &Balancing,
    results: &[TableResults],
    keep: Option<&KeepExample<'_>>,
    run: &Run<'_>,
) -> Result<Report, LabError> {
    if results.len() != balancing.players.len() {
        return Err(damaged());
    }
    // A run that was stopped may not have come to every table.
    let results: Vec<&TableResults> = results.iter().filter(|table| table.speaks()).collect();
    if results.is_empty() {
        return Err(LabError::Design(
            "fewer than two games were finished: nothing can be said".to_owned(),
        ));
    }
    if let Some(varied) = &balancing.sweep {
        return sweep::<G>(order, balancing, varied, &results);
    }
    let bots = order.specs()?;
    let mut tables = Vec::new();
    for table in results {
        let decks = checked::<G>(order, table)?;
        let mut balance = one::<G>(order, balancing, &decks, table, (0, (decks.len() > 1).then_some(1)))?;
        if let Some(keep) = keep {
            let play = how(order, balancing, &bots);
            balance.examples = examples::examples(&play, &decks[0], &table.decks[0], keep, run)?;
        }
        tables.push(balance);
    }
    let changes = match &order.decks[..] {
        [here, there] => crate::deck::changes(crate::deck::text::<G>(there), crate::deck::text::<G>(here)),
        _ => Vec::new(),
    };
    Ok(Report::Balance(BalanceReport::new(changes, tables)))
}

fn sweep<G: Subject>(
    order: &Order,
    balancing: &Balancing,
    varied: &Varied,
    results: &[&TableResults],
) -> Result<Report, LabError> {
    let mut tables = Vec::new();
    for table in results {
        let decks = checked::<G>(order, table)?;
        let value = |deck| one::<G>(order, balancing, &decks, table, (deck, Some(varied.now)));
        let values = (0..decks.len()).map(value).collect::<Result<_, _>>()?;
        tables.push(SweepTable::new(table.players, values));
    }
    Ok(Report::Sweep(Sweep::new(varied, tables)))
}

/// The decks that a table was played with, if its results can be what they should be.
fn checked<G: Subject>(order: &Order, table: &TableResults) -> Result<Vec<Experiment<G>>, LabError> {
    let decks = decks::<G>(order, table.players)?;
    if decks.is_empty() || table.decks.len() != decks.len() || table.skill.len() != decks.len() {
        return Err(damaged());
    }
    let kinds = Kinds::of_game::<G>(table.players).names.len();
    for rows in &table.decks {
        rows.check::<G>(table.players, kinds)?;
        if !rows
            .rows
            .iter()
            .map(|row| row.deal)
            .eq(table.decks[0].rows.iter().map(|row| row.deal))
        {
            return Err(damaged());
        }
    }
    Ok(decks)
}

/// What was measured with one deck, or about the difference to another.
fn one<G: Subject>(
    order: &Order,
    balancing: &Balancing,
    decks: &[Experiment<G>],
    table: &TableResults,
    (here, there): (usize, Option<usize>),
) -> Result<Balance, LabError> {
    let specs = order.specs()?;
    let bots = seated(&specs, table.players)?;
    let pair = Pair {
        here: &table.decks[here],
        there: there.and_then(|there| table.decks.get(there)),
        players: table.players,
        teams: G::TEAMS,
    };
    let mut balance = measure::<G>(
        decks[here].describe(),
        bots.iter().map(ToString::to_string).collect(),
        there.and_then(|there| decks.get(there)).map(|deck| deck.deck.clone()),
        pair,
        balancing.pace,
    );
    balance.adjust();
    balance.findings = findings::findings(&balance);
    balance.skill = skill::report(decks, order, balancing, &table.skill, (here, there))?;
    Ok(balance)
}
