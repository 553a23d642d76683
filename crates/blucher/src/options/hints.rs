//! What helps a person who never read the book: plain words for each moment, whole beginnings in one go, and
//! why a unit cannot take part.

use super::{ADVANCE, CHARGE, COMMAND, DIFFICULT, KINDS, RESERVE, RETREAT, SIMPLE};
use crate::card::Arm;
use crate::draft::asked;
use crate::event::{Who, names, side_name};
use crate::refuse::{bw, refusal, situated};
use crate::scale::{MARKER, OVERLAP};
use crate::state::{Activation, Method, Phase, Side, Stage, State, Unit};
use crate::step::{Order, Step};
use crate::{Blucher, activation, advance, combat, fire, pickup};
use table::distance::gap;
use table::overlap::overlap;
use umpire::{
    Barred, HintedPlan as Plan, Hints, Kind, Known, Overlay, PieceId, Refusal, Sentence, Shape, Strike, Tone,
    capital,
};

/// What helps with the next step of a draft.
pub fn hints(known: &Known<Blucher>) -> Hints<Step> {
    let state = known.state();
    let mut hints = Hints { about: about(state), goal: goal(state, known.seat()), ..Hints::default() };
    if known.seat().map(umpire::Seat::number) != asked(state) {
        return hints;
    }
    // BL-VIC-12 to BL-VIC-14: what comes of the offer is all that there is to know.
    if matches!(known.draft(), [Step::Concede]) {
        hints.about = "If the enemy accepts, all your units leave the table at once and he has won. If he declines, the \
                       battle goes on, and you may offer it again in your next turn."
            .into();
        return hints;
    }
    if let Some(next) = after_advance(state, known.draft()).or_else(|| after_fire(state, known.draft())) {
        hints.about = next;
    }
    let options = super::options(known);
    hints.strikes = options.steps.iter().filter_map(|offer| strike(&offer.step)).collect();
    // A shot that is drafted changes nothing yet: any other may be thought of instead.
    if matches!(known.draft(), [Step::Shoot { .. }]) {
        let mut others = umpire::Options::default();
        super::shots(state, &mut others);
        hints.instead = others.steps.iter().filter_map(|offer| strike(&offer.step)).collect();
    }
    let rare = |step: &Step| matches!(step, Step::Concede);
    hints.rare = options.steps.iter().map(|offer| offer.step.clone()).filter(rare).collect();
    hints.kinds = options.places.iter().filter_map(|place| kind(state, place.id)).collect();
    if matches!(state.phase, Phase::Fire { .. }) && known.draft().is_empty() && hints.strikes.is_empty() {
        hints.about =
            "None of your units can shoot now: end the phase. Choose a unit to see why it cannot.".into();
    }
    if !state.offer {
        hints.plans = plans(known);
        // Who ends the phase asks no more who can take part.
        if !matches!(known.draft(), [Step::EndPhase]) {
            hints.barred = barred(state);
        }
        hints.overlays = state.activation.as_ref().map(circle).unwrap_or_default();
        if let Some(why) = nothing_offered(known, &hints.plans) {
            hints.about = why;
        }
    }
    hints.gives_away = super::warning::warning(known);
    hints.guide = super::guide::guide(known, &hints);
    if let Some(late) = super::late::late(known) {
        hints.about = format!("{late} {}", hints.about).into();
        // Whoever is guided reads that instead.
        if !hints.guide.is_empty() {
            hints.guide = format!("{late} {}", hints.guide).into();
        }
    }
    hints
}

/// How the battle is won, as a seat knows it (BL-VIC-01). How many losses an army bears is known to itself alone.
fn goal(state: &State, seat: Option<umpire::Seat>) -> Sentence {
    let own = seat.and_then(|seat| state.morale.get(usize::from(seat.number()))?.get());
    let own = own.map_or_else(String::new, |own| {
        let units =
            if *own == 1 { "one of your units is".to_owned() } else { format!("{own} of your units are") };
        format!(" Your own army gives up when {units} broken.")
    });
    let special = special(state, seat.map(umpire::Seat::number));
    // BL-OBJ-01: a game that is being set up gets three.
    let count = if pickup::setup(state).is_some() { 3 } else { state.objectives.len() };
    let stars = match count {
        0 => String::new(),
        1 => format!(" Or hold the objective, the star, when turn {} ends.", state.turns),
        count => format!(" Or hold all {count} objectives, the stars, when turn {} ends.", state.turns),
    };
    // BL-OBJ-09, BL-OBJ-12.
    let keeps = match count {
        0 => "",
        1 => " It belongs to whoever was last on it, even when he has left.",
        _ => " Each belongs to whoever was last on it, even when he has left.",
    };
    let broken = "Break the enemy's units until his army gives up: how many he can lose is his secret.";
    format!("{broken}{own}{special}{stars}{keeps}").into()
}

