//! What computer players keep to.

mod caps;
#[path = "../../examples/caps/clock.rs"]
mod clock;
mod common;
mod fair;
mod players;
