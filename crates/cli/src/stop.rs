//! The end of a command that runs until it is told to stop.

use crate::Failure;

/// Waits for a request to stop, by Ctrl-C or from a service manager.
#[cfg(unix)]
pub(crate) fn stop_signal() -> Result<impl Future<Output = ()>, Failure> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

/// Waits for a request to stop.
#[cfg(not(unix))]
pub(crate) fn stop_signal() -> Result<impl Future<Output = ()>, Failure> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}
