//! Tokens: who holds one holds a chair.

use archive::{Chair, TokenHash};
use dice::Hex;
use subtle::{Choice, ConstantTimeEq};
use umpire::Viewer;

/// 32 random bytes. It does not print; [`Token::reveal`] is the only way out.
pub(crate) struct Token([u8; 32]);

impl Token {
    /// A new one.
    ///
    /// # Panics
    /// If the operating system has no random bytes: without them nobody could be let in safely.
    pub(crate) fn draw() -> Self {
        Self(random())
    }

    /// The token that somebody shows; `None` if it is none.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let Hex(bytes) = text.parse().ok()?;
        bytes.try_into().ok().map(Self)
    }

    /// The token itself, for its holder.
    pub(crate) fn reveal(&self) -> String {
        Hex::from(self.0).to_string()
    }

    /// What is kept of it.
    pub(crate) fn hash(&self) -> TokenHash {
        TokenHash::of(&self.0)
    }
}

/// Which of these chairs the token with this hash opens. All are compared, and the time it takes tells nothing.
pub(crate) fn holder(token: &TokenHash, chairs: &[Chair]) -> Option<Viewer> {
    let mut found = None;
    for chair in chairs {
        let fits: Choice = chair.token.bytes().ct_eq(token.bytes());
        if fits.into() {
            found = Some(Viewer::from(chair.kind));
        }
    }
    found
}

/// Random bytes from the operating system.
pub(crate) fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use archive::Kind;
    use umpire::Seat;

    #[test]
    fn a_token_opens_its_own_chair_and_no_other() {
        let (first, bench, stranger) = (Token::draw(), Token::draw(), Token::draw());
        let chairs = [
            Chair { kind: Kind::Seat(Seat::FIRST), token: first.hash() },
            Chair { kind: Kind::Spectator, token: bench.hash() },
        ];
        assert_eq!(holder(&first.hash(), &chairs), Some(Viewer::Seat(Seat::FIRST)));
        assert_eq!(holder(&bench.hash(), &chairs), Some(Viewer::Public));
        assert_eq!(holder(&stranger.hash(), &chairs), None);
        let told = Token(*first.hash().bytes());
        assert_eq!(holder(&told.hash(), &chairs), None, "the hash is not the token");
    }

    #[test]
    fn a_token_is_read_back_and_nothing_else_is() {
        let token = Token::draw();
        assert_eq!(Token::read(&token.reveal()).unwrap().0, token.0);
        for text in ["", "00", &"0".repeat(63), &"0".repeat(66), &"G".repeat(64), &"AA".repeat(32)] {
            assert!(Token::read(text).is_none(), "{text:?}");
        }
    }
}
