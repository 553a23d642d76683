//! What a draft ends or costs is said beside it, before it is played; and how the battle stands in its last turns.

use super::orders::{leaving, simple};
use crate::Blucher;
use crate::movement::remove;
use crate::retreat::NO_WAY;
use crate::state::Left;
use crate::step::{Order, Step};
use crate::testing::{Field, field, field_with};
use umpire::{Game, Viewer};

/// The warning beside a draft, and what the moment is about.
fn drafted(field: &Field, steps: &[Step]) -> (String, String) {
    let hints = Blucher::hints(&field.judge(steps).unwrap_or_else(|why| panic!("{why:?}")).after);
    (hints.gives_away.into_owned(), hints.about.into_owned())
}

fn warned(field: &Field, steps: &[Step]) -> String {
    drafted(field, steps).0
}

#[test]
fn bl_act_26_a_command_activation_says_that_the_movement_is_over() {
    let field = field("A blue inf 6.5,5,0; B blue inf 7,3.9,0; C blue inf 12,5,0; X red inf 20,14,180");
    assert_eq!(warned(&field, &field.command(5., 4.5, &[])), "", "nobody goes with him yet");
    let one = field.command(5., 4.5, &["A"]);
    assert_eq!(warned(&field, &one), "Then your movement is over (BL-ACT-26): 2 units have not moved.");
    let ordered = field.and(field.command(5., 4.5, &["A", "B"]), "A", simple(0., 1.));
    assert_eq!(warned(&field, &ordered), "Then your movement is over (BL-ACT-26): 1 unit has not moved.");
    let all = self::field("A blue inf 6.5,5,0; X red inf 20,14,180");
    assert_eq!(warned(&all, &all.command(5., 4.5, &["A"])), "Then your movement is over (BL-ACT-26).");
    // What the enemy learns comes after it (BL-CON-04).
    let hidden = self::field("A blue inf 6.5,5,0 concealed; X red inf 20,14,180");
    let said = warned(&hidden, &hidden.command(5., 4.5, &["A"]));
    assert!(said.starts_with("Then your movement is over (BL-ACT-26). "), "{said}");
    assert!(said.ends_with("That cannot be undone."), "{said}");
}

#[test]
fn bl_act_04_a_unit_alone_says_that_no_corps_can_follow() {
    let text = "A blue inf 5,5,0 corps=I; B blue inf 7,5,0 corps=I; C blue inf 15,5,0; X red inf 5,14,180";
    let mut field = field(text);
    let alone = field.order("C", Order::Hold);
    assert_eq!(warned(&field, &alone), "After it no more corps can be activated (BL-ACT-04).");
    assert_eq!(warned(&field, &field.alone("A")), "", "B by itself is no corps (BL-ACT-08)");
    field.play(&alone, &[]);
    assert_eq!(warned(&field, &field.alone("A")), "", "none could be activated before it");
}

#[test]
fn bl_act_33_who_ends_the_movement_reads_who_has_not_moved() {
    let mut field = field(
        "A blue inf 3,5,0 corps=I; B blue inf 4.5,5,0 corps=I; C blue inf 8,5,0 corps=II; D blue inf 9.5,5,0 corps=II
         F blue inf 11,5,0 corps=II; E blue inf 15,5,0; X red inf 20,14,180",
    );
    let end = [Step::EndPhase];
    assert_eq!(warned(&field, &end), "Corps I (2 units), Corps II (3 units) and E have not moved.");
    let second = field.corps("II", &["C", "D"]);
    field.play(&second, &[]);
    assert_eq!(warned(&field, &end), "Corps I (2 units), 1 unit of Corps II and E have not moved.");
    // Those who have are not listed.
    let after = field.judge(&end).unwrap().after;
    assert!(Blucher::hints(&after).barred.is_empty());
    let first = field.corps("I", &["A", "B"]);
    field.play(&first, &[]);
    let alone = field.order("F", Order::Hold);
    field.play(&alone, &[]);
    assert_eq!(warned(&field, &end), "E has not moved.");
    let alone = field.order("E", Order::Hold);
    field.play(&alone, &[]);
    assert_eq!(warned(&field, &end), "");
}

