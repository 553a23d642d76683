//! The armies of a pickup game, as they are written and read (BL-PCK-01 to -03).

use super::read::Reader;
use super::written::{UnitWritten, Written};
use crate::card::{Arm, Trait};
use crate::pickup::deploy::MOST_UNITS;
use crate::scale::BW;
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::ops::Range;
use toml::Spanned;

/// A pickup game: both armies, without places. Terrain, roles, objectives and the setup are decided in play, so
/// a scenario with this table has no `edge`, `terrain`, `unit`, `objective`, `special`, `now` or `first`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PickupWritten {
    /// The units of both sides.
    #[schemars(with = "Vec<PickupUnitWritten>")]
    pub unit: Vec<Spanned<PickupUnitWritten>>,
}

/// A unit of a pickup army.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PickupUnitWritten {
    /// The side it belongs to: 0 or 1.
    pub side: u8,
    /// Its name.
    pub name: String,
    /// Its corps, if any; an army has three or four (BL-PCK-02).
    #[serde(default)]
    pub corps: Option<String>,
    /// Its arm.
    pub arm: Arm,
    /// Starting elan (infantry and cavalry).
    #[serde(default)]
    pub elan: Option<u8>,
    /// The ammunition track (artillery), left to right.
    #[serde(default)]
    pub ammo: Option<Vec<u8>>,
    /// Full and difficult allowance, if they differ from its arm's (BL-MOV-05).
    #[serde(default, rename = "move")]
    pub allowance: Option<[f64; 2]>,
    /// Its traits.
    #[serde(default)]
    pub traits: Vec<Trait>,
}

impl PickupUnitWritten {
    /// The same unit beside the table.
    pub(super) fn beside(&self) -> UnitWritten {
        UnitWritten {
            side: self.side,
            name: self.name.clone(),
            corps: self.corps.clone(),
            arm: self.arm,
            elan: self.elan,
            ammo: self.ammo.clone(),
            allowance: self.allowance,
            traits: self.traits.clone(),
            at: [0.0, 0.0],
            heading: 0.0,
            concealed: true,
            prepared: false,
            marks: 0,
            moved: false,
            charged: false,
            from_crest: false,
            on_crossing: false,
        }
    }
}

impl Reader<'_> {
    /// What a pickup game may not be written with, and what is unusual in its armies.
    pub(super) fn pickup(&mut self, written: &Written) {
        let Some(pickup) = &written.pickup else { return };
        let whole = 0..0;
        let given = [
            ("edge", !written.edge.is_empty()),
            ("terrain", !written.terrain.is_empty()),
            ("unit", !written.unit.is_empty()),
            ("objective", !written.objective.is_empty()),
            ("special", written.special.is_some()),
            ("now", written.now.is_some()),
            ("first", written.first != 0),
        ];
        for (name, _) in given.into_iter().filter(|(_, given)| *given) {
            self.problem(&whole, name, "is decided in the setup of a pickup game (BL-PCK-03)");
        }
        let table = written.table;
        let size = [table.width, table.depth].map(|length| libm::round(length * f64::from(BW)) as i32);
        if size != [24 * BW, 16 * BW] {
            self.problem(&whole, "table", "a pickup game is played on 24 by 16 BW (BL-PCK-03)");
        }
        for side in [0, 1] {
            let units: Vec<_> = pickup.unit.iter().filter(|unit| unit.get_ref().side == side).collect();
            let Some(first) = units.first() else {
                self.problem(&whole, "pickup.unit", format!("side {side} has no units"));
                continue;
            };
            let span = first.span();
            self.army_size(&span, units.len());
            self.army_corps(&span, units.iter().map(|unit| unit.get_ref().corps.as_deref()));
        }
    }

    /// BL-PCK-01: about 20 units; more is only unusual, until they find no room.
    fn army_size(&mut self, span: &Range<usize>, size: usize) {
        if size > MOST_UNITS {
            let sentence = format!("{size} units find no room in a setup area; {MOST_UNITS} do (BL-PCK-16)");
            self.problem(span, "pickup.unit", sentence);
        } else if size > 20 {
            self.warning(
                span,
                "pickup.unit",
                format!("an army of {size} units; about 20 is usual (BL-PCK-01)"),
            );
        }
    }

    /// BL-PCK-02: three or four corps of about the same size.
    fn army_corps<'b>(&mut self, span: &Range<usize>, corps: impl Iterator<Item = Option<&'b str>>) {
        let mut sizes: BTreeMap<Option<&str>, usize> = BTreeMap::new();
        for corps in corps {
            *sizes.entry(corps).or_default() += 1;
        }
        let least = sizes.values().min().copied().unwrap_or(0);
        let most = sizes.values().max().copied().unwrap_or(0);
        if !(3..=4).contains(&sizes.len()) || sizes.contains_key(&None) || most > least + 1 {
            let sentence = "an army is divided about evenly into 3 or 4 corps (BL-PCK-02)";
            self.warning(span, "pickup.unit.corps", sentence);
        }
    }
}
