//! Exact odds of the combat at hand, by the reckoning that play uses (7.2, 7.3, 8.3).
//!
//! What a seat cannot see, the enemy's face-down markers, is averaged over the markers that could lie there.

use crate::Aragon;
use crate::book::Outcome;
use crate::combat::strength::{About, Item};
use crate::frame::Frame;
use crate::ids::Class;
use crate::position::{Fight, FightKind, Public};
use crate::rules::*;
use crate::seen::Seen;
use frente_engine::odds::{Account, Chance, Item as OddsItem, Odds, Tone};
use frente_engine::present::FightKind as Combat;
use frente_engine::{Message, Side};

/// Room for strengths of markers: two of the largest.
const STRENGTHS: usize = 32;

/// Weights of the strength that markers add.
type Spread = [u64; STRENGTHS];

/// The exact chances of a combat: the weight of each result in each column, out of `total`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distribution {
    /// For each column, the weight with which it applies; each die then weighs the same.
    pub columns: Vec<u64>,
    /// The sum of the weights.
    pub total: u64,
}

impl Aragon {
    /// The fight as it stands, added up: before the declaration it is reckoned with the attackers named so far.
    fn fight_at_hand(&self, p: &Public) -> Option<Fight> {
        let mut fight = p.fight;
        let frames = p.stack.frames();
        let rolled = !frames.iter().any(|f| matches!(f, Frame::Declare { .. } | Frame::Aim | Frame::Roll));
        let empty = fight.kind == FightKind::Attack && fight.attackers().next().is_none();
        if fight.kind == FightKind::None || rolled || empty {
            return None;
        }
        if matches!(p.stack.top(), Frame::Declare { .. }) {
            let sum = self.reckon(p, &fight, |_| {});
            (fight.attack, fight.defence) = (sum.attack, sum.defence);
            (fight.line, fight.die) = (sum.line, sum.die);
        }
        Some(fight)
    }

    /// 8.3, 7.4b: the strength that a side's markers add, as far as the seat knows.
    fn marker_spread(&self, seen: &Seen, fight: &Fight, side: Side) -> Spread {
        let p = &seen.public;
        let mut spread = [0; STRENGTHS];
        let shown = Some(fight.shown[side]).filter(|shown| *shown != [None; 2]);
        let known = shown.or(seen.secret[side].map(|own| own.placed));
        let value = |class: Class| usize::from(self.marker_value(p, fight, side, class));
        if let Some(markers) = known {
            spread[markers.into_iter().flatten().map(value).sum::<usize>()] = 1;
            return spread;
        }
        let cup = self.unseen(p, side);
        match fight.placed[side] {
            0 => spread[0] = 1,
            1 => {
                for class in Class::all().filter(|c| cup[c.index()] > 0) {
                    spread[value(class)] += u64::from(cup[class.index()]);
                }
            }
            _ => {
                for a in Class::all().filter(|c| cup[c.index()] > 0) {
                    for b in Class::all().filter(|c| cup[c.index()] > 0) {
                        let second = u64::from(cup[b.index()]) - u64::from(a == b);
                        if second > 0 {
                            spread[value(a) + value(b)] += u64::from(cup[a.index()]) * second;
                        }
                    }
                }
            }
        }
        spread
    }

    /// How the column of a combat is distributed, as far as the seat knows. No allocation but the answer.
    pub(crate) fn distribution(&self, seen: &Seen) -> Option<(Fight, Distribution)> {
        let p = &seen.public;
        let fight = self.fight_at_hand(p)?;
        let attack = self.marker_spread(seen, &fight, p.active);
        let defence = self.marker_spread(seen, &fight, p.active.other());
        let mut columns = vec![0; self.book.tables.columns.len()];
        let mut total = 0;
        for (a, wa) in attack.iter().enumerate().filter(|(_, w)| **w > 0) {
            for (d, wd) in defence.iter().enumerate().filter(|(_, w)| **w > 0) {
                columns[self.column(&fight, a as u8, d as u8)] += wa * wd;
                total += wa * wd;
            }
        }
        Some((fight, Distribution { columns, total }))
    }

