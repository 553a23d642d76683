//! TRN, STA – the turn and its status phase, with AMB-41.

use crate::draft;
use crate::scene::scene;
use crate::state::Phase;
use crate::step::{Order, Step};
use crate::testing::{field, field_with, rules};
use umpire::{Seat, Viewer};

const FAR: &str = "A blue inf 5,5,0; X red inf 20,12,180";

#[test]
fn bl_trn_01_a_battle_has_30_turns() {
    let mut last = field(&format!("{FAR}; turn 30 movement"));
    last.play(&[Step::EndPhase], &[]);
    assert!(last.outcome().is_some() && last.truth().turn == 30);
    let mut before = field(&format!("{FAR}; turn 29 movement"));
    before.next_turn();
    assert_eq!((before.outcome(), before.truth().turn), (None, 30));
    // Unless the scenario says otherwise.
    let mut short = field(&format!("{FAR}; turns 4; turn 4 movement"));
    short.play(&[Step::EndPhase], &[]);
    assert!(short.outcome().is_some());
}

#[test]
fn bl_trn_02_only_the_active_side_is_asked() {
    let field = field(FAR);
    assert_eq!(field.asked(), Seat::FIRST);
    let passive = field.battle.known(Viewer::Seat(Seat::SECOND));
    assert_eq!(rules(draft::judge(&passive, &[Step::EndPhase]).map(drop)), ["BL-TRN-02"]);
}

fn active(turn: u8) -> u8 {
    field(&format!("{FAR}; turn {turn} movement")).truth().active
}

#[test]
fn bl_trn_03_turns_alternate() {
    assert_eq!([1, 3, 29].map(active), [0, 0, 0]);
    assert_eq!([2, 4, 30].map(active), [1, 1, 1]);
    let mut field = field(FAR);
    for turn in 2..6 {
        field.next_turn();
        assert_eq!((field.truth().turn, field.truth().active), (turn, (turn + 1) % 2));
    }
}

#[test]
fn bl_trn_04_the_scenario_names_the_side_of_turn_1() {
    let field = field_with(FAR, &[("title", "first = 1\ntitle")], &[]);
    assert_eq!((field.truth().active, field.asked()), (1, Seat::SECOND));
}

#[test]
fn bl_trn_05_the_side_whose_turn_it_is_is_active() {
    let truth = field(&format!("{FAR}; turn 7 movement")).truth();
    assert_eq!((truth.active, truth.passive()), (0, 1));
}

#[test]
fn bl_trn_06_your_next_turn_is_your_own() {
    // What holds for a turn of one's own, here an offer made, ends when one's next turn begins.
    let mut field = field(&format!("{FAR}; turn 5 movement"));
    field.play(&[Step::Concede], &[]);
    field.play(&[Step::Answer { accept: false }], &[]);
    assert_eq!(field.refused(&[Step::Concede]), ["BL-VIC-12"]);
    field.next_turn();
    field.next_turn();
    assert_eq!((field.truth().turn, field.asked()), (7, Seat::FIRST));
    assert!(field.refused(&[Step::Concede]).is_empty());
}

#[test]
fn bl_trn_07_each_phase_has_its_commands() {
    let mut field = field("A blue inf 5,5,0; X red inf 5,6.5,180");
    let unit = field.id("A");
    let wrong = |field: &crate::testing::Field, steps: &[Step]| field.refused(steps) == ["BL-TRN-07"];
    assert!(wrong(&field, &field.shot("A", "X")));
    assert!(wrong(&field, &[Step::EndAdvances]) && wrong(&field, &[Step::Settle { unit }]));
    field.play(&[Step::EndPhase], &[]);
    assert!(wrong(&field, &field.order("A", Order::Hold)));
    assert!(field.no_shot("A", "X").is_empty());
}

#[test]
fn bl_trn_08_combat_follows_all_fire() {
    let mut field = field("A blue inf 5,4,0 elan=4; X red inf 5,5,180 elan=3; B blue inf 20,2,0");
    field.play(&field.charge("A", 0., "X"), &[]);
    field.play(&[Step::EndPhase], &[]);
    assert!(matches!(field.truth().phase, Phase::Fire { .. }));
    assert!(!field.was_told("BL-CBT-34"));
    field.play(&[Step::EndPhase], &[("BL-CBT-34", &[4, 1, 1]), ("BL-CBT-35", &[5, 6, 2, 3])]);
    assert!(matches!(field.truth().phase, Phase::Combat(_)) && field.was_told("BL-CBT-34"));
}

