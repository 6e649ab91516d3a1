//! Table talk in a fixed form: what players say besides moving.

use std::fmt;

use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::Seat;
use crate::text::{Draw, Page};

/// Something that a player can say at any time, true or not. Everybody hears it. It is stored beside the moves and
/// changes nothing in the game. It is written as JSON (tagged, snake_case) and drawn as a sentence in quotation marks
/// or indirect speech.
///
/// A game whose rules have no talk uses [`NoClaims`].
pub trait GameClaim:
    Clone + PartialEq + fmt::Debug + Serialize + DeserializeOwned + Draw + Send + Sync + 'static
{
    /// Whether it can be said at a table of `players`: it must not mention seats that do not exist.
    fn fits(&self, players: usize) -> bool;
}

/// The claims of a game that has none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum NoClaims {}

impl GameClaim for NoClaims {
    fn fits(&self, _: usize) -> bool {
        match *self {}
    }
}

impl Draw for NoClaims {
    fn draw(&self, _: &mut Page) {
        match *self {}
    }
}

impl<'de> Deserialize<'de> for NoClaims {
    fn deserialize<D: Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
        Err(D::Error::custom("this game has no claims"))
    }
}

/// A claim and its place in the game. `C` is the game's own type, or JSON in records.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Claimed<C = Value> {
    /// How many moves had been made.
    pub ply: usize,
    /// Who said it.
    pub seat: Seat,
    /// What was said.
    pub claim: C,
}

/// A claim and its place in the game, as it is shown.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WrittenClaim {
    /// How many moves had been made.
    pub ply: usize,
    /// Who said it.
    pub seat: Seat,
    /// What was said, in the game's own form.
    pub claim: Value,
    /// The same as a sentence.
    pub text: String,
}
