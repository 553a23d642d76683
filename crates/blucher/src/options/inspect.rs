//! A piece looked at closely: its card, its arc and ranges, its engagement zone, what it sees.

use crate::card::Arm;
use crate::engagement::engages;
use crate::refuse::{bw, outline, situated};
use crate::scale::BW;
use crate::sight::Eyes;
use crate::state::{Phase, State, Unit, enemy};
use crate::step::Step;
use crate::{Blucher, draft, fire};
use table::distance::gap;
use table::heading::{Heading, Turn};
use table::vec2::{Vec2, vec2};
use umpire::{Barred, Inspection, Known, Overlay, PieceId, Sentence, Shape, Tone};

/// Whoever is farther than so many moves away is not thought of as charged.
const NEAR: f64 = 1.5;

/// A piece looked at closely; of one that waits to be set up only the card. `None` for one that left.
pub fn inspect(known: &Known<Blucher>, piece: PieceId) -> Option<Inspection> {
    let state = known.state();
    let Some(unit) = state.unit(piece) else {
        let unit = crate::pickup::setup(state)?.waiting_unit(piece)?;
        let title = unit.card.get().map_or_else(|| "a unit".into(), |card| card.name.clone().into());
        return Some(Inspection {
            piece,
            title,
            card: card(state, unit),
            overlays: Vec::new(),
            barred: Vec::new(),
        });
    };
    let mut overlays = vec![overlay("engagement zone", Tone::Threat, zone(unit))];
    if let Some(arm) = unit.arm.get() {
        overlays.extend(ranges(unit, *arm));
    }
    overlays.push(Overlay { name: "sees".into(), tone: Tone::Sight, shapes: seen(state, unit) });
    let name = crate::event::Who::known(state, piece).name;
    Some(Inspection {
        piece,
        title: name.into(),
        card: card(state, unit),
        overlays,
        barred: barred(known, unit),
    })
}

/// The enemies that a unit cannot strike though it may strike others, each with its reasons.
fn barred(known: &Known<Blucher>, unit: &Unit) -> Vec<Barred> {
    match known.state().phase {
        Phase::Fire { .. } => no_targets(known.state(), unit),
        Phase::Movement { .. } => not_charged(known, unit),
        _ => Vec::new(),
    }
}

/// The enemies near a unit that waits for its order which it cannot charge.
fn not_charged(known: &Known<Blucher>, unit: &Unit) -> Vec<Barred> {
    let state = known.state();
    let waits = state
        .activation
        .as_ref()
        .is_some_and(|a| a.force.contains(&unit.id) && !a.ordered.contains(&unit.id));
    let Some(card) = unit.card.get().filter(|card| waits && card.arm != Arm::Artillery) else {
        return Vec::new();
    };
    let near = |enemy: &&Unit| gap(&unit.rect(), &enemy.rect()).distance < NEAR * f64::from(card.full);
    let barred = |enemy: &Unit| {
        let order = super::aim::charge(state, unit, enemy.pose.at)?;
        let asked = Step::Order { unit: unit.id, order };
        let why = draft::judge(known, std::slice::from_ref(&asked)).err()?;
        let refused = why.into_iter().map(|why| situated(state, Some(&asked), why)).collect();
        Some(Barred { piece: enemy.id, refused })
    };
    state.of_side(enemy(unit.side)).filter(near).filter_map(barred).collect()
}

/// The enemies that a unit which may shoot cannot shoot at, each with its reasons.
fn no_targets(state: &State, unit: &Unit) -> Vec<Barred> {
    if unit.side != state.active || fire::may_fire(state, unit).is_err() {
        return Vec::new();
    }
    let barred = |target: &Unit| {
        let why = fire::may_shoot(state, unit.id, target.id).err()?;
        let asked = Step::Shoot { unit: unit.id, target: target.id };
        let refused = why.into_iter().map(|why| situated(state, Some(&asked), why)).collect();
        Some(Barred { piece: target.id, refused })
    };
    state.of_side(enemy(unit.side)).filter_map(barred).collect()
}

fn overlay(name: &'static str, tone: Tone, shape: Shape) -> Overlay {
    Overlay { name: name.into(), tone, shapes: vec![shape] }
}

