//! What operators look at.

use crate::hall::Hall;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// Is it well?
#[utoipa::path(get, path = "/health", responses((status = 200, body = String), (status = 503, body = String)))]
pub(crate) async fn health(State(hall): State<Arc<Hall>>) -> (StatusCode, &'static str) {
    if hall.archive.stopped().is_some() {
        return (StatusCode::SERVICE_UNAVAILABLE, "the archive takes no more\n");
    }
    if *hall.stopping.borrow() {
        return (StatusCode::SERVICE_UNAVAILABLE, "stopping\n");
    }
    (StatusCode::OK, "well\n")
}

/// Numbers, in Prometheus form.
#[utoipa::path(get, path = "/metrics", responses((status = 200, body = String)))]
pub(crate) async fn metrics(State(hall): State<Arc<Hall>>) -> Response {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], hall.metrics.text()).into_response()
}
