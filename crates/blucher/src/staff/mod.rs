//! What the game tells computer players: rules of thumb, plans worth a look, and what a state is worth.
//!
//! Everything here reads a known or an imagined state; what is not known of a unit is taken to be plain. Lengths
//! are in BW and floating point, because nothing of this is stored.

mod assault;
mod chances;
mod command;
mod deploy;
mod doctrine;
mod fight;
mod force;
mod intent;
mod moves;
mod picture;
mod posture;
mod stand;
#[cfg(test)]
mod tests;
mod worth;

use crate::Blucher;
use crate::draft::asked;
use crate::state::{Phase, Side, State};
use crate::step::Step;
use dice::Dice;
use picture::Picture;

pub use doctrine::Doctrine;
pub use posture::Posture;
use umpire::{Known, Plan, Seat, Staff};
pub use worth::{MARKS, marks};

impl Staff for Blucher {
    type Posture = Posture;

    fn gives_up(step: &Step) -> bool {
        matches!(step, Step::Concede)
    }

    fn turn(state: &State) -> u32 {
        match state.phase {
            Phase::Setup(_) => 0,
            _ => u32::from(state.turn),
        }
    }

    fn turns_left(state: &State) -> u32 {
        u32::from(state.turns.saturating_sub(state.turn))
    }

    fn pieces(state: &State) -> usize {
        let [one, other] = [0, 1].map(|side| state.of_side(side).count());
        one.max(other)
    }

    fn worth(state: &State, seat: Seat) -> i64 {
        worth::worth(state, seat.number())
    }

    fn thumb(known: &Known<Self>, dice: &mut dyn Dice) -> Option<Plan<Step>> {
        Self::advice(known, &Posture::PLAIN, dice)
    }

    fn advice(known: &Known<Self>, posture: &Posture, dice: &mut dyn Dice) -> Option<Plan<Step>> {
        let state = known.state();
        let side = asked(state).filter(|side| known.seat().map(Seat::number) == Some(*side))?;
        let picture = || Picture::new(state, side, posture);
        match &state.phase {
            _ if state.offer => Some(accept()),
            Phase::Setup(setup) => deploy::set_up(known, setup, &posture.all, dice),
            Phase::Movement { .. } => {
                let picture = picture();
                Some(picture.meant(picture.activate()))
            }
            Phase::Fire { shots } => Some(picture().shoot(shots)),
            phase => picture().after_moves(phase).into_iter().next(),
        }
    }

    fn usual() -> Posture {
        Posture::of(Doctrine::TUNED)
    }

    fn brisk(posture: &Posture) -> Posture {
        posture.brisk()
    }

    fn postures(known: &Known<Self>) -> Vec<Posture> {
        let state = known.state();
        match (&state.phase, known.seat()) {
            (Phase::Movement { .. }, Some(seat)) => posture::postures(state, seat.number()),
            _ => Vec::new(),
        }
    }

    fn plans(
        known: &Known<Self>,
        dice: &mut dyn Dice,
    ) -> impl Iterator<Item = Option<(Plan<Step>, Posture)>> {
        let state = known.state();
        let side = asked(state).filter(|side| known.seat().map(Seat::number) == Some(*side));
        let usual = Self::usual();
        let picture = |side| Picture::new(state, side, &usual);
        let (plans, postures) = match (&state.phase, side) {
            (_, None) => (Vec::new(), Vec::new()),
            _ if state.offer => (vec![accept()], Vec::new()),
            (Phase::Setup(setup), _) => {
                (deploy::set_up(known, setup, &usual.all, dice).into_iter().collect(), Vec::new())
            }
            (Phase::Movement { .. }, Some(side)) => activations(state, side),
            (Phase::Fire { shots }, Some(side)) => (vec![picture(side).shoot(shots)], Vec::new()),
            (phase, Some(side)) => (picture(side).after_moves(phase), Vec::new()),
        };
        let single = plans.into_iter().map(move |plan| Some((plan, usual.clone())));
        let of_corps = postures.into_iter().map(move |posture| of_its_corps(state, side?, posture));
        single.chain(of_corps)
    }
}

/// So many activations of the usual posture are looked at.
const ACTIVATIONS: usize = 6;

/// Activations worth a closer look: what promises most in the usual posture; and postures of one corps, in which what that
/// corps does is to be found. Far from the enemy there are none.
fn activations(state: &State, side: Side) -> (Vec<Plan<Step>>, Vec<Posture>) {
    let postures = posture::postures(state, side);
    if postures.is_empty() {
        return (Vec::new(), Vec::new());
    }
    (Picture::new(state, side, &Blucher::usual()).activations(ACTIVATIONS), postures)
}

/// What a corps does first in a posture of its own, if it is one.
fn of_its_corps(state: &State, side: Side, posture: Posture) -> Option<(Plan<Step>, Posture)> {
    let (corps, _) = posture.but?;
    let picture = Picture::new(state, side, &posture);
    let plan = picture.meant(picture.activation_of(corps)?);
    Some((plan, posture))
}

/// Who concedes has lost: that is taken.
fn accept() -> Plan<Step> {
    Plan::one(Step::Answer { accept: true }, "The enemy's surrender is accepted")
}
