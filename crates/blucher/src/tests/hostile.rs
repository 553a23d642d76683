//! Steps with strange numbers and unknown units: each is taken or refused for a reason, and what is taken is taken
//! again as it is written then.

use super::fight::fight;
use super::sampling::Picks;
use crate::Blucher;
use crate::draft::judge;
use crate::step::{Leg, Order, Sense, Step, When};
use crate::testing::field;
use table::heading::{Heading, Turn};
use table::point::Point;
use umpire::{Game, Known, PieceId, Seat, Viewer};

/// Lengths, headings and turns.
const NUMBERS: [i32; 17] = [
    i32::MIN,
    i32::MIN + 1,
    -16_777_216,
    -10_000,
    -500,
    -1,
    0,
    1,
    99,
    500,
    2500,
    10_000,
    20_000,
    40_000,
    16_777_216,
    i32::MAX - 1,
    i32::MAX,
];

/// Coordinates, as far as they can be written.
const PLACES: [i32; 9] = [-16_777_216, -1, 0, 20_000, 50_000, 60_000, 160_000, 240_000, 16_777_216];

/// Draws steps about some units and a few that are not there.
struct Strange<'a> {
    picks: Picks,
    units: &'a [PieceId],
}

impl Strange<'_> {
    const fn number(&mut self) -> i32 {
        self.picks.one(&NUMBERS)
    }

    fn heading(&mut self) -> Heading {
        Heading::from(self.number())
    }

    const fn point(&mut self) -> Point {
        Point { x: self.picks.one(&PLACES), y: self.picks.one(&PLACES) }
    }

    const fn yes(&mut self) -> bool {
        self.picks.below(2) == 0
    }

    const fn sense(&mut self) -> Option<Sense> {
        self.picks.one(&[None, Some(Sense::Clockwise), Some(Sense::Anticlockwise)])
    }

    const fn unit(&mut self) -> PieceId {
        match self.picks.below(8) {
            0 => PieceId(self.picks.one(&[0, 1, u32::MAX])),
            _ => self.picks.one(self.units),
        }
    }

    fn order(&mut self) -> Order {
        let plain = [Order::Hold, Order::Unprepare, Order::Prepare, Order::Retire];
        let (heading, length, sense, leave) = (self.heading(), self.number(), self.sense(), self.yes());
        match self.picks.below(5) {
            0 => Order::Simple { heading, length, sense, leave },
            1 => {
                let (bearing, pivot) = (self.heading(), self.picks.one(&[When::Before, When::After]));
                Order::Difficult { bearing, length, heading, pivot, sense, leave }
            }
            2 => {
                let count = self.picks.one(&[0, 1, 1, 2, 23, 24, 300]);
                let legs = (0..count).map(|_| Leg { to: self.point(), road: self.yes() }).collect();
                Order::Reserve { legs, heading, leave }
            }
            3 => Order::Charge { turn: Turn(self.number()), target: self.unit() },
            _ => plain[self.picks.below(plain.len())].clone(),
        }
    }

    fn step(&mut self) -> Step {
        match self.picks.below(10) {
            0 => Step::Individual { unit: self.unit() },
            1 => Step::Command { at: self.point() },
            2 => Step::Join { unit: self.unit() },
            3 => Step::Shoot { unit: self.unit(), target: self.unit() },
            4 => {
                let dice = (0..self.picks.below(4)).map(|_| (self.unit(), self.picks.one(&[0, 1, 3, 255])));
                Step::Allocate { dice: dice.collect(), unit: self.picks.one(self.units) }
            }
            5 => Step::Retreat {
                unit: self.unit(),
                bearing: self.picks.one(&[0, 90, 180, 359, 360, u16::MAX]),
            },
            6 => Step::Advance { unit: self.unit(), length: self.number() },
            7 => self.picks_plain(),
            _ => Step::Order { unit: self.unit(), order: self.order() },
        }
    }

    fn picks_plain(&mut self) -> Step {
        let plain = [Step::EndPhase, Step::EndAdvances, Step::Concede, Step::Decline];
        plain[self.picks.below(plain.len())].clone()
    }
}

