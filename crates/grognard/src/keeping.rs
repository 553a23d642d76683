//! `grognard archive`: for whoever keeps one.

use crate::Stop;
use crate::out::say;
use archive::Place;
use clap::Subcommand;

/// What to do with an archive.
#[derive(Subcommand)]
pub(crate) enum Archive {
    /// Check every record of every battle against its hash.
    Check {
        /// A file of SQLite, or postgres://…
        place: String,
        /// Cut a battle off before its first damaged record. What is cut is put aside, not thrown away.
        #[arg(long)]
        cut: bool,
    },
    /// Copy every battle to another archive. What is there already is compared and not written again.
    Copy {
        /// From here: a file of SQLite, or postgres://…
        from: String,
        /// To there.
        to: String,
    },
}

/// Does it.
pub(crate) fn archive(ask: &Archive) -> Result<(), Stop> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|e| Stop::Failed(format!("no threads: {e}")))?;
    runtime.block_on(async {
        match ask {
            Archive::Check { place, cut } => check(&existing(place)?, *cut).await,
            Archive::Copy { from, to } => copy(&existing(from)?, &Place::read(to)).await,
        }
    })
}

/// A place that should hold an archive. One is not made where a name was mistyped.
fn existing(text: &str) -> Result<Place, Stop> {
    let place = Place::read(text);
    match &place {
        Place::File(path) if !path.exists() => Err(Stop::Bad(format!("there is no file {}", path.display()))),
        _ => Ok(place),
    }
}

async fn check(place: &Place, cut: bool) -> Result<(), Stop> {
    let found = archive::check(place, cut).await.map_err(|e| Stop::Failed(e.to_string()))?;
    for cut in &found.cuts {
        say!(
            "{}: {} of {} records are kept ({}); the others are in {}",
            cut.battle,
            cut.kept,
            cut.had,
            cut.why,
            cut.side
        )?;
    }
    for why in &found.damaged {
        say!("{why}")?;
    }
    if !found.damaged.is_empty() {
        return Err(Stop::Failed(format!(
            "{} of {} battles are damaged",
            found.damaged.len(),
            found.battles
        )));
    }
    say!("{} battles, every record has its hash", found.battles)
}

async fn copy(from: &Place, to: &Place) -> Result<(), Stop> {
    let copied = archive::copy(from, to).await.map_err(|e| Stop::Failed(e.to_string()))?;
    say!("{} battles are there; {} records were copied now, and compared", copied.battles, copied.records)?;
    for why in &copied.left {
        say!("{why}")?;
    }
    match copied.left.len() {
        0 => Ok(()),
        left => Err(Stop::Failed(format!("{left} battles were not copied"))),
    }
}
