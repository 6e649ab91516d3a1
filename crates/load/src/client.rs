//! A minimal client for HTTP and WebSocket.

use std::net::{IpAddr, SocketAddr};

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error as SocketError, Message};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// Something went wrong between us and the server.
pub type Oops = Box<dyn std::error::Error + Send + Sync>;

/// A client of a server.
#[derive(Clone, Debug)]
pub struct Client {
    /// The address of the server.
    pub server: SocketAddr,
    /// The cookies, once there are any.
    pub cookie: Option<String>,
    /// The API token, if it shows one.
    pub bearer: Option<String>,
    /// The address to come from; any if left out.
    pub from: Option<IpAddr>,
}

/// An HTTP answer.
#[derive(Clone, Debug)]
pub struct HttpAnswer {
    /// The status.
    pub status: u16,
    /// The head, unchanged.
    pub head: String,
    /// The body, unchanged.
    pub text: String,
}

impl HttpAnswer {
    /// The body as JSON, or null.
    #[must_use]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_default()
    }

    /// The code of a refusal, or an empty string.
    #[must_use]
    pub fn code(&self) -> String {
        self.json()["error"]["code"].as_str().unwrap_or_default().to_owned()
    }
}

/// The body of an answer that was sent in chunks. One that does not end is an error.
fn joined(mut chunks: &[u8]) -> Result<Vec<u8>, Oops> {
    let mut body = Vec::new();
    loop {
        let end = chunks.windows(2).position(|window| window == b"\r\n");
        let (size, rest) = chunks.split_at(end.ok_or("an answer that was cut off")?);
        let size = usize::from_str_radix(std::str::from_utf8(size)?.trim(), 16)?;
        if size == 0 {
            return Ok(body);
        }
        body.extend_from_slice(rest.get(2..size + 2).ok_or("an answer that was cut off")?);
        chunks = rest.get(size + 4..).ok_or("an answer that was cut off")?;
    }
}

impl Client {
    /// A client without a name.
    #[must_use]
    pub const fn new(server: SocketAddr) -> Self {
        Self {
            server,
            cookie: None,
            bearer: None,
            from: None,
        }
    }

    /// A new guest with this name.
    ///
    /// # Errors
    /// If the server does not answer, or refuses.
    pub async fn guest(server: SocketAddr, name: &str) -> Result<Self, Oops> {
        let mut client = Self::new(server);
        let answer = client.post("/api/guest", &json!({ "name": name })).await?;
        if answer.status != 200 {
            return Err(format!("no guest: {}", answer.text).into());
        }
        Ok(client)
    }

    /// The games of the server, each with its fewest players.
    ///
    /// # Errors
    /// If the server does not answer, or has none.
    pub async fn games(&mut self) -> Result<Vec<(String, usize)>, Oops> {
        let list = self.get("/api/games").await?.json();
        let game = |game: &Value| {
            let players = usize::try_from(game["min_players"].as_u64()?).ok()?;
            Some((game["slug"].as_str()?.to_owned(), players))
        };
        let games = list["games"].as_array().into_iter().flatten().map(game);
        let games: Option<Vec<_>> = games.collect();
        Ok(games
            .filter(|games| !games.is_empty())
            .ok_or("the server has no games")?)
    }

    /// Sends a GET request.
    ///
    /// # Errors
    /// If the server does not answer.
    pub async fn get(&mut self, path: &str) -> Result<HttpAnswer, Oops> {
        self.send("GET", path, &[], None).await
    }

    /// Sends JSON in a POST request.
    ///
    /// # Errors
    /// If the server does not answer.
    pub async fn post(&mut self, path: &str, body: &Value) -> Result<HttpAnswer, Oops> {
        self.send("POST", path, &[], Some(&body.to_string())).await
    }

