//! A log that ends anywhere: cut off, or followed by rubbish, as after a crash of the whole machine.

use crate::common::{Folder, append, begin, entry, open};
use std::fs;

/// Everything acknowledged while the log was not longer than the cut is there; of what is beyond it nothing, or
/// all of it.
#[tokio::test]
async fn a_log_torn_anywhere_keeps_all_that_was_acknowledged_before() {
    let folder = Folder::new();
    let archive = open(&folder.file()).await;
    begin(&*archive, "b").await.unwrap();
    let log = folder.path().join("battles.db-wal");
    let length = || fs::metadata(&log).map_or(0, |data| data.len());
    // How long the log was when so many records were acknowledged.
    let mut acknowledged = vec![(length(), 1)];
    for n in 1..9 {
        archive.append(append("b", n, vec![entry(n, None)])).await.unwrap();
        acknowledged.push((length(), n + 1));
    }
    let (first, last) = (acknowledged[0].0, acknowledged[8].0);
    assert!(first > 0 && last > first, "the log grows: {acknowledged:?}");
    let (data, log) = (fs::read(folder.path().join("battles.db")).unwrap(), fs::read(&log).unwrap());

    let step = (last - first) / 60;
    for cut in (first..=last).step_by(usize::try_from(step).unwrap()).chain(acknowledged.iter().map(|a| a.0))
    {
        for rubbish in [0, 300, 5000] {
            let copy = Folder::new();
            let kept = usize::try_from(cut).unwrap();
            let mut torn = log[..kept].to_vec();
            torn.extend((0..rubbish).map(|i| (i * 7) as u8));
            fs::write(copy.path().join("battles.db"), &data).unwrap();
            fs::write(copy.path().join("battles.db-wal"), torn).unwrap();
            let again = open(&copy.file()).await;
            let there = again.load("b").await.unwrap().next;
            let expected = acknowledged.iter().filter(|(length, _)| *length <= cut).map(|a| a.1).max();
            assert_eq!(Some(there), expected, "cut at {cut} of {last}, rubbish {rubbish}");
            again.close().await.unwrap();
        }
    }
    archive.close().await.unwrap();
}
