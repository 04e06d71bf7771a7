//! Attacks, retreats and advances, tried.

use crate::scene::{Fault, Scene, fault};
use crate::tally::{Tally, line};
use frente_board::{Dir, Hex, Path};
use frente_brunete::action::Action;
use frente_brunete::frame::Frame;
use frente_brunete::ids::Unit;
use frente_brunete::position::{Place, Position};
use frente_engine::{Game, Rng, Side};

pub fn try_attacks(scene: Scene<'_>, p: &Position, rng: &mut Rng, tally: &mut Tally) {
    let game = &scene.ground.game;
    match scene.p.top() {
        Frame::Combat(side) => {
            let hexes: Vec<Hex> = scene
                .units()
                .filter(|u| scene.side(*u) != side)
                .filter_map(|u| scene.p.place.of(u.index()).hex())
                .collect();
            for _ in 0..6.min(hexes.len()) {
                let target = hexes[rng.below(hexes.len())];
                let action = Action::Attack(target);
                let defenders: Vec<Unit> = scene.within(target).collect();
                let tired = |u: &Unit| scene.p.retreated.has(u.index());
                let faults = if defenders.iter().all(tired) {
                    vec![fault("10.4.1p")]
                } else if defenders.iter().all(|u| tired(u) || scene.p.attacked.has(u.index())) {
                    vec![fault("10.1f")]
                } else {
                    vec![]
                };
                let what = || line(game, p, action);
                let verdict = game.check(p, action);
                if !faults.is_empty() {
                    tally.verdict(&faults, verdict, &what);
                } else if let Some(ways) = scene.attacks(side, target, &[]) {
                    let ways = if ways.is_empty() { vec![fault("10.1c")] } else { ways };
                    tally.attack(&ways, verdict, &what);
                }
            }
        }
        Frame::Declare => {
            let f = &scene.p.fight;
            let with: Vec<Unit> = scene.units().filter(|u| f.attackers.has(u.index())).collect();
            let near = game.book.map.around(f.target).flat_map(|(_, h)| scene.within(h));
            let own: Vec<Unit> =
                near.filter(|u| scene.side(*u) == f.attacker && !f.attackers.has(u.index())).collect();
            for unit in own {
                let action = Action::Join(unit);
                let joined: Vec<Unit> = with.iter().copied().chain([unit]).collect();
                let Some(mut ways) = scene.attacks(f.attacker, f.target, &joined) else { continue };
                // 10.3.4a: a tank joins those of its own hex, not the other way round.
                let alone = scene.tank(unit)
                    && !with.iter().any(|v| {
                        scene.battalion(*v) && scene.p.place.of(v.index()) == scene.p.place.of(unit.index())
                    });
                if alone {
                    ways.iter_mut().for_each(|w| {
                        w.insert("10.3.4a");
                    });
                }
                tally.attack(&ways, game.check(p, action), &|| line(game, p, action));
            }
        }
        _ => {}
    }
}

