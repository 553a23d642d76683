//! Bodies that may be long: nothing of them is read before it is known that it may be asked for.

use super::{Given, read};
use crate::guard::{no, refuse};
use crate::hall::Hall;
use crate::pool::{Turn, now};
use axum::Json;
use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, StatusCode, header};
use serde::de::DeserializeOwned;
use std::net::IpAddr;
use std::sync::Arc;
use umpire::Code;

/// The turn of whoever brought a long body: until it is dropped, nobody else's is in memory but as it came.
pub(crate) type Brought = Option<Arc<Turn>>;

impl Hall {
    /// What a body asks for. Of long ones an address sends one at a time, and one in all is read.
    pub(crate) async fn body<T>(&self, address: IpAddr, request: Request) -> Given<(T, Brought)>
    where
        T: DeserializeOwned + Send + 'static,
    {
        if length(request.headers()).is_some_and(|length| length <= self.limits.body) {
            return Ok((read(Json::from_request(request, &()).await)?, None));
        }
        if !says_json(request.headers()) {
            return Err(refuse(Code::BadRequest, "a body of `Content-Type: application/json` is wanted"));
        }
        let own = self.addresses.pasts(address).soon().await.map_err(no)?;
        let body = Bytes::from_request(request, &()).await.map_err(|rejection| {
            let long = rejection.status() == StatusCode::PAYLOAD_TOO_LARGE;
            refuse(if long { Code::TooLong } else { Code::BadRequest }, &rejection.body_text())
        })?;
        let turn = Arc::new(self.brought.soon().await.map_err(no)?);
        let parsed = now((own, Arc::clone(&turn)), move || Json::from_bytes(&body)).await.map_err(no)?;
        Ok((read(parsed)?, Some(turn)))
    }
}

fn length(headers: &HeaderMap) -> Option<usize> {
    headers.get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

fn says_json(headers: &HeaderMap) -> bool {
    headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"))
}
