//! The game behind the engine's contract: what is waited for, what is legal, what happens.

use crate::Event;
use crate::Side;
use crate::action::Action;
use crate::book::{Book, FILES};
use crate::frame::{Frame, SetupStage};
use crate::judge::Ways;
use crate::notation::{self, NOTATION, Scene};
use crate::position::Position;
use crate::rules::*;
use crate::seen::Seen;
use crate::setup::cover::Line;
use frente_board::{DataError, DataFiles, DataSource};
use frente_engine::notation::Notation;
use frente_engine::{
    Chance, Edition, Game, Outcome, ParseError, PerSide, Refusal, Rng, Rule, Seat, Sink, Wait,
};

/// The optional rules in force (15-r1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Flags {
    /// 15.1.
    pub air_combat: bool,
    /// 15.2.
    pub historical: bool,
    /// 15.3.
    pub slow_recovery: bool,
}

/// The game, opened: its book and its options.
#[derive(Debug)]
pub struct Santander {
    /// All that never changes.
    pub(crate) book: Book,
    /// The optional rules.
    pub(crate) flags: Flags,
    pub(crate) lines: PerSide<Line>,
    pub(crate) ways: Ways,
    edition: Edition,
}

/// The six faces of a die.
const DIE: std::ops::RangeInclusive<u8> = 1..=6;

impl Game for Santander {
    type Position = Position;
    type Seen = Seen;
    type Action = Action;
    type Event = Event;

    const KEY: &'static str = "santander";
    const RULES_VERSION: u32 = 2;
    const FILES: DataFiles = FILES;
    const NOTATION: Notation = NOTATION;

    fn read(source: &DataSource, edition: Edition) -> Result<Self, DataError> {
        let book = Book::load(source)?;
        let flags = Flags {
            air_combat: edition.on("air-combat"),
            historical: edition.on("historical"),
            slow_recovery: edition.on("slow-recovery"),
        };
        let lines = PerSide(Side::BOTH.map(|side| Line::new(&book, side, flags.historical)));
        let ways = Ways::new(&book);
        Ok(Santander { book, flags, lines, ways, edition })
    }

    fn edition(&self) -> &Edition {
        &self.edition
    }

    fn start(&self) -> Position {
        let mut p = Position::empty(&self.book);
        p.public.frames.push(Frame::Setup(SetupStage::FirstLine));
        self.run(&mut p, &mut ());
        p
    }

    fn wait(&self, p: &Position) -> Wait {
        let die = |by: Option<Side>, what: &'static str| Wait::Chance(Chance { by, what });
        match p.public.frames.top() {
            Frame::Place(step) => Wait::Decision(step.side()),
            Frame::Trench | Frame::Battalion(_) => Wait::Decision(Side::Republican),
            Frame::Withdraw { .. } | Frame::Arrival => Wait::Decision(Side::Nationalist),
            Frame::Arrange(side)
            | Frame::Movement(side)
            | Frame::Moving(side)
            | Frame::Combat(side)
            | Frame::Joining(side)
            | Frame::Support(side)
            | Frame::Columns(side)
            | Frame::ShotDown(side, _)
            | Frame::Decide(side)
            | Frame::Lose(side, ..)
            | Frame::Retreat(side)
            | Frame::Arrive(side)
            | Frame::Advance(side)
            | Frame::Beyond(side, _) => Wait::Decision(side),
            Frame::RollDivision(_) => die(Some(Side::Republican), "chance-division"),
            Frame::RollArmour => die(Some(Side::Nationalist), "chance-armour"),
            Frame::Weather => die(None, "chance-weather"),
            Frame::Offensive => die(None, "chance-offensive"),
            Frame::Success => die(Some(Side::Nationalist), "chance-success"),
            Frame::Surrender => die(Some(Side::Republican), "chance-surrender"),
            Frame::Factory => die(Some(Side::Republican), "chance-factory"),
            Frame::AirCombat(side, _) => die(Some(side), "chance-air-combat"),
            Frame::Bombardment => die(self.exchange(p).roller.map(|(side, _)| side), "chance-bombardment"),
            Frame::Attrition(kind, _) => die(Some(self.book.air[kind as usize].side), "chance-attrition"),
            Frame::Roll => die(Some(p.public.fight_side()), "chance-combat"),
            Frame::Morale => die(Some(Side::Republican), "chance-morale"),
            Frame::Over(winner) => {
                let reason = if winner == Side::Nationalist { "over-conquered" } else { "over-held" };
                Wait::Over(Outcome { winner: Some(winner), reason, rule: R14_1K })
            }
            // These run by themselves; no position ever rests on them.
            Frame::None | Frame::Setup(_) | Frame::Turn(_) | Frame::Fight(_) => {
                Wait::Over(Outcome { winner: None, reason: "over-nothing", rule: R3A })
            }
        }
    }

