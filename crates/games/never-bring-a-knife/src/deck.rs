//! The cards and the numbers of the game, from a deck file.

use roundtable_core::GameDeck;
use roundtable_core::deck::{Problems, Spanned};
use serde::Deserialize;

use crate::cards::{Card, Counts, KINDS};

/// The fewest and the most players.
pub(crate) const FEWEST: usize = 4;
pub(crate) const SEATS: usize = 8;

/// How many cards a player gets in a round.
pub(crate) const HAND: usize = 4;

/// The most cards a deck can have (NK-P1).
pub const MOST_CARDS: usize = 100;

/// The highest price, and the most wounds a fall can take (NK-P1).
const MOST: u8 = 20;

/// What changes with the number of players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Table {
    /// Role cards of each team.
    pub team: u8,
    /// Intel cards in the deck, unless the game is easy.
    pub intel: u8,
    /// The price of a look.
    pub look: u8,
}

/// The cards and the numbers of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deck {
    /// How many cards there are of each kind.
    pub cards: Counts,
    /// How many wounds make a player fall.
    pub fall: u8,
    /// The price of healing a wound.
    pub heal: u8,
    /// The price of using the Hit.
    pub hit: u8,
    /// For 4, 5, 6, 7 and 8 players.
    pub tables: [Table; SEATS - FEWEST + 1],
}

impl Deck {
    /// The table for this number of players, 4 to 8.
    #[must_use]
    pub const fn table(&self, players: usize) -> &Table {
        assert!(players >= FEWEST && players <= SEATS, "a table has 4 to 8 players");
        &self.tables[players - FEWEST]
    }
}

/// The shape of a deck file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    game: Spanned<String>,
    fall: Spanned<u8>,
    heal: Spanned<u8>,
    hit: Spanned<u8>,
    cards: Spanned<Cards>,
    table: Vec<TableFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Cards {
    gun: Spanned<u8>,
    armor: Spanned<u8>,
    money: Spanned<u8>,
    crime: Spanned<u8>,
    intel: Spanned<u8>,
    hit: Spanned<u8>,
    mole: Spanned<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TableFile {
    players: Spanned<usize>,
    team: Spanned<u8>,
    intel: Spanned<u8>,
    look: Spanned<u8>,
}

impl GameDeck for Deck {
    const DEFAULT: &'static str = include_str!("../deck.toml");
    type File = File;

    fn build(file: File, problems: &mut Problems<'_>) -> Option<Self> {
        problems.expect_game(&file.game, "never-bring-a-knife");
        let fall = number(&file.fall, "fall", problems);
        let heal = number(&file.heal, "heal", problems);
        let hit = number(&file.hit, "hit", problems);
        let cards = cards(&file.cards, problems);
        let mut tables = [None; SEATS - FEWEST + 1];
        for (i, written) in file.table.iter().enumerate() {
            let table = table(i, written, &cards, problems);
            let players = &written.players;
            let field = format!("table[{i}].players");
            match players.get_ref().checked_sub(FEWEST).and_then(|i| tables.get_mut(i)) {
                Some(place @ None) => *place = Some(table),
                Some(Some(_)) => problems.at(
                    players,
                    &field,
                    format_args!("the table for {} is there twice", players.get_ref()),
                ),
                None => problems.at(
                    players,
                    &field,
                    format_args!("the game is for {FEWEST} to {SEATS} players, not {}", players.get_ref()),
                ),
            }
        }
        for (i, table) in tables.iter().enumerate() {
            if table.is_none() {
                problems.whole("table", format_args!("there is no table for {} players", i + FEWEST));
            }
        }
        let [Some(four), Some(five), Some(six), Some(seven), Some(eight)] = tables else {
            return None;
        };
        Some(Self {
            cards,
            fall,
            heal,
            hit,
            tables: [four, five, six, seven, eight],
        })
    }
}

fn number(written: &Spanned<u8>, field: &str, problems: &mut Problems<'_>) -> u8 {
    let number = *written.get_ref();
    if !(1..=MOST).contains(&number) {
        problems.at(written, field, format_args!("this is 1 to {MOST}, not {number}"));
    }
    number
}

fn cards(written: &Spanned<Cards>, problems: &mut Problems<'_>) -> Counts {
    let Cards {
        gun,
        armor,
        money,
        crime,
        intel,
        hit,
        mole,
    } = written.get_ref();
    for (card, count) in [(Card::Hit, hit), (Card::Mole, mole)] {
        if *count.get_ref() > 1 {
            let field = format!("cards.{card}");
            problems.at(
                count,
                &field,
                format_args!("there is at most one {}, not {}", card.name(), count.get_ref()),
            );
        }
    }
    let counts: [u8; KINDS] = [gun, armor, money, crime, intel, hit, mole].map(|count| *count.get_ref());
    let counts = Counts::from(counts);
    if counts.total() > MOST_CARDS {
        problems.at(
            written,
            "cards",
            format_args!("there are at most {MOST_CARDS} cards; these are {}", counts.total()),
        );
    }
    counts
}

fn table(i: usize, written: &TableFile, cards: &Counts, problems: &mut Problems<'_>) -> Table {
    let players = *written.players.get_ref();
    let team = *written.team.get_ref();
    let roles = 2 * usize::from(team);
    // Everybody and the boss get a role card, and at most one is left over.
    if (FEWEST..=SEATS).contains(&players) && !(players + 1..=players + 2).contains(&roles) {
        problems.at(
            &written.team,
            &format!("table[{i}].team"),
            format_args!(
                "{players} players and the boss need {} or {} role cards, not {roles}",
                players + 1,
                players + 2
            ),
        );
    }
    let intel = *written.intel.get_ref();
    if intel > cards.intel {
        problems.at(
            &written.intel,
            &format!("table[{i}].intel"),
            format_args!("there are only {} Intel cards, not {intel}", cards.intel),
        );
    }
    // All Money and the Hit can lie in banks; the rest must suffice for a deal.
    let others = [cards.gun, cards.armor, cards.crime, intel, cards.mole];
    let others: usize = others.into_iter().map(usize::from).sum();
    if players <= SEATS && others < HAND * players {
        problems.at(
            &written.players,
            &format!("table[{i}].players"),
            format_args!(
                "{players} players need {} cards that are neither Money nor Hit; there are {others} (NK-P2)",
                HAND * players
            ),
        );
    }
    Table {
        team,
        intel,
        look: number(&written.look, &format!("table[{i}].look"), problems),
    }
}