#[test]
fn bl_amm_03_the_last_shot_says_that_the_battery_leaves_the_table() {
    let text = "A blue art 5,5,0 ammo=5,4 marks=1; B blue art 9,5,0 ammo=5,4; X red inf 5,9,180; turn 1 fire";
    let mut field = field(text);
    let sentence = "This is its last ammunition: A leaves the table when all have shot (BL-AMM-03).";
    assert_eq!(warned(&field, &field.shot("A", "X")), sentence);
    assert_eq!(warned(&field, &field.shot("B", "X")), "");
    field.shoot("A", "X", &[1, 1, 1, 1]);
    field.end_fire();
    assert!(field.truth().unit(field.id("A")).is_none());
}

#[test]
fn bl_trn_08_who_ends_the_fire_reads_what_follows() {
    let mut field = field("D blue inf 15,5,0; W red inf 15,6,180; X red inf 3,14,180");
    let charge = field.charge("D", 0., "W");
    field.play(&charge, &[]);
    let labels = |field: &Field| {
        let options = Blucher::options(&field.battle.known(Viewer::Seat(field.asked())));
        options.steps.iter().map(|offer| offer.label.to_string()).collect::<Vec<_>>()
    };
    assert!(labels(&field).contains(&"End the phase".to_owned()), "nobody has shot yet");
    field.play(&[Step::EndPhase], &[]);
    assert!(labels(&field).contains(&"End the phase, then the combat: D against W".to_owned()));
    assert_eq!(drafted(&field, &[Step::EndPhase]).1, "Then the combat: D against W.");
    let calm = self::field("D blue inf 15,5,0; W red inf 15,7,180; turn 1 fire");
    assert_eq!(drafted(&calm, &[Step::EndPhase]).1, "With it your turn ends.");
}

/// What the moment is about, for Blue, with these objectives in a turn of six.
fn about(turn: u8, objectives: &str) -> String {
    let text = format!(
        "A blue inf 5,2,0; X red inf 5,14,180; urban 12,8,0; turns 6; turn {turn} movement; {objectives}"
    );
    let field = field(&text);
    Blucher::hints(&field.battle.known(Viewer::Seat(field.asked()))).about.into_owned()
}

#[test]
fn bl_vic_10_in_its_last_turns_a_side_reads_how_the_battle_stands() {
    let begins = |turn, objectives: &str, words: &str| {
        let about = about(turn, objectives);
        assert!(about.starts_with(words), "{about}");
    };
    let lost = "The village is controlled by Red: if it stays so, you have lost.";
    begins(5, "objective 12,8 side=red", &format!("Your last turn. {lost} "));
    begins(3, "objective 12,8 side=red", &format!("Your last turn but one. {lost} "));
    assert!(!about(1, "objective 12,8 side=red").contains("last turn"));
    // Red's turns are the even ones.
    begins(
        6,
        "objective 12,8 side=red",
        "Your last turn. The village is yours: if it stays so, you have won. ",
    );
    begins(
        5,
        "objective 12,8",
        "Your last turn. Nobody controls the village: if it stays so, it is a draw. ",
    );
    // BL-VIC-10, BL-VIC-11: all of them, or a draw.
    let two = "objective 12,8 side=blue; objective 20,3 side=red";
    begins(
        5,
        two,
        "Your last turn. Nobody controls all objectives (you 1 of 2): if it stays so, it is a draw. ",
    );
    begins(5, "", "Your last turn. If neither army gives up, it is a draw. ");
}

/// A field on which Blue has lost so much.
fn worn(text: &str, blue: &str) -> Field {
    field_with(text, &[("name = \"Blue\"\n", &format!("name = \"Blue\"\n{blue}\n"))], &[])
}

/// What the moment is about, for whoever is asked.
fn read(field: &Field) -> String {
    Blucher::hints(&field.battle.known(Viewer::Seat(field.asked()))).about.into_owned()
}

const LOST: &str = "Then 2 of your units are retired, more than are on the table: you lose when your turn ends \
                    (BL-VIC-05).";
