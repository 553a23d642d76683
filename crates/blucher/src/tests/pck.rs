//! PCK – pickup games: armies, terrain, roles, with AMB-232, -245, -250 and UNT-17.

use super::pickup::*;
use crate::field::Kind;
use crate::pickup::SetupStage;
use crate::scale::{BW, URBAN_BASE};
use crate::scenario::read;
use crate::step::{Role, Step, TerrainPiece};
use crate::testing::Field;
use table::border::Compass;
use table::heading::Heading;
use umpire::{Seat, Viewer};

/// The warnings of a scenario that speak of a rule.
fn warned(text: &str, rule: &str) -> usize {
    let read = read(text).unwrap();
    read.warnings.iter().filter(|problem| problem.sentence.contains(rule)).count()
}

/// The fields that are wrong in a scenario.
fn wrong(text: &str) -> Vec<String> {
    let problems = read(text).err().unwrap_or_default();
    problems.into_iter().map(|problem| problem.field).collect()
}

#[test]
fn bl_pck_01_about_twenty_units_or_fewer() {
    assert_eq!(warned(&army(&[7, 7, 6]), "BL-PCK-01"), 0);
    let many = army(&[8, 8, 7]);
    assert_eq!(warned(&many, "BL-PCK-01"), 2, "one for each side");
    let field = open(&many, &[("BL-PCK-04", &[3, 2]), ("BL-PCK-04", &[5, 1])]);
    assert_eq!(stands(&field).waiting.len(), 46);
}

#[test]
fn bl_pck_01_no_more_than_find_room() {
    assert!(wrong(&army(&[32, 32, 32])).is_empty());
    assert_eq!(wrong(&army(&[33, 32, 32])), ["pickup.unit", "pickup.unit"]);
}

#[test]
fn bl_pck_02_three_or_four_corps_of_about_one_size() {
    for fine in [&[6, 6, 6][..], &[5, 5, 4, 4]] {
        assert_eq!(warned(&army(fine), "BL-PCK-02"), 0, "{fine:?}");
    }
    for uneven in [&[8, 5, 5][..], &[9, 9], &[4, 4, 4, 3, 3]] {
        assert_eq!(warned(&army(uneven), "BL-PCK-02"), 2, "{uneven:?}");
    }
}

#[test]
fn bl_unt_17_a_corps_of_one_unit_is_unusual() {
    assert_eq!(warned(&army(&[2, 2, 1]), "BL-UNT-17"), 2);
    assert_eq!(warned(&army(&[2, 2, 2]), "BL-UNT-17"), 0);
}

#[test]
fn bl_pck_03_an_empty_table_of_24_by_16() {
    let truth = rolled(5, 3).truth();
    assert_eq!(truth.field.ground().border().size(), (240_000, 160_000));
    assert!(truth.field.ground().pieces().is_empty() && truth.units.is_empty());
    let army = army(&[2, 2, 2]);
    let wood = "[[terrain]]\nkind = \"wood\"\narea = [[4.0, 4.0], [6.0, 4.0], [5.0, 6.0]]\n";
    assert_eq!(wrong(&format!("{army}{wood}")), ["terrain"]);
    assert_eq!(wrong(&format!("{army}[table]\nwidth = 30.0\ndepth = 16.0\n")), ["table"]);
    assert_eq!(wrong(&format!("{army}[[objective]]\nat = [5.0, 5.0]\n")), ["objective"]);
}

#[test]
fn bl_pck_04_the_higher_of_two_dice() {
    let army = army(&[2, 2, 2]);
    let field = open(&army, &[("BL-PCK-04", &[3, 5]), ("BL-PCK-04", &[2, 1])]);
    assert_eq!(stands(&field).choices, [5, 2]);
}

/// Who is asked while pieces are placed one after the other until none is left.
fn order(field: &mut Field) -> Vec<u8> {
    let mut order = Vec::new();
    for i in 0..12 {
        order.push(field.asked().number() + 1);
        let (x, y) = (2. + 4. * f64::from(i % 6), 3. + 5. * f64::from(i / 6));
        let step = lay(sized(Kind::Wood, x, y, 2.));
        if field.try_play(&step, &[]).is_err() {
            field.play(&step, &[("BL-PCK-12", &[2])]);
            break;
        }
    }
    order
}

