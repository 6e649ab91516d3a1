//! Files that the user names.

use std::fs;
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
