//! Activation (ACT): who may be activated together, and what it costs.

use crate::event::name;
use crate::field::Kind;
use crate::refuse::{Ruled, all, bw, footprint, ground, refusal, unless};
use crate::scale::{BW, EPS};
use crate::state::{Activation, Method, Phase, State, Unit};
use std::collections::BTreeSet;
use table::distance::{gap, within};
use table::point::Point;
use umpire::{PieceId, Refusal, RuleId, Shape};

/// How far from each other units of a corps may be (BL-ACT-07).
const COHESION: i32 = BW;
/// How near the marker may lie to an enemy (BL-ACT-20).
const MARKER_SAFETY: i32 = BW;
/// How far the commander's order reaches (BL-ACT-21).
pub const COMMAND: i32 = 2 * BW;

/// Begins a corps activation (BL-ACT-03, -04, -15).
pub fn begin_corps(state: &State, corps: &str) -> Result<Activation, Vec<Refusal>> {
    let known =
        state.of_side(state.active).any(|u| u.card.get().is_some_and(|c| c.corps.as_deref() == Some(corps)));
    all([
        corps_before_individuals(state),
        unless(known, || {
            refusal("BL-ACT-15", format!("no unit on the table belongs to {}", corps_words(corps)))
        }),
    ])?;
    Ok(Activation {
        method: Method::Corps(corps.to_owned()),
        force: vec![],
        ordered: vec![],
        lengths: vec![],
        doubts: vec![],
    })
}

/// BL-ACT-04: after the first individual activation no corps activation may be made.
fn corps_before_individuals(state: &State) -> Ruled {
    let individual = matches!(state.phase, Phase::Movement { individual: true, .. });
    unless(!individual, || {
        refusal(
            "BL-ACT-04",
            "corps must be activated before individual units, and one of those has been activated",
        )
    })
}

/// Begins an individual activation (BL-ACT-16).
pub fn begin_individual(state: &State, unit: PieceId) -> Result<Activation, Vec<Refusal>> {
    all([may_be_activated(state, unit)])?;
    Ok(Activation {
        method: Method::Individual,
        force: vec![unit],
        ordered: vec![],
        lengths: vec![],
        doubts: vec![],
    })
}

/// Begins a command activation: the marker is put on the table (BL-ACT-05, -19, -20).
pub fn begin_command(state: &State, at: Point) -> Result<Activation, Vec<Refusal>> {
    let mut why: Vec<Refusal> = marker_on_the_table(state, at).err().into_iter().collect();
    why.extend(state.of_side(state.passive()).filter_map(|enemy| marker_away_from(state, at, enemy).err()));
    if !why.is_empty() {
        return Err(why);
    }
    Ok(Activation {
        method: Method::Command(at),
        force: vec![],
        ordered: vec![],
        lengths: vec![],
        doubts: vec![],
    })
}

/// BL-ACT-19, BL-AMB-50: the marker lies on the table and not in a major river; a crossing is not in the river.
fn marker_on_the_table(state: &State, at: Point) -> Ruled {
    let place = Shape::Point(at);
    let on_table = state.field.ground().border().depth(at.vec2()) >= 0.0;
    unless(on_table, || refusal("BL-ACT-19", "the marker must lie on the table").place(place.clone()))?;
    let ground = state.field.ground();
    let holds = |kind: Kind| {
        ground
            .areas(move |p| p.kind == kind)
            .find(|(_, outline)| outline.depth(at.vec2()) > 0.0)
            .map(|(p, _)| p)
    };
    match (holds(Kind::MajorRiver), holds(Kind::Crossing)) {
        (Some(river), None) => {
            let why = refusal("BL-ACT-19", "the marker may not lie in a major river");
            Err(why.place(place).place(self::ground(river)))
        }
        _ => Ok(()),
    }
}

