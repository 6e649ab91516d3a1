//! The names on the cards: chivalries and sets of them, events, knights and damosels.

use std::fmt;
use std::str::FromStr;

use roundtable_core::NotationError;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Makes an enum whose variants have a word in the notation and a name for people.
macro_rules! words {
    ($(#[$meta:meta])* $name:ident, $what:literal {
        $($(#[$doc:meta])* $member:ident = $word:literal, $called:literal;)+
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(rename_all = "snake_case")]
        pub enum $name { $($(#[$doc])* $member,)+ }

        impl $name {
            /// All of them, in order.
            pub const ALL: [Self; [$($word),+].len()] = [$(Self::$member),+];

            /// As the notation and deck files write it.
            #[must_use]
            pub const fn word(self) -> &'static str {
                [$($word),+][self as usize]
            }

            /// Its name.
            #[must_use]
            pub const fn name(self) -> &'static str {
                [$($called),+][self as usize]
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.word())
            }
        }

        impl FromStr for $name {
            type Err = NotationError;

            fn from_str(text: &str) -> Result<Self, NotationError> {
                let found = Self::ALL.into_iter().find(|member| member.word() == text);
                found.ok_or_else(|| {
                    let words = Self::ALL.map(Self::word).join(", ");
                    NotationError(format!("`{text}` is no {}: there are {words}", $what))
                })
            }
        }
    };
}

words! {
    /// A chivalry: each damosel has one card of each.
    Chivalry, "chivalry" {
        /// The War Horse, Arms.
        Horse = "horse", "War Horse";
        /// The Arming Sword, Arms.
        Sword = "sword", "Arming Sword";
        /// The Plate Armor, Arms.
        Armor = "armor", "Plate Armor";
        /// Honor, Virtue.
        Honor = "honor", "Honor";
        /// Loyalty, Virtue.
        Loyalty = "loyalty", "Loyalty";
        /// Valor, Virtue.
        Valor = "valor", "Valor";
        /// The Farmer, Vassalage.
        Farmer = "farmer", "Farmer";
        /// The Fisher, Vassalage.
        Fisher = "fisher", "Fisher";
        /// The Forester, Vassalage.
        Forester = "forester", "Forester";
    }
}

words! {
    /// A kind of chivalry (KD-R3).
    Kind, "kind of chivalry" {
        /// Horse, sword and armor: they beat Vassalage.
        Arms = "arms", "Arms";
        /// Honor, loyalty and valor: they beat Arms.
        Virtue = "virtue", "Virtue";
        /// Farmer, fisher and forester: they beat Virtue.
        Vassalage = "vassalage", "Vassalage";
    }
}

words! {
    /// An event card.
    EventCard, "event" {
        /// The Battle of Mount Badon.
        Badon = "badon", "Battle of Mount Badon";
        /// The Siege of Carlion.
        Carlion = "carlion", "Siege of Carlion";
        /// The Conquest of Rome.
        Rome = "rome", "Conquest of Rome";
        /// The Holy Grail.
        Grail = "grail", "Holy Grail";
        /// The Questing Beast.
        Beast = "beast", "Questing Beast";
        /// Tristram & Isoud.
        Isoud = "isoud", "Tristram & Isoud";
        /// Excalibur.
        Excalibur = "excalibur", "Excalibur";
        /// Arthur's Marriage.
        Marriage = "marriage", "Arthur's Marriage";
        /// The Round Table.
        Table = "table", "Round Table";
        /// The Adultery.
        Adultery = "adultery", "Adultery";
        /// The Death of Merlin.
        Merlin = "merlin", "Death of Merlin";
        /// The Treason of Mordred.
        Mordred = "mordred", "Treason of Mordred";
    }
}

words! {
    /// What an event asks for.
    EventKind, "kind of event" {
        /// Offered Arms share worship.
        War = "war", "War";
        /// Offered Virtues share worship.
        Quest = "quest", "Quest";
        /// Every offered card earns worship.
        Prosperity = "prosperity", "Prosperity";
        /// Cards or worship are lost.
        Disaster = "disaster", "Disaster";
    }
}

words! {
    /// A knight.
    Knight, "knight" {
        /// Bors.
        Bors = "bors", "Bors";
        /// Gawain.
        Gawain = "gawain", "Gawain";
        /// Launcelot.
        Launcelot = "launcelot", "Launcelot";
        /// Percival.
        Percival = "percival", "Percival";
        /// Pelleas.
        Pelleas = "pelleas", "Pelleas";
        /// Tristram.
        Tristram = "tristram", "Tristram";
    }
}

words! {
    /// A damosel.
    Damosel, "damosel" {
        /// Elaine.
        Elaine = "elaine", "Elaine";
        /// Guenever.
        Guenever = "guenever", "Guenever";
        /// La Beale Isoud.
        Isoud = "isoud", "La Beale Isoud";
        /// Morgan le Fay.
        Morgan = "morgan", "Morgan le Fay";
        /// Nimue.
        Nimue = "nimue", "Nimue";
        /// Viviane.
        Viviane = "viviane", "Viviane";
    }
}

/// How many chivalries there are.
pub(crate) const CHIVALRIES: usize = Chivalry::ALL.len();

/// How many event cards there are.
pub const EVENTS: usize = EventCard::ALL.len();

impl Chivalry {
    /// Its kind (KD-R3).
    #[must_use]
    pub const fn kind(self) -> Kind {
        Kind::ALL[self as usize / 3]
    }
}

impl Kind {
    /// Whether a card of this kind beats one of the other (KD-R24).
    #[must_use]
    pub const fn beats(self, other: Self) -> bool {
        matches!(
            (self, other),
            (Self::Arms, Self::Vassalage) | (Self::Vassalage, Self::Virtue) | (Self::Virtue, Self::Arms)
        )
    }
}

/// A set of chivalries, listed in order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "Vec<Chivalry>"))]
pub struct ChivalrySet(pub(crate) u16);

impl ChivalrySet {
    /// No chivalry.
    pub const NONE: Self = Self(0);
    /// All nine.
    pub const ALL: Self = Self((1 << CHIVALRIES) - 1);

    /// Exactly this chivalry.
    #[must_use]
    pub const fn one(chivalry: Chivalry) -> Self {
        Self(1 << chivalry as u16)
    }

    /// The three chivalries of a kind.
    #[must_use]
    pub const fn of(kind: Kind) -> Self {
        Self(0b111 << (3 * kind as u16))
    }

    /// Whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many it has.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether this one is in it.
    #[must_use]
    pub const fn contains(self, chivalry: Chivalry) -> bool {
        self.0 >> chivalry as u16 & 1 != 0
    }

    /// Adds a chivalry.
    pub const fn insert(&mut self, chivalry: Chivalry) {
        self.0 |= 1 << chivalry as u16;
    }

    /// Removes a chivalry.
    pub const fn remove(&mut self, chivalry: Chivalry) {
        self.0 &= !(1 << chivalry as u16);
    }

    /// What is in both.
    #[must_use]
    pub const fn within(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// What is in one or the other.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// What is in this but not in the other.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The chivalries, in order.
    pub fn iter(self) -> impl Iterator<Item = Chivalry> + Clone {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let next = left.trailing_zeros() as usize;
            left &= left.wrapping_sub(1);
            Chivalry::ALL.get(next).copied()
        })
    }
}

impl FromIterator<Chivalry> for ChivalrySet {
    fn from_iter<I: IntoIterator<Item = Chivalry>>(chivalries: I) -> Self {
        let mut set = Self::NONE;
        for chivalry in chivalries {
            set.insert(chivalry);
        }
        set
    }
}

impl fmt::Display for ChivalrySet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("none");
        }
        for (i, chivalry) in self.iter().enumerate() {
            if i > 0 {
                f.write_str(" ")?;
            }
            f.write_str(chivalry.word())?;
        }
        Ok(())
    }
}

