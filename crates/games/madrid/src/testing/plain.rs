//! What is worked out on sets of units and places, held against the same rules stated one unit and one place at a time.

use crate::action::Action;
use crate::book::Book;
use crate::book::counters::Type;
use crate::book::scenario::SetupKind;
use crate::chits::Chit;
use crate::frame::Frame;
use crate::game::Madrid;
use crate::ids::{AREAS, PLACES, Unit, Units};
use crate::movement::Leaving;
use crate::position::{Kind, Position, Public};
use frente_board::Area;
use frente_board::data::DataSource;
use frente_engine::harness::Walk;
use frente_engine::{Game, Options, Side};

fn set(units: impl Iterator<Item = Unit>) -> Units {
    units.fold(Units::NONE, |all, unit| all | unit.only())
}

/// How many comparisons of each kind were made.
#[derive(Default, Debug)]
struct Tally {
    steps: u32,
    points: u32,
    setups: u32,
    rebuilds: u32,
}

fn compare_factors(book: &Book, p: &Public) {
    for side in Side::BOTH {
        for i in 0..PLACES {
            let units = p.units(side, Area::at(i));
            let plain = set(units.iter(side).filter(|u| book.factor(p, *u) > 0));
            assert_eq!(book.with_factor(p, side, units), plain, "{side} in {i}");
        }
    }
}

fn compare_room(book: &Book, p: &Public) {
    for side in Side::BOTH {
        for n in 1..=12 {
            let full = book.full(p, side, book.map.land, n);
            for i in 0..AREAS {
                let there = p.units(side, Area::at(i)).len();
                assert_eq!(full.has(i), there + n > book.tables.stacking.limit, "{side}: {n} more in {i}");
            }
        }
    }
}

/// 9.2e, 9.2f, 9.2g, 9.2h, 9.2i.
fn plain_price(book: &Book, p: &Public, side: Side, from: Area, to: Area) -> u8 {
    let enemy = |place: Area| !book.controls(p, side, place);
    let held = |place: Area| p.units(side.other(), place).any();
    let table = &book.tables.movement;
    let mut price = table.step;
    if enemy(from) || held(from) {
        price += table.leaving;
    }
    if enemy(to) || held(to) {
        price += table.entering;
    }
    if book.map.river[from.index()].has(to.index()) && (enemy(from) || enemy(to)) {
        price += table.river;
    }
    price
}

fn compare_prices(book: &Book, p: &Public, tally: &mut Tally) {
    for side in Side::BOTH {
        for from in p.held[side] {
            let m = book.mover(p, side, p.units(side, Area::at(from)));
            let steps = book.lay(p, &m, book.map.land).steps(from, Leaving::Standing, p.river_ban);
            let groups = steps.by_price();
            assert_eq!(groups.iter().map(|(to, ..)| to.len()).sum::<usize>(), steps.to.len());
            for (places, price, hostile) in groups {
                for to in places {
                    tally.steps += 1;
                    assert_eq!(price, steps.price(to));
                    assert_eq!(
                        price,
                        plain_price(book, p, side, Area::at(from), Area::at(to)),
                        "{from}-{to}"
                    );
                    assert_eq!(hostile, book.is_hostile(p, side, Area::at(to)), "{to}");
                }
            }
        }
    }
}

/// C6: who comes first as point unit has the smallest rank.
fn plain_point_rank(book: &Book, p: &Public, unit: Unit) -> u8 {
    let gun = book.counter(unit).kind == Type::Artillery;
    match (gun, p.is_fresh(unit), book.factor(p, unit) > 0) {
        (false, true, true) => 0,
        (false, true, false) => 1,
        (false, false, true) => 2,
        (false, false, false) => 3,
        (true, true, _) => 4,
        (true, false, _) => 5,
    }
}

fn compare_points(book: &Book, p: &Public, tally: &mut Tally) {
    if !p.act.kind.is_combat() || !p.act.target.is_some() {
        return;
    }
    let foe = p.act.side.other();
    let of = if p.act.counter.any() { p.act.counter } else { p.units(foe, p.act.target) };
    let rank = |unit: &Unit| plain_point_rank(book, p, *unit);
    let best = of.iter(foe).map(|u| rank(&u)).min();
    tally.points += 1;
    assert_eq!(book.foe_points(p), set(of.iter(foe).filter(|u| Some(rank(u)) == best)));
}

