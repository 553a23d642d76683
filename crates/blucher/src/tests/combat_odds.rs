//! The odds of combat, against every way in which the dice can fall in play.

use super::fight::{Fight, fight};
use crate::combat::{self, odds};
use crate::event::Event;
use crate::knowledge;
use crate::play;
use crate::state::{Left, Phase, State};
use crate::step::Step;
use dice::odds::Ratio;
use dice::{Dice, Faces, NeedsDice, Why};
use std::collections::BTreeMap;
use umpire::{Odds, Seat, Seats, Viewer};

/// Dice that show given numbers of successes, and then ask for more.
struct Branch<'a> {
    given: &'a [u8],
    used: usize,
}

impl Dice for Branch<'_> {
    fn roll(&mut self, why: Why, count: u8, sides: u32) -> Result<Faces, NeedsDice> {
        if count == 0 || why.rule.as_str() == "BL-MOM-01" {
            return Ok(Faces::from_elem(1, usize::from(count)));
        }
        let successes = *self.given.get(self.used).ok_or(NeedsDice { why, count, sides })?;
        self.used += 1;
        Ok((0..count).map(|i| if i < successes { 6 } else { 1 }).collect())
    }
}

/// Plays a combat phase to its end; nobody advances who need not. Every step is one that is offered.
fn to_the_end(start: &State, given: &[u8]) -> Result<(State, Vec<(Seats, Event)>), NeedsDice> {
    let (mut state, mut told) = (start.clone(), Vec::new());
    let mut dice = Branch { given, used: 0 };
    combat::begin(&mut state, &mut dice, &mut told)?;
    while let Phase::Combat(_) = state.phase {
        let offered = combat::steps(&state);
        let step =
            if offered.contains(&Step::EndAdvances) { Some(&Step::EndAdvances) } else { offered.first() };
        let step = step.unwrap_or_else(|| panic!("nothing is offered")).clone();
        let side = crate::draft::asked(&state).unwrap_or_else(|| panic!("nobody is asked"));
        crate::draft::add(&mut state.clone(), side, &[], &step).unwrap_or_else(|why| panic!("{why:?}"));
        play::play(&mut state, side, &[step], &mut dice, &mut told)?;
    }
    Ok((state, told))
}

/// What became of a unit, in the words of the odds.
fn end(fight: &Fight, told: &[(Seats, Event)], state: &State, name: &str, defends: bool) -> String {
    let id = fight.id(name);
    let sum = |event: &Event| match event {
        Event::Fatigued { unit, fatigues, .. } if unit.id == id => *fatigues,
        _ => 0,
    };
    let fatigues: u8 = told.iter().map(|(_, event)| sum(event)).sum();
    let back = told
        .iter()
        .any(|(_, e)| matches!(e, Event::Moved { unit, how, .. } if unit.id == id && how == "retreat"));
    let won = told.iter().any(
        |(_, e)| matches!(e, Event::Scores { unit, defence, attack } if unit.id == id && attack <= defence),
    );
    let taken = match fatigues {
        0 => String::new(),
        1 => "takes 1 fatigue and ".to_owned(),
        n => format!("takes {n} fatigues and "),
    };
    if state.gone.iter().any(|gone| gone.unit.id == id && gone.how == Left::Broken) {
        format!("{name} breaks")
    } else if back {
        format!("{name} {taken}retreats")
    } else if defends && won {
        format!("{name} wins, {taken}stands")
    } else {
        format!("{name} {taken}stands")
    }
}

/// In how many ways k of n dice succeed.
fn ways(n: u8, k: u8) -> u128 {
    (0..u128::from(k)).fold(1, |ways, i| ways * (u128::from(n) - i) / (i + 1))
}

