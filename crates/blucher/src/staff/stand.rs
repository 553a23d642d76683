//! What it is worth to stand at a spot: whom one could shoot at or charge from there, and who could do it to one.
//!
//! Quick and rough: distances between middles and front edges, no lines of sight. The judgement decides what is
//! legal; this decides what is worth a judgement.

use super::chances::{self, Defender, Expected};
use super::picture::{Brigade, Picture, Spot, bw};
use crate::card::{Arm, Trait};
use crate::state::Objective;
use std::sync::OnceLock;
use table::polygon::Polygon;
use table::vec2::Vec2;

/// Who is so near to a point, in BW, takes part in a fight there.
const AROUND: f64 = 3.5;
/// A unit of less elan is worn, and shy of enemies who are nearer than so many BW.
const WORN: u8 = 4;
const SHY: f64 = 4.0;
/// Cover counts where an enemy is nearer than this: in reach of his guns.
const COVERED: f64 = 8.0;
/// Who is so near to a point, in BW, may come to a fight there.
const WIDE: f64 = 7.0;
/// More than this, in elan, is not needed at one place.
const MASS: f64 = 10.0;

/// The hits to be expected of a shot from one spot at another.
pub(super) fn fire(shooter: &Brigade, from: Spot, target: &Brigade, to: Spot) -> f64 {
    let local = from.local(to.middle());
    let reach = local.length();
    let limit = match shooter.arm {
        Arm::Infantry => 2.5,
        Arm::Artillery => 8.5,
        Arm::Cavalry => return 0.0,
    };
    if reach > limit || local.y < -0.2 || local.x.abs() > 0.8 + local.y {
        return 0.0;
    }
    let range = reach - 0.5;
    let half = |dice: u8| dice.div_ceil(2);
    let (dice, bonus) = if shooter.arm == Arm::Artillery {
        let dice = if target.arm == Arm::Artillery { half(shooter.now) } else { shooter.now };
        (dice, range <= 2.0 || shooter.has(Trait::Heavy) || target.prepared)
    } else {
        let volley = range <= 1.0;
        let infantry = target.arm == Arm::Infantry;
        let full = volley && infantry && !shooter.has(Trait::Impetuous);
        let bonus = infantry && shooter.has(if volley { Trait::Firepower } else { Trait::Skirmish });
        (if full { shooter.now } else { half(shooter.now) }, bonus)
    };
    chances::hits(dice, bonus)
}

/// May this spot be reached by a charge from that one? Distances and angles only.
pub(super) fn reaches(charger: &Brigade, from: Spot, to: Spot) -> bool {
    if charger.arm == Arm::Artillery || charger.now < 2 {
        return false;
    }
    let local = from.local(to.middle());
    let far = local.length();
    far <= charger.full + 0.75 && local.y > 0.0 && local.x.abs() <= local.y * 1.1 + 0.5
}

/// What is to be expected of a charge, if others join it with so many dice.
fn charge(charger: &Brigade, from: Spot, target: &Brigade, to: Spot, joined: usize) -> Expected {
    let horse = charger.arm == Arm::Cavalry;
    let foot = target.arm == Arm::Infantry;
    let flank = !target.prepared && to.local(from.at).y < 0.0;
    let attack_again = (horse && foot && target.prepared) || (!horse && target.arm == Arm::Cavalry);
    let defence_again = flank || (horse && foot && !target.prepared);
    let less = usize::from(horse && foot && target.has(Trait::Conscript));
    let key = Key {
        attack: (charger.attack() + joined).min(ATTACK - 1),
        attack_again,
        defence: target.defence().saturating_sub(less).clamp(1, DICE - 1),
        defence_again,
        now: usize::from(target.now).min(ELAN - 1),
        kind: match (target.arm, horse) {
            (Arm::Artillery, _) => 0,
            (Arm::Infantry, true) => 1,
            _ => 2,
        },
    };
    key.expected()
}

const ATTACK: usize = 20;
const DICE: usize = 10;
const ELAN: usize = 10;

/// A combat with one defender.
struct Key {
    attack: usize,
    attack_again: bool,
    defence: usize,
    defence_again: bool,
    now: usize,
    /// Artillery, infantry against cavalry, others.
    kind: usize,
}

impl Key {
    fn expected(&self) -> Expected {
        static TABLE: OnceLock<Vec<Expected>> = OnceLock::new();
        let table = TABLE.get_or_init(|| {
            let keys = (0..ATTACK * DICE * ELAN * 12).map(Self::nth);
            keys.map(|key| key.work_out()).collect()
        });
        let flags = usize::from(self.attack_again) + 2 * usize::from(self.defence_again) + 4 * self.kind;
        let n = ((flags * ELAN + self.now) * DICE + self.defence) * ATTACK + self.attack;
        table.get(n).copied().unwrap_or_default()
    }

