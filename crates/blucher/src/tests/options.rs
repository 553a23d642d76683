//! What is offered in each phase, what is asked there, and the step that fits what a hand drew.

use super::fight::{Fight, fight};
use super::retreating::shot_at;
use crate::Blucher;
use crate::state::State;
use crate::step::{Leg, Order, Step, When};
use crate::testing::{Field, field};
use table::grain::grains;
use table::heading::{Heading, Turn};
use table::point::{Point, at};
use umpire::{Drag, Game, Known, Options, PlaceId, Seat, Shape, Viewer};

fn known(field: &Field) -> Known<Blucher> {
    field.battle.known(Viewer::Seat(field.asked()))
}

/// What the seat that is asked knows of a state that a test has made.
fn known_of(state: &State) -> Known<Blucher> {
    let seat = crate::state::seat(crate::draft::asked(state).unwrap());
    Known::imagined(state, seat)
}

/// The words of what is offered, sorted.
fn labels(known: &Known<Blucher>) -> Vec<String> {
    let mut words: Vec<String> = Blucher::options(known).steps.iter().map(|o| o.label.to_string()).collect();
    words.sort();
    words
}

/// The options after these steps of a draft.
pub(super) fn after(field: &Field, steps: &[Step]) -> Known<Blucher> {
    field.judge(steps).unwrap_or_else(|why| panic!("{why:?}")).after
}

fn places(options: &Options<Step>) -> Vec<String> {
    let mut words: Vec<String> = options.places.iter().map(|place| place.label.to_string()).collect();
    words.sort();
    words
}

fn ask(known: &Known<Blucher>) -> String {
    Blucher::prompts(known)[0].ask.to_string()
}

fn fallback(known: &Known<Blucher>) -> Step {
    Blucher::prompts(known)[0].fallback.clone().unwrap().remove(0)
}

const CORPS: &str =
    "A blue inf 5,5,0 corps=I; B blue inf 6.5,5,0 corps=I; C blue art 12,5,0; X red inf 5,12,180";

#[test]
fn bl_act_02_who_was_activated_is_not_offered_again() {
    let mut field = field(CORPS);
    // BL-ACT-04: without A or B corps I is none any more (BL-ACT-08); C keeps it from being activated.
    let alone =
        ["Activate A alone", "Activate B alone", "Activate C alone (no corps after it)", "Activate Corps I"];
    assert_eq!(labels(&known(&field)), [&alone[..], &["End the phase", "Offer to concede"]].concat());
    let options = Blucher::options(&known(&field));
    let piece_of = |label: &str| options.steps.iter().find(|o| o.label == label).unwrap().piece;
    assert_eq!(piece_of("Activate B alone"), Some(field.id("B")));
    assert!(ask(&known(&field)).contains("movement phase"));
    assert_eq!(fallback(&known(&field)), Step::EndPhase);

    let hold = field.order("A", Order::Hold);
    field.play(&hold, &[]);
    let left = ["Activate B alone", "Activate C alone", "End the phase"];
    assert_eq!(labels(&known(&field)), [&left[..], &["Offer to concede"]].concat());
    // BL-VIC-12, BL-AMB-244: an offer is answered first, and made once a turn.
    field.play(&[Step::Concede], &[]);
    assert_eq!(field.asked(), Seat::SECOND);
    assert_eq!(labels(&known(&field)), ["Accept", "Decline"]);
    assert!(ask(&known(&field)).contains("concede"));
    assert_eq!(fallback(&known(&field)), Step::Answer { accept: false });
    field.play(&[Step::Answer { accept: false }], &[]);
    assert_eq!(labels(&known(&field)), left);
}

#[test]
fn bl_act_20_the_marker_is_offered_only_where_it_may_lie() {
    // The middles of the footprints are worth a key press; before A an enemy stands 0.8 from its middle.
    let field = field("A blue inf 5,5,0; B blue inf 12,5,0; X red inf 5,5.3,180");
    let options = Blucher::options(&known(&field));
    assert_eq!(options.places.len(), 1);
    assert_eq!(options.places[0].snaps, [Step::Command { at: at(12., 4.5) }]);
    let drag = Drag { points: vec![at(7., 7.), at(12., 3.)], ..Drag::default() };
    let aimed = Blucher::aim(&known(&field), options.places[0].id, &drag);
    assert_eq!(aimed, Some(Step::Command { at: at(12., 3.) }));
}

