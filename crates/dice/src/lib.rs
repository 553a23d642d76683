//! dice
