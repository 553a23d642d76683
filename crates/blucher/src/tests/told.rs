//! What is told, counted and named: events of moves, questions and their numbers, the words of refusals.

use super::orders::*;
use crate::Blucher;
use crate::card::{Trait, Traits};
use crate::event::{Event, Who};
use crate::refuse;
use crate::step::{Order, Step, When};
use crate::testing::{Field, field, field_with, problems, written};
use table::grain::grains;
use table::point::at;
use umpire::{Battle, Chance, DiceFrom, Game, Modifier, Opening, PieceId, RuleId, Scenario, Shape, Viewer};

fn told(field: &Field, rule: &str) -> Vec<String> {
    let lines = field.told(Viewer::Public).into_iter();
    lines.filter(|(told, _)| told == rule).map(|(_, sentence)| sentence).collect()
}

fn prompt(field: &Field) -> u32 {
    field.battle.view(Viewer::Seat(field.asked()), 0).prompt.unwrap().id.0
}

#[test]
fn bl_trn_07_each_question_has_a_number_of_its_own() {
    let mut field = field("A blue inf 5,5,0; B blue inf 9,5,0; X red inf 5,12,180");
    let first = prompt(&field);
    let hold = field.order("A", Order::Hold);
    field.play(&hold, &[]);
    let second = prompt(&field);
    field.play(&[Step::Concede], &[]);
    let third = prompt(&field);
    assert!(first < second && second < third);
}

#[test]
fn bl_amb_244_an_offer_is_answered_once() {
    let mut field = field("A blue inf 5,5,0; B blue inf 9,5,0; X red inf 5,12,180");
    field.play(&[Step::Concede], &[]);
    let no = Step::Answer { accept: false };
    assert!(field.refused(std::slice::from_ref(&no)).is_empty());
    assert_eq!(field.refused(&[no.clone(), no]), ["BL-AMB-244"]);
}

#[test]
fn bl_vic_14_the_draft_shows_the_army_retired() {
    let mut field = field("A blue inf 5,5,0; B blue inf 9,5,0; X red inf 5,12,180");
    field.play(&[Step::Concede], &[]);
    let after = field.judge(&[Step::Answer { accept: true }]).unwrap().after;
    assert_eq!((after.state().units.len(), after.state().retired), (1, [2, 0]));
    let known = |field: &Field| field.battle.known(Viewer::Public);
    assert_eq!(Blucher::outcome(&known(&field)), None);
    field.play(&[Step::Answer { accept: true }], &[]);
    let outcome = Blucher::outcome(&known(&field)).unwrap();
    assert_eq!((outcome.winner, outcome.rule.as_str()), (Some(1), "BL-VIC-14"));
}

#[test]
fn bl_obj_09_objectives_are_told_by_their_number_from_one() {
    let mut field =
        field("A blue inf 5,5,0; X red inf 5,12,180; objective 5,6 side=red; objective 20,6 side=red");
    let go = field.order("A", simple(0., 2.));
    field.play(&go, &[]);
    assert_eq!(told(&field, "BL-OBJ-09"), ["Objective 1 is controlled by Blue."]);
}

#[test]
fn bl_obj_09_an_objective_is_called_like_the_ground_it_lies_on() {
    let taken = |others: &str, name: &str| {
        let text =
            format!("A blue inf 5,5,0; X red inf 5,14,180; hill 2,5.4 8,9; objective 5,6 side=red{others}");
        let mut field = field_with(&text, &[("kind = \"hill\"\n", &format!("kind = \"hill\"\n{name}"))], &[]);
        let go = field.order("A", simple(0., 2.));
        field.play(&go, &[]);
        told(&field, "BL-OBJ-09").concat()
    };
    let pratzen = "name = \"Pratzen\"\n";
    assert_eq!(taken("", pratzen), "Pratzen is controlled by Blue.");
    assert_eq!(taken("; objective 20,6", pratzen), "Pratzen is controlled by Blue.");
    // Two on one hill are told apart by their numbers.
    assert_eq!(taken("; objective 7,8 side=red", pratzen), "Objective 1 is controlled by Blue.");
    assert_eq!(taken("", ""), "Objective 1 is controlled by Blue.");
}

