//! The contract of a game.
//!
//! Four traits, from the rules outwards:
//!
//! | trait | who needs it |
//! | --- | --- |
//! | [`Game`] | everybody: what is waited for, what is legal, what happens, notation, secrets |
//! | [`Present`](crate::present::Present) | people: text, views, the printed sheet, odds, reasons |
//! | [`Testable`](crate::case::Testable) | cases and the harness: odd positions, looking inside, invariants |
//! | [`Judged`] | computer players: how good a position is |
//!
//! # Why the shapes are as they are
//! * A position waits for exactly one thing ([`Wait`]); what comes next is a stack of small frames *inside* the position, so a
//!   combat can pause anywhere, be copied, saved and searched.
//! * Chance is an action like any other, handed in from outside, so that dice, typed-in dice, a search and a test are the same.
//! * [`Game::legal`] and [`Game::check`] call the same predicates. `check` accepts exactly what `legal` lists (the harness
//!   throws thousands of actions at both), and its refusal names the rule.
//! * What a seat knows is a type of its own, [`Game::Seen`]. Views, odds and computer players get a `Seen` and nothing else,
//!   so they cannot show or use what the seat may not know.

use crate::chance::Rng;
use crate::edition::Edition;
use crate::notation::Notation;
use crate::rule::Rule;
use crate::side::{Seat, Side};
use frente_board::data::{DataError, DataFiles, DataSource};
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::hash::Hash;

/// The one thing a position waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wait {
    /// One side's decision.
    Decision(Side),
    /// One roll or draw.
    Chance(Chance),
    /// Nothing: the game is over.
    Over(Outcome),
}

impl Wait {
    /// The side that must decide.
    pub fn side(self) -> Option<Side> {
        if let Wait::Decision(side) = self { Some(side) } else { None }
    }

    /// Is the game over?
    pub fn is_over(self) -> bool {
        matches!(self, Wait::Over(_))
    }
}

/// A roll or draw that a position waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chance {
    /// Whose roll or draw it is; nobody's for weather and the like.
    pub by: Option<Side>,
    /// What it is for: the id of a message of the game, such as `chance-combat`.
    pub what: &'static str,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// Why and how well: the id of a message of the game, such as `over-zaragoza`.
    pub reason: &'static str,
    /// The rule that ended it.
    pub rule: Rule,
}

/// A refusal: data, not a sentence. The position is unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The rule that forbids it.
    pub rule: Rule,
    /// What is wrong: the id of a message of the game. `refused` (the rule's own statement) if there is nothing better to say.
    pub what: &'static str,
    /// The unit it is about, as the game numbers them.
    pub unit: Option<u16>,
    /// The place it is about, as the game numbers them.
    pub place: Option<u16>,
    /// What would be needed and what there is, in whatever the game counts.
    pub numbers: Option<(i16, i16)>,
}

impl Refusal {
    /// A refusal that says what its rule says.
    pub fn new(rule: Rule) -> Self {
        Refusal { rule, what: "refused", unit: None, place: None, numbers: None }
    }

    /// The same with words of its own.
    #[must_use]
    pub fn saying(mut self, what: &'static str) -> Self {
        self.what = what;
        self
    }

    /// The same about a unit.
    #[must_use]
    pub fn unit(mut self, unit: impl Into<u16>) -> Self {
        self.unit = Some(unit.into());
        self
    }

    /// The same about a place.
    #[must_use]
    pub fn place(mut self, place: impl Into<u16>) -> Self {
        self.place = Some(place.into());
        self
    }

    /// The same with its numbers: what would be needed, and what there is.
    #[must_use]
    pub fn numbers(mut self, needs: impl Into<i16>, has: impl Into<i16>) -> Self {
        self.numbers = Some((needs.into(), has.into()));
        self
    }
}

impl From<Rule> for Refusal {
    fn from(rule: Rule) -> Self {
        Refusal::new(rule)
    }
}

/// A line that is no action of the game, or names what does not exist.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{line:?}: {problem}")]
pub struct ParseError {
    /// The line.
    pub line: String,
    /// What is wrong and what was expected.
    pub problem: String,
}

impl ParseError {
    /// An error about a line.
    pub fn new(line: &str, problem: impl Into<String>) -> Self {
        ParseError { line: line.to_owned(), problem: problem.into() }
    }
}

