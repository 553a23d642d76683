//! CON – what a draft gives away is said before it is played, and nothing else.

use crate::Blucher;
use crate::options::reveal::{By, given_away};
use crate::step::{Order, Step};
use crate::testing::{Field, field};
use umpire::{Game, PieceId, Viewer};

/// The warning beside a draft.
fn warned(field: &Field, steps: &[Step]) -> String {
    Blucher::hints(&field.judge(steps).unwrap_or_else(|why| panic!("{why:?}")).after).gives_away.into_owned()
}

#[test]
fn bl_con_06_a_shot_of_a_concealed_unit_says_beforehand_that_it_reveals_it() {
    let text = "A blue art 5,5,0 concealed; B blue art 9,5,0; X red inf 5,11,180 concealed; turn 1 fire";
    let mut field = field(text);
    let sentence =
        "Played, it shows the enemy the card of A, because it shoots (BL-CON-06). That cannot be undone.";
    let shot = field.shot("A", "X");
    assert_eq!(warned(&field, &shot), sentence);
    assert_eq!(
        warned(&field, &field.shot("B", "X")),
        "",
        "B is revealed already, and X is not the shooter's"
    );
    // Half of its five dice at a concealed target (BL-SHO-11): three that miss.
    field.play(&shot, &[("BL-SHO-03", &[1, 1, 1])]);
    assert!(field.unit("A").revealed() && !field.unit("X").revealed());
}

#[test]
fn bl_con_04_who_leaves_the_table_by_its_order_is_named_too() {
    let mut field =
        field("edge south blue 0 24; A blue inf 5,5,0 concealed; B blue inf 9,5,0; X red inf 20,12,180");
    let retires = field.order("A", Order::Retire);
    assert!(warned(&field, &retires).contains("the card of A, moved or not (BL-CON-04)"));
    field.play(&retires, &[]);
    assert!(field.truth().gone.iter().all(|gone| gone.unit.revealed()));
}

#[test]
fn bl_amb_30_an_activation_that_may_be_denied_says_so() {
    let field = field("A blue inf 5,5,0 conscript concealed; X red cav 5,6,180 concealed");
    let sentence = "Played, it shows the enemy the card of A, moved or not (BL-CON-04), unless a hidden card of his \
                    forbids it all (BL-AMB-30). That cannot be undone.";
    assert_eq!(warned(&field, &field.charge("A", 0., "X")), sentence);
    // Whoever is contacted will be revealed too (BL-AMB-28), but he is the enemy's, and nothing is denied.
    let bold = self::field("A blue inf 5,5,0 concealed; X red cav 5,6,180 concealed");
    let said = warned(&bold, &bold.charge("A", 0., "X"));
    assert_eq!(
        said,
        "Played, it shows the enemy the card of A, moved or not (BL-CON-04). That cannot be undone."
    );
}

/// A is 3.5 BW before X, B and C are farther than 4 BW from it, and so is Y from all.
const NEAR: &str = "A blue inf 5,5,0 concealed; B blue inf 12,5,0 concealed; C blue inf 5,1.5,0 concealed; \
                    X red inf 5,8.5,180; Y red inf 20,14,180 concealed";

#[test]
fn bl_con_09_who_ends_his_turn_reads_whom_the_enemy_discovers() {
    let mut field = field(&format!("{NEAR}; turn 1 fire"));
    let sentence = "Played, it shows the enemy the card of A, which he discovers as his turn begins (BL-CON-09). \
                    That cannot be undone.";
    assert_eq!(warned(&field, &[Step::EndPhase]), sentence);
    field.play(&[Step::EndPhase], &[("BL-MOM-01", &[1, 2, 3])]);
    assert_eq!(["A", "B", "C"].map(|name| field.unit(name).revealed()), [true, false, false]);
}

#[test]
fn bl_con_09_what_is_not_certain_is_not_said() {
    let none = |text: &str, steps: &[Step]| assert_eq!(warned(&field(text), steps), "", "{text}");
    let moving = field(&format!("{NEAR}; turn 1 movement"));
    assert_eq!(given_away(&moving.judge(&[Step::EndPhase]).unwrap().after), (By::Discovery, vec![]));
    // BL-VIS-07: X looks 1 BW into a wood that begins 0.5 BW before it.
    none(&format!("{NEAR}; wood 2,5.5 8,8; turn 1 fire"), &[Step::EndPhase]);
    // BL-TRN-01: after the last turn nobody's turn begins.
    none(&format!("{NEAR}; turns 1; turn 1 fire"), &[Step::EndPhase]);
    // A combat comes between: its dice decide who stands where.
    let fight = "D blue inf 15,5,0; W red inf 15,6,180";
    let mut field = field(&format!("{NEAR}; {fight}"));
    let charge = field.charge("D", 0., "W");
    field.play(&charge, &[]);
    field.play(&[Step::EndPhase], &[]);
    assert_eq!(warned(&field, &[Step::EndPhase]), "");
}

