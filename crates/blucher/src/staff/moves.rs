//! Moves worth trying, from geometry: towards enemies up to the brackets of fire and charge, to their flanks, to
//! objectives, a pivot to face them, a step back.

use super::picture::{Brigade, Picture, Spot, bw};
use crate::card::Arm;
use crate::scale::BW;
use crate::step::{Leg, Order, When};
use table::heading::Heading;
use table::vec2::Vec2;

/// A move worth trying.
#[derive(Clone)]
pub(super) struct Move {
    /// The order.
    pub(super) order: Order,
    /// What it gains over staying.
    pub(super) gain: f64,
}

/// How far before an enemy it is worth stopping, from the centerpoint to the enemy's middle, in BW.
fn brackets(arm: Arm) -> &'static [f64] {
    match arm {
        // Close volley, volley, skirmish, just out of it.
        Arm::Infantry => &[1.0, 1.45, 2.4, 2.8],
        Arm::Cavalry => &[1.2, 3.0, 4.6],
        // Canister, and long range out of reach of charges.
        Arm::Artillery => &[2.4, 4.0, 6.0],
    }
}

/// How far on and how far aside a way leads past an obstacle: 30° and 60°.
const PAST: [(f64, f64); 2] = [(0.866, 0.5), (0.5, 0.866)];

fn grains(length: f64) -> i32 {
    libm::round(length * f64::from(BW)) as i32
}

fn simple(unit: &Brigade, to: Vec2, length: f64) -> Option<(Order, Spot)> {
    let way = to - unit.spot.at;
    let heading = Heading::of(way)?;
    let length = length.clamp(0.0, unit.full);
    let ahead = heading.vector();
    let end = Spot { at: unit.spot.at + ahead * length, ahead };
    Some((Order::Simple { heading, length: grains(length), sense: None, leave: false }, end))
}

fn difficult(unit: &Brigade, way: Vec2, length: f64, face: Vec2) -> Option<(Order, Spot)> {
    let (bearing, heading) = (Heading::of(way)?, Heading::of(face)?);
    let length = length.clamp(0.0, unit.difficult);
    let end = Spot { at: unit.spot.at + bearing.vector() * length, ahead: heading.vector() };
    let order = Order::Difficult {
        bearing,
        length: grains(length),
        heading,
        pivot: When::After,
        sense: None,
        leave: false,
    };
    Some((order, end))
}

/// Straight on over difficult ground, and past it: to both sides of the way.
fn past(unit: &Brigade, to: Vec2, found: &mut Vec<(Order, Spot)>) {
    let Some(ahead) = (to - unit.spot.at).unit() else { return };
    found.extend(difficult(unit, ahead, unit.difficult, ahead));
    for (on, aside) in PAST {
        for side in [aside, -aside] {
            let way = ahead * on + ahead.right() * side;
            found.extend(simple(unit, unit.spot.at + way * unit.full, unit.full));
        }
    }
}

/// The same way, as far as it goes over difficult ground.
pub(super) fn slower(unit: &Brigade, wished: &Order) -> Option<Order> {
    let Order::Simple { heading, length, .. } = *wished else { return None };
    let length = length.min(grains(unit.difficult));
    Some(Order::Difficult {
        bearing: heading,
        length,
        heading,
        pivot: When::After,
        sense: None,
        leave: false,
    })
}

/// To an enemy's front by brackets, to its flanks, and a pivot to face it.
fn towards(unit: &Brigade, foe: &Brigade, far: f64, found: &mut Vec<(Order, Spot)>) {
    let middle = foe.spot.middle();
    for bracket in brackets(unit.arm) {
        let length = far - bracket;
        if length > 0.1 {
            found.extend(simple(unit, middle, length.min(unit.full)));
            if length >= unit.full {
                break;
            }
        }
    }
    if far < 8.0 {
        found.extend(simple(unit, middle, 0.0));
    }
    if unit.arm != Arm::Artillery && far < 6.0 {
        for side in [1.9, -1.9] {
            let flank = middle + foe.spot.ahead.right() * side - foe.spot.ahead * 0.4;
            found.extend(simple(unit, flank, flank.distance(unit.spot.at)));
        }
    }
}

