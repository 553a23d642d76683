//! The search for a retreat: bearings, tiers of edges, lengths (RET-07 to -13, RET-21 to -24, AMB-222, -225, -226).

use super::fire::{Shooter, shooters};
use super::water::{Landing, Water};
use super::{End, Way, end};
use crate::scale::{BW, EPS, FOOTPRINT, OVERLAP, TOUCH, at_most};
use crate::state::{State, Unit, enemy};
use smallvec::SmallVec;
use table::contact::ray;
use table::distance::within;
use table::grain::{LIMIT, grains, round};
use table::heading::{Heading, Turn};
use table::overlap::overlap;
use table::pose::Pose;
use table::reach::first_free;
use table::rect::{Edge, Rect};
use table::segment::Segment;
use table::sweep::{Mobile, Shift, Straight};
use table::vec2::Vec2;
use table::zone::{cover_of_edge, exit_edge};
use umpire::PieceId;

/// BL-RET-08: the least retreat.
const LEAST: i32 = 2 * BW;

/// BL-AMB-225: a bearing so little longer than the shortest is as good.
const AS_SHORT: i32 = grains(0.05);

/// Whole degrees.
pub(super) const BEARINGS: u16 = 360;

/// A unit that must retreat, and what is around it.
pub(super) struct Search<'a> {
    pub(super) state: &'a State,
    pub(super) unit: &'a Unit,
    pub(super) rect: Rect,
    pub(super) enemies: Vec<Enemy>,
    pub(super) friends: Vec<Rect>,
    pub(super) water: Water<'a>,
    /// Whom it retreats from, if it was fire.
    pub(super) shooters: Option<Vec<Shooter>>,
    /// Edges that enemies contact.
    contacted: SmallVec<[Edge; 4]>,
    /// No friend is farther away.
    far: f64,
}

/// An enemy of a retreating unit.
pub(super) struct Enemy {
    pub(super) id: PieceId,
    pub(super) rect: Rect,
    /// Touched where the retreat begins (BL-AMB-223).
    pub(super) touched: bool,
    /// In contact in this combat, and neither broken nor retreated (BL-AMB-224).
    pub(super) in_contact: bool,
}

/// A retreat on one bearing.
pub(super) struct Trip {
    pub(super) bearing: u16,
    pub(super) edge: Edge,
    /// The way of the footprint, up to its rounded end or to the border.
    pub(super) way: Straight,
    /// How far it must go, in grains.
    pub(super) length: i32,
    /// Where it ends; `None` off the table.
    pub(super) end: Option<Stand>,
}

/// The end of a retreat on the table.
pub(super) struct Stand {
    pub(super) pose: Pose,
    pub(super) rect: Rect,
    pub(super) crossing: Option<u16>,
    /// A crossing that it would stand on at an angle.
    pub(super) askew: Option<u16>,
    /// It was put on the axis of a crossing.
    pub(super) shifted: bool,
}

/// BL-RET-07: the edge that a path from the centerpoint crosses on a bearing.
pub(super) fn edge_of(bearing: u16) -> Edge {
    // In its own frame, where quarters are exact.
    let direction = Heading::from(i32::from(bearing) * 1000).vector();
    exit_edge(&FOOTPRINT.at(Pose::default()), direction).unwrap_or(Edge::Front)
}

impl<'a> Search<'a> {
    /// `None` if the unit is not on the table.
    pub(super) fn new(state: &'a State, id: PieceId) -> Option<Self> {
        let unit = state.unit(id)?;
        let rect = unit.rect();
        let contacts: SmallVec<[(PieceId, Edge); 4]> = contacts(state, id).collect();
        let opponent = |e: &Unit| Enemy {
            id: e.id,
            rect: e.rect(),
            touched: within(&rect, &e.rect(), 0.0, OVERLAP),
            in_contact: contacts.iter().any(|(by, _)| *by == e.id),
        };
        let friends = state.of_side(unit.side).filter(|friend| friend.id != id);
        let mut contacted: SmallVec<[Edge; 4]> = SmallVec::new();
        for (_, edge) in &contacts {
            if !contacted.contains(edge) {
                contacted.push(*edge);
            }
        }
        let (width, height) = state.field.ground().border().size();
        Some(Self {
            state,
            unit,
            rect,
            enemies: state.of_side(enemy(unit.side)).map(opponent).collect(),
            friends: friends.map(Unit::rect).collect(),
            water: Water::of(&state.field),
            shooters: shooters(state, id, &rect),
            contacted,
            far: f64::from(width) + f64::from(height) + f64::from(LEAST),
        })
    }

