//! The stages of a pickup game.

use super::walk::Walk;
use crate::card::Arm;
use crate::field::Kind;
use crate::pickup::SetupStage;
use crate::scale::BW;
use crate::step::{Deployed, Role, Step, TerrainPiece};
use crate::testing::Field;
use crate::tests::pickup;
use table::border::Compass;
use table::heading::Heading;
use table::point::{Point, at};
use table::pose::pose;
use umpire::{PieceId, Viewer};

/// Tries all steps of the setup at each stage of it.
pub(super) fn every_stage(walk: &mut Walk) {
    let mut laid = pickup::rolled(6, 2);
    laid.play(&pickup::lay(pickup::piece(Kind::Hill, 6.0, 6.0)), &[]);
    let mut village = pickup::rolled(6, 2);
    village.play(&pickup::lay(pickup::piece(Kind::Urban, 6.0, 12.0)), &[]);
    let mut crest = pickup::piece(Kind::Hill, 6.0, 12.0);
    crest.crest = true;
    let stages = vec![
        pickup::rolled(6, 2),
        laid,
        village,
        pickup::laid(&[], 4),
        edge(),
        pickup::at_objectives(&[]),
        pickup::at_objectives(&[pickup::piece(Kind::Urban, 6.0, 12.0)]),
        pickup::at_objectives(&[crest]),
        one_marker(&[]),
        one_marker(&[pickup::piece(Kind::Urban, 6.0, 12.0)]),
        pickup::at_defender(),
        pickup::at_third_objective(),
        pickup::at_attacker(),
        crowded(),
        full(),
    ];
    for field in &stages {
        stage(walk, field);
    }
}

/// The defender chooses his edge next.
fn edge() -> Field {
    let mut field = pickup::laid(&[], 4);
    field.play(&[Step::ChooseRole { role: Role::Attacker }], &[]);
    field
}

/// One objective is placed.
fn one_marker(pieces: &[TerrainPiece]) -> Field {
    let mut field = pickup::at_objectives(pieces);
    field.play(&[pickup::marker(6.0, 12.0)], &[]);
    field
}

/// A first unit of the defender's stands.
fn crowded() -> Field {
    let mut field = pickup::at_defender();
    let step = pickup::deploy(&field, Arm::Infantry, 6.0, 12.0, 180.0);
    field.play(&[step], &[]);
    field
}

/// The attacker's army fills its area to the last place.
fn full() -> Field {
    let dice: [(&str, &[u32]); 2] = [("BL-PCK-04", &[3, 1]), ("BL-PCK-04", &[1, 2])];
    let mut field = pickup::open(&pickup::army(&[24, 24, 24, 24]), &dice);
    field.play(&[Step::Decline], &[]);
    field.play(&[Step::Decline], &[("BL-PCK-12", &[4])]);
    field.play(&[Step::ChooseRole { role: Role::Attacker }], &[]);
    field.play(&[Step::ChooseEdge { edge: Compass::North }], &[]);
    while pickup::stage(&field) != SetupStage::AttackersUnits {
        let step = pickup::fallback(&field);
        field.play(&[step], &[]);
    }
    field
}

fn stage(walk: &mut Walk, field: &Field) {
    let known = field.battle.known(Viewer::Seat(field.asked()));
    let mut steps = vec![
        Step::Decline,
        Step::EndPhase,
        Step::ChooseRole { role: Role::Attacker },
        Step::ChooseEdge { edge: Compass::East },
    ];
    for x in 0..13_i32 {
        for y in 0..9_i32 {
            let to = Point { x: 2 * x * BW, y: 2 * y * BW };
            steps.push(Step::PlaceObjective { at: to });
            steps.extend(pieces(to).map(|piece| Step::PlaceTerrain { piece }));
        }
    }
    let waiting: Vec<PieceId> = pickup::stands(field).waiting.iter().map(|unit| unit.id).collect();
    for unit in waiting.into_iter().take(12).chain([PieceId(3)]) {
        for (x, y) in [(6.0, 12.0), (6.3, 12.2), (6.0, 8.0), (0.2, 12.0), (12.0, 15.9), (12.0, 2.5)] {
            for (concealed, prepared) in [(None, false), (None, true), (Some(true), true)] {
                let deploy = Deployed { unit, pose: pose(x, y, 180.0), concealed, prepared };
                steps.push(Step::Deploy { deploy });
            }
        }
    }
    for step in steps {
        walk.attempt(&known, std::slice::from_ref(&step));
        walk.attempt(&known, &[step, Step::Decline]);
    }
}

/// Pieces of terrain at a place, few of them right.
fn pieces(to: Point) -> impl Iterator<Item = TerrainPiece> {
    let usual = move |kind| TerrainPiece::usual(kind, to);
    let heading = Heading::degrees(30.0);
    [
        usual(Kind::Hill),
        usual(Kind::Wood),
        usual(Kind::Urban),
        usual(Kind::MinorRiver),
        usual(Kind::MajorRiver),
        TerrainPiece { heading, ..usual(Kind::Urban) },
        TerrainPiece { crest: true, ..usual(Kind::Wood) },
        TerrainPiece { width: Some(BW), ..usual(Kind::MinorRiver) },
        TerrainPiece { width: Some(BW), ..usual(Kind::Wood) },
        TerrainPiece { size: Some(90 * BW), ..usual(Kind::Wood) },
        TerrainPiece { size: Some(-1), ..usual(Kind::Marsh) },
        TerrainPiece { at: at(1_000.0, 0.0), ..usual(Kind::Wood) },
    ]
    .into_iter()
}
