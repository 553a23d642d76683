//! Resolving a shot: dice, penalties, bonuses (SHO), and the ammunition it takes (AMM).

use super::line::{LineOfFire, VOLLEY, line_of_fire};
use super::target::Target;
use super::{line, who};
use crate::card::{Arm, Card, Trait};
use crate::combat::who::garrison;
use crate::event::{Event, Who};
use crate::field::Kind;
use crate::knowledge::{self, to_all};
use crate::refuse::refusal;
use crate::scale::{EPS, TOUCH, at_most};
use crate::sight::{Eyes, crests_at};
use crate::state::{Phase, Shot, State, Unit};
use dice::{D6, Dice, NeedsDice, Why, half};
use table::sight::Cause;
use table::zone::Lines;
use umpire::{Doubts, Modifier, PieceId, Refusal, RuleId, Tell};

/// A shot as it would be rolled.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// How many dice (BL-SHO-01, -02, -04).
    pub dice: u8,
    /// Does one 5 hit (BL-SHO-15)?
    pub bonus: bool,
    /// What halves the dice and what gives the bonus, in the book's order.
    pub modifiers: Vec<Modifier>,
    /// The range in grains.
    pub range: i32,
    /// Is there no clear line?
    pub obstructed: bool,
}

/// BL-AMM-01, BL-RES-22: does artillery mark its last box with its next shot, or by its next combat?
pub fn last_ammunition(unit: &Unit) -> bool {
    let Some((card, marks)) = unit.card.get().zip(unit.marks.get()) else { return false };
    card.ammo(*marks) > Some(0) && card.ammo(marks.saturating_add(1)) == Some(0)
}

/// A shooter and a target with the line between them.
pub(super) struct Aimed<'a> {
    state: &'a State,
    card: &'a Card,
    current: u8,
    target: &'a Unit,
    line: LineOfFire,
    from: table::vec2::Vec2,
}

impl<'a> Aimed<'a> {
    /// A unit that aims at another, if a line of fire leads there.
    pub(super) fn at(state: &'a State, unit: PieceId, target: PieceId) -> Result<Self, Vec<Refusal>> {
        let shooter = who::active_unit(state, unit).map_err(|why| vec![why])?;
        let target = enemy_unit(state, target).map_err(|why| vec![why])?;
        let unknown = || vec![refusal("BL-CON-01", "its card is not known")];
        let (card, current) = shooter.card.get().zip(shooter.current()).ok_or_else(unknown)?;
        let eyes = Eyes::new(state);
        let line = line_of_fire(state, &eyes, shooter, card.arm, target)
            .map_err(|hidden| line::why_not(state, &eyes, shooter, card.arm, target, &hidden))?;
        Ok(Self { state, card, current, target, line, from: shooter.pose.at.vec2() })
    }

    /// A unit that aims at a target to which the lines are known; `None` if its card is not.
    fn along(state: &'a State, shooter: &'a Unit, at: &Target) -> Option<Self> {
        let (card, current) = shooter.card.get().zip(shooter.current())?;
        let (target, line) = (state.unit(at.id)?, at.line);
        Some(Self { state, card, current, target, line, from: shooter.pose.at.vec2() })
    }

    /// The shot at a target of this arm.
    pub(super) fn plan(&self, arm: Arm) -> Plan {
        let mut modifiers = self.penalties(arm);
        modifiers.extend(self.bonuses(arm));
        let has = |effect: Effect| modifiers.iter().any(|one| Effect::of(one) == Some(effect));
        Plan {
            dice: if has(Effect::Halves) { half(self.current.into()) as u8 } else { self.current },
            bonus: has(Effect::LetsAFiveHit),
            modifiers,
            range: libm::round(self.range()) as i32,
            obstructed: self.line.obstructed(),
        }
    }

    /// BL-SHO-01, BL-SHO-02: infantry rolls its elan, artillery its ammo number.
    pub(super) fn base(&self) -> Modifier {
        let (rule, word) = match self.card.arm {
            Arm::Artillery => ("BL-SHO-02", "ammo number"),
            _ => ("BL-SHO-01", "elan"),
        };
        Modifier { rule: RuleId::new(rule), phrase: word.into(), by: Some(self.current.into()) }
    }

