//! What each side wants: objectives, the posts that hold them, and how near units are to them.

use super::lines::Lines;
use super::{FAR, POINT, STEP};
use crate::Brunete;
use crate::book::Colour;
use crate::ids::{Set, Unit};
use crate::position::{Position, Public};
use crate::victory::VERTICES;
use arrayvec::ArrayVec;
use frente_board::Hex;
use frente_engine::{PerSide, Side};

/// An objective with this much more than it needs around it draws nobody else.
const CROWD: i32 = 10 * STEP;
/// What a factor of defence is worth in a town of the final count, up to so many factors.
const DEFENCE: i32 = POINT / 20;
const ENOUGH: i32 = 12;
/// The most objectives and vertices there can be.
const AIMS: usize = 16;

/// Objectives that draw a side: index among the aims of the book, and what each is worth at distance 0.
type Goals = ArrayVec<(u8, i32), AIMS>;

/// Sets of hexes where a side wants one unit to stand, whatever else is there, and what each hex is worth.
type Posts = ArrayVec<(Set, i32), 4>;

/// What each side is drawn to in a position.
pub(super) struct Wants {
    goals: PerSide<Goals>,
    posts: PerSide<Posts>,
    /// The lines of supply that the Republic's count hangs on.
    pub lines: Lines,
    /// Objectives under Republican control.
    pub held: Set,
    /// How many hexes the Republic can supply.
    pub supplied: i32,
}

impl Wants {
    /// What it is worth to have somebody in the hex.
    pub fn post(&self, side: Side, hex: Hex) -> i32 {
        let post: i32 =
            self.posts[side].iter().filter(|(set, _)| set.has(hex.index())).map(|(_, worth)| worth).sum();
        post + if side == Side::Republican { self.lines.share(hex) } else { 0 }
    }

    /// What the posts that are filled are worth.
    pub fn filled(&self, p: &Public, side: Side) -> i32 {
        let filled = |(set, worth): &(Set, i32)| (*set & p.derived.occupied[side]).len() as i32 * worth;
        self.posts[side].iter().map(filled).sum()
    }
}

impl Brunete {
    /// What a side is after, as far as the position shows it. The drawn objective is read as the position has it: whoever may not
    /// know it judges a position in which it was imagined.
    pub(super) fn wants(&self, position: &Position) -> Wants {
        let p = &position.public;
        let drawn = position.secret[Side::Republican].objective;
        let net = self.supplied(p, Side::Republican);
        let mut held = Set::EMPTY;
        let mut goals: PerSide<Goals> = PerSide::new(Goals::new(), Goals::new());
        for (i, &hex) in self.book.aims.iter().enumerate() {
            let ours = self.controls(p, Side::Republican, hex, &net);
            if ours {
                held.insert(hex.index());
            }
            if self.earned(p, i) {
                continue;
            }
            // The drawn objective goes on drawing units once it is held: it must still be held at the end.
            if (!ours || drawn == Some(i as u8)) && self.counts(i, drawn) {
                let extra = if drawn == Some(i as u8) { 2 * CROWD } else { 0 };
                goals[Side::Republican].push((i as u8, self.pull(p, Side::Republican, hex) + extra));
            }
            let near = *self.book.map.near(hex) | Set::one(hex.index());
            if ours || near.meets(&p.derived.zoc[Side::Republican]) {
                goals[Side::Nationalist].push((i as u8, self.pull(p, Side::Nationalist, hex)));
            }
        }
        for side in Side::BOTH {
            if goals[side].is_empty() {
                goals[side].extend((0..self.book.objectives.len()).map(|i| (i as u8, FAR * STEP)));
            }
        }
        Wants {
            goals,
            posts: self.posts(drawn),
            lines: self.last_lines(p, drawn),
            held,
            supplied: net.len() as i32,
        }
    }

    /// Towns of the final count want a garrison.
    fn posts(&self, drawn: Option<u8>) -> PerSide<Posts> {
        let purple: Set = self.book.purple().map(|o| o.hex.index()).collect();
        let mut posts = PerSide::new(Posts::new(), Posts::new());
        for side in Side::BOTH {
            posts[side].push((purple, POINT / 2));
        }
        if let Some(i) = drawn.map(usize::from) {
            posts[Side::Republican].push((Set::one(self.book.aims[i].index()), POINT / 2));
        }
        posts
    }

    /// In the offensive nothing counts that cannot be supplied at the end: the lines to the drawn objective and to the purple towns
    /// must hold through the enemy's last move. The nearer the end, the more that matters; before, units are wanted at the front.
    fn last_lines(&self, p: &Public, drawn: Option<u8>) -> Lines {
        let Some(drawn) = drawn.map(usize::from) else { return Lines::NONE };
        let [main, other] = match self.scenario.turns.saturating_sub(p.turn) {
            0 => [60, 40],
            1 => [25, 12],
            _ => [25, 3],
        };
        let mut towns: ArrayVec<(Hex, u16), AIMS> = self.book.purple().map(|o| (o.hex, other)).collect();
        towns.push((self.book.aims[drawn], main));
        self.lines(p, Side::Republican, &towns)
    }

