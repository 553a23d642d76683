//! The host: takes requests, holds battles, gives replies.

use crate::answer::{Answer, Code};
use crate::battle::{Act, Choice, Opening};
use crate::book;
use crate::door::{Door, Thought};
use crate::journal::{Chance, DiceFrom};
use crate::protocol::{Body, Forgotten, OfBattle, OfSeat, Open, Opened, Play, Reply, Request, Said};
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
            Request::Games(_) => Ok(Said::Games(self.games.infos())),
            Request::Rule(ask) => Ok(Said::Rule(book::ask(ask.rule)?)),
            Request::Open(open) => self.open(door, open),
            Request::Play(play) => self.play(door, play),
            Request::Undo(OfSeat { battle, seat, since }) => {
                self.act(door, &battle, seat, since, Act::Undo(seat))
            }
            Request::Close(OfSeat { battle, seat, since }) => {
                self.act(door, &battle, seat, since, Act::Close(seat))
            }
            Request::Forget(OfBattle { battle }) => {
                door.trusted()?;
                let known = self.battles.remove(&battle).is_some();
                if known {
                    Ok(Said::Forgotten(Forgotten { forgotten: battle }))
                } else {
                    Err(no_battle(&battle))
                }
            }
            look => {
                let battle = self.battle(door, look.battle().unwrap_or_default())?;
                match door.look(battle, look)? {
                    Thought::Known(thought) => thought(),
                    Thought::Past(past) => Ok(Said::View(past.whole(battle.journal())?)),
                    Thought::Journal => Ok(Said::Journal(Box::new(battle.journal().clone()))),
                }
            }
        }
    }

    fn open(&mut self, door: Door<'_>, open: Open) -> Result<Said, Answer> {
        door.trusted()?;
        if self.battles.len() >= MOST_BATTLES {
            return Err(Answer::error(Code::TooMany, format!("{MOST_BATTLES} battles are open")));
        }
        let name = self.free_name(open.battle.clone())?;
        let Reopened { battle, drift, .. } = self.make(open)?;
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
            (None, None, Some(journal)) => {
                let all = journal.entries.len();
                return match upto.filter(|upto| *upto > all) {
                    Some(upto) => Err(Answer::beyond("upto", upto, all)),
                    None => game.replay(&journal, upto),
                };
            }
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
        Ok(Reopened { battle, drift: None, replayed: 0 })
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

    fn play(&mut self, door: Door<'_>, play: Play) -> Result<Said, Answer> {
        let Play { battle, seat, prompt, steps, choice: id, dice: given, since } = play;
        let by_hand = self.seated(door, &battle, seat)?.journal().chance.dice == DiceFrom::ByHand;
        if by_hand {
            // Who is asked for a roll, and for which, can tell what is hidden: only the trusted door is asked.
            door.trusted()?;
        }
        let there = self.seated(door, &battle, seat)?;
        if let Some(id) = &id
            && let Some(past) = there.answered(seat, id, prompt, since)?
        {
            return Ok(Said::View(past.whole(there.journal())?));
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
        door.may_act(seat)?;
        door.may_enter(name)?;
        let battle = self.battles.get_mut(name).ok_or_else(|| no_battle(name))?;
        let decision = battle.decide(act)?;
        battle.accept(decision);
        Ok(Said::View(battle.view(Viewer::Seat(seat), since)))
    }

    fn battle(&self, door: Door<'_>, name: &str) -> Result<&dyn AnyBattle, Answer> {
        door.may_enter(name)?;
        self.battles.get(name).map(|battle| &**battle).ok_or_else(|| no_battle(name))
    }

    /// A battle, for somebody who may act for this seat.
    fn seated(&self, door: Door<'_>, name: &str, seat: Seat) -> Result<&dyn AnyBattle, Answer> {
        door.may_act(seat)?;
        self.battle(door, name)
    }
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
    let (id, fields) = read_request(line, LONGEST_REQUEST)?;
    match Request::deserialize(fields) {
        Ok(request) => Ok((id, request)),
        Err(e) => Err((id, Answer::error(Code::BadRequest, e.to_string()))),
    }
}

/// A line of at most so many bytes as the id of a request and its fields.
pub fn read_request(line: &[u8], longest: usize) -> Result<(Value, Value), (Value, Answer)> {
    if line.len() > longest {
        let sentence = format!("a request has at most {longest} bytes");
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
    Ok((id, Value::Object(fields)))
}
