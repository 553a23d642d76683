//! Ground that bars a charge: impassable terrain, woods and towns for cavalry, crossings, the border
//! (CHG-09 to -13, -33, URB-13 to -15, CRS-08, CRS-09).

use super::course::{Charger, Course, Foe};
use crate::event::name;
use crate::field::{Field, Kind};
use crate::movement::sweep::within_reach;
use crate::movement::{crossing, general};
use crate::refuse::{Ruled, footprint, ground, outline, refusal, unless};
use crate::scale::{EPS, TOUCH};
use crate::state::Unit;
use table::area::Area;
use table::contact::ray;
use table::convex::Convex;
use table::ground::{Piece, PieceId as TerrainId};
use table::polygon::Polygon;
use table::vec2::Vec2;
use umpire::{Refusal, RuleId};

/// BL-CHG-10, BL-CHG-13, BL-TER-08: no charge goes through impassable terrain, save along a crossing. Other
/// terrain, however difficult, does not shorten it (BL-CHG-09).
pub(super) fn passable(charger: &Charger, course: &Course, _: &Foe) -> Ruled {
    let why = general::over_passable_ground(charger.state, charger.unit, &course.sweeps);
    why.into_iter().next().map_or(Ok(()), |why| Err(Refusal { rule: RuleId::new("BL-CHG-13"), ..why }))
}

/// The crossings near a charge.
fn crossings<'f>(field: &'f Field, course: &Course) -> impl Iterator<Item = (&'f Piece<Kind>, &'f Polygon)> {
    let near = field.ground().near(within_reach(&course.sweeps));
    near.filter_map(|(piece, outline)| Some((piece, outline.filter(|_| piece.kind == Kind::Crossing)?)))
}

/// BL-CHG-11, BL-CHG-12, BL-URB-13, BL-URB-14: cavalry charges through no wood and no urban area, even if it
/// is clear of it before contact; start, pivot and end count.
pub(super) fn cavalry_on_open_ground(charger: &Charger, course: &Course, _: &Foe) -> Ruled {
    if !charger.cavalry() {
        return Ok(());
    }
    let entered = |kind: Kind| general::first_entered(charger.state, &course.sweeps, |other| other == kind);
    if let Some(wood) = entered(Kind::Wood) {
        return Err(refusal("BL-CHG-11", "cavalry may not charge through a wood").place(ground(wood)));
    }
    if let Some(base) = entered(Kind::Urban) {
        let into =
            charger.state.field.entered(&Convex::from(course.rest), |kind| kind == Kind::Urban).is_some();
        let rule = if into { "BL-URB-13" } else { "BL-URB-14" };
        let sentence = "cavalry may not charge into or through an urban area";
        return Err(refusal(rule, sentence).place(ground(base)));
    }
    Ok(())
}

/// BL-URB-15, BL-AMB-235: cavalry contacts nobody who stands wholly in an urban area, joined bases taken
/// together.
pub(super) fn not_against_a_town(charger: &Charger, course: &Course, _: &Foe) -> Ruled {
    let in_town = |unit: &Unit| charger.state.field.wholly_urban(&Convex::from(unit.rect()));
    let mut contacted = course.contacted.iter().map(|foe| foe.unit).filter(|_| charger.cavalry());
    match contacted.find(|unit| in_town(unit)) {
        None => Ok(()),
        Some(unit) => {
            let garrison = name(charger.state, unit.id);
            let sentence = format!("cavalry may not charge {garrison}, which is wholly in an urban area");
            Err(refusal("BL-URB-15", sentence).place(footprint(unit)))
        }
    }
}

/// BL-CHG-33, BL-AMB-19: a charge does not end partly off the table.
pub(super) fn ends_on_the_table(charger: &Charger, course: &Course, _: &Foe) -> Ruled {
    let shape = Convex::from(course.rest);
    let over = charger.state.field.ground().border().beyond(&shape, TOUCH);
    unless(over.is_none(), || {
        let by = over.map_or(0.0, |(_, by)| by);
        refusal("BL-CHG-33", "a charge may not end partly off the table")
            .number("beyond", by as i64)
            .place(outline(course.rest.corners()))
    })
}

/// BL-CRS-08: a unit on a crossing goes straight forward; it does not pivot.
pub(super) fn straight_along_its_crossing(charger: &Charger, course: &Course, _: &Foe) -> Ruled {
    crossing::only_straight_on(charger.state, charger.unit, &course.sweeps)
}

/// BL-CRS-09, BL-AMB-238: over a crossing, or against a unit on one, the line straight ahead runs in at one
/// end of the crossing and out at the other, and the target is the first unit on it.
pub(super) fn along_the_crossing(charger: &Charger, course: &Course, target: &Foe) -> Ruled {
    let target = target.unit;
    let field = &charger.state.field;
    let held = target.crossing.and_then(|id| field.ground().piece(TerrainId(id))).map(|(piece, _)| piece);
    let (from, to) = (course.turned.at.vec2(), course.stop.at.vec2());
    let crossed = crossings(field, course).filter(|(_, area)| enters(area, from, to)).map(|(piece, _)| piece);
    for piece in crossed.chain(held) {
        let first = first_ahead(charger, course);
        unless(crossing::runs_through(course.turned.frame(), piece), || {
            let sentence = "the line of the charge does not run along the whole crossing";
            refusal("BL-CRS-09", sentence).place(ground(piece))
        })?;
        unless(first.is_some_and(|unit| unit.id == target.id), || {
            let met = first.map_or_else(|| "nobody".to_owned(), |unit| name(charger.state, unit.id));
            let sentence = format!("the first on the line along the crossing is {met}, not the target");
            let why = refusal("BL-CRS-09", sentence).place(ground(piece));
            if let Some(unit) = first { why.place(footprint(unit)) } else { why }
        })?;
    }
    Ok(())
}

/// Does a line run inside a crossing for more than a touch?
fn enters(crossing: &Polygon, from: Vec2, to: Vec2) -> bool {
    Area::from(crossing).length_inside(from, to) > EPS.grains()
}

/// The first other unit on the line straight ahead, friend or enemy.
fn first_ahead<'a>(charger: &Charger<'a>, course: &Course) -> Option<&'a Unit> {
    let frame = course.turned.frame();
    let others = charger.state.units.iter().filter(|unit| unit.id != charger.unit.id);
    let far = |unit: &'a Unit| Some((ray(frame.origin, frame.forward, &unit.rect())?, unit));
    others.filter_map(far).min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, unit)| unit)
}
