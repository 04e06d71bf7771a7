//! What either side could win by the attacks it can make where everybody stands, for players that think ahead.
//!
//! The judgement of one decision draws each unit to its aims by itself. Here every attack that is possible is reckoned as combat
//! reckons it, each unit in one of them: what a line could do together, and what stands open to the enemy's next blow.

use crate::Side;
use crate::frame::Frame;
use crate::game::Santander;
use crate::position::Position;
use arrayvec::ArrayVec;
use frente_board::Hex;
use frente_engine::Stack;

/// How many attacks of a side are looked at.
const MOST: usize = 64;
/// What an open attack is worth to who can make it, in hundredths of what it is expected to give.
const CHANCE: i32 = 60;

impl Santander {
    /// What the attacks that stand open are worth to the Nationalists, less what they are worth to the Republic.
    pub(super) fn threats(&self, p: &Position) -> i32 {
        CHANCE * (self.open_attacks(p, Side::Nationalist) - self.open_attacks(p, Side::Republican)) / 100
    }

    /// What a side can expect of all its good attacks, the best ones first.
    fn open_attacks(&self, p: &Position, side: Side) -> i32 {
        let mut then = *p;
        let fighting = p.public.frames.frames().contains(&Frame::Combat(side));
        // An attack is reckoned in its side's combat segment.
        then.public.frames = Stack::new(Frame::Combat(side));
        if !fighting {
            then.public.fought = 0;
        }
        let mut attacks: ArrayVec<(i32, Hex), MOST> = ArrayVec::new();
        for target in self.targets(&then, side).iter().map(Hex::at).take(MOST) {
            let worth = self.best_attack(&then, side, target);
            if worth > 0 {
                attacks.push((worth, target));
            }
        }
        attacks.sort_unstable_by_key(|(worth, target)| (-worth, target.index()));
        let mut sum = 0;
        for (_, target) in attacks {
            let attackers = self.who_can_attack(&then, side, target);
            let worth = self.attack_worth(&then, side, target, attackers);
            if worth > 0 {
                sum += worth;
                then.public.fought |= attackers;
            }
        }
        // An attack's worth is the sum over the six faces of the die.
        sum / 6
    }
}
