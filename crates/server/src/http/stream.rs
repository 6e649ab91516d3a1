//! Everything that happens to one person, at all their tables, as lines of JSON or as server-sent events.

use std::collections::{HashMap, HashSet};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::ws::Utf8Bytes;
use axum::extract::{Extension, State};
use axum::http::{HeaderMap, HeaderName, header};
use axum::response::IntoResponse;
use futures_util::StreamExt as _;
use futures_util::stream::{self, BoxStream, SelectAll};
use roundtable_core::json;
use roundtable_protocol::{Code, PersonId, StreamLine, TableId, Told};
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior};

use super::auth::SignedIn;
use super::guard::Client;
use super::people;
use super::refusal::Refused;
use super::viewing::{Attached, Held, count};
use crate::follow::Followed;
use crate::limits::Address;
use crate::site::{Place, Site};
use crate::sockets::Farewell;
use crate::store::{List, Page, Person, StoreError};
use crate::streams::Open;

/// How many lines may wait for a slow client. After that, messages wait at the tables, which do not wait.
const LINES: usize = 64;

/// The most tables that a stream follows: the latest.
const TABLES: usize = 200;

/// How often to look whether there are other tables: what is told about that may be lost.
const LOOK: Duration = Duration::from_secs(20);

/// How soon to come again to a table that was read again, or is busy.
const AGAIN: Duration = Duration::from_millis(200);

/// After how long a silence to say that the stream is still there.
const ALIVE: Duration = Duration::from_secs(15);

/// How the stream is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// A line of JSON for each.
    Lines,
    /// Server-sent events.
    Events,
}

impl Form {
    fn of(headers: &HeaderMap) -> Self {
        let accepts = headers.get_all(header::ACCEPT).iter();
        let mut accepts = accepts.filter_map(|accept| accept.to_str().ok());
        match accepts.any(|accept| accept.contains("text/event-stream")) {
            true => Self::Events,
            false => Self::Lines,
        }
    }

    const fn media(self) -> &'static str {
        match self {
            Self::Lines => "application/x-ndjson",
            Self::Events => "text/event-stream",
        }
    }

    fn write(self, line: &StreamLine<'_>) -> Bytes {
        let text = json::to_string(line);
        match self {
            Self::Lines => text + "\n",
            Self::Events => format!("id: {}\ndata: {text}\n\n", line.n),
        }
        .into()
    }
}

