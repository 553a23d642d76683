//! The id of a rule in a register, as a small value that can be copied: `BL-CBT-34`.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Two capitals, four capitals, three digits, a letter and two dashes.
const LONGEST: usize = 12;

/// The id of a rule: two capitals for the game, two to four for the section, two or three digits,
/// and a small letter where a register has one. Ids are ordered as text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleId {
    /// Padded with zeros, which sort before every letter and digit.
    bytes: [u8; LONGEST],
    len: u8,
}

/// A text that is not the id of a rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a rule id: ids look like BL-CBT-34")]
pub struct NotARuleId(pub String);

impl RuleId {
    /// The id as a constant of the program. A literal that is no id stops the compiler in a `const`,
    /// and panics anywhere else; text from outside goes through [`str::parse`].
    pub const fn new(text: &str) -> Self {
        match Self::read(text.as_bytes()) {
            Some(id) => id,
            None => panic!("a rule id looks like BL-CBT-34"),
        }
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        // ASCII by construction, so the default is never used.
        self.bytes.get(..self.len as usize).and_then(|b| str::from_utf8(b).ok()).unwrap_or_default()
    }

    const fn read(text: &[u8]) -> Option<Self> {
        let section = skip(text, 3, b'A', b'Z');
        let number = section + 1;
        let digits_end = skip(text, number, b'0', b'9');
        let end = skip(text, digits_end, b'a', b'z');
        let well_formed = skip(text, 0, b'A', b'Z') == 2
            && is_dash(text, 2)
            && matches!(section - 3, 2..=4)
            && is_dash(text, section)
            && matches!(digits_end - number, 2..=3)
            && end - digits_end <= 1
            && end == text.len();
        if !well_formed {
            return None;
        }
        let mut bytes = [0; LONGEST];
        let mut i = 0;
        while i < end {
            bytes[i] = text[i];
            i += 1;
        }
        Some(Self { bytes, len: end as u8 })
    }
}

/// The first place at or after `from` whose byte does not lie between `low` and `high`.
const fn skip(text: &[u8], from: usize, low: u8, high: u8) -> usize {
    let mut i = from;
    while i < text.len() && low <= text[i] && text[i] <= high {
        i += 1;
    }
    i
}

const fn is_dash(text: &[u8], at: usize) -> bool {
    at < text.len() && text[at] == b'-'
}

impl FromStr for RuleId {
    type Err = NotARuleId;

    fn from_str(text: &str) -> Result<Self, NotARuleId> {
        Self::read(text.as_bytes()).ok_or_else(|| NotARuleId(text.chars().take(40).collect()))
    }
}

impl fmt::Display for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for RuleId {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for RuleId {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        String::deserialize(d)?.parse().map_err(de::Error::custom)
    }
}

impl JsonSchema for RuleId {
    fn schema_name() -> Cow<'static, str> {
        "RuleId".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "The id of a rule in a register.",
            "type": "string",
            "pattern": "^[A-Z]{2}-[A-Z]{2,4}-[0-9]{2,3}[a-z]?$"
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const CHECKED_BY_THE_COMPILER: RuleId = RuleId::new("BL-CBT-34");

    #[test]
    fn ids_of_the_registers_are_ids() {
        for text in ["BL-CBT-34", "BL-EX-07", "BL-AMB-201", "MR-FILL-148", "XX-CLC-13b", "XX-FILL-148z"] {
            let id: RuleId = text.parse().unwrap();
            assert_eq!(id.as_str(), text);
            assert_eq!(id.to_string(), text);
            assert_eq!(format!("{id:?}"), text);
        }
        assert_eq!(CHECKED_BY_THE_COMPILER.as_str(), "BL-CBT-34");
        assert_eq!(format!("{CHECKED_BY_THE_COMPILER:>11}|"), "  BL-CBT-34|");
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "",
            "-",
            "BL",
            "BL-",
            "BL-CBT",
            "BL-CBT-",
            "BL-CBT-3",
            "BL-CBT-3456",
            "BL-C-34",
            "BL-COMBT-34",
            "B-CBT-34",
            "BLU-CBT-34",
            "bl-CBT-34",
            "BL-cbt-34",
            "BL-CBT-34A",
            "BL-CBT-34ab",
            "BL-CBT-34 ",
            " BL-CBT-34",
            "BL_CBT-34",
            "BL-CBT_34",
            "BL-CBT-3a4",
            "ÄL-CBT-34",
            "BL-CBT-34\0",
            "BL-CB1-34",
        ] {
            assert_eq!(text.parse::<RuleId>(), Err(NotARuleId(text.into())), "{text:?}");
        }
    }

    #[test]
    fn a_long_text_is_not_repeated_whole() {
        let NotARuleId(told) = "Ä".repeat(1_000_000).parse::<RuleId>().unwrap_err();
        assert_eq!(told.chars().count(), 40);
    }

    #[test]
    fn an_id_is_a_string_in_json_also_as_a_key() {
        let id = RuleId::new("CL-TRM-31");
        assert_eq!(serde_json::to_string(&id).unwrap(), "\"CL-TRM-31\"");
        assert_eq!(serde_json::from_str::<RuleId>("\"CL-TRM-31\"").unwrap(), id);
        let message = serde_json::from_str::<RuleId>("\"CL-TRM\"").unwrap_err().to_string();
        assert!(message.contains("\"CL-TRM\" is not a rule id"), "{message}");
        let map = std::collections::BTreeMap::from([(id, 1)]);
        assert_eq!(serde_json::to_string(&map).unwrap(), "{\"CL-TRM-31\":1}");
    }

    #[test]
    fn the_schema_gives_the_shape() {
        let schema = schemars::schema_for!(RuleId);
        assert_eq!(schema.get("pattern").unwrap(), "^[A-Z]{2}-[A-Z]{2,4}-[0-9]{2,3}[a-z]?$");
    }

    proptest! {
        #[test]
        fn what_has_the_shape_is_read_and_kept(text in "[A-Z]{2}-[A-Z]{2,4}-[0-9]{2,3}[a-z]?") {
            prop_assert_eq!(text.parse::<RuleId>().unwrap().to_string(), text);
        }

        #[test]
        fn ids_are_ordered_as_text(
            a in "[A-C]{2}-[A-C]{2,4}-[0-2]{2,3}[ab]?",
            b in "[A-C]{2}-[A-C]{2,4}-[0-2]{2,3}[ab]?",
        ) {
            prop_assert_eq!(a.parse::<RuleId>().unwrap().cmp(&b.parse().unwrap()), a.cmp(&b));
        }

        #[test]
        fn no_text_panics(text in "\\PC*|[A-Z0-9a-z-]{0,14}") {
            if let Ok(id) = text.parse::<RuleId>() {
                prop_assert_eq!(id.as_str(), text.as_str());
            }
        }
    }
}
