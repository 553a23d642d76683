//! A small table for tests of sight.

#![allow(dead_code)] // Each test file uses its part of it.

use table::area::Area;
use table::convex::Convex;
use table::grain::Tolerance;
use table::point::at;
use table::polygon::Polygon;
use table::pose::{Pose, pose};
use table::rect::{Anchor, Edge, Footprint};
use table::sight::{Blocker, Blockers, Cause, Half, Line, Look, Margins, Screens, Sight, Stop, Veil, Want};
use table::vec2::Vec2;

pub(crate) const BW: f64 = 10_000.0;
pub(crate) const MARGINS: Margins =
    Margins { line: Tolerance::half_grains(21), border: Tolerance::half_grains(201) };
pub(crate) const CARD: Footprint = Footprint { width: 10_000, depth: 10_000, anchor: Anchor::FrontMiddle };

pub(crate) fn block(x0: f64, y0: f64, x1: f64, y1: f64) -> Polygon {
    Polygon::new([(x0, y0), (x0, y1), (x1, y1), (x1, y0)].map(|(x, y)| at(x, y))).unwrap()
}

pub(crate) fn shape(p: Pose) -> Convex {
    CARD.at(p).into()
}

/// A small table: units by number from 0, woods from 0, crests from 0.
#[derive(Default)]
pub(crate) struct Table {
    pub(crate) units: Vec<Pose>,
    pub(crate) woods: Vec<Polygon>,
    pub(crate) crests: Vec<[(f64, f64); 2]>,
    pub(crate) arc: bool,
    pub(crate) reach: Option<f64>,
    pub(crate) over: Vec<u32>,
    pub(crate) over_on_front: Vec<u32>,
    pub(crate) into: Vec<u32>,
    pub(crate) room: f64,
}

impl Table {
    pub(crate) fn units(list: &[(f64, f64, f64)]) -> Self {
        Self { units: list.iter().map(|&(x, y, h)| pose(x, y, h)).collect(), ..Self::default() }
    }

    pub(crate) fn woods(mut self, woods: &[Polygon]) -> Self {
        self.woods = woods.to_vec();
        self
    }

    pub(crate) fn crest(mut self, a: (f64, f64), b: (f64, f64)) -> Self {
        self.crests.push([a, b]);
        self
    }

    pub(crate) fn arc(mut self) -> Self {
        self.arc = true;
        self
    }

    pub(crate) fn room(mut self) -> Self {
        self.room = 0.5;
        self
    }

    pub(crate) fn at_crest(mut self, target: bool) -> Self {
        if target {
            self.over_on_front.push(0);
        } else {
            self.over.push(0);
        }
        self
    }

    pub(crate) fn ask<T>(
        &self,
        target: &Convex,
        without: &[u32],
        want: Want,
        answer: impl Fn(Result<Line, Vec<Cause>>) -> T,
    ) -> T {
        let list = self.units.iter().enumerate().map(|(i, p)| Blocker { id: i as u32, shape: shape(*p) });
        let blockers = Blockers::new(list.collect());
        let veil = |(i, w): (usize, &Polygon)| Veil { id: i as u32, area: Area::from(w), depth: BW };
        let stop = |(i, s): (usize, &[(f64, f64); 2])| Stop {
            id: i as u32,
            segments: vec![s.map(|(x, y)| at(x, y).vec2())],
        };
        let screens = Screens::new(
            self.woods.iter().enumerate().map(veil).collect(),
            self.crests.iter().enumerate().map(stop).collect(),
        );
        let sight = Sight { blockers: &blockers, screens: &screens, margins: MARGINS };
        let viewer = CARD.at(self.units[0]);
        let front = viewer.edge(Edge::Front);
        let f = viewer.frame.forward;
        let slant = |side: Vec2| (f + side).unit().unwrap();
        let arc = [
            Half { on: front[0], inward: f },
            Half { on: front[0], inward: slant(f.right()) },
            Half { on: front[1], inward: slant(-f.right()) },
        ];
        let edges: Vec<_> = self.over_on_front.iter().map(|k| (0, *k)).collect();
        let look = Look {
            reach: self.reach.unwrap_or(8.0) * BW,
            within: if self.arc { &arc } else { &[] },
            without,
            over: &self.over,
            over_on_edge: &edges,
            into: &self.into,
            room: self.room * BW,
            ..Look::new(self.units[0].at.vec2(), target)
        };
        answer(sight.line(&look, want).map_err(|h| h.by))
    }

    /// What unit 0 makes of another unit.
    pub(crate) fn line(&self, target: usize, want: Want) -> Result<Line, Vec<Cause>> {
        self.ask(&shape(self.units[target]), &[0, target as u32], want, |a| a)
    }

    pub(crate) fn sees(&self, target: usize) -> bool {
        let any = self.line(target, Want::Any).is_ok();
        assert_eq!(any, self.line(target, Want::Shortest).is_ok());
        any
    }

    pub(crate) fn clear(&self, target: usize) -> bool {
        self.line(target, Want::ShortestClear).is_ok()
    }

    pub(crate) fn range(&self, target: usize) -> f64 {
        self.line(target, Want::Shortest).unwrap().length / BW
    }

    pub(crate) fn sees_point(&self, x: f64, y: f64, want: Want) -> Result<Line, Vec<Cause>> {
        self.ask(&Convex::hull([at(x, y).vec2()]).unwrap(), &[0], want, |a| a)
    }
}

pub(crate) fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 0.0006
}
