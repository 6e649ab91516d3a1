//! A table as one person follows it: from the messages that a table sends to a viewer, what they must be told.
//!
//! It works out nothing about the game. It keeps the last view, puts the changed fields of the next into it, and says
//! when something is asked of this person.

use std::collections::BTreeMap;

use roundtable_core::{Raw, Seat};
use roundtable_protocol::{PersonId, TableId, Told};
use serde::Deserialize;
use serde_json::value::RawValue;

/// A message to a viewer, as far as it matters here. Parts that are only passed on stay text.
#[derive(Deserialize)]
struct Heard<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    #[serde(borrow)]
    table: Option<&'a RawValue>,
    you: Option<You>,
    #[serde(borrow)]
    game: Option<BTreeMap<&'a str, &'a RawValue>>,
    #[serde(borrow)]
    events: Option<Vec<&'a RawValue>>,
    since: Option<usize>,
    #[serde(borrow)]
    line: Option<&'a RawValue>,
    #[serde(borrow)]
    claim: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct You {
    seat: Option<Seat>,
}

/// What matters here of a table.
#[derive(Deserialize)]
struct Table {
    status: String,
    seats: Vec<TableSeat>,
    host: PersonId,
}

#[derive(Deserialize)]
struct TableSeat {
    kind: String,
    person: Option<PersonId>,
}

/// What the table is for this person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// They are asked to sit down.
    Asked,
    /// It has not begun, and they sit there or are its host.
    Waiting,
    /// It is being played.
    Running,
    /// There is nothing more to follow.
    Gone,
}

/// A table as one person follows it.
pub(crate) struct Followed {
    id: TableId,
    me: PersonId,
    table: Box<str>,
    seat: Option<Seat>,
    stage: Option<Stage>,
    /// The game without its view.
    game: BTreeMap<String, Box<RawValue>>,
    view: BTreeMap<String, Box<RawValue>>,
    /// The events that were not told yet.
    events: Vec<Box<RawValue>>,
    /// The number of the first of them.
    next: usize,
    /// The decision that they know of.
    asked: Option<u32>,
    over: bool,
}

impl Followed {
    /// A table that this person follows, who has this many of its events.
    pub(crate) fn new(id: TableId, me: PersonId, events: usize) -> Self {
        Self {
            id,
            me,
            table: "null".into(),
            seat: None,
            stage: None,
            game: BTreeMap::new(),
            view: BTreeMap::new(),
            events: Vec::new(),
            next: events,
            asked: None,
            over: false,
        }
    }

    /// Whether nothing more will be told of it.
    pub(crate) fn is_over(&self) -> bool {
        self.over || self.stage == Some(Stage::Gone)
    }

    /// How many moves were made, and which decision this person has to make.
    pub(crate) fn decision(&self) -> (usize, Option<u32>) {
        let read = |name| self.game.get(name).map(|value| value.get());
        let ply = read("ply").and_then(|ply| ply.parse().ok()).unwrap_or(0);
        (ply, read("decision").and_then(|decision| decision.parse().ok()))
    }

    /// How the game ended.
    pub(crate) fn outcome(&self) -> Option<&str> {
        let outcome = self.game.get("outcome").map(|outcome| outcome.get());
        outcome.filter(|outcome| *outcome != "null")
    }

    /// The table.
    pub(crate) const fn table(&self) -> &str {
        &self.table
    }

    /// Where this person sits.
    pub(crate) const fn seat(&self) -> Option<Seat> {
        self.seat
    }

    /// Where the game stands, with the whole view, once it is dealt.
    pub(crate) fn game(&self) -> Option<String> {
        if self.game.is_empty() {
            return None;
        }
        let view = serde_json::to_string(&self.view).ok()?;
        let mut game = self.game.clone();
        game.insert("view".to_owned(), RawValue::from_string(view).ok()?);
        serde_json::to_string(&game).ok()
    }

    /// The events that were not told yet, with the number of the first. They count as told from now on.
    pub(crate) fn news(&mut self) -> (String, usize) {
        let (events, since) = (std::mem::take(&mut self.events), self.next);
        self.next += events.len();
        (
            serde_json::to_string(&events).unwrap_or_else(|_| "[]".to_owned()),
            since,
        )
    }

