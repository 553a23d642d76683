//! Refusals name the units they speak of, as the seat knows them: a concealed enemy has no name (CON-01).

use crate::step::{Order, Step, When};
use crate::testing::{Field, field};
use crate::tests::orders::{difficult, leaving, reserve, simple};

/// What is said against a draft by a rule.
fn said(field: &Field, steps: &[Step], rule: &str) -> String {
    let why = match field.judge(steps) {
        Ok(judged) => judged.complete.err().unwrap_or_default(),
        Err(why) => why,
    };
    let found = why.iter().find(|why| why.rule.as_str() == rule);
    found.unwrap_or_else(|| panic!("{rule}: {why:?}")).sentence.to_string()
}

/// The same against an order of A alone, once with X, the last unit, revealed and once with X concealed.
fn both(text: &str, order: &Order, rule: &str) -> [String; 2] {
    let concealed = format!("{text} concealed");
    [text, &concealed].map(|text| {
        let field = field(text);
        said(&field, &field.order("A", order.clone()), rule)
    })
}

/// A sentence about X, and the same about somebody concealed.
fn about(sentence: &str) -> [String; 2] {
    ["X", "a concealed Red unit"].map(|name| sentence.replace("NAME", name))
}

#[test]
fn bl_mov_15_both_units_that_overlap_are_named() {
    let field = field("A blue inf 5,5,0 corps=I; B blue inf 6.2,5,0 corps=I concealed; X red inf 15,12,180");
    let steps = field.and(field.corps("I", &["A", "B"]), "A", difficult(90., 0.5, 0., When::Before));
    let sentence = said(&field, &steps, "BL-MOV-15");
    // From 5.0 to 6.0 its right edge is moved by 0.5; B begins at 5.7.
    let named = ["A and B overlap by 0.30 BW", "B and A overlap by 0.30 BW"];
    assert!(named.contains(&sentence.as_str()), "{sentence}");
}

#[test]
fn bl_mov_16_the_friend_that_a_unit_ends_on_is_named() {
    // A ends with its rear at y = 5; B's footprint reaches up to 5.1.
    let field = field("A blue inf 5,4,0; B blue inf 5,4.1,180; X red inf 15,12,180");
    assert_eq!(said(&field, &field.order("A", simple(0., 2.)), "BL-MOV-16"), "A and B overlap by 0.10 BW");
}

#[test]
fn bl_mov_11_the_enemy_that_a_move_would_meet_is_named() {
    let text = "A blue inf 5,5,0; X red inf 5,7,180";
    let sentence = about("only a charge may bring it into contact with NAME");
    assert_eq!(both(text, &simple(0., 2.), "BL-MOV-11"), sentence);
    // Its front would come to 6.8; X begins at 6.5.
    let nearer = "A blue inf 5,5,0; X red inf 5,6.5,180";
    assert_eq!(both(nearer, &simple(0., 1.8), "BL-MOV-10"), about("it would sweep 0.30 BW into NAME"));
}

#[test]
fn bl_rti_02_the_enemy_that_is_too_near_is_named() {
    let text = "edge south blue 0 24; A blue inf 5,5,0; X red inf 5,6.5,180";
    assert_eq!(
        both(text, &Order::Retire, "BL-RTI-02"),
        about("NAME is 1.50 BW away: more than 2 BW is needed")
    );
}

#[test]
fn bl_rsv_13_the_enemy_that_sees_is_named() {
    let text = "A blue inf 5,5,0 concealed; X red inf 5,8.5,180";
    let starts = about("it starts in sight of NAME, 3.50 BW away: more than 4 BW is needed");
    assert_eq!(both(text, &reserve(&[(14., 3.)], 0.), "BL-RSV-13"), starts);
    let away = "A blue inf 14,3,0 concealed; X red inf 5,8.5,180";
    let ends = about("it would end in sight of NAME, 3.50 BW away: more than 4 BW is needed");
    assert_eq!(both(away, &reserve(&[(5., 5.)], 0.), "BL-RSV-14"), ends);
}

