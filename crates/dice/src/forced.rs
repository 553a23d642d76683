//! Faces that are given beforehand: by a test, a replay, or people who threw real dice.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Dice, Faces, NeedsDice, Roll, RuleId, Source, Why};

/// The faces of one roll, for the rule that will ask for them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Given {
    /// The rule that will ask for the dice.
    pub rule: RuleId,
    /// What they show.
    #[schemars(with = "Vec<u32>")]
    pub faces: Faces,
}

impl Given {
    /// These faces for this rule.
    pub fn new(rule: RuleId, faces: &[u32]) -> Self {
        Self { rule, faces: faces.into() }
    }
}

impl From<&Roll> for Given {
    fn from(roll: &Roll) -> Self {
        Self { rule: roll.rule, faces: roll.faces.clone() }
    }
}

/// What is wrong with given faces. `roll` counts from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ForcedFault {
    /// The next faces are for another rule.
    #[error("roll {roll}: the faces are for {given}, but {asked} is thrown")]
    Rule {
        /// Which of the given rolls.
        roll: usize,
        /// The rule the faces were given for.
        given: RuleId,
        /// The rule that throws.
        asked: RuleId,
    },
    /// The rule throws another number of dice.
    #[error("roll {roll} ({rule}): {given} faces are given, but {asked} dice are thrown")]
    Count {
        /// Which of the given rolls.
        roll: usize,
        /// The rule that throws.
        rule: RuleId,
        /// How many faces were given.
        given: usize,
        /// How many dice are thrown.
        asked: u8,
    },
    /// A face that the die does not have.
    #[error("roll {roll} ({rule}): no d{sides} shows {face}")]
    Face {
        /// Which of the given rolls.
        roll: usize,
        /// The rule that throws.
        rule: RuleId,
        /// The face that was given.
        face: u32,
        /// The sides of the die.
        sides: u32,
    },
    /// Faces that nobody asked for.
    #[error("roll {roll} ({rule}): the faces are left over; {rolls} rolls were asked for")]
    LeftOver {
        /// The first of the given rolls that was not used.
        roll: usize,
        /// The rule it was given for.
        rule: RuleId,
        /// How many rolls were asked for.
        rolls: usize,
    },
}

/// Dice whose faces are given beforehand and matched in order.
///
/// A roll without faces is [`NeedsDice`]. So is a roll whose faces do not fit; then [`Forced::finish`]
/// tells what is wrong. Ask it after every use, also after one that failed: faces are refused, left
/// over, or all used.
#[derive(Clone, Debug, Default)]
pub struct Forced {
    given: Vec<Given>,
    used: usize,
    fault: Option<ForcedFault>,
}

impl Forced {
    /// Dice that will show these faces.
    pub fn new(given: Vec<Given>) -> Self {
        Self { given, used: 0, fault: None }
    }

    /// Whether all given faces were used and fitted.
    pub fn finish(&self) -> Result<(), ForcedFault> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        match self.given.get(self.used) {
            None => Ok(()),
            Some(next) => {
                Err(ForcedFault::LeftOver { roll: self.used + 1, rule: next.rule, rolls: self.used })
            }
        }
    }

    /// The faces for a roll, if there are any and they fit.
    fn next(&mut self, why: Why, count: u8, sides: u32) -> Option<Faces> {
        if self.fault.is_some() {
            return None;
        }
        let next = self.given.get(self.used)?;
        match misfit(next, self.used + 1, why.rule, count, sides.max(1)) {
            None => {
                self.used += 1;
                Some(next.faces.clone())
            }
            fault => {
                self.fault = fault;
                None
            }
        }
    }
}

/// Why these faces are not what a roll asks for.
fn misfit(next: &Given, roll: usize, rule: RuleId, count: u8, sides: u32) -> Option<ForcedFault> {
    if next.rule != rule {
        return Some(ForcedFault::Rule { roll, given: next.rule, asked: rule });
    }
    if next.faces.len() != usize::from(count) {
        return Some(ForcedFault::Count { roll, rule, given: next.faces.len(), asked: count });
    }
    let wrong = next.faces.iter().find(|face| !(1..=sides).contains(*face))?;
    Some(ForcedFault::Face { roll, rule, face: *wrong, sides })
}

impl Dice for Forced {
    fn roll(&mut self, why: Why, count: u8, sides: u32) -> Result<Faces, NeedsDice> {
        if count == 0 {
            return Ok(Faces::new());
        }
        self.next(why, count, sides).ok_or(NeedsDice { why, count, sides })
    }
}

impl Source for Forced {
    fn position(&self) -> Option<u64> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEFENCE: Why = Why::new(RuleId::new("BL-CBT-34"), "defence", 1);
    const ATTACK: Why = Why::new(RuleId::new("BL-CBT-35"), "attack", 0);

