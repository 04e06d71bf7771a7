//! The victory conditions of 18.0, 19.0 and 20.0, and sudden death at Zaragoza.

use crate::Aragon;
use crate::book::Victory;
use crate::event::Event;
use crate::frame::{Frame, Stack};
use crate::ids::Set;
use crate::position::{Fight, Position, Public, Supply};
use crate::rules::*;
use frente_board::Hex;
use frente_engine::{Outcome, Rule, Side, Sink};

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// 18.0i: a supplied Republican unit in Zaragoza.
    Zaragoza,
    /// 18.0g: enough towns.
    TownsTaken,
    /// 18.0h: too few towns.
    TownsHeld,
    /// 19.0d: the side that holds Teruel in supply.
    Teruel(Side),
    /// 19.0e: who holds Teruel is out of supply.
    TeruelCutOff,
    /// 19.0-r1: nobody holds Teruel.
    TeruelEmpty,
    /// 20.0e: the road was cut in time and still is.
    RoadCut,
    /// 20.0f: the road was cut late.
    RoadCutLate,
    /// 20.0h: the road was not cut.
    RoadOpen,
}

impl Ending {
    /// The rule behind it.
    pub(crate) fn rule(self) -> Rule {
        match self {
            Ending::Zaragoza => R18_0I,
            Ending::TownsTaken => R18_0G,
            Ending::TownsHeld => R18_0H,
            Ending::Teruel(_) => R19_0D,
            Ending::TeruelCutOff => R19_0E,
            Ending::TeruelEmpty => R19_0_R1,
            Ending::RoadCut => R20_0E,
            Ending::RoadCutLate => R20_0F,
            Ending::RoadOpen => R20_0H,
        }
    }

    /// For the engine.
    pub(crate) fn outcome(self) -> Outcome {
        let (winner, reason) = match self {
            Ending::Zaragoza => (Some(Side::Republican), "over-zaragoza"),
            Ending::TownsTaken => (Some(Side::Republican), "over-towns-taken"),
            Ending::TownsHeld => (Some(Side::Nationalist), "over-towns-held"),
            Ending::Teruel(side) => (Some(side), "over-teruel"),
            Ending::TeruelCutOff => (None, "over-teruel-cut-off"),
            Ending::TeruelEmpty => (None, "over-teruel-empty"),
            Ending::RoadCut => (Some(Side::Nationalist), "over-road-cut"),
            Ending::RoadCutLate => (None, "over-road-cut-late"),
            Ending::RoadOpen => (Some(Side::Republican), "over-road-open"),
        };
        Outcome { winner, reason, rule: self.rule() }
    }
}

impl Aragon {
    /// Is this the hex of sudden death?
    #[inline]
    pub(crate) fn is_sudden_hex(&self, hex: Hex) -> bool {
        matches!(self.book.scenario.victory, Victory::Towns { sudden, .. } if sudden == hex)
    }

    /// Does a Republican unit stand where supply alone decides?
    #[inline]
    pub(crate) fn sudden_death_possible(&self, p: &Public) -> bool {
        matches!(self.book.scenario.victory, Victory::Towns { sudden, .. } if p.holds(Side::Republican, sudden))
    }

    /// 18.0i, 18.0-r4: is a Republican unit in Zaragoza and in supply at this moment?
    pub(crate) fn sudden_death(&self, p: &Public) -> bool {
        match self.book.scenario.victory {
            Victory::Towns { sudden, .. } if p.holds(Side::Republican, sudden) => {
                self.in_supply(p, Side::Republican, sudden)
            }
            _ => false,
        }
    }

    /// The game ends.
    pub(crate) fn end<S: Sink<Event>>(&self, pos: &mut Position, ending: Ending, s: &mut S) {
        pos.public.stack = Stack::new(Frame::Over(ending));
        pos.public.fight = Fight::NONE;
        s.push(Event::Over { ending });
    }

    /// 18.0e, 18.0f: Republican towns beyond the line less Nationalist towns beyond it.
    pub(crate) fn net_towns(&self, p: &Public) -> i16 {
        let ground = &self.book.ground;
        let taken = ground.towns & ground.home[Side::Nationalist] & p.control;
        let lost = (ground.towns & ground.home[Side::Republican]) - p.control;
        taken.len() as i16 - lost.len() as i16
    }

    /// 20.0d, 20.0g, 20.0-r2: road hexes under Nationalist control in which a unit is, or would be, in supply.
    pub(crate) fn road_hexes_held(&self, p: &Public, road: &Set) -> u8 {
        let controlled = *road - p.control;
        let supplied = self.supplied_among(p, Side::Nationalist, &controlled);
        let held = |i: &usize| {
            if supplied.has(*i) || !p.vacant(Hex::at(*i)) {
                return supplied.has(*i);
            }
            // An empty hex is judged as if a unit stood there, which may cancel a zone (10.0e).
            let mut with = *p;
            with.derived.occupied[Side::Nationalist].insert(*i);
            with.derived.supply[Side::Nationalist] = Supply::UNKNOWN;
            self.in_supply(&with, Side::Nationalist, Hex::at(*i))
        };
        controlled.iter().filter(held).count() as u8
    }

    /// 20.0-r1: notes how the road stands at the end of every turn from the first that is asked about.
    pub(crate) fn note_road<S: Sink<Event>>(&self, p: &mut Public, s: &mut S) {
        let Victory::Road { road, needed, win_by, win_by_without_blizzard, draw_by } =
            &self.book.scenario.victory
        else {
            return;
        };
        if p.turn < *[win_by, win_by_without_blizzard, draw_by].into_iter().min().unwrap_or(win_by) {
            return;
        }
        let hexes = self.road_hexes_held(p, road);
        let held = hexes >= *needed;
        if held {
            p.road_held |= 1 << p.turn;
        }
        s.push(Event::Road { hexes, held });
    }

    /// 3.0e: how the game stands after its last turn.
    ///
    /// 18.0-r1: Belchite knows no draw. 20.0k, 20.0-r4: without the blizzard only the deadline differs.
    ///
    /// 20.0j: the win by its own deadline.
    pub(crate) fn verdict(&self, p: &Public) -> Ending {
        match &self.book.scenario.victory {
            Victory::Towns { needed, .. } => {
                if self.net_towns(p) >= *needed {
                    Ending::TownsTaken
                } else {
                    Ending::TownsHeld
                }
            }
            Victory::City { hex } => match p.unit_in(*hex).map(|u| self.book.side(u)) {
                None => Ending::TeruelEmpty,
                Some(side) if self.in_supply(p, side, *hex) => Ending::Teruel(side),
                Some(_) => Ending::TeruelCutOff,
            },
            Victory::Road { win_by, win_by_without_blizzard, draw_by, .. } => {
                // 20.0j, 20.0-r3
                let deadline = if p.blizzard == 0 { *win_by_without_blizzard } else { *win_by };
                // 20.0-r1: held at the end of that turn, and still at the end of every later one.
                let held_since =
                    |turn: u8| (turn..=self.book.scenario.turns).all(|t| p.road_held >> t & 1 != 0);
                if held_since(deadline) {
                    Ending::RoadCut
                } else if held_since(*draw_by) {
                    Ending::RoadCutLate
                } else {
                    Ending::RoadOpen
                }
            }
        }
    }
}
