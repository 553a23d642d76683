//! What a viewer sees, drawn and in words.

use crate::card::{Arm, Trait};
use crate::event::{people, side_name};
use crate::field::Kind;
use crate::refuse::ground;
use crate::scale::MARKER;
use crate::state::{Method, Phase, Stage, State, Unit};
use table::point::Point;
use umpire::{Badge, Figure, Gauge, Marker, Piece, PieceId, Scene, Sentence, Shape, Terrain, Track};

/// What to draw.
pub fn scene(state: &State) -> Scene {
    let (width, depth) = state.field.ground().border().size();
    Scene {
        size: Point { x: width, y: depth },
        unit: "BW".into(),
        clock: clock(state),
        terrain: grounds(state),
        pieces: state.units.iter().map(|unit| piece(state, unit)).collect(),
        aside: aside(state),
        markers: markers(state),
        gauges: gauges(state),
    }
}

/// BL-PCK-16: the units that wait to be set up. Of the enemy's only their number is known, which is a gauge.
fn aside(state: &State) -> Vec<Piece> {
    let waiting = crate::pickup::setup(state).map_or(&[][..], |setup| &setup.waiting);
    waiting.iter().filter(|unit| unit.card.get().is_some()).map(|unit| piece(state, unit)).collect()
}

fn clock(state: &State) -> Sentence {
    let phase = match &state.phase {
        Phase::Setup(setup) => {
            let side = side_name(state, setup.asked());
            return format!("Setup, {side}: {}", setup.stage.words()).into();
        }
        Phase::Movement { .. } => "movement".to_owned(),
        Phase::Fire { .. } => "fire".to_owned(),
        Phase::FireRetreats { .. } => "fire: artillery retreats".to_owned(),
        Phase::Combat(combat) => format!("combat: {}", combat.stage.words()),
        Phase::Over(end) => return end.words(state),
    };
    // BL-AMB-41 labels a day of 30 turns; a shorter or longer one ends in the evening, too.
    let turns = u32::from(state.turns.max(1));
    let label = match (u32::from(state.turn) * 30).div_ceil(turns) {
        0..=8 => "morning",
        9..=15 => "midday",
        16..=23 => "afternoon",
        _ => "evening",
    };
    let side = side_name(state, state.active);
    format!("Turn {} of {} ({label}), {side}: {phase}", state.turn, state.turns).into()
}

/// The terrain, lowest first.
pub fn grounds(state: &State) -> Vec<Terrain> {
    state.field.ground().pieces().iter().map(|piece| terrain(state, piece)).collect()
}

fn terrain(state: &State, piece: &table::ground::Piece<Kind>) -> Terrain {
    let name = state.field.called(piece.id).to_owned().into();
    Terrain { kind: piece.kind.word().into(), name, shape: ground(piece) }
}

fn piece(state: &State, unit: &Unit) -> Piece {
    let side = &state.field.sides[usize::from(unit.side)];
    let card = unit.card.get();
    let mut badges: Vec<Badge> = Vec::new();
    let mut badge = |sign: &'static str, figure: Figure, text: &'static str| {
        badges.push(Badge { sign: sign.into(), text: text.into(), figure: Some(figure), passing: true });
    };
    // Whoever is in the force of a draft will be activated and revealed when it is played (BL-CON-04).
    let drafted = state.activation.as_ref().is_some_and(|activation| activation.force.contains(&unit.id));
    if card.is_some() && !unit.revealed() && !drafted {
        badge("concealed", Figure::Flag, "the enemy sees only its flag and its facing");
    }
    if unit.prepared {
        badge("prepared", Figure::Frame, "holds against cavalry and from any side");
    }
    if unit.activated || drafted {
        badge("activated", Figure::Fade, "was activated in this movement phase");
    }
    if fights(state, unit.id) {
        badge("in contact", Figure::Swords, "fights in this combat phase");
    }
    if unit.crossing.is_some() {
        badge("on a crossing", Figure::Arch, "moves only along it");
    }
    if let Some(card) = card {
        badges.extend(Vec::from(card.traits).into_iter().map(|one| trait_badge(one, card.arm)));
    }
    Piece {
        id: unit.id,
        side: unit.side,
        pose: unit.pose,
        stands: vec![unit.rect().corners().into_iter().filter_map(|c| c.round().ok()).collect()],
        name: card.map_or_else(|| "".into(), |card| card.name.clone().into()),
        kind: unit.arm.get().map_or_else(|| "".into(), |arm| arm.to_string().into()),
        figures: figures(unit),
        flag: side.flag.clone().into(),
        banner: card.and_then(|card| card.corps.clone()).unwrap_or_default().into(),
        label: label(state, unit),
        tracks: track(unit).into_iter().collect(),
        badges,
    }
}

fn trait_badge(one: Trait, arm: Arm) -> Badge {
    let figure = match one {
        Trait::Shock => Figure::Chevron,
        Trait::Steady => Figure::Shield,
        Trait::Skirmish => Figure::Dots,
        Trait::Firepower => Figure::Burst,
        Trait::Impetuous => Figure::Arrow,
        Trait::Conscript => Figure::Ring,
        Trait::Heavy => Figure::Balls,
        Trait::Mobile => Figure::Wheel,
    };
    let text = one.text_for(arm).into();
    Badge { sign: one.word().into(), text, figure: Some(figure), passing: false }
}

