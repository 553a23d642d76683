//! The edges of a target that face the viewer, each in a frame of its own.

use super::{Cause, Half};
use crate::convex::Convex;
use crate::index::Bounds;
use crate::pose::Frame;
use crate::vec2::{Vec2, vec2};
use smallvec::SmallVec;

/// A target edge nearer to the viewer's own line than this (in grains) is seen end on.
const END_ON: f64 = 1e-4;

/// Lines from the viewer to one edge of the target. In the frame the viewer is the origin, the edge lies
/// on v = `distance`, and a direction is the u of the point it reaches there: no angles are needed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aim {
    pub(super) frame: Frame,
    pub(super) distance: f64,
    /// From and to in u.
    pub(super) range: [f64; 2],
    /// Which edge of the target, counted as in [`Convex::edges`].
    pub(super) edge: usize,
    /// The edges of the target that share its corners at either end of the range; none where it is cut.
    pub(super) neighbours: [Option<usize>; 2],
}

impl Aim {
    /// Does it hold one direction only?
    pub(super) fn single(&self) -> bool {
        self.range[0] >= self.range[1]
    }

    /// The direction of the shortest line.
    pub(super) fn straightest(&self) -> f64 {
        0.0_f64.max(self.range[0]).min(self.range[1])
    }

    /// The point of the table that a direction reaches.
    pub(super) fn reaches(&self, u: f64) -> Vec2 {
        self.frame.to_table(vec2(u, self.distance))
    }

    /// The length of the line in a direction.
    pub(super) fn length(&self, u: f64) -> f64 {
        vec2(u, self.distance).length()
    }

    /// Do all these points (of this frame) lie farther than `margin` to one side of all lines, behind the
    /// viewer, or beyond the target's line? Then what they bound hides nothing. The margin counts to the
    /// sides only.
    pub(super) fn passes(&self, points: &[Vec2], margin: f64) -> bool {
        let left = vec2(self.range[0] - 1.0, self.distance);
        let right = vec2(self.range[1] + 1.0, self.distance);
        let (left_margin, right_margin) = (margin * left.length(), -margin * right.length());
        points.iter().all(|p| left.cross(*p) > left_margin)
            || points.iter().all(|p| right.cross(*p) < right_margin)
            || points.iter().all(|p| p.y >= self.distance + margin)
            || points.iter().all(|p| p.y <= -margin)
    }

    /// A box around all its lines.
    pub(super) fn bounds(&self) -> Bounds {
        Bounds::around([self.frame.origin, self.reaches(self.range[0]), self.reaches(self.range[1])])
    }
}

/// Edges of a target that face a point, cut to the region and the reach. If nothing is left, the cause.
pub(super) fn aims(
    from: Vec2,
    target: &Convex,
    within: &[Half],
    reach: f64,
) -> Result<SmallVec<[Aim; 4]>, Cause> {
    let mut aims = SmallVec::new();
    let mut cause = Cause::Region;
    let mut facing = false;
    let n = target.corners().len();
    for (edge, [a, b]) in target.edges().enumerate() {
        let Some(along) = (b - a).unit() else { continue };
        // Clockwise: the inside is to the right of an edge, so the viewer is to the left of those he sees.
        let frame = Frame { origin: from, forward: along.right() };
        let (a, b) = (frame.to_local(a), frame.to_local(b));
        if a.y <= END_ON {
            continue;
        }
        facing = true;
        // The frame's u runs against the edge.
        let neighbours = [Some((edge + 1) % n), Some((edge + n - 1) % n)];
        let aim = Aim { frame, distance: a.y, range: [b.x.min(a.x), a.x.max(b.x)], edge, neighbours };
        match cut(aim, within, reach) {
            Ok(aim) => aims.push(aim),
            // Out of reach, yet in the region, is the better reason.
            Err(Cause::Reach) => cause = Cause::Reach,
            Err(_) => {}
        }
    }
    if !facing {
        let nearest = nearest_point(from, target);
        let (edge, _) = nearest_edge(nearest, target);
        let forward = (nearest - from).unit().unwrap_or(vec2(0.0, 1.0));
        let aim = Aim {
            frame: Frame { origin: from, forward },
            distance: from.distance(nearest),
            range: [0.0; 2],
            edge,
            neighbours: [None; 2],
        };
        return cut(aim, within, reach).map(|a| std::iter::once(a).collect());
    }
    if aims.is_empty() { Err(cause) } else { Ok(aims) }
}

/// The directions that end in the region and in reach.
fn cut(mut aim: Aim, within: &[Half], reach: f64) -> Result<Aim, Cause> {
    let [mut low, mut high] = aim.range;
    for half in within {
        // Linear in u: how far inside the half-plane the point reached is.
        let base = half.inside(aim.reaches(0.0));
        let slope = half.inward.dot(aim.frame.turn_to_table(vec2(1.0, 0.0)));
        if slope > 1e-12 {
            low = low.max(-base / slope);
        } else if slope < -1e-12 {
            high = high.min(-base / slope);
        } else if base < 0.0 {
            return Err(Cause::Region);
        }
    }
    if low > high {
        return Err(Cause::Region);
    }
    let slack = reach * reach - aim.distance * aim.distance;
    if slack < 0.0 {
        return Err(Cause::Reach);
    }
    let widest = libm::sqrt(slack);
    (low, high) = (low.max(-widest), high.min(widest));
    if low > high {
        return Err(Cause::Reach);
    }
    let uncut = [low <= aim.range[0], high >= aim.range[1]];
    aim.neighbours = [aim.neighbours[0].filter(|_| uncut[0]), aim.neighbours[1].filter(|_| uncut[1])];
    aim.range = [low, high];
    Ok(aim)
}

fn nearest_edge(p: Vec2, shape: &Convex) -> (usize, Vec2) {
    let nearest = |[a, b]: [Vec2; 2]| {
        let along = b - a;
        let share = (p - a).dot(along) / along.length2();
        if share > 0.0 { a.towards(b, share.min(1.0)) } else { a }
    };
    let mut best = (0, shape.corners()[0]);
    for (i, edge) in shape.edges().enumerate() {
        let q = nearest(edge);
        if (q - p).length2() < (best.1 - p).length2() {
            best = (i, q);
        }
    }
    best
}

/// The point of a shape nearest to `p`; `p` itself if it lies in the shape.
fn nearest_point(p: Vec2, shape: &Convex) -> Vec2 {
    let inside = shape.corners().len() > 2 && shape.edges().all(|[a, b]| (b - a).cross(p - a) <= 0.0);
    if inside { p } else { nearest_edge(p, shape).1 }
}