#[test]
fn bl_pck_05_who_has_more_choices_begins() {
    assert_eq!(rolled(5, 3).asked(), Seat::FIRST);
    assert_eq!(rolled(3, 5).asked(), Seat::SECOND);
}

#[test]
fn bl_pck_10_placing_goes_on_until_all_are_used() {
    assert_eq!(order(&mut rolled(5, 3)), [1, 2, 1, 2, 1, 2, 1, 1]);
    assert_eq!(order(&mut rolled(2, 4)), [2, 1, 2, 1, 2, 2]);
}

#[test]
fn bl_pck_06_the_winner_of_a_tiebreaker_gets_one_more() {
    let tie = |die: u32| {
        let dice: [(&str, &[u32]); 3] =
            [("BL-PCK-04", &[4, 1]), ("BL-PCK-04", &[4, 4]), ("BL-PCK-06", &[die])];
        let field = open(&army(&[2, 2, 2]), &dice);
        (stands(&field).choices, field.asked())
    };
    assert_eq!(tie(2), ([5, 4], Seat::FIRST));
    assert_eq!(tie(5), ([4, 5], Seat::SECOND));
}

#[test]
fn bl_amb_250_the_first_named_player_rolls_and_even_is_his() {
    for (die, winner) in [(1, 1), (2, 0), (3, 1), (4, 0), (5, 1), (6, 0)] {
        assert_eq!(stage(&laid(&[], die)), SetupStage::Role(winner), "{die}");
    }
}

#[test]
fn bl_pck_07_anywhere_on_the_table() {
    let mut field = rolled(5, 3);
    for (x, y) in [(12., 8.), (5., 3.), (5., 13.)] {
        assert!(field.refused(&lay(piece(Kind::Wood, x, y))).is_empty());
        field.play(&lay(piece(Kind::Wood, x, y)), &[]);
    }
    let truth = field.truth();
    assert_eq!(truth.field.ground().pieces().len(), 3);
    let wood = truth.field.ground().areas(|piece| piece.kind == Kind::Wood).next().unwrap().1;
    assert!(wood.depth(table::vec2::vec2(120_000., 80_000.)) > 14_000., "round, 3 BW across");
}

#[test]
fn bl_pck_08_pieces_are_about_3_bw_across() {
    let field = rolled(5, 3);
    let refused = |size: f64| field.refused(&lay(sized(Kind::Wood, 12., 8., size)));
    assert_eq!(refused(5.), ["BL-PCK-08"]);
    assert_eq!(refused(3.6), ["BL-PCK-08"]);
    assert_eq!(refused(1.9), ["BL-PCK-08"]);
    assert!(refused(2.).is_empty() && refused(3.5).is_empty());
}

#[test]
fn bl_pck_09_kinds_of_quick_terrain() {
    let mut field = rolled(5, 3);
    let fine =
        [Kind::Hill, Kind::Wood, Kind::Urban, Kind::MinorRiver, Kind::Rocky, Kind::Marsh, Kind::Ploughed];
    for kind in fine {
        assert!(field.refused(&lay(piece(kind, 12., 8.))).is_empty(), "{kind:?}");
    }
    for kind in [Kind::MajorRiver, Kind::Road, Kind::Crossing, Kind::Crest] {
        assert_eq!(field.refused(&lay(piece(kind, 12., 8.))), ["BL-PCK-09"], "{kind:?}");
    }
    // A second base beside the first would make a town of it.
    field.play(&lay(piece(Kind::Urban, 12., 8.)), &[]);
    assert_eq!(field.refused(&lay(piece(Kind::Urban, 13.1, 8.))), ["BL-PCK-09"]);
    assert!(field.refused(&lay(piece(Kind::Urban, 13.2, 8.))).is_empty());
}