impl Picture<'_> {
    /// Moves of a unit worth trying, the best first. `wide`: more of them.
    pub(super) fn moves(&self, unit: &Brigade, wide: bool) -> Vec<Move> {
        let stays = self.stand(unit, unit.spot, true);
        let mut found: Vec<(Order, Spot)> = Vec::new();
        let mut foes: Vec<(&Brigade, f64)> =
            self.foes.iter().map(|foe| (foe, foe.spot.middle().distance(unit.spot.at))).collect();
        foes.sort_by(|a, b| a.1.total_cmp(&b.1));
        foes.truncate(if wide { 5 } else { 3 });
        for (foe, far) in &foes {
            towards(unit, foe, *far, &mut found);
        }
        if let Some((foe, far)) = foes.first().filter(|(_, far)| *far < 6.0) {
            let to = foe.spot.middle() - unit.spot.at;
            found.extend(difficult(unit, -to, unit.difficult, to));
            if wide && *far < 5.0 {
                for way in [to.right(), -to.right(), to.right() - to, -to.right() - to, to] {
                    found.extend(difficult(unit, way, unit.difficult, to));
                    found.extend(difficult(unit, way, unit.difficult * 0.5, to));
                }
            }
        }
        if wide && let Some((foe, _)) = foes.first().filter(|(_, far)| *far < 9.0) {
            self.joining(unit, foe.spot.middle(), &mut found);
        }
        if let Some((foe, _)) = foes.first().filter(|(_, far)| *far > 4.0) {
            past(unit, foe.spot.middle(), &mut found);
        }
        if unit.arm != Arm::Artillery {
            for objective in self.state.objectives.iter().filter(|o| wide || o.control != Some(self.side)) {
                let to = bw(objective.at);
                // The footprint's middle is to lie on the marker.
                found.extend(simple(unit, to, to.distance(unit.spot.at) + 0.3));
                if self.sent.iter().any(|(_, id)| *id == unit.id) {
                    past(unit, to, &mut found);
                }
            }
        }
        if wide {
            found.extend(self.aligned(unit));
        }
        let mut moves: Vec<Move> = found
            .into_iter()
            .map(|(order, end)| Move { order, gain: self.stand(unit, end, false) - stays })
            .collect();
        moves.extend(self.prepare(unit, stays));
        moves.sort_by(|a, b| b.gain.total_cmp(&a.gain));
        moves
    }

    /// Beside friends and behind them, looking at the enemy.
    fn joining(&self, unit: &Brigade, enemy: Vec2, found: &mut Vec<(Order, Spot)>) {
        let near =
            |mate: &&Brigade| mate.id != unit.id && mate.spot.at.distance(unit.spot.at) < unit.full + 1.5;
        for mate in self.own.iter().filter(near) {
            let Some(ahead) = (enemy - mate.spot.at).unit() else { continue };
            for at in [ahead.right() * 1.1, -ahead.right() * 1.1, ahead * -1.2] {
                let to = mate.spot.at + at;
                let far = to.distance(unit.spot.at);
                if far <= unit.difficult {
                    found.extend(difficult(unit, to - unit.spot.at, far, enemy - to));
                } else if far <= unit.full {
                    found.extend(simple(unit, to, far));
                }
            }
        }
    }

    /// Into line beside a friend, facing as it does.
    fn aligned(&self, unit: &Brigade) -> Vec<(Order, Spot)> {
        let mates = self.own.iter().filter(|mate| mate.corps == unit.corps && mate.id != unit.id);
        let beside = mates.flat_map(|mate| {
            let right = mate.spot.ahead.right() * 1.05;
            [mate.spot.at + right, mate.spot.at - right].map(|at| (at, mate.spot.ahead))
        });
        let near = beside.filter(|(at, _)| at.distance(unit.spot.at) <= unit.difficult);
        near.filter_map(|(at, ahead)| difficult(unit, at - unit.spot.at, at.distance(unit.spot.at), ahead))
            .collect()
    }

    /// Infantry forms against cavalry.
    fn prepare(&self, unit: &Brigade, stays: f64) -> Option<Move> {
        if unit.arm != Arm::Infantry || unit.prepared {
            return None;
        }
        let formed = Brigade { prepared: true, ..unit.clone() };
        let gain = self.stand(&formed, unit.spot, true) - stays;
        Some(Move { order: Order::Prepare, gain })
    }

    /// Where a concealed unit could march, far from the enemy's eyes.
    pub(super) fn march(&self, unit: &Brigade) -> Vec<Move> {
        let stays = self.stand(unit, unit.spot, true);
        let Some((foe, far)) = self.nearest_foe(unit.spot.at) else { return Vec::new() };
        let to = foe.spot.middle();
        let mut moves = Vec::new();
        for length in [far - 4.6, far - 8.5, 6.0, 4.0] {
            let length = length.min(12.0);
            let Some(way) = (to - unit.spot.at).unit().filter(|_| length > unit.full) else { continue };
            let at = unit.spot.at + way * length;
            let (Ok(end), Some(heading)) = ((at * f64::from(BW)).round(), Heading::of(way)) else { continue };
            let order = Order::Reserve { legs: vec![Leg { to: end, road: false }], heading, leave: false };
            let spot = Spot { at, ahead: heading.vector() };
            moves.push(Move { order, gain: self.stand(unit, spot, false) - stays });
        }
        moves
    }
}
