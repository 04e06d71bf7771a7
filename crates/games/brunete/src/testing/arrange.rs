//! The `[set]` table of a case: the scenario's start with the differences it names.

use crate::Brunete;
use crate::frame::{Frame, SegmentStep, Stack, TurnStep};
use crate::ids::Unit;
use crate::position::{MARKERS, MadridBox, Place, Position, Resource, Stock};
use crate::victory::VERTICES;
use frente_board::Hex;
use frente_engine::case::set::{Arranged, flag, hex, list, number, only, per_side, side, table, text, wrong};
use frente_engine::{PerSide, SetupError, Side};
use toml::{Table, Value};

/// Where a case may begin.
const PHASES: &str = "turn, replacements, resources, infiltration, madrid, aviation, reinforcements, adjustment, movement, \
    combat, supply, extra, reorganisation, end";

/// Every word of a `[set]` table.
pub(super) const WORDS: [&str; 23] = [
    "clear",
    "turn",
    "initiative",
    "phase",
    "side",
    "units",
    "command",
    "artillery",
    "artillery_used",
    "artillery_due",
    "aviation",
    "aviation_used",
    "aviation_due",
    "interdiction",
    "control",
    "madrid",
    "hand",
    "reroll",
    "freed",
    "earned",
    "objective",
    "tanks_lost",
    "captured",
];

impl Brunete {
    pub(crate) fn arranged(&self, set: &Table) -> Arranged<Position> {
        let mut p = self.at_start();
        if let Some(value) = set.get("clear")
            && flag("clear", value)?
        {
            for u in 0..self.book.units.len() {
                p.public.put(&self.book, Unit::at(u), Place::Out);
            }
            p.public.republican = self.book.republican_front;
        }
        only(set, &WORDS)?;
        for (key, value) in set {
            self.arrange_key(&mut p, key, value)?;
        }
        p.public.rederive(&self.book);
        if let Some(value) = set.get("phase") {
            if !set.contains_key("command") {
                let points = self.book.tables.command_points;
                p.public.command = PerSide::new(points, points);
            }
            let who = set.get("side").map(|v| side("side", text("side", v)?)).transpose()?;
            self.begin(&mut p, text("phase", value)?, who)?;
        } else if set.contains_key("side") {
            return wrong("side", "expected a phase with it");
        }
        Ok(p)
    }

    fn arrange_key(&self, p: &mut Position, key: &str, value: &Value) -> Arranged<()> {
        let q = &mut p.public;
        match key {
            "clear" | "phase" | "side" => {}
            "turn" => q.turn = number(key, value)?,
            "initiative" => q.initiative = side(key, text(key, value)?)?,
            "freed" => q.freed = flag(key, value)?,
            "captured" => q.captured = flag(key, value)?,
            "tanks_lost" => q.tanks_lost = number(key, value)?,
            "units" => {
                for (label, v) in table(key, value)? {
                    self.arrange_unit(p, label, text(&format!("units.{label}"), v)?)?;
                }
            }
            "command" => {
                for (s, at, v) in per_side(key, value)? {
                    q.command[s] = number(&at, v)?;
                }
            }
            "artillery" | "aviation" | "artillery_used" | "aviation_used" => {
                for (s, at, v) in per_side(key, value)? {
                    let stock = if key.starts_with("art") { &mut q.artillery[s] } else { &mut q.aviation[s] };
                    let n = number(&at, v)?;
                    if key.ends_with("used") { stock.used = n } else { stock.available = n }
                }
            }
            "artillery_due" => self.arrange_due(&mut q.artillery, key, value)?,
            "aviation_due" => self.arrange_due(&mut q.aviation, key, value)?,
            "interdiction" => {
                for (s, at, v) in per_side(key, value)? {
                    for (i, label) in list(&at, v)?.into_iter().take(MARKERS).enumerate() {
                        q.interdiction[s][i] = self.hex_named(&at, label)?;
                    }
                }
            }
            "control" => {
                for (s, at, v) in per_side(key, value)? {
                    for label in list(&at, v)? {
                        q.take(s, self.hex_named(&at, label)?);
                    }
                }
            }
            "madrid" => self.arrange_madrid(p, key, text(key, value)?)?,
            "hand" => {
                for (s, at, v) in per_side(key, value)? {
                    let mut hand = 0;
                    for name in list(&at, v)? {
                        let found = Resource::ALL.into_iter().find(|k| k.key() == name);
                        let Some(k) = found else { return wrong(at, format!("{name:?} is not a resource")) };
                        hand |= k.bit();
                    }
                    p.secret[s].hand = hand;
                    q.resources[s].left = hand.count_ones() as u8;
                    q.resources[s].used = 0b11_1111 & !hand;
                }
            }
            "reroll" => {
                for name in list(key, value)? {
                    q.resources[side(key, name)?].reroll = true;
                }
            }
            "earned" => {
                for label in list(key, value)? {
                    q.earned |=
                        if label == "vertices" { VERTICES } else { 1 << self.objective_at(key, label)? };
                }
            }
            "objective" => {
                p.secret[Side::Republican].objective = Some(self.objective_at(key, text(key, value)?)?);
                q.drawn = true;
            }
            _ => return wrong(key, "there is no such key"),
        }
        Ok(())
    }

