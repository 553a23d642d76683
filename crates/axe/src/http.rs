//! As much of HTTP as is needed: one request, one answer, and the connection is closed.

use serde_json::Value;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// The status and the body of an answer; the error of a server that went away.
pub(crate) async fn ask(
    server: SocketAddr,
    method: &str,
    path: &str,
    body: Option<&Value>,
) -> std::io::Result<(u16, Value)> {
    let work = async {
        let mut stream = TcpStream::connect(server).await?;
        let body = body.map(Value::to_string).unwrap_or_default();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).await?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await?;
        read(&answer).ok_or_else(|| std::io::Error::other("half an answer"))
    };
    timeout(Duration::from_secs(20), work).await.map_err(std::io::Error::other)?
}

/// An answer that is whole: the server may have died in the middle of it.
fn read(answer: &[u8]) -> Option<(u16, Value)> {
    let at = answer.windows(4).position(|four| four == b"\r\n\r\n")?;
    let head = std::str::from_utf8(answer.get(..at + 2)?).ok()?.to_ascii_lowercase();
    let status = head.split(' ').nth(1)?.parse().ok()?;
    let body = answer.get(at + 4..)?;
    let whole = head.contains(&format!("content-length: {}\r\n", body.len()));
    let body = if whole { body.to_vec() } else { joined(body)? };
    // What is not JSON is words.
    let words = || Value::from(String::from_utf8_lossy(&body));
    Some((status, serde_json::from_slice(&body).unwrap_or_else(|_| words())))
}

/// A body that came in pieces, each after its length; the last one is empty.
fn joined(mut rest: &[u8]) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let end = rest.windows(2).position(|two| two == b"\r\n")?;
        let length = usize::from_str_radix(std::str::from_utf8(rest.get(..end)?).ok()?, 16).ok()?;
        let piece = rest.get(end + 2..)?;
        if length == 0 {
            return (piece == b"\r\n").then_some(body);
        }
        body.extend_from_slice(piece.get(..length)?);
        rest = piece.get(length..)?.strip_prefix(b"\r\n")?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn only_a_whole_answer_is_one() {
        let sized = "HTTP/1.1 200 OK\r\ncontent-length: 8\r\n\r\n{\"a\": 1}";
        let pieces =
            "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\n{\"a\r\n5\r\n\": 1}\r\n0\r\n\r\n";
        for whole in [sized, pieces] {
            assert_eq!(read(whole.as_bytes()), Some((200, json!({"a": 1}))));
            for end in 0..whole.len() {
                assert_eq!(read(&whole.as_bytes()[..end]), None, "{:?}", &whole[..end]);
            }
        }
    }
}
