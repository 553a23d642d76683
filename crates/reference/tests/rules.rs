//! Every rule of the register, on its own situation.

mod table_top;

use dice::RuleId;
use reference::Picket;
use reference::step::{Order, Step};
use table::heading::Turn;
use table_top::{Setting, refusals};
use umpire::{Game, Known, Seat, Viewer};

const BLUE: Seat = Seat::FIRST;
const RED: Seat = Seat::SECOND;

/// One Blue and one Red unit, far apart.
const FAR: &str = "blue a 3 5 2 0 / red b 3 5 14 180";

fn march(setting: &Setting, name: &str, degrees: f64, length: impl Into<Option<i32>>) -> Step {
    Step::March { unit: setting.id(name), turn: Turn::degrees(degrees), length: length.into() }
}

fn dress(setting: &Setting, name: &str, degrees: f64) -> Step {
    Step::Dress { unit: setting.id(name), turn: Turn::degrees(degrees) }
}

fn fire(setting: &Setting, name: &str) -> Step {
    Step::Fire { unit: setting.id(name) }
}

const PRESS: [Order; 2] = [Order::Press, Order::Press];

// ---- SEQ --------------------------------------------------------------------------------------------

#[test]
fn rf_seq_01_only_who_is_asked_decides() {
    let s = Setting::new(FAR).phase(PRESS, 6);
    assert_eq!(refusals(&s, RED, &[Step::Pass]), ["RF-SEQ-01"]);
    assert_eq!(refusals(&s, BLUE, &[Step::Order(Order::Hold)]), ["RF-SEQ-01"]);
    assert_eq!(refusals(&s, BLUE, &[Step::Hold]), ["RF-SEQ-01"]);
}

#[test]
fn rf_seq_02_one_action_a_choice() {
    let s = Setting::new("blue a 1 5 2 0 / blue c 1 9 2 0 / red b 1 5 14 180").phase(PRESS, 6);
    let leg = |name| march(&s, name, 0.0, 10_000);
    assert_eq!(refusals(&s, BLUE, &[dress(&s, "a", 9.0), leg("a")]), ["RF-SEQ-02"]);
    assert_eq!(refusals(&s, BLUE, &[leg("a"), leg("c")]), ["RF-SEQ-02"]);
    assert_eq!(refusals(&s, BLUE, &[leg("a"), leg("a"), leg("a")]), ["RF-SEQ-02"]);
    assert_eq!(refusals(&s, BLUE, &[]), ["RF-SEQ-02"]);
    assert!(refusals(&s, BLUE, &[leg("a"), leg("a")]).is_empty());
}

#[test]
fn rf_seq_03_only_own_units() {
    let s = Setting::new(FAR).phase(PRESS, 6);
    assert_eq!(refusals(&s, BLUE, &[march(&s, "b", 0.0, 1000)]), ["RF-SEQ-03"]);
    let nobody = Step::Dress { unit: umpire::PieceId(7), turn: Turn(0) };
    assert_eq!(refusals(&s, BLUE, &[nobody]), ["RF-SEQ-03"]);
}

#[test]
fn rf_seq_04_a_phase_ends_with_a_pass_and_idle_sides_pass() {
    let mut s = Setting::new(FAR).phase(PRESS, 6);
    s.play(BLUE, &[Step::Pass], &[("RF-LIM-01", 3)]);
    assert_eq!(s.asked(), [RED]);
    // Red has marched and dressed, and what was its ambush is in the open: nobody asks it any more.
    let mut s = Setting::new(
        "wood w 0 0 4 4 / blue b 1 10 14 180 / blue c 1 14 14 180 / red a 1 10 2 0 / ambush red w 0",
    );
    s = s.phase(PRESS, 6);
    s.play(BLUE, &[Step::Pass], &[("RF-LIM-01", 6)]);
    s.play(RED, &[dress(&s, "a", 9.0)], &[]);
    s.play(RED, &[march(&s, "a", 0.0, 1000)], &[]);
    s.play(RED, &[dress(&s, "Red's ambush", 9.0)], &[]);
    assert_eq!(s.asked(), [RED]);
    s.play(RED, &[march(&s, "Red's ambush", 0.0, 10)], &[]);
    s.play(BLUE, &[Step::Hold], &[]);
    assert_eq!(s.round(), 2);
}

