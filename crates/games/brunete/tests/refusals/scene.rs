//! The rules a second time: conditions that can be lifted one at a time.

use frente_board::{DataSource, Dir, Edges, Hex, Path};
use frente_brunete::Brunete;
use frente_brunete::book::Kind;
use frente_brunete::book::Tank;
use frente_brunete::frame::{Frame, Mode};
use frente_brunete::ids::Unit;
use frente_brunete::position::{Place, Public};
use frente_engine::{Game, Options, Side};
use std::collections::BTreeSet;

/// Names of a rule that is broken: more than one where a sum is exceeded to which several rules contribute.
pub type Fault = BTreeSet<&'static str>;

pub fn fault(rule: &'static str) -> Fault {
    BTreeSet::from([rule])
}

/// The map, read once.
pub struct Ground {
    pub game: Brunete,
    pub river: Edges,
    pub road: Edges,
    pub path: Edges,
}

/// A position on it, and how it is to be read.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    pub ground: &'a Ground,
    pub p: &'a Public,
}

impl Ground {
    pub fn open(scenario: &str, options: &Options) -> Self {
        let game = Brunete::open(&DataSource::Embedded, scenario, options).expect("the built-in data");
        let map = &game.book.map;
        let (river, road, path) = (map.sides("river"), map.links("road"), map.links("path"));
        Ground { game, river, road, path }
    }
}