pub fn try_retreats(scene: Scene<'_>, p: &Position, rng: &mut Rng, tally: &mut Tally) {
    let game = &scene.ground.game;
    if scene.p.top() != Frame::Retreat {
        return;
    }
    let map = &game.book.map;
    let f = &scene.p.fight;
    let length = usize::from(f.retreat);
    for unit in scene.units().filter(|u| f.fleeing.has(u.index())) {
        let side = scene.side(unit);
        let bars = |path: Path| -> Vec<Fault> {
            let mut at = f.target;
            let mut faults = Vec::new();
            for dir in path.dirs() {
                let to = map.neighbour(at, dir);
                if !scene.playable(to) {
                    faults.push(fault("9j"));
                    break;
                }
                if scene.enemy_in(side, to) {
                    faults.push(fault("1.1-r2"));
                }
                if scene.tank(unit) && scene.unbridged(at, dir) {
                    faults.push(fault("10.4.1-r4"));
                }
                at = to;
            }
            faults
        };
        let sources: Vec<Hex> = game
            .book
            .entries
            .iter()
            .filter(|e| e.side == side && held(scene, e.hex, side))
            .map(|e| e.hex)
            .collect();
        let shunned = |h: Hex| scene.zone(side, h) && !scene.friend_in(side, h);
        let rank = |path: Path| {
            let hexes: Vec<Hex> = map.along(f.target, path).collect();
            let zones = hexes.iter().filter(|h| shunned(**h)).count();
            let end = hexes[hexes.len() - 1];
            (zones, sources.iter().map(|s| map.distance(end, *s)).min().unwrap_or(0))
        };
        let mut all: Vec<Path> = Dir::ALL.into_iter().map(|d| Path::EMPTY.then(d)).collect();
        if length == 2 {
            all = all.iter().flat_map(|p| Dir::ALL.map(|d| p.then(d))).collect();
        }
        let far = |path: Path| {
            map.along(f.target, path)
                .last()
                .is_some_and(|end| usize::from(map.distance(f.target, end)) >= length)
        };
        all.retain(|path| bars(*path).is_empty() && far(*path));
        let best = all.iter().map(|p| rank(*p)).min();
        for _ in 0..8 {
            let steps = 1 + rng.below(length + 1);
            let path = (0..steps).fold(Path::EMPTY, |p, _| p.then(Dir::ALL[rng.below(6)]));
            let ordered = path.dirs().take(length).fold(Path::EMPTY, Path::then);
            let mut faults = bars(path);
            if faults.is_empty() && (path.len() < length || !far(ordered)) {
                faults.push(fault("10.4.1j"));
            } else if faults.is_empty() {
                let (mine, best) = (rank(ordered), best.expect("this one at least"));
                if mine.0 > best.0 {
                    faults.push(fault("10.4.1e"));
                } else if mine.1 > best.1 {
                    faults.push(fault("10.4.1i"));
                }
                let end = map.along(f.target, ordered).last().expect("a hex");
                let full = scene.room(unit, end).is_err();
                let on: Vec<Path> = Dir::ALL
                    .into_iter()
                    .map(|d| ordered.then(d))
                    .filter(|on| {
                        let last = map.along(f.target, *on).last().expect("a hex or none");
                        bars(*on).is_empty() && far(*on) && scene.room(unit, last).is_ok()
                    })
                    .collect();
                let further = |p: Path| {
                    let last = map.along(f.target, p).last().expect("a hex");
                    let near = sources.iter().map(|s| map.distance(last, *s)).min().unwrap_or(0);
                    (shunned(last), near)
                };
                if path.len() == length {
                    faults.extend((full && !on.is_empty()).then(|| fault("10.4.1k")));
                } else if !full {
                    faults.push(fault("10.4.1-r1"));
                } else if !far(path) {
                    faults.push(fault("10.4.1j"));
                } else if !on.contains(&path) {
                    faults.push(fault("10.4.1l"));
                } else if on.iter().any(|p| further(*p) < further(path)) {
                    faults.push(fault("10.4.1-r12"));
                }
            }
            let action = Action::Retreat(unit, path);
            tally.verdict(&faults, game.check(p, action), &|| line(game, p, action));
        }
    }
}

/// 1.1-r4: is a lettered hex its side's?
pub fn held(scene: Scene<'_>, hex: Hex, side: Side) -> bool {
    let last = scene.p.republican.has(hex.index()) == (side == Side::Republican);
    scene.friend_in(side, hex) || (!scene.enemy_in(side, hex) && last && !scene.zone(side, hex))
}

pub fn try_advances(scene: Scene<'_>, p: &Position, rng: &mut Rng, tally: &mut Tally) {
    let game = &scene.ground.game;
    let Frame::Advance(hexes) = scene.p.top() else { return };
    let f = &scene.p.fight;
    let map = &game.book.map;
    for unit in scene.units().filter(|u| f.attackers.has(u.index())) {
        let Place::On(from) = scene.p.place.of(unit.index()) else { continue };
        let Some(first) = map.dir(from, f.target) else { continue };
        let side = scene.side(unit);
        for _ in 0..8 {
            let mut path = Path::EMPTY.then(if rng.below(4) > 0 { first } else { Dir::ALL[rng.below(6)] });
            for _ in 0..rng.below(4) {
                path = path.then(Dir::ALL[rng.below(6)]);
            }
            let mut faults = Vec::new();
            if f.advanced.has(unit.index()) {
                faults.push(fault("10.4.2a"));
            }
            let mut at = from;
            for (i, dir) in path.dirs().enumerate() {
                let to = map.neighbour(at, dir);
                if !scene.playable(to) {
                    faults.push(fault("9j"));
                    break;
                }
                if i == 0 && to != f.target {
                    faults.push(fault("10.4.2b"));
                }
                if scene.enemy_in(side, to) {
                    faults.push(fault("1.1-r2"));
                }
                if scene.tank(unit) && scene.unbridged(at, dir) {
                    faults.push(fault("9e"));
                }
                let friend = scene.within(to).any(|u| u != unit && scene.side(u) == side);
                if i > 0 && to != f.target && scene.zone(side, to) && !friend {
                    faults.push(fault("10.4.2e"));
                }
                at = to;
            }
            if path.len() > usize::from(hexes) {
                faults.push(fault(["", "10.4.2c", "10.4.2d", "10.4.2f"][usize::from(hexes)]));
            } else if scene.slowed(unit) && path.len() > 1 {
                faults.push(fault("11.1b"));
            }
            if at != from {
                faults.extend(scene.room(unit, at).err().map(fault));
            }
            let action = Action::Advance(unit, path);
            tally.verdict(&faults, game.check(p, action), &|| line(game, p, action));
        }
    }
}
