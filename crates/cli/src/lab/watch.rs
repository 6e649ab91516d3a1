//! Watching an experiment: a progress bar on a terminal, and Ctrl-C.

use std::collections::HashSet;
use std::io::IsTerminal as _;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use roundtable_lab::{Run, all_cores};

use crate::Failure;

/// Set by the first Ctrl-C. There is one per process, since there is one keyboard.
static STOP: AtomicBool = AtomicBool::new(false);

/// Does some work with a progress bar. After Ctrl-C the work ends early, and the results so far can be printed; a
/// second Ctrl-C ends the process.
pub(super) fn watched<T>(
    jobs: Option<u16>,
    steps: u64,
    work: impl FnOnce(&Run<'_>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    // The handler is already set if this is the process's second piece of work, as in tests.
    let _ = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        eprintln!("\nStopping: what is there will be printed. Once more to quit at once.");
    });
    let bar = ProgressBar::with_draw_target(Some(steps), target());
    let style = ProgressStyle::with_template("{wide_bar} {human_pos}/{human_len} games, {eta} left")
        .map_err(|error| Failure::said(error.to_string()))?;
    bar.set_style(style);
    // A program that fails in one game fails in the next, so it is reported only once.
    let told = Mutex::new(HashSet::new());
    let report = |trouble: String| {
        if told.lock().is_ok_and(|mut told| told.insert(trouble.clone())) {
            bar.suspend(|| eprintln!("{trouble}"));
        }
    };
    let (jobs, start) = (jobs.map_or_else(all_cores, usize::from), Instant::now());
    let result = work(&Run {
        jobs,
        stop: &STOP,
        advance: &|steps| bar.inc(steps),
        report: &report,
    });
    bar.finish_and_clear();
    // Only on a terminal, and not among the results: they are the same whenever and wherever they are found.
    if steps > 0 && std::io::stderr().is_terminal() {
        eprintln!("{:.1} s on {jobs} threads", start.elapsed().as_secs_f64());
    }
    result
}

fn target() -> ProgressDrawTarget {
    if std::io::stderr().is_terminal() {
        ProgressDrawTarget::stderr()
    } else {
        ProgressDrawTarget::hidden()
    }
}

/// Whether Ctrl-C was pressed.
///
/// # Errors
/// If it was, so that the exit code shows it.
pub(super) fn check_finished() -> Result<(), Failure> {
    if STOP.load(Ordering::Relaxed) {
        Err(Failure::Interrupted)
    } else {
        Ok(())
    }
}
