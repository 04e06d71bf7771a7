//! A match of whatever game, behind one door.
//!
//! Servers, terminals and bots need "a match", not "a match of Aragon". [`Table`] is object-safe: out go lines, words and views,
//! never an action type. [`Hosted`] is the only implementation; search and simulation stay generic and never come through here.

use crate::chance::{Dice, Rng, Seed};
use crate::game::{Game, OpenError, Options, Playable, Wait};
use crate::odds::OddsView;
use crate::present::{Ask, Kind, Overlay, Sheet, View, Weight};
use crate::record::{LoadError, Match, MatchError, Throws};
use crate::rule::{Reference, Rule};
use crate::side::{Seat, Side};
use crate::text::{Lexicon, Message};
use crate::{About, SetupError};
use frente_board::data::DataSource;
use serde::Serialize;
use std::sync::Arc;

/// A match of whatever game.
pub trait Table: Send + Sync {
    /// Game and scenario: `aragon`, `belchite`.
    fn names(&self) -> (&'static str, &str);
    /// The options in force.
    fn options(&self) -> &Options;
    /// How many actions were taken so far.
    fn point(&self) -> usize;
    /// What the match waits for.
    fn wait(&self) -> Wait;
    /// Game turn.
    fn turn(&self) -> u8;
    /// Does the program throw the dice?
    fn seeded(&self) -> bool;
    /// The seed of the dice, if the program throws them. For the referee.
    fn seed(&self) -> Option<Seed>;
    /// All a seat may know now, with its choices if it decides.
    fn state(&self, seat: Seat) -> State;
    /// All a seat might have known at an earlier point.
    fn state_at(&self, seat: Seat, point: usize) -> State;
    /// What happened from one point to another, as a seat may know it.
    fn entries(&self, seat: Seat, from: usize, to: usize) -> Vec<EntryView>;
    /// The notations of all legal actions.
    fn lines(&self) -> Vec<String>;
    /// The notations of all outcomes of the throw waited for, with their weights.
    fn outcomes(&self) -> Vec<(String, u32)>;
    /// The notations of all actions from a point on, as the referee writes them.
    fn record_lines(&self, from: usize) -> Vec<&str>;
    /// The first line of a save; [`assemble`](crate::record::assemble) makes a save of it and all lines.
    fn header(&self) -> String;
    /// The same match once more, to think on.
    fn fork(&self) -> Box<dyn Table>;
    /// May the seat take its last action back?
    fn may_undo(&self, seat: Seat) -> bool;
    /// A seat decides.
    ///
    /// # Errors
    /// When it is not its decision, no line, or against the rules. Nothing has changed then.
    fn play(&mut self, seat: Seat, line: &str) -> Result<(), Denied>;
    /// The program throws the dice waited for.
    ///
    /// # Errors
    /// When none is waited for, or dice are typed in.
    fn throw(&mut self) -> Result<(), Denied>;
    /// Somebody types in a throw.
    ///
    /// # Errors
    /// When none is waited for, the program throws, or it is no possible outcome.
    fn type_throw(&mut self, line: &str) -> Result<(), Denied>;
    /// Takes an action of a trusted log, whoever's it is.
    ///
    /// # Errors
    /// When it is no line or against the rules.
    fn replay(&mut self, line: &str) -> Result<(), Denied>;
    /// A seat takes its last action back.
    ///
    /// # Errors
    /// When there is nothing to take back, or dice or secrets have spoken.
    fn undo(&mut self, seat: Seat) -> Result<(), Denied>;
    /// What is printed, the rules, and what the game says of itself.
    fn sheet(&self) -> SheetView;
    /// Odds of the combat at hand, after playing `lines` on a copy.
    ///
    /// # Errors
    /// When a line is not accepted.
    fn odds(&self, seat: Seat, lines: &[String]) -> Result<Option<OddsView>, Denied>;
    /// Why a place cannot be chosen now.
    fn why(&self, seat: Seat, ask: &Ask) -> Option<WhyView>;
    /// A layer over the map.
    fn overlay(&self, seat: Seat, key: &str) -> Option<Overlay>;
    /// The whole match as text, secrets and all: the referee's.
    fn save(&self) -> String;
    /// Checks the dice against the seed: how many throws there were.
    ///
    /// # Errors
    /// What does not fit.
    fn verify(&self) -> Result<u64, String>;
    /// A match of its own that goes on from an earlier point.
    fn branch(&self, point: usize, seed: Option<Seed>) -> Box<dyn Table>;
    /// The line a computer player would play for the side that decides, from what that side knows.
    ///
    /// # Errors
    /// When no decision is waited for, or there is no such player.
    fn suggest(&self, player: &str, rng: &mut Rng) -> Result<String, Denied>;
}

/// Why something was not done. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Serialize, thiserror::Error)]
#[error("{message}")]
pub struct Denied {
    /// What sort of denial: `refused`, `not-a-line`, `wrong-side`, `over`, `cannot-undo`, `bad-request`.
    pub code: &'static str,
    /// In words.
    pub message: String,
    /// The rule behind it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<Rule>,
}

impl Denied {
    /// A denial.
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Denied { code, message: message.into(), rule: None }
    }
}

