//! What a viewer is shown: the only way out of a room.

use std::fmt::Write as _;

use roundtable_core::{AnyMatch, Eye, Fields, Refusal, Seats};
use serde_json::value::RawValue;

use super::going_on::GoesOn;
use super::room::Room;
use super::state::{SeatState, TableState};
use crate::secret::{PersonId, TableId};
use crate::store::StoredChat;
use crate::wire::{ChatLine, Deadline, Message, SeatInfo, SeatKind, TableInfo, WireClaim, WireOutcome, You};

/// How much room a message is given at first, in bytes: most then need no more.
const PAGE: usize = 1024;

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
        continues: state.start.as_ref().map(GoesOn::shown),
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

    /// Puts what this eye sees into `view`, once the game is dealt.
    pub(super) fn look(&self, eye: Eye, view: &mut Fields) -> Option<()> {
        self.game.as_ref()?.write_view(eye, view);
        Some(())
    }

    /// The events from this one on, as this eye was told of them, and whether every eye was told the same.
    pub(super) fn told(&self, eye: Eye, since: usize) -> (String, bool) {
        let mut text = String::with_capacity(PAGE);
        match &self.game {
            Some(game) => game.write_events(eye, since, &mut text),
            None => text.push_str("[]"),
        }
        (text, self.game.as_ref().is_none_or(|game| game.told_alike(since)))
    }

    /// Where the game stands for this eye. `seen` is what it sees, under the name of that field.
    fn write_game(&self, game: &dyn AnyMatch, eye: Eye, (name, seen): (&str, &[&str]), out: &mut String) {
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
        put(out, format_args!(r#","{name}":{{"#));
        for (i, field) in seen.iter().enumerate() {
            if i > 0 {
                out.push(',');
            }
            out.push_str(field);
        }
        out.push_str("}}");
    }

    /// The message that tells this eye of a move, with its events: of the view, what is not as it was known. Nothing if that cannot be
    /// told, since a field is gone.
    pub(super) fn update(&self, n: u64, eye: Eye, events: &str, known: &Fields, view: &Fields) -> Option<String> {
        let changed = changed(known, view)?;
        let length: usize = changed.iter().map(|field| field.len() + 1).sum();
        let mut out = String::with_capacity(PAGE + length + events.len());
        put(&mut out, format_args!(r#"{{"type":"update","n":{n},"game":"#));
        self.write_game(&**self.game.as_ref()?, eye, ("changed", &changed), &mut out);
        out.push_str(r#","events":"#);
        out.push_str(events);
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
    pub(super) fn sync(&self, n: u64, who: Option<&PersonId>, view: Option<&Fields>) -> Result<String, Refusal> {
        let eye = self.eye(who);
        let mut stand = String::new();
        match (&self.game, view) {
            (Some(game), Some(view)) => {
                let fields: Vec<&str> = view.iter().collect();
                self.write_game(&**game, eye, ("view", &fields), &mut stand);
            }
            _ => stand.push_str("null"),
        }
        let (events, _) = self.told(eye, 0);
        let chat = self.chat.iter().filter(|line| self.hears(who, line));
        written(&Message::Sync {
            n,
            table: self.info(who),
            you: self.you(who),
            game: &raw(stand)?,
            events: &raw(events)?,
            chat: chat.map(|line| self.line(line)).collect(),
        })
    }
}

/// The fields of a view that are not as they were known. Nothing if there is one no more.
fn changed<'a>(known: &Fields, view: &'a Fields) -> Option<Vec<&'a str>> {
    let mut changed = Vec::new();
    let mut known = known.iter();
    for field in view.iter() {
        match known.next() {
            Some(before) if before == field => {}
            Some(before) if name(before) != name(field) => return None,
            Some(_) | None => changed.push(field),
        }
    }
    known.next().is_none().then_some(changed)
}

fn name(field: &str) -> Option<&str> {
    field.split_once("\":").map(|(name, _)| name)
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
    use roundtable_catalog::GameId;
    use roundtable_core::{AnyMatch, Eye, Fields, Seat, Setup};
    use serde_json::json;

    use super::changed;

    fn seen(game: &dyn AnyMatch) -> Fields {
        let mut view = Fields::default();
        game.write_view(Eye::Table, &mut view);
        view
    }

    /// What the table sees of a game in which somebody claims something, before and after.
    fn claimed() -> (Fields, Fields) {
        let mut game = GameId::NeverBringAKnife.start(Setup::standard(4, 1)).expect("a game");
        let before = seen(&*game);
        let claim = json!({"type": "own", "role": "cop"});
        game.claim(Seat::new(0), &claim).expect("a claim");
        (before, seen(&*game))
    }

    #[test]
    fn a_field_is_told_when_it_is_not_as_it_was_known() {
        let (before, after) = claimed();
        let told = changed(&before, &after).expect("a new field");
        assert_eq!(told.len(), 1);
        assert!(told[0].starts_with(r#""claims":["#), "{told:?}");
        assert_eq!(changed(&after, &after), Some(vec![]));
        let all = changed(&Fields::default(), &after).expect("all fields");
        assert_eq!(all.len(), after.iter().count(), "nothing was known");
    }

    #[test]
    fn a_field_that_is_gone_cannot_be_told() {
        let (before, after) = claimed();
        assert_eq!(changed(&after, &before), None, "the last one");
        let other = GameId::Shock.start(Setup::standard(3, 1)).expect("a game");
        assert_eq!(changed(&before, &seen(&*other)), None, "one in between");
    }
}
