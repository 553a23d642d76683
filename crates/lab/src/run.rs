//! What is fought: everything that the rows follow from, but for how many there are.

use dice::{Hex, Seed};
use marshal::Level;
use serde::{Deserialize, Serialize};
use std::str::FromStr;
use umpire::Scenario;

/// The number of the form of the files.
pub const FORMAT: u32 = 1;

/// What is fought. Two runs that are equal here have equal rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// The form of the files.
    pub format: u32,
    /// The game.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// The scenario, whole.
    pub scenario: Scenario,
    /// The names of the two sides.
    pub sides: [String; 2],
    /// The level of the player called Red.
    pub red: String,
    /// The level of the player called Blue.
    pub blue: String,
    /// How many plans a player may judge or play out for one choice.
    pub work: u64,
    /// The seed that all battles' seeds follow from.
    pub seed: Hex,
    /// Which part of the battles is fought.
    pub shard: Shard,
}

/// One of several equal parts of a run: the first is 1/n.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    number: u64,
    of: u64,
}

impl Shard {
    /// All of it.
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    /// Which one, from 1.
    pub const fn number(self) -> u64 {
        self.number
    }

    /// Of how many.
    pub const fn of(self) -> u64 {
        self.of
    }
}

impl FromStr for Shard {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let bad = || format!("{text:?} is no shard: one of three is 1/3, 2/3 or 3/3");
        let (number, of) = text.split_once('/').ok_or_else(bad)?;
        let (number, of) = (number.parse().map_err(|_| bad())?, of.parse().map_err(|_| bad())?);
        if number == 0 || number > of || of > 1_000_000 { Err(bad()) } else { Ok(Self { number, of }) }
    }
}

impl TryFrom<String> for Shard {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> Self {
        format!("{}/{}", shard.number, shard.of)
    }
}

impl Run {
    /// Do battles come in pairs, on one seed with the seats exchanged? Only if the players differ: two equal
    /// players would fight the same battle again.
    pub fn paired(&self) -> bool {
        self.red != self.blue
    }

    /// The number of the shard's nth battle.
    pub fn number(&self, n: u64) -> u64 {
        let Shard { number, of } = self.shard;
        // Pairs stay together.
        if self.paired() { 2 * (n / 2 * of + number - 1) + n % 2 } else { n * of + number - 1 }
    }

    /// How many of the first `battles` battles are the shard's.
    pub fn share(&self, battles: u64) -> u64 {
        (0..battles).position(|n| self.number(n) >= battles).map_or(battles, |n| n as u64)
    }

    /// The seed of a battle.
    pub fn seed_of(&self, battle: u64) -> Option<Seed> {
        let bytes: [u8; 32] = self.seed.0.as_slice().try_into().ok()?;
        Some(Seed::new(bytes).nth(if self.paired() { battle / 2 } else { battle }))
    }

    /// The side that Red commands in a battle. Sides are drawn in the colours of their usual players: Blue
    /// commands side 0, and in the second battle of a pair side 1.
    pub fn red_side(&self, battle: u64) -> u8 {
        u8::from(!(self.paired() && battle % 2 == 1))
    }

    /// The level of each side in a battle.
    pub fn levels(&self, battle: u64) -> Result<[Level; 2], String> {
        let (red, blue): (Level, Level) = (self.red.parse()?, self.blue.parse()?);
        Ok(if self.red_side(battle) == 0 { [red, blue] } else { [blue, red] })
    }

    /// What differs between two runs, in words: the names of the fields.
    pub fn differs(&self, other: &Self) -> Vec<&'static str> {
        let fields = [
            ("format", self.format == other.format),
            ("game", self.game == other.game),
            ("rules", self.rules == other.rules),
            ("scenario", self.scenario == other.scenario),
            ("sides", self.sides == other.sides),
            ("red", self.red == other.red),
            ("blue", self.blue == other.blue),
            ("work", self.work == other.work),
            ("seed", self.seed == other.seed),
            ("shard", self.shard == other.shard),
        ];
        fields.into_iter().filter(|(_, same)| !same).map(|(name, _)| name).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(red: &str, blue: &str, shard: &str) -> Run {
        Run {
            format: FORMAT,
            game: "blucher".to_owned(),
            rules: 1,
            scenario: Scenario { name: "none".to_owned(), text: String::new() },
            sides: ["French".to_owned(), "Prussians".to_owned()],
            red: red.to_owned(),
            blue: blue.to_owned(),
            work: 1,
            seed: Hex::from([1; 32]),
            shard: shard.parse().unwrap(),
        }
    }

    fn numbers(run: &Run, battles: u64) -> Vec<u64> {
        (0..run.share(battles)).map(|n| run.number(n)).collect()
    }

    #[test]
    fn shards_share_all_battles_and_pairs_stay_together() {
        let parts = ["1/3", "2/3", "3/3"].map(|shard| numbers(&run("sergeant", "sergeant", shard), 8));
        assert_eq!(parts, [vec![0, 3, 6], vec![1, 4, 7], vec![2, 5]]);
        let parts = ["1/2", "2/2"].map(|shard| numbers(&run("sergeant", "recruit", shard), 9));
        assert_eq!(parts, [vec![0, 1, 4, 5, 8], vec![2, 3, 6, 7]]);
    }

    #[test]
    fn seats_are_exchanged_on_the_same_seed() {
        let pair = run("sergeant", "recruit", "1/1");
        assert_eq!(pair.levels(4), Ok([Level::Recruit, Level::Sergeant]));
        assert_eq!(pair.levels(5), Ok([Level::Sergeant, Level::Recruit]));
        assert_eq!((pair.red_side(4), pair.red_side(5)), (1, 0));
        assert!(pair.seed_of(4) == pair.seed_of(5) && pair.seed_of(5) != pair.seed_of(6));
        // Equal players would only repeat the battle.
        let equal = run("sergeant", "sergeant", "1/1");
        assert!(equal.red_side(5) == 1 && equal.seed_of(4) != equal.seed_of(5));
    }

    #[test]
    fn bad_shards_are_refused() {
        for bad in ["", "1", "0/2", "3/2", "1/0", "-1/2", "1/2/3", "a/b"] {
            assert!(bad.parse::<Shard>().is_err(), "{bad}");
        }
    }
}
