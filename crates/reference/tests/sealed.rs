//! Sealed answers: given again as often as a person changes his mind, and no more.

use dice::Hex;
use reference::Picket;
use reference::step::{Order, Step};
use umpire::{Answer, Battle, Chance, Choice, Code, DiceFrom, Entry, MOST_ANSWERS, Opening, Seat, Viewer};

fn order(battle: &mut Battle<Picket>, seat: Seat, order: Order) -> Result<(), Answer> {
    let prompt = battle.view(Viewer::Seat(seat), usize::MAX).prompt.expect("it is asked").id;
    battle.play(Choice { seat, prompt, steps: vec![Step::Order(order)], id: None, given: Vec::new() })
}

#[test]
fn a_sealed_answer_is_changed_so_many_times_and_no_more() {
    let chance = Chance { dice: DiceFrom::Stream, seed: Hex(vec![3; 32]), added: Vec::new() };
    let opening = Opening { scenario: reference::scenarios().swap_remove(0), chance, given: Vec::new() };
    let mut battle = Battle::<Picket>::open(opening).unwrap();
    for n in 0..MOST_ANSWERS {
        let next = if n % 2 == 0 { Order::Hold } else { Order::Press };
        order(&mut battle, Seat::FIRST, next).unwrap();
    }
    let entries = battle.journal().entries.len();
    assert_eq!((MOST_ANSWERS, entries), (20, 20));
    let Err(Answer::Error(trouble)) = order(&mut battle, Seat::FIRST, Order::Hold) else {
        panic!("the last answer stands")
    };
    assert_eq!(trouble.code, Code::TooMany);
    assert_eq!(trouble.sentence, "you have answered this question 20 times: your last answer stands");
    assert_eq!(battle.journal().entries.len(), entries, "nothing is written");

    // A journal from before there was a bound.
    let mut older = battle.journal().clone();
    older.entries.push(older.entries[entries - 1].clone());
    assert!(Battle::<Picket>::replay(&older, None).is_ok(), "it is read");

    // The other seat's answers are counted for itself, and the battle goes on.
    order(&mut battle, Seat::SECOND, Order::Hold).unwrap();
    let written = battle.journal().entries.iter().filter(|entry| matches!(entry, Entry::Play { .. }));
    assert!(written.count() > MOST_ANSWERS, "both orders are in");
    assert!(battle.view(Viewer::Public, 0).lines.len() > 1, "and read out");
}
