//! Saves: text that people can read and the program can trust.
//!
//! A header line in JSON, one notation per line (rolls and draws included, so that seeded and typed dice save alike), and an end
//! line with the count and a checksum. A damaged, cut or foreign file is refused with what is wrong.
//! The file holds secrets: it is the referee's.

use super::carry::{Carried, Differs, Wrong};
use super::{Ending, Match, Throws};
use crate::case::Testable;
use crate::chance::{Dice, Seed, Share, hex};
use crate::game::{Game, OpenError, Options};
use frente_board::data::DataSource;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::sync::Arc;

/// The version of the file format.
const FORMAT: u32 = 4;
/// The version of files of matches that nobody ended but the rules, and none of whose throws were spent before.
const BY_THE_RULES: u32 = 3;
/// The version of files in whose dice nobody was left out: programs of that version read them.
const EVERYBODY: u32 = 2;
/// The version of files without what people added to the dice.
const WITHOUT_SHARES: u32 = 1;

#[derive(Serialize, Deserialize)]
struct Header {
    frente: u32,
    game: String,
    scenario: String,
    rules: u32,
    /// Fingerprint of the data files.
    data: String,
    #[serde(default)]
    options: Options,
    /// The seed of the dice; absent when they were typed in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seed: Option<String>,
    /// What people added to the dice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    shares: Vec<Share>,
    /// The set-up, when the match did not start at the scenario's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    set: Option<toml::Table>,
    /// How many actions were taken over from another match.
    #[serde(default, skip_serializing_if = "is_zero")]
    inherited: usize,
    /// How the players ended it, if they did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ending: Option<Ending>,
    /// How many throws the dice had given when it went on from there.
    #[serde(default, skip_serializing_if = "is_zero")]
    spent: u64,
}

fn is_zero<N: Default + PartialEq>(n: &N) -> bool {
    *n == N::default()
}

#[derive(Serialize, Deserialize)]
struct End {
    end: usize,
    sha256: String,
}

/// Why a save is refused.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// It is no save at all.
    #[error("line 1: this is no saved match: {0}")]
    Foreign(String),
    /// It is of a later program.
    #[error("line 1: the save has format {0}; this program reads formats up to {FORMAT}")]
    TooNew(u32),
    /// It is of later rules.
    #[error(
        "line 1: the match was played with version {save} of the rules of {game}; this program plays version {program} and none that came later"
    )]
    LaterRules {
        /// The game.
        game: String,
        /// The save's version.
        save: u32,
        /// The program's.
        program: u32,
    },
    /// It is of earlier rules, and by those of this program one of its lines means something else.
    #[error("line {}: {}", .0.point + 2, .0)]
    Differs(Differs),
    /// It is of other data files.
    #[error(
        "line 1: the match was played with other data files (fingerprint {save}, here {here}); give their folder with --data"
    )]
    OtherData {
        /// The save's fingerprint.
        save: String,
        /// That of the files in use.
        here: String,
    },
    /// It is cut off or changed.
    #[error("line {line}: the save is damaged: {problem}")]
    Damaged {
        /// Where.
        line: usize,
        /// What is wrong.
        problem: String,
    },
    /// Its game cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
}

/// The game and scenario that a save is of.
///
/// # Errors
/// When the text is no save.
pub fn peek(text: &str) -> Result<(String, String), LoadError> {
    header(text).map(|h| (h.game, h.scenario))
}

fn header(text: &str) -> Result<Header, LoadError> {
    let first = text.lines().next().unwrap_or_default();
    let expected = "expected a first line such as {\"frente\":1,\"game\":\"aragon\",…}";
    let header: Header =
        serde_json::from_str(first).map_err(|e| LoadError::Foreign(format!("{expected}; {e}")))?;
    if header.frente > FORMAT { Err(LoadError::TooNew(header.frente)) } else { Ok(header) }
}

/// A save made of its first line and the notations of all actions.
pub fn assemble<L: AsRef<str>>(header: &str, lines: impl IntoIterator<Item = L>) -> String {
    let mut text = format!("{header}\n");
    let mut count = 0;
    for line in lines {
        text.push_str(line.as_ref());
        text.push('\n');
        count += 1;
    }
    let end = End { end: count, sha256: hex(&Sha256::digest(text.as_bytes())) };
    text.push_str(&serde_json::to_string(&end).expect("plain data"));
    text.push('\n');
    text
}

impl<G: Game> Match<G> {
    /// The whole match as text.
    pub fn save(&self) -> String {
        assemble(&self.header(), self.log.iter().map(|e| &e.line))
    }

    /// The first line of its save.
    pub fn header(&self) -> String {
        let shares = match &self.throws {
            Throws::Seeded(dice) => dice.shares().to_vec(),
            Throws::Typed => Vec::new(),
        };
        let header = Header {
            frente: match shares.as_slice() {
                _ if self.ending.is_some() || self.spent > 0 => FORMAT,
                [] => WITHOUT_SHARES,
                shares if shares.iter().any(|share| share.left_out) => BY_THE_RULES,
                _ => EVERYBODY,
            },
            game: G::KEY.to_owned(),
            scenario: self.game.scenario().to_owned(),
            rules: G::RULES_VERSION,
            data: self.game.fingerprint().to_owned(),
            options: self.game.options().clone(),
            seed: match &self.throws {
                Throws::Seeded(dice) => Some(dice.seed().to_string()),
                Throws::Typed => None,
            },
            shares,
            set: self.setup.clone(),
            inherited: self.inherited,
            ending: self.ending,
            spent: self.spent,
        };
        serde_json::to_string(&header).expect("a header is plain data")
    }
}

