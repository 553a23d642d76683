//! The games that battles can be fought of, with their types erased.

use crate::battle::{Bout, Fought, begin, failed, fight};
use crate::reader::Reader;
use dice::{Seed, Stream};
use std::panic::{AssertUnwindSafe, catch_unwind};
use umpire::{Known, Scenario, Scene, Staff, Viewer};

/// The games of a program.
#[derive(Default)]
pub struct Fields {
    fields: Vec<Field>,
}

/// A game that battles can be fought of.
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// The version of its rules.
    pub rules: u32,
    /// Scenarios that come with it.
    pub scenarios: Vec<Scenario>,
    fight: Box<dyn Fn(&Bout<'_>) -> Fought + Send + Sync>,
    begin: fn(&Scenario) -> Result<Beginning, String>,
}

/// A scenario as it is set up.
pub struct Beginning {
    /// The names of the two sides.
    pub sides: [String; 2],
    /// The table.
    pub scene: Scene,
}

impl Fields {
    /// No games yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a game with its scenarios and how it is read.
    pub fn with<G: Staff>(mut self, scenarios: Vec<Scenario>, reader: Reader<G>) -> Self {
        self.fields.push(Field {
            name: G::NAME,
            rules: G::RULES,
            scenarios,
            fight: Box::new(move |bout| fight::<G>(bout, &reader)),
            begin: beginning::<G>,
        });
        self
    }

    /// All games.
    pub fn all(&self) -> &[Field] {
        &self.fields
    }

    /// The game of this name.
    pub fn game(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.name == name)
    }
}

fn beginning<G: Staff>(scenario: &Scenario) -> Result<Beginning, String> {
    let seed = Seed::new([0; 32]);
    let state = begin::<G>(scenario, &seed, &mut Stream::new(&seed))?;
    let scene = G::scene(&Known::<G>::imagined(&state, Viewer::All));
    let name = |side: u8| {
        let seat = G::seats(&state).into_iter().find(|info| info.side == side);
        seat.map_or_else(|| format!("side {side}"), |info| info.name.into_owned())
    };
    Ok(Beginning { sides: [name(0), name(1)], scene })
}

impl Field {
    /// Sets a scenario up, to see whether it can be fought and what it looks like.
    pub fn begin(&self, scenario: &Scenario) -> Result<Beginning, String> {
        (self.begin)(scenario)
    }

    /// Fights a battle. A panic of the game or of a player is a record with a note, not the end of the run.
    pub fn fight(&self, bout: &Bout<'_>) -> Fought {
        // Nothing of the battle outlives the panic, so nothing half done can be seen.
        catch_unwind(AssertUnwindSafe(|| (self.fight)(bout))).unwrap_or_else(|panic| {
            let words = panic.downcast_ref::<String>().map(String::as_str);
            let words = words.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without words");
            failed(bout, &format!("panic: {words}"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use marshal::Level;

    #[test]
    fn a_panic_is_a_row_with_a_note() {
        let field = Field {
            name: "none",
            rules: 1,
            scenarios: Vec::new(),
            fight: Box::new(|bout| panic!("nobody\ncame to {}", bout.battle)),
            begin: |_| Err("never".to_owned()),
        };
        let scenario = Scenario { name: "none".to_owned(), text: String::new() };
        let (levels, seed) = ([Level::Recruit; 2], Seed::new([7; 32]));
        let bout = Bout { battle: 3, scenario: &scenario, levels, work: 1, seed, trace: false };
        let row = field.fight(&bout).record.row;
        assert_eq!((row.battle, row.ended(), row.note.as_str()), (3, false, "panic: nobody came to 3"));
        assert_eq!(row.seed, "07".repeat(32));
    }
}
