//! Sight: is there a free straight line from a point to any part of a target?
//!
//! Lines are stopped by *blockers* (bodies), run on only so far behind the border of *veils* (areas), and
//! end at *stops* (lines). The answer is exact: for each edge of the target that faces the viewer, the
//! directions hidden by each obstacle are computed in closed form, and what their union leaves is free.
//! Nothing is sampled, so a line is found whenever there is one.

mod aim;
mod line;
mod pairs;
mod room;
mod roots;
mod shadow;
mod spans;
mod veil;

use crate::area::Area;
use crate::convex::Convex;
use crate::grain::Tolerance;
use crate::index::{Bounds, Index};
use crate::vec2::Vec2;
use aim::{Aim, aims};
use smallvec::SmallVec;
use spans::{Free, FreeList, Span, Spans, left_over};

/// A closed body that stops every line that comes near it.
#[derive(Clone, Debug, PartialEq)]
pub struct Blocker {
    /// Its name in answers.
    pub id: u32,
    /// Its footprint.
    pub shape: Convex,
}

/// An area behind whose border a line runs on only so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Veil {
    /// Its name in answers.
    pub id: u32,
    /// What it covers. Areas that abut must be joined, or lines run along the seam.
    pub area: Area,
    /// How far a line runs on from where it first enters, in grains; 0 if it stops there.
    pub depth: f64,
}

/// A line on the table at which sight ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Stop {
    /// Its name in answers.
    pub id: u32,
    /// Its straight stretches.
    pub segments: Vec<[Vec2; 2]>,
}

/// Bodies in the way of sight. Made anew when bodies move.
#[derive(Clone, Debug)]
pub struct Blockers {
    list: Vec<Blocker>,
    index: Index,
}

/// Ground in the way of sight. Made once for a battle.
#[derive(Clone, Debug)]
pub struct Screens {
    veils: Vec<Veil>,
    veil_index: Index,
    stops: Vec<Stop>,
    stop_index: Index,
}

/// Side of an index cell in grains: a few bodies wide.
const CELL: f64 = 40_000.0;

impl Blockers {
    /// Bodies, named by their ids.
    pub fn new(list: Vec<Blocker>) -> Self {
        let boxes = list.iter().map(|b| Bounds::around(b.shape.corners().iter().copied())).collect();
        Self { list, index: Index::new(boxes, CELL) }
    }

    /// All of them.
    pub fn all(&self) -> &[Blocker] {
        &self.list
    }

    /// Where they stand.
    pub fn index(&self) -> &Index {
        &self.index
    }
}

impl Screens {
    /// Veils and stops, named by their ids.
    pub fn new(veils: Vec<Veil>, stops: Vec<Stop>) -> Self {
        let veil_index = Index::new(veils.iter().map(|v| v.area.bounds()).collect(), CELL);
        let around = |s: &Stop| Bounds::around(s.segments.iter().flatten().copied());
        let stop_index = Index::new(stops.iter().map(around).collect(), CELL);
        Self { veils, veil_index, stops, stop_index }
    }

    /// All veils.
    pub fn veils(&self) -> &[Veil] {
        &self.veils
    }

    /// All stops.
    pub fn stops(&self) -> &[Stop] {
        &self.stops
    }
}

/// A half of the plane, with the line that bounds it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Half {
    /// A point of the border line.
    pub on: Vec2,
    /// The direction inwards, of length 1.
    pub inward: Vec2,
}

impl Half {
    /// How far inside a point lies; negative outside.
    pub fn inside(&self, p: Vec2) -> f64 {
        (p - self.on).dot(self.inward)
    }
}

/// The tolerances of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Margins {
    /// A line is stopped by what comes within this of it; lengths compare with it.
    pub line: Tolerance,
    /// A viewer no deeper than this inside a veil stands on its border, and a stretch inside that ends
    /// within twice this of him is passed over.
    pub border: Tolerance,
}

/// The same in grains.
#[derive(Clone, Copy, Debug)]
struct Rules {
    line: f64,
    border: f64,
}

/// A question: from where to what, and what is passed over.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    /// The viewer's point.
    pub from: Vec2,
    /// The target; one point is a target too.
    pub target: &'a Convex,
    /// The greatest length of a line in grains; may be infinite.
    pub reach: f64,
    /// The point reached lies in all of these.
    pub within: &'a [Half],
    /// Blockers that do not count: the viewer and the target themselves.
    pub without: &'a [u32],
    /// Stops that do not count for this viewer.
    pub over: &'a [u32],
    /// Stops that do not count for lines that end on an edge of the target, counted as in
    /// [`Convex::edges`] (a rectangle's front is 0).
    pub over_on_edge: &'a [(usize, u32)],
    /// Veils that a line enters by ending on or in them, even if it comes no farther.
    pub into: &'a [u32],
    /// The room a line needs in grains. Between two blockers nearer to each other it may not pass; between
    /// two veils, or a veil and a blocker, it enters at the narrow point. 0 if it needs none.
    pub room: f64,
}

