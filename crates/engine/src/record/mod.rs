//! A match: a position with its history, its dice and its options. What is saved, replayed, undone and played over the network.
//!
//! A match is its rules version, its options, its dice and its list of notations: replaying them gives the same position, for ever.

mod carry;
mod save;

pub use carry::{Carried, Differs};
pub use save::{LoadError, assemble, peek};

use crate::chance::{Dice, Seed, Share};
use crate::game::{Game, Outcome, ParseError, Refusal, Wait};
use crate::rule::Rule;
use crate::side::{Seat, Side};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// How often a position is kept, in actions: stepping to any point replays at most this many.
const CHECKPOINT_EVERY: usize = 128;

/// Who acted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum By {
    /// A side decided.
    Side(Side),
    /// A die was rolled or something drawn.
    Chance,
}

impl By {
    /// `republican`, `nationalist` or `chance`.
    pub fn key(self) -> &'static str {
        match self {
            By::Side(side) => side.key(),
            By::Chance => "chance",
        }
    }
}

/// One action of a match and what came of it.
#[derive(Clone, Debug)]
pub struct Entry<A, E> {
    /// The action.
    pub action: A,
    /// Who took it.
    pub by: By,
    /// Its notation, as the referee writes it.
    pub line: String,
    /// What came of it.
    pub events: Vec<E>,
    /// The game turn it was taken in.
    pub turn: u8,
}

/// Where rolls and draws come from.
#[derive(Clone)]
pub enum Throws {
    /// From the match's own seeded dice.
    Seeded(Dice),
    /// Typed in by players who like to roll their own.
    Typed,
}

/// Why an action of a match was not taken. Nothing has changed.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MatchError {
    /// The rules forbid it.
    #[error("refused by rule {}", .0.rule)]
    Refused(Refusal),
    /// It is no line of notation.
    #[error(transparent)]
    NotALine(#[from] ParseError),
    /// It is not this seat's decision.
    #[error("the match waits for {waits}, not for {seat}")]
    WrongSide {
        /// Who tried.
        seat: Seat,
        /// Who or what is waited for.
        waits: &'static str,
    },
    /// The match waits for dice, which are thrown, not decided.
    #[error("the match waits for a throw of the dice")]
    WaitsForChance,
    /// Dice are not typed in in this match.
    #[error("the program throws the dice in this match")]
    DiceAreSeeded,
    /// A throw was to be typed in.
    #[error("the dice are typed in in this match: expected a line such as \"roll 4\"")]
    DiceAreTyped,
    /// Somebody has still to add to the dice.
    #[error("the dice wait until everybody has added to them")]
    DiceWait,
    /// The match does not wait for dice.
    #[error("no throw is waited for")]
    NoThrow,
    /// The match is over.
    #[error("the match is over")]
    Over,
    /// There is nothing to undo, or it may not be undone.
    #[error("cannot undo: {0}")]
    CannotUndo(&'static str),
}

/// How the players ended a match, whatever the rules say of the position. It stands beside the log, not in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// A side gave up.
    Resigned(Side),
    /// Both agreed on a draw.
    Drawn,
}

impl Ending {
    /// Who won.
    pub fn winner(self) -> Option<Side> {
        match self {
            Ending::Resigned(side) => Some(side.other()),
            Ending::Drawn => None,
        }
    }
}

/// No rule stands behind an end that the players made.
const NO_RULE: Rule = Rule("");

/// A match of one game.
pub struct Match<G: Game> {
    game: Arc<G>,
    setup: Option<toml::Table>,
    /// How many actions were taken over from another match: their throws are not of this match's dice.
    inherited: usize,
    /// How many throws its dice had given when it went on from there.
    spent: u64,
    position: G::Position,
    log: Vec<Entry<G::Action, G::Event>>,
    throws: Throws,
    checkpoints: Vec<G::Position>,
    ending: Option<Ending>,
}

impl<G: Game> Clone for Match<G> {
    fn clone(&self) -> Self {
        Match {
            game: Arc::clone(&self.game),
            setup: self.setup.clone(),
            inherited: self.inherited,
            spent: self.spent,
            position: self.position,
            log: self.log.clone(),
            throws: self.throws.clone(),
            checkpoints: self.checkpoints.clone(),
            ending: self.ending,
        }
    }
}