/// Where events go. `()` throws them away at no cost.
pub trait Sink<E> {
    /// Takes an event.
    fn push(&mut self, event: E);
    /// Has a game carry out an action and takes its events: [`Game::apply`] from the listener's end.
    fn hear<G: Game<Event = E>>(&mut self, game: &G, position: &mut G::Position, action: G::Action);
}

impl<E> Sink<E> for () {
    #[inline]
    fn push(&mut self, _: E) {}
    #[inline]
    fn hear<G: Game<Event = E>>(&mut self, game: &G, position: &mut G::Position, action: G::Action) {
        game.apply_unheard(position, action);
    }
}

impl<E> Sink<E> for Vec<E> {
    #[inline]
    fn push(&mut self, event: E) {
        Vec::push(self, event);
    }
    #[inline]
    fn hear<G: Game<Event = E>>(&mut self, game: &G, position: &mut G::Position, action: G::Action) {
        game.apply_heard(position, action, self);
    }
}

/// The options a match is played with: optional rules by key, such as `fatigue`.
#[derive(Clone, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize, ts_rs::TS)]
#[serde(transparent)]
pub struct Options(pub BTreeMap<String, bool>);

impl Options {
    /// Is an option on? Options that nobody set are off.
    pub fn on(&self, key: &str) -> bool {
        self.0.get(key).copied().unwrap_or(false)
    }

    /// The same with an option on.
    #[must_use]
    pub fn with(mut self, key: &str) -> Self {
        self.0.insert(key.to_owned(), true);
        self
    }
}

/// Why a game cannot be opened.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// A data file is wrong.
    #[error(transparent)]
    Data(#[from] DataError),
    /// No such game.
    #[error("there is no game {0:?}; expected one of {1}")]
    UnknownGame(String, String),
    /// No such scenario.
    #[error("{game} has no scenario {scenario:?}; expected one of {expected}")]
    UnknownScenario {
        /// The game.
        game: String,
        /// What was asked for.
        scenario: String,
        /// What there is.
        expected: String,
    },
    /// No such option.
    #[error("{scenario} has no option {option:?}; expected one of: {expected}")]
    UnknownOption {
        /// The scenario.
        scenario: String,
        /// What was asked for.
        option: String,
        /// What there is.
        expected: String,
    },
}

