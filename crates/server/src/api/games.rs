//! The games and their scenarios.

use super::{Given, umpires};
use crate::guard::no;
use crate::hall::Hall;
use axum::Json;
use axum::extract::{Path, State};
use serde::Serialize;
use std::sync::Arc;
use umpire::{AnyBattle, Brief, GameEntry, Piece, Scene, SeatInfo, Sentence, Term, Viewer};
use utoipa::ToSchema;

/// A game that can be played here.
#[derive(Serialize, ToSchema)]
pub(crate) struct GameShown {
    /// Its name.
    name: &'static str,
    /// The name as people write it.
    title: &'static str,
    /// The version of its rules.
    rules: u32,
    /// The names of its scenarios.
    scenarios: Vec<String>,
    /// How well the computer can play it, from worst to best.
    levels: Vec<String>,
    /// The words in its sentences that a newcomer does not know.
    terms: Vec<TermShown>,
}

/// A word of the game, explained.
#[derive(Serialize, ToSchema)]
pub(crate) struct TermShown {
    /// The word in the forms that sentences have.
    words: &'static [&'static str],
    /// What it means.
    means: &'static str,
    /// Where the book has more.
    rule: &'static str,
}

/// A scenario, looked at before anybody plays it.
#[derive(Serialize, ToSchema)]
pub(crate) struct ScenarioShown {
    game: &'static str,
    name: String,
    /// What it is called.
    title: String,
    /// What it is about, in a few sentences.
    about: String,
    /// How long it lasts: "14 turns". Empty if the game does not say.
    length: String,
    /// As it is written (TOML).
    text: String,
    #[schema(schema_with = umpires::seats)]
    seats: Vec<SeatInfo>,
    /// The table as the public sees it before the first choice.
    #[schema(schema_with = umpires::scene)]
    scene: Scene,
}

/// One side's units, all laid open.
#[derive(Serialize, ToSchema)]
pub(crate) struct Army {
    side: u8,
    #[schema(value_type = String)]
    name: Sentence,
    units: Vec<Muster>,
}

/// A unit of an army: as it is drawn, and the lines of its card.
#[derive(Serialize, ToSchema)]
pub(crate) struct Muster {
    #[schema(schema_with = umpires::piece)]
    piece: Piece,
    #[schema(value_type = Vec<(String, String)>)]
    card: Vec<(Sentence, Sentence)>,
}

/// The games, their scenarios and the levels of the computer.
#[utoipa::path(get, path = "/api/games", responses((status = 200, body = Vec<GameShown>)))]
pub(crate) async fn list(State(hall): State<Arc<Hall>>) -> Json<Vec<GameShown>> {
    let shown = |game: &GameEntry| GameShown {
        name: game.name,
        title: game.title,
        rules: game.rules,
        scenarios: game.scenarios.iter().map(|scenario| scenario.name.clone()).collect(),
        levels: hall.players.levels(game.name),
        terms: game
            .terms
            .iter()
            .map(|&Term { words, means, rule }| TermShown { words, means, rule })
            .collect(),
    };
    Json(hall.games.all().iter().map(shown).collect())
}

/// One scenario.
#[utoipa::path(get, path = "/api/games/{game}/scenarios/{scenario}",
    params(("game" = String, Path), ("scenario" = String, Path)),
    responses((status = 200, body = ScenarioShown), (status = 404, body = crate::guard::Refused)))]
pub(crate) async fn scenario(
    State(hall): State<Arc<Hall>>,
    Path((game, scenario)): Path<(String, String)>,
) -> Given<Json<ScenarioShown>> {
    let game = hall.game(&game).map_err(no)?;
    let scenario = game.scenario(&scenario).map_err(no)?;
    let (seats, view) = hall.sample(game, scenario).await.map_err(no)?;
    let (name, text) = (scenario.name.clone(), scenario.text.clone());
    let Brief { title, about, length } = (game.brief)(scenario);
    Ok(Json(ScenarioShown { game: game.name, name, title, about, length, text, seats, scene: view.scene }))
}

/// The armies of a scenario, with everything on their cards.
#[utoipa::path(get, path = "/api/games/{game}/scenarios/{scenario}/armies",
    params(("game" = String, Path), ("scenario" = String, Path)),
    responses((status = 200, body = Vec<Army>), (status = 404, body = crate::guard::Refused)))]
pub(crate) async fn armies(
    State(hall): State<Arc<Hall>>,
    Path((game, scenario)): Path<(String, String)>,
) -> Given<Json<Vec<Army>>> {
    let game = hall.game(&game).map_err(no)?;
    let scenario = game.scenario(&scenario).map_err(no)?;
    hall.with_sample(game, scenario, |battle| Ok(Json(mustered(battle)))).await.map_err(no)
}

fn mustered(battle: &dyn AnyBattle) -> Vec<Army> {
    let known = battle.known(Viewer::All);
    let Scene { pieces, aside, .. } = battle.view(Viewer::All, 0).scene;
    let mut units: Vec<Muster> = pieces
        .into_iter()
        .chain(aside)
        .map(|piece| {
            let card = known.inspect(piece.id, &[]).map(|found| found.card).unwrap_or_default();
            Muster { piece, card }
        })
        .collect();
    // Handles are drawn at random: by formation and name the list is the same each time.
    units.sort_by(|a, b| {
        (&a.piece.banner, &a.piece.kind, &a.piece.name).cmp(&(&b.piece.banner, &b.piece.kind, &b.piece.name))
    });
    let mut armies: Vec<Army> = Vec::new();
    for seat in battle.seats() {
        if armies.iter().all(|army| army.side != seat.side) {
            armies.push(Army { side: seat.side, name: seat.name.clone(), units: Vec::new() });
        }
    }
    for unit in units {
        if let Some(army) = armies.iter_mut().find(|army| army.side == unit.piece.side) {
            army.units.push(unit);
        }
    }
    armies
}