impl<G: Game> Match<G> {
    /// A match at the scenario's start with seeded dice.
    pub fn new(game: Arc<G>, seed: Seed) -> Self {
        Self::from_position(game, None, Throws::Seeded(Dice::new(seed)))
    }

    /// A match at the scenario's start (or at the position that a `[set]` table described) with dice of either kind.
    pub fn from_position(game: Arc<G>, start: Option<(toml::Table, G::Position)>, throws: Throws) -> Self {
        let (setup, position) = match start {
            Some((table, position)) => (Some(table), position),
            None => (None, game.start()),
        };
        Match {
            game,
            setup,
            inherited: 0,
            spent: 0,
            position,
            log: Vec::new(),
            throws,
            checkpoints: vec![position],
            ending: None,
        }
    }

    /// The game.
    pub fn game(&self) -> &Arc<G> {
        &self.game
    }

    /// The position now.
    pub fn position(&self) -> &G::Position {
        &self.position
    }

    /// What it waits for.
    pub fn wait(&self) -> Wait {
        match self.ending {
            Some(ending) => Wait::Over(Outcome { winner: ending.winner(), reason: "ended", rule: NO_RULE }),
            None => self.game.wait(&self.position),
        }
    }

    /// How the players ended it, if they did.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// The players end it.
    ///
    /// # Errors
    /// When it is over already.
    pub fn end(&mut self, ending: Ending) -> Result<(), MatchError> {
        if self.wait().is_over() {
            return Err(MatchError::Over);
        }
        self.ending = Some(ending);
        Ok(())
    }

    /// Everything that happened.
    pub fn log(&self) -> &[Entry<G::Action, G::Event>] {
        &self.log
    }

    /// The set-up it started from, when that was not the scenario's own.
    pub fn setup(&self) -> Option<&toml::Table> {
        self.setup.as_ref()
    }

    /// Where throws come from.
    pub fn throws(&self) -> &Throws {
        &self.throws
    }

    /// Says who adds to the dice, or what was added, before they are thrown for the first time.
    ///
    /// # Errors
    /// When the dice are typed in, or were thrown already.
    pub fn set_shares(&mut self, shares: Vec<Share>) -> Result<(), MatchError> {
        match &mut self.throws {
            Throws::Seeded(dice) if dice.throws() == 0 => {
                *dice = Dice::shared(dice.seed(), shares);
                Ok(())
            }
            Throws::Seeded(_) => Err(MatchError::DiceAreSeeded),
            Throws::Typed => Err(MatchError::DiceAreTyped),
        }
    }

    /// The position after `point` actions.
    pub fn at(&self, point: usize) -> G::Position {
        let point = point.min(self.log.len());
        if point == self.log.len() {
            return self.position;
        }
        let mut position = self.checkpoints[point / CHECKPOINT_EVERY];
        for entry in &self.log[point / CHECKPOINT_EVERY * CHECKPOINT_EVERY..point] {
            self.game.apply(&mut position, entry.action, &mut ());
        }
        position
    }

    /// The first point of each game turn that has begun: turn and point.
    pub fn turns(&self) -> Vec<(u8, usize)> {
        let mut turns: Vec<(u8, usize)> = Vec::new();
        for (point, entry) in self.log.iter().enumerate() {
            if turns.last().is_none_or(|(turn, _)| *turn != entry.turn) {
                turns.push((entry.turn, point));
            }
        }
        let now = self.game.turn(&self.position);
        if turns.last().is_none_or(|(turn, _)| *turn != now) {
            turns.push((now, self.log.len()));
        }
        turns
    }

    /// A seat decides: a line of notation, or one that stands for several actions; all of them or none.
    ///
    /// # Errors
    /// When it is not the seat's decision, no line, or against the rules.
    pub fn play_line(&mut self, seat: Seat, line: &str) -> Result<(), MatchError> {
        let line = line.trim();
        let lines = self.game.expand(&self.position, line).unwrap_or_else(|| vec![line.to_owned()]);
        // What a line that fails half-way did is put back.
        let (point, before) = (self.log.len(), self.position);
        for line in &lines {
            let played = self.may_play(seat).and_then(|_| {
                let action = self.game.parse(&self.position, line)?;
                self.play(seat, action)
            });
            if let Err(error) = played {
                self.rewind(point, before);
                return Err(error);
            }
        }
        Ok(())
    }

