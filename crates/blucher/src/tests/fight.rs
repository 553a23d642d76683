//! A combat phase for tests: contacts are planted into a state, and only the successes of rolls are given.

use crate::combat;
use crate::contact::{contacted_edge, in_contact};
use crate::draft;
use crate::event::Event;
use crate::play;
use crate::retreat::{self, Retreats};
use crate::state::{Contact, Left, Phase, Score, Stage, State, Unit};
use crate::step::Step;
use crate::testing::{Field, field};
use dice::{Dice, Faces, NeedsDice, Why};
use std::collections::VecDeque;
use umpire::{PieceId, Seats};

/// A combat phase.
pub(super) struct Fight {
    pub(super) field: Field,
    pub(super) state: State,
    told: Vec<(Seats, Event)>,
    rolled: Vec<String>,
}

/// A position in which each of these chargers is in contact with its defender.
pub(super) fn fight(text: &str, pairs: &[(&str, &str)]) -> Fight {
    fight_after(text, pairs, |_, _| {})
}

/// The same after a change that no scenario can write.
pub(super) fn fight_after(
    text: &str,
    pairs: &[(&str, &str)],
    change: impl FnOnce(&Field, &mut State),
) -> Fight {
    let field = field(text);
    let mut state = field.truth();
    change(&field, &mut state);
    for (attacker, defender) in pairs {
        let ids = (field.id(attacker), field.id(defender));
        let (Some(charger), Some(target)) = (state.unit(ids.0), state.unit(ids.1)) else { panic!("gone") };
        let (charger, target) = (charger.rect(), target.rect());
        assert!(in_contact(&charger, &target), "no contact");
        let edge = contacted_edge(&target, &charger);
        state.contacts.push(Contact { attacker: ids.0, defender: ids.1, edge, from_crest: None });
        if let Some(unit) = state.unit_mut(ids.0) {
            (unit.activated, unit.moved, unit.charged) = (true, true, true);
        }
    }
    Fight { field, state, told: Vec::new(), rolled: Vec::new() }
}

/// Dice that show as many successes as the script says for each roll: `34=2` is "BL-CBT-34, two successes",
/// `34=4,5,1` gives the faces.
struct Script<'a> {
    left: VecDeque<&'a str>,
    rolled: &'a mut Vec<String>,
}

impl Dice for Script<'_> {
    fn roll(&mut self, why: Why, count: u8, _: u32) -> Result<Faces, NeedsDice> {
        if why.rule.as_str() == "BL-MOM-01" || count == 0 {
            return Ok(Faces::from_elem(1, usize::from(count)));
        }
        let rule = why.rule.as_str().trim_start_matches("BL-CBT-").to_owned();
        self.rolled.push(format!("{rule}x{count}"));
        let next = self.left.pop_front().unwrap_or_else(|| panic!("no faces for {why:?}"));
        let (for_rule, what) = next.split_once('=').unwrap_or_else(|| panic!("{next}"));
        assert_eq!(for_rule, rule, "{why:?}");
        assert_eq!(why.seat, u8::from(["34", "39", "46"].contains(&for_rule)), "who rolls");
        let number = |text: &str| text.parse::<u32>().unwrap_or_else(|_| panic!("{next}"));
        let faces: Faces = if what.contains(',') {
            what.split(',').map(number).collect()
        } else {
            let successes = number(what);
            assert!(successes <= u32::from(count), "{next} of {count} dice");
            (0..u32::from(count)).map(|i| if i < successes { 4 } else { 1 }).collect()
        };
        assert_eq!(faces.len(), usize::from(count), "{next}");
        Ok(faces)
    }
}

impl Fight {
    /// Begins the combat phase with these rolls.
    pub(super) fn begin(mut self, script: &str) -> Self {
        self.run(script, |state, dice, told| combat::begin(state, dice, told));
        self
    }

    /// Plays a step that must be legal.
    pub(super) fn play(&mut self, step: &Step, script: &str) {
        assert_eq!(self.refused(step), Vec::<String>::new(), "{step:?}");
        let side = draft::asked(&self.state).unwrap_or_else(|| panic!("nobody is asked"));
        self.run(script, |state, dice, told| play::play(state, side, std::slice::from_ref(step), dice, told));
    }

    fn run(
        &mut self,
        script: &str,
        go: impl FnOnce(&mut State, &mut dyn Dice, &mut Vec<(Seats, Event)>) -> Result<(), NeedsDice>,
    ) {
        let mut dice = Script { left: script.split_whitespace().collect(), rolled: &mut self.rolled };
        go(&mut self.state, &mut dice, &mut self.told).unwrap_or_else(|needs| panic!("{needs}"));
        assert!(dice.left.is_empty(), "left over: {:?}", dice.left);
    }

    /// The rules that refuse a step of the side that is asked, sorted.
    pub(super) fn refused(&self, step: &Step) -> Vec<String> {
        let side = draft::asked(&self.state).unwrap_or_else(|| panic!("nobody is asked"));
        let why = draft::add(&mut self.state.clone(), side, &[], step).err().unwrap_or_default();
        let mut rules: Vec<String> = why.iter().map(|why| why.rule.to_string()).collect();
        rules.sort();
        rules.dedup();
        rules
    }

