//! The abuses. Each has an address of its own and does one thing, as much of it as it can, until it is time to end.

use std::collections::BTreeMap;
use std::fmt;
use std::future::Future;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use roundtable_core::Rng;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpSocket;
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

use super::address;
use crate::{Client, HttpAnswer, Live, Oops};

/// What became of an abuse: how often the server answered how.
#[derive(Clone, Debug, Default)]
pub struct Toll {
    /// Which abuse.
    pub name: &'static str,
    /// How often it was answered with which status or code.
    pub answers: BTreeMap<String, usize>,
}

impl fmt::Display for Toll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.name)?;
        for (answer, count) in &self.answers {
            write!(f, " {answer} {count}")?;
        }
        Ok(())
    }
}

/// Somebody who abuses the server.
struct Besieger {
    server: SocketAddr,
    number: usize,
    until: Instant,
    toll: Toll,
    rng: Rng,
}

impl Besieger {
    fn time_is_over(&self) -> bool {
        Instant::now() >= self.until
    }

    fn note(&mut self, answer: impl Into<String>) {
        *self.toll.answers.entry(answer.into()).or_default() += 1;
    }

    fn note_http(&mut self, answer: &Result<HttpAnswer, Oops>) {
        let text = match answer {
            Ok(answer) if answer.status < 400 => answer.status.to_string(),
            Ok(answer) => answer.code(),
            Err(_) => "cut".to_owned(),
        };
        self.note(text);
    }

    fn client(&self) -> Client {
        let mut client = Client::new(self.server);
        client.from = Some(address(66, self.number));
        client
    }