impl<G: Testable> Match<G> {
    /// Reads a saved match back, checking every action by the rules. A match of earlier rules goes on by those of this program if all of
    /// its actions mean the same by them.
    ///
    /// # Errors
    /// What is wrong with the file, and where.
    pub fn load(source: &DataSource, text: &str) -> Result<Self, LoadError> {
        Self::carry(source, text)?.whole()
    }

    /// The same; of a match of earlier rules, as much as means the same by those of this program.
    ///
    /// # Errors
    /// What is wrong with the file, and where.
    pub fn carry(source: &DataSource, text: &str) -> Result<Carried<G>, LoadError> {
        Self::read(text, |header| Ok(Arc::new(G::open(source, &header.scenario, &header.options)?)))
    }

    /// Reads a saved match of a scenario that is already open, checking every action by the rules.
    ///
    /// # Errors
    /// What is wrong with the file, and where; a save of another scenario or of other options is foreign.
    pub fn load_into(game: &Arc<G>, text: &str) -> Result<Self, LoadError> {
        Self::read(text, |header| {
            if header.scenario == game.scenario() && header.options == *game.options() {
                Ok(Arc::clone(game))
            } else {
                let found = (&header.scenario, &header.options);
                let open = (game.scenario(), game.options());
                Err(LoadError::Foreign(format!("it is a match of {found:?}, expected {open:?}")))
            }
        })?
        .whole()
    }

    fn read(
        text: &str,
        open: impl FnOnce(&Header) -> Result<Arc<G>, LoadError>,
    ) -> Result<Carried<G>, LoadError> {
        let header = header(text)?;
        if header.game != G::KEY {
            return Err(LoadError::Foreign(format!(
                "it is a match of {:?}, expected {:?}",
                header.game,
                G::KEY
            )));
        }
        if header.rules > G::RULES_VERSION {
            return Err(LoadError::LaterRules {
                game: header.game,
                save: header.rules,
                program: G::RULES_VERSION,
            });
        }
        let damaged = |line: usize, problem: String| LoadError::Damaged { line, problem };
        let lines: Vec<&str> = text.lines().collect();
        let (last, body) =
            lines[1..].split_last().ok_or_else(|| damaged(1, "it ends after its first line".to_owned()))?;
        let end: End = serde_json::from_str(last).map_err(|_| {
            damaged(lines.len(), "expected an end line such as {\"end\":…}; it is cut off".to_owned())
        })?;
        if end.end != body.len() {
            let problem = format!("the end line counts {} actions, there are {}", end.end, body.len());
            return Err(damaged(lines.len(), problem));
        }
        let content = &text[..text.trim_end_matches(['\n', '\r']).len() - last.len()];
        if hex(&Sha256::digest(content.replace("\r\n", "\n").as_bytes())) != end.sha256 {
            return Err(damaged(lines.len(), "the checksum does not fit; a line was changed".to_owned()));
        }
        let game = open(&header)?;
        if header.data != game.fingerprint() {
            return Err(LoadError::OtherData { save: header.data, here: game.fingerprint().to_owned() });
        }
        let start = match header.set {
            Some(table) => {
                let position = game.arrange(&table).map_err(|e| damaged(1, e.to_string()))?;
                Some((table, position))
            }
            None => None,
        };
        let throws = match &header.seed {
            Some(seed) => {
                let seed = seed.parse::<Seed>().map_err(|e| damaged(1, e.to_string()))?;
                if let Some(share) = header.shares.iter().find(|share| !share.fits()) {
                    return Err(damaged(
                        1,
                        format!("what {} added to the dice does not fit its mark", share.by),
                    ));
                }
                Throws::Seeded(Dice::shared(seed, header.shares.clone()))
            }
            None => Throws::Typed,
        };
        let mut record = Match::from_position(game, start, throws);
        record.inherited = header.inherited;
        record.spend(header.spent);
        let earlier = header.rules < G::RULES_VERSION;
        for (point, line) in body.iter().enumerate() {
            match record.replay_saved(line, earlier) {
                Ok(()) => {}
                Err(Wrong { rule, problem }) if earlier => {
                    let (played, program) = (header.rules, G::RULES_VERSION);
                    let line = (*line).to_owned();
                    let differs = Differs { point, played, program, rule, line, problem };
                    return Ok(Carried { record, differs: Some(differs) });
                }
                Err(wrong) => return Err(damaged(point + 2, format!("{line:?}: {}", wrong.problem))),
            }
        }
        if let Some(ending) = header.ending {
            record.end(ending).map_err(|e| damaged(1, e.to_string()))?;
        }
        Ok(Carried { record, differs: None })
    }
}
