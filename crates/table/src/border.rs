//! The border of the table: who owns which stretch of it, and the sections of the table.

use crate::convex::Convex;
use crate::grain::{LIMIT, Tolerance};
use crate::point::Point;
use crate::vec2::{Vec2, vec2};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A side of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Compass {
    /// y is greatest.
    North,
    /// x is greatest.
    East,
    /// y is 0.
    South,
    /// x is 0.
    West,
}

impl Compass {
    /// All four, clockwise.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];
}

/// A stretch of the border. It runs in x along the north and the south edge, in y along the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Stretch {
    /// The edge it is part of.
    pub edge: Compass,
    /// Where it begins, in grains.
    pub from: i32,
    /// Where it ends, in grains.
    pub to: i32,
    /// Whose it is: a number the game gives, or nobody's.
    pub owner: Option<u8>,
}

/// Why a border is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BorderError {
    /// The table has no size, or more than any table has.
    #[error("a table of {0} by {1} grains: sides are 1 to {LIMIT}")]
    Size(i32, i32),
    /// A stretch that is no part of its edge.
    #[error("stretch {0} does not lie on its edge, or ends before it begins")]
    OffEdge(usize),
    /// Two stretches overlap.
    #[error("stretches {0} and {1} overlap")]
    Overlap(usize, usize),
    /// Too many sections, or none.
    #[error("{0} by {1} sections: there are 1 to 26 rows and 1 to 99 columns")]
    Sections(u8, u8),
}

/// The table's rectangle from (0, 0), its owners and its sections.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "Written")]
pub struct Border {
    /// From west to east in grains.
    width: i32,
    /// From south to north in grains.
    height: i32,
    /// Owned stretches; the rest is nobody's.
    stretches: Vec<Stretch>,
    /// Columns of sections, from west to east.
    columns: u8,
    /// Rows of sections, from north to south.
    rows: u8,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Border")]
struct Written {
    /// From west to east in grains.
    width: i32,
    /// From south to north in grains.
    height: i32,
    /// Owned stretches; the rest is nobody's.
    #[serde(default)]
    stretches: Vec<Stretch>,
    /// Columns of sections.
    #[serde(default = "one")]
    columns: u8,
    /// Rows of sections.
    #[serde(default = "one")]
    rows: u8,
}

const fn one() -> u8 {
    1
}

impl TryFrom<Written> for Border {
    type Error = BorderError;
    fn try_from(w: Written) -> Result<Self, BorderError> {
        Self::new(w.width, w.height, w.stretches, (w.columns, w.rows))
    }
}

/// A section: one of the equal rectangles the table is divided into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Section {
    /// Counted from 0 at the north.
    pub row: u8,
    /// Counted from 0 at the west.
    pub column: u8,
}

impl Section {
    /// The name players use: a letter for the row, then the column from 1: `B3`.
    pub fn name(self) -> String {
        format!("{}{}", char::from(b'A'.saturating_add(self.row)), u16::from(self.column) + 1)
    }
}

impl Border {
    /// A table of this size in grains, with owned stretches and (columns, rows) of sections.
    pub fn new(
        width: i32,
        height: i32,
        mut stretches: Vec<Stretch>,
        sections: (u8, u8),
    ) -> Result<Self, BorderError> {
        if !(1..=LIMIT).contains(&width) || !(1..=LIMIT).contains(&height) {
            return Err(BorderError::Size(width, height));
        }
        let (columns, rows) = sections;
        if !(1..=99).contains(&columns) || !(1..=26).contains(&rows) {
            return Err(BorderError::Sections(columns, rows));
        }
        for (i, s) in stretches.iter().enumerate() {
            let length = if matches!(s.edge, Compass::North | Compass::South) { width } else { height };
            if s.from < 0 || s.from >= s.to || s.to > length {
                return Err(BorderError::OffEdge(i));
            }
            let overlap = |o: &Stretch| o.edge == s.edge && o.from < s.to && s.from < o.to;
            if let Some(j) = stretches[..i].iter().position(overlap) {
                return Err(BorderError::Overlap(j, i));
            }
        }
        stretches.sort();
        Ok(Self { width, height, stretches, columns, rows })
    }

    /// Width and height in grains.
    pub fn size(&self) -> (i32, i32) {
        (self.width, self.height)
    }

