//! Where bots compute: a few threads, each for jobs of one kind, and fair shares of them for the owners of tables.

use std::collections::{HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use roundtable_bots::{AnyBot, BotSpec, Level};
use roundtable_core::{AnyMatch, Rng, Seat};
use serde_json::Value;
use tokio::sync::mpsc::WeakSender;

use crate::clock::now_ms;
use crate::metrics::Metrics;
use crate::shares::{Accounts, Owner, Shares};
use crate::site::Site;
use crate::store::Clock;
use crate::table::Mail;

type Work = Box<dyn FnOnce() + Send>;

/// What a job is for. Each kind has a queue of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A move that takes milliseconds, at a table where a person looks or waits.
    Quick,
    /// A move that takes seconds, at a table where a person looks or waits.
    Deep,
    /// A hint.
    Hint,
    /// A part of the review of a finished game.
    Review,
    /// A move at a table where nobody looks or waits.
    Idle,
}

impl Kind {
    /// All kinds, in the order of the queues.
    pub const ALL: [Self; 5] = [Self::Quick, Self::Deep, Self::Hint, Self::Review, Self::Idle];

    /// The name for metrics.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Deep => "deep",
            Self::Hint => "hint",
            Self::Review => "review",
            Self::Idle => "idle",
        }
    }

    /// The kind of a bot's turn.
    #[must_use]
    pub const fn of_turn(level: Level, for_people: bool) -> Self {
        match (for_people, level.pace()) {
            (false, _) => Self::Idle,
            (true, 1) => Self::Quick,
            (true, _) => Self::Deep,
        }
    }
}

/// The threads that bots compute on. They are few, so that the server keeps up with its sockets however many bots
/// think. A quick move never waits for a deep one, and neither waits for hints or for tables without people.
pub struct BotPool {
    queue: Arc<Queue>,
    metrics: Arc<Metrics>,
}

/// A job that was handed in.
#[derive(Clone, Debug)]
pub struct Ticket {
    number: u64,
    owner: Owner,
    kind: Kind,
}

struct Job {
    work: Work,
    since: Instant,
}

#[derive(Default)]
struct Queue {
    waiting: Mutex<Waiting>,
    news: Condvar,
}

#[derive(Default)]
struct Waiting {
    jobs: [Shares<Job>; 5],
    accounts: Accounts,
    next: u64,
    closed: bool,
}

