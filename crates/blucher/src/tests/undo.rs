//! What may be taken back, phase by phase, and why the rest may not.

use super::orders::simple;
use crate::state::{Phase, State};
use crate::step::{Order, Step};
use crate::testing::{Field, field};
use table::point::at;
use umpire::{Seat, Viewer};

const BLUE: Seat = Seat::FIRST;
const RED: Seat = Seat::SECOND;

fn why(field: &Field, seat: Seat) -> String {
    field.battle.no_undo(seat).map(String::from).unwrap_or_default()
}

/// Plays a step that rolls nothing, takes it back, and plays it again.
fn twice(field: &mut Field, step: Step) {
    let (seat, before, steps) = (field.asked(), field.truth(), [step]);
    assert!(!field.judge(&steps).unwrap().last_word, "{steps:?}");
    field.play(&steps, &[]);
    let after = field.truth();
    assert_eq!(why(field, seat), "", "{steps:?}");
    field.battle.undo(seat).unwrap_or_else(|answer| panic!("{answer:?}"));
    assert_eq!(field.truth(), before);
    field.play(&steps, &[]);
    assert_eq!(field.truth(), after);
}

fn last_word(field: &Field, steps: &[Step]) -> bool {
    field.judge(steps).unwrap_or_else(|why| panic!("{why:?}")).last_word
}

#[test]
fn from_the_end_of_fire_to_the_end_of_the_turn_only_dice_are_final() {
    let mut field = field(
        "A blue inf 5,5,0 elan=7 charged; X red inf 4.5,5,180; Y red inf 5.5,5,180; W red inf 12,12,180 concealed
         turn 1 fire",
    );
    let [a, x, y] = ["A", "X", "Y"].map(|name| field.id(name));
    // Seven dice between two: A's owner is asked, and nothing has been rolled.
    twice(&mut field, Step::EndPhase);
    // The contact of the lower handle is rolled first.
    let divided = [Step::Allocate { unit: a, dice: vec![(x.min(y), 4), (x.max(y), 3)] }];
    assert!(last_word(&field, &divided), "the last attacker has divided his dice: they are rolled");
    field.play(
        &divided,
        &[
            ("BL-CBT-34", &[1; 6]),
            ("BL-CBT-34", &[1; 6]),
            ("BL-CBT-35", &[4, 1, 1, 1]),
            ("BL-CBT-35", &[4, 1, 1]),
        ],
    );
    assert!(why(&field, BLUE).contains("Dice fell"), "{}", why(&field, BLUE));
    // Both have lost. Which is dealt with first, and where to: all is open, and the enemy has not answered.
    twice(&mut field, Step::Settle { unit: x });
    twice(&mut field, Step::Retreat { unit: x, bearing: 180 });
    twice(&mut field, Step::Retreat { unit: y, bearing: 180 });
    assert_eq!(field.asked(), BLUE, "A may advance");
    assert!(field.battle.may_undo(RED) && !field.battle.may_undo(BLUE));
    // With either the turn ends, morale is looked at and MO dice fall.
    assert!(last_word(&field, &[Step::EndAdvances]));
    let advance = [Step::Advance { unit: a, length: 10_000 }];
    assert!(last_word(&field, &advance));
    field.play(&advance, &[("BL-MOM-01", &[1, 2, 3])]);
    assert!(why(&field, BLUE).contains("Dice fell"));
    assert_eq!(why(&field, RED), "Somebody has acted since your last choice.");
}

#[test]
fn an_attacker_who_is_not_the_last_to_divide_his_dice_may_think_again() {
    let mut field = field(
        "A blue inf 5,5,0 elan=7 charged; X red inf 4.5,5,180; Y red inf 5.5,5,180
         B blue inf 15,5,0 elan=5 charged; V red inf 14.5,5,180; W red inf 15.5,5,180; turn 1 fire",
    );
    field.play(&[Step::EndPhase], &[]);
    let [a, b, x, y, v, w] = ["A", "B", "X", "Y", "V", "W"].map(|name| field.id(name));
    twice(&mut field, Step::Allocate { unit: a, dice: vec![(x, 3), (y, 4)] });
    assert!(last_word(&field, &[Step::Allocate { unit: b, dice: vec![(v, 3), (w, 2)] }]));
}

