//! Computer players that think long: those who watch are told so, and the enemy may hurry them.

use crate::client::{Client, awaited, get, open};
use crate::house::{House, file, roomy};
use serde_json::{Value, json};
use server::{Chosen, Limits, Player, Thinking};
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::SeqCst;
use std::time::{Duration, Instant};
use umpire::{AnyKnown, Asked};

/// Thinks for a minute, unless it is hurried, and finds nothing.
pub(crate) struct Slow;

impl Player for Slow {
    fn answer(&self, _: &dyn AnyKnown, _: &Asked, _: [u8; 32], thinking: &Thinking) -> Option<Chosen> {
        let began = Instant::now();
        while !thinking.hurry.load(SeqCst) && began.elapsed() < Duration::from_mins(1) {
            (thinking.progress)((began.elapsed().as_millis() / 60) as u16);
            std::thread::sleep(Duration::from_millis(20));
        }
        None
    }
}

/// The turn of all who sit plain.
static TURN: AtomicU32 = AtomicU32::new(1);

/// Does what is done if nobody answers, and says in which turn.
pub(crate) struct Plain;

impl Player for Plain {
    fn turn(&self, _: &dyn AnyKnown) -> u32 {
        TURN.load(SeqCst)
    }

    fn answer(&self, _: &dyn AnyKnown, asked: &Asked, _: [u8; 32], thinking: &Thinking) -> Option<Chosen> {
        Some(Chosen { steps: asked.fallback.clone()?, intent: format!("Meant in turn {}", thinking.turn) })
    }
}

