//! The little mathematics that rows are read with. Only + − × ÷, roots and `libm`: the same bits everywhere.

use serde::Serialize;

/// The 97.5 % point of the normal distribution: what 95 % intervals are made with.
pub const Z: f64 = 1.959_963_984_540_054;

/// A number and its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// The number.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// A share of `n` with Wilson's 95 % interval; `None` of nothing. `won` may have halves, for draws.
pub fn wilson(won: f64, n: u64) -> Option<Interval> {
    if n == 0 || !(0.0..=n as f64).contains(&won) {
        return None;
    }
    let (n, z2) = (n as f64, Z * Z);
    let share = won / n;
    let centre = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z / (1.0 + z2 / n) * libm::sqrt(share * (1.0 - share) / n + z2 / (4.0 * n * n));
    Some(Interval { value: share, low: (centre - half).max(0.0), high: (centre + half).min(1.0) })
}

/// The difference of two shares, first minus second, with Newcombe's 95 % interval.
pub fn difference(a: Interval, b: Interval) -> Interval {
    let down = libm::hypot(a.value - a.low, b.high - b.value);
    let up = libm::hypot(a.high - a.value, b.value - b.low);
    let value = a.value - b.value;
    Interval { value, low: value - down, high: value + up }
}

/// The mean of some values with its 95 % interval by the normal distribution; `None` of nothing.
pub fn mean(values: &[f64]) -> Option<Interval> {
    let value = average(values)?;
    let half = Z * libm::sqrt(variance(values)? / values.len() as f64);
    Some(Interval { value, low: value - half, high: value + half })
}

/// The mean alone.
pub fn average(values: &[f64]) -> Option<f64> {
    if values.is_empty() { None } else { Some(values.iter().sum::<f64>() / values.len() as f64) }
}

/// The variance, as a sample's; 0 of one value.
pub fn variance(values: &[f64]) -> Option<f64> {
    let mean = average(values)?;
    let sum = values.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>();
    Some(sum / (values.len() as f64 - 1.0).max(1.0))
}

/// Pearson's correlation with its 95 % interval by Fisher's transformation; `None` if either does not vary or there
/// are fewer than four pairs.
pub fn correlation(pairs: &[(f64, f64)]) -> Option<Interval> {
    if pairs.len() < 4 {
        return None;
    }
    let n = pairs.len() as f64;
    let (sx, sy) = pairs.iter().fold((0.0, 0.0), |(sx, sy), (x, y)| (sx + x, sy + y));
    let (mx, my) = (sx / n, sy / n);
    let (mut xx, mut yy, mut xy) = (0.0, 0.0, 0.0);
    for (x, y) in pairs {
        xx += (x - mx) * (x - mx);
        yy += (y - my) * (y - my);
        xy += (x - mx) * (y - my);
    }
    if !(xx > 0.0 && yy > 0.0) {
        return None;
    }
    let value = (xy / libm::sqrt(xx * yy)).clamp(-1.0, 1.0);
    let half = Z / libm::sqrt(n - 3.0);
    // At ±1 the transformation has no value, and the interval no width.
    let end = |by: f64| if value.abs() < 1.0 { libm::tanh(libm::atanh(value) + by) } else { value };
    Some(Interval { value, low: end(-half), high: end(half) })
}

/// The value below which this share of sorted values lies, between neighbours in proportion.
pub fn quantile(sorted: &[f64], share: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let place = share.clamp(0.0, 1.0) * last as f64;
    let below = place as usize;
    let (a, b) = (*sorted.get(below)?, *sorted.get((below + 1).min(last))?);
    Some(a + (b - a) * (place - below as f64))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 5e-5, "{found} is not {expected}");
    }

    /// Newcombe (1998), tables of the methods compared: 81 of 263, 15 of 148, 0 of 20 and 1 of 29.
    #[test]
    fn wilsons_interval_as_published() {
        for (won, n, low, high) in [
            (81.0, 263, 0.2553, 0.3662),
            (15.0, 148, 0.0624, 0.1605),
            (0.0, 20, 0.0, 0.1611),
            (1.0, 29, 0.0061, 0.1718),
        ] {
            let found = wilson(won, n).unwrap();
            close(found.low, low);
            close(found.high, high);
        }
        assert_eq!(wilson(0.0, 0), None);
        assert_eq!(wilson(2.0, 1), None);
    }

    /// Newcombe (1998), differences of two shares, method 10: 56/70 − 48/80 and 9/10 − 3/10.
    #[test]
    fn newcombes_difference_as_published() {
        let found = difference(wilson(56.0, 70).unwrap(), wilson(48.0, 80).unwrap());
        close(found.value, 0.2);
        close(found.low, 0.0524);
        close(found.high, 0.3339);
        let found = difference(wilson(9.0, 10).unwrap(), wilson(3.0, 10).unwrap());
        close(found.low, 0.1705);
        close(found.high, 0.8090);
    }

    #[test]
    fn mean_and_variance_by_hand() {
        // Squares of the distances from 3: 4 + 1 + 0 + 1 + 4 = 10, over 4.
        let values = [1.0, 2.0, 3.0, 4.0, 5.0];
        close(variance(&values).unwrap(), 2.5);
        let found = mean(&values).unwrap();
        close(found.value, 3.0);
        // 1.96 × √(2.5 / 5)
        close(found.high - 3.0, 1.3859);
        assert_eq!((average(&[]), mean(&[])), (None, None));
    }

    #[test]
    fn correlation_by_hand() {
        // x − 2.5 = (−1.5, −.5, .5, 1.5), y − 2.5 = (−.5, −1.5, 1.5, .5): 3 over √(5 × 5).
        let found = correlation(&[(1.0, 2.0), (2.0, 1.0), (3.0, 4.0), (4.0, 3.0)]).unwrap();
        close(found.value, 0.6);
        // atanh 0.6 = ln 2 = 0.693147; ± 1.959964 → tanh(−1.266817), tanh(2.653111).
        close(found.low, -0.85293);
        close(found.high, 0.99013);
        assert_eq!(correlation(&[(1.0, 0.0), (1.0, 1.0), (1.0, 2.0), (1.0, 3.0)]), None);
        let all: Vec<(f64, f64)> = (0..5).map(|n| (f64::from(n), f64::from(2 * n))).collect();
        assert_eq!(correlation(&all).map(|r| (r.value, r.low, r.high)), Some((1.0, 1.0, 1.0)));
    }

    #[test]
    fn quantiles_by_hand() {
        let values = [10.0, 20.0, 30.0, 40.0];
        close(quantile(&values, 0.5).unwrap(), 25.0);
        close(quantile(&values, 0.0).unwrap(), 10.0);
        close(quantile(&values, 1.0).unwrap(), 40.0);
        close(quantile(&values, 0.25).unwrap(), 17.5);
        assert_eq!(quantile(&[], 0.5), None);
    }
}
