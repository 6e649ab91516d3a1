//! What can happen.

use arrayvec::ArrayVec;
use roundtable_core::{Outcome, Seat};
use serde::Serialize;

use crate::deck::Kind;
use crate::moves::MOST_PUSHED;
use crate::road::Inn;

/// Something that happens. Only `Seen` is told to one player alone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// Top tokens were shown to find the first player (KI-R2).
    FirstPlayer {
        /// Who goes first.
        seat: Seat,
        /// What each player showed, from the top.
        shown: [Vec<Kind>; 2],
    },
    /// A player has looked at the top of their own pile (KI-R11).
    Seen {
        /// Whose pile.
        seat: Seat,
        /// The known tokens, from the top.
        kinds: Vec<Kind>,
    },
    /// A drawn token came into play.
    Placed {
        /// Whose token.
        seat: Seat,
        /// Which one.
        kind: Kind,
        /// Where.
        inn: Inn,
    },
    /// A player chose not to draw, or had no room to.
    Kept {
        /// Who.
        seat: Seat,
    },
    /// A token that had to come into play fitted in no inn of the start row (KI-R5, KI-R11).
    NoRoom {
        /// Whose token.
        seat: Seat,
    },
    /// A token walked to a neighbouring inn.
    Moved {
        /// Whose token.
        seat: Seat,
        /// Which one.
        kind: Kind,
        /// Where it was.
        from: Inn,
        /// Where it is now.
        to: Inn,
    },
    /// A token walked into its castle.
    WentHome {
        /// Whose token.
        seat: Seat,
        /// Which one.
        kind: Kind,
        /// Where it was.
        from: Inn,
    },
    /// A Royal Push (KI-R9).
    Pushed {
        /// Whose King.
        seat: Seat,
        /// Where the King was.
        from: Inn,
        /// Where the King is now, and the pushed tokens were.
        into: Inn,
        /// Where the pushed tokens are now.
        onto: Inn,
        /// The pushed tokens, in the order they were pushed.
        tokens: ArrayVec<TokenSeen, { MOST_PUSHED as usize }>,
    },
    /// A player moved nothing after a draw.
    Rested {
        /// Who.
        seat: Seat,
    },
    /// A player could neither draw nor move (KI-R7).
    Forfeited {
        /// Who.
        seat: Seat,
    },
    /// The position has stood at the start of a turn before (KI-R8).
    Repeated {
        /// How many times it has now stood there.
        count: u8,
    },
    /// The game is over.
    Over {
        /// Who won and why.
        outcome: Outcome,
    },
}

/// A token that can be seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TokenSeen {
    /// Which one.
    pub kind: Kind,
    /// Whose.
    pub seat: Seat,
}
