//! The page: files from a folder, or those built into the program.

use axum::Router;
use std::path::Path;
use tower_http::services::ServeDir;

/// Serves the page from a folder.
pub(crate) fn folder<S: Clone + Send + Sync + 'static>(folder: &Path) -> Router<S> {
    Router::new().fallback_service(ServeDir::new(folder))
}

/// Serves the page built into the program.
#[cfg(page_built)]
pub(crate) fn built_in<S: Clone + Send + Sync + 'static>() -> Router<S> {
    use axum::http::{StatusCode, Uri, header};
    use axum::response::IntoResponse;

    #[derive(rust_embed::RustEmbed)]
    #[folder = "../../web/dist"]
    struct Built;

    async fn file(uri: Uri) -> impl IntoResponse {
        let path = uri.path().trim_start_matches('/');
        let path = if path.is_empty() { "index.html" } else { path };
        let Some(file) = Built::get(path) else {
            return (StatusCode::NOT_FOUND, "there is no such file").into_response();
        };
        // What Vite puts into `assets` has its hash in its name.
        let cache =
            if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
        let kind = file.metadata.mimetype().to_owned();
        ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, cache.to_owned())], file.data).into_response()
    }
    Router::new().fallback(file)
}

/// Says that there is no page.
#[cfg(not(page_built))]
pub(crate) fn built_in<S: Clone + Send + Sync + 'static>() -> Router<S> {
    use axum::http::{StatusCode, Uri};

    async fn none(uri: Uri) -> (StatusCode, &'static str) {
        if uri.path() == "/" {
            let words = "This program was built without its page. Build it with the feature `page` when web/dist is there \
                         (`cargo play` does), or name a folder with --page.\n";
            return (StatusCode::NOT_FOUND, words);
        }
        (StatusCode::NOT_FOUND, "there is no such file\n")
    }
    Router::new().fallback(none)
}
