//! What a case can look at.

use crate::Brunete;
use crate::frame::Frame;
use crate::ids::Unit;
use crate::position::{MadridBox, Place, Position, Public, Resource, Stock};
use crate::victory::VERTICES;
use frente_board::Hex;
use frente_engine::{PerSide, Seat, Side};
use toml::{Table, Value};

fn int(n: impl Into<i64>) -> Value {
    Value::Integer(n.into())
}

fn per_side(of: impl Fn(Side) -> Value) -> Value {
    Value::Table(Side::BOTH.into_iter().map(|s| (s.key().to_owned(), of(s))).collect())
}

fn due(stocks: &PerSide<Stock>) -> Value {
    per_side(|s| {
        let turns = stocks[s].due.iter().enumerate().map(|(t, n)| (t.to_string(), int(*n)));
        Value::Table(turns.collect())
    })
}

/// Words that an expectation knows besides those of a `[set]` table (but for `clear` and `side`, which cannot be looked at).
pub(super) const WORDS: [&str; 14] = [
    "points",
    "ratio",
    "column",
    "spent",
    "points_left",
    "sources",
    "supplied",
    "zones",
    "casualties",
    "held",
    "resources_left",
    "drawn",
    "shown",
    "knows",
];

impl Brunete {
    pub(crate) fn inspected(&self, p: &Position, key: &str) -> Option<Value> {
        if !WORDS.contains(&key) && !super::arrange::WORDS.contains(&key) {
            return None;
        }
        let q = &p.public;
        let hex = |h: Hex| Value::String(self.book.map.label(h).to_owned());
        let hand = |mask: u8| -> Value {
            let held = Resource::ALL.into_iter().filter(|k| mask & k.bit() != 0);
            Value::Array(held.map(|k| Value::String(k.key().to_owned())).collect())
        };
        Some(match key {
            "units" => {
                let units = (0..self.book.units.len()).map(Unit::at);
                Value::Table(units.map(|u| (self.book.label(u).to_owned(), self.unit_says(q, u))).collect())
            }
            "turn" => int(q.turn),
            "phase" => Value::String(self.phase_key(q).to_owned()),
            "initiative" => Value::String(q.initiative.key().to_owned()),
            "freed" => Value::Boolean(q.freed),
            "captured" => Value::Boolean(q.captured),
            "tanks_lost" => int(q.tanks_lost),
            "command" => per_side(|s| int(q.command[s])),
            "artillery" => per_side(|s| int(q.artillery[s].available)),
            "artillery_used" => per_side(|s| int(q.artillery[s].used)),
            "artillery_due" => due(&q.artillery),
            "aviation" => per_side(|s| int(q.aviation[s].available)),
            "aviation_used" => per_side(|s| int(q.aviation[s].used)),
            "aviation_due" => due(&q.aviation),
            "interdiction" => per_side(|s| Value::Array(q.interdictions(s).map(hex).collect())),
            "madrid" => Value::String(
                match (q.madrid.cancelled, q.madrid.at) {
                    (true, _) => "cancelled",
                    (_, MadridBox::Madrid) => "madrid",
                    (_, MadridBox::Carabanchel) => "carabanchel",
                    (_, MadridBox::Asylum) => "asylum",
                }
                .to_owned(),
            ),
            "held" => {
                let aviation = u8::from(q.madrid.aviation) + u8::from(q.madrid.more_aviation);
                let mut t = Table::new();
                t.insert("aviation".to_owned(), int(aviation));
                t.insert("artillery".to_owned(), int(u8::from(q.madrid.artillery)));
                Value::Table(t)
            }
            // Enemy resources that a seat can see: none, except in solo play (11.4).
            "knows" => {
                let known = |seat: Seat| -> Value {
                    let seen = self.see(p, seat);
                    let others = Side::BOTH.into_iter().filter(|s| !seat.knows(*s));
                    let hands = others
                        .filter_map(|s| seen.secret[s])
                        .flat_map(|s| Resource::ALL.into_iter().filter(move |k| s.hand & k.bit() != 0));
                    Value::Array(hands.map(|k| Value::String(k.key().to_owned())).collect())
                };
                Value::Table(Seat::ALL.into_iter().map(|seat| (seat.to_string(), known(seat))).collect())
            }
            "hand" => per_side(|s| hand(p.secret[s].hand)),
            "resources_left" => per_side(|s| int(q.resources[s].left)),
            "reroll" => per_side(|s| Value::Boolean(q.resources[s].reroll)),
            "control" => self.control_table(q),
            "sources" => per_side(|s| {
                let letters = self.book.entries.iter().filter(|e| e.side == s && self.source_valid(q, e));
                Value::String(letters.map(|e| e.letter).collect())
            }),
            "supplied" => {
                let nets = [self.supplied(q, Side::Republican), self.supplied(q, Side::Nationalist)];
                per_side(|s| {
                    let all = self.book.map.hexes();
                    let entry = |h: Hex| {
                        (self.book.map.label(h).to_owned(), Value::Boolean(nets[s.index()].has(h.index())))
                    };
                    Value::Table(all.map(entry).collect())
                })
            }
            "zones" => per_side(|s| {
                let entry = |h: Hex| {
                    (self.book.map.label(h).to_owned(), Value::Boolean(q.derived.zoc[s].has(h.index())))
                };
                Value::Table(self.book.map.hexes().map(entry).collect())
            }),
            "points" => {
                let (yellow, purple) = self.points(q);
                let mut t = Table::new();
                t.insert("yellow".to_owned(), int(yellow));
                t.insert("purple".to_owned(), int(purple));
                t.insert("all".to_owned(), int(yellow + purple));
                Value::Table(t)
            }
            "earned" => {
                let mut list: Vec<Value> = self
                    .book
                    .yellow()
                    .filter(|(i, _)| q.earned >> i & 1 != 0)
                    .map(|(_, o)| hex(o.hex))
                    .collect();
                if q.earned & VERTICES != 0 {
                    list.push(Value::String("vertices".to_owned()));
                }
                Value::Array(list)
            }
            "casualties" => per_side(|s| int(self.casualties(q, s))),
            "drawn" => Value::Boolean(q.drawn),
            "objective" => match p.secret[Side::Republican].objective {
                Some(i) => hex(self.book.objectives[usize::from(i)].hex),
                None => Value::String("none".to_owned()),
            },
            "shown" => match q.shown {
                Some(i) => hex(self.book.objectives[usize::from(i)].hex),
                None => Value::String("none".to_owned()),
            },
            "column" => Value::String(self.book.tables.columns[self.sum(q).column()].clone()),
            "ratio" => {
                let sum = self.sum(q);
                Value::String(format!("{}:{}", sum.attack, sum.defence))
            }
            "spent" => match q.top() {
                Frame::Moving { going, .. } => int(going.spent),
                _ => return None,
            },
            "points_left" => match q.top() {
                Frame::Moving { unit, points, going } => int(self.points_left(q, unit, points, going)),
                Frame::Movement(_, _, left) => int(left),
                _ => return None,
            },
            _ => return None,
        })
    }

