//! One battle, fought and watched. The lab holds the truth and hands each player what its seat knows.

use crate::reader::Reader;
use crate::record::{Record, Row};
use crate::watch::{Watch, plain};
use dice::{Hex, Seed, Stream};
use marshal::{Budget, Chosen, Level, judged};
use std::collections::BTreeSet;
use umpire::{
    Begin, Handles, Judgement, Known, Mute, Outcome, Prompt, Scenario, Seat, SeatInfo, Seats, Staff,
    StateHash, Viewer,
};

/// No battle of any game takes so many choices, nor so many turns.
pub(crate) const LONGEST: u32 = 20_000;

/// A battle to be fought.
pub struct Bout<'a> {
    /// Its number.
    pub battle: u64,
    /// The scenario.
    pub scenario: &'a Scenario,
    /// The level of each side's player.
    pub levels: [Level; 2],
    /// How many plans a player may judge or play out for one choice.
    pub work: u64,
    /// All chance follows from this.
    pub seed: Seed,
    /// Are the players' intents kept?
    pub trace: bool,
}

/// A battle that was fought.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fought {
    /// What is written of it.
    pub record: Record,
    /// What the players meant to do, if that was asked for.
    pub trace: Vec<String>,
}

/// A battle under way.
struct Field<'a, G: Staff> {
    bout: &'a Bout<'a>,
    reader: &'a Reader<G>,
    truth: G::State,
    seats: Vec<SeatInfo>,
    dice: Stream,
    watch: Watch,
    luck: [i64; 2],
    turn: u32,
    choices: u32,
    trace: Vec<String>,
}

/// Sets a battle up.
pub(crate) fn begin<G: Staff>(
    scenario: &Scenario,
    seed: &Seed,
    dice: &mut Stream,
) -> Result<G::State, String> {
    let mut draw = Stream::new(&seed.nth(1));
    let mut next = move || draw.die(u32::MAX) - 1;
    G::begin(scenario, &mut Handles::new(&mut next), dice, &mut Mute).map_err(|why| match why {
        Begin::Problems(problems) => {
            let list: Vec<String> = problems.iter().map(|p| format!("{}: {p}", scenario.name)).collect();
            list.join("\n")
        }
        Begin::Needs(needs) => needs.to_string(),
    })
}

/// Fights a battle. Everything follows from the bout; one that does not end is a record too, with a note.
pub(crate) fn fight<G: Staff>(bout: &Bout<'_>, reader: &Reader<G>) -> Fought {
    let mut dice = Stream::new(&bout.seed.nth(0));
    let truth = match begin::<G>(bout.scenario, &bout.seed, &mut dice) {
        Ok(truth) => truth,
        Err(why) => return failed(bout, &why),
    };
    let seats = G::seats(&truth);
    let mut field = Field {
        bout,
        reader,
        truth,
        seats,
        dice,
        watch: Watch::default(),
        luck: [0; 2],
        turn: 0,
        choices: 0,
        trace: Vec::new(),
    };
    field.watch.begins(&G::scene(&field.all()));
    let ended = field.fight_on();
    field.close(ended)
}

/// The record of a battle of which nothing is known but why.
pub(crate) fn failed(bout: &Bout<'_>, why: &str) -> Fought {
    let row = Row {
        battle: bout.battle,
        seed: Hex::from(bout.seed.reveal()).to_string(),
        note: plain(why),
        ..Row::default()
    };
    Fought { record: Record { row, ..Record::default() }, trace: Vec::new() }
}

