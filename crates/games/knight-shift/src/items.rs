//! The Items: twelve kinds, fourteen faces (Food comes in three values), and small bags of them.

use std::fmt;
use std::str::FromStr;

use roundtable_core::NotationError;
use serde::{Deserialize, Serialize};

/// How many different faces an Item card can have.
pub(crate) const FACES: usize = 14;

/// How many kinds of Item there are.
pub(crate) const KINDS: usize = 12;

/// The face of an Item card, as the notation names it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Item {
    /// A weapon.
    Axe,
    /// Worn over everything else.
    Armor,
    /// A weapon.
    Sword,
    /// Carried on the other arm.
    Shield,
    /// A weapon.
    Lance,
    /// Sat upon.
    Horse,
    /// A weapon.
    Bow,
    /// What a bow is for.
    Arrows,
    /// A snack: two towards the feast.
    Food2,
    /// A meal: three towards the feast.
    Food3,
    /// A roast: four towards the feast.
    Food4,
    /// Welcome in moderation.
    Booze,
    /// "Companions".
    Companions,
    /// Clean ones.
    Undergarments,
}

/// A kind of Item, as Knights like and dislike them: the three faces of Food are one kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Kind {
    /// A weapon.
    Axe,
    /// No weapon.
    Armor,
    /// A weapon.
    Sword,
    /// No weapon.
    Shield,
    /// A weapon.
    Lance,
    /// No weapon.
    Horse,
    /// A weapon.
    Bow,
    /// No weapon.
    Arrows,
    /// Counted for the feast.
    Food,
    /// Counted for the drunk.
    Booze,
    /// Counted as a set.
    Companions,
    /// No weapon.
    Undergarments,
}

impl Item {
    /// All fourteen, in the order of the notation.
    pub const ALL: [Self; FACES] = [
        Self::Axe,
        Self::Armor,
        Self::Sword,
        Self::Shield,
        Self::Lance,
        Self::Horse,
        Self::Bow,
        Self::Arrows,
        Self::Food2,
        Self::Food3,
        Self::Food4,
        Self::Booze,
        Self::Companions,
        Self::Undergarments,
    ];

    /// As the notation writes them.
    pub(crate) const WORDS: [&'static str; FACES] = [
        "axe",
        "armor",
        "sword",
        "shield",
        "lance",
        "horse",
        "bow",
        "arrows",
        "food2",
        "food3",
        "food4",
        "booze",
        "companions",
        "undergarments",
    ];

    /// As the notation writes it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        Self::WORDS[self as usize]
    }

    /// Its kind.
    #[must_use]
    pub const fn kind(self) -> Kind {
        [
            Kind::Axe,
            Kind::Armor,
            Kind::Sword,
            Kind::Shield,
            Kind::Lance,
            Kind::Horse,
            Kind::Bow,
            Kind::Arrows,
            Kind::Food,
            Kind::Food,
            Kind::Food,
            Kind::Booze,
            Kind::Companions,
            Kind::Undergarments,
        ][self as usize]
    }

    /// What it adds to a feast.
    #[must_use]
    pub const fn feast(self) -> u8 {
        match self {
            Self::Food2 => 2,
            Self::Food3 => 3,
            Self::Food4 => 4,
            Self::Axe
            | Self::Armor
            | Self::Sword
            | Self::Shield
            | Self::Lance
            | Self::Horse
            | Self::Bow
            | Self::Arrows
            | Self::Booze
            | Self::Companions
            | Self::Undergarments => 0,
        }
    }
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

impl FromStr for Item {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        Self::ALL.into_iter().find(|item| item.word() == text).ok_or_else(|| {
            let known: Vec<_> = Self::ALL.iter().map(|item| item.word()).collect();
            NotationError(format!("`{text}` is no Item: they are {}", known.join(", ")))
        })
    }
}

impl Kind {
    /// All twelve.
    pub const ALL: [Self; KINDS] = [
        Self::Axe,
        Self::Armor,
        Self::Sword,
        Self::Shield,
        Self::Lance,
        Self::Horse,
        Self::Bow,
        Self::Arrows,
        Self::Food,
        Self::Booze,
        Self::Companions,
        Self::Undergarments,
    ];

    /// The four weapons (KS-R16).
    pub const WEAPONS: [Self; 4] = [Self::Axe, Self::Sword, Self::Lance, Self::Bow];

    /// The keys in a deck file.
    pub(crate) const WORDS: [&'static str; KINDS] = [
        "axe",
        "armor",
        "sword",
        "shield",
        "lance",
        "horse",
        "bow",
        "arrows",
        "food",
        "booze",
        "companions",
        "undergarments",
    ];

