//! What a person is told about a move, a battery and a fight is so.

use super::fight::fight;
use super::orders::{reserve, reserve_by};
use crate::Blucher;
use crate::event::Event;
use crate::options::{options, prompts, shade};
use crate::state::State;
use crate::step::Step;
use crate::testing::{Field, field};
use table::point::at;
use umpire::{Game, Known, PlaceId, Viewer};

fn known(field: &Field) -> Known<Blucher> {
    field.battle.known(Viewer::Seat(field.asked()))
}

/// What the kind of move with this word is said to be.
fn about(known: &Known<Blucher>, word: &str) -> String {
    let kinds = Blucher::hints(known).kinds;
    let kind = kinds.iter().find(|kind| kind.word == word).unwrap_or_else(|| panic!("{kinds:?}"));
    kind.about.to_string()
}

/// A and X in combat, with these dice.
fn fought(defence: &[u32], attack: &[u32]) -> Field {
    let mut field = field("A blue inf 5,5,0 charged; X red inf 5,5,180; turn 1 fire");
    field.play(&[Step::EndPhase], &[("BL-CBT-34", defence), ("BL-CBT-35", attack)]);
    field
}

const FAIL: &[u32] = &[1; 6];
const ONE: &[u32] = &[4, 1, 1, 1, 1, 1];

#[test]
fn bl_ret_31_bl_ret_32_which_way_a_retreat_ends_facing_is_told_as_it_is() {
    let mut lost = fought(FAIL, ONE);
    let said = about(&known(&lost), "Retreat");
    assert!(said.contains("facing the way it went: straight back it turns about"), "{said}");
    let unit = lost.id("X");
    lost.play(&[Step::Retreat { unit, bearing: 180 }], &[]);
    assert_eq!(lost.unit("X").pose, table::pose::pose(5., 8., 0.));
    let mut beaten = fought(ONE, FAIL);
    let said = about(&known(&beaten), "Retreat");
    assert!(said.contains("straight back it keeps its facing"), "{said}");
    let unit = beaten.id("A");
    beaten.play(&[Step::Retreat { unit, bearing: 180 }], &[("BL-MOM-01", &[1, 2, 3])]);
    assert_eq!(beaten.unit("A").pose, table::pose::pose(5., 3., 0.));
}

#[test]
fn bl_ret_32_a_retreat_is_shaded_where_the_unit_will_stand() {
    let region = |field: &Field| {
        let places = options(&known(field)).places;
        places.first().unwrap_or_else(|| panic!("no place")).region.concat()
    };
    // Its footprint moves from 5–6 to 7–8 and turns about: the front is at 8, not at 7.
    let shaded = region(&fought(FAIL, ONE));
    assert!(shaded.contains(&at(5., 8.)) && !shaded.contains(&at(5., 7.)), "{shaded:?}");
    let shaded = region(&fought(ONE, FAIL));
    assert!(shaded.contains(&at(5., 3.)), "{shaded:?}");
}

#[test]
fn bl_adv_11_who_must_advance_is_told_and_nobody_is_asked_to_go_on_before() {
    let advances = || {
        let mut fight = fight(
            "A blue inf 5,5,0; X red inf 5,5,180; H blue inf 9,5,0 impetuous; Y red inf 9,5,180",
            &[("A", "X"), ("H", "Y")],
        )
        .begin("34=0 34=0 35=1 35=1");
        fight.play(&Step::Settle { unit: fight.id("X") }, "");
        fight.back("X");
        fight.back("Y");
        fight
    };
    let (mut first, mut second) = (advances(), advances());
    let ask = |state: &State| prompts(state)[0].ask.to_string();
    assert_eq!(
        ask(&first.state),
        "Advance with your attackers. H is impetuous and must advance (BL-ADV-11)."
    );
    let told = |fight: &super::fight::Fight, name: &str| {
        let id = fight.id(name);
        let advanced = |event: &Event| match event {
            Event::Moved { unit, how, rule, .. } if unit.id == id && how.ends_with("advance") => {
                Some(format!("{how} {rule}"))
            }
            _ => None,
        };
        fight.told().find_map(advanced).unwrap_or_default()
    };
    first.play(&Step::Advance { unit: first.id("H"), length: 10_000 }, "");
    assert_eq!(ask(&first.state), "Advance with your attackers, or go on.");
    assert_eq!(told(&first, "H"), "impetuous advance BL-ADV-11");
    // Nobody orders the last one that must: it is told beside the draft of the other.
    let after = |fight: &super::fight::Fight, name: &str, length: i32| {
        let known = Known::<Blucher>::imagined(&fight.state, umpire::Seat::FIRST);
        let judged = Blucher::judge(&known, &[Step::Advance { unit: fight.id(name), length }]);
        Blucher::hints(&judged.unwrap_or_else(|why| panic!("{why:?}")).after).about
    };
    assert_eq!(
        after(&second, "A", 5_000),
        "Then H advances 1.00 BW by itself (BL-ADV-11), and your turn ends."
    );
    assert!(after(&second, "H", 10_000).contains("may follow up"), "A may still advance or not");
    assert_eq!(after(&first, "A", 5_000), "With it your turn ends.");
    second.play(&Step::Advance { unit: second.id("A"), length: 5_000 }, "");
    assert_eq!(
        (told(&second, "A"), told(&second, "H")),
        ("advance BL-ADV-05".into(), "impetuous advance BL-ADV-11".into())
    );
}

