//! The reserve move (RSV, AMB-26): a concealed unit goes far along any path through open ground and along roads,
//! unseen at close quarters.

use super::exposure;
use super::general::{
    clear_of_enemies, clear_of_friends_in_contact, entered_by, enters_any, off_friends_outside_the_force,
};
use super::plan::Ending;
use super::sweep::Sweep;
use super::{Done, crossing, engaged, plan, prepare, retire};
use crate::field::Kind;
use crate::refuse::{Ruled, bw, footprint, ground, refusal, unless};
use crate::scale::{BW, FOOTPRINT, TOUCH, at_most};
use crate::state::{State, Unit};
use crate::step::{Leg, Order};
use smallvec::SmallVec;
use table::area::edge_outside;
use table::corridor::Corridor;
use table::heading::Heading;
use table::index::Bounds;
use table::point::Point;
use table::pose::Pose;
use table::vec2::Vec2;
use umpire::{PieceId, Refusal, Shape};

/// BL-RSV-03: the allowance of every type.
pub const ALLOWANCE: i32 = 12 * BW;
/// BL-AMB-26: a path has no more vertices, the start among them.
const VERTICES: usize = 24;

/// A path as it is judged.
struct Path<'a> {
    /// The legs; none is without length.
    legs: &'a [Leg],
    /// The start and the end of each leg.
    points: SmallVec<[Vec2; 8]>,
    /// What it covers (BL-AMB-26).
    corridor: SmallVec<[Sweep; 16]>,
    /// Its length in grains.
    length: f64,
    /// Where it ends, before a crossing puts it on its line.
    end: Pose,
}

/// BL-RSV-01 to -23: carries out a reserve move.
pub fn carry_out(
    state: &mut State,
    id: PieceId,
    legs: &[Leg],
    heading: Heading,
    leave: bool,
) -> Result<Done, Vec<Refusal>> {
    let Some(unit) = state.unit(id) else { return Ok(prepare::hold()) };
    let legs = with_length(unit, legs);
    let path = planned(unit, &legs, heading)?;
    let ending = judge(state, unit, &path, leave)?;
    let length = libm::round(path.length) as i32;
    let sweeps = path.corridor;
    let done = Done::new(Order::Reserve { legs, heading, leave }, "reserve move", "BL-RSV-03");
    Ok(plan::carry_out(state, id, &sweeps, ending, Done { length, ..done }))
}

/// May a unit make this reserve move?
pub fn may(state: &State, unit: &Unit, legs: &[Leg], heading: Heading, leave: bool) -> bool {
    let legs = with_length(unit, legs);
    let legal = |path: Path<'_>| {
        let open = covered_in_the_open(&path);
        // What is quickly asked comes first; the judgement asks it again and says why.
        not_engaged(state, unit).is_ok()
            && vertices_on_the_table(state, &path, leave).is_empty()
            && !enters_any(state, &open, |kind| forbidden(kind).is_some())
            && judge(state, unit, &path, leave).is_ok()
    };
    !unit.revealed() && planned(unit, &legs, heading).is_ok_and(legal)
}

/// The leg between two points that a hand drew: if both lie on roads or crossings it is meant to run along them.
pub fn leg(state: &State, from: Point, to: Point) -> Leg {
    let ground = state.field.ground();
    let on_road = |p: Point| {
        let mut roads = ground.areas(|piece| matches!(piece.kind, Kind::Road | Kind::Crossing));
        roads.any(|(_, outline)| outline.depth(p.vec2()) >= 0.0)
    };
    Leg { to, road: on_road(from) && on_road(to) }
}

/// The legs that go somewhere.
fn with_length(unit: &Unit, legs: &[Leg]) -> Vec<Leg> {
    let mut at = unit.pose.at;
    legs.iter().filter(|leg| std::mem::replace(&mut at, leg.to) != leg.to).copied().collect()
}

