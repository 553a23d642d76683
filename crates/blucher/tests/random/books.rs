//! What must hold after every choice.

use blucher::card::Arm;
use blucher::field::Kind;
use blucher::scale::{MARKER, OVERLAP, TOUCH};
use blucher::state::{Left, Method, Phase, State, Unit};
use blucher::step::Step;
use std::collections::BTreeMap;
use table::convex::Convex;
use table::distance::gap;
use table::overlap::overlap;
use umpire::PieceId;

/// What is noted of a battle to compare with later.
#[derive(Default)]
pub(crate) struct Books {
    /// The turn, and the marks of all units when it was first seen.
    turn: u8,
    marks: BTreeMap<PieceId, u8>,
    /// Army morale as it was after the setup.
    morale: Option<[u8; 2]>,
    /// The side that had the odd turns.
    first: Option<u8>,
}

impl Books {
    /// Checks a state against the one before it and the steps that led to it.
    pub(crate) fn check(&mut self, before: &State, now: &State, steps: &[Step]) -> Result<(), String> {
        nobody_overlaps(now)?;
        all_on_the_table(now)?;
        the_count_is_right(before, now)?;
        marks_never_fall(before, now)?;
        markers_fit(now)?;
        if matches!(before.phase, Phase::Setup(_)) {
            return Ok(());
        }
        control_follows_the_rule(before, now)?;
        momentum_adds_up(before, now, steps)?;
        nothing_is_left_over(now)?;
        contacts_stand(now)?;
        hits_wait(before, now, steps)?;
        self.turns_alternate(before, now)?;
        self.attackers_tire_a_little(before, now)?;
        self.morale_decides(before, now)?;
        the_end_is_right(now)
    }

    /// BL-TRN-02, BL-TRN-03, BL-PCK-23: turns are counted up, and the sides take them in turn.
    fn turns_alternate(&mut self, before: &State, now: &State) -> Result<(), String> {
        let odd = if before.turn % 2 == 1 { before.active } else { 1 - before.active };
        let first = *self.first.get_or_insert(odd);
        let active = if now.turn % 2 == 1 { first } else { 1 - first };
        if now.turn < before.turn || now.turn > now.turns || now.active != active {
            return Err(format!("side {} has turn {} of {}", now.active, now.turn, now.turns));
        }
        Ok(())
    }

    /// BL-RES-13, BL-HIT-03: in its own turn a unit with elan loses two at most, all of them by attacking.
    fn attackers_tire_a_little(&mut self, before: &State, now: &State) -> Result<(), String> {
        if self.turn != before.turn {
            self.turn = before.turn;
            self.marks = before.units.iter().map(|unit| (unit.id, *unit.marks.truth())).collect();
        }
        let charged = |unit: &Unit| before.contacts.iter().any(|contact| contact.attacker == unit.id);
        for unit in before.of_side(before.active).filter(|unit| *unit.arm.truth() != Arm::Artillery) {
            let Some(after) = find(now, unit.id) else { continue };
            let lost = after.marks.truth() - self.marks.get(&unit.id).copied().unwrap_or(0);
            if lost > if charged(unit) { 2 } else { 0 } {
                return Err(format!("{:?} lost {lost} elan in its own turn", unit.id));
            }
        }
        Ok(())
    }

    /// BL-MOR-01, -07, BL-VIC-03, -05: a third of the units with elan, and it never changes; a side whose turn ended
    /// and was not its last has fewer units broken than that, and not more retired than on the table.
    fn morale_decides(&mut self, before: &State, now: &State) -> Result<(), String> {
        let morale = [0, 1].map(|side: usize| *now.morale[side].truth());
        if *self.morale.get_or_insert(morale) != morale {
            return Err(format!("army morale has changed to {morale:?}"));
        }
        for side in [0, 1_u8] {
            let army = now.units.iter().chain(now.gone.iter().map(|gone| &gone.unit));
            let counted = army.filter(|u| u.side == side && *u.arm.truth() != Arm::Artillery).count();
            if usize::from(morale[usize::from(side)]) != counted.div_ceil(3) {
                return Err(format!("army morale is {morale:?}: side {side} has {counted} units with elan"));
            }
        }
        if now.turn > before.turn {
            let side = usize::from(before.active);
            let (broken, retired) = (now.broken[side], usize::from(now.retired[side]));
            if broken >= morale[side] || retired > now.of_side(before.active).count() {
                return Err(format!("side {side} goes on with {broken} broken and {retired} retired"));
            }
        }
        Ok(())
    }
}