/// Everything a seat may know, for showing.
#[derive(Clone, Debug, Serialize)]
pub struct State {
    /// The game's key.
    pub game: &'static str,
    /// The scenario's key.
    pub scenario: String,
    /// The options in force.
    pub options: Options,
    /// `seeded` or `typed`.
    pub dice: &'static str,
    /// SHA-256 of the seed, when the program throws the dice.
    pub commitment: Option<String>,
    /// The seed itself, once the game is over.
    pub seed: Option<String>,
    /// How many actions were taken.
    pub point: usize,
    /// How many actions there are by now (more than `point` when looking back).
    pub length: usize,
    /// The point each turn began at.
    pub turns: Vec<TurnPoint>,
    /// What the match waits for.
    pub waits: Waits,
    /// The board.
    pub view: View,
    /// What the seat can do, if it decides.
    pub choices: Vec<ChoiceView>,
    /// May the seat take its last action back?
    pub undo: bool,
}

/// The point a turn began at.
#[derive(Clone, Copy, Debug, Serialize)]
#[allow(missing_docs)]
pub struct TurnPoint {
    pub turn: u8,
    pub point: usize,
}

/// What a match waits for, for showing.
#[derive(Clone, Debug, Serialize)]
pub struct Waits {
    /// `decision`, `chance` or `over`.
    pub kind: &'static str,
    /// Who decides, or whose throw it is.
    pub side: Option<Side>,
    /// What is thrown for, or how the game ended.
    pub text: String,
    /// Who won, when it is over.
    pub winner: Option<Side>,
    /// The rule that ended it.
    pub rule: Option<Rule>,
    /// Typed dice: what can be typed, for the seat whose throw it is (for all, if it is nobody's).
    pub outcomes: Vec<String>,
}

/// A legal action, for showing.
#[derive(Clone, Debug, Serialize)]
pub struct ChoiceView {
    /// Its number in the list.
    pub n: usize,
    /// Its notation.
    pub line: String,
    /// What it does, in words.
    pub text: String,
    /// How it is offered.
    pub kind: Kind,
    /// The piece it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<String>,
    /// The place it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// The route, start included.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<String>,
    /// Half movement points left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<u8>,
    /// Must the move stop there?
    pub stop: bool,
    /// The rule behind it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<Rule>,
    /// What to know before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warning: Option<String>,
}

/// One action of the log, as a seat may know it.
#[derive(Clone, Debug, Serialize)]
pub struct EntryView {
    /// The point it answered.
    pub point: usize,
    /// `republican`, `nationalist` or `chance`.
    pub by: &'static str,
    /// Its notation; what the seat may not know is `?`.
    pub line: String,
    /// The game turn.
    pub turn: u8,
    /// What came of it.
    pub events: Vec<EventView>,
}

/// An event, for showing.
#[derive(Clone, Debug, Serialize)]
pub struct EventView {
    /// In words.
    pub text: String,
    /// The rule behind it.
    pub rule: Rule,
    /// Pieces it is about.
    pub pieces: Vec<String>,
    /// Places it is about.
    pub places: Vec<String>,
    /// A die that was rolled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub die: Option<u8>,
    /// How much it matters.
    pub weight: Weight,
}

/// Why not, for showing.
#[derive(Clone, Debug, Serialize, PartialEq)]
#[allow(missing_docs)]
pub struct WhyView {
    pub text: String,
    pub rule: Rule,
}

/// What is printed, with the rules.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)]
pub struct SheetView {
    pub sheet: Sheet,
    pub rules: Arc<Reference>,
    pub about: Arc<About>,
}

/// Chooses an action for the side that decides, from what that side knows and nothing else.
pub trait Player<G: Game>: Send + Sync {
    /// The action. `legal` is never empty.
    fn choose(&self, game: &G, side: Side, seen: &G::Seen, legal: &[G::Action], rng: &mut Rng) -> G::Action;
}

