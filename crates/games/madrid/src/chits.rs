//! 6. Event chits: titles, hands, pools, and when a chit may be played at all. What each does is in [`crate::events`].

use crate::Side;
use crate::book::Book;
use crate::book::tables::Tag;
use crate::position::{Position, Public};
use crate::rules::{self, Rule};

/// Titles of both sides together.
pub const CHITS: usize = 20;
/// The larger number of titles of a side.
pub const TITLES: usize = 12;

/// An event chit, by title.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Chit {
    RepublicanArtillery,
    RepublicanAir,
    Tanks,
    Fortification,
    NoPasaran,
    Durruti,
    Plans,
    Miaja,
    NationalistArtillery,
    NationalistAir,
    Surprise,
    Engineers,
    FifthColumn,
    Strife,
    DurrutiDeath,
    Stampede,
    Valencia,
    Teresa,
    Mola,
    Alfereces,
}

/// The chits in the order of section 15.
const ALL: [Chit; CHITS] = [
    Chit::RepublicanArtillery,
    Chit::RepublicanAir,
    Chit::Tanks,
    Chit::Fortification,
    Chit::NoPasaran,
    Chit::Durruti,
    Chit::Plans,
    Chit::Miaja,
    Chit::NationalistArtillery,
    Chit::NationalistAir,
    Chit::Surprise,
    Chit::Engineers,
    Chit::FifthColumn,
    Chit::Strife,
    Chit::DurrutiDeath,
    Chit::Stampede,
    Chit::Valencia,
    Chit::Teresa,
    Chit::Mola,
    Chit::Alfereces,
];
const IDS: [&str; CHITS] = [
    "R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "N1", "N2", "N3", "N4", "N5", "N6", "N7", "N8", "N9",
    "N10", "N11", "N12",
];
const REPUBLICAN: usize = 8;

/// Titles of one side, as bits.
pub type Titles = u16;

impl Chit {
    /// All chits in the order of section 15.
    pub fn all() -> impl Iterator<Item = Chit> {
        ALL.into_iter()
    }

    /// The titles of a side.
    pub fn of(side: Side) -> &'static [Chit] {
        match side {
            Side::Republican => &ALL[..REPUBLICAN],
            Side::Nationalist => &ALL[REPUBLICAN..],
        }
    }

    /// Index over both sides.
    pub fn index(self) -> usize {
        self as usize
    }

    /// Number within its side.
    #[inline]
    pub fn slot(self) -> usize {
        if self.index() < REPUBLICAN { self.index() } else { self.index() - REPUBLICAN }
    }

    /// The set of this title alone.
    #[inline]
    pub fn bit(self) -> Titles {
        1 << self.slot()
    }

    /// Whose it is.
    #[inline]
    pub fn side(self) -> Side {
        if self.index() < REPUBLICAN { Side::Republican } else { Side::Nationalist }
    }

    /// `R1` to `N12`, as section 15 numbers them.
    pub fn id(self) -> &'static str {
        IDS[self.index()]
    }
}

/// Which of its alternatives a chit is played for, in the order of section 15. Chits with one effect have the first only.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Alternative {
    First,
    Second,
    Third,
}

impl Alternative {
    /// All three.
    pub const ALL: [Alternative; 3] = [Alternative::First, Alternative::Second, Alternative::Third];
}

/// The word that notation uses for an alternative; nothing for chits with only one.
pub fn alternative_word(chit: Chit, alternative: Alternative) -> Option<&'static str> {
    let words: &[&str] = match chit {
        Chit::Tanks => &["attack", "counter", "fire"],
        Chit::Fortification => &["terrain", "fresh"],
        Chit::NoPasaran => &["fresh", "rebuild", "morale"],
        Chit::Miaja => &["test", "stampede"],
        Chit::Engineers => &["terrain", "fortification"],
        Chit::Stampede => &["line", "shock"],
        Chit::Teresa => &["own", "attack", "fire"],
        Chit::Mola => &["rebuild", "fresh"],
        _ => &[],
    };
    words.get(alternative as usize).copied()
}

