//! What the machine has left.

use std::path::Path;

/// The room left on the disk of this directory, in bytes, where the system says so.
#[cfg(unix)]
pub(crate) fn disk_free(directory: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(directory).ok()?;
    Some(disk.f_bavail.saturating_mul(disk.f_frsize))
}

/// The same.
#[cfg(not(unix))]
pub(crate) fn disk_free(_: &Path) -> Option<u64> {
    None
}

/// The memory of this process, in bytes, where the system says so.
pub(crate) fn memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib * 1024)
}