/// Finds a computer player by name.
pub type FindPlayer<G> = fn(&str) -> Option<Box<dyn Player<G>>>;

/// A match of one game, hosted behind the door.
pub struct Hosted<G: Playable> {
    record: Match<G>,
    words: Arc<Lexicon>,
    rules: Arc<Reference>,
    about: Arc<About>,
    players: FindPlayer<G>,
}

/// How a match is opened.
#[derive(Clone, Debug, Default)]
pub struct Opening {
    /// The scenario.
    pub scenario: String,
    /// Options that differ from their defaults.
    pub options: Options,
    /// The seed of the dice; typed dice without one.
    pub seed: Option<Seed>,
    /// Differences from the scenario's set-up, as in a case's `[set]`.
    pub set: Option<toml::Table>,
}

/// Why a table could not be opened.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The game, scenario or data.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The set-up.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The save.
    #[error(transparent)]
    Load(#[from] LoadError),
}

impl<G: Playable> Hosted<G> {
    /// Opens a match.
    ///
    /// # Errors
    /// When scenario, options, data or set-up are wrong.
    pub fn open(source: &DataSource, opening: &Opening, players: FindPlayer<G>) -> Result<Self, TableError> {
        let game = Arc::new(G::open(source, &opening.scenario, &opening.options)?);
        let start = match &opening.set {
            Some(set) => Some((set.clone(), game.arrange(set)?)),
            None => None,
        };
        let throws = opening.seed.map_or(Throws::Typed, |seed| Throws::Seeded(Dice::new(seed)));
        Self::host(source, Match::from_position(game, start, throws), players)
    }

    /// Opens a saved match.
    ///
    /// # Errors
    /// When the save is damaged, foreign or of other rules or data.
    pub fn load(source: &DataSource, save: &str, players: FindPlayer<G>) -> Result<Self, TableError> {
        Self::host(source, Match::load(source, save)?, players)
    }

    fn host(source: &DataSource, record: Match<G>, players: FindPlayer<G>) -> Result<Self, TableError> {
        let words = record.game().lexicon("en");
        let rules = Arc::new(crate::game::reference::<G>(source).map_err(OpenError::from)?);
        let about = Arc::new(crate::game::about::<G>(source).map_err(OpenError::from)?);
        Ok(Hosted { record, words, rules, about, players })
    }

    /// Another match at a table of the same sort.
    fn with(&self, record: Match<G>) -> Self {
        Hosted {
            record,
            words: Arc::clone(&self.words),
            rules: Arc::clone(&self.rules),
            about: Arc::clone(&self.about),
            players: self.players,
        }
    }

    /// The match itself.
    pub fn record(&self) -> &Match<G> {
        &self.record
    }

    fn game(&self) -> &G {
        self.record.game()
    }

    fn say(&self, message: &Message) -> String {
        self.words.say(message)
    }

    /// A refusal in words: its own, or what its rule says.
    fn refusal(&self, refusal: &crate::Refusal) -> String {
        if refusal.what == "refused" && !self.words.has("refused") {
            return self.rules.text(refusal.rule.id()).unwrap_or_else(|| format!("rule {}", refusal.rule));
        }
        self.say(&self.game().explain(refusal))
    }

    fn denied(&self, error: &MatchError) -> Denied {
        let code = match error {
            MatchError::Refused(refusal) => {
                return Denied { code: "refused", message: self.refusal(refusal), rule: Some(refusal.rule) };
            }
            MatchError::NotALine(_) => "not-a-line",
            MatchError::WrongSide { .. } => "wrong-side",
            MatchError::Over => "over",
            MatchError::CannotUndo(_) => "cannot-undo",
            _ => "bad-request",
        };
        Denied::new(code, error.to_string())
    }

    fn waits(&self, wait: Wait, position: &G::Position, seat: Seat) -> Waits {
        let mut waits = Waits {
            kind: "decision",
            side: None,
            text: String::new(),
            winner: None,
            rule: None,
            outcomes: Vec::new(),
        };
        match wait {
            Wait::Decision(side) => waits.side = Some(side),
            Wait::Chance(chance) => {
                waits.kind = "chance";
                waits.side = chance.by;
                waits.text = self.say(&Message::new(chance.what));
                // What can still be drawn tells what was: only whose throw it is may see the list.
                if !self.seeded() && chance.by.is_none_or(|side| seat.knows(side)) {
                    waits.outcomes =
                        outcomes(self.game(), position).into_iter().map(|(line, _)| line).collect();
                }
            }
            Wait::Over(outcome) => {
                waits.kind = "over";
                waits.winner = outcome.winner;
                waits.rule = Some(outcome.rule);
                waits.text = self.say(&self.game().conclude(&outcome));
            }
        }
        waits
    }

