//! Where the distance between two straight lines, measured along rays from one point, equals a length.
//!
//! Rays go from the viewer through the points (x, D) of a line; an edge is crossed at a share
//! τ = c / w(x) of the way, w linear in x. So (τ₂ − τ₁)·√(x² + D²) = L becomes a polynomial of degree 4,
//! whose roots are isolated in the Bernstein basis: exact bracketing, no sampling, and no root is missed
//! that lies between two points where both sides look alike.

use smallvec::SmallVec;

/// A linear function by its values at both ends of an interval.
#[derive(Clone, Copy, Debug)]
pub(super) struct Linear(pub(super) f64, pub(super) f64);

impl Linear {
    fn times(self, o: Self) -> [f64; 3] {
        [self.0 * o.0, (self.0 * o.1 + self.1 * o.0) * 0.5, self.1 * o.1]
    }
}

/// Halvings after which a bracket is as narrow as `f64` can use.
const HALVINGS: u32 = 48;

/// No query needs more.
const MOST_ROOTS: usize = 24;

pub(super) type Roots = SmallVec<[f64; 8]>;

/// Adds the x in (x0, x1) where `n(x)²·(x² + d²) = length²·w1(x)²·w2(x)²`.
pub(super) fn equal_length(
    [x0, x1]: [f64; 2],
    d: f64,
    n: Linear,
    [w1, w2]: [Linear; 2],
    length: f64,
    roots: &mut Roots,
) {
    if plainly_unequal([x0, x1], d, n, [w1, w2], length) {
        return;
    }
    let ray = [x0 * x0 + d * d, x0 * x1 + d * d, x1 * x1 + d * d];
    let (left, right) = (product(n.times(n), ray), w1.times(w2));
    let right = product(right, right);
    let mut c = [0.0; 5];
    for i in 0..5 {
        c[i] = left[i] - length * length * right[i];
    }
    isolate(c, x0, x1, HALVINGS, roots);
}

/// Does the greatest value of one side stay below the least of the other?
fn plainly_unequal([x0, x1]: [f64; 2], d: f64, n: Linear, [w1, w2]: [Linear; 2], length: f64) -> bool {
    if (n.0 < 0.0) != (n.1 < 0.0) {
        return false;
    }
    let (n0, n1) = (n.0.abs(), n.1.abs());
    let nearest = 0.0_f64.max(x0).min(x1);
    let farthest = x0.abs().max(x1.abs());
    let ray = [nearest * nearest + d * d, farthest * farthest + d * d];
    let least = n0.min(n1) * n0.min(n1) * ray[0];
    let most = n0.max(n1) * n0.max(n1) * ray[1];
    // Both w are positive all along.
    let low = length * w1.0.min(w1.1) * w2.0.min(w2.1);
    let high = length * w1.0.max(w1.1) * w2.0.max(w2.1);
    least > high * high || most < low * low
}

/// The product of two polynomials of degree 2 in the Bernstein basis.
fn product(a: [f64; 3], b: [f64; 3]) -> [f64; 5] {
    [
        a[0] * b[0],
        (a[0] * b[1] + a[1] * b[0]) * 0.5,
        (a[0] * b[2] + 4.0 * a[1] * b[1] + a[2] * b[0]) / 6.0,
        (a[1] * b[2] + a[2] * b[1]) * 0.5,
        a[2] * b[2],
    ]
}

/// A polynomial has no more roots in an interval than its Bernstein coefficients change sign.
fn isolate(c: [f64; 5], x0: f64, x1: f64, halvings: u32, roots: &mut Roots) {
    let mut changes = 0;
    let mut last = c[0];
    for &v in &c[1..] {
        if v != 0.0 {
            changes += u32::from((v < 0.0) != (last < 0.0) && last != 0.0);
            last = v;
        }
    }
    let middle = (x0 + x1) * 0.5;
    // Round-off may make a polynomial that is zero all along change its sign without end.
    if changes == 0 || roots.len() >= MOST_ROOTS {
        return;
    }
    if halvings == 0 {
        roots.push(middle);
    } else if changes == 1 && c[0] != 0.0 && c[4] != 0.0 {
        roots.push(bracketed(c, x0, x1));
    } else {
        let (left, right) = halves(c);
        isolate(left, x0, middle, halvings - 1, roots);
        isolate(right, middle, x1, halvings - 1, roots);
    }
}

