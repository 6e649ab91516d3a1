//! What people may say in chat: nothing invisible, nothing that turns the text around or covers other lines.

use roundtable_protocol::{Code, Refusal};
use unicode_normalization::char::is_combining_mark;

/// The longest line, in characters.
const LONGEST: usize = 500;

/// The most line breaks in what is said at once.
const BREAKS: usize = 3;

/// The longest note on a moment of a finished game, in characters, and the most line breaks in it.
const LONGEST_NOTE: usize = 2_000;
const NOTE_BREAKS: usize = 30;

/// The longest name of something, in characters.
const LONGEST_TITLE: usize = 60;

/// The most accents on one letter; more only cover the lines above.
const MARKS: usize = 3;

/// Whether a character cannot be seen: it turns the direction of the text, joins, fills, or says nothing at all.
/// (Unicode's default-ignorable characters, a set that does not grow, and three that annotate or look blank.)
#[must_use]
pub const fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{2800}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

/// Joiners and variation selectors: Persian words and many emoji need them.
const fn is_useful(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}' | '\u{fe0e}' | '\u{fe0f}')
}

/// What is said, without what cannot be seen, and without a flood of accents or empty lines.
///
/// # Errors
/// `bad_text` if nothing is left, if it is too long, or if it has control characters.
pub fn tidy(text: &str) -> Result<String, Refusal> {
    tidy_within(text, LONGEST, BREAKS)
}

/// The same for a note, which may be longer.
///
/// # Errors
/// As [`tidy`].
pub fn tidy_note(text: &str) -> Result<String, Refusal> {
    tidy_within(text, LONGEST_NOTE, NOTE_BREAKS)
}

/// The same for the name of something, which is one short line.
///
/// # Errors
/// As [`tidy`].
pub fn tidy_title(text: &str) -> Result<String, Refusal> {
    tidy_within(text, LONGEST_TITLE, 0)
}

fn tidy_within(text: &str, longest: usize, breaks: usize) -> Result<String, Refusal> {
    let bad = |message: String| Err(Refusal::new(Code::BadText, message));
    let mut said = String::new();
    let mut marks = 0;
    for c in text.chars() {
        let c = if matches!(c, '\u{2028}' | '\u{2029}') { '\n' } else { c };
        if c.is_control() && c != '\n' {
            return bad("a line has no control characters".to_owned());
        }
        let last = said.chars().next_back();
        if is_invisible(c) {
            // Only where it does something: after a visible character, and only one.
            let after_visible = last.is_some_and(|last| !last.is_whitespace() && !is_useful(last));
            let joins_emoji = c == '\u{200d}' && last == Some('\u{fe0f}');
            if is_useful(c) && (after_visible || joins_emoji) {
                said.push(c);
            }
            continue;
        }
        marks = if is_combining_mark(c) { marks + 1 } else { 0 };
        let empty_line = c == '\n' && matches!(last, None | Some('\n'));
        if marks <= MARKS && !empty_line {
            said.push(c);
        }
    }
    let said = said.trim_matches(|c: char| c.is_whitespace() || matches!(c, '\u{200c}' | '\u{200d}'));
    if said.is_empty() || said.chars().count() > longest {
        return bad(format!("write one to {longest} characters that can be seen"));
    }
    if said.matches('\n').count() > breaks {
        return bad(format!("say it in at most {} lines", breaks + 1));
    }
    Ok(said.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_seen_stays() {
        for text in [
            "Good luck!",
            "ein\nzwei\ndrei\nvier",
            "می\u{200c}خواهم",
            "👩\u{200d}🚀 ❤\u{fe0f}",
            "1\u{fe0f}\u{20e3}",
            "Ngô",
            "🏳\u{fe0f}\u{200d}🌈",
        ] {
            assert_eq!(tidy(text), Ok(text.to_owned()));
        }
    }

    #[test]
    fn what_cannot_be_seen_goes() {
        for (text, left) in [
            ("a\u{202e}dcb", "adcb"),
            ("a\u{2066}b\u{2069}", "ab"),
            ("a\u{200b}\u{200f}b", "ab"),
            ("a\u{e0041}\u{e007f}", "a"),
            ("a\u{200d}\u{200d}\u{200d}b", "a\u{200d}b"),
            ("\u{200d} a \u{200d}", "a"),
            ("a\n\n\n\n\n\nb", "a\nb"),
            ("a\u{2028}b", "a\nb"),
            (
                "Z\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}o",
                "Z\u{301}\u{302}\u{303}o",
            ),
        ] {
            assert_eq!(tidy(text), Ok(left.to_owned()));
        }
    }

    #[test]
    fn nothing_too_much_and_controls_are_refused() {
        for bad in [
            "",
            " \n ",
            "\u{202e}\u{200b}",
            "\u{3164}",
            "a\u{7}",
            "1\n2\n3\n4\n5",
            &"x".repeat(501),
        ] {
            assert_eq!(tidy(bad).unwrap_err().code, "bad_text", "{bad:?}");
        }
    }
}
