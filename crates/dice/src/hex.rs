//! Bytes that are written as text: two small hexadecimal digits a byte.

use std::borrow::Cow;
use std::fmt::{self, Write as _};
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Bytes that are read and written in hexadecimal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hex(pub Vec<u8>);

/// A text that is not bytes in hexadecimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not bytes in hexadecimal: two digits a byte, 0 to 9 and a to f")]
pub struct NotHex;

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::with_capacity(self.0.len() * 2);
        for byte in &self.0 {
            write!(text, "{byte:02x}")?;
        }
        f.pad(&text)
    }
}

impl FromStr for Hex {
    type Err = NotHex;

    fn from_str(text: &str) -> Result<Self, NotHex> {
        let (pairs, rest) = text.as_bytes().as_chunks::<2>();
        if !rest.is_empty() {
            return Err(NotHex);
        }
        pairs
            .iter()
            .map(|[high, low]| Ok(digit(*high)? << 4 | digit(*low)?))
            .collect::<Result<_, _>>()
            .map(Self)
    }
}

fn digit(letter: u8) -> Result<u8, NotHex> {
    match letter {
        b'0'..=b'9' => Ok(letter - b'0'),
        b'a'..=b'f' => Ok(letter - b'a' + 10),
        _ => Err(NotHex),
    }
}

impl From<[u8; 32]> for Hex {
    fn from(bytes: [u8; 32]) -> Self {
        Self(bytes.to_vec())
    }
}

impl Serialize for Hex {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        String::deserialize(d)?.parse().map_err(de::Error::custom)
    }
}

impl JsonSchema for Hex {
    fn schema_name() -> Cow<'static, str> {
        "Hex".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "Bytes in hexadecimal.",
            "type": "string",
            "pattern": "^([0-9a-f]{2})*$"
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn bytes_are_two_small_digits_each() {
        assert_eq!(Hex(vec![0, 10, 255]).to_string(), "000aff");
        assert_eq!("000aff".parse(), Ok(Hex(vec![0, 10, 255])));
        assert_eq!("".parse(), Ok(Hex(vec![])));
    }

    #[test]
    fn anything_else_is_refused() {
        for text in ["0", "00f", "FF", "0x", "g0", "0g", " 00", "é", "+1", "0\0"] {
            assert_eq!(text.parse::<Hex>(), Err(NotHex), "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn bytes_come_back_through_json(bytes: Vec<u8>) {
            let json = serde_json::to_string(&Hex(bytes.clone())).unwrap();
            prop_assert_eq!(serde_json::from_str::<Hex>(&json).unwrap(), Hex(bytes));
        }
    }
}