    fn legal(&self, p: &Position, out: &mut Vec<Action>) {
        out.clear();
        match p.public.frames.top() {
            Frame::Place(step) => self.place_list(p, step, out),
            Frame::Trench => self.trench_list(p, out),
            Frame::Arrange(side) => {
                self.top_list(p, side, out);
                out.push(Action::Done);
            }
            Frame::Withdraw { infantry, .. } => self.withdraw_list(p, infantry, out),
            Frame::Arrival => self.arrival_list(p, out),
            Frame::Battalion(_) => self.battalion_list(p, out),
            Frame::Movement(side) => self.movement_list(p, side, out),
            Frame::Moving(side) => self.moving_list(p, side, out),
            Frame::Combat(side) => self.combat_list(p, side, out),
            Frame::Joining(side) => self.joining_list(p, side, out),
            Frame::Support(side) => self.support_list(p, side, out),
            Frame::Columns(side) => self.columns_list(p, side, out),
            Frame::ShotDown(side, _) => self.shot_down_list(p, side, out),
            Frame::Decide(_) => out.extend([Action::Stand, Action::Retreat]),
            Frame::Lose(side, ..) => self.lose_list(p, side, out),
            Frame::Retreat(side) => self.refuge_list(p, side, out),
            Frame::Arrive(side) => {
                out.extend(crate::ids::each(side, p.public.fight.retreating).map(Action::Next));
            }
            Frame::Advance(side) => self.advance_list(p, side, out),
            Frame::Beyond(side, left) => self.beyond_list(p, side, left, out),
            _ => {}
        }
    }

    /// 1.1b: every chance is one die.
    fn chance(&self, p: &Position, out: &mut Vec<(Action, u32)>) {
        out.clear();
        if matches!(self.wait(p), Wait::Chance(_)) {
            out.extend(DIE.map(|n| (Action::Roll(n), 1)));
        }
    }

