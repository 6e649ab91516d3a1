//! Cards of the deck, role cards, and how many there are of each.

use std::fmt;
use std::str::FromStr;

use roundtable_core::NotationError;
use serde::{Deserialize, Serialize};

/// How many kinds of card there are.
pub(crate) const KINDS: usize = 7;

/// A card of the deck.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Card {
    /// Two of them are a wound.
    Gun,
    /// Cancels a Gun.
    Armor,
    /// Is banked, and buys things.
    Money,
    /// Takes a Money away.
    Crime,
    /// Allows a look at a role card.
    Intel,
    /// Wounds any player, for three Money.
    Hit,
    /// Swaps the role card and the boss.
    Mole,
}

impl Card {
    /// All seven.
    pub const ALL: [Self; KINDS] = [
        Self::Gun,
        Self::Armor,
        Self::Money,
        Self::Crime,
        Self::Intel,
        Self::Hit,
        Self::Mole,
    ];

    /// The card with this number in its lowest three bits. (Eight entries for seven cards, so no check is needed.)
    pub(crate) const fn from_bits(bits: u8) -> Self {
        const BY_BITS: [Card; 8] = {
            let [gun, armor, money, crime, intel, hit, mole] = Card::ALL;
            [gun, armor, money, crime, intel, hit, mole, mole]
        };
        BY_BITS[(bits & 7) as usize]
    }

    /// As the notation writes it.
    #[must_use]
    pub const fn key(self) -> &'static str {
        ["gun", "armor", "money", "crime", "intel", "hit", "mole"][self as usize]
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["Gun", "Armor", "Money", "Crime", "Intel", "Hit", "Mole"][self as usize]
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

impl FromStr for Card {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        Self::ALL.into_iter().find(|card| card.key() == text).ok_or_else(|| {
            NotationError(format!(
                "`{text}` is no card: they are gun, armor, money, crime, intel, hit and mole"
            ))
        })
    }
}

/// How many cards of each kind: a hand, a revealed stack, the discard pile. They are in no order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "each field counts the cards of its name")]
pub struct Counts {
    pub gun: u8,
    pub armor: u8,
    pub money: u8,
    pub crime: u8,
    pub intel: u8,
    pub hit: u8,
    pub mole: u8,
}

impl Counts {
    /// How many cards there are of this kind.
    #[must_use]
    pub const fn of(&self, card: Card) -> u8 {
        match card {
            Card::Gun => self.gun,
            Card::Armor => self.armor,
            Card::Money => self.money,
            Card::Crime => self.crime,
            Card::Intel => self.intel,
            Card::Hit => self.hit,
            Card::Mole => self.mole,
        }
    }

    /// How many cards there are in all.
    #[must_use]
    pub fn total(&self) -> usize {
        Card::ALL.into_iter().map(|card| usize::from(self.of(card))).sum()
    }

    /// The cards one by one, kind by kind.
    pub fn cards(self) -> impl Iterator<Item = Card> {
        Card::ALL
            .into_iter()
            .flat_map(move |card| std::iter::repeat_n(card, self.of(card).into()))
    }
}

impl From<[u8; KINDS]> for Counts {
    fn from([gun, armor, money, crime, intel, hit, mole]: [u8; KINDS]) -> Self {
        Self {
            gun,
            armor,
            money,
            crime,
            intel,
            hit,
            mole,
        }
    }
}

impl From<Counts> for [u8; KINDS] {
    fn from(counts: Counts) -> Self {
        Card::ALL.map(|card| counts.of(card))
    }
}

impl FromIterator<Card> for Counts {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut counts = [0; KINDS];
        cards.into_iter().for_each(|card| counts[card as usize] += 1);
        counts.into()
    }
}

/// What a role card shows: a team.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Undercover Cop.
    Cop,
    /// Hardened Criminal.
    Criminal,
}

impl Role {
    /// The other team.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Cop => Self::Criminal,
            Self::Criminal => Self::Cop,
        }
    }

    /// What a member of that team is called.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cop => "Cop",
            Self::Criminal => "Criminal",
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
