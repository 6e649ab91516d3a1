//! The live connection to a table.

use roundtable_protocol::{Code, Command, Message, Refusal, Request, Scope, TableId};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::ws::{CloseFrame, Message as Frame, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Extension, Path, Query, State};
use axum::response::{IntoResponse as _, Response};
use futures_util::SinkExt as _;
use roundtable_core::json;
use tokio::sync::mpsc;

use super::auth::{Maybe, may};
use super::guard::Client;
use super::lobby::Link;
use super::refusal::Refused;
use super::viewing::{Attached, Held, count};
use crate::limits::{Address, Bucket, Rate};
use crate::site::{Place, Site};
use crate::sockets::{Farewell, Owner};
use crate::table::{Mail, Reply, Who, no_table};

/// The size of tungstenite's write buffer: small, since most connections are idle.
const WRITE_BUFFER: usize = 4 * 1024;

/// The size of the read buffer: commands are short, and the whole buffer is cleared before every read.
const READ_BUFFER: usize = 512;

/// How many unreadable messages in a row a connection may send.
const PATIENCE: u32 = 20;

/// How long a client may take to receive the reason for the end of its connection.
const FAREWELL: Duration = Duration::from_secs(2);

pub(crate) async fn open(
    State(site): State<Arc<Site>>,
    Maybe(one): Maybe,
    Extension(client): Extension<Client>,
    Extension(place): Extension<Arc<Place>>,
    path: Result<Path<String>, PathRejection>,
    link: Result<Query<Link>, QueryRejection>,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Response {
    let id = path.ok().and_then(|Path(text)| TableId::try_from(text).ok());
    let Some(id) = id else {
        return Refused(no_table()).into_response();
    };
    let Ok(upgrade) = upgrade else {
        return Refused::new(Code::BadRequest, "this is a WebSocket: connect with one").into_response();
    };
    if *site.stopping.borrow() {
        return Refused::new(Code::Stopping, "the server is being restarted; come back in a moment").into_response();
    }
    let owner = one.as_ref().map(|one| (one.person.id.clone(), one.token.clone()));
    let held = match Held::take(&site, client.address) {
        Ok(held) => held,
        Err(refusal) => return Refused(refusal).into_response(),
    };
    let scopes = one.as_ref().and_then(|one| one.scopes.clone());
    let who = one.map(|one| (one.person.id.clone(), one.person.called()));
    let key = link.ok().and_then(|Query(link)| link.key);
    // Attach before the upgrade, so that a refusal is a plain HTTP answer. It detaches from the table however the
    // connection ends, even if the upgrade never comes.
    let (seat, inbox) = match Attached::to(&site, &id, who.clone(), key.clone()).await {
        Ok(attached) => attached,
        Err(refusal) => return Refused(refusal).into_response(),
    };
    let limit = site.config.max_message;
    upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER)
        .max_write_buffer_size(4 << 20)
        .max_message_size(limit)
        .max_frame_size(limit)
        .on_upgrade(move |socket| async move {
            site.metrics.sockets.inc();
            Connection {
                site: &site,
                owner,
                address: client.address,
                who,
                scopes,
                key,
                seat,
                nonsense: 0,
            }
            .serve(socket, inbox)
            .await;
            site.metrics.sockets.dec();
            drop((place, held));
        })
}

struct Connection<'a> {
    site: &'a Site,
    owner: Option<Owner>,
    address: Address,
    who: Option<Who>,
    /// What a program with an API token may do; `None` for a person.
    scopes: Option<Arc<[Scope]>>,
    key: Option<String>,
    seat: Attached,
    nonsense: u32,
}

/// Why a connection ends.
enum End {
    /// The client is gone, or broke the WebSocket protocol.
    Gone,
    /// We say why.
    Bye(Code, &'static str, Option<u64>, u16),
}

/// The table has left the memory, or goes to another server: whoever comes again finds it.
const fn again() -> End {
    End::Bye(Code::Again, "the table was read again", Some(100), close_code::RESTART)
}

impl Connection<'_> {
    async fn serve(mut self, mut socket: WebSocket, mut inbox: mpsc::Receiver<Utf8Bytes>) {
        let end = self.talk(&mut socket, &mut inbox).await;
        // The table has nothing more to send.
        drop((self, inbox));
        if let End::Bye(code, message, retry_ms, close) = end {
            let bye = Message::Bye {
                code,
                message: message.to_owned(),
                retry_ms,
            };
            let farewell = async {
                let text = json::to_string(&bye);
                let _ = socket.send(Frame::Text(text.into())).await;
                let _ = socket
                    .send(Frame::Close(Some(CloseFrame {
                        code: close,
                        reason: code.name().into(),
                    })))
                    .await;
                // Until the client closes too, read what it still sends: a connection that is dropped with unread data
                // is reset, and then the client may never see our message.
                while let Some(Ok(_)) = socket.recv().await {}
            };
            // Give up on a client that neither reads this nor closes.
            let _ = tokio::time::timeout(FAREWELL, farewell).await;
        }
    }

