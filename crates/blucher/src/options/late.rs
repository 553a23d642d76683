//! How the battle stands when it may end with this turn, or when a side has its last turns.

use crate::event::{people, side_name};
use crate::movement::objective;
use crate::state::{Phase, Side, State, enemy};
use crate::{Blucher, fire, victory};
use umpire::{Known, capital};

/// What ends the battle with this turn if nothing changes (BL-VIC-01), and in the last two turns of a side what nightfall
/// brings (BL-VIC-09 to -11).
pub(super) fn late(known: &Known<Blucher>) -> Option<String> {
    let state = known.state();
    let asked = matches!(state.phase, Phase::Movement { .. } | Phase::Fire { .. }) && !state.offer;
    if !asked || !known.draft().is_empty() {
        return None;
    }
    // Who has shot his last ammunition leaves when the phase ends (BL-AMM-03).
    let mut after = state.clone();
    fire::expect_hits(&mut after);
    if let Some(end) = victory::at_any_time(&after) {
        let (words, rule) = (end.words(state), end.rule);
        return Some(format!("If it stays so, the battle ends with your turn. {words} ({rule})."));
    }
    // Turns alternate (BL-TRN-03).
    let turn = match state.turns.checked_sub(state.turn)? {
        0 | 1 => "Your last turn.",
        2 | 3 => "Your last turn but one.",
        _ => return None,
    };
    Some(format!("{turn} {}", standing(state, state.active)))
}

fn standing(state: &State, own: Side) -> String {
    let held = |side: Side| state.objectives.iter().filter(|one| one.control == Some(side)).count();
    let (all, mine, theirs) = (state.objectives.len(), held(own), held(enemy(own)));
    let what = match all {
        0 => return "If neither army gives up, it is a draw.".to_owned(),
        1 => objective::name(state, 0).unwrap_or_else(|| "the objective".to_owned()),
        _ => "all objectives".to_owned(),
    };
    let are = if all == 1 { "is" } else { "are" };
    if mine == all {
        format!("{} {are} yours: if it stays so, you have won.", capital(&what))
    } else if theirs == all {
        let enemy = people(&side_name(state, enemy(own)));
        format!("{} {are} controlled by {enemy}: if it stays so, you have lost.", capital(&what))
    } else {
        let share = if all == 1 { String::new() } else { format!(" (you {mine} of {all})") };
        format!("Nobody controls {what}{share}: if it stays so, it is a draw.")
    }
}
