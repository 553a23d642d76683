//! The odds of a combat, exactly: for each defender what becomes of it, for each attacker likewise.
//!
//! Scores of different defenders are independent of each other, and whether a defender that has won is forced
//! back by infantry hangs on its own scores alone: if it stands as a winner, each of its attackers takes two
//! fatigues. So each defender's fate follows from its own two scores, and an attacker's from those of the
//! defenders it contacts. A retreat is taken to be possible; where it is not, as all stand now, a row says so.

use super::allocate::divisions;
use super::dice::{self as pools, SUCCESS};
use super::outcome::{Fate, Outcome, fatigues_of_attacker, forces, of_defender, won};
use super::who::{self, infantry_against_cavalry};
use crate::card::{Arm, Card, Traits};
use crate::fire;
use crate::retreat::{self, Retreats};
use crate::state::{Left, Phase, Score, State, Unit};
use dice::D6;
use dice::odds::{Dist, OddsError, Pool, Ratio};
use std::sync::Arc;
use umpire::{Case, Modifier, Odds, PieceId, RuleId, Sentence};

/// A unit whose card is not known is taken for a plain one of each arm, with this elan or ammunition.
const PLAIN: [(Arm, u8); 3] = [(Arm::Infantry, 6), (Arm::Cavalry, 6), (Arm::Artillery, 5)];

/// So many units whose cards are not known make 27 cases, which is enough.
const MOST_HIDDEN: usize = 3;

/// The odds of all combats that the contacts of this state make, as far as its viewer knows the units.
pub fn odds(known: &State) -> Vec<Odds> {
    let defenders = who::defenders(known).into_iter().filter_map(|id| of_one_defender(known, id));
    let attackers = who::attackers(known).into_iter().filter_map(|id| of_one_attacker(known, id));
    defenders.chain(attackers).collect()
}

/// The odds of what one charge would lead to, on a state in which it has been made.
pub fn odds_of_charge(known: &State, attacker: PieceId) -> Vec<Odds> {
    let defenders: Vec<PieceId> = who::defenders_of(known, attacker).map(|unit| unit.id).collect();
    let defenders = defenders.into_iter().filter_map(|id| of_one_defender(known, id));
    defenders.chain(of_one_attacker(known, attacker)).collect()
}

fn of_one_defender(known: &State, id: PieceId) -> Option<Odds> {
    let unit = known.unit(id)?;
    let attackers: Vec<&Unit> = who::attackers_of(known, id).collect();
    let strength: u32 = attackers.iter().map(|a| u32::from(dice_against(known, a, id))).sum();
    let worlds = worlds(known, &that_count(known, &[id]))?;
    let cases = cases(&worlds, |world| {
        let defender = world.unit(id)?;
        let (scores, ends) = (scores(world, defender).ok()?, ends_of_defender(world, defender).ok()?);
        Some((defence_in_short(&name(unit), &scores, &ends), told(&ends, &name(unit))))
    })?;
    let names: Vec<String> = attackers.iter().map(|attacker| name(attacker)).collect();
    let title = format!("{} against {}: {strength} dice", names.join(", "), name(unit)).into();
    Some(with_head(title, "BL-RES-01", modifiers(known, unit, &attackers), cases))
}

fn of_one_attacker(known: &State, id: PieceId) -> Option<Odds> {
    let unit = known.unit(id)?;
    let defenders: Vec<PieceId> = who::defenders_of(known, id).map(|unit| unit.id).collect();
    let worlds = worlds(known, &that_count(known, &defenders))?;
    let cases = cases(&worlds, |world| {
        let ends = ends_of_attacker(world, world.unit(id)?).ok()?;
        let in_short = format!("{} {}", name(unit), goes_or_breaks(&ends));
        Some((in_short, told(&ends, &name(unit))))
    })?;
    let title = format!("{} attacks", name(unit)).into();
    let rows = rows(unit, pools::attack(known, unit)).chain(no_way_back(known, unit)).collect();
    Some(with_head(title, "BL-RES-15", rows, cases))
}

/// Each end of a unit in words, with its chance.
fn told(ends: &Dist<End>, name: &str) -> Vec<(Sentence, Ratio)> {
    ends.chances().map(|(end, chance)| (end.words(name), chance)).collect()
}

/// The chance that a unit does not stay where it is.
fn goes_or_breaks(ends: &Dist<End>) -> String {
    format!("goes back or breaks: {}", percent(ends.chance(|end| end.fate != Fate::Stands)))
}

