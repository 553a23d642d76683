//! RES – outcomes.

use super::fight::{Fight, fight, score};
use crate::card::Arm;
use crate::combat::outcome::{Fate, of_defender, won};
use crate::event::Event;
use crate::state::{Left, Stage};
use crate::step::Step;

fn duel(attacker: &str, defender: &str) -> Fight {
    fight(&format!("A blue {attacker}; X red {defender}"), &[("A", "X")])
}

/// Infantry against infantry, six dice each, with these scores.
fn fought(defence: u8, attack: u8) -> Fight {
    duel("inf 5,5,0", "inf 5,5,180").begin(&format!("34={defence} 35={attack}"))
}

/// A attacks X and Y with six dice; X has most of its front.
fn against_two(x: &str, y: &str, script: &str) -> Fight {
    let text = format!("A blue inf 5,5,0; X red {x} 4.7,5,180; Y red {y} 5.7,5,180");
    fight(&text, &[("A", "X"), ("A", "Y")]).begin(script)
}

#[test]
fn bl_res_01_the_difference_is_the_higher_score_less_the_lower() {
    assert!(won(score(4, 6)));
    assert_eq!(of_defender(Arm::Infantry, 6, false, score(6, 4)).fatigues, 2);
}

#[test]
fn bl_ex_206_six_against_four_is_won() {
    assert!(won(score(4, 6)) && !won(score(6, 4)));
}

#[test]
fn bl_res_02_the_defender_wins_a_tie() {
    for tie in [0, 3] {
        let mut fight = fought(tie, tie);
        fight.back("A");
        assert_eq!((fight.number("X"), fight.number("A")), (5, 4));
        assert!(!fight.retreated("X") && fight.retreated("A"));
    }
}

#[test]
fn bl_res_03_a_loser_takes_the_difference() {
    let fight = fought(2, 5);
    assert_eq!(fight.number("X"), 3);
}

#[test]
fn bl_res_04_a_loser_that_is_not_broken_retreats() {
    let mut fight = fought(2, 3);
    assert_eq!(fight.number("X"), 5);
    fight.back("X");
    assert!(fight.retreated("X") && !fight.retreated("A"));
}

#[test]
fn bl_res_05_a_winner_takes_one() {
    assert_eq!(fought(6, 0).number("X"), 5);
}

#[test]
fn bl_res_06_a_unit_without_elan_left_is_broken_at_once() {
    let fight = duel("inf 5,5,0", "inf 5,5,180 elan=3").begin("34=0 35=3");
    assert_eq!((fight.gone("X"), fight.state.broken), (Some(Left::Broken), [0, 1]));
    let fight = duel("inf 5,5,0", "inf 5,5,180 elan=6 marks=5").begin("34=1 35=0");
    assert_eq!(fight.gone("X"), Some(Left::Broken), "a winner too");
}

#[test]
fn bl_res_07_a_defender_of_elan_1_never_survives() {
    for (defence, attack) in [(1, 0), (1, 1), (0, 0), (0, 6)] {
        let fight =
            duel("inf 5,5,0", "inf 5,5,180 elan=6 marks=5").begin(&format!("34={defence} 35={attack}"));
        assert_eq!(fight.gone("X"), Some(Left::Broken));
    }
}

#[test]
fn bl_res_08_the_passive_player_orders_his_defenders() {
    for [first, second] in [["X", "Y"], ["Y", "X"]] {
        let mut fight = against_two("inf", "inf", "34=0 34=0 35=1 35=2");
        assert_eq!(fight.left(), ["X", "Y"]);
        assert_eq!(crate::draft::asked(&fight.state), Some(1));
        assert_eq!((fight.number("X"), fight.number("Y")), (6, 6), "nobody has suffered yet");
        fight.play(&Step::Settle { unit: fight.id(first) }, "");
        assert_eq!(fight.number(second), 6, "one after the other");
        assert_eq!(fight.refused(&Step::Settle { unit: fight.id(second) }), ["BL-RES-08"]);
        fight.back(first);
        fight.back(second);
        assert_eq!((fight.number("X"), fight.number("Y")), (5, 4));
    }
}

