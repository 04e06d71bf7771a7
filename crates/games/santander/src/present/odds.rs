//! Exact odds over bombardment, disorganisation, combat and morale together.
//!
//! Real play is run on copies: every die that matters branches six ways, declarations still open are taken as made, and the
//! step of a DSG+1 falls on the first unit that may take it. What a seat does not know is averaged over positions it cannot
//! tell from the true one.

use super::{nerve_text, result_text};
use crate::Side;
use crate::action::Action;
use crate::book::{Nerve, Result as Outcome};
use crate::frame::Frame;
use crate::game::Santander;
use crate::ids::each;
use crate::position::Position;
use crate::rules::*;
use crate::seen::Seen;
use frente_board::Hex;
use frente_engine::odds::{Account, Chance, Item, Odds, Tone};
use frente_engine::present::FightKind;
use frente_engine::{Game, Message, Rng, Rule, Seat};
use std::collections::BTreeMap;

/// How many positions stand for what a seat does not know.
const WORLDS: u64 = 48;

/// How a combat goes, as far as the dice decide it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Ending {
    /// Nobody is left to attack.
    AttackersGone,
    /// Steps, and the morale result if a die was due.
    Fought(Outcome, Option<Nerve>),
    /// Nobody is left to defend.
    DefendersGone,
}

impl Ending {
    /// For sorting: how good it is for the attacker.
    fn worth(self) -> (i8, i8) {
        match self {
            Ending::AttackersGone => (i8::MIN, 0),
            Ending::DefendersGone => (i8::MAX, 1),
            Ending::Fought(Outcome::Breakthrough, _) => (i8::MAX, 0),
            Ending::Fought(Outcome::Steps(a, d), nerve) => (d as i8 - a as i8, nerve.map_or(0, |n| n as i8)),
        }
    }
}

/// The distribution of a combat.
#[derive(Clone, Debug, Default)]
pub struct Spread {
    /// Endings with their weights.
    pub endings: BTreeMap<Ending, u64>,
    /// Positions on the table with their weights.
    pub columns: BTreeMap<u8, u64>,
}

impl Santander {
    /// The distribution of the combat at hand in one position; `total` is divided among the endings.
    pub(crate) fn spread(&self, p: &Position, total: u64, into: &mut Spread) {
        let mut copy = *p;
        if let Frame::Joining(_) = copy.public.frames.top() {
            self.apply(&mut copy, Action::Declare, &mut ());
        }
        self.branch(&copy, total, into);
    }

    fn branch(&self, p: &Position, weight: u64, into: &mut Spread) {
        let add = |into: &mut Spread, ending: Ending, weight: u64| {
            *into.endings.entry(ending).or_default() += weight
        };
        let fight = &p.public.fight;
        match p.public.frames.top() {
            Frame::Support(_) | Frame::Columns(_) => self.follow(p, Action::Done, weight, into),
            Frame::AirCombat(..) => {
                // Only hit or miss matters: as many faces as hit, and the rest.
                let hits = u64::from(7 - self.book.tables.air.shot_down_from);
                self.follow(p, Action::Roll(6), weight / 6 * hits, into);
                self.follow(p, Action::Roll(1), weight / 6 * (6 - hits), into);
            }
            // Attrition comes after the bombardment and changes nothing in this combat.
            Frame::Attrition(..) => self.follow(p, Action::Roll(6), weight, into),
            Frame::Bombardment => {
                for die in 1..=6 {
                    self.follow(p, Action::Roll(die), weight / 6, into);
                }
            }
            Frame::Roll => {
                let sum = self.sum(p);
                *into.columns.entry(sum.position).or_default() += weight;
                for die in 1..=6 {
                    let result = self.combat_result(&sum, die);
                    let mut after = *p;
                    self.apply(&mut after, Action::Roll(die), &mut ());
                    if after.public.frames.top() == Frame::Morale {
                        for die in 1..=6 {
                            let (_, nerve) = self.nerve(&after, die);
                            add(into, Ending::Fought(result, Some(nerve)), weight / 36);
                        }
                    } else {
                        add(into, Ending::Fought(result, None), weight / 6);
                    }
                }
            }
            Frame::Advance(_) => add(into, Ending::DefendersGone, weight),
            _ if fight.target == Hex::NONE => add(into, Ending::AttackersGone, weight),
            _ => {
                // A step of bombardment or an air unit shot down: the first that may take it.
                let mut legal = Vec::new();
                self.legal(p, &mut legal);
                match legal.first() {
                    Some(action) => self.follow(p, *action, weight, into),
                    None => add(into, Ending::AttackersGone, weight),
                }
            }
        }
    }

