//! A WebSocket that costs its process as little as possible: the load and the server share the machine's processors,
//! and the server lacks every microsecond that the load takes.

use std::net::SocketAddr;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::Oops;

/// How many bytes to read at a time: enough for most messages.
const ROOM: usize = 4096;

/// A connection that receives whole texts and sends short ones.
#[derive(Debug)]
pub struct Lean {
    stream: TcpStream,
    /// Received bytes.
    heard: Vec<u8>,
    /// How many of them have been read.
    taken: usize,
    requests: u64,
}

/// The kind of a frame, and where its content is in the buffer.
struct Frame {
    opcode: u8,
    content: std::ops::Range<usize>,
}

impl Lean {
    /// Opens a connection, with a cookie.
    ///
    /// # Errors
    /// If it is refused.
    pub async fn open(server: SocketAddr, path: &str, cookie: &str) -> Result<Self, Oops> {
        let mut stream = TcpStream::connect(server).await?;
        stream.set_nodelay(true)?;
        let head = format!(
            "GET {path} HTTP/1.1\r\nHost: {server}\r\nCookie: {cookie}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: bG9hZCBsb2FkIGxvYWQhIQ==\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).await?;
        let mut one = Self {
            stream,
            heard: Vec::new(),
            taken: 0,
            requests: 0,
        };
        loop {
            one.more().await?;
            let end = one.heard.windows(4).position(|bytes| bytes == b"\r\n\r\n");
            if let Some(end) = end {
                if !one.heard.starts_with(b"HTTP/1.1 101 ") {
                    return Err(String::from_utf8_lossy(&one.heard).into_owned().into());
                }
                one.taken = end + 4;
                return Ok(one);
            }
        }
    }

    async fn more(&mut self) -> Result<(), Oops> {
        self.heard.drain(..self.taken);
        self.taken = 0;
        self.heard.reserve(ROOM);
        match self.stream.read_buf(&mut self.heard).await? {
            0 => Err("the server closed the connection".into()),
            _ => Ok(()),
        }
    }

    /// The next frame, if it is complete.
    fn frame(&self) -> Result<Option<Frame>, Oops> {
        let bytes = &self.heard[self.taken..];
        let [first, second, ..] = *bytes else { return Ok(None) };
        if first & 0xf0 != 0x80 || second & 0x80 != 0 {
            return Err("a frame that is masked or in parts".into());
        }
        let (head, length) = match (second, bytes) {
            (126, [_, _, a, b, ..]) => (4, usize::from(u16::from_be_bytes([*a, *b]))),
            (127, [_, _, _, _, _, _, a, b, c, d, ..]) => (10, u32::from_be_bytes([*a, *b, *c, *d]) as usize),
            (126 | 127, _) => return Ok(None),
            (length, _) => (2, usize::from(length)),
        };
        let begin = self.taken + head;
        Ok((bytes.len() >= head + length).then(|| Frame {
            opcode: first & 0x0f,
            content: begin..begin + length,
        }))
    }

    /// The next text.
    ///
    /// # Errors
    /// If the connection is gone.
    pub async fn next(&mut self) -> Result<&str, Oops> {
        loop {
            let Some(frame) = self.frame()? else {
                self.more().await?;
                continue;
            };
            self.taken = frame.content.end;
            match frame.opcode {
                1 => return Ok(std::str::from_utf8(&self.heard[frame.content])?),
                8 => return Err("the server said goodbye".into()),
                9 => self.send(0x8a, &[]).await?,
                _ => {}
            }
        }
    }

    /// Sends a command. Returns the number of the request.
    ///
    /// # Errors
    /// If the connection is gone.
    pub async fn ask(&mut self, command: &str) -> Result<u64, Oops> {
        self.requests += 1;
        let text = format!(r#"{{"id":{},"do":{command}}}"#, self.requests);
        self.send(0x81, text.as_bytes()).await?;
        Ok(self.requests)
    }

    async fn send(&mut self, first: u8, content: &[u8]) -> Result<(), Oops> {
        let length = u8::try_from(content.len()).ok().filter(|length| *length < 126);
        let length = length.ok_or("too long a command for this")?;
        // A client must mask its frames; a mask of zeros leaves the content unchanged.
        let mut frame = vec![first, 0x80 | length, 0, 0, 0, 0];
        frame.extend_from_slice(content);
        Ok(self.stream.write_all(&frame).await?)
    }
}
