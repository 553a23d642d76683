//! Hints: what helps a person is legal, whole and true.

use crate::Blucher;
use crate::step::{Order, Step};
use umpire::{Battle, Chance, Game, Hints, Known, Opening, Seat, Viewer};

fn battle() -> Battle<Blucher> {
    let scenario = crate::scenarios().swap_remove(0);
    let seed = "2a".repeat(32).parse().expect("a seed");
    let chance = Chance { dice: umpire::DiceFrom::Stream, seed, added: vec![] };
    Battle::open(Opening { scenario, chance, given: vec![] }).unwrap_or_else(|why| panic!("{why:?}"))
}

fn french(battle: &Battle<Blucher>) -> Known<Blucher> {
    battle.known(Viewer::Seat(Seat::FIRST))
}

fn hints_after(known: &Known<Blucher>, steps: &[Step]) -> (Known<Blucher>, Hints<Step>) {
    let after = Blucher::judge(known, steps).unwrap_or_else(|why| panic!("{why:?}")).after;
    let hints = Blucher::hints(&after);
    (after, hints)
}

#[test]
fn each_corps_is_a_plan_of_all_its_units() {
    let hints = Blucher::hints(&french(&battle()));
    let plans: Vec<_> = hints.plans.iter().map(|plan| (plan.label.as_ref(), plan.pieces.len())).collect();
    assert_eq!(plans, [("I Corps", 4), ("II Corps", 4)]);
    assert!(hints.barred.is_empty(), "nobody was activated yet");
}

#[test]
fn a_force_forward_is_whole_and_nobody_lies_on_anybody() {
    let known = french(&battle());
    for plan in Blucher::hints(&known).plans {
        let (after, hints) = hints_after(&known, &plan.steps);
        let forward = hints.plans.first().expect("a plan to go forward");
        assert_eq!(forward.pieces.len(), 4, "{:?}", forward.steps);
        let judged = Blucher::judge(&after, &forward.steps).unwrap_or_else(|why| panic!("{why:?}"));
        assert_eq!(judged.complete, Ok(()));
    }
}

#[test]
fn whoever_cannot_join_is_told_why() {
    let known = french(&battle());
    let (_, hints) = hints_after(&known, &Blucher::hints(&known).plans[0].steps);
    let others: Vec<String> = hints.barred.iter().map(|b| b.refused[0].rule.to_string()).collect();
    // Four of the same corps are in the force already, four belong to the other corps.
    assert_eq!(others, ["BL-ACT-06"; 4]);
}

#[test]
fn a_draft_is_told_in_words() {
    let known = french(&battle());
    let plan = &Blucher::hints(&known).plans[0];
    let (after, _) = hints_after(&known, &plan.steps);
    let unit = plan.pieces[0];
    let step = Step::Order { unit, order: Order::Hold };
    let worded = Blucher::words(&after, &step);
    assert_eq!(worded.piece, Some(unit));
    assert!(worded.label.ends_with(": holds"), "{}", worded.label);
    assert_eq!(Blucher::words(&after, &plan.steps[0]).label, "I Corps");
}

#[test]
fn the_other_side_gets_no_plans() {
    let hints = Blucher::hints(&battle().known(Viewer::Seat(Seat::SECOND)));
    assert!(hints.plans.is_empty() && hints.strikes.is_empty() && hints.barred.is_empty());
}

#[test]
fn conceding_is_offered_as_something_rare() {
    let hints = Blucher::hints(&french(&battle()));
    assert_eq!(hints.rare, [Step::Concede]);
}

#[test]
fn a_limit_that_only_the_enemy_knows_is_told_to_exist() {
    let battle = battle();
    let momentum = |seat| {
        let scene = Blucher::scene(&battle.known(Viewer::Seat(seat)));
        let gauge = scene.gauges.into_iter().find(|gauge| gauge.name == "momentum spent").expect("momentum");
        (gauge.of.is_some(), gauge.hidden)
    };
    assert_eq!(momentum(Seat::FIRST), (false, true), "the French move");
    assert_eq!(momentum(Seat::SECOND), (true, false), "the Austrians rolled it");
}

#[test]
fn how_the_battle_is_won_is_told_without_the_enemys_secret() {
    let goal = Blucher::hints(&french(&battle())).goal;
    // Eight units a side: three broken are too many; one objective; fourteen turns.
    for part in ["is his secret", "yours does after 3", "hold the objective, the star, when turn 14 ends"] {
        assert!(goal.contains(part), "{goal}");
    }
    let onlooker = Blucher::hints(&battle().known(Viewer::Public)).goal;
    assert!(!onlooker.contains("yours"), "{onlooker}");
}

#[test]
fn a_first_turn_is_guided_from_the_seat_that_plays_it() {
    let mut battle = battle();
    let guide = |known: &Known<Blucher>| Blucher::hints(known).guide.into_owned();
    let known = french(&battle);
    let first = guide(&known);
    assert!(first.starts_with("You command the French, at the foot of the map."), "{first}");
    let (after, named) = hints_after(&known, &Blucher::hints(&known).plans[0].steps);
    assert!(named.guide.contains("BW, the width of a card"), "{}", named.guide);
    let (_, ordered) = hints_after(&after, &named.plans[0].steps);
    assert_eq!(ordered.guide, "Every unit of the force has its order.");
    let (_, some) = hints_after(&after, &named.plans[0].steps[..1]);
    assert!(some.guide.starts_with("Order the others too"), "{}", some.guide);
    // The Austrians are told where they stand, too; nobody else is guided meanwhile.
    let second = Seat::SECOND;
    assert_eq!(guide(&battle.known(Viewer::Seat(second))), "");
    for _ in 0..4 {
        let known = battle.known(Viewer::Seat(Seat::FIRST));
        let Some(prompt) = Blucher::prompts(&known).into_iter().find(|p| p.seat == Seat::FIRST) else {
            break;
        };
        let steps = prompt.fallback.expect("a phase can be ended");
        let choice = umpire::Choice { seat: Seat::FIRST, prompt: prompt.id, steps, id: None, given: vec![] };
        battle.play(choice).unwrap_or_else(|why| panic!("{why:?}"));
    }
    let theirs = guide(&battle.known(Viewer::Seat(second)));
    assert!(theirs.starts_with("You command the Austrians, at the top of the map."), "{theirs}");
}

#[test]
fn a_scenario_says_what_it_is() {
    let brief = Blucher::brief(&crate::scenarios()[0]);
    assert_eq!((brief.title.as_str(), brief.length.as_str()), ("Learning battle", "14 turns"));
    assert!(brief.about.contains("village"), "{}", brief.about);
    let unread = umpire::Scenario { name: "mine".to_owned(), text: "title = ".to_owned() };
    assert_eq!(Blucher::brief(&unread).title, "mine");
}
