//! What is refused, and that nothing changes by it.

use crate::common::{Client, House};
use frente_server::Rate;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

#[tokio::test]
async fn only_the_right_link_opens_a_seat() {
    let house = House::open().await;
    let links = house.make("me", "link").await;
    let mut stranger = Client::connect(house.address).await;
    for what in ["state", "play", "log", "save", "chat", "sheet"] {
        let fields = json!({ "point": 0, "line": "x", "text": "x", "from": 0 });
        assert_eq!(stranger.ask(what, fields).await.unwrap_err()["code"], "bad-token", "{what}");
    }
    let token = links.token("republican");
    let mut changed = token.to_owned();
    changed.replace_range(0..1, if token.starts_with('A') { "B" } else { "A" });
    for wrong in
        ["", "republican", "../etc/passwd", &token[1..], &changed, links.0["match"].as_str().unwrap()]
    {
        assert_eq!(stranger.join(wrong).await.unwrap_err()["code"], "bad-token", "{wrong:?}");
    }
    assert_eq!(stranger.ask("hello", json!({})).await.unwrap()["protocol"], 2);
    stranger.join(token).await.unwrap();
    house.close().await;
}

#[tokio::test]
async fn nobody_decides_for_another_seat() {
    let house = House::open().await;
    let links = house.make("me", "link").await;
    let mut republican = house.sit(links.token("republican")).await;
    let mut nationalist = house.sit(links.token("nationalist")).await;
    republican.refresh().await;
    let mut spectator = house.sit(links.token("spectator")).await;
    let (decides, waits) = if republican.lines().is_empty() {
        (&mut nationalist, &mut republican)
    } else {
        (&mut republican, &mut nationalist)
    };
    let line = decides.lines()[0].to_owned();
    let seat = decides.state["you"][0].clone();
    let before = decides.state.clone();
    for client in [waits, &mut spectator] {
        let point = client.point();
        for fields in
            [json!({ "point": point, "line": line }), json!({ "point": point, "line": line, "seat": seat })]
        {
            assert_eq!(client.ask("play", fields).await.unwrap_err()["code"], "wrong-side");
        }
        let code = client.ask("undo", json!({ "point": point })).await.unwrap_err()["code"].clone();
        assert!(code == "cannot-undo" || code == "wrong-side", "{code}");
        let looked = client.ask("state", json!({ "seat": seat })).await.unwrap_err();
        assert_eq!(looked["code"], "wrong-side", "looking through the other's eyes");
    }
    let after = decides.ask("state", json!({})).await.unwrap();
    assert_eq!((&after["point"], &after["choices"]), (&before["point"], &before["choices"]));
    house.close().await;
}

