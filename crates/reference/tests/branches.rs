//! A battle that begins where another was, or whose journal was cut, goes on and can be read again.

use dice::{Hex, Seed, Stream};
use reference::Picket;
use umpire::{
    Act, AnyBattle, Battle, Chance, Choice, DiceFrom, Entry, Game, Journal, Moment, Opening, Viewer,
};

fn chance(seed: u8) -> Chance {
    Chance { dice: DiceFrom::Stream, seed: Hex(vec![seed; 32]), added: Vec::new() }
}

/// Plays choices without names: one of what is offered, or the fallback.
fn play_on(battle: &mut Battle<Picket>, choices: usize, dice: &mut Stream) {
    for _ in 0..choices {
        let Some(seat) = battle.view(Viewer::Public, usize::MAX).awaited.first().copied() else { return };
        let known = battle.known_to(seat).unwrap();
        let prompt = Picket::prompts(&known).into_iter().find(|prompt| prompt.seat == seat).unwrap();
        let options = Picket::options(&known);
        let snaps = options.places.into_iter().flat_map(|place| place.snaps);
        let offers: Vec<_> = options.steps.into_iter().map(|offer| offer.step).chain(snaps).collect();
        let whole =
            |step: &_| Picket::judge(&known, std::slice::from_ref(step)).is_ok_and(|j| j.complete.is_ok());
        let offer = offers.get(dice.die(offers.len().max(1) as u32) as usize - 1).filter(|step| whole(*step));
        let steps = offer.map(|step| vec![step.clone()]).or(prompt.fallback).unwrap();
        let choice = Choice { seat, prompt: prompt.id, steps, id: None, given: Vec::new() };
        battle.act(Act::Play(choice)).unwrap();
    }
}

fn forced(journal: &Journal) -> usize {
    journal.entries.iter().filter(|entry| matches!(entry, Entry::Play { forced: true, .. })).count()
}

fn battle(seed: u8) -> Battle<Picket> {
    let scenario = reference::scenarios().swap_remove(1);
    let opening = Opening { scenario, chance: chance(seed), given: Vec::new() };
    let mut battle = Battle::<Picket>::open(opening).unwrap();
    play_on(&mut battle, 80, &mut Stream::new(&Seed::new([seed; 32])));
    battle
}

/// It is read again from its journal as the archive does it.
fn reads(battle: &Battle<Picket>, about: &str) {
    let again = Battle::<Picket>::resume_own(battle.journal());
    let again = again.unwrap_or_else(|why| panic!("{about}: {why:?}")).battle;
    assert_eq!(again.view(Viewer::All, 0), battle.view(Viewer::All, 0), "{about}");
    Battle::<Picket>::resume(battle.journal()).unwrap_or_else(|why| panic!("{about}: {why:?}"));
}

#[test]
fn a_battle_begins_at_any_line_of_another_and_is_read_again() {
    let mut met = 0;
    for seed in 1..=4 {
        let old = battle(seed);
        met += forced(old.journal());
        let any: &dyn AnyBattle = &old;
        for line in 0..old.view(Viewer::All, 0).lines.len() {
            // Where the other battle is over, nothing can go on.
            let Ok(journal) = any.branch(Moment::Line(Viewer::All, line), chance(9)) else { continue };
            let mut branch = Battle::<Picket>::resume(&journal).unwrap().battle;
            play_on(&mut branch, 4, &mut Stream::new(&Seed::new([7; 32])));
            reads(&branch, &format!("seed {seed}, line {line}"));
        }
    }
    assert!(met > 0, "the umpire answered nothing by itself");
}

/// Is there a question that the umpire answers by itself?
fn unanswered(battle: &Battle<Picket>) -> bool {
    Picket::prompts(&battle.known(Viewer::Public)).iter().any(|prompt| prompt.forced)
}

/// Between a choice and the umpire's own answer to it nobody can decide anything: a battle begins after both.
#[test]
fn a_branch_begins_where_somebody_must_decide() {
    let mut between = 0;
    for seed in 1..=4 {
        let old = battle(seed);
        let any: &dyn AnyBattle = &old;
        let mut begins = |at: Moment, there: Battle<Picket>| {
            // Where the other battle is over, nothing can go on.
            let Ok(journal) = any.branch(at, chance(9)) else { return };
            between += usize::from(unanswered(&there));
            let branch = Battle::<Picket>::resume(&journal).unwrap().battle;
            assert!(!unanswered(&branch), "seed {seed}, {at:?}");
        };
        for line in 0..old.view(Viewer::All, 0).lines.len() {
            begins(Moment::Line(Viewer::All, line), old.at_line(Viewer::All, line).unwrap());
        }
        for entries in 0..old.journal().entries.len() {
            begins(Moment::Entries(entries), Battle::replay(old.journal(), Some(entries)).unwrap());
        }
    }
    assert!(between > 1, "the umpire answered nothing by itself");
}

#[test]
fn a_journal_that_was_cut_anywhere_goes_on_and_is_read_again() {
    for seed in 1..=4 {
        let old = battle(seed);
        for kept in 0..old.journal().entries.len() {
            let mut journal = old.journal().clone();
            journal.entries.truncate(kept);
            journal.snapshots.retain(|state| state.after <= kept);
            let mut cut = Battle::<Picket>::resume_own(&journal).unwrap().battle;
            play_on(&mut cut, 3, &mut Stream::new(&Seed::new([8; 32])));
            reads(&cut, &format!("seed {seed}, {kept} entries kept"));
        }
    }
}
