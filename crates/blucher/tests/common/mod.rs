//! What Blücher is tried on.

use umpire::Scenario;

/// All kinds of terrain are in one of them.
pub(crate) fn scenarios() -> Vec<Scenario> {
    let named = |name: &str, text: &str| Scenario { name: name.to_owned(), text: text.to_owned() };
    vec![
        named("ridge", include_str!("../scenarios/ridge.toml")),
        named("bridge", include_str!("../scenarios/bridge.toml")),
        named("clash", include_str!("../scenarios/clash.toml")),
        named("shoulder", include_str!("../scenarios/shoulder.toml")),
        named("melee", include_str!("../scenarios/melee.toml")),
    ]
}
