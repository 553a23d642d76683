//! The greatest threat (CHG-22 to -26, AMB-20, AMB-23).

use super::course::{Charger, Course, Foe, aimed};
use super::{legal, space, who};
use crate::contact::contacted_edge;
use crate::event::name;
use crate::refuse::{Ruled, bw, footprint, refusal};
use crate::scale::{BW, TOUCH};
use crate::state::{State, Unit};
use smallvec::SmallVec;
use table::contact::ray;
use table::heading::Turn;
use table::rect::Edge;
use umpire::{Doubts, PieceId};

/// A pivot swings a front corner forward, so an enemy farther than the allowance may be struck (BL-AMB-31):
/// by half a BW times twice the sine of 22.5°, and a bit.
const SWING: f64 = 0.4 * BW as f64;

/// Any direction is reached by a pivot of so much, one way or the other.
const HALF_A_TURN: i32 = 180_000;

/// A target that a unit may charge.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// The enemy.
    pub unit: PieceId,
    /// Its distance before the move, in grains.
    pub distance: f64,
    /// Can its front be attacked?
    pub front: bool,
    /// The pivots by which it may be charged, from left to right.
    pub turns: Vec<Turn>,
}

/// The targets that a unit may charge as it stands, each a greatest threat (BL-CHG-22), and by which pivots.
/// None for a unit that may not charge or whose card is not known.
pub fn legal_targets(state: &State, unit: PieceId, doubts: &mut Doubts) -> Vec<Target> {
    let Some(charger) = Charger::new(state, unit) else { return Vec::new() };
    if !who::may_charge(&charger, doubts).is_empty() {
        return Vec::new();
    }
    let found: Vec<Found> = charger.foes.iter().filter_map(|foe| found(&charger, foe, doubts)).collect();
    let dominated = |one: &Found, front: bool| {
        let mut others = found.iter().filter(|other| other.unit != one.unit);
        others.any(|other| dominates(other.threat(), Threat { front, ..one.threat() }))
    };
    let target = |one: &Found| {
        // Only its front makes it a greatest threat: then its front must be attacked (BL-AMB-23).
        let front_only = dominated(one, false);
        let turns: Vec<Turn> =
            one.turns.iter().filter(|(_, front)| *front || !front_only).map(|(turn, _)| *turn).collect();
        let Threat { distance, front } = one.threat();
        (!dominated(one, front)).then_some(Target { unit: one.unit, distance, front, turns })
    };
    found.iter().filter_map(target).collect()
}

/// A legal target, threats aside.
struct Found {
    unit: PieceId,
    distance: f64,
    /// Legal pivots, and whether each contacts its front.
    turns: Vec<(Turn, bool)>,
}

impl Found {
    fn threat(&self) -> Threat {
        Threat { distance: self.distance, front: self.turns.iter().any(|(_, front)| *front) }
    }
}

fn found(charger: &Charger, foe: &Foe, doubts: &mut Doubts) -> Option<Found> {
    if !may_be_reached(charger, foe) || space::sees(charger, foe.unit).is_err() {
        return None;
    }
    let course = |turn: Turn| {
        let course = Course::new(charger, turn).filter(|course| legal(charger, course, foe, doubts))?;
        Some((turn, attacks_front(&course, foe)))
    };
    let turns: Vec<_> = aimed_turns(charger, foe).into_iter().filter_map(course).collect();
    (!turns.is_empty()).then_some(Found { unit: foe.unit.id, distance: foe.distance, turns })
}

/// Can an enemy be struck at all?
fn may_be_reached(charger: &Charger, foe: &Foe) -> bool {
    foe.distance <= f64::from(charger.card.full) + SWING
}

/// The pivots that may aim at an enemy. The aim ray of the stop is the one of the start but for the rounding of
/// the stop, so a little more than ε is allowed here; BL-CHG-18 decides.
fn aimed_turns(charger: &Charger, foe: &Foe) -> SmallVec<[Turn; 64]> {
    who::turns().filter(|turn| aimed(charger.unit.pose.turned(*turn), &foe.rect, TOUCH)).collect()
}