#[test]
fn bl_obj_09_an_objective_in_a_river_is_not_the_river() {
    let text = "A blue inf 5,5,0; X red inf 5,14,180; minor 0,5.5 24,5.5; objective 5,5.5 side=red";
    let name = ("kind = \"minor_river\"\n", "kind = \"minor_river\"\nname = \"Goldbach\"\n");
    let mut field = field_with(text, &[name], &[]);
    let go = field.order("A", difficult(0., 0.8, 0., When::Before));
    field.play(&go, &[]);
    assert_eq!(told(&field, "BL-OBJ-09"), ["Objective 1 is controlled by Blue."]);
}

#[test]
fn bl_pre_02_markers_put_on_and_taken_off_are_told() {
    let mut field =
        field("A blue inf 5,5,0; B blue inf 9,5,0 prepared; C blue inf 13,5,0; X red inf 5,12,180");
    let steps = field.order("A", Order::Prepare);
    field.play(&steps, &[]);
    assert_eq!(told(&field, "BL-PRE-02"), ["A becomes prepared."]);
    let steps = field.order("B", Order::Unprepare);
    field.play(&steps, &[]);
    assert_eq!(told(&field, "BL-PRE-04"), ["B is no longer prepared."]);
    let steps = field.order("C", difficult(90., 0.8, 0., When::Before));
    field.play(&steps, &[]);
    let moves: Vec<String> =
        field.told(Viewer::Public).into_iter().map(|(_, s)| s).filter(|s| s.starts_with("C: ")).collect();
    assert_eq!(moves, ["C: difficult move, 0.80 BW."]);
}

#[test]
fn bl_rti_04_who_retires_is_told_and_so_is_what_it_gives_up() {
    let mut field = field(
        "edge south blue 0 24; A blue inf 5,5,0; B blue inf 9,5,0; X red inf 5,12,180; objective 5,4.5 side=red",
    );
    let steps = field.order("A", Order::Retire);
    field.play(&steps, &[]);
    assert_eq!(told(&field, "BL-RTI-04"), ["A retires from the table."]);
}

#[test]
fn bl_rti_05_who_leaves_over_an_edge_is_told() {
    let mut field = field("A blue inf 0.9,5,270; X red inf 15,12,180");
    let steps = field.order("A", leaving(simple(270., 1.)));
    field.play(&steps, &[]);
    assert_eq!(told(&field, "BL-RTI-05"), ["A retires from the table."]);
}

#[test]
fn bl_rti_02_two_units_back_to_back_are_near_each_other() {
    // The gap between the rear edges is 1.9, the centerpoints are 3.9 apart.
    let field = field("edge north blue 0 24; A blue inf 5,5,0; X red inf 5,1.1,180");
    assert_eq!(field.why("A", Order::Retire), ["BL-RTI-02"]);
    let far = self::field("edge north blue 0 24; A blue inf 5,5.2,0; X red inf 5,1.1,180");
    assert!(far.why("A", Order::Retire).is_empty());
}

#[test]
fn bl_mov_16_two_units_back_to_back_may_overlap_too() {
    // A ends with its rear at y = 5; B's footprint reaches up to 5.1.
    let field = field("A blue inf 5,4,0; B blue inf 5,4.1,180; X red inf 15,12,180");
    let why = field.judge(&field.order("A", simple(0., 2.))).unwrap_err();
    assert_eq!(why.iter().map(|w| w.rule.as_str()).collect::<Vec<_>>(), ["BL-MOV-16"]);
    assert_eq!(why[0].numbers, [("depth".into(), 1000)], "0.1 BW");
}

#[test]
fn bl_mov_15_two_units_that_overlap_are_named_once() {
    let field = field("A blue inf 5,5,0 corps=I; B blue inf 6.2,5,0 corps=I; X red inf 15,12,180");
    let force = field.corps("I", &["A", "B"]);
    let steps = field.and(force, "A", difficult(90., 0.5, 0., When::Before));
    let why = field.judge(&steps).unwrap().complete.unwrap_err();
    assert_eq!(why.iter().map(|w| w.rule.as_str()).collect::<Vec<_>>(), ["BL-MOV-15"]);
}

#[test]
fn bl_amb_49_an_enemy_touched_with_the_rear_does_not_freeze_it() {
    let field = field("A blue inf 5,5,0; X red inf 5,3,180");
    assert!(field.why("A", simple(0., 1.)).is_empty());
    assert_eq!(field.why("A", simple(0., 0.009)), ["BL-MOV-23"]);
}

