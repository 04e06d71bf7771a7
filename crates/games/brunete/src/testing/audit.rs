//! What must hold in every position.

use crate::Brunete;
use crate::frame::{Frame, Mode};
use crate::ids::Unit;
use crate::position::{Place, Position, Public};
use frente_engine::Side;

impl Brunete {
    pub(crate) fn audited(&self, p: &Position) -> Result<(), String> {
        let q = &p.public;
        let mut again = *q;
        again.rederive(&self.book);
        if !again.derived.same(&q.derived) {
            return Err("stacks, occupation or zones differ from what the units imply".to_owned());
        }
        self.audit_units(q)?;
        self.audit_stacks(q)?;
        self.audit_markers(q)?;
        for side in Side::BOTH {
            if p.secret[side].hand.count_ones() != u32::from(q.resources[side].left) {
                return Err(format!("{side}: resources in hand and resources left differ"));
            }
        }
        let attackers = q.fight.attackers | q.fight.defenders;
        if !q.fight.target.is_some() && !attackers.is_empty() {
            return Err("units of a combat that is over".to_owned());
        }
        Ok(())
    }

    fn audit_units(&self, q: &Public) -> Result<(), String> {
        for i in 0..self.book.units.len() {
            let (unit, info) = (Unit::at(i), &self.book.units[i]);
            let label = self.book.label(unit);
            let on_map = q.at(unit).is_some();
            if let Some(hex) = q.at(unit)
                && !self.book.playable.has(hex.index())
            {
                return Err(format!("{label} stands in a hex that is not playable"));
            }
            if q.reduced.has(i) && !info.two_steps {
                return Err(format!("{label} has one step and is reduced"));
            }
            let off_map_ok = matches!(q.place.of(i), Place::Exited(_));
            if q.reduced.has(i) && !on_map && !off_map_ok {
                return Err(format!("{label} is reduced off the map"));
            }
            if (q.unsupplied.has(i) || q.retreated.has(i)) && !on_map {
                return Err(format!("{label} is marked off the map"));
            }
            if info.kind == crate::book::Kind::Garrison && matches!(q.place.of(i), Place::Recoverable) {
                return Err(format!("garrison {label} can be recovered"));
            }
        }
        Ok(())
    }

    /// 1.1e, 1.1f, 1.1g: except while the 11th Division infiltrates or an advance or retreat is being made, no hex is overstacked.
    fn audit_stacks(&self, q: &Public) -> Result<(), String> {
        let infiltrating = q.turn <= self.book.tables.infiltration_turn
            && (q.turn == 0
                || q.stack.frames().iter().copied().any(|f| {
                    matches!(
                        f,
                        Frame::Infiltration
                            | Frame::InfiltrationPoints { .. }
                            | Frame::Cull
                            | Frame::Movement(_, Mode::Infiltration, _)
                            | Frame::Draw(_)
                    )
                }));
        for hex in self.book.map.hexes() {
            let both = Side::BOTH.into_iter().all(|s| !q.empty_of(s, hex));
            if both {
                return Err(format!("both sides stand in {}", self.book.map.label(hex)));
            }
            let (mut battalions, mut tanks, mut garrisons) = (0, 0, 0);
            for u in q.in_hex(hex) {
                match self.book.unit(u).kind {
                    k if k.is_battalion() => battalions += 1,
                    k if k.is_tank() => tanks += 1,
                    _ => garrisons += 1,
                }
            }
            let t = &self.book.tables;
            let fits = battalions <= t.battalions && tanks <= t.tanks && garrisons <= t.garrisons;
            let excused = infiltrating && hex == t.infiltration_hex;
            if !fits && !excused {
                return Err(format!("{} is overstacked", self.book.map.label(hex)));
            }
        }
        Ok(())
    }

    /// Markers neither appear nor vanish, except as the scenario says.
    fn audit_markers(&self, q: &Public) -> Result<(), String> {
        for side in Side::BOTH {
            let held = if side == Side::Nationalist {
                u8::from(q.madrid.aviation) + u8::from(q.madrid.more_aviation)
            } else {
                0
            };
            let stock = &q.aviation[side];
            let lying = q.interdictions(side).count() as u8;
            let aviation = stock.available + stock.used + lying + held + stock.due.iter().sum::<u8>();
            let start = self.scenario.support[side][1] as i8;
            let gained: i8 = self.scenario.markers.iter().filter(|m| m.1 == side).map(|m| m.3.max(0)).sum();
            if i16::from(aviation) > i16::from(start + gained) {
                return Err(format!("{side} has {aviation} aviation markers, more than there are"));
            }
        }
        Ok(())
    }
}