impl<G: Staff> Field<'_, G> {
    fn all(&self) -> Known<G> {
        Known::imagined(&self.truth, Viewer::All)
    }

    fn fight_on(&mut self) -> Result<Outcome, String> {
        while self.choices < LONGEST {
            let all = self.all();
            if let Some(outcome) = G::outcome(&all) {
                return Ok(outcome);
            }
            let prompts = G::prompts(&all);
            self.look_at_the_clock(&all, &prompts);
            let prompt = prompts.iter().find(|prompt| !prompt.answered);
            self.choice(&all, prompt.ok_or("nobody is asked, and the battle is not over")?)?;
        }
        Err(format!("the battle is not over after {LONGEST} choices"))
    }

    fn look_at_the_clock(&mut self, all: &Known<G>, prompts: &[Prompt<G::Step>]) {
        let turn = G::turn(&self.truth);
        if turn > self.turn {
            self.turn = turn;
            let asked = prompts.iter().filter(|prompt| !prompt.answered).filter_map(|p| self.side(p.seat));
            let asked: BTreeSet<u8> = asked.collect();
            self.watch.turn_begins(turn, &G::scene(all), asked);
        }
    }

    fn side(&self, seat: Seat) -> Option<u8> {
        self.seats.iter().find(|info| info.seat == seat).map(|info| info.side)
    }

    fn choice(&mut self, all: &Known<G>, prompt: &Prompt<G::Step>) -> Result<(), String> {
        let known = Known::<G>::imagined(&self.truth, prompt.seat);
        let judgement = if prompt.forced {
            let steps = prompt.fallback.as_deref().unwrap_or_default();
            G::judge(&known, steps).map_err(|why| format!("{why:?}"))?
        } else {
            let (chosen, judgement) = self.decide(&known, prompt)?;
            self.note(&known, &chosen);
            judgement
        };
        self.choices += 1;
        let (began, mut events) = (self.dice.position(), Vec::new());
        G::play(&mut self.truth, &judgement, &mut self.dice, &mut events)
            .map_err(|needs| needs.to_string())?;
        if self.dice.position() != began {
            self.dice_fell(all, &events);
        }
        Ok(())
    }

    fn decide(
        &self,
        known: &Known<G>,
        prompt: &Prompt<G::Step>,
    ) -> Result<(Chosen<G::Step>, Judgement<G>), String> {
        let seat = prompt.seat;
        let side = self.side(seat).ok_or_else(|| format!("there is no {seat}"))?;
        let level = *self.bout.levels.get(usize::from(side)).ok_or_else(|| format!("nobody plays {seat}"))?;
        let own = self.bout.seed.nth(2 + u64::from(seat.number()));
        let decided = judged(known, prompt.id, level, &Budget::work(self.bout.work), &own);
        decided.ok_or_else(|| format!("{level} has no choice for {seat}"))
    }

    fn note(&mut self, known: &Known<G>, chosen: &Chosen<G::Step>) {
        if self.bout.trace && !chosen.intent.is_empty() {
            self.trace.push(format!("turn {} {}: {}", self.turn, chosen.seat, chosen.intent));
        }
        let charges = (self.reader.charges)(known, &chosen.steps);
        let side = self.side(chosen.seat).map(usize::from);
        if let Some(row) = side.and_then(|side| self.watch.sides.get_mut(side)) {
            row.charges += charges.made;
            row.rash += charges.rash;
        }
    }

    /// Dice fell in a play: who fought, and how lucky was he? Units are looked at as they stood before, so that
    /// it is known where they were when they broke.
    fn dice_fell(&mut self, before: &Known<G>, events: &[(Seats, G::Event)]) {
        self.watch.see(&G::scene(before));
        for line in events.iter().map(|(_, event)| G::line(event)).filter(|line| !line.dice.is_empty()) {
            self.watch.fight(&line.pieces);
            // Whoever throws is named first.
            let thrower = line.pieces.first().and_then(|id| self.watch.side_of(*id));
            let luck = thrower.and_then(|side| self.luck.get_mut(usize::from(side)));
            if let Some((luck, scored)) = luck.zip(line.scored) {
                *luck += i64::from(scored.got) * 1000 - thousandths(scored.num, scored.den);
            }
        }
    }

    fn close(mut self, ended: Result<Outcome, String>) -> Fought {
        let scene = G::scene(&self.all());
        let mut record = std::mem::take(&mut self.watch).ends(&scene, self.bout.battle);
        let row = &mut record.row;
        row.seed = Hex::from(self.bout.seed.reveal()).to_string();
        row.choices = self.choices;
        row.hash = Hex::from(StateHash::of(&self.truth)).to_string();
        for (side, luck) in row.sides.iter_mut().zip(self.luck) {
            side.luck = luck as f64 / 1000.0;
        }
        match ended {
            Ok(outcome) => (row.winner, row.ended_by) = (outcome.winner, outcome.rule.to_string()),
            Err(why) => row.note = plain(&why),
        }
        Fought { record, trace: self.trace }
    }
}

/// A mean in thousandths, rounded.
fn thousandths(num: u64, den: u64) -> i64 {
    let (num, den) = (u128::from(num), u128::from(den.max(1)));
    ((num * 2000 + den) / (2 * den)) as i64
}

#[cfg(test)]
mod tests {
    use super::thousandths;

    #[test]
    fn means_are_rounded_to_thousandths() {
        assert_eq!(
            [(1, 6), (5, 6), (7, 2), (1, 2000)].map(|(num, den)| thousandths(num, den)),
            [167, 833, 3500, 1]
        );
    }
}