/// BL-RSV-04, BL-RSV-05, BL-AMB-26: a path of at most 24 vertices, any heading at its end. Each open leg covers the
/// width of a unit, with a disc at each bend between two of them; a road leg is a bare line (BL-RSV-10).
fn planned<'a>(unit: &Unit, legs: &'a [Leg], heading: Heading) -> Result<Path<'a>, Vec<Refusal>> {
    let refused = |sentence: &'static str| vec![refusal("BL-AMB-26", sentence)];
    let Some(last) = legs.last() else { return Err(refused("a reserve move must have a path")) };
    if legs.len() >= VERTICES {
        return Err(refused("a path may have at most 24 vertices"));
    }
    let points: SmallVec<[Vec2; 8]> =
        std::iter::once(unit.pose.at).chain(legs.iter().map(|leg| leg.to)).map(Point::vec2).collect();
    let half_width = |leg: usize| if legs[leg].road { 0.0 } else { f64::from(BW) * 0.5 };
    let end = Pose { at: last.to, heading };
    let covered = Corridor::new(&points, half_width).ok_or_else(|| refused("the path is no path"))?;
    let length = covered.length();
    let mut corridor: SmallVec<[Sweep; 16]> = SmallVec::new();
    corridor.extend(covered.legs.iter().map(|leg| Sweep::Leg { rect: leg.rect, after: leg.from }));
    corridor.extend(covered.bends.iter().map(|bend| Sweep::Bend { disc: bend.disc, after: bend.from }));
    corridor.push(Sweep::rest(end, length));
    Ok(Path { legs, points, corridor, length, end })
}

fn judge(state: &State, unit: &Unit, path: &Path<'_>, leave: bool) -> Result<Ending, Vec<Refusal>> {
    let mut why: Vec<Refusal> = Vec::new();
    let cheap = [
        concealed_when_activated(unit),
        not_engaged(state, unit),
        within_twelve(path.length),
        crossing::begins_straight_on(state, unit, &path.points, path.end.heading),
    ];
    why.extend(cheap.into_iter().filter_map(Result::err));
    why.extend(vertices_on_the_table(state, path, leave));
    why.extend(path.legs.iter().zip(path.points.windows(2)).filter_map(|(leg, ends)| {
        if leg.road { along_roads(state, [ends[0], ends[1]]).err() } else { None }
    }));
    let left = retire::leaves(state, unit, path.end, &path.corridor, leave).unwrap_or_else(|refused| {
        why.push(refused);
        None
    });
    let at = match Heading::of(path.last_way()).filter(|_| left.is_none()) {
        Some(way) => crossing::settled(&state.field, unit.crossing, path.end, &path.corridor, way),
        None => Ok(path.end),
    };
    let at = at.unwrap_or_else(|refused| {
        why.push(refused);
        path.end
    });
    why.extend(through_open_ground(state, unit, path, at));
    if left.is_none() {
        why.extend(off_friends_outside_the_force(state, unit, &FOOTPRINT.at(at)));
    }
    why.extend(clear_of_enemies(state, unit, &path.corridor, &FOOTPRINT.at(at)));
    why.extend(clear_of_friends_in_contact(state, unit, &path.corridor));
    if why.is_empty() {
        why = exposure::nowhere_exposed(state, unit, &path.points, at);
    }
    if why.is_empty() { Ok(Ending { at, left }) } else { Err(why) }
}

impl Path<'_> {
    /// The direction of the last leg.
    fn last_way(&self) -> Vec2 {
        match self.points.as_slice() {
            [.., a, b] => *b - *a,
            _ => Vec2::default(),
        }
    }

    /// Does it end along a road?
    fn ends_on_road(&self) -> bool {
        self.legs.last().is_some_and(|leg| leg.road)
    }
}

/// BL-RSV-01, BL-RSV-02, BL-RSV-19: only a unit that is concealed when it is activated; the activation reveals it.
fn concealed_when_activated(unit: &Unit) -> Ruled {
    unless(!unit.revealed(), || {
        refusal("BL-RSV-01", "only a unit that was concealed when activated makes a reserve move")
            .place(footprint(unit))
    })
}

/// BL-RSV-21, BL-AMB-24: an engaged unit makes no reserve move.
fn not_engaged(state: &State, unit: &Unit) -> Ruled {
    unless(!engaged::engaged(state, unit), || {
        refusal("BL-RSV-21", "an engaged unit makes no reserve move").place(footprint(unit))
    })
}

/// BL-RSV-03: at most 12 BW along the path of the centerpoint.
fn within_twelve(length: f64) -> Ruled {
    unless(at_most(length, ALLOWANCE), || {
        refusal("BL-RSV-03", format!("the path is {} long: at most 12 BW", bw(length)))
            .number("length", length as i64)
            .number("allowance", i64::from(ALLOWANCE))
    })
}

