//! CBT-22 to -30 – dividing an attacker's dice.

use super::fight::{Fight, fight};
use crate::combat::allocate::occupants;
use crate::step::Step;

/// A, of this elan, on the border between two defenders at this x of its own 5.
fn between(elan: u8, border: f64) -> Fight {
    let text = format!(
        "A blue inf 5,5,0 elan={elan}; X red inf {},5,180; Y red inf {},5,180",
        border - 0.5,
        border + 0.5
    );
    fight(&text, &[("A", "X"), ("A", "Y")])
}

/// A squarely before the corner of M, with L and R at its own front corners.
fn three(elan: u8) -> Fight {
    let text = format!(
        "A blue inf 5,5,0 elan={elan}; L red inf 4.1604,4.6464,135; \
         M red inf 4.6464,5.3536,225; R red inf 5.8396,4.6464,225"
    );
    fight(&text, &[("A", "M"), ("A", "L"), ("A", "R")])
}

#[test]
fn bl_cbt_22_all_dice_go_to_a_single_defender() {
    let fight = fight("A blue inf 5,5,0; X red inf 5,5,180", &[("A", "X")]);
    assert_eq!(fight.divisions("A"), ["X6"]);
    let fight = fight.asked_to_divide("A");
    assert_eq!(fight.refused(&fight.divide("A", "X5")), ["BL-CBT-23", "BL-CBT-25"]);
    assert_eq!(fight.refused(&fight.divide("A", "X6")), Vec::<String>::new());
}

#[test]
fn bl_cbt_23_the_dice_of_a_division_are_all_its_dice() {
    let fight = between(5, 5.0).begin("");
    assert_eq!(fight.refused(&fight.divide("A", "X3 Y1")), ["BL-CBT-23", "BL-CBT-25"]);
    assert_eq!(fight.refused(&fight.divide("A", "X3 Y3")), ["BL-CBT-23"]);
    // Every defender is named, once, and nobody else.
    assert_eq!(fight.refused(&fight.divide("A", "X5")), ["BL-CBT-23"]);
    assert_eq!(fight.refused(&fight.divide("A", "X3 X2")), ["BL-CBT-23"]);
    assert_eq!(fight.refused(&fight.divide("A", "X3 A2")), ["BL-CBT-23"]);
}

#[test]
fn bl_cbt_24_the_occupant_gets_no_fewer_dice() {
    let fight = between(5, 5.1);
    assert_eq!(fight.divisions("A"), ["X3 Y2"]);
    let fight = fight.asked_to_divide("A");
    assert_eq!(fight.refused(&fight.divide("A", "X2 Y3")), ["BL-CBT-24"]);
    // Nothing is to be decided: nobody is asked.
    let fight = between(5, 5.1).begin("34=6 34=6 35=0 35=0");
    assert_eq!(fight.rolled(), "34x6 34x6 35x3 35x2");
}

#[test]
fn bl_cbt_25_the_division_is_as_even_as_possible() {
    assert_eq!(between(6, 5.0).divisions("A"), ["X3 Y3"]);
    let fight = between(6, 5.0).asked_to_divide("A");
    assert_eq!(fight.refused(&fight.divide("A", "X4 Y2")), ["BL-CBT-25"]);
    assert_eq!(three(5).divisions("A"), ["M2 L1 R2", "M2 L2 R1"]);
}

#[test]
fn bl_ex_203_six_dice_on_two_defenders_are_three_and_three() {
    assert_eq!(between(6, 5.2).divisions("A"), ["X3 Y3"]);
    let fight = between(6, 5.2).asked_to_divide("A");
    assert_eq!(fight.refused(&fight.divide("A", "X4 Y2")), ["BL-CBT-25"]);
}

#[test]
fn bl_cbt_26_the_aim_ray_names_the_occupant() {
    let named = |border: f64| {
        let fight = between(5, border);
        let ids = occupants(&fight.state, fight.unit("A"));
        ["X", "Y"].into_iter().filter(|name| ids.contains(&fight.id(name))).collect::<String>()
    };
    assert_eq!(named(5.1), "X");
    assert_eq!(named(4.9), "Y");
    assert_eq!(named(5.02), "X");
}

#[test]
fn bl_ex_201_the_unit_in_the_line_of_the_centerpoint_gets_at_least_as_many() {
    assert_eq!(between(5, 5.3).divisions("A"), ["X3 Y2"]);
}

