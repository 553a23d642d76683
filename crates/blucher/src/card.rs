//! Units' cards: what is printed on them.

use crate::scale::BW;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The type of a unit. Every unit is exactly one of these (BL-UNT-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Arm {
    /// INF.
    Infantry,
    /// CAV.
    Cavalry,
    /// ART.
    Artillery,
}

impl Arm {
    /// Standard allowances (full, difficult) in grains; horse artillery's card differs (BL-MOV-05).
    pub const fn allowances(self) -> (i32, i32) {
        match self {
            Self::Infantry | Self::Artillery => (2 * BW, BW),
            Self::Cavalry => (4 * BW, 2 * BW),
        }
    }
}

impl fmt::Display for Arm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Infantry => "infantry",
            Self::Cavalry => "cavalry",
            Self::Artillery => "artillery",
        })
    }
}

/// A trait of the basic game. There are exactly eight (BL-UNT-18).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Trait {
    /// +1 die when attacking.
    Shock,
    /// +1 die when defending.
    Steady,
    /// One 5 hits when skirmishing at infantry.
    Skirmish,
    /// One 5 hits when volleying at infantry.
    Firepower,
    /// Fires at half effect, and must advance after a victory.
    Impetuous,
    /// Does not charge when engaged by cavalry, and defends badly against it.
    Conscript,
    /// One 5 hits at long range.
    Heavy,
    /// Moves and fires in the same turn.
    Mobile,
}

impl Trait {
    /// All of them, in the book's order.
    pub const ALL: [Self; 8] = [
        Self::Shock,
        Self::Steady,
        Self::Skirmish,
        Self::Firepower,
        Self::Impetuous,
        Self::Conscript,
        Self::Heavy,
        Self::Mobile,
    ];

    /// May a unit of this arm have it (BL-UNT-19, BL-UNT-21, BL-UNT-22)?
    pub const fn fits(self, arm: Arm) -> bool {
        match self {
            Self::Skirmish | Self::Firepower => matches!(arm, Arm::Infantry),
            Self::Heavy => matches!(arm, Arm::Artillery),
            Self::Shock | Self::Impetuous | Self::Conscript => !matches!(arm, Arm::Artillery),
            Self::Steady | Self::Mobile => true,
        }
    }

    /// The word on the card.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Shock => "shock",
            Self::Steady => "steady",
            Self::Skirmish => "skirmish",
            Self::Firepower => "firepower",
            Self::Impetuous => "impetuous",
            Self::Conscript => "conscript",
            Self::Heavy => "heavy artillery",
            Self::Mobile => "mobile",
        }
    }

    /// What it does, in a phrase.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Shock => "one more die when attacking",
            Self::Steady => "one more die when defending",
            Self::Skirmish => "one 5 hits when skirmishing at infantry",
            Self::Firepower => "one 5 hits when volleying at infantry",
            Self::Impetuous => "fires with half its dice; must advance after a victory",
            Self::Conscript => "may not charge when engaged by cavalry; one die less against cavalry",
            Self::Heavy => "one 5 hits at long range",
            Self::Mobile => "may move and fire in the same turn",
        }
    }

    /// What it does for a unit of an arm: cavalry does not shoot (BL-FIR-10), so that it gains nothing by being mobile
    /// and loses nothing by being impetuous but its freedom.
    pub const fn text_for(self, arm: Arm) -> &'static str {
        match (self, arm) {
            (Self::Mobile, Arm::Cavalry) => {
                "no effect: it may move and fire in the same turn, but cavalry does not shoot"
            }
            (Self::Impetuous, Arm::Cavalry) => "must advance after a victory",
            _ => self.text(),
        }
    }
}

/// A set of traits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Vec<Trait>", into = "Vec<Trait>")]
pub struct Traits(u8);

impl Traits {
    /// Is this one among them?
    pub const fn has(self, one: Trait) -> bool {
        self.0 & (1 << one as u8) != 0
    }
}

