//! A refusal names the rule that stands in the way. On random positions the rules of activation, movement, assault and retreat are stated
//! a second time, as plain as the book has them and with each rule able to be lifted, and held against what the game says: legal is what
//! breaks none of them, and where the end of one rule alone would make an action legal, the refusal names such a rule.

use crate::action::{Action, Activity};
use crate::book::Book;
use crate::book::counters::{BlackMark, Faction, Type};
use crate::frame::Frame;
use crate::game::Madrid;
use crate::ids::{AREAS, PLACES, Unit};
use crate::position::{Kind, Pause, Position, Public};
use frente_board::Area;
use frente_board::data::DataSource;
use frente_engine::harness::Walk;
use frente_engine::{Game, Options, Rng, Side};
use std::collections::BTreeMap;

/// Rules as families: those of one family end together (the Pause, the rivers).
const FAMILIES: [&[&str]; 20] = [
    &["1.1e"],
    &["12.2v"],
    &["15.R6-r2"],
    &["15.N9c", "15.N9d"],
    &["12.1i", "12.3l"],
    &["12.3s", "12.3t", "12.3u"],
    &["3.2c", "9.7f"],
    &["9.2l"],
    &["9.2j"],
    &["9.2-r3"],
    &["9.4.3-r4"],
    &["9.2d"],
    &["9.3a"],
    &["9.3c"],
    &["9.4.1b", "9.4.3-r1"],
    &["9.4.3b", "9.8b"],
    &["5d", "5e"],
    &["9.7b", "9.7c", "9.7d"],
    &["9.7e", "9.7i"],
    &["2k"],
];

/// The family that is lifted, if any.
type Lift = Option<usize>;

fn lifts(lift: Lift, rule: &str) -> bool {
    lift.is_some_and(|family| FAMILIES[family].contains(&rule))
}

/// Who is where and whose each place is, counted.
#[derive(Clone)]
struct Board {
    count: [[u8; PLACES]; 2],
    nationalist: [bool; PLACES],
    barred: bool,
}

struct Model<'a> {
    book: &'a Book,
    p: &'a Public,
    lift: Lift,
}

/// A stack on its way.
#[derive(Clone, Copy)]
struct Stack {
    side: Side,
    size: u8,
    guns: bool,
}

