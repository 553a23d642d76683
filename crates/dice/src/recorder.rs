//! The record of what fell.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Dice, Faces, NeedsDice, RuleId, Source, Why};

/// One roll as it fell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Roll {
    /// The rule that asked for the dice.
    pub rule: RuleId,
    /// What they decided.
    pub purpose: String,
    /// Who threw them.
    pub seat: u8,
    /// How many sides each die has.
    pub sides: u32,
    /// What they showed.
    #[schemars(with = "Vec<u32>")]
    pub faces: Faces,
    /// Where the roll began in the stream; nothing if the dice did not come from a stream.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<u64>,
}

/// Dice that keep a record of every roll that falls from them.
#[derive(Debug)]
pub struct Recorder<S> {
    source: S,
    rolls: Vec<Roll>,
}

impl<S: Source> Recorder<S> {
    /// Records what falls from `source`.
    pub const fn new(source: S) -> Self {
        Self { source, rolls: Vec::new() }
    }

    /// What fell so far.
    pub fn rolls(&self) -> &[Roll] {
        &self.rolls
    }

    /// The dice themselves.
    pub const fn source(&self) -> &S {
        &self.source
    }

    /// The dice, and what fell from them.
    pub fn finish(self) -> (S, Vec<Roll>) {
        (self.source, self.rolls)
    }
}

impl<S: Source> Dice for Recorder<S> {
    fn roll(&mut self, why: Why, count: u8, sides: u32) -> Result<Faces, NeedsDice> {
        let position = self.source.position();
        let faces = self.source.roll(why, count, sides)?;
        if count > 0 {
            let Why { rule, purpose, seat } = why;
            let (purpose, sides, faces) = (purpose.to_owned(), sides.max(1), faces.clone());
            self.rolls.push(Roll { rule, purpose, seat, sides, faces, position });
        }
        Ok(faces)
    }
}

impl<S: Source> Source for Recorder<S> {
    fn position(&self) -> Option<u64> {
        self.source.position()
    }
}

#[cfg(test)]
mod tests {
    use smallvec::smallvec;

    use super::*;
    use crate::{Forced, Given, Seed, Stream};

    const WHY: Why = Why::new(RuleId::new("CL-FIR-14"), "steady", 3);

    #[test]
    fn a_roll_is_recorded_with_its_reason() {
        let mut dice = Recorder::new(Forced::new(vec![Given::new(WHY.rule, &[5, 2])]));
        assert_eq!(dice.roll(WHY, 2, 6).unwrap().as_slice(), [5, 2]);
        let (rule, faces) = (WHY.rule, smallvec![5, 2]);
        let roll = Roll { rule, purpose: "steady".into(), seat: 3, sides: 6, faces, position: None };
        assert_eq!(dice.rolls(), std::slice::from_ref(&roll));
        let json = r#"{"rule":"CL-FIR-14","purpose":"steady","seat":3,"sides":6,"faces":[5,2]}"#;
        assert_eq!(serde_json::to_string(&roll).unwrap(), json);
        assert_eq!(serde_json::from_str::<Roll>(json).unwrap(), roll);
    }

    #[test]
    fn what_did_not_fall_is_not_recorded() {
        let mut dice = Recorder::new(Forced::default());
        assert!(dice.roll(WHY, 2, 6).is_err());
        assert!(dice.roll(WHY, 0, 6).is_ok());
        assert!(dice.rolls().is_empty());
    }

    #[test]
    fn a_pick_is_recorded_and_a_die_without_sides_has_one() {
        let mut dice = Recorder::new(Forced::new(vec![Given::new(WHY.rule, &[1])]));
        assert_eq!(dice.pick(WHY, 0), Ok(0));
        assert_eq!(dice.rolls().first().map(|r| (r.sides, r.faces.as_slice())), Some((1, &[1][..])));
    }

    #[test]
    fn rolls_of_a_stream_carry_the_position_where_they_began() {
        let seed = Seed::new([7; 32]);
        let mut stream = Stream::new(&seed);
        let mut dice = Recorder::new(&mut stream as &mut dyn Source);
        for _ in 0..40 {
            dice.roll(WHY, 5, 6).unwrap();
        }
        let (source, rolls) = dice.finish();
        assert_eq!(rolls.first().and_then(|r| r.position), Some(0));
        for pair in rolls.windows(2) {
            let mut again = Stream::at(&seed, pair[0].position.unwrap());
            assert_eq!(again.roll(WHY, 5, 6).unwrap(), pair[0].faces);
            assert_eq!(Some(again.position()), pair[1].position);
        }
        assert!(source.position() >= Some(200));
    }

    #[test]
    fn a_record_replays_as_forced_faces() {
        let mut dice = Recorder::new(Stream::new(&Seed::new([9; 32])));
        let play = |dice: &mut dyn Dice| -> Result<Vec<u32>, NeedsDice> {
            let mut seen = dice.roll(WHY, 9, 6)?.to_vec();
            dice.roll(WHY, 0, 6)?;
            seen.push(dice.pick(WHY, 52)?);
            Ok(seen)
        };
        let seen = play(&mut dice).unwrap();
        let mut replay = Forced::new(dice.rolls().iter().map(Given::from).collect());
        assert_eq!(play(&mut replay), Ok(seen));
        assert_eq!(replay.finish(), Ok(()));
    }
}
