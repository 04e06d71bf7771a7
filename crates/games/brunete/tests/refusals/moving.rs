//! Moves, units taken up, and entries, tried.

use crate::fighting::held;
use crate::scene::{Fault, Scene, fault};
use crate::tally::{Tally, line};
use frente_board::{Dir, Hex, Path};
use frente_brunete::action::Action;
use frente_brunete::book::Kind;
use frente_brunete::frame::{Frame, Mode};
use frente_brunete::ids::Unit;
use frente_brunete::position::{Place, Position};
use frente_engine::{Game, Rng, Side};

pub fn random_path(scene: Scene<'_>, from: Hex, steps: usize, rng: &mut Rng) -> Path {
    let mut path = Path::EMPTY;
    let mut at = from;
    // Mostly straight on or along the road: a walk at random gets nowhere.
    let mut heading = Dir::ALL[rng.below(6)];
    for _ in 0..steps {
        let along: Vec<Dir> = Dir::ALL.into_iter().filter(|d| scene.linked(at, *d)).collect();
        if !along.is_empty() && rng.below(4) > 0 {
            heading = along[rng.below(along.len())];
        } else if rng.below(3) == 0 {
            heading = Dir::ALL[rng.below(6)];
        }
        let to = scene.ground.game.book.map.neighbour(at, heading);
        if !to.is_some() {
            break;
        }
        path = path.then(heading);
        at = to;
    }
    path
}

pub fn try_moves(scene: Scene<'_>, p: &Position, rng: &mut Rng, tally: &mut Tally) {
    let game = &scene.ground.game;
    let Frame::Moving { unit, .. } = scene.p.top() else { return };
    let from = match scene.p.place.of(unit.index()) {
        Place::On(h) | Place::Beside(h) => h,
        _ => return,
    };
    for _ in 0..6 {
        let steps = 1 + rng.below(12);
        let path = random_path(scene, from, steps, rng);
        if path.is_empty() {
            continue;
        }
        let action = Action::Go(unit, from, path);
        let faults = scene.move_faults(unit, from, path);
        tally.verdict(&faults, game.check(p, action), &|| line(game, p, action));
    }
}

/// Who cannot be taken up: the rule named must be the one thing that keeps the unit from some neighbour.
pub fn try_picks(scene: Scene<'_>, p: &Position, rng: &mut Rng, tally: &mut Tally) {
    let game = &scene.ground.game;
    let Frame::Movement(side, mode, _) = scene.p.top() else { return };
    for _ in 0..8 {
        let unit = Unit::at(rng.below(game.book.units.len()));
        let action = Action::Pick(unit);
        let Err(refusal) = game.check(p, action) else { continue };
        let place = scene.p.place.of(unit.index());
        let info = &game.book.units[unit.index()];
        let mut faults = Vec::new();
        let mut when = |on: bool, rule: &'static str| faults.extend(on.then(|| fault(rule)));
        when(info.side != side, "9a");
        let zone_bound = if mode == Mode::Infiltration { "4.1a" } else { "9a" };
        when(scene.p.moved.has(unit.index()), zone_bound);
        when(info.kind == Kind::Garrison, "1.2.2k");
        when(info.frozen && !scene.p.freed, "9k");
        let here = matches!(place, Place::On(_));
        let infiltrates = game.book.text(unit).division.as_deref() == Some("11") && side == Side::Republican;
        match mode {
            Mode::Normal => when(infiltrates && scene.p.turn == 1, "9m"),
            Mode::Early => when(!matches!(place, Place::Beside(_)), "9r"),
            Mode::Extra => when(!matches!(place, Place::Beside(_)), "2o"),
            Mode::Adjustment => when(!here, "2-r2"),
            Mode::Infiltration => when(!here || !infiltrates, "9m"),
        }
        match place {
            Place::Recoverable => when(true, "6.2a"),
            Place::Final => when(true, "6.2h"),
            Place::Reserve => when(true, "6.2j"),
            Place::Due(turn) if turn > scene.p.turn => when(true, "6.1a"),
            Place::Due(_) | Place::Out => when(true, "6.1b"),
            Place::On(_) | Place::Beside(_) | Place::Exited(_) => {}
        }
        if faults.is_empty() {
            let Place::On(from) = place else { continue };
            faults.push(stuck_by(scene, unit, from));
        }
        tally.verdict(&faults, Err(refusal), &|| line(game, p, action));
    }
}

/// What alone keeps a unit from one neighbour or another.
pub fn stuck_by(scene: Scene<'_>, unit: Unit, from: Hex) -> Fault {
    let mut single = Fault::new();
    let mut any = Fault::new();
    for (dir, to) in scene.ground.game.book.map.around(from) {
        let mut here = Fault::new();
        if !scene.playable(to) {
            here.insert("9j");
        } else {
            if scene.enemy_in(scene.side(unit), to) {
                here.insert("1.1-r2");
            }
            if scene.tank(unit) && scene.unbridged(from, dir) {
                here.insert("9e");
            }
            here.extend(scene.room(unit, to).err());
            let cost = scene.step_cost(unit, from, dir, to);
            let short = scene.points_faults(unit, cost);
            here.extend(short.into_iter().map(|r| if r == "9b" { "9-r3" } else { r }));
        }
        if here.len() == 1 {
            single.extend(here.iter());
        }
        any.extend(here);
    }
    if single.is_empty() { any } else { single }
}

pub fn try_entries(scene: Scene<'_>, p: &Position, rng: &mut Rng, tally: &mut Tally) {
    let game = &scene.ground.game;
    let Frame::Enter(unit) = scene.p.top() else { return };
    let side = scene.side(unit);
    let book = &game.book;
    for _ in 0..6 {
        let zone = &book.entry_zone[unit.index()];
        let edge: Vec<Hex> = book.map.hexes().filter(|h| book.map.on_edge(*h)).collect();
        let hex = edge[rng.below(edge.len())];
        let mut faults = Vec::new();
        if !zone.has(hex.index()) {
            let rule = match (side, book.text(unit).division.as_deref()) {
                (Side::Republican, _) => "6.1d",
                (_, Some("11" | "Guadarrama")) => "6.1g",
                (_, Some("13")) => "6.1h",
                (_, Some("71" | "IV Navarra")) => "6.1i",
                (_, Some("150")) => "6.1j",
                (_, Some("V Navarra")) => "6.1k",
                _ => "6.1l",
            };
            faults.push(fault(rule));
        }
        if scene.enemy_in(side, hex) {
            faults.push(fault("6.1e"));
        }
        let b = book.entries.iter().any(|e| e.letter == 'B' && e.hex == hex);
        if b && side == Side::Republican && !held(scene, hex, side) {
            faults.push(fault("6.1d"));
        }
        let action = Action::At(hex);
        tally.verdict(&faults, game.check(p, action), &|| line(game, p, action));
    }
}