    /// Sends any request. Keeps a cookie that the server sets.
    ///
    /// # Errors
    /// If the server does not answer.
    pub async fn send(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&str>,
    ) -> Result<HttpAnswer, Oops> {
        let mut request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n",
            self.server
        );
        if let Some(cookie) = &self.cookie {
            request += &format!("Cookie: {cookie}\r\n");
        }
        if let Some(token) = &self.bearer {
            request += &format!("Authorization: Bearer {token}\r\n");
        }
        for (name, value) in headers {
            request += &format!("{name}: {value}\r\n");
        }
        if let Some(body) = body {
            if !headers
                .iter()
                .any(|(name, _)| name.eq_ignore_ascii_case("content-type"))
            {
                request += "Content-Type: application/json\r\n";
            }
            request += &format!("Content-Length: {}\r\n", body.len());
        }
        request += "\r\n";
        request += body.unwrap_or_default();
        let mut stream = self.connect().await?;
        stream.write_all(request.as_bytes()).await?;
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).await?;
        let end = bytes.windows(4).position(|window| window == b"\r\n\r\n");
        let (head, body) = bytes.split_at(end.ok_or("an answer without a head")?);
        let (head, body) = (String::from_utf8_lossy(head).into_owned(), &body[4..]);
        let chunked = head.to_ascii_lowercase().contains("transfer-encoding: chunked");
        let body = if chunked { joined(body)? } else { body.to_vec() };
        let status = head
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok())
            .ok_or("an answer without a status")?;
        for line in head.lines() {
            let (name, value) = line.split_once(':').unwrap_or_default();
            if name.eq_ignore_ascii_case("set-cookie") {
                self.keep(value.trim().split(';').next().unwrap_or_default());
            }
        }
        Ok(HttpAnswer {
            status,
            text: String::from_utf8_lossy(&body).into_owned(),
            head,
        })
    }

    /// Keeps a cookie, as `name=value`; one without a value is removed.
    fn keep(&mut self, cookie: &str) {
        let name = |pair: &str| pair.split('=').next().unwrap_or_default().to_owned();
        let before = self.cookie.take().unwrap_or_default();
        let others = before
            .split("; ")
            .filter(|pair| !pair.is_empty() && name(pair) != name(cookie));
        let new = Some(cookie).filter(|cookie| !cookie.ends_with('='));
        let all: Vec<&str> = others.chain(new).collect();
        self.cookie = (!all.is_empty()).then(|| all.join("; "));
    }

    /// Opens a stream of what happens. `accept` says in which form.
    ///
    /// # Errors
    /// If the server does not answer, or refuses: then with its answer.
    pub async fn stream(&self, path: &str, accept: &str) -> Result<Lines, Oops> {
        let mut request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\nAccept: {accept}\r\n", self.server);
        if let Some(token) = &self.bearer {
            request += &format!("Authorization: Bearer {token}\r\n");
        }
        if let Some(cookie) = &self.cookie {
            request += &format!("Cookie: {cookie}\r\n");
        }
        request += "\r\n";
        let mut stream = BufReader::new(self.connect().await?);
        stream.write_all(request.as_bytes()).await?;
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if stream.read_line(&mut head).await? == 0 {
                return Err("no answer".into());
            }
        }
        if !head.starts_with("HTTP/1.1 200 ") {
            let mut rest = vec![0; 1024];
            let count = stream.read(&mut rest).await?;
            return Err(format!("{head}{}", String::from_utf8_lossy(&rest[..count])).into());
        }
        Ok(Lines {
            head,
            stream,
            read: String::new(),
        })
    }

    async fn connect(&self) -> std::io::Result<TcpStream> {
        let Some(from) = self.from else {
            return TcpStream::connect(self.server).await;
        };
        let socket = if from.is_ipv4() {
            TcpSocket::new_v4()?
        } else {
            TcpSocket::new_v6()?
        };
        socket.bind(SocketAddr::new(from, 0))?;
        socket.connect(self.server).await
    }

    /// Opens the live connection to a table.
    ///
    /// # Errors
    /// If it is refused.
    pub async fn live(&self, table: &str, key: Option<&str>) -> Result<Live, Oops> {
        let query = key.map(|key| format!("?key={key}")).unwrap_or_default();
        self.socket(&format!("/api/tables/{table}/live{query}"), None).await
    }

    /// Opens a WebSocket.
    ///
    /// # Errors
    /// If it is refused.
    pub async fn socket(&self, path: &str, origin: Option<&str>) -> Result<Live, Oops> {
        let mut request = format!("ws://{}{path}", self.server).into_client_request()?;
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert("Cookie", HeaderValue::from_str(cookie)?);
        }
        if let Some(token) = &self.bearer {
            let text = format!("Bearer {token}");
            request
                .headers_mut()
                .insert("Authorization", HeaderValue::from_str(&text)?);
        }
        if let Some(origin) = origin {
            request.headers_mut().insert("Origin", HeaderValue::from_str(origin)?);
        }
        let stream = self.connect().await?;
        stream.set_nodelay(true)?;
        let config = WebSocketConfig::default()
            .read_buffer_size(16 * 1024)
            .write_buffer_size(4 * 1024);
        let (socket, _) = client_async_with_config(request, stream, Some(config)).await?;
        Ok(Live { socket, requests: 0 })
    }
}

