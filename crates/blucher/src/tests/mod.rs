//! Tests, one file for each section of the register, named after its items.

mod amb_charge;
mod amb_sight;
mod chg;
mod con;
mod ex_charge;
mod ground_charge;
mod hidden_units;
mod mom;
mod ter;
mod vis;
