//! Where objectives may be placed (BL-OBJ-02 to -06, BL-AMB-13, BL-AMB-247, BL-PCK-17 to -22).

use super::{Zone, setup};
use crate::draft::Judged;
use crate::field::Kind;
use crate::refuse::{self, Ruled, bw, refusal, unless};
use crate::scale::{BW, TOUCH, at_most};
use crate::state::{Objective, Side, State, enemy};
use table::area::Area;
use table::convex::Convex;
use table::heading::Heading;
use table::point::Point;
use table::polygon::Polygon;
use table::rect::Rect;
use table::vec2::{Vec2, vec2};

/// BL-OBJ-05: markers are farther from each other than this.
const APART: i32 = 8 * BW;
/// BL-OBJ-06: and farther than this from the table's border.
const INSIDE: i32 = 2 * BW;
/// A point that is so much farther from the border is beyond every tolerance, rounded or not.
const MARGIN: i32 = 12;

/// Half the width of a line in shading, in grains.
const LINE: f64 = 500.0;
/// The sides of the polygon that stands for a circle in shading: its corners lie 0.02 BW outside one of 8 BW.
const SIDES: i32 = 48;

/// What a marker must be on (BL-OBJ-02 to -04), best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// In an urban area.
    Urban,
    /// On a crossing or a crest.
    CrossingOrCrest,
    /// Anywhere.
    Anywhere,
}

/// What is demanded of a marker.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Demand {
    /// What it must be on.
    pub class: Class,
    /// The distance that no place can better, if none is far enough from the others (BL-AMB-247).
    pub relaxed: Option<f64>,
}

/// BL-PCK-17, BL-PCK-19: places an objective in the enemy's area; the enemy controls it (BL-PCK-22, BL-OBJ-08).
pub fn place(state: &mut State, side: Side, at: Point) -> Judged<()> {
    let owner = enemy(side);
    let Some(setup) = setup(state) else { return Ok(()) };
    let rule = if owner == setup.defending() { "BL-PCK-17" } else { "BL-PCK-19" };
    let Some(zone) = setup.zone(owner) else { return Ok(()) };
    in_area(state, zone, at, rule).map_err(|why| vec![why])?;
    may_lie(state, zone, at)?;
    state.objectives.push(Objective { at, control: Some(owner), special: false });
    Ok(())
}

/// BL-PCK-17, BL-PCK-19: the marker's centre lies in the area.
fn in_area(state: &State, zone: Zone, at: Point, rule: &str) -> Ruled {
    let far = zone.distance(state, at.vec2());
    unless(at_most(far, zone.depth), || {
        let (far_off, most) = (bw(far), bw(f64::from(zone.depth)));
        refusal(
            rule,
            format!("the marker is {far_off} from the edge, outside the area, which is {most} deep"),
        )
        .number("distance", far as i64)
        .number("depth", zone.depth.into())
    })
}

/// BL-PCK-21: the usual limits of objectives, in an area.
pub fn may_lie(state: &State, zone: Zone, at: Point) -> Judged<()> {
    let demand = demand(state, zone);
    refuse::all([off_border(state, at), apart(state, at, demand), right_class(state, at, demand.class)])
}

/// BL-OBJ-06: not within 2 BW of the table's border.
fn off_border(state: &State, at: Point) -> Ruled {
    let depth = state.field.ground().border().depth(at.vec2());
    unless(!at_most(depth, INSIDE), || {
        let (far, least) = (bw(depth), bw(f64::from(INSIDE)));
        refusal("BL-OBJ-06", format!("the marker is {far} from the border: more than {least} are wanted"))
            .number("distance", depth as i64)
    })
}

/// BL-OBJ-05: not within 8 BW of another marker; if no place is farther, then as far as can be (BL-AMB-247).
fn apart(state: &State, at: Point, demand: Demand) -> Ruled {
    let near = nearest(state, at.vec2());
    match demand.relaxed {
        None => unless(!at_most(near, APART), || {
            let (far, least) = (bw(near), bw(f64::from(APART)));
            refusal(
                "BL-OBJ-05",
                format!("the marker is {far} from another one: more than {least} are wanted"),
            )
            .number("distance", near as i64)
        }),
        Some(most) => unless(near >= most - TOUCH.grains(), || {
            refusal("BL-AMB-247", format!("the marker can be {} from the others", bw(most)))
                .number("distance", near as i64)
                .number("possible", most as i64)
        }),
    }
}

