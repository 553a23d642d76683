//! Replay: a journal becomes a battle again, and must come out the same.

use crate::RuleId;
use crate::answer::{Answer, Code};
use crate::battle::{Act, Battle, LONGEST_SCENARIO, to_value};
use crate::chance::{Supply, alike, follow};
use crate::game::Game;
use crate::journal::{Entry, FORMAT, Heard, Journal, Log, Resumed, Snapshot, StateHash, Told};
use crate::seat::Seats;
use crate::tell::Line;
use dice::Given;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;

/// A battle read from its journal.
pub struct Replayed<G: Game> {
    /// The battle, ready to go on.
    pub battle: Battle<G>,
    /// How it differs from what was written, if the rules changed meanwhile.
    pub drift: Option<Drift>,
    /// How many entries were played again.
    pub replayed: usize,
}

/// A battle whose rules changed under it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Drift {
    /// The first entry that no longer replays, counted from 0.
    pub entry: usize,
    /// How many entries are kept: the battle goes on from the state stored after them.
    pub kept: usize,
    /// The rules that changed.
    pub rules: Vec<RuleId>,
}

impl<G: Game> Battle<G> {
    /// Replays a journal, or its first `upto` entries. Every state must have the hash that was written.
    pub fn replay(journal: &Journal, upto: Option<usize>) -> Result<Self, Answer> {
        let end = upto.unwrap_or(usize::MAX).min(journal.entries.len());
        let mut battle = Self::start(journal).map_err(|(_, answer)| answer)?;
        battle.redo(&journal.entries[..end]).map_err(|(_, answer)| answer)?;
        // Whatever is played from here on is played by these rules.
        battle.journal.rules = G::RULES;
        Ok(battle)
    }

    /// Reads a journal to go on with it. If its rules are older than the program's and it no longer replays,
    /// the battle goes on from its last stored state that can still be read.
    pub fn resume(journal: &Journal) -> Result<Replayed<G>, Answer> {
        let tried = Self::start(journal).and_then(|mut battle| match battle.redo(&journal.entries) {
            Ok(()) => Ok(battle),
            Err(fault) => Err(fault),
        });
        match tried {
            Ok(mut battle) => {
                battle.journal.rules = G::RULES;
                Ok(Replayed { battle, drift: None, replayed: journal.entries.len() })
            }
            // A battle goes another way only by rules that changed.
            Err((entry, _)) if !changed::<G>(journal.rules).is_empty() => Self::drifted(journal, entry),
            Err((_, answer)) => Err(answer),
        }
    }

    /// Does what was decided elsewhere: the entries that follow those of this battle. Every state must have the
    /// hash that was written; if one has not, the battle is left before that entry.
    pub fn follow(&mut self, entries: &[Entry]) -> Result<(), Answer> {
        self.redo(entries).map_err(|(_, answer)| answer)
    }

    /// The state before the first entry.
    fn start(journal: &Journal) -> Result<Self, (usize, Answer)> {
        Self::started(journal).map_err(|answer| (0, answer))
    }

    fn started(journal: &Journal) -> Result<Self, Answer> {
        check_head::<G>(journal)?;
        let first = journal.snapshots.iter().filter(|s| s.after == 0).cloned().collect();
        let head = with(journal, Vec::new(), first);
        let (truth, told, position) = match &journal.resumed {
            Some(resumed) => {
                let told = |h: &Heard| Arc::new(Told { entries: 0, to: h.to, line: h.line.clone() });
                let position = follow(&journal.chance.battle_seed()?, 0, &resumed.rolls)?;
                (stored::<G>(&resumed.state)?, resumed.told.iter().map(told).collect(), position)
            }
            None => Self::begin_again(journal)?,
        };
        if StateHash::of(&truth) != journal.hash {
            return Err(bad("the battle begins in another state than was written"));
        }
        if G::seats(&truth) != journal.seats {
            return Err(bad("other seats are written than this battle has"));
        }
        Ok(Self::new(head, truth, told, position))
    }

