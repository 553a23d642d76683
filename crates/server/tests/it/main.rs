//! The server over real sockets on the loopback interface.

mod abuse;
mod again;
mod basics;
mod client;
mod cut;
mod described;
mod house;
mod nodes;
mod odd;
mod past;
mod slow;
mod thinking;
mod tokens;
mod too_long;
mod wire;