#[test]
fn bl_cbt_27_equal_portions_leave_the_choice() {
    assert_eq!(between(5, 5.0).divisions("A"), ["X2 Y3", "X3 Y2"]);
    for division in ["X2 Y3", "X3 Y2"] {
        let mut fight = between(5, 5.0).begin("");
        let step = fight.divide("A", division);
        fight.play(&step, "34=6 34=6 35=0 35=0");
        let rolled = if division == "X2 Y3" { "34x6 34x6 35x2 35x3" } else { "34x6 34x6 35x3 35x2" };
        assert_eq!(fight.rolled(), rolled);
    }
}

#[test]
fn bl_amb_205_a_second_defender_within_a_touch_of_the_ray_has_an_equal_portion() {
    assert_eq!(between(5, 5.008).divisions("A"), ["X2 Y3", "X3 Y2"]);
    assert_eq!(between(5, 5.02).divisions("A"), ["X3 Y2"]);
    // It must begin at the same distance. X, aslant, is met by the ray at 0.84; Y begins beside it at 0.
    let text = "A blue inf 5,5,0 elan=5; X red inf 4.765,5.433,120; Y red inf 5.505,5,180";
    assert_eq!(fight(text, &[("A", "X"), ("A", "Y")]).divisions("A"), ["X3 Y2"]);
}

#[test]
fn bl_cbt_28_the_rest_goes_where_its_owner_likes() {
    assert_eq!(three(8).divisions("A"), ["M3 L2 R3", "M3 L3 R2"]);
    let mut fight = three(8).begin("");
    assert_eq!(fight.refused(&fight.divide("A", "M2 L3 R3")), ["BL-CBT-24"]);
    let step = fight.divide("A", "L2 M3 R3");
    fight.play(&step, "34=6 34=6 34=6 35=0 35=0 35=0");
    // However it was divided, dice are rolled in the order of the contacts: M, L, R.
    assert_eq!(fight.rolled(), "34x6 34x6 34x6 35x3 35x2 35x3");
}

#[test]
fn bl_cbt_30_dice_once_divided_stay_so() {
    let mut fight = between(5, 5.0).begin("");
    let step = fight.divide("A", "X3 Y2");
    fight.play(&step, "34=0 34=0 35=1 35=1");
    assert_eq!(fight.refused(&fight.divide("A", "X2 Y3")), ["BL-CBT-30"]);
}

#[test]
fn bl_amb_206_with_more_defenders_than_dice_the_occupant_comes_first() {
    assert_eq!(three(2).divisions("A"), ["M1 L0 R1", "M1 L1 R0"]);
    let one = fight(
        "A blue inf 5,5,0 elan=6 marks=5; X red inf 4.6,5,180; Y red inf 5.6,5,180",
        &[("A", "X"), ("A", "Y")],
    );
    assert_eq!(one.divisions("A"), ["X1 Y0"]);
    // Y has no die against it: the attack score is 0, and it has won.
    let one = one.begin("34=0 34=0 35=0");
    assert_eq!((one.rolled().as_str(), one.scores("Y")), ("34x6 34x6 35x1", (0, 0)));
    assert_eq!(one.number("Y"), 5);
}

#[test]
fn bl_ex_202_four_attackers_on_three_defenders() {
    let text = "A blue inf 4.6,5,0 elan=6; B blue inf 5.6,5,0 elan=5; U red inf 5.1,5,180
        C blue inf 10,5,0 elan=5; V red inf 9.7,5,180; W red inf 10.7,5,180; D blue inf 11,5,0 elan=3";
    let pairs = [("A", "U"), ("B", "U"), ("C", "V"), ("C", "W"), ("D", "W")];
    let fight = fight(text, &pairs).begin("34=6 34=6 34=6 35=0 35=0 35=0 35=0 35=0");
    assert_eq!(fight.rolled(), "34x6 34x6 34x6 35x6 35x5 35x3 35x2 35x3");
}

#[test]
fn bl_amb_255_some_division_is_always_legal() {
    for elan in 1..=8 {
        for border in [4.7, 4.995, 5.0, 5.1, 5.4] {
            assert!(!between(elan, border).divisions("A").is_empty());
        }
        assert!(!three(elan).divisions("A").is_empty());
    }
    // What is offered is accepted, and what is not offered is refused.
    let fight = three(8).begin("");
    let offered = crate::combat::steps(&fight.state);
    assert_eq!(offered.len(), 2);
    for (l, m, r) in (0..=8).flat_map(|l| (0..=8 - l).map(move |m| (l, m, 8 - l - m))) {
        let step = fight.divide("A", &format!("M{m} L{l} R{r}"));
        let is_offered = offered.iter().any(|offer| {
            matches!((offer, &step),
            (Step::Allocate { dice: a, .. }, Step::Allocate { dice: b, .. }) if a == b)
        });
        assert_eq!(fight.refused(&step).is_empty(), is_offered, "{l} {m} {r}");
    }
}
