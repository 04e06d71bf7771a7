//! 5.3a: no event names a counter to those who do not see it, nor in an order that tells how a stack lies.

use crate::action::Action;
use crate::game::Santander;
use crate::ids::Unit;
use crate::position::Position;
use frente_board::DataSource;
use frente_engine::harness::Walk;
use frente_engine::present::Weight;
use frente_engine::{Game, Options, Present, Seat};
use std::borrow::Cow;

/// May the seat know of the counter by what lies open before and after an action: is it his own, seen, or laid aside?
fn open_to(seat: Seat, unit: Unit, before: &Position, after: &Position) -> bool {
    let side = unit.side();
    let gone = (before.public.on_map[side] & !after.public.on_map[side]) & unit.bit() != 0;
    seat.knows(side) || before.is_seen(unit) || after.is_seen(unit) || gone
}

#[test]
fn events_name_only_what_is_seen_and_in_the_order_of_the_counter_list() {
    let game = Santander::open(&DataSource::Embedded, "santander", &Options::default()).expect("the game");
    let (mut named, mut in_order) = (0, 0);
    for seed in 0..12 {
        let mut walk = Walk::new(&game, seed);
        while !walk.is_over() {
            let (before, mut events) = (walk.position, Vec::new());
            let action = walk.step(&mut events);
            let p = walk.position;
            for seat in Seat::ALL {
                let mut last: Vec<(Cow<'static, str>, Unit)> = Vec::new();
                for event in events.iter().filter(|e| game.tells(e, seat)) {
                    let told = game.tell(event);
                    for unit in told.pieces.iter().filter_map(|label| game.book.find(label)) {
                        assert!(open_to(seat, unit, &before, &p), "seed {seed}: {seat} is told {event:?}");
                        named += usize::from(!seat.knows(unit.side()));
                    }
                    // Losses come as they are taken, and who arrives first is chosen in the open; all else comes by the counter list.
                    if told.weight == Weight::Loss || matches!(action, Action::Next(_)) {
                        continue;
                    }
                    let Some(first) = told.pieces.iter().find_map(|label| game.book.find(label)) else {
                        continue;
                    };
                    let mut alike = last
                        .iter()
                        .rev()
                        .filter(|(kind, unit)| *kind == told.text.id && unit.side() == first.side());
                    if let Some((_, before)) = alike.next()
                        && !seat.knows(first.side())
                    {
                        assert!(*before < first, "seed {seed}: {seat} is told {event:?} out of order");
                        in_order += 1;
                    }
                    last.push((told.text.id, first));
                }
            }
        }
    }
    assert!(named > 1000 && in_order > 20, "{named} named, {in_order} in order");
}
