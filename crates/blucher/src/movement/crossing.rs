//! Crossings (CRS-01 to -04, -06, -08, -12, AMB-237, AMB-239): going over a bridge or ford, and standing on it.

use super::sweep::Sweep;
use crate::field::{Field, Kind};
use crate::refuse::{Ruled, bw, ground, refusal, unless};
use crate::scale::{EPS, FOOTPRINT, TOUCH};
use crate::state::{State, Unit};
use smallvec::{SmallVec, smallvec};
use table::area::{Area, partly_in};
use table::convex::Convex;
use table::distance::signed;
use table::grain::grains;
use table::ground::{Piece, PieceId as TerrainId};
use table::heading::{DEGREE, Heading};
use table::overlap::overlap;
use table::polygon::Polygon;
use table::pose::{Frame, Pose};
use table::rect::Rect;
use table::segment::Segment;
use table::vec2::Vec2;
use umpire::Refusal;

/// How far from the middle line a unit may end and still be put on it (BL-AMB-237).
const ASIDE: i32 = grains(0.05);
/// How far off the axis it may face (BL-AMB-237).
const SKEW: i32 = 2 * DEGREE;
/// Headings this near are the same (BL-AMB-01: 0.01°).
pub const SAME_HEADING: i32 = DEGREE / 100;

/// The crossings of a field with their rectangles; the front of each is the end its axis points to.
fn crossings(field: &Field) -> impl Iterator<Item = (&Piece<Kind>, Rect)> {
    let pieces = field.ground().pieces().iter().filter(|piece| piece.kind == Kind::Crossing);
    pieces.filter_map(|piece| Some((piece, piece.shape.rect()?)))
}

/// BL-AMB-237: the lines that a unit's middle axis, from centerpoint to rear, draws in a straight move. Straight
/// ahead or back they are one line.
fn path_lines(sweep: &Sweep) -> SmallVec<[Segment; 4]> {
    match sweep {
        Sweep::Straight { from, way } => {
            let front = from.front_middle();
            let rear = front - from.frame.forward * (2.0 * from.half_depth);
            let axis = |travel: f64| [front + way.way * travel, rear + way.way * travel];
            let ([f0, r0], [f1, r1]) = (axis(way.from), axis(way.to));
            if along(from, sweep) > 0.0 {
                smallvec![Segment::new(r0, f1)]
            } else if along(from, sweep) < 0.0 {
                smallvec![Segment::new(f0, r1)]
            } else {
                smallvec![
                    Segment::new(f0, f1),
                    Segment::new(r0, r1),
                    Segment::new(r0, f0),
                    Segment::new(r1, f1)
                ]
            }
        }
        // An open leg of a reserve move does not narrow, a road leg is not tested (BL-AMB-26).
        _ => SmallVec::new(),
    }
}

/// 1 for a move straight ahead, −1 straight back, 0 for any other.
fn along(from: &Rect, sweep: &Sweep) -> f64 {
    let Sweep::Straight { way, .. } = sweep else { return 0.0 };
    let (ahead, aside) = (way.way.dot(from.frame.forward), way.way.dot(from.frame.forward.right()));
    // The sine of 0.01 degrees.
    if aside.abs() > 1.746e-4 { 0.0 } else { ahead.signum() }
}

/// BL-CRS-09, BL-AMB-238: does the endless line straight ahead enter through one end of a crossing and leave through
/// the other?
pub fn runs_through(line: Frame, crossing: &Piece<Kind>) -> bool {
    let Some(ends) = crossing.shape.ends() else { return false };
    ends.iter().all(|[a, b]| {
        let (a, b) = (line.to_local(*a).x, line.to_local(*b).x);
        a.min(b) <= EPS.grains() && a.max(b) >= -EPS.grains()
    })
}

/// A line is in a rectangle when it goes deeper than ε (BL-AMB-01).
fn runs_in(line: &Segment, rect: &Rect) -> bool {
    signed(line, rect) < -EPS.grains()
}

