//! Who may know what: the only file that names an audience.
//!
//! Secret are: the card, arm and marks of a concealed unit (BL-CON-01, BL-AMB-30), the MO dice until the
//! movement phase ends (BL-MOM-04), and army morale (BL-AMB-46). Everything else is public.

use crate::card::{Arm, Card, Traits};
use crate::event::{Event, Who, side_name};
use crate::setup::army_morale;
use crate::state::{Left, Phase, Side, State, Unit, enemy, seat};
use dice::{Dice, Why};
use std::sync::Arc;
use umpire::{Fact, PieceId, RuleId, Seats, Tell, Viewer};

/// Who knows the card of a concealed unit: its owner.
pub const fn concealed(side: Side) -> Seats {
    if side == 0 { Seats::only(umpire::Seat::FIRST) } else { Seats::only(umpire::Seat::SECOND) }
}

/// Who knows the card of a unit when the battle begins.
pub const fn at_start(side: Side, is_concealed: bool) -> Seats {
    if is_concealed { concealed(side) } else { Seats::EVERYBODY }
}

/// A side's army morale: known to itself (BL-AMB-46).
pub fn morale(side: Side, value: u8) -> Fact<u8> {
    Fact::secret(value, Seats::only(seat(side)))
}

/// MO dice that limit a side: known to the other (BL-MOM-04).
pub fn limit(limited: Side, dice: Vec<u8>) -> Fact<Vec<u8>> {
    Fact::secret(dice, Seats::only(seat(enemy(limited))))
}

/// Blanks what a viewer does not know.
pub fn redact(state: &mut State, viewer: Viewer) {
    for unit in everybody(state) {
        unit.card.redact(viewer);
        unit.arm.redact(viewer);
        unit.marks.redact(viewer);
    }
    state.limit.redact(viewer);
    for morale in &mut state.morale {
        morale.redact(viewer);
    }
}

/// Every unit there is: on the table, off it, or not yet on it.
fn everybody(state: &mut State) -> impl Iterator<Item = &mut Unit> {
    let waiting = match &mut state.phase {
        Phase::Setup(setup) => setup.waiting.as_mut_slice(),
        _ => &mut [],
    };
    state.units.iter_mut().chain(state.gone.iter_mut().map(|gone| &mut gone.unit)).chain(waiting)
}

/// Everybody may know all of a unit.
pub const fn open(unit: &mut Unit) {
    unit.card.tell(Seats::EVERYBODY);
    unit.arm.tell(Seats::EVERYBODY);
    unit.marks.tell(Seats::EVERYBODY);
}

/// Turns a unit's card face up for good (BL-CON-03). Gives whether it was concealed. A unit that left the table by
/// its own order is revealed too: it was activated before it left (BL-CON-04).
pub fn reveal(state: &mut State, id: PieceId, rule: RuleId, tell: &mut impl Tell<Event>) -> bool {
    let Some(unit) = everybody(state).find(|unit| unit.id == id && !unit.revealed()) else { return false };
    open(unit);
    let unit = Who::of(state, id);
    to_all(tell, Event::Revealed { unit, rule });
    true
}

/// The enemy of a concealed unit learns its arm (BL-AMB-30).
pub fn learn_arm(state: &mut State, id: PieceId, rule: RuleId, tell: &mut impl Tell<Event>) {
    let who = Who::of(state, id);
    let Some(unit) = state.unit_mut(id) else { return };
    let (other, arm) = (Seats::only(seat(enemy(unit.side))), *unit.arm.truth());
    unit.arm.tell(other);
    let (_, denied) = Event::Denied { rule, unit: who, arm }.apart();
    tell.tell(other, denied);
}

/// The MO dice are shown to everybody (BL-MOM-11, BL-AMB-40).
pub fn show_limit(state: &mut State, spent: u8, tell: &mut impl Tell<Event>) {
    state.limit.tell(Seats::EVERYBODY);
    let dice = state.limit.truth().clone();
    to_all(tell, Event::Shown { dice, spent });
}

