//! Exact chances of the combat or bombardment at hand, by the same functions that play uses.
//!
//! What the seat cannot know is left out: support that the enemy has not shown counts as none. Coordination still to be rolled and
//! a stubborn defence that is always tried are counted exactly.

use crate::Brunete;
use crate::book::types::Outcome;
use crate::combat::odds::Sum;
use crate::frame::{DieOf, Frame};
use crate::ids::each;
use crate::position::{Commit, Public, Role};
use crate::rules as r;
use crate::seen::Seen;
use frente_engine::odds::{Account, Chance, Item, Odds, Tone};
use frente_engine::present::FightKind;
use frente_engine::{Message, Rule};

/// Faces of a die.
const FACES: u64 = 6;
/// The most markers one side can still have to roll for.
const MOST: usize = 4;

/// How many markers will be effective: weights by number, out of their sum.
type Spread = [u64; MOST];

impl Brunete {
    pub(crate) fn chances(&self, seen: &Seen) -> Option<Odds> {
        let p = &seen.public;
        match p.top() {
            Frame::Die(DieOf::Bombardment(_)) => Some(self.bombardment_chances()),
            Frame::Declare if p.fight.attackers.is_empty() => None,
            Frame::Declare
            | Frame::Elite(_)
            | Frame::Support(_)
            | Frame::Coordinate(..)
            | Frame::Die(DieOf::Combat) => Some(self.combat_chances(seen)),
            _ => None,
        }
    }

