//! What is answered quickly, for lists of options and the like, is answered as the rules themselves do.

use crate::activation::begin_command;
use crate::charge::attempts;
use crate::engagement::{engaged_by, engages};
use crate::fire::{may_shoot, plan, plan_at, targets};
use crate::movement::difficult::{self, Difficult};
use crate::movement::simple::{self, Simple};
use crate::movement::{carry_out, may};
use crate::options::{options, shade};
use crate::scale::{BW, EPS};
use crate::sight::Eyes;
use crate::state::{Phase, State, Unit};
use crate::step::{Leg, Order, Sense, Step, When};
use crate::testing::field;
use table::distance::gap;
use table::heading::{Heading, Turn};
use table::point::Point;
use table::pose::Pose;
use table::zone::Lines;
use umpire::Doubts;

/// Every kind of ground, and some of each arm on both sides.
const TEXT: &str = "table 16,12; A blue inf 2,2,0; B blue cav 4,2,0; C blue art 6,2,0; D blue inf 8,2,0 concealed; \
    E blue inf 10,2,0 prepared; W red inf 2,10,180; X red cav 4,10,180; Y red art 6,10,180; Z red inf 8,10,180; \
    wood 3,4 6,6; marsh 9,3.5 11,5; urban 12,3,0; minor 0,7.5 7,7.5 w=0.3; major 8,7.5 16,7.5 w=0.8; \
    crossing 12,7.5,0 w=0.4 l=0.8; hill 4,8 8,9.5 crest 4,8.5 8,8.5; edge south blue 0 16; edge north red 0 16";

/// A small generator of its own.
struct Random(u64);

impl Random {
    fn below(&mut self, count: i32) -> i32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % count.max(1) as u64) as i32
    }

    fn heading(&mut self) -> Heading {
        // Quarters and eighths make ties.
        let by = if self.below(2) == 0 { 45_000 } else { 1 };
        Heading::from(self.below(360_000 / by) * by)
    }

    fn length(&mut self) -> i32 {
        let by = if self.below(2) == 0 { BW / 2 } else { 1 };
        self.below(5 * BW / by) * by
    }

    fn place(&mut self) -> Point {
        let by = if self.below(2) == 0 { BW / 2 } else { 1 };
        Point { x: self.below(16 * BW / by) * by, y: self.below(12 * BW / by) * by }
    }

    /// Everybody anywhere, mostly near each other.
    fn scatter(&mut self, state: &mut State) {
        let near = self.place();
        for unit in &mut state.units {
            let at = self.place();
            let close = |a: i32, b: i32| a + (b - a) / 3;
            unit.pose = Pose {
                at: Point { x: close(near.x, at.x), y: close(near.y, at.y) },
                heading: self.heading(),
            };
        }
    }

    fn order(&mut self, state: &State, unit: &Unit) -> Order {
        let sense = [None, Some(Sense::Clockwise), Some(Sense::Anticlockwise)][self.below(3) as usize];
        let (heading, leave) = (self.heading(), self.below(8) == 0);
        match self.below(7) {
            0 => Order::Retire,
            1 => [Order::Hold, Order::Prepare, Order::Unprepare][self.below(3) as usize].clone(),
            2 | 3 => Order::Simple { heading, length: self.length(), sense, leave },
            4 => {
                let pivot = if self.below(2) == 0 { When::Before } else { When::After };
                let bearing = if self.below(2) == 0 { heading } else { self.heading() };
                Order::Difficult { bearing, length: self.length() / 2, heading, pivot, sense, leave }
            }
            5 => {
                let legs = (0..=self.below(2)).map(|_| Leg { to: self.place(), road: false }).collect();
                Order::Reserve { legs, heading, leave }
            }
            _ => {
                let foes: Vec<_> = state.of_side(1 - unit.side).collect();
                let target = foes[self.below(foes.len() as i32) as usize].id;
                let turn = Turn((self.below(181) - 90) * 500);
                Order::Charge { turn, target }
            }
        }
    }
}

#[test]
fn what_may_be_ordered_is_what_is_carried_out() {
    let mut random = Random(1);
    let mut state = field(TEXT).truth();
    let mut legal = 0;
    for _ in 0..400 {
        random.scatter(&mut state);
        for unit in state.of_side(0) {
            let order = random.order(&state, unit);
            let done = carry_out(&mut state.clone(), unit.id, &order, &mut Doubts::new());
            assert_eq!(may(&state, unit, &order), done.is_ok(), "{:?} {order:?} {done:?}", unit.pose);
            legal += usize::from(done.is_ok());
        }
    }
    assert!((200..1800).contains(&legal), "{legal} of 2000 were legal");
}

#[test]
fn what_is_surely_not_a_move_is_refused() {
    let mut random = Random(5);
    let mut state = field(TEXT).truth();
    let (mut surely, mut refused) = (0, 0);
    for _ in 0..400 {
        random.scatter(&mut state);
        for unit in state.of_side(0) {
            let (not, legal) = match random.order(&state, unit) {
                Order::Simple { heading, length, sense, leave } => {
                    let order = Simple { heading, length, leave };
                    (simple::surely_not(&state, unit, order, sense), simple::may(&state, unit, order, sense))
                }
                Order::Difficult { bearing, length, heading, pivot, sense, leave } => {
                    let order = Difficult { bearing, length, heading, pivot, leave };
                    let legal = difficult::judged(&state, unit, order, sense).is_ok()
                        || difficult::may(&state, unit, order, sense);
                    (difficult::surely_not(&state, unit, order, sense), legal)
                }
                _ => continue,
            };
            assert!(!(not && legal), "{:?}", unit.pose);
            surely += usize::from(not);
            refused += usize::from(!legal);
        }
    }
    // Most of what is refused is refused quickly.
    assert!(refused > 300 && surely * 2 > refused, "{surely} of {refused}");
}

