//! Which of two computer players is the better one?

use crate::battle::{Bout, Fought};
use crate::crew::in_order;
use crate::fields::Field;
use crate::record::{Row, SideRow};
use crate::sprt::{Answer, Pairs, Question, elo_of};
use crate::stats::Interval;
use dice::Seed;
use marshal::Level;
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use umpire::Scenario;

/// The seeds that players are tuned on.
pub const TUNING: Seed = Seed::new([0x11; 32]);
/// The seeds that are never looked at while players are tuned.
pub const HELD_OUT: Seed = Seed::new([0x5e; 32]);

/// Two players, and where they meet.
pub struct Duel<'a> {
    /// The game.
    pub field: &'a Field,
    /// The scenarios, one after the other.
    pub scenarios: Vec<Scenario>,
    /// The two players.
    pub levels: [Level; 2],
    /// How many plans a player may judge or play out for one choice.
    pub work: u64,
    /// The seed that all battles' seeds follow from.
    pub seed: Seed,
    /// At most so many pairs of battles.
    pub pairs: u64,
    /// When is the answer clear?
    pub question: Question,
    /// Are all pairs fought, however clear the answer is?
    pub all: bool,
    /// Are the players' intents kept?
    pub trace: bool,
}

/// Who is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The first player.
    First,
    /// The second player.
    Second,
    /// It is not clear.
    Open,
}

/// How a player behaved, over all battles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Behaviour {
    /// Share of its units that fought.
    pub fought: f64,
    /// Share of its turns without action.
    pub idle: f64,
    /// Charges a turn.
    pub charges: f64,
    /// Share of its charges with a chance below 40 % not to lose.
    pub rash: f64,
}

/// What a duel says. All numbers are the first player's.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DuelResult {
    /// The players.
    pub players: [String; 2],
    /// The scenarios.
    pub scenarios: Vec<String>,
    /// Battles won, drawn and lost.
    pub won_drawn_lost: [u64; 3],
    /// Battles that did not end; their pairs count for nothing.
    pub failed: u64,
    /// Pairs that gave 0, ½, 1, 1½ and 2 points.
    pub pairs: Pairs,
    /// The share of all points, with its 95 % interval.
    pub share: Option<Interval>,
    /// The difference in Elo, and its interval; `null` where a share of all or nothing has none.
    pub elo: [Option<f64>; 3],
    /// The logarithm of how much likelier the results are if the first player is the better one.
    pub likelihood: f64,
    /// What the test says.
    pub verdict: Verdict,
    /// Points of the first player in each scenario, and battles.
    pub by_scenario: BTreeMap<String, [f64; 2]>,
    /// How often each rule ended a battle.
    pub ended_by: BTreeMap<String, u64>,
    /// Turns of a battle on average.
    pub turns: f64,
    /// How both behaved.
    pub behaviour: [Behaviour; 2],
}

