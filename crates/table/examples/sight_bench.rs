//! Times sight between all pairs: `cargo run --release -p table --features bench-support --example sight_bench`.

use std::hint::black_box;
use std::time::Instant;
use table::sight::bench::{Field, field};

fn main() {
    let mut first = None;
    for bodies in [24, 48, 96, 192] {
        let fields: Vec<_> = (0..8).map(|seed| field(seed, bodies)).collect();
        let mut best = f64::INFINITY;
        let mut seen = 0;
        for _ in 0..12 {
            let start = Instant::now();
            seen = fields.iter().map(|f| black_box(f.all_pairs()).len()).sum();
            best = best.min(start.elapsed().as_secs_f64() / fields.len() as f64);
        }
        let each = best / bodies as f64;
        let (n, t) = *first.get_or_insert((bodies as f64, each));
        let exponent =
            if bodies as f64 > n { libm::log(each / t) / libm::log(bodies as f64 / n) } else { 0.0 };
        println!(
            "{bodies:4} bodies: {:8.3} ms all pairs, {:7.2} us a body, seen {seen}, exponent {exponent:.2}",
            best * 1e3,
            each * 1e6
        );
    }
    let fields: Vec<_> = (0..4).map(|seed| field(seed, 48)).collect();
    let time = |look: fn(&Field) -> Vec<(u32, u32)>| {
        let mut best = f64::INFINITY;
        for _ in 0..8 {
            let start = Instant::now();
            for f in &fields {
                black_box(look(f));
            }
            best = best.min(start.elapsed().as_secs_f64() / fields.len() as f64);
        }
        best
    };
    let (plain, quick) = (time(Field::all_pairs_plainly), time(Field::all_pairs));
    println!(
        "  48 bodies: {:.3} ms, plainly {:.3} ms: {:.1} times as long",
        quick * 1e3,
        plain * 1e3,
        plain / quick
    );
}