#[test]
fn bl_con_09_who_is_shot_away_discovers_nobody() {
    let after = |x: &str, faces: &[u32]| {
        let text = format!(
            "A blue inf 5,5,0 concealed; G blue art 8,5,0; X red {x}; Y red inf 20,14,180; turn 1 fire"
        );
        let mut field = field(&text);
        field.shoot("G", "X", faces);
        warned(&field, &[Step::EndPhase])
    };
    let discovered = |said: &str| said.contains("the card of A, which he discovers");
    // X, of elan 2, is 3.04 BW from A and 3.54 from the guns, which roll five dice.
    assert!(discovered(&after("inf 5.2,8.5,180 elan=2", &[6, 1, 1, 1, 1])));
    assert_eq!(after("inf 5.2,8.5,180 elan=2", &[6, 6, 1, 1, 1]), "", "it is broken (BL-HIT-04)");
    // Artillery that is hit once goes back (BL-HIT-05): sideways, 2 BW to the west, it is still within 4 BW of A; straight
    // back it is not. Half the dice (BL-SHO-13).
    let perhaps = after("art 5.2,8.5,180", &[6, 1, 1]);
    assert!(perhaps.contains("the card of A, which he may discover"), "{perhaps}");
    assert!(discovered(&after("art 5.2,8.5,180", &[1, 1, 1])));
}

/// G hits the battery R once: it goes back before the turn ends, where its owner chooses.
fn guns_hit(others: &str) -> Field {
    let mut field = field(&format!("G blue art 20,5,0; R red art 20,8.5,180; {others}; turn 1 fire"));
    // Half of five dice at artillery (BL-SHO-13).
    field.shoot("G", "R", &[6, 1, 1]);
    field
}

#[test]
fn bl_con_09_who_may_be_discovered_once_guns_have_gone_back_is_told() {
    // X sees A wherever R goes.
    let mut far = guns_hit("A blue inf 5,5,0 concealed; B blue inf 5,1.5,0 concealed; X red inf 5,8.5,180");
    let sentence = "Played, it may show the enemy the card of A, which he may discover as his turn begins (BL-CON-09): \
                    it hangs on where his artillery goes back to. That cannot be undone.";
    assert_eq!(warned(&far, &[Step::EndPhase]), sentence);
    far.play(&[Step::EndPhase], &[]);
    far.play(&[Step::Retreat { unit: far.id("R"), bearing: 180 }], &[("BL-MOM-01", &[1, 2, 3])]);
    assert_eq!(["A", "B"].map(|name| far.unit(name).revealed()), [true, false]);
    // Only R comes within 4 BW of C, which is 4.5 BW beside it: if it goes back sideways.
    let mut near = guns_hit("C blue inf 14.5,8.5,90 concealed; Y red inf 5,15,180");
    assert!(warned(&near, &[Step::EndPhase]).starts_with("Played, it may show the enemy the card of C, "));
    near.play(&[Step::EndPhase], &[]);
    // It faces south: 90° clockwise from there is west.
    near.play(&[Step::Retreat { unit: near.id("R"), bearing: 90 }], &[("BL-MOM-01", &[1, 2, 3])]);
    assert!(near.unit("C").revealed());
    // Nobody is near, or there is no next turn.
    assert_eq!(warned(&guns_hit("A blue inf 5,5,0 concealed; X red inf 5,14,180"), &[Step::EndPhase]), "");
    let night = guns_hit("A blue inf 5,5,0 concealed; X red inf 5,8.5,180; turns 1");
    assert_eq!(warned(&night, &[Step::EndPhase]), "");
}

#[test]
fn bl_con_09_who_ends_his_advances_ends_his_turn() {
    let fight = "D blue inf 18,4,0 elan=4; W red inf 18,5,180 elan=3";
    let mut field = field(&format!("{NEAR}; {fight}"));
    let charge = field.charge("D", 0., "W");
    field.play(&charge, &[]);
    field.play(&[Step::EndPhase], &[]);
    field.play(&[Step::EndPhase], &[("BL-CBT-34", &[4, 1, 1]), ("BL-CBT-35", &[5, 6, 2, 3])]);
    field.play(&[Step::Retreat { unit: field.id("W"), bearing: 180 }], &[]);
    let advance = Step::Advance { unit: field.id("D"), length: 10_000 };
    for step in [Step::EndAdvances, advance.clone()] {
        let said = warned(&field, &[step]);
        assert!(said.contains("the card of A, which he discovers"), "{said}");
    }
    field.play(&[advance], &[("BL-MOM-01", &[1, 2, 3])]);
    assert!(field.unit("A").revealed() && !field.unit("B").revealed());
}

/// The units of a side that are concealed in truth, on the table or gone.
pub(super) fn concealed(truth: &crate::state::State, side: u8) -> Vec<PieceId> {
    let all = truth.units.iter().chain(truth.gone.iter().map(|gone| &gone.unit));
    all.filter(|unit| unit.side == side && !unit.revealed()).map(|unit| unit.id).collect()
}

#[test]
fn bl_con_01_nobody_is_told_of_the_enemys_units() {
    // Red's turn comes, but what it will discover is Blue's to be warned of.
    let field = field(&format!("{NEAR}; turn 1 fire"));
    let known = field.battle.known(Viewer::Seat(umpire::Seat::SECOND));
    assert_eq!(given_away(&known), (By::Discovery, vec![]));
    assert_eq!(Blucher::hints(&known).gives_away, "");
}
