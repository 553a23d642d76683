//! Movement in general (MOV): what a move may not sweep over, and what is true after it.
//!
//! A move is a list of [`Sweep`]s. The rules here are those that simple, difficult and reserve moves and
//! charges share; each takes the unit as it stands before the move.

use super::sweep::{Sweep, within_reach};
use super::{crossing, objective};
use crate::event::name;
use crate::field::Kind;
use crate::refuse::{Ruled, bw, footprint, ground, refusal};
use crate::scale::{BW, OVERLAP, TOUCH};
use crate::state::{Activation, Gone, Left, Phase, State, Unit, enemy};
use smallvec::SmallVec;
use table::area::penetration;
use table::convex::Convex;
use table::distance::within;
use table::ground::Piece;
use table::overlap::overlap;
use table::polygon::Polygon;
use table::pose::Pose;
use table::rect::Rect;
use umpire::{PieceId, Refusal};

/// After so much travel an enemy that was touched at the start must be clear (BL-AMB-49).
pub const CLEAR_AFTER: i32 = BW / 4;

/// BL-AMB-49: does a unit touch this enemy where it stands?
pub fn touches(unit: &Unit, enemy: &Unit) -> bool {
    unit.pose.at.distance(enemy.pose.at) < f64::from(3 * BW)
        && within(&unit.rect(), &enemy.rect(), 0.0, TOUCH)
}

/// BL-MOV-10, BL-MOV-11, BL-MOV-23: no part of a move that is not a charge overlaps or touches an enemy; one
/// that was touched at the start must be clear after ¼ BW and at the end, unless the unit only pivots.
pub fn clear_of_enemies(state: &State, unit: &Unit, sweeps: &[Sweep], end: &Rect) -> Vec<Refusal> {
    let near = within_reach(sweeps);
    let enemies = state.of_side(enemy(unit.side)).filter(|enemy| near.contains(enemy.pose.at.vec2()));
    enemies.filter_map(|enemy| clear_of(state, unit, enemy, sweeps, end).err()).collect()
}

/// One enemy of [`clear_of_enemies`].
fn clear_of(state: &State, unit: &Unit, enemy: &Unit, sweeps: &[Sweep], end: &Rect) -> Ruled {
    let shape = enemy.rect();
    let touch = TOUCH.grains();
    let ends_near = within(end, &shape, 0.0, TOUCH);
    if !ends_near && !sweeps.iter().any(|sweep| sweep.comes_within(&shape, touch)) {
        return Ok(());
    }
    never_overlaps(state, enemy, sweeps)?;
    if overlap(end, &shape, OVERLAP) {
        return Err(overlapped(state, enemy, table::distance::signed(end, &shape)));
    }
    if !touches(unit, enemy) {
        let sentence = format!("only a charge may bring it into contact with {}", name(state, enemy.id));
        return Err(refusal("BL-MOV-11", sentence).place(footprint(enemy)));
    }
    let travels = sweeps.iter().any(|sweep| sweep.path().is_some_and(|path| path.length() > 0.0));
    let later = sweeps.iter().filter_map(|sweep| sweep.onward(f64::from(CLEAR_AFTER)));
    if travels && (ends_near || later.into_iter().any(|sweep| sweep.comes_within(&shape, touch))) {
        let touched = name(state, enemy.id);
        let sentence =
            format!("after 0.25 BW and at the end it must be clear of {touched}, which it touched");
        let why = refusal("BL-MOV-23", sentence).number("travel", i64::from(CLEAR_AFTER));
        return Err(why.place(footprint(enemy)));
    }
    Ok(())
}

/// BL-MOV-10: the swept footprint never overlaps this enemy. Charges too (BL-CHG-14).
pub fn never_overlaps(state: &State, enemy: &Unit, sweeps: &[Sweep]) -> Ruled {
    let shape = enemy.rect();
    match sweeps.iter().find(|sweep| sweep.comes_within(&shape, -OVERLAP.grains())) {
        Some(sweep) => Err(overlapped(state, enemy, sweep.least(&shape))),
        None => Ok(()),
    }
}

