//! The program as a process, spoken to through its standard input and output.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

pub(crate) struct Umpire {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    asked: u64,
}

impl Umpire {
    pub(crate) fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_grognard"))
            .arg("umpire")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take().expect("an input");
        let output = BufReader::new(child.stdout.take().expect("an output"));
        Self { child, input, output, asked: 0 }
    }

    /// Sends bytes as one line and reads one line of reply.
    pub(crate) fn line(&mut self, line: &[u8]) -> Value {
        self.input.write_all(line).expect("the program reads");
        self.input.write_all(b"\n").expect("the program reads");
        self.input.flush().expect("the program reads");
        let mut reply = String::new();
        self.output.read_line(&mut reply).expect("the program answers");
        serde_json::from_str(&reply).expect("a reply is JSON")
    }

    /// Sends a request with a new id; the reply must carry it.
    pub(crate) fn ask(&mut self, mut request: Value) -> Value {
        self.asked += 1;
        request["id"] = json!(self.asked);
        let reply = self.line(request.to_string().as_bytes());
        assert_eq!(reply["id"], request["id"]);
        reply
    }

    /// Sends a request that must succeed.
    pub(crate) fn ok(&mut self, request: Value) -> Value {
        let reply = self.ask(request.clone());
        assert!(reply["ok"] != Value::Null, "{request} was answered {reply}");
        reply["ok"].clone()
    }

    /// Opens a battle of the reference game, or of what else is given.
    pub(crate) fn open(&mut self, more: Value) -> String {
        let mut request = json!({"do": "open", "game": "picket", "scenario": "ford"});
        for (key, value) in more.as_object().expect("fields") {
            request[key] = value.clone();
        }
        self.ok(request)["battle"].as_str().expect("a name").to_owned()
    }

    pub(crate) fn view(&mut self, battle: &str, viewer: Value) -> Value {
        self.ok(json!({"do": "view", "battle": battle, "viewer": viewer}))
    }

    /// Answers the first awaited seat's prompt with its fallback. `false` when the battle is decided.
    pub(crate) fn pass(&mut self, battle: &str) -> bool {
        let public = self.view(battle, json!("public"));
        if public["outcome"] != Value::Null {
            return false;
        }
        let seat = public["awaited"][0].clone();
        let prompt = self.view(battle, json!({"seat": seat}))["prompt"].clone();
        self.ok(json!({
            "do": "play", "battle": battle, "seat": seat,
            "prompt": prompt["id"], "steps": prompt["fallback"],
        }));
        true
    }

    /// Plays a battle to its end by fallbacks, closes it, and gives its journal.
    pub(crate) fn finish(&mut self, battle: &str) -> Value {
        for _ in 0..1000 {
            if !self.pass(battle) {
                self.ok(json!({"do": "close", "battle": battle, "seat": 0}));
                return self.ok(json!({"do": "journal", "battle": battle}));
            }
        }
        panic!("no end after 1000 choices");
    }
}

impl Drop for Umpire {
    fn drop(&mut self) {
        // Ended by its own id; its input closes with it.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
