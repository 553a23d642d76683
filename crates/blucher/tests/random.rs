//! Random battles to their end, with what must hold after every choice.
//!
//! A few are fought in every test run. `BLUCHER_BATTLES=5000 cargo test --release -p blucher --test random`
//! fights more.

mod common;

use blucher::Blucher;
use blucher::card::Card;
use blucher::scale::OVERLAP;
use blucher::state::{Left, Method, Phase, State};
use blucher::step::{Order, Step};
use dice::{Hex, Seed, Stream};
use std::collections::BTreeMap;
use std::panic::catch_unwind;
use std::time::{Duration, Instant};
use table::heading::Heading;
use table::overlap::overlap;
use table::point::Point;
use umpire::{
    Battle, Chance, Choice, DiceFrom, Drag, Game, Judgement, Known, Opening, PieceId, Place, Scenario, Viewer,
};

/// Far more choices than any random battle takes.
const LONGEST: usize = 1500;

/// Random numbers of a policy, apart from the battle's own dice, and how long the lists of options took.
struct Rng {
    stream: Stream,
    listed: Vec<Duration>,
    /// How often each kind of step was played.
    steps: BTreeMap<String, usize>,
}

impl Rng {
    fn below(&mut self, n: usize) -> usize {
        if n < 2 { 0 } else { self.stream.die(n as u32) as usize - 1 }
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn of<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        list.get(self.below(list.len()))
    }
}

