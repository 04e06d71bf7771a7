//! A game at the table: two seats and a spectator on the wire, coming back, computers, one screen, chat.

use crate::common::{Chooser, Client, GAME, House, SCENARIO};
use serde_json::{Value, json};

/// Plays random lines, whoever's decision it is, up to a point; both seats see every state.
async fn play_to(republican: &mut Client, nationalist: &mut Client, point: u64, chooser: &mut Chooser) {
    loop {
        let now = republican.point().max(nationalist.point());
        republican.until(now).await;
        nationalist.until(now).await;
        if now >= point || republican.over() {
            return;
        }
        let mover = if republican.lines().is_empty() { &mut *nationalist } else { &mut *republican };
        mover.play_any(chooser).await.unwrap();
    }
}

#[tokio::test]
async fn two_people_play_and_one_watches() {
    let house = House::open().await;
    let links = house.make("me", "link").await;
    assert_ne!(links.token("republican"), links.token("nationalist"));
    let mut republican = house.sit(links.token("republican")).await;
    let mut nationalist = house.sit(links.token("nationalist")).await;
    let mut spectator = house.sit(links.token("spectator")).await;

    assert_eq!(republican.state["you"], json!(["republican"]));
    assert_eq!(republican.state["match"], links.0["match"]);
    assert_eq!(republican.state["commitment"].as_str().unwrap().len(), 64, "the dice are committed to");
    assert!(republican.state["seed"].is_null());
    let seats = republican.event("presence").await;
    assert_eq!(seats["seats"]["nationalist"], json!({ "player": "human", "present": true }));
    assert_eq!(republican.event("presence").await["seats"]["spectators"], 1);

    play_to(&mut republican, &mut nationalist, 60, &mut Chooser::new(1)).await;
    spectator.until(republican.point()).await;
    assert!(spectator.lines().is_empty(), "who watches decides nothing");
    assert!(republican.lines().is_empty() || nationalist.lines().is_empty(), "one side decides at a time");

    // The rules are the server's: what is against them is refused with the rule, and nothing changes.
    let mover = if republican.lines().is_empty() { &mut nationalist } else { &mut republican };
    let before = mover.state.clone();
    let error = mover.play("declare the war over").await.unwrap_err();
    assert_eq!(error["code"], "not-a-line");
    assert_eq!(mover.ask("state", json!({})).await.unwrap()["choices"], before["choices"]);

    nationalist.close().await;
    let gone = republican.event("presence").await;
    assert_eq!(gone["seats"]["nationalist"]["present"], false);
    house.close().await;
}

#[tokio::test]
async fn whoever_comes_back_misses_nothing() {
    let house = House::open().await;
    let links = house.make("me", "link").await;
    let mut republican = house.sit(links.token("republican")).await;
    let mut nationalist = house.sit(links.token("nationalist")).await;
    let mut chooser = Chooser::new(2);
    play_to(&mut republican, &mut nationalist, 30, &mut chooser).await;
    let left_at = republican.point();
    republican.close().await;

    // The other one goes on while he may.
    while !nationalist.lines().is_empty() && nationalist.point() < left_at + 10 {
        let line = nationalist.lines()[0].to_owned();
        nationalist.play(&line).await.unwrap();
    }
    nationalist.ask("chat", json!({ "text": "Where are you?" })).await.unwrap();

    let mut elsewhere = Client::connect(house.address).await;
    let token = links.token("republican");
    let joined = elsewhere.ask("join", json!({ "token": token, "from": left_at })).await.unwrap();
    assert_eq!(joined["point"], nationalist.point());
    let missed = joined["entries"].as_array().unwrap();
    assert_eq!(missed.len() as u64, nationalist.point() - left_at);
    assert_eq!(joined["chat"][0]["text"], "Where are you?");
    assert_eq!(joined["chat"][0]["who"], "nationalist");

    // Down and up again: another process, the same table.
    let before = elsewhere.ask("log", json!({ "from": 0 })).await.unwrap();
    let state = elsewhere.ask("state", json!({})).await.unwrap();
    drop((elsewhere, nationalist));
    let house = house.reopen().await;
    let mut republican = house.sit(links.token("republican")).await;
    let mut nationalist = house.sit(links.token("nationalist")).await;
    assert_eq!(republican.ask("log", json!({ "from": 0 })).await.unwrap(), before);
    assert_eq!(republican.ask("state", json!({})).await.unwrap(), state);
    let now = republican.point();
    play_to(&mut republican, &mut nationalist, now + 20, &mut chooser).await;
    house.close().await;
}

