//! Picket keeps every law.

mod common;

use common::trial;
use reference::Picket;

conformance::suite!(laws, Picket, trial(3));

/// A law that was never put to the test says nothing: each look must have happened.
#[test]
fn every_law_was_put_to_the_test() {
    let wanted: [(&str, &[&str]); 13] = [
        ("deterministic", &["events", "replays"]),
        (
            "total",
            &[
                "drafts asked",
                "wild choices",
                "choices in imagined worlds",
                "closed battles",
                "bad scenarios",
                "spoilt scenarios that opened",
            ],
        ),
        ("explained", &["refusals", "odds"]),
        (
            "judged_is_played",
            &["complete drafts", "promises", "promises kept after others let it pass", "denied"],
        ),
        ("atomic", &["missing rolls"]),
        ("offered_is_legal", &["offers", "aimed"]),
        ("chained", &["splits"]),
        ("prompts", &["questions", "forced answers"]),
        ("blind", &["worlds", "sealed answers", "moments in lock-step", "secrets that came out"]),
        ("last_word", &["choices that could be taken back", "worlds", "worlds of others"]),
        ("undo", &["undone"]),
        ("ends", &["battles"]),
        ("cheap", &["ns for a clone at most", "ns for a judgement at most"]),
    ];
    for ((name, check), (law, counts)) in conformance::laws::<Picket>().into_iter().zip(wanted) {
        assert_eq!(name, law);
        let summary = check(&trial(1)).unwrap();
        for count in counts {
            assert!(summary.count(count) > 0, "{summary}");
        }
    }
}
