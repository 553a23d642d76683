//! Words that are true for whoever reads them, and beforehand: what a hand gets instead of what it drew, what a draft
//! gives away, how a battle ended.

use crate::Blucher;
use crate::event::{Event, Who, line};
use crate::field::Kind;
use crate::state::{Left, Phase};
use crate::step::{Order, Step};
use crate::testing::{Field, field, field_with};
use crate::victory::{End, check};
use table::point::at;
use umpire::{Drag, Game, Input, Judgement, Modifier, PieceId, PlaceId, RuleId, Viewer};

/// What a plain drag of A to a point gives: the order, and the words about what it is not, each with its rule.
fn dragged(field: &Field, to: (f64, f64)) -> (Judgement<Blucher>, Vec<(String, String)>) {
    let known = field.judge(&field.alone("A")).unwrap().after;
    let place = Blucher::options(&known).places.into_iter().find(|p| p.input == Input::Pose).unwrap().id;
    let drag = Drag { points: vec![at(to.0, to.1)], heading: None, fields: vec![] };
    let step = Blucher::aim(&known, place, &drag).unwrap();
    let why = Blucher::instead(&known, place, &drag, &step);
    let why = why.into_iter().map(|why| (why.rule.to_string(), why.sentence.into_owned())).collect();
    (Blucher::judge(&known, &[step]).unwrap_or_else(|why| panic!("{why:?}")), why)
}

fn told(rule: &str, sentence: &str) -> (String, String) {
    (rule.to_owned(), sentence.to_owned())
}

#[test]
fn bl_sim_05_a_drag_that_goes_too_far_says_that_it_is_shortened() {
    // Cavalry goes 4 BW.
    let field = field("A blue cav 5,5,0; X red inf 20,12,180");
    let (judged, why) = dragged(&field, (5., 11.5));
    assert!(matches!(judged.steps(), [_, Step::Order { order: Order::Simple { length: 40_000, .. }, .. }]));
    assert_eq!(why, [told("BL-SIM-05", "shortened: 6.50 BW exceeds 4.00 BW")]);
    assert_eq!(dragged(&field, (5., 9.)).1, []);
}

#[test]
fn bl_dif_04_a_drag_into_a_wood_says_why_it_is_difficult_and_that_it_is_shortened() {
    // Cavalry goes 2 BW through difficult ground; the wood begins 1 BW before its front edge, which is at 5.
    let field = field("wood 3,6 7,12; A blue cav 5,5,0; X red inf 20,12,180");
    let (judged, why) = dragged(&field, (5., 8.));
    let steps = judged.steps().to_vec();
    assert!(matches!(&steps[..], [_, Step::Order { order: Order::Difficult { length: 20_000, .. }, .. }]));
    let label = crate::options::worded(judged.after.state(), &steps[1]).label;
    assert_eq!(label, "A: difficult move, 2.00 BW");
    assert_eq!(why.len(), 2, "{why:?}");
    assert!(why[0].0 == "BL-SIM-03" && why[0].1.starts_with("no simple move: "), "{why:?}");
    assert_eq!(why[1], told("BL-DIF-04", "shortened: 3.00 BW exceeds 2.00 BW"));
    assert_eq!(dragged(&field, (5., 6.8)).1.len(), 1, "it goes as far as it was drawn");
}

#[test]
fn bl_mov_22_a_drag_that_ends_behind_a_wood_goes_up_to_it_as_a_simple_move() {
    // Cavalry goes 4 BW, or 2 through the wood, whose edge is 3 BW before its front.
    let field = field("wood 3,8 7,12; A blue cav 5,5,0; X red inf 20,12,180");
    let (judged, why) = dragged(&field, (5., 10.));
    let [_, Step::Order { order: Order::Simple { length, .. }, .. }] = judged.steps() else {
        panic!("{:?}", judged.steps())
    };
    assert!((29_800..=30_200).contains(length), "{length}");
    assert_eq!(why.len(), 1, "{why:?}");
    assert!(
        why[0].0 == "BL-SIM-03" && why[0].1.starts_with("shortened: it would sweep 1.00 BW into wood"),
        "{why:?}"
    );
}

#[test]
fn bl_dif_01_what_only_the_ground_makes_difficult_is_refused_as_a_difficult_move() {
    // A stands in a wood: any move of it is difficult. One to the left ends off the table.
    let field = field("wood 0,3 4,7; A blue cav 1,5.5,0; X red inf 20,12,180");
    let known = field.judge(&field.alone("A")).unwrap().after;
    let place = PlaceId(field.id("A").0 * 8);
    let drag = Drag { points: vec![at(-1., 5.5)], heading: None, fields: vec![] };
    let step = Blucher::aim(&known, place, &drag).unwrap();
    assert!(matches!(step, Step::Order { order: Order::Difficult { .. }, .. }), "{step:?}");
    assert!(Blucher::judge(&known, &[step]).is_err());
}

