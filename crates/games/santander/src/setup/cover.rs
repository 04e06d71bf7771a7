//! 4.2c, 4.3b: covering the front. Can the counters still to be placed do it?
//!
//! An exact search over the front hexes in their order along the line: the first uncovered hex must be covered from itself or
//! from a neighbour; of the counters that could stand there, the most narrowly bound is as good as any. Front hexes are bits
//! of one word.

use crate::Set;
use crate::Side;
use crate::book::Book;
use crate::frame::Step;
use crate::game::Santander;
use crate::ids::{Unit, Units, each};
use crate::position::Position;
use arrayvec::ArrayVec;
use frente_board::Hex;

/// A bit for each front hex of one side, in the order along the line.
type Front = u32;

/// How many failed states a search remembers in the order they came: nearly all searches fail in fewer, and pay for no more.
const FEW: usize = 32;
/// How many failed states a long search remembers besides, a power of two: each has one place, and the later of two with the same place
/// stays.
const MANY: usize = 2048;

/// The front of one side, ready for searching.
#[derive(Debug, Clone)]
pub struct Line {
    order: Vec<Hex>,
    /// For each front hex: hexes from which a zone covers it, with all front hexes that one covers.
    covers: Vec<Vec<(Hex, Front)>>,
    /// Every front hex.
    all: Front,
    /// Front hexes covered from each hex.
    mask: Vec<Front>,
    /// Each hex itself, if it is one of the front.
    own: Vec<Front>,
    /// As many front hexes as are covered from any one.
    widest: u32,
    /// Where bound counters may stand: the front near XX18 (4.2d), the columns of 15.2.
    narrow: Set,
    /// Front hexes that are covered from there.
    near_narrow: Front,
    /// Counters by how they are bound: bound combat units, those of the front, free ones, bound HQs, other HQs.
    bound: [Units; 5],
}

impl Line {
    /// The line of a side.
    pub(crate) fn new(book: &Book, side: Side, historical: bool) -> Self {
        let mut left = book.front[side];
        let mut order: Vec<Hex> = Vec::new();
        // From the eastern end, always on to the nearest.
        let mut at = left.iter().map(Hex::at).max_by_key(|h| (book.column[h.index()], std::cmp::Reverse(*h)));
        while let Some(hex) = at {
            order.push(hex);
            left.remove(hex.index());
            at = left.iter().map(Hex::at).min_by_key(|h| (book.map.distance(hex, *h), *h));
        }
        assert!(order.len() <= Front::BITS as usize, "a front of at most {} hexes", Front::BITS);
        let bit = |hex: usize| order.iter().position(|h| h.index() == hex).map_or(0, |i| 1 << i);
        let mask = |hex: Hex| book.open(hex).iter().fold(bit(hex.index()), |m, h| m | bit(h));
        let covers = order
            .iter()
            .map(|x| {
                let from = book.open(*x).iter().map(Hex::at).chain([*x]);
                let mut list: Vec<(Hex, Front)> =
                    from.filter(|h| book.start[side].has(h.index())).map(|h| (h, mask(h))).collect();
                list.sort_by_key(|(h, m)| (std::cmp::Reverse(m.count_ones()), *h));
                list
            })
            .collect();
        let masks: Vec<Front> = book.map.hexes().map(mask).collect();
        let bounds = narrow(book, side);
        let all = if order.is_empty() { 0 } else { Front::MAX >> (Front::BITS as usize - order.len()) };
        Line {
            all,
            own: book.map.hexes().map(|h| bit(h.index())).collect(),
            widest: masks.iter().map(|m| m.count_ones()).max().unwrap_or(0),
            near_narrow: bounds.iter().fold(0, |near, hex| near | masks[hex]),
            mask: masks,
            narrow: bounds,
            bound: bound(book, side, historical),
            order,
            covers,
        }
    }

    /// Front hexes in a set.
    fn bits(&self, set: &Set) -> Front {
        self.order.iter().enumerate().filter(|(_, h)| set.has(h.index())).fold(0, |m, (i, _)| m | 1 << i)
    }
}

/// Where counters that are bound may stand.
fn narrow(book: &Book, side: Side) -> Set {
    let scenario = &book.scenario;
    match side {
        Side::Republican => {
            let near =
                |h: &usize| book.columns_off(Hex::at(*h), scenario.basque_column) <= scenario.basque_within;
            book.front[side].iter().filter(near).collect()
        }
        Side::Nationalist => {
            let [first, last] = scenario.historical;
            book.start[side].iter().filter(|h| (first..=last).contains(&book.column[*h])).collect()
        }
    }
}