#[test]
fn an_advance_after_which_another_may_follow_can_be_taken_back() {
    let mut field = field(
        "A blue inf 5,5,0 charged; X red inf 5,5,180; B blue inf 9,5,0 charged; Y red inf 9,5,180; turn 1 fire",
    );
    let [a, x, y] = ["A", "X", "Y"].map(|name| field.id(name));
    let lost: &[u32] = &[4, 1, 1, 1, 1, 1];
    let rolls =
        [("BL-CBT-34", &[1; 6][..]), ("BL-CBT-34", &[1; 6]), ("BL-CBT-35", lost), ("BL-CBT-35", lost)];
    assert!(last_word(&field, &[Step::EndPhase]), "nothing is to be divided: it comes to dice");
    field.play(&[Step::EndPhase], &rolls);
    for step in [
        Step::Settle { unit: y },
        Step::Retreat { unit: y, bearing: 180 },
        Step::Retreat { unit: x, bearing: 180 },
        Step::Advance { unit: a, length: 5_000 },
    ] {
        twice(&mut field, step);
    }
}

#[test]
fn a_retreat_from_fire_that_ends_the_turn_is_final() {
    let shot = |text: &str| {
        let mut field = field(text);
        let [a, x] = ["A", "X"].map(|name| field.id(name));
        field.play(&[Step::Shoot { unit: a, target: x }], &[("BL-SHO-03", &[6, 1, 1])]);
        assert!(why(&field, BLUE).contains("Dice fell"));
        twice(&mut field, Step::EndPhase);
        (field, Step::Retreat { unit: x, bearing: 180 })
    };
    let guns = "X red art 10,10,0; A blue art 10,13,180; B blue inf 22,2,0; Y red inf 22,14,180";
    let (mut alone, retreat) = shot(&format!("{guns}; turn 1 fire"));
    assert!(last_word(&alone, std::slice::from_ref(&retreat)));
    alone.play(&[retreat], &[("BL-MOM-01", &[1, 2, 3])]);
    assert!(why(&alone, RED).contains("put a secret to the test"), "morale, and dice that are not his");
    // At nightfall no dice fall, but nobody decides any more.
    let (mut night, retreat) = shot(&format!("{guns}; turns 1; turn 1 fire"));
    assert!(last_word(&night, std::slice::from_ref(&retreat)));
    night.play(&[retreat], &[]);
    assert_eq!(why(&night, RED), "The battle is over.");
    // With a combat to come in which dice are divided it is not.
    let fight = "C blue inf 3,5,0 elan=7 charged; V red inf 2.5,5,180; W red inf 3.5,5,180";
    let (mut more, retreat) = shot(&format!("{guns}; {fight}; turn 1 fire"));
    twice(&mut more, retreat);
}

#[test]
fn bl_vic_12_an_offer_is_final_and_its_refusal_is_not() {
    let mut field = field("A blue inf 5,5,0; X red inf 5,12,180");
    assert!(last_word(&field, &[Step::Concede]), "the enemy sees it, and there is one a turn");
    field.play(&[Step::Concede], &[]);
    assert!(why(&field, BLUE).contains("revealed something"));
    assert!(last_word(&field, &[Step::Answer { accept: true }]));
    twice(&mut field, Step::Answer { accept: false });
    field.battle.undo(RED).unwrap();
    field.play(&[Step::Answer { accept: true }], &[]);
    assert_eq!(why(&field, RED), "The battle is over.");
}

#[test]
fn whoever_was_asked_because_of_a_choice_hears_that_it_is_taken_back() {
    let mut field =
        field("X red art 10,10,0; A blue art 10,13,180; B blue inf 22,2,0; Y red inf 22,14,180; turn 1 fire");
    let [a, x] = ["A", "X"].map(|name| field.id(name));
    field.play(&[Step::Shoot { unit: a, target: x }], &[("BL-SHO-03", &[6, 1, 1])]);
    let lines = |field: &Field, viewer: Viewer| field.battle.view(viewer, 0).lines;
    let heard = |field: &Field| [Viewer::Seat(RED), Viewer::Public].map(|viewer| lines(field, viewer).len());
    let before = heard(&field);
    field.play(&[Step::EndPhase], &[]);
    assert_eq!(heard(&field), before, "nothing is said: Red is asked");
    field.battle.undo(BLUE).unwrap();
    assert_eq!(heard(&field), [before[0] + 1, before[1]], "who was not asked has nothing to hear of");
    let last = lines(&field, Viewer::Seat(RED)).pop().map(|told| told.line.sentence.into_owned());
    assert_eq!(last.as_deref(), Some("Blue: the last choice is taken back."));
}

