//! Terrain: hills with hachures, woods of trees, furrows, water, roads, houses.

use super::ink::{Sheet, escaped, n, put, through, uneven};
use table::grain::UNIT;
use table::heading::Heading;
use table::point::Point;
use table::polygon::Polygon;
use table::vec2::{Vec2, vec2};
use umpire::{Shape, Terrain};

/// One unit of length.
const U: f64 = UNIT as f64;

/// How a kind of terrain is drawn. Those further down lie above the others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Manner {
    Hill,
    Crest,
    Other,
    Ploughed,
    Marsh,
    Rocky,
    Wood,
    Water,
    Road,
    Crossing,
    Houses,
}

impl Manner {
    fn of(kind: &str) -> Self {
        let has = |words: &[&str]| words.iter().any(|word| kind.contains(word));
        if has(&["crest"]) {
            Self::Crest
        } else if has(&["hill", "ridge", "height"]) {
            Self::Hill
        } else if has(&["wood", "forest", "orchard"]) {
            Self::Wood
        } else if has(&["rock", "rough", "broken"]) {
            Self::Rocky
        } else if has(&["marsh", "swamp", "bog"]) {
            Self::Marsh
        } else if has(&["plough", "field", "crop", "vineyard"]) {
            Self::Ploughed
        } else if has(&["crossing", "bridge", "ford"]) {
            Self::Crossing
        } else if has(&["river", "stream", "water", "lake", "brook"]) {
            Self::Water
        } else if has(&["road", "track"]) {
            Self::Road
        } else if has(&["urban", "village", "town", "city", "farm", "building"]) {
            Self::Houses
        } else {
            Self::Other
        }
    }
}

/// Names of places, each written once in the middle of all that bears it; rivers and roads are written along.
pub(super) fn names(sheet: Sheet, terrain: &[Terrain]) -> String {
    let mut places: Vec<(&str, Manner, Vec<&Shape>)> = Vec::new();
    let written = |piece: &&Terrain| !piece.name.is_empty() && Manner::of(&piece.kind) != Manner::Crest;
    for piece in terrain.iter().filter(written) {
        let manner = Manner::of(&piece.kind);
        match places.iter_mut().find(|(name, like, _)| *name == piece.name && *like == manner) {
            Some((.., all)) => all.push(&piece.shape),
            None => places.push((&piece.name, manner, vec![&piece.shape])),
        }
    }
    let mut out = String::from(
        "<g class=\"names\" font-style=\"italic\" text-anchor=\"middle\" stroke=\"#f4ead0\" \
         stroke-width=\"4\" stroke-opacity=\".8\" stroke-linejoin=\"round\" paint-order=\"stroke\">\n",
    );
    for (name, manner, shapes) in places {
        let along = matches!(manner, Manner::Water | Manner::Road).then(|| stretch(shapes[0])).flatten();
        let middles = shapes.iter().fold(vec2(0.0, 0.0), |sum, shape| sum + middle(shape));
        let at = sheet.place(along.map_or(middles * (1.0 / shapes.len() as f64), |(at, _)| at));
        // Letters stand on their feet: a line is read from west to east, or upwards.
        let degrees = along.map_or(0.0, |(_, heading)| f64::from(heading.grains() % 180_000) / 1000.0 - 90.0);
        let (ink, font, below) = match manner {
            Manner::Houses => ("#5e2a1e", 0.3, 0.82),
            Manner::Crossing => ("#2f5d78", 0.22, 0.42),
            Manner::Water | Manner::Marsh => ("#2f5d78", 0.25, 0.08),
            Manner::Road => ("#6b4e26", 0.22, 0.07),
            Manner::Hill => ("#4a3a26", 0.25, beside_crest(terrain, middles)),
            _ => ("#4a3a26", 0.25, 0.08),
        };
        let unit = sheet.unit();
        put(
            &mut out,
            format_args!(
                "<text transform=\"translate({} {}) rotate({})\" y=\"{}\" font-size=\"{}\" fill=\"{ink}\">{}</text>\n",
                n(at.x),
                n(at.y),
                n(degrees),
                n(below * unit),
                n(font * unit),
                escaped(name)
            ),
        );
    }
    out + "</g>\n"
}

