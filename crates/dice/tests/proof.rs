//! A battle's dice can be checked by anybody, and whatever was altered is found.

use dice::{
    Dice, DiceProof, Fault, Hex, Recorder, RuleId, Seed, Stream, Verified, Why, battle_seed, commitment,
    verify,
};
use proptest::prelude::*;

const FIRE: Why = Why::new(RuleId::new("BL-SHO-03"), "fire", 0);
const DEFENCE: Why = Why::new(RuleId::new("BL-CBT-34"), "defence", 1);

fn server() -> Seed {
    Seed::new(std::array::from_fn(|i| i as u8))
}

fn seats() -> Vec<Hex> {
    vec![Hex(vec![0xaa; 16]), Hex(vec![1, 2, 3])]
}

/// A battle of three rolls: 5 d6, 1 of 52, 12 d6.
fn proof() -> DiceProof {
    let mut dice = Recorder::new(Stream::new(&battle_seed(&server(), &seats())));
    dice.roll(FIRE, 5, 6).unwrap();
    dice.pick(DEFENCE, 52).unwrap();
    dice.roll(DEFENCE, 12, 6).unwrap();
    let (_, rolls) = dice.finish();
    DiceProof::reveal(&server(), seats(), rolls)
}

/// Worked out with OpenSSL: SHA-256 of the tag and the seed, or of the tag, the seed, and each
/// seat's length and bytes.
#[test]
fn the_hashes_are_those_of_another_program() {
    assert_eq!(
        commitment(&server()).to_string(),
        "93f6eedad0d5aa03c369d26b5d0617cb7311b356c6ce1e53422850a3d448ec92"
    );
    assert_eq!(
        Hex::from(battle_seed(&server(), &seats()).reveal()).to_string(),
        "62bea3e156630f46e5cf92622431b6b31b018c21b4759a0c33b54aeeae81b91f"
    );
}

/// The faces that Python gave for the key stream that OpenSSL gave for this battle's seed.
#[test]
fn the_faces_are_those_of_another_program() {
    let proof = proof();
    let rolls: Vec<_> = proof.rolls.iter().map(|roll| (roll.faces.to_vec(), roll.position)).collect();
    assert_eq!(
        rolls,
        [
            (vec![5, 3, 5, 6, 4], Some(0)),
            (vec![11], Some(5)),
            (vec![6, 4, 6, 3, 6, 2, 4, 5, 2, 2, 2, 5], Some(6))
        ]
    );
}

#[test]
fn an_honest_proof_is_verified_also_after_json() {
    let text = serde_json::to_string(&proof()).unwrap();
    let read: DiceProof = serde_json::from_str(&text).unwrap();
    assert_eq!(verify(&read), Ok(Verified { rolls: 3, dice: 18, position: 18 }));
}

#[test]
fn a_battle_without_dice_is_verified() {
    let proof = DiceProof::reveal(&server(), vec![], vec![]);
    assert_eq!(verify(&proof), Ok(Verified { rolls: 0, dice: 0, position: 0 }));
}

#[test]
fn an_altered_face_is_found_and_named() {
    let honest = proof();
    let mut altered = honest.clone();
    altered.rolls[2].faces[11] = altered.rolls[2].faces[11] % 6 + 1;
    let fault = Fault::Faces {
        roll: 3,
        rule: DEFENCE.rule,
        recorded: altered.rolls[2].faces.clone(),
        stream: honest.rolls[2].faces.clone(),
    };
    assert_eq!(verify(&altered), Err(vec![fault]));
}

#[test]
fn an_altered_number_of_sides_is_found() {
    let mut altered = proof();
    altered.rolls[1].sides = 51;
    assert!(matches!(verify(&altered).unwrap_err()[..], [Fault::Faces { roll: 2, .. }]));
}

#[test]
fn a_roll_left_out_is_found_once() {
    let mut altered = proof();
    altered.rolls.remove(1);
    let fault = Fault::Position { roll: 2, rule: DEFENCE.rule, recorded: Some(6), expected: 5 };
    assert_eq!(verify(&altered), Err(vec![fault]));
}

/// Every single roll is true to the stream, but the server tried again until it liked the dice.
#[test]
fn skipping_dice_one_does_not_like_is_found() {
    let seed = battle_seed(&server(), &seats());
    let mut dice = Recorder::new(Stream::at(&seed, 3));
    dice.roll(FIRE, 5, 6).unwrap();
    let altered = DiceProof::reveal(&server(), seats(), dice.finish().1);
    let fault = Fault::Position { roll: 1, rule: FIRE.rule, recorded: Some(3), expected: 0 };
    assert_eq!(verify(&altered), Err(vec![fault]));
}

#[test]
fn a_roll_that_did_not_come_from_the_stream_is_found() {
    let mut altered = proof();
    altered.rolls[0].position = None;
    let fault = Fault::Position { roll: 1, rule: FIRE.rule, recorded: None, expected: 0 };
    assert_eq!(verify(&altered), Err(vec![fault]));
}

#[test]
fn another_seed_than_the_promised_one_is_found() {
    let mut altered = proof();
    altered.commitment = commitment(&Seed::new([1; 32]));
    let fault = Fault::Commitment { recorded: altered.commitment.clone(), computed: commitment(&server()) };
    assert_eq!(verify(&altered), Err(vec![fault.clone()]));
    assert!(fault.to_string().contains("93f6eedad0d5aa03c369d26b5d0617cb7311b356c6ce1e53422850a3d448ec92"));
    altered = proof();
    altered.server_seed.0.pop();
    assert_eq!(verify(&altered), Err(vec![Fault::SeedLength(31)]));
}

#[test]
fn altered_bytes_of_a_seat_are_found_also_when_they_only_changed_seats() {
    for seats in [
        vec![Hex(vec![0xaa; 16]), Hex(vec![1, 2, 4])],
        vec![Hex([&[0xaa; 16][..], &[1]].concat()), Hex(vec![2, 3])],
        vec![Hex([&[0xaa; 16][..], &[1, 2, 3]].concat())],
        vec![Hex(vec![1, 2, 3]), Hex(vec![0xaa; 16])],
        vec![Hex(vec![0xaa; 16]), Hex(vec![1, 2, 3]), Hex(vec![])],
    ] {
        let altered = DiceProof { seats, ..proof() };
        assert!(matches!(verify(&altered).unwrap_err()[..], [Fault::Faces { .. }, ..]));
    }
}

#[test]
fn unknown_fields_are_refused() {
    let text = serde_json::to_string(&proof()).unwrap().replacen('{', "{\"extra\":1,", 1);
    assert!(serde_json::from_str::<DiceProof>(&text).is_err());
}

proptest! {
    #[test]
    fn any_single_altered_face_is_found(roll in 0_usize..3, die in 0_usize..12, face in 1_u32..=6) {
        let mut altered = proof();
        let faces = &mut altered.rolls[roll].faces;
        let die = die % faces.len();
        prop_assume!(faces[die] != face);
        faces[die] = face;
        let faults = verify(&altered).unwrap_err();
        let named = matches!(faults[..], [Fault::Faces { roll: named, .. }] if named == roll + 1);
        prop_assert!(named);
    }

    #[test]
    fn no_record_panics(position: Option<u64>, sides: u32, faces: Vec<u32>, seed: Vec<u8>) {
        let mut odd = proof();
        odd.rolls[1].position = position;
        odd.rolls[1].sides = sides;
        odd.rolls[1].faces = faces.into();
        prop_assert!(verify(&odd).is_err());
        odd.server_seed = Hex(seed);
        prop_assert!(verify(&odd).is_err());
    }
}