/// Judges so many drafts of strange steps that go on from what is known; gives how many steps were taken.
fn hammer(known: &Known<Blucher>, seed: u64, drafts: usize) -> usize {
    let units: Vec<PieceId> = known.state().units.iter().map(|unit| unit.id).collect();
    let mut strange = Strange { picks: Picks(seed), units: &units };
    let mut taken = 0;
    for _ in 0..drafts {
        let mut after = known.clone();
        for _ in 0..3 {
            let step = strange.step();
            drop(Blucher::odds(&after, std::slice::from_ref(&step)));
            match judge(&after, std::slice::from_ref(&step)) {
                Err(why) => assert!(!why.is_empty(), "{step:?} is refused without a reason"),
                Ok(judged) => {
                    taken += 1;
                    let more = &judged.steps()[known.draft().len()..];
                    let again = judge(known, more).unwrap_or_else(|why| panic!("{why:?}"));
                    assert_eq!(again.after, judged.after, "{step:?}");
                    after = judged.after;
                }
            }
        }
    }
    taken
}

const TEXT: &str = "A blue inf 5,5,0 conscript; B blue cav 6.5,5,0; C blue art 8,5,0; D blue inf 2,2,0 concealed; \
    E blue inf 5,12,0; X red inf 5,6.5,180; Y red cav 6.5,8,180 concealed; Z red art 8,9,180; wood 9,6 11,8; \
    minor 0,11.5 24,11.5 w=0.3; crossing 5,11.5,0 w=0.4 l=0.3; urban 2,5,0; road 2,0 2,16 w=0.3; \
    objective 5,5.7; edge south blue; edge north red";

#[test]
fn bl_trn_07_strange_steps_are_taken_or_refused_for_a_reason() {
    for phase in ["movement", "fire"] {
        let field = field(&format!("{TEXT}; turn 1 {phase}"));
        let known = field.battle.known(Viewer::Seat(Seat::FIRST));
        assert!(hammer(&known, 1, 400) > 20, "{phase}");
    }
}

#[test]
fn bl_mov_08_strange_orders_are_taken_or_refused_for_a_reason() {
    let field = field(TEXT);
    let known = field.battle.known(Viewer::Seat(Seat::FIRST));
    for (seed, name) in ["A", "B", "C", "D", "E"].into_iter().enumerate() {
        let begun = judge(&known, &field.alone(name)).unwrap_or_else(|why| panic!("{why:?}")).after;
        let mut strange = Strange { picks: Picks(seed as u64), units: &[field.id("X"), field.id("Y")] };
        let mut taken = 0;
        for _ in 0..400 {
            let step = Step::Order { unit: field.id(name), order: strange.order() };
            match judge(&begun, std::slice::from_ref(&step)) {
                Err(why) => assert!(!why.is_empty(), "{step:?}"),
                Ok(judged) => {
                    taken += 1;
                    let again = judge(&known, judged.steps()).unwrap_or_else(|why| panic!("{why:?}"));
                    assert_eq!(again.after, judged.after, "{step:?}");
                }
            }
        }
        assert!(taken > 20, "{name}: {taken}");
    }
}

#[test]
fn bl_res_33_strange_steps_in_a_combat_are_taken_or_refused_for_a_reason() {
    let divided = fight(
        "A blue inf 5,5,0 elan=5; X red inf 4.5,5,180 elan=2; Y red inf 5.5,5,180 elan=2",
        &[("A", "X"), ("A", "Y")],
    )
    .begin("");
    let retreating =
        fight("A blue inf 5,5,0 elan=5; X red inf 5,5,180 elan=3", &[("A", "X")]).begin("34=0 35=2");
    let advancing =
        fight("A blue inf 5,5,0 elan=5; X red inf 5,5,180 elan=1", &[("A", "X")]).begin("34=0 35=2");
    for (fight, seat) in [(divided, Seat::FIRST), (retreating, Seat::SECOND), (advancing, Seat::FIRST)] {
        assert!(hammer(&Known::<Blucher>::imagined(&fight.state, seat), 2, 400) > 5, "{:?}", fight.stage());
    }
}
