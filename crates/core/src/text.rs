//! Views and events as text: for terminals, logs and tests.

use std::fmt::{self, Write};

use crate::{MAX_SEATS, Seat};

/// Something that can be drawn on a page.
pub trait Draw {
    /// Draws it. A view is several lines of at most 80 columns, each with a line end; an event is one sentence without
    /// one.
    fn draw(&self, page: &mut Page);
}

/// How a piece of text stands out, where there is colour. The text must say the same without it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ink {
    /// Ordinary text.
    Plain,
    /// In the colour of a seat.
    Seat(Seat),
    /// What matters most.
    Strong,
    /// What matters least.
    Faint,
}

/// The width of a terminal, and so the greatest width of a view.
pub const COLUMNS: usize = 80;

/// Fills lines of at most `width` columns with words: the first line begins with `first`, all others with `next`.
/// Colour sequences take no room.
pub fn wrapped<'a>(words: impl IntoIterator<Item = &'a str>, width: usize, first: &str, next: &str) -> String {
    let (mut lines, mut column) = (first.to_owned(), columns(first));
    for (i, word) in words.into_iter().enumerate() {
        if i > 0 && column + 1 + columns(word) > width {
            lines.push('\n');
            lines.push_str(next);
            column = columns(next);
        } else if i > 0 {
            lines.push(' ');
            column += 1;
        }
        lines.push_str(word);
        column += columns(word);
    }
    lines
}

/// The number of columns of a text: a colour sequence, from an escape to an `m`, takes none.
fn columns(text: &str) -> usize {
    let mut parts = text.split('\x1b');
    let plain = parts.next().unwrap_or_default().chars().count();
    let after_colour = parts.filter_map(|part| part.split_once('m'));
    plain + after_colour.map(|(_, shown)| shown.chars().count()).sum::<usize>()
}

/// A page of text, written from top to bottom, with or without colour. It knows the players' names.
#[derive(Clone, Debug)]
pub struct Page {
    text: String,
    colour: bool,
    names: [Option<String>; MAX_SEATS],
}

impl Default for Page {
    fn default() -> Self {
        Self::new(false)
    }
}

impl Page {
    /// An empty page; with `colour` the inks become ANSI sequences.
    #[must_use]
    pub fn new(colour: bool) -> Self {
        Self {
            text: String::new(),
            colour,
            names: Default::default(),
        }
    }

    /// Gives a seat this name instead of `Seat 0`.
    #[must_use]
    pub fn with_name(mut self, seat: Seat, name: &str) -> Self {
        self.names[seat.index()] = Some(name.to_owned());
        self
    }

    /// Draws a thing without colour.
    #[must_use]
    pub fn plain(thing: &impl Draw) -> String {
        let mut page = Self::new(false);
        thing.draw(&mut page);
        page.into_text()
    }

    /// Returns the text and empties the page, which keeps its names.
    pub fn take(&mut self) -> String {
        std::mem::take(&mut self.text)
    }

    /// The text of the page.
    #[must_use]
    pub fn into_text(self) -> String {
        self.text
    }

    /// Writes text.
    pub fn put(&mut self, text: impl fmt::Display) -> &mut Self {
        // Writing to a String cannot fail.
        let _ = write!(self.text, "{text}");
        self
    }

    /// Ends the line.
    pub fn line(&mut self) -> &mut Self {
        self.text.push('\n');
        self
    }

    /// Writes words after a title, on as many lines as they need; further lines are indented like the first word.
    pub fn words(&mut self, title: &str, words: &[String]) -> &mut Self {
        let indent = " ".repeat(columns(title));
        let lines = wrapped(words.iter().map(String::as_str), COLUMNS, title, &indent);
        self.put(lines).line()
    }

    /// Writes text in an ink.
    pub fn ink(&mut self, ink: Ink, text: impl fmt::Display) -> &mut Self {
        match self.code(ink) {
            Some(code) => self.put(format_args!("\x1b[{code}m{text}\x1b[0m")),
            None => self.put(text),
        }
    }

    /// Writes the name of the player on this seat, in the seat's colour.
    pub fn seat(&mut self, seat: Seat) -> &mut Self {
        let name = self.name(seat);
        self.ink(Ink::Seat(seat), name)
    }

    /// The name of the player on this seat.
    #[must_use]
    pub fn name(&self, seat: Seat) -> String {
        match &self.names[seat.index()] {
            Some(name) => name.clone(),
            None => format!("Seat {seat}"),
        }
    }

    fn code(&self, ink: Ink) -> Option<String> {
        /// Foregrounds that differ visibly on dark and light backgrounds.
        const SEATS: [u8; MAX_SEATS] = [31, 34, 32, 35, 36, 33, 91, 94];
        if !self.colour {
            return None;
        }
        match ink {
            Ink::Plain => None,
            Ink::Seat(seat) => Some(SEATS[seat.index()].to_string()),
            Ink::Strong => Some("1".to_owned()),
            Ink::Faint => Some("2".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_sentences_are_wrapped_and_colour_takes_no_room() {
        let wrap = |words: &[&str]| wrapped(words.iter().copied(), 80, "  ", "    ");
        let plain = wrap(&["word"; 40]);
        let lines: Vec<&str> = plain.lines().collect();
        // Two columns and fifteen words of five, then four and fifteen, then the rest.
        assert_eq!(lines.iter().map(|line| line.len()).collect::<Vec<_>>(), [76, 78, 53]);
        assert!(lines[0].starts_with("  word") && lines[1].starts_with("    word"));
        let coloured = wrap(&["\x1b[31mword\x1b[0m"; 40]);
        assert_eq!(coloured.replace("\x1b[31m", "").replace("\x1b[0m", ""), plain);
        assert_eq!(wrap(&["Short."]), "  Short.");
        assert_eq!(wrapped(["a", "b"], 1, "", ""), "a\nb");
    }

    #[test]
    fn words_stand_under_the_first_of_them() {
        let mut page = Page::new(false);
        page.words("Hand: ", &vec!["1234567890123".to_owned(); 6]);
        let row = ["1234567890123"; 5].join(" ");
        assert_eq!(page.into_text(), format!("Hand: {row}\n      1234567890123\n"));
    }

    #[test]
    fn the_text_is_the_same_with_and_without_colour() {
        let write = |mut page: Page| {
            page.seat(Seat::new(0)).put(" plays ").ink(Ink::Strong, 7).line();
            page.into_text()
        };
        assert_eq!(write(Page::new(false)), "Seat 0 plays 7\n");
        let named = Page::new(true).with_name(Seat::new(0), "Anne");
        assert_eq!(write(named), "\x1b[31mAnne\x1b[0m plays \x1b[1m7\x1b[0m\n");
    }
}
