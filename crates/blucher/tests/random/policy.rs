//! How random battles are played: never a concession, and with a temper, so that all that can happen does.

use crate::armies::Table;
use crate::rng::Rng;
use blucher::Blucher;
use blucher::card::Arm;
use blucher::field::Kind;
use blucher::scale::BW;
use blucher::sight::Eyes;
use blucher::state::{Phase, Stage, State, Unit};
use blucher::step::{Leg, Order, Step, When};
use blucher::{charge, fire, pickup};
use table::convex::Convex;
use table::ground::Piece;
use table::heading::Heading;
use table::point::Point;
use table::pose::Pose;
use table::terrain::Shape;
use umpire::{Doubts, Drag, Game, Judgement, Known, PieceId, Place};

/// What a side likes to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Temper {
    /// Goes at the enemy, charges, shoots, advances.
    Bold,
    /// Prepares, holds, leaves the table.
    Wary,
    /// Anything.
    Fickle,
}

/// How a battle is played.
pub(crate) struct Policy {
    tempers: [Temper; 2],
    table: Table,
    /// Takes its steps from the list of options and from drags, as a person does. Otherwise it thinks of orders by
    /// itself, which is quicker.
    listed: bool,
}

type Draft = Judgement<Blucher>;

impl Policy {
    pub(crate) fn of(table: Table, rng: &mut Rng) -> Self {
        let mut temper = || match rng.below(5) {
            0..=2 => Temper::Bold,
            3 => Temper::Wary,
            _ => Temper::Fickle,
        };
        let tempers = [temper(), temper()];
        Self { tempers, table, listed: rng.one_in(4) }
    }

    fn temper(&self, known: &Known<Blucher>) -> Temper {
        self.tempers[usize::from(known.seat().map_or(0, umpire::Seat::number) & 1)]
    }

    /// A complete draft. An error is a fault of the game.
    pub(crate) fn draft(&self, known: &Known<Blucher>, rng: &mut Rng) -> Result<Draft, String> {
        let state = known.state();
        let draft = match &state.phase {
            Phase::Setup(_) if self.table == Table::Generated => {
                let step = pickup::at_random(known, &mut rng.stream).ok().flatten();
                Some(judged(known, &step.ok_or("nothing is offered")?)?)
            }
            Phase::Setup(_) => self.listed(known, rng)?,
            _ if self.listed => self.listed(known, rng)?,
            Phase::Movement { .. } if !rng.one_in(12) => self.activation(known, rng),
            Phase::Fire { .. } => shot(known, rng)?,
            Phase::Movement { .. } => None,
            _ => self.listed(known, rng)?,
        };
        match draft {
            Some(draft) => Ok(draft),
            None => passed(known),
        }
    }

    // ---- steps that are listed -------------------------------------------------------------------------

    /// Steps out of the list of options, until the draft is complete and a die says so.
    fn listed(&self, known: &Known<Blucher>, rng: &mut Rng) -> Result<Option<Draft>, String> {
        for _ in 0..6 {
            let mut draft = Blucher::judge(known, &[]).map_err(|why| format!("{why:?}"))?;
            for _ in 0..10 {
                if draft.complete.is_ok() && rng.one_in(4) {
                    return Ok(Some(draft));
                }
                let Some(step) = self.next(&draft.after, rng) else { break };
                draft = judged(&draft.after, &step)?;
            }
            if draft.complete.is_ok() {
                return Ok(Some(draft));
            }
        }
        Ok(None)
    }

