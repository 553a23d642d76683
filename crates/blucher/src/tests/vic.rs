//! MOR, VIC – army morale, victory and defeat, with EX-05, EX-218, AMB-15, AMB-46, AMB-240 to -244.

use crate::draft;
use crate::movement::remove;
use crate::state::{Left, Objective, Phase, Special, State};
use crate::step::Step;
use crate::testing::{Field, field, field_with, rules};
use crate::victory::check;
use table::point::at;
use umpire::{Seat, Viewer};

/// Blue has so many infantry units and guns, red one unit.
fn army(infantry: usize, guns: usize) -> Field {
    let place = |i: usize| format!("{},{},0", 1.5 * (i % 14) as f64 + 1., 1.5 * (i / 14) as f64 + 2.);
    let foot = (0..infantry).map(|i| format!("I{i} blue inf {}; ", place(i)));
    let guns = (infantry..infantry + guns).map(|i| format!("G{i} blue art {}; ", place(i)));
    field(&format!("{}X red inf 20,12,180", foot.chain(guns).collect::<String>()))
}

fn morale(field: &Field) -> u8 {
    *field.truth().morale[0].truth()
}

/// The winner and the rule of what is found in the status phase.
fn found(state: &State) -> Option<(Option<u8>, String)> {
    check(state).map(|outcome| (outcome.winner, outcome.rule.to_string()))
}

fn lost(rule: &str) -> (Option<u8>, String) {
    (Some(1), rule.to_owned())
}

fn objective(control: Option<u8>, special: bool) -> Objective {
    Objective { at: at(12., 8.), control, special }
}

/// Blue is active and has so many units on the table, morale 7, nobody lost, in turn 9.
fn standing(units: usize) -> State {
    let mut state = army(units, 0).truth();
    state.morale[0].set(7);
    state.turn = 9;
    state
}

#[test]
fn bl_mor_01_a_third_of_infantry_and_cavalry() {
    assert_eq!(morale(&army(18, 0)), 6);
    let mixed = field("A blue inf 2,2,0; B blue cav 4,2,0; C blue cav 6,2,0; D blue cav 8,2,0");
    assert_eq!(morale(&mixed), 2);
}

#[test]
fn bl_mor_02_rounded_up() {
    assert_eq!([19, 22, 1].map(|units| morale(&army(units, 0))), [7, 8, 1]);
}

#[test]
fn bl_ex_05_19_units_have_morale_7() {
    assert_eq!(morale(&army(19, 0)), 7);
}

#[test]
fn bl_mor_03_artillery_is_not_counted() {
    assert_eq!(morale(&army(18, 3)), 6);
}

/// So many units of blue's leave the table.
fn leave(state: &mut State, first: usize, count: usize, how: Left) {
    let ids: Vec<_> = state.of_side(0).skip(first).take(count).map(|unit| unit.id).collect();
    for id in ids {
        remove(state, id, how);
    }
}

#[test]
fn bl_mor_04_broken_artillery_counts() {
    let field = army(18, 1);
    let mut state = field.truth();
    remove(&mut state, field.id("G18"), Left::Broken);
    leave(&mut state, 0, 5, Left::Broken);
    assert_eq!(state.broken, [6, 0]);
    assert_eq!(found(&state), Some(lost("BL-VIC-03")));
}

#[test]
fn bl_mor_05_retired_units_do_not_count() {
    let mut state = army(18, 0).truth();
    leave(&mut state, 0, 5, Left::Broken);
    leave(&mut state, 0, 4, Left::Retired);
    assert_eq!((state.broken[0], state.retired[0], found(&state)), (5, 4, None));
}

#[test]
fn bl_mor_06_each_side_checks_its_own_morale() {
    let mut state = standing(20);
    state.broken[0] = 7;
    state.active = 1;
    assert_eq!(found(&state), None);
    state.active = 0;
    assert_eq!(found(&state), Some(lost("BL-VIC-03")));
}

#[test]
fn bl_mor_07_as_many_broken_as_morale_is_collapse() {
    let mut state = standing(20);
    state.broken[0] = 6;
    assert_eq!(found(&state), None);
    state.broken[0] = 7;
    assert_eq!(found(&state), Some(lost("BL-VIC-03")));
}

#[test]
fn bl_amb_15_morale_is_counted_from_the_units_on_the_table_at_the_start() {
    let mut field = army(4, 0);
    assert_eq!(morale(&field), 2);
    field.play(&[Step::EndPhase], &[("BL-MOM-01", &[1, 1, 1])]);
    let mut state = field.truth();
    leave(&mut state, 0, 2, Left::Retired);
    assert_eq!(*state.morale[0].truth(), 2, "it is not counted again");
}

#[test]
fn bl_amb_46_the_enemys_morale_is_not_shown() {
    let field = army(4, 0);
    let known = |seat| field.battle.known(Viewer::Seat(seat)).state().clone();
    assert_eq!(known(Seat::FIRST).morale.map(|morale| morale.get().copied()), [Some(2), None]);
    assert_eq!(known(Seat::SECOND).morale.map(|morale| morale.get().copied()), [None, Some(1)]);
    assert_eq!(known(Seat::FIRST).broken, known(Seat::SECOND).broken);
}