/// BL-CRS-01, BL-CRS-04, BL-CRS-12, BL-AMB-237: a move over a river goes by a crossing when its path line enters
/// the crossing and runs in the river only there. Then the river does not count: what hangs over is ignored. In a
/// slanting move it is the centerpoint that enters: a unit whose rear alone comes onto a bridge does not cross it.
pub fn carries(field: &Field, sweep: &Sweep, river: &Polygon) -> bool {
    let lines = path_lines(sweep);
    let carried = |rect: &Rect| {
        lines.first().is_some_and(|line| runs_in(line, rect)) && {
            let area = Area::from(river);
            lines.iter().all(|line| in_river_only_by(line, &area, rect))
        }
    };
    !lines.is_empty() && crossings(field).any(|(_, rect)| carried(&rect))
}

/// Does a line run in the river only inside the crossing?
fn in_river_only_by(line: &Segment, river: &Area, crossing: &Rect) -> bool {
    let Some(along) = (line.to - line.from).unit() else { return true };
    let inside = |at: f64| crossing.depth_of(line.from + along * at) >= -TOUCH.grains();
    river.runs(line.from, line.to).iter().all(|run| inside(run.from) && inside(run.to))
}

/// BL-AMB-237: the crossing a unit stands on after a move that ends here: its footprint overlaps the crossing,
/// and its path ran inside it or it stood on it before.
pub fn stands_on(field: &Field, before: Option<u16>, end: Pose, sweeps: &[Sweep]) -> Option<u16> {
    let rect = FOOTPRINT.at(end);
    crossings(field)
        .find(|(piece, crossing)| stands(piece, crossing, before, &rect, sweeps))
        .map(|(p, _)| p.id.0)
}

fn stands(piece: &Piece<Kind>, crossing: &Rect, before: Option<u16>, end: &Rect, sweeps: &[Sweep]) -> bool {
    overlap(crossing, end, TOUCH) && (before == Some(piece.id.0) || ran_inside(crossing, sweeps))
}

/// Did the path of a move run inside a crossing? Straight back the rear goes first.
fn ran_inside(crossing: &Rect, sweeps: &[Sweep]) -> bool {
    sweeps.iter().any(|sweep| {
        let path = match path_lines(sweep).as_slice() {
            [line] => Some(*line),
            _ => sweep.path(),
        };
        path.is_some_and(|path| runs_in(&path, crossing))
    })
}

/// BL-CRS-03, BL-AMB-237: where a move ends that its player chose. On a crossing it must end near the middle
/// line, facing along the axis to the far end; then it is put exactly on the line. A unit that stood on it before
/// goes on along its own line. `travel` is the direction of the last stretch.
pub fn settled(
    field: &Field,
    before: Option<u16>,
    end: Pose,
    sweeps: &[Sweep],
    travel: Heading,
) -> Result<Pose, Refusal> {
    let rect = FOOTPRINT.at(end);
    let new = |(piece, crossing): &(&Piece<Kind>, Rect)| {
        before != Some(piece.id.0) && stands(piece, crossing, before, &rect, sweeps)
    };
    let Some((piece, crossing)) = crossings(field).find(new) else { return Ok(end) };
    let table::terrain::Shape::Crossing { pose: axis, .. } = piece.shape else { return Ok(end) };
    let far = |heading: Heading| heading.turn_to(travel).size() <= 90 * DEGREE;
    let facing = if far(axis.heading) { axis.heading } else { axis.heading.reversed() };
    let local = crossing.frame.to_local(end.at.vec2());
    let skew = facing.turn_to(end.heading).size();
    if local.x.abs() > f64::from(ASIDE) + EPS.grains() || skew > SKEW + SAME_HEADING {
        let sentence = format!(
            "a unit must end on a crossing on its middle line, facing along it: it is {} aside and {:.1}° off",
            bw(local.x.abs()),
            f64::from(skew) / f64::from(DEGREE)
        );
        return Err(refusal("BL-CRS-03", sentence)
            .number("aside", local.x.abs() as i64)
            .number("angle", i64::from(skew))
            .place(ground(piece)));
    }
    let on_axis = crossing.frame.origin + crossing.frame.forward * local.y;
    Ok(Pose { at: on_axis.round().unwrap_or(end.at), heading: facing })
}

