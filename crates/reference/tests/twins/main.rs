//! The suite itself is put to the test: Picket's broken twins are all caught, each by the check meant for it.

mod broken;
mod chance_flaws;
#[path = "../common/mod.rs"]
mod common;
mod flaws;
mod more_flaws;
mod question_flaws;

use broken::{Broken, Flaw, Sound};
use chance_flaws::{Foretold, Impossible, NotAll, RollsAfterwards};
use conformance::{Pair, Trial};
use dice::RuleId;
use flaws::{
    Clock, Endless, ForgottenFact, HalfApplied, HalfPlayed, IllegalOption, LeakInIds, LeakInPrompt,
    LeakInRefusal, LeakInUndo, LeakInView, LeakOfSealed, NotTheLastWord, Panics, PromptByViewer, Remeasured,
    SharedCount, Slow, Unchained, Unexplained, Whisper, WrongDream,
};
use more_flaws::{
    FewNumbers, Forgetful, Ghost, Misreads, OneNumberAPhase, RollsByNoRule, RollsFirst, RollsWithoutDice,
    StillAsks, Stuck, Tattle, TellsTheLimit,
};
use question_flaws::{NeverAFallback, NoFallback, NotForced, OpenRenumbered, SealedRenumbered};

/// Where a secret lies open in the state, a choice that was not to be the last word teaches it too.
const LEARNT: [&str; 2] = ["blind", "last_word"];

/// What a twin is tried on: less than the sound game, for there are many twins. A scenario's name says which.
fn trial(flaw: &dyn Flaw) -> Trial {
    let mut trial = common::trial(1);
    trial.longest = 120;
    trial.scenarios.retain(|scenario| scenario.name != "ford");
    let paired = trial.pairs.iter_mut().flat_map(|pair| [&mut pair.a, &mut pair.b]);
    for scenario in paired.chain(&mut trial.scenarios) {
        flaw.name().clone_into(&mut scenario.name);
    }
    trial
}

/// The laws that a flaw breaks, and how the suite says so. The cost of a judgement is left out: it needs
/// time, not many battles.
fn findings(flaw: &dyn Flaw) -> Vec<(&'static str, String)> {
    let (laws, trial) = (conformance::laws::<Broken>().into_iter(), trial(flaw));
    let laws = laws.filter(|(law, _)| *law != "cheap");
    laws.filter_map(|(law, check)| check(&trial).err().map(|broken| (law, broken.sentence))).collect()
}

/// Exactly these laws are broken, the meant one first; how the suite says so.
#[track_caller]
fn caught(flaw: &dyn Flaw, by: &[&str]) -> String {
    let mut found = findings(flaw);
    assert_eq!(found.iter().map(|(law, _)| *law).collect::<Vec<_>>(), by, "{found:?}");
    found.remove(0).1
}

/// The parts by which the worlds of a pair can be told apart, besides the known state itself, which has to
/// differ where somebody wrote a secret into it.
#[track_caller]
fn told_by(flaw: &dyn Flaw, by: &[&str]) -> Vec<String> {
    let sentence = caught(flaw, by);
    let parts = sentence.split("seat 0 can tell: ").nth(1).and_then(|rest| rest.split(';').next());
    let parts = parts.unwrap_or_else(|| panic!("not found in lock-step: {sentence}")).split(", ");
    parts.filter(|part| *part != "known state").map(str::to_owned).collect()
}

#[test]
fn no_flaw_no_finding() {
    assert_eq!(findings(&Sound), []);
}

#[test]
fn a_leak_in_the_view() {
    assert_eq!(told_by(&LeakInView, &LEARNT), ["scene"]);
}

#[test]
fn a_leak_in_a_refusal() {
    assert_eq!(told_by(&LeakInRefusal, &LEARNT), ["refusal"]);
}

#[test]
fn a_leak_in_the_order_of_ids() {
    assert!(told_by(&LeakInIds, &["blind"]).contains(&"scene".to_owned()));
}

#[test]
fn a_leak_in_whether_undo_is_offered() {
    assert_eq!(told_by(&LeakInUndo, &["blind"]), ["last word", "may undo"]);
}

#[test]
fn a_leak_in_whether_a_prompt_appears() {
    assert!(told_by(&LeakInPrompt, &["blind"]).contains(&"awaited".to_owned()));
}

#[test]
fn a_leak_of_a_sealed_answer() {
    assert!(caught(&LeakOfSealed, &["blind"]).contains("can see which sealed answer was given"));
}

#[test]
fn a_fact_that_is_not_blanked() {
    assert!(caught(&ForgottenFact, &LEARNT).contains("the fact .state.limit is not as"));
}

#[test]
fn a_prompt_that_not_everybody_sees_alike() {
    assert!(caught(&PromptByViewer, &["blind"]).contains("sees other prompts"));
}