fn overlapped(state: &State, enemy: &Unit, signed: f64) -> Refusal {
    refusal("BL-MOV-10", format!("it would sweep {} into {}", bw(-signed), name(state, enemy.id)))
        .number("depth", -signed as i64)
        .place(footprint(enemy))
}

/// BL-MOV-12, BL-MOV-13: friends are passed through, but not a friend in contact with an enemy (BL-AMB-21).
pub fn clear_of_friends_in_contact(state: &State, unit: &Unit, sweeps: &[Sweep]) -> Vec<Refusal> {
    if state.contacts.is_empty() {
        return Vec::new();
    }
    let near = within_reach(sweeps);
    let hits = |friend: &Unit, sweep: &Sweep| {
        let limit = if sweep.bare() { TOUCH.grains() } else { -OVERLAP.grains() };
        near.contains(friend.pose.at.vec2()) && sweep.comes_within(&friend.rect(), limit)
    };
    let fighting =
        state.of_side(unit.side).filter(|friend| friend.id != unit.id && state.in_contact(friend.id));
    let hit = fighting.filter(|friend| sweeps.iter().any(|sweep| hits(friend, sweep)));
    hit.map(|friend| {
        let friend_name = name(state, friend.id);
        let sentence = format!("it would pass through {friend_name}, which is in contact with an enemy");
        refusal("BL-MOV-13", sentence).place(footprint(friend))
    })
    .collect()
}

/// BL-TER-08, BL-MOV-17: no part of a move sweeps over impassable terrain, except along a crossing (BL-AMB-237).
/// Where a footprint hangs over a river already (after a crossing with slanting banks) it may not go deeper.
pub fn over_passable_ground(state: &State, unit: &Unit, sweeps: &[Sweep]) -> Vec<Refusal> {
    let mut entries = entered_by(state, sweeps, Kind::impassable);
    if !entries.is_empty() {
        let start = Convex::from(unit.rect());
        entries.retain(|entry| entry.depth > penetration(&start, entry.outline) + 1.0);
    }
    let refused = |entry: &Entered| {
        let sentence = format!("it would sweep {} into impassable terrain", bw(entry.depth));
        refusal("BL-TER-08", sentence).number("depth", entry.depth as i64).place(ground(entry.piece))
    };
    entries.iter().map(refused).collect()
}

/// A piece of terrain that a move goes into.
#[derive(Clone, Copy, Debug)]
pub struct Entered<'a> {
    /// The piece.
    pub piece: &'a Piece<Kind>,
    /// Its outline.
    pub outline: &'a Polygon,
    /// How deep at most, in grains.
    pub depth: f64,
}

/// The pieces of some kinds that a move goes into, deeper than TOUCH (BL-AMB-01), each once. A river that is
/// crossed along a crossing does not count (BL-AMB-237, BL-CRS-12).
pub fn entered_by<'a>(
    state: &'a State,
    sweeps: &[Sweep],
    kinds: impl Fn(Kind) -> bool,
) -> SmallVec<[Entered<'a>; 2]> {
    let mut entries: SmallVec<[Entered; 2]> = SmallVec::new();
    for sweep in sweeps {
        for (piece, outline) in state.field.ground().near(sweep.bounds()) {
            let Some(outline) = outline.filter(|_| kinds(piece.kind)) else { continue };
            let Some(depth) = entered(state, sweep, piece, outline) else { continue };
            match entries.iter_mut().find(|entry| entry.piece.id == piece.id) {
                Some(entry) => entry.depth = entry.depth.max(depth),
                None => entries.push(Entered { piece, outline, depth }),
            }
        }
    }
    entries
}

/// How deep one sweep goes into one piece, if it is more than TOUCH and no crossing carries it.
fn entered(state: &State, sweep: &Sweep, piece: &Piece<Kind>, outline: &Polygon) -> Option<f64> {
    enters(state, sweep, piece, outline).then(|| -sweep.least(outline.parts()))
}

