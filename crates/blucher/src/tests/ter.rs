//! TER – terrain.

use crate::field::Kind;
use crate::testing::{field, problems};
use table::convex::Convex;
use table::point::at;

const ALL: [Kind; 11] = [
    Kind::Hill,
    Kind::Crest,
    Kind::Wood,
    Kind::Rocky,
    Kind::Marsh,
    Kind::Ploughed,
    Kind::Urban,
    Kind::MinorRiver,
    Kind::MajorRiver,
    Kind::Crossing,
    Kind::Road,
];

const DUEL: &str = "A blue inf 5,5,0; X red inf 5,7,180";

fn kinds(text: &str) -> Vec<Kind> {
    field(&format!("{DUEL}; {text}")).truth().field.ground().pieces().iter().map(|piece| piece.kind).collect()
}

/// The three flags of the terrain table: difficult, obstructs, impassable.
fn flags(kind: Kind) -> [bool; 3] {
    [kind.difficult(), kind.obstructs(), kind.impassable()]
}

#[test]
fn bl_ter_01_what_is_not_covered_is_open() {
    let bare = field(DUEL);
    let everywhere =
        Convex::hull([at(0., 0.), at(24., 0.), at(24., 16.), at(0., 16.)].map(table::point::Point::vec2))
            .unwrap();
    assert!(bare.truth().field.entered(&everywhere, |_| true).is_none());
    let wood = field(&format!("{DUEL}; wood 10,10 12,12"));
    assert!(wood.truth().field.entered(&everywhere, Kind::difficult).is_some());
}

#[test]
fn bl_ter_02_the_kinds_of_terrain() {
    let text =
        "hill 8,8 10,10; wood 11,8 12,9; rocky 13,8 14,9; marsh 15,8 16,9; ploughed 17,8 18,9; urban 20,3,0
        minor 0,12 24,12 w=0.3; major 0,14 24,14 w=1; crossing 5,14,0; road 0,1 24,1 w=0.3";
    let loaded = kinds(text);
    for kind in ALL.into_iter().filter(|kind| *kind != Kind::Crest) {
        assert!(loaded.contains(&kind), "{kind:?}");
    }
    assert!(!problems(&format!("{DUEL}; swamp 3,3 4,4")).is_empty());
    assert!(!problems(&format!("{DUEL}; crest 3,3 4,4")).is_empty());
}

#[test]
fn bl_ter_03_a_bridge_and_a_ford_are_crossings() {
    for word in ["bridge", "ford", "crossing"] {
        let text = format!(
            "title = \"t\"\n[[side]]\nname = \"Blue\"\n[[side]]\nname = \"Red\"\n[[terrain]]\nkind = \"{word}\"\n\
             at = [5.0, 6.5]\nheading = 0.0\nwidth = 0.4\nlength = 1.0\n"
        );
        let read = crate::scenario::read(&text).unwrap();
        assert_eq!(read.field.ground().pieces()[0].kind, Kind::Crossing);
    }
}

#[test]
fn bl_ter_04_rivers_and_marshes_are_water() {
    let water: Vec<Kind> = ALL.into_iter().filter(|kind| kind.water()).collect();
    assert_eq!(water, [Kind::Marsh, Kind::MinorRiver, Kind::MajorRiver]);
}

#[test]
fn bl_ter_05_difficult_terrain() {
    let difficult: Vec<Kind> = ALL.into_iter().filter(|kind| kind.difficult()).collect();
    let want = [Kind::Wood, Kind::Rocky, Kind::Marsh, Kind::Ploughed, Kind::Urban, Kind::MinorRiver];
    assert_eq!(difficult, want);
}

#[test]
fn bl_ter_06_fire_through_covering_terrain_finds_cover() {
    // The wood lies before the target, or behind it.
    let dice = |wood: &str| {
        let text = format!("A blue art 5,5,0 ammo=5; X red inf 5,9,180; {wood}; turn 1 fire");
        field(&text).plan("A", "X")
    };
    let before = dice("wood 3,8 7,8.9");
    assert!(before.dice < 5 && before.rules().contains(&"BL-SHO-09".to_owned()));
    let behind = dice("wood 3,10.1 7,11");
    assert_eq!((behind.dice, behind.rules().contains(&"BL-SHO-09".to_owned())), (5, false));
}

