//! The course of a charge: a pivot, then straight ahead to the first contact (CHG-04 to -08, -15, -16, AMB-21).

use crate::card::{Arm, Card};
use crate::contact::in_contact;
use crate::movement::sweep::Sweep;
use crate::scale::{BW, EPS, FOOTPRINT, TOUCH};
use crate::sight::Eyes;
use crate::state::{State, Unit, enemy};
use smallvec::SmallVec;
use table::distance::{Solid, gap};
use table::grain::Tolerance;
use table::heading::Turn;
use table::pose::{Frame, Pose};
use table::rect::Rect;
use table::sweep::Straight;
use table::zone::{Lines, Strip};
use umpire::PieceId;

/// Footprints turn inside this radius around their centerpoint; a little more than √(¼ + 1) BW.
const REACH: f64 = 1.12 * BW as f64;

/// An enemy, as the charger meets it.
#[derive(Clone, Copy)]
pub(super) struct Foe<'a> {
    /// The unit.
    pub(super) unit: &'a Unit,
    /// Its footprint.
    pub(super) rect: Rect,
    /// Its distance before the move (BL-AMB-23).
    pub(super) distance: f64,
}

impl<'a> Foe<'a> {
    /// An enemy of a charger that stands so.
    pub(super) fn new(unit: &'a Unit, charger: &Rect) -> Self {
        let rect = unit.rect();
        Self { unit, rect, distance: gap(charger, &rect).distance }
    }

    /// Was it touched before the move (BL-AMB-49)?
    pub(super) fn touched(&self) -> bool {
        self.distance <= TOUCH.grains()
    }
}

/// A unit that would charge, and what stands near enough to matter. Made once for a judgement.
pub(super) struct Charger<'a> {
    /// The whole.
    pub(super) state: &'a State,
    /// The charger.
    pub(super) unit: &'a Unit,
    /// Its card.
    pub(super) card: &'a Card,
    /// Its footprint before the move.
    pub(super) start: Rect,
    /// Enemies that a charge could come near to, in the order of the state.
    pub(super) foes: SmallVec<[Foe<'a>; 16]>,
    eyes: Eyes<'a>,
}

impl<'a> Charger<'a> {
    /// Looks at a unit that would charge; `None` if there is no such unit, or its card is not known.
    pub(super) fn new(state: &'a State, id: PieceId) -> Option<Self> {
        let unit = state.unit(id)?;
        let card = unit.card.get()?;
        let start = unit.rect();
        // Whatever lies farther from the centerpoint can neither be reached nor be brushed.
        let near = f64::from(card.full) + 2.0 * REACH + TOUCH.grains();
        let close = |other: &Unit| (other.pose.at.vec2() - unit.pose.at.vec2()).length2() <= near * near;
        let foes = state
            .of_side(enemy(unit.side))
            .filter(|other| close(other))
            .map(|other| Foe::new(other, &start))
            .collect();
        Some(Self { state, unit, card, start, foes, eyes: Eyes::new(state) })
    }

    /// Is it cavalry?
    pub(super) fn cavalry(&self) -> bool {
        self.card.arm == Arm::Cavalry
    }

    /// All units, to look between them.
    pub(super) const fn eyes(&self) -> &Eyes<'a> {
        &self.eyes
    }
}

/// Where a charge goes, and whom it meets.
pub(super) struct Course<'c, 'a> {
    /// The pose after the pivot.
    pub(super) turned: Pose,
    /// m: how far the centerpoint goes to the first contact (BL-CHG-15), before rounding.
    pub(super) length: f64,
    /// Where it stops: on the grid, and not squared up (BL-CHG-16).
    pub(super) stop: Pose,
    /// The footprint there.
    pub(super) rest: Rect,
    /// Whom it contacts at the stop; decided here and nowhere else (BL-AMB-21).
    pub(super) contacted: SmallVec<[&'c Foe<'a>; 4]>,
    /// What it sweeps over.
    pub(super) sweeps: SmallVec<[Sweep; 2]>,
}

