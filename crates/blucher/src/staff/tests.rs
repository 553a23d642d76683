//! The staff's advice in small situations.

use super::doctrine::Doctrine;
use super::picture::Picture;
use super::posture::Posture;
use crate::Blucher;
use crate::state::{Phase, State};
use crate::step::{Order, Step};
use crate::testing::{Field, field};
use dice::{Seed, Stream};
use umpire::{Game, Known, Mute, Plan, Seat, Staff, Viewer};

fn thumb(field: &Field) -> Plan<Step> {
    let known = field.battle.known_to(Seat::FIRST).unwrap();
    Blucher::thumb(&known, &mut Stream::new(&Seed::new([1; 32]))).unwrap()
}

fn charges(plan: &Plan<Step>) -> usize {
    plan.steps.iter().filter(|s| matches!(s, Step::Order { order: Order::Charge { .. }, .. })).count()
}

#[test]
fn cavalry_charges_infantry_that_is_not_prepared() {
    // Seven dice against six of which successes fall again: 3.5 against 1.5.
    let open = field("A blue cav 5,5,0 elan=6 shock; X red inf 5,8,180 elan=6");
    assert_eq!(charges(&thumb(&open)), 1);
    assert!(thumb(&open).intent.contains("charges"));
}

#[test]
fn cavalry_leaves_prepared_infantry_alone() {
    let formed = field("A blue cav 5,5,0 elan=6 shock; X red inf 5,8,180 elan=6 prepared");
    assert_eq!(charges(&thumb(&formed)), 0);
}

#[test]
fn a_far_army_advances() {
    let far = field(
        "A blue inf 5,3,0 elan=6 corps=I; B blue inf 6.2,3,0 elan=6 corps=I; X red inf 5,13,180 elan=6",
    );
    let plan = thumb(&far);
    let forward = |step: &&Step| {
        let Step::Order { order: Order::Simple { length, .. } | Order::Difficult { length, .. }, .. } = step
        else {
            return false;
        };
        *length > 0
    };
    // Together they cost no more than one of them alone.
    assert_eq!(plan.steps.iter().filter(forward).count(), 2, "{plan:?}");
}

#[test]
fn who_can_shoot_shoots_and_then_the_phase_ends() {
    let near = field("A blue inf 5,5,0 elan=6; X red inf 5,6.9,180 elan=6; turn 3 fire");
    assert!(matches!(thumb(&near).steps[..], [Step::Shoot { .. }]));
    let far = field("A blue inf 5,5,0 elan=6; G red art 5,12,180 ammo=5,4; turn 3 fire");
    assert_eq!(thumb(&far).steps, [Step::EndPhase]);
}

#[test]
fn far_from_the_enemy_there_is_no_other_posture_and_no_plan_to_look_at() {
    let found = |text: &str| {
        let field = field(text);
        let known = field.battle.known_to(Seat::FIRST).unwrap();
        let plans: Vec<_> = Blucher::plans(&known, &mut Stream::new(&Seed::new([1; 32]))).flatten().collect();
        (Blucher::postures(&known).len(), plans.len())
    };
    assert_eq!(found("A blue inf 5,3,0 elan=6 corps=I; X red inf 5,11,180 elan=5"), (0, 0));
    let (postures, plans) = found("A blue inf 5,3,0 elan=6 corps=I; X red inf 5,9,180 elan=5");
    assert!(postures > 0 && plans > 0);
}

#[test]
fn whoever_looks_at_few_postures_looks_at_every_kind_and_at_the_corps_it_suits() {
    // Facing north: I stands on the left and is worn, II is nearest to the objective, III on the right has the
    // enemy before it.
    let battle = field(
        "A blue inf 3,4,0 elan=2 corps=I; B blue inf 8,4,0 elan=6 corps=II; C blue inf 13,4,0 elan=6 corps=III\n\
         X red inf 13,8,180 elan=6; Y red inf 8,11,180 elan=6; Z red inf 3,11,180 elan=6; objective 8,6",
    );
    let postures = Blucher::postures(&battle.battle.known_to(Seat::FIRST).unwrap());
    let (whole, one) = postures.split_at(5);
    assert!(whole.iter().all(|posture| posture.but.is_none()));
    let first: Vec<(&str, usize)> =
        one.iter().take(6).map(|posture| (posture.aim, posture.but.as_ref().unwrap().0)).collect();
    let expected = [
        ("makes for the objectives", 1),
        ("attacks", 2),
        ("holds", 1),
        ("turns their left", 2),
        ("turns their right", 0),
        ("withdraws", 0),
    ];
    assert_eq!(first, expected);
    // In the end every corps has every stance.
    assert_eq!(one.len(), 18);
}

