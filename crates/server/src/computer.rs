//! Computer players at work: one thought at a time in a battle, on threads of their own.

use crate::hall::Hall;
use crate::live::Live;
use crate::message::{By, Meaning};
use crate::mind::Intent;
use crate::pool::{Turn, now};
use crate::token::random;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;
use umpire::{Act, Answer, AnyBattle, Choice, Code, Entry, Seat, Viewer};

/// What a computer has to do.
enum Duty {
    /// Answer a question.
    Answer(Seat),
    /// Agree to close the battle, for every person has asked to.
    Close(Seat),
}

impl Hall {
    /// Lets the computer players of a battle do what is asked of them, if there is anything.
    pub(crate) fn wake(self: &Arc<Self>, live: &Arc<Live>) {
        if self.duty(live).is_none() || !live.mind.begin() {
            return;
        }
        let (hall, live) = (Arc::clone(self), Arc::clone(live));
        tokio::spawn(async move {
            loop {
                while let Some((duty, at)) = hall.duty(&live) {
                    if let Err(why) = hall.fulfil(&live, duty, at).await {
                        // Not why: that is told by what its seat knows.
                        tracing::error!(battle = live.id(), code = ?code(&why), "a computer player found no answer");
                        live.mind.end();
                        return;
                    }
                }
                live.mind.end();
                // Something may have happened between the last look and now.
                if hall.duty(&live).is_none() || !live.mind.begin() {
                    return;
                }
            }
        });
    }

    /// What a computer has to do, and how many records the archive had of the battle when it had to.
    fn duty(&self, live: &Live) -> Option<(Duty, u64)> {
        let state = live.read();
        let battle = state.battle.as_deref()?;
        let watched = live.moment.receiver_count() > 0;
        if !state.any_computer(battle.seats())
            || battle.closed()
            || *self.stopping.borrow()
            || !(watched || state.any_person())
        {
            return None;
        }
        let computer = |seat: Seat| matches!(state.by(seat), By::Computer { .. });
        let asked = closing(battle);
        let seats = || battle.seats().iter().map(|info| info.seat);
        if !asked.is_empty() && seats().all(|seat| computer(seat) || asked.contains(&seat)) {
            return seats().find(|seat| !asked.contains(seat)).map(|seat| (Duty::Close(seat), state.next));
        }
        let view = battle.view(Viewer::Public, usize::MAX);
        let awaited = view.awaited.into_iter().find(|seat| computer(*seat));
        awaited.filter(|_| view.outcome.is_none()).map(|seat| (Duty::Answer(seat), state.next))
    }

    async fn fulfil(self: &Arc<Self>, live: &Arc<Live>, duty: Duty, at: u64) -> Result<(), Answer> {
        // If anything happens meanwhile it looks again: people may have asked to close, and to play on would
        // be to forget it.
        let (seat, act, intent) = match duty {
            Duty::Close(seat) => (seat, Act::Close(seat), None),
            Duty::Answer(seat) => {
                let (choice, intent) = self.think(live, seat).await?;
                (seat, Act::Play(choice), intent)
            }
        };
        match Box::pin(self.act(live, seat, act, usize::MAX, Some(at))).await {
            Ok(_) => {
                if let Some(intent) = intent.filter(|intent| !intent.words.is_empty()) {
                    live.mind.meant(intent);
                }
                Ok(())
            }
            // Somebody was quicker: look again.
            Err(_) if live.read().next != at => Ok(()),
            Err(other) => Err(other),
        }
    }

    /// A turn to think. Nobody's request waits for it, so it comes however long others think; who is soon done, or is
    /// hurried, does not wait for them.
    async fn turn_to_think(&self, live: &Live, quick: bool) -> Option<Turn> {
        if !quick {
            tokio::select! {
                turn = self.thinkers.turn() => return turn,
                () = live.mind.hurried() => {}
            }
        }
        self.hasty.turn().await
    }

    /// What the computer players meant in the turns that are over, or in all of a closed battle.
    pub(crate) fn meant(&self, live: &Live, viewer: Viewer) -> Result<Vec<Meaning>, Answer> {
        let state = live.read();
        let battle = state.begun()?;
        let now = |seat: Seat| {
            let By::Computer { level } = state.by(seat) else { return None };
            let player = self.players.player(&live.header.game, &level)?;
            Some(player.turn(&*battle.known_to(seat).ok()?))
        };
        let turns: BTreeMap<Seat, Option<u32>> =
            battle.seats().iter().map(|info| (info.seat, now(info.seat))).collect();
        let over = |intent: &Intent| {
            battle.closed() || turns.get(&intent.seat).copied().flatten().is_some_and(|now| intent.turn < now)
        };
        let told: Vec<Intent> = live.mind.intents().into_iter().filter(over).collect();
        let entries: Vec<usize> = told.iter().map(|intent| intent.entries).collect();
        let lines = battle.lines_at(viewer, &entries);
        let whole = if battle.closed() { battle.lines_at(Viewer::All, &entries) } else { Vec::new() };
        let told = told.into_iter().zip(lines).enumerate();
        let meaning = |(i, (Intent { seat, words, .. }, line))| Meaning {
            seat,
            line,
            whole: whole.get(i).copied(),
            words,
        };
        Ok(told.map(meaning).collect())
    }

    /// A computer's answer and what it means by it, or the fallback of its question.
    async fn think(&self, live: &Arc<Live>, seat: Seat) -> Result<(Choice<Value>, Option<Intent>), Answer> {
        let (by, known, entries) = {
            let state = live.read();
            let battle = state.begun()?;
            (state.by(seat), battle.known_to(seat)?, battle.journal().entries.len())
        };
        let nothing = || Answer::error(Code::StalePrompt, "nothing is asked");
        let Some(prompt) = known.prompt() else { return Err(nothing()) };
        let By::Computer { level } = by else { return Err(nothing()) };
        let player = self.players.player(&live.header.game, &level);
        let (asked, luck) = (prompt.clone(), random());
        let chosen = match player {
            Some(player) => {
                let (this, quick) = (Arc::clone(live), player.quick());
                let thought = move || {
                    let (turn, began) = (player.turn(&*known), Instant::now());
                    let chosen = player.answer(&*known, &asked, luck, &this.mind.thinking(seat, turn));
                    this.mind.note(seat, turn, began.elapsed());
                    let chosen = chosen?;
                    let legal = known.judge(&chosen.steps).is_ok_and(|judged| judged.missing.is_empty());
                    legal.then_some((chosen.steps, Intent { seat, turn, entries, words: chosen.intent }))
                };
                let turn = self.turn_to_think(live, quick).await;
                now(turn, thought).await.unwrap_or_default()
            }
            None => None,
        };
        let none = || Answer::error(Code::Defect, "no answer and no fallback");
        let (steps, intent) = chosen.unzip();
        let steps = steps.or(prompt.fallback).ok_or_else(none)?;
        Ok((Choice { seat, prompt: prompt.id, steps, id: None, given: Vec::new() }, intent))
    }
}

const fn code(why: &Answer) -> Option<Code> {
    match why {
        Answer::Error(trouble) => Some(trouble.code),
        _ => None,
    }
}

/// Who has asked to close the battle since the last choice.
fn closing(battle: &dyn AnyBattle) -> Vec<Seat> {
    let since = battle.journal().entries.iter().rev();
    let asks = since.map_while(|entry| match entry {
        Entry::Close { seat, .. } => Some(*seat),
        Entry::Play { .. } | Entry::Undo { .. } => None,
    });
    asks.collect()
}
