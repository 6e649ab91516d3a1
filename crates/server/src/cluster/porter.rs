//! Takes letters in, and hands them to the tables and viewers of this node.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError};
use std::time::Instant;

use axum::extract::ws::Utf8Bytes;
use futures_util::StreamExt as _;
use futures_util::stream::select;
use roundtable_core::json;
use roundtable_protocol::{Code, Message, Refusal, TableId};
use tokio::sync::{mpsc, oneshot};

use super::away::moving;
use super::guests::Guest;
use super::letter::{Answer, Letter, News, Question, Unread, read, unread};
use super::{Cluster, STILL, TELL_TAKEN, Wire};
use crate::site::Site;
use crate::store::NodeId;
use crate::table::{Mail, Outbox, Reply, Who};

/// The last letter that came from a node: its stream and its number.
type Heard = HashMap<NodeId, (u64, u64)>;

/// Takes letters in for as long as the server runs.
pub(super) async fn run(cluster: Arc<Cluster>, site: Arc<Site>) {
    let Some(wire) = &cluster.wire else { return };
    let home = cluster.membership(|own| own.home.clone());
    let letters = wire.letters.lock().unwrap_or_else(PoisonError::into_inner).take();
    let Some([own, all]) = letters else { return };
    let (mut letters, mut up) = (select(own, all), wire.up.clone());
    let mut still = tokio::time::interval(STILL);
    let mut tell_taken = tokio::time::interval(TELL_TAKEN);
    let porter = Porter {
        cluster: &cluster,
        site: &site,
        wire,
        home,
    };
    let mut heard = Heard::new();
    loop {
        tokio::select! {
            letter = letters.next() => match letter {
                Some(letter) => porter.open(&letter.payload, &mut heard),
                None => return,
            },
            Ok(()) = up.changed() => porter.bus_changed(*up.borrow_and_update()),
            _ = tell_taken.tick() => {
                if let Some(spent) = site.untold() {
                    cluster.tell(News::Spent(Box::new(spent)));
                }
            }
            _ = still.tick() => {
                for (node, viewers) in wire.aways.still() {
                    wire.post.letter(&node, Letter::Still { viewers });
                }
                let alive = |node: &NodeId| cluster.membership(|own| own.is_alive(node));
                wire.guests.lose(|node| !alive(node));
            }
        }
    }
}

struct Porter<'a> {
    cluster: &'a Arc<Cluster>,
    site: &'a Arc<Site>,
    wire: &'a Wire,
    home: NodeId,
}

