//! PCK – pickup games: objectives and armies, to the first turn; with AMB-14, -234, -246, -249.

use super::pickup::*;
use crate::Blucher;
use crate::card::Arm;
use crate::options::options;
use crate::pickup::{SetupStage, at_random, deploy as deploying, setup};
use crate::state::{Phase, State};
use crate::step::{Deployed, Role, Step};
use crate::testing::Field;
use table::border::Compass;
use table::pose::pose;
use umpire::{Game, PieceId, Seat, Viewer};

/// The rules that refuse a step of a seat that is not asked.
fn out_of_turn(field: &Field, seat: Seat, step: &Step) -> Vec<String> {
    let known = field.battle.known(Viewer::Seat(seat));
    let why = crate::draft::judge(&known, std::slice::from_ref(step)).unwrap_err();
    why.iter().map(|why| why.rule.to_string()).collect()
}

fn with(step: Step, concealed: Option<bool>, prepared: bool) -> Step {
    let Step::Deploy { deploy } = step else { panic!("{step:?}") };
    Step::Deploy { deploy: Deployed { concealed, prepared, ..deploy } }
}

fn unit_of(step: &Step) -> PieceId {
    let Step::Deploy { deploy } = step else { panic!("{step:?}") };
    deploy.unit
}

#[test]
fn bl_pck_15_the_defender_stands_within_6_bw_of_his_edge() {
    let field = at_defender();
    let refused = |y: f64| field.refused(&[deploy(&field, Arm::Infantry, 12., y, 180.)]);
    assert!(refused(10.).is_empty() && refused(15.).is_empty());
    assert_eq!(refused(9.99), ["BL-PCK-15"]);
    assert_eq!(refused(15.02), ["BL-PCK-15"], "off the table");
    // Turned by 45 degrees the nearer front corner is 0.354 BW before the centerpoint.
    let turned = |y: f64| field.refused(&[deploy(&field, Arm::Infantry, 12., y, 225.)]);
    assert!(turned(10.36).is_empty());
    assert_eq!(turned(10.35), ["BL-PCK-15"]);
}

#[test]
fn bl_pck_17_the_attacker_places_two_objectives_in_the_defenders_area() {
    let mut field = at_objectives(&[]);
    assert_eq!(field.asked(), Seat::FIRST);
    assert_eq!(field.refused(&[marker(6., 9.9)]), ["BL-PCK-17"]);
    assert_eq!(field.refused(&[marker(6., 14.)]), ["BL-OBJ-06"]);
    assert!(field.refused(&[marker(6., 13.9)]).is_empty());
    field.play(&[marker(6., 10.)], &[]);
    assert_eq!((field.asked(), stage(&field)), (Seat::FIRST, SetupStage::AttackersObjectives));
    let unit = waiting(&field, 1, Arm::Infantry);
    let early = Deployed { unit, pose: pose(12., 12., 180.), concealed: None, prepared: false };
    assert_eq!(field.refused(&[Step::Deploy { deploy: early }]), ["BL-PCK-17"], "with one marker");
    assert_eq!(field.refused(&[marker(14., 10.)]), ["BL-OBJ-05"]);
    field.play(&[marker(14.1, 10.)], &[]);
    assert_eq!(stage(&field), SetupStage::DefendersUnits);
}

#[test]
fn bl_pck_18_the_defender_sets_up_first() {
    let field = at_defender();
    assert_eq!(field.asked(), Seat::SECOND);
    let unit = waiting(&field, 0, Arm::Infantry);
    let blue = Deployed { unit, pose: pose(12., 3., 0.), concealed: None, prepared: false };
    assert_eq!(out_of_turn(&field, Seat::FIRST, &Step::Deploy { deploy: blue }), ["BL-TRN-02"]);
    let stolen = Deployed { pose: pose(12., 12., 180.), ..blue };
    assert_eq!(field.refused(&[Step::Deploy { deploy: stolen }]), ["BL-AMB-249"]);
    assert_eq!(field.refused(&[Step::EndPhase]), ["BL-PCK-18"], "with units that wait");
}