    /// The whole border, clockwise from the north: owned stretches and what is left between them.
    pub fn stretches(&self) -> impl Iterator<Item = Stretch> + '_ {
        Compass::ALL.into_iter().flat_map(|edge| {
            let length =
                if matches!(edge, Compass::North | Compass::South) { self.width } else { self.height };
            let owned = self.stretches.iter().filter(move |s| s.edge == edge).copied();
            // The end of the edge stands for a last stretch without length.
            let end = Stretch { edge, from: length, to: length, owner: None };
            let mut at = 0;
            owned.chain([end]).flat_map(move |s| {
                let free = Stretch { edge, from: at, to: s.from, owner: None };
                at = s.to;
                [free, s].into_iter().filter(|s| s.from < s.to)
            })
        })
    }

    /// The ends of a stretch on the table.
    pub fn segment(&self, stretch: Stretch) -> [Vec2; 2] {
        let (w, h) = (f64::from(self.width), f64::from(self.height));
        let at = |along: i32| match stretch.edge {
            Compass::North => vec2(f64::from(along), h),
            Compass::East => vec2(w, f64::from(along)),
            Compass::South => vec2(f64::from(along), 0.0),
            Compass::West => vec2(0.0, f64::from(along)),
        };
        [at(stretch.from), at(stretch.to)]
    }

    /// The distance of a point to an edge's line: positive on the table's side.
    fn inside_of(&self, edge: Compass, p: Vec2) -> f64 {
        match edge {
            Compass::North => f64::from(self.height) - p.y,
            Compass::East => f64::from(self.width) - p.x,
            Compass::South => p.y,
            Compass::West => p.x,
        }
    }

    /// How far inside the border a point lies; negative off the table (there not a distance at corners).
    pub fn depth(&self, p: Vec2) -> f64 {
        Compass::ALL.into_iter().map(|e| self.inside_of(e, p)).fold(f64::INFINITY, f64::min)
    }

    /// The edge that a shape hangs over farthest, and how far, if that is more than the tolerance.
    pub fn beyond(&self, shape: &Convex, tolerance: Tolerance) -> Option<(Compass, f64)> {
        let over =
            |e: Compass| shape.corners().iter().map(|&c| -self.inside_of(e, c)).fold(f64::MIN, f64::max);
        let farthest =
            Compass::ALL.map(|e| (e, over(e))).into_iter().reduce(|a, b| if b.1 > a.1 { b } else { a });
        farthest.filter(|&(_, by)| by > tolerance.grains())
    }

    /// The stretches over which a shape leaves the table: it hangs over their edge by more than the
    /// tolerance and covers a point of them.
    pub fn crossed(&self, shape: &Convex, tolerance: Tolerance) -> Vec<Stretch> {
        let slack = tolerance.grains();
        let over = |e: Compass| shape.corners().iter().any(|&c| self.inside_of(e, c) < -slack);
        self.stretches().filter(|s| over(s.edge) && self.covers(shape, *s)).collect()
    }

    /// Does a shape cover more than a single point of a stretch (or exactly one, if it is itself a point
    /// or a line)?
    fn covers(&self, shape: &Convex, stretch: Stretch) -> bool {
        let along = |p: Vec2| match stretch.edge {
            Compass::North | Compass::South => p.x,
            Compass::East | Compass::West => p.y,
        };
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        let mut add = |v: f64| (low, high) = (low.min(v), high.max(v));
        for [a, b] in shape.edges() {
            let (da, db) = (self.inside_of(stretch.edge, a), self.inside_of(stretch.edge, b));
            if da == 0.0 {
                add(along(a));
            } else if (da < 0.0) != (db < 0.0) && db != 0.0 {
                add(along(a.towards(b, da / (da - db))));
            }
        }
        let (from, to) = (low.max(f64::from(stretch.from)), high.min(f64::from(stretch.to)));
        from < to || (low >= high && from <= to)
    }

    /// The section a point lies in; a point on a line between two belongs to the northern or eastern one.
    /// `None` off the table.
    pub fn section(&self, p: Point) -> Option<Section> {
        if p.x < 0 || p.y < 0 || p.x > self.width || p.y > self.height {
            return None;
        }
        let part = |v: i32, length: i32, count: u8| {
            let count = i64::from(count);
            (i64::from(v) * count / i64::from(length)).min(count - 1) as u8
        };
        let row = part(p.y, self.height, self.rows);
        Some(Section { row: self.rows - 1 - row, column: part(p.x, self.width, self.columns) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::point::at;
    use crate::pose::pose;
    use crate::rect::{Anchor, Footprint};

    const EPS: Tolerance = Tolerance::half_grains(21);

    fn owned(edge: Compass, from: i32, to: i32, owner: u8) -> Stretch {
        Stretch { edge, from, to, owner: Some(owner) }
    }

    fn table() -> Border {
        let south = owned(Compass::South, 0, 80_000, 1);
        let north = owned(Compass::North, 0, 240_000, 2);
        Border::new(240_000, 160_000, vec![south, north], (3, 2)).unwrap()
    }

    fn card(x: f64, y: f64, heading: f64) -> Convex {
        Footprint { width: 10_000, depth: 10_000, anchor: Anchor::FrontMiddle }.at(pose(x, y, heading)).into()
    }

    // BL-TAB-02, BL-TAB-03.
    #[test]
    fn sections_have_names() {
        let name = |x, y| table().section(at(x, y)).map(Section::name);
        assert_eq!(name(20., 3.).as_deref(), Some("B3"));
        assert_eq!(name(3., 12.).as_deref(), Some("A1"));
        assert_eq!(name(9., 3.).as_deref(), Some("B2"));
        assert_eq!(name(24., 16.).as_deref(), Some("A3"));
        assert_eq!(name(8., 8.).as_deref(), Some("A2"));
        assert_eq!(name(24.1, 3.), None);
        assert_eq!(name(3., -0.0001), None);
    }

    // BL-TAB-08.
    #[test]
    fn the_rest_of_an_edge_is_nobodys() {
        let free = |edge, from, to| Stretch { edge, from, to, owner: None };
        let all: Vec<_> = table().stretches().collect();
        assert_eq!(
            all,
            [
                owned(Compass::North, 0, 240_000, 2),
                free(Compass::East, 0, 160_000),
                owned(Compass::South, 0, 80_000, 1),
                free(Compass::South, 80_000, 240_000),
                free(Compass::West, 0, 160_000),
            ]
        );
        assert_eq!(table().segment(all[3]), [at(8., 0.).vec2(), at(24., 0.).vec2()]);
    }

    // BL-TAB-09: a footprint from y −0.05 to 0.95.
    #[test]
    fn a_footprint_over_the_edge_crosses_its_stretches() {
        let t = table();
        let (edge, by) = t.beyond(&card(5., 0.95, 0.), EPS).unwrap();
        assert_eq!(edge, Compass::South);
        assert!((by - 500.0).abs() < 1e-6);
        assert_eq!(t.beyond(&card(5., 1.0, 0.), EPS), None);
        assert_eq!(t.beyond(&card(5., 0.9995, 0.), EPS), None, "within the tolerance");
        let owners = |shape| t.crossed(&shape, EPS).iter().map(|s| (s.edge, s.owner)).collect::<Vec<_>>();
        assert_eq!(owners(card(5., 0.95, 0.)), [(Compass::South, Some(1))]);
        assert_eq!(owners(card(8.2, 0.95, 0.)), [(Compass::South, Some(1)), (Compass::South, None)]);
        assert_eq!(
            owners(card(8.5, 0.95, 0.)),
            [(Compass::South, None)],
            "it only touches the owned stretch"
        );
        assert_eq!(owners(card(0.4, 0.4, 0.)), [(Compass::South, Some(1)), (Compass::West, None)]);
        assert!(owners(card(5., 5., 0.)).is_empty());
    }

    #[test]
    fn depth_is_the_distance_to_the_nearest_edge() {
        assert!((table().depth(at(3., 2.5).vec2()) - 25_000.0).abs() < 1e-9);
        assert!(table().depth(at(25., 8.).vec2()) < 0.0);
        assert!(table().depth(vec2(f64::NAN, 0.0)) <= 0.0);
    }

    #[test]
    fn bad_borders_are_refused() {
        let new = |s: Vec<Stretch>| Border::new(100, 50, s, (1, 1)).map(|_| ());
        assert_eq!(new(vec![owned(Compass::East, 0, 51, 1)]), Err(BorderError::OffEdge(0)));
        assert_eq!(new(vec![owned(Compass::East, 5, 5, 1)]), Err(BorderError::OffEdge(0)));
        let twice = vec![owned(Compass::East, 0, 20, 1), owned(Compass::East, 19, 30, 2)];
        assert_eq!(new(twice), Err(BorderError::Overlap(0, 1)));
        assert_eq!(Border::new(0, 5, vec![], (1, 1)), Err(BorderError::Size(0, 5)));
        assert_eq!(Border::new(5, 5, vec![], (0, 1)), Err(BorderError::Sections(0, 1)));
        assert!(serde_json::from_str::<Border>(r#"{"width":10,"height":10}"#).is_ok());
        assert!(serde_json::from_str::<Border>(r#"{"width":10,"height":-10}"#).is_err());
    }
}
