//! Links between documents: each leads to a file, and to a heading of it if it names one.

use std::fs;
use std::path::{Component, Path, PathBuf};

/// A link to something in the repository.
pub(crate) struct Link {
    line: usize,
    /// Where it leads, from the root of the repository.
    pub(crate) file: PathBuf,
    heading: Option<String>,
}

/// The links of a document, except those to other sites.
pub(crate) fn links(document: &Path, text: &str) -> Vec<Link> {
    let mut links = Vec::new();
    for (line, text) in prose(text) {
        let targets = text.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
        for (target, _) in targets.filter(|(target, _)| !target.contains(':')) {
            let (file, heading) = match target.split_once('#') {
                Some((file, heading)) => (file, Some(heading.to_owned())),
                None => (target, None),
            };
            let file = match file {
                "" => document.to_owned(),
                _ => resolved(&document.with_file_name("").join(file)),
            };
            links.push(Link { line, file, heading });
        }
    }
    links
}

/// The numbered lines outside of code, with what stands between backticks left out.
fn prose(text: &str) -> impl Iterator<Item = (usize, String)> {
    let mut code = false;
    (1..).zip(text.lines()).filter_map(move |(number, line)| {
        let fence = line.trim_start().starts_with("```");
        code ^= fence;
        (!code && !fence).then(|| (number, line.split('`').step_by(2).collect()))
    })
}

/// The path without its `..`.
fn resolved(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}

/// The names under which a document's headings can be linked, as forges and books make them.
fn headings(text: &str) -> Vec<String> {
    let mut code = false;
    let lines = text.lines().filter(|line| {
        code ^= line.trim_start().starts_with("```");
        !code
    });
    let titles = lines
        .filter(|line| line.starts_with('#'))
        .map(|line| line.trim_start_matches('#').trim());
    let name = |title: &str| {
        let kept = title
            .chars()
            .filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
        kept.collect::<String>().to_lowercase().replace(' ', "-")
    };
    titles.map(name).collect()
}

/// What is wrong with the links of a document.
pub(crate) fn broken(root: &Path, document: &Path) -> Vec<String> {
    let text = fs::read_to_string(root.join(document)).unwrap_or_default();
    let wrong = |link: Link| {
        let at = format!("{}:{}", document.display(), link.line);
        let file = root.join(&link.file);
        if !file.exists() {
            return Some(format!("{at}: there is no {}", link.file.display()));
        }
        let heading = link.heading?;
        let found = fs::read_to_string(file).is_ok_and(|text| headings(&text).contains(&heading));
        (!found).then(|| format!("{at}: {} has no heading #{heading}", link.file.display()))
    };
    links(document, &text).into_iter().filter_map(wrong).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book;

    #[test]
    fn every_link_of_the_documents_leads_somewhere() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let documents = book::documents(&root).expect("the documents");
        assert!(documents.len() > 15, "{documents:?}");
        let broken: Vec<_> = documents.iter().flat_map(|document| broken(&root, document)).collect();
        assert_eq!(broken, [""; 0]);
    }

    #[test]
    fn broken_links_are_found() {
        let root = std::env::temp_dir().join(format!("roundtable-links-{}", std::process::id()));
        fs::create_dir_all(root.join("docs")).expect("a folder");
        let page = "# A `b`: c\n[fine](#a-b-c) [gone](../gone.md)\n`[code](x)`\n```\n# no\n[code](y)\n```\n\
                    [site](https://example.org) [none](#no)\n";
        fs::write(root.join("docs/page.md"), page).expect("a page");
        let found = broken(&root, Path::new("docs/page.md"));
        fs::remove_dir_all(root).expect("the folder goes");
        assert_eq!(
            found,
            [
                "docs/page.md:2: there is no gone.md",
                "docs/page.md:8: docs/page.md has no heading #no"
            ]
        );
    }
}
