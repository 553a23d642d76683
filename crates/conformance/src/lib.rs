//! Checks that any game must pass: one for each law of the contract.
//!
//! A game runs them all with one line in its tests:
//!
//! ```ignore
//! conformance::suite!(laws, Picket, trial());
//! ```
//!
//! Each check plays random battles of the [`Trial`]'s scenarios, always the same ones for the same seed, and
//! looks at every moment of them. What breaks a law is a [`Broken`]: the law, a sentence, and the journal of
//! the battle so far, which is written to `target/conformance/` for the ordinary program to open.

mod atomic;
mod blind;
mod chained;
mod chances;
mod cheap;
mod deterministic;
mod ends;
mod explained;
mod face;
mod fuzz;
mod json;
mod judged_is_played;
mod last_word;
mod lock_step;
mod offered_is_legal;
mod only_answer;
mod prompts;
mod report;
mod rng;
mod standing;
mod total;
mod trial;
mod undo;
mod walk;

pub use atomic::atomic;
pub use blind::blind;
pub use chained::chained;
pub use cheap::cheap;
pub use deterministic::deterministic;
pub use ends::ends;
pub use explained::explained;
pub use judged_is_played::judged_is_played;
pub use last_word::last_word;
pub use offered_is_legal::offered_is_legal;
pub use prompts::prompts;
pub use report::{Broken, Summary, insist};
pub use total::total;
pub use trial::{Pair, Trial};
pub use undo::undo;

/// A check of one law.
pub type Check = fn(&Trial) -> Result<Summary, Broken>;

/// Every law by its name, with its check.
pub fn laws<G: umpire::Game>() -> [(&'static str, Check); 13] {
    [
        ("deterministic", deterministic::<G>),
        ("total", total::<G>),
        ("explained", explained::<G>),
        ("judged_is_played", judged_is_played::<G>),
        ("atomic", atomic::<G>),
        ("offered_is_legal", offered_is_legal::<G>),
        ("chained", chained::<G>),
        ("prompts", prompts::<G>),
        ("blind", blind::<G>),
        ("last_word", last_word::<G>),
        ("undo", undo::<G>),
        ("ends", ends::<G>),
        ("cheap", cheap::<G>),
    ]
}

/// Makes one test of each law: `conformance::suite!(laws, Picket, trial());`
#[macro_export]
macro_rules! suite {
    ($name:ident, $game:ty, $trial:expr) => {
        mod $name {
            use super::*;
            $crate::suite!(@ $game, $trial;
                deterministic total explained judged_is_played atomic offered_is_legal
                chained prompts blind last_word undo ends cheap);
        }
    };
    (@ $game:ty, $trial:expr; $($law:ident)*) => {
        $(
            #[test]
            fn $law() {
                $crate::insist::<$game>($crate::$law::<$game>(&$trial));
            }
        )*
    };
}