fn card(state: &State, unit: &Unit) -> Vec<(Sentence, Sentence)> {
    let mut rows: Vec<(Sentence, Sentence)> = Vec::new();
    let mut row = |what: &'static str, value: String| rows.push((what.into(), value.into()));
    row("flag", state.field.sides[usize::from(unit.side)].flag.clone());
    if let Some(arm) = unit.arm.get() {
        row("arm", arm.to_string());
    }
    let Some(card) = unit.card.get() else {
        row("card", "concealed".to_owned());
        return rows;
    };
    if let Some(corps) = &card.corps {
        row("corps", corps.clone());
    }
    row("move", format!("{}, {} difficult", bw(f64::from(card.full)), bw(f64::from(card.difficult))));
    if let Some(current) = unit.current() {
        if card.arm == Arm::Artillery {
            row("ammunition", shots(current, unit.marks.get().copied().unwrap_or(0), card.track.len()));
        } else {
            row("elan", format!("{current} of {}", card.track.first().copied().unwrap_or(0)));
        }
    }
    for one in Vec::from(card.traits) {
        row(one.word(), one.text_for(card.arm).to_owned());
    }
    if unit.prepared {
        row("prepared", "yes".to_owned());
    }
    if state.unit(unit.id).is_none() {
        return rows;
    }
    let by = state.of_side(enemy(unit.side)).filter(|e| engages(e, &unit.rect())).count();
    if by > 0 {
        row("engaged by", crate::event::counted(by as u8, "enemy unit"));
    }
    rows
}

/// The dice of the next shot, and how many shots a battery has left: two numbers that are not the same (BL-SHO-02).
fn shots(dice: u8, marks: u8, boxes: usize) -> String {
    let left = boxes.saturating_sub(usize::from(marks));
    let dice = if dice == 1 { "1 die".to_owned() } else { format!("{dice} dice") };
    format!("{dice}, {left} of {boxes} shots left")
}

/// A point in the unit's own frame, in BW.
fn local(unit: &Unit, u: f64, v: f64) -> Vec2 {
    unit.pose.frame().to_table(vec2(u, v) * f64::from(BW))
}

/// BL-MEA-11: the square before the front edge.
fn zone(unit: &Unit) -> Shape {
    outline([(-0.5, 0.0), (-0.5, 1.0), (0.5, 1.0), (0.5, 0.0)].map(|(u, v)| local(unit, u, v)))
}

/// The frontal arc up to each range.
fn ranges(unit: &Unit, arm: Arm) -> Vec<Overlay> {
    let range = |name, shape| overlay(name, Tone::Range, shape);
    match arm {
        Arm::Infantry => {
            vec![range("volley", arc(unit, 1.0)), range("skirmish range", arc(unit, 2.0))]
        }
        Arm::Artillery => vec![range("short range", arc(unit, 2.0)), range("long range", arc(unit, 8.0))],
        Arm::Cavalry => Vec::new(),
    }
}

/// The part of the frontal arc within a range of the centerpoint (BL-LOF-02): the front edge, the two rays at
/// 45° from its corners, and the circle between them.
fn arc(unit: &Unit, range: f64) -> Shape {
    // Where the ray (½ + t, t) leaves the circle: (½ + t)² + t² = r².
    let t = (libm::sqrt(2.0 * range * range - 0.25) - 0.5) * 0.5;
    let open = libm::atan2(0.5 + t, t);
    let centre = unit.pose.at.vec2();
    let steps = 24;
    let rim = (0..=steps).map(|i| {
        let angle = open * (f64::from(i) / f64::from(steps) * 2.0 - 1.0);
        let turn = Turn(libm::round(angle * 180_000.0 / std::f64::consts::PI) as i32);
        let heading: Heading = unit.pose.heading.turned(turn);
        centre + heading.vector() * (range * f64::from(BW))
    });
    outline([local(unit, 0.5, 0.0), local(unit, -0.5, 0.0)].into_iter().chain(rim))
}

/// Lines to the enemies it sees.
fn seen(state: &State, unit: &Unit) -> Vec<Shape> {
    let eyes = Eyes::new(state);
    let line = |other: &Unit| {
        let line = eyes.sees(unit, other)?;
        Some(Shape::Path(vec![line.from.round().ok()?, line.to.round().ok()?]))
    };
    state.of_side(enemy(unit.side)).filter_map(line).collect()
}
