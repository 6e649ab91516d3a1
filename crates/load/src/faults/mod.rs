//! Faults: several nodes, their database, its standby and their bus are killed, frozen, cut off and replaced while
//! people play. What every client saw is compared with what is stored in the end.
//!
//! - `grounds`: the servers; `link`: the network between them
//! - `crew`: people at tables; `history`: what they write down
//! - `checker`: what must hold

mod checker;
mod crew;
mod grounds;
mod history;
mod link;

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use roundtable_core::Rng;
use tokio::task::{JoinSet, block_in_place};

pub use checker::{Checked, check};
use crew::Crew;
use grounds::{Grounds, NODES};
pub use history::{ClientHistory, History, Note, Stored, TableHistory};
pub use link::elsewhere;

use crate::{Client, Oops};

/// How long a lease lasts, as docs/HOSTING.md promises.
const LEASE: Duration = Duration::from_secs(10);

/// How long games pause at most when their node is killed, and when it hands them over.
const TAKEOVER: Duration = Duration::from_secs(12);
const HAND_OVER: Duration = Duration::from_secs(1);

/// For how long a node is frozen or cut off: longer than the lease.
const LONG: Duration = Duration::from_secs(12);

/// For how long the database or the bus is away.
const SHORT: Duration = Duration::from_secs(1);

/// How long everybody may need after everything is there again.
const RECOVERY: Duration = Duration::from_secs(40);

/// What is done to the servers, and how severely.
#[derive(Clone, Debug)]
pub struct Faults {
    /// The `roundtable` program.
    pub program: PathBuf,
    /// Simultaneous tables.
    pub tables: usize,
    /// How many faults.
    pub faults: usize,
    /// Chooses who is hit, and the moves.
    pub seed: u64,
    /// Where to keep histories and logs.
    pub keep: Option<PathBuf>,
    /// Whether the database waits for the disk.
    pub durable: bool,
}

/// A fault.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Fault {
    /// A node is killed, and started again.
    Kill,
    /// A node is told to stop, and started again.
    Stop,
    /// A node is frozen for longer than its lease.
    Freeze,
    /// A node is cut off from the database and the bus for longer than its lease.
    Cut,
    /// The database is killed, and started again.
    Database,
    /// The database is killed, and its standby takes over.
    FailOver,
    /// The bus is killed, and started again.
    Bus,
}

/// The faults in turn, some of them two at a time: the second comes while the first lasts.
const TURNS: [&[Fault]; 13] = [
    &[Fault::Kill, Fault::Bus],
    &[Fault::Stop],
    &[Fault::Freeze, Fault::Database],
    &[Fault::FailOver],
    &[Fault::Kill, Fault::Stop],
    &[Fault::Bus],
    &[Fault::Cut, Fault::Stop],
    &[Fault::Database],
    &[Fault::Kill],
    &[Fault::Stop],
    &[Fault::Kill, Fault::Database],
    &[Fault::FailOver],
    &[Fault::Kill, Fault::Bus],
];

/// What came of it.
#[derive(Debug)]
pub struct Outcome {
    /// Each fault, and how long until everybody went on after everything was there again.
    pub recoveries: BTreeMap<Fault, Vec<Duration>>,
    /// For each table of a node that was killed, how long its game paused.
    pub takeovers: Vec<Duration>,
    /// For each table of a node that was told to stop while nothing else was wrong, how long its game paused.
    pub hand_overs: Vec<Duration>,
    /// What was checked, or what is wrong.
    pub checked: Result<Checked, Vec<String>>,
    /// How long it took.
    pub time: Duration,
}

impl Faults {
    /// Does it.
    ///
    /// # Errors
    /// If a server does not start, or somebody never goes on.
    pub async fn run(&self) -> Result<Outcome, Oops> {
        if let Some(folder) = &self.keep {
            std::fs::create_dir_all(folder)?;
        }
        let start = Instant::now();
        let grounds = Grounds::open(&self.program, self.durable, self.keep.as_ref())?;
        let nodes = grounds.addresses()?;
        let games = Client::new(nodes[0]).games().await?;
        let (mut crews, mut playing) = (Vec::new(), JoinSet::new());
        for number in 0..self.tables {
            let game = games[number % games.len()].clone();
            let crew = Arc::new(Crew::new(number, game, &nodes, self.seed).await?);
            playing.spawn(Arc::clone(&crew).play());
            crews.push(crew);
        }
        let mut field = Field {
            grounds,
            crews,
            rng: Rng::new(self.seed),
            recoveries: BTreeMap::new(),
            takeovers: Vec::new(),
            hand_overs: Vec::new(),
        };
        let hit = field.hit_all(self.faults).await;
        for crew in &field.crews {
            crew.stop();
        }
        playing.join_all().await;
        let history = History {
            tables: field.crews.iter().flat_map(|crew| crew.told()).collect(),
        };
        let stored = stored(&field.grounds)?;
        if let Some(folder) = &self.keep {
            std::fs::write(folder.join("history.json"), serde_json::to_vec(&history)?)?;
            std::fs::write(folder.join("stored.json"), serde_json::to_vec(&stored)?)?;
        }
        // What the clients saw says more than the first thing that failed.
        let checked = check(&history, &stored);
        if let (Err(error), Ok(_)) = (hit, &checked) {
            return Err(error);
        }
        field.takeovers.sort();
        field.hand_overs.sort();
        Ok(Outcome {
            recoveries: field.recoveries,
            takeovers: field.takeovers,
            hand_overs: field.hand_overs,
            checked,
            time: start.elapsed(),
        })
    }
}

