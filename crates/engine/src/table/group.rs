//! Several pieces that go the same way in one act, recorded as the single actions it stands for.
//!
//! No game knows of it: a piece goes by the choices it is offered, first to be taken up, then to go there. Whoever cannot follow stays
//! where he is. Nothing is done that costs something, shows a secret or throws a die but by the last of them: such a step is for the
//! player to take by himself.

use super::choices::unpriced;
use super::{ChoiceView, Code, Denied, Hosted};
use crate::game::{Playable, Wait};
use crate::present::{Choice, Flow, Kind};
use crate::side::Seat;

/// So many pieces at most go in one act.
pub const MOST: usize = 24;
/// So many actions a piece needs at most to get somewhere: the one before it put down, it taken up, and gone.
const STEPS: usize = 3;

/// What may be done next, with what it says.
type Offered<G> = Vec<(<G as crate::Game>::Action, Choice)>;

impl<G: Playable> Hosted<G> {
    fn offered(&self, position: &G::Position) -> Offered<G> {
        let mut legal = Vec::new();
        self.game().legal(position, &mut legal);
        legal.into_iter().map(|action| (action, self.game().choice(position, action))).collect()
    }

    /// May the seat go on in this position as one of many?
    fn at_hand(&self, position: &G::Position, seat: Seat) -> bool {
        matches!(self.game().wait(position), Wait::Decision(side) if seat.side() == Some(side))
    }

    /// Takes the piece up, if it must be: the position in which it is offered its places. `None` when it cannot be taken.
    fn take_up(
        &self,
        position: &G::Position,
        seat: Seat,
        piece: &str,
        played: &mut Vec<String>,
    ) -> Option<G::Position> {
        let mut now = *position;
        let mut taken = false;
        for _ in 0..STEPS {
            if !self.at_hand(&now, seat) {
                return None;
            }
            let offered = self.offered(&now);
            let goes =
                |c: &Choice| is_way(c) && (c.piece.as_deref() == Some(piece) || (taken && c.piece.is_none()));
            if offered.iter().any(|(_, c)| goes(c)) {
                return Some(now);
            }
            let takes = |c: &Choice| {
                matches!(c.kind, Kind::Piece | Kind::Entry)
                    && c.piece.as_deref() == Some(piece)
                    && c.flow == Flow::On
            };
            let take = offered.iter().find(|(_, c)| takes(c));
            // Who went before him still has points left: he is put down.
            let step = take.or_else(|| offered.iter().find(|(_, c)| c.flow == Flow::Stays));
            taken |= take.is_some();
            let (action, choice) = step?;
            self.step(&mut now, *action, choice, played)?;
        }
        None
    }

    /// Names the piece, if it can be named.
    fn name_piece(&self, position: &mut G::Position, piece: &str, played: &mut Vec<String>) {
        let named =
            |c: &Choice| c.kind == Kind::Piece && c.piece.as_deref() == Some(piece) && c.flow == Flow::On;
        if let Some((action, choice)) = self.offered(position).iter().find(|(_, c)| named(c)) {
            self.step(position, *action, choice, played);
        }
    }

    /// Plays an action on a copy, unless it is one for the player himself.
    fn step(
        &self,
        position: &mut G::Position,
        action: G::Action,
        choice: &Choice,
        played: &mut Vec<String>,
    ) -> Option<()> {
        let game = self.game();
        let costs = choice.warning.is_some() || choice.price.is_some();
        if costs || choice.kind == Kind::Secret || game.reveals(position, action) {
            return None;
        }
        let mut line = String::new();
        game.print(position, action, &mut line);
        game.apply(position, action, &mut ());
        played.push(line);
        Some(())
    }

