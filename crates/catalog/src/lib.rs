//! The games behind one door.
//!
//! Who needs "a game" asks for it by key. What must stay generic (search, simulation, the harness) comes in as a [`Visitor`], which is
//! called with the game's own type.

use frente_board::data::{DataError, DataSource};
use frente_engine::case::mutate::{self, Mutant};
use frente_engine::case::{Books, Case, Failure};
use frente_engine::record::{Differs, LoadError, peek};
use frente_engine::table::{Hosted, Opening, Table, TableError};
use frente_engine::{About, OpenError, Playable, Reference};
use std::collections::BTreeMap;
use std::path::Path;

/// Something to be done with a game of whatever type.
pub trait Visitor {
    /// What comes of it.
    type Out;
    /// Does it.
    fn visit<G: Playable>(self) -> Self::Out;
}

macro_rules! games {
    ($($key:literal => $game:ty),* $(,)?) => {
        /// The keys of all games.
        pub const GAMES: &[&str] = &[$($key),*];

        /// Calls a visitor with the game of this key.
        ///
        /// # Errors
        /// When there is no such game.
        pub fn visit<V: Visitor>(key: &str, visitor: V) -> Result<V::Out, OpenError> {
            match key {
                $($key => Ok(visitor.visit::<$game>()),)*
                _ => Err(OpenError::UnknownGame(key.to_owned(), GAMES.join(", "))),
            }
        }
    };
}

games! {
    "aragon" => frente_aragon::Aragon,
    "brunete" => frente_brunete::Brunete,
    "guadalajara" => frente_guadalajara::Guadalajara,
    "madrid" => frente_madrid::Madrid,
    "santander" => frente_santander::Santander,
}

/// Where the data files of a game come from: a folder given by the player (its own folder, or one with a subfolder for the game), or
/// the program itself.
pub fn source(key: &str, folder: Option<&Path>) -> DataSource {
    match folder {
        Some(folder) if is_of(folder, key) => DataSource::Folder(folder.to_owned()),
        Some(folder) if folder.join(key).is_dir() => DataSource::Folder(folder.join(key)),
        Some(folder) if !folder.is_dir() => DataSource::Folder(folder.to_owned()),
        _ => DataSource::Embedded,
    }
}

/// Is this folder the game's own? If it does not say whose it is, whoever asks for it shall hear what is wrong with it.
fn is_of(folder: &Path, key: &str) -> bool {
    let Ok(text) = std::fs::read_to_string(folder.join("game.toml")) else { return false };
    let said = text.parse::<toml::Table>().ok().and_then(|file| Some(file.get("key")?.as_str()?.to_owned()));
    said.is_none_or(|said| said == key || !GAMES.contains(&said.as_str()))
}

/// What every game says of itself.
///
/// # Errors
/// When a data file is wrong.
pub fn about(folder: Option<&Path>) -> Result<Vec<About>, OpenError> {
    struct Ask(DataSource);
    impl Visitor for Ask {
        type Out = Result<About, DataError>;
        fn visit<G: Playable>(self) -> Self::Out {
            frente_engine::game::about::<G>(&self.0)
        }
    }
    GAMES.iter().map(|key| Ok(visit(key, Ask(source(key, folder)))??)).collect()
}

/// The rules reference of a game.
///
/// # Errors
/// When there is no such game, or its rules file is wrong.
pub fn reference(key: &str, folder: Option<&Path>) -> Result<Reference, OpenError> {
    struct Ask(DataSource);
    impl Visitor for Ask {
        type Out = Result<Reference, DataError>;
        fn visit<G: Playable>(self) -> Self::Out {
            frente_engine::game::reference::<G>(&self.0)
        }
    }
    Ok(visit(key, Ask(source(key, folder)))??)
}

/// Opens a match.
///
/// # Errors
/// When game, scenario, options, data or set-up are wrong.
pub fn open(key: &str, folder: Option<&Path>, opening: &Opening) -> Result<Box<dyn Table>, TableError> {
    open_from(key, source(key, folder), opening)
}

/// Opens a match on data files of whatever source.
///
/// # Errors
/// When game, scenario, options, data or set-up are wrong.
pub fn open_from(key: &str, source: DataSource, opening: &Opening) -> Result<Box<dyn Table>, TableError> {
    struct Open<'a>(DataSource, &'a Opening);
    impl Visitor for Open<'_> {
        type Out = Result<Box<dyn Table>, TableError>;
        fn visit<G: Playable>(self) -> Self::Out {
            Ok(Box::new(Hosted::<G>::open(&self.0, self.1, frente_ai::player::<G>)?))
        }
    }
    visit(key, Open(source, opening))?
}

