//! Tests, one file for each section of the register, named after its items.

mod crs;
mod dif;
mod eng;
mod mea;
mod mom;
mod mov;
mod obj;
mod orders;
mod pre;
mod rsv;
mod rti;
mod sim;
