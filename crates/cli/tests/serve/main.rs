//! The program itself as a host runs it: started from a shell, spoken to over the loopback.

mod host;
// The server's own tests use all of it.
#[allow(dead_code)]
#[path = "../../../server/tests/network/postgres.rs"]
mod postgres;

use frente_server::store::Place;
use host::{Guest, Host, play_to, run, said};
use serde_json::Value;
use std::collections::BTreeSet;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// An address of a new database, if there is a PostgreSQL.
fn database() -> Option<(&'static postgres::Cluster, String)> {
    let cluster = postgres::shared()?;
    let Place::Postgres(address) = cluster.database() else { unreachable!() };
    Some((cluster, address))
}

fn files(folder: &Path) -> Vec<PathBuf> {
    std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn several_share_a_postgres_database_and_one_is_killed() {
    let Some((cluster, address)) = database() else { return };
    let folder = tempfile::tempdir().unwrap();
    let [one, other] = [(); 2].map(|()| Host::start(folder.path(), &address, &[]));
    assert_eq!(one.get("/readyz").0, 200);
    let tokens = one.make();
    let mut guests = [one.sit(&tokens[0]), other.sit(&tokens[1])];
    play_to(&mut guests, 20);
    let point = guests[0].point();
    one.kill();
    let [gone, stays] = guests;
    drop(gone);
    let mut guests = [other.sit(&tokens[0]), stays];
    assert_eq!(guests[0].point(), point, "what was answered is kept");
    play_to(&mut guests, point + 10);
    let name = address.rsplit_once('/').unwrap().1;
    let kept = cluster.sql(name, "SELECT count(*) FROM actions");
    assert_eq!(kept.trim(), guests[0].point().to_string(), "it is there, and nowhere else");
    drop((guests, other));
    assert_eq!(files(folder.path()), Vec::<PathBuf>::new(), "no file of that name");
    let checked = run(folder.path(), &["database", "check", "--database", &address]);
    assert!(said(&checked).contains("1 matches, 0 damaged"), "{}", said(&checked));
}

#[test]
fn a_database_that_is_not_there_is_said_once() {
    let folder = tempfile::tempdir().unwrap();
    let nobody = "postgres://ana:secret@127.0.0.1:1/frente";
    for args in [
        &["serve", "--no-open", "--port", "0"][..],
        &["database", "check"],
        &["database", "tidy", "--days", "9"],
    ] {
        let out = run(folder.path(), &[args, &["--database", nobody]].concat());
        let text = said(&out);
        assert!(!out.status.success() && text.contains("postgres://ana@127.0.0.1:1/frente"), "{text}");
        assert_eq!(text.matches("Connection refused").count(), 1, "{text}");
        assert!(!text.contains("secret"), "{text}");
    }
    // A folder is no file, and that is said once as well.
    let out = run(
        folder.path(),
        &["serve", "--no-open", "--port", "0", "--database", "/proc/1/nothing/games.sqlite"],
    );
    let text = said(&out);
    assert!(!out.status.success() && text.matches("os error").count() == 1, "{text}");
    assert_eq!(files(folder.path()), Vec::<PathBuf>::new());
}

/// The commands of docs/hosting.md.
#[test]
fn a_backup_is_made_restored_checked_and_played_on() {
    let Some((cluster, address)) = database() else { return };
    let folder = tempfile::tempdir().unwrap();
    let host = Host::start(folder.path(), &address, &[]);
    let tokens = host.make();
    let mut guests = [host.sit(&tokens[0]), host.sit(&tokens[1])];
    play_to(&mut guests, 15);
    let point = guests[0].point();
    let dump = folder.path().join("frente.dump").display().to_string();
    cluster.tool("pg_dump", &["-Fc", "-f", &dump, address.rsplit_once('/').unwrap().1]);
    play_to(&mut guests, point + 5);
    drop((guests, host));
    let Some((_, empty)) = database() else { unreachable!("there was one before") };
    cluster.tool("pg_restore", &["-d", empty.rsplit_once('/').unwrap().1, &dump]);
    let checked = run(folder.path(), &["database", "check", "--database", &empty]);
    assert!(
        checked.status.success() && said(&checked).contains("1 matches, 0 damaged"),
        "{}",
        said(&checked)
    );
    let host = Host::start(folder.path(), &empty, &[]);
    let mut guests = [host.sit(&tokens[0]), host.sit(&tokens[1])];
    assert_eq!(guests[0].point(), point, "as it was when the backup was made");
    play_to(&mut guests, point + 5);
}

#[test]
fn a_file_is_moved_to_postgres_and_its_links_stay_good() {
    let Some((_, address)) = database() else { return };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sqlite");
    let host = Host::start(folder.path(), &file, &[]);
    let tokens = host.make();
    let mut guests = [host.sit(&tokens[0]), host.sit(&tokens[1])];
    play_to(&mut guests, 10);
    let point = guests[0].point();
    drop((guests, host));
    let import = ["database", "import", "--from", file.to_str().unwrap(), "--database", &address];
    for expected in ["1 matches copied", "1 were there already"] {
        let out = run(folder.path(), &import);
        assert!(out.status.success() && said(&out).contains(expected), "{}", said(&out));
    }
    let host = Host::start(folder.path(), &address, &[]);
    let mut guests = [host.sit(&tokens[0]), host.sit(&tokens[1])];
    assert_eq!(guests[0].point(), point);
    play_to(&mut guests, point + 5);
}

#[test]
fn a_file_is_one_servers_by_whatever_name() {
    let folder = tempfile::tempdir().unwrap();
    let (file, link) = (folder.path().join("games.sqlite"), folder.path().join("link.sqlite"));
    let _host = Host::start(folder.path(), &file, &[]);
    std::os::unix::fs::symlink(&file, &link).unwrap();
    for name in [&file, &link] {
        let out =
            run(folder.path(), &["serve", "--no-open", "--port", "0", "--database", name.to_str().unwrap()]);
        assert!(!out.status.success() && said(&out).contains("another server is using"), "{}", said(&out));
    }
}

/// The proxy of the manual before three servers, of which two are killed one after the other.
#[test]
fn behind_the_proxy_of_the_manual_a_match_goes_on_whoever_is_killed() {
    let there = Command::new("caddy").arg("version").output().is_ok_and(|out| out.status.success());
    if !there {
        eprintln!("NOT RUN: no caddy on this machine; on Debian: apt-get install caddy");
        return;
    }
    let Some((_, address)) = database() else { return };
    let folder = tempfile::tempdir().unwrap();
    let mut hosts = [(); 3].map(|()| Some(Host::start(folder.path(), &address, &["--trust-proxy"])));
    let mut config = std::fs::read_to_string(root().join("docs/hosting/Caddyfile")).unwrap();
    for (n, host) in hosts.iter().flatten().enumerate() {
        let name = format!("frente{}:1936", n + 1);
        assert!(config.contains(&name), "{name}");
        config = config.replace(&name, &host.address.to_string());
    }
    let file = folder.path().join("Caddyfile");
    // Its own administration would be at one port for all.
    std::fs::write(&file, format!("{{\n\tadmin off\n}}\n{config}")).unwrap();
    let port = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).unwrap().port();
    let proxy = SocketAddr::from(([127, 0, 0, 1], port));
    let _proxy = Running(
        Command::new("caddy")
            .args(["run", "--adapter", "caddyfile", "--config"])
            .arg(&file)
            .env("SITE", format!("http://:{port}"))
            .env("XDG_DATA_HOME", folder.path())
            .env("XDG_CONFIG_HOME", folder.path())
            .stderr(Stdio::null())
            .spawn()
            .unwrap(),
    );
    until(|| TcpStream::connect(proxy).is_ok().then_some(()));
    let tokens = host::make(proxy);
    let sit = |token: &String| until(|| Guest::sit(proxy, token));
    let mut guests = [sit(&tokens[0]), sit(&tokens[1])];
    play_to(&mut guests, 20);
    for host in hosts.iter_mut().take(2) {
        let point = guests[0].point();
        host.take().expect("it runs").kill();
        // Whoever was there comes back, as a page does; so does the other one here.
        guests = [sit(&tokens[0]), sit(&tokens[1])];
        assert!(guests[0].point() >= point, "what was answered is kept");
        play_to(&mut guests, point + 10);
    }
}