fn find(state: &State, id: PieceId) -> Option<&Unit> {
    state.unit(id).or_else(|| state.gone.iter().map(|gone| &gone.unit).find(|unit| unit.id == id))
}

/// BL-TER-08, BL-AMB-19, BL-CRS-04: nobody ends off the table, or in a major river without a crossing. A unit keeps the
/// number of the crossing it stands on; one that left it at an angle may still hang over the water, but for its middle
/// axis (BL-AMB-237).
fn all_on_the_table(state: &State) -> Result<(), String> {
    for unit in &state.units {
        let shape = Convex::from(unit.rect());
        if state.field.ground().border().beyond(&shape, TOUCH).is_some() {
            return Err(format!("{:?} is partly off the table: {:?}", unit.id, unit.pose));
        }
        let rect = unit.rect();
        let axis = [rect.front_middle(), rect.front_middle() - rect.frame.forward * (2.0 * rect.half_depth)];
        let mut rivers = state.field.ground().areas(|piece| piece.kind.impassable());
        let in_river = rivers.any(|(_, river)| axis.iter().any(|p| river.depth(*p) > TOUCH.grains()));
        let on_crossing = state.field.entered(&shape, |kind| kind == Kind::Crossing).is_some();
        if in_river && unit.crossing.is_none() {
            return Err(format!("{:?} is in a river: {:?}", unit.id, unit.pose));
        }
        if unit.crossing.is_some() && !on_crossing {
            return Err(format!("{:?} counts as on a crossing that it has left: {:?}", unit.id, unit.pose));
        }
    }
    Ok(())
}

/// BL-PRE-01, BL-AMB-14: the marker lies on infantry that everybody sees.
fn markers_fit(state: &State) -> Result<(), String> {
    for unit in state.units.iter().filter(|unit| unit.prepared) {
        if *unit.arm.truth() != Arm::Infantry || !unit.revealed() || unit.charged {
            return Err(format!("{:?} may not be prepared", unit.id));
        }
    }
    Ok(())
}

/// BL-ACT-36, BL-VIC-12: between choices no activation is half done, and nobody offers to concede in these battles.
fn nothing_is_left_over(state: &State) -> Result<(), String> {
    match &state.activation {
        Some(activation) => {
            Err(format!("an activation is left over: {:?}", activation.method == Method::Individual))
        }
        None if state.offer || state.offered => Err("somebody offered to concede".to_owned()),
        None => Ok(()),
    }
}

/// BL-AMB-21, BL-CHG-01: who is in contact are a charger of the active side and a passive unit, both of them on the
/// table until combat, and nobody before a charge. BL-RET-34: who retreated touches no enemy.
fn contacts_stand(state: &State) -> Result<(), String> {
    for contact in &state.contacts {
        let pair =
            [contact.attacker, contact.defender].map(|id| find(state, id).map(|u| (u.side, u.charged)));
        let fits =
            matches!(pair, [Some((a, true)), Some((b, false))] if a == state.active && b == state.passive());
        let gone = [contact.attacker, contact.defender].iter().any(|id| state.unit(*id).is_none());
        if !fits || (gone && matches!(state.phase, Phase::Movement { .. } | Phase::Fire { .. })) {
            return Err(format!("{contact:?} is no contact: {pair:?}"));
        }
    }
    for unit in state.units.iter().filter(|unit| unit.retreated) {
        let mut enemies = state.of_side(1 - unit.side);
        if let Some(enemy) = enemies.find(|e| gap(&unit.rect(), &e.rect()).distance <= TOUCH.grains()) {
            return Err(format!("{:?} retreated and touches {:?}", unit.id, enemy.id));
        }
    }
    Ok(())
}