    fn bombardment_chances(&self) -> Odds {
        let hits = u64::from(self.book.tables.bombardment_hits.count_ones());
        let result = |key: &'static str, tone: Tone, weight: u64| Chance {
            result: key.to_owned(),
            meaning: Message::new("result-plain").with("result", key),
            tone,
            weight,
        };
        let results = vec![result("hit", Tone::Good, hits), result("miss", Tone::Bad, FACES - hits)];
        Odds {
            kind: FightKind::Bombardment,
            table: None,
            items: Vec::new(),
            columns: Vec::new(),
            results,
            total: FACES,
            imagined: 0,
        }
    }

    /// What a side's support will come to, as far as the seat knows.
    fn spread(&self, seen: &Seen, role: Role) -> Spread {
        let p = &seen.public;
        let sure = usize::from(p.fight.effective[role.index()]);
        let mut rolls = 0;
        for frame in p.stack.frames().iter().copied() {
            match frame {
                Frame::Coordinate(of, left) if of == role => rolls = usize::from(left),
                Frame::Reveal => {
                    // Before the reveal only one's own choice is known.
                    let commit = seen.secret[p.fight.side(role)].map_or(Commit::default(), |s| s.support);
                    let n = usize::from(commit.markers());
                    return if commit.command { Self::certain(n) } else { self.rolled(0, n) };
                }
                _ => {}
            }
        }
        self.rolled(sure, rolls)
    }

    fn rolled(&self, sure: usize, rolls: usize) -> Spread {
        let fails = u64::from(self.book.tables.coordination_fails.count_ones());
        let mut spread = Self::certain(sure);
        for _ in 0..rolls {
            let mut next = [0; MOST];
            for (n, weight) in spread.iter().enumerate().filter(|(_, w)| **w > 0) {
                next[n] += weight * fails;
                next[(n + 1).min(MOST - 1)] += weight * (FACES - fails);
            }
            spread = next;
        }
        spread
    }

    fn certain(sure: usize) -> Spread {
        let mut spread = [0; MOST];
        spread[sure.min(MOST - 1)] = 1;
        spread
    }

    fn combat_chances(&self, seen: &Seen) -> Odds {
        let p = &seen.public;
        let sum = self.sum(p);
        let (attack, defence) = (self.spread(seen, Role::Attacker), self.spread(seen, Role::Defender));
        let t = &self.book.tables;
        let stands = self.book.defence[p.fight.target.index()] > 0;
        let holds = u64::from(t.stubborn_holds.count_ones());
        let mut columns: Vec<(String, u64)> = Vec::new();
        let mut results: Vec<(Outcome, Chance)> = Vec::new();
        let mut total = 0;
        for (a, wa) in attack.iter().enumerate() {
            for (d, wd) in defence.iter().enumerate() {
                let weight = wa * wd;
                if weight == 0 {
                    continue;
                }
                let support = i16::from(t.support_shift) * (a as i16 - d as i16);
                let column = sum.column_with(support);
                add(&mut columns, &t.columns[column], weight * FACES * FACES);
                for die in 1..=6u8 {
                    total += weight * FACES;
                    let outcome = self.outcome(column, die);
                    let text = &t.crt_text[usize::from(die - 1)][column];
                    if outcome.stubborn && stands {
                        self.add_result(&mut results, outcome, text.clone(), false, weight * (FACES - holds));
                        self.add_result(&mut results, outcome, format!("{text} held"), true, weight * holds);
                    } else {
                        self.add_result(&mut results, outcome, text.clone(), false, weight * FACES);
                    }
                }
            }
        }
        results.sort_by_key(|(o, c)| {
            (std::cmp::Reverse(value(o, c.result.ends_with("held"))), c.result.clone())
        });
        let results = results.into_iter().map(|(_, c)| c).collect();
        Odds {
            kind: FightKind::Attack,
            table: Some("crt"),
            items: self.account(p, &sum),
            columns,
            results,
            total,
            imagined: 0,
        }
    }

    fn add_result(
        &self,
        results: &mut Vec<(Outcome, Chance)>,
        outcome: Outcome,
        text: String,
        held: bool,
        weight: u64,
    ) {
        if let Some((_, chance)) = results.iter_mut().find(|(_, c)| c.result == text) {
            chance.weight += weight;
            return;
        }
        let tone = match value(&outcome, held) {
            v if v > 0 => Tone::Good,
            0 => Tone::Even,
            _ => Tone::Bad,
        };
        let id = if held { "result-held" } else { "result-plain" };
        let meaning = Message::new(id).with("result", text.trim_end_matches(" held"));
        results.push((outcome, Chance { result: text, meaning, tone, weight }));
    }

    /// 10.2: every strength and every shift, with its rule.
    fn account(&self, p: &Public, sum: &Sum) -> Vec<Item> {
        let f = &p.fight;
        let item =
            |text: Message, account: Account, value: i32, rule: Rule| Item { text, account, value, rule };
        let mut items = Vec::new();
        for u in each(f.attackers) {
            let factor = self.attack_factor(p, u, f.target);
            let dry = self.book.unit(u).attack[p.face(u)];
            let rule = match () {
                () if p.unsupplied.has(u.index()) => r::R3L,
                () if factor < dry => r::R10_3_2B,
                () if self.book.unit(u).shift > 0 => r::R10_3_4C,
                () => r::R1_2_2J,
            };
            let text = Message::new("odds-unit").with("unit", self.spoken(u));
            items.push(item(text, Account::Attack, i32::from(factor), rule));
        }
        for u in each(f.defenders) {
            let rule = if p.unsupplied.has(u.index()) { r::R3L } else { r::R10_1D };
            let text = Message::new("odds-unit").with("unit", self.spoken(u));
            items.push(item(text, Account::Defence, i32::from(self.defence_factor(p, u)), rule));
        }
        let column = self.book.tables.columns[(sum.base.clamp(0, 7)) as usize].as_str();
        let ratio = format!("{}:{}", sum.attack, sum.defence);
        let base = Message::new("odds-base").with("ratio", ratio).with("column", column);
        items.push(item(base, Account::Note, i32::from(sum.base), r::R10_2A));
        // 10.3.3: until both supports are shown, the other side's counts as none.
        let open = p.stack.frames().iter().copied().any(|f| matches!(f, Frame::Reveal | Frame::Declare));
        let support = Message::new(if open { "odds-support-unshown" } else { "odds-support" });
        let hexes = self.attacking_hexes(p);
        let shifts = [
            (Message::new("odds-tank"), sum.tank, r::R10_3_4C),
            (Message::new("odds-elite"), sum.elite, r::R10_3_1C),
            (Message::new("odds-terrain"), sum.terrain, r::R10_3_2D),
            (Message::new("odds-envelopment").with("hexes", hexes), sum.envelopment, r::R10_3_5B),
            (support, sum.support, r::R10_3_3C),
        ];
        items.extend(
            shifts.into_iter().map(|(text, value, rule)| item(text, Account::Shift, i32::from(value), rule)),
        );
        items
    }
}

fn add(list: &mut Vec<(String, u64)>, key: &str, weight: u64) {
    match list.iter_mut().find(|(k, _)| k == key) {
        Some((_, w)) => *w += weight,
        None => list.push((key.to_owned(), weight)),
    }
}

/// How good a result is for the attacker, for order and colour.
fn value(outcome: &Outcome, held: bool) -> i32 {
    let retreat = if held { 0 } else { i32::from(outcome.retreat) * 2 };
    let tank = i32::from(outcome.tank != crate::book::types::TankEffect::None);
    i32::from(outcome.defender) + retreat - i32::from(outcome.attacker) - tank
}