#[test]
fn every_plan_can_be_played() {
    let battle = field(
        "A blue inf 5,5,0 elan=6 corps=I; B blue inf 6.2,5,0 elan=6 corps=I; C blue cav 7.4,5,0 elan=6 corps=I\n\
         D blue art 9,5,0 ammo=5,4,4; X red inf 5,7.5,180 elan=6; Y red cav 7,8.5,180 elan=5; objective 6,9 side=red",
    );
    let known = battle.battle.known_to(Seat::FIRST).unwrap();
    let plans: Vec<_> = Blucher::plans(&known, &mut Stream::new(&Seed::new([1; 32]))).flatten().collect();
    assert!(plans.len() > 3, "{plans:?}");
    for (plan, _) in &plans {
        let judged = Blucher::judge(&known, &plan.steps).unwrap();
        assert!(judged.complete.is_ok(), "{plan:?}");
        // To end the phase says for itself what it means.
        assert_eq!(plan.intent.is_empty(), plan.steps == [Step::EndPhase], "{plan:?}");
    }
}

#[test]
fn plans_are_found_as_they_are_asked_for() {
    // Twenty corps can each fight in six ways: to find what all do takes long, and nobody looks at all of it.
    let line = |side: &str, y: f64, heading: u16| -> Vec<String> {
        let unit = |n: u16| {
            let x = 1.0 + 1.1 * f64::from(n);
            format!("{side}{n} {side} inf {x},{y},{heading} elan=5 corps={n}")
        };
        (0..20).map(unit).collect()
    };
    let battle = field(&[line("blue", 5.0, 0), line("red", 9.0, 180)].concat().join(";"));
    let known = battle.battle.known_to(Seat::FIRST).unwrap();
    let timed = |most: usize| {
        let (mut dice, began) = (Stream::new(&Seed::new([1; 32])), std::time::Instant::now());
        (Blucher::plans(&known, &mut dice).flatten().take(most).count(), began.elapsed())
    };
    let ((few, soon), (all, late)) = (timed(8), timed(usize::MAX));
    assert!(few == 8 && all > 80, "{few} {all}");
    assert!(soon * 4 < late, "{soon:?} {late:?}");
}

#[test]
fn few_forces_are_all_looked_at_and_to_end_the_phase_too() {
    let one = field("A blue inf 5,5,0 elan=6 corps=I; X red inf 5,7.5,180 elan=6");
    let known = one.battle.known_to(Seat::FIRST).unwrap();
    let plans: Vec<_> = Blucher::plans(&known, &mut Stream::new(&Seed::new([1; 32]))).flatten().collect();
    let usual = plans.iter().rfind(|(_, posture)| *posture == Blucher::usual());
    assert_eq!(usual.unwrap().0.steps, [Step::EndPhase]);
}

#[test]
fn a_posture_of_one_corps_is_looked_at_with_what_that_corps_does_in_it() {
    // I is in the fight and would be called first; II stands behind and would withdraw from nobody.
    let battle = field(
        "A blue inf 5,5,0 elan=6 corps=I; B blue inf 6.2,5,0 elan=6 corps=I; C blue inf 12,5,0 elan=2 corps=II\n\
         X red inf 5,7.5,180 elan=6; Y red inf 12,8,180 elan=6; objective 12,2",
    );
    let known = battle.battle.known_to(Seat::FIRST).unwrap();
    let plans: Vec<_> = Blucher::plans(&known, &mut Stream::new(&Seed::new([1; 32]))).flatten().collect();
    let units = |corps: usize| if corps == 0 { vec!["A", "B"] } else { vec!["C"] };
    let mut of = [0, 0];
    for (plan, posture) in plans.iter().filter(|(_, posture)| *posture != Blucher::usual()) {
        let (corps, _) = posture.but.expect("an activation is of one corps");
        of[corps] += 1;
        for step in &plan.steps {
            let Step::Order { unit, .. } = step else { continue };
            assert!(units(corps).iter().any(|name| battle.id(name) == *unit), "{posture:?}: {plan:?}");
        }
        assert!(plan.intent.contains(posture.aim), "{plan:?}");
    }
    assert!(of[0] > 1 && of[1] > 1, "{of:?}");
}