/// Ended with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Tries until it works.
fn until<T>(mut what: impl FnMut() -> Option<T>) -> T {
    for _ in 0..300 {
        if let Some(done) = what() {
            return done;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    panic!("it does not come to pass in half a minute");
}

/// Everything the dashboard asks for is given out from the first moment on, and nowhere but where the host says.
#[test]
fn the_dashboard_asks_for_figures_there_are() {
    let folder = tempfile::tempdir().unwrap();
    let host = Host::start(folder.path(), folder.path().join("games.sqlite"), &[]);
    let dashboard = std::fs::read_to_string(root().join("docs/hosting/grafana.json")).unwrap();
    let dashboard: Value = serde_json::from_str(&dashboard).unwrap();
    let panels = dashboard["panels"].as_array().unwrap();
    let asked: Vec<&str> = panels
        .iter()
        .flat_map(|panel| panel["targets"].as_array().unwrap())
        .map(|target| target["expr"].as_str().unwrap())
        .collect();
    let names = |text: &str| -> BTreeSet<String> {
        let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
        words.filter(|word| word.starts_with("frente_")).map(str::to_owned).collect()
    };
    let asked: BTreeSet<String> = asked.into_iter().flat_map(names).collect();
    assert!(asked.len() > 10, "{asked:?}");
    // One of each sort happens: what is labelled or cut into buckets is given out once it has.
    let tokens = host.make();
    let mut guests = [host.sit(&tokens[0]), host.sit(&tokens[1])];
    play_to(&mut guests, 5);
    let given = names(&host.figures());
    let never_yet = BTreeSet::from(["frente_computer_seconds_bucket".to_owned()]);
    let missing: Vec<_> = asked.difference(&given).filter(|name| !never_yet.contains(*name)).collect();
    assert!(missing.is_empty(), "{missing:?} of {given:?}");
    assert_eq!(host.get("/metrics").0, 404, "not where everybody is");
}

fn limits(folder: &Path, text: &str) -> String {
    let file = folder.join("limits.toml");
    std::fs::write(&file, text).unwrap();
    file.to_str().unwrap().to_owned()
}

#[test]
fn health_and_files_have_limits() {
    let folder = tempfile::tempdir().unwrap();
    let limits = limits(
        folder.path(),
        "requests = { burst = 4, per_second = 0 }\nfiles = { burst = 3, per_second = 0 }\n",
    );
    let host = Host::start(folder.path(), folder.path().join("games.sqlite"), &["--limits", &limits]);
    let health: Vec<u16> = (0..6).map(|_| host.get("/healthz").0).collect();
    assert_eq!(health, [200, 200, 200, 200, 429, 429]);
    let page: Vec<u16> = (0..5).map(|_| host.get("/").0).collect();
    assert_eq!(page, [200, 200, 200, 429, 429]);
    assert!(host.figures().contains("frente_refused_total{reason=\"too-many\"} 4"), "{}", host.figures());
}

/// Behind two proxies the address is the one the outer proxy saw: what anybody writes before it counts for nothing. Many addresses of one
/// IPv6 network of 64 bits are one, and one of 48 bits has no more than eight of them.
#[test]
fn who_calls_is_who_the_outer_proxy_saw() {
    let folder = tempfile::tempdir().unwrap();
    let limits = limits(folder.path(), "requests = { burst = 2, per_second = 0 }\n");
    let more = ["--trust-proxy=2", "--limits", &limits];
    let host = Host::start(folder.path(), folder.path().join("games.sqlite"), &more);
    let from = |chain: &str| host.get_with("/healthz", &format!("X-Forwarded-For: {chain}\r\n")).0;
    let made_up: Vec<u16> =
        (1..=4).map(|n| from(&format!("198.51.100.{n}, 203.0.113.7, 10.0.0.1"))).collect();
    assert_eq!(made_up, [200, 200, 429, 429]);
    assert_eq!(from("203.0.113.7, 203.0.113.8, 10.0.0.1"), 200, "another address");
    let near: Vec<u16> = (1..=4).map(|n| from(&format!("2001:db8:1:1::{n}, 10.0.0.1"))).collect();
    assert_eq!(near, [200, 200, 429, 429]);
    let wide = (2..40).filter(|n| from(&format!("2001:db8:1:{n:x}::1, 10.0.0.1")) == 200).count();
    assert_eq!(wide, 8 * 2 - 2, "the whole network");
}

#[test]
fn data_files_of_one_game_change_that_game_and_every_game_is_listed_once() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("aragon");
    copy(&root().join("crates/games/aragon/data"), &data);
    let about = data.join("game.toml");
    let text = std::fs::read_to_string(&about).unwrap();
    let title = text.lines().find(|line| line.starts_with("title")).unwrap();
    std::fs::write(&about, text.replacen(title, "title = \"Corrected\"", 1)).unwrap();
    for given in [data.as_path(), folder.path()] {
        let more = ["--data", given.to_str().unwrap()];
        let host = Host::start(folder.path(), folder.path().join("games.sqlite"), &more);
        let games: Value = serde_json::from_str(&host.get("/api/games").1).unwrap();
        let list = games["games"].as_array().unwrap();
        let keys: BTreeSet<&str> = list.iter().map(|game| game["key"].as_str().unwrap()).collect();
        assert_eq!((list.len(), keys.len()), (5, 5), "{keys:?}");
        let corrected = list.iter().filter(|game| game["title"] == "Corrected").count();
        assert_eq!(corrected, 1, "{}", given.display());
    }
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for path in files(from) {
        let to = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &to);
        } else {
            std::fs::copy(path, to).unwrap();
        }
    }
}

