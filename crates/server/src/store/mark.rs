//! A mark beside the database: how many commits there were at least.
//!
//! SQLite takes a damaged log for one that ends before the damage, and everything after it is gone without a word. The
//! mark is written after every commit and before anybody is told, so a database with fewer commits than its mark has
//! lost some that were acknowledged. The mark itself need not be safe: an old or missing one only sees less.

use std::fs::File;
use std::io::{Seek as _, Write as _};
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use super::private;

/// The open file of the mark.
pub(super) struct Mark {
    file: File,
}

/// Eight bytes of the number, eight of its digest.
const SIZE: usize = 16;

impl Mark {
    /// Where the mark of a database is.
    pub(super) fn path(database: &Path) -> PathBuf {
        database.with_extension("mark")
    }

    /// The number of the mark, if there is one that can be read.
    pub(super) fn read(database: &Path) -> Option<u64> {
        let bytes = std::fs::read(Self::path(database)).ok()?;
        let number = u64::from_le_bytes(bytes.get(..8)?.try_into().ok()?);
        (bytes == written(number)).then_some(number)
    }

    /// Opens the mark for writing.
    pub(super) fn open(database: &Path) -> std::io::Result<Self> {
        Ok(Self {
            file: private::open(&Self::path(database))?,
        })
    }

    /// Sets the mark. If that fails, the old one stays, which is no worse than a crash just before.
    pub(super) fn set(&mut self, commits: u64) {
        let _ = self.file.rewind().and_then(|()| self.file.write_all(&written(commits)));
    }
}

fn written(number: u64) -> [u8; SIZE] {
    let mut bytes = [0; SIZE];
    bytes[..8].copy_from_slice(&number.to_le_bytes());
    let digest = Sha256::digest(number.to_le_bytes());
    bytes[8..].copy_from_slice(&digest[..8]);
    bytes
}