/// How far below the middle of a hill its name stands clear of every crest.
fn beside_crest(terrain: &[Terrain], middle: Vec2) -> f64 {
    let crests = || terrain.iter().filter(|piece| Manner::of(&piece.kind) == Manner::Crest);
    let clear = |below: &f64| {
        let at = middle - vec2(0.0, *below * U);
        let far = |pair: &[Point]| {
            let (a, b) = (pair[0].vec2(), pair[1].vec2());
            (0..=10).all(|i| a.towards(b, f64::from(i) / 10.0).distance(at) > 0.35 * U)
        };
        crests().all(|crest| match &crest.shape {
            Shape::Path(points) => points.windows(2).all(far),
            _ => true,
        })
    };
    [0.08, 0.5, -0.45].into_iter().find(clear).unwrap_or(0.08)
}

/// The mean of a shape's points.
fn middle(shape: &Shape) -> Vec2 {
    match shape {
        Shape::Point(at) | Shape::Disc { centre: at, .. } => at.vec2(),
        Shape::Path(points) | Shape::Area(points) => {
            let sum = points.iter().fold(vec2(0.0, 0.0), |sum, p| sum + p.vec2());
            sum * (1.0 / points.len().max(1) as f64)
        }
    }
}

/// The middle and the direction of the longest straight stretch of a band, whose outline runs along one bank
/// and back along the other. What is too wide for a band has none.
fn stretch(shape: &Shape) -> Option<(Vec2, Heading)> {
    let Shape::Area(corners) = shape else { return None };
    let half = corners.len() / 2;
    let across = |i: usize| Some((corners.get(i)?.vec2(), corners.get(corners.len() - 1 - i)?.vec2()));
    let line = (0..half).map(|i| across(i).filter(|(a, b)| a.distance(*b) < 2.0 * U));
    let line: Vec<Vec2> = line.map(|pair| pair.map(|(a, b)| a.towards(b, 0.5))).collect::<Option<_>>()?;
    let length = |pair: &&[Vec2]| pair[0].distance(pair[1]);
    let longest = line.windows(2).max_by(|a, b| length(a).total_cmp(&length(b)))?;
    Some((longest[0].towards(longest[1], 0.5), Heading::of(longest[1] - longest[0])?))
}

/// All terrain, lowest first.
pub(super) fn terrain(sheet: Sheet, terrain: &[Terrain]) -> String {
    let mut sorted: Vec<(Manner, &Terrain)> = terrain.iter().map(|t| (Manner::of(&t.kind), t)).collect();
    sorted.sort_by_key(|(manner, _)| *manner);
    let mut out = String::new();
    // Roads and rivers join without a line between them: first all their edges, then all their middles.
    for (i, (manner, piece)) in sorted.iter().enumerate() {
        let begins = i == 0 || sorted[i - 1].0 != *manner;
        if begins && matches!(manner, Manner::Water | Manner::Road) {
            for (_, same) in sorted.iter().filter(|(m, _)| m == manner) {
                out += &edging(sheet, *manner, same);
            }
        }
        out += &piece_of(sheet, *manner, piece, i);
    }
    out
}

fn edging(sheet: Sheet, manner: Manner, piece: &Terrain) -> String {
    let (ink, width) = if manner == Manner::Road { ("#8a6a3c", 2.4) } else { ("#4f7f9a", 3.0) };
    let d = outline(sheet, &piece.shape);
    format!("<path d=\"{d}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"{width}\"/>\n")
}

fn piece_of(sheet: Sheet, manner: Manner, piece: &Terrain, number: usize) -> String {
    let d = outline(sheet, &piece.shape);
    let fill = |fill: &str, stroke: &str| {
        format!("<path d=\"{d}\" fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"1.2\"/>")
    };
    let area = match &piece.shape {
        Shape::Area(corners) => corners.as_slice(),
        _ => &[],
    };
    let drawn = match manner {
        Manner::Hill => fill("#e3d0a2", "#a58656") + &hachures(sheet, area),
        Manner::Crest => crest(sheet, &piece.shape, &d),
        Manner::Ploughed => fill("#ead9a8", "none") + &fill("url(#furrows)", "#b6945a"),
        Manner::Marsh => fill("#d5dfc6", "none") + &fill("url(#reeds)", "#8ea88f"),
        Manner::Rocky => fill("#e4d8c0", "#a3937a") + &scattered(sheet, area, "rock", 0.36, 0.15),
        Manner::Wood => fill("#c3cf9b", "#7f9360") + &scattered(sheet, area, "tree", 0.27, 0.14),
        Manner::Water => water(&d, number),
        Manner::Road => fill("#e2c994", "none"),
        Manner::Crossing => fill("#d8bd86", "#4a3a26"),
        Manner::Houses => fill("#ddd0b4", "#7a6748") + &houses(sheet, area),
        Manner::Other => fill("none", "#7a6748"),
    };
    format!("<g class=\"terrain\"><title>{}</title>{drawn}</g>\n", escaped(&piece.words()))
}