    const fn nth(n: usize) -> Self {
        let flags = n / ATTACK / DICE / ELAN;
        Self {
            attack: n % ATTACK,
            defence: n / ATTACK % DICE,
            now: n / ATTACK / DICE % ELAN,
            attack_again: flags & 1 == 1,
            defence_again: flags & 2 == 2,
            kind: flags / 4,
        }
    }

    fn work_out(&self) -> Expected {
        let arm = if self.kind == 0 { Arm::Artillery } else { Arm::Infantry };
        let defender = Defender { arm, now: self.now as u8, held: self.kind == 1 };
        let attack = chances::scores(self.attack, self.attack_again);
        chances::combat(attack, chances::scores(self.defence, self.defence_again), defender)
    }
}

impl Picture<'_> {
    /// What an own unit gains by standing at a spot. `stays`: it has not moved there this turn, and may shoot.
    pub(super) fn stand(&self, unit: &Brigade, spot: Spot, stays: bool) -> f64 {
        let way = self.doctrine(unit);
        let fire = self.best_fire(unit, spot);
        let hoped = if stays || unit.has(Trait::Mobile) { fire } else { fire * way.fire_hoped };
        let charge =
            if way.charge_hoped > 0.0 { way.charge_hoped * self.best_charge(unit, spot) } else { 0.0 };
        hoped + charge - self.danger(unit, spot) + self.ground(unit, spot)
    }

    /// What a charge of an own unit from a spot promises: what the defender loses beyond what the attacker does.
    pub(super) fn promise(&self, unit: &Brigade, spot: Spot, foe: &Brigade) -> f64 {
        let expected = charge(unit, spot, foe, foe.spot, 0);
        expected.loss(self.foe_body) - chances::price(unit.now, expected.stands, self.own_body)
    }

    /// What it promises each of two that charge together.
    fn joint_promise(&self, unit: &Brigade, spot: Spot, foe: &Brigade, mate: &Brigade) -> f64 {
        let expected = charge(unit, spot, foe, foe.spot, mate.attack());
        let price = |one: &Brigade| chances::price(one.now, expected.stands, self.own_body);
        (expected.loss(self.foe_body) - price(unit) - price(mate)) / 2.0
    }

    /// What a charge at an own unit at a spot promises the enemy.
    fn threat(&self, foe: &Brigade, unit: &Brigade, spot: Spot) -> f64 {
        let expected = charge(foe, foe.spot, unit, spot, 0);
        expected.loss(self.own_body) - chances::price(foe.now, expected.stands, self.foe_body)
    }

    /// What it promises two of them together.
    fn joint_threat(&self, foe: &Brigade, other: &Brigade, unit: &Brigade, spot: Spot) -> f64 {
        let expected = charge(foe, foe.spot, unit, spot, other.attack());
        let price = |one: &Brigade| chances::price(one.now, expected.stands, self.foe_body);
        expected.loss(self.own_body) - price(foe) - price(other)
    }

    /// The best shot from a spot.
    pub(super) fn best_fire(&self, unit: &Brigade, spot: Spot) -> f64 {
        if unit.arm == Arm::Cavalry || self.in_cover(spot) {
            return 0.0;
        }
        let mut best = 0.0_f64;
        for foe in &self.foes {
            let worth = fire(unit, spot, foe, foe.spot) * worth_of_a_hit(foe, self.foe_body);
            if worth > best && !self.masked(unit, spot, foe) {
                best = worth;
            }
        }
        best
    }

    /// The most promising charge from a spot.
    pub(super) fn best_charge(&self, unit: &Brigade, spot: Spot) -> f64 {
        let gang = self.doctrine(unit).gang;
        let near = self.foes.iter().filter(|foe| reaches(unit, spot, foe.spot));
        near.map(|foe| {
            let alone = self.promise(unit, spot, foe);
            let joint = || self.mate(unit, foe).map(|mate| self.joint_promise(unit, spot, foe, mate));
            let joint = if gang > 0.0 { joint() } else { None };
            joint.map_or(alone, |joint| alone.max(alone + gang * (joint - alone)))
        })
        .fold(0.0, f64::max)
    }

    /// The strongest comrade who could charge an enemy together with a unit: of its corps, or near it.
    fn mate(&self, unit: &Brigade, foe: &Brigade) -> Option<&Brigade> {
        let near = |mate: &Brigade| mate.spot.at.distance(unit.spot.at) < AROUND;
        let mates = self.own.iter().filter(|mate| mate.id != unit.id);
        let mates = mates.filter(|mate| mate.corps == unit.corps || near(mate));
        mates.filter(|mate| reaches(mate, mate.spot, foe.spot)).max_by_key(|mate| mate.attack())
    }

    /// Does a friend stand between a spot and an enemy?
    fn masked(&self, unit: &Brigade, spot: Spot, foe: &Brigade) -> bool {
        let way = foe.spot.middle() - spot.at;
        let far = way.length();
        let Some(ahead) = way.unit() else { return false };
        let line = Spot { at: spot.at, ahead };
        self.own.iter().filter(|friend| friend.id != unit.id).any(|friend| {
            let local = line.local(friend.spot.middle());
            local.x.abs() < 0.55 && local.y > 0.2 && local.y < far - 0.2
        })
    }

    /// Does somebody at a spot stand in a wood, in a town or in water, where nobody shoots from?
    fn in_cover(&self, spot: Spot) -> bool {
        let scale = f64::from(crate::scale::BW);
        let (middle, front) = (spot.middle() * scale, (spot.at - spot.ahead * 0.1) * scale);
        let inside = |outline: &Polygon, p: Vec2| outline.bounds().contains(p) && outline.depth(p) > 0.0;
        self.cover.iter().any(|outline| inside(outline, middle) || inside(outline, front))
    }

    /// What the enemy could do to a unit at a spot in his next turn.
    pub(super) fn danger(&self, unit: &Brigade, spot: Spot) -> f64 {
        let way = self.doctrine(unit);
        let (mut shots, mut second) = (0.0, 0.0_f64);
        let (mut best, mut first, mut next): (f64, Option<&Brigade>, Option<&Brigade>) = (0.0, None, None);
        for foe in &self.foes {
            shots += fire(foe, foe.spot, unit, spot);
            if reaches(foe, foe.spot, spot) {
                let gain = self.threat(foe, unit, spot).max(0.0);
                second = second.max(gain.min(best));
                best = best.max(gain);
                if first.is_none_or(|one| foe.attack() > one.attack()) {
                    (first, next) = (Some(foe), first);
                } else if next.is_none_or(|one| foe.attack() > one.attack()) {
                    next = Some(foe);
                }
            }
        }
        let mut charged = best + 0.7 * second;
        if let (Some(first), Some(next), true) = (first, next, way.gang > 0.0) {
            let joint = self.joint_threat(first, next, unit, spot);
            charged = charged.max(charged + way.gang * (joint - charged));
        }
        worth_of_a_hit(unit, self.own_body) * (shots * way.fire_feared).min(f64::from(unit.now))
            + charged * way.charge_feared
    }

    /// Where it is good to be: near the enemy, near objectives, near one's own corps, looking at the enemy.
    fn ground(&self, unit: &Brigade, spot: Spot) -> f64 {
        let (middle, way) = (spot.middle(), self.doctrine(unit));
        let mut worth = 0.0;
        if let Some((foe, far)) = self.nearest_foe(middle) {
            let near = match unit.arm {
                Arm::Infantry => way.infantry_near,
                Arm::Cavalry => way.cavalry_near,
                Arm::Artillery => way.guns_near,
            };
            worth -= way.approach * (far - near).max(0.0);
            let ahead = spot.local(foe.spot.middle());
            let cos = ahead.y / ahead.length().max(0.1);
            worth += way.facing * cos * (1.0 - far * 0.1).max(0.0);
            if unit.arm == Arm::Artillery {
                worth -= (2.5 - far).max(0.0);
            } else if unit.now < WORN {
                worth -= way.shy * f64::from(WORN - unit.now) * (SHY - far).max(0.0);
            }
            if way.cover > 0.0 && unit.arm == Arm::Infantry && far < COVERED && self.in_cover(spot) {
                worth += way.cover;
            }
        }
        worth += way.aside * self.aside(middle);
        if way.outnumbered > 0.0 || way.mass > 0.0 {
            let more = self.outnumbers(unit, middle);
            worth -= way.outnumbered * more.max(0.0) - way.mass * (-more).clamp(0.0, MASS);
        }
        if way.odds > 0.0 {
            worth += way.odds * self.odds(unit, middle);
        }
        worth += self.objectives(unit, spot) - self.strays(unit, spot);
        worth
    }

    /// Who would be the stronger at a point if all around came there: 1 if only the own side, −1 if only the
    /// enemy, 0 if nobody is near. The nearer a unit, the more it counts.
    pub(super) fn odds(&self, unit: &Brigade, p: Vec2) -> f64 {
        let weight = |one: &Brigade| {
            let near = 1.0 - one.spot.middle().distance(p) / WIDE;
            if near > 0.0 && one.id != unit.id { near * f64::from(one.now) } else { 0.0 }
        };
        let own = self.own.iter().map(weight).sum::<f64>() + f64::from(unit.now);
        let foes = self.foes.iter().map(weight).sum::<f64>();
        if foes > 0.0 { (own - foes) / (own + foes) } else { 0.0 }
    }

    /// How far to the right of the enemy's middle a point is, seen from the own middle; up to 8 BW.
    fn aside(&self, p: Vec2) -> f64 {
        let Some(ahead) = (self.their_middle - self.our_middle).unit() else { return 0.0 };
        (p - self.their_middle).dot(ahead.right()).clamp(-8.0, 8.0)
    }

    /// By how many hits the enemy around a point could take more than the own units there.
    fn outnumbers(&self, unit: &Brigade, p: Vec2) -> f64 {
        let around = |all: &[Brigade]| {
            let near = all.iter().filter(|one| one.id != unit.id && one.spot.middle().distance(p) < AROUND);
            near.map(|one| f64::from(one.now)).sum::<f64>()
        };
        around(&self.foes) - around(&self.own) - f64::from(unit.now)
    }

    /// How much objectives count: more and more towards nightfall.
    pub(super) fn urgency(&self) -> f64 {
        let left = f64::from(self.state.turns.saturating_sub(self.state.turn));
        self.posture.all.urgency + self.posture.all.haste * (1.0 - left / 14.0).max(0.0)
    }

    /// What it is worth to drive an enemy away: more, if it holds an objective.
    pub(super) fn prize(&self, foe: &Brigade) -> f64 {
        let on = |o: &&Objective| bw(o.at).distance(foe.spot.middle()) < 0.8 && o.control != Some(self.side);
        let held = self.state.objectives.iter().filter(on).count() as f64;
        held * self.posture.all.held * self.urgency()
    }

    /// What an assault must promise: less, when night falls and the battle is not won.
    pub(super) fn dared(&self) -> f64 {
        let all = self.state.objectives.iter().all(|o| o.control == Some(self.side));
        let way = &self.posture.all;
        if all { way.dared } else { way.dared - way.boldness * self.urgency() }
    }

    /// What objectives make of a spot: those of the enemy draw the units that are sent there, own ones are held
    /// where the enemy is near.
    fn objectives(&self, unit: &Brigade, spot: Spot) -> f64 {
        let way = self.doctrine(unit);
        let mut worth = 0.0_f64;
        for (number, objective) in self.state.objectives.iter().enumerate() {
            let far = bw(objective.at).distance(spot.middle());
            if objective.control == Some(self.side) {
                let threat = self.nearest_foe(bw(objective.at)).map_or(99.0, |(_, d)| d);
                if threat < 5.0 && far < 0.6 && unit.arm == Arm::Infantry {
                    worth += way.held * way.guard;
                }
            } else if unit.arm != Arm::Artillery {
                let pull = if self.sent.contains(&(number, unit.id)) { way.sent } else { way.drawn };
                worth -= pull * (far - 0.5).max(0.0);
                if far < 0.6 {
                    worth += way.held;
                }
            }
        }
        worth * self.urgency()
    }

    /// What it costs to be away from one's corps: it can no longer be activated with it.
    fn strays(&self, unit: &Brigade, spot: Spot) -> f64 {
        let mates = self.own.iter().filter(|mate| mate.corps == unit.corps && mate.id != unit.id);
        let gap = |mate: &Brigade| (mate.spot.middle().distance(spot.middle()) - 1.2).max(0.0);
        let nearest = mates.map(gap).fold(f64::INFINITY, f64::min);
        let price = self.doctrine(unit).strays;
        if nearest.is_finite() { price * (nearest - 0.8).clamp(0.0, 6.0) } else { 0.0 }
    }
}

/// What one hit on a unit is worth that is worth `body` beside its elan: more, the weaker it is.
pub(super) fn worth_of_a_hit(unit: &Brigade, body: f64) -> f64 {
    match (unit.arm, unit.now) {
        // A hit battery goes back or leaves.
        (Arm::Artillery, _) => 1.5,
        (_, 0 | 1) => 1.0 + body,
        (_, 2) => 1.0 + body / 5.0,
        (_, 3) => 1.0 + body / 15.0,
        _ => 1.0,
    }
}
