//! Fine points of combat, fire, retreat and movement that only odd positions show.

use super::fight::{fight, fight_after};
use super::orders::*;
use super::retreating::beaten;
use crate::combat::allocate::occupants;
use crate::combat::who::{contact_in_cover, infantry_against_cavalry};
use crate::event::Event;
use crate::state::Left;
use crate::step::{Order, Step, When};
use crate::testing::{Field, field};
use table::heading::Heading;
use umpire::{Game, Refusal, Viewer};

fn rules(why: &[Refusal]) -> Vec<String> {
    let mut rules: Vec<String> = why.iter().map(|why| why.rule.to_string()).collect();
    rules.sort();
    rules.dedup();
    rules
}

/// The attacker stands before the line between two defenders.
const BETWEEN: &str = "A blue inf 5,5,0 elan=6; X red inf 4.5,5,180; Y red inf 5.5,5,180";

#[test]
fn bl_cbt_25_more_than_an_even_share_is_refused_as_such() {
    let fight = fight(BETWEEN, &[("A", "X"), ("A", "Y")]).asked_to_divide("A");
    assert_eq!(fight.refused(&fight.divide("A", "X4 Y3")), ["BL-CBT-23", "BL-CBT-25"]);
    let why = |division: &str| {
        let step = fight.divide("A", division);
        let why = crate::draft::add(&mut fight.state.clone(), 0, &[], &step).unwrap_err();
        why.iter().map(|why| why.sentence.to_string()).collect::<Vec<_>>().join("; ")
    };
    assert!(why("X4 Y2").contains("each defender 3") && !why("X4 Y2").contains(" or "));
}

#[test]
fn bl_amb_205_equal_portions_begin_within_0_02_of_each_other() {
    // The aim ray runs 0.005 inside X; Y begins 0.005 beside it.
    let both = |y: f64| {
        let text = format!("A blue inf 5,5,0; X red inf 4.505,5,180; Y red inf 5.505,{y},180");
        let fight = fight_after(&text, &[("A", "X")], |field, state| {
            let ids = (field.id("A"), field.id("Y"));
            state.contacts.push(crate::state::Contact {
                attacker: ids.0,
                defender: ids.1,
                edge: table::rect::Edge::Front,
                from_crest: None,
            });
        });
        occupants(&fight.state, fight.unit("A")).len()
    };
    assert_eq!([both(5.), both(5.02), both(5.03), both(5.1)], [2, 2, 1, 1]);
}

#[test]
fn bl_cbt_26_the_ray_may_meet_a_steep_edge() {
    // X stands askew: its lowest corner is 0.01 left of the ray, which meets the steep edge 0.0275 farther on.
    let fight = fight_after("A blue inf 5,5,0; X red inf 4.5201,5.1760,200", &[], |field, state| {
        state.contacts.push(crate::state::Contact {
            attacker: field.id("A"),
            defender: field.id("X"),
            edge: table::rect::Edge::Front,
            from_crest: None,
        });
    });
    assert_eq!(occupants(&fight.state, fight.unit("A")), [fight.id("X")]);
}

#[test]
fn bl_cbt_50_rough_ground_is_no_cover_for_infantry_against_cavalry() {
    for (ground, covers) in [("rocky", false), ("marsh", false), ("ploughed", false), ("wood", true)] {
        let text = format!("A blue inf 5,5,0; X red cav 5,5,180; {ground} 2,2 8,8");
        let field = field(&text);
        let state = field.truth();
        assert_eq!(
            contact_in_cover(&state.field, named(&state, "A"), named(&state, "X")),
            covers,
            "{ground}"
        );
    }
}

#[test]
fn bl_res_23_only_those_it_fights_count() {
    // A and X are infantry; elsewhere cavalry attacks infantry.
    let text =
        "A blue inf 5,5,0; X red inf 5,5,180; C blue cav 12,5,0; Y red inf 12,5,180; B blue inf 17,5,0";
    let mut state = field(text).contact(&[("A", "X"), ("C", "Y")]);
    let held = |state: &crate::state::State, unit: &str| infantry_against_cavalry(state, named(state, unit));
    assert_eq!(["A", "X", "Y"].map(|unit| held(&state, unit)), [false, false, true]);
    // It still fought cavalry when that has left the table, whoever left besides.
    let [b, c] = ["B", "C"].map(|unit| named(&state, unit).id);
    for id in [b, c] {
        crate::movement::remove(&mut state, id, Left::Broken);
    }
    assert!(held(&state, "Y"));
}

