//! Seats, sets of seats, and viewers.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The most seats a battle can have.
pub const MOST_SEATS: u8 = 15;

/// One player's chair, counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "u8", into = "u8")]
#[schemars(with = "u8")]
pub struct Seat(u8);

impl Seat {
    /// The first seat.
    pub const FIRST: Self = Self(0);
    /// The second seat.
    pub const SECOND: Self = Self(1);

    /// The seat with this number; `None` beyond the last possible one.
    pub const fn new(n: u8) -> Option<Self> {
        if n < MOST_SEATS { Some(Self(n)) } else { None }
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The other seat of a battle for two.
    pub const fn other(self) -> Self {
        Self(1 - (self.0 & 1))
    }
}

impl TryFrom<u8> for Seat {
    type Error = String;
    fn try_from(n: u8) -> Result<Self, String> {
        Self::new(n).ok_or_else(|| format!("there is no seat {n}: seats are 0 to {}", MOST_SEATS - 1))
    }
}

impl From<Seat> for u8 {
    fn from(s: Seat) -> Self {
        s.0
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of seats, which may include the public: an audience.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct Seats(u16);

impl Seats {
    const PUBLIC: u16 = 1 << MOST_SEATS;

    /// Nobody.
    pub const NOBODY: Self = Self(0);
    /// Every seat and the public.
    pub const EVERYBODY: Self = Self(u16::MAX);

    /// One seat alone.
    pub const fn only(seat: Seat) -> Self {
        Self(1 << seat.0)
    }

    /// Everybody but one seat; the public is left out too, or that seat would read it there.
    pub const fn without(seat: Seat) -> Self {
        Self(!Self::PUBLIC & !(1 << seat.0))
    }

    /// Both sets together.
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The same set less one seat.
    pub const fn less(self, seat: Seat) -> Self {
        Self(self.0 & !(1 << seat.0))
    }

    /// Is anybody in both?
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Is this viewer one of them? The viewer of everything always is.
    pub const fn has(self, viewer: Viewer) -> bool {
        match viewer {
            Viewer::Seat(seat) => self.0 & (1 << seat.0) != 0,
            Viewer::Public => self.0 & Self::PUBLIC != 0,
            Viewer::All => true,
        }
    }
}

/// Somebody who looks at a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Viewer {
    /// A player.
    Seat(Seat),
    /// A spectator: sees what every seat may see.
    Public,
    /// Sees the truth: a closed battle, and the trusted door.
    All,
}

impl From<Seat> for Viewer {
    fn from(seat: Seat) -> Self {
        Self::Seat(seat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_audience_without_a_seat_is_without_the_public() {
        let (a, b) = (Seat::FIRST, Seat::SECOND);
        assert!(Seats::without(a).has(Viewer::Seat(b)));
        assert!(!Seats::without(a).has(Viewer::Seat(a)));
        assert!(!Seats::without(a).has(Viewer::Public));
        assert!(Seats::EVERYBODY.has(Viewer::Public));
        assert!(Seats::NOBODY.has(Viewer::All));
        assert!(Seats::only(a).and(Seats::only(b)).has(Viewer::Seat(b)));
        assert!(Seats::EVERYBODY.meets(Seats::only(a)) && !Seats::EVERYBODY.less(a).meets(Seats::only(a)));
    }

    #[test]
    fn seats_from_outside_are_checked() {
        assert!(serde_json::from_str::<Seat>("14").is_ok());
        assert!(serde_json::from_str::<Seat>("15").is_err());
        assert_eq!(Seat::FIRST.other(), Seat::SECOND);
        assert_eq!(Seat::SECOND.other(), Seat::FIRST);
    }
}
