//! Reading a scenario: TOML, then every field against the rules. All problems are reported, not only the first.

use super::urban::{Base, close_seams, misjoined};
use super::written::{EdgeWritten, ObjectiveWritten, PhaseWritten, TerrainWritten, UnitWritten, Written};
use crate::card::{Arm, Card, Traits};
use crate::field::{Field, Kind, SideInfo, sections};
use crate::scale::{BW, URBAN_BASE};
use std::collections::BTreeMap;
use std::ops::Range;
use table::border::{Border, Compass, Stretch};
use table::grain::LIMIT;
use table::ground::{Ground, MOST_PIECES, Piece, PieceId};
use table::heading::Heading;
use table::point::Point;
use table::polygon::Polygon;
use table::pose::Pose;
use table::rect::{Anchor, Footprint};
use table::terrain::{Polyline, Shape};
use table::vec2::Vec2;
use umpire::Problem;

/// Units of one side: more fit on no table that anybody plays on, and what is counted of them fits a byte.
const MOST_UNITS: usize = 200;

/// A scenario that was read: checked, but not yet a battle.
#[derive(Debug)]
pub struct Read {
    /// As it was written.
    pub written: Written,
    /// The field.
    pub field: Field,
    /// Each unit's card and pose, in the order of the file.
    pub units: Vec<(UnitWritten, Card, Pose)>,
    /// Each objective's place, in the order of the file.
    pub objectives: Vec<(ObjectiveWritten, Point)>,
    /// What is unusual but allowed.
    pub warnings: Vec<Problem>,
}

/// Reads a scenario's text.
pub fn read(text: &str) -> Result<Read, Vec<Problem>> {
    let written: Written = toml::from_str(text).map_err(|e| {
        let byte = e.span().map_or(0, |span| span.start);
        vec![Problem::at(text, byte, "", e.message().to_owned())]
    })?;
    let mut reader = Reader { text, problems: Vec::new(), warnings: Vec::new() };
    let read = reader.scenario(written);
    let Reader { problems, warnings, .. } = reader;
    match read {
        Some(read) if problems.is_empty() => Ok(Read { warnings, ..read }),
        _ => Err(problems),
    }
}

pub(super) struct Reader<'a> {
    text: &'a str,
    problems: Vec<Problem>,
    warnings: Vec<Problem>,
}