/// The next push about somebody's thoughts.
async fn thought(client: &mut Client) -> Value {
    loop {
        let message = client.receive().await.expect("an open socket");
        if message["push"] == "thinking" {
            return message;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_watches_is_told_that_the_computer_thinks_and_its_enemy_hurries_it() {
    let house = House::open(&file("thinking"), roomy()).await;
    let seats = json!([{"by": "computer", "level": "slow"}, {"by": "person"}]);
    let opened =
        open(house.address, json!({"game": "blucher", "scenario": "learning", "seats": seats})).await;
    let mut person = Client::join(house.address, &opened.battle, &opened.tokens[0]).await;
    let mut bench = Client::join(house.address, &opened.battle, &opened.public).await;
    for client in [&mut person, &mut bench] {
        let first = thought(client).await;
        let keys: Vec<&String> = first.as_object().expect("an object").keys().collect();
        assert_eq!(keys, ["push", "seat", "share"], "nothing of what it thinks is told");
        assert_eq!(first["seat"], 0);
        let later = thought(client).await;
        assert!(later["share"].as_u64() > first["share"].as_u64() && later["share"].as_u64() <= Some(1000));
    }
    assert_eq!(bench.ask(json!({"do": "hurry"})).await["error"]["code"], "not_for_you");
    assert_eq!(person.ask(json!({"do": "hurry", "battle": "other"})).await["error"]["code"], "not_for_you");
    assert_eq!(person.ask(json!({"do": "hurry", "much": true})).await["error"]["code"], "bad_request");
    assert!(awaited(&person.view, 0), "it still thinks");
    // For all of its turn; then it takes its time again.
    assert!(!person.ask(json!({"do": "hurry"})).await["ok"].is_null());
    person.until(|view| awaited(view, 1)).await;
    for n in 0..20 {
        if awaited(&person.view, 1) {
            let steps = person.view["prompt"]["fallback"].clone();
            assert!(!person.play(&steps, &format!("c{n}")).await["ok"].is_null());
        }
    }
    assert!(awaited(&person.view, 0));
    thought(&mut person).await;
    // So that its thread ends with the test.
    person.ask(json!({"do": "hurry"})).await;
    person.until(|view| awaited(view, 1)).await;
    house.stop().await;
}

/// A person against a computer that begins.
async fn against(house: &House, level: &str) -> Client {
    let seats = json!([{"by": "computer", "level": level}, {"by": "person"}]);
    let wanted = json!({"game": "blucher", "scenario": "learning", "seats": seats});
    let opened = open(house.address, wanted).await;
    Client::join(house.address, &opened.battle, &opened.tokens[0]).await
}

/// Who thinks long has a part of the machine only: others are not kept waiting, and who is hurried waits no longer.
#[tokio::test(flavor = "multi_thread")]
async fn a_quick_player_does_not_wait_for_slow_ones_and_a_hurried_one_skips_the_queue() {
    let house = House::open(&file("queue"), Limits { workers: 2, ..roomy() }).await;
    // One of two thinks, for a minute; the others wait for it.
    let mut thinking = against(&house, "slow").await;
    thought(&mut thinking).await;
    let (mut second, mut third) = (against(&house, "slow").await, against(&house, "slow").await);
    let began = Instant::now();
    let mut quick = against(&house, "recruit").await;
    quick.until(|view| awaited(view, 1)).await;
    for waiting in [&mut third, &mut second] {
        waiting.until(|view| awaited(view, 0)).await;
        assert!(!waiting.ask(json!({"do": "hurry"})).await["ok"].is_null());
        waiting.until(|view| awaited(view, 1)).await;
    }
    assert!(began.elapsed() < Duration::from_secs(40), "{:?}: the first one thinks on", began.elapsed());
    thinking.look().await;
    assert!(awaited(&thinking.view, 0));
    // So that its thread ends with the test.
    thinking.ask(json!({"do": "hurry"})).await;
    thinking.until(|view| awaited(view, 1)).await;
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_computer_meant_is_told_when_the_battle_is_closed() {
    let house = House::open(&file("intents"), roomy()).await;
    let seats = json!([{"by": "person"}, {"by": "computer", "level": "recruit"}]);
    let opened = open(house.address, json!({"game": "picket", "scenario": "ford", "seats": seats})).await;
    let mut person = Client::join(house.address, &opened.battle, &opened.tokens[0]).await;
    let path = format!("/api/battles/{}/intents", opened.battle);
    for n in 0..4 {
        person.until(|view| awaited(view, 0)).await;
        let steps = person.view["prompt"]["fallback"].clone();
        person.play(&steps, &format!("c{n}")).await;
    }
    person.until(|view| awaited(view, 0)).await;
    assert_eq!(get(house.address, &path).await.status, 403);
    person.ask(json!({"do": "close", "seat": 0})).await;
    person.until(|view| view["closed"] == json!(true)).await;
    let told = get(house.address, &path).await.json();
    let told = told.as_array().expect("a list");
    assert!(!told.is_empty());
    assert!(told.iter().all(|one| *one == json!({"seat": 1, "turn": 0, "words": "By chance"})), "{told:?}");
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_computer_meant_is_told_when_its_turn_is_over_after_the_line_that_it_belongs_to() {
    let house = House::open(&file("meant"), roomy()).await;
    let mut person = against(&house, "plain").await;
    person.until(|view| awaited(view, 1)).await;
    let mut heard = person.lines.len();
    assert_eq!(person.ask(json!({"do": "meant"})).await["ok"], json!([]), "its turn is not over");
    TURN.store(2, SeqCst);
    let first = person.ask(json!({"do": "meant"})).await["ok"].clone();
    let first = first.as_array().expect("a list").clone();
    assert!(
        !first.is_empty() && first.iter().all(|one| one["words"] == "Meant in turn 1" && one["seat"] == 0)
    );
    let lines: Vec<usize> =
        first.iter().map(|one| one["line"].as_u64().expect("a number") as usize).collect();
    assert!(lines.is_sorted() && lines.iter().all(|line| (1..heard).contains(line)), "{lines:?} of {heard}");
    // What it does next belongs to a turn that goes on.
    for n in 0..20 {
        if awaited(&person.view, 1) {
            let steps = person.view["prompt"]["fallback"].clone();
            person.play(&steps, &format!("c{n}")).await;
        }
    }
    person.until(|view| awaited(view, 1)).await;
    assert_eq!(person.ask(json!({"do": "meant"})).await["ok"], json!(first));
    TURN.store(3, SeqCst);
    let both = person.ask(json!({"do": "meant"})).await["ok"].clone();
    let later = both.as_array().expect("a list").iter().skip(first.len());
    assert!(later.len() > 0);
    for one in later {
        assert_eq!(one["words"], "Meant in turn 2");
        let line = one["line"].as_u64().expect("a number") as usize;
        assert!(line > heard, "it was played after those lines were told, and the person's");
        heard = line - 1;
    }
    assert_eq!(person.ask(json!({"do": "meant", "battle": "other"})).await["error"]["code"], "not_for_you");
    house.stop().await;
}
