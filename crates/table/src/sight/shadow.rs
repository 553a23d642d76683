//! Which lines a body stops: those that come within a margin of it before they reach the target.

use super::spans::{Span, Spans};
use super::{Cause, aim::Aim};
use crate::vec2::{Vec2, vec2};
use smallvec::SmallVec;

/// Corners in the frame of an aim, clockwise.
type Local = SmallVec<[Vec2; 8]>;

/// Directions between two tangents from the viewer, with the points where they touch.
struct Wedge {
    left: (Vec2, Vec2),
    right: (Vec2, Vec2),
}

/// Adds what a body hides. `corners` are on the table, clockwise; the line stops where it comes within
/// `margin` of the body. A body so near that it is met within two margins of the viewer stops only the
/// lines that go on into it, deeper than the margin.
pub(super) fn shadow(corners: &[Vec2], margin: f64, aim: &Aim, cause: Cause, spans: &mut Spans) {
    let local: Local = corners.iter().map(|&c| aim.frame.to_local(c)).collect();
    let (mut low, mut high) =
        (vec2(f64::INFINITY, f64::INFINITY), vec2(f64::NEG_INFINITY, f64::NEG_INFINITY));
    for c in &local {
        (low, high) = (vec2(low.x.min(c.x), low.y.min(c.y)), vec2(high.x.max(c.x), high.y.max(c.y)));
    }
    if low.y - margin >= aim.distance || high.y + margin <= 0.0 || aim.passes(&local, margin) {
        return;
    }
    let reach = 3.0 * margin.max(NEAR);
    let near = low.x <= reach && high.x >= -reach && low.y <= reach && high.y >= -reach;
    let mut hide = |range: Option<[f64; 2]>| {
        if let Some([low, high]) = range {
            spans.push(Span { low, high, open: false, cause });
        }
    };
    if !near {
        return hide(hidden(&local, margin, aim.distance));
    }
    let away = -depth(&local);
    if away > reach {
        return hide(hidden(&local, margin, aim.distance));
    }
    let core = eroded(&local, margin.max(NEAR));
    if core.len() > 2 && depth(&core) >= 0.0 {
        return hide(Some([f64::NEG_INFINITY, f64::INFINITY]));
    }
    if core.len() > 2 {
        hide(hidden(&core, 0.0, aim.distance));
    }
    if away > margin.max(NEAR)
        && let Some([low, high]) = hidden(&local, margin, aim.distance)
    {
        match met_at_once(&local, margin) {
            None => hide(Some([low, high])),
            Some([left, right]) => {
                let (left, right) = (ahead(left, aim.distance, -1.0), ahead(right, aim.distance, 1.0));
                hide((low < left).then_some([low, left.min(high)]));
                hide((right < high).then_some([right.max(low), high]));
            }
        }
    }
}

/// Without a margin, a point this near to a border counts as on it.
const NEAR: f64 = 1e-4;

/// The u where a direction meets the target's line; beyond the horizon, infinitely far on its side.
fn ahead(direction: Vec2, distance: f64, side: f64) -> f64 {
    if direction.y > 0.0 { distance * direction.x / direction.y } else { side * f64::INFINITY }
}

/// The directions in which the body with its margin is met before the target's line. The viewer is
/// outside of both.
fn hidden(corners: &[Vec2], margin: f64, distance: f64) -> Option<[f64; 2]> {
    let Wedge { left, right } = wedge(corners, margin)?;
    if left.0.y <= 0.0 && right.0.y <= 0.0 {
        return None;
    }
    let mut low = ahead(left.0, distance, -1.0);
    let mut high = ahead(right.0, distance, 1.0);
    if left.1.y > distance || right.1.y > distance {
        // It reaches beyond the target's line: only what lies before the line hides anything.
        let [slice_low, slice_high] = slice(corners, margin, distance)?;
        if left.1.y > distance {
            low = slice_low;
        }
        if right.1.y > distance {
            high = slice_high;
        }
    }
    (low <= high).then_some([low, high])
}

/// The outermost tangents from the origin to discs of radius `margin` around the corners.
fn wedge(corners: &[Vec2], margin: f64) -> Option<Wedge> {
    let mut wedge: Option<Wedge> = None;
    for &c in corners {
        let square = c.length2();
        let touch = libm::sqrt((square - margin * margin).max(0.0));
        if square <= 0.0 {
            continue;
        }
        let scale = touch / square;
        let left = vec2(c.x * touch - c.y * margin, c.x * margin + c.y * touch);
        let right = vec2(c.x * touch + c.y * margin, c.y * touch - c.x * margin);
        let (left, right) = ((left, left * scale), (right, right * scale));
        match &mut wedge {
            None => wedge = Some(Wedge { left, right }),
            Some(w) => {
                if w.left.0.cross(left.0) > 0.0 {
                    w.left = left;
                }
                if w.right.0.cross(right.0) < 0.0 {
                    w.right = right;
                }
            }
        }
    }
    wedge
}

