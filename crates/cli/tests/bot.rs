//! The bot in `examples/` plays whole games through the protocol.

use std::path::Path;
use std::process::Command;

#[test]
fn the_python_bot_plays_every_game_to_the_end() {
    let python = ["python3", "python"]
        .into_iter()
        .find(|p| Command::new(p).arg("--version").output().is_ok_and(|out| out.status.success()));
    let Some(python) = python else {
        // Without Python nothing can be shown here; every other test of the protocol still runs.
        eprintln!("SKIPPED: there is no python3 on this machine, so examples/bot.py was not run");
        return;
    };
    let bot = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/bot.py");
    for about in frente_catalog::about(None).unwrap() {
        let name = format!("{}/{}", about.key, about.scenario[0].key);
        let out = Command::new(python)
            .arg(&bot)
            .arg(env!("CARGO_BIN_EXE_frente"))
            .arg(&name)
            .arg("7")
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&out.stdout).into_owned() + &String::from_utf8_lossy(&out.stderr);
        assert!(out.status.success() && said.contains(" won: "), "{name}: {said}");
    }
}