#[test]
fn bl_rsv_09_a_straight_way_along_a_road_is_shaded_beyond_the_river() {
    let farthest = |road: &str| {
        let field =
            field(&format!("A blue inf 12,3,0 concealed; X red inf 1,15,180; major 0,5 24,5 w=0.8{road}"));
        let draft = field.judge(&[Step::Individual { unit: field.id("A") }]).unwrap();
        let region = shade(draft.after.state(), PlaceId(field.id("A").0 * 8 + 2)).concat();
        // Beyond the river nothing but the road is shaded.
        assert!(
            region.iter().all(|point| point.y < 54_000 || (point.x - 120_000).abs() <= 1_500),
            "{region:?}"
        );
        region.iter().map(|point| point.y).max().unwrap_or(0)
    };
    assert!(farthest("") < 46_001, "the river begins at 4.6");
    // The road ends at 12: 9 BW from the unit.
    assert_eq!(farthest("; road 12,0 12,12 w=0.3"), 120_000);
    // One that bends is shaded up to the bend.
    assert_eq!(farthest("; road 12,0 12,9 15,9 w=0.3"), 90_000);
}

#[test]
fn bl_rsv_03_a_reserve_move_says_how_long_it_is() {
    let said = |order| {
        let field = field("A blue inf 5,2,0 concealed; X red inf 20,15,180; road 5,0 5,12 w=0.3");
        let steps = field.order("A", order);
        let judged = field.judge(&steps).unwrap_or_else(|why| panic!("{why:?}"));
        Blucher::words(&judged.after, &judged.steps()[1]).label.to_string()
    };
    assert_eq!(said(reserve(&[(5., 6.), (8., 6.)], 0.)), "A: reserve move, 7.00 BW");
    assert_eq!(said(reserve_by(&[(5., 5.3, true)], 0.)), "A: reserve move, 3.30 BW");
}

#[test]
fn bl_chg_01_guns_are_not_told_of_a_charge() {
    let said = |arm: &str| {
        let field = field(&format!("A blue {arm} 5,5,0; X red inf 5,14,180"));
        let draft = field.judge(&[Step::Individual { unit: field.id("A") }]).unwrap();
        about(&draft.after, "Move").contains("onto an enemy a charge")
    };
    assert!(said("inf") && said("cav") && !said("art"));
}

#[test]
fn bl_sho_02_dice_and_shots_of_a_battery_are_told_apart() {
    let said = |unit: &str| {
        let field = field(&format!("{unit}; X red inf 5,14,180"));
        let id = field.id("A");
        let rows = Blucher::inspect(&known(&field), id).unwrap_or_else(|| panic!("no card")).card;
        let row = |what: &str| rows.iter().find(|(name, _)| name == what).map(|(_, value)| value.to_string());
        row("ammunition").or_else(|| row("elan")).unwrap_or_default()
    };
    assert_eq!(said("A blue art 5,5,0 ammo=5,4,3,2 marks=1"), "4 dice, 3 of 4 shots left");
    assert_eq!(said("A blue art 5,5,0 ammo=5,4,1 marks=2"), "1 die, 1 of 3 shots left");
    assert_eq!(said("A blue inf 5,5,0 elan=6 marks=2"), "4 of 6");
}

#[test]
fn bl_fir_10_cavalry_is_not_told_that_it_may_shoot() {
    let said = |arm: &str| {
        let field = field(&format!("A blue {arm} 5,5,0 mobile; X red inf 5,14,180"));
        let rows = Blucher::inspect(&known(&field), field.id("A")).unwrap().card;
        rows.iter().find(|(name, _)| name == "mobile").map(|(_, value)| value.to_string()).unwrap()
    };
    assert_eq!(said("art"), "may move and fire in the same turn");
    assert!(said("cav").ends_with("cavalry does not shoot"), "{}", said("cav"));
    // BL-FIR-08: what is mobile may shoot though it moved, so nobody is told that it may not.
    let field = field("A blue art 5,5,0 mobile; X red inf 5,9,180; turn 1 fire");
    let hints = Blucher::hints(&known(&field));
    assert!(hints.about.contains("mobile") && hints.guide.contains("mobile"), "{hints:?}");
}

#[test]
fn bl_cbt_23_the_odds_say_how_many_dice_were_given_to_a_fight() {
    let mut field =
        field("A blue inf 5,5,0 elan=9 charged; X red inf 4.5,5,180; Y red inf 5.5,5,180; turn 1 fire");
    field.play(&[Step::EndPhase], &[]);
    let [a, x, y] = ["A", "X", "Y"].map(|name| field.id(name));
    let divided = [Step::Allocate { unit: a, dice: vec![(x, 5), (y, 4)] }];
    let odds = Blucher::odds(&known(&field), &divided);
    let given = |title: &str| {
        let odds = odds.iter().find(|odds| odds.title == title).unwrap_or_else(|| panic!("{odds:?}"));
        let rows = odds.modifiers.iter().filter(|row| row.phrase.starts_with("A: "));
        rows.map(|row| (row.phrase.to_string(), row.by)).collect::<Vec<_>>()
    };
    let elan = ("A: elan".to_owned(), Some(9));
    let of_nine = |dice: &str, by| (format!("A: {dice} of its 9 dice in this fight"), Some(by));
    assert_eq!(given("A against X: 5 dice"), [elan.clone(), of_nine("5", -4)]);
    assert_eq!(given("A against Y: 4 dice"), [elan, of_nine("4", -5)]);
}
