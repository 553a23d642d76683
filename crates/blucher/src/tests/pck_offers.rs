//! PCK – what the setup of a pickup game asks and offers.

use super::pickup::*;
use crate::Blucher;
use crate::card::Arm;
use crate::field::Kind;
use crate::options::prompts;
use crate::pickup::{SetupStage, at_random, deploy as deploying};
use crate::step::{Deployed, Role, Step, TerrainPiece};
use crate::testing::{Field, written};
use dice::{Dice, Faces, NeedsDice, Why};
use table::border::Compass;
use table::heading::Heading;
use table::point::{Point, at};
use table::pose::pose;
use umpire::{Drag, Game, Known, Options, Place, PlaceId, Seat, Viewer};

fn known(field: &Field) -> Known<Blucher> {
    field.battle.known(Viewer::Seat(field.asked()))
}

fn options(field: &Field) -> Options<Step> {
    Blucher::options(&known(field))
}

fn ask(field: &Field) -> String {
    prompts(known(field).state())[0].ask.to_string()
}

fn place<'a>(options: &'a Options<Step>, label: &str) -> &'a Place<Step> {
    options.places.iter().find(|place| place.label == label).unwrap()
}

fn fields(place: &Place<Step>) -> Vec<(String, usize)> {
    place.fields.iter().map(|field| (field.name.to_string(), field.values.len())).collect()
}

#[test]
fn bl_pck_05_the_side_that_is_asked_is_told_how_many_choices_it_has() {
    assert!(ask(&rolled(6, 2)).contains("(6 left)"));
    assert!(ask(&rolled(2, 6)).contains("(6 left)"));
    let mut field = rolled(6, 2);
    let step = lay(piece(Kind::Wood, 12., 8.));
    field.play(&step, &[]);
    assert_eq!(field.asked(), Seat::SECOND);
    assert!(ask(&field).contains("(2 left)"));
    let stages = [
        SetupStage::Terrain(0),
        SetupStage::Role(0),
        SetupStage::Edge,
        SetupStage::AttackersObjectives,
        SetupStage::DefendersUnits,
        SetupStage::DefendersObjective,
        SetupStage::AttackersUnits,
    ];
    let mut words = stages.map(SetupStage::words).to_vec();
    words.sort_unstable();
    words.dedup();
    assert!(words.len() == 7 && words.contains(&"terrain"), "each stage has words of its own");
}

#[test]
fn bl_pck_09_every_kind_of_quick_terrain_is_offered() {
    let options = options(&rolled(6, 2));
    let kinds =
        ["Place a hill", "Place a wood", "Place a rocky ground", "Place a marsh", "Place a ploughed field"];
    // A grid of 2 BW on 24 by 16: 11 times 7 places, and a piece of 3 BW fits on each.
    for kind in ["Place a hill", "Place a wood"] {
        assert_eq!(place(&options, kind).snaps.len(), 77, "{kind}");
    }
    assert!(options.places.len() == 7 && kinds.len() == 5);
    let wood = |x: f64, y: f64| Step::PlaceTerrain { piece: TerrainPiece::usual(Kind::Wood, at(x, y)) };
    let snaps = &place(&options, "Place a wood").snaps;
    assert!(
        snaps.contains(&wood(2., 2.)) && snaps.contains(&wood(22., 14.)) && snaps.contains(&wood(12., 8.))
    );
    let size = |crest: bool| {
        let mut list = vec![("size".to_owned(), 4)];
        list.extend(crest.then(|| ("crest".to_owned(), 2)));
        list
    };
    assert_eq!(fields(place(&options, "Place a wood")), size(false));
    assert_eq!(fields(place(&options, "Place a hill")), size(true));
    let bare = options.places.iter().filter(|place| place.fields.is_empty()).count();
    assert_eq!(bare, 2, "a base and a length of river have one size");
}

#[test]
fn bl_ter_24_only_a_hill_is_drawn_with_a_crest() {
    let field = rolled(6, 2);
    let aim = |kind: Kind, fields: Vec<i32>, heading: Option<Heading>| {
        let drag = Drag { points: vec![at(9., 8.)], heading, fields };
        match Blucher::aim(&known(&field), PlaceId(kind as u32), &drag) {
            Some(Step::PlaceTerrain { piece }) => (piece.at, piece.size, piece.heading, piece.crest),
            other => panic!("{other:?}"),
        }
    };
    let north = Heading::default();
    assert_eq!(aim(Kind::Hill, vec![25_000, 1], None), (at(9., 8.), Some(25_000), north, true));
    assert_eq!(aim(Kind::Hill, vec![25_000, 0], None), (at(9., 8.), Some(25_000), north, false));
    let east = Heading::degrees(90.);
    assert_eq!(aim(Kind::Wood, vec![25_000, 1], Some(east)), (at(9., 8.), Some(25_000), east, false));
    let drag = Drag { points: vec![at(9., 8.)], ..Drag::default() };
    assert_eq!(Blucher::aim(&known(&field), PlaceId(Kind::MajorRiver as u32), &drag), None);
}

