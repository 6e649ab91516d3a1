//! The documents as one book that can be searched, with mdBook.
//!
//! The book's sources have the same places as in the repository, so that links work in both. What is not a document but
//! linked, such as pictures and examples, comes along.

use std::fs;
use std::path::{Path, PathBuf};

use crate::outside::EXAMPLE;
use crate::{links, run, tools};

/// Where the sources are gathered, and where the book is built.
const SOURCES: &str = "target/book-sources";
const BOOK: &str = "target/book";

/// The documents of the project itself, at the end of the book.
const PROJECT: [&str; 5] = [
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "NOTICE.md",
    "CHANGELOG.md",
];

/// Builds the book and checks that all its links lead into it.
pub(crate) fn build(install: bool) -> Result<(), String> {
    let mdbook = tools::cargo_tool("mdbook", install)?;
    let root = Path::new("");
    let documents = documents(Path::new("."))?;
    let _ = fs::remove_dir_all(SOURCES);
    let _ = fs::remove_dir_all(BOOK);
    let mut linked = Vec::new();
    for document in &documents {
        let broken = links::broken(root, document);
        if !broken.is_empty() {
            return Err(format!("these links lead nowhere:\n{}", broken.join("\n")));
        }
        let text = fs::read_to_string(document).map_err(|error| format!("{}: {error}", document.display()))?;
        linked.extend(links::links(document, &text).into_iter().map(|link| link.file));
    }
    let files = documents.iter().chain(&linked).filter(|file| file.is_file());
    for file in files {
        let copy = Path::new(SOURCES).join("src").join(file);
        let folder = copy.parent().unwrap_or(root);
        fs::create_dir_all(folder)
            .and_then(|()| fs::copy(file, &copy).map(drop))
            .map_err(|error| format!("{}: {error}", copy.display()))?;
    }
    write("src/SUMMARY.md", &summary(&documents))?;
    write(
        "book.toml",
        "[book]\ntitle = \"Roundtable\"\nlanguage = \"en\"\n\n[build]\nbuild-dir = \"../book\"\n",
    )?;
    run("mdbook", mdbook, &["build", SOURCES], &[])?;
    let missing: Vec<String> = (documents.iter().chain(&linked))
        .map(|file| Path::new(BOOK).join(page(file)))
        .filter(|page| !page.exists())
        .map(|page| page.display().to_string())
        .collect();
    if !missing.is_empty() {
        return Err(format!("the book lacks what it links:\n{}", missing.join("\n")));
    }
    eprintln!("\nThe book is in {BOOK}: open {BOOK}/index.html.");
    Ok(())
}

/// The file of the book that shows a file.
fn page(file: &Path) -> PathBuf {
    match file.file_name().and_then(|name| name.to_str()) {
        Some("README.md") => file.with_file_name("index.html"),
        _ if file.extension().is_some_and(|end| end == "md") => file.with_extension("html"),
        _ => file.to_owned(),
    }
}

fn write(name: &str, text: &str) -> Result<(), String> {
    let file = Path::new(SOURCES).join(name);
    fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))
}

/// Every document of the book, by its place under `root`: the README, docs, rules, and what concerns the project.
pub(crate) fn documents(root: &Path) -> Result<Vec<PathBuf>, String> {
    let list = |folder: &str| -> Result<Vec<PathBuf>, String> {
        let entries = fs::read_dir(root.join(folder)).map_err(|error| format!("{folder}: {error}"))?;
        let mut names: Vec<PathBuf> = entries
            .flatten()
            .map(|entry| Path::new(folder).join(entry.file_name()))
            .collect();
        names.sort();
        Ok(names)
    };
    let mut documents = vec![PathBuf::from("README.md")];
    documents.extend(
        list("docs")?
            .into_iter()
            .filter(|file| file.extension().is_some_and(|end| end == "md")),
    );
    documents.push(Path::new(EXAMPLE).join("README.md"));
    documents.extend(list("crates/games")?.into_iter().map(|game| game.join("RULES.md")));
    documents.push(Path::new(EXAMPLE).join("RULES.md"));
    documents.extend(PROJECT.map(PathBuf::from));
    documents.push(PathBuf::from("web/STYLE.md"));
    Ok(documents)
}

/// The table of contents.
fn summary(documents: &[PathBuf]) -> String {
    let mut text = String::from("# Roundtable\n");
    let mut part = "";
    for document in documents {
        let next = match document {
            file if file.ends_with("RULES.md") => "Rules",
            file if file.starts_with("docs") || file.starts_with(EXAMPLE) => "Guides",
            file if file.as_os_str() == "README.md" => "",
            _ => "The project",
        };
        if next != part {
            text += &format!("\n# {next}\n\n");
            part = next;
        }
        let bullet = if part.is_empty() { "\n" } else { "- " };
        text += &format!("{bullet}[{}]({})\n", title(document), document.display());
    }
    text
}

/// The first heading of a document.
fn title(document: &Path) -> String {
    let text = fs::read_to_string(document).unwrap_or_default();
    let title = text.lines().find_map(|line| line.strip_prefix("# "));
    title.unwrap_or("Untitled").to_owned()
}
