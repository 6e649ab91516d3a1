//! The parts of an open position: every value that the all-seeing eye sees, with the path to it.
//!
//! Comparing samples means to count parts of hundreds of thousands of positions, so they are read from the written view
//! in one pass, without a tree of values and without a text for each part.

use roundtable_core::{Audit, Eye};
use serde::Serialize;

use crate::print::json;

/// Calls `found` with the path and the value of every part, both as text. The length of a list is a part, too.
pub(crate) fn read(view: &impl Serialize, found: impl FnMut(&str, &str)) {
    let text = json(view);
    let mut reader = Reader {
        text: &text,
        at: 0,
        path: String::new(),
        found,
    };
    reader.value();
}

/// The same for everything in a position, and a digest of the whole in eight classes, so that differences which only
/// show in combinations of parts are found too.
pub(crate) fn of_position<G: Audit>(position: &G, mut found: impl FnMut(&str, &str)) {
    let mut whole = 0;
    read(&position.view(Eye::All), |path, value| {
        whole = (whole ^ digest(path, value)).wrapping_mul(SPREAD);
        found(path, value);
    });
    found(WHOLE, &(whole >> 61).to_string());
}

/// The path of the digest of the whole.
pub(crate) const WHOLE: &str = "(whole)";

/// An odd number without a pattern in its bits.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// A part as a number, which is faster to look up than two texts.
pub(crate) fn digest(path: &str, value: &str) -> u64 {
    let chunks = path
        .as_bytes()
        .chunks(8)
        .chain([&b"="[..]])
        .chain(value.as_bytes().chunks(8));
    chunks.fold(SPREAD, |digest, chunk| {
        let number = chunk.iter().fold(0, |number, &byte| number << 8 | u64::from(byte));
        let mixed = (digest ^ number).wrapping_mul(SPREAD);
        mixed ^ mixed >> 32
    })
}

/// Reads compact JSON that was written a moment ago, so it need not doubt it.
struct Reader<'a, F> {
    text: &'a str,
    at: usize,
    path: String,
    found: F,
}

impl<'a, F: FnMut(&str, &str)> Reader<'a, F> {
    fn next(&self) -> u8 {
        self.text.as_bytes()[self.at]
    }

    fn value(&mut self) {
        match self.next() {
            b'{' => self.fields(),
            b'[' => self.items(),
            _ => {
                let value = self.scalar();
                (self.found)(&self.path, value);
            }
        }
    }

    fn fields(&mut self) {
        let outer = self.path.len();
        self.at += 1;
        while self.next() != b'}' {
            self.at += usize::from(self.next() == b',');
            let name = self.scalar();
            self.at += 1;
            self.path.push('.');
            self.path.push_str(name.trim_matches('"'));
            self.value();
            self.path.truncate(outer);
        }
        self.at += 1;
    }

    fn items(&mut self) {
        let outer = self.path.len();
        let mut count = 0;
        self.at += 1;
        while self.next() != b']' {
            self.at += usize::from(self.next() == b',');
            self.path.push_str(&format!("[{count}]"));
            self.value();
            self.path.truncate(outer);
            count += 1;
        }
        self.at += 1;
        self.path.push_str(".len");
        (self.found)(&self.path, &count.to_string());
        self.path.truncate(outer);
    }

    /// A text with its quotes, a number, or a word.
    fn scalar(&mut self) -> &'a str {
        let start = self.at;
        let quoted = self.next() == b'"';
        self.at += usize::from(quoted);
        loop {
            match (self.text.as_bytes().get(self.at), quoted) {
                (Some(b'\\'), true) => self.at += 2,
                (Some(b'"'), true) => {
                    self.at += 1;
                    break;
                }
                (None, _) | (Some(b',' | b']' | b'}'), false) => break,
                _ => self.at += 1,
            }
        }
        &self.text[start..self.at]
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_value_is_found_with_its_path() {
        let view = json!({"hands": [[1, 2], null, []], "said": "a \"b\", {c}", "deep": {"x": [{"y": true}]}, "no": {}});
        let mut parts = Vec::new();
        read(&view, |path, value| parts.push(format!("{path} {value}")));
        let expected = [
            ".hands[0][0] 1",
            ".hands[0][1] 2",
            ".hands[0].len 2",
            ".hands[1] null",
            ".hands[2].len 0",
            ".hands.len 3",
            r#".said "a \"b\", {c}""#,
            ".deep.x[0].y true",
            ".deep.x.len 1",
        ];
        assert_eq!(parts, expected);
    }

    #[test]
    fn a_single_value_is_a_part() {
        let mut parts = Vec::new();
        read(&7, |path, value| parts.push((path.to_owned(), value.to_owned())));
        assert_eq!(parts, [(String::new(), "7".to_owned())]);
    }

    #[test]
    fn digests_tell_parts_apart() {
        let parts = [
            ("a", "1"),
            ("a", "2"),
            ("b", "1"),
            ("a1", ""),
            ("", "a1"),
            ("a=", "1"),
            ("12345678", "9"),
        ];
        let digests: std::collections::HashSet<u64> = parts.iter().map(|(path, value)| digest(path, value)).collect();
        assert_eq!(digests.len(), parts.len());
    }
}
