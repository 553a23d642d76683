//! Sight, reach, aim and elbow-room of a charge (CHG-03, -07, -08, -14 to -21, -28, MOV-10, MOV-13).

use super::course::{Charger, Course, Foe, ahead};
use crate::card::Arm;
use crate::event::{Who, name, names};
use crate::movement::general;
use crate::movement::sweep::Sweep;
use crate::refuse::{Ruled, bw, footprint, refusal, unless};
use crate::scale::{BW, TOUCH, at_most};
use crate::state::Unit;
use table::distance::within;
use table::heading::Turn;
use umpire::{Doubts, Refusal, RuleId, Shape};

/// BL-CHG-03, BL-VIS-12: the charger sees its target before it moves.
pub(super) fn sees(charger: &Charger, target: &Unit) -> Ruled {
    let eyes = charger.eyes();
    match eyes.looks(charger.unit, target) {
        Ok(_) => Ok(()),
        Err(hidden) => {
            let sentence = eyes.does_not_see(target.id, &hidden);
            let why = refusal("BL-CHG-03", sentence).place(footprint(target));
            Err(eyes.causes(&hidden).into_iter().fold(why, Refusal::place))
        }
    }
}

/// BL-CHG-07, BL-CHG-08: the centerpoint goes no farther than the full allowance; what a pivot swings forward
/// is not counted (BL-AMB-31).
pub(super) fn in_reach(charger: &Charger, course: &Course) -> bool {
    at_most(course.length, charger.card.full)
}

fn too_far(charger: &Charger, length: f64) -> Refusal {
    let allowance = f64::from(charger.card.full);
    refusal("BL-CHG-07", format!("it would have to go {}: at most {}", bw(length), bw(allowance)))
        .number("length", length as i64)
        .number("allowance", i64::from(charger.card.full))
}

/// Why a course to this target comes to nothing: BL-CHG-07 if the target lies ahead but too far, BL-CHG-32 if
/// it does not lie ahead at all.
pub(super) fn out_of_reach(charger: &Charger, turn: Turn, target: &Unit) -> Refusal {
    let missed = || {
        let target = name(charger.state, target.id);
        let sentence = format!("a charge must end in contact, and {target} does not lie straight ahead");
        refusal("BL-CHG-32", sentence)
    };
    let far = ahead(charger, turn, target).map(|length| too_far(charger, length));
    far.unwrap_or_else(missed).place(footprint(target))
}

/// BL-CHG-19: the target is among the units contacted at the stop.
pub(super) fn target_contacted(charger: &Charger, course: &Course, target: &Foe) -> Ruled {
    unless(course.contacts(target.unit.id), || {
        let first: Vec<Who> =
            course.contacted.iter().map(|foe| Who::known(charger.state, foe.unit.id)).collect();
        let why = refusal("BL-CHG-19", format!("it would contact {} before its target", names(&first)));
        course.contacted.iter().fold(why, |why, foe| why.place(footprint(foe.unit)))
    })
}

/// BL-CHG-18: at the moment of contact the aim ray passes through the target.
pub(super) fn aimed_at_target(_: &Charger, course: &Course, target: &Foe) -> Ruled {
    unless(course.aims_at(&target.rect), || {
        let ray =
            [course.stop.at, course.stop.moved(course.stop.heading, f64::from(BW)).unwrap_or(course.stop).at];
        refusal("BL-CHG-18", "the line straight ahead from its centerpoint misses the target")
            .place(Shape::Path(ray.to_vec()))
            .place(footprint(target.unit))
    })
}

/// BL-CHG-17, BL-AMB-21: no enemy, the target included, comes within TOUCH of the lane of its flanks and rear.
/// Enemies touched before the move: BL-AMB-49.
pub(super) fn flanks_clear_of_enemies(charger: &Charger, course: &Course, _: &Foe) -> Ruled {
    let lane = course.lane();
    let brushed = charger.foes.iter().find(|foe| !foe.touched() && within(&lane, &foe.rect, 0.0, TOUCH));
    brushed.map_or(Ok(()), |foe| Err(brushes(charger, foe)))
}