/// BL-ACT-20: the marker is not within 1 BW of an enemy.
fn marker_away_from(state: &State, at: Point, enemy: &Unit) -> Ruled {
    // No footprint reaches farther than 1.2 BW from its centerpoint.
    if at.distance(enemy.pose.at) > f64::from(MARKER_SAFETY + 3 * BW) {
        return Ok(());
    }
    let distance = gap(&at.vec2(), &enemy.rect()).distance;
    unless(distance > f64::from(MARKER_SAFETY) + EPS.grains(), || {
        let (far, enemy_name) = (bw(distance), name(state, enemy.id));
        let sentence = format!("the marker is {far} from {enemy_name}: more than 1 BW is needed");
        refusal("BL-ACT-20", sentence).number("distance", distance as i64).place(footprint(enemy))
    })
}

/// A unit joins the force that is being activated.
pub fn join(state: &State, activation: &Activation, id: PieceId) -> Result<(), Vec<Refusal>> {
    all([
        may_be_activated(state, id),
        unless(!activation.force.contains(&id), || refusal("BL-ACT-02", "it is in the force already")),
    ])?;
    let Some(unit) = state.unit(id) else { return Ok(()) };
    match &activation.method {
        Method::Corps(corps) => all([of_corps(unit, corps)]),
        Method::Command(at) => all([in_command(*at, unit)]),
        Method::Individual => {
            Err(vec![refusal("BL-ACT-16", "an individual activation may be of one unit only")])
        }
    }
}

/// BL-ACT-01, BL-ACT-02, BL-TAB-10: an own unit on the table that was not activated in this phase.
fn may_be_activated(state: &State, id: PieceId) -> Ruled {
    let Some(unit) = state.unit(id).filter(|unit| unit.side == state.active) else {
        return Err(refusal("BL-TAB-10", "no unit of yours on the table has this handle"));
    };
    unless(!unit.activated, || {
        refusal("BL-ACT-02", "it was activated in this movement phase already").place(footprint(unit))
    })
}

/// BL-ACT-06: all units of a corps activation share one corps.
fn of_corps(unit: &Unit, corps: &str) -> Ruled {
    let own = unit.card.get().and_then(|card| card.corps.as_deref());
    unless(own == Some(corps), || {
        let rule = if own.is_none() { "BL-ACT-15" } else { "BL-ACT-06" };
        let (own, wanted) = (own.map_or_else(|| "no corps".to_owned(), corps_words), corps_words(corps));
        refusal(rule, format!("it belongs to {own}; the orders are for {wanted}")).place(footprint(unit))
    })
}

/// BL-ACT-21: a unit within 2 BW of the marker's centre.
fn in_command(at: Point, unit: &Unit) -> Ruled {
    let distance = gap(&at.vec2(), &unit.rect()).distance;
    unless(within(&at.vec2(), &unit.rect(), f64::from(COMMAND), EPS), || {
        refusal("BL-ACT-21", format!("it is {} from the marker: at most 2 BW", bw(distance)))
            .number("distance", distance as i64)
            .place(footprint(unit))
            .place(Shape::Disc { centre: at, radius: COMMAND })
    })
}

/// May the force be activated as it is (BL-ACT-07, -08, BL-AMB-42)?
pub fn force_stands(state: &State, activation: &Activation) -> Result<(), Vec<Refusal>> {
    let force = &activation.force;
    match &activation.method {
        Method::Individual => Ok(()),
        Method::Command(_) => all([unless(!force.is_empty(), || {
            refusal("BL-AMB-42", "a command activation needs at least one unit")
        })]),
        Method::Corps(_) => {
            all([unless(force.len() >= 2, || {
                refusal(
                    "BL-ACT-08",
                    format!("a corps activation needs at least two units, not {}", force.len()),
                )
                .number("units", force.len() as i64)
            })])?;
            all(force.iter().map(|id| near_another(state, force, *id)))
        }
    }
}

