//! The words of the game that a newcomer meets in its sentences, each in one or two sentences of plain words.

use umpire::Term;

/// All of them.
pub const TERMS: &[Term] = &[
    Term {
        words: &["momentum"],
        means: "What moving costs: 1 for each unit of a corps that moves together, 2 for a unit alone, nothing for the \
                commander's circle. The enemy rolls how much you have and keeps it secret; when it is spent, your \
                movement is over.",
        rule: "BL-MOM-09",
    },
    Term {
        words: &["corps"],
        means: "Units that belong together and may be moved together; its name stands on their cards.",
        rule: "BL-ACT-06",
    },
    Term {
        words: &["force"],
        means: "The units that are activated together: of one corps, around the commander, or one alone.",
        rule: "BL-ACT-29",
    },
    Term {
        words: &["BW"],
        means: "The measure of all distances: the width of a card, which is as deep as it is wide.",
        rule: "BL-UNT-03",
    },
    Term {
        words: &["elan"],
        means: "How good a unit still is: the highest of its boxes that is not crossed out. It rolls so many dice.",
        rule: "BL-UNT-07",
    },
    Term {
        words: &["fatigue", "fatigues"],
        means: "A box of elan that is crossed out for good. A unit without boxes is broken.",
        rule: "BL-UNT-08",
    },
    Term {
        words: &["fatigued"],
        means: "It has one box of elan left: it cannot charge, and the next fatigue breaks it.",
        rule: "BL-UNT-10",
    },
    Term {
        words: &["broken", "breaks"],
        means: "It is destroyed and leaves the table. When so many of its units are broken that its morale \
                fails, an army loses the battle at the end of its own turn.",
        rule: "BL-UNT-11",
    },
    Term {
        words: &["retires", "retire", "retired"],
        means: "It leaves the table, but is not broken and does not count against morale. An army that has more units \
                retired than on the table loses.",
        rule: "BL-VIC-05",
    },
    Term {
        words: &["retreats", "retreat"],
        means: "It must go back from the enemy, as a rule after a lost combat. Without a way back it is broken.",
        rule: "BL-RET-01",
    },
    Term {
        words: &["concealed"],
        means: "Its card lies face down: the enemy sees where it stands, which way it faces and its flag, no more. It is \
                revealed when it is activated, shoots, is hit, fights, or is seen from near.",
        rule: "BL-CON-01",
    },
    Term {
        words: &["prepared"],
        means: "Infantry that stands ready until it moves. It cannot be flanked, it shoots as before, and cavalry that \
                attacks it rolls its successes again.",
        rule: "BL-PRE-01",
    },
    Term {
        words: &["engaged"],
        means: "A unit of which a part stands within 1 BW directly before an enemy's front. It may only leave, turn, or \
                charge.",
        rule: "BL-ENG-01",
    },
    Term {
        words: &["garrison"],
        means: "Prepared infantry that stands wholly in one village or town.",
        rule: "BL-URB-09",
    },
    Term {
        words: &["reserve move", "reserve moves"],
        means: "The long way of a unit that is still concealed: up to 12 BW round corners, far from the enemy.",
        rule: "BL-RSV-03",
    },
    Term {
        words: &["volley"],
        means: "Infantry shooting at no more than 1 BW, as a rule with all its dice.",
        rule: "BL-SHO-01",
    },
    Term {
        words: &["skirmishing"],
        means: "Infantry shooting at more than 1 and no more than 2 BW, with half its dice.",
        rule: "BL-SHO-05",
    },
];

#[cfg(test)]
mod tests {
    use super::TERMS;
    use umpire::{Game, book};

    #[test]
    fn every_term_is_explained_once_and_by_a_rule_of_the_book() {
        let mut words: Vec<&str> = TERMS.iter().flat_map(|term| term.words.iter().copied()).collect();
        let count = words.len();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), count);
        for term in TERMS {
            let rule =
                book::find(term.rule).unwrap_or_else(|| panic!("{:?}: no rule {}", term.words, term.rule));
            assert!(crate::Blucher::BOOK.contains(&rule.file), "{}", term.rule);
            assert!(term.means.ends_with('.') && !term.words.is_empty(), "{:?}", term.words);
        }
    }
}
