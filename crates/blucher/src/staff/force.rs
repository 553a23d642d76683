//! Activations: who goes with whom, put together on a trial state by the functions that judge.

use super::assault::Assault;
use super::moves::{Move, slower};
use super::picture::{Brigade, Picture};
use crate::draft::add;
use crate::movement::difficult::{self, Difficult};
use crate::movement::nobody_overlaps;
use crate::movement::simple::{self, Simple};
use crate::scale::BW;
use crate::state::State;
use crate::step::{Order, Step};
use table::distance::gap;
use table::point::Point;
use umpire::{PieceId, Plan};

/// So many moves of one unit are tried before it stays.
pub(super) const TRIES: usize = 7;

/// What a unit would like to do.
pub(super) struct Wish {
    /// Which of the own units.
    pub(super) unit: usize,
    /// Its moves, best first; empty if it would rather stay.
    pub(super) moves: Vec<Move>,
}

impl Wish {
    /// What its best move gains.
    pub(super) fn gain(&self) -> f64 {
        self.moves.first().map_or(0.0, |one| one.gain)
    }
}

/// How a force is called.
#[derive(Clone)]
pub(super) enum Call {
    /// Units of a corps, by its number.
    Corps(usize),
    /// One unit.
    Alone(usize),
    /// Units around a point.
    Command(Point),
}

/// An activation that is worth trying: which units do what.
#[derive(Clone)]
pub(super) struct Force {
    /// How it is called.
    pub(super) call: Call,
    /// Assaults.
    pub(super) assaults: Vec<Assault>,
    /// Own units that move.
    pub(super) movers: Vec<usize>,
    /// Own units that only keep the force together.
    pub(super) others: Vec<usize>,
    /// What it promises.
    pub(super) gain: f64,
}

impl Force {
    /// What it costs.
    pub(super) fn cost(&self) -> u32 {
        match self.call {
            Call::Corps(_) => self.size() as u32,
            Call::Alone(_) => 2,
            Call::Command(_) => 0,
        }
    }

    fn size(&self) -> usize {
        self.assaults.iter().map(|a| a.charges.len()).sum::<usize>() + self.movers.len() + self.others.len()
    }
}

impl Picture<'_> {
    fn index(&self, id: PieceId) -> Option<usize> {
        self.own.iter().position(|unit| unit.id == id)
    }

    /// The best force out of some units: assaults first, then whoever gains by moving.
    pub(super) fn force(&self, call: Call, from: &[usize], wishes: &[Wish], assaults: &[Assault]) -> Force {
        let mut chosen: Vec<Assault> = Vec::new();
        let mut taken: Vec<usize> = Vec::new();
        let dared = self.dared();
        for assault in assaults.iter().filter(|a| a.gain >= dared) {
            let who: Vec<usize> = assault.charges.iter().filter_map(|(id, _)| self.index(*id)).collect();
            let free = |unit: &usize| from.contains(unit) && !taken.contains(unit);
            if who.iter().all(free) && chosen.iter().all(|other| other.target != assault.target) {
                taken.extend(who);
                chosen.push(assault.clone());
            }
        }
        let wants = |wish: &&Wish| {
            from.contains(&wish.unit) && !taken.contains(&wish.unit) && wish.gain() >= self.moving()
        };
        let movers: Vec<usize> = wishes.iter().filter(wants).map(|wish| wish.unit).collect();
        let gain = chosen.iter().map(|a| a.gain - dared.min(0.0) + self.moving()).sum::<f64>()
            + movers.iter().filter_map(|m| wishes.iter().find(|w| w.unit == *m)).map(Wish::gain).sum::<f64>();
        let mut force = Force { call, assaults: chosen, movers, others: Vec::new(), gain };
        if matches!(force.call, Call::Corps(_)) {
            self.hold_together(&mut force, from, &taken, wishes);
        }
        force
    }

    /// BL-ACT-07: each has a comrade of the force within 1 BW. Who has none is joined by one that stays, or is
    /// left behind.
    fn hold_together(&self, force: &mut Force, from: &[usize], chargers: &[usize], wishes: &[Wish]) {
        let near = |a: usize, b: usize| self.within_one(a, b);
        let all = |force: &Force| -> Vec<usize> {
            chargers.iter().chain(&force.movers).chain(&force.others).copied().collect()
        };
        for unit in all(force) {
            let members = all(force);
            if members.iter().any(|other| *other != unit && near(unit, *other)) {
                continue;
            }
            match from.iter().find(|other| !members.contains(other) && near(unit, **other)) {
                Some(bridge) => force.others.push(*bridge),
                None if force.movers.contains(&unit) => {
                    force.movers.retain(|other| *other != unit);
                    force.gain -= wishes.iter().find(|w| w.unit == unit).map_or(0.0, Wish::gain);
                }
                None => force.gain = f64::NEG_INFINITY,
            }
        }
        if force.size() < 2 {
            force.gain = f64::NEG_INFINITY;
        }
    }

    fn within_one(&self, a: usize, b: usize) -> bool {
        let (Some(a), Some(b)) = (self.own.get(a), self.own.get(b)) else { return false };
        if a.spot.middle().distance(b.spot.middle()) > 2.5 {
            return false;
        }
        let rect = |unit: &Brigade| crate::scale::FOOTPRINT.at(unit.pose);
        gap(&rect(a), &rect(b)).distance <= f64::from(BW)
    }

    /// The draft of a force, legal as a whole; `None` if nothing of it is.
    pub(super) fn draft(&self, force: &Force, wishes: &[Wish]) -> Option<Plan<Step>> {
        let (draft, state) = self.tried(force, wishes, false)?;
        let (draft, state) =
            if nobody_overlaps(&state).is_ok() { (draft, state) } else { self.tried(force, wishes, true)? };
        let orders = draft.iter().any(|step| matches!(step, Step::Order { .. }));
        if !orders || nobody_overlaps(&state).is_err() {
            return None;
        }
        let intent = self.intent(force, &draft);
        Some(Plan { steps: draft, intent: intent.into() })
    }

    /// Adds call, joins and orders one by one. `careful`: nobody ends on a comrade, even one that could move on.
    fn tried(&self, force: &Force, wishes: &[Wish], careful: bool) -> Option<(Vec<Step>, State)> {
        let mut trial = Trial { state: self.state.clone(), draft: Vec::new(), side: self.side };
        trial.state.activation = None;
        let call = match &force.call {
            Call::Corps(number) => Step::Corps { corps: (*self.corps.get(*number)?).to_owned() },
            Call::Alone(unit) => Step::Individual { unit: self.own.get(*unit)?.id },
            Call::Command(at) => Step::Command { at: *at },
        };
        trial.add(call).then_some(())?;
        let chargers = force.assaults.iter().flat_map(|a| a.charges.iter().map(|(id, _)| *id));
        let others = force.movers.iter().chain(&force.others).filter_map(|i| Some(self.own.get(*i)?.id));
        if !matches!(force.call, Call::Alone(_)) {
            let members: Vec<PieceId> = chargers.chain(others).collect();
            for unit in members {
                trial.add(Step::Join { unit });
            }
        }
        for assault in &force.assaults {
            for (unit, turn) in &assault.charges {
                let order = Order::Charge { turn: *turn, target: assault.target };
                trial.add(Step::Order { unit: *unit, order });
            }
        }
        // Whoever is nearest to the enemy makes room first.
        let far = |unit: &usize| {
            self.own.get(*unit).and_then(|u| self.nearest_foe(u.spot.at)).map_or(0.0, |(_, far)| far)
        };
        let mut movers = force.movers.clone();
        movers.sort_by(|a, b| far(a).total_cmp(&far(b)));
        for unit in movers {
            let Some(wish) = wishes.iter().find(|wish| wish.unit == unit) else { continue };
            self.order(&mut trial, wish, careful);
        }
        Some((trial.draft, trial.state))
    }

    /// The first legal one of a unit's moves.
    fn order(&self, trial: &mut Trial, wish: &Wish, careful: bool) {
        let Some(unit) = self.own.get(wish.unit) else { return };
        for one in wish.moves.iter().filter(|one| one.gain >= self.moving()).take(TRIES) {
            if trial.order(unit.id, &one.order, careful) {
                return;
            }
        }
        let slow = wish.moves.first().and_then(|one| slower(unit, &one.order));
        if let Some(slow) = slow {
            trial.order(unit.id, &slow, careful);
        }
    }
}

