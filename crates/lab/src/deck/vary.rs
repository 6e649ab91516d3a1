//! One value of a deck file, varied: the text stays as it is but for that value, so that errors name the right line.

use std::ops::Range;

use toml::de::{DeTable, DeValue};
use toml::{Spanned, Value};

use super::{label, name_field};
use crate::LabError;

/// A deck file with one of its values replaced.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variation {
    /// The value, as it is written.
    pub value: String,
    /// The text of the file.
    pub text: String,
    /// Whether this is the value that the file had.
    pub now: bool,
}

/// The deck file with each of these values at a place, and with the value that it has; numbers in order. `order` is
/// `PATH=VALUE,VALUE`, where the path has the keys of tables and the names or places (from 1) of entries of lists,
/// joined by dots: `knight.3.bonus`, `knight.Dame Oda.bonus`, `inns.2`.
///
/// # Errors
/// If there is no such place; the error says what there is.
pub fn vary(text: &str, order: &str) -> Result<Vec<Variation>, LabError> {
    let (path, values) = order
        .split_once('=')
        .ok_or_else(|| LabError::Design(format!("`{order}`: write PATH=VALUE,VALUE as in fall=3,4,5")))?;
    let table = DeTable::parse(text).map_err(|error| LabError::Design(format!("the deck is no TOML: {error}")))?;
    let plain: toml::Table = toml::from_str(text).map_err(|error| LabError::Design(error.to_string()))?;
    let span = find(
        Place::Table(table.get_ref()),
        &Value::Table(plain),
        path,
        &mut String::new(),
    )?;
    let now = text.get(span.clone()).unwrap_or_default().trim().to_owned();
    let mut values: Vec<String> = split(values).iter().map(|value| written(value, &now)).collect();
    if values.iter().any(String::is_empty) {
        return Err(LabError::Design(format!(
            "`{order}` has an empty value: write {path}=VALUE,VALUE"
        )));
    }
    values.push(now.clone());
    let number = |value: &String| value.replace('_', "").parse::<f64>();
    if values.iter().all(|value| number(value).is_ok()) {
        values.sort_by(|a, b| number(a).unwrap_or(0.0).total_cmp(&number(b).unwrap_or(0.0)));
    } else {
        values.rotate_right(1);
    }
    let mut seen = Vec::new();
    values.retain(|value| {
        !seen.contains(value) && {
            seen.push(value.clone());
            true
        }
    });
    let variation = |value: String| {
        let mut text = text.to_owned();
        text.replace_range(span.clone(), &value);
        let now = value == now;
        Variation { value, text, now }
    };
    Ok(values.into_iter().map(variation).collect())
}