    async fn talk(&mut self, socket: &mut WebSocket, inbox: &mut mpsc::Receiver<Utf8Bytes>) -> End {
        let silence = self.site.config.silence();
        let (_entry, mut farewell) = self.site.sockets.enter(self.owner.clone());
        let rate = self.site.config.message_rate;
        let rate = (rate > 0).then(|| Rate::per_second(rate, rate.saturating_mul(4)));
        let (mut bucket, mut heard) = (Bucket::full(), Instant::now());
        let mut ping = tokio::time::interval(silence / 3);
        loop {
            tokio::select! {
                text = inbox.recv() => {
                    let Some(text) = text else {
                        if self.seat.table.is_closed() {
                            return again();
                        }
                        return End::Bye(Code::Dropped, "you were too slow, or may no longer \
                            watch", Some(1000), close_code::POLICY);
                    };
                    if self.write(socket, text, inbox).await.is_err() {
                        return End::Gone;
                    }
                }
                frame = socket.recv() => {
                    let Some(Ok(frame)) = frame else { return End::Gone };
                    heard = Instant::now();
                    if rate.is_some_and(|rate| !bucket.take(rate, heard)) {
                        self.site.metrics.limited.inc();
                        return End::Bye(Code::TooFast, "you sent too many messages", Some(5000), close_code::POLICY);
                    }
                    match self.hear(frame, heard).await {
                        Ok(None) => {}
                        Ok(Some(answer)) => {
                            if socket.send(Frame::Text(answer.into())).await.is_err() {
                                return End::Gone;
                            }
                        }
                        Err(end) => return end,
                    }
                }
                _ = ping.tick() => {
                    if heard.elapsed() > silence {
                        return End::Bye(Code::Silent, "nothing was heard from you", Some(1000), close_code::POLICY);
                    }
                    if socket.send(Frame::Ping(Default::default())).await.is_err() {
                        return End::Gone;
                    }
                }
                why = &mut farewell => {
                    return match why {
                        Ok(Farewell::SignedOut) => End::Bye(
                            Code::SignedOut,
                            "you were signed out, or must show again who you are",
                            Some(0),
                            close_code::POLICY,
                        ),
                        // The sender is only dropped when the server stops.
                        Ok(Farewell::Restart) | Err(_) => End::Bye(
                            Code::Restart,
                            "the server is being restarted; your game is safe",
                            // Other servers take the table at once.
                            Some(if self.site.cluster.is_some() { 100 } else { 1000 }),
                            close_code::RESTART,
                        ),
                    };
                }
            }
        }
    }

    /// Takes a frame. Returns an answer if the table is not needed; an error ends the connection.
    async fn hear(&mut self, frame: Frame, at: Instant) -> Result<Option<String>, End> {
        let text = match frame {
            Frame::Text(text) => text,
            Frame::Binary(_) => return self.refuse(None, &Refusal::new(Code::BadRequest, "messages are text")),
            Frame::Ping(_) | Frame::Pong(_) => return Ok(None),
            Frame::Close(_) => return Err(End::Gone),
        };
        let request: Request = match serde_json::from_str(&text) {
            Ok(request) => request,
            Err(error) => {
                // Look for the number separately, so that the client can tell which of its requests was wrong.
                let id = serde_json::from_str::<serde_json::Value>(&text)
                    .ok()
                    .and_then(|json| json["id"].as_u64());
                return self.refuse(id, &Refusal::new(Code::BadRequest, error.to_string()));
            }
        };
        self.nonsense = 0;
        let (viewer, id) = (self.seat.viewer, request.id);
        if let Err(refusal) = may(self.scopes.as_deref(), request.command.scope()) {
            return Ok(Some(self.refusal(Some(id), refusal)));
        }
        let mail = match (request.command, self.who.clone()) {
            // Every viewer may sync again, with or without a name.
            (Command::Sync { n, events }, _) => {
                if self.site.resent.wait(self.address, 1) > Duration::ZERO {
                    self.site.metrics.limited.inc();
                    let refusal = Refusal::new(Code::TooFast, "you were sent too much at once; wait a moment");
                    return Ok(Some(self.refusal(Some(id), refusal)));
                }
                let known = n.map(|n| (n, events));
                Mail::Sync { viewer, id, known }
            }
            (command, Some(who)) => {
                if let Err(refusal) = self.site.budgets.command(&who.0, self.address, &command) {
                    return Ok(Some(self.refusal(Some(id), refusal)));
                }
                Mail::Do {
                    who,
                    key: self.key.clone(),
                    command,
                    reply: Reply::Socket { viewer, id },
                    at,
                }
            }
            (_, None) => {
                let refusal = Refusal::new(Code::NotSignedIn, "choose a name first, or sign in");
                return self.refuse(Some(id), &refusal);
            }
        };
        self.seat.table.send(mail).await.map_err(|_| again())?;
        Ok(None)
    }

    /// Refuses a message that is none, or that no table needs to see.
    fn refuse(&mut self, id: Option<u64>, refusal: &Refusal) -> Result<Option<String>, End> {
        self.nonsense += 1;
        if self.nonsense > PATIENCE {
            return Err(End::Bye(
                Code::BadRequest,
                "too many messages could not be read",
                None,
                close_code::POLICY,
            ));
        }
        Ok(Some(self.refusal(id, refusal.clone())))
    }

    fn refusal(&self, id: Option<u64>, error: Refusal) -> String {
        self.site.metrics.refuse(error.code);
        json::to_string(&Message::Refused { id, error })
    }

    /// Writes a message and all others in the queue, and sends them together.
    async fn write(
        &self,
        socket: &mut WebSocket,
        first: Utf8Bytes,
        inbox: &mut mpsc::Receiver<Utf8Bytes>,
    ) -> Result<(), axum::Error> {
        count(self.site, self.address, &first);
        socket.feed(Frame::Text(first)).await?;
        while let Ok(text) = inbox.try_recv() {
            count(self.site, self.address, &text);
            socket.feed(Frame::Text(text)).await?;
        }
        socket.flush().await
    }
}
