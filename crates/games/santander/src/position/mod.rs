//! Everything that changes, as plain data: what both players know, and what each keeps to himself (5.3).

mod secret;

pub use secret::Secret;

use crate::book::{AIR_KINDS, Book};
use crate::frame::Frames;
use crate::ids::{Unit, Units, each};
use crate::pieces::Values;
use crate::{Set, Side};
use frente_board::Hex;
use frente_engine::PerSide;

/// 9.5.1: level of a unit that is disorganised twice over (DSG 2).
pub const WORST: u8 = 3;

/// A position of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// What both players know.
    pub public: Public,
    /// What each player alone knows.
    pub secret: PerSide<Secret>,
    /// The supply net for the unit on the move, kept while nothing it depends on changes.
    pub(crate) net: Net,
}

/// 8.1.1a: a supply net worked out in this movement segment, with what it depends on. Nothing in it: not worked out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Net {
    /// Hexes in enemy zones that friends hold open; the rest stays as it is for a segment, unless a source changes hands.
    pub held: Set,
    /// Hexes from which a line can start: those of the net and their neighbours.
    pub fed: Set,
}

/// What both players know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Public {
    /// Game turn, from 1; 0 while setting up.
    pub turn: u8,
    /// 11.2d: is it raining this turn? 11.3c: only movement and air units ask.
    pub rain: bool,
    /// 10.6.1: the morale marker.
    pub morale: u8,
    /// 14.2: is the factory destroyed?
    pub factory_gone: bool,
    /// 12.3a: the turn the Offensive began; 0 before.
    pub offensive: u8,
    /// 13: have the Basques surrendered?
    pub surrendered: bool,
    /// 14.1i: brigades eliminated.
    pub brigades: u8,
    /// 4.2: trench markers still to be placed.
    pub trenches_left: u8,
    /// 10.8: hexes the Republican controls; all other land is Nationalist.
    pub republican: Set,
    /// 10.7: trenches.
    pub trenches: Set,
    /// 5.3-r8: the side that sets up behind a screen: what it places stands in its own secret alone until it is done.
    pub screen: Option<Side>,
    /// 5.3-r8: of the counters behind the screen, those that lay on top before it was put up: they are still seen.
    pub before_screen: Units,
    /// Counters on the map that both players know to be there.
    pub on_map: PerSide<Units>,
    /// Counters eliminated.
    pub lost: PerSide<Units>,
    /// Counters withdrawn from the game without being eliminated.
    pub withdrawn: PerSide<Units>,
    /// 4.1d: counters of the Republican reserve.
    pub reserve: Units,
    /// Units that have attacked in this segment (10.1c).
    pub fought: Units,
    /// HQs used this turn (9.4-r2).
    pub used: PerSide<Units>,
    /// Air units.
    pub air: [AirBoxes; AIR_KINDS],
    /// The combat at hand.
    pub fight: Fight,
    /// What is waited for and what comes after.
    pub frames: Frames,
    /// What follows from both players' counters and is open to all.
    pub open: Open,
}

/// What is open to all although it follows from hidden counters (5.3-r1). Kept up to date by every change of a stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Open {
    /// Hexes that hold a combat unit or HQ.
    pub held: PerSide<Set>,
    /// Hexes that hold a supply column and nothing else.
    pub columns: PerSide<Set>,
    /// 7.1b, 7.1.1a, 7.1-r1: hexes whose units exert a zone of control.
    pub exert: PerSide<Set>,
    /// 7.1a: zones of control, with the hexes they come from.
    pub zone: PerSide<Set>,
}

impl Open {
    /// Takes over all that another says of a side.
    fn take_side(&mut self, side: Side, other: &Open) {
        self.held[side] = other.held[side];
        self.columns[side] = other.columns[side];
        self.exert[side] = other.exert[side];
        self.zone[side] = other.zone[side];
    }
}

/// A counter as an enemy sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Face {
    /// Where it is.
    pub hex: Hex,
    /// Does it lie on top of its stack? Others are seen while combat shows them.
    pub top: bool,
    /// The markers on it.
    pub marks: Marks,
}

/// A counter's markers and the side it shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Marks {
    /// 9.5.1: level of disorganisation: 0 none, 1 DSG, 2 DSG 1, 3 DSG 2.
    pub level: u8,
    /// 2.1f: shows its back.
    pub reduced: bool,
    /// 6.3: out of supply.
    pub cut: bool,
    /// 9.3.2: a column on its movement side.
    pub lorry: bool,
}

/// The air units of one kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AirBoxes {
    /// In the available box.
    pub ready: u8,
    /// In the used box.
    pub used: u8,
    /// On spaces of the turn track.
    pub due: [u8; 8],
}

