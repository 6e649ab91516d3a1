//! What differs between two deck files, in words.

use toml::{Table, Value};

use super::{NAMES, label, name_field};

/// What was changed from one deck file to another, a line for each entry: `Knight Dame Oda: bonus 5 -> 15`. Comments
/// and order do not count. Nothing if either is no TOML.
#[must_use]
pub fn changes(from: &str, to: &str) -> Vec<String> {
    let (Ok(from), Ok(to)) = (from.parse::<Table>(), to.parse::<Table>()) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    tables(&[], &from, &to, &mut found);
    found.into_iter().map(|(place, what)| line(&place, &what)).collect()
}

/// The places that have changed, each with its changes.
type Found = Vec<(Vec<String>, Vec<String>)>;

fn line(place: &[String], what: &[String]) -> String {
    let what = what.join(", ");
    let text = if place.is_empty() {
        what
    } else {
        format!("{}: {what}", place.join(" "))
    };
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

fn tables(place: &[String], from: &Table, to: &Table, found: &mut Found) {
    let mut own = Vec::new();
    let mut deeper = Vec::new();
    let removed = from.keys().filter(|key| !to.contains_key(*key));
    for key in to.keys().chain(removed) {
        let below = || [place, std::slice::from_ref(key)].concat();
        match (from.get(key), to.get(key)) {
            (Some(from), Some(to)) if from == to => {}
            (Some(Value::Table(from)), Some(Value::Table(to))) => tables(&below(), from, to, &mut deeper),
            (Some(Value::Array(from)), Some(Value::Array(to))) if entries(from) && entries(to) => {
                lists(&below(), from, to, &mut deeper);
            }
            (Some(from), Some(to)) => own.push(format!("{} {} -> {}", words(key), shown(from), shown(to))),
            (None, Some(Value::Table(_))) => deeper.push((below(), vec!["added".to_owned()])),
            (Some(Value::Table(_)), None) => deeper.push((below(), vec!["removed".to_owned()])),
            (None, Some(to)) => own.push(format!("{} {} added", words(key), shown(to))),
            (Some(from), None) => own.push(format!("{} {} removed", words(key), shown(from))),
            (None, None) => {}
        }
    }
    if !own.is_empty() {
        found.push((place.iter().map(|word| words(word)).collect(), own));
    }
    found.extend(deeper);
}

/// Whether a list has entries with fields.
fn entries(list: &[Value]) -> bool {
    !list.is_empty() && list.iter().all(Value::is_table)
}

/// Lists of entries: by name if they have names, otherwise by place.
fn lists(place: &[String], from: &[Value], to: &[Value], found: &mut Found) {
    let field = name_field(&[from, to]);
    let name = |list: &[Value], at: usize| match (&field, list.get(at)) {
        (Some(field), Some(Value::Table(entry))) => label(entry, field),
        _ => Some((at + 1).to_string()),
    };
    let place_of = |name: &str| {
        // A number that is not a name says which field it is: `table players 4`.
        let field = field.iter().filter(|field| !NAMES.contains(&field.as_str()));
        let words = field.cloned().chain([name.to_owned()]);
        place.iter().cloned().chain(words).collect::<Vec<_>>()
    };
    let find = |list: &[Value], wanted: &Option<String>| {
        let at = (0..list.len()).find(|&at| name(list, at) == *wanted)?;
        list[at].as_table().cloned()
    };
    for at in 0..to.len() {
        let (Some(own), Some(entry)) = (name(to, at), to[at].as_table()) else {
            continue;
        };
        match find(from, &Some(own.clone())) {
            Some(before) => tables(&place_of(&own), &before, entry, found),
            None => found.push((
                place_of(&own),
                vec![format!("added ({})", fields(entry, field.as_deref()))],
            )),
        }
    }
    for at in 0..from.len() {
        let own = name(from, at);
        if let (None, Some(own)) = (find(to, &own), &own) {
            found.push((place_of(own), vec!["removed".to_owned()]));
        }
    }
}

/// The fields of a new entry, but for its name.
fn fields(entry: &Table, name: Option<&str>) -> String {
    let others = entry.iter().filter(|(key, _)| Some(key.as_str()) != name);
    let all: Vec<String> = others
        .map(|(key, value)| format!("{} {}", words(key), shown(value)))
        .collect();
    all.join(", ")
}

/// A key as words.
fn words(key: &str) -> String {
    key.replace('_', " ")
}

fn shown(value: &Value) -> String {
    match value {
        Value::String(word) => word.clone(),
        Value::Array(list) if list.is_empty() => "nothing".to_owned(),
        Value::Array(list) => format!("[{}]", list.iter().map(shown).collect::<Vec<_>>().join(", ")),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DECK: &str = r#"
        fall = 3
        inns = [5, 6]
        [item.axe]
        count = 12
        pairs_with = "armor"
        [[knight]]
        name = "Dame Oda"
        bonus = 5
        likes = ["bow"]
        [[knight]]
        name = "Sir Piers"
        bonus = 10
        [[jewel]]
        large = 1
        count = 3
        [[jewel]]
        large = 2
        count = 3
        [[table]]
        players = 4
        team = 3
        [[table]]
        players = 5
        team = 3
    "#;

    fn changed(replace: &[(&str, &str)]) -> Vec<String> {
        let mut to = DECK.to_owned();
        for (old, new) in replace {
            assert!(to.contains(old), "{old}");
            to = to.replacen(old, new, 1);
        }
        changes(DECK, &to)
    }

    #[test]
    fn values_are_named_by_their_place() {
        assert_eq!(changed(&[("fall = 3", "fall = 4  # more")]), ["Fall 3 -> 4"]);
        assert_eq!(changed(&[("[5, 6]", "[7]")]), ["Inns [5, 6] -> [7]"]);
        assert_eq!(changed(&[("count = 12", "count = 9")]), ["Item axe: count 12 -> 9"]);
        assert_eq!(
            changed(&[("pairs_with = \"armor\"", "")]),
            ["Item axe: pairs with armor removed"]
        );
        assert_eq!(changed(&[]), [""; 0]);
    }

    #[test]
    fn entries_are_named_by_name_number_or_place() {
        assert_eq!(
            changed(&[("bonus = 5", "bonus = 15"), ("[\"bow\"]", "[\"bow\", \"axe\"]")]),
            ["Knight Dame Oda: bonus 5 -> 15, likes [bow] -> [bow, axe]"]
        );
        assert_eq!(changed(&[("large = 2", "large = 7")]), ["Jewel 2: large 2 -> 7"]);
        assert_eq!(
            changed(&[("players = 5\n        team = 3", "players = 5\n        team = 4")]),
            ["Table players 5: team 3 -> 4"]
        );
    }

    #[test]
    fn entries_that_come_and_go_are_told() {
        assert_eq!(
            changed(&[(
                "[[knight]]\n        name = \"Dame Oda\"\n        bonus = 5\n        likes = [\"bow\"]",
                ""
            )]),
            ["Knight Dame Oda: removed"]
        );
        assert_eq!(
            changed(&[("name = \"Sir Piers\"", "name = \"Sir X\"")]),
            ["Knight Sir X: added (bonus 10)", "Knight Sir Piers: removed"]
        );
        assert!(changes("game = ", DECK).is_empty());
    }
}
