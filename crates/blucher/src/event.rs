//! What happens in a battle, told to those who may know it.

use crate::card::Arm;
use crate::pickup::SetupEvent;
use crate::state::{Left, Score, Side, Stage, State};
use crate::{combat, fire};
use serde::{Deserialize, Serialize};
use umpire::{Line, Modifier, Outcome, PieceId, RuleId, capital};

/// A unit as it is spoken of: its name is known to whoever hears the event, or it is only "a unit".
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Who {
    /// Its handle.
    pub id: PieceId,
    /// Its name, or what to call it.
    pub name: String,
    /// The name of a concealed unit, which its owner reads in the place of the other: in no event that is told.
    #[serde(skip)]
    own: Option<(Side, String)>,
}

impl Who {
    /// A unit by a name that everybody knows.
    pub const fn named(id: PieceId, name: String) -> Self {
        Self { id, name, own: None }
    }

    /// A unit as everybody may speak of it.
    pub fn of(state: &State, id: PieceId) -> Self {
        let Some(unit) = state.unit_or_gone(id) else { return Self::named(id, "a unit".to_owned()) };
        match unit.card.get() {
            Some(card) if unit.revealed() => Self::named(id, card.name.clone()),
            card => {
                let name = format!("a concealed {} unit", state.field.sides[usize::from(unit.side)].flag);
                Self { id, name, own: card.map(|card| (unit.side, card.name.clone())) }
            }
        }
    }

    /// A unit as whoever holds this state may speak of it: an own concealed unit by its name.
    pub fn known(state: &State, id: PieceId) -> Self {
        let name = state.unit_or_gone(id).and_then(|unit| unit.card.get()).map(|card| card.name.clone());
        name.map_or_else(|| Self::of(state, id), |name| Self::named(id, name))
    }
}

/// What whoever holds this state calls a unit: its name, or "a concealed … unit".
pub fn name(state: &State, id: PieceId) -> String {
    Who::known(state, id).name
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// A turn begins.
    Turn {
        /// Its number.
        turn: u8,
        /// Whose it is.
        side: String,
    },
    /// A unit's card was turned face up.
    Revealed {
        /// The unit.
        unit: Who,
        /// Why.
        rule: RuleId,
    },
    /// MO dice were rolled; told to the roller alone, and read by everybody once the battle is closed.
    Momentum {
        /// Whom they limit.
        side: String,
        /// The dice.
        dice: Vec<u8>,
    },
    /// The MO dice are shown.
    Shown {
        /// The dice.
        dice: Vec<u8>,
        /// MO spent.
        spent: u8,
    },
    /// A force was activated.
    Activated {
        /// Its units.
        units: Vec<Who>,
        /// How.
        how: String,
        /// What it cost.
        cost: u8,
        /// The rule of this kind of activation.
        rule: RuleId,
    },
    /// An activation was denied: the truth forbids it.
    Denied {
        /// By which rule.
        rule: RuleId,
        /// Because of which unit.
        unit: Who,
        /// The arm that is now known.
        arm: Arm,
    },
    /// A unit moved.
    Moved {
        /// The unit.
        unit: Who,
        /// How: "simple move", "charge", …
        how: String,
        /// How far, in grains.
        length: i32,
        /// The rule.
        rule: RuleId,
    },
    /// A charge made contact.
    Contacted {
        /// The charger.
        unit: Who,
        /// Whom it contacts.
        defenders: Vec<Who>,
    },
    /// The prepared marker was put on or taken off.
    Prepared {
        /// The unit.
        unit: Who,
        /// On?
        on: bool,
    },
    /// A unit left the table.
    Left {
        /// The unit.
        unit: Who,
        /// How.
        how: Left,
        /// By which rule.
        rule: RuleId,
    },
    /// An objective changed hands.
    Objective {
        /// Which, counted from 1.
        number: usize,
        /// What it is called; empty if it has no name of its own.
        #[serde(default)]
        name: String,
        /// Who controls it now.
        side: String,
    },
    /// The movement phase is over.
    MovementEnds {
        /// By which rule.
        rule: RuleId,
    },
    /// A shot.
    Shot {
        /// Who.
        unit: Who,
        /// At whom.
        target: Who,
        /// The faces.
        faces: Vec<u8>,
        /// How often it hit.
        hits: u8,
        /// What halved the dice and what let one 5 hit.
        modifiers: Vec<Modifier>,
    },
    /// A unit took fatigues.
    Fatigued {
        /// The unit.
        unit: Who,
        /// How many.
        fatigues: u8,
        /// By which rule.
        rule: RuleId,
    },
    /// Artillery marked an ammunition box.
    Marked {
        /// The unit.
        unit: Who,
        /// By which rule.
        rule: RuleId,
    },
    /// Dice of a combat.
    CombatDice {
        /// Whose dice.
        unit: Who,
        /// Against whom (attackers).
        against: Option<Who>,
        /// First faces.
        faces: Vec<u8>,
        /// Faces of dice that were rolled again, in the order of the successes they replace.
        again: Vec<u8>,
        /// Successes that count.
        successes: u8,
        /// The rule of the roll.
        rule: RuleId,
    },
    /// The scores of a defender.
    Scores {
        /// The defender.
        unit: Who,
        /// Its score.
        defence: u8,
        /// The attackers' score.
        attack: u8,
    },
    /// Infantry that lost stands all the same: it does not give way to cavalry.
    Stands {
        /// The infantry.
        unit: Who,
        /// By which rule.
        rule: RuleId,
    },
    /// A unit that did not lose goes back: infantry does not give way to cavalry.
    GivesWay {
        /// The unit.
        unit: Who,
        /// By which rule.
        rule: RuleId,
    },
    /// A step of the combat phase begins.
    Step {
        /// Which.
        stage: Stage,
    },
    /// An offer to concede.
    Offered {
        /// Who offers.
        side: String,
    },
    /// The answer to it.
    Answered {
        /// Accepted?
        accept: bool,
    },
    /// Something in the setup of a pickup game.
    Setup {
        /// What.
        what: SetupEvent,
    },
    /// The battle is over.
    Over {
        /// How.
        outcome: Outcome,
    },
}