#[test]
fn bl_sim_03_each_wood_is_named_once_and_how_deep_it_is_entered() {
    // A pivot to the east sweeps the wood's corner, and the way goes 1 BW into it.
    let field = field("A blue inf 5,5,0; wood 5.2,3 9,7; X red inf 15,12,180");
    let why = field.judge(&field.order("A", simple(90., 1.2))).unwrap_err();
    assert_eq!(why.iter().map(|w| w.rule.as_str()).collect::<Vec<_>>(), ["BL-SIM-03"]);
    assert_eq!(why[0].numbers, [("depth".into(), 10_000)]);
    let corners = vec![at(5.2, 3.), at(5.2, 7.), at(9., 7.), at(9., 3.)];
    assert_eq!(why[0].places, [Shape::Area(corners)]);
    assert!(why[0].sentence.to_string().contains("1.00 BW"), "{}", why[0].sentence);
}

#[test]
fn bl_rsv_06_how_deep_a_corridor_enters_a_wood_is_said() {
    // The corridor reaches half a BW to the right of x = 5, the wood begins at 5.4.
    let field = field("A blue inf 5,3,0 concealed; wood 5.4,6 8,8; X red inf 22,14,180");
    let why = field.judge(&field.order("A", reserve(&[(5., 11.)], 0.))).unwrap_err();
    assert_eq!(why.iter().map(|w| w.rule.as_str()).collect::<Vec<_>>(), ["BL-RSV-06"]);
    assert_eq!(why[0].numbers, [("depth".into(), 1000)]);
}

#[test]
fn bl_rsv_22_whoever_leaves_by_a_reserve_move_over_the_enemys_edge_is_broken() {
    // Wholly beyond the border: what its last leg went over counts.
    let end = |owner: &str| {
        let mut field =
            field(&format!("edge east {owner} 0 16; A blue inf 14,8,90 concealed; X red inf 3,14,180"));
        let steps = field.order("A", leaving(reserve(&[(25.5, 8.)], 90.)));
        field.play(&steps, &[]);
        (field.truth().broken[0], field.truth().retired[0])
    };
    assert_eq!((end("red"), end("blue")), ((1, 0), (0, 1)));
}

#[test]
fn bl_crs_03_a_reserve_move_that_ends_on_a_crossing_faces_along_its_last_leg() {
    let river = "major 0,8.5 24,8.5 w=1; road 10,1 10,15; crossing 10,8.5,0 w=0.4 l=1";
    let field = field(&format!("A blue inf 10,13,180 concealed; X red inf 22,2,0; {river}"));
    let unit = field.preview("A", reserve_by(&[(10.03, 8.2, true)], 180.));
    assert_eq!(unit.pose, table::pose::pose(10., 8.2, 180.));
    assert!(unit.crossing.is_some());
}

#[test]
fn bl_crs_03_the_limits_of_an_end_on_a_crossing_are_allowed() {
    let end = |x: f64, heading: f64| {
        let radians = heading.to_radians();
        let (x, y) = (x - 2. * libm::sin(radians), 9. - 2. * libm::cos(radians));
        let text = format!(
            "A blue inf {x:.4},{y:.4},{heading}; X red inf 20,14,180; major 0,8.5 24,8.5 w=1; crossing 5,8.5,0 w=0.4 l=1"
        );
        let state = field(&text).truth();
        carry(&state, "A", &simple(heading, 2.)).map(|(after, _)| named(&after, "A").pose.at.x)
    };
    assert_eq!(end(5.05, 0.), Ok(grains(5.)), "0.05 aside");
    assert_eq!(end(5., 2.), Ok(grains(5.)), "2° off");
    assert!(end(5.06, 0.).is_err() && end(5., 2.1).is_err());
}

#[test]
fn words_of_lengths_and_places() {
    assert_eq!(refuse::bw(12_500.), "1.25 BW");
    let field = field("hill 2,8 8,12 crest 2,9 8,9; X red inf 20,14,180").truth().field.clone();
    let shapes: Vec<Shape> = field.ground().pieces().iter().map(refuse::ground).collect();
    assert!(
        shapes.contains(&Shape::Area(vec![at(2., 8.), at(2., 12.), at(8., 12.), at(8., 8.)])),
        "{shapes:?}"
    );
    assert!(shapes.contains(&Shape::Path(vec![at(2., 9.), at(8., 9.)])), "{shapes:?}");
}