    /// BL-RET-28, BL-RET-29, BL-AMB-228: two enemies in contact aim at opposite edges, and each covers at least
    /// half of its edge.
    pub(super) fn enemies_on_opposite_edges(&self) -> bool {
        let held = |enemy: &Enemy| {
            let edge = aimed_at(&self.rect, &enemy.rect)?;
            let [from, to] = self.rect.edge(edge);
            let half = from.distance(to) * 0.5;
            (cover_of_edge(&self.rect, edge, &enemy.rect) >= half - EPS.grains()).then_some(edge)
        };
        let in_contact = self.enemies.iter().filter(|enemy| enemy.in_contact);
        let held: SmallVec<[Edge; 4]> = in_contact.filter_map(held).collect();
        held.iter().any(|edge| held.contains(&edge.opposite()))
    }

    /// BL-RET-13: no path crosses an edge that an enemy contacts.
    pub(super) fn is_contacted(&self, edge: Edge) -> bool {
        self.contacted.contains(&edge)
    }

    /// BL-RET-10: the edge opposite to the only one that is contacted.
    pub(super) fn opposite(&self) -> Option<Edge> {
        match self.contacted.as_slice() {
            [only] => Some(only.opposite()),
            _ => None,
        }
    }

    /// BL-CRS-11: a unit on a crossing goes straight along it: back, or forward if its rear edge is contacted;
    /// from fire either way.
    pub(super) fn along_crossing(&self, bearing: u16) -> bool {
        match (&self.shooters, bearing) {
            _ if self.unit.crossing.is_none() => true,
            (Some(_), 0 | 180) => true,
            (None, 0) => self.is_contacted(Edge::Rear),
            (None, 180) => !self.is_contacted(Edge::Rear),
            _ => false,
        }
    }

    /// BL-RET-10 to -12, BL-RET-37, BL-AMB-222: is a bearing in the first tier (over the opposite edge, if
    /// exactly one is contacted), or in the second (over any edge that is not)?
    pub(super) fn in_tier(&self, first: bool, bearing: u16) -> bool {
        let edge = edge_of(bearing);
        let opposite = !first || self.opposite().is_none_or(|opposite| opposite == edge);
        // On a crossing the edge contacted may be a flank: what counts is that it goes along.
        let open = !self.is_contacted(edge);
        open && self.along_crossing(bearing) && (opposite || self.unit.crossing.is_some())
    }

    /// BL-RET-22, BL-RET-24, BL-AMB-225, BL-AMB-226: the ways of the first tier that has any. Those that end on
    /// the table come before those that leave it, and of those only the shortest stay.
    pub(super) fn ways(&self) -> Vec<Way> {
        // Without a single opposite edge all open edges are in the first tier.
        let tiers: &[bool] = if self.opposite().is_some() { &[true, false] } else { &[true] };
        for first in tiers.iter().copied() {
            let (mut on, mut off): (Vec<Way>, Vec<Way>) = (Vec::new(), Vec::new());
            for bearing in (0..BEARINGS).filter(|bearing| self.in_tier(first, *bearing)) {
                let trip = self.trip(bearing);
                // Once something stays on the table, what leaves it is not asked for.
                if (trip.end.is_some() || on.is_empty()) && self.bars(&trip).next().is_none() {
                    if trip.end.is_some() { &mut on } else { &mut off }.push(self.way(&trip));
                }
            }
            let least = on.iter().map(|way| way.length).min().unwrap_or(LEAST);
            on.retain(|way| as_short(way.length, least));
            let ways = if on.is_empty() { off } else { on };
            if !ways.is_empty() {
                return ways;
            }
        }
        Vec::new()
    }

    /// A way that is legal at first sight, because nothing can be shorter or come before it.
    pub(super) fn plain_way(&self, bearing: u16) -> Option<Way> {
        let trip = self.trip(bearing);
        let plain = self.in_tier(true, bearing) && trip.length == LEAST && trip.end.is_some();
        (plain && self.bars(&trip).next().is_none()).then(|| self.way(&trip))
    }

    fn way(&self, trip: &Trip) -> Way {
        let (length, end) = if let Some(stand) = &trip.end {
            (trip.length, End::Stands { pose: stand.pose, crossing: stand.crossing })
        } else {
            let (how, rule) = end::leaves(&self.state.field, self.unit.side, &self.rect, &trip.way);
            (round(trip.way.to).unwrap_or(LIMIT), End::Leaves { how, rule })
        };
        Way { bearing: trip.bearing, edge: trip.edge, length, end }
    }