#[test]
fn a_dressing_after_which_its_side_passes_is_the_last_word() {
    let mut s = Setting::new("wood w 0 0 4 4 / blue a 1 10 2 0 / ambush blue w 0 / red b 1 10 14 180");
    s = s.phase(PRESS, 6);
    s.play(BLUE, &[dress(&s, "Blue's ambush", 9.0)], &[]);
    s.play(BLUE, &[march(&s, "Blue's ambush", 0.0, 10)], &[]);
    s.play(RED, &[Step::Hold], &[]);
    assert!(!s.judge(BLUE, &[dress(&s, "a", 9.0)]).unwrap().last_word);
    s.play(BLUE, &[march(&s, "a", 0.0, 1000)], &[]);
    assert!(s.judge(BLUE, &[dress(&s, "a", 9.0)]).unwrap().last_word);
    // Blue passes at once, so Red's limit is rolled.
    s.play(BLUE, &[dress(&s, "a", 9.0)], &[("RF-LIM-01", 3)]);
    assert_eq!(s.asked(), [RED]);
}

// ---- ORD --------------------------------------------------------------------------------------------

#[test]
fn rf_ord_01_an_order_is_unseen() {
    let mut s = Setting::new(FAR);
    let before = s.scene(Viewer::Seat(RED));
    s.play(BLUE, &[Step::Order(Order::Press)], &[]);
    assert_eq!(s.scene(Viewer::Seat(RED)), before);
    assert_eq!(s.asked(), [RED]);
    assert!(s.scene(Viewer::Seat(BLUE)).clock.ends_with("Blue: Press"));
}

#[test]
fn rf_ord_02_an_order_is_replaced_until_both_are_in() {
    let mut s = Setting::new(FAR);
    s.play(BLUE, &[Step::Order(Order::Press)], &[]);
    s.play(BLUE, &[Step::Order(Order::Hold)], &[]);
    s.play(RED, &[Step::Order(Order::Press)], &[("RF-LIM-01", 3)]);
    assert!(s.scene(Viewer::Public).clock.ends_with("Blue: Hold; Red: Press"));
    assert_eq!(refusals(&s, BLUE, &[Step::Order(Order::Press)]), ["RF-SEQ-01"]);
}

#[test]
fn rf_ord_03_who_holds_marches_short() {
    let s = Setting::new(FAR).phase([Order::Hold, Order::Press], 6);
    assert_eq!(refusals(&s, BLUE, &[march(&s, "a", 0.0, 16_000)]), ["RF-ORD-03"]);
    assert!(refusals(&s, BLUE, &[march(&s, "a", 0.0, 15_000)]).is_empty());
    let s = Setting::new(FAR).phase(PRESS, 6);
    assert!(refusals(&s, BLUE, &[march(&s, "a", 0.0, 30_000)]).is_empty());
    assert_eq!(refusals(&s, BLUE, &[march(&s, "a", 0.0, 31_000)]), ["RF-ORD-03"]);
}

// ---- LIM --------------------------------------------------------------------------------------------

#[test]
fn rf_lim_01_the_enemy_knows_the_limit() {
    let s = Setting::new(FAR).phase(PRESS, 4);
    let limit = |viewer| s.scene(viewer).gauges.iter().find(|g| g.name == "spent").and_then(|g| g.of);
    assert_eq!(limit(Viewer::Seat(RED)), Some(4));
    assert_eq!(limit(Viewer::Seat(BLUE)), None);
    assert_eq!(limit(Viewer::Public), None);
}

#[test]
fn rf_lim_02_each_leg_costs_one() {
    let mut s = Setting::new("blue a 1 5 2 0 / blue c 1 9 2 0 / red b 1 5 14 180").phase(PRESS, 6);
    let spent =
        |s: &Setting| s.scene(Viewer::Public).gauges.iter().find(|g| g.name == "spent").map(|g| g.value);
    s.play(BLUE, &[dress(&s, "c", 9.0)], &[]);
    assert_eq!(spent(&s), Some(0));
    s.play(BLUE, &[march(&s, "a", 0.0, 1000), march(&s, "a", 0.0, 1000)], &[]);
    assert_eq!(spent(&s), Some(2));
}

