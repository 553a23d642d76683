//! What the enemy will know for good when a draft is played (CON).

use crate::event::{Who, names};
use crate::state::{Activation, Phase, State, Unit};
use crate::step::Step;
use crate::{Blucher, combat, turn};
use dice::{Dice, Faces, NeedsDice, Why};
use umpire::{Known, Mute, PieceId, RuleId, Sentence};

/// What turns a card face up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum By {
    /// Its unit is activated (BL-CON-04, BL-CON-05).
    Activation,
    /// Its unit shoots (BL-CON-06).
    Shot,
    /// Its owner sets the unit up revealed (BL-CON-02).
    Setup,
    /// The enemy discovers the unit as his turn begins (BL-CON-09).
    Discovery,
}

/// The draft's warning; empty if it gives nothing away. What the enemy knows cannot be taken back (BL-CON-03).
pub(super) fn warning(known: &Known<Blucher>) -> Sentence {
    let (by, units) = given_away(known);
    if units.is_empty() {
        return "".into();
    }
    let state = known.state();
    let cards = if units.len() == 1 { "the card" } else { "the cards" };
    let names = names(&units.iter().map(|id| Who::known(state, *id)).collect::<Vec<_>>());
    let why = match by {
        By::Activation => ", moved or not (BL-CON-04)",
        By::Shot => ", because it shoots (BL-CON-06)",
        By::Setup => ", because it is set up revealed (BL-CON-02)",
        By::Discovery => ", which he discovers as his turn begins (BL-CON-09)",
    };
    let unless = if state.activation.as_ref().is_some_and(may_be_denied) {
        ", unless a hidden card of his forbids it all (BL-AMB-30)"
    } else {
        ""
    };
    format!("Played, it shows the enemy {cards} of {names}{why}{unless}. That cannot be undone.").into()
}

/// BL-AMB-30: an activation that hangs on a hidden arm may be denied, and then reveals nobody. That somebody hidden is
/// contacted denies nothing (BL-AMB-28).
fn may_be_denied(activation: &Activation) -> bool {
    activation.doubts.iter().any(|rule| *rule != RuleId::new("BL-AMB-28"))
}

/// The own units that are concealed and will not be when the draft is played.
pub(crate) fn given_away(known: &Known<Blucher>) -> (By, Vec<PieceId>) {
    let state = known.state();
    let concealed = |id: &PieceId| state.unit_or_gone(*id).is_some_and(|unit| !unit.revealed());
    match (known.draft(), &state.activation) {
        (_, Some(activation)) => {
            (By::Activation, activation.force.iter().copied().filter(concealed).collect())
        }
        ([Step::Shoot { unit, .. }], _) => (By::Shot, Some(*unit).into_iter().filter(concealed).collect()),
        // Whoever waits to be set up is concealed.
        ([Step::Deploy { deploy }], _) if deploy.concealed == Some(false) => (By::Setup, vec![deploy.unit]),
        (draft, _) => (By::Discovery, discovered(known, draft)),
    }
}

/// BL-CON-09: whom the enemy discovers as his turn begins, if the draft ends the turn of its seat. It is played in
/// thought until a die falls or somebody decides; the seat knows all that this hangs on.
fn discovered(known: &Known<Blucher>, draft: &[Step]) -> Vec<PieceId> {
    let before = known.state();
    if known.seat().map(umpire::Seat::number) != Some(before.active) {
        return Vec::new();
    }
    let mut after = before.clone();
    let played = match (&before.phase, draft) {
        // Shots that are left make somebody retreat, and contacts are fought out: both may change who sees whom.
        (Phase::Fire { shots }, [Step::EndPhase]) if shots.is_empty() && before.contacts.is_empty() => {
            turn::end_fire(&mut after, &mut MomentumOnly, &mut Mute)
        }
        (Phase::Combat(_), [Step::Retreat { .. } | Step::Advance { .. }]) => {
            combat::go_on(&mut after, &mut MomentumOnly, &mut Mute)
        }
        (Phase::Combat(_), [Step::EndAdvances]) => turn::status(&mut after, &mut MomentumOnly, &mut Mute),
        _ => return Vec::new(),
    };
    if played.is_err() {
        return Vec::new();
    }
    let shown = |unit: &&Unit| !unit.revealed() && is_revealed(&after, unit.id);
    before.of_side(before.active).filter(shown).map(|unit| unit.id).collect()
}

fn is_revealed(state: &State, id: PieceId) -> bool {
    state.unit_or_gone(id).is_some_and(Unit::revealed)
}

/// Dice for a turn that ends: those of the enemy's momentum change nothing on the table, others are not thrown.
struct MomentumOnly;

impl Dice for MomentumOnly {
    fn roll(&mut self, why: Why, count: u8, sides: u32) -> Result<Faces, NeedsDice> {
        if count == 0 || why.rule == RuleId::new("BL-MOM-01") {
            Ok((0..count).map(|_| 1).collect())
        } else {
            Err(NeedsDice { why, count, sides })
        }
    }
}