impl Porter<'_> {
    /// The bus came or went. What was on its way is lost; whoever is concerned connects anew.
    fn bus_changed(&self, up: bool) {
        self.wire.post.clear();
        self.wire.guests.lose(|_| true);
        self.cluster.changed();
        if up {
            let site = Arc::clone(self.site);
            // Who was signed out elsewhere meanwhile must not stay.
            tokio::spawn(async move { site.end_strangers().await });
        }
    }

    fn open(&self, bytes: &[u8], heard: &mut Heard) {
        let Some((head, text)) = read(bytes) else {
            return tracing::warn!("something that is no letter came over the bus");
        };
        if head.from == self.home {
            return;
        }
        let Some(letter) = head.letter else {
            tracing::debug!(from = %head.from, "a letter of another version");
            if head.number == 0 {
                return;
            }
            self.count(&head.from, (head.stream, head.number), heard);
            return self.excuse(&head.from, unread(bytes));
        };
        match letter {
            Letter::News(news) => self.hear(&head.from, &news),
            letter => {
                self.count(&head.from, (head.stream, head.number), heard);
                self.take(&head.from, letter, text);
            }
        }
    }

    /// Answers what nobody here understands: it is asked for again when all servers have the same version.
    fn excuse(&self, from: &NodeId, unread: Option<Unread>) {
        let busy = "the servers are being upgraded and this one does not know that yet; try again in a moment";
        let refusal = Refusal::new(Code::Busy, busy);
        let post = &self.wire.post;
        match unread {
            Some(Unread::Command { viewer, id }) => self.refuse(from, viewer, id, refusal),
            Some(Unread::Ask { ask }) => {
                let answer = Answer::Refused(refusal);
                post.letter(from, Letter::Answer { ask, answer });
            }
            Some(Unread::Attach { viewer }) => {
                let refused = Some(refusal);
                post.letter(from, Letter::Attached { viewer, refused });
            }
            None => {}
        }
    }

    /// Refuses a command from the socket of another node's viewer.
    fn refuse(&self, from: &NodeId, viewer: u64, id: u64, error: Refusal) {
        let text = json::to_string(&Message::Refused { id: Some(id), error });
        let _ = self.wire.post.tell(from, viewer, text.into());
    }

    /// Notices lost letters: the viewers of that node here, and ours there, connect anew.
    fn count(&self, from: &NodeId, (stream, number): (u64, u64), heard: &mut Heard) {
        let last = heard.insert(from.clone(), (stream, number));
        let whole = match last {
            Some((known, last)) => known == stream && last + 1 == number,
            None => number == 1,
        };
        if !whole {
            self.cluster.metrics.bus_gaps.inc();
            tracing::info!(%from, "letters were lost; viewers connect anew");
            self.wire.guests.lose(|node| node == from);
            self.wire.aways.gap(from);
            self.cluster.changed();
        }
    }

    fn hear(&self, from: &NodeId, news: &News) {
        if let News::Leaving = news {
            self.wire.guests.lose(|node| node == from);
            if self.cluster.membership(|own| own.miss(from)) {
                self.cluster.changed();
            }
        } else {
            self.site.hear(news);
        }
    }

    fn take(&self, from: &NodeId, letter: Letter, text: Option<Utf8Bytes>) {
        let Wire {
            post, guests, aways, ..
        } = self.wire;
        match letter {
            Letter::Attach {
                table,
                viewer,
                who,
                key,
            } => self.attach(from, &table, viewer, (who, key)),
            Letter::Detach { viewer } => guests.leave(from, viewer),
            Letter::Sync { viewer, id, known } => {
                self.to_guest(from, viewer, id, |viewer| Mail::Sync { viewer, id, known });
            }
            Letter::Command {
                viewer,
                id,
                who,
                key,
                command,
            } => self.to_guest(from, viewer, id, |viewer| Mail::Do {
                who,
                key,
                command,
                reply: Reply::Socket { viewer, id },
                at: Instant::now(),
            }),
            Letter::Ask { table, ask, question } => {
                let (site, post, from) = (Arc::clone(self.site), post.clone(), from.clone());
                tokio::spawn(async move {
                    let answer = answer(&site, &table, question).await;
                    post.letter(&from, Letter::Answer { ask, answer });
                });
            }
            Letter::Forget { table, person } => drop(self.site.send(&table, Mail::Forget(person))),
            Letter::Still { viewers } => {
                for viewer in guests.still(from, &viewers) {
                    post.letter(from, Letter::Ended { viewer, again: true });
                }
            }
            Letter::Attached { viewer, refused } => aways.attached(viewer, refused),
            Letter::Told { viewers } => {
                let Some(text) = text else { return };
                for viewer in aways.told(&viewers, &text) {
                    post.letter(from, Letter::Detach { viewer });
                }
            }
            Letter::Ended { viewer, again: false } => aways.ended(viewer),
            Letter::Ended { viewer, again: true } => {
                aways.over(viewer);
                self.cluster.changed();
            }
            Letter::Answer { ask, answer } => aways.answered(ask, answer),
            Letter::News(_) => {}
        }
    }

    fn attach(&self, from: &NodeId, table: &TableId, viewer: u64, (who, key): (Option<Who>, Option<String>)) {
        let Wire { post, guests, .. } = self.wire;
        let (reply, attached) = oneshot::channel();
        let mail = Mail::Attach {
            who,
            key,
            outbox: Outbox::Away(guests.outbox(from, viewer)),
            reply,
        };
        let table = match self.site.post(table, mail) {
            Ok(table) => table,
            Err(refusal) => {
                let refused = Some(refusal);
                return post.letter(from, Letter::Attached { viewer, refused });
            }
        };
        let (post, guests, from) = (post.clone(), guests.clone(), from.clone());
        tokio::spawn(async move {
            let refused = match attached.await {
                Ok(Ok(number)) => {
                    guests.enter(&from, viewer, Guest { table, number });
                    None
                }
                Ok(Err(refusal)) => Some(refusal),
                Err(_) => Some(moving()),
            };
            post.letter(&from, Letter::Attached { viewer, refused });
        });
    }

    /// Gives mail about a viewer of another node to its table.
    fn to_guest(&self, from: &NodeId, viewer: u64, id: u64, mail: impl FnOnce(u64) -> Mail) {
        let Wire { post, guests, .. } = self.wire;
        let Some(Guest { table, number }) = guests.find(from, viewer) else {
            return post.letter(from, Letter::Ended { viewer, again: true });
        };
        match table.try_send(mail(number)) {
            Ok(()) => {}
            Err(mpsc::error::TrySendError::Full(_)) => {
                let error = Refusal::new(Code::Busy, "too much is going on at this table; try again in a moment");
                self.refuse(from, viewer, id, error);
            }
            Err(mpsc::error::TrySendError::Closed(_)) => {
                guests.leave(from, viewer);
                post.letter(from, Letter::Ended { viewer, again: true });
            }
        }
    }
}

/// What a table of this node answers to a question of another.
async fn answer(site: &Arc<Site>, table: &TableId, question: Question) -> Answer {
    let answered = match question {
        Question::Do { who, key, command } => {
            let mail = |reply| Mail::Do {
                reply: Reply::Http(who.0.clone(), reply),
                who,
                key,
                command,
                at: Instant::now(),
            };
            site.ask(table, mail).await.map(|done| Answer::Done(Box::new(done)))
        }
        Question::Look { who, key } => {
            let mail = |reply| Mail::Look { who, key, reply };
            site.ask(table, mail).await.map(|table| Answer::Table(Box::new(table)))
        }
        Question::Chat { who, key, before } => {
            let mail = |reply| Mail::Chat {
                who,
                key,
                before,
                reply,
            };
            site.ask(table, mail).await.map(Answer::Chat)
        }
        Question::Record { who, key } => {
            let mail = |reply| Mail::Record { who, key, reply };
            site.ask(table, mail).await.map(Answer::Record)
        }
    };
    answered.unwrap_or_else(Answer::Refused)
}