pub(crate) async fn open(
    State(site): State<Arc<Site>>,
    Extension(client): Extension<Client>,
    Extension(place): Extension<Arc<Place>>,
    headers: HeaderMap,
    one: SignedIn,
) -> Result<impl IntoResponse, Refused> {
    if *site.stopping.borrow() {
        return Err(Refused::new(
            Code::Stopping,
            "the server is being restarted; come back in a moment",
        ));
    }
    let held = Held::take(&site, client.address)?;
    let open = site.streams.open(&one.person.id).ok_or_else(|| {
        site.metrics.limited.inc();
        Refused::new(Code::TooMany, "you have too many streams open; close some")
    })?;
    let form = Form::of(&headers);
    let (lines, written) = mpsc::channel(LINES);
    let stream = Stream {
        person: one.person,
        address: client.address,
        form,
        lines,
        n: 0,
        tables: HashMap::new(),
        missed: HashSet::new(),
        messages: SelectAll::new(),
        site,
    };
    tokio::spawn(async move {
        stream.run(one.token, &open).await;
        drop((held, place));
    });
    let body = stream::unfold(written, async |mut written| {
        let line: Option<Bytes> = written.recv().await;
        Some((Ok::<_, Infallible>(line?), written))
    });
    let headers = [
        (header::CONTENT_TYPE, form.media()),
        // nginx would hold lines back.
        (HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    Ok((headers, Body::from_stream(body)))
}

/// A message of a table, or that there will be none any more.
type Message = (TableId, Option<Utf8Bytes>);

struct Stream {
    site: Arc<Site>,
    person: Person,
    address: Address,
    form: Form,
    lines: mpsc::Sender<Bytes>,
    n: u64,
    tables: HashMap<TableId, (Followed, Attached)>,
    /// Tables that could not be followed, which was told.
    missed: HashSet<TableId>,
    messages: SelectAll<BoxStream<'static, Message>>,
}

/// The client is gone, or does not read.
struct Gone;

impl Stream {
    async fn run(mut self, token: crate::secret::TokenHash, open: &Open) {
        let owner = (self.person.id.clone(), token);
        let (_entry, mut farewell) = self.site.sockets.enter(Some(owner));
        self.site.metrics.sockets.inc();
        let why = tokio::select! {
            _ = self.tell(open) => None,
            why = &mut farewell => Some(why.unwrap_or(Farewell::Restart)),
        };
        if let Some(why) = why {
            let restart = why == Farewell::Restart;
            let bye = Told::Bye {
                code: if restart { Code::Restart } else { Code::SignedOut },
                message: match restart {
                    true => "the server is being restarted; your games are safe",
                    false => "you were signed out, the API token was revoked, or you must show again who you are",
                }
                .to_owned(),
                retry_ms: Some(match (restart, self.site.cluster.is_some()) {
                    (true, false) => 1000,
                    (true, true) | (false, _) => 100,
                }),
            };
            let bye = self.line(bye);
            // Whoever does not read does not hear it.
            let _ = self.lines.try_send(bye);
        }
        self.site.metrics.sockets.dec();
    }

    /// Writes the next line.
    fn line(&mut self, told: Told<'_>) -> Bytes {
        self.n += 1;
        self.form.write(&StreamLine { n: self.n, told })
    }

    /// Sends lines, as the client reads them.
    async fn send(&mut self, lines: Vec<Bytes>) -> Result<(), Gone> {
        for line in lines {
            let sent = self.lines.send_timeout(line, self.site.config.silence()).await;
            sent.map_err(|_| {
                self.site.metrics.slow.inc();
                Gone
            })?;
        }
        Ok(())
    }

    async fn tell(&mut self, open: &Open) -> Result<(), Gone> {
        let mine = self.unfinished().await.unwrap_or_default();
        let hello = Told::Hello {
            me: people::shown(self.person.clone()),
            tables: mine.clone(),
        };
        let hello = self.line(hello);
        self.send(vec![hello]).await?;
        let mut look_at = Instant::now() + self.follow(mine).await?;
        let mut alive = tokio::time::interval(ALIVE);
        alive.set_missed_tick_behavior(MissedTickBehavior::Delay);
        alive.reset();
        let gone = self.lines.clone();
        loop {
            tokio::select! {
                Some((id, text)) = self.messages.next() => {
                    alive.reset();
                    match text {
                        Some(text) => self.hear(&id, &text).await?,
                        // It left the memory, or this stream was too slow for it: everything again.
                        None => {
                            self.tables.remove(&id);
                            look_at = look_at.min(Instant::now() + AGAIN);
                        }
                    }
                }
                () = open.woken() => look_at = Instant::now(),
                () = tokio::time::sleep_until(look_at) => {
                    look_at = Instant::now() + match self.unfinished().await {
                        Ok(mine) => self.follow(mine).await?,
                        Err(_) => AGAIN * 5,
                    };
                }
                _ = alive.tick() => {
                    let line = self.line(Told::Alive {});
                    self.send(vec![line]).await?;
                }
                () = gone.closed() => return Err(Gone),
            }
        }
    }

    /// The person's tables that are not over.
    async fn unfinished(&mut self) -> Result<Vec<TableId>, StoreError> {
        let page = Page {
            before: None,
            limit: TABLES,
            each: TABLES,
        };
        let person: PersonId = self.person.id.clone();
        let listed = self.site.store.list(List::Unfinished(person), page).await?;
        Ok(listed.tables.into_iter().map(|table| table.id).collect())
    }

    /// Follows those of these tables that are not followed yet. Returns when to look again.
    async fn follow(&mut self, tables: Vec<TableId>) -> Result<Duration, Gone> {
        let mut again = LOOK;
        for id in tables {
            if self.tables.contains_key(&id) || self.tables.len() >= TABLES {
                continue;
            }
            // What is told at first costs the address something.
            let wait = self.site.resent.wait(self.address, 1);
            if wait > Duration::ZERO {
                return Ok(again.min(wait.max(AGAIN)));
            }
            let who = (self.person.id.clone(), self.person.called());
            match Attached::to(&self.site, &id, Some(who), None).await {
                Ok((attached, inbox)) => {
                    let followed = Followed::new(id.clone(), self.person.id.clone(), 0);
                    self.tables.insert(id.clone(), (followed, attached));
                    self.messages.push(messages(id, inbox));
                }
                Err(refusal) if refusal.code.status() == 503 => again = AGAIN,
                // It has just ended, or is closed to them.
                Err(_) if self.missed.insert(id.clone()) => {
                    let gone = self.line(Told::Gone { table: id });
                    self.send(vec![gone]).await?;
                }
                Err(_) => {}
            }
        }
        Ok(again)
    }

    /// Tells what follows from a message of a table.
    async fn hear(&mut self, id: &TableId, text: &Utf8Bytes) -> Result<(), Gone> {
        count(&self.site, self.address, text);
        let Some((followed, _)) = self.tables.get_mut(id) else {
            return Ok(());
        };
        let (mut lines, form, n) = (Vec::new(), self.form, &mut self.n);
        followed.take(text, |told| {
            *n += 1;
            lines.push(form.write(&StreamLine { n: *n, told }));
        });
        if followed.is_over() {
            self.tables.remove(id);
        }
        self.send(lines).await
    }
}

/// The messages of a table, and then that there are no more.
fn messages(id: TableId, inbox: mpsc::Receiver<Utf8Bytes>) -> BoxStream<'static, Message> {
    let messages = stream::unfold(Some((id, inbox)), async |state| {
        let (id, mut inbox) = state?;
        let text = inbox.recv().await;
        let message = (id.clone(), text);
        let more = message.1.is_some().then_some((id, inbox));
        Some((message, more))
    });
    messages.boxed()
}