    /// 3.Bc: attacks and bombardments in the combat segment alone.
    fn check(&self, p: &Position, action: Action) -> Result<(), Refusal> {
        let top = p.public.frames.top();
        let now = |rule: Rule| Err(Refusal::new(rule).saying("refused-now"));
        if let Wait::Chance(_) = self.wait(p) {
            return match action {
                Action::Roll(n) if DIE.contains(&n) => Ok(()),
                Action::Roll(_) => Err(Refusal::new(R1_1B)),
                _ => now(R1_1B),
            };
        }
        let by_unit = |unit: crate::ids::Unit, answer: Result<(), Rule>| {
            answer.map_err(|r| Refusal::new(r).unit(unit.0))
        };
        match (top, action) {
            (Frame::Place(step), Action::Place(unit, hex)) => self.may_place(p, step, unit, hex),
            (Frame::Place(step), Action::Reference) if self.reference_fits(p, step) => Ok(()),
            (Frame::Place(_), _) => now(R4_1_R3),
            (Frame::Trench, _) => self.check_trench(p, action),
            (Frame::Arrange(_), Action::Done) => Ok(()),
            (Frame::Arrange(side) | Frame::Movement(side) | Frame::Combat(side), Action::Top(unit)) => {
                self.may_top(p, side, unit)
            }
            (Frame::Withdraw { infantry, .. }, _) => self.check_withdraw(p, infantry, action),
            (Frame::Arrival, Action::Arrive(hex)) => {
                self.may_come_in(p, hex).map_err(|r| Refusal::new(r).place(hex.0))
            }
            (Frame::Arrival, _) => now(R9_3_R1),
            (Frame::Battalion(_), Action::Replace(unit)) => by_unit(unit, self.may_replace(p, unit)),
            (Frame::Battalion(_), _) => now(R13_3_R1),
            (Frame::Movement(side), Action::Pick(unit)) => self.may_pick(p, side, unit),
            (Frame::Movement(_) | Frame::Combat(_), Action::End) => Ok(()),
            (Frame::Movement(_), Action::Attack(_) | Action::Hq(_) | Action::Air(_) | Action::Column(_)) => {
                now(R3_BC)
            }
            (Frame::Moving(side), Action::Go(hex, path)) => self.may_go(p, side, hex, path),
            (Frame::Moving(_), Action::Stop) => Ok(()),
            (Frame::Moving(_), _) => now(R8_1_R1),
            (Frame::Combat(side), Action::Attack(hex)) => self.may_target(p, side, hex),
            (Frame::Combat(_), Action::Pick(_)) => now(R3_BA),
            (Frame::Combat(_), Action::Hq(_) | Action::Air(_) | Action::Column(_)) => now(R9_4_R1),
            (Frame::Joining(side), Action::With(unit)) => by_unit(unit, self.may_join(p, side, unit)),
            (Frame::Joining(_), Action::Declare) if p.public.fight.attackers != 0 => Ok(()),
            (Frame::Joining(_), _) => now(R10_2A),
            (Frame::Support(side), _) => self.check_support(p, side, action),
            (Frame::Columns(side), _) => self.check_columns(p, side, action),
            (Frame::ShotDown(side, _), Action::Down(kind)) => {
                self.may_go_down(p, side, kind).map_err(Refusal::new)
            }
            (Frame::ShotDown(..), _) => now(R15_1_R1),
            (Frame::Decide(_), Action::Stand | Action::Retreat) => Ok(()),
            (Frame::Decide(_), _) => now(R10_5A),
            (Frame::Lose(side, ..), Action::Lose(unit)) => by_unit(unit, self.may_lose(p, side, unit)),
            (Frame::Lose(..), _) => now(R10_3D),
            (Frame::Retreat(side), Action::To(hex)) => {
                self.may_retreat_to(p, side, hex).map_err(|r| Refusal::new(r).place(hex.0))
            }
            (Frame::Retreat(_), _) => now(R10_5_1A),
            (Frame::Arrive(side), Action::Next(unit)) => by_unit(unit, self.may_arrive(p, side, unit)),
            (Frame::Arrive(_), _) => now(R5_1_R1),
            (Frame::Advance(side), Action::Advance(unit)) => by_unit(unit, self.may_advance(p, side, unit)),
            (Frame::Advance(_), Action::Halt) => Ok(()),
            (Frame::Beyond(side, left), Action::On(hex)) => {
                self.may_go_on(p, side, left, hex).map_err(|r| Refusal::new(r).place(hex.0))
            }
            (Frame::Beyond(side, _), Action::Halt) => self.may_halt(p, side).map_err(Refusal::new),
            (Frame::Advance(_) | Frame::Beyond(..), _) => now(R10_4_1B),
            (Frame::Over(_), _) => now(R1_2B),
            _ => now(R3A),
        }
    }

    fn apply_unheard(&self, p: &mut Position, action: Action) {
        self.carry_out(p, action, &mut ());
    }

    fn apply_heard(&self, p: &mut Position, action: Action, events: &mut Vec<Event>) {
        self.carry_out(p, action, events);
    }

    fn print(&self, p: &Position, action: Action, out: &mut String) {
        notation::print(&Scene { game: self, p }, action, out);
    }

    fn parse(&self, p: &Position, line: &str) -> Result<Action, ParseError> {
        notation::parse(&Scene { game: self, p }, line)
    }

    fn expand(&self, p: &Position, line: &str) -> Option<Vec<String>> {
        notation::expand(p, line).or_else(|| frente_engine::notation::group(self, p, line))
    }

    fn seen(&self, p: &Position, seat: Seat) -> Seen {
        Seen::new(p, seat)
    }

    fn imagine(&self, seen: &Seen, rng: &mut Rng) -> Position {
        self.imagine_rest(seen, rng)
    }

    fn hides(&self, p: &Position, action: Action, seat: Seat) -> bool {
        self.is_hidden(p, action, seat)
    }

    fn print_hidden(&self, p: &Position, action: Action, out: &mut String) {
        notation::print_hidden(&Scene { game: self, p }, action, out);
    }

    fn tells(&self, event: &Event, seat: Seat) -> bool {
        crate::seen::told(event, seat)
    }

    fn reveals(&self, p: &Position, action: Action) -> bool {
        self.may_show(p, action)
    }

    fn turn(&self, p: &Position) -> u8 {
        p.public.turn
    }
}

