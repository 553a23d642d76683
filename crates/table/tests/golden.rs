//! The same bits however it is compiled: 10,000 mixed queries against a golden file.
//!
//! Each line is the name of a query and a hash of every bit of its answer. The file was written once by this
//! test with `GOLDEN=write`; a change of it is a change of results, and raises the rules number of every game
//! whose stored battles then go another way. `cargo verify` runs it without and with optimisation.

use std::fmt::Write as _;
use table::area::{penetration, share};
use table::contact::{cast, first_hit};
use table::convex::Convex;
use table::distance::{clearance, gap};
use table::grain::Tolerance;
use table::heading::{Heading, Turn};
use table::meeting::{Path, first};
use table::overlap::depth;
use table::point::Point;
use table::polygon::Polygon;
use table::pose::Pose;
use table::reach::straight;
use table::rect::{Anchor, Footprint, Rect};
use table::sight::{Blocker, Blockers, Look, Margins, Screens, Sight, Stop, Veil, Want};
use table::sweep::{Closest, Pivot, Straight};
use table::vec2::{Vec2, vec2};
use table::zone::Lines;

const QUERIES: usize = 10_000;
const CARD: Footprint = Footprint { width: 10_000, depth: 10_000, anchor: Anchor::FrontMiddle };
const TOUCH: Tolerance = Tolerance::half_grains(201);
const EPS: Tolerance = Tolerance::half_grains(21);

/// Numbers from a seed (splitmix64).
struct Source(u64);

impl Source {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: i32) -> i32 {
        (self.next() % n as u64) as i32
    }

    fn point(&mut self) -> Point {
        Point { x: self.below(80_000), y: self.below(80_000) }
    }

    fn heading(&mut self) -> Heading {
        // Quarters come often: they are where ties are.
        if self.below(4) == 0 {
            Heading::from(self.below(4) * 90_000)
        } else {
            Heading::from(self.below(360_000))
        }
    }

    fn rect(&mut self) -> Rect {
        let at = self.point();
        CARD.at(Pose { at, heading: self.heading() })
    }

    /// A rectangle so much nearer to another than chance would have it.
    fn beside(&mut self, other: &Rect, nearer: f64) -> Rect {
        let mut rect = self.rect();
        let away = rect.frame.origin - other.frame.origin;
        rect.frame.origin = other.frame.origin + away * nearer;
        rect
    }

    /// A star around a point: a simple polygon.
    fn wood(&mut self) -> Option<Polygon> {
        let (centre, corners) = (self.point().vec2(), 3 + self.below(7));
        let corner = |source: &mut Self, i: i32| {
            let far = 4000 + source.below(16_000);
            (centre + Heading::from(i * 360_000 / corners).vector() * f64::from(far)).round().ok()
        };
        let corners: Option<Vec<Point>> = (0..corners).map(|i| corner(self, i)).collect();
        Polygon::new(corners?).ok()
    }
}

/// Every bit of an answer, folded into one number (FNV-1a).
struct Bits(u64);

impl Bits {
    fn new() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }

    fn add(mut self, number: f64) -> Self {
        for byte in number.to_bits().to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
        self
    }

    fn point(self, p: Vec2) -> Self {
        self.add(p.x).add(p.y)
    }

    fn closest(self, found: Option<Closest>) -> Self {
        match found {
            None => self.add(-1.0),
            Some(c) => self.add(c.at).add(c.clearance.signed).point(c.clearance.from).point(c.clearance.to),
        }
    }
}

