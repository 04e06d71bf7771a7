//! 3. General points: stacking (3.2), supply (3.3), Republican morale (3.4.1), control of areas (3.5).

use crate::Side;
use crate::book::Book;
use crate::event::Event;
use crate::ids::Unit;
use crate::ids::{AREAS, Places};
use crate::position::Public;
use crate::rules::{self, Rule};
use frente_board::Area;
use frente_engine::Sink;

impl Book {
    /// 3.2a, 3.2b, 3.2d, 3.2-r1, 3.2-r2: room for `n` more units of the side?
    #[inline]
    pub fn has_room(&self, p: &Public, side: Side, place: Area, n: u8) -> bool {
        self.map.is_box(place) || p.count[side][place.index()] + n <= self.tables.stacking.limit
    }

    /// 3.2a, 3.2c: those of the areas in which the side has no room for `n` more units.
    #[inline]
    pub fn full(&self, p: &Public, side: Side, areas: Places, n: u8) -> Places {
        let limit = self.tables.stacking.limit;
        // A box can hold more units than any area.
        if n > limit {
            return areas & self.map.land;
        }
        let (mut rest, mut full) = (areas & p.held[side] & self.map.land, Places::EMPTY);
        while let Some(i) = rest.pop() {
            if p.count[side][i] + n > limit {
                full.insert(i);
            }
        }
        full
    }

    /// 2-r1, 3.1b, 3.5a: does the side control the place? A box belongs to its side for ever.
    #[inline]
    pub fn controls(&self, p: &Public, side: Side, place: Area) -> bool {
        if self.map.is_box(place) {
            self.map.boxes[side.index()].has(place.index())
        } else {
            p.nationalist.has(place.index()) == (side == Side::Nationalist)
        }
    }

    /// Areas the side controls.
    #[inline]
    pub fn controlled(&self, p: &Public, side: Side) -> Places {
        match side {
            Side::Nationalist => p.nationalist,
            Side::Republican => self.map.land - p.nationalist,
        }
    }

    /// 3.5b: does the area hold units of both sides?
    #[inline]
    pub fn is_contested(&self, p: &Public, area: Area) -> bool {
        Side::BOTH.into_iter().all(|side| p.units(side, area).any())
    }

    /// 3.3a, 3.3b, 3.3c, 3.3-r2, 3.3-r3: places from which a side can draw supply: its boxes, and its areas linked to a
    /// source by areas it controls. AA is a Republican source while the Republic controls it.
    pub fn supplied_net(&self, p: &Public, side: Side) -> Places {
        let own = self.controlled(p, side) | self.map.boxes[side.index()];
        let mut sources = self.map.boxes[side.index()];
        if side == Side::Republican {
            sources |= Places::one(self.map.madrid.index()) & own;
        }
        self.map.areas.flood(&sources, &own)
    }

    /// 3.3c, 3.3-r1: places in supply for a side: the net, and enemy-controlled areas next to it.
    pub fn in_supply(&self, p: &Public, side: Side) -> Places {
        let net = self.supplied_net(p, side);
        net.iter().fold(net, |all, i| all | (self.map.near[i] & self.map.land))
    }

    /// 10c, 10-r1, 10-r2: which supply routes are cut, as bits in their order on the map.
    pub fn routes_cut(&self, p: &Public) -> u8 {
        let held = self.supplied_net(p, Side::Nationalist);
        (self.map.routes.iter().enumerate())
            .filter(|(_, route)| route.normal.meets(&held))
            .fold(0, |all, (i, _)| all | 1 << i)
    }

    /// 3.4a, 3.4-r1: morale rises; what goes beyond the end is lost.
    pub fn raise_morale<S: Sink<Event>>(&self, p: &mut Public, levels: u8, rule: Rule, s: &mut S) {
        let best = self.tables.morale.len() as u8 - 1;
        let level = (p.morale + levels).min(best);
        if level != p.morale {
            p.morale = level;
            s.push(Event::Morale { level, up: true, rule });
        }
    }

    /// 3.4.1a: morale drops one level.
    pub fn lower_morale<S: Sink<Event>>(&self, p: &mut Public, rule: Rule, s: &mut S) {
        if p.morale > 0 {
            p.morale -= 1;
            s.push(Event::Morale { level: p.morale, up: false, rule });
        }
    }

    /// 1.2a, 3.5.2a, 3.5.2b, 3.5.2-r1: an area goes over to a side.
    fn take_area<S: Sink<Event>>(&self, p: &mut Public, area: Area, side: Side, rule: Rule, s: &mut S) {
        p.nationalist.set(area.index(), side == Side::Nationalist);
        p.won[side] = p.won[side].saturating_add(1);
        s.push(Event::Control { area, side, rule });
    }

