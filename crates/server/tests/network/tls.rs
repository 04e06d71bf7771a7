//! TLS to PostgreSQL: asked for in the address, as every program of PostgreSQL understands it, and with a certificate of the test's own.

use crate::postgres::Cluster;
use frente_server::store::{Place, Store};
use std::path::Path;
use std::process::Command;

/// An authority, and a certificate of it for `localhost`; and another authority that has nothing to do with it.
const MAKE: &str = "
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj '/CN=the authority' -keyout ca.key -out ca.crt &&
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj '/CN=another authority' -keyout other.key -out other.crt &&
openssl req -newkey rsa:2048 -nodes -subj '/CN=localhost' -keyout server.key -out server.csr &&
echo 'subjectAltName=DNS:localhost' > server.ext &&
openssl x509 -req -in server.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 2 -extfile server.ext -out server.crt &&
chmod 600 server.key && chmod 755 .";

fn certificates(folder: &Path) -> Result<(), String> {
    let out =
        Command::new("sh").args(["-c", MAKE]).current_dir(folder).output().map_err(|e| e.to_string())?;
    if out.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&out.stderr).into_owned()) }
}

#[tokio::test]
async fn the_way_to_postgres_can_be_closed_to_others() {
    let settings = "-c ssl=on -c ssl_cert_file=FOLDER/server.crt -c ssl_key_file=FOLDER/server.key";
    let Some(cluster) = Cluster::start_with(settings, certificates) else { return };
    let Place::Postgres(address) = cluster.database() else { unreachable!() };
    let named = address.replacen("127.0.0.1", "localhost", 1);
    let file = |name: &str| cluster.folder().join(name).display().to_string();
    let open = async |address: String| Store::open(Place::Postgres(address)).await;
    for good in [
        format!("{address}?sslmode=require"),
        format!("{address}?sslmode=verify-ca&sslrootcert={}", file("ca.crt")),
        format!("{named}?sslmode=verify-full&sslrootcert={}", file("ca.crt")),
    ] {
        let store = open(good.clone()).await.unwrap_or_else(|e| panic!("{good}: {e}"));
        store.ping().await.unwrap();
        let sql =
            "SELECT count(*) FILTER (WHERE ssl), count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
                   WHERE application_name = 'frente'";
        let counted = cluster.sql("postgres", sql);
        let (closed, all) = counted.trim().split_once('|').unwrap();
        assert!(closed == all && closed != "0", "{good}: {closed} of {all} connections");
        store.close().await;
    }
    for (bad, why) in [
        (format!("{named}?sslmode=verify-full"), "an authority nobody knows"),
        (format!("{named}?sslmode=verify-full&sslrootcert={}", file("other.crt")), "another authority's"),
        (format!("{address}?sslmode=verify-full&sslrootcert={}", file("ca.crt")), "another host's"),
    ] {
        let error = open(bad).await.err().unwrap_or_else(|| panic!("{why}")).to_string();
        assert!(error.contains("certificate"), "{why}: {error}");
    }
}

#[tokio::test]
async fn a_database_without_it_is_refused_to_who_asks_for_it() {
    let Some(cluster) = crate::postgres::shared() else { return };
    let Place::Postgres(address) = cluster.database() else { unreachable!() };
    let error = Store::open(Place::Postgres(format!("{address}?sslmode=require"))).await.err();
    assert!(error.expect("it has no TLS").to_string().contains("TLS"));
}