    /// A seat decides.
    ///
    /// # Errors
    /// When it is not the seat's decision, or against the rules.
    pub fn play(&mut self, seat: Seat, action: G::Action) -> Result<(), MatchError> {
        let side = self.may_play(seat)?;
        self.game.check(&self.position, action).map_err(MatchError::Refused)?;
        self.record(action, By::Side(side));
        Ok(())
    }

    /// May the seat decide now?
    ///
    /// # Errors
    /// Who or what is waited for instead.
    pub fn may_play(&self, seat: Seat) -> Result<Side, MatchError> {
        if self.ending.is_some() {
            return Err(MatchError::Over);
        }
        self.may_decide(seat, &self.position)
    }

    fn may_decide(&self, seat: Seat, position: &G::Position) -> Result<Side, MatchError> {
        match self.game.wait(position) {
            Wait::Decision(side) if seat.side() == Some(side) => Ok(side),
            Wait::Decision(side) => Err(MatchError::WrongSide { seat, waits: side.key() }),
            Wait::Chance(_) => Err(MatchError::WaitsForChance),
            Wait::Over(_) => Err(MatchError::Over),
        }
    }

    /// The program throws the dice that are waited for.
    ///
    /// # Errors
    /// When no throw is waited for, or the dice are typed in.
    pub fn throw(&mut self) -> Result<(), MatchError> {
        self.waits_for_chance()?;
        let mut outcomes = Vec::new();
        self.game.chance(&self.position, &mut outcomes);
        let Throws::Seeded(dice) = &mut self.throws else { return Err(MatchError::DiceAreTyped) };
        if !dice.ready() {
            return Err(MatchError::DiceWait);
        }
        let chosen = outcomes[dice.throw(outcomes.iter().map(|(_, weight)| *weight))].0;
        self.record(chosen, By::Chance);
        Ok(())
    }

    /// Somebody types in a throw.
    ///
    /// # Errors
    /// When the program throws the dice, none is waited for, or the line is no possible outcome.
    pub fn type_throw(&mut self, line: &str) -> Result<(), MatchError> {
        self.waits_for_chance()?;
        if matches!(self.throws, Throws::Seeded(_)) {
            return Err(MatchError::DiceAreSeeded);
        }
        let action = self.game.parse(&self.position, line.trim())?;
        self.game.check(&self.position, action).map_err(MatchError::Refused)?;
        self.record(action, By::Chance);
        Ok(())
    }

    /// Takes an action of a trusted log: whoever's decision it is, or a throw of this match's dice.
    ///
    /// # Errors
    /// When it is no line, or against the rules.
    pub fn replay_line(&mut self, line: &str) -> Result<(), MatchError> {
        let by = match self.wait() {
            Wait::Decision(side) => By::Side(side),
            Wait::Chance(_) => By::Chance,
            Wait::Over(_) => return Err(MatchError::Over),
        };
        let action = self.game.parse(&self.position, line.trim())?;
        self.game.check(&self.position, action).map_err(MatchError::Refused)?;
        if let (By::Chance, Throws::Seeded(dice)) = (by, &mut self.throws) {
            dice.set_throws(dice.throws() + 1);
        }
        self.record(action, by);
        Ok(())
    }

    fn waits_for_chance(&self) -> Result<(), MatchError> {
        match self.wait() {
            Wait::Chance(_) => Ok(()),
            Wait::Decision(_) => Err(MatchError::NoThrow),
            Wait::Over(_) => Err(MatchError::Over),
        }
    }

    /// May the seat take its last action back?
    ///
    /// # Errors
    /// Why not: nothing was done, the other side has acted since, dice or secrets have spoken.
    pub fn may_undo(&self, seat: Seat) -> Result<(), MatchError> {
        let no = |why| Err(MatchError::CannotUndo(why));
        if self.ending.is_some() {
            return no("the players have ended the match");
        }
        let Some(last) = self.log.last() else { return no("nothing has been done yet") };
        // Which throws are of these dice hangs on where they begin.
        if self.log.len() <= self.inherited {
            return no("it was taken over from another match");
        }
        match last.by {
            By::Chance => no("the dice have spoken"),
            By::Side(side) if seat.side() != Some(side) => no("the other side has acted since"),
            By::Side(_) => {
                let before = self.at(self.log.len() - 1);
                if self.game.reveals(&before, last.action) { no("a secret has been shown") } else { Ok(()) }
            }
        }
    }