    fn begin_again(journal: &Journal) -> Result<(G::State, Log, u64), Answer> {
        let mut supply = Supply::given(journal.begin.iter().map(Given::from).collect(), 0);
        let (truth, told) = Self::begin(&journal.scenario, &journal.chance, &mut supply)?;
        if !alike(&supply.since_last(), &journal.begin) {
            return Err(bad("other rolls are written than setting up needs"));
        }
        supply.finish()?;
        let position = follow(&journal.chance.battle_seed()?, 0, &journal.begin)?;
        Ok((truth, told, position))
    }

    /// Does recorded entries again. On failure, which entry it was.
    pub(crate) fn redo(&mut self, entries: &[Entry]) -> Result<(), (usize, Answer)> {
        let seed = self.journal.chance.battle_seed().map_err(|answer| (0, answer))?;
        let mut next = 0;
        while let Some(entry) = entries.get(next) {
            let fault = |n: usize| move |answer| (n, about(n, answer));
            match entry {
                Entry::Undo { seat, hash } => {
                    self.accept(self.decide_undo(*seat).map_err(fault(next))?);
                    if StateHash::of(&self.truth) != *hash {
                        return Err(fault(next)(bad("the state after it is another")));
                    }
                    next += 1;
                }
                Entry::Close { seat, closed } => {
                    self.act(Act::Close(*seat)).map_err(fault(next))?;
                    if self.closed != *closed {
                        return Err(fault(next)(bad("it did not close the battle so")));
                    }
                    next += 1;
                }
                Entry::Play { .. } => {
                    // The umpire's own answers belong to the choice before them: one decision.
                    let mut decision = self.nothing();
                    loop {
                        decision.replay(&entries[next], &seed).map_err(fault(next))?;
                        next += 1;
                        if !matches!(entries.get(next), Some(Entry::Play { forced: true, .. })) {
                            break;
                        }
                    }
                    self.accept(decision);
                }
            }
        }
        Ok(())
    }

    /// Goes on from the last stored state that can still be read. What was played after it is lost, but its dice
    /// do not fall again: everybody has seen them.
    fn drifted(journal: &Journal, entry: usize) -> Result<Replayed<G>, Answer> {
        if journal.closed() {
            return Err(bad("it is closed, and the rules by which it was played have changed since"));
        }
        let read = |s: &Snapshot| Some((s.after, stored::<G>(&s.state).ok().filter(|_| s.whole())?));
        let first = || Some((0, stored::<G>(&journal.resumed.as_ref()?.state).ok()?));
        let Some((kept, truth)) = journal.snapshots.iter().rev().find_map(read).or_else(first) else {
            return Err(bad("the rules changed since, and no stored state can still be read"));
        };
        let ids = changed::<G>(journal.rules);
        let names: Vec<String> = ids.iter().map(ToString::to_string).collect();
        let note = format!(
            "The rules of {} changed since this battle began ({}). It goes on from where it was after \
             {kept} of {} choices.",
            G::NAME,
            names.join(", "),
            journal.entries.len()
        );
        // What was told before the first difference can still be told; what came after is gone with it.
        let before = Self::replay(journal, Some(entry.min(kept))).ok();
        let told = before.map(|b| b.told).unwrap_or_default();
        let mut told: Vec<Heard> = told.iter().map(|t| Heard { to: t.to, line: t.line.clone() }).collect();
        told.push(Heard { to: Seats::EVERYBODY, line: Line::new(note) });
        let state = to_value(&truth);
        let resumed =
            Resumed { rules: journal.rules, state, rolls: journal.rolls().cloned().collect(), told };
        let fresh = Journal {
            rules: G::RULES,
            hash: StateHash::of(&truth),
            entries: Vec::new(),
            snapshots: Vec::new(),
            resumed: Some(resumed),
            ..journal.clone()
        };
        let battle = Self::started(&fresh)?;
        Ok(Replayed { battle, drift: Some(Drift { entry, kept, rules: ids }), replayed: entry })
    }
}

