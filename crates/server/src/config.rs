//! How the server is set up.

use crate::store::Place;
use anyhow::Context as _;
use serde::{Deserialize, Deserializer};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How the server is set up.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens. Port 0: any free one.
    pub listen: SocketAddr,
    /// The database; a file in the user's data directory without one.
    pub database: Option<Place>,
    /// A folder with corrected data files.
    pub data: Option<PathBuf>,
    /// Open the browser?
    pub open: bool,
    /// How many proxies stand before the server and say in their headers who calls and by which name. Only behind proxies that do.
    pub proxies: usize,
    /// Where figures are given out; nowhere without it.
    pub metrics: Option<SocketAddr>,
    /// What clients may do at most.
    pub limits: Limits,
    /// How long a match stays in memory after the last person has gone.
    pub idle: Duration,
    /// How long dice wait for somebody's share before they may be made without it.
    pub dice_wait: Duration,
    /// After how many days without anything done or said a match is deleted; never without it.
    pub forget_after: Option<u32>,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 1936)),
            database: None,
            data: None,
            open: true,
            proxies: 0,
            metrics: None,
            limits: Limits::default(),
            idle: Duration::from_secs(600),
            dice_wait: Duration::from_secs(600),
            forget_after: None,
        }
    }
}

impl Config {
    /// Where games are kept.
    ///
    /// # Errors
    /// When it is not said and the user has no home.
    pub fn database(&self) -> anyhow::Result<Place> {
        if let Some(place) = &self.database {
            return Ok(place.clone());
        }
        let folders = directories::ProjectDirs::from("", "", "frente").ok_or_else(|| {
            anyhow::anyhow!("no home directory; say where to keep games with --database FILE")
        })?;
        Ok(folders.data_dir().join("games.sqlite").into())
    }
}

/// What clients may do at most. An address is an IPv4 address or an IPv6 network of 64 bits; a network of 48 bits may do
/// [`Limits::NETWORK`] times as much as one of its addresses.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Bytes in a message on a socket.
    pub message: usize,
    /// Bytes in the body of an HTTP request.
    pub body: usize,
    /// Messages on a socket.
    pub messages: Rate,
    /// Questions about matches from all sockets of an address: they cost more than a message.
    pub looks: Rate,
    /// Matches made from an address.
    pub matches: Rate,
    /// Wrong tokens from an address.
    pub misses: Rate,
    /// HTTP requests from an address, other than for files of the page.
    pub requests: Rate,
    /// Requests for files of the page from an address. A browser that comes for the first time asks for a hundred at once, and a club
    /// behind one address comes all together.
    pub files: Rate,
    /// Lines of chat of a seat.
    pub chat: Rate,
    /// Lines of chat from an address.
    pub chat_per_address: Rate,
    /// Sockets from an address.
    pub sockets_per_address: usize,
    /// Sockets in all.
    pub sockets: usize,
    /// Connections from an address that are not sockets (yet).
    pub connections_per_address: usize,
    /// The same in all.
    pub connections: usize,
    /// How long the head of a request may take, and how long one may wait for the next.
    #[serde(deserialize_with = "seconds")]
    pub head: Duration,
    /// How long a request may take, its body included.
    #[serde(deserialize_with = "seconds")]
    pub request: Duration,
    /// How long a reader may take none of what is sent to him.
    #[serde(deserialize_with = "seconds")]
    pub stalled: Duration,
    /// Bytes that wait for slow readers of an address.
    pub backlog_per_address: usize,
    /// Bytes that wait for slow readers in all.
    pub backlog: usize,
}

impl Limits {
    /// How many times what an address may do a whole IPv6 network of 48 bits may do.
    pub const NETWORK: usize = 8;

    /// Reads them from a TOML file; what it does not name stays as it is.
    ///
    /// # Errors
    /// When the file cannot be read, or names or holds what it should not.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
        toml::from_str(&text).with_context(|| path.display().to_string())
    }
}

/// A number of seconds.
fn seconds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
    let seconds = f64::deserialize(deserializer)?;
    Duration::try_from_secs_f64(seconds).map_err(serde::de::Error::custom)
}

/// So many at once, and so many a second in the long run.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rate {
    /// At once.
    pub burst: f64,
    /// A second.
    pub per_second: f64,
}

impl Rate {
    /// A rate.
    pub const fn new(burst: f64, per_second: f64) -> Self {
        Rate { burst, per_second }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            message: 32 << 10,
            body: 2 << 20,
            messages: Rate::new(200.0, 50.0),
            looks: Rate::new(600.0, 60.0),
            matches: Rate::new(30.0, 0.5),
            misses: Rate::new(20.0, 0.2),
            requests: Rate::new(400.0, 40.0),
            files: Rate::new(6000.0, 300.0),
            chat: Rate::new(10.0, 0.5),
            chat_per_address: Rate::new(20.0, 1.0),
            sockets_per_address: 256,
            sockets: 10_000,
            connections_per_address: 256,
            connections: 4096,
            head: Duration::from_secs(10),
            request: Duration::from_secs(30),
            stalled: Duration::from_secs(30),
            backlog_per_address: 24 << 20,
            backlog: 256 << 20,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_in_the_manual_has_every_limit_as_it_is() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/hosting/limits.toml");
        let read = Limits::read(&path).unwrap();
        assert_eq!(format!("{read:?}"), format!("{:?}", Limits::default()));
        let text = std::fs::read_to_string(path).unwrap();
        let names = text.lines().filter(|line| line.contains(" = ") && !line.starts_with('#')).count();
        assert_eq!(
            names,
            format!("{read:#?}")
                .lines()
                .filter(|line| line.starts_with("    ") && !line.starts_with("     ") && line.contains(": "))
                .count()
        );
    }

    #[test]
    fn limits_are_read_from_a_file_and_mistakes_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("limits.toml");
        let read = |text: &str| {
            std::fs::write(&path, text).unwrap();
            Limits::read(&path)
        };
        let limits =
            read("sockets = 20000\nstalled = 5\nmatches = { burst = 5, per_second = 0.1 }\n").unwrap();
        assert_eq!((limits.sockets, limits.stalled), (20_000, Duration::from_secs(5)));
        assert_eq!(limits.matches, Rate::new(5.0, 0.1));
        assert_eq!(limits.body, Limits::default().body);
        for (text, named) in
            [("socket = 1", "socket"), ("stalled = -1", "stalled"), ("matches = 3", "matches")]
        {
            let error = format!("{:#}", read(text).unwrap_err());
            assert!(error.contains("limits.toml") && error.contains(named), "{error}");
        }
    }
}
