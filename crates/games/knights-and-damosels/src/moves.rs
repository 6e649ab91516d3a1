//! What a player can choose, in the notation, in JSON and as a number.

use std::fmt;

use roundtable_core::{MovePart, NotationError, Seat, Words, move_parts, moves, notation};

use crate::cards::{Chivalry, ChivalrySet, EventCard, Kind};
use crate::state::display_size;

moves! {
    /// A player's choice.
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub enum Move {
        /// Arthur or Merlin discards an event.
        Discard {
            /// Which.
            event: EventCard,
        } = "discard rome",
        /// The damosel gives a card.
        Give {
            /// Which.
            chivalry: Chivalry,
        } = "give honor",
        /// Offer a card of the knight.
        Offer {
            /// Which.
            chivalry: Chivalry,
        } = "offer honor",
        /// Reveal a card in the battle.
        Fight {
            /// Which.
            chivalry: Chivalry,
        } = "fight honor",
        /// A high thrust.
        High = "high",
        /// A low thrust.
        Low = "low",
        /// Yield the right.
        Yield = "yield",
        /// Neither select nor offer.
        Pass = "pass",
        /// Join Arthur's side.
        Arthur = "arthur",
        /// Join Mordred's side.
        Mordred = "mordred",
        /// Place these cards face-up and all others face-down.
        Face {
            /// The face-up cards.
            up: ChivalrySet,
        } = "face horse armor" or "face none",
        /// Select a displayed card.
        Select {
            /// Its number, from 0.
            number: u8,
        } = "select 2",
        /// Joust for a card that another player has selected or offered.
        Challenge {
            /// Who has it.
            seat: Seat,
            /// Which.
            chivalry: Chivalry,
        } = "challenge 3 honor",
        /// Take a card of your damosel from a knight, before Camlann.
        Take {
            /// Whose knight.
            seat: Seat,
            /// Which.
            chivalry: Chivalry,
        } = "take 3 honor",
    }
}

move_parts!(Move: EventCard, Chivalry);

/// A displayed card.
impl MovePart<Move> for u8 {
    fn count(players: usize) -> u32 {
        display_size(players) as u32
    }

    fn number(self, players: usize) -> Option<u32> {
        (usize::from(self) < display_size(players)).then_some(self.into())
    }

    fn from_number(number: u32, _: usize) -> Option<Self> {
        number.try_into().ok()
    }

    fn write(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, " {self}")
    }

    fn read(words: &mut Words<'_>) -> Result<Self, NotationError> {
        let number = notation::number(words.word()?)?;
        number
            .try_into()
            .map_err(|_| NotationError(format!("there is no card {number}")))
    }
}

/// How many sets of one or more cards of a kind there are.
const OF_A_KIND: u32 = 7;

/// All face-up cards are of one kind (KD-P1): no other set has a number.
impl MovePart<Move> for ChivalrySet {
    fn count(_: usize) -> u32 {
        1 + OF_A_KIND * Kind::ALL.len() as u32
    }

    fn number(self, _: usize) -> Option<u32> {
        let Some(kind) = self.iter().next().map(Chivalry::kind) else {
            return Some(0);
        };
        let alike = self.without(Self::of(kind)).is_empty();
        alike.then(|| OF_A_KIND * kind as u32 + u32::from(self.0 >> (3 * kind as u32)))
    }

    fn from_number(number: u32, _: usize) -> Option<Self> {
        Some(match number.checked_sub(1) {
            None => Self::NONE,
            Some(rest) => Self((rest as u16 % 7 + 1) << (3 * (rest / OF_A_KIND))),
        })
    }

    fn write(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, " {self}")
    }

    fn read(words: &mut Words<'_>) -> Result<Self, NotationError> {
        let mut up = Self::NONE;
        let mut word = words.word()?;
        if word == "none" {
            return Ok(up);
        }
        let mut last = None;
        loop {
            let chivalry: Chivalry = word.parse()?;
            if last >= Some(chivalry) {
                return Err(NotationError(
                    "write `face` and the cards that lie face-up, once each in their order (`face horse armor`), \
                     or `face none`"
                        .to_owned(),
                ));
            }
            up.insert(chivalry);
            last = Some(chivalry);
            if words.is_empty() {
                return Ok(up);
            }
            word = words.word()?;
        }
    }
}