#[test]
fn bl_act_29_orders_are_offered_once_the_force_stands() {
    let field = field(CORPS);
    let corps = field.corps("I", &[]);
    assert_eq!(labels(&after(&field, &corps)), ["A joins", "B joins"]);
    let one = field.corps("I", &["A"]);
    assert_eq!(labels(&after(&field, &one)), ["B joins"], "one unit is no corps force (BL-ACT-08)");
    let both = field.corps("I", &["A", "B"]);
    let orders = [
        "A becomes prepared (holds against cavalry)",
        "A holds (stays where it is)",
        "B becomes prepared (holds against cavalry)",
        "B holds (stays where it is)",
    ];
    assert_eq!(labels(&after(&field, &both)), orders);
    let ordered = field.and(both, "A", Order::Hold);
    assert_eq!(labels(&after(&field, &ordered)), orders[2..]);
    assert_eq!(
        labels(&after(&field, &field.alone("C"))),
        ["C holds (stays where it is)"],
        "only infantry prepares (BL-PRE-01)"
    );
    let done = field.and(field.alone("C"), "C", Order::Hold);
    assert!(labels(&after(&field, &done)).is_empty());
}

#[test]
fn bl_rti_01_a_unit_that_may_retire_is_offered_it() {
    let text = "edge south blue 0 24; A blue inf 5,5,0 prepared; X red inf 5,12,180";
    let field = field(text);
    let offered = [
        "A becomes prepared (holds against cavalry)",
        "A holds (stays where it is)",
        "A is no longer prepared",
        "A retires (leaves the battle)",
    ];
    let found = labels(&after(&field, &field.alone("A")));
    assert_eq!(found, offered[offered.len() - found.len()..]);
    assert!(found.ends_with(&offered[1..].iter().map(ToString::to_string).collect::<Vec<_>>()));
}

#[test]
fn bl_mov_02_each_kind_of_move_has_its_place() {
    let field = field("A blue inf 5,5,0 concealed; X red inf 5,6.5,180; turns 30");
    let options = Blucher::options(&after(&field, &field.alone("A")));
    let kinds = ["Charge of A", "Difficult move of A", "Reserve move of A", "Simple move of A"];
    // A reserve move may not begin in sight of an enemy within 4 BW (BL-RSV-13).
    assert_eq!(places(&options), [kinds[0], kinds[1], kinds[3]]);
    let charge: Vec<&Step> =
        options.steps.iter().filter(|o| o.label == "A charges X").map(|o| &o.step).collect();
    // X is 1 BW wide and 1.5 away: it is hit by pivots to both sides, and straight ahead is in the middle.
    let straight = Order::Charge { turn: Turn(0), target: field.id("X") };
    assert_eq!(charge, [&Step::Order { unit: field.id("A"), order: straight }]);

    let far = self::field("A blue inf 5,5,0 concealed; X red inf 5,12,180; B blue cav 20,5,0");
    let options = Blucher::options(&after(&far, &far.alone("A")));
    assert_eq!(places(&options), kinds[1..]);
    // Straight ahead X is in the way of 12 BW; to the east the whole allowance is worth a key press (BL-RSV-03).
    let legs = vec![Leg { to: at(17., 5.), road: false }];
    let order = Order::Reserve { legs, heading: Heading::degrees(90.), leave: false };
    let step = Step::Order { unit: far.id("A"), order };
    assert!(options.places.iter().any(|place| place.snaps.contains(&step)));
    let revealed = Blucher::options(&after(&far, &far.alone("B")));
    assert_eq!(places(&revealed), ["Difficult move of B", "Simple move of B"]);
}