/// A stored state. A true state has no blank facts: one that has was not stored by us.
pub(crate) fn stored<G: Game>(state: &Value) -> Result<G::State, Answer> {
    if has_blank_fact(state) {
        return Err(bad("a stored state has a blank fact"));
    }
    G::State::deserialize(state).map_err(|e| bad(format!("a stored state cannot be read: {e}")))
}

/// Is there, anywhere in it, a fact without its value?
fn has_blank_fact(value: &Value) -> bool {
    match value {
        Value::Object(fields) => {
            let blank =
                fields.len() == 2 && fields.contains_key("to") && fields.get("value") == Some(&Value::Null);
            blank || fields.values().any(has_blank_fact)
        }
        Value::Array(list) => list.iter().any(has_blank_fact),
        _ => false,
    }
}

/// The same journal with other entries and stored states.
pub(crate) fn with(journal: &Journal, entries: Vec<Entry>, snapshots: Vec<Snapshot>) -> Journal {
    Journal {
        format: journal.format,
        game: journal.game.clone(),
        rules: journal.rules,
        scenario: journal.scenario.clone(),
        seats: journal.seats.clone(),
        chance: journal.chance.clone(),
        commitment: journal.commitment.clone(),
        begin: journal.begin.clone(),
        hash: journal.hash,
        entries,
        snapshots,
        resumed: journal.resumed.clone(),
    }
}

/// The longest name of a scenario that is read, in bytes.
const LONGEST_NAME: usize = 1000;

pub(crate) fn check_head<G: Game>(journal: &Journal) -> Result<(), Answer> {
    if journal.format != FORMAT {
        return Err(bad(format!("its format is {}; this program reads {FORMAT}", journal.format)));
    }
    if journal.game != G::NAME {
        return Err(bad(format!("it is a battle of {}, not of {}", journal.game, G::NAME)));
    }
    if journal.rules > G::RULES {
        let (theirs, ours) = (journal.rules, G::RULES);
        return Err(bad(format!("it was played by rules {theirs}; this program knows rules up to {ours}")));
    }
    if journal.resumed.as_ref().is_some_and(|resumed| resumed.rules > journal.rules) {
        return Err(bad("it goes on from rules that are newer than its own"));
    }
    let scenario = &journal.scenario;
    if scenario.text.len() > LONGEST_SCENARIO || scenario.name.len() > LONGEST_NAME {
        return Err(bad(format!(
            "its scenario is longer than {LONGEST_SCENARIO} bytes, or its name than {LONGEST_NAME}"
        )));
    }
    if journal.commitment != journal.chance.commitment()? {
        return Err(bad("its seed is not the one whose hash was published"));
    }
    Ok(())
}

/// The rules that changed since a version, sorted.
fn changed<G: Game>(since: u32) -> Vec<RuleId> {
    let newer = G::CHANGES.iter().filter(|change| change.rules > since && change.rules <= G::RULES);
    let mut ids: Vec<RuleId> = newer.flat_map(|c| c.ids).filter_map(|id| id.parse().ok()).collect();
    ids.sort();
    ids.dedup();
    ids
}

pub(crate) fn bad(sentence: impl Into<String>) -> Answer {
    Answer::error(Code::BadJournal, sentence)
}

fn about(entry: usize, answer: Answer) -> Answer {
    let why = match answer {
        Answer::Refused(why) => {
            why.iter().map(|r| format!("{} {}", r.rule, r.sentence)).collect::<Vec<_>>().join("; ")
        }
        Answer::Needs(needs) => format!("no faces for {} ({})", needs.purpose, needs.rule),
        Answer::Error(trouble) => trouble.sentence,
    };
    bad(format!("entry {} does not replay: {why}", entry + 1))
}