/// The combat at hand (10.2). Reset when it ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fight {
    /// The attacked hex; [`Hex::NONE`] when there is no combat.
    pub target: Hex,
    /// Units taking part in the attack.
    pub attackers: Units,
    /// Declared air units by kind.
    pub air: [u8; AIR_KINDS],
    /// Declared HQs.
    pub hqs: PerSide<Units>,
    /// Declared supply columns.
    pub columns: PerSide<Units>,
    /// 15.1: hits scored by each side.
    pub hits: PerSide<u8>,
    /// 5.3-r3: counters shown by this combat.
    pub shown: PerSide<Units>,
    /// Are the defenders shown?
    pub revealed: bool,
    /// Steps each side has still to lose.
    pub steps: PerSide<u8>,
    /// The defender retreats.
    pub retreats: bool,
    /// Units of the stack that is retreating.
    pub retreating: Units,
    /// Where it retreats to.
    pub refuge: Hex,
    /// 10.4.1: a breakthrough.
    pub through: bool,
    /// 10.6.1d: the hex has been entered.
    pub entered: bool,
    /// The morale result, if a die was rolled.
    pub nerve: u8,
    /// Units that may still advance.
    pub advancing: Units,
    /// The unit that is going on beyond the hex it took.
    pub ahead: u8,
}

impl Default for Fight {
    fn default() -> Self {
        Fight {
            target: Hex::NONE,
            attackers: 0,
            air: [0; AIR_KINDS],
            hqs: PerSide::default(),
            columns: PerSide::default(),
            hits: PerSide::default(),
            shown: PerSide::default(),
            revealed: false,
            steps: PerSide::default(),
            retreats: false,
            retreating: 0,
            refuge: Hex::NONE,
            through: false,
            entered: false,
            nerve: 0,
            advancing: 0,
            ahead: u8::MAX,
        }
    }
}

impl Position {
    /// A map without counters, at the start of the set-up.
    pub(crate) fn empty(book: &Book) -> Self {
        let mut air = [AirBoxes::default(); AIR_KINDS];
        for (boxes, count) in air.iter_mut().zip(book.scenario.air) {
            boxes.ready = count;
        }
        Position {
            public: Public {
                turn: 0,
                rain: false,
                morale: book.tables.morale.start,
                factory_gone: false,
                offensive: 0,
                surrendered: false,
                brigades: 0,
                trenches_left: book.scenario.trenches,
                republican: book.start[Side::Republican],
                trenches: Set::EMPTY,
                screen: None,
                before_screen: 0,
                on_map: PerSide::default(),
                lost: PerSide::default(),
                withdrawn: PerSide::default(),
                reserve: 0,
                fought: 0,
                used: PerSide::default(),
                air,
                fight: Fight::default(),
                frames: Frames::EMPTY,
                open: Open {
                    held: PerSide([Set::EMPTY; 2]),
                    columns: PerSide([Set::EMPTY; 2]),
                    exert: PerSide([Set::EMPTY; 2]),
                    zone: PerSide([Set::EMPTY; 2]),
                },
            },
            secret: PerSide([Secret::empty(book); 2]),
            net: Net::default(),
        }
    }

    /// What a side alone knows.
    #[inline]
    pub(crate) fn own(&self, side: Side) -> &Secret {
        &self.secret[side]
    }

    #[inline]
    pub(crate) fn own_mut(&mut self, side: Side) -> &mut Secret {
        &mut self.secret[side]
    }

    /// Where a counter is.
    #[inline]
    pub(crate) fn at(&self, unit: Unit) -> Hex {
        self.own(unit.side()).at(unit.slot())
    }

    /// The counters of a side in a hex.
    #[inline]
    pub(crate) fn units(&self, side: Side, hex: Hex) -> Units {
        self.own(side).units(hex)
    }

    /// The combat units of a side in a hex.
    #[inline]
    pub(crate) fn fighters(&self, book: &Book, side: Side, hex: Hex) -> Units {
        self.units(side, hex) & book.corps(side).fighters
    }

    /// The combat units and HQs of a side in a hex (2.2-r1: its units).
    #[inline]
    pub(crate) fn troops(&self, book: &Book, side: Side, hex: Hex) -> Units {
        self.units(side, hex) & !book.corps(side).columns
    }

    /// 5: stacking points of a side in a hex.
    pub(crate) fn sp(&self, book: &Book, side: Side, hex: Hex) -> u8 {
        each(side, self.units(side, hex)).map(|u| book.sp[u.index()]).sum()
    }

