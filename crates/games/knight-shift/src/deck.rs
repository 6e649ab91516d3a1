//! What is printed on Items and Knights, from a deck file (KS-D1, KS-D2, KS-P1).

use std::ops::Deref;
use std::sync::Arc;

use roundtable_core::deck::{Problems, Spanned};
use roundtable_core::{Game as _, GameDeck};
use serde::Deserialize;

use crate::items::{FACES, Item, KINDS, Kind, Kinds};
use crate::state::{KnightShift, MAX_KNIGHTS, items_for};

/// The most Items a deck can have.
pub(crate) const MOST_ITEMS: usize = 240;

/// The most Knights a deck can have.
pub(crate) const MOST_KNIGHTS: usize = 40;

/// The most points a card, a set of "Companions" or a bonus can be worth.
const MOST_POINTS: u8 = 50;

/// How many kinds a Knight can like or dislike.
const MOST_TASTES: usize = 4;

/// The longest name or title, so that it fits on a line of text.
const MOST_NAME: usize = 20;
const MOST_TITLE: usize = 48;

/// The cards of a game. Shared, because a position keeps it for the Knights' names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deck(Arc<Cards>);

/// What is printed on the cards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cards {
    /// How many there are of each face, by [`Item`].
    pub counts: [u8; FACES],
    /// What one card is worth, by [`Kind`]; 0 for Food and "Companions", which score differently.
    pub points: [u8; KINDS],
    /// The partner of each weapon, in the order of [`Kind::WEAPONS`].
    pub partners: [Kind; 4],
    /// The indices of the weapons in [`Kind::WEAPONS`], the most valuable first.
    pub(crate) dearest: [usize; 4],
    /// The points again, by [`Item`].
    pub(crate) worth: [u8; FACES],
    /// What 1, 2, 3, 4 and 5 or more "Companions" are worth together.
    pub companions: [u8; 5],
    /// The Knights.
    pub knights: Vec<KnightCard>,
}

/// What is printed on a Knight.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnightCard {
    /// The Knight's name.
    pub name: String,
    /// The Knight's title.
    pub title: String,
    /// One of each of these makes a set.
    pub likes: Kinds,
    /// What a set is worth.
    pub bonus: u8,
    /// Each card of these kinds costs points.
    pub dislikes: Kinds,
}

impl Deref for Deck {
    type Target = Cards;

    fn deref(&self) -> &Cards {
        &self.0
    }
}

impl Cards {
    /// How many Items the deck has.
    #[must_use]
    pub fn size(&self) -> usize {
        self.counts.iter().map(|&count| usize::from(count)).sum()
    }
}