/// Counters by how they are bound at set-up: bound combat units, those of the front, free ones, bound HQs, other HQs. Republican HQs
/// cover nothing (4.2c) and are in none.
fn bound(book: &Book, side: Side, historical: bool) -> [Units; 5] {
    let corps = book.corps(side);
    let (fighters, hqs) = (corps.fighters, corps.hqs);
    match side {
        Side::Republican => {
            let basque = book.basque & fighters;
            let independent =
                each(side, fighters).filter(|u| book.piece(*u).independent).fold(0, |m, u| m | u.bit());
            let wide = corps.armour | independent;
            [basque, fighters & !basque & !wide, wide, 0, 0]
        }
        Side::Nationalist => {
            let italian = if historical { book.italian } else { 0 };
            [fighters & italian, 0, fighters & !italian, hqs & italian, hqs & !italian]
        }
    }
}

/// Counters still to be placed, by how they are bound.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Left {
    /// Bound to some front hexes or columns: first-line Basques, Italians under 15.2.
    narrow: u8,
    /// How many of the narrow ones may go anywhere.
    free: u8,
    /// Bound to the front.
    front: u8,
    /// Bound to nothing.
    wide: u8,
    /// HQs, which cover only the hex they stand in (4.3-r2): bound ones and others.
    narrow_hqs: u8,
    hqs: u8,
}

impl Left {
    fn fighters(self) -> u32 {
        u32::from(self.narrow) + u32::from(self.front) + u32::from(self.wide)
    }

    fn staffs(self) -> u32 {
        u32::from(self.narrow_hqs) + u32::from(self.hqs)
    }

    /// Combat units that are not bound to where the narrow ones are.
    fn far_fighters(self) -> u32 {
        u32::from(self.free) + u32::from(self.front) + u32::from(self.wide)
    }

    /// The place of a failed state in the memory.
    fn slot(self, open: Front) -> usize {
        let counts = [self.narrow, self.free, self.front, self.wide, self.narrow_hqs, self.hqs];
        let mixed =
            counts.iter().fold(open, |m, n| m.wrapping_mul(0x9E37_79B1).rotate_left(5) ^ u32::from(*n));
        (mixed.wrapping_mul(0x85EB_CA6B) >> 16) as usize % MANY
    }
}

struct Search<'a> {
    line: &'a Line,
    front: &'a Set,
    /// The first states that were found not to be covered.
    few: ArrayVec<(Front, Left), FEW>,
    /// The others; no front at all where a place is free.
    many: Option<[(Front, Left); MANY]>,
}

impl Search<'_> {
    fn possible(&mut self, open: Front, left: Left) -> bool {
        if open == 0 {
            return true;
        }
        // Not even if each of them covered as much as any can.
        if left.fighters() * self.line.widest + left.staffs() < open.count_ones() {
            return false;
        }
        // Nor where the narrowly bound ones cover nothing.
        let far = open & !self.line.near_narrow;
        if left.far_fighters() * self.line.widest + u32::from(left.hqs) < far.count_ones() {
            return false;
        }
        if self.is_known_to_fail(open, left) {
            return false;
        }
        let first = open.trailing_zeros() as usize;
        let line = self.line;
        for (hex, mask) in &line.covers[first] {
            if let Some(rest) = self.fighter(*hex, left)
                && self.possible(open & !mask, rest)
            {
                return true;
            }
        }
        if let Some(rest) = self.staff(line.order[first], left)
            && self.possible(open & !(1 << first), rest)
        {
            return true;
        }
        self.remember_failure(open, left);
        false
    }

    fn is_known_to_fail(&self, open: Front, left: Left) -> bool {
        let state = (open, left);
        self.few.contains(&state) || self.many.as_ref().is_some_and(|many| many[left.slot(open)] == state)
    }

    fn remember_failure(&mut self, open: Front, left: Left) {
        if self.few.try_push((open, left)).is_err() {
            let many = self.many.get_or_insert([(0, Left::default()); MANY]);
            many[left.slot(open)] = (open, left);
        }
    }

    /// Spends the most narrowly bound combat unit that may stand there.
    fn fighter(&self, hex: Hex, mut left: Left) -> Option<Left> {
        if left.narrow > 0 && self.line.narrow.has(hex.index()) {
            left.narrow -= 1;
            left.free = left.free.min(left.narrow);
        } else if left.front > 0 && self.front.has(hex.index()) {
            left.front -= 1;
        } else if left.wide > 0 {
            left.wide -= 1;
        } else if left.free > 0 {
            left.free -= 1;
            left.narrow -= 1;
        } else {
            return None;
        }
        Some(left)
    }

    fn staff(&self, hex: Hex, mut left: Left) -> Option<Left> {
        if left.narrow_hqs > 0 && self.line.narrow.has(hex.index()) {
            left.narrow_hqs -= 1;
        } else if left.hqs > 0 {
            left.hqs -= 1;
        } else {
            return None;
        }
        Some(left)
    }
}

/// How many answers a list remembers.
const ANSWERS: usize = 32;

