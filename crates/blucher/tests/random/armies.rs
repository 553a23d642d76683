//! Battles to be fought, drawn from a seed: armies of all sizes, arms and traits, on tables of all kinds.

use crate::rng::Rng;
use blucher::card::{Arm, Trait};
use std::fmt::Write as _;
use umpire::Scenario;

/// How the table of a battle comes about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Table {
    /// A pickup game set up by the crate's own generator.
    Generated,
    /// A pickup game whose setup is played like the rest, with drags.
    Played,
    /// Two armies with a river between them, its crossings and roads.
    River,
    /// Two armies face to face, shoulder to shoulder, some in villages, nobody discovered yet.
    Clash,
}

impl Table {
    /// The table of a battle: seven of ten are pickup games.
    pub(crate) fn of(rng: &mut Rng) -> Self {
        match rng.below(10) {
            0..=3 => Self::Generated,
            4..=6 => Self::Played,
            7 => Self::River,
            _ => Self::Clash,
        }
    }

    /// Is everything but the setup of a pickup game written in the scenario?
    const fn written(self) -> bool {
        matches!(self, Self::River | Self::Clash)
    }
}

/// A scenario with two armies.
pub(crate) fn scenario(table: Table, rng: &mut Rng) -> Scenario {
    let (turns, dice) = (6 + rng.below(19), 2 + rng.below(4));
    let mut text = format!("title = \"Drawn\"\nturns = {turns}\nmo_dice = {dice}\n");
    let apart = 0.7 + 0.1 * rng.below(14) as f64;
    if table.written() {
        field(&mut text, rng);
    }
    match table {
        Table::River => river(&mut text, rng),
        Table::Clash => clash(&mut text, apart, rng),
        Table::Generated | Table::Played => {}
    }
    text.push_str("[[side]]\nname = \"Blue\"\n[[side]]\nname = \"Red\"\n");
    // Most battles are small, so that many can be fought.
    let size = [6, 8, 10, 12, 20][rng.below(5)];
    for side in 0..2 {
        let units = 4 + rng.below(size - 3);
        for number in 0..units {
            let arm = unit(&mut text, table, side, number, rng);
            match table {
                Table::River => stands(&mut text, loose(side, number, rng), side, arm, rng),
                Table::Clash => stands(&mut text, close(side, number, apart), side, arm, rng),
                Table::Generated | Table::Played => {}
            }
        }
    }
    Scenario { name: "drawn".to_owned(), text }
}

/// A unit, but for its place; gives its arm.
fn unit(text: &mut String, table: Table, side: usize, number: usize, rng: &mut Rng) -> Arm {
    let heading = if table.written() { "unit" } else { "pickup.unit" };
    let name = ["Blue", "Red"][side];
    let _ = writeln!(text, "[[{heading}]]\nside = {side}\nname = \"{name} {number}\"");
    if !rng.one_in(8) {
        let _ = writeln!(text, "corps = \"{}\"", ["I", "II", "III", "IV"][number / 4 % 4]);
    }
    // The first of an army is never artillery: an army without morale has lost before it begins.
    let arm = match rng.below(if number == 0 { 5 } else { 7 }) {
        0..=2 => Arm::Infantry,
        3..=4 => Arm::Cavalry,
        _ => Arm::Artillery,
    };
    let _ = writeln!(text, "arm = \"{arm}\"");
    if arm == Arm::Artillery {
        let mut boxes: Vec<usize> = (0..=rng.below(6)).map(|_| 2 + rng.below(5)).collect();
        boxes.sort_unstable_by(|a, b| b.cmp(a));
        let _ = writeln!(text, "ammo = {boxes:?}");
        if rng.one_in(4) {
            text.push_str("move = [4.0, 2.0]\n");
        }
    } else {
        let _ = writeln!(text, "elan = {}", 2 + rng.below(6));
    }
    let fitting = Trait::ALL.into_iter().filter(|one| one.fits(arm));
    let traits: Vec<String> = fitting.filter(|_| rng.one_in(4)).map(written).collect();
    let _ = writeln!(text, "traits = [{}]", traits.join(", "));
    arm
}

/// A trait as a scenario writes it.
fn written(one: Trait) -> String {
    serde_json::to_string(&one).unwrap_or_default()
}

/// A place of its own at a river: rows of ten, loose.
fn loose(side: usize, number: usize, rng: &mut Rng) -> (f64, f64) {
    let (row, column) = ((number / 10) as f64, (number % 10) as f64);
    let apart = 2.0 + 2.6 * row + 0.01 * rng.below(20) as f64;
    (1.2 + 1.25 * column + 0.01 * rng.below(24) as f64, 5.0 + (side as f64 - 0.5) * apart)
}

