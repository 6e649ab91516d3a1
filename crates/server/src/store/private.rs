//! Files that nobody but the server's own user may read: they hold chat, hashes and the secrets of running deals.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

/// Makes the directory, for its owner alone, if it does not exist.
pub(super) fn directory(path: &Path) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(path)
}

/// Opens a file for writing; makes it if it does not exist. Other users may not read it afterwards. SQLite gives the
/// files beside a database the permissions of the database.
pub(super) fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.create(true).truncate(false).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path)?;
    close(path);
    Ok(file)
}

/// Takes the permissions of other users away from a file that an older version made. If that cannot be done, because
/// somebody else owns the file, it stays as it is: that is the operator's choice.
pub(crate) fn close(path: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let Ok(about) = std::fs::metadata(path) else { return };
        let mode = about.permissions().mode();
        if mode & 0o077 != 0
            && let Err(error) = std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode & 0o700))
        {
            tracing::warn!(file = %path.display(), %error, "other users can read this file");
        }
    }
    #[cfg(not(unix))]
    let _ = path;
}
