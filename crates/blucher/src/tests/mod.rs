//! Tests, one file for each section of the register, named after its items.

mod mom;
mod ret;
mod ret_crossing;
mod ret_end;
mod ret_fire;
mod ret_path;
mod retreating;
