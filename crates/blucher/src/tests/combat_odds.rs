//! Odds of combat.