#[test]
fn bl_res_33_each_step_that_has_something_to_do_is_told() {
    let mut fight = fight("A blue inf 5,5,0; X red inf 5,5,180", &[("A", "X")]).begin("34=0 35=1");
    fight.back("X");
    let steps: Vec<&'static str> = fight
        .told()
        .filter_map(|event| match event {
            Event::Step { stage } => Some(stage.words()),
            _ => None,
        })
        .collect();
    assert_eq!(steps, ["outcomes of the defenders", "advances"]);
}

#[test]
fn bl_ret_13_contacts_of_others_do_not_bar_a_retreat() {
    // Elsewhere Y is attacked in the rear.
    let text = "A blue inf 5,9,0; X red inf 5,9,180; B blue inf 15,5,0; Y red inf 15,6,0";
    let retreat = beaten(text, &[("A", "X"), ("B", "Y")], "X");
    assert!(retreat.refused(180).is_empty());
    let why = crate::retreat::carry_out(&mut retreat.state.clone(), retreat.id, 90).unwrap_err();
    assert!(rules(&why).contains(&"BL-RET-07".to_owned()));
    assert!(why.iter().any(|why| why.sentence == "the path must cross the rear edge"), "{why:?}");
}

#[test]
fn bl_ret_27_a_battery_that_is_shut_in_breaks_without_a_question() {
    let walls = "L blue inf 9.2,9.5,90; R blue inf 10.8,9.5,270; B blue inf 10,8.7,0";
    let mut field = field(&format!("X red art 10,10,0; A blue art 10,14,180; {walls}; turn 1 fire"));
    let dice = usize::from(field.plan("A", "X").dice);
    let mut faces = vec![1; dice];
    faces[0] = 6;
    field.shoot("A", "X", &faces);
    field.end_fire();
    assert_eq!(field.truth().broken, [0, 1]);
    assert!(field.was_told("BL-RET-27"));
}

/// What refuses a shot, with its places.
fn shot(field: &Field) -> (Vec<String>, Vec<umpire::Shape>) {
    match field.judge(&field.shot("A", "X")) {
        Ok(_) => (field.plan("A", "X").rules(), Vec::new()),
        Err(why) => (rules(&why), why.into_iter().flat_map(|why| why.places).collect()),
    }
}

#[test]
fn bl_amb_08_it_does_not_matter_in_which_order_terrain_is_written() {
    let positions = [
        "A blue inf 5,5,0; X red inf 5,6.5,180; wood 3,6.9 8,9",
        "A blue inf 5,5,0; X red inf 5,6.5,180; wood 3,6.2 8,9",
        "A blue inf 5,5,0; X red inf 5,6,180; wood 4,6 6,8",
        "A blue art 5,5,0; X red inf 5,6,180; wood 4,6 6,8",
        "A blue art 5,5,0; X red inf 5,8,180; wood 3,7.5 8,9",
        "A blue art 5,5,0; X red inf 5,9,180; wood 3,6 8,7",
        "A blue art 5,5,0; X red inf 5,9,180; wood 3,8.5 8,11; urban 12,12,0",
        "A blue art 5,5,0; X red inf 5.2,9,180; wood 3,6 4.9,7; wood 5.3,6 8,7",
    ];
    for position in positions {
        let plain = shot(&field(&format!("{position}; turn 1 fire")));
        for [before, after] in [["wood 18,1 20,3; urban 22,8,0;", ""], ["", "; wood 18,1 20,3"]] {
            let among_others = shot(&field(&format!("{before} {position}{after}; turn 1 fire")));
            assert_eq!(plain, among_others, "{before} {position}{after}");
        }
    }
}

