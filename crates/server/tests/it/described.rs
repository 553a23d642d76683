//! The interface is what its description says.

use schemars::{JsonSchema, schema_for};
use server::{Ask, Description, Joined, Meaning, Push};
use std::path::Path;
use utoipa::OpenApi;

/// What goes over a socket besides the umpire's protocol.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its form is asked for")]
struct Socket {
    /// Sent by the client.
    ask: Ask,
    /// The answer to it, if it is not `meant`.
    joined: Joined,
    /// The answer to `meant`.
    meant: Vec<Meaning>,
    /// Sent by the server.
    push: Push,
}

/// Compares a file of docs/protocol with what it should be; `GROGNARD_WRITE=1` writes it anew.
fn described(name: &str, now: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/protocol").join(name);
    if std::env::var_os("GROGNARD_WRITE").is_some() {
        std::fs::write(&path, now).expect("it can be written");
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(written == now, "docs/protocol/{name} is out of date: run this test with GROGNARD_WRITE=1");
}

#[test]
fn http_is_described() {
    described("openapi.json", &(Description::openapi().to_pretty_json().expect("JSON") + "\n"));
}

#[test]
fn the_socket_is_described() {
    let schema = serde_json::to_string_pretty(&schema_for!(Socket)).expect("JSON");
    described("server.schema.json", &(schema + "\n"));
}
