//! Orders in BW and degrees, and what comes of them: helpers of the movement tests.

use crate::movement::{self, Done};
use crate::state::{Contact, State, Unit};
use crate::step::{Leg, Order, Sense, Step, When};
use crate::testing::Field;
use table::grain::grains;
use table::heading::Heading;
use table::point::at;
use table::pose::{Pose, pose};
use table::rect::Edge;
use umpire::{Doubts, Refusal};

/// Pivot to a heading, then so far straight forward.
pub(crate) fn simple(heading: f64, length: f64) -> Order {
    Order::Simple { heading: Heading::degrees(heading), length: grains(length), sense: None, leave: false }
}

/// The same with the sense of the pivot given.
pub(crate) fn turning(sense: Sense, heading: f64, length: f64) -> Order {
    let (heading, length) = (Heading::degrees(heading), grains(length));
    Order::Simple { heading, length, sense: Some(sense), leave: false }
}

/// Along a bearing, ending at a heading, the pivot before or after.
pub(crate) fn difficult(bearing: f64, length: f64, heading: f64, pivot: When) -> Order {
    let (bearing, heading) = (Heading::degrees(bearing), Heading::degrees(heading));
    Order::Difficult { bearing, length: grains(length), heading, pivot, sense: None, leave: false }
}

/// A reserve move through open ground.
pub(crate) fn reserve(path: &[(f64, f64)], heading: f64) -> Order {
    reserve_by(&path.iter().map(|(x, y)| (*x, *y, false)).collect::<Vec<_>>(), heading)
}

/// A reserve move whose legs are open (`false`) or along a road (`true`).
pub(crate) fn reserve_by(path: &[(f64, f64, bool)], heading: f64) -> Order {
    let legs = path.iter().map(|(x, y, road)| Leg { to: at(*x, *y), road: *road }).collect();
    Order::Reserve { legs, heading: Heading::degrees(heading), leave: false }
}

/// The same order, to leave the table.
pub(crate) fn leaving(mut order: Order) -> Order {
    match &mut order {
        Order::Simple { leave, .. } | Order::Difficult { leave, .. } | Order::Reserve { leave, .. } => {
            *leave = true;
        }
        _ => panic!("{order:?} does not leave"),
    }
    order
}

/// What an order to one unit did, and the state after it, on a state that a test has made.
pub(crate) fn carry(state: &State, unit: &str, order: &Order) -> Result<(State, Done), Vec<Refusal>> {
    let mut after = state.clone();
    let id = named(state, unit).id;
    let done = movement::carry_out(&mut after, id, order, &mut Doubts::new());
    match done {
        Ok(done) => Ok((after, done)),
        Err(why) => {
            assert_eq!(after, *state, "a refused order changes nothing");
            Err(why)
        }
    }
}

/// The rules that refuse an order on a state that a test has made.
pub(crate) fn why(state: &State, unit: &str, order: &Order) -> Vec<String> {
    let mut rules: Vec<String> = match carry(state, unit, order) {
        Ok(_) => Vec::new(),
        Err(why) => why.iter().map(|why| why.rule.to_string()).collect(),
    };
    rules.sort();
    rules.dedup();
    rules
}

/// A unit of the truth by its name.
pub(crate) fn named<'a>(state: &'a State, name: &str) -> &'a Unit {
    let found = state.units.iter().find(|unit| unit.card.truth().name == name);
    found.unwrap_or_else(|| panic!("{name} is not on the table"))
}

/// Two units of a state come into contact.
pub(crate) fn fight(state: &mut State, attacker: &str, defender: &str) {
    let (attacker, defender) = (named(state, attacker).id, named(state, defender).id);
    state.contacts.push(Contact { attacker, defender, edge: Edge::Front, from_crest: None });
}

impl Field {
    /// The rules that refuse an order to a unit that is activated by itself.
    pub(crate) fn why(&self, unit: &str, order: Order) -> Vec<String> {
        self.refused(&self.order(unit, order))
    }

    /// The unit as the preview of an order shows it.
    pub(crate) fn preview(&self, unit: &str, order: Order) -> Unit {
        let id = self.id(unit);
        match self.judge(&self.order(unit, order)) {
            Ok(judged) => judged.after.state().unit(id).unwrap_or_else(|| panic!("{unit} left")).clone(),
            Err(why) => panic!("{why:?}"),
        }
    }

    /// The order as it would be played, every default filled in.
    pub(crate) fn canonical(&self, unit: &str, order: Order) -> Order {
        match self.judge(&self.order(unit, order)) {
            Ok(judged) => match judged.steps().last() {
                Some(Step::Order { order, .. }) => order.clone(),
                other => panic!("{other:?}"),
            },
            Err(why) => panic!("{why:?}"),
        }
    }

    /// Both phases of the active side end; the other side's turn begins.
    pub(crate) fn next_turn(&mut self) {
        // Where no enemy is near enough to be shot at, the fire phase ends by itself.
        let dice: &[(&str, &[u32])] = &[("BL-MOM-01", &[6, 6, 6])];
        if self.try_play(&[Step::EndPhase], dice).is_err() {
            self.play(&[Step::EndPhase], &[]);
            self.play(&[Step::EndPhase], dice);
        }
    }
}

/// Are two poses the same to a ten-thousandth of a BW in each coordinate?
pub(crate) fn is_at(found: Pose, x: f64, y: f64, heading: f64) -> bool {
    let wanted = pose(x, y, heading);
    let near = |a: i32, b: i32| (a - b).abs() <= 10;
    near(found.at.x, wanted.at.x)
        && near(found.at.y, wanted.at.y)
        && found.heading.turn_to(wanted.heading).size() <= 10
}
