//! 9.2 Movement: what a step costs, what forbids it, and where an assault can strike.

use crate::Side;
use crate::book::{Book, MOST_MOVES};
use crate::counters::Units;
use crate::map::Places;
use crate::position::{Act, Kind, Public};
use crate::rules::{self, Rule};
use frente_board::Area;

/// A stack on the march.
#[derive(Clone, Copy, Debug)]
pub struct Mover {
    /// Whose it is.
    pub side: Side,
    /// How many units it has.
    pub size: u8,
    /// 9.2d: the movement points of its slowest unit.
    pub moves: u8,
    /// Is artillery in it?
    pub guns: bool,
}

/// The state of the area a step leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaving {
    /// As it stands.
    Standing,
    /// Just entered: if no enemy unit was there, it has become a friendly area (3.5.1-r1).
    Entered,
}

/// How much of a search is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Quest {
    All,
    Any,
}

impl Book {
    /// The stack these units form.
    pub fn mover(&self, p: &Public, side: Side, units: Units) -> Mover {
        Mover {
            side,
            size: units.len(),
            moves: units.iter(side).map(|u| self.moves(p, u)).min().unwrap_or(0),
            guns: (units & self.guns[side]).any(),
        }
    }

    /// 9.2e to 9.2l and the bans of 2, 3.2 and 12: what one step costs, or the rule against it. Movement points are the
    /// caller's business.
    ///
    /// # Errors
    /// The rule against the step.
    #[inline]
    pub fn step(
        &self,
        p: &Public,
        m: &Mover,
        from: Area,
        leaving: Leaving,
        to: Area,
        ban: bool,
    ) -> Result<u8, Rule> {
        let (side, foe) = (m.side, m.side.other());
        if !self.map.near[from.index()].has(to.index()) {
            return Err(self.not_adjacent(from, to));
        }
        let from_foes = p.units(foe, from).any();
        let from_enemy = !self.controls(p, side, from) && (leaving == Leaving::Standing || from_foes);
        let to_foes = p.units(foe, to).any();
        let to_enemy = !self.controls(p, side, to);
        if self.map.is_box(to) && to_enemy {
            return Err(rules::R2K);
        }
        if from_enemy && to_enemy {
            return Err(rules::R9_2J);
        }
        if !self.has_room(p, side, to, m.size) {
            return Err(rules::R3_2C);
        }
        if m.guns && to_enemy && p.units(side, to).is_empty() {
            return Err(rules::R9_2L);
        }
        let river = self.map.river[from.index()].has(to.index());
        if side == Side::Nationalist {
            if ban && self.scenario.ban[from.index()].has(to.index()) {
                return Err(self.ban_rule());
            }
            if p.pausing() && to_enemy && !(to_foes && p.units(side, to).any()) {
                return Err(rules::R12_3S);
            }
        }
        let cost = &self.tables.movement;
        Ok(cost.step
            + if from_enemy || from_foes { cost.leaving } else { 0 }
            + if to_enemy || to_foes { cost.entering } else { 0 }
            + if river && (from_enemy || to_enemy) { cost.river } else { 0 })
    }

    /// The rule that bars the rivers in this scenario.
    pub fn ban_rule(&self) -> Rule {
        if self.scenario.pause { rules::R12_3L } else { rules::R12_1I }
    }

    fn not_adjacent(&self, from: Area, to: Area) -> Rule {
        if self.map.is_box(from) && self.map.is_box(to) {
            rules::R9_2_R7
        } else if self.map.corners.iter().any(|c| c.has(from.index()) && c.has(to.index())) {
            rules::R2D
        } else {
            rules::R2C
        }
    }

    /// 9.2j, 9.2k, 9.2-r6: may the stack of this impulse make this step with the points it has left? What it costs.
    ///
    /// # Errors
    /// The rule against the step.
    pub fn may_step(&self, p: &Public, to: Area) -> Result<u8, Rule> {
        let act = &p.act;
        // Points are in `act.left` by now; the slowest unit has been asked for when the march began.
        let guns = (act.force & self.guns[act.side]).any();
        let m = Mover { side: act.side, size: act.force.len(), moves: act.left, guns };
        let cost = self.step(p, &m, act.here, Leaving::Standing, to, p.river_ban)?;
        if act.steps > 0 && cost > act.left {
            return Err(rules::R9_2D);
        }
        if act.steps > 0 && self.switches.stop_on_entering && !self.is_quiet(p, act.here, act) {
            return Err(rules::R9_2_R3);
        }
        if act.kind == Kind::Assault && to != act.target {
            let rest = act.left.saturating_sub(cost);
            let opened = self.opens_rivers(p, &m, to);
            let ban = p.river_ban && !opened;
            if self.switches.stop_on_entering && self.is_hostile(p, act.side, to) {
                return Err(rules::R9_2_R3);
            }
            if !self.strikes(p, &m, to, rest, Leaving::Entered, ban).has(act.target.index()) {
                return Err(rules::R9_4_3D);
            }
        }
        Ok(cost)
    }