#[test]
fn bl_pck_11_declining_forfeits_all_that_are_left() {
    let mut field = rolled(5, 3);
    field.play(&lay(piece(Kind::Wood, 12., 8.)), &[]);
    field.play(&lay(piece(Kind::Wood, 6., 8.)), &[]);
    assert_eq!(field.refused(&[Step::EndPhase]), ["BL-PCK-11"], "nobody passes");
    field.play(&[Step::Decline], &[]);
    assert_eq!(stands(&field).choices, [0, 2]);
    assert_eq!(field.asked(), Seat::SECOND);
    field.play(&lay(piece(Kind::Hill, 18., 3.)), &[]);
    assert_eq!(field.asked(), Seat::SECOND, "he goes on alone");
    field.play(&lay(piece(Kind::Hill, 18., 13.)), &[("BL-PCK-12", &[2])]);
    assert_eq!(stage(&field), SetupStage::Role(0));
    let told = field.told(Viewer::Public);
    assert!(told.iter().any(|(rule, line)| rule == "BL-PCK-11" && line.contains("4 choice")), "{told:?}");
}

#[test]
fn bl_pck_12_the_winner_of_the_tiebreaker_chooses() {
    assert_eq!(laid(&[], 4).asked(), Seat::FIRST);
    let field = laid(&[], 3);
    assert_eq!(field.asked(), Seat::SECOND);
    assert_eq!(field.refused(&[Step::ChooseEdge { edge: Compass::North }]), ["BL-PCK-12"]);
}

#[test]
fn bl_pck_13_the_other_takes_the_opposite_role() {
    let mut field = laid(&[], 4);
    field.play(&[Step::ChooseRole { role: Role::Defender }], &[]);
    assert_eq!((stands(&field).defending(), stands(&field).attacker()), (0, 1));
    assert_eq!((stage(&field), field.asked()), (SetupStage::Edge, Seat::FIRST));
    let mut field = laid(&[], 4);
    field.play(&[Step::ChooseRole { role: Role::Attacker }], &[]);
    assert_eq!((stands(&field).defending(), field.asked()), (1, Seat::SECOND));
}

#[test]
fn bl_pck_14_the_defender_chooses_a_long_edge() {
    let mut field = laid(&[], 4);
    field.play(&[Step::ChooseRole { role: Role::Attacker }], &[]);
    for short in [Compass::East, Compass::West] {
        assert_eq!(field.refused(&[Step::ChooseEdge { edge: short }]), ["BL-PCK-14"]);
    }
    field.play(&[Step::ChooseEdge { edge: Compass::South }], &[]);
    let truth = field.truth();
    let owner = |edge| {
        let border = truth.field.ground().border();
        border.stretches().filter(|s| s.edge == edge).map(|s| (s.to, s.owner)).collect::<Vec<_>>()
    };
    assert_eq!(owner(Compass::South), [(240_000, Some(1))]);
    assert_eq!(owner(Compass::North), [(240_000, Some(0))]);
    assert_eq!(owner(Compass::East), [(160_000, None)]);
}

#[test]
fn bl_pck_16_six_bw_lie_between_the_areas() {
    let field = at_objectives(&[]);
    let (truth, setup) = (field.truth(), stands(&field));
    assert_eq!(setup.zone(1).unwrap().span(&truth), [100_000, 160_000]);
    assert_eq!(setup.zone(0).unwrap().span(&truth), [0, 40_000]);
}

#[test]
fn bl_amb_232_a_base_is_a_little_over_one_bw() {
    let field = laid(&[piece(Kind::Urban, 12., 8.)], 4);
    let truth = field.truth();
    let base = truth.field.ground().areas(|_| true).next().unwrap().1;
    assert_eq!(URBAN_BASE, 11_000);
    let xs: Vec<i32> = base.corners().iter().map(|c| c.x).collect();
    assert_eq!((xs.iter().min(), xs.iter().max()), (Some(&114_500), Some(&125_500)));
    assert_eq!(rolled(5, 3).refused(&lay(sized(Kind::Urban, 12., 8., 2.))), ["BL-PCK-08"]);
}

