//! People's names: which are allowed, and which count as the same.
//!
//! Two names count as the same if they differ only in case, spaces or punctuation, or if they look alike: both are
//! reduced to their *skeletons* (UTS 39), in which every character is replaced by the plainest one that it can be taken
//! for.

use roundtable_protocol::{Code, Refusal};
use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;
use unicode_security::{GeneralSecurityProfile as _, RestrictionLevel, RestrictionLevelDetection as _, skeleton};

use crate::spoken::is_invisible;

/// The longest name, in characters.
const NAME: usize = 24;

/// No name that is allowed has more bytes than this, however it is written: longer ones are not even looked at.
const BYTES: usize = 512;

/// The most accents on one letter.
const MARKS: usize = 2;

/// Punctuation that may be part of a name.
const PUNCTUATION: &str = " .-_'’";

/// The name as it is shown: in its plain form (NFKC, so that wide or mathematical letters become ordinary ones),
/// without surrounding or repeated spaces.
///
/// # Errors
/// `bad_name` if it is empty, too long, or has characters that could make it look like another name.
pub fn tidy(name: &str) -> Result<String, Refusal> {
    let bad = |message: String| Err(Refusal::new(Code::BadName, message));
    let long = || format!("a name has at most {NAME} characters");
    if name.len() > BYTES {
        return bad(long());
    }
    if name.chars().any(is_invisible) {
        return bad("a name has no invisible characters; type it anew".to_owned());
    }
    let plain: String = name.nfkc().collect();
    let name = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() {
        return bad("choose a name".to_owned());
    }
    if name.chars().count() > NAME {
        return bad(long());
    }
    let letter = |c: char| (c.is_alphanumeric() || is_combining_mark(c)) && c.identifier_allowed();
    if !name.chars().all(|c| letter(c) || PUNCTUATION.contains(c)) {
        return bad("a name has letters, digits, spaces and . - _ '".to_owned());
    }
    if !name.chars().any(char::is_alphanumeric) {
        return bad("a name has at least one letter or digit".to_owned());
    }
    if !marks_belong(&name) {
        return bad(format!("a letter of a name has at most {MARKS} accents"));
    }
    let letters: String = name.chars().filter(|c| !PUNCTUATION.contains(*c)).collect();
    if !letters.check_level() {
        return bad("the letters of a name belong to one script; type it anew on one keyboard".to_owned());
    }
    Ok(name)
}

/// Whether every accent is on a letter, and none has too many.
fn marks_belong(name: &str) -> bool {
    let mut marks = MARKS;
    name.chars().all(|c| {
        marks = if is_combining_mark(c) {
            marks + 1
        } else if c.is_alphanumeric() {
            0
        } else {
            MARKS
        };
        marks <= MARKS
    })
}

trait Level {
    fn check_level(&self) -> bool;
}

impl Level for str {
    /// Whether the scripts go together: one alone, or those of Chinese, Japanese and Korean with Latin.
    fn check_level(&self) -> bool {
        self.check_restriction_level(RestrictionLevel::HighlyRestrictive)
    }
}

/// The name without case, spaces and punctuation: its spelling.
#[must_use]
pub fn folded(name: &str) -> String {
    name.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// What a name is compared by. Two names count as the same if they have a key in common, whichever it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Keys {
    /// How it looks in lower case: `ANN` and `ann` have the same.
    pub caseless: String,
    /// How it looks as it is written: `Ian` and `lan` have the same, as have `ANNA` in Greek and in Latin letters.
    pub written: String,
}

impl Keys {
    /// The keys of a name.
    #[must_use]
    pub fn of(name: &str) -> Self {
        let plain: String = name
            .nfkc()
            .filter(|c| c.is_alphanumeric() || is_combining_mark(*c))
            .collect();
        // By way of capitals: a few small letters, such as the two sigmas, share one.
        let small = plain.to_lowercase();
        let small: String = small.chars().flat_map(char::to_uppercase).collect();
        let small: String = small.chars().flat_map(char::to_lowercase).collect();
        Self {
            caseless: looks(&small),
            written: looks(&plain),
        }
    }

    /// Whether names with these keys count as the same.
    #[must_use]
    pub fn same(&self, other: &Self) -> bool {
        let mine = [&self.caseless, &self.written];
        mine.contains(&&other.caseless) || mine.contains(&&other.written)
    }
}

/// The skeleton, without case: `0` can be taken for `O`, and case does not count.
fn looks(text: &str) -> String {
    skeleton(text).flat_map(char::to_lowercase).collect()
}

/// Whether nobody can be called that, because it is too long. Such a name need not be looked for.
#[must_use]
pub const fn is_too_long(name: &str) -> bool {
    name.len() > BYTES
}