#[test]
fn bl_chg_04_an_enemy_beside_the_front_is_said_to_be_so() {
    // Of Delta the corner (9.5, 6.5) is farthest to the front: 7.5 to the right and 3.5 ahead, atan(7.5 / 3.5) = 64.98°.
    // Straight ahead after a pivot of 45° stands Alpha.
    let text = "A blue inf 2,3,0; Alpha red inf 4,5,180; Beta red inf 6,5.5,180; Delta red art 10,5.5,180";
    let (judged, why) = dragged(&field(text), (10., 5.6));
    assert!(matches!(judged.steps(), [_, Step::Order { order: Order::Simple { length: 20_000, .. }, .. }]));
    let turned = told("BL-CHG-04", "no charge: it would have to turn 65.0° to charge, and 45° are allowed");
    assert!(why.contains(&turned), "{why:?}");
    // Whatever is said is about Delta; nobody else's distance is.
    assert!(why.iter().all(|(rule, _)| ["BL-CHG-03", "BL-CHG-04"].contains(&rule.as_str())), "{why:?}");
}

#[test]
fn bl_chg_07_how_far_the_enemy_under_the_hand_is_is_said_and_not_another() {
    // Y is 2.1 BW before A's front, a little aside; X behind it, 2.6 BW away.
    let field = field("A blue inf 5,5,0; Y red inf 5.7,7.1,180; X red inf 4.6,7.6,180");
    let (_, why) = dragged(&field, (4.7, 7.8));
    // The hand's direction, atan(-0.3 / 2.8) = -6.1°, is the pivot of 6.0° to the left.
    let length = why.iter().find(|(rule, _)| rule == "BL-CHG-07").map(|(_, sentence)| sentence.clone());
    let length = length.unwrap_or_else(|| panic!("{why:?}"));
    // Along (-sin 6°, cos 6°) X's corner at (5.1, 7.6) is met first, after 2.6 cos 6° - 0.1 sin 6° = 2.575 BW.
    assert_eq!(length, "no charge: it would have to go 2.58 BW: at most 2.00 BW");
}

#[test]
fn bl_mov_11_in_the_open_a_drag_that_would_touch_an_enemy_ends_before_it() {
    // Cavalry could go 4 BW, but X's front is in its way: 2 BW ahead, where it touches 0.2 BW of A's, or 3 BW to the
    // right, where it touches all. TOUCH is 0.01 BW, and a hand draws in steps of 0.02.
    for (x, to, degrees, expected, depth) in
        [("5.8,7,180", (5., 9.), 0., 19_800, "0.20"), ("8,5,270", (9.5, 5.), 90., 29_800, "1.00")]
    {
        let (judged, why) = dragged(&field(&format!("A blue cav 5,5,0; X red inf {x}")), to);
        let [_, Step::Order { order: Order::Simple { length, heading, .. }, .. }] = judged.steps() else {
            panic!("{:?}", judged.steps())
        };
        assert_eq!((*length, *heading), (expected, table::heading::Heading::degrees(degrees)));
        assert_eq!(why, [told("BL-MOV-10", &format!("shortened: it would sweep {depth} BW into X"))]);
    }
}

#[test]
fn bl_dif_05_a_step_aside_that_gets_where_the_hand_points_is_taken() {
    // Turned to the right and 0.9 BW forward A would end on B, from (4.9, 4.5) to (5.9, 5.5), and could go 0.6 BW; kept as
    // it faces it would not, from (5.4, 4) to (6.4, 5). B begins at (5.6, 5.1).
    let field = field("A blue inf 5,5,0; B blue inf 6.1,6.1,0; X red inf 20,12,180");
    let (judged, why) = dragged(&field, (5.9, 5.));
    let [_, Step::Order { order: Order::Difficult { length, .. }, .. }] = judged.steps() else {
        panic!("{:?}", judged.steps())
    };
    assert_eq!((*length, why.len()), (9_000, 1));
    assert!(why[0].0 == "BL-MOV-16" && why[0].1 == "no simple move: A and B overlap by 0.30 BW", "{why:?}");
}

#[test]
fn bl_con_04_a_draft_says_beforehand_whom_it_reveals() {
    let field = field("A blue inf 5,5,0 concealed corps=I; B blue inf 6.5,5,0 corps=I; X red inf 20,12,180");
    let words = |steps: &[Step]| Blucher::hints(&field.judge(steps).unwrap().after).gives_away.into_owned();
    assert_eq!(words(&[]), "", "nothing is drafted");
    let draft = field.corps("I", &["A", "B"]);
    let said = words(&draft);
    let sentence =
        "Played, it shows the enemy the card of A, moved or not (BL-CON-04). That cannot be undone.";
    assert_eq!(said, sentence);
    assert_eq!(words(&field.alone("B")), "", "B is revealed already");
}

