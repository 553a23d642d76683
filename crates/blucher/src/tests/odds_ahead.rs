//! Odds of combats: of the division that is drafted, beside units that nobody knows, and none once the dice have
//! fallen.

use super::combat_odds::told;
use super::fight::fight;
use crate::Blucher;
use crate::combat::odds;
use crate::knowledge;
use crate::step::Step;
use crate::testing::field;
use dice::odds::Ratio;
use umpire::{Game, Known, Odds, Seat, Viewer};

#[test]
fn bl_cbt_30_odds_of_a_division_are_those_of_this_division() {
    let fight = fight(
        "A blue inf 5,5,0 elan=5; X red inf 4.5,5,180 elan=2; Y red inf 5.5,5,180 elan=2",
        &[("A", "X"), ("A", "Y")],
    )
    .begin("");
    let known = Known::<Blucher>::imagined(&fight.state, Seat::FIRST);
    let breaks = |division: &str| {
        let all = Blucher::odds(&known, &[fight.divide("A", division)]);
        let chance = |n: usize, words: &str| told(&all[n]).get(words).copied().unwrap_or(Ratio::ZERO);
        [chance(0, "X breaks"), chance(1, "Y breaks")]
    };
    // Elan 2 breaks if it is outscored by two: 3 dice against 2 in 6 of 32 cases, 2 against 2 in 1 of 16.
    let [three, two] = [(3, 16), (1, 16)].map(|(num, den)| Ratio::new(num, den).unwrap_or(Ratio::ZERO));
    assert_eq!(breaks("X3 Y2"), [three, two]);
    assert_eq!(breaks("X2 Y3"), [two, three]);
}

#[test]
fn bl_cbt_05_when_the_dice_have_fallen_there_are_no_odds() {
    let fight = fight("A blue inf 5,5,0 elan=5; X red inf 5,5,180 elan=3", &[("A", "X")]).begin("34=0 35=2");
    let known = Known::<Blucher>::imagined(&fight.state, Seat::SECOND);
    let back = Step::Retreat { unit: fight.id("X"), bearing: 180 };
    assert_eq!(Blucher::odds(&known, &[back]), Vec::new());
}

/// The cases of an odds card by what is given.
fn given(odds: &Odds) -> Vec<String> {
    odds.cases.iter().map(|case| case.given.clone().unwrap_or_default().to_string()).collect()
}

#[test]
fn bl_res_35_odds_of_a_known_defender_hang_on_the_arm_of_a_concealed_one_beside_it() {
    // A attacks X and, beside it, Y. If Y is cavalry then A does not give way, and X retreats even if it wins.
    let text = |arm: &str| {
        format!("A blue inf 5,5,0 elan=4; X red inf 4.7,5,180 elan=3; Y red {arm} 5.7,5,180 elan=6 concealed")
    };
    let pairs = [("A", "X"), ("A", "Y")];
    let horse = fight(&text("cav"), &pairs);
    let mut known = horse.state.clone();
    knowledge::redact(&mut known, Viewer::Seat(Seat::FIRST));
    let of_x = odds::odds_of_charge(&known, horse.id("A")).remove(0);
    assert_eq!(given(&of_x).len(), 3, "{of_x:?}");
    // Each case is what comes if it is so.
    for (n, arm) in [(0, "inf"), (1, "cav")] {
        let true_fight = fight(&text(arm), &pairs);
        let truth = odds::odds_of_charge(&true_fight.state, true_fight.id("A")).remove(0);
        assert_eq!(of_x.cases[n].chances, truth.cases[0].chances, "{arm}");
    }
    assert_ne!(of_x.cases[0].chances, of_x.cases[1].chances);
}

#[test]
fn bl_cbt_29_a_defender_of_two_chargers_is_told_of_once() {
    let field = field("A blue inf 4.6,4,0 corps=I; B blue inf 5.7,4,0 corps=I; X red inf 5.1,5,180");
    let force = field.corps("I", &["A", "B"]);
    let draft = field.and(force, "A", field.charge_order(0.0, "X"));
    let draft = field.and(draft, "B", field.charge_order(-5.0, "X"));
    let odds = Blucher::odds(&field.battle.known(Viewer::Seat(Seat::FIRST)), &draft);
    let titles: Vec<String> = odds.iter().map(|odds| odds.title.to_string()).collect();
    assert_eq!(titles, ["A, B against X: 12 dice", "A attacks", "B attacks"]);
}

#[test]
fn bl_con_01_odds_of_a_shot_name_an_own_concealed_shooter() {
    let field = field("A blue inf 5,5,0 concealed; X red inf 5,5.9,180 concealed; turn 1 fire");
    let odds = Blucher::odds(&field.battle.known(Viewer::Seat(Seat::FIRST)), &field.shot("A", "X"));
    assert_eq!(odds[0].title.to_string(), "A shoots at a concealed Red unit");
}
