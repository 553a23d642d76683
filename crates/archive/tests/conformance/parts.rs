//! Parts of battles, for those who look back.

use crate::common::{append, begin, entry, header, open, picket, state};
use archive::{Append, Archive, Error, Head, Place, Record};
use umpire::{Entry, SNAPSHOT_EVERY, Snapshot};

/// A battle of so many entries with a state stored after each 32 of them. Its journal begins with record `begun`.
async fn play(archive: &dyn Archive, begun: u64, entries: u64) -> (Vec<Entry>, Vec<Snapshot>) {
    let (mut all, mut states) = (Vec::new(), Vec::new());
    for n in 0..entries {
        let Record::Entry(played) = entry(n, None) else { panic!("an entry") };
        all.push(played.clone());
        let due = (all.len() % SNAPSHOT_EVERY == 0).then(|| state(all.len(), "whole"));
        let snapshots: Vec<Snapshot> = due.into_iter().collect();
        states.extend(snapshots.clone());
        let append = Append { snapshots, ..append("b", begun + 1 + n, vec![Record::Entry(played)]) };
        archive.append(append).await.unwrap();
    }
    (all, states)
}

/// However long a battle is, to go back to a moment it takes one stored state and the entries after it.
pub(crate) async fn a_part_begins_at_the_last_stored_state(place: &Place) {
    let archive = open(place).await;
    assert_eq!(archive.part("b", 0).await.map(drop), Err(Error::NoBattle("b".into())));
    let battle = picket();
    archive.create(header("b", &battle, 1), Vec::new()).await.unwrap();
    assert!(archive.part("b", 0).await.unwrap().is_none(), "it has not begun");
    let head = || Record::Begun(Box::new(Head::of(battle.journal())));
    archive.append(append("b", 0, vec![head()])).await.unwrap();
    play(&*archive, 0, 100).await;
    // Of several heads the last counts, also where states are looked for.
    archive.append(append("b", 101, vec![head()])).await.unwrap();
    let (all, states) = play(&*archive, 101, 300).await;

    for entries in [0, 1, 31, 32, 33, 63, 64, 100, 299, 300, 10_000] {
        let part = archive.part("b", entries).await.unwrap().unwrap();
        let end = entries.min(all.len());
        let missing = end / SNAPSHOT_EVERY * SNAPSHOT_EVERY;
        assert_eq!((part.missing, part.first), (missing, 102), "{entries}");
        assert_eq!(part.journal.entries, all[missing..end], "{entries}");
        let last = (missing / SNAPSHOT_EVERY).checked_sub(1).map(|n| states[n].clone());
        assert_eq!(part.journal.snapshots, last.into_iter().collect::<Vec<_>>(), "{entries}");
        // To go on from there it takes all entries, but no more states.
        let until = archive.until("b", entries).await.unwrap();
        assert_eq!((until.next, until.first, until.folded), (102 + end as u64, 102, true), "{entries}");
        let end_of_it = archive.records("b", until.next - 1, 1).await.unwrap().remove(0).link;
        assert_eq!(until.link, end_of_it, "{entries}");
        let until = until.journal.unwrap();
        assert_eq!(
            (&until.entries[..], &until.snapshots),
            (&all[..end], &part.journal.snapshots),
            "{entries}"
        );
        assert_eq!(Head::of(&part.journal), Head::of(battle.journal()));
        assert_eq!(part.journal.scenario, battle.journal().scenario);
    }
    let (mut from, mut found) = (102, Vec::new());
    while let Some((seq, state)) = archive.state("b", from).await.unwrap() {
        assert_eq!(seq, 102 + state.after as u64);
        from = seq + 1;
        found.push(state);
    }
    assert_eq!(found, states, "one after the other");
    archive.close().await.unwrap();
}

/// A state that is stored again was damaged: the new one takes its place.
pub(crate) async fn a_state_is_stored_anew(place: &Place) {
    let archive = open(place).await;
    begin(&*archive, "b").await.unwrap();
    let store = async |next: u64, what: &str| {
        let append = Append { snapshots: vec![state(0, what)], ..append("b", next, vec![entry(next, None)]) };
        archive.append(append).await.unwrap();
        archive.load("b").await.unwrap().journal.unwrap().snapshots
    };
    assert_eq!(store(1, "damaged").await, [state(0, "damaged")]);
    assert_eq!(store(2, "whole").await, [state(0, "whole")]);
    archive.close().await.unwrap();
}

/// To go on with a battle one stored state is read, with the lines of all.
pub(crate) async fn one_state_stands_for_all(place: &Place) {
    let archive = open(place).await;
    assert_eq!(archive.closed("b").await, Err(Error::NoBattle("b".into())));
    begin(&*archive, "b").await.unwrap();
    let (all, states) = play(&*archive, 0, 20 * SNAPSHOT_EVERY as u64 + 5).await;
    let (latest, whole) = (archive.latest("b").await.unwrap(), archive.load("b").await.unwrap());
    assert_eq!((latest.next, latest.first, latest.folded), (whole.next, whole.first, true));
    let (latest, whole) = (latest.journal.unwrap(), whole.journal.unwrap());
    assert_eq!((&latest.entries, &whole.entries), (&all, &all));
    assert_eq!((states.len(), &whole.snapshots), (20, &states));
    assert_eq!(latest.snapshots, states[19..], "none of these has lines");
    assert_eq!(archive.closed("b").await, Ok(false));
    let close = Record::Entry(Entry::Close { seat: umpire::Seat::FIRST, closed: true });
    archive.append(append("b", 1 + all.len() as u64, vec![close])).await.unwrap();
    assert_eq!(archive.closed("b").await, Ok(true));
    archive.close().await.unwrap();
}