#[test]
fn random_battles_keep_the_books() {
    let wanted = std::env::var("BLUCHER_BATTLES").ok().and_then(|n| n.parse().ok()).unwrap_or(12);
    let from = std::env::var("BLUCHER_FROM").ok().and_then(|n| n.parse().ok()).unwrap_or(0);
    let scenarios = common::scenarios();
    let start = Instant::now();
    let (mut choices, mut tally) = (0, BTreeMap::new());
    let (mut wrong, mut listed, mut steps) = (Vec::new(), Vec::new(), BTreeMap::new());
    for n in from..from + wanted {
        let scenario = &scenarios[(n % scenarios.len() as u64) as usize];
        match catch_unwind(|| fight(scenario, n)) {
            Ok(Ok((played, how, rng))) => {
                listed.extend(rng.listed);
                for (what, n) in rng.steps {
                    *steps.entry(what).or_insert(0) += n;
                }
                choices += played;
                *tally.entry(how).or_insert(0) += 1;
            }
            Ok(Err(why)) => wrong.push(format!("battle {n}: {why}")),
            Err(_) => wrong.push(format!("battle {n}: it panicked")),
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("{wanted} battles, {choices} choices in {seconds:.1} s; {tally:?}");
    println!("{steps:?}");
    listed.sort_unstable();
    let at = |part: usize| listed.get(listed.len() * part / 100).copied().unwrap_or_default();
    println!("options: median {:?}, 99% {:?}, longest {:?}", at(50), at(99), listed.last());
    assert!(wrong.is_empty(), "{} battles went wrong:\n{}", wrong.len(), wrong.join("\n"));
}

fn fight(scenario: &Scenario, n: u64) -> Result<(usize, String, Rng), String> {
    let seed = Seed::new([7; 32]).nth(n);
    let mut rng = Rng { stream: Stream::new(&seed.nth(1)), listed: Vec::new(), steps: BTreeMap::new() };
    let chance = Chance { dice: DiceFrom::Stream, seed: Hex(seed.reveal().to_vec()), added: Vec::new() };
    let opening = Opening { scenario: scenario.clone(), chance, given: Vec::new() };
    let mut battle = Battle::<Blucher>::open(opening).map_err(|answer| format!("{answer:?}"))?;
    for played in 0..LONGEST {
        let public = battle.known(Viewer::Public);
        if let Some(outcome) = Blucher::outcome(&public) {
            return Ok((played, outcome.rule.to_string(), rng));
        }
        let prompts = Blucher::prompts(&public);
        let prompt = prompts.first().ok_or("nobody is asked, and the battle is not over")?;
        let known = battle.known(Viewer::Seat(prompt.seat));
        let judged = draft(&known, &mut rng)?;
        let before = battle.known(Viewer::All).state().clone();
        let steps = judged.steps().to_vec();
        let choice =
            Choice { seat: prompt.seat, prompt: prompt.id, steps: steps.clone(), id: None, given: vec![] };
        let wrong = |why: String| format!("after {played} choices {steps:?}: {why}");
        battle.play(choice).map_err(|answer| wrong(format!("{answer:?}")))?;
        for step in &steps {
            *rng.steps.entry(kind(step)).or_insert(0) += 1;
        }
        kept(&before, battle.known(Viewer::All).state(), &steps).map_err(wrong)?;
    }
    Err(format!("it is not over after {LONGEST} choices"))
}

/// The first word of a step, or of the order in it.
fn kind(step: &Step) -> String {
    let text = match step {
        Step::Order { order, .. } => format!("{order:?}"),
        step => format!("{step:?}"),
    };
    text.split(' ').next().unwrap_or_default().to_owned()
}

/// A random complete draft: offers, snaps and drags, rarely a concession.
fn draft(known: &Known<Blucher>, rng: &mut Rng) -> Result<Judgement<Blucher>, String> {
    for _ in 0..6 {
        let mut judged = Blucher::judge(known, &[]).map_err(|why| format!("{why:?}"))?;
        for _ in 0..10 {
            if judged.complete.is_ok() && rng.one_in(3) {
                return Ok(judged);
            }
            let Some(step) = next(&judged.after, rng) else { break };
            let judge = Blucher::judge(&judged.after, std::slice::from_ref(&step));
            judged = judge.map_err(|why| format!("{step:?} is offered and refused: {why:?}"))?;
        }
        if judged.complete.is_ok() {
            return Ok(judged);
        }
    }
    let prompts = Blucher::prompts(known);
    let fallback = prompts.into_iter().find_map(|prompt| prompt.fallback).ok_or("no fallback")?;
    let judged = Blucher::judge(known, &fallback).map_err(|why| format!("{fallback:?}: {why:?}"))?;
    judged.complete.clone().map_err(|why| format!("{fallback:?}: {why:?}"))?;
    Ok(judged)
}

fn next(known: &Known<Blucher>, rng: &mut Rng) -> Option<Step> {
    let start = Instant::now();
    let options = Blucher::options(known);
    rng.listed.push(start.elapsed());
    // Whoever can fight mostly does, so that battles are not all lost by concession and by standing still.
    let fights =
        |step: &Step| matches!(step, Step::Shoot { .. } | Step::Order { order: Order::Charge { .. }, .. });
    let fighting: Vec<&Step> = options.steps.iter().map(|o| &o.step).filter(|step| fights(step)).collect();
    if !rng.one_in(4)
        && let Some(step) = rng.of(&fighting)
    {
        return Some((*step).clone());
    }
    let n = rng.below(options.steps.len() + options.places.len());
    if let Some(offer) = options.steps.get(n) {
        let rarely = match offer.step {
            Step::Concede | Step::Answer { accept: true } | Step::Order { order: Order::Retire, .. } => 20,
            Step::EndPhase => 6,
            _ => 1,
        };
        return if rng.one_in(rarely) { Some(offer.step.clone()) } else { next(known, rng) };
    }
    let place = options.places.get(n - options.steps.len())?;
    let aimed = Blucher::aim(known, place.id, &drag(known, place, rng));
    let aimed = aimed.filter(|step| Blucher::judge(known, std::slice::from_ref(step)).is_ok());
    aimed.or_else(|| rng.of(&place.snaps).cloned())
}

/// From the piece to an enemy, or to somewhere within 4 BW.
fn drag(known: &Known<Blucher>, place: &Place<Step>, rng: &mut Rng) -> Drag {
    let at = known.state().unit(place.piece).map_or(Point { x: 0, y: 0 }, |unit| unit.pose.at);
    let mut points = Vec::new();
    let enemies: Vec<Point> = known.state().of_side(known.state().passive()).map(|u| u.pose.at).collect();
    if let Some(enemy) = rng.of(&enemies).copied().filter(|_| rng.one_in(2)) {
        return Drag { points: vec![enemy], heading: None, fields: Vec::new() };
    }
    for _ in 0..=rng.below(2) {
        let mut near = |c: i32| (c + rng.below(80_000) as i32 - 40_000).clamp(0, 100_000);
        points.push(Point { x: near(at.x), y: near(at.y) });
    }
    let heading = rng.one_in(2).then(|| Heading::from(rng.below(360_000) as i32));
    let fields = place.fields.iter().map(|f| rng.of(&f.values).map_or(0, |(value, _)| *value)).collect();
    Drag { points, heading, fields }
}

/// What must hold after a choice.
fn kept(before: &State, now: &State, steps: &[Step]) -> Result<(), String> {
    nobody_overlaps(now)?;
    the_count_is_right(before, now)?;
    marks_never_fall(before, now)?;
    control_follows_the_rule(before, now)?;
    momentum_adds_up(before, now, steps)
}

/// BL-MOV-15: no two units overlap.
fn nobody_overlaps(state: &State) -> Result<(), String> {
    for (i, a) in state.units.iter().enumerate() {
        for b in &state.units[..i] {
            if overlap(&a.rect(), &b.rect(), OVERLAP) {
                return Err(format!("{:?} and {:?} overlap: {:?} {:?}", a.id, b.id, a.pose, b.pose));
            }
        }
    }
    Ok(())
}

/// BL-TAB-12, BL-TAB-14: a unit is on the table, broken or retired, and the counts say so.
fn the_count_is_right(before: &State, now: &State) -> Result<(), String> {
    let all = |state: &State| {
        let mut ids: Vec<PieceId> = state.units.iter().map(|u| u.id).collect();
        ids.extend(state.gone.iter().map(|gone| gone.unit.id));
        ids.sort_unstable();
        ids
    };
    if all(before) != all(now) {
        return Err("a unit came or went without trace".to_owned());
    }
    for side in [0, 1_u8] {
        let gone = |how| now.gone.iter().filter(|g| g.unit.side == side && g.how == how).count();
        let counted = [now.broken, now.retired].map(|counts| usize::from(counts[usize::from(side)]));
        if counted != [gone(Left::Broken), gone(Left::Retired)] {
            return Err(format!(
                "side {side} counts {counted:?} broken and retired, and the list says otherwise"
            ));
        }
    }
    Ok(())
}

/// Nothing gives back elan or ammunition, no card changes, and no card is turned face down again.
fn marks_never_fall(before: &State, now: &State) -> Result<(), String> {
    for unit in &before.units {
        let gone = || now.gone.iter().map(|gone| &gone.unit).find(|u| u.id == unit.id);
        let Some(after) = now.unit(unit.id).or_else(gone) else { continue };
        let card = |u: &blucher::state::Unit| -> Card { (**u.card.truth()).clone() };
        if after.marks.truth() < unit.marks.truth() || after.current() > unit.current() {
            return Err(format!("{:?} has fewer marks than before", unit.id));
        }
        if card(after) != card(unit) || (unit.revealed() && !after.revealed()) {
            return Err(format!("{:?} has another card, or is concealed again", unit.id));
        }
        // Artillery out of ammunition stays until all have fired (BL-AMM-03).
        if now.unit(unit.id).is_some()
            && after.current() == Some(0)
            && !matches!(now.phase, Phase::Fire { .. })
        {
            return Err(format!("{:?} has no box left and is still on the table", unit.id));
        }
    }
    Ok(())
}

/// BL-OBJ-08 to -12: an objective is never given up, and a side that is alone on a marker controls it.
fn control_follows_the_rule(before: &State, now: &State) -> Result<(), String> {
    for (number, (had, has)) in before.objectives.iter().zip(&now.objectives).enumerate() {
        if had.control.is_some() && has.control.is_none() {
            return Err(format!("objective {number} is controlled by nobody any more"));
        }
        let near = |side: u8| {
            let reach = f64::from(blucher::scale::MARKER) - blucher::scale::TOUCH.grains() - 1.0;
            now.of_side(side).any(|u| table::distance::gap(&has.at.vec2(), &u.rect()).distance < reach)
        };
        let moved = before.units != now.units;
        let alone = match [near(0), near(1)] {
            [true, false] => Some(0),
            [false, true] => Some(1),
            _ => None,
        };
        if moved && alone.is_some() && before.phase != now.phase && has.control != alone {
            return Err(format!("side {alone:?} is alone on objective {number} and does not control it"));
        }
        // Only somebody who was or is on the table can have taken it.
        if had.control != has.control && before.units == now.units {
            return Err(format!("objective {number} changed hands though nobody moved"));
        }
    }
    Ok(())
}

/// BL-MOM-08, -09, BL-ACT-11, -17: MO spent grows by the cost of an activation, and stays below the limit.
fn momentum_adds_up(before: &State, now: &State, steps: &[Step]) -> Result<(), String> {
    let (Phase::Movement { current: was, .. }, Some(first)) = (&before.phase, steps.first()) else {
        return Ok(());
    };
    let joined = steps.iter().filter(|step| matches!(step, Step::Join { .. })).count() as u8;
    let cost = match first {
        Step::Corps { .. } => joined,
        Step::Individual { .. } => 2,
        _ => 0,
    };
    let limit: u32 = before.limit.truth().iter().map(|die| u32::from(*die)).sum();
    let total = u32::from(*was + cost);
    match &now.phase {
        Phase::Movement { current, .. } if now.turn == before.turn => {
            let denied = now.asked == before.asked;
            if !denied && *current != was + cost {
                return Err(format!("{was} MO and a cost of {cost} make {current}"));
            }
            if total >= limit && !denied && cost > 0 {
                return Err(format!("{total} MO are spent of {limit}, and the phase goes on"));
            }
        }
        // Who has no unit left has nothing to decide: the umpire goes on.
        _ if cost > 0 && total < limit && now.of_side(before.active).next().is_some() => {
            return Err(format!("{total} MO are spent of {limit}, and the phase is over"));
        }
        _ => {}
    }
    match &now.activation {
        Some(activation) => {
            Err(format!("an activation is left over: {:?}", activation.method == Method::Individual))
        }
        None => Ok(()),
    }
}