#[test]
fn bl_pck_19_the_defender_places_one_objective_in_the_attackers_area() {
    let mut field = at_third_objective();
    assert_eq!((field.asked(), stage(&field)), (Seat::SECOND, SetupStage::DefendersObjective));
    let unit = waiting(&field, 0, Arm::Infantry);
    let blue = Deployed { unit, pose: pose(12., 3., 0.), concealed: None, prepared: false };
    assert_eq!(field.refused(&[Step::Deploy { deploy: blue }]), ["BL-PCK-19"]);
    assert_eq!(field.refused(&[marker(12., 4.1)]), ["BL-PCK-19"]);
    assert_eq!(field.refused(&[marker(12., 2.)]), ["BL-OBJ-06"]);
    field.play(&[marker(12., 4.)], &[]);
    assert_eq!((field.asked(), stage(&field)), (Seat::FIRST, SetupStage::AttackersUnits));
}

#[test]
fn bl_amb_246_the_defenders_objective_is_not_left_out() {
    let field = at_third_objective();
    for step in [Step::Decline, Step::EndPhase, Step::Concede] {
        assert_eq!(field.refused(&[step]), ["BL-PCK-19"]);
    }
}

#[test]
fn bl_pck_20_the_attacker_stands_within_4_bw_of_his_edge() {
    let field = at_attacker();
    let refused = |y: f64| field.refused(&[deploy(&field, Arm::Infantry, 12., y, 0.)]);
    assert!(refused(4.).is_empty() && refused(1.).is_empty());
    assert_eq!(refused(4.01), ["BL-PCK-20"]);
    assert_eq!(refused(0.9), ["BL-PCK-20"], "off the table");
}

#[test]
fn bl_pck_20_the_whole_army_finds_room() {
    // 96 units need every place of the grid of 24 by 4.
    let mut state = at_attacker().truth();
    let Phase::Setup(setup) = &mut state.phase else { panic!() };
    let model = setup.waiting[0].clone();
    setup.waiting =
        (0..96).map(|i| crate::state::Unit { id: PieceId(900_000 + i), ..model.clone() }).collect();
    let put = |state: &State, x: f64| {
        let step =
            Deployed { unit: PieceId(900_000), pose: pose(x, 4., 0.), concealed: None, prepared: false };
        deploying::deploy(&mut state.clone(), 0, step).map(drop)
    };
    assert!(put(&state, 12.5).is_ok());
    let why = put(&state, 12.).unwrap_err();
    assert_eq!(why[0].rule.to_string(), "BL-PCK-20");
    assert_eq!(why[0].numbers, [("units".into(), 95)]);
}

#[test]
fn bl_mov_15_no_unit_is_set_up_on_another() {
    let mut field = at_attacker();
    let first = deploy(&field, Arm::Infantry, 12., 4., 0.);
    field.play(&[first], &[]);
    assert_eq!(field.refused(&[deploy(&field, Arm::Cavalry, 12.9, 4., 0.)]), ["BL-MOV-15"]);
    assert!(field.refused(&[deploy(&field, Arm::Cavalry, 13., 4., 0.)]).is_empty());
}

#[test]
fn bl_pck_21_objectives_keep_their_usual_limits() {
    let field = at_objectives(&[piece(crate::field::Kind::Urban, 12., 12.)]);
    assert_eq!(field.refused(&[marker(6., 14.1)]), ["BL-OBJ-02", "BL-OBJ-06"], "1.9 BW from the edge");
    assert_eq!(field.refused(&[marker(6., 12.)]), ["BL-OBJ-02"]);
    assert!(field.refused(&[marker(12., 12.)]).is_empty());
}

#[test]
fn bl_pck_22_who_has_an_objective_in_his_area_controls_it() {
    let control: Vec<_> = at_attacker().truth().objectives.iter().map(|o| o.control).collect();
    assert_eq!(control, [Some(1), Some(1), Some(0)]);
}

#[test]
fn bl_obj_08_a_marker_in_a_setup_area_is_its_sides() {
    let mut field = at_objectives(&[]);
    field.play(&[marker(6., 12.)], &[]);
    assert_eq!(field.truth().objectives[0].control, Some(1));
}

