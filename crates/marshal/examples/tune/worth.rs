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

/// Plays battles, fits the weights and prints them, with how they do on the tenth of the battles left out of the fit.
pub(crate) fn fit(way: &Doctrine, fields: &[&Scenario], battles: u64, from: u64, jobs: u64) {
    let part = |job: u64| {
        let own = (from..from + battles).filter(|n| n % jobs == job);
        own.map(|n| (n, rows(way, fields, n))).collect::<Vec<_>>()
    };
    let mut all: Vec<(u64, Vec<Row>)> = std::thread::scope(|scope| {
        let parts: Vec<_> = (0..jobs).map(|job| scope.spawn(move || part(job))).collect();
        parts.into_iter().flat_map(|part| part.join().unwrap_or_default()).collect()
    });
    all.sort_by_key(|(n, _)| *n);
    let (mut rows, mut apart) = (Vec::new(), Vec::new());
    for (n, of) in all {
        if n % 10 == 9 { &mut apart } else { &mut rows }.extend(of);
    }
    let (weights, loss) = descend(&rows);
    let (states, unseen) = (rows.len(), cost(&apart, &weights));
    println!("{states} states, loss {loss:.4}; {unseen:.4} on others (0.6931 would be blind)");
    let text: Vec<String> = weights.iter().map(|w| format!("{:.1}", w * 1000.0)).collect();
    println!("const WEIGHTS: [f64; MARKS] = [{}];", text.join(", "));
}

/// The states at the beginnings of the turns of a battle.
fn rows(way: &Doctrine, fields: &[&Scenario], n: u64) -> Vec<Row> {
    let mut passed: Vec<[f64; MARKS]> = Vec::new();
    let mut turn = 0;
    let ways = match n % 3 {
        0 => [way, way],
        1 => [way, &Doctrine::PLAIN],
        _ => [&Doctrine::PLAIN, way],
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
    passed.into_iter().map(|marks| Row { marks, score }).collect()
}

/// How badly weights foretell.
fn cost(rows: &[Row], weights: &[f64; MARKS]) -> f64 {
    let of = |row: &Row| {
        let sum = row.marks.iter().zip(weights).map(|(mark, weight)| mark * weight).sum::<f64>();
        let chance = 1.0 / (1.0 + libm::exp(-sum));
        -row.score * libm::log(chance.max(1e-9)) - (1.0 - row.score) * libm::log((1.0 - chance).max(1e-9))
    };
    rows.iter().map(of).sum::<f64>() / rows.len().max(1) as f64
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