impl<'a> Scene<'a> {
    pub fn units(self) -> impl Iterator<Item = Unit> + 'a {
        (0..self.ground.game.book.units.len()).map(Unit::at)
    }

    pub fn side(self, unit: Unit) -> Side {
        self.ground.game.book.units[unit.index()].side
    }

    pub fn kind(self, unit: Unit) -> Kind {
        self.ground.game.book.units[unit.index()].kind
    }

    pub fn within(self, hex: Hex) -> impl Iterator<Item = Unit> + 'a {
        self.units().filter(move |u| self.p.place.of(u.index()) == Place::On(hex))
    }

    pub fn enemy_in(self, side: Side, hex: Hex) -> bool {
        self.within(hex).any(|u| self.side(u) != side)
    }

    pub fn friend_in(self, side: Side, hex: Hex) -> bool {
        self.within(hex).any(|u| self.side(u) == side)
    }

    pub fn playable(self, hex: Hex) -> bool {
        let map = &self.ground.game.book.map;
        hex.is_some() && map.terrains()[map.terrain(hex)] != "nonplayable"
    }

    /// 4: is the hex next to an enemy in supply that has not retreated?
    pub fn zone(self, side: Side, hex: Hex) -> bool {
        let exerts = |u: Unit| {
            self.side(u) != side && !self.p.unsupplied.has(u.index()) && !self.p.retreated.has(u.index())
        };
        self.ground.game.book.map.around(hex).any(|(_, h)| self.within(h).any(exerts))
    }

    pub fn tank(self, unit: Unit) -> bool {
        matches!(self.kind(unit), Kind::Tank(_))
    }

    pub fn battalion(self, unit: Unit) -> bool {
        matches!(self.kind(unit), Kind::Infantry | Kind::Cavalry)
    }

    /// 1.1e, 1.1g
    pub fn room(self, unit: Unit, hex: Hex) -> Result<(), &'static str> {
        let others =
            |same: &dyn Fn(Unit) -> bool| self.within(hex).filter(|u| *u != unit && same(*u)).count();
        if self.tank(unit) {
            return if others(&|u| self.tank(u)) < 1 { Ok(()) } else { Err("1.1g") };
        }
        if others(&|u| self.battalion(u)) < 2 { Ok(()) } else { Err("1.1e") }
    }

    pub fn linked(self, from: Hex, dir: Dir) -> bool {
        self.ground.road.has(from, dir) || self.ground.path.has(from, dir)
    }

    pub fn unbridged(self, from: Hex, dir: Dir) -> bool {
        self.ground.river.has(from, dir) && !self.linked(from, dir)
    }

    pub fn terrain_cost(self, unit: Unit, to: Hex) -> u8 {
        let map = &self.ground.game.book.map;
        let slow = !matches!(self.kind(unit), Kind::Infantry);
        match map.terrains()[map.terrain(to)].as_str() {
            "clear" => 1,
            _ if slow => 3,
            _ => 2,
        }
    }

    pub fn under_aviation(self, side: Side, hex: Hex, on_links: bool) -> bool {
        let book = &self.ground.game.book;
        self.p.interdictions(side.other()).any(|h| {
            let counts = !on_links || Dir::ALL.iter().any(|d| self.linked(h, *d));
            counts && book.map.distance(h, hex) <= 1
        })
    }

    pub fn step_cost(self, unit: Unit, from: Hex, dir: Dir, to: Hex) -> u8 {
        let plain = if self.linked(from, dir) {
            1
        } else {
            self.terrain_cost(unit, to) + u8::from(self.ground.river.has(from, dir))
        };
        plain + u8::from(self.under_aviation(self.side(unit), to, false))
    }

    pub fn letter(self, unit: Unit, hex: Hex) -> bool {
        self.ground.game.book.entries.iter().any(|e| e.hex == hex && e.side == self.side(unit))
    }

    pub fn mode(self) -> (Mode, u8) {
        let found = self.p.stack.frames().iter().copied().rev().find_map(|f| match f {
            Frame::Movement(_, mode, left) => Some((mode, left)),
            _ => None,
        });
        found.expect("a movement")
    }

    pub fn slowed(self, unit: Unit) -> bool {
        let game = &self.ground.game;
        game.variants.slowness && self.p.turn == 2 && game.book.text(unit).corps.as_deref() == Some("XVIII")
    }

    /// What halves a unit's points.
    pub fn halvings(self, unit: Unit) -> Vec<&'static str> {
        let (mode, _) = self.mode();
        let off_road = matches!(self.p.place.of(unit.index()), Place::Beside(h) if !self.letter(unit, h));
        let all = [
            (self.p.unsupplied.has(unit.index()), "3m"),
            (mode == Mode::Early, "9s"),
            (mode == Mode::Adjustment, "2m"),
            (self.slowed(unit), "11.1a"),
            (off_road, "6.1n"),
        ];
        let mut halvings: Vec<_> = all.into_iter().filter_map(|(on, rule)| on.then_some(rule)).collect();
        // A unit that has entered off the roads stands on the map now, and goes on with what it was left.
        if let Frame::Moving { points, going, .. } = self.p.top()
            && going.begun()
            && mode != Mode::Infiltration
            && points < self.halved(unit, halvings.len())
        {
            halvings.push("6.1n");
        }
        halvings
    }

    pub fn printed(self, unit: Unit) -> u8 {
        let info = &self.ground.game.book.units[unit.index()];
        info.mp[usize::from(self.p.reduced.has(unit.index()))]
    }

    pub fn halved(self, unit: Unit, times: usize) -> u8 {
        (0..times).fold(self.printed(unit), |points, _| points / 2)
    }

    /// 9p: what must be kept for those who have to leave the hex of the infiltration.
    pub fn kept_for_others(self, unit: Unit) -> u8 {
        let book = &self.ground.game.book;
        let hex = book.map.find("2312").expect("Brunete");
        let there = self.within(hex).filter(|u| self.battalion(*u)).count() as u8;
        let must = there.saturating_sub(2 + u8::from(self.p.place.of(unit.index()) == Place::On(hex)));
        let ways = book.map.around(hex).filter(|(_, to)| {
            self.playable(*to) && !self.enemy_in(Side::Republican, *to) && self.room(unit, *to).is_ok()
        });
        must * ways.map(|(d, to)| self.step_cost(unit, hex, d, to)).min().unwrap_or(0)
    }

    /// Why so many points cannot be spent, where no bonus is in question.
    pub fn points_faults(self, unit: Unit, spent: u8) -> Fault {
        let (mode, left) = self.mode();
        if mode == Mode::Infiltration {
            let order = self.units().filter(|u| {
                let text = self.ground.game.book.text(*u);
                self.side(*u) == Side::Republican && text.division.as_deref() == Some("11")
            });
            let i = order.take_while(|u| *u != unit).count();
            let own = self.halved(unit, 0).saturating_sub(self.p.infiltrated[i]);
            return match () {
                () if spent > own => fault("9-r6"),
                () if spent > left => fault("9o"),
                () if spent > left.saturating_sub(self.kept_for_others(unit)) => fault("9p"),
                () => Fault::new(),
            };
        }
        let halvings = self.halvings(unit);
        if spent <= self.halved(unit, halvings.len()) {
            return Fault::new();
        }
        let enough = !halvings.is_empty() && spent <= self.halved(unit, halvings.len() - 1);
        if enough { halvings.into_iter().collect() } else { fault("9b") }
    }

    /// Everything against a move along a route.
    pub fn move_faults(self, unit: Unit, from: Hex, path: Path) -> Vec<Fault> {
        let Frame::Moving { going, .. } = self.p.top() else { panic!("no move") };
        let (side, map) = (self.side(unit), &self.ground.game.book.map);
        let (mode, _) = self.mode();
        let mut faults = Vec::new();
        let mut at = from;
        let mut spent = going.spent;
        let full = matches!(mode, Mode::Normal | Mode::Extra) && !self.slowed(unit);
        let mut along = full && (going.bonus || !going.begun());
        let (mut zoned, mut spoiled, mut by_path) = (false, false, going.path);
        let entering = !matches!(self.p.place.of(unit.index()), Place::On(_));
        if entering {
            let letter = self.letter(unit, from);
            let road = Dir::ALL.iter().any(|d| self.ground.road.has(from, *d));
            spent += if letter { 1 } else { self.terrain_cost(unit, from) };
            spent += u8::from(self.under_aviation(side, from, false));
            along &= letter;
            by_path |= letter && !road;
            zoned |= self.zone(side, from);
            spoiled |= self.under_aviation(side, from, true);
        } else {
            along &= Dir::ALL.iter().any(|d| self.linked(from, *d));
            zoned |= self.zone(side, from);
        }
        for (i, dir) in path.dirs().enumerate() {
            if (i > 0 || entering) && self.zone(side, at) {
                faults.push(fault("4.1a"));
            }
            let to = map.neighbour(at, dir);
            if !self.playable(to) {
                // What lies beyond cannot be reckoned.
                return vec![fault("9j")].into_iter().chain(faults).collect();
            }
            if self.tank(unit) && self.unbridged(at, dir) {
                faults.push(fault("9e"));
            }
            if self.enemy_in(side, to) {
                faults.push(fault("1.1-r2"));
            }
            spent += self.step_cost(unit, at, dir, to);
            along &= self.linked(at, dir);
            by_path |= self.linked(at, dir) && !self.ground.road.has(at, dir);
            zoned |= self.zone(side, to);
            spoiled |= self.under_aviation(side, to, true);
            at = to;
        }
        let [small, large] = if self.kind(unit) == Kind::Infantry { [2, 3] } else { [3, 5] };
        let bonus = if by_path { small } else { large };
        let points = self.halved(unit, self.halvings(unit).len());
        if !along || zoned || spoiled || spent > points + bonus {
            let statement = if by_path { "9h" } else { "9g" };
            let plain = self.points_faults(unit, spent);
            if !plain.is_empty() {
                // A bonus that would do is what the move lacks.
                faults.push(match (zoned, spoiled) {
                    (true, false) if along && spent <= points + bonus => fault(statement),
                    (false, true) if along && spent <= points + bonus => fault("8.2c"),
                    (false, false) if along && by_path && spent <= points + large => fault("9h"),
                    _ => plain,
                });
            }
        }
        faults.extend(self.room(unit, at).err().map(fault));
        faults
    }

    /// The rules that an attack by these units would break.
    pub fn attack_faults(self, side: Side, target: Hex, units: &[Unit]) -> Fault {
        let (book, p) = (&self.ground.game.book, self.p);
        let mut faults = Fault::new();
        let mut shared = u32::MAX;
        let mut attack = 0;
        for u in units {
            let info = &book.units[u.index()];
            let at = p.place.of(u.index()).hex().expect("on the map");
            let dir = book.map.dir(at, target).expect("adjacent");
            if self.kind(*u) == Kind::Garrison {
                faults.insert("1.2.2k");
            }
            if info.frozen && !p.freed {
                faults.insert("9-r4");
            }
            if p.fought.has(u.index()) {
                faults.insert("10.1e");
            }
            if self.tank(*u) {
                if self.unbridged(at, dir) {
                    faults.insert("10.3.2c");
                }
                if !units.iter().any(|v| self.battalion(*v) && p.place.of(v.index()) == Place::On(at)) {
                    faults.insert("10.3.4a");
                }
                if units.iter().filter(|v| self.tank(**v)).count() > 1 {
                    faults.insert("10.3.4b");
                }
            }
            let armour = self.within(target).any(|v| self.tank(v) && self.side(v) == Side::Republican);
            if self.kind(*u) == Kind::Tank(Tank::Panzer) && armour {
                faults.insert("10.3.4f");
            }
            if info.labels != 0 {
                shared &= info.labels;
            }
            let mut factor = info.attack[usize::from(p.reduced.has(u.index()))];
            if p.unsupplied.has(u.index()) && factor > 0 {
                factor = (factor / 2).max(1);
            }
            let river = self.battalion(*u) && self.ground.river.has(at, dir);
            attack += u16::from(factor.saturating_sub(u8::from(river)));
        }
        if shared == 0 && p.command[side] == 0 {
            faults.insert("5.1d");
        }
        let defence: u16 = self
            .within(target)
            .filter(|u| !p.retreated.has(u.index()))
            .map(|u| {
                let factor = book.units[u.index()].defence[usize::from(p.reduced.has(u.index()))];
                u16::from(if p.unsupplied.has(u.index()) { (factor / 2).max(1) } else { factor })
            })
            .sum();
        if attack == 0 || 2 * attack < defence {
            faults.insert("10.1l");
        }
        faults
    }

    /// Every attack on the hex that takes these units along, by what it breaks.
    pub fn attacks(self, side: Side, target: Hex, with: &[Unit]) -> Option<Vec<Fault>> {
        let book = &self.ground.game.book;
        let near: Vec<Unit> = book
            .map
            .around(target)
            .flat_map(|(_, h)| self.within(h))
            .filter(|u| self.side(*u) == side && !with.contains(u))
            .collect();
        if near.len() > 9 {
            return None;
        }
        let all = (0..1u32 << near.len()).filter(|mask| *mask > 0 || !with.is_empty()).map(|mask| {
            let more = near.iter().enumerate().filter(|(i, _)| mask >> i & 1 != 0).map(|(_, u)| *u);
            let units: Vec<Unit> = with.iter().copied().chain(more).collect();
            self.attack_faults(side, target, &units)
        });
        Some(all.collect())
    }
}