/// Answers every question as the umpire would; how often an objective was asked for.
fn through(field: &mut Field) -> usize {
    let mut objectives = 0;
    while setup(&field.truth()).is_some() {
        let step = fallback(field);
        objectives += usize::from(matches!(step, Step::PlaceObjective { .. }));
        if field.try_play(std::slice::from_ref(&step), &[]).is_err() {
            let rule = if step == Step::Decline { "BL-PCK-12" } else { "BL-MOM-01" };
            let faces: &[u32] = if step == Step::Decline { &[2] } else { &[4, 5, 6] };
            field.play(&[step], &[(rule, faces)]);
        }
    }
    objectives
}

#[test]
fn bl_obj_01_exactly_three_markers_are_asked_for() {
    let mut field = rolled(5, 3);
    assert_eq!(through(&mut field), 3);
    let truth = field.truth();
    assert_eq!((truth.objectives.len(), truth.units.len()), (3, 12));
    assert_eq!(truth.units.iter().filter(|unit| unit.revealed()).count(), 0);
}

#[test]
fn bl_pck_23_the_attacker_has_the_first_turn() {
    // Red wins the tiebreaker and attacks.
    let mut field = laid(&[], 3);
    field.play(&[Step::ChooseRole { role: Role::Attacker }], &[]);
    field.play(&[Step::ChooseEdge { edge: Compass::South }], &[]);
    through(&mut field);
    let truth = field.truth();
    assert_eq!((truth.turn, truth.active), (1, 1));
    assert!(matches!(truth.phase, Phase::Movement { .. }));
    assert_eq!(field.asked(), Seat::SECOND);
    let heard = |seat| field.told(Viewer::Seat(seat)).iter().any(|(rule, _)| rule == "BL-MOM-01");
    assert!(heard(Seat::FIRST) && !heard(Seat::SECOND), "the defender rolls the first MO dice");
    field.next_turn();
    assert_eq!((field.truth().turn, field.truth().active), (2, 0));
}

#[test]
fn bl_amb_14_units_start_concealed_unless_their_owner_reveals_them() {
    let mut field = at_defender();
    for (arm, x, concealed, revealed) in [
        (Arm::Infantry, 5., None, false),
        (Arm::Cavalry, 8., Some(false), true),
        (Arm::Artillery, 11., Some(true), false),
    ] {
        let step = with(deploy(&field, arm, x, 12., 180.), concealed, false);
        let id = unit_of(&step);
        field.play(&[step], &[]);
        assert_eq!(field.truth().unit(id).unwrap().revealed(), revealed, "{arm}");
    }
    let step = with(deploy(&field, Arm::Infantry, 14., 12., 180.), None, true);
    let id = unit_of(&step);
    field.play(&[step], &[]);
    let unit = field.truth().unit(id).unwrap().clone();
    assert!(unit.prepared && unit.revealed(), "a prepared unit starts revealed");
}

#[test]
fn bl_con_02_who_is_set_up_revealed_is_said_to_be() {
    let field = at_defender();
    let warned = |concealed, prepared| {
        let step = with(deploy(&field, Arm::Infantry, 5., 12., 180.), concealed, prepared);
        let known = field.judge(&[step]).unwrap().after;
        Blucher::hints(&known).gives_away.into_owned()
    };
    let said = warned(Some(false), false);
    assert!(said.starts_with("Played, it shows the enemy the card of 1-"), "{said}");
    assert!(said.contains("because it is set up revealed (BL-CON-02)"), "{said}");
    assert_eq!(warned(None, true), said, "prepared units are revealed (BL-AMB-14)");
    assert_eq!([warned(None, false), warned(Some(true), false)], ["", ""]);
}

#[test]
fn bl_amb_234_infantry_may_be_set_up_prepared_if_it_is_revealed() {
    let field = at_defender();
    let refused =
        |arm, concealed| field.refused(&[with(deploy(&field, arm, 5., 12., 180.), concealed, true)]);
    assert!(refused(Arm::Infantry, Some(false)).is_empty());
    assert_eq!(refused(Arm::Infantry, Some(true)), ["BL-AMB-14"]);
    assert_eq!(refused(Arm::Cavalry, None), ["BL-AMB-234"]);
    assert_eq!(refused(Arm::Artillery, Some(false)), ["BL-AMB-234"]);
}