#[tokio::test]
async fn malformed_and_oversized_messages_are_answered() {
    let house = House::with(|limits| limits.message = 2000).await;
    let links = house.make("me", "me").await;
    let mut client = house.sit(links.token("republican")).await;
    let before = client.state.clone();
    for (text, code) in [
        ("", "bad-json"),
        ("{", "bad-json"),
        ("play", "bad-json"),
        ("\u{0}", "bad-json"),
        ("[]", "bad-request"),
        ("7", "bad-request"),
        ("{}", "bad-request"),
        (r#"{"do": 7}"#, "bad-request"),
        (r#"{"do": "conquer"}"#, "bad-request"),
        (r#"{"do": "play"}"#, "bad-request"),
        (r#"{"do": "play", "line": "end"}"#, "bad-request"),
        (r#"{"do": "play", "line": 7, "point": 0}"#, "bad-request"),
        (r#"{"do": "play", "line": "end", "point": -1}"#, "bad-request"),
        (r#"{"do": "state", "seat": "referee"}"#, "bad-request"),
        (r#"{"do": "rule", "rule": "0.0-none"}"#, "bad-request"),
        (r#"{"do": "overlay", "key": "none"}"#, "bad-request"),
        (r#"{"do": "chat", "text": "  "}"#, "bad-request"),
    ] {
        client.send_raw(Message::text(text)).await;
        let answer = client.receive().await.unwrap();
        assert_eq!(answer["error"]["code"], code, "{text:?}: {answer}");
        assert!(!answer["error"]["message"].as_str().unwrap().is_empty());
    }
    let deep = format!("{}{}", "[".repeat(900), "]".repeat(900));
    client.send_raw(Message::text(deep)).await;
    assert_eq!(client.receive().await.unwrap()["error"]["code"], "bad-json");
    client.send_raw(Message::binary(vec![1, 2, 3])).await;
    assert_eq!(client.receive().await.unwrap()["error"]["code"], "bad-request");
    let large = json!({ "do": "chat", "text": "x".repeat(3000) }).to_string();
    client.send_raw(Message::text(large)).await;
    assert_eq!(client.receive().await.unwrap()["error"]["code"], "too-large");
    let after = client.ask("state", json!({})).await.unwrap();
    assert_eq!((&after["point"], &after["choices"]), (&before["point"], &before["choices"]));

    // Far too large: not even read to its end.
    client.send_raw(Message::text("x".repeat(1_000_000))).await;
    assert!(client.receive().await.is_none(), "closed");
    let again = house.sit(links.token("republican")).await;
    assert_eq!(again.state["chat"], json!([]));
    house.close().await;
}

#[tokio::test]
async fn too_many_messages_are_refused_and_a_flood_is_cut_off() {
    let house = House::with(|limits| limits.messages = Rate::new(10.0, 1.0)).await;
    let links = house.make("me", "me").await;
    let mut client = house.sit(links.token("republican")).await;
    let mut codes = Vec::new();
    for _ in 0..40 {
        codes.push(client.ask("hello", json!({})).await.map_or_else(|e| e["code"].clone(), |_| Value::Null));
    }
    assert!(codes[..5].iter().all(Value::is_null), "{codes:?}");
    assert!(codes[30..].iter().filter(|c| *c == "too-many").count() > 5, "{codes:?}");
    let line = client.lines()[0].to_owned();
    let refused = client.play(&line).await.unwrap_err();
    assert_eq!(refused["code"], "too-many");
    let mut cut_off = false;
    for _ in 0..1000 {
        if client.try_ask("hello", json!({})).await.is_none() {
            cut_off = true;
            break;
        }
    }
    assert!(cut_off, "patience ends");
    let again = house.sit(links.token("republican")).await;
    assert_eq!(again.lines()[0], line, "nothing has changed");
    house.close().await;
}

#[tokio::test]
async fn guessing_links_making_matches_and_opening_sockets_have_limits() {
    let house = House::with(|limits| {
        limits.misses = Rate::new(5.0, 0.0);
        limits.matches = Rate::new(3.0, 0.0);
        limits.sockets_per_address = 4;
    })
    .await;
    let links = house.make("me", "me").await;
    let mut seated = house.sit(links.token("republican")).await;
    let body = json!({ "seats": { "republican": "me", "nationalist": "me" }, "game": "aragon", "scenario": "belchite" });
    let mut made = Vec::new();
    for _ in 0..3 {
        made.push(house.post("/api/matches", &body).await.0);
    }
    assert_eq!(made, [200, 200, 429]);
    let mut guesser = Client::connect(house.address).await;
    let mut codes = Vec::new();
    for _ in 0..7 {
        codes.push(guesser.join("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA").await.unwrap_err()["code"].clone());
    }
    assert_eq!(codes[4], "bad-token");
    assert_eq!(codes[5], "too-many");
    let line = seated.lines()[0].to_owned();
    seated.play(&line).await.unwrap();
    let _more = [Client::connect(house.address).await, Client::connect(house.address).await];
    let fifth = tokio_tungstenite::connect_async(format!("ws://{}/ws", house.address)).await;
    assert!(fifth.unwrap_err().to_string().contains("429"));
    house.close().await;
}

#[tokio::test]
async fn other_sites_pages_and_bad_matches_are_refused() {
    let house = House::with(|limits| limits.body = 10_000).await;
    let seats = json!({ "republican": "me", "nationalist": "link" });
    let good = json!({ "game": "aragon", "scenario": "belchite", "seats": seats });
    let client = reqwest::Client::new();
    let elsewhere =
        client.post(house.url("/api/matches")).header("origin", "http://evil.example").json(&good);
    assert_eq!(elsewhere.send().await.unwrap().status(), 403);
    let own = client.post(house.url("/api/matches")).header("origin", house.url("")).json(&good);
    assert_eq!(own.send().await.unwrap().status(), 200);
    let with = |key: &str, value: Value| {
        let mut body = good.clone();
        body[key] = value;
        body
    };
    for (body, status) in [
        (json!({}), 400),
        (json!([]), 400),
        (with("game", json!("chess")), 400),
        (with("scenario", json!("waterloo")), 400),
        (with("options", json!({ "nuclear": true })), 400),
        (with("dice", json!("loaded")), 400),
        (with("seats", json!({ "republican": "me" })), 400),
        (with("seats", json!({ "republican": "me", "nationalist": "nobody" })), 400),
        (with("seats", json!({ "republican": "me", "nationalist": "computer:napoleon" })), 400),
        (with("seed", json!(7)), 400),
        (with("game", json!("x".repeat(20_000))), 413),
    ] {
        let (got, answer) = house.post("/api/matches", &body).await;
        assert_eq!(got, status, "{body} {answer}");
        assert!(answer["error"]["message"].as_str().is_some_and(|m| !m.is_empty()), "{answer}");
    }
    for save in [
        "",
        "nonsense",
        "{\"frente\":1}",
        "{\"frente\":99,\"game\":\"aragon\",\"scenario\":\"belchite\",\"rules\":1,\"data\":\"\"}",
    ] {
        let (status, answer) =
            house.post("/api/matches/load", &json!({ "save": save, "seats": seats })).await;
        assert_eq!((status, &answer["error"]["code"]), (422, &json!("bad-save")), "{save:?}");
    }
    house.close().await;
}

#[tokio::test]
async fn when_the_disk_refuses_nothing_changes_and_nobody_hears_of_it() {
    let house = House::open().await;
    let links = house.make("me", "link").await;
    let mut republican = house.sit(links.token("republican")).await;
    let mut nationalist = house.sit(links.token("nationalist")).await;
    republican.refresh().await;
    let mut spectator = house.sit(links.token("spectator")).await;
    let sabotage = async |sql: &'static str| {
        let file = sqlx::sqlite::SqliteConnectOptions::new().filename(house.database());
        let pool = sqlx::SqlitePool::connect_with(file).await.unwrap();
        sqlx::query(sql).execute(&pool).await.unwrap();
        pool.close().await;
    };
    let mover = if republican.lines().is_empty() { &mut nationalist } else { &mut republican };
    let (line, point) = (mover.lines()[0].to_owned(), mover.point());
    let before = spectator.ask("state", json!({})).await.unwrap();
    sabotage("CREATE TRIGGER full BEFORE INSERT ON actions BEGIN SELECT RAISE(ABORT, 'disk full'); END")
        .await;
    for _ in 0..3 {
        assert_eq!(mover.play(&line).await.unwrap_err()["code"], "failed");
    }
    assert_eq!(mover.ask("state", json!({})).await.unwrap()["point"], point);
    assert_eq!(spectator.ask("state", json!({})).await.unwrap(), before);
    assert!(spectator.carried.iter().all(|text| !text.contains("\"event\":\"changed\"")));
    sabotage("DROP TRIGGER full").await;
    mover.play(&line).await.unwrap();
    spectator.until(point + 1).await;
    house.close().await;
}
