//! Golden matches: whole games on file. They must load (every action checked), and at every twentieth action offer as many choices as they
//! did when they were written. A difference is a changed rule: it must be meant, and where an old log could mean something else the rules version
//! rises.
//!
//! `FRENTE_WRITE_GOLDEN=1 cargo test -p frente-aragon --test game golden` writes those that are missing.

use crate::open;
use frente_engine::{Game, Match, Options, Playable, Rng, Seed, Wait};
use libtest_mimic::Trial;
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

pub fn trial<G: Playable>(scenario: &str, folder: &Path) -> Trial {
    let (scenario, folder) = (scenario.to_owned(), folder.to_owned());
    crate::trial(format!("golden::{scenario}"), move || replays_unchanged::<G>(&scenario, &folder))
}

fn replays_unchanged<G: Playable>(scenario: &str, folder: &Path) -> Result<(), String> {
    let game = open::<G>(scenario, &Options::default())?;
    let (save, counts) = (folder.join(format!("{scenario}.frente")), folder.join(format!("{scenario}.txt")));
    let failed = |path: &Path, e: &dyn std::fmt::Display| format!("{}: {e}", path.display());
    if std::env::var_os("FRENTE_WRITE_GOLDEN").is_some() && !save.exists() {
        let record = random_game(&game)?;
        std::fs::create_dir_all(folder).map_err(|e| failed(folder, &e))?;
        std::fs::write(&save, record.save()).map_err(|e| failed(&save, &e))?;
        return std::fs::write(&counts, trace(&record)).map_err(|e| failed(&counts, &e));
    }
    let text = std::fs::read_to_string(&save).map_err(|e| failed(&save, &e))?;
    let record = Match::load_into(&game, &text).map_err(|e| failed(&save, &e))?;
    record.verify()?;
    let (now, written) = (trace(&record), std::fs::read_to_string(&counts).map_err(|e| failed(&counts, &e))?);
    match now.lines().zip(written.lines()).find(|(a, b)| a != b) {
        Some((now, then)) => Err(format!("{}: it was {then:?}, now it is {now:?}", counts.display())),
        None if now == written => Ok(()),
        None => Err(format!("{}: the match has another length now", counts.display())),
    }
}

/// Number of choices at every twentieth action, and how it ended.
fn trace<G: Game>(record: &Match<G>) -> String {
    let game = record.game();
    let (mut text, mut legal, mut chance) = (String::new(), Vec::new(), Vec::new());
    for point in (0..record.log().len()).step_by(20) {
        let position = record.at(point);
        game.legal(&position, &mut legal);
        game.chance(&position, &mut chance);
        let _ = writeln!(
            text,
            "{point} turn {} choices {} outcomes {}",
            game.turn(&position),
            legal.len(),
            chance.len()
        );
    }
    let _ = writeln!(text, "{:?}", record.wait());
    text
}

/// A whole game of random choices.
pub(crate) fn random_game<G: Game>(game: &Arc<G>) -> Result<Match<G>, String> {
    let mut record = Match::new(Arc::clone(game), Seed::from_number(1937));
    let (mut rng, mut legal) = (Rng::new(1937), Vec::new());
    loop {
        match record.wait() {
            Wait::Over(_) => return Ok(record),
            Wait::Chance(_) => record.throw().map_err(|e| e.to_string())?,
            Wait::Decision(side) => {
                game.legal(record.position(), &mut legal);
                let action = legal[rng.below(legal.len())];
                record.play(side.into(), action).map_err(|e| e.to_string())?;
            }
        }
    }
}
