//! The only thread that writes: requests of many tables at the same time go to disk in one commit.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use rusqlite::Connection;
use tokio::runtime::Handle;
use tokio::sync::oneshot;

use super::mark::Mark;
use super::{Answer, StoreError};
use crate::clock::now_ms;
use crate::metrics::Metrics;

/// The most jobs in one commit, so that the first does not wait too long for the last.
const GROUP: usize = 256;

/// How long to wait for a group while there are many writers: a commit costs as much as ten jobs, and on a fast disk it
/// would finish before two more arrive. A single writer does not wait.
const GATHER: Duration = Duration::from_millis(2);

/// A job for the writer.
trait Job: Send {
    /// Whether it can fail after it has written something, which must then be undone.
    fn guarded(&self) -> bool;
    fn run(&mut self, db: &Connection) -> Result<(), StoreError>;
    fn answer(self: Box<Self>, failed: Option<StoreError>);
}

struct Work<T, F> {
    guarded: bool,
    work: Option<F>,
    result: Option<Result<T, StoreError>>,
    reply: oneshot::Sender<Result<T, StoreError>>,
}

impl<T: Send, F: FnOnce(&Connection) -> Result<T, StoreError> + Send> Job for Work<T, F> {
    fn guarded(&self) -> bool {
        self.guarded
    }

    fn run(&mut self, db: &Connection) -> Result<(), StoreError> {
        let Some(work) = self.work.take() else { return Ok(()) };
        let result = work(db);
        let failure = result.as_ref().err().cloned();
        self.result = Some(result);
        failure.map_or(Ok(()), Err)
    }

    fn answer(self: Box<Self>, failed: Option<StoreError>) {
        let Self { result, reply, .. } = *self;
        let lost = || Err(StoreError::Failed("the write was not attempted".to_owned()));
        let answer = failed.map_or_else(|| result.unwrap_or_else(lost), Err);
        // The asker may be gone; stored data stays stored.
        let _ = reply.send(answer);
    }
}

enum Order {
    /// A job, and since when it waits.
    Do(Box<dyn Job>, Instant),
    /// Give free pages back to the system, and write the log into the database.
    Tidy(oneshot::Sender<Result<(), StoreError>>),
    Stop,
}

/// After this much silence something is written all the same: the time, which shows later how long the server was
/// away, and whether the disk still takes it.
const HEARTBEAT: Duration = Duration::from_secs(60);

/// The same, while the disk takes nothing.
const RETRY: Duration = Duration::from_secs(1);

/// How many free pages are given back at a time.
const PAGES: u32 = 2_000;

/// What the writing thread works with.
pub(super) struct Desk {
    /// The connection that writes.
    pub(super) db: Connection,
    /// The mark beside the database.
    pub(super) mark: Mark,
    /// How many commits there were.
    pub(super) commits: u64,
    /// Whether the last attempt to write succeeded.
    pub(super) healthy: bool,
}

/// The handle of the writing thread.
pub(super) struct Writer {
    orders: Sender<Order>,
    healthy: Arc<AtomicBool>,
    thread: std::sync::Mutex<Option<JoinHandle<()>>>,
}

impl Writer {
    pub(super) fn start(desk: Desk, metrics: Arc<Metrics>) -> std::io::Result<Self> {
        let (orders, inbox) = channel();
        let healthy = Arc::new(AtomicBool::new(desk.healthy));
        let health = Arc::clone(&healthy);
        let tasks = Handle::try_current().ok();
        let thread = std::thread::Builder::new()
            .name("store-writer".to_owned())
            .spawn(move || work(desk, &inbox, &health, &metrics, tasks.as_ref()))?;
        Ok(Self {
            orders,
            healthy,
            thread: std::sync::Mutex::new(Some(thread)),
        })
    }

    /// Runs this in the next commit; the answer comes when it is on disk.
    pub(super) fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Answer<T> {
        self.order(true, work)
    }

    /// The same for a single statement, which leaves no trace if it fails.
    pub(super) fn write_one<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Answer<T> {
        self.order(false, work)
    }