/// Does one sweep go into one piece?
fn enters(state: &State, sweep: &Sweep, piece: &Piece<Kind>, outline: &Polygon) -> bool {
    let river = matches!(piece.kind, Kind::MinorRiver | Kind::MajorRiver);
    sweep.comes_within(outline.parts(), -TOUCH.grains())
        && !(river && crossing::carries(&state.field, sweep, outline))
}

/// The first piece of some kinds that a move goes into. How deep is not asked, which is much quicker.
pub fn first_entered<'a>(
    state: &'a State,
    sweeps: &[Sweep],
    kinds: impl Fn(Kind) -> bool,
) -> Option<&'a Piece<Kind>> {
    sweeps.iter().find_map(|sweep| {
        let mut near = state.field.ground().near(sweep.bounds());
        let entered = |piece: &Piece<Kind>, outline: Option<&Polygon>| {
            outline.is_some_and(|outline| kinds(piece.kind) && enters(state, sweep, piece, outline))
        };
        near.find(|(piece, outline)| entered(piece, *outline)).map(|(piece, _)| piece)
    })
}

/// Does a move go into a piece of some kinds?
pub fn enters_any(state: &State, sweeps: &[Sweep], kinds: impl Fn(Kind) -> bool) -> bool {
    first_entered(state, sweeps, kinds).is_some()
}

/// Does a move surely break BL-MOV-10 or BL-MOV-11: does it overlap an enemy on its way, or touch one that it did
/// not touch before? How deep is not asked.
pub fn meets_an_enemy(state: &State, unit: &Unit, sweeps: &[Sweep]) -> bool {
    let near = within_reach(sweeps);
    let mut enemies = state.of_side(enemy(unit.side)).filter(|enemy| near.contains(enemy.pose.at.vec2()));
    enemies.any(|enemy| {
        let limit = if touches(unit, enemy) { -OVERLAP.grains() } else { TOUCH.grains() };
        let shape = enemy.rect();
        sweeps.iter().any(|sweep| sweep.comes_within(&shape, limit))
    })
}

/// What else a move changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changed {
    /// The prepared marker was taken off (BL-PRE-04).
    pub unprepared: bool,
    /// Objectives that changed hands.
    pub objectives: Vec<usize>,
}

/// A unit has moved, of its own will or not: its pose, that it moved (BL-AMB-38), its prepared marker
/// (BL-PRE-04), the crossing it stands on (BL-AMB-237) and the objectives (BL-AMB-12). The end is given apart
/// because it is rounded, and a retreat turns in its footprint.
pub fn moved(state: &mut State, id: PieceId, end: Pose, sweeps: &[Sweep]) -> Changed {
    let moving = matches!(state.phase, Phase::Movement { .. });
    let field = state.field.clone();
    let Some(unit) = state.unit_mut(id) else { return Changed::default() };
    let unprepared = unit.prepared;
    unit.crossing = crossing::stands_on(&field, unit.crossing, end, sweeps);
    unit.pose = end;
    unit.prepared = false;
    unit.moved |= moving;
    let side = unit.side;
    let objectives = objective::after_move(state, side, sweeps);
    Changed { unprepared, objectives }
}

/// Takes a unit off the table and counts it (BL-TAB-12, BL-TAB-14). Gives the objectives that changed hands
/// (BL-OBJ-11, BL-AMB-12). Contacts are left to whoever resolves the combat.
pub fn remove(state: &mut State, id: PieceId, how: Left) -> Vec<usize> {
    let Ok(place) = state.units.binary_search_by_key(&id, |unit| unit.id) else { return Vec::new() };
    let unit = state.units.remove(place);
    let count = match how {
        Left::Retired => &mut state.retired,
        Left::Broken => &mut state.broken,
    };
    let count = &mut count[usize::from(unit.side & 1)];
    *count = count.saturating_add(1);
    let place = state.gone.binary_search_by_key(&id, |gone| gone.unit.id).unwrap_or_else(|place| place);
    state.gone.insert(place, Gone { unit, how });
    objective::after_removal(state)
}

