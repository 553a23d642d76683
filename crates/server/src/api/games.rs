//! The games and their scenarios.

use super::Given;
use crate::guard::no;
use crate::hall::Hall;
use axum::Json;
use axum::extract::{Path, State};
use serde::Serialize;
use std::sync::Arc;
use umpire::{GameEntry, Scene, SeatInfo};
use utoipa::ToSchema;

/// A game that can be played here.
#[derive(Serialize, ToSchema)]
pub(crate) struct GameShown {
    /// Its name.
    name: &'static str,
    /// The version of its rules.
    rules: u32,
    /// The names of its scenarios.
    scenarios: Vec<String>,
    /// How well the computer can play it, from worst to best.
    levels: Vec<String>,
}

/// A scenario, looked at before anybody plays it.
#[derive(Serialize, ToSchema)]
pub(crate) struct ScenarioShown {
    game: &'static str,
    name: String,
    /// As it is written (TOML).
    text: String,
    #[schema(value_type = Vec<Object>)]
    seats: Vec<SeatInfo>,
    /// The table as the public sees it before the first choice.
    #[schema(value_type = Object)]
    scene: Scene,
}

/// The games, their scenarios and the levels of the computer.
#[utoipa::path(get, path = "/api/games", responses((status = 200, body = Vec<GameShown>)))]
pub(crate) async fn list(State(hall): State<Arc<Hall>>) -> Json<Vec<GameShown>> {
    let shown = |game: &GameEntry| GameShown {
        name: game.name,
        rules: game.rules,
        scenarios: game.scenarios.iter().map(|scenario| scenario.name.clone()).collect(),
        levels: hall.players.levels(game.name),
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
    Ok(Json(ScenarioShown { game: game.name, name, text, seats, scene: view.scene }))
}