/// The dice that limit the side of the coming turn are told to their roller alone (BL-MOM-04).
pub fn tell_limit(state: &State, limited: Side, tell: &mut impl Tell<Event>) {
    let dice = state.limit.truth().clone();
    tell.tell(Seats::only(seat(enemy(limited))), Event::Momentum { side: side_name(state, limited), dice });
}

/// Tells everybody: the owner of a concealed unit by its name, the others as far as they may know it (BL-CON-01).
pub fn to_all(tell: &mut impl Tell<Event>, event: Event) {
    let (owners, event) = event.apart();
    let mut others = Seats::EVERYBODY;
    for (owner, named) in owners {
        others = others.less(seat(owner));
        tell.tell(Seats::only(seat(owner)), named);
    }
    tell.tell(others, event);
}

/// A full state that agrees with all a viewer knows.
pub fn imagine(known: &State, dice: &mut dyn Dice) -> State {
    let mut world = known.clone();
    for unit in everybody(&mut world) {
        imagine_unit(unit, dice);
    }
    let spent = known.spent();
    let count = known.mo_dice;
    world.limit.imagine(|| imagine_limit(count, spent, dice));
    for side in [0, 1] {
        let likely = likely_morale(&world, side);
        world.morale[usize::from(side)].imagine(|| likely);
    }
    world
}

/// Army morale by the units that are known of (BL-MOR-01). Those that were lost before the battle was set up are on no
/// record but in the count, and the army bore as many as had broken: else there would be no battle (BL-VIC-03).
pub fn likely_morale(state: &State, side: Side) -> u8 {
    let [broken, retired] = [state.broken, state.retired].map(|lost| usize::from(lost[usize::from(side)]));
    let gone = || state.gone.iter().filter(|gone| gone.unit.side == side);
    let borne = broken.saturating_sub(gone().filter(|gone| gone.how == Left::Broken).count());
    let earlier = (broken + retired).saturating_sub(gone().count());
    let waiting = crate::pickup::setup(state).map_or(&[][..], |setup| &setup.waiting);
    let army = state.units.iter().chain(waiting).chain(gone().map(|gone| &gone.unit));
    army_morale(army, side, earlier).max(u8::try_from(borne + 1).unwrap_or(u8::MAX))
}

/// MO dice whose sum is above what was spent: the phase is not over. Any other combination of dice with such
/// a sum is as good.
fn imagine_limit(count: u8, spent: u8, dice: &mut dyn Dice) -> Vec<u8> {
    let why = Why::new(RuleId::new("BL-MOM-01"), "imagined momentum", 0);
    for _ in 0..200 {
        let faces = dice.roll(why, count, 6).unwrap_or_default();
        if faces.iter().sum::<u32>() > u32::from(spent) {
            return faces.iter().map(|face| *face as u8).collect();
        }
    }
    vec![6; usize::from(count)]
}

/// A plausible card for a unit whose own is unknown: a plain one of its arm.
fn imagine_unit(unit: &mut Unit, dice: &mut dyn Dice) {
    let why = Why::new(RuleId::new("BL-CON-01"), "an imagined unit", unit.side);
    if unit.card.get().is_none() {
        let arm = unit.arm.get().copied().unwrap_or_else(|| match dice.pick(why, 6) {
            Ok(0) => Arm::Artillery,
            Ok(1 | 2) => Arm::Cavalry,
            _ => Arm::Infantry,
        });
        let track = match arm {
            Arm::Artillery => vec![5, 4, 4, 3, 2, 2],
            _ => (1..=4 + dice.pick(why, 4).unwrap_or(1) as u8).rev().collect(),
        };
        let (full, difficult) = arm.allowances();
        let traits = Traits::default();
        let name = "unknown".to_owned();
        let card = Card { name, corps: None, arm, full, difficult, track, traits };
        unit.arm.imagine(|| arm);
        unit.card.imagine(|| Arc::new(card));
    }
    unit.marks.imagine(|| 0);
}
