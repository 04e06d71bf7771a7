//! What is played, and playing a chunk of it.

use super::record::Chunk;
use super::witness::{Scene, Witness};
use crate::playout::Playout;
use frente_board::data::DataSource;
use frente_catalog::Visitor;
use frente_engine::sheet::Sheet;
use frente_engine::table::{Player, Question, Thinking};
use frente_engine::{Options, PerSide, Playable, Rng, Side};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What is played.
#[derive(Clone, Debug)]
pub struct Study {
    /// The game.
    pub game: String,
    /// The scenario.
    pub scenario: String,
    /// Options.
    pub options: Options,
    /// Where the data files come from.
    pub source: DataSource,
    /// Who plays which side.
    pub players: PerSide<String>,
    /// The seed of the first game; the next has the next.
    pub seed: u64,
    /// How many games make a chunk.
    pub chunk: u64,
}

/// What the games of a run have in common: with it and a game's number, anybody can play the game again.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct Head {
    /// `aragon/belchite`.
    pub study: String,
    /// The options in force.
    pub options: Options,
    /// Who plays the Republican side.
    pub republican: String,
    /// Who plays the Nationalist side.
    pub nationalist: String,
    /// The seed of the first game.
    pub seed: u64,
    /// How many games make a chunk.
    pub chunk: u64,
    /// The version of the rules.
    pub rules_version: u32,
    /// The fingerprint of the data files.
    pub fingerprint: String,
}

impl std::fmt::Display for Head {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let on: Vec<&str> =
            self.options.0.iter().filter(|(_, on)| **on).map(|(key, _)| key.as_str()).collect();
        write!(
            f,
            "{}, {} against {}, seed {}, chunks of {}, options [{}], rules version {}, data {}",
            self.study,
            self.republican,
            self.nationalist,
            self.seed,
            self.chunk,
            on.join(", "),
            self.rules_version,
            self.fingerprint
        )
    }
}

/// Why a study could not be opened or played.
pub type StudyError = Box<dyn std::error::Error + Send + Sync>;

/// A study that has been opened.
pub trait Lab: Send + Sync {
    /// What its games have in common.
    fn head(&self) -> &Head;
    /// What is printed, dressed for drawing.
    fn sheet(&self) -> Sheet;
    /// Plays a chunk of a run of so many games.
    fn chunk(&self, chunk: u64, games: u64) -> Chunk;
}

impl Study {
    /// The study of a run that was begun elsewhere: the same games, if the data files here are the same.
    ///
    /// # Errors
    /// When the head names no game and scenario.
    pub fn of(head: &Head, data: Option<&std::path::Path>) -> Result<Self, StudyError> {
        let Some((game, scenario)) = head.study.split_once('/') else {
            return Err(
                format!("{:?}: expected game and scenario, such as aragon/belchite", head.study).into()
            );
        };
        Ok(Study {
            game: game.to_owned(),
            scenario: scenario.to_owned(),
            options: head.options.clone(),
            source: frente_catalog::source(game, data),
            players: PerSide([head.republican.clone(), head.nationalist.clone()]),
            seed: head.seed,
            chunk: head.chunk,
        })
    }

    /// Opens it for work on a run that was begun elsewhere.
    ///
    /// # Errors
    /// When something is wrong, or rules or data here are not those of the run.
    pub fn join(head: &Head, data: Option<&std::path::Path>) -> Result<Arc<dyn Lab>, StudyError> {
        let lab = Study::of(head, data)?.open()?;
        if lab.head() != head {
            return Err(format!(
                "other rules or data than the run's: here {}; the run has {head}",
                lab.head()
            )
            .into());
        }
        Ok(lab)
    }

    /// Opens game, scenario and players.
    ///
    /// # Errors
    /// When game, scenario, options, data or players are wrong.
    pub fn open(&self) -> Result<Arc<dyn Lab>, StudyError> {
        frente_catalog::visit(&self.game, Opening(self))?
    }
}

