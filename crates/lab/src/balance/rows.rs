//! What is kept of each game of a balance run. It can be written to a file and read again without loss, and joined in
//! any order.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use roundtable_core::{Outcome, Seat};
use serde::{Deserialize, Serialize};

use super::choices::Choices;
use super::curve::Curve;
use crate::LabError;
use crate::part::damaged;
use crate::subject::{Note, Notes, Subject};

/// What is kept of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Row {
    pub(super) deal: u64,
    /// The seats that won.
    pub(super) winners: Vec<Seat>,
    pub(super) scores: Vec<i32>,
    pub(super) length: u64,
    pub(super) ending: Cow<'static, str>,
    pub(super) facts: Vec<Fact>,
    pub(super) choices: Choices,
    /// How the chances went, in the games whose tension is measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) curve: Option<Curve>,
}

/// How much of a thing a seat had in a game.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(from = "WrittenFact", into = "WrittenFact")]
pub(super) struct Fact {
    pub(super) thing: u32,
    /// `None` if it belongs to the table.
    pub(super) seat: Option<u8>,
    pub(super) amount: f32,
    pub(super) times: u16,
    pub(super) points: f32,
}

/// A fact in a file. Every `f32` survives being written as `f64`, even if reading is off by the last bit.
type WrittenFact = (u32, Option<u8>, f64, u16, f64);

impl From<WrittenFact> for Fact {
    fn from((thing, seat, amount, times, points): WrittenFact) -> Self {
        Self {
            thing,
            seat,
            amount: amount as f32,
            times,
            points: points as f32,
        }
    }
}

impl From<Fact> for WrittenFact {
    fn from(fact: Fact) -> Self {
        let (amount, points) = (f64::from(fact.amount), f64::from(fact.points));
        (fact.thing, fact.seat, amount, fact.times, points)
    }
}

/// All games with one deck, and the names of the things seen in them.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Rows {
    pub(super) rows: Vec<Row>,
    /// The index of the group, and the name.
    pub(super) things: Vec<(usize, String)>,
    /// How many decisions had this many legal moves.
    pub(super) branching: BTreeMap<u32, u64>,
    #[serde(skip)]
    known: HashMap<(usize, String), u32>,
}

impl Row {
    /// A row without facts.
    pub(super) fn new(deal: u64, outcome: &Outcome, length: u64) -> Self {
        Self {
            deal,
            winners: outcome.winners().iter().collect(),
            scores: outcome.scores().to_vec(),
            length,
            ending: Cow::Borrowed(outcome.reason().known()),
            facts: Vec::new(),
            choices: Choices::default(),
            curve: None,
        }
    }

    /// A seat's part of the victory; in a game of teams, whether it was on the winning side.
    pub(super) fn win(&self, seat: usize, teams: bool) -> f64 {
        let won = self.winners.contains(&Seat::new(seat));
        match (won, teams) {
            (false, _) => 0.0,
            (true, true) => 1.0,
            (true, false) => 1.0 / self.winners.len() as f64,
        }
    }
}

impl Rows {
    /// Adds a game with what was noted about it.
    pub(super) fn add<G: Subject>(&mut self, mut row: Row, notes: Notes) {
        let facts = &mut row.facts;
        for Note {
            group,
            name,
            seat,
            amount,
            points,
        } in notes.0
        {
            let Some(group) = G::GROUPS.iter().position(|known| **known == *group) else {
                continue;
            };
            let thing = self.number((group, name));
            let seat = seat.map(|seat| seat.index() as u8);
            match facts.iter_mut().find(|fact| fact.thing == thing && fact.seat == seat) {
                Some(fact) => {
                    fact.amount += amount as f32;
                    fact.times += 1;
                    fact.points += points as f32;
                }
                None => facts.push(Fact {
                    thing,
                    seat,
                    amount: amount as f32,
                    times: 1,
                    points: points as f32,
                }),
            }
        }
        facts.shrink_to_fit();
        self.rows.push(row);
    }

    /// The number of a thing; a new one if it has none yet.
    fn number(&mut self, thing: (usize, String)) -> u32 {
        if let Some(&number) = self.known.get(&thing) {
            return number;
        }
        let number = self.things.len() as u32;
        self.things.push(thing.clone());
        self.known.insert(thing, number);
        number
    }

    /// Joins the results of several threads or parts so that nothing depends on which did what: games by deal, things
    /// by name.
    pub(super) fn join(trays: Vec<Self>) -> Self {
        let mut things: Vec<(usize, String)> = trays.iter().flat_map(|tray| tray.things.iter().cloned()).collect();
        things.sort();
        things.dedup();
        let (mut rows, mut branching) = (Vec::new(), BTreeMap::new());
        for tray in trays {
            let renumbered: Vec<u32> = tray
                .things
                .iter()
                .map(|thing| things.binary_search(thing).unwrap_or(0) as u32)
                .collect();
            rows.extend(tray.rows.into_iter().map(|mut row| {
                for fact in &mut row.facts {
                    // A number that is not there is found when the rows are checked.
                    fact.thing = renumbered.get(fact.thing as usize).copied().unwrap_or(u32::MAX);
                }
                row
            }));
            for (moves, count) in tray.branching {
                *branching.entry(moves).or_default() += count;
            }
        }
        rows.sort_unstable_by_key(|row| row.deal);
        Self {
            rows,
            things,
            branching,
            known: HashMap::new(),
        }
    }

    /// Adds the games that follow.
    pub(super) fn append(&mut self, later: Self) {
        *self = Self::join(vec![std::mem::take(self), later]);
    }

    /// The number of a thing that was seen.
    pub(super) fn find(&self, thing: &(usize, String)) -> Option<u32> {
        self.things.binary_search(thing).ok().map(|number| number as u32)
    }

    /// Refuses rows that cannot have come from such a game, read from a file that somebody has changed.
    pub(super) fn check<G: Subject>(&self, players: usize, kinds: usize) -> Result<(), LabError> {
        let fits = |row: &Row| {
            row.scores.len() == players
                && !row.winners.is_empty()
                && row.winners.iter().all(|seat| seat.index() < players)
                && row.facts.iter().all(|fact| {
                    (fact.thing as usize) < self.things.len()
                        && fact.seat.is_none_or(|seat| usize::from(seat) < players)
                        && fact.amount.is_finite()
                        && fact.points.is_finite()
                })
                && row.choices.fit(kinds)
                && row.curve.as_ref().is_none_or(|curve| curve.fits(players))
        };
        let groups = self.things.iter().all(|(group, _)| *group < G::GROUPS.len());
        if groups && self.things.is_sorted() && self.rows.iter().all(fits) {
            Ok(())
        } else {
            Err(damaged())
        }
    }
}

/// Drops the deals that were not finished with every deck: that happens when the run is stopped.
pub(super) fn pair(decks: &mut [Rows]) {
    let deals = |rows: &Rows| rows.rows.iter().map(|row| row.deal).collect::<BTreeSet<u64>>();
    let shared = decks
        .iter()
        .map(deals)
        .reduce(|a, b| a.intersection(&b).copied().collect());
    let shared = shared.unwrap_or_default();
    for rows in decks {
        rows.rows.retain(|row| shared.contains(&row.deal));
    }
}