/// How many alternatives a chit has.
pub fn alternatives(chit: Chit) -> usize {
    Alternative::ALL.into_iter().take_while(|a| alternative_word(chit, *a).is_some()).count().max(1)
}

impl Book {
    /// 6k, 6-r3: how many chits of a title are in its owner's pool or hand together, as everybody knows: all that are in the
    /// game by now, less those played this turn and those that left the game.
    #[inline]
    pub fn loose(&self, p: &Public, chit: Chit) -> u8 {
        let info = &self.tables.chits[chit.index()];
        if p.turn < info.from {
            return 0;
        }
        let side = chit.side();
        info.count - p.gone[side][chit.slot()] - p.aside[side][chit.slot()]
    }

    /// How many chits of a title are in the pool.
    #[inline]
    pub fn pool(&self, p: &Position, chit: Chit) -> u8 {
        self.loose(&p.public, chit) - p.secret[chit.side()].hand[chit.slot()]
    }

    /// How many chits the pool of a side holds; known to everybody, as hands are known by number (6-r4).
    pub fn pool_size(&self, p: &Public, side: Side) -> u8 {
        Chit::of(side).iter().map(|c| self.loose(p, *c)).sum::<u8>() - p.hand[side]
    }

    /// 5c, 6a, 6b, 6c, 6-r5, 12.3v: may the side buy one more chit?
    ///
    /// # Errors
    /// The rule against it.
    pub fn may_buy(&self, p: &Public, side: Side) -> Result<(), Rule> {
        if side == Side::Nationalist && p.pausing() {
            return Err(rules::R12_3V);
        }
        if p.hand[side] >= self.tables.numbers.hand {
            return Err(rules::R6C);
        }
        if p.support[side] < self.tables.prices.chit {
            return Err(rules::R5C);
        }
        if self.pool_size(p, side) == 0 {
            return Err(rules::R6_R5);
        }
        Ok(())
    }

    /// 6d, 6h: could the side, for all everybody knows, play this title now? A question to a side is asked on this and other
    /// public facts only, so that being asked says nothing about a hand.
    #[inline]
    pub fn could_hold(&self, p: &Public, chit: Chit) -> bool {
        let side = chit.side();
        p.hand[side] > 0 && p.played[side] & chit.bit() == 0 && self.loose(p, chit) > 0
    }

    /// 6d, 6k, 6-r2: does the side hold the chit and may it still play the title this turn?
    ///
    /// # Errors
    /// The rule against it.
    #[inline]
    pub fn may_play(&self, p: &Position, chit: Chit) -> Result<(), Rule> {
        let side = chit.side();
        if p.public.played[side] & chit.bit() != 0 {
            return Err(rules::R6D);
        }
        if p.public.turn < self.tables.chits[chit.index()].from {
            return Err(rules::R6H);
        }
        if p.secret[side].hand[chit.slot()] == 0 {
            return Err(rules::R6K);
        }
        Ok(())
    }

    /// 6d, 6g, 6-r1: a chit leaves the hand: out of the game if it is a one-time chit, else aside until the turn ends.
    pub fn spend_chit(&self, p: &mut Position, chit: Chit) {
        let (side, slot) = (chit.side(), chit.slot());
        p.secret[side].hand[slot] -= 1;
        p.public.hand[side] -= 1;
        p.public.played[side] |= chit.bit();
        if self.tables.chits[chit.index()].once {
            p.public.gone[side][slot] += 1;
        } else {
            p.public.aside[side][slot] += 1;
        }
    }

    /// Is it a Replace Impulse chit?
    #[inline]
    pub fn replaces(&self, chit: Chit) -> bool {
        self.tables.chits[chit.index()].tag == Tag::Replace
    }
}