#[test]
fn rf_lim_03_the_limit_is_tested_without_a_word() {
    let mut s = Setting::new("blue a 1 5 2 0 / blue c 1 9 2 0 / red b 1 5 14 180").phase(PRESS, 2);
    s.play(BLUE, &[march(&s, "a", 0.0, 1000)], &[]);
    assert_eq!((s.asked(), s.cites("RF-LIM-03")), (vec![BLUE], 0));
    s.play(BLUE, &[march(&s, "c", 0.0, 1000)], &[("RF-LIM-01", 5)]);
    assert_eq!((s.asked(), s.cites("RF-LIM-03")), (vec![RED], 1));
}

#[test]
fn rf_lim_04_a_second_leg_beyond_the_limit_is_denied() {
    let mut s = Setting::new(FAR).phase(PRESS, 1);
    let legs = [march(&s, "a", 0.0, 1000), march(&s, "a", 0.0, 1000)];
    assert_eq!(s.judge(BLUE, &legs).unwrap().doubts, [RuleId::new("RF-LIM-04")]);
    s.play(BLUE, &legs, &[("RF-LIM-01", 5)]);
    assert_eq!(s.cites("RF-LIM-04"), 1);
    assert_eq!(s.at("a"), (50_000, 20_000));
    let mut s = Setting::new(FAR).phase(PRESS, 3);
    s.play(BLUE, &legs, &[]);
    assert_eq!(s.at("a"), (50_000, 22_000));
}

// ---- MOV --------------------------------------------------------------------------------------------

#[test]
fn rf_mov_01_a_unit_marches_once_a_phase() {
    let mut s = Setting::new(FAR).phase(PRESS, 6);
    s.play(BLUE, &[march(&s, "a", 0.0, 1000)], &[]);
    assert_eq!(refusals(&s, BLUE, &[march(&s, "a", 0.0, 1000)]), ["RF-MOV-01"]);
}

#[test]
fn rf_mov_02_a_leg_turns_by_45_degrees_at_most() {
    let s = Setting::new(FAR).phase(PRESS, 6);
    assert!(refusals(&s, BLUE, &[march(&s, "a", -45.0, 1000)]).is_empty());
    assert_eq!(refusals(&s, BLUE, &[march(&s, "a", 46.0, 1000)]), ["RF-MOV-02"]);
    // Independent reasons are all given.
    assert_eq!(refusals(&s, BLUE, &[march(&s, "a", 46.0, 31_000)]), ["RF-MOV-02", "RF-ORD-03"]);
}

#[test]
fn rf_mov_03_straight_ahead_and_as_far_as_allowed() {
    let s = Setting::new("blue a 3 5 2 90 / red b 3 5 14 180").phase(PRESS, 6);
    assert_eq!(refusals(&s, BLUE, &[march(&s, "a", 0.0, 0)]), ["RF-MOV-03"]);
    let judged = s.judge(BLUE, &[march(&s, "a", 0.0, None)]).unwrap();
    assert_eq!(judged.steps(), [march(&s, "a", 0.0, 30_000)]);
    // It faces east: 5 + 3 stands east of the corner.
    let pose = judged.after.state().unit(s.id("a")).unwrap().pose;
    assert_eq!((pose.at.x, pose.at.y), (80_000, 20_000));
}

#[test]
fn rf_mov_04_on_the_table() {
    let s = Setting::new("blue a 1 5 14 0 / red b 1 9 2 0").phase(PRESS, 6);
    assert!(refusals(&s, BLUE, &[march(&s, "a", 0.0, 20_000)]).is_empty());
    assert_eq!(refusals(&s, BLUE, &[march(&s, "a", 0.0, 20_100)]), ["RF-MOV-04"]);
}

#[test]
fn rf_mov_05_a_leg_stops_at_an_enemy() {
    // Red faces south: its front is at y = 3, one stand ahead of Blue's.
    let mut s = Setting::new("blue a 3 5 2 0 / red b 3 6 3 180").phase(PRESS, 6);
    s.play(BLUE, &[march(&s, "a", 0.0, 30_000)], &[]);
    assert_eq!(s.at("a"), (50_000, 30_000));
    assert_eq!((s.badge("a", "contact"), s.badge("b", "contact")), (true, true));
    assert_eq!(s.cites("RF-MOV-05"), 1);
}