/// The crossing that a footprint at rest overlaps.
pub fn below(field: &Field, rect: &Rect) -> Option<u16> {
    crossings(field).find(|(_, crossing)| overlap(crossing, rect, TOUCH)).map(|(piece, _)| piece.id.0)
}

/// The crossing a unit stands on.
pub fn under<'a>(state: &'a State, unit: &Unit) -> Option<&'a Piece<Kind>> {
    state.field.ground().piece(TerrainId(unit.crossing?)).map(|(piece, _)| piece)
}

/// BL-CRS-06: nobody becomes prepared on a crossing of impassable water.
pub fn may_prepare_here(state: &State, unit: &Unit) -> Ruled {
    let Some((piece, rect)) = under(state, unit).and_then(|piece| Some((piece, piece.shape.rect()?))) else {
        return Ok(());
    };
    let shape = Convex::from(rect);
    unless(state.field.entered(&shape, Kind::impassable).is_none(), || {
        refusal("BL-CRS-06", "nobody may become prepared on a crossing of a major river").place(ground(piece))
    })
}

/// BL-CRS-08, BL-AMB-239: a unit on a crossing goes straight forward until its whole footprint has left it; it
/// does not even pivot. A charge obeys it too.
pub fn only_straight_on(state: &State, unit: &Unit, sweeps: &[Sweep]) -> Ruled {
    let Some(piece) = under(state, unit) else { return Ok(()) };
    let Some(crossing) = piece.shape.rect() else { return Ok(()) };
    for sweep in sweeps {
        let straight_on = match sweep {
            Sweep::Pivot { from, .. } => !overlap(&crossing, from, TOUCH),
            Sweep::Straight { from, .. } => !overlap(&crossing, from, TOUCH) || along(from, sweep) > 0.0,
            _ => true,
        };
        if !straight_on {
            let why = "a unit on a crossing may only go straight forward until it has left it";
            return Err(refusal("BL-CRS-08", why).place(ground(piece)));
        }
    }
    Ok(())
}

/// BL-CRS-08 for a reserve move: its path begins straight ahead and does not bend before the footprint has left the
/// crossing.
pub fn begins_straight_on(state: &State, unit: &Unit, points: &[Vec2], heading: Heading) -> Ruled {
    let Some(piece) = under(state, unit) else { return Ok(()) };
    let (Some(crossing), Some(first)) = (piece.shape.rect(), points.get(1)) else { return Ok(()) };
    let local = unit.pose.frame().to_local(*first);
    let ahead = local.x.abs() <= TOUCH.grains() && local.y > 0.0;
    let start = unit.rect();
    let origin = start.frame.origin + (*first - unit.pose.at.vec2());
    let there = Rect { frame: Frame { origin, ..start.frame }, ..start };
    let bends = points.len() > 2 || heading != unit.pose.heading;
    unless(ahead && !(bends && overlap(&crossing, &there, TOUCH)), || {
        let why = "a unit on a crossing may only go straight forward until it has left it";
        refusal("BL-CRS-08", why).place(ground(piece))
    })
}

/// BL-TER-08, BL-CRS-04: where a reserve move ends on a road, its footprint is in no impassable terrain, unless it
/// stands on a crossing of it.
pub fn rests_on_passable_ground(state: &State, unit: &Unit, at: Pose, sweeps: &[Sweep]) -> Ruled {
    let on = stands_on(&state.field, unit.crossing, at, sweeps);
    let crossing = on.and_then(|id| state.field.ground().piece(TerrainId(id))?.1);
    let shape = Convex::from(FOOTPRINT.at(at));
    let entered = state.field.near(&shape, Kind::impassable).find(|(_, river)| {
        let spanned = crossing.is_some_and(|crossing| overlap(crossing.parts(), river.parts(), TOUCH));
        partly_in(&shape, river, TOUCH) && !spanned
    });
    match entered {
        None => Ok(()),
        Some((river, _)) => {
            Err(refusal("BL-TER-08", "it would end in impassable terrain").place(ground(river)))
        }
    }
}
