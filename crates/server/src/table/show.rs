//! What viewers see: the only way out of a room.

use roundtable_core::{AnyMatch, Eye, Fields, Link, Raw, Seats, json};
use roundtable_protocol::{
    ChatLine, Deadline, GameState, GameUpdate, Message, PersonId, SeatInfo, SeatKind, StandIn, TableId, TableInfo,
    TableStatus, Turn, You,
};

use super::going_on::GoesOn;
use super::room::Room;
use super::state::{Absence, SeatState, TableState};
use crate::names::Name;
use crate::store::{Status, StoredChat};

/// The initial capacity of a message, in bytes: most need no more.
const PAGE: usize = 1024;

/// How many lines of chat a new viewer is sent, and how many there are on a page of earlier ones.
pub(super) const CHAT: usize = 30;

/// The table as this person may see it. `name` gives people's names.
pub fn info(
    id: &TableId,
    state: &TableState,
    ply: usize,
    who: Option<&PersonId>,
    name: impl Fn(&PersonId) -> Option<Name>,
) -> TableInfo {
    let host = who == Some(&state.host);
    let seated = who.is_some_and(|who| state.seat_of(who).is_some());
    let seat = |seat: &SeatState| {
        let empty = SeatInfo {
            kind: SeatKind::Open,
            level: None,
            person: None,
            name: None,
            bot: false,
            stand_in: None,
            promise: None,
            invite: None,
        };
        // Somebody without a name is gone.
        let of = |id: &PersonId| {
            let name = name(id);
            SeatInfo {
                person: name.as_ref().map(|_| id.clone()),
                bot: name.as_ref().is_some_and(|name| name.bot),
                name: name.map(|name| name.text),
                ..empty.clone()
            }
        };
        match seat {
            SeatState::Open => empty,
            SeatState::Invited(secret) => SeatInfo {
                kind: SeatKind::Invited,
                invite: host.then(|| secret.clone()),
                ..empty
            },
            SeatState::Asked(id) => SeatInfo {
                kind: SeatKind::Asked,
                ..of(id)
            },
            SeatState::Bot(level) => SeatInfo {
                kind: SeatKind::Bot,
                level: Some(level.clone()),
                ..empty
            },
            SeatState::Person { id, promise, stand_in } => SeatInfo {
                kind: SeatKind::Person,
                stand_in: stand_in.map(Into::into),
                promise: promise.clone(),
                ..of(id)
            },
        }
    };
    TableInfo {
        id: id.clone(),
        setup: state.setup.clone(),
        own_deck: state.own_deck,
        status: state.status.into(),
        ply,
        public: state.public,
        rated: state.rated,
        spectators: state.spectators,
        watch: state.shows_itself_to(who),
        hints: state.hints,
        people_only: state.people_only,
        seconds: state.seconds,
        stand_in: state.stand_in.clone(),
        host: state.host.clone(),
        seats: state.seats.iter().map(seat).collect(),
        commitment: state.commitment(),
        deal: state.dealing.as_ref().map(|dealing| dealing.shown(state)),
        key: (host || seated).then(|| state.key.clone()),
        muted: Vec::new(),
        rematch: state.rematch.clone(),
        continues: state.start.as_ref().map(GoesOn::shown),
        lesson: state.lesson.is_some(),
        outcome: state.outcome.clone(),
        trouble: None,
        created_at: state.created_at,
    }
}

impl Room {
    /// The table as this person may see it.
    #[must_use]
    pub fn info(&self, who: Option<&PersonId>) -> TableInfo {
        let ply = self.game.as_ref().map_or(0, |game| game.ply());
        let name = |person: &PersonId| self.names.get(person).cloned();
        TableInfo {
            muted: self.mutes.for_everybody().cloned().collect(),
            trouble: self.trouble().map(|why| why.message.clone()),
            ..info(&self.id, &self.state, ply, who, name)
        }
    }

    /// The last link of the game's chain, once it is dealt. It is mixed with a salt that follows from the secret, so
    /// it tells nobody anything before the end.
    pub(super) fn link(&self) -> Option<Link> {
        let (game, chain) = self.game.as_ref().zip(self.chain.as_ref())?;
        Some(Link {
            ply: game.ply(),
            digest: chain.last().clone(),
        })
    }

    /// The eye of this person.
    #[must_use]
    pub fn eye(&self, who: Option<&PersonId>) -> Eye {
        who.and_then(|who| self.state.seat_of(who))
            .map_or(Eye::Table, Eye::Seat)
    }

    pub(super) fn you(&self, who: Option<&PersonId>) -> You {
        You {
            seat: self.eye(who).seat(),
            host: who == Some(&self.state.host),
            muted: self.mutes.by(who).cloned().collect(),
        }
    }

    /// Writes what this eye sees into `view`, if the game has been dealt.
    pub(super) fn look(&self, eye: Eye, view: &mut Fields) -> Option<()> {
        self.game.as_ref()?.write_view(eye, view);
        Some(())
    }