/// A draft on its way.
struct Trial {
    state: State,
    draft: Vec<Step>,
    side: u8,
}

impl Trial {
    fn add(&mut self, step: Step) -> bool {
        match add(&mut self.state, self.side, &self.draft, &step) {
            Ok(canonical) => {
                self.draft.push(canonical);
                true
            }
            Err(_) => false,
        }
    }

    /// An order that leads on to no comrade who has had his order, or to no comrade at all.
    fn order(&mut self, unit: PieceId, order: &Order, careful: bool) -> bool {
        if !self.likely(unit, order) {
            return false;
        }
        let before = self.state.clone();
        if !self.add(Step::Order { unit, order: order.clone() }) {
            return false;
        }
        if self.crowded(unit, careful) {
            self.state = before;
            self.draft.pop();
            return false;
        }
        true
    }

    /// Is an order not plainly forbidden? To be told why takes longer than to be told that.
    fn likely(&self, id: PieceId, order: &Order) -> bool {
        let (state, Some(unit)) = (&self.state, self.state.unit(id)) else { return true };
        match *order {
            Order::Simple { heading, length, sense, leave } => {
                let order = Simple { heading, length, leave };
                simple::may_go(state, unit, order) && !simple::surely_not(state, unit, order, sense)
            }
            Order::Difficult { bearing, length, heading, pivot, sense, leave } => {
                let order = Difficult { bearing, length, heading, pivot, leave };
                !difficult::surely_not(state, unit, order, sense)
            }
            _ => true,
        }
    }

    fn crowded(&self, id: PieceId, careful: bool) -> bool {
        let (Some(unit), Some(activation)) = (self.state.unit(id), &self.state.activation) else {
            return false;
        };
        let waits =
            |other: PieceId| activation.force.contains(&other) && !activation.ordered.contains(&other);
        let others = self.state.of_side(unit.side).filter(|other| other.id != id);
        let near = others.filter(|other| other.pose.at.distance(unit.pose.at) < f64::from(3 * BW));
        near.filter(|other| careful || !waits(other.id))
            .any(|other| table::overlap::overlap(&unit.rect(), &other.rect(), crate::scale::OVERLAP))
    }
}
