//! The dice of an imagined world.

use dice::{Dice, Faces, NeedsDice, Seed, Stream, Why};
use std::collections::BTreeMap;
use umpire::RuleId;

/// Dice that fall one after the other, or by what they are thrown for and not by when.
///
/// In the second case there is a row of dice for every turn, purpose and piece. Two lines that are played out in one world
/// so have the same luck wherever they do the same, and differ by what they do otherwise; in a single row the first roll
/// more or less changes all that come after it. (By rows, what one line does better than another has three fifths of the
/// variance over the worlds: as if half as many again had been played out.)
pub(crate) struct Fate {
    seed: Seed,
    by_purpose: bool,
    turn: u32,
    rows: BTreeMap<Option<Purpose>, Stream>,
}

/// Turn, rule, purpose, seat and piece.
type Purpose = (u32, RuleId, &'static str, u8, Option<u32>);

impl Fate {
    /// Dice that follow from a seed, and fall by what they are thrown for or one after the other.
    pub(crate) const fn new(seed: Seed, by_purpose: bool) -> Self {
        Self { seed, by_purpose, turn: 0, rows: BTreeMap::new() }
    }

    /// Dice that are thrown from now on are thrown in this turn.
    pub(crate) const fn turns_to(&mut self, turn: u32) {
        self.turn = turn;
    }
}

impl Dice for Fate {
    fn roll(&mut self, why: Why, count: u8, sides: u32) -> Result<Faces, NeedsDice> {
        let purpose = (self.turn, why.rule, why.purpose, why.seat, why.piece);
        let (of, seed) = (self.by_purpose.then_some(purpose), &self.seed);
        let own = || of.map_or_else(|| seed.clone(), |of| seed.nth(number(&of)));
        self.rows.entry(of).or_insert_with(|| Stream::new(&own())).roll(why, count, sides)
    }
}

/// A number for what dice are thrown for (FNV-1a).
fn number((turn, rule, purpose, seat, piece): &Purpose) -> u64 {
    let piece = piece.map_or(0, |piece| u64::from(piece) + 1);
    let ends = [&[0, *seat][..], &turn.to_le_bytes(), &piece.to_le_bytes()].concat();
    let bytes = rule.as_str().bytes().chain(purpose.bytes()).chain(ends);
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::Fate;
    use dice::{Dice, Faces, RuleId, Seed, Why};

    const FIRE: Why = Why::new(RuleId::new("BL-SHO-03"), "fire", 0);
    const DEFENCE: Why = Why::new(RuleId::new("BL-CBT-34"), "defence", 1);

    fn fate() -> Fate {
        Fate::new(Seed::new([7; 32]), true)
    }

    fn roll(fate: &mut Fate, why: Why) -> Faces {
        fate.roll(why, 12, 6).unwrap()
    }

    #[test]
    fn what_is_thrown_elsewhere_changes_nothing() {
        let (mut one, mut other) = (fate(), fate());
        let first = roll(&mut one, DEFENCE.of(3));
        roll(&mut other, FIRE.of(1));
        roll(&mut other, DEFENCE.of(2));
        assert_eq!(roll(&mut other, DEFENCE.of(3)), first);
        assert_eq!(roll(&mut one, DEFENCE.of(3)), roll(&mut other, DEFENCE.of(3)), "and so again");
    }

    #[test]
    fn every_purpose_piece_turn_and_throw_has_dice_of_its_own() {
        let mut fate = fate();
        let whys = [FIRE, DEFENCE, FIRE.of(0), FIRE.of(1), Why { seat: 1, ..FIRE }, FIRE.of(1)];
        let mut seen: Vec<Faces> = whys.map(|why| roll(&mut fate, why)).into();
        fate.turns_to(5);
        seen.push(roll(&mut fate, FIRE));
        for (n, faces) in seen.iter().enumerate() {
            // Twelve dice are equal once in two thousand million.
            assert!(!seen[..n].contains(faces), "{n}: {seen:?}");
        }
    }

    #[test]
    fn in_one_row_all_that_comes_after_is_changed() {
        let (mut one, mut other) =
            (Fate::new(Seed::new([7; 32]), false), Fate::new(Seed::new([7; 32]), false));
        roll(&mut other, FIRE.of(1));
        assert_ne!(roll(&mut one, DEFENCE.of(3)), roll(&mut other, DEFENCE.of(3)));
    }

    #[test]
    fn another_world_has_other_dice() {
        assert_ne!(roll(&mut fate(), FIRE), roll(&mut Fate::new(Seed::new([8; 32]), true), FIRE));
    }
}
