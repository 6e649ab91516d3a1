//! How much skill decides: one bot of a level among bots of the level below, on the report's own deck.

use std::ops::Range;

use roundtable_bots::{BotSpec, Level};
use serde::Serialize;

use crate::arena::{self, ArenaPlan, Deal};
use crate::order::{Balancing, part_of};
use crate::stats::Figure;
use crate::subject::Subject;
use crate::{Experiment, LabError, Order, Run};

/// The steps of skill: a level, and the one below it. Champions think too long for a report.
const STEPS: [[Level; 2]; 2] = [[Level::Squire, Level::Page], [Level::Knight, Level::Squire]];

/// How many more games bots play that do not search: those take no time.
const QUICK: u64 = 10;

/// One step of skill.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Skill {
    /// The better bot.
    pub better: String,
    /// The others.
    pub worse: String,
    /// How many games they played.
    pub games: u64,
    /// The share of the victories that the better bot would have if skill did not matter.
    pub fair_share: f64,
    /// The share that it has, alone among the others (as a side, in a game of teams).
    pub here: Figure,
    /// The same with the other deck.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub there: Option<Figure>,
    /// Whether whole sides were compared.
    pub teams: bool,
}

impl Skill {
    /// Who plays against whom.
    pub(super) fn words(&self) -> String {
        if self.teams {
            format!("{}s against {}s", self.better, self.worse)
        } else {
            format!("one {} among {}s", self.better, self.worse)
        }
    }
}

fn bots(step: [Level; 2]) -> [BotSpec; 2] {
    step.map(BotSpec::Level)
}

fn plan<'a>(bots: &'a [BotSpec], order: &Order, balancing: &Balancing) -> ArenaPlan<'a> {
    let quick = bots.first() == Some(&BotSpec::Level(Level::Squire));
    ArenaPlan {
        bots,
        games: balancing.skill * if quick { QUICK } else { 1 },
        field: true,
        adjust: false,
        claims: order.claims,
    }
}

/// Plays the part of every step that belongs to these games of the order.
pub(super) fn play<G: Subject>(
    experiment: &Experiment<G>,
    order: &Order,
    balancing: &Balancing,
    range: &Range<u64>,
    run: &Run<'_>,
) -> Result<Vec<Vec<Deal>>, LabError> {
    if balancing.skill == 0 {
        return Ok(Vec::new());
    }
    let step = |step| {
        let bots = bots(step);
        let plan = plan(&bots, order, balancing);
        arena::play_deals(experiment, &plan, part_of(range, order.games, plan.games), run)
    };
    STEPS.into_iter().map(step).collect()
}

/// What was found, by step, with this deck and the other.
pub(super) fn report<G: Subject>(
    decks: &[Experiment<G>],
    order: &Order,
    balancing: &Balancing,
    played: &[Vec<Vec<Deal>>],
    (here, there): (usize, Option<usize>),
) -> Result<Vec<Skill>, LabError> {
    let compared = |deck: usize, step: usize| {
        let Some(deals) = played[deck].get(step).filter(|deals| !deals.is_empty()) else {
            return Ok(None);
        };
        arena::report(&decks[deck], &plan(&bots(STEPS[step]), order, balancing), deals).map(Some)
    };
    let mut all = Vec::new();
    for (step, [better, worse]) in STEPS.into_iter().enumerate() {
        let Some(arena) = compared(here, step)? else { continue };
        let there = there.map(|deck| compared(deck, step)).transpose()?.flatten();
        all.push(Skill {
            better: better.to_string(),
            worse: worse.to_string(),
            games: arena.games,
            fair_share: arena.design.fair_share,
            here: arena.entrants[0].win_share,
            there: there.map(|arena| arena.entrants[0].win_share),
            teams: arena.design.teams,
        });
    }
    Ok(all)
}
