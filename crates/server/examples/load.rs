//! Battles with bots on both seats over real sockets, against a server in a process of its own.
//!
//! `load PROGRAM [--battles N] [--rate R] [--seconds S] [--game G] [--scenario S]` starts `PROGRAM serve` on the
//! loopback interface with a new archive in a file, opens N battles and plays R choices a second in each (0: as
//! fast as the answers come). Each choice is stored and flushed before it is answered. Measured is the time
//! from sending a choice until the player has his new view and his opponent has his.

use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::process::{Child, Command};
use tokio::sync::{Mutex, Semaphore};
use tokio::time::{sleep, sleep_until, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

type Failed = Box<dyn std::error::Error + Send + Sync>;

struct Ask {
    program: String,
    battles: usize,
    rate: f64,
    seconds: u64,
    game: String,
    scenario: String,
}

/// What a bot reads of a view: all but the scene, which is for eyes.
#[derive(Deserialize)]
struct View {
    prompt: Option<Prompt>,
    awaited: Vec<u8>,
    outcome: Option<Value>,
    lines: Vec<Line>,
}

impl View {
    /// The view in a message, if there is one. The scene, nine tenths of it, stands before the prompt and is passed
    /// over: this program shares its processors with the server that it measures.
    fn read(text: &str) -> Result<Option<Self>, Failed> {
        let shown = text.starts_with(r#"{"push":"view","#) || text.starts_with(r#"{"id":1,"ok":{"viewer":"#);
        if !shown {
            let others = [r#"{"push":"waiting""#, r#"{"push":"beat""#, r#"{"id":0,"ok":"#];
            let other = others.iter().any(|begins| text.starts_with(begins));
            return if other { Ok(None) } else { Err(text.into()) };
        }
        let end =
            text.rfind(r#""prompt":"#).and_then(|at| text.get(at..text.len() - 1)).ok_or("no prompt")?;
        Ok(Some(serde_json::from_str(&format!("{{{end}"))?))
    }
}

#[derive(Deserialize)]
struct Prompt {
    id: u32,
    fallback: Option<Vec<Value>>,
}

#[derive(Deserialize)]
struct Line {
    number: u64,
}

/// One bot.
struct Bot {
    socket: WebSocketStream<TcpStream>,
    view: Option<View>,
    line: u64,
}

impl Bot {
    async fn join(at: SocketAddr, battle: &str, token: &str) -> Result<Self, Failed> {
        let stream = TcpStream::connect(at).await?;
        stream.set_nodelay(true)?;
        let (socket, _) = client_async(format!("ws://{at}/api/socket"), stream).await?;
        let mut bot = Self { socket, view: None, line: 0 };
        let join = json!({"id": 0, "do": "join", "battle": battle, "token": token, "bytes": "00ff"});
        bot.socket.send(Message::Text(join.to_string().into())).await?;
        Ok(bot)
    }

    /// Takes messages until the next view.
    async fn next_view(&mut self) -> Result<(), Failed> {
        loop {
            let message = timeout(Duration::from_secs(30), self.socket.next()).await?.ok_or("closed")??;
            let Message::Text(text) = message else { continue };
            if let Some(view) = View::read(&text)? {
                self.line = view.lines.last().map_or(self.line, |line| line.number);
                self.view = Some(view);
                return Ok(());
            }
        }
    }

    async fn play(&mut self, battle: &str, seat: u8, choice: u64) -> Result<(), Failed> {
        let prompt = self.view.as_ref().and_then(|view| view.prompt.as_ref()).ok_or("no prompt")?;
        let steps = Value::from(prompt.fallback.clone().ok_or("no fallback")?);
        let (prompt, since) = (prompt.id, self.line);
        let play = format!(
            r#"{{"id":1,"do":"play","battle":"{battle}","seat":{seat},"prompt":{prompt},"steps":{steps},"choice":"c{choice}","since":{since}}}"#
        );
        self.socket.send(Message::Text(play.into())).await?;
        Ok(())
    }
}

async fn post(at: SocketAddr, path: &str, body: &Value) -> Result<Value, Failed> {
    let body = body.to_string();
    let stream = TcpStream::connect(at).await?;
    let head = "Host: load\r\nConnection: close\r\nContent-Type: application/json";
    let request = format!("POST {path} HTTP/1.1\r\n{head}\r\nContent-Length: {}\r\n\r\n{body}", body.len());
    answer(stream, &request).await
}

async fn get(at: SocketAddr, path: &str) -> Result<Value, Failed> {
    let request = format!("GET {path} HTTP/1.1\r\nHost: load\r\nConnection: close\r\n\r\n");
    answer(TcpStream::connect(at).await?, &request).await
}

async fn answer(mut stream: TcpStream, request: &str) -> Result<Value, Failed> {
    stream.write_all(request.as_bytes()).await?;
    let mut all = Vec::new();
    stream.read_to_end(&mut all).await?;
    let start = all.windows(4).position(|w| w == b"\r\n\r\n").ok_or("no answer")? + 4;
    Ok(serde_json::from_slice(&all[start..])?)
}

struct Shared {
    at: SocketAddr,
    ask: Ask,
    /// The scenario's text.
    text: String,
    stop: AtomicBool,
    choices: AtomicU64,
    failures: AtomicU64,
    took: Mutex<Vec<u32>>,
    doors: Semaphore,
}

/// Two bots at a new battle, both with their first view.
async fn open(shared: &Shared) -> Result<(String, [Bot; 2]), Failed> {
    let _door = shared.doors.acquire().await?;
    let wanted = json!({"game": shared.ask.game, "text": shared.text});
    let opened = post(shared.at, "/api/battles", &wanted).await?;
    let battle = opened["battle"].as_str().ok_or_else(|| opened.to_string())?.to_owned();
    let token = |n: usize| opened["seats"][n]["token"].as_str().unwrap_or_default().to_owned();
    let mut bots =
        [Bot::join(shared.at, &battle, &token(0)).await?, Bot::join(shared.at, &battle, &token(1)).await?];
    for bot in &mut bots {
        bot.next_view().await?;
    }
    Ok((battle, bots))
}

/// Plays battles one after the other.
async fn play(shared: &Shared, first: (String, [Bot; 2]), offset: Duration) -> Result<(), Failed> {
    let (mut battle, mut bots) = first;
    let mut next = tokio::time::Instant::now() + offset;
    let mut took = Vec::new();
    let mut choice = 0;
    while !shared.stop.load(Relaxed) {
        if shared.ask.rate > 0.0 {
            sleep_until(next).await;
            next += Duration::from_secs_f64(1.0 / shared.ask.rate);
        }
        let over = |bot: &Bot| bot.view.as_ref().is_none_or(|view| view.outcome.is_some());
        if bots.iter().any(over) {
            (battle, bots) = open(shared).await?;
        }
        let who = usize::from(bots[0].view.as_ref().is_some_and(|view| !view.awaited.contains(&0)));
        choice += 1;
        let began = Instant::now();
        bots[who].play(&battle, who as u8, choice).await?;
        for bot in &mut bots {
            bot.next_view().await?;
        }
        took.push(u32::try_from(began.elapsed().as_micros()).unwrap_or(u32::MAX));
        shared.choices.fetch_add(1, Relaxed);
    }
    shared.took.lock().await.extend(took);
    Ok(())
}

/// A number of kB from the server's status.
fn memory(server: &Child) -> u64 {
    let status = server.id().map(|id| format!("/proc/{id}/status"));
    let text = status.and_then(|path| std::fs::read_to_string(path).ok()).unwrap_or_default();
    let line = text.lines().find(|line| line.starts_with("VmRSS:")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|n| n.parse().ok()).unwrap_or(0)
}

/// The processor time that the server has used, in microseconds. A hundredth of a second is Linux's unit for it.
fn processor(server: &Child) -> u64 {
    let status = server.id().map(|id| format!("/proc/{id}/stat"));
    let text = status.and_then(|path| std::fs::read_to_string(path).ok()).unwrap_or_default();
    // After the name, which may have anything in it: the times of the program and of the system for it.
    let fields = text.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11).take(2);
    fields.filter_map(|ticks| ticks.parse::<u64>().ok()).sum::<u64>() * 10_000
}

async fn serve(program: &str, folder: &PathBuf) -> Result<(Child, SocketAddr), Failed> {
    std::fs::create_dir_all(folder)?;
    let roomy = ["--connections-per-address", "1000000", "--sockets-per-address", "1000000"];
    let mut server = Command::new(program)
        .args(["serve", "--listen", "127.0.0.1:0", "--connections", "1000000"])
        .args(roomy)
        .args(["--requests-a-second", "100000", "--battles-an-hour", "10000000", "--archive"])
        .arg(folder.join("battles.db"))
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()?;
    let mut lines = BufReader::new(server.stdout.take().ok_or("no output")?).lines();
    let line = lines.next_line().await?.ok_or("the server did not start")?;
    let at = line.split("http://").nth(1).and_then(|rest| rest.split('/').next()).ok_or("no address")?;
    Ok((server, at.parse()?))
}

fn read() -> Result<Ask, Failed> {
    let mut args = std::env::args().skip(1);
    let program = args.next().ok_or("which program?")?;
    let (game, scenario) = ("blucher".to_owned(), "learning".to_owned());
    let mut ask = Ask { program, battles: 100, rate: 1.0, seconds: 20, game, scenario };
    while let Some(name) = args.next() {
        let value = args.next().ok_or("a value is missing")?;
        match name.as_str() {
            "--battles" => ask.battles = value.parse()?,
            "--rate" => ask.rate = value.parse()?,
            "--seconds" => ask.seconds = value.parse()?,
            "--game" => ask.game = value,
            "--scenario" => ask.scenario = value,
            other => return Err(format!("{other} is unknown").into()),
        }
    }
    Ok(ask)
}

// One thread is enough for the bots; the server has use for the others.
#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Failed> {
    let ask = read()?;
    let folder = std::env::temp_dir().join(format!("grognard-load-{}", std::process::id()));
    let (mut server, at) = serve(&ask.program, &folder).await?;
    let shown = get(at, &format!("/api/games/{}/scenarios/{}", ask.game, ask.scenario)).await?;
    // Choices are measured, not openings: the battle lasts.
    let text = shown["text"].as_str().ok_or("no text")?.replace("turns = 14", "turns = 255");
    let empty = memory(&server);
    let shared = Arc::new(Shared {
        at,
        text,
        stop: AtomicBool::new(false),
        choices: AtomicU64::new(0),
        failures: AtomicU64::new(0),
        took: Mutex::default(),
        doors: Semaphore::new(16),
        ask,
    });
    let began = Instant::now();
    let opening = (0..shared.ask.battles).map(|_| {
        let shared = Arc::clone(&shared);
        tokio::spawn(async move { open(&shared).await })
    });
    let opening: Vec<_> = opening.collect();
    let mut opened = Vec::new();
    for battle in opening {
        opened.push(battle.await??);
    }
    let (opened_in, full) = (began.elapsed(), memory(&server));
    let playing = opened.into_iter().enumerate().map(|(n, first)| {
        let shared = Arc::clone(&shared);
        let offset = Duration::from_secs_f64(n as f64 / shared.ask.battles as f64 / shared.ask.rate.max(1.0));
        tokio::spawn(async move {
            if let Err(why) = play(&shared, first, offset).await
                && shared.failures.fetch_add(1, Relaxed) < 3
            {
                eprintln!("a battle ended early: {why}");
            }
        })
    });
    let playing: Vec<_> = playing.collect();
    let (began, before) = (Instant::now(), processor(&server));
    sleep(Duration::from_secs(shared.ask.seconds)).await;
    let (choices, seconds, late) =
        (shared.choices.load(Relaxed), began.elapsed().as_secs_f64(), memory(&server));
    let used = processor(&server).saturating_sub(before) / choices.max(1);
    shared.stop.store(true, Relaxed);
    for battle in playing {
        battle.await?;
    }
    let mut took = std::mem::take(&mut *shared.took.lock().await);
    took.sort_unstable();
    let at =
        |part: f64| took.get((took.len() as f64 * part) as usize).map_or(0.0, |us| f64::from(*us) / 1000.0);
    let failures = shared.failures.load(Relaxed);
    println!(
        "{:5} battles of {} ({}), {:.1} choices a second each asked: {:7.0} choices/s, p50 {:7.2} ms, p99 {:7.2} ms, worst \
         {:7.2} ms; {used} us of processor time a choice; opened in {:.1} s; {} kB a battle ({} MB in all, {} MB at the end); {failures} failures",
        shared.ask.battles,
        shared.ask.game,
        shared.ask.scenario,
        shared.ask.rate,
        choices as f64 / seconds,
        at(0.5),
        at(0.99),
        at(0.9999),
        opened_in.as_secs_f64(),
        (full.saturating_sub(empty)) / shared.ask.battles as u64,
        full / 1024,
        late / 1024,
    );
    server.kill().await?;
    std::fs::remove_dir_all(&folder)?;
    if failures > 0 { Err("battles ended early".into()) } else { Ok(()) }
}