#[test]
fn bl_vic_01_morale_retirement_special_objectives_nightfall() {
    let mut state = standing(2);
    (state.turn, state.broken[0], state.retired[0]) = (30, 7, 3);
    state.objectives = vec![objective(Some(0), true)];
    state.special = Some(Special { needed: 1, side: None });
    assert_eq!(found(&state), Some(lost("BL-VIC-03")));
    state.broken[0] = 6;
    assert_eq!(found(&state), Some(lost("BL-VIC-05")));
    state.retired[0] = 2;
    assert_eq!(found(&state), Some((Some(0), "BL-VIC-07".into())));
    state.special = None;
    assert_eq!(found(&state), Some((Some(0), "BL-VIC-10".into())));
    state.turn = 29;
    assert_eq!(found(&state), None);
}

/// The last turn: blue holds everything and its morale has collapsed.
fn holding_and_broken() -> State {
    let mut state = standing(9);
    (state.turn, state.broken[0]) = (30, 7);
    state.objectives = vec![objective(Some(0), false); 3];
    state
}

#[test]
fn bl_vic_02_the_first_criterion_ends_the_battle() {
    assert_eq!(found(&holding_and_broken()), Some(lost("BL-VIC-03")));
}

#[test]
fn bl_ex_218_all_objectives_and_no_morale_is_defeat() {
    assert_eq!(check(&holding_and_broken()).unwrap().winner, Some(1));
}

#[test]
fn bl_vic_03_collapse_is_defeat() {
    let mut field = field_with(
        "A blue inf 5,5,0; B blue inf 8,5,0; X red inf 20,12,180",
        &[("name = \"Blue\"\n", "name = \"Blue\"\nmorale = 7\nbroken = 7\n")],
        &[],
    );
    field.play(&[Step::EndPhase], &[]);
    assert_eq!(field.outcome(), Some(lost("BL-VIC-03")));
    assert!(
        field.told(Viewer::Public).iter().any(|(rule, line)| rule == "BL-VIC-03" && line.contains("Red"))
    );
}

#[test]
fn bl_vic_04_the_passive_side_is_checked_in_its_own_turn() {
    // Red's seventh unit is broken in blue's turn 11.
    let mut field = field_with(
        "A blue inf 5,5,0 elan=1; X red inf 5,6,180 elan=1; Y red inf 20,12,180; turn 11 fire",
        &[("name = \"Red\"\n", "name = \"Red\"\nmorale = 7\nbroken = 6\n")],
        &[],
    );
    field.shoot("A", "X", &[6]);
    field.end_fire();
    assert_eq!((field.truth().broken[1], field.outcome(), field.truth().turn), (7, None, 12));
    field.play(&[Step::EndPhase], &[]);
    assert_eq!(field.outcome(), Some((Some(0), "BL-VIC-03".into())));
}

#[test]
fn bl_vic_05_more_retired_than_on_the_table_is_defeat() {
    let mut state = standing(8);
    state.retired[0] = 8;
    assert_eq!(found(&state), None);
    state.retired[0] = 9;
    assert_eq!(found(&state), Some(lost("BL-VIC-05")));
}

#[test]
fn bl_vic_06_all_arms_count_and_broken_units_do_not() {
    let field = army(3, 6);
    let mut state = field.truth();
    state.morale[0].set(11);
    for i in 3..8 {
        remove(&mut state, field.id(&format!("G{i}")), Left::Retired);
    }
    state.broken[0] = 10;
    assert_eq!((state.of_side(0).count(), state.retired[0]), (4, 5));
    assert_eq!(found(&state), Some(lost("BL-VIC-05")));
}

#[test]
fn bl_amb_241_only_units_on_the_table_count_as_on_the_table() {
    let mut state = standing(4);
    leave(&mut state, 0, 1, Left::Broken);
    state.retired[0] = 4;
    assert_eq!((state.gone.len(), found(&state)), (1, Some(lost("BL-VIC-05"))));
}

#[test]
fn bl_vic_07_special_objectives_win_at_the_end_of_a_turn() {
    let mut state = standing(4);
    state.special = Some(Special { needed: 2, side: None });
    state.objectives = vec![objective(Some(1), true), objective(Some(0), true), objective(Some(1), false)];
    assert_eq!(found(&state), None, "one of the two, and one that is not special");
    state.objectives[1].control = Some(1);
    assert_eq!(found(&state), Some((Some(1), "BL-VIC-07".into())));
    state.special = Some(Special { needed: 2, side: Some(0) });
    assert_eq!(found(&state), None, "only blue may win so");
}

#[test]
fn bl_amb_242_of_two_winners_it_is_the_passive_side() {
    let mut state = standing(4);
    state.special = Some(Special { needed: 1, side: None });
    state.objectives = vec![objective(Some(0), true), objective(Some(1), true)];
    assert_eq!(found(&state), Some((Some(1), "BL-VIC-07".into())));
    state.active = 1;
    assert_eq!(found(&state), Some((Some(0), "BL-VIC-07".into())));
}