impl Model<'_> {
    fn ok(&self, rule: &str) -> bool {
        lifts(self.lift, rule)
    }

    fn board(&self) -> Board {
        let mut board = Board {
            count: [[0; PLACES]; 2],
            nationalist: [false; PLACES],
            barred: self.p.river_ban && !self.ok("12.1i"),
        };
        for i in 0..PLACES {
            for side in Side::BOTH {
                board.count[side.index()][i] = self.p.units(side, Area::at(i)).len();
            }
            board.nationalist[i] = if i < AREAS {
                self.p.nationalist.has(i)
            } else {
                self.book.map.boxes[Side::Nationalist.index()].has(i)
            };
        }
        board
    }

    fn pausing(&self) -> bool {
        matches!(self.p.pause, Pause::Since(_)) && !self.ok("12.3s")
    }

    fn fresh(&self, unit: Unit) -> bool {
        self.p.fresh[unit.side()].has(unit) || self.ok("1.1e")
    }

    fn free(&self, unit: Unit) -> bool {
        let marked = self.book.counter(unit).corunna == Some(BlackMark::Madrid);
        self.fresh(unit) && (!self.p.city_locked || !marked || self.ok("12.2v"))
    }

    fn anarchist_shock(&self, unit: Unit) -> bool {
        let counter = self.book.counter(unit);
        let anarchist = counter.faction == Faction::Anarchist;
        self.p.durruti > 0 && anarchist && counter.kind != Type::Artillery
    }

    fn factor(&self, unit: Unit) -> u8 {
        let counter = self.book.counter(unit);
        let face = counter.faces[usize::from(!self.fresh(unit))];
        match counter.kind {
            Type::Artillery => u8::from(self.fresh(unit)),
            _ => face.attack.unwrap_or(0).max(u8::from(self.anarchist_shock(unit))),
        }
    }

    fn shock(&self, unit: Unit) -> bool {
        self.book.counter(unit).kind == Type::Shock || self.anarchist_shock(unit)
    }

    fn gun(&self, unit: Unit) -> bool {
        self.book.counter(unit).kind == Type::Artillery
    }

    fn moves(&self, unit: Unit) -> u8 {
        self.book.counter(unit).faces[usize::from(!self.fresh(unit))].moves
    }

    fn own(&self, board: &Board, side: Side, place: usize) -> bool {
        board.nationalist[place] == (side == Side::Nationalist)
    }

    /// What a step costs, if no rule forbids it.
    fn step(&self, board: &Board, stack: Stack, from: usize, to: usize) -> Option<u8> {
        let (side, foe) = (stack.side, stack.side.other());
        let map = &self.book.map;
        if !map.near[from].has(to) {
            return None;
        }
        let (out, into) = (!self.own(board, side, from), !self.own(board, side, to));
        let (mine, theirs) = (board.count[side.index()][to], board.count[foe.index()][to]);
        let blue = side == Side::Nationalist;
        let forbidden = (to >= AREAS && into && !self.ok("2k"))
            || (out && into && !self.ok("9.2j"))
            || (to < AREAS && mine + stack.size > 10 && !self.ok("3.2c"))
            || (stack.guns && into && mine == 0 && !self.ok("9.2l"))
            || (blue && board.barred && self.book.scenario.ban[from].has(to))
            || (blue && self.pausing() && into && (mine == 0 || theirs == 0));
        let held = board.count[foe.index()][from] > 0;
        let river = map.river[from].has(to) && (out || into);
        let cost = 1 + u8::from(out || held) + u8::from(into || theirs > 0) + u8::from(river);
        (!forbidden).then_some(cost)
    }

    /// The board after a step.
    fn stepped(&self, board: &Board, stack: Stack, from: usize, to: usize) -> Board {
        let mut then = board.clone();
        then.count[stack.side.index()][from] -= stack.size;
        then.count[stack.side.index()][to] += stack.size;
        for place in [from, to] {
            let [red, blue] = [then.count[0][place], then.count[1][place]];
            if place < AREAS && (red > 0) != (blue > 0) {
                then.nationalist[place] = blue > 0;
            }
            if self.book.map.urban.has(place) && blue > 0 && blue >= red {
                then.barred = false;
            }
        }
        then
    }

    fn hostile(&self, board: &Board, side: Side, place: usize) -> bool {
        !self.own(board, side, place) || board.count[side.other().index()][place] > 0
    }

    fn stops(&self) -> bool {
        self.book.switches.stop_on_entering && !self.ok("9.2-r3")
    }

    /// Could the area be struck by who has come there?
    fn strikes(&self, board: &Board, side: Side, place: usize) -> bool {
        let safe = side == Side::Nationalist && self.pausing() && !board.nationalist[place];
        place < AREAS && board.count[side.other().index()][place] > 0 && !safe
    }

    /// Is there a way on which the stack comes to an area it may strike (or to the one named)?
    #[expect(clippy::too_many_arguments, reason = "a walk has its state")]
    fn assaults(
        &self,
        board: &Board,
        stack: Stack,
        here: usize,
        left: u8,
        first: bool,
        home: Option<usize>,
        target: Option<usize>,
    ) -> bool {
        (0..PLACES).any(|to| {
            let Some(cost) = self.step(board, stack, here, to) else { return false };
            if cost > left && !first && !self.ok("9.2d") {
                return false;
            }
            let away = home != Some(to) || self.ok("9.4.3-r4");
            if target.is_none_or(|t| t == to) && away && self.strikes(board, stack.side, to) {
                return true;
            }
            if left <= cost || (self.stops() && self.hostile(board, stack.side, to)) {
                return false;
            }
            let then = self.stepped(board, stack, here, to);
            self.assaults(&then, stack, to, left - cost, false, home, target)
        })
    }

    fn stack(&self, side: Side, units: &[Unit]) -> Stack {
        Stack { side, size: units.len() as u8, guns: units.iter().any(|u| self.gun(*u)) }
    }

    fn slowest(&self, units: &[Unit]) -> u8 {
        units.iter().map(|u| self.moves(*u)).min().unwrap_or(0)
    }

    fn goes(&self, side: Side, units: &[Unit], from: usize) -> bool {
        let board = self.board();
        (0..PLACES).any(|to| self.step(&board, self.stack(side, units), from, to).is_some())
    }

    fn storms(&self, side: Side, units: &[Unit], from: usize, target: Option<usize>) -> bool {
        let (stack, moves) = (self.stack(side, units), self.slowest(units));
        self.assaults(&self.board(), stack, from, moves, true, Some(from), target)
    }

    fn shellable(&self, side: Side, place: usize) -> bool {
        self.strikes(&self.board(), side, place)
    }

    fn activates(&self, side: Side, activity: Activity, place: usize) -> bool {
        let p = self.p;
        let fights = matches!(activity, Activity::Combat | Activity::Assault);
        if p.act.must_fight && !fights && !self.ok("15.R6-r2") {
            return false;
        }
        let silenced = side == Side::Republican && p.valencia > 0 && !self.ok("15.N9c");
        if silenced && activity != Activity::Move {
            return false;
        }
        let free: Vec<Unit> = p.units(side, Area::at(place)).iter(side).filter(|u| self.free(*u)).collect();
        let shock = |u: &&Unit| (self.shock(**u) && !self.gun(**u)) || self.ok("9.4.3b");
        let armed = |u: &&Unit| self.factor(**u) > 0 || self.ok("9.4.1b");
        match activity {
            Activity::Move => free.iter().any(|u| self.goes(side, &[*u], place)),
            Activity::Bombard => {
                let near = (0..AREAS).filter(|&a| a == place || self.book.map.near[place].has(a));
                let target = near.into_iter().any(|a| self.shellable(side, a));
                target && free.iter().any(|u| self.gun(*u) || self.ok("9.3a"))
            }
            Activity::Combat => self.strikes(&self.board(), side, place) && free.iter().any(|u| armed(&u)),
            Activity::Assault => {
                let mut able = free.iter().filter(shock).filter(armed);
                able.any(|u| self.storms(side, &[*u], place, None))
            }
        }
    }

    fn joins(&self, unit: Unit) -> bool {
        let (p, act) = (self.p, &self.p.act);
        let side = act.side;
        if unit.side() != side || p.place_of(unit) != act.from || act.units.has(unit) || !self.free(unit) {
            return false;
        }
        let mut units: Vec<Unit> = act.units.iter(side).collect();
        units.push(unit);
        let many = u8::from(units.len() > 5);
        let kind = match act.kind {
            Kind::Bombardment => (self.gun(unit) || self.ok("9.3a")) && (units.len() <= 3 || self.ok("9.3c")),
            Kind::Combat => self.factor(unit) > 0 || self.ok("9.4.1b"),
            Kind::Assault => {
                ((self.shock(unit) && !self.gun(unit)) || self.ok("9.4.3b"))
                    && (self.factor(unit) > 0 || self.ok("9.4.1b"))
                    && self.storms(side, &units, act.from.index(), None)
            }
            _ => self.goes(side, &units, act.from.index()),
        };
        let guns = u8::from(act.kind == Kind::Bombardment && units.len() > 2);
        let price = many + guns + u8::from(act.prepared);
        kind && (price <= p.support[side] || self.ok("5e"))
    }

    fn aims(&self, target: usize) -> bool {
        let act = &self.p.act;
        let from = act.from.index();
        let units: Vec<Unit> = act.units.iter(act.side).collect();
        match act.kind {
            _ if units.is_empty() => false,
            Kind::Bombardment => {
                let near = target == from || self.book.map.near[from].has(target) || self.ok("9.3a");
                near && self.shellable(act.side, target)
            }
            Kind::Assault => self.storms(act.side, &units, from, Some(target)),
            _ => false,
        }
    }

    fn marches(&self, to: usize) -> bool {
        let act = &self.p.act;
        let (here, board) = (act.here.index(), self.board());
        let units: Vec<Unit> = act.force.iter(act.side).collect();
        let stack = self.stack(act.side, &units);
        let Some(cost) = self.step(&board, stack, here, to) else { return false };
        if act.steps > 0 && cost > act.left && !self.ok("9.2d") {
            return false;
        }
        if act.steps > 0 && self.stops() && (act.entered_hostile || self.hostile(&board, act.side, here)) {
            return false;
        }
        if act.kind != Kind::Assault || to == act.target.index() {
            return true;
        }
        if self.stops() && self.hostile(&board, act.side, to) {
            return false;
        }
        let then = self.stepped(&board, stack, here, to);
        let left = act.left.saturating_sub(cost);
        left > 0 && self.assaults(&then, stack, to, left, false, None, Some(act.target.index()))
    }

    fn retreats(&self, unit: Unit, to: usize) -> bool {
        let (p, side) = (self.p, unit.side());
        if !p.act.retreating.has(unit) {
            return false;
        }
        let from = p.place_of(unit).index();
        let board = self.board();
        let room = |i: usize| i >= AREAS || board.count[side.index()][i] < 10 || self.ok("9.7f");
        let bound = side == p.act.side && matches!(p.act.kind, Kind::Movement | Kind::Assault);
        if bound && !self.ok("9.7e") {
            return p.act.last.is_some() && to == p.act.last.index() && room(to);
        }
        let rank = |i: usize| -> Option<u8> {
            let barred = side == Side::Nationalist && board.barred && self.book.scenario.ban[from].has(i);
            let own = self.own(&board, side, i);
            if !self.book.map.near[from].has(i) || barred || !room(i) {
                return None;
            }
            if i >= AREAS && !own {
                return self.ok("2k").then_some(0);
            }
            match (own, board.count[side.other().index()][i] > 0, board.count[side.index()][i] > 0) {
                (true, false, _) => Some(0),
                (true, true, _) => Some(1),
                (false, true, true) => Some(2),
                _ => self.ok("9.7b").then_some(3),
            }
        };
        let best = (0..PLACES).filter_map(rank).min();
        rank(to).is_some_and(|mine| Some(mine) == best || self.ok("9.7b"))
    }

    fn legal(&self, action: Action) -> bool {
        match action {
            Action::Activate(activity, place) => {
                let Frame::Impulse(side) = self.p.frames.top() else { return false };
                self.activates(side, activity, place.index())
            }
            Action::With(unit) => self.joins(unit),
            Action::Against(place) => self.aims(place.index()),
            Action::To(place) => self.marches(place.index()),
            Action::Retreat(unit, place) => self.retreats(unit, place.index()),
            _ => unreachable!("not modelled"),
        }
    }
}

