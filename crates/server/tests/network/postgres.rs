//! A PostgreSQL of the tests' own: made in a temporary folder, on a loopback port, gone with the test program however it ends.
//!
//! Where there is no PostgreSQL on the machine the tests over it are not run, and say so. With `CI=true` that is an error, if it is there or
//! could have been installed (`.ci/run` does).

use frente_server::store::Place;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use tempfile::TempDir;

/// A cluster that runs.
pub struct Cluster {
    folder: PathBuf,
    port: u16,
    bin: PathBuf,
    databases: AtomicUsize,
    /// Ends, and ends the cluster with it, when its standard input does: with this program.
    _guard: Child,
}

/// The cluster that all tests share which do not stop it.
pub fn shared() -> Option<&'static Cluster> {
    static SHARED: OnceLock<Option<Cluster>> = OnceLock::new();
    SHARED.get_or_init(Cluster::start).as_ref()
}

impl Cluster {
    /// `None`, and said why, where there is no PostgreSQL.
    pub fn start() -> Option<Self> {
        Self::start_with("", |_| Ok(()))
    }

    /// The same with more settings, of which some may be about files that are put into its folder first.
    pub fn start_with(settings: &str, files: impl FnOnce(&Path) -> Result<(), String>) -> Option<Self> {
        match Self::try_start(settings, files) {
            Ok(cluster) => Some(cluster),
            Err(why) if is_required() => panic!("PostgreSQL does not start: {why}"),
            Err(why) => {
                eprintln!("NOT RUN over PostgreSQL: {why}");
                None
            }
        }
    }

    fn try_start(settings: &str, files: impl FnOnce(&Path) -> Result<(), String>) -> Result<Self, String> {
        let bin = programs().ok_or(
            "its programs (initdb, pg_ctl) are not on this machine; on Debian: apt-get install postgresql",
        )?;
        let folder = TempDir::new().map_err(|e| e.to_string())?.keep();
        files(&folder)?;
        if is_root() {
            run(Command::new("chown").arg("-R").arg(OTHER).arg(&folder))?;
        }
        let data = folder.join("data");
        run(as_other(&bin.join("initdb"))
            .args(["--no-sync", "--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C", "-D"])
            .arg(&data))?;
        let port = std::net::TcpListener::bind("127.0.0.1:0")
            .and_then(|free| free.local_addr())
            .map_err(|e| e.to_string())?
            .port();
        let script = r#""$0/pg_ctl" -D "$1/data" -w -s -l "$1/log" -o "-h 127.0.0.1 -p $2 -k $1 -c max_connections=200 $3" start && echo started
            cat > /dev/null
            "$0/pg_ctl" -D "$1/data" -s -m immediate stop; rm -rf "$1""#;
        let mut guard = as_other(Path::new("sh"))
            .args(["-c", script])
            .arg(&bin)
            .arg(&folder)
            .arg(port.to_string())
            .arg(settings.replace("FOLDER", &folder.display().to_string()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| e.to_string())?;
        let said = BufReader::new(guard.stdout.take().expect("a pipe")).lines().next();
        if !matches!(said, Some(Ok(line)) if line == "started") {
            let log = std::fs::read_to_string(folder.join("log")).unwrap_or_default();
            return Err(format!("it does not start: {log}"));
        }
        Ok(Cluster { folder, port, bin, databases: AtomicUsize::new(0), _guard: guard })
    }

    /// A new database.
    pub fn database(&self) -> Place {
        let name = format!("test{}", self.databases.fetch_add(1, Ordering::Relaxed));
        self.sql("postgres", &format!("CREATE DATABASE {name}"));
        Place::Postgres(format!("postgres://postgres@127.0.0.1:{}/{name}", self.port))
    }

    /// Where it keeps its files.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Has SQL carried out by PostgreSQL's own shell; what it prints.
    pub fn sql(&self, database: &str, sql: &str) -> String {
        let port = self.port.to_string();
        let out = Command::new(self.bin.join("psql"))
            .args([
                "-X",
                "-q",
                "-A",
                "-t",
                "-h",
                "127.0.0.1",
                "-U",
                "postgres",
                "-p",
                &port,
                "-d",
                database,
                "-c",
                sql,
            ])
            .output()
            .unwrap();
        assert!(out.status.success(), "{sql}: {}", String::from_utf8_lossy(&out.stderr));
        String::from_utf8(out.stdout).unwrap()
    }

    /// Stops it, throwing everybody out, and starts it again.
    pub fn restart(&self) {
        run(as_other(&self.bin.join("pg_ctl"))
            .arg("-D")
            .arg(self.folder.join("data"))
            .args(["-w", "-s", "-m", "fast", "restart", "-l"])
            .arg(self.folder.join("log")))
        .unwrap();
    }

    /// Has one of PostgreSQL's own programs run against it.
    pub fn tool(&self, program: &str, args: &[&str]) {
        let port = self.port.to_string();
        let out = Command::new(self.bin.join(program))
            .args(["-h", "127.0.0.1", "-U", "postgres", "-p", &port])
            .args(args)
            .output()
            .unwrap();
        assert!(out.status.success(), "{program} {args:?}: {}", String::from_utf8_lossy(&out.stderr));
    }
}

fn is_required() -> bool {
    std::env::var("CI").is_ok_and(|ci| ci == "true")
        && (programs().is_some() || (is_root() && Path::new("/usr/bin/apt-get").exists()))
}

/// Whose processes they are when the tests are root's.
const OTHER: &str = "postgres";

fn is_root() -> bool {
    cfg!(unix) && Command::new("id").arg("-u").output().is_ok_and(|out| out.stdout.starts_with(b"0\n"))
}

fn as_other(program: &Path) -> Command {
    let mut command = if is_root() {
        let mut command = Command::new("runuser");
        command.args(["-u", OTHER, "--"]).arg(program);
        command
    } else {
        Command::new(program)
    };
    command.current_dir("/");
    command
}

fn run(command: &mut Command) -> Result<(), String> {
    // To nobody's pipe: what it starts in the background would hold it open.
    let status = command.stdin(Stdio::null()).stdout(Stdio::null()).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{command:?}: {status}")),
        Err(error) => Err(format!("{command:?}: {error}")),
    }
}

/// Where PostgreSQL's programs are: the latest version, as Debian lays them out, or as `pg_config` says.
fn programs() -> Option<PathBuf> {
    let mut found: Vec<PathBuf> = std::fs::read_dir("/usr/lib/postgresql")
        .map(|versions| versions.flatten().map(|version| version.path().join("bin")).collect())
        .unwrap_or_default();
    found.sort();
    let said = Command::new("pg_config").arg("--bindir").output().ok();
    let said = said.map(|out| PathBuf::from(String::from_utf8_lossy(&out.stdout).trim()));
    found.into_iter().rev().chain(said).find(|bin| bin.join("initdb").is_file())
}
