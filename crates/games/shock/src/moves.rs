//! What a player can choose, in the notation, in JSON and as a number.

use std::fmt;
use std::str::FromStr;

use roundtable_core::{GameMove, NotationError};
use serde::{Deserialize, Serialize};

use crate::cards::{Card, CardSet, Kind};

/// A player's choice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Move {
    /// Play a card face-up.
    Play {
        /// Which.
        card: Card,
    },
    /// Leave the round with the jewels on the bag.
    Withdraw,
    /// Play a card face-down, being out of the round.
    Down {
        /// Which.
        card: Card,
    },
    /// Reveal another Chest card.
    Reveal,
    /// Reveal no more Chest cards.
    Stop,
    /// Put the Potion on the own Poison card of this kind.
    Cover {
        /// Which kind.
        kind: Kind,
    },
    /// Keep the Potion for later.
    Keep,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Play { card } => write!(f, "play {card}"),
            Self::Withdraw => f.write_str("withdraw"),
            Self::Down { card } => write!(f, "down {card}"),
            Self::Reveal => f.write_str("reveal"),
            Self::Stop => f.write_str("stop"),
            Self::Cover { kind } => write!(f, "cover {kind}"),
            Self::Keep => f.write_str("keep"),
        }
    }
}

impl FromStr for Move {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        match text.split(' ').collect::<Vec<_>>()[..] {
            ["play", card] => Ok(Self::Play { card: card.parse()? }),
            ["withdraw"] => Ok(Self::Withdraw),
            ["down", card] => Ok(Self::Down { card: card.parse()? }),
            ["reveal"] => Ok(Self::Reveal),
            ["stop"] => Ok(Self::Stop),
            ["cover", kind] => Ok(Self::Cover { kind: kind.parse()? }),
            ["keep"] => Ok(Self::Keep),
            _ => Err(NotationError(format!(
                "`{text}` is no move: write `play 7h`, `withdraw`, `down 7h`, `reveal`, `stop`, `cover bee` or `keep`"
            ))),
        }
    }
}

/// How many moves there are besides those that name a card.
const OTHERS: u32 = 7;

/// How many cards are in play, and the place of the first of them among all cards.
fn cards_in_play(players: usize) -> (u32, u32) {
    let cards = CardSet::in_play(players);
    (cards.len() as u32, cards.first().map_or(0, Card::index) as u32)
}

impl GameMove for Move {
    fn count(players: usize) -> u32 {
        2 * cards_in_play(players).0 + OTHERS
    }

    fn number(self, players: usize) -> Option<u32> {
        let (cards, first) = cards_in_play(players);
        let card_number = |card: Card| {
            let index = (card.index() as u32).checked_sub(first)?;
            (index < cards).then_some(index)
        };
        let other = 2 * cards;
        match self {
            Self::Play { card } => card_number(card),
            Self::Down { card } => card_number(card).map(|number| cards + number),
            Self::Withdraw => Some(other),
            Self::Reveal => Some(other + 1),
            Self::Stop => Some(other + 2),
            Self::Keep => Some(other + 3),
            Self::Cover { kind } => Some(other + 4 + kind as u32),
        }
    }

    fn from_number(number: u32, players: usize) -> Option<Self> {
        let (cards, first) = cards_in_play(players);
        let card = |place: u32| Card::from_index((first + place) as usize);
        if number < cards {
            return Some(Self::Play { card: card(number) });
        }
        if number < 2 * cards {
            return Some(Self::Down {
                card: card(number - cards),
            });
        }
        match number - 2 * cards {
            0 => Some(Self::Withdraw),
            1 => Some(Self::Reveal),
            2 => Some(Self::Stop),
            3 => Some(Self::Keep),
            kind @ 4..OTHERS => Some(Self::Cover {
                kind: Kind::ALL[kind as usize - 4],
            }),
            OTHERS.. => None,
        }
    }
}
