//! Explained: every refusal names a rule of the book, the step and the reason; every line, doubt, roll and
//! outcome names a rule of the book; and so does every modifier of an odds card, whose chances add up.

use crate::chances::chances;
use crate::fuzz;
use crate::report::{Broken, Summary};
use crate::trial::Trial;
use crate::walk::{Found, Moment, viewers, walk};
use dice::RuleId;
use umpire::{Entry, Game, Known, Refusal, Viewer};

/// The law *explained*.
pub fn explained<G: Game>(trial: &Trial) -> Result<Summary, Broken> {
    walk::<G>("explained", trial, |m| {
        refusals(m, trial.known_rule)?;
        offered(m, trial.known_rule)?;
        words(m, trial.known_rule)
    })
}

fn refusals<G: Game>(m: &mut Moment<'_, G>, known_rule: fn(RuleId) -> bool) -> Found {
    for viewer in viewers(m.battle) {
        let known = m.battle.known(viewer);
        for _ in 0..3 {
            let steps = fuzz::draft(&known, m.pool, m.rng);
            let why = match G::judge(&known, &steps) {
                Err(why) => why,
                Ok(judged) => {
                    judged.doubts.iter().try_for_each(|rule| in_book("a doubt", *rule, known_rule))?;
                    match judged.complete {
                        Ok(()) => continue,
                        Err(why) => why,
                    }
                }
            };
            refused(&why, steps.len(), known_rule)
                .map_err(|what| format!("{steps:?} of {viewer:?}: {what}"))?;
            m.add("refusals", why.len() as u64);
        }
    }
    Ok(())
}

fn refused(why: &[Refusal], steps: usize, known_rule: fn(RuleId) -> bool) -> Found {
    if why.is_empty() {
        return Err("it is refused without a reason".to_owned());
    }
    for refusal in why {
        in_book("a refusal", refusal.rule, known_rule)?;
        if refusal.sentence.trim().is_empty() {
            return Err(format!("{} refuses without a sentence", refusal.rule));
        }
        if refusal.step >= steps.max(1) {
            return Err(format!("{} refuses step {} of {steps}", refusal.rule, refusal.step));
        }
    }
    Ok(())
}

/// The odds of every step that is offered.
fn offered<G: Game>(m: &mut Moment<'_, G>, known_rule: fn(RuleId) -> bool) -> Found {
    for prompt in G::prompts(&m.battle.known(Viewer::Public)) {
        let known = m.battle.known(Viewer::Seat(prompt.seat));
        let options = G::options(&known);
        let offers = options.steps.into_iter().map(|offer| offer.step);
        for step in offers.chain(options.places.into_iter().flat_map(|place| place.snaps)) {
            odds(m, &known, &[step], known_rule)?;
        }
    }
    Ok(())
}

fn odds<G: Game>(
    m: &mut Moment<'_, G>,
    known: &Known<G>,
    steps: &[G::Step],
    known_rule: fn(RuleId) -> bool,
) -> Found {
    for card in G::odds(known, steps) {
        m.count("odds");
        chances(&card).map_err(|why| format!("{steps:?}: {why}"))?;
        card.modifiers.iter().try_for_each(|by| in_book("a modifier", by.rule, known_rule))?;
    }
    Ok(())
}

/// Prompts, the newest lines and rolls, and the outcome.
fn words<G: Game>(m: &mut Moment<'_, G>, known_rule: fn(RuleId) -> bool) -> Found {
    for prompt in G::prompts(&m.battle.known(Viewer::All)) {
        if prompt.ask.trim().is_empty() {
            return Err(format!("{} is asked without a question", prompt.seat));
        }
    }
    // While setting up, and in answers that the umpire gave by himself, dice fall too.
    let from = if m.first { 0 } else { m.battle.journal().entries.len() };
    let drafted = m.draft()?;
    odds(m, &m.battle.known(Viewer::Seat(drafted.seat)), drafted.judged.steps(), known_rule)?;
    m.play(drafted.choice())?;
    let journal = m.battle.journal();
    let begin = if m.first { &journal.begin[..] } else { &[] };
    let rolls = journal.entries[from..].iter().flat_map(Entry::rolls);
    begin.iter().chain(rolls).try_for_each(|roll| in_book("a roll", roll.rule, known_rule))?;
    let view = m.battle.view(Viewer::All, 0);
    for numbered in view.lines.iter().rev().take(20) {
        numbered.line.rule.map_or(Ok(()), |rule| in_book("a line", rule, known_rule))?;
    }
    view.outcome.map_or(Ok(()), |outcome| in_book("the outcome", outcome.rule, known_rule))
}

fn in_book(what: &str, rule: RuleId, known_rule: fn(RuleId) -> bool) -> Found {
    if known_rule(rule) { Ok(()) } else { Err(format!("{what} cites {rule}, which is not in the rule book")) }
}
