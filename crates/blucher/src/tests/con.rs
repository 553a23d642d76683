//! CON – concealment and information phase.

use super::orders::simple;
use crate::state::Unit;
use crate::step::Step;
use crate::testing::{Field, field};
use umpire::{Figure, Seat, Viewer};

fn known(field: &Field, seat: Seat, name: &str) -> Unit {
    field.battle.known(Viewer::Seat(seat)).state().unit(field.id(name)).unwrap().clone()
}

/// Is the card of a unit hidden from this seat?
fn hidden(field: &Field, seat: Seat, name: &str) -> bool {
    known(field, seat, name).card.get().is_none()
}

#[test]
fn bl_con_01_a_concealed_unit_shows_flag_and_pose_only() {
    let field = field("A blue inf 5,5,0; X red cav 5,12,180 concealed elan=4 shock corps=II marks=1");
    let seen = known(&field, Seat::FIRST, "X");
    assert_eq!(seen.pose, field.unit("X").pose);
    assert!(seen.card.get().is_none() && seen.arm.get().is_none() && seen.marks.get().is_none());
    let scene = field.battle.view(Viewer::Seat(Seat::FIRST), 0).scene;
    let piece = scene.pieces.iter().find(|p| p.id == seen.id).unwrap();
    assert_eq!((&*piece.flag, &*piece.name, &*piece.kind, &*piece.banner), ("Red", "", "", ""));
    assert!(piece.tracks.is_empty() && piece.badges.is_empty() && piece.figures.is_empty());
    let own = field.battle.view(Viewer::Seat(Seat::SECOND), 0).scene;
    let piece = own.pieces.iter().find(|p| p.id == seen.id).unwrap();
    assert_eq!((&*piece.name, &*piece.kind), ("X", "cavalry"));
    assert_eq!(piece.figures, [Figure::Slash, Figure::Half], "shock cavalry");
}

#[test]
fn bl_con_02_units_start_concealed_unless_said_otherwise() {
    let text = |concealed: &str| {
        format!(
            "title = \"t\"\n[[side]]\nname = \"Blue\"\n[[side]]\nname = \"Red\"\n[[unit]]\nname = \"A\"\nside = 0\n\
             arm = \"infantry\"\nat = [5.0, 5.0]\nheading = 0.0\nelan = 5\n{concealed}"
        )
    };
    let read = |text: &str| crate::scenario::read(text).unwrap().units[0].0.concealed;
    assert!(read(&text("")));
    assert!(!read(&text("concealed = false\n")));
}

#[test]
fn bl_con_03_once_revealed_never_concealed_again() {
    let mut field = field("A blue inf 5,5,0 concealed; X red inf 5,12,180; turn 1 movement");
    field.play(&[Step::Individual { unit: field.id("A") }], &[]);
    assert!(!hidden(&field, Seat::SECOND, "A"));
    field.play(&[Step::EndPhase], &[]);
    field.play(&[Step::EndPhase], &[("BL-MOM-01", &[6, 6, 6])]);
    field.play(&[Step::EndPhase], &[]);
    assert!(!hidden(&field, Seat::SECOND, "A"));
    // A fact's audience only grows: there is no way to take a card back.
    let mut unit = field.unit("A");
    unit.card.tell(umpire::Seats::only(Seat::FIRST));
    assert!(unit.revealed());
}

#[test]
fn bl_con_04_activation_reveals_before_the_move() {
    let mut field = field("A blue inf 5,5,0 concealed; X red inf 5,6.5,180");
    field.play(&field.charge("A", 0., "X"), &[]);
    assert!(!hidden(&field, Seat::SECOND, "A"));
    let told = field.told(Viewer::Seat(Seat::SECOND));
    let place = |rule: &str| told.iter().position(|(r, _)| r == rule).unwrap();
    assert!(place("BL-ACT-16") < place("BL-CON-04") && place("BL-CON-04") < place("BL-CHG-06"));
}

#[test]
fn bl_con_05_activated_and_held_is_revealed() {
    let mut field = field("A blue inf 5,5,0 concealed; B blue inf 9,5,0 concealed; X red inf 5,12,180");
    field.play(&[Step::Individual { unit: field.id("A") }], &[]);
    assert!(!hidden(&field, Seat::SECOND, "A"));
    assert!(!field.unit("A").moved);
    assert!(hidden(&field, Seat::SECOND, "B"));
}

/// Which of the concealed units are revealed by the information phase of turn 1.
fn discovered(text: &str) -> Vec<String> {
    let field = field(&format!("{text}; turn 1 information"));
    let truth = field.truth();
    let found = truth.of_side(1).filter(|unit| unit.revealed());
    let mut names: Vec<String> = found.map(|unit| unit.card.truth().name.clone()).collect();
    names.sort();
    names
}

#[test]
fn bl_con_09_seen_and_within_4_bw() {
    assert_eq!(discovered("A blue inf 5,5,0; X red inf 5,9,180 concealed"), ["X"]);
    assert!(discovered("A blue inf 5,5,0; X red inf 5,9.01,180 concealed").is_empty());
}

#[test]
fn bl_con_10_near_and_seeing_may_be_different_units() {
    // A is 3 away behind a crest; B sees X from 6.
    let hill = "hill 2,5 8,12 crest 2,6.5 8,6.5";
    let text = format!("A blue inf 5,5,0; X red inf 5,8,180 concealed; {hill}");
    assert!(discovered(&text).is_empty());
    assert_eq!(discovered(&format!("{text}; B blue inf 11.5,7.5,270")), ["X"]);
}

