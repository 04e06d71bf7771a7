//! How the server is set up.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

/// How the server is set up.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens. Port 0: any free one.
    pub listen: SocketAddr,
    /// The database; a file in the user's data directory without one.
    pub database: Option<PathBuf>,
    /// A folder with corrected data files.
    pub data: Option<PathBuf>,
    /// Open the browser?
    pub open: bool,
    /// Take the client's address and the host's name from a proxy's headers? Only behind a proxy that sets them.
    pub trust_proxy: bool,
    /// What clients may do at most.
    pub limits: Limits,
    /// How long a match stays in memory after the last person has gone.
    pub idle: Duration,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 1936)),
            database: None,
            data: None,
            open: true,
            trust_proxy: false,
            limits: Limits::default(),
            idle: Duration::from_secs(600),
        }
    }
}

impl Config {
    /// The database file.
    ///
    /// # Errors
    /// When none is given and the user has no home.
    pub fn database(&self) -> anyhow::Result<PathBuf> {
        if let Some(path) = &self.database {
            return Ok(path.clone());
        }
        let folders = directories::ProjectDirs::from("", "", "frente").ok_or_else(|| {
            anyhow::anyhow!("no home directory; say where to keep games with --database FILE")
        })?;
        Ok(folders.data_dir().join("games.sqlite"))
    }
}

/// What clients may do at most. An address is an IPv4 address or an IPv6 network of 64 bits.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Bytes in a message on a socket.
    pub message: usize,
    /// Bytes in the body of an HTTP request.
    pub body: usize,
    /// Messages on a socket.
    pub messages: Rate,
    /// Matches made from an address.
    pub matches: Rate,
    /// Wrong tokens from an address.
    pub misses: Rate,
    /// Other HTTP requests to `/api` from an address.
    pub requests: Rate,
    /// Sockets from an address.
    pub sockets_per_address: usize,
    /// Sockets in all.
    pub sockets: usize,
}

/// So many at once, and so many a second in the long run.
#[derive(Clone, Copy, Debug, PartialEq)]
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
            matches: Rate::new(30.0, 0.5),
            misses: Rate::new(20.0, 0.2),
            requests: Rate::new(200.0, 20.0),
            sockets_per_address: 256,
            sockets: 10_000,
        }
    }
}