    /// A guest of this address, as soon as there may be one.
    async fn guest(&mut self) -> Option<Client> {
        while !self.time_is_over() {
            let mut client = self.client();
            let name = json!({ "name": format!("Mallory {}", self.rng.below(1_000_000)) });
            let answer = client.post("/api/guest", &name).await;
            if answer.is_ok_and(|answer| answer.status == 200) {
                return Some(client);
            }
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
        None
    }

    async fn table(&mut self, client: &mut Client, wish: &Value) -> Option<String> {
        let answer = client.post("/api/tables", wish).await;
        self.note_http(&answer);
        let id = answer.ok()?.json()["id"].as_str()?.to_owned();
        Some(id)
    }

    /// A moment's rest, so that the machine that both run on is not busy with the besiegers alone.
    async fn breathe(&self) {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// All abuses, each as a task.
pub(super) fn all(server: SocketAddr, until: Instant) -> JoinSet<Toll> {
    let mut tasks = JoinSet::new();
    let mut number = 0;
    let mut besieger = |name| {
        number += 1;
        Besieger {
            server,
            number,
            until,
            toll: Toll {
                name,
                answers: BTreeMap::new(),
            },
            rng: Rng::new(number as u64),
        }
    };
    macro_rules! besiege {
        ($($work:ident),+ $(,)?) => {
            $(tasks.spawn(tolled(besieger(stringify!($work)), $work));)+
        };
    }
    besiege!(
        bot_tables,
        hints,
        decks,
        lobby,
        chat,
        claims,
        mutes,
        logins,
        guests,
        slow_bodies,
        connections,
        syncs,
        fragments,
        nonsense,
        unread,
    );
    tasks
}

async fn tolled<F: Future<Output = Besieger>>(besieger: Besieger, work: impl FnOnce(Besieger) -> F) -> Toll {
    work(besieger).await.toll
}

/// Tables of champions among themselves, as many as one may have.
async fn bot_tables(mut me: Besieger) -> Besieger {
    let Some(mut client) = me.guest().await else { return me };
    while !me.time_is_over() {
        let seats = json!([{"bot": "champion"}, {"bot": "champion"}]);
        let wish = json!({"game": "knight-at-the-inn", "players": 2, "seats": seats});
        match me.table(&mut client, &wish).await {
            Some(id) => {
                let _ = client.post(&format!("/api/tables/{id}/start"), &json!({})).await;
            }
            None => tokio::time::sleep(Duration::from_secs(2)).await,
        }
    }
    me
}

/// Hints at many tables at the same time.
async fn hints(mut me: Besieger) -> Besieger {
    let Some(mut client) = me.guest().await else { return me };
    let mut open: Vec<Live> = Vec::new();
    while !me.time_is_over() {
        if open.len() >= 45 {
            open.remove(0);
        }
        let wish = json!({"game": "shock", "players": 3, "hints": true});
        let Some(id) = me.table(&mut client, &wish).await else {
            tokio::time::sleep(Duration::from_secs(1)).await;
            for live in &mut open {
                let _ = live.ask(&json!({"hint": {}})).await;
            }
            continue;
        };
        let _ = client
            .post(&format!("/api/tables/{id}/start"), &json!({"fill": "page"}))
            .await;
        if let Ok(mut live) = client.live(&id, None).await {
            let _ = live.ask(&json!({"hint": {}})).await;
            open.push(live);
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    me
}

/// Tables with large decks, made and left.
async fn decks(mut me: Besieger) -> Besieger {
    let Some(mut client) = me.guest().await else { return me };
    let standard = include_str!("../../../games/shock/deck.toml");
    while !me.time_is_over() {
        let comment = char::from(b'a' + me.rng.below(26) as u8).to_string().repeat(20_000);
        let deck = format!("# {comment} {}\n{standard}", me.rng.below(1_000_000));
        let wish = json!({"game": "shock", "players": 3, "deck": deck});
        if let Some(id) = me.table(&mut client, &wish).await {
            let _ = client.post(&format!("/api/tables/{id}/leave"), &json!({})).await;
        }
        me.breathe().await;
    }
    me
}

/// Public tables that fill the lobby, and the lobby read over and over.
async fn lobby(mut me: Besieger) -> Besieger {
    let Some(mut client) = me.guest().await else { return me };
    while !me.time_is_over() {
        let wish = json!({"game": "shock", "players": 3, "public": true, "spectators": true});
        me.table(&mut client, &wish).await;
        let answer = client.get("/api/tables").await;
        me.note_http(&answer);
        me.breathe().await;
    }
    me
}

/// A table of one's own, and commands to it without end.
async fn commands(mut me: Besieger, wish: Value, mut command: impl FnMut(&mut Rng) -> Value) -> Besieger {
    let Some(mut client) = me.guest().await else { return me };
    while !me.time_is_over() {
        let Some(id) = me.table(&mut client, &wish).await else {
            tokio::time::sleep(Duration::from_secs(1)).await;
            continue;
        };
        let _ = client
            .post(&format!("/api/tables/{id}/start"), &json!({"fill": "page"}))
            .await;
        let Ok(mut live) = client.live(&id, None).await else {
            continue;
        };
        // Many requests before an answer is read.
        while !me.time_is_over() {
            let mut cut = false;
            for _ in 0..10 {
                cut |= live.ask(&command(&mut me.rng)).await.is_err();
            }
            let read = async {
                while let Some(message) = live.next().await {
                    let kind = message["type"].as_str().unwrap_or_default().to_owned();
                    match &*kind {
                        "done" => me.note(kind),
                        "refused" => me.note(message["error"]["code"].as_str().unwrap_or_default()),
                        "bye" => me.note(message["code"].as_str().unwrap_or_default()),
                        _ => {}
                    }
                }
            };
            cut |= tokio::time::timeout(Duration::from_millis(200), read).await.is_ok();
            if cut {
                break;
            }
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    me
}

async fn chat(me: Besieger) -> Besieger {
    let wish = json!({"game": "shock", "players": 3});
    commands(me, wish, |_| json!({"chat": {"text": "x".repeat(500)}})).await
}

async fn claims(me: Besieger) -> Besieger {
    let wish = json!({"game": "never-bring-a-knife", "players": 4});
    commands(
        me,
        wish,
        |_| json!({"claim": {"claim": {"type": "own", "role": "cop"}}}),
    )
    .await
}

async fn mutes(me: Besieger) -> Besieger {
    let wish = json!({"game": "shock", "players": 3});
    commands(me, wish, |rng| {
        let person = format!("{:016x}", rng.next_u64());
        json!({"mute": {"person": person, "on": true}})
    })
    .await
}

async fn nonsense(me: Besieger) -> Besieger {
    let wish = json!({"game": "shock", "players": 3});
    commands(me, wish, |rng| {
        let deep = rng.below(500) as usize;
        let text = format!("{}{}", "[".repeat(deep), "]".repeat(deep));
        serde_json::from_str(&text).unwrap_or(json!({"play": {"decision": deep, "move": "x"}}))
    })
    .await
}

/// Passwords for names that are long, new, or somebody's.
async fn logins(mut me: Besieger) -> Besieger {
    while !me.time_is_over() {
        let mut client = me.client();
        let name = match me.rng.below(3) {
            0 => "Guest 1".to_owned(),
            1 => format!("Nobody {}", me.rng.next_u64()),
            _ => "y".repeat(60_000),
        };
        let answer = client
            .post("/api/login", &json!({"name": name, "password": "x".repeat(200)}))
            .await;
        me.note_http(&answer);
        me.breathe().await;
    }
    me
}

/// New guests without end.
async fn guests(mut me: Besieger) -> Besieger {
    while !me.time_is_over() {
        let mut client = me.client();
        let name = json!({ "name": format!("Crowd {}", me.rng.below(1_000_000)) });
        let answer = client.post("/api/guest", &name).await;
        me.note_http(&answer);
        me.breathe().await;
    }
    me
}

/// Bodies that come byte by byte, on many connections.
async fn slow_bodies(mut me: Besieger) -> Besieger {
    let head = "POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n";
    let mut tasks = JoinSet::new();
    for _ in 0..60 {
        let (server, from, until) = (me.server, address(66, me.number), me.until);
        tasks.spawn(async move {
            let mut ends = 0;
            while Instant::now() < until {
                let Ok(socket) = TcpSocket::new_v4() else { continue };
                let _ = socket.bind(SocketAddr::new(from, 0));
                let Ok(mut stream) = socket.connect(server).await else {
                    tokio::time::sleep(Duration::from_millis(500)).await;
                    continue;
                };
                let _ = stream.write_all(head.as_bytes()).await;
                while Instant::now() < until && stream.write_all(b" ").await.is_ok() {
                    let mut answer = [0; 64];
                    let read = tokio::time::timeout(Duration::from_millis(400), stream.read(&mut answer)).await;
                    if read.is_ok() {
                        break;
                    }
                }
                ends += 1;
            }
            ends
        });
    }
    while let Some(ends) = tasks.join_next().await {
        for _ in 0..ends.unwrap_or(0) {
            me.note("ended");
        }
    }
    me
}

/// Connections that do nothing, as many as the server takes.
async fn connections(mut me: Besieger) -> Besieger {
    let mut open = Vec::new();
    while !me.time_is_over() {
        let Ok(socket) = TcpSocket::new_v4() else { continue };
        let _ = socket.bind(SocketAddr::new(address(66, me.number), 0));
        match socket.connect(me.server).await {
            Ok(stream) => {
                me.note("opened");
                open.push(stream);
            }
            Err(_) => me.note("cut"),
        }
        if open.len() >= 400 {
            open.drain(..100);
        }
        me.breathe().await;
    }
    me
}

/// Many spectators without a name who have everything sent again and again.
async fn syncs(mut me: Besieger) -> Besieger {
    let Some(mut client) = me.guest().await else { return me };
    let seats = json!([{"bot": "squire"}, {"bot": "squire"}, {"bot": "squire"}]);
    let wish = json!({"game": "knight-shift", "players": 3, "seats": seats, "public": true, "spectators": true});
    let Some(id) = me.table(&mut client, &wish).await else {
        return me;
    };
    let _ = client.post(&format!("/api/tables/{id}/start"), &json!({})).await;
    let mut tasks = JoinSet::new();
    for _ in 0..150 {
        let (client, id, until) = (me.client(), id.clone(), me.until);
        tasks.spawn(async move {
            let mut bytes = 0;
            while Instant::now() < until {
                let Ok(mut live) = client.live(&id, None).await else {
                    tokio::time::sleep(Duration::from_secs(1)).await;
                    continue;
                };
                while Instant::now() < until && live.ask(&json!({"sync": {}})).await.is_ok() {
                    let Some(text) = live.next_text().await else { break };
                    bytes += text.len();
                    tokio::time::sleep(Duration::from_millis(150)).await;
                }
            }
            bytes
        });
    }
    let mut bytes = 0;
    while let Some(own) = tasks.join_next().await {
        bytes += own.unwrap_or(0);
    }
    me.toll.answers.insert("bytes".to_owned(), bytes);
    me
}

/// Messages in very many parts.
async fn fragments(mut me: Besieger) -> Besieger {
    let Some(mut client) = me.guest().await else { return me };
    let wish = json!({"game": "shock", "players": 3});
    let Some(id) = me.table(&mut client, &wish).await else {
        return me;
    };
    let part = |code, payload: &'static str, last| Message::Frame(Frame::message(payload, OpCode::Data(code), last));
    while !me.time_is_over() {
        let Ok(mut live) = client.live(&id, None).await else {
            tokio::time::sleep(Duration::from_secs(1)).await;
            continue;
        };
        let flood = async {
            live.send(part(Data::Text, r#"{"id":1,"do":{"sync":{"#, false)).await?;
            loop {
                for _ in 0..500 {
                    live.feed(part(Data::Continue, "", false)).await?;
                }
                live.send(part(Data::Continue, "", false)).await?;
                me.breathe().await;
            }
        };
        let left = me.until.saturating_duration_since(Instant::now());
        let _: Result<Result<(), Oops>, _> = tokio::time::timeout(left, flood).await;
        me.note("ended");
    }
    me
}

/// Requests whose answers are never read.
async fn unread(mut me: Besieger) -> Besieger {
    let Some(mut client) = me.guest().await else { return me };
    let wish = json!({"game": "shock", "players": 3});
    let Some(id) = me.table(&mut client, &wish).await else {
        return me;
    };
    while !me.time_is_over() {
        let Ok(mut live) = client.live(&id, None).await else {
            tokio::time::sleep(Duration::from_secs(1)).await;
            continue;
        };
        let question = json!({"check": {"move": "x".repeat(2_000)}});
        let left = me.until.saturating_duration_since(Instant::now());
        let flood = async {
            while live.ask(&question).await.is_ok() {
                tokio::time::sleep(Duration::from_millis(120)).await;
            }
        };
        let _ = tokio::time::timeout(left, flood).await;
        me.note("ended");
    }
    me
}