    fn control_table(&self, q: &Public) -> Value {
        let nets = [self.supplied(q, Side::Republican), self.supplied(q, Side::Nationalist)];
        let who = |h: Hex| {
            let side = Side::BOTH.into_iter().find(|s| self.controls(q, *s, h, &nets[s.index()]));
            side.map_or("none", Side::key)
        };
        let all = self.book.map.hexes();
        Value::Table(
            all.map(|h| (self.book.map.label(h).to_owned(), Value::String(who(h).to_owned()))).collect(),
        )
    }

    /// A unit as the `[set]` table of a case would say it.
    fn unit_says(&self, q: &Public, unit: Unit) -> Value {
        let label = |h: Hex| self.book.map.label(h).to_owned();
        let mut says = match q.place.of(unit.index()) {
            Place::Out => "out".to_owned(),
            Place::On(h) => label(h),
            Place::Beside(h) => format!("beside {}", label(h)),
            Place::Exited(h) => format!("exited {}", label(h)),
            Place::Due(t) => format!("due {t}"),
            Place::Reserve => "reserve".to_owned(),
            Place::Recoverable => "recoverable".to_owned(),
            Place::Final => "final".to_owned(),
        };
        for (marks, word) in
            [(&q.reduced, "reduced"), (&q.unsupplied, "unsupplied"), (&q.retreated, "retreated")]
        {
            if marks.has(unit.index()) {
                says.push(' ');
                says.push_str(word);
            }
        }
        Value::String(says)
    }

    /// The name of what is going on.
    pub(crate) fn phase_key(&self, q: &Public) -> &'static str {
        match q.top() {
            Frame::Empty | Frame::Turn(_) | Frame::Segment(..) => "turn",
            Frame::Over(_) => "over",
            Frame::SetUp(_) => "set-up",
            Frame::Draw(_) => "draw",
            Frame::Initiative { .. } => "initiative",
            Frame::Replacement(..) => "replacements",
            Frame::Resource(_) | Frame::Granted(..) => "resources",
            Frame::Infiltration | Frame::InfiltrationPoints { .. } | Frame::Cull => "infiltration",
            Frame::Madrid { .. } => "madrid",
            Frame::Aviation(..) => "aviation",
            Frame::Die(_) | Frame::Reroll { .. } => "die",
            Frame::Reinforce(..) | Frame::Enter(_) | Frame::Recover { .. } => "reinforcements",
            Frame::AdjustmentDice { .. } => "adjustment",
            Frame::Movement(_, mode, _) => match mode {
                crate::frame::Mode::Normal => "movement",
                crate::frame::Mode::Early => "early",
                crate::frame::Mode::Infiltration => "infiltration",
                crate::frame::Mode::Adjustment => "adjustment",
                crate::frame::Mode::Extra => "extra",
            },
            Frame::Moving { .. } => "moving",
            Frame::Combat(_) => "combat",
            Frame::Declare => "declare",
            Frame::Elite(_) => "elite",
            Frame::Support(_) | Frame::Reveal => "support",
            Frame::Coordinate(..) => "coordination",
            Frame::Lose(..) | Frame::Aftermath { .. } => "losses",
            Frame::Stubborn | Frame::StubbornDie => "stubborn",
            Frame::Retreat => "retreat",
            Frame::Advance(_) => "advance",
            Frame::Maintain(_) | Frame::Maintenance(..) => "reorganisation",
            Frame::Objective => "objective",
        }
    }
}