impl Reader<'_> {
    pub(super) fn problem(
        &mut self,
        span: &Range<usize>,
        field: impl Into<String>,
        sentence: impl Into<String>,
    ) {
        self.problems.push(Problem::at(self.text, span.start, field, sentence));
    }

    pub(super) fn warning(
        &mut self,
        span: &Range<usize>,
        field: impl Into<String>,
        sentence: impl Into<String>,
    ) {
        self.warnings.push(Problem::at(self.text, span.start, field, sentence));
    }

    fn scenario(&mut self, written: Written) -> Option<Read> {
        if written.turns == 0 {
            self.problem(&self.line_of("", "turns"), "turns", "a battle has at least one turn");
        }
        if written.first > 1 {
            self.problem(&self.line_of("", "first"), "first", "sides are 0 and 1");
        }
        if !(1..=9).contains(&written.mo_dice) {
            self.problem(&self.line_of("", "mo_dice"), "mo_dice", "1 to 9 MO dice are rolled");
        }
        if written.side.len() != 2 {
            let sentence = format!("a battle has two sides, not {}", written.side.len());
            self.problem(&self.line_of("[side", "name"), "side", sentence);
        }
        self.names(&written);
        self.now(&written);
        self.special(&written);
        let field = self.field(&written);
        let units = self.units(&written);
        let objectives = self.objectives(&written);
        self.corps(&written);
        self.pickup(&written);
        Some(Read { field: field?, units, objectives, written, warnings: Vec::new() })
    }

    fn now(&mut self, written: &Written) {
        let Some(now) = &written.now else { return };
        if !(1..=written.turns).contains(&now.turn) {
            let sentence = format!("the battle has turns 1 to {}", written.turns);
            self.problem(&self.line_of("now", "turn"), "now.turn", sentence);
        }
        let fits = |dice: &Vec<u8>| {
            dice.len() == usize::from(written.mo_dice) && dice.iter().all(|face| (1..=6).contains(face))
        };
        if now.momentum.as_ref().is_some_and(|dice| !fits(dice)) {
            let sentence = format!("{} dice of 1 to 6 are rolled (BL-MOM-02)", written.mo_dice);
            self.problem(&self.line_of("now", "momentum"), "now.momentum", sentence);
        }
    }

    /// BL-VIC-07: a special victory asks for some or all of the special objectives.
    fn special(&mut self, written: &Written) {
        let Some(special) = written.special else { return };
        let most = written.objective.iter().filter(|objective| objective.get_ref().special).count();
        if !(1..=most).contains(&usize::from(special.needed)) {
            let sentence = format!("{most} objectives are special: 1 to {most} may be needed (BL-VIC-07)");
            self.problem(&self.line_of("special", "needed"), "special.needed", sentence);
        }
        if special.side.is_some_and(|side| side > 1) {
            self.problem(&self.line_of("special", "side"), "special.side", "sides are 0 and 1");
        }
    }

    /// Where a key of a table stands in the text, for what carries no place itself: the key's line, or the
    /// table's, or the beginning.
    pub(super) fn line_of(&self, table: &str, key: &str) -> Range<usize> {
        let (mut byte, mut heading, mut found) = (0, "", 0);
        for line in self.text.split_inclusive('\n') {
            let bare = line.trim();
            if let Some(rest) = bare.strip_prefix('[') {
                heading = rest.split_once(']').map_or(rest, |(name, _)| name);
                if heading == table {
                    found = byte;
                }
            }
            if heading == table && bare.split('=').next().is_some_and(|word| word.trim() == key) {
                return byte..byte;
            }
            byte += line.len();
        }
        found..found
    }

    // ---- the field --------------------------------------------------------------------------------

    fn field(&mut self, written: &Written) -> Option<Field> {
        let whole = 0..0;
        let width = self.length(&self.line_of("table", "width"), "table.width", written.table.width)?;
        let depth = self.length(&self.line_of("table", "depth"), "table.depth", written.table.depth)?;
        let stretches = self.edges(written, width, depth);
        let border = match Border::new(width, depth, stretches, sections(width, depth)) {
            Ok(border) => border,
            Err(e) => {
                self.problem(&whole, "edge", e.to_string());
                return None;
            }
        };
        if written.terrain.len() > MOST_PIECES {
            self.problem(&whole, "terrain", format!("a table holds at most {MOST_PIECES} pieces of terrain"));
            return None;
        }
        let (mut pieces, mut crests) = (Vec::new(), Vec::new());
        let (mut bases, mut names) = (Vec::new(), Vec::new());
        for (i, piece) in written.terrain.iter().enumerate() {
            let place = pieces.len();
            self.terrain(i, &piece.span(), piece.get_ref(), &mut pieces, &mut crests);
            if let Some(Shape::Base { pose, width, depth }) = pieces.get(place).map(|piece| &piece.shape) {
                let footprint = Footprint { width: *width, depth: *depth, anchor: Anchor::Centre };
                bases.push(Base { written: i, piece: place, rect: footprint.at(*pose) });
            }
            if !piece.get_ref().name.is_empty() {
                names.push((PieceId(place as u16), piece.get_ref().name.clone()));
            }
        }
        self.towns(written, &bases);
        close_seams(&bases, &mut pieces);
        road_crossings(&mut pieces);
        let sides = [0, 1].map(|i| match written.side.get(i) {
            Some(side) => {
                let side = side.get_ref();
                let flag = side.flag.clone().unwrap_or_else(|| side.name.clone());
                SideInfo { name: side.name.clone(), flag }
            }
            None => SideInfo { name: String::new(), flag: String::new() },
        });
        match Ground::new(border, pieces) {
            Ok(ground) => Some(Field::new(ground, crests, sides).named(names)),
            Err(e) => {
                self.problem(&whole, "terrain", e.to_string());
                None
            }
        }
    }

    fn edges(&mut self, written: &Written, width: i32, depth: i32) -> Vec<Stretch> {
        let mut stretches = Vec::new();
        for (i, edge) in written.edge.iter().enumerate() {
            let (span, EdgeWritten { edge, side, from, to }) = (edge.span(), edge.get_ref());
            if *side > 1 {
                self.problem(&span, format!("edge[{i}].side"), "sides are 0 and 1");
            }
            let whole = if matches!(edge, Compass::North | Compass::South) { width } else { depth };
            let end = |reader: &mut Self, name: &str, value: &Option<f64>, default: i32| match value {
                Some(value) => reader.coordinate(&span, &format!("edge[{i}].{name}"), *value),
                None => Some(default),
            };
            let (from, to) = (end(self, "from", from, 0), end(self, "to", to, whole));
            if let (Some(from), Some(to)) = (from, to) {
                stretches.push(Stretch { edge: *edge, from, to, owner: Some(*side) });
            }
        }
        stretches
    }

    fn terrain(
        &mut self,
        i: usize,
        span: &Range<usize>,
        piece: &TerrainWritten,
        pieces: &mut Vec<Piece<Kind>>,
        crests: &mut Vec<(PieceId, PieceId)>,
    ) {
        let field = format!("terrain[{i}]");
        let Some(shape) = self.shape(&field, span, piece) else { return };
        if let Err(e) = shape.outline() {
            return self.problem(span, field, e.to_string());
        }
        let id = PieceId(pieces.len() as u16);
        pieces.push(Piece { id, kind: piece.kind, shape });
        if let Some(crest) = &piece.crest {
            if piece.kind != Kind::Hill {
                return self.problem(span, format!("{field}.crest"), "only a hill has a crest");
            }
            if let Some(line) = self.polyline(&format!("{field}.crest"), span, crest) {
                let crest = PieceId(pieces.len() as u16);
                pieces.push(Piece { id: crest, kind: Kind::Crest, shape: Shape::Line(line) });
                crests.push((crest, id));
            }
        }
    }

    /// BL-URB-05: the bases of a town share full edges.
    fn towns(&mut self, written: &Written, bases: &[Base]) {
        for (base, sentence) in misjoined(bases) {
            let place = bases[base].written;
            self.problem(&written.terrain[place].span(), format!("terrain[{place}].at"), sentence);
        }
    }

    /// The shape that a kind of terrain has; a field that does not belong to it is a problem.
    fn shape(&mut self, field: &str, span: &Range<usize>, piece: &TerrainWritten) -> Option<Shape> {
        use Kind as K;
        let wants: &[&str] = match piece.kind {
            K::Hill | K::Wood | K::Rocky | K::Marsh | K::Ploughed => &["area"],
            K::MinorRiver | K::MajorRiver | K::Road => &["line", "width"],
            K::Urban => &["at", "heading"],
            K::Crossing => &["at", "heading", "width", "length"],
            K::Crest => {
                self.problem(span, field, "a crest is written with its hill: crest = [[x, y], …]");
                return None;
            }
        };
        let given = [
            ("area", piece.area.is_some()),
            ("line", piece.line.is_some()),
            ("width", piece.width.is_some()),
            ("at", piece.at.is_some()),
            ("heading", piece.heading.is_some()),
            ("length", piece.length.is_some()),
        ];
        let mut right = true;
        for (name, is_given) in given {
            if is_given != wants.contains(&name) {
                let what = if is_given { "does not belong to" } else { "is missing for" };
                self.problem(span, format!("{field}.{name}"), format!("{what} a {}", piece.kind.word()));
                right = false;
            }
        }
        if !right {
            return None;
        }
        match piece.kind {
            K::Hill | K::Wood | K::Rocky | K::Marsh | K::Ploughed => {
                let corners = self.points(&format!("{field}.area"), span, piece.area.as_deref()?)?;
                match Polygon::new(corners) {
                    Ok(polygon) => Some(Shape::Area(polygon)),
                    Err(e) => {
                        self.problem(span, format!("{field}.area"), e.to_string());
                        None
                    }
                }
            }
            K::MinorRiver | K::MajorRiver | K::Road => {
                let width = self.length(span, &format!("{field}.width"), piece.width?)?;
                // BL-TER-22: roads and minor rivers are at most a third of a BW wide.
                if piece.kind != K::MajorRiver && width > BW / 3 + 1 {
                    let sentence = format!("a {} is at most 1/3 BW wide (BL-TER-22)", piece.kind.word());
                    self.problem(span, format!("{field}.width"), sentence);
                }
                let line = self.polyline(&format!("{field}.line"), span, piece.line.as_deref()?)?;
                Some(Shape::Band { line, width })
            }
            K::Urban => {
                let pose = self.pose(field, span, piece.at?, piece.heading?)?;
                Some(Shape::Base { pose, width: URBAN_BASE, depth: URBAN_BASE })
            }
            K::Crossing => {
                let pose = self.pose(field, span, piece.at?, piece.heading?)?;
                let width = self.length(span, &format!("{field}.width"), piece.width?)?;
                let length = self.length(span, &format!("{field}.length"), piece.length?)?;
                Some(Shape::Crossing { pose, width, length })
            }
            K::Crest => None,
        }
    }

    // ---- units and objectives ---------------------------------------------------------------------

    fn units(&mut self, written: &Written) -> Vec<(UnitWritten, Card, Pose)> {
        let mut units = Vec::new();
        let of = |side: u8| every_unit(written).filter(|(_, unit)| unit.side == side).count();
        if of(0).max(of(1)) > MOST_UNITS {
            self.problem(&(0..0), "unit", format!("a side has at most {MOST_UNITS} units"));
            return units;
        }
        for (i, (span, unit)) in every_unit(written).enumerate() {
            let field = format!("unit[{i}]");
            let card = self.card(&field, &span, &unit);
            let pose = self.pose(&field, &span, unit.at, unit.heading);
            if unit.side > 1 {
                self.problem(&span, format!("{field}.side"), "sides are 0 and 1");
            }
            if unit.prepared && unit.arm != Arm::Infantry {
                self.problem(&span, format!("{field}.prepared"), "only infantry may be prepared (BL-PRE-01)");
            }
            self.done_this_turn(written, &field, &span, &unit);
            if let (Some(card), Some(pose)) = (card, pose) {
                units.push((unit, card, pose));
            }
        }
        units
    }

    /// What a unit did in a movement phase that is over.
    fn done_this_turn(&mut self, written: &Written, field: &str, span: &Range<usize>, unit: &UnitWritten) {
        let after_movement = written
            .now
            .as_ref()
            .is_some_and(|now| matches!(now.phase, PhaseWritten::Fire | PhaseWritten::Combat));
        if (unit.moved || unit.charged) && !after_movement {
            let name = if unit.charged { "charged" } else { "moved" };
            let sentence = "is said where the fire or combat phase begins: now.phase";
            self.problem(span, format!("{field}.{name}"), sentence);
        }
        if unit.charged && (unit.arm == Arm::Artillery || unit.prepared) {
            let sentence =
                "only infantry and cavalry charge, and lose the prepared marker (BL-CHG-01, BL-PRE-09)";
            self.problem(span, format!("{field}.charged"), sentence);
        }
        if unit.from_crest && !unit.charged {
            self.problem(span, format!("{field}.from_crest"), "is said of a unit that charged");
        }
    }

    fn card(&mut self, field: &str, span: &Range<usize>, unit: &UnitWritten) -> Option<Card> {
        let before = self.problems.len();
        for one in &unit.traits {
            if !one.fits(unit.arm) {
                let sentence = format!("{} has no {} (BL-UNT-19)", unit.arm, one.word());
                self.problem(span, format!("{field}.traits"), sentence);
            }
        }
        let track = match (unit.arm, unit.elan, &unit.ammo) {
            (Arm::Artillery, None, Some(boxes)) if (1..=12).contains(&boxes.len()) => {
                if boxes.iter().any(|n| !(1..=12).contains(n)) {
                    self.problem(span, format!("{field}.ammo"), "ammo numbers are 1 to 12");
                }
                boxes.clone()
            }
            (Arm::Artillery, ..) => {
                let sentence = "artillery has ammo = [5, 4, …], 1 to 12 boxes, and no elan (BL-UNT-06)";
                self.problem(span, format!("{field}.ammo"), sentence);
                return None;
            }
            (_, Some(elan @ 1..=12), None) => (1..=elan).rev().collect(),
            _ => {
                let sentence = format!("{} has elan = 1 to 12 and no ammo", unit.arm);
                self.problem(span, format!("{field}.elan"), sentence);
                return None;
            }
        };
        if usize::from(unit.marks) >= track.len() {
            self.problem(span, format!("{field}.marks"), "a unit with every box marked is not on the table");
        }
        let (full, difficult) = match unit.allowance {
            None => unit.arm.allowances(),
            Some([full, difficult]) => {
                let name = format!("{field}.move");
                (self.length(span, &name, full)?, self.length(span, &name, difficult)?)
            }
        };
        let traits = Traits::from(unit.traits.clone());
        let (name, corps) = (unit.name.clone(), unit.corps.clone());
        let card = Card { name, corps, arm: unit.arm, full, difficult, track, traits };
        (self.problems.len() == before).then_some(card)
    }

    fn objectives(&mut self, written: &Written) -> Vec<(ObjectiveWritten, Point)> {
        let mut objectives = Vec::new();
        for (i, objective) in written.objective.iter().enumerate() {
            let (span, objective) = (objective.span(), objective.get_ref());
            let field = format!("objective[{i}]");
            if objective.side.is_some_and(|side| side > 1) {
                self.problem(&span, format!("{field}.side"), "sides are 0 and 1");
            }
            let [x, y] = objective.at;
            if !(0.0..=written.table.width).contains(&x) || !(0.0..=written.table.depth).contains(&y) {
                self.problem(&span, format!("{field}.at"), "an objective must lie on the table");
            }
            if let Some(at) = self.point(&format!("{field}.at"), &span, objective.at) {
                objectives.push((objective.clone(), at));
            }
        }
        objectives
    }

    /// BL-UNT-17: a corps should hold two to twelve units.
    fn corps(&mut self, written: &Written) {
        let mut sizes: BTreeMap<(u8, String), (usize, Range<usize>)> = BTreeMap::new();
        for (span, unit) in every_unit(written) {
            if let Some(corps) = unit.corps {
                sizes.entry((unit.side, corps)).or_insert((0, span)).0 += 1;
            }
        }
        for ((_, corps), (size, span)) in sizes {
            if !(2..=12).contains(&size) {
                let sentence = format!("corps {corps} has {size} unit(s); 2 to 12 are usual (BL-UNT-17)");
                self.warning(&span, "unit.corps", sentence);
            }
        }
    }

    // ---- numbers ----------------------------------------------------------------------------------

    fn coordinate(&mut self, span: &Range<usize>, field: &str, units: f64) -> Option<i32> {
        let grains = libm::round(units * f64::from(BW));
        if grains.abs() <= f64::from(LIMIT) {
            return Some(grains as i32);
        }
        self.problem(span, field, format!("{units} is no length on a table"));
        None
    }

    fn length(&mut self, span: &Range<usize>, field: &str, units: f64) -> Option<i32> {
        let grains = self.coordinate(span, field, units)?;
        if grains > 0 {
            return Some(grains);
        }
        self.problem(span, field, "a length is greater than 0");
        None
    }

    fn point(&mut self, field: &str, span: &Range<usize>, [x, y]: [f64; 2]) -> Option<Point> {
        let x = self.coordinate(span, field, x)?;
        let y = self.coordinate(span, field, y)?;
        Some(Point { x, y })
    }

    fn points(&mut self, field: &str, span: &Range<usize>, points: &[[f64; 2]]) -> Option<Vec<Point>> {
        points.iter().map(|p| self.point(field, span, *p)).collect()
    }

    fn polyline(&mut self, field: &str, span: &Range<usize>, points: &[[f64; 2]]) -> Option<Polyline> {
        let points = self.points(field, span, points)?;
        match Polyline::new(points) {
            Ok(line) => Some(line),
            Err(e) => {
                self.problem(span, field, e.to_string());
                None
            }
        }
    }

    fn pose(&mut self, field: &str, span: &Range<usize>, at: [f64; 2], degrees: f64) -> Option<Pose> {
        let at = self.point(&format!("{field}.at"), span, at)?;
        if !(degrees.is_finite() && degrees.abs() <= 360.0) {
            self.problem(span, format!("{field}.heading"), "a heading is 0 to 360 degrees");
            return None;
        }
        Some(Pose { at, heading: Heading::from(libm::round(degrees * 1000.0) as i32) })
    }
}

