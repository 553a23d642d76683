//! What the tests of pickup games share.

use crate::card::Arm;
use crate::field::Kind;
use crate::options::prompts;
use crate::pickup::{Setup, SetupStage, setup};
use crate::step::{Deployed, Role, Step, TerrainPiece};
use crate::testing::Field;
use dice::{Given, Hex};
use std::fmt::Write as _;
use table::border::Compass;
use table::point::{Point, at};
use table::pose::pose;
use umpire::{Battle, Chance, DiceFrom, Opening, PieceId, RuleId, Scenario, Seat, Viewer};

/// A scenario: both armies have corps of these sizes. The second unit is cavalry, the third artillery.
pub(super) fn army(sizes: &[usize]) -> String {
    let mut text = String::from("title = \"pickup\"\n[[side]]\nname = \"Blue\"\n[[side]]\nname = \"Red\"\n");
    for side in 0..2 {
        let corps = sizes.iter().enumerate().flat_map(|(corps, size)| vec![corps; *size]);
        for (i, corps) in corps.enumerate() {
            let arm = match i {
                1 => "arm = \"cavalry\"\nelan = 6",
                2 => "arm = \"artillery\"\nammo = [5, 4, 4, 3, 2, 2]",
                _ => "arm = \"infantry\"\nelan = 6",
            };
            let unit = format!("side = {side}\nname = \"{side}-{i}\"\ncorps = \"{corps}\"\n{arm}\n");
            write!(text, "[[pickup.unit]]\n{unit}").unwrap();
        }
    }
    text
}

/// Opens a pickup game with these faces.
pub(super) fn open(text: &str, dice: &[(&str, &[u32])]) -> Field {
    let given = dice.iter().map(|(rule, faces)| Given::new(RuleId::new(rule), faces)).collect();
    let chance = Chance { dice: DiceFrom::ByHand, seed: Hex(vec![3; 32]), added: Vec::new() };
    let scenario = Scenario { name: "test".into(), text: text.to_owned() };
    match Battle::open(Opening { scenario, chance, given }) {
        Ok(battle) => Field { battle },
        Err(answer) => panic!("{answer:?}"),
    }
}

/// A game of six units a side in which blue and red rolled these terrain choices.
pub(super) fn rolled(blue: u32, red: u32) -> Field {
    open(&army(&[2, 2, 2]), &[("BL-PCK-04", &[blue, 1]), ("BL-PCK-04", &[1, red])])
}

/// The setup as it is.
pub(super) fn stands(field: &Field) -> Setup {
    setup(&field.truth()).unwrap_or_else(|| panic!("it is set up")).clone()
}

pub(super) fn stage(field: &Field) -> SetupStage {
    stands(field).stage
}

/// Blue places these pieces and no more, red none; then the tiebreaker falls so.
pub(super) fn laid(pieces: &[TerrainPiece], die: u32) -> Field {
    let mut field = rolled(6, 2);
    let mut pieces = pieces.iter();
    loop {
        let piece = if field.asked() == Seat::FIRST { pieces.next() } else { None };
        let step = piece.map_or(Step::Decline, |piece| Step::PlaceTerrain { piece: *piece });
        if field.try_play(std::slice::from_ref(&step), &[]).is_err() {
            field.play(&[step], &[("BL-PCK-12", &[die])]);
            return field;
        }
    }
}

/// Blue attacks from the south, red defends the north edge; the attacker's objectives come next.
pub(super) fn at_objectives(pieces: &[TerrainPiece]) -> Field {
    let mut field = laid(pieces, 4);
    field.play(&[Step::ChooseRole { role: Role::Attacker }], &[]);
    field.play(&[Step::ChooseEdge { edge: Compass::North }], &[]);
    field
}

/// The defender sets up next; objectives are at (6,12) and (18,12).
pub(super) fn at_defender() -> Field {
    let mut field = at_objectives(&[]);
    field.play(&[marker(6., 12.)], &[]);
    field.play(&[marker(18., 12.)], &[]);
    field
}

/// The defender places his objective next.
pub(super) fn at_third_objective() -> Field {
    let mut field = at_defender();
    while stage(&field) == SetupStage::DefendersUnits {
        let step = fallback(&field);
        field.play(&[step], &[]);
    }
    field
}

/// The attacker sets up next.
pub(super) fn at_attacker() -> Field {
    let mut field = at_third_objective();
    field.play(&[marker(12., 3.)], &[]);
    field
}

/// The umpire's own answer.
pub(super) fn fallback(field: &Field) -> Step {
    let known = field.battle.known(Viewer::Seat(field.asked()));
    prompts(known.state())[0].fallback.clone().unwrap().remove(0)
}

pub(super) fn marker(x: f64, y: f64) -> Step {
    Step::PlaceObjective { at: at(x, y) }
}

pub(super) fn piece(kind: Kind, x: f64, y: f64) -> TerrainPiece {
    TerrainPiece::usual(kind, at(x, y))
}

/// A piece of so many BW.
pub(super) fn sized(kind: Kind, x: f64, y: f64, size: f64) -> TerrainPiece {
    TerrainPiece { size: Some(table::grain::grains(size)), ..piece(kind, x, y) }
}

pub(super) fn lay(piece: TerrainPiece) -> Vec<Step> {
    vec![Step::PlaceTerrain { piece }]
}

/// A unit of a side and an arm that waits to be set up.
pub(super) fn waiting(field: &Field, side: u8, arm: Arm) -> PieceId {
    let setup = stands(field);
    setup.waiting_of(side).find(|unit| *unit.arm.truth() == arm).unwrap().id
}

/// Sets up a unit of the side that is asked, as it is by default.
pub(super) fn deploy(field: &Field, arm: Arm, x: f64, y: f64, heading: f64) -> Step {
    let unit = waiting(field, field.asked().number(), arm);
    Step::Deploy { deploy: Deployed { unit, pose: pose(x, y, heading), concealed: None, prepared: false } }
}

pub(super) const fn corner(x: i32, y: i32) -> Point {
    Point { x, y }
}