#[tokio::test]
async fn every_scenario_is_played_kept_and_gone_on_with() {
    let house = House::open().await;
    let games: Value = house.get("/api/games").await.json().await.unwrap();
    let seats = json!({ "republican": "me", "nationalist": "me" });
    let mut tables = Vec::new();
    for game in games["games"].as_array().unwrap() {
        for scenario in game["scenario"].as_array().unwrap() {
            let body = json!({ "game": game["key"], "scenario": scenario["key"], "seats": seats });
            let links = house.make_with(body).await;
            let mut client = house.sit(links.token("republican")).await;
            let sheet = client.ask("sheet", json!({})).await.unwrap();
            assert!(!sheet["sheet"]["pieces"].as_array().unwrap().is_empty(), "{scenario}");
            let mut chooser = Chooser::new(7);
            for _ in 0..80 {
                client.play_any(&mut chooser).await.unwrap();
            }
            let log = client.ask("log", json!({ "from": 0, "seat": "republican" })).await.unwrap();
            tables.push((links, client.ask("state", json!({})).await.unwrap(), log));
        }
    }
    let house = house.reopen().await;
    for (links, state, log) in tables {
        let mut client = house.sit(links.token("republican")).await;
        assert_eq!(client.ask("state", json!({})).await.unwrap(), state);
        assert_eq!(client.ask("log", json!({ "from": 0, "seat": "republican" })).await.unwrap(), log);
        client.play_any(&mut Chooser::new(8)).await.unwrap();
    }
    house.close().await;
}

#[tokio::test]
async fn a_late_action_is_told_what_happened_instead() {
    let house = House::open().await;
    let links = house.make("me", "me").await;
    let token = links.token("republican");
    assert_eq!(token, links.token("nationalist"), "one link for two people at one screen");
    let mut one = house.sit(token).await;
    let mut other = house.sit(token).await;
    let line = one.lines()[0].to_owned();
    let stale_point = one.point();
    one.play(&line).await.unwrap();
    let now = one.point();

    // A double click, on a page that has not heard yet.
    let late = other.ask("play", json!({ "point": stale_point, "line": line })).await.unwrap_err();
    assert_eq!(late["code"], "stale");
    assert_eq!(late["point"], now);
    assert_eq!(late["state"]["point"], now);
    assert_eq!(late["entries"][0]["line"], line.as_str());
    assert_eq!(other.ask("state", json!({})).await.unwrap()["point"], now, "nothing has changed");
    let late = other.ask("undo", json!({ "point": stale_point })).await.unwrap_err();
    assert_eq!(late["code"], "stale");

    // Both at once: one is taken, the other told.
    other.until(now).await;
    let line = one.lines()[0].to_owned();
    let (a, b) = tokio::join!(one.play(&line), other.play(&line));
    assert_eq!(u8::from(a.is_ok()) + u8::from(b.is_ok()), 1, "{a:?} {b:?}");
    let refused = a.err().or(b.err()).unwrap();
    assert_eq!(refused["code"], "stale");
    house.close().await;
}

