//! 5.3, 5.3a: fog of war. What a seat knows of a position, and what it may suppose about the rest.

#[cfg(test)]
mod named;
#[cfg(test)]
mod undo;

use crate::Event;
use crate::Set;
use crate::Side;
use crate::action::Action;
use crate::book::HEXES;
use crate::frame::{Frame, Step};
use crate::game::Santander;
use crate::ids::{SLOTS, Unit, Units, each};
use crate::position::{Face, Net, Position, Public, Secret};
use frente_board::Hex;
use frente_engine::{Game, PerSide, Rng, Seat};

/// What a seat knows: all that is open, and its own counters. The other side's secrets have no way in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    /// What both players know.
    pub public: Public,
    /// 5.3-r1, 5.3-r3: counters of both sides that lie open: tops of stacks, and what combat shows.
    faces: [Option<Face>; 2 * SLOTS],
    /// The seat's side and what it alone knows; nothing for a spectator.
    pub own: Option<(Side, Secret)>,
}

impl Seen {
    /// What a seat knows of a position.
    pub(crate) fn new(p: &Position, seat: Seat) -> Self {
        let mut faces = [None; 2 * SLOTS];
        for side in Side::BOTH {
            for unit in each(side, p.public.on_map[side]) {
                faces[unit.index()] = p.face(unit);
            }
        }
        Seen { public: p.public, faces, own: seat.side().map(|side| (side, *p.own(side))) }
    }

    /// The counters of a side that are seen in a hex.
    pub(crate) fn faces(&self, side: Side) -> impl Iterator<Item = (Unit, Face)> + '_ {
        each(side, self.public.on_map[side]).filter_map(|u| self.faces[u.index()].map(|face| (u, face)))
    }

    /// The hex and markers of a counter, if this seat knows them.
    pub(crate) fn counter(&self, unit: Unit) -> Option<Face> {
        match &self.own {
            Some((side, own)) if *side == unit.side() => {
                let hex = own.at(unit.slot());
                hex.is_some().then(|| {
                    let top = own.top(hex) == Some(unit.slot());
                    Face { hex, top, marks: own.marks(unit.slot()) }
                })
            }
            _ => self.faces[unit.index()],
        }
    }
}

/// 5.3-r1, 5.3-r6: may a seat know of an event? What happens to a counter that the enemy does not see is its owner's alone; what
/// is told others is never more than they see on the map before and after.
pub(crate) fn told(event: &Event, seat: Seat) -> bool {
    match *event {
        Event::Placed { unit, .. } | Event::HeldBack(unit) | Event::Moved { unit, .. } => {
            seat.knows(unit.side())
        }
        Event::Replaced { brigade, .. } => seat.knows(brigade.side()),
        // The owner is told of the move itself.
        Event::Sighted { unit, .. } => !seat.knows(unit.side()),
        Event::Supply { unit, seen, .. }
        | Event::Arrived { unit, seen, .. }
        | Event::Recovers { unit, seen, .. } => seen || seat.knows(unit.side()),
        // What leaves the map is laid open (5.3-r1); what fights, bombards, retreats and advances is shown (5.3-r3).
        Event::Withdrawn { .. }
        | Event::Eliminated { .. }
        | Event::UsedUp(_)
        | Event::Joined(_)
        | Event::Fires(_)
        | Event::Supplies(_)
        | Event::Disorganised { .. }
        | Event::Reduced { .. }
        | Event::Retreated { .. }
        | Event::Advanced { .. } => true,
        // Dice, boxes, tracks, control, trenches, and the course of play.
        Event::SetUp(_)
        | Event::Trench(_)
        | Event::Division { .. }
        | Event::Armour { .. }
        | Event::Turn(_)
        | Event::Phase(_)
        | Event::Weather { .. }
        | Event::AirBack { .. }
        | Event::Offensive { .. }
        | Event::Success { .. }
        | Event::AirWithdrawn { .. }
        | Event::ArrivalLost(_)
        | Event::Surrender { .. }
        | Event::FightOn { .. }
        | Event::Factory { .. }
        | Event::Taken { .. }
        | Event::TrenchGone(_)
        | Event::Track { .. }
        | Event::Attacked(_)
        | Event::Flies { .. }
        | Event::NoSupport(_)
        | Event::Dogfight { .. }
        | Event::ShotDown { .. }
        | Event::Bombarded { .. }
        | Event::NoBombardment { .. }
        | Event::Attrition { .. }
        | Event::Fought { .. }
        | Event::Nerve { .. }
        | Event::Stands { .. }
        | Event::Retreats { .. }
        | Event::NobodyLeft(_)
        | Event::TurnEnds
        | Event::Over { .. } => true,
    }
}