/// The chances of a unit by playing every branch.
fn by_playing(fight: &Fight, name: &str, defends: bool) -> BTreeMap<String, Ratio> {
    let mut found: BTreeMap<String, (u128, u128)> = BTreeMap::new();
    // (successes so far, weight over 2^dice, dice)
    let mut open: Vec<(Vec<u8>, u128, u32)> = vec![(Vec::new(), 1, 0)];
    while let Some((given, weight, thrown)) = open.pop() {
        match to_the_end(&fight.state, &given) {
            Err(needs) => {
                for successes in 0..=needs.count {
                    let mut given = given.clone();
                    given.push(successes);
                    let weight = weight * ways(needs.count, successes);
                    open.push((given, weight, thrown + u32::from(needs.count)));
                }
            }
            Ok((state, told)) => {
                // Weights of different depths are brought to a common 2^40.
                let weight = weight << (40 - thrown);
                let sum = found.entry(end(fight, &told, &state, name, defends)).or_insert((0, 1 << 40));
                sum.0 += weight;
            }
        }
    }
    let ratio = |(num, den): (u128, u128)| Ratio::new(num, den).unwrap_or(Ratio::ZERO);
    found.into_iter().map(|(words, sum)| (words, ratio(sum))).collect()
}

pub(super) fn told(odds: &Odds) -> BTreeMap<String, Ratio> {
    assert_eq!(odds.cases.len(), 1);
    odds.cases[0].chances.iter().map(|(words, ratio)| (words.to_string(), *ratio)).collect()
}

/// Compares the odds of all units in a fight with every branch of play.
pub(super) fn agrees(text: &str, pairs: &[(&str, &str)]) {
    let fight = fight(text, pairs);
    let all = odds::odds(&fight.state);
    let mut defenders: Vec<&str> = pairs.iter().map(|(_, d)| *d).collect();
    let mut attackers: Vec<&str> = pairs.iter().map(|(a, _)| *a).collect();
    defenders.dedup();
    attackers.dedup();
    assert_eq!(all.len(), defenders.len() + attackers.len());
    let units = defenders.iter().map(|d| (*d, true)).chain(attackers.iter().map(|a| (*a, false)));
    for (odds, (name, defends)) in all.iter().zip(units) {
        assert_eq!(told(odds), by_playing(&fight, name, defends), "{name} of {text}");
    }
}

#[test]
fn odds_by_hand_infantry_three_dice_against_two() {
    // Of 32: a − d = 1 in 10, more in 6; the defender holds in 16.
    let fight = fight("A blue inf 5,5,0 elan=3; X red inf 5,5,180 elan=2", &[("A", "X")]);
    let all = odds::odds(&fight.state);
    let ratio = |num, den| Ratio::new(num, den).unwrap_or(Ratio::ZERO);
    let map = |list: &[(&str, Ratio)]| -> BTreeMap<String, Ratio> {
        list.iter().map(|(words, ratio)| ((*words).to_owned(), *ratio)).collect()
    };
    assert_eq!(
        told(&all[0]),
        map(&[
            ("X wins, takes 1 fatigue and stands", ratio(1, 2)),
            ("X takes 1 fatigue and retreats", ratio(5, 16)),
            ("X breaks", ratio(3, 16)),
        ])
    );
    assert_eq!(
        told(&all[1]),
        map(&[
            ("A takes 1 fatigue and stands", ratio(1, 2)),
            ("A takes 2 fatigues and retreats", ratio(1, 2))
        ])
    );
}

#[test]
fn odds_by_hand_infantry_attacks_cavalry() {
    // Each attack die counts with 1/4. Of 256: the cavalry wins in 198, loses by one in 46, by more in 12; a
    // winner is forced back by infantry of elan 3, which two fatigues do not break.
    let fight = fight("A blue inf 5,5,0 elan=3; X red cav 5,5,180 elan=2", &[("A", "X")]);
    let all = odds::odds(&fight.state);
    let chance = |odds: &Odds, words: &str| told(odds).get(words).copied().unwrap_or(Ratio::ZERO);
    let ratio = |num, den| Ratio::new(num, den).unwrap_or(Ratio::ZERO);
    assert_eq!(chance(&all[0], "X takes 1 fatigue and retreats"), ratio(244, 256));
    assert_eq!(chance(&all[0], "X breaks"), ratio(12, 256));
    assert_eq!(chance(&all[1], "A takes 2 fatigues and stands"), ratio(198, 256));
    assert_eq!(chance(&all[1], "A takes 1 fatigue and stands"), ratio(58, 256));
}

