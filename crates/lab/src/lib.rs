//! Many battles between computer players, and what they say.
//!
//! A [`Run`] names what is fought; [`refight`] fights it on several threads and writes one row a battle into a
//! [`Folder`], in the order of the battles, so that the number of threads never shows. [`summary`] reads the rows
//! and [`report`] draws what they say. A [`Duel`] asks which of two players is the better one, and stops when the
//! answer is clear.
//!
//! The lab reads battles through the contract: scenes, events' lines, outcomes. The little that a scene cannot tell
//! a game says by its [`Reader`].

mod agree;
mod battle;
mod crew;
mod duel;
mod fault;
mod fields;
mod folder;
mod ground;
mod keep;
mod merge;
mod reader;
mod record;
mod refight;
pub mod report;
mod rows;
mod run;
pub mod sprt;
pub mod stats;
pub mod summary;
mod watch;

pub use battle::{Bout, Fought};
pub use duel::{Behaviour, Duel, DuelResult, HELD_OUT, TUNING, Verdict};
pub use fault::Fault;
pub use fields::{Beginning, Field, Fields};
pub use folder::Folder;
pub use keep::Kept;
pub use merge::{Joined, merge};
pub use reader::{Charges, Reader};
pub use record::{Fallen, Fate, Loss, Record, Row, SideRow, Stand, TABLES, TerrainRow};
pub use refight::{Done, refight};
pub use rows::Rows;
pub use run::{FORMAT, Run, Shard};