/// All actions of the modelled verbs that the moment could be answered with.
fn questions(game: &Madrid, p: &Public) -> Vec<Action> {
    let places = || (0..PLACES).map(Area::at);
    let units = || Side::BOTH.into_iter().flat_map(|side| game.book.all(side).iter(side));
    match p.frames.top() {
        Frame::Impulse(_) => Activity::ALL
            .into_iter()
            .flat_map(|activity| places().map(move |place| Action::Activate(activity, place)))
            .collect(),
        Frame::Select => units().map(Action::With).chain(places().map(Action::Against)).collect(),
        Frame::March => places().map(Action::To).collect(),
        Frame::Retreat(side) => {
            let units: Vec<Unit> = p.act.retreating.iter(side).collect();
            units.into_iter().flat_map(|u| places().map(move |a| Action::Retreat(u, a))).collect()
        }
        _ => Vec::new(),
    }
}

/// Turns the position into one in which other rules bind.
fn vary(game: &Madrid, position: &mut Position, rng: &mut Rng) {
    let p = &mut position.public;
    let scenario = &game.book.scenario;
    if scenario.pause && rng.below(2) == 0 {
        p.pause = if rng.below(2) == 0 { Pause::Since(p.turn) } else { Pause::Never };
    }
    let opened = |i: usize| {
        let [red, blue] = Side::BOTH.map(|side| p.stack[side][i].len());
        blue > 0 && blue >= red
    };
    if scenario.ban.iter().any(|b| !b.is_empty()) && rng.below(3) == 0 {
        p.river_ban = !game.book.map.urban.iter().any(opened) && rng.below(2) == 0;
    }
    if scenario.city_locked && rng.below(2) == 0 {
        p.city_locked = true;
    }
    if let Frame::Impulse(side) = p.frames.top() {
        match (rng.below(8), side) {
            (0, Side::Republican) => p.valencia = 2,
            (1, Side::Republican) => p.durruti = 1,
            (2, Side::Republican) => (p.durruti, p.act.must_fight) = (2, true),
            (3, _) => {
                let tired = p.fresh[side].iter(side).filter(|_| rng.below(2) == 0);
                for unit in tired.collect::<Vec<_>>() {
                    p.fresh[side].remove(unit);
                }
            }
            _ => {}
        }
    }
    if p.frames.top() == Frame::Select && rng.below(3) == 0 {
        p.support[p.act.side] = 0;
    }
}