/// A database in which bits have flipped: named by `check`, mended by `repair`.
#[test]
fn a_damaged_file_is_checked_repaired_and_served_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sqlite");
    let host = Host::start(folder.path(), &file, &[]);
    let matches = [host.make(), host.make()];
    let mut lines = Vec::new();
    for tokens in &matches {
        let mut guests = [host.sit(&tokens[0]), host.sit(&tokens[1])];
        play_to(&mut guests, 12);
        lines.push(guests[0].longest_line());
    }
    drop(host);
    let name = file.to_str().unwrap();
    // All that was written is in the file itself only after the next one has opened and closed it.
    assert!(run(folder.path(), &["database", "check", "--database", name]).status.success());
    let mut bytes = std::fs::read(&file).unwrap();
    let line = lines[0].as_bytes();
    let at = bytes.windows(line.len()).position(|part| part == line).expect("it is kept as it was written");
    bytes[at + line.len() - 1] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    let checked = run(folder.path(), &["database", "check", "--database", name]);
    assert_eq!(checked.status.code(), Some(1));
    assert!(said(&checked).contains("2 matches, 1 damaged"), "{}", said(&checked));
    let repaired = run(folder.path(), &["database", "repair", "--database", name]);
    assert!(said(&repaired).contains("1 matches whole, 1 cut short, 0 lost"), "{}", said(&repaired));
    assert!(run(folder.path(), &["database", "check", "--database", name]).status.success());
    let host = Host::start(folder.path(), &file, &[]);
    for tokens in &matches {
        let mut guests = [host.sit(&tokens[0]), host.sit(&tokens[1])];
        let point = guests[0].point();
        play_to(&mut guests, point + 3);
    }
    assert!(Guest::sit(host.address, "nonsense").is_none());
}