/// The one root between ends of different sign.
fn bracketed(c: [f64; 5], x0: f64, x1: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..HALVINGS {
        let middle = (low + high) * 0.5;
        if (value(c, middle) < 0.0) == (c[0] < 0.0) {
            low = middle;
        } else {
            high = middle;
        }
    }
    x0 + (x1 - x0) * (low + high) * 0.5
}

fn value(mut c: [f64; 5], t: f64) -> f64 {
    for n in (1..5).rev() {
        for i in 0..n {
            c[i] += (c[i + 1] - c[i]) * t;
        }
    }
    c[0]
}

/// The same polynomial on each half of the interval.
fn halves(mut c: [f64; 5]) -> ([f64; 5], [f64; 5]) {
    let (mut left, mut right) = ([0.0; 5], [0.0; 5]);
    for k in 0..5 {
        left[k] = c[0];
        right[4 - k] = c[4 - k];
        for i in 0..4 - k {
            c[i] = (c[i] + c[i + 1]) * 0.5;
        }
    }
    (left, right)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Distances from the origin along the ray through (x, d) to two lines: v = a + b·u and v = d.
    fn between(x: f64, d: f64, a: f64, b: f64) -> f64 {
        let share = a / (d - b * x);
        (1.0 - share) * libm::sqrt(x * x + d * d)
    }

    fn found(range: [f64; 2], d: f64, a: f64, b: f64, length: f64) -> Vec<f64> {
        // τ₁ = a / (d − b·x), τ₂ = 1: the numerator is d − b·x − a.
        let w = |x: f64| d - b * x;
        let mut roots = Roots::new();
        let [x0, x1] = range;
        let n = Linear(w(x0) - a, w(x1) - a);
        equal_length(range, d, n, [Linear(w(x0), w(x1)), Linear(1.0, 1.0)], length, &mut roots);
        roots.into_vec()
    }

    /// Both ends are longer than the length asked for, yet in between it is shorter: rays to a target
    /// line 3 away past an edge that slopes away from it.
    #[test]
    fn a_stretch_inside_an_interval_whose_ends_both_fail() {
        let (d, a, b) = (3.0, 2.0, 0.1);
        assert!(between(-2.9, d, a, b) > 1.2 && between(2.0, d, a, b) > 0.99);
        let roots = found([-2.9, 2.0], d, a, b, 0.99);
        assert_eq!(roots.len(), 2);
        for r in roots {
            assert!((between(r, d, a, b) - 0.99).abs() < 1e-9);
        }
    }

    proptest! {
        #[test]
        fn every_change_of_sign_is_found(x0 in -9.0..0.0, width in 0.1..9.0, d in 0.5..5.0, a in 0.1..4.0, b in -0.5..0.5, length in 0.01..3.0) {
            let x1 = x0 + width;
            prop_assume!(d - b * x0 > 0.05 && d - b * x1 > 0.05);
            let roots = found([x0, x1], d, a, b, length);
            let sign = |x: f64| between(x, d, a, b).abs() > length;
            let mut last = x0;
            for i in 1..=4000 {
                let x = x0 + width * f64::from(i) / 4000.0;
                if sign(x) != sign(last) {
                    prop_assert!(roots.iter().any(|r| *r >= last - 1e-9 && *r <= x + 1e-9), "{last} {x} {roots:?}");
                }
                last = x;
            }
            for r in &roots {
                prop_assert!((between(*r, d, a, b).abs() - length).abs() < 1e-6);
            }
        }
    }
}
