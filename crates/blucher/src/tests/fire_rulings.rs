//! Rulings on fire: AMB-08, -10, -30, -32 to -38, -52, -230, -236.

use crate::fire::{odds, targets};
use crate::sight::Eyes;
use crate::state::{Contact, Phase};
use crate::testing::{Field, field};
use dice::odds::Ratio;
use table::rect::Edge;
use umpire::{Seat, Viewer};

fn fire(text: &str) -> Field {
    field(&format!("{text}; turn 1 fire"))
}

#[test]
fn bl_amb_08_a_line_that_ends_on_terrain_the_target_overlaps_goes_into_it() {
    let with = |arm: &str, wood: &str| fire(&format!("A blue {arm} 5,5,0; X red inf 5,6,180; wood {wood}"));
    // Lined up on the inner edge of the wood.
    assert_eq!(with("inf", "4,6 6,8").no_shot("A", "X"), ["BL-LOF-07"]);
    let guns = with("art", "4,6 6,8").plan("A", "X");
    assert_eq!((guns.dice, guns.obstructed), (3, true));
    // Standing before a wood, flush with it.
    assert!(with("inf", "4,7 6,9").no_shot("A", "X").is_empty());
    assert_eq!(with("art", "4,7 6,9").plan("A", "X").dice, 5);
}

#[test]
fn bl_amb_10_a_crest_covers_only_to_the_front() {
    let hill = "hill 2,8 8,12 crest 2,9 8,9";
    // The target faces south at the crest; the shooter stands south of it, then behind it, then beside it.
    let from =
        |shooter: &str| fire(&format!("A blue {shooter}; X red inf 5,9,180; {hill}")).plan("A", "X").dice;
    assert_eq!(from("art 5,5,0"), 3);
    assert_eq!(from("art 5,13,180"), 5);
    assert_eq!(from("art 8,9.5,270"), 5);
    assert_eq!(from("inf 5,8.2,0 elan=6"), 3);
    assert_eq!(from("inf 5,10.8,180 elan=6"), 6);
}

#[test]
fn bl_amb_30_the_preview_of_fire_at_a_concealed_unit_shows_both_cases() {
    let with =
        |arm: &str| fire(&format!("A blue inf 5,5,0 elan=6 firepower; X red {arm} 5,5.9,180 concealed"));
    let preview = |field: &Field| {
        let known = field.battle.known(Viewer::Seat(Seat::FIRST));
        odds(known.state(), field.id("A"), field.id("X")).remove(0)
    };
    let cards = ["inf", "cav", "art"].map(|arm| preview(&with(arm)));
    assert!(cards[0] == cards[1] && cards[1] == cards[2], "the preview tells nothing");
    let given: Vec<String> = cards[0].cases.iter().map(|c| c.given.clone().unwrap().to_string()).collect();
    let expected = ["if it is infantry: 6 dice, one 5 counts", "if it is cavalry or artillery: 3 dice"];
    assert_eq!(given, expected);
    // Three dice that hit on a 6: nothing in (5/6)³.
    let (sentence, chance) = &cards[0].cases[1].chances[0];
    assert_eq!((sentence.as_ref(), *chance), ("no hit", Ratio::new(125, 216).unwrap()));
    // In truth the arm decides.
    assert_eq!((with("inf").plan("A", "X").dice, with("cav").plan("A", "X").dice), (6, 3));
}

#[test]
fn bl_amb_30_artillery_at_a_concealed_unit_is_the_same_whatever_it_is() {
    for arm in ["inf", "cav", "art"] {
        let field = fire(&format!("A blue art 5,5,0; X red {arm} 5,9,180 concealed"));
        let known = field.battle.known(Viewer::Seat(Seat::FIRST));
        let card = odds(known.state(), field.id("A"), field.id("X")).remove(0);
        assert_eq!(card.title, "A shoots at a concealed Red unit: 3 dice");
        assert_eq!((card.cases.len(), card.cases[0].given.clone()), (1, None));
        let modifiers: Vec<_> = card.modifiers.iter().map(|m| (m.rule.to_string(), m.by)).collect();
        assert_eq!(modifiers, [("BL-SHO-02".to_owned(), Some(5)), ("BL-SHO-11".to_owned(), None)]);
        assert_eq!(field.plan("A", "X").rules(), ["BL-SHO-11"]);
    }
}

