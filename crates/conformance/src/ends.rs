//! Random battles end within a bound, with an outcome that is the same for everybody; then nobody is asked.

use crate::report::{Broken, Summary};
use crate::trial::Trial;
use crate::walk::{Found, guarded, viewers, whole};
use std::collections::BTreeMap;
use umpire::{Battle, Game, Viewer};

const LAW: &str = "ends";

/// The law *every battle ends*.
pub fn ends<G: Game>(trial: &Trial) -> Result<Summary, Broken> {
    let mut counts = BTreeMap::from([("battles", 0), ("choices at most", 0), ("draws", 0)]);
    for (group, scenario) in trial.scenarios.iter().enumerate() {
        for battle in 0..trial.battles * 4 {
            let seed = trial.seed_of(group, battle);
            let battle = whole::<G>(LAW, scenario, &seed, trial.longest)?;
            let found = guarded(|| ended(&battle, trial.longest));
            found.map_err(|why| Broken::new(LAW, why, Some(battle.journal())))?;
            *counts.entry("battles").or_default() += 1;
            let most = counts.entry("choices at most").or_default();
            *most = (battle.journal().entries.len() as u64).max(*most);
            let drawn = G::outcome(&battle.known(Viewer::All)).is_some_and(|o| o.winner.is_none());
            *counts.entry("draws").or_default() += u64::from(drawn);
        }
    }
    Ok(Summary { law: LAW, counts })
}

fn ended<G: Game>(battle: &Battle<G>, longest: usize) -> Found {
    let outcome = G::outcome(&battle.known(Viewer::All));
    let Some(outcome) = outcome else { return Err(format!("it is not over after {longest} choices")) };
    for viewer in viewers(battle) {
        if G::outcome(&battle.known(viewer)).as_ref() != Some(&outcome) {
            return Err(format!("{viewer:?} sees another outcome than there is"));
        }
    }
    for viewer in viewers(battle).into_iter().chain([Viewer::All]) {
        if let Some(prompt) = G::prompts(&battle.known(viewer)).first() {
            return Err(format!("the battle is over, but {viewer:?} sees that {} is asked", prompt.seat));
        }
    }
    let sides: Vec<u8> = battle.seats().iter().map(|info| info.side).collect();
    match outcome.winner {
        Some(winner) if !sides.contains(&winner) => Err(format!("side {winner} won, but nobody plays it")),
        _ => Ok(()),
    }
}
