//! Exact odds of the combat, bombardment or Defensive Fire in hand, out of the same accounts that play reads.

use crate::book::Book;
use crate::combat::{Account, sum_of};
use crate::frame::Frame;
use crate::game::{Madrid, rolls};
use crate::ids::Unit;
use crate::position::{DiceRule, Kind, Public};
use crate::rules::{self, Rule};
use frente_engine::Message;
use frente_engine::odds::{Account as On, Chance, Item, Odds, Tone};
use frente_engine::present::FightKind;
use std::collections::BTreeMap;

fn dice_number(rule: DiceRule) -> u8 {
    if rule == DiceRule::Two { 2 } else { 3 }
}

/// Weights of each sum that counts.
fn sums(rule: DiceRule) -> BTreeMap<u8, u64> {
    let mut weights = BTreeMap::new();
    rolls(dice_number(rule), |dice, ways| *weights.entry(sum_of(rule, dice)).or_default() += u64::from(ways));
    weights
}

struct Items(Vec<Item>);

impl Items {
    /// Says something that adds to nothing.
    fn note(&mut self, id: &'static str, rule: Rule) {
        self.0.push(Item { text: Message::new(id), account: On::Note, value: 0, rule });
    }

    /// Adds a line to the account, unless it is nothing.
    fn add(&mut self, id: &'static str, account: On, value: i32, rule: Rule) {
        if value != 0 {
            self.0.push(Item { text: Message::new(id), account, value, rule });
        }
    }
}

impl Madrid {
    /// The position as it would stand at the dice: units still being chosen taken as they are, an assault arrived.
    fn at_the_dice(&self, p: &Public) -> Public {
        let mut then = *p;
        let act = &mut then.act;
        if p.frames.top() == Frame::Select {
            act.force = act.units;
        }
        if act.kind == Kind::Assault && act.target.is_some() && act.here != act.target {
            // Defensive Fire on the way may have taken some of them.
            act.force &= p.units(act.side, act.here);
            for unit in then.act.force.iter(then.act.side) {
                then.put(unit, then.act.target);
            }
        }
        then
    }

    /// The point unit of Player B that is named, or the one with which its chooser does best (9.3d, 9.3e).
    fn likely_point(&self, p: &Public) -> Unit {
        if p.act.foe_point.is_some() {
            return p.act.foe_point;
        }
        let foe = p.act.side.other();
        let candidates = self.foe_candidates(p);
        let best = candidates.iter(foe);
        let defence = |u: &Unit| self.book.defence(p, *u);
        let point = if !p.act.kind.is_combat() && self.book.shell_chooser(p, &p.act) == p.act.side {
            best.min_by_key(defence)
        } else {
            best.max_by_key(defence)
        };
        point.unwrap_or(Unit::NONE)
    }

    /// Odds of what is in hand.
    pub fn odds_now(&self, p: &Public) -> Option<Odds> {
        let act = &p.act;
        let fire = matches!(p.frames.top(), Frame::FireDie)
            || self.book.window(p).is_some_and(|w| {
                use crate::frame::Window;
                matches!(w, Window::Fire | Window::UnderFire)
            });
        if fire {
            return Some(self.fire_odds(p));
        }
        match act.kind {
            Kind::Combat | Kind::Assault => {
                let then = self.at_the_dice(p);
                let ready = then.act.target.is_some() && then.act.force.any();
                (ready && p.units(act.side.other(), then.act.target).any()).then(|| self.combat_odds(&then))
            }
            Kind::Bombardment | Kind::Event(_) => {
                let aimed = act.target.is_some() && p.units(act.side.other(), act.target).any();
                let shells = self.shells(p) && !self.resolved(p);
                (aimed && shells).then(|| self.salvo_odds(p))
            }
            _ => None,
        }
    }

    fn shells(&self, p: &Public) -> bool {
        use crate::chits::Chit::{NationalistAir, NationalistArtillery, RepublicanAir, RepublicanArtillery};
        let guns = p.act.kind == Kind::Bombardment && p.act.units.any();
        let chits = [NationalistAir, NationalistArtillery, RepublicanAir, RepublicanArtillery];
        guns || chits.iter().any(|c| p.act.kind == Kind::Event(*c))
    }

    /// Have the dice been rolled?
    fn resolved(&self, p: &Public) -> bool {
        p.act.dice[2] > 0
    }

    fn combat_odds(&self, p: &Public) -> Odds {
        let book = &self.book;
        let point = self.likely_point(p);
        let account = book.account(p, point);
        let mut items = Items(Vec::new());
        self.combat_items(p, &account, &mut items);
        let mut results: BTreeMap<(u8, u8), u64> = BTreeMap::new();
        for (sum, ways) in sums(account.dice) {
            *results.entry((account.losses_b(sum), account.losses_a(sum))).or_default() += ways;
        }
        let chances = results.iter().rev().map(|(&(b, a), &weight)| Chance {
            result: format!("B{b} A{a}"),
            meaning: Message::new("odds-combat").with("defender", b).with("attacker", a),
            tone: match b.cmp(&a) {
                std::cmp::Ordering::Greater => Tone::Good,
                std::cmp::Ordering::Equal => Tone::Even,
                std::cmp::Ordering::Less => Tone::Bad,
            },
            weight,
        });
        Odds {
            imagined: 0,
            kind: if p.act.kind == Kind::Assault { FightKind::Assault } else { FightKind::Combat },
            table: None,
            columns: vec![(
                self.column(account.attack(), account.value(), Some(account.intensity())),
                total(account.dice),
            )],
            results: chances.collect(),
            total: total(account.dice),
            items: items.0,
        }
    }