    /// Takes a message of the table, and tells what follows from it for this person.
    pub(crate) fn take(&mut self, text: &str, mut tell: impl FnMut(Told<'_>)) {
        let Ok(heard) = serde_json::from_str::<Heard<'_>>(text) else {
            // A later version writes something that this one does not know.
            return;
        };
        let id = || self.id.clone();
        match (heard.kind, heard.line, heard.claim) {
            ("chat", Some(line), _) => tell(Told::Chat {
                table: id(),
                line: Raw(line.get()),
            }),
            ("claim", _, Some(claim)) => tell(Told::Claim {
                table: id(),
                claim: Raw(claim.get()),
            }),
            ("sync" | "update" | "table", ..) => self.change(&heard, &mut tell),
            _ => {}
        }
    }

    /// Takes a message of the table, and tells nothing.
    pub(crate) fn keep(&mut self, text: &str) {
        if let Ok(heard) = serde_json::from_str::<Heard<'_>>(text) {
            self.note(&heard);
            if let Some(table) = heard.table {
                self.table = table.get().into();
            }
        }
    }

    fn change(&mut self, heard: &Heard<'_>, tell: &mut impl FnMut(Told<'_>)) {
        self.note(heard);
        if let Some(table) = heard.table {
            self.sit(table.get(), tell);
        }
        self.turn(tell);
    }

    /// Keeps what a message says about the game.
    fn note(&mut self, heard: &Heard<'_>) {
        if let Some(you) = &heard.you {
            self.seat = you.seat;
        }
        let whole = heard.kind == "sync";
        if let Some(game) = &heard.game {
            self.see(game, whole);
        } else if whole {
            (self.game, self.view) = (BTreeMap::new(), BTreeMap::new());
        }
        if let Some(events) = &heard.events {
            let known = self.next + self.events.len();
            // After a `sync` some of them are known.
            let from = heard.since.unwrap_or(known);
            let new = events.iter().skip(known.saturating_sub(from));
            self.events.extend(new.map(|event| (*event).to_owned()));
        }
    }

    /// Puts a game, or what has changed in it, in place of what was known.
    fn see(&mut self, game: &BTreeMap<&str, &RawValue>, whole: bool) {
        if whole {
            self.view.clear();
        }
        self.game.clear();
        for (name, value) in game {
            if ["view", "changed"].contains(name) {
                let fields: Option<BTreeMap<&str, &RawValue>> = serde_json::from_str(value.get()).ok();
                for (field, value) in fields.into_iter().flatten() {
                    self.view.insert(field.to_owned(), value.to_owned());
                }
            } else {
                self.game.insert((*name).to_owned(), (*value).to_owned());
            }
        }
    }

    /// What the table is now, for whoever is told.
    fn sit(&mut self, text: &str, tell: &mut impl FnMut(Told<'_>)) {
        let Ok(table) = serde_json::from_str::<Table>(text) else {
            return;
        };
        let asked = |seat: &TableSeat| seat.kind == "asked" && seat.person.as_ref() == Some(&self.me);
        let asked = table.seats.iter().any(asked);
        let stage = match table.status.as_str() {
            "waiting" | "dealing" if self.seat.is_some() || table.host == self.me => Stage::Waiting,
            "waiting" if asked => Stage::Asked,
            "running" | "over" if self.seat.is_some() => Stage::Running,
            _ => Stage::Gone,
        };
        let (before, changed) = (self.stage.replace(stage), *self.table != *text);
        self.table = text.into();
        let (table, seat) = (Raw(text), self.seat);
        match stage {
            Stage::Asked if before != Some(Stage::Asked) => tell(Told::Challenge { table }),
            Stage::Waiting if changed => tell(Told::Table { table, seat }),
            Stage::Running if before != Some(Stage::Running) => tell(Told::Start { table, seat }),
            Stage::Gone if before.is_some() => tell(Told::Gone { table: self.id.clone() }),
            Stage::Asked | Stage::Waiting | Stage::Running | Stage::Gone => {}
        }
    }

    /// Whether it is this person's turn, or the game is over.
    fn turn(&mut self, tell: &mut impl FnMut(Told<'_>)) {
        if self.stage != Some(Stage::Running) || self.over {
            return;
        }
        let (_, decision) = self.decision();
        let outcome = self.outcome().map(str::to_owned);
        if outcome.is_none() && (decision.is_none() || decision == self.asked) {
            return;
        }
        let Some(game) = self.game() else { return };
        let (events, since) = self.news();
        let (table, events) = (self.id.clone(), Raw(&events));
        if let Some(outcome) = outcome {
            self.over = true;
            return tell(Told::Over {
                table,
                outcome: Raw(&outcome),
                events,
                since,
            });
        }
        self.asked = decision;
        tell(Told::Turn {
            table,
            seat: self.seat,
            game: Raw(&game),
            events,
            since,
        });
    }
}

#[cfg(test)]
mod tests {
    use roundtable_core::json;
    use serde_json::{Value, json};

    use super::*;

    fn table(status: &str, kind: &str) -> Value {
        let me = PersonId::from_bits([1; 8]);
        let host = PersonId::from_bits([2; 8]);
        json!({"status": status, "host": host, "seats": [{"kind": kind, "person": me}]})
    }

    fn told(followed: &mut Followed, message: &Value) -> Vec<Value> {
        let mut told = Vec::new();
        followed.take(&message.to_string(), |line| {
            told.push(serde_json::from_str(&json::to_string(&line)).unwrap());
        });
        told
    }

    fn followed() -> Followed {
        Followed::new(TableId::from_bits([7; 16]), PersonId::from_bits([1; 8]), 0)
    }

    #[test]
    fn a_challenge_is_told_until_it_is_gone() {
        let mut followed = followed();
        let sync = json!({"type": "sync", "table": table("waiting", "asked"), "you": {"seat": null}, "game": null,
            "events": [], "since": 0});
        assert_eq!(told(&mut followed, &sync)[0]["type"], "challenge");
        assert_eq!(told(&mut followed, &sync), [] as [Value; 0], "only once");
        let declined = json!({"type": "table", "table": table("waiting", "open"), "you": {"seat": null}});
        assert_eq!(told(&mut followed, &declined)[0]["type"], "gone");
        assert!(followed.is_over());
    }

    #[test]
    fn a_turn_has_the_whole_view_and_the_events_since_the_last() {
        let mut followed = followed();
        let game = json!({"ply": 0, "decision": null, "outcome": null, "legal": [], "view": {"a": 1, "b": [2]}});
        let sync = json!({"type": "sync", "table": table("running", "person"), "you": {"seat": 0}, "game": game,
            "events": ["first"], "since": 0});
        let lines = told(&mut followed, &sync);
        assert_eq!((lines.len(), &lines[0]["type"]), (1, &json!("start")));
        let update = |decision: Option<u32>, changed: Value, event: &str| {
            json!({"type": "update", "game": {"ply": 1, "decision": decision, "outcome": null, "legal": ["x"],
                "changed": changed}, "events": [event]})
        };
        assert!(told(&mut followed, &update(None, json!({"a": 5}), "second")).is_empty());
        let turn = &told(&mut followed, &update(Some(0), json!({"b": []}), "third"))[0];
        assert_eq!(turn["type"], "turn");
        assert_eq!(turn["game"]["view"], json!({"a": 5, "b": []}));
        assert_eq!(
            (&turn["events"], &turn["since"]),
            (&json!(["first", "second", "third"]), &json!(0))
        );
        // Everything again, after the table was read anew: what was told is not told again.
        let game = json!({"ply": 1, "decision": 0, "outcome": null, "legal": ["x"], "view": {"a": 6}});
        let sync = json!({"type": "sync", "table": table("running", "person"), "you": {"seat": 0}, "game": game,
            "events": ["first", "second", "third", "fourth"], "since": 0});
        assert!(told(&mut followed, &sync).is_empty(), "the same decision");
        let turn = &told(&mut followed, &update(Some(1), json!({}), "fifth"))[0];
        assert_eq!(turn["game"]["view"], json!({"a": 6}), "fields that are gone are gone");
        assert_eq!(
            (&turn["events"], &turn["since"]),
            (&json!(["fourth", "fifth"]), &json!(3))
        );
        let mut last = update(None, json!({}), "sixth");
        last["game"]["outcome"] = json!({"winners": [0]});
        let over = &told(&mut followed, &last)[0];
        assert_eq!((&over["type"], &over["since"]), (&json!("over"), &json!(5)));
        assert!(followed.is_over() && told(&mut followed, &last).is_empty());
    }

    #[test]
    fn what_is_unknown_or_not_for_this_viewer_is_passed_over() {
        let mut followed = followed();
        for message in [
            json!({"type": "skip", "n": 4}),
            json!({"type": "dance", "n": 5}),
            json!(3),
            json!({}),
        ] {
            assert!(told(&mut followed, &message).is_empty());
        }
    }
}
