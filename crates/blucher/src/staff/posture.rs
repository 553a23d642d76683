//! Ways to fight that differ from the usual one, of a whole army or of one corps.

use super::doctrine::Doctrine;
use super::picture::{bw, corps};
use crate::scale::BW;
use crate::state::{Side, State, Unit, enemy};
use table::point::Point;
use table::vec2::{Vec2, vec2};

/// How each corps of an army fights.
#[derive(Clone, Debug, PartialEq)]
pub struct Posture {
    /// How all fight.
    pub all: Doctrine,
    /// But the corps of this number fights so.
    pub but: Option<(usize, Doctrine)>,
    /// What is meant by it, after the name of who does it: "attacks". Empty if it is the usual one.
    pub aim: &'static str,
}

impl Posture {
    /// All fight as a sergeant has learnt.
    pub const PLAIN: Self = Self::of(Doctrine::PLAIN);

    /// All fight by one doctrine.
    pub const fn of(all: Doctrine) -> Self {
        Self { all, but: None, aim: "" }
    }

    /// The same, found more quickly.
    pub fn brisk(&self) -> Self {
        let but = self.but.map(|(corps, way)| (corps, way.brisk()));
        Self { all: self.all.brisk(), but, aim: self.aim }
    }
}

/// Who is nearer than so many BW can fight soon.
const NEAR: i32 = 7;