#[test]
fn bl_chg_03_the_wood_that_hides_is_shown() {
    // The first piece of terrain is elsewhere.
    let field = field("A blue inf 5,5,0; X red inf 5,6.4,180; marsh 15,1 17,3; wood 3,3 7,9");
    let why = field.judge(&field.charge("A", 0., "X")).unwrap_err();
    let wood = Shape::Area(vec![at(3., 3.), at(3., 9.), at(7., 9.), at(7., 3.)]);
    assert_eq!(why[0].rule.as_str(), "BL-CHG-03");
    assert!(why[0].places.contains(&wood), "{:?}", why[0].places);
}

#[test]
fn bl_unt_18_the_words_of_traits() {
    let words = Trait::ALL.map(Trait::word);
    let expected =
        ["shock", "steady", "skirmish", "firepower", "impetuous", "conscript", "heavy artillery", "mobile"];
    assert_eq!(words, expected);
    // BL-CBT-13, BL-CBT-14, BL-SHO-08, BL-ENG-09, BL-UNT-23 in a phrase.
    let says = [
        (Trait::Shock, "attacking"),
        (Trait::Steady, "defending"),
        (Trait::Impetuous, "half"),
        (Trait::Conscript, "not charge"),
        (Trait::Mobile, "move and fire"),
    ];
    assert!(says.iter().all(|(one, words)| one.text().contains(words)));
    let twice = Traits::from(vec![Trait::Shock, Trait::Shock]);
    assert!(twice.has(Trait::Shock) && !twice.has(Trait::Steady));
}

#[test]
fn pieces_of_terrain_have_names() {
    let text = "wood 4,7 6,9; wood 14,7 16,9; A blue inf 5,5,0; X red inf 5,14,180";
    let named = field_with(text, &[("kind = \"wood\"\n", "kind = \"wood\"\nname = \"Black Wood\"\n")], &[]);
    let field = named.truth().field.clone();
    let names: Vec<&str> = field.ground().pieces().iter().map(|piece| field.name(piece.id)).collect();
    assert_eq!(names, ["Black Wood", ""]);
}

#[test]
fn a_crest_line_has_the_name_of_its_hill() {
    let hill = "hill 4,7 8,9 crest 5,8 7,8; hill 14,7 16,9; A blue inf 5,5,0; X red inf 5,14,180";
    let named = field_with(hill, &[("kind = \"hill\"\n", "kind = \"hill\"\nname = \"Long Hill\"\n")], &[]);
    let field = named.truth().field.clone();
    let names: Vec<&str> = field.ground().pieces().iter().map(|piece| field.name(piece.id)).collect();
    assert_eq!(names, ["Long Hill", "Long Hill", ""]);
}

/// What is wrong with a scenario when a battle is to begin.
fn wrong(text: &str) -> Vec<(Option<u32>, String, String)> {
    let scenario = Scenario { name: "test".into(), text: written(text, &[]) };
    let chance = Chance { dice: DiceFrom::ByHand, seed: dice::Hex(vec![3; 32]), added: Vec::new() };
    match Battle::<Blucher>::open(Opening { scenario, chance, given: Vec::new() }) {
        Ok(_) => Vec::new(),
        Err(answer) => {
            let text = format!("{answer:?}");
            vec![(None, text.clone(), text)]
        }
    }
}

#[test]
fn bl_mov_15_no_unit_begins_where_it_may_not_stand() {
    let says = |text: &str, words: &str| wrong(text).iter().any(|(_, _, sentence)| sentence.contains(words));
    assert!(wrong("A blue inf 5,5,0; X red inf 5,12,180").is_empty());
    assert!(says("A blue inf 5,0.9,0; X red inf 5,12,180", "A stands partly off the table"));
    assert!(says("A blue inf 5,5,0; B blue inf 5.5,5,0; X red inf 5,12,180", "B stands on A"));
    assert!(says(
        "A blue inf 5,7,0; X red inf 5,12,180; major 0,6.5 24,6.5 w=1",
        "A stands in impassable terrain"
    ));
}

#[test]
fn bl_trn_03_the_side_that_does_not_begin_has_the_even_turns() {
    let text = "A blue inf 5,5,0; X red inf 5,12,180; turn 2 movement";
    let active = |first: u8| {
        let change = format!("title = \"test\"\nfirst = {first}\n");
        field_with(text, &[("title = \"test\"\n", &change)], &[]).truth().active
    };
    assert_eq!((active(0), active(1)), (1, 0));
}

