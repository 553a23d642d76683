//! Who fights whom, and how they stand to each other (CBT-01 to -04, -37, -49, AMB-207, -209, -213).

use crate::card::{Arm, Trait};
use crate::contact::in_contact;
use crate::field::{Field, Kind};
use crate::scale::{BW, EPS, TOUCH};
use crate::sight::at_crest;
use crate::state::{Contact, State, Unit};
use smallvec::SmallVec;
use std::iter::once;
use table::area::edge_outside;
use table::convex::Convex;
use table::distance::{Solid, least_gap};
use table::ground::Piece;
use table::rect::Edge;
use table::segment::Polyline;
use table::vec2::Vec2;
use table::zone::{Ahead, Lines};
use umpire::PieceId;

/// BL-AMB-207: of two units on one slope the one nearer to the crest by this is higher.
const HIGHER: i32 = BW / 4;

/// Pairs of units on the table that a charge brought into contact this turn (BL-CBT-02, BL-CBT-04).
pub fn pairs(state: &State) -> impl Iterator<Item = (&Contact, &Unit, &Unit)> {
    state.contacts.iter().filter_map(|contact| {
        let (attacker, defender) = (state.unit(contact.attacker)?, state.unit(contact.defender)?);
        Some((contact, attacker, defender))
    })
}

/// BL-CBT-01: the attackers on the table, in the order of their charges, whatever became of their defenders.
pub fn attackers(state: &State) -> Vec<PieceId> {
    on_table(state, |contact| contact.attacker)
}

/// BL-CBT-02: the defenders on the table, in the order in which they were contacted.
pub fn defenders(state: &State) -> Vec<PieceId> {
    on_table(state, |contact| contact.defender)
}

fn on_table(state: &State, one: impl Fn(&Contact) -> PieceId) -> Vec<PieceId> {
    let mut once = Vec::new();
    for id in state.contacts.iter().map(one) {
        if state.unit(id).is_some() && !once.contains(&id) {
            once.push(id);
        }
    }
    once
}

/// The attackers of a defender that are on the table.
pub fn attackers_of(state: &State, defender: PieceId) -> impl Iterator<Item = &Unit> {
    pairs(state).filter(move |(contact, ..)| contact.defender == defender).map(|(_, attacker, _)| attacker)
}

/// The defenders that an attacker contacted and that are on the table.
pub fn defenders_of(state: &State, attacker: PieceId) -> impl Iterator<Item = &Unit> {
    pairs(state).filter(move |(contact, ..)| contact.attacker == attacker).map(|(_, _, defender)| defender)
}

/// BL-AMB-218: is an attacker still in contact with a defender, both where they now stand?
pub fn still_in_contact(attacker: &Unit, defender: &Unit) -> bool {
    in_contact(&attacker.rect(), &defender.rect())
}

/// Is a unit of this arm, as far as is known?
pub fn is(unit: &Unit, arm: Arm) -> bool {
    unit.arm.get() == Some(&arm)
}

/// Does a unit have this trait, as far as is known?
pub fn has(unit: &Unit, one: Trait) -> bool {
    unit.card.get().is_some_and(|card| card.has(one))
}

/// Prepared infantry (BL-PRE-01).
pub fn prepared(unit: &Unit) -> bool {
    unit.prepared && is(unit, Arm::Infantry)
}

/// BL-URB-16, -17, BL-AMB-233: prepared infantry wholly inside a single urban base is a garrison.
pub fn garrison(field: &Field, unit: &Unit) -> bool {
    prepared(unit) && field.single_base(&Convex::from(unit.rect())).is_some()
}

/// The combatants a unit is or was up against this turn, also those that have left the table since.
fn arm_of(state: &State, id: PieceId) -> Option<Arm> {
    let gone = || state.gone.iter().map(|gone| &gone.unit).find(|unit| unit.id == id);
    state.unit(id).or_else(gone)?.arm.get().copied()
}

/// BL-RES-23 to -25: infantry in combat with cavalry, whether it attacked or defends, does not retreat.
pub fn infantry_against_cavalry(state: &State, unit: &Unit) -> bool {
    let against = |contact: &Contact| match unit.id {
        id if contact.attacker == id => arm_of(state, contact.defender) == Some(Arm::Cavalry),
        id if contact.defender == id => arm_of(state, contact.attacker) == Some(Arm::Cavalry),
        _ => false,
    };
    is(unit, Arm::Infantry) && state.contacts.iter().any(against)
}