#[test]
fn bl_pck_17_the_area_for_objectives_is_shown() {
    let field = at_objectives(&[]);
    let options = options(&field);
    let objective = place(&options, "Place an objective");
    // 6 BW deep, more than 2 BW off the border.
    let [area] = objective.region.as_slice() else { panic!("{:?}", objective.region) };
    let [low, high] =
        [area.iter().min(), area.iter().max()].map(|corner| corner.copied().unwrap_or_default());
    assert_eq!((area.len(), low, high), (4, at(2.0012, 10.), at(21.9988, 13.9988)));
    // The middle of the table comes first: the area that is 2 BW off the border has its middle at x = 12.
    let Some(Step::PlaceObjective { at: first }) = objective.snaps.first() else { panic!() };
    assert_eq!(first.x, 120_000);
    assert_eq!(ask(&field), "Place the first of your two objectives in the defender's area.");
    let drag = Drag { points: vec![at(3., 3.), at(6., 12.)], ..Drag::default() };
    assert_eq!(Blucher::aim(&known(&field), objective.id, &drag), Some(marker(6., 12.)));
}

#[test]
fn bl_obj_05_where_a_second_objective_may_lie_is_shaded_and_nothing_else() {
    let mut field = at_objectives(&[]);
    field.play(&[marker(7., 12.5)], &[]);
    assert_eq!(ask(&field), "Place the second of your two objectives in the defender's area.");
    let options = options(&field);
    let region = &place(&options, "Place an objective").region;
    // A line to the east crosses the outlines around a point an odd number of times.
    let inside = |x: i32, y: i32| {
        let crossed = |line: &Vec<Point>| {
            let next = line.iter().cycle().skip(1);
            let crosses = |(a, b): &(&Point, &Point)| {
                let across = f64::from(b.x - a.x) * f64::from(y - a.y) / f64::from(b.y - a.y);
                (a.y > y) != (b.y > y) && f64::from(x - a.x) < across
            };
            line.iter().zip(next).filter(crosses).count()
        };
        region.iter().map(crossed).sum::<usize>() % 2 == 1
    };
    assert_eq!(region.len(), 1, "the part east of it: {region:?}");
    let mut shaded = 0;
    for x in (0..=240).map(|n| n * 1_000 + 37) {
        for y in (0..=160).map(|n| n * 1_000 + 37) {
            let [dx, dy] = [x - 70_000, y - 125_000].map(f64::from);
            let far = libm::sqrt(dx * dx + dy * dy);
            // By so much it may lie: within the area, off the border, and away from the first.
            let room = [y - 100_000, 140_000 - y, x - 20_000, 220_000 - x].map(f64::from);
            let room = room.into_iter().fold(far - 80_000.0, f64::min);
            assert!(inside(x, y) == (room > 0.0) || (0.0..200.0).contains(&room), "{x} {y} {room}");
            shaded += usize::from(inside(x, y));
        }
    }
    assert!(shaded > 2_000, "{shaded}");
}

#[test]
fn a_setup_says_what_to_decide_by() {
    let about = |field: &Field| Blucher::hints(&known(field)).about.into_owned();
    let role = about(&laid(&[], 4));
    for part in
        ["attacker moves first", "within 4 BW", "chooses his long edge", "within 6 BW", "two objectives"]
    {
        assert!(role.contains(part), "{role}");
    }
    let field = at_objectives(&[]);
    assert!(about(&field).contains("more than 8 BW from any other"));
    assert!(Blucher::hints(&known(&field)).goal.contains("Or hold all 3 objectives, the stars"));
    let refused = field.judge(&[marker(6., 8.)]).err().unwrap_or_default();
    let said: Vec<_> = refused.iter().map(|why| why.sentence.as_ref()).collect();
    assert_eq!(said, ["the marker is 8.00 BW from the edge, outside the area, which is 6.00 BW deep"]);
}

#[test]
fn bl_pck_18_places_from_the_front_row_to_the_rear_and_from_the_middle_outwards() {
    // The defender's area reaches from y = 10 to the north edge; every second place of a row comes first.
    let field = at_defender();
    let room = deploying::room(&field.truth(), 1);
    assert_eq!(room[..4], [12.5, 10.5, 14.5, 8.5].map(|x| pose(x, 10., 180.)));
    assert_eq!(room[12..14], [11.5, 13.5].map(|x| pose(x, 10., 180.)));
    assert_eq!(room[24], pose(12.5, 11., 180.));
    assert_eq!((room.len(), room[143].at.y), (24 * 6, 150_000));
    // The attacker's area reaches from the south edge to y = 4.
    let field = at_attacker();
    let room = deploying::room(&field.truth(), 0);
    assert_eq!(room[..3], [12.5, 10.5, 14.5].map(|x| pose(x, 4., 0.)));
    assert_eq!((room[24], room.len()), (pose(12.5, 3., 0.), 24 * 4));
}

