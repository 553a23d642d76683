//! ENG – moving while engaged, with EX-26 as far as movement goes.

use super::orders::*;
use crate::engagement::engaged_by;
use crate::step::{Order, Step, When};
use crate::testing::field;

#[test]
fn bl_eng_01_an_engaged_unit_may_not_stay_engaged_by_moving() {
    let field = field("A blue inf 5,5,0; X red inf 5,5.9,180");
    assert_eq!(field.why("A", difficult(90., 0.5, 0., When::Before)), ["BL-ENG-01"]);
    assert_eq!(field.why("A", simple(0., 0.3)), ["BL-ENG-01"]);
}

#[test]
fn bl_eng_02_it_leaves_every_zone_or_does_not_leave() {
    let text = "A blue inf 5,5,0; X red inf 5,5.9,180";
    let aside = || difficult(90., 1., 0., When::Before);
    assert!(field(text).why("A", aside()).is_empty());
    assert_eq!(field(&format!("{text}; Y red inf 7.3,4.5,270")).why("A", aside()), ["BL-ENG-02"]);
}

#[test]
fn bl_eng_03_it_may_pivot_in_place_and_stay_engaged() {
    let field = field("A blue inf 5,5,0; X red inf 5,5.9,180");
    assert!(field.why("A", simple(90., 0.)).is_empty());
    assert_eq!(field.why("A", simple(180., 0.)), ["BL-MOV-10"], "if the sweep is clear");
}

#[test]
fn bl_eng_06_it_may_stay() {
    let field = field("A blue inf 5,5,0; B blue inf 6.2,5,0 prepared; X red inf 5.6,5.9,180");
    assert!(field.why("A", Order::Prepare).is_empty());
    assert!(field.why("A", Order::Hold).is_empty());
    assert!(field.why("B", Order::Unprepare).is_empty());
}

#[test]
fn bl_eng_08_engagement_at_the_end_is_tested_at_the_end_of_its_own_move() {
    // Where its comrades stand, before or after, changes nothing: enemies do not move.
    let text = "A blue inf 5,5,0; X red inf 5,5.9,180";
    let (before, after) = (format!("{text}; B blue inf 7.1,5,0"), format!("{text}; B blue inf 7.1,8,0"));
    for text in [before, after] {
        assert!(field(&text).why("A", difficult(180., 0.2, 0., When::Before)).is_empty());
        assert_eq!(field(&text).why("A", difficult(180., 0.09, 0., When::Before)), ["BL-ENG-01"]);
    }
}

#[test]
fn bl_eng_10_it_may_leave_over_a_friendly_or_neutral_edge() {
    let field = field("A blue inf 0.9,5,0; X red inf 0.9,5.9,180");
    assert!(field.why("A", leaving(difficult(270., 0.6, 0., When::Before))).is_empty());
}

#[test]
fn bl_ex_26_who_engages_whom() {
    let field = field(
        "U1 blue inf 4.2,5.5,170; U2 blue inf 5.7,6.6,180; U3 blue inf 6.6,5.9,200; \
         A red inf 4.4,5,0; B red inf 6.5,5,340",
    );
    let state = field.truth();
    let by = |name: &str| {
        let rect = named(&state, name).rect();
        engaged_by(&state, 0, &rect).map(|unit| unit.card.truth().name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(by("U1"), ["A"]);
    assert_eq!(by("U2"), Vec::<String>::new());
    assert_eq!(by("U3"), ["B"]);
    // 1 may pivot or leave; 2 is free to enter a zone.
    assert!(field.why("U1", simple(175., 0.)).is_empty());
    assert!(field.why("U1", difficult(350., 1., 170., When::Before)).is_empty());
    assert_eq!(field.why("U1", difficult(350., 0.3, 170., When::Before)), ["BL-ENG-01"]);
    assert!(field.why("U2", simple(200., 0.6)).is_empty());
}

#[test]
fn bl_eng_04_it_may_charge() {
    let field = field("A blue inf 5,5,0; X red inf 5,5.9,180");
    assert_eq!(engaged_by(&field.truth(), 0, &field.unit("A").rect()).count(), 1);
    assert!(field.refused(&field.charge("A", 0., "X")).is_empty());
}

#[test]
fn bl_eng_07_an_advance_may_end_in_an_engagement_zone() {
    // X breaks; the zone of Y begins 0.1 BW before the place to which A advances.
    let mut fight = super::fight::fight(
        "A blue inf 5,5,0 elan=6; X red inf 5,5,180 elan=1; Y red inf 5,6.9,180; Z red inf 20,12,180",
        &[("A", "X")],
    )
    .begin("34=0 35=3");
    let unit = fight.id("A");
    let advance = Step::Advance { unit, length: 10_000 };
    assert_eq!(fight.refused(&advance), Vec::<String>::new());
    fight.play(&advance, "");
    let (front, y) = (fight.unit("A").rect(), fight.unit("Y").clone());
    assert!(crate::engagement::engages(&y, &front));
}
