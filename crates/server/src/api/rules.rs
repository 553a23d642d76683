//! The rule book.

// The description's derive names types by their paths.
#![allow(unused_qualifications)]

use super::Given;
use crate::guard::{no, refuse};
use crate::hall::Hall;
use axum::Json;
use axum::extract::{Path, Query, State};
use serde::Deserialize;
use std::sync::Arc;
use umpire::Code;
use umpire::book::{Rule, book, find, search as search_books};
use utoipa::IntoParams;

/// The most rules that a search gives.
const MOST: usize = 100;

/// The longest search, in bytes.
const LONGEST: usize = 200;

/// What to look for.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub(crate) struct Search {
    /// Words that a rule must contain, all of them.
    words: String,
}

/// Rules of the games that are played here which contain all words.
#[utoipa::path(get, path = "/api/rules", params(Search), responses((status = 200, description = "at most 100 rules")))]
pub(crate) async fn search(
    State(hall): State<Arc<Hall>>,
    Query(Search { words }): Query<Search>,
) -> Given<Json<Vec<&'static Rule>>> {
    if words.len() > LONGEST {
        return Err(refuse(Code::TooLong, "a search has at most 200 bytes"));
    }
    let words: Vec<&str> = words.split_whitespace().collect();
    let played =
        |rule: &&Rule| rule.in_book && hall.games.all().iter().any(|game| game.book.contains(&rule.file));
    Ok(Json(search_books(&words).into_iter().filter(played).take(MOST).collect()))
}

/// One rule.
#[utoipa::path(get, path = "/api/rules/{id}", params(("id" = String, Path)),
    responses((status = 200, description = "the rule"), (status = 404, body = crate::guard::Refused)))]
pub(crate) async fn one(Path(id): Path<String>) -> Given<Json<&'static Rule>> {
    find(&id.to_uppercase()).map(Json).ok_or_else(|| {
        let (_, body) = refuse(Code::BadRequest, "there is no such rule");
        (axum::http::StatusCode::NOT_FOUND, body)
    })
}

/// The rule book of a game that is played here: its rules in their order, the rulings after them.
#[utoipa::path(get, path = "/api/games/{game}/book", params(("game" = String, Path)),
    responses((status = 200, description = "its rules"), (status = 404, body = crate::guard::Refused)))]
pub(crate) async fn of_game(
    State(hall): State<Arc<Hall>>,
    Path(game): Path<String>,
) -> Given<Json<Vec<&'static Rule>>> {
    Ok(Json(book(hall.game(&game).map_err(no)?.book)))
}
