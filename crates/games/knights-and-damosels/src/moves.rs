//! What a player can choose, in the notation, in JSON and as a number.

use std::fmt;
use std::str::FromStr;

use roundtable_core::{GameMove, NotationError, Seat, notation};
use serde::{Deserialize, Serialize};

use crate::cards::{CHIVALRIES, Chivalry, ChivalrySet, EVENTS, EventCard, Kind};
use crate::state::display_size;

/// A player's choice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Move {
    /// Arthur or Merlin discards an event.
    Discard {
        /// Which.
        event: EventCard,
    },
    /// The damosel gives a card.
    Give {
        /// Which.
        chivalry: Chivalry,
    },
    /// Select a displayed card.
    Select {
        /// Its number, from 0.
        number: u8,
    },
    /// Joust for a card that another player has selected or offered.
    Challenge {
        /// Who has it.
        seat: Seat,
        /// Which.
        chivalry: Chivalry,
    },
    /// A high thrust.
    High,
    /// A low thrust.
    Low,
    /// Yield the right.
    Yield,
    /// Offer a card of the knight.
    Offer {
        /// Which.
        chivalry: Chivalry,
    },
    /// Neither select nor offer.
    Pass,
    /// Place cards face-up, and all others face-down.
    Face {
        /// Those face-up.
        up: ChivalrySet,
    },
    /// Take a card of the own damosel from a knight, before Camlann.
    Take {
        /// Whose knight.
        seat: Seat,
        /// Which.
        chivalry: Chivalry,
    },
    /// Join Arthur's side.
    Arthur,
    /// Join Mordred's side.
    Mordred,
    /// Reveal a card in the battle.
    Fight {
        /// Which.
        chivalry: Chivalry,
    },
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Discard { event } => write!(f, "discard {event}"),
            Self::Give { chivalry } => write!(f, "give {chivalry}"),
            Self::Select { number } => write!(f, "select {number}"),
            Self::Challenge { seat, chivalry } => write!(f, "challenge {seat} {chivalry}"),
            Self::High => f.write_str("high"),
            Self::Low => f.write_str("low"),
            Self::Yield => f.write_str("yield"),
            Self::Offer { chivalry } => write!(f, "offer {chivalry}"),
            Self::Pass => f.write_str("pass"),
            Self::Face { up } => write!(f, "face {up}"),
            Self::Take { seat, chivalry } => write!(f, "take {seat} {chivalry}"),
            Self::Arthur => f.write_str("arthur"),
            Self::Mordred => f.write_str("mordred"),
            Self::Fight { chivalry } => write!(f, "fight {chivalry}"),
        }
    }
}

fn seat(text: &str) -> Result<Seat, NotationError> {
    let number = notation::number(text)?;
    let seat = usize::try_from(number).ok().and_then(Seat::try_new);
    seat.ok_or_else(|| NotationError(format!("there is no seat {number}")))
}

fn faces(words: &[&str]) -> Result<ChivalrySet, NotationError> {
    if words == ["none"] {
        return Ok(ChivalrySet::NONE);
    }
    let list = words
        .iter()
        .map(|word| word.parse())
        .collect::<Result<Vec<Chivalry>, _>>()?;
    if list.is_empty() || !list.is_sorted_by(|a, b| a < b) {
        return Err(NotationError(
            "write `face` and the cards that lie face-up, once each in their order (`face horse armor`), or `face none`"
                .to_owned(),
        ));
    }
    Ok(list.into_iter().collect())
}

impl FromStr for Move {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        match text.split(' ').collect::<Vec<_>>()[..] {
            ["discard", event] => Ok(Self::Discard { event: event.parse()? }),
            ["give", chivalry] => Ok(Self::Give {
                chivalry: chivalry.parse()?,
            }),
            ["select", number] => {
                let written = notation::number(number)?;
                let number = u8::try_from(written).map_err(|_| NotationError(format!("there is no card {written}")))?;
                Ok(Self::Select { number })
            }
            ["challenge", other, chivalry] => Ok(Self::Challenge {
                seat: seat(other)?,
                chivalry: chivalry.parse()?,
            }),
            ["high"] => Ok(Self::High),
            ["low"] => Ok(Self::Low),
            ["yield"] => Ok(Self::Yield),
            ["offer", chivalry] => Ok(Self::Offer {
                chivalry: chivalry.parse()?,
            }),
            ["pass"] => Ok(Self::Pass),
            ["face", ref words @ ..] => Ok(Self::Face { up: faces(words)? }),
            ["take", other, chivalry] => Ok(Self::Take {
                seat: seat(other)?,
                chivalry: chivalry.parse()?,
            }),
            ["arthur"] => Ok(Self::Arthur),
            ["mordred"] => Ok(Self::Mordred),
            ["fight", chivalry] => Ok(Self::Fight {
                chivalry: chivalry.parse()?,
            }),
            _ => Err(NotationError(format!(
                "`{text}` is no move: write `discard rome`, `give honor`, `select 2`, `challenge 3 honor`, `high`, `low`, \
                 `yield`, `offer honor`, `pass`, `face horse armor`, `face none`, `take 3 honor`, `arthur`, `mordred` or \
                 `fight honor`"
            ))),
        }
    }
}

