//! What is seen of a player in battle.

use blucher::Blucher;
use blucher::state::State;
use blucher::step::{Order, Step};
use marshal::arena::Watch;
use marshal::{Chosen, Known};
use std::collections::BTreeSet;
use std::fmt;
use umpire::{Game, PieceId};

/// What a player did in one battle or in many.
#[derive(Clone, Default)]
pub(crate) struct Seen {
    turns: u32,
    idle: u32,
    moves: u32,
    charges: u32,
    /// Charges by which the chance not to lose was below 40 %.
    rash: u32,
    shots: u32,
    units: usize,
    fought: usize,
}

impl Seen {
    /// Both together.
    pub(crate) fn and(self, other: &Self) -> Self {
        Self {
            turns: self.turns + other.turns,
            idle: self.idle + other.idle,
            moves: self.moves + other.moves,
            charges: self.charges + other.charges,
            rash: self.rash + other.rash,
            shots: self.shots + other.shots,
            units: self.units + other.units,
            fought: self.fought + other.fought,
        }
    }
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turns = f64::from(self.turns.max(1));
        write!(
            f,
            "a turn {:.1} moves, {:.2} charges ({:.0} % below 40 %), {:.2} shots; {:.1} % of turns without action; \
             {:.0} % of units fought",
            f64::from(self.moves) / turns,
            f64::from(self.charges) / turns,
            100.0 * f64::from(self.rash) / f64::from(self.charges.max(1)),
            f64::from(self.shots) / turns,
            100.0 * f64::from(self.idle) / turns,
            100.0 * self.fought as f64 / self.units.max(1) as f64,
        )
    }
}

/// Watches both players.
pub(crate) struct Watcher {
    pub(crate) seen: [Seen; 2],
    turn: u8,
    acted: bool,
    fought: BTreeSet<PieceId>,
    trace: bool,
}

impl Watcher {
    pub(crate) fn new(trace: bool) -> Self {
        Self { seen: Default::default(), turn: 0, acted: true, fought: BTreeSet::new(), trace }
    }

    fn turn_begins(&mut self, state: &State) {
        if self.turn == 0 {
            for side in [0, 1] {
                self.seen[usize::from(side)].units = state.of_side(side).count();
            }
        }
        self.turn = state.turn;
        self.acted = false;
        if self.trace {
            let held = |side| state.objectives.iter().filter(|o| o.control == Some(side)).count();
            let [lost, enemy_lost] = state.broken;
            println!(
                "turn {}: {} objectives against {}, {lost} broken against {enemy_lost}",
                state.turn,
                held(0),
                held(1)
            );
        }
        let seen = &mut self.seen[usize::from(state.active & 1)];
        seen.turns += 1;
        // Taken back by the first thing that is done.
        seen.idle += 1;
    }

    fn fights(&mut self, side: usize, unit: PieceId) {
        if self.fought.insert(unit) {
            self.seen[side].fought += 1;
        }
    }
}

/// How many of the charges of a draft have a chance not to lose below 40 %.
fn rash(known: &Known<Blucher>, steps: &[Step]) -> u32 {
    let odds = Blucher::odds(known, steps).into_iter().filter(|odds| odds.title.ends_with(" attacks"));
    let stands = odds.map(|odds| {
        let case = odds.cases.into_iter().next().map(|case| case.chances).unwrap_or_default();
        let kept = case.iter().filter(|(sentence, _)| sentence.ends_with("stands"));
        kept.map(|(_, chance)| chance.num() as f64 / chance.den() as f64).sum::<f64>()
    });
    stands.filter(|chance| *chance < 0.4).count() as u32
}

impl Watch<Blucher> for Watcher {
    fn choice(&mut self, known: &Known<Blucher>, chosen: &Chosen<Step>) {
        let state = known.state();
        if self.trace {
            println!("turn {} {}: {}", state.turn, chosen.seat, chosen.intent);
        }
        let side = usize::from(state.active & 1);
        if chosen.seat.number() != state.active || blucher::pickup::setup(state).is_some() {
            return;
        }
        if self.turn != state.turn {
            self.turn_begins(state);
        }
        let charges =
            chosen.steps.iter().any(|s| matches!(s, Step::Order { order: Order::Charge { .. }, .. }));
        if charges {
            self.seen[side].rash += rash(&Known::imagined(state, chosen.seat), &chosen.steps);
        }
        for step in &chosen.steps {
            match step {
                Step::Order { unit, order: Order::Charge { target, .. } } => {
                    self.seen[side].charges += 1;
                    self.fights(side, *unit);
                    self.fights(1 - side, *target);
                }
                Step::Order { order: Order::Hold, .. } => continue,
                Step::Order { .. } => self.seen[side].moves += 1,
                Step::Shoot { unit, .. } => {
                    self.seen[side].shots += 1;
                    self.fights(side, *unit);
                }
                _ => continue,
            }
            if !self.acted {
                self.acted = true;
                self.seen[side].idle -= 1;
            }
        }
    }
}
