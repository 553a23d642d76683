//! The first door: standard input and output, one JSON object a line.

use crate::{Stop, games};
use std::io::{self, BufRead, Write};
use umpire::{Door, Host, LONGEST_REQUEST};

/// Answers requests until the input ends.
pub(crate) fn serve() -> Result<(), Stop> {
    let mut host = Host::new(games::all(), games::entropy);
    match answer_all(&mut host, &mut io::stdin().lock(), &mut io::stdout().lock()) {
        Ok(()) => Ok(()),
        // Whoever asked has gone: nothing is left to do.
        Err(e) if e.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        Err(e) => Err(Stop::Bad(format!("standard input or output: {e}"))),
    }
}

fn answer_all(host: &mut Host, input: &mut impl BufRead, output: &mut impl Write) -> io::Result<()> {
    let mut line = Vec::new();
    while next_line(input, &mut line)? {
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        serde_json::to_writer(&mut *output, &host.line(Door::Trusted, &line))?;
        output.write_all(b"\n")?;
        output.flush()?;
    }
    Ok(())
}

/// Reads a line without its end. Of a line that is too long only so much is kept that it is seen to be so.
fn next_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let mut any = false;
    loop {
        let read = input.fill_buf()?;
        if read.is_empty() {
            return Ok(any);
        }
        any = true;
        let end = read.iter().position(|&b| b == b'\n');
        let part = &read[..end.unwrap_or(read.len())];
        let room = (LONGEST_REQUEST + 1).saturating_sub(line.len());
        line.extend_from_slice(&part[..part.len().min(room)]);
        let used = end.map_or(read.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() {
            return Ok(true);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    #[test]
    fn lines_are_read_one_by_one_and_the_last_needs_no_end() {
        let mut input = Cursor::new(b"one\n\ntwo");
        let mut line = Vec::new();
        let mut read = Vec::new();
        while next_line(&mut input, &mut line).unwrap() {
            read.push(String::from_utf8(line.clone()).unwrap());
        }
        assert_eq!(read, ["one", "", "two"]);
    }

    #[test]
    fn a_long_line_is_cut_and_the_next_one_is_whole() {
        let mut input = Cursor::new([vec![b'x'; 3 * LONGEST_REQUEST], b"\nnext\n".to_vec()].concat());
        let mut line = Vec::new();
        assert!(next_line(&mut input, &mut line).unwrap());
        assert_eq!(line.len(), LONGEST_REQUEST + 1);
        assert!(next_line(&mut input, &mut line).unwrap());
        assert_eq!(line, b"next");
        assert!(!next_line(&mut input, &mut line).unwrap());
    }
}
