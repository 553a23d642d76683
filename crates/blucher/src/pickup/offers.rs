//! What the setup asks, what can be answered, and answers for those who give none of their own.

use super::{Setup, SetupStage, deploy, objectives, setup, terrain};
use crate::Blucher;
use crate::event::Who;
use crate::field::Kind;
use crate::scale::BW;
use crate::state::{State, enemy};
use crate::step::{Deployed, Role, Step, TerrainPiece};
use dice::{Dice, NeedsDice, Why};
use table::border::Compass;
use table::heading::Heading;
use table::point::Point;
use umpire::{Drag, Field, Input, Known, Offer, Options, PieceId, Place, PlaceId, RuleId, Sentence};

/// The kinds of quick terrain (BL-PCK-09).
const KINDS: [Kind; 7] =
    [Kind::Hill, Kind::Wood, Kind::Rocky, Kind::Marsh, Kind::Ploughed, Kind::Urban, Kind::MinorRiver];
/// The number of an objective's place; a piece of terrain has that of its kind, a unit its handle.
const OBJECTIVE: PlaceId = PlaceId(0);
/// So many places on the grid are offered for a unit.
const OFFERED: usize = 24;

/// The question.
pub fn ask(state: &State, setup: &Setup) -> Sentence {
    match setup.stage {
        SetupStage::Terrain(side) => {
            let left = setup.choices[usize::from(side & 1)];
            format!("Place a piece of terrain ({left} left), or decline them all.").into()
        }
        SetupStage::Role(_) => "Attack or defend?".into(),
        SetupStage::Edge => "Which long edge is yours?".into(),
        SetupStage::AttackersObjectives if state.objectives.is_empty() => {
            "Place the first of your two objectives in the defender's area.".into()
        }
        SetupStage::AttackersObjectives => {
            "Place the second of your two objectives in the defender's area.".into()
        }
        SetupStage::DefendersObjective => "Place your one objective in the attacker's area.".into(),
        SetupStage::DefendersUnits | SetupStage::AttackersUnits => {
            let left = setup.waiting_of(setup.asked()).count();
            format!("Set up a unit ({left} left).").into()
        }
    }
}

/// What to know for the decision (BL-PCK-13 to -23).
pub fn about(setup: &Setup) -> Sentence {
    match setup.stage {
        SetupStage::Terrain(_) => {
            "Terrain is laid before it is settled who attacks, and from which edge: it may help either side.".into()
        }
        SetupStage::Role(_) => {
            "The attacker moves first, sets up last, within 4 BW of his edge, and places two objectives in the \
             defender's area. The defender chooses his long edge, sets up first, within 6 BW of it, and places one \
             objective in the attacker's area. Whoever holds all three at nightfall has won."
                .into()
        }
        SetupStage::Edge => {
            "You set up within 6 BW of it, the attacker within 4 BW of the other long edge.".into()
        }
        SetupStage::AttackersObjectives | SetupStage::DefendersObjective => {
            "The enemy holds it until you take it. It lies in a village of his area, else on a bridge or a crest, else \
             anywhere; more than 2 BW from the table's border and more than 8 BW from any other objective."
                .into()
        }
        SetupStage::DefendersUnits | SetupStage::AttackersUnits => {
            "Of a concealed unit the enemy sees where it stands and which way it faces, no more.".into()
        }
    }
}

/// A legal answer for those who want none of their own. It depends on nothing that is hidden.
pub fn fallback(state: &State, setup: &Setup) -> Step {
    let side = setup.asked();
    match setup.stage {
        SetupStage::Terrain(_) => Step::Decline,
        SetupStage::Role(_) => Step::ChooseRole { role: Role::Attacker },
        SetupStage::Edge => Step::ChooseEdge { edge: Compass::North },
        SetupStage::AttackersObjectives | SetupStage::DefendersObjective => {
            let spots = setup.zone(enemy(side)).map(|zone| objectives::offered(state, zone));
            let at = spots.and_then(|spots| spots.first().copied()).unwrap_or_default();
            Step::PlaceObjective { at }
        }
        SetupStage::DefendersUnits | SetupStage::AttackersUnits => {
            let unit = setup.waiting_of(side).next().map_or(PieceId(0), |unit| unit.id);
            let pose = deploy::room(state, side).first().copied().unwrap_or_default();
            Step::Deploy { deploy: Deployed { unit, pose, concealed: Some(true), prepared: false } }
        }
    }
}

