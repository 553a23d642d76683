//! A server with its own archive, stopped when it is dropped.

use crate::thinking::{Plain, Slow};
use archive::{Archive, Place};
use server::{Front, Limits, Players, Recruit, Server};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use umpire::Games;

pub(crate) struct House {
    pub(crate) address: SocketAddr,
    pub(crate) archive: Arc<dyn Archive>,
    stop: Option<oneshot::Sender<()>>,
    done: JoinHandle<()>,
}

/// Bounds that a test on one address does not meet.
pub(crate) fn roomy() -> Limits {
    Limits {
        connections_per_address: 10_000,
        sockets_per_address: 10_000,
        requests_a_second: 1_000_000,
        battles_at_once: 1_000_000,
        messages_a_second: 100_000,
        burst: 100_000,
        ..Limits::default()
    }
}

impl House {
    pub(crate) async fn open(place: &Place, limits: Limits) -> Self {
        let archive = archive::open(place).await.expect("the archive opens").archive;
        Self::on(archive, limits, Front::default()).await
    }

    /// Another server on the same archive.
    pub(crate) async fn beside(other: &Self, limits: Limits) -> Self {
        Self::on(Arc::clone(&other.archive), limits, Front::default()).await
    }

    /// A server on any archive.
    pub(crate) async fn on(archive: Arc<dyn Archive>, limits: Limits, front: Front) -> Self {
        let games = Games::new()
            .with::<blucher::Blucher>(blucher::scenarios())
            .with::<reference::Picket>(reference::scenarios());
        let recruit = || Recruit { never: &["concede"] };
        let players = Players::new()
            .with("picket", "recruit", recruit())
            .with("blucher", "recruit", recruit())
            .with("blucher", "slow", Slow)
            .with("blucher", "plain", Plain);
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("its address");
        let (stop, stopped) = oneshot::channel();
        let server = Server {
            games,
            players,
            archive: Arc::clone(&archive),
            limits,
            front,
            page: Some(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/page")),
        };
        let done = tokio::spawn(server.run(listener, async move { drop(stopped.await) }));
        Self { address, archive, stop: Some(stop), done }
    }

    /// Stops it as SIGTERM does, and waits until it has.
    pub(crate) async fn stop(mut self) {
        drop(self.stop.take());
        (&mut self.done).await.expect("it stops by itself");
    }
}

/// A folder of this test run for files, empty.
pub(crate) fn folder(name: &str) -> PathBuf {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let unique = format!("server-{name}-{}-{}", std::process::id(), NEXT.fetch_add(1, Relaxed));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(unique);
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

/// A new archive in a file.
pub(crate) fn file(name: &str) -> Place {
    Place::File(folder(name).join("battles.db"))
}
