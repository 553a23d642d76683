//! Being told to stop.

use crate::Stop;
use std::process::exit;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::signal::unix::{SignalKind, signal};

/// Set when the program is told to stop, by Ctrl-C or by a scheduler. Told twice it stops at once.
pub(super) fn when_told() -> Result<Arc<AtomicBool>, Stop> {
    let about = |e: std::io::Error| Stop::Bad(format!("signals: {e}"));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(about)?;
    let (stop, told) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
    let handlers = runtime.block_on(async {
        Ok((signal(SignalKind::interrupt()).map_err(about)?, signal(SignalKind::terminate()).map_err(about)?))
    });
    let (mut interrupt, mut terminate) = handlers?;
    let set = stop.clone();
    std::thread::spawn(move || {
        runtime.block_on(async {
            loop {
                tokio::select! {
                    _ = interrupt.recv() => {}
                    _ = terminate.recv() => {}
                }
                set.store(true, Ordering::Relaxed);
                if told.swap(true, Ordering::Relaxed) {
                    exit(130);
                }
            }
        });
    });
    Ok(stop)
}