    fn next(&self, known: &Known<Blucher>, rng: &mut Rng) -> Option<Step> {
        let temper = self.temper(known);
        let options = Blucher::options(known);
        let steps: Vec<&Step> = options.steps.iter().map(|offer| &offer.step).collect();
        let fights = |step: &Step| {
            matches!(step, Step::Shoot { .. } | Step::Order { order: Order::Charge { .. }, .. })
        };
        let fighting: Vec<&Step> = steps.iter().copied().filter(|step| fights(step)).collect();
        if temper != Temper::Wary
            && !rng.one_in(5)
            && let Some(step) = rng.of(&fighting)
        {
            return Some((*step).clone());
        }
        // In vain only if nothing but a concession is offered.
        for _ in 0..200 {
            let n = rng.below(steps.len() + options.places.len());
            if let Some(step) = steps.get(n) {
                if rng.below(100) < likely(step, temper) {
                    return Some((*step).clone());
                }
            } else if let Some(place) = options.places.get(n - steps.len()) {
                let step = Blucher::aim(known, place.id, &drag(known, place, rng));
                let step = step.filter(|step| Blucher::judge(known, std::slice::from_ref(step)).is_ok());
                return step.or_else(|| rng.of(&place.snaps).cloned());
            }
        }
        None
    }

    // ---- steps it thinks of ------------------------------------------------------------------------------

    /// A force and its orders; `None` if none that was tried stands.
    fn activation(&self, known: &Known<Blucher>, rng: &mut Rng) -> Option<Draft> {
        let state = known.state();
        let waiting: Vec<&Unit> = state.of_side(state.active).filter(|unit| !unit.activated).collect();
        let eager: Vec<&Unit> = match self.temper(known) {
            Temper::Bold => waiting.iter().copied().filter(|unit| may_charge(state, unit)).collect(),
            _ => Vec::new(),
        };
        for _ in 0..4 {
            let first = *rng.of(&eager).filter(|_| !rng.one_in(3)).or_else(|| rng.of(&waiting))?;
            let corps = first.card.get().and_then(|card| card.corps.clone());
            let step = match (rng.below(6), corps) {
                (0..=2, Some(corps)) => Step::Corps { corps },
                (3, _) => Step::Command { at: first.rect().frame.origin.round().ok()? },
                _ => Step::Individual { unit: first.id },
            };
            let Ok(mut draft) = Blucher::judge(known, std::slice::from_ref(&step)) else { continue };
            if !matches!(step, Step::Individual { .. }) {
                draft = joined(draft, first, &waiting, rng);
            }
            if draft.complete.is_ok() {
                return Some(self.ordered(draft, rng));
            }
        }
        None
    }

    fn ordered(&self, mut draft: Draft, rng: &mut Rng) -> Draft {
        let force = draft.after.state().activation.as_ref().map_or_else(Vec::new, |a| a.force.clone());
        for id in force {
            for _ in 0..3 {
                let Some(order) = self.order(&draft.after, id, rng) else { break };
                let step = Step::Order { unit: id, order };
                if let Ok(judged) = Blucher::judge(&draft.after, &[step])
                    && judged.complete.is_ok()
                {
                    draft = judged;
                    break;
                }
            }
        }
        draft
    }

    /// An order worth a try.
    fn order(&self, known: &Known<Blucher>, id: PieceId, rng: &mut Rng) -> Option<Order> {
        let state = known.state();
        let unit = state.unit(id)?;
        let card = unit.card.get()?;
        let temper = self.temper(known);
        let eager = match temper {
            Temper::Bold => 9,
            Temper::Fickle => 4,
            Temper::Wary => 1,
        };
        if rng.below(10) < eager {
            let targets = charge::legal_targets(state, id, &mut Doubts::new());
            if let Some(target) = rng.of(&targets) {
                let ahead = target.turns.iter().find(|turn| turn.0 == 0).filter(|_| rng.one_in(2));
                let turn = *ahead.or_else(|| rng.of(&target.turns))?;
                return Some(Order::Charge { turn, target: target.unit });
            }
        }
        if card.arm == Arm::Infantry
            && rng.one_in(2)
            && let Some(order) = into_a_base(state, unit)
        {
            return Some(order);
        }
        let to = destination(state, unit, temper, rng);
        let heading = Heading::of(to.vec2() - unit.pose.at.vec2())?;
        let far = unit.pose.at.distance(to) as i32;
        let leave = rng.one_in(40);
        Some(match rng.below(20) {
            0 => Order::Hold,
            1 if temper == Temper::Wary => Order::Retire,
            2..=4 if card.arm == Arm::Infantry && temper != Temper::Bold => Order::Prepare,
            2 if card.arm == Arm::Infantry => Order::Prepare,
            3 if unit.prepared => Order::Unprepare,
            5..=9 if !unit.revealed() => reserve(unit, to, heading, rng),
            6..=11 => Order::Difficult {
                bearing: heading,
                length: card.difficult.min(far),
                heading: if rng.one_in(2) { heading } else { unit.pose.heading },
                pivot: if rng.one_in(2) { When::Before } else { When::After },
                sense: None,
                leave,
            },
            _ => {
                let length = rng.near(card.full, card.full / 3).min(card.full).min(far);
                Order::Simple { heading, length, sense: None, leave }
            }
        })
    }
}

