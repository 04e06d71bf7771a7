//! Lists made from sets and priced steps, compared on positions of random play with the predicates that say why something is refused.

use crate::Side;
use crate::action::Action;
use crate::frame::Frame;
use crate::game::Santander;
use crate::position::Position;
use frente_board::{DataSource, Hex, Path};
use frente_engine::harness::Walk;
use frente_engine::{Game, Options};

/// What the predicates accept of all that could be tried, in the order of the lists.
fn plainly(game: &Santander, p: &Position) -> Option<Vec<Action>> {
    let book = &game.book;
    let hexes = || book.map.hexes();
    let tops = |side: Side| {
        let below = |hex: Hex| {
            let mut units: Vec<_> =
                book.units().filter(|u| p.at(*u) == hex && game.may_top(p, side, *u).is_ok()).collect();
            units.sort();
            units
        };
        hexes().flat_map(below).map(Action::Top).collect::<Vec<_>>()
    };
    Some(match p.public.frames.top() {
        Frame::Place(step) => {
            let unit = game.next_to_place(p, step);
            let able = hexes().filter(|h| game.may_place(p, step, unit, *h).is_ok());
            let mut list: Vec<Action> = able.map(|h| Action::Place(unit, h)).collect();
            list.extend(game.reference_fits(p, step).then_some(Action::Reference));
            list
        }
        Frame::Arrival => hexes().filter(|h| game.may_come_in(p, *h).is_ok()).map(Action::Arrive).collect(),
        Frame::Arrange(side) => tops(side).into_iter().chain([Action::Done]).collect(),
        Frame::Movement(side) => {
            let able = book.units().filter(|u| game.may_pick(p, side, *u).is_ok()).map(Action::Pick);
            able.chain(tops(side)).chain([Action::End]).collect()
        }
        Frame::Moving(side) => {
            let m = game.mover(p, side);
            let reach = game.reach(&p.public, &m);
            let able = hexes().filter(|h| reach.found().has(h.index()));
            let able = able.filter(|h| game.has_room(p, m.unit(), *h).is_ok());
            let mut list: Vec<Action> = able.map(|h| Action::Go(h, reach.path(h))).collect();
            let steps =
                book.map.around(p.at(m.unit())).map(|(dir, to)| Action::Go(to, Path::EMPTY.then(dir)));
            let others: Vec<Action> = steps.filter(|step| !list.contains(step)).collect();
            list.extend(others.into_iter().filter(|step| game.check(p, *step).is_ok()));
            list.push(Action::Stop);
            list
        }
        _ => return None,
    })
}

#[test]
fn lists_are_what_the_predicates_accept() {
    for options in [Options::default(), Options::default().with("historical")] {
        let game = Santander::open(&DataSource::Embedded, "santander", &options).expect("the game");
        let mut compared = 0;
        for seed in 0..4 {
            let mut walk = Walk::new(&game, seed);
            while !walk.is_over() {
                if let Some(plain) = plainly(&game, &walk.position) {
                    assert_eq!(walk.legal, plain, "seed {seed}, turn {}", walk.position.public.turn);
                    compared += 1;
                }
                walk.step(&mut ());
            }
        }
        assert!(compared > 2000, "{compared} lists compared");
    }
}
