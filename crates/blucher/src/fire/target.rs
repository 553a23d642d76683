//! Targets and their priority (TGT).

use super::line::{LineOfFire, SHORT, frontal_arc, line_of_fire, reach, why_not};
use crate::card::Arm;
use crate::event::{Who, name, names};
use crate::refuse::{Ruled, bw, footprint, refusal, unless};
use crate::scale::{BW, EPS, at_most};
use crate::sight::Eyes;
use crate::state::{Contact, State, Unit, enemy};
use table::distance::gap;
use table::grain::Tolerance;
use table::sight::Half;
use umpire::{PieceId, Refusal};

/// BL-TGT-05: ranges that differ by no more than 0.01 BW are equal.
const EQUAL: Tolerance = Tolerance::half_grains(201);

/// A target to which there is a legal line of fire.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// The target.
    pub id: PieceId,
    /// The lines to it.
    pub line: LineOfFire,
}

impl Target {
    /// BL-LOF-11, BL-AMB-32: the length of the shortest legal line, in grains.
    pub const fn range(&self) -> f64 {
        self.line.shortest.length
    }
}

/// All legal targets of a unit, in the order of their handles, whatever their priority.
pub fn targets(state: &State, shooter: &Unit, eyes: &Eyes) -> Vec<Target> {
    let Some(arm) = shooter.arm.get() else { return Vec::new() };
    nearer_than(state, shooter, *arm, eyes, f64::from(reach(*arm) + BW)).collect()
}

/// The legal targets that a unit may choose among (BL-TGT-01 to -03).
pub fn choices(state: &State, shooter: &Unit, eyes: &Eyes) -> Vec<Target> {
    let Some(arm) = shooter.arm.get() else { return Vec::new() };
    let mut found = targets(state, shooter, eyes);
    let nearest = found.iter().map(Target::range).fold(f64::INFINITY, f64::min);
    found.retain(|target| free_choice(*arm, nearest) || target.range() <= nearest + EQUAL.grains());
    found
}

/// BL-TGT-02: artillery whose nearest legal target is beyond 2 BW chooses freely. Infantry never does
/// (BL-TGT-03).
fn free_choice(arm: Arm, nearest: f64) -> bool {
    arm == Arm::Artillery && !at_most(nearest, SHORT)
}

/// One enemy as a target, or every reason why it is none.
pub(super) fn legal_target(
    state: &State,
    eyes: &Eyes,
    shooter: &Unit,
    arm: Arm,
    target: &Unit,
) -> Result<Target, Vec<Refusal>> {
    let mut why: Vec<Refusal> = not_in_contact(state, target).err().into_iter().collect();
    match line_of_fire(state, eyes, shooter, arm, target) {
        Ok(line) if why.is_empty() => return Ok(Target { id: target.id, line }),
        Ok(_) => {}
        Err(hidden) => why.extend(why_not(state, eyes, shooter, arm, target, &hidden)),
    }
    Err(why)
}

/// BL-LOF-06: no fire at an enemy in contact with a unit friendly to the shooter.
fn not_in_contact(state: &State, target: &Unit) -> Ruled {
    unless(!state.in_contact(target.id), || {
        let (it, met) = (name(state, target.id), met_by(state, target.id));
        let sentence = format!("{it} is in contact with {met}, of the shooter's side");
        refusal("BL-LOF-06", sentence).place(footprint(target))
    })
}

/// Whom a unit is in contact with, in words.
pub(super) fn met_by(state: &State, id: PieceId) -> String {
    let other = |contact: &Contact| match (contact.attacker == id, contact.defender == id) {
        (true, _) => Some(contact.defender),
        (_, true) => Some(contact.attacker),
        _ => None,
    };
    let met = state.contacts.iter().filter_map(other);
    names(&met.map(|other| Who::known(state, other)).collect::<Vec<_>>())
}

/// BL-TGT-01, BL-TGT-03: infantry, and artillery with a legal target within 2 BW, shoots at its closest legal
/// target. Units that are no legal targets do not count (-04); units that are sure to break do (-06).
pub(super) fn closest_first(state: &State, eyes: &Eyes, shooter: &Unit, arm: Arm, target: &Target) -> Ruled {
    let goes_first =
        |other: &Target| !free_choice(arm, other.range()) && target.range() > other.range() + EQUAL.grains();
    let far = if arm == Arm::Artillery { f64::from(SHORT + BW) } else { f64::INFINITY };
    let mut nearer = nearer_than(state, shooter, arm, eyes, target.range().min(far));
    let Some(closer) = nearer.find(goes_first) else { return Ok(()) };
    let rule = if arm == Arm::Artillery { "BL-TGT-01" } else { "BL-TGT-03" };
    let (near, far) = (bw(closer.range()), bw(target.range()));
    let sentence = format!("{} is a closer target: {near} away, this one {far}", name(state, closer.id));
    let why = refusal(rule, sentence)
        .number("closest", closer.range() as i64)
        .number("range", target.range() as i64);
    Err(state.unit(closer.id).map(footprint).into_iter().fold(why, Refusal::place))
}

/// The legal targets that are no farther from the shooter's centerpoint than this as the crow flies.
fn nearer_than<'a>(
    state: &'a State,
    shooter: &'a Unit,
    arm: Arm,
    eyes: &'a Eyes<'_>,
    distance: f64,
) -> impl Iterator<Item = Target> + 'a {
    let from = shooter.pose.at.vec2();
    let arc = frontal_arc(shooter).halves(EPS);
    let near = move |unit: &&Unit| {
        let rect = unit.rect();
        // No footprint reaches farther than 1.2 BW from its centerpoint, and none whose corners are all well beyond
        // one side of the arc has a part in it. Both are cheap, and leave few to be looked at.
        let beyond = |half: &Half| rect.corners().iter().all(|corner| half.inside(*corner) < -1.0);
        (unit.pose.at.vec2() - from).length() <= distance + f64::from(BW * 6 / 5)
            && !arc.iter().any(beyond)
            && gap(&from, &rect).distance <= distance
    };
    let others = state.of_side(enemy(shooter.side)).filter(near);
    let apart = others.filter(|other| !state.in_contact(other.id));
    apart.filter_map(move |other| {
        let line = line_of_fire(state, eyes, shooter, arm, other).ok()?;
        Some(Target { id: other.id, line })
    })
}