/// The shape of a deck file.
// Only values are spanned, never tables: an error path would stop at a spanned table and lose the field.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    game: Spanned<String>,
    item: ItemTable,
    knight: Vec<KnightEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ItemTable {
    axe: Plain,
    armor: Plain,
    sword: Plain,
    shield: Plain,
    lance: Plain,
    horse: Plain,
    bow: Plain,
    arrows: Plain,
    food: Food,
    booze: Plain,
    companions: Companions,
    undergarments: Plain,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Plain {
    count: Spanned<u8>,
    points: Spanned<u8>,
    pairs_with: Option<Spanned<Kind>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Food {
    twos: u8,
    threes: u8,
    fours: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Companions {
    count: u8,
    set: Spanned<Vec<u8>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KnightEntry {
    name: Spanned<String>,
    title: Spanned<String>,
    likes: Spanned<Vec<Kind>>,
    bonus: Spanned<u8>,
    dislikes: Spanned<Vec<Kind>>,
}

impl GameDeck for Deck {
    const DEFAULT: &'static str = include_str!("../deck.toml");
    type File = File;

    fn build(file: File, problems: &mut Problems<'_>) -> Option<Self> {
        problems.expect_game(&file.game, KnightShift::INFO.slug);
        let table = &file.item;
        let plain = plain_items(table);
        let counts = counts(table);
        check_size(&table.axe.count, &counts, problems);

        let mut points = [0; KINDS];
        for (kind, entry) in plain {
            let written = &entry.points;
            check_points(written, &format!("item.{kind}.points"), problems);
            points[kind as usize] = *written.get_ref();
        }
        let partners = Kind::WEAPONS.map(|weapon| partner(weapon, &plain, &counts, problems));
        for (kind, entry) in plain.iter().filter(|(kind, _)| !kind.is_weapon()) {
            if let Some(partner) = &entry.pairs_with {
                let field = format!("item.{kind}.pairs_with");
                problems.at(
                    partner,
                    &field,
                    "only a weapon (axe, sword, lance, bow) names its partner",
                );
            }
        }
        let mut dearest = [0, 1, 2, 3];
        dearest.sort_by_key(|&weapon: &usize| std::cmp::Reverse(points[Kind::WEAPONS[weapon] as usize]));
        let companions = companions(&table.companions.set, problems);
        let knights = knights(&file.knight, &counts, problems);
        Some(Self(Arc::new(Cards {
            counts,
            points,
            partners: partners.map(|partner| partner.unwrap_or(Kind::Armor)),
            dearest,
            worth: Item::ALL.map(|item| points[item.kind() as usize]),
            companions: companions?,
            knights,
        })))
    }
}

/// The ten kinds that score card by card.
fn plain_items(table: &ItemTable) -> [(Kind, &Plain); 10] {
    [
        (Kind::Axe, &table.axe),
        (Kind::Armor, &table.armor),
        (Kind::Sword, &table.sword),
        (Kind::Shield, &table.shield),
        (Kind::Lance, &table.lance),
        (Kind::Horse, &table.horse),
        (Kind::Bow, &table.bow),
        (Kind::Arrows, &table.arrows),
        (Kind::Booze, &table.booze),
        (Kind::Undergarments, &table.undergarments),
    ]
}

fn counts(table: &ItemTable) -> [u8; FACES] {
    let mut counts = [0; FACES];
    for item in Item::ALL {
        counts[item as usize] = match item {
            Item::Food2 => table.food.twos,
            Item::Food3 => table.food.threes,
            Item::Food4 => table.food.fours,
            Item::Companions => table.companions.count,
            Item::Axe => *table.axe.count.get_ref(),
            Item::Armor => *table.armor.count.get_ref(),
            Item::Sword => *table.sword.count.get_ref(),
            Item::Shield => *table.shield.count.get_ref(),
            Item::Lance => *table.lance.count.get_ref(),
            Item::Horse => *table.horse.count.get_ref(),
            Item::Bow => *table.bow.count.get_ref(),
            Item::Arrows => *table.arrows.count.get_ref(),
            Item::Booze => *table.booze.count.get_ref(),
            Item::Undergarments => *table.undergarments.count.get_ref(),
        };
    }
    counts
}

fn check_size(place: &Spanned<u8>, counts: &[u8; FACES], problems: &mut Problems<'_>) {
    let size: usize = counts.iter().map(|&count| usize::from(count)).sum();
    let needed = items_for(crate::MAX_PLAYERS);
    if size < needed {
        let message = format_args!("six players need {needed} Items; these counts add up to {size}");
        problems.at(place, "item", message);
    }
    if size > MOST_ITEMS {
        let message = format_args!("a deck has at most {MOST_ITEMS} Items; these counts add up to {size}");
        problems.at(place, "item", message);
    }
}

fn check_points(written: &Spanned<u8>, field: &str, problems: &mut Problems<'_>) {
    let points = *written.get_ref();
    if points > MOST_POINTS {
        let message = format_args!("a card gives 0 to {MOST_POINTS} points, not {points}");
        problems.at(written, field, message);
    }
}

/// The partner of a weapon: a kind that is worth points, is in the deck, and is not itself a weapon.
fn partner(
    weapon: Kind,
    plain: &[(Kind, &Plain); 10],
    counts: &[u8; FACES],
    problems: &mut Problems<'_>,
) -> Option<Kind> {
    let entry = plain.iter().find(|(kind, _)| *kind == weapon)?.1;
    let field = format!("item.{weapon}.pairs_with");
    let Some(written) = &entry.pairs_with else {
        problems.at(
            &entry.count,
            &field,
            "a weapon is paired with nothing: name its partner",
        );
        return None;
    };
    let partner = *written.get_ref();
    if partner.is_weapon() {
        problems.at(written, &field, "a weapon cannot be the partner of a weapon");
    } else if matches!(partner, Kind::Food | Kind::Companions) {
        let message = format_args!("{partner} has no points of its own that a pair could double");
        problems.at(written, &field, message);
    } else if *entry.count.get_ref() > 0 && in_deck(partner, counts) == 0 {
        let message = format_args!("a weapon is paired with nothing: the deck has no {partner}");
        problems.at(written, &field, message);
    }
    Some(partner)
}

/// How many cards of this kind the deck has.
fn in_deck(kind: Kind, counts: &[u8; FACES]) -> u32 {
    let of_kind = Item::ALL.iter().filter(|item| item.kind() == kind);
    of_kind.map(|&item| u32::from(counts[item as usize])).sum()
}

fn companions(written: &Spanned<Vec<u8>>, problems: &mut Problems<'_>) -> Option<[u8; 5]> {
    let list = written.get_ref();
    let set: Option<[u8; 5]> = list.as_slice().try_into().ok();
    if set.is_none_or(|set| set.iter().any(|&points| points > MOST_POINTS)) {
        let message = format_args!("five numbers from 0 to {MOST_POINTS}: for 1, 2, 3, 4 and 5 or more");
        problems.at(written, "item.companions.set", message);
    }
    set
}

fn knights(entries: &[KnightEntry], counts: &[u8; FACES], problems: &mut Problems<'_>) -> Vec<KnightCard> {
    let number = entries.len();
    if number < MAX_KNIGHTS {
        let message = format_args!("six players need {MAX_KNIGHTS} Knights; there are {number}");
        problems.whole("knight", message);
    }
    if number > MOST_KNIGHTS {
        let message = format_args!("a deck has at most {MOST_KNIGHTS} Knights; there are {number}");
        problems.whole("knight", message);
    }
    for (i, entry) in entries.iter().enumerate() {
        check_knight(i, entry, entries, counts, problems);
    }
    let card = |entry: &KnightEntry| KnightCard {
        name: entry.name.get_ref().clone(),
        title: entry.title.get_ref().clone(),
        likes: entry.likes.get_ref().iter().copied().collect(),
        bonus: *entry.bonus.get_ref(),
        dislikes: entry.dislikes.get_ref().iter().copied().collect(),
    };
    entries.iter().map(card).collect()
}

fn check_knight(
    i: usize,
    entry: &KnightEntry,
    entries: &[KnightEntry],
    counts: &[u8; FACES],
    problems: &mut Problems<'_>,
) {
    let field = |name: &str| format!("knight[{i}].{name}");
    check_words(&entry.name, &field("name"), MOST_NAME, problems);
    check_words(&entry.title, &field("title"), MOST_TITLE, problems);
    let name = entry.name.get_ref();
    if entries[..i].iter().any(|other| other.name.get_ref() == name) {
        let message = format_args!("there is another Knight called {name}");
        problems.at(&entry.name, &field("name"), message);
    }
    check_points(&entry.bonus, &field("bonus"), problems);
    if entry.likes.get_ref().is_empty() {
        problems.at(&entry.likes, &field("likes"), "a Knight likes something");
    }
    for (list, name) in [(&entry.likes, "likes"), (&entry.dislikes, "dislikes")] {
        let kinds = list.get_ref();
        if kinds.len() > MOST_TASTES {
            let message = format_args!("at most {MOST_TASTES} kinds, not {}", kinds.len());
            problems.at(list, &field(name), message);
        }
        for (j, kind) in kinds.iter().enumerate() {
            if kinds[..j].contains(kind) {
                problems.at(list, &field(name), format_args!("{kind} is named twice"));
            } else if in_deck(*kind, counts) == 0 {
                problems.at(list, &field(name), format_args!("the deck has no {kind}"));
            }
        }
    }
    for kind in entry.dislikes.get_ref() {
        if entry.likes.get_ref().contains(kind) {
            let message = format_args!("{name} cannot both like and hate {kind}");
            problems.at(&entry.dislikes, &field("dislikes"), message);
        }
    }
}

/// Names are shown in terminals and on web pages, so they must be short and contain no control characters.
fn check_words(written: &Spanned<String>, field: &str, most: usize, problems: &mut Problems<'_>) {
    let text = written.get_ref();
    let length = text.chars().count();
    if text.trim().is_empty() || length > most {
        problems.at(written, field, format_args!("1 to {most} characters, not {length}"));
    } else if text.chars().any(char::is_control) {
        problems.at(written, field, "a line of text without control characters");
    }
}