impl Queue {
    /// No job runs while the lock is held, so a panic cannot leave a wrong state.
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the next job of these kinds, the first kind first. `None` when the pool has ended.
    fn next(&self, kinds: &[Kind]) -> Option<(Kind, Owner, Job)> {
        let mut waiting = self.waiting();
        loop {
            if waiting.closed {
                return None;
            }
            let Waiting { jobs, accounts, .. } = &mut *waiting;
            let job = kinds.iter().find_map(|kind| {
                let (owner, job) = jobs[*kind as usize].pop(accounts)?;
                Some((*kind, owner, job))
            });
            if job.is_some() {
                return job;
            }
            waiting = self.news.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl BotPool {
    /// Starts the threads: this many for deep moves, one for quick ones, and one for hints, reviews and tables without
    /// people. They end with the pool.
    ///
    /// # Errors
    /// If the system cannot start a thread.
    pub fn start(deep: usize, metrics: Arc<Metrics>) -> std::io::Result<Self> {
        const QUICK: &[Kind] = &[Kind::Quick];
        const DEEP: &[Kind] = &[Kind::Deep];
        const ASIDE: &[Kind] = &[Kind::Hint, Kind::Review, Kind::Idle];
        let queue = Arc::<Queue>::default();
        let threads = [("quick", QUICK), ("aside", ASIDE)].into_iter();
        for (name, kinds) in threads.chain(std::iter::repeat_n(("deep", DEEP), deep)) {
            let (queue, metrics) = (Arc::clone(&queue), Arc::clone(&metrics));
            std::thread::Builder::new()
                .name(format!("bots-{name}"))
                .spawn(move || work(&queue, kinds, &metrics))?;
        }
        Ok(Self { queue, metrics })
    }

    /// Hands in a job.
    pub(crate) fn submit(&self, kind: Kind, owner: Owner, work: Work) -> Ticket {
        self.metrics.bot_queue.inc();
        let mut waiting = self.queue.waiting();
        waiting.next += 1;
        let number = waiting.next;
        let job = Job {
            work,
            since: Instant::now(),
        };
        waiting.push(kind, owner.clone(), number, job);
        drop(waiting);
        self.queue.news.notify_all();
        Ticket { number, owner, kind }
    }

    /// Puts a waiting job into another queue: somebody has begun to look, or nobody looks any more.
    pub(crate) fn change(&self, ticket: &mut Ticket, kind: Kind) {
        let mut waiting = self.queue.waiting();
        let Ticket { number, owner, .. } = &*ticket;
        let job = waiting.jobs[ticket.kind as usize].remove(owner, *number);
        if let Some(job) = job {
            waiting.push(kind, owner.clone(), *number, job);
        }
        drop(waiting);
        ticket.kind = kind;
        self.queue.news.notify_all();
    }

    /// How many jobs of this kind wait.
    #[must_use]
    pub fn waiting(&self, kind: Kind) -> usize {
        self.queue.waiting().jobs[kind as usize].len()
    }
}

impl Waiting {
    fn push(&mut self, kind: Kind, owner: Owner, number: u64, job: Job) {
        self.jobs[kind as usize].push(&mut self.accounts, owner, number, job);
    }
}

impl Drop for BotPool {
    fn drop(&mut self) {
        self.queue.waiting().closed = true;
        self.queue.news.notify_all();
    }
}

fn work(queue: &Queue, kinds: &[Kind], metrics: &Metrics) {
    while let Some((kind, owner, job)) = queue.next(kinds) {
        metrics.bot_queue.dec();
        metrics.bot_answers.inc();
        metrics.bot_wait(kind, job.since.elapsed());
        let begun = Instant::now();
        (job.work)();
        queue.waiting().accounts.charge(&owner, begun.elapsed());
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
    /// When it began to think: milliseconds since 1970.
    began: i64,
    /// `None` if the bot panicked or failed.
    answer: Option<Answer>,
    bot: Option<Box<dyn AnyBot>>,
}

/// The bots of one table.
pub struct Thinker {
    outbox: WeakSender<Mail>,
    /// Raised when the table is loaded again, which makes earlier thoughts worthless.
    generation: u64,
    /// The job of the bot that thinks now, or will.
    pending: Option<Ticket>,
    /// The answers that wait until they are due, and from when to when each bot thought.
    ready: HashMap<(Seat, u32), (Answer, (i64, i64))>,
    /// The bots, which keep their knowledge between turns.
    bots: HashMap<Seat, (BotSpec, Box<dyn AnyBot>)>,
    /// Seats whose bot failed; the simplest bot plays there instead.
    broken: HashSet<Seat>,
    /// The level of the bot that thinks.
    level: Level,
}

impl Thinker {
    /// A thinker without thoughts. Results come back to `outbox`.
    #[must_use]
    pub fn new(outbox: WeakSender<Mail>) -> Self {
        Self {
            outbox,
            generation: 0,
            pending: None,
            ready: HashMap::new(),
            bots: HashMap::new(),
            broken: HashSet::new(),
            level: Level::default(),
        }
    }

    /// Whether a bot is thinking.
    #[must_use]
    pub const fn busy(&self) -> bool {
        self.pending.is_some()
    }

    /// From when to when a bot thought about this clock, if its answer is ready.
    #[must_use]
    pub fn thought_at(&self, clock: &Clock) -> Option<(i64, i64)> {
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
        let answer = ((mv, None), (now_ms(), now_ms()));
        self.ready.entry((clock.seat, clock.decision)).or_insert(answer);
    }

    /// Somebody may have begun to look, or nobody looks any more: the thought that waits belongs to another queue.
    pub fn look(&mut self, site: &Site, for_people: bool) {
        if let Some(ticket) = &mut self.pending {
            let kind = Kind::of_turn(self.level, for_people);
            if ticket.kind != kind {
                site.bots.change(ticket, kind);
            }
        }
    }

    /// Lets a bot think about its decision, unless one is thinking already or the answer is ready.
    pub fn consider(
        &mut self,
        site: &Site,
        game: &dyn AnyMatch,
        clock: &Clock,
        (level, owner, for_people): (Level, Owner, bool),
        rng: &mut Rng,
    ) {
        if self.busy() || self.thought_at(clock).is_some() {
            return;
        }
        let (seat, spec) = (clock.seat, BotSpec::Level(level));
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
        self.level = level;
        self.pending = Some(site.bots.submit(
            Kind::of_turn(level, for_people),
            owner,
            Box::new(move || {
                let began = now_ms();
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
                    began,
                    answer,
                    bot,
                };
                if let Some(outbox) = outbox.upgrade() {
                    let _ = outbox.blocking_send(Mail::Thought(thought));
                }
            }),
        ));
    }

    /// Takes in the result of a bot's thinking. What a bot has in mind takes megabytes, so it is kept from turn to turn
    /// only where a person looks or waits; elsewhere a bot begins anew each time.
    pub fn take(&mut self, thought: Thought, for_people: bool) {
        self.pending = None;
        if thought.generation != self.generation {
            return;
        }
        match (thought.answer, thought.bot) {
            (Some(answer), Some(bot)) => {
                // Answers to decisions that somebody else has made in the meantime are useless.
                self.ready.retain(|(seat, _), _| *seat != thought.seat);
                self.ready
                    .insert((thought.seat, thought.decision), (answer, (thought.began, now_ms())));
                if for_people {
                    self.bots.insert(thought.seat, (thought.spec, bot));
                } else {
                    self.bots.clear();
                }
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

    fn owner(person: u8) -> Owner {
        Owner {
            person: roundtable_protocol::PersonId::from_bits([person; 8]),
            address: None,
        }
    }

    #[test]
    fn hints_go_before_reviews_and_reviews_before_idle_tables() {
        let pool = BotPool::start(1, Arc::new(Metrics::default())).expect("a thread");
        let (begin, begun) = mpsc::channel::<()>();
        let (runs, running) = mpsc::channel::<()>();
        let (done, order) = mpsc::channel();
        let job = |number: i32| {
            let done = done.clone();
            Box::new(move || {
                let _ = done.send(number);
            })
        };
        // The only thread of its kind is busy until every job is in the queue.
        pool.submit(
            Kind::Idle,
            owner(1),
            Box::new(move || {
                let _ = runs.send(());
                let _ = begun.recv();
            }),
        );
        running.recv_timeout(Duration::from_secs(10)).expect("it runs");
        for (kind, number) in [(Kind::Idle, 1), (Kind::Review, 2), (Kind::Hint, 3), (Kind::Hint, 5)] {
            pool.submit(kind, owner(2), job(number));
        }
        let mut promoted = pool.submit(Kind::Idle, owner(2), job(4));
        let next = || order.recv_timeout(Duration::from_secs(10)).expect("all are served");
        // Somebody looks at the table: it waits no longer.
        pool.change(&mut promoted, Kind::Quick);
        assert_eq!(next(), 4);
        pool.submit(Kind::Deep, owner(2), job(6));
        assert_eq!(next(), 6, "other kinds have threads of their own");
        begin.send(()).expect("it waits");
        assert_eq!([(); 4].map(|()| next()), [3, 5, 2, 1]);
        assert_eq!(pool.waiting(Kind::Idle), 0);
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