/// What becomes of an attack, summed up: infantry that lost to cavalry stands, and a winner may take its last fatigue.
fn defence_in_short(name: &str, scores: &Dist<(i32, i32)>, ends: &Dist<End>) -> String {
    let succeeds = percent(scores.chance(|(attack, defence)| attack > defence));
    format!("the attack succeeds: {succeeds}; {name} {}", goes_or_breaks(ends))
}

/// A chance as the page writes it, with one decimal.
fn percent(chance: Ratio) -> String {
    let (num, den) = (chance.num(), chance.den());
    // With 64 bits each no tenth of a percent is lost, and nothing overflows.
    let shift = 64_u32.saturating_sub(den.leading_zeros());
    let (num, den) = (num >> shift, den >> shift);
    let tenths = (num * 2000 + den) / (den * 2).max(1);
    if tenths == 0 && num > 0 { "<0.1 %".to_owned() } else { format!("{}.{} %", tenths / 10, tenths % 10) }
}

/// A card whose first line sums up; where it hangs on what is not known, each case does so for itself.
fn with_head(title: Sentence, rule: &str, mut modifiers: Vec<Modifier>, cases: Vec<(String, Case)>) -> Odds {
    if let [(in_short, Case { given: None, .. })] = &cases[..] {
        let head = Modifier { rule: RuleId::new(rule), phrase: in_short.clone().into(), by: None };
        modifiers.insert(0, head);
    }
    let summed = |(in_short, case): (String, Case)| Case {
        given: case.given.map(|given| format!("{given} – {in_short}").into()),
        ..case
    };
    Odds { title, modifiers, cases: cases.into_iter().map(summed).collect() }
}

/// The dice that a unit has by itself (BL-CBT-06, BL-CBT-07), if that is known, and what changes them.
fn rows(unit: &Unit, pool: pools::Pool) -> impl Iterator<Item = Modifier> {
    let (rule, phrase) = match unit.arm.get() {
        Some(Arm::Artillery) => ("BL-CBT-07", "ammunition"),
        _ => ("BL-CBT-06", "elan"),
    };
    let (rule, by) = (RuleId::new(rule), Some(i32::from(pool.basic)));
    let basic = unit.current().map(|_| Modifier { rule, phrase: phrase.into(), by });
    basic.into_iter().chain(pool.modifiers)
}

/// What counts, defender first, each list in the book's order; what is rolled again comes without a number.
fn modifiers(known: &State, defender: &Unit, attackers: &[&Unit]) -> Vec<Modifier> {
    let again = |rule, phrase: String| Modifier { rule, phrase: phrase.into(), by: None };
    let named = |unit: &Unit, modifier: Modifier| Modifier {
        phrase: format!("{}: {}", name(unit), modifier.phrase).into(),
        ..modifier
    };
    let mut list: Vec<Modifier> =
        rows(defender, pools::defence(known, defender)).map(|m| named(defender, m)).collect();
    let phrase = format!("{} rolls its successes again (worse for it)", name(defender));
    list.extend(pools::defence_again(known, defender).map(|rule| again(rule, phrase)));
    list.extend(last_ammunition(defender));
    list.extend(no_way_back(known, defender));
    for attacker in attackers {
        list.extend(rows(attacker, pools::attack(known, attacker)).map(|m| named(attacker, m)));
        list.extend(given_elsewhere(known, attacker, defender).map(|m| named(attacker, m)));
        let phrase = format!("{} rolls its successes again (worse for it)", name(attacker));
        list.extend(pools::attack_again(known, attacker, defender).map(|rule| again(rule, phrase)));
    }
    list
}

/// BL-RES-22, BL-RES-31: a battery that marks its last box by being attacked leaves the table, even if it wins.
fn last_ammunition(defender: &Unit) -> Option<Modifier> {
    let phrase =
        format!("{}: its last ammunition, after the combat it leaves the table", name(defender)).into();
    let rule = RuleId::new("BL-RES-31");
    fire::last_ammunition(defender).then_some(Modifier { rule, phrase, by: None })
}

/// BL-RET-25 to -28: as all stand now a retreat would be the end of a unit on this table.
fn no_way_back(known: &State, unit: &Unit) -> Option<Modifier> {
    unit.card.get()?;
    let (what, rule) = match retreat::legal(known, unit.id) {
        Retreats::Broken(rule) => ("has nowhere to retreat: if it must, it is broken", rule),
        Retreats::Ways(ways) => match ways.first()?.end {
            retreat::End::Leaves { how: Left::Broken, rule } => {
                ("can retreat only off the table, which breaks it", rule)
            }
            retreat::End::Leaves { rule, .. } => ("can retreat only off the table", rule),
            retreat::End::Stands { .. } => return None,
        },
    };
    let phrase = format!("as all stand now {} {what}", name(unit)).into();
    Some(Modifier { rule, phrase, by: None })
}

