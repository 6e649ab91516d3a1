//! What a viewer is shown: the only way out of a room.

use std::fmt::Write as _;

use roundtable_core::{AnyMatch, Eye, Refusal, Seats};
use serde_json::value::RawValue;

use super::room::Room;
use super::state::{SeatState, TableState};
use crate::secret::{PersonId, TableId};
use crate::store::StoredChat;
use crate::wire::{ChatLine, Deadline, Message, SeatInfo, SeatKind, TableInfo, WireClaim, WireOutcome, You};

/// How much room a message is given at first, in bytes: most then need no more.
const PAGE: usize = 1536;

/// The table as this person may see it. `name` says what people are called.
pub fn info(
    id: &TableId,
    state: &TableState,
    ply: usize,
    who: Option<&PersonId>,
    name: impl Fn(&PersonId) -> Option<String>,
) -> TableInfo {
    let host = who == Some(&state.host);
    let seated = who.is_some_and(|who| state.seat_of(who).is_some());
    let seat = |seat: &SeatState| {
        let empty = SeatInfo {
            kind: SeatKind::Open,
            level: None,
            person: None,
            name: None,
            stand_in: None,
            invite: None,
        };
        match seat {
            SeatState::Open => empty,
            SeatState::Invited(secret) => SeatInfo {
                kind: SeatKind::Invited,
                invite: host.then(|| secret.clone()),
                ..empty
            },
            SeatState::Bot(level) => SeatInfo {
                kind: SeatKind::Bot,
                level: Some(level.clone()),
                ..empty
            },
            SeatState::Person { id, stand_in, .. } => SeatInfo {
                kind: SeatKind::Person,
                name: name(id),
                // Who has no name any more is nobody.
                person: name(id).map(|_| id.clone()),
                stand_in: *stand_in,
                ..empty
            },
        }
    };
    TableInfo {
        id: id.clone(),
        game: state.game.clone(),
        rules_version: state.rules_version,
        players: state.players,
        options: state.options.clone(),
        own_deck: state.deck.is_some(),
        status: state.status,
        ply,
        public: state.public,
        spectators: state.spectators,
        hints: state.hints,
        seconds: state.seconds,
        stand_in: state.stand_in.clone(),
        host: state.host.clone(),
        seats: state.seats.iter().map(seat).collect(),
        commitment: state.commitment(),
        key: (host || seated).then(|| state.key.clone()),
        muted: state.muted.clone(),
        rematch: state.rematch.clone(),
        outcome: state.outcome.clone(),
        created_at: state.created_at,
    }
}

impl Room {
    /// The table as this person may see it.
    #[must_use]
    pub fn info(&self, who: Option<&PersonId>) -> TableInfo {
        let ply = self.game.as_ref().map_or(0, |game| game.ply());
        info(&self.id, &self.state, ply, who, |person| {
            self.names.get(person).cloned()
        })
    }

    /// With which eye this person looks.
    #[must_use]
    pub fn eye(&self, who: Option<&PersonId>) -> Eye {
        who.and_then(|who| self.state.seat_of(who))
            .map_or(Eye::Table, Eye::Seat)
    }

    pub(super) fn you(&self, who: Option<&PersonId>) -> You {
        let deaf = |who| {
            self.state
                .deaf
                .iter()
                .filter(move |(a, _)| Some(a) == who)
                .map(|(_, b)| b.clone())
        };
        You {
            seat: self.eye(who).seat(),
            host: who == Some(&self.state.host),
            muted: deaf(who).collect(),
        }
    }

    /// What this eye sees, once the game is dealt: the fields of its view, one a line.
    pub(super) fn view(&self, eye: Eye) -> Option<String> {
        let game = self.game.as_ref()?;
        let mut lines = String::with_capacity(2 * PAGE);
        game.write_view(eye, &mut lines);
        Some(lines)
    }