/// The units of a scenario, on the table or beside it, with where they are written.
fn every_unit(written: &Written) -> impl Iterator<Item = (Range<usize>, UnitWritten)> {
    let beside = written.pickup.iter().flat_map(|pickup| &pickup.unit);
    let on_table = written.unit.iter().map(|unit| (unit.span(), unit.get_ref().clone()));
    on_table.chain(beside.map(|unit| (unit.span(), unit.get_ref().beside())))
}

/// BL-TER-20: a road that crosses a river makes a crossing there, unless one is written at that place.
fn road_crossings(pieces: &mut Vec<Piece<Kind>>) {
    let outline = |piece: &Piece<Kind>| piece.shape.outline().ok().flatten();
    let written: Vec<Polygon> =
        pieces.iter().filter(|p| p.kind == Kind::Crossing).filter_map(outline).collect();
    let rivers: Vec<Polygon> = pieces
        .iter()
        .filter(|p| matches!(p.kind, Kind::MinorRiver | Kind::MajorRiver))
        .filter_map(outline)
        .collect();
    let mut found = Vec::new();
    for road in pieces.iter().filter(|p| p.kind == Kind::Road) {
        let Shape::Band { line, width } = &road.shape else { continue };
        for [from, to] in line.segments() {
            for river in &rivers {
                found.extend(crossing(from, to, *width, river));
            }
        }
    }
    for shape in found {
        let Shape::Crossing { pose, .. } = &shape else { continue };
        if !written.iter().any(|w| w.depth(pose.at.vec2()) > 0.0) {
            pieces.push(Piece { id: PieceId(pieces.len() as u16), kind: Kind::Crossing, shape });
        }
    }
}

/// The crossings of one straight stretch of road over one river, from bank to bank.
fn crossing(from: Vec2, to: Vec2, width: i32, river: &Polygon) -> Vec<Shape> {
    let area = table::area::Area::from(river);
    let Some(along) = (to - from).unit() else { return Vec::new() };
    let shape = |run: &table::area::Run| {
        let at = (from + along * ((run.from + run.to) * 0.5)).round().ok()?;
        let pose = Pose { at, heading: Heading::of(along)? };
        Some(Shape::Crossing { pose, width, length: (run.to - run.from) as i32 })
    };
    area.runs(from, to).iter().filter_map(shape).collect()
}
