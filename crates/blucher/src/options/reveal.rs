//! What the enemy will know for good when a draft is played (CON).

use crate::event::{Who, names};
use crate::retreat::{self, End, Retreats, Way};
use crate::state::{Activation, Phase, State, Unit};
use crate::step::Step;
use crate::{Blucher, combat, fire, turn};
use dice::{Dice, Faces, NeedsDice, Why};
use table::pose::Pose;
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
    /// He may discover it then: his artillery that was hit goes back before, where he chooses (BL-HIT-05).
    Perhaps,
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
        By::Perhaps => {
            ", which he may discover as his turn begins (BL-CON-09): it hangs on where his artillery goes back to"
        }
    };
    let unless = if state.activation.as_ref().is_some_and(may_be_denied) {
        ", unless a hidden card of his forbids it all (BL-AMB-30)"
    } else {
        ""
    };
    let shows = if by == By::Perhaps { "may show" } else { "shows" };
    format!("Played, it {shows} the enemy {cards} of {names}{why}{unless}. That cannot be undone.").into()
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
        (draft, _) if known.seat().map(umpire::Seat::number) == Some(state.active) => {
            match retreats_to_come(state, draft) {
                Some(retreats) => (By::Perhaps, perhaps_discovered(&retreats)),
                None => (By::Discovery, discovered(state, draft)),
            }
        }
        _ => (By::Discovery, Vec::new()),
    }
}

/// The state in which artillery that was hit goes back, if the draft leads to it and to the end of the turn after it.
fn retreats_to_come(before: &State, draft: &[Step]) -> Option<State> {
    let (Phase::Fire { shots }, [Step::EndPhase]) = (&before.phase, draft) else { return None };
    if shots.is_empty() || !before.contacts.is_empty() {
        return None;
    }
    let mut after = before.clone();
    fire::apply_hits(&mut after, &mut Mute);
    Some(after)
}

/// Whom the enemy discovers without the artillery that goes back, or by it from a place where it may stand then. Units
/// only hide others: with all of it on the table he discovers nobody else.
fn perhaps_discovered(before: &State) -> Vec<PieceId> {
    let Phase::FireRetreats { left, .. } = &before.phase else { return Vec::new() };
    let stands = |way: Way| match way.end {
        End::Stands { pose, .. } => Some(pose),
        End::Leaves { .. } => None,
    };
    let places = |battery: &PieceId| match retreat::legal(before, *battery) {
        Retreats::Ways(ways) => {
            ways.into_iter().filter_map(stands).map(|pose| Some((*battery, pose))).collect()
        }
        Retreats::Broken(_) => Vec::new(),
    };
    let worlds = std::iter::once(None).chain(left.iter().flat_map(places));
    let mut all: Vec<PieceId> = worlds.flat_map(|kept| discovered_beside(before, left, kept)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Whom the enemy discovers if these batteries are gone, but for one that has gone back to a place.
fn discovered_beside(before: &State, left: &[PieceId], kept: Option<(PieceId, Pose)>) -> Vec<PieceId> {
    let mut after = before.clone();
    after.units.retain(|unit| !left.contains(&unit.id) || kept.is_some_and(|(id, _)| id == unit.id));
    if let Some((id, pose)) = kept
        && let Some(unit) = after.unit_mut(id)
    {
        unit.pose = pose;
    }
    if turn::status(&mut after, &mut MomentumOnly, &mut Mute).is_err() {
        return Vec::new();
    }
    newly_shown(before, &after)
}

/// BL-CON-09: whom the enemy discovers as his turn begins, if the draft ends the turn of its seat. It is played in
/// thought until a die falls or somebody decides; the seat knows all that this hangs on.
fn discovered(before: &State, draft: &[Step]) -> Vec<PieceId> {
    let mut after = before.clone();
    let played = match (&before.phase, draft) {
        // Contacts are fought out, which may change who sees whom.
        (Phase::Fire { .. }, [Step::EndPhase]) if before.contacts.is_empty() => {
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
    newly_shown(before, &after)
}

/// The units of the side whose turn ends that are concealed before and not after it.
fn newly_shown(before: &State, after: &State) -> Vec<PieceId> {
    let shown = |unit: &&Unit| !unit.revealed() && is_revealed(after, unit.id);
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