#[test]
fn rf_mov_06_through_a_friend_but_not_onto_it() {
    let mut s = Setting::new("blue a 1 5 2 0 / blue c 1 5 3 0 / red b 1 5 14 180").phase(PRESS, 6);
    let onto = march(&s, "a", 0.0, 10_000);
    assert_eq!(refusals(&s, BLUE, std::slice::from_ref(&onto)), ["RF-MOV-06"]);
    let through = [onto, march(&s, "a", 0.0, 10_000)];
    assert!(refusals(&s, BLUE, &through).is_empty());
    s.play(BLUE, &through, &[]);
    assert_eq!(s.at("a"), (50_000, 40_000));
}

#[test]
fn rf_mov_07_dressing_once_a_phase() {
    let mut s = Setting::new(FAR).phase(PRESS, 6);
    assert_eq!(refusals(&s, BLUE, &[dress(&s, "a", 46.0)]), ["RF-MOV-07"]);
    s.play(BLUE, &[dress(&s, "a", 30.0)], &[]);
    assert_eq!(refusals(&s, BLUE, &[dress(&s, "a", 30.0)]), ["RF-MOV-07"]);
    assert!(refusals(&s, BLUE, &[march(&s, "a", 0.0, 1000)]).is_empty());
}

#[test]
fn rf_mov_08_contact_holds() {
    let mut s = Setting::new("blue a 3 5 2 0 / red b 3 5 2.5 180").phase(PRESS, 6);
    s.play(BLUE, &[march(&s, "a", 0.0, 30_000)], &[]);
    assert_eq!(refusals(&s, BLUE, &[dress(&s, "a", 1.0)]), ["RF-MOV-08"]);
    assert_eq!(refusals(&s, BLUE, &[march(&s, "a", 0.0, 1000)]), ["RF-MOV-01", "RF-MOV-08"]);
}

#[test]
fn rf_mov_09_no_turn_into_an_enemy() {
    // Red stands right of Blue's front, a tenth of a stand ahead of it.
    let s = Setting::new("blue a 3 5 2 0 / red b 1 6 2.1 180").phase(PRESS, 6);
    assert_eq!(refusals(&s, BLUE, &[dress(&s, "a", -30.0)]), ["RF-MOV-09"]);
    assert!(refusals(&s, BLUE, &[dress(&s, "a", 30.0)]).is_empty());
}

#[test]
fn rf_mov_10_a_march_that_cannot_be_completed_goes_back() {
    // The right end of a would meet b after the second leg; with one stand fewer it passes b and would
    // rest on c.
    let mut s = Setting::new("blue a 3 5 2 0 / blue c 1 5 7 0 / red b 1 6.7 6.5 180 / red d 1 2 5 90")
        .phase(PRESS, 6);
    let legs = [march(&s, "a", 0.0, 20_000), march(&s, "a", 0.0, 30_000)];
    let met = s.judge(BLUE, &legs).unwrap();
    assert!(met.complete.is_ok());
    assert_eq!(met.after.state().unit(s.id("a")).unwrap().pose.at.y, 65_000);
    s.play(BLUE, &legs, &[]);
    s.play(RED, &[fire(&s, "d")], &[("RF-FIR-03", 6)]);
    s.play(RED, &[Step::Hold], &[]);
    assert_eq!(s.at("a"), (50_000, 20_000));
    assert_eq!(s.cites("RF-MOV-10"), 1);
    assert!(s.badge("a", "marched"));
}

// ---- AMB --------------------------------------------------------------------------------------------

const WOOD: &str = "wood w 4 4 7 7 / blue a 1 5.5 2.6 0 / red b 1 5 14 180";
const AMBUSH: &str = "wood w 4 4 7 7 / blue a 1 5.5 2.6 0 / red b 1 5 14 180 / ambush red w 180";

#[test]
fn rf_amb_01_nobody_knows_of_an_ambush() {
    let (with, without) = (Setting::new(AMBUSH).phase(PRESS, 6), Setting::new(WOOD).phase(PRESS, 6));
    for viewer in [Viewer::Seat(BLUE), Viewer::Public] {
        assert_eq!(with.scene(viewer), without.scene(viewer));
    }
    assert_eq!(with.scene(Viewer::Seat(RED)).pieces.len(), 3);
    assert!(with.badge("Red's ambush", "hidden"));
}

