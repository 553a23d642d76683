//! What one viewer knows, with the game's types erased behind JSON.

use crate::answer::{Answer, Code};
use crate::ask::{Drag, Options, PlaceId};
use crate::battle::{asked, step, to_value};
use crate::decision::own;
use crate::game::{Game, Inspection, Odds};
use crate::hints::Hints;
use crate::known::Known;
use crate::protocol::{Aimed, Judged};
use crate::scene::PieceId;
use crate::view::Asked;
use serde_json::Value;
use std::any::Any;

/// What one viewer knows of a battle of any game at one moment. Steps are JSON.
pub trait AnyKnown: Send {
    /// The name of the game.
    fn game(&self) -> &'static str;
    /// What the viewer is asked, if anything.
    fn prompt(&self) -> Option<Asked>;
    /// The next steps of a draft.
    fn options(&self, draft: &[Value]) -> Result<Options<Value>, Answer>;
    /// What helps a person to go on with a draft.
    fn hints(&self, draft: &[Value]) -> Result<Hints<Value>, Answer>;
    /// The judgement of a draft.
    fn judge(&self, draft: &[Value]) -> Result<Judged, Answer>;
    /// The step that fits what a hand drew, and its judgement.
    fn aim(&self, draft: &[Value], place: PlaceId, drag: &Drag) -> Result<Aimed, Answer>;
    /// The chances of a draft.
    fn odds(&self, draft: &[Value]) -> Result<Vec<Odds>, Answer>;
    /// A piece looked at closely, as it would stand after a draft.
    fn inspect(&self, piece: PieceId, draft: &[Value]) -> Result<Inspection, Answer>;
    /// The `Known` of its game: see `of`.
    fn as_any(&self) -> &dyn Any;
}

impl dyn AnyKnown + '_ {
    /// What the viewer knows, if it is of this game: for computer players that know its type.
    pub fn of<G: Game>(&self) -> Option<&Known<G>> {
        self.as_any().downcast_ref()
    }
}

impl<G: Game> AnyKnown for Known<G> {
    fn game(&self) -> &'static str {
        G::NAME
    }

    fn prompt(&self) -> Option<Asked> {
        if G::outcome(self).is_some() {
            return None;
        }
        own(&G::prompts(self), self.viewer()).map(asked::<G>)
    }

    fn options(&self, draft: &[Value]) -> Result<Options<Value>, Answer> {
        let options = if draft.is_empty() { shaded(self) } else { shaded(&drafted(self, draft)?) };
        Ok(options.map(|step| to_value(&step)))
    }

    fn hints(&self, draft: &[Value]) -> Result<Hints<Value>, Answer> {
        let hints = if draft.is_empty() { G::hints(self) } else { G::hints(&drafted(self, draft)?) };
        Ok(hints.map(|step| to_value(&step)))
    }

    fn judge(&self, draft: &[Value]) -> Result<Judged, Answer> {
        judged(self, &steps::<G>(draft)?)
    }

    fn aim(&self, draft: &[Value], place: PlaceId, drag: &Drag) -> Result<Aimed, Answer> {
        if draft.is_empty() {
            return aimed(self, place, drag);
        }
        aimed(&drafted(self, draft)?, place, drag)
    }

    fn odds(&self, draft: &[Value]) -> Result<Vec<Odds>, Answer> {
        let steps = steps::<G>(draft)?;
        G::judge(self, &steps).map_err(Answer::Refused)?;
        Ok(G::odds(self, &steps))
    }

    fn inspect(&self, piece: PieceId, draft: &[Value]) -> Result<Inspection, Answer> {
        let unknown = || Answer::error(Code::UnknownPiece, format!("no piece {} is known", piece.0));
        let found = if draft.is_empty() {
            G::inspect(self, piece)
        } else {
            G::inspect(&drafted(self, draft)?, piece)
        };
        found.ok_or_else(unknown)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// What a viewer knows after a draft.
fn drafted<G: Game>(known: &Known<G>, draft: &[Value]) -> Result<Known<G>, Answer> {
    Ok(G::judge(known, &steps::<G>(draft)?).map_err(Answer::Refused)?.after)
}

/// The next steps, with every place's shading: whoever asks in JSON may well be drawing.
fn shaded<G: Game>(known: &Known<G>) -> Options<G::Step> {
    let mut options = G::options(known);
    for place in options.places.iter_mut().filter(|place| place.region.is_empty()) {
        place.region = G::shade(known, place.id);
    }
    options
}

fn aimed<G: Game>(known: &Known<G>, place: PlaceId, drag: &Drag) -> Result<Aimed, Answer> {
    let step = G::aim(known, place, drag)
        .ok_or_else(|| Answer::error(Code::UnknownPlace, "nothing fits what was drawn there"))?;
    let instead = G::instead(known, place, drag, &step);
    let judged = judged(known, std::slice::from_ref(&step));
    let step = to_value(&step);
    match judged {
        Ok(judged) => Ok(Aimed { step, judged: Some(judged), refused: Vec::new(), instead }),
        Err(Answer::Refused(refused)) => Ok(Aimed { step, judged: None, refused, instead }),
        Err(other) => Err(other),
    }
}

fn steps<G: Game>(draft: &[Value]) -> Result<Vec<G::Step>, Answer> {
    draft.iter().map(step).collect()
}

fn judged<G: Game>(known: &Known<G>, steps: &[G::Step]) -> Result<Judged, Answer> {
    let judgement = G::judge(known, steps).map_err(Answer::Refused)?;
    let scene = G::scene(&judgement.after);
    Ok(Judged {
        words: judgement.steps().iter().map(|step| G::words(&judgement.after, step)).collect(),
        steps: judgement.steps().iter().map(to_value).collect(),
        missing: judgement.complete.err().unwrap_or_default(),
        last_word: judgement.last_word,
        doubts: judgement.doubts,
        pieces: scene.pieces,
        markers: scene.markers,
        gauges: scene.gauges,
        terrain: (scene.terrain != G::terrain(known)).then_some(scene.terrain),
    })
}
