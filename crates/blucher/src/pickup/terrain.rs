//! Quick terrain (BL-PCK-04 to -11, BL-AMB-245).

use super::{SetupEvent, name, roles, say, setup_mut};
use crate::draft::Judged;
use crate::event::Event;
use crate::field::Kind;
use crate::refuse::{self, Ruled, bw, refusal, unless};
use crate::scale::{BW, EPS, TOUCH, URBAN_BASE};
use crate::state::{Side, State, enemy};
use crate::step::TerrainPiece;
use dice::{D6, Dice, NeedsDice, Why};
use std::sync::Arc;
use table::convex::Convex;
use table::distance::within;
use table::heading::Turn;
use table::overlap::overlap;
use table::point::Point;
use table::polygon::Polygon;
use table::pose::Pose;
use table::terrain::{Polyline, Shape};
use umpire::{Refusal, RuleId, Tell};

/// Areas have so many corners: a round piece of terrain.
const CORNERS: i32 = 16;
/// BL-AMB-245: the least and the greatest diameter of an area.
const ACROSS: [i32; 2] = [2 * BW, 7 * BW / 2];
/// BL-AMB-245: the length of a piece of river.
const RIVER: i32 = 3 * BW;
/// BL-AMB-245: a river's greatest width.
const RIVER_WIDTH: i32 = BW / 3;

/// BL-PCK-04 to -06: each side rolls two dice and keeps the higher; the one with more begins. Equal: the winner
/// of a tiebreaker gets one more and begins.
pub fn roll_choices(
    state: &State,
    dice: &mut dyn Dice,
    tell: &mut impl Tell<Event>,
) -> Result<([u8; 2], Side), NeedsDice> {
    let mut choices = [0; 2];
    for side in [0, 1] {
        let faces = dice.roll(Why::new(RuleId::new("BL-PCK-04"), "terrain choices", side), 2, D6)?;
        let faces: Vec<u8> = faces.iter().map(|face| *face as u8).collect();
        let most = faces.iter().copied().max().unwrap_or(1);
        choices[usize::from(side)] = most;
        say(tell, SetupEvent::Choices { side: name(state, side), faces, choices: most });
    }
    if choices[0] == choices[1] {
        let winner = roles::tiebreak(state, "BL-PCK-06", dice, tell)?;
        choices[usize::from(winner)] += 1;
        return Ok((choices, winner));
    }
    Ok((choices, Side::from(choices[1] > choices[0])))
}

/// BL-PCK-05, BL-PCK-10: after a side placed or declined the other is next if it has choices left, else the
/// same side goes on alone; `None` when all are used.
pub const fn next(choices: [u8; 2], side: Side) -> Option<Side> {
    let other = enemy(side);
    if choices[other as usize] > 0 {
        Some(other)
    } else if choices[(side & 1) as usize] > 0 {
        Some(side)
    } else {
        None
    }
}

/// BL-PCK-11: who declines gives up all choices that are left to him.
pub fn decline(state: &mut State, side: Side) {
    if let Some(setup) = setup_mut(state) {
        setup.choices[usize::from(side & 1)] = 0;
    }
}

/// Places a piece, with every default filled in, and uses up a choice.
pub fn place(state: &mut State, side: Side, piece: TerrainPiece) -> Judged<TerrainPiece> {
    let (piece, shape, crest) = judged(state, piece)?;
    let field = state.field.with_piece(piece.kind, shape, crest);
    let field = field.map_err(|e| vec![refusal("BL-AMB-245", e.to_string())])?;
    state.field = Arc::new(field);
    if let Some(setup) = setup_mut(state) {
        let left = &mut setup.choices[usize::from(side & 1)];
        *left = left.saturating_sub(1);
    }
    Ok(piece)
}

/// May a piece be placed?
pub fn may_place(state: &State, piece: TerrainPiece) -> bool {
    judged(state, piece).is_ok()
}

type Laid = (TerrainPiece, Shape, Option<Polyline>);

fn judged(state: &State, piece: TerrainPiece) -> Judged<Laid> {
    let piece = filled(piece);
    allowed(piece.kind).map_err(|why| vec![why])?;
    refuse::all([right_size(piece), right_width(piece), crest_on_a_hill(piece)])?;
    let (shape, crest) = shape(piece).ok_or_else(|| vec![off_table()])?;
    let outline = shape.outline().ok().flatten().ok_or_else(|| vec![off_table()])?;
    refuse::all([
        on_table(state, &outline),
        overlaps(state, piece, &outline),
        no_town(state, piece, &outline),
    ])?;
    Ok((piece, shape, crest))
}

/// The piece with its usual size: "about 3 BW across or long" (BL-PCK-08).
fn filled(piece: TerrainPiece) -> TerrainPiece {
    let usual = if piece.kind == Kind::Urban { URBAN_BASE } else { RIVER };
    let width = piece.width.or((piece.kind == Kind::MinorRiver).then_some(RIVER_WIDTH));
    TerrainPiece { size: Some(piece.size.unwrap_or(usual)), width, ..piece }
}

/// BL-PCK-09: hills, woods, one urban base, a length of minor river, rough ground.
fn allowed(kind: Kind) -> Ruled {
    let fits = matches!(kind, Kind::Hill | Kind::Wood | Kind::Urban | Kind::MinorRiver) || kind.rough();
    unless(fits, || refusal("BL-PCK-09", format!("a {} is no quick terrain", kind.word())))
}

