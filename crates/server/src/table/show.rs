//! What a viewer is shown: the only way out of a room.

use roundtable_core::{Eye, Refusal, Seats};
use serde_json::value::RawValue;

use super::going_on::GoesOn;
use super::room::Room;
use super::state::{SeatState, TableState};
use crate::secret::{PersonId, TableId};
use crate::store::StoredChat;
use crate::wire::{ChatLine, Deadline, GameState, Message, SeatInfo, SeatKind, TableInfo, WireClaim, You};

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

    /// The game as this eye sees it.
    pub(super) fn game_state(&self, eye: Eye) -> Option<GameState> {
        let game = self.game.as_ref()?;
        let to_act = game.to_act();
        let own = eye.seat().filter(|seat| to_act.contains(*seat));
        let legal = own.map_or_else(|| "[]".to_owned(), |seat| game.write_legal(seat));
        Some(GameState {
            ply: game.ply(),
            to_act: to_act.iter().collect(),
            decision: own.map(|seat| self.decisions[seat.index()]),
            legal,
            view: game.write_view(eye),
            deadlines: self.deadlines(to_act),
            outcome: game.outcome().map(Into::into),
        })
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

    /// What this eye was told from this event on.
    pub(super) fn events(&self, eye: Eye, since: usize) -> String {
        let none = || "[]".to_owned();
        self.game
            .as_ref()
            .map_or_else(none, |game| game.write_events(eye, since))
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

    /// Everything, as text, for one viewer.
    pub(super) fn sync(&self, n: u64, who: Option<&PersonId>) -> Result<String, Refusal> {
        let eye = self.eye(who);
        let game = self.game_state(eye).map(|game| game.text().map_err(|_| unwritable()));
        let game = game.transpose()?.map(raw).transpose()?;
        let events = raw(self.events(eye, 0))?;
        let chat = self.chat.iter().filter(|line| self.hears(who, line));
        written(&Message::Sync {
            n,
            table: self.info(who),
            you: self.you(who),
            game: game.as_deref(),
            events: &events,
            chat: chat.map(|line| self.line(line)).collect(),
        })
    }
}

pub(super) fn written(message: &Message<'_>) -> Result<String, Refusal> {
    serde_json::to_string(message).map_err(|_| unwritable())
}

/// JSON that is written already.
fn raw(text: String) -> Result<Box<RawValue>, Refusal> {
    RawValue::from_string(text).map_err(|_| unwritable())
}

pub(super) fn unwritable() -> Refusal {
    Refusal::new("damaged", "this cannot be written down")
}