#[test]
fn bl_amb_249_the_opponent_sees_positions_and_facings_only() {
    let mut field = at_defender();
    let step = deploy(&field, Arm::Cavalry, 8., 12., 200.);
    let id = unit_of(&step);
    field.play(&[step], &[]);
    let blue = field.battle.known(Viewer::Seat(Seat::FIRST)).state().clone();
    let unit = blue.unit(id).unwrap();
    assert_eq!(unit.pose, pose(8., 12., 200.));
    assert_eq!((unit.card.get(), unit.arm.get(), unit.marks.get()), (None, None, None));
    // Of those that wait he knows the number, of his own everything.
    let waits = setup(&blue).unwrap();
    assert_eq!((waits.waiting_of(0).count(), waits.waiting_of(1).count()), (6, 5));
    assert!(waits.waiting_of(1).all(|unit| unit.card.get().is_none() && unit.arm.get().is_none()));
    assert!(waits.waiting_of(0).all(|unit| unit.card.get().is_some()));
    let told = field.told(Viewer::Seat(Seat::FIRST));
    assert!(told.iter().any(|(_, line)| line == "A concealed Red unit is set up by Red."), "{told:?}");
    assert!(!told.iter().any(|(_, line)| line.contains("1-1")));
}

#[test]
fn bl_mor_01_morale_counts_the_army_that_waits() {
    let truth = rolled(5, 3).truth();
    // Five of six are infantry or cavalry: a third, rounded up.
    assert_eq!((truth.morale[0].truth(), truth.morale[1].truth()), (&2, &2));
}

/// Sets a game up with answers drawn at random; every step that is offered is legal.
fn at_random_from(seed: u8) -> State {
    let chance =
        umpire::Chance { dice: umpire::DiceFrom::Stream, seed: dice::Hex(vec![seed; 32]), added: vec![] };
    let text = army(&[2, 2, 2]);
    let scenario = umpire::Scenario { name: "test".into(), text };
    let opening = umpire::Opening { scenario, chance, given: Vec::new() };
    let Ok(battle) = umpire::Battle::open(opening) else { panic!("it opens") };
    let mut field = Field { battle };
    let mut dice = dice::Stream::new(&dice::Seed::new([seed; 32]));
    while setup(&field.truth()).is_some() {
        let known = field.battle.known(Viewer::Seat(field.asked()));
        let offered = options(&known);
        let snaps = offered.places.iter().flat_map(|place| &place.snaps);
        for step in offered.steps.iter().map(|offer| &offer.step).chain(snaps.step_by(29)) {
            assert!(field.refused(std::slice::from_ref(step)).is_empty(), "{step:?}");
        }
        let step = at_random(&known, &mut dice).unwrap().unwrap();
        field.play(&[step], &[]);
    }
    let Ok(again) = umpire::Battle::<Blucher>::replay(field.battle.journal(), None) else {
        panic!("it can be replayed")
    };
    assert_eq!(*again.known(Viewer::All).state(), field.truth());
    field.truth()
}

#[test]
fn bl_pck_03_a_game_can_be_set_up_at_random() {
    let one = at_random_from(5);
    assert_eq!((one.units.len(), one.objectives.len(), one.turn), (12, 3, 1));
    assert!(!one.field.ground().pieces().is_empty());
    assert_eq!(one, at_random_from(5), "the same seed gives the same battle");
    assert_ne!(one.field, at_random_from(6).field);
}

