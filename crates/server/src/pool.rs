//! Where work is done: what takes long on threads of its own, what is soon done where it is asked for.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;
use tokio::sync::Semaphore;
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
        let Ok(Ok(_turn)) = tokio::time::timeout(PATIENCE, self.turns.acquire()).await else {
            return Err(Answer::error(Code::Unavailable, "the server is busy; try again"));
        };
        now(work).await
    }

    /// The same, however long it takes until there is room for it.
    pub(crate) async fn run_at_last<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Answer> {
        let _turn = self.turns.acquire().await;
        now(work).await
    }
}

async fn now<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Answer> {
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
