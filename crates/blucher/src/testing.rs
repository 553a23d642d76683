//! A small text form for positions, so that hundreds of tests read as data.
//!
//! One thing a line (or after a `;`), lengths in BW, headings in degrees:
//!
//! ```text
//! A blue inf 5,5,0 elan=6 corps=I shock revealed    a unit: name, side, arm, pose, then what differs
//! X red art 5,8,180 ammo=5,4,4,3,2,2 marks=1        sides are blue (0, active) and red (1); corps optional
//! wood 4,7 6,9                                      an upright area between two corners (hill, rocky, marsh, …)
//! wood 4,7 6,9 5,11                                 an area with three or more corners
//! hill 2,8 8,12 crest 2,9 8,9                       a hill with its crest line
//! major 0,6.5 24,6.5 w=1                            a river (minor, major) or a road along a line, w = width
//! crossing 5,6.5,0 w=0.4 l=1                        centre, axis heading, width, length
//! urban 5,8,0                                       an urban base: centre and heading
//! objective 6,6 side=red                            a marker
//! edge south blue 0 24                              a stretch of the border
//! table 24,16; turn 3 movement; momentum 4,5,3; turns 30
//! ```
//!
//! Units are revealed unless `concealed` is said: most tests want to see what they do.

use crate::Blucher;
use crate::state::State;
use crate::step::{Order, Step};
use dice::{Given, Hex};
use std::fmt::Write as _;
use umpire::{
    Answer, Battle, Chance, Choice, DiceFrom, Judgement, Opening, PieceId, Refusal, RuleId, Scenario, Seat,
    Viewer,
};

/// A battle set up from a small text, with its units by name.
pub(crate) struct Field {
    pub(crate) battle: Battle<Blucher>,
}

/// Sets a battle up. MO dice are 6, 6, 6 unless `momentum` says otherwise; the phase is movement unless
/// `turn` does.
pub(crate) fn field(text: &str) -> Field {
    let toml = toml_of(text);
    let scenario = Scenario { name: "test".into(), text: toml };
    let chance = Chance { dice: DiceFrom::ByHand, seed: Hex(vec![3; 32]), added: Vec::new() };
    match Battle::open(Opening { scenario: scenario.clone(), chance, given: Vec::new() }) {
        Ok(battle) => Field { battle },
        Err(answer) => panic!("{answer:?}\n{}", scenario.text),
    }
}

impl Field {
    /// The truth.
    pub(crate) fn truth(&self) -> State {
        self.battle.known(Viewer::All).state().clone()
    }

    /// The handle of the unit with this name.
    pub(crate) fn id(&self, name: &str) -> PieceId {
        let truth = self.truth();
        let gone = truth.gone.iter().map(|gone| &gone.unit);
        let mut all = truth.units.iter().chain(gone);
        let found = all.find(|unit| unit.card.truth().name == name);
        found.unwrap_or_else(|| panic!("no unit {name}")).id
    }

    /// The unit with this name, on the table.
    pub(crate) fn unit(&self, name: &str) -> crate::state::Unit {
        let id = self.id(name);
        self.truth().unit(id).unwrap_or_else(|| panic!("{name} is off the table")).clone()
    }

    /// The seat that must decide.
    pub(crate) fn asked(&self) -> Seat {
        self.battle.view(Viewer::Public, 0).awaited[0]
    }

    /// The judgement of a draft of the seat that must decide.
    pub(crate) fn judge(&self, steps: &[Step]) -> Result<Judgement<Blucher>, Vec<Refusal>> {
        let known = self.battle.known(Viewer::Seat(self.asked()));
        crate::draft::judge(&known, steps)
    }

    /// The rules that refuse a draft, sorted; none if it may be played as it stands.
    pub(crate) fn refused(&self, steps: &[Step]) -> Vec<String> {
        let why = match self.judge(steps) {
            Err(why) => why,
            Ok(judged) => judged.complete.err().unwrap_or_default(),
        };
        let mut rules: Vec<String> = why.iter().map(|why| why.rule.to_string()).collect();
        rules.sort();
        rules.dedup();
        rules
    }

    /// Plays a draft that must be accepted, with these faces.
    pub(crate) fn play(&mut self, steps: &[Step], dice: &[(&str, &[u32])]) {
        if let Err(answer) = self.try_play(steps, dice) {
            panic!("{answer:?}");
        }
    }