#[test]
fn odds_are_summed_up_above_their_rows() {
    let head = |odds: &Odds| (odds.modifiers[0].phrase.to_string(), odds.modifiers[0].by);
    let heads = |text: &str| {
        let all = odds::odds(&fight(text, &[("A", "X")]).state);
        all.iter().map(head).collect::<Vec<_>>()
    };
    // As above: 58 of 256 are 22.66 %; whether it wins or loses the cavalry goes back, and the infantry stands.
    let horse = "the attack succeeds: 22.7 %; X goes back or breaks: 100.0 %".to_owned();
    let foot = "A goes back or breaks: 0.0 %".to_owned();
    assert_eq!(heads("A blue inf 5,5,0 elan=3; X red cav 5,5,180 elan=2"), [(horse, None), (foot, None)]);
    // One die each: the attacker alone succeeds once in four. Whoever wins, a defender of elan 1 breaks by its last
    // fatigue (BL-RES-07), and so does the attacker.
    let one = "the attack succeeds: 25.0 %; X goes back or breaks: 100.0 %".to_owned();
    let other = "A goes back or breaks: 100.0 %".to_owned();
    assert_eq!(heads("A blue inf 5,5,0 elan=1; X red inf 5,5,180 elan=1"), [(one, None), (other, None)]);
    // Where it hangs on a card that is not known each case has its own sum.
    let hidden = fight("A blue inf 5,5,0 elan=3; X red cav 5,5,180 elan=6 concealed", &[("A", "X")]);
    let mut known = hidden.state.clone();
    knowledge::redact(&mut known, Viewer::Seat(Seat::FIRST));
    let all = odds::odds_of_charge(&known, hidden.id("A"));
    assert!(all[0].modifiers.iter().all(|row| !row.phrase.contains("succeeds")), "{:?}", all[0].modifiers);
    let given = all[0].cases[1].given.clone().unwrap_or_default();
    assert!(given.ends_with("; the concealed unit goes back or breaks: 100.0 %"), "{given}");
}

#[test]
fn bl_res_31_the_odds_say_that_a_battery_has_its_last_ammunition() {
    let says = |marks: u8| {
        let text = format!("A blue cav 5,5,0 elan=4; X red art 5,5,180 ammo=3,2 marks={marks}");
        let all = odds::odds(&fight(&text, &[("A", "X")]).state);
        let row = all[0].modifiers.iter().find(|row| row.rule.as_str() == "BL-RES-31");
        row.map(|row| row.phrase.to_string())
    };
    assert_eq!(says(0), None);
    assert_eq!(says(1).as_deref(), Some("X: its last ammunition, after the combat it leaves the table"));
}

#[test]
fn bl_ret_27_the_odds_say_who_has_nowhere_to_retreat() {
    let rows = |text: &str, unit: usize| -> Vec<String> {
        let all = odds::odds(&fight(text, &[("A", "X")]).state);
        let about = |row: &&umpire::Modifier| row.phrase.contains("as all stand now");
        all[unit].modifiers.iter().filter(about).map(|row| format!("{}: {}", row.rule, row.phrase)).collect()
    };
    let text = "A blue inf 10,10,0; X red inf 10,10,180";
    assert_eq!([rows(text, 0), rows(text, 1)], [[""; 0], [""; 0]], "both may go back");
    let around = "L red inf 9.2,9.5,90; R red inf 10.8,9.5,270; B red inf 10,8.7,0";
    let broken = "BL-RET-27: as all stand now A has nowhere to retreat: if it must, it is broken";
    assert_eq!(rows(&format!("{text}; {around}"), 1), [broken]);
    // BL-RET-26: behind X is the edge of its own side, behind it there may be the enemy's (BL-RET-25).
    let edge = "A blue inf 10,15,0; X red inf 10,15,180";
    let leaves = "BL-RET-26: as all stand now X can retreat only off the table";
    assert_eq!(rows(&format!("{edge}; edge north red 0 24"), 0), [leaves]);
    let lost = "BL-RET-25: as all stand now X can retreat only off the table, which breaks it";
    assert_eq!(rows(&format!("{edge}; edge north blue 0 24"), 0), [lost]);
}