#[test]
fn odds_of_a_shot_are_exact() {
    let field = fire("A blue art 5,5,0 marks=4; X red inf 5,6.5,180");
    let card = odds(&field.truth(), field.id("A"), field.id("X")).remove(0);
    assert_eq!(card.title, "A shoots at X: 2 dice, one 5 counts");
    // Of 36: nothing 16; two hits 6-6, 6-5, 5-6; the rest one.
    let chances: Vec<_> = card.cases[0].chances.iter().map(|(s, r)| (s.as_ref(), *r)).collect();
    let ratio = |n: u128| Ratio::new(n, 36).unwrap();
    assert_eq!(chances, [("no hit", ratio(16)), ("1 hit", ratio(17)), ("2 hits", ratio(3))]);
}

#[test]
fn bl_amb_32_priority_by_the_shortest_line_the_shot_by_the_shortest_clear_one() {
    // The wood hides (5,7), at 2.0, from a clear line; past its corner (5.1,6) one runs to (5.2,7), at 2.01.
    let field = fire("A blue art 5,5,0; X red inf 5,7,180; Y red inf 7,9,180; wood 4.9,6 5.1,6.5");
    let plan = field.plan("A", "X");
    assert!(!plan.obstructed && !plan.bonus, "{plan:?}");
    assert!((plan.range - 20_100).abs() < 30, "{plan:?}");
    assert_eq!(field.no_shot("A", "Y"), ["BL-TGT-01"]);
    // Without a clear line the shot is the obstructed one.
    let wide = fire("A blue art 5,5,0; X red inf 5,7,180; wood 4,6 6,6.5").plan("A", "X");
    assert!(wide.obstructed && wide.bonus && wide.range == 20_000);
}

#[test]
fn bl_amb_33_a_gap_lies_between_two_things_beside_the_line() {
    // A unit and a wood obstruct from where the link between them is crossed, y = 7.
    let with =
        |y: &str| fire(&format!("A blue art 5,5,0; F blue inf 4.3,7,0; X red inf 5,{y},180; wood 5.2,7 7,8"));
    assert!(with("8").no_shot("A", "X").is_empty() && with("8").plan("A", "X").obstructed);
    assert!(with("8.2").no_shot("A", "X").contains(&"BL-LOF-19".to_owned()));
    // A single obstacle never matters, nor what lies beyond the end of the line.
    let single = fire("A blue art 5,5,0; F blue inf 4.4,7,0; X red inf 5,10,180");
    assert!(single.no_shot("A", "X").is_empty());
    let beyond = fire("A blue art 5,5,0; X red inf 5,6.5,180; F blue inf 4.3,8.6,0; E red inf 5.7,8.6,0");
    assert!(beyond.no_shot("A", "X").is_empty());
}

#[test]
fn bl_amb_34_infantry_shoots_at_the_part_outside() {
    let field = fire("A blue inf 5,5,0; X red inf 5,6,180; wood 5,5.9 7,8");
    let state = field.truth();
    let found = targets(&state, &field.unit("A"), &Eyes::new(&state));
    assert_eq!(found.len(), 1);
    assert!(found[0].line.shot().to.x < 50_000.0 && !found[0].line.obstructed());
}

#[test]
fn bl_amb_35_a_hit_reveals_at_once() {
    let mut field = fire("A blue art 4,5,0; B blue art 6,5,0; X red inf 5,9,180 concealed elan=6");
    assert_eq!(field.plan("B", "X").dice, 3);
    field.shoot("A", "X", &[6, 1, 1]);
    assert_eq!(field.plan("B", "X").dice, 5);
    // The hit itself waits.
    assert_eq!(field.unit("X").current(), Some(6));
}