    /// Plays a draft, with these faces.
    pub(crate) fn try_play(&mut self, steps: &[Step], dice: &[(&str, &[u32])]) -> Result<(), Answer> {
        let seat = self.asked();
        let Some(prompt) = self.battle.view(Viewer::Seat(seat), 0).prompt else { panic!("nothing is asked") };
        let given = dice.iter().map(|(rule, faces)| Given::new(RuleId::new(rule), faces)).collect();
        self.battle.play(Choice { seat, prompt: prompt.id, steps: steps.to_vec(), id: None, given })
    }

    /// An individual activation of a unit with one order.
    pub(crate) fn order(&self, unit: &str, order: Order) -> Vec<Step> {
        let unit = self.id(unit);
        vec![Step::Individual { unit }, Step::Order { unit, order }]
    }

    /// The sentences told to everybody, with their rules, from a line on.
    pub(crate) fn told(&self, viewer: Viewer) -> Vec<(String, String)> {
        let lines = self.battle.view(viewer, 0).lines;
        let rule = |rule: Option<RuleId>| rule.map(|rule| rule.to_string()).unwrap_or_default();
        lines.into_iter().map(|line| (rule(line.line.rule), line.line.sentence.to_string())).collect()
    }
}

fn toml_of(text: &str) -> String {
    let mut head = String::from("title = \"test\"\n");
    let mut body = String::from("[[side]]\nname = \"Blue\"\n[[side]]\nname = \"Red\"\n");
    let (mut turn, mut phase, mut momentum) = (1, "movement".to_owned(), "6,6,6".to_owned());
    for line in text.split(['\n', ';']).map(str::trim).filter(|line| !line.is_empty()) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[0] {
            "table" => {
                write!(body, "[table]\nwidth = {}\ndepth = {}\n", part(words[1], 0), part(words[1], 1))
            }
            "turns" => writeln!(head, "turns = {}", words[1]),
            "momentum" => {
                momentum = words[1].to_owned();
                Ok(())
            }
            "turn" => {
                turn = words[1].parse().unwrap_or_else(|_| panic!("{line}"));
                phase = words[2].to_owned();
                Ok(())
            }
            "edge" => {
                let side = side_of(words[2]);
                let ends = words
                    .get(3..5)
                    .map_or_else(String::new, |e| format!("from = {}\nto = {}\n", f(e[0]), f(e[1])));
                write!(body, "[[edge]]\nedge = \"{}\"\nside = {side}\n{ends}", words[1])
            }
            "objective" => {
                let side =
                    option(&words, "side").map_or_else(String::new, |s| format!("side = {}\n", side_of(s)));
                write!(body, "[[objective]]\nat = [{}]\n{side}", pair(words[1]))
            }
            _ if words.get(1).is_some_and(|w| ["blue", "red"].contains(w)) => {
                write!(body, "{}", unit(&words))
            }
            _ => write!(body, "{}", terrain(&words)),
        }
        .unwrap_or_else(|_| panic!("{line}"));
    }
    let now = format!("[now]\nturn = {turn}\nphase = \"{phase}\"\nmomentum = [{momentum}]\n");
    head + &body + &now
}

fn side_of(word: &str) -> u8 {
    match word {
        "blue" => 0,
        "red" => 1,
        other => panic!("{other} is no side"),
    }
}

/// A number as TOML wants it: with a point.
fn f(number: &str) -> String {
    if number.contains('.') { number.to_owned() } else { format!("{number}.0") }
}

fn part(words: &str, n: usize) -> String {
    f(words.split(',').nth(n).unwrap_or_else(|| panic!("{words}")))
}

fn pair(words: &str) -> String {
    format!("{}, {}", part(words, 0), part(words, 1))
}

fn option<'a>(words: &[&'a str], name: &str) -> Option<&'a str> {
    words.iter().find_map(|word| word.strip_prefix(name)?.strip_prefix('='))
}