impl Event {
    /// The event as each owner of concealed units in it is told of it, and as everybody else is.
    pub fn apart(mut self) -> (Vec<(Side, Self)>, Self) {
        let whose = |who: &Who| who.own.as_ref().map(|(owner, _)| *owner);
        let mut owners: Vec<Side> = self.units().iter().filter_map(|who| whose(who)).collect();
        owners.sort_unstable();
        owners.dedup();
        let named = owners.into_iter().map(|owner| (owner, self.clone().named_by(owner))).collect();
        (named, self.named_by(Side::MAX))
    }

    /// The event with the own concealed units of a side by their names, and nobody's else.
    fn named_by(mut self, side: Side) -> Self {
        for who in self.units() {
            if let Some((_, name)) = who.own.take().filter(|(owner, _)| *owner == side) {
                who.name = name;
            }
        }
        self
    }

    /// The units it speaks of.
    fn units(&mut self) -> Vec<&mut Who> {
        match self {
            Self::Activated { units, .. } => units.iter_mut().collect(),
            Self::Contacted { unit, defenders } => std::iter::once(unit).chain(defenders).collect(),
            Self::Shot { unit, target, .. } => vec![unit, target],
            Self::CombatDice { unit, against, .. } => std::iter::once(unit).chain(against).collect(),
            Self::Revealed { unit, .. }
            | Self::Denied { unit, .. }
            | Self::Moved { unit, .. }
            | Self::Prepared { unit, .. }
            | Self::Left { unit, .. }
            | Self::Fatigued { unit, .. }
            | Self::Marked { unit, .. }
            | Self::Scores { unit, .. }
            | Self::Stands { unit, .. }
            | Self::GivesWay { unit, .. }
            | Self::Setup { what: SetupEvent::Unit { unit, .. } } => vec![unit],
            Self::Turn { .. }
            | Self::Momentum { .. }
            | Self::Shown { .. }
            | Self::Objective { .. }
            | Self::MovementEnds { .. }
            | Self::Step { .. }
            | Self::Offered { .. }
            | Self::Answered { .. }
            | Self::Setup { .. }
            | Self::Over { .. } => Vec::new(),
        }
    }
}

/// Grains as BW with two decimals.
pub fn bw(grains: i64) -> String {
    format!("{:.2} BW", grains as f64 / f64::from(crate::scale::BW))
}

/// So many of something, in words.
pub(crate) fn counted(number: u8, what: &str) -> String {
    match number {
        0 => format!("no {what}"),
        1 => format!("1 {what}"),
        more => format!("{more} {what}s"),
    }
}