    /// A unit that must retreat does, straight back if it may, unless it was moved already because there was
    /// only one way.
    pub(super) fn back(&mut self, name: &str) {
        let unit = self.id(name);
        if self.retreated(name) || self.state.unit(unit).is_none() {
            return;
        }
        let bearing = match retreat::legal(&self.state, unit) {
            Retreats::Ways(ways) if ways.iter().any(|way| way.bearing == 180) => 180,
            Retreats::Ways(ways) => ways.first().unwrap_or_else(|| panic!("no way")).bearing,
            Retreats::Broken(_) => retreat::NO_WAY,
        };
        self.play(&Step::Retreat { unit, bearing }, "");
    }

    pub(super) fn id(&self, name: &str) -> PieceId {
        self.field.id(name)
    }

    /// A unit as it is now, wherever it is.
    pub(super) fn unit(&self, name: &str) -> &Unit {
        let id = self.id(name);
        let gone = || self.state.gone.iter().map(|gone| &gone.unit).find(|unit| unit.id == id);
        self.state.unit(id).or_else(gone).unwrap_or_else(|| panic!("no {name}"))
    }

    /// Elan or ammo number.
    pub(super) fn number(&self, name: &str) -> u8 {
        self.unit(name).current().unwrap_or_else(|| panic!("unknown {name}"))
    }

    /// How a unit left the table, if it did.
    pub(super) fn gone(&self, name: &str) -> Option<Left> {
        let id = self.id(name);
        self.state.gone.iter().find(|gone| gone.unit.id == id).map(|gone| gone.how)
    }

    /// Did a unit retreat?
    pub(super) fn retreated(&self, name: &str) -> bool {
        let id = self.id(name);
        let back = |event: &Event| matches!(event, Event::Moved { unit, how, .. } if unit.id == id && how == "retreat");
        self.told().any(back)
    }

    /// The rolls made so far: `34x6` is "BL-CBT-34, six dice".
    pub(super) fn rolled(&self) -> String {
        self.rolled.join(" ")
    }

    /// (attack, defence) of a defender.
    pub(super) fn scores(&self, name: &str) -> (u8, u8) {
        let unit = self.id(name);
        let score = self.told.iter().find_map(|(_, event)| match event {
            Event::Scores { unit: who, defence, attack } if who.id == unit => Some((*attack, *defence)),
            _ => None,
        });
        score.unwrap_or_else(|| panic!("no scores of {name}"))
    }

    /// The step of the combat phase; `None` if it is over.
    pub(super) fn stage(&self) -> Option<&Stage> {
        match &self.state.phase {
            Phase::Combat(combat) => Some(&combat.stage),
            _ => None,
        }
    }

    /// The names of those who have something to do in this step, in order.
    pub(super) fn left(&self) -> Vec<String> {
        let name = |id: &PieceId| self.state.unit(*id).map(|unit| unit.card.truth().name.clone());
        self.stage().map(|stage| stage.left().iter().filter_map(name).collect()).unwrap_or_default()
    }

    /// The events so far.
    pub(super) fn told(&self) -> impl Iterator<Item = &Event> {
        self.told.iter().map(|(_, event)| event)
    }

    /// The dice of an attacker, and those of a defender.
    pub(super) fn attack_dice(&self, name: &str) -> u8 {
        combat::dice::attack(&self.state, self.unit(name)).dice()
    }

    pub(super) fn defence_dice(&self, name: &str) -> u8 {
        combat::dice::defence(&self.state, self.unit(name)).dice()
    }

    /// The ways in which an attacker may divide its dice: `X3 Y2`, sorted.
    pub(super) fn divisions(&self, name: &str) -> Vec<String> {
        let word = |(id, dice): &(PieceId, u8)| {
            let unit = self.state.unit(*id).unwrap_or_else(|| panic!("gone"));
            format!("{}{dice}", unit.card.truth().name)
        };
        let line = |division: Vec<(PieceId, u8)>| division.iter().map(word).collect::<Vec<_>>().join(" ");
        let mut all: Vec<String> =
            combat::allocate::divisions(&self.state, self.unit(name)).into_iter().map(line).collect();
        all.sort();
        all
    }

    /// A step that divides dice: `X3 Y2`.
    pub(super) fn divide(&self, name: &str, division: &str) -> Step {
        let part = |word: &str| {
            let (name, dice) = word.split_at(1);
            (self.id(name), dice.parse().unwrap_or_else(|_| panic!("{word}")))
        };
        Step::Allocate { unit: self.id(name), dice: division.split_whitespace().map(part).collect() }
    }

    /// As if this attacker were asked to divide its dice, also where there is nothing to decide.
    pub(super) fn asked_to_divide(mut self, name: &str) -> Self {
        let stage = Stage::Allocate { left: vec![self.id(name)] };
        self.state.phase =
            Phase::Combat(crate::state::Combat { dice: Vec::new(), scores: Vec::new(), stage });
        self
    }
}

/// The scores of a defender, for rules that need no table.
pub(super) const fn score(attack: u8, defence: u8) -> Score {
    Score { defender: PieceId(0), defence, attack }
}
