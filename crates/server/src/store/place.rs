//! Where games are kept: a file of one's own, or a database that several servers share.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Where games are kept.
#[derive(Clone, PartialEq, Eq)]
pub enum Place {
    /// An SQLite file, of one server at a time.
    File(PathBuf),
    /// A PostgreSQL database, by its address; of any number of servers.
    Postgres(String),
}

impl Place {
    /// The file, if it is one.
    pub fn file(&self) -> Option<&Path> {
        match self {
            Place::File(path) => Some(path),
            Place::Postgres(_) => None,
        }
    }
}

impl FromStr for Place {
    type Err = std::convert::Infallible;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(text.into())
    }
}

/// An address that begins with `postgres://` or `postgresql://`; anything else is a file. One rule, whatever it comes as: the command line
/// hands over what the system gave it, not a text.
impl<P: Into<PathBuf>> From<P> for Place {
    fn from(path: P) -> Self {
        let path = path.into();
        let is_address = |text: &&str| ["postgres://", "postgresql://"].iter().any(|s| text.starts_with(s));
        match path.to_str().filter(is_address) {
            Some(address) => Place::Postgres(address.to_owned()),
            None => Place::File(path),
        }
    }
}

impl fmt::Display for Place {
    /// Without the password: this goes to logs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::File(path) => path.display().fmt(f),
            Place::Postgres(address) => {
                let (scheme, rest) = address.split_once("://").unwrap_or(("postgres", address));
                let rest = rest.split('?').next().unwrap_or_default();
                let (who, place) = rest.rsplit_once('@').map_or((None, rest), |(w, p)| (Some(w), p));
                let user = who.and_then(|who| who.split(':').next());
                match user {
                    Some(user) => write!(f, "{scheme}://{user}@{place}"),
                    None => write!(f, "{scheme}://{place}"),
                }
            }
        }
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(text: &str) -> Place {
        text.parse().unwrap_or_else(|never| match never {})
    }

    #[test]
    fn an_address_is_told_from_a_file_and_keeps_its_password() {
        assert_eq!(place("games.sqlite"), Place::File("games.sqlite".into()));
        assert_eq!(place("/a/postgres:/x"), Place::File("/a/postgres:/x".into()));
        // What the command line hands over.
        let given = Place::from(std::ffi::OsString::from("postgres://db/frente"));
        assert_eq!(given, Place::Postgres("postgres://db/frente".to_owned()));
        for (address, shown) in [
            ("postgres://ana:s3cret@db:5432/frente", "postgres://ana@db:5432/frente"),
            ("postgresql://db/frente?password=s3cret", "postgresql://db/frente"),
            ("postgres:///frente?host=/run/postgresql", "postgres:///frente"),
        ] {
            assert_eq!(place(address), Place::Postgres(address.to_owned()));
            assert_eq!(place(address).to_string(), shown);
            assert_eq!(format!("{:?}", place(address)), shown);
        }
    }
}
