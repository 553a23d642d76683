//! Blücher keeps every law of the contract.

mod common;

use blucher::Blucher;
use common::scenarios;
use conformance::{Pair, Trial};
use dice::RuleId;
use umpire::{Scenario, Seat};

conformance::suite!(laws, Blucher, trial(3));

/// Two brigades shoulder to shoulder: lines of fire that all but touch what stands beside them are judged as quickly.
#[test]
fn cheap_shoulder_to_shoulder() {
    let shoulder = Trial { scenarios: vec![scenarios()[3].clone()], ..trial(3) };
    conformance::insist::<Blucher>(conformance::cheap::<Blucher>(&shoulder));
}

/// Short battles that begin where most can be taken back: the end of a fire phase, and the combats after it.
fn melee() -> Trial {
    Trial { scenarios: vec![scenarios()[4].clone()], pairs: Vec::new(), battles: 64, longest: 25, ..trial(3) }
}

/// Whatever is not the last word tells its seat nothing in any world that it thinks possible, and rolls nothing.
#[test]
fn what_may_be_taken_back_in_a_melee_has_told_nothing() {
    let law = conformance::last_word::<Blucher>(&melee());
    assert!(law.as_ref().is_ok_and(|law| law.count("choices that could be taken back") > 200), "{law:?}");
}

/// And it is taken back as if it had never been.
#[test]
fn what_may_be_taken_back_in_a_melee_can_be() {
    let law = conformance::undo::<Blucher>(&melee());
    assert!(law.as_ref().is_ok_and(|law| law.count("undone") > 200), "{law:?}");
}

/// To look ahead whether dice fall does not make a judgement dear.
#[test]
fn cheap_in_a_melee() {
    conformance::insist::<Blucher>(conformance::cheap::<Blucher>(&melee()));
}

const REGISTERS: [&str; 2] = [
    include_str!("../../../rules/blucher-1-basics-movement-fire.md"),
    include_str!("../../../rules/blucher-2-combat-victory.md"),
];

/// Does the register have such a rule?
fn is_rule(id: RuleId) -> bool {
    let (plain, titled) = (format!("- **{id}**"), format!("- **{id} "));
    REGISTERS.iter().any(|register| register.contains(&plain) || register.contains(&titled))
}

/// The scenarios, and a pair for each secret: what is on a concealed card, the MO dice, army morale.
fn trial(battles: u32) -> Trial {
    let [ridge, bridge, clash] = [0, 1, 2].map(|n| scenarios()[n].clone());
    let mut pairs = vec![
        concealed("an arm: a battery or a brigade", &ridge, RESERVE, &as_battery(RESERVE), Seat::FIRST),
        concealed(
            "an arm: cavalry or infantry",
            &ridge,
            "arm = \"cavalry\"\nelan = 4",
            "arm = \"infantry\"\nelan = 4\nmove = [4.0, 2.0]",
            Seat::FIRST,
        ),
        concealed(
            "elan",
            &ridge,
            "elan = 5\ntraits = [\"firepower\"]",
            "elan = 2\ntraits = [\"firepower\"]",
            Seat::FIRST,
        ),
        concealed(
            "an arm that forbids a charge",
            &clash,
            "arm = \"cavalry\"\nelan = 4",
            "arm = \"infantry\"\nelan = 4\nmove = [4.0, 2.0]",
            Seat::FIRST,
        ),
        concealed("marks", &bridge, "ammo = [5, 4, 2]", "ammo = [5, 4, 2]\nmarks = 1", Seat::SECOND),
        concealed(
            "traits",
            &bridge,
            "traits = [\"steady\"]",
            "traits = [\"conscript\", \"impetuous\"]",
            Seat::FIRST,
        ),
        concealed("a name", &bridge, "Red Grenadiers", "Red Guard", Seat::FIRST),
        concealed(
            "a corps",
            &ridge,
            "name = \"Blue Reserve\"\ncorps = \"II\"",
            "name = \"Blue Reserve\"\ncorps = \"I\"",
            Seat::SECOND,
        ),
    ];
    for blind in [Seat::FIRST, Seat::SECOND] {
        // The dice that limit the first side are rolled before anything is shown.
        let limited = begun_by(&ridge, blind);
        pairs.push(Pair {
            name: "the MO dice",
            a: limited.clone(),
            b: limited,
            blind,
            rolls: rules(&["BL-MOM-01"]),
            reveals: rules(&["BL-MOM-11"]),
        });
        let (name, other) = if blind == Seat::FIRST { ("Red", "morale = 9") } else { ("Blue", "morale = 9") };
        let (from, to) = (format!("name = \"{name}\"\nmorale = 2"), format!("name = \"{name}\"\n{other}"));
        pairs.push(Pair {
            name: "army morale",
            a: ridge.clone(),
            b: with(&ridge, &from, &to),
            blind,
            rolls: Vec::new(),
            reveals: rules(&["BL-VIC-03"]),
        });
    }
    Trial {
        pairs,
        scenarios: vec![ridge, bridge, clash],
        battles,
        longest: 400,
        seed: 1815,
        known_rule: is_rule,
    }
}

/// A concealed brigade far from the enemy.
const RESERVE: &str = "arm = \"infantry\"\nelan = 4\ntraits = [\"conscript\"]\nat = [5.6, 12.5]";

fn as_battery(unit: &str) -> String {
    unit.replace(
        "arm = \"infantry\"\nelan = 4\ntraits = [\"conscript\"]",
        "arm = \"artillery\"\nammo = [5, 3, 2]",
    )
}

fn rules(ids: &[&str]) -> Vec<RuleId> {
    ids.iter().map(|id| RuleId::new(id)).collect()
}

/// A card that differs until its unit is revealed, or until a charge is denied by its arm or the dice of a shot
/// are counted by it (BL-AMB-30).
fn concealed(name: &'static str, a: &Scenario, from: &str, to: &str, blind: Seat) -> Pair {
    let reveals = [
        "BL-CON-04",
        "BL-CON-06",
        "BL-CON-07",
        "BL-CON-09",
        "BL-AMB-28",
        "BL-ENG-09",
        "BL-CHG-28",
        "BL-SHO-03",
    ];
    let a = in_movement(a);
    let b = with(&a, from, to);
    Pair { name, a, b, blind, rolls: Vec::new(), reveals: rules(&reveals) }
}

/// The scenario at its first movement phase: no unit is discovered before anything is compared.
fn in_movement(scenario: &Scenario) -> Scenario {
    let now = if scenario.text.contains("[now]") { "" } else { "\n[now]\nturn = 1\nphase = \"movement\"\n" };
    Scenario { name: scenario.name.clone(), text: format!("{}{now}", scenario.text) }
}

/// The scenario with this seat's side in turn 1.
fn begun_by(scenario: &Scenario, seat: Seat) -> Scenario {
    assert!(!scenario.text.contains("\nfirst ="), "who begins is written in it");
    let text = format!("first = {}\n{}", seat.number(), scenario.text);
    Scenario { name: scenario.name.clone(), text }
}

/// The scenario with another text at one place.
fn with(scenario: &Scenario, from: &str, to: &str) -> Scenario {
    assert_eq!(scenario.text.matches(from).count(), 1, "{from}");
    Scenario { name: scenario.name.clone(), text: scenario.text.replace(from, to) }
}
