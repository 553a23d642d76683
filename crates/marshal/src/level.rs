//! How well a computer player plays.

use std::fmt;
use std::str::FromStr;

/// How well a computer player plays, from the weakest up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// By chance; a yardstick.
    Recruit,
    /// By rules of thumb.
    Sergeant,
    /// By looking one turn ahead.
    Colonel,
    /// By looking further, in more worlds.
    Marshal,
}

impl Level {
    /// All levels, from the weakest up.
    pub const ALL: [Self; 4] = [Self::Recruit, Self::Sergeant, Self::Colonel, Self::Marshal];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Recruit => "recruit",
            Self::Sergeant => "sergeant",
            Self::Colonel => "colonel",
            Self::Marshal => "marshal",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Level {
    type Err = String;
    fn from_str(name: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|level| level.name() == name);
        found.ok_or_else(|| format!("no level {name:?}; there is: recruit, sergeant, colonel, marshal"))
    }
}
