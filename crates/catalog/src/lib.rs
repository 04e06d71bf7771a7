//! The games behind one door.
//!
//! Who needs "a game" asks for it by key. What must stay generic (search, simulation, the harness) comes in as a [`Visitor`], which is
//! called with the game's own type.

use frente_board::data::{DataError, DataSource};
use frente_engine::case::{Case, Failure};
use frente_engine::record::peek;
use frente_engine::table::{Hosted, Opening, Table, TableError};
use frente_engine::{About, OpenError, Playable, Reference};
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
        Some(folder) if folder.join("game.toml").exists() => DataSource::Folder(folder.to_owned()),
        Some(folder) if folder.join(key).is_dir() => DataSource::Folder(folder.join(key)),
        Some(folder) if !folder.is_dir() => DataSource::Folder(folder.to_owned()),
        _ => DataSource::Embedded,
    }
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
    struct Open<'a>(DataSource, &'a Opening);
    impl Visitor for Open<'_> {
        type Out = Result<Box<dyn Table>, TableError>;
        fn visit<G: Playable>(self) -> Self::Out {
            Ok(Box::new(Hosted::<G>::open(&self.0, self.1, frente_ai::player::<G>)?))
        }
    }
    visit(key, Open(source(key, folder), opening))?
}

/// Opens a saved match.
///
/// # Errors
/// When the save is damaged, foreign, or of other rules or data.
pub fn load(folder: Option<&Path>, save: &str) -> Result<Box<dyn Table>, TableError> {
    struct Load<'a>(DataSource, &'a str);
    impl Visitor for Load<'_> {
        type Out = Result<Box<dyn Table>, TableError>;
        fn visit<G: Playable>(self) -> Self::Out {
            Ok(Box::new(Hosted::<G>::load(&self.0, self.1, frente_ai::player::<G>)?))
        }
    }
    let (key, _) = peek(save)?;
    visit(&key, Load(source(&key, folder), save))?
}

/// Runs a case.
///
/// # Errors
/// The first thing that does not hold.
pub fn run_case(case: &Case, folder: Option<&Path>) -> Result<(), Failure> {
    struct Run<'a>(DataSource, &'a Case);
    impl Visitor for Run<'_> {
        type Out = Result<(), Failure>;
        fn visit<G: Playable>(self) -> Self::Out {
            frente_engine::case::run::<G>(&self.0, self.1)
        }
    }
    visit(&case.game, Run(source(&case.game, folder), case))
        .unwrap_or_else(|error| Err(Failure::Open { file: case.file.clone(), error }))
}
