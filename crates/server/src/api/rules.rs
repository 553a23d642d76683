//! The rule book.

// The description's derive names types by their paths.
#![allow(unused_qualifications)]

use super::Given;
use crate::guard::refuse;
use axum::Json;
use axum::extract::{Path, Query};
use serde::Deserialize;
use umpire::Code;
use umpire::book::{BOOK, Rule, find, search as search_book};
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

/// Rules that contain all words.
#[utoipa::path(get, path = "/api/rules", params(Search), responses((status = 200, description = "at most 100 rules")))]
pub(crate) async fn search(Query(Search { words }): Query<Search>) -> Given<Json<Vec<&'static Rule>>> {
    if words.len() > LONGEST {
        return Err(refuse(Code::TooLong, "a search has at most 200 bytes"));
    }
    let words: Vec<&str> = words.split_whitespace().collect();
    Ok(Json(search_book(&words).into_iter().take(MOST).collect()))
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

/// The names of the registers.
#[utoipa::path(get, path = "/api/registers", responses((status = 200, body = Vec<String>)))]
pub(crate) async fn registers() -> Json<Vec<&'static str>> {
    let mut names: Vec<&str> = BOOK.iter().map(|rule| rule.file).collect();
    names.sort_unstable();
    names.dedup();
    Json(names)
}

/// All rules of one register, in its order.
#[utoipa::path(get, path = "/api/registers/{name}", params(("name" = String, Path)),
    responses((status = 200, description = "its rules"), (status = 404, body = crate::guard::Refused)))]
pub(crate) async fn register(Path(name): Path<String>) -> Given<Json<Vec<&'static Rule>>> {
    let mut rules: Vec<&Rule> = BOOK.iter().filter(|rule| rule.file == name).collect();
    rules.sort_by_key(|rule| rule.line);
    if rules.is_empty() {
        let (_, body) = refuse(Code::BadRequest, "there is no such register");
        return Err((axum::http::StatusCode::NOT_FOUND, body));
    }
    Ok(Json(rules))
}
