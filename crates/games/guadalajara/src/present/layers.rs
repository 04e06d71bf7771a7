//! Layers over the map.

use crate::book::Book;
use crate::ids::{Set, Unit, Units};
use crate::position::Position;
use frente_board::Hex;
use frente_engine::Side;
use frente_engine::present::{Overlay, Shade};

fn labels(book: &Book, set: &Set) -> Vec<String> {
    set.iter().map(|h| book.map().label(Hex::at(h)).to_owned()).collect()
}

/// Layers: `zones`, `supply`, `command`, `control`, `duty`, `sight`, `entry`.
pub(super) fn overlay(book: &Book, p: &Position, key: &str) -> Option<Overlay> {
    let mut overlay = Overlay::default();
    let mut shade = |shade: Shade, set: &Set| overlay.shades.push((shade, labels(book, set)));
    let zone = &p.derived.zone;
    match key {
        "zones" => {
            shade(Shade::Republican, &(zone[Side::Republican] - zone[Side::Nationalist]));
            shade(Shade::Nationalist, &(zone[Side::Nationalist] - zone[Side::Republican]));
            shade(Shade::Both, &(zone[Side::Republican] & zone[Side::Nationalist]));
        }
        "supply" => {
            let both = Side::BOTH.map(|s| book.supplied(p, s));
            // Where both sides are in supply nothing is to be said.
            shade(Shade::Republican, &(both[0] - both[1]));
            shade(Shade::Nationalist, &(both[1] - both[0]));
            shade(Shade::Cut, &p.unsupplied.iter().filter_map(|u| p.at[u].some()).map(Hex::index).collect());
            for side in Side::BOTH {
                supply_lines(book, &book.supply_roads(p, side), side, &mut overlay);
            }
        }
        "command" => {
            for side in Side::BOTH {
                let mut all = Set::EMPTY;
                for (leader, set) in book.command_nets(p, side) {
                    all |= set;
                    overlay.notes.push((
                        book.map().label(p.hex(leader)).to_owned(),
                        book.counter(leader).name.clone(),
                    ));
                    if let Some(above) = book.superior_on_map(p, leader) {
                        let line = [p.hex(leader), p.hex(above)].map(|h| book.map().label(h).to_owned());
                        overlay.lines.push((side.into(), line.to_vec()));
                    }
                }
                overlay.shades.push((side.into(), labels(book, &all)));
            }
        }
        "control" => {
            for (i, hex) in book.objectives.iter().enumerate() {
                shade(book.holder(p, i).into(), &Set::one(hex.index()));
            }
        }
        "duty" => {
            let duty = book.duty(p);
            shade(Shade::MustAttack, &duty.units.iter().map(|u| p.at[u].index()).collect());
            shade(Shade::MustBeAttacked, &duty.hexes().map(Hex::index).collect());
        }
        "entry" => {
            shade(Shade::Republican, &(book.ground.entry.south | book.ground.entry.train));
            shade(Shade::Nationalist, &book.ground.entry.north);
            shade(Shade::Exit, &book.ground.highway_exit);
        }
        _ => return sight(book, p, key),
    }
    Some(overlay)
}

/// 11: the roads that carry supply, from hex to hex.
fn supply_lines(book: &Book, roads: &Set, side: Side, overlay: &mut Overlay) {
    for hex in roads.iter().map(Hex::at) {
        for (dir, to) in book.map().around(hex) {
            // Each stretch once.
            if hex < to && roads.has(to.index()) && book.ground.road.has(hex, dir) {
                let stretch = [hex, to].map(|h| book.map().label(h).to_owned());
                overlay.lines.push((side.into(), stretch.to_vec()));
            }
        }
    }
}

/// `sight UNIT`: range and line of sight of an artillery unit (10.1, 10.6), nothing for other units; `sight *`: those of all on the map.
fn sight(book: &Book, p: &Position, key: &str) -> Option<Overlay> {
    let units = match key.strip_prefix("sight ")? {
        "*" => book.artillery,
        label => Units::one(book.find(label)?.index()) & book.artillery,
    };
    let (mut seen, mut disk) = (Set::EMPTY, Set::EMPTY);
    for unit in units.iter().map(Unit::at).filter(|u| p.hex(*u).is_some()) {
        let (hex, range) = (p.hex(unit), book.counter(unit).range);
        seen |= *book.ground.fire(hex, range);
        disk |=
            book.map().hexes().filter(|h| book.map().distance(hex, *h) <= range).map(Hex::index).collect();
    }
    let shades = vec![(Shade::InSight, labels(book, &seen)), (Shade::InRange, labels(book, &(disk - seen)))];
    Some(Overlay { shades, ..Overlay::default() })
}