#[test]
fn bl_sim_05_the_longest_simple_moves_are_worth_a_key_press() {
    let field = field("A blue inf 10,10,0");
    let options = Blucher::options(&after(&field, &field.alone("A")));
    let place = options.places.iter().find(|p| p.label == "Simple move of A").unwrap();
    let unit = field.id("A");
    let simple = |degrees: f64, length: f64| {
        let (heading, length) = (Heading::degrees(degrees), grains(length));
        Step::Order { unit, order: Order::Simple { heading, length, sense: None, leave: false } }
    };
    for turn in [0., 45., 90., 135., 180., 225., 270., 315.] {
        assert!(place.snaps.contains(&simple(turn, 2.)) && place.snaps.contains(&simple(turn, 1.)), "{turn}");
    }
    let still = simple(0., 0.);
    assert_eq!(place.snaps.len(), 23, "eight directions; whole, half and none of the allowance");
    assert!(!place.snaps.contains(&still), "to stand still is to hold, and that is offered");
    assert!(place.fields.is_empty(), "the border is farther than it can go");
    // In the open it may end anywhere within 2 BW: the shading is a figure of about that size.
    let shaded = Blucher::shade(&after(&field, &field.alone("A")), place.id);
    let [shade] = shaded.as_slice() else { panic!("{shaded:?}") };
    let far = |p: &Point| p.distance(at(10., 10.));
    assert!(shade.len() >= 18 && shade.iter().all(|p| (far(p) - 20_000.).abs() < 2.), "{shade:?}");

    let difficult = options.places.iter().find(|p| p.label == "Difficult move of A").unwrap();
    assert_eq!(difficult.snaps.len(), 8);
    let region = Blucher::shade(&after(&field, &field.alone("A")), difficult.id);
    assert!(region[0].iter().all(|p| (far(p) - 10_000.).abs() < 2.));
}

#[test]
fn bl_mov_11_the_shading_ends_before_an_enemy() {
    // Straight ahead an enemy stands 1.2 away: a simple move that does not touch it is less than 1.2 long.
    let field = field("A blue inf 10,10,0; X red inf 10,12.2,0");
    let options = Blucher::options(&after(&field, &field.alone("A")));
    let place = options.places.iter().find(|p| p.label == "Simple move of A").unwrap();
    let region = Blucher::shade(&after(&field, &field.alone("A")), place.id);
    let ahead = region[0].iter().filter(|p| p.x == grains(10.) && p.y > grains(10.));
    let lengths: Vec<i32> = ahead.map(|p| p.y - grains(10.)).collect();
    assert!(
        !lengths.is_empty() && lengths.iter().all(|l| (grains(1.09)..grains(1.2)).contains(l)),
        "{lengths:?}"
    );
}

#[test]
fn bl_amb_19_near_the_border_a_move_may_be_ordered_to_leave() {
    // An infantry unit goes 2 BW, and the field is offered up to 2 BW before that.
    for (y, offered) in [(3.99, true), (4.01, false)] {
        let field = field(&format!("A blue inf 10,{y},0"));
        let options = Blucher::options(&after(&field, &field.alone("A")));
        let place = options.places.iter().find(|p| p.label == "Simple move of A").unwrap();
        assert_eq!(!place.fields.is_empty(), offered, "{y}");
    }
}

#[test]
fn bl_fir_01_every_legal_shot_is_offered() {
    let field = field("A blue art 5,5,0; X red inf 5,8,180; Y red inf 15,8,180; turn 1 fire");
    let known = known(&field);
    assert_eq!(labels(&known), ["A shoots at X", "End the phase", "Offer to concede"]);
    assert!(ask(&known).contains("fire phase"));
    let shot = Blucher::options(&known).steps.remove(0);
    assert_eq!((shot.step, shot.piece), (field.shot("A", "X")[0].clone(), Some(field.id("A"))));
}

#[test]
fn bl_trn_07_nobody_fires_where_no_enemy_is_near() {
    // Sight reaches 8 BW from a centerpoint, so nobody within 9 of a footprint can be left out for certain.
    let forced = |y: f64| {
        let field = field(&format!("A blue art 5,1,0; X red inf 5,{y},180; turn 1 fire"));
        Blucher::prompts(&Known::imagined(&field.truth(), Viewer::Seat(Seat::FIRST)))
            .first()
            .is_some_and(|prompt| prompt.forced)
    };
    assert!(!forced(9.99));
    let moving = field("A blue art 5,1,0; X red inf 5,14,180");
    assert!(!Blucher::prompts(&known(&moving))[0].forced);
    let nobody = Known::imagined(&State { units: Vec::new(), ..moving.truth() }, Viewer::Seat(Seat::FIRST));
    assert!(Blucher::prompts(&nobody)[0].forced, "who has no units does not move");
    let mut fire = moving.truth();
    fire.phase = crate::state::Phase::Fire { shots: Vec::new() };
    assert!(Blucher::prompts(&Known::imagined(&fire, Viewer::Seat(Seat::FIRST)))[0].forced);
    fire.offer = true;
    assert!(!Blucher::prompts(&Known::imagined(&fire, Viewer::Seat(Seat::SECOND)))[0].forced);
}

