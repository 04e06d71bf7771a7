//! Brunete 1937: the Republic goes on the offensive.
//!
//! Modules follow the rulebook:
//!
//! | section | module |
//! | --- | --- |
//! | 1 General information | [`data`], [`position`] |
//! | 2 Game sequence | [`turn`], [`frame`] |
//! | 3 Supply, 1.1 control | [`supply`] |
//! | 4 Zones of control | [`zones`] |
//! | 5.1 Command points | [`command`] |
//! | 5.2 Resources | [`resources`] |
//! | 6.1 Reinforcements | [`reinforcements`] |
//! | 6.2 Recoverable casualties | [`recovery`] |
//! | 6.3 Replacements | [`replacements`] |
//! | 7 Offensive from Madrid | [`madrid`] |
//! | 8 Aviation | [`aviation`] |
//! | 9 Movement | [`movement`] |
//! | 10 Combat | [`combat`] |
//! | 11 Optional rules | [`Rules`], where each takes effect |
//! | 12 Scenarios | [`victory`] |
//!
//! Around them: [`action`], [`event`], [`notation`] and [`play`] are the door to the rules; [`seen`] keeps secrets; [`setup`] arranges
//! positions for cases; [`view`] and [`words`] show the game; [`judge`] values positions.

pub mod action;
pub mod aviation;
pub mod combat;
pub mod command;
pub mod data;
pub mod event;
pub mod frame;
pub mod ids;
pub mod judge;
pub mod madrid;
pub mod movement;
pub mod notation;
pub mod play;
pub mod position;
pub mod recovery;
pub mod reinforcements;
pub mod replacements;
pub mod resources;
pub mod rules;
pub mod seen;
pub mod setup;
pub mod supply;
pub mod turn;
pub mod victory;
pub mod view;
pub mod words;
pub mod zones;

use action::Action;
use data::{Book, Scenario};
use event::Event;
use frente_board::{DataFiles, DataSource};
use frente_engine::{Game, Lexicon, OpenError, Options, ParseError, Refusal, Rng, Rule, Seat, Sink, Wait};
use position::Position;
use seen::Seen;
use std::sync::Arc;

/// The optional rules in force (11, 12.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// 11.1: slowness of XVIII Corps.
    pub slowness: bool,
    /// 11.2: anti-aircraft defence.
    pub flak: bool,
    /// 11.3: the captured T-26.
    pub captured: bool,
    /// 11.4: nothing is hidden.
    pub solo: bool,
    /// 12.1: casualties count for victory.
    pub casualties: bool,
}

/// The game, opened at a scenario.
#[derive(Debug)]
pub struct Brunete {
    /// Map, counters, tables.
    pub book: Arc<Book>,
    /// The scenario.
    pub scenario: Scenario,
    /// The optional rules in force.
    pub rules: Rules,
    options: Options,
    fingerprint: String,
    english: Arc<Lexicon>,
}

impl Game for Brunete {
    type Position = Position;
    type Seen = Seen;
    type Action = Action;
    type Event = Event;

    const KEY: &'static str = "brunete";
    const RULES_VERSION: u32 = 2;
    const FILES: DataFiles = data::files::FILES;
    const RULES: &'static [Rule] = rules::ALL;

    fn open(source: &DataSource, scenario: &str, options: &Options) -> Result<Self, OpenError> {
        let about = frente_engine::game::about::<Self>(source)?;
        let (_, options) = about.select(scenario, options)?;
        let book = data::load::book(source)?;
        let unknown = || OpenError::UnknownScenario {
            game: Self::KEY.to_owned(),
            scenario: scenario.to_owned(),
            expected: book.scenarios.iter().map(|s| s.key.as_str()).collect::<Vec<_>>().join(", "),
        };
        let scenario = book.scenarios.iter().find(|s| s.key == scenario).cloned().ok_or_else(unknown)?;
        let rules = Rules {
            slowness: options.on("slowness"),
            flak: options.on("flak"),
            captured: options.on("captured"),
            solo: options.on("solo"),
            casualties: options.on("casualties"),
        };
        let fingerprint = frente_engine::game::fingerprint::<Self>(source)?;
        Ok(Brunete { book: Arc::new(book), scenario, rules, options, fingerprint, english: words::english() })
    }

    fn scenario(&self) -> &str {
        &self.scenario.key
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    fn start(&self) -> Position {
        self.at_start()
    }

    fn wait(&self, position: &Position) -> Wait {
        self.waits(position)
    }

    fn legal(&self, position: &Position, out: &mut Vec<Action>) {
        out.clear();
        self.list(position, out);
    }

    fn chance(&self, position: &Position, out: &mut Vec<(Action, u32)>) {
        out.clear();
        self.list_chance(position, out);
    }

    fn check(&self, position: &Position, action: Action) -> Result<(), Refusal> {
        self.allows(position, action)
    }

    fn apply<S: Sink<Event>>(&self, position: &mut Position, action: Action, sink: &mut S) {
        self.carry_out(position, action, sink);
    }

    fn print(&self, position: &Position, action: Action, out: &mut String) {
        self.write(position, action, out);
    }

    fn parse(&self, position: &Position, line: &str) -> Result<Action, ParseError> {
        self.read(position, line)
    }

    fn expand(&self, _position: &Position, line: &str) -> Option<Vec<String>> {
        notation::expand(line)
    }

    fn seen(&self, position: &Position, seat: Seat) -> Seen {
        self.see(position, seat)
    }

    fn imagine(&self, seen: &Seen, rng: &mut Rng) -> Position {
        self.imagined(seen, rng)
    }

    fn hides(&self, position: &Position, action: Action, seat: Seat) -> bool {
        self.keeps_secret(position, action, seat)
    }

    fn print_hidden(&self, _position: &Position, action: Action, out: &mut String) {
        notation::write_hidden(action, out);
    }

    fn tells(&self, event: &Event, seat: Seat) -> bool {
        self.may_hear(event, seat)
    }

    fn turn(&self, position: &Position) -> u8 {
        position.public.turn
    }
}

const _: () = assert!(size_of::<Position>() <= 4096 && size_of::<Action>() <= 16);
