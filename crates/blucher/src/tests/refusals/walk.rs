//! Trying steps, and noting who refuses them.

use super::{Site, steps};
use crate::Blucher;
use crate::charge::legal_targets;
use crate::draft::judge;
use crate::options::prompts;
use crate::sight::Eyes;
use crate::state::{Phase, State};
use crate::step::{Order, Step};
use crate::testing::written;
use dice::Hex;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::panic::Location;
use umpire::{
    Battle, Chance, Choice, DiceFrom, Doubts, Known, Opening, Refusal, Scenario, Seat, Shape, Viewer,
};

thread_local! {
    /// Sites that made a refusal since it was last emptied, and what they said.
    static MADE: RefCell<Vec<(Site, String)>> = const { RefCell::new(Vec::new()) };
}

/// A refusal is made here.
pub(crate) fn note(at: &Location<'_>, refusal: &Refusal) {
    let file = at.file().replace('\\', "/");
    let file = file.split_once("src/").map_or("", |(_, file)| file).to_owned();
    MADE.with_borrow_mut(|made| made.push(((file, at.line()), refusal.sentence.to_string())));
}

/// The sites that have refused something, each with what it said first.
#[derive(Default)]
pub(super) struct Walk {
    provoked: BTreeMap<Site, Refusal>,
}

impl Walk {
    pub(super) fn sites(&self) -> impl Iterator<Item = &Site> {
        self.provoked.keys()
    }

    pub(super) fn refusals(&self) -> impl Iterator<Item = &Refusal> {
        self.provoked.values()
    }

    /// Tries a draft, and notes every reason against it. May it go on?
    pub(super) fn attempt(&mut self, known: &Known<Blucher>, draft: &[Step]) -> bool {
        MADE.with_borrow_mut(Vec::clear);
        let judged = judge(known, draft);
        let (why, legal) = match judged {
            Ok(judged) => (judged.complete.err().unwrap_or_default(), true),
            Err(why) => (why, false),
        };
        self.note_all(why);
        legal
    }

    /// Notes why units cannot take part, at the beginning of a choice and after an order to one unit.
    fn hints(&mut self, known: &Known<Blucher>) {
        let state = known.state();
        let mut first = state.of_side(state.active).filter(|unit| !unit.activated).map(|unit| unit.id);
        let unit = first.next().and_then(|unit| state.unit(unit));
        let drafts = unit.into_iter().flat_map(|unit| {
            let (at, unit) = (unit.pose.at, unit.id);
            let hold = Step::Order { unit, order: Order::Hold };
            let command = vec![Step::Command { at }, Step::Join { unit }, hold.clone()];
            [vec![Step::Individual { unit }, hold], command]
        });
        let drafted: Vec<_> = drafts.filter_map(|draft| judge(known, &draft).ok()).collect();
        for known in std::iter::once(known).chain(drafted.iter().map(|judged| &judged.after)) {
            MADE.with_borrow_mut(Vec::clear);
            let barred = crate::options::hints(known).barred;
            self.note_all(barred.into_iter().flat_map(|barred| barred.refused).collect());
        }
    }

    fn note_all(&mut self, why: Vec<Refusal>) {
        let made = MADE.with_borrow_mut(std::mem::take);
        for refusal in why {
            for (site, _) in made.iter().filter(|(_, sentence)| *sentence == *refusal.sentence) {
                self.provoked.entry(site.clone()).or_insert_with(|| refusal.clone());
            }
        }
    }

    /// Fights a turn from a position, and tries everything at each decision of it.
    pub(super) fn battle(&mut self, position: &str) {
        let scenario = Scenario { name: "test".into(), text: written(position, &[]) };
        let chance = Chance { dice: DiceFrom::Stream, seed: Hex(vec![5; 32]), added: Vec::new() };
        let opened = Battle::<Blucher>::open(Opening { scenario, chance, given: Vec::new() });
        let mut battle = opened.unwrap_or_else(|answer| panic!("{position}: {answer:?}"));
        let turn = battle.known(Viewer::All).state().turn;
        for n in 0..24 {
            let truth = battle.known(Viewer::All).state().clone();
            let Some(prompt) = prompts(&truth).into_iter().next().filter(|_| truth.turn == turn) else {
                break;
            };
            for seat in [Seat::FIRST, Seat::SECOND] {
                let known = battle.known(Viewer::Seat(seat));
                if seat == prompt.seat {
                    steps::all(self, &known, n == 0);
                    self.hints(&known);
                } else {
                    self.attempt(&known, &[Step::EndPhase]);
                }
            }
            let steps = chosen(&battle.known(Viewer::Seat(prompt.seat)));
            let choice = Choice { seat: prompt.seat, prompt: prompt.id, steps, id: None, given: Vec::new() };
            battle.play(choice).unwrap_or_else(|answer| panic!("{position}: {answer:?}"));
        }
    }
}

/// What is played next: every charge that can be made, a shot, and then whatever the umpire would do.
fn chosen(known: &Known<Blucher>) -> Vec<Step> {
    let state = known.state();
    let fallback = || prompts(state).into_iter().find_map(|prompt| prompt.fallback).unwrap_or_default();
    match &state.phase {
        _ if state.offer => fallback(),
        Phase::Movement { .. } if !state.offered => vec![Step::Concede],
        Phase::Movement { .. } => charge(known).unwrap_or_else(fallback),
        Phase::Fire { shots } if shots.is_empty() => shot(state).map_or_else(fallback, |shot| vec![shot]),
        _ => fallback(),
    }
}

fn charge(known: &Known<Blucher>) -> Option<Vec<Step>> {
    let state = known.state();
    state.of_side(state.active).filter(|unit| !unit.activated).find_map(|unit| {
        let targets = legal_targets(state, unit.id, &mut Doubts::new());
        let target = targets.first()?;
        let turn = *target.turns.get(target.turns.len() / 2)?;
        let order = Order::Charge { turn, target: target.unit };
        let steps = vec![Step::Individual { unit: unit.id }, Step::Order { unit: unit.id, order }];
        judge(known, &steps).is_ok_and(|judged| judged.complete.is_ok()).then_some(steps)
    })
}

fn shot(state: &State) -> Option<Step> {
    let eyes = Eyes::new(state);
    state.of_side(state.active).filter(|unit| crate::fire::may_fire(state, unit).is_ok()).find_map(|unit| {
        let target = crate::fire::choices(state, unit, &eyes).first()?.id;
        Some(Step::Shoot { unit: unit.id, target })
    })
}

/// What is wrong with a refusal.
pub(super) fn faults(refusal: &Refusal, is_rule: fn(&str) -> bool) -> impl Iterator<Item = &'static str> {
    let shown = |shape: &Shape| match shape {
        Shape::Point(_) | Shape::Disc { .. } => true,
        Shape::Path(points) => points.len() > 1,
        Shape::Area(points) => points.len() > 2,
    };
    let words: Vec<&str> = refusal.sentence.split_whitespace().collect();
    [
        (!is_rule(refusal.rule.as_str()), "its rule is in no register"),
        (refusal.numbers.is_empty(), "it has no number"),
        (refusal.numbers.iter().any(|(word, _)| word.is_empty()), "a number has no word"),
        (!refusal.places.iter().any(shown), "it has no place"),
        (words.len() < 3 || refusal.sentence.contains(['{', '}', '\n']), "it says no sentence"),
        (refusal.sentence.ends_with('.'), "its sentence is closed: others may follow it"),
    ]
    .into_iter()
    .filter_map(|(is, fault)| is.then_some(fault))
}