#[test]
fn bl_amb_234_only_infantry_is_offered_to_be_prepared() {
    let field = at_defender();
    let options = options(&field);
    assert!(ask(&field).contains("(6 left)"));
    let hows = |arm: Arm| {
        let unit = waiting(&field, 1, arm);
        options.places.iter().find(|place| place.piece == Some(unit)).unwrap().fields[0].values.len()
    };
    assert_eq!((hows(Arm::Infantry), hows(Arm::Cavalry), hows(Arm::Artillery)), (3, 2, 2));
    let unit = waiting(&field, 1, Arm::Infantry);
    let first = &options.places.iter().find(|place| place.piece == Some(unit)).unwrap().snaps[0];
    let deploy = Deployed { unit, pose: pose(12.5, 10., 180.), concealed: Some(true), prepared: false };
    assert_eq!(first, &Step::Deploy { deploy });
    // A drag: concealed, revealed or prepared; it faces the enemy unless a heading is drawn.
    let aim = |how: i32, heading: Option<f64>| {
        let drag =
            Drag { points: vec![at(9., 11.)], heading: heading.map(Heading::degrees), fields: vec![how] };
        match Blucher::aim(&known(&field), PlaceId(unit.0), &drag) {
            Some(Step::Deploy { deploy }) => (deploy.pose, deploy.concealed, deploy.prepared),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(aim(0, None), (pose(9., 11., 180.), Some(true), false));
    assert_eq!(aim(1, Some(90.)), (pose(9., 11., 90.), Some(false), false));
    assert_eq!(aim(2, None), (pose(9., 11., 180.), Some(false), true));
}

#[test]
fn bl_amb_14_a_unit_is_set_up_concealed_unless_it_is_prepared() {
    let field = at_defender();
    let canonical = |prepared: bool| {
        let Step::Deploy { deploy } = deploy(&field, Arm::Infantry, 12., 12., 180.) else { panic!() };
        let step = Step::Deploy { deploy: Deployed { concealed: None, prepared, ..deploy } };
        match field.judge(&[step]).unwrap().steps() {
            [Step::Deploy { deploy }] => deploy.concealed,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!((canonical(false), canonical(true)), (Some(true), Some(false)));
}

/// Dice that pick this one.
struct Picks(u32);

impl Dice for Picks {
    fn roll(&mut self, why: Why, _: u8, _: u32) -> Result<Faces, NeedsDice> {
        panic!("{why:?}")
    }

    fn pick(&mut self, _: Why, _: u32) -> Result<u32, NeedsDice> {
        Ok(self.0)
    }
}

#[test]
fn a_setup_at_random_picks_one_of_what_is_offered() {
    let field = laid(&[], 4);
    let pick = |n: u32| at_random(&known(&field), &mut Picks(n)).unwrap();
    assert_eq!(pick(0), Some(Step::ChooseRole { role: Role::Attacker }));
    assert_eq!(pick(1), Some(Step::ChooseRole { role: Role::Defender }));
    assert_eq!(pick(2), None, "there are two");
    let edges = {
        let mut field = laid(&[], 4);
        field.play(&[Step::ChooseRole { role: Role::Defender }], &[]);
        at_random(&known(&field), &mut Picks(1)).unwrap()
    };
    assert_eq!(edges, Some(Step::ChooseEdge { edge: Compass::South }));
}

#[test]
fn bl_pck_08_a_base_and_a_length_of_river_have_one_size() {
    let field = rolled(6, 2);
    let refused = |kind: Kind, size: f64| field.refused(&lay(sized(kind, 12., 8., size)));
    assert!(refused(Kind::MinorRiver, 3.).is_empty());
    assert_eq!(refused(Kind::MinorRiver, 2.5), ["BL-PCK-08"]);
    assert!(refused(Kind::Urban, 1.1).is_empty());
    assert_eq!(refused(Kind::Urban, 2.), ["BL-PCK-08"]);
    // A base is a square of 1.1 BW, whose corners stick out where a round area would not.
    let mut laid = rolled(6, 2);
    let step = lay(sized(Kind::Urban, 12., 8., 1.1));
    laid.play(&step, &[]);
    let state = laid.truth();
    let (_, outline) = state.field.ground().areas(|piece| piece.kind == Kind::Urban).next().unwrap();
    assert_eq!(outline.corners().len(), 4);
}

#[test]
fn bl_pck_01_an_army_without_units_is_named() {
    let text = army(&[2, 2, 2]).split("[[pickup.unit]]\nside = 1").next().unwrap().to_owned();
    let problems = crate::scenario::read(&text).err().unwrap();
    assert!(problems.iter().any(|p| p.sentence == "side 1 has no units"), "{problems:?}");
}

#[test]
fn bl_ter_20_a_road_makes_a_crossing_from_bank_to_bank() {
    use table::terrain::Shape;
    let crossings = |text: &str| -> Vec<Shape> {
        let read = crate::scenario::read(&written(text, &[])).ok().unwrap();
        let pieces = read.field.ground().pieces().iter();
        pieces.filter(|piece| piece.kind == Kind::Crossing).map(|piece| piece.shape.clone()).collect()
    };
    let units = "A blue inf 2,2,0; X red inf 20,14,180; major 0,8.5 24,8.5 w=1; road 10,1 10,15 w=0.3";
    let found = crossings(units);
    let [Shape::Crossing { pose: axis, width, length }] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!((*axis, *width, *length), (pose(10., 8.5, 0.), 3000, 10_000));
    assert_eq!(crossings(&format!("{units}; crossing 10,8.5,0 w=0.4 l=1")).len(), 1, "it is written already");
    assert_eq!(crossings(&format!("{units}; crossing 15,8.5,0 w=0.4 l=1")).len(), 2);
}

#[test]
fn bl_urb_05_only_joined_bases_overlap_by_a_hair() {
    use table::terrain::Shape;
    let widths = |text: &str| -> Vec<i32> {
        let text = format!("A blue inf 2,2,0; X red inf 20,14,180; {text}");
        let read = crate::scenario::read(&written(&text, &[])).ok().unwrap();
        let width = |shape: &Shape| if let Shape::Base { width, .. } = shape { Some(*width) } else { None };
        read.field.ground().pieces().iter().filter_map(|piece| width(&piece.shape)).collect()
    };
    assert_eq!(widths("urban 8,8,0; urban 12,8,0"), [11_000, 11_000]);
    assert!(widths("urban 8,8,0; urban 9.1,8,0").iter().all(|width| *width > 11_000));
    let towns = "A blue inf 2,2,0; X red inf 20,14,180; urban 8,8,0; urban 9.1,8,0; urban 15,8,0";
    let read = crate::scenario::read(&written(towns, &[])).ok().unwrap();
    let mut sizes: Vec<usize> = read.field.towns().iter().map(|town| town.pieces.len()).collect();
    sizes.sort_unstable();
    assert_eq!(sizes, [1, 2]);
}

#[test]
fn bl_unt_06_what_a_card_may_not_say() {
    let fields = |text: &str, changes: &[(&str, &str)]| -> Vec<String> {
        match crate::scenario::read(&written(text, changes)) {
            Ok(_) => Vec::new(),
            Err(problems) => problems.into_iter().map(|p| p.field).collect(),
        }
    };
    let guns = "A blue art 5,5,0; X red inf 5,12,180";
    assert!(fields(guns, &[]).is_empty());
    let elan = [("ammo = [5,4,4,3,2,2]", "elan = 5")];
    assert_eq!(fields(guns, &elan), ["unit[0].ammo"]);
    assert!(fields("A blue art 5,5,0 ammo=5,5,5,5,5,5,5,5,5,5,5,5; X red inf 5,12,180", &[]).is_empty());
    assert_eq!(
        fields("A blue art 5,5,0 ammo=5,5,5,5,5,5,5,5,5,5,5,5,5; X red inf 5,12,180", &[]),
        ["unit[0].ammo"]
    );
    assert_eq!(fields("A blue inf 5,5,400; X red inf 5,12,180", &[]), ["unit[0].heading"]);
    assert_eq!(fields("table 0,16; A blue inf 5,5,0; X red inf 5,12,180", &[]), ["table.width"]);
    // A third of a BW, rounded up, is the greatest width of a minor river (BL-TER-22).
    let river = |width: &str| fields(&format!("{guns}; minor 0,8 24,8 w={width}"), &[]);
    assert!(river("0.3334").is_empty());
    assert_eq!(river("0.3335"), ["terrain[0].width"]);
}

#[test]
fn a_side_of_a_scenario_has_at_most_200_units() {
    let army = |count: usize| {
        let units = "U blue inf 5,5,0; ".repeat(count);
        crate::testing::problems(&format!("{units} X red inf 5,12,180"))
    };
    assert!(army(200).is_empty());
    assert_eq!(army(201).into_iter().map(|(field, _)| field).collect::<Vec<_>>(), ["unit"]);
}