#[test]
fn bl_ret_38_every_way_away_from_fire_is_offered() {
    let retreat = shot_at("X red art 10,10,0; A blue art 10,13,180", &["A"], "X");
    let known = known_of(&retreat.state);
    let offers = Blucher::options(&known).steps;
    let expected: Vec<Step> = (86..=274).map(|bearing| Step::Retreat { unit: retreat.id, bearing }).collect();
    assert_eq!(offers.iter().map(|o| o.step.clone()).collect::<Vec<_>>(), expected);
    assert!(offers.iter().all(|o| o.piece == Some(retreat.id)));
    let told = |bearing: usize| offers[bearing - 86].label.to_string();
    for (bearing, words) in [
        (120, "X retreats to its right rear (120°)"),
        (179, "X retreats to its right rear (179°)"),
        (180, "X retreats straight back (180°)"),
        (181, "X retreats to its left rear (181°)"),
        (191, "X retreats to its left rear (191°)"),
        (274, "X retreats to its left (274°)"),
    ] {
        assert_eq!(told(bearing), words);
    }
    assert_eq!(offers[0].label.to_string(), "X retreats to its right (86°)");
    assert_eq!(fallback(&known), expected[0]);
    // Ready for a key: straight back, the ends of the arc, and some between that are not all but the same.
    let ready = [180, 86, 274, 150, 210, 120, 240].map(|bearing| Step::Retreat { unit: retreat.id, bearing });
    assert_eq!(Blucher::options(&known).places[0].snaps, ready);
    assert!(ask(&known).contains("artillery"));

    let walls = "L blue inf 9.2,9.5,90; R blue inf 10.8,9.5,270; B blue inf 10,8.7,0; C blue inf 10,10.3,180";
    let shut_in = shot_at(&format!("X red art 10,10,0; A blue art 10,14,180; {walls}"), &["A"], "X");
    assert_eq!(labels(&known_of(&shut_in.state)), ["X has nowhere to go: it is broken"]);
    assert_eq!(fallback(&known_of(&shut_in.state)), Step::Retreat { unit: shut_in.id, bearing: 180 });
}

/// The attacker stands before the line between two defenders.
fn between() -> Fight {
    fight("A blue inf 5,5,0 elan=5; X red inf 4.5,5,180; Y red inf 5.5,5,180", &[("A", "X"), ("A", "Y")])
}

#[test]
fn bl_cbt_27_both_divisions_are_offered() {
    let fight = between().begin("");
    let known = known_of(&fight.state);
    let divisions = ["A: 2 against X, 3 against Y", "A: 3 against X, 2 against Y"];
    let other = ["A: 2 against Y, 3 against X", "A: 3 against Y, 2 against X"];
    let found = labels(&known);
    assert!(found[..2] == divisions || found[..2] == other, "{found:?}");
    assert_eq!(found[2..], ["Offer to concede"]);
    assert!(Blucher::options(&known).steps[..2].iter().all(|o| o.piece == Some(fight.id("A"))));
    assert!(ask(&known).contains("Divide"));
    assert!(matches!(fallback(&known), Step::Allocate { .. }));
    let divide = fight.divide("A", "X3 Y2");
    assert!(!Blucher::odds(&known, std::slice::from_ref(&divide)).is_empty());
    assert_eq!(Blucher::odds(&known, &[Step::Concede]), [], "an offer rolls nothing");
    let asked = known_of(&State { offer: true, offered: true, ..fight.state.clone() });
    assert_eq!(Blucher::odds(&asked, &[Step::Answer { accept: false }]), [], "nor does its answer");
    let mut offered = fight.state.clone();
    offered.offered = true;
    assert_eq!(labels(&known_of(&offered)), found[..2]);
}