    fn snapshot(&self, seat: Seat, point: usize) -> State {
        let game = self.game();
        let position = self.record.at(point);
        let live = point >= self.record.log().len();
        let wait = game.wait(&position);
        let seen = game.seen(&position, seat);
        let over = self.wait().is_over();
        State {
            game: G::KEY,
            scenario: game.scenario().to_owned(),
            options: game.options().clone(),
            dice: if self.seeded() { "seeded" } else { "typed" },
            commitment: self.seed().map(|s| s.commitment()),
            seed: self.seed().filter(|_| over).map(|s| s.to_string()),
            point: point.min(self.record.log().len()),
            length: self.record.log().len(),
            turns: self.record.turns().into_iter().map(|(turn, point)| TurnPoint { turn, point }).collect(),
            waits: self.waits(wait, &position, seat),
            view: game.view(&seen, seat, &self.words),
            choices: if live && wait.side().is_some_and(|s| seat.knows(s)) {
                self.choices(&position)
            } else {
                Vec::new()
            },
            undo: live && self.record.may_undo(seat).is_ok(),
        }
    }

    fn choices(&self, position: &G::Position) -> Vec<ChoiceView> {
        let mut legal = Vec::new();
        self.game().legal(position, &mut legal);
        legal
            .into_iter()
            .enumerate()
            .map(|(n, action)| {
                let mut line = String::new();
                self.game().print(position, action, &mut line);
                let choice = self.game().choice(position, action);
                ChoiceView {
                    n,
                    text: choice.text.as_ref().map_or_else(|| line.clone(), |t| self.say(t)),
                    line,
                    kind: choice.kind,
                    piece: choice.piece,
                    place: choice.place,
                    path: choice.path,
                    left: choice.left,
                    stop: choice.stop,
                    rule: choice.rule,
                    warning: choice.warning.as_ref().map(|w| self.say(w)),
                }
            })
            .collect()
    }
}

fn outcomes<G: Game>(game: &G, position: &G::Position) -> Vec<(String, u32)> {
    let mut chance = Vec::new();
    game.chance(position, &mut chance);
    chance
        .into_iter()
        .map(|(action, weight)| {
            let mut line = String::new();
            game.print(position, action, &mut line);
            (line, weight)
        })
        .collect()
}

impl<G: Playable> Table for Hosted<G> {
    fn names(&self) -> (&'static str, &str) {
        (G::KEY, self.game().scenario())
    }

    fn options(&self) -> &Options {
        self.record.game().options()
    }

    fn point(&self) -> usize {
        self.record.log().len()
    }

    fn wait(&self) -> Wait {
        self.record.wait()
    }

    fn turn(&self) -> u8 {
        self.game().turn(self.record.position())
    }

    fn seeded(&self) -> bool {
        matches!(self.record.throws(), Throws::Seeded(_))
    }

    fn seed(&self) -> Option<Seed> {
        if let Throws::Seeded(dice) = self.record.throws() { Some(dice.seed()) } else { None }
    }

    fn state(&self, seat: Seat) -> State {
        self.snapshot(seat, self.point())
    }

    fn state_at(&self, seat: Seat, point: usize) -> State {
        self.snapshot(seat, point)
    }

    fn entries(&self, seat: Seat, from: usize, to: usize) -> Vec<EntryView> {
        let (game, log) = (self.game(), self.record.log());
        let to = to.min(log.len());
        let from = from.min(to);
        let mut position = self.record.at(from);
        let mut views = Vec::with_capacity(to - from);
        for (point, entry) in log.iter().enumerate().take(to).skip(from) {
            let mut line = String::new();
            if game.hides(&position, entry.action, seat) {
                game.print_hidden(&position, entry.action, &mut line);
            } else {
                line.clone_from(&entry.line);
            }
            let events = entry.events.iter().filter(|e| game.tells(e, seat)).map(|e| {
                let told = game.tell(e);
                EventView {
                    text: self.say(&told.text),
                    rule: told.rule,
                    pieces: told.pieces,
                    places: told.places,
                    die: told.die,
                    weight: told.weight,
                }
            });
            views.push(EntryView {
                point,
                by: entry.by.key(),
                line,
                turn: entry.turn,
                events: events.collect(),
            });
            game.apply(&mut position, entry.action, &mut ());
        }
        views
    }

