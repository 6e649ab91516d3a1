//! Behind a real proxy: addresses are those of the clients, limits hold for each of them, and sockets work.

use std::fs;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use roundtable_load::{Client, Scratch};
use serde_json::json;

use crate::house::Process;

/// nginx with the configuration of docs/HOSTING.md, without TLS.
struct Nginx {
    child: Child,
    address: SocketAddr,
}

impl Nginx {
    fn start(folder: &Path, server: SocketAddr) -> Self {
        // nginx must be told a port; one that was free a moment ago will do.
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = free.local_addr().unwrap();
        drop(free);
        let here = folder.display();
        let text = format!(
            "pid {here}/pid;
            daemon off;
            error_log stderr crit;
            worker_processes 1;
            events {{ worker_connections 256; }}
            http {{
                access_log off;
                client_body_temp_path {here}/body;
                proxy_temp_path {here}/proxy;
                fastcgi_temp_path {here}/f;
                uwsgi_temp_path {here}/u;
                scgi_temp_path {here}/s;
                limit_conn_zone $binary_remote_addr zone=perip:1m;
                server {{
                    listen {address};
                    location /metrics {{ return 404; }}
                    location / {{
                        proxy_pass http://{server};
                        proxy_http_version 1.1;
                        proxy_set_header Host $host:$server_port;
                        proxy_set_header X-Forwarded-For $remote_addr;
                        proxy_set_header X-Request-Id $request_id;
                        proxy_set_header Upgrade $http_upgrade;
                        proxy_set_header Connection $http_connection;
                        proxy_read_timeout 120s;
                        limit_conn perip 100;
                    }}
                }}
            }}"
        );
        let file = folder.join("nginx.conf");
        fs::write(&file, text).unwrap();
        let path = std::env::var("PATH").unwrap_or_default() + ":/usr/sbin";
        let child = Command::new("nginx")
            .env("PATH", path)
            .arg("-p")
            .arg(folder)
            .arg("-c")
            .arg(&file)
            .stdin(Stdio::null())
            .spawn()
            .expect("nginx is installed");
        let until = Instant::now() + Duration::from_secs(20);
        while std::net::TcpStream::connect(address).is_err() {
            assert!(Instant::now() < until, "nginx listens");
            std::thread::sleep(Duration::from_millis(20));
        }
        Self { child, address }
    }
}

impl Drop for Nginx {
    fn drop(&mut self) {
        // Its workers end with it, if it is asked to end.
        let pid = self.child.id().to_string();
        let _ = Command::new("kill").args(["-TERM", &pid]).status();
        let _ = self.child.wait();
    }
}

fn from(nginx: &Nginx, last: u8) -> Client {
    let mut client = Client::new(nginx.address);
    client.from = Some(IpAddr::from([127, 0, 0, last]));
    client
}

#[tokio::test]
async fn limits_hold_for_each_client_behind_a_proxy() {
    let scratch = Scratch::new("proxy").unwrap();
    let limits = [
        "--trust-proxy",
        "true",
        "--guest-rate",
        "6",
        "--max-connections-per-address",
        "3",
        "--tables-per-day",
        "4",
        "--people-per-address",
        "1",
    ];
    let server = Process::start_ordinary(&scratch.path().join("data"), &limits);
    let nginx = Nginx::start(scratch.path(), server.address);
    // New guests: two of one address, then no more; another address has its own.
    let (mut here, mut there) = (from(&nginx, 2), from(&nginx, 3));
    let guest = json!({"name": "Ann"});
    let mut codes = Vec::new();
    for _ in 0..3 {
        codes.push(here.post("/api/guest", &guest).await.unwrap().status);
    }
    assert_eq!(codes, [200, 200, 429]);
    assert_eq!(
        there.post("/api/guest", &json!({"name": "Ben"})).await.unwrap().status,
        200
    );
    // Whoever invents an address is found by the proxy's.
    let forged = [("X-Forwarded-For", "203.0.113.7")];
    let answer = here
        .send("POST", "/api/guest", &forged, Some(&guest.to_string()))
        .await
        .unwrap();
    assert_eq!(answer.status, 429, "{}", answer.text);
    // Tables of a day.
    let wish = json!({"game": "shock", "players": 3, "public": true, "spectators": true});
    let mut made = Vec::new();
    for _ in 0..5 {
        made.push(here.post("/api/tables", &wish).await.unwrap());
    }
    let codes: Vec<u16> = made.iter().map(|answer| answer.status).collect();
    assert_eq!(codes, [201, 201, 201, 201, 429]);
    assert_eq!(there.post("/api/tables", &wish).await.unwrap().status, 201);
    // Sockets work through the proxy, as many as an address may have.
    let id = made[0].json()["id"].as_str().unwrap().to_owned();
    let mut open = Vec::new();
    for _ in 0..3 {
        let mut live = here.live(&id, None).await.unwrap();
        assert_eq!(live.next().await.unwrap()["type"], "sync");
        open.push(live);
    }
    assert!(here.live(&id, None).await.is_err(), "three are enough");
    assert!(there.live(&id, None).await.is_ok(), "others have their own");
    open.pop();
    let until = Instant::now() + Duration::from_secs(10);
    while here.live(&id, None).await.is_err() {
        assert!(Instant::now() < until, "a place is free again");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    // The number of a request is the proxy's, and metrics stay inside.
    let head = there.get("/api/games").await.unwrap().head.to_lowercase();
    let number = head
        .lines()
        .find_map(|line| line.strip_prefix("x-request-id: "))
        .unwrap();
    assert_eq!(number.len(), 32, "{number}");
    assert_eq!(there.get("/metrics").await.unwrap().status, 404);
}
