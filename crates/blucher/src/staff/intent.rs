//! What a plan is meant to do, in words for people. The enemy may read them when the turn is over: concealed units
//! and corps have no names in them.

use super::force::{Call, Force};
use super::picture::{Brigade, Picture};
use crate::event::Who;
use crate::step::{Order, Step};
use umpire::{PieceId, Plan, capital};

impl Picture<'_> {
    pub(super) fn name(&self, id: PieceId) -> String {
        Who::of(self.state, id).name
    }

    /// A corps of which the enemy has seen a unit, by its name.
    fn corps_name(&self, number: usize) -> &str {
        let seen = |unit: &Brigade| {
            unit.corps == number && self.state.unit(unit.id).is_some_and(crate::state::Unit::revealed)
        };
        let name = self.corps.get(number).filter(|_| self.own.iter().any(seen));
        name.copied().unwrap_or("A concealed corps")
    }

    /// What a draft of a force does.
    pub(super) fn intent(&self, force: &Force, draft: &[Step]) -> String {
        let who = match &force.call {
            Call::Corps(number) => self.corps_name(*number).to_owned(),
            Call::Alone(unit) => self.own.get(*unit).map_or_else(String::new, |unit| self.name(unit.id)),
            Call::Command(_) => "The commander's reserve".to_owned(),
        };
        let charges: Vec<String> = draft.iter().filter_map(|step| self.charge(step)).collect();
        let moves = draft.iter().filter(|step| goes(step)).count();
        let formed =
            draft.iter().filter(|step| matches!(step, Step::Order { order: Order::Prepare, .. })).count();
        let mut parts = Vec::new();
        if !charges.is_empty() {
            parts.push(charges.join(", "));
        }
        match (moves, parts.is_empty()) {
            (0, _) => {}
            (_, true) => parts.push(self.direction(force).to_owned()),
            (_, false) => parts.push("the others follow".to_owned()),
        }
        if formed > 0 {
            parts.push(if moves == 0 { "stands and prepares" } else { "some prepare" }.to_owned());
        }
        let who = capital(&who);
        if parts.is_empty() { format!("{who} holds") } else { format!("{who}: {}", parts.join("; ")) }
    }

    /// A plan that tells what its posture is meant for, too.
    pub(super) fn meant(&self, plan: Plan<Step>) -> Plan<Step> {
        let who = match &self.posture.but {
            Some((number, _)) => self.corps_name(*number),
            None => "The army",
        };
        match self.posture.aim {
            "" => plan,
            _ if plan.intent.is_empty() => plan,
            aim => Plan { intent: format!("{who} {aim}. {}", plan.intent).into(), ..plan },
        }
    }

    fn charge(&self, step: &Step) -> Option<String> {
        let Step::Order { unit, order: Order::Charge { target, .. } } = step else { return None };
        Some(format!("{} charges {}", self.name(*unit), self.name(*target)))
    }

    /// Forward, back, or to a flank: by where the movers are on the field of the own side.
    fn direction(&self, force: &Force) -> &'static str {
        let movers: Vec<_> = force.movers.iter().filter_map(|unit| self.own.get(*unit)).collect();
        let Some(first) = movers.first() else { return "holds" };
        let near = self.nearest_foe(first.spot.at).map_or(99.0, |(_, far)| far);
        let count = self.foes.len().max(1) as f64;
        let middle = self.foes.iter().map(|foe| foe.spot.at.x).sum::<f64>() / count;
        let aside = movers.iter().map(|unit| unit.spot.at.x).sum::<f64>() / movers.len() as f64 - middle;
        match (near < 3.0, aside.abs() > 4.0) {
            (true, _) => "closes with the enemy",
            (false, true) => "moves on the enemy's flank",
            (false, false) => "advances on the enemy's centre",
        }
    }
}

const fn goes(step: &Step) -> bool {
    matches!(
        step,
        Step::Order { order: Order::Simple { .. } | Order::Difficult { .. } | Order::Reserve { .. }, .. }
    )
}