/// BL-VIC-07: who wins by special objectives, as a seat reads it.
fn special(state: &State, seat: Option<Side>) -> String {
    let Some(special) = state.special else { return String::new() };
    let count = state.objectives.iter().filter(|objective| objective.special).count();
    let what = match (usize::from(special.needed), count) {
        (_, 1) => "the special objective, the star in two rings,".to_owned(),
        (needed, count) if needed == count => {
            format!("all {count} special objectives, the stars in two rings,")
        }
        (needed, count) => format!("{needed} of the {count} special objectives, the stars in two rings,"),
    };
    match special.side {
        Some(side) if Some(side) != seat => {
            format!(" {} wins by holding {what} when any turn ends.", capital(&side_name(state, side)))
        }
        _ => format!(" Or hold {what} when any turn ends."),
    }
}

fn about(state: &State) -> Sentence {
    match &state.phase {
        _ if state.offer => {
            "If you accept, all units of the enemy leave the table and you have won. If you decline, the \
                             battle goes on."
                .into()
        }
        Phase::Setup(setup) => pickup::offers::about(setup),
        Phase::Movement { .. } => match &state.activation {
            Some(activation) if activation.ordered.is_empty() => forming(state, activation),
            Some(_) => {
                "Units without an order stay where they are. Nothing is final until you play it.".into()
            }
            None => "Moving costs momentum. The enemy alone knows how much you have: when it is spent, your \
                     movement is over. So move first what matters most."
                .into(),
        },
        Phase::Fire { .. } => {
            "Infantry and artillery that did not move, or that are mobile, may shoot once. Hits count when all \
             have shot."
                .into()
        }
        Phase::FireRetreats { .. } => "Artillery that was hit goes back.".into(),
        Phase::Combat(combat) => match &combat.stage {
            Stage::Allocate { .. } => {
                "Units in contact fight: each die that shows 4 or more is a success, and counts against the \
                 defender you give it to."
                    .into()
            }
            Stage::Defenders { .. } => {
                "A defender that lost is worn down and goes back; one with nowhere to go is broken. Infantry in \
                 combat with cavalry stands even if it lost."
                    .into()
            }
            Stage::Forced { .. } => {
                "Infantry that attacked cavalry does not give way: what is still in contact with it goes back, \
                 even if it won."
                    .into()
            }
            Stage::Attackers { .. } => {
                "Attackers still in contact with an enemy go back, even if they won: infantry does not give way \
                 to cavalry."
                    .into()
            }
            Stage::Advances { .. } => {
                "An attacker that is free of the enemy may follow up straight ahead.".into()
            }
        },
        Phase::Over(_) => "".into(),
    }
}

/// What follows an advance by itself: the one unit left that must advance does (BL-ADV-11), and with nobody left to
/// advance the turn ends.
fn after_advance(state: &State, draft: &[Step]) -> Option<Sentence> {
    let (Phase::Combat(combat), [Step::Advance { .. }]) = (&state.phase, draft) else { return None };
    let Stage::Advances { left } = &combat.stage else { return None };
    if advance::over(state) {
        return Some("With it your turn ends.".into());
    }
    let (unit, length) = advance::forced(state, left)?;
    let (who, far) = (Who::known(state, unit).name, bw(f64::from(length)));
    Some(format!("Then {who} advances {far} by itself (BL-ADV-11), and your turn ends.").into())
}

