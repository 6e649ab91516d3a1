//! Why a command failed.

use std::fmt;
use std::io;

use roundtable_core::{DeckError, Refusal};
#[cfg(feature = "lab")]
use roundtable_lab::LabError;

/// Why a command failed, in words that say what to do next.
#[derive(Debug)]
pub enum Failure {
    /// Reading or writing went wrong.
    Io(io::Error),
    /// The user stopped it; the results so far have been printed.
    Interrupted,
    /// Anything else.
    Said(String),
}

impl Failure {
    /// A failure with these words.
    pub fn said(words: impl Into<String>) -> Self {
        Self::Said(words.into())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Interrupted => f.write_str("interrupted"),
            Self::Said(words) => f.write_str(words),
        }
    }
}

impl std::error::Error for Failure {}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        Self::Said(refusal.to_string())
    }
}

impl From<roundtable_protocol::Refusal> for Failure {
    fn from(refusal: roundtable_protocol::Refusal) -> Self {
        Self::Said(refusal.to_string())
    }
}

impl From<DeckError> for Failure {
    fn from(error: DeckError) -> Self {
        Self::Said(error.to_string())
    }
}

#[cfg(feature = "lab")]
impl From<LabError> for Failure {
    fn from(error: LabError) -> Self {
        Self::Said(error.to_string())
    }
}
