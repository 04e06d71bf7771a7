//! Tokens: the secret in a seat's link, and nothing else, makes somebody the player of a side.
//!
//! A token is 192 bits of the system's generator. The server keeps its SHA-256 only, so that whoever reads the database
//! cannot sit down at a table. (No salt and no slow hash: there is nothing to guess in 192 random bits.)

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use std::fmt;

const BYTES: usize = 24;

/// The secret of a link. It is shown once, when the match is made; it is never logged or stored.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

/// What the server keeps of a token.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TokenHash(pub [u8; 32]);

impl Token {
    /// A new token.
    ///
    /// # Errors
    /// When the system has no randomness to give.
    pub fn generate() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; BYTES];
        getrandom::fill(&mut bytes)?;
        Ok(Token(URL_SAFE_NO_PAD.encode(bytes)))
    }

    /// Reads what somebody sent; `None` when it has not even the form of a token.
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        (bytes.len() == BYTES).then(|| Token(text.to_owned()))
    }

    /// What the server keeps.
    pub fn hash(&self) -> TokenHash {
        TokenHash(Sha256::digest(self.0.as_bytes()).into())
    }

    /// The path of its link. The token is in the fragment, which browsers never send, so no server or proxy logs it.
    pub fn link(&self) -> String {
        format!("/play#{}", self.0)
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_differ_and_come_back() {
        let (a, b) = (Token::generate().unwrap(), Token::generate().unwrap());
        assert_ne!(a, b);
        assert_ne!(a.hash(), b.hash());
        let text = a.link().rsplit_once('#').unwrap().1.to_owned();
        assert_eq!(text.len(), 32);
        assert_eq!(Token::parse(&text).unwrap().hash(), a.hash());
    }

    #[test]
    fn what_is_no_token_is_refused_and_nothing_prints_one() {
        let token = Token::generate().unwrap();
        let text = token.link().rsplit_once('#').unwrap().1.to_owned();
        for bad in ["", "x", &text[1..], &format!("{text}A"), "!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!"] {
            assert!(Token::parse(bad).is_none(), "{bad:?}");
        }
        assert!(!format!("{token:?}").contains(&text));
    }
}
