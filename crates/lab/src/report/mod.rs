//! The report: one HTML file with everything in it, to be read on a screen or on paper. It shows a [`Summary`] and
//! computes nothing of its own.
//!
//! [`Summary`]: crate::summary::Summary

mod map;
mod page;
mod plot;
mod sections;

pub use map::Drawing;
pub use page::report;