#[test]
fn bl_ter_07_obstructing_terrain() {
    let obstructs: Vec<Kind> = ALL.into_iter().filter(|kind| kind.obstructs()).collect();
    assert_eq!(obstructs, [Kind::Wood, Kind::Urban]);
    for terrain in ["wood 4,7 6,9", "urban 5,7.55,0"] {
        let sees =
            |y: f64| field(&format!("A blue inf 5,5,0; X red inf 5,{y},180; {terrain}")).sees("A", "X");
        assert!(sees(8.0) && !sees(8.1), "{terrain}");
    }
}

#[test]
fn bl_ter_08_nobody_moves_into_impassable_terrain() {
    // The river lies at y 6–7: a charge of 2 across it is refused, one of 1 up to its bank is not.
    let river = "major 0,6.5 24,6.5 w=1";
    let across = field(&format!("{DUEL}; {river}"));
    assert_eq!(across.refused(&across.charge("A", 0., "X")).len(), 1);
    let bank = field(&format!("A blue inf 5,5,0; X red inf 6,5.5,270; {river}"));
    assert_eq!(bank.refused(&bank.charge("A", 45., "X")), Vec::<String>::new());
}

#[test]
fn bl_ter_09_sight_crosses_impassable_terrain() {
    let field = field("A blue art 5,5,0; X red inf 5,9,180; major 0,6.5 24,6.5 w=1");
    assert!(field.sees("A", "X"));
}

#[test]
fn bl_ter_10_only_major_rivers_are_impassable() {
    let impassable: Vec<Kind> = ALL.into_iter().filter(|kind| kind.impassable()).collect();
    assert_eq!(impassable, [Kind::MajorRiver]);
    let wood = field(&format!("{DUEL}; wood 4,6.5 6,8"));
    assert_eq!(wood.refused(&wood.charge("A", 0., "X")), Vec::<String>::new());
}

#[test]
fn bl_ter_11_rough_ground_is_difficult_and_nothing_else() {
    for kind in [Kind::Rocky, Kind::Marsh, Kind::Ploughed] {
        assert!(kind.rough());
        assert_eq!(flags(kind), [true, false, false]);
    }
    assert_eq!(ALL.into_iter().filter(|kind| kind.rough()).count(), 3);
    let field = field("A blue inf 5,5,0; X red inf 5,9,180; rocky 3,5.5 7,8.5");
    assert!(field.sees("A", "X"));
}

#[test]
fn bl_ter_12_a_marsh_differs_by_being_water() {
    assert!(Kind::Marsh.water() && !Kind::Ploughed.water() && !Kind::Rocky.water());
    assert_eq!(flags(Kind::Marsh), flags(Kind::Ploughed));
}

#[test]
fn bl_ter_13_hills_are_open() {
    assert_eq!(flags(Kind::Hill), [false; 3]);
    assert_eq!(flags(Kind::Crest), [false; 3]);
    let field = field("A blue cav 5,5,0; X red inf 5,9,180; hill 3,5 7,10");
    assert_eq!(field.refused(&field.charge("A", 0., "X")), Vec::<String>::new());
}

#[test]
fn bl_ter_14_wood() {
    assert_eq!(flags(Kind::Wood), [true, true, false]);
}

#[test]
fn bl_ter_15_urban_area() {
    assert_eq!(flags(Kind::Urban), [true, true, false]);
}

#[test]
fn bl_ter_16_minor_river() {
    assert_eq!(flags(Kind::MinorRiver), [true, false, false]);
}

#[test]
fn bl_ter_17_major_river() {
    assert_eq!(flags(Kind::MajorRiver), [false, false, true]);
}

#[test]
fn bl_ter_18_crossing() {
    assert_eq!(flags(Kind::Crossing), [false; 3]);
}