/// What follows the fire phase, for whoever ends it: the combats (BL-TRN-08), or the end of his turn.
fn after_fire(state: &State, draft: &[Step]) -> Option<Sentence> {
    let (Phase::Fire { .. }, [Step::EndPhase]) = (&state.phase, draft) else { return None };
    let fights = combat::announced(state);
    Some(fights.map_or_else(|| "With it your turn ends.".into(), |fights| format!("Then {fights}.").into()))
}

/// The commander and how far his order reaches, while a force is named around him (BL-ACT-21).
fn circle(activation: &Activation) -> Vec<Overlay> {
    let Method::Command(at) = activation.method else { return Vec::new() };
    let ring = |name: &'static str, radius: i32| Overlay {
        name: name.into(),
        tone: Tone::Range,
        shapes: vec![Shape::Disc { centre: at, radius }],
    };
    vec![ring("the commander's circle, 2 BW", activation::COMMAND), ring("the commander", MARKER)]
}

/// Why no corps can be activated when none can, and what can be done instead.
fn nothing_offered(known: &Known<Blucher>, plans: &[Plan<Step>]) -> Option<Sentence> {
    let state = known.state();
    let Phase::Movement { individual, .. } = state.phase else { return None };
    if !known.draft().is_empty() || !plans.is_empty() {
        return None;
    }
    if state.of_side(state.active).all(|unit| unit.activated) {
        return Some("A unit moves once in a movement phase, and all of yours have been activated.".into());
    }
    let why = if individual {
        "after a unit was activated by itself no corps can be (BL-ACT-04)"
    } else {
        "no two units of one corps that still wait are within 1 BW of each other (BL-ACT-07, BL-ACT-08)"
    };
    let instead = "Choose a unit to move it alone for 2 momentum, put the commander down, or end the phase";
    Some(format!("No corps can be activated now: {why}. {instead}.").into())
}

fn forming(state: &State, activation: &Activation) -> Sentence {
    let cost = activation::cost(activation);
    match &activation.method {
        Method::Individual => {
            "A unit by itself costs 2 momentum, and after it no more corps can be activated.".into()
        }
        Method::Command(_) => {
            "Every unit within 2 BW of the commander may join. It costs no momentum, but your \
                               movement is over after it."
                .into()
        }
        Method::Corps(_) if activation::force_stands(state, activation).is_err() => {
            "At least two units of the corps, each within 1 BW of another.".into()
        }
        Method::Corps(_) => format!("{cost} units: {cost} momentum, whether they move or not.").into(),
    }
}

fn strike(step: &Step) -> Option<Strike<Step>> {
    let (piece, target) = match step {
        Step::Shoot { unit, target } | Step::Order { unit, order: Order::Charge { target, .. } } => {
            (*unit, *target)
        }
        _ => return None,
    };
    Some(Strike { step: step.clone(), piece, target })
}

fn kind(state: &State, place: umpire::PlaceId) -> Option<Kind> {
    if matches!(state.phase, Phase::Setup(_)) {
        return None;
    }
    if place.0 == COMMAND {
        let about = "Put the commander on the table, more than 1 BW from any enemy. Units within 2 BW of him move \
                     together for no momentum; then your movement is over.";
        return Some(Kind { place, word: "Commander".into(), about: about.into() });
    }
    let card = state.unit(PieceId(place.0 / KINDS)).and_then(|unit| unit.card.get());
    let far = |grains: Option<i32>| bw(f64::from(grains.unwrap_or(0)));
    let full = far(card.map(|card| card.full));
    // BL-CHG-01: guns do not charge.
    let guns = card.is_some_and(|card| card.arm == Arm::Artillery);
    let charge = if guns { "" } else { "; onto an enemy a charge" };
    let (word, about): (&str, String) = match place.0 % KINDS {
        SIMPLE => (
            "Move",
            format!(
                "Turn any way, then straight ahead up to {full}. Into woods and villages the shorter difficult move is \
                 taken{charge}."
            ),
        ),
        DIFFICULT => {
            let most = far(card.map(|card| card.difficult));
            let about = format!(
                "A difficult move: any direction up to {most}, also into woods and villages, with one turn."
            );
            ("Sidestep", about)
        }
        RESERVE => (
            "Reserve",
            "Up to 12 BW along any bends, away from the enemy's eyes. Only for a unit still concealed. Shaded is how \
             far one straight way leads, though not every spot there is free; bends lead farther."
                .to_owned(),
        ),
        CHARGE => ("Charge", format!("Straight at an enemy within {full}, with a turn of at most 45°.")),
        ADVANCE => ("Advance", "Straight ahead into the ground that was won.".to_owned()),
        RETREAT => ("Retreat", retreating(state, PieceId(place.0 / KINDS)).to_owned()),
        _ => return None,
    };
    Some(Kind { place, word: word.to_owned().into(), about: about.into() })
}

