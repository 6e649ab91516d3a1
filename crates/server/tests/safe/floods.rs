//! Connections, bytes and slow clients: at the limits people are told so, and nobody holds the server up.

use std::time::{Duration, Instant};

use crate::common::{House, act, state, table, until};
use roundtable_load::{Client, Live};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

/// A public, running table of one person against a bot.
async fn running(house: &House) -> (Client, String) {
    let mut ann = house.guest("Ann").await;
    let wish = json!({"game": "knight-at-the-inn", "players": 2, "public": true, "spectators": true});
    let (id, _) = table(&mut ann, wish).await;
    act(&mut ann, &id, "start", json!({"fill": "page"})).await;
    (ann, id)
}

/// Reads until the server ends the connection, or for this long.
async fn read_all(stream: &mut TcpStream, longest: Duration) -> String {
    let mut all = Vec::new();
    let _ = tokio::time::timeout(longest, stream.read_to_end(&mut all)).await;
    String::from_utf8_lossy(&all).into_owned()
}

#[tokio::test]
async fn newcomers_without_a_place_are_told_so_and_health_still_answers() {
    let house = House::open_with(|config| config.max_connections = 3).await;
    let mut idle = Vec::new();
    for _ in 0..3 {
        let mut stream = TcpStream::connect(house.address).await.unwrap();
        stream
            .write_all(b"GET /api/games HTTP/1.1\r\nHost: x\r\n\r\n")
            .await
            .unwrap();
        // It is served, and stays open.
        assert!(stream.read(&mut [0; 16]).await.unwrap() > 0);
        idle.push(stream);
    }
    let mut ann = Client::new(house.address);
    let answer = ann.get("/api/games").await.unwrap();
    assert_eq!((answer.status, &*answer.code()), (503, "busy"), "{}", answer.text);
    assert!(answer.head.to_lowercase().contains("retry-after:"), "{}", answer.head);
    assert_eq!(ann.get("/healthz").await.unwrap().text, "ok\n");
    assert_eq!(ann.get("/readyz").await.unwrap().text, "ready\n");
    // Whoever says nothing at the door does not stay there.
    let mut silent = TcpStream::connect(house.address).await.unwrap();
    let since = Instant::now();
    read_all(&mut silent, Duration::from_secs(20)).await;
    assert!(since.elapsed() < Duration::from_secs(10));
    drop(idle);
    let until = Instant::now() + Duration::from_secs(10);
    while ann.get("/api/games").await.unwrap().status != 200 {
        assert!(Instant::now() < until, "the places are free again");
    }
}

#[tokio::test]
async fn one_address_has_only_its_share_of_places() {
    let house = House::open_with(|config| config.max_connections_per_address = 2).await;
    let (ann, id) = running(&house).await;
    let _open = [ann.live(&id, None).await.unwrap(), ann.live(&id, None).await.unwrap()];
    let answer = Client::new(house.address).get("/api/games").await.unwrap();
    assert_eq!((answer.status, &*answer.code()), (503, "busy"));
    let mut far = Client::new(house.address);
    far.from = Some([127, 0, 0, 2].into());
    assert_eq!(far.get("/api/games").await.unwrap().status, 200);
}

#[tokio::test]
async fn behind_a_proxy_sockets_are_counted_by_the_address_that_it_reports() {
    let house = House::open_with(|config| {
        (config.trust_proxy, config.max_connections_per_address) = (true, 2);
    })
    .await;
    let (_, id) = running(&house).await;
    let open = async |address: &str| {
        let mut stream = TcpStream::connect(house.address).await.unwrap();
        let request = format!(
            "GET /api/tables/{id}/live HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {address}\r\nConnection: \
             Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: \
             dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut head = [0; 12];
        stream.read_exact(&mut head).await.unwrap();
        (stream, String::from_utf8_lossy(&head[9..]).into_owned())
    };
    let (_a, first) = open("2001:db8:1:2::1").await;
    let (_b, second) = open("2001:db8:1:2::2").await;
    // Another address of the same network is the same address; another network is not.
    let (_c, third) = open("2001:db8:1:2:3::4").await;
    let (_d, fourth) = open("2001:db8:1:3::1").await;
    assert_eq!([&*first, &second, &third, &fourth], ["101", "101", "429", "101"]);
}

#[tokio::test]
async fn a_body_that_does_not_come_is_not_waited_for() {
    let house = House::open().await;
    let mut stream = TcpStream::connect(house.address).await.unwrap();
    let head = "POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n";
    stream.write_all(head.as_bytes()).await.unwrap();
    let (mut read, mut write) = stream.into_split();
    let since = Instant::now();
    let drip = tokio::spawn(async move {
        // A byte now and then keeps nobody busy.
        while write.write_all(b" ").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(300)).await;
        }
    });
    let mut head = [0; 12];
    tokio::time::timeout(Duration::from_secs(30), read.read_exact(&mut head))
        .await
        .expect("it is answered")
        .unwrap();
    assert_eq!(&head[9..], b"408");
    assert!(since.elapsed() < Duration::from_secs(20));
    drip.abort();
}

