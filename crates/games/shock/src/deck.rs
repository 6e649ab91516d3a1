//! What is printed on Number and Chest cards, from a deck file (SH-D1 to SH-D3).

use std::fmt;

use roundtable_core::GameDeck;
use roundtable_core::deck::{Problems, Spanned};
use serde::{Deserialize, Serialize};

use crate::cards::{Card, CardSet, KINDS, Kind, Suit};

/// The most Chest cards there can be (SH-P1).
pub const MOST_CHEST: usize = 40;

/// The most icons of one size on a Chest card (SH-P1).
const MOST_ICONS: u8 = 7;

/// This many Chest cards always suffice: nine tricks of three cards (SH-P2).
const ENOUGH_CHEST: usize = 27;

/// A Chest card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ChestCard {
    /// Jewels.
    Jewels {
        /// For the player who reveals it.
        large: u8,
        /// For everybody else in the round.
        small: u8,
    },
    /// Poison for everybody in the round.
    Poison {
        /// Which kind.
        kind: Kind,
    },
}

impl fmt::Display for ChestCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Jewels { large, small } => write!(f, "{large}/{small}"),
            Self::Poison { kind } => write!(f, "{kind}"),
        }
    }
}

/// The cards of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deck {
    /// The Number cards with a jewel icon.
    pub icons: CardSet,
    /// The Poison cards among the Number cards, by [`Kind`].
    pub poison: [CardSet; KINDS],
    /// The Potion cards among the Number cards.
    pub potions: CardSet,
    /// The Chest cards, in the order of the file.
    pub chest: Vec<ChestCard>,
}

/// The shape of a deck file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    game: Spanned<String>,
    potions: Vec<Spanned<Card>>,
    icons: Icons,
    poison: Poisons,
    jewel: Spanned<Vec<Jewel>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Icons {
    h: Vec<Spanned<u8>>,
    s: Vec<Spanned<u8>>,
    d: Vec<Spanned<u8>>,
    c: Vec<Spanned<u8>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Poisons {
    jellyfish: Poison,
    spider: Poison,
    bee: Poison,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Poison {
    cards: Vec<Spanned<Card>>,
    chest: Spanned<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Jewel {
    large: Spanned<u8>,
    small: Spanned<u8>,
    count: Spanned<u8>,
}

impl GameDeck for Deck {
    const DEFAULT: &'static str = include_str!("../deck.toml");
    type File = File;

    fn build(file: File, problems: &mut Problems<'_>) -> Option<Self> {
        problems.expect_game(&file.game, "shock");
        let Icons { h, s, d, c } = &file.icons;
        let mut icons = CardSet::NONE;
        for (suit, numbers) in Suit::ALL.into_iter().zip([h, s, d, c]) {
            read_icons(suit, numbers, &mut icons, problems);
        }

        // A card has at most one role, so each is checked against all those named before it.
        let mut named = CardSet::NONE;
        let potions = read_roles("potions", &file.potions, &mut named, problems);
        let Poisons { jellyfish, spider, bee } = &file.poison;
        let written = [jellyfish, spider, bee];
        let poison = std::array::from_fn(|i| {
            let field = format!("poison.{}.cards", Kind::ALL[i]);
            read_roles(&field, &written[i].cards, &mut named, problems)
        });

        let mut chest = Vec::new();
        for (i, jewel) in file.jewel.get_ref().iter().enumerate() {
            read_jewel(i, jewel, &mut chest, problems);
        }
        for (kind, poison) in Kind::ALL.into_iter().zip(written) {
            let count = usize::from(*poison.chest.get_ref());
            chest.extend(std::iter::repeat_n(ChestCard::Poison { kind }, count));
        }
        if chest.len() > MOST_CHEST {
            let message = format_args!("there are at most {MOST_CHEST} Chest cards; these are {}", chest.len());
            problems.at(&file.jewel, "jewel", message);
        }
        let shocks = written.iter().any(|poison| *poison.chest.get_ref() >= 2);
        if !shocks && chest.len() < ENOUGH_CHEST {
            problems.at(
                &bee.chest,
                "poison",
                format_args!(
                    "the Chest could run out (SH-R17): give one kind of poison two Chest cards, or the Chest \
                     {ENOUGH_CHEST} cards in all, not {}",
                    chest.len()
                ),
            );
        }
        Some(Self {
            icons,
            poison,
            potions,
            chest,
        })
    }
}

fn read_icons(suit: Suit, numbers: &[Spanned<u8>], icons: &mut CardSet, problems: &mut Problems<'_>) {
    for (i, number) in numbers.iter().enumerate() {
        let field = || format!("icons.{}[{i}]", suit.letter());
        match Card::new(*number.get_ref(), suit) {
            None => problems.at(
                number,
                &field(),
                format_args!("the numbers go from 1 to 11, not {}", number.get_ref()),
            ),
            Some(card) if icons.contains(card) => problems.at(number, &field(), format_args!("{card} is named twice")),
            Some(card) => icons.insert(card),
        }
    }
}

fn read_roles(field: &str, cards: &[Spanned<Card>], named: &mut CardSet, problems: &mut Problems<'_>) -> CardSet {
    let mut set = CardSet::NONE;
    for (i, card) in cards.iter().enumerate() {
        let face = *card.get_ref();
        if named.contains(face) {
            problems.at(
                card,
                &format!("{field}[{i}]"),
                format_args!("{face} is named twice: a card is one Poison or one Potion"),
            );
        }
        named.insert(face);
        set.insert(face);
    }
    set
}

fn read_jewel(i: usize, jewel: &Jewel, chest: &mut Vec<ChestCard>, problems: &mut Problems<'_>) {
    for (name, icons) in [("large", &jewel.large), ("small", &jewel.small)] {
        if *icons.get_ref() > MOST_ICONS {
            problems.at(
                icons,
                &format!("jewel[{i}].{name}"),
                format_args!(
                    "a Chest card has at most {MOST_ICONS} icons of a size, not {}",
                    icons.get_ref()
                ),
            );
        }
    }
    let count = *jewel.count.get_ref();
    if usize::from(count) > MOST_CHEST {
        problems.at(
            &jewel.count,
            &format!("jewel[{i}].count"),
            format_args!("there are at most {MOST_CHEST} Chest cards, not {count}"),
        );
    }
    let card = ChestCard::Jewels {
        large: *jewel.large.get_ref(),
        small: *jewel.small.get_ref(),
    };
    chest.extend(std::iter::repeat_n(card, count.into()));
}
