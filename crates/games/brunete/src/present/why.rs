//! Why a piece or place cannot be chosen.

use crate::Brunete;
use crate::action::Action;
use crate::frame::Frame;
use crate::movement::cost::Mover;
use crate::position::Position;
use crate::rules as r;
use frente_board::{Hex, Path};
use frente_engine::Refusal;
use frente_engine::present::Ask;

impl Brunete {
    /// What a click on the piece or place would mean now, and what forbids it.
    pub(crate) fn reason_against(&self, p: &Position, ask: &Ask) -> Option<Refusal> {
        let piece = ask.piece.as_deref().and_then(|l| self.book.find_unit(l));
        let place = ask.place.as_deref().and_then(|l| self.book.map.find(l));
        let action = match (p.public.top(), piece, place) {
            (Frame::SetUp(n), _, Some(h)) => Action::Place(*self.scenario.free.get(usize::from(n))?, h),
            (Frame::Replacement(..) | Frame::Granted(..), Some(u), _) => Action::Replace(u),
            (Frame::Aviation(..), Some(u), _) => Action::Bombard(u),
            (Frame::Aviation(..), None, Some(h)) => Action::Interdict(h),
            (Frame::Reinforce(..), Some(u), _) => Action::Reinforce(u),
            (Frame::Enter(_), _, Some(h)) => Action::At(h),
            (Frame::Recover { .. }, Some(u), _) => Action::Give(u),
            (Frame::Movement(..), Some(u), _) => Action::Pick(u),
            (Frame::Moving { .. }, _, Some(h)) => return self.reason_against_move(p, h),
            (Frame::Combat(_), _, Some(h)) => Action::Attack(h),
            (Frame::Declare, Some(u), _) => Action::Join(u),
            (Frame::Lose(..), Some(u), _) => Action::Lose(u),
            (Frame::Retreat, Some(u), Some(h)) => {
                let dir = self.book.map.dir(p.public.fight.target, h)?;
                Action::Retreat(u, Path::EMPTY.then(dir))
            }
            (Frame::Advance(_), Some(u), Some(h)) => {
                let dir = self.book.map.dir(p.public.at(u)?, h)?;
                Action::Advance(u, Path::EMPTY.then(dir))
            }
            _ => return None,
        };
        self.allows(p, action).err()
    }

    /// Why the unit on its move cannot get to a place: with points enough for any way there it would be points; otherwise the route that
    /// gets nearest names what stops it.
    fn reason_against_move(&self, p: &Position, to: Hex) -> Option<Refusal> {
        let Frame::Moving { unit, points, going } = p.public.top() else { return None };
        let q = &p.public;
        let tireless = Mover { points: self.most_points(), ..self.mover(unit, points) };
        let m = self.mover(unit, points);
        let mut nearest: Option<(u8, Hex, Path)> = None;
        let mut way: Option<(Hex, Path)> = None;
        let mut reached = false;
        for start in self.starts(q, unit) {
            let from = start.hex();
            let mut consider = |hex: Hex, path: Path| {
                let far = self.book.map.distance(hex, to);
                reached |= hex == to;
                if nearest.is_none_or(|(least, ..)| far < least) {
                    nearest = Some((far, from, path));
                }
            };
            consider(from, Path::EMPTY);
            self.goals(q, &m, start, going, |g| consider(g.hex, g.path));
            self.goals(q, &tireless, start, going, |g| {
                if g.hex == to {
                    way = way.or(Some((from, g.path)));
                }
            });
        }
        let (_, from, path) = nearest.filter(|_| !reached)?;
        // Where nobody could stay, how to get there is no question.
        let side = self.book.unit(unit).side;
        let closed = match () {
            () if !self.book.playable.has(to.index()) => Some(r::R9J),
            () if !q.empty_of(side.other(), to) => Some(r::R1_1_R2),
            () if !q.room(&self.book, unit, to) => Some(self.full(unit)),
            () => None,
        };
        if let Some(rule) = closed {
            return Some(Refusal::new(rule).unit(u16::from(unit.0)).place(to.0));
        }
        if let Some((from, path)) = way {
            return self.allows(p, Action::Go(unit, from, path)).err();
        }
        let end = self.book.map.along(from, path).last().unwrap_or(from);
        let step = self.book.map.around(end).min_by_key(|(_, h)| self.book.map.distance(*h, to))?;
        let path = if path.is_full() { path } else { path.then(step.0) };
        self.allows(p, Action::Go(unit, from, path)).err()
    }
}