type Query = (&'static str, fn(&mut Source) -> Bits);

const KINDS: &[Query] = &[
    ("gap", |s| {
        let g = gap(&s.rect(), &s.rect());
        Bits::new().add(g.distance).point(g.from).point(g.to)
    }),
    ("clearance", |s| {
        let c = clearance(&s.rect(), &Convex::from(s.rect()));
        Bits::new().add(c.signed).point(c.from).point(c.to).point(c.away)
    }),
    ("depth", |s| {
        let a = s.rect();
        let b = s.beside(&a, 0.1);
        depth(&a, &b).map_or_else(|| Bits::new().add(-1.0), |o| Bits::new().add(o.depth).point(o.shift))
    }),
    ("straight", |s| {
        let way = Straight::new(s.heading(), f64::from(s.below(40_000)));
        Bits::new().closest(way.closest(&s.rect(), &s.rect()))
    }),
    ("pivot", |s| {
        let unit = s.rect();
        let turn = Turn(s.below(720_000) - 360_000);
        let pivot = Pivot::new(unit.frame, vec2(0.0, unit.half_depth), turn);
        Bits::new().closest(pivot.closest(&unit, &s.rect()))
    }),
    ("wheel", |s| {
        let unit = s.rect();
        let pivot = Pivot::new(unit.frame, vec2(-unit.half_width, unit.half_depth), Turn(s.below(90_000)));
        let other = s.beside(&unit, 0.3);
        Bits::new().closest(pivot.first(&unit, &other, 0.0))
    }),
    ("cast", |s| {
        let (unit, heading) = (s.rect(), s.heading());
        match cast(&unit, heading, f64::from(s.below(60_000)), &s.rect()) {
            None => Bits::new().add(-1.0),
            Some(c) => Bits::new().add(c.travelled).point(c.clearance.from).point(c.clearance.to),
        }
    }),
    ("first hit", |s| {
        let hit = first_hit(&s.rect(), &s.rect(), TOUCH);
        hit.map_or_else(|| Bits::new().add(-1.0), |h| Bits::new().add(h.length).point(h.at))
    }),
    ("arc", |s| {
        let (unit, other) = (s.rect(), s.rect());
        let nearest = Lines::from(&unit).arc(1.0).nearest(&unit.front_middle(), &other);
        nearest.map_or_else(|| Bits::new().add(-1.0), |g| Bits::new().add(g.distance).point(g.to))
    }),
    ("reach", |s| {
        let found = straight(&s.rect(), s.heading(), 40_000.0, &s.rect(), TOUCH.grains());
        found.map_or_else(|| Bits::new().add(-1.0), |r| Bits::new().add(r.length).closest(r.stopped))
    }),
    ("meeting", |s| {
        let mut path = || {
            let pose = Pose { at: s.point(), heading: s.heading() };
            let wheel = Turn(s.below(45_000));
            let far = f64::from(s.below(40_000));
            (CARD.at(pose), Path::new(pose, 1.0).wheel(vec2(5000.0, 0.0), wheel, 0.3).ahead(far, 0.7))
        };
        let ((a, a_path), (b, b_path)) = (path(), path());
        Bits::new().closest(first(&a, &a_path, &b, &b_path, 0.0))
    }),
    ("area", |s| match s.wood() {
        None => Bits::new().add(-1.0),
        Some(wood) => {
            let shape = Convex::from(s.rect());
            let share = share(&shape, [&wood]);
            Bits::new().add(share).add(penetration(&shape, &wood)).add(wood.depth(s.point().vec2()))
        }
    }),
    ("sight", |s| sight(s, Want::Any)),
    ("shortest line", |s| sight(s, Want::Shortest)),
    ("clear line", |s| sight(s, Want::ShortestClear)),
];

/// A line across a table with eight bodies, three woods and a crest.
fn sight(s: &mut Source, want: Want) -> Bits {
    let bodies = (0..8).map(|id| Blocker { id, shape: Convex::from(s.rect()) }).collect();
    let blockers = Blockers::new(bodies);
    let veil = |s: &mut Source, id: u32| s.wood().map(|w| Veil { id, area: (&w).into(), depth: 10_000.0 });
    let veils = (0..3).filter_map(|id| veil(s, id)).collect();
    let crest = Stop { id: 9, segments: vec![[s.point().vec2(), s.point().vec2()]] };
    let screens = Screens::new(veils, vec![crest]);
    let sight =
        Sight { blockers: &blockers, screens: &screens, margins: Margins { line: EPS, border: TOUCH } };
    let target = Convex::from(s.rect());
    let look = Look { reach: 80_000.0, ..Look::new(s.point().vec2(), &target) };
    match sight.line(&look, want) {
        Err(hidden) => Bits::new().add(-(hidden.by.len() as f64)),
        Ok(line) => Bits::new().point(line.to).add(line.length).add(line.entry.map_or(-1.0, |e| e.after)),
    }
}

fn answers() -> String {
    let mut text = String::new();
    for i in 0..QUERIES {
        let (name, query) = KINDS[i % KINDS.len()];
        let bits = query(&mut Source(i as u64));
        let _ = writeln!(text, "{name} {:016x}", bits.0);
    }
    text
}

#[test]
fn ten_thousand_queries_give_the_same_bits() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden.txt");
    let now = answers();
    if std::env::var_os("GOLDEN").is_some_and(|v| v == "write") {
        std::fs::write(path, &now).expect("the golden file can be written");
    }
    let golden = std::fs::read_to_string(path).expect("the golden file can be read");
    let differing = golden.lines().zip(now.lines()).enumerate().filter(|(_, (a, b))| a != b);
    let list: Vec<String> = differing.take(5).map(|(i, (a, b))| format!("{i}: {a} is now {b}")).collect();
    assert!(list.is_empty() && golden.lines().count() == QUERIES, "{}", list.join("\n"));
}

/// A golden file of answers that are all alike would prove nothing.
#[test]
fn the_queries_have_many_different_answers() {
    let now = answers();
    for (name, _) in KINDS {
        let mut of: Vec<&str> = now.lines().filter_map(|line| line.strip_prefix(name)).collect();
        let all = of.len();
        of.sort_unstable();
        of.dedup();
        assert!(of.len() * 10 > all, "{name}: {} different answers of {all}", of.len());
    }
}