/// The name that a guest gets whose name somebody else has claimed. No person can choose one with brackets.
#[must_use]
pub fn suffixed(name: &str, attempt: u32) -> String {
    let name = name.split(" (guest").next().unwrap_or(name);
    match attempt {
        0 => format!("{name} (guest)"),
        _ => format!("{name} (guest {})", attempt + 1),
    }
}

/// What somebody is called, and whether a program plays under that name.
///
/// People are written as their names alone, as servers of the version before do.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(from = "Written", into = "Written")]
pub struct Name {
    /// The name.
    pub text: String,
    /// Whether the account is a bot.
    pub bot: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Written {
    Person(String),
    Bot { bot: String },
}

impl From<Written> for Name {
    fn from(written: Written) -> Self {
        let (text, bot) = match written {
            Written::Person(text) => (text, false),
            Written::Bot { bot } => (bot, true),
        };
        Self { text, bot }
    }
}

impl From<Name> for Written {
    fn from(Name { text, bot }: Name) -> Self {
        if bot {
            Self::Bot { bot: text }
        } else {
            Self::Person(text)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_tidied_and_tricks_refused() {
        assert_eq!(tidy("  Sir   Kay "), Ok("Sir Kay".to_owned()));
        assert_eq!(tidy("Åse-Marie O'Hara"), Ok("Åse-Marie O'Hara".to_owned()));
        for bad in [
            "",
            " ",
            "...",
            "<b>",
            "a\u{202e}b",
            "a\0",
            &"x".repeat(25),
            &"x".repeat(70_000),
        ] {
            assert_eq!(tidy(bad).unwrap_err().code, "bad_name", "{bad:?}");
        }
    }

    #[test]
    fn other_forms_of_a_letter_become_the_letter() {
        for (written, shown) in [
            ("Ｋａｙ", "Kay"),
            ("𝐊𝓪𝕪", "Kay"),
            ("A\u{30a}se", "Åse"),
            ("ﬁnn", "finn"),
        ] {
            assert_eq!(tidy(written), Ok(shown.to_owned()));
        }
    }

    #[test]
    fn people_of_many_scripts_have_names() {
        for name in [
            "Нина",
            "Αννα",
            "محمد",
            "अर्जुन",
            "さくら",
            "王小明",
            "이순신",
            "דוד",
            "สมชาย",
            "Zoë",
            "Ngô",
            "Tom王",
        ] {
            assert_eq!(tidy(name).map(|name| name.is_empty()), Ok(false), "{name}");
        }
    }

    #[test]
    fn invisible_mixed_and_overloaded_letters_are_refused() {
        for bad in [
            "Ka\u{200b}y",
            "Ka\u{ad}y",
            "Kay\u{3164}",
            "Kay\u{e0041}",
            "Ka\u{2066}y",
            // A Cyrillic a among Latin letters.
            "K\u{430}y",
            // Greek and Latin.
            "\u{39a}ay",
            "Kay\u{301}\u{302}\u{303}\u{304}",
            "\u{301}Kay",
            "K \u{301}ay",
            // Letters that nobody has written for centuries, and phonetic ones.
            "Ka\u{363}y",
            "\u{1d0b}ay",
        ] {
            assert_eq!(tidy(bad).unwrap_err().code, "bad_name", "{bad:?}");
        }
    }

    #[test]
    fn names_that_look_alike_are_the_same() {
        let same = |a: &str, b: &str| Keys::of(a).same(&Keys::of(b));
        for (a, b) in [
            ("Sir Kay", "sir-KAY"),
            ("Ian", "lan"),
            ("Ian", "1an"),
            ("Ian", "ian"),
            ("IAN", "ian"),
            ("Max", "Rnax"),
            ("Bob", "B0b"),
            ("Нина", "НИНА"),
            // Capitals of another script.
            ("Anna", "ΑΝΝΑ"),
            ("Bop", "Вор"),
            ("Νίκος", "ΝΊΚΟΣ"),
            ("Kay", "Ｋａｙ"),
            ("Åse", "A\u{30a}se"),
        ] {
            assert!(same(a, b) && same(b, a), "{a} {b}: {:?} {:?}", Keys::of(a), Keys::of(b));
        }
        for (a, b) in [("Ann", "Anne"), ("Åse", "Ase"), ("Kay", "Key"), ("Нина", "Нонна")] {
            assert!(!same(a, b), "{a} {b}");
        }
    }

    #[test]
    fn spellings_that_were_the_same_still_are() {
        for (a, b) in [("ANN.", "ann"), ("Straße", "straße")] {
            assert_eq!(folded(a), folded(b));
            assert!(Keys::of(a).same(&Keys::of(b)), "{a} {b}");
        }
    }

    #[test]
    fn a_guest_gets_another_name_that_nobody_can_choose() {
        assert_eq!(suffixed("Kay", 0), "Kay (guest)");
        assert_eq!(suffixed("Kay (guest)", 1), "Kay (guest 2)");
        assert!(tidy("Kay (guest)").is_err());
    }
}