/// BL-CBT-23: of the dice of an attacker with several defenders only some are given to this fight.
fn given_elsewhere(known: &State, attacker: &Unit, defender: &Unit) -> Option<Modifier> {
    let (all, here) = (pools::attack(known, attacker).dice(), dice_against(known, attacker, defender.id));
    let phrase = format!("{here} of its {all} dice in this fight").into();
    let by = Some(i32::from(here) - i32::from(all));
    (here < all).then(|| Modifier { rule: RuleId::new("BL-CBT-23"), phrase, by })
}

fn name(unit: &Unit) -> String {
    unit.card.get().map_or_else(|| "the concealed unit".to_owned(), |card| card.name.clone())
}

/// The units whose cards count for what becomes of these defenders: they themselves, and whoever else infantry that
/// attacks them contacts, for if that is cavalry the infantry does not give way (BL-RES-24, BL-RES-26).
fn that_count(known: &State, defenders: &[PieceId]) -> Vec<PieceId> {
    let mut units = defenders.to_vec();
    for (contact, attacker, _) in
        who::pairs(known).filter(|(_, attacker, _)| who::is(attacker, Arm::Infantry))
    {
        let shared = who::defenders_of(known, attacker.id).any(|one| defenders.contains(&one.id));
        if shared && !units.contains(&contact.defender) {
            units.push(contact.defender);
        }
    }
    units
}

/// A state and the arms that it takes units for whose cards are not known.
type World = (State, Vec<String>);

/// One world if the cards of these units are known; otherwise one for each arm they may be of. `None` if there are
/// too many to be told apart.
fn worlds(known: &State, units: &[PieceId]) -> Option<Vec<World>> {
    let unknown = |id: &PieceId| known.unit(*id).is_some_and(|unit| unit.card.get().is_none());
    let hidden: Vec<PieceId> = units.iter().copied().filter(unknown).collect();
    if hidden.len() > MOST_HIDDEN {
        return None;
    }
    let mut worlds: Vec<World> = vec![(known.clone(), Vec::new())];
    for id in hidden {
        worlds = worlds.iter().flat_map(|(world, given)| worlds_with(world, given, id)).collect();
    }
    Some(worlds)
}

/// What can come out in each world, summed up and in full.
fn cases(
    worlds: &[World],
    chances: impl Fn(&State) -> Option<(String, Vec<(Sentence, Ratio)>)>,
) -> Option<Vec<(String, Case)>> {
    let case = |(world, given): &World| {
        let given = (!given.is_empty()).then(|| format!("if it is {}", given.join(" and ")).into());
        let (in_short, chances) = chances(world)?;
        Some((in_short, Case { given, chances }))
    };
    worlds.iter().map(case).collect()
}

/// The worlds in which a unit is of one arm or another, those only that agree with what is known of it.
fn worlds_with<'a>(
    world: &'a State,
    given: &'a [String],
    id: PieceId,
) -> impl Iterator<Item = (State, Vec<String>)> + 'a {
    let known = world.unit(id).and_then(|unit| unit.arm.get().copied());
    PLAIN.into_iter().filter(move |(arm, _)| known.is_none_or(|known| known == *arm)).map(
        move |(arm, number)| {
            let (mut world, mut given) = (world.clone(), given.to_vec());
            if let Some(unit) = world.unit_mut(id) {
                unit.arm.imagine(|| arm);
                unit.card.imagine(|| Arc::new(plain(arm, number)));
                unit.marks.imagine(|| 0);
            }
            let track = if arm == Arm::Artillery { "ammunition" } else { "elan" };
            given.push(format!("{arm} with {track} {number}"));
            (world, given)
        },
    )
}

fn plain(arm: Arm, number: u8) -> Card {
    let (full, difficult) = arm.allowances();
    let name = "the concealed unit".to_owned();
    Card {
        name,
        corps: None,
        arm,
        full,
        difficult,
        track: (1..=number).rev().collect(),
        traits: Traits::default(),
    }
}

