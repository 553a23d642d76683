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
