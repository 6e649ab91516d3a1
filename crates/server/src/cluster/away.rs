//! A table that another node serves, as it looks from here: an actor with the mail of a table, which sends letters.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use roundtable_core::Record;
use roundtable_protocol::{ChatPage, Code, Refusal, TableId, TableInfo};
use tokio::sync::{mpsc, oneshot, watch};

use super::Cluster;
use super::letter::{Answer, Letter, Question};
use crate::site::Site;
use crate::store::NodeId;
use crate::table::{Done, Mail, Outbox, Reply, refuse};

/// How long a table without viewers and questions keeps its place here.
const IDLE: Duration = Duration::from_secs(2);

/// How long to wait for the answer to a question.
const PATIENCE: Duration = Duration::from_secs(12);

type To<T> = oneshot::Sender<Result<T, Refusal>>;

/// Who waits for an answer.
enum Waiting {
    Done(To<Done>),
    Table(To<TableInfo>),
    Chat(To<ChatPage>),
    Record(To<Box<Record>>),
}

impl Waiting {
    fn refuse(self, refusal: Refusal) {
        match self {
            Self::Done(reply) => drop(reply.send(Err(refusal))),
            Self::Table(reply) => drop(reply.send(Err(refusal))),
            Self::Chat(reply) => drop(reply.send(Err(refusal))),
            Self::Record(reply) => drop(reply.send(Err(refusal))),
        }
    }

    fn take(self, answer: Answer) {
        match (self, answer) {
            (Self::Done(reply), Answer::Done(done)) => drop(reply.send(Ok(*done))),
            (Self::Table(reply), Answer::Table(table)) => drop(reply.send(Ok(*table))),
            (Self::Chat(reply), Answer::Chat(page)) => drop(reply.send(Ok(page))),
            (Self::Record(reply), Answer::Record(record)) => drop(reply.send(Ok(record))),
            (waiting, Answer::Refused(refusal)) => waiting.refuse(refusal),
            (waiting, _) => waiting.refuse(Refusal::new(
                Code::Busy,
                "the answer was to another question; try again",
            )),
        }
    }

    /// Nobody will answer any more.
    fn give_up(self) {
        let refusal = match &self {
            Self::Done(_) => Refusal::new(
                Code::UnknownOutcome,
                "the connection to this table was lost; it may have happened, so look before you try again",
            ),
            Self::Table(_) | Self::Chat(_) | Self::Record(_) => moving(),
        };
        self.refuse(refusal);
    }
}

/// A viewer here of a table that another node serves.
struct Viewer {
    node: NodeId,
    outbox: mpsc::Sender<Utf8Bytes>,
    /// Who waits to hear whether it is attached, and since when.
    attaching: Option<(To<u64>, Instant)>,
    /// Whether the table has left the memory of its node.
    over: bool,
}

/// Viewers and questions of this node at tables of others, each with a number.
#[derive(Default)]
pub(super) struct Aways {
    next: AtomicU64,
    viewers: Mutex<HashMap<u64, Viewer>>,
    asked: Mutex<HashMap<u64, Waiting>>,
    /// How often letters from a node were lost.
    gaps: Mutex<HashMap<NodeId, u64>>,
}

fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Aways {
    fn number(&self) -> u64 {
        self.next.fetch_add(1, Ordering::Relaxed)
    }

    pub(super) fn attached(&self, viewer: u64, refused: Option<Refusal>) {
        let mut viewers = lock(&self.viewers);
        let reply = viewers.get_mut(&viewer).and_then(|known| known.attaching.take());
        if refused.is_some() {
            viewers.remove(&viewer);
        }
        if let Some((reply, _)) = reply {
            let _ = reply.send(refused.map_or(Ok(viewer), Err));
        }
    }

    /// Hands a message over. Returns the viewers who are gone, or read too slowly.
    pub(super) fn told(&self, told: &[u64], text: &Utf8Bytes) -> Vec<u64> {
        let mut viewers = lock(&self.viewers);
        let mut gone = Vec::new();
        for viewer in told {
            let known = viewers.get(viewer);
            if known.is_none_or(|known| known.outbox.try_send(text.clone()).is_err()) {
                viewers.remove(viewer);
                gone.push(*viewer);
            }
        }
        gone
    }

    pub(super) fn ended(&self, viewer: u64) {
        lock(&self.viewers).remove(&viewer);
    }

    /// The table of this viewer has left the memory of its node.
    pub(super) fn over(&self, viewer: u64) {
        if let Some(viewer) = lock(&self.viewers).get_mut(&viewer) {
            viewer.over = true;
        }
    }

    /// Whether the table of any of these has.
    fn is_over(&self, of: &HashSet<u64>) -> bool {
        let viewers = lock(&self.viewers);
        of.iter()
            .any(|viewer| viewers.get(viewer).is_some_and(|viewer| viewer.over))
    }

    pub(super) fn answered(&self, ask: u64, answer: Answer) {
        if let Some(waiting) = lock(&self.asked).remove(&ask) {
            waiting.take(answer);
        }
    }

    /// Letters from this node were lost.
    pub(super) fn gap(&self, node: &NodeId) {
        *lock(&self.gaps).entry(node.clone()).or_insert(0) += 1;
    }

    fn gaps(&self, node: &NodeId) -> u64 {
        lock(&self.gaps).get(node).copied().unwrap_or(0)
    }

    /// The viewers who are attached, by the node that serves their table.
    pub(super) fn still(&self) -> HashMap<NodeId, Vec<u64>> {
        let mut still: HashMap<NodeId, Vec<u64>> = HashMap::new();
        for (number, viewer) in lock(&self.viewers).iter() {
            if viewer.attaching.is_none() {
                still.entry(viewer.node.clone()).or_default().push(*number);
            }
        }
        still
    }

    /// Those of these viewers whom nobody has let in for long.
    fn unheard(&self, of: &HashSet<u64>) -> HashSet<u64> {
        let viewers = lock(&self.viewers);
        let old = |viewer: &&u64| {
            let known = viewers.get(viewer).and_then(|known| known.attaching.as_ref());
            known.is_some_and(|(_, since)| since.elapsed() > PATIENCE)
        };
        of.iter().filter(old).copied().collect()
    }

    /// Forgets these viewers. Their sockets end.
    fn drop_all(&self, viewers: &HashSet<u64>) {
        let gone: Vec<Viewer> = lock(&self.viewers)
            .extract_if(|number, _| viewers.contains(number))
            .map(|(_, gone)| gone)
            .collect();
        for viewer in gone {
            if let Some((reply, _)) = viewer.attaching {
                let _ = reply.send(Err(moving()));
            }
        }
    }
}

/// The table goes to another node, or cannot be reached for a moment.
pub(super) fn moving() -> Refusal {
    Refusal::new(Code::Again, "the table is on its way to another server; try again")
}

/// A table that another node serves.
pub(crate) struct Away {
    site: Arc<Site>,
    cluster: Arc<Cluster>,
    id: TableId,
    node: NodeId,
    viewers: HashSet<u64>,
    asked: HashMap<u64, Instant>,
    gaps: u64,
}

impl Away {
    /// Stands in for the table until it is served elsewhere, cannot be reached, or nobody asks for it.
    pub(crate) async fn run(
        site: Arc<Site>,
        cluster: Arc<Cluster>,
        (id, node): (TableId, NodeId),
        mut inbox: mpsc::Receiver<Mail>,
        (mut changes, mut cleared): (watch::Receiver<u64>, watch::Receiver<u64>),
    ) {
        let gaps = cluster.wire.as_ref().map_or(0, |wire| wire.aways.gaps(&node));
        let mut away = Self {
            site,
            cluster,
            id,
            node,
            viewers: HashSet::new(),
            asked: HashMap::new(),
            gaps,
        };
        let mut last = Instant::now();
        loop {
            let mail = tokio::select! {
                biased;
                _ = cleared.changed() => break,
                _ = changes.changed() => None,
                mail = inbox.recv() => match mail {
                    Some(mail) => Some(mail),
                    None => break,
                },
                () = tokio::time::sleep(IDLE) => None,
            };
            if !away.reaches() {
                if let Some(mail) = mail {
                    refuse(mail, &moving());
                }
                break;
            }
            if let Some(mail) = mail {
                last = Instant::now();
                away.pass_on(mail);
                continue;
            }
            away.forget_old();
            let idle = away.viewers.is_empty() && away.asked.is_empty() && last.elapsed() >= IDLE;
            if idle && away.site.tables.remove_if_idle(&away.id, &inbox) {
                return;
            }
        }
        away.site.tables.remove(&away.id);
        // Closed first, so that the sockets of the viewers know why they end.
        inbox.close();
        if let Some(wire) = &away.cluster.wire {
            wire.aways.drop_all(&away.viewers);
            for ask in away.asked.keys() {
                if let Some(waiting) = lock(&wire.aways.asked).remove(ask) {
                    waiting.give_up();
                }
            }
        }
        while let Some(mail) = inbox.recv().await {
            refuse(mail, &moving());
        }
    }

