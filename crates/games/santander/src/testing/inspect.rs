//! Looking inside a position, for cases.

use crate::Side;
use crate::frame::Frame;
use crate::game::Santander;
use crate::ids::{Unit, Units, each};
use crate::position::Position;
use frente_board::Hex;
use toml::Value;

/// Every word that a step can look at.
pub(super) const LOOK_WORDS: [&str; 37] = [
    "units",
    "turn",
    "phase",
    "weather",
    "morale",
    "factory",
    "offensive",
    "surrendered",
    "brigades",
    "points",
    "control",
    "trenches",
    "air",
    "stacks",
    "seen",
    "sp",
    "zone",
    "supplied",
    "front",
    "sources",
    "terrain",
    "neighbours",
    "pieces",
    "crt",
    "bombardment-table",
    "reserve",
    "next",
    "allowance",
    "left",
    "reach",
    "attack",
    "defence",
    "column",
    "shift",
    "modifier",
    "concentric",
    "bombardment",
];

fn texts(list: impl Iterator<Item = String>) -> Value {
    Value::Array(list.map(Value::String).collect())
}

fn number(n: impl Into<i64>) -> Value {
    Value::Integer(n.into())
}

fn word(s: impl Into<String>) -> Value {
    Value::String(s.into())
}

fn table(pairs: impl Iterator<Item = (String, Value)>) -> Value {
    Value::Table(pairs.collect())
}

impl Santander {
    /// What stands under a key of an expectation.
    pub(crate) fn look(&self, p: &Position, key: &str) -> Option<Value> {
        if !LOOK_WORDS.contains(&key) {
            return None;
        }
        let public = &p.public;
        let fighting = public.fight.target.is_some() && public.fight.attackers != 0;
        Some(match key {
            "units" => {
                table(self.book.units().map(|u| (self.book.label(u).to_owned(), word(self.state(p, u)))))
            }
            "turn" => number(public.turn),
            "phase" => word(self.phase_key(p)),
            "weather" => word(if public.rain { "rain" } else { "fair" }),
            "morale" => number(public.morale),
            "factory" => word(if public.factory_gone { "destroyed" } else { "standing" }),
            "offensive" => number(public.offensive),
            "surrendered" => Value::Boolean(public.surrendered),
            "brigades" => number(public.brigades),
            "points" => number(self.points_held(p)),
            "control" => self.by_hex(|h| Some(word(p.controller(h).key()))),
            "trenches" => texts(public.trenches.iter().map(|h| self.book.map.label(Hex::at(h)).to_owned())),
            "air" => self.air_boxes(p),
            "stacks" => self.by_hex(|h| self.stack_of(p, h)),
            "seen" => self.by_hex(|h| self.seen_in(p, h)),
            "sp" => self.by_hex(|h| {
                Some(number(p.sp(&self.book, Side::Republican, h).max(p.sp(
                    &self.book,
                    Side::Nationalist,
                    h,
                ))))
            }),
            "zone" => self.sets(|side| public.open.zone[side]),
            "supplied" => self.sets(|side| {
                let net = self.net_now(public, side);
                self.book.land.iter().filter(|h| self.reaches(&net, Hex::at(*h))).collect()
            }),
            "front" => Value::Table(
                Side::BOTH.iter().map(|s| (s.key().to_owned(), self.labels(self.book.front[*s]))).collect(),
            ),
            "sources" => Value::Table(
                Side::BOTH.iter().map(|s| (s.key().to_owned(), self.labels(self.book.sources[*s]))).collect(),
            ),
            "terrain" => self.by_hex(|h| Some(word(&self.book.map.terrains()[self.book.map.terrain(h)]))),
            "neighbours" => self.by_hex(|h| Some(self.labels(*self.book.map.near(h)))),
            "pieces" => table(self.book.units().map(|u| (self.book.label(u).to_owned(), self.print_of(u)))),
            "crt" => self.crt(),
            "bombardment-table" => self.bombardment_table(),
            "reserve" => self.names(Side::Republican, public.reserve | p.own(Side::Republican).held_back),
            "next" => match public.frames.top() {
                Frame::Place(step) => word(self.book.label(self.next_to_place(p, step))),
                _ => return None,
            },
            "allowance" => table(
                self.book
                    .units()
                    .filter(|u| p.at(*u).is_some())
                    .map(|u| (self.book.label(u).to_owned(), number(self.allowance(p, u)))),
            ),
            "left" | "reach" => self.moving_facts(p, key)?,
            "attack" | "defence" | "column" | "shift" | "modifier" | "concentric" if fighting => {
                self.odds_facts(p, key)
            }
            "bombardment" if fighting => self.exchange_facts(p),
            _ => return None,
        })
    }

    /// A counter as `[set]` writes it.
    fn state(&self, p: &Position, unit: Unit) -> String {
        let side = unit.side();
        let hex = p.at(unit);
        if !hex.is_some() {
            let lost = p.public.lost[side] & unit.bit() != 0;
            let withdrawn = p.public.withdrawn[side] & unit.bit() != 0;
            return if lost {
                "lost"
            } else if withdrawn {
                "withdrawn"
            } else {
                "off"
            }
            .to_owned();
        }
        let marks = p.marks(unit);
        let mut words = self.book.map.label(hex).to_owned();
        let level = ["", " dsg", " dsg1", " dsg2"][marks.level as usize];
        let used = p.public.used[side] & unit.bit() != 0;
        for (on, mark) in [
            (marks.reduced, " reduced"),
            (true, level),
            (marks.cut, " oos"),
            (marks.lorry, " lorry"),
            (used, " used"),
        ] {
            if on {
                words.push_str(mark);
            }
        }
        words
    }