    /// Where these pieces can go from here, each by itself, and at least two of them one after the other: the first one's ways, with the
    /// fewest points that any has left.
    pub(super) fn common_ways(&self, seat: Seat, pieces: &[String]) -> Vec<ChoiceView> {
        let position = self.record().position();
        let mut common: Option<Vec<ChoiceView>> = None;
        for piece in pieces.iter().take(MOST) {
            let ways = match self.take_up(position, seat, piece, &mut Vec::new()) {
                Some(taken) => unpriced(self.game(), &taken, &self.words),
                None => return Vec::new(),
            };
            let ways =
                ways.into_iter().filter(|c| is_open(c) && c.piece.as_deref().is_none_or(|p| p == piece));
            common = Some(match common {
                None => ways.collect(),
                Some(mut all) => {
                    let ways: Vec<ChoiceView> = ways.collect();
                    all.retain_mut(|mine| {
                        let same =
                            ways.iter().filter(|way| way.place == mine.place).max_by_key(|way| way.left);
                        let Some(way) = same else { return false };
                        if way.left < mine.left {
                            mine.left = way.left;
                            mine.left_text.clone_from(&way.left_text);
                        }
                        mine.stop |= way.stop;
                        true
                    });
                    all
                }
            });
        }
        let mut common = common.unwrap_or_default();
        if pieces.len() > 1 {
            common.retain(|way| self.follow(seat, pieces, way.place.as_deref()).1 > 1);
        }
        common
    }

    /// The lines by which these pieces go to a place one after the other, as far as they can.
    ///
    /// # Errors
    /// When it is not the seat's decision, or none of them can go there.
    pub(super) fn lines_together(
        &self,
        seat: Seat,
        pieces: &[String],
        place: Option<&str>,
    ) -> Result<Vec<String>, Denied> {
        self.record().may_play(seat).map_err(|e| self.denied(&e))?;
        let (lines, _) = self.follow(seat, pieces, place);
        if lines.is_empty() {
            let what = place.map_or("be named".to_owned(), |place| format!("go to {place}"));
            let problem = format!("none of these {} can {what} as one of several", pieces.len());
            return Err(Denied::new(Code::Refused, problem));
        }
        Ok(lines)
    }

    /// The lines by which these pieces go one after the other, as far as they can, and how many of them get there.
    fn follow(&self, seat: Seat, pieces: &[String], place: Option<&str>) -> (Vec<String>, usize) {
        let mut position = *self.record().position();
        let (mut lines, mut gone) = (Vec::new(), 0);
        for piece in pieces.iter().take(MOST) {
            if !self.at_hand(&position, seat) {
                break;
            }
            let mut played = Vec::new();
            let Some(place) = place else {
                self.name_piece(&mut position, piece, &mut lines);
                continue;
            };
            let Some(mut there) = self.take_up(&position, seat, piece, &mut played) else { continue };
            let offered = self.offered(&there);
            let way = offered
                .iter()
                .filter(|(_, c)| is_way(c) && c.place.as_deref() == Some(place))
                .filter(|(_, c)| c.piece.as_deref().is_none_or(|p| p == piece))
                .max_by_key(|(_, c)| c.left.map(crate::present::Points::in_quarters));
            let Some((action, choice)) = way else { continue };
            if self.step(&mut there, *action, choice, &mut played).is_some() {
                position = there;
                lines.append(&mut played);
                gone += 1;
            }
        }
        (lines, gone)
    }
}

/// Does a choice take a piece to a place: on with what points it has, or onto the map? (Retreats and advances are each unit's own.)
fn is_way(choice: &Choice) -> bool {
    leads(choice.kind, choice.left.is_some()) && choice.place.is_some() && choice.flow == Flow::On
}

/// The same, as it is shown, and free of charge.
fn is_open(choice: &ChoiceView) -> bool {
    leads(choice.kind, choice.left.is_some())
        && choice.place.is_some()
        && choice.flow == Flow::On
        && choice.warning.is_none()
}

fn leads(kind: Kind, has_points: bool) -> bool {
    kind == Kind::Entry || (kind == Kind::Place && has_points)
}
