//! Told to end: by the system, by a closed terminal, by Ctrl+C.

use crate::common::{Client, Process, make};
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn every_signal_to_end_is_a_graceful_end() {
    let folder = tempfile::tempdir().unwrap();
    let mut process = Process::start_whole(folder.path());
    let seats = json!({ "republican": "me", "nationalist": "me" });
    let links = make(process.address, json!({ "seats": seats })).await;
    for signal in ["-HUP", "-TERM", "-INT"] {
        let mut client = Client::connect(process.address).await;
        client.join(links.token("republican")).await.unwrap();
        for _ in 0..3 {
            let line = client.lines()[0].to_owned();
            client.play(&line).await.unwrap();
        }
        let point = client.point();
        process.signal(signal);
        assert_eq!(client.closed().await, Some(1001), "{signal}: the page is told that it will come back");
        assert!(process.ended().await, "{signal}: it ends well");
        process = Process::start_whole(folder.path());
        let mut again = Client::connect(process.address).await;
        again.join(links.token("republican")).await.unwrap();
        assert_eq!(again.point(), point, "{signal}: what was answered is kept");
    }
}
