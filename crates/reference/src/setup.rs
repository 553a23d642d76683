//! From a scenario as it is written to a state: every problem is reported, with its line and field.

use crate::ambush;
use crate::event::Event;
use crate::knowledge::IN_SIGHT;
use crate::measure::{inside, overlap};
use crate::state::{Ground, Side, State, Unit, Wood};
use crate::turn;
use serde::Deserialize;
use std::sync::Arc;
use table::grain::{LIMIT, UNIT, round};
use table::heading::{DEGREE, Heading};
use table::point::Point;
use table::pose::Pose;
use table::rect::Rect;
use table::vec2::vec2;
use toml::Spanned;
use umpire::{Begin, Handles, PieceId, Problem, Scenario, Tell};

const MOST_ROUNDS: u16 = 30;
const MOST_STANDS: u8 = 6;
const MOST_UNITS: usize = 12;
const MOST_WOODS: usize = 12;
/// One a side.
const MOST_AMBUSHES: usize = 2;
const LONGEST_NAME: usize = 60;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    rounds: Spanned<u16>,
    size: Spanned<[f64; 2]>,
    #[serde(default)]
    wood: Vec<Spanned<WrittenWood>>,
    unit: Vec<Spanned<WrittenUnit>>,
    #[serde(default)]
    ambush: Vec<Spanned<WrittenAmbush>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenWood {
    name: String,
    from: [f64; 2],
    to: [f64; 2],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenUnit {
    side: Side,
    name: String,
    stands: u8,
    at: [f64; 2],
    facing: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenAmbush {
    side: Side,
    wood: String,
    facing: f64,
}

/// Sets up a battle.
pub(crate) fn begin(
    scenario: &Scenario,
    handles: &mut Handles<'_>,
    tell: &mut impl Tell<Event>,
) -> Result<State, Begin> {
    let mut state = read(&scenario.text).map_err(Begin::Problems)?;
    // The units in sight get their handles first, in the written order; then each side's ambush, whether
    // there is one or not. So no handle depends on a secret.
    let hidden = Side::BOTH.map(|_| PieceId(0));
    let (mut open, mut hidden_ids) = (Vec::new(), hidden);
    for _ in state.units.iter().filter(|unit| unit.name.is_some()) {
        open.push(handles.next_handle());
    }
    for id in &mut hidden_ids {
        *id = handles.next_handle();
    }
    for unit in &mut state.units {
        let name = unit.name.and_then(|n| open.get(usize::from(n)));
        unit.id = name.copied().unwrap_or(hidden_ids[unit.side as usize]);
    }
    state.units.sort_by_key(|unit| unit.id);
    turn::begin(&mut state, tell);
    Ok(state)
}

/// Reads a scenario; the units have no handles yet.
fn read(text: &str) -> Result<State, Vec<Problem>> {
    let written: Written = toml::from_str(text).map_err(|error| {
        let byte = error.span().map_or(0, |span| span.start);
        vec![Problem::at(text, byte, "", error.message())]
    })?;
    let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at).collect();
    let mut reader = Reader { ends, problems: Vec::new() };
    let state = reader.state(&written);
    if reader.problems.is_empty() { Ok(state) } else { Err(reader.problems) }
}

/// Reads at most as much of each list as may stand there, so that what it says is bounded, too.
struct Reader {
    /// Where the lines end, counted once for all problems.
    ends: Vec<usize>,
    problems: Vec<Problem>,
}

impl Reader {
    fn bad(&mut self, byte: usize, field: impl Into<String>, sentence: impl Into<String>) {
        let line = Some(self.ends.partition_point(|&end| end < byte) as u32 + 1);
        self.problems.push(Problem { line, field: field.into(), sentence: sentence.into() });
    }

    fn state(&mut self, written: &Written) -> State {
        let rounds = *written.rounds.get_ref();
        if !(1..=MOST_ROUNDS).contains(&rounds) {
            self.bad(written.rounds.span().start, "rounds", format!("{rounds} is not 1 to {MOST_ROUNDS}"));
        }
        let size = self.point(written.size.span().start, "size", *written.size.get_ref());
        if size.iter().any(|&s| s < UNIT) {
            self.bad(written.size.span().start, "size", "a table is at least 1 by 1");
        }
        let woods = self.first("wood", &written.wood, MOST_WOODS);
        let woods: Vec<Wood> = woods.iter().enumerate().map(|(n, w)| self.wood(n, w)).collect();
        let written_units = self.first("unit", &written.unit, MOST_UNITS);
        let ambushes = self.first("ambush", &written.ambush, MOST_AMBUSHES);
        let units = self.units(written_units, ambushes, size, &woods);
        let names = written_units.iter().map(|unit| unit.get_ref().name.clone()).collect();
        State {
            ground: Arc::new(Ground { size, rounds, woods, names }),
            round: 1,
            asked: 0,
            units,
            contacts: Vec::new(),
            orders: [None, None],
            may_hide: [true, true],
            limit: None,
            spent: 0,
            frames: Vec::new(),
            over: None,
        }
    }

    /// As much of a list as may stand there.
    fn first<'a, T>(&mut self, field: &str, list: &'a [Spanned<T>], most: usize) -> &'a [Spanned<T>] {
        if let Some(first_too_many) = list.get(most) {
            self.bad(first_too_many.span().start, field, format!("there are more than {most}"));
        }
        list.get(..most).unwrap_or(list)
    }

    fn name(&mut self, byte: usize, field: String, name: &str) {
        if name.chars().count() > LONGEST_NAME {
            self.bad(byte, field, format!("a name has at most {LONGEST_NAME} characters"));
        }
    }

    /// A point in grains, within what any table can hold.
    fn point(&mut self, byte: usize, field: &str, units: [f64; 2]) -> [i32; 2] {
        units.map(|u| {
            round(u * f64::from(UNIT)).unwrap_or_else(|_| {
                self.bad(byte, field, format!("lengths lie between -{0} and {0}", LIMIT / UNIT));
                0
            })
        })
    }

    fn heading(&mut self, byte: usize, field: &str, degrees: f64) -> Heading {
        let grains = round(degrees * f64::from(DEGREE)).ok().filter(|g| g.abs() <= 360 * DEGREE);
        Heading::from(grains.unwrap_or_else(|| {
            self.bad(byte, field, "a facing is -360 to 360 degrees");
            0
        }))
    }

    fn wood(&mut self, n: usize, written: &Spanned<WrittenWood>) -> Wood {
        let (byte, wood) = (written.span().start, written.get_ref());
        self.name(byte, format!("wood[{n}].name"), &wood.name);
        let from = self.point(byte, &format!("wood[{n}].from"), wood.from);
        let to = self.point(byte, &format!("wood[{n}].to"), wood.to);
        if from[0] >= to[0] || from[1] >= to[1] {
            self.bad(byte, format!("wood[{n}].to"), "lies north-east of `from`");
        }
        Wood { name: wood.name.clone(), from, to }
    }

    fn units(
        &mut self,
        written: &[Spanned<WrittenUnit>],
        ambushes: &[Spanned<WrittenAmbush>],
        size: [i32; 2],
        woods: &[Wood],
    ) -> Vec<Unit> {
        let mut units: Vec<(usize, String, Unit)> = Vec::new();
        for (n, w) in written.iter().enumerate() {
            units.push((w.span().start, format!("unit[{n}]"), self.unit(n, w)));
        }
        for (n, w) in ambushes.iter().enumerate() {
            let field = format!("ambush[{n}]");
            if let Some(unit) = self.ambush(&field, w, woods) {
                if units.iter().any(|(_, _, u)| u.name.is_none() && u.side == unit.side) {
                    self.bad(w.span().start, &field, "a side has at most one ambush");
                }
                units.push((w.span().start, field, unit));
            }
        }
        let table = Rect::upright(vec2(0.0, 0.0), vec2(f64::from(size[0]), f64::from(size[1])));
        for (n, (byte, field, unit)) in units.iter().enumerate() {
            if !inside(&unit.rect(), &table) {
                self.bad(*byte, field, "does not stand on the table");
            }
            if let Some((_, other, _)) = units[..n].iter().find(|(.., u)| overlap(&u.rect(), &unit.rect())) {
                self.bad(*byte, field, format!("stands on {other}"));
            }
        }
        for side in Side::BOTH {
            if !units.iter().any(|(.., unit)| unit.side == side && unit.name.is_some()) {
                self.problems.push(Problem {
                    line: None,
                    field: "unit".into(),
                    sentence: format!("{} has no unit", side.name()),
                });
            }
        }
        units.into_iter().map(|(.., unit)| unit).collect()
    }

    fn unit(&mut self, n: usize, written: &Spanned<WrittenUnit>) -> Unit {
        let (byte, unit) = (written.span().start, written.get_ref());
        self.name(byte, format!("unit[{n}].name"), &unit.name);
        if !(1..=MOST_STANDS).contains(&unit.stands) {
            self.bad(byte, format!("unit[{n}].stands"), format!("{} is not 1 to {MOST_STANDS}", unit.stands));
        }
        let [x, y] = self.point(byte, &format!("unit[{n}].at"), unit.at);
        let heading = self.heading(byte, &format!("unit[{n}].facing"), unit.facing);
        Unit {
            id: PieceId(0),
            side: unit.side,
            name: u8::try_from(n).ok(),
            stands: unit.stands,
            pose: Pose { at: Point { x, y }, heading },
            marched: false,
            dressed: false,
            to: IN_SIGHT,
        }
    }

    fn ambush(&mut self, field: &str, written: &Spanned<WrittenAmbush>, woods: &[Wood]) -> Option<Unit> {
        let (byte, a) = (written.span().start, written.get_ref());
        let heading = self.heading(byte, &format!("{field}.facing"), a.facing);
        let Some(wood) = woods.iter().find(|wood| wood.name == a.wood) else {
            self.bad(byte, format!("{field}.wood"), format!("there is no wood called {:?}", a.wood));
            return None;
        };
        let laid = ambush::laid(PieceId(0), a.side, wood, heading);
        if laid.is_none() {
            self.bad(byte, format!("{field}.wood"), "the wood is too small to hide a unit");
        }
        laid
    }
}