#[test]
fn bl_res_08_nothing_is_asked_where_the_order_changes_nothing() {
    // Y wins and stands; X alone retreats: it is dealt with without a question about the order.
    let fight = against_two("inf", "inf", "34=0 34=3 35=1 35=0");
    assert!(
        matches!(fight.stage(), Some(Stage::Defenders { retreating: Some(id), .. }) if *id == fight.id("X"))
    );
    assert_eq!(fight.number("Y"), 5);
}

#[test]
fn bl_res_09_no_attacker_before_all_defenders() {
    let fight = fought(2, 3);
    let unit = fight.id("A");
    assert_eq!(fight.refused(&Step::Settle { unit }), ["BL-RES-08", "BL-RES-09"]);
    assert_eq!(fight.refused(&Step::Retreat { unit, bearing: 180 }), ["BL-RET-01"]);
    assert_eq!(fight.refused(&Step::Advance { unit, length: 5_000 }), ["BL-ADV-01"]);
    assert_eq!(fight.number("A"), 6);
}

#[test]
fn bl_res_10_an_attacker_takes_one_for_having_attacked() {
    let fight = duel("inf 5,5,0", "inf 5,5,180").begin("34=0 35=6");
    assert_eq!((fight.gone("X"), fight.number("A")), (Some(Left::Broken), 5));
}

#[test]
fn bl_res_11_an_unbroken_winner_costs_one_more() {
    let mut fight = against_two("inf", "inf", "34=0 34=2 35=1 35=2");
    fight.back("X");
    fight.back("A");
    assert_eq!(fight.number("A"), 4);
}

#[test]
fn bl_res_12_a_winner_that_broke_costs_nothing_more() {
    // A garrison of elan 1 rolls three dice.
    let text = "A blue inf 5,5,0; X red inf 5,5,180 elan=6 marks=5 prepared; urban 5,5.5,0";
    let fight = fight(text, &[("A", "X")]).begin("34=3 35=1");
    assert_eq!((fight.scores("X"), fight.gone("X")), ((1, 3), Some(Left::Broken)));
    assert_eq!(fight.number("A"), 5);
}

#[test]
fn bl_res_13_never_more_than_two() {
    let text = "A blue inf 5,5,0; L red inf 4.1604,4.6464,135; M red inf 4.6464,5.3536,225;
        R red inf 5.8396,4.6464,225";
    let fight = fight(text, &[("A", "M"), ("A", "L"), ("A", "R")]).begin("34=6 34=6 34=6 35=0 35=0 35=0");
    assert_eq!(fight.number("A"), 4);
}

#[test]
fn bl_res_14_an_attacker_may_be_broken() {
    let fight = duel("inf 5,5,0 elan=2", "inf 5,5,180").begin("34=3 35=1");
    assert_eq!((fight.gone("A"), fight.state.broken), (Some(Left::Broken), [1, 0]));
}

#[test]
fn bl_res_15_an_attacker_still_in_contact_retreats() {
    let mut fight = against_two("inf", "inf", "34=0 34=2 35=1 35=2");
    fight.back("X");
    fight.back("A");
    assert!(fight.retreated("X") && !fight.retreated("Y") && fight.retreated("A"));
}

#[test]
fn bl_res_16_the_active_player_orders_these_retreats() {
    for [first, second] in [["A", "B"], ["B", "A"]] {
        let mut fight =
            fight("A blue inf 4.6,5,0; B blue inf 5.6,5,0; X red inf 5.1,5,180", &[("A", "X"), ("B", "X")])
                .begin("34=4 35=1 35=2");
        assert_eq!(fight.left(), ["A", "B"]);
        assert_eq!(crate::draft::asked(&fight.state), Some(0));
        fight.back(first);
        assert_eq!(fight.left(), [second]);
        fight.back(second);
        assert!(fight.stage().is_none());
    }
}

#[test]
fn bl_res_17_an_attacker_out_of_contact_does_not_retreat() {
    let fight = duel("inf 5,5,0", "inf 5,5,180 elan=6 marks=5").begin("34=1 35=0");
    assert!(!fight.retreated("A"));
    assert_eq!(fight.left(), ["A"], "it may advance");
}

