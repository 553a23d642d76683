//! What goes over the wire to one seat tells nothing that it may not know.
//!
//! Two proofs. Battles are played over sockets, every byte sent to one seat is kept, and the secrets of the
//! finished battle are looked for in it. And at moments of random battles the truth is replaced by a world that
//! the seat could imagine, with every secret drawn anew: two servers, one with each world, must send the same
//! bytes to whatever is asked, until a choice is played whose judgement says that it tests a secret.
//!
//! `GROGNARD_WIRE_BATTLES` sets how many battles of each kind are played.

use crate::client::{Client, awaited, open, over};
use crate::house::{House, file, roomy};
use archive::{Append, Archive, Chair, Head, Header, Kind, Record, TokenHash};
use dice::{Hex, Seed, Stream};
use serde_json::{Value, json};
use server::Recruit;
use std::collections::BTreeSet;
use umpire::{
    Battle, Chance, Choice, DiceFrom, Game, Heard, Journal, Opening, Resumed, Scenario, Seat, Seats,
    StateHash, Viewer,
};

const PLAYER: Recruit = Recruit { never: &["concede"] };

fn battles(usual: u64) -> u64 {
    std::env::var("GROGNARD_WIRE_BATTLES").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

/// A random whole draft, found by asking over the socket.
async fn draft(client: &mut Client, luck: &mut Stream) -> Value {
    let mut draft: Vec<Value> = Vec::new();
    let seat = client.seat();
    for _ in 0..8 {
        let judged = client.ask(json!({"do": "judge", "seat": seat, "draft": draft})).await;
        if judged["ok"]["missing"].as_array().is_some_and(Vec::is_empty) && luck.die(2) == 1 {
            return json!(draft);
        }
        let options = client.ask(json!({"do": "options", "seat": seat, "draft": draft})).await;
        let offers = options["ok"]["steps"].as_array().cloned().unwrap_or_default();
        let places = options["ok"]["places"].as_array().cloned().unwrap_or_default();
        let mut steps: Vec<Value> = offers.into_iter().map(|offer| offer["step"].clone()).collect();
        steps.extend(places.iter().filter_map(|place| place["snaps"].as_array()?.first().cloned()));
        if steps.is_empty() {
            break;
        }
        draft.push(steps.swap_remove(luck.die(steps.len() as u32) as usize - 1));
        client.ask(json!({"do": "odds", "seat": seat, "draft": draft})).await;
    }
    client.view["prompt"]["fallback"].clone()
}

/// Plays a battle over sockets and gives all that the first seat was sent.
async fn recorded(house: &House, wanted: &Value, seed: u64, most: usize) -> (crate::client::Opened, Client) {
    let opened = open(house.address, wanted.clone()).await;
    let mut luck = Stream::new(&Seed::new([7; 32]).nth(seed));
    let ours = Client::try_join(house.address, &opened.battle, &opened.tokens[0], "11ee", 0).await.unwrap();
    let theirs =
        Client::try_join(house.address, &opened.battle, &opened.tokens[1], "5ec2e7", 0).await.unwrap();
    let mut clients = [ours, theirs];
    for n in 0..most {
        let client = &mut clients[n % 2];
        if luck.die(4) == 1 {
            let at = luck.die(client.lines.len() as u32 + 1) - 1;
            let back = client.ask(json!({"do": "view", "viewer": client.viewer, "at": at})).await;
            assert!(!back["ok"].is_null(), "{back}");
        }
        client.look().await;
        if over(&client.view) {
            break;
        }
        if awaited(&client.view, client.seat()) {
            let steps = draft(client, &mut luck).await;
            let (seat, prompt, since) =
                (client.seat(), client.view["prompt"]["id"].clone(), client.lines.len());
            let play = json!({"do": "play", "seat": seat, "prompt": prompt, "steps": steps,
                "choice": format!("c{n}"), "since": since});
            let reply = client.ask(play.clone()).await;
            assert!(!reply["ok"].is_null(), "{steps}: {reply}");
            if luck.die(4) == 1 {
                assert_eq!(client.ask(play).await["ok"], reply["ok"], "the same choice, the same answer");
            }
        }
    }
    let [ours, _] = clients;
    (opened, ours)
}

/// Every field name in a message.
fn names(value: &Value, into: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                into.insert(name.clone());
                names(value, into);
            }
        }
        Value::Array(list) => list.iter().for_each(|value| names(value, into)),
        _ => {}
    }
}

