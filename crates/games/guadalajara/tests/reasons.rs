//! A refusal names a rule that really stands in the way. Here the rules of the main acts are stated a second time, condition by condition
//! and from the map and the counters alone; on random positions, acts of all sorts are tried. Where exactly one condition is broken, lifting it
//! would make the act legal, and the refusal must name its rule; where several are, one of theirs; where none is, there is no refusal.

use frente_board::data::DataSource;
use frente_board::{Hex, LongPath};
use frente_engine::{Game, Options, Rng, Side, Wait};
use frente_guadalajara::Guadalajara;
use frente_guadalajara::action::Action;
use frente_guadalajara::book::Book;
use frente_guadalajara::frame::Frame;
use frente_guadalajara::ids::{Kind, Unit, Weather};
use frente_guadalajara::position::Position;
use std::collections::BTreeMap;

/// Where a combat unit of the side stands.
fn held(book: &Book, p: &Position, side: Side, hex: Hex) -> bool {
    p.stack_at(hex).any(|u| book.side(u) == side && book.counter(u).kind != Kind::Leader)
}

fn strength(book: &Book, p: &Position, unit: Unit) -> u8 {
    book.counter(unit).strength - p.hits(unit)
}

/// 8: does the side's zone cover the hex?
fn zone(book: &Book, p: &Position, side: Side, hex: Hex) -> bool {
    book.map().around(hex).any(|(dir, from)| {
        let units: Vec<Unit> = p.stack_at(from).filter(|u| book.counter(*u).kind != Kind::Leader).collect();
        let exerts = match units[..] {
            [] => false,
            [one] => strength(book, p, one) > 2,
            _ => true,
        };
        let train = units.iter().any(|u| book.counter(*u).kind == Kind::Train);
        exerts
            && book.side(units[0]) == side
            && !book.ground.river.has(hex, dir)
            && (!train || book.ground.rail.has(hex, dir))
    })
}

/// 7: what the units of a hex and one more would break.
fn overstacked(book: &Book, p: &Position, hex: Hex, unit: Unit) -> Option<&'static str> {
    let mut units: Vec<Unit> = p.stack_at(hex).filter(|u| *u != unit).collect();
    units.push(unit);
    units.retain(|u| book.counter(*u).kind != Kind::Leader);
    let kinds = |kind| units.iter().filter(|u| book.counter(**u).kind == kind).count();
    let guns = units.iter().filter(|u| book.counter(**u).kind == Kind::Artillery);
    let free = guns.clone().map(|u| strength(book, p, *u)).max().unwrap_or(0);
    let total: u32 = units.iter().map(|u| u32::from(strength(book, p, *u))).sum();
    let others = units.len() - kinds(Kind::Infantry) - usize::from(guns.count() > 0);
    if kinds(Kind::Train) > 0 && units.len() > 1 {
        Some("7f")
    } else if kinds(Kind::Infantry) > 2 {
        Some("7a")
    } else if others > 0 && total - u32::from(free) > 18 {
        Some(if kinds(Kind::Infantry) > 0 { "7c" } else { "7b" })
    } else {
        None
    }
}

/// 6c, x12: quarter points of a step without what zones add.
fn price(book: &Book, p: &Position, unit: Unit, from: Hex, to: Hex) -> u8 {
    let dir = book.map().dir(from, to).unwrap();
    if book.ground.road.has(from, dir) {
        return 2;
    }
    let motor = book.counter(unit).motorised;
    let terrain = match (book.map().terrains()[book.map().terrain(to)].as_str(), p.weather) {
        ("town", _) | (_, Weather::Clear) => 1,
        ("trees", Weather::Rain) => 2,
        ("trees", Weather::Mud) if motor => 4,
        ("clear", Weather::Mud) if motor => 3,
        (_, Weather::Mud) => 2,
        (_, Weather::Rain) => 1,
    };
    let water = if book.ground.river.has(from, dir) {
        2
    } else if book.ground.stream.has(from, dir) {
        1
    } else {
        0
    };
    4 * (terrain + water)
}

