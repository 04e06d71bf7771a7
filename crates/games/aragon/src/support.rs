//! 8.0, 8.3, 13.0: support fire: the blind draw, four steps of face-down markers, the reveal.

use crate::Aragon;
use crate::action::Action;
use crate::event::Event;
use crate::frame::Frame;
use crate::ids::{CLASSES, Class};
use crate::position::{Position, Public, Secret};
use frente_engine::{PerSide, Side, Sink};

/// 8.3f to 8.3i: attacker and defender are asked twice each.
///
/// 4.1-r1, 8.3g, 8.3h, 8.3j: in turns, at most two markers each.
const SUPPORT_STEPS: u8 = 4;

impl Aragon {
    /// 8.3f to 8.3i: whose step it is: attacker, defender, attacker, defender.
    pub(crate) fn supporter(&self, active: Side, step: u8) -> Side {
        if step.is_multiple_of(2) { active } else { active.other() }
    }

    /// 13.0c: markers still in the cup, by class.
    pub(crate) fn cup(&self, pos: &Position, side: Side) -> [u8; CLASSES] {
        let mut cup = self.book.pool(side);
        for (c, left) in cup.iter_mut().enumerate() {
            let placed = pos.secret[side].placed.iter().flatten().filter(|p| p.index() == c).count() as u8;
            *left -= pos.secret[side].hand[c] + pos.public.used[side][c] + placed;
        }
        cup
    }

    /// 13.0c, 13.0-r1: pushes the draw of a side, if it draws anything.
    ///
    /// 8.0e, 8.0-r1: by the turn track, where the first player's number stands first.
    pub(crate) fn start_draw(&self, pos: &mut Position, side: Side) {
        let left = self.book.scenario.track[pos.public.turn as usize - 1].allotment[side];
        let left = left.min(self.cup(pos, side).iter().sum());
        if left > 0 {
            pos.public.stack.push(Frame::Draw { side, left });
        }
    }

    /// 13.0c: one marker is drawn.
    pub(crate) fn draw<S: Sink<Event>>(
        &self,
        pos: &mut Position,
        side: Side,
        left: u8,
        class: Class,
        s: &mut S,
    ) {
        pos.secret[side].hand[class.index()] += 1;
        pos.public.hand[side] += 1;
        s.push(Event::Drew { side, class });
        if left == 1 {
            pos.public.stack.pop();
            s.push(Event::DrawDone { side, count: pos.public.hand[side] });
        } else {
            pos.public.stack.replace(Frame::Draw { side, left: left - 1 });
        }
    }

    /// 8.3d: the markers a side may place: those it holds.
    ///
    /// 13.0d: in any order.
    pub(crate) fn list_markers(&self, secret: &Secret, out: &mut Vec<Action>) {
        out.extend(Class::all().filter(|c| secret.hand[c.index()] > 0).map(Action::Place));
    }

    /// 8.3c: a marker is placed face down: the opponent sees that, not which.
    ///
    /// 8.6b: whole, on this combat alone.
    pub(crate) fn place_marker<S: Sink<Event>>(
        &self,
        pos: &mut Position,
        side: Side,
        class: Class,
        s: &mut S,
    ) {
        pos.secret[side].place(class);
        pos.public.hand[side] -= 1;
        pos.public.fight.placed[side] += 1;
        s.push(Event::Placed { side });
    }

    /// 8.3k: the next step, or the reveal.
    pub(crate) fn next_support<S: Sink<Event>>(&self, pos: &mut Position, step: u8, s: &mut S) {
        if step + 1 == SUPPORT_STEPS {
            pos.public.stack.pop();
            self.reveal(pos, s);
        } else {
            pos.public.stack.replace(Frame::Support(step + 1));
        }
    }

    /// 8.3e: does the answer to a support step turn up markers of the opponent? It does when he has placed any and nobody is left to ask:
    /// after the last step, or earlier when the hands are empty.
    pub(crate) fn turns_up(&self, p: &Public, action: Action) -> bool {
        let Frame::Support(step) = p.stack.top() else { return false };
        let by = self.supporter(p.active, step);
        let placed = u8::from(matches!(action, Action::Place(_)));
        let left = |side: Side| p.hand[side].saturating_sub(if side == by { placed } else { 0 });
        let last = (step + 1..SUPPORT_STEPS).all(|later| left(self.supporter(p.active, later)) == 0);
        last && p.fight.placed[by.other()] > 0
    }

    /// 8.3e, 8.3l: all placed markers are turned up together.
    pub(crate) fn reveal<S: Sink<Event>>(&self, pos: &mut Position, s: &mut S) {
        for side in Side::BOTH {
            let placed = std::mem::take(&mut pos.secret[side].placed);
            pos.public.fight.shown[side] = placed;
            for class in placed.into_iter().flatten() {
                pos.public.used[side][class.index()] += 1;
                s.push(Event::Revealed { side, class });
            }
        }
    }

    /// 4.1m, 8.6d: all markers, used or not, go back into the cups.
    pub(crate) fn return_markers(&self, pos: &mut Position) {
        pos.secret = PerSide([Secret::NONE; 2]);
        pos.public.hand = PerSide([0; 2]);
        pos.public.used = PerSide([[0; CLASSES]; 2]);
    }
}