    /// The target's arm, if it is known. Artillery's fire at a concealed unit is halved whatever it is
    /// (BL-SHO-11, BL-SHO-14): then any arm does, and none is told.
    pub(super) fn arm(&self, doubts: &mut Doubts) -> Option<Arm> {
        if self.card.arm == Arm::Artillery && !self.target.revealed() {
            return Some(Arm::Infantry);
        }
        self.target.arm.ask(RuleId::new("BL-SHO-06"), doubts).copied()
    }

    /// The shot at each arm that a target may be of as everybody sees it; none if it is revealed.
    fn possible(&self) -> Vec<Plan> {
        let arms = [Arm::Infantry, Arm::Cavalry, Arm::Artillery];
        if self.target.revealed() { Vec::new() } else { arms.map(|arm| self.plan(arm)).to_vec() }
    }

    fn range(&self) -> f64 {
        self.line.shot().length
    }

    /// What halves the dice, once however many there are (BL-SHO-04, BL-SHO-14).
    fn penalties(&self, arm: Arm) -> Vec<Modifier> {
        let all = match self.card.arm {
            Arm::Infantry => {
                [self.skirmishing(), at_guns_or_horse(arm), self.at_a_crest("BL-SHO-07"), self.impetuous()]
            }
            Arm::Artillery => [self.in_cover(), self.at_concealed(), self.is_obstructed(), guns_at_guns(arm)],
            Arm::Cavalry => [None, None, None, None],
        };
        all.into_iter().flatten().collect()
    }

    /// What lets one 5 hit, once however many there are (BL-SHO-15, BL-SHO-24). Facing gives nothing
    /// (BL-SHO-26), nor do the target's traits (BL-SHO-28).
    fn bonuses(&self, arm: Arm) -> Vec<Modifier> {
        let all = match self.card.arm {
            Arm::Infantry => [self.firepower(arm), self.skirmishers(arm), None],
            Arm::Artillery => [self.short_range(), self.heavy(), self.at_prepared()],
            Arm::Cavalry => [None, None, None],
        };
        all.into_iter().flatten().collect()
    }

    // ---- penalties of infantry ----

    /// BL-SHO-05, BL-LOF-14: skirmishing: farther than 1 BW.
    fn skirmishing(&self) -> Option<Modifier> {
        when(!at_most(self.range(), VOLLEY), "BL-SHO-05", "skirmishing: half the dice")
    }

    /// BL-SHO-07, BL-TER-28, BL-AMB-10: the target is at a hill crest and the shooter is to its front.
    fn at_a_crest(&self, rule: &str) -> Option<Modifier> {
        let footprint = self.target.rect();
        let covered = Lines::from(&footprint).in_front(self.from, EPS)
            && !crests_at(&self.state.field, &footprint).is_empty();
        when(covered, rule, "target at a crest: half the dice")
    }

    /// BL-SHO-08, BL-UNT-21: impetuous infantry shoots badly.
    fn impetuous(&self) -> Option<Modifier> {
        when(self.card.has(Trait::Impetuous), "BL-SHO-08", "impetuous: half the dice")
    }

    // ---- penalties of artillery ----

    /// BL-SHO-09, BL-SHO-10: the target has cover: by a wood before it, as a garrison (BL-URB-21), or at a
    /// crest.
    fn in_cover(&self) -> Option<Modifier> {
        let phrase = if self.garrison() {
            "target is a garrison: half the dice"
        } else if self.behind_a_wood() {
            "target behind or in a wood: half the dice"
        } else {
            return self.at_a_crest("BL-SHO-09");
        };
        when(true, "BL-SHO-09", phrase)
    }

    /// BL-TER-06, BL-EX-32: every line to it passes wood first. Urban area covers only a garrison
    /// (BL-URB-09).
    fn behind_a_wood(&self) -> bool {
        let Some(entry) = self.line.shot().entry.filter(|_| self.line.obstructed()) else { return false };
        let Cause::Veil(veil) = entry.cause else { return false };
        self.state.field.veil(veil).filter(|piece| piece.kind == Kind::Wood).any(|piece| {
            let outline = self.state.field.ground().piece(piece.id).and_then(|(_, outline)| outline);
            outline.is_some_and(|outline| outline.contains(entry.at, TOUCH))
        })
    }

    /// Is the target a garrison?
    fn garrison(&self) -> bool {
        garrison(&self.state.field, self.target)
    }

    /// BL-SHO-11: the target is concealed.
    fn at_concealed(&self) -> Option<Modifier> {
        when(!self.target.revealed(), "BL-SHO-11", "target concealed: half the dice")
    }

