//! Lengths and tolerances of the game, in grains. One base width (BW) is the unit.

use table::grain::{Tolerance, UNIT};
use table::rect::{Anchor, Footprint};

/// One base width.
pub const BW: i32 = UNIT;

/// "Exactly at", "within", allowances and ranges (BL-AMB-01).
pub const EPS: Tolerance = Tolerance::half_grains(21);

/// Touching (BL-AMB-01).
pub const TOUCH: Tolerance = Tolerance::half_grains(201);

/// Two units overlap when they are deeper in each other than this: TOUCH + ε (BL-AMB-01).
pub const OVERLAP: Tolerance = Tolerance::half_grains(221);

/// Every unit's footprint: one BW square, given by its centerpoint (BL-AMB-02, BL-UNT-04).
pub const FOOTPRINT: Footprint = Footprint { width: BW, depth: BW, anchor: Anchor::FrontMiddle };

/// Side of an urban base (BL-AMB-232).
pub const URBAN_BASE: i32 = BW * 11 / 10;

/// Radius of an objective marker: a sixth of a BW (BL-AMB-12).
pub const MARKER: i32 = BW / 6;

/// Compares a length like `within`: at most `limit`, ε included.
pub fn at_most(length: f64, limit: i32) -> bool {
    length <= f64::from(limit) + EPS.grains()
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::grain::grains;

    #[test]
    fn bl_amb_01_tolerances_lie_on_half_grains() {
        assert_eq!(EPS.grains().to_bits(), 10.5_f64.to_bits());
        assert_eq!(TOUCH.grains().to_bits(), 100.5_f64.to_bits());
        assert_eq!(OVERLAP.grains().to_bits(), 110.5_f64.to_bits());
        assert!(at_most(f64::from(grains(2.001)), grains(2.0)));
        assert!(!at_most(f64::from(grains(2.002)), grains(2.0)));
    }
}
