//! Which bodies and pieces are near: upright boxes, and a grid of cells that knows the boxes in it.

use crate::vec2::{Vec2, vec2};

/// An upright box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// South-west corner.
    pub low: Vec2,
    /// North-east corner.
    pub high: Vec2,
}

impl Bounds {
    /// A box that meets nothing and holds nothing.
    pub const NOTHING: Self =
        Self { low: vec2(f64::INFINITY, f64::INFINITY), high: vec2(f64::NEG_INFINITY, f64::NEG_INFINITY) };

    /// The smallest box around some points; what is not a number is passed over.
    pub fn around(points: impl IntoIterator<Item = Vec2>) -> Self {
        points.into_iter().fold(Self::NOTHING, |b, p| Self {
            low: vec2(b.low.x.min(p.x), b.low.y.min(p.y)),
            high: vec2(b.high.x.max(p.x), b.high.y.max(p.y)),
        })
    }

    /// The box around a disc.
    pub fn around_disc(centre: Vec2, radius: f64) -> Self {
        let r = vec2(radius, radius);
        Self { low: centre - r, high: centre + r }
    }

    /// The box with a margin on every side.
    pub fn widened(self, by: f64) -> Self {
        Self { low: self.low - vec2(by, by), high: self.high + vec2(by, by) }
    }

    /// Do two closed boxes have a point in common?
    pub fn meets(&self, other: &Self) -> bool {
        self.low.x <= other.high.x
            && other.low.x <= self.high.x
            && self.low.y <= other.high.y
            && other.low.y <= self.high.y
    }

    /// Does a point lie in the closed box?
    pub fn contains(&self, p: Vec2) -> bool {
        p.x >= self.low.x && p.x <= self.high.x && p.y >= self.low.y && p.y <= self.high.y
    }

    /// The point of the box nearest to `p`.
    pub fn nearest(&self, p: Vec2) -> Vec2 {
        vec2(p.x.max(self.low.x).min(self.high.x), p.y.max(self.low.y).min(self.high.y))
    }

    /// Does a straight line between two points meet the box?
    pub fn meets_segment(&self, a: Vec2, b: Vec2) -> bool {
        if !self.meets(&Self::around([a, b])) {
            return false;
        }
        // The line through a and b has corners of the box on both sides, or touches one.
        let side = |x: f64, y: f64| (b - a).cross(vec2(x, y) - a);
        let sides = [
            side(self.low.x, self.low.y),
            side(self.low.x, self.high.y),
            side(self.high.x, self.low.y),
            side(self.high.x, self.high.y),
        ];
        sides.iter().any(|&s| s >= 0.0) && sides.iter().any(|&s| s <= 0.0)
    }
}

/// Most cells along one side of the grid; their numbers fit a byte.
const MOST_CELLS: usize = 64;

/// Boxes in a grid of cells. Finds, in ascending order per cell, what may meet a query; no query allocates.
#[derive(Clone, Debug)]
pub struct Index {
    boxes: Vec<Bounds>,
    low: Vec2,
    cell: Vec2,
    columns: usize,
    rows: usize,
    /// Where the items of each cell begin in `items`; one more entry at the end.
    starts: Vec<u32>,
    items: Vec<u32>,
    /// Column and row of each box's south-west corner.
    firsts: Vec<[u8; 2]>,
}

impl Index {
    /// An index of some boxes; they are numbered as they come. `cell` is the wished side of a cell in
    /// grains: about the size of a common query.
    pub fn new(boxes: Vec<Bounds>, cell: f64) -> Self {
        let around = Bounds::around(
            boxes.iter().filter(|b| b.low.is_finite() && b.high.is_finite()).flat_map(|b| [b.low, b.high]),
        );
        let size = if around.low.x <= around.high.x { around.high - around.low } else { Vec2::default() };
        let count = |length: f64| ((length / cell.max(1.0)) as usize).clamp(1, MOST_CELLS);
        let (columns, rows) = (count(size.x), count(size.y));
        let low = if around.low.is_finite() { around.low } else { Vec2::default() };
        let cell = vec2((size.x / columns as f64).max(1.0), (size.y / rows as f64).max(1.0));
        let mut index = Self {
            boxes,
            low,
            cell,
            columns,
            rows,
            starts: vec![0; columns * rows + 1],
            items: Vec::new(),
            firsts: Vec::new(),
        };
        index.fill();
        index
    }

