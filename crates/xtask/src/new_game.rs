//! `cargo xtask new-game`: a crate with a small complete game, and every edit elsewhere that makes it one of the house.
//!
//! The game is a copy of `crates/xtask/template`, a game like any other that its own tests check. Names are replaced in
//! it; whoever wants another game then changes the copy, rule by rule, and always has one that runs.

use std::fs;
use std::path::{Path, PathBuf};

use crate::{cargo, find_files};

const TEMPLATE: &str = "crates/xtask/template";

/// The most players at a table.
const MOST: usize = 8;

/// What a game is called, in every way of writing.
#[derive(PartialEq, Eq, Debug)]
struct Names {
    /// For people: `Love Letter`.
    title: String,
    /// In addresses and commands: `love-letter`.
    slug: String,
    /// Of its crate in code: `love_letter`.
    module: String,
    /// Of its type: `LoveLetter`.
    kind: String,
    /// Before the numbers of its rules: `LL`.
    prefix: String,
}

impl Names {
    fn of(given: &str) -> Result<Self, String> {
        let words: Vec<String> = given
            .split(|letter: char| letter == '-' || letter == '_' || letter.is_whitespace())
            .filter(|word| !word.is_empty())
            .map(str::to_ascii_lowercase)
            .collect();
        let plain = |word: &String| {
            word.bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
        };
        let begins = words
            .first()
            .is_some_and(|word| word.as_bytes()[0].is_ascii_lowercase());
        if !begins || !words.iter().all(plain) || given.len() > 40 {
            return Err(format!(
                "`{given}` cannot be a crate's name: give one to forty letters, digits, spaces and hyphens, a letter \
                 first, such as \"Love Letter\""
            ));
        }
        let capital = |word: &String| word[..1].to_ascii_uppercase() + &word[1..];
        let capitals: Vec<String> = words.iter().map(capital).collect();
        let letters = match &words[..] {
            [only] => only.chars().chain("x".chars()).take(2).collect(),
            [first, .., last] => format!("{}{}", &first[..1], &last[..1]),
            [] => String::new(),
        };
        Ok(Self {
            title: capitals.join(" "),
            slug: words.join("-"),
            module: words.join("_"),
            kind: capitals.concat(),
            prefix: letters
                .to_ascii_uppercase()
                .replace(|letter: char| !letter.is_ascii_uppercase(), "X"),
        })
    }

    /// A text of the template with these names.
    fn put_into(&self, text: &str) -> String {
        [
            ("High Card", &self.title),
            ("high-card", &self.slug),
            ("high_card", &self.module),
            ("HighCard", &self.kind),
            ("HC", &self.prefix),
        ]
        .into_iter()
        .fold(text.to_owned(), |text, (old, new)| text.replace(old, new))
    }
}

/// How many may play, written `2-4` or `2`.
fn players(text: &str) -> Result<(usize, usize), String> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    match (least.parse(), most.parse()) {
        (Ok(least), Ok(most)) if 2 <= least && least <= most && most <= MOST => Ok((least, most)),
        _ => Err(format!("`{text}` players: give a range such as 2-4, from 2 to {MOST}")),
    }
}

/// Files to be written, each with its text.
type Edits = Vec<(PathBuf, String)>;

/// Makes the game.
///
/// # Errors
/// What is wrong with the names; then nothing is written.
pub(crate) fn new_game(name: &str, range: &str) -> Result<(), String> {
    let mut names = Names::of(name)?;
    names.prefix = free_prefix(Path::new("."), &names.prefix)?;
    let edits = edits(Path::new("."), &names, players(range)?)?;
    for (path, text) in &edits {
        let folder = path.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(path, text))
            .map_err(|error| format!("{}: {error}", path.display()))?;
    }
    // What other programs generate: types for the page and the schema, and the golden sample.
    cargo(&["fmt", "--package", &names.slug], &[])?;
    cargo(&["run", "--quiet", "--package", "roundtable-wire"], &[])?;
    cargo(
        &[
            "test",
            "--quiet",
            "--package",
            "roundtable-catalog",
            "--test",
            "going_on",
        ],
        &[("INSTA_UPDATE", "always")],
    )?;
    println!(
        "\n{title} is a game of the house. Its rules are in crates/games/{slug}: change them one by one.\n\
         cargo test -p {slug}              checks every promise of the contract\n\
         cargo run -- play {slug}          plays it in the terminal\n\
         cargo run --release -- serve      plays it on the page, with a board that draws any game\n\
         docs/ADDING_A_GAME.md tells the rest.",
        title = names.title,
        slug = names.slug,
    );
    Ok(())
}