/// A place of its own in a clash: shoulder to shoulder, half a width aside of the enemy, so that a charge meets two.
fn close(side: usize, number: usize, apart: f64) -> (f64, f64) {
    let (row, column) = ((number / 10) as f64, (number % 10) as f64);
    (1.5 + column + 0.5 * side as f64, 5.0 + (side as f64 - 0.5) * (apart + 2.6 * row))
}

fn stands(text: &mut String, (x, y): (f64, f64), side: usize, arm: Arm, rng: &mut Rng) {
    let _ = writeln!(text, "at = [{x:.2}, {y:.2}]\nheading = {}", 180 * side);
    match rng.below(4) {
        0 => text.push_str("concealed = false\n"),
        1 if arm == Arm::Infantry => text.push_str("prepared = true\n"),
        _ => {}
    }
}

/// A table of 14 by 10 BW with what a pickup game does not have: special objectives, and either side may begin.
fn field(text: &mut String, rng: &mut Rng) {
    let objectives = rng.below(3);
    let _ = writeln!(text, "first = {}", rng.below(2));
    text.push_str("[table]\nwidth = 14.0\ndepth = 10.0\n");
    for (edge, side) in [("south", 0), ("north", 1)] {
        let _ = writeln!(text, "[[edge]]\nedge = \"{edge}\"\nside = {side}");
    }
    for n in 0..objectives {
        let special = if n == 0 { "true" } else { "false" };
        let y = if rng.one_in(2) { 2.5 } else { 7.5 };
        let _ = writeln!(text, "[[objective]]\nat = [{:.1}, {y}]\nspecial = {special}", 4.0 + 5.0 * n as f64);
    }
    if objectives > 0 {
        let _ = writeln!(text, "[special]\nneeded = 1\n");
    }
    for n in 0..rng.below(5) {
        piece(text, 1.5 + 2.6 * n as f64, if rng.one_in(2) { 2.0 } else { 8.0 }, rng);
    }
}

/// Nobody has been discovered; villages where a unit of either side stands.
fn clash(text: &mut String, apart: f64, rng: &mut Rng) {
    text.push_str("[now]\nturn = 1\nphase = \"movement\"\n");
    for side in 0..rng.below(3) {
        let (x, y) = close(side, 3 * rng.below(2), apart);
        // A footprint lies behind its centerpoint.
        let y = y + (side as f64 - 0.5);
        let _ = writeln!(text, "[[terrain]]\nkind = \"urban\"\nat = [{x:.2}, {y:.2}]\nheading = 0");
    }
}

/// A river from west to east, crossings and roads that lead to them.
fn river(text: &mut String, rng: &mut Rng) {
    let (kind, width) = if rng.one_in(3) { ("minor_river", 0.3) } else { ("major_river", 0.6) };
    let line = "[[-1.0, 5.0], [15.0, 5.0]]";
    let _ = writeln!(text, "[[terrain]]\nkind = \"{kind}\"\nline = {line}\nwidth = {width}");
    for n in 0..=rng.below(3) {
        let x = 1.7 + 1.25 * (3 * n + rng.below(3)) as f64;
        let (across, along) = (0.4 + 0.1 * rng.below(4) as f64, width + 0.2 * rng.below(4) as f64);
        let _ = writeln!(
            text,
            "[[terrain]]\nkind = \"crossing\"\nat = [{x:.2}, 5.0]\nheading = 0\nwidth = {across:.1}\n\
             length = {along:.1}"
        );
        for (from, to) in [(0.0, 5.0 - along / 2.0), (5.0 + along / 2.0, 10.0)] {
            let _ = writeln!(
                text,
                "[[terrain]]\nkind = \"road\"\nline = [[{x:.2}, {from:.2}], [{x:.2}, {to:.2}]]\nwidth = 0.2"
            );
        }
    }
}

/// A piece of terrain around a place.
fn piece(text: &mut String, x: f64, y: f64, rng: &mut Rng) {
    let area = format!(
        "area = [[{:.2}, {:.2}], [{:.2}, {:.2}], [{:.2}, {:.2}], [{:.2}, {:.2}]]",
        x - 1.2,
        y - 0.9,
        x + 1.1,
        y - 1.0,
        x + 1.2,
        y + 0.8,
        x - 1.0,
        y + 1.0
    );
    let base = |x: f64| format!("[[terrain]]\nkind = \"urban\"\nat = [{x:.2}, {y:.2}]\nheading = 0\n");
    match rng.below(6) {
        0 => {
            let crest = format!("crest = [[{:.2}, {y:.2}], [{:.2}, {y:.2}]]", x - 0.9, x + 0.9);
            let _ = writeln!(text, "[[terrain]]\nkind = \"hill\"\n{area}\n{crest}");
        }
        1 => {
            text.push_str(&base(x));
            text.push_str(&base(x + 1.1));
        }
        n => {
            let kind = ["wood", "marsh", "rocky", "ploughed"][n - 2];
            let _ = writeln!(text, "[[terrain]]\nkind = \"{kind}\"\n{area}");
        }
    }
}