    /// Where the game stands for this eye. `seen` is what it sees, under the name of that field.
    fn write_game(&self, game: &dyn AnyMatch, eye: Eye, (name, seen): (&str, Lines<'_>), out: &mut String) {
        let to_act = game.to_act();
        let own = eye.seat().filter(|seat| to_act.contains(*seat));
        put(out, format_args!(r#"{{"ply":{},"to_act":["#, game.ply()));
        for (i, seat) in to_act.iter().enumerate() {
            put(out, format_args!("{}{seat}", if i > 0 { "," } else { "" }));
        }
        out.push_str(r#"],"decision":"#);
        match own {
            Some(seat) => put(out, format_args!("{}", self.decisions[seat.index()])),
            None => out.push_str("null"),
        }
        out.push_str(r#","outcome":"#);
        match game.outcome() {
            Some(outcome) => put_json(out, &WireOutcome::from(outcome)),
            None => out.push_str("null"),
        }
        out.push_str(r#","deadlines":"#);
        put_json(out, &self.deadlines(to_act));
        out.push_str(r#","legal":"#);
        match own {
            Some(seat) => game.write_legal(seat, out),
            None => out.push_str("[]"),
        }
        put(out, format_args!(r#","{name}":{seen}}}"#));
    }

    /// The message that tells this eye of a move: the events from `since` on, and what in its view is not as it was known. Nothing if
    /// that cannot be told, since a field is gone.
    pub(super) fn update(&self, n: u64, eye: Eye, since: usize, known: &str, view: &str) -> Option<String> {
        let game = &**self.game.as_ref()?;
        let changed = changed(known, view)?;
        let mut out = String::with_capacity(PAGE + changed.iter().map(|line| line.len() + 1).sum::<usize>());
        put(&mut out, format_args!(r#"{{"type":"update","n":{n},"game":"#));
        self.write_game(game, eye, ("changed", Lines(&changed)), &mut out);
        out.push_str(r#","events":"#);
        game.write_events(eye, since, &mut out);
        out.push('}');
        Some(out)
    }

    /// Until when people must decide. When a bot will answer is nobody's business.
    fn deadlines(&self, to_act: Seats) -> Vec<Deadline> {
        let shown = self
            .clocks
            .iter()
            .filter(|clock| !clock.bot && to_act.contains(clock.seat));
        shown
            .map(|clock| Deadline {
                seat: clock.seat,
                at: clock.due_at,
            })
            .collect()
    }

    pub(super) fn claimed(&self, number: usize) -> Option<WireClaim> {
        let game = self.game.as_ref()?;
        game.claims().into_iter().nth(number).map(Into::into)
    }

    pub(super) fn line(&self, line: &StoredChat) -> ChatLine {
        ChatLine {
            at: line.at,
            person: line.person.clone(),
            name: self.names.get(&line.person).cloned(),
            text: line.text.clone(),
        }
    }

    /// Everything, as text, for one viewer, who sees `view`.
    pub(super) fn sync(&self, n: u64, who: Option<&PersonId>, view: Option<&str>) -> Result<String, Refusal> {
        let eye = self.eye(who);
        let (mut stand, mut events) = ("null".to_owned(), "[]".to_owned());
        if let (Some(game), Some(view)) = (&self.game, view) {
            stand.clear();
            let fields: Vec<&str> = view.lines().collect();
            self.write_game(&**game, eye, ("view", Lines(&fields)), &mut stand);
            events.clear();
            game.write_events(eye, 0, &mut events);
        }
        let chat = self.chat.iter().filter(|line| self.hears(who, line));
        written(&Message::Sync {
            n,
            table: self.info(who),
            you: self.you(who),
            game: &*raw(stand)?,
            events: &*raw(events)?,
            chat: chat.map(|line| self.line(line)).collect(),
        })
    }
}

/// An object, of fields that are written already.
struct Lines<'a>(&'a [&'a str]);

impl std::fmt::Display for Lines<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("{")?;
        for (i, line) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str(",")?;
            }
            f.write_str(line)?;
        }
        f.write_str("}")
    }
}

/// The fields of a view that are not as they were known. Nothing if there is one no more.
fn changed<'a>(known: &str, view: &'a str) -> Option<Vec<&'a str>> {
    let mut changed = Vec::new();
    let mut known = known.lines();
    for line in view.lines() {
        match known.next() {
            Some(before) if before == line => {}
            Some(before) if name(before) != name(line) => return None,
            Some(_) | None => changed.push(line),
        }
    }
    known.next().is_none().then_some(changed)
}

fn name(line: &str) -> Option<&str> {
    line.split_once("\":").map(|(name, _)| name)
}

fn put(out: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a String cannot fail.
    let _ = out.write_fmt(text);
}

fn put_json(out: &mut String, value: &impl serde::Serialize) {
    match serde_json::to_string(value) {
        Ok(text) => out.push_str(&text),
        // Numbers and texts can always be written.
        Err(_) => out.push_str("null"),
    }
}

pub(super) fn written(message: &Message<'_>) -> Result<String, Refusal> {
    serde_json::to_string(message).map_err(|_| unwritable())
}

/// JSON that is written already.
fn raw(text: String) -> Result<Box<RawValue>, Refusal> {
    RawValue::from_string(text).map_err(|_| unwritable())
}

fn unwritable() -> Refusal {
    Refusal::new("damaged", "this cannot be written down")
}

#[cfg(test)]
mod tests {
    use super::changed;

    #[test]
    fn a_field_is_told_when_it_is_not_as_it_was_known() {
        let known = "\"round\":1\n\"turn\":0\n\"step\":{\"type\":\"draw\"}";
        let view = "\"round\":1\n\"turn\":1\n\"step\":{\"type\":\"draw\"}\n\"claims\":[]";
        assert_eq!(changed(known, view), Some(vec!["\"turn\":1", "\"claims\":[]"]));
        assert_eq!(changed(view, view), Some(vec![]));
        assert_eq!(changed("", known).map(|all| all.len()), Some(3), "nothing was known");
    }

    #[test]
    fn a_field_that_is_gone_cannot_be_told() {
        let view = "\"round\":1\n\"step\":2";
        assert_eq!(changed("\"round\":1\n\"turn\":0\n\"step\":2", view), None);
        assert_eq!(changed("\"round\":1\n\"step\":2\n\"turn\":0", view), None);
    }
}
