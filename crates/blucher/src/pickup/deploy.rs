//! Setting up the armies (BL-PCK-15 to -20, BL-AMB-14, -234, -249).

use super::{Setup, Zone, setup, setup_mut};
use crate::card::Arm;
use crate::draft::Judged;
use crate::event::name;
use crate::knowledge;
use crate::refuse::{self, Ruled, bw, footprint, refusal, unless};
use crate::scale::{BW, FOOTPRINT, OVERLAP, TOUCH, at_most};
use crate::state::{Side, State, Unit};
use crate::step::Deployed;
use table::border::Compass;
use table::convex::Convex;
use table::heading::Heading;
use table::overlap::overlap;
use table::point::Point;
use table::pose::Pose;
use table::rect::Rect;

/// Puts a unit on the table, with every default filled in.
pub fn deploy(state: &mut State, side: Side, step: Deployed) -> Judged<Deployed> {
    let concealed = step.concealed.unwrap_or(!step.prepared);
    let step = Deployed { concealed: Some(concealed), ..step };
    let mut unit = judged(state, side, step)?;
    unit.pose = step.pose;
    unit.prepared = step.prepared;
    if !concealed {
        knowledge::open(&mut unit);
    }
    if let Some(setup) = setup_mut(state) {
        setup.waiting.retain(|other| other.id != unit.id);
    }
    let place = state.units.partition_point(|other| other.id < unit.id);
    state.units.insert(place, unit);
    Ok(step)
}

fn judged(state: &State, side: Side, step: Deployed) -> Judged<Unit> {
    let nobody = || vec![refusal("BL-AMB-249", "it is no unit of yours that waits to be set up")];
    let setup = setup(state).ok_or_else(nobody)?;
    let unit = setup.waiting_unit(step.unit).filter(|unit| unit.side == side).ok_or_else(nobody)?;
    let zone = setup.zone(side).ok_or_else(nobody)?;
    let rect = FOOTPRINT.at(step.pose);
    refuse::all([
        in_zone(state, zone, &rect),
        on_table(state, zone, &rect),
        on_nobody(state, &rect),
        infantry_prepares(unit, step),
        prepared_is_revealed(step),
    ])?;
    rest_finds_room(state, setup, side, zone, &rect).map_err(|why| vec![why])?;
    Ok(unit.clone())
}

/// BL-PCK-15, BL-PCK-20: no part of a unit lies beyond its side's area.
fn in_zone(state: &State, zone: Zone, rect: &Rect) -> Ruled {
    let far = rect.corners().into_iter().map(|c| zone.distance(state, c)).fold(0.0, f64::max);
    unless(at_most(far, zone.depth), || {
        let sentence = format!("it is {} from its edge; the area ends at {}", bw(far), bw(zone.depth.into()));
        refusal(zone.rule, sentence).number("distance", far as i64).number("depth", zone.depth.into())
    })
}

/// Nor off the table.
fn on_table(state: &State, zone: Zone, rect: &Rect) -> Ruled {
    let beyond = state.field.ground().border().beyond(&Convex::from(*rect), TOUCH);
    unless(beyond.is_none(), || {
        let by = beyond.map_or(0, |(_, by)| by as i64);
        refusal(zone.rule, "it would stand partly off the table").number("beyond", by)
    })
}

/// BL-MOV-15: no two units overlap.
fn on_nobody(state: &State, rect: &Rect) -> Ruled {
    let other = state.units.iter().find(|other| overlap(rect, &other.rect(), OVERLAP));
    match other {
        None => Ok(()),
        Some(other) => {
            let sentence = format!("it would stand on {}", name(state, other.id));
            Err(refusal("BL-MOV-15", sentence).place(footprint(other)))
        }
    }
}

/// BL-AMB-234, BL-PRE-01: infantry may be set up prepared.
fn infantry_prepares(unit: &Unit, step: Deployed) -> Ruled {
    let fits = !step.prepared || unit.arm.get() == Some(&Arm::Infantry);
    unless(fits, || refusal("BL-AMB-234", "only infantry may be set up prepared"))
}

/// BL-AMB-14, BL-AMB-234: a unit that is set up prepared gives up concealment.
fn prepared_is_revealed(step: Deployed) -> Ruled {
    let both = step.prepared && step.concealed == Some(true);
    unless(!both, || refusal("BL-AMB-14", "a prepared unit may not be concealed"))
}

/// BL-PCK-18, BL-PCK-20: the whole army is set up. Units may not be strewn so that the rest finds no room on a
/// grid of one BW; so there is always a place for the next one.
fn rest_finds_room(state: &State, setup: &Setup, side: Side, zone: Zone, rect: &Rect) -> Ruled {
    let rest = setup.waiting_of(side).count().saturating_sub(1);
    let free = cells(state, zone).into_iter().filter(|pose| !overlap(rect, &FOOTPRINT.at(*pose), OVERLAP));
    let room = free.filter(|pose| free_cell(state, *pose)).take(rest).count();
    unless(room == rest, || {
        let rule = if zone.rule == "BL-PCK-15" { "BL-PCK-18" } else { "BL-PCK-20" };
        refusal(rule, "the rest of the army would find no room").number("units", rest as i64)
    })
}

fn free_cell(state: &State, pose: Pose) -> bool {
    let rect = FOOTPRINT.at(pose);
    !state.units.iter().any(|unit| overlap(&rect, &unit.rect(), OVERLAP))
}

/// Where a side's next unit can stand, best first: poses on a grid of one BW that face the enemy.
pub fn room(state: &State, side: Side) -> Vec<Pose> {
    let Some(zone) = setup(state).and_then(|setup| setup.zone(side)) else { return Vec::new() };
    cells(state, zone).into_iter().filter(|pose| free_cell(state, *pose)).collect()
}

/// How many units a pickup army can have: more would not all stand in the attacker's area (BL-PCK-16).
pub const MOST_UNITS: usize = 24 * 4;

/// The grid of an area: from the front row to the rear one, every second place first, from the middle outwards.
fn cells(state: &State, zone: Zone) -> Vec<Pose> {
    let width = state.field.ground().border().size().0;
    let (columns, rows) = (width / BW, zone.depth / BW);
    let [south, north] = zone.span(state);
    let mut cells = Vec::new();
    for row in 0..rows {
        let mut order: Vec<i32> = (0..columns).collect();
        order.sort_by_key(|column| (column % 2, (2 * column + 1 - columns).abs(), *column));
        for column in order {
            let x = column * BW + BW / 2;
            let (y, heading) = match zone.edge {
                Compass::North => (south + row * BW, Heading::degrees(180.0)),
                _ => (north - row * BW, Heading::degrees(0.0)),
            };
            cells.push(Pose { at: Point { x, y }, heading });
        }
    }
    cells
}