/// The rules of one game in one scenario with its options.
///
/// A value of the type is the immutable book, opened: map, counters, tables, scenario, options. Everything that changes is in
/// [`Game::Position`].
pub trait Game: Send + Sync + Sized + 'static {
    /// Everything that changes, as plain data of at most 2 KiB.
    type Position: Copy + Eq + Debug + Send + Sync + 'static;
    /// What one seat knows of a position.
    type Seen: Clone + Eq + Debug + Send + Sync + 'static;
    /// A decision's answer or an outcome of chance; at most 16 bytes.
    type Action: Copy + Eq + Hash + Debug + Send + Sync + 'static;
    /// What just happened, as data with the rule behind it.
    type Event: Copy + Debug + Send + Sync + 'static;

    /// The game's key: `aragon`.
    const KEY: &'static str;
    /// Version of the rules as played here. It rises with every change that could make an old log mean something else.
    const RULES_VERSION: u32;

    /// The data files. `game.toml` ([`About`](crate::About)) and `rules.toml` ([`Reference`](crate::Reference)) are among them.
    const FILES: DataFiles;

    /// Everything its lines can say: the table that [`Game::print`] and [`Game::parse`] go by.
    const NOTATION: Notation;

    /// Reads the book for an edition.
    ///
    /// # Errors
    /// When a data file is wrong.
    fn read(source: &DataSource, edition: Edition) -> Result<Self, DataError>;
    /// What it was opened with.
    fn edition(&self) -> &Edition;

    /// Opens the book at a scenario.
    ///
    /// # Errors
    /// When a data file is wrong, or scenario or an option unknown.
    fn open(source: &DataSource, scenario: &str, options: &Options) -> Result<Self, OpenError> {
        Ok(Self::read(source, Edition::select::<Self>(source, scenario, options)?)?)
    }

    /// The scenario's key.
    fn scenario(&self) -> &str {
        self.edition().scenario()
    }
    /// The options in force.
    fn options(&self) -> &Options {
        self.edition().options()
    }
    /// The [`fingerprint`] of the data files it was opened with.
    fn fingerprint(&self) -> &str {
        self.edition().fingerprint()
    }

    /// The position at the start: set up, before the first decision or roll.
    fn start(&self) -> Self::Position;
    /// The one thing the position waits for.
    fn wait(&self, position: &Self::Position) -> Wait;
    /// Lists every legal action of the side that decides, each once. `out` is emptied first. Empty unless a decision is waited for.
    fn legal(&self, position: &Self::Position, out: &mut Vec<Self::Action>);
    /// Lists every outcome of the chance waited for, each once, with its weight. `out` is emptied first.
    fn chance(&self, position: &Self::Position, out: &mut Vec<(Self::Action, u32)>);
    /// Is the action legal (or a possible outcome of the chance waited for)?
    ///
    /// # Errors
    /// The rule that forbids it.
    fn check(&self, position: &Self::Position, action: Self::Action) -> Result<(), Refusal>;
    /// [`Game::apply`] when somebody listens.
    fn apply_heard(&self, position: &mut Self::Position, action: Self::Action, events: &mut Vec<Self::Event>);
    /// [`Game::apply`] when nobody listens. A game that is to be fast has one function for both, generic over its [`Sink`].
    ///
    /// That there are two methods without generics has one reason: so the rules are compiled in the game's own crate, once for each, and
    /// not again in every crate that plays them.
    fn apply_unheard(&self, position: &mut Self::Position, action: Self::Action) {
        self.apply_heard(position, action, &mut Vec::new());
    }
    /// Carries out an action that [`Game::check`] accepts, and all that follows by itself up to the next thing waited for.
    /// What it does with any other action is unspecified, but it does not panic in release builds on purpose.
    #[inline]
    fn apply<S: Sink<Self::Event>>(&self, position: &mut Self::Position, action: Self::Action, sink: &mut S) {
        sink.hear(self, position, action);
    }

    /// Checks, then applies.
    ///
    /// # Errors
    /// The rule that forbids it; the position is then unchanged.
    fn play<S: Sink<Self::Event>>(
        &self,
        position: &mut Self::Position,
        action: Self::Action,
        sink: &mut S,
    ) -> Result<(), Refusal> {
        self.check(position, action)?;
        self.apply(position, action, sink);
        Ok(())
    }

    /// Writes an action's one-line notation.
    fn print(&self, position: &Self::Position, action: Self::Action, out: &mut String);
    /// Reads a notation into an action, legal or not: an illegal line must become an action so that it can be refused with a
    /// rule.
    ///
    /// # Errors
    /// When the line is no action of this game or names what does not exist.
    fn parse(&self, position: &Self::Position, line: &str) -> Result<Self::Action, ParseError>;
    /// Lets people write several actions in one line (`attack 1817 with 12int/35 14int/35`): the lines it stands for, when it
    /// is such a line.
    fn expand(&self, _position: &Self::Position, _line: &str) -> Option<Vec<String>> {
        None
    }

    /// What a seat knows of the position.
    fn seen(&self, position: &Self::Position, seat: Seat) -> Self::Seen;
    /// Some position that the seat cannot tell from the true one, drawn at random in proportion to its chance as far as that is
    /// computable. `seen(imagine(seen)) == seen` always.
    fn imagine(&self, seen: &Self::Seen, rng: &mut Rng) -> Self::Position;
    /// Is the action hidden from the seat when it is taken in this position? Its notation is then shown as `?` in place of the secret
    /// (see [`Game::print_hidden`]).
    ///
    /// This, [`Game::tells`] and [`Game::reveals`] have no default on purpose: what one forgets to say must not be a leak. The
    /// harness holds all three against imagined positions at every few steps of random play.
    fn hides(&self, position: &Self::Position, action: Self::Action, seat: Seat) -> bool;
    /// The notation of a hidden action for those who may not know it: its first word alone, such as `support ?`. A game in which that word
    /// is a secret, too, says something else.
    fn print_hidden(&self, position: &Self::Position, action: Self::Action, out: &mut String) {
        crate::notation::veil(out, |out| self.print(position, action, out));
    }
    /// May the seat know of the event? An event may never tell a seat more than [`Game::seen`] does.
    fn tells(&self, event: &Self::Event, seat: Seat) -> bool;
    /// Can the action show its player something new (a hidden stack, a drawn chit, what both sides chose in secret)? Then it cannot be
    /// undone, and it is never tried out for odds. The answer depends on nothing that its player does not know: a refusal to try it
    /// out would otherwise tell.
    fn reveals(&self, position: &Self::Position, action: Self::Action) -> bool;

    /// Number of the game turn, from 1; 0 while setting up.
    fn turn(&self, position: &Self::Position) -> u8;
}