    /// Counts, then sorts the boxes into the cells they meet.
    fn fill(&mut self) {
        let cells = |index: &Self, b: &Bounds| {
            let ([x0, y0], [x1, y1], columns) = (index.cell_of(b.low), index.cell_of(b.high), index.columns);
            (y0..=y1).flat_map(move |y| (x0..=x1).map(move |x| y * columns + x))
        };
        let mut starts = std::mem::take(&mut self.starts);
        for b in &self.boxes {
            for c in cells(self, b) {
                starts[c + 1] += 1;
            }
        }
        for c in 1..starts.len() {
            starts[c] += starts[c - 1];
        }
        let mut next = starts.clone();
        self.items = vec![0; starts.last().map_or(0, |&n| n as usize)];
        for (i, b) in self.boxes.iter().enumerate() {
            for c in cells(self, b) {
                self.items[next[c] as usize] = i as u32;
                next[c] += 1;
            }
        }
        self.starts = starts;
        self.firsts = self.boxes.iter().map(|b| self.cell_of(b.low).map(|c| c as u8)).collect();
    }

    /// Column and row of a point, taken into the grid. What is not a number is in the first cell.
    fn cell_of(&self, p: Vec2) -> [usize; 2] {
        let of = |v: f64, cell: f64, count: usize| ((v / cell) as usize).min(count - 1);
        [of(p.x - self.low.x, self.cell.x, self.columns), of(p.y - self.low.y, self.cell.y, self.rows)]
    }

    /// The boxes, as they were numbered.
    pub fn boxes(&self) -> &[Bounds] {
        &self.boxes
    }

    /// Everything whose box meets a box, each once.
    pub fn in_box(&self, query: Bounds) -> Found<'_> {
        let ([x0, y0], [x1, y1]) = (self.cell_of(query.low), self.cell_of(query.high));
        let mut found = Found { index: self, query, x: [x0, x1], y: [y0, y1], cell: [x0, y0], items: &[] };
        if x0 <= x1 && y0 <= y1 {
            found.items = self.items_of(x0, y0);
        }
        found
    }

    fn items_of(&self, x: usize, y: usize) -> &[u32] {
        let c = y * self.columns + x;
        &self.items[self.starts[c] as usize..self.starts[c + 1] as usize]
    }

    /// Everything whose box meets a straight line between two points.
    pub fn on_segment(&self, a: Vec2, b: Vec2) -> impl Iterator<Item = usize> + '_ {
        self.in_box(Bounds::around([a, b])).filter(move |&i| self.boxes[i].meets_segment(a, b))
    }

    /// Everything whose box meets a disc.
    pub fn in_disc(&self, centre: Vec2, radius: f64) -> impl Iterator<Item = usize> + '_ {
        let query = Bounds::around_disc(centre, radius);
        self.in_box(query)
            .filter(move |&i| (self.boxes[i].nearest(centre) - centre).length2() <= radius * radius)
    }
}

/// What a query finds, cell by cell.
#[derive(Clone, Debug)]
pub struct Found<'a> {
    index: &'a Index,
    query: Bounds,
    /// First and last column and row.
    x: [usize; 2],
    y: [usize; 2],
    cell: [usize; 2],
    /// What is left to look at in the cell.
    items: &'a [u32],
}