struct Opening<'a>(&'a Study);

impl Visitor for Opening<'_> {
    type Out = Result<Arc<dyn Lab>, StudyError>;

    fn visit<G: Playable>(self) -> Self::Out {
        let study = self.0;
        if study.chunk == 0 {
            return Err("a chunk has at least one game".into());
        }
        let game = Arc::new(G::open(&study.source, &study.scenario, &study.options)?);
        for side in Side::BOTH {
            find::<G>(&study.players[side])?;
        }
        let head = Head {
            study: format!("{}/{}", study.game, study.scenario),
            options: game.options().clone(),
            republican: study.players[Side::Republican].clone(),
            nationalist: study.players[Side::Nationalist].clone(),
            seed: study.seed,
            chunk: study.chunk,
            rules_version: G::RULES_VERSION,
            fingerprint: game.fingerprint().to_owned(),
        };
        let looks = frente_engine::game::looks::<G>(&study.source).map_err(frente_engine::OpenError::from)?;
        let mut sheet = game.sheet();
        looks.dress(&mut sheet);
        Ok(Arc::new(Opened { scene: Scene::new(game), players: study.players.clone(), head, sheet }))
    }
}

fn find<G: Playable>(name: &str) -> Result<Box<dyn Player<G>>, StudyError> {
    frente_ai::player::<G>(name).ok_or_else(|| frente_ai::unknown(name).into())
}

struct Opened<G: Playable> {
    scene: Scene<G>,
    players: PerSide<String>,
    head: Head,
    sheet: Sheet,
}

impl<G: Playable> Lab for Opened<G> {
    fn head(&self) -> &Head {
        &self.head
    }

    fn sheet(&self) -> Sheet {
        self.sheet.clone()
    }

    fn chunk(&self, chunk: u64, games: u64) -> Chunk {
        let mut places = vec![super::PlaceCounts::default(); self.scene.ground.len()];
        let mut done = Chunk { chunk, games: Vec::new(), places: Default::default(), faults: Vec::new() };
        let mut desk = Playout::default();
        let first = chunk * self.head.chunk;
        for number in first..games.min(first + self.head.chunk) {
            self.play(number, &mut desk, &mut places, &mut done);
        }
        let visited = places.iter().enumerate().filter(|(_, counts)| **counts != Default::default());
        done.places = visited.map(|(i, counts)| (self.scene.ground.label(i).to_owned(), *counts)).collect();
        done
    }
}

impl<G: Playable> Opened<G> {
    /// Plays one game. Dice and players have generators of their own: where two runs differ in a number of a table, their games are the
    /// same until it tells, and the difference between them has less noise.
    fn play(&self, number: u64, desk: &mut Playout<G>, places: &mut [super::PlaceCounts], done: &mut Chunk) {
        let game = &*self.scene.game;
        let seed = self.head.seed.wrapping_add(number);
        let stream = |n: u64| Rng::new(seed.wrapping_mul(3).wrapping_add(n));
        let (mut dice, mut minds) = (stream(0), PerSide([stream(1), stream(2)]));
        // New minds for every game: what a player remembers of one must not reach into another.
        let players = Side::BOTH.map(|side| find::<G>(&self.players[side]));
        let [Ok(republican), Ok(nationalist)] = players else { return };
        let mut players = PerSide([republican, nationalist]);
        let thinking = Thinking::default();
        let mut witness = Witness::new(&self.scene, places);
        let choose = |side: Side, position: &G::Position, legal: &[G::Action], _: &mut Rng| {
            let seen = game.seen(position, side.into());
            let question = Question { game, side, seen: &seen, legal, thinking: &thinking };
            players[side].choose(&question, &mut minds[side])
        };
        match desk.watched(game, &mut dice, choose, &mut witness) {
            Ok(played) => done.games.push(witness.close(number, seed, &played)),
            Err(stuck) => done.faults.push(format!("game {number}, seed {seed}: {stuck}")),
        }
    }
}
