//! Judged and complete means played; and where no die falls, pieces and markers then stand as the judgement
//! promised, unless its seat is told that a rule it was warned of denied it. Where others may answer before
//! the choice is done, they let it pass, and the promise is kept then.

use crate::json::{difference, say, text};
use crate::report::{Broken, Summary};
use crate::trial::Trial;
use crate::walk::{Drafted, Found, Moment, walk};
use dice::Forced;
use umpire::{Game, Judgement, Known, Marker, Piece, Prompt, PromptId, RuleId, Seat, Seats, Viewer};

/// How many drafts are tried at each moment.
const DRAFTS: usize = 4;

/// How often others may come in between before a choice is done.
const INTERRUPTS: usize = 16;

/// The law *judged and complete ⇒ played*, with the kept promise.
pub fn judged_is_played<G: Game>(trial: &Trial) -> Result<Summary, Broken> {
    walk::<G>("judged_is_played", trial, |m| {
        for _ in 0..DRAFTS {
            let drafted = m.draft()?;
            let decided = m.battle.decide(drafted.choice());
            decided.map_err(|answer| {
                format!("{:?} is complete but not played: {}", drafted.judged.steps(), say(&answer))
            })?;
            m.count("complete drafts");
            kept_promise(m, &drafted)?;
        }
        Ok(())
    })
}

/// Plays the draft on a copy of the truth, without the umpire, so that no answer that he gives by himself
/// hides what the choice did.
fn kept_promise<G: Game>(m: &mut Moment<'_, G>, drafted: &Drafted<G>) -> Found {
    let viewer = Viewer::Seat(drafted.seat);
    let own = m.battle.seats().iter().find(|info| info.seat == drafted.seat).map(|info| info.side);
    let mut world = m.battle.known(Viewer::All).state().clone();
    let asked = asked::<G>(&world);
    let seen = |state: &G::State| Seen::of(&Known::<G>::imagined(state, viewer));
    let (before, promised) = (seen(&world), Seen::of(&drafted.judged.after));
    let mut next = drafted.judged.clone();
    for interrupts in 0..=INTERRUPTS {
        let mut events = Vec::new();
        if G::play(&mut world, &next, &mut Forced::default(), &mut events).is_err() {
            return Ok(()); // dice fall
        }
        let told: Vec<RuleId> = heard::<G>(&events, viewer);
        if told.iter().any(|rule| drafted.judged.doubts.contains(rule)) {
            m.count("denied");
            return Ok(());
        }
        if drafted.sealed && !asked_again::<G>(&world, drafted) {
            return Ok(()); // the last sealed answer sets off what all wrote
        }
        let now = seen(&world);
        if now.went_on(own, &before, &promised) {
            return Ok(()); // an interrupted move of somebody else went on
        }
        let (now, promised) = match interrupts {
            0 => (now, promised.clone()),
            _ => (now.of_side(own), promised.of_side(own)),
        };
        if now == promised {
            m.count(if interrupts == 0 { "promises" } else { "promises kept after others let it pass" });
            return Ok(());
        }
        match let_pass::<G>(&world, drafted.seat, &asked) {
            Some(pass) if interrupts < INTERRUPTS => next = pass,
            _ => {
                let how = difference(&promised.text(), &now.text());
                let steps = drafted.judged.steps();
                return Err(format!("{steps:?} was promised another result than it had: {how}"));
            }
        }
    }
    Ok(())
}

/// What a seat sees of what it can move.
#[derive(Clone, PartialEq, Eq)]
struct Seen {
    pieces: Vec<Piece>,
    markers: Vec<Marker>,
}

impl Seen {
    fn of<G: Game>(known: &Known<G>) -> Self {
        let scene = G::scene(known);
        Self { pieces: scene.pieces, markers: scene.markers }
    }

    /// Only what is of one side or of nobody: what others answered may have changed their own.
    fn of_side(&self, side: Option<u8>) -> Self {
        let mut own = self.clone();
        own.pieces.retain(|piece| Some(piece.side) == side);
        own.markers.retain(|marker| marker.side.is_none() || marker.side == side);
        own
    }

    /// Did a piece of another side move, against what was before and against what was promised?
    fn went_on(&self, own: Option<u8>, before: &Self, promised: &Self) -> bool {
        let moved = |piece: &Piece, among: &Self| {
            let old = among.pieces.iter().find(|other| other.id == piece.id);
            old.is_none_or(|other| other.pose != piece.pose)
        };
        let mut others = self.pieces.iter().filter(|piece| Some(piece.side) != own);
        others.any(|piece| moved(piece, before) && moved(piece, promised))
    }

    fn text(&self) -> String {
        text(&(&self.pieces, &self.markers))
    }
}

/// The rules of the lines that a viewer was told.
fn heard<G: Game>(events: &[(Seats, G::Event)], viewer: Viewer) -> Vec<RuleId> {
    let told = events.iter().filter(|(to, _)| to.has(viewer));
    told.filter_map(|(_, event)| G::line(event).rule).collect()
}

fn prompts<G: Game>(state: &G::State, viewer: Viewer) -> Vec<Prompt<G::Step>> {
    G::prompts(&Known::<G>::imagined(state, viewer))
}

/// What is asked of whom.
fn asked<G: Game>(state: &G::State) -> Vec<(Seat, PromptId)> {
    prompts::<G>(state, Viewer::Public).iter().map(|p| (p.seat, p.id)).collect()
}

/// Does the question still stand that a draft answers?
fn asked_again<G: Game>(state: &G::State, drafted: &Drafted<G>) -> bool {
    asked::<G>(state).contains(&(drafted.seat, drafted.prompt))
}

/// Another seat that was not asked before, and its fallback: whether the choice was interrupted or is over,
/// that answer must not keep it from its end.
fn let_pass<G: Game>(state: &G::State, seat: Seat, before: &[(Seat, PromptId)]) -> Option<Judgement<G>> {
    let (other, _) =
        asked::<G>(state).into_iter().find(|(s, id)| *s != seat && !before.contains(&(*s, *id)))?;
    let known = Known::<G>::imagined(state, other);
    let own = G::prompts(&known).into_iter().find(|p| p.seat == other)?;
    G::judge(&known, &own.fallback?).ok().filter(|judged| judged.complete.is_ok())
}