    /// Takes the seat's last action back.
    ///
    /// # Errors
    /// See [`Match::may_undo`].
    pub fn undo(&mut self, seat: Seat) -> Result<(), MatchError> {
        self.may_undo(seat)?;
        let point = self.log.len() - 1;
        self.rewind(point, self.at(point));
        Ok(())
    }

    /// Goes back to an earlier point, with the position there.
    fn rewind(&mut self, point: usize, position: G::Position) {
        self.position = position;
        self.log.truncate(point);
        self.checkpoints.truncate(point / CHECKPOINT_EVERY + 1);
    }

    /// A match of its own that goes on from an earlier point, with dice of its own.
    #[must_use]
    pub fn branch(&self, point: usize, throws: Throws) -> Self {
        let start = self.setup.clone().map(|table| (table, self.checkpoints[0]));
        let mut branch = Self::from_position(Arc::clone(&self.game), start, throws);
        for entry in self.log.iter().take(point) {
            branch.record(entry.action, entry.by);
        }
        branch.inherited = branch.log.len();
        branch
    }

    /// The same match, going on from here after its players have agreed that what came next does not count. Nobody knows its next throws:
    /// they come after the first `spent` of its dice.
    #[must_use]
    pub fn go_on(&self, spent: u64) -> Self {
        let mut again = self.clone();
        again.inherited = again.log.len();
        again.spend(spent);
        again
    }

    /// How many throws its dice had given before those of this match.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// The dice have given so many throws that are not (or no longer) of this match.
    fn spend(&mut self, spent: u64) {
        self.spent = spent;
        if let Throws::Seeded(dice) = &mut self.throws {
            dice.set_throws(spent);
        }
    }

    /// Checks that every throw is the one the seed gives (but for those taken over from the match this one branched from).
    ///
    /// # Errors
    /// The first point at which it is not, with what was thrown and what the seed gives.
    pub fn verify(&self) -> Result<u64, String> {
        let Throws::Seeded(dice) = &self.throws else {
            return Err(
                "the dice of this match were typed in; there is no seed to check them against".to_owned()
            );
        };
        if let Some(share) = dice.shares().iter().find(|share| !share.fits()) {
            return Err(format!("what {} added to the dice is not what was promised", share.by));
        }
        let mut dice = Dice::shared(dice.seed(), dice.shares().to_vec());
        dice.set_throws(self.spent);
        let mut position = self.checkpoints[0];
        let mut outcomes = Vec::new();
        for (point, entry) in self.log.iter().enumerate() {
            if entry.by == By::Chance && point >= self.inherited {
                if !dice.ready() {
                    return Err(format!(
                        "action {}: thrown before everybody had added to the dice",
                        point + 1
                    ));
                }
                self.game.chance(&position, &mut outcomes);
                let due = outcomes[dice.throw(outcomes.iter().map(|(_, weight)| *weight))].0;
                if due != entry.action {
                    let mut line = String::new();
                    self.game.print(&position, due, &mut line);
                    return Err(format!(
                        "action {}: {:?} was thrown, but the seed gives {line:?}",
                        point + 1,
                        entry.line
                    ));
                }
            }
            self.game.apply(&mut position, entry.action, &mut ());
        }
        Ok(dice.throws() - self.spent)
    }

    fn record(&mut self, action: G::Action, by: By) {
        let mut entry = Entry {
            action,
            by,
            line: String::new(),
            events: Vec::new(),
            turn: self.game.turn(&self.position),
        };
        self.game.print(&self.position, action, &mut entry.line);
        self.game.apply(&mut self.position, action, &mut entry.events);
        self.log.push(entry);
        if self.log.len().is_multiple_of(CHECKPOINT_EVERY) {
            self.checkpoints.push(self.position);
        }
    }
}