/// Everything that is to be written, before anything is.
fn edits(root: &Path, names: &Names, (least, most): (usize, usize)) -> Result<Edits, String> {
    let read = |path: &str| fs::read_to_string(root.join(path)).map_err(|error| format!("{path}: {error}"));
    let own = root.join("crates/games").join(&names.slug);
    if own.exists() {
        return Err(format!(
            "there is a game in {} already: choose another name",
            own.display()
        ));
    }
    let Names {
        title,
        slug,
        module,
        kind,
        ..
    } = names;
    let template = root.join(TEMPLATE);
    let mut files = Vec::new();
    find_files(&template, &mut files).map_err(|error| format!("{TEMPLATE}: {error}"))?;
    let mut edits = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        let text = names
            .put_into(&text)
            .replace("min_players: 2,", &format!("min_players: {least},"))
            .replace("SEATS: usize = 4;", &format!("SEATS: usize = {most};"));
        let place = file.strip_prefix(&template).map_err(|error| error.to_string())?;
        edits.push((own.join(place), text));
    }

    let manifest = read("crates/catalog/Cargo.toml")?;
    let manifest = sorted_in(&manifest, "schema = [", "]", &format!("    \"{slug}/schema\","))?;
    let dependency = format!("{slug} = {{ path = \"../games/{slug}\" }}");
    let manifest = sorted_in(&manifest, "[dependencies]", "", &dependency)?;
    edits.push((root.join("crates/catalog/Cargo.toml"), manifest));

    let list = read("crates/catalog/src/lib.rs")?;
    let list = sorted_in(&list, "pub mod games {", "}", &format!("    pub use {module};"))?;
    let entry = format!("            /// {title}.\n            {kind} of {module},");
    let list = last_in(&list, "macro_rules! for_each_game {", "        }", &entry)?;
    edits.push((root.join("crates/catalog/src/lib.rs"), list));

    let bots = format!(
        "//! {title}: nobody has taught the bots anything about it yet.\n\n\
         use roundtable_catalog::games::{module}::{kind};\n\n\
         crate::plain!({kind});\n"
    );
    edits.push((root.join(format!("crates/bots/src/games/{module}.rs")), bots));
    let subject = format!(
        "//! {title}: outcomes, lengths and seats, and nothing else yet.\n\n\
         use roundtable_catalog::games::{module}::{kind};\n\n\
         use crate::subject::Subject;\n\n\
         impl Subject for {kind} {{}}\n"
    );
    edits.push((root.join(format!("crates/lab/src/subjects/{module}.rs")), subject));

    let row = format!(
        "| [{title}](crates/games/{slug}/RULES.md) | {} | its author | A new game |",
        if least == most {
            least.to_string()
        } else {
            format!("{least}-{most}")
        }
    );
    let readme = after_last(&read("README.md")?, "](crates/games/", &row)?;
    edits.push((root.join("README.md"), readme));
    Ok(edits)
}

/// This prefix, or one like it if another game numbers its rules with it.
fn free_prefix(root: &Path, prefix: &str) -> Result<String, String> {
    let games = root.join("crates/games");
    let mut rules = String::new();
    for game in fs::read_dir(&games).map_err(|error| format!("{}: {error}", games.display()))? {
        let page = game.map_err(|error| error.to_string())?.path().join("RULES.md");
        rules += &fs::read_to_string(page).unwrap_or_default();
    }
    let free = |letters: &str| !rules.contains(&format!("**{letters}-R"));
    let others = ('A'..='Z').map(|letter| format!("{}{letter}", &prefix[..1]));
    let found = std::iter::once(prefix.to_owned())
        .chain(others)
        .find(|letters| free(letters));
    found.ok_or_else(|| "every prefix for the rules is taken: choose another name".to_owned())
}