fn unit(words: &[&str]) -> String {
    let (name, side, arm, pose) = (words[0], side_of(words[1]), words[2], words[3]);
    let arm = match arm {
        "inf" => "infantry",
        "cav" => "cavalry",
        "art" => "artillery",
        other => panic!("{other} is no arm"),
    };
    let text = format!(
        "[[unit]]\nname = \"{name}\"\nside = {side}\narm = \"{arm}\"\nat = [{}]\nheading = {}\n",
        pair(pose),
        part(pose, 2)
    );
    let mut lines = Vec::new();
    if arm == "artillery" {
        let ammo = option(words, "ammo").unwrap_or("5,4,4,3,2,2");
        lines.push(format!("ammo = [{ammo}]"));
    } else {
        lines.push(format!("elan = {}", option(words, "elan").unwrap_or("6")));
    }
    if let Some(corps) = option(words, "corps") {
        lines.push(format!("corps = \"{corps}\""));
    }
    if let Some(marks) = option(words, "marks") {
        lines.push(format!("marks = {marks}"));
    }
    if let Some(allowance) = option(words, "move") {
        lines.push(format!("move = [{}]", pair(allowance)));
    }
    let plain: Vec<&&str> = words[4..].iter().filter(|word| !word.contains('=')).collect();
    let states = ["concealed", "prepared", "moved", "charged", "from_crest", "on_crossing"];
    let traits: Vec<String> =
        plain.iter().filter(|word| !states.contains(**word)).map(|word| format!("\"{word}\"")).collect();
    lines.push(format!("traits = [{}]", traits.join(", ")));
    lines.push(format!("concealed = {}", plain.contains(&&"concealed")));
    lines.extend(states[1..].iter().map(|state| format!("{state} = {}", plain.contains(&state))));
    text + &lines.join("\n") + "\n"
}

fn corners(words: &[&str]) -> String {
    let points: Vec<String> = match words {
        [a, b] => {
            let (x0, y0, x1, y1) = (part(a, 0), part(a, 1), part(b, 0), part(b, 1));
            vec![
                format!("[{x0}, {y0}]"),
                format!("[{x1}, {y0}]"),
                format!("[{x1}, {y1}]"),
                format!("[{x0}, {y1}]"),
            ]
        }
        more => more.iter().map(|p| format!("[{}]", pair(p))).collect(),
    };
    points.join(", ")
}

fn line_of(words: &[&str]) -> String {
    words.iter().map(|p| format!("[{}]", pair(p))).collect::<Vec<_>>().join(", ")
}

fn terrain(words: &[&str]) -> String {
    let kind = match words[0] {
        "minor" => "minor_river",
        "major" => "major_river",
        other => other,
    };
    let places: Vec<&str> = words[1..].iter().copied().filter(|word| !word.contains('=')).collect();
    let head = format!("[[terrain]]\nkind = \"{kind}\"\n");
    match kind {
        "hill" => {
            let split = places.iter().position(|word| *word == "crest").unwrap_or(places.len());
            let crest = match places.get(split + 1..) {
                Some(line) if !line.is_empty() => format!("crest = [{}]\n", line_of(line)),
                _ => String::new(),
            };
            format!("{head}area = [{}]\n{crest}", corners(&places[..split]))
        }
        "minor_river" | "major_river" | "road" => {
            let width = f(option(words, "w").unwrap_or("0.3"));
            format!("{head}line = [{}]\nwidth = {width}\n", line_of(&places))
        }
        "urban" => format!("{head}at = [{}]\nheading = {}\n", pair(places[0]), part(places[0], 2)),
        "crossing" => {
            let (width, length) = (option(words, "w").unwrap_or("0.4"), option(words, "l").unwrap_or("1"));
            let (at, heading) = (pair(places[0]), part(places[0], 2));
            format!("{head}at = [{at}]\nheading = {heading}\nwidth = {}\nlength = {}\n", f(width), f(length))
        }
        _ => format!("{head}area = [{}]\n", corners(&places)),
    }
}

// ---- charges and sight --------------------------------------------------------------------------------

impl Field {
    /// An individual activation of a unit that charges another after a pivot in degrees.
    pub(crate) fn charge(&self, unit: &str, degrees: f64, target: &str) -> Vec<Step> {
        self.order(unit, self.charge_order(degrees, target))
    }

    /// The order to charge a unit after a pivot in degrees.
    pub(crate) fn charge_order(&self, degrees: f64, target: &str) -> Order {
        Order::Charge { turn: table::heading::Turn::degrees(degrees), target: self.id(target) }
    }

