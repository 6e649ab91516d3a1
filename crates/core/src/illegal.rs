//! Why a move is refused.

use std::borrow::Cow;
use std::fmt;

use serde::Serialize;

use crate::{Seat, Seats};

/// A refusal: the rule that forbids the move, for programs and for people.
///
/// It reveals nothing that the refused seat may not know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Illegal {
    /// A stable name in snake_case, for programs.
    pub code: &'static str,
    /// The rule or ruling that forbids it, such as `KI-R6`.
    pub rule: &'static str,
    /// A sentence for the player.
    pub message: Cow<'static, str>,
}

impl Illegal {
    /// A refusal with these words.
    pub fn new(code: &'static str, rule: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            code,
            rule,
            message: message.into(),
        }
    }

    /// Refuses every move of a seat that is not to act. `rule` is the game's rule on whose turn it is.
    ///
    /// # Errors
    /// `game_over` if nobody is to act, `not_to_act` if others are.
    pub fn unless_to_act(to_act: Seats, seat: Seat, rule: &'static str) -> Result<(), Self> {
        if to_act.contains(seat) {
            Ok(())
        } else if to_act.is_empty() {
            Err(Self::new("game_over", rule, "The game is over."))
        } else {
            Err(Self::new("not_to_act", rule, "It is not your turn to choose."))
        }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.message, self.rule)
    }
}

impl std::error::Error for Illegal {}
