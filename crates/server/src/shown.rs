//! A view as it goes over the wire: written once, whatever is then done with it.

use serde::Serialize;
use serde_json::Value;
use sha2::{Digest, Sha256};
use umpire::{Asked, Outcome, Scene, Seat, Sentence, View, Viewer};

/// A view, written.
pub(crate) struct Shown {
    /// The view as JSON.
    pub(crate) json: String,
    /// What is in it.
    pub(crate) mark: Mark,
}

/// What tells one view from another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    /// Who sees it.
    pub(crate) viewer: Viewer,
    /// The hash of all that he sees besides the log.
    pub(crate) hash: [u8; 32],
    /// The number of the last line in it.
    pub(crate) last: Option<usize>,
}

/// What stands before the lines.
#[derive(Serialize)]
struct Before<'a> {
    viewer: Viewer,
    scene: &'a Scene,
    prompt: &'a Option<Asked>,
    awaited: &'a [Seat],
}

/// What stands after them.
#[derive(Serialize)]
struct After<'a> {
    outcome: &'a Option<Outcome>,
    may_undo: bool,
    no_undo: &'a Option<Sentence>,
    closed: bool,
}

impl Shown {
    /// Writes a view. Its three parts are written one by one, so that the hash needs no second writing.
    pub(crate) fn of(view: &View) -> Self {
        let View { viewer, scene, prompt, awaited, lines, outcome, may_undo, no_undo, closed } = view;
        let before = text(&Before { viewer: *viewer, scene, prompt, awaited }, USUAL);
        let after = text(&After { outcome, may_undo: *may_undo, no_undo, closed: *closed }, 256);
        let mut hash = Sha256::new();
        hash.update(&before);
        hash.update(&after);
        let mark =
            Mark { viewer: *viewer, hash: hash.finalize().into(), last: lines.last().map(|l| l.number) };
        let (mut json, lines) = (before, text(lines, 1024));
        // The closing brace of the first part, and the opening one of the last, are in the middle now.
        json.pop();
        json.reserve(lines.len() + after.len() + 16);
        json.push_str(",\"lines\":");
        json.push_str(&lines);
        json.push(',');
        json.push_str(after.get(1..).unwrap_or_default());
        Self { json, mark }
    }

    /// The reply to a request that asked for it.
    pub(crate) fn reply(&self, id: &Value) -> String {
        format!(r#"{{"id":{id},"ok":{}}}"#, self.json)
    }
}

/// Room for most views: what is written need not be moved while it grows.
const USUAL: usize = 16 << 10;

fn text(part: &impl Serialize, room: usize) -> String {
    let mut out = Vec::with_capacity(room);
    let written = serde_json::to_writer(&mut out, part);
    // Either cannot happen: views are JSON, and JSON is UTF-8.
    if written.is_ok() { String::from_utf8(out).unwrap_or_default() } else { String::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dice::Hex;
    use umpire::{Battle, Chance, DiceFrom, Opening, Seat};

    fn views() -> Vec<View> {
        let scenario = reference::scenarios().swap_remove(0);
        let chance = Chance { dice: DiceFrom::Stream, seed: Hex(vec![7; 32]), added: Vec::new() };
        let opening = Opening { scenario, chance, given: Vec::new() };
        let battle = Battle::<reference::Picket>::open(opening).unwrap();
        [Viewer::Public, Viewer::Seat(Seat::FIRST), Viewer::All].map(|v| battle.view(v, 0)).to_vec()
    }

    #[test]
    fn it_is_the_view_as_it_would_be_written_whole() {
        for view in views() {
            assert_eq!(Shown::of(&view).json, serde_json::to_string(&view).unwrap());
        }
    }

    fn outcome() -> Outcome {
        Outcome { winner: Some(1), rule: umpire::RuleId::new("XX-END-01"), sentence: "won".into() }
    }

    #[test]
    fn everything_but_the_log_is_in_the_hash() {
        let view = views().remove(1);
        let hash = |change: fn(&mut View)| {
            let mut other = view.clone();
            change(&mut other);
            Shown::of(&other).mark.hash
        };
        let same = Shown::of(&view).mark.hash;
        assert_eq!(hash(|view| view.lines.clear()), same);
        let changes: [fn(&mut View); 8] = [
            |view| view.viewer = Viewer::Public,
            |view| view.scene.clock = "another time".into(),
            |view| view.prompt = None,
            |view| view.awaited.clear(),
            |view| view.outcome = Some(outcome()),
            |view| view.may_undo = !view.may_undo,
            |view| view.no_undo = Some("another reason".into()),
            |view| view.closed = !view.closed,
        ];
        for (n, change) in changes.into_iter().enumerate() {
            assert_ne!(hash(change), same, "change {n}");
        }
    }
}