/// Compares what the game says with the model; counts the rules named.
fn compare(game: &Madrid, position: &Position, seen: &mut BTreeMap<&'static str, u32>) {
    let p = &position.public;
    let model = |lift: Lift| Model { book: &game.book, p, lift };
    for action in questions(game, p) {
        let mut line = String::new();
        game.print(position, action, &mut line);
        let said = game.check(position, action).map_err(|refusal| refusal.rule.id());
        assert_eq!(said.is_ok(), model(None).legal(action), "{line}: {said:?}\n{:?}\n{p:?}", p.act);
        let Err(rule) = said else { continue };
        let alone: Vec<usize> =
            (0..FAMILIES.len()).filter(|family| model(Some(*family)).legal(action)).collect();
        if !alone.is_empty() {
            *seen.entry(rule).or_default() += 1;
            let named = alone.iter().any(|family| FAMILIES[*family].contains(&rule))
                // 9.4.3d says that the movement rules keep the assault from its target; so does their lack of points.
                || (rule == "9.4.3d" && alone.iter().any(|f| FAMILIES[*f].contains(&"9.2d")));
            let rules: Vec<_> = alone.iter().map(|family| FAMILIES[*family]).collect();
            assert!(
                named,
                "{line} is refused by {rule}, but the end of one of {rules:?} would do\n{:?}",
                p.act
            );
        }
    }
}

