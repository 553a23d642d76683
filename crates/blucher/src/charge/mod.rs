//! Charges (CHG): a pivot, a straight move to the first contact, and the greatest threat as target.

mod course;
mod ground;
mod space;
mod threat;
mod who;

pub use crate::contact::{contacted_edge, in_contact};
pub use threat::{Target, aiming, legal_targets};

use crate::field::Field;
use crate::movement::Done;
use crate::movement::general::moved;
use crate::movement::sweep::Sweep;
use crate::refuse::refusal;
use crate::sight::{crests_at, terrain};
use crate::state::{Contact, State};
use crate::step::Order;
use course::{Charger, Course, Foe};
use smallvec::SmallVec;
use std::cell::OnceCell;
use table::ground::PieceId as TerrainId;
use table::heading::Turn;
use table::pose::Pose;
use table::rect::Rect;
use umpire::{Doubts, PieceId, Refusal, RuleId};

/// Carries out a charge, or gives every independent reason against it and changes nothing.
pub fn carry_out(
    state: &mut State,
    unit: PieceId,
    turn: Turn,
    target: PieceId,
    doubts: &mut Doubts,
) -> Result<Done, Vec<Refusal>> {
    let charge = judged(state, unit, turn, target, doubts)?;
    Ok(play(state, unit, Order::Charge { turn, target }, charge))
}

/// The states after charges by some pivots that are legal, each from this state. Quick: nobody is told why the
/// others are not.
pub fn attempts<'a>(
    state: &'a State,
    unit: PieceId,
    target: PieceId,
    turns: impl Iterator<Item = Turn> + 'a,
) -> impl Iterator<Item = (Turn, State)> + 'a {
    let doubts = &mut Doubts::new();
    let charger = Charger::new(state, unit).filter(|charger| who::may_charge(charger, doubts).is_empty());
    let pair = charger.and_then(|charger| {
        let target = state.unit(target).filter(|target| target.side != charger.unit.side)?;
        let foe = Foe::new(target, &charger.start);
        Some((charger, foe))
    });
    let seen = OnceCell::new();
    turns.filter_map(move |turn| {
        let (charger, foe) = pair.as_ref()?;
        let sees = || *seen.get_or_init(|| space::sees(charger, foe.unit).is_ok());
        let charge = attempted(charger, foe, turn, sees)?;
        let mut after = state.clone();
        play(&mut after, unit, Order::Charge { turn, target }, charge);
        Some((turn, after))
    })
}

fn attempted(charger: &Charger, foe: &Foe, turn: Turn, sees: impl Fn() -> bool) -> Option<Charge> {
    who::turn_allowed(turn).ok()?;
    let course = Course::new(charger, turn)?;
    let may = legal(charger, &course, foe, &mut Doubts::new())
        && sees()
        && threat::at_the_greatest(charger, &course, foe).is_ok();
    may.then(|| charge(charger, course))
}

/// May a unit charge so?
pub fn may(state: &State, unit: PieceId, turn: Turn, target: PieceId) -> bool {
    judged(state, unit, turn, target, &mut Doubts::new()).is_ok()
}

/// What a legal charge does.
struct Charge {
    stop: Pose,
    length: f64,
    contacts: Vec<Contact>,
    sweeps: SmallVec<[Sweep; 2]>,
}

