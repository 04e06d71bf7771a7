//! The search for ways, the tables of ways and the lines of command, held against their plain definitions along random games.

use super::Ways;
use super::step::Mover;
use crate::Guadalajara;
use crate::action::Action;
use crate::book::Book;
use crate::frame::Frame;
use crate::ids::{HEXES, Set, Unit};
use crate::position::Position;
use frente_board::data::DataSource;
use frente_board::{Flow, Hex, LongPath};
use frente_engine::{Game, Options, Rng, Side, Wait};

/// Every place in the order of its first find, with what is left there and the first of the cheapest routes: places are gone on from by
/// what is left, the last find first, in all six directions, and every step is judged.
fn plain(book: &Book, m: &Mover<'_>, from: Hex, points: u8) -> Vec<(Hex, u8, LongPath)> {
    let mut best: Vec<Option<(u8, LongPath)>> = vec![None; HEXES];
    let mut order = Vec::new();
    let mut open: Vec<Vec<Hex>> = vec![Vec::new(); usize::from(points) + 1];
    best[from.index()] = Some((points, LongPath::EMPTY));
    open[usize::from(points)].push(from);
    for left in (0..=points).rev() {
        while let Some(at) = open[usize::from(left)].pop() {
            let Some((_, path)) = best[at.index()] else { continue };
            for (dir, to) in book.map().around(at) {
                let Ok((cost, stop)) = m.step(at, dir, to) else { continue };
                let Some(rest) = left.checked_sub(cost) else { continue };
                let known = best[to.index()].map(|(left, _)| left);
                if known >= Some(rest) {
                    continue;
                }
                match known {
                    None => order.push(to),
                    Some(known) => open[usize::from(known)].retain(|h| *h != to),
                }
                best[to.index()] = Some((rest, path.then(dir)));
                if !stop {
                    open[usize::from(rest)].push(to);
                }
            }
        }
    }
    order.into_iter().filter_map(|h| best[h.index()].map(|(left, path)| (h, left, path))).collect()
}

fn same_ways(book: &Book, p: &Position, unit: Unit, left: u8, first: bool) -> usize {
    let from = p.hex(unit);
    let m = book.mover(p, unit, from, first);
    let mut ways = Ways::of(&m, left);
    ways.explore(&m, from);
    let found: Vec<_> = ways.found().iter().map(|w| (w.hex, ways.left(w), w.path())).collect();
    assert_eq!(found, plain(book, &m, from, left), "{unit:?} with {left}");
    found.len()
}

/// Compares the list by tours with the list by a search: the same moves, in the order in which places are found when no enemy is about.
/// Says whether there was one by tours, and whether the order was another.
fn same_lists(book: &Book, p: &Position, unit: Unit, left: u8, first: bool) -> (bool, bool) {
    let from = p.hex(unit);
    let m = book.mover(p, unit, from, first);
    let motorised = book.mark(unit).motorised;
    let Some(open) = book.tours.from(book.chart(p), motorised, from, left).filter(|_| m.is_plain(from))
    else {
        return (false, false);
    };
    let (mut by_tours, mut by_search) = (Vec::<Action>::new(), Vec::new());
    let near = book.doubtful(p, unit, open.known.around(left / m.grain()));
    book.list_tours(p, unit, &m, left, &near, &open, &mut by_tours);
    book.list_ways(p, unit, &m, left, &book.doubtful(p, unit, &book.ground.all), &mut by_search);
    let alone =
        Mover::unopposed(book.map(), book.ground.prices(book.chart(p), motorised), &book.tables.movement);
    let order = plain(book, &alone, from, left);
    let rank = |action: &Action| {
        let Action::Go(_, route) = *action else { panic!("{action:?} is no move") };
        let to = book.map().along(from, route).last();
        order.iter().position(|(hex, ..)| Some(*hex) == to)
    };
    let found = by_search.clone();
    // Single steps offered besides the cheapest routes come last, in both lists alike: where a place comes again, or where the
    // counter may not end.
    let mut seen = Vec::new();
    let ways = by_search
        .iter()
        .take_while(|action| {
            let to = rank(action);
            let ends = order[to.unwrap_or(0)].0;
            let new = !seen.contains(&to) && book.may_end(p, unit, ends).is_ok();
            seen.push(to);
            new
        })
        .count();
    by_search[..ways].sort_by_key(rank);
    assert_eq!(by_tours, by_search, "{unit:?} with {left}");
    (true, found != by_search)
}

#[test]
fn fast_ways_and_lines_equal_plain_ones() {
    let game = Guadalajara::open(&DataSource::Embedded, "guadalajara", &Options::default()).unwrap();
    let book = &game.book;
    let roads = Flow::new(book.map(), |h, d, _| book.ground.road.has(h, d));
    let (mut legal, mut chance) = (Vec::new(), Vec::new());
    let (mut places, mut by_tours, mut by_search, mut others, mut lines) = (0, 0, 0, 0, 0);
    for seed in 100..103 {
        let (mut p, mut rng) = (game.start(), Rng::new(seed));
        let mut turn = 0;
        loop {
            let action = match game.wait(&p) {
                Wait::Over(_) => break,
                Wait::Chance(_) => {
                    game.chance(&p, &mut chance);
                    chance[rng.weighted(chance.iter().map(|(_, weight)| *weight))].0
                }
                Wait::Decision(_) => {
                    if let Frame::Moving { unit, left, first } = p.stack.top() {
                        places += same_ways(book, &p, unit, left, first);
                        for left in [left, left / 2] {
                            let (tours, reordered) = same_lists(book, &p, unit, left, first);
                            by_tours += u32::from(tours);
                            by_search += u32::from(!tours);
                            others += u32::from(reordered);
                        }
                    }
                    game.legal(&p, &mut legal);
                    legal[rng.below(legal.len())]
                }
            };
            game.apply(&mut p, action, &mut ());
            if p.day != turn {
                turn = p.day;
                for side in Side::BOTH {
                    let free = book.free(&p, side);
                    assert_eq!(book.supply_roads(&p, side), roads.flood(&book.ground.supply[side], &free));
                    for (leader, net) in book.command_nets(&p, side) {
                        let at = Set::one(p.hex(leader).index());
                        assert_eq!(net, book.within(at, &free, book.tables.command.hexes));
                        lines += 1;
                    }
                }
            }
        }
    }
    assert!(places > 10_000 && by_tours > 1_000 && by_search > 100 && others > 100 && lines > 100);
}
