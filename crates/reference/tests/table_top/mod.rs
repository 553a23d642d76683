//! A small text form of positions, so that a rule's test reads as its situation.

use dice::{Given, Hex, RuleId};
use reference::Picket;
use reference::state::State;
use reference::step::{Order, Step};
use std::fmt::Write;
use umpire::{
    Battle, Chance, Choice, DiceFrom, Game, Judgement, Opening, Piece, PieceId, Refusal, Scenario, Scene,
};
use umpire::{Seat, Viewer};

/// A battle by hand on a table of 18 by 16.
pub(crate) struct Setting(Battle<Picket>);

impl Setting {
    /// How many rounds it lasts.
    pub(crate) const ROUNDS: u32 = 2;

    /// `blue a 3 5 2 0 / wood w 4 4 7 7 / ambush red w 180`: a Blue unit called a of 3 stands at (5, 2) facing
    /// north, a wood between two corners, an ambush in it.
    pub(crate) fn new(text: &str) -> Self {
        let mut toml = format!("rounds = {}\nsize = [18, 16]\n", Self::ROUNDS);
        for line in text.split(" / ") {
            let words: Vec<&str> = line.split(' ').collect();
            let written = match words[..] {
                ["wood", name, w, s, e, n] => {
                    write!(toml, "[[wood]]\nname = \"{name}\"\nfrom = [{w}, {s}]\nto = [{e}, {n}]\n")
                }
                ["ambush", side, wood, facing] => {
                    write!(toml, "[[ambush]]\nside = \"{side}\"\nwood = \"{wood}\"\nfacing = {facing}\n")
                }
                [side, name, stands, x, y, facing] => write!(
                    toml,
                    "[[unit]]\nside = \"{side}\"\nname = \"{name}\"\nstands = {stands}\nat = [{x}, {y}]\nfacing = {facing}\n"
                ),
                _ => panic!("not a piece: {line}"),
            };
            written.unwrap();
        }
        let chance = Chance { dice: DiceFrom::ByHand, seed: Hex(vec![7; 32]), added: Vec::new() };
        let scenario = Scenario { name: "setting".into(), text: toml };
        Self(Battle::open(Opening { scenario, chance, given: Vec::new() }).unwrap())
    }

    /// Both orders are given and Blue's limit is rolled.
    pub(crate) fn phase(mut self, orders: [Order; 2], limit: u32) -> Self {
        self.play(Seat::FIRST, &[Step::Order(orders[0])], &[]);
        self.play(Seat::SECOND, &[Step::Order(orders[1])], &[("RF-LIM-01", limit)]);
        self
    }

    /// Plays a choice with these faces.
    #[track_caller]
    pub(crate) fn play(&mut self, seat: Seat, steps: &[Step], faces: &[(&str, u32)]) {
        let prompts = Picket::prompts(&self.0.known(Viewer::Seat(seat)));
        let prompt = prompts.iter().find(|p| p.seat == seat).expect("the seat is asked").id;
        let given = faces.iter().map(|(rule, face)| Given::new(RuleId::new(rule), &[*face])).collect();
        self.0.play(Choice { seat, prompt, steps: steps.to_vec(), id: None, given }).unwrap();
    }

    pub(crate) fn judge(&self, seat: Seat, steps: &[Step]) -> Result<Judgement<Picket>, Vec<Refusal>> {
        Picket::judge(&self.0.known(Viewer::Seat(seat)), steps)
    }

    pub(crate) fn known(&self, viewer: Viewer) -> State {
        self.0.known(viewer).state().clone()
    }

    pub(crate) fn scene(&self, viewer: Viewer) -> Scene {
        self.0.view(viewer, 0).scene
    }

    pub(crate) fn asked(&self) -> Vec<Seat> {
        self.0.view(Viewer::Public, 0).awaited
    }

    pub(crate) fn round(&self) -> u16 {
        self.known(Viewer::Public).round
    }

    /// How many lines that everybody heard cite a rule.
    pub(crate) fn cites(&self, rule: &str) -> usize {
        let lines = self.0.view(Viewer::Public, 0).lines;
        lines.iter().filter(|n| n.line.rule == Some(RuleId::new(rule))).count()
    }

    pub(crate) fn outcome(&self) -> Option<(Option<u8>, String)> {
        let outcome = self.0.view(Viewer::Public, 0).outcome?;
        Some((outcome.winner, outcome.rule.to_string()))
    }

    fn piece(&self, name: &str) -> Option<Piece> {
        self.scene(Viewer::All).pieces.into_iter().find(|piece| piece.name == name)
    }

    pub(crate) fn id(&self, name: &str) -> PieceId {
        self.piece(name).map_or(PieceId(0), |piece| piece.id)
    }

    pub(crate) fn at(&self, name: &str) -> (i32, i32) {
        self.piece(name).map_or((0, 0), |piece| (piece.pose.at.x, piece.pose.at.y))
    }

    pub(crate) fn stands(&self, name: &str) -> usize {
        self.piece(name).map_or(0, |piece| piece.stands.len())
    }

    pub(crate) fn badge(&self, name: &str, sign: &str) -> bool {
        self.piece(name).is_some_and(|piece| piece.badges.iter().any(|badge| badge.sign == sign))
    }
}

/// The rules against a draft, or against playing it as it stands.
pub(crate) fn refusals(setting: &Setting, seat: Seat, steps: &[Step]) -> Vec<String> {
    let why = match setting.judge(seat, steps) {
        Ok(judged) => judged.complete.err().unwrap_or_default(),
        Err(why) => why,
    };
    why.iter().map(|refusal| refusal.rule.to_string()).collect()
}
