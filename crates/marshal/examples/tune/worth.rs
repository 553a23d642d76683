//! What a state is worth: a logistic regression of the ends of battles on the marks of the states they came through.

use crate::TUNING;
use crate::battle::battle;
use blucher::staff::{Doctrine, MARKS, marks};
use blucher::state::Phase;
use umpire::Scenario;

/// How strongly weights are drawn to 0, against chance in few battles.
const RIDGE: f64 = 1e-3;

/// A state that a battle came through, and what the first side scored.
struct Row {
    marks: [f64; MARKS],
    score: f64,
}

/// Plays battles, fits the weights and prints them.
pub(crate) fn fit(fields: &[&Scenario], battles: u64, from: u64) {
    let mut rows = Vec::new();
    for n in from..from + battles {
        let mut passed: Vec<[f64; MARKS]> = Vec::new();
        let mut turn = 0;
        let ways = match n % 3 {
            0 => [&Doctrine::TUNED, &Doctrine::TUNED],
            1 => [&Doctrine::TUNED, &Doctrine::PLAIN],
            _ => [&Doctrine::PLAIN, &Doctrine::TUNED],
        };
        let gain = battle(fields[(n / 3) as usize % fields.len()], ways, &TUNING.nth(n), |state| {
            if state.turn != turn && !matches!(state.phase, Phase::Setup(_)) {
                turn = state.turn;
                passed.push(marks(state, 0));
            }
        });
        // The sign is the winner; a gain of less than a victory's is a draw.
        let score = if gain > 0.5 {
            1.0
        } else if gain < -0.5 {
            0.0
        } else {
            0.5
        };
        rows.extend(passed.into_iter().map(|marks| Row { marks, score }));
    }
    let (weights, loss) = descend(&rows);
    println!("{} states, loss {loss:.4} (0.6931 would be blind)", rows.len());
    let text: Vec<String> = weights.iter().map(|w| format!("{:.1}", w * 1000.0)).collect();
    println!("const WEIGHTS: [f64; MARKS] = [{}];", text.join(", "));
}

/// Gradient descent on marks brought to the same scale.
fn descend(rows: &[Row]) -> ([f64; MARKS], f64) {
    let count = rows.len() as f64;
    let scale: [f64; MARKS] = std::array::from_fn(|n| {
        let squares = rows.iter().map(|row| row.marks[n] * row.marks[n]).sum::<f64>();
        (squares / count).sqrt().max(1e-9)
    });
    let mut weights = [0.0; MARKS];
    let mut loss = 0.0;
    for _ in 0..1500 {
        let mut slope = [0.0; MARKS];
        loss = 0.0;
        for row in rows {
            let sum = (0..MARKS).map(|n| weights[n] * row.marks[n] / scale[n]).sum::<f64>();
            let chance = 1.0 / (1.0 + libm::exp(-sum));
            for n in 0..MARKS {
                slope[n] += (chance - row.score) * row.marks[n] / scale[n];
            }
            loss -= row.score * libm::log(chance.max(1e-9))
                + (1.0 - row.score) * libm::log((1.0 - chance).max(1e-9));
        }
        for n in 0..MARKS {
            weights[n] -= 1.0 * (slope[n] / count + RIDGE * weights[n]);
        }
        loss /= count;
    }
    (std::array::from_fn(|n| weights[n] / scale[n]), loss)
}
