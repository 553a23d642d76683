//! Setting up: a scenario becomes a state. The only place where they meet.

use crate::card::Arm;
use crate::charge::common_crest;
use crate::contact::{contacted_edge, in_contact};
use crate::event::Event;
use crate::field::Field;
use crate::knowledge;
use crate::movement::crossing::below;
use crate::scale::{FOOTPRINT, OVERLAP, TOUCH};
use crate::scenario::{PhaseWritten, Read, read};
use crate::state::{Contact, Objective, Phase, Side, Special, State, Unit};
use crate::{pickup, turn};
use dice::Dice;
use std::sync::Arc;
use table::convex::Convex;
use table::overlap::overlap;
use umpire::{Begin, Fact, Handles, PieceId, Problem, Scenario, Tell};

/// Sets up a battle.
pub fn begin(
    scenario: &Scenario,
    handles: &mut Handles<'_>,
    dice: &mut dyn Dice,
    tell: &mut impl Tell<Event>,
) -> Result<State, Begin> {
    let read = read(&scenario.text).map_err(Begin::Problems)?;
    let mut state = place(&scenario.text, &read, handles).map_err(Begin::Problems)?;
    if read.written.pickup.is_some() {
        pickup::begin(&mut state, dice, tell)?;
        return Ok(state);
    }
    let now = read.written.now.as_ref();
    let momentum = now.and_then(|now| now.momentum.clone());
    let phase = now.map_or(PhaseWritten::Information, |now| now.phase);
    turn::begin(&mut state, phase, momentum, dice, tell)?;
    Ok(state)
}

/// The state before the first phase.
fn place(text: &str, read: &Read, handles: &mut Handles<'_>) -> Result<State, Vec<Problem>> {
    let written = &read.written;
    if written.pickup.is_none() {
        check_places(text, read)?;
    }
    let mut from_crest = Vec::new();
    let mut units: Vec<Unit> = read
        .units
        .iter()
        .map(|(unit, card, pose)| {
            let revealed = unit.prepared || unit.moved || unit.charged;
            let concealed = unit.concealed && !revealed;
            let to = knowledge::at_start(unit.side, concealed);
            let id = handles.next_handle();
            if unit.from_crest {
                from_crest.push(id);
            }
            Unit {
                id,
                side: unit.side,
                pose: *pose,
                card: Fact::secret(Arc::new(card.clone()), to),
                arm: Fact::secret(card.arm, to),
                marks: Fact::secret(unit.marks, to),
                prepared: unit.prepared,
                activated: false,
                moved: unit.moved || unit.charged,
                charged: unit.charged,
                fired: false,
                engaged_by: Vec::new(),
                crossing: below(&read.field, &FOOTPRINT.at(*pose)).filter(|_| unit.on_crossing),
                retreated: false,
            }
        })
        .collect();
    units.sort_by_key(|unit| unit.id);
    let sides = [0, 1].map(|side: Side| written.side[usize::from(side)].get_ref());
    let morale = [0, 1].map(|side: Side| {
        let given = sides[usize::from(side)].morale;
        knowledge::morale(side, given.unwrap_or_else(|| army_morale(&units, side, 0)))
    });
    let turn = written.now.as_ref().map_or(1, |now| now.turn.max(1));
    let active = if turn % 2 == 1 { written.first } else { 1 - written.first };
    let contacts = contacts(&read.field, &units, active, &from_crest);
    // BL-CBT-54: whom a charge has contacted is revealed.
    for unit in units.iter_mut().filter(|unit| contacts.iter().any(|contact| contact.defender == unit.id)) {
        knowledge::open(unit);
    }
    Ok(State {
        field: Arc::new(read.field.clone()),
        units,
        gone: Vec::new(),
        objectives: objectives(read),
        special: written.special.map(|s| Special { needed: s.needed, side: s.side }),
        turn,
        turns: written.turns,
        mo_dice: written.mo_dice,
        active,
        phase: Phase::Movement { current: 0, individual: false },
        limit: knowledge::limit(active, Vec::new()),
        morale,
        broken: sides.map(|side| side.broken),
        retired: sides.map(|side| side.retired),
        contacts,
        asked: 1,
        offered: false,
        offer: false,
        activation: None,
    })
}

/// BL-AMB-21, BL-AMB-22: whom the units of the active side that have charged are in contact with.
fn contacts(field: &Field, units: &[Unit], active: Side, from_crest: &[PieceId]) -> Vec<Contact> {
    let chargers = units.iter().filter(|unit| unit.charged && unit.side == active);
    let pairs = chargers.flat_map(|charger| {
        let enemies = units.iter().filter(move |unit| unit.side != active);
        enemies.filter(|enemy| in_contact(&charger.rect(), &enemy.rect())).map(move |enemy| (charger, enemy))
    });
    let contact = |(charger, enemy): (&Unit, &Unit)| {
        let (attacker, defender) = (charger.rect(), enemy.rect());
        let crest = common_crest(field, &attacker, &defender).filter(|_| from_crest.contains(&charger.id));
        let edge = contacted_edge(&defender, &attacker);
        Contact { attacker: charger.id, defender: enemy.id, edge, from_crest: crest.map(|crest| crest.0) }
    };
    pairs.map(contact).collect()
}

/// BL-MOR-01 to -03: a third of the infantry and cavalry, rounded up, of an army of these units and so many more.
pub fn army_morale<'a>(units: impl IntoIterator<Item = &'a Unit>, side: Side, more: usize) -> u8 {
    let counts = |unit: &&Unit| unit.side == side && unit.arm.get() != Some(&Arm::Artillery);
    let counted = units.into_iter().filter(counts).count() + more;
    u8::try_from(counted.div_ceil(3)).unwrap_or(u8::MAX)
}

fn objectives(read: &Read) -> Vec<Objective> {
    let objective = |(written, at): &(crate::scenario::ObjectiveWritten, _)| Objective {
        at: *at,
        control: written.side,
        special: written.special,
    };
    read.objectives.iter().map(objective).collect()
}

/// No unit begins off the table, on another one, or in impassable terrain.
fn check_places(text: &str, read: &Read) -> Result<(), Vec<Problem>> {
    let mut problems = Vec::new();
    let mut problem = |i: usize, sentence: String| {
        let byte = read.written.unit.get(i).map_or(0, |unit| unit.span().start);
        problems.push(Problem::at(text, byte, format!("unit[{i}].at"), sentence));
    };
    let border = read.field.ground().border();
    let rects: Vec<_> = read.units.iter().map(|(.., pose)| FOOTPRINT.at(*pose)).collect();
    for (i, (unit, ..)) in read.units.iter().enumerate() {
        let shape = Convex::from(rects[i]);
        if border.beyond(&shape, TOUCH).is_some() {
            problem(i, format!("{} stands partly off the table", unit.name));
        }
        let bridge = below(&read.field, &rects[i]);
        if unit.on_crossing && bridge.is_none() {
            problem(i, format!("{} stands on no crossing (BL-AMB-237)", unit.name));
        }
        if bridge.is_none_or(|_| !unit.on_crossing)
            && read.field.entered(&shape, crate::field::Kind::impassable).is_some()
        {
            problem(i, format!("{} stands in impassable terrain (BL-TER-08)", unit.name));
        }
        for j in (0..i).filter(|j| overlap(&rects[i], &rects[*j], OVERLAP)) {
            problem(i, format!("{} stands on {} (BL-MOV-15)", unit.name, read.units[j].0.name));
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}
