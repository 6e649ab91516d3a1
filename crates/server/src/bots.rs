//! Where bots compute: a few threads and a first-come, first-served queue with at most one turn of each table. Hints go
//! first.

use std::collections::{HashMap, HashSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use roundtable_bots::{AnyBot, BotSpec, Level};
use roundtable_core::{AnyMatch, Rng, Seat};
use serde_json::Value;
use tokio::sync::mpsc::WeakSender;

use crate::metrics::Metrics;
use crate::site::Site;
use crate::store::Clock;
use crate::table::{Mail, now_ms};

type Job = Box<dyn FnOnce() + Send>;

/// The threads that bots compute on. They are few, so that the server keeps up with its sockets however many bots
/// think.
pub struct BotPool {
    queue: Arc<Queue>,
    metrics: Arc<Metrics>,
}

/// Who waits for a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum For {
    /// A person, right now: these jobs run first. Each decision of a person has at most one.
    Person,
    /// A table, whose bot answers after a delay anyway.
    Table,
}

/// The waiting jobs, each kind in order of arrival.
#[derive(Default)]
struct Queue {
    waiting: Mutex<Waiting>,
    news: Condvar,
}

#[derive(Default)]
struct Waiting {
    for_persons: VecDeque<Job>,
    for_tables: VecDeque<Job>,
    closed: bool,
}

