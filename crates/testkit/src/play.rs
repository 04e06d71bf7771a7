//! Random play as the first reviewer: every scenario without options, with each of its options, and with all of them.

use crate::{open, trial};
use frente_engine::about::ScenarioAbout;
use frente_engine::harness::{Care, check_game};
use frente_engine::{Options, Playable};
use libtest_mimic::Trial;

/// Random games of each kind; more of them are played by `frente sim … --check`.
const GAMES: u64 = 2;

pub fn trials<G: Playable>(about: &ScenarioAbout) -> Vec<Trial> {
    let scenario = &about.key;
    let keys: Vec<&str> = about.option.iter().map(|o| o.key.as_str()).collect();
    let mut kinds = vec![(String::new(), Options::default())];
    kinds.extend(keys.iter().map(|key| (format!("::{key}"), Options::default().with(key))));
    if keys.len() > 1 {
        kinds.push(("::everything".to_owned(), keys.iter().fold(Options::default(), |o, key| o.with(key))));
    }
    let test = |(n, (name, options)): (usize, (String, Options))| {
        let scenario = scenario.to_owned();
        trial(format!("play::{scenario}{name}"), move || {
            let game = open::<G>(&scenario, &options)?;
            let first = 1000 * n as u64 + 1;
            (first..first + GAMES).try_for_each(|seed| {
                check_game(&game, seed, Care::default()).map(drop).map_err(|f| f.to_string())
            })
        })
    };
    kinds.into_iter().enumerate().map(test).collect()
}
