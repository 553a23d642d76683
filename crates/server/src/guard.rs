//! What is checked and added around every request: where it comes from, how much of it, and the headers that keep
//! browsers from being tricked.

use crate::hall::Hall;
use axum::Json;
use axum::body::Body;
use axum::extract::{Extension, Request, State};
use axum::http::header::{self, HeaderName};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt, stream};
use serde::Serialize;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;
use tokio::time::{Instant, timeout_at};
use umpire::{Answer, Code, Trouble};
use utoipa::ToSchema;

/// Where a request comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Address(pub(crate) IpAddr);

/// How the server is reached.
#[derive(Clone, Debug, Default)]
pub struct Front {
    /// It stands behind a proxy that adds the client's address to `X-Forwarded-For`.
    pub proxied: bool,
    /// Other origins than the server's own from which pages may speak to it.
    pub origins: Vec<String>,
}

/// An error over HTTP.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Refused {
    #[schema(schema_with = crate::api::umpires::trouble)]
    error: Trouble,
}

/// An error over HTTP with its status.
pub(crate) fn refuse(code: Code, sentence: &str) -> (StatusCode, Json<Refused>) {
    no(Answer::error(code, sentence))
}

/// The same for an answer of the umpire.
pub(crate) fn no(answer: Answer) -> (StatusCode, Json<Refused>) {
    let error = match answer {
        Answer::Error(trouble) => trouble,
        Answer::Refused(_) | Answer::Needs(_) => Trouble {
            code: Code::BadRequest,
            sentence: "the rules refuse it".to_owned(),
            problems: Vec::new(),
        },
    };
    let status = match error.code {
        Code::UnknownBattle | Code::UnknownGame | Code::UnknownScenario => StatusCode::NOT_FOUND,
        Code::NotForYou => StatusCode::FORBIDDEN,
        Code::TooMany | Code::TooFast => StatusCode::TOO_MANY_REQUESTS,
        Code::TooLong => StatusCode::PAYLOAD_TOO_LARGE,
        Code::Unavailable | Code::GoingAway => StatusCode::SERVICE_UNAVAILABLE,
        Code::NotBegun => StatusCode::CONFLICT,
        Code::Defect => StatusCode::INTERNAL_SERVER_ERROR,
        _ => StatusCode::BAD_REQUEST,
    };
    (status, Json(Refused { error }))
}

/// Nothing is loaded from elsewhere, nothing inline is run, nobody frames the page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
                      connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 7] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
];

/// Checks a request and dresses its answer.
pub(crate) async fn guard(
    State((hall, front)): State<(Arc<Hall>, Arc<Front>)>,
    Extension(peer): Extension<Address>,
    mut request: Request,
    next: Next,
) -> Response {
    let address = if front.proxied { forwarded(request.headers()).unwrap_or(peer) } else { peer };
    request.extensions_mut().insert(address);
    let late = Arc::new(AtomicBool::new(false));
    let (within, told) = (hall.limits.whole_body, Arc::clone(&late));
    let request = request.map(|body| timed(body, within, told));
    let api = request.uri().path().starts_with("/api");
    let mut response = if api && !hall.addresses.may_ask(address.0) {
        hall.metrics.turned_away.fetch_add(1, Relaxed);
        refuse(Code::TooFast, "your address asks too much").into_response()
    } else if api && !own_origin(&request, &front) {
        hall.metrics.turned_away.fetch_add(1, Relaxed);
        refuse(Code::NotForYou, "this page comes from elsewhere").into_response()
    } else {
        next.run(request).await
    };
    if late.load(Relaxed) {
        hall.metrics.turned_away.fetch_add(1, Relaxed);
        let (_, body) = refuse(Code::BadRequest, "the body of the request did not come in time");
        response = (StatusCode::REQUEST_TIMEOUT, body).into_response();
    }
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    if api {
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

/// The same body, which ends with an error if it is not whole in time; then `late` is set.
fn timed(body: Body, within: Duration, late: Arc<AtomicBool>) -> Body {
    let until = Instant::now() + within;
    let parts = stream::unfold(Some((body.into_data_stream(), late)), move |rest| async move {
        let (mut rest, late) = rest?;
        match timeout_at(until, rest.next()).await {
            Ok(Some(Ok(bytes))) => Some((Ok(bytes), Some((rest, late)))),
            Ok(Some(Err(error))) => Some((Err(error), None)),
            Ok(None) => None,
            Err(slow) => {
                late.store(true, Relaxed);
                Some((Err(axum::Error::new(slow)), None))
            }
        }
    });
    Body::from_stream(parts)
}

/// The client as the proxy next to us saw it: the last of the list. What comes before it anybody can write.
fn forwarded(headers: &HeaderMap) -> Option<Address> {
    let last = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
    last.rsplit(',').next()?.trim().parse().ok().map(Address)
}

/// A browser says from which page a request comes. Programs say nothing and may pass; reading is for everybody.
fn own_origin(request: &Request, front: &Front) -> bool {
    let upgrade = request.headers().contains_key(header::UPGRADE);
    if matches!(*request.method(), Method::GET | Method::HEAD) && !upgrade {
        return true;
    }
    let mut origins = request.headers().get_all(header::ORIGIN).iter();
    let Some(origin) = origins.next() else { return true };
    let (Ok(origin), None) = (origin.to_str(), origins.next()) else { return false };
    if front.origins.iter().any(|allowed| allowed == origin) {
        return true;
    }
    let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok());
    let place = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    place.is_some() && place == host
}

#[cfg(test)]
mod tests {
    use super::*;

    fn socket(headers: &[(&str, &str)]) -> Request {
        let mut request = Request::builder().uri("/api/socket").header("upgrade", "websocket");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        request.body(Body::empty()).unwrap()
    }

    #[test]
    fn only_our_own_page_may_open_sockets() {
        let front = Front { proxied: false, origins: vec!["https://play.example".to_owned()] };
        let own = |headers: &[(&str, &str)]| own_origin(&socket(headers), &front);
        let host = ("host", "127.0.0.1:1815");
        assert!(own(&[host]), "a program");
        assert!(own(&[host, ("origin", "http://127.0.0.1:1815")]));
        assert!(own(&[host, ("origin", "https://127.0.0.1:1815")]), "behind a proxy that speaks TLS");
        assert!(own(&[host, ("origin", "https://play.example")]));
        assert!(!own(&[host, ("origin", "http://127.0.0.1:1816")]));
        assert!(!own(&[host, ("origin", "http://evil.example")]));
        assert!(!own(&[host, ("origin", "null")]));
        assert!(!own(&[host, ("origin", "127.0.0.1:1815")]));
        assert!(!own(&[("origin", "http://127.0.0.1:1815")]), "no host to compare with");
        let twice = [host, ("origin", "http://127.0.0.1:1815"), ("origin", "http://evil.example")];
        assert!(!own(&twice));
    }

    #[test]
    fn only_the_nearest_proxy_is_believed() {
        let list = |values: &[&'static str]| {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append("x-forwarded-for", HeaderValue::from_static(value));
            }
            forwarded(&headers).map(|Address(ip)| ip.to_string())
        };
        assert_eq!(list(&["1.1.1.1, 10.0.0.7"]).as_deref(), Some("10.0.0.7"));
        assert_eq!(list(&["1.1.1.1", "10.0.0.8"]).as_deref(), Some("10.0.0.8"));
        assert_eq!(list(&["nonsense"]), None);
        assert_eq!(list(&[]), None);
    }
}