#[test]
fn bl_trn_09_the_last_turn_ends_with_nightfall() {
    let mut field = field(&format!("{FAR}; turn 30 movement"));
    field.play(&[Step::EndPhase], &[]);
    assert_eq!(field.outcome(), Some((None, "BL-VIC-11".into())));
}

#[test]
fn bl_trn_10_fire_needs_no_activation_and_costs_nothing() {
    let mut field = field("A blue inf 5,5,0 elan=2; X red inf 5,6,180");
    field.play(&[Step::EndPhase], &[]);
    field.shoot("A", "X", &[1, 1]);
    assert!(field.unit("A").fired && !field.unit("A").activated);
    let told = field.told(Viewer::Public);
    assert!(told.iter().all(|(_, line)| !line.contains("MO).")));
    assert!(told.iter().any(|(_, line)| line == "The momentum limit was 18; nothing was spent."));
}

#[test]
fn bl_trn_11_the_status_phase_begins_with_morale() {
    let blue = [("name = \"Blue\"\n", "name = \"Blue\"\nmorale = 1\nbroken = 1\n")];
    let mut field = field_with(FAR, &blue, &[]);
    field.play(&[Step::EndPhase], &[]);
    let told = field.told(Viewer::All);
    let shown = told.iter().position(|(rule, _)| rule == "BL-MOM-11").unwrap();
    assert_eq!(told[shown + 1].0, "BL-VIC-03");
}

#[test]
fn bl_sta_01_morale_then_victory_then_the_dice() {
    let mut field = field(FAR);
    field.play(&[Step::EndPhase], &[("BL-MOM-01", &[1, 2, 3])]);
    let told = field.told(Viewer::All);
    let rules: Vec<&str> = told.iter().map(|(rule, _)| rule.as_str()).collect();
    assert_eq!(rules[rules.len() - 3..], ["BL-MOM-11", "BL-MOM-01", "BL-TRN-02"]);
}

#[test]
fn bl_sta_02_collapsed_morale_ends_the_battle_in_the_own_status_phase() {
    let red = [("name = \"Red\"\n", "name = \"Red\"\nmorale = 1\nbroken = 1\n")];
    let mut field = field_with(FAR, &red, &[]);
    field.next_turn();
    assert_eq!(field.outcome(), None);
    field.play(&[Step::EndPhase], &[]);
    assert_eq!(field.outcome(), Some((Some(0), "BL-VIC-03".into())));
}

#[test]
fn bl_sta_03_no_dice_after_the_last_turn() {
    let mut field = field(&format!("{FAR}; turn 30 movement"));
    let before = field.told(Viewer::All).len();
    field.play(&[Step::EndPhase], &[]);
    assert!(field.told(Viewer::All)[before..].iter().all(|(rule, _)| rule != "BL-MOM-01"));
}

#[test]
fn bl_amb_41_the_labels_of_the_clock() {
    let label = |turn: u8| {
        let scene = scene(&field(&format!("{FAR}; turn {turn} movement")).truth());
        scene.clock.split(['(', ')']).nth(1).unwrap_or_default().to_owned()
    };
    assert_eq!([1, 8].map(label), ["morning", "morning"]);
    assert_eq!([9, 15].map(label), ["midday", "midday"]);
    assert_eq!([16, 23].map(label), ["afternoon", "afternoon"]);
    assert_eq!([24, 30].map(label), ["evening", "evening"]);
    // The labels belong to parts of the day: the last turn is the evening's, however many there are. Of 14 turns the
    // third ends with 6.4 of 30, the fourth with 8.6, the seventh with 15, the eighth with 17.1, the tenth with 21.4
    // and the eleventh with 23.6.
    let short = |turn: u8| {
        let scene = scene(&field(&format!("{FAR}; turns 14; turn {turn} movement")).truth());
        scene.clock.split(['(', ')']).nth(1).unwrap_or_default().to_owned()
    };
    assert_eq!([1, 3].map(short), ["morning", "morning"]);
    assert_eq!([4, 7].map(short), ["midday", "midday"]);
    assert_eq!([8, 10].map(short), ["afternoon", "afternoon"]);
    assert_eq!([11, 14].map(short), ["evening", "evening"]);
}