#[tokio::test]
async fn undo_is_for_both_windows_and_for_good() {
    let house = House::open().await;
    let links = house.make("me", "me").await;
    let mut one = house.sit(links.token("republican")).await;
    let mut other = house.sit(links.token("republican")).await;
    let mut chooser = Chooser::new(3);
    // On to an action that can be taken back.
    let (before, line) = loop {
        let before = one.state.clone();
        let line = {
            let lines = one.lines();
            lines[chooser.below(lines.len())].to_owned()
        };
        one.play(&line).await.unwrap();
        if one.state["undo"] == true && one.point() == before["point"].as_u64().unwrap() + 1 {
            break (before, line);
        }
    };
    other.until(one.point()).await;
    let undone = one.ask("undo", json!({ "point": one.point() })).await.unwrap();
    assert_eq!(undone["point"], before["point"]);
    assert_eq!(undone["choices"], before["choices"]);
    loop {
        let push = other.event("changed").await;
        if push["state"]["point"] == before["point"] && push["entries"] == json!([]) {
            break;
        }
    }
    drop((one, other));
    let house = house.reopen().await;
    let mut again = house.sit(links.token("republican")).await;
    assert_eq!(again.point(), before["point"].as_u64().unwrap(), "taken back on disk as well");
    again.play(&line).await.unwrap();
    house.close().await;
}

#[tokio::test]
async fn a_computer_answers_and_two_play_while_somebody_watches() {
    let house = House::open().await;
    let links = house.make("me", "computer:random").await;
    assert!(links.0["links"]["nationalist"].is_null(), "nobody sits down in a computer's seat");
    let mut republican = house.sit(links.token("republican")).await;
    assert_eq!(
        republican.state["seats"]["nationalist"],
        json!({ "player": "computer:random", "present": true })
    );
    republican.ask("pace", json!({ "ms": 0 })).await.unwrap();
    let mut chooser = Chooser::new(4);
    let mut answered = false;
    for _ in 0..2000 {
        if republican.over() || answered {
            break;
        }
        if republican.lines().is_empty() {
            republican.event("changed").await;
        } else {
            let played = republican.play_any(&mut chooser).await.unwrap();
            assert!(!played["entries"].as_array().unwrap().is_empty());
        }
        let log = republican.ask("log", json!({ "from": 0 })).await.unwrap();
        answered = log["entries"].as_array().unwrap().iter().any(|e| e["by"] == "nationalist");
    }
    assert!(answered, "the computer has played");
    republican.event("thinking").await;

    let links = house.make("computer:random", "computer:greedy").await;
    let mut spectator = house.sit(links.token("spectator")).await;
    spectator.ask("pace", json!({ "ms": 0 })).await.unwrap();
    let from = spectator.point();
    spectator.until(from + 40).await;
    spectator.close().await;
    // With nobody there they stop, and go on when somebody comes.
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    let mut spectator = house.sit(links.token("spectator")).await;
    let from = spectator.point();
    spectator.until(from + 10).await;
    house.close().await;
}

#[tokio::test]
async fn people_type_their_dice_and_a_computer_throws_its_own() {
    let house = House::open().await;
    let seats = json!({ "republican": "me", "nationalist": "computer:random" });
    let links = house.make_with(json!({ "seats": seats, "dice": "typed" })).await;
    let mut republican = house.sit(links.token("republican")).await;
    let mut spectator = house.sit(links.token("spectator")).await;
    republican.ask("pace", json!({ "ms": 0 })).await.unwrap();
    assert_eq!(spectator.ask("pace", json!({ "ms": 0 })).await.unwrap_err()["code"], "wrong-side");
    assert_eq!((&republican.state["dice"], &republican.state["commitment"]), (&json!("typed"), &Value::Null));
    let mut chooser = Chooser::new(6);
    let mut typed = 0;
    while republican.point() < 150 {
        let waits = republican.state["waits"].clone();
        if waits["kind"] == "chance" {
            assert_ne!(waits["side"], "nationalist", "nobody is asked to throw for the computer");
            let point = republican.point();
            let outcomes = waits["outcomes"].as_array().unwrap();
            let line = outcomes[chooser.below(outcomes.len())].clone();
            spectator.until(point).await;
            let error = spectator.ask("roll", json!({ "point": point, "line": line })).await.unwrap_err();
            assert_eq!(error["code"], "wrong-side", "who watches throws nothing");
            let error =
                republican.ask("roll", json!({ "point": point, "line": "roll 9" })).await.unwrap_err();
            assert!(["refused", "not-a-line"].contains(&error["code"].as_str().unwrap()), "{error}");
            republican.ask("roll", json!({ "point": point, "line": line })).await.unwrap();
            typed += 1;
        } else if republican.lines().is_empty() {
            republican.event("changed").await;
        } else {
            republican.play_any(&mut chooser).await.unwrap();
        }
    }
    assert!(typed > 0);
    house.close().await;
}

