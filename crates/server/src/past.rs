//! Looking back: what is worked out from the archive, because a battle in memory has shed most of its journal.

use crate::hall::{Hall, answer, unreadable};
use crate::live::{Live, not_begun};
use crate::pool::{Turn, now};
use crate::shown::Shown;
use std::net::IpAddr;
use std::sync::Arc;
use umpire::{Answer, Journal, Past};

impl Hall {
    /// A turn to look back: one at a time for an address and for a battle, and so many in all. Who asks for much waits
    /// for himself.
    async fn turn_back(&self, live: &Live, asker: IpAddr) -> Result<Arc<[Turn; 3]>, Answer> {
        let own = self.addresses.pasts(asker).soon().await?;
        let battle = live.pasts.soon().await?;
        Ok(Arc::new([own, battle, self.pasts.soon().await?]))
    }

    /// What a viewer knew at a moment that is over. Only what came after the last stored state before it is read, if
    /// that does.
    pub(crate) async fn look_back(
        &self,
        live: &Live,
        asker: IpAddr,
        mut past: Past,
    ) -> Result<Shown, Answer> {
        let turn = self.turn_back(live, asker).await?;
        live.read().begun()?.recall(&mut past);
        let part = self.archive.part(live.id(), past.entries()).await.map_err(answer)?;
        let part = part.ok_or_else(not_begun)?;
        let look = move || match past.part(&part.journal, part.missing) {
            Some(view) => Ok(Shown::of(&view)),
            None => Err(past),
        };
        let past = match now(Arc::clone(&turn), look).await? {
            Ok(shown) => return Ok(shown),
            Err(past) => past,
        };
        let journal = self.until(live, past.entries()).await?;
        let look = move || past.whole(&journal).map(|view| Shown::of(&view));
        now(turn, look).await?.map_err(unreadable)
    }

    /// Works something out from the journal of a battle up to so many entries.
    pub(crate) async fn by_journal<T: Send + 'static>(
        &self,
        live: &Live,
        asker: IpAddr,
        entries: usize,
        work: impl FnOnce(Journal) -> Result<T, Answer> + Send + 'static,
    ) -> Result<T, Answer> {
        let turn = self.turn_back(live, asker).await?;
        let journal = self.until(live, entries).await?;
        now(turn, move || work(journal)).await?.map_err(unreadable)
    }

    /// The journal up to so many entries. One stored state stands for all: many take more room than the battle.
    async fn until(&self, live: &Live, entries: usize) -> Result<Journal, Answer> {
        self.archive.until(live.id(), entries).await.map_err(answer)?.journal.ok_or_else(not_begun)
    }
}