fn nearest(state: &State, p: Vec2) -> f64 {
    state.objectives.iter().map(|o| o.at.vec2().distance(p)).fold(f64::INFINITY, f64::min)
}

/// BL-OBJ-02, BL-OBJ-03: urban area first, else a crossing or a crest.
fn right_class(state: &State, at: Point, class: Class) -> Ruled {
    let p = at.vec2();
    let inside = |kind: Kind| {
        let mut areas = state.field.ground().areas(move |piece| piece.kind == kind);
        areas.any(|(_, outline)| outline.contains(p, TOUCH))
    };
    match class {
        Class::Urban => unless(inside(Kind::Urban), || {
            refusal("BL-OBJ-02", "the area holds an urban area: the marker must be in it")
        }),
        Class::CrossingOrCrest => unless(inside(Kind::Crossing) || on_crest(state, p), || {
            refusal("BL-OBJ-03", "the area holds a crossing or a crest: the marker must be on one")
        }),
        Class::Anywhere => Ok(()),
    }
}

fn on_crest(state: &State, p: Vec2) -> bool {
    let mut segments = crests(state);
    segments.any(|[from, to]| {
        let segment = table::segment::Segment { from, to };
        segment.nearest(p).distance(p) <= TOUCH.grains()
    })
}

fn crests(state: &State) -> impl Iterator<Item = [Vec2; 2]> {
    let lines = state.field.crests().filter_map(|piece| piece.shape.line());
    lines.flat_map(|line| line.segments().collect::<Vec<_>>())
}

/// BL-AMB-13, BL-AMB-247: the best class with a place that keeps the distances; with none, as far as can be.
pub fn demand(state: &State, zone: Zone) -> Demand {
    let classes = [Class::Urban, Class::CrossingOrCrest, Class::Anywhere];
    let found = classes.into_iter().find(|class| !spots(state, zone, *class).is_empty());
    let relaxed = match found {
        Some(_) => None,
        None => farthest(state, zone).map(|p| nearest(state, p.vec2())),
    };
    Demand { class: found.unwrap_or(Class::Anywhere), relaxed }
}

/// Legal places worth offering. There is always one.
pub fn offered(state: &State, zone: Zone) -> Vec<Point> {
    let demand = demand(state, zone);
    if demand.relaxed.is_some() {
        return farthest(state, zone).into_iter().collect();
    }
    spots(state, zone, demand.class)
}

/// Where a marker may lie, for shading; nothing if it comes to single points (BL-AMB-247).
pub fn shaded(state: &State, zone: Zone) -> Vec<Vec<Point>> {
    let demand = demand(state, zone);
    if demand.relaxed.is_some() {
        return Vec::new();
    }
    let parts: Vec<Polygon> = regions(state, zone, demand.class).iter().filter_map(outlined).collect();
    let near: Vec<Polygon> = state.objectives.iter().filter_map(|marker| around(marker.at.vec2())).collect();
    let free = Area::difference(&parts.iter().collect::<Vec<_>>(), &near.iter().collect::<Vec<_>>());
    free.iter().flat_map(borders).collect()
}

/// A convex part as a polygon; a line is drawn as wide as a hand can see.
fn outlined(part: &Convex) -> Option<Polygon> {
    let corners: Vec<Vec2> = match part.corners() {
        [a, b] => {
            let aside = (*b - *a).unit()?.right() * LINE;
            vec![*a - aside, *a + aside, *b + aside, *b - aside]
        }
        corners => corners.to_vec(),
    };
    Polygon::new(corners.into_iter().map(Vec2::round).collect::<Result<Vec<_>, _>>().ok()?).ok()
}

/// What is within [`APART`] of a marker, as a polygon around that circle.
fn around(marker: Vec2) -> Option<Polygon> {
    let direction = |side: i32| Heading::from(side * (360_000 / SIDES)).vector();
    // Half the angle between two corners: its cosine is the circle's radius by the polygon's.
    let radius = f64::from(APART + MARGIN) / Heading::from(180_000 / SIDES).vector().y;
    let corners = (0..SIDES).map(|side| (marker + direction(side) * radius).round());
    Polygon::new(corners.collect::<Result<Vec<_>, _>>().ok()?).ok()
}