/// The steps and places of a stage.
pub fn options(state: &State, setup: &Setup, options: &mut Options<Step>) {
    let mut step = |step: Step, label: &'static str| {
        options.steps.push(Offer { step, label: label.into(), piece: None });
    };
    match setup.stage {
        SetupStage::Terrain(_) => {
            step(Step::Decline, "Place no more terrain");
            options.places.extend(KINDS.iter().filter_map(|kind| terrain_place(state, *kind)));
        }
        SetupStage::Role(_) => {
            step(Step::ChooseRole { role: Role::Attacker }, "Attack");
            step(Step::ChooseRole { role: Role::Defender }, "Defend");
        }
        SetupStage::Edge => {
            for edge in [Compass::North, Compass::South] {
                step(Step::ChooseEdge { edge }, edge_words(edge));
            }
        }
        SetupStage::AttackersObjectives | SetupStage::DefendersObjective => {
            let zone = setup.zone(enemy(setup.asked()));
            let spots = zone.map(|zone| objectives::offered(state, zone)).unwrap_or_default();
            let snaps = spots.into_iter().map(|at| Step::PlaceObjective { at }).collect();
            let region = zone.map(|zone| objectives::shaded(state, zone)).unwrap_or_default();
            options.places.push(Place {
                id: OBJECTIVE,
                piece: None,
                label: "Place an objective".into(),
                input: Input::Point,
                fields: Vec::new(),
                region,
                snaps,
            });
        }
        SetupStage::DefendersUnits | SetupStage::AttackersUnits => units(state, setup, options),
    }
}

/// A long edge in words.
pub const fn edge_words(edge: Compass) -> &'static str {
    if matches!(edge, Compass::North) { "The north edge" } else { "The south edge" }
}

fn zone_outline(state: &State, zone: Option<super::Zone>) -> Vec<Vec<Point>> {
    let Some(zone) = zone else { return Vec::new() };
    let (width, [south, north]) = (state.field.ground().border().size().0, zone.span(state));
    let corner = |x, y| Point { x, y };
    vec![vec![corner(0, south), corner(0, north), corner(width, north), corner(width, south)]]
}

/// The inner points of a grid of 2 BW.
fn centres(state: &State) -> impl Iterator<Item = Point> {
    let (width, depth) = state.field.ground().border().size();
    let grid = (1..width / (2 * BW)).flat_map(move |x| (1..depth / (2 * BW)).map(move |y| (x, y)));
    grid.map(|(x, y)| Point { x: 2 * x * BW, y: 2 * y * BW })
}

/// A kind of terrain, with the places of a grid of 2 BW where it may lie.
fn terrain_place(state: &State, kind: Kind) -> Option<Place<Step>> {
    let pieces = centres(state).map(|at| TerrainPiece::usual(kind, at));
    let legal = pieces.filter(|piece| terrain::may_place(state, *piece));
    let snaps: Vec<Step> = legal.map(|piece| Step::PlaceTerrain { piece }).collect();
    let sizes = [20_000, 25_000, 30_000, 35_000].map(|size| (size, crate::refuse::bw(size.into()).into()));
    let size = Field { name: "size".into(), values: sizes.to_vec() };
    let crest = Field { name: "crest".into(), values: vec![(0, "none".into()), (1, "crest".into())] };
    let fields = match kind {
        Kind::Urban | Kind::MinorRiver => Vec::new(),
        Kind::Hill => vec![size, crest],
        _ => vec![size],
    };
    (!snaps.is_empty()).then(|| Place {
        id: PlaceId(kind as u32),
        piece: None,
        label: format!("Place {}", kind.words()).into(),
        input: Input::Pose,
        fields,
        region: Vec::new(),
        snaps,
    })
}

