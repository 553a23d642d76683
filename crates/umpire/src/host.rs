//! The host: takes requests, holds battles, gives replies.

use crate::answer::{Answer, Code};
use crate::battle::{Act, Choice, Opening};
use crate::book;
use crate::journal::{Chance, DiceFrom};
use crate::protocol::{
    Aim, AskView, Body, Draft, Forgotten, GameInfo, Inspect, OfBattle, OfSeat, Open, Opened, Play, Reply,
    Request, Said,
};
use crate::registry::{AnyBattle, Games, Reopened};
use crate::scenario::Scenario;
use crate::seat::{Seat, Viewer};
use dice::Hex;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The longest request that is read, in bytes. A long battle's journal fits.
pub const LONGEST_REQUEST: usize = 4 << 20;

/// The most battles that one host holds.
pub const MOST_BATTLES: usize = 10_000;

const DEFECT: &str = "a defect of this program; nothing was changed";

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

/// Takes requests and holds battles.
pub struct Host {
    games: Games,
    battles: BTreeMap<String, Box<dyn AnyBattle>>,
    opened: u64,
    entropy: Box<dyn FnMut() -> [u8; 32] + Send>,
}

impl Host {
    /// A host of these games. Seeds of battles that bring none are drawn from `entropy`.
    pub fn new(games: Games, entropy: impl FnMut() -> [u8; 32] + Send + 'static) -> Self {
        Self { games, battles: BTreeMap::new(), opened: 0, entropy: Box::new(entropy) }
    }

    /// The games.
    pub const fn games(&self) -> &Games {
        &self.games
    }

    /// Answers one line of text, whatever it is.
    pub fn line(&mut self, door: Door<'_>, line: &[u8]) -> Reply {
        match read(line) {
            Err((id, answer)) => Reply { id, body: Body::No(answer) },
            // A choice is decided beside the battle and swapped in whole, so a panic leaves every battle as it was.
            Ok((id, request)) => match catch_unwind(AssertUnwindSafe(|| self.answer(door, request))) {
                Ok(Ok(said)) => Reply { id, body: Body::Ok { ok: Box::new(said) } },
                Ok(Err(answer)) => Reply { id, body: Body::No(answer) },
                Err(_) => Reply { id, body: Body::No(Answer::error(Code::Defect, DEFECT)) },
            },
        }
    }

    /// Answers one request.
    pub fn answer(&mut self, door: Door<'_>, request: Request) -> Result<Said, Answer> {
        match request {
            Request::Games(_) => Ok(Said::Games(self.infos())),
            Request::Rule(ask) => {
                let unknown = || Answer::error(Code::BadRequest, format!("no rule {} is known", ask.rule));
                book::rule(ask.rule).map(|rule| Said::Rule(*rule)).ok_or_else(unknown)
            }
            Request::Open(open) => self.open(door, open),
            Request::View(ask) => self.view(door, &ask),
            Request::Options(Draft { battle, seat, draft }) => {
                Ok(Said::Options(self.seated(door, &battle, seat)?.options(seat, &draft)?))
            }
            Request::Hints(Draft { battle, seat, draft }) => {
                Ok(Said::Hints(self.seated(door, &battle, seat)?.hints(seat, &draft)?))
            }
            Request::Judge(Draft { battle, seat, draft }) => {
                Ok(Said::Judged(self.seated(door, &battle, seat)?.judge(seat, &draft)?))
            }
            Request::Odds(Draft { battle, seat, draft }) => {
                Ok(Said::Odds(self.seated(door, &battle, seat)?.odds(seat, &draft)?))
            }
            Request::Aim(Aim { battle, seat, draft, place, drag }) => {
                Ok(Said::Aimed(self.seated(door, &battle, seat)?.aim(seat, &draft, place, &drag)?))
            }
            Request::Inspect(Inspect { battle, viewer, piece }) => {
                let battle = self.battle(door, &battle)?;
                check_viewer(door, viewer, battle)?;
                Ok(Said::Inspection(battle.inspect(viewer, piece)?))
            }
            Request::Play(play) => self.play(door, play),
            Request::Undo(OfSeat { battle, seat, since }) => {
                self.act(door, &battle, seat, since, Act::Undo(seat))
            }
            Request::Close(OfSeat { battle, seat, since }) => {
                self.act(door, &battle, seat, since, Act::Close(seat))
            }
            Request::Journal(OfBattle { battle }) => {
                let battle = self.battle(door, &battle)?;
                check_viewer(door, Viewer::All, battle)?;
                Ok(Said::Journal(Box::new(battle.journal().clone())))
            }
            Request::Forget(OfBattle { battle }) => {
                trusted(door)?;
                let known = self.battles.remove(&battle).is_some();
                if known {
                    Ok(Said::Forgotten(Forgotten { forgotten: battle }))
                } else {
                    Err(no_battle(&battle))
                }
            }
        }
    }