#[test]
fn bl_res_18_artillery_takes_no_fatigues() {
    let mut fight = duel("inf 5,5,0", "art 5,5,180 ammo=5,4,4,3,2,2").begin("34=5 35=0");
    fight.back("A");
    assert!(!fight.told().any(|event| matches!(event, Event::Fatigued { unit, .. } if unit.name == "X")));
    assert_eq!(*fight.unit("X").marks.truth(), 1);
}

#[test]
fn bl_res_19_doubled_artillery_is_broken() {
    let fate = |attack, defence| of_defender(Arm::Artillery, 5, false, score(attack, defence)).fate;
    assert_eq!(fate(4, 2), Fate::Breaks);
    assert_eq!(fate(1, 0), Fate::Breaks);
    let fight = duel("inf 5,5,0", "art 5,5,180").begin("34=2 35=4");
    assert_eq!((fight.gone("X"), fight.state.broken), (Some(Left::Broken), [0, 1]));
}

#[test]
fn bl_amb_217_artillery_that_scores_nothing_breaks_only_if_it_is_hit() {
    let fate = |attack, defence| of_defender(Arm::Artillery, 5, false, score(attack, defence)).fate;
    assert_eq!(fate(0, 0), Fate::Stands);
    assert_eq!(fate(1, 0), Fate::Breaks);
}

#[test]
fn bl_res_20_artillery_outscored_but_not_doubled_retreats() {
    let mut fight = duel("inf 5,5,0", "art 5,5,180").begin("34=2 35=3");
    fight.back("X");
    assert!(fight.retreated("X") && fight.gone("X").is_none());
}

#[test]
fn bl_res_21_otherwise_artillery_has_won() {
    let mut fight = duel("inf 5,5,0 elan=5", "art 5,5,180").begin("34=2 35=2");
    fight.back("A");
    assert!(!fight.retreated("X") && fight.retreated("A"));
    assert_eq!(fight.number("A"), 3);
}

#[test]
fn bl_res_22_artillery_that_survives_marks_a_box() {
    let mut won = duel("inf 5,5,0", "art 5,5,180 ammo=5,4,4,3,2,2").begin("34=2 35=2");
    won.back("A");
    assert_eq!(won.number("X"), 4);
    let mut retreats = duel("inf 5,5,0", "art 5,5,180 ammo=5,4,4,3,2,2 marks=2").begin("34=2 35=3");
    retreats.back("X");
    assert_eq!(retreats.number("X"), 3);
    let broken = duel("inf 5,5,0", "art 5,5,180 ammo=5,4,4,3,2,2").begin("34=2 35=4");
    assert_eq!(broken.number("X"), 5);
}

#[test]
fn bl_res_23_infantry_does_not_retreat_before_cavalry() {
    let mut fight = duel("cav 5,5,0", "inf 5,5,180").begin("34=3 46=2 35=5");
    assert_eq!(fight.number("X"), 3);
    fight.back("A");
    assert!(!fight.retreated("X") && fight.retreated("A"));
}

/// The sentences told by a rule.
fn lines(fight: &Fight, rule: &str) -> Vec<String> {
    let lines = fight.told().map(crate::event::line);
    let lines = lines.filter(|line| line.rule.is_some_and(|by| by.as_str() == rule));
    lines.map(|line| line.sentence.to_string()).collect()
}

#[test]
fn bl_res_26_why_a_winner_goes_back_and_a_loser_stands_is_told() {
    // The cavalry wins 2 : 1, or loses 0 : 1 as anybody would.
    let won = duel("cav 5,5,0", "inf 5,5,180").begin("34=1 46=1 35=2");
    assert_eq!(lines(&won, "BL-RES-23"), ["X stands: infantry does not give way to cavalry."]);
    let back = "A goes back although it won: infantry does not give way to cavalry.";
    assert_eq!(lines(&won, "BL-RES-26"), [back]);
    let lost = duel("cav 5,5,0", "inf 5,5,180").begin("34=1 46=1 35=0");
    assert_eq!((lines(&lost, "BL-RES-23"), lines(&lost, "BL-RES-26")), (vec![], vec![]));
    let foot = duel("inf 5,5,0", "inf 5,5,180").begin("34=1 35=2");
    assert_eq!((lines(&foot, "BL-RES-23"), lines(&foot, "BL-RES-26")), (vec![], vec![]));
    // Cavalry that was attacked by infantry and has won.
    let horse = duel("inf 5,5,0 elan=5", "cav 5,5,180 elan=4").begin("34=3 35=2 47=1");
    let back = "X goes back although it won: infantry does not give way to cavalry.";
    assert_eq!(lines(&horse, "BL-RES-27"), [back]);
}

