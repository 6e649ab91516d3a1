//! The records of games worth a look, and how a report refers to them.

use std::fs;
use std::path::{Component, Path, PathBuf};

use roundtable_core::Record;

use crate::Failure;

/// A folder for records.
pub(super) struct Examples {
    folder: PathBuf,
    /// The folder as the report sees it.
    link: PathBuf,
}

impl Examples {
    /// Makes the folder. Links are relative to the page, if there is one.
    pub(super) fn new(folder: &Path, page: Option<&Path>) -> Result<Self, Failure> {
        let trouble = |error| Failure::said(format!("cannot make {}: {error}", folder.display()));
        fs::create_dir_all(folder).map_err(trouble)?;
        // The folder of a page without one is this one, and has a name only as a dot.
        let beside = |page: &Path| match page.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
            _ => PathBuf::from("."),
        };
        let link = match page.map(beside) {
            None => folder.to_owned(),
            Some(from) => relative(
                &std::path::absolute(&from).map_err(trouble)?,
                &std::path::absolute(folder).map_err(trouble)?,
            ),
        };
        Ok(Self {
            folder: folder.to_owned(),
            link,
        })
    }

    /// Writes a record, and returns how the report refers to it.
    pub(super) fn keep(&self, name: &str, record: &Record) -> Result<String, String> {
        let path = self.folder.join(name);
        fs::write(&path, record.to_text()).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(self.link.join(name).display().to_string())
    }
}

/// The way from one folder to another, both absolute.
fn relative(from: &Path, to: &Path) -> PathBuf {
    let (from, to): (Vec<Component<'_>>, Vec<Component<'_>>) = (from.components().collect(), to.components().collect());
    let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let up = from[shared..].iter().map(|_| Component::ParentDir);
    up.chain(to[shared..].iter().copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_from_the_page_to_the_records() {
        let way = |from: &str, to: &str| relative(Path::new(from), Path::new(to)).display().to_string();
        assert_eq!(way("/a/b", "/a/b/games"), "games");
        assert_eq!(way("/a/b", "/a/games"), "../games");
        assert_eq!(way("/a", "/a"), "");
    }

    #[test]
    fn a_page_without_a_folder_lies_in_this_one() {
        let folder = std::env::temp_dir();
        for page in ["report.html", "./report.html"] {
            let examples = Examples::new(&folder, Some(Path::new(page))).expect("the folder is there");
            assert!(examples.link.starts_with(".."), "{}", examples.link.display());
        }
    }
}
