//! The playing surface and the geometry on it: poses, footprints, distances, sweeps, contact, reach,
//! terrain and sight. It knows no game and no dice.
//!
//! What is stored is whole: lengths in grains of 1/10 000 of the game's unit ([`grain`]), headings in
//! grains of 1/1000 degree ([`heading`]). Queries compute with `f64` in grains, by `+ − × ÷ √` and `libm`
//! only, in a fixed order, so that every machine gives the same bits. A query answers with the reason:
//! which piece, which point.

pub mod area;
pub mod body;
pub mod border;
pub mod contact;
pub mod convex;
pub mod corridor;
pub mod distance;
pub mod gap;
pub mod grain;
pub mod ground;
pub mod heading;
pub mod index;
pub mod meeting;
pub mod overlap;
pub mod point;
pub mod polygon;
pub mod pose;
pub mod reach;
pub mod rect;
pub mod segment;
pub mod sight;
pub mod sweep;
pub mod terrain;
pub mod vec2;
pub mod zone;