fn brushes(charger: &Charger, foe: &Foe) -> Refusal {
    let touched = name(charger.state, foe.unit.id);
    let sentence = format!("its flank or rear would come into contact with {touched}");
    refusal("BL-CHG-17", sentence).place(footprint(foe.unit))
}

/// BL-CHG-17, BL-AMB-21: no enemy comes within TOUCH of it at any moment of the pivot.
pub(super) fn pivots_clear_of_enemies(charger: &Charger, course: &Course, _: &Foe) -> Ruled {
    let near = course.pivot_reach(charger.unit.pose) + TOUCH.grains();
    let mut others = charger.foes.iter().filter(|foe| !foe.touched() && foe.distance <= near);
    match others.find(|foe| course.pivots_within(&foe.rect, TOUCH.grains())) {
        None => Ok(()),
        Some(foe) => {
            let touched = name(charger.state, foe.unit.id);
            let sentence = format!("its pivot would bring a flank or its rear into contact with {touched}");
            Err(refusal("BL-CHG-17", sentence).place(footprint(foe.unit)))
        }
    }
}

/// BL-AMB-49, BL-MOV-10: an enemy touched before the move is never overlapped, is left behind after 0.25 BW
/// unless it is contacted at the stop, and is then touched by no flank and no rear edge.
pub(super) fn clear_of_enemies_touched_before(charger: &Charger, course: &Course, _: &Foe) -> Ruled {
    for foe in charger.foes.iter().filter(|foe| foe.touched()) {
        general::never_overlaps(charger.state, foe.unit, &course.sweeps)?;
        let onward = |sweep: &Sweep| sweep.onward(f64::from(general::CLEAR_AFTER));
        let slides = || {
            let mut later = course.sweeps.iter().filter_map(onward);
            later.any(|sweep| sweep.comes_within(&foe.rect, TOUCH.grains()))
        };
        unless(course.contacts(foe.unit.id) || !slides(), || {
            let touched = name(charger.state, foe.unit.id);
            refusal("BL-AMB-49", format!("it would slide along {touched}, which it touches"))
                .place(footprint(foe.unit))
        })?;
        unless(!within(&course.flanks_at_rest(), &foe.rect, 0.0, TOUCH), || brushes(charger, foe))?;
    }
    Ok(())
}

/// BL-CHG-14, BL-MOV-13: it passes through friends, but not through one in contact with an enemy.
pub(super) fn clear_of_fighting_friends(charger: &Charger, course: &Course, _: &Foe) -> Ruled {
    if charger.state.contacts.is_empty() {
        return Ok(());
    }
    let why = general::clear_of_friends_in_contact(charger.state, charger.unit, &course.sweeps);
    why.into_iter().next().map_or(Ok(()), Err)
}

/// BL-CHG-28, BL-AMB-29, BL-CBT-52: infantry and cavalry do not attack the same enemy cavalry in one turn,
/// neither as target nor by incidental contact. Against infantry and artillery they may (BL-CHG-29), and any
/// number of one arm may attack the same unit (BL-CHG-30).
pub(super) fn arms_apart(charger: &Charger, course: &Course, doubts: &mut Doubts) -> Ruled {
    let rule = RuleId::new("BL-CHG-28");
    for foe in &course.contacted {
        let attackers = charger.state.contacts.iter().filter(|contact| contact.defender == foe.unit.id);
        let mut arms = attackers.filter_map(|contact| charger.state.unit(contact.attacker)?.arm.get());
        if arms.any(|arm| *arm != charger.card.arm) && foe.unit.arm.ask(rule, doubts) == Some(&Arm::Cavalry) {
            let cavalry = name(charger.state, foe.unit.id);
            let sentence = format!("infantry and cavalry may not attack the same enemy cavalry, {cavalry}");
            return Err(refusal("BL-CHG-28", sentence)
                .number("by", i64::from(foe.unit.id.0))
                .place(footprint(foe.unit)));
        }
    }
    Ok(())
}