/// The moves in the order of their numbers: how many there are of each form.
const CARDS: u32 = CHIVALRIES as u32;
const EVENT_CARDS: u32 = EVENTS as u32;
/// `high low yield pass arthur mordred`.
const PLAIN: [Move; 6] = [
    Move::High,
    Move::Low,
    Move::Yield,
    Move::Pass,
    Move::Arthur,
    Move::Mordred,
];
/// The sets of cards of one kind: none, and seven for each kind (KD-P1).
const FACES: u32 = 1 + 7 * Kind::ALL.len() as u32;

/// Where the numbers of each form begin, in a game of so many players.
struct Starts {
    give: u32,
    offer: u32,
    fight: u32,
    plain: u32,
    face: u32,
    select: u32,
    challenge: u32,
    take: u32,
    end: u32,
}

impl Starts {
    const fn new(players: usize) -> Self {
        let (give, offer, fight) = (EVENT_CARDS, EVENT_CARDS + CARDS, EVENT_CARDS + 2 * CARDS);
        let plain = fight + CARDS;
        let face = plain + PLAIN.len() as u32;
        let select = face + FACES;
        let challenge = select + display_size(players) as u32;
        let take = challenge + players as u32 * CARDS;
        Self {
            give,
            offer,
            fight,
            plain,
            face,
            select,
            challenge,
            take,
            end: take + players as u32 * CARDS,
        }
    }
}

fn face_number(up: ChivalrySet) -> Option<u32> {
    let Some(kind) = up.iter().next().map(Chivalry::kind) else {
        return Some(0);
    };
    let alike = up.without(ChivalrySet::of(kind)).is_empty();
    alike.then(|| 7 * kind as u32 + u32::from(up.0 >> (3 * kind as u32)))
}

fn face_from(number: u32) -> ChivalrySet {
    match number.checked_sub(1) {
        None => ChivalrySet::NONE,
        Some(rest) => ChivalrySet((rest as u16 % 7 + 1) << (3 * (rest / 7))),
    }
}

impl GameMove for Move {
    fn count(players: usize) -> u32 {
        Starts::new(players).end
    }

    fn number(self, players: usize) -> Option<u32> {
        let starts = Starts::new(players);
        let of_seat = |seat: Seat, chivalry: Chivalry| {
            (seat.index() < players).then(|| seat.index() as u32 * CARDS + chivalry as u32)
        };
        let plain = |place: u32| Some(starts.plain + place);
        match self {
            Self::Discard { event } => Some(event as u32),
            Self::Give { chivalry } => Some(starts.give + chivalry as u32),
            Self::Offer { chivalry } => Some(starts.offer + chivalry as u32),
            Self::Fight { chivalry } => Some(starts.fight + chivalry as u32),
            Self::High => plain(0),
            Self::Low => plain(1),
            Self::Yield => plain(2),
            Self::Pass => plain(3),
            Self::Arthur => plain(4),
            Self::Mordred => plain(5),
            Self::Face { up } => face_number(up).map(|number| starts.face + number),
            Self::Select { number } => {
                (usize::from(number) < display_size(players)).then(|| starts.select + u32::from(number))
            }
            Self::Challenge { seat, chivalry } => of_seat(seat, chivalry).map(|number| starts.challenge + number),
            Self::Take { seat, chivalry } => of_seat(seat, chivalry).map(|number| starts.take + number),
        }
    }

    fn from_number(number: u32, players: usize) -> Option<Self> {
        let starts = Starts::new(players);
        let chivalry = |place: u32| Chivalry::ALL[(place % CARDS) as usize];
        let seat = |place: u32| Seat::new((place / CARDS) as usize);
        Some(if number < starts.give {
            let event = EventCard::ALL[number as usize];
            Self::Discard { event }
        } else if number < starts.offer {
            let chivalry = chivalry(number - starts.give);
            Self::Give { chivalry }
        } else if number < starts.fight {
            let chivalry = chivalry(number - starts.offer);
            Self::Offer { chivalry }
        } else if number < starts.plain {
            let chivalry = chivalry(number - starts.fight);
            Self::Fight { chivalry }
        } else if number < starts.face {
            PLAIN[(number - starts.plain) as usize]
        } else if number < starts.select {
            let up = face_from(number - starts.face);
            Self::Face { up }
        } else if number < starts.challenge {
            let number = (number - starts.select) as u8;
            Self::Select { number }
        } else if number < starts.take {
            let place = number - starts.challenge;
            let (seat, chivalry) = (seat(place), chivalry(place));
            Self::Challenge { seat, chivalry }
        } else if number < starts.end {
            let place = number - starts.take;
            let (seat, chivalry) = (seat(place), chivalry(place));
            Self::Take { seat, chivalry }
        } else {
            return None;
        })
    }
}
