//! ACT – activation, with EX-06, EX-07, EX-10, AMB-16, AMB-17, AMB-42, AMB-50.

use super::orders::*;
use crate::state::{Method, Phase};
use crate::step::{Order, Step, When};
use crate::testing::{Field, field, row};
use table::point::at;
use umpire::Viewer;

/// In reach of fire, so that a fire phase is asked for, and of nothing else.
const ENEMY: &str = "X red inf 12,15,180";

fn accepted(field: &Field, steps: &[Step]) {
    assert_eq!(field.refused(steps), Vec::<String>::new());
}

#[test]
fn bl_act_01_a_unit_moves_only_in_its_activation() {
    let field = field(&format!("A blue inf 5,5,0; B blue inf 7,5,0; {ENEMY}"));
    let other = field.and(field.alone("A"), "B", simple(0., 1.));
    assert_eq!(field.refused(&other), ["BL-ACT-01"]);
    let unit = field.id("B");
    assert_eq!(field.refused(&[Step::Order { unit, order: simple(0., 1.) }]), ["BL-TRN-07"]);
}

#[test]
fn bl_act_02_a_unit_is_activated_once_in_a_phase() {
    let mut field = field(&(row("I", 4, 5.) + ENEMY));
    field.play(&field.corps("I", &["I1", "I2"]), &[]);
    assert!(!field.unit("I1").moved, "it was held");
    assert_eq!(field.refused(&field.corps("I", &["I1", "I3"])), ["BL-ACT-02"]);
    assert_eq!(field.refused(&field.alone("I1")), ["BL-ACT-02"]);
    assert_eq!(field.refused(&field.command(2., 6., &["I1"])), ["BL-ACT-02"]);
    assert_eq!(field.refused(&field.corps("I", &["I3", "I3"])), ["BL-ACT-02"], "nor twice in one force");
    field.next_turn();
    field.next_turn();
    accepted(&field, &field.alone("I1"));
}

#[test]
fn bl_act_03_first_corps_then_individuals() {
    let mut field = field(&(row("I", 6, 5.) + ENEMY));
    field.play(&field.corps("I", &["I1", "I2"]), &[]);
    field.play(&field.corps("I", &["I3", "I4"]), &[]);
    field.play(&field.alone("I5"), &[]);
    field.play(&field.alone("I6"), &[]);
    assert_eq!(field.spent(), Some(8));
}

#[test]
fn bl_act_04_no_corps_after_an_individual() {
    let mut field = field(&(row("I", 3, 5.) + ENEMY));
    field.play(&field.alone("I3"), &[]);
    assert_eq!(field.refused(&field.corps("I", &["I1", "I2"])), ["BL-ACT-04"]);
}

#[test]
fn bl_act_05_a_command_at_any_point_of_the_sequence() {
    let mut field = field(&(row("I", 8, 5.) + ENEMY));
    let command = field.command(11.5, 6., &["I8"]);
    accepted(&field, &command);
    field.play(&field.corps("I", &["I1", "I2"]), &[]);
    field.play(&field.corps("I", &["I3", "I4"]), &[]);
    accepted(&field, &command);
    for unit in ["I5", "I6", "I7"] {
        field.play(&field.alone(unit), &[]);
    }
    accepted(&field, &command);
}

#[test]
fn bl_act_06_all_units_share_one_corps() {
    let field = field(&format!("A blue inf 5,5,0 corps=I; B blue inf 6.5,5,0 corps=V; {ENEMY}"));
    assert_eq!(field.refused(&field.corps("I", &["A", "B"])), ["BL-ACT-06"]);
}

#[test]
fn bl_act_07_each_within_1_bw_of_another() {
    let chain = |last: &str| {
        let text = "A blue inf 5,5,0 corps=I; B blue inf 7,5,0 corps=I; C blue inf";
        let field = field(&format!("{text} {last},5,0 corps=I; {ENEMY}"));
        field.refused(&field.corps("I", &["A", "B", "C"]))
    };
    assert!(chain("9").is_empty());
    assert_eq!(chain("9.01"), ["BL-ACT-07"]);
}

