//! What is printed on inns and tokens, from a deck file (KI-D1, KI-D2).

use std::fmt;

use roundtable_core::GameDeck;
use roundtable_core::deck::{Problems, Spanned};
use serde::{Deserialize, Serialize};

use crate::road::{Arrows, Direction, INNS};

/// How many tokens a household has.
pub const HOUSEHOLD: usize = 8;

/// How many kinds of token there are.
pub(crate) const KINDS: usize = 6;

/// The most rooms an inn can have, and the most a token can take.
const MOST_ROOMS: u8 = 99;

/// A kind of token.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A single knight.
    LoneKnight,
    /// Two knights.
    Patrol,
    /// Three knights.
    Vanguard,
    /// Four knights.
    Rearguard,
    /// Five knights.
    Flank,
    /// The King and five knights.
    King,
}

impl Kind {
    /// All six.
    pub const ALL: [Self; KINDS] = [
        Self::LoneKnight,
        Self::Patrol,
        Self::Vanguard,
        Self::Rearguard,
        Self::Flank,
        Self::King,
    ];

    /// The kind with this number in its lowest three bits. (Eight entries for six kinds, so no check is needed.)
    pub(crate) const fn from_bits(bits: usize) -> Self {
        const BY_BITS: [Kind; 8] = {
            let [lone_knight, patrol, vanguard, rearguard, flank, king] = Kind::ALL;
            [lone_knight, patrol, vanguard, rearguard, flank, king, king, king]
        };
        BY_BITS[bits & 7]
    }

    /// The names of all six.
    pub(crate) const NAMES: [&'static str; KINDS] = ["Lone Knight", "Patrol", "Vanguard", "Rearguard", "Flank", "King"];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// Its key in a deck file.
    const fn key(self) -> &'static str {
        ["lone_knight", "patrol", "vanguard", "rearguard", "flank", "king"][self as usize]
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What is printed on a kind of token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Print {
    /// How many of them a household has.
    pub count: u8,
    /// How many rooms it takes.
    pub value: u8,
    /// Where it may walk.
    pub arrows: Arrows,
    /// Where it may push: only a King can.
    pub double: Arrows,
}

/// The inns and the tokens of a household.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deck {
    /// The rooms of the nine inns, in the order of the file.
    pub inns: [u8; INNS],
    /// The tokens by [`Kind`].
    pub tokens: [Print; KINDS],
}

impl Deck {
    /// The tokens of one household, kind by kind.
    pub(crate) fn household(&self) -> [Kind; HOUSEHOLD] {
        let mut tokens = Kind::ALL
            .into_iter()
            .flat_map(|kind| std::iter::repeat_n(kind, self.tokens[kind as usize].count.into()));
        std::array::from_fn(|_| tokens.next().expect("a deck has eight tokens"))
    }
}

/// The shape of a deck file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    game: Spanned<String>,
    inns: Spanned<Vec<Spanned<u8>>>,
    token: Spanned<Tokens>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Tokens {
    lone_knight: Token,
    patrol: Token,
    vanguard: Token,
    rearguard: Token,
    flank: Token,
    king: Token,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Token {
    count: Spanned<u8>,
    value: Spanned<u8>,
    arrows: Spanned<Vec<Direction>>,
    double: Option<Spanned<Vec<Direction>>>,
}

impl GameDeck for Deck {
    const DEFAULT: &'static str = include_str!("../deck.toml");
    type File = File;

    fn build(file: File, problems: &mut Problems<'_>) -> Option<Self> {
        problems.expect_game(&file.game, "knight-at-the-inn");
        let inns = inns(&file.inns, problems);
        let largest = inns.map_or(MOST_ROOMS, |inns| inns.into_iter().max().unwrap_or(0));
        let Tokens {
            lone_knight,
            patrol,
            vanguard,
            rearguard,
            flank,
            king,
        } = file.token.get_ref();
        let written = [lone_knight, patrol, vanguard, rearguard, flank, king];
        let tokens = std::array::from_fn(|i| print(Kind::ALL[i], written[i], largest, problems));
        let count: u32 = tokens.iter().map(|print: &Print| u32::from(print.count)).sum();
        if count != HOUSEHOLD as u32 {
            problems.at(
                &file.token,
                "token",
                format_args!("a household has {HOUSEHOLD} tokens; these counts add up to {count}"),
            );
        }
        Some(Self { inns: inns?, tokens })
    }
}

fn inns(written: &Spanned<Vec<Spanned<u8>>>, problems: &mut Problems<'_>) -> Option<[u8; INNS]> {
    for (i, inn) in written.get_ref().iter().enumerate() {
        if !(1..=MOST_ROOMS).contains(inn.get_ref()) {
            let field = format!("inns[{i}]");
            problems.at(
                inn,
                &field,
                format_args!("an inn has 1 to {MOST_ROOMS} rooms, not {}", inn.get_ref()),
            );
        }
    }
    let rooms: Vec<u8> = written.get_ref().iter().map(|inn| *inn.get_ref()).collect();
    rooms
        .try_into()
        .map_err(|rooms: Vec<u8>| {
            problems.at(
                written,
                "inns",
                format_args!("there are {INNS} inns, not {}", rooms.len()),
            );
        })
        .ok()
}

fn print(kind: Kind, written: &Token, largest: u8, problems: &mut Problems<'_>) -> Print {
    let field = |name: &str| format!("token.{}.{name}", kind.key());
    let value = *written.value.get_ref();
    if !(1..=MOST_ROOMS).contains(&value) {
        problems.at(
            &written.value,
            &field("value"),
            format_args!("a token takes 1 to {MOST_ROOMS} rooms, not {value}"),
        );
    } else if value > largest {
        problems.at(
            &written.value,
            &field("value"),
            format_args!("no inn has {value} rooms: the largest has {largest}"),
        );
    }
    let arrows = arrows(&written.arrows, &field("arrows"), problems);
    if !arrows.iter().any(Direction::is_forward) {
        problems.at(
            &written.arrows,
            &field("arrows"),
            "without f, fl or fr it could never reach its castle",
        );
    }
    let mut double = Arrows::default();
    if let Some(pushes) = &written.double {
        double = self::arrows(pushes, &field("double"), problems);
        if kind != Kind::King {
            problems.at(pushes, &field("double"), "only the King has double arrows");
        }
        if !double.is_within(arrows) {
            problems.at(pushes, &field("double"), "a double arrow must be among the arrows too");
        }
        if !double.is_within(Direction::PUSH.into_iter().collect()) {
            problems.at(pushes, &field("double"), "a King pushes only f, l or r");
        }
    }
    Print {
        count: *written.count.get_ref(),
        value,
        arrows,
        double,
    }
}

fn arrows(written: &Spanned<Vec<Direction>>, field: &str, problems: &mut Problems<'_>) -> Arrows {
    let list = written.get_ref();
    let set: Arrows = list.iter().copied().collect();
    if set.iter().count() != list.len() {
        problems.at(written, field, "an arrow is named twice");
    }
    set
}