/// Every unit that waits, with places on the grid.
fn units(state: &State, setup: &Setup, options: &mut Options<Step>) {
    let side = setup.asked();
    let room = deploy::room(state, side);
    for unit in setup.waiting_of(side) {
        let snap = |pose| {
            let deploy = Deployed { unit: unit.id, pose, concealed: Some(true), prepared: false };
            Step::Deploy { deploy }
        };
        let name = unit.card.get().map_or_else(|| Who::of(state, unit.id).name, |card| card.name.clone());
        let mut values: Vec<(i32, Sentence)> = vec![(0, "concealed".into()), (1, "revealed".into())];
        if unit.arm.get() == Some(&crate::card::Arm::Infantry) {
            values.push((2, "prepared".into()));
        }
        options.places.push(Place {
            id: PlaceId(unit.id.0),
            piece: Some(unit.id),
            label: format!("Set up {name}").into(),
            input: Input::Pose,
            fields: vec![Field { name: "how it stands".into(), values }],
            region: zone_outline(state, setup.zone(side)),
            snaps: room.iter().take(OFFERED).copied().map(snap).collect(),
        });
    }
}

/// The step that fits what a hand drew.
pub fn aim(setup: &Setup, place: PlaceId, drag: &Drag) -> Option<Step> {
    let at = *drag.points.last()?;
    let field = |n: usize| drag.fields.get(n).copied();
    match setup.stage {
        SetupStage::Terrain(_) => {
            let kind = KINDS.into_iter().find(|kind| *kind as u32 == place.0)?;
            let crest = kind == Kind::Hill && field(1) == Some(1);
            let heading = drag.heading.unwrap_or_default();
            let piece = TerrainPiece { kind, at, heading, size: field(0), width: None, crest };
            Some(Step::PlaceTerrain { piece })
        }
        SetupStage::AttackersObjectives | SetupStage::DefendersObjective => Some(Step::PlaceObjective { at }),
        SetupStage::DefendersUnits | SetupStage::AttackersUnits => {
            let unit = setup.waiting_unit(PieceId(place.0))?.id;
            let ahead = match setup.zone(setup.asked())?.edge {
                Compass::North => Heading::degrees(180.0),
                _ => Heading::degrees(0.0),
            };
            let pose = table::pose::Pose { at, heading: drag.heading.unwrap_or(ahead) };
            let how = field(0).unwrap_or(0);
            let deploy = Deployed { unit, pose, concealed: Some(how == 0), prepared: how == 2 };
            Some(Step::Deploy { deploy })
        }
        SetupStage::Role(_) | SetupStage::Edge => None,
    }
}

/// An answer of the setup drawn at random from what is offered, for generators of battles; `None` if this seat
/// is asked nothing or the battle is set up.
pub fn at_random(known: &Known<Blucher>, dice: &mut dyn Dice) -> Result<Option<Step>, NeedsDice> {
    let state = known.state();
    let Some(setup) = setup(state) else { return Ok(None) };
    let why =
        Why::new(RuleId::new("BL-PCK-03"), "a setup at random", known.seat().map_or(0, umpire::Seat::number));
    if matches!(setup.stage, SetupStage::Terrain(_))
        && known.seat().is_some_and(|seat| seat.number() == setup.asked())
        && let Some(step) = terrain_at_random(state, why, dice)?
    {
        return Ok(Some(step));
    }
    let offered = crate::options::options(known);
    let snaps = offered.places.into_iter().flat_map(|place| place.snaps);
    let mut steps: Vec<Step> = offered.steps.into_iter().map(|offer| offer.step).chain(snaps).collect();
    if steps.is_empty() {
        return Ok(None);
    }
    let pick = dice.pick(why, steps.len() as u32)? as usize;
    Ok((pick < steps.len()).then(|| steps.swap_remove(pick)))
}

/// So many draws before all places are looked at.
const DRAWS: usize = 64;

/// One of the answers that are offered for terrain, each as likely as any other: drawn from all, also the
/// illegal ones, until one is legal. To judge every place for one answer is most of the work of a setup.
fn terrain_at_random(state: &State, why: Why, dice: &mut dyn Dice) -> Result<Option<Step>, NeedsDice> {
    let centres: Vec<Point> = centres(state).collect();
    let pieces = centres.len() * KINDS.len();
    for _ in 0..DRAWS {
        let pick = dice.pick(why, pieces as u32 + 1)? as usize;
        let (Some(kind), Some(at)) = (KINDS.get(pick % KINDS.len()), centres.get(pick / KINDS.len())) else {
            return Ok(Some(Step::Decline));
        };
        let piece = TerrainPiece::usual(*kind, *at);
        if terrain::may_place(state, piece) {
            return Ok(Some(Step::PlaceTerrain { piece }));
        }
    }
    Ok(None)
}
