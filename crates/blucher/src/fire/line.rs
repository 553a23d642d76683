//! The line of fire and its length (LOF).

use crate::card::Arm;
use crate::event::name;
use crate::field::Kind;
use crate::refuse::{bw, footprint, ground, refusal};
use crate::scale::{BW, EPS, TOUCH};
use crate::sight::{Eyes, crest_exceptions, crests_at, terrain};
use crate::state::{State, Unit};
use smallvec::SmallVec;
use table::area::partly_in;
use table::convex::Convex;
use table::sight::{Cause, Hidden, Line, Look, Obstacle, Want};
use table::zone::{Arc, Lines};
use umpire::{PieceId, Refusal};

/// BL-LOF-13: volleys reach so far; beyond it infantry skirmishes (BL-LOF-14).
pub(super) const VOLLEY: i32 = BW;
/// BL-LOF-16: the short range of artillery.
pub(super) const SHORT: i32 = 2 * BW;
/// BL-LOF-17, BL-LOF-20: the room a line needs between two obstacles.
const ROOM: i32 = BW / 2;

/// The legal lines of fire from a unit to a target, by their best.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LineOfFire {
    /// The shortest of all: it counts for legality and for priority (BL-AMB-32).
    pub shortest: Line,
    /// The shortest that nothing obstructs, if there is one: then it is the one that is shot along.
    pub clear: Option<Line>,
}

impl LineOfFire {
    /// BL-AMB-32: the line of the shot.
    pub fn shot(&self) -> &Line {
        self.clear.as_ref().unwrap_or(&self.shortest)
    }

    /// BL-LOF-10, BL-LOF-19: no clear line exists.
    pub const fn obstructed(&self) -> bool {
        self.clear.is_none()
    }
}

/// BL-LOF-12, BL-LOF-15: how far an arm shoots. Cavalry does not.
pub(super) const fn reach(arm: Arm) -> i32 {
    match arm {
        Arm::Infantry => 2 * BW,
        Arm::Cavalry => 0,
        Arm::Artillery => 8 * BW,
    }
}

/// BL-LOF-02: the frontal arc: 45° outward from the front corners.
pub(super) fn frontal_arc(shooter: &Unit) -> Arc {
    Lines::from(&shooter.rect()).arc(1.0)
}

/// The lines of fire from a unit of this arm to a target, or what hides it from them: from the centerpoint to any point (BL-LOF-01) in the frontal arc (-02, -03), in range (-12, -15), past all other
/// units (-04), with room between obstacles (-17 to -20), short of crest lines (-22). Infantry does not shoot
/// through or into obstructing terrain (-07, -08, -21); artillery does, as far as 1 BW (-09).
pub(super) fn line_of_fire(
    state: &State,
    eyes: &Eyes,
    shooter: &Unit,
    arm: Arm,
    target: &Unit,
) -> Result<LineOfFire, Hidden> {
    let shape = Convex::from(target.rect());
    let arc = frontal_arc(shooter).halves(EPS);
    let over = crests_at(&state.field, &shooter.rect());
    let on_edge = crest_exceptions(&state.field, &target.rect());
    let into = overlapped_veils(state, &shape);
    let look = Look {
        reach: f64::from(reach(arm)),
        within: &arc,
        without: &[shooter.id.0, target.id.0],
        over: &over,
        over_on_edge: &on_edge,
        into: &into,
        room: f64::from(ROOM),
        ..Look::new(shooter.pose.at.vec2(), &shape)
    };
    let sight = eyes.sight();
    let want = if arm == Arm::Artillery { Want::Shortest } else { Want::ShortestClear };
    let shortest = sight.line(&look, want)?;
    let clear = match shortest.entry {
        None => Some(shortest),
        Some(_) => sight.line(&look, Want::ShortestClear).ok(),
    };
    Ok(LineOfFire { shortest, clear })
}

/// BL-AMB-08: the obstructing terrain that a target overlaps: a line that ends on it goes into it.
fn overlapped_veils(state: &State, shape: &Convex) -> SmallVec<[u32; 2]> {
    let near = state.field.near(shape, Kind::obstructs);
    let overlapped = near.filter(|(_, outline)| partly_in(shape, outline, TOUCH));
    overlapped.filter_map(|(piece, _)| state.field.veil_of(piece.id)).collect()
}

