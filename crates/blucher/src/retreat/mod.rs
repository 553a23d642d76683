//! Retreat (RET): where a unit that must retreat may go, and going there.
//!
//! A retreat is one straight line on a bearing of whole degrees, chosen by the unit's owner from those the
//! rules leave him; the length follows from the bearing (BL-AMB-222).

mod end;
mod fire;
mod path;
mod search;
mod water;

use crate::event::{Event, Who};
use crate::knowledge::to_all;
use crate::movement::objective::after_move;
use crate::movement::sweep::Sweep;
use crate::play::tell_objective;
use crate::refuse::{Ruled, all, refusal, unless};
use crate::state::{Combat, Left, Phase, Stage, State};
use crate::{combat, movement, turn};
use dice::{Dice, NeedsDice};
use search::{BEARINGS, Search, as_short, edge_of};
use table::heading::Turn;
use table::pose::Pose;
use table::rect::Edge;
use umpire::{PieceId, Refusal, RuleId, Tell};

/// The bearing of the step of a unit that cannot retreat: it is broken whatever the bearing, and one step
/// stands for all.
pub const NO_WAY: u16 = 180;

/// What a unit that must retreat can do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Retreats {
    /// Its owner chooses one of these, which are sorted by bearing. Either all of them end on the table or
    /// all of them leave it (BL-AMB-226).
    Ways(Vec<Way>),
    /// It has no way, or enemies on opposite edges: it is broken by this rule (BL-RET-27, BL-RET-28). If its
    /// order is a choice, the step that chooses it carries [`NO_WAY`].
    Broken(RuleId),
}

/// A retreat that may be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// Whole degrees clockwise from the unit's facing.
    pub bearing: u16,
    /// The edge of the footprint that its path crosses.
    pub edge: Edge,
    /// How far it goes, in grains; up to the border if it leaves the table.
    pub length: i32,
    /// How it ends.
    pub end: End,
}

/// How a retreat ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// On the table.
    Stands {
        /// With its facing after the turn (BL-RET-31, BL-RET-32).
        pose: Pose,
        /// The crossing it stands on then (BL-AMB-237).
        crossing: Option<u16>,
    },
    /// Over the table's edge (BL-RET-25, BL-RET-26).
    Leaves {
        /// Broken or retired.
        how: Left,
        /// By which rule.
        rule: RuleId,
    },
}

/// Where a unit that must retreat may go. In the phase of retreats from fire it goes away from those who shot
/// at it, otherwise from the enemies in `state.contacts` that are still in contact with it.
pub fn legal(state: &State, unit: PieceId) -> Retreats {
    Search::new(state, unit).map_or_else(|| Retreats::Broken(no_path()), |search| all_ways(&search))
}

/// BL-RET-27: without a path it is broken, also by fire (BL-AMB-229).
fn no_path() -> RuleId {
    RuleId::new("BL-RET-27")
}

fn all_ways(search: &Search<'_>) -> Retreats {
    if search.enemies_on_opposite_edges() {
        return Retreats::Broken(RuleId::new("BL-RET-28"));
    }
    let ways = search.ways();
    if ways.is_empty() { Retreats::Broken(no_path()) } else { Retreats::Ways(ways) }
}

/// Retreats a unit on a drafted or true state, and takes it off the list of those who have to; or says why it
/// may not, and changes nothing.
pub fn carry_out(state: &mut State, unit: PieceId, bearing: u16) -> Result<(), Vec<Refusal>> {
    let chosen = choose(state, unit, bearing)?;
    apply(state, unit, &chosen);
    Ok(())
}

