//! The first door: any line gets an answer, and the process lives on.

mod common;

use common::Umpire;
use serde_json::{Value, json};

fn code(reply: &Value) -> &str {
    reply["error"]["code"].as_str().unwrap_or_else(|| panic!("no error: {reply}"))
}

/// The code of the error that a request must get.
fn error(umpire: &mut Umpire, request: Value) -> String {
    code(&umpire.ask(request)).to_owned()
}

#[test]
fn malformed_lines_get_an_error_and_change_nothing() {
    let mut umpire = Umpire::start();
    let battle = umpire.open(json!({"seed": "2a"}));
    let before = umpire.view(&battle, json!("all"));
    let deep = "[".repeat(100_000);
    for (line, expected) in [
        ("not JSON", "not_json"),
        ("{\"id\":1", "not_json"),
        ("[1,2,3]", "not_json"),
        ("\"view\"", "not_json"),
        ("null", "not_json"),
        (&*deep, "not_json"),
        ("{\"id\":1,\"do\":\"view\",\"battle\":\"battle-1\",\"viewer\":\"all\",\"since\":1e400}", "not_json"),
        (
            "{\"id\":1,\"do\":\"view\",\"battle\":\"battle-1\",\"viewer\":\"all\",\"since\":1.5}",
            "bad_request",
        ),
        ("{\"id\":1,\"do\":\"view\",\"battle\":\"battle-1\",\"viewer\":\"all\",\"since\":-1}", "bad_request"),
        ("{\"id\":1,\"do\":\"view\",\"battle\":7,\"viewer\":\"all\"}", "bad_request"),
        ("{\"id\":1,\"do\":\"view\",\"battle\":\"battle-1\",\"viewer\":\"all\",\"extra\":1}", "bad_request"),
        ("{\"id\":1,\"do\":\"view\",\"battle\":\"battle-1\"}", "bad_request"),
        ("{\"id\":1,\"do\":\"view\",\"battle\":\"battle-1\",\"viewer\":{\"seat\":99}}", "bad_request"),
        ("{\"id\":1,\"do\":\"view\",\"battle\":\"battle-1\",\"viewer\":{\"seat\":7}}", "unknown_seat"),
        ("{\"id\":1,\"do\":\"conquer\"}", "bad_request"),
        ("{\"id\":1}", "bad_request"),
        ("{}", "bad_request"),
    ] {
        assert_eq!(code(&umpire.line(line.as_bytes())), expected, "{}", &line[..line.len().min(90)]);
    }
    assert_eq!(code(&umpire.line(b"\xff\xfe{}")), "not_json");
    assert_eq!(umpire.view(&battle, json!("all")), before);
}

#[test]
fn a_line_of_ten_megabytes_is_refused_and_the_next_one_is_answered() {
    let mut umpire = Umpire::start();
    let long =
        format!("{{\"id\":1,\"do\":\"open\",\"game\":\"picket\",\"text\":\"{}\"}}", "x".repeat(10 << 20));
    assert_eq!(code(&umpire.line(long.as_bytes())), "too_long");
    assert_eq!(umpire.ok(json!({"do": "games"}))[1]["name"], "picket");
}

#[test]
fn a_request_keeps_its_id_whatever_it_is() {
    let mut umpire = Umpire::start();
    for id in [json!("a"), json!({"deep": [1, 2]}), json!(null), json!(-3)] {
        let reply = umpire.line(json!({"id": id, "do": "games"}).to_string().as_bytes());
        assert_eq!(reply["id"], id);
    }
}

#[test]
fn wrong_seats_and_stale_prompts_are_errors() {
    let mut umpire = Umpire::start();
    let battle = umpire.open(json!({"seed": "2a"}));
    let prompt = umpire.view(&battle, json!({"seat": 0}))["prompt"].clone();
    let play = |seat: u8, id: &Value, steps: &Value| json!({"do": "play", "battle": battle, "seat": seat, "prompt": id, "steps": steps});
    assert_eq!(error(&mut umpire, play(5, &prompt["id"], &prompt["fallback"])), "unknown_seat");
    assert_eq!(error(&mut umpire, play(0, &json!(4_000_000), &prompt["fallback"])), "stale_prompt");
    assert_eq!(error(&mut umpire, play(0, &prompt["id"], &json!([{"dance": 1}]))), "bad_request");
    assert_eq!(error(&mut umpire, play(0, &prompt["id"], &json!({}))), "bad_request");
    let other = json!({"do": "view", "battle": "no such battle", "viewer": "all"});
    assert_eq!(error(&mut umpire, other), "unknown_battle");
}