/// BL-RET-31, BL-RET-32, BL-RET-39: which way a unit faces after its retreat hangs on whose turn it is.
fn retreating(state: &State, unit: PieceId) -> &'static str {
    if state.unit(unit).is_some_and(|unit| unit.side == state.active) {
        "Away from the enemy. It ends facing where it came from: straight back it keeps its facing."
    } else {
        "Away from the enemy. It ends facing the way it went: straight back it turns about."
    }
}

/// Beginnings to be taken in one go: a corps, and a force that goes straight forward.
fn plans(known: &Known<Blucher>) -> Vec<Plan<Step>> {
    let state = known.state();
    match (&state.phase, &state.activation) {
        (Phase::Movement { .. }, None) if known.draft().is_empty() => corps(state),
        (Phase::Movement { .. }, Some(activation)) => {
            joining(state, activation).into_iter().chain(forward(known, activation)).collect()
        }
        _ => Vec::new(),
    }
}

/// Every corps with all its units that can be activated together.
fn corps(state: &State) -> Vec<Plan<Step>> {
    let mut plans = Vec::new();
    for (name, groups) in activation::corps_waiting(state) {
        let divided = groups.len() > 1;
        for pieces in groups {
            let mut steps = vec![Step::Corps { corps: name.to_owned() }];
            steps.extend(pieces.iter().map(|unit| Step::Join { unit: *unit }));
            let about = format!("{} units, {} momentum", pieces.len(), pieces.len());
            // The parts of a divided corps are told apart by their units.
            let named = || names(&pieces.iter().map(|id| Who::known(state, *id)).collect::<Vec<_>>());
            let about = match (divided, absent(state, name, &pieces)) {
                (true, _) => format!("{}: {about}", named()),
                (false, Some(absent)) => format!("{about}; without {absent}, more than 1 BW away"),
                (false, None) => about,
            };
            let about = about.into();
            plans.push(Plan { label: name.to_owned().into(), about, steps, pieces });
        }
    }
    plans
}

/// BL-ACT-07: the units of a corps that wait, but not near enough to these to be activated with them.
fn absent(state: &State, corps: &str, pieces: &[PieceId]) -> Option<String> {
    let of_corps = |unit: &&Unit| unit.card.get().is_some_and(|card| card.corps.as_deref() == Some(corps));
    let waiting = state.of_side(state.active).filter(|unit| !unit.activated && !pieces.contains(&unit.id));
    let absent: Vec<Who> = waiting.filter(of_corps).map(|unit| Who::known(state, unit.id)).collect();
    (!absent.is_empty()).then(|| names(&absent))
}

/// Every unit in the commander's circle that is not in the force yet.
fn joining(state: &State, activation: &Activation) -> Option<Plan<Step>> {
    if !matches!(activation.method, Method::Command(_)) || !activation.ordered.is_empty() {
        return None;
    }
    let joins = |unit: &&Unit| activation::join(state, activation, unit.id).is_ok();
    let pieces: Vec<PieceId> = state.of_side(state.active).filter(joins).map(|unit| unit.id).collect();
    let steps = pieces.iter().map(|unit| Step::Join { unit: *unit }).collect();
    let label =
        if activation.force.is_empty() { "All in the circle join" } else { "All others in the circle join" };
    let about = match pieces.len() {
        0 => return None,
        1 => "1 unit, no momentum".into(),
        count => format!("{count} units, no momentum").into(),
    };
    Some(Plan { label: label.into(), about, steps, pieces })
}