#[test]
fn what_one_side_gains_the_other_loses() {
    let even = field("A blue inf 5,5,0 elan=6; X red inf 5,11,180 elan=6");
    let ahead = field("A blue inf 5,5,0 elan=6; X red inf 5,11,180 elan=3");
    for battle in [&even, &ahead] {
        let truth = battle.truth();
        assert_eq!(Blucher::worth(&truth, Seat::FIRST), -Blucher::worth(&truth, Seat::SECOND));
    }
    assert!(Blucher::worth(&ahead.truth(), Seat::FIRST) > Blucher::worth(&even.truth(), Seat::FIRST));
}

#[test]
fn a_surrender_is_accepted_and_never_offered() {
    assert!(Blucher::gives_up(&Step::Concede));
    assert!(!Blucher::gives_up(&Step::EndPhase));
    let mut battle = field("A blue inf 5,5,0 elan=6; X red inf 5,11,180 elan=6");
    battle.play(&[Step::Concede], &[]);
    let known = battle.battle.known_to(Seat::SECOND).unwrap();
    let plan = Blucher::thumb(&known, &mut Stream::new(&Seed::new([1; 32]))).unwrap();
    assert_eq!(plan.steps, [Step::Answer { accept: true }]);
}

#[test]
fn an_army_that_attacks_dares_all_that_the_usual_one_does_and_more() {
    let (mut usual, mut attacks) = (Vec::new(), Vec::new());
    for elan in 3..=7 {
        let meet = field(&format!("A blue inf 5,5,0 elan=6 corps=I; X red inf 5,7,180 elan={elan}"));
        let known = meet.battle.known_to(Seat::FIRST).unwrap();
        let advice =
            |posture| Blucher::advice(&known, &posture, &mut Stream::new(&Seed::new([1; 32]))).unwrap();
        let attack =
            Blucher::postures(&known).into_iter().find(|p| p.aim == "attacks" && p.but.is_none()).unwrap();
        let plan = advice(attack);
        assert!(plan.intent.starts_with("The army attacks. "), "{}", plan.intent);
        attacks.extend((charges(&plan) == 1).then_some(elan));
        usual.extend((charges(&advice(Blucher::usual())) == 1).then_some(elan));
    }
    // Half as strong as the charger: everybody charges. As strong or stronger: nobody does.
    assert!(usual.contains(&3) && usual.iter().all(|elan| attacks.contains(elan)), "{usual:?} {attacks:?}");
    assert!(attacks.len() > usual.len() && attacks.iter().all(|elan| *elan < 6), "{usual:?} {attacks:?}");
}

fn picture_of<T>(field: &Field, posture: &Posture, look: impl FnOnce(&Picture) -> T) -> T {
    let known = field.battle.known_to(Seat::FIRST).unwrap();
    look(&Picture::new(known.state(), 0, posture))
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-6
}

#[test]
fn the_odds_at_a_spot_count_who_is_near() {
    // The enemy's middle is 3.5 BW away, half of what counts: 3 of his 6 against 6.
    let one = field("A blue inf 5,5,0 elan=6; X red inf 5,7.5,180 elan=6");
    let odds = |field: &Field| {
        picture_of(field, &Posture::PLAIN, |picture| {
            picture.odds(&picture.own[0], picture.own[0].spot.middle())
        })
    };
    assert!(near(odds(&one), (6.0 - 3.0) / (6.0 + 3.0)), "{}", odds(&one));
    let far = field("A blue inf 5,5,0 elan=6; X red inf 5,12,180 elan=6");
    assert!(near(odds(&far), 0.0));
}

#[test]
fn two_who_charge_together_are_hoped_for_and_feared() {
    let gang = |gang| Posture::of(Doctrine { gang, charge_feared: 1.0, ..Doctrine::TUNED });
    let hope = |field: &Field, way: &Posture| {
        picture_of(field, way, |picture| picture.best_charge(&picture.own[0], picture.own[0].spot))
    };
    // Alone, equal infantry does not pay; with a comrade it has twelve dice against six.
    let alone = field("A blue inf 5,5,0 elan=6 corps=I; X red inf 5,7,180 elan=6");
    let both = field(
        "A blue inf 5,5,0 elan=6 corps=I; B blue inf 6.2,5,0 elan=6 corps=I; X red inf 5.6,7,180 elan=6",
    );
    assert!(near(hope(&alone, &gang(1.0)), hope(&alone, &gang(0.0))));
    assert!(hope(&both, &gang(1.0)) > hope(&both, &gang(0.0)) + 0.5);
    // Six dice against eight are no danger; twelve are.
    let danger = |way: &Posture| {
        let two = field("A blue inf 5,5,0 elan=8; X red inf 5,6.8,180 elan=6; Y red inf 6.1,6.8,180 elan=6");
        picture_of(&two, way, |picture| picture.danger(&picture.own[0], picture.own[0].spot))
    };
    assert!(danger(&gang(1.0)) > danger(&gang(0.0)), "{} {}", danger(&gang(1.0)), danger(&gang(0.0)));
}