#[test]
fn bl_ter_19_a_road_is_open() {
    assert_eq!(flags(Kind::Road), [false; 3]);
}

#[test]
fn bl_ter_20_a_road_makes_a_crossing_where_it_crosses_a_river() {
    let river = "major 0,10 24,10 w=1";
    let crossings = |text: &str| kinds(text).into_iter().filter(|kind| *kind == Kind::Crossing).count();
    assert_eq!(crossings(river), 0);
    assert_eq!(crossings(&format!("{river}; road 12,2 12,15 w=0.3")), 1);
    assert_eq!(crossings(&format!("{river}; road 12,2 12,8 w=0.3")), 0);
}

#[test]
fn bl_ter_21_a_road_leaves_the_terrain_as_it_is() {
    let field = field(&format!("{DUEL}; wood 3,3 7,5.5; road 5,0 5,15 w=0.3"));
    let footprint = Convex::from(field.unit("A").rect());
    assert!(field.truth().field.entered(&footprint, Kind::difficult).is_some());
}

#[test]
fn bl_ter_22_roads_and_minor_rivers_are_narrow() {
    for what in ["minor", "road"] {
        assert!(problems(&format!("{DUEL}; {what} 0,10 24,10 w=0.3333")).is_empty());
        let wide = problems(&format!("{DUEL}; {what} 0,10 24,10 w=0.5"));
        assert!(wide.iter().any(|(field, why)| field == "terrain[0].width" && why.contains("BL-TER-22")));
    }
}

#[test]
fn bl_ter_23_major_rivers_may_have_any_width() {
    for width in ["0.3", "1.0", "2.5"] {
        assert!(problems(&format!("{DUEL}; major 0,10 24,10 w={width}")).is_empty());
    }
}

#[test]
fn bl_ter_24_the_crest_line_is_fixed() {
    let mut field = field(&format!("{DUEL}; hill 8,8 12,12 crest 8,10 12,10"));
    let before = field.truth().field;
    field.play(&field.charge("A", 0., "X"), &[]);
    field.play(&[crate::step::Step::EndPhase], &[]);
    assert_eq!(field.truth().field, before);
    assert_eq!(before.crests().count(), 1);
}

#[test]
fn bl_ter_25_a_hill_may_have_no_crest_line() {
    let field = field("A blue inf 5,5,0; X red inf 5,11,180; hill 3,7 7,10");
    assert!(field.sees("A", "X"));
    assert_eq!(field.truth().field.crests().count(), 0);
}

const HILL: &str = "hill 2,8 8,12 crest 2,9 8,9";

#[test]
fn bl_ter_26_at_the_crest() {
    let at_crest = |y: f64| {
        let field = field(&format!("A blue inf 5,3,0; X red inf 5,{y},180; {HILL}"));
        !crate::sight::crests_at(&field.truth().field, &field.unit("X").rect()).is_empty()
    };
    assert!(at_crest(9.0));
    assert!(!at_crest(9.2));
}

#[test]
fn bl_ter_27_at_the_crest_it_sees_and_is_seen() {
    let field = field(&format!("A blue inf 5,5,0; X red inf 5,9,180; {HILL}"));
    assert!(field.sees("A", "X") && field.sees("X", "A"));
}

#[test]
fn bl_ter_28_a_crest_covers_a_unit_at_it_from_the_far_side() {
    let covered = field(&format!("A blue art 5,5,0 ammo=5; X red inf 5,9,180; {HILL}; turn 1 fire"));
    assert_eq!(covered.plan("A", "X").dice, 3);
    // Without the hill all five.
    let open = field("A blue art 5,5,0 ammo=5; X red inf 5,9,180; turn 1 fire");
    assert_eq!(open.plan("A", "X").dice, 5);
}

#[test]
fn bl_ter_29_nobody_sees_over_a_crest() {
    let field = field(&format!("A blue inf 5,5,0; X red inf 5,11,180; {HILL}"));
    assert!(!field.sees("A", "X") && !field.sees("X", "A"));
}
