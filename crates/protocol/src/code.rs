//! The stable names of all refusals, and the HTTP status of each.

use std::fmt;

use roundtable_core as core;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::kept::kept;

macro_rules! codes {
    ($($(#[$doc:meta])* $code:ident = $text:literal $status:literal,)+) => {
        /// The kind of a refusal: a stable name for programs.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Code {
            /// The engine refuses it: a rule of the game, a bad record, or an impossible set-up.
            Engine(core::Code),
            $($(#[$doc])* $code,)+
        }

        impl Code {
            /// Every name that is not the engine's.
            pub const OWN: &'static [Self] = &[$(Self::$code),+];

            /// The written name.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    Self::Engine(code) => code.name(),
                    $(Self::$code => $text,)+
                }
            }

            /// The code with this name. A name that is none of ours belongs to a rule of a game.
            #[must_use]
            pub fn named(name: &str) -> Self {
                let own = Self::OWN.iter().find(|code| code.name() == name).copied();
                let engine = || core::Code::NAMED.iter().find(|code| code.name() == name).copied();
                own.or_else(|| engine().map(Self::Engine))
                    .unwrap_or_else(|| Self::Engine(core::Code::Rule(kept(name))))
            }

            /// The HTTP status that goes with it.
            #[must_use]
            pub const fn status(self) -> u16 {
                match self {
                    Self::Engine(code) => engine_status(code),
                    $(Self::$code => $status,)+
                }
            }
        }
    };
}

codes! {
    /// The table was read again; come back at once.
    Again = "again" 503,
    /// The game has begun.
    AlreadyRunning = "already_running" 409,
    /// You have a seat at this table already.
    AlreadySeated = "already_seated" 409,
    /// This is not an eye.
    BadEye = "bad_eye" 400,
    /// No sample has this handle.
    BadHandle = "bad_handle" 400,
    /// A line of the referee's input is not JSON.
    BadJson = "bad_json" 400,
    /// There is no such level of bots.
    BadLevel = "bad_level" 400,
    /// Nobody can be called that.
    BadName = "bad_name" 400,
    /// This is not a number or a promise for a deal, or not the number that was promised.
    BadNumber = "bad_number" 400,
    /// The request comes from another site.
    BadOrigin = "bad_origin" 403,
    /// This cannot be a password.
    BadPassword = "bad_password" 400,
    /// The game has no such move.
    BadPly = "bad_ply" 400,
    /// This is not a request of this protocol.
    BadRequest = "bad_request" 400,
    /// A table cannot be seated like this.
    BadSeats = "bad_seats" 400,
    /// The time for a decision is out of range.
    BadSeconds = "bad_seconds" 400,
    /// This cannot be sent as chat.
    BadText = "bad_text" 400,
    /// The API token is wrong, revoked or misspelled.
    BadToken = "bad_token" 401,
    /// Too much is going on; try again in a moment.
    Busy = "busy" 503,
    /// The table was given up.
    Closed = "closed" 409,
    /// Something else happened at the same time.
    Conflict = "conflict" 409,
    /// Stored data cannot be read.
    Damaged = "damaged" 500,
    /// The connection was too slow, or may no longer watch.
    Dropped = "dropped" 409,
    /// The game is over.
    GameOver = "game_over" 409,
    /// No hints could be worked out.
    HintsUnavailable = "hints_unavailable" 409,
    /// A lesson goes on with another move.
    InLesson = "in_lesson" 409,
    /// A line of the referee's input is too long.
    LineTooLong = "line_too_long" 413,
    /// The host has muted you.
    Muted = "muted" 403,
    /// Somebody else has this name.
    NameTaken = "name_taken" 409,
    /// The referee has no game yet.
    NoGame = "no_game" 409,
    /// The table is played without hints.
    NoHints = "no_hints" 403,
    /// The game has no lesson.
    NoLesson = "no_lesson" 404,
    /// This cannot be done at that address.
    NoMethod = "no_method" 405,
    /// There is no such person here.
    NoPerson = "no_person" 404,
    /// The machine has no random numbers.
    NoRandomness = "no_randomness" 503,
    /// Nothing is at that address.
    NoRoute = "no_route" 404,
    /// The API token may not do this.
    NoScope = "no_scope" 403,
    /// You are not signed in there.
    NoSession = "no_session" 404,
    /// The table does not allow spectators.
    NoSpectators = "no_spectators" 403,
    /// There is no such table, or you may not know of it.
    NoTable = "no_table" 404,
    /// You have no such API token.
    NoToken = "no_token" 404,
    /// Nothing is asked of you for the deal now.
    NotAsked = "not_asked" 409,
    /// This needs a name with a password.
    NotClaimed = "not_claimed" 403,
    /// Only the host can do this.
    NotHost = "not_host" 403,
    /// The game is not over yet.
    NotOver = "not_over" 409,
    /// The game has not begun.
    NotRunning = "not_running" 409,
    /// You have no seat at this table.
    NotSeated = "not_seated" 403,
    /// You are not signed in.
    NotSignedIn = "not_signed_in" 401,
    /// It could not be stored, so nothing has changed.
    NotStored = "not_stored" 503,
    /// The table is for people: no bot account can sit down.
    PeopleOnly = "people_only" 403,
    /// The server is restarting; the game is safe.
    Restart = "restart" 503,
    /// The seat is not free.
    SeatTaken = "seat_taken" 409,
    /// Some seats are free.
    SeatsFree = "seats_free" 409,
    /// You were signed out.
    SignedOut = "signed_out" 401,
    /// The connection was silent for too long.
    Silent = "silent" 409,
    /// The decision was already made.
    StaleDecision = "stale_decision" 409,
    /// The server is restarting.
    Stopping = "stopping" 503,
    /// There is no free seat.
    TableFull = "table_full" 409,
    /// Too many requests in too short a time.
    TooFast = "too_fast" 429,
    /// The request is larger than the server reads.
    TooLarge = "too_large" 413,
    /// Too many of something at the same time.
    TooMany = "too_many" 429,
    /// You have too many tables.
    TooManyTables = "too_many_tables" 429,
    /// The request took too long to arrive.
    TooSlow = "too_slow" 408,
    /// It may have been stored or not: look before trying again.
    UnknownOutcome = "unknown_outcome" 503,
    /// A day's budget is used up.
    UsedUp = "used_up" 429,
    /// The password is wrong.
    WrongPassword = "wrong_password" 401,
}

const fn engine_status(code: core::Code) -> u16 {
    match code {
        core::Code::BadChain
        | core::Code::BadClaim
        | core::Code::BadCommitment
        | core::Code::BadDeck
        | core::Code::BadDigest
        | core::Code::BadMove
        | core::Code::BadOptions
        | core::Code::BadPlayers
        | core::Code::BadPromise
        | core::Code::BadReceipt
        | core::Code::BadRecord
        | core::Code::BadReplay
        | core::Code::BadRound
        | core::Code::BadSeat
        | core::Code::BadSignature
        | core::Code::BadStart
        | core::Code::UnknownFormat
        | core::Code::UnknownGame => 400,
        core::Code::CutRecord
        | core::Code::LeftOut
        | core::Code::NoDigest
        | core::Code::NotSigned
        | core::Code::NotSilent
        | core::Code::NotToAct
        | core::Code::OtherCommitment
        | core::Code::OtherDeal
        | core::Code::OtherEvents
        | core::Code::OtherGame
        | core::Code::OtherKey
        | core::Code::OtherLink
        | core::Code::OtherNumber
        | core::Code::OtherRoll
        | core::Code::OtherRules
        | core::Code::OtherSamples
        | core::Code::OtherTable
        | core::Code::Rule(_) => 409,
    }
}

impl From<core::Code> for Code {
    fn from(code: core::Code) -> Self {
        Self::Engine(code)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Code {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|name| Self::named(&name))
    }
}

impl PartialEq<&str> for Code {
    fn eq(&self, name: &&str) -> bool {
        self.name() == *name
    }
}

/// Any string: rule names belong to the games.
#[cfg(feature = "schema")]
impl schemars::JsonSchema for Code {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Code".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        String::json_schema(generator)
    }

    fn inline_schema() -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_as_they_are_written() {
        let codes = [
            Code::Busy,
            Code::Engine(core::Code::BadMove),
            Code::Engine(core::Code::Rule("too_dear")),
        ];
        for code in codes {
            let text = serde_json::to_string(&code).expect("a name");
            assert_eq!(serde_json::from_str::<Code>(&text).expect("a code"), code);
        }
    }

    #[test]
    fn every_name_is_there_once_and_has_a_status_for_refusals() {
        let mut names: Vec<&str> = Code::OWN.iter().map(|code| code.name()).collect();
        assert!(names.is_sorted(), "{names:?}");
        names.dedup();
        assert_eq!(names.len(), Code::OWN.len());
        for code in Code::OWN {
            assert!((400..600).contains(&code.status()), "{code}");
            assert!(
                code.name()
                    .bytes()
                    .all(|byte| byte.is_ascii_lowercase() || byte == b'_')
            );
        }
    }
}