#[test]
fn bl_con_11_both_conditions_are_needed() {
    assert!(discovered("A blue inf 5,5,0; X red inf 5,12,180 concealed").is_empty());
    let wood = "wood 3,5.2 7,5.8";
    assert!(discovered(&format!("A blue inf 5,5,0; X red inf 5,7,180 concealed; {wood}")).is_empty());
}

#[test]
fn bl_con_12_all_discovered_units_are_revealed() {
    let text = "A blue inf 5,5,0; X red inf 4,8,180 concealed; Y red cav 5,8,180 concealed
        Z red art 6,8,180 concealed; W red inf 5,15,180 concealed";
    assert_eq!(discovered(text), ["X", "Y", "Z"]);
    let field = field(&format!("{text}; turn 1 information"));
    let told = field.told(Viewer::Public);
    assert_eq!(told.iter().filter(|(rule, _)| rule == "BL-CON-09").count(), 3);
}

#[test]
fn bl_con_13_only_in_the_information_phase() {
    // A charges Y and stops 1.7 from X, which it sees.
    let mut field = field("A blue cav 5,3,0; Y red inf 5,7,180; X red inf 7.2,7.2,270 concealed");
    assert!(hidden(&field, Seat::FIRST, "X"));
    field.play(&field.charge("A", 0., "Y"), &[]);
    let near = table::distance::gap(&field.unit("A").rect(), &field.unit("X").rect()).distance;
    assert!((near - 1.7e4).abs() < 1.0 && field.sees("A", "X"));
    assert!(hidden(&field, Seat::FIRST, "X"));
}

#[test]
fn bl_con_14_concealed_units_spot_and_stay_concealed() {
    let field = field("A blue inf 5,5,0 concealed; X red inf 5,8,180 concealed; turn 1 information");
    assert!(!hidden(&field, Seat::FIRST, "X"));
    assert!(hidden(&field, Seat::SECOND, "A"));
}

#[test]
fn bl_con_15_only_passive_units_are_discovered() {
    let field = field("A blue inf 5,5,0 concealed; X red inf 5,8,180; turn 1 information");
    assert!(field.sees("X", "A"));
    assert!(hidden(&field, Seat::SECOND, "A"));
}

#[test]
fn bl_con_16_position_and_facing_are_public() {
    let mut field = field("A blue inf 5,5,0; X red inf 5,12,180 concealed; Y red art 8,12,170 concealed");
    let poses = |field: &Field| {
        let known = field.battle.known(Viewer::Seat(Seat::FIRST));
        known.state().units.iter().map(|unit| (unit.id, unit.pose)).collect::<Vec<_>>()
    };
    let before = poses(&field);
    assert_eq!(before, field.truth().units.iter().map(|unit| (unit.id, unit.pose)).collect::<Vec<_>>());
    field.play(&[Step::Individual { unit: field.id("A") }], &[]);
    assert_eq!(poses(&field), before, "handles stay");
}

/// The sentences of one rule that a viewer was told.
fn sentences(field: &Field, viewer: Viewer, rule: &str) -> Vec<String> {
    field.told(viewer).into_iter().filter(|(by, _)| by == rule).map(|(_, sentence)| sentence).collect()
}

#[test]
fn bl_con_01_its_owner_reads_the_name_of_a_concealed_unit_and_nobody_else_does() {
    let mut field = field("A blue inf 5,5,0; Xaver red inf 5,6.5,180 concealed; turn 1 fire");
    let dice = usize::from(field.plan("A", "Xaver").dice);
    field.shoot("A", "Xaver", &vec![1; dice]);
    // Up to what is said of the dice.
    let told = |viewer| -> Vec<String> {
        let all = sentences(&field, viewer, "BL-SHO-03");
        all.iter()
            .filter_map(|told| told.split([':', '(']).next())
            .map(|told| told.trim().to_owned())
            .collect()
    };
    let [blue, red] = [Seat::FIRST, Seat::SECOND].map(Viewer::Seat);
    let named = |who: &str| vec![format!("A shoots at {who}")];
    assert_eq!(told(red), named("Xaver"));
    for other in [blue, Viewer::Public] {
        assert_eq!(told(other), named("a concealed Red unit"));
        assert!(field.told(other).iter().all(|(_, sentence)| !sentence.contains("Xaver")));
    }
    // Whoever sees everything is told of one shot, not of two.
    assert_eq!(told(Viewer::All), named("Xaver"));
}

#[test]
fn bl_con_04_who_is_activated_is_named_to_its_owner_before_it_is_revealed() {
    let mut field = field("Anton blue inf 5,5,0 concealed; X red inf 5,12,180");
    field.play(&field.order("Anton", simple(0., 1.)), &[]);
    let told = |viewer| sentences(&field, viewer, "BL-ACT-16");
    assert_eq!(told(Viewer::Seat(Seat::FIRST)), ["Individual activation: Anton (2 momentum)."]);
    for other in [Viewer::Seat(Seat::SECOND), Viewer::Public] {
        assert_eq!(told(other), ["Individual activation: a concealed Blue unit (2 momentum)."]);
    }
}
