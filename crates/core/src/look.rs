//! How the page may draw a view of which it knows nothing but the JSON.

use serde::Serialize;

/// A hint for one field of a view. The page finds most by itself: it needs hints only where names and shapes mislead.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Look {
    /// The field, with the fields it lies in: `players.hand`. Places in lists have no name.
    pub field: &'static str,
    /// What it shows.
    pub shape: Shape,
}

/// What a field of a view shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// Cards side by side. A card of the own hand that is part of a legal move can be clicked.
    Hand,
    /// A number of cards face-down.
    Pile,
    /// A list of rows.
    Board,
    /// Words and numbers.
    Text,
    /// A number that is a seat, in views and in moves: the page shows who sits there.
    Seat,
    /// Nothing that people need to see.
    Hidden,
}

impl Look {
    /// A hint.
    #[must_use]
    pub const fn new(field: &'static str, shape: Shape) -> Self {
        Self { field, shape }
    }
}