/// BL-ACT-07, BL-AMB-16: each unit is within 1 BW of at least one other of the force, across anything
/// (BL-ACT-28).
fn near_another(state: &State, force: &[PieceId], id: PieceId) -> Ruled {
    let Some(unit) = state.unit(id) else { return Ok(()) };
    let others = force.iter().filter(|other| **other != id).filter_map(|other| state.unit(*other));
    let far = others.map(|other| (gap(&unit.rect(), &other.rect()).distance, other.id));
    let Some((distance, nearest)) = far.min_by(|a, b| a.0.total_cmp(&b.0)) else { return Ok(()) };
    unless(distance <= f64::from(COHESION) + EPS.grains(), || {
        let (it, other, far) = (name(state, id), name(state, nearest), bw(distance));
        let sentence = format!("{it} is {far} from {other}, the nearest of the force: at most 1 BW");
        refusal("BL-ACT-07", sentence).number("distance", distance as i64).place(footprint(unit))
    })
}

/// The units of a corps that may be activated together: each within 1 BW of another, at least two (BL-ACT-07, -08).
pub fn groups(state: &State, corps: &str) -> Vec<Vec<PieceId>> {
    let of_corps = |unit: &&Unit| unit.card.get().is_some_and(|card| card.corps.as_deref() == Some(corps));
    let mut left: Vec<&Unit> =
        state.of_side(state.active).filter(|unit| !unit.activated).filter(of_corps).collect();
    let mut groups = Vec::new();
    while let Some(first) = left.pop() {
        let mut group = vec![first];
        let mut next = 0;
        while let Some(unit) = group.get(next).copied() {
            let near = |other: &mut &Unit| within(&unit.rect(), &other.rect(), f64::from(COHESION), EPS);
            group.extend(left.extract_if(.., near));
            next += 1;
        }
        if group.len() > 1 {
            let mut ids: Vec<PieceId> = group.iter().map(|unit| unit.id).collect();
            ids.sort_unstable();
            groups.push(ids);
        }
    }
    groups.sort_unstable_by_key(|group| std::cmp::Reverse(group.len()));
    groups
}

/// The corps that can be activated now, each with the units of it that can be so together.
pub fn corps_waiting(state: &State) -> Vec<(&str, Vec<Vec<PieceId>>)> {
    let waiting = state.of_side(state.active).filter(|unit| !unit.activated);
    let names: BTreeSet<&str> = waiting.filter_map(|unit| unit.card.get()?.corps.as_deref()).collect();
    let begins = names.into_iter().filter(|name| begin_corps(state, name).is_ok());
    let corps = begins.map(|name| (name, groups(state, name)));
    // A corps none of whose units stand together could not be activated after all.
    corps.filter(|(_, groups)| !groups.is_empty()).collect()
}

/// BL-ACT-04: does an individual activation of these units come before a corps that could still be activated?
pub fn corps_lost(state: &State, force: &[PieceId]) -> bool {
    let mut after = state.clone();
    for unit in after.units.iter_mut().filter(|unit| force.contains(&unit.id)) {
        unit.activated = true;
    }
    !corps_waiting(&after).is_empty()
}

/// What an activation costs (BL-ACT-11, -17, -27).
pub fn cost(activation: &Activation) -> u8 {
    match activation.method {
        Method::Corps(_) => activation.force.len() as u8,
        Method::Individual => 2,
        Method::Command(_) => 0,
    }
}

/// The rule by which a force is activated, and its words.
pub fn words(method: &Method) -> (String, RuleId) {
    match method {
        Method::Corps(corps) => (corps_words(corps), RuleId::new("BL-ACT-06")),
        Method::Individual => ("Individual activation".to_owned(), RuleId::new("BL-ACT-16")),
        Method::Command(_) => ("Command activation".to_owned(), RuleId::new("BL-ACT-21")),
    }
}

/// A corps as it is spoken of: its name, which often has the word in it already.
pub fn corps_words(name: &str) -> String {
    if name.to_lowercase().contains("corps") { name.to_owned() } else { format!("Corps {name}") }
}
