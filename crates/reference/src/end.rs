//! The end of a battle. Hidden units do not count: whether it ends must depend on what all can see.

use crate::knowledge::is_hidden;
use crate::state::{Side, State};
use umpire::{Outcome, RuleId};

/// No unit in sight.
pub(crate) const END_01: RuleId = RuleId::new("RF-END-01");
/// The last round.
pub(crate) const END_02: RuleId = RuleId::new("RF-END-02");

/// The stands of a side that everybody can see.
pub(crate) fn stands_in_sight(state: &State, side: Side) -> u32 {
    state.of_side(side).filter(|unit| !is_hidden(unit)).map(|unit| u32::from(unit.stands)).sum()
}

/// RF-END-01: a side without a unit in sight has lost.
pub(crate) fn nobody_left(state: &State) -> Option<Outcome> {
    let gone = Side::BOTH.map(|side| stands_in_sight(state, side) == 0);
    let (winner, sentence) = match gone {
        [false, false] => return None,
        [true, true] => (None, "Nobody is left on the field.".into()),
        [blue_gone, _] => {
            let winner = if blue_gone { Side::Red } else { Side::Blue };
            let sentence = format!("{} has no unit left in sight.", winner.other().name());
            (Some(winner as u8), sentence.into())
        }
    };
    Some(Outcome { winner, rule: END_01, sentence })
}

/// RF-END-02: after the last round the side with more stands in sight has won.
pub(crate) fn last_round(state: &State) -> Outcome {
    let [blue, red] = Side::BOTH.map(|side| stands_in_sight(state, side));
    let winner = match blue.cmp(&red) {
        std::cmp::Ordering::Greater => Some(Side::Blue as u8),
        std::cmp::Ordering::Less => Some(Side::Red as u8),
        std::cmp::Ordering::Equal => None,
    };
    let sentence = format!("After {} rounds Blue has {blue} stands and Red {red}.", state.ground.rounds);
    Outcome { winner, rule: END_02, sentence: sentence.into() }
}