#[test]
fn games_scenarios_and_rules_are_told() {
    let mut umpire = Umpire::start();
    let games = umpire.ok(json!({"do": "games"}));
    assert_eq!(games[0]["scenarios"], json!(["learning", "meeting", "pickup"]));
    assert_eq!(games[1]["scenarios"][0], "ford");
    let rule = umpire.ok(json!({"do": "rule", "rule": "BL-CHG-07"}));
    assert!(rule["text"].as_str().is_some_and(|text| text.contains("full allowance")));
    assert_eq!(error(&mut umpire, json!({"do": "rule", "rule": "BL-CHG"})), "bad_request");
    assert_eq!(error(&mut umpire, json!({"do": "rule", "rule": "XX-CHG-07"})), "bad_request");
    assert_eq!(
        error(&mut umpire, json!({"do": "open", "game": "chess", "scenario": "ford"})),
        "unknown_game"
    );
    assert_eq!(
        error(&mut umpire, json!({"do": "open", "game": "picket", "scenario": "?"})),
        "unknown_scenario"
    );
    assert_eq!(error(&mut umpire, json!({"do": "open", "game": "picket"})), "bad_request");
    let bad = umpire.ask(json!({"do": "open", "game": "picket", "text": "rounds = \"many\"\n"}));
    assert_eq!(code(&bad), "bad_scenario");
    assert_eq!(bad["error"]["problems"][0]["line"], 1);
    for seed in ["xyz", "", &"1".repeat(65)] {
        let open = json!({"do": "open", "game": "picket", "scenario": "ford", "seed": seed});
        assert_eq!(error(&mut umpire, open), "bad_request");
    }
}

#[test]
fn a_repeated_choice_gets_its_first_answer_and_is_not_played_twice() {
    let mut umpire = Umpire::start();
    let battle = umpire.open(json!({"seed": "2a"}));
    let prompt = umpire.view(&battle, json!({"seat": 0}))["prompt"].clone();
    let play = json!({
        "do": "play", "battle": battle, "seat": 0, "choice": "first",
        "prompt": prompt["id"], "steps": prompt["fallback"],
    });
    let first = umpire.ok(play.clone());
    umpire.pass(&battle);
    umpire.pass(&battle);
    let entries = |umpire: &mut Umpire| {
        umpire.ok(json!({"do": "journal", "battle": battle}))["entries"].as_array().map(Vec::len)
    };
    let before = entries(&mut umpire);
    assert_eq!(umpire.ok(play.clone()), first);
    assert_eq!(entries(&mut umpire), before);
    // Another seat's ids are its own: it is answered as if nobody had used this one.
    let mut other = play;
    other["seat"] = json!(1);
    assert_eq!(error(&mut umpire, other), "stale_prompt");
}

#[test]
fn dice_by_hand_are_asked_for_and_checked() {
    let mut umpire = Umpire::start();
    let battle = umpire.open(json!({"from": "by_hand"}));
    // Both sealed orders in: the limit of the first phase is rolled.
    umpire.pass(&battle);
    let prompt = umpire.view(&battle, json!({"seat": 1}))["prompt"].clone();
    let mut play = json!({
        "do": "play", "battle": battle, "seat": 1, "prompt": prompt["id"], "steps": prompt["fallback"],
    });
    let needs = umpire.ask(play.clone())["needs"].clone();
    assert_eq!(needs["rule"], "RF-LIM-01");
    assert_eq!((&needs["count"], &needs["sides"]), (&json!(1), &json!(6)));
    for wrong in [
        json!([{"rule": "RF-LIM-01", "faces": [7]}]),
        json!([{"rule": "RF-LIM-01", "faces": [3, 3]}]),
        json!([{"rule": "RF-MEL-02", "faces": [3]}]),
        json!([{"rule": "RF-LIM-01", "faces": [3]}, {"rule": "RF-LIM-01", "faces": [3]}]),
    ] {
        play["dice"] = wrong;
        assert_eq!(error(&mut umpire, play.clone()), "bad_dice");
    }
    play["dice"] = json!([{"rule": "RF-LIM-01", "faces": [3]}]);
    umpire.ok(play);
    let stream = umpire.open(json!({"seed": "2a"}));
    let prompt = umpire.view(&stream, json!({"seat": 0}))["prompt"].clone();
    let given = json!({
        "do": "play", "battle": stream, "seat": 0, "prompt": prompt["id"], "steps": prompt["fallback"],
        "dice": [{"rule": "RF-LIM-01", "faces": [3]}],
    });
    assert_eq!(error(&mut umpire, given), "bad_dice");
}

