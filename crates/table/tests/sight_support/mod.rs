//! A second opinion on lines, written plainly from the rulings BL-AMB-07, -08 and -09 and sharing no code
//! with the query: distances by search along the line, insides by counting crossings.

use proptest::prelude::ProptestConfig;
use table::convex::Convex;
use table::grain::Tolerance;
use table::sight::{Look, Margins, Sight, Want};
use table::vec2::{Vec2, vec2};

pub(crate) const EPS: f64 = 10.5;
pub(crate) const TOUCH: f64 = 100.5;
pub(crate) const MARGINS: Margins =
    Margins { line: Tolerance::half_grains(21), border: Tolerance::half_grains(201) };

/// So many random tables, or as many as `PROPTEST_CASES` asks for.
pub(crate) fn config(cases: u32) -> ProptestConfig {
    let default = ProptestConfig::default();
    let cases = if std::env::var_os("PROPTEST_CASES").is_some() { default.cases } else { cases };
    ProptestConfig { cases, max_shrink_iters: 400, ..default }
}

/// A verdict on one line; a close call is one that a thousandth of a grain could turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Free,
    Blocked,
    Close,
}

/// How near to a limit a number is a close call.
const DOUBT: f64 = 1e-2;

fn at_most(value: f64, limit: f64) -> Verdict {
    if value <= limit - DOUBT {
        Verdict::Free
    } else if value > limit + DOUBT {
        Verdict::Blocked
    } else {
        Verdict::Close
    }
}

fn worse(a: Verdict, b: Verdict) -> Verdict {
    match (a, b) {
        (Verdict::Blocked, _) | (_, Verdict::Blocked) => Verdict::Blocked,
        (Verdict::Close, _) | (_, Verdict::Close) => Verdict::Close,
        _ => Verdict::Free,
    }
}

/// Distance from a point to a segment.
fn to_segment(p: Vec2, a: Vec2, b: Vec2) -> f64 {
    let d = b - a;
    let t = if d.length2() > 0.0 { ((p - a).dot(d) / d.length2()).clamp(0.0, 1.0) } else { 0.0 };
    p.distance(a + d * t)
}

/// Signed distance to a convex body: negative inside.
fn to_body(p: Vec2, c: &Convex) -> f64 {
    let inside = c.corners().len() > 2 && c.edges().all(|[a, b]| (b - a).cross(p - a) <= 0.0);
    let d = c.edges().map(|[a, b]| to_segment(p, a, b)).fold(f64::INFINITY, f64::min);
    if inside { -d } else { d }
}

/// The least value of a convex function on [0, to] and where.
fn least(f: impl Fn(f64) -> f64, to: f64) -> (f64, f64) {
    let (mut a, mut b) = (0.0, to);
    for _ in 0..90 {
        let (m, n) = (a + (b - a) / 3.0, b - (b - a) / 3.0);
        if f(m) <= f(n) { b = n } else { a = m }
    }
    let best = [0.0, a, to].into_iter().min_by(|x, y| f(*x).total_cmp(&f(*y))).unwrap();
    (best, f(best))
}

/// BL-AMB-07: does the line from p to q, which ends there on its target, pass the body?
fn past_body(p: Vec2, q: Vec2, body: &Convex) -> Verdict {
    let length = p.distance(q);
    let at = |t: f64| p + (q - p) * (t / length);
    let near = |t: f64| to_body(at(t), body);
    let centre =
        body.corners().iter().fold(vec2(0., 0.), |s, c| s + *c) * (1.0 / body.corners().len() as f64);
    let radius = body.corners().iter().map(|c| c.distance(centre)).fold(0.0, f64::max);
    if to_segment(centre, p, q) > radius + EPS + 1.0 {
        return Verdict::Free;
    }
    let (when, closest) = least(near, length);
    if closest > EPS + DOUBT {
        return Verdict::Free;
    }
    if closest > EPS - DOUBT {
        return Verdict::Close;
    }
    // The first moment within the margin.
    let (mut a, mut b) = (0.0, when);
    if near(0.0) <= EPS {
        b = 0.0;
    }
    for _ in 0..80 {
        let m = (a + b) * 0.5;
        if near(m) <= EPS { b = m } else { a = m }
    }
    let met = b;
    if met > 2.0 * EPS + DOUBT {
        return at_most(length, met);
    }
    // Met at once: stops only what goes on into it, deeper than the margin.
    let into = at_most(-closest, EPS);
    if met < 2.0 * EPS - DOUBT {
        into
    } else if into == Verdict::Blocked {
        Verdict::Blocked
    } else {
        Verdict::Close
    }
}