    /// What the garrisons of the towns of the final count are worth, once it is known which those are: one that is driven out at the
    /// end cannot come back.
    pub(super) fn garrisons(&self, position: &Position) -> i32 {
        let p = &position.public;
        let Some(drawn) = position.secret[Side::Republican].objective else { return 0 };
        let factors = |hex: Hex| -> i32 {
            let ours = p.in_hex(hex).filter(|u| self.book.unit(*u).side == Side::Republican);
            ours.map(|u| i32::from(self.book.unit(u).defence[p.face(u)])).sum()
        };
        let towns = self.book.purple().map(|o| o.hex).chain([self.book.aims[usize::from(drawn)]]);
        towns.map(|hex| factors(hex).min(ENOUGH) * DEFENCE).sum()
    }

    /// Has the Republic its points for this aim for good?
    fn earned(&self, p: &Public, aim: usize) -> bool {
        let bit = if aim < self.book.objectives.len() { 1 << aim } else { VERTICES };
        p.earned & bit != 0
    }

    /// Does this aim still count? Once an objective is drawn, the other yellow ones do not (12.2).
    fn counts(&self, aim: usize, drawn: Option<u8>) -> bool {
        let purple = self.book.objectives.get(aim).is_some_and(|o| o.colour == Colour::Purple);
        purple || drawn.is_none_or(|d| usize::from(d) == aim)
    }

    /// Objective points as things stand, for the Republic.
    pub(super) fn objective_value(&self, position: &Position, wants: &Wants) -> i32 {
        let p = &position.public;
        let drawn = position.secret[Side::Republican].objective;
        let mut value = 0;
        for (i, o) in self.book.objectives.iter().enumerate() {
            let points = POINT * i32::from(o.points);
            if self.earned(p, i) {
                value += points;
            } else if wants.held.has(o.hex.index()) {
                value += match drawn {
                    Some(d) if usize::from(d) == i => 3 * points,
                    _ if self.counts(i, drawn) => points * 4 / 5,
                    _ => 0,
                };
            }
        }
        let vertices = self.book.vertices.iter().filter(|h| wants.held.has(*h)).count() as i32;
        value + if p.earned & VERTICES != 0 { POINT } else { vertices * POINT / 4 }
    }

    /// What an objective is worth to a unit that stands in it: less once enough friends are there.
    fn pull(&self, p: &Public, side: Side, hex: Hex) -> i32 {
        let (mut friends, mut enemies) = (0, 0);
        let mut count = |h: Hex, inside: bool| {
            for u in p.in_hex(h) {
                let info = self.book.unit(u);
                let factor = i32::from(info.defence[p.face(u)]);
                match info.side == side {
                    true => friends += factor,
                    false if inside => enemies += factor,
                    false => {}
                }
            }
        };
        count(hex, true);
        for (_, h) in self.book.map.around(hex) {
            count(h, false);
        }
        let enough = 4 + 4 * enemies;
        FAR * STEP - if friends >= enough { CROWD } else { 0 }
    }

    /// How near a hex is to what draws the side.
    pub(super) fn nearness(&self, side: Side, hex: Hex, wants: &Wants) -> i32 {
        let far = |aim: u8| i32::from(self.book.aim_distance[usize::from(aim)][hex.index()]);
        wants.goals[side].iter().map(|&(aim, worth)| worth - STEP * far(aim)).max().unwrap_or(0)
    }

    /// What the side would lose if the unit left the hex: the post that it alone fills, and an objective that it alone holds.
    pub(super) fn leaving(&self, p: &Public, unit: Unit, hex: Hex, wants: &Wants) -> i32 {
        if p.in_hex(hex).any(|u| u != unit) {
            return 0;
        }
        wants.post(self.book.unit(unit).side, hex) + self.last_out(hex)
    }

    /// The last unit in an objective should stay.
    pub(super) fn last_out(&self, hex: Hex) -> i32 {
        if self.book.aims.contains(&hex) { POINT / 2 } else { 0 }
    }

    /// What the side would gain if the unit came to the hex.
    pub(super) fn arriving(&self, position: &Position, side: Side, hex: Hex, wants: &Wants) -> i32 {
        let post = if position.public.empty_of(side, hex) { wants.post(side, hex) } else { 0 };
        post + self.worth_taking(position, side, hex) + self.nearness(side, hex, wants)
    }

    /// What entering an objective promises, beyond the control that the judge sees: not every entry is in supply yet.
    pub(super) fn worth_taking(&self, position: &Position, side: Side, hex: Hex) -> i32 {
        let p = &position.public;
        let drawn = position.secret[Side::Republican].objective;
        let Some(i) = self.book.objectives.iter().position(|o| o.hex == hex) else { return 0 };
        let mine = p.republican.has(hex.index()) == (side == Side::Republican);
        if mine || self.earned(p, i) || !self.counts(i, drawn) {
            return 0;
        }
        i32::from(self.book.objectives[i].points) * POINT / 2
    }
}