    /// 3.4.1d, 3.4.1e, 3.4.1-r1, 3.4.1-r2, 3.5.1a, 12.1j, 12.1-r1, 12.2-r2, 12.3m: judges a place after units came or
    /// went: control passes, morale rises, the rivers open, the city's units are released.
    pub fn settle<S: Sink<Event>>(&self, p: &mut Public, area: Area, s: &mut S) {
        if self.map.is_box(area) {
            return;
        }
        let (red, blue) = (p.units(Side::Republican, area), p.units(Side::Nationalist, area));
        let holder = if p.nationalist.has(area.index()) { Side::Nationalist } else { Side::Republican };
        let was_contested = p.contested.has(area.index());
        p.contested.set(area.index(), red.any() && blue.any());
        let mut relief = None;
        if self.map.is_urban(area) && was_contested && blue.is_empty() && red.any() {
            relief = Some(rules::R3_4_1D);
        }
        if p.units(holder, area).is_empty() && p.units(holder.other(), area).any() {
            self.take_area(p, area, holder.other(), rules::R3_5_1A, s);
            if self.map.is_urban(area) && holder == Side::Nationalist {
                relief = relief.or(Some(rules::R3_4_1E));
            }
        }
        if let Some(rule) = relief {
            self.raise_morale(p, 1, rule, s);
        }
        if p.river_ban && self.map.is_urban(area) && blue.any() && blue.len() >= red.len() {
            p.river_ban = false;
            s.push(Event::RiverOpen(if self.scenario.pause { rules::R12_3M } else { rules::R12_1J }));
        }
        if area == self.map.madrid && blue.any() {
            self.release_city(p, s);
        }
    }

    /// 12.2v, 12.2w: the units of the city may be activated from now on.
    pub fn release_city<S: Sink<Event>>(&self, p: &mut Public, s: &mut S) {
        if p.city_locked {
            p.city_locked = false;
            s.push(Event::Released(rules::R12_2W));
        }
    }

    /// Phase 4a: 3.5.1b, 3.5.1-r2, 3.5.1-r3, 3.4.1-r3: areas without units of their controller and out of its supply change
    /// hands, all judged on the same state of control.
    pub fn check_control<S: Sink<Event>>(&self, p: &mut Public, s: &mut S) {
        let nets = Side::BOTH.map(|side| self.supplied_net(p, side));
        let mut lost: [Places; 2] = [Places::EMPTY; 2];
        for i in 0..AREAS {
            let holder = if p.nationalist.has(i) { Side::Nationalist } else { Side::Republican };
            if p.stack[holder][i].is_empty() && !nets[holder.index()].has(i) {
                lost[holder.index()].insert(i);
            }
        }
        for holder in Side::BOTH {
            for i in lost[holder.index()] {
                self.take_area(p, Area::at(i), holder.other(), rules::R3_5_1B, s);
                if holder == Side::Nationalist && self.map.urban.has(i) {
                    self.raise_morale(p, 1, rules::R3_4_1E, s);
                }
            }
        }
    }

    /// Phase 4b: 3.4.1a, 3.4.1b, 3.5.2c, 3.5.2d: morale follows the Area Control Track, which is then set back.
    pub fn adjust_morale<S: Sink<Event>>(&self, p: &mut Public, s: &mut S) {
        if p.won[Side::Nationalist] > p.won[Side::Republican] {
            self.lower_morale(p, rules::R3_4_1A, s);
        } else {
            self.raise_morale(p, 1, rules::R3_4_1B, s);
        }
        p.won = frente_engine::PerSide::new(0, 0);
    }

    /// 8a: a unit goes to the Eliminated Units box.
    pub fn eliminate<S: Sink<Event>>(&self, p: &mut Public, unit: Unit, rule: Rule, s: &mut S) {
        p.lift(unit);
        p.fresh[unit.side()].remove(unit);
        p.eliminated[unit.side()].insert(unit);
        s.push(Event::Eliminated(unit, rule));
    }

    /// 1.1c: a unit is turned to a face.
    pub fn turn_over<S: Sink<Event>>(&self, p: &mut Public, unit: Unit, fresh: bool, rule: Rule, s: &mut S) {
        let side = unit.side();
        if p.fresh[side].has(unit) == fresh {
            return;
        }
        if fresh {
            p.fresh[side].insert(unit);
        } else {
            p.fresh[side].remove(unit);
        }
        s.push(Event::Turned { unit, fresh, rule });
    }

    /// Phase 4e: 3.3d, 3.3e, 4e: every unit in supply turns to its Fresh face.
    pub fn refresh<S: Sink<Event>>(&self, p: &mut Public, s: &mut S) {
        for side in Side::BOTH {
            let supplied = self.in_supply(p, side);
            for i in supplied {
                for unit in (p.stack[side][i] - p.fresh[side]).iter(side) {
                    self.turn_over(p, unit, true, rules::R4E, s);
                }
            }
        }
    }
}
