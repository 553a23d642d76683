//! Chances on an odds card: each can happen, and together they are everything that can.

use crate::walk::Found;
use dice::odds::Ratio;
use umpire::Odds;

/// Looks at an odds card.
pub(crate) fn chances(odds: &Odds) -> Found {
    for case in &odds.cases {
        if let Some((what, _)) = case.chances.iter().find(|(_, chance)| *chance == Ratio::ZERO) {
            return Err(format!("{}: {what:?} cannot happen", odds.title));
        }
        let sum = case.chances.iter().try_fold(Ratio::ZERO, |sum, (_, chance)| add(sum, *chance));
        if sum != Some(Ratio::ONE) {
            return Err(format!("{}: the chances do not add up to 1", odds.title));
        }
    }
    Ok(())
}

/// The sum of two chances; `None` if that is no chance.
fn add(a: Ratio, b: Ratio) -> Option<Ratio> {
    // Over the least common denominator: what fitted before it was reduced fits again.
    let (mut common, mut rest) = (a.den(), b.den());
    while rest > 0 {
        (common, rest) = (rest, common % rest);
    }
    let (a_by, b_by) = (b.den() / common, a.den() / common);
    let num = a.num().checked_mul(a_by)?.checked_add(b.num().checked_mul(b_by)?)?;
    Ratio::new(num, a.den().checked_mul(a_by)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_added_exactly() {
        let ratio = |num, den| Ratio::new(num, den).unwrap();
        assert_eq!(add(ratio(1, 6), ratio(1, 4)), Some(ratio(5, 12)));
        assert_eq!(add(ratio(1, 3), ratio(2, 3)), Some(Ratio::ONE));
        assert_eq!(add(ratio(2, 3), ratio(2, 3)), None);
        let tiny = ratio(1, u128::MAX);
        assert_eq!(add(tiny, tiny.not()), Some(Ratio::ONE));
        assert_eq!(add(tiny, ratio(1, 2)), None);
    }
}
