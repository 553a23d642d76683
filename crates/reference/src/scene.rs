//! What a viewer sees, drawn and in words, and the odds he is told.

use crate::Picket;
use crate::end::stands_in_sight;
use crate::knowledge::is_hidden;
use crate::options::reach;
use crate::state::{Frame, Side, State, Unit};
use crate::step::Step;
use crate::{fire, melee};
use dice::odds::Ratio;
use dice::{D6, odds};
use table::grain::UNIT;
use table::point::Point;
use table::rect::{Anchor, Footprint};
use table::vec2::vec2;
use umpire::{
    Badge, Case, Figure, Gauge, Inspection, Known, Modifier, Odds, Overlay, Piece, PieceId, Scene, Shape,
    Terrain, Tone, Track,
};

/// What to draw.
pub(crate) fn scene(state: &State) -> Scene {
    let [x, y] = state.ground.size;
    let wood = |corners: [table::vec2::Vec2; 4]| corners.iter().filter_map(|c| c.round().ok()).collect();
    let terrain = state.ground.woods.iter().map(|w| Terrain {
        kind: "wood".into(),
        name: w.name.clone().into(),
        shape: Shape::Area(wood(w.rect().corners())),
    });
    Scene {
        size: Point { x, y },
        unit: "stand".into(),
        clock: clock(state).into(),
        terrain: terrain.collect(),
        pieces: state.units.iter().map(|unit| piece(state, unit)).collect(),
        aside: Vec::new(),
        markers: Vec::new(),
        gauges: gauges(state),
    }
}

fn clock(state: &State) -> String {
    let what = match state.frames.first() {
        Some(Frame::Phase(side)) => format!("{}'s phase", side.name()),
        _ => "orders".to_owned(),
    };
    let orders = Side::BOTH.into_iter().zip(&state.orders).filter_map(|(side, order)| {
        let order = order.as_ref()?.get()?;
        Some(format!("; {}: {order:?}", side.name()))
    });
    let orders: String = orders.collect();
    format!("Round {} of {}, {what}{orders}", state.round, state.ground.rounds)
}

fn gauges(state: &State) -> Vec<Gauge> {
    let stands = Side::BOTH.into_iter().map(|side| Gauge {
        name: "stands".into(),
        side: Some(side as u8),
        value: i64::from(stands_in_sight(state, side)),
        of: None,
        hidden: false,
    });
    let spent = state.limit.as_ref().map(|limit| Gauge {
        name: "spent".into(),
        side: None,
        value: i64::from(state.spent),
        of: limit.get().map(|&limit| i64::from(limit)),
        hidden: limit.get().is_none(),
    });
    stands.chain(spent).collect()
}

fn piece(state: &State, unit: &Unit) -> Piece {
    let name = state.name(unit);
    let badge = |sign: &'static str, figure: Figure, text: &'static str| Badge {
        sign: sign.into(),
        text: text.into(),
        figure: Some(figure),
        passing: true,
    };
    let badges = [
        is_hidden(unit).then(|| badge("hidden", Figure::Flag, "The enemy does not know of it.")),
        state
            .in_contact(unit.id)
            .then(|| badge("contact", Figure::Swords, "It fights at the end of the phase.")),
        unit.marched.then(|| badge("marched", Figure::Fade, "It has marched in this phase.")),
        unit.dressed.then(|| badge("dressed", Figure::Ring, "It has dressed in this phase.")),
    ];
    Piece {
        id: unit.id,
        side: unit.side as u8,
        pose: unit.pose,
        stands: stands(unit),
        label: format!("{name}, {}, {} stands", unit.side.name(), unit.stands).into(),
        name,
        kind: "infantry".into(),
        figures: vec![Figure::Cross],
        flag: unit.side.name().into(),
        banner: "".into(),
        tracks: vec![Track {
            name: "stands".into(),
            boxes: vec![1; usize::from(unit.stands)],
            struck: 0,
            round: false,
        }],
        badges: badges.into_iter().flatten().collect(),
    }
}

/// The outline of each stand, from left to right.
fn stands(unit: &Unit) -> Vec<Vec<Point>> {
    let frame = unit.pose.frame();
    let left = f64::from(i32::from(unit.stands) - 1) * 0.5;
    let one = Footprint { width: UNIT, depth: Unit::DEPTH, anchor: Anchor::FrontMiddle };
    let outline = |n: u8| {
        let mut rect = one.at(unit.pose);
        let aside = frame.turn_to_table(vec2((f64::from(n) - left) * f64::from(UNIT), 0.0));
        rect.frame.origin = rect.frame.origin + aside;
        rect.corners().iter().filter_map(|c| c.round().ok()).collect()
    };
    (0..unit.stands).map(outline).collect()
}

/// The card of a unit.
pub(crate) fn inspect(state: &State, id: PieceId) -> Option<Inspection> {
    let unit = state.unit(id)?;
    let yes = |is: bool| if is { "yes" } else { "no" };
    Some(Inspection {
        piece: id,
        title: state.name(unit),
        card: vec![
            ("side".into(), unit.side.name().into()),
            ("stands".into(), unit.stands.to_string().into()),
            ("in contact".into(), yes(state.in_contact(id)).into()),
        ],
        overlays: vec![Overlay {
            name: "fire".into(),
            tone: Tone::Range,
            shapes: vec![Shape::Disc { centre: unit.pose.at, radius: reach(state, unit) }],
        }],
        barred: Vec::new(),
    })
}

/// What a draft would roll for certain: a shot, or the melees that end a phase.
pub(crate) fn odds(known: &Known<Picket>, steps: &[Step]) -> Vec<Odds> {
    let Ok(judged) = crate::draft::judge(known, steps) else { return Vec::new() };
    let state = judged.after.state();
    match judged.steps() {
        [Step::Fire { unit }] => state.unit(*unit).map(|unit| shot(state, unit)).into_iter().collect(),
        [Step::Pass] => state.contacts.iter().filter_map(|c| fight(state, c.by, c.with)).collect(),
        _ => Vec::new(),
    }
}

fn shot(state: &State, unit: &Unit) -> Odds {
    let from = fire::hits_from(state, unit.side);
    let hit = odds::at_least(D6, from);
    Odds {
        title: format!("{} fires", state.name(unit)).into(),
        modifiers: vec![Modifier {
            rule: fire::FIR_03,
            phrase: format!("hits on {from} or more").into(),
            by: None,
        }],
        cases: vec![Case { given: None, chances: vec![("hit".into(), hit), ("miss".into(), hit.not())] }],
    }
}

fn fight(state: &State, by: PieceId, with: PieceId) -> Option<Odds> {
    let (a, b) = (state.unit(by)?, state.unit(with)?);
    let odds = melee::odds(a.stands, b.stands).ok()?;
    let stands = |unit: &Unit, sign: i32| Modifier {
        rule: melee::MEL_02,
        phrase: format!("stands of {}", state.name(unit)).into(),
        by: Some(sign * i32::from(unit.stands)),
    };
    let chances = [("wins", odds.more), ("both lose a stand", odds.equal), ("loses", odds.less)];
    let possible = chances.into_iter().filter(|(_, chance)| *chance != Ratio::ZERO);
    Some(Odds {
        title: format!("{} fights {}", state.name(a), state.name(b)).into(),
        modifiers: vec![stands(a, 1), stands(b, -1)],
        cases: vec![Case {
            given: None,
            chances: possible.map(|(what, chance)| (what.into(), chance)).collect(),
        }],
    })
}
