//! Tiebreakers, attacker and defender, and the defender's edge (BL-PCK-12 to -16).

use super::{SetupEvent, name, opposite, say, setup_mut};
use crate::draft::Judged;
use crate::event::Event;
use crate::refuse::refusal;
use crate::state::{Side, State, enemy};
use crate::step::Role;
use dice::{D6, Dice, NeedsDice, Why};
use std::sync::Arc;
use table::border::{Compass, Stretch};
use umpire::{RuleId, Tell};

/// BL-DIC-08, BL-AMB-250: the first-named side rolls one die; even: it wins, odd: the other does.
pub fn tiebreak(
    state: &State,
    rule: &str,
    dice: &mut dyn Dice,
    tell: &mut impl Tell<Event>,
) -> Result<Side, NeedsDice> {
    let rule = RuleId::new(rule);
    let faces = dice.roll(Why::new(rule, "tiebreaker", 0), 1, D6)?;
    let face = faces.first().copied().unwrap_or(1) as u8;
    let winner = Side::from(face % 2 == 1);
    say(tell, SetupEvent::Tiebreak { face, winner: name(state, winner), rule });
    Ok(winner)
}

/// BL-PCK-12, BL-PCK-13: a side takes a role, the other the opposite one.
pub fn choose_role(state: &mut State, side: Side, role: Role) {
    if let Some(setup) = setup_mut(state) {
        setup.defender = Some(match role {
            Role::Defender => side,
            Role::Attacker => enemy(side),
        });
    }
}

/// BL-PCK-14: the defender chooses one of the two long edges; the attacker has the other (BL-PCK-16), and the
/// short ones are nobody's (BL-TAB-06, BL-TAB-07).
pub fn choose_edge(state: &mut State, edge: Compass) -> Judged<()> {
    if !matches!(edge, Compass::North | Compass::South) {
        return Err(vec![refusal("BL-PCK-14", "the defender's edge must be one of the two long ones")]);
    }
    let Some(setup) = setup_mut(state) else { return Ok(()) };
    setup.edge = Some(edge);
    let (defender, attacker) = (setup.defending(), setup.attacker());
    let width = state.field.ground().border().size().0;
    let stretch = |edge, owner| Stretch { edge, from: 0, to: width, owner: Some(owner) };
    let stretches = vec![stretch(edge, defender), stretch(opposite(edge), attacker)];
    if let Some(field) = state.field.with_owners(stretches) {
        state.field = Arc::new(field);
    }
    Ok(())
}
