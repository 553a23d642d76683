//! The server: HTTP and WebSocket over the umpire.
//!
//! A choice is decided beside its battle, stored by the archive, and only then told to anybody. Everybody is
//! told what his chair may know and nothing else: views, replies and pushes are made by the umpire from what
//! the viewer knows. Battles are read from the archive when somebody asks for them and dropped when nobody has
//! asked for a while; several servers can share one archive.

mod acts;
mod api;
mod computer;
mod guard;
mod hall;
mod limits;
mod live;
mod message;
mod metrics;
mod mind;
mod page;
mod past;
mod patient;
mod player;
mod pool;
mod requests;
mod serve;
mod shown;
mod socket;
mod token;
mod watcher;

pub use api::Description;
pub use guard::Front;
pub use limits::Limits;
pub use message::{Begin, By, Chair, Hall as Ask, Hurry, Join, Joined, Meaning, Meant, Push};
pub use player::{Chosen, Player, Players, Recruit, Thinking};

use archive::Archive;
use hall::Hall;
use std::future::Future;
use std::path::PathBuf;
use std::sync::Arc;
use tokio::net::TcpListener;
use umpire::Games;

/// What a server serves, and how.
pub struct Server {
    /// The games.
    pub games: Games,
    /// The computer players.
    pub players: Players,
    /// Where battles are kept.
    pub archive: Arc<dyn Archive>,
    /// The bounds.
    pub limits: Limits,
    /// How it is reached.
    pub front: Front,
    /// A folder with the page; the one built into the program if none is named.
    pub page: Option<PathBuf>,
}

impl Server {
    /// Serves until `stop` comes, then lets everybody finish.
    pub async fn run(self, listener: TcpListener, stop: impl Future<Output = ()>) {
        let hall = Hall::new(self.games, self.players, self.archive, self.limits);
        let page = self.page.map_or_else(page::built_in, |folder| page::folder(&folder));
        let guard =
            axum::middleware::from_fn_with_state((Arc::clone(&hall), Arc::new(self.front)), guard::guard);
        let routes = api::routes(Arc::clone(&hall)).merge(page).layer(guard);
        serve::serve(listener, routes, hall, stop).await;
    }
}