#[test]
fn bl_mom_02_written_dice_fit_the_number_rolled() {
    let units = "A blue inf 5,5,0; X red inf 5,12,180";
    let fields = |more: &str| -> Vec<String> {
        problems(&format!("{units}; {more}")).into_iter().map(|(field, _)| field).collect()
    };
    assert!(fields("momentum 1,6,3").is_empty());
    assert_eq!(fields("momentum 1,6,7"), ["now.momentum"]);
    assert_eq!(fields("momentum 1,6"), ["now.momentum"]);
    assert_eq!(fields("turn 31 movement"), ["now.turn"]);
    assert!(fields("turn 30 movement").is_empty());
}

#[test]
fn bl_vic_07_the_side_of_a_special_victory_is_0_or_1() {
    let fields = |side: u8| -> Vec<(Option<u32>, String)> {
        let special = format!("at = [4.0, 4.0]\nspecial = true\n[special]\nneeded = 1\nside = {side}\n");
        let text = written(
            "A blue inf 5,5,0; X red inf 5,12,180; objective 4,4",
            &[("at = [4.0, 4.0]\n", special.as_str())],
        );
        match crate::scenario::read(&text) {
            Ok(_) => Vec::new(),
            Err(problems) => {
                let line = text.lines().position(|line| line.starts_with("side = 2")).unwrap() as u32 + 1;
                assert_eq!(problems[0].line, Some(line), "the line of the key in its table");
                problems.into_iter().map(|p| (p.line, p.field)).collect()
            }
        }
    };
    assert!(fields(0).is_empty() && fields(1).is_empty());
    assert_eq!(fields(2).len(), 1);
    assert_eq!(fields(2)[0].1, "special.side");
}

#[test]
fn the_scenarios_of_the_game_can_be_begun() {
    let scenarios = crate::scenarios();
    let names: Vec<&str> = scenarios.iter().map(|scenario| scenario.name.as_str()).collect();
    assert_eq!(names, ["learning", "meeting", "pickup"]);
    assert!(scenarios.iter().all(|scenario| crate::scenario::read(&scenario.text).is_ok()));
}

/// What the dice of a line brought and the mean of what they could bring.
fn scored(event: &Event) -> (String, u32, u64, u64) {
    let scored = Blucher::line(event).scored.unwrap();
    (scored.what.to_string(), scored.got, scored.num, scored.den)
}

