//! The games this program plays, and where its randomness comes from.

use umpire::Games;

/// Every game built into the program.
pub(crate) fn all() -> Games {
    let games = Games::new().with::<blucher::Blucher>(blucher::scenarios());
    #[cfg(feature = "reference")]
    let games = games.with::<reference::Picket>(reference::scenarios());
    games
}

/// Random bytes from the operating system.
///
/// # Panics
/// If the operating system has none: without them no battle can be opened fairly.
pub(crate) fn entropy() -> [u8; 32] {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    bytes
}