/// The dice that an attacker rolls against a defender: as divided, or as they would be divided first.
pub fn dice_against(state: &State, attacker: &Unit, defender: PieceId) -> u8 {
    if let Phase::Combat(combat) = &state.phase
        && let Some(given) =
            combat.dice.iter().find(|given| given.attacker == attacker.id && given.defender == defender)
    {
        return given.dice;
    }
    let divided = divisions(state, attacker).into_iter().next().unwrap_or_default();
    divided.into_iter().find(|(to, _)| *to == defender).map_or(0, |(_, dice)| dice)
}

/// How a unit comes out of its combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct End {
    fatigues: u8,
    fate: Fate,
    won: bool,
}

impl End {
    fn words(self, name: &str) -> Sentence {
        let fatigues = match self.fatigues {
            0 => String::new(),
            1 => "takes 1 fatigue and ".to_owned(),
            more => format!("takes {more} fatigues and "),
        };
        match self.fate {
            Fate::Breaks => format!("{name} breaks"),
            Fate::Retreats => format!("{name} {fatigues}retreats"),
            Fate::Stands if self.won => format!("{name} wins, {fatigues}stands"),
            Fate::Stands => format!("{name} {fatigues}stands"),
        }
        .into()
    }
}

/// The successes of a pool.
fn successes(dice: u8, again: bool) -> Result<Dist<i32>, OddsError> {
    let pool = Pool::new(dice, D6, SUCCESS);
    if again { pool.successes_again().odds() } else { pool.odds() }
}

/// A defender's scores: the attack on it and its own.
fn scores(state: &State, defender: &Unit) -> Result<Dist<(i32, i32)>, OddsError> {
    let own = pools::defence(state, defender).dice();
    let own = successes(own, pools::defence_again(state, defender).is_some())?;
    let attack = who::attackers_of(state, defender.id).try_fold(Dist::certain(0), |sum, attacker| {
        let dice = dice_against(state, attacker, defender.id);
        sum.plus(&successes(dice, pools::attack_again(state, attacker, defender).is_some())?)
    })?;
    attack.and(&own)
}

/// What a defender suffers in S1 by its scores, and whether it is forced back in S3 then.
fn outcome(state: &State, defender: &Unit, scores: (i32, i32)) -> (Outcome, bool, bool) {
    let small = |n: i32| u8::try_from(n).unwrap_or(u8::MAX);
    let score = Score { defender: defender.id, attack: small(scores.0), defence: small(scores.1) };
    let arm = defender.arm.get().copied().unwrap_or(Arm::Infantry);
    let held = infantry_against_cavalry(state, defender);
    let outcome = of_defender(arm, defender.current().unwrap_or(0), held, score);
    let unbroken = |attacker: &Unit| attacker.current().is_some_and(|elan| elan > fatigues_of_attacker(true));
    let forced = outcome.fate == Fate::Stands
        && who::attackers_of(state, defender.id)
            .any(|attacker| unbroken(attacker) && forces(infantry_against_cavalry(state, attacker), held));
    (outcome, won(score), forced)
}

fn ends_of_defender(state: &State, defender: &Unit) -> Result<Dist<End>, OddsError> {
    Ok(scores(state, defender)?.map(|scores| {
        let (outcome, won, forced) = outcome(state, defender, *scores);
        let fate = if forced { Fate::Retreats } else { outcome.fate };
        let fatigues = if fate == Fate::Breaks { 0 } else { outcome.fatigues };
        // Whether it has won is only worth a word if it stands.
        End { fatigues, fate, won: won && fate == Fate::Stands }
    }))
}

/// Of an attacker's defenders: does one stand as a winner after S1, and does one stay in contact until S4?
fn ends_of_attacker(state: &State, attacker: &Unit) -> Result<Dist<End>, OddsError> {
    let mut met = Dist::certain((false, false));
    for defender in who::defenders_of(state, attacker.id) {
        let this = scores(state, defender)?.map(|scores| {
            let (outcome, won, forced) = outcome(state, defender, *scores);
            let stands = outcome.fate == Fate::Stands;
            (stands && won, stands && !forced)
        });
        met = met.and(&this)?.map(|((a, b), (c, d))| (*a || *c, *b || *d));
    }
    let elan = attacker.current().unwrap_or(0);
    Ok(met.map(|(winner_stands, stays)| {
        let fatigues = fatigues_of_attacker(*winner_stands);
        match (fatigues >= elan, stays) {
            (true, _) => End { fatigues: 0, fate: Fate::Breaks, won: false },
            (false, true) => End { fatigues, fate: Fate::Retreats, won: false },
            (false, false) => End { fatigues, fate: Fate::Stands, won: false },
        }
    }))
}
