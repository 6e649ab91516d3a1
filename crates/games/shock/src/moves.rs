//! What a player can choose, in the notation, in JSON and as a number.

use std::fmt;

use roundtable_core::{MovePart, NotationError, Words, move_parts, moves};

use crate::cards::{Card, CardSet, Kind};

moves! {
    /// A player's choice.
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub enum Move {
        /// Play a card face-up.
        Play {
            /// Which.
            card: Card,
        } = "play 7h",
        /// Play a card face-down, when out of the round.
        Down {
            /// Which.
            card: Card,
        } = "down 7h",
        /// Leave the round with the jewels on the bag.
        Withdraw = "withdraw",
        /// Reveal another Chest card.
        Reveal = "reveal",
        /// Reveal no more Chest cards.
        Stop = "stop",
        /// Keep the Potion for later.
        Keep = "keep",
        /// Put the Potion on your Poison card of this kind.
        Cover {
            /// Which kind.
            kind: Kind,
        } = "cover bee",
    }
}

move_parts!(Move: Kind);

/// Only the cards in play are numbered: they form a range of all cards.
impl MovePart<Move> for Card {
    fn count(players: usize) -> u32 {
        CardSet::in_play(players).len() as u32
    }

    fn number(self, players: usize) -> Option<u32> {
        let cards = CardSet::in_play(players);
        let place = self.index().checked_sub(cards.first()?.index())?;
        (place < cards.len()).then_some(place as u32)
    }

    fn from_number(number: u32, players: usize) -> Option<Self> {
        let lowest = CardSet::in_play(players).first()?;
        Some(Self::from_index(lowest.index() + number as usize))
    }

    fn write(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, " {self}")
    }

    fn read(words: &mut Words<'_>) -> Result<Self, NotationError> {
        words.parse()
    }
}