const LOSING: &str = "If it stays so, the battle ends with your turn. Victory for Red: 2 units of Blue retired, more \
                      than on the table (BL-VIC-05).";

#[test]
fn bl_vic_05_a_shot_that_loses_the_battle_by_retirement_says_so() {
    let text = "A blue art 5,5,0 ammo=5,4 marks=1; B blue art 9,5,0 ammo=5,4; X red inf 5,9,180; turn 1 fire";
    let mut field = worn(text, "morale = 5\nretired = 1");
    assert!(warned(&field, &field.shot("A", "X")).starts_with(LOST));
    assert_eq!(warned(&field, &field.shot("B", "X")), "", "it has ammunition left");
    assert!(!read(&field).contains("BL-VIC-05"), "1 retired, 2 on the table");
    let none = worn(text, "morale = 5\nretired = 0");
    assert!(!warned(&none, &none.shot("A", "X")).contains("BL-VIC-05"), "1 retired, 1 on the table");
    field.shoot("A", "X", &[1, 1, 1, 1]);
    assert!(read(&field).starts_with(LOSING), "{}", read(&field));
    let guide = Blucher::hints(&field.battle.known(Viewer::Seat(field.asked()))).guide;
    assert!(guide.starts_with(LOSING), "B may shoot, and whoever is guided is told: {guide}");
    assert!(warned(&field, &[Step::EndPhase]).starts_with(LOST));
    field.end_fire();
    assert_eq!(field.outcome(), Some((Some(1), "BL-VIC-05".into())));
}

#[test]
fn bl_vic_05_a_move_off_the_table_that_loses_the_battle_says_so() {
    let text = "edge south blue 0 24; A blue inf 5,0.5,180; B blue inf 12,5,0; X red inf 20,14,180";
    let leaves = leaving(simple(180., 2.));
    let field = worn(text, "morale = 5\nretired = 1");
    assert!(warned(&field, &field.order("A", leaves.clone())).starts_with(LOST));
    assert!(warned(&field, &field.order("A", Order::Retire)).starts_with(LOST));
    let none = worn(text, "morale = 5\nretired = 0");
    assert!(!warned(&none, &none.order("A", leaves)).contains("BL-VIC-05"));
}

#[test]
fn bl_vic_03_a_side_whose_morale_has_collapsed_reads_so_and_its_enemy_does_not() {
    let text = "A blue inf 5,5,0; B blue inf 9,5,0; X red inf 5,14,180";
    let collapsed = worn(text, "morale = 3\nbroken = 3");
    let words = "If it stays so, the battle ends with your turn. Victory for Red: the army morale of Blue has \
                 collapsed, 3 units broken (BL-VIC-03).";
    assert!(read(&collapsed).starts_with(words), "{}", read(&collapsed));
    // BL-AMB-46: how much it bears is its own secret.
    let red = Blucher::hints(&collapsed.battle.known(Viewer::Seat(umpire::Seat::new(1).unwrap())));
    assert!(!format!("{red:?}").contains("collapsed"));
    assert!(!read(&worn(text, "morale = 3\nbroken = 2")).contains("the battle ends"));
}

/// Two special objectives of three, of which a side needs so many.
fn special(needed: u8, only: &str) -> Field {
    let text = "A blue inf 5,5,0; X red inf 5,14,180; objective 12,8 side=red; objective 15,8 side=red; objective 18,8";
    let objectives = "at = [12.0, 8.0]\nspecial = true\n";
    field_with(
        text,
        &[
            ("at = [12.0, 8.0]\n", objectives),
            ("at = [15.0, 8.0]\n", "at = [15.0, 8.0]\nspecial = true\n"),
            ("[now]\n", &format!("[special]\nneeded = {needed}\n{only}\n[now]\n")),
        ],
        &[],
    )
}

