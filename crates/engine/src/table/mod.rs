//! A match of whatever game, behind one door.
//!
//! Servers, terminals and bots need "a match", not "a match of Aragon". [`Table`] is object-safe: out go lines, words and views,
//! never an action type. [`Hosted`] is the only implementation; search and simulation stay generic and never come through here.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `choices` | what can be chosen, as it is shown |
//! | `denied` | why something was not done |
//! | `views` | what is said to whoever sits at the table |
//! | `hosted` | the match behind the door |
//! | `price` | what a choice costs at once |
//! | `asking` | what need not be asked, and what is asked about once more |
//! | `group` | several pieces that go the same way in one act |
//! | `player` | what a computer player is asked, and what it keeps in mind |

mod asking;
mod choices;
mod denied;
mod group;
mod hosted;
mod player;
mod price;
mod views;

pub use asking::{Asked, asked};
pub use choices::choices;
pub use denied::{Code, Denied};
pub use group::MOST as MOST_TOGETHER;
pub use hosted::{Hosted, Opening, TableError};
pub use player::{Budget, FindPlayer, Mind, NotABudget, Player, Question, Thinking};
pub use views::{
    ChoiceView, EntryView, EventView, InFight, SheetView, ShortcutView, State, Together, TurnPoint, WaitKind,
    Waits, WhyView,
};

use crate::chance::{Rng, Seed, Share};
use crate::game::{Options, Wait};
use crate::notation::Notation;
use crate::odds::OddsView;
use crate::present::{Ask, Overlay};
use crate::record::Ending;
use crate::side::Seat;

/// A match of whatever game.
pub trait Table: Send + Sync {
    /// Game and scenario: `aragon`, `belchite`.
    fn names(&self) -> (&'static str, &str);
    /// Everything that lines of the game can say.
    fn notation(&self) -> Notation;
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
    /// What people add to the dice.
    fn shares(&self) -> &[Share];
    /// Says who adds to the dice, or what was added, before they are thrown for the first time.
    ///
    /// # Errors
    /// When the dice are typed in, or were thrown already.
    fn set_shares(&mut self, shares: Vec<Share>) -> Result<(), Denied>;
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
    /// Where all of these pieces can go, each by itself: the first one's choices, with the fewest points that any has left.
    ///
    /// # Errors
    /// When it is not the seat's decision.
    fn ways_together(&self, seat: Seat, pieces: &[String]) -> Result<Vec<ChoiceView>, Denied>;
    /// These pieces go to a place one after the other, as far as they can follow, or are named one after the other: each action of each
    /// is one of the log.
    ///
    /// # Errors
    /// When it is not the seat's decision, or none of them can. Nothing has changed then.
    fn play_together(&mut self, seat: Seat, pieces: &[String], place: Option<&str>) -> Result<(), Denied>;
    /// The players end the match: one resigns, or both agree on a draw. It stands beside the log, not in it.
    ///
    /// # Errors
    /// When it is over already.
    fn end(&mut self, ending: Ending) -> Result<(), Denied>;
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
    /// A rule's text.
    fn rule(&self, id: &str) -> Option<String>;
    /// Odds of the combat that was at hand at an earlier point.
    fn odds_at(&self, seat: Seat, point: usize) -> Option<OddsView>;
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
    /// The same match, going on from here after its players have agreed that what came next does not count: with throws nobody knows, the
    /// dice having given `spent` already.
    fn go_on(&self, spent: u64) -> Box<dyn Table>;
    /// How many throws its dice have given before those of this match.
    fn spent(&self) -> u64;
    /// The line a computer player would play for the side that decides, from what that side knows.
    ///
    /// # Errors
    /// When no decision is waited for, or there is no such player.
    fn suggest(&self, mind: &mut Mind, rng: &mut Rng) -> Result<String, Denied>;
}