#[tokio::test]
async fn dice_are_committed_to_at_the_start_and_shown_at_the_end() {
    let house = House::open().await;
    let links = house.make("me", "link").await;
    let mut republican = house.sit(links.token("republican")).await;
    let mut nationalist = house.sit(links.token("nationalist")).await;
    let mut spectator = house.sit(links.token("spectator")).await;
    let commitment = republican.state["commitment"].as_str().unwrap().to_owned();
    let mut chooser = Chooser::new(5);
    for client in [&mut republican, &mut nationalist, &mut spectator] {
        let error = client.ask("save", json!({})).await.unwrap_err();
        assert_eq!(error["code"], "refused", "the file holds the other side's secrets and the seed");
    }
    let body = json!({ "token": links.token("republican"), "point": 0 });
    assert_eq!(house.post("/api/matches/branch", &body).await.0, 403);
    // Nobody reads this socket during the game; it would be cut off.
    spectator.close().await;
    play_to(&mut republican, &mut nationalist, u64::MAX, &mut chooser).await;
    assert!(republican.over());
    let mut spectator = house.sit(links.token("spectator")).await;
    let save = spectator.ask("save", json!({})).await.unwrap()["save"].as_str().unwrap().to_owned();
    let table = frente_catalog::load(None, &save).unwrap();
    assert_eq!(table.seed().unwrap().commitment(), commitment);
    assert!(table.verify().unwrap() > 0, "every throw is the seed's");
    assert_eq!(republican.state["seed"], table.seed().unwrap().to_string());

    // Over: anybody may go on from anywhere, against himself, with other dice.
    let body = json!({ "token": links.token("spectator"), "point": 25 });
    let (status, branch) = house.post("/api/matches/branch", &body).await;
    assert_eq!(status, 200, "{branch}");
    let branch = crate::common::Links(branch);
    let mut alone = house.sit(branch.token("republican")).await;
    assert_eq!(alone.state["you"], json!(["republican", "nationalist"]));
    assert!(alone.point() >= 25);
    assert_ne!(alone.state["commitment"], commitment.as_str());
    let line = alone.lines()[0].to_owned();
    alone.play(&line).await.unwrap();

    // The file goes on as well; for somebody else's eyes with dice that nobody has seen.
    for (seats, same) in [(("me", "me"), true), (("me", "link"), false)] {
        let cut = cut(&save, 40);
        let body = json!({ "save": cut, "seats": { "republican": seats.0, "nationalist": seats.1 } });
        let (status, loaded) = house.post("/api/matches/load", &body).await;
        assert_eq!(status, 200, "{loaded}");
        let loaded = crate::common::Links(loaded);
        let client = house.sit(loaded.token("republican")).await;
        assert!(client.point() >= 40);
        assert_eq!(client.state["commitment"] == commitment.as_str(), same);
    }
    let house = house.reopen().await;
    let again = house.sit(branch.token("republican")).await;
    assert_eq!(again.point(), alone.point(), "a branch is kept like any other match");
    house.close().await;
}

/// The beginning of a saved match.
fn cut(save: &str, actions: usize) -> String {
    let lines: Vec<&str> = save.lines().collect();
    frente_engine::record::assemble(lines[0], lines[1..].iter().take(actions))
}

