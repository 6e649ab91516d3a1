//! What a player can choose, in the notation, in JSON and as a number.

use std::fmt;
use std::str::FromStr;

use roundtable_core::notation::number;
use roundtable_core::{GameMove, NotationError, Seat};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::cards::{Card, KINDS};

/// A player's choice. (Aligned so that one is written at a stroke: lists of them are most of what a random game does.)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[repr(align(4))]
pub enum Move {
    /// Play a card, as face-down as the rules make it.
    Play {
        /// Which.
        card: Card,
        /// On whom.
        target: Seat,
    },
    /// Play a card face-up though it could be face-down.
    Show {
        /// Which.
        card: Card,
        /// On whom.
        target: Seat,
    },
    /// Look at a role card, by Intel or for Money.
    Look {
        /// Where it lies.
        at: Place,
    },
    /// Do not look.
    Decline,
    /// Use the Hit.
    Hit {
        /// Who is wounded.
        target: Seat,
    },
    /// Bank the Hit.
    Bank,
    /// Pay to heal a wound.
    Heal {
        /// Whose.
        target: Seat,
    },
    /// Spend no more.
    Done,
}

/// Where a role card lies: before a player, or in the centre. Written as a seat's number or `boss`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(type = "number | \"boss\""))]
pub enum Place {
    /// Before this player.
    Seat(Seat),
    /// In the centre.
    Boss,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seat(seat) => write!(f, "{seat}"),
            Self::Boss => f.write_str("boss"),
        }
    }
}

impl Serialize for Place {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Seat(seat) => seat.serialize(serializer),
            Self::Boss => serializer.serialize_str("boss"),
        }
    }
}

impl<'de> Deserialize<'de> for Place {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Seat(Seat),
            Name(String),
        }
        match Written::deserialize(deserializer) {
            Ok(Written::Seat(seat)) => Ok(Self::Seat(seat)),
            Ok(Written::Name(name)) if name == "boss" => Ok(Self::Boss),
            Ok(Written::Name(_)) | Err(_) => Err(D::Error::custom("a role card lies at a seat's number or `boss`")),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Play { card, target } => write!(f, "play {card} {target}"),
            Self::Show { card, target } => write!(f, "show {card} {target}"),
            Self::Look { at } => write!(f, "look {at}"),
            Self::Decline => f.write_str("decline"),
            Self::Hit { target } => write!(f, "hit {target}"),
            Self::Bank => f.write_str("bank"),
            Self::Heal { target } => write!(f, "heal {target}"),
            Self::Done => f.write_str("done"),
        }
    }
}

fn seat(text: &str) -> Result<Seat, NotationError> {
    let number = number(text)?;
    usize::try_from(number)
        .ok()
        .and_then(Seat::try_new)
        .ok_or_else(|| NotationError(format!("`{text}` is no seat")))
}

impl FromStr for Move {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        match text.split(' ').collect::<Vec<_>>()[..] {
            ["play", card, target] => Ok(Self::Play {
                card: card.parse()?,
                target: seat(target)?,
            }),
            ["show", card, target] => Ok(Self::Show {
                card: card.parse()?,
                target: seat(target)?,
            }),
            ["look", "boss"] => Ok(Self::Look { at: Place::Boss }),
            ["look", target] => Ok(Self::Look {
                at: Place::Seat(seat(target)?),
            }),
            ["decline"] => Ok(Self::Decline),
            ["hit", target] => Ok(Self::Hit { target: seat(target)? }),
            ["bank"] => Ok(Self::Bank),
            ["heal", target] => Ok(Self::Heal { target: seat(target)? }),
            ["done"] => Ok(Self::Done),
            _ => Err(NotationError(format!(
                "`{text}` is no move: write `play gun 3`, `show gun 3`, `look 2`, `look boss`, `decline`, `hit 4`, `bank`, \
                 `heal 2` or `done`"
            ))),
        }
    }
}

/// The moves that name nobody: decline, bank, done.
const OTHERS: u32 = 3;

impl GameMove for Move {
    fn count(players: usize) -> u32 {
        // Cards played and shown on everybody, looks at everybody and the boss, Hits, heals.
        let players = players as u32;
        2 * KINDS as u32 * players + (players + 1) + 2 * players + OTHERS
    }

    fn number(self, players: usize) -> Option<u32> {
        let n = players as u32;
        let at = |seat: Seat| (seat.index() < players).then_some(seat.index() as u32);
        let shows = KINDS as u32 * n;
        let looks = 2 * shows;
        let hits = looks + n + 1;
        let heals = hits + n;
        let others = heals + n;
        Some(match self {
            Self::Play { card, target } => card as u32 * n + at(target)?,
            Self::Show { card, target } => shows + card as u32 * n + at(target)?,
            Self::Look { at: Place::Seat(seat) } => looks + at(seat)?,
            Self::Look { at: Place::Boss } => looks + n,
            Self::Hit { target } => hits + at(target)?,
            Self::Heal { target } => heals + at(target)?,
            Self::Decline => others,
            Self::Bank => others + 1,
            Self::Done => others + 2,
        })
    }

    fn from_number(number: u32, players: usize) -> Option<Self> {
        let n = players as u32;
        let mut left = number;
        // Whether the number lies in the next range of this length; if not, goes on behind it.
        let mut within = |length: u32| {
            let place = left;
            left = left.wrapping_sub(length);
            (place < length).then_some(place)
        };
        let seat = |place: u32| Seat::new(place as usize);
        let card = |place: u32| Card::ALL[(place / n) as usize];
        if let Some(place) = within(KINDS as u32 * n) {
            return Some(Self::Play {
                card: card(place),
                target: seat(place % n),
            });
        }
        if let Some(place) = within(KINDS as u32 * n) {
            return Some(Self::Show {
                card: card(place),
                target: seat(place % n),
            });
        }
        if let Some(place) = within(n) {
            return Some(Self::Look {
                at: Place::Seat(seat(place)),
            });
        }
        if within(1).is_some() {
            return Some(Self::Look { at: Place::Boss });
        }
        if let Some(place) = within(n) {
            return Some(Self::Hit { target: seat(place) });
        }
        if let Some(place) = within(n) {
            return Some(Self::Heal { target: seat(place) });
        }
        match within(OTHERS)? {
            0 => Some(Self::Decline),
            1 => Some(Self::Bank),
            _ => Some(Self::Done),
        }
    }
}
