//! ADV
