//! The time of a server: it starts with the system's, and then goes on evenly, whatever happens to the system's clock.

use std::sync::OnceLock;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// When this process first asked for the time.
static START: OnceLock<(Instant, i64)> = OnceLock::new();

fn millis(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

/// Milliseconds since 1970. Within a process it never jumps, so deadlines and bots do not depend on how the system's
/// clock is set meanwhile. How a store carries deadlines over from one process to the next is its business.
#[must_use]
pub fn now_ms() -> i64 {
    let (start, at) = START.get_or_init(|| {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        (Instant::now(), millis(since))
    });
    at.saturating_add(millis(start.elapsed()))
}

/// So many days before, in milliseconds since 1970.
#[must_use]
pub fn days_before(now: i64, days: u64) -> i64 {
    const DAY: i64 = 24 * 3600 * 1000;
    now.saturating_sub(DAY.saturating_mul(i64::try_from(days).unwrap_or(i64::MAX)))
}
