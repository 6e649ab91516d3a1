//! Bots' computing: a few threads, a queue in the order of asking, and at most one turn of each table in it.

use std::collections::{HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};

use roundtable_bots::{BotSpec, Level};
use roundtable_catalog::{AnyBot, GameId};
use roundtable_core::{AnyMatch, Rng, Seat};
use serde_json::Value;
use tokio::sync::mpsc::WeakSender;

use crate::metrics::Metrics;
use crate::site::Site;
use crate::store::Clock;
use crate::table::{Mail, now_ms};

type Job = Box<dyn FnOnce() + Send>;

/// The threads that bots compute on. They are few, so that sockets are served however many bots think.
pub struct BotPool {
    jobs: Sender<Job>,
    metrics: Arc<Metrics>,
}

impl BotPool {
    /// Starts the threads. They end with the pool.
    ///
    /// # Errors
    /// If the system has no thread to give.
    pub fn start(threads: usize, metrics: Arc<Metrics>) -> std::io::Result<Self> {
        let (jobs, queue) = channel();
        let queue = Arc::new(Mutex::new(queue));
        for number in 0..threads {
            let (queue, metrics) = (Arc::clone(&queue), Arc::clone(&metrics));
            std::thread::Builder::new()
                .name(format!("bot-{number}"))
                .spawn(move || work(&queue, &metrics))?;
        }
        Ok(Self { jobs, metrics })
    }

    pub(crate) fn submit(&self, job: Job) {
        self.metrics.bot_queue.inc();
        // The threads end only with the pool, so somebody takes it.
        let _ = self.jobs.send(job);
    }
}

fn work(queue: &Mutex<Receiver<Job>>, metrics: &Metrics) {
    loop {
        let job = queue.lock().map(|queue| queue.recv());
        let Ok(Ok(job)) = job else { return };
        metrics.bot_queue.dec();
        metrics.bot_answers.inc();
        job();
    }
}

/// The number of a move, and what the bot says before it.
type Answer = (u32, Option<Value>);

/// What a bot came to.
pub struct Thought {
    generation: u64,
    seat: Seat,
    decision: u32,
    spec: BotSpec,
    /// Nothing if the bot broke down.
    answer: Option<Answer>,
    bot: Option<Box<dyn AnyBot>>,
}

/// The bots of one table.
pub struct Thinker {
    outbox: WeakSender<Mail>,
    /// Raised when the table was read again: what was thought before is worth nothing.
    generation: u64,
    pending: bool,
    /// The answers that wait for their time, and since when.
    ready: HashMap<(Seat, u32), (Answer, i64)>,
    /// Bots keep what they have worked out between their turns.
    bots: HashMap<Seat, (BotSpec, Box<dyn AnyBot>)>,
    /// Seats whose bot broke down; the simplest one plays there instead.
    broken: HashSet<Seat>,
}

impl Thinker {
    /// Nobody has thought yet. Thoughts come back to `outbox`.
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

    /// Since when the answer that this clock waits for is there.
    #[must_use]
    pub fn ready_at(&self, clock: &Clock) -> Option<i64> {
        let (_, at) = self.ready.get(&(clock.seat, clock.decision))?;
        Some(*at)
    }

    /// The answer that this clock waits for.
    pub fn answer(&mut self, clock: &Clock) -> Option<(u32, Option<Value>)> {
        let (answer, _) = self.ready.remove(&(clock.seat, clock.decision))?;
        Some(answer)
    }

    /// Lets a bot think about its decision, unless one is thinking already or the answer is there.
    pub fn consider(&mut self, site: &Site, game: &dyn AnyMatch, clock: &Clock, spec: BotSpec, rng: &mut Rng) {
        if self.pending || self.ready_at(clock).is_some() {
            return;
        }
        let Ok(id) = game.info().slug.parse::<GameId>() else {
            return;
        };
        let seat = clock.seat;
        let spec = if self.broken.contains(&seat) {
            BotSpec::Level(Level::Page)
        } else {
            spec
        };
        let mut bot = match self.bots.remove(&seat) {
            Some((known, bot)) if known == spec => bot,
            _ => id.bot(&spec, rng.next_u64()),
        };
        let (game, outbox) = (game.fork(), self.outbox.clone());
        let (generation, decision) = (self.generation, clock.decision);
        self.pending = true;
        site.bots.submit(Box::new(move || {
            let thinking = AssertUnwindSafe(|| {
                let claim = bot.claim(&*game, seat);
                ((bot.choose(&*game, seat), claim), bot)
            });
            // A bot that breaks down takes nobody with it.
            let (answer, bot) = catch_unwind(thinking).map_or((None, None), |(answer, bot)| (Some(answer), Some(bot)));
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
        }));
    }

    /// Takes in what a bot came to.
    pub fn take(&mut self, thought: Thought) {
        self.pending = false;
        if thought.generation != self.generation {
            return;
        }
        match (thought.answer, thought.bot) {
            (Some(answer), Some(bot)) => {
                // Answers to decisions that somebody else has made meanwhile are of no use.
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

    /// Forgets everything: the table was read again.
    pub fn forget(&mut self) {
        self.generation += 1;
        self.ready.clear();
        self.bots.clear();
    }
}