#[test]
fn bl_chg_19_the_enemies_that_stand_before_the_target_are_named() {
    let text = "A blue cav 5,5,0; X red inf 5,6.5,180; Y red inf 5.6,9,180";
    let field = field(text);
    assert_eq!(
        said(&field, &field.charge("A", 0., "Y"), "BL-CHG-19"),
        "it would contact X before its target"
    );
}

#[test]
fn bl_chg_22_the_greater_threat_is_named() {
    let field = field("A blue cav 5,5,0; X red inf 4.4,6.5,180 concealed; Y red inf 6.2,7.5,180");
    assert_eq!(
        said(&field, &field.charge("A", 25., "Y"), "BL-CHG-22"),
        // From (5.5, 5) to Y's corner at (5.7, 7.5).
        "a concealed Red unit is a greater threat: it is 1.50 BW away, the target 2.51 BW"
    );
}

#[test]
fn bl_act_07_who_is_too_far_from_whom_is_said() {
    let field = field("A blue inf 5,5,0 corps=I; B blue inf 7.5,5,0 corps=I; X red inf 5,12,180");
    let sentence = said(&field, &field.corps("I", &["A", "B"]), "BL-ACT-07");
    assert_eq!(sentence, "A is 1.50 BW from B, the nearest of the force: at most 1 BW");
}

#[test]
fn bl_act_20_the_enemy_too_near_to_the_marker_is_named() {
    for (text, name) in [("", "X"), ("concealed", "a concealed Red unit")] {
        let field = field(&format!("A blue inf 5,5,0; X red inf 5,8,180 {text}"));
        let sentence = said(&field, &field.command(5., 7.5, &[]), "BL-ACT-20");
        assert_eq!(sentence, format!("the marker is 0.50 BW from {name}: more than 1 BW is needed"));
    }
}

#[test]
fn bl_act_19_the_marker_must_lie_on_the_table() {
    let field = field("A blue inf 5,5,0; X red inf 5,12,180");
    assert_eq!(said(&field, &field.command(-1., 5., &[]), "BL-ACT-19"), "the marker must lie on the table");
}

#[test]
fn bl_lof_04_who_is_in_the_way_of_a_shot_is_named() {
    let text = "A blue art 5,5,0; X red inf 5,7,180 concealed; Y red inf 5,9,180; turn 1 fire";
    let field = field(text);
    assert_eq!(said(&field, &field.shot("A", "Y"), "BL-LOF-04"), "a concealed Red unit is in the way");
}

#[test]
fn bl_lof_17_the_sides_of_a_gap_are_named() {
    // B's right edge is at 4.8, X's left one at 5.2.
    let text = "A blue art 5,5,0; B blue inf 4.3,7,0; X red inf 5.7,7,180; Y red inf 5,10,180; turn 1 fire";
    let field = field(text);
    let sentence = said(&field, &field.shot("A", "Y"), "BL-LOF-17");
    let between = |one: &str, other: &str| {
        format!("the line would pass between {one} and {other}, less than ½ BW apart")
    };
    assert!([between("B", "X"), between("X", "B")].contains(&sentence), "{sentence}");
}

#[test]
fn bl_tgt_03_the_closer_target_is_named() {
    let field = field("A blue inf 5,5,0; X red inf 4.2,6.2,180; Y red inf 6.2,6.8,180; turn 1 fire");
    // From (5, 5): X's corner at (4.7, 6.2), Y's at (5.7, 6.8).
    let sentence = "X is a closer target: 1.24 BW away, this one 1.93 BW";
    assert_eq!(said(&field, &field.shot("A", "Y"), "BL-TGT-03"), sentence);
}

#[test]
fn bl_lof_06_whom_a_target_is_in_contact_with_is_said() {
    let mut field = field("A blue art 5,5,0; B blue inf 7,7.5,0; X red inf 7,8,180; Y red inf 20,12,180");
    let charge = field.charge("B", 0., "X");
    field.play(&charge, &[]);
    field.play(&[Step::EndPhase], &[]);
    let sentence = "X is in contact with B, of the shooter's side";
    assert_eq!(said(&field, &field.shot("A", "X"), "BL-LOF-06"), sentence);
    assert_eq!(said(&field, &field.shot("B", "X"), "BL-AMB-37"), "it is in contact with X");
}

