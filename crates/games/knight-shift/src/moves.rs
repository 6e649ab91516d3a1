//! What a player can choose, in the notation, in JSON and as a number.

use std::fmt;
use std::str::FromStr;

use roundtable_core::notation::number;
use roundtable_core::{GameMove, NotationError};
use serde::{Deserialize, Serialize};

use crate::items::{FACES, Item};
use crate::state::MAX_KNIGHTS;

/// A player's choice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Move {
    /// Play an Item face-down on a Knight.
    Play {
        /// From the own hand.
        item: Item,
        /// Whose equipment it joins.
        knight: Knight,
    },
    /// Play an Item face-up on a Knight.
    Show {
        /// From the own hand.
        item: Item,
        /// Whose equipment it joins.
        knight: Knight,
    },
    /// Look at the top Item of a Knight.
    Peek {
        /// Which one.
        knight: Knight,
    },
    /// Claim a Knight.
    Claim {
        /// Which one.
        knight: Knight,
        /// The Item put on the discard pile; nothing with an empty hand.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        discard: Option<Item>,
    },
}

/// A Knight in the middle: numbered from 0 in the order dealt.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(type = "number"))]
#[serde(try_from = "u64", into = "u64")]
pub struct Knight(u8);

impl Knight {
    pub(crate) const FIRST: Self = Self(0);

    /// The Knights of a game of `players`: one more than players.
    pub fn all(players: usize) -> impl DoubleEndedIterator<Item = Self> {
        (0..=players.min(MAX_KNIGHTS - 1)).map(|index| Self(index as u8))
    }

    /// The number.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The Knight with this number, which is below seven.
    #[inline]
    pub(crate) const fn from_index(index: usize) -> Self {
        debug_assert!(index < MAX_KNIGHTS);
        Self(index as u8)
    }
}

impl fmt::Display for Knight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl TryFrom<u64> for Knight {
    type Error = NotationError;

    fn try_from(number: u64) -> Result<Self, NotationError> {
        if number < MAX_KNIGHTS as u64 {
            Ok(Self(number as u8))
        } else {
            Err(NotationError(format!("`{number}` is no Knight: they are 0 to 6")))
        }
    }
}

impl From<Knight> for u64 {
    fn from(knight: Knight) -> Self {
        knight.0.into()
    }
}

impl FromStr for Knight {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        number(text)?.try_into()
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Play { item, knight } => write!(f, "play {item} {knight}"),
            Self::Show { item, knight } => write!(f, "show {item} {knight}"),
            Self::Peek { knight } => write!(f, "peek {knight}"),
            Self::Claim {
                knight,
                discard: Some(item),
            } => write!(f, "claim {knight} {item}"),
            Self::Claim { knight, discard: None } => write!(f, "claim {knight}"),
        }
    }
}

impl FromStr for Move {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        match text.split(' ').collect::<Vec<_>>()[..] {
            ["play", item, knight] => Ok(Self::Play {
                item: item.parse()?,
                knight: knight.parse()?,
            }),
            ["show", item, knight] => Ok(Self::Show {
                item: item.parse()?,
                knight: knight.parse()?,
            }),
            ["peek", knight] => Ok(Self::Peek {
                knight: knight.parse()?,
            }),
            ["claim", knight, item] => Ok(Self::Claim {
                knight: knight.parse()?,
                discard: Some(item.parse()?),
            }),
            ["claim", knight] => Ok(Self::Claim {
                knight: knight.parse()?,
                discard: None,
            }),
            _ => Err(NotationError(format!(
                "`{text}` is no move: write `play axe 2`, `show axe 2`, `peek 2`, `claim 2 booze` or `claim 2`"
            ))),
        }
    }
}

/// The numbers of one Knight: a block for each thing that can be done to it.
const PLAY: u32 = 0;
const SHOW: u32 = PLAY + FACES as u32;
const CLAIM: u32 = SHOW + FACES as u32;
const CLAIM_BARE: u32 = CLAIM + FACES as u32;
const PEEK: u32 = CLAIM_BARE + 1;

/// How many numbers each Knight has: with two players there is no peeking.
const fn block(players: usize) -> u32 {
    if players == 2 { PEEK } else { PEEK + 1 }
}

impl GameMove for Move {
    fn count(players: usize) -> u32 {
        (players as u32 + 1) * block(players)
    }

    fn number(self, players: usize) -> Option<u32> {
        let (knight, place) = match self {
            Self::Play { item, knight } => (knight, PLAY + item as u32),
            Self::Show { item, knight } => (knight, SHOW + item as u32),
            Self::Claim {
                knight,
                discard: Some(item),
            } => (knight, CLAIM + item as u32),
            Self::Claim { knight, discard: None } => (knight, CLAIM_BARE),
            Self::Peek { knight } => (knight, PEEK),
        };
        let block = block(players);
        (place < block && knight.index() <= players).then(|| u32::from(knight.0) * block + place)
    }

    fn from_number(number: u32, players: usize) -> Option<Self> {
        if number >= Self::count(players) {
            return None;
        }
        let (knight, place) = (number / block(players), number % block(players));
        let knight = Knight(
            u8::try_from(knight)
                .ok()
                .filter(|&knight| usize::from(knight) < MAX_KNIGHTS)?,
        );
        let item = |base: u32| Item::ALL[(place - base) as usize];
        Some(match place {
            PLAY..SHOW => Self::Play {
                item: item(PLAY),
                knight,
            },
            SHOW..CLAIM => Self::Show {
                item: item(SHOW),
                knight,
            },
            CLAIM..CLAIM_BARE => Self::Claim {
                knight,
                discard: Some(item(CLAIM)),
            },
            CLAIM_BARE => Self::Claim { knight, discard: None },
            PEEK.. => Self::Peek { knight },
        })
    }
}