    fn order<T: Send + 'static>(
        &self,
        guarded: bool,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Answer<T> {
        let (reply, answer) = oneshot::channel();
        let job = Box::new(Work {
            guarded,
            work: Some(work),
            result: None,
            reply,
        });
        let closed = || StoreError::Failed("the store is closed".to_owned());
        let sent = self.orders.send(Order::Do(job, Instant::now())).map_err(|_| closed());
        Box::pin(async move {
            sent?;
            answer.await.map_err(|_| closed())?
        })
    }

    /// Gives free pages back to the system, and writes the log into the database.
    pub(super) fn tidy(&self) -> Answer<()> {
        let (reply, answer) = oneshot::channel();
        let sent = self.orders.send(Order::Tidy(reply));
        Box::pin(async move {
            let closed = || StoreError::Failed("the store is closed".to_owned());
            sent.map_err(|_| closed())?;
            answer.await.map_err(|_| closed())?
        })
    }

    /// Whether writes reach the disk, and the thread that writes is there.
    pub(super) fn healthy(&self) -> bool {
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner);
        self.healthy.load(Ordering::Relaxed) && thread.as_ref().is_some_and(|thread| !thread.is_finished())
    }

    pub(super) fn close(&self) {
        // If the thread is gone already, there is nothing to stop.
        let _ = self.orders.send(Order::Stop);
        let thread = self.thread.lock().ok().and_then(|mut thread| thread.take());
        if let Some(thread) = thread {
            let _ = thread.join();
        }
    }
}

fn work(mut desk: Desk, inbox: &Receiver<Order>, health: &AtomicBool, metrics: &Metrics, tasks: Option<&Handle>) {
    let mut group: Vec<Box<dyn Job>> = Vec::with_capacity(GROUP);
    let (mut stopping, mut busy) = (false, false);
    while !stopping {
        // Wait for the first job, then take all that arrived during the last commit.
        let silence = if desk.healthy { HEARTBEAT } else { RETRY };
        match inbox.recv_timeout(silence) {
            Ok(Order::Do(job, since)) => {
                metrics.commit_wait_seconds.observe(since.elapsed().as_secs_f64());
                group.push(job);
            }
            Ok(Order::Tidy(reply)) => {
                let _ = reply.send(tidy(&desk.db).map_err(super::sqlite::failed));
                continue;
            }
            Err(RecvTimeoutError::Timeout) => {}
            Ok(Order::Stop) | Err(RecvTimeoutError::Disconnected) => break,
        }
        if busy {
            std::thread::sleep(GATHER);
        }
        let mut after = None;
        while group.len() < GROUP {
            match inbox.try_recv() {
                Ok(Order::Do(job, _)) => group.push(job),
                Ok(Order::Tidy(reply)) => {
                    after = Some(reply);
                    break;
                }
                Ok(Order::Stop) => {
                    stopping = true;
                    break;
                }
                Err(_) => break,
            }
        }
        busy = group.len() > 1;
        let begun = Instant::now();
        let size = group.len();
        let (ok, answers) = commit(&desk.db, std::mem::replace(&mut group, Vec::with_capacity(GROUP)));
        if ok {
            desk.commits += 1;
            desk.mark.set(desk.commits);
        }
        // Set this before the answers: a client that learns that nothing was stored must find the server not ready.
        health.store(ok, Ordering::Relaxed);
        if std::mem::replace(&mut desk.healthy, ok) != ok {
            if ok {
                tracing::info!("the database takes writes again");
            } else {
                tracing::error!("the database does not take writes");
            }
        }
        answer(answers, tasks);
        metrics.commit_seconds.observe(begun.elapsed().as_secs_f64());
        metrics.commit_jobs.inc_by(size as u64);
        if let Some(reply) = after {
            let _ = reply.send(tidy(&desk.db).map_err(super::sqlite::failed));
        }
    }
    // A clean shutdown leaves one file without a log beside it.
    let _ = desk.db.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
}

