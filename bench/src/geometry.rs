//! Geometry on random tables of one density.

use crate::clock::best;
use table::contact::cast;
use table::convex::Convex;
use table::heading::{Heading, Turn};
use table::index::Bounds;
use table::reach::{Fan, region, straight};
use table::sight::bench::{Field, field};
use table::vec2::Vec2;

const BW: f64 = 10_000.0;

/// Several tables, so that one lucky one does not decide.
const TABLES: u64 = 4;

fn tables(units: usize) -> Vec<Field> {
    (0..TABLES).map(|seed| field(seed, units)).collect()
}

/// The mean over all tables of what is done on one.
fn on_each<T>(tables: Vec<Field>, mut what: impl FnMut(&Field) -> T) -> impl FnMut() -> T {
    let mut next = 0;
    move || {
        next = (next + 1) % tables.len();
        what(&tables[next])
    }
}

/// Who sees whom.
pub(crate) fn sight(units: usize) -> impl FnMut() -> usize {
    on_each(tables(units), |table| table.all_pairs().len())
}

/// How many times as long the plain way takes with 48 units and 12 pieces of terrain, and that it agrees.
pub(crate) fn against_the_plain_way() -> f64 {
    let tables = tables(48);
    for table in &tables {
        assert_eq!(table.all_pairs(), table.all_pairs_plainly(), "the two ways disagree");
    }
    let plain = best(on_each(tables.clone(), |table| table.all_pairs_plainly().len()));
    plain / best(on_each(tables, |table| table.all_pairs().len()))
}

/// The bodies near enough to be met within a length, without the mover itself.
fn near(table: &Field, mover: usize, length: f64) -> impl Iterator<Item = &Convex> {
    let shape = &table.blockers.all()[mover].shape;
    let around = Bounds::around(shape.corners().iter().copied()).widened(length);
    let found = table.blockers.index().in_box(around).filter(move |i| *i != mover);
    found.map(|i| &table.blockers.all()[i].shape)
}

fn nearest_contact(table: &Field, mover: usize, heading: Heading, length: f64) -> f64 {
    let shape = &table.blockers.all()[mover].shape;
    let met = near(table, mover, length).filter_map(|other| cast(shape, heading, length, other));
    met.map(|contact| contact.travelled).fold(length, f64::min)
}

/// For each unit the first contact of a move of 4 BW in eight directions.
pub(crate) fn first_contact(units: usize) -> impl FnMut() -> f64 {
    on_each(tables(units), |table| {
        let mut sum = 0.0;
        for mover in 0..table.eyes.len() {
            for eighth in 0..8 {
                sum += nearest_contact(table, mover, Heading::from(eighth * 45_000), 4.0 * BW);
            }
        }
        sum
    })
}

/// For each unit the area it can reach by going 4 BW straight without touching another.
pub(crate) fn reach_region(units: usize) -> impl FnMut() -> usize {
    let fan = Fan {
        from: Heading::NORTH,
        open: Turn(360_000),
        step: Turn(10_000),
        finest: Turn(1000),
        flat: 200.0,
    };
    on_each(tables(units), move |table| {
        let mut corners = 0;
        for (mover, from) in table.eyes.iter().enumerate() {
            let shape = &table.blockers.all()[mover].shape;
            let others: Vec<&Convex> = near(table, mover, 4.0 * BW).collect();
            let reach = |heading: Heading| {
                let far =
                    |other: &&Convex| straight(shape, heading, 4.0 * BW, *other, 100.5).map(|r| r.length);
                Some(others.iter().filter_map(far).fold(4.0 * BW, f64::min))
            };
            let polygons: Vec<Vec<Vec2>> = region(*from, &fan, &[], reach);
            corners += polygons.iter().map(Vec::len).sum::<usize>();
        }
        corners
    })
}
