//! Carrying out an order: playing a part of it, and reporting on all of it.

use std::fmt;
use std::ops::Range;

use serde::Serialize;

use crate::part::{Results, damaged};
use crate::{
    Arena, ArenaPlan, BalanceReport, Keep, KeepExample, Kind, LabError, Order, Part, Run, Sim, SimPlan, Subject, Sweep,
    arena, balance, sim,
};

/// What was found.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Report {
    /// By a simulation.
    Sim(Sim),
    /// By an arena.
    Arena(Arena),
    /// By taking a game apart.
    Balance(BalanceReport),
    /// By varying a value of the deck.
    Sweep(Sweep),
}

impl Report {
    /// A self-contained HTML page with plots, where there is one.
    #[must_use]
    pub fn html(&self) -> Option<String> {
        match self {
            Self::Sim(_) | Self::Arena(_) => None,
            Self::Balance(report) => Some(report.html()),
            Self::Sweep(sweep) => Some(sweep.html()),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sim(sim) => sim.fmt(f),
            Self::Arena(arena) => arena.fmt(f),
            Self::Balance(report) => report.fmt(f),
            Self::Sweep(sweep) => sweep.fmt(f),
        }
    }
}

/// Plays these of the order's games. `keep` receives the record of every game of a simulation.
///
/// # Errors
/// If there are no such games, the game cannot be set up like this, or a bot chooses an illegal move.
pub fn play<G: Subject>(
    order: &Order,
    range: Range<u64>,
    keep: Option<&Keep<'_>>,
    run: &Run<'_>,
) -> Result<Part, LabError> {
    if range.start >= range.end || range.end > order.games {
        return Err(LabError::Design(format!(
            "there are {} games, so a range is part of 0..{}, and {}..{} is not",
            order.games, order.games, range.start, range.end
        )));
    }
    let bots = order.specs()?;
    let results = match &order.kind {
        Kind::Sim => {
            let plan = sim_plan(order, &bots, keep);
            let experiment = order.experiment::<G>(order.setup.players, 0)?;
            Results::Sim(Box::new(sim::play_games(&experiment, &plan, range.clone(), run)?))
        }
        Kind::Arena { field, adjust } => {
            let plan = arena_plan(order, &bots, (*field, *adjust));
            let experiment = order.experiment::<G>(order.setup.players, 0)?;
            Results::Arena(arena::play_deals(&experiment, &plan, range.clone(), run)?)
        }
        Kind::Balance(balancing) => Results::Balance(balance::play::<G>(order, balancing, &range, run)?),
    };
    Ok(Part::new(order.clone(), range, results))
}

/// Reports on all games of an order. `keep` stores the records of examples, in a report that has them.
///
/// # Errors
/// If the part is not of this program's making, or an example cannot be kept.
pub fn report<G: Subject>(whole: Part, keep: Option<&KeepExample<'_>>, run: &Run<'_>) -> Result<Report, LabError> {
    let order = &whole.order;
    order.check_versions(&G::INFO)?;
    let bots = order.specs()?;
    match (&order.kind, whole.results) {
        (Kind::Sim, Results::Sim(tally)) => {
            // A run that was stopped has fewer games.
            if tally.games() > order.games {
                return Err(damaged());
            }
            let experiment = order.experiment::<G>(order.setup.players, 0)?;
            Ok(Report::Sim(sim::report(
                &experiment,
                &sim_plan(order, &bots, None),
                *tally,
            )?))
        }
        (Kind::Arena { field, adjust }, Results::Arena(deals)) => {
            let experiment = order.experiment::<G>(order.setup.players, 0)?;
            let plan = arena_plan(order, &bots, (*field, *adjust));
            Ok(Report::Arena(arena::report(&experiment, &plan, &deals)?))
        }
        (Kind::Balance(balancing), Results::Balance(tables)) => {
            balance::report::<G>(order, balancing, &tables, keep, run)
        }
        _ => Err(damaged()),
    }
}

fn sim_plan<'a>(order: &Order, bots: &'a [roundtable_bots::BotSpec], keep: Option<&'a Keep<'a>>) -> SimPlan<'a> {
    SimPlan {
        bots,
        games: order.games,
        claims: order.claims,
        keep,
    }
}

fn arena_plan<'a>(order: &Order, bots: &'a [roundtable_bots::BotSpec], (field, adjust): (bool, bool)) -> ArenaPlan<'a> {
    ArenaPlan {
        bots,
        games: order.games,
        field,
        adjust,
        claims: order.claims,
    }
}
