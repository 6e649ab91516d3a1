//! Names that belong to the games, kept for ever once they were read: there are few.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

/// The most names that are kept: far more than all games have rules.
const MOST: usize = 4096;

/// The name, for as long as the program runs.
pub(crate) fn kept(name: &str) -> &'static str {
    static KEPT: Mutex<Option<HashSet<&'static str>>> = Mutex::new(None);
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    keep(kept.get_or_insert_default(), name)
}

/// Keeps each name once. Beyond the most, names are told apart no more.
fn keep(kept: &mut HashSet<&'static str>, name: &str) -> &'static str {
    if let Some(known) = kept.get(name) {
        return known;
    }
    if kept.len() >= MOST {
        return "rule";
    }
    let new: &'static str = Box::leak(name.to_owned().into_boxed_str());
    kept.insert(new);
    new
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_kept_once_and_no_flood_is() {
        assert!(std::ptr::eq(kept("SH-R5"), kept("SH-R5")));
        let mut own = HashSet::new();
        let lost = (0..MOST + 10).filter(|number| keep(&mut own, &number.to_string()) == "rule");
        assert_eq!(lost.count(), 10);
        assert_eq!(keep(&mut own, "7"), "7");
    }
}
