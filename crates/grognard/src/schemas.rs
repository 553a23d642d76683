//! The schemas of the protocol, generated from its types.

use crate::{Stop, games};
use schemars::{Schema, schema_for};
use std::fs;
use std::path::Path;
use umpire::Journal;
use umpire::protocol::{Reply, Request};

/// Writes one file for each: requests, replies, journals, the steps of each game, and scenarios.
pub(crate) fn write(folder: &Path) -> Result<(), Stop> {
    for (name, schema) in all() {
        let path = folder.join(name);
        let text = serde_json::to_string_pretty(&schema).map_err(|e| Stop::Bad(e.to_string()))? + "\n";
        fs::write(&path, text).map_err(|e| Stop::Bad(format!("{}: {e}", path.display())))?;
    }
    Ok(())
}

fn all() -> Vec<(String, Schema)> {
    let mut schemas = vec![
        ("request.schema.json".to_owned(), schema_for!(Request)),
        ("reply.schema.json".to_owned(), schema_for!(Reply)),
        ("journal.schema.json".to_owned(), schema_for!(Journal)),
        ("blucher.scenario.schema.json".to_owned(), schema_for!(blucher::scenario::Written)),
    ];
    for game in games::all().all() {
        schemas.push((format!("{}.step.schema.json", game.name), game.step_schema.clone()));
    }
    schemas
}

#[cfg(all(test, feature = "reference"))]
mod tests {
    use super::*;

    /// What stands in docs/protocol is what the types say: `cargo xtask schemas` writes it anew.
    #[test]
    fn the_written_schemas_are_up_to_date() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/protocol");
        for (name, schema) in all() {
            let written = fs::read_to_string(folder.join(&name)).unwrap_or_default();
            let now = serde_json::to_string_pretty(&schema).unwrap() + "\n";
            assert!(written == now, "docs/protocol/{name} is out of date: run `cargo xtask schemas`");
        }
    }
}