fn no_secret(opened: &crate::client::Opened, journal: &Journal, ours: &Client, truth: &[u64]) {
    let heard = ours.heard.as_ref().expect("it was kept");
    let all = heard.join("\n");
    let mut secrets = vec![journal.chance.seed.to_string(), "5ec2e7".to_owned(), opened.tokens[1].clone()];
    secrets.extend([opened.tokens[0].clone(), opened.public.clone()]);
    for token in opened.tokens.iter().chain([&opened.public]) {
        let bytes: Hex = token.parse().expect("hexadecimal");
        secrets.push(Hex(TokenHash::of(&bytes.0).bytes().to_vec()).to_string());
    }
    let hash = |hash: StateHash| Hex::from(hash).to_string();
    secrets.push(hash(journal.hash));
    for entry in &journal.entries {
        if let umpire::Entry::Play { hash: state, .. } | umpire::Entry::Undo { hash: state, .. } = entry {
            secrets.push(hash(*state));
        }
    }
    for secret in &secrets {
        assert!(!all.contains(secret.as_str()), "{secret} was sent");
    }
    let mut told = BTreeSet::new();
    let mut shown: BTreeSet<u64> = BTreeSet::new();
    for text in heard {
        let message: Value = serde_json::from_str(text).expect("JSON");
        names(&message, &mut told);
        for view in [&message["view"], &message["ok"]] {
            let pieces = view["scene"]["pieces"].as_array().map(Vec::as_slice).unwrap_or_default();
            shown.extend(pieces.iter().filter_map(|piece| piece["id"].as_u64()));
        }
    }
    for name in ["seed", "position", "hash", "chance", "rolls", "added", "token", "journal", "snapshots"] {
        assert!(!told.contains(name), "a field {name} was sent");
    }
    for piece in truth.iter().filter(|piece| !shown.contains(piece)) {
        assert!(!all.contains(&piece.to_string()), "piece {piece} was never shown, but spoken of");
    }
}

