//! The contract that every game of Roundtable fulfils, and the code that all games share: no I/O, no clock, no async.
//!
//! Start with [`Game`]. A game crate implements it with a type that *is* a position, and seven companions:
//!
//! | companion | made with | what it is |
//! |---|---|---|
//! | `Options` | [`options!`] or [`NoOptions`] | the switches of the game |
//! | `Deck` | [`GameDeck`] and a `deck.toml` | what is printed on the cards |
//! | `Move` | [`moves!`] | the choices of a player |
//! | `Event` | serde and [`Draw`](text::Draw) | what can happen; a [`Sink`] tells those who may know |
//! | `View` | serde and [`Draw`](text::Draw) | what an [`Eye`] sees |
//! | `Claim` | [`GameClaim`] or [`NoClaims`] | what a player can say besides moving |
//! | `Outcome` | [`Outcome::ranked`] | who won and why |
//!
//! Around a position:
//! - [`Match`] keeps its history and is the only gate to the outside; [`AnyMatch`] is a match of any game.
//! - [`Setup`] is a request for a game, [`Setting`] the same in the game's types.
//! - [`Chain`] is a running digest of it, [`Receipt`] what a player keeps to check a record with.
//! - [`Record`] stores it, [`Replay`] steps through it, [`Match::replay`] plays it to the end.
//! - [`Lesson`] is a scripted first hand.
//! - [`SeatHandle`] is what a bot gets instead of the position.
//! - [`Dice`] is all the chance in a game; [`Rng`] is for bots, samples and experiments.
//! - [`sampling`] has building blocks for [`Game::resample`].
//! - [`observe`] has what programs that learn are shown: numbers with a written layout.
//! - [`Audit`] is what the conformance suite also needs.

mod any_match;
mod chain;
mod claim;
mod code;
pub mod deck;
mod dice;
mod draws;
mod event;
mod failed;
mod fair;
mod game;
mod handle;
mod illegal;
pub mod json;
mod lesson;
mod link;
mod listing;
mod look;
mod matches;
pub mod moves;
pub mod notation;
pub mod observe;
pub mod options;
mod outcome;
mod played;
mod receipt;
mod record;
mod refusal;
mod replay;
mod rng;
pub mod sampling;
mod seat;
mod setup;
mod signature;
mod start;
pub mod text;
mod verified;

pub use any_match::{AnyMatch, AnyMove, WrittenEvent, WrittenMove};
pub use chain::{Chain, Entry};
pub use claim::{Claimed, GameClaim, NoClaims, WrittenClaim};
pub use code::Code;
pub use deck::{DeckError, DeckProblem, GameDeck};
pub use dice::{Dice, DiceSource, HexKey, Purpose, hex};
pub use draws::{Draw, DrawKind};
pub use event::{Aside, Silent, Sink, Told};
pub use failed::FailedRound;
pub use fair::FairDeal;
pub use game::{Audit, Game, GameEvent, GameInfo, GameMove, GameView, SetupError, holds};
pub use handle::SeatHandle;
pub use illegal::Illegal;
pub use json::{Fields, Raw};
pub use lesson::{Lesson, Saying, Step};
pub use link::Link;
pub use listing::Listing;
pub use look::{Look, Shape};
pub use matches::Match;
pub use moves::{MovePart, Words};
pub use notation::NotationError;
pub use options::{GameOptions, NoOptions, Switch};
pub use outcome::{Outcome, Reason};
pub use played::Played;
pub use receipt::{Confirmed, KeptEvents, KeptRound, RECEIPT, Receipt};
pub use record::{FORMAT, Record};
pub use refusal::Refusal;
pub use replay::Replay;
pub use rng::Rng;
pub use seat::{Eye, MAX_SEATS, Seat, Seats, UnknownEye};
pub use setup::{Setting, Setup};
pub use signature::{HexSign, Signature};
pub use start::Start;
pub use verified::{Deal, Earlier, Verified};