#[test]
fn bl_vic_08_normal_objectives_do_not_end_the_battle_early() {
    let mut state = standing(4);
    state.objectives = vec![objective(Some(0), false); 3];
    assert_eq!(found(&state), None);
}

/// Turn 30 ends with these controllers of the objectives.
fn night(control: &[Option<u8>]) -> Option<(Option<u8>, String)> {
    let mut state = standing(4);
    state.turn = 30;
    state.objectives = control.iter().map(|side| objective(*side, false)).collect();
    found(&state)
}

#[test]
fn bl_vic_09_after_the_last_turn_it_is_night() {
    let mut field = field("A blue inf 5,5,0; X red inf 20,12,180; turn 30 movement");
    field.play(&[Step::EndPhase], &[]);
    assert!(field.outcome().is_some() && field.truth().turn == 30);
    assert!(field.battle.view(Viewer::Public, 0).awaited.is_empty(), "nobody is asked any more");
}

#[test]
fn bl_vic_10_who_controls_all_objectives_at_night_wins() {
    assert_eq!(night(&[Some(0); 3]), Some((Some(0), "BL-VIC-10".into())));
    assert_eq!(night(&[Some(1); 3]), Some((Some(1), "BL-VIC-10".into())), "active or not");
}

#[test]
fn bl_vic_11_otherwise_it_is_a_draw() {
    assert_eq!(night(&[Some(0), Some(0), Some(1)]), Some((None, "BL-VIC-11".into())));
}

#[test]
fn bl_amb_243_no_objective_or_one_of_nobody_is_a_draw() {
    assert_eq!(night(&[]), Some((None, "BL-VIC-11".into())));
    assert_eq!(night(&[Some(0), None]), Some((None, "BL-VIC-11".into())));
}

#[test]
fn bl_amb_240_the_passive_side_of_the_last_turn_is_not_checked() {
    let mut state = standing(4);
    (state.turn, state.active, state.broken[0], state.retired[0]) = (30, 1, 7, 9);
    assert_eq!(found(&state), Some((None, "BL-VIC-11".into())));
}

const TWO: &str = "A blue inf 5,5,0; B blue inf 8,5,0 concealed; X red inf 5,6.5,180";

#[test]
fn bl_vic_12_the_active_side_may_offer_once_a_turn() {
    let mut field = field(TWO);
    let by_passive = draft::add(&mut field.truth(), 1, &[], &Step::Concede);
    assert_eq!(rules(by_passive.map(drop)), ["BL-VIC-12"]);
    field.play(&[Step::Concede], &[]);
    assert_eq!(field.asked(), Seat::SECOND);
    field.play(&[Step::Answer { accept: false }], &[]);
    assert_eq!(field.refused(&[Step::Concede]), ["BL-VIC-12"]);
}

#[test]
fn bl_vic_13_declined_the_battle_goes_on() {
    let mut field = field(TWO);
    field.play(&[Step::Concede], &[]);
    field.play(&[Step::Answer { accept: false }], &[]);
    assert_eq!((field.outcome(), field.asked(), field.spent()), (None, Seat::FIRST, Some(0)));
    assert!(field.refused(&field.alone("A")).is_empty());
}

#[test]
fn bl_vic_14_accepted_all_active_units_retire_and_the_passive_side_wins() {
    let mut field = field(TWO);
    field.play(&[Step::Concede], &[]);
    field.play(&[Step::Answer { accept: true }], &[]);
    let truth = field.truth();
    assert_eq!((truth.retired, truth.broken), ([2, 0], [0, 0]));
    assert_eq!((truth.of_side(0).count(), truth.of_side(1).count()), (0, 1));
    assert_eq!(field.outcome(), Some(lost("BL-VIC-14")));
    let Phase::Over(end) = truth.phase else { panic!("{:?}", truth.phase) };
    assert_eq!(end.words(&truth), "Victory for Red: Blue conceded", "both read it");
}

#[test]
fn bl_amb_244_an_offer_is_answered_before_anything_else() {
    let mut field = field(TWO);
    field.play(&[Step::EndPhase], &[]);
    assert!(matches!(field.truth().phase, Phase::Fire { .. }), "in any phase of one's own");
    assert_eq!(field.refused(&[Step::Answer { accept: true }]), ["BL-TRN-07"], "nothing was offered");
    field.play(&[Step::Concede], &[]);
    assert_eq!(field.refused(&[Step::EndPhase]), ["BL-AMB-244"]);
    assert_eq!(field.refused(&[Step::Concede]), ["BL-AMB-244"]);
    assert!(field.refused(&[Step::Answer { accept: false }]).is_empty());
    // Not in the middle of an activation.
    let field = self::field(TWO);
    let draft = [field.alone("A"), vec![Step::Concede]].concat();
    assert_eq!(field.refused(&draft), ["BL-AMB-244"]);
}