#[test]
fn bl_act_26_the_commander_stands_on_the_table_until_his_force_is_named() {
    let field = field("A blue inf 5,5,0; X red inf 20,12,180");
    let markers = |steps: &[Step]| Blucher::scene(&field.judge(steps).unwrap().after).markers;
    assert_eq!(markers(&field.alone("A")), []);
    assert_eq!(markers(&field.command(5., 4.5, &["A"])), [], "he goes when they have moved");
    let [commander] = &markers(&field.command(5., 4.5, &[]))[..] else { panic!("one marker") };
    assert_eq!((commander.kind.as_ref(), commander.side), ("commander", Some(0)));
    assert_eq!(commander.shape, umpire::Shape::Disc { centre: at(5., 4.5), radius: crate::scale::MARKER });
}

#[test]
fn bl_mom_01_the_momentum_is_told_in_words_that_are_true_for_either_side() {
    let text = "A blue inf 5,5,0; X red inf 20,12,180; turn 1 information; momentum 6,6,6";
    let field = field_with(text, &[("momentum = [6,6,6]\n", "")], &[1, 2, 3]);
    let said = ("BL-MOM-01".to_owned(), "Rolled in secret: 6 momentum for Blue.".to_owned());
    assert!(field.told(Viewer::All).contains(&said), "{:?}", field.told(Viewer::All));
    assert!(!field.told(Viewer::Public).contains(&said));
}

#[test]
fn bl_sho_14_what_halves_the_dice_once_is_said_once() {
    let who = |id: u32| Who::named(PieceId(id), "A".to_owned());
    let modifier = |rule: &str, phrase: &'static str| Modifier {
        rule: RuleId::new(rule),
        phrase: phrase.into(),
        by: None,
    };
    let shot = Event::Shot {
        unit: who(1),
        target: who(2),
        faces: vec![1],
        hits: 0,
        modifiers: vec![
            modifier("BL-SHO-11", "target concealed: half the dice"),
            modifier("BL-SHO-12", "obstructed: dice halved"),
            modifier("BL-SHO-16", "short range: one 5 hits"),
        ],
    };
    let said = line(&shot).sentence;
    assert_eq!(said.matches("half the dice").count(), 1, "{said}");
    assert!(
        said.contains("obstructed as well, which changes nothing more; short range: one 5 hits"),
        "{said}"
    );
    // So it stands on the odds card: impetuous infantry at more than 1 BW.
    let field = field("turn 1 fire; A blue inf 5,5,0 impetuous; X red inf 5,6.5,180");
    let odds = crate::fire::odds(&field.truth(), field.id("A"), field.id("X"));
    let phrases: Vec<&str> = odds[0].modifiers.iter().map(|one| one.phrase.as_ref()).collect();
    assert_eq!(phrases.iter().filter(|phrase| phrase.contains("half the dice")).count(), 1, "{phrases:?}");
    assert!(phrases.iter().any(|phrase| phrase.starts_with("impetuous as well")), "{phrases:?}");
}

#[test]
fn bl_vic_03_the_end_is_stored_without_words_and_told_with_its_numbers() {
    let mut state = field("A blue inf 5,5,0; B blue inf 8,5,0; X red inf 20,12,180").truth();
    for id in [state.units[0].id, state.units[1].id] {
        if state.unit(id).is_some_and(|unit| unit.side == 0) {
            crate::movement::remove(&mut state, id, Left::Broken);
        }
    }
    state.morale[0].set(1);
    let end = check(&state).unwrap();
    assert_eq!((end.winner, end.rule.as_str(), end.count), (Some(1), "BL-VIC-03", state.broken[0]));
    let stored = serde_json::to_value(Phase::Over(end)).unwrap();
    let number = end.count;
    assert_eq!(
        stored,
        serde_json::json!({"phase": "over", "winner": 1, "rule": "BL-VIC-03", "count": number})
    );
    let told = Event::Over { outcome: end.told(&state) };
    let units = if number == 1 { "1 unit".to_owned() } else { format!("{number} units") };
    let sentence = format!("Victory for Red: the army morale of Blue has collapsed, {units} broken.");
    assert_eq!(line(&told).sentence, sentence);
}

#[test]
fn an_end_that_was_stored_with_words_can_still_be_read() {
    let stored = serde_json::json!({"phase": "over", "winner": 0, "rule": "BL-VIC-10", "sentence": "Victory for Blue: x"});
    let read: Phase = serde_json::from_value(stored).unwrap();
    assert_eq!(read, Phase::Over(End { winner: Some(0), rule: RuleId::new("BL-VIC-10"), count: 0 }));
    let Phase::Over(end) = read else { panic!() };
    let state = field("A blue inf 5,5,0; X red inf 20,12,180").truth();
    assert_eq!(end.words(&state), "Victory for Blue: all objectives are held at nightfall");
}

#[test]
fn terrain_is_offered_in_words_of_the_language() {
    assert_eq!(
        [Kind::Rocky, Kind::Urban, Kind::Wood].map(Kind::words),
        ["rocky ground", "an urban area", "a wood"]
    );
}
