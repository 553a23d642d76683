//! Tests, one file for each section of the register, named after its items.

mod amm;
mod dic;
mod fir;
mod fire_elsewhere;
mod fire_examples;
mod fire_rulings;
mod hit;
mod lof;
mod mom;
mod sho;
mod tgt;