#[test]
fn bl_act_08_at_least_two_units() {
    let field = field(&(row("I", 2, 5.) + ENEMY));
    assert_eq!(field.refused(&field.corps("I", &["I1"])), ["BL-ACT-08"]);
    assert_eq!(field.refused(&field.corps("I", &[])), ["BL-ACT-08"]);
}

#[test]
fn bl_act_09_any_subset_that_hangs_together() {
    let field = field(&(row("I", 6, 5.) + ENEMY));
    accepted(&field, &field.corps("I", &["I4", "I2", "I3"]));
}

#[test]
fn bl_act_10_a_corps_several_times_with_different_units() {
    let mut field = field(&(row("III", 4, 5.) + ENEMY));
    field.play(&field.corps("III", &["III1", "III2"]), &[]);
    field.play(&field.corps("III", &["III3", "III4"]), &[]);
    assert_eq!(field.spent(), Some(4));
}

#[test]
fn bl_act_11_a_corps_costs_its_units_moving_or_not() {
    let mut field = field(&(row("I", 5, 5.) + ENEMY));
    let mut draft = field.whole_row("I", 5);
    for unit in ["I1", "I2", "I3", "I4"] {
        draft = field.and(draft, unit, simple(0., 1.));
    }
    field.play(&draft, &[]);
    assert_eq!(field.spent(), Some(5));
    assert!(field.unit("I4").moved && !field.unit("I5").moved);
}

#[test]
fn bl_act_12_a_unit_may_be_included_as_a_bridge() {
    let mut field = field(&(row("I", 3, 5.) + ENEMY));
    assert_eq!(field.refused(&field.corps("I", &["I1", "I3"])), ["BL-ACT-07"], "they are 2 apart");
    field.play(&field.corps("I", &["I1", "I2", "I3"]), &[]);
    assert!(field.unit("I2").activated);
}

#[test]
fn bl_act_13_an_activated_unit_is_no_bridge() {
    let mut field = field(&format!("{}I4 blue inf 2.5,3,0 corps=I; {ENEMY}", row("I", 3, 5.)));
    field.play(&field.corps("I", &["I2", "I4"]), &[]);
    assert_eq!(field.refused(&field.corps("I", &["I1", "I3"])), ["BL-ACT-07"]);
    assert_eq!(field.refused(&field.corps("I", &["I1", "I2", "I3"])), ["BL-ACT-02"]);
}

#[test]
fn bl_act_14_a_unit_without_mates_near_is_activated_alone_or_by_command() {
    let field = field(&format!("{}L blue inf 20,5,0 corps=I; {ENEMY}", row("I", 2, 5.)));
    assert_eq!(field.refused(&field.corps("I", &["I1", "I2", "L"])), ["BL-ACT-07"]);
    accepted(&field, &field.alone("L"));
    accepted(&field, &field.command(20., 6., &["L"]));
}

#[test]
fn bl_act_15_units_without_corps_make_no_corps_activation() {
    let field = field(&format!("A blue inf 5,5,0; B blue inf 6.5,5,0; C blue inf 8,5,0 corps=I; {ENEMY}"));
    assert_eq!(field.refused(&field.corps("", &["A", "B"])), ["BL-ACT-15"]);
    assert_eq!(field.refused(&field.corps("I", &["C", "B"])), ["BL-ACT-15"]);
}

#[test]
fn bl_act_16_an_individual_anywhere_on_the_table() {
    let field =
        field("A blue inf 0.5,1,0; B blue cav 23.5,16,0 corps=I; C blue art 12,8,90; X red inf 5,9,0");
    for unit in ["A", "B", "C"] {
        accepted(&field, &field.alone(unit));
    }
    assert_eq!(field.refused(&field.alone("X")), ["BL-TAB-10"], "not an enemy");
    let two = [field.alone("A"), vec![Step::Join { unit: field.id("B") }]].concat();
    assert_eq!(field.refused(&two), ["BL-ACT-16"], "one unit");
}

#[test]
fn bl_act_17_an_individual_costs_2() {
    let mut field = field(&(row("I", 6, 5.) + ENEMY));
    field.play(&field.whole_row("I", 5), &[]);
    assert_eq!(field.spent(), Some(5));
    field.play(&field.alone("I6"), &[]);
    assert_eq!(field.spent(), Some(7));
}