/// What a single step of the counter on the move breaks; what depends on where it could go on to is left out, and so are leaders.
fn step_breaks(book: &Book, p: &Position, unit: Unit, left: u8, first: bool, to: Hex) -> Vec<&'static str> {
    let (side, from) = (book.side(unit), p.hex(unit));
    let enemy = side.other();
    let train = book.counter(unit).kind == Kind::Train;
    let (zoned, pinned) = (zone(book, p, enemy, to), first && zone(book, p, enemy, from));
    let withdraws = p.day == 8 && side == Side::Republican;
    let extra = if train || !pinned {
        0
    } else if zoned {
        16
    } else {
        8
    };
    let mut broken = Vec::new();
    if held(book, p, enemy, to) {
        broken.push("6-r1");
    }
    if withdraws && zoned {
        broken.push("x1.1b");
    }
    if withdraws {
        let home = book.ground.homeward(p.weather, book.counter(unit).motorised);
        if home[to.index()] >= home[from.index()] {
            broken.push("x1.1a");
        }
    }
    if train && !book.ground.rail.has(from, book.map().dir(from, to).unwrap()) {
        broken.push("x9a");
    }
    if !train && price(book, p, unit, from, to) + extra > left {
        broken.push("6e");
    }
    broken.extend(overstacked(book, p, to, unit));
    broken
}

/// 9.4: what a retreat to a hex breaks.
fn retreat_breaks(book: &Book, p: &Position, unit: Unit, to: Hex) -> Vec<&'static str> {
    let enemy = book.side(unit).other();
    let Some(dir) = book.map().dir(p.hex(unit), to) else { return vec!["9.4g"] };
    let mut broken = Vec::new();
    if held(book, p, enemy, to) {
        broken.push("9.4-r4");
    }
    if zone(book, p, enemy, to) {
        broken.push("9.4d");
    }
    if book.counter(unit).kind == Kind::Train && !book.ground.rail.has(p.hex(unit), dir) {
        broken.push("9.4f");
    }
    broken.extend(overstacked(book, p, to, unit).map(|_| "9.4i"));
    broken
}

/// 9, 10, 15: what joining the attack breaks, the duty of 9-r1 and 9-r5 and lines of sight left out.
fn join_breaks(book: &Book, p: &Position, unit: Unit) -> Vec<&'static str> {
    if book.side(unit) != p.active || !p.hex(unit).is_some() {
        return vec!["9.1b"];
    }
    if book.counter(unit).kind == Kind::Leader {
        return vec!["12b"];
    }
    let far = book.map().distance(p.hex(unit), p.fight.target);
    let guns = matches!(book.counter(unit).kind, Kind::Artillery | Kind::Train);
    let mut broken = Vec::new();
    if p.fought.has(unit.index()) || p.fight.attackers().has(unit.index()) {
        broken.push("9g");
    }
    if p.uncommanded.has(unit.index()) {
        broken.push("15g");
    }
    if far > 1 && !guns {
        broken.push("10a");
    }
    if far > 1 && guns && far > book.counter(unit).range {
        broken.push("10.1a");
    }
    broken
}

/// 10.3: what defensive fire breaks.
fn support_breaks(book: &Book, p: &Position, unit: Unit) -> Vec<&'static str> {
    let guns = |u: Unit| matches!(book.counter(u).kind, Kind::Artillery | Kind::Train);
    if book.side(unit) == p.fight.attacker || !p.hex(unit).is_some() || !guns(unit) {
        return vec!["10.3a"];
    }
    let mut broken = Vec::new();
    if p.fight.attackers().iter().all(|u| guns(Unit::at(u))) {
        broken.push("10.3c");
    }
    if p.fought.has(unit.index()) {
        broken.push("10b");
    }
    if p.hex(unit) == p.fight.target {
        broken.push("10.4-r1");
    } else if book.map().distance(p.hex(unit), p.fight.target) > book.counter(unit).range {
        broken.push("10.3a");
    }
    broken
}