    fn combat_items(&self, p: &Public, account: &Account, items: &mut Items) {
        let value = |n: u8| i32::from(n);
        items.add("item-factors", On::Attack, value(account.factors), rules::R9_4_1P);
        items.add("item-tanks", On::Attack, value(account.tanks), rules::R15_R3B);
        items.add("item-defence", On::Defence, value(account.defence), rules::R9_4_1X);
        items.add("item-terrain", On::Defence, value(account.terrain), rules::R2E);
        if p.act.engineers {
            let cancelled = -value(self.book.map.terrain[p.act.target.index()]);
            items.add("item-engineers", On::Note, cancelled, rules::R15_N4B);
        }
        items.add("item-fortification", On::Defence, value(account.fort), rules::R15_R4B);
        items.add("item-alfereces", On::Defence, value(account.alfereces), rules::R15_N12C);
        let il = [
            ("item-base", account.base, rules::R9_4_1J),
            ("item-assault", account.assault, rules::R9_4_1K),
            ("item-outnumbered", account.outnumbered, rules::R9_4_1L),
            ("item-counter", account.counter, rules::R9_4_1M),
            ("item-all-shock", account.all_shock, rules::R9_4_1N),
            ("item-all-spent", account.all_spent, rules::R9_4_1O),
            ("item-counter-tanks", account.counter_tanks, rules::R15_R3C),
        ];
        for (id, n, rule) in il {
            items.add(id, On::Intensity, i32::from(n), rule);
        }
        if p.frames.top() != Frame::AttackDie {
            items.note("item-assumed", rules::R9_4_1Y);
        }
        self.dice_item(account.dice, if p.act.changed { rules::R9_5L } else { rules::R9_4_2A }, items);
    }

    fn dice_item(&self, dice: DiceRule, rule: Rule, items: &mut Items) {
        match dice {
            DiceRule::Two => {}
            DiceRule::BestTwo => items.add("item-best-two", On::Dice, 3, rule),
            DiceRule::WorstTwo => items.add("item-worst-two", On::Dice, 3, rule),
        }
    }

    fn column(&self, attack: u8, defence: u8, intensity: Option<u8>) -> String {
        match intensity {
            Some(il) => format!("AV {attack}, DV {defence}, IL {il}"),
            None => format!("+{attack} against {defence}"),
        }
    }

    fn salvo_odds(&self, p: &Public) -> Odds {
        let salvo = self.book.salvo(p, self.likely_point(p));
        let mut items = Items(Vec::new());
        let chit = matches!(p.act.kind, Kind::Event(_));
        let bonus_rule = match p.act.kind {
            Kind::Event(chit) => self.book.chit_bonus_rule(chit),
            _ => rules::R9_3I,
        };
        items.add(if chit { "item-chit" } else { "item-guns" }, On::Attack, salvo.bonus.into(), bonus_rule);
        items.add("item-defence", On::Defence, salvo.defence.into(), rules::R9_3F);
        items.add("item-terrain", On::Defence, salvo.terrain.into(), rules::R2E);
        self.dice_item(salvo.dice, rules::R9_3H, &mut items);
        let mut results: BTreeMap<u8, u64> = BTreeMap::new();
        for (sum, ways) in sums(salvo.dice) {
            *results.entry(salvo.losses(sum)).or_default() += ways;
        }
        let chances = results.iter().rev().map(|(&b, &weight)| Chance {
            result: format!("B{b}"),
            meaning: Message::new("odds-bombardment").with("defender", b),
            tone: if b > 0 { Tone::Good } else { Tone::Even },
            weight,
        });
        Odds {
            imagined: 0,
            kind: FightKind::Bombardment,
            table: None,
            columns: vec![(self.column(salvo.bonus, salvo.value(), None), total(salvo.dice))],
            results: chances.collect(),
            total: total(salvo.dice),
            items: items.0,
        }
    }

    fn fire_odds(&self, p: &Public) -> Odds {
        let volley = self.book.volley(p, p.act.point);
        let mut items = Items(Vec::new());
        items.add("item-fire", On::Attack, volley.factors.into(), rules::R9_5B);
        items.add("item-trios", On::Attack, volley.trios.into(), rules::R9_5C);
        items.add("item-tanks", On::Attack, volley.tanks.into(), rules::R15_R3D);
        items.add("item-defence", On::Defence, volley.defence.into(), rules::R9_5E);
        items.add("item-alfereces", On::Defence, volley.alfereces.into(), rules::R15_N12C);
        let mut results: BTreeMap<u8, u64> = BTreeMap::new();
        for (sum, ways) in sums(DiceRule::Two) {
            *results.entry(volley.losses(sum)).or_default() += ways;
        }
        let chances = results.iter().map(|(&a, &weight)| Chance {
            result: format!("A{a}"),
            meaning: Message::new("odds-fire").with("attacker", a),
            tone: if a > 0 { Tone::Bad } else { Tone::Even },
            weight,
        });
        Odds {
            imagined: 0,
            kind: FightKind::Fire,
            table: None,
            columns: vec![(
                self.column(volley.strength(), volley.defence + volley.alfereces, None),
                total(DiceRule::Two),
            )],
            results: chances.collect(),
            total: total(DiceRule::Two),
            items: items.0,
        }
    }
}

fn total(rule: DiceRule) -> u64 {
    6u64.pow(dice_number(rule).into())
}

impl Book {
    /// The rule behind the bonus of a bombardment chit.
    fn chit_bonus_rule(&self, chit: crate::chits::Chit) -> Rule {
        use crate::chits::Chit;
        match chit {
            Chit::RepublicanArtillery => rules::R15_R1C,
            Chit::RepublicanAir => rules::R15_R2B,
            Chit::NationalistArtillery => rules::R15_N1C,
            _ => rules::R15_N2B,
        }
    }
}