impl Queue {
    /// No job runs while the lock is held, so a panic cannot leave a wrong state.
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the next job. `None` when the pool has ended.
    fn next(&self) -> Option<Job> {
        let mut waiting = self.waiting();
        loop {
            if waiting.closed {
                return None;
            }
            let job = waiting.for_persons.pop_front();
            if let Some(job) = job.or_else(|| waiting.for_tables.pop_front()) {
                return Some(job);
            }
            waiting = self.news.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl BotPool {
    /// Starts the threads. They end with the pool.
    ///
    /// # Errors
    /// If the system cannot start a thread.
    pub fn start(threads: usize, metrics: Arc<Metrics>) -> std::io::Result<Self> {
        let queue = Arc::<Queue>::default();
        for number in 0..threads {
            let (queue, metrics) = (Arc::clone(&queue), Arc::clone(&metrics));
            std::thread::Builder::new()
                .name(format!("bot-{number}"))
                .spawn(move || work(&queue, &metrics))?;
        }
        Ok(Self { queue, metrics })
    }

    pub(crate) fn submit(&self, whom: For, job: Job) {
        self.metrics.bot_queue.inc();
        let mut waiting = self.queue.waiting();
        match whom {
            For::Person => waiting.for_persons.push_back(job),
            For::Table => waiting.for_tables.push_back(job),
        }
        drop(waiting);
        self.queue.news.notify_one();
    }
}

impl Drop for BotPool {
    fn drop(&mut self) {
        self.queue.waiting().closed = true;
        self.queue.news.notify_all();
    }
}

fn work(queue: &Queue, metrics: &Metrics) {
    while let Some(job) = queue.next() {
        metrics.bot_queue.dec();
        metrics.bot_answers.inc();
        job();
    }
}

/// The number of a move, and what the bot says before it.
type Answer = (u32, Option<Value>);

/// The result of a bot's thinking.
pub struct Thought {
    generation: u64,
    seat: Seat,
    decision: u32,
    spec: BotSpec,
    /// `None` if the bot panicked or failed.
    answer: Option<Answer>,
    bot: Option<Box<dyn AnyBot>>,
}

/// The bots of one table.
pub struct Thinker {
    outbox: WeakSender<Mail>,
    /// Raised when the table is loaded again, which makes earlier thoughts worthless.
    generation: u64,
    pending: bool,
    /// The answers that wait until they are due, and since when.
    ready: HashMap<(Seat, u32), (Answer, i64)>,
    /// The bots, which keep their knowledge between turns.
    bots: HashMap<Seat, (BotSpec, Box<dyn AnyBot>)>,
    /// Seats whose bot failed; the simplest bot plays there instead.
    broken: HashSet<Seat>,
}

impl Thinker {
    /// A thinker without thoughts. Results come back to `outbox`.
    #[must_use]
    pub fn new(outbox: WeakSender<Mail>) -> Self {
        Self {
            outbox,
            generation: 0,
            pending: false,
            ready: HashMap::new(),
            bots: HashMap::new(),
            broken: HashSet::new(),
        }
    }

    /// Whether a bot is thinking.
    #[must_use]
    pub const fn busy(&self) -> bool {
        self.pending
    }

    /// Since when the answer for this clock is ready.
    #[must_use]
    pub fn ready_at(&self, clock: &Clock) -> Option<i64> {
        let (_, at) = self.ready.get(&(clock.seat, clock.decision))?;
        Some(*at)
    }

    /// Takes the answer for this clock.
    pub fn answer(&mut self, clock: &Clock) -> Option<(u32, Option<Value>)> {
        let (answer, _) = self.ready.remove(&(clock.seat, clock.decision))?;
        Some(answer)
    }

    /// The answer to this clock is given: a lesson says what the bot does.
    pub fn know(&mut self, clock: &Clock, mv: u32) {
        let answer = ((mv, None), now_ms());
        self.ready.entry((clock.seat, clock.decision)).or_insert(answer);
    }

    /// Lets a bot think about its decision, unless one is thinking already or the answer is ready.
    pub fn consider(&mut self, site: &Site, game: &dyn AnyMatch, clock: &Clock, spec: BotSpec, rng: &mut Rng) {
        if self.pending || self.ready_at(clock).is_some() {
            return;
        }
        let seat = clock.seat;
        let spec = if self.broken.contains(&seat) {
            BotSpec::Level(Level::Page)
        } else {
            spec
        };
        let mut bot = match self.bots.remove(&seat) {
            Some((known, bot)) if known == spec => bot,
            _ => match spec.bot_for(game, rng.next_u64()) {
                Ok(bot) => bot,
                Err(refusal) => return tracing::error!(%refusal, "there is no bot for this game"),
            },
        };
        let (game, outbox) = (game.fork(), self.outbox.clone());
        let (generation, decision) = (self.generation, clock.decision);
        self.pending = true;
        site.bots.submit(
            For::Table,
            Box::new(move || {
                let thinking = AssertUnwindSafe(|| {
                    let claim = bot.claim(&*game, seat).ok()?;
                    let mv = bot.choose(&*game, seat).ok()?;
                    Some(((mv, claim), bot))
                });
                // A bot that panics must not take anything down with it.
                let (answer, bot) = catch_unwind(thinking).ok().flatten().unzip();
                let thought = Thought {
                    generation,
                    seat,
                    decision,
                    spec,
                    answer,
                    bot,
                };
                if let Some(outbox) = outbox.upgrade() {
                    let _ = outbox.blocking_send(Mail::Thought(thought));
                }
            }),
        );
    }

    /// Takes in the result of a bot's thinking.
    pub fn take(&mut self, thought: Thought) {
        self.pending = false;
        if thought.generation != self.generation {
            return;
        }
        match (thought.answer, thought.bot) {
            (Some(answer), Some(bot)) => {
                // Answers to decisions that somebody else has made in the meantime are useless.
                self.ready.retain(|(seat, _), _| *seat != thought.seat);
                self.ready.insert((thought.seat, thought.decision), (answer, now_ms()));
                self.bots.insert(thought.seat, (thought.spec, bot));
            }
            _ => {
                tracing::error!(
                    seat = thought.seat.index(),
                    "a bot broke down; the simplest one plays on"
                );
                self.broken.insert(thought.seat);
            }
        }
    }

    /// Forgets everything, because the table is loaded again.
    pub fn forget(&mut self) {
        self.generation += 1;
        self.ready.clear();
        self.bots.clear();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_person_is_served_before_tables_and_all_are_served() {
        let pool = BotPool::start(1, Arc::new(Metrics::default())).expect("a thread");
        let (begin, begun) = mpsc::channel::<()>();
        let (done, order) = mpsc::channel();
        // The only thread is busy until every job is in the queue.
        pool.submit(
            For::Table,
            Box::new(move || {
                let _ = begun.recv();
            }),
        );
        for (whom, number) in [
            (For::Table, 1),
            (For::Table, 2),
            (For::Person, 3),
            (For::Table, 4),
            (For::Person, 5),
        ] {
            let done = done.clone();
            pool.submit(
                whom,
                Box::new(move || {
                    let _ = done.send(number);
                }),
            );
        }
        begin.send(()).expect("it waits");
        let served: Vec<i32> = (0..5)
            .map(|_| order.recv_timeout(Duration::from_secs(10)).expect("all are served"))
            .collect();
        assert_eq!(served, [3, 5, 1, 2, 4]);
    }

    #[test]
    fn the_threads_end_with_the_pool() {
        let pool = BotPool::start(2, Arc::new(Metrics::default())).expect("threads");
        let queue = Arc::downgrade(&pool.queue);
        drop(pool);
        let until = std::time::Instant::now() + Duration::from_secs(10);
        while queue.strong_count() > 0 {
            assert!(std::time::Instant::now() < until, "a thread still waits for work");
            std::thread::yield_now();
        }
    }
}
