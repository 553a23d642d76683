//! Where work is done: what takes long on threads of its own, what is soon done where it is asked for.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;
use tokio::sync::{Semaphore, SemaphorePermit};
use umpire::{Answer, Code};

/// How long a request waits for its turn.
const PATIENCE: Duration = Duration::from_secs(10);

/// Runs so many pieces of work at once and no more.
pub(crate) struct Pool {
    turns: Semaphore,
}

impl Pool {
    pub(crate) fn new(workers: usize) -> Self {
        Self { turns: Semaphore::new(workers.max(1)) }
    }

    /// Does some work. A panic in it is a defect, and nobody else notices.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Answer> {
        let _turn = self.soon().await?;
        now(work).await
    }

    /// A turn to do some work, if there is one soon. It is given back when it is dropped.
    pub(crate) async fn soon(&self) -> Result<SemaphorePermit<'_>, Answer> {
        match tokio::time::timeout(PATIENCE, self.turns.acquire()).await {
            Ok(Ok(turn)) => Ok(turn),
            _ => Err(Answer::error(Code::Unavailable, "the server is busy; try again")),
        }
    }

    /// The same, however long it takes until there is one.
    pub(crate) async fn turn(&self) -> Option<SemaphorePermit<'_>> {
        self.turns.acquire().await.ok()
    }
}

/// Does some work on a thread of its own, whoever else is at work.
pub(crate) async fn now<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Answer> {
    match tokio::task::spawn_blocking(|| here(work)).await {
        Ok(done) => done,
        Err(_) => Err(defect()),
    }
}

/// Does some work where it is asked for: a choice or a view takes less time than to hand it to another thread and
/// to be woken by it. A panic in it is a defect, and nobody else notices.
pub(crate) fn here<T>(work: impl FnOnce() -> T) -> Result<T, Answer> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|_| defect())
}

fn defect() -> Answer {
    tracing::error!("a defect: work for a request panicked");
    Answer::error(Code::Defect, "a defect of this program; nothing was changed")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_panic_is_an_answer() {
        let pool = Pool::new(1);
        let work = || -> u8 { panic!("a test of panics") };
        assert!(matches!(pool.run(work).await, Err(Answer::Error(t)) if t.code == Code::Defect));
        assert_eq!(pool.run(|| 7).await.unwrap(), 7, "the turn was given back");
    }
}
