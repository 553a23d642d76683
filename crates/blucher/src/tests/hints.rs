//! Hints: what helps a person is legal, whole and true.

use crate::Blucher;
use crate::step::{Order, Step};
use crate::testing::{Field, field};
use table::point::at;
use umpire::{Battle, Chance, Drag, Game, Hints, Input, Known, Opening, PieceId, Seat, Shape, Viewer};

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
fn bl_act_08_the_parts_of_a_divided_corps_are_told_apart() {
    let field = field(
        "A blue inf 3,5,0 corps=R; B blue inf 4.2,5,0 corps=R; C blue inf 10,5,0 corps=R; D blue inf 11.2,5,0 corps=R
         E blue inf 18,5,0 corps=S; F blue inf 19.2,5,0 corps=S; X red inf 5,14,180",
    );
    let mut about: Vec<String> =
        hints_of(&field).plans.iter().map(|plan| format!("{} {}", plan.label, plan.about)).collect();
    about.sort();
    let either = |a: &str, b: &str| {
        [format!("R {a} and {b}: 2 units, 2 momentum"), format!("R {b} and {a}: 2 units, 2 momentum")]
    };
    assert!(either("A", "B").contains(&about[0]) && either("C", "D").contains(&about[1]), "{about:?}");
    assert_eq!(about[2..], ["S 2 units, 2 momentum"]);
}

#[test]
fn bl_act_07_who_of_a_corps_stands_too_far_away_is_named() {
    // J is 2.5 BW from B; K was activated already and is missed by nobody.
    let text = "A blue inf 3,5,0 corps=R; B blue inf 4.2,5,0 corps=R; J blue cav 7.7,5,0 corps=R
                K blue inf 5.4,5,0 corps=R; L blue inf 6.6,3.2,0 corps=R; X red inf 5,14,180";
    let mut field = field(text);
    assert_eq!(hints_of(&field).plans[0].about, "5 units, 5 momentum");
    let both = field.corps("R", &["K", "L"]);
    field.play(&both, &[]);
    let plans = hints_of(&field).plans;
    assert_eq!(plans[0].about, "2 units, 2 momentum; without J, more than 1 BW away");
}

#[test]
fn bl_act_06_who_is_of_another_corps_is_told_that_also_when_orders_are_given() {
    // A name that has the word in it does not get it twice.
    let field = field(
        "A blue inf 3,5,0 corps=I; B blue inf 4.2,5,0 corps=I; C blue inf 5.4,5,0 corps=I
         D blue inf 6.6,5,0 corps=II-Corps; E blue inf 9,5,0; X red inf 5,14,180",
    );
    let draft = field.and(field.corps("I", &["A", "B"]), "A", Order::Hold);
    let barred = drafted(&field, &draft).barred;
    let why = |name: &str| {
        let id = field.id(name);
        let one = barred.iter().find(|one| one.piece == id).unwrap_or_else(|| panic!("{barred:?}"));
        one.refused.iter().map(|why| format!("{} {}", why.rule, why.sentence)).collect::<Vec<_>>().join("; ")
    };
    assert_eq!(why("D"), "BL-ACT-06 it belongs to II-Corps; the orders are for Corps I");
    assert_eq!(why("E"), "BL-ACT-15 it belongs to no corps; the orders are for Corps I");
    assert!(why("C").starts_with("BL-ACT-29 the force must be named before"), "{}", why("C"));
}

