//! Lists made from sets and priced steps, compared on positions of random play with the predicates that say why something is refused.

use crate::Side;
use crate::action::Action;
use crate::frame::Frame;
use crate::game::Santander;
use crate::position::Position;
use frente_board::{DataSource, Hex};
use frente_engine::{Game, Options, Rng};

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
            able.map(|h| Action::Go(h, reach.path(h))).chain([Action::Stop]).collect()
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
            let mut rng = Rng::new(seed);
            let mut p = game.start();
            let (mut legal, mut chance) = (Vec::new(), Vec::new());
            while !game.wait(&p).is_over() {
                game.legal(&p, &mut legal);
                if let Some(plain) = plainly(&game, &p) {
                    assert_eq!(legal, plain, "seed {seed}, turn {}", p.public.turn);
                    compared += 1;
                }
                game.chance(&p, &mut chance);
                legal.extend(chance.iter().map(|(action, _)| *action));
                let action = legal[rng.below(legal.len())];
                game.apply(&mut p, action, &mut ());
            }
        }
        assert!(compared > 2000, "{compared} lists compared");
    }
}
