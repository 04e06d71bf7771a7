//! What is said to whoever sits at the table: plain data, made from what the seat may know.

use crate::About;
use crate::chance::Share;
use crate::game::Options;
use crate::look::PlayLooks;
use crate::odds::OddsView;
use crate::present::{FightKind, Flow, Kind, Sheet, View, Weight};
use crate::protocol::DiceKind;
use crate::rule::{Reference, Rule};
use crate::side::Side;
use serde::Serialize;
use std::sync::Arc;
use ts_rs::TS;

/// Everything a seat may know, for showing.
#[derive(Clone, Debug, Serialize, TS)]
pub struct State {
    /// The game's key.
    pub game: &'static str,
    /// The scenario's key.
    pub scenario: String,
    /// The options in force.
    pub options: Options,
    /// Where the dice come from.
    pub dice: DiceKind,
    /// SHA-256 of the seed, when the program throws the dice.
    pub commitment: Option<String>,
    /// The seed itself, once the game is over.
    pub seed: Option<String>,
    /// What people add to the dice: whoever has given nothing yet is waited for before the first throw.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<Share>>", optional)]
    pub shares: Vec<Share>,
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
    /// Lines that stand for several choices and are offered beside them: a ready set-up, the rest of one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<ShortcutView>>", optional)]
    pub shortcuts: Vec<ShortcutView>,
    /// May the seat take its last action back?
    pub undo: bool,
    /// Was the last action of this seat an intention only (a unit taken in hand, a target named, an attacker joined)? Nothing lies
    /// differently since, and taking it back puts it down.
    pub back: bool,
    /// What several pieces can do in one act.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub together: Option<Together>,
    /// Is there one answer only, which may be given for the player? (Not where the asking itself hides a secret.)
    pub alone: bool,
    /// Odds of the combat at hand, as far as the seat knows.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub odds: Option<OddsView>,
    /// Why the phase cannot end yet, to the seat that decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub blocked: Option<WhyView>,
    /// What the boxes off the map are called in which pieces lie: key and words.
    pub boxes: Vec<(String, String)>,
}

/// The point a turn began at.
#[derive(Clone, Copy, Debug, Serialize, TS)]
#[allow(missing_docs)]
pub struct TurnPoint {
    pub turn: u8,
    pub point: usize,
}

/// What several pieces can do in one act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Together {
    /// Go the same way.
    Go,
    /// Be named one after the other: as attackers, as those who are to move.
    Join,
}

/// What sort of thing a match waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum WaitKind {
    /// A side decides.
    Decision,
    /// Dice are thrown or something is drawn.
    Chance,
    /// Nothing any more.
    Over,
}

/// What a match waits for, for showing.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Waits {
    /// What sort of thing.
    pub kind: WaitKind,
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
#[derive(Clone, Debug, Serialize, TS)]
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
    #[ts(optional)]
    pub piece: Option<String>,
    /// The place it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub place: Option<String>,
    /// The route, start included.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<String>>", optional)]
    pub path: Vec<String>,
    /// Movement points left, in quarters of a point: for comparing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub left: Option<u16>,
    /// The same as people write it: `3½`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub left_text: Option<String>,
    /// Must the move stop there?
    pub stop: bool,
    /// Does it end the phase, or leave the piece where it is?
    #[serde(skip_serializing_if = "Flow::is_on")]
    #[ts(as = "Option<Flow>", optional)]
    pub flow: Flow,
    /// The rule behind it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rule: Option<Rule>,
    /// What it costs at once: a step, a unit, a point.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub price: Option<String>,
    /// What to know before; asked about once.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub warning: Option<String>,
}

/// A line that stands for several choices, one after the other.
#[derive(Clone, Debug, Serialize, TS)]
pub struct ShortcutView {
    /// Its notation.
    pub line: String,
    /// What it does, in words.
    pub text: String,
}

/// One action of the log, as a seat may know it.
#[derive(Clone, Debug, Serialize, TS)]
pub struct EntryView {
    /// The point it answered.
    pub point: usize,
    /// `republican`, `nationalist` or `chance`.
    #[ts(type = "Side | 'chance'")]
    pub by: &'static str,
    /// Whose throw or draw it was; nobody's for weather and the like.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub roller: Option<Side>,
    /// Its notation; what the seat may not know is `?`.
    pub line: String,
    /// The game turn.
    pub turn: u8,
    /// The combat it is part of.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub fight: Option<InFight>,
    /// What came of it.
    pub events: Vec<EventView>,
}

/// The combat an action is part of.
#[derive(Clone, Debug, Serialize, TS)]
pub struct InFight {
    /// What sort it is.
    pub kind: FightKind,
    /// The place attacked.
    pub target: Option<String>,
    /// Did the combat begin with this action?
    pub first: bool,
}

/// An event, for showing.
#[derive(Clone, Debug, Serialize, TS)]
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
    #[ts(optional)]
    pub die: Option<u8>,
    /// How much it matters.
    pub weight: Weight,
}

/// Why not, for showing.
#[derive(Clone, Debug, Serialize, TS, PartialEq)]
#[allow(missing_docs)]
pub struct WhyView {
    pub text: String,
    pub rule: Rule,
}

/// What is printed, with the rules.
#[derive(Clone, Debug, Serialize, TS)]
#[allow(missing_docs)]
pub struct SheetView {
    pub sheet: Sheet,
    pub looks: PlayLooks,
    pub rules: Arc<Reference>,
    pub about: Arc<About>,
}
