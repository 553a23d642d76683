//! Where work is done: what takes long on threads of its own, what is soon done where it is asked for.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use umpire::{Answer, Code};

/// How long a request waits for its turn.
const PATIENCE: Duration = Duration::from_secs(10);

/// Runs so many pieces of work at once and no more.
#[derive(Clone)]
pub(crate) struct Pool {
    turns: Arc<Semaphore>,
}

/// A turn to do some work. It is given back when it is dropped: keep it with the work, which goes on when whoever
/// asked for it has gone.
pub(crate) type Turn = OwnedSemaphorePermit;

impl Pool {
    pub(crate) fn new(workers: usize) -> Self {
        Self { turns: Arc::new(Semaphore::new(workers.max(1))) }
    }

    /// Does some work. A panic in it is a defect, and nobody else notices.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Answer> {
        let turn = self.soon().await?;
        now(turn, work).await
    }

    /// A turn to do some work, if there is one soon.
    pub(crate) async fn soon(&self) -> Result<Turn, Answer> {
        match tokio::time::timeout(PATIENCE, Arc::clone(&self.turns).acquire_owned()).await {
            Ok(Ok(turn)) => Ok(turn),
            _ => Err(Answer::error(Code::Unavailable, "the server is busy; try again")),
        }
    }

    /// Does nobody work, or wait to?
    pub(crate) fn idle(&self) -> bool {
        Arc::strong_count(&self.turns) == 1
    }

    /// The same, however long it takes until there is one.
    pub(crate) async fn turn(&self) -> Option<Turn> {
        Arc::clone(&self.turns).acquire_owned().await.ok()
    }
}

/// Does some work on a thread of its own, whose turn it is until the work is done.
pub(crate) async fn now<T: Send + 'static>(
    turn: impl Send + 'static,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Answer> {
    let whole = move || {
        let done = here(work);
        drop(turn);
        done
    };
    match tokio::task::spawn_blocking(whole).await {
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

    #[tokio::test]
    async fn work_keeps_its_turn_when_nobody_waits_for_it_any_more() {
        let pool = Pool::new(1);
        let (begun, wait) = std::sync::mpsc::channel::<()>();
        let work = pool.run(move || wait.recv().is_ok());
        assert!(tokio::time::timeout(Duration::from_millis(50), work).await.is_err(), "it is given up");
        assert_eq!(pool.turns.available_permits(), 0, "the work goes on");
        begun.send(()).unwrap();
        assert_eq!(pool.run(|| 7).await.unwrap(), 7, "and then gives its turn back");
    }
}