#[test]
fn worn_units_keep_away_and_infantry_likes_cover() {
    let stand = |text: &str, way: Doctrine| {
        let way = Posture::of(way);
        picture_of(&field(text), &way, |p| p.stand(&p.own[0], p.own[0].spot, true))
    };
    let (shy, bold) = (Doctrine { shy: 0.5, ..Doctrine::PLAIN }, Doctrine::PLAIN);
    // Elan 2 is two below what is fresh; the middles are 3 BW apart, one nearer than it likes: 0.5 × 2 × 1.
    let worn = "A blue inf 5,5,0 elan=2; X red inf 5,7,180 elan=6";
    assert!(near(stand(worn, bold) - stand(worn, shy), 1.0));
    let fresh = "A blue inf 5,5,0 elan=6; X red inf 5,7,180 elan=6";
    assert!(near(stand(fresh, bold), stand(fresh, shy)));
    let wood = "wood 3,3 7,6; A blue inf 5,5,0 elan=6; X red inf 5,9,180 elan=6";
    let covered = Doctrine { cover: 0.7, ..Doctrine::PLAIN };
    assert!(near(stand(wood, covered) - stand(wood, bold), 0.7));
}

#[test]
fn a_unit_is_worth_more_to_an_army_about_to_break() {
    let way = Posture::of(Doctrine { body: 4.0, verge: 0.5, ..Doctrine::PLAIN });
    let red = "X red inf 5,8,180; Y red inf 7,8,180; Z red inf 9,8,180; W red inf 11,8,180";
    let mut state = field(&format!("A blue inf 5,5,0 elan=6; {red}")).truth();
    state.broken = [0, 1];
    let morale = f64::from(*state.morale[1].truth());
    let picture = Picture::new(&state, 0, &way);
    assert!(near(picture.own_body, 4.0));
    assert!(near(picture.foe_body, 4.0 + 4.0 * 0.5 / morale), "{} of {morale}", picture.foe_body);
}

#[test]
fn a_brisk_posture_is_the_same_thought_over_less() {
    let field = field("A blue inf 5,3,0 elan=6 corps=I; X red inf 5,9,180 elan=5");
    let all = Blucher::postures(&field.battle.known_to(Seat::FIRST).unwrap());
    assert!(all.iter().any(|posture| posture.but.is_some()));
    for usual in all {
        let less = |way: Doctrine| Doctrine { rounds: 2, drafts: 3, ..way };
        let but = usual.but.map(|(corps, way)| (corps, less(way)));
        let brisk = Blucher::brisk(&usual);
        assert_eq!(brisk, Posture { all: less(usual.all), but, aim: usual.aim });
        assert_ne!(brisk, usual);
    }
}

#[test]
fn a_thorough_staff_does_not_stop_while_somebody_can_do_what_he_wishes() {
    let mut dice = Stream::new(&Seed::new([3; 32]));
    let (mut asked, mut gave_up) = (0, 0);
    let mut state = learning();
    for _ in 0..120 {
        let all = Known::<Blucher>::imagined(&state, Viewer::All);
        let Some(prompt) = Blucher::prompts(&all).into_iter().find(|prompt| !prompt.answered) else { break };
        let known = Known::<Blucher>::imagined(&state, prompt.seat);
        let usual = Blucher::usual();
        let plan = Blucher::advice(&known, &usual, &mut dice);
        if matches!(state.phase, Phase::Movement { .. }) {
            asked += 1;
            let ends = plan.as_ref().is_some_and(|plan| plan.steps == [Step::EndPhase]);
            let plans: Vec<_> = Blucher::plans(&known, &mut dice).flatten().collect();
            let others = plans.iter().filter(|(_, posture)| *posture == usual).count() > 1;
            gave_up += usize::from(ends && others);
        }
        let steps = plan.map(|plan| plan.steps).or(prompt.fallback).unwrap();
        let judged = Blucher::judge(&known, &steps).unwrap();
        Blucher::play(&mut state, &judged, &mut dice, &mut Mute).unwrap();
    }
    assert!(asked > 30, "{asked}");
    assert_eq!(gave_up, 0, "of {asked}");
}