impl<'c, 'a> Course<'c, 'a> {
    /// The course after a pivot; `None` if no enemy lies ahead in reach.
    pub(super) fn new(charger: &'c Charger<'a>, turn: Turn) -> Option<Self> {
        let turned = charger.unit.pose.turned(turn);
        let strip = strip(turned);
        let hits = charger.foes.iter().filter_map(|foe| hit(&strip, &foe.rect));
        let length = hits.fold(f64::INFINITY, f64::min);
        if !length.is_finite() {
            return None;
        }
        let stop = turned.moved(turned.heading, length).ok()?;
        let rest = FOOTPRINT.at(stop);
        let contacted = charger.foes.iter().filter(|foe| in_contact(&rest, &foe.rect)).collect();
        let sweeps = sweeps(charger.unit.pose, turn, length);
        Some(Self { turned, length, stop, rest, contacted, sweeps })
    }

    /// BL-CHG-18: does the aim ray, from the centerpoint straight ahead, pass through this footprint?
    pub(super) fn aims_at(&self, target: &Rect) -> bool {
        aimed(self.stop, target, EPS)
    }

    /// Does it contact this unit?
    pub(super) fn contacts(&self, id: PieceId) -> bool {
        self.contacted.iter().any(|foe| foe.unit.id == id)
    }

    /// Does the clearance to an obstacle fall to `limit` or below during the pivot?
    pub(super) fn pivots_within(&self, obstacle: &Rect, limit: f64) -> bool {
        let mut pivots = self.sweeps.iter().filter(|sweep| matches!(sweep, Sweep::Pivot { .. }));
        pivots.any(|pivot| pivot.comes_within(obstacle, limit))
    }

    /// No point goes farther than this during the pivot.
    pub(super) fn pivot_reach(&self, start: Pose) -> f64 {
        REACH * start.heading.turn_to(self.turned.heading).radians()
    }

    /// The lane of BL-AMB-21: the way of flanks and rear, all but the last 0.05 BW behind a front corner.
    pub(super) fn lane(&self) -> Rect {
        band(self.turned, -f64::from(BW), self.length - CORNER)
    }

    /// Flanks and rear at the stop, all but 0.05 BW behind a front corner (BL-AMB-49).
    pub(super) fn flanks_at_rest(&self) -> Rect {
        band(self.stop, -f64::from(BW), -CORNER)
    }
}

/// What a charge sweeps over: the pivot the short way (BL-AMB-18), and the move to the stop.
fn sweeps(start: Pose, turn: Turn, length: f64) -> SmallVec<[Sweep; 2]> {
    let turned = start.turned(turn);
    let pivot = (turn.0 != 0).then(|| Sweep::pivot(start, turn, 0.0));
    pivot.into_iter().chain([Sweep::straight(turned, turned.heading, length)]).collect()
}

/// BL-AMB-21: the last 0.05 BW behind a front corner belong to the corner.
const CORNER: f64 = 0.05 * BW as f64;

/// The part of a unit's own strip, a full width across, between two lines square to its heading.
fn band(pose: Pose, from: f64, to: f64) -> Rect {
    let frame = pose.frame();
    let origin = frame.origin + frame.forward * ((from + to) * 0.5);
    Rect {
        frame: Frame { origin, ..frame },
        half_width: 0.5 * f64::from(BW),
        half_depth: ((to - from) * 0.5).max(0.0),
    }
}

/// The charge strip of BL-AMB-21.
fn strip(turned: Pose) -> Strip {
    Lines::from(&FOOTPRINT.at(turned)).strip(TOUCH)
}

/// The first-hit distance of a footprint in the charge strip; what lies behind is not ahead.
fn hit(strip: &Strip, foe: &Rect) -> Option<f64> {
    let [from, to] = strip.span(foe)?;
    (to >= 0.0).then_some(from.max(0.0))
}

/// The first-hit distance of one enemy after a pivot, however far.
pub(super) fn ahead(charger: &Charger, turn: Turn, target: &Unit) -> Option<f64> {
    hit(&strip(charger.unit.pose.turned(turn)), &target.rect())
}

/// Does the ray straight ahead from a pose come to a footprint?
pub(super) fn aimed(pose: Pose, target: &Rect, tolerance: Tolerance) -> bool {
    let slack = tolerance.grains();
    let frame = pose.frame();
    let across = frame.forward.right();
    let [low, high] = target.span(across);
    let here = across.dot(frame.origin);
    if here < low - slack || here > high + slack {
        return false;
    }
    let ahead = Straight { way: frame.forward, from: 0.0, to: f64::from(crate::sight::REACH) };
    ahead.comes_within(&frame.origin, target, slack)
}