/// The pieces that there are in truth.
fn pieces<G: Game>(journal: &Journal) -> Vec<u64> {
    let battle = Battle::<G>::replay(journal, None).expect("it replays");
    let scene = G::scene(&battle.known(Viewer::All));
    scene.pieces.iter().map(|piece| u64::from(piece.id.0)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn no_secret_goes_over_the_wire() {
    let house = House::open(&file("wire"), roomy()).await;
    for n in 0..battles(6) {
        let (game, scenario) =
            [("picket", "copse"), ("picket", "heath"), ("blucher", "learning")][(n % 3) as usize];
        let most = if game == "picket" { 200 } else { 40 };
        let wanted = json!({"game": game, "scenario": scenario});
        let (opened, ours) = recorded(&house, &wanted, n, most).await;
        let journal = house.archive.load(&opened.battle).await.unwrap().journal.unwrap();
        let truth = if game == "picket" {
            pieces::<reference::Picket>(&journal)
        } else {
            pieces::<blucher::Blucher>(&journal)
        };
        no_secret(&opened, &journal, &ours, &truth);
    }
    house.stop().await;
}

/// Two journals that go on from one moment of a random battle: from the truth, and from what a seat imagines.
struct Moment {
    worlds: [Journal; 2],
    /// Were any secrets drawn anew?
    differ: bool,
    /// A choice of the seat that tests no secret, if it is asked and one was found.
    choice: Option<(u32, Vec<Value>)>,
}

const OURS: Seat = Seat::FIRST;

fn moments<G: Game>(scenario: &Scenario, n: u64, most: usize) -> Vec<Moment> {
    let seed = Seed::new([9; 32]).nth(n);
    let chance = Chance { dice: DiceFrom::Stream, seed: Hex(seed.reveal().to_vec()), added: Vec::new() };
    let opening = Opening { scenario: scenario.clone(), chance, given: Vec::new() };
    let mut battle = Battle::<G>::open(opening).expect("it opens");
    let mut luck = Stream::new(&seed.nth(1));
    let mut found = Vec::new();
    for k in 0..most {
        let Some(seat) = battle.view(Viewer::Public, 0).awaited.first().copied() else { break };
        if luck.die(4) == 1 {
            found.push(moment(&battle, &seed.nth(1000 + k as u64)));
        }
        let known = battle.known(Viewer::Seat(seat));
        let Some(prompt) = battle.view(Viewer::Seat(seat), 0).prompt else { break };
        let steps = PLAYER.drafted(&known, seed.nth(2000 + k as u64).reveal()).or(prompt.fallback);
        let steps: Option<Vec<G::Step>> = steps
            .map(|steps| steps.into_iter().map(|s| serde_json::from_value(s).expect("a step")).collect());
        let Some(steps) = steps else { break };
        let played = battle.play(Choice { seat, prompt: prompt.id, steps, id: None, given: Vec::new() });
        played.expect("a legal choice");
    }
    found
}

fn moment<G: Game>(battle: &Battle<G>, seed: &Seed) -> Moment {
    let known = battle.known(Viewer::Seat(OURS));
    let world = G::imagine(&known, &mut Stream::new(seed));
    let truth = battle.known(Viewer::All);
    let prompt = battle.view(Viewer::Seat(OURS), 0).prompt;
    let quiet = |steps: &Vec<Value>| {
        let steps: Vec<G::Step> =
            steps.iter().map(|s| serde_json::from_value(s.clone()).expect("a step")).collect();
        G::judge(&known, &steps).is_ok_and(|judged| judged.complete.is_ok() && !judged.last_word)
    };
    let choice = prompt.and_then(|prompt| {
        let tries = (0..6).filter_map(|n| PLAYER.drafted(&known, seed.nth(n).reveal()));
        tries.chain(prompt.fallback.clone()).find(quiet).map(|steps| (prompt.id.0, steps))
    });
    let worlds = [going_on(battle, truth.state()), going_on(battle, &world)];
    Moment { differ: worlds[0].hash != worlds[1].hash, worlds, choice }
}

/// A journal that goes on from a state, with what our seat and the public had been told.
fn going_on<G: Game>(battle: &Battle<G>, state: &G::State) -> Journal {
    let lines = battle.view(Viewer::Seat(OURS), 0).lines;
    let told = lines.into_iter().map(|told| Heard { to: Seats::only(OURS), line: told.line }).collect();
    let journal = battle.journal();
    let resumed = Resumed {
        rules: 0,
        state: serde_json::to_value(state).expect("a state is JSON"),
        rolls: journal.rolls().cloned().collect(),
        told,
    };
    let (entries, snapshots) = (Vec::new(), Vec::new());
    Journal { hash: StateHash::of(state), entries, snapshots, resumed: Some(resumed), ..journal.clone() }
}

/// Puts a battle into an archive, with known tokens.
async fn put(archive: &dyn Archive, id: &str, journal: &Journal) {
    let header = Header {
        id: id.to_owned(),
        game: journal.game.clone(),
        rules: journal.rules,
        scenario: journal.scenario.clone(),
        commitment: journal.commitment.clone(),
        chance: journal.chance.clone(),
        created: 0,
    };
    let chair = |kind, n: u8| Chair { kind, token: TokenHash::of(&token(id, n)) };
    let chairs =
        vec![chair(Kind::Seat(OURS), 0), chair(Kind::Seat(OURS.other()), 1), chair(Kind::Spectator, 2)];
    archive.create(header, chairs).await.expect("it is created");
    let added = |seat| Record::Added { seat, bytes: Hex::default() };
    let records = vec![added(OURS), added(OURS.other()), Record::Begun(Box::new(Head::of(journal)))];
    let append =
        Append { battle: id.to_owned(), expected: 0, after: None, at: 0, records, snapshots: Vec::new() };
    archive.append(append).await.expect("it is stored");
}

fn token(id: &str, n: u8) -> [u8; 32] {
    let mut token = [n; 32];
    token[..id.len()].copy_from_slice(id.as_bytes());
    token
}

/// Everything that can be asked at a moment, and what comes back.
async fn asked(house: &House, id: &str, chair: u8, choice: Option<&(u32, Vec<Value>)>) -> Vec<String> {
    let token = Hex::from(token(id, chair)).to_string();
    let mut client = Client::join(house.address, id, &token).await;
    client.until(|view| !view.is_null()).await;
    let viewer = client.viewer.clone();
    let pieces = client.view["scene"]["pieces"].as_array().cloned().unwrap_or_default();
    for piece in pieces.iter().take(8) {
        client.ask(json!({"do": "inspect", "viewer": viewer, "piece": piece["id"]})).await;
    }
    if chair == 0 {
        let options = client.ask(json!({"do": "options", "seat": 0})).await;
        client.ask(json!({"do": "hints", "seat": 0})).await;
        let offers = options["ok"]["steps"].as_array().cloned().unwrap_or_default();
        let places = options["ok"]["places"].as_array().cloned().unwrap_or_default();
        let snaps = places.iter().flat_map(|place| place["snaps"].as_array().cloned().unwrap_or_default());
        let steps: Vec<Value> =
            offers.iter().map(|offer| offer["step"].clone()).chain(snaps.take(3)).collect();
        for step in steps.iter().take(5) {
            client.ask(json!({"do": "judge", "seat": 0, "draft": [step]})).await;
            client.ask(json!({"do": "odds", "seat": 0, "draft": [step]})).await;
            client.ask(json!({"do": "options", "seat": 0, "draft": [step]})).await;
        }
        if let Some(place) = places.first() {
            let drag = json!({"points": [{"x": 10_000, "y": 10_000}, {"x": 40_000, "y": 50_000}], "heading": 45_000});
            client.ask(json!({"do": "aim", "seat": 0, "place": place["id"], "drag": drag})).await;
        }
        if let Some((prompt, steps)) = choice {
            let play = json!({"do": "play", "seat": 0, "prompt": prompt, "steps": steps, "choice": "x"});
            client.ask(play.clone()).await;
            client.ask(play).await;
            client.ask(json!({"do": "undo", "seat": 0})).await;
        }
    }
    for at in [0, 1, client.lines.len() / 2, client.lines.len()] {
        client.ask(json!({"do": "view", "viewer": viewer, "at": at})).await;
    }
    client.ask(json!({"do": "view", "viewer": viewer})).await;
    client.ask(json!({"do": "view", "viewer": {"seat": 1}})).await;
    client.heard.take().expect("it was kept")
}

#[tokio::test(flavor = "multi_thread")]
async fn resampled_secrets_change_no_byte() {
    let houses = [House::open(&file("true"), roomy()).await, House::open(&file("imagined"), roomy()).await];
    let (mut compared, mut differed, mut played) = (0, 0, 0);
    for n in 0..battles(6) {
        let found = match n % 3 {
            0 => moments::<reference::Picket>(&reference::scenarios()[1], n, 60),
            1 => moments::<reference::Picket>(&reference::scenarios()[2], n, 60),
            _ => moments::<blucher::Blucher>(&blucher::scenarios()[0], n, 24),
        };
        for (k, moment) in found.into_iter().enumerate() {
            let id = format!("moment-{n}-{k}");
            for (house, world) in houses.iter().zip(&moment.worlds) {
                put(&*house.archive, &id, world).await;
            }
            for chair in [0, 2] {
                let truth = asked(&houses[0], &id, chair, moment.choice.as_ref()).await;
                let imagined = asked(&houses[1], &id, chair, moment.choice.as_ref()).await;
                for (a, b) in truth.iter().zip(&imagined) {
                    assert_eq!(a, b, "chair {chair} of {id} can tell a resampled secret");
                }
                assert_eq!(truth.len(), imagined.len());
            }
            compared += 1;
            differed += u32::from(moment.differ);
            played += u32::from(moment.choice.is_some());
        }
    }
    assert!(
        differed > compared / 4,
        "{differed} of {compared} moments had secrets: the test proves too little"
    );
    assert!(played > 0, "no choice was played");
    for house in houses {
        house.stop().await;
    }
}

/// The instrument itself: a field is found however deep it lies.
#[test]
fn a_told_field_is_found() {
    let mut told = BTreeSet::new();
    names(&json!({"view": {"scene": [{"seed": 1}]}}), &mut told);
    assert!(told.contains("seed") && !told.contains("position"));
}
