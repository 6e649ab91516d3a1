//! Many games on many threads.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use crate::LabError;

/// How the work is done and watched.
pub struct Run<'a> {
    /// The number of threads.
    pub jobs: usize,
    /// Set from outside to stop early: what is done by then is reported.
    pub stop: &'a AtomicBool,
    /// Called after each batch with the number of steps done.
    pub advance: &'a (dyn Fn(u64) + Sync),
    /// Called if a bot is in trouble, for instance a program that failed. It may report the same trouble more than
    /// once.
    pub report: &'a (dyn Fn(String) + Sync),
}

impl Run<'_> {
    /// Whether the work is to stop.
    #[must_use]
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Does these steps, each once and on any thread. Every thread has its own tray for the results
    /// of `step`; code that joins the trays must not depend on which thread did what. `step` returns whether it
    /// finished.
    ///
    /// # Errors
    /// The first error of a step; the remaining steps are skipped.
    pub fn each<T: Send>(
        &self,
        steps: Range<u64>,
        batch: u64,
        tray: impl Fn() -> T + Sync,
        step: impl Fn(&mut T, u64) -> Result<bool, LabError> + Sync,
    ) -> Result<Vec<T>, LabError> {
        let (next, failed) = (AtomicU64::new(steps.start), AtomicBool::new(false));
        let work = || {
            let mut own = tray();
            loop {
                let start = next.fetch_add(batch, Ordering::Relaxed);
                if start >= steps.end || self.stopped() || failed.load(Ordering::Relaxed) {
                    return Ok(own);
                }
                let mut done = 0;
                for index in start..steps.end.min(start + batch) {
                    match step(&mut own, index) {
                        Ok(true) => done += 1,
                        Ok(false) => return Ok(own),
                        Err(error) => {
                            failed.store(true, Ordering::Relaxed);
                            return Err(error);
                        }
                    }
                }
                (self.advance)(done);
            }
        };
        thread::scope(|scope| {
            let threads: Vec<_> = (0..self.jobs.max(1)).map(|_| scope.spawn(work)).collect();
            let trays = threads.into_iter().map(|thread| match thread.join() {
                Ok(tray) => tray,
                // A bug in a game or a bot, with its own message.
                Err(panic) => std::panic::resume_unwind(panic),
            });
            trays.collect()
        })
    }
}

/// The number of cores.
#[must_use]
pub fn all_cores() -> usize {
    thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_is_done_once_on_any_number_of_threads() {
        let stop = AtomicBool::new(false);
        for jobs in [1, 3] {
            let done = AtomicU64::new(0);
            let advance = |n| {
                done.fetch_add(n, Ordering::Relaxed);
            };
            let run = Run {
                jobs,
                stop: &stop,
                advance: &advance,
                report: &drop,
            };
            let step = |tray: &mut Vec<u64>, i| {
                tray.push(i);
                Ok(true)
            };
            let mut all = run.each(0..100, 7, Vec::new, step).expect("no error").concat();
            all.sort_unstable();
            assert_eq!(all, (0..100).collect::<Vec<_>>());
            assert_eq!(done.load(Ordering::Relaxed), 100);
            let mut some = run.each(30..41, 7, Vec::new, step).expect("no error").concat();
            some.sort_unstable();
            assert_eq!(some, (30..41).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_stop_keeps_what_is_done_and_an_error_ends_it() {
        let stop = AtomicBool::new(false);
        let run = Run {
            jobs: 2,
            stop: &stop,
            advance: &|_| {},
            report: &drop,
        };
        let error = run.each(0..10, 1, || (), |(), _| Err(LabError::Design("no".to_owned())));
        assert!(error.is_err());
        let counted = run.each(
            0..1000,
            1,
            || 0,
            |n, i| {
                *n += 1;
                if i == 10 {
                    stop.store(true, Ordering::Relaxed);
                }
                Ok(true)
            },
        );
        let done: u32 = counted.expect("no error").into_iter().sum();
        assert!((11..1000).contains(&done), "{done}");
    }
}