#[test]
fn bl_amb_36_the_end_of_the_fire_phase_has_an_order() {
    let mut field = fire(
        "A blue art 3,5,0 marks=5; B blue art 5,5,0; C blue art 7,5,0; D blue art 9,5,0; \
         X red inf 3,9,180 elan=1; Y red art 7,9,180 concealed; Z red art 9,9,180; W red inf 20,9,180",
    );
    field.shoot("A", "X", &[1, 6]);
    field.shoot("B", "Y", &[6, 1, 1]);
    field.shoot("C", "Y", &[6, 1, 1]);
    field.shoot("D", "Z", &[6, 1, 1]);
    let before = field.told(Viewer::Public).len();
    field.end_fire();
    let told = field.told(Viewer::Public);
    let mut rules: Vec<&str> = told[before..].iter().map(|(rule, _)| rule.as_str()).collect();
    // Handles are drawn at random: what happens to the passive units comes in their order.
    let last = rules.pop();
    rules.sort_unstable();
    assert_eq!((rules, last), (vec!["BL-HIT-03", "BL-HIT-04", "BL-HIT-06"], Some("BL-AMM-03")));
    let state = field.truth();
    let Phase::FireRetreats { left, shooters } = &state.phase else { panic!("Z has to retreat") };
    assert_eq!(*left, [field.id("Z")]);
    assert_eq!(shooters.len(), 1);
    assert_eq!((state.broken, state.retired), ([0, 1], [1, 1]));
    assert_eq!(field.asked(), Seat::SECOND);
}

#[test]
fn bl_amb_37_a_unit_in_contact_does_not_shoot() {
    let field = fire("A blue art 5,5,0 mobile; X red inf 5,9,180; Y red inf 5,4,0");
    let contact =
        Contact { attacker: field.id("A"), defender: field.id("Y"), edge: Edge::Front, from_crest: None };
    assert_eq!(field.no_shot_if("A", "X", |state| state.contacts.push(contact)), ["BL-AMB-37"]);
}

#[test]
fn bl_amb_38_only_a_unit_whose_pose_changed_has_moved() {
    let field = fire("A blue inf 5,5,0; X red inf 5,6,180");
    let with = |activated, moved| {
        field.no_shot_if("A", "X", |state| {
            state.units.iter_mut().for_each(|u| (u.activated, u.moved) = (activated, moved));
        })
    };
    assert!(with(true, false).is_empty());
    assert_eq!(with(true, true), ["BL-FIR-06"]);
}

#[test]
fn bl_amb_52_a_mobile_unit_shoots_after_a_reserve_move() {
    let field = fire("A blue art 5,5,0 mobile; X red inf 5,9,180");
    let moved = field.no_shot_if("A", "X", |state| {
        state.units.iter_mut().for_each(|u| (u.activated, u.moved) = (true, true));
    });
    assert!(moved.is_empty());
}

#[test]
fn bl_amb_230_all_who_shot_count_hit_or_miss_and_where_they_stood() {
    let mut field = fire(
        "A blue art 4,5,0; B blue art 6,5,0 marks=5; C blue art 12,5,0; X red art 5,9,180; Y red inf 12,9,180",
    );
    field.shoot("A", "X", &[6, 1, 1]);
    field.shoot("B", "X", &[1]);
    field.shoot("C", "Y", &[1, 1, 1, 1, 1]);
    let (a, b) = (field.unit("A"), field.unit("B"));
    field.end_fire();
    let state = field.truth();
    let Phase::FireRetreats { left, shooters } = &state.phase else { panic!("X has to retreat") };
    let x = field.id("X");
    assert_eq!(*left, [x]);
    // B missed and has retired since; C shot at another.
    assert!(state.unit(b.id).is_none());
    assert_eq!(*shooters, [(a.id, x, a.pose), (b.id, x, b.pose)]);
}

#[test]
fn bl_amb_236_infantry_shoots_past_an_urban_base_at_what_stands_partly_in_it() {
    // The base lies at x 5.0–6.1: the west half of the target is open.
    let open = fire("A blue inf 4.8,5,0; X red inf 5,6,180; urban 5.55,6.5,0");
    assert!(open.no_shot("A", "X").is_empty());
    // The base reaches to the target's west edge: its border is in it (BL-AMB-08).
    let flush = fire("A blue inf 4.8,5,0; X red inf 5,6,180; urban 5.05,6.5,0");
    assert_eq!(flush.no_shot("A", "X"), ["BL-LOF-08"]);
}

#[test]
fn a_shot_is_told_with_what_counted() {
    let mut field = fire("A blue art 5,5,0 heavy; X red art 5,9,180");
    field.shoot("A", "X", &[6, 5, 1]);
    let told = field.told(Viewer::Public);
    let sentence = "A shoots at X (target is artillery: half the dice; heavy artillery: one 5 hits): 2 hits.";
    assert_eq!(told.last(), Some(&("BL-SHO-03".to_owned(), sentence.to_owned())));
}
