//! Victory and defeat (VIC): four checks in a fixed order, and concession.

use crate::event::{counted, people, side_name};
use crate::state::{Side, State, enemy};
use serde::{Deserialize, Serialize};
use umpire::{Outcome, RuleId, Sentence};

/// How a battle ended. It is part of the state and has no words: those are found when it is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct End {
    /// The side that won; `None` for a draw.
    pub winner: Option<Side>,
    /// The criterion that was met.
    pub rule: RuleId,
    /// How many units were broken or retired, or how many objectives were held; 0 where the rule counts nothing, and
    /// in a battle that was stored without it.
    #[serde(default)]
    pub count: u8,
}

impl End {
    /// The end as it is told.
    pub fn told(self, state: &State) -> Outcome {
        Outcome { winner: self.winner, rule: self.rule, sentence: self.words(state) }
    }

    /// What happened, in one sentence without its full stop.
    pub fn words(self, state: &State) -> Sentence {
        let Some(winner) = self.winner else {
            return "Nightfall: nobody controls all objectives, a draw".into();
        };
        // Both sides read it: nobody is "the enemy" of both.
        let loser = || people(&side_name(state, enemy(winner)));
        let number = |what: &str| counted(self.count, what);
        let why = match (self.rule.as_str(), self.count) {
            ("BL-VIC-03", 0) => format!("the army morale of {} has collapsed", loser()),
            ("BL-VIC-03", _) => {
                format!("the army morale of {} has collapsed, {} broken", loser(), number("unit"))
            }
            ("BL-VIC-05", 0) => format!("more units of {} are retired than on the table", loser()),
            ("BL-VIC-05", _) => format!("{} of {} retired, more than on the table", number("unit"), loser()),
            ("BL-VIC-07", 0) => "the special objectives are held".to_owned(),
            ("BL-VIC-07", _) => format!("{} held", number("special objective")),
            ("BL-VIC-10", 0) => "all objectives are held at nightfall".to_owned(),
            ("BL-VIC-10", 1) => "the objective is held at nightfall".to_owned(),
            ("BL-VIC-10", all) => format!("all {all} objectives are held at nightfall"),
            // In the past: a name may be one or many.
            _ => format!("{} conceded", loser()),
        };
        format!("Victory for {}: {why}", people(&side_name(state, winner))).into()
    }
}

/// BL-VIC-01, BL-VIC-02: the first criterion that is met ends the battle.
pub fn check(state: &State) -> Option<End> {
    at_any_time(state).or_else(|| nightfall(state))
}

/// The end that does not wait for nightfall.
pub fn at_any_time(state: &State) -> Option<End> {
    morale(state).or_else(|| retirement(state, 0)).or_else(|| special(state))
}

fn won(winner: Side, rule: &str, count: usize) -> End {
    End { winner: Some(winner), rule: RuleId::new(rule), count: u8::try_from(count).unwrap_or(u8::MAX) }
}

/// BL-VIC-03, BL-MOR-07: the active side's morale collapses when as many units are broken as it has morale. Whoever looks
/// ahead without knowing it sees no end by it.
fn morale(state: &State) -> Option<End> {
    let side = usize::from(state.active);
    let broken = state.broken[side];
    (broken >= *state.morale[side].get()?).then(|| won(state.passive(), "BL-VIC-03", broken.into()))
}

/// BL-VIC-05, BL-VIC-06: the active side has more units retired than on the table, when so many more of them leave it.
pub fn retirement(state: &State, leaving: usize) -> Option<End> {
    let on_table = state.of_side(state.active).count().saturating_sub(leaving);
    let retired = usize::from(state.retired[usize::from(state.active)]) + leaving;
    (retired > on_table).then(|| won(state.passive(), "BL-VIC-05", retired))
}

/// BL-VIC-07, BL-VIC-08, BL-AMB-242: a scenario's special objectives, the passive side first.
fn special(state: &State) -> Option<End> {
    let special = state.special?;
    let held = |side: Side| state.objectives.iter().filter(|o| o.special && o.control == Some(side)).count();
    let wins = |side: &Side| {
        special.side.is_none_or(|only| only == *side) && held(*side) >= usize::from(special.needed)
    };
    let winner = [state.passive(), state.active].into_iter().find(wins)?;
    Some(won(winner, "BL-VIC-07", held(winner)))
}

/// BL-VIC-09 to -11, BL-AMB-243: after the last turn who controls all objectives wins; otherwise it is a draw.
fn nightfall(state: &State) -> Option<End> {
    if state.turn < state.turns {
        return None;
    }
    let all =
        |side: Side| !state.objectives.is_empty() && state.objectives.iter().all(|o| o.control == Some(side));
    let winner = [0, 1].into_iter().find(|side| all(*side));
    let draw = End { winner: None, rule: RuleId::new("BL-VIC-11"), count: 0 };
    Some(winner.map_or(draw, |winner| won(winner, "BL-VIC-10", state.objectives.len())))
}

/// BL-VIC-14: an accepted concession: the passive side wins.
pub fn conceded(state: &State) -> End {
    won(state.passive(), "BL-VIC-14", 0)
}
