//! What is told of a concealed unit is no more than must be.

use crate::testing::{Field, field};
use umpire::{Seat, Viewer};

/// The log of a shot by this unit at a concealed one of each arm.
fn logs(shooter: &str, y: f64, faces: &[u32]) -> [Vec<(String, String)>; 3] {
    ["inf", "cav", "art"].map(|arm| {
        let mut field: Field =
            field(&format!("A blue {shooter}; X red {arm} 5,{y},180 concealed; turn 1 fire"));
        field.shoot("A", "X", faces);
        field.told(Viewer::Seat(Seat::FIRST))
    })
}

#[test]
fn bl_amb_30_a_shot_that_misses_tells_no_arm_that_the_dice_do_not() {
    // Halved for its range, and halved as impetuous: the same dice whatever the target is.
    for (shooter, y) in [
        ("inf 5,5,0 elan=6", 6.5),
        ("inf 5,5,0 elan=6 skirmish", 6.5),
        ("inf 5,5,0 elan=5 impetuous firepower", 5.9),
    ] {
        let [infantry, cavalry, artillery] = logs(shooter, y, &[1, 2, 3]);
        assert_eq!(infantry, cavalry, "{shooter}");
        assert_eq!(cavalry, artillery, "{shooter}");
        assert!(infantry.iter().any(|(_, line)| line.contains("half the dice")), "{infantry:?}");
    }
}

#[test]
fn bl_amb_30_dice_that_tell_it_are_explained() {
    // A 5 that does not hit shows that the target is no infantry; three dice of six show it too.
    let log = |arm: &str, faces: &[u32]| {
        let mut field =
            field(&format!("A blue inf 5,5,0 elan=6 skirmish; X red {arm} 5,6.5,180 concealed; turn 1 fire"));
        field.shoot("A", "X", faces);
        field.told(Viewer::Public).iter().any(|(_, line)| line.contains("artillery or cavalry"))
    };
    assert!(log("cav", &[5, 1, 1]) && log("art", &[5, 1, 1]));
    assert!(!log("cav", &[4, 1, 1]));
    let volley = |arm: &str, dice: &[u32]| {
        let mut field =
            field(&format!("A blue inf 5,5,0 elan=6; X red {arm} 5,5.9,180 concealed; turn 1 fire"));
        field.shoot("A", "X", dice);
        field.told(Viewer::Public).iter().any(|(_, line)| line.contains("artillery or cavalry"))
    };
    assert!(volley("art", &[1, 1, 1]) && !volley("inf", &[1; 6]));
    // A target that is hit is revealed, and all is said.
    assert!(log("cav", &[6, 1, 1]));
}
