//! What computer players keep to.

mod common;
mod fair;
mod players;
