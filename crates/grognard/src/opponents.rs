//! Who can be played against.

use dice::Seed;
use marshal::{Level, Pace};
use server::{Chosen, Player, Players, Thinking};
use std::time::{Duration, Instant};
use umpire::{AnyKnown, Asked, Staff};

/// The computer players of every game, each of which may think on so many cores.
pub(crate) fn opponents(cores: usize) -> Players {
    let players = of::<blucher::Blucher>(Players::new(), cores);
    #[cfg(feature = "reference")]
    let players = players.with("picket", "recruit", server::Recruit { never: &[] });
    players
}

/// Every level of a game that brings its staff.
fn of<G: Staff>(players: Players, cores: usize) -> Players {
    let add = |players: Players, level: Level| {
        let player = Officer { players: marshal::Players::new().with::<G>(), level, cores };
        players.with(G::NAME, level.name(), player)
    };
    Level::ALL.into_iter().fold(players, add)
}

/// How long a level may think about a whole turn.
const fn patience(level: Level) -> Duration {
    match level {
        Level::Recruit | Level::Sergeant | Level::Colonel => Duration::from_secs(1),
        Level::Marshal => Duration::from_secs(10),
    }
}

/// A computer player of some level.
struct Officer {
    players: marshal::Players,
    level: Level,
    cores: usize,
}

impl Player for Officer {
    fn turn(&self, known: &dyn AnyKnown) -> u32 {
        self.players.turn(known).unwrap_or(0)
    }

    fn quick(&self) -> bool {
        matches!(self.level, Level::Recruit | Level::Sergeant)
    }

    fn answer(&self, known: &dyn AnyKnown, _: &Asked, luck: [u8; 32], thinking: &Thinking) -> Option<Chosen> {
        let Thinking { hurry, turn, spent, progress } = thinking.clone();
        let (whole, began) = (patience(self.level), Instant::now());
        let used =
            move || ((spent + began.elapsed()).as_millis() * 1000 / whole.as_millis()).min(1000) as u16;
        let budget = Pace::new(whole)
            .spent(turn, spent)
            .next(turn)
            .on_cores(self.cores)
            .hurried_by(hurry)
            .reporting(move |_| progress(used()));
        let chosen = self.players.choose(known, self.level, &budget, &Seed::new(luck)).ok()?;
        Some(Chosen { steps: chosen.steps, intent: chosen.intent })
    }
}