/// A battle of ours at its start, with handles in an order of their own.
fn begun(name: &str, handle: impl Fn(u32) -> u32) -> State {
    let scenario = crate::scenarios().into_iter().find(|one| one.name == name).unwrap();
    let mut next = 0;
    let mut handle = || {
        next += 1;
        handle(next)
    };
    let mut dice = Stream::new(&Seed::new([2; 32]));
    Blucher::begin(&scenario, &mut umpire::Handles::new(&mut handle), &mut dice, &mut Mute).unwrap()
}

/// The learning battle at its start.
fn learning() -> State {
    begun("learning", |n| n)
}

#[test]
fn bl_con_01_the_order_in_which_an_army_is_set_up_betrays_nobody() {
    // Where each arm of each corps comes to stand, and the order in which units come.
    let set_up = |handle: fn(u32) -> u32| {
        let (mut state, mut came) = (begun("pickup", handle), [Vec::new(), Vec::new()]);
        let mut dice = Stream::new(&Seed::new([4; 32]));
        while matches!(state.phase, Phase::Setup(_)) {
            let side = crate::draft::asked(&state).unwrap();
            let seat = if side == 0 { Seat::FIRST } else { Seat::SECOND };
            let known = Known::<Blucher>::imagined(&state, seat);
            let steps = Blucher::thumb(&known, &mut dice).unwrap().steps;
            came[usize::from(side)].extend(steps.iter().filter_map(Step::unit));
            let judged = Blucher::judge(&known, &steps).unwrap();
            Blucher::play(&mut state, &judged, &mut dice, &mut Mute).unwrap();
        }
        let stands = |unit: &crate::state::Unit| {
            let card = unit.card.truth();
            (unit.side, card.corps.clone(), card.arm as u8, unit.pose.at.x, unit.pose.at.y)
        };
        let mut stands: Vec<_> = state.units.iter().map(stands).collect();
        stands.sort();
        (stands, came)
    };
    let (up, by) = set_up(|n| n);
    let (down, turned) = set_up(|n| 10_000 - n);
    assert_eq!(up, down, "handles do not matter for where units stand");
    for came in by.iter().chain(&turned) {
        assert!(came.len() > 5 && came.is_sorted(), "{came:?}");
    }
}

#[test]
fn what_is_meant_names_no_concealed_unit_and_no_corps_of_which_nothing_is_seen() {
    let army =
        "A blue inf 5,5,0 elan=6 corps=I; B blue inf 6.2,5,0 elan=6 corps=I; X red inf 5.5,11,180 elan=5";
    let said = |army: &str| {
        let field = field(army);
        let known = field.battle.known_to(Seat::FIRST).unwrap();
        let corps = Posture { but: Some((0, Doctrine::TUNED)), aim: "attacks", ..Blucher::usual() };
        Blucher::advice(&known, &corps, &mut Stream::new(&Seed::new([1; 32]))).unwrap().intent.to_string()
    };
    assert!(said(army).starts_with("I attacks. I: "), "{}", said(army));
    let hidden = said(&army.replace("elan=6", "elan=6 concealed"));
    assert!(hidden.starts_with("A concealed corps attacks. A concealed corps: "), "{hidden}");
    let one = said(&army.replace("A blue inf 5,5,0 elan=6", "A blue inf 5,5,0 elan=6 concealed"));
    assert!(one.starts_with("I attacks. I: "), "{one}");
}

#[test]
fn the_pieces_to_think_for_are_those_of_the_larger_side() {
    let pieces = |text: &str| Blucher::pieces(field(text).battle.known_to(Seat::FIRST).unwrap().state());
    assert_eq!(pieces("A blue inf 5,5,0; X red inf 5,11,180; Y red inf 7,11,180"), 2);
    assert_eq!(pieces("A blue inf 5,5,0; B blue inf 7,5,0; C blue inf 9,5,0; X red inf 5,11,180"), 3);
}

#[test]
fn the_turns_that_are_left_are_those_after_this_one() {
    let field = field("A blue inf 5,5,0 elan=6; X red inf 5,11,180 elan=6");
    let mut state = field.battle.known_to(Seat::FIRST).unwrap().state().clone();
    (state.turn, state.turns) = (11, 14);
    assert_eq!(Blucher::turns_left(&state), 3);
    state.turn = 14;
    assert_eq!(Blucher::turns_left(&state), 0);
}