/// What the database has in the end.
fn stored(grounds: &Grounds) -> Result<Stored, Oops> {
    let mut stored = Stored::default();
    let moves = "SELECT concat_ws(chr(9), t.id, m.ply, m.seal, m.move) FROM moves m JOIN tables t ON t.row = \
                 m.\"table\" ORDER BY 1";
    for line in grounds.sql(moves)?.lines() {
        let mut fields = line.split('\t');
        let mut next = || fields.next().ok_or("a row is too short");
        let (table, ply, seal, line) = (next()?.to_owned(), next()?.parse()?, next()?.parse()?, next()?);
        let moves = stored.moves.entry(table).or_default();
        moves.insert(ply, (line.to_owned(), seal));
    }
    let chat = "SELECT concat_ws(chr(9), t.id, c.text) FROM chat c JOIN tables t ON t.row = c.\"table\"";
    for line in grounds.sql(chat)?.lines() {
        let (table, text) = line.split_once('\t').ok_or("a row is too short")?;
        stored.chat.entry(table.to_owned()).or_default().push(text.to_owned());
    }
    Ok(stored)
}

/// What is underway.
struct Field {
    grounds: Grounds,
    crews: Vec<Arc<Crew>>,
    rng: Rng,
    recoveries: BTreeMap<Fault, Vec<Duration>>,
    takeovers: Vec<Duration>,
    hand_overs: Vec<Duration>,
}

/// Tables of a node that is gone, and since when.
struct Orphans {
    since: Instant,
    tables: Vec<String>,
}

impl Field {
    async fn hit_all(&mut self, faults: usize) -> Result<(), Oops> {
        self.all_go_on(Instant::now()).await?;
        let mut hit = 0;
        for turn in TURNS.iter().cycle() {
            let turn = &turn[..turn.len().min(faults - hit)];
            if turn.is_empty() {
                return Ok(());
            }
            hit += turn.len();
            self.hit(turn)
                .await
                .map_err(|error| format!("{turn:?}, up to fault {hit}: {error}"))?;
            let took = self.recoveries[&turn[0]].last().copied().unwrap_or_default();
            eprintln!("{hit} of {faults}: {turn:?}, everybody went on after {took:.1?}");
        }
        Ok(())
    }

    /// One or two faults; then waits until everybody goes on.
    async fn hit(&mut self, turn: &[Fault]) -> Result<(), Oops> {
        let mut node = self.rng.below(NODES as u32) as usize;
        let cut = turn[0] == Fault::Cut && self.grounds.link.is_some();
        if cut {
            node = NODES - 1;
        }
        let begun = Instant::now();
        let orphans = match turn[0] {
            Fault::Kill | Fault::Stop => Some(self.orphans(node)?),
            _ => None,
        };
        match turn[0] {
            Fault::Kill => self.grounds.kill(node),
            // Without a network of its own a node cannot be cut off; a frozen one cannot talk either.
            Fault::Freeze | Fault::Cut if !cut => self.grounds.freeze(node, true),
            Fault::Cut => self.grounds.link.as_ref().map_or(Ok(()), link::Link::cut)?,
            short => self.short(short, node)?,
        }
        if let Some(&second) = turn.get(1) {
            tokio::time::sleep(SHORT).await;
            self.short(second, (node + 1) % NODES)?;
        }
        match turn[0] {
            Fault::Kill => block_in_place(|| self.grounds.start(node))?,
            Fault::Freeze | Fault::Cut => {
                tokio::time::sleep(LONG.saturating_sub(begun.elapsed())).await;
                if cut {
                    self.is_mute(node).await?;
                    self.grounds.link.as_ref().map_or(Ok(()), link::Link::mend)?;
                } else {
                    self.grounds.freeze(node, false);
                }
            }
            _ => {}
        }
        let recovered = self.all_go_on(Instant::now()).await?;
        let pauses = orphans.map_or_else(Vec::new, |orphans| self.pauses(&orphans));
        match turn {
            [Fault::Stop] => self.hand_overs.extend(pauses),
            _ => self.takeovers.extend(pauses),
        }
        for &fault in turn {
            self.recoveries.entry(fault).or_default().push(recovered);
        }
        Ok(())
    }