/// The body with its margin on the line v = `distance`: from and to.
fn slice(corners: &[Vec2], margin: f64, distance: f64) -> Option<[f64; 2]> {
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    let mut add = |u: f64| (low, high) = (low.min(u), high.max(u));
    let n = corners.len();
    for (i, &a) in corners.iter().enumerate() {
        let b = corners[(i + 1) % n];
        let off = a.y - distance;
        if off.abs() <= margin {
            let half = libm::sqrt(margin * margin - off * off);
            add(a.x - half);
            add(a.x + half);
        }
        let out = (b - a).unit().map_or(Vec2::default(), |d| -d.right() * margin);
        let (a, b) = (a + out, b + out);
        if (a.y > distance) != (b.y > distance) {
            add(a.x + (b.x - a.x) * ((distance - a.y) / (b.y - a.y)));
        }
    }
    (low <= high).then_some([low, high])
}

/// How deep the origin lies inside a convex shape given clockwise: negative outside, then the distance.
fn depth(corners: &[Vec2]) -> f64 {
    let n = corners.len();
    let (mut nearest, mut inside) = (f64::INFINITY, n > 2);
    for (i, &a) in corners.iter().enumerate() {
        let along = corners[(i + 1) % n] - a;
        let share = -a.dot(along) / along.length2();
        let p = if share > 0.0 { a + along * share.min(1.0) } else { a };
        nearest = nearest.min(p.length2());
        inside &= along.cross(-a) <= 0.0;
    }
    let distance = libm::sqrt(nearest);
    if inside { distance } else { -distance }
}

/// The shape without a rim of some width; fewer than three corners if nothing is left.
fn eroded(corners: &[Vec2], rim: f64) -> Local {
    let mut left: Local = corners.into();
    let n = corners.len();
    for (i, &a) in corners.iter().enumerate() {
        let Some(inward) = (corners[(i + 1) % n] - a).unit().map(Vec2::right) else { continue };
        let measure = |p: Vec2| (p - a).dot(inward) - rim;
        let m = left.len();
        let mut kept = Local::new();
        for (k, &p) in left.iter().enumerate() {
            let q = left[(k + 1) % m];
            let (mp, mq) = (measure(p), measure(q));
            if mp >= 0.0 {
                kept.push(p);
            }
            if mp > 0.0 && mq < 0.0 || mp < 0.0 && mq > 0.0 {
                kept.push(p.towards(q, mp / (mp - mq)));
            }
        }
        left = kept;
    }
    left
}

/// The outermost directions in which the body with its margin is met within two margins; the viewer is
/// outside of it. `None` if there are none.
fn met_at_once(corners: &[Vec2], margin: f64) -> Option<[Vec2; 2]> {
    let soon = 2.0 * margin;
    let mut candidates: SmallVec<[Vec2; 16]> = SmallVec::new();
    if let Some(w) = wedge(corners, margin) {
        candidates.extend([w.left.1, w.right.1].into_iter().filter(|p| p.length() <= soon));
    }
    let n = corners.len();
    for (i, &a) in corners.iter().enumerate() {
        let b = corners[(i + 1) % n];
        let out = (b - a).unit().map_or(Vec2::default(), |d| -d.right() * margin);
        candidates.extend(circle_meets_segment(a + out, b + out, soon));
        candidates.extend(circles_meet(a, margin, soon));
    }
    // Only points on the very border of the widened body: inside of it a line has met it before.
    let on_border = |p: &Vec2| {
        let moved: Local = corners.iter().map(|&c| c - *p).collect();
        -depth(&moved) >= margin - 1e-6
    };
    candidates.retain(|p| on_border(p));
    let first = *candidates.first()?;
    Some(candidates.iter().fold([first, first], |[left, right], &p| {
        [if left.cross(p) > 0.0 { p } else { left }, if right.cross(p) < 0.0 { p } else { right }]
    }))
}

/// Where a circle around the origin meets a segment.
fn circle_meets_segment(a: Vec2, b: Vec2, radius: f64) -> impl Iterator<Item = Vec2> {
    let along = b - a;
    let (square, half) = (along.length2(), a.dot(along));
    let root = half * half - square * (a.length2() - radius * radius);
    let shares = if square > 0.0 && root >= 0.0 {
        let root = libm::sqrt(root);
        [(-half - root) / square, (-half + root) / square]
    } else {
        [-1.0; 2]
    };
    shares.into_iter().filter(|s| (0.0..=1.0).contains(s)).map(move |s| a + along * s)
}

/// Where a circle around the origin meets one around `c`.
fn circles_meet(c: Vec2, radius: f64, around_origin: f64) -> impl Iterator<Item = Vec2> {
    let square = c.length2();
    let along = (square + around_origin * around_origin - radius * radius) * 0.5;
    let across = around_origin * around_origin * square - along * along;
    let points = (square > 0.0 && across >= 0.0).then(|| {
        let (middle, side) = (c * (along / square), c.right() * (libm::sqrt(across) / square));
        [middle + side, middle - side]
    });
    points.into_iter().flatten()
}