    /// The names of the units that a unit may charge, with the least and the greatest pivot in degrees.
    pub(crate) fn targets(&self, unit: &str) -> Vec<(String, f64, f64)> {
        let truth = self.truth();
        let found = crate::charge::legal_targets(&truth, self.id(unit), &mut umpire::Doubts::new());
        let degrees =
            |turn: Option<&table::heading::Turn>| turn.map_or(f64::NAN, |t| f64::from(t.0) / 1000.0);
        let name = |id: PieceId| truth.unit(id).map_or_else(String::new, |u| u.card.truth().name.clone());
        let row =
            |t: &crate::charge::Target| (name(t.unit), degrees(t.turns.first()), degrees(t.turns.last()));
        let mut rows: Vec<_> = found.iter().map(row).collect();
        rows.sort_by(|a, b| a.0.cmp(&b.0));
        rows
    }

    /// Does a unit see another?
    pub(crate) fn sees(&self, viewer: &str, target: &str) -> bool {
        let truth = self.truth();
        crate::sight::Eyes::new(&truth).sees(&self.unit(viewer), &self.unit(target)).is_some()
    }

    /// The names of the defenders that a unit contacted, sorted.
    pub(crate) fn contacted(&self, unit: &str) -> Vec<String> {
        let (truth, id) = (self.truth(), self.id(unit));
        let of = truth.contacts.iter().filter(|contact| contact.attacker == id);
        let name = |id: PieceId| truth.unit(id).map_or_else(String::new, |u| u.card.truth().name.clone());
        let mut names: Vec<String> = of.map(|contact| name(contact.defender)).collect();
        names.sort();
        names
    }
}

/// What is wrong with a position: field and sentence.
pub(crate) fn problems(text: &str) -> Vec<(String, String)> {
    match crate::scenario::read(&toml_of(text)) {
        Ok(_) => Vec::new(),
        Err(problems) => problems.into_iter().map(|p| (p.field, p.sentence)).collect(),
    }
}

// ---- fire ----

/// The rules that refuse, sorted, each once.
pub(crate) fn rules(answer: Result<(), Vec<Refusal>>) -> Vec<String> {
    let mut rules: Vec<String> =
        answer.err().unwrap_or_default().iter().map(|why| why.rule.to_string()).collect();
    rules.sort();
    rules.dedup();
    rules
}

impl Field {
    /// A shot, as a draft.
    pub(crate) fn shot(&self, unit: &str, target: &str) -> Vec<Step> {
        vec![Step::Shoot { unit: self.id(unit), target: self.id(target) }]
    }

    /// The rules that refuse a shot.
    pub(crate) fn no_shot(&self, unit: &str, target: &str) -> Vec<String> {
        self.refused(&self.shot(unit, target))
    }

    /// The rules that refuse a shot after something was changed in the true state.
    pub(crate) fn no_shot_if(
        &self,
        unit: &str,
        target: &str,
        change: impl FnOnce(&mut State),
    ) -> Vec<String> {
        let mut state = self.truth();
        change(&mut state);
        rules(crate::fire::may_shoot(&state, self.id(unit), self.id(target)))
    }

    /// A shot as it is rolled in truth.
    pub(crate) fn plan(&self, unit: &str, target: &str) -> crate::fire::Plan {
        let plan =
            crate::fire::plan(&self.truth(), self.id(unit), self.id(target), &mut umpire::Doubts::new());
        plan.unwrap_or_else(|why| panic!("{why:?}"))
    }

    /// Shoots, with these faces.
    pub(crate) fn shoot(&mut self, unit: &str, target: &str, faces: &[u32]) {
        let steps = self.shot(unit, target);
        self.play(&steps, &[("BL-SHO-03", faces)]);
    }

    /// Ends the fire phase; if the turn ends too, the MO dice are 1, 2, 3.
    pub(crate) fn end_fire(&mut self) {
        if self.try_play(&[Step::EndPhase], &[("BL-MOM-01", &[1, 2, 3])]).is_err() {
            self.play(&[Step::EndPhase], &[]);
        }
    }
}

impl crate::fire::Plan {
    /// The rules of its modifiers, in their order.
    pub(crate) fn rules(&self) -> Vec<String> {
        self.modifiers.iter().map(|modifier| modifier.rule.to_string()).collect()
    }
}