#[test]
fn bl_pck_09_terrain_drawn_at_random_is_of_every_kind_and_offered() {
    let field = rolled(5, 3);
    let known = field.battle.known(Viewer::Seat(field.asked()));
    let offered = options(&known);
    let mut dice = dice::Stream::new(&dice::Seed::new([9; 32]));
    let mut kinds = std::collections::BTreeSet::new();
    for _ in 0..200 {
        let step = at_random(&known, &mut dice).unwrap().unwrap();
        match &step {
            Step::PlaceTerrain { piece } => {
                let usual =
                    Step::PlaceTerrain { piece: crate::step::TerrainPiece::usual(piece.kind, piece.at) };
                assert!(offered.places.iter().any(|place| place.snaps.contains(&usual)), "{step:?}");
                kinds.insert(piece.kind.word());
            }
            other => assert_eq!(*other, Step::Decline),
        }
    }
    assert_eq!(kinds.len(), 7, "{kinds:?}");
}

#[test]
fn what_a_hand_draws_becomes_a_step() {
    let drawn = |x: f64, y: f64, fields: &[i32]| umpire::Drag {
        points: vec![table::point::at(x, y)],
        heading: None,
        fields: fields.to_vec(),
    };
    let aimed = |field: &Field, label: &str, drag: &umpire::Drag| {
        let known = field.battle.known(Viewer::Seat(field.asked()));
        let places = options(&known).places;
        let place = places.iter().find(|place| place.label.as_ref().starts_with(label)).unwrap();
        let step = crate::options::aim(&known, place.id, drag).unwrap();
        assert!(field.refused(std::slice::from_ref(&step)).is_empty(), "{step:?}");
        step
    };
    let hill = aimed(&rolled(5, 3), "Place a hill", &drawn(7.3, 4.1, &[25_000, 1]));
    let crested = crate::step::TerrainPiece { crest: true, ..sized(crate::field::Kind::Hill, 7.3, 4.1, 2.5) };
    assert_eq!(hill, Step::PlaceTerrain { piece: crested });
    assert_eq!(aimed(&at_objectives(&[]), "Place an obj", &drawn(7.3, 12.1, &[])), marker(7.3, 12.1));
    let field = at_defender();
    let Step::Deploy { deploy } = aimed(&field, "Set up 1-0", &drawn(7.3, 12.1, &[2])) else { panic!() };
    assert_eq!((deploy.pose, deploy.prepared), (pose(7.3, 12.1, 180.), true));
}