    /// The exact odds of the combat at hand.
    pub(crate) fn exact_odds(&self, seen: &Seen) -> Option<Odds> {
        let p = &seen.public;
        let (fight, spread) = self.distribution(seen)?;
        let mut results: Vec<(Outcome, u64)> = Vec::new();
        for (column, weight) in spread.columns.iter().enumerate().filter(|(_, w)| **w > 0) {
            for die in 1..=6 {
                let result = self.result(&fight, column, die);
                match results.iter_mut().find(|(r, _)| *r == result) {
                    Some((_, w)) => *w += weight,
                    None => results.push((result, *weight)),
                }
            }
        }
        results.sort_by_key(|(r, _)| r.severity());
        let mut items = Vec::new();
        self.reckon(p, &fight, |item| items.push(self.odds_item(p, item)));
        for side in Side::BOTH {
            let own = seen.secret[side].map_or([None; 2], |o| o.placed);
            for class in own.into_iter().chain(fight.shown[side]).flatten() {
                self.marker_items(p, &fight, side, class, |item| items.push(self.odds_item(p, item)));
            }
        }
        let names = self.book.tables.columns.iter().map(|c| c.name.clone());
        Some(Odds {
            imagined: 0,
            kind: if fight.kind == FightKind::Bombardment { Combat::Bombardment } else { Combat::Attack },
            table: Some("crt"),
            items,
            columns: names.zip(spread.columns).filter(|(_, w)| *w > 0).collect(),
            results: results
                .into_iter()
                .map(|(result, weight)| Chance {
                    result: result.to_string(),
                    meaning: self.meaning(result),
                    tone: match result {
                        Outcome::De | Outcome::D(_) => Tone::Good,
                        Outcome::Ex | Outcome::Nothing => Tone::Even,
                        Outcome::A(_) | Outcome::Loss | Outcome::Ae => Tone::Bad,
                    },
                    weight,
                })
                .collect(),
            total: 6 * spread.total,
        })
    }

    /// 8.3b, 7.4b: a marker's value, and what a fortification takes off it.
    fn marker_items(&self, p: &Public, fight: &Fight, side: Side, class: Class, mut item: impl FnMut(Item)) {
        let value = i16::from(self.book.marker(side, class).value);
        item(Item { about: About::Marker(side, class), value, rule: R8_3B });
        let counted = i16::from(self.marker_value(p, fight, side, class));
        if counted != value {
            item(Item { about: About::FortMarker(class), value: counted - value, rule: R7_4B });
        }
    }

    fn odds_item(&self, p: &Public, item: Item) -> OddsItem {
        let account_of = |side: Side| if side == p.active { Account::Attack } else { Account::Defence };
        let unit = |id, u| Message::new(id).with("unit", self.name(u));
        let (account, text) = match item.about {
            About::Attack(u) => (Account::Attack, unit("item-attack", u)),
            About::Defence(u) => (Account::Defence, unit("item-defence", u)),
            About::Unsupplied(u) => (account_of(self.book.side(u)), unit("item-unsupplied", u)),
            About::Fort(u) if item.value == 0 => (Account::Defence, unit("item-fort-unsupplied", u)),
            About::Fort(u) => (Account::Defence, unit("item-fort", u)),
            About::Marker(side, class) => {
                (account_of(side), Message::new("item-marker").with("marker", self.marker_name(side, class)))
            }
            About::FortMarker(class) => (
                Account::Attack,
                Message::new("item-fort-marker").with("marker", self.marker_name(p.active, class)),
            ),
            About::Terrain(line) => (Account::Shift, Message::new("item-terrain").with("line", line.key())),
            About::Fatigue(u) => (Account::Die, unit("item-fatigue", u)),
        };
        OddsItem { text, account, value: item.value.into(), rule: item.rule }
    }

    /// What a result means.
    fn meaning(&self, result: Outcome) -> Message {
        match result {
            Outcome::De => Message::new("result-de"),
            Outcome::D(n) => Message::new("result-d").with("hexes", n),
            Outcome::Ex => Message::new("result-ex"),
            Outcome::Nothing => Message::new("result-none"),
            Outcome::A(n) => Message::new("result-a").with("hexes", n),
            Outcome::Loss => Message::new("result-loss"),
            Outcome::Ae => Message::new("result-ae"),
        }
    }
}
