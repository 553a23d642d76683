//! Computer players for any game that brings its [`Staff`].
//!
//! A player is given what its seat knows, [`Known`], and nothing else: no function here takes a battle or a true
//! state, so it cannot see what is hidden. What it does not know it imagines, by dice of its own. With the same
//! knowledge, seed and amount of work it always decides the same; with a deadline it decides the best it has found.
//!
//! | level | how it decides |
//! | --- | --- |
//! | Recruit | by chance, among what is legal; never concedes |
//! | Sergeant | by the game's rules of thumb |
//! | Colonel | compares the postures of the game's staff by what comes of the turn in imagined worlds |
//! | Marshal | compares postures and single plans by some turns between good players |

mod budget;
mod chief;
mod choose;
mod colonel;
mod level;
mod pace;
mod play_out;
mod players;
mod recruit;
mod search;
mod sergeant;
#[cfg(test)]
mod testing;

pub use budget::{Budget, Progress};
pub use choose::{Chosen, choose, judged};
pub use level::Level;
pub use pace::Pace;
pub use players::{AnyChosen, NoPlayer, Players};

pub use umpire::{Known, Staff};