#[test]
fn a_line_about_a_piece_that_nobody_knows_of() {
    assert!(caught(&Whisper, &["blind"]).contains("does not know of it"));
}

#[test]
fn an_imagined_world_that_does_not_agree() {
    assert!(caught(&WrongDream, &LEARNT).contains("imagine"));
}

#[test]
fn a_half_applied_choice() {
    assert!(caught(&HalfApplied, &["atomic"]).contains("half applied"));
}

#[test]
fn a_half_played_choice() {
    assert!(caught(&HalfPlayed, &["judged_is_played"]).contains("was promised another result"));
}

#[test]
fn an_illegal_option() {
    assert!(caught(&IllegalOption, &["offered_is_legal"]).contains("RF-MOV-01"));
}

#[test]
fn a_contact_measured_again_from_rounded_poses() {
    assert!(caught(&Remeasured, &["judged_is_played"]).contains("was promised another result"));
}

/// What depends on the clock differs wherever two states are compared; the first to say so is the check
/// meant for it.
#[test]
fn a_result_that_depends_on_the_clock() {
    let found = findings(&Clock);
    assert_eq!(found[0].0, "deterministic", "{found:?}");
}

/// Whatever is fuzzed meets the panic; the first to say so is the check meant for it.
#[test]
fn a_panic() {
    let found = findings(&Panics);
    assert_eq!(found[0].0, "total", "{found:?}");
    assert!(found[0].1.contains("it panicked: a leg goes forward"));
}

#[test]
fn a_refusal_without_a_rule() {
    assert!(caught(&Unexplained, &["explained"]).contains("XX-MOV-99"));
}

/// Without the doubts that were forgotten, a choice that is denied breaks a promise too.
#[test]
fn a_draft_judged_differently_in_pieces() {
    let found = findings(&Unchained);
    assert_eq!(found.iter().map(|(law, _)| *law).collect::<Vec<_>>(), ["judged_is_played", "chained"]);
    assert!(found[1].1.contains("split after 1"), "{found:?}");
}

#[test]
fn a_last_word_that_is_not_called_so() {
    assert!(caught(&NotTheLastWord, &["last_word"]).contains("was not to be the last word"));
}

/// States that share something break every promise about copies, undo among them.
#[test]
fn a_state_that_shares_what_it_counts() {
    let laws: Vec<&str> = findings(&SharedCount).into_iter().map(|(law, _)| law).collect();
    assert!(laws.contains(&"undo"), "{laws:?}");
}

#[test]
fn a_battle_without_end() {
    assert!(caught(&Endless, &["ends"]).contains("not over after"));
}

#[test]
fn a_slow_judgement() {
    let broken = conformance::cheap::<Broken>(&trial(&Slow)).unwrap_err();
    assert!(broken.sentence.contains("a judgement takes"), "{broken}");
}

#[test]
fn a_march_forgotten_while_the_enemy_is_asked() {
    assert!(caught(&Forgetful, &["judged_is_played"]).contains("was promised another result"));
}

#[test]
fn a_marker_that_was_promised() {
    assert!(caught(&Ghost, &["judged_is_played"]).contains("ghost"));
}

#[test]
fn a_secret_told_to_others_by_what_can_be_taken_back() {
    assert!(
        caught(&Tattle, &["last_word"]).contains("it tells Seat(seat 1) something that he could not know")
    );
}

/// The public then knows what a seat does not, which is another law's business too.
#[test]
fn a_fact_that_others_know_after_what_can_be_taken_back() {
    let broken = conformance::last_word::<Broken>(&trial(&TellsTheLimit)).unwrap_err();
    assert!(broken.sentence.contains("the fact .state.limit is now known to others"), "{broken}");
}

#[test]
fn a_scenario_that_stops_the_program() {
    let sentence = caught(&Misreads, &["total"]);
    assert!(sentence.contains("spoilt scenario: it panicked: stands are few"), "{sentence}");
}

#[test]
fn a_number_of_a_question_that_comes_back() {
    assert!(caught(&FewNumbers, &["prompts"]).contains("was over and is asked again"));
}

#[test]
fn a_question_that_stands_though_it_was_answered() {
    assert!(caught(&OneNumberAPhase, &["prompts"]).contains("still stands"));
}

#[test]
fn a_sealed_question_with_another_number_after_others_answered() {
    assert!(caught(&SealedRenumbered, &["prompts"]).contains("its number is gone after"));
}

/// Orders that are not sealed are told, which is another law's business.
#[test]
fn an_open_question_with_another_number_after_others_answered() {
    let broken = conformance::prompts::<Broken>(&trial(&OpenRenumbered)).unwrap_err();
    assert!(broken.sentence.contains("its number is gone after"), "{broken}");
}

#[test]
fn a_forced_answer_that_was_not_the_only_one() {
    assert!(caught(&NotForced, &["prompts"]).contains("was forced, but it had"));
}

