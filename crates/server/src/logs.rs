//! Log lines on standard error. They name tables and codes, never cards, moves, tokens or secrets of links.

use tracing_subscriber::filter::LevelFilter;

use crate::config::{Config, LogFormat};

/// Starts logging as configured. Only the first call in a process counts.
pub fn start(config: &Config) {
    let level = match config.log_level.as_str() {
        "error" => LevelFilter::ERROR,
        "warn" => LevelFilter::WARN,
        "debug" => LevelFilter::DEBUG,
        _ => LevelFilter::INFO,
    };
    let lines = tracing_subscriber::fmt()
        .with_max_level(level)
        .with_writer(std::io::stderr)
        .with_target(false);
    // A second server in the same process (in tests) logs like the first.
    let _ = match config.log_format {
        LogFormat::Text => lines
            .with_ansi(std::io::IsTerminal::is_terminal(&std::io::stderr()))
            .try_init(),
        LogFormat::Json => lines.json().flatten_event(true).try_init(),
    };
}
