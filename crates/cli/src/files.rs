//! Files that the user names.

use std::fs;
#[cfg(feature = "lab")]
use std::io::Write as _;
use std::path::Path;

use crate::Failure;

/// The text of a file.
pub(crate) fn read(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path).map_err(|error| Failure::said(format!("cannot read {}: {error}", path.display())))
}

/// Writes a file.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), Failure> {
    fs::write(path, text).map_err(|error| Failure::said(format!("cannot write {}: {error}", path.display())))
}

/// Writes a file that is there as a whole or not at all, whenever the process is killed.
#[cfg(feature = "lab")]
pub(crate) fn write_whole(path: &Path, text: &str) -> Result<(), Failure> {
    let trouble = |error| Failure::said(format!("cannot write {}: {error}", path.display()));
    let mut name = path.file_name().unwrap_or_default().to_owned();
    // Two processes that write the same part do not meet in the same file.
    name.push(format!(".{}.unfinished", std::process::id()));
    let unfinished = path.with_file_name(name);
    let written = fs::File::create(&unfinished).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()
    });
    let renamed = written.and_then(|()| fs::rename(&unfinished, path));
    renamed.map_err(|error| {
        // Nothing can be done if even this fails.
        let _ = fs::remove_file(&unfinished);
        trouble(error)
    })
}