/// What stands against every line, each with its rule and its place; and BL-FIR-11: the target must be seen.
pub(super) fn why_not(
    state: &State,
    eyes: &Eyes,
    shooter: &Unit,
    arm: Arm,
    target: &Unit,
    hidden: &Hidden,
) -> Vec<Refusal> {
    let mut why = Vec::new();
    if let Err(hidden) = eyes.looks(shooter, target) {
        let sentence = eyes.does_not_see(target.id, &hidden);
        why.push(refusal("BL-FIR-11", sentence).place(footprint(target)));
    }
    let called = name(state, target.id);
    for cause in &hidden.by {
        match *cause {
            Cause::Reach => why.push(too_far(shooter, arm, target, &called)),
            Cause::Region | Cause::Number => {
                let sentence = format!("no part of {called} lies in its frontal arc");
                why.push(refusal("BL-LOF-02", sentence).place(footprint(target)));
            }
            Cause::Blocker(id) => {
                let sentence = format!("{} is in the way", name(state, PieceId(id)));
                why.push(beside(state, refusal("BL-LOF-04", sentence), Obstacle::Blocker(id)));
            }
            Cause::Veil(name) => why.extend(behind(state, arm, name, &called)),
            Cause::Stop(id) => {
                let refusal = refusal("BL-LOF-22", "the line would pass a crest line");
                let piece = state.field.ground().piece(terrain(id)).map(|(piece, _)| ground(piece));
                why.push(piece.into_iter().fold(refusal, Refusal::place));
            }
            Cause::Gap(one, other) => why.push(too_narrow(state, arm, (one, other), &called)),
        }
    }
    why
}

/// BL-LOF-12, BL-LOF-15: beyond the range of its arm.
fn too_far(shooter: &Unit, arm: Arm, target: &Unit, called: &str) -> Refusal {
    let nearest = frontal_arc(shooter).nearest(&shooter.pose.at.vec2(), &target.rect());
    let distance = nearest.map_or(0.0, |gap| gap.distance);
    let rule = if arm == Arm::Artillery { "BL-LOF-15" } else { "BL-LOF-12" };
    let most = reach(arm) / BW;
    refusal(rule, format!("{called} is {} away: {arm} shoots {most} BW", bw(distance)))
        .number("range", distance as i64)
        .number("reach", i64::from(reach(arm)))
        .place(footprint(target))
}

/// BL-LOF-07, BL-LOF-08: infantry does not shoot through or into obstructing terrain. BL-LOF-09: artillery
/// only 1 BW from where its line enters.
fn behind(state: &State, arm: Arm, veil: u32, called: &str) -> Vec<Refusal> {
    let refused = |piece: &table::ground::Piece<Kind>| {
        let edge = piece.kind.words();
        let why = match (arm, piece.kind) {
            (Arm::Artillery, _) => {
                refusal("BL-LOF-09", format!("{called} is more than 1 BW behind the edge of {edge}"))
                    .number("reach", i64::from(BW))
            }
            (_, Kind::Urban) => refusal("BL-LOF-08", "infantry does not shoot through or into an urban area"),
            _ => refusal("BL-LOF-07", "infantry does not shoot through or into a wood"),
        };
        why.place(ground(piece))
    };
    state.field.veil(veil).map(refused).collect()
}

/// BL-LOF-17, BL-LOF-18: no line passes between two units less than ½ BW apart. BL-LOF-19, BL-LOF-21: beside
/// obstructing terrain artillery shoots 1 BW farther, infantry does not shoot.
fn too_narrow(state: &State, arm: Arm, (one, other): (Obstacle, Obstacle), called: &str) -> Refusal {
    let why = match (one, other, arm) {
        (Obstacle::Blocker(left), Obstacle::Blocker(right), _) => {
            let [left, right] = [left, right].map(|id| name(state, PieceId(id)));
            let sentence = format!("the line would pass between {left} and {right}, less than ½ BW apart");
            refusal("BL-LOF-17", sentence)
        }
        (_, _, Arm::Artillery) => {
            let sentence =
                format!("{called} is more than 1 BW behind a gap of less than ½ BW beside terrain");
            refusal("BL-LOF-19", sentence)
        }
        _ => refusal("BL-LOF-21", "infantry does not shoot through a gap of less than ½ BW beside terrain"),
    };
    beside(state, beside(state, why.number("needed", i64::from(ROOM)), one), other)
}

/// A refusal with the place of an obstacle.
fn beside(state: &State, why: Refusal, obstacle: Obstacle) -> Refusal {
    match obstacle {
        Obstacle::Blocker(id) => match state.unit(PieceId(id)) {
            Some(unit) => why.place(footprint(unit)),
            None => why,
        },
        Obstacle::Veil(name) => state.field.veil(name).map(ground).fold(why, Refusal::place),
    }
}
