//! What a game sees of dice: a trait, why dice are thrown, and what is missing when they are not there.

use schemars::JsonSchema;
use serde::Serialize;
use smallvec::SmallVec;

use crate::RuleId;

/// The faces of one roll, in the order in which they fell. Twelve dice need no heap.
pub type Faces = SmallVec<[u32; 12]>;

/// Why dice are thrown: the rule that asks for them, for what, and the number of the seat that throws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Why {
    /// The rule that asks for the dice.
    pub rule: RuleId,
    /// What they decide, in a few words: "defence", "momentum".
    pub purpose: &'static str,
    /// Who throws them.
    pub seat: u8,
}

impl Why {
    /// Dice that `rule` asks of `seat`.
    pub const fn new(rule: RuleId, purpose: &'static str, seat: u8) -> Self {
        Self { rule, purpose, seat }
    }
}

/// Dice that somebody has to throw before the game can go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema, thiserror::Error)]
#[error("seat {} has to throw {count} d{sides} for {} ({})", why.seat, why.purpose, why.rule)]
pub struct NeedsDice {
    /// Why they are thrown.
    #[serde(flatten)]
    pub why: Why,
    /// How many.
    pub count: u8,
    /// How many faces each die has.
    pub sides: u32,
}

/// Something that dice fall from: the stream of a battle, forced faces, a person's real dice.
///
/// A roll of no dice is no roll: it gives no faces, uses nothing up and leaves no record. A die
/// without sides counts as a die of one side, so no number a game computes can fail or loop here.
pub trait Dice {
    /// Throws `count` dice and gives their faces, each from 1 to `sides`.
    fn roll(&mut self, why: Why, count: u8, sides: u32) -> Result<Faces, NeedsDice>;

    /// An even chance among `from` things (a chit, a place in a shuffle), from 0 to `from` - 1.
    /// It is a roll of one die, so it is recorded and forced like any other.
    fn pick(&mut self, why: Why, from: u32) -> Result<u32, NeedsDice> {
        let faces = self.roll(why, 1, from)?;
        let face = faces.first().ok_or(NeedsDice { why, count: 1, sides: from })?;
        Ok(face.saturating_sub(1))
    }
}

/// Dice that know where in a stream they stand. Games never see this, so no game can depend on it.
pub trait Source: Dice {
    /// Where the next roll begins; `None` if the dice do not come from a stream.
    fn position(&self) -> Option<u64>;
}

impl<D: Dice + ?Sized> Dice for &mut D {
    fn roll(&mut self, why: Why, count: u8, sides: u32) -> Result<Faces, NeedsDice> {
        (**self).roll(why, count, sides)
    }
}

impl<S: Source + ?Sized> Source for &mut S {
    fn position(&self) -> Option<u64> {
        (**self).position()
    }
}

#[cfg(test)]
mod tests {
    use smallvec::smallvec;

    use super::*;
    use crate::Forced;

    const WHY: Why = Why::new(RuleId::new("BL-DIC-08"), "tiebreaker", 1);

    /// Dice that always show the same faces, whatever is asked of them.
    struct Always(Faces);

    impl Dice for Always {
        fn roll(&mut self, _: Why, _: u8, _: u32) -> Result<Faces, NeedsDice> {
            Ok(self.0.clone())
        }
    }

    #[test]
    fn a_pick_is_one_die_less_one() {
        assert_eq!(Always(smallvec![4]).pick(WHY, 6), Ok(3));
        assert_eq!(Always(smallvec![1]).pick(WHY, 6), Ok(0));
    }

    #[test]
    fn a_pick_survives_dice_that_break_their_promise() {
        assert_eq!(Always(smallvec![0]).pick(WHY, 6), Ok(0));
        assert_eq!(Always(smallvec![]).pick(WHY, 6), Err(NeedsDice { why: WHY, count: 1, sides: 6 }));
    }

    #[test]
    fn missing_dice_read_as_a_sentence_and_as_the_protocol_writes_them() {
        let missing = Forced::default().roll(WHY, 2, 6).unwrap_err();
        assert_eq!(missing.to_string(), "seat 1 has to throw 2 d6 for tiebreaker (BL-DIC-08)");
        assert_eq!(
            serde_json::to_value(missing).unwrap(),
            serde_json::json!({"rule": "BL-DIC-08", "purpose": "tiebreaker", "seat": 1, "count": 2, "sides": 6})
        );
    }
}