fn outline(sheet: Sheet, shape: &Shape) -> String {
    match shape {
        Shape::Area(points) => sheet.path(points, true),
        Shape::Path(points) => sheet.path(points, false),
        Shape::Point(at) => disc(sheet, at.vec2(), 0.1 * U),
        Shape::Disc { centre, radius } => disc(sheet, centre.vec2(), f64::from(*radius)),
    }
}

fn disc(sheet: Sheet, at: Vec2, radius: f64) -> String {
    let (at, r) = (sheet.place(at), sheet.length(radius));
    let (twice, r) = (n(2.0 * r), n(r));
    format!("M{} {}m-{r} 0a{r} {r} 0 1 0 {twice} 0a{r} {r} 0 1 0 -{twice} 0Z", n(at.x), n(at.y))
}

/// Water, with a line along its banks.
fn water(d: &str, number: usize) -> String {
    let line = |ink: &str, width: f64| {
        format!("<path d=\"{d}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"{width}\"/>")
    };
    format!(
        "<clipPath id=\"water-{number}\"><path d=\"{d}\"/></clipPath><g clip-path=\"url(#water-{number})\">\
         <path d=\"{d}\" fill=\"#b3d1dc\"/>{}{}{}</g>",
        line("#8cb5c6", 12.0),
        line("#b3d1dc", 10.0),
        line("#7eabc0", 5.0),
    )
}

/// Strokes down the slope: a long row at the foot, and a short one above it where there is room.
fn hachures(sheet: Sheet, corners: &[Point]) -> String {
    let Ok(hill) = Polygon::new(corners.to_vec()) else { return String::new() };
    let edges: Vec<[Vec2; 2]> = hill.edges().collect();
    let inward: Vec<Vec2> = edges.iter().filter_map(|edge| inwards(&hill, *edge)).collect();
    if inward.len() != edges.len() {
        return String::new();
    }
    let (mut low, mut high) = (String::new(), String::new());
    let mut drawn = 0;
    for (i, [a, b]) in edges.iter().enumerate() {
        let before = inward[(i + edges.len() - 1) % edges.len()] + inward[i];
        let after = inward[i] + inward[(i + 1) % edges.len()];
        let strokes = ((*b - *a).length() / (0.085 * U)).clamp(1.0, 400.0) as usize;
        for k in 0..strokes {
            let t = (k as f64 + 0.5) / strokes as f64;
            let (foot, Some(up)) = (a.towards(*b, t), before.towards(after, t).unit()) else { continue };
            drawn += 1;
            let stroke = |from: f64, to: f64| {
                let ends = [foot + up * (from * U), foot + up * (to * U)];
                let room = hill.depth(ends[1]) > 0.55 * to * U;
                if room { through(&ends.map(|p| sheet.place(p)), false) } else { String::new() }
            };
            low += &stroke(0.03, 0.27 + 0.05 * uneven(drawn));
            if drawn % 2 == 0 {
                high += &stroke(0.37, 0.56 + 0.05 * uneven(drawn + 7));
            }
        }
    }
    format!(
        "<path d=\"{low}\" fill=\"none\" stroke=\"#8f6f42\" stroke-width=\"1.1\"/>\
         <path d=\"{high}\" fill=\"none\" stroke=\"#a58656\" stroke-width=\".9\"/>"
    )
}

/// The direction from an edge into its polygon.
fn inwards(polygon: &Polygon, [a, b]: [Vec2; 2]) -> Option<Vec2> {
    let right = (b - a).unit()?.right();
    let middle = a.towards(b, 0.5);
    let probe = 0.01 * U;
    Some(if polygon.depth(middle + right * probe) > 0.0 { right } else { right * -1.0 })
}

