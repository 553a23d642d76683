//! The weights of a doctrine by name, and how much each is changed at a time.

use blucher::staff::Doctrine;
use std::fmt::Write;

/// A weight.
pub(crate) struct Weight {
    name: &'static str,
    /// Where it stands.
    pub(crate) of: fn(&mut Doctrine) -> &mut f64,
    /// How much it is changed at a time.
    pub(crate) change: f64,
    /// The least it may be.
    pub(crate) least: f64,
    /// The most it may be.
    pub(crate) most: f64,
}

macro_rules! weight {
    ($name:ident, $change:expr, $least:expr, $most:expr) => {
        Weight {
            name: stringify!($name),
            of: |way| &mut way.$name,
            change: $change,
            least: $least,
            most: $most,
        }
    };
}

/// All weights.
pub(crate) const WEIGHTS: &[Weight] = &[
    weight!(fire_feared, 0.15, 0.0, 2.0),
    weight!(charge_feared, 0.15, 0.0, 2.0),
    weight!(fire_hoped, 0.15, 0.0, 2.0),
    weight!(charge_hoped, 0.15, 0.0, 2.0),
    weight!(approach, 0.08, 0.05, 1.5),
    weight!(facing, 0.15, 0.0, 2.0),
    weight!(infantry_near, 0.3, 0.5, 4.0),
    weight!(cavalry_near, 0.5, 0.5, 8.0),
    weight!(guns_near, 0.6, 1.0, 9.0),
    weight!(outnumbered, 0.05, 0.0, 1.0),
    weight!(aside, 0.0, -1.0, 1.0),
    weight!(strays, 0.04, 0.0, 1.0),
    weight!(held, 0.4, 0.2, 8.0),
    weight!(guard, 0.15, 0.0, 2.0),
    weight!(sent, 0.08, 0.0, 1.5),
    weight!(drawn, 0.02, 0.0, 0.5),
    weight!(urgency, 0.12, 0.0, 2.0),
    weight!(haste, 0.6, 0.0, 9.0),
    weight!(dared, 0.2, -1.0, 2.0),
    weight!(boldness, 0.08, 0.0, 1.0),
    weight!(care, 0.12, 0.4, 2.0),
    weight!(moving, 0.04, 0.02, 0.6),
    weight!(body, 0.5, 0.0, 12.0),
    weight!(verge, 0.3, 0.0, 4.0),
    weight!(shy, 0.04, 0.0, 0.6),
    weight!(cover, 0.2, 0.0, 3.0),
    weight!(mass, 0.03, 0.0, 0.5),
    weight!(gang, 0.15, 0.0, 1.0),
    weight!(odds, 0.4, 0.0, 8.0),
    weight!(close, 0.3, 0.0, 4.0),
];

/// A doctrine as it stands in the source.
pub(crate) fn print(way: &Doctrine) -> String {
    let mut way = *way;
    let mut text = String::new();
    for weight in WEIGHTS {
        let _ = writeln!(text, "        {}: {:.3},", weight.name, (weight.of)(&mut way));
    }
    text
}

/// A doctrine from lines as [`print`] writes them; what is not named stays as it is in the source.
pub(crate) fn read(text: &str) -> Result<Doctrine, String> {
    let mut way = Doctrine::TUNED;
    for line in text.lines() {
        let Some((name, value)) = line.trim().trim_end_matches(',').split_once(": ") else { continue };
        let Some(weight) = WEIGHTS.iter().find(|weight| weight.name == name) else { continue };
        *(weight.of)(&mut way) = value.parse().map_err(|e| format!("{line}: {e}"))?;
    }
    Ok(way)
}
