//! What came up in a run of battles.

use blucher::card::Arm;
use blucher::combat::who;
use blucher::state::{Left, Phase, Stage, State};
use blucher::step::Step;
use std::collections::BTreeMap;
use std::fmt;
use umpire::{Outcome, PieceId};

/// How often each thing came up: kinds of steps, of prompts, of ends, and what happened.
#[derive(Default)]
pub(crate) struct Tally {
    seen: BTreeMap<String, usize>,
}

/// What comes up in a few dozen battles.
const OFTEN: [&str; 41] = [
    "step Corps",
    "step Individual",
    "step Command",
    "step Join",
    "step EndPhase",
    "step Shoot",
    "step Retreat",
    "step Advance",
    "step EndAdvances",
    "step PlaceTerrain",
    "step Decline",
    "step ChooseRole",
    "step ChooseEdge",
    "step PlaceObjective",
    "step Deploy",
    "order Hold",
    "order Unprepare",
    "order Prepare",
    "order Simple",
    "order Difficult",
    "order Reserve",
    "order Charge",
    "order Retire",
    "asked terrain",
    "asked attacker or defender",
    "asked the defender's edge",
    "asked objectives in the defender's area",
    "asked the defender's army",
    "asked an objective in the attacker's area",
    "asked the attacker's army",
    "asked movement",
    "asked fire",
    "asked fire retreats",
    "asked defender's retreat",
    "asked attacker's retreat",
    "asked advances",
    "shot by artillery",
    "broken",
    "retired",
    "end BL-VIC-03",
    "end BL-VIC-11",
];
/// What comes up in a long run: with the above every kind of step but those of a concession, every kind of prompt, and
/// every end of a battle.
const RARE: [&str; 14] = [
    "step Allocate",
    "asked dice",
    "step Settle",
    "asked next defender",
    "asked forced retreat",
    "several attackers",
    "several defenders",
    "garrison",
    "garrison attacked",
    "on a crossing",
    "activation denied",
    "end BL-VIC-05",
    "end BL-VIC-07",
    "end BL-VIC-10",
];
/// A run is long from so many battles on.
const LONG: u64 = 1000;

impl Tally {
    fn count(&mut self, what: impl Into<String>) {
        *self.seen.entry(what.into()).or_insert(0) += 1;
    }

    /// A choice was made.
    pub(crate) fn chosen(&mut self, before: &State, now: &State, steps: &[Step]) {
        self.count(format!("asked {}", question(before)));
        for step in steps {
            self.count(kind(step));
        }
        let of = |id: PieceId| now.unit(id).is_some_and(|unit| who::is(unit, Arm::Artillery));
        if matches!(steps, [Step::Shoot { unit, .. }] if of(*unit)) {
            self.count("shot by artillery");
        }
        if now.asked == before.asked {
            self.count("activation denied");
        }
        let was_gone = |id: PieceId| before.gone.iter().any(|gone| gone.unit.id == id);
        for gone in now.gone.iter().filter(|gone| !was_gone(gone.unit.id)) {
            self.count(if gone.how == Left::Broken { "broken" } else { "retired" });
        }
        if matches!(now.phase, Phase::Movement { .. }) {
            self.standing(now);
        }
    }

    /// What is to be seen on the table.
    fn standing(&mut self, now: &State) {
        let garrison = |id| now.unit(id).is_some_and(|unit| who::garrison(&now.field, unit));
        let ids = now.units.iter().map(|unit| unit.id);
        for id in ids {
            if garrison(id) {
                self.count("garrison");
            }
            if now.unit(id).is_some_and(|unit| unit.crossing.is_some()) {
                self.count("on a crossing");
            }
            let times = |by: fn(&blucher::state::Contact) -> PieceId| {
                now.contacts.iter().filter(|contact| by(contact) == id).count()
            };
            if times(|contact| contact.defender) > 1 {
                self.count("several attackers");
            }
            if times(|contact| contact.attacker) > 1 {
                self.count("several defenders");
            }
        }
        if now.contacts.iter().any(|contact| garrison(contact.defender)) {
            self.count("garrison attacked");
        }
    }

    /// A battle is over.
    pub(crate) fn over(&mut self, outcome: &Outcome) {
        self.count(format!("end {}", outcome.rule));
    }

    /// What ought to have come up in so many battles, and did not.
    pub(crate) fn missing(&self, battles: u64) -> Vec<&'static str> {
        let rare: &[&str] = if battles >= LONG { &RARE } else { &[] };
        OFTEN.iter().chain(rare).copied().filter(|what| !self.seen.contains_key(*what)).collect()
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.seen.iter().try_for_each(|(what, times)| writeln!(f, "{times:9}  {what}"))
    }
}

/// What is asked.
fn question(state: &State) -> &'static str {
    match &state.phase {
        Phase::Setup(setup) => setup.stage.words(),
        Phase::Movement { .. } => "movement",
        Phase::Fire { .. } => "fire",
        Phase::FireRetreats { .. } => "fire retreats",
        Phase::Combat(combat) => match &combat.stage {
            Stage::Allocate { .. } => "dice",
            Stage::Defenders { retreating: None, .. } => "next defender",
            Stage::Defenders { .. } => "defender's retreat",
            Stage::Forced { .. } => "forced retreat",
            Stage::Attackers { .. } => "attacker's retreat",
            Stage::Advances { .. } => "advances",
        },
        Phase::Over(_) => "nothing",
    }
}

/// The first word of a step, or of the order in it.
fn kind(step: &Step) -> String {
    let (of, text) = match step {
        Step::Order { order, .. } => ("order", format!("{order:?}")),
        step => ("step", format!("{step:?}")),
    };
    format!("{of} {}", text.split(' ').next().unwrap_or_default())
}
