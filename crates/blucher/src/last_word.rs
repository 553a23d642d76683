//! Which choices are final: those that could roll, reveal, or put a secret to the test. All others may be taken back
//! until somebody else has answered. Worked out from what the seat knows, so that it tells nothing.
//!
//! Where one could learn something by a choice that is then taken back:
//! - **Setup**: a unit set up face up is seen; after the last piece of terrain and the last unit dice are rolled.
//! - **Movement**: an activation reveals the force (BL-CON-04) and whoever is contacted (BL-AMB-28), or is denied by a
//!   card that nobody has seen (BL-AMB-30); that it did not end the phase tells something about the limit (BL-MOM-09).
//!   At the end of the phase the limit is shown (BL-AMB-40).
//! - **Fire**: a shot is rolled. The end of the phase reveals nothing: whoever was hit is revealed already (BL-CON-07).
//! - **Retreats and combat**: who fights is revealed (BL-CBT-54), and divided dice, outcomes, ways to retreat and
//!   advances follow from what everybody sees. Dice fall when the last attacker has divided his.
//! - **Status**: it puts army morale to the test (BL-VIC-03), the MO dice fall, and units are discovered (BL-CON-09).
//!
//! An offer to concede is seen by the enemy at once, and one a turn may be made (BL-VIC-12, BL-AMB-244): it stands. That
//! it is declined tells nothing that can be used; with an accepted one the battle is over.

use crate::state::{Activation, Method, Phase, State, Unit};
use crate::step::Step;
use crate::{activation, combat, pickup, turn};
use dice::{Forced, NeedsDice};
use umpire::{Mute, PieceId};

/// Could playing a draft roll, reveal, or put a secret to the test? `state` is the state that the draft leads to.
pub fn last_word(state: &State, draft: &[Step]) -> bool {
    match (draft, pickup::setup(state), &state.activation) {
        ([], ..) => false,
        ([step], Some(setup), _) => pickup::last_word(setup, step),
        (.., Some(activation)) => tells(state, activation),
        ([Step::Concede], ..) => true,
        ([Step::Answer { accept }], ..) => *accept,
        ([step], ..) => !open_to_all(state, step).unwrap_or(false),
        _ => true,
    }
}

/// Does somebody learn more by an activation than where the units stand?
fn tells(state: &State, activation: &Activation) -> bool {
    let gone = state.gone.iter().map(|gone| &gone.unit);
    let everybody: Vec<&Unit> = state.units.iter().chain(gone).collect();
    let open = |id: &PieceId| everybody.iter().any(|unit| unit.id == *id && unit.revealed());
    // A die shows 1 at least: less than one for each does not end the phase, whatever they show.
    let spent = state.spent().saturating_add(activation::cost(activation));
    let tried = matches!(activation.method, Method::Command(_)) || spent >= state.mo_dice;
    tried || !activation.doubts.is_empty() || !activation.force.iter().all(open)
}

/// Can everybody follow what comes of a step until somebody must decide again? Nobody can follow a roll, and with the
/// battle over nobody decides.
fn open_to_all(state: &State, step: &Step) -> Result<bool, NeedsDice> {
    let mut ahead = state.clone();
    let (dice, tell) = (&mut Forced::default(), &mut Mute);
    match (&state.phase, step) {
        (Phase::Fire { .. }, Step::EndPhase) => turn::end_fire(&mut ahead, dice, tell)?,
        (Phase::FireRetreats { .. }, Step::Retreat { .. }) => turn::after_fire(&mut ahead, dice, tell)?,
        (Phase::Combat(_), Step::Settle { unit }) => combat::settle(&mut ahead, *unit, dice, tell)?,
        (Phase::Combat(_), Step::Allocate { .. } | Step::Retreat { .. } | Step::Advance { .. }) => {
            combat::go_on(&mut ahead, dice, tell)?;
        }
        _ => return Ok(false),
    }
    Ok(!matches!(ahead.phase, Phase::Over(_)))
}