#[test]
fn rf_amb_02_who_acts_is_shown() {
    let mut s = Setting::new(AMBUSH).phase(PRESS, 6);
    s.play(BLUE, &[Step::Pass], &[("RF-LIM-01", 6)]);
    let shown = dress(&s, "Red's ambush", 9.0);
    assert!(s.judge(RED, std::slice::from_ref(&shown)).unwrap().last_word);
    s.play(RED, &[shown], &[]);
    assert_eq!(s.scene(Viewer::Seat(BLUE)).pieces.len(), 3);
    assert_eq!(s.cites("RF-AMB-02"), 1);
}

#[test]
fn rf_amb_03_who_runs_into_it_is_denied() {
    let (mut with, mut without) = (Setting::new(AMBUSH).phase(PRESS, 6), Setting::new(WOOD).phase(PRESS, 6));
    for s in [&mut with, &mut without] {
        let through = [march(s, "a", 0.0, 30_000)];
        let judged = s.judge(BLUE, &through).unwrap();
        assert_eq!(judged.doubts, [RuleId::new("RF-AMB-03")]);
        s.play(BLUE, &through, &[]);
    }
    assert_eq!((with.at("a"), with.cites("RF-AMB-03")), ((55_000, 26_000), 1));
    assert_eq!(with.scene(Viewer::Seat(BLUE)).pieces.len(), 3);
    assert_eq!((without.at("a"), without.cites("RF-AMB-03")), ((55_000, 56_000), 0));
    // A dressing far from the wood tests nothing; one in the wood might.
    let free = Setting::new(WOOD).phase(PRESS, 6);
    assert!(!free.judge(BLUE, &[dress(&free, "a", 45.0)]).unwrap().last_word);
    let s = Setting::new("wood w 4 4 7 7 / blue a 1 5.5 5 0 / red b 1 5 14 180").phase(PRESS, 6);
    assert!(s.judge(BLUE, &[dress(&s, "a", 45.0)]).unwrap().last_word);
}

// ---- FIR --------------------------------------------------------------------------------------------

#[test]
fn rf_fir_01_a_window_opens_by_what_all_can_see() {
    for text in [AMBUSH, WOOD] {
        let mut s = Setting::new(text).phase(PRESS, 6);
        s.play(BLUE, &[march(&s, "a", 0.0, 10_000), march(&s, "a", 0.0, 1000)], &[]);
        assert_eq!(s.asked(), [RED]);
        // Red does not know the second leg.
        let legs =
            |viewer| serde_json::to_string(&s.known(viewer).frames).unwrap().contains("\"length\":1000");
        assert_eq!((legs(Viewer::Seat(BLUE)), legs(Viewer::Seat(RED))), (true, false));
        s.play(RED, &[Step::Hold], &[]);
        s.play(RED, &[Step::Hold], &[]);
        assert_eq!((s.asked(), s.at("a")), (vec![BLUE], (55_000, 37_000)));
    }
    // Out of reach of everything nobody is asked; nor where a march ends in contact.
    let mut s = Setting::new(FAR).phase(PRESS, 6);
    s.play(BLUE, &[march(&s, "a", 0.0, 1000)], &[]);
    assert_eq!(s.asked(), [BLUE]);
}

#[test]
fn rf_fir_02_who_may_fire() {
    let mut s = Setting::new("blue a 1 5 2 0 / red b 1 5 6 180 / red c 1 5 6.6 180").phase(PRESS, 6);
    s.play(BLUE, &[march(&s, "a", 0.0, 20_000)], &[]);
    assert!(refusals(&s, RED, &[fire(&s, "b")]).is_empty());
    assert_eq!(refusals(&s, RED, &[fire(&s, "c")]), ["RF-FIR-02"]);
}

#[test]
fn rf_fir_03_one_die() {
    let shot = |order, face| {
        let mut s = Setting::new("blue a 3 5 2 0 / red b 1 5 6 180").phase([Order::Press, order], 6);
        s.play(BLUE, &[march(&s, "a", 0.0, 20_000)], &[]);
        s.play(RED, &[fire(&s, "b")], &[("RF-FIR-03", face)]);
        s.stands("a")
    };
    assert_eq!((shot(Order::Press, 4), shot(Order::Press, 5)), (3, 2));
    assert_eq!((shot(Order::Hold, 3), shot(Order::Hold, 4)), (3, 2));
}

