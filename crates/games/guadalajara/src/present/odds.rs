//! Exact odds, from the same sum that play uses.

use crate::book::Book;
use crate::book::tables::{DIE, Outcome};
use crate::frame::Frame;
use crate::position::Position;
use crate::rules;
use frente_engine::Message;
use frente_engine::odds::{Account, Chance, Item, Odds, Tone};
use frente_engine::present::FightKind;

impl Book {
    /// The combat being prepared as if it were declared now: with the attackers named so far and the air points on the hex.
    pub(crate) fn prepared(&self, p: &Position) -> Option<Position> {
        let mut p = *p;
        if p.stack.top() == Frame::Declare {
            let target = p.fight.target;
            p.fight.defenders = self.unstruck(&p, target);
            p.fight.air[p.active] = p.air_attack().on(target);
            p.fight.air[p.active.other()] = p.air_defence().on(target);
        }
        p.fight.target.is_some().then_some(p)
    }
}

/// The odds of the combat at hand. A combined-arms bonus not yet decided on counts as taken (9.3-r1: default yes).
pub(super) fn odds(book: &Book, p: &Position) -> Option<Odds> {
    let open = matches!(
        p.stack.top(),
        Frame::Declare | Frame::DefensiveFire | Frame::Retire(_) | Frame::CombinedArms
    );
    let mut p = book.prepared(p)?;
    if !(open || p.stack.top() == Frame::Roll)
        || book.called_off(&p)
        || p.fight.attackers().is_empty() && !p.fight.bombardment
    {
        return None;
    }
    if open {
        p.fight.combined = !p.fight.bombardment && book.combined_arms(&p);
    }
    let mut items = Vec::new();
    let tally = book.tally(&p, |e| {
        let text = match e.unit {
            Some(unit) => Message::new("odds-unit").with("unit", super::words::name(book, unit)),
            None => Message::new(match e.rule {
                rules::R9_2A => "odds-terrain",
                rules::R17_1B | rules::R17_2A => "odds-air",
                _ => "odds-water",
            }),
        };
        // Half points are shown as they are counted; whole ones as whole.
        let (text, value) = if e.halves % 2 == 0 {
            (text, i32::from(e.halves / 2))
        } else {
            (Message::new("odds-half").with("what", text), i32::from(e.halves.div_euclid(2)))
        };
        items.push(Item {
            text,
            account: if e.attack { Account::Attack } else { Account::Defence },
            value,
            rule: e.rule,
        });
    });
    if book.surprise(&p) {
        let columns = i32::try_from(book.tables.combat.surprise_columns).unwrap_or(0);
        items.push(Item {
            text: Message::new("odds-surprise"),
            account: Account::Shift,
            value: columns,
            rule: rules::X2A,
        });
    }
    if p.fight.combined {
        let plus = i32::from(book.tables.combat.combined_arms);
        items.push(Item {
            text: Message::new("odds-combined"),
            account: Account::Die,
            value: plus,
            rule: rules::R9_3A,
        });
    }
    let mut results: Vec<(Outcome, u64)> = Vec::new();
    for die in 1..=DIE as u8 {
        let cell = book.tables.crt.cell(tally.column, book.row(&p, die));
        match results.iter_mut().find(|(o, _)| *o == cell) {
            Some((_, n)) => *n += 1,
            None => results.push((cell, 1)),
        }
    }
    results.sort_by_key(|(o, _)| -gain(*o));
    Some(Odds {
        imagined: 0,
        kind: if p.fight.bombardment { FightKind::Bombardment } else { FightKind::Attack },
        table: Some("crt"),
        items,
        columns: vec![(book.tables.crt.columns[tally.column].clone(), DIE as u64)],
        results: results.into_iter().map(|(o, weight)| chance(o, weight)).collect(),
        total: DIE as u64,
    })
}

/// Hits and retreats as the attacker counts them.
fn gain(o: Outcome) -> i32 {
    2 * (i32::from(o.defender) - i32::from(o.attacker)) + i32::from(o.defender_retreats)
        - i32::from(o.attacker_retreats)
}

fn chance(o: Outcome, weight: u64) -> Chance {
    let retreat = match (o.attacker_retreats, o.defender_retreats) {
        (true, _) => "attacker",
        (_, true) => "defender",
        _ => "none",
    };
    Chance {
        result: o.printed(),
        meaning: Message::new("odds-result")
            .with("attacker", o.attacker)
            .with("defender", o.defender)
            .with("retreat", retreat),
        tone: match gain(o) {
            1.. => Tone::Good,
            0 => Tone::Even,
            _ => Tone::Bad,
        },
        weight,
    }
}