    fn hex_named(&self, key: &str, label: &str) -> Arranged<Hex> {
        hex(&self.book.map, key, label)
    }

    fn objective_at(&self, key: &str, label: &str) -> Arranged<u8> {
        let hex = self.hex_named(key, label)?;
        let found = self.book.yellow().find(|(_, o)| o.hex == hex);
        found
            .map(|(i, _)| i as u8)
            .ok_or_else(|| SetupError::new(key, format!("{label} is no yellow objective town")))
    }

    fn arrange_due(&self, stocks: &mut PerSide<Stock>, key: &str, value: &Value) -> Arranged<()> {
        for (s, at, v) in per_side(key, value)? {
            stocks[s].due = Default::default();
            for (turn, n) in table(&at, v)? {
                let Ok(turn) = turn.parse::<usize>() else {
                    return wrong(at, format!("{turn:?} is not a turn"));
                };
                let Some(slot) = stocks[s].due.get_mut(turn) else { return wrong(at, "too late a turn") };
                *slot = number(&at, n)?;
            }
        }
        Ok(())
    }

    fn arrange_madrid(&self, p: &mut Position, key: &str, name: &str) -> Arranged<()> {
        let m = &mut p.public.madrid;
        match name {
            "madrid" => m.at = MadridBox::Madrid,
            "cancelled" => m.cancelled = true,
            "carabanchel" => {
                m.at = MadridBox::Carabanchel;
                m.aviation = true;
            }
            "asylum" => {
                m.at = MadridBox::Asylum;
                m.aviation = true;
                m.more_aviation = true;
                m.artillery = true;
            }
            _ => return wrong(key, format!("{name:?}: expected madrid, carabanchel, asylum or cancelled")),
        }
        Ok(())
    }