/// Parts of the line inside an area: cut at all crossings, each piece judged by its middle.
fn inside_parts(p: Vec2, q: Vec2, edges: &[[Vec2; 2]], far: f64) -> Vec<(f64, f64)> {
    let length = p.distance(q);
    let along = (q - p) * (1.0 / length);
    let mut cuts = vec![0.0, far];
    for [a, b] in edges {
        let d = *b - *a;
        let bottom = along.cross(d);
        if bottom.abs() > 1e-12 {
            cuts.push((*a - p).cross(d) / bottom);
        }
        cuts.push((*a - p).dot(along));
    }
    cuts.retain(|t| *t >= 0.0 && *t <= far);
    cuts.sort_by(f64::total_cmp);
    let mut parts: Vec<(f64, f64)> = Vec::new();
    for w in cuts.windows(2) {
        if w[1] - w[0] < 1e-9 {
            continue;
        }
        let m = p + along * ((w[0] + w[1]) * 0.5);
        if !inside(m, edges) || edges.iter().any(|[a, b]| to_segment(m, *a, *b) < 1e-5) {
            continue;
        }
        match parts.last_mut() {
            Some(last) if w[0] - last.1 < 1e-6 => last.1 = w[1],
            _ => parts.push((w[0], w[1])),
        }
    }
    parts
}

/// By the winding of all edges around the point.
fn inside(p: Vec2, edges: &[[Vec2; 2]]) -> bool {
    let turn: f64 =
        edges.iter().map(|[a, b]| libm::atan2((*a - p).cross(*b - p), (*a - p).dot(*b - p))).sum();
    turn.abs() > std::f64::consts::PI
}

/// BL-AMB-08: does the line run on in or behind the area no farther than `depth`?
fn through_veil(p: Vec2, q: Vec2, edges: &[[Vec2; 2]], depth: f64) -> Verdict {
    match entry(p, q, edges) {
        Err(()) => Verdict::Close,
        Ok(None) => Verdict::Free,
        Ok(Some(after)) => at_most(p.distance(q) - after, depth + EPS),
    }
}

/// BL-AMB-08: where the line enters an area, if it does; an error is a close call.
pub(crate) fn entry(p: Vec2, q: Vec2, edges: &[[Vec2; 2]]) -> Result<Option<f64>, ()> {
    let length = p.distance(q);
    let away = edges.iter().map(|[a, b]| to_segment(p, *a, *b)).fold(f64::INFINITY, f64::min);
    let deep = inside(p, edges) && away > TOUCH;
    if inside(p, edges) && (away - TOUCH).abs() < DOUBT {
        return Err(());
    }
    // A corner or border that a line almost touches can turn runs on and off.
    let along = (q - p) * (1.0 / length);
    let grazes = edges.iter().any(|[a, _]| {
        let aside = along.cross(*a - p).abs();
        aside > 1e-6 && aside < DOUBT
    });
    if grazes {
        return Err(());
    }
    for (from, to) in inside_parts(p, q, edges, 1e7) {
        if from >= length {
            break;
        }
        let counts = if deep && from < 1e-6 {
            Verdict::Blocked
        } else {
            let long = at_most(to - from, EPS);
            let far = at_most(to, 2.0 * TOUCH);
            match (long, far) {
                (Verdict::Free, _) | (_, Verdict::Free) => Verdict::Free,
                (Verdict::Blocked, Verdict::Blocked) => Verdict::Blocked,
                _ => Verdict::Close,
            }
        };
        match counts {
            Verdict::Free => {}
            Verdict::Close => return Err(()),
            Verdict::Blocked => return Ok(Some(from)),
        }
    }
    Ok(None)
}

/// BL-AMB-09: does the line stop at a crest before its end?
fn past_stop(p: Vec2, q: Vec2, a: Vec2, b: Vec2) -> Verdict {
    let (along, d) = (q - p, b - a);
    let bottom = along.cross(d);
    let length = p.distance(q);
    if bottom.abs() < 1e-6 {
        return Verdict::Free;
    }
    let (t, s) = ((a - p).cross(d) / bottom * length, (a - p).cross(along) / bottom);
    let slack = DOUBT / d.length();
    if s < -slack || s > 1.0 + slack {
        return Verdict::Free;
    }
    let behind = at_most(length - t, EPS);
    let verdict = match (behind, at_most(t, 2.0 * EPS)) {
        (Verdict::Free, _) | (_, Verdict::Free) => Verdict::Free,
        (Verdict::Blocked, Verdict::Blocked) => Verdict::Blocked,
        _ => Verdict::Close,
    };
    if verdict == Verdict::Blocked && (s < slack || s > 1.0 - slack) { Verdict::Close } else { verdict }
}

