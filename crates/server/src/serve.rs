//! Listening: connections are taken, bounded, timed and, at the end, let finish.

use crate::guard::Address;
use crate::hall::Hall;
use crate::limits::What;
use crate::live::Live;
use crate::patient::Patient;
use archive::{Hint, News};
use axum::{Extension, Router};
use futures_util::{StreamExt, stream};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};

/// How long those who are still being answered may take when the server stops.
const FAREWELL: Duration = Duration::from_secs(10);

/// How often battles and addresses that nobody needs are forgotten.
const SWEEP: Duration = Duration::from_secs(5);

/// So many battles are looked after at once: one that takes long does not keep the others.
const REFRESHED: usize = 8;

/// Serves until `stop` comes, then lets everybody finish.
pub(crate) async fn serve(
    listener: TcpListener,
    routes: Router,
    hall: Arc<Hall>,
    stop: impl Future<Output = ()>,
) {
    let room = Arc::new(Semaphore::new(hall.limits.connections));
    let helpers = [tokio::spawn(sweep(Arc::clone(&hall))), tokio::spawn(listen(Arc::clone(&hall)))];
    tokio::pin!(stop);
    loop {
        tokio::select! {
            () = &mut stop => break,
            taken = listener.accept() => match taken {
                Ok((stream, peer)) => take(stream, peer, &routes, &hall, &room),
                Err(error) => {
                    // Out of files, mostly: others may finish meanwhile.
                    tracing::warn!(%error, "a connection could not be taken");
                    sleep(Duration::from_millis(50)).await;
                }
            }
        }
    }
    drop(listener);
    hall.stopping.send_replace(true);
    let _ = timeout(FAREWELL, all_gone(&hall, &room)).await;
    for helper in helpers {
        helper.abort();
    }
    if let Err(error) = hall.archive.close().await {
        tracing::error!(%error, "the archive did not close");
    }
}

fn take(stream: TcpStream, peer: SocketAddr, routes: &Router, hall: &Arc<Hall>, room: &Arc<Semaphore>) {
    let counted = hall.addresses.enter(peer.ip(), What::Connection);
    let (Ok(permit), Some(counted)) = (Arc::clone(room).try_acquire_owned(), counted) else {
        hall.metrics.turned_away.fetch_add(1, Relaxed);
        return;
    };
    // Choices and views are small and waited for.
    let _ = stream.set_nodelay(true);
    let counts = Arc::clone(hall);
    let cut = move || {
        counts.metrics.cut_off.fetch_add(1, Relaxed);
    };
    let stream = Patient::new(stream, hall.limits.reading, cut);
    let service = TowerToHyperService::new(routes.clone().layer(Extension(Address(peer.ip()))));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(hall.limits.first_message)
        .max_buf_size(64 << 10)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut stopping = hall.stopping.subscribe();
    tokio::spawn(async move {
        tokio::pin!(connection);
        tokio::select! {
            _ = connection.as_mut() => {}
            _ = stopping.changed() => {
                connection.as_mut().graceful_shutdown();
                let _ = connection.await;
            }
        }
        drop((permit, counted));
    });
}

/// Waits until every connection and every socket has ended.
async fn all_gone(hall: &Hall, room: &Semaphore) {
    let all = u32::try_from(hall.limits.connections).unwrap_or(u32::MAX);
    let _ = room.acquire_many(all).await;
    while hall.metrics.sockets.load(Relaxed) > 0 {
        sleep(Duration::from_millis(10)).await;
    }
}

async fn sweep(hall: Arc<Hall>) {
    let mut tick = interval(SWEEP);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tick.tick().await;
        hall.sweep();
        // A hint may be lost: reading by seq is the truth.
        let each = |live| refresh(&hall, live);
        stream::iter(hall.watched()).for_each_concurrent(REFRESHED, each).await;
    }
}

async fn refresh(hall: &Arc<Hall>, live: Arc<Live>) {
    if let Ok(Ok((next, link))) = timeout(SWEEP, hall.archive.end(live.id())).await {
        // Another link with no higher number: what we know was cut off there.
        hall.refresh(&live, |state| (state.next, &state.link) != (next, &link)).await;
    }
    // A computer player that could not store its answer tries again.
    hall.wake(&live);
}

/// Follows the hints of the archive: another node may have written.
async fn listen(hall: Arc<Hall>) {
    let mut hints = hall.archive.hints();
    loop {
        match hints.recv().await {
            Ok(Hint { battle, news }) => {
                let Some(live) = hall.present(&battle) else { continue };
                match news {
                    News::Chairs => live.doubt_chairs(),
                    News::Grown(next) if live.read().next < next => {
                        let hall = Arc::clone(&hall);
                        tokio::spawn(async move { hall.refresh(&live, |state| state.next < next).await });
                    }
                    News::Grown(_) => {}
                }
            }
            Err(tokio::sync::broadcast::error::RecvError::Lagged(_)) => {}
            Err(tokio::sync::broadcast::error::RecvError::Closed) => return,
        }
    }
}