#[test]
fn bl_res_08_the_passive_side_is_offered_its_defenders() {
    let mut fight = between().begin("");
    let divide = fight.divide("A", "X3 Y2");
    fight.play(&divide, "34=0 34=0 35=3 35=2");
    assert_eq!(labels(&known_of(&fight.state)), ["X is dealt with next", "Y is dealt with next"]);
    assert!(ask(&known_of(&fight.state)).contains("dealt with next"));
    let settle = Step::Settle { unit: fight.id("X") };
    assert_eq!(Blucher::options(&known_of(&fight.state)).steps.len(), 2);
    fight.play(&settle, "");
    let known = known_of(&fight.state);
    assert!(labels(&known).iter().all(|l| l.starts_with("X retreats ")));
    assert!(ask(&known).starts_with("X has lost"));
    assert!(Blucher::options(&known).steps.iter().all(|o| o.piece == Some(fight.id("X"))));
}

#[test]
fn bl_adv_05_the_longest_advance_is_offered() {
    let mut fight = fight("A blue inf 5,5,0; X red inf 5,5,180", &[("A", "X")]).begin("34=0 35=1");
    fight.back("X");
    let known = known_of(&fight.state);
    let found = labels(&known);
    assert_eq!(found, ["A advances 1.00 BW", "No further advances", "Offer to concede"]);
    assert!(ask(&known).contains("Advance"));
    assert_eq!(fallback(&known), Step::EndAdvances, "who passes does not advance");
    let options = Blucher::options(&known);
    assert_eq!(places(&options), ["Advance of A"]);
    let unit = fight.id("A");
    let advance = |length| Step::Advance { unit, length };
    assert_eq!(options.places[0].snaps, [advance(10_000), advance(5_000)]);
    // A drag to a place 0.4567 ahead is an advance of 0.46; behind it is none, far ahead it is the longest.
    let aim = |y: f64| {
        let drag = Drag { points: vec![at(5.3, y)], ..Drag::default() };
        Blucher::aim(&known, options.places[0].id, &drag)
    };
    assert_eq!([aim(5.4567), aim(4.), aim(9.)], [advance(4_600), advance(0), advance(10_000)].map(Some));
}

#[test]
fn bl_adv_05_who_cannot_advance_is_not_offered_it() {
    // An enemy flush before A: no step of 0.01 is free.
    let mut fight = fight("A blue inf 5,5,0; B blue inf 9,5,0; X red inf 5,6.01,0", &[]);
    let stage = crate::state::Stage::Advances { left: vec![fight.id("A"), fight.id("B")] };
    let combat = crate::state::Combat { dice: Vec::new(), scores: Vec::new(), stage };
    fight.state.phase = crate::state::Phase::Combat(combat);
    let found = labels(&known_of(&fight.state));
    assert_eq!(found, ["B advances 1.00 BW", "No further advances", "Offer to concede"]);
    assert_eq!(places(&Blucher::options(&known_of(&fight.state))), ["Advance of B"]);
}

#[test]
fn bl_cbt_31_odds_of_a_shot_and_of_a_charge() {
    let field = field("A blue art 5,5,0; X red inf 5,8,180; turn 1 fire");
    let (known, shot) = (known(&field), field.shot("A", "X"));
    let odds = Blucher::odds(&known, &shot);
    assert_eq!(odds, crate::fire::odds(known.state(), field.id("A"), field.id("X")));
    assert!(!odds.is_empty());
    let back = Step::Shoot { unit: field.id("A"), target: field.id("A") };
    assert!(Blucher::odds(&known, &[back]).is_empty(), "what is refused has no odds");

    let charge = self::field("A blue inf 5,5,0; X red inf 5,6.5,180");
    let steps = charge.charge("A", 0., "X");
    let titles: Vec<String> =
        Blucher::odds(&self::known(&charge), &steps).iter().map(|odds| odds.title.to_string()).collect();
    assert!(
        titles.len() == 2 && titles.contains(&"A attacks".to_owned()),
        "the defender and the attacker: {titles:?}"
    );
    let hold = charge.order("A", Order::Hold);
    assert!(Blucher::odds(&self::known(&charge), &hold).is_empty());
}

pub(super) fn place_of(known: &Known<Blucher>, label: &str) -> PlaceId {
    Blucher::options(known).places.iter().find(|p| p.label == label).unwrap().id
}

