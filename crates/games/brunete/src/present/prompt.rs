//! What the position waits for, in one sentence.

use super::words::resource_name;
use crate::Brunete;
use crate::frame::{Ending, Frame, Going, Mode};
use crate::ids::Unit;
use crate::movement::cost::Cost;
use crate::position::{Place, Public, Role};
use crate::rules as r;
use frente_board::{Dir, Hex};
use frente_engine::{Message, Rule, Side};

impl Brunete {
    /// The points a unit under way can really still use: a bonus counts only if a step that keeps it can be taken from here, by road or by
    /// path (9g, 9h, 9-r2). Off the map that step is the entry itself.
    pub(crate) fn points_left(&self, q: &Public, unit: Unit, points: u8, going: Going) -> u8 {
        let m = self.mover(unit, points);
        let after = |cost: Cost, to: Hex| self.allowance(&m, self.after(q, &m, going, to, cost));
        let most = if !going.bonus {
            None
        } else if let Some(from) = q.at(unit) {
            let next = Dir::ALL.map(|dir| (dir, self.book.map.neighbour(from, dir)));
            let onto = next.into_iter().filter(|(_, to)| to.some().is_some());
            onto.filter_map(|(dir, to)| Some(after(self.step(q, &m, from, dir, to).ok()?, to))).max()
        } else {
            match q.place.of(unit.index()) {
                Place::Beside(hex) | Place::Exited(hex) => {
                    self.entry_step(q, &m, hex).ok().map(|cost| after(cost, hex))
                }
                _ => None,
            }
        };
        most.unwrap_or(m.points).saturating_sub(going.spent)
    }

    /// What the position waits for, in one sentence to those who look.
    pub(crate) fn prompt(
        &self,
        q: &Public,
        to: Option<Side>,
        wait: frente_engine::Wait,
    ) -> (Message, Option<Rule>) {
        use frente_engine::Wait;
        match wait {
            Wait::Over(outcome) => {
                let points = if let Some(Ending::Points(n)) = Self::ended(q) { n } else { 0 };
                (Message::new(outcome.reason).with("points", points), Some(outcome.rule))
            }
            Wait::Chance(chance) => {
                let by = chance.by.map_or("none", Side::key);
                (Message::new(chance.what).with("side", by), None)
            }
            Wait::Decision(side) if to != Some(side) => {
                (Message::new("prompt-wait").with("side", side), None)
            }
            Wait::Decision(_) => self.prompt_for(q),
        }
    }

    fn prompt_for(&self, q: &Public) -> (Message, Option<Rule>) {
        let target = || self.book.hex_name(q.fight.target);
        let plain = |id: &'static str, rule: Rule| (Message::new(id), Some(rule));
        match q.top() {
            Frame::SetUp(n) => {
                let unit = self.scenario.free.get(usize::from(n)).map_or(String::new(), |u| self.spoken(*u));
                (Message::new("prompt-set-up").with("unit", unit), Some(r::R12_1I))
            }
            Frame::Replacement(..) => plain("prompt-replacement", r::R6_3A),
            Frame::Granted(_, k) => {
                (Message::new("prompt-granted").with("resource", resource_name(k)), Some(r::R5_2F))
            }
            Frame::Resource(_) => plain("prompt-resource", r::R5_2E),
            Frame::Cull => plain("prompt-cull", r::R9_R6),
            Frame::Aviation(..) => plain("prompt-aviation", r::R8B),
            Frame::Reroll { die, .. } => (Message::new("prompt-reroll").with("die", die), Some(r::R5_2J)),
            Frame::Reinforce(..) => plain("prompt-reinforce", r::R6_1B),
            Frame::Enter(u) => (Message::new("prompt-enter").with("unit", self.spoken(u)), Some(r::R6_1B)),
            Frame::Recover { unit, give, .. } => (
                Message::new("prompt-recover").with("unit", self.spoken(unit)).with("give", give),
                Some(r::R6_2B),
            ),
            Frame::Movement(_, mode, left) => match mode {
                Mode::Normal => plain("prompt-movement", r::R9A),
                Mode::Early => plain("prompt-early", r::R9R),
                Mode::Extra => plain("prompt-extra", r::R2O),
                Mode::Adjustment => (Message::new("prompt-adjustment").with("units", left), Some(r::R2L)),
                Mode::Infiltration => {
                    (Message::new("prompt-infiltration").with("points", left), Some(r::R9O))
                }
            },
            Frame::Moving { unit, points, going } => {
                let left = self.points_left(q, unit, points, going);
                (
                    Message::new("prompt-moving").with("unit", self.spoken(unit)).with("left", left),
                    Some(r::R9B),
                )
            }
            Frame::Combat(_) => plain("prompt-combat", r::R10_1A),
            Frame::Declare => (Message::new("prompt-declare").with("place", target()), Some(r::R10_1C)),
            Frame::Elite(_) => plain("prompt-elite", r::R10_3_1A),
            Frame::Support(role) => {
                let most = if role == Role::Attacker {
                    self.book.tables.support_attack
                } else {
                    self.book.tables.support_defence
                };
                (Message::new("prompt-support").with("most", most).with("place", target()), Some(r::R10_3_3B))
            }
            Frame::Lose(_, left) => (Message::new("prompt-lose").with("steps", left), Some(r::R10_1G)),
            Frame::Stubborn => (Message::new("prompt-stubborn").with("place", target()), Some(r::R10_4_1B)),
            Frame::Retreat => {
                (Message::new("prompt-retreat").with("hexes", q.fight.retreat), Some(r::R10_4_1A))
            }
            Frame::Advance(hexes) => (Message::new("prompt-advance").with("hexes", hexes), Some(r::R10_4_2A)),
            Frame::Maintain(_) => plain("prompt-maintain", r::R8_3A),
            _ => plain("prompt-none", r::R2A),
        }
    }
}
