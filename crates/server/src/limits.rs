//! Bounds on what anybody may ask of the server.

use crate::pool::Pool;
use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The bounds.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The longest message of a socket, in bytes.
    pub message: usize,
    /// The longest message that is sent to a socket, in bytes.
    pub sent: usize,
    /// The longest body of a request, in bytes.
    pub body: usize,
    /// The longest request to open a battle, in bytes: a journal may be brought.
    pub journal: usize,
    /// Messages a second that a socket may send in the long run.
    pub messages_a_second: u32,
    /// Messages that it may send at once.
    pub burst: u32,
    /// Connections in all.
    pub connections: usize,
    /// Connections of one address.
    pub connections_per_address: usize,
    /// Sockets and streams of one address.
    pub sockets_per_address: usize,
    /// Requests a second of one address in the long run; ten times as many at once.
    pub requests_a_second: u32,
    /// Battles that one address may open at once.
    pub battles_at_once: u32,
    /// Battles that it may open in an hour, in the long run.
    pub battles_an_hour: u32,
    /// How long the first message, or the head of a request, may take.
    pub first_message: Duration,
    /// How long the body of a request may take, from its head to its end.
    pub whole_body: Duration,
    /// How long a socket may be silent; it is pinged three times in it.
    pub silence: Duration,
    /// How long a reader may take for one message.
    pub reading: Duration,
    /// How long a battle that nobody looks at is kept in memory.
    pub idle: Duration,
    /// Threads that work out what people ask.
    pub workers: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            message: 64 << 10,
            sent: 16 << 20,
            body: 512 << 10,
            journal: umpire::LONGEST_REQUEST,
            messages_a_second: 100,
            burst: 200,
            connections: 20_000,
            connections_per_address: 256,
            sockets_per_address: 64,
            requests_a_second: 100,
            battles_at_once: 100,
            battles_an_hour: 600,
            first_message: Duration::from_secs(5),
            whole_body: Duration::from_secs(30),
            silence: Duration::from_secs(90),
            reading: Duration::from_secs(20),
            idle: Duration::from_mins(2),
            workers: std::thread::available_parallelism().map_or(2, usize::from),
        }
    }
}

/// Lets so many through at once and so many an hour in the long run.
#[derive(Clone, Debug)]
pub(crate) struct Bucket {
    full: f64,
    left: f64,
    a_second: f64,
    then: Instant,
}

impl Bucket {
    pub(crate) fn new(at_once: u32, a_second: f64, now: Instant) -> Self {
        Self { full: f64::from(at_once), left: f64::from(at_once), a_second, then: now }
    }

    /// Takes one; if there is none, how long until there is.
    pub(crate) fn take(&mut self, now: Instant) -> Result<(), Duration> {
        self.fill(now);
        if self.left >= 1.0 {
            self.left -= 1.0;
            return Ok(());
        }
        let wait = (1.0 - self.left) / self.a_second.max(1e-9);
        Err(Duration::from_secs_f64(wait.clamp(0.0, 86_400.0)))
    }

    fn fill(&mut self, now: Instant) {
        let passed = now.saturating_duration_since(self.then).as_secs_f64();
        self.left = (self.left + passed * self.a_second).min(self.full);
        self.then = now;
    }

    fn is_full(&mut self, now: Instant) -> bool {
        self.fill(now);
        self.left >= self.full
    }
}

/// What is counted for each address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    Connection,
    Socket,
}

struct Account {
    connections: usize,
    sockets: usize,
    battles: Bucket,
    requests: Bucket,
    /// Looks back: one at a time.
    pasts: Pool,
}

/// Who has how much.
pub(crate) struct Addresses {
    limits: Limits,
    accounts: Mutex<BTreeMap<IpAddr, Account>>,
}

/// Something that counts for an address until it is dropped.
pub(crate) struct Counted {
    addresses: Arc<Addresses>,
    address: IpAddr,
    what: What,
}

impl Addresses {
    pub(crate) fn new(limits: Limits) -> Arc<Self> {
        Arc::new(Self { limits, accounts: Mutex::default() })
    }

    fn accounts(&self) -> MutexGuard<'_, BTreeMap<IpAddr, Account>> {
        self.accounts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn account<T>(&self, address: IpAddr, f: impl FnOnce(&mut Account) -> T) -> T {
        let new = || Account {
            connections: 0,
            sockets: 0,
            battles: Bucket::new(
                self.limits.battles_at_once,
                f64::from(self.limits.battles_an_hour) / 3600.0,
                Instant::now(),
            ),
            requests: Bucket::new(
                self.limits.requests_a_second * 10,
                f64::from(self.limits.requests_a_second),
                Instant::now(),
            ),
            pasts: Pool::new(1),
        };
        f(self.accounts().entry(address).or_insert_with(new))
    }

