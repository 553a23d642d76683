//! Exact chances of combats and shots in floating point: quick enough for a computer player to ask thousands.

use crate::card::Arm;
use crate::combat::outcome::{Fate, fatigues_of_attacker, of_defender, won};
use crate::state::Score;
use std::sync::OnceLock;
use umpire::PieceId;

/// More dice than this never meet.
const MOST: usize = 40;
/// What a retreat costs beside fatigues.
const GROUND: f64 = 0.4;

/// The chance of each number of successes.
pub(super) type Scores = Vec<f64>;

/// The chances of the successes of some dice, each 1 in 2, or 1 in 4 if successes are rolled again.
pub(super) fn scores(dice: usize, again: bool) -> &'static [f64] {
    static TABLES: OnceLock<[Vec<Scores>; 2]> = OnceLock::new();
    let tables = TABLES.get_or_init(|| [table(0.5), table(0.25)]);
    &tables[usize::from(again)][dice.min(MOST)]
}

fn table(success: f64) -> Vec<Scores> {
    let mut rows: Vec<Scores> = vec![vec![1.0]];
    for n in 1..=MOST {
        let last = &rows[n - 1];
        let at = |k: usize| last.get(k).copied().unwrap_or(0.0);
        let row = (0..=n).map(|k| at(k) * (1.0 - success) + if k > 0 { at(k - 1) * success } else { 0.0 });
        let row = row.collect();
        rows.push(row);
    }
    rows
}

/// The chances of a sum.
pub(super) fn sum(a: &[f64], b: &[f64]) -> Scores {
    let mut both = vec![0.0; a.len() + b.len() - 1];
    for (i, p) in a.iter().enumerate() {
        for (j, q) in b.iter().enumerate() {
            both[i + j] += p * q;
        }
    }
    both
}

/// Who defends.
#[derive(Clone, Copy)]
pub(super) struct Defender {
    /// Its arm.
    pub(super) arm: Arm,
    /// Elan or ammunition.
    pub(super) now: u8,
    /// Infantry in combat with cavalry, which does not retreat.
    pub(super) held: bool,
}

/// What is to be expected of a combat.
#[derive(Clone, Copy, Default)]
pub(super) struct Expected {
    /// What the defender loses: elan and ground.
    pub(super) worn: f64,
    /// The chance that it breaks.
    pub(super) breaks: f64,
    /// The chance that it stands as the winner, so that each attacker takes two fatigues.
    pub(super) stands: f64,
}

impl Expected {
    /// What the defender loses, if a unit is worth `body` beside its elan.
    pub(super) fn loss(&self, body: f64) -> f64 {
        self.worn + self.breaks * body
    }
}

/// What is to be expected of a combat with these scores.
pub(super) fn combat(attack: &[f64], defence: &[f64], defender: Defender) -> Expected {
    let mut expected = Expected::default();
    for (a, p) in attack.iter().enumerate() {
        for (d, q) in defence.iter().enumerate() {
            let score = Score { defender: PieceId(0), attack: a as u8, defence: d as u8 };
            let outcome = of_defender(defender.arm, defender.now, defender.held, score);
            let chance = p * q;
            let worn = match outcome.fate {
                Fate::Breaks => f64::from(defender.now),
                Fate::Retreats => f64::from(outcome.fatigues) + GROUND,
                Fate::Stands => f64::from(outcome.fatigues),
            };
            expected.worn += chance * worn;
            if outcome.fate == Fate::Breaks {
                expected.breaks += chance;
            }
            if outcome.fate == Fate::Stands && won(score) {
                expected.stands += chance;
            }
        }
    }
    expected
}

/// What an attacker of this elan, and worth `body` beside it, loses if a defender stands as a winner by this chance.
pub(super) fn price(elan: u8, stands: f64, body: f64) -> f64 {
    let lost = |winner: bool| {
        let fatigues = fatigues_of_attacker(winner).min(elan);
        let broken = if fatigues == elan { body } else { 0.0 };
        f64::from(fatigues) + broken + if winner { GROUND } else { 0.0 }
    };
    stands * lost(true) + (1.0 - stands) * lost(false)
}

/// The hits to be expected of a shot: sixes, and with a bonus one five.
pub(super) fn hits(dice: u8, bonus: bool) -> f64 {
    let n = f64::from(dice);
    let mut no_five = 1.0;
    for _ in 0..dice {
        no_five *= 5.0 / 6.0;
    }
    n / 6.0 + if bonus { 1.0 - no_five } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-12
    }

    #[test]
    fn the_scores_of_two_dice() {
        for (again, expected) in [(false, [0.25, 0.5, 0.25]), (true, [9.0 / 16.0, 6.0 / 16.0, 1.0 / 16.0])] {
            let found = scores(2, again);
            assert!(found.iter().zip(expected).all(|(a, b)| near(*a, b)), "{found:?}");
        }
        assert!(near(sum(scores(1, false), scores(1, false))[1], 0.5));
    }

    #[test]
    fn one_die_against_one_die() {
        // The attacker wins with 1 against 0 (1 in 4): one fatigue breaks elan 1. Otherwise the defender's own
        // fatigue does.
        let weak = Defender { arm: Arm::Infantry, now: 1, held: false };
        let found = combat(scores(1, false), scores(1, false), weak);
        assert!(near(found.loss(3.0), 4.0) && near(found.stands, 0.0));
        // With elan 5 it retreats with one fatigue (1 in 4), or stands with one.
        let strong = Defender { arm: Arm::Infantry, now: 5, held: false };
        let found = combat(scores(1, false), scores(1, false), strong);
        assert!(near(found.loss(3.0), 1.0 + 0.25 * GROUND) && near(found.stands, 0.75));
    }

    #[test]
    fn an_attacker_pays_one_fatigue_or_two() {
        assert!(near(price(6, 0.0, 3.0), 1.0));
        assert!(near(price(6, 1.0, 3.0), 2.0 + GROUND));
        // Elan 2 is broken by a defender that stands.
        assert!(near(price(2, 1.0, 3.0), 2.0 + 3.0 + GROUND));
    }

    #[test]
    fn a_five_counts_once() {
        assert!(near(hits(6, false), 1.0));
        assert!(near(hits(1, true), 1.0 / 3.0));
        assert!(near(hits(2, true), 2.0 / 6.0 + 11.0 / 36.0));
    }
}