#[test]
fn bl_res_07_a_winner_that_breaks_is_said_to_have_held() {
    let held = duel("inf 5,5,0", "inf 5,5,180 elan=1").begin("34=1 35=0");
    let last = "X held, but the fatigue it took was its last: it is broken.";
    assert_eq!(lines(&held, "BL-RES-07"), [last]);
    let beaten = duel("inf 5,5,0", "inf 5,5,180 elan=1").begin("34=0 35=1");
    assert_eq!(lines(&beaten, "BL-RES-06"), ["X is broken."]);
}

#[test]
fn bl_ex_220_cavalry_that_outscores_infantry_by_three() {
    let fight = duel("cav 5,5,0", "inf 5,5,180 elan=6").begin("34=2 46=1 35=4");
    assert_eq!((fight.number("X"), fight.gone("X")), (3, None));
}

#[test]
fn bl_res_24_infantry_that_attacked_cavalry_does_not_retreat() {
    let mut fight = duel("inf 5,5,0", "cav 5,5,180").begin("34=3 35=2 47=1");
    fight.back("X");
    assert!(!fight.retreated("A"));
    assert_eq!(fight.number("A"), 4);
}

#[test]
fn bl_res_25_not_even_when_infantry_attacks_as_well() {
    let mut fight =
        fight("A blue inf 5,5,0; B blue cav 4.5,5.5,90; X red inf 5,5,180", &[("A", "X"), ("B", "X")])
            .begin("34=2 39=2 35=2 35=2");
    assert_eq!(fight.number("X"), 4);
    fight.back("A");
    fight.back("B");
    assert_eq!(["X", "A", "B"].map(|name| fight.retreated(name)), [false, true, true]);
}

#[test]
fn bl_res_26_all_enemies_of_such_infantry_retreat_winners_too() {
    let mut fight = fight(
        "Q blue inf 5,5,0; W blue cav 4.5,5.5,90; H red inf 5,5,180 prepared",
        &[("Q", "H"), ("W", "H")],
    )
    .begin("34=2 35=3 35=3 44=2");
    assert_eq!(fight.scores("H"), (5, 2));
    fight.back("Q");
    fight.back("W");
    assert_eq!(["H", "Q", "W"].map(|name| fight.retreated(name)), [false, true, true]);
    assert_eq!(["H", "Q", "W"].map(|name| fight.number(name)), [3, 5, 5]);
}

#[test]
fn bl_res_27_cavalry_that_won_against_infantry_retreats_too() {
    let mut fight = duel("inf 5,5,0 elan=5", "cav 5,5,180 elan=4").begin("34=3 35=2 47=1");
    assert!(matches!(fight.stage(), Some(Stage::Forced { .. })));
    assert_eq!(crate::draft::asked(&fight.state), Some(1));
    fight.back("X");
    assert_eq!((fight.number("X"), fight.number("A")), (3, 3));
    assert!(fight.retreated("X") && !fight.retreated("A"));
    assert_eq!(fight.left(), ["A"], "it may advance");
    let facing = fight.unit("X").pose.heading;
    assert_eq!(facing, table::heading::Heading::NORTH, "a passive retreat");
}

#[test]
fn bl_res_28_broken_infantry_forces_nobody_back() {
    let fight = duel("inf 5,5,0 elan=2", "cav 5,5,180 elan=4").begin("34=2 35=1 47=1");
    assert_eq!((fight.gone("A"), fight.number("X")), (Some(Left::Broken), 3));
    assert!(!fight.retreated("X"));
}

#[test]
fn bl_res_29_infantry_takes_its_usual_fatigues() {
    let mut fight = duel("cav 5,5,0", "inf 5,5,180 prepared").begin("34=4 35=2 44=1");
    fight.back("A");
    assert_eq!((fight.number("X"), fight.number("A")), (5, 4));
    assert!(fight.retreated("A"));
}

