//! `frente serve`, and bare `frente`: the table in the browser.

use anyhow::Result;
use clap::Args;
use frente_server::Config;
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
    /// The file that keeps the games; one in your data directory without it.
    #[arg(long, value_name = "FILE")]
    database: Option<PathBuf>,
    /// Believe the headers of the proxy in front (client's address, host's name).
    #[arg(long)]
    trust_proxy: bool,
}

impl Default for ServeArgs {
    fn default() -> Self {
        ServeArgs {
            port: 1936,
            listen: Ipv4Addr::LOCALHOST.into(),
            no_open: false,
            database: None,
            trust_proxy: false,
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
        trust_proxy: args.trust_proxy,
        ..Config::default()
    })?;
    Ok(ExitCode::SUCCESS)
}
