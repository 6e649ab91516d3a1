//! The viewers of a table, and what they have been shown: after a move, each is sent what is new to them.

use std::cell::RefCell;
use std::fmt;
use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use roundtable_core::{Eye, Fields, json};
use roundtable_protocol::{Message, PersonId};

use super::outbox::{Outbox, Unsent};
use super::room::Room;
use crate::metrics::Metrics;
use crate::store::StoredChat;

thread_local! {
    /// Where a view is written before it is compared with the last one. All tables share this buffer, so it stays in
    /// the processor's cache.
    static SEEN: RefCell<Fields> = RefCell::default();
}

/// News for all viewers; each is told what they may know.
#[derive(Debug)]
pub enum Tell {
    /// A move was made: events from this number on.
    Moved(usize),
    /// Something about the table changed.
    Table,
    /// Something changed that concerns one person alone.
    You(PersonId),
    /// The eyes of viewers may have changed: everybody gets everything again.
    Sync,
    /// A line of chat.
    Chat(StoredChat),
    /// The same message for everybody.
    Alike(Notice),
}

impl Tell {
    /// The same message for everybody, made with its number.
    pub(super) fn alike(message: impl Fn(u64) -> Message<'static> + Send + Sync + 'static) -> Self {
        Self::Alike(Notice(Box::new(message)))
    }
}

/// A message that lacks its number.
pub struct Notice(Box<dyn Fn(u64) -> Message<'static> + Send + Sync>);

impl fmt::Debug for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Notice").field(&(self.0)(0)).finish()
    }
}

struct Viewer {
    number: u64,
    who: Option<PersonId>,
    outbox: Outbox,
    /// Up to which move the viewer has been shown the game, if it says so at all.
    shown: Option<Option<u32>>,
}

/// The viewers of a table.
pub(super) struct Audience {
    viewers: Vec<Viewer>,
    /// What each eye was shown last. All viewers with the same eye have seen the same.
    shown: Vec<(Eye, Fields)>,
    /// The number of the last message.
    n: u64,
    next_viewer: u64,
    metrics: Arc<Metrics>,
}

impl Audience {
    pub(super) const fn new(metrics: Arc<Metrics>) -> Self {
        Self {
            viewers: Vec::new(),
            shown: Vec::new(),
            n: 0,
            next_viewer: 0,
            metrics,
        }
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.viewers.is_empty()
    }

    /// Sends everything to a new viewer, and returns its number.
    pub(super) fn attach(&mut self, room: &Room, who: Option<PersonId>, outbox: Outbox) -> u64 {
        let text = self.everything(room, who.as_ref(), 0);
        self.next_viewer += 1;
        let viewer = Viewer {
            number: self.next_viewer,
            who,
            outbox,
            shown: None,
        };
        self.send(room, &viewer, text);
        self.viewers.push(viewer);
        self.next_viewer
    }

    pub(super) fn detach(&mut self, room: &Room, number: u64) {
        self.viewers.retain(|viewer| viewer.number != number);
        self.forget(room);
    }

    /// Sends this viewer again what it misses: nothing, if it has the last message, and no events that it has.
    pub(super) fn sync(&mut self, room: &Room, number: u64, known: Option<(u64, Option<usize>)>) {
        let Some(at) = self.viewers.iter().position(|viewer| viewer.number == number) else {
            return;
        };
        if known.is_some_and(|(n, _)| n == self.n) {
            return;
        }
        let since = known.and_then(|(_, events)| events).unwrap_or(0);
        let who = self.viewers[at].who.clone();
        let text = self.everything(room, who.as_ref(), since);
        self.send(room, &self.viewers[at], text);
    }

    /// The viewer has been shown the game up to this move.
    pub(super) fn ready(&mut self, number: u64, ply: Option<u32>) {
        if let Some(viewer) = self.viewers.iter_mut().find(|viewer| viewer.number == number) {
            viewer.shown = Some(ply);
        }
    }

    /// Whether the only person at the table is still being shown what happened. Viewers that never said `ready` are
    /// not waited for.
    pub(super) fn is_behind(&self, room: &Room) -> bool {
        let (Some(person), Some(game)) = (room.only_person(), &room.game) else {
            return false;
        };
        let behind = |shown: Option<u32>| shown.is_none_or(|ply| (ply as usize) < game.ply());
        let own = self.viewers.iter().filter(|viewer| viewer.who.as_ref() == Some(person));
        let mut shown = own.filter_map(|viewer| viewer.shown).peekable();
        // A lesson waits for its learner, even for one who is not there.
        (room.scripted().is_some() || shown.peek().is_some()) && shown.all(behind)
    }

    /// Sends an answer to one viewer. If its queue is full, the next message will notice that too.
    pub(super) fn answer(&self, room: &Room, number: u64, message: &Message<'_>) {
        if let Some(viewer) = self.viewers.iter().find(|viewer| viewer.number == number) {
            self.send(room, viewer, json::to_string(message).into());
        }
    }