/// BL-MOV-16: a unit may not end on a friend outside its force; one of its own force may still move away
/// (BL-MOV-14).
pub fn off_friends_outside_the_force(state: &State, unit: &Unit, end: &Rect) -> Vec<Refusal> {
    friends_outside(state, unit, end)
        .filter_map(|friend| apart(state, "BL-MOV-16", (unit, end), friend).err())
        .collect()
}

/// BL-MOV-16: does it end on one? Which and how deep is not asked.
pub fn lies_on_a_friend(state: &State, unit: &Unit, end: &Rect) -> bool {
    friends_outside(state, unit, end).any(|friend| overlap(end, &friend.rect(), OVERLAP))
}

/// The friends outside a unit's force that are near to where it ends.
fn friends_outside<'a>(state: &'a State, unit: &Unit, end: &Rect) -> impl Iterator<Item = &'a Unit> {
    let force: &[PieceId] = state.activation.as_ref().map_or(&[], |activation| &activation.force);
    let id = unit.id;
    let outside = move |friend: &&Unit| friend.id != id && !force.contains(&friend.id);
    state.of_side(unit.side).filter(|friend| may_lie_on(friend, end)).filter(outside)
}

/// How deep a unit that ends here would lie on a friend who stays where he is: outside its force, or ordered already.
/// 0 if on none.
pub fn depth_on_friends(state: &State, unit: &Unit, end: &Rect) -> f64 {
    let moves = |friend: &Unit| {
        let waits = |activation: &Activation| {
            activation.force.contains(&friend.id) && !activation.ordered.contains(&friend.id)
        };
        state.activation.as_ref().is_some_and(waits)
    };
    let stays = |friend: &&Unit| friend.id != unit.id && may_lie_on(friend, end) && !moves(friend);
    let rects = state.of_side(unit.side).filter(stays).map(Unit::rect);
    rects.filter_map(|rect| depth(end, &rect)).fold(0.0, f64::max)
}

/// BL-MOV-15: at the end of an activation no two units overlap.
pub fn nobody_overlaps(state: &State) -> Result<(), Vec<Refusal>> {
    let Some(activation) = &state.activation else { return Ok(()) };
    let force: SmallVec<[&Unit; 12]> = activation.force.iter().filter_map(|id| state.unit(*id)).collect();
    let mut why = Vec::new();
    for unit in &force {
        let rect = unit.rect();
        let others = state.units.iter().filter(|other| may_lie_on(other, &rect)).filter(|other| {
            // A pair of the same force is looked at once.
            other.id != unit.id && (other.id > unit.id || !activation.force.contains(&other.id))
        });
        why.extend(others.filter_map(|other| apart(state, "BL-MOV-15", (unit, &rect), other).err()));
    }
    if why.is_empty() { Ok(()) } else { Err(why) }
}

/// Is a unit near enough for a footprint to lie on it? No point of a footprint is farther than 1.2 BW from its
/// centerpoint. Cheap, and mostly they are farther apart.
fn may_lie_on(unit: &Unit, rect: &Rect) -> bool {
    let near = f64::from(3 * BW);
    (rect.front_middle() - unit.pose.at.vec2()).length2() < near * near
}

/// How deep two footprints lie on one another, if they do.
fn depth(one: &Rect, other: &Rect) -> Option<f64> {
    overlap(one, other, OVERLAP).then(|| -table::distance::signed(one, other))
}

/// A unit whose footprint is here does not lie on another.
fn apart(state: &State, rule: &str, (unit, rect): (&Unit, &Rect), other: &Unit) -> Ruled {
    let shape = other.rect();
    let Some(depth) = depth(rect, &shape) else { return Ok(()) };
    let (one, two) = (name(state, unit.id), name(state, other.id));
    Err(refusal(rule, format!("{one} and {two} overlap by {}", bw(depth)))
        .number("depth", depth as i64)
        .place(footprint(other))
        .place(crate::refuse::outline(rect.corners())))
}