    /// Its key in a deck file.
    #[must_use]
    pub const fn word(self) -> &'static str {
        Self::WORDS[self as usize]
    }

    /// Whether it is one of the four weapons.
    #[must_use]
    pub const fn is_weapon(self) -> bool {
        matches!(self, Self::Axe | Self::Sword | Self::Lance | Self::Bow)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// A set of kinds: those that a Knight likes or hates.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Kinds(u16);

impl Kinds {
    /// Whether the kind is in the set.
    #[must_use]
    pub const fn contains(self, kind: Kind) -> bool {
        self.0 >> kind as u16 & 1 != 0
    }

    /// The kinds, in order.
    pub fn iter(self) -> impl Iterator<Item = Kind> + Clone {
        let mut left = self.0;
        std::iter::from_fn(move || {
            (left != 0).then(|| {
                let kind = Kind::ALL[left.trailing_zeros() as usize];
                left &= left - 1;
                kind
            })
        })
    }
}

impl FromIterator<Kind> for Kinds {
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> Self {
        Self(kinds.into_iter().fold(0, |set, kind| set | 1 << kind as u16))
    }
}

/// An unordered bag of a few Items: four bits count each face. A hand holds at most five, and only ten cards go through
/// one hand in a round, so no count overflows its bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Items(u64);

impl Items {
    const ONES: u64 = 0x0011_1111_1111_1111;

    #[inline]
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub(crate) const fn count(self, item: Item) -> u32 {
        (self.0 >> (4 * item as u32)) as u32 & 15
    }

    #[inline]
    pub(crate) const fn contains(self, item: Item) -> bool {
        self.count(item) > 0
    }

    #[inline]
    pub(crate) const fn add(&mut self, item: Item) {
        self.0 += 1 << (4 * item as u32);
    }

    /// Removes one such Item, if there is one.
    #[inline]
    pub(crate) const fn remove(&mut self, item: Item) -> bool {
        let there = self.contains(item);
        if there {
            self.0 -= 1 << (4 * item as u32);
        }
        there
    }

    pub(crate) fn len(self) -> usize {
        Item::ALL.iter().map(|&item| self.count(item) as usize).sum()
    }

    /// Both bags together.
    pub(crate) const fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    /// What is left after removing the other bag's Items, as far as they are here.
    pub(crate) fn without(self, other: Self) -> Self {
        let mut left = self;
        for item in Item::ALL {
            for _ in 0..other.count(item) {
                left.remove(item);
            }
        }
        left
    }

    /// The different faces, in order.
    #[inline]
    pub(crate) fn faces(self) -> impl Iterator<Item = Item> {
        // A bit for every non-zero count.
        let mut present = (self.0 | self.0 >> 1 | self.0 >> 2 | self.0 >> 3) & Self::ONES;
        std::iter::from_fn(move || {
            (present != 0).then(|| {
                let item = Item::ALL[present.trailing_zeros() as usize / 4];
                present &= present - 1;
                item
            })
        })
    }

    /// All the Items, equal ones next to each other.
    pub(crate) fn iter(self) -> impl Iterator<Item = Item> {
        Item::ALL
            .into_iter()
            .flat_map(move |item| std::iter::repeat_n(item, self.count(item) as usize))
    }
}

impl FromIterator<Item> for Items {
    fn from_iter<I: IntoIterator<Item = Item>>(items: I) -> Self {
        let mut bag = Self::default();
        for item in items {
            bag.add(item);
        }
        bag
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bag_counts_adds_and_takes_out() {
        let mut bag: Items = [Item::Booze, Item::Axe, Item::Booze, Item::Undergarments]
            .into_iter()
            .collect();
        assert_eq!((bag.len(), bag.count(Item::Booze)), (4, 2));
        assert_eq!(
            bag.faces().collect::<Vec<_>>(),
            [Item::Axe, Item::Booze, Item::Undergarments]
        );
        assert!(bag.remove(Item::Booze) && bag.remove(Item::Booze) && !bag.remove(Item::Booze));
        assert_eq!(bag.iter().collect::<Vec<_>>(), [Item::Axe, Item::Undergarments]);
        let other: Items = [Item::Axe, Item::Axe, Item::Bow].into_iter().collect();
        assert_eq!(bag.without(other).iter().collect::<Vec<_>>(), [Item::Undergarments]);
        assert_eq!(bag.plus(other).count(Item::Axe), 3);
    }

    #[test]
    fn every_face_has_one_word_and_a_kind() {
        for item in Item::ALL {
            assert_eq!(item.word().parse(), Ok(item));
            assert!(item.word().starts_with(item.kind().word()));
        }
        for wrong in ["food", "Axe", "food5", ""] {
            assert!(wrong.parse::<Item>().is_err(), "{wrong}");
        }
    }
}