/// Opens a saved match.
///
/// # Errors
/// When the save is damaged, foreign, of later rules or other data, or of earlier rules by which one of its lines meant something else.
pub fn load(folder: Option<&Path>, save: &str) -> Result<Box<dyn Table>, TableError> {
    let (key, _) = peek(save)?;
    match carry(source(&key, folder), save)? {
        (table, None) => Ok(table),
        (_, Some(differs)) => Err(LoadError::Differs(differs).into()),
    }
}

/// Opens a saved match on data files of whatever source; of one of earlier rules, as much as means the same by those of this program.
///
/// # Errors
/// When the save is damaged, foreign, or of later rules or other data.
pub fn carry(source: DataSource, save: &str) -> Result<(Box<dyn Table>, Option<Differs>), TableError> {
    struct Carry<'a>(DataSource, &'a str);
    impl Visitor for Carry<'_> {
        type Out = Result<(Box<dyn Table>, Option<Differs>), TableError>;
        fn visit<G: Playable>(self) -> Self::Out {
            let (table, differs) = Hosted::<G>::carry(&self.0, self.1, frente_ai::player::<G>)?;
            Ok((Box::new(table), differs))
        }
    }
    let (key, _) = peek(save)?;
    visit(&key, Carry(source, save))?
}

/// The texts of the data files that a match must keep to be played for ever as it was begun.
///
/// # Errors
/// When there is no such game, or a file cannot be read.
pub fn files_to_keep(key: &str, folder: Option<&Path>) -> Result<BTreeMap<String, String>, OpenError> {
    struct Ask(DataSource);
    impl Visitor for Ask {
        type Out = Result<BTreeMap<String, String>, DataError>;
        fn visit<G: Playable>(self) -> Self::Out {
            frente_engine::game::files_to_keep::<G>(&self.0)
        }
    }
    Ok(visit(key, Ask(source(key, folder)))??)
}

/// Hears how a case went.
type Hear<'a> = dyn FnMut(&Case, Result<(), Failure>) + 'a;

/// Runs cases, each as it comes; the games they need are opened once. `each` hears how every case went, in their order. It comes as a
/// `dyn`, so that the cases of all games are compiled once, here, and not for every caller.
pub fn run_cases(cases: &[Case], folder: Option<&Path>, each: &mut Hear<'_>) {
    struct Run<'a, 'h>(DataSource, &'a [Case], &'a mut Hear<'h>);
    impl Visitor for Run<'_, '_> {
        type Out = ();
        fn visit<G: Playable>(self) {
            let books = Books::<G>::new(self.0);
            for case in self.1 {
                (self.2)(case, frente_engine::case::run(&books, case));
            }
        }
    }
    for group in cases.chunk_by(|a, b| a.game == b.game) {
        let game = &group[0].game;
        if let Err(error) = visit(game, Run(source(game, folder), group, each)) {
            for case in group {
                each(case, Err(Failure::Open { file: case.file.clone(), error: error.clone() }));
            }
        }
    }
}

/// Changes every number of a game's tables and scenario files, one at a time (those under the path `only`, if given), and runs its cases: how
/// many changes there were, and those that no case noticed. `each` hears how many changes there are, after each of them.
///
/// # Errors
/// When there is no such game, a data file is wrong, or a case fails without any change.
pub fn unpinned_numbers(
    key: &str,
    cases: &[Case],
    only: Option<&str>,
    threads: usize,
    each: &(dyn Fn(usize) + Sync),
) -> Result<(usize, Vec<Mutant>), String> {
    struct Run<'a>(&'a [Case], Option<&'a str>, usize, &'a (dyn Fn(usize) + Sync));
    impl Visitor for Run<'_> {
        type Out = Result<(usize, Vec<Mutant>), String>;
        fn visit<G: Playable>(self) -> Self::Out {
            let Run(cases, only, threads, each) = self;
            let mut mutants = mutate::mutants::<G>(&DataSource::Embedded).map_err(|e| e.to_string())?;
            mutants.retain(|m| only.is_none_or(|start| format!("{}:{}", m.file, m.path).starts_with(start)));
            let count = mutants.len();
            Ok((count, mutate::survivors::<G>(cases, &mutants, threads, &|| each(count))?))
        }
    }
    visit(key, Run(cases, only, threads, each)).map_err(|e| e.to_string())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_of_one_game_is_not_that_of_the_others() {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/madrid/data");
        let games = about(Some(&data)).unwrap();
        let keys: Vec<&str> = games.iter().map(|game| game.key.as_str()).collect();
        assert_eq!(keys, GAMES);
        assert_eq!(source("madrid", Some(&data)), DataSource::Folder(data.clone()));
        assert_eq!(source("aragon", Some(&data)), DataSource::Embedded);
    }
}
