//! The tolls, from a deck file.

use roundtable_core::GameDeck;
use roundtable_core::deck::{Problems, Spanned};
use serde::Deserialize;

use crate::cards::Toll;

/// How many carts come, and how many cards everybody is dealt.
pub const CARTS: usize = 5;

/// The tolls.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deck {
    /// In the order of the file.
    pub tolls: [Toll; CARTS],
}

/// The shape of a deck file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    game: Spanned<String>,
    tolls: Spanned<Vec<Toll>>,
}

impl GameDeck for Deck {
    const DEFAULT: &'static str = include_str!("../deck.toml");
    type File = File;

    fn build(file: File, problems: &mut Problems<'_>) -> Option<Self> {
        problems.expect_game(&file.game, "toll-gate");
        let tolls = file.tolls.get_ref();
        let Ok(five) = <[Toll; CARTS]>::try_from(&tolls[..]) else {
            let message = format_args!("there are {CARTS} tolls, not {}", tolls.len());
            problems.at(&file.tolls, "tolls", message);
            return None;
        };
        if five.iter().any(|toll| toll.worth == 0 || toll.worth > 50) {
            problems.at(&file.tolls, "tolls", format_args!("a toll is worth 1 to 50"));
        }
        Some(Self { tolls: five })
    }
}
