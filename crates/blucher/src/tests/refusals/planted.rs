//! States that no scenario can write: units on a crossing, beaten, or about to advance.

use super::steps;
use super::walk::Walk;
use crate::draft::asked;
use crate::state::{Combat, Phase, Stage, State, seat};
use crate::testing::{Field, field};
use crate::tests::adv::advancing;
use crate::tests::ret_crossing::{attacker_on_the_bridge, north_of_the_river_with};
use crate::tests::retreating::beaten;
use table::pose::pose;
use umpire::Known;

/// A river from y 6 to 7, and a bridge.
const RIVER: &str = "major 0,6.5 24,6.5 w=1; crossing 5,6.5,0 w=0.4 l=1";

/// Tries everything in each of them.
pub(super) fn all(walk: &mut Walk) {
    for state in states() {
        let Some(side) = asked(&state) else { continue };
        steps::all(walk, &Known::imagined(&state, seat(side)), true);
    }
}

fn states() -> Vec<State> {
    vec![
        advancing("A blue inf 5,5,0; X red inf 5,5.5,180").state,
        advancing("A blue inf 5,5,0; X red inf 15,15,180; major 0,5.9 24,5.9 w=1").state,
        advancing("A blue inf 5,15.5,0; X red inf 15,8,180").state,
        advancing(&format!("A blue inf 4.9,5.3,20; X red inf 15,15,180; {RIVER}")).state,
        attacker_on_the_bridge("B blue inf 3,3,0").state,
        north_of_the_river_with(10., 3., "B blue inf 3,6,0").state,
        north_of_the_river_with(10., 0., "F blue inf 9.1,10.2,0").state,
        without_a_way(),
        on_the_bridge(Phase::Movement { current: 0, individual: false }),
        on_the_bridge(Phase::Fire { shots: Vec::new() }),
        held_bridge(),
    ]
}

/// X and Y are forced back, and X has no way.
fn without_a_way() -> State {
    let text = "X red inf 10,10,0; A blue inf 10,10,180; L blue inf 9.2,9.5,90; R blue inf 10.8,9.5,270; \
        B blue inf 10,8.7,0; Y red inf 20,10,0; C blue inf 20,10,180";
    let mut beaten = beaten(text, &[("A", "X"), ("C", "Y")], "X");
    let left = vec![beaten.id, beaten.field.id("Y")];
    let stage = Stage::Forced { left };
    beaten.state.phase = Phase::Combat(Combat { dice: vec![], scores: vec![], stage });
    beaten.state
}

/// Puts a unit on the bridge.
fn put(field: &Field, state: &mut State, name: &str, y: f64, heading: f64) {
    let bridge =
        state.field.ground().pieces().iter().find(|piece| piece.kind == crate::field::Kind::Crossing);
    let bridge = bridge.map(|piece| piece.id.0);
    if let Some(unit) = state.unit_mut(field.id(name)) {
        (unit.pose, unit.crossing) = (pose(5., y, heading), bridge);
    }
}

/// A stands on the bridge, concealed, with somebody to shoot at.
fn on_the_bridge(phase: Phase) -> State {
    let field = field(&format!("A blue inf 5,4,0 concealed; X red inf 5,9.2,180; {RIVER}"));
    let mut state = field.truth();
    put(&field, &mut state, "A", 7.4, 0.);
    state.phase = phase;
    state
}

/// X has come over the bridge and stands on it, and B before it.
fn held_bridge() -> State {
    let text = "A blue inf 5.1,4.5,0; X red inf 5,8,180; B blue inf 9,4.5,0";
    let field = field(&format!("{text}; {RIVER}"));
    let mut state = field.truth();
    put(&field, &mut state, "X", 5.8, 180.);
    if let Some(unit) = state.unit_mut(field.id("B")) {
        unit.pose = pose(5.6, 5.55, 0.);
    }
    state
}