/// A unit retreats, everybody is told, and play goes on.
pub fn play(
    state: &mut State,
    unit: PieceId,
    bearing: u16,
    dice: &mut dyn Dice,
    tell: &mut impl Tell<Event>,
) -> Result<(), NeedsDice> {
    // It was judged complete, so it does not come to a refusal.
    let Ok(chosen) = choose(state, unit, bearing) else { return Ok(()) };
    let (who, prepared) = (Who::of(state, unit), state.unit(unit).is_some_and(|unit| unit.prepared));
    let objectives = apply(state, unit, &chosen);
    if let Chosen::Way(way) = chosen {
        if prepared {
            to_all(tell, Event::Prepared { unit: who.clone(), on: false });
        }
        let (how, rule) = ("retreat".to_owned(), RuleId::new("BL-RET-08"));
        to_all(tell, Event::Moved { unit: who.clone(), how, length: way.length, rule });
    }
    if let Some((how, rule)) = chosen.left() {
        to_all(tell, Event::Left { unit: who, how, rule });
    }
    for number in objectives {
        tell_objective(state, number, tell);
    }
    match state.phase {
        Phase::FireRetreats { .. } => turn::after_fire(state, dice, tell),
        Phase::Combat(_) => combat::go_on(state, dice, tell),
        _ => Ok(()),
    }
}

/// Deals with a unit that must retreat as far as nothing is to be decided: a single way is taken, a unit
/// without one is broken, and play goes on as after [`play`]. If its owner must choose, nothing happens.
/// The unit is in the list of its stage (or is its `retreating`) when this is called.
pub fn must(
    state: &mut State,
    unit: PieceId,
    dice: &mut dyn Dice,
    tell: &mut impl Tell<Event>,
) -> Result<(), NeedsDice> {
    if has_a_choice(state, unit) {
        return Ok(());
    }
    match legal(state, unit) {
        Retreats::Broken(_) => play(state, unit, NO_WAY, dice, tell),
        Retreats::Ways(ways) => match ways.as_slice() {
            [only] => play(state, unit, only.bearing, dice, tell),
            _ => Ok(()),
        },
    }
}

/// Are two ways legal at first sight? Mostly they are, and then not all need to be looked for: every judgement of a step
/// before it looks ahead to here.
fn has_a_choice(state: &State, unit: PieceId) -> bool {
    let Some(search) = Search::new(state, unit) else { return false };
    let bearings = [180, 170, 190, 0, 10, 350, 90, 80, 100, 270, 260, 280];
    let likely = bearings.into_iter().filter(|bearing| search.in_tier(true, *bearing));
    let mut plain = likely.filter_map(|bearing| search.plain_way(bearing));
    !search.enemies_on_opposite_edges() && plain.nth(1).is_some()
}

/// What a step does.
#[derive(Clone, Copy)]
enum Chosen {
    Way(Way),
    Broken(RuleId),
}

impl Chosen {
    /// How the unit leaves the table, and by which rule, if it does.
    const fn left(&self) -> Option<(Left, RuleId)> {
        match self {
            Self::Broken(rule) => Some((Left::Broken, *rule)),
            Self::Way(Way { end: End::Leaves { how, rule }, .. }) => Some((*how, *rule)),
            Self::Way(_) => None,
        }
    }
}

/// The retreat that a step names, or every reason against it.
fn choose(state: &State, unit: PieceId, bearing: u16) -> Result<Chosen, Vec<Refusal>> {
    all([must_now(state, unit), whole_degrees(bearing)])?;
    let Some(search) = Search::new(state, unit) else { return Ok(Chosen::Broken(no_path())) };
    if !search.enemies_on_opposite_edges()
        && let Some(way) = search.plain_way(bearing)
    {
        return Ok(Chosen::Way(way));
    }
    match all_ways(&search) {
        Retreats::Broken(rule) if bearing == NO_WAY => Ok(Chosen::Broken(rule)),
        Retreats::Broken(rule) => {
            let sentence = format!("it cannot retreat and is broken: the bearing of that is {NO_WAY}");
            Err(vec![refusal(rule.as_str(), sentence)])
        }
        Retreats::Ways(ways) => match ways.iter().find(|way| way.bearing == bearing) {
            Some(way) => Ok(Chosen::Way(*way)),
            None => Err(reasons(&search, bearing, &ways)),
        },
    }
}

/// BL-RET-01, BL-RET-02: only a unit that must retreat does, when its turn has come.
fn must_now(state: &State, unit: PieceId) -> Ruled {
    let (waits, rule) = match &state.phase {
        Phase::FireRetreats { left, .. } => (left.contains(&unit), "BL-RET-02"),
        Phase::Combat(Combat { stage, .. }) => (
            match stage {
                Stage::Defenders { retreating, .. } => *retreating == Some(unit),
                Stage::Forced { left } | Stage::Attackers { left } => left.contains(&unit),
                Stage::Allocate { .. } | Stage::Advances { .. } => false,
            },
            "BL-RET-01",
        ),
        _ => (false, "BL-RET-01"),
    };
    unless(waits, || refusal(rule, "it does not have to retreat now"))
}