    /// The events from this one on, as told to this eye, and whether every eye was told the same.
    pub(super) fn told(&self, eye: Eye, since: usize) -> (String, bool) {
        let mut text = String::with_capacity(PAGE);
        match &self.game {
            Some(game) => game.write_events(eye, since, &mut text),
            None => text.push_str("[]"),
        }
        (text, self.game.as_ref().is_none_or(|game| game.told_alike(since)))
    }

    /// Whose turn it is, and what this eye can do. Writes the seat's legal moves into `legal`.
    fn turn<'a>(&self, game: &dyn AnyMatch, eye: Eye, legal: &'a mut String) -> Turn<'a> {
        let to_act = game.to_act();
        let own = eye.seat().filter(|seat| to_act.contains(*seat));
        match own {
            Some(seat) => game.write_legal(seat, legal),
            None => legal.push_str("[]"),
        }
        Turn {
            ply: game.ply(),
            to_act,
            decision: own.map(|seat| self.decisions[seat.index()]),
            outcome: game.outcome(),
            deadlines: self.deadlines(to_act),
            legal: Raw(legal),
            given: own.and_then(|seat| self.given(seat)),
        }
    }

    /// The message that tells this eye of a move, with its events and the changed fields of the view. `None` if a field
    /// has disappeared, which an update cannot express.
    pub(super) fn update(&self, n: u64, eye: Eye, events: &str, known: &Fields, view: &Fields) -> Option<String> {
        let changed = json::object(&changed(known, view)?);
        let mut legal = String::with_capacity(PAGE);
        let update = Message::Update {
            n,
            game: GameUpdate {
                turn: self.turn(&**self.game.as_ref()?, eye, &mut legal),
                changed: Raw(&changed),
            },
            events: Raw(events),
            link: self.link(),
        };
        let mut out = String::with_capacity(PAGE + changed.len() + events.len());
        json::write(&update, &mut out);
        Some(out)
    }

    /// The deadlines of people. When a bot will answer stays secret.
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

    pub(super) fn line(&self, line: &StoredChat) -> ChatLine {
        said(line, self.names.get(&line.person).cloned())
    }

    /// The message with everything for one viewer, who sees `view` and has the events before `since`.
    pub(super) fn sync(&self, n: u64, who: Option<&PersonId>, view: Option<&Fields>, since: usize) -> String {
        let eye = self.eye(who);
        let (mut legal, view) = (String::new(), view.map(Fields::to_object));
        let game = self.game.as_ref().zip(view.as_ref()).map(|(game, view)| GameState {
            turn: self.turn(&**game, eye, &mut legal),
            view: Raw(view),
        });
        let since = since.min(self.game.as_ref().map_or(0, |game| game.event_count()));
        let (events, _) = self.told(eye, since);
        let heard: Vec<&StoredChat> = self.chat.iter().filter(|line| self.hears(who, line)).collect();
        let chat = heard.iter().skip(heard.len().saturating_sub(CHAT));
        json::to_string(&Message::Sync {
            n,
            table: self.info(who),
            you: self.you(who),
            game,
            events: Raw(&events),
            since,
            chat: chat.map(|line| self.line(line)).collect(),
            link: self.link(),
        })
    }
}

/// A line of chat, with the name of whoever said it.
pub(super) fn said(line: &StoredChat, name: Option<Name>) -> ChatLine {
    ChatLine {
        at: line.at,
        person: line.person.clone(),
        bot: name.as_ref().is_some_and(|name| name.bot),
        name: name.map(|name| name.text),
        text: line.text.clone(),
    }
}

impl From<Status> for TableStatus {
    fn from(status: Status) -> Self {
        match status {
            Status::Waiting => Self::Waiting,
            Status::Dealing => Self::Dealing,
            Status::Running => Self::Running,
            Status::Over => Self::Over,
            Status::Closed => Self::Closed,
        }
    }
}

impl From<Absence> for StandIn {
    fn from(absence: Absence) -> Self {
        match absence {
            Absence::Away => Self::Away,
            Absence::Resigned => Self::Resigned,
        }
    }
}

/// The fields of a view that have changed. `None` if one has disappeared.
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

#[cfg(test)]
mod tests {
    use roundtable_catalog::{GameId, deal};
    use roundtable_core::{AnyMatch, DiceSource, Eye, Fields, Seat};
    use serde_json::json;

    use super::changed;

    fn dealt(game: GameId) -> Box<dyn AnyMatch> {
        let setup = game.setup(game.info().min_players);
        deal(&setup, None, DiceSource::Seed(1)).expect("a game")
    }

    fn seen(game: &dyn AnyMatch) -> Fields {
        let mut view = Fields::default();
        game.write_view(Eye::Table, &mut view);
        view
    }

    /// What a spectator sees before and after a claim.
    fn claimed() -> (Fields, Fields) {
        let mut game = dealt(GameId::NeverBringAKnife);
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
        let other = dealt(GameId::Shock);
        assert_eq!(changed(&before, &seen(&*other)), None, "one in between");
    }
}