impl fmt::Debug for ChivalrySet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

impl Serialize for ChivalrySet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for ChivalrySet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let list = Vec::<Chivalry>::deserialize(deserializer)?;
        // A set has only one spelling, in JSON as in the notation.
        if list.is_sorted_by(|a, b| a < b) {
            Ok(list.into_iter().collect())
        } else {
            Err(D::Error::custom("chivalries are listed once each, in their order"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_behave_as_sets() {
        let set: ChivalrySet = [Chivalry::Valor, Chivalry::Horse].into_iter().collect();
        assert_eq!(set.to_string(), "horse valor");
        assert_eq!(ChivalrySet::NONE.to_string(), "none");
        assert_eq!(
            set.within(ChivalrySet::of(Kind::Arms)),
            ChivalrySet::one(Chivalry::Horse)
        );
        assert_eq!(ChivalrySet::ALL.len(), 9);
        let kinds = Kind::ALL.map(ChivalrySet::of);
        assert_eq!(
            kinds.into_iter().fold(ChivalrySet::NONE, ChivalrySet::and),
            ChivalrySet::ALL
        );
    }

    #[test]
    fn a_set_has_one_spelling() {
        let read = |text| serde_json::from_str::<ChivalrySet>(text);
        assert_eq!(read(r#"["horse","armor"]"#).unwrap().to_string(), "horse armor");
        assert!(read(r#"["armor","horse"]"#).is_err());
        assert!(read(r#"["horse","horse"]"#).is_err());
    }

    #[test]
    fn kinds_beat_each_other_in_a_circle() {
        for kind in Kind::ALL {
            assert_eq!(Kind::ALL.into_iter().filter(|other| kind.beats(*other)).count(), 1);
            assert!(!kind.beats(kind));
        }
    }
}