#[test]
fn bl_act_18_individuals_one_after_another() {
    let mut field = field(&(row("I", 3, 5.) + ENEMY));
    for (unit, spent) in [("I1", 2), ("I2", 4), ("I3", 6)] {
        field.play(&field.alone(unit), &[]);
        assert_eq!(field.spent(), Some(spent));
    }
}

#[test]
fn bl_act_19_the_marker_lies_on_the_table_and_not_in_a_major_river() {
    let field = field(&format!("A blue inf 5,7,0; B blue inf 23.5,7,0; major 0,8 24,8 w=1; {ENEMY}"));
    assert_eq!(field.refused(&field.command(5., 8., &["A"])), ["BL-ACT-19"]);
    assert_eq!(field.refused(&field.command(24.1, 7., &["B"])), ["BL-ACT-19"]);
    accepted(&field, &field.command(5., 7.4, &["A"]));
}

#[test]
fn bl_amb_50_on_a_crossing_or_on_the_border() {
    let field = field(&format!(
        "A blue inf 5,7,0; B blue inf 23.5,7,0; major 0,8 24,8 w=1; crossing 5,8,0 w=0.4 l=1; {ENEMY}"
    ));
    accepted(&field, &field.command(5., 8., &["A"]));
    assert_eq!(field.refused(&field.command(5.3, 8., &["A"])), ["BL-ACT-19"], "beside the crossing");
    accepted(&field, &field.command(24., 7., &["B"]));
}

#[test]
fn bl_act_20_the_marker_is_not_within_1_bw_of_an_enemy() {
    let field = field("A blue inf 5,6,0; X red inf 5,8,180");
    assert_eq!(field.refused(&field.command(5., 7., &["A"])), ["BL-ACT-20"]);
    accepted(&field, &field.command(5., 6.99, &["A"]));
}

#[test]
fn bl_act_21_units_within_2_bw_of_the_marker() {
    let field = field(&format!("A blue inf 5,8,0; B blue inf 8,8.01,0; {ENEMY}"));
    accepted(&field, &field.command(5., 5., &["A"]));
    assert_eq!(field.refused(&field.command(8., 5., &["B"])), ["BL-ACT-21"]);
}

#[test]
fn bl_act_22_arm_corps_and_distance_do_not_matter() {
    let field =
        field(&format!("A blue inf 4,6,0 corps=I; B blue cav 8.3,6,0 corps=IV; C blue art 6,8.9,0; {ENEMY}"));
    accepted(&field, &field.command(6., 6.5, &["A", "B", "C"]));
}

#[test]
fn bl_act_23_any_of_the_eligible_units() {
    let mut field = field(&(row("I", 3, 5.) + &row("V", 3, 7.) + "A blue inf 2.5,8.5,0; " + ENEMY));
    let near = ["I1", "I2", "I3", "V1", "V2", "V3", "A"];
    accepted(&field, &field.command(2.5, 6., &near));
    accepted(&field, &field.command(2.5, 6., &["I2", "V3", "A"]));
    field.play(&field.alone("A"), &[]);
    assert_eq!(field.refused(&field.command(2.5, 6., &["A"])), ["BL-ACT-02"], "not yet activated");
}

#[test]
fn bl_amb_42_a_command_takes_at_least_one_unit() {
    let field = field(&format!("A blue inf 5,5,0; {ENEMY}"));
    assert_eq!(field.refused(&field.command(5., 6., &[])), ["BL-AMB-42"]);
}

#[test]
fn bl_act_24_the_marker_is_in_nobodys_way() {
    let field = field(&format!("A blue inf 5,5,0; B blue inf 8,5,0; {ENEMY}"));
    accepted(&field, &field.and(field.command(5., 4.5, &["A"]), "A", Order::Hold));
    accepted(&field, &field.and(field.command(5., 6., &["A"]), "A", simple(0., 1.5)));
    accepted(&field, &field.and(field.command(8., 5.5, &["B"]), "B", simple(0., 2.)));
}