#[test]
fn a_setup_survives_being_written_down() {
    let field = at_third_objective();
    let truth = field.truth();
    let text = serde_json::to_string(&truth).unwrap();
    assert_eq!(serde_json::from_str::<State>(&text).unwrap(), truth);
    let step: Step =
        serde_json::from_str(r#"{"step":"place_terrain","piece":{"kind":"wood","at":[120000,80000]}}"#)
            .unwrap();
    assert_eq!(step, lay(piece(crate::field::Kind::Wood, 12., 8.))[0]);
    let told = field.battle.view(Viewer::Public, 0).lines.len();
    assert!(told > 10);
}

#[test]
fn bl_amb_249_the_card_of_a_unit_that_waits_is_its_owners() {
    let field = at_defender();
    let id = waiting(&field, 1, Arm::Cavalry);
    let looked = |seat| {
        let known = field.battle.known(Viewer::Seat(seat));
        let seen = crate::options::inspect(&known, id).unwrap();
        (seen.title.to_string(), seen.card.len())
    };
    assert_eq!(looked(Seat::SECOND), ("1-1".to_owned(), 5), "flag, arm, corps, move, elan");
    assert_eq!(looked(Seat::FIRST), ("a unit".to_owned(), 2), "flag, concealed");
}

#[test]
fn an_imagined_setup_lacks_nothing() {
    let known = at_defender().battle.known(Viewer::Seat(Seat::FIRST)).state().clone();
    let mut dice = dice::Stream::new(&dice::Seed::new([7; 32]));
    let world = crate::knowledge::imagine(&known, &mut dice);
    let waits = setup(&world).unwrap();
    assert_eq!(waits.waiting.len(), 12);
    assert!(waits.waiting.iter().all(|unit| unit.card.get().is_some() && unit.marks.get().is_some()));
    // Six units, at most six of them count.
    assert!((1..=2).contains(world.morale[1].truth()));
}

/// BL-AMB-249, BL-PCK-11: what rolls nothing and reveals nothing may be taken back by the side that did it.
#[test]
fn a_step_of_the_setup_may_be_undone() {
    let undone = |field: &mut Field, step: Step| {
        let (seat, before) = (field.asked(), field.truth());
        field.play(&[step], &[]);
        let may = field.battle.may_undo(seat);
        if may {
            assert!(field.battle.undo(seat).is_ok());
            assert_eq!(State { asked: 0, ..field.truth() }, State { asked: 0, ..before });
        }
        may
    };
    assert!(undone(&mut rolled(6, 2), lay(piece(crate::field::Kind::Wood, 6., 6.)).remove(0)));
    assert!(undone(&mut at_objectives(&[]), marker(6., 12.)));
    let infantry =
        |field: &Field, concealed| with(deploy(field, Arm::Infantry, 6., 12., 180.), Some(concealed), false);
    let (mut hidden, mut open) = (at_defender(), at_defender());
    let (face_down, face_up) = (infantry(&hidden, true), infantry(&open, false));
    assert!(undone(&mut hidden, face_down));
    let seat = open.asked();
    assert!(!undone(&mut open, face_up), "its card was seen");
    assert!(open.battle.no_undo(seat).is_some_and(|why| why.contains("revealed something")));
    // After the last unit the MO dice are rolled.
    let mut last = at_attacker();
    let waiting = |field: &Field| setup(&field.truth()).map_or(0, |setup| setup.waiting.len());
    while waiting(&last) > 1 {
        let step = fallback(&last);
        last.play(&[step], &[]);
    }
    let (seat, step) = (last.asked(), fallback(&last));
    last.play(&[step], &[("BL-MOM-01", &[1, 2, 3])]);
    assert!(!last.battle.may_undo(seat));
    assert!(
        last.battle.no_undo(seat).is_some_and(|why| why.contains("put a secret to the test")),
        "not his dice"
    );
}

#[test]
fn bl_amb_249_the_units_that_wait_are_shown_to_their_owner() {
    let field = at_defender();
    let aside = |viewer| {
        let scene = Blucher::scene(&field.battle.known(viewer));
        scene.aside.iter().map(|piece| piece.side).collect::<Vec<u8>>()
    };
    assert_eq!(aside(Viewer::Seat(Seat::FIRST)), [0; 6]);
    assert_eq!(aside(Viewer::Seat(Seat::SECOND)), [1; 6]);
    assert!(aside(Viewer::Public).is_empty());
    assert_eq!(aside(Viewer::All).len(), 12);
}

#[test]
fn a_draft_of_terrain_shows_how_it_would_lie() {
    use umpire::AnyKnown;
    let field = rolled(6, 2);
    let known = field.battle.known(Viewer::Seat(field.asked()));
    let draft = |steps: &[Step]| {
        let steps: Vec<_> = steps.iter().map(|step| serde_json::to_value(step).unwrap()).collect();
        AnyKnown::judge(&known, &steps).unwrap().terrain
    };
    let laid = draft(&lay(piece(crate::field::Kind::Wood, 12., 8.))).unwrap();
    assert_eq!(laid.iter().map(|terrain| terrain.kind.to_string()).collect::<Vec<_>>(), ["wood"]);
    assert_eq!(draft(&[Step::Decline]), None, "nothing changes");
}

#[test]
fn steps_of_the_setup_are_told_in_words() {
    let words = |field: &Field, step: &Step| {
        let after = field.judge(std::slice::from_ref(step)).unwrap_or_else(|why| panic!("{why:?}")).after;
        Blucher::words(&after, step)
    };
    let field = rolled(6, 2);
    assert_eq!(
        words(&field, &lay(piece(crate::field::Kind::Urban, 12., 8.))[0]).label,
        "Terrain: an urban area"
    );
    assert_eq!(words(&field, &Step::Decline).label, "No more terrain");
    let field = at_defender();
    let step = deploy(&field, Arm::Cavalry, 12., 12., 180.);
    let worded = words(&field, &step);
    assert_eq!((worded.label.to_string(), worded.piece), ("1-1 is set up".to_owned(), Some(unit_of(&step))));
}