/// The order that fits a drag to these points.
pub(super) fn drawn(
    known: &Known<Blucher>,
    label: &str,
    points: &[(f64, f64)],
    heading: Option<f64>,
    field: i32,
) -> Order {
    let points = points.iter().map(|(x, y)| at(*x, *y)).collect();
    let drag = Drag { points, heading: heading.map(Heading::degrees), fields: vec![field] };
    match Blucher::aim(known, place_of(known, label), &drag) {
        Some(Step::Order { order, .. }) => order,
        other => panic!("{other:?}"),
    }
}

#[test]
fn bl_sim_01_a_drag_turns_and_moves() {
    let field = field("A blue inf 5,5,0; X red inf 5,12,180");
    let known = after(&field, &field.alone("A"));
    let simple = |to: (f64, f64), heading, leave| drawn(&known, "Simple move of A", &[to], heading, leave);
    let order = |degrees: f64, length: f64, leave| {
        let (heading, length) = (Heading::degrees(degrees), grains(length));
        Order::Simple { heading, length, sense: None, leave }
    };
    assert_eq!(simple((6.5, 5.), Some(40.), 0), order(90., 1.5, false));
    assert_eq!(simple((5., 9.), None, 1), order(0., 2., true), "no farther than its allowance");
    assert_eq!(simple((5., 5.05), Some(40.), 0), order(40., 0., false), "a short drag only turns");
    assert_eq!(simple((5., 5.1), Some(40.), 0), order(0., 0.1, false));
    assert_eq!(simple((5., 5.0999), Some(40.), 0), order(40., 0., false));
}

#[test]
fn bl_dif_05_a_drag_moves_in_any_direction() {
    let field = field("A blue inf 5,5,0; X red inf 5,12,180");
    let known = after(&field, &field.alone("A"));
    let difficult =
        |to: (f64, f64), heading, leave| drawn(&known, "Difficult move of A", &[to], heading, leave);
    let order = |bearing: f64, length: f64, heading: f64, leave| Order::Difficult {
        bearing: Heading::degrees(bearing),
        length: grains(length),
        heading: Heading::degrees(heading),
        pivot: When::After,
        sense: None,
        leave,
    };
    assert_eq!(difficult((5., 4.2), None, 0), order(180., 0.8, 0., false));
    assert_eq!(difficult((8., 5.), Some(30.), 1), order(90., 1., 30., true));
}

#[test]
fn bl_rsv_23_a_leg_drawn_between_two_places_on_a_road_is_along_it() {
    let field = field("A blue inf 5,5,0 concealed; road 9,5 9,12 w=0.3; X red inf 22,14,180");
    let known = after(&field, &field.alone("A"));
    let reserve = |points: &[(f64, f64)], heading| drawn(&known, "Reserve move of A", points, heading, 0);
    let leg = |x: f64, y: f64, road| Leg { to: at(x, y), road };
    let order = |legs: Vec<Leg>, degrees: f64| Order::Reserve {
        legs,
        heading: Heading::degrees(degrees),
        leave: false,
    };
    let path = [(5., 5.), (9., 6.), (9., 10.), (12., 10.)];
    let legs = vec![leg(9., 6., false), leg(9., 10., true), leg(12., 10., false)];
    assert_eq!(reserve(&path, None), order(legs.clone(), 90.), "it ends facing along its last leg");
    assert_eq!(reserve(&path, Some(200.)), order(legs, 200.));
    assert_eq!(reserve(&[(5., 9.)], None), order(vec![leg(5., 9., false)], 0.));
}

#[test]
fn bl_chg_04_a_drag_to_an_enemy_is_a_charge_by_the_nearest_pivot() {
    let field = field("A blue inf 5,5,0; X red inf 5,6.5,180; Y red inf 20,12,180");
    let known = after(&field, &field.alone("A"));
    let charge = |x: f64, y: f64| drawn(&known, "Charge of A", &[(x, y)], None, 0);
    let order =
        |degrees: f64, target: &str| Order::Charge { turn: Turn::degrees(degrees), target: field.id(target) };
    assert_eq!(charge(5., 7.), order(0., "X"));
    // 0.2 to the right at 1.5: atan(0.2 / 1.5) = 7.59°, and pivots are of half degrees.
    assert_eq!(charge(5.2, 6.5), order(7.5, "X"));
    assert_eq!(charge(4.8, 6.5), order(-7.5, "X"));
    // Y cannot be reached: the smallest pivot that aims at it is judged all the same. Its corner that is farthest to the
    // front is 14.5 to the right and 8 ahead: atan(14.5 / 8) = 61.12°.
    assert_eq!(charge(20., 11.), order(61.5, "Y"));
}

