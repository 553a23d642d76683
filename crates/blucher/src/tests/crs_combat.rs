//! CRS – combat on river crossings.

use super::fight::{Fight, fight_after};
use crate::field::Kind;
use crate::step::Step;
use table::pose::pose;

/// A river from y = 5 to y = 6 and a bridge over it at x = 5; A faces north and X south, both at this y. Those
/// named stand on the bridge: no scenario can set them up there.
fn at_the_bridge(y: f64, on: &[&str]) -> Fight {
    let text = "A blue inf 5,2,0; X red inf 5,9,180; major 0,5.5 24,5.5 w=1; crossing 5,5.5,0 w=0.4 l=1";
    fight_after(text, &[("A", "X")], |field, state| {
        let bridge = state.field.ground().pieces().iter().find(|piece| piece.kind == Kind::Crossing);
        let bridge = bridge.map(|piece| piece.id.0);
        for (name, facing) in [("A", 0.0), ("X", 180.0)] {
            if let Some(unit) = state.unit_mut(field.id(name)) {
                unit.pose = pose(5.0, y, facing);
                unit.crossing = bridge.filter(|_| on.contains(&name));
            }
        }
    })
}

#[test]
fn bl_crs_13_units_on_a_crossing_have_one_die_less() {
    let fight = at_the_bridge(6.1, &["A"]);
    assert_eq!((fight.attack_dice("A"), fight.defence_dice("X")), (5, 6));
    let fight = at_the_bridge(4.9, &["X"]);
    assert_eq!((fight.attack_dice("A"), fight.defence_dice("X")), (6, 5));
}

#[test]
fn bl_crs_14_a_charger_counts_as_on_the_crossing_while_a_part_of_it_is() {
    // Contact is 0.1 beyond the far end; the footprint behind it still hangs over the river.
    let fight = at_the_bridge(6.1, &["A"]);
    assert_eq!((fight.attack_dice("A"), fight.defence_dice("X")), (5, 6));
}

#[test]
fn bl_crs_10_combat_may_be_on_a_crossing() {
    let mut fight = at_the_bridge(6.1, &["A"]).begin("34=3 35=1");
    assert_eq!(fight.rolled(), "34x6 35x5");
    fight.back("A");
    assert_eq!((fight.number("A"), fight.number("X")), (4, 5));
}

#[test]
fn bl_ex_217_beaten_on_a_bridge_it_goes_straight_back() {
    let mut fight = at_the_bridge(6.1, &["A"]).begin("34=3 35=1");
    let unit = fight.id("A");
    if fight.stage().is_some() {
        assert_eq!(fight.refused(&Step::Retreat { unit, bearing: 170 }), ["BL-CRS-11"]);
    }
    fight.back("A");
    assert_eq!(fight.unit("A").pose, pose(5.0, 4.1, 0.0));
}
