//! 5.3: fog of war. What a seat knows of a position, and what it may suppose about the rest.

use crate::Event;
use crate::Set;
use crate::Side;
use crate::action::Action;
use crate::book::HEXES;
use crate::frame::Frame;
use crate::game::Santander;
use crate::pieces::{Unit, Units, each};
use crate::position::{Face, Position, Public, Secret};
use frente_board::Hex;
use frente_engine::{Game, Rng, Seat};

/// What a seat knows: all that is open, and its own counters. The other side's secrets have no way in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    /// What both players know.
    pub public: Public,
    /// The seat's side and what it alone knows; nothing for a spectator.
    pub own: Option<(Side, Secret)>,
}

impl Seen {
    /// What a seat knows of a position.
    pub fn new(p: &Position, seat: Seat) -> Self {
        Seen { public: p.public, own: seat.side().map(|side| (side, *p.own(side))) }
    }

    /// The counters of a side that are seen in a hex.
    pub fn faces(&self, side: Side) -> impl Iterator<Item = (Unit, Face)> + '_ {
        each(side, self.public.on_map[side.index()])
            .map(|u| (u, self.public.open.faces[u.index()]))
            .filter(|(_, face)| face.hex.is_some())
    }

    /// The hex and markers of a counter, if this seat knows them.
    pub fn counter(&self, unit: Unit) -> Option<Face> {
        match &self.own {
            Some((side, own)) if *side == unit.side() => {
                let hex = own.at(unit.slot());
                hex.is_some().then(|| Face { hex, marks: own.marks(unit.slot()) })
            }
            _ => Some(self.public.open.faces[unit.index()]).filter(|f| f.hex.is_some()),
        }
    }
}

/// 5.3-r6: may a seat know of an event? What concerns a counter the enemy does not see is its owner's alone.
pub fn told(event: &Event, seat: Seat) -> bool {
    match event {
        Event::Placed { unit, seen, .. }
        | Event::Supply { unit, seen, .. }
        | Event::Arrived { unit, seen, .. }
        | Event::Moved { unit, seen, .. }
        | Event::Recovers { unit, seen, .. } => *seen || seat.knows(unit.side()),
        Event::Replaced { brigade, seen, .. } => *seen || seat.knows(brigade.side()),
        _ => true,
    }
}

impl Santander {
    /// 5.3-r6: actions that handle counters without showing them are their owner's alone.
    pub(crate) fn is_hidden(&self, p: &Position, action: Action, seat: Seat) -> bool {
        let handles = matches!(
            action,
            Action::Place(..)
                | Action::Reference
                | Action::Top(_)
                | Action::Arrive(_)
                | Action::Pick(_)
                | Action::Go(..)
        );
        let public_trench = p.public.frames.top() == Frame::Trench;
        handles && !public_trench && self.wait(p).side().is_some_and(|side| !seat.knows(side))
    }

    /// A position the seat cannot tell from the true one: hidden counters are dealt out anew among the stacks of their side.
    pub(crate) fn imagine_rest(&self, seen: &Seen, rng: &mut Rng) -> Position {
        let mut p = Position { public: seen.public, secret: [Secret::empty(); 2] };
        for side in Side::BOTH {
            match &seen.own {
                Some((own, secret)) if *own == side => p.secret[side.index()] = *secret,
                _ => Deal::new(self, seen, side, rng).deal(&mut p),
            }
        }
        p
    }
}

/// Dealing out one side's hidden counters.
struct Deal<'a> {
    game: &'a Santander,
    seen: &'a Seen,
    side: Side,
    rng: &'a mut Rng,
    hidden: Units,
    /// Stacks that may hold hidden counters.
    stacks: Set,
    sp: [u8; HEXES],
    /// Hexes that have an HQ, a column, an armour unit already.
    one_each: [Set; 3],
    given: Vec<(Unit, Hex)>,
}

impl<'a> Deal<'a> {
    fn new(game: &'a Santander, seen: &'a Seen, side: Side, rng: &'a mut Rng) -> Self {
        let public = &seen.public;
        let mut deal = Deal {
            game,
            seen,
            side,
            rng,
            hidden: public.on_map[side.index()],
            stacks: public.open.held[side.index()],
            sp: [0; HEXES],
            one_each: [Set::EMPTY; 3],
            given: Vec::new(),
        };
        for (unit, face) in seen.faces(side) {
            deal.hidden &= !unit.bit();
            deal.count(unit, face.hex);
        }
        // What combat has shown in full holds nothing more.
        let fight = &public.fight;
        let hit = fight.shown[side.index()] & !fight.hqs[side.index()] & !fight.columns[side.index()];
        let target_shown = seen.faces(side).any(|(u, f)| f.hex == fight.target && hit & u.bit() != 0);
        if fight.target.is_some() && side != public.fight_side() && (fight.revealed || target_shown) {
            deal.stacks.remove(fight.target.index());
        }
        deal
    }

    fn count(&mut self, unit: Unit, hex: Hex) {
        let corps = self.game.book.corps(self.side);
        self.sp[hex.index()] += self.game.book.piece(unit).sp;
        for (set, kind) in self.one_each.iter_mut().zip([corps.hqs, corps.columns, corps.armour]) {
            if kind & unit.bit() != 0 {
                set.insert(hex.index());
            }
        }
    }