#[test]
fn bl_amb_40_the_end_of_movement_shows_dice_but_rolls_none() {
    let mut field = field("A blue inf 5,5,0; X red inf 5,8,180");
    assert!(last_word(&field, &[Step::EndPhase]));
    field.play(&[Step::EndPhase], &[]);
    assert_eq!(why(&field, BLUE), "Dice fell or were shown with your last choice.");
}

#[test]
fn bl_mom_09_an_activation_is_final_once_any_dice_could_end_the_phase() {
    let text = "A blue inf 5,5,0; B blue inf 9,5,0; C blue inf 13,5,0; X red inf 5,14,180";
    let mut plain = field(text);
    assert!(!last_word(&plain, &[]));
    let go = plain.order("A", simple(0., 1.));
    // Three dice show 3 at least: 2 momentum are there whatever they show.
    let before = plain.truth();
    assert!(!last_word(&plain, &go));
    plain.play(&go, &[]);
    plain.battle.undo(BLUE).unwrap();
    assert_eq!(plain.truth(), before);
    plain.play(&go, &[]);
    let next = plain.order("B", simple(0., 1.));
    assert!(last_word(&plain, &next), "4 momentum might have been too much");
    plain.play(&next, &[]);
    assert!(why(&plain, BLUE).contains("put a secret to the test"));
    // Just what three dice may show.
    let corps = "A blue inf 5,5,0 corps=I; B blue inf 6.2,5,0 corps=I; C blue inf 7.4,5,0 corps=I; X red inf 5,14,180";
    let field = field(corps);
    let join = |name: &str| Step::Join { unit: field.id(name) };
    let two = vec![Step::Corps { corps: "I".to_owned() }, join("A"), join("B")];
    let three: Vec<Step> = two.iter().cloned().chain([join("C")]).collect();
    assert!(!last_word(&field, &two) && last_word(&field, &three));
    assert!(last_word(&field, &[Step::Command { at: at(5., 4.) }]), "it ends the phase");
}

#[test]
fn bl_con_04_an_activation_that_reveals_or_might_be_denied_is_final() {
    let hold = |text: &str| {
        let field = field(text);
        last_word(&field, &field.order("A", Order::Hold))
    };
    assert!(!hold("A blue inf 5,5,0; X red inf 5,14,180"));
    assert!(hold("A blue inf 5,5,0 concealed; X red inf 5,14,180"));
    let charge = |text: &str| {
        let field = field(text);
        last_word(&field, &field.charge("A", 0., "X"))
    };
    assert!(!charge("A blue inf 5,5,0; X red inf 5,7,180"));
    assert!(charge("A blue inf 5,5,0; X red inf 5,7,180 concealed"));
    // One that leaves the table was known before.
    let leave = |text: &str| {
        let field = field(text);
        last_word(&field, &field.order("A", Order::Retire))
    };
    assert!(!leave("A blue inf 5,5,0; X red inf 5,14,180; edge south blue"));
    assert!(leave("A blue inf 5,5,0 concealed; X red inf 5,14,180; edge south blue"));
}

/// Whoever looks ahead does not know the enemy's morale: what he is told of a retreat does not hang on it.
#[test]
fn bl_amb_46_a_last_word_does_not_hang_on_the_enemys_morale() {
    let field = field("X red art 10,10,0; A blue art 10,13,180; turn 1 fire");
    let retreat = |morale: u8| {
        let mut state: State = field.truth();
        let [a, x] = ["A", "X"].map(|name| field.id(name));
        let shooters = vec![(a, x, field.unit("A").pose)];
        state.phase = Phase::FireRetreats { left: vec![x], shooters };
        state.morale[0].set(morale);
        let known = umpire::Known::<crate::Blucher>::imagined(&state, Viewer::Seat(RED));
        crate::draft::judge(&known, &[Step::Retreat { unit: x, bearing: 180 }]).map(|judged| judged.last_word)
    };
    assert_eq!((retreat(0), retreat(9)), (Ok(true), Ok(true)));
}

#[test]
fn bl_cbt_54_a_defender_written_in_contact_is_revealed() {
    let field = field(
        "A blue inf 5,5,0 charged; X red inf 5,5,180 concealed; Y red inf 9,5,180 concealed; turn 1 fire",
    );
    assert!(field.unit("X").revealed() && !field.unit("Y").revealed());
}
