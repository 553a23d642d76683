//! The page is built into the program only if it was built before, and asked for by the feature `page`.

use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var_os("CARGO_FEATURE_PAGE").is_none() {
        return;
    }
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/dist");
    println!("cargo::rerun-if-changed={}", page.display());
    if !page.join("index.html").exists() {
        println!(
            "cargo::error=the feature `page` needs web/dist: run `npm ci && npm run build` in web/ first"
        );
    }
}