#[test]
fn bl_tgt_03_only_the_closest_targets_are_offered() {
    let offered = |text: &str| -> Vec<String> {
        let field = field(&format!("{text}; turn 1 fire"));
        let known = field.battle.known(Viewer::Seat(field.asked()));
        let mut words: Vec<String> =
            crate::Blucher::options(&known).steps.iter().map(|offer| offer.label.to_string()).collect();
        words.retain(|label| label.starts_with("A shoots"));
        words.sort();
        words
    };
    let both = ["A shoots at X", "A shoots at Y"];
    // Beyond 2 BW artillery chooses freely (BL-TGT-02).
    let far = offered("A blue art 5,5,0; X red inf 3,8,180; Y red inf 8,10,180");
    assert_eq!(far, both);
    // X is 1.237 away, Y 1.931.
    assert_eq!(offered("A blue inf 5,5,0; X red inf 4.2,6.2,180; Y red inf 6.2,6.8,180"), ["A shoots at X"]);
    // 1.2369 and 1.2418: as far as each other, to 0.01 BW (BL-TGT-05).
    assert_eq!(offered("A blue inf 5,5,0; X red inf 4.2,6.2,180; Y red inf 5.8,6.205,180"), both);
}

#[test]
fn bl_lof_15_how_far_an_arm_shoots_is_said() {
    let says = |arm: &str, y: f64, rule: &str| {
        let field = field(&format!("A blue {arm} 5,5,0; X red inf 5,{y},180; turn 1 fire"));
        let why = field.judge(&field.shot("A", "X")).unwrap_err();
        why.into_iter().find(|why| why.rule.as_str() == rule).unwrap().sentence.to_string()
    };
    assert!(says("art", 13.2, "BL-LOF-15").contains("shoots 8 BW"));
    assert!(says("inf", 7.2, "BL-LOF-12").contains("shoots 2 BW"));
}

#[test]
fn bl_dif_08_after_a_pivot_the_way_is_swept_by_the_turned_footprint() {
    // Turned to the east the footprint reaches 1 BW to the west of the centerpoint.
    let move_by = difficult(0., 3., 90., When::Before);
    let blocked = field("A blue cav 5,5,0 move=4,3; X red inf 3.7,6.6,0");
    assert_eq!(blocked.why("A", move_by.clone()), ["BL-MOV-10"]);
    let free = field("A blue cav 5,5,0 move=4,3; X red inf 3.3,6.6,0");
    assert!(free.why("A", move_by).is_empty());
    // Without a pivot it does not matter when it would be made: the order is the same.
    let plain = free.canonical("A", difficult(180., 1., 0., When::After));
    assert_eq!(plain, free.canonical("A", difficult(180., 1., 0., When::Before)));
}

#[test]
fn bl_sim_05_a_length_beyond_any_table_is_refused_with_every_reason() {
    let field = field("A blue inf 5,5,0; X red inf 5,12,180");
    let endless = Order::Simple { heading: Heading::NORTH, length: 2_000_000_000, sense: None, leave: false };
    let why = field.why("A", endless);
    assert!(why.contains(&"BL-SIM-05".to_owned()), "{why:?}");
}

#[test]
fn bl_adv_10_an_advance_over_a_crossing_runs_in_at_one_end_and_out_at_the_other() {
    // A bridge 0.4 wide and 1 long; A stands 0.3 before it.
    let refused = |x: f64, heading: f64, length: i32| {
        let text = format!(
            "A blue inf {x},7.7,{heading}; X red inf 20,14,180; major 0,8.5 24,8.5 w=1; crossing 10,8.5,0 w=0.4 l=1"
        );
        let mut fight = fight(&text, &[]);
        let stage = crate::state::Stage::Advances { left: vec![fight.id("A")] };
        let combat = crate::state::Combat { dice: Vec::new(), scores: Vec::new(), stage };
        fight.state.phase = crate::state::Phase::Combat(combat);
        fight.refused(&Step::Advance { unit: fight.id("A"), length })
    };
    assert!(refused(10., 0., 8_000).is_empty());
    // Along x = 10.19 the line runs along the crossing, but the end is 0.19 beside the middle line.
    assert_eq!(refused(10.19, 0., 8_000), ["BL-CRS-03"]);
    // At 30° from x = 10 the line leaves the crossing at its side: 0.3 + 1 BW on it is 0.75 aside.
    assert!(refused(9.8, 30., 8_000).contains(&"BL-CRS-09".to_owned()));
    assert!(refused(10.2, 330., 8_000).contains(&"BL-CRS-09".to_owned()));
}