/// The sign of its arm, and of what its card makes of it: skirmishers, shock cavalry, horse and heavy artillery.
fn figures(unit: &Unit) -> Vec<Figure> {
    let has = |one: Trait| unit.card.get().is_some_and(|card| card.has(one));
    let Some(arm) = unit.arm.get() else { return Vec::new() };
    let (sign, more): (Figure, &[(Trait, Figure)]) = match arm {
        Arm::Infantry => (Figure::Cross, &[(Trait::Skirmish, Figure::Dots)]),
        Arm::Cavalry => (Figure::Slash, &[(Trait::Shock, Figure::Half)]),
        Arm::Artillery if has(Trait::Heavy) => (Figure::Balls, &[(Trait::Mobile, Figure::Slash)]),
        Arm::Artillery => (Figure::Ball, &[(Trait::Mobile, Figure::Slash)]),
    };
    let more = more.iter().filter(|(one, _)| has(*one)).map(|(_, figure)| *figure);
    std::iter::once(sign).chain(more).collect()
}

/// Is a unit in contact, with its dice still to fall? After them contact tells nothing that its fate does not.
fn fights(state: &State, unit: PieceId) -> bool {
    let fought =
        matches!(&state.phase, Phase::Combat(combat) if !matches!(combat.stage, Stage::Allocate { .. }));
    !fought && state.in_contact(unit)
}

fn track(unit: &Unit) -> Option<Track> {
    let (card, marks) = (unit.card.get()?, unit.marks.get()?);
    let name = if card.ammo(0).is_some() { "ammunition" } else { "elan" };
    let boxes = card.track.iter().map(|n| i32::from(*n)).collect();
    Some(Track { name: name.into(), boxes, struck: u32::from(*marks), round: card.arm == Arm::Artillery })
}

/// The whole in one sentence, for a reader of the screen.
fn label(state: &State, unit: &Unit) -> Sentence {
    const POINTS: [&str; 8] =
        ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
    let facing = POINTS[((unit.pose.heading.grains() + 22_500) / 45_000 % 8) as usize];
    let flag = &state.field.sides[usize::from(unit.side)].flag;
    match (unit.card.get(), unit.current()) {
        (Some(card), Some(current)) => {
            let track = if card.ammo(0).is_some() { "ammunition" } else { "elan" };
            let prepared = if unit.prepared { ", prepared" } else { "" };
            format!("{}, {flag} {}, {track} {current}{prepared}, facing {facing}", card.name, card.arm).into()
        }
        _ => format!("concealed {flag} unit, facing {facing}").into(),
    }
}

/// Objectives. The commander's marker is on the table only while a command activation is carried out (BL-ACT-26,
/// BL-ACT-36): when it is done it is gone, so a preview does not show it either.
fn markers(state: &State) -> Vec<Marker> {
    let mut markers: Vec<Marker> = Vec::new();
    for (i, objective) in state.objectives.iter().enumerate() {
        let held = match objective.control {
            Some(side) => format!("controlled by {}", people(&side_name(state, side))),
            None => "controlled by nobody".to_owned(),
        };
        let kind = if objective.special { "special objective" } else { "objective" };
        markers.push(Marker {
            kind: kind.into(),
            side: objective.control,
            shape: Shape::Disc { centre: objective.at, radius: MARKER },
            label: format!("{kind} {}, {held}", i + 1).into(),
        });
    }
    // BL-ACT-26: the commander goes when his force has moved, so a draft that names it no longer promises him.
    let laid = state.activation.as_ref().filter(|activation| activation.force.is_empty());
    if let Some(Method::Command(at)) = laid.map(|activation| &activation.method) {
        markers.push(Marker {
            kind: "commander".into(),
            side: Some(state.active),
            shape: Shape::Disc { centre: *at, radius: MARKER },
            label: format!("the commander of {}", people(&side_name(state, state.active))).into(),
        });
    }
    markers
}

fn gauges(state: &State) -> Vec<Gauge> {
    let mut gauges = Vec::new();
    if let Phase::Movement { current, .. } = &state.phase {
        gauges.push(Gauge {
            name: "momentum spent".into(),
            side: Some(state.active),
            // A draft shows what it will have cost.
            value: i64::from(*current)
                + state.activation.as_ref().map_or(0, |a| i64::from(crate::activation::cost(a))),
            of: state.limit.get().map(|dice| i64::from(crate::momentum::limit(dice))),
            hidden: state.limit.get().is_none(),
        });
    }
    if let Phase::Setup(setup) = &state.phase {
        for side in [0u8, 1] {
            let value = setup.waiting_of(side).count() as i64;
            gauges.push(Gauge { name: "to set up".into(), side: Some(side), value, of: None, hidden: false });
        }
    }
    for side in [0u8, 1] {
        let i = usize::from(side);
        let of = state.morale[i].get().map(|morale| i64::from(*morale));
        let mut gauge = |name: &'static str, value: i64, of: Option<i64>| {
            gauges.push(Gauge { name: name.into(), side: Some(side), value, of, hidden: false });
        };
        gauge("broken", i64::from(state.broken[i]), of);
        gauge("retired", i64::from(state.retired[i]), None);
        let value = state.objectives.iter().filter(|o| o.control == Some(side)).count() as i64;
        gauge("objectives", value, Some(state.objectives.len() as i64));
    }
    gauges
}