#[test]
fn bl_act_29_a_force_that_moves_apart_is_not_asked_to_be_named_again() {
    // After its move A is 1 BW before B and 0.5 beside it: 1.12 BW away.
    let field = field("A blue inf 3,5,0 corps=I; B blue inf 4.5,5,0 corps=I; X red inf 5,14,180");
    let named = field.corps("I", &["A", "B"]);
    assert!(drafted(&field, &named).guide.starts_with("The force is named"));
    let moved = field.and(named, "A", crate::tests::orders::simple(0., 2.));
    assert!(drafted(&field, &moved).guide.starts_with("Order the others too"));
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
fn bl_vic_14_who_would_concede_reads_what_comes_of_it_and_nothing_else() {
    let drafted = Blucher::judge(&french(&battle()), &[Step::Concede]).expect("it may be offered").after;
    let hints = Blucher::hints(&drafted);
    assert!(
        hints.about.contains("all your units leave the table") && hints.about.contains("he has won"),
        "{}",
        hints.about
    );
    assert!(hints.about.contains("If he declines, the battle goes on"), "{}", hints.about);
    assert!(hints.guide.is_empty() && hints.plans.is_empty() && hints.barred.is_empty());
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
    for part in [
        "is his secret",
        "Your own army gives up when 3 of your units are broken",
        "hold the objective, the star, when turn 14 ends",
        // BL-OBJ-09, BL-OBJ-12.
        "It belongs to whoever was last on it, even when he has left.",
    ] {
        assert!(goal.contains(part), "{goal}");
    }
    let onlooker = Blucher::hints(&battle().known(Viewer::Public)).goal;
    assert!(!onlooker.contains("Your own"), "{onlooker}");
}

#[test]
fn a_first_turn_is_guided_from_the_seat_that_plays_it() {
    let mut battle = battle();
    let guide = |known: &Known<Blucher>| Blucher::hints(known).guide.into_owned();
    let known = french(&battle);
    let first = guide(&known);
    assert!(first.starts_with("You command the French, at the foot of the map."), "{first}");
    // BL-MOM-02, BL-MOM-03: three dice, on the average 10½.
    assert!(first.contains("Your momentum: three secret dice, mostly about 10."), "{first}");
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

fn hints_of(field: &Field) -> Hints<Step> {
    Blucher::hints(&field.battle.known(Viewer::Seat(field.asked())))
}

/// The hints after a draft.
fn drafted(field: &Field, steps: &[Step]) -> Hints<Step> {
    Blucher::hints(&field.judge(steps).unwrap_or_else(|why| panic!("{why:?}")).after)
}

#[test]
fn bl_act_21_the_commanders_circle_is_drawn_and_who_is_in_it_may_join_at_once() {
    // A's left edge is 1 BW from the marker and C's 3 BW; B's corner is 1.5 to the right and 0.6 below.
    let field = field("A blue inf 6.5,5,0; B blue inf 7,3.9,0; C blue inf 8.5,5,0; X red inf 20,14,180");
    let hints = drafted(&field, &field.command(5., 4.5, &[]));
    let shapes: Vec<Shape> = hints.overlays.into_iter().flat_map(|overlay| overlay.shapes).collect();
    let centre = at(5., 4.5);
    assert!(shapes.contains(&Shape::Disc { centre, radius: 20_000 }), "{shapes:?}");
    assert_eq!(hints.plans.len(), 1);
    let mut joining = vec![field.id("A"), field.id("B")];
    joining.sort_unstable();
    assert_eq!((hints.plans[0].label.as_ref(), &hints.plans[0].pieces), ("All in the circle join", &joining));
    let barred: Vec<(PieceId, &str)> =
        hints.barred.iter().map(|one| (one.piece, one.refused[0].rule.as_str())).collect();
    assert!(barred.contains(&(field.id("C"), "BL-ACT-21")), "{barred:?}");
    assert!(hints.guide.contains("in his circle join"), "{}", hints.guide);
    // The plan is a force that can be played.
    let steps = [field.command(5., 4.5, &[]), hints.plans[0].steps.clone()].concat();
    assert!(field.judge(&steps).is_ok_and(|judged| judged.complete.is_ok()));
}

#[test]
fn bl_act_04_when_no_corps_is_offered_it_is_said_why_and_what_can_be_done() {
    let text = "A blue inf 5,5,0 corps=I; B blue inf 7,5,0 corps=I; C blue inf 15,5,0; X red inf 5,14,180";
    let mut field = field(text);
    assert!(!hints_of(&field).about.contains("No corps"));
    let alone = field.order("C", Order::Hold);
    field.play(&alone, &[]);
    let about = hints_of(&field).about.into_owned();
    assert!(about.contains("BL-ACT-04") && about.contains("end the phase"), "{about}");
    let apart = self::field("A blue inf 5,5,0 corps=I; B blue inf 9,5,0 corps=I; X red inf 5,14,180");
    let known = apart.battle.known(Viewer::Seat(Seat::FIRST));
    let about = Blucher::hints(&known).about.into_owned();
    assert!(about.contains("BL-ACT-07") && about.contains("2 momentum"), "{about}");
    assert!(!Blucher::prompts(&known)[0].ask.contains("corps"), "{}", Blucher::prompts(&known)[0].ask);
}

#[test]
fn bl_chg_07_a_move_that_falls_short_of_the_enemy_says_why_it_is_no_charge() {
    // Infantry goes 2 BW; from its front at 5 to the enemy's at 7.2 it is 2.2 BW.
    let short = |y: f64| {
        let field = field(&format!("A blue inf 5,5,0; X red inf 5,{y},180"));
        let known = field.judge(&field.alone("A")).unwrap().after;
        let place = Blucher::options(&known).places.into_iter().find(|p| p.input == Input::Pose).unwrap().id;
        let drag = Drag { points: vec![at(5., y + 0.3)], heading: None, fields: vec![] };
        let step = Blucher::aim(&known, place, &drag).unwrap();
        let charges = matches!(&step, Step::Order { order: Order::Charge { .. }, .. });
        let why: Vec<_> = Blucher::instead(&known, place, &drag, &step)
            .into_iter()
            .inspect(|why| assert!(why.sentence.starts_with("no charge: "), "{}", why.sentence))
            .map(|why| (why.rule.to_string(), why.numbers))
            .collect();
        (charges, why)
    };
    let numbers = vec![("length".into(), 22_000), ("allowance".into(), 20_000)];
    assert_eq!(short(7.2), (false, vec![("BL-CHG-07".to_owned(), numbers)]));
    assert_eq!(short(6.5), (true, vec![]));
}

#[test]
fn bl_rsv_03_where_a_straight_reserve_move_may_end_is_shaded() {
    let field = field("A blue inf 15,15,180 concealed; X red inf 1.5,1.5,0");
    let known = field.judge(&field.alone("A")).unwrap().after;
    let place = Blucher::options(&known).places.into_iter().find(|p| p.input == Input::Path).unwrap().id;
    let region = Blucher::shade(&known, place);
    let far = region.iter().flatten().map(|p| p.distance(at(15., 15.))).fold(0., f64::max);
    assert!((far - 120_000.).abs() < 10., "12 BW: {far}");
}