#[test]
fn bl_crs_08_a_path_may_bend_once_the_footprint_has_left_the_crossing() {
    // A long bridge from y = 5 to 8. A stands on its north end and leaves it after 1.5 BW, not before.
    let text = "A blue inf 10,4.5,0 concealed; X red inf 22,1,0; major 0,6.5 24,6.5 w=3; crossing 10,6.5,0 w=0.4 l=3; road 10,1 10,15 w=0.3";
    let field = field(text);
    let mut state = field.truth();
    let bridge =
        state.field.ground().pieces().iter().find(|p| p.kind == crate::field::Kind::Crossing).unwrap().id.0;
    let unit = state.units.iter_mut().find(|unit| unit.side == 0).unwrap();
    unit.pose = table::pose::pose(10., 7.5, 0.);
    unit.crossing = Some(bridge);
    let bent = |y: f64| reserve_by(&[(10., y, true), (12., 11., false)], 45.);
    assert_eq!(why(&state, "A", &bent(9.1)), Vec::<String>::new());
    assert_eq!(why(&state, "A", &bent(8.9)), ["BL-CRS-08"]);
    assert_eq!(why(&state, "A", &reserve_by(&[(10., 4., true)], 0.)), ["BL-CRS-08"], "back");
}

#[test]
fn bl_ter_27_an_enemy_at_a_crest_watches_the_far_slope() {
    // X stands at the crest y = 9 (to 0.05, BL-AMB-09) and faces south: what passes 3.5 BW before it is exposed.
    let path = reserve(&[(12., 5.5), (17.5, 5.5)], 90.);
    let watched = |x: &str| {
        let hill = "hill 8,8.5 16,12 crest 8,9 16,9";
        field(&format!("A blue inf 6,5.5,90 concealed; X red inf {x},180; {hill}")).why("A", path.clone())
    };
    assert_eq!(watched("12,9.04"), ["BL-RSV-15"]);
    assert!(watched("12,9.4").is_empty(), "behind the crest it sees nothing");
}

#[test]
fn bl_chg_22_the_words_of_a_greater_threat() {
    let field = field("A blue cav 5,5,0; X red inf 4.4,6.5,180; Y red inf 6.2,7.5,180");
    let why = field.judge(&field.charge("A", 25., "Y")).unwrap_err();
    let said = why.iter().find(|why| why.rule.as_str() == "BL-CHG-22").map(|why| why.sentence.to_string());
    assert!(said.is_some_and(|said| said.contains("1.50 BW away")), "{why:?}");
    let odd = field.judge(&field.charge("A", 0.3, "X")).unwrap_err();
    assert!(odd.iter().any(|why| why.sentence.to_string().contains("not by 0.3°")), "{odd:?}");
}

#[test]
fn bl_amb_207_the_side_of_a_bent_crest_is_that_of_the_nearest_leg() {
    // A crest that runs east and then north; both units stand south-east of the bend, X nearer to the crest.
    let hill = "hill 2,2 14,14 crest 4,8 8,8 8,12";
    let higher = |a: &str, x: &str| {
        let fight = fight(&format!("A blue inf {a}; X red inf {x}; {hill}"), &[("A", "X")]);
        fight.attack_dice("A") < 6
    };
    assert!(higher("9.5,9,270", "9.5,9,90"), "east of the northern leg, up to it");
    assert!(!higher("9.5,9,90", "9.5,9,270"), "and down from it");
    assert!(higher("6,6.5,0", "6,6.5,180"), "south of the western leg, up to it");
}

#[test]
fn bl_act_19_the_bank_is_not_in_the_river() {
    let field = field("A blue inf 5,5.5,0; X red inf 20,14,180; major 0,6.5 24,6.5 w=1");
    assert!(field.refused(&field.command(5., 6., &["A"])).is_empty());
    assert_eq!(field.refused(&field.command(5., 6.001, &["A"])), ["BL-ACT-19"]);
}