/// The closed lines around an area, each edge followed by the one that begins where it ends.
fn borders(area: &Area) -> Vec<Vec<Point>> {
    let mut edges: Vec<[Vec2; 2]> = area.edges().to_vec();
    let mut lines = Vec::new();
    while let Some([from, mut to]) = edges.pop() {
        let mut line = vec![from];
        while let Some(next) = edges.iter().position(|edge| edge[0] == to) {
            line.push(to);
            to = edges.swap_remove(next)[1];
        }
        lines.push(line.into_iter().filter_map(|p| p.round().ok()).collect());
    }
    lines
}

/// The place in an area that is farthest from all markers.
fn farthest(state: &State, zone: Zone) -> Option<Point> {
    let all = regions(state, zone, Class::Anywhere);
    let points = all.iter().flat_map(|region| extremes(state, region));
    points.max_by(|a, b| nearest(state, a.vec2()).total_cmp(&nearest(state, b.vec2())))
}

/// Places of a class that keep the distances: the middle of each region and the points of it that can be
/// farthest from the markers. A region none of whose extremes is far enough holds no place that is.
fn spots(state: &State, zone: Zone, class: Class) -> Vec<Point> {
    let mut spots = Vec::new();
    for region in regions(state, zone, class) {
        spots.extend(middle(&region));
        spots.extend(extremes(state, &region));
    }
    spots.retain(|p| !at_most(nearest(state, p.vec2()), APART));
    spots.sort();
    spots.dedup();
    // In the middle of the table rather than at its ends.
    let centre = state.field.ground().border().size().0 / 2;
    spots.sort_by_key(|p| (p.x - centre).abs());
    spots
}

fn middle(region: &Convex) -> Option<Point> {
    let sum = region.corners().iter().fold(Vec2::default(), |sum, c| sum + *c);
    (sum * (1.0 / region.corners().len() as f64)).round().ok()
}

/// The distance to the nearest of up to two markers is greatest at a corner, or where an edge has the same
/// distance from both.
fn extremes(state: &State, region: &Convex) -> Vec<Point> {
    let markers: Vec<Vec2> = state.objectives.iter().map(|o| o.at.vec2()).collect();
    let mut points: Vec<Vec2> = region.corners().to_vec();
    for (i, a) in markers.iter().enumerate() {
        for b in &markers[..i] {
            points.extend(region.edges().filter_map(|edge| equally_far(edge, *a, *b)));
        }
    }
    points.into_iter().filter_map(|p| p.round().ok()).collect()
}

/// The point of an edge that is as far from `a` as from `b`.
fn equally_far([from, to]: [Vec2; 2], a: Vec2, b: Vec2) -> Option<Vec2> {
    let normal = b - a;
    let middle = (a + b) * 0.5;
    let (before, after) = (normal.dot(from - middle), normal.dot(to - middle));
    let share = before / (before - after);
    (share.is_finite() && (0.0..=1.0).contains(&share)).then(|| from.towards(to, share))
}

/// Where a class can be in an area, far enough from the border.
fn regions(state: &State, zone: Zone, class: Class) -> Vec<Convex> {
    let (width, depth) = state.field.ground().border().size();
    let [south, north] = zone.span(state);
    let inset = INSIDE + MARGIN;
    let low = vec2(f64::from(inset), f64::from(south.max(inset)));
    let high = vec2(f64::from(width - inset), f64::from(north.min(depth - inset)));
    let clip = |shape: Convex| {
        let shape = shape.clipped(vec2(1.0, 0.0), high.x)?.clipped(vec2(-1.0, 0.0), -low.x)?;
        shape.clipped(vec2(0.0, 1.0), high.y)?.clipped(vec2(0.0, -1.0), -low.y)
    };
    let parts = |kind: Kind| {
        let areas = state.field.ground().areas(move |piece| piece.kind == kind);
        areas.flat_map(|(_, outline)| outline.parts().to_vec())
    };
    match class {
        Class::Urban => parts(Kind::Urban).filter_map(clip).collect(),
        Class::CrossingOrCrest => {
            let lines = crests(state).filter_map(Convex::hull);
            parts(Kind::Crossing).chain(lines).filter_map(clip).collect()
        }
        Class::Anywhere => vec![Convex::from(Rect::upright(low, high))],
    }
}