#[test]
fn a_shot_tells_what_was_to_be_expected_of_it() {
    let who = |id: u32| Who::named(PieceId(id), "A".to_owned());
    let shot = |faces: &[u8], hits, modifiers: &[(&str, &'static str)]| Event::Shot {
        unit: who(1),
        target: who(2),
        faces: faces.to_vec(),
        hits,
        modifiers: modifiers
            .iter()
            .map(|(rule, phrase)| Modifier { rule: RuleId::new(rule), phrase: (*phrase).into(), by: None })
            .collect(),
    };
    // Six dice, each hits with a 6: one hit.
    assert_eq!(scored(&shot(&[6, 6, 1, 2, 3, 4], 2, &[])), ("hits".to_owned(), 2, 1, 1));
    // Halved dice are fewer dice already.
    let halved = [("BL-SHO-05", "skirmishing: half the dice")];
    assert_eq!(scored(&shot(&[1, 1, 1], 0, &halved)), ("hits".to_owned(), 0, 1, 2));
    // Three dice of which one 5 hits too: 3/6 + (1 - (5/6)^3) = 199/216.
    let bonus = [("BL-SHO-16", "short range: one 5 hits")];
    assert_eq!(scored(&shot(&[5, 1, 1], 1, &bonus)), ("hits".to_owned(), 1, 199, 216));
}

#[test]
fn dice_of_combat_tell_what_was_to_be_expected_of_them() {
    let rolled = |rule: &str| Event::CombatDice {
        unit: Who::named(PieceId(1), "A".to_owned()),
        against: None,
        faces: vec![4, 5, 1, 1, 1],
        again: Vec::new(),
        successes: 2,
        rule: RuleId::new(rule),
    };
    // Five dice, each succeeds with 4 or more; rolled again, each must do so twice.
    assert_eq!(scored(&rolled("BL-CBT-34")), ("successes".to_owned(), 2, 5, 2));
    assert_eq!(scored(&rolled("BL-CBT-35")), ("successes".to_owned(), 2, 5, 2));
    assert_eq!(scored(&rolled("BL-CBT-39")), ("successes".to_owned(), 2, 5, 4));
}

/// Which dice of a line are marked as those that count.
fn counting(event: &Event) -> Vec<bool> {
    Blucher::line(event).dice.iter().map(|die| die.counts).collect()
}

#[test]
fn bl_sho_15_the_dice_that_hit_are_marked() {
    let shot = |hits| Event::Shot {
        unit: Who::named(PieceId(1), "A".to_owned()),
        target: Who::named(PieceId(2), "X".to_owned()),
        faces: vec![5, 6, 1, 5],
        hits,
        modifiers: Vec::new(),
    };
    assert_eq!(counting(&shot(1)), [false, true, false, false]);
    assert_eq!(counting(&shot(2)), [true, true, false, false], "one 5 hits, the other does not");
}

#[test]
fn bl_cbt_39_the_dice_that_succeed_are_marked_and_none_that_was_rolled_again() {
    let rolled = |again: &[u8], successes| Event::CombatDice {
        unit: Who::named(PieceId(1), "A".to_owned()),
        against: None,
        faces: vec![4, 3, 6],
        again: again.to_vec(),
        successes,
        rule: RuleId::new("BL-CBT-39"),
    };
    assert_eq!(counting(&rolled(&[], 2)), [true, false, true]);
    assert_eq!(counting(&rolled(&[2, 5], 1)), [false, false, false, false, true]);
}

#[test]
fn a_turn_begins_a_part_of_the_log() {
    let turn = Event::Turn { turn: 2, side: "Blue".to_owned() };
    assert!(Blucher::line(&turn).heading);
    assert!(!Blucher::line(&Event::MovementEnds { rule: RuleId::new("BL-TRN-02") }).heading);
}

#[test]
fn sides_units_and_lists_are_grammatical() {
    use crate::event::{Event, Who, line, people};
    for (side, told) in [
        ("French", "the French"),
        ("Austrians", "the Austrians"),
        ("Portuguese", "the Portuguese"),
        ("The Allies", "the Allies"),
        ("the Allies", "the Allies"),
        ("Prussia", "Prussia"),
        ("Red", "Red"),
    ] {
        assert_eq!(people(side), told);
    }
    let who = |id, name: &str| Who::named(PieceId(id), name.to_owned());
    let rule = RuleId::new("BL-ACT-01");
    let hidden = who(1, "a concealed Red unit");
    let says = |event: &Event| line(event).sentence.into_owned();
    assert_eq!(says(&Event::Revealed { unit: hidden.clone(), rule }), "A concealed Red unit is revealed.");
    let defenders = vec![who(2, "Goris"), who(3, "Joubert"), hidden];
    assert_eq!(
        says(&Event::Contacted { unit: who(4, "Kirchbach"), defenders }),
        "Kirchbach contacts Goris, Joubert and a concealed Red unit."
    );
    let (hidden, how) = (|id| who(id, "a concealed Red unit"), "II Corps".to_owned());
    let units = vec![hidden(1), who(2, "Goris"), hidden(3), hidden(5)];
    assert_eq!(
        says(&Event::Activated { units, how, cost: 4, rule }),
        "II Corps: 3 concealed Red units and Goris (4 momentum)."
    );
    for (defence, attack, won) in [(1, 1, "the defender holds"), (2, 3, "the attack succeeds")] {
        let scores = Event::Scores { unit: who(2, "Goris"), defence, attack };
        assert_eq!(says(&scores), format!("Goris: defence {defence}, attack {attack}: {won}."));
    }
    let turned = Event::Moved { unit: who(2, "Goris"), how: "simple move".to_owned(), length: 0, rule };
    assert_eq!(says(&turned), "Goris: simple move, on the spot.");
    let side = "Prussians".to_owned();
    assert_eq!(says(&Event::Offered { side: side.clone() }), "An offer to concede comes from the Prussians.");
    let what = crate::pickup::SetupEvent::Choices { side, faces: vec![3, 1], choices: 2 };
    assert_eq!(says(&Event::Setup { what }), "2 terrain choices for the Prussians.");
    let left = |rule| Event::Left {
        unit: who(2, "Smola"),
        how: crate::state::Left::Retired,
        rule: RuleId::new(rule),
    };
    assert_eq!(says(&left("BL-HIT-06")), "Smola is hit more than once and retires from the table.");
    assert_eq!(says(&left("BL-RET-26")), "Smola retires from the table.");
}