/// BL-HIT-02, BL-FIR-03, BL-AMM-01: a shot marks a box of the artillery that makes it and nothing else, and nobody
/// shoots twice.
fn hits_wait(before: &State, now: &State, steps: &[Step]) -> Result<(), String> {
    let (Phase::Fire { .. }, [Step::Shoot { unit: shooter, .. }]) = (&before.phase, steps) else {
        return Ok(());
    };
    for unit in &before.units {
        let Some(after) = now.unit(unit.id) else { return Err(format!("{:?} is gone", unit.id)) };
        let shot = unit.id == *shooter;
        let spent = u8::from(shot && *unit.arm.truth() == Arm::Artillery);
        if after.pose != unit.pose || *after.marks.truth() != unit.marks.truth() + spent {
            return Err(format!("{:?} moved or was marked while others shoot", unit.id));
        }
        if shot && (unit.fired || !after.fired) {
            return Err(format!("{:?} shot twice, or it is not noted", unit.id));
        }
    }
    Ok(())
}

/// BL-VIC-15: a battle ends in one of these ways, each for its reason.
fn the_end_is_right(now: &State) -> Result<(), String> {
    let Phase::Over(outcome) = &now.phase else { return Ok(()) };
    let side = usize::from(now.active);
    let all = |side: u8| !now.objectives.is_empty() && now.objectives.iter().all(|o| o.control == Some(side));
    let special = |side: u8| {
        let held = now.objectives.iter().filter(|o| o.special && o.control == Some(side)).count();
        now.special.is_some_and(|special| held >= usize::from(special.needed))
    };
    let last = now.turn == now.turns;
    let (rule, winner) = (outcome.rule.to_string(), outcome.winner);
    let right = match (rule.as_str(), winner) {
        ("BL-VIC-03", Some(winner)) => winner != now.active && now.broken[side] >= *now.morale[side].truth(),
        ("BL-VIC-05", Some(winner)) => {
            winner != now.active && usize::from(now.retired[side]) > now.of_side(now.active).count()
        }
        ("BL-VIC-07", Some(winner)) => special(winner),
        ("BL-VIC-10", Some(winner)) => last && all(winner),
        ("BL-VIC-11", None) => last && !all(0) && !all(1),
        _ => false,
    };
    if right { Ok(()) } else { Err(format!("it ends by {rule}, won by {winner:?}")) }
}

/// BL-MOV-15: no two units overlap.
fn nobody_overlaps(state: &State) -> Result<(), String> {
    for (i, a) in state.units.iter().enumerate() {
        for b in &state.units[..i] {
            if overlap(&a.rect(), &b.rect(), OVERLAP) {
                return Err(format!("{:?} and {:?} overlap: {:?} {:?}", a.id, b.id, a.pose, b.pose));
            }
        }
    }
    Ok(())
}

/// BL-TAB-12, BL-TAB-14: a unit is on the table, broken or retired, and the counts say so.
fn the_count_is_right(before: &State, now: &State) -> Result<(), String> {
    let all = |state: &State| {
        let mut ids: Vec<PieceId> = state.units.iter().map(|u| u.id).collect();
        if let Phase::Setup(setup) = &state.phase {
            ids.extend(setup.waiting.iter().map(|unit| unit.id));
        }
        ids.extend(state.gone.iter().map(|gone| gone.unit.id));
        ids.sort_unstable();
        ids
    };
    if all(before) != all(now) {
        return Err("a unit came or went without trace".to_owned());
    }
    let waiting = |state: &State| match &state.phase {
        Phase::Setup(setup) => setup.waiting.len(),
        _ => 0,
    };
    if waiting(now) > waiting(before) {
        return Err("more units wait to be set up than before".to_owned());
    }
    for side in [0, 1_u8] {
        let gone = |how| now.gone.iter().filter(|g| g.unit.side == side && g.how == how).count();
        let counted = [now.broken, now.retired].map(|counts| usize::from(counts[usize::from(side)]));
        if counted != [gone(Left::Broken), gone(Left::Retired)] {
            return Err(format!(
                "side {side} counts {counted:?} broken and retired, and the list says otherwise"
            ));
        }
    }
    Ok(())
}

