//! Spanish Civil War Battles: Belchite, Teruel and Alfambra, by their rulebook.
//!
//! The crate reads like the rulebook: one module for each chapter, in its order and words, each opening with the sections it
//! implements. Data lie beside it in `data/`; [`book`] reads them.
//!
//! | module | sections |
//! | --- | --- |
//! | [`sequence`] | 4 sequence of play |
//! | [`movement`] | 5 movement, 6.1 zones of control |
//! | [`combat`] | 7 combat, results, retreat, displacement, advance; 17 fortifications |
//! | [`support`] | 8.3, 13 support fire |
//! | [`supply`] | 10 lines of supply |
//! | [`rebuilding`] | 11 rebuilding |
//! | [`bombardment`] | 12 bombardment, Commanding Heights |
//! | [`activation`] | 14 Republican activation |
//! | [`fatigue`] | 15 fatigue (optional) |
//! | [`blizzard`] | 16 the Great Blizzard (optional) |
//! | [`reinforcements`] | 18, 19: entry of reinforcements |
//! | [`victory`] | 18, 19, 20: victory |
//!
//! Around the rules: [`position`] and [`frame`] hold what changes, [`action`], [`event`] and [`notation`] what is said about it,
//! [`legal`] ties questions to answers, [`secrets`] keeps what a seat may not know, [`odds`], [`view`] and [`words`] show a game
//! to people, [`setup`] arranges odd positions for cases, [`judge`] weighs positions for computer players.

pub mod action;
pub mod activation;
pub mod blizzard;
pub mod bombardment;
pub mod book;
pub mod combat;
pub mod event;
pub mod fatigue;
pub mod frame;
pub mod ids;
pub mod judge;
pub mod legal;
pub mod movement;
pub mod notation;
pub mod odds;
pub mod position;
pub mod rebuilding;
pub mod reinforcements;
pub mod rule;
pub mod secrets;
pub mod sequence;
pub mod setup;
pub mod sheet;
pub mod supply;
pub mod support;
pub mod victory;
pub mod view;
pub mod words;

use action::Action;
use book::Book;
use event::Event;
use frame::Frame;
use frente_board::data::{DataFiles, DataSource};
use frente_engine::game::{about, fingerprint};
use frente_engine::{
    Game, OpenError, Options, ParseError, PerSide, Refusal, Rng, Rule, Seat, Side, Sink, Wait,
};
use ids::{Unit, UnitSet};
use position::{Place, Position, Public, Secret};
use secrets::Seen;

/// One scenario, opened with its options.
#[derive(Debug, Clone)]
pub struct Aragon {
    /// Map, counters, tables, scenario.
    pub book: Book,
    options: Options,
    fingerprint: String,
    /// 15.0: is fatigue played?
    pub fatigue: bool,
    /// 16.0: is the blizzard played?
    pub blizzard: bool,
    /// Each side's units.
    units: PerSide<UnitSet>,
    /// Each side's mobile units.
    mobile: PerSide<UnitSet>,
}

impl Game for Aragon {
    type Position = Position;
    type Seen = Seen;
    type Action = Action;
    type Event = Event;

    const KEY: &'static str = "aragon";
    const RULES_VERSION: u32 = 1;
    const FILES: DataFiles = book::FILES;
    const RULES: &'static [Rule] = rule::ALL;

    fn open(source: &DataSource, scenario: &str, options: &Options) -> Result<Self, OpenError> {
        let about = about::<Self>(source)?;
        let (_, options) = about.select(scenario, options)?;
        let book = Book::read(source, scenario)?;
        let of = |wanted: &dyn Fn(Side, Unit) -> bool| {
            let units = |side| book.all_units().filter(move |u| wanted(side, *u));
            PerSide(Side::BOTH.map(|side| units(side).map(Unit::index).collect()))
        };
        let units = of(&|side, unit| book.side(unit) == side);
        let mobile = of(&|side, unit| book.side(unit) == side && book.unit(unit).mobile());
        Ok(Aragon {
            fatigue: options.on("fatigue"),
            blizzard: options.on("blizzard"),
            units,
            mobile,
            fingerprint: fingerprint::<Self>(source)?,
            options,
            book,
        })
    }

    fn scenario(&self) -> &str {
        &self.book.scenario.key
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    fn start(&self) -> Position {
        let mut position = self.set_up();
        self.settle(&mut position, &mut ());
        position
    }

    fn wait(&self, position: &Position) -> Wait {
        self.waits_for(&position.public)
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
        self.examine(position, action)
    }

    fn apply<S: Sink<Event>>(&self, position: &mut Position, action: Action, sink: &mut S) {
        self.carry_out(position, action, sink);
        self.settle(position, sink);
    }

    fn print(&self, position: &Position, action: Action, out: &mut String) {
        self.print_action(&position.public, action, out);
    }

    fn parse(&self, position: &Position, line: &str) -> Result<Action, ParseError> {
        self.parse_action(&position.public, line).map_err(|problem| ParseError::new(line, problem))
    }

    fn expand(&self, position: &Position, line: &str) -> Option<Vec<String>> {
        self.expand_line(position, line)
    }

    fn seen(&self, position: &Position, seat: Seat) -> Seen {
        Seen::new(position, seat)
    }

    fn imagine(&self, seen: &Seen, rng: &mut Rng) -> Position {
        self.imagine_hands(seen, rng)
    }

    fn hides(&self, position: &Position, action: Action, seat: Seat) -> bool {
        self.is_hidden(&position.public, action, seat)
    }

    fn print_hidden(&self, _: &Position, action: Action, out: &mut String) {
        out.push_str(if matches!(action, Action::Draw(_)) { "draw ?" } else { "support ?" });
    }

    fn tells(&self, event: &Event, seat: Seat) -> bool {
        !matches!(event, Event::Drew { side, .. } if !seat.knows(*side))
    }

    fn reveals(&self, position: &Position, action: Action) -> bool {
        self.turns_up(&position.public, action)
    }

    fn turn(&self, position: &Position) -> u8 {
        position.public.turn
    }
}

impl Aragon {
    /// 3.0: all units in their places, before anything has happened.
    pub(crate) fn set_up(&self) -> Position {
        let mut public = Public::empty(&self.book);
        public.forts = self.book.scenario.forts;
        for (unit, hex) in &self.book.scenario.setup {
            public.put(&self.book, *unit, *hex);
        }
        for group in &self.book.scenario.reinforcements {
            for unit in &group.units {
                public.place[unit.index()] = Place::Waiting;
            }
        }
        Position { public, secret: PerSide([Secret::NONE; 2]) }
    }

    /// Runs on to the next thing waited for, and has supply ready where the list of actions will ask for it.
    pub(crate) fn settle<S: Sink<Event>>(&self, position: &mut Position, sink: &mut S) {
        self.run(position, sink);
        let p = &mut position.public;
        let asks = matches!(
            p.stack.top(),
            Frame::Movement { mobile: true }
                | Frame::Combat { mobile: true }
                | Frame::Declare { mobile: true }
                | Frame::Rebuild
                | Frame::Return { .. }
        );
        if asks {
            self.warm_supply(p, p.active);
        }
    }
}