#[test]
fn bl_res_30_who_outscored_and_must_retreat_takes_one() {
    let mut fight = duel("cav 5,5,0 elan=4", "inf 5,5,180 prepared").begin("34=1 35=3 44=3");
    fight.back("A");
    assert_eq!((fight.number("A"), fight.number("X")), (3, 4));
}

#[test]
fn bl_res_31_artillery_out_of_ammunition_retires_even_as_a_winner() {
    let mut fight = duel("inf 5,5,0", "art 5,5,180 ammo=5,4,4,3,2,2 marks=5").begin("34=2 35=1");
    fight.back("A");
    assert_eq!(fight.gone("X"), Some(Left::Retired));
    assert_eq!((fight.state.broken, fight.state.retired), ([0, 0], [0, 1]));
}

#[test]
fn bl_res_32_its_attackers_retreat_first() {
    let mut fight = duel("inf 5,5,0", "art 5,5,180 ammo=5,4,4,3,2,2 marks=5").begin("34=2 35=1");
    assert!(fight.gone("X").is_none(), "the attacker is still to retreat");
    fight.back("A");
    let back = |event: &Event| matches!(event, Event::Moved { unit, .. } if unit.name == "A");
    let gone = |event: &Event| matches!(event, Event::Left { unit, .. } if unit.name == "X");
    assert!(fight.told().position(back) < fight.told().position(gone));
    assert_eq!(fight.number("A"), 4);
    assert!(fight.stage().is_none(), "nobody may advance");
}

/// What happened, a letter each: fatigue f, retreat r, advance a, left the table x.
fn story(fight: &Fight) -> String {
    let word = |event: &Event| match event {
        Event::Fatigued { unit, .. } => Some(format!("f{}", unit.name)),
        Event::Moved { unit, how, .. } => Some(format!("{}{}", &how[..1], unit.name)),
        Event::Left { unit, .. } => Some(format!("x{}", unit.name)),
        Event::Marked { unit, .. } => Some(format!("m{}", unit.name)),
        _ => None,
    };
    fight.told().filter_map(word).collect::<Vec<_>>().join(" ")
}

#[test]
fn bl_res_33_the_steps_have_a_fixed_order() {
    // A beats X and advances; B is broken by Y; C is beaten by the artillery Z.
    let mut fight = fight(
        "A blue inf 5,5,0; X red inf 5,5,180; B blue inf 10,5,0 elan=2; Y red inf 10,5,180
         C blue inf 15,5,0; Z red art 15,5,180",
        &[("A", "X"), ("B", "Y"), ("C", "Z")],
    )
    .begin("34=0 34=1 34=2 35=1 35=0 35=1");
    fight.back("X");
    fight.back("C");
    fight.play(&Step::Advance { unit: fight.id("A"), length: 10_000 }, "");
    assert_eq!(story(&fight), "fY fX rX fA fB xB fC rC mZ aA");
    assert!(fight.stage().is_none());
}

#[test]
fn bl_amb_201_fatigues_of_attackers_come_before_advances_and_for_all_of_them() {
    let mut fight = fought(0, 1);
    fight.back("X");
    fight.play(&Step::Advance { unit: fight.id("A"), length: 10_000 }, "");
    assert_eq!(story(&fight), "fX rX fA aA");
}

#[test]
fn bl_res_34_the_common_attack_score_counts_for_each_attacker() {
    let mut fight =
        fight("A blue inf 4.6,5,0; B blue inf 5.6,5,0; X red inf 5.1,5,180", &[("A", "X"), ("B", "X")])
            .begin("34=3 35=1 35=4");
    fight.back("X");
    assert_eq!((fight.number("A"), fight.number("B"), fight.number("X")), (5, 5, 4));
}

#[test]
fn bl_res_35_artillery_that_won_is_forced_back_by_infantry_that_attacked_cavalry() {
    let text = "A blue inf 5,5,0; X red cav 4.7,5,180; Y red art 5.7,5,180 ammo=4,3,2";
    let mut fight = fight(text, &[("A", "X"), ("A", "Y")]).begin("34=0 34=2 35=3 47=1 35=2");
    fight.back("X");
    assert!(matches!(fight.stage(), Some(Stage::Forced { .. })));
    fight.back("Y");
    assert!(fight.retreated("X") && fight.retreated("Y") && !fight.retreated("A"));
    assert_eq!((fight.number("A"), fight.number("Y")), (4, 3));
    assert_eq!(fight.left(), ["A"], "it may advance");
}

