//! Number cards, sets of them, and the kinds of poison.

use std::fmt::{self, Write as _};
use std::str::FromStr;

use roundtable_core::NotationError;
use roundtable_core::notation::number;
use serde::{Deserialize, Serialize, Serializer};

/// The highest number on a Number card.
pub(crate) const HIGHEST: u8 = 11;

/// How many Number cards the box holds.
pub(crate) const CARDS: usize = 4 * HIGHEST as usize;

/// A suit of the Number cards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Suit {
    /// Hearts.
    #[serde(rename = "h")]
    Hearts,
    /// Spades.
    #[serde(rename = "s")]
    Spades,
    /// Diamonds.
    #[serde(rename = "d")]
    Diamonds,
    /// Clubs.
    #[serde(rename = "c")]
    Clubs,
}

impl Suit {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Hearts, Self::Spades, Self::Diamonds, Self::Clubs];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["hearts", "spades", "diamonds", "clubs"][self as usize]
    }

    /// Its letter in the notation.
    #[must_use]
    pub const fn letter(self) -> char {
        ['h', 's', 'd', 'c'][self as usize]
    }

    /// Its bit in a set of suits.
    pub(crate) const fn bit(self) -> u8 {
        1 << self as u8
    }

    /// The suits of such a set.
    pub(crate) fn of_bits(bits: u8) -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(move |suit| bits & suit.bit() != 0)
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A Number card: number and suit. Ordered by number, then suit, so that the cards for fewer players are a range.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "String"))]
#[serde(try_from = "String")]
pub struct Card(u8);

impl Card {
    /// The card with this number (1 to 11) and suit, if there is one.
    #[must_use]
    pub const fn new(number: u8, suit: Suit) -> Option<Self> {
        if 1 <= number && number <= HIGHEST {
            Some(Self((number - 1) * 4 + suit as u8))
        } else {
            None
        }
    }

    /// Its number.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0 / 4 + 1
    }

    /// Its suit.
    #[must_use]
    pub const fn suit(self) -> Suit {
        Suit::ALL[self.0 as usize % 4]
    }

    /// Its index among all cards, from 0.
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The card with this index; an index beyond the last means the last.
    pub(crate) const fn from_index(index: usize) -> Self {
        Self(if index < CARDS { index as u8 } else { CARDS as u8 - 1 })
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Views are full of cards, and numbers are slow to format.
        const NUMBERS: [&str; HIGHEST as usize] = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11"];
        f.write_str(NUMBERS[usize::from(self.number() - 1)])?;
        f.write_char(self.suit().letter())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Card {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let wrong = || {
            NotationError(format!(
                "`{text}` is no card: write a number from 1 to 11 and h, s, d or c, as `7h`"
            ))
        };
        let suit = Suit::ALL
            .into_iter()
            .find(|suit| text.ends_with(suit.letter()))
            .ok_or_else(wrong)?;
        let digits = &text[..text.len() - 1];
        let number = number(digits).map_err(|_| wrong())?;
        u8::try_from(number)
            .ok()
            .and_then(|number| Self::new(number, suit))
            .ok_or_else(wrong)
    }
}

impl TryFrom<String> for Card {
    type Error = NotationError;

    fn try_from(text: String) -> Result<Self, NotationError> {
        text.parse()
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A set of Number cards, one bit each. Written as the cards in order, separated by spaces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "Vec<Card>"))]
pub struct CardSet(u64);

impl CardSet {
    /// No card.
    pub const NONE: Self = Self(0);

    /// Every card of the box.
    pub(crate) const ALL: Self = Self((1 << CARDS) - 1);

    /// The cards that a game of `players` is played with.
    #[must_use]
    pub const fn in_play(players: usize) -> Self {
        let up_to_ten = (1 << 40) - 1;
        match players {
            0..=3 => Self(up_to_ten & !0xf),
            4 => Self(up_to_ten),
            _ => Self((1 << CARDS) - 1),
        }
    }

    /// All cards of a suit.
    #[must_use]
    pub const fn suit(suit: Suit) -> Self {
        Self(0x0111_1111_1111 << suit as u8)
    }

    /// Whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many cards it has.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the card is in it.
    #[must_use]
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.0 & 1 != 0
    }

    /// Puts a card in.
    pub const fn insert(&mut self, card: Card) {
        self.0 |= 1 << card.0;
    }

    /// Takes a card out.
    pub const fn remove(&mut self, card: Card) {
        self.0 &= !(1 << card.0);
    }

    /// The cards that are in either set.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The cards that are in both sets.
    #[must_use]
    pub const fn within(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The cards that are not in the other set.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether the sets share a card.
    #[must_use]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// One bit for each card, by index.
    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

    /// The lowest card.
    #[must_use]
    pub const fn first(self) -> Option<Card> {
        if self.0 == 0 {
            None
        } else {
            Some(Card(self.0.trailing_zeros() as u8))
        }
    }
}

impl IntoIterator for CardSet {
    type Item = Card;
    type IntoIter = CardIter;

    fn into_iter(self) -> CardIter {
        CardIter(self)
    }
}

/// The cards of a set, in order.
#[derive(Clone, Debug)]
pub struct CardIter(CardSet);

impl Iterator for CardIter {
    type Item = Card;

    #[inline]
    fn next(&mut self) -> Option<Card> {
        let card = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(card)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for CardIter {}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut set = Self::NONE;
        for card in cards {
            set.insert(card);
        }
        set
    }
}

impl fmt::Display for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, card) in self.into_iter().enumerate() {
            if i > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{card}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

impl FromStr for CardSet {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        text.split_whitespace().map(str::parse).collect()
    }
}

impl Serialize for CardSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(*self)
    }
}

/// How many kinds of poison there are.
pub(crate) const KINDS: usize = 3;

/// A kind of poison.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Jellyfish poison.
    Jellyfish,
    /// Spider poison.
    Spider,
    /// Bee poison.
    Bee,
}

impl Kind {
    /// All three.
    pub const ALL: [Self; KINDS] = [Self::Jellyfish, Self::Spider, Self::Bee];

    /// Its name, also in the notation and in deck files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["jellyfish", "spider", "bee"][self as usize]
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Kind {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.name() == text)
            .ok_or_else(|| NotationError(format!("`{text}` is no poison: they are jellyfish, spider and bee")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_written_and_read() {
        for index in 0..CARDS {
            let card = Card::from_index(index);
            assert_eq!(card.to_string().parse(), Ok(card));
            assert_eq!(Card::new(card.number(), card.suit()), Some(card));
        }
        for bad in ["", "h", "0h", "12h", "07h", "7", "7x", "h7", "7hh", "7♥", "+7h"] {
            assert!(bad.parse::<Card>().is_err(), "{bad}");
        }
    }

    #[test]
    fn fewer_players_play_with_fewer_cards() {
        assert_eq!([3, 4, 5].map(|players| CardSet::in_play(players).len()), [36, 40, 44]);
        assert!(
            CardSet::in_play(3)
                .into_iter()
                .all(|card| (2..=10).contains(&card.number()))
        );
        assert!(CardSet::in_play(4).into_iter().all(|card| card.number() <= 10));
        for suit in Suit::ALL {
            assert_eq!(CardSet::suit(suit).len(), 11);
            assert!(CardSet::suit(suit).into_iter().all(|card| card.suit() == suit));
        }
    }
}
