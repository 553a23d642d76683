//! A new battle that begins where another was: a closed battle of this archive, or a journal that is brought.

use super::bodies::Brought;
use super::umpires;
use crate::hall::Hall;
use crate::pool::now;
use serde::Deserialize;
use std::net::IpAddr;
use std::sync::Arc;
use umpire::{Answer, Chance, Code, GameEntry, Heard, Journal, Line, Moment, Seats, Viewer};
use utoipa::ToSchema;

/// The most entries of a journal that is brought: every one of them is played again.
const MOST_ENTRIES: usize = 2000;

/// A moment of another battle. Its log comes with it, and its secrets: whoever read that journal knows them.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Origin {
    /// A closed battle of this server …
    #[serde(default)]
    battle: Option<String>,
    /// … or a journal.
    #[serde(default)]
    #[schema(schema_with = umpires::journal)]
    journal: Option<Box<Journal>>,
    /// After so many entries of its journal …
    #[serde(default)]
    entries: Option<usize>,
    /// … or when `viewer` had just been told this line.
    #[serde(default)]
    line: Option<usize>,
    /// Whose lines are counted: everything that was told, if left out.
    #[serde(default)]
    #[schema(schema_with = umpires::viewer)]
    viewer: Option<Viewer>,
}

impl Origin {
    fn moment(&self) -> Result<Moment, Answer> {
        match (self.entries, self.line) {
            (Some(entries), None) if self.viewer.is_none() => Ok(Moment::Entries(entries)),
            (None, Some(line)) => Ok(Moment::Line(self.viewer.unwrap_or(Viewer::All), line)),
            _ => Err(bad("a moment is one of `entries`, and `line` with or without `viewer`")),
        }
    }
}

fn bad(sentence: &str) -> Answer {
    Answer::error(Code::BadRequest, sentence)
}

impl Hall {
    /// The journal of a new battle that goes on from there.
    pub(crate) async fn branch(
        &self,
        game: &GameEntry,
        origin: Origin,
        chance: Chance,
        (asker, brought): (IpAddr, Brought),
    ) -> Result<Journal, Answer> {
        let moment = origin.moment()?;
        match (origin.battle, origin.journal) {
            (Some(battle), None) => self.branch_closed(game, &battle, moment, chance, asker).await,
            (None, Some(journal)) => self.branch_brought(game, *journal, moment, chance, brought).await,
            _ => Err(bad("a new battle goes on from one of `battle` and `journal`")),
        }
    }

    async fn branch_closed(
        &self,
        game: &GameEntry,
        battle: &str,
        moment: Moment,
        chance: Chance,
        asker: IpAddr,
    ) -> Result<Journal, Answer> {
        self.must_be_closed(battle).await?;
        let live = self.live(battle).await?;
        if live.header.game != game.name {
            return Err(bad("that was a battle of another game"));
        }
        let entries = {
            let state = live.read();
            let battle = state.begun()?;
            if !battle.closed() {
                return Err(Answer::error(Code::NotForYou, "the battle is not closed"));
            }
            battle.entries_before(moment)?
        };
        let resume = game.resumer();
        let branch = move |journal| {
            let there = resume(&journal)?;
            if there.drift.is_some() {
                // A battle that is over does not go on by other rules.
                return Err(Answer::error(Code::BadJournal, "the rules have changed since"));
            }
            there.battle.branch(Moment::Entries(entries), chance)
        };
        self.by_journal(&live, asker, entries, branch).await
    }

    /// Nothing in a journal that is brought is believed: it is played again from its scenario.
    async fn branch_brought(
        &self,
        game: &GameEntry,
        journal: Journal,
        moment: Moment,
        chance: Chance,
        brought: Brought,
    ) -> Result<Journal, Answer> {
        if journal.game != game.name {
            return Err(bad("the journal is of another game"));
        }
        if journal.resumed.is_some() {
            return Err(bad("the journal does not begin with its scenario"));
        }
        if journal.entries.len() > MOST_ENTRIES {
            return Err(Answer::error(
                Code::TooLong,
                format!("a journal has at most {MOST_ENTRIES} entries"),
            ));
        }
        let (replay, all) = (game.replayer(), journal.entries.len());
        let until = if let Moment::Entries(entries) = moment { entries } else { all };
        if until > all {
            return Err(Answer::beyond("entries", until, all));
        }
        // A stored state brings lines that nobody can check.
        let journal = Journal { snapshots: Vec::new(), ..journal };
        let branch = move || replay(&journal, Some(until))?.battle.branch(moment, chance);
        let turn = match brought {
            Some(turn) => turn,
            None => Arc::new(self.brought.soon().await?),
        };
        let mut branch = now(turn, branch).await??;
        if let Some(resumed) = &mut branch.resumed {
            let note = "Its journal was brought by a player: nobody has proved the dice it was fought with.";
            resumed.told.push(Heard { to: Seats::EVERYBODY, line: Line::new(note) });
        }
        Ok(branch)
    }
}