    /// BL-SHO-12, BL-LOF-10, BL-URB-12: no clear line leads to the target.
    fn is_obstructed(&self) -> Option<Modifier> {
        when(self.line.obstructed(), "BL-SHO-12", "obstructed: half the dice")
    }

    // ---- bonuses ----

    /// BL-SHO-20, -22, -23: infantry with firepower that volleys at infantry.
    fn firepower(&self, arm: Arm) -> Option<Modifier> {
        let volley = at_most(self.range(), VOLLEY) && arm == Arm::Infantry;
        when(volley && self.card.has(Trait::Firepower), "BL-SHO-20", "firepower, volley: one 5 hits")
    }

    /// BL-SHO-21, -22, -23: infantry with skirmish that skirmishes at infantry.
    fn skirmishers(&self, arm: Arm) -> Option<Modifier> {
        let skirmish = !at_most(self.range(), VOLLEY) && arm == Arm::Infantry;
        when(skirmish && self.card.has(Trait::Skirmish), "BL-SHO-21", "skirmish: one 5 hits")
    }

    /// BL-SHO-16: artillery at short range.
    fn short_range(&self) -> Option<Modifier> {
        when(at_most(self.range(), line::SHORT), "BL-SHO-16", "short range: one 5 hits")
    }

    /// BL-SHO-17: heavy artillery at long range.
    fn heavy(&self) -> Option<Modifier> {
        let long = !at_most(self.range(), line::SHORT);
        when(long && self.card.has(Trait::Heavy), "BL-SHO-17", "heavy artillery: one 5 hits")
    }

    /// BL-SHO-18: artillery at prepared infantry, but not at a garrison (BL-SHO-19, BL-URB-20).
    fn at_prepared(&self) -> Option<Modifier> {
        let prepared = self.target.prepared && !self.garrison();
        when(prepared, "BL-SHO-18", "target prepared: one 5 hits")
    }
}

/// BL-SHO-06: infantry at artillery or cavalry.
fn at_guns_or_horse(arm: Arm) -> Option<Modifier> {
    when(arm != Arm::Infantry, "BL-SHO-06", "target is artillery or cavalry: half the dice")
}

/// BL-SHO-13: artillery at artillery.
fn guns_at_guns(arm: Arm) -> Option<Modifier> {
    when(arm == Arm::Artillery, "BL-SHO-13", "target is artillery: half the dice")
}

/// A modifier, when it applies.
fn when(holds: bool, rule: &str, phrase: &'static str) -> Option<Modifier> {
    holds.then(|| Modifier { rule: RuleId::new(rule), phrase: phrase.into(), by: None })
}

/// The unit on the table that is shot at: an enemy (BL-LOF-01).
pub(super) fn enemy_unit(state: &State, id: PieceId) -> Result<&Unit, Refusal> {
    let other = || refusal("BL-LOF-01", "a line of fire must lead to an enemy on the table");
    state.unit(id).filter(|unit| unit.side == state.passive()).ok_or_else(other)
}

/// The shot as it would be rolled. Where the target's arm is not known the rule that hangs on it is noted, and
/// the shot is planned as at infantry (BL-AMB-30).
pub fn plan(
    state: &State,
    unit: PieceId,
    target: PieceId,
    doubts: &mut Doubts,
) -> Result<Plan, Vec<Refusal>> {
    let aimed = Aimed::at(state, unit, target)?;
    let arm = aimed.arm(doubts);
    Ok(aimed.plan(arm.unwrap_or(Arm::Infantry)))
}

/// The same of a target that was found legal, without looking for the line again. `None` if the shooter's card
/// is not known.
pub fn plan_at(state: &State, shooter: &Unit, target: &Target) -> Option<Plan> {
    let aimed = Aimed::along(state, shooter, target)?;
    Some(aimed.plan(aimed.arm(&mut Doubts::new()).unwrap_or(Arm::Infantry)))
}

/// BL-SHO-03, BL-SHO-15: each 6 is a hit, and with a bonus one 5.
pub fn hitting(faces: &[u32], bonus: bool) -> impl Iterator<Item = bool> {
    let five = faces.iter().position(|face| bonus && *face == 5);
    faces.iter().enumerate().map(move |(n, face)| *face == 6 || five == Some(n))
}

/// How many hits these are.
pub fn hits(faces: &[u32], bonus: bool) -> u8 {
    hitting(faces, bonus).filter(|hits| *hits).count() as u8
}