/// Asks for everything over and over. Returns how many bytes of that came, and how many requests were refused.
async fn greedy(mut live: Live, until: Instant) -> (usize, usize) {
    let (mut bytes, mut refused) = (0, 0);
    while Instant::now() < until {
        if live.ask(&json!({"sync": {}})).await.is_err() {
            break;
        }
        loop {
            let Some(message) = live.next().await else {
                return (bytes, refused);
            };
            if message["type"] == "sync" {
                bytes += message.to_string().len();
            }
            refused += usize::from(message["error"]["code"] == "too_fast");
            if message["type"] == "done" || message["type"] == "refused" {
                break;
            }
        }
    }
    (bytes, refused)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nameless_spectators_cannot_have_everything_sent_again_and_again() {
    let house = House::open_with(|config| config.resend_rate = 32).await;
    let (_, id) = running(&house).await;
    let mut sockets = Vec::new();
    for _ in 0..20 {
        sockets.push(Client::new(house.address).live(&id, None).await.unwrap());
    }
    let until = Instant::now() + Duration::from_secs(3);
    let crowd: Vec<_> = sockets
        .into_iter()
        .map(|live| tokio::spawn(greedy(live, until)))
        .collect();
    let (mut bytes, mut refused) = (0, 0);
    for one in crowd {
        let (own, not) = one.await.unwrap();
        (bytes, refused) = (bytes + own, refused + not);
    }
    // A burst of 30 times 32 KiB, three seconds of the rate, and one message too many for each.
    assert!(bytes < 4 << 20, "{bytes} bytes in three seconds");
    assert!(refused > 0, "they were told to wait");
    // Nor by opening the table again and again.
    let mut said = String::new();
    for _ in 0..500 {
        if let Err(refused) = Client::new(house.address).live(&id, None).await {
            said = format!("{refused:?}");
            break;
        }
    }
    assert!(said.contains("429") && said.contains("retry-after"), "{said}");
    // Somebody else is served.
    let mut far = Client::new(house.address);
    far.from = Some([127, 0, 0, 2].into());
    assert_eq!(far.live(&id, None).await.unwrap().next().await.unwrap()["type"], "sync");
}

#[tokio::test]
async fn a_client_that_says_what_it_has_is_sent_only_the_rest() {
    let house = House::open().await;
    let (ann, id) = running(&house).await;
    let mut live = ann.live(&id, None).await.unwrap();
    let first = live.next().await.unwrap();
    let mut eve = Client::new(house.address).live(&id, None).await.unwrap();
    let before = eve.next().await.unwrap();
    let had = before["events"].as_array().unwrap().len();
    // Nothing has happened: there is nothing to send.
    eve.ask(&json!({"sync": {"n": before["n"], "events": had}}))
        .await
        .unwrap();
    assert_eq!(eve.next().await.unwrap()["type"], "done");
    if first["game"]["decision"].is_null() {
        until(&mut live, |message| message["game"]["decision"].is_number()).await;
    }
    let game = state(&mut live).await;
    let play = json!({"play": {"decision": game["decision"], "move": game["legal"][0]["number"]}});
    assert_eq!(live.ask_and_wait(&play).await.unwrap()["type"], "done");
    // The same question from somebody who has missed that: the view as it is, and only the later events.
    eve.ask(&json!({"sync": {"n": before["n"], "events": had}}))
        .await
        .unwrap();
    let rest = until(&mut eve, |message| message["type"] == "sync").await;
    let whole = until_whole(&mut eve).await;
    assert_eq!(
        (rest["since"].as_u64(), whole["since"].as_u64()),
        (Some(had as u64), Some(0))
    );
    assert_eq!(rest["game"]["view"], whole["game"]["view"]);
    let events = |message: &Value| message["events"].as_array().unwrap().clone();
    let mut all = events(&before);
    all.extend(events(&rest));
    assert_eq!(all, events(&whole));
    // Nonsense numbers do no harm.
    let far = json!({"sync": {"n": u64::MAX, "events": usize::MAX}});
    assert_eq!(eve.ask_and_wait(&far).await.unwrap()["type"], "done");
}

async fn until_whole(live: &mut Live) -> Value {
    live.ask(&json!({"sync": {}})).await.unwrap();
    until(live, |message| message["type"] == "sync" && message["since"] == 0).await
}

#[tokio::test]
async fn parts_of_messages_count() {
    let house = House::open_with(|config| (config.message_rate, config.max_message) = (10, 16 * 1024)).await;
    let (ann, id) = running(&house).await;
    let mut live = ann.live(&id, None).await.unwrap();
    live.next().await.unwrap();
    // A message in 40,000 empty parts: 240 KB of frames. After the burst of 64 KiB it is read at 64 KiB a second.
    let since = Instant::now();
    let part = |code, payload: &'static str, last| Message::Frame(Frame::message(payload, OpCode::Data(code), last));
    live.feed(part(Data::Text, r#"{"id":1,"do":{"sync":{"#, false))
        .await
        .unwrap();
    for _ in 0..40_000 {
        live.feed(part(Data::Continue, "", false)).await.unwrap();
    }
    live.send(part(Data::Continue, "}}}", true)).await.unwrap();
    until(&mut live, |message| message["type"] == "done").await;
    assert!(since.elapsed() > Duration::from_millis(1_800), "{:?}", since.elapsed());
    // Others do not wait.
    let since = Instant::now();
    ann.live(&id, None).await.unwrap().next().await.unwrap();
    assert!(since.elapsed() < Duration::from_secs(2));
}

#[tokio::test]
async fn whoever_does_not_take_pings_and_refusals_is_dropped() {
    let house = House::open_with(|config| config.silence = 1).await;
    let (ann, id) = running(&house).await;
    let mut live = ann.live(&id, None).await.unwrap();
    live.next().await.unwrap();
    // Questions without end, whose answers nobody reads: when the buffers are full, the server gives up.
    let question = json!({"play": {"decision": 99, "move": "x".repeat(30_000)}}).to_string();
    let since = Instant::now();
    while live.ask_text(&question).await.is_ok() {
        assert!(since.elapsed() < Duration::from_secs(60), "it ends");
    }
    let metrics = house.server.as_ref().unwrap().metrics();
    let until = Instant::now() + Duration::from_secs(10);
    while metrics.sockets.get() > 0 {
        assert!(Instant::now() < until, "the socket is gone");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