/// The whole judgement of one line that ends at `q`, a point of the target not met before.
pub(crate) fn judge(sight: &Sight, look: &Look, want: Want, edge: usize, q: Vec2) -> Verdict {
    let p = look.from;
    if p.distance(q) < 1e-6 {
        return Verdict::Free;
    }
    let mut verdict = at_most(p.distance(q), look.reach + EPS);
    for half in look.within {
        verdict = worse(verdict, at_most(-half.inside(q), 0.0));
    }
    for b in sight.blockers.all().iter().filter(|b| !look.without.contains(&b.id)) {
        verdict = worse(verdict, past_body(p, q, &b.shape));
        if verdict == Verdict::Blocked {
            return verdict;
        }
    }
    for s in sight.screens.stops() {
        if !look.over.contains(&s.id) && !look.over_on_edge.contains(&(edge, s.id)) {
            for [a, b] in &s.segments {
                verdict = worse(verdict, past_stop(p, q, *a, *b));
            }
        }
    }
    for v in sight.screens.veils() {
        let depth = if want == Want::ShortestClear { 0.0 } else { v.depth };
        verdict = worse(verdict, through_veil(p, q, v.area.edges(), depth));
    }
    verdict
}

/// Where a ray from `p` first meets the target: the place and the edge.
pub(crate) fn first_hit(p: Vec2, direction: Vec2, target: &Convex) -> Option<(Vec2, usize)> {
    let mut best: Option<(f64, usize)> = None;
    for (i, [a, b]) in target.edges().enumerate() {
        let d = b - a;
        let bottom = direction.cross(d);
        if bottom.abs() < 1e-15 {
            continue;
        }
        let (t, s) = ((a - p).cross(d) / bottom, (a - p).cross(direction) / bottom);
        if t > 0.0 && (0.0..=1.0).contains(&s) && best.is_none_or(|(u, _)| t < u) {
            best = Some((t, i));
        }
    }
    best.map(|(t, i)| (p + direction * t, i))
}

/// All directions worth a look: corners, tangents to the margins around them, crossings of borders, each
/// with neighbours a hair to both sides, the middles between neighbours, and an even fan.
pub(crate) fn directions(sight: &Sight, look: &Look) -> Vec<Vec2> {
    let p = look.from;
    let mut bearings: Vec<f64> = Vec::new();
    let mut add = |c: Vec2| {
        let d = c - p;
        let (bearing, distance) = (libm::atan2(d.x, d.y), d.length());
        if distance > EPS {
            let tangent = libm::asin(EPS / distance);
            for base in [bearing, bearing - tangent, bearing + tangent] {
                bearings.extend([base, base - 2e-6, base + 2e-6, base - 1e-4, base + 1e-4]);
            }
        }
    };
    look.target.corners().iter().for_each(|c| add(*c));
    for b in sight.blockers.all() {
        b.shape.corners().iter().for_each(|c| add(*c));
    }
    let edges: Vec<_> = sight.screens.veils().iter().flat_map(|v| v.area.edges().iter().copied()).collect();
    let stops: Vec<_> = sight.screens.stops().iter().flat_map(|s| s.segments.iter().copied()).collect();
    for [a, b] in edges.iter().chain(&stops) {
        add(*a);
        add(*b);
        for [c, d] in edges.iter().copied().chain(look.target.edges()) {
            let bottom = (*b - *a).cross(d - c);
            let t = (c - *a).cross(d - c) / bottom;
            if bottom != 0.0 && (0.0..=1.0).contains(&t) {
                add(a.towards(*b, t));
            }
        }
    }
    // The nearest points of the target's edges.
    for [a, b] in look.target.edges() {
        let d = b - a;
        let t = ((p - a).dot(d) / d.length2()).clamp(0.0, 1.0);
        add(a + d * t);
    }
    let c = look.target.corners();
    let middle = c.iter().fold(vec2(0., 0.), |s, c| s + *c) * (1.0 / c.len() as f64) - p;
    let ahead = libm::atan2(middle.x, middle.y);
    let turned = |b: f64| libm::remainder(b - ahead, std::f64::consts::TAU);
    let mut around: Vec<f64> = bearings.iter().map(|b| turned(*b)).collect();
    let widest = c
        .iter()
        .map(|c| turned(libm::atan2(c.x - p.x, c.y - p.y)))
        .fold((0.0, 0.0), |(l, h): (f64, f64), b| (l.min(b), h.max(b)));
    around.extend((0..=160).map(|i| widest.0 + (widest.1 - widest.0) * f64::from(i) / 160.0));
    around.retain(|b| *b >= widest.0 - 1e-3 && *b <= widest.1 + 1e-3);
    around.sort_by(f64::total_cmp);
    let middles: Vec<f64> = around.windows(2).map(|w| (w[0] + w[1]) * 0.5).collect();
    around.into_iter().chain(middles).map(|b| vec2(libm::sin(b + ahead), libm::cos(b + ahead))).collect()
}