/// A shot, while there is one.
fn shot(known: &Known<Blucher>, rng: &mut Rng) -> Result<Option<Draft>, String> {
    let state = known.state();
    let eyes = Eyes::new(state);
    let shooters: Vec<&Unit> =
        state.of_side(state.active).filter(|unit| fire::may_fire(state, unit).is_ok()).collect();
    let start = rng.below(shooters.len());
    for shooter in shooters[start..].iter().chain(&shooters[..start]) {
        let targets = fire::choices(state, shooter, &eyes);
        if let Some(target) = rng.of(&targets) {
            let step = Step::Shoot { unit: shooter.id, target: target.id };
            return judged(known, &step).map(Some);
        }
    }
    Ok(None)
}

/// Most of those who may join do, the nearest ones first.
fn joined(mut draft: Draft, first: &Unit, waiting: &[&Unit], rng: &mut Rng) -> Draft {
    let mut near: Vec<&&Unit> = waiting.iter().collect();
    near.sort_by_key(|unit| (unit.pose.at.distance(first.pose.at) as i64, unit.id));
    for unit in near.into_iter().take(6) {
        if rng.one_in(5) {
            continue;
        }
        let step = Step::Join { unit: unit.id };
        if let Ok(joined) = Blucher::judge(&draft.after, &[step]) {
            // One who stands too far from the rest stays out.
            let force = joined.after.state().activation.as_ref().map_or(0, |a| a.force.len());
            if joined.complete.is_ok() || force < 2 {
                draft = joined;
            }
        }
    }
    draft
}

fn may_charge(state: &State, unit: &Unit) -> bool {
    !charge::legal_targets(state, unit.id, &mut Doubts::new()).is_empty()
}

/// How likely an offered step is taken when it comes up, in a hundred. Nobody ever concedes.
fn likely(step: &Step, temper: Temper) -> usize {
    match step {
        Step::Concede => 0,
        Step::Order { order: Order::Retire, .. } => {
            if temper == Temper::Wary {
                20
            } else {
                2
            }
        }
        Step::Decline => 30,
        Step::EndPhase => 20,
        Step::EndAdvances => 40,
        _ => 100,
    }
}

/// Where a unit would like to go: to an enemy, to an objective, into a town, over a bridge, or anywhere.
fn destination(state: &State, unit: &Unit, temper: Temper, rng: &mut Rng) -> Point {
    let at = unit.pose.at;
    let towards: Vec<Point> = match rng.below(8) {
        0..=4 if temper == Temper::Bold => state.of_side(1 - unit.side).map(|enemy| enemy.pose.at).collect(),
        0..=1 => state.objectives.iter().map(|objective| objective.at).collect(),
        2..=4 => {
            state.field.ground().pieces().iter().filter_map(base_or_bridge).map(|pose| pose.at).collect()
        }
        _ => Vec::new(),
    };
    // The nearest of three, so that somebody arrives.
    let drawn = (0..3).filter_map(|_| rng.of(&towards).copied());
    let nearest = drawn.min_by_key(|to| to.distance(at) as i64);
    nearest.unwrap_or_else(|| Point { x: rng.near(at.x, 5 * BW), y: rng.near(at.y, 5 * BW) })
}

/// The middle of an urban base or of a crossing.
fn base_or_bridge(piece: &Piece<Kind>) -> Option<Pose> {
    match &piece.shape {
        Shape::Base { pose, .. } | Shape::Crossing { pose, .. } => Some(*pose),
        _ => None,
    }
}