/// Nothing gives back elan or ammunition, no card changes, and no card is turned face down again.
fn marks_never_fall(before: &State, now: &State) -> Result<(), String> {
    for unit in &before.units {
        let Some(after) = find(now, unit.id) else { continue };
        let card = |u: &Unit| (**u.card.truth()).clone();
        if after.marks.truth() < unit.marks.truth() || after.current() > unit.current() {
            return Err(format!("{:?} has fewer marks than before", unit.id));
        }
        if card(after) != card(unit) || (unit.revealed() && !after.revealed()) {
            return Err(format!("{:?} has another card, or is concealed again", unit.id));
        }
        // Artillery out of ammunition stays until all have fired (BL-AMM-03).
        if now.unit(unit.id).is_some()
            && after.current() == Some(0)
            && !matches!(now.phase, Phase::Fire { .. })
        {
            return Err(format!("{:?} has no box left and is still on the table", unit.id));
        }
    }
    Ok(())
}

/// BL-OBJ-08 to -12: an objective is never given up, and a side that is alone on a marker controls it.
fn control_follows_the_rule(before: &State, now: &State) -> Result<(), String> {
    for (number, (had, has)) in before.objectives.iter().zip(&now.objectives).enumerate() {
        if had.control.is_some() && has.control.is_none() {
            return Err(format!("objective {number} is controlled by nobody any more"));
        }
        let near = |state: &State, side: u8| {
            let reach = f64::from(MARKER) - TOUCH.grains() - 1.0;
            state.of_side(side).any(|u| gap(&has.at.vec2(), &u.rect()).distance < reach)
        };
        let alone = |state: &State| match [near(state, 0), near(state, 1)] {
            [true, false] => Some(0),
            [false, true] => Some(1),
            _ => None,
        };
        let (was, is) = (alone(before), alone(now));
        if is.is_some() && is != was && has.control != is {
            return Err(format!("side {is:?} is alone on objective {number} and does not control it"));
        }
        // Only somebody who was or is on the table can have taken it.
        if had.control != has.control && before.units == now.units {
            return Err(format!("objective {number} changed hands though nobody moved"));
        }
    }
    Ok(())
}

/// BL-MOM-08, -09, BL-ACT-11, -17: MO spent grows by the cost of an activation, and stays below the limit.
fn momentum_adds_up(before: &State, now: &State, steps: &[Step]) -> Result<(), String> {
    let (Phase::Movement { current: was, .. }, Some(first)) = (&before.phase, steps.first()) else {
        return Ok(());
    };
    let joined = steps.iter().filter(|step| matches!(step, Step::Join { .. })).count() as u8;
    let cost = match first {
        Step::Corps { .. } => joined,
        Step::Individual { .. } => 2,
        _ => 0,
    };
    let limit: u32 = before.limit.truth().iter().map(|die| u32::from(*die)).sum();
    let total = u32::from(*was + cost);
    match &now.phase {
        Phase::Movement { current, .. } if now.turn == before.turn => {
            let denied = now.asked == before.asked;
            if !denied && *current != was + cost {
                return Err(format!("{was} MO and a cost of {cost} make {current}"));
            }
            if total >= limit && !denied && cost > 0 {
                return Err(format!("{total} MO are spent of {limit}, and the phase goes on"));
            }
        }
        // Who has no unit left has nothing to decide: the umpire goes on.
        _ if cost > 0 && total < limit && now.of_side(before.active).next().is_some() => {
            return Err(format!("{total} MO are spent of {limit}, and the phase is over"));
        }
        _ => {}
    }
    Ok(())
}
