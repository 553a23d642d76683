//! Where faces come from while a choice is decided.

use crate::answer::{Answer, Code};
use crate::journal::{Chance, DiceFrom};
use dice::{Dice, Forced, Given, Hex, NeedsDice, Recorder, Roll, Seed, Stream};

/// The dice for one decision: the battle's stream, or faces that were given with it.
pub(crate) enum Supply {
    Stream(Box<Recorder<Stream>>, usize),
    Hand(Recorder<Forced>, usize, u64),
}

impl Supply {
    /// The dice of a battle at a position of its stream.
    pub(crate) fn new(chance: &Chance, position: u64, given: Vec<Given>) -> Result<Self, Answer> {
        match chance.dice {
            DiceFrom::ByHand => Ok(Self::given(given, position)),
            DiceFrom::Stream if given.is_empty() => {
                let stream = Stream::at(&chance.battle_seed()?, position);
                Ok(Self::Stream(Box::new(Recorder::new(stream)), 0))
            }
            DiceFrom::Stream => {
                Err(Answer::error(Code::BadDice, "this battle rolls its own dice: none can be given"))
            }
        }
    }

    /// Given faces, whatever the battle's own dice are: for replays. The stream is left where it is.
    pub(crate) fn given(given: Vec<Given>, position: u64) -> Self {
        Self::Hand(Recorder::new(Forced::new(given)), 0, position)
    }

    /// Runs something that needs dice.
    pub(crate) fn throw<T>(
        &mut self,
        f: impl FnOnce(&mut dyn Dice) -> Result<T, NeedsDice>,
    ) -> Result<T, Answer> {
        match self {
            Self::Stream(dice, _) => f(&mut **dice).map_err(Answer::from),
            Self::Hand(dice, ..) => f(dice).map_err(|needs| match dice.source().finish() {
                Err(fault) => Answer::error(Code::BadDice, fault.to_string()),
                Ok(()) => needs.into(),
            }),
        }
    }

    /// What fell since this was last asked.
    pub(crate) fn since_last(&mut self) -> Vec<Roll> {
        let (rolls, seen) = match self {
            Self::Stream(dice, seen) => (dice.rolls(), seen),
            Self::Hand(dice, seen, _) => (dice.rolls(), seen),
        };
        let new = rolls.get(*seen..).unwrap_or_default().to_vec();
        *seen = rolls.len();
        new
    }

    /// Where the stream now stands. Faces that no roll asked for are an error.
    pub(crate) fn finish(self) -> Result<u64, Answer> {
        match self {
            Self::Stream(dice, _) => Ok(dice.source().position()),
            Self::Hand(dice, _, position) => match dice.source().finish() {
                Err(fault) => Err(Answer::error(Code::BadDice, fault.to_string())),
                Ok(()) => Ok(position),
            },
        }
    }
}

impl Chance {
    /// The opener's secret.
    pub(crate) fn server_seed(&self) -> Result<Seed, Answer> {
        let Ok(bytes) = <[u8; 32]>::try_from(self.seed.0.as_slice()) else {
            return Err(Answer::error(Code::BadRequest, "the seed of a battle has 64 hexadecimal digits"));
        };
        Ok(Seed::new(bytes))
    }

    /// The hash of the opener's secret, which is published before the seats add their bytes.
    pub fn commitment(&self) -> Result<Hex, Answer> {
        Ok(dice::commitment(&self.server_seed()?))
    }

    /// The seed of the battle's dice: the opener's secret and what the seats added to it.
    pub(crate) fn battle_seed(&self) -> Result<Seed, Answer> {
        Ok(dice::battle_seed(&self.server_seed()?, &self.added))
    }

    /// A source of handles for pieces, apart from the dice.
    pub(crate) fn handles(&self) -> Result<impl FnMut() -> u32, Answer> {
        let mut stream = Stream::new(&self.battle_seed()?.nth(u64::MAX));
        Ok(move || stream.die(u32::MAX) - 1)
    }
}

/// Where the stream stands after recorded rolls that began at `position`. Rolls of the stream must follow each
/// other; faces given by hand leave it where it is.
pub(crate) fn follow(seed: &Seed, position: u64, rolls: &[Roll]) -> Result<u64, Answer> {
    let mut position = position;
    for roll in rolls {
        let Some(began) = roll.position else { continue };
        if began != position {
            let sentence =
                format!("a roll of {} begins at {began}, but the stream stood at {position}", roll.rule);
            return Err(Answer::error(Code::BadJournal, sentence));
        }
        let mut stream = Stream::at(seed, position);
        for _ in &roll.faces {
            stream.die(roll.sides);
        }
        position = stream.position();
    }
    Ok(position)
}

/// Are these the same rolls, wherever in the stream they fell?
pub(crate) fn alike(fell: &[Roll], recorded: &[Roll]) -> bool {
    let bare = |roll: &Roll| Roll { position: None, ..roll.clone() };
    fell.iter().map(bare).eq(recorded.iter().map(bare))
}
