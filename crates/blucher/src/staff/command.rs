//! The movement phase: which force to call next, against an MO limit that only the enemy knows.

use super::assault::Assault;
use super::force::{Call, Force, TRIES, Wish};
use super::picture::{Brigade, Picture};
use crate::scale::BW;
use crate::state::Phase;
use crate::step::{Order, Step};
use table::point::Point;
use umpire::Plan;

/// How many command activations are worth a look.
const COMMANDS: usize = 3;

/// The chance that the MO dice show more than `spent` and what is spent next, if they show more than `spent`.
pub(super) fn goes_on(dice: u8, spent: u32, cost: u32) -> f64 {
    let above = |sum: u32| chance_above(dice, sum);
    let now = above(spent);
    if now > 0.0 { above(spent + cost) / now } else { 0.0 }
}

fn chance_above(dice: u8, sum: u32) -> f64 {
    let mut sums = vec![1.0_f64];
    for _ in 0..dice.min(10) {
        let mut next = vec![0.0; sums.len() + 6];
        for (total, chance) in sums.iter().enumerate() {
            for face in 1..=6 {
                next[total + face] += chance / 6.0;
            }
        }
        sums = next;
    }
    sums.iter().skip(sum as usize + 1).sum()
}

impl Picture<'_> {
    /// What each unit that can still be activated would like to do.
    pub(super) fn wishes(&self, wide: bool) -> Vec<Wish> {
        let waiting = self.own.iter().enumerate().filter(|(_, unit)| !unit.activated);
        waiting.map(|(unit, one)| Wish { unit, moves: self.wished(one, wide) }).collect()
    }

    fn wished(&self, unit: &Brigade, wide: bool) -> Vec<super::moves::Move> {
        let mut moves = self.moves(unit, wide);
        if self.state.unit(unit.id).is_some_and(|unit| !unit.revealed()) {
            moves.extend(self.march(unit));
        }
        moves.extend(self.retires(unit));
        moves.sort_by(|a, b| b.gain.total_cmp(&a.gain));
        moves
    }

    /// A unit that one more hit would break may be better off the table, if there are not many such.
    fn retires(&self, unit: &Brigade) -> Option<super::moves::Move> {
        let worn = match unit.arm {
            crate::card::Arm::Artillery => return None,
            _ => unit.now <= 1,
        };
        let gone = usize::from(self.state.retired[usize::from(self.side)]);
        let near = self.nearest_foe(unit.spot.middle()).map_or(99.0, |(_, far)| far);
        if !worn || near > 6.0 || (gone + 2) * 4 > self.own.len() {
            return None;
        }
        let gain = self.danger(unit, unit.spot) - 1.0;
        Some(super::moves::Move { order: Order::Retire, gain })
    }

    /// Forces that could be called now, without regard to what comes after.
    fn forces(&self, wishes: &[Wish], assaults: &[Assault]) -> Vec<Force> {
        let alone = matches!(self.state.phase, Phase::Movement { individual: true, .. });
        let waiting = |unit: &usize| self.own.get(*unit).is_some_and(|unit| !unit.activated);
        let all: Vec<usize> = (0..self.own.len()).filter(waiting).collect();
        let mut forces = Vec::new();
        if !alone {
            for number in 0..self.corps.len() {
                let of_corps: Vec<usize> =
                    all.iter().copied().filter(|unit| self.own[*unit].corps == number).collect();
                forces.push(self.force(Call::Corps(number), &of_corps, wishes, assaults));
            }
        }
        for unit in &all {
            forces.push(self.force(Call::Alone(*unit), &[*unit], wishes, assaults));
        }
        forces.retain(|force| force.gain >= self.moving());
        forces.extend(self.commands(&all, wishes, assaults));
        forces
    }

    /// The best commands: the marker beside each of the units, or between two.
    fn commands(&self, all: &[usize], wishes: &[Wish], assaults: &[Assault]) -> Vec<Force> {
        let places = all.iter().filter_map(|unit| self.own.get(*unit)).map(|unit| unit.spot.middle());
        let safe = |p: &table::vec2::Vec2| self.nearest_foe(*p).is_none_or(|(_, far)| far > 1.8);
        let mut found: Vec<Force> = places
            .filter(safe)
            .filter_map(|place| {
                let at: Point = (place * f64::from(BW)).round().ok()?;
                let near = |unit: &usize| self.own[*unit].spot.middle().distance(place) <= 2.4;
                let around: Vec<usize> = all.iter().copied().filter(near).collect();
                let force = self.force(Call::Command(at), &around, wishes, assaults);
                (force.gain >= self.moving()).then_some(force)
            })
            .collect();
        found.sort_by(|a, b| b.gain.total_cmp(&a.gain));
        found.truncate(COMMANDS);
        found
    }

    /// What calling a force is worth: what it gains, and by the chance that the phase goes on what the best
    /// command among the others then gains.
    fn prospect(&self, force: &Force, forces: &[Force], wishes: &[Wish]) -> f64 {
        if matches!(force.call, Call::Command(_)) {
            return force.gain;
        }
        let lost = |unit: &usize| {
            let wish = wishes.iter().find(|wish| wish.unit == *unit);
            if self.uses(force, *unit) { wish.map_or(0.0, Wish::gain) } else { 0.0 }
        };
        let rest = |command: &Force| command.gain - command.movers.iter().map(lost).sum::<f64>();
        let commands = forces.iter().filter(|force| matches!(force.call, Call::Command(_)));
        let best = commands.map(rest).fold(0.0, f64::max);
        let spent = u32::from(self.state.spent());
        force.gain + goes_on(self.state.mo_dice, spent, force.cost()) * best
    }

    fn uses(&self, force: &Force, unit: usize) -> bool {
        let Some(id) = self.own.get(unit).map(|unit| unit.id) else { return false };
        force.movers.contains(&unit)
            || force.others.contains(&unit)
            || force.assaults.iter().any(|a| a.charges.iter().any(|(by, _)| *by == id))
    }

    /// The activation of the rules of thumb; to end the phase if nothing gains.
    pub(super) fn activate(&self) -> Plan<Step> {
        let way = &self.posture.all;
        let wishes = self.wishes(way.rounds > 0);
        let assaults = self.assaults();
        if way.rounds > 0 {
            return self.activate_thoroughly(wishes, &assaults);
        }
        let forces = self.forces(&wishes, &assaults);
        let ranked = self.ranked(&forces, &wishes);
        let drafted = ranked.iter().take(way.drafts).find_map(|(_, force)| self.draft(force, &wishes));
        drafted.unwrap_or_else(end)
    }

    /// The most promising forces first.
    fn ranked<'f>(&self, forces: &'f [Force], wishes: &[Wish]) -> Vec<(f64, &'f Force)> {
        let mut ranked: Vec<(f64, &Force)> =
            forces.iter().map(|force| (self.prospect(force, forces, wishes), force)).collect();
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
        ranked
    }

    /// The force that keeps most of what it promises: who cannot do what he wishes wishes something else, and
    /// forces are put together anew.
    fn activate_thoroughly(&self, mut wishes: Vec<Wish>, assaults: &[Assault]) -> Plan<Step> {
        let mut best: Option<(f64, Plan<Step>)> = None;
        for _ in 0..self.posture.all.rounds {
            let forces = self.forces(&wishes, assaults);
            let mut stuck: Vec<usize> = Vec::new();
            for (hoped, force) in self.ranked(&forces, &wishes).into_iter().take(self.posture.all.drafts) {
                if best.as_ref().is_some_and(|(kept, _)| *kept >= hoped) {
                    break;
                }
                let drafted = self.draft(force, &wishes);
                let left = self.left_standing(force, drafted.as_ref());
                let lost: f64 = wishes.iter().filter(|w| left.contains(&w.unit)).map(Wish::gain).sum();
                stuck.extend(left);
                let kept = hoped - lost;
                if let Some(plan) = drafted.filter(|_| best.as_ref().is_none_or(|(most, _)| kept > *most)) {
                    best = Some((kept, plan));
                }
            }
            if stuck.is_empty() {
                break;
            }
            for wish in wishes.iter_mut().filter(|wish| stuck.contains(&wish.unit)) {
                wish.moves.drain(..TRIES.min(wish.moves.len()));
            }
        }
        best.map_or_else(end, |(_, plan)| plan)
    }

    /// The units of a force that have no order in its draft, though they wish to move.
    fn left_standing(&self, force: &Force, draft: Option<&Plan<Step>>) -> Vec<usize> {
        let ordered = |id| {
            let gives = |step: &Step| matches!(step, Step::Order { unit, .. } if *unit == id);
            draft.is_some_and(|plan| plan.steps.iter().any(gives))
        };
        let stands = |unit: &&usize| self.own.get(**unit).is_some_and(|unit| !ordered(unit.id));
        force.movers.iter().filter(stands).copied().collect()
    }

    /// The most promising activation of a corps or of one of its units.
    pub(super) fn activation_of(&self, corps: usize) -> Option<Plan<Step>> {
        let wishes = self.wishes(true);
        let forces = self.forces(&wishes, &self.assaults());
        let ranked = self.ranked(&forces, &wishes);
        let of = |force: &Force| match force.call {
            Call::Corps(number) => number == corps,
            Call::Alone(unit) => self.own.get(unit).is_some_and(|unit| unit.corps == corps),
            Call::Command(_) => false,
        };
        let own = ranked.iter().filter(|(_, force)| of(force));
        own.take(self.posture.all.drafts).find_map(|(_, force)| self.draft(force, &wishes))
    }

    /// So many activations worth a closer look, the most promising first, and after all of them to end the phase.
    pub(super) fn activations(&self, most: usize) -> Vec<Plan<Step>> {
        let wishes = self.wishes(true);
        let assaults = self.assaults();
        let forces = self.forces(&wishes, &assaults);
        let ranked = self.ranked(&forces, &wishes);
        let both = ranked.iter().flat_map(|(_, force)| {
            let only = Force { movers: Vec::new(), others: force.movers.clone(), ..(*force).clone() };
            let apart = !force.assaults.is_empty() && !force.movers.is_empty();
            [Some((*force).clone()), apart.then_some(only)].into_iter().flatten()
        });
        let mut plans: Vec<Plan<Step>> = Vec::new();
        for plan in both.filter_map(|force| self.draft(&force, &wishes)).chain([end()]) {
            if plans.iter().all(|other| other.steps != plan.steps) {
                plans.push(plan);
            }
            // To draft takes long.
            if plans.len() >= most {
                break;
            }
        }
        plans
    }
}

/// To end the phase.
pub(super) fn end() -> Plan<Step> {
    Plan::one(Step::EndPhase, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chance_that_three_dice_show_more() {
        // 216 throws: 1 shows 18, 3 show 17; all show more than 2.
        assert!((chance_above(3, 17) - 1.0 / 216.0).abs() < 1e-12);
        assert!((chance_above(3, 16) - 4.0 / 216.0).abs() < 1e-12);
        assert!((goes_on(3, 2, 0) - 1.0).abs() < 1e-12);
        assert!((goes_on(3, 16, 1) - 0.25).abs() < 1e-12);
        assert!(goes_on(3, 18, 1).abs() < 1e-12);
    }
}
