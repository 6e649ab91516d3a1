//! What a game's crate says of the alternatives of its types. The generator of TypeScript keeps the comments of fields, but not these.

use std::collections::BTreeMap;
use std::path::Path;

use crate::syntax::{Declaration, Shape};

/// The comments by type and alternative (`Event`, `played`).
pub(crate) type Comments = BTreeMap<(String, String), String>;

/// Reads the comments of all enums in a crate. Its sources are formatted, so that lines tell enough.
pub(crate) fn of_crate(sources: &Path) -> Comments {
    let mut comments = Comments::new();
    let mut files: Vec<_> = std::fs::read_dir(sources)
        .expect("the sources of a game")
        .map(|entry| entry.expect("a file").path())
        .collect();
    files.sort();
    for file in files
        .iter()
        .filter(|file| file.extension().is_some_and(|end| end == "rs"))
    {
        read_file(&std::fs::read_to_string(file).expect("a source file"), &mut comments);
    }
    comments
}

/// The name of an enum that begins in this line, or of one made by `words!`.
fn enum_name(line: &str) -> Option<&str> {
    let line = line.trim().strip_suffix('{')?.trim();
    let name = match line.strip_prefix("pub enum ") {
        Some(name) => name,
        None => line.split_once(", \"")?.0,
    };
    name.chars().all(char::is_alphanumeric).then_some(name)
}

fn read_file(source: &str, comments: &mut Comments) {
    let mut name = None;
    let mut indent = 0;
    let (mut doc, mut renamed) = (Vec::new(), None);
    for line in source.lines() {
        let depth = line.len() - line.trim_start().len();
        let text = line.trim();
        if let Some(found) = enum_name(line) {
            (name, indent) = (Some(found), depth + 4);
            doc.clear();
            continue;
        }
        let Some(of) = name else { continue };
        if depth < indent && text.starts_with('}') {
            name = None;
        } else if depth == indent {
            if let Some(words) = text.strip_prefix("///") {
                doc.push(words.trim().to_owned());
            } else if let Some(word) = text.strip_prefix("#[serde(rename = \"") {
                renamed = word.split('"').next();
            } else if text.starts_with(|c: char| c.is_ascii_uppercase()) {
                let end = text.find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len());
                let tag = renamed.take().map_or_else(|| snake_case(&text[..end]), str::to_owned);
                comments.insert((of.to_owned(), tag), doc.join(" "));
                doc.clear();
            }
        }
    }
}

fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(c.to_lowercase());
    }
    snake
}

/// Puts the comments where they belong.
pub(crate) fn explain(declaration: &mut Declaration, comments: &Comments) {
    let Shape::Union(members) = &mut declaration.shape else {
        return;
    };
    for member in members {
        let Some(tag) = member.tag() else { continue };
        if let Some(doc) = comments.get(&(declaration.name.clone(), tag.to_owned())) {
            member.doc.clone_from(doc);
        }
    }
}