/// A crest: a strong line with short strokes to both hands.
fn crest(sheet: Sheet, shape: &Shape, d: &str) -> String {
    let Shape::Path(points) = shape else { return String::new() };
    let mut ticks = String::new();
    for pair in points.windows(2) {
        let (a, b) = (pair[0].vec2(), pair[1].vec2());
        let Some(right) = (b - a).unit().map(Vec2::right) else { continue };
        let strokes = ((b - a).length() / (0.12 * U)).clamp(1.0, 400.0) as usize;
        for k in 0..strokes {
            let foot = a.towards(b, (k as f64 + 0.5) / strokes as f64);
            let ends = [foot - right * (0.1 * U), foot + right * (0.1 * U)];
            ticks += &through(&ends.map(|p| sheet.place(p)), false);
        }
    }
    format!(
        "<path d=\"{ticks}\" stroke=\"#7a5a30\" stroke-width=\"1\"/>\
         <path d=\"{d}\" fill=\"none\" stroke=\"#5b3d1c\" stroke-width=\"3.4\" stroke-linejoin=\"round\" \
         stroke-linecap=\"round\"/>"
    )
}

/// A sign again and again over an area, not closer than `margin` to its edge.
fn scattered(sheet: Sheet, corners: &[Point], sign: &str, spacing: f64, margin: f64) -> String {
    let Ok(area) = Polygon::new(corners.to_vec()) else { return String::new() };
    let table = vec2(sheet.size.x, sheet.size.y) * (1.0 / sheet.unit());
    let low = corners.iter().map(|c| c.vec2()).fold(table * U, |l, c| vec2(l.x.min(c.x), l.y.min(c.y)));
    let high = corners.iter().map(|c| c.vec2()).fold(vec2(0.0, 0.0), |h, c| vec2(h.x.max(c.x), h.y.max(c.y)));
    let (low, high) =
        (vec2(low.x.max(0.0), low.y.max(0.0)), vec2(high.x.min(table.x * U), high.y.min(table.y * U)));
    // On a great table the signs stand further apart, so that there are not too many of them.
    let spacing = spacing * U * (24.0 / sheet.unit()).max(1.0);
    let (mut out, mut number) = (String::new(), 0);
    let (rows, columns) =
        (((high.y - low.y) / spacing) as usize + 1, ((high.x - low.x) / spacing) as usize + 1);
    for row in 0..=rows {
        for column in 0..=columns {
            number += 2;
            let shift = if row % 2 == 0 { 0.0 } else { 0.5 };
            let x = low.x + (column as f64 + shift + 0.16 * uneven(number)) * spacing - 0.25 * spacing;
            let y = high.y - (row as f64 + 0.16 * uneven(number + 1)) * spacing;
            if area.depth(vec2(x, y)) > margin * U {
                let at = sheet.place(vec2(x, y));
                put(&mut out, format_args!("<use href=\"#{sign}\" x=\"{}\" y=\"{}\"/>", n(at.x), n(at.y)));
            }
        }
    }
    out
}

/// Houses with red roofs on a base of four corners.
fn houses(sheet: Sheet, corners: &[Point]) -> String {
    /// West, south, east, north in parts of the base.
    const PLAN: [[f64; 4]; 7] = [
        [0.08, 0.08, 0.36, 0.26],
        [0.46, 0.07, 0.62, 0.32],
        [0.7, 0.1, 0.93, 0.28],
        [0.07, 0.4, 0.25, 0.64],
        [0.68, 0.42, 0.93, 0.6],
        [0.1, 0.74, 0.42, 0.92],
        [0.58, 0.72, 0.9, 0.91],
    ];
    let [a, b, c, d] = corners else { return String::new() };
    let at = |s: f64, t: f64| {
        let (low, high) = (a.vec2().towards(b.vec2(), s), d.vec2().towards(c.vec2(), s));
        sheet.place(low.towards(high, t))
    };
    let mut out = String::new();
    for [w, s, e, north] in PLAN {
        // The ridge runs along the longer side; one slope lies in the shade.
        let shade = if e - w > north - s {
            let ridge = f64::midpoint(s, north);
            [at(w, s), at(e, s), at(e, ridge), at(w, ridge)]
        } else {
            let ridge = f64::midpoint(w, e);
            [at(ridge, s), at(e, s), at(e, north), at(ridge, north)]
        };
        let roof = through(&[at(w, s), at(e, s), at(e, north), at(w, north)], true);
        put(
            &mut out,
            format_args!(
                "<path d=\"{roof}\" fill=\"#c4583f\" stroke=\"#5e2a1e\" stroke-width=\".9\"/>\
             <path d=\"{}\" fill=\"#963a28\"/>",
                through(&shade, true)
            ),
        );
    }
    out
}