impl Field {
    /// The truth with these attackers in contact with these defenders. The edge is the one that faces the
    /// attacker most squarely.
    pub(crate) fn contact(&self, pairs: &[(&str, &str)]) -> State {
        let mut state = self.truth();
        for (attacker, defender) in pairs {
            let (by, of) = (self.unit(attacker).rect(), self.unit(defender).rect());
            let touched = table::contact::touched_edges(&of, &by, by.frame.forward, crate::scale::TOUCH);
            let squarest = touched.iter().max_by(|a, b| a.squareness.total_cmp(&b.squareness));
            let edge = squarest.unwrap_or_else(|| panic!("{attacker} does not touch {defender}")).edge;
            let (attacker, defender) = (self.id(attacker), self.id(defender));
            state.contacts.push(crate::state::Contact { attacker, defender, edge, from_crest: None });
        }
        state
    }
}

// ---- the course of a battle ----

/// The scenario of a position, with other words in place of some.
pub(crate) fn written(text: &str, changes: &[(&str, &str)]) -> String {
    changes.iter().fold(toml_of(text), |toml, (from, to)| {
        assert!(toml.contains(from), "{from} is not in\n{toml}");
        toml.replacen(from, to, 1)
    })
}

/// A battle from such a scenario; the MO dice, if any are rolled to begin with, show these faces.
pub(crate) fn field_with(text: &str, changes: &[(&str, &str)], momentum: &[u32]) -> Field {
    let scenario = Scenario { name: "test".into(), text: written(text, changes) };
    let chance = Chance { dice: DiceFrom::ByHand, seed: Hex(vec![3; 32]), added: Vec::new() };
    let given = match momentum {
        [] => Vec::new(),
        faces => vec![Given::new(RuleId::new("BL-MOM-01"), faces)],
    };
    match Battle::open(Opening { scenario, chance, given }) {
        Ok(battle) => Field { battle },
        Err(answer) => panic!("{answer:?}"),
    }
}

/// So many infantry units of blue's in a row from the west, half a BW between them, named `I1`, `I2`, … after
/// their corps.
pub(crate) fn row(corps: &str, count: usize, y: f64) -> String {
    let unit = |i: usize| format!("{corps}{i} blue inf {},{y},0 corps={corps}; ", 1.5 * i as f64 - 0.5);
    (1..=count).map(unit).collect()
}

impl Field {
    /// Units join the force of an activation that begins with this step.
    fn force(&self, begin: Step, units: &[&str]) -> Vec<Step> {
        let joins = units.iter().map(|unit| Step::Join { unit: self.id(unit) });
        std::iter::once(begin).chain(joins).collect()
    }

    /// A corps activation of these units.
    pub(crate) fn corps(&self, corps: &str, units: &[&str]) -> Vec<Step> {
        self.force(Step::Corps { corps: corps.into() }, units)
    }

    /// A corps activation of the units 1 to so many of a row.
    pub(crate) fn whole_row(&self, corps: &str, count: usize) -> Vec<Step> {
        let names: Vec<String> = (1..=count).map(|i| format!("{corps}{i}")).collect();
        self.corps(corps, &names.iter().map(String::as_str).collect::<Vec<_>>())
    }

    /// A command activation of these units around a marker.
    pub(crate) fn command(&self, x: f64, y: f64, units: &[&str]) -> Vec<Step> {
        self.force(Step::Command { at: table::point::at(x, y) }, units)
    }

    /// An individual activation.
    pub(crate) fn alone(&self, unit: &str) -> Vec<Step> {
        vec![Step::Individual { unit: self.id(unit) }]
    }

    /// A draft with a further order.
    pub(crate) fn and(&self, mut draft: Vec<Step>, unit: &str, order: Order) -> Vec<Step> {
        draft.push(Step::Order { unit: self.id(unit), order });
        draft
    }

    /// MO spent, while the movement phase lasts.
    pub(crate) fn spent(&self) -> Option<u8> {
        let truth = self.truth();
        matches!(truth.phase, crate::state::Phase::Movement { .. }).then(|| truth.spent())
    }

    /// The outcome and its rule, if the battle is over.
    pub(crate) fn outcome(&self) -> Option<(Option<u8>, String)> {
        match self.truth().phase {
            crate::state::Phase::Over(outcome) => Some((outcome.winner, outcome.rule.to_string())),
            _ => None,
        }
    }

    /// Was a sentence with this rule told to everybody?
    pub(crate) fn was_told(&self, rule: &str) -> bool {
        self.told(Viewer::Public).iter().any(|(told, _)| told == rule)
    }
}
