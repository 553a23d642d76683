//! The page is built into the program if the feature `page` asks for it and web/dist is there.

use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(page_built)");
    if std::env::var_os("CARGO_FEATURE_PAGE").is_none() {
        return;
    }
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/dist");
    println!("cargo::rerun-if-changed={}", page.display());
    if page.join("index.html").exists() {
        println!("cargo::rustc-cfg=page_built");
    } else {
        println!(
            "cargo::warning=there is no web/dist: the program is built without its page (`npm ci && npm run build` in web/)"
        );
    }
}
