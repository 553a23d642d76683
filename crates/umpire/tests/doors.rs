//! What may be done through the door of one viewer.

mod tally;

use dice::Hex;
use serde_json::{Value, json};
use tally::Tally;
use umpire::{Door, Games, Host, Scenario, Seat, Viewer};

fn host() -> Host {
    let scenario = Scenario { name: "heap".into(), text: "1000".into() };
    Host::new(Games::new().with::<Tally<1>>(vec![scenario]), || [5; 32])
}

fn ask(host: &mut Host, door: Door<'_>, request: Value) -> Value {
    serde_json::to_value(host.line(door, request.to_string().as_bytes())).unwrap()
}

fn open(host: &mut Host, more: Value) -> String {
    let mut request = json!({"do": "open", "game": "tally", "scenario": "heap"});
    for (key, value) in more.as_object().unwrap() {
        request[key] = value.clone();
    }
    ask(host, Door::Trusted, request)["ok"]["battle"].as_str().unwrap().to_owned()
}

fn code(reply: &Value) -> &str {
    reply["error"]["code"].as_str().unwrap_or("none")
}

#[test]
fn a_door_leads_to_one_battle_and_one_seat() {
    let mut host = host();
    let (mine, other) = (open(&mut host, json!({})), open(&mut host, json!({})));
    let door = Door::One { battle: &mine, viewer: Viewer::Seat(Seat::FIRST) };
    let view = |battle: &str, viewer: Value| json!({"do": "view", "battle": battle, "viewer": viewer});
    let play = |battle: &str, seat: u8| json!({"do": "play", "battle": battle, "seat": seat, "prompt": 1, "steps": ["handful"]});
    assert_eq!(code(&ask(&mut host, door, view(&mine, json!({"seat": 0})))), "none");
    for refused in [
        view(&mine, json!({"seat": 1})),
        view(&mine, json!("all")),
        view(&mine, json!("public")),
        view(&other, json!({"seat": 0})),
        view("no such battle", json!({"seat": 0})),
        play(&other, 0),
        play(&mine, 1),
        json!({"do": "options", "battle": mine, "seat": 1}),
        json!({"do": "judge", "battle": other, "seat": 0}),
        json!({"do": "undo", "battle": mine, "seat": 1}),
        json!({"do": "close", "battle": other, "seat": 0}),
        json!({"do": "journal", "battle": mine}),
        json!({"do": "forget", "battle": mine}),
        json!({"do": "open", "game": "tally", "scenario": "heap"}),
        json!({"do": "inspect", "battle": other, "viewer": {"seat": 0}, "piece": 1}),
    ] {
        assert_eq!(code(&ask(&mut host, door, refused.clone())), "not_for_you", "{refused}");
    }
    assert_eq!(code(&ask(&mut host, door, play(&mine, 0))), "none");
    // Closed, everything is open to everybody who has a door to it.
    for seat in [0, 1] {
        ask(&mut host, Door::Trusted, json!({"do": "close", "battle": mine, "seat": seat}));
    }
    assert_eq!(code(&ask(&mut host, door, json!({"do": "journal", "battle": mine}))), "none");
    assert_eq!(code(&ask(&mut host, door, json!({"do": "journal", "battle": other}))), "not_for_you");
}

/// Which roll is missing can tell what is hidden, so faces by hand are for the trusted door alone.
#[test]
fn dice_by_hand_are_for_the_trusted_door() {
    let mut host = host();
    let battle = open(&mut host, json!({"from": "by_hand"}));
    let play = json!({"do": "play", "battle": battle, "seat": 0, "prompt": 1, "steps": ["throw"]});
    let door = Door::One { battle: &battle, viewer: Viewer::Seat(Seat::FIRST) };
    assert_eq!(code(&ask(&mut host, door, play.clone())), "not_for_you");
    assert_eq!(ask(&mut host, Door::Trusted, play)["needs"]["count"], 1);
}

#[test]
fn a_moment_that_never_was_is_refused_by_its_field() {
    let mut host = host();
    let battle = open(&mut host, json!({}));
    let mut ask = |request: Value| ask(&mut host, Door::Trusted, request);
    ask(json!({"do": "play", "battle": battle, "seat": 0, "prompt": 1, "steps": ["handful"]}));
    let view = |at: u64| json!({"do": "view", "battle": battle, "viewer": "all", "at": at});
    assert_eq!(ask(view(0))["ok"]["scene"]["clock"], "0 of 1000");
    assert_eq!(ask(view(1))["ok"]["scene"]["clock"], "3 of 1000");
    let never = ask(view(2));
    assert_eq!(code(&never), "bad_request");
    assert_eq!(never["error"]["sentence"], "`at` is 2; the last there is has the number 1");
    let journal = ask(json!({"do": "journal", "battle": battle}))["ok"].clone();
    let mut upto = |n: u64| ask(json!({"do": "open", "game": "tally", "journal": journal, "upto": n}));
    assert_eq!(code(&upto(1)), "none");
    assert_eq!(upto(2)["error"]["sentence"], "`upto` is 2; the last there is has the number 1");
}

#[test]
fn the_seats_add_to_the_seed() {
    let mut host = host();
    let plain = open(&mut host, json!({"seed": "1"}));
    let added = open(&mut host, json!({"seed": "1", "added": [Hex(vec![1]), Hex(vec![2])]}));
    let face = |host: &mut Host, battle: &str| {
        let play = json!({"do": "play", "battle": battle, "seat": 0, "prompt": 1, "steps": ["throw"]});
        ask(host, Door::Trusted, play);
        ask(host, Door::Trusted, json!({"do": "journal", "battle": battle}))["ok"].clone()
    };
    let (one, two) = (face(&mut host, &plain), face(&mut host, &added));
    assert_eq!(one["commitment"], two["commitment"]);
    assert_ne!(one["entries"][0]["hash"], Value::Null);
    assert_ne!(one["chance"], two["chance"]);
}
