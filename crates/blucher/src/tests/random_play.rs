//! VIC-15 – every battle ends.

use crate::Blucher;
use crate::draft::judge;
use crate::options;
use crate::options::reveal::{By, given_away};
use crate::state::{Phase, State};
use crate::step::Step;
use crate::testing::written;
use crate::tests::given_away::concealed;
use dice::Hex;
use umpire::{Battle, Chance, Choice, DiceFrom, Judgement, Known, Opening, PieceId, Scenario, Viewer};

/// Two small armies close to each other, and six turns.
const TEXT: &str = "A blue inf 8,6,0 corps=I concealed; B blue cav 10,6,0 corps=I; C blue inf 12,6,0 corps=I concealed; \
    D blue art 14,5,0 concealed; X red inf 8,8.5,180 corps=V concealed; Y red cav 10,8.4,180 corps=V; Z red inf 12.3,8,180 elan=2; \
    W red art 14,9,180 concealed; wood 9,6.5 11,7.5; urban 16,8,0; objective 11,7; turns 6";

/// A small generator of its own: which choice is taken needs no good chance.
struct Picks(u64);

impl Picks {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % count.max(1)
    }
}

/// A legal choice, step by step from what is offered.
fn choose(known: &Known<Blucher>, picks: &mut Picks) -> Vec<Step> {
    let mut drafted = known.clone();
    loop {
        let options = options::options(&drafted);
        let snaps = options.places.into_iter().flat_map(|place| place.snaps);
        let mut offered: Vec<Step> = options.steps.into_iter().map(|offer| offer.step).chain(snaps).collect();
        offered.retain(|step| *step != Step::Concede);
        let may_stop = judge(&drafted, &[]).is_ok_and(|judged| judged.complete.is_ok());
        if may_stop && (offered.is_empty() || picks.below(2) == 0) {
            return drafted.draft().to_vec();
        }
        if offered.is_empty() {
            // A corps whose units are too far apart: something else.
            drafted = known.clone();
            continue;
        }
        let step = offered.swap_remove(picks.below(offered.len()));
        // Whatever is offered is legal.
        drafted = judge(&drafted, &[step]).unwrap_or_else(|why| panic!("{why:?}")).after;
    }
}

fn truth(battle: &Battle<Blucher>) -> State {
    battle.known(Viewer::All).state().clone()
}

/// BL-CON-04, -06, -09: whatever a draft was said to give away was shown, and nothing else by an activation or a shot.
/// What is denied shows nothing (BL-AMB-30).
fn warned(judged: &Judgement<Blucher>, shown: &[PieceId]) {
    let (by, mut said) = given_away(&judged.after);
    said.sort_unstable();
    if !judged.doubts.is_empty() && shown.is_empty() {
        return;
    }
    if by == By::Perhaps {
        assert!(shown.iter().all(|id| said.contains(id)), "{said:?} {shown:?}");
        return;
    }
    assert!(said.iter().all(|id| shown.contains(id)), "{by:?} {said:?} {shown:?}");
    assert!(by == By::Discovery || said.len() == shown.len(), "{by:?} {said:?} {shown:?}");
}

#[test]
fn bl_vic_15_every_battle_ends_in_one_of_six_ways() {
    for seed in 0..4_u8 {
        let scenario = Scenario { name: "test".into(), text: written(TEXT, &[]) };
        let chance = Chance { dice: DiceFrom::Stream, seed: Hex(vec![seed; 32]), added: Vec::new() };
        let mut battle: Battle<Blucher> =
            Battle::open(Opening { scenario, chance, given: Vec::new() }).unwrap_or_else(|e| panic!("{e:?}"));
        let mut picks = Picks(u64::from(seed));
        for _ in 0..400 {
            let Some(&seat) = battle.view(Viewer::Public, 0).awaited.first() else { break };
            let prompt = battle.view(Viewer::Seat(seat), 0).prompt.unwrap_or_else(|| panic!("no prompt"));
            let known = battle.known(Viewer::Seat(seat));
            let steps = choose(&known, &mut picks);
            let judged = judge(&known, &steps).unwrap_or_else(|why| panic!("{why:?}"));
            let before = concealed(&truth(&battle), seat.number());
            let choice = Choice { seat, prompt: prompt.id, steps, id: None, given: Vec::new() };
            battle.play(choice).unwrap_or_else(|answer| panic!("{answer:?}"));
            let after = concealed(&truth(&battle), seat.number());
            let shown: Vec<PieceId> = before.into_iter().filter(|id| !after.contains(id)).collect();
            warned(&judged, &shown);
        }
        let truth = truth(&battle);
        let Phase::Over(outcome) = &truth.phase else { panic!("turn {}", truth.turn) };
        let ways = ["BL-VIC-03", "BL-VIC-05", "BL-VIC-07", "BL-VIC-10", "BL-VIC-11", "BL-VIC-14"];
        assert!(ways.contains(&outcome.rule.to_string().as_str()), "{outcome:?}");
        assert!(truth.turn <= 6);
    }
}