/// 9, 10.6: all that keeps one unit from attacking the hex by itself; sight by the book's own table.
fn attack_breaks(book: &Book, p: &Position, unit: Unit, hex: Hex) -> Vec<&'static str> {
    let far = book.map().distance(p.hex(unit), hex);
    let range = book.counter(unit).range;
    let guns = matches!(book.counter(unit).kind, Kind::Artillery | Kind::Train);
    let mut broken = Vec::new();
    if p.uncommanded.has(unit.index()) {
        broken.push("15g");
    }
    if p.fought.has(unit.index()) {
        broken.push(if far > 1 && guns { "10b" } else { "9g" });
    }
    if far > 1 {
        if !guns {
            broken.push("10a");
        } else if far > range {
            broken.push("10.1a");
        } else if !book.ground.sight[p.hex(unit).index()].has(hex.index()) {
            broken.push("10.6a");
        }
        if guns && book.duty(p).bound(p, unit) {
            broken.push("9-r5");
        }
    }
    broken
}

/// What was compared, by act.
#[derive(Default, Debug)]
struct Count {
    refused: u32,
    single: u32,
}

struct Trial<'a> {
    game: &'a Guadalajara,
    counts: BTreeMap<&'static str, Count>,
}

impl Trial<'_> {
    /// Compares what the game says of an act with what it breaks. `apart` are rules that the restatement leaves out.
    fn compare(
        &mut self,
        p: &Position,
        act: &'static str,
        action: Action,
        broken: &[&'static str],
        apart: &[&str],
    ) {
        let said = self.game.check(p, action).err().map(|r| r.rule.id());
        let mut line = String::new();
        self.game.print(p, action, &mut line);
        match said {
            None => assert!(broken.is_empty(), "{line}: accepted, but breaks {broken:?}"),
            Some(id) if broken.is_empty() => {
                assert!(apart.contains(&id), "{line}: refused by {id}, breaks nothing")
            }
            Some(id) => {
                assert!(broken.contains(&id), "{line}: refused by {id}, but breaks {broken:?}");
                let count = self.counts.entry(act).or_default();
                count.refused += 1;
                count.single += u32::from(broken.len() == 1);
            }
        }
    }

    fn look(&mut self, p: &Position, rng: &mut Rng) {
        let book = &self.game.book;
        match p.stack.top() {
            Frame::Moving { unit, left, first } if book.counter(unit).kind != Kind::Leader => {
                for (dir, to) in book.map().around(p.hex(unit)) {
                    let mut broken = step_breaks(book, p, unit, left, first, to);
                    let go = Action::Go(unit, LongPath::EMPTY.then(dir));
                    // 6-r2, 7-r3: a full hex is passed, or room is made in it; only what else is broken counts then.
                    if self.game.check(p, go).is_ok() {
                        broken.retain(|id| !id.starts_with('7'));
                    }
                    self.compare(p, "move", go, &broken, &[]);
                }
            }
            Frame::Retreat(_) => {
                for unit in p.fight.pending.iter().map(Unit::at) {
                    for (_, to) in book.map().around(p.hex(unit)) {
                        let broken = retreat_breaks(book, p, unit, to);
                        self.compare(p, "retreat", Action::Retreat(unit, to), &broken, &[]);
                    }
                    let anywhere = Hex::at(rng.below(book.map().len()));
                    let broken = retreat_breaks(book, p, unit, anywhere);
                    self.compare(p, "retreat", Action::Retreat(unit, anywhere), &broken, &[]);
                }
            }
            Frame::Declare => {
                for unit in (0..book.counters.len()).map(Unit::at) {
                    let apart = ["9-r1", "9-r5", "10.6a"];
                    self.compare(p, "with", Action::Join(unit), &join_breaks(book, p, unit), &apart);
                }
            }
            Frame::DefensiveFire => {
                for unit in (0..book.counters.len()).map(Unit::at) {
                    self.compare(p, "support", Action::Join(unit), &support_breaks(book, p, unit), &[]);
                }
            }
            Frame::Combat => {
                let enemy = p.active.other();
                for hex in book.map().hexes() {
                    let mut broken = Vec::new();
                    if !held(book, p, enemy, hex) {
                        broken.push("9-r7");
                    } else if !p
                        .stack_at(hex)
                        .any(|u| book.counter(u).kind != Kind::Leader && !p.struck.has(u.index()))
                    {
                        broken.push("9f");
                    } else {
                        let mine = (0..book.counters.len()).map(Unit::at).filter(|u| {
                            book.side(*u) == p.active
                                && p.hex(*u).is_some()
                                && book.counter(*u).kind != Kind::Leader
                        });
                        let bars: Vec<Vec<&str>> = mine.map(|u| attack_breaks(book, p, u, hex)).collect();
                        let fewest = bars.iter().map(Vec::len).min().unwrap_or(0);
                        if fewest > 0 {
                            broken = bars.into_iter().filter(|b| b.len() == fewest).flatten().collect();
                            broken.sort_unstable();
                            broken.dedup();
                        }
                    }
                    self.compare(p, "attack", Action::Attack(hex), &broken, &["9-r1"]);
                }
            }
            Frame::Entering(unit) => {
                let enemy = book.side(unit).other();
                let free = book.entry_hexes(p, unit);
                for hex in book.map().hexes().filter(|h| book.map().on_edge(*h)) {
                    let barred = held(book, p, enemy, hex) || zone(book, p, enemy, hex);
                    let mut broken = Vec::new();
                    if !free.has(hex.index()) {
                        // A door is barred if it would be one of the list in another position; the lists of x4 say which.
                        let door = match book.side(unit) {
                            _ if book.counter(unit).kind == Kind::Train => book.ground.entry.train,
                            Side::Republican => book.ground.entry.south,
                            Side::Nationalist => book.ground.entry.north,
                        };
                        broken.push(if door.has(hex.index()) && barred { "13b" } else { "13-r1" });
                    }
                    let apart = ["6e", "7a", "7b", "7c", "7f", "12-r4"];
                    self.compare(p, "enter", Action::Enter(unit, hex), &broken, &apart);
                }
            }
            _ => {}
        }
    }
}