/// The pivot by which a unit would aim at an enemy, be it allowed or not: the nearest to the wanted one of those that a
/// charge may have, or else the smallest that leads there (BL-CHG-04).
pub fn aiming(state: &State, unit: &Unit, target: PieceId, wanted: Turn) -> Option<Turn> {
    let target = state.unit(target)?.rect();
    let aims = |turn: &Turn| {
        let frame = unit.pose.turned(*turn).frame();
        ray(frame.origin, frame.forward, &target).is_some()
    };
    let all = (-HALF_A_TURN / who::STEP..=HALF_A_TURN / who::STEP).map(|n| Turn(n * who::STEP));
    all.filter(aims).min_by_key(|turn| (turn.size().max(who::WIDEST), (turn.0 - wanted.0).abs()))
}

/// BL-AMB-22: is the target's front the edge that is contacted?
fn attacks_front(course: &Course, foe: &Foe) -> bool {
    contacted_edge(&foe.rect, &course.rest) == Edge::Front
}

/// What makes a target a threat.
#[derive(Clone, Copy)]
struct Threat {
    /// Unit to unit, before the move.
    distance: f64,
    /// Its front can be attacked.
    front: bool,
}

/// BL-AMB-23: the closer one is the greater threat unless only the other's front can be attacked; at equal
/// distance (to 0.01 BW) the one whose front can be attacked (BL-CHG-23 to -25).
fn dominates(a: Threat, b: Threat) -> bool {
    let closer = a.distance < b.distance - TOUCH.grains();
    let equal = (a.distance - b.distance).abs() <= TOUCH.grains();
    (closer && a.front >= b.front) || (equal && a.front && !b.front)
}

/// BL-CHG-22: no other legal target is a greater threat than the one that is charged. It counts as one whose
/// front can be attacked only if this charge attacks it, which is the last sentence of BL-AMB-23. Others are
/// searched only as far as they could be greater (BL-CHG-26).
pub(super) fn at_the_greatest(charger: &Charger, course: &Course, target: &Foe) -> Ruled {
    let charged = Threat { distance: target.distance, front: attacks_front(course, target) };
    match greater(charger, target, charged) {
        None => Ok(()),
        Some(other) => {
            let frontal = Threat { front: true, ..charged };
            let by_front = !charged.front
                && greater(charger, target, frontal).is_none()
                && can_be_charged(charger, target, true);
            let (rule, sentence) = if by_front {
                (
                    "BL-AMB-23",
                    "only its front makes it as great a threat: the charge must contact the front".into(),
                )
            } else {
                ("BL-CHG-22", outdone(charger.state, target, other))
            };
            Err(refusal(rule, sentence)
                .number("distance", target.distance as i64)
                .number("greater", other.distance as i64)
                .place(footprint(other.unit)))
        }
    }
}

fn outdone(state: &State, target: &Foe, other: &Foe) -> String {
    let (near, far) = (bw(other.distance), bw(target.distance));
    format!("{} is a greater threat: it is {near} away, the target {far}", name(state, other.unit.id))
}

/// A legal target that is a greater threat than this one.
fn greater<'c, 'a>(charger: &'c Charger<'a>, target: &Foe, threat: Threat) -> Option<&'c Foe<'a>> {
    charger.foes.iter().find(|other| {
        let could = |front: bool| dominates(Threat { distance: other.distance, front }, threat);
        other.unit.id != target.unit.id
            && could(true)
            && space::sees(charger, other.unit).is_ok()
            && can_be_charged(charger, other, !could(false))
    })
}

/// Is there a pivot by which this enemy may be charged, in its front if that is needed? Hidden arms can only
/// forbid a charge, so a target that is judged the greatest threat here stays it in the truth: no doubt.
fn can_be_charged(charger: &Charger, foe: &Foe, in_front: bool) -> bool {
    if !may_be_reached(charger, foe) {
        return false;
    }
    let mut doubts = Doubts::new();
    let by = |turn: Turn| {
        Course::new(charger, turn).is_some_and(|course| {
            legal(charger, &course, foe, &mut doubts) && (!in_front || attacks_front(&course, foe))
        })
    };
    from_the_middle(&aimed_turns(charger, foe)).any(by)
}

/// Pivots in the middle strike most surely: they are tried first.
fn from_the_middle(turns: &[Turn]) -> impl Iterator<Item = Turn> + '_ {
    let (left, right) = turns.split_at(turns.len() / 2);
    let both = right.iter().map(Some).chain(std::iter::once(None));
    let mut back = left.iter().rev();
    both.flat_map(move |turn| turn.copied().into_iter().chain(back.next().copied()))
}