impl Santander {
    /// 5.3-r6, 5.3-r8: actions that handle counters without showing them are their owner's alone.
    pub(crate) fn is_hidden(&self, p: &Position, action: Action, seat: Seat) -> bool {
        let handles = match action {
            Action::Place(..) | Action::Top(_) | Action::Arrive(_) | Action::Pick(_) | Action::Go(..) => true,
            // Trenches are open to all.
            Action::Reference => p.public.frames.top() != Frame::Trench,
            Action::Trench(_)
            | Action::Done
            | Action::Roll(_)
            | Action::Withdraw(_)
            | Action::WithdrawAir(..)
            | Action::Replace(_)
            | Action::Stop
            | Action::End
            | Action::Attack(_)
            | Action::With(_)
            | Action::Declare
            | Action::Air(_)
            | Action::Hq(_)
            | Action::Column(_)
            | Action::Down(_)
            | Action::Lose(_)
            | Action::Stand
            | Action::Retreat
            | Action::To(_)
            | Action::Next(_)
            | Action::Advance(_)
            | Action::On(_)
            | Action::Halt => false,
        };
        handles && self.wait(p).side().is_some_and(|side| !seat.knows(side))
    }

    /// Can the action show the side that takes it something of the enemy's that it did not know?
    pub(crate) fn may_show(&self, p: &Position, action: Action) -> bool {
        let after = || {
            let mut copy = *p;
            self.check(p, action).is_ok().then(|| {
                self.apply(&mut copy, action, &mut ());
                copy
            })
        };
        match action {
            // A die shows itself.
            Action::Roll(_) => true,
            // 10.2.d1a: the defenders' supply is checked; some may surrender.
            Action::Declare => true,
            // 6.4a: so is everybody's before the Republican moves. When he ends his phase, the weather is next.
            Action::End => p.public.frames.top() == Frame::Combat(Side::Nationalist),
            // 3.B-r1: and when the last unit that the Offensive calls away is chosen.
            Action::Withdraw(_) | Action::WithdrawAir(..) => {
                after().is_some_and(|q| !matches!(q.public.frames.top(), Frame::Withdraw { .. }))
            }
            // 10.4: who advances knows his own stacks, and sees the columns he overruns.
            Action::Advance(_) | Action::On(_) | Action::Halt => false,
            // 9.2k, 8.1.1b: after the combat die, an HQ below falls with the last of its hex, a column below shows itself when the
            // attacked hex falls empty, and whether the attackers advance there depends on who stays behind below them.
            Action::Stand | Action::Retreat | Action::To(_) | Action::Next(_) => self.lays_open(p, after()),
            Action::Lose(_) if p.public.fight.revealed => self.lays_open(p, after()),
            // 5.3-r3: the defenders are shown when nothing more is declared and no die comes first.
            Action::Done | Action::Down(_) | Action::Lose(_) => {
                let attacks = self.wait(p).side() == Some(p.public.fight_side());
                attacks
                    && p.public.fight.target.is_some()
                    && !p.public.fight.revealed
                    && after().is_some_and(|q| q.public.fight.revealed)
            }
            Action::Place(..)
            | Action::Reference
            | Action::Trench(_)
            | Action::Top(_)
            | Action::Arrive(_)
            | Action::Replace(_)
            | Action::Pick(_)
            | Action::Go(..)
            | Action::Stop
            | Action::Attack(_)
            | Action::With(_)
            | Action::Air(_)
            | Action::Hq(_)
            | Action::Column(_) => false,
        }
    }

    /// Does what follows an action in a combat whose die is thrown hang on what the enemy hides: a counter of his is gone, or the attacked
    /// hex is left empty?
    fn lays_open(&self, before: &Position, after: Option<Position>) -> bool {
        let attacker = before.public.fight_side();
        let Some(enemy) = self.wait(before).side().map(Side::other) else { return false };
        let target = before.public.fight.target;
        after.is_some_and(|after| {
            let (before, after) = (&before.public, &after.public);
            before.on_map[enemy] != after.on_map[enemy]
                || target.is_some() && !after.open.held[attacker.other()].has(target.index())
        })
    }

    /// A position the seat cannot tell from the true one: hidden counters are dealt out anew among the stacks of their side.
    pub(crate) fn imagine_rest(&self, seen: &Seen, rng: &mut Rng) -> Position {
        let mut p = Position {
            public: seen.public,
            secret: PerSide([Secret::empty(&self.book); 2]),
            net: Net::default(),
        };
        for side in Side::BOTH {
            match &seen.own {
                Some((own, secret)) if *own == side => p.secret[side] = *secret,
                _ => {
                    // What both know lies before the screen; behind it anything may stand that the rules allow.
                    let screen = p.public.screen.take();
                    Deal::new(self, seen, side, rng).deal(&mut p);
                    p.public.screen = screen;
                    if screen == Some(side) {
                        self.imagine_set_up(&mut p, side, rng);
                    }
                }
            }
        }
        if let Frame::Moving(side) = p.public.frames.top() {
            let unit = Unit::new(side, p.own(side).mover as usize);
            self.renew_net(&mut p, unit);
        }
        p
    }