impl From<Vec<Trait>> for Traits {
    fn from(list: Vec<Trait>) -> Self {
        Self(list.into_iter().fold(0, |bits, one| bits | 1 << one as u8))
    }
}

impl From<Traits> for Vec<Trait> {
    fn from(traits: Traits) -> Self {
        Trait::ALL.into_iter().filter(|one| traits.has(*one)).collect()
    }
}

/// What is printed on a unit's card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Card {
    /// The brigade's name.
    pub name: String,
    /// The corps it belongs to, if any (BL-UNT-16).
    pub corps: Option<String>,
    /// Its type.
    pub arm: Arm,
    /// Allowance of simple moves and charges, in grains (BL-UNT-05).
    pub full: i32,
    /// Allowance of difficult moves, in grains.
    pub difficult: i32,
    /// The boxes, left to right: elan from the highest down (infantry, cavalry), or ammunition (artillery).
    pub track: Vec<u8>,
    /// Its traits.
    pub traits: Traits,
}

impl Card {
    /// Does it have this trait?
    pub const fn has(&self, one: Trait) -> bool {
        self.traits.has(one)
    }

    /// The number in the first box that is not marked: current elan or ammo number (BL-UNT-07, BL-UNT-13);
    /// 0 when all are marked.
    pub fn current(&self, marks: u8) -> u8 {
        self.track.get(usize::from(marks)).copied().unwrap_or(0)
    }

    /// Current elan; artillery has none (BL-UNT-06).
    pub fn elan(&self, marks: u8) -> Option<u8> {
        (self.arm != Arm::Artillery).then(|| self.current(marks))
    }

    /// Current ammo number; only artillery has one.
    pub fn ammo(&self, marks: u8) -> Option<u8> {
        (self.arm == Arm::Artillery).then(|| self.current(marks))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn infantry(elan: u8) -> Card {
        Card {
            name: "Halkett".into(),
            corps: None,
            arm: Arm::Infantry,
            full: 2 * BW,
            difficult: BW,
            track: (1..=elan).rev().collect(),
            traits: Traits::default(),
        }
    }

    #[test]
    fn bl_unt_07_elan_is_the_highest_unmarked_box() {
        assert_eq!(infantry(6).elan(2), Some(4));
        assert_eq!(infantry(6).elan(0), Some(6));
        assert_eq!(infantry(6).elan(9), Some(0));
    }

    #[test]
    fn bl_unt_06_artillery_has_no_elan() {
        let guns = Card { arm: Arm::Artillery, track: vec![5, 4, 4, 3, 2, 2], ..infantry(6) };
        assert_eq!(guns.elan(0), None);
        assert_eq!(infantry(6).ammo(0), None);
    }

    #[test]
    fn bl_unt_13_ammo_is_the_left_most_unmarked_circle() {
        let guns = Card { arm: Arm::Artillery, track: vec![5, 4, 4, 3, 2, 2], ..infantry(6) };
        assert_eq!(guns.ammo(2), Some(4));
        assert_eq!(guns.ammo(0), Some(5));
    }

    #[test]
    fn bl_unt_18_there_are_eight_traits() {
        assert_eq!(Trait::ALL.len(), 8);
        let all = Traits::from(Trait::ALL.to_vec());
        assert_eq!(Vec::from(all), Trait::ALL);
    }

    #[test]
    fn bl_mov_05_standard_allowances() {
        assert_eq!(Arm::Infantry.allowances(), (20_000, 10_000));
        assert_eq!(Arm::Cavalry.allowances(), (40_000, 20_000));
        assert_eq!(Arm::Artillery.allowances(), (20_000, 10_000));
    }

    #[test]
    fn bl_unt_19_some_traits_belong_to_one_arm() {
        assert!(!Trait::Firepower.fits(Arm::Cavalry));
        assert!(!Trait::Skirmish.fits(Arm::Artillery));
        assert!(!Trait::Heavy.fits(Arm::Infantry));
        assert!(Trait::Firepower.fits(Arm::Infantry) && Trait::Heavy.fits(Arm::Artillery));
    }
}