impl Duel<'_> {
    /// Fights until the answer is clear, all pairs are fought, `stop` is set or no more are wanted. Each pair is
    /// handed on with its two battles as it is counted, but for those that were fought before. The result does not
    /// hang on the number of jobs: pairs are counted in order.
    pub fn fight(
        &self,
        jobs: usize,
        stop: &AtomicBool,
        before: &[[Row; 2]],
        mut seen: impl FnMut(&DuelResult, &[Fought; 2]) -> ControlFlow<()>,
    ) -> DuelResult {
        let mut tally = Tally::default();
        let mut first = 0;
        for rows in before.iter().take(self.pairs as usize) {
            self.count(&mut tally, first, rows.each_ref());
            first += 1;
            let result = self.result(&tally);
            if self.enough(&result) {
                return result;
            }
        }
        in_order(
            jobs,
            self.pairs - first,
            stop,
            |n| self.pair(first + n),
            |n, fought| {
                self.count(&mut tally, first + n, fought.each_ref().map(|fought| &fought.record.row));
                let result = self.result(&tally);
                seen(&result, &fought)?;
                if self.enough(&result) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
        self.result(&tally)
    }

    /// Is this result all that was asked for, though not all pairs are fought?
    pub fn enough(&self, result: &DuelResult) -> bool {
        !self.all && result.verdict != Verdict::Open
    }

    fn count(&self, tally: &mut Tally, pair: u64, rows: [&Row; 2]) {
        tally.add(self.scenario(pair).map_or("", |scenario| &scenario.name), rows);
    }

    fn scenario(&self, pair: u64) -> Option<&Scenario> {
        self.scenarios.get((pair % self.scenarios.len().max(1) as u64) as usize)
    }

    /// The seed of both battles of a pair: the same for all scenarios in turn.
    pub(crate) fn seed_of(&self, pair: u64) -> Seed {
        self.seed.nth(pair / self.scenarios.len().max(1) as u64)
    }

    /// The two battles of a pair: the first player on side 0, then on side 1.
    fn pair(&self, pair: u64) -> [Fought; 2] {
        let Some(scenario) = self.scenario(pair) else { return Default::default() };
        let seed = self.seed_of(pair);
        [0, 1].map(|second| {
            let [one, two] = self.levels;
            let levels = if second == 0 { [one, two] } else { [two, one] };
            let (battle, work, seed) = (2 * pair + second, self.work, seed.clone());
            self.field.fight(&Bout { battle, scenario, levels, work, seed, trace: self.trace })
        })
    }

    fn result(&self, tally: &Tally) -> DuelResult {
        let share = tally.pairs.share();
        let elo = |of: fn(Interval) -> f64| share.and_then(|share| elo_of(of(share)));
        let verdict = match tally.pairs.answer(self.question) {
            Answer::High => Verdict::First,
            Answer::Low => Verdict::Second,
            Answer::Open => Verdict::Open,
        };
        let battles = tally.won_drawn_lost.iter().sum::<u64>().max(1);
        DuelResult {
            players: self.levels.map(|level| level.name().to_owned()),
            scenarios: self.scenarios.iter().map(|scenario| scenario.name.clone()).collect(),
            won_drawn_lost: tally.won_drawn_lost,
            failed: tally.failed,
            pairs: tally.pairs,
            share,
            elo: [elo(|s| s.value), elo(|s| s.low), elo(|s| s.high)],
            likelihood: tally.pairs.likelihood(self.question),
            verdict,
            by_scenario: tally.by_scenario.clone(),
            ended_by: tally.ended_by.clone(),
            turns: tally.turns as f64 / battles as f64,
            behaviour: tally.seen.map(|seen| behaviour(&seen)),
        }
    }
}

#[derive(Default)]
struct Tally {
    pairs: Pairs,
    won_drawn_lost: [u64; 3],
    failed: u64,
    by_scenario: BTreeMap<String, [f64; 2]>,
    ended_by: BTreeMap<String, u64>,
    turns: u64,
    seen: [SideRow; 2],
}

impl Tally {
    fn add(&mut self, scenario: &str, rows: [&Row; 2]) {
        let failed = rows.iter().filter(|row| !row.ended()).count() as u64;
        self.failed += failed;
        if failed > 0 {
            return;
        }
        let mut halves = 0;
        for (own, row) in (0..2).zip(rows) {
            let points = row.score(own);
            halves += (points * 2.0) as usize;
            self.won_drawn_lost[2 - (points * 2.0) as usize] += 1;
            let sum = self.by_scenario.entry(scenario.to_owned()).or_default();
            *sum = [sum[0] + points, sum[1] + 1.0];
            self.behave(own, row);
        }
        self.pairs.add(halves);
    }

    fn behave(&mut self, own: u8, row: &Row) {
        *self.ended_by.entry(row.ended_by.clone()).or_default() += 1;
        self.turns += u64::from(row.turns);
        for (seen, side) in self.seen.iter_mut().zip([own, 1 - own]) {
            seen.add(&row.sides[usize::from(side)]);
        }
    }
}

pub(crate) fn behaviour(did: &SideRow) -> Behaviour {
    let share = |part: u32, of: u32| f64::from(part) / f64::from(of.max(1));
    Behaviour {
        fought: share(did.fought, did.units),
        idle: share(did.idle, did.turns),
        charges: share(did.charges, did.turns),
        rash: share(did.rash, did.charges),
    }
}
