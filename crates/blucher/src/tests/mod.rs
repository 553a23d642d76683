//! Tests, one file for each section of the register, named after its items.

mod amb_charge;
mod amb_sight;
mod chg;
mod con;
mod crs;
mod dif;
mod eng;
mod ex_charge;
mod ground_charge;
mod hidden_units;
mod mea;
mod mom;
mod mov;
mod obj;
mod orders;
mod pre;
mod rsv;
mod rti;
mod sim;
mod ter;
mod vis;