/// What a game says of itself.
///
/// # Errors
/// When `game.toml` is missing or wrong.
pub fn about<G: Game>(source: &DataSource) -> Result<crate::About, DataError> {
    G::FILES.read(source, "game.toml")?.parse()
}

/// A game's rules reference.
///
/// # Errors
/// When `rules.toml` is missing or wrong.
pub fn reference<G: Game>(source: &DataSource) -> Result<crate::Reference, DataError> {
    crate::Reference::read(&G::FILES.read(source, "rules.toml")?)
}

/// How a game is drawn. A folder of corrected data that is older than this file is drawn plainly.
///
/// # Errors
/// When `looks.toml` is wrong.
pub fn looks<G: Game>(source: &DataSource) -> Result<crate::look::Looks, DataError> {
    match G::FILES.read(source, LOOKS) {
        Ok(text) => text.parse(),
        Err(_) => Ok(crate::look::Looks::default()),
    }
}

/// What the rules say, in words.
const RULES: &str = "rules.toml";
/// How the game is drawn.
const LOOKS: &str = "looks.toml";
/// A game's ready set-ups, if it has some apart from its scenarios: they place no unit that its owner could not place himself.
const SETUPS: &str = "setups.toml";
/// Files that say how a game is told and drawn, and what is proposed to its players, not how it plays.
const SILENT: [&str; 4] = ["game.toml", RULES, LOOKS, SETUPS];

/// A fingerprint of the data that decide how a game plays: the first 64 bits of their SHA-256, in hexadecimal.
/// Two matches with the same rules version and the same fingerprint mean the same by the same lines.
///
/// # Errors
/// When a file is missing or unreadable.
pub fn fingerprint<G: Game>(source: &DataSource) -> Result<String, DataError> {
    use sha2::{Digest, Sha256};
    let mut digest = Sha256::new();
    for name in G::FILES.names().filter(|n| !SILENT.contains(n)) {
        digest.update(name.as_bytes());
        digest.update(G::FILES.read(source, name)?.text.replace("\r\n", "\n").as_bytes());
    }
    Ok(crate::chance::hex(&digest.finalize()[..8]))
}

/// The texts of all data files that a match must keep to be played for ever as it was begun: those that decide how the game plays, and what
/// it says of its scenarios and options. How it is told and drawn, and what it proposes, may become better meanwhile.
///
/// # Errors
/// When a file is missing or unreadable.
pub fn files_to_keep<G: Game>(source: &DataSource) -> Result<BTreeMap<String, String>, DataError> {
    let names = G::FILES.names().filter(|name| ![RULES, LOOKS, SETUPS].contains(name));
    names.map(|name| Ok((name.to_owned(), G::FILES.read(source, name)?.text.replace("\r\n", "\n")))).collect()
}

/// Everything a game can be asked for: what the façades, the laboratory and the harness want.
pub trait Playable: Judged + crate::Present + crate::Testable {}
impl<G: Judged + crate::Present + crate::Testable> Playable for G {}

/// What an action promises that is legal and never worth a look, such as each of five hundred hexes for a marker that does more
/// elsewhere. It is taken only where everything is pointless.
pub const POINTLESS: i32 = i32::MIN;

/// How good a position is, for computer players.
pub trait Judged: Game {
    /// How good the position is for the side, in hundredths of whatever the game counts; larger is better. Called with true
    /// positions by tests and with imagined ones by players. Antisymmetric: `judge(p, a) == -judge(p, b)`.
    fn judge(&self, position: &Self::Position, side: Side) -> i32;

    /// How good the position is for a side whose player thinks ahead: what [`Judged::judge`] counts, and what is threatened, can still
    /// arrive or can still be lost. It may cost more than `judge`, and is as antisymmetric. Without one of its own a game is judged
    /// by `judge`.
    fn outlook(&self, position: &Self::Position, side: Side) -> i32 {
        self.judge(position, side)
    }

    /// The outlook at which a side wins about three games in four, from games that computers played
    /// (`frente judgement GAME/SCENARIO` fits it).
    fn lead(&self) -> i32 {
        1000
    }

    /// What an action promises beyond the position right after it: an attack declared is worth what the table will give, a unit
    /// picked is worth its best move. Added to [`Judged::judge`] of the position after the action; [`POINTLESS`] where there is no
    /// need to look at that.
    fn promise(&self, _position: &Self::Position, _action: Self::Action) -> i32 {
        0
    }
}