impl Iterator for Found<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        loop {
            while let Some((&i, rest)) = self.items.split_first() {
                self.items = rest;
                let b = &self.index.boxes[i as usize];
                // Met in the first cell that both reach, and in no other.
                let [x, y] = self.index.firsts[i as usize].map(usize::from);
                if b.meets(&self.query)
                    && x.max(self.x[0]) == self.cell[0]
                    && y.max(self.y[0]) == self.cell[1]
                {
                    return Some(i as usize);
                }
            }
            let [x, y] = self.cell;
            if x < self.x[1] {
                self.cell = [x + 1, y];
            } else if y < self.y[1] {
                self.cell = [self.x[0], y + 1];
            } else {
                return None;
            }
            self.items = self.index.items_of(self.cell[0], self.cell[1]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn boxes() -> impl Strategy<Value = Vec<Bounds>> {
        let one = (0.0..1e5, 0.0..1e5, 0.0..2e4, 0.0..2e4);
        proptest::collection::vec(one, 0..60).prop_map(|list| {
            list.into_iter()
                .map(|(x, y, w, h)| Bounds { low: vec2(x, y), high: vec2(x + w, y + h) })
                .collect()
        })
    }

    fn sorted(found: impl Iterator<Item = usize>) -> Vec<usize> {
        let mut found: Vec<_> = found.collect();
        found.sort_unstable();
        found
    }

    proptest! {
        #[test]
        fn the_grid_finds_what_a_scan_finds(list in boxes(), cell in 1e3..5e4, x in -2e4..1e5, y in -2e4..1e5, w in 0.0..6e4, h in 0.0..6e4) {
            let index = Index::new(list.clone(), cell);
            let query = Bounds { low: vec2(x, y), high: vec2(x + w, y + h) };
            let scan: Vec<_> = (0..list.len()).filter(|&i| list[i].meets(&query)).collect();
            prop_assert_eq!(sorted(index.in_box(query)), scan);
            let near = |b: &Bounds| {
                let (dx, dy) = ((b.low.x - x).max(x - b.high.x).max(0.0), (b.low.y - y).max(y - b.high.y).max(0.0));
                dx * dx + dy * dy <= w * w
            };
            let scan: Vec<_> = (0..list.len()).filter(|&i| near(&list[i])).collect();
            prop_assert_eq!(sorted(index.in_disc(vec2(x, y), w)), scan);
        }

        #[test]
        fn a_segment_meets_a_box_where_one_of_its_points_does(list in boxes(), a in (0.0..1e5, 0.0..1e5), b in (0.0..1e5, 0.0..1e5)) {
            let (a, b) = (vec2(a.0, a.1), vec2(b.0, b.1));
            let index = Index::new(list.clone(), 1e4);
            let found = sorted(index.on_segment(a, b));
            for (i, one) in list.iter().enumerate() {
                // Liang and Barsky: the part of the line inside each pair of parallel sides.
                let mut part = (0.0f64, 1.0f64);
                for (from, by, low, high) in [(a.x, b.x - a.x, one.low.x, one.high.x), (a.y, b.y - a.y, one.low.y, one.high.y)] {
                    let (t, u) = ((low - from) / by, (high - from) / by);
                    part = (part.0.max(t.min(u)), part.1.min(t.max(u)));
                }
                if (part.1 - part.0).abs() > 1e-9 {
                    prop_assert_eq!(found.contains(&i), part.0 < part.1);
                }
            }
        }
    }

    #[test]
    fn no_number_and_no_box_do_no_harm() {
        let nothing = Index::new(Vec::new(), 0.0);
        assert_eq!(nothing.in_box(Bounds::around_disc(vec2(0., 0.), f64::INFINITY)).count(), 0);
        let odd = Bounds { low: vec2(f64::NAN, 0.0), high: vec2(f64::INFINITY, 1.0) };
        let one = Bounds { low: vec2(0., 0.), high: vec2(1., 1.) };
        let index = Index::new(vec![odd, one, Bounds::NOTHING], f64::NAN);
        assert_eq!(index.in_disc(vec2(f64::NAN, 0.0), f64::NAN).count(), 0);
        assert_eq!(
            index.in_box(Bounds { low: vec2(-1e300, -1e300), high: vec2(1e300, 1e300) }).collect::<Vec<_>>(),
            [1]
        );
    }
}