#[test]
fn a_refusal_names_the_rule_in_the_way() {
    let mut seen = BTreeMap::new();
    for (scenario, option) in
        [("drive", None), ("corunna-road", None), ("campaign", None), ("campaign", Some("stop-on-entering"))]
    {
        let options = option.map_or_else(Options::default, |o| Options::default().with(o));
        let game = Madrid::open(&DataSource::Embedded, scenario, &options).expect("a scenario");
        for seed in 0..2 {
            let mut walk = Walk::new(&game, seed);
            for step in 0..3000 {
                if walk.is_over() {
                    break;
                }
                let position = walk.position;
                // Retreats are rare and their questions few.
                let often = if matches!(position.public.frames.top(), Frame::Retreat(_)) { 1 } else { 16 };
                if step % often == 0 {
                    compare(&game, &position, &mut seen);
                    let mut varied = position;
                    vary(&game, &mut varied, &mut walk.rng);
                    compare(&game, &varied, &mut seen);
                }
                walk.step(&mut ());
            }
        }
    }
    // Whatever else the walks met, these rules must have stood in somebody's way for the comparison to be worth its name.
    for rule in ["1.1e", "12.2v", "12.3t", "12.1i", "9.2j", "9.4.3-r4", "9.3a", "9.4.1b", "9.4.3b", "9.7b"] {
        let family = FAMILIES.iter().find(|family| family.contains(&rule)).expect("a family");
        assert!(family.iter().any(|r| seen.contains_key(r)), "{rule} never stood in the way: {seen:?}");
    }
}
