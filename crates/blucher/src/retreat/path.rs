//! What a retreat may not meet on its way (RET-14 to -19, AMB-223, AMB-224).
//!
//! The corridor is what the footprint sweeps. A square covers the strip of 1 BW around its middle whichever way
//! it goes, so a path too narrow for the strip (BL-RET-14) is one on which the footprint touches something.

use super::search::{Enemy, Search, Trip};
use crate::event::name;
use crate::refuse::{footprint, refusal};
use crate::scale::{BW, OVERLAP, TOUCH};
use table::distance::signed;
use table::overlap::overlap;
use table::rect::Rect;
use table::sweep::Straight;
use umpire::{PieceId, Refusal};

/// BL-AMB-203: what is at most so near touches: TOUCH and ε.
const NEAR: f64 = OVERLAP.grains();

/// BL-AMB-223: from here on an enemy touched at the start may be touched no more.
const FREE: f64 = BW as f64 / 2.0;

/// What bars a bearing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bar {
    /// It would pass through this enemy.
    Through(PieceId),
    /// It would touch this enemy.
    Touches(PieceId),
    /// It would slide along this enemy, which it touches now.
    Slides(PieceId),
    /// It would pass behind the front line of this enemy.
    Behind(PieceId),
    /// It would run into this impassable river.
    River(u16),
    /// It would end on this crossing at an angle.
    Askew(u16),
    /// Put on the axis of a crossing it would stand on or against another unit.
    NoRoom,
    /// It would end no farther from this shooter.
    NoFarther(PieceId),
}

impl Search<'_> {
    /// All that bars a retreat, found one by one.
    pub(super) fn bars<'s>(&'s self, trip: &'s Trip) -> impl Iterator<Item = Bar> + 's {
        let enemies = self.enemies.iter();
        let met = enemies.clone().filter_map(|enemy| self.met(trip, enemy));
        let lines = enemies.filter_map(|enemy| self.passed_behind(trip, enemy));
        let water = || self.water.entered(&self.rect, &trip.way, self.unit.crossing).map(Bar::River);
        let water = std::iter::once_with(water).flatten();
        met.chain(lines).chain(water).chain(std::iter::once_with(|| self.ends_badly(trip)).flatten())
    }

    /// BL-RET-14, BL-RET-15, BL-RET-19: the footprint touches no enemy on the way or at the end. An enemy that it
    /// touches at the start is left behind within half a BW, without an overlap (BL-AMB-223).
    fn met(&self, trip: &Trip, enemy: &Enemy) -> Option<Bar> {
        let (way, rect) = (&trip.way, &self.rect);
        if !may_meet(way, rect, &enemy.rect) {
            return None;
        }
        let touched = |way: Straight| way.comes_within(rect, &enemy.rect, NEAR);
        let through = || way.comes_within(rect, &enemy.rect, -OVERLAP.grains());
        if enemy.touched {
            match way.onward(FREE) {
                _ if through() => Some(Bar::Through(enemy.id)),
                Some(rest) if touched(rest) => Some(Bar::Slides(enemy.id)),
                _ => None,
            }
        } else if touched(*way) {
            Some(if through() { Bar::Through(enemy.id) } else { Bar::Touches(enemy.id) })
        } else {
            None
        }
    }

    /// BL-RET-17, BL-AMB-224: the centerpoint does not pass behind the front line of an enemy that is in contact.
    /// An enemy it is behind already imposes nothing.
    fn passed_behind(&self, trip: &Trip, enemy: &Enemy) -> Option<Bar> {
        if !enemy.in_contact {
            return None;
        }
        let (start, forward) = (self.unit.pose.at.vec2(), enemy.rect.frame.forward);
        let end = start + trip.way.way * trip.way.to;
        let before = |p| forward.dot(p - enemy.rect.front_middle()) >= -TOUCH.grains();
        (before(start) && !before(end)).then_some(Bar::Behind(enemy.id))
    }

    /// BL-AMB-237, BL-RET-38: what is wrong with the end, if it is on the table.
    fn ends_badly(&self, trip: &Trip) -> Option<Bar> {
        let end = trip.end.as_ref()?;
        if let Some(crossing) = end.askew {
            return Some(Bar::Askew(crossing));
        }
        let against = |enemy: &Enemy| signed(&end.rect, &enemy.rect) <= NEAR;
        let on = |friend: &Rect| overlap(&end.rect, friend, OVERLAP);
        if end.shifted && (self.enemies.iter().any(against) || self.friends.iter().any(on)) {
            return Some(Bar::NoRoom);
        }
        let shooters = self.shooters.iter().flatten();
        shooters
            .filter(|shooter| !shooter.farther(&end.rect))
            .map(|shooter| Bar::NoFarther(shooter.id))
            .next()
    }

    /// A bar as a refusal.
    pub(super) fn refused_by(&self, bar: Bar) -> Refusal {
        let at = |why: Refusal, id: PieceId| match self.state.unit(id) {
            Some(unit) => why.place(footprint(unit)),
            None => why,
        };
        let ground = |why: Refusal, id: u16| {
            let piece = self.state.field.ground().piece(table::ground::PieceId(id));
            piece.map_or(why.clone(), |(piece, _)| why.place(crate::refuse::ground(piece)))
        };
        let name = |id: PieceId| name(self.state, id);
        match bar {
            Bar::Through(id) => at(refusal("BL-RET-19", format!("it would pass through {}", name(id))), id),
            Bar::Touches(id) => at(refusal("BL-RET-15", format!("it would touch {}", name(id))), id),
            Bar::Slides(id) => {
                let sentence = format!("after half a BW it would still touch {}", name(id));
                at(refusal("BL-AMB-223", sentence), id)
            }
            Bar::Behind(id) => {
                let sentence = format!("it would pass behind the front line of {}, in contact", name(id));
                at(refusal("BL-RET-17", sentence), id)
            }
            Bar::River(id) => ground(refusal("BL-RET-16", "it would run into impassable terrain"), id),
            Bar::Askew(id) => {
                ground(refusal("BL-AMB-237", "it would end on a crossing without facing along it"), id)
            }
            Bar::NoRoom => refusal("BL-AMB-237", "on the axis of the crossing there is no room for it"),
            Bar::NoFarther(id) => {
                let sentence = format!("it would end no farther from {}, which shot at it", name(id));
                at(refusal("BL-RET-38", sentence), id)
            }
        }
    }
}

/// Do the circles around two footprints come near to each other on the way? Cheap, and mostly they do not.
fn may_meet(way: &Straight, mover: &Rect, obstacle: &Rect) -> bool {
    let to = obstacle.frame.origin - mover.frame.origin;
    let along = way.way.dot(to).max(way.from).min(way.to);
    let reach = mover.radius() + obstacle.radius() + NEAR;
    (to - way.way * along).length2() <= reach * reach
}