    fn exerts(&self, hex: usize) -> bool {
        self.seen.public.open.exert[self.side.index()].has(hex)
    }

    /// A random hex of a set.
    fn any(&mut self, set: Set) -> Option<Hex> {
        let n = set.len();
        if n == 0 { None } else { set.nth(self.rng.below(n)).map(Hex::at) }
    }

    fn give(&mut self, unit: Unit, hex: Hex) {
        self.hidden &= !unit.bit();
        self.count(unit, hex);
        self.given.push((unit, hex));
    }

    /// Somewhere for a counter: within limits and, for a combat unit, where a zone shows that combat units are; else wherever
    /// stacks allow.
    fn site(&mut self, unit: Unit) -> Option<Hex> {
        let book = &self.game.book;
        let corps = book.corps(self.side);
        let piece = book.piece(unit);
        let mut open = self.stacks;
        for (set, kind) in self.one_each.iter().zip([corps.hqs, corps.columns, corps.armour]) {
            if kind & unit.bit() != 0 {
                open -= *set;
            }
        }
        let fits = |times: u8, h: &usize| self.sp[*h] + piece.sp <= times * book.terrain(Hex::at(*h)).limit;
        let roomy: Set = open.iter().filter(|h| fits(1, h)).collect();
        let tight: Set = open.iter().filter(|h| fits(2, h)).collect();
        let fights = corps.fighters & unit.bit() != 0;
        let zoned =
            |set: &Set, this: &Self| -> Set { set.iter().filter(|h| !fights || this.exerts(*h)).collect() };
        let choices = [zoned(&roomy, self), zoned(&tight, self), roomy, tight, open];
        choices.into_iter().find(|s| !s.is_empty()).and_then(|s| self.any(s))
    }

    fn deal(mut self, p: &mut Position) {
        let book = &self.game.book;
        let corps = book.corps(self.side);
        let public = &self.seen.public;
        // A zone from a stack whose seen counters exert none comes from a hidden combat unit.
        let shown: Set = self
            .seen
            .faces(self.side)
            .filter(|(u, f)| corps.fighters & u.bit() != 0 && !f.marks.cut)
            .map(|(_, f)| f.hex.index())
            .collect();
        let sources = public.open.exert[self.side.index()] - shown;
        for hex in sources {
            let fighters = self.hidden & corps.fighters;
            let fits = |u: &Unit| self.sp[hex] + book.piece(*u).sp <= 2 * book.terrain(Hex::at(hex)).limit;
            let able: Vec<Unit> = each(self.side, fighters).filter(fits).collect();
            if !able.is_empty() {
                let unit = able[self.rng.below(able.len())];
                self.give(unit, Hex::at(hex));
            }
        }
        let mut order: Vec<Unit> = each(self.side, self.hidden).collect();
        self.rng.shuffle(&mut order);
        // HQs, columns and armour first: only one fits a hex.
        order.sort_by_key(|u| book.kind(*u).fights() && corps.armour & u.bit() == 0);
        for unit in order {
            if let Some(hex) = self.site(unit) {
                self.give(unit, hex);
            }
        }
        self.lay_out(p, sources);
    }

    /// Puts the counters on the map: hidden ones first, seen ones above them.
    fn lay_out(mut self, p: &mut Position, sources: Set) {
        let book = &self.game.book;
        let (side, s) = (self.side, self.side.index());
        let kept = p.public.on_map[s];
        p.public.open.held[s] = Set::EMPTY;
        p.public.open.columns[s] = Set::EMPTY;
        p.public.open.exert[s] = Set::EMPTY;
        p.public.open.zone[s] = Set::EMPTY;
        let net = self.game.supply_net(&self.seen.public, side, &self.seen.public.open.held[s]);
        let mut pinned = sources;
        for (unit, hex) in std::mem::take(&mut self.given) {
            p.place(book, unit, hex);
            let fights = book.kind(unit).fights();
            // The unit that explains a zone is supplied; others in a stack without zone are not.
            let cut = if fights && pinned.has(hex.index()) {
                pinned.remove(hex.index());
                false
            } else {
                fights && !self.exerts(hex.index()) || !self.game.reaches(&net, hex)
            };
            p.set_cut(book, unit, cut);
            if book.corps(side).two_steps & unit.bit() != 0 && self.rng.below(4) == 0 {
                p.set_reduced(unit, true);
            }
        }
        let shown = self.seen.public.fight.shown[s];
        // The one that is seen only because it lies on top comes last.
        for on_top in [false, true] {
            for (unit, face) in self.seen.faces(side).filter(|(u, _)| (shown & u.bit() == 0) == on_top) {
                p.place(book, unit, face.hex);
                p.set_cut(book, unit, face.marks.cut);
                p.set_level(unit, face.marks.level);
                p.set_reduced(unit, face.marks.reduced);
                p.set_lorry(unit, face.marks.lorry);
                if book.corps(side).columns & unit.bit() == 0 {
                    p.put_on_top(book, unit);
                }
            }
        }
        p.public.on_map[s] = kept;
        // Some unit is on the move; which one is its owner's secret.
        if p.public.frames.top() == Frame::Moving(side)
            && let Some((unit, _)) = self.seen.faces(side).next()
        {
            let own = p.own_mut(side);
            own.mover = unit.slot() as u8;
            own.moved |= unit.bit();
            self.game.renew_net(p, unit);
        }
    }
}
