//! A scene drawn with characters.

use table::convex::Convex;
use table::point::Point;
use table::vec2::{Vec2, vec2};
use umpire::{Scene, Shape};

const COLUMNS: usize = 72;

/// The scene as lines of text, north at the top. Each piece is drawn as its outline's area, with an arrow
/// for its heading; the first side has capital letters.
pub(crate) fn draw(scene: &Scene) -> Vec<String> {
    let (width, depth) = (f64::from(scene.size.x.max(1)), f64::from(scene.size.y.max(1)));
    // A character is about twice as high as it is wide.
    let rows = ((COLUMNS as f64 * depth / width / 2.0) as usize).clamp(4, 40);
    let mut cells = vec![vec!['.'; COLUMNS]; rows];
    let place = |column: usize, row: usize| {
        vec2((column as f64 + 0.5) * width / COLUMNS as f64, depth - (row as f64 + 0.5) * depth / rows as f64)
    };
    // Stands are convex; terrain is drawn a little too large.
    let mut fill = |sign: char, corners: &[Point]| {
        let Some(hull) = Convex::hull(corners.iter().map(|c| c.vec2())) else { return };
        for (row, line) in cells.iter_mut().enumerate() {
            for (column, cell) in line.iter_mut().enumerate() {
                if inside(&hull, place(column, row)) {
                    *cell = sign;
                }
            }
        }
    };
    for terrain in &scene.terrain {
        if let Shape::Area(corners) = &terrain.shape {
            fill(sign(&terrain.kind), corners);
        }
    }
    for piece in &scene.pieces {
        let letter = sign(if piece.name.is_empty() { "?" } else { &piece.name });
        let letter = if piece.side == 0 { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() };
        for stand in &piece.stands {
            fill(letter, stand);
        }
    }
    for piece in &scene.pieces {
        let column = (f64::from(piece.pose.at.x) / width * COLUMNS as f64) as usize;
        let row = ((depth - f64::from(piece.pose.at.y)) / depth * rows as f64) as usize;
        if let Some(cell) = cells.get_mut(row).and_then(|line| line.get_mut(column)) {
            *cell = ['^', '>', 'v', '<'][((piece.pose.heading.grains() + 45_000) / 90_000 % 4) as usize];
        }
    }
    cells.into_iter().map(|line| line.into_iter().collect()).collect()
}

fn sign(word: &str) -> char {
    word.chars().next().unwrap_or('?')
}

fn inside(hull: &Convex, p: Vec2) -> bool {
    hull.edges().all(|[a, b]| (b - a).cross(p - a) <= 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::point::at;
    use table::pose::pose;
    use umpire::{Piece, PieceId, Terrain};

    #[test]
    fn pieces_and_terrain_are_where_they_stand() {
        let square = |x: f64, y: f64| vec![at(x, y), at(x + 1.0, y), at(x + 1.0, y - 1.0), at(x, y - 1.0)];
        let piece = Piece {
            id: PieceId(7),
            side: 1,
            pose: pose(6.5, 4.0, 90.0),
            stands: vec![square(6.0, 4.5)],
            name: "Guard".into(),
            kind: "infantry".into(),
            figures: Vec::new(),
            flag: "".into(),
            banner: "".into(),
            label: "".into(),
            tracks: Vec::new(),
            badges: Vec::new(),
        };
        let wood = Terrain { kind: "wood".into(), name: "".into(), shape: Shape::Area(square(0.0, 8.0)) };
        let scene = Scene {
            size: at(12.0, 8.0),
            unit: "BW".into(),
            clock: "".into(),
            terrain: vec![wood],
            pieces: vec![piece],
            aside: Vec::new(),
            markers: Vec::new(),
            gauges: Vec::new(),
        };
        let lines = draw(&scene);
        assert_eq!(lines.len(), 24);
        assert_eq!(&lines[0][..8], "wwwwww..");
        assert_eq!(&lines[12][34..44], "..ggg>gg..");
        assert_eq!(lines[20], ".".repeat(72));
    }
}