#[test]
fn rf_fir_04_a_unit_without_stands_is_gone() {
    let mut s = Setting::new("blue a 1 5 2 0 / blue c 1 9 2 0 / red b 1 5 6 180").phase(PRESS, 6);
    s.play(BLUE, &[march(&s, "a", 0.0, 20_000), march(&s, "a", 0.0, 1000)], &[]);
    s.play(RED, &[fire(&s, "b")], &[("RF-FIR-03", 6)]);
    assert_eq!(s.stands("a"), 0);
    assert_eq!(s.asked(), [BLUE]);
}

// ---- MEL, END ---------------------------------------------------------------------------------------

#[test]
fn rf_mel_01_contacts_are_fought_at_the_end_of_a_phase() {
    let mut s = Setting::new("blue a 3 5 2 0 / red b 2 5 3 180").phase(PRESS, 6);
    s.play(BLUE, &[march(&s, "a", 0.0, 30_000)], &[]);
    assert_eq!(s.cites("RF-MEL-02"), 0);
    s.play(BLUE, &[Step::Pass], &[("RF-MEL-02", 1), ("RF-MEL-02", 1), ("RF-LIM-01", 6)]);
    assert_eq!(s.cites("RF-MEL-02"), 1);
}

#[test]
fn rf_mel_02_the_lower_total_loses_a_stand() {
    let fought = |ours, theirs| {
        let mut s = Setting::new("blue a 3 5 2 0 / red b 2 5 3 180").phase(PRESS, 6);
        s.play(BLUE, &[march(&s, "a", 0.0, 30_000)], &[]);
        s.play(BLUE, &[Step::Pass], &[("RF-MEL-02", ours), ("RF-MEL-02", theirs), ("RF-LIM-01", 6)]);
        (s.stands("a"), s.stands("b"))
    };
    assert_eq!(fought(2, 4), (2, 2));
    assert_eq!(fought(2, 3), (2, 1));
    assert_eq!(fought(3, 3), (3, 1));
}

/// Six stands against one: only a 1 against a 6 is no victory, and that is a draw.
#[test]
fn what_cannot_happen_is_not_on_the_odds_card() {
    let mut s = Setting::new("blue a 6 5 2 0 / red b 1 5 3 180").phase(PRESS, 6);
    s.play(BLUE, &[march(&s, "a", 0.0, 30_000)], &[]);
    let known = Known::<Picket>::imagined(&s.known(Viewer::All), BLUE);
    let odds = Picket::odds(&known, &[Step::Pass]);
    let chances = odds[0].cases[0].chances.iter().map(|(what, chance)| (&**what, chance.num(), chance.den()));
    assert_eq!(chances.collect::<Vec<_>>(), [("wins", 35, 36), ("both lose a stand", 1, 36)]);
}

#[test]
fn rf_end_01_nobody_in_sight() {
    let mut s = Setting::new("wood w 10 4 13 7 / blue a 3 5 2 0 / red b 1 5 3 180 / ambush red w 180")
        .phase(PRESS, 6);
    s.play(BLUE, &[march(&s, "a", 0.0, 30_000)], &[]);
    s.play(BLUE, &[Step::Pass], &[("RF-MEL-02", 6), ("RF-MEL-02", 1)]);
    assert_eq!(s.outcome(), Some((Some(0), "RF-END-01".to_owned())));
    assert_eq!(s.scene(Viewer::Seat(BLUE)).pieces.len(), 1);
}

#[test]
fn rf_end_02_more_stands_after_the_last_round() {
    let ended = |blue: u8| {
        let mut s = Setting::new(&format!("blue a {blue} 5 2 0 / red b 4 5 14 180"));
        for _ in 0..Setting::ROUNDS {
            s = s.phase(PRESS, 6);
            s.play(BLUE, &[Step::Pass], &[("RF-LIM-01", 6)]);
            s.play(RED, &[Step::Pass], &[]);
        }
        s.outcome()
    };
    assert_eq!(ended(5), Some((Some(0), "RF-END-02".to_owned())));
    assert_eq!(ended(4), Some((None, "RF-END-02".to_owned())));
}

/// Every rule of the register has a test that begins with its id.
#[test]
fn every_rule_has_a_test() {
    let tests = include_str!("rules.rs");
    for item in register::items(reference::REGISTER) {
        let name = format!("fn {}_", item.id.to_lowercase().replace('-', "_"));
        assert!(tests.contains(&name), "{} has no test", item.id);
    }
}
