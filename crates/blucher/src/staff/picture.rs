//! The battle as a computer player sees it at a glance: where everybody stands, in BW, and what he is worth.

use super::doctrine::Doctrine;
use super::posture::Posture;
use crate::card::{Arm, Trait};
use crate::knowledge::likely_morale;
use crate::scale::BW;
use crate::state::{Side, State, Unit, enemy};
use table::point::Point;
use table::polygon::Polygon;
use table::pose::Pose;
use table::vec2::Vec2;
use umpire::PieceId;

/// A point in BW.
pub(super) fn bw(p: Point) -> Vec2 {
    p.vec2() * (1.0 / f64::from(BW))
}

/// Where somebody stands and looks, in BW.
#[derive(Clone, Copy)]
pub(super) struct Spot {
    /// The centerpoint.
    pub(super) at: Vec2,
    /// The way it faces.
    pub(super) ahead: Vec2,
}

impl Spot {
    /// A pose.
    pub(super) fn of(pose: Pose) -> Self {
        Self { at: bw(pose.at), ahead: pose.heading.vector() }
    }

    /// The middle of the footprint.
    pub(super) fn middle(&self) -> Vec2 {
        self.at - self.ahead * 0.5
    }

    /// How far to the right and how far ahead a point is.
    pub(super) fn local(&self, p: Vec2) -> Vec2 {
        let d = p - self.at;
        Vec2 { x: d.dot(self.ahead.right()), y: d.dot(self.ahead) }
    }
}

/// A unit at a glance. What is not known of it is taken to be plain.
#[derive(Clone)]
pub(super) struct Brigade {
    /// Its handle.
    pub(super) id: PieceId,
    /// Where it stands.
    pub(super) spot: Spot,
    /// The same, as it is stored.
    pub(super) pose: Pose,
    /// Its arm.
    pub(super) arm: Arm,
    /// Elan or ammunition.
    pub(super) now: u8,
    /// How far it goes in the open, in BW.
    pub(super) full: f64,
    /// How far it goes otherwise, in BW.
    pub(super) difficult: f64,
    /// Its traits; none if they are not known.
    pub(super) traits: crate::card::Traits,
    /// It carries the marker.
    pub(super) prepared: bool,
    /// It was activated.
    pub(super) activated: bool,
    /// The number of its corps among those of its side; none has the last.
    pub(super) corps: usize,
}

impl Brigade {
    fn new(unit: &Unit, corps: &[&str]) -> Self {
        let arm = unit.arm.get().copied().unwrap_or(Arm::Infantry);
        let card = unit.card.get();
        let (full, difficult) = card.map_or(arm.allowances(), |card| (card.full, card.difficult));
        let name = card.and_then(|card| card.corps.as_deref());
        Self {
            id: unit.id,
            spot: Spot::of(unit.pose),
            pose: unit.pose,
            arm,
            now: unit.current().unwrap_or(5),
            full: f64::from(full) / f64::from(BW),
            difficult: f64::from(difficult) / f64::from(BW),
            traits: card.map(|card| card.traits).unwrap_or_default(),
            prepared: unit.prepared,
            activated: unit.activated,
            corps: corps.iter().position(|one| Some(*one) == name).unwrap_or(corps.len()),
        }
    }

    /// Does it have this trait, as far as is known?
    pub(super) const fn has(&self, one: Trait) -> bool {
        self.traits.has(one)
    }

    /// The dice it attacks with, ground aside.
    pub(super) fn attack(&self) -> usize {
        usize::from(self.now) + usize::from(self.has(Trait::Shock))
    }

    /// The dice it defends with, ground aside.
    pub(super) fn defence(&self) -> usize {
        usize::from(self.now) + usize::from(self.has(Trait::Steady))
    }
}

/// The battle at a glance.
pub(super) struct Picture<'a> {
    /// The state.
    pub(super) state: &'a State,
    /// Whose picture it is.
    pub(super) side: Side,
    /// How the army fights.
    pub(super) posture: &'a Posture,
    /// Own units.
    pub(super) own: Vec<Brigade>,
    /// The enemy's.
    pub(super) foes: Vec<Brigade>,
    /// The middle of the own army.
    pub(super) our_middle: Vec2,
    /// The middle of the enemy's.
    pub(super) their_middle: Vec2,
    /// Names of the own corps, in order.
    pub(super) corps: Vec<&'a str>,
    /// Who is sent to which objective.
    pub(super) sent: Vec<(usize, PieceId)>,
    /// Where nobody shoots from: woods, towns, water.
    pub(super) cover: Vec<&'a Polygon>,
    /// What an own unit is worth beside its elan.
    pub(super) own_body: f64,
    /// What one of the enemy's is.
    pub(super) foe_body: f64,
}