    fn follow(&self, p: &Position, action: Action, weight: u64, into: &mut Spread) {
        let mut after = *p;
        self.apply(&mut after, action, &mut ());
        let over = p.public.fight.target.is_some() && after.public.fight.target == Hex::NONE;
        if over {
            // Nobody could advance, or nobody was left: told apart by who still holds the hex.
            let defender = p.public.fight_side().other();
            let held = after.public.open.held[defender].has(p.public.fight.target.index());
            let ending = if held { Ending::AttackersGone } else { Ending::DefendersGone };
            *into.endings.entry(ending).or_default() += weight;
        } else {
            self.branch(&after, weight, into);
        }
    }

    /// Enough to be divided by six for every die that can branch.
    fn whole(&self, p: &Position) -> u64 {
        let air = Side::BOTH.iter().map(|s| u32::from(self.air_in_combat(p, *s))).sum::<u32>();
        6u64.pow(3 + if self.flags.air_combat { air } else { 0 })
    }

    pub(crate) fn make_odds(&self, seen: &Seen, seat: Seat) -> Option<Odds> {
        let public = &seen.public;
        let before_die = matches!(
            public.frames.top(),
            Frame::Joining(_)
                | Frame::Support(_)
                | Frame::Columns(_)
                | Frame::AirCombat(..)
                | Frame::ShotDown(..)
                | Frame::Bombardment
                | Frame::Attrition(..)
                | Frame::Roll
        );
        if !before_die || public.fight.attackers == 0 {
            return None;
        }
        let attacker = public.fight_side();
        let certain = public.fight.revealed || seat.knows(attacker.other());
        let worlds = if certain { 1 } else { WORLDS };
        let mut rng = Rng::new(1937);
        let mut spread = Spread::default();
        let mut total = 0;
        let mut first = None;
        for _ in 0..worlds {
            let world = self.imagine(seen, &mut rng);
            let whole = self.whole(&world);
            total += whole;
            self.spread(&world, whole, &mut spread);
            first.get_or_insert(world);
        }
        let world = first?;
        let mut endings: Vec<(Ending, u64)> = spread.endings.into_iter().collect();
        endings.sort_by_key(|(ending, _)| std::cmp::Reverse(ending.worth()));
        let results =
            endings.into_iter().map(|(ending, weight)| self.ending_chance(ending, weight)).collect();
        let name = |(position, weight): (&u8, &u64)| (self.book.tables.combat.name(*position), *weight);
        Some(Odds {
            kind: FightKind::Attack,
            table: Some("crt"),
            items: self.account(&world, certain),
            columns: spread.columns.iter().map(name).collect(),
            results,
            total,
            imagined: if certain { 0 } else { WORLDS },
        })
    }

    fn ending_chance(&self, ending: Ending, weight: u64) -> Chance {
        let (result, id, tone) = match ending {
            Ending::AttackersGone => ("A gone".to_owned(), "odds-attackers-gone", Tone::Bad),
            Ending::DefendersGone => ("D gone".to_owned(), "odds-defenders-gone", Tone::Good),
            Ending::Fought(outcome, nerve) => {
                let mut text = result_text(outcome);
                if let Some(nerve) = nerve {
                    text = format!("{text} {}", nerve_text(nerve));
                }
                let tone = match outcome {
                    Outcome::Breakthrough => Tone::Good,
                    Outcome::Steps(a, d) if d > a => Tone::Good,
                    Outcome::Steps(a, d) if a > d => Tone::Bad,
                    Outcome::Steps(..) => Tone::Even,
                };
                let id = match outcome {
                    Outcome::Breakthrough => "odds-breakthrough",
                    Outcome::Steps(..) => "odds-steps",
                };
                (text, id, tone)
            }
        };
        let mut meaning = Message::new(id);
        if let Ending::Fought(outcome, nerve) = ending {
            if let Outcome::Steps(a, d) = outcome {
                meaning = meaning.with("attacker", a).with("defender", d);
            }
            meaning = meaning.with(
                "nerve",
                match nerve {
                    None => "none",
                    Some(Nerve::Free) => "free",
                    Some(Nerve::Retreat) => "retreat",
                    Some(Nerve::Rout) => "rout",
                    Some(Nerve::Panic) => "panic",
                },
            );
        }
        Chance { result, meaning, tone, weight }
    }