impl<'a> Look<'a> {
    /// A look of any length in any direction, with nothing passed over.
    pub const fn new(from: Vec2, target: &'a Convex) -> Self {
        Self {
            from,
            target,
            reach: f64::INFINITY,
            within: &[],
            without: &[],
            over: &[],
            over_on_edge: &[],
            into: &[],
            room: 0.0,
        }
    }
}

/// Which line is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// Any free line.
    Any,
    /// The shortest free line.
    Shortest,
    /// The shortest free line that enters no veil.
    ShortestClear,
}

/// A free line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// Where it begins.
    pub from: Vec2,
    /// The point of the target it reaches.
    pub to: Vec2,
    /// Its length in grains.
    pub length: f64,
    /// The edge of the target it reaches, counted as in [`Convex::edges`].
    pub edge: usize,
    /// Where it first enters a veil, or a narrow gap beside one.
    pub entry: Option<Entry>,
}

/// Where a line enters a veil or a narrow gap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry {
    /// The veil, or the gap.
    pub cause: Cause,
    /// How far from the viewer.
    pub after: f64,
    /// The place.
    pub at: Vec2,
}

/// Something that hides a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// The target is too far.
    Reach,
    /// No point of the target that faces the viewer lies in the region asked for.
    Region,
    /// A body.
    Blocker(u32),
    /// An area.
    Veil(u32),
    /// A line.
    Stop(u32),
    /// A gap without room between two obstacles.
    Gap(Obstacle, Obstacle),
    /// A point or a number in the question is not finite.
    Number,
}

/// One side of a gap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Obstacle {
    /// A body.
    Blocker(u32),
    /// An area.
    Veil(u32),
}

/// Why there is no line: what hides the target, in no order of importance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hidden {
    /// Together they hide the whole target.
    pub by: Vec<Cause>,
}

/// All that stands in the way, and the tolerances.
#[derive(Clone, Copy, Debug)]
pub struct Sight<'a> {
    /// Bodies.
    pub blockers: &'a Blockers,
    /// Ground.
    pub screens: &'a Screens,
    /// Tolerances.
    pub margins: Margins,
}

/// A corner of the target is the end of two edges. Where only the edge turned away is exempt from some
/// stop, a line that ends in the corner still ends on that edge: each such corner as an aim of its own.
fn corners_of_exempt_edges(look: &Look, aims: &[Aim]) -> SmallVec<[(Aim, f64); 4]> {
    let exempt = |edge: usize| look.over_on_edge.iter().any(|(e, _)| *e == edge);
    let ends = aims.iter().flat_map(|aim| [0, 1].map(|i| (aim, aim.neighbours[i], aim.range[i])));
    ends.filter_map(|(aim, edge, u)| Some((Aim { edge: edge.filter(|e| exempt(*e))?, ..*aim }, u))).collect()
}

