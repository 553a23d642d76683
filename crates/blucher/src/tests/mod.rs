//! Tests, one file for each section of the register, named after its items.

mod adv;
mod cbt;
mod cbt_again;
mod cbt_divide;
mod charge_to_combat;
mod combat_odds;
mod contact;
mod crs_combat;
mod fight;
mod mom;
mod res;
mod urb_combat;
