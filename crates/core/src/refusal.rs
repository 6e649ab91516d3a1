//! The answer to bad input.

use std::fmt;

use serde::Serialize;

use crate::{Code, DeckError, Illegal, SetupError};

/// A clear answer to unacceptable input: nothing has changed, and the message says what to do instead.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Refusal {
    /// A stable name in snake_case, for programs.
    pub code: Code,
    /// The rule of the game that forbids it, if a rule does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<&'static str>,
    /// A sentence for people.
    pub message: String,
}

impl Refusal {
    /// A refusal without a rule of a game.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            rule: None,
            message: message.into(),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match self.rule {
            Some(rule) => write!(f, " ({rule})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Refusal {}

impl From<Illegal> for Refusal {
    fn from(illegal: Illegal) -> Self {
        Self {
            code: Code::Rule(illegal.code),
            rule: Some(illegal.rule),
            message: illegal.message.into_owned(),
        }
    }
}

impl From<SetupError> for Refusal {
    fn from(error: SetupError) -> Self {
        Self::new(error.code(), error.to_string())
    }
}

impl From<DeckError> for Refusal {
    fn from(error: DeckError) -> Self {
        Self::new(Code::BadDeck, error.to_string())
    }
}