#[test]
fn bl_chg_03_what_stands_between_charger_and_target_is_said() {
    // From A at (5, 5) B, 1.5 BW ahead and 1 BW wide, hides what is 3.5 BW ahead up to 1.17 BW to either side.
    let charge = |b: &str| {
        let field = field(&format!("A blue cav 5,5,0; B red inf 5,6.5,180{b}; X red inf 5,8.5,180"));
        said(&field, &field.charge("A", 0., "X"), "BL-CHG-03")
    };
    assert_eq!(charge(""), "it does not see X: B is between them");
    assert_eq!(charge(" concealed"), "it does not see X: a concealed Red unit is between them");
    let wood = field("A blue cav 5,5,0; X red inf 5,8.5,180; wood 3,5.5 7,8");
    assert_eq!(
        said(&wood, &wood.charge("A", 0., "X"), "BL-CHG-03"),
        "it does not see X: a wood is between them"
    );
    let far = field("A blue cav 5,2,0; X red inf 5,11,180");
    let sentence = "it does not see X, which is more than 8 BW away";
    assert_eq!(said(&far, &far.charge("A", 0., "X"), "BL-CHG-03"), sentence);
}

#[test]
fn bl_chg_04_how_far_it_would_have_to_turn_is_said_without_a_sign() {
    let field = field("A blue inf 5,5,0; X red inf 3,5,180");
    let sentence = "it would have to turn 84.5° to charge, and 45° are allowed";
    for degrees in [-84.5, 84.5] {
        assert_eq!(said(&field, &field.charge("A", degrees, "X"), "BL-CHG-04"), sentence);
    }
}

#[test]
fn bl_fir_11_a_target_is_named_as_the_shooter_knows_it() {
    let shot = |x: &str, rule: &str| {
        let field = field(&format!("A blue inf 5,5,0; {x}; turn 1 fire"));
        let id = field.truth().units.iter().find(|unit| unit.side == 1).unwrap().id;
        said(&field, &[Step::Shoot { unit: field.id("A"), target: id }], rule)
    };
    assert_eq!(shot("X red inf 5,7.48,180", "BL-LOF-12"), "X is 2.48 BW away: infantry shoots 2 BW");
    let hidden = shot("X red inf 5,7.48,180 concealed", "BL-LOF-12");
    assert_eq!(hidden, "a concealed Red unit is 2.48 BW away: infantry shoots 2 BW");
    assert_eq!(shot("X red inf 5,3,0", "BL-LOF-02"), "no part of X lies in its frontal arc");
    let behind = "X red inf 5,6.9,180; B blue inf 5,6.2,0";
    assert_eq!(shot(behind, "BL-FIR-11"), "it does not see X: B is between them");
}

#[test]
fn bl_amb_19_the_order_to_leave_the_table_is_said_as_its_card_says_it() {
    // Its front middle, 0.95 BW from the table's left edge, would go 1 BW towards it.
    let field = field("A blue inf 0.95,8,270; B blue inf 12,8,0 concealed; X red inf 20,12,180");
    let words = "it would end 0.05 BW off the table: that needs “leaves the table: yes”";
    assert_eq!(said(&field, &field.order("A", simple(270., 1.)), "BL-AMB-19"), words);
    let stays = "its order is “leaves the table: yes”, but it would end on the table";
    assert_eq!(said(&field, &field.order("A", leaving(simple(270., 0.5))), "BL-AMB-19"), stays);
    // The card has that way wherever the edge can be come to: A by any move, B by a reserve move of 12 BW only.
    let ways = |unit: &str| -> Vec<String> {
        let places = crate::options::options(&field.judge(&field.alone(unit)).unwrap().after).places;
        let fields = places.into_iter().flat_map(|place| place.fields);
        fields.map(|field| format!("“{}: {}”", field.name, field.values[1].1)).collect()
    };
    assert!(ways("A").iter().all(|way| words.ends_with(way)) && ways("A").len() > 1);
    assert_eq!(ways("B"), ["“leaves the table: yes”"]);
}