/// Splits at the commas that are not inside brackets or quotes.
fn split(values: &str) -> Vec<&str> {
    let (mut parts, mut start, mut depth, mut quoted) = (Vec::new(), 0, 0_i32, false);
    for (at, letter) in values.char_indices() {
        match letter {
            '"' => quoted = !quoted,
            '[' | '{' if !quoted => depth += 1,
            ']' | '}' if !quoted => depth -= 1,
            ',' if !quoted && depth == 0 => {
                parts.push(values[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(values[start..].trim());
    parts
}

/// A value as the file has to write it: a word gets the quotes that the shell has taken.
fn written(value: &str, now: &str) -> String {
    let bare = !value.is_empty() && !value.starts_with(['"', '\'', '[', '{']);
    if bare && now.starts_with(['"', '\'']) {
        Value::String(value.to_owned()).to_string()
    } else {
        value.to_owned()
    }
}

/// Somewhere in a deck file.
#[derive(Clone, Copy)]
enum Place<'a> {
    Table(&'a DeTable<'a>),
    Value(&'a Spanned<DeValue<'a>>),
}

/// Where the value at a path is in the text. `above` is the path so far.
fn find(place: Place<'_>, value: &Value, path: &str, above: &mut String) -> Result<Range<usize>, LabError> {
    let deeper = match (place, value) {
        (Place::Table(_), Value::Table(_)) => true,
        (Place::Value(at), _) => matches!(at.get_ref(), DeValue::Table(_) | DeValue::Array(_)) && !path.is_empty(),
        _ => false,
    };
    if !deeper {
        let several = value.is_table() || value.as_array().is_some_and(|list| list.iter().any(Value::is_table));
        return match place {
            Place::Value(at) if path.is_empty() && !several => Ok(at.span()),
            _ if several => Err(nowhere(above, path, &steps(value))),
            _ => Err(nowhere(above, path, &[])),
        };
    }
    let steps = steps(value);
    let step = steps.iter().find_map(|(name, key)| Some((key, after(path, name)?)));
    // `knights` is understood for `knight`.
    let step = step.or_else(|| {
        steps
            .iter()
            .find_map(|(name, key)| Some((key, after(path, &format!("{name}s"))?)))
    });
    let Some((step, rest)) = step else {
        return Err(nowhere(above, path, &steps));
    };
    let (below, inside) = match (place, step) {
        (Place::Table(table), Step::Key(key)) => (table.get(key.as_str()), value.get(key)),
        (Place::Value(at), Step::Key(key)) => (at.get_ref().get(key.as_str()), value.get(key)),
        (Place::Value(at), Step::At(at_)) => (at.get_ref().get(*at_), value.get(*at_)),
        (Place::Table(_), Step::At(_)) => (None, None),
    };
    let (Some(below), Some(inside)) = (below, inside) else {
        return Err(nowhere(above, path, &steps));
    };
    if !above.is_empty() {
        above.push('.');
    }
    above.push_str(path.strip_suffix(rest).unwrap_or(path).trim_end_matches('.'));
    find(Place::Value(below), inside, rest, above)
}

/// A step down: the key of a table, or the place in a list.
enum Step {
    Key(String),
    At(usize),
}

/// The steps from here, by all their names.
fn steps(value: &Value) -> Vec<(String, Step)> {
    match value {
        Value::Table(table) => table.keys().map(|key| (key.clone(), Step::Key(key.clone()))).collect(),
        Value::Array(list) => {
            let field = name_field(&[list]);
            let name = |entry: &Value| label(entry.as_table()?, field.as_deref()?);
            // A name that is a number (of players) comes before the place.
            let named = list
                .iter()
                .enumerate()
                .filter_map(|(at, entry)| Some((name(entry)?, Step::At(at))));
            let placed = (0..list.len()).map(|at| ((at + 1).to_string(), Step::At(at)));
            named.chain(placed).collect()
        }
        _ => Vec::new(),
    }
}

/// What follows this step in a path, if it begins with it.
fn after<'a>(path: &'a str, step: &str) -> Option<&'a str> {
    let rest = path.strip_prefix(step)?;
    if rest.is_empty() {
        Some(rest)
    } else {
        rest.strip_prefix('.')
    }
}

fn nowhere(above: &str, path: &str, steps: &[(String, Step)]) -> LabError {
    let here = if above.is_empty() {
        "the deck".to_owned()
    } else {
        format!("`{above}`")
    };
    let named: Vec<&str> = steps.iter().map(|(name, _)| name.as_str()).collect();
    LabError::Design(match (named.is_empty(), path.is_empty()) {
        (true, _) => format!("{here} is a single value: there is no `{path}` in it"),
        (false, true) => format!("{here} has several values: go on with one of {}", named.join(", ")),
        (false, false) => format!("{here} has no `{path}`; it has: {}", named.join(", ")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const DECK: &str = "fall = 3 # wounds\ninns = [5, 6]\n[[knight]]\nname = \"Dame Oda\"\nbonus = 5\nlikes = \
                        [\"bow\"]\n[[knight]]\nname = \"Sir Piers\"\nbonus = 10\nlikes = []\n[item.axe]\npairs = \
                        \"armor\"\n";

    fn values(order: &str) -> Vec<String> {
        vary(DECK, order)
            .expect("a place")
            .into_iter()
            .map(|one| one.value)
            .collect()
    }

    #[test]
    fn a_value_is_found_by_keys_names_and_places() {
        assert_eq!(values("fall=4,5"), ["3", "4", "5"]);
        assert_eq!(values("fall=5,1"), ["1", "3", "5"], "in order, with the value as it is");
        assert_eq!(values("knights.2.bonus=5,10,15"), ["5", "10", "15"]);
        assert_eq!(values("knight.Dame Oda.bonus=6"), ["5", "6"]);
        assert_eq!(values("inns.1=7"), ["5", "7"]);
        assert_eq!(values("inns=[7, 7],[8]"), ["[5, 6]", "[7, 7]", "[8]"]);
        assert_eq!(values("item.axe.pairs=shield"), ["\"armor\"", "\"shield\""]);
        let varied = vary(DECK, "fall=4").expect("a place");
        assert_eq!(
            varied[1].text,
            DECK.replace("fall = 3", "fall = 4"),
            "nothing else is touched"
        );
        assert_eq!((varied[0].now, varied[1].now), (true, false));
    }

    #[test]
    fn what_is_not_there_is_answered_with_what_is() {
        let error = |order: &str| vary(DECK, order).unwrap_err().to_string();
        assert!(
            error("fell=3").contains("it has: fall, inns, item, knight"),
            "{}",
            error("fell=3")
        );
        assert!(error("knight.Sir X.bonus=3").contains("Dame Oda, Sir Piers, 1, 2"));
        assert!(error("knight.1.bones=3").contains("`knight.1` has no `bones`; it has: bonus"));
        assert!(error("knight=3").contains("go on with one of"), "{}", error("knight=3"));
        assert!(error("fall.2=3").contains("single value"), "{}", error("fall.2=3"));
        assert!(error("fall").contains("PATH=VALUE") && error("fall=3,").contains("empty value"));
    }
}
