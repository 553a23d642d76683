//! Two servers on one archive, and one of them cuts off its damaged end.

use crate::again::{play, seated};
use crate::client::{Client, Opened, open, over};
use crate::house::{House, file, roomy};
use archive::Place;
use serde_json::{Value, json};
use server::Front;
use sqlx::{ConnectOptions, Connection};

/// Damages a battle's record behind the archive's back.
pub(crate) async fn damage(place: &Place, battle: &str, seq: u64) {
    let Place::File(path) = place else { panic!("a file") };
    sqlx::any::install_default_drivers();
    let options: sqlx::any::AnyConnectOptions = format!("sqlite://{}", path.display()).parse().unwrap();
    let mut db = options.connect().await.unwrap();
    let statement = "UPDATE records SET at = at + 1 WHERE battle = $1 AND seq = $2";
    let done = sqlx::query(statement).bind(battle).bind(i64::try_from(seq).unwrap());
    assert_eq!(done.execute(&mut db).await.unwrap().rows_affected(), 1);
    db.close().await.unwrap();
}

/// A battle in which a few choices were played. Its last record is damaged.
async fn damaged(house: &House, place: &Place) -> (Opened, [Client; 2], u64) {
    let opened = open(house.address, json!({"game": "picket", "scenario": "ford"})).await;
    let mut clients = seated(house.address, &opened).await;
    assert_eq!(play(&mut clients, 6).await, 6);
    let next = house.archive.next(&opened.battle).await.unwrap();
    damage(place, &opened.battle, next - 1).await;
    (opened, clients, next)
}

/// What each seat is shown at a house, from the first line on.
async fn shown(house: &House, opened: &Opened) -> Vec<(Value, Vec<Value>)> {
    let mut shown = Vec::new();
    for token in &opened.tokens {
        let mut client = Client::join(house.address, &opened.battle, token).await;
        client.until(|view| !view["scene"].is_null()).await;
        client.view["lines"] = Value::Null;
        shown.push((client.view, client.lines));
    }
    shown
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_gives_up_what_another_has_cut_off() {
    let place = file("cut");
    let one = House::open(&place, roomy()).await;
    let (acted, mut players, next) = damaged(&one, &place).await;
    let (watched, mut watchers, _) = damaged(&one, &place).await;
    let reopened = archive::open(&place).await.unwrap();
    assert_eq!(reopened.found.cuts.len(), 2, "{:?}", reopened.found);
    let other = House::on(reopened.archive, roomy(), Front::default()).await;

    // At the other node something else takes the place of what was cut off: the number is the same, not the battle.
    let mut there = Client::join(other.address, &acted.battle, &acted.tokens[0]).await;
    assert!(there.ask(json!({"do": "close", "seat": 0})).await["ok"].is_object());
    assert_eq!(one.archive.next(&acted.battle).await, Ok(next));
    for client in &mut players {
        if !client.view["prompt"].is_null() {
            let steps = client.view["prompt"]["fallback"].clone();
            let reply = client.play(&steps, "on-what-was").await;
            let code = &reply["error"]["code"];
            assert!(reply["ok"].is_object() || code == "stale_prompt" || code == "not_asked", "{reply}");
        }
    }
    // Where nobody acts, everybody is shown what there is all the same, from the first line on.
    for client in &mut watchers {
        let had = client.lines.len();
        let again = |view: &Value| view["lines"][0]["number"] == 1;
        client.view = Value::Null;
        client.until(again).await;
        assert!(client.view["lines"].as_array().unwrap().len() <= had);
    }
    for opened in [&acted, &watched] {
        assert_eq!(shown(&one, opened).await, shown(&other, opened).await);
    }
    assert!(play(&mut players, 500).await > 4 && over(&players[0].view), "it goes on");
    let third = House::on(archive::open(&place).await.unwrap().archive, roomy(), Front::default()).await;
    assert_eq!(shown(&third, &acted).await, shown(&one, &acted).await, "and it can be read");
    for house in [third, other, one] {
        house.stop().await;
    }
}

/// Damage further back than what is looked at when a server starts: to try again is of no use, and it is not said.
#[tokio::test(flavor = "multi_thread")]
async fn a_battle_that_is_damaged_far_back_is_told_to_be() {
    let place = file("far-back");
    let house = House::open(&place, roomy()).await;
    let opened = open(house.address, json!({"game": "picket", "scenario": "ford"})).await;
    let mut clients = seated(house.address, &opened).await;
    assert!(play(&mut clients, 500).await > 10);
    let next = house.archive.next(&opened.battle).await.unwrap();
    assert!(next > 25, "{next}");
    house.stop().await;
    damage(&place, &opened.battle, 3).await;
    let house = House::open(&place, roomy()).await;
    let joined = Client::try_join(house.address, &opened.battle, &opened.tokens[0], "", 0).await;
    let sentence = "this battle cannot be read any more; whoever runs the server can check it";
    assert_eq!(joined.map(drop), Err(json!({"code": "bad_journal", "sentence": sentence})));
    house.stop().await;
}
