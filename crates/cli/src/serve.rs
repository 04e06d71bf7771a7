//! `frente serve`, and bare `frente`: the table in the browser.

use anyhow::Result;
use clap::Args;
use frente_server::store::Place;
use frente_server::{Config, Limits};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `frente serve`.
#[derive(Args)]
pub struct ServeArgs {
    /// The port; 0 for any free one.
    #[arg(long, default_value_t = 1936)]
    port: u16,
    /// The address to listen on; `0.0.0.0` to host games for others.
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST), value_name = "ADDRESS")]
    listen: IpAddr,
    /// Do not open the browser.
    #[arg(long)]
    no_open: bool,
    /// Where games are kept: a file, or `postgres://…` for several servers together; a file in your data directory without it.
    #[arg(long, value_name = "FILE|ADDRESS")]
    database: Option<Place>,
    /// Believe the headers of the proxy in front (client's address, host's name); with several in a row, say how many.
    #[arg(long, value_name = "PROXIES", num_args = 0..=1, require_equals = true, default_value_t = 0, default_missing_value = "1")]
    trust_proxy: usize,
    /// Give out figures in Prometheus' text format at this address, such as 127.0.0.1:1937.
    #[arg(long, value_name = "ADDRESS:PORT")]
    metrics: Option<SocketAddr>,
    /// A TOML file that says what clients may do at most, where it shall be other than usual.
    #[arg(long, value_name = "FILE")]
    limits: Option<PathBuf>,
    /// Delete matches in which nothing was done or said for so many days; never without it (`frente database tidy` shows which).
    #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u32).range(1..))]
    forget_after: Option<u32>,
}

impl Default for ServeArgs {
    fn default() -> Self {
        ServeArgs {
            port: 1936,
            listen: Ipv4Addr::LOCALHOST.into(),
            no_open: false,
            database: None,
            trust_proxy: 0,
            metrics: None,
            limits: None,
            forget_after: None,
        }
    }
}

/// Serves until told to end.
pub fn run(args: &ServeArgs, data: Option<&Path>) -> Result<ExitCode> {
    frente_server::serve(Config {
        listen: SocketAddr::new(args.listen, args.port),
        database: args.database.clone(),
        data: data.map(Path::to_owned),
        open: !args.no_open,
        proxies: args.trust_proxy,
        metrics: args.metrics,
        limits: args.limits.as_deref().map(Limits::read).transpose()?.unwrap_or_default(),
        forget_after: args.forget_after,
        ..Config::default()
    })?;
    Ok(ExitCode::SUCCESS)
}
