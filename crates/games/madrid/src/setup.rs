//! 12 The set-ups of the scenarios, by the marks on the counters (1.1) or by the colours of the areas (12.2).

use crate::action::Action;
use crate::book::Book;
use crate::book::counters::{BlackMark, Entry};
use crate::book::scenario::{CouncilKind, SetupKind};
use crate::frame::{Frame, Phase};
use crate::ids::{PLACES, Places, Unit, Units};
use crate::position::{Position, Public, Secret};
use crate::rules::{self, Rule};
use arrayvec::ArrayVec;
use frente_board::Area;
use frente_engine::{PerSide, Side};

/// The next placement for who leaves his set-up to the program: as `setups.toml` says; for whoever may not stand there, or is not
/// named in it, where fewest stand.
pub(crate) fn next_ready(book: &Book, position: &Position, legal: &[Action]) -> Option<Action> {
    let p = &position.public;
    let crowd = |action: &&Action| match action {
        Action::Place(unit, area) => Some(p.units(unit.side(), *area).len()),
        _ => None,
    };
    let as_written =
        |action: &&Action| matches!(action, Action::Place(u, at) if book.ready.contains(&(*u, *at)));
    let elsewhere = || legal.iter().filter(|a| crowd(a).is_some()).min_by_key(crowd);
    legal.iter().find(as_written).or_else(elsewhere).copied()
}

impl Book {
    /// 5a, 12, 12.1c, 12.1d, 12.1e, 12.1f, 12.2e, 12.2n, 12.2o, 12.3c, 12.3d, 12.3e, 12.3f: the position at the start, up
    /// to the first decision.
    pub fn start_position(&self) -> Position {
        let scenario = &self.scenario;
        let mut p = Public::EMPTY;
        p.morale = scenario.morale;
        p.nationalist = scenario.nationalist;
        p.council = scenario.council == CouncilKind::InPlay;
        p.river_ban = scenario.ban.iter().any(|b| !b.is_empty());
        p.city_locked = scenario.city_locked;
        p.first_turn = scenario.starts[0].0;
        p.support = scenario.starts[0].1;
        p.frames.push(Frame::Turn(Phase::Pause));
        for side in Side::BOTH {
            for unit in self.all(side).iter(side) {
                self.set_aside(&mut p, unit);
            }
        }
        match scenario.setup {
            SetupKind::Counters => {
                p.frames.push(Frame::SetUp(Side::Nationalist));
                p.frames.push(Frame::SetUp(Side::Republican));
                p.pending = self.undeployed(&p, Side::Republican);
            }
            SetupKind::Free => {
                p.frames.push(Frame::SetUp(Side::Nationalist));
                p.frames.push(Frame::SetUp(Side::Republican));
                p.pending = self.undeployed(&p, Side::Republican);
                if scenario.starts.len() > 1 {
                    p.frames.push(Frame::FirstTurn);
                }
            }
        }
        let mut position = Position { public: p, secret: PerSide::new(Secret::default(), Secret::default()) };
        self.run(&mut position, &mut ());
        position
    }

    /// 1.1i, 1.1j, 1.1k, 1.1l, 1.1m, 1.1n, 1.1o, 12.1b, 12.2f, 12.2g, 12.2h, 12.2i, 12.2j, 12.2k, 12.2-r3: a unit goes to
    /// its place, to the track, or out of the game; those whose owner has to choose stay in hand.
    fn set_aside(&self, p: &mut Public, unit: Unit) {
        let counter = self.counter(unit);
        let side = unit.side();
        let last = self.scenario.last_turn;
        let free = self.scenario.setup == SetupKind::Free;
        let later = match counter.entry {
            Entry::Start => false,
            Entry::Turn(turn) => !free || turn > self.scenario.on_map_until,
            Entry::Rada => !free,
        };
        let never = matches!(counter.entry, Entry::Turn(turn) if turn > last);
        if never || (free && counter.corunna == Some(BlackMark::Cross)) {
            p.removed[side].insert(unit);
        } else if later {
            p.track[side].insert(unit);
        } else if free && counter.corunna == Some(BlackMark::Madrid) {
            self.deploy(p, unit, self.map.madrid);
        } else if !free && let Some(place) = counter.marks.first().filter(|_| counter.marks.len() == 1) {
            self.deploy(p, unit, Area::at(place));
        }
    }

    /// 12.2-r5: units start Fresh.
    fn deploy(&self, p: &mut Public, unit: Unit, place: Area) {
        p.fresh[unit.side()].insert(unit);
        p.put(unit, place);
    }

    /// Units of a side that its owner has still to set up.
    pub fn undeployed(&self, p: &Public, side: Side) -> Units {
        let placed = p.stack[side].iter().fold(Units::NONE, |all, stack| all | *stack);
        self.all(side) - placed - p.track[side] - p.removed[side] - p.eliminated[side]
    }

    /// 1.1n, 12.2i, 12.2l: places where a unit may be set up, apart from the duty to leave no area empty.
    fn setup_places(&self, unit: Unit) -> Places {
        match self.scenario.setup {
            SetupKind::Counters => self.counter(unit).marks,
            SetupKind::Free => self.scenario.free[unit.side()],
        }
    }

    /// 1.1n, 12.2i, 12.2j, 12.2l, 12.2m, 12.2-r5: may the unit be set up here?
    ///
    /// # Errors
    /// The rule against it.
    pub fn may_set_up(&self, p: &Public, unit: Unit, place: Area) -> Result<(), Rule> {
        let side = unit.side();
        let free = self.scenario.setup == SetupKind::Free;
        let blue = side == Side::Nationalist;
        if !p.pending.has(unit) {
            return Err(if free && blue {
                rules::R12_2L
            } else if free {
                rules::R12_2I
            } else {
                rules::R1_1L
            });
        }
        if !self.setup_places(unit).has(place.index()) {
            return Err(if free && blue {
                rules::R12_2L
            } else if free {
                rules::R12_2I
            } else {
                rules::R1_1N
            });
        }
        if self.setup_open(p, side).has(place.index()) {
            Ok(())
        } else if !self.has_room(p, side, place, 1) {
            Err(rules::R3_2D)
        } else {
            Err(if blue { rules::R12_2M } else { rules::R12_2J })
        }
    }

    /// 3.2d, 12.2j, 12.2m: places with room in which a unit may be set up without leaving another area empty for good.
    fn setup_open(&self, p: &Public, side: Side) -> Places {
        let free = self.scenario.free[side];
        let all = Places::below(PLACES);
        let open = all - self.full(p, side, all, 1);
        let bare = free - p.held[side];
        let bound = self.scenario.setup == SetupKind::Free && bare.len() >= usize::from(p.pending.len());
        if bound { open - p.held[side] } else { open }
    }

    /// All places where pending units may be set up.
    pub fn list_setup(&self, p: &Public, side: Side, out: &mut Vec<Action>) {
        let open = self.setup_open(p, side);
        // Unit after unit has the same places.
        let (mut last, mut places) = (Places::EMPTY, ArrayVec::<Area, PLACES>::new());
        for unit in p.pending.iter(side) {
            let these = self.setup_places(unit) & open;
            if these != last {
                places = these.iter().map(Area::at).collect();
                last = these;
            }
            out.extend(places.iter().map(|&place| Action::Place(unit, place)));
        }
    }
}