/// BL-AMB-222: bearings are whole degrees.
fn whole_degrees(bearing: u16) -> Ruled {
    unless(bearing < BEARINGS, || {
        refusal("BL-AMB-222", "a bearing must be 0 to 359 degrees clockwise from the facing")
            .number("bearing", i64::from(bearing))
    })
}

/// Every reason why a bearing is not among the ways.
fn reasons(search: &Search<'_>, bearing: u16, ways: &[Way]) -> Vec<Refusal> {
    let edge = edge_of(bearing);
    let trip = search.trip(bearing);
    let mut why: Vec<Refusal> = search.bars(&trip).map(|bar| search.refused_by(bar)).collect();
    if !search.along_crossing(bearing) {
        why.push(refusal("BL-CRS-11", "on a crossing it may retreat only straight along it"));
    } else if search.is_contacted(edge) {
        why.push(refusal("BL-RET-13", "the path may not cross an edge that an enemy contacts"));
    } else if let Some(opposite) = search.opposite().filter(|o| *o != edge)
        && ways.iter().any(|way| way.edge == opposite)
    {
        why.push(refusal("BL-RET-07", format!("the path must cross the {} edge", word(opposite))));
        why.push(refusal("BL-RET-12", "another edge is open only if the opposite one is impossible"));
    } else if trip.end.is_none() {
        why.push(refusal("BL-AMB-226", "it would leave the table where another bearing does not"));
    } else {
        let least = ways.iter().map(|way| way.length).min().unwrap_or_default();
        if !as_short(trip.length, least) {
            let sentence = "another bearing is shorter";
            let why_not = refusal("BL-RET-22", sentence).number("length", i64::from(trip.length));
            why.push(why_not.number("least", i64::from(least)));
        }
    }
    why
}

const fn word(edge: Edge) -> &'static str {
    match edge {
        Edge::Front => "front",
        Edge::Right => "right",
        Edge::Rear => "rear",
        Edge::Left => "left",
    }
}

/// Does what was chosen, and takes the unit off the list of those who have to retreat. Gives the objectives that
/// changed hands.
fn apply(state: &mut State, id: PieceId, chosen: &Chosen) -> Vec<usize> {
    let Some(unit) = state.unit(id).cloned() else { return Vec::new() };
    let mut changed = match chosen.left() {
        Some((how, _)) => movement::remove(state, id, how),
        None => Vec::new(),
    };
    if let Chosen::Way(way) = chosen {
        stand(state, id, way);
        let bearing = unit.pose.heading.turned(Turn(i32::from(way.bearing) * 1000));
        let swept = Sweep::straight(unit.pose, bearing, f64::from(way.length));
        changed.extend(after_move(state, unit.side, &[swept]));
    }
    done(state, id);
    changed
}

/// A unit stands where its retreat ends. BL-RET-05: it is no longer prepared. BL-RET-03: later moves are free.
fn stand(state: &mut State, id: PieceId, way: &Way) {
    let in_combat = matches!(state.phase, Phase::Combat(_));
    let (End::Stands { pose, crossing }, Some(unit)) = (way.end, state.unit_mut(id)) else { return };
    unit.pose = pose;
    unit.crossing = crossing;
    unit.prepared = false;
    unit.retreated |= in_combat;
}

/// It does not have to retreat any more.
fn done(state: &mut State, id: PieceId) {
    match &mut state.phase {
        Phase::FireRetreats { left, .. }
        | Phase::Combat(Combat { stage: Stage::Forced { left } | Stage::Attackers { left }, .. }) => {
            left.retain(|unit| *unit != id);
        }
        Phase::Combat(Combat { stage: Stage::Defenders { retreating, .. }, .. })
            if *retreating == Some(id) =>
        {
            *retreating = None;
        }
        _ => {}
    }
}