    /// Tells every viewer what they may know; `asked` is the viewer whose request caused this. Each eye's message about
    /// a move is written once.
    pub(super) fn tell(&mut self, room: &Room, tell: &Tell, asked: Option<u64>) {
        match tell {
            Tell::Sync => self.shown.clear(),
            _ => self.n += 1,
        }
        let mut made: Vec<(Eye, Utf8Bytes)> = Vec::new();
        // Events that all eyes are told alike are written once.
        let mut alike: Option<String> = None;
        let mut slow = Vec::new();
        let asked = self.viewers.iter().position(|viewer| Some(viewer.number) == asked);
        // Tell the asker last: of the tasks that this one wakes, the last runs next, and the asker's answer goes with
        // it.
        let others = (0..self.viewers.len()).filter(|at| Some(*at) != asked);
        for at in others.chain(asked) {
            // Taken out for the moment, rather than copied for every message.
            let who = self.viewers[at].who.take();
            let text = match tell {
                Tell::Moved(since) => {
                    let eye = room.eye(who.as_ref());
                    match made.iter().find(|(other, _)| *other == eye) {
                        Some((_, text)) => text.clone(),
                        None => {
                            let text = self.update(room, who.as_ref(), eye, *since, &mut alike);
                            made.push((eye, text.clone()));
                            text
                        }
                    }
                }
                Tell::Sync => self.everything(room, who.as_ref(), 0),
                other => self.notice(room, who.as_ref(), other),
            };
            self.viewers[at].who = who;
            let viewer = &self.viewers[at];
            if !self.send(room, viewer, text) {
                slow.push(viewer.number);
            }
        }
        let before = self.viewers.len();
        // Drop viewers who may no longer watch, too: the game has begun and the table has no spectators.
        self.viewers
            .retain(|viewer| !slow.contains(&viewer.number) && room.may_watch(viewer.who.as_ref()).is_ok());
        if self.viewers.len() < before {
            self.forget(room);
        }
    }

    /// A message that shows nothing of the game.
    fn notice(&self, room: &Room, who: Option<&PersonId>, tell: &Tell) -> Utf8Bytes {
        let n = self.n;
        let table = || Message::Table {
            n,
            table: room.info(who),
            you: room.you(who),
        };
        let message = match tell {
            Tell::Table => table(),
            Tell::You(person) if who == Some(person) => table(),
            Tell::Chat(line) if room.hears(who, line) => Message::Chat {
                n,
                line: room.line(line),
            },
            Tell::Alike(Notice(message)) => message(n),
            Tell::Chat(_) | Tell::You(_) | Tell::Moved(_) | Tell::Sync => Message::Skip { n },
        };
        json::to_string(&message).into()
    }

    /// The message with everything, and the events from this number on. From then on, the eye's view is known.
    fn everything(&mut self, room: &Room, who: Option<&PersonId>, since: usize) -> Utf8Bytes {
        let eye = room.eye(who);
        let mut view = Fields::default();
        let view = room.look(eye, &mut view).map(|()| view);
        let text = room.sync(self.n, who, view.as_ref(), since);
        match (self.shown.iter().position(|(other, _)| *other == eye), view) {
            (None, Some(view)) => self.shown.push((eye, view)),
            // Others with this eye were shown something else (before a claim, say): after the next move all of them get
            // everything.
            (Some(at), view) if Some(&self.shown[at].1) != view.as_ref() => drop(self.shown.swap_remove(at)),
            (Some(_), _) | (None, None) => {}
        }
        text.into()
    }

    /// The message about a move. Events that every eye is told alike are stored in `alike`, or taken from there.
    fn update(
        &mut self,
        room: &Room,
        who: Option<&PersonId>,
        eye: Eye,
        since: usize,
        alike: &mut Option<String>,
    ) -> Utf8Bytes {
        SEEN.with_borrow_mut(|view| match room.look(eye, view) {
            Some(()) => self.update_to(room, who, (eye, view), since, alike),
            None => self.notice(room, who, &Tell::Moved(since)),
        })
    }

    fn update_to(
        &mut self,
        room: &Room,
        who: Option<&PersonId>,
        (eye, view): (Eye, &Fields),
        since: usize,
        alike: &mut Option<String>,
    ) -> Utf8Bytes {
        let own;
        let events = match alike {
            Some(events) => events,
            None => match room.told(eye, since) {
                (events, true) => alike.insert(events),
                (events, false) => {
                    own = events;
                    &own
                }
            },
        };
        let at = self.shown.iter().position(|(other, _)| *other == eye);
        let at = at.unwrap_or_else(|| {
            self.shown.push((eye, Fields::default()));
            self.shown.len() - 1
        });
        let known = &mut self.shown[at].1;
        let update = room.update(self.n, eye, events, known, view);
        let text = update.unwrap_or_else(|| room.sync(self.n, who, Some(view), 0));
        known.copy(view);
        text.into()
    }

    /// Forgets the views of eyes that have no viewer any more.
    fn forget(&mut self, room: &Room) {
        let Self { viewers, shown, .. } = self;
        shown.retain(|(eye, _)| viewers.iter().any(|viewer| room.eye(viewer.who.as_ref()) == *eye));
    }

    /// Puts a message into the viewer's queue. A viewer that does not read gets no more: its connection ends, and the
    /// table goes on.
    fn send(&self, room: &Room, viewer: &Viewer, text: Utf8Bytes) -> bool {
        match viewer.outbox.try_send(text) {
            Ok(()) => true,
            Err(Unsent::Full) => {
                self.metrics.slow.inc();
                tracing::info!(table = %room.id, "a viewer reads too slowly and is dropped");
                false
            }
            Err(Unsent::Gone) => false,
        }
    }
}