    /// 5.3-r8: what may stand behind a side's screen: the steps that are over, and as much as you like of the step at hand.
    fn imagine_set_up(&self, p: &mut Position, side: Side, rng: &mut Rng) {
        let top = p.public.frames.top();
        let over: &[Step] = match (side, top) {
            (Side::Republican, Frame::Place(Step::FirstLine | Step::Reserves)) => &[],
            (Side::Republican, Frame::Place(Step::Joining) | Frame::RollDivision(_)) => &[Step::FirstLine],
            (Side::Republican, Frame::Trench | Frame::Place(_)) => &[Step::FirstLine, Step::Joining],
            // The reserves are the last to be arranged; before them nothing of the side is known to be on the map.
            (Side::Republican, _) if p.public.on_map[side] != 0 => &[Step::Reserves],
            (Side::Republican, _) => &[Step::FirstLine, Step::Joining, Step::RepublicanColumn],
            (Side::Nationalist, Frame::Place(Step::Nationalist)) => &[],
            (Side::Nationalist, Frame::Place(_)) => &[Step::Nationalist],
            (Side::Nationalist, _) => &[Step::Nationalist, Step::NationalistColumns],
        };
        for step in over {
            let all = self.called_up(p, *step);
            self.imagine_step(p, *step, all.count_ones() as usize, rng);
        }
        if let Frame::Place(step) = top {
            // The step is not over: at least one counter is still to come.
            let some = rng.below(self.called_up(p, step).count_ones() as usize);
            self.imagine_step(p, step, some, rng);
        }
    }

    /// Places the first `n` counters of a step within the rules: as in the scenario's ready set-up, but with counters that are alike
    /// exchanged at random; reserves anywhere (4.3.1a).
    fn imagine_step(&self, p: &mut Position, step: Step, n: usize, rng: &mut Rng) {
        let side = step.side();
        p.own_mut(side).hand = self.called_up(p, step);
        let units: Vec<Unit> = each(side, p.own(side).hand).collect();
        let mut hexes: Vec<Hex> = units.iter().map(|u| self.reference_hex(step, *u)).collect();
        for i in (1..units.len()).rev() {
            let j = rng.below(i + 1);
            if self.book.alike(units[i], units[j]) {
                hexes.swap(i, j);
            }
        }
        for (unit, hex) in units.into_iter().zip(hexes).take(n) {
            let hex =
                if step == Step::Reserves { self.any_room(p, step, unit, rng).unwrap_or(hex) } else { hex };
            self.put(p, step, unit, hex, &mut ());
        }
    }

    /// Some hex where a counter may be placed.
    fn any_room(&self, p: &Position, step: Step, unit: Unit, rng: &mut Rng) -> Option<Hex> {
        let land = &self.book.start[step.side()];
        let first = rng.below(land.len());
        let hexes = land.iter().chain(land.iter()).skip(first).map(Hex::at);
        hexes.take(land.len()).find(|h| self.may_place_here(p, step, unit, *h).is_ok())
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
            hidden: public.on_map[side],
            stacks: public.open.held[side],
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
        let hit = fight.shown[side] & !fight.hqs[side] & !fight.columns[side];
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
        self.seen.public.open.exert[self.side].has(hex)
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
        let sources = public.open.exert[self.side] - shown;
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
        let side = self.side;
        let kept = p.public.on_map[side];
        p.public.open.held[side] = Set::EMPTY;
        p.public.open.columns[side] = Set::EMPTY;
        p.public.open.exert[side] = Set::EMPTY;
        p.public.open.zone[side] = Set::EMPTY;
        let net = self.game.supply_net(&self.seen.public, side, &self.seen.public.open.held[side]);
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
        // The one that lies on top comes last.
        for on_top in [false, true] {
            for (unit, face) in self.seen.faces(side).filter(|(_, face)| face.top == on_top) {
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
        p.public.on_map[side] = kept;
        // Some unit is on the move; which one is its owner's secret.
        if p.public.frames.top() == Frame::Moving(side)
            && let Some((unit, _)) = self.seen.faces(side).next()
        {
            let own = p.own_mut(side);
            own.mover = unit.slot() as u8;
            own.moved |= unit.bit();
        }
    }
}