/// BL-PCK-08, BL-AMB-245, BL-AMB-232: areas are 2 to 3.5 BW across, a river is 3 BW long, a base is 1.1 BW.
fn right_size(piece: TerrainPiece) -> Ruled {
    let size = piece.size.unwrap_or(0);
    let [least, most] = match piece.kind {
        Kind::Urban => [URBAN_BASE; 2],
        Kind::MinorRiver => [RIVER; 2],
        _ => ACROSS,
    };
    let fits = size >= least && size <= most;
    unless(fits, || {
        let (low, high) = (bw(f64::from(least)), bw(f64::from(most)));
        let sentence = format!("a {} must have a size of {low} to {high}", piece.kind.word());
        refusal("BL-PCK-08", sentence).number("size", i64::from(size))
    })
}

/// BL-AMB-245, BL-TER-22: a river is at most a third of a BW wide; nothing else has a width.
fn right_width(piece: TerrainPiece) -> Ruled {
    let fits = match piece.width {
        Some(width) => piece.kind == Kind::MinorRiver && (1..=RIVER_WIDTH).contains(&width),
        None => true,
    };
    unless(fits, || {
        refusal("BL-AMB-245", "only a river may have a width, of at most 1/3 BW")
            .number("width", i64::from(piece.width.unwrap_or(0)))
    })
}

/// BL-TER-24: a crest line is fixed with its hill.
fn crest_on_a_hill(piece: TerrainPiece) -> Ruled {
    unless(!piece.crest || piece.kind == Kind::Hill, || refusal("BL-TER-24", "only a hill may have a crest"))
}

fn off_table() -> Refusal {
    refusal("BL-AMB-245", "no piece may lie off the table")
}

/// Its shape: a round area, a base, or a straight length of river along its heading; and the crest line that a
/// hill has across its heading, from rim to rim.
fn shape(piece: TerrainPiece) -> Option<(Shape, Option<Polyline>)> {
    let size = piece.size?;
    let half = f64::from(size) * 0.5;
    let rim = |turn: i32| -> Option<Point> {
        let out = piece.heading.turned(Turn(turn)).vector() * half;
        (piece.at.vec2() + out).round().ok()
    };
    let shape = match piece.kind {
        Kind::Urban => {
            let pose = Pose { at: piece.at, heading: piece.heading };
            Shape::Base { pose, width: size, depth: size }
        }
        Kind::MinorRiver => {
            let line = Polyline::new(vec![rim(0)?, rim(180_000)?]).ok()?;
            Shape::Band { line, width: piece.width? }
        }
        _ => {
            let corners: Option<Vec<Point>> = (0..CORNERS).map(|i| rim(i * (360_000 / CORNERS))).collect();
            Shape::Area(Polygon::new(corners?).ok()?)
        }
    };
    if !piece.crest {
        return Some((shape, None));
    }
    let crest = Polyline::new(vec![rim(-90_000)?, rim(90_000)?]).ok()?;
    Some((shape, Some(crest)))
}

/// BL-PCK-07, BL-AMB-245: anywhere, but wholly on the table.
fn on_table(state: &State, outline: &Polygon) -> Ruled {
    let hull = Convex::hull(outline.corners().iter().map(|c| c.vec2())).ok_or_else(off_table)?;
    let beyond = state.field.ground().border().beyond(&hull, EPS);
    unless(beyond.is_none(), || {
        let by = beyond.map_or(0, |(_, by)| by as i64);
        off_table().number("beyond", by).place(refuse::outline(hull.corners().iter().copied()))
    })
}

/// BL-AMB-245: woods, rough ground and urban bases may lie on a hill, a smaller hill wholly on a larger one;
/// nothing else overlaps.
fn overlaps(state: &State, piece: TerrainPiece, outline: &Polygon) -> Ruled {
    let on_hill = |kind: Kind| kind.rough() || matches!(kind, Kind::Wood | Kind::Urban);
    let areas = state.field.ground().areas(|_| true);
    let mut others = areas.filter(|(_, theirs)| theirs.bounds().meets(&outline.bounds()));
    let bad = others.find(|(other, theirs)| {
        if !overlap(outline.parts(), theirs.parts(), TOUCH) {
            return false;
        }
        match (piece.kind, other.kind) {
            (Kind::Hill, Kind::Hill) => !nested(outline, theirs) && !nested(theirs, outline),
            (Kind::Hill, kind) | (kind, Kind::Hill) => !on_hill(kind),
            _ => true,
        }
    });
    unless(bad.is_none(), || {
        let why = refusal("BL-AMB-245", format!("{} may not overlap what lies here", piece.kind.words()));
        bad.map_or(why.clone(), |(other, _)| why.place(refuse::ground(other)))
    })
}

/// Is a hill smaller than another and wholly on it?
fn nested(inner: &Polygon, outer: &Polygon) -> bool {
    inner.area() < outer.area() && inner.corners().iter().all(|c| outer.contains(c.vec2(), TOUCH))
}

/// BL-PCK-09: one urban base is a village; bases that touch would be a town.
fn no_town(state: &State, piece: TerrainPiece, outline: &Polygon) -> Ruled {
    let mut bases = state.field.ground().areas(|other| other.kind == Kind::Urban);
    let joins = piece.kind == Kind::Urban
        && bases.any(|(_, theirs)| within(outline.parts(), theirs.parts(), TOUCH.grains(), EPS));
    unless(!joins, || refusal("BL-PCK-09", "bases that touch would be a town"))
}
