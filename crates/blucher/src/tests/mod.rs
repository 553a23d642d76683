//! Tests, one file for each section of the register, named after its items.

mod chg;
mod mom;
