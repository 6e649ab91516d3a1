//! The server's own key, with which it signs records.

use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write as _};
use std::path::Path;

use ed25519_dalek::{Signer as _, SigningKey};
use roundtable_core::{HexKey, HexSign, Record, Signature};
use roundtable_protocol::TableId;

use crate::secret::random;
use crate::store::{Store, private};

/// The name of the file with the key, in the directory of the database.
const FILE: &str = "signing.key";

/// Signs records.
pub struct Signer(SigningKey);

impl Signer {
    /// The key that all nodes of a site share, if the store keeps one; otherwise the key of this server. The first node
    /// that shares a store brings the key in its directory along, if there is one.
    ///
    /// # Errors
    /// As [`open`](Self::open), or if the store cannot be asked.
    pub async fn of(store: &dyn Store, directory: &Path) -> Result<Self, String> {
        if store.shared().is_none() {
            return Self::open(directory);
        }
        let candidate = match kept(directory)? {
            Some(key) => key.0,
            None => random().map_err(|refusal| refusal.message)?,
        };
        let key = store.signing_key(candidate).await.map_err(|error| error.to_string())?;
        Ok(Self(SigningKey::from_bytes(&key.unwrap_or(candidate))))
    }

    /// Reads the key of the server, or makes one if there is none.
    ///
    /// # Errors
    /// If it cannot be read or made, with advice.
    pub fn open(directory: &Path) -> Result<Self, String> {
        let file = directory.join(FILE);
        let said = |why: &dyn std::fmt::Display| format!("the key {}: {why}", file.display());
        let text = match fs::read_to_string(&file) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                fs::create_dir_all(directory)
                    .and_then(|()| make(directory, &file, new_key()?))
                    .map_err(|error| said(&error))?;
                fs::read_to_string(&file)
            }
            read => read,
        };
        let text = text.map_err(|error| said(&error))?;
        private::close(&file);
        let key = HexKey::try_from(text.trim_end().to_owned()).map_err(|_| {
            said(
                &"this is no key; put it back from a backup, or delete the file to get a new key (records that were \
                  signed before keep the old one)",
            )
        })?;
        Ok(Self(SigningKey::from_bytes(&key.0)))
    }

    /// The public half.
    #[must_use]
    pub fn public(&self) -> HexKey {
        HexKey(self.0.verifying_key().to_bytes())
    }

    /// The record of a table, sealed and signed.
    #[must_use]
    pub fn sign(&self, table: &TableId, record: Record) -> Record {
        let record = record.sealed();
        let message = Signature::message(table.as_str(), record.digest.as_deref().unwrap_or_default());
        let signature = Some(Signature {
            key: self.public(),
            table: table.as_str().to_owned(),
            sign: HexSign(self.0.sign(&message).to_bytes()),
        });
        Record { signature, ..record }
    }
}

/// The key in a directory, if there is one.
pub(crate) fn kept(directory: &Path) -> Result<Option<HexKey>, String> {
    match directory.join(FILE).exists() {
        true => Ok(Some(HexKey(Signer::open(directory)?.0.to_bytes()))),
        false => Ok(None),
    }
}

/// Puts this key into a directory that has none.
pub(crate) fn keep(directory: &Path, key: HexKey) -> Result<(), String> {
    let (file, wanted) = (directory.join(FILE), key.0);
    make(directory, &file, key).map_err(|error| format!("the key {}: {error}", file.display()))?;
    match kept(directory)? {
        Some(there) if there.0 == wanted => Ok(()),
        _ => Err(format!(
            "{} is the key of another site; name a new directory",
            file.display()
        )),
    }
}

/// Makes a key, readable only for the server. The file appears whole or not at all, and never replaces another.
fn make(directory: &Path, file: &Path, key: HexKey) -> std::io::Result<()> {
    let new = directory.join(format!("{FILE}.{}", std::process::id()));
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let written = options.open(&new).and_then(|mut open| {
        writeln!(open, "{}", String::from(key))?;
        open.sync_all()
    });
    let linked = written.and_then(|()| fs::hard_link(&new, file));
    fs::remove_file(&new)?;
    match linked {
        // Another was faster: its key counts.
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
        linked => linked?,
    }
    File::open(directory)?.sync_all()
}

fn new_key() -> std::io::Result<HexKey> {
    random()
        .map(HexKey)
        .map_err(|refusal| std::io::Error::other(refusal.message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_is_made_once_and_for_the_server_alone() {
        let directory = std::env::temp_dir().join(format!("roundtable-signing-{}", std::process::id()));
        let first = Signer::open(&directory).unwrap().public();
        assert_eq!(Signer::open(&directory).unwrap().public(), first);
        let file = directory.join(FILE);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        }
        assert_eq!(fs::read_dir(&directory).unwrap().count(), 1, "nothing is left over");
        fs::write(&file, "half a k").unwrap();
        let why = Signer::open(&directory).map(drop).unwrap_err();
        assert!(why.contains("signing.key") && why.contains("backup"), "{why}");
        fs::remove_dir_all(&directory).unwrap();
    }
}