/// A side in the middle of a sentence: a people has an article ("the French", "the Allies"), a country or a colour
/// has none ("Prussia"). Whether it is one or many is left open, so no verb is put behind it.
pub(crate) fn people(side: &str) -> String {
    let people = ["s", "sh", "ch", "ese"].iter().any(|end| side.ends_with(end));
    match side.strip_prefix("The ") {
        Some(rest) => format!("the {rest}"),
        None if people && !side.starts_with("the ") => format!("the {side}"),
        None => side.to_owned(),
    }
}

/// Names as they are listed in a sentence: "A, B and C". Units without a name are counted.
pub(crate) fn names(list: &[Who]) -> String {
    let mut told: Vec<(&str, usize)> = Vec::new();
    for who in list {
        match told.iter_mut().find(|(name, _)| *name == who.name && name.starts_with("a ")) {
            Some((_, count)) => *count += 1,
            None => told.push((&who.name, 1)),
        }
    }
    let words = |(name, count): &(&str, usize)| match name.strip_prefix("a ") {
        Some(what) if *count > 1 => format!("{count} {what}s"),
        _ => (*name).to_owned(),
    };
    listed(&told.iter().map(words).collect::<Vec<_>>())
}

/// Things as they are listed in a sentence: "a, b and c".
pub(crate) fn listed(things: &[String]) -> String {
    match things {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// The log's sentence for an event.
pub fn line(event: &Event) -> Line {
    let line = told(event);
    Line { sentence: capital(&line.sentence).into(), ..line }
}

fn told(event: &Event) -> Line {
    use RuleId as R;
    let many = |mut line: Line, list: &[Who]| {
        line.pieces.extend(list.iter().map(|w| w.id));
        line
    };
    match event {
        Event::Turn { turn, side } => {
            Line::new(format!("Turn {turn}: {side}.")).rule(R::new("BL-TRN-02")).heading()
        }
        Event::Revealed { unit, rule } => {
            Line::new(format!("{} is revealed.", unit.name)).rule(*rule).piece(unit.id)
        }
        Event::Momentum { side, dice } => {
            let sum: u32 = dice.iter().map(|d| u32::from(*d)).sum();
            faces(Line::new(format!("Rolled in secret: {sum} momentum for {}.", people(side))), dice)
                .rule(R::new("BL-MOM-01"))
        }
        Event::Shown { dice, spent } => {
            let sum: u32 = dice.iter().map(|d| u32::from(*d)).sum();
            let spent = if *spent == 0 { "nothing".to_owned() } else { spent.to_string() };
            faces(Line::new(format!("The momentum limit was {sum}; {spent} was spent.")), dice)
                .rule(R::new("BL-MOM-11"))
        }
        Event::Activated { units, how, cost, rule } => {
            let line = Line::new(format!("{how}: {} ({cost} momentum).", names(units))).rule(*rule);
            many(line, units)
        }
        Event::Denied { rule, unit, arm } => {
            Line::new(format!("Denied: {} is {arm}.", unit.name)).rule(*rule).piece(unit.id)
        }
        Event::Moved { unit, how, length, rule } => {
            let far = if *length == 0 { "on the spot".to_owned() } else { bw(i64::from(*length)) };
            Line::new(format!("{}: {how}, {far}.", unit.name)).rule(*rule).piece(unit.id)
        }
        Event::Contacted { unit, defenders } => {
            let line = Line::new(format!("{} contacts {}.", unit.name, names(defenders)));
            many(line.rule(R::new("BL-CHG-15")).piece(unit.id), defenders)
        }
        Event::Prepared { unit, on } => {
            let what = if *on { "becomes prepared" } else { "is no longer prepared" };
            let rule = R::new(if *on { "BL-PRE-02" } else { "BL-PRE-04" });
            of_one(unit, what, rule)
        }
        Event::Left { unit, how, rule } => of_one(unit, left_words(*how, *rule), *rule),
        Event::Objective { number, name, side } => {
            let what = if name.is_empty() { format!("Objective {number}") } else { capital(name) };
            Line::new(format!("{what} is controlled by {}.", people(side))).rule(R::new("BL-OBJ-09"))
        }
        Event::MovementEnds { rule } => Line::new("The movement phase is over.").rule(*rule),
        Event::Shot { unit, target, faces: dice, hits, modifiers } => {
            let why = fire::once(modifiers).iter().map(|m| m.phrase.as_ref()).collect::<Vec<_>>().join("; ");
            let extra = if why.is_empty() { why } else { format!(" ({why})") };
            let text = format!("{} shoots at {}{extra}: {}.", unit.name, target.name, counted(*hits, "hit"));
            // More hits than sixes are told: a five was among them.
            let seen: Vec<u32> = dice.iter().map(|die| u32::from(*die)).collect();
            let counting = fire::hitting(&seen, fire::hits(&seen, false) < *hits);
            let line = faces(Line::new(text), dice).counting(counting);
            let line = line.scored(fire::scored(dice.len(), *hits, modifiers));
            line.rule(R::new("BL-SHO-03")).piece(unit.id).piece(target.id)
        }
        Event::Fatigued { unit, fatigues, rule } => {
            of_one(unit, &format!("takes {}", counted(*fatigues, "fatigue")), *rule)
        }
        Event::Marked { unit, rule } => of_one(unit, "uses ammunition", *rule),
        Event::CombatDice { unit, against, faces: dice, again, successes, rule } => {
            let text = match against {
                Some(enemy) => format!("{} against {}: {}.", unit.name, enemy.name, succeeded(*successes)),
                None => format!("{} defends: {}.", unit.name, succeeded(*successes)),
            };
            let success = |face: u8| u32::from(face) >= combat::dice::SUCCESS;
            let struck = |face: u8| !again.is_empty() && success(face);
            let line = dice.iter().fold(Line::new(text), |l, d| l.die(u32::from(*d), 6, struck(*d)));
            let first = dice.iter().map(|face| success(*face) && !struck(*face));
            let line = faces(line, again).counting(first.chain(again.iter().map(|face| success(*face))));
            line.rule(*rule).piece(unit.id).scored(combat::scored(dice.len(), *successes, *rule))
        }
        Event::Scores { unit, defence, attack } => {
            let score = Score { defender: unit.id, attack: *attack, defence: *defence };
            let won = if combat::outcome::won(score) { "the defender holds" } else { "the attack succeeds" };
            let text = format!("{}: defence {defence}, attack {attack}: {won}.", unit.name);
            Line::new(text).rule(R::new("BL-RES-01")).piece(unit.id)
        }
        Event::Stands { unit, rule } => of_one(unit, "stands: infantry does not give way to cavalry", *rule),
        Event::GivesWay { unit, rule } => {
            of_one(unit, "goes back although it won: infantry does not give way to cavalry", *rule)
        }
        Event::Step { stage } => Line::new(format!("Combat: {}.", stage.words())).rule(R::new("BL-RES-33")),
        Event::Offered { side } => {
            Line::new(format!("An offer to concede comes from {}.", people(side))).rule(R::new("BL-VIC-12"))
        }
        Event::Answered { accept } => {
            let what = if *accept { "The offer is accepted." } else { "The offer is declined." };
            Line::new(what).rule(R::new("BL-VIC-13"))
        }
        Event::Setup { what } => crate::pickup::event::line(what),
        Event::Over { outcome } => Line::new(format!("{}.", outcome.sentence)).rule(outcome.rule),
    }
}

/// What one unit does or suffers.
fn of_one(unit: &Who, what: &str, rule: RuleId) -> Line {
    Line::new(format!("{} {what}.", unit.name)).rule(rule).piece(unit.id)
}

/// How a unit left the table; where nobody would expect it also why.
fn left_words(how: Left, rule: RuleId) -> &'static str {
    match how {
        Left::Broken if rule == RuleId::new("BL-RES-07") => {
            "held, but the fatigue it took was its last: it is broken"
        }
        Left::Broken => "is broken",
        Left::Retired if rule == RuleId::new("BL-HIT-06") => {
            "is hit more than once and retires from the table"
        }
        Left::Retired => "retires from the table",
    }
}

fn succeeded(number: u8) -> String {
    match number {
        0 => "no success".to_owned(),
        1 => "1 success".to_owned(),
        more => format!("{more} successes"),
    }
}

fn faces(line: Line, dice: &[u8]) -> Line {
    dice.iter().fold(line, |line, die| line.die(u32::from(*die), 6, false))
}

/// The name of a side.
pub fn side_name(state: &State, side: Side) -> String {
    state.field.sides[usize::from(side & 1)].name.clone()
}

impl Stage {
    /// The step in words.
    pub const fn words(&self) -> &'static str {
        match self {
            Self::Allocate { .. } => "attackers divide their dice",
            Self::Defenders { .. } => "outcomes of the defenders",
            Self::Forced { .. } => "defenders forced back by infantry",
            Self::Attackers { .. } => "retreats of attackers",
            Self::Advances { .. } => "advances",
        }
    }
}