#[test]
fn bl_act_01_no_step_fits_a_drag_for_somebody_elses_unit() {
    let field = field("A blue inf 5,5,0; X red inf 5,6.5,180");
    let known = after(&field, &field.alone("A"));
    let drag = Drag { points: vec![at(5., 6.)], heading: None, fields: Vec::new() };
    let own = place_of(&known, "Simple move of A");
    assert!(Blucher::aim(&known, own, &drag).is_some());
    assert_eq!(Blucher::aim(&known, own, &Drag::default()), None);
    let theirs = PlaceId(own.0 - field.id("A").0 * 8 + field.id("X").0 * 8);
    assert_eq!(Blucher::aim(&known, theirs, &drag), None);
    assert_eq!(Blucher::aim(&known, PlaceId(own.0 + 6), &drag), None, "there is no such kind of move");
}

#[test]
fn bl_sim_03_in_a_wood_only_difficult_moves_are_offered() {
    let field = field("A blue inf 10,10,0; wood 8,8 12,12; X red inf 20,15,180");
    let options = Blucher::options(&after(&field, &field.alone("A")));
    assert_eq!(places(&options), ["Difficult move of A"]);
}

#[test]
fn bl_mov_10_a_pivot_into_an_enemy_is_not_offered() {
    // Facing west A would reach 1 BW to the east of its centerpoint, where X stands from x = 10.8 on.
    let field = field("A blue inf 10,10,0; X red inf 11.8,10.2,90");
    let known = after(&field, &field.alone("A"));
    let options = Blucher::options(&known);
    for place in &options.places {
        for snap in &place.snaps {
            let steps = [field.alone("A"), vec![snap.clone()]].concat();
            assert_eq!(field.refused(&steps), Vec::<String>::new(), "{snap:?}");
        }
    }
    let simple = options.places.iter().find(|p| p.label == "Simple move of A").unwrap();
    let heading = |step: &Step| match step {
        Step::Order { order: Order::Simple { heading, .. }, .. } => heading.grains() / 1000,
        other => panic!("{other:?}"),
    };
    assert!(simple.snaps.iter().all(|snap| heading(snap) != 270));
    assert!(simple.snaps.iter().any(|snap| heading(snap) == 180));
}

#[test]
fn bl_con_01_the_card_of_a_unit_is_looked_at() {
    let field = field("A blue inf 5,5,0 elan=5 shock; X red inf 5,12,180 concealed");
    let inspect = |name: &str| Blucher::inspect(&known(&field), field.id(name)).unwrap();
    let rows = |name: &str| -> Vec<String> {
        inspect(name).card.iter().map(|(what, value)| format!("{what}: {value}")).collect()
    };
    assert!(rows("A").contains(&"elan: 5 of 5".to_owned()), "{:?}", rows("A"));
    assert!(rows("X").contains(&"card: concealed".to_owned()), "{:?}", rows("X"));
}

#[test]
fn a_unit_is_looked_at_where_a_draft_would_put_it() {
    use umpire::AnyKnown;
    let field = field("A blue inf 5,5,0; X red inf 5,12,180");
    let order =
        Order::Simple { heading: Heading::degrees(0.0), length: grains(1.0), sense: None, leave: false };
    let steps = [field.alone("A"), vec![Step::Order { unit: field.id("A"), order }]].concat();
    let draft: Vec<_> = steps.iter().map(|step| serde_json::to_value(step).unwrap()).collect();
    let zone = |draft: &[serde_json::Value]| {
        let seen = known(&field).inspect(field.id("A"), draft).unwrap();
        let zone = seen.overlays.into_iter().find(|overlay| overlay.name == "engagement zone").unwrap();
        let Some(Shape::Area(corners)) = zone.shapes.first().cloned() else { panic!("{zone:?}") };
        corners.iter().map(|corner| corner.y).min().unwrap()
    };
    // It begins at the front edge, which has gone forward by 1 BW.
    assert_eq!(zone(&draft) - zone(&[]), 10_000);
}
