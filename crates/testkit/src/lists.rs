//! The lists of random games, as hashes on file: every action of every list, in its order, in its notation. Golden matches hold a game
//! to one log and count its choices; this holds it to all it offers along twenty others. What makes the rules faster must not change it.
//!
//! `FRENTE_WRITE_GOLDEN=1 cargo test -p frente-aragon --test game lists` writes those that are missing.

use crate::open;
use frente_engine::harness::Walk;
use frente_engine::{Options, Playable, Wait};
use libtest_mimic::Trial;
use std::fmt::Write;
use std::path::Path;

const GAMES: u64 = 20;

pub fn trial<G: Playable>(scenario: &str, folder: &Path) -> Trial {
    let (scenario, folder) = (scenario.to_owned(), folder.to_owned());
    crate::trial(format!("lists::{scenario}"), move || offers_the_same::<G>(&scenario, &folder))
}

fn offers_the_same<G: Playable>(scenario: &str, folder: &Path) -> Result<(), String> {
    let file = folder.join(format!("{scenario}.lists"));
    let failed = |e: std::io::Error| format!("{}: {e}", file.display());
    let game = open::<G>(scenario, &Options::default())?;
    let mut now = String::new();
    for seed in 0..GAMES {
        let (decisions, hash) = lists_of_a_game(&*game, seed);
        let _ = writeln!(now, "seed {seed} decisions {decisions} lists {hash:016x}");
    }
    if std::env::var_os("FRENTE_WRITE_GOLDEN").is_some() && !file.exists() {
        return std::fs::write(&file, now).map_err(failed);
    }
    let then = std::fs::read_to_string(&file).map_err(failed)?;
    match now.lines().zip(then.lines()).find(|(now, then)| now != then) {
        Some((now, then)) => Err(format!("{}: it was {then:?}, now it is {now:?}", file.display())),
        None => Ok(()),
    }
}

/// Decisions of a random game, and a hash over everything it offered.
fn lists_of_a_game<G: Playable>(game: &G, seed: u64) -> (u64, u64) {
    let mut walk = Walk::new(game, seed);
    let (mut decisions, mut hash, mut line) = (0, Fnv::default(), String::new());
    loop {
        match game.wait(&walk.position) {
            Wait::Over(outcome) => {
                hash.add(format!("{outcome:?}").as_bytes());
                return (decisions, hash.0);
            }
            Wait::Chance(_) => {}
            Wait::Decision(_) => decisions += 1,
        }
        for action in &walk.legal {
            line.clear();
            game.print(&walk.position, *action, &mut line);
            line.push('\n');
            hash.add(line.as_bytes());
        }
        walk.step(&mut ());
    }
}

/// FNV-1a: the same on every machine and in every release of the compiler.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}