/// BL-RSV-22: the path stays on the table; only the last vertex of an order to leave it may lie outside.
fn vertices_on_the_table(state: &State, path: &Path<'_>, leave: bool) -> Vec<Refusal> {
    let border = state.field.ground().border();
    let inner = path.legs.len() - usize::from(leave);
    let outside = path.legs[..inner].iter().filter(|leg| border.depth(leg.to.vec2()) < 0.0);
    let refused = |leg: &Leg| refusal("BL-RSV-22", "the path leaves the table").place(Shape::Point(leg.to));
    outside.map(refused).collect()
}

/// BL-RSV-23: a leg named road lies wholly in roads and crossings.
fn along_roads(state: &State, leg: [Vec2; 2]) -> Ruled {
    let near = state.field.ground().near(Bounds::around(leg).widened(TOUCH.grains()));
    let roads = near.filter(|(piece, _)| matches!(piece.kind, Kind::Road | Kind::Crossing));
    match edge_outside(leg, roads.filter_map(|(_, outline)| outline), TOUCH) {
        None => Ok(()),
        Some(at) => {
            let why = refusal("BL-RSV-23", "a leg along a road leaves the road");
            Err(at.round().map_or(why.clone(), |at| why.place(Shape::Point(at))))
        }
    }
}

/// Terrain that an open leg does not enter: wood and rough ground (BL-RSV-06), rivers (BL-RSV-07), urban areas
/// (BL-RSV-08).
const fn forbidden(kind: Kind) -> Option<&'static str> {
    match kind {
        Kind::Wood | Kind::Rocky | Kind::Marsh | Kind::Ploughed => Some("BL-RSV-06"),
        Kind::MinorRiver | Kind::MajorRiver => Some("BL-RSV-07"),
        Kind::Urban => Some("BL-RSV-08"),
        Kind::Hill | Kind::Crest | Kind::Crossing | Kind::Road => None,
    }
}

/// BL-RSV-06 to -12, BL-AMB-26: open legs, bends between them and an end after an open leg lie in open ground; so does
/// the centerpoint at the start of an open leg. An end on a road may lie in any terrain but impassable. No leg
/// leads through a town.
fn through_open_ground(state: &State, unit: &Unit, path: &Path<'_>, at: Pose) -> Vec<Refusal> {
    let on_road = path.ends_on_road();
    let open = covered_in_the_open(path);
    let mut why: Vec<Refusal> = entered_by(state, &open, |kind| forbidden(kind).is_some())
        .iter()
        .map(|entry| entering(entry.piece, entry.depth))
        .collect();
    if path.legs.first().is_some_and(|leg| !leg.road) {
        let start = unit.pose.at.vec2();
        let areas = state.field.ground().areas(|piece| forbidden(piece.kind).is_some());
        let inside = areas.filter(|(_, outline)| outline.depth(start) > TOUCH.grains());
        why.extend(inside.map(|(piece, outline)| entering(piece, outline.depth(start))));
    }
    let (roads, town) = (path.corridor.iter().filter(|sweep| sweep.bare()), |kind| kind == Kind::Urban);
    let roads: SmallVec<[Sweep; 16]> = roads.copied().collect();
    why.extend(entered_by(state, &roads, town).iter().map(|entry| into_town(entry.piece, entry.depth)));
    if on_road {
        why.extend(crossing::rests_on_passable_ground(state, unit, at, &path.corridor).err());
    }
    why.dedup_by(|a, b| a.places == b.places);
    why
}

/// BL-RSV-08, BL-AMB-25: a road stops at an urban area, also where it is drawn through it.
fn into_town(base: &table::ground::Piece<Kind>, depth: f64) -> Refusal {
    let sentence = format!("a road stops at an urban area: it would go {} into it", bw(depth));
    refusal("BL-RSV-08", sentence).number("depth", depth as i64).place(ground(base))
}

/// What a path covers off the roads; an end on a road is not in the open.
fn covered_in_the_open(path: &Path<'_>) -> SmallVec<[Sweep; 16]> {
    let on_road = path.ends_on_road();
    let tested = |sweep: &&Sweep| !(sweep.bare() || on_road && matches!(sweep, Sweep::Rest { .. }));
    path.corridor.iter().filter(tested).copied().collect()
}

fn entering(piece: &table::ground::Piece<Kind>, depth: f64) -> Refusal {
    let sentence = format!("off the roads it would go {} into {}", bw(depth), piece.kind.word());
    refusal(forbidden(piece.kind).unwrap_or("BL-RSV-06"), sentence)
        .number("depth", depth as i64)
        .place(ground(piece))
}