/// A move that ends wholly in a base, or one that becomes a garrison there.
fn into_a_base(state: &State, unit: &Unit) -> Option<Order> {
    let card = unit.card.get()?;
    if state.field.single_base(&Convex::from(unit.rect())).is_some() {
        return Some(if unit.prepared { Order::Hold } else { Order::Prepare });
    }
    // The centerpoint of a unit is in the middle of its front.
    let fronts =
        state.field.ground().pieces().iter().filter(|piece| piece.kind == Kind::Urban).filter_map(|p| {
            let pose = base_or_bridge(p)?;
            pose.moved(pose.heading, f64::from(BW / 2)).ok()
        });
    let near = |pose: &Pose| pose.at.distance(unit.pose.at) <= f64::from(card.difficult);
    let end = fronts.into_iter().find(near)?;
    Some(Order::Difficult {
        bearing: Heading::of(end.at.vec2() - unit.pose.at.vec2())?,
        length: end.at.distance(unit.pose.at) as i32,
        heading: end.heading,
        pivot: When::After,
        sense: None,
        leave: false,
    })
}

fn reserve(unit: &Unit, to: Point, heading: Heading, rng: &mut Rng) -> Order {
    let mut legs = Vec::new();
    if rng.one_in(2) {
        let at = unit.pose.at;
        let middle = Point { x: i32::midpoint(at.x, to.x), y: i32::midpoint(at.y, to.y) };
        legs.push(Leg { to: Point { x: rng.near(middle.x, BW), y: rng.near(middle.y, BW) }, road: false });
    }
    legs.push(Leg { to, road: false });
    Order::Reserve { legs, heading, leave: false }
}

/// The umpire's own answer for those who pass.
fn passed(known: &Known<Blucher>) -> Result<Draft, String> {
    let prompts = Blucher::prompts(known);
    let fallback = prompts.into_iter().find_map(|prompt| prompt.fallback).ok_or("no fallback")?;
    let draft = Blucher::judge(known, &fallback).map_err(|why| format!("{fallback:?}: {why:?}"))?;
    draft.complete.clone().map_err(|why| format!("{fallback:?}: {why:?}"))?;
    Ok(draft)
}

/// A step that is offered is legal.
fn judged(known: &Known<Blucher>, step: &Step) -> Result<Draft, String> {
    let judge = Blucher::judge(known, std::slice::from_ref(step));
    judge.map_err(|why| format!("{step:?} is offered and refused: {why:?}"))
}

/// From the piece to an enemy, or to somewhere within 4 BW; in the setup to anywhere on the table.
fn drag(known: &Known<Blucher>, place: &Place<Step>, rng: &mut Rng) -> Drag {
    let state = known.state();
    let fields = place.fields.iter().map(|f| rng.of(&f.values).map_or(0, |(value, _)| *value)).collect();
    let heading = rng.one_in(2).then(|| Heading::from(rng.below(360_000) as i32));
    let (width, depth) = state.field.ground().border().size();
    let mover = || match place.piece {
        Some(piece) => state.unit(piece),
        None => state.of_side(state.active).next(),
    };
    let Some(unit) = mover().filter(|_| !matches!(state.phase, Phase::Setup(_))) else {
        let at = Point { x: rng.below(width as usize) as i32, y: rng.below(depth as usize) as i32 };
        return Drag { points: vec![at], heading, fields };
    };
    let enemies: Vec<Point> = state.of_side(1 - unit.side).map(|enemy| enemy.pose.at).collect();
    let advancing = matches!(&state.phase, Phase::Combat(c) if matches!(c.stage, Stage::Advances { .. }));
    if let Some(enemy) = rng.of(&enemies).copied().filter(|_| advancing || rng.one_in(2)) {
        return Drag { points: vec![enemy], heading: None, fields };
    }
    let at = unit.pose.at;
    let points = (0..=rng.below(2)).map(|_| Point { x: rng.near(at.x, 4 * BW), y: rng.near(at.y, 4 * BW) });
    Drag { points: points.collect(), heading, fields }
}
