//! What must hold in every position.

use crate::Set;
use crate::Side;
use crate::frame::Frame;
use crate::game::Santander;
use crate::ids::{Unit, each};
use crate::position::{Net, Position};
use frente_board::Hex;

fn holds(truth: bool, problem: impl FnOnce() -> String) -> Result<(), String> {
    if truth { Ok(()) } else { Err(problem()) }
}

impl Santander {
    pub(crate) fn audit_all(&self, p: &Position) -> Result<(), String> {
        holds(std::mem::size_of::<Position>() <= 2048, || {
            format!("a position of {} bytes", std::mem::size_of::<Position>())
        })?;
        for side in Side::BOTH {
            self.audit_counters(p, side)?;
            self.audit_stacks(p, side)?;
        }
        self.audit_boxes(p)?;
        let placing = p.public.frames.frames().iter().copied().find_map(|f| match f {
            Frame::Place(step) => Some(step.side()),
            Frame::Trench | Frame::RollDivision(_) => Some(Side::Republican),
            Frame::Arrange(side) => Some(side),
            _ => None,
        });
        holds(placing.is_none() || placing == p.public.screen, || "set up without a screen".to_owned())?;
        holds(p.public.turn == 0 || p.public.screen.is_none(), || "a screen in play".to_owned())?;
        if let Frame::Moving(side) = p.public.frames.top() {
            let mut fresh = *p;
            fresh.net = Net::default();
            self.renew_net(&mut fresh, Unit::new(side, p.own(side).mover as usize));
            holds(p.net == fresh.net, || "the net of the unit on the move differs".to_owned())?;
        }
        let (kept, fresh) = (&p.public.open, p.recomputed(&self.book));
        holds(kept.held == fresh.held && kept.columns == fresh.columns, || {
            "occupied hexes differ".to_owned()
        })?;
        holds(kept.exert == fresh.exert && kept.zone == fresh.zone, || "zones differ".to_owned())
    }

    /// Every counter is in one place only, and in the stack of that place.
    fn audit_counters(&self, p: &Position, side: Side) -> Result<(), String> {
        let public = &p.public;
        let (on, lost, gone) = (public.on_map[side], public.lost[side], public.withdrawn[side]);
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
        let own = p.own(side);
        let tops = self.book.map.hexes().filter_map(|h| own.top(h)).fold(0, |set, slot| set | 1 << slot);
        holds(own.tops() == tops, || format!("{side}: {:x} on top, {tops:x} found", own.tops()))?;
        let crowded = |h: &Hex| p.sp(&self.book, side, *h) + self.book.most_sp > self.book.terrain(*h).limit;
        let crowded: Set = self.book.map.hexes().filter(crowded).map(Hex::index).collect();
        holds(own.crowded == crowded, || format!("{side}: room differs at {:?}", own.crowded - crowded))?;
        holds(found == own.on(), || format!("{side}: on the map {:x}, in stacks {found:x}", own.on()))?;
        // 5.3-r8: behind a screen there may be more than both players know.
        let known = if public.screen == Some(side) { on & !found == 0 } else { on == found };
        holds(known, || format!("{side}: known on the map {on:x}, in stacks {found:x}"))?;
        let marked = own.cut | own.reduced | own.disorganised() | own.lorries;
        holds(marked & !found == 0, || format!("{side}: markers on counters off the map"))?;
        holds(own.reduced & !self.book.corps(side).two_steps == 0, || {
            format!("{side}: a one-step unit reduced")
        })?;
        let moving = public.frames.top() == Frame::Moving(side);
        holds(moving == (own.mover != u8::MAX), || format!("{side}: a mover outside a move"))?;
        let brigades = (public.lost[Side::Republican] & self.book.brigades).count_ones();
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
        let columns = self.book.corps(Side::Nationalist).columns & public.on_map[Side::Nationalist];
        let most = u32::from(self.book.scenario.columns_on_map);
        holds(columns.count_ones() <= most, || "too many Nationalist columns".to_owned())?;
        let fighting =
            public.frames.frames().iter().copied().any(|f| matches!(f, Frame::Joining(_) | Frame::Fight(_)));
        holds(fighting == public.fight.target.is_some(), || "a combat that nobody fights".to_owned())?;
        let sea = public.republican.iter().map(Hex::at).find(|h| !self.book.land.has(h.index()));
        holds(sea.is_none(), || "control at sea".to_owned())
    }
}
