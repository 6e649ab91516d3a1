//! Deck files as data, whatever the game: what differs between two of them, and how one value is varied.

mod changes;
mod vary;

use roundtable_core::{Game, GameDeck as _};
use toml::{Table, Value};

pub use changes::changes;
pub use vary::{Variation, vary};

use crate::DeckFile;

/// The text of a deck, or of the one that the game comes with.
pub(crate) fn text<G: Game>(deck: &Option<DeckFile>) -> &str {
    deck.as_ref().map_or(G::Deck::DEFAULT, |deck| &deck.text)
}

/// The fields that name an entry of a list, the best first.
const NAMES: [&str; 5] = ["name", "id", "key", "code", "title"];

/// The field that tells the entries of these lists apart, if there is one: a name, or a word or number that is
/// different in every entry, and the same in both lists as far as one is not longer.
fn name_field(lists: &[&[Value]]) -> Option<String> {
    let first = lists.iter().find_map(|list| list.first())?.as_table()?;
    let rest = first.keys().map(String::as_str).filter(|key| !NAMES.contains(key));
    let mut fields = NAMES.into_iter().filter(|name| first.contains_key(*name)).chain(rest);
    let named = |field: &&str| {
        let values: Option<Vec<Vec<String>>> = lists.iter().map(|list| distinct(list, field)).collect();
        let Some(values) = values else { return false };
        let (Some(least), Some(most)) = (
            values.iter().min_by_key(|list| list.len()),
            values.iter().max_by_key(|list| list.len()),
        ) else {
            return false;
        };
        NAMES.contains(field) || least.iter().all(|value| most.contains(value))
    };
    fields.find(named).map(str::to_owned)
}

/// The values of a field in all entries of a list, if every entry has one and all are different.
fn distinct(list: &[Value], field: &str) -> Option<Vec<String>> {
    let mut all = Vec::new();
    for entry in list {
        let value = label(entry.as_table()?, field)?;
        if all.contains(&value) {
            return None;
        }
        all.push(value);
    }
    Some(all)
}

/// A word or number in a field.
fn label(entry: &Table, field: &str) -> Option<String> {
    match entry.get(field)? {
        Value::String(word) => Some(word.clone()),
        Value::Integer(number) => Some(number.to_string()),
        _ => None,
    }
}