    /// A counter's markers.
    pub(crate) fn marks(&self, unit: Unit) -> Marks {
        self.own(unit.side()).marks(unit.slot())
    }

    /// 2.1f: the values on the side a counter shows.
    #[inline]
    pub(crate) fn values(&self, book: &Book, unit: Unit) -> Values {
        let piece = book.piece(unit);
        match piece.back {
            Some(back) if self.own(unit.side()).reduced & unit.bit() != 0 => back,
            _ => piece.front,
        }
    }

    /// 6.3a, 9.5a, 6.3.1b, 6.3.1-r1, 9.5.1-r1, 5.1-r2: is the unit halved, by want of supply or by disorganisation? Once for both, whatever
    /// the level; overstacking is another matter.
    #[inline]
    pub(crate) fn halved(&self, unit: Unit) -> bool {
        let own = self.own(unit.side());
        (own.cut | own.disorganised()) & unit.bit() != 0
    }

    /// 10.8: who controls a land hex.
    #[inline]
    pub(crate) fn controller(&self, hex: Hex) -> Side {
        if self.public.republican.has(hex.index()) { Side::Republican } else { Side::Nationalist }
    }

    /// Puts a counter that is off the map into a hex: combat units on top, HQs below them, columns at the bottom (5.3-r2).
    pub(crate) fn place(&mut self, book: &Book, unit: Unit, hex: Hex) {
        let side = unit.side();
        let corps = book.corps(side);
        let own = self.own_mut(side);
        if corps.fighters & unit.bit() != 0 {
            own.link_on_top(unit.slot(), hex);
        } else if corps.hqs & unit.bit() != 0 {
            own.link_below(unit.slot(), hex, !corps.columns);
        } else {
            own.link_below(unit.slot(), hex, !0);
        }
        if self.public.screen != Some(side) {
            self.public.on_map[side] |= unit.bit();
        }
        self.refresh(book, side, hex);
    }

    /// Takes a counter off the map.
    pub(crate) fn lift(&mut self, book: &Book, unit: Unit) {
        let hex = self.at(unit);
        let side = unit.side();
        self.own_mut(side).unlink(unit.slot());
        self.public.on_map[side] &= !unit.bit();
        self.refresh(book, side, hex);
    }

    /// Takes a counter out of play, with all its markers.
    pub(crate) fn discard(&mut self, book: &Book, unit: Unit) {
        let own = self.own_mut(unit.side());
        let keep = !unit.bit();
        own.set_level(unit.slot(), 0);
        for set in [&mut own.reduced, &mut own.cut, &mut own.lorries, &mut own.moved, &mut own.topped] {
            *set &= keep;
        }
        self.public.used[unit.side()] &= keep;
        let attacks = unit.side() == self.public.fight_side();
        let fight = &mut self.public.fight;
        fight.shown[unit.side()] &= keep;
        if attacks {
            fight.attackers &= keep;
            fight.advancing &= keep;
            self.public.fought &= keep;
        } else {
            fight.retreating &= keep;
        }
        self.lift(book, unit);
    }

    /// 5.3-r2: puts a counter on top of its stack.
    pub(crate) fn put_on_top(&mut self, book: &Book, unit: Unit) {
        let hex = self.at(unit);
        let own = self.own_mut(unit.side());
        own.unlink(unit.slot());
        own.link_on_top(unit.slot(), hex);
        self.refresh(book, unit.side(), hex);
    }

    /// Sets a unit's level of disorganisation; there are markers enough (9.5.1-r4).
    pub(crate) fn set_level(&mut self, unit: Unit, level: u8) {
        self.own_mut(unit.side()).set_level(unit.slot(), level);
    }

    /// Turns a two-step unit over.
    pub(crate) fn set_reduced(&mut self, unit: Unit, reduced: bool) {
        set(&mut self.own_mut(unit.side()).reduced, unit, reduced);
    }

    /// Turns a column to its movement or fire side.
    pub(crate) fn set_lorry(&mut self, unit: Unit, lorry: bool) {
        set(&mut self.own_mut(unit.side()).lorries, unit, lorry);
    }

    /// Stores a unit's supply status; its zone follows it (7.1.1a).
    pub(crate) fn set_cut(&mut self, book: &Book, unit: Unit, cut: bool) {
        if (self.own(unit.side()).cut & unit.bit() != 0) != cut {
            set(&mut self.own_mut(unit.side()).cut, unit, cut);
            self.refresh(book, unit.side(), self.at(unit));
        }
    }

    /// Shows counters in this combat (5.3-r3).
    pub(crate) fn show(&mut self, side: Side, units: Units) {
        self.public.fight.shown[side] |= units;
    }