    /// Was the area the stack stands in neither enemy nor contested when it came? (For the switch of 9.2-r3.)
    fn is_quiet(&self, p: &Public, here: Area, act: &Act) -> bool {
        !act.entered_hostile && !self.is_hostile(p, act.side, here)
    }

    /// Enemy-controlled, or with enemy units.
    #[inline]
    pub fn is_hostile(&self, p: &Public, side: Side, place: Area) -> bool {
        !self.controls(p, side, place) || p.units(side.other(), place).any()
    }

    /// 12.1j, 12.1-r1: would the arrival of the stack open the rivers?
    fn opens_rivers(&self, p: &Public, m: &Mover, to: Area) -> bool {
        m.side == Side::Nationalist
            && self.map.is_urban(to)
            && p.units(m.side, to).len() + m.size >= p.units(m.side.other(), to).len()
    }

    /// 9.2a: is there a first step for the stack?
    ///
    /// # Errors
    /// A rule against one of the steps.
    pub fn may_march(&self, p: &Public, m: &Mover, from: Area) -> Result<(), Rule> {
        let mut reason = rules::R2C;
        for to in self.map.near[from.index()] {
            match self.step(p, m, from, Leaving::Standing, Area::at(to), p.river_ban) {
                Ok(_) => return Ok(()),
                // A full area or a gun that may not go first says more than an enemy box.
                Err(rule) if rule != rules::R2K => reason = rule,
                Err(_) => {}
            }
        }
        Err(reason)
    }

    /// 9.4.3d: areas with enemy units that a stack can reach, within the rules of movement. `from` is left with `left` points;
    /// a stack that has not moved yet may always make one step (9.2k).
    pub fn strikes(
        &self,
        p: &Public,
        m: &Mover,
        from: Area,
        left: u8,
        leaving: Leaving,
        ban: bool,
    ) -> Places {
        self.search(p, m, from, left, leaving, ban, Quest::All)
    }

    /// Is there any such area?
    pub fn can_strike(&self, p: &Public, m: &Mover, from: Area) -> bool {
        !self.search(p, m, from, m.moves, Leaving::Standing, p.river_ban, Quest::Any).is_empty()
    }

    #[expect(clippy::too_many_arguments, reason = "the two doors above give it a name each")]
    fn search(
        &self,
        p: &Public,
        m: &Mover,
        from: Area,
        left: u8,
        leaving: Leaving,
        ban: bool,
        quest: Quest,
    ) -> Places {
        let foes = self.foes(p, m.side);
        // Any step costs its price, the last one into enemy units the extra for entering as well; a first step is always possible.
        let cost = &self.tables.movement;
        let reach = 1 + left.min(MOST_MOVES).saturating_sub(cost.step + cost.entering) / cost.step.max(1);
        if (self.map.within[from.index()][usize::from(reach.min(MOST_MOVES))] & foes).is_empty() {
            return Places::EMPTY;
        }
        let mut found = Places::EMPTY;
        // One layer while the rivers are barred, one for routes that have opened them on the way.
        let mut open = [[Places::EMPTY; MOST_MOVES as usize + 1]; 2];
        let mut seen = [Places::EMPTY; 2];
        open[usize::from(!ban)][usize::from(left.min(MOST_MOVES))].insert(from.index());
        for points in (0..=left.min(MOST_MOVES)).rev() {
            for layer in 0..2 {
                let mut edge = open[layer][usize::from(points)] - seen[layer];
                while let Some(i) = edge.pop() {
                    seen[layer].insert(i);
                    let here = Area::at(i);
                    // Every step costs something, so only the very first has all points.
                    let first =
                        leaving == Leaving::Standing && here == from && points == left.min(MOST_MOVES);
                    let state = if first { Leaving::Standing } else { Leaving::Entered };
                    if points == 0 && !first {
                        continue;
                    }
                    for j in self.map.near[i] {
                        let to = Area::at(j);
                        let Ok(cost) = self.step(p, m, here, state, to, layer == 0) else { continue };
                        if cost > points && !first {
                            continue;
                        }
                        if foes.has(j) && self.may_storm(p, m.side, to).is_ok() {
                            found.insert(j);
                            if quest == Quest::Any {
                                return found;
                            }
                        }
                        if self.switches.stop_on_entering && self.is_hostile(p, m.side, to) {
                            continue;
                        }
                        let next = if layer == 1 || self.opens_rivers(p, m, to) { 1 } else { 0 };
                        open[next][usize::from(points.saturating_sub(cost))].insert(j);
                    }
                }
            }
        }
        found
    }

    /// Areas with units of the other side.
    #[inline]
    pub fn foes(&self, p: &Public, side: Side) -> Places {
        p.held[side.other()] & self.map.land
    }

    /// 12.3t: may the side attack in the area?
    ///
    /// # Errors
    /// The rule against it.
    #[inline]
    pub fn may_storm(&self, p: &Public, side: Side, area: Area) -> Result<(), Rule> {
        if side == Side::Nationalist && p.pausing() && self.controls(p, Side::Republican, area) {
            Err(rules::R12_3T)
        } else {
            Ok(())
        }
    }
}