    fn forced(given: &[(Why, &[u32])]) -> Forced {
        Forced::new(given.iter().map(|(why, faces)| Given::new(why.rule, faces)).collect())
    }

    fn missing(why: Why, count: u8) -> Result<Faces, NeedsDice> {
        Err(NeedsDice { why, count, sides: 6 })
    }

    #[test]
    fn faces_fall_in_the_given_order() {
        let mut dice = forced(&[(DEFENCE, &[4, 5, 1]), (ATTACK, &[6])]);
        assert_eq!(dice.roll(DEFENCE, 3, 6).unwrap().as_slice(), [4, 5, 1]);
        assert_eq!(dice.roll(ATTACK, 1, 6).unwrap().as_slice(), [6]);
        assert_eq!(dice.finish(), Ok(()));
    }

    #[test]
    fn a_roll_without_faces_is_asked_for_and_is_no_fault() {
        let mut dice = forced(&[(DEFENCE, &[4, 5, 1])]);
        assert!(dice.roll(DEFENCE, 3, 6).is_ok());
        assert_eq!(dice.roll(ATTACK, 2, 6), missing(ATTACK, 2));
        assert_eq!(dice.finish(), Ok(()));
    }

    #[test]
    fn faces_for_another_rule_are_refused() {
        let mut dice = forced(&[(ATTACK, &[4])]);
        assert_eq!(dice.roll(DEFENCE, 1, 6), missing(DEFENCE, 1));
        let fault = dice.finish().unwrap_err();
        assert_eq!(fault, ForcedFault::Rule { roll: 1, given: ATTACK.rule, asked: DEFENCE.rule });
        assert_eq!(fault.to_string(), "roll 1: the faces are for BL-CBT-35, but BL-CBT-34 is thrown");
    }

    #[test]
    fn after_a_fault_no_die_falls_and_the_first_fault_stays() {
        let mut dice = forced(&[(ATTACK, &[4])]);
        assert_eq!(dice.roll(DEFENCE, 1, 6), missing(DEFENCE, 1));
        assert_eq!(dice.roll(ATTACK, 1, 6), missing(ATTACK, 1));
        assert!(matches!(dice.finish(), Err(ForcedFault::Rule { roll: 1, .. })));
    }

    #[test]
    fn another_number_of_faces_is_refused() {
        for faces in [&[4, 5][..], &[4, 5, 6, 1]] {
            let mut dice = forced(&[(ATTACK, &[2]), (DEFENCE, faces)]);
            assert!(dice.roll(ATTACK, 1, 6).is_ok());
            assert_eq!(dice.roll(DEFENCE, 3, 6), missing(DEFENCE, 3));
            let fault = ForcedFault::Count { roll: 2, rule: DEFENCE.rule, given: faces.len(), asked: 3 };
            assert_eq!(dice.finish(), Err(fault));
        }
    }

    #[test]
    fn a_face_the_die_does_not_have_is_refused() {
        for face in [0, 7, u32::MAX] {
            let mut dice = forced(&[(DEFENCE, &[6, face])]);
            assert_eq!(dice.roll(DEFENCE, 2, 6), missing(DEFENCE, 2));
            let fault = ForcedFault::Face { roll: 1, rule: DEFENCE.rule, face, sides: 6 };
            assert_eq!(dice.finish(), Err(fault));
        }
        assert!(forced(&[(DEFENCE, &[7])]).roll(DEFENCE, 1, 10).is_ok());
    }

    #[test]
    fn faces_left_over_are_told() {
        let mut dice = forced(&[(DEFENCE, &[4]), (ATTACK, &[6])]);
        assert!(dice.roll(DEFENCE, 1, 6).is_ok());
        let fault = dice.finish().unwrap_err();
        assert_eq!(fault, ForcedFault::LeftOver { roll: 2, rule: ATTACK.rule, rolls: 1 });
    }

    #[test]
    fn no_dice_use_nothing_up_and_a_die_without_sides_shows_one() {
        let mut dice = forced(&[(DEFENCE, &[1])]);
        assert_eq!(dice.roll(ATTACK, 0, 6), Ok(Faces::new()));
        assert_eq!(dice.pick(DEFENCE, 0), Ok(0));
        assert_eq!(dice.finish(), Ok(()));
    }

    #[test]
    fn given_faces_are_read_strictly() {
        let read = |text| serde_json::from_str::<Vec<Given>>(text);
        let one = read(r#"[{"rule":"BL-CBT-34","faces":[4,5,1]}]"#).unwrap();
        assert_eq!(one, [Given::new(DEFENCE.rule, &[4, 5, 1])]);
        assert!(read(r#"[{"rule":"BL-CBT-34","faces":[4],"sides":6}]"#).is_err());
        assert!(read(r#"[{"rule":"BL-CBT-34","faces":[-1]}]"#).is_err());
        assert!(read(r#"[{"rule":"BL-CBT","faces":[1]}]"#).is_err());
    }
}
