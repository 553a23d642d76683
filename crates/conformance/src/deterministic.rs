//! Deterministic to the bit: the same journal gives the same hashes, also after it was stored and loaded, in
//! another run and in another thread; and what is stored holds whole numbers only.

use crate::json::{difference, first_float, text};
use crate::report::{Broken, Summary};
use crate::trial::Trial;
use crate::walk::{Found, Moment, hash, viewers, walk, whole};
use dice::{Forced, Given};
use serde::Serialize;
use serde::de::DeserializeOwned;
use umpire::{Battle, Entry, Game, Journal, StateHash, Viewer};

const LAW: &str = "deterministic";

/// The law *deterministic to the bit*.
pub fn deterministic<G: Game>(trial: &Trial) -> Result<Summary, Broken> {
    let mut summary = walk::<G>(LAW, trial, stored)?;
    for (group, scenario) in trial.scenarios.iter().enumerate() {
        for battle in 0..trial.battles {
            let seed = trial.seed_of(group, battle);
            let fight = || whole::<G>(LAW, scenario, &seed, trial.longest).map(|battle| transcript(&battle));
            let (journal, first) = fight()?;
            let (_, again) = fight()?;
            let elsewhere = std::thread::scope(|scope| scope.spawn(fight).join());
            let (_, elsewhere) =
                elsewhere.unwrap_or_else(|_| Err(Broken::new(LAW, "a thread panicked", Some(&journal))))?;
            let replayed = replayed::<G>(&journal);
            let found = same("a second run", &first, &again)
                .and_then(|()| same("another thread", &first, &elsewhere))
                .and_then(|()| same("the stored journal", &first, &replayed?));
            found.map_err(|why| Broken::new(LAW, why, Some(&journal)))?;
            *summary.counts.entry("replays").or_insert(0) += 3;
        }
    }
    Ok(summary)
}

/// Everything that a battle says of itself, as text.
fn transcript<G: Game>(battle: &Battle<G>) -> (Journal, Vec<String>) {
    let mut said = vec![text(battle.journal()), text(battle.known(Viewer::All).state())];
    said.extend(viewers(battle).into_iter().map(|viewer| text(&battle.view(viewer, 0))));
    (battle.journal().clone(), said)
}

fn replayed<G: Game>(journal: &Journal) -> Result<Vec<String>, String> {
    let read: Journal =
        serde_json::from_str(&text(journal)).map_err(|e| format!("the journal is not read: {e}"))?;
    let battle = Battle::<G>::replay(&read, None).map_err(|answer| text(&answer))?;
    Ok(transcript(&battle).1)
}

fn same(what: &str, first: &[String], second: &[String]) -> Found {
    match first.iter().zip(second).find(|(a, b)| a != b) {
        None => Ok(()),
        Some((a, b)) => Err(format!("{what} goes another way: {}", difference(a, b))),
    }
}

/// State, scenes, steps and events of a moment can be stored and read, and hold whole numbers only; and
/// playing by the recorded faces gives the recorded hash.
fn stored<G: Game>(m: &mut Moment<'_, G>) -> Found {
    let truth = m.battle.known(Viewer::All).state().clone();
    round_trip("the state", &truth)?;
    let last = m.battle.journal().entries.iter().rev().find_map(|entry| match entry {
        Entry::Play { hash, .. } | Entry::Undo { hash, .. } => Some(*hash),
        Entry::Close { .. } => None,
    });
    if hash(m.battle) != last.unwrap_or(m.battle.journal().hash) {
        return Err("what the viewer of everything knows is not the state that was written".to_owned());
    }
    for viewer in viewers(m.battle) {
        let view = serde_json::to_value(m.battle.view(viewer, 0)).map_err(|e| e.to_string())?;
        whole_numbers("a view", &view)?;
    }
    let drafted = m.draft()?;
    for step in drafted.judged.steps() {
        round_trip("a step", step)?;
    }
    let decision = m.battle.decide(drafted.choice()).map_err(|answer| text(&answer))?;
    if let Some(Entry::Play { rolls, hash, .. }) = decision.entries.first() {
        let (mut state, mut events) = (truth, Vec::new());
        let mut dice = Forced::new(rolls.iter().map(Given::from).collect());
        G::play(&mut state, &drafted.judged, &mut dice, &mut events).map_err(|needs| needs.to_string())?;
        if StateHash::of(&state) != *hash {
            return Err(format!("{:?} played twice gives two states", drafted.judged.steps()));
        }
        m.add("events", events.len() as u64);
        events.iter().try_for_each(|(_, event)| round_trip("an event", event))?;
    }
    Ok(())
}

fn round_trip<T: Serialize + DeserializeOwned + Eq>(what: &str, thing: &T) -> Found {
    let value = serde_json::to_value(thing).map_err(|e| format!("{what} cannot be written: {e}"))?;
    whole_numbers(what, &value)?;
    let written = text(thing);
    let read: T =
        serde_json::from_str(&written).map_err(|e| format!("{what} cannot be read: {e}: {written}"))?;
    if read != *thing || text(&read) != written {
        return Err(format!("{what} is another after it was stored and loaded: {written}"));
    }
    Ok(())
}

fn whole_numbers(what: &str, value: &serde_json::Value) -> Found {
    first_float(value)
        .map_or(Ok(()), |path| Err(format!("{what} holds a number that is not whole at {path}")))
}
