//! Moving while engaged (ENG).

use crate::engagement::engaged_by;
use crate::event::name;
use crate::refuse::{Ruled, footprint, refusal};
use crate::state::{State, Unit};
use table::rect::Rect;

/// Is a unit engaged where it stands? Enemies do not move in this phase.
pub fn engaged(state: &State, unit: &Unit) -> bool {
    engaged_by(state, unit.side, &unit.rect()).next().is_some()
}

/// BL-ENG-01, BL-ENG-02, BL-ENG-08: a unit that starts its move engaged may leave: after a simple or difficult move
/// that goes somewhere it is engaged by no enemy at all. A unit that starts unengaged is free (BL-MOV-19).
pub fn leaves(state: &State, unit: &Unit, end: &Rect) -> Ruled {
    if !engaged(state, unit) {
        return Ok(());
    }
    let Some(by) = engaged_by(state, unit.side, end).next() else { return Ok(()) };
    let (before, enemy) = (crate::engagement::engages(by, &unit.rect()), name(state, by.id));
    let why = if before {
        let sentence =
            format!("an engaged unit may leave, pivot or charge: this leaves it engaged by {enemy}");
        refusal("BL-ENG-01", sentence)
    } else {
        refusal("BL-ENG-02", format!("an engaged unit that leaves may not end engaged by {enemy}"))
    };
    Err(why.place(footprint(by)))
}