#[tokio::test]
async fn ones_games_are_listed_and_deleted_by_their_links() {
    let house = House::open().await;
    let alone = house.make("me", "computer:random").await;
    let together = house.make("me", "link").await;
    let mut ask = vec![alone.token("republican"), together.token("republican"), together.token("spectator")];
    ask.extend(["AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"; 30]);
    let (_, mine) = house.post("/api/mine", &json!({ "tokens": ask })).await;
    let games = mine["games"].as_array().unwrap();
    assert_eq!(games.len(), 3, "what opens nothing is left out");
    assert_eq!(games[0]["opponent"], "computer:random");
    assert_eq!((&games[0]["game"], &games[0]["scenario"]), (&json!(GAME), &json!(SCENARIO)));
    assert_eq!(games[1]["seat"], "republican");
    assert_eq!(games[2]["seat"], "spectator");

    let mut other = house.sit(together.token("nationalist")).await;
    let (_, kept) = house.post("/api/forget", &json!({ "token": together.token("republican") })).await;
    assert_eq!(kept["deleted"], false, "somebody else plays there");
    let (status, _) = house.post("/api/forget", &json!({ "token": together.token("spectator") })).await;
    assert_eq!(status, 200);
    other.ask("state", json!({})).await.unwrap();
    let (_, gone) = house.post("/api/forget", &json!({ "token": alone.token("republican") })).await;
    assert_eq!(gone["deleted"], true);
    let error = Client::connect(house.address).await.join(alone.token("republican")).await.unwrap_err();
    assert_eq!(error["code"], "bad-token");
    house.close().await;
}

#[tokio::test]
async fn the_page_is_served_with_its_guards() {
    let house = House::open().await;
    let games: Value = house.get("/api/games").await.json().await.unwrap();
    assert!(games["games"].as_array().unwrap().iter().any(|g| g["key"] == GAME));
    let sheet = house.get(&format!("/api/sheet?game={GAME}&scenario={SCENARIO}")).await;
    let tag = sheet.headers()["etag"].clone();
    assert!(sheet.json::<Value>().await.unwrap()["sheet"]["pieces"].is_array());
    let again = reqwest::Client::new()
        .get(house.url(&format!("/api/sheet?game={GAME}&scenario={SCENARIO}")))
        .header("if-none-match", tag)
        .send()
        .await
        .unwrap();
    assert_eq!(again.status(), 304);
    for path in ["/", "/play", "/nothing", "/api/games", "/healthz", "/node_modules/x.js", "/package.json"] {
        let response = house.get(path).await;
        let policy = response.headers()["content-security-policy"].to_str().unwrap();
        assert!(policy.starts_with("default-src 'none'") && !policy.contains("unsafe"), "{path}");
        assert_eq!(response.headers()["x-content-type-options"], "nosniff");
        assert_eq!(response.headers()["referrer-policy"], "no-referrer");
    }
    for path in ["/", "/play"] {
        let page = house.get(path).await;
        assert_eq!(page.headers()["content-type"], "text/html; charset=utf-8");
        let text = page.text().await.unwrap();
        assert!(
            text.contains("<script type=\"module\" src=") && !text.contains("<script>"),
            "{path}: {text}"
        );
        for inline in ["<style", " style=", " onclick=", " onload="] {
            assert!(!text.contains(inline), "{path}: {inline}");
        }
    }
    let module = house.get("/js/play.js").await;
    assert_eq!(module.headers()["content-type"], "text/javascript; charset=utf-8");
    assert_eq!(module.headers()["cache-control"], "no-cache");
    let page = house.get("/play").await;
    assert_eq!(page.headers()["cache-control"], "no-cache", "the page itself is asked for each time");
    let page = page.text().await.unwrap();
    let kept: Vec<&str> = page.split('"').filter(|part| part.starts_with("/kept/")).collect();
    assert!(kept.len() > 50, "{page}");
    for path in &kept {
        let file = house.get(path).await;
        assert_eq!(file.status(), 200, "{path}");
        assert_eq!(file.headers()["cache-control"], "public, max-age=31536000, immutable", "{path}");
    }
    let hidden = [
        "/nothing",
        "/package.json",
        "/tsconfig.json",
        "/eslint.config.js",
        "/node_modules/x.js",
        "/..%2fCargo.toml",
    ];
    for path in hidden {
        assert_eq!(house.get(path).await.status(), 404, "{path}");
    }
    let health: Value = house.get("/healthz").await.json().await.unwrap();
    assert_eq!(health["status"], "ok");
    let figures =
        reqwest::get(format!("http://{}/metrics", house.metrics)).await.unwrap().text().await.unwrap();
    assert!(figures.contains("frente_store_commit_seconds"), "{figures}");
    house.close().await;
}