#[test]
fn bl_vic_07_special_objectives_are_told_marked_and_warned_of() {
    let goal = |field: &Field, seat: u8| {
        Blucher::hints(&field.battle.known(Viewer::Seat(umpire::Seat::new(seat).unwrap()))).goal.into_owned()
    };
    let both = "all 2 special objectives, the stars in two rings, when any turn ends.";
    assert!(goal(&special(2, ""), 0).contains(&format!(" Or hold {both}")));
    let one = "1 of the 2 special objectives, the stars in two rings, when any turn ends.";
    assert!(goal(&special(1, ""), 1).contains(&format!(" Or hold {one}")));
    let reds = special(2, "side = 1");
    assert!(goal(&reds, 0).contains(&format!(" Red wins by holding {both}")));
    assert!(goal(&reds, 1).contains(&format!(" Or hold {both}")));
    let marked: Vec<String> = Blucher::scene(&reds.battle.known(Viewer::Public))
        .markers
        .iter()
        .map(|marker| format!("{}: {}", marker.kind, marker.label))
        .collect();
    let red = "controlled by Red";
    let expected = [
        format!("special objective: special objective 1, {red}"),
        format!("special objective: special objective 2, {red}"),
        "objective: objective 3, controlled by nobody".to_owned(),
    ];
    assert_eq!(marked, expected);
    let words = "If it stays so, the battle ends with your turn. Victory for Red: 2 special objectives held (BL-VIC-07).";
    assert!(read(&reds).starts_with(words), "{}", read(&reds));
    assert!(!read(&special(2, "side = 0")).contains("the battle ends"), "only Blue wins by them");
}

#[test]
fn bl_tgt_03_a_unit_that_may_shoot_says_why_others_are_no_targets() {
    let text =
        "A blue inf 5,5,0; X red inf 5,6.2,180; Y red inf 6.6,6.4,180; Z red inf 20,14,180; turn 1 fire";
    let field = field(text);
    let looked = |unit: &str| {
        let known = field.battle.known(Viewer::Seat(field.asked()));
        let found = Blucher::inspect(&known, field.id(unit)).unwrap().barred;
        let rules =
            |refused: &[umpire::Refusal]| refused.iter().map(|why| why.rule.to_string()).collect::<Vec<_>>();
        found.iter().map(|one| (one.piece, rules(&one.refused))).collect::<Vec<_>>()
    };
    let barred = looked("A");
    assert!(!barred.iter().any(|(piece, _)| *piece == field.id("X")), "X is the closest, a legal target");
    for (name, rule) in [("Y", "BL-TGT-03"), ("Z", "BL-LOF-02")] {
        let found = barred.iter().find(|(piece, _)| *piece == field.id(name));
        assert!(found.is_some_and(|(_, rules)| rules.contains(&rule.to_owned())), "{name}: {found:?}");
    }
    assert_eq!(looked("X"), [], "it is not its turn");
}

/// The steps of a draft in words.
fn words(field: &Field, steps: &[Step]) -> Vec<String> {
    let after = field.judge(steps).unwrap_or_else(|why| panic!("{why:?}")).after;
    steps.iter().map(|step| Blucher::words(&after, step).label.into_owned()).collect()
}

#[test]
fn bl_tab_11_a_draft_by_which_a_unit_leaves_the_table_says_so() {
    let field = field("edge south blue 0 24; A blue inf 5,0.5,180; B blue inf 12,5,0; X red inf 20,14,180");
    let leaves = field.order("A", leaving(simple(180., 2.)));
    assert_eq!(words(&field, &leaves)[1], "A: simple move, 2.00 BW and leaves the table");
    assert_eq!(warned(&field, &leaves), "A leaves the table for good.");
    let stays = field.order("B", simple(180., 2.));
    assert_eq!(words(&field, &stays)[1], "B: simple move, 2.00 BW");
    assert_eq!(warned(&field, &stays), "");
}

