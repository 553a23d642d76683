//! Facts: values and who knows them. Doubts: rules that hang on a fact somebody does not know.

use crate::RuleId;
use crate::seat::{Seats, Viewer};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A value and the seats that know it. In the true state the value is always there; in a known state it
/// is blank for whoever does not know it. Prints as `?`, so that no log tells it by accident.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fact<T> {
    value: Option<T>,
    to: Seats,
}

impl<T> Fact<T> {
    /// A value that only these know.
    pub const fn secret(value: T, to: Seats) -> Self {
        Self { value: Some(value), to }
    }

    /// A value that everybody knows.
    pub const fn open(value: T) -> Self {
        Self::secret(value, Seats::EVERYBODY)
    }

    /// The value, if whoever holds this state knows it.
    pub const fn get(&self) -> Option<&T> {
        self.value.as_ref()
    }

    /// The value for a rule that depends on it. Where it is blank the rule's id is noted as a doubt, and
    /// the rule must permit: the truth will decide.
    pub fn ask(&self, rule: RuleId, doubts: &mut Doubts) -> Option<&T> {
        if self.value.is_none() {
            doubts.note(rule);
        }
        self.value.as_ref()
    }

    /// The value in a true or imagined state.
    ///
    /// # Panics
    /// If the fact is blank: the true state has no blank facts, so a known state was played on.
    #[track_caller]
    pub const fn truth(&self) -> &T {
        self.value.as_ref().expect("a blank fact was read as the truth")
    }

    /// Who knows it.
    pub const fn audience(&self) -> Seats {
        self.to
    }

    /// Does this viewer know it?
    pub const fn known_to(&self, viewer: Viewer) -> bool {
        self.to.has(viewer)
    }

    /// From now on these know it too. Nobody ever forgets.
    pub const fn tell(&mut self, more: Seats) {
        self.to = self.to.and(more);
    }

    /// A new value under the same audience.
    pub fn set(&mut self, value: T) {
        self.value = Some(value);
    }

    /// Blanks the value unless this viewer knows it.
    pub fn redact(&mut self, viewer: Viewer) {
        if !self.known_to(viewer) {
            self.value = None;
        }
    }

    /// Puts a value into a blank fact: how an imagined world is made. A fact that is known stays.
    pub fn imagine(&mut self, value: impl FnOnce() -> T) {
        if self.value.is_none() {
            self.value = Some(value());
        }
    }
}

impl<T> fmt::Debug for Fact<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("?")
    }
}

impl<T> fmt::Display for Fact<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("?")
    }
}

/// Rules that a hidden truth may still turn against a draft, sorted, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Doubts(Vec<RuleId>);

impl Doubts {
    /// No doubts yet.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Notes one rule.
    pub fn note(&mut self, rule: RuleId) {
        if let Err(place) = self.0.binary_search(&rule) {
            self.0.insert(place, rule);
        }
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The ids, sorted.
    pub fn rules(&self) -> &[RuleId] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seat::Seat;

    #[test]
    fn a_fact_never_prints_its_value() {
        let limit = Fact::secret(12, Seats::only(Seat::FIRST));
        assert_eq!(format!("{limit} {limit:?}"), "? ?");
    }

    #[test]
    fn a_blank_fact_leaves_a_doubt_and_keeps_its_audience() {
        let rule = RuleId::new("BL-ENG-09");
        let mut limit = Fact::secret(12, Seats::only(Seat::FIRST));
        let mut doubts = Doubts::new();
        assert_eq!(limit.ask(rule, &mut doubts), Some(&12));
        assert!(doubts.is_empty());
        limit.redact(Viewer::Seat(Seat::SECOND));
        assert_eq!(limit.ask(rule, &mut doubts), None);
        assert_eq!(limit.ask(rule, &mut doubts), None);
        assert_eq!(doubts.rules(), [rule]);
        limit.imagine(|| 9);
        assert_eq!(limit, Fact::secret(9, Seats::only(Seat::FIRST)));
    }

    #[test]
    fn a_known_fact_is_not_imagined_anew() {
        let mut open = Fact::open(3);
        open.redact(Viewer::Public);
        open.imagine(|| 4);
        assert_eq!(open.get(), Some(&3));
    }
}