    /// `"1402 reduced"`, `"beside 1601"`, `"exited 1601"`, `"due 3"`, `"recoverable"`, `"final"`, `"reserve"`, `"out"`.
    fn arrange_unit(&self, p: &mut Position, label: &str, says: &str) -> Arranged<()> {
        let key = format!("units.{label}");
        let Some(unit) = self.book.find_unit(label) else { return wrong(&key, "there is no such unit") };
        let q = &mut p.public;
        self.clear_marks(q, unit);
        let mut words = says.split_whitespace();
        let place = match words.next() {
            Some(word @ ("beside" | "exited")) => {
                let hex = self.hex_named(&key, words.next().unwrap_or_default())?;
                if word == "beside" { Place::Beside(hex) } else { Place::Exited(hex) }
            }
            Some("due") => match words.next().map(str::parse) {
                Some(Ok(turn)) => Place::Due(turn),
                _ => return wrong(&key, "expected a turn after due"),
            },
            Some("recoverable") => Place::Recoverable,
            Some("final") => Place::Final,
            Some("reserve") => Place::Reserve,
            Some("out") => Place::Out,
            Some(hex) => Place::On(self.hex_named(&key, hex)?),
            None => return wrong(&key, "expected a place"),
        };
        for word in words {
            let marks = match word {
                "reduced" if self.book.unit(unit).two_steps => &mut q.reduced,
                "unsupplied" => &mut q.unsupplied,
                "moved" => &mut q.moved,
                "fought" => &mut q.fought,
                "attacked" => &mut q.attacked,
                "retreated" => &mut q.retreated,
                _ => {
                    return wrong(
                        &key,
                        format!(
                            "{word:?}: expected reduced, unsupplied, moved, fought, attacked or retreated"
                        ),
                    );
                }
            };
            marks.insert(unit.index());
        }
        q.put(&self.book, unit, place);
        Ok(())
    }

    /// Every phase has its canonical stack; what it finds there runs on by itself.
    fn begin(&self, p: &mut Position, phase: &str, who: Option<Side>) -> Arranged<()> {
        let marks = (p.public.moved, p.public.fought, p.public.attacked, p.public.retreated);
        let q = &mut p.public;
        if q.turn == 0 {
            q.turn = 1;
        }
        q.stack = Stack::EMPTY;
        let turn = |step: TurnStep| Frame::Turn(step);
        let segment = |step: SegmentStep| -> Option<SegmentStep> { Some(step) };
        let (frame, step) = match phase {
            "turn" => {
                q.turn -= 1;
                (turn(TurnStep::Initiative), None)
            }
            "replacements" => (turn(TurnStep::Replacements), None),
            "resources" => (turn(TurnStep::Resources), None),
            "infiltration" => (turn(TurnStep::Infiltration), None),
            "madrid" => (turn(TurnStep::Madrid), None),
            "aviation" => (turn(TurnStep::Aviation), None),
            "extra" => (turn(TurnStep::Extra), None),
            "reorganisation" => (turn(TurnStep::Reorganisation), None),
            "end" => (turn(TurnStep::End), None),
            "reinforcements" => (turn(TurnStep::Extra), segment(SegmentStep::Reinforcements)),
            "adjustment" => {
                q.adjustment = true;
                (turn(TurnStep::Extra), segment(SegmentStep::Adjustment))
            }
            "movement" => (turn(TurnStep::Extra), segment(SegmentStep::Movement)),
            "combat" => (turn(TurnStep::Extra), segment(SegmentStep::Combat)),
            "supply" => (turn(TurnStep::Extra), segment(SegmentStep::Supply)),
            _ => return wrong("phase", format!("{phase:?}: expected one of {PHASES}")),
        };
        q.stack.push(frame);
        match (step, who) {
            (Some(step), Some(who)) => {
                if who == q.initiative {
                    q.stack.push(Frame::Segment(who.other(), SegmentStep::Reinforcements));
                }
                match step {
                    // The frame itself, so that marks of what has been done stay.
                    SegmentStep::Combat => {
                        q.stack.push(Frame::Segment(who, SegmentStep::Supply));
                        q.stack.push(Frame::Combat(who));
                    }
                    SegmentStep::Movement => {
                        q.stack.push(Frame::Segment(who, SegmentStep::Combat));
                        q.stack.push(Frame::Movement(who, crate::frame::Mode::Normal, 0));
                    }
                    _ => q.stack.push(Frame::Segment(who, step)),
                }
            }
            (None, None) => {}
            (Some(_), None) => return wrong("side", "expected the side whose segment it is"),
            (None, Some(_)) => return wrong("side", "this phase belongs to both sides"),
        }
        (q.moved, q.fought, q.attacked, q.retreated) = marks;
        self.run(p, &mut ());
        Ok(())
    }
}