#[test]
fn a_question_without_a_fallback() {
    assert!(caught(&NoFallback, &["prompts"]).contains("has no fallback, but setting up is over"));
}

/// Where nobody can let a choice pass, its promise cannot be kept: another law's business.
#[test]
fn a_game_without_a_fallback() {
    let broken = conformance::prompts::<Broken>(&trial(&NeverAFallback)).unwrap_err();
    assert!(broken.sentence.contains("no question had a fallback"), "{broken}");
}

#[test]
fn a_question_after_the_end() {
    assert!(caught(&StillAsks, &["ends"]).contains("sees that seat 0 is asked"));
}

#[test]
fn a_battle_that_is_stuck_comes_with_its_journal() {
    let broken = conformance::ends::<Broken>(&trial(&Stuck)).unwrap_err();
    assert!(broken.sentence.contains("nobody is asked"), "{broken}");
    assert!(broken.journal.is_some_and(|journal| !journal.entries.is_empty()));
}

/// No flaw, but the sound game has no such roll: the look is put to the test here.
#[test]
fn a_die_that_falls_while_setting_up() {
    let trial = trial(&RollsFirst);
    let atomic = conformance::atomic::<Broken>(&trial).unwrap();
    assert!(atomic.count("missing rolls while setting up") > 0, "{atomic}");
    conformance::explained::<Broken>(&trial).unwrap();
}

#[test]
fn a_roll_by_no_rule_while_setting_up() {
    assert!(caught(&RollsByNoRule, &["explained"]).contains("a roll cites XX-BEG-99"));
}

#[test]
fn a_set_up_without_its_dice() {
    assert!(caught(&RollsWithoutDice, &["atomic"]).contains("with 0 of 1 rolls it was set up"));
}

#[test]
fn chances_that_do_not_add_up() {
    assert!(caught(&NotAll, &["explained"]).contains("the chances do not add up to 1"));
}

#[test]
fn a_chance_of_what_cannot_happen() {
    assert!(caught(&Impossible, &["explained"]).contains("\"nothing\" cannot happen"));
}

#[test]
fn a_fact_that_nobody_knows() {
    assert!(caught(&Foretold, &["blind"]).contains("the fact .state.limit is known to nobody"));
}

/// Few units, so that a side soon has nothing left to do; its ambush has to be out of hiding for that.
#[test]
fn a_die_that_falls_for_a_forced_answer() {
    let mut trial = trial(&RollsAfterwards);
    trial.battles = 10;
    trial.scenarios.truncate(1);
    let unit = |side, y, facing| {
        format!(
            "[[unit]]\nside = \"{side}\"\nname = \"a\"\nstands = 3\nat = [10, {y}]\nfacing = {facing}\n\
             [[ambush]]\nside = \"{side}\"\nwood = \"{side}\"\nfacing = {facing}\n\
             [[wood]]\nname = \"{side}\"\nfrom = [0, {0}]\nto = [4, {1}]\n",
            y - 1,
            y + 3
        )
    };
    let (blue, red) = (unit("blue", 2, 0), unit("red", 24, 180));
    trial.scenarios[0].text = format!("rounds = 30\nsize = [18, 30]\n{blue}{red}");
    let sentence = conformance::last_word::<Broken>(&trial).unwrap_err().sentence;
    assert!(sentence.contains("a die fell by RF-LIM-01 before anybody could take it back"), "{sentence}");
    Sound.name().clone_into(&mut trial.scenarios[0].name);
    conformance::last_word::<Broken>(&trial).unwrap();
}

// ---- trials that prove nothing: the game is sound, the trial is not --------------------------------------

/// How the suite finds fault with pairs.
#[track_caller]
fn bad_pairs(change: impl FnOnce(&mut Vec<Pair>)) -> String {
    let mut trial = trial(&Sound);
    change(&mut trial.pairs);
    conformance::blind::<Broken>(&trial).unwrap_err().sentence
}

#[test]
fn secrets_without_pairs() {
    let sentence = bad_pairs(Vec::clear);
    assert!(sentence.contains("is a secret, but the trial has no pair"), "{sentence}");
}

#[test]
fn a_pair_whose_worlds_do_not_differ() {
    // Nothing is ever rolled by this rule.
    let sentence = bad_pairs(|pairs| pairs[1].rolls = vec![RuleId::new("RF-SEQ-01")]);
    assert!(sentence.contains("the true states of its two worlds never differed"), "{sentence}");
}

#[test]
fn a_pair_that_is_told_at_once() {
    // The first line of a battle cites this rule.
    let sentence = bad_pairs(|pairs| pairs[0].reveals.push(RuleId::new("RF-ORD-01")));
    assert!(sentence.contains("before anything was compared"), "{sentence}");
}