/// Whether a front can be covered, asked for the counter that is to be placed and many hexes. The answer depends on the hex only by
/// what is left bare, so that most hexes share theirs.
pub(crate) struct Cover<'a> {
    search: Search<'a>,
    /// Front hexes that nobody covers yet.
    bare: Front,
    /// What the counter at hand covers from each hex.
    covers: Option<&'a [Front]>,
    /// The counters that come after it, without and with a free Basque place taken by it.
    left: [Left; 2],
    known: ArrayVec<(Front, bool, bool), ANSWERS>,
}

impl Cover<'_> {
    /// Front hexes that are bare with the counter in a hex.
    #[inline]
    fn bare_with(&self, hex: Hex) -> Front {
        self.bare & !self.covers.map_or(0, |covers| covers[hex.index()])
    }

    /// Does the counter in a hex cover any front hex that is bare?
    #[inline]
    pub(crate) fn helps(&self, hex: Hex) -> bool {
        self.bare_with(hex) != self.bare
    }

    /// Can the counters that come after this one still cover the front, with this one in the hex given (or nowhere)? `free`: has it
    /// taken a free Basque place?
    pub(crate) fn possible(&mut self, hex: Option<Hex>, free: bool) -> bool {
        let bare = hex.map_or(self.bare, |h| self.bare_with(h));
        if let Some((.., answer)) = self.known.iter().find(|(b, f, _)| (*b, *f) == (bare, free)) {
            return *answer;
        }
        let answer = self.search.possible(bare, self.left[usize::from(free)]);
        if !self.known.is_full() {
            self.known.push((bare, free, answer));
        }
        answer
    }
}

impl Santander {
    /// Is the front of the step's side covered as it stands? Steps that need no cover always are.
    pub(crate) fn covered(&self, p: &Position, step: Step) -> bool {
        match step {
            Step::FirstLine | Step::Nationalist => self.uncovered(p, step.side()) == 0,
            _ => true,
        }
    }

    /// 4.2-r5, 4.3-r2: front hexes that no unit covers.
    fn uncovered(&self, p: &Position, side: Side) -> Front {
        let own = p.own(side);
        let line = &self.lines[side];
        let fighters = own.on() & self.book.corps(side).fighters & !own.cut;
        let from: Set = each(side, fighters).map(|u| p.at(u).index()).collect();
        let mut covered = self.book.flow.grow(&from);
        // The Nationalist's front hexes may be held by an HQ alone, the Republican's not.
        if side == Side::Nationalist {
            covered |= p.held(&self.book, side);
        }
        line.all & !line.bits(&covered)
    }

    /// The cover of the front as far as it concerns the placing of a counter. In steps that need none there is nothing to cover.
    pub(crate) fn cover(&self, p: &Position, step: Step, unit: Unit) -> Cover<'_> {
        let side = step.side();
        let line = &self.lines[side];
        let needed = matches!(step, Step::FirstLine | Step::Nationalist);
        let coming = p.own(side).hand & !unit.bit();
        let [narrow, front, wide, narrow_hqs, hqs] = line.bound.map(|set| (set & coming).count_ones() as u8);
        let left = [false, true].map(|free| {
            let mut left = Left { narrow, front, wide, narrow_hqs, hqs, free: 0 };
            if step == Step::FirstLine {
                let taken =
                    p.own(side).free_basques + u8::from(free && self.book.basque_brigades & unit.bit() != 0);
                left.free = self.book.scenario.basque_free.saturating_sub(taken).min(narrow);
            }
            left
        });
        Cover {
            search: Search { line, front: &self.book.front[side], few: ArrayVec::new(), many: None },
            bare: if needed { self.uncovered(p, side) } else { 0 },
            covers: if self.book.kind(unit).fights() {
                Some(line.mask.as_slice())
            } else {
                (side == Side::Nationalist).then_some(line.own.as_slice())
            },
            left,
            known: ArrayVec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::action::Action;
    use crate::game::Santander;
    use frente_board::DataSource;
    use frente_engine::{Game, Options, Wait};

    /// Whoever puts every counter as far from the front as he still may makes the search hardest. It must not take for ever.
    #[test]
    fn the_worst_set_up_is_found_out_soon() {
        for options in [Options::default(), Options::default().with("historical")] {
            let game = Santander::open(&DataSource::Embedded, "santander", &options).expect("the game");
            let (mut p, mut legal) = (game.start(), Vec::new());
            while p.public.turn == 0 {
                let action = match game.wait(&p) {
                    Wait::Chance(_) => Action::Roll(1),
                    _ => {
                        game.legal(&p, &mut legal);
                        let place = legal.iter().rev().find(|a| matches!(a, Action::Place(..)));
                        *place.or(legal.last()).expect("something can be placed")
                    }
                };
                game.apply(&mut p, action, &mut ());
            }
        }
    }
}