/// Every unit of the force that has no order goes straight forward, as far as it may and as the others leave it
/// room; those in front go first.
fn forward(known: &Known<Blucher>, activation: &Activation) -> Option<Plan<Step>> {
    let waiting = activation.force.iter().filter(|id| !activation.ordered.contains(id));
    let mut units: Vec<&Unit> = waiting.filter_map(|id| known.state().unit(*id)).collect();
    let first = units.first()?.pose.heading.vector();
    let ahead = |unit: &Unit| unit.pose.at.vec2().dot(first);
    units.sort_by(|a, b| ahead(b).total_cmp(&ahead(a)).then(a.id.cmp(&b.id)));
    let (mut steps, mut pieces) = (Vec::new(), Vec::new());
    let mut after = known.clone();
    for (i, unit) in units.iter().enumerate() {
        let behind: Vec<PieceId> = units.iter().skip(i + 1).map(|unit| unit.id).collect();
        let full = unit.card.get()?.full;
        for part in [4, 3, 2, 1] {
            let length = full / 4 * part;
            let order = Order::Simple { heading: unit.pose.heading, length, sense: None, leave: false };
            let step = Step::Order { unit: unit.id, order };
            let judged = crate::draft::judge(&after, std::slice::from_ref(&step));
            let Ok(judged) = judged else { continue };
            if has_room(judged.after.state(), unit.id, &behind) {
                after = judged.after;
                steps.push(step);
                pieces.push(unit.id);
                break;
            }
        }
    }
    let whole = crate::draft::judge(known, &steps).is_ok_and(|judged| judged.complete.is_ok());
    let (label, about) = ("All straight forward".into(), "each as far as it may".into());
    (whole && !steps.is_empty()).then_some(Plan { label, about, steps, pieces })
}

/// Does a unit lie on nobody, but for those that will still move?
fn has_room(state: &State, unit: PieceId, but: &[PieceId]) -> bool {
    let Some(rect) = state.unit(unit).map(Unit::rect) else { return true };
    let others = state.units.iter().filter(|other| other.id != unit && !but.contains(&other.id));
    others.into_iter().all(|other| !overlap(&rect, &other.rect(), OVERLAP))
}

/// The own units that cannot take part now, and why.
fn barred(state: &State) -> Vec<Barred> {
    let why = |unit: &Unit| -> Vec<Refusal> {
        match (&state.phase, &state.activation) {
            (Phase::Movement { .. }, Some(activation)) if !activation.force.contains(&unit.id) => {
                let ordered = || {
                    let sentence = "the force must be named before any unit of it gets an order: take the orders back first";
                    (!activation.ordered.is_empty()).then(|| vec![refusal("BL-ACT-29", sentence)])
                };
                // Whoever could not join before the orders either is told that, and nothing of them.
                let why = activation::join(state, activation, unit.id).err();
                why.or_else(ordered).unwrap_or_default()
            }
            (Phase::Movement { .. }, None) if unit.activated => {
                activation::begin_individual(state, unit.id).err().unwrap_or_default()
            }
            (Phase::Fire { .. }, _) => cannot_shoot(state, unit),
            _ => Vec::new(),
        }
    };
    let barred = |unit: &Unit| {
        let asked = Step::Join { unit: unit.id };
        let refused = why(unit).into_iter().map(|why| situated(state, Some(&asked), why)).collect();
        Barred { piece: unit.id, refused }
    };
    state.of_side(state.active).map(barred).filter(|barred| !barred.refused.is_empty()).collect()
}

/// Why a unit shoots at nobody: by itself, or because of the enemy nearest to it.
fn cannot_shoot(state: &State, unit: &Unit) -> Vec<Refusal> {
    if let Err(why) = fire::may_fire(state, unit) {
        return why;
    }
    if !fire::choices(state, unit, &crate::sight::Eyes::new(state)).is_empty() {
        return Vec::new();
    }
    let distance = |enemy: &Unit| gap(&unit.rect(), &enemy.rect()).distance;
    let nearest = state.of_side(state.passive()).min_by(|a, b| distance(a).total_cmp(&distance(b)));
    let why = nearest.and_then(|enemy| fire::may_shoot(state, unit.id, enemy.id).err());
    why.unwrap_or_else(|| vec![refusal("BL-TGT-01", "no enemy is before it")])
}