/// So many units are sent to an objective that is not ours.
const SENT: usize = 3;

impl<'a> Picture<'a> {
    /// A state at a glance.
    pub(super) fn new(state: &'a State, side: Side, posture: &'a Posture) -> Self {
        let corps = corps(state, side);
        let of = |side: Side, corps: &[&str]| -> Vec<Brigade> {
            state.of_side(side).map(|unit| Brigade::new(unit, corps)).collect()
        };
        let own = of(side, &corps);
        let foes = of(enemy(side), &[]);
        let sent = sent(state, side, &own);
        let ground = state.field.ground();
        let cover = ground.areas(|piece| piece.kind.obstructs() || piece.kind.water());
        let cover = cover.map(|(_, outline)| outline).collect();
        let (our_middle, their_middle) = (middle(&own), middle(&foes));
        let body = |side: Side| {
            let broken = f64::from(state.broken[usize::from(side)]) / morale(state, side);
            posture.all.body * (1.0 + posture.all.verge * broken)
        };
        let (own_body, foe_body) = (body(side), body(enemy(side)));
        Self {
            state,
            side,
            posture,
            own,
            foes,
            our_middle,
            their_middle,
            corps,
            sent,
            cover,
            own_body,
            foe_body,
        }
    }

    /// How a unit fights.
    pub(super) fn doctrine(&self, unit: &Brigade) -> &Doctrine {
        match &self.posture.but {
            Some((corps, way)) if *corps == unit.corps => way,
            _ => &self.posture.all,
        }
    }

    /// What a move must gain to be made.
    pub(super) const fn moving(&self) -> f64 {
        self.posture.all.moving
    }

    /// The enemy nearest to a point, and how far its middle is.
    pub(super) fn nearest_foe(&self, p: Vec2) -> Option<(&Brigade, f64)> {
        let far = |foe: &Brigade| foe.spot.middle().distance(p);
        let all = self.foes.iter().map(|foe| (foe, far(foe)));
        all.min_by(|a, b| a.1.total_cmp(&b.1))
    }
}

/// How many broken units an army can bear; of an enemy's, what is to be expected.
pub(super) fn morale(state: &State, side: Side) -> f64 {
    let known = state.morale[usize::from(side)].get().copied();
    f64::from(known.unwrap_or_else(|| likely_morale(state, side)).max(1))
}

/// Where units stand on the whole.
fn middle(units: &[Brigade]) -> Vec2 {
    let sum = units.iter().fold(Vec2 { x: 0.0, y: 0.0 }, |sum, unit| sum + unit.spot.at);
    sum * (1.0 / units.len().max(1) as f64)
}

/// The units that come soonest to each objective that is not ours.
fn sent(state: &State, side: Side, own: &[Brigade]) -> Vec<(usize, PieceId)> {
    let mut sent: Vec<(usize, PieceId)> = Vec::new();
    for (number, objective) in state.objectives.iter().enumerate() {
        if objective.control == Some(side) {
            continue;
        }
        let free = |unit: &&Brigade| unit.arm != Arm::Artillery && !sent.iter().any(|(_, id)| *id == unit.id);
        let soon = |unit: &Brigade| unit.spot.at.distance(bw(objective.at)) / unit.full.max(0.1);
        let mut all: Vec<(f64, PieceId)> =
            own.iter().filter(free).map(|unit| (soon(unit), unit.id)).collect();
        all.sort_by(|a, b| a.0.total_cmp(&b.0));
        sent.extend(all.into_iter().take(SENT).map(|(_, id)| (number, id)));
    }
    sent
}

/// The names of a side's corps, in order.
pub(super) fn corps(state: &State, side: Side) -> Vec<&str> {
    let own = state.units.iter().filter(|unit| unit.side == side);
    let mut names: Vec<&str> = own.filter_map(|unit| unit.card.get()?.corps.as_deref()).collect();
    names.sort_unstable();
    names.dedup();
    names
}
