//! Overlays, and why a place cannot be chosen.

use crate::Brunete;
use crate::action::Action;
use crate::frame::Frame;
use crate::ids::Set;
use crate::movement::reach::Start;
use crate::position::Position;
use crate::seen::Seen;
use frente_board::{Hex, Path};
use frente_engine::present::{Ask, Overlay};
use frente_engine::{Refusal, Side};

impl Brunete {
    pub(crate) fn layer(&self, seen: &Seen, key: &str) -> Option<Overlay> {
        let p = &seen.public;
        let labels = |set: Set| -> Vec<String> {
            set.into_iter().map(|h| self.book.map.label(Hex::at(h)).to_owned()).collect()
        };
        let [republican, nationalist] = match key {
            "zones" => p.derived.zoc.0,
            "supply" => [self.supplied(p, Side::Republican), self.supplied(p, Side::Nationalist)],
            "control" => Side::BOTH.map(|s| {
                let net = self.supplied(p, s);
                let all = self.book.playable.into_iter();
                all.filter(|h| self.controls(p, s, Hex::at(*h), &net)).collect()
            }),
            "interdiction" => Side::BOTH.map(|s| {
                let mut zone = Set::EMPTY;
                for hex in p.interdictions(s) {
                    zone |= *self.book.map.near(hex);
                    zone.insert(hex.index());
                }
                zone & self.book.playable
            }),
            _ => return None,
        };
        let both = republican & nationalist;
        Some(Overlay {
            shades: vec![
                ("republican".to_owned(), labels(republican - both)),
                ("nationalist".to_owned(), labels(nationalist - both)),
                ("both".to_owned(), labels(both)),
            ],
            ..Overlay::default()
        })
    }

    /// What a click on the piece or place would mean now, and what forbids it.
    pub(crate) fn reason_against(&self, p: &Position, ask: &Ask) -> Option<Refusal> {
        let piece = ask.piece.as_deref().and_then(|l| self.book.find_unit(l));
        let place = ask.place.as_deref().and_then(|l| self.book.map.find(l));
        let action = match (p.public.top(), piece, place) {
            (Frame::SetUp(n), _, Some(h)) => Action::Place(*self.scenario.free.get(usize::from(n))?, h),
            (Frame::Replacement(_) | Frame::Granted(..), Some(u), _) => Action::Replace(u),
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

    /// The reason on the way: the route towards a place that gets nearest names what stops it.
    fn reason_against_move(&self, p: &Position, to: Hex) -> Option<Refusal> {
        let Frame::Moving { unit, points, going } = p.public.top() else { return None };
        let q = &p.public;
        let m = self.mover(q, unit, points);
        let mut nearest: Option<(u8, Hex, Path)> = None;
        let mut reached = false;
        for start in self.starts(q, unit) {
            let (Start::At(from) | Start::Beside(from)) = start;
            let mut consider = |hex: Hex, path: Path| {
                let far = self.book.map.distance(hex, to);
                reached |= hex == to;
                if nearest.is_none_or(|(least, ..)| far < least) {
                    nearest = Some((far, from, path));
                }
            };
            consider(from, Path::EMPTY);
            self.goals(q, &m, start, going, |g| consider(g.hex, g.path));
        }
        let (_, from, path) = nearest.filter(|_| !reached)?;
        let end = self.book.map.along(from, path).last().unwrap_or(from);
        let step = self.book.map.around(end).min_by_key(|(_, h)| self.book.map.distance(*h, to))?;
        let path = if path.is_full() { path } else { path.then(step.0) };
        self.allows(p, Action::Go(unit, from, path)).err()
    }
}