fn tidy(db: &Connection) -> rusqlite::Result<()> {
    let mut pages = db.prepare(&format!("PRAGMA incremental_vacuum({PAGES})"))?;
    let mut pages = pages.query([])?;
    while pages.next()?.is_some() {}
    // Deleted text goes from the log, too.
    db.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
}

/// Finished jobs, each with the error if it was not stored.
type Answers = Vec<(Box<dyn Job>, Option<StoreError>)>;

/// Answers the jobs of a group. If tasks wait for the answers, do it in a task: it wakes the others cheaply, while this
/// thread would have to interrupt theirs for each answer.
fn answer(answers: Answers, tasks: Option<&Handle>) {
    let all = move || answers.into_iter().for_each(|(job, failed)| job.answer(failed));
    match tasks {
        Some(tasks) => drop(tasks.spawn(async move { all() })),
        None => all(),
    }
}

/// Runs the jobs in one transaction. Returns whether the database works, and the answers.
fn commit(db: &Connection, mut group: Vec<Box<dyn Job>>) -> (bool, Answers) {
    let mut refused = vec![None; group.len()];
    match attempt(db, &mut group, &mut refused) {
        Ok(()) => (true, group.into_iter().zip(refused).collect()),
        Err(error) => {
            tracing::error!(%error, jobs = group.len(), "a commit failed; nothing of it was stored");
            if !db.is_autocommit() {
                // If even this fails, the next BEGIN will say so.
                let _ = db.execute_batch("ROLLBACK");
            }
            let failed = || Some(StoreError::Failed(error.to_string()));
            (false, group.into_iter().map(|job| (job, failed())).collect())
        }
    }
}

fn attempt(
    db: &Connection,
    group: &mut [Box<dyn Job>],
    refused: &mut [Option<StoreError>],
) -> Result<(), rusqlite::Error> {
    let run = |sql| db.prepare_cached(sql)?.execute([]);
    run("BEGIN IMMEDIATE")?;
    for (job, refused) in group.iter_mut().zip(refused) {
        let guarded = job.guarded();
        if guarded {
            run("SAVEPOINT job")?;
        }
        match job.run(db) {
            Ok(()) if guarded => run("RELEASE job")?,
            Ok(()) => 0,
            Err(StoreError::Failed(why) | StoreError::Damaged(why) | StoreError::Unknown(why)) => {
                return Err(failure(why));
            }
            Err(error) if !guarded => {
                *refused = Some(error);
                0
            }
            // A conflict concerns one job alone: undo it and keep the others.
            Err(error) => {
                *refused = Some(error);
                run("ROLLBACK TO job")?;
                run("RELEASE job")?
            }
        };
    }
    db.prepare_cached("UPDATE site SET commits = commits + 1, at = ? WHERE one = 1")?
        .execute([now_ms()])?;
    run("COMMIT")?;
    Ok(())
}

fn failure(why: String) -> rusqlite::Error {
    rusqlite::Error::ToSqlConversionFailure(why.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_writer_that_has_died_is_not_healthy() {
        let folder = std::env::temp_dir().join(format!("roundtable-writer-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let db = Connection::open_in_memory().unwrap();
        db.execute_batch("CREATE TABLE site (one, commits, at); INSERT INTO site VALUES (1, 0, 0)")
            .unwrap();
        let desk = Desk {
            db,
            mark: Mark::open(&folder.join("site.sqlite")).unwrap(),
            commits: 0,
            healthy: true,
        };
        let writer = Writer::start(desk, Arc::new(Metrics::new())).unwrap();
        writer.write(|_| Ok(())).await.unwrap();
        assert!(writer.healthy());
        assert_eq!(Mark::read(&folder.join("site.sqlite")), Some(1));
        writer.write::<()>(|_| panic!("on purpose")).await.unwrap_err();
        let until = Instant::now() + Duration::from_secs(10);
        while writer.healthy() {
            assert!(Instant::now() < until, "it is noticed");
            std::thread::yield_now();
        }
        assert!(writer.write(|_| Ok(())).await.is_err(), "and nothing hangs");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
