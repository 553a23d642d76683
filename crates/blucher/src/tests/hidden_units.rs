//! Hidden information of part 1: nothing that a seat is shown hangs on what a concealed enemy is.

use crate::Blucher;
use crate::step::{Order, Step};
use crate::testing::{Field, field};
use table::heading::Turn;
use umpire::{Game, Known, Seat, Viewer};

/// Positions that differ only in what the concealed X and Y are.
fn pair(more: &str) -> [Field; 2] {
    let with = |x: &str, y: &str| {
        field(&format!(
            "A blue inf 5,5,0 conscript corps=I; B blue cav 3.8,5,0 corps=I; C blue art 9,5,0; {x}; {y}; {more}"
        ))
    };
    [
        with(
            "X red cav 5,6,180 concealed elan=4 shock corps=II",
            "Y red inf 4,7.5,180 concealed elan=7 marks=2",
        ),
        with("Ney red art 5,6,180 concealed", "Soult red cav 4,7.5,180 concealed elan=5 steady corps=VI"),
    ]
}

fn seen(field: &Field) -> Known<Blucher> {
    field.battle.known(Viewer::Seat(Seat::FIRST))
}

/// The handle of the red unit whose centerpoint has this y, in BW.
fn red(field: &Field, y: f64) -> umpire::PieceId {
    let truth = field.truth();
    truth.of_side(1).find(|unit| unit.pose.at.y == table::grain::grains(y)).unwrap().id
}

fn drafts(field: &Field) -> Vec<Vec<Step>> {
    let (a, b) = (field.id("A"), field.id("B"));
    let charge = |unit, turn, y| Step::Order {
        unit,
        order: Order::Charge { turn: Turn::degrees(turn), target: red(field, y) },
    };
    let corps = [Step::Corps { corps: "I".into() }, Step::Join { unit: a }, Step::Join { unit: b }].to_vec();
    let mut drafts = vec![corps.clone(), vec![Step::Individual { unit: a }]];
    for turn in [-45.0, -20.0, 0.0, 12.5, 30.0] {
        for y in [6.0, 7.5] {
            drafts.push(vec![Step::Individual { unit: a }, charge(a, turn, y)]);
            drafts.push(vec![Step::Individual { unit: b }, charge(b, turn, y)]);
            drafts.push([corps.clone(), vec![charge(b, turn, y), charge(a, 0.0, 6.0)]].concat());
        }
    }
    drafts
}

#[test]
fn bl_con_16_views_do_not_tell_what_a_concealed_unit_is() {
    let [one, other] = pair("");
    assert_eq!(seen(&one).state(), seen(&other).state());
    let json = |field: &Field, viewer: Viewer| {
        let view = field.battle.view(viewer, 0);
        (
            serde_json::to_string(&view.scene).unwrap(),
            format!("{:?}", view.lines),
            format!("{:?}", view.prompt),
        )
    };
    for viewer in [Viewer::Seat(Seat::FIRST), Viewer::Public] {
        assert_eq!(json(&one, viewer), json(&other, viewer));
    }
    assert_ne!(json(&one, Viewer::Seat(Seat::SECOND)), json(&other, Viewer::Seat(Seat::SECOND)));
}

#[test]
fn bl_amb_30_options_and_judgements_do_not_tell_it_either() {
    let [one, other] = pair("");
    let options = |field: &Field| serde_json::to_string(&Blucher::options(&seen(field))).unwrap();
    assert_eq!(options(&one), options(&other));
    let mut legal = 0;
    for (draft, same) in drafts(&one).into_iter().zip(drafts(&other)) {
        assert_eq!(draft, same);
        let (first, second) = (Blucher::judge(&seen(&one), &draft), Blucher::judge(&seen(&other), &draft));
        legal += usize::from(first.is_ok());
        assert_eq!(first, second, "{draft:?}");
        let after = |j: Result<umpire::Judgement<Blucher>, _>| {
            j.ok().map(|j| serde_json::to_string(&Blucher::options(&j.after)).unwrap())
        };
        assert_eq!(after(first), after(second));
    }
    assert!(legal > 5, "{legal} drafts are legal");
    let targets = |field: &Field| {
        let mut doubts = umpire::Doubts::new();
        let known = seen(field);
        let found: Vec<_> = ["A", "B"]
            .map(|name| crate::charge::legal_targets(known.state(), field.id(name), &mut doubts))
            .into_iter()
            .collect();
        (found, doubts)
    };
    assert_eq!(targets(&one), targets(&other));
}

#[test]
fn bl_amb_30_inspection_does_not_tell_it_either() {
    let [one, other] = pair("");
    for y in [6.0, 7.5] {
        let look = |field: &Field| Blucher::inspect(&seen(field), red(field, y));
        assert_eq!(look(&one), look(&other));
    }
}

#[test]
fn bl_con_01_an_imagined_world_agrees_with_what_is_known() {
    let [one, _] = pair("");
    let mut dice = dice::Stream::new(&dice::Seed::new([7; 32]));
    let known = seen(&one);
    for _ in 0..20 {
        let world = Blucher::imagine(&known, &mut dice);
        assert_eq!(Known::<Blucher>::imagined(&world, Seat::FIRST), known);
    }
}