    /// The account of the strengths as they stand, before any bombardment. Defenders a seat does not know are left out.
    fn account(&self, p: &Position, certain: bool) -> Vec<Item> {
        let attacker = p.public.fight_side();
        let fight = &p.public.fight;
        let target = fight.target;
        let mut items = Vec::new();
        let mut item = |id: &'static str, hex: Hex, account: Account, value: i32, rule: Rule| {
            let text = Message::new(id).with("hex", self.hex_name(hex));
            items.push(Item { text, account, value, rule });
        };
        for hex in self.attack_hexes(p, attacker) {
            let hex = Hex::at(hex);
            let s = self.attack_from(p, attacker, hex, fight.attackers & p.units(attacker, hex));
            item("odds-attack", hex, Account::Attack, i32::from(s.sound + s.weak), R2_1A);
            if s.weak > 0 {
                let cut = each(attacker, fight.attackers & p.units(attacker, hex)).any(|u| p.marks(u).cut);
                let rule = if cut { R6_3A } else { R9_5A };
                item("odds-halved", hex, Account::Attack, i32::from(s.weak / 2) - i32::from(s.weak), rule);
            }
            if s.overstacked {
                let full = s.sound + s.weak / 2;
                item("odds-overstacked", hex, Account::Attack, i32::from(s.total) - i32::from(full), R5_1A);
            }
        }
        if certain {
            let s = self.defence_of(p, attacker.other(), target);
            item("odds-defence", target, Account::Defence, i32::from(s.sound + s.weak), R2_1A);
            let halved = s.sound + s.weak.div_ceil(2);
            if s.weak > 0 {
                let cut = each(attacker.other(), p.troops(&self.book, attacker.other(), target))
                    .any(|u| p.marks(u).cut);
                item(
                    "odds-halved",
                    target,
                    Account::Defence,
                    i32::from(halved) - i32::from(s.sound + s.weak),
                    if cut { R6_3B } else { R9_5B },
                );
            }
            let crowded = if s.overstacked { halved.div_ceil(2) } else { halved };
            if s.overstacked {
                item(
                    "odds-overstacked",
                    target,
                    Account::Defence,
                    i32::from(crowded) - i32::from(halved),
                    R5_1A,
                );
            }
            if s.total != crowded {
                item(
                    "odds-terrain",
                    target,
                    Account::Defence,
                    i32::from(s.total) - i32::from(crowded),
                    R10_2_D3B,
                );
            }
            let outside = self.sum(p).outside;
            if outside != 0 {
                item(
                    "odds-outside",
                    target,
                    Account::Die,
                    i32::from(outside),
                    if outside < 0 { R10_2_D3D } else { R10_2_D3E },
                );
            }
        }
        // What follows does not depend on who defends.
        let sum = self.sum(p);
        let parts = [
            ("odds-concentric", Account::Die, sum.concentric, R10_2_1C),
            ("odds-trench", Account::Die, sum.trench, R10_7B),
            ("odds-first-turn", Account::Shift, sum.shift as i8, R4_4A),
        ];
        for (id, account, value, rule) in parts.into_iter().filter(|(_, _, v, _)| *v != 0) {
            item(id, target, account, i32::from(value), rule);
        }
        let x = self.exchange(p);
        if x.attack + x.defence > 0 {
            item(
                "odds-bombardment",
                target,
                Account::Note,
                i32::from(x.attack) - i32::from(x.defence),
                R9_4_2C,
            );
        }
        items
    }
}