#[test]
fn bl_act_25_the_marker_stays_during_the_moves() {
    let field = field(&format!("A blue inf 5,5,0; B blue inf 8,5,0; {ENEMY}"));
    let draft = field.and(field.command(6., 6., &["A", "B"]), "A", simple(0., 2.));
    let after = field.judge(&draft).unwrap().after;
    assert_eq!(after.state().activation.as_ref().unwrap().method, Method::Command(at(6., 6.)));
    let moved = [draft, vec![Step::Command { at: at(7., 6.) }]].concat();
    assert_eq!(field.refused(&moved), ["BL-TRN-07"]);
}

/// Corps of 5, an individual, then a command.
fn commanded() -> Field {
    let text = row("I", 6, 5.) + "A blue inf 12,8,0; momentum 4,4,3; " + ENEMY;
    let mut field = field(&text);
    field.play(&field.whole_row("I", 5), &[]);
    field.play(&field.alone("I6"), &[]);
    assert_eq!(field.spent(), Some(7));
    field.play(&field.and(field.command(12., 7., &["A"]), "A", simple(0., 1.)), &[]);
    field
}

#[test]
fn bl_act_26_a_command_ends_the_phase() {
    let field = commanded();
    assert!(matches!(field.truth().phase, Phase::Fire { .. }) && field.was_told("BL-ACT-26"));
    assert_eq!(field.unit("A").pose.at, at(12., 9.));
}

#[test]
fn bl_act_27_a_command_costs_nothing() {
    let told = commanded().told(Viewer::Public);
    let limit = told.iter().find(|(rule, _)| rule == "BL-MOM-11").unwrap();
    assert_eq!(limit.1, "The momentum limit was 11; 7 was spent.");
}

#[test]
fn bl_act_28_distances_are_measured_across_anything() {
    let field = field(&format!(
        "A blue inf 5,5,0 corps=I; B blue inf 5,6.9,0 corps=I; major 0,5.45 24,5.45 w=0.8; {ENEMY}"
    ));
    accepted(&field, &field.corps("I", &["A", "B"]));
}

#[test]
fn bl_act_29_moves_may_break_the_criteria() {
    let field = field(&format!(
        "A blue inf 10,5,0 corps=I; B blue inf 12,5,0 corps=I; C blue inf 12,3,0 corps=I; {ENEMY}"
    ));
    let west = field.and(field.corps("I", &["A", "B"]), "A", simple(270., 2.));
    let both = field.and(west.clone(), "B", simple(90., 2.));
    accepted(&field, &both);
    let after = field.judge(&both).unwrap().after;
    let rect = |name| after.state().unit(field.id(name)).unwrap().rect();
    let apart = table::distance::gap(&rect("A"), &rect("B")).distance;
    assert!((apart - 40_000.).abs() < 5., "from x = 9 to x = 13: {apart}");
    let late = [west, vec![Step::Join { unit: field.id("C") }]].concat();
    assert_eq!(field.refused(&late), ["BL-ACT-29"], "the force is named before anybody moves");
}

#[test]
fn bl_act_30_an_activated_unit_need_not_move() {
    let field = field(&format!("A blue inf 5,5,0; {ENEMY}"));
    accepted(&field, &field.alone("A"));
    accepted(&field, &field.order("A", Order::Hold));
}

#[test]
fn bl_act_31_units_of_a_force_move_in_different_ways() {
    let field = field(
        "D blue inf 5,5,0 corps=I; A blue inf 7,5,0 corps=I; B blue inf 9,5,0 corps=I; \
         C blue inf 11,5,0 corps=I concealed; X red inf 5,6.5,180",
    );
    let mut draft = field.corps("I", &["A", "B", "C", "D"]);
    draft = field.and(draft, "A", simple(0., 1.));
    draft = field.and(draft, "B", difficult(180., 1., 0., When::Before));
    draft = field.and(draft, "C", reserve(&[(15., 5.), (15., 9.)], 0.));
    draft = field.and(draft, "D", field.charge_order(0., "X"));
    accepted(&field, &draft);
}