    /// 5.3-r1, 5.3-r3, 5.3-r8: a counter as the enemy sees it: when it lies on top of its stack, or combat shows it; of a side behind its
    /// screen, when it lay on top before.
    #[inline]
    pub(crate) fn face(&self, unit: Unit) -> Option<Face> {
        let own = self.own(unit.side());
        let hex = own.at(unit.slot());
        let top = if self.public.screen == Some(unit.side()) {
            self.public.before_screen & unit.bit() != 0
        } else {
            own.tops() & unit.bit() != 0
        };
        let shown = hex.is_some() && self.public.fight.shown[unit.side()] & unit.bit() != 0;
        (top || shown).then(|| Face { hex, top, marks: own.marks(unit.slot()) })
    }

    /// Is the counter seen by the enemy?
    #[inline]
    pub(crate) fn is_seen(&self, unit: Unit) -> bool {
        self.face(unit).is_some()
    }

    /// 5.3-r8: a side puts up its screen: what it places from now on is its own secret, and what was seen of it is still seen.
    pub(crate) fn raise_screen(&mut self, side: Side) {
        self.public.before_screen = self.own(side).tops();
        self.public.screen = Some(side);
    }

    /// 5.3-r8: takes the screen away: what was placed behind it is seen as any stack is.
    pub(crate) fn lift_screen(&mut self, book: &Book) -> Option<Side> {
        let side = self.public.screen.take()?;
        self.public.before_screen = 0;
        self.public.reserve |= std::mem::take(&mut self.own_mut(side).held_back);
        self.public.on_map[side] = self.own(side).on();
        let own = self.own(side);
        let hexes: Set = each(side, own.on()).map(|u| own.at(u.slot()).index()).collect();
        for hex in hexes {
            self.refresh(book, side, Hex::at(hex));
        }
        Some(side)
    }

    /// The hexes that hold combat units or HQs of a side, those behind its screen among them.
    pub(crate) fn held(&self, book: &Book, side: Side) -> Set {
        if self.public.screen != Some(side) {
            return self.public.open.held[side];
        }
        let own = self.own(side);
        each(side, own.on() & !book.corps(side).columns).map(|u| own.at(u.slot()).index()).collect()
    }

    /// Renews what follows from the counters of a hex: its room, and all that is open about it; behind a screen nothing is.
    fn refresh(&mut self, book: &Book, side: Side, hex: Hex) {
        let corps = book.corps(side);
        let own = &mut self.secret[side];
        let units = own.units(hex);
        let sp: u8 = each(side, units).map(|u| book.sp[u.index()]).sum();
        own.crowded.set(hex.index(), sp + book.most_sp > book.terrain(hex).limit);
        if self.public.screen == Some(side) {
            return;
        }
        let exerts = units & corps.fighters & !own.cut != 0;
        let open = &mut self.public.open;
        open.held[side].set(hex.index(), units & !corps.columns != 0);
        open.columns[side].set(hex.index(), units != 0 && units & !corps.columns == 0);
        if open.exert[side].has(hex.index()) != exerts {
            open.exert[side].set(hex.index(), exerts);
            // 7.1a: the zone changes here and around; where a source falls away, others may still reach.
            let around = *book.open(hex) | Set::one(hex.index());
            let exert = &open.exert[side];
            let zone = &mut open.zone[side];
            if exerts {
                *zone |= around;
            } else {
                for near in around {
                    zone.set(near, exert.has(near) || exert.meets(book.open(Hex::at(near))));
                }
            }
        }
    }

    /// What is open, computed anew; equal to what is kept.
    pub(crate) fn recomputed(&self, book: &Book) -> Open {
        let mut copy = *self;
        copy.public.open = Position::empty(book).public.open;
        for side in Side::BOTH {
            if self.public.screen == Some(side) {
                copy.public.open.take_side(side, &self.public.open);
            }
            for hex in book.map.hexes() {
                copy.refresh(book, side, hex);
            }
        }
        copy.public.open
    }
}

impl Public {
    /// The side whose combat segment it is or was last: whose units [`Public::fought`] names.
    pub(crate) fn fight_side(&self) -> Side {
        use crate::frame::Frame;
        let combat = self
            .frames
            .frames()
            .iter()
            .find_map(|f| if let Frame::Combat(side) = f { Some(*side) } else { None });
        combat.unwrap_or(Side::Nationalist)
    }
}

#[inline]
fn set(units: &mut Units, unit: Unit, on: bool) {
    *units = *units & !unit.bit() | if on { unit.bit() } else { 0 };
}
