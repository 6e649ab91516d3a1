//! Playing the games of a balance run, and what is kept of each.

use std::collections::HashMap;

use roundtable_core::{AnyMatch as _, Eye, MAX_SEATS, Outcome};

use super::BalancePlan;
use crate::subject::{Note, Notes, Seen, Subject};
use crate::table::{self, seated};
use crate::{Experiment, LabError, Run};

/// What is kept of a game.
pub(super) struct Row {
    deal: u64,
    /// By seat: its part of the victory, or in a game of teams, whether it was on the winning side.
    pub(super) wins: [f64; MAX_SEATS],
    pub(super) scores: [f64; MAX_SEATS],
    pub(super) winners: usize,
    pub(super) length: f64,
    pub(super) ending: &'static str,
    pub(super) facts: Vec<Fact>,
}

/// How much of a thing a seat had in a game.
#[derive(Clone, Copy)]
pub(super) struct Fact {
    pub(super) thing: u32,
    /// `None` if it belongs to the table.
    pub(super) seat: Option<u8>,
    pub(super) amount: f32,
    pub(super) times: u16,
    pub(super) points: f32,
}

/// All games with one deck, and the names of the things seen in them.
#[derive(Default)]
pub(super) struct Rows {
    pub(super) rows: Vec<Row>,
    /// The index of the group, and the name.
    pub(super) things: Vec<(usize, String)>,
    known: HashMap<(usize, String), u32>,
}

/// Plays every deal, with the second experiment too if there is one.
pub(super) fn play<G: Subject>(
    experiment: &Experiment<G>,
    other: Option<&Experiment<G>>,
    plan: &BalancePlan<'_>,
    run: &Run<'_>,
) -> Result<(Rows, Option<Rows>), LabError> {
    let bots = seated(plan.bots, experiment.players())?;
    let one = |rows: &mut Rows, experiment: &Experiment<G>, deal: u64| {
        let mut game = table::deal(experiment, deal)?;
        let start = game.look(Eye::All);
        let Some(outcome) = table::play(&mut game, experiment, (deal, 0), &bots, plan.claims, run)? else {
            return Ok(false);
        };
        let events: Vec<&G::Event> = game.heard_by(Eye::All).collect();
        let end = game.look(Eye::All);
        let mut notes = Notes::default();
        G::watch(
            &Seen {
                start: &start,
                events: &events,
                end: &end,
                players: experiment.players(),
            },
            &mut notes,
        );
        rows.add::<G>(deal, &outcome, game.ply() as u64, notes);
        Ok(true)
    };
    let trays = run.each(
        plan.games,
        1,
        || (Rows::default(), Rows::default()),
        |tray, deal| {
            let finished = one(&mut tray.0, experiment, deal)?;
            match other {
                Some(other) if finished => one(&mut tray.1, other, deal),
                _ => Ok(finished),
            }
        },
    )?;
    let (here, there): (Vec<Rows>, Vec<Rows>) = trays.into_iter().unzip();
    Ok((Rows::join(here), other.map(|_| Rows::join(there))))
}

/// Drops the deals that were finished with this deck but not with the other, which plays second: that happens when the
/// run is stopped.
pub(super) fn pair(here: &mut Rows, there: Option<&Rows>) {
    if let Some(there) = there {
        let deals: std::collections::HashSet<u64> = there.rows.iter().map(|row| row.deal).collect();
        here.rows.retain(|row| deals.contains(&row.deal));
    }
}

impl Rows {
    fn add<G: Subject>(&mut self, deal: u64, outcome: &Outcome, length: u64, notes: Notes) {
        let winners = outcome.winners();
        let part = if G::TEAMS { 1.0 } else { 1.0 / winners.len() as f64 };
        let (mut wins, mut scores) = ([0.0; MAX_SEATS], [0.0; MAX_SEATS]);
        winners.iter().for_each(|seat| wins[seat.index()] = part);
        for (own, &score) in scores.iter_mut().zip(outcome.scores()) {
            *own = f64::from(score);
        }
        let mut facts: Vec<Fact> = Vec::new();
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
        self.rows.push(Row {
            deal,
            wins,
            scores,
            winners: winners.len(),
            length: length as f64,
            ending: outcome.reason().known(),
            facts,
        });
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

    /// Joins the results of several threads so that nothing depends on which did what: games by deal, things by name.
    fn join(trays: Vec<Self>) -> Self {
        let mut things: Vec<(usize, String)> = trays.iter().flat_map(|tray| tray.things.iter().cloned()).collect();
        things.sort();
        things.dedup();
        let mut rows = Vec::new();
        for tray in trays {
            let renumbered: Vec<u32> = tray
                .things
                .iter()
                .map(|thing| things.binary_search(thing).unwrap_or(0) as u32)
                .collect();
            rows.extend(tray.rows.into_iter().map(|mut row| {
                for fact in &mut row.facts {
                    fact.thing = renumbered[fact.thing as usize];
                }
                row
            }));
        }
        rows.sort_unstable_by_key(|row| row.deal);
        Self {
            rows,
            things,
            known: HashMap::new(),
        }
    }

    /// The number of a thing that was seen.
    pub(super) fn find(&self, thing: &(usize, String)) -> Option<u32> {
        self.things.binary_search(thing).ok().map(|number| number as u32)
    }
}
