//! HTTP: one file a resource.

pub(crate) mod battles;
pub(crate) mod bodies;
pub(crate) mod branch;
pub(crate) mod chairs;
pub(crate) mod games;
pub(crate) mod health;
pub(crate) mod journals;
pub(crate) mod rules;
pub(crate) mod umpires;

use crate::guard::{Refused, no, refuse};
use crate::hall::Hall;
use crate::socket;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use std::sync::Arc;
use umpire::{Answer, Code};
use utoipa::OpenApi;

/// What a handler gives: something, or an error with its status.
pub(crate) type Given<T> = Result<T, (StatusCode, Json<Refused>)>;

/// The interface, described for programs.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Grognard",
        description = "Battles over HTTP. The messages of the socket are in server.schema.json."
    ),
    paths(
        games::list,
        games::scenario,
        games::armies,
        battles::open,
        battles::mine,
        battles::intents,
        journals::journal,
        chairs::renew,
        chairs::requests,
        chairs::stream,
        rules::search,
        rules::one,
        rules::of_game,
        health::health,
        health::metrics
    )
)]
pub struct Description;

/// Everything under `/api`, and what operators look at.
pub(crate) fn routes(hall: Arc<Hall>) -> Router {
    let body = DefaultBodyLimit::max(hall.limits.body);
    Router::new()
        .route("/api/games", get(games::list))
        .route("/api/games/{game}/scenarios/{scenario}", get(games::scenario))
        .route("/api/games/{game}/scenarios/{scenario}/armies", get(games::armies))
        .route("/api/battles", post(battles::open).layer(DefaultBodyLimit::max(hall.limits.journal)))
        .route("/api/battles/mine", post(battles::mine))
        .route("/api/battles/{battle}/intents", get(battles::intents))
        .route("/api/battles/{battle}/journal", get(journals::journal))
        .route("/api/battles/{battle}/token", post(chairs::renew))
        .route("/api/battles/{battle}/requests", post(chairs::requests))
        .route("/api/battles/{battle}/stream", get(chairs::stream))
        .route("/api/socket", get(socket::open))
        .route("/api/rules", get(rules::search))
        .route("/api/rules/{id}", get(rules::one))
        .route("/api/games/{game}/book", get(rules::of_game))
        .route("/api/openapi.json", get(|| async { Json(Description::openapi()) }))
        .route("/api", get(nothing))
        .route("/api/{*rest}", axum::routing::any(nothing))
        .route("/health", get(health::health))
        .route("/metrics", get(health::metrics))
        .layer(body)
        .with_state(hall)
}

async fn nothing() -> (StatusCode, Json<Refused>) {
    let (_, body) = refuse(Code::BadRequest, "there is nothing here");
    (StatusCode::NOT_FOUND, body)
}

/// A JSON body that could not be read is an error like any other.
pub(crate) fn read<T>(body: Result<Json<T>, axum::extract::rejection::JsonRejection>) -> Given<T> {
    match body {
        Ok(Json(read)) => Ok(read),
        Err(rejection) => {
            let long = rejection.status() == StatusCode::PAYLOAD_TOO_LARGE;
            let code = if long { Code::TooLong } else { Code::BadRequest };
            Err(no(Answer::error(code, rejection.body_text())))
        }
    }
}