#[test]
fn bl_amb_245_a_river_is_3_bw_long_and_at_most_a_third_wide() {
    let field = rolled(5, 3);
    let river = |size, width| TerrainPiece { size, width, ..piece(Kind::MinorRiver, 12., 8.) };
    assert_eq!(field.refused(&lay(river(Some(4 * BW), None))), ["BL-PCK-08"]);
    assert_eq!(field.refused(&lay(river(Some(3 * BW), Some(3_334)))), ["BL-AMB-245"]);
    assert!(field.refused(&lay(river(Some(3 * BW), Some(2_000)))).is_empty());
    let wide = TerrainPiece { width: Some(1_000), ..piece(Kind::Wood, 12., 8.) };
    assert_eq!(field.refused(&lay(wide)), ["BL-AMB-245"]);
    let east = TerrainPiece { heading: Heading::degrees(90.), ..river(None, None) };
    let mut field = field;
    field.play(&lay(east), &[]);
    let truth = field.truth();
    let bank = truth.field.ground().areas(|_| true).next().unwrap().1;
    let mut corners = bank.corners().to_vec();
    corners.sort();
    // A third of a BW is 3333 grains: half of it is rounded.
    assert!(corners.iter().all(|c| [105_000, 135_000].contains(&c.x) && (c.y - 80_000).abs() <= 1_667));
}

#[test]
fn bl_amb_245_no_piece_off_the_table() {
    let field = rolled(5, 3);
    assert!(field.refused(&lay(piece(Kind::Wood, 1.5, 8.))).is_empty());
    assert_eq!(field.refused(&lay(piece(Kind::Wood, 1.4, 8.))), ["BL-AMB-245"]);
    assert_eq!(field.refused(&lay(piece(Kind::MinorRiver, 12., 15.))), ["BL-AMB-245"]);
}

#[test]
fn bl_amb_245_what_may_overlap() {
    let mut field = rolled(5, 3);
    field.play(&lay(sized(Kind::Hill, 12., 8., 3.5)), &[]);
    for kind in [Kind::Wood, Kind::Rocky, Kind::Marsh, Kind::Ploughed, Kind::Urban] {
        assert!(field.refused(&lay(piece(kind, 13., 8.))).is_empty(), "{kind:?} on a hill");
    }
    assert_eq!(field.refused(&lay(piece(Kind::MinorRiver, 13., 8.))), ["BL-AMB-245"]);
    assert!(field.refused(&lay(sized(Kind::Hill, 12.2, 8., 2.))).is_empty(), "a smaller hill inside");
    assert_eq!(field.refused(&lay(sized(Kind::Hill, 13.5, 8., 2.))), ["BL-AMB-245"], "it sticks out");
    assert_eq!(field.refused(&lay(sized(Kind::Hill, 12., 8., 3.5))), ["BL-AMB-245"], "equal hills");
    field.play(&lay(piece(Kind::Wood, 6., 8.)), &[]);
    assert_eq!(field.refused(&lay(piece(Kind::Marsh, 7., 8.))), ["BL-AMB-245"]);
    let why = field.judge(&lay(piece(Kind::Urban, 6., 8.))).unwrap_err();
    assert_eq!(why[0].sentence, "an urban area may not overlap what lies here");
    assert!(field.refused(&lay(piece(Kind::Hill, 7., 8.))).is_empty(), "in either order");
}

#[test]
fn bl_ter_24_a_crest_is_fixed_with_its_hill() {
    let crested = TerrainPiece { crest: true, ..piece(Kind::Hill, 12., 8.) };
    let truth = laid(&[crested], 4).truth();
    let crest = truth.field.crests().next().unwrap();
    let points = crest.shape.line().unwrap().points().to_vec();
    assert_eq!(points, [corner(105_000, 80_000), corner(135_000, 80_000)], "across its heading");
    let wood = TerrainPiece { crest: true, ..piece(Kind::Wood, 12., 8.) };
    assert_eq!(rolled(5, 3).refused(&lay(wood)), ["BL-TER-24"]);
}
