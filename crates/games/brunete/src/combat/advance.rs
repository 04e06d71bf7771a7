//! 10.4.2 Advance after combat.

use crate::Brunete;
use crate::action::Action;
use crate::event::Event;
use crate::frame::Frame;
use crate::ids::{Unit, each};
use crate::position::{Fight, Place, Public};
use crate::rules as r;
use crate::zones;
use frente_board::{Dir, Hex, Path};
use frente_engine::{Rule, Sink};

impl Brunete {
    /// The hex is vacated: the attackers may follow this far.
    pub(crate) fn begin_advance(&self, p: &mut Public, hexes: u8) {
        p.stack.push(Frame::Advance(hexes));
    }

    /// 11.1b: XVIII Corps on turn 2 advances one hex only.
    fn advance_length(&self, p: &Public, unit: Unit, hexes: u8) -> u8 {
        if self.slowed(p, unit) { hexes.min(self.book.tables.slow_advance) } else { hexes }
    }

    /// The attackers that could still advance.
    pub(crate) fn followers<'a>(&self, p: &'a Public) -> impl Iterator<Item = Unit> + 'a {
        each(p.fight.attackers - p.fight.advanced).filter(move |u| p.at(*u).is_some())
    }

    /// 10.4.2b, 10.4.2e, 10.4.2g, 10.4.2-r2: one step of an advance.
    fn advance_step(&self, p: &Public, unit: Unit, from: Hex, dir: Dir, first: bool) -> Result<Hex, Rule> {
        let info = self.book.unit(unit);
        let to = self.book.map.neighbour(from, dir);
        if !to.is_some() || !self.book.playable.has(to.index()) {
            return Err(r::R9J);
        }
        if first && to != p.fight.target {
            return Err(r::R10_4_2B);
        }
        if !p.empty_of(info.side.other(), to) {
            return Err(r::R1_1_R2);
        }
        if info.kind.is_tank() && self.book.unbridged(from, dir) {
            return Err(r::R9E);
        }
        // A friend cancels the zone, but not the unit itself in the hex it has left.
        let friend = p.in_hex(to).any(|u| u != unit);
        if !first && to != p.fight.target && zones::enemy_zone(p, info.side, to) && !friend {
            return Err(r::R10_4_2E);
        }
        Ok(to)
    }

    /// Every route of a unit's advance.
    fn advances(&self, p: &Public, unit: Unit, hexes: u8, mut each: impl FnMut(Path)) {
        let Some(at) = p.at(unit) else { return };
        let Some(dir) = self.book.map.dir(at, p.fight.target) else { return };
        let length = self.advance_length(p, unit, hexes);
        if length == 0 {
            return;
        }
        if let Ok(target) = self.advance_step(p, unit, at, dir, true) {
            self.advance_on(p, unit, target, Path::EMPTY.then(dir), length - 1, &mut each);
        }
    }

    /// The routes of an advance that has come to a hex: to stop there, or to go on.
    fn advance_on(
        &self,
        p: &Public,
        unit: Unit,
        hex: Hex,
        path: Path,
        left: u8,
        each: &mut impl FnMut(Path),
    ) {
        if p.at(unit) == Some(hex) || p.room(&self.book, unit, hex) {
            each(path);
        }
        if left == 0 {
            return;
        }
        for dir in Dir::ALL {
            if let Ok(to) = self.advance_step(p, unit, hex, dir, false) {
                self.advance_on(p, unit, to, path.then(dir), left - 1, each);
            }
        }
    }

    pub(crate) fn list_advances(&self, p: &Public, hexes: u8, out: &mut Vec<Action>) {
        for unit in self.followers(p) {
            self.advances(p, unit, hexes, |path| out.push(Action::Advance(unit, path)));
        }
        out.push(Action::End);
    }

    /// Is this one of the routes? If not, the first rule that stands against it.
    ///
    /// 10.4.2a, 10.4.2c, 10.4.2d: any attacker, one hex after a retreat of one, two after one of two.
    pub(crate) fn may_advance(&self, p: &Public, hexes: u8, unit: Unit, path: Path) -> Result<(), Rule> {
        if !self.followers(p).any(|u| u == unit) {
            return Err(r::R10_4_2A);
        }
        let mut listed = false;
        self.advances(p, unit, hexes, |route| listed |= route == path);
        if listed {
            return Ok(());
        }
        let mut at = p.at(unit).ok_or(r::R10_4_2A)?;
        for (i, dir) in path.dirs().enumerate() {
            at = self.advance_step(p, unit, at, dir, i == 0)?;
        }
        let length = usize::from(self.advance_length(p, unit, hexes));
        if path.len() > length {
            return Err(match hexes {
                _ if path.len() <= usize::from(hexes) => r::R11_1B,
                1 => r::R10_4_2C,
                2 => r::R10_4_2D,
                _ => r::R10_4_2F,
            });
        }
        Err(if path.is_empty() { r::R10_4_2B } else { self.full(unit) })
    }

    pub(crate) fn apply_advance<S: Sink<Event>>(&self, p: &mut Public, unit: Unit, path: Path, sink: &mut S) {
        let Some(from) = p.at(unit) else { return };
        let side = self.book.unit(unit).side;
        let mut at = from;
        for dir in path.dirs() {
            at = self.book.map.neighbour(at, dir);
            p.take(side, at);
        }
        p.put(&self.book, unit, Place::On(at));
        p.fight.advanced.insert(unit.index());
        sink.push(Event::Advanced { unit, from, path, rule: r::R10_4_2A });
        self.alarm(p, unit, sink);
    }

    /// The combat is over.
    pub(crate) fn end_combat(&self, p: &mut Public) {
        p.stack.pop();
        p.fight = Fight::NONE;
    }
}
