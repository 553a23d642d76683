//! Exact odds: what dice can give, and how likely each result is, in whole numbers.
//!
//! A [`Dist`] is a list of cases with whole weights over a common total; a [`Ratio`] is one chance.
//! Nothing is rounded. What does not fit into 128 bits is an error, never a wrong number.
//!
//! ```
//! use dice::odds::{Pool, Ratio, binomial, at_least, stages};
//!
//! // Six dice, 4+ succeeds, successes are thrown again, against five plain dice.
//! let defence = Pool::new(6, 6, 4).successes_again().odds()?;
//! let attack = Pool::new(5, 6, 4).odds()?;
//! assert!(attack.against(&defence)?.more > Ratio::new(1, 2).unwrap());
//!
//! // Four muskets: steady on 5+, hit on 4+, saved on 5+.
//! let hits = stages(4, &[at_least(6, 5), at_least(6, 4), at_least(6, 5).not()])?;
//! assert_eq!(hits, binomial(4, Ratio::new(1, 9).unwrap())?);
//! # Ok::<(), dice::odds::OddsError>(())
//! ```

mod dist;
mod pool;
mod ratio;
mod totals;

pub use dist::Dist;
pub use pool::{Again, Pool, at_least, binomial, one_failure_again, stages, throws};
pub use ratio::{NotAChance, Percent, Ratio};
pub use totals::{Mean, Opposed};

/// No distribution has more cases than this, so no question can fill the memory.
pub const MOST_CASES: usize = 1 << 16;

/// Why odds cannot be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OddsError {
    /// The weights do not fit into 128 bits.
    #[error("the odds are too fine for 128 bits")]
    Overflow,
    /// More than [`MOST_CASES`], or a total beyond 32 bits.
    #[error("too many cases to list")]
    TooWide,
    /// No case has any weight.
    #[error("there is no possible case")]
    Impossible,
}
