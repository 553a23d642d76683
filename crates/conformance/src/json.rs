//! Looking into JSON.

use serde::Serialize;
use serde_json::Value;
use umpire::{Answer, Seats, Viewer};

/// Something as JSON text.
pub(crate) fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|e| format!("cannot be written: {e}"))
}

/// An answer in words.
pub(crate) fn say(answer: &Answer) -> String {
    text(answer)
}

/// The first number that is not whole, with the path to it.
pub(crate) fn first_float(value: &Value) -> Option<String> {
    find(value, &mut |value| value.is_f64())
}

/// The first fact whose value is there although the viewer does not know it; for the viewer of everything,
/// the first fact that is blank.
pub(crate) fn first_wrong_fact(value: &Value, viewer: Viewer) -> Option<String> {
    find(value, &mut |value| {
        let Some((blank, to)) = fact(value) else { return false };
        if viewer == Viewer::All { blank } else { !blank && !to.has(viewer) }
    })
}

/// The audience of every fact, with the path to it.
pub(crate) fn audiences(value: &Value) -> Vec<(String, Seats)> {
    let mut found = Vec::new();
    visit(value, "", &mut |path, value| {
        found.extend(fact(value).map(|(_, to)| (path.to_owned(), to)));
    });
    found
}

/// Whether a value is a fact: blank or not, and to whom it is known.
fn fact(value: &Value) -> Option<(bool, Seats)> {
    let object = value.as_object().filter(|o| o.len() == 2)?;
    let to = serde_json::from_value(object.get("to")?.clone()).ok()?;
    Some((object.get("value")?.is_null(), to))
}

fn find(value: &Value, wanted: &mut impl FnMut(&Value) -> bool) -> Option<String> {
    let mut found = None;
    visit(value, "", &mut |path, value| {
        if found.is_none() && wanted(value) {
            found = Some(path.to_owned());
        }
    });
    found
}

/// A piece is named by its handle wherever it stands: its place in a list changes when another leaves.
fn visit(value: &Value, path: &str, see: &mut impl FnMut(&str, &Value)) {
    let handle = value.get("id").and_then(Value::as_u64).map(|id| format!("#{id}"));
    let path = handle.as_deref().unwrap_or(path);
    see(path, value);
    match value {
        Value::Array(list) => {
            for (i, inner) in list.iter().enumerate() {
                visit(inner, &format!("{path}[{i}]"), see);
            }
        }
        Value::Object(map) => {
            for (key, inner) in map {
                visit(inner, &format!("{path}.{key}"), see);
            }
        }
        _ => {}
    }
}

/// Where two texts begin to differ, with a little of each.
pub(crate) fn difference(a: &str, b: &str) -> String {
    let same = a.bytes().zip(b.bytes()).take_while(|(x, y)| x == y).count();
    let part = |s: &str| -> String {
        let from = same.saturating_sub(40);
        String::from_utf8_lossy(s.as_bytes().get(from..s.len().min(same + 40)).unwrap_or_default())
            .into_owned()
    };
    format!("…{}… against …{}…", part(a), part(b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use umpire::{Fact, Seat};

    #[test]
    fn a_number_that_is_not_whole_is_found() {
        assert_eq!(first_float(&json!({"a": [1, -2, 3_000_000_000_u64]})), None);
        assert_eq!(first_float(&json!({"a": [1, 2.0]})), Some(".a[1]".to_owned()));
    }

    #[test]
    fn a_fact_that_should_be_blank_is_found() {
        let secret = Fact::secret(4, Seats::only(Seat::FIRST));
        let mut blank = secret;
        blank.redact(Viewer::Seat(Seat::SECOND));
        let (secret, blank) = (json!([secret]), json!([blank]));
        assert_eq!(first_wrong_fact(&secret, Viewer::Seat(Seat::FIRST)), None);
        assert_eq!(first_wrong_fact(&secret, Viewer::Seat(Seat::SECOND)), Some("[0]".to_owned()));
        assert_eq!(first_wrong_fact(&blank, Viewer::Seat(Seat::SECOND)), None);
        assert_eq!(first_wrong_fact(&blank, Viewer::All), Some("[0]".to_owned()));
        assert_eq!(audiences(&blank), [("[0]".to_owned(), Seats::only(Seat::FIRST))]);
    }

    #[test]
    fn a_fact_of_a_piece_is_found_again_when_another_has_left() {
        let piece = |id: u32, to| json!({"id": id, "card": Fact::secret(4, to)});
        let (hidden, open) = (Seats::only(Seat::FIRST), Seats::EVERYBODY);
        let before = json!({"units": [piece(3, open), piece(5, hidden)], "gone": []});
        let after = json!({"units": [piece(5, hidden)], "gone": [{"unit": piece(3, open)}]});
        let [mut before, mut after] = [audiences(&before), audiences(&after)];
        before.sort();
        after.sort();
        assert_eq!(before, [("#3.card".to_owned(), open), ("#5.card".to_owned(), hidden)]);
        assert_eq!(before, after);
    }

    #[test]
    fn differences_are_shown_where_they_begin() {
        assert_eq!(difference("abcd", "abxd"), "…abcd… against …abxd…");
    }
}