/// 1.1n, 3.2d, 12.2i, 12.2j, 12.2l, 12.2m.
fn compare_setup(game: &Madrid, position: &Position, side: Side, tally: &mut Tally) {
    let (book, p) = (&game.book, &position.public);
    let free = book.scenario.setup == SetupKind::Free;
    let mut plain = Vec::new();
    let bare = book.scenario.free[side].iter().filter(|i| p.units(side, Area::at(*i)).is_empty()).count();
    for unit in p.pending.iter(side) {
        let marked = if free { book.scenario.free[side] } else { book.counter(unit).marks };
        for place in marked.iter().map(Area::at) {
            let needed_elsewhere = free && p.units(side, place).any() && bare >= usize::from(p.pending.len());
            if book.has_room(p, side, place, 1) && !needed_elsewhere {
                plain.push(Action::Place(unit, place));
            }
        }
    }
    let mut legal = Vec::new();
    game.legal(position, &mut legal);
    tally.setups += 1;
    assert_eq!(legal, plain);
}

/// 8b, 8c, 8e, 8f, 8g, 8h, 8i, 8j.
fn compare_rebuilding(book: &Book, p: &Public, frame: Frame, tally: &mut Tally) {
    let Frame::Rebuild { side, line, shock } = frame else { return };
    let boxed = p.eliminated[side];
    let room = (0..AREAS).map(Area::at).any(|a| book.controls(p, side, a) && book.has_room(p, side, a, 1));
    let mut plain = Vec::new();
    for unit in boxed.iter(side) {
        for spent in boxed.iter(side).filter(|spent| *spent != unit) {
            let (one, other) = (book.counter(unit), book.counter(spent));
            let left = if one.kind == Type::Shock { shock } else { line };
            let alike = one.kind == other.kind && one.faction == other.faction;
            let [mine, its] = [one.faces[0], other.faces[0]];
            let cheaper =
                mine.attack < its.attack || (mine.attack == its.attack && mine.defence <= its.defence);
            if room && left > 0 && book.rebuildable(p, unit).is_ok() && alike && cheaper {
                plain.push((unit, spent));
            }
        }
    }
    // Mola's Effort asks no price (15.N11b).
    if p.act.kind == Kind::Event(Chit::Mola) {
        return;
    }
    tally.rebuilds += u32::from(!plain.is_empty());
    assert_eq!(book.pairs(p, frame).collect::<Vec<_>>(), plain);
}

fn compare(game: &Madrid, position: &Position, tally: &mut Tally) {
    let (book, p) = (&game.book, &position.public);
    compare_factors(book, p);
    compare_room(book, p);
    compare_prices(book, p, tally);
    compare_points(book, p, tally);
    match p.frames.top() {
        Frame::SetUp(side) => compare_setup(game, position, side, tally),
        frame => compare_rebuilding(book, p, frame, tally),
    }
}

#[test]
fn sets_say_what_the_rules_say_one_by_one() {
    let mut tally = Tally::default();
    for scenario in ["drive", "corunna-road", "campaign"] {
        let game = Madrid::open(&DataSource::Embedded, scenario, &Options::default()).expect("a scenario");
        let (mut walk, mut steps) = (Walk::new(&game, 11), 0u32);
        while !walk.is_over() {
            let position = walk.position;
            if steps.is_multiple_of(4) || matches!(position.public.frames.top(), Frame::Rebuild { .. }) {
                compare(&game, &position, &mut tally);
                let mut varied = position;
                varied.public.durruti = 1;
                compare(&game, &varied, &mut tally);
            }
            walk.step(&mut ());
            steps += 1;
        }
    }
    let Tally { steps, points, setups, rebuilds } = tally;
    assert!([steps, points, setups, rebuilds].iter().all(|n| *n > 10), "too little was compared: {tally:?}");
}
