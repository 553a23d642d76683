//! Whole or not at all: a choice, or the setting up, whose dice are missing at any point changes nothing, and
//! with the same faces given by hand it ends in the same state as with the stream.

use crate::json::say;
use crate::report::{Broken, Summary};
use crate::trial::Trial;
use crate::walk::{Found, Moment, hash, walk};
use dice::{Given, RuleId};
use umpire::{Answer, Battle, Chance, Choice, DiceFrom, Entry, Game, Journal, Opening};

/// The law *nothing is half-applied*.
pub fn atomic<G: Game>(trial: &Trial) -> Result<Summary, Broken> {
    let mut by_hand: Option<Battle<G>> = None;
    walk::<G>("atomic", trial, |m| {
        if m.first {
            set_up(m)?;
        }
        let entries = m.battle.journal().entries.len();
        // A battle by hand goes along with the one from the stream; a new one begins where that is new.
        let mut hand = match by_hand.take().filter(|hand| goes_along(hand, m.battle)) {
            Some(hand) => hand,
            None => copy_by_hand(m.battle.journal())?,
        };
        let choice = m.draft()?.choice();
        m.play(choice.clone())?;
        let new = m.battle.journal().entries[entries..].iter();
        let given: Vec<Given> = new.flat_map(Entry::rolls).map(Given::from).collect();
        in_steps(m, &mut hand, &choice, &given)?;
        by_hand = Some(hand);
        Ok(())
    })
}

/// Opens the battle again by hand: with no face, then one roll more each time, then one too many, then all.
fn set_up<G: Game>(m: &mut Moment<'_, G>) -> Found {
    let journal = m.battle.journal().clone();
    let chance = Chance { dice: DiceFrom::ByHand, ..journal.chance.clone() };
    let given: Vec<Given> = journal.rolls().map(Given::from).collect();
    let open = |given: &[Given]| {
        let (scenario, chance) = (journal.scenario.clone(), chance.clone());
        Battle::<G>::open(Opening { scenario, chance, given: given.to_vec() })
    };
    for n in 0..given.len() {
        match open(&given[..n]) {
            Err(Answer::Needs(needs)) if needs.rule == given[n].rule => {
                m.count("missing rolls while setting up");
            }
            Err(answer) => return Err(format!("set up with {n} of {} rolls: {}", given.len(), say(&answer))),
            Ok(_) => return Err(format!("with {n} of {} rolls it was set up", given.len())),
        }
    }
    if open(&too_many(&given)).is_ok() {
        return Err("faces that no roll asked for were accepted while setting up".to_owned());
    }
    let opened = open(&given).map_err(|answer| format!("set up with all rolls: {}", say(&answer)))?;
    if hash(&opened) != hash(m.battle) {
        return Err("set up by hand it begins in another state than by the stream".to_owned());
    }
    Ok(())
}

/// These rolls and one that nobody asks for.
fn too_many(given: &[Given]) -> Vec<Given> {
    let mut given = given.to_vec();
    given.push(Given::new(RuleId::new("XX-XX-99"), &[1]));
    given
}

fn goes_along<G: Game>(hand: &Battle<G>, stream: &Battle<G>) -> bool {
    let (a, b) = (hand.journal(), stream.journal());
    a.chance.seed == b.chance.seed && a.entries.len() == b.entries.len() && hash(hand) == hash(stream)
}

/// The same battle so far, its further dice given by hand.
fn copy_by_hand<G: Game>(journal: &Journal) -> Result<Battle<G>, String> {
    let mut copy = journal.clone();
    copy.chance.dice = DiceFrom::ByHand;
    Battle::replay(&copy, None).map_err(|answer| say(&answer))
}

/// Gives no face, then one roll more each time, then one too many, then all.
fn in_steps<G: Game>(
    m: &mut Moment<'_, G>,
    hand: &mut Battle<G>,
    choice: &Choice<G::Step>,
    given: &[Given],
) -> Found {
    let with = |given: &[Given]| Choice { given: given.to_vec(), ..choice.clone() };
    let before = (hash(hand), hand.journal().entries.len());
    for n in 0..given.len() {
        match hand.play(with(&given[..n])) {
            Err(Answer::Needs(needs)) if needs.rule == given[n].rule => m.count("missing rolls"),
            Err(answer) => return Err(format!("with {n} of {} rolls: {}", given.len(), say(&answer))),
            Ok(()) => return Err(format!("with {n} of {} rolls it was played", given.len())),
        }
        if (hash(hand), hand.journal().entries.len()) != before {
            return Err(format!("{:?} without its {}. roll was half applied", choice.steps, n + 1));
        }
    }
    if hand.play(with(&too_many(given))).is_ok() {
        return Err("faces that no roll asked for were accepted".to_owned());
    }
    if (hash(hand), hand.journal().entries.len()) != before {
        return Err(format!("{:?} with a face too many was half applied", choice.steps));
    }
    hand.play(with(given)).map_err(|answer| format!("with all rolls: {}", say(&answer)))?;
    if hash(hand) != hash(m.battle) {
        return Err(format!("{:?} by hand ends in another state than by the stream", choice.steps));
    }
    Ok(())
}
