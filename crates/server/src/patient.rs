//! A connection that waits only so long for somebody to read what is sent to him.

use std::future::Future;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// A connection whose writes fail when nothing of them was taken for so long.
pub(crate) struct Patient<S> {
    stream: S,
    patience: Duration,
    waits: Option<Pin<Box<Sleep>>>,
    cut: Box<dyn Fn() + Send + Sync>,
}

impl<S: Unpin> Patient<S> {
    /// `cut` is called when somebody is given up.
    pub(crate) fn new(stream: S, patience: Duration, cut: impl Fn() + Send + Sync + 'static) -> Self {
        Self { stream, patience, waits: None, cut: Box::new(cut) }
    }

    /// What a write came to: one that waits is given up when its time is over.
    fn judge<T>(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.waits = None;
            return written;
        }
        let patience = self.patience;
        let waits = self.waits.get_or_insert_with(|| Box::pin(sleep(patience)));
        ready!(waits.as_mut().poll(cx));
        self.waits = None;
        (self.cut)();
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Patient<S> {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_read(cx, buf)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Patient<S> {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let written = Pin::new(&mut this.stream).poll_write(cx, buf);
        this.judge(cx, written)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let written = Pin::new(&mut this.stream).poll_write_vectored(cx, bufs);
        this.judge(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let flushed = Pin::new(&mut this.stream).poll_flush(cx);
        this.judge(cx, flushed)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    #[tokio::test]
    async fn who_reads_nothing_is_given_up_and_who_reads_slowly_is_not() {
        let patience = Duration::from_millis(500);
        let (near, mut far) = duplex(8);
        let (count, cuts) = std::sync::mpsc::channel();
        let mut near = Patient::new(near, patience, move || count.send(()).unwrap());
        near.write_all(&[0; 8]).await.unwrap();
        let began = Instant::now();
        let failed = near.write_all(&[0; 8]).await.unwrap_err();
        assert_eq!(failed.kind(), io::ErrorKind::TimedOut);
        assert!(began.elapsed() >= patience && cuts.try_recv().is_ok());
        // Something is taken soon enough, again and again, for longer than it waits for anything.
        let reader = tokio::spawn(async move {
            for _ in 0..16 {
                sleep(patience / 10).await;
                far.read_u8().await.unwrap();
            }
            far
        });
        let began = Instant::now();
        near.write_all(&[0; 16]).await.unwrap();
        assert!(began.elapsed() > patience);
        drop(reader.await.unwrap());
    }
}
