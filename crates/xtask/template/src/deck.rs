//! How many cards there are, from a deck file.

use roundtable_core::GameDeck;
use roundtable_core::deck::{Problems, Spanned};
use serde::Deserialize;

/// How many cards each player is dealt.
pub const HAND: usize = 3;

/// The most players.
pub(crate) const SEATS: usize = 4;

/// The most cards a deck can have.
pub(crate) const MOST: u8 = 30;

const _: () = assert!(LEAST <= MOST, "there are cards for everybody");

/// The fewest: everybody's hand.
const LEAST: u8 = (SEATS * HAND) as u8;

/// The cards, numbered from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deck {
    /// The highest number.
    pub highest: u8,
}

/// The shape of a deck file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    game: Spanned<String>,
    highest: Spanned<u8>,
}

impl GameDeck for Deck {
    const DEFAULT: &'static str = include_str!("../deck.toml");
    type File = File;

    fn build(file: File, problems: &mut Problems<'_>) -> Option<Self> {
        problems.expect_game(&file.game, "high-card");
        let highest = *file.highest.get_ref();
        if !(LEAST..=MOST).contains(&highest) {
            let message = format_args!("there are {LEAST} to {MOST} cards, not {highest}");
            problems.at(&file.highest, "highest", message);
        }
        Some(Self { highest })
    }
}