    fn infos(&self) -> Vec<GameInfo> {
        let info = |game: &crate::registry::GameEntry| GameInfo {
            name: game.name.into(),
            rules: game.rules,
            scenarios: game.scenarios.iter().map(|s| s.name.clone()).collect(),
        };
        self.games.all().iter().map(info).collect()
    }

    fn open(&mut self, door: Door<'_>, open: Open) -> Result<Said, Answer> {
        trusted(door)?;
        if self.battles.len() >= MOST_BATTLES {
            return Err(Answer::error(Code::TooMany, format!("{MOST_BATTLES} battles are open")));
        }
        let name = self.free_name(open.battle.clone())?;
        let Reopened { battle, drift } = self.make(open)?;
        let opened = Opened {
            battle: name.clone(),
            seats: battle.seats().to_vec(),
            commitment: battle.journal().commitment.clone(),
            drift,
        };
        self.battles.insert(name, battle);
        Ok(Said::Opened(opened))
    }

    /// The battle that is asked for: from a scenario or from a journal, never from two things at once.
    fn make(&mut self, open: Open) -> Result<Reopened, Answer> {
        let Open { game, scenario, text, journal, upto, seed, added, from, dice, .. } = open;
        let seed = match seed {
            Some(digits) => read_seed(&digits)?,
            None => Hex::from((self.entropy)()),
        };
        let game = self.games.game(&game)?;
        let scenario = match (scenario, text, journal) {
            (Some(name), None, None) => game.scenario(&name)?.clone(),
            (None, Some(text), None) => Scenario { name: "the scenario".to_owned(), text },
            (None, None, Some(journal)) => return game.replay(&journal, upto),
            _ => {
                let one = "a battle is opened from one of `scenario`, `text` and `journal`";
                return Err(Answer::error(Code::BadRequest, one));
            }
        };
        if upto.is_some() {
            return Err(Answer::error(Code::BadRequest, "`upto` goes with `journal`"));
        }
        let chance = Chance { dice: from, seed, added };
        let battle = game.open(Opening { scenario, chance, given: dice })?;
        Ok(Reopened { battle, drift: None })
    }

    fn free_name(&mut self, wish: Option<String>) -> Result<String, Answer> {
        if let Some(name) = wish {
            if name.is_empty() || name.len() > 100 {
                return Err(Answer::error(Code::BadRequest, "a battle's name has 1 to 100 bytes"));
            }
            if self.battles.contains_key(&name) {
                return Err(Answer::error(Code::BadRequest, format!("there is a battle {name:?} already")));
            }
            return Ok(name);
        }
        loop {
            self.opened += 1;
            let name = format!("battle-{}", self.opened);
            if !self.battles.contains_key(&name) {
                return Ok(name);
            }
        }
    }

    fn view(&self, door: Door<'_>, ask: &AskView) -> Result<Said, Answer> {
        let battle = self.battle(door, &ask.battle)?;
        check_viewer(door, ask.viewer, battle)?;
        let view = match ask.at {
            None => battle.view(ask.viewer, ask.since),
            Some(line) => battle.view_at(ask.viewer, ask.since, line)?,
        };
        Ok(Said::View(view))
    }

    fn play(&mut self, door: Door<'_>, play: Play) -> Result<Said, Answer> {
        let Play { battle, seat, prompt, steps, choice: id, dice: given, since } = play;
        let by_hand = self.seated(door, &battle, seat)?.journal().chance.dice == DiceFrom::ByHand;
        if by_hand {
            // Who is asked for a roll, and for which, can tell what is hidden: only the trusted door is asked.
            trusted(door)?;
        }
        if let Some(id) = &id
            && let Some(view) = self.seated(door, &battle, seat)?.answered(seat, id, prompt, since)?
        {
            return Ok(Said::View(view));
        }
        self.act(door, &battle, seat, since, Act::Play(Choice { seat, prompt, steps, id, given }))
    }

