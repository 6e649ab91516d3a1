//! Connections that write tables: requests that arrive during a commit go into the next one together.

use std::collections::{HashSet, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use deadpool_postgres::Object;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use super::super::{Answer, StoreError, TableWrite};
use super::group::{self, Statements};
use super::session::{Pool, explain, is_answer};
use crate::metrics::Metrics;

/// The number of connections that write. While little is going on, the first of them takes everything: few large groups
/// cost the database less than many small ones.
pub(super) const WRITERS: usize = 2;

/// How many writes wait for the first connection before the others take their part.
const BUSY: usize = 128;

/// The most writes that wait for one connection: more than any number of tables that one node can serve.
const QUEUE: usize = 1 << 18;

/// The most writes in one commit, so that the first does not wait too long for the last.
const GROUP: usize = 256;

/// How long a group waits for more writes if the last one had several, unless it has enough already: most of what a
/// commit costs the database does not depend on its size. Whoever plays alone does not wait.
const GATHER: Duration = Duration::from_millis(8);
const ENOUGH: usize = 64;

/// How long the database may take to lock rows, and to commit, before it counts as lost.
const LOCKED: Duration = Duration::from_secs(11);
const COMMITTED: Duration = Duration::from_secs(10);

/// How often an idle connection is tried, and how long the database may take to answer that.
const IDLE: Duration = Duration::from_secs(2);
const ALIVE: Duration = Duration::from_secs(3);

/// How long to wait before the next attempt to connect: twice as long each time.
const FIRST_WAIT: Duration = Duration::from_millis(50);
const LONGEST_WAIT: Duration = Duration::from_secs(2);

struct Job {
    write: TableWrite,
    since: Instant,
    reply: oneshot::Sender<Result<(), StoreError>>,
}

/// The connections that write tables.
pub(super) struct Writers {
    each: Vec<Writer>,
    tasks: Mutex<Vec<JoinHandle<()>>>,
}

struct Writer {
    jobs: Mutex<Option<mpsc::Sender<Job>>>,
    healthy: Arc<AtomicBool>,
    done: Mutex<std::sync::mpsc::Receiver<()>>,
}

impl Writers {
    pub(super) fn start(pool: &Pool, count: usize, metrics: &Arc<Metrics>) -> Self {
        let (mut each, mut tasks) = (Vec::new(), Vec::new());
        for _ in 0..count {
            let (jobs, inbox) = mpsc::channel(QUEUE);
            let (ended, done) = std::sync::mpsc::channel();
            let healthy = Arc::new(AtomicBool::new(true));
            let desk = Desk {
                pool: pool.clone(),
                metrics: Arc::clone(metrics),
                healthy: Arc::clone(&healthy),
                inbox,
                waiting: VecDeque::new(),
            };
            tasks.push(tokio::spawn(async move {
                desk.work().await;
                drop(ended);
            }));
            each.push(Writer {
                jobs: Mutex::new(Some(jobs)),
                healthy,
                done: Mutex::new(done),
            });
        }
        Self {
            each,
            tasks: Mutex::new(tasks),
        }
    }

    /// Stores this in the next commit; the answer comes when the database has it on disk.
    pub(super) fn write(&self, write: TableWrite) -> Answer<()> {
        let (reply, answer) = oneshot::channel();
        let writer = self.writer_of(write.row);
        let job = Job {
            write,
            since: Instant::now(),
            reply,
        };
        let jobs = writer.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        let sent = jobs.as_ref().is_some_and(|jobs| jobs.try_send(job).is_ok());
        drop(jobs);
        Box::pin(async move {
            let closed = || StoreError::Failed("the store is closed".to_owned());
            if !sent {
                return Err(closed());
            }
            answer.await.map_err(|_| closed())?
        })
    }

    /// Who writes a table now. A table has one write underway at a time, so it may be another one next time.
    fn writer_of(&self, row: i64) -> &Writer {
        let first = &self.each[0];
        let waiting = |jobs: &mpsc::Sender<Job>| jobs.max_capacity() - jobs.capacity();
        let jobs = first.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        if jobs.as_ref().map_or(0, waiting) < BUSY {
            return first;
        }
        &self.each[usize::try_from(row).unwrap_or_default() % self.each.len()]
    }

    /// Whether all of them reach the database.
    pub(super) fn healthy(&self) -> bool {
        let tasks = self.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        self.each.iter().all(|writer| writer.healthy.load(Ordering::Relaxed))
            && !tasks.iter().any(JoinHandle::is_finished)
    }

    /// Stores what is waiting, and ends. Blocks until then, but not for ever.
    pub(super) fn close(&self) {
        for writer in &self.each {
            writer.jobs.lock().unwrap_or_else(PoisonError::into_inner).take();
        }
        let until = Instant::now() + COMMITTED;
        for writer in &self.each {
            let done = writer.done.lock().unwrap_or_else(PoisonError::into_inner);
            // Nothing is ever sent: the other end is dropped when the task ends.
            let _ = done.recv_timeout(until.saturating_duration_since(Instant::now()));
        }
    }
}

/// What a writing task works with.
struct Desk {
    pool: Pool,
    metrics: Arc<Metrics>,
    healthy: Arc<AtomicBool>,
    inbox: mpsc::Receiver<Job>,
    /// What could not go into the last group, because it had another write of the same table.
    waiting: VecDeque<Job>,
}

/// Why a connection cannot be used any more.
struct Lost {
    why: String,
    /// Whether it was lost after the commit was sent, so that nobody knows whether it happened.
    committing: bool,
    /// Whether the connection itself is lost, or only this group.
    gone: bool,
}

impl Desk {
    /// Works until nobody can send anything any more.
    async fn work(mut self) {
        while let Some((client, sql)) = self.connect().await {
            if self.serve(&client, &sql).await {
                return;
            }
        }
    }

    /// Connects, and answers meanwhile that nothing can be stored. `None` if nobody asks any more.
    async fn connect(&mut self) -> Option<(deadpool_postgres::ClientWrapper, Statements)> {
        let mut wait = FIRST_WAIT;
        loop {
            let attempt = open(&self.pool);
            tokio::pin!(attempt);
            let done = loop {
                tokio::select! {
                    done = &mut attempt => break done,
                    job = self.inbox.recv(), if !self.healthy.load(Ordering::Relaxed) => refuse(job?),
                }
            };
            let why = match done {
                Ok(connection) => {
                    if !self.healthy.swap(true, Ordering::Relaxed) {
                        tracing::info!("the database takes writes again");
                    }
                    return Some(connection);
                }
                Err(why) => why,
            };
            self.unhealthy(&why);
            self.waiting.drain(..).for_each(refuse);
            let pause = sleep(wait);
            tokio::pin!(pause);
            loop {
                tokio::select! {
                    () = &mut pause => break,
                    job = self.inbox.recv() => refuse(job?),
                }
            }
            wait = LONGEST_WAIT.min(wait * 2);
        }
    }

    fn unhealthy(&self, why: &str) {
        if self.healthy.swap(false, Ordering::Relaxed) {
            tracing::error!(why, "the database does not take writes");
        }
    }

    /// Serves with this connection. True if there is nothing left to do, false if the connection is lost.
    async fn serve(&mut self, client: &tokio_postgres::Client, sql: &Statements) -> bool {
        let mut crowded = false;
        loop {
            if self.waiting.is_empty() {
                match timeout(IDLE, self.inbox.recv()).await {
                    Ok(Some(job)) => self.waiting.push_back(job),
                    Ok(None) => return true,
                    Err(_) => {
                        if !matches!(timeout(ALIVE, client.batch_execute("")).await, Ok(Ok(()))) {
                            self.unhealthy("the database does not answer");
                            return false;
                        }
                        continue;
                    }
                }
            }
            self.collect();
            if crowded && self.waiting.len() < ENOUGH {
                sleep(GATHER).await;
                self.collect();
            }
            let group = self.group();
            let (begun, size) = (Instant::now(), group.len());
            crowded = size > 1;
            let lost = commit(client, sql, group, &self.metrics, |why| self.unhealthy(why)).await;
            self.metrics.commit_seconds.observe(begun.elapsed().as_secs_f64());
            self.metrics.commit_jobs.inc_by(size as u64);
            if lost {
                return false;
            }
        }
    }

    /// Takes in what has come, as far as it fits into a group.
    fn collect(&mut self) {
        while self.waiting.len() < GROUP
            && let Ok(job) = self.inbox.try_recv()
        {
            self.waiting.push_back(job);
        }
    }

    /// Takes a group out of what waits: at most one write of each table, and in order.
    fn group(&mut self) -> Vec<Job> {
        let mut group = Vec::with_capacity(self.waiting.len());
        let mut rows = HashSet::with_capacity(self.waiting.len());
        let mut later = VecDeque::new();
        for job in self.waiting.drain(..) {
            if rows.insert(job.write.row) {
                group.push(job);
            } else {
                later.push_back(job);
            }
        }
        self.waiting = later;
        group
    }
}

fn refuse(job: Job) {
    let _ = job
        .reply
        .send(Err(StoreError::Failed("the database cannot be reached".to_owned())));
}

async fn open(pool: &Pool) -> Result<(deadpool_postgres::ClientWrapper, Statements), String> {
    let client = Object::take(pool.client().await.map_err(|error| error.to_string())?);
    let sql = timeout(COMMITTED, Statements::prepare(&client)).await;
    let sql = sql.map_err(|_| "the database does not answer".to_owned())?;
    Ok((client, sql.map_err(|error| explain(&error))?))
}

/// Stores a group and answers everybody. True if the connection is lost.
async fn commit(
    client: &tokio_postgres::Client,
    sql: &Statements,
    group: Vec<Job>,
    metrics: &Metrics,
    unhealthy: impl Fn(&str),
) -> bool {
    for job in &group {
        metrics.commit_wait_seconds.observe(job.since.elapsed().as_secs_f64());
    }
    let writes: Vec<&TableWrite> = group.iter().map(|job| &job.write).collect();
    match attempt(client, sql, &writes).await {
        Ok(verdicts) => {
            for (job, verdict) in group.into_iter().zip(verdicts) {
                // The asker may be gone; stored data stays stored.
                let _ = job.reply.send(verdict);
            }
            false
        }
        Err(lost) => {
            tracing::error!(
                why = lost.why,
                jobs = group.len(),
                unknown = lost.committing,
                "a commit failed"
            );
            if lost.gone {
                // Before the answers: a client that learns that nothing was stored must find the server not ready.
                unhealthy(&lost.why);
            }
            for job in group {
                let _ = job.reply.send(Err(if lost.committing {
                    StoreError::Unknown(format!("it may be stored or not: {}", lost.why))
                } else {
                    StoreError::Failed(lost.why.clone())
                }));
            }
            lost.gone
        }
    }
}

async fn attempt(
    client: &tokio_postgres::Client,
    sql: &Statements,
    group: &[&TableWrite],
) -> Result<Vec<Result<(), StoreError>>, Lost> {
    let silent = |committing| Lost {
        why: "the database does not answer".to_owned(),
        committing,
        gone: true,
    };
    let lost = |error: tokio_postgres::Error, committing: bool| Lost {
        why: explain(&error),
        committing: committing && !is_answer(&error),
        gone: client.is_closed() || !is_answer(&error),
    };
    let decided = timeout(LOCKED, group::decide(client, sql, group)).await;
    let verdicts = match decided {
        Ok(Ok(verdicts)) => verdicts,
        Ok(Err(error)) => return Err(undo(client, lost(error, false)).await),
        Err(_) => return Err(silent(false)),
    };
    match timeout(COMMITTED, group::write(client, sql, group, &verdicts)).await {
        Ok(Ok(())) => Ok(verdicts.each),
        Ok(Err(error)) => Err(undo(client, lost(error, true)).await),
        Err(_) => Err(silent(true)),
    }
}

/// Ends a transaction that the database has refused, so that the connection can be used again.
async fn undo(client: &tokio_postgres::Client, mut lost: Lost) -> Lost {
    if !lost.gone {
        lost.gone = !matches!(timeout(ALIVE, client.batch_execute("ROLLBACK")).await, Ok(Ok(())));
    }
    lost
}