    /// BL-RET-06, BL-RET-08, BL-RET-09: a retreat on a bearing: one straight line, to where it ends.
    pub(super) fn trip(&self, bearing: u16) -> Trip {
        let heading = self.unit.pose.heading;
        let way = heading.turned(Turn(i32::from(bearing) * 1000)).vector();
        let length = self.length(way);
        let edge = edge_of(bearing);
        let front = end::front_after(self.unit.side == self.state.active, edge);
        let arrival = end::turned(&self.rect, heading, way * length, front).and_then(|pose| {
            let rect = FOOTPRINT.at(pose);
            let way = Straight::between(self.rect.frame.origin, rect.frame.origin)?;
            (!end::off_table(&self.state.field, &rect)).then(|| (way, self.stand(pose, &rect, &way)))
        });
        let (way, end) = if let Some((way, stand)) = arrival {
            (way, Some(stand))
        } else {
            let to = end::to_border(&self.state.field, &self.rect, way).min(length);
            (Straight { way, from: 0.0, to }, None)
        };
        Trip { bearing, edge, way, length: round(length).unwrap_or(LIMIT), end }
    }

    fn stand(&self, pose: Pose, rect: &Rect, way: &Straight) -> Stand {
        let (mut stand, before) =
            (Stand { pose, rect: *rect, crossing: None, askew: None, shifted: false }, pose);
        match self.water.landing(&self.rect, way, self.unit.crossing, (pose, rect)) {
            Landing::Clear => {}
            Landing::Askew(crossing) => stand.askew = Some(crossing),
            Landing::On(crossing, pose) => {
                stand.crossing = Some(crossing);
                stand.shifted = pose != before;
                (stand.pose, stand.rect) = (pose, FOOTPRINT.at(pose));
            }
        }
        stand
    }

    /// BL-RET-08, BL-RET-18, BL-RET-21: how far it goes along a direction: 2 BW, and on until it overlaps no
    /// friend; friends on the way do not matter. It stops where it is no deeper than TOUCH in the last of them.
    fn length(&self, way: Vec2) -> f64 {
        let least = f64::from(LEAST);
        let end = self.rect.moved(&Shift::straight(way * least));
        let on = |friend: &Rect| may_touch(&end, friend) && overlap(&end, friend, OVERLAP);
        if !self.friends.iter().any(on) {
            return least;
        }
        let line = Straight { way, from: 0.0, to: self.far };
        let span = |friend: &Rect| {
            let to = friend.frame.origin - self.rect.frame.origin;
            let near = self.rect.radius() + friend.radius();
            if way.cross(to).abs() > near || way.dot(to) < least - near {
                return None;
            }
            let [begin, _] = line.span(&self.rect, friend, -OVERLAP.grains())?;
            let [_, end] = line.span(&self.rect, friend, -TOUCH.grains())?;
            Some([begin, end])
        };
        first_free(least, self.friends.iter().filter_map(span))
    }
}

/// Do the circles around two footprints meet? Cheap, and mostly they do not.
fn may_touch(a: &Rect, b: &Rect) -> bool {
    let reach = a.radius() + b.radius();
    (a.frame.origin - b.frame.origin).length2() <= reach * reach
}

/// BL-AMB-225.
pub(super) fn as_short(length: i32, least: i32) -> bool {
    at_most(f64::from(length), least + AS_SHORT)
}

/// BL-AMB-204: the enemies that a unit is in contact with, and the edge of it that each contacts: for an
/// attacker always the front. Those that broke or retreated are in contact no more (BL-AMB-218).
fn contacts(state: &State, id: PieceId) -> impl Iterator<Item = (PieceId, Edge)> + '_ {
    let pair = move |contact: &crate::state::Contact| match id {
        id if contact.attacker == id => Some((contact.defender, Edge::Front)),
        id if contact.defender == id => Some((contact.attacker, contact.edge)),
        _ => None,
    };
    let stays = |(by, _): &(PieceId, Edge)| state.unit(*by).is_some_and(|unit| !unit.retreated);
    state.contacts.iter().filter_map(pair).filter(stays)
}

/// BL-AMB-228: the edge of a unit that the aim ray of an enemy in contact meets first.
fn aimed_at(unit: &Rect, by: &Rect) -> Option<Edge> {
    // From a little behind its centerpoint, which may lie a little inside.
    let from = by.front_middle() - by.frame.forward * (2.0 * OVERLAP.grains());
    let met = |edge: Edge| {
        let [a, b] = unit.edge(edge);
        ray(from, by.frame.forward, &Segment::new(a, b)).map(|length| (edge, length))
    };
    Edge::ALL.into_iter().filter_map(met).min_by(|a, b| a.1.total_cmp(&b.1)).map(|(edge, _)| edge)
}