    fn by_hex(&self, value: impl Fn(Hex) -> Option<Value>) -> Value {
        let land = self.book.map.hexes().filter(|h| self.book.land.has(h.index()));
        table(land.filter_map(|h| Some((self.book.map.label(h).to_owned(), value(h)?))))
    }

    fn labels(&self, set: crate::Set) -> Value {
        texts(set.iter().map(|h| self.book.map.label(Hex::at(h)).to_owned()))
    }

    fn names(&self, side: Side, units: Units) -> Value {
        texts(each(side, units).map(|u| self.book.label(u).to_owned()))
    }

    /// For each side, whether each land hex is in a set.
    fn sets(&self, set: impl Fn(Side) -> crate::Set) -> Value {
        table(Side::BOTH.into_iter().map(|side| {
            let members = set(side);
            (side.key().to_owned(), self.by_hex(|h| Some(Value::Boolean(members.has(h.index())))))
        }))
    }

    fn air_boxes(&self, p: &Position) -> Value {
        table(self.book.air.iter().enumerate().map(|(kind, air)| {
            let boxes = &p.public.air[kind];
            let due = boxes.due.iter().enumerate().map(|(turn, n)| (turn.to_string(), number(*n)));
            let named = [("ready", boxes.ready), ("used", boxes.used), ("combat", p.public.fight.air[kind])];
            (air.label.clone(), table(named.into_iter().map(|(k, n)| (k.to_owned(), number(n))).chain(due)))
        }))
    }

    fn stack_of(&self, p: &Position, hex: Hex) -> Option<Value> {
        let side = Side::BOTH.into_iter().find(|s| p.units(*s, hex) != 0)?;
        Some(texts(p.own(side).stack(hex).map(|slot| self.book.label(Unit::new(side, slot)).to_owned())))
    }

    fn seen_in(&self, p: &Position, hex: Hex) -> Option<Value> {
        let side = Side::BOTH.into_iter().find(|s| p.units(*s, hex) != 0)?;
        let stack = p.own(side).stack(hex).map(|slot| Unit::new(side, slot)).filter(|u| p.is_seen(*u));
        Some(texts(stack.map(|u| self.book.label(u).to_owned())))
    }

    fn print_of(&self, unit: Unit) -> Value {
        let piece = self.book.piece(unit);
        let mut facts = vec![
            ("side", word(unit.side().key())),
            ("type", word(piece.kind.key())),
            ("size", word(&piece.size)),
            ("attack", number(piece.front.attack)),
            ("defence", number(piece.front.defence)),
            ("move", number(piece.front.movement)),
            ("motorized", Value::Boolean(piece.motorized)),
            ("sp", number(piece.sp)),
            ("steps", number(if piece.back.is_some() { 2 } else { 1 })),
            ("bombardment", number(piece.bombardment)),
            ("rolled", Value::Boolean(piece.rolled)),
            ("independent", Value::Boolean(piece.independent)),
            ("division", word(piece.division.map_or("none", |d| &self.book.divisions[d as usize]))),
            ("origin", word(piece.origin.map_or("none", crate::pieces::Origin::key))),
        ];
        if let Some(back) = piece.back {
            let values = [back.attack, back.defence, back.movement].map(number);
            facts.push(("reduced", Value::Array(values.to_vec())));
        }
        table(facts.into_iter().map(|(k, v)| (k.to_owned(), v)))
    }

    fn crt(&self) -> Value {
        let t = &self.book.tables.combat;
        let rows = t.rows.iter().enumerate().map(|(i, row)| {
            let die = t.first_row + i as i8;
            (die.to_string(), texts(row.iter().map(|r| crate::present::result_text(*r))))
        });
        table(rows)
    }

    fn bombardment_table(&self) -> Value {
        let t = &self.book.tables.bombardment;
        let rows = t.rows.iter().enumerate().map(|(i, row)| {
            let die = t.first_row + i as i8;
            (die.to_string(), texts(row.iter().map(|r| crate::present::bombed_text(*r).to_owned())))
        });
        table(rows)
    }

    fn moving_facts(&self, p: &Position, key: &str) -> Option<Value> {
        let Frame::Moving(side) = p.public.frames.top() else { return None };
        if key == "left" {
            return Some(number(p.own(side).left));
        }
        let reach = self.reach(&p.public, &self.mover(p, side));
        let found = reach.found().iter().map(Hex::at);
        Some(table(found.filter_map(|h| Some((self.book.map.label(h).to_owned(), number(reach.left(h)?))))))
    }

    fn odds_facts(&self, p: &Position, key: &str) -> Value {
        let sum = self.sum(p);
        match key {
            "attack" => number(sum.attack),
            "defence" => number(sum.defence),
            "shift" => number(sum.shift),
            "modifier" => number(sum.modifier()),
            "concentric" => Value::Boolean(sum.concentric != 0),
            _ => word(self.book.tables.combat.name(sum.position)),
        }
    }

    fn exchange_facts(&self, p: &Position) -> Value {
        let x = self.exchange(p);
        let (roller, net) = x.roller.map_or(("none", 0), |(s, n)| (s.key(), n));
        table(
            [
                ("attack", number(x.attack)),
                ("defence", number(x.defence)),
                ("net", number(net)),
                ("modifier", number(x.modifier)),
                ("roller", word(roller)),
            ]
            .into_iter()
            .map(|(k, v)| (k.to_owned(), v)),
        )
    }
}
