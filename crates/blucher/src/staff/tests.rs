//! The staff's advice in small situations.

use crate::Blucher;
use crate::step::{Order, Step};
use crate::testing::{Field, field};
use dice::{Seed, Stream};
use umpire::{Game, Plan, Seat, Staff};

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
fn far_from_the_enemy_there_is_no_other_posture() {
    let far = field("A blue inf 5,3,0 elan=6 corps=I; X red inf 5,11,180 elan=5");
    assert!(Blucher::postures(&far.battle.known_to(Seat::FIRST).unwrap()).is_empty());
    let near = field("A blue inf 5,3,0 elan=6 corps=I; X red inf 5,9,180 elan=5");
    assert!(!Blucher::postures(&near.battle.known_to(Seat::FIRST).unwrap()).is_empty());
}

#[test]
fn every_plan_can_be_played() {
    let battle = field(
        "A blue inf 5,5,0 elan=6 corps=I; B blue inf 6.2,5,0 elan=6 corps=I; C blue cav 7.4,5,0 elan=6 corps=I\n\
         D blue art 9,5,0 ammo=5,4,4; X red inf 5,7.5,180 elan=6; Y red cav 7,8.5,180 elan=5; objective 6,9 side=red",
    );
    let known = battle.battle.known_to(Seat::FIRST).unwrap();
    let plans = Blucher::plans(&known, &mut Stream::new(&Seed::new([1; 32])));
    assert!(plans.len() > 3, "{plans:?}");
    for plan in &plans {
        let judged = Blucher::judge(&known, &plan.steps).unwrap();
        assert!(judged.complete.is_ok(), "{plan:?}");
        assert!(!plan.intent.is_empty());
    }
    assert_eq!(plans.last().unwrap().steps, [Step::EndPhase]);
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