#[test]
fn bl_fir_02_while_a_shot_is_drafted_any_other_can_be_thought_of() {
    let text = "A blue art 5,5,0 ammo=5,4; B blue art 12,5,0 ammo=5,4; X red inf 5,9,180; Y red inf 7,9,180
                Z red inf 12,9,180; turn 1 fire";
    let mut field = field(text);
    let strikes = |field: &Field, steps: &[Step]| {
        let after = field.judge(steps).unwrap_or_else(|why| panic!("{why:?}")).after;
        let hints = Blucher::hints(&after);
        let shots = if steps.is_empty() { hints.strikes } else { hints.instead };
        shots.iter().map(|one| one.step.clone()).collect::<Vec<_>>()
    };
    let all = strikes(&field, &[]);
    assert!(all.contains(&field.shot("A", "Y")[0]) && all.contains(&field.shot("B", "Z")[0]));
    assert_eq!(strikes(&field, &field.shot("A", "X")), all);
    assert_eq!(strikes(&field, &[Step::EndPhase]), []);
    field.shoot("A", "X", &[1, 1, 1, 1, 1]);
    assert!(!strikes(&field, &field.shot("B", "Z")).contains(&field.shot("A", "Y")[0]), "A has shot");
}

#[test]
fn bl_con_01_targets_of_one_name_are_told_apart_by_how_far_they_are() {
    let text = "A blue art 5,5,0 ammo=5,4; X red inf 5,9,180 concealed; Y red inf 7,9,180 concealed; Z red inf 3,9,180
                turn 1 fire";
    let field = field(text);
    let options = Blucher::options(&field.battle.known(Viewer::Seat(field.asked())));
    let mut labels: Vec<&str> = options.steps.iter().map(|offer| offer.label.as_ref()).collect();
    labels.sort_unstable();
    // From (5,5) to the nearest points of X, of Y at (6.5, 9), and of Z at (3.5, 9).
    let alike = "A shoots at a concealed Red unit";
    assert_eq!(
        labels[..3],
        ["A shoots at Z".into(), format!("{alike}, 4.00 BW away"), format!("{alike}, 4.27 BW away")]
    );
}

#[test]
fn bl_chg_22_a_unit_that_waits_for_its_order_says_whom_it_cannot_charge_and_why() {
    // X and Y stand in the reach of A, of 4 BW; X, the nearer, is the greater threat. Z is far away.
    let field = field("A blue cav 5,5,0; X red inf 5,7,180; Y red inf 7.2,7.7,180; Z red inf 20,14,180");
    let looked = |steps: &[Step]| {
        let after = field.judge(steps).unwrap_or_else(|why| panic!("{why:?}")).after;
        let barred = Blucher::inspect(&after, field.id("A")).unwrap().barred;
        let of = |one: &umpire::Barred| {
            (one.piece, one.refused.iter().map(|why| why.rule.to_string()).collect::<Vec<_>>())
        };
        barred.iter().map(of).collect::<Vec<_>>()
    };
    let barred = looked(&field.alone("A"));
    assert_eq!(barred.len(), 1, "{barred:?}");
    assert_eq!(barred[0].0, field.id("Y"));
    assert!(barred[0].1.contains(&"BL-CHG-22".to_owned()), "{barred:?}");
    assert_eq!(looked(&[]), [], "it is not activated");
    assert_eq!(looked(&field.order("A", Order::Hold)), [], "it has its order");
}

#[test]
fn bl_ret_25_a_retreat_by_which_a_unit_leaves_the_table_says_so() {
    let field = field("A blue inf 5,5,0; X red inf 5,14,180");
    let unit = field.id("X");
    let says = |bearing: u16, how: Option<Left>| {
        let mut after = field.truth();
        if let Some(how) = how {
            remove(&mut after, unit, how);
        }
        crate::options::worded(&after, &Step::Retreat { unit, bearing }).label.into_owned()
    };
    assert!(says(90, None).ends_with("(90°)"), "it stays on the table");
    assert!(says(90, Some(Left::Retired)).ends_with("(90°) and leaves the table"));
    assert!(says(90, Some(Left::Broken)).ends_with("(90°), leaves the table and is broken"));
    // BL-RET-27: the one step of a unit without a way.
    assert_eq!(says(NO_WAY, Some(Left::Broken)), "X cannot stay on the table: it is broken");
    assert!(says(NO_WAY, Some(Left::Retired)).ends_with("(180°) and leaves the table"));
}