/// A stream of lines, in chunks as HTTP sends them.
pub struct Lines {
    /// The head of the answer, unchanged.
    pub head: String,
    stream: BufReader<TcpStream>,
    /// What was read and not taken.
    read: String,
}

impl Lines {
    /// The next line, or `None` at the end.
    pub async fn next_line(&mut self) -> Option<String> {
        loop {
            if let Some((line, rest)) = self.read.split_once('\n') {
                let (line, rest) = (line.to_owned(), rest.to_owned());
                self.read = rest;
                return Some(line);
            }
            let mut size = String::new();
            self.stream.read_line(&mut size).await.ok()?;
            let size = usize::from_str_radix(size.trim(), 16).ok().filter(|size| *size > 0)?;
            let mut chunk = vec![0; size + 2];
            self.stream.read_exact(&mut chunk).await.ok()?;
            self.read += std::str::from_utf8(&chunk[..size]).ok()?;
        }
    }

    /// The next line as JSON, or `None` at the end.
    pub async fn next(&mut self) -> Option<Value> {
        let line = self.next_line().await?;
        serde_json::from_str(&line).ok()
    }
}

/// A live connection.
pub struct Live {
    socket: WebSocketStream<TcpStream>,
    requests: u64,
}

impl Live {
    /// Sends a command. Returns the number of the request.
    ///
    /// # Errors
    /// If the connection is gone.
    pub async fn ask(&mut self, command: &Value) -> Result<u64, Oops> {
        self.ask_text(&command.to_string()).await
    }

    /// The same for a command that is JSON text already.
    ///
    /// # Errors
    /// If the connection is gone.
    pub async fn ask_text(&mut self, command: &str) -> Result<u64, Oops> {
        self.requests += 1;
        let text = format!(r#"{{"id":{},"do":{command}}}"#, self.requests);
        self.send(Message::Text(text.into())).await?;
        Ok(self.requests)
    }

    /// Sends any frame.
    ///
    /// # Errors
    /// If the connection is gone.
    pub async fn send(&mut self, frame: Message) -> Result<(), Oops> {
        Ok(self.socket.send(frame).await?)
    }

    /// Puts a frame into the buffer, to be sent with the next one.
    ///
    /// # Errors
    /// If the connection is gone.
    pub async fn feed(&mut self, frame: Message) -> Result<(), Oops> {
        Ok(self.socket.feed(frame).await?)
    }

    /// The next text message, or `None` at the end.
    pub async fn next_text(&mut self) -> Option<String> {
        loop {
            match self.socket.next().await? {
                Ok(Message::Text(text)) => return Some(text.as_str().to_owned()),
                Ok(Message::Close(_)) | Err(SocketError::ConnectionClosed | SocketError::AlreadyClosed) => return None,
                Ok(_) => {}
                Err(_) => return None,
            }
        }
    }

    /// The next message, or `None` at the end.
    pub async fn next(&mut self) -> Option<Value> {
        let text = self.next_text().await?;
        serde_json::from_str(&text).ok()
    }

    /// The answer to a request; messages before it go to `meanwhile`.
    ///
    /// # Errors
    /// If the connection ends first.
    pub async fn answer(&mut self, id: u64, meanwhile: &mut Vec<Value>) -> Result<Value, Oops> {
        loop {
            let message = self.next().await.ok_or("the connection ended before the answer")?;
            if message["id"] == id && ["done", "refused"].contains(&message["type"].as_str().unwrap_or_default()) {
                return Ok(message);
            }
            meanwhile.push(message);
        }
    }

    /// Sends a command and waits for the answer.
    ///
    /// # Errors
    /// If the connection is gone.
    pub async fn ask_and_wait(&mut self, command: &Value) -> Result<Value, Oops> {
        let id = self.ask(command).await?;
        self.answer(id, &mut Vec::new()).await
    }
}