/// A way to fight that differs from the usual one, and what is meant by it.
type Stance = (fn(Doctrine) -> Doctrine, &'static str);

/// To close with the enemy and charge, whatever it costs.
fn attack(way: Doctrine) -> Doctrine {
    Doctrine {
        fire_feared: way.fire_feared * 0.4,
        charge_feared: way.charge_feared * 0.4,
        approach: way.approach * 1.5,
        dared: way.dared - 0.8,
        ..way
    }
}

/// To come no nearer than musketry reaches, and to charge only where victory is near.
fn shoot(way: Doctrine) -> Doctrine {
    Doctrine { infantry_near: 2.4, cavalry_near: 5.0, charge_feared: 1.0, dared: way.dared + 0.6, ..way }
}

/// To stay where one is, and let the enemy come.
fn hold(way: Doctrine) -> Doctrine {
    Doctrine { approach: 0.02, sent: 0.0, drawn: 0.0, charge_feared: 1.0, dared: way.dared + 0.2, ..way }
}

/// To go back out of reach.
fn withdraw(way: Doctrine) -> Doctrine {
    Doctrine {
        approach: -0.2,
        fire_feared: 1.2,
        charge_feared: 1.2,
        dared: 2.0,
        sent: 0.0,
        drawn: 0.0,
        ..way
    }
}

/// To take objectives, and to stand on them.
fn seize(way: Doctrine) -> Doctrine {
    let most = |value: f64, least: f64| if value > least { value } else { least };
    Doctrine { sent: most(way.sent * 2.5, 0.4), drawn: most(way.drawn, 0.15), held: way.held * 2.0, ..way }
}

/// To turn the enemy's left, seen from here.
fn right(way: Doctrine) -> Doctrine {
    Doctrine { aside: 0.25, strays: 0.0, ..way }
}

/// To turn his right.
fn left(way: Doctrine) -> Doctrine {
    Doctrine { aside: -0.25, strays: 0.0, ..way }
}

/// Postures that differ from the usual one: of the whole army, then of one corps, first of the one that each stance
/// suits best, so that whoever looks at few looks at all kinds.
/// Far from the enemy they hardly matter, and there are none.
pub(super) fn postures(state: &State, side: Side) -> Vec<Posture> {
    const ALL: [Stance; 5] = [
        (attack, "attacks"),
        (hold, "holds"),
        (shoot, "keeps to musket range"),
        (seize, "makes for the objectives"),
        (withdraw, "withdraws"),
    ];
    const ONE: [(Stance, Suits); 6] = [
        ((seize, "makes for the objectives"), to_objective),
        ((attack, "attacks"), to_enemy),
        ((hold, "holds"), to_objective),
        ((right, "turns their left"), |front, of| -on_right(front, of)),
        ((left, "turns their right"), on_right),
        ((withdraw, "withdraws"), freshness),
    ];
    if !near(state) {
        return Vec::new();
    }
    let usual = Doctrine::TUNED;
    let whole = ALL.into_iter().map(|(stance, aim)| Posture { all: stance(usual), but: None, aim });
    let mut found: Vec<Posture> = whole.collect();
    let (front, waiting) = (Front::of(state, side), waiting(state, side));
    let suited = ONE.map(|(_, suits)| {
        let mut by: Vec<(f64, usize)> = waiting.iter().map(|(n, units)| (suits(&front, units), *n)).collect();
        by.sort_by(|a, b| a.0.total_cmp(&b.0));
        by
    });
    for rank in 0..waiting.len() {
        for (((stance, aim), _), by) in ONE.into_iter().zip(&suited) {
            found.push(Posture { all: usual, but: Some((by[rank].1, stance(usual))), aim });
        }
    }
    found
}

/// How well a stance suits a corps: the least is the best.
type Suits = fn(&Front<'_>, &[&Unit]) -> f64;

/// Two armies that face each other, as one of them sees it.
struct Front<'a> {
    state: &'a State,
    side: Side,
    middle: Vec2,
    /// To the right of the way from its own middle to the enemy's.
    right: Vec2,
}

impl<'a> Front<'a> {
    fn of(state: &'a State, side: Side) -> Self {
        let own = middle(state.of_side(side));
        let way = (middle(state.of_side(enemy(side))) - own).unit();
        Self { state, side, middle: own, right: way.map_or(vec2(0.0, 0.0), Vec2::right) }
    }
}

/// How far a corps is from the nearest enemy.
fn to_enemy(front: &Front<'_>, of: &[&Unit]) -> f64 {
    nearest(middle(of.iter().copied()), front.state.of_side(enemy(front.side)).map(|foe| foe.pose.at))
}

/// How far it is from the nearest objective.
fn to_objective(front: &Front<'_>, of: &[&Unit]) -> f64 {
    nearest(middle(of.iter().copied()), front.state.objectives.iter().map(|objective| objective.at))
}

/// How far it stands on the right.
fn on_right(front: &Front<'_>, of: &[&Unit]) -> f64 {
    (middle(of.iter().copied()) - front.middle).dot(front.right)
}

/// How fresh its units are.
fn freshness(_: &Front<'_>, of: &[&Unit]) -> f64 {
    of.iter().filter_map(|unit| unit.current()).map(f64::from).sum::<f64>() / of.len().max(1) as f64
}

fn nearest(to: Vec2, all: impl Iterator<Item = Point>) -> f64 {
    all.map(|at| to.distance(bw(at))).fold(f64::MAX, f64::min)
}

fn middle<'a>(units: impl Iterator<Item = &'a Unit>) -> Vec2 {
    let (sum, count) =
        units.fold((vec2(0.0, 0.0), 0.0), |(sum, count), unit| (sum + bw(unit.pose.at), count + 1.0));
    sum * (1.0 / f64::max(count, 1.0))
}

/// The numbers of the corps that can still be activated, with those of their units that can.
fn waiting(state: &State, side: Side) -> Vec<(usize, Vec<&Unit>)> {
    let free = |name: &str| -> Vec<&Unit> {
        let of = |unit: &Unit| unit.card.get().and_then(|card| card.corps.as_deref()) == Some(name);
        state.of_side(side).filter(|unit| !unit.activated && of(unit)).collect()
    };
    let names = corps(state, side).into_iter().enumerate();
    names.map(|(number, name)| (number, free(name))).filter(|(_, units)| !units.is_empty()).collect()
}

/// Could any two enemies be at each other in a turn or two?
fn near(state: &State) -> bool {
    let (ours, reach) = (|unit: &&Unit| unit.side == 0, f64::from(NEAR * BW));
    let meets = |unit: &Unit| state.of_side(1).any(|foe| foe.pose.at.distance(unit.pose.at) < reach);
    state.units.iter().filter(ours).any(meets)
}