#[test]
fn bl_act_32_all_units_of_a_force_move_before_the_limit_counts() {
    let mut field = field(&(row("I", 4, 8.) + "momentum 1,1,1; X red inf 5,15,180"));
    let draft = (1..=4).fold(field.whole_row("I", 4), |draft, i| {
        let unit = format!("I{i}");
        field.and(draft, &unit, simple(0., 1.))
    });
    field.play(&draft, &[]);
    let told = field.told(Viewer::Public);
    let place = |rule: &str| told.iter().rposition(|(told, _)| told == rule).unwrap();
    assert!((1..=4).all(|i| field.unit(&format!("I{i}")).moved));
    assert!(place("BL-SIM-01") < place("BL-MOM-09"));
}

#[test]
fn bl_act_33_the_phase_may_be_ended_at_will() {
    let mut field = field(&format!("A blue inf 12,8,0; {ENEMY}"));
    assert_eq!(field.spent(), Some(0));
    field.play(&[Step::EndPhase], &[]);
    assert!(matches!(field.truth().phase, Phase::Fire { .. }) && field.was_told("BL-ACT-33"));
}

#[test]
fn bl_act_34_the_phase_ends_in_three_ways() {
    let text = row("I", 3, 8.) + "momentum 1,1,1; X red inf 5,15,180";
    let ended = |steps: &dyn Fn(&Field) -> Vec<Step>| {
        let mut field = field(&text);
        let steps = steps(&field);
        field.play(&steps, &[]);
        let told = field.told(Viewer::Public);
        told.into_iter().find(|(_, line)| line == "The movement phase is over.").map(|(rule, _)| rule)
    };
    assert_eq!(ended(&|_| vec![Step::EndPhase]).as_deref(), Some("BL-ACT-33"));
    assert_eq!(ended(&|field| field.whole_row("I", 3)).as_deref(), Some("BL-MOM-09"));
    assert_eq!(ended(&|field| field.command(2., 9., &["I1"])).as_deref(), Some("BL-ACT-26"));
    assert_eq!(ended(&|field| field.alone("I1")), None);
    assert_eq!(ended(&|field| field.whole_row("I", 2)), None);
}

#[test]
fn bl_act_35_charges_are_named_when_the_force_is_activated() {
    let mut field = field("A blue inf 5,5,0 corps=I; B blue inf 6.5,5,0 corps=I; X red inf 6.5,6.5,180");
    let force = field.corps("I", &["A", "B"]);
    accepted(&field, &field.and(force.clone(), "B", field.charge_order(0., "X")));
    field.play(&force, &[]);
    assert_eq!(field.refused(&field.charge("B", 0., "X")), ["BL-ACT-02"], "it was not named");
}

#[test]
fn bl_act_36_the_marker_is_on_the_table_only_during_a_command() {
    let mut field = field(&format!("A blue inf 12,8,0; B blue inf 14,8,0; {ENEMY}"));
    // It lies there while its activation is drafted, and with the activation it goes.
    let commanders = |state: &crate::state::State| {
        let method = state.activation.as_ref().map(|activation| &activation.method);
        usize::from(matches!(method, Some(Method::Command(_))))
    };
    assert_eq!(commanders(&field.truth()), 0);
    let command = field.command(12., 7., &["A"]);
    assert_eq!(commanders(field.judge(&command).unwrap().after.state()), 1);
    field.play(&command, &[]);
    assert_eq!(commanders(&field.truth()), 0);
    assert_eq!(field.refused(&field.command(14., 7., &["B"])), ["BL-TRN-07"], "not a second one");
}

#[test]
fn bl_act_37_with_everybody_activated_the_phase_is_still_open() {
    let mut field = field(&(row("I", 7, 8.) + "momentum 5,5,5; " + ENEMY));
    field.play(&field.whole_row("I", 5), &[]);
    field.play(&field.alone("I6"), &[]);
    field.play(&field.alone("I7"), &[]);
    assert!(field.truth().of_side(0).all(|unit| unit.activated));
    assert_eq!(field.spent(), Some(9));
    accepted(&field, &[Step::EndPhase]);
}

#[test]
fn bl_amb_16_two_pairs_make_a_force() {
    let field = field(&(row("I", 6, 5.) + ENEMY));
    accepted(&field, &field.corps("I", &["I1", "I2", "I5", "I6"]));
    assert_eq!(field.refused(&field.corps("I", &["I1", "I2", "I6"])), ["BL-ACT-07"]);
}