#[test]
fn a_refusal_names_what_stands_in_the_way() {
    let game = Guadalajara::open(&DataSource::Embedded, "guadalajara", &Options::default()).unwrap();
    let mut trial = Trial { game: &game, counts: BTreeMap::new() };
    let (mut legal, mut chance) = (Vec::new(), Vec::new());
    for seed in 0..30 {
        let mut rng = Rng::new(seed);
        let mut p = game.start();
        let mut n = 0u32;
        loop {
            let action = match game.wait(&p) {
                Wait::Over(_) => break,
                Wait::Chance(_) => {
                    game.chance(&p, &mut chance);
                    chance[rng.below(chance.len())].0
                }
                Wait::Decision(_) => {
                    n += 1;
                    // Retreats with a choice are rare; all of them are looked at.
                    if n.is_multiple_of(5) || matches!(p.stack.top(), Frame::Retreat(_)) {
                        trial.look(&p, &mut rng);
                    }
                    game.legal(&p, &mut legal);
                    legal[rng.below(legal.len())]
                }
            };
            game.apply(&mut p, action, &mut ());
        }
    }
    // Every act was refused often, and mostly for one reason alone.
    for act in ["move", "retreat", "with", "support", "attack", "enter"] {
        let count =
            trial.counts.get(act).unwrap_or_else(|| panic!("{act} was never refused: {:?}", trial.counts));
        assert!(count.refused >= 20 && count.single >= 10, "{act}: {count:?}");
    }
}
