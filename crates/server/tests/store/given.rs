//! Tables, people and changes to store.

use roundtable_core::{Claimed, Played, Seat};
use roundtable_protocol::{PersonId, Scope, TableId};
use roundtable_server::secret::TokenHash;
use roundtable_server::store::{
    ApiToken, Clock, GameResult, NewTable, NewToken, Person, SEVERAL, SeatOutcome, StateWrite, Status, StoredChat,
    StoredMute, TableWrite,
};
use serde_json::json;

pub(crate) fn person(number: u8) -> PersonId {
    PersonId::from_bits([number; 8])
}

pub(crate) fn table(number: u8) -> TableId {
    TableId::from_bits([number; 16])
}

pub(crate) fn somebody(number: u8, name: &str) -> Person {
    Person {
        id: person(number),
        name: name.to_owned(),
        password: None,
        bot: false,
    }
}

pub(crate) fn token(number: u8, at: i64) -> NewToken {
    NewToken {
        hash: TokenHash([number; 32]),
        at,
        device: format!("device {number}"),
        strict: number.is_multiple_of(2),
    }
}

pub(crate) fn api_token(number: u8, at: i64) -> ApiToken {
    ApiToken {
        hash: TokenHash([number; 32]),
        name: format!("program {number}"),
        scopes: vec![Scope::Read, Scope::Tables],
        created_at: at,
        used_at: None,
    }
}

pub(crate) fn clock(seat: usize, due_at: i64, bot: bool) -> Clock {
    Clock {
        seat: Seat::try_new(seat).unwrap(),
        decision: 7,
        due_at,
        bot,
    }
}

pub(crate) fn state(replaces: i64, text: &str, status: Status, members: &[u8]) -> StateWrite {
    StateWrite {
        replaces,
        state: json!({ "text": text }).to_string(),
        status,
        members: members.iter().copied().map(person).collect(),
    }
}

pub(crate) fn new_table(number: u8, status: Status, members: &[u8]) -> NewTable {
    NewTable {
        id: table(number),
        public: true,
        spectators: true,
        state: state(0, &format!("table {number} ä☃"), status, members),
        deck: number.is_multiple_of(2).then(|| "a deck".to_owned()),
        mutes: vec![StoredMute {
            by: None,
            person: person(99),
        }],
        clocks: vec![clock(0, 1_000, false), clock(1, 500, true)],
        at: i64::from(number),
    }
}

pub(crate) fn moved(row: i64, epoch: i64, ply: usize) -> TableWrite {
    let line: Played = format!("{} move-{ply}", ply % 2).parse().unwrap();
    TableWrite {
        row,
        epoch,
        moved: Some((ply, line, -(ply as i64) - 1)),
        clocks: Some(vec![clock(ply % 2, 2_000, false)]),
        at: 10,
        ..TableWrite::default()
    }
}

pub(crate) fn claimed(row: i64, number: usize, ply: usize) -> TableWrite {
    let said = Claimed {
        ply,
        seat: Seat::try_new(1).unwrap(),
        claim: json!({"i": "have", "it": [1, "ß"]}),
    };
    TableWrite {
        row,
        claim: Some((number, said, i64::from(i32::MIN))),
        ..TableWrite::default()
    }
}

pub(crate) fn said(row: i64, who: u8, at: i64, players: bool) -> TableWrite {
    TableWrite {
        row,
        chat: Some(StoredChat {
            at,
            person: person(who),
            players,
            text: format!("hello at {at}"),
        }),
        ..TableWrite::default()
    }
}

/// A finished game: who sat on each seat, with what place. Whoever has a name of letters is a bot's level.
pub(crate) fn result(at: i64, seats: &[(&str, u8)]) -> GameResult {
    let seat = |(index, (who, place)): (usize, &(&str, u8))| {
        let person: Option<u8> = who.parse().ok();
        SeatOutcome {
            seat: Seat::try_new(index).unwrap(),
            person: person.map(self::person),
            level: person.is_none().then(|| (*who).to_owned()),
            side: index,
            place: *place,
            share: if *place == 1 { SEVERAL } else { 0 },
            score: 10 - i32::from(*place),
            absent: None,
        }
    };
    GameResult {
        setup: serde_json::from_value(json!({"game": "shock", "players": seats.len()})).unwrap(),
        public: true,
        bar: None,
        at,
        digest: Some(format!("digest {at}")),
        seats: seats.iter().enumerate().map(seat).collect(),
    }
}

/// The end of a game, as it is written with its last move.
pub(crate) fn ended(row: i64, version: i64, members: &[u8], result: GameResult) -> TableWrite {
    let line: Played = "0 last-move".parse().unwrap();
    TableWrite {
        row,
        moved: Some((0, line, 1)),
        state: Some(state(version, "over", Status::Over, members)),
        clocks: Some(Vec::new()),
        at: result.at,
        result: Some(Box::new(result)),
        ..TableWrite::default()
    }
}