    /// A fault that does not last.
    fn short(&mut self, fault: Fault, node: usize) -> Result<(), Oops> {
        let grounds = &mut self.grounds;
        // Players go on meanwhile.
        block_in_place(|| match fault {
            Fault::Database => {
                grounds.kill_database();
                std::thread::sleep(SHORT);
                grounds.start_database()
            }
            Fault::FailOver => grounds.fail_over(),
            Fault::Bus => {
                grounds.kill_bus();
                std::thread::sleep(SHORT);
                grounds.start_bus()
            }
            _ => {
                grounds.stop(node)?;
                grounds.start(node)
            }
        })
    }

    /// The tables that a node serves now.
    fn orphans(&self, node: usize) -> Result<Orphans, Oops> {
        let tables = block_in_place(|| self.grounds.tables_of(node))?;
        Ok(Orphans {
            since: Instant::now(),
            tables,
        })
    }

    /// How long each of these games paused. Those that have ended since are left out.
    fn pauses(&self, orphans: &Orphans) -> Vec<Duration> {
        let tables = orphans.tables.iter();
        let crews = tables.flat_map(|table| self.crews.iter().map(move |crew| (crew, table)));
        crews
            .filter_map(|(crew, table)| crew.pause(table, orphans.since))
            .collect()
    }

    /// A node that has no database refuses everything and says so.
    async fn is_mute(&self, node: usize) -> Result<(), Oops> {
        let address = self.grounds.addresses()?[node];
        let ready = Client::new(address).get("/readyz").await?;
        if ready.status == 200 {
            return Err("a node that is cut off says that it is ready".into());
        }
        Ok(())
    }

    /// Waits until at every table a move was sent and acknowledged after this moment. Returns how long that took.
    async fn all_go_on(&self, after: Instant) -> Result<Duration, Oops> {
        loop {
            let late: Vec<&Arc<Crew>> = self.crews.iter().filter(|crew| !crew.went_on(after)).collect();
            let Some(first) = late.first() else {
                return Ok(after.elapsed());
            };
            if after.elapsed() > RECOVERY {
                let (count, table) = (late.len(), first.table());
                return Err(format!("{count} tables do not go on after {RECOVERY:?}, among them {table}").into());
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

/// The time within which this percentage of a sorted list is.
fn percentile(sorted: &[Duration], percent: usize) -> Duration {
    let place = (sorted.len() * percent).div_ceil(100).clamp(1, sorted.len().max(1));
    sorted.get(place - 1).copied().unwrap_or_default()
}

impl Outcome {
    /// Whether everything held.
    ///
    /// # Errors
    /// What did not.
    pub fn verdict(&self) -> Result<(), Oops> {
        if let Err(wrong) = &self.checked {
            return Err(format!("{} things are wrong", wrong.len()).into());
        }
        for (times, most, what) in [
            (&self.takeovers, TAKEOVER, "takeovers"),
            (&self.hand_overs, HAND_OVER, "hand-overs"),
        ] {
            let slow = percentile(times, 99);
            if slow > most {
                return Err(format!("{what} take {slow:.1?}, which is more than {most:?}").into());
            }
        }
        Ok(())
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count: usize = self.recoveries.values().map(Vec::len).sum();
        writeln!(f, "{count} faults in {:.0?}", self.time)?;
        for (fault, times) in &self.recoveries {
            let mut times = times.clone();
            times.sort();
            let (half, most) = (percentile(&times, 50), percentile(&times, 100));
            let times = times.len();
            writeln!(
                f,
                "  {times} times {fault:?}: everybody went on after {half:.1?} (half), {most:.1?} (most)"
            )?;
        }
        for (times, what) in [(&self.takeovers, "killed"), (&self.hand_overs, "told to stop")] {
            let [half, late, most] = [50, 99, 100].map(|percent| percentile(times, percent));
            let count = times.len();
            writeln!(
                f,
                "{count} games of nodes that were {what} paused for {half:.2?} (half), {late:.2?} (99 of 100), \
                 {most:.2?} (most); a lease lasts {LEASE:?}"
            )?;
        }
        match &self.checked {
            Ok(checked) => writeln!(
                f,
                "{} acknowledged moves at {} tables, none lost or played twice; {} stored without an acknowledgement; \
                 {} positions and {} events shown, all as stored; {} lines of chat",
                checked.acknowledged, checked.tables, checked.unacknowledged, checked.shown, checked.told, checked.said
            ),
            Err(wrong) => {
                for what in wrong.iter().take(20) {
                    writeln!(f, "WRONG: {what}")?;
                }
                Ok(())
            }
        }
    }
}