/// What a modifier does to a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// Half the dice, rounded up (BL-SHO-04).
    Halves,
    /// One 5 hits (BL-SHO-15).
    LetsAFiveHit,
}

impl Effect {
    /// The effect of a modifier by its rule; none of what only says where the dice come from.
    pub(super) fn of(modifier: &Modifier) -> Option<Self> {
        match modifier.rule.as_str() {
            "BL-SHO-05" | "BL-SHO-06" | "BL-SHO-07" | "BL-SHO-08" | "BL-SHO-09" | "BL-SHO-11"
            | "BL-SHO-12" | "BL-SHO-13" => Some(Self::Halves),
            "BL-SHO-16" | "BL-SHO-17" | "BL-SHO-18" | "BL-SHO-20" | "BL-SHO-21" => Some(Self::LetsAFiveHit),
            _ => None,
        }
    }
}

/// Modifiers as they are read: however many halve the dice, they are halved once, and so it is said once; likewise
/// what lets one 5 hit (BL-SHO-14, BL-SHO-24).
pub fn once(modifiers: &[Modifier]) -> Vec<Modifier> {
    let mut effects: Vec<Effect> = Vec::new();
    let mut list = Vec::new();
    for modifier in modifiers {
        let effect = Effect::of(modifier);
        let again = effect.is_some_and(|effect| effects.contains(&effect));
        effects.extend(effect);
        list.push(if again { said_again(modifier) } else { modifier.clone() });
    }
    list
}

/// A modifier whose effect another has had already. Its phrase says first why it holds.
fn said_again(modifier: &Modifier) -> Modifier {
    let why = modifier.phrase.split(": ").next().unwrap_or_default();
    Modifier { phrase: format!("{why} as well, which changes nothing more").into(), ..modifier.clone() }
}

/// What is said of a shot. A target that is missed stays concealed (BL-CON-08): then only what holds for every arm
/// that the dice leave open, for nothing else tells its arm (BL-AMB-30).
fn said(plan: Plan, possible: &[Plan], faces: &[u32]) -> Vec<Modifier> {
    let Plan { dice, bonus, mut modifiers, .. } = plan;
    if hits(faces, bonus) == 0 {
        let open = |other: &&Plan| other.dice == dice && hits(faces, other.bonus) == 0;
        modifiers.retain(|one| possible.iter().filter(open).all(|other| other.modifiers.contains(one)));
    }
    modifiers
}

/// A shot on the truth. The shooter is revealed before the dice (BL-CON-06, BL-FIR-17); the dice are counted
/// before the ammunition is marked (BL-AMM-02); a target that is hit is revealed at once (BL-CON-07,
/// BL-AMB-35), one that is missed is not (BL-CON-08). The hits themselves wait (BL-HIT-02).
pub fn shoot(
    state: &mut State,
    unit: PieceId,
    target: PieceId,
    dice: &mut dyn Dice,
    tell: &mut impl Tell<Event>,
) -> Result<(), NeedsDice> {
    let Ok(aimed) = Aimed::at(state, unit, target) else { return Ok(()) };
    let plan = aimed.plan(aimed.arm(&mut Doubts::new()).unwrap_or(Arm::Infantry));
    let possible = aimed.possible();
    knowledge::reveal(state, unit, RuleId::new("BL-CON-06"), tell);
    let why = Why::new(RuleId::new("BL-SHO-03"), "fire", state.active);
    let faces = dice.roll(why, plan.dice, D6)?;
    let hits = hits(&faces, plan.bonus);
    let told = Event::Shot {
        unit: Who::of(state, unit),
        target: Who::of(state, target),
        faces: faces.iter().map(|face| *face as u8).collect(),
        hits,
        modifiers: said(plan, &possible, &faces),
    };
    to_all(tell, told);
    if hits > 0 {
        knowledge::reveal(state, target, RuleId::new("BL-CON-07"), tell);
    }
    if let Some(shooter) = state.unit_mut(unit) {
        shooter.fired = true;
        mark_ammunition(shooter);
    }
    if let Phase::Fire { shots } = &mut state.phase {
        shots.push(Shot { shooter: unit, target, hits });
    }
    Ok(())
}

/// BL-AMM-01, BL-UNT-14: each shot of artillery marks the left-most free circle, at short range too.
fn mark_ammunition(shooter: &mut Unit) {
    if *shooter.arm.truth() == Arm::Artillery {
        shooter.marks.set(shooter.marks.truth().saturating_add(1));
    }
}