#[test]
fn bl_res_35_infantry_that_won_is_forced_back_likewise() {
    let text = "A blue inf 5,5,0; X red cav 4.7,5,180; Y red inf 5.7,5,180";
    let mut fight = fight(text, &[("A", "X"), ("A", "Y")]).begin("34=0 34=2 35=3 47=1 35=2");
    fight.back("X");
    fight.back("Y");
    assert!(fight.retreated("Y") && fight.number("Y") == 5);
}

#[test]
fn bl_amb_215_where_neither_gives_way_the_attacker_does() {
    // A attacks the cavalry X and touches the infantry Y, which the cavalry B attacks as well.
    let text = "A blue inf 5,5,0; X red cav 4.7,5,180; Y red inf 5.7,5,180; B blue cav 6.2,5.5,270";
    let mut fight =
        fight(text, &[("A", "X"), ("A", "Y"), ("B", "Y")]).begin("34=3 34=2 39=2 35=1 47=1 35=1 35=0");
    fight.back("X");
    assert_eq!(fight.left(), ["A", "B"]);
    fight.back("A");
    fight.back("B");
    assert_eq!(["X", "Y", "A", "B"].map(|name| fight.retreated(name)), [true, false, true, true]);
    let contact = |a: &str, d: &str| crate::contact::in_contact(&fight.unit(a).rect(), &fight.unit(d).rect());
    assert!(!contact("A", "X") && !contact("A", "Y") && !contact("B", "Y"), "no contact is left");
}

#[test]
fn bl_amb_216_cavalry_that_cannot_give_way_breaks_and_the_fatigue_stays() {
    let text =
        "A blue inf 5,5,0; X red cav 5,5,180; B blue inf 5,7.3,0; C blue inf 3.9,6,0; D blue inf 6.1,6,0";
    let fight = fight(text, &[("A", "X")]).begin("34=3 35=1 47=1");
    assert_eq!((fight.gone("X"), fight.number("A")), (Some(Left::Broken), 4));
    assert_eq!(story(&fight), "fX fA xX");
}

#[test]
fn bl_amb_218_contact_is_measured_where_units_stand_now() {
    // X has retreated: the stored contact of A and X is no contact any more.
    let mut fight = fought(0, 1);
    fight.back("X");
    assert!(fight.state.contacts.len() == 1 && !fight.retreated("A"));
    assert_eq!(fight.left(), ["A"]);
}

#[test]
fn bl_amb_254_a_broken_unit_is_gone_for_the_next_one() {
    let mut fight = fight(
        "A blue inf 5,5,0; X red inf 4.7,5,180 elan=6 marks=5; Y red inf 5.7,5,180",
        &[("A", "X"), ("A", "Y")],
    )
    .begin("34=0 34=0 35=1 35=1");
    fight.play(&Step::Settle { unit: fight.id("X") }, "");
    assert!(fight.state.unit(fight.id("X")).is_none());
    assert!(matches!(fight.stage(), Some(Stage::Defenders { retreating: Some(_), .. })));
    fight.back("Y");
}

#[test]
fn bl_amb_214_the_universal_modifiers_are_four_in_the_books_order() {
    // Attacker and defender with all that the basic game knows.
    let fight = fight(
        "A blue cav 5,5,0 shock steady; X red inf 5,5,180 steady shock conscript; hill 3,5 7,8; rocky 3,4 4.8,8",
        &[("A", "X")],
    );
    let ids = |pool: crate::combat::dice::Pool| {
        pool.modifiers.iter().map(|m| (m.rule.to_string(), m.by.unwrap_or(0))).collect::<Vec<_>>()
    };
    let pair = |rule: &str, by| (rule.to_owned(), by);
    let attack = ids(crate::combat::dice::attack(&fight.state, fight.unit("A")));
    assert_eq!(attack, [pair("BL-CBT-13", 1), pair("BL-CBT-15", -1), pair("BL-CBT-17", -1)]);
    let defence = ids(crate::combat::dice::defence(&fight.state, fight.unit("X")));
    assert_eq!(defence, [pair("BL-CBT-14", 1), pair("BL-CBT-15", -1), pair("BL-CBT-20", -1)]);
}
