//! A scenario with problems is refused, and every problem is named with its line and field.

use dice::{Forced, Stream};
use reference::Picket;
use umpire::{Begin, Game, Handles, Mute, Scenario};

/// The problems of a scenario, as they are printed.
fn problems(text: &str) -> Vec<String> {
    let scenario = Scenario { name: "test".into(), text: text.into() };
    let mut stream = Stream::new(&dice::Seed::new([1; 32]));
    let mut draw = || stream.die(u32::MAX);
    match Picket::begin(&scenario, &mut Handles::new(&mut draw), &mut Forced::default(), &mut Mute) {
        Err(Begin::Problems(problems)) => problems.iter().map(ToString::to_string).collect(),
        Err(Begin::Needs(needs)) => panic!("{needs}"),
        Ok(_) => Vec::new(),
    }
}

#[test]
fn the_scenarios_of_the_library_are_sound() {
    for scenario in reference::scenarios() {
        assert_eq!(problems(&scenario.text), Vec::<String>::new(), "{}", scenario.name);
    }
}

#[test]
fn every_problem_is_reported() {
    let text = r#"rounds = 99
size = [10, 10]

[[wood]]
name = "hedge"
from = [1, 1]
to = [2, 2]

[[unit]]
side = "blue"
name = "a"
stands = 9
at = [5, 5]
facing = 0

[[unit]]
side = "blue"
name = "b"
stands = 1
at = [5, 4.8]
facing = 1e9

[[ambush]]
side = "blue"
wood = "hedge"
facing = 45

[[ambush]]
side = "blue"
wood = "nowhere"
facing = 0
"#;
    assert_eq!(
        problems(text),
        [
            "line 1: rounds: 99 is not 1 to 30",
            "line 9: unit[0].stands: 9 is not 1 to 6",
            "line 16: unit[1].facing: a facing is -360 to 360 degrees",
            "line 23: ambush[0].wood: the wood is too small to hide a unit",
            "line 28: ambush[1].wood: there is no wood called \"nowhere\"",
            "line 16: unit[1]: stands on unit[0]",
            "unit: Red has no unit",
        ]
    );
}

#[test]
fn what_is_not_a_scenario_is_refused_where_it_goes_wrong() {
    for (text, line) in
        [("", ""), ("rounds = 3\nsize = [1, 1]\nunits = 4\n", "line 3: "), ("rounds = -1\n", "line 1: ")]
    {
        let found = problems(text);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with(line), "{found:?}");
    }
    for size in ["nan", "inf", "-3", "1e300"] {
        assert!(!problems(&format!("rounds = 3\nsize = [{size}, 9]\nunit = []\n")).is_empty());
    }
}

#[test]
fn what_is_too_much_is_said_once() {
    let unit = "[[unit]]\nside = \"blue\"\nname = \"a\"\nstands = 9\nat = [-5, 5]\nfacing = 999\n";
    let ambush = "[[ambush]]\nside = \"red\"\nwood = \"nowhere\"\nfacing = 999\n";
    let text = format!("rounds = 3\nsize = [9, 9]\n{}{}", unit.repeat(6000), ambush.repeat(6000));
    let found = problems(&text);
    // Two lines, then six for each of 12 units.
    assert!(found.contains(&"line 75: unit: there are more than 12".to_owned()), "{found:?}");
    assert!(!found.iter().any(|problem| problem.contains("unit[12]")), "{found:?}");
    // And four for each of 2 ambushes.
    assert!(found.contains(&"line 36011: ambush: there are more than 2".to_owned()), "{found:?}");
    assert!(!found.iter().any(|problem| problem.contains("ambush[2]")), "{found:?}");
}

#[test]
fn a_name_is_short() {
    let named = |name: &str| {
        format!(
            "rounds = 3\nsize = [9, 9]\n[[wood]]\nname = \"{name}\"\nfrom = [1, 1]\nto = [4, 4]\n\
             [[unit]]\nside = \"blue\"\nname = \"{name}\"\nstands = 1\nat = [5, 5]\nfacing = 0\n\
             [[unit]]\nside = \"red\"\nname = \"b\"\nstands = 1\nat = [5, 8]\nfacing = 0\n"
        )
    };
    assert_eq!(problems(&named(&"é".repeat(60))), Vec::<String>::new());
    assert_eq!(
        problems(&named(&"é".repeat(61))),
        [
            "line 3: wood[0].name: a name has at most 60 characters",
            "line 7: unit[0].name: a name has at most 60 characters",
        ]
    );
}
