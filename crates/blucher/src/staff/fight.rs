//! Fire, combat, retreats and advances: what is decided after the moves.

use super::chances;
use super::picture::{Picture, Spot};
use super::stand::worth_of_a_hit;
use crate::fire::{self, Target};
use crate::retreat::{self, End, Retreats};
use crate::sight::Eyes;
use crate::state::{Combat, Phase, Shot, Stage, Unit};
use crate::step::Step;
use crate::{advance, combat};
use umpire::{PieceId, Plan, capital};

impl Picture<'_> {
    fn plan(&self, step: Step) -> Plan<Step> {
        let name = |id: &PieceId| self.name(*id);
        let intent = match &step {
            Step::Shoot { unit, target } => format!("{} shoots at {}", name(unit), name(target)),
            Step::Retreat { unit, .. } => format!("{} falls back", name(unit)),
            Step::Advance { unit, .. } => format!("{} follows up", name(unit)),
            Step::Allocate { unit, .. } => format!("{} divides its dice", name(unit)),
            Step::EndPhase => String::new(),
            Step::EndAdvances => "Nobody follows up".to_owned(),
            _ => "It has to be".to_owned(),
        };
        Plan::one(step, capital(&intent))
    }

    /// The next shot: each unit in the order of the handles, at the target on which a hit is worth most.
    pub(super) fn shoot(&self, shots: &[Shot]) -> Plan<Step> {
        let last = shots.last().map(|shot| shot.shooter);
        let eyes = Eyes::new(self.state);
        for unit in self.own.iter().filter(|unit| last.is_none_or(|last| unit.id > last)) {
            if self.best_fire(unit, unit.spot) <= 0.0 {
                continue;
            }
            let Some(shooter) = self.state.unit(unit.id) else { continue };
            if fire::may_fire(self.state, shooter).is_err() {
                continue;
            }
            let targets = fire::choices(self.state, shooter, &eyes);
            let worth = |target: &Target| self.shot_worth(shooter, target, shots);
            let best = targets.iter().map(|target| (target.id, worth(target)));
            let best = best.max_by(|a, b| a.1.total_cmp(&b.1)).filter(|(_, worth)| *worth > 0.1);
            if let Some((target, _)) = best {
                return self.plan(Step::Shoot { unit: unit.id, target });
            }
        }
        self.plan(Step::EndPhase)
    }

    /// What a shot is worth; hits beyond what breaks a unit are worth nothing.
    fn shot_worth(&self, shooter: &Unit, target: &Target, shots: &[Shot]) -> f64 {
        let Some(plan) = fire::plan_at(self.state, shooter, target) else { return 0.0 };
        let Some(foe) = self.foes.iter().find(|foe| foe.id == target.id) else { return 0.0 };
        let had: u8 = shots.iter().filter(|shot| shot.target == target.id).map(|shot| shot.hits).sum();
        if foe.now <= had {
            return 0.0;
        }
        let worn = super::picture::Brigade { now: foe.now - had, ..foe.clone() };
        chances::hits(plan.dice, plan.bonus) * worth_of_a_hit(&worn, self.foe_body)
    }

    /// What it is worth to retreat to a place: out of danger, among friends.
    fn refuge(&self, unit: PieceId, end: &End) -> f64 {
        let Some(brigade) = self.own.iter().find(|own| own.id == unit) else { return 0.0 };
        match end {
            End::Leaves { .. } => -10.0,
            End::Stands { pose, .. } => self.stand(brigade, Spot::of(*pose), false),
        }
    }

    fn retreats(&self, units: &[PieceId]) -> Vec<Plan<Step>> {
        let mut ways: Vec<(f64, Step)> = Vec::new();
        for unit in units {
            match retreat::legal(self.state, *unit) {
                Retreats::Broken(_) => {
                    ways.push((-9.0, Step::Retreat { unit: *unit, bearing: retreat::NO_WAY }));
                }
                Retreats::Ways(found) => ways.extend(found.iter().map(|way| {
                    (self.refuge(*unit, &way.end), Step::Retreat { unit: *unit, bearing: way.bearing })
                })),
            }
        }
        ways.sort_by(|a, b| b.0.total_cmp(&a.0));
        ways.into_iter().take(1).map(|(_, step)| self.plan(step)).collect()
    }

    /// Advances that better the unit's place, then to end, then the rest.
    fn advances(&self, units: &[PieceId]) -> Vec<Plan<Step>> {
        let mut steps: Vec<(f64, Step)> = Vec::new();
        for brigade in self.own.iter().filter(|own| units.contains(&own.id)) {
            let Some(unit) = self.state.unit(brigade.id) else { continue };
            let length = advance::longest(self.state, unit);
            let Ok(end) = unit.pose.moved(unit.pose.heading, f64::from(length)) else { continue };
            if length > 0 {
                let gain = self.stand(brigade, Spot::of(end), true) - self.stand(brigade, brigade.spot, true);
                steps.push((gain, Step::Advance { unit: unit.id, length }));
            }
        }
        if advance::may_end(self.state).is_ok() {
            steps.push((0.0, Step::EndAdvances));
        }
        steps.sort_by(|a, b| b.0.total_cmp(&a.0));
        steps.into_iter().map(|(_, step)| self.plan(step)).collect()
    }

    /// What can be decided after the moves, the best by the rules of thumb first.
    pub(super) fn after_moves(&self, phase: &Phase) -> Vec<Plan<Step>> {
        match phase {
            Phase::FireRetreats { left, .. } => self.retreats(left),
            Phase::Combat(Combat { stage, .. }) => match stage {
                Stage::Defenders { retreating: Some(unit), .. } => self.retreats(&[*unit]),
                Stage::Forced { left } | Stage::Attackers { left } => self.retreats(left),
                Stage::Advances { left } => self.advances(left),
                Stage::Allocate { .. } | Stage::Defenders { .. } => {
                    combat::steps(self.state).into_iter().map(|step| self.plan(step)).collect()
                }
            },
            _ => Vec::new(),
        }
    }
}