    fn lines(&self) -> Vec<String> {
        let position = self.record.position();
        let mut legal = Vec::new();
        self.game().legal(position, &mut legal);
        legal
            .into_iter()
            .map(|action| {
                let mut line = String::new();
                self.game().print(position, action, &mut line);
                line
            })
            .collect()
    }

    fn outcomes(&self) -> Vec<(String, u32)> {
        outcomes(self.game(), self.record.position())
    }

    fn record_lines(&self, from: usize) -> Vec<&str> {
        self.record.log().iter().skip(from).map(|e| e.line.as_str()).collect()
    }

    fn header(&self) -> String {
        self.record.header()
    }

    fn fork(&self) -> Box<dyn Table> {
        Box::new(self.with(self.record.clone()))
    }

    fn may_undo(&self, seat: Seat) -> bool {
        self.record.may_undo(seat).is_ok()
    }

    fn play(&mut self, seat: Seat, line: &str) -> Result<(), Denied> {
        self.record.play_line(seat, line).map_err(|e| self.denied(&e))
    }

    fn throw(&mut self) -> Result<(), Denied> {
        self.record.throw().map_err(|e| self.denied(&e))
    }

    fn type_throw(&mut self, line: &str) -> Result<(), Denied> {
        self.record.type_throw(line).map_err(|e| self.denied(&e))
    }

    fn replay(&mut self, line: &str) -> Result<(), Denied> {
        self.record.replay_line(line).map_err(|e| self.denied(&e))
    }

    fn undo(&mut self, seat: Seat) -> Result<(), Denied> {
        self.record.undo(seat).map_err(|e| self.denied(&e))
    }

    fn sheet(&self) -> SheetView {
        SheetView {
            sheet: self.game().sheet(),
            rules: Arc::clone(&self.rules),
            about: Arc::clone(&self.about),
        }
    }

    fn odds(&self, seat: Seat, lines: &[String]) -> Result<Option<OddsView>, Denied> {
        let game = self.game();
        let mut copy = self.record.clone();
        for line in lines
            .iter()
            .flat_map(|l| game.expand(self.record.position(), l).unwrap_or_else(|| vec![l.clone()]))
        {
            let action = game.parse(copy.position(), &line).map_err(|e| self.denied(&e.into()))?;
            if game.reveals(copy.position(), action) {
                return Err(Denied::new(
                    "bad-request",
                    format!("{line:?} would show a secret; it cannot be tried out"),
                ));
            }
            copy.play(seat, action).map_err(|e| self.denied(&e))?;
        }
        let seen = game.seen(copy.position(), seat);
        Ok(game.odds(&seen, seat).map(|odds| odds.view(&self.words)))
    }

    fn why(&self, seat: Seat, ask: &Ask) -> Option<WhyView> {
        let side = self.wait().side()?;
        if !seat.knows(side) {
            return None;
        }
        let refusal = self.game().why_not(self.record.position(), ask)?;
        Some(WhyView { text: self.refusal(&refusal), rule: refusal.rule })
    }

    fn overlay(&self, seat: Seat, key: &str) -> Option<Overlay> {
        self.game().overlay(&self.game().seen(self.record.position(), seat), seat, key)
    }

    fn save(&self) -> String {
        self.record.save()
    }

    fn verify(&self) -> Result<u64, String> {
        self.record.verify()
    }

    fn branch(&self, point: usize, seed: Option<Seed>) -> Box<dyn Table> {
        let throws = seed.map_or(Throws::Typed, |seed| Throws::Seeded(Dice::new(seed)));
        Box::new(self.with(self.record.branch(point, throws)))
    }

    fn suggest(&self, player: &str, rng: &mut Rng) -> Result<String, Denied> {
        let Some(side) = self.wait().side() else {
            return Err(Denied::new("bad-request", "no decision is waited for"));
        };
        let chooser = (self.players)(player)
            .ok_or_else(|| Denied::new("bad-request", format!("there is no computer player {player:?}")))?;
        let (game, position) = (self.game(), self.record.position());
        let mut legal = Vec::new();
        game.legal(position, &mut legal);
        let action = chooser.choose(game, side, &game.seen(position, side.into()), &legal, rng);
        let mut line = String::new();
        game.print(position, action, &mut line);
        Ok(line)
    }
}