#[test]
fn a_battle_goes_on_from_its_journal() {
    let mut umpire = Umpire::start();
    let battle = umpire.open(json!({"seed": "2a"}));
    for _ in 0..6 {
        umpire.pass(&battle);
    }
    let journal = umpire.ok(json!({"do": "journal", "battle": battle}));
    let copy = umpire.ok(json!({"do": "open", "game": "picket", "journal": journal}))["battle"].clone();
    let copy = copy.as_str().expect("a name").to_owned();
    assert_eq!(umpire.ok(json!({"do": "journal", "battle": copy})), journal);
    assert_eq!(umpire.view(&copy, json!("all")), umpire.view(&battle, json!("all")));
    // Both go on alike: the copy's dice stand where the first one's do.
    assert_eq!(umpire.finish(&copy), umpire.finish(&battle));

    let start = umpire.ok(json!({"do": "open", "game": "picket", "journal": journal, "upto": 0}));
    let start = umpire.ok(json!({"do": "journal", "battle": start["battle"]}));
    assert_eq!(start["entries"], json!([]));

    let mut damaged = journal;
    damaged["entries"][2]["hash"] = damaged["hash"].clone();
    assert_eq!(
        error(&mut umpire, json!({"do": "open", "game": "picket", "journal": damaged})),
        "bad_journal"
    );
}

#[test]
fn an_earlier_view_is_what_was_seen_then() {
    let mut umpire = Umpire::start();
    let battle = umpire.open(json!({"seed": "2a"}));
    let mut seen = Vec::new();
    for _ in 0..8 {
        let view = umpire.view(&battle, json!({"seat": 1}));
        seen.push((view["lines"].as_array().map_or(0, Vec::len), view));
        umpire.pass(&battle);
    }
    let mut compared = 0;
    for pair in seen.windows(2) {
        // Several entries may pass without a line; the first moment with a new line is the one to compare.
        let ((before, _), (lines, view)) = (&pair[0], &pair[1]);
        if lines > before {
            let ask = json!({"do": "view", "battle": battle, "viewer": {"seat": 1}, "at": lines});
            assert_eq!(&umpire.ok(ask), view);
            compared += 1;
        }
    }
    assert!(compared >= 2, "only {compared} moments had a new line");
}

#[test]
fn a_name_of_a_choice_is_for_one_choice_and_a_battle_can_be_forgotten() {
    let mut umpire = Umpire::start();
    let battle = umpire.open(json!({"seed": "2a"}));
    let prompt = umpire.view(&battle, json!({"seat": 0}))["prompt"].clone();
    let mut play = json!({
        "do": "play", "battle": battle, "seat": 0, "choice": "mine",
        "prompt": prompt["id"], "steps": prompt["fallback"],
    });
    umpire.ok(play.clone());
    play["prompt"] = json!(4_000_000);
    assert_eq!(error(&mut umpire, play), "choice_used");
    assert_eq!(umpire.ok(json!({"do": "forget", "battle": battle}))["forgotten"], battle.as_str());
    assert_eq!(error(&mut umpire, json!({"do": "forget", "battle": battle})), "unknown_battle");
    for id in [json!(1.5), json!(1e300)] {
        let reply = umpire.line(json!({"id": id, "do": "games"}).to_string().as_bytes());
        assert_eq!(code(&reply), "bad_request");
    }
}

#[test]
fn a_battle_is_closed_by_all_seats_and_then_over() {
    let mut umpire = Umpire::start();
    let battle = umpire.open(json!({"seed": "2a"}));
    let close = |seat: u8| json!({"do": "close", "battle": battle, "seat": seat});
    assert_eq!(umpire.ok(close(0))["closed"], false);
    assert_eq!(umpire.ok(close(1))["closed"], true);
    assert_eq!(error(&mut umpire, close(1)), "battle_over");
    let view = umpire.view(&battle, json!({"seat": 0}));
    assert_eq!((&view["prompt"], &view["awaited"]), (&Value::Null, &json!([])));
    let play = json!({"do": "play", "battle": battle, "seat": 0, "prompt": 1, "steps": []});
    assert_eq!(error(&mut umpire, play), "battle_over");
    assert_eq!(error(&mut umpire, json!({"do": "undo", "battle": battle, "seat": 0})), "nothing_to_undo");
}
