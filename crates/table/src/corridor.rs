//! Corridors along a path of straight legs: a rectangle for each leg, a disc at each bend.

use crate::distance::{Clearance, Figure, clearance, signed};
use crate::pose::Frame;
use crate::rect::Rect;
use crate::segment::Disc;
use crate::vec2::Vec2;
use smallvec::SmallVec;

/// The ground that a body covers on its way along a path.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Corridor {
    /// One rectangle for each leg that has a length, in order.
    pub legs: SmallVec<[Stretch; 8]>,
    /// The discs at the bends, in order.
    pub bends: SmallVec<[Bend; 8]>,
}

/// A leg of a corridor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch {
    /// Which leg of the path.
    pub leg: usize,
    /// The length of the path before it.
    pub from: f64,
    /// What it covers; it faces along the path.
    pub rect: Rect,
}

/// A bend of a corridor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bend {
    /// Which leg of the path begins here.
    pub leg: usize,
    /// The length of the path before it.
    pub from: f64,
    /// What it covers.
    pub disc: Disc,
}

/// Where a corridor comes too near to something.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Offence {
    /// The length of path gone when it happens.
    pub along: f64,
    /// Which leg of the path.
    pub leg: usize,
    /// Which part of the obstacle.
    pub part: usize,
    /// From a point of the corridor to a point of the obstacle, taken for the whole leg.
    pub clearance: Clearance,
}

impl Corridor {
    /// The corridor along some points; `half_width` gives the half width of each leg. A bend between two legs
    /// with a width gets a disc as wide as the narrower one. Legs without length cover nothing. `None` if a
    /// number is not finite.
    pub fn new(points: &[Vec2], half_width: impl Fn(usize) -> f64) -> Option<Self> {
        let mut corridor = Self::default();
        let mut from = 0.0;
        let mut wide: Option<f64> = None;
        for (leg, ends) in points.windows(2).enumerate() {
            let (start, half, length) = (ends[0], half_width(leg), ends[0].distance(ends[1]));
            if !length.is_finite() || !half.is_finite() {
                return None;
            }
            let Some(forward) = (ends[1] - start).unit() else { continue };
            if let Some(radius) = wide.map(|before| before.min(half)).filter(|r| *r > 0.0) {
                corridor.bends.push(Bend { leg, from, disc: Disc { centre: start, radius } });
            }
            let frame = Frame { origin: start.towards(ends[1], 0.5), forward };
            let rect = Rect { frame, half_width: half.max(0.0), half_depth: length * 0.5 };
            corridor.legs.push(Stretch { leg, from, rect });
            from += length;
            wide = Some(half);
        }
        Some(corridor)
    }

    /// The length of the path.
    pub fn length(&self) -> f64 {
        self.legs.last().map_or(0.0, |l| l.from + 2.0 * l.rect.half_depth)
    }

    /// The first place along the path where the corridor's clearance to an obstacle is `limit` or less: more
    /// than 0 for a touch, less for an overlap of some depth.
    pub fn first(&self, obstacle: &(impl Figure + ?Sized), limit: f64) -> Option<Offence> {
        let mut first: Option<Offence> = None;
        let mut consider = |found: Offence| {
            if first.is_none_or(|f| found.along < f.along) {
                first = Some(found);
            }
        };
        for (part, o) in obstacle.parts().enumerate() {
            for bend in &self.bends {
                let c = clearance(&bend.disc, &o);
                if c.signed <= limit {
                    consider(Offence { along: bend.from, leg: bend.leg, part, clearance: c });
                }
            }
            // Legs come in order: the first that offends holds the first place.
            for leg in &self.legs {
                let c = clearance(&leg.rect, &o);
                if c.signed <= limit {
                    let gone = gone_before(&leg.rect, |rect| signed(rect, &o) <= limit);
                    consider(Offence { along: leg.from + gone, leg: leg.leg, part, clearance: c });
                    break;
                }
            }
        }
        first
    }
}

/// The least length of a leg that already offends. What a leg covers grows with its length, so halving finds it.
fn gone_before(whole: &Rect, offends: impl Fn(&Rect) -> bool) -> f64 {
    let start = whole.frame.origin - whole.frame.forward * whole.half_depth;
    let cut = |length: f64| Rect {
        frame: Frame { origin: start + whole.frame.forward * (length * 0.5), ..whole.frame },
        half_depth: length * 0.5,
        ..*whole
    };
    let (mut low, mut high) = (0.0, 2.0 * whole.half_depth);
    if offends(&cut(low)) {
        return low;
    }
    for _ in 0..60 {
        let middle = (low + high) * 0.5;
        if offends(&cut(middle)) {
            high = middle;
        } else {
            low = middle;
        }
    }
    high
}