fn judged(
    state: &State,
    unit: PieceId,
    turn: Turn,
    target: PieceId,
    doubts: &mut Doubts,
) -> Result<Charge, Vec<Refusal>> {
    let Some(charger) = Charger::new(state, unit) else {
        return Err(vec![refusal("BL-TAB-10", "no unit of yours on the table has this handle")]);
    };
    let Some(target) = state.unit(target).filter(|target| target.side != charger.unit.side) else {
        return Err(vec![refusal("BL-CHG-32", "a charge needs an enemy on the table as its target")]);
    };
    let mut why = who::may_charge(&charger, doubts);
    why.extend(space::sees(&charger, target).err());
    if let Err(refused) = who::turn_allowed(turn) {
        why.push(refused);
        return Err(why);
    }
    let course = Course::new(&charger, turn).filter(|course| space::in_reach(&charger, course));
    let Some(course) = course else {
        why.push(space::out_of_reach(&charger, turn, target));
        return Err(why);
    };
    let foe = &Foe::new(target, &charger.start);
    why.extend(RULES.iter().filter_map(|rule| rule(&charger, &course, foe).err()));
    why.extend(space::arms_apart(&charger, &course, doubts).err());
    if why.is_empty() {
        why.extend(threat::at_the_greatest(&charger, &course, foe).err());
    }
    if why.is_empty() { Ok(charge(&charger, course)) } else { Err(why) }
}

/// A rule about one course of a charge at one target.
type Rule = fn(&Charger, &Course, &Foe) -> crate::refuse::Ruled;

/// What every course must keep, the cheapest first: a search tries 181 of them.
const RULES: [Rule; 12] = [
    space::target_contacted,
    space::aimed_at_target,
    ground::ends_on_the_table,
    ground::straight_along_its_crossing,
    space::flanks_clear_of_enemies,
    space::pivots_clear_of_enemies,
    space::clear_of_enemies_touched_before,
    space::clear_of_fighting_friends,
    ground::passable,
    ground::cavalry_on_open_ground,
    ground::not_against_a_town,
    ground::along_the_crossing,
];

/// May a target be charged on this course, threats aside (BL-AMB-20)? Who may charge and sight do not hang on
/// the course and are asked before.
fn legal(charger: &Charger, course: &Course, foe: &Foe, doubts: &mut Doubts) -> bool {
    space::in_reach(charger, course)
        && RULES.iter().all(|rule| rule(charger, course, foe).is_ok())
        && space::arms_apart(charger, course, doubts).is_ok()
}

fn charge(charger: &Charger, course: Course) -> Charge {
    let field = &charger.state.field;
    let crests = crests_at(field, &charger.start);
    let contact = |foe: &&Foe| {
        // Where it was at several crests, the one that matters is that of the hill both stand on.
        let crest = common_crest(field, &course.rest, &foe.rect);
        let shared = crests.iter().find(|id| Some(terrain(**id)) == crest);
        Contact {
            attacker: charger.unit.id,
            defender: foe.unit.id,
            edge: contacted_edge(&foe.rect, &course.rest),
            from_crest: shared.or_else(|| crests.first()).map(|id| *id as u16),
        }
    };
    Charge {
        stop: course.stop,
        length: course.length,
        contacts: course.contacted.iter().map(contact).collect(),
        sweeps: course.sweeps,
    }
}

/// The crest of the hill that holds the middle of both footprints, if it has one (BL-AMB-207).
pub fn common_crest(field: &Field, one: &Rect, other: &Rect) -> Option<TerrainId> {
    let [hill, same] = [one, other].map(|rect| field.level(rect.frame.origin).1);
    field.crest_of(hill.filter(|_| hill == same)?).map(|crest| crest.id)
}

fn play(state: &mut State, id: PieceId, order: Order, charge: Charge) -> Done {
    let contacted = charge.contacts.iter().map(|contact| contact.defender).collect();
    state.contacts.extend(charge.contacts);
    // BL-PRE-09: the prepared marker is taken off, as by every move.
    let changed = moved(state, id, charge.stop, &charge.sweeps);
    if let Some(unit) = state.unit_mut(id) {
        unit.moved = true;
        unit.charged = true;
    }
    Done {
        order,
        how: "charge",
        length: libm::round(charge.length) as i32,
        rule: RuleId::new("BL-CHG-06"),
        contacted,
        left: None,
        prepared: changed.unprepared.then_some(false),
        objectives: changed.objectives,
    }
}
