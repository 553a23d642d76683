//! Who can be played against.

use dice::Seed;
use marshal::{Budget, Level};
use serde_json::Value;
use server::{Player, Players};
use std::time::Duration;
use umpire::{AnyKnown, Asked, Staff};

/// How long a computer player may think about one choice.
const PATIENCE: Duration = Duration::from_secs(4);

/// The computer players of every game.
pub(crate) fn opponents() -> Players {
    let players = of::<blucher::Blucher>(Players::new());
    #[cfg(feature = "reference")]
    let players = players.with("picket", "recruit", server::Recruit { never: &[] });
    players
}

/// Every level of a game that brings its staff.
fn of<G: Staff>(players: Players) -> Players {
    let levels = [Level::Recruit, Level::Sergeant];
    let add = |players: Players, level: Level| {
        let player = Officer { players: marshal::Players::new().with::<G>(), level };
        players.with(G::NAME, level.name(), player)
    };
    levels.into_iter().fold(players, add)
}

/// A computer player of some level.
struct Officer {
    players: marshal::Players,
    level: Level,
}

impl Player for Officer {
    fn answer(&self, known: &dyn AnyKnown, _: &Asked, luck: [u8; 32]) -> Option<Vec<Value>> {
        let (budget, seed) = (Budget::time(PATIENCE), Seed::new(luck));
        self.players.choose(known, self.level, &budget, &seed).ok().map(|chosen| chosen.steps)
    }
}
