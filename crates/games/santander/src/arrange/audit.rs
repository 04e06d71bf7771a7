//! What must hold in every position.

use crate::Side;
use crate::frame::Frame;
use crate::game::Santander;
use crate::pieces::each;
use crate::position::Position;
use frente_board::Hex;

fn holds(truth: bool, problem: impl FnOnce() -> String) -> Result<(), String> {
    if truth { Ok(()) } else { Err(problem()) }
}

impl Santander {
    pub(crate) fn audit_all(&self, p: &Position) -> Result<(), String> {
        holds(std::mem::size_of::<Position>() <= 4096, || "a position over 4 KiB".to_owned())?;
        for side in Side::BOTH {
            self.audit_counters(p, side)?;
            self.audit_stacks(p, side)?;
        }
        self.audit_boxes(p)?;
        let (kept, fresh) = (&p.public.open, p.recomputed(&self.book));
        holds(kept.held == fresh.held && kept.columns == fresh.columns, || {
            "occupied hexes differ".to_owned()
        })?;
        holds(kept.exert == fresh.exert && kept.zone == fresh.zone, || "zones differ".to_owned())?;
        holds(kept.faces == fresh.faces, || {
            let odd = (0..kept.faces.len()).find(|i| kept.faces[*i] != fresh.faces[*i]);
            format!("what is seen differs at {:?}", odd.map(|i| (i, kept.faces[i], fresh.faces[i])))
        })
    }

    /// Every counter is in one place only, and in the stack of that place.
    fn audit_counters(&self, p: &Position, side: Side) -> Result<(), String> {
        let s = side.index();
        let public = &p.public;
        let (on, lost, gone) = (public.on_map[s], public.lost[s], public.withdrawn[s]);
        holds(on & lost == 0 && on & gone == 0 && lost & gone == 0, || {
            format!("{side}: a counter in two places")
        })?;
        let all = self.book.corps(side).all;
        holds((on | lost | gone) & !all == 0, || format!("{side}: a counter that does not exist"))?;
        let mut found = 0;
        for hex in self.book.map.hexes() {
            for slot in p.own(side).stack(hex) {
                holds(found >> slot & 1 == 0, || format!("{side}: slot {slot} in two stacks"))?;
                holds(p.own(side).at(slot) == hex, || {
                    format!("{side}: slot {slot} is not where its stack is")
                })?;
                found |= 1 << slot;
            }
        }
        holds(found == on, || format!("{side}: on the map {on:x}, in stacks {found:x}"))?;
        let own = p.own(side);
        let marked = own.cut | own.reduced | own.disorganised() | own.lorries;
        holds(marked & !on == 0, || format!("{side}: markers on counters off the map"))?;
        holds(own.reduced & !self.book.corps(side).two_steps == 0, || {
            format!("{side}: a one-step unit reduced")
        })?;
        let moving = public.frames.top() == Frame::Moving(side);
        holds(moving == (own.mover != u8::MAX), || format!("{side}: a mover outside a move"))?;
        let brigades = (public.lost[0] & self.book.brigades).count_ones();
        holds(u32::from(public.brigades) == brigades, || {
            format!("{brigades} brigades lost, {} counted", public.brigades)
        })
    }

    /// 5: what may lie together; 10.8: who stands in a hex controls it.
    fn audit_stacks(&self, p: &Position, side: Side) -> Result<(), String> {
        let corps = self.book.corps(side);
        // 5-r2, 10.4.1-r1: what goes on after a breakthrough only passes through.
        let passing = match p.public.frames.top() {
            Frame::Beyond(by, _) if by == side => self.ahead(p, side).bit(),
            _ => 0,
        };
        for hex in self.book.map.hexes() {
            let units = p.units(side, hex);
            if units == 0 {
                continue;
            }
            let label = self.book.map.label(hex);
            holds(self.book.land.has(hex.index()), || format!("{side} counters at sea in {label}"))?;
            holds(p.units(side.other(), hex) == 0, || format!("both sides in {label}"))?;
            for (kind, set) in
                [("HQs", corps.hqs), ("columns", corps.columns), ("armour units", corps.armour)]
            {
                holds((units & set & !passing).count_ones() <= 1, || format!("two {kind} in {label}"))?;
            }
            // 5.1.1a: the last unit to arrive found less than double the limit.
            let limit = self.book.terrain(hex).limit * self.book.tables.double;
            let largest = each(side, units).map(|u| self.book.piece(u).sp).max().unwrap_or(0);
            let sp = p.sp(&self.book, side, hex);
            holds(sp < limit + largest || largest == 0, || format!("{sp} SP in {label}"))?;
            let troops = units & !corps.columns != 0;
            holds(!troops || p.controller(hex) == side, || {
                format!("{side} units in {label} do not control it")
            })?;
            let bottom = p.own(side).stack(hex).last();
            let column = each(side, units & corps.columns).next().map(|u| u.slot());
            holds(column.is_none() || column == bottom, || format!("a column on top in {label}"))?;
        }
        Ok(())
    }

    fn audit_boxes(&self, p: &Position) -> Result<(), String> {
        let public = &p.public;
        for (kind, air) in self.book.air.iter().enumerate() {
            let boxes = &public.air[kind];
            let n = boxes.ready + boxes.used + boxes.due.iter().sum::<u8>() + public.fight.air[kind];
            holds(n <= air.count, || format!("{n} of {} {}", air.count, air.label))?;
        }
        let track = &self.book.tables.morale;
        holds((track.least..=track.most).contains(&public.morale), || format!("morale {}", public.morale))?;
        let trenches = public.trenches.len() + public.trenches_left as usize;
        holds(trenches <= self.book.scenario.trenches as usize, || format!("{trenches} trenches"))?;
        let columns = self.book.corps(Side::Nationalist).columns & public.on_map[1];
        let most = u32::from(self.book.scenario.columns_on_map);
        holds(columns.count_ones() <= most, || "too many Nationalist columns".to_owned())?;
        let fighting = public.frames.iter().any(|f| matches!(f, Frame::Joining(_) | Frame::Fight(_)));
        holds(fighting == public.fight.target.is_some(), || "a combat that nobody fights".to_owned())?;
        let sea = public.republican.iter().map(Hex::at).find(|h| !self.book.land.has(h.index()));
        holds(sea.is_none(), || "control at sea".to_owned())
    }
}