    /// Whether the node that serves the table is there and has it, and nothing from it was lost.
    fn reaches(&self) -> bool {
        let Some(wire) = &self.cluster.wire else { return false };
        *wire.up.borrow()
            && wire.aways.gaps(&self.node) == self.gaps
            && !wire.aways.is_over(&self.viewers)
            && self.cluster.membership(|own| own.is_alive(&self.node))
    }

    /// Gives up on what nobody has answered for long, and forgets what was answered.
    fn forget_old(&mut self) {
        let Some(wire) = &self.cluster.wire else { return };
        let unheard = wire.aways.unheard(&self.viewers);
        wire.aways.drop_all(&unheard);
        self.viewers.retain(|viewer| !unheard.contains(viewer));
        let mut asked = lock(&wire.aways.asked);
        self.asked.retain(|ask, since| {
            if since.elapsed() > PATIENCE
                && let Some(waiting) = asked.remove(ask)
            {
                waiting.give_up();
            }
            asked.contains_key(ask)
        });
    }

    fn pass_on(&mut self, mail: Mail) {
        let cluster = Arc::clone(&self.cluster);
        let Some(wire) = &cluster.wire else { return };
        let send = |letter| wire.post.letter(&self.node, letter);
        match mail {
            Mail::Attach {
                who,
                key,
                outbox: Outbox::Socket(outbox),
                reply,
            } => {
                let viewer = wire.aways.number();
                let known = Viewer {
                    node: self.node.clone(),
                    outbox,
                    attaching: Some((reply, Instant::now())),
                    over: false,
                };
                lock(&wire.aways.viewers).insert(viewer, known);
                self.viewers.insert(viewer);
                let table = self.id.clone();
                send(Letter::Attach {
                    table,
                    viewer,
                    who,
                    key,
                });
            }
            // Another node takes this one for the one that serves the table: it must look again.
            Mail::Attach { reply, .. } => drop(reply.send(Err(moving()))),
            Mail::Detach(viewer) => {
                self.viewers.remove(&viewer);
                wire.aways.ended(viewer);
                send(Letter::Detach { viewer });
            }
            Mail::Sync { viewer, id, known } => send(Letter::Sync { viewer, id, known }),
            Mail::Do {
                who,
                key,
                command,
                reply: Reply::Socket { viewer, id },
                ..
            } => send(Letter::Command {
                viewer,
                id,
                who,
                key,
                command,
            }),
            Mail::Do {
                who,
                key,
                command,
                reply: Reply::Http(_, reply),
                ..
            } => self.ask(Question::Do { who, key, command }, Waiting::Done(reply)),
            Mail::Look { who, key, reply } => self.ask(Question::Look { who, key }, Waiting::Table(reply)),
            Mail::Chat {
                who,
                key,
                before,
                reply,
            } => self.ask(Question::Chat { who, key, before }, Waiting::Chat(reply)),
            Mail::Record { who, key, reply } => self.ask(Question::Record { who, key }, Waiting::Record(reply)),
            Mail::Forget(person) => send(Letter::Forget {
                table: self.id.clone(),
                person,
            }),
            // The node that serves the table hears these itself.
            Mail::Renamed(_) | Mail::Bot(_) | Mail::Thought(_) | Mail::Hinted(_) | Mail::Wake => {}
        }
    }

    fn ask(&mut self, question: Question, waiting: Waiting) {
        let Some(wire) = &self.cluster.wire else { return };
        let ask = wire.aways.number();
        lock(&wire.aways.asked).insert(ask, waiting);
        self.asked.insert(ask, Instant::now());
        let table = self.id.clone();
        wire.post.letter(&self.node, Letter::Ask { table, ask, question });
    }
}