impl Santander {
    /// Carries out an action that is legal, and what follows by itself.
    fn carry_out<S: Sink<Event>>(&self, p: &mut Position, action: Action, sink: &mut S) {
        match (p.public.frames.top(), action) {
            (Frame::Place(step), Action::Place(unit, hex)) => self.put(p, step, unit, hex, sink),
            (Frame::Place(step), Action::Reference) => self.take_reference(p, step, sink),
            (Frame::Trench, Action::Trench(hex)) => self.dig(p, hex, sink),
            (Frame::Trench, Action::Reference) => self.dig_reference(p, sink),
            (Frame::Trench, Action::Done) => p.public.trenches_left = 0,
            (Frame::Arrange(_) | Frame::Support(_) | Frame::Columns(_), Action::Done) => {
                p.public.frames.pop();
            }
            (_, Action::Top(unit)) => self.top(p, unit),
            (Frame::RollDivision(i), Action::Roll(die)) => self.roll_division(p, i, die, sink),
            (Frame::RollArmour, Action::Roll(die)) => self.roll_armour(p, die, sink),
            (Frame::Weather, Action::Roll(die)) => self.weather(p, die, sink),
            (Frame::Offensive, Action::Roll(die)) => {
                p.public.frames.pop();
                self.begin_offensive(p, die, sink);
            }
            (Frame::Success, Action::Roll(die)) => self.success(p, die, sink),
            (Frame::Withdraw { infantry, air }, Action::Withdraw(unit)) => {
                self.withdraw_infantry(p, infantry, air, unit, sink);
            }
            (Frame::Withdraw { air, .. }, Action::WithdrawAir(kind, turn)) => {
                self.withdraw_air(p, air, kind, turn, sink)
            }
            (Frame::Arrival, Action::Arrive(hex)) => self.come_in(p, hex, sink),
            (Frame::Surrender, Action::Roll(die)) => self.roll_surrender(p, die, sink),
            (Frame::Battalion(left), Action::Replace(unit)) => self.replace(p, left, unit, sink),
            (Frame::Factory, Action::Roll(die)) => self.factory(p, die, sink),
            (Frame::Movement(side), Action::Pick(unit)) => self.pick(p, side, unit),
            (Frame::Movement(side) | Frame::Combat(side), Action::End) => self.end_segment(p, side),
            (Frame::Moving(side), Action::Go(_, path)) => self.go(p, side, path, sink),
            (Frame::Moving(side), Action::Stop) => self.stop(p, side),
            (Frame::Combat(side), Action::Attack(hex)) => self.open_attack(p, side, hex, sink),
            (Frame::Joining(side), Action::With(unit)) => self.join(p, side, unit, sink),
            (Frame::Joining(_), Action::Declare) => self.declare(p),
            (Frame::Support(_), Action::Air(kind)) => self.fly(p, kind, sink),
            (Frame::Support(side), Action::Hq(unit)) => self.fire(p, side, unit, sink),
            (Frame::Columns(side), Action::Column(unit)) => self.supply_fire(p, side, unit, sink),
            (Frame::AirCombat(side, left), Action::Roll(die)) => self.dogfight(p, side, left, die, sink),
            (Frame::ShotDown(side, left), Action::Down(kind)) => self.go_down(p, side, left, kind, sink),
            (Frame::Bombardment, Action::Roll(die)) => self.bombard(p, die, sink),
            (Frame::Attrition(kind, left), Action::Roll(die)) => self.attrition(p, kind, left, die, sink),
            (Frame::Roll, Action::Roll(die)) => self.resolve(p, die, sink),
            (Frame::Morale, Action::Roll(die)) => self.roll_nerve(p, die, sink),
            (Frame::Decide(side), Action::Stand) => self.decide(p, side, false, sink),
            (Frame::Decide(side), Action::Retreat) => self.decide(p, side, true, sink),
            (Frame::Lose(side, n, fire), Action::Lose(unit)) => self.lose(p, side, n, fire, unit, sink),
            (Frame::Retreat(side), Action::To(hex)) => self.retreat_to(p, side, hex, sink),
            (Frame::Arrive(_), Action::Next(unit)) => self.arrive(p, unit, sink),
            (Frame::Advance(side), Action::Advance(unit)) => self.advance(p, side, unit, sink),
            (Frame::Advance(_), Action::Halt) => p.public.fight.advancing = 0,
            (Frame::Beyond(side, left), Action::On(hex)) => self.go_on(p, side, left, hex, sink),
            (Frame::Beyond(..), Action::Halt) => self.halt(p),
            _ => {}
        }
        self.run(p, sink);
    }
}
