//! RES