#[test]
fn bl_amb_17_an_activation_is_one_whole() {
    let mut field = field(
        "A blue inf 4.9,6,0 corps=I concealed; B blue inf 5,5,0 corps=I concealed; X red inf 5,7,180; \
         Y red inf 5,14,180",
    );
    let force = field.corps("I", &["A", "B"]);
    // A friend unmasks the charger first.
    let charge = |draft, target| field.and(draft, "B", field.charge_order(0., target));
    assert!(!field.refused(&charge(force.clone(), "X")).is_empty(), "A stands in the way");
    let unmasked = field.and(force, "A", difficult(270., 1., 0., When::Before));
    accepted(&field, &charge(unmasked.clone(), "X"));
    // One order that is refused refuses all; nothing is revealed.
    let refused = charge(unmasked, "Y");
    assert!(field.try_play(&refused, &[]).is_err());
    assert!(!field.unit("A").activated && !field.unit("A").moved && !field.unit("A").revealed());
    assert_eq!((field.unit("A").pose.at, field.spent()), (at(4.9, 6.), Some(0)));
}

#[test]
fn bl_ex_06_a_chain_a_straggler_and_a_stranger() {
    let field = field(&format!(
        "2 blue inf 5,5,0 corps=I; 3 blue inf 6.5,5,0 corps=I; 6 blue inf 8,5.5,0 corps=I; \
         5 blue inf 6.5,9,0 corps=I; 9 blue inf 9.2,5,0 corps=V; {ENEMY}"
    ));
    accepted(&field, &field.corps("I", &["2", "3", "6"]));
    assert_eq!(field.refused(&field.corps("I", &["2", "3", "6", "5"])), ["BL-ACT-07"]);
    assert_eq!(field.refused(&field.corps("I", &["2", "3", "6", "9"])), ["BL-ACT-06"]);
}

#[test]
fn bl_ex_07_the_bridge_of_iii_corps() {
    let text = "1 blue inf 5,5,0 corps=III; 2 blue inf 6.5,5,0 corps=III; 4 blue inf 8,5,0 corps=III; \
                5 blue inf 9.5,5,0 corps=III; 6 blue inf 11,5,0 corps=III; X red inf 9.5,7,180";
    let mut together = field(text);
    together.play(&together.corps("III", &["1", "2", "4", "5", "6"]), &[]);
    assert_eq!(together.spent(), Some(5));
    assert_eq!(together.refused(&together.alone("5")), ["BL-ACT-02"]);
    together.play(&[Step::EndPhase], &[]);
    assert!(together.no_shot("5", "X").is_empty());

    let mut apart = field(text);
    assert_eq!(apart.refused(&apart.corps("III", &["1", "2", "4", "6"])), ["BL-ACT-07"]);
    apart.play(&apart.corps("III", &["1", "2", "4"]), &[]);
    apart.play(&apart.alone("6"), &[]);
    assert_eq!(apart.spent(), Some(3 + 2));
}

#[test]
fn bl_ex_10_a_corps_a_unit_and_a_command() {
    let text = row("I", 5, 2.)
        + "E blue inf 20,2,0; A blue inf 10.9,8,0 corps=II; B blue inf 12,8,0 corps=II; \
           C blue inf 13.1,8,0 corps=IV; D blue cav 10.9,10,0 corps=IV; F blue cav 12,10,0 corps=V; \
           G blue art 13.1,10,0 corps=V; H blue inf 12,6.5,0 corps=II; momentum 4,4,3; "
        + ENEMY;
    let mut field = field(&text);
    field.play(&field.whole_row("I", 5), &[]);
    assert_eq!(field.spent(), Some(5));
    field.play(&field.alone("E"), &[]);
    assert_eq!(field.spent(), Some(7));
    let force = ["D", "F", "G", "A", "B", "C", "H"];
    let draft = force
        .iter()
        .fold(field.command(12., 8., &force), |draft, unit| field.and(draft, unit, simple(0., 0.3)));
    field.play(&draft, &[]);
    assert!(force.iter().all(|unit| field.unit(unit).moved));
    assert!(matches!(field.truth().phase, Phase::Fire { .. }));
    assert!(field.told(Viewer::Public).iter().any(|(_, line)| line.contains("limit was 11")));
}
