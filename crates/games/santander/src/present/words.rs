//! Events in words.

use super::{bombed_text, level_text, nerve_text, result_text};
use crate::Event;
use crate::Side;
use crate::game::Santander;
use crate::ids::Unit;
use crate::rules::*;
use frente_board::Hex;
use frente_engine::present::{Told, Weight};
use frente_engine::text::Arg;
use frente_engine::{Message, Rule};

impl Santander {
    pub(crate) fn make_told(&self, event: &Event) -> Told {
        let m = Message::new;
        let say = Told::new;
        let unit = |id: &'static str, u: Unit, rule: Rule| {
            Told::new(Message::new(id).with("unit", self.book.label(u)), rule).piece(self.book.label(u))
        };
        let at = |id: &'static str, h: Hex, rule: Rule| {
            Told::new(Message::new(id).with("hex", self.hex_name(h)), rule).place(self.book.map.label(h))
        };
        let both = |id: &'static str, u: Unit, h: Hex, rule: Rule| {
            let text = Message::new(id).with("unit", self.book.label(u)).with("hex", self.hex_name(h));
            Told::new(text, rule).piece(self.book.label(u)).place(self.book.map.label(h))
        };
        let air = |k: u8| self.book.air[k as usize].label.as_str();
        let yes = |b: bool| if b { "yes" } else { "no" };
        match *event {
            Event::Placed { unit: u, hex, rule } => both("told-placed", u, hex, rule),
            Event::HeldBack(u) => unit("told-held-back", u, R4_1_R1),
            Event::SetUp(side) => say(m("told-set-up").with("side", side), R5_3_R8).weight(Weight::Phase),
            Event::Trench(h) => at("told-trench", h, R4_2G),
            Event::Division { division, die, reserve } => {
                let text =
                    m("told-division").with("division", self.book.divisions[division as usize].as_str());
                say(text.with("die", die).with("reserve", yes(reserve)), if reserve { R4_1D } else { R4_1C })
                    .die(die)
            }
            Event::Armour { die, received } => {
                let rule = [R4_3C, R4_3D, R4_3E][(received.clamp(1, 3) - 1) as usize];
                say(m("told-armour").with("die", die).with("count", received), rule).die(die)
            }
            Event::Turn(n) => {
                say(m("told-turn").with("turn", n).with("date", self.date(n)), R3A).weight(Weight::Turn)
            }
            Event::Phase(side) => {
                let rule = if side == Side::Nationalist { R3_BA } else { R3_CA };
                say(m("told-phase").with("side", side), rule).weight(Weight::Phase)
            }
            Event::Weather { die, total, rain } => {
                let text = m("told-weather").with("die", die).with("total", total).with("rain", yes(rain));
                say(text, if rain { R11_2B } else { R11_2A }).die(die).weight(Weight::Result)
            }
            Event::AirBack { kind, count } => {
                say(m("told-air-back").with("air", air(kind)).with("count", count), R9_1_1C)
            }
            Event::Offensive { die, begins, rule } => {
                let told = say(m("told-offensive").with("die", die).with("begins", yes(begins)), rule)
                    .weight(Weight::Result);
                if die > 0 { told.die(die) } else { told }
            }
            Event::Success { die, infantry, air } => {
                let text = m("told-success").with("die", die).with("infantry", infantry).with("air", air);
                say(text, if infantry > 2 { R12_3D } else { R12_3C }).die(die).weight(Weight::Result)
            }
            Event::Withdrawn { unit: u, rule } => unit("told-withdrawn", u, rule).weight(Weight::Loss),
            Event::AirWithdrawn { kind } => {
                say(m("told-air-withdrawn").with("air", air(kind)), R12_3_R1).weight(Weight::Loss)
            }
            Event::Supply { unit: u, cut, .. } => {
                unit(if cut { "told-cut" } else { "told-supplied" }, u, R6_1A)
            }
            Event::Arrived { unit: u, hex, .. } => both("told-arrived", u, hex, R9_3_R1),
            Event::ArrivalLost(rule) => say(m("told-arrival-lost"), rule),
            Event::Surrender { die, surrender } => {
                let text = m("told-surrender").with("die", die).with("surrender", yes(surrender));
                say(text, if surrender { R13_2C } else { R13_2D }).die(die).weight(Weight::Result)
            }
            Event::Replaced { brigade, battalion, hex } => {
                let text = m("told-replaced")
                    .with("unit", self.book.label(brigade))
                    .with("battalion", self.book.label(battalion));
                say(text.with("hex", self.hex_name(hex)), R13_3C)
                    .piece(self.book.label(battalion))
                    .place(self.book.map.label(hex))
            }
            Event::FightOn { battalions } => say(m("told-fight-on").with("count", battalions), R13_3B),
            Event::Factory { die, destroyed } => {
                let text = m("told-factory").with("die", die).with("destroyed", yes(destroyed));
                say(text, if destroyed { R14_2B } else { R14_2A }).die(die).weight(Weight::Result)
            }
            Event::Moved { unit: u, from, path } => {
                let to = self.book.map.along(from, path).last().unwrap_or(from);
                let text = m("told-moved").with("unit", self.book.label(u)).with("from", self.hex_name(from));
                let mut told = say(text.with("hex", self.hex_name(to)), R8_1B).piece(self.book.label(u));
                told = told.place(self.book.map.label(from));
                self.book.map.along(from, path).fold(told, |t, h| t.place(self.book.map.label(h)))
            }
            Event::Sighted { unit: u, from, to } => {
                let text = m("told-moved").with("unit", self.book.label(u)).with("from", self.hex_name(from));
                say(text.with("hex", self.hex_name(to)), R5_3_R6)
                    .piece(self.book.label(u))
                    .place(self.book.map.label(from))
                    .place(self.book.map.label(to))
            }
            Event::Taken { hex, side } => {
                let text = m("told-taken").with("hex", self.hex_name(hex)).with("side", side);
                say(text, R10_8A).place(self.book.map.label(hex))
            }
            Event::TrenchGone(h) => at("told-trench-gone", h, R10_7C),
            Event::Track { to, rule } => say(m("told-track").with("to", to), rule),
            Event::Attacked(h) => at("told-attacked", h, R10_2A).weight(Weight::Phase),
            Event::Joined(u) => unit("told-joined", u, R10_2A),
            Event::Flies { kind } => say(m("told-flies").with("air", air(kind)), R9_1A),
            Event::Fires(u) => unit("told-fires", u, R9_4_1A),
            Event::Supplies(u) => unit("told-supplies", u, R9_4_1B),
            Event::NoSupport(side) => say(m("told-no-support").with("side", side), R5_3_R7),
            Event::Dogfight { side, die, hit } => {
                let text = m("told-dogfight").with("side", side).with("die", die).with("hit", yes(hit));
                say(text, if hit { R15_1C } else { R15_1B }).die(die)
            }
            Event::ShotDown { kind } => {
                say(m("told-shot-down").with("air", air(kind)), R15_1D).weight(Weight::Loss)
            }
            Event::Bombarded { by, attack, defence, die, modifier, result } => {
                let text =
                    m("told-bombarded").with("side", by).with("attack", attack).with("defence", defence);
                let text = text
                    .with("net", attack.abs_diff(defence))
                    .with("die", die)
                    .with("modifier", Arg::signed(modifier));
                say(text.with("result", bombed_text(result)), R9_4_2D).die(die).weight(Weight::Result)
            }
            Event::NoBombardment { attack, .. } => {
                say(m("told-no-bombardment").with("points", attack), R9_4_2_R1)
            }
            Event::Disorganised { unit: u, level, rule } => {
                let text =
                    m("told-disorganised").with("unit", self.book.label(u)).with("level", level_text(level));
                say(text, rule).piece(self.book.label(u)).weight(Weight::Loss)
            }
            Event::Attrition { kind, die, lost, back } => {
                let text =
                    m("told-attrition").with("air", air(kind)).with("die", die).with("lost", yes(lost));
                say(text.with("turn", back), if lost { R9_1_1B } else { R9_1_1A }).die(die)
            }
            Event::UsedUp(u) => unit("told-used-up", u, R9_3_1C),
            Event::Fought { attack, defence, position, die, modifier, result } => {
                let text = m("told-fought").with("attack", attack).with("defence", defence);
                let text = text.with("column", self.book.tables.combat.name(position)).with("die", die);
                let text = text.with("modifier", Arg::signed(modifier)).with("result", result_text(result));
                say(text, R10_2_D4A).die(die).weight(Weight::Result)
            }
            Event::Nerve { die, total, nerve } => {
                let rule = [T4A, T4B, T4C, T4D][nerve as usize];
                let text =
                    m("told-nerve").with("die", die).with("total", total).with("result", nerve_text(nerve));
                say(text, rule).die(die).weight(Weight::Result)
            }
            Event::Stands { side, rule } => {
                let id = if rule == R10_6_R3 { "told-no-way-out" } else { "told-stands" };
                say(m(id).with("side", side), rule)
            }
            Event::Retreats { side, rule } => say(m("told-retreats").with("side", side), rule),
            Event::Reduced { unit: u, rule } => unit("told-reduced", u, rule).weight(Weight::Loss),
            Event::Eliminated { unit: u, rule } => unit("told-eliminated", u, rule).weight(Weight::Loss),
            Event::Retreated { unit: u, from, to } => {
                both("told-retreated", u, to, R10_5_1A).place(self.book.map.label(from))
            }
            Event::Advanced { unit: u, from, to, rule } => {
                both("told-advanced", u, to, rule).place(self.book.map.label(from))
            }
            Event::NobodyLeft(rule) => say(m("told-nobody-left"), rule).weight(Weight::Result),
            Event::TurnEnds => say(m("told-turn-ends"), R3_D_R1).weight(Weight::Phase),
            Event::Recovers { unit: u, level, rule, .. } => {
                let text = m("told-recovers").with("unit", self.book.label(u)).with("level", level);
                say(text, rule).piece(self.book.label(u))
            }
            Event::Over { points } => {
                let text = m("told-over").with("points", points).with("needed", self.book.tables.points);
                say(text, R14_1K).weight(Weight::Turn)
            }
        }
    }

    /// What a turn stands for.
    pub(crate) fn date(&self, turn: u8) -> &str {
        let dates = &self.book.tables.dates;
        dates.get((turn as usize).max(1) - 1).map_or("", String::as_str)
    }
}
