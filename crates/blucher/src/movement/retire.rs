//! Retiring and leaving the table (RTI, AMB-19, AMB-27).

use super::sweep::Sweep;
use super::{Done, remove};
use crate::event::name;
use crate::refuse::{Ruled, all, bw, footprint, outline, refusal, unless};
use crate::scale::{BW, EPS, FOOTPRINT, TOUCH};
use crate::sight::MARGINS;
use crate::state::{Left, State, Unit, enemy};
use crate::step::Order;
use table::border::Stretch;
use table::convex::Convex;
use table::distance::gap;
use table::pose::Pose;
use table::sight::{Blocker, Blockers, Look, Sight};
use umpire::{PieceId, Refusal, RuleId, Shape};

/// BL-AMB-19: what a move is ordered to do that ends partly off the table, in the words of its card.
pub const LEAVES: &str = "leaves the table";

/// BL-RTI-02: no enemy is this near.
const SAFE: i32 = 2 * BW;

/// BL-RTI-01 to -04: a unit retires from where it stands and is gone at once.
pub fn carry_out(state: &mut State, id: PieceId) -> Result<Done, Vec<Refusal>> {
    let Some(unit) = state.unit(id) else { return Ok(super::prepare::hold()) };
    let near = state.of_side(enemy(unit.side)).map(|enemy| away_from(state, unit, enemy));
    all(near.chain([line_to_friendly_edge(state, unit)]))?;
    let rule = RuleId::new("BL-RTI-04");
    let objectives = remove(state, id, Left::Retired);
    let done = Done::new(Order::Retire, "retires", "BL-RTI-04");
    Ok(Done { left: Some((Left::Retired, rule)), objectives, ..done })
}

/// May a unit retire? Enemies near it are quickly found, the line is not.
pub fn may(state: &State, unit: &Unit) -> bool {
    let mut enemies = state.of_side(enemy(unit.side));
    enemies.all(|enemy| away_from(state, unit, enemy).is_ok()) && line_to_friendly_edge(state, unit).is_ok()
}

/// BL-RTI-02: a unit within 2 BW of an enemy does not retire.
fn away_from(state: &State, unit: &Unit, enemy: &Unit) -> Ruled {
    // No footprint reaches farther than 1.2 BW from its centerpoint.
    if unit.pose.at.distance(enemy.pose.at) > f64::from(SAFE + 3 * BW) {
        return Ok(());
    }
    let distance = gap(&unit.rect(), &enemy.rect()).distance;
    unless(distance > f64::from(SAFE) + EPS.grains(), || {
        let (far, near) = (bw(distance), name(state, enemy.id));
        refusal("BL-RTI-02", format!("{near} is {far} away: more than 2 BW is needed"))
            .number("distance", distance as i64)
            .place(footprint(enemy))
    })
}

/// BL-RTI-03, BL-AMB-27: some straight line from the centerpoint to a friendly edge touches no enemy and no
/// impassable terrain; crossings are passable and friends do not block.
fn line_to_friendly_edge(state: &State, unit: &Unit) -> Ruled {
    let enemies = state.of_side(enemy(unit.side));
    let blocker = |unit: &Unit| Blocker { id: unit.id.0, shape: Convex::from(unit.rect()) };
    let blockers = Blockers::new(enemies.map(blocker).collect());
    let sight = Sight { blockers: &blockers, screens: state.field.barriers(), margins: MARGINS };
    let border = state.field.ground().border();
    let friendly = border.stretches().filter(|stretch| stretch.owner == Some(unit.side));
    let free = |stretch: Stretch| {
        let edge = Convex::hull(border.segment(stretch));
        edge.is_some_and(|edge| sight.sees(&Look::new(unit.pose.at.vec2(), &edge)))
    };
    unless(friendly.into_iter().any(free), || {
        let why = "no straight line to a friendly edge is free of enemies and impassable terrain";
        refusal("BL-RTI-03", why).place(Shape::Point(unit.pose.at))
    })
}

/// BL-TAB-09, BL-RTI-05, -06, BL-AMB-19: does a move that ends here leave the table, and how? It must be ordered to,
/// and only then. The worst of the stretches it crosses counts: the enemy's breaks the unit, others retire it.
pub fn leaves(
    state: &State,
    unit: &Unit,
    end: Pose,
    sweeps: &[Sweep],
    ordered: bool,
) -> Result<Option<(Left, RuleId)>, Refusal> {
    let border = state.field.ground().border();
    let rect = FOOTPRINT.at(end);
    let shape = Convex::from(rect);
    let over = border.beyond(&shape, TOUCH);
    match (over, ordered) {
        (None, false) => return Ok(None),
        (Some((_, by)), false) => {
            let sentence = format!("it would end {} off the table: that needs “{LEAVES}: yes”", bw(by));
            return Err(refusal("BL-AMB-19", sentence)
                .number("beyond", by as i64)
                .place(outline(rect.corners())));
        }
        (None, true) => {
            return Err(refusal(
                "BL-AMB-19",
                format!("its order is “{LEAVES}: yes”, but it would end on the table"),
            ));
        }
        (Some(_), true) => {}
    }
    let mut crossed = border.crossed(&shape, TOUCH);
    if crossed.is_empty() {
        // Wholly beyond the border: it went over the stretches that its last way crossed.
        let way = sweeps
            .iter()
            .rev()
            .find_map(way_of)
            .and_then(|way| Convex::hull(way.corners().iter().chain(shape.corners()).copied()));
        crossed = way.map_or_else(Vec::new, |way| border.crossed(&way, TOUCH));
    }
    let by_enemy = crossed.iter().any(|stretch| stretch.owner == Some(enemy(unit.side)));
    Ok(Some(if by_enemy {
        (Left::Broken, RuleId::new("BL-RTI-06"))
    } else {
        (Left::Retired, RuleId::new("BL-RTI-05"))
    }))
}

/// All that a straight part of a move covers.
fn way_of(sweep: &Sweep) -> Option<Convex> {
    match sweep {
        Sweep::Straight { from, way } => way.hull(from),
        Sweep::Leg { rect, .. } => Some(Convex::from(*rect)),
        _ => None,
    }
}
