//! The engine's contract: what is waited for, what is legal, what happens, who knows what.

mod legal;
mod play;

use crate::Side;
use crate::action::Action;
use crate::book::{Book, FILES};
use crate::chits::Chit;
use crate::event::Event;
use crate::frame::Frame;
use crate::notation::{self, NOTATION, Scene};
use crate::position::{DiceRule, Position, Public};
use crate::seen::{self, Seen};
use crate::setup;
use frente_board::data::{DataError, DataFiles, DataSource};
use frente_engine::notation::{Notation, rest};
use frente_engine::{Chance, Edition, Game, ParseError, Refusal, Rng, Seat, Wait};

/// Storm Over Madrid, opened at a scenario.
#[derive(Debug)]
pub struct Madrid {
    /// The book.
    pub(crate) book: Book,
    edition: Edition,
}

/// The dice a chance frame rolls.
pub(crate) fn dice_of(book: &Book, p: &Public) -> u8 {
    let three = |rule: DiceRule| if rule == DiceRule::Two { 2 } else { 3 };
    match p.frames.top() {
        Frame::AttackDie => three(book.attack_dice(p)),
        Frame::SalvoDie => three(book.salvo(p, p.act.foe_point).dice),
        Frame::FireDie => 2,
        _ => 1,
    }
}

/// Each roll of so many dice, sorted, with the number of ways it can fall.
pub fn rolls(dice: u8, mut each: impl FnMut([u8; 3], u32)) {
    for c in 1..=6 {
        if dice == 1 {
            each([0, 0, c], 1);
            continue;
        }
        for b in 1..=c {
            if dice == 2 {
                each([0, b, c], if b == c { 1 } else { 2 });
                continue;
            }
            for a in 1..=b {
                let ways = match (a == b, b == c) {
                    (true, true) => 1,
                    (false, false) => 6,
                    _ => 3,
                };
                each([a, b, c], ways);
            }
        }
    }
}

impl Game for Madrid {
    type Position = Position;
    type Seen = Seen;
    type Action = Action;
    type Event = Event;

    const KEY: &'static str = "madrid";
    const RULES_VERSION: u32 = 2;
    const FILES: DataFiles = FILES;
    const NOTATION: Notation = NOTATION;

    fn read(source: &DataSource, edition: Edition) -> Result<Self, DataError> {
        Ok(Madrid { book: Book::read(source, &edition)?, edition })
    }

    fn edition(&self) -> &Edition {
        &self.edition
    }

    fn start(&self) -> Position {
        self.book.start_position()
    }

    fn wait(&self, position: &Position) -> Wait {
        let p = &position.public;
        let (side, foe) = (p.act.side, p.act.side.other());
        let chance = |by: Option<Side>, what: &'static str| Wait::Chance(Chance { by, what });
        match p.frames.top() {
            Frame::Over(end) => Wait::Over(end.outcome(&self.book.scenario)),
            Frame::FirstTurn | Frame::Pause => Wait::Decision(Side::Nationalist),
            Frame::SetUp(side)
            | Frame::Buy(side)
            | Frame::Enter(side)
            | Frame::Rebuild { side, .. }
            | Frame::Impulse(side)
            | Frame::Retreat(side)
            | Frame::FoePoint(side)
            | Frame::Lose(side)
            | Frame::Return(side) => Wait::Decision(side),
            Frame::Rebuilt(unit) => Wait::Decision(unit.side()),
            Frame::Select | Frame::Point | Frame::March | Frame::Rally | Frame::Aim | Frame::Flip => {
                Wait::Decision(side)
            }
            Frame::StrifeChoice => Wait::Decision(Side::Republican),
            Frame::Ask(window) => Wait::Decision(window.side()),
            Frame::Counter => Wait::Decision(foe),
            Frame::CouncilDie => chance(Some(Side::Republican), "chance-council"),
            Frame::WeatherDie => chance(None, "chance-weather"),
            Frame::Draw(side) => chance(Some(side), "chance-draw"),
            Frame::RadaDie => chance(Some(Side::Nationalist), "chance-rada"),
            Frame::InitiativeDie(side) => chance(Some(side), "chance-initiative"),
            Frame::RunDie => chance(Some(Side::Nationalist), "chance-run"),
            Frame::StrifeDie => chance(Some(Side::Republican), "chance-strife"),
            Frame::FireDie => chance(Some(foe), "chance-fire"),
            Frame::MoraleDie => chance(Some(Side::Republican), "chance-morale"),
            Frame::AttackDie => chance(Some(side), "chance-attack"),
            Frame::SalvoDie => chance(Some(side), "chance-bombardment"),
            Frame::FlipDie => chance(Some(side), "chance-chit"),
            Frame::Turn(_) | Frame::Act(_) | Frame::Empty => unreachable!("these frames run by themselves"),
        }
    }

    fn legal(&self, position: &Position, out: &mut Vec<Action>) {
        out.clear();
        self.list(position, out);
    }

    fn chance(&self, position: &Position, out: &mut Vec<(Action, u32)>) {
        out.clear();
        if let Frame::Draw(side) = position.public.frames.top() {
            for &chit in Chit::of(side) {
                let weight = self.book.pool(position, chit);
                if weight > 0 {
                    out.push((Action::Draw(chit), u32::from(weight)));
                }
            }
        } else if self.rolls_now(&position.public) {
            rolls(dice_of(&self.book, &position.public), |dice, ways| out.push((Action::Roll(dice), ways)));
        }
    }

    fn check(&self, position: &Position, action: Action) -> Result<(), Refusal> {
        self.judge_action(position, action)
    }

    fn apply_unheard(&self, position: &mut Position, action: Action) {
        self.carry_out(position, action, &mut ());
    }

    fn apply_heard(&self, position: &mut Position, action: Action, events: &mut Vec<Event>) {
        self.carry_out(position, action, events);
    }

    fn print(&self, position: &Position, action: Action, out: &mut String) {
        notation::print(&Scene { game: self, position }, action, out);
    }

    fn parse(&self, position: &Position, line: &str) -> Result<Action, ParseError> {
        notation::parse(&Scene { game: self, position }, line)
    }

    fn expand(&self, position: &Position, line: &str) -> Option<Vec<String>> {
        if line == "setup" && matches!(position.public.frames.top(), Frame::SetUp(_)) {
            return Some(rest(self, position, |at, legal| setup::next_ready(&self.book, at, legal)));
        }
        notation::expand(line)
    }

    fn seen(&self, position: &Position, seat: Seat) -> Seen {
        position.seen(|side| seat.knows(side))
    }

    fn imagine(&self, seen: &Seen, rng: &mut Rng) -> Position {
        self.book.imagine(seen, rng)
    }

    fn hides(&self, _position: &Position, action: Action, seat: Seat) -> bool {
        seen::secret_of(action).is_some_and(|chit| !seat.knows(chit.side()))
    }

    fn tells(&self, event: &Event, seat: Seat) -> bool {
        seen::secret_told(event).is_none_or(|chit| seat.knows(chit.side()))
    }

    fn reveals(&self, position: &Position, action: Action) -> bool {
        self.book.reveals(&position.public, action)
    }

    fn turn(&self, position: &Position) -> u8 {
        position.public.turn
    }
}