    /// One more of something; `None` if the address has as many as it may.
    pub(crate) fn enter(self: &Arc<Self>, address: IpAddr, what: What) -> Option<Counted> {
        let address = network(address);
        self.account(address, |account| {
            let (count, most) = match what {
                What::Connection => (&mut account.connections, self.limits.connections_per_address),
                What::Socket => (&mut account.sockets, self.limits.sockets_per_address),
            };
            (*count < most).then(|| *count += 1)
        })?;
        Some(Counted { addresses: Arc::clone(self), address, what })
    }

    /// May this address open another battle?
    pub(crate) fn may_open(&self, address: IpAddr) -> bool {
        self.account(network(address), |account| account.battles.take(Instant::now()).is_ok())
    }

    /// May this address ask for something now?
    pub(crate) fn may_ask(&self, address: IpAddr) -> bool {
        self.account(network(address), |account| account.requests.take(Instant::now()).is_ok())
    }

    /// Where this address waits for its turn to look back.
    pub(crate) fn pasts(&self, address: IpAddr) -> Pool {
        self.account(network(address), |account| account.pasts.clone())
    }

    /// Forgets addresses about which there is nothing to remember.
    pub(crate) fn sweep(&self) {
        let now = Instant::now();
        let idle = |a: &mut Account| a.battles.is_full(now) && a.requests.is_full(now) && a.pasts.idle();
        self.accounts().retain(|_, a| a.connections > 0 || a.sockets > 0 || !idle(a));
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut accounts = self.addresses.accounts();
        if let Some(account) = accounts.get_mut(&self.address) {
            let count = match self.what {
                What::Connection => &mut account.connections,
                What::Socket => &mut account.sockets,
            };
            *count = count.saturating_sub(1);
        }
    }
}

/// What counts as one address: of IPv6 the first half, for everybody has as many of the others as he likes.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() >> 64 << 64)),
        v4 @ IpAddr::V4(_) => v4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_lets_through_what_it_may() {
        let start = Instant::now();
        let mut bucket = Bucket::new(3, 2.0, start);
        assert_eq!((0..5).filter(|_| bucket.take(start).is_ok()).count(), 3);
        let wait = bucket.take(start).unwrap_err();
        assert_eq!(wait, Duration::from_millis(500));
        assert!(bucket.take(start + wait).is_ok());
        assert!(bucket.take(start + wait).is_err());
        let later = start + Duration::from_hours(1);
        assert_eq!((0..5).filter(|_| bucket.take(later).is_ok()).count(), 3, "it does not overflow");
    }

    #[test]
    fn an_address_has_so_many_sockets_and_no_more() {
        let addresses = Addresses::new(Limits { sockets_per_address: 2, ..Limits::default() });
        let (one, other) = ("10.0.0.1".parse().unwrap(), "10.0.0.2".parse().unwrap());
        let first = addresses.enter(one, What::Socket);
        let second = addresses.enter(one, What::Socket);
        assert!(first.is_some() && second.is_some());
        assert!(addresses.enter(one, What::Socket).is_none());
        assert!(addresses.enter(one, What::Connection).is_some(), "counted apart");
        assert!(addresses.enter(other, What::Socket).is_some());
        drop(first);
        assert!(addresses.enter(one, What::Socket).is_some());
    }

    #[test]
    fn addresses_of_one_network_count_as_one() {
        let v6 = |text: &str| network(text.parse().unwrap());
        assert_eq!(v6("2001:db8::1"), v6("2001:db8::ffff:2"));
        assert_ne!(v6("2001:db8::1"), v6("2001:db8:0:1::1"));
        assert_eq!(v6("::ffff:10.0.0.1"), "10.0.0.1".parse::<IpAddr>().unwrap());
    }

    #[test]
    fn an_address_that_is_gone_is_forgotten() {
        let addresses = Addresses::new(Limits { battles_an_hour: 3_600_000, ..Limits::default() });
        let socket = addresses.enter("10.0.0.1".parse().unwrap(), What::Socket);
        addresses.sweep();
        assert_eq!(addresses.accounts().len(), 1);
        drop(socket);
        addresses.sweep();
        assert!(addresses.accounts().is_empty());
    }
}