/// Adds a line where it belongs in the alphabet, between a line and the next one that is `end`.
fn sorted_in(text: &str, begin: &str, end: &str, line: &str) -> Result<String, String> {
    let mut lines: Vec<&str> = text.lines().collect();
    let (first, last) = block(&lines, begin, end)?;
    let at = (first..last).find(|&at| lines[at] > line).unwrap_or(last);
    lines.insert(at, line);
    Ok(lines.join("\n") + "\n")
}

/// Adds lines at the end of a block.
fn last_in(text: &str, begin: &str, end: &str, line: &str) -> Result<String, String> {
    let mut lines: Vec<&str> = text.lines().collect();
    let (_, last) = block(&lines, begin, end)?;
    lines.insert(last, line);
    Ok(lines.join("\n") + "\n")
}

fn block(lines: &[&str], begin: &str, end: &str) -> Result<(usize, usize), String> {
    let lost =
        || format!("there is no `{begin}` any more where a new game is listed: see crates/xtask/src/new_game.rs");
    let first = 1 + lines.iter().position(|line| *line == begin).ok_or_else(lost)?;
    let length = lines[first..].iter().position(|line| *line == end).ok_or_else(lost)?;
    Ok((first, first + length))
}

/// Adds a line after the last one that contains this.
fn after_last(text: &str, mark: &str, line: &str) -> Result<String, String> {
    let mut lines: Vec<&str> = text.lines().collect();
    let last = lines
        .iter()
        .rposition(|line| line.starts_with('|') && line.contains(mark));
    lines.insert(last.ok_or("README.md has no list of games any more")? + 1, line);
    Ok(lines.join("\n") + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests run in the folder of their crate.
    const ROOT: &str = "../..";

    #[test]
    fn a_name_is_written_in_every_way() {
        let names = Names::of("Love Letter").unwrap();
        assert_eq!(names, Names::of("love-letter").unwrap());
        assert_eq!(
            [&names.title, &names.slug, &names.module, &names.kind, &names.prefix],
            ["Love Letter", "love-letter", "love_letter", "LoveLetter", "LL"]
        );
        assert_eq!(Names::of("Go").unwrap().prefix, "GO");
        for bad in ["", "7 wonders", "über", "a/b", "..", &"x".repeat(41)] {
            assert!(Names::of(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn players_are_a_range() {
        assert_eq!(players("2-4"), Ok((2, 4)));
        assert_eq!(players("3"), Ok((3, 3)));
        for bad in ["", "1-4", "4-2", "2-9", "two"] {
            assert!(players(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn everything_is_prepared_before_anything_is_written() {
        let names = Names::of("Knight Letter").unwrap();
        let edits = edits(Path::new(ROOT), &names, (2, 5)).unwrap();
        let text = |path: &str| {
            let place = Path::new(ROOT).join(path);
            &edits
                .iter()
                .find(|(path, _)| *path == place)
                .unwrap_or_else(|| panic!("{path}"))
                .1
        };
        let list = text("crates/catalog/src/lib.rs");
        assert!(list.contains("    pub use knight_at_the_inn;\n    pub use knight_letter;\n    pub use knight_shift;"));
        let indent = " ".repeat(12);
        let last =
            format!("of knights_and_damosels,\n{indent}/// Knight Letter.\n{indent}KnightLetter of knight_letter,");
        assert!(list.contains(&(last + "\n        }")));
        assert!(text("crates/catalog/Cargo.toml").contains("knight-letter = { path = \"../games/knight-letter\" }\n"));
        let own = text("crates/games/knight-letter/src/lib.rs");
        assert!(own.contains("impl Game for KnightLetter") && own.contains("min_players: 2"));
        assert!(text("crates/games/knight-letter/src/deck.rs").contains("SEATS: usize = 5;"));
        assert!(text("crates/games/knight-letter/RULES.md").contains("**KL-R1"));
        let leftover = edits.iter().find(|(path, text)| {
            path.starts_with(Path::new(ROOT).join("crates/games")) && (text.contains("High") || text.contains("HC"))
        });
        assert_eq!(leftover, None);
        let again = Names::of("Knight Shift").unwrap();
        assert!(
            super::edits(Path::new(ROOT), &again, (2, 2)).is_err(),
            "there is one already"
        );
        assert_eq!(free_prefix(Path::new(ROOT), "KS").unwrap(), "KA", "Knight Shift has KS");
    }
}
