//! A connection that cannot be used to hold the server up: what it sends is read at a bounded rate, and what it is sent
//! must be taken within a time.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::Sleep;

use crate::limits::{Bucket, Rate};

/// How many bytes are counted at once, and then waited for if they came too fast.
const CHUNK: u32 = 4096;

/// A connection with limits. They hold for everything that travels over it: heads and bodies of requests, frames and
/// parts of frames of a socket, answers, pings and refusals.
pub(crate) struct Metered {
    stream: TcpStream,
    rate: Option<Rate>,
    bucket: Bucket,
    /// Bytes that were read, but not counted yet.
    unpaid: u32,
    /// Until when nothing is read.
    pause: Option<Pin<Box<Sleep>>>,
    /// How long a write may make no progress.
    patience: Duration,
    /// When the write that makes no progress fails.
    deadline: Option<Pin<Box<Sleep>>>,
}

impl Metered {
    /// Reads at this rate, in bytes, and gives up writing after this time without progress.
    #[must_use]
    pub(crate) const fn new(stream: TcpStream, rate: Option<Rate>, patience: Duration) -> Self {
        Self {
            stream,
            rate,
            bucket: Bucket::full(),
            unpaid: 0,
            pause: None,
            patience,
            deadline: None,
        }
    }

    /// Passes a write's result on, or fails if it has made no progress for too long.
    fn written<T>(&mut self, result: Poll<io::Result<T>>, cx: &mut Context<'_>) -> Poll<io::Result<T>> {
        if result.is_ready() {
            self.deadline = None;
            return result;
        }
        let patience = self.patience;
        let deadline = self
            .deadline
            .get_or_insert_with(|| Box::pin(tokio::time::sleep(patience)));
        match deadline.as_mut().poll(cx) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl AsyncRead for Metered {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        if let Some(pause) = &mut this.pause {
            std::task::ready!(pause.as_mut().poll(cx));
            this.pause = None;
        }
        let before = buf.filled().len();
        std::task::ready!(Pin::new(&mut this.stream).poll_read(cx, buf))?;
        if let Some(rate) = this.rate {
            let read = u32::try_from(buf.filled().len() - before).unwrap_or(u32::MAX);
            this.unpaid = this.unpaid.saturating_add(read);
            // Most reads are short, and the clock is not free.
            if this.unpaid < CHUNK {
                return Poll::Ready(Ok(()));
            }
            let now = Instant::now();
            this.bucket.charge(rate, std::mem::take(&mut this.unpaid), now);
            // Whoever sends too much waits; the system's buffers are small, so the other side waits as well.
            let wait = this.bucket.wait(rate, CHUNK, now);
            if wait > Duration::ZERO {
                this.pause = Some(Box::pin(tokio::time::sleep(wait)));
            }
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Metered {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.written(result, cx)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let result = Pin::new(&mut self.stream).poll_flush(cx);
        self.written(result, cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let result = Pin::new(&mut self.stream).poll_shutdown(cx);
        self.written(result, cx)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write_vectored(cx, bytes);
        self.written(result, cx)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpListener;

    use super::*;

    async fn pair(rate: Option<Rate>, patience: Duration) -> (Metered, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (stream, _) = listener.accept().await.unwrap();
        (Metered::new(stream, rate, patience), client)
    }

    #[tokio::test]
    async fn what_comes_too_fast_is_read_slowly_and_completely() {
        let rate = Rate::per_second(100_000, 20_000);
        let (mut stream, mut client) = pair(Some(rate), Duration::from_secs(5)).await;
        let sent: Vec<u8> = (0..120_000_u32).map(|number| number as u8).collect();
        let copy = sent.clone();
        let writing = tokio::spawn(async move { client.write_all(&copy).await });
        let (since, mut all) = (Instant::now(), vec![0; sent.len()]);
        for part in all.chunks_mut(8_000) {
            stream.read_exact(part).await.unwrap();
        }
        assert!(since.elapsed() > Duration::from_millis(700), "{:?}", since.elapsed());
        assert_eq!(all, sent);
        writing.await.unwrap().unwrap();
    }

    #[tokio::test]
    async fn whoever_does_not_take_what_is_sent_is_given_up() {
        let (mut stream, client) = pair(None, Duration::from_millis(300)).await;
        let since = Instant::now();
        let error = stream.write_all(&vec![0; 64 << 20]).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        assert!(since.elapsed() < Duration::from_secs(20));
        drop(client);
    }
}
