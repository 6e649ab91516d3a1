//! Why something was not stored or not found.

use roundtable_protocol::{Code, Refusal};

/// Why something was not stored or not found.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StoreError {
    /// Somebody else wrote there first; load it again. Nothing was written.
    #[error("the table was changed by another in the meantime")]
    Conflict,
    /// Another node serves the table now. Nothing was written.
    #[error("the table is served by another node now")]
    Fenced,
    /// The name belongs to somebody else. Nothing was written.
    #[error("this name belongs to somebody who protects it with a password")]
    NameTaken,
    /// What is stored there is damaged.
    #[error("{0}")]
    Damaged(String),
    /// The database cannot do it now. Nothing was written.
    #[error("{0}")]
    Failed(String),
    /// The connection was lost while the database was storing it: it may be stored, or not. Load it again.
    #[error("{0}")]
    Unknown(String),
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Conflict | StoreError::Fenced => {
                Self::new(Code::Conflict, "something else happened at the same time; look again")
            }
            StoreError::NameTaken => Self::new(Code::NameTaken, error.to_string()),
            StoreError::Damaged(_) => Self::new(
                Code::Damaged,
                "what is stored here is damaged; the host of the site can tell more",
            ),
            // The details of a disk failure belong in the log, not in a public answer.
            StoreError::Failed(_) => Self::new(
                Code::NotStored,
                "this could not be stored, so it has not happened; try again in a moment",
            ),
            StoreError::Unknown(_) => Self::new(
                Code::UnknownOutcome,
                "the database was lost while it stored this; look whether it has happened before you try again",
            ),
        }
    }
}