#[test]
fn odds_agree_with_every_branch_of_play() {
    agrees("A blue inf 5,5,0 elan=3; X red inf 5,5,180 elan=2", &[("A", "X")]);
    agrees("A blue inf 5,5,0 elan=3; X red cav 5,5,180 elan=2", &[("A", "X")]);
    agrees("A blue inf 5,5,0 elan=2; X red cav 5,5,180 elan=3", &[("A", "X")]);
    agrees("A blue cav 5,5,0 elan=3 shock; X red inf 5,5,180 elan=3 prepared steady", &[("A", "X")]);
    agrees("A blue cav 5,4,0 elan=3; X red inf 5,5,0 elan=3", &[("A", "X")]);
    agrees("A blue cav 5,5,0 elan=4; X red art 5,5,180 ammo=3,2", &[("A", "X")]);
}

#[test]
fn odds_agree_with_every_branch_of_play_in_wider_combats() {
    let two = "A blue inf 5,5,0 elan=3; X red inf 4.7,5,180 elan=2; Y red art 5.7,5,180 ammo=2,1";
    agrees(two, &[("A", "X"), ("A", "Y")]);
    let horse = "A blue inf 5,5,0 elan=3; X red cav 4.7,5,180 elan=2; Y red inf 5.7,5,180 elan=2";
    agrees(horse, &[("A", "X"), ("A", "Y")]);
    let both = "A blue inf 5,5,0 elan=2; B blue cav 4.5,5.5,90 elan=2; X red inf 5,5,180 elan=3";
    agrees(both, &[("A", "X"), ("B", "X")]);
}

#[test]
fn odds_name_what_counts_in_the_books_order() {
    let fight =
        fight("A blue cav 5,5,0 shock; X red inf 5,5,180 steady prepared; rocky 4,5.5 6,7", &[("A", "X")]);
    let all = odds::odds(&fight.state);
    let ids: Vec<String> = all[0].modifiers.iter().map(|m| m.rule.to_string()).collect();
    // Each list begins with the elan of its unit.
    assert_eq!(ids[1..], ["BL-CBT-06", "BL-CBT-14", "BL-CBT-15", "BL-CBT-06", "BL-CBT-13", "BL-CBT-44"]);
    assert_eq!((all[0].modifiers[1].by, all[0].modifiers[4].by), (Some(6), Some(6)));
    // What is rolled again are successes: whoever does so can only lose by it.
    assert_eq!(all[0].modifiers[6].phrase, "A rolls its successes again (worse for it)");
    assert_eq!(all[0].title, "A against X: 7 dice");
}

#[test]
fn odds_against_a_concealed_unit_have_a_case_for_each_arm() {
    let fight = fight("A blue inf 5,5,0 elan=3; X red cav 5,5,180 elan=6 concealed", &[("A", "X")]);
    let mut known = fight.state.clone();
    knowledge::redact(&mut known, Viewer::Seat(Seat::FIRST));
    let all = odds::odds_of_charge(&known, fight.id("A"));
    let given = |odds: &Odds| -> Vec<String> {
        let given = odds.cases.iter().map(|case| case.given.clone().unwrap_or_default());
        given.map(|given| given.split(" – ").next().unwrap_or_default().to_owned()).collect()
    };
    let arms = [
        "if it is infantry with elan 6",
        "if it is cavalry with elan 6",
        "if it is artillery with ammunition 5",
    ];
    assert_eq!(
        (given(&all[0]), given(&all[1])),
        (arms.map(str::to_owned).to_vec(), arms.map(str::to_owned).to_vec())
    );
    // The case of cavalry is what comes if it is.
    let truth = odds::odds_of_charge(&fight.state, fight.id("A"));
    assert_eq!(all[1].cases[1].chances, truth[1].cases[0].chances);
    // Once its arm is known (BL-AMB-30) the others are left out.
    if let Some(unit) = known.unit_mut(fight.id("X")) {
        unit.arm.imagine(|| crate::card::Arm::Cavalry);
    }
    assert_eq!(given(&odds::odds_of_charge(&known, fight.id("A"))[0]), arms[1..2]);
}
