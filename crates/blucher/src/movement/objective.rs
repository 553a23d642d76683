//! Control of objectives (OBJ-08 to -14, AMB-12).

use super::sweep::Sweep;
use crate::field::Kind;
use crate::scale::{MARKER, TOUCH};
use crate::state::{Objective, Side, State};
use table::distance::signed;

/// BL-AMB-12: a footprint is on a marker when it overlaps the disc.
fn overlaps() -> f64 {
    f64::from(MARKER) - TOUCH.grains()
}

/// What an objective is called: as the terrain that it lies in, an urban area before all, unless another lies there too.
/// On a bridge it is not the whole river.
pub fn name(state: &State, number: usize) -> Option<String> {
    let place = |objective: &Objective| {
        let river = |kind: Kind| matches!(kind, Kind::MinorRiver | Kind::MajorRiver);
        let areas = state.field.ground().areas(|piece| !river(piece.kind));
        let around = areas.filter(|(_, outline)| outline.depth(objective.at.vec2()) > 0.0);
        let named = around.map(|(piece, _)| (piece.kind != Kind::Urban, state.field.called(piece.id)));
        named.filter(|(_, name)| !name.is_empty()).min_by_key(|(other, _)| *other).map(|(_, name)| name)
    };
    let name = place(state.objectives.get(number)?)?;
    let alike = state.objectives.iter().filter(|other| place(other) == Some(name)).count();
    // Without a name of its own it is "village", as on the table.
    let article = if name.starts_with(char::is_lowercase) { "the " } else { "" };
    (alike == 1).then(|| format!("{article}{name}"))
}

/// BL-OBJ-09 to -13: objectives after a unit of a side moved. Gives those that changed hands.
pub fn after_move(state: &mut State, mover: Side, sweeps: &[Sweep]) -> Vec<usize> {
    let swept = |objective: &Objective| {
        let centre = objective.at.vec2();
        let over = |sweep: &Sweep| {
            sweep.bounds().widened(f64::from(MARKER)).contains(centre)
                && sweep.comes_within(&centre, overlaps())
        };
        sweeps.iter().any(over).then_some(mover)
    };
    settle(state, swept)
}

/// BL-OBJ-11: objectives after a unit left the table.
pub fn after_removal(state: &mut State) -> Vec<usize> {
    settle(state, |_| None)
}

/// BL-AMB-12: the only side on a marker controls it; if nobody is on it, the side that swept it; else nothing
/// changes.
fn settle(state: &mut State, swept: impl Fn(&Objective) -> Option<Side>) -> Vec<usize> {
    let mut changed = Vec::new();
    for number in 0..state.objectives.len() {
        let objective = &state.objectives[number];
        let control = match [0, 1].map(|side| anybody_on(state, objective, side)) {
            [true, false] => Some(0),
            [false, true] => Some(1),
            [false, false] => swept(objective).or(objective.control),
            [true, true] => objective.control,
        };
        if control != objective.control {
            state.objectives[number].control = control;
            changed.push(number);
        }
    }
    changed
}

/// Is a unit of this side on the marker?
fn anybody_on(state: &State, objective: &Objective, side: Side) -> bool {
    let centre = objective.at.vec2();
    // No footprint reaches farther than 1.2 BW from its centerpoint.
    let near = f64::from(crate::scale::BW * 6 / 5 + MARKER);
    state
        .of_side(side)
        .filter(|unit| unit.pose.at.vec2().distance(centre) < near)
        .any(|unit| signed(&centre, &unit.rect()) < overlaps())
}