/// BL-CBT-37, BL-CBT-38, BL-AMB-209: a defender is flanked by an attacker whose centerpoint is behind the
/// defender's front line and of which no part is directly in front of it.
pub fn flanked_by(defender: &Unit, attacker: &Unit) -> bool {
    let lines = Lines::from(&defender.rect());
    if !lines.behind(attacker.pose.at.vec2(), TOUCH) {
        return false;
    }
    let strip = lines.strip(TOUCH);
    Ahead { strip, near: TOUCH.grains(), far: f64::INFINITY }.holds(&attacker.rect()).is_none()
}

/// BL-CBT-38: is a defender flanked by any of its attackers?
pub fn flanked(state: &State, defender: &Unit) -> bool {
    attackers_of(state, defender.id).any(|attacker| flanked_by(defender, attacker))
}

/// BL-URB-27, BL-AMB-252: is a unit wholly in one urban area?
pub fn wholly_urban(field: &Field, unit: &Unit) -> bool {
    field.wholly_urban(&Convex::from(unit.rect()))
}

/// BL-CBT-49, BL-CBT-50, BL-AMB-213: contact of attacking infantry and cavalry happens entirely in urban area
/// or entirely in woods: the attacker's whole front edge and all points of contact lie there, or the cavalry
/// stands wholly in urban area.
pub fn contact_in_cover(field: &Field, attacker: &Unit, cavalry: &Unit) -> bool {
    if wholly_urban(field, cavalry) {
        return true;
    }
    let front = attacker.rect().edge(Edge::Front);
    let Some(touching) = contact_points(attacker, cavalry) else { return false };
    [Kind::Urban, Kind::Wood].into_iter().any(|kind| {
        let areas = || field.ground().areas(move |piece| piece.kind == kind).map(|(_, outline)| outline);
        once(front).chain(touching.edges()).all(|edge| edge_outside(edge, areas(), TOUCH).is_none())
    })
}

/// The points of a defender that an attacker's front touches.
fn contact_points(attacker: &Unit, defender: &Unit) -> Option<Convex> {
    let rect = attacker.rect();
    let (forward, across) = (rect.frame.forward, rect.frame.forward.right());
    let [left, right] = rect.edge(Edge::Front);
    let before = Convex::from(defender.rect())
        .clipped(across, across.dot(right))?
        .clipped(-across, -across.dot(left))?;
    // Contact reaches ε farther than TOUCH (BL-AMB-21): then the nearest points are the points of contact.
    let nearest = before.span(forward)[0];
    before.clipped(forward, nearest.max(forward.dot(left) + TOUCH.grains()))
}

/// BL-CBT-17, BL-AMB-207: does a defender stand higher than an attacker that contacts it?
pub fn higher(field: &Field, contact: &Contact, attacker: &Unit, defender: &Unit) -> bool {
    let (low, high) = (attacker.rect().frame.origin, defender.rect().frame.origin);
    let ((below, hill), (above, same)) = (field.level(low), field.level(high));
    if above != below {
        return above > below;
    }
    let Some(crest) = hill.filter(|_| hill == same).and_then(|hill| field.crest_of(hill)) else {
        return false;
    };
    let holds_the_crest = at_crest(crest, &defender.rect()) && contact.from_crest != Some(crest.id.0);
    holds_the_crest || up_the_slope(crest, low, high)
}

/// Are both points on one side of a crest, the second nearer to it by a quarter of a BW?
fn up_the_slope(crest: &Piece<Kind>, low: Vec2, high: Vec2) -> bool {
    let Some(line) = crest.shape.line() else { return false };
    let points: SmallVec<[Vec2; 8]> = line.points().iter().map(|p| p.vec2()).collect();
    let distance = |p: Vec2| least_gap(&p, &Polyline(&points)).map_or(f64::INFINITY, |gap| gap.distance);
    let same_side = side_of(&points, low) * side_of(&points, high) > 0.0;
    same_side && distance(low) - distance(high) >= f64::from(HIGHER) - EPS.grains()
}

/// On which side of a line a point lies: the sign tells, 0 is on it. The nearest leg decides, as if it went
/// straight on at the line's ends; at a bend, of two legs equally near, the one that is seen more squarely.
fn side_of(points: &[Vec2], p: Vec2) -> f64 {
    let mut best = (f64::INFINITY, 0.0_f64);
    for leg in Polyline(points).legs() {
        let Some(along) = (leg.to - leg.from).unit() else { continue };
        let (distance, square) = (leg.nearest(p).distance(p), along.cross(p - leg.from));
        let level = (distance - best.0).abs() <= EPS.grains();
        if distance < best.0 && !level || level && square.abs() > best.1.abs() {
            best = (distance, square);
        }
    }
    best.1
}
