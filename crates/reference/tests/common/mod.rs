//! What Picket is tried on.

use conformance::{Pair, Trial};
use dice::RuleId;
use umpire::{Scenario, Seat};

/// The scenarios, and a pair for each kind of secret that a scenario or a roll can hold. Sealed orders need
/// none: the suite tries every sealed answer against another.
pub(crate) fn trial(battles: u32) -> Trial {
    let scenarios = reference::scenarios();
    let [ford, copse] = [scenarios[0].clone(), scenarios[1].clone()];
    let no_ambush = Scenario { name: "copse without ambush".into(), text: without_red_ambush(&copse.text) };
    let rules = |ids: &[&str]| ids.iter().map(|id| RuleId::new(id)).collect::<Vec<_>>();
    let limit = |blind| Pair {
        name: "the limit of a phase",
        a: ford.clone(),
        b: ford.clone(),
        blind,
        rolls: rules(&["RF-LIM-01"]),
        reveals: rules(&["RF-LIM-03", "RF-LIM-04"]),
    };
    Trial {
        pairs: vec![
            Pair {
                name: "an ambush",
                a: copse.clone(),
                b: no_ambush,
                blind: Seat::FIRST,
                rolls: Vec::new(),
                reveals: rules(&["RF-AMB-02", "RF-AMB-03"]),
            },
            limit(Seat::FIRST),
            limit(Seat::SECOND),
        ],
        scenarios,
        battles,
        longest: 150,
        seed: 1809,
        known_rule: reference::is_rule,
    }
}

fn without_red_ambush(text: &str) -> String {
    let red = "[[ambush]]\nside = \"red\"\nwood = \"The copse\"\nfacing = 180\n";
    assert!(text.contains(red));
    text.replace(red, "")
}