impl Sight<'_> {
    /// A free line of the sort wanted, or what hides the target.
    pub fn line(&self, look: &Look, want: Want) -> Result<Line, Hidden> {
        let one = |cause| Hidden { by: vec![cause] };
        if !look.from.is_finite() || look.reach.is_nan() {
            return Err(one(Cause::Number));
        }
        let rules = self.rules();
        let aims = aims(look.from, look.target, look.within, look.reach + rules.line).map_err(one)?;
        let mut best: Option<(f64, Aim, f64)> = None;
        let mut causes = SmallVec::new();
        for aim in &aims {
            let Some(u) = self.nearest(look, want, aim, &mut causes) else { continue };
            let length = aim.length(u);
            if best.is_none_or(|(shortest, ..)| length < shortest) {
                best = Some((length, *aim, u));
            }
            if want == Want::Any {
                break;
            }
        }
        for (aim, u) in corners_of_exempt_edges(look, &aims) {
            let length = aim.length(u);
            if best.is_none_or(|(b, ..)| length < b) && self.free_at(look, want, &aim, u, &mut causes) {
                best = Some((length, aim, u));
            }
        }
        match best {
            Some((length, aim, u)) => Ok(self.described(look, &aim, u, length)),
            None => Err(Hidden { by: causes.into_vec() }),
        }
    }

    /// Is there any free line?
    pub fn sees(&self, look: &Look) -> bool {
        self.line(look, Want::Any).is_ok()
    }

    fn rules(&self) -> Rules {
        Rules { line: self.margins.line.grains().max(0.0), border: self.margins.border.grains().max(0.0) }
    }

    /// The free direction to one edge that makes the shortest line.
    fn nearest(&self, look: &Look, want: Want, aim: &Aim, causes: &mut SmallVec<[Cause; 4]>) -> Option<f64> {
        if aim.single() {
            return self.free_at(look, want, aim, aim.range[0], causes).then_some(aim.range[0]);
        }
        let mut slits = SmallVec::new();
        let free = self.free(look, want, aim, &mut slits, causes);
        let mut best = free.iter().map(Free::nearest).min_by(|a, b| a.abs().total_cmp(&b.abs()));
        for &u in &slits {
            let shorter = best.is_none_or(|b| u.abs() < b.abs());
            if shorter && u >= aim.range[0] && u <= aim.range[1] && self.free_at(look, want, aim, u, causes) {
                best = Some(u);
            }
        }
        best
    }

    /// The free directions to one edge.
    fn free(
        &self,
        look: &Look,
        want: Want,
        aim: &Aim,
        slits: &mut SmallVec<[f64; 4]>,
        causes: &mut SmallVec<[Cause; 4]>,
    ) -> FreeList {
        let mut spans = Spans::new();
        self.hide_by_lines(look, aim, &mut spans);
        let rules = self.rules();
        for i in self.screens.veil_index.in_box(aim.bounds()) {
            let v = &self.screens.veils[i];
            let passage = self.passage(look, want, v);
            veil::veil(v.area.edges(), passage, aim, Cause::Veil(v.id), &mut spans);
            if want == Want::ShortestClear && look.into.contains(&v.id) {
                veil::ends_in(v.area.edges(), rules.line, aim, Cause::Veil(v.id), &mut spans);
            }
        }
        if !(look.room > 0.0) {
            return left_over(&mut spans, aim.range, slits, causes);
        }
        let free = left_over(&mut spans, aim.range, slits, &mut SmallVec::new());
        self.hide_gaps(look, want, aim, &free, &mut spans);
        slits.clear();
        left_over(&mut spans, aim.range, slits, causes)
    }

    /// Is this one direction free?
    fn free_at(&self, look: &Look, want: Want, aim: &Aim, u: f64, causes: &mut SmallVec<[Cause; 4]>) -> bool {
        let aim = Aim { range: [u, u], ..*aim };
        let length = aim.length(u);
        if length <= 0.0 {
            return true;
        }
        let mut spans = Spans::new();
        self.hide_by_lines(look, &aim, &mut spans);
        for i in self.screens.veil_index.in_box(aim.bounds()) {
            let v = &self.screens.veils[i];
            let passage = self.passage(look, want, v);
            let entry = line::entry(&v.area, passage, look.from, aim.reaches(u));
            let cause = Cause::Veil(v.id);
            if entry.is_some_and(|after| length - after > passage.depth + passage.rules.line) {
                spans.push(Span { low: u, high: u, open: false, cause });
            }
            if want == Want::ShortestClear && look.into.contains(&v.id) {
                veil::ends_in(v.area.edges(), passage.rules.line, &aim, cause, &mut spans);
            }
        }
        if look.room > 0.0 {
            self.hide_gaps_at(look, want, &aim, u, &mut spans);
        }
        let mut free = true;
        for s in spans.iter().filter(|s| s.low <= u && u <= s.high) {
            free = false;
            if !causes.contains(&s.cause) {
                causes.push(s.cause);
            }
        }
        free
    }

    /// Adds what blockers and stops hide.
    fn hide_by_lines(&self, look: &Look, aim: &Aim, spans: &mut Spans) {
        let rules = self.rules();
        let around = aim.bounds().widened(rules.line);
        for i in self.blockers.index.in_box(around) {
            let b = &self.blockers.list[i];
            if !look.without.contains(&b.id) {
                shadow::shadow(b.shape.corners(), rules.line, aim, Cause::Blocker(b.id), spans);
            }
        }
        for i in self.screens.stop_index.in_box(around) {
            let s = &self.screens.stops[i];
            if look.over.contains(&s.id) || look.over_on_edge.contains(&(aim.edge, s.id)) {
                continue;
            }
            for segment in &s.segments {
                veil::stop(*segment, rules, aim, Cause::Stop(s.id), spans);
            }
        }
    }

    fn passage(&self, look: &Look, want: Want, v: &Veil) -> veil::Passage {
        let rules = self.rules();
        let near = v.area.bounds().widened(2.0 * rules.border).contains(look.from);
        let deep = near && v.area.depth(look.from) > rules.border;
        let depth = if want == Want::ShortestClear { 0.0 } else { v.depth.max(0.0) };
        veil::Passage { depth, deep, near, rules }
    }

    /// A free line with what it enters.
    fn described(&self, look: &Look, aim: &Aim, u: f64, length: f64) -> Line {
        let to = aim.reaches(u);
        let at = |after: f64| if length > 0.0 { look.from.towards(to, after / length) } else { to };
        let mut first: Option<Entry> = None;
        for i in self.screens.veil_index.in_box(aim.bounds().widened(self.rules().line)) {
            let v = &self.screens.veils[i];
            let passage = self.passage(look, Want::ShortestClear, v);
            let entry = line::entry(&v.area, passage, look.from, to);
            let entry = entry.filter(|after| length - after > passage.rules.line);
            let ends = || look.into.contains(&v.id) && v.area.depth(to) >= -passage.rules.line;
            if let Some(after) = entry.or_else(|| ends().then_some(length))
                && first.is_none_or(|f| after < f.after)
            {
                first = Some(Entry { cause: Cause::Veil(v.id), after, at: at(after) });
            }
        }
        if look.room > 0.0
            && let Some(gap) = self.first_gap(look, aim, u)
            && first.is_none_or(|f| gap.after < f.after)
        {
            first = Some(gap);
        }
        Line { from: look.from, to, length, edge: aim.edge, entry: first }
    }
}
