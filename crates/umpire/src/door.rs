//! The doors: who may do and see what.

use crate::answer::{Answer, Code};
use crate::past::Past;
use crate::protocol::{Aim, AskView, Draft, Inspect, Request, Said};
use crate::registry::AnyBattle;
use crate::seat::{Seat, Viewer};

/// Who is at the door.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Door<'a> {
    /// A trusted program on this machine: all battles, all seats, every viewer.
    Trusted,
    /// One viewer of one battle, who may act for his own seat and sees his own view.
    One {
        /// The battle.
        battle: &'a str,
        /// The viewer.
        viewer: Viewer,
    },
}

/// An answer that is still to be worked out. It may take long; the battle can go on meanwhile.
pub enum Thought {
    /// From what the viewer knew when he asked.
    Known(Box<dyn FnOnce() -> Result<Said, Answer> + Send>),
    /// A view of a moment that is over.
    Past(Past),
    /// The journal itself.
    Journal,
}

impl Thought {
    fn known(thought: impl FnOnce() -> Result<Said, Answer> + Send + 'static) -> Self {
        Self::Known(Box::new(thought))
    }
}

impl Door<'_> {
    /// May he act for this seat?
    pub fn may_act(self, seat: Seat) -> Result<(), Answer> {
        match self {
            Self::One { viewer, .. } if viewer != Viewer::Seat(seat) => {
                Err(Answer::error(Code::NotForYou, "this is not your seat"))
            }
            _ => Ok(()),
        }
    }

    /// A door leads to one battle; whether there are others is not told.
    pub fn may_enter(self, name: &str) -> Result<(), Answer> {
        match self {
            Self::One { battle, .. } if battle != name => {
                Err(Answer::error(Code::NotForYou, "this door leads to another battle"))
            }
            _ => Ok(()),
        }
    }

    /// A viewer sees his own view; of a closed battle everybody sees everything.
    pub fn may_see(self, viewer: Viewer, battle: &dyn AnyBattle) -> Result<(), Answer> {
        if let Viewer::Seat(seat) = viewer
            && !battle.seats().iter().any(|info| info.seat == seat)
        {
            return Err(Answer::no_seat(seat));
        }
        let own = matches!(self, Self::One { viewer: one, .. } if one == viewer);
        if self == Self::Trusted || own || battle.closed() {
            return Ok(());
        }
        Err(Answer::error(Code::NotForYou, "this is not for you to see while the battle goes on"))
    }

    pub(crate) fn trusted(self) -> Result<(), Answer> {
        if self == Self::Trusted {
            return Ok(());
        }
        Err(Answer::error(Code::NotForYou, "this is not done through this door"))
    }

    /// Answers a request that only looks at a battle. What may take long is given back to be thought about.
    pub fn look(self, battle: &dyn AnyBattle, request: Request) -> Result<Thought, Answer> {
        match request {
            Request::View(AskView { viewer, since, at, .. }) => {
                self.may_see(viewer, battle)?;
                if let Some(line) = at {
                    return Ok(Thought::Past(battle.view_at(viewer, since, line)?));
                }
                let view = battle.view(viewer, since);
                Ok(Thought::known(|| Ok(Said::View(view))))
            }
            Request::Options(Draft { seat, draft, .. }) => {
                self.may_act(seat)?;
                let known = battle.known_to(seat)?;
                Ok(Thought::known(move || Ok(Said::Options(known.options(&draft)?))))
            }
            Request::Hints(Draft { seat, draft, .. }) => {
                self.may_act(seat)?;
                let known = battle.known_to(seat)?;
                Ok(Thought::known(move || Ok(Said::Hints(known.hints(&draft)?))))
            }
            Request::Judge(Draft { seat, draft, .. }) => {
                self.may_act(seat)?;
                let known = battle.known_to(seat)?;
                Ok(Thought::known(move || Ok(Said::Judged(known.judge(&draft)?))))
            }
            Request::Odds(Draft { seat, draft, .. }) => {
                self.may_act(seat)?;
                let known = battle.known_to(seat)?;
                Ok(Thought::known(move || Ok(Said::Odds(known.odds(&draft)?))))
            }
            Request::Aim(Aim { seat, draft, place, drag, .. }) => {
                self.may_act(seat)?;
                let known = battle.known_to(seat)?;
                Ok(Thought::known(move || Ok(Said::Aimed(known.aim(&draft, place, &drag)?))))
            }
            Request::Inspect(Inspect { viewer, piece, draft, .. }) => {
                self.may_see(viewer, battle)?;
                let known = battle.known(viewer);
                Ok(Thought::known(move || Ok(Said::Inspection(known.inspect(piece, &draft)?))))
            }
            Request::Journal(_) => {
                self.may_see(Viewer::All, battle)?;
                Ok(Thought::Journal)
            }
            _ => Err(Answer::error(Code::NotForYou, "this does more than look")),
        }
    }
}