    fn act(
        &mut self,
        door: Door<'_>,
        name: &str,
        seat: Seat,
        since: usize,
        act: Act<Value>,
    ) -> Result<Said, Answer> {
        check_seat(door, seat)?;
        check_battle(door, name)?;
        let battle = self.battles.get_mut(name).ok_or_else(|| no_battle(name))?;
        let decision = battle.decide(act)?;
        battle.accept(decision);
        Ok(Said::View(battle.view(Viewer::Seat(seat), since)))
    }

    fn battle(&self, door: Door<'_>, name: &str) -> Result<&dyn AnyBattle, Answer> {
        check_battle(door, name)?;
        self.battles.get(name).map(|battle| &**battle).ok_or_else(|| no_battle(name))
    }

    /// A battle, for somebody who may act for this seat.
    fn seated(&self, door: Door<'_>, name: &str, seat: Seat) -> Result<&dyn AnyBattle, Answer> {
        check_seat(door, seat)?;
        self.battle(door, name)
    }
}

fn check_seat(door: Door<'_>, seat: Seat) -> Result<(), Answer> {
    match door {
        Door::One { viewer, .. } if viewer != Viewer::Seat(seat) => {
            Err(Answer::error(Code::NotForYou, "this is not your seat"))
        }
        _ => Ok(()),
    }
}

/// A door leads to one battle; whether there are others is not told.
fn check_battle(door: Door<'_>, name: &str) -> Result<(), Answer> {
    match door {
        Door::One { battle, .. } if battle != name => {
            Err(Answer::error(Code::NotForYou, "this door leads to another battle"))
        }
        _ => Ok(()),
    }
}

fn trusted(door: Door<'_>) -> Result<(), Answer> {
    if door == Door::Trusted {
        return Ok(());
    }
    Err(Answer::error(Code::NotForYou, "this is not done through this door"))
}

/// A viewer sees his own view; of a closed battle everybody sees everything.
fn check_viewer(door: Door<'_>, viewer: Viewer, battle: &dyn AnyBattle) -> Result<(), Answer> {
    if let Viewer::Seat(seat) = viewer
        && !battle.seats().iter().any(|info| info.seat == seat)
    {
        return Err(Answer::no_seat(seat));
    }
    let own = matches!(door, Door::One { viewer: one, .. } if one == viewer);
    if door == Door::Trusted || own || battle.closed() {
        return Ok(());
    }
    Err(Answer::error(Code::NotForYou, "this is not for you to see while the battle goes on"))
}

fn no_battle(name: &str) -> Answer {
    Answer::error(Code::UnknownBattle, format!("no battle {name:?} is open"))
}

/// A seed of up to 64 hexadecimal digits; zeros are put before a shorter one.
pub fn read_seed(digits: &str) -> Result<Hex, Answer> {
    let padded = format!("{digits:0>64}");
    match padded.parse::<Hex>() {
        Ok(seed) if padded.len() == 64 && !digits.is_empty() => Ok(seed),
        _ => Err(Answer::error(Code::BadRequest, "a seed has 1 to 64 digits, 0 to 9 and a to f")),
    }
}

/// A request from its line. On failure the id is given back if there was one to read.
fn read(line: &[u8]) -> Result<(Value, Request), (Value, Answer)> {
    if line.len() > LONGEST_REQUEST {
        let sentence = format!("a request has at most {LONGEST_REQUEST} bytes");
        return Err((Value::Null, Answer::error(Code::TooLong, sentence)));
    }
    let not_json = |why: String| (Value::Null, Answer::error(Code::NotJson, why));
    let value: Value = serde_json::from_slice(line).map_err(|e| not_json(format!("not JSON: {e}")))?;
    let Value::Object(mut fields) = value else {
        return Err(not_json("a request is one JSON object".to_owned()));
    };
    let id = fields.remove("id").unwrap_or_default();
    if id.as_f64().is_some() && id.as_i64().is_none() {
        let sentence = "an id that is a number is a whole one, below 2^63";
        return Err((Value::Null, Answer::error(Code::BadRequest, sentence)));
    }
    match Request::deserialize(Value::Object(fields)) {
        Ok(request) => Ok((id, request)),
        Err(e) => Err((id, Answer::error(Code::BadRequest, e.to_string()))),
    }
}
