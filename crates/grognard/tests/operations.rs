//! docs/operations.md, done: serve, back up while people play, restore, move to PostgreSQL, two nodes behind a proxy.

use own_postgres::Server;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const PROGRAM: &str = env!("CARGO_BIN_EXE_grognard");

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("grognard-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// `grognard serve`, killed if it is not stopped.
struct Node {
    process: Child,
    address: SocketAddr,
}

impl Node {
    fn serve(archive: &str, more: &[&str]) -> Self {
        let mut command = Command::new(PROGRAM);
        command.args(["serve", "--listen", "127.0.0.1:0", "--archive", archive]).args(more);
        command.env("GROGNARD_LOG", "error").stdin(Stdio::null()).stdout(Stdio::piped());
        let mut process = command.spawn().expect("the program runs");
        let mut line = String::new();
        let output = process.stdout.take().expect("its output");
        BufReader::new(output).read_line(&mut line).expect("a line");
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        Self { process, address: address.and_then(|a| a.parse().ok()).expect("where it listens") }
    }

    /// As an operator stops it.
    fn stop(mut self) {
        let id = self.process.id().to_string();
        assert!(Command::new("sh").args(["-c", &format!("kill -TERM {id}")]).status().unwrap().success());
        let began = Instant::now();
        while began.elapsed() < Duration::from_secs(30) {
            if let Some(status) = self.process.try_wait().unwrap() {
                return assert!(status.success(), "{status}");
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("it does not stop");
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// One request; the status and the body. By the older protocol, so that the body comes in one piece.
fn ask(at: SocketAddr, line: &str, head: &str, body: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(at).expect("it listens");
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    let length = body.len();
    let fixed = format!("Host: {at}\r\nConnection: close\r\nContent-Length: {length}\r\n");
    write!(stream, "{line} HTTP/1.0\r\n{fixed}{head}\r\n{body}").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
    (head.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("a status"), body.to_owned())
}

/// A battle, and both tokens.
struct Battle {
    id: String,
    tokens: [String; 2],
}

impl Battle {
    fn open(at: SocketAddr) -> Self {
        let wanted = json!({"game": "picket", "scenario": "ford"}).to_string();
        let (status, body) = ask(at, "POST /api/battles", "Content-Type: application/json\r\n", &wanted);
        assert_eq!(status, 201, "{body}");
        let opened: Value = serde_json::from_str(&body).unwrap();
        let token = |n: usize| opened["seats"][n]["token"].as_str().unwrap().to_owned();
        let battle = Self { id: opened["battle"].as_str().unwrap().to_owned(), tokens: [token(0), token(1)] };
        // Who asks for the first time has come, and the last to come begins the battle.
        battle.request(at, 0, json!({"do": "rule", "rule": "BL-CHG-07"}));
        battle.request(at, 1, json!({"do": "rule", "rule": "BL-CHG-07"}));
        battle
    }

    /// One request of a seat.
    fn request(&self, at: SocketAddr, seat: usize, mut request: Value) -> Value {
        request["id"] = json!(1);
        if request["do"] != "rule" {
            request["battle"] = json!(self.id);
        }
        let head = format!("Authorization: Bearer {}\r\n", self.tokens[seat]);
        let path = format!("POST /api/battles/{}/requests", self.id);
        let (status, body) = ask(at, &path, &head, &request.to_string());
        assert_eq!(status, 200, "{body}");
        let reply: Value = serde_json::from_str(body.trim()).unwrap();
        assert!(!reply["ok"].is_null(), "{reply}");
        reply["ok"].clone()
    }

    fn view(&self, at: SocketAddr, seat: usize) -> Value {
        self.request(at, seat, json!({"do": "view", "viewer": {"seat": seat}}))
    }

    fn both(&self, at: SocketAddr) -> [Value; 2] {
        [0, 1].map(|seat| self.view(at, seat))
    }

    /// Plays so many choices, whoever is asked.
    fn play(&self, at: SocketAddr, choices: usize) {
        let mut played = 0;
        while played < choices {
            for seat in [0, 1] {
                let prompt = &self.view(at, seat)["prompt"];
                if played < choices && !prompt.is_null() {
                    let (id, steps) = (&prompt["id"], &prompt["fallback"]);
                    self.request(at, seat, json!({"do": "play", "seat": seat, "prompt": id, "steps": steps}));
                    played += 1;
                }
            }
        }
    }
}

/// `grognard archive`, as it is written in the documentation; what it said.
fn archive(args: &[&str]) -> String {
    let output = Command::new(PROGRAM).arg("archive").args(args).output().expect("the program runs");
    let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert!(output.status.success(), "{args:?}: {said}");
    said
}

#[test]
fn a_server_is_backed_up_while_people_play_and_restored() {
    let folder = Folder::new("operations");
    let (live, backup, restored) =
        (folder.file("battles.db"), folder.file("backup.db"), folder.file("new.db"));
    let node = Node::serve(&live, &[]);
    assert_eq!(ask(node.address, "GET /health", "", ""), (200, "well\n".to_owned()));
    let battle = Battle::open(node.address);
    battle.play(node.address, 4);
    archive(&["copy", &live, &backup]);
    battle.play(node.address, 2);
    let said = archive(&["copy", &live, &backup]);
    assert!(said.contains("1 battles") && !said.contains(" 0 records"), "only what is new: {said}");
    let seen = battle.both(node.address);
    // The machine burns down here.
    drop(node);
    assert!(archive(&["check", &backup]).contains("every record has its hash"));
    archive(&["copy", &backup, &restored]);
    let node = Node::serve(&restored, &[]);
    assert_eq!(battle.both(node.address), seen, "the same links, the same battle");
    battle.play(node.address, 1);
    node.stop();
    assert!(archive(&["check", &restored]).contains("every record has its hash"));
}

#[test]
fn a_server_moves_to_postgresql_and_is_served_by_two_nodes_behind_a_proxy() {
    let postgres = match Server::start() {
        Ok(server) => server,
        Err(why) => return eprintln!("SKIPPED: moving to PostgreSQL was not tried. {why}"),
    };
    let folder = Folder::new("moving");
    let (file, url) = (folder.file("battles.db"), postgres.database("grognard").expect("a database"));
    let node = Node::serve(&file, &[]);
    let battle = Battle::open(node.address);
    battle.play(node.address, 3);
    archive(&["copy", &file, &url]);
    battle.play(node.address, 2);
    let seen = battle.both(node.address);
    node.stop();
    archive(&["copy", &file, &url]);
    let nodes = [Node::serve(&url, &["--proxied"]), Node::serve(&url, &["--proxied"])];
    for node in &nodes {
        assert_eq!(battle.both(node.address), seen, "the same links, the same battle");
    }
    // Through the proxy one does not know which node it is.
    let proxy = Proxy::start(&folder.0, &nodes);
    let through = proxy.as_ref().map_or(nodes[0].address, |proxy| proxy.address);
    battle.play(through, 2);
    let [one, other] = nodes;
    // A node hears of the other's choices a moment later.
    let began = Instant::now();
    while battle.both(one.address) != battle.both(other.address) {
        assert!(began.elapsed() < Duration::from_secs(30), "the nodes do not tell the same");
        std::thread::sleep(Duration::from_millis(50));
    }
    if proxy.is_some() {
        // A node dies; the proxy asks the other, and so does whoever comes back.
        drop(one);
        battle.play(through, 1);
        assert_eq!(ask(through, "GET /metrics", "", "").0, 403, "not for strangers");
    }
    let seen = battle.both(other.address);
    other.stop();
    let back = folder.file("back.db");
    archive(&["copy", &url, &back]);
    let node = Node::serve(&back, &[]);
    assert_eq!(battle.both(node.address), seen, "and back again");
    node.stop();
}

/// nginx with the configuration of the documentation, where it is installed.
struct Proxy {
    process: Child,
    address: SocketAddr,
}

impl Proxy {
    fn start(folder: &Path, nodes: &[Node; 2]) -> Option<Self> {
        let Some(nginx) = ["/usr/sbin/nginx", "/usr/bin/nginx"].iter().find(|path| Path::new(path).exists())
        else {
            eprintln!(
                "SKIPPED: nginx is not installed, so no proxy was tried (Debian: apt-get install nginx-light)"
            );
            return None;
        };
        let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let page = include_str!("../../../docs/operations.md");
        let written = page.split("```nginx\n").nth(1).and_then(|rest| rest.split("```").next());
        let written = written.expect("a configuration").replace("listen 8015", &format!("listen {free}"));
        let written = written.replace("127.0.0.1:1816", &nodes[0].address.to_string());
        let written = written.replace("127.0.0.1:1817", &nodes[1].address.to_string());
        let at = folder.display();
        let folders: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map(|name| format!("{name}_temp_path {at}/{name};\n"))
            .concat();
        let whole = format!(
            "daemon off;\nmaster_process off;\npid {at}/nginx.pid;\nerror_log {at}/nginx.log;\nevents {{}}\n\
             http {{\naccess_log off;\n{folders}{written}}}\n"
        );
        std::fs::write(folder.join("nginx.conf"), whole).unwrap();
        let mut command = Command::new(nginx);
        command.arg("-p").arg(folder).arg("-c").arg(folder.join("nginx.conf"));
        let process = command.stdin(Stdio::null()).spawn().expect("nginx runs");
        let proxy = Self { process, address: free };
        let began = Instant::now();
        while TcpStream::connect(free).is_err() {
            let log = || std::fs::read_to_string(folder.join("nginx.log")).unwrap_or_default();
            assert!(began.elapsed() < Duration::from_secs(20), "nginx does not listen: {}", log());
            std::thread::sleep(Duration::from_millis(20));
        }
        Some(proxy)
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