#[test]
fn charges_that_are_attempted_are_those_that_are_carried_out() {
    let mut random = Random(6);
    let mut state = field(TEXT).truth();
    let mut found = 0;
    for _ in 0..120 {
        random.scatter(&mut state);
        for (unit, foe) in
            state.of_side(0).flat_map(|unit| state.of_side(1).map(move |foe| (unit.id, foe.id)))
        {
            let turns = || (-10..=10).map(|n| Turn(n * 5000));
            let judged = turns().filter_map(|turn| {
                let mut after = state.clone();
                let order = Order::Charge { turn, target: foe };
                carry_out(&mut after, unit, &order, &mut Doubts::new()).ok()?;
                Some((turn, after))
            });
            let judged: Vec<_> = judged.collect();
            let attempted: Vec<_> = attempts(&state, unit, foe, turns()).collect();
            assert_eq!(attempted, judged);
            found += judged.len();
        }
    }
    assert!(found > 50, "{found}");
}

#[test]
fn who_is_near_engages_as_the_zone_says() {
    let mut random = Random(2);
    let mut state = field(TEXT).truth();
    let mut engaged = 0;
    for _ in 0..400 {
        random.scatter(&mut state);
        for unit in state.of_side(0) {
            let rect = unit.rect();
            let plainly =
                |by: &Unit| Lines::from(&by.rect()).ahead(f64::from(BW), EPS).holds(&rect).is_some();
            assert!(state.units.iter().all(|by| engages(by, &rect) == plainly(by)));
            engaged += engaged_by(&state, 0, &rect).count();
        }
    }
    assert!(engaged > 100, "{engaged}");
}

#[test]
fn the_marker_keeps_its_distance_from_everybody() {
    let mut random = Random(3);
    let mut state = field(TEXT).truth();
    let mut refused = 0;
    for _ in 0..400 {
        random.scatter(&mut state);
        let at = random.place();
        let by_enemy = |why: &umpire::Refusal| why.rule.as_str() == "BL-ACT-20";
        let why = begin_command(&state, at).err().unwrap_or_default();
        let near = |unit: &&Unit| gap(&at.vec2(), &unit.rect()).distance <= f64::from(BW) + EPS.grains();
        assert_eq!(why.iter().filter(|why| by_enemy(why)).count(), state.of_side(1).filter(near).count());
        refused += usize::from(!why.is_empty());
    }
    assert!(refused > 20, "{refused}");
}

#[test]
fn nobody_who_can_be_shot_at_is_left_out() {
    let mut random = Random(4);
    let mut state = field(TEXT).truth();
    state.phase = Phase::Fire { shots: Vec::new() };
    let mut found = 0;
    for _ in 0..150 {
        random.scatter(&mut state);
        for shooter in state.of_side(0).filter(|unit| crate::fire::may_fire(&state, unit).is_ok()) {
            let listed: Vec<_> = targets(&state, shooter, &Eyes::new(&state)).iter().map(|t| t.id).collect();
            for enemy in state.of_side(1) {
                // Only a closer one keeps a legal target from being shot at.
                let refused = may_shoot(&state, shooter.id, enemy.id).err().unwrap_or_default();
                let closer = ["BL-TGT-01", "BL-TGT-03"];
                let legal = refused.iter().all(|why| closer.contains(&why.rule.as_str()));
                assert_eq!(listed.contains(&enemy.id), legal, "{:?} at {:?}", shooter.pose, enemy.pose);
            }
            for target in targets(&state, shooter, &Eyes::new(&state)) {
                let plan = plan(&state, shooter.id, target.id, &mut Doubts::new());
                assert_eq!(plan_at(&state, shooter, &target), plan.ok());
            }
            found += listed.len();
        }
    }
    assert!(found > 50, "{found}");
}

/// Shading is asked for apart from the options, for each place, and shows where snaps end.
#[test]
fn moves_are_shaded_for_those_who_look() {
    let battle = field(TEXT);
    let judged = battle.judge(&battle.order("A", Order::Hold)[..1]).unwrap_or_else(|why| panic!("{why:?}"));
    let state = judged.after.state();
    let offered = options(&judged.after);
    let simple = offered.places.iter().find(|place| place.label.to_string().starts_with("Simple")).unwrap();
    let region = shade(state, simple.id);
    let all: Vec<Point> = region.iter().flatten().copied().collect();
    // Straight ahead is free for the whole allowance of infantry, 2 BW (BL-MOV-05).
    let north = all.iter().map(|p| p.y).max().unwrap();
    assert!((i64::from(north) - i64::from(4 * BW)).abs() < 2000, "{north}");
    assert!(simple.snaps.iter().any(|s| matches!(s, Step::Order { order: Order::Simple { .. }, .. })));
    // Nothing is shaded where nobody is being ordered.
    assert!(shade(&battle.truth(), simple.id).is_empty());
}
