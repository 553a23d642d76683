//! umpire
