//! 9.3 Bombardment, by artillery units or by a chit.

use crate::Side;
use crate::book::Book;
use crate::ids::Places;
use crate::ids::{Unit, Units};
use crate::position::{Act, DiceRule, Kind, Public};
use crate::rules::{self, Rule};
use frente_board::Area;

/// The account of a bombardment before the dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Salvo {
    /// How the dice are rolled.
    pub dice: DiceRule,
    /// 9.3i: what is added to them.
    pub bonus: u8,
    /// The point unit's Defence Factor.
    pub defence: u8,
    /// The terrain modifier.
    pub terrain: u8,
}

impl Salvo {
    /// 9.3f: the Defence Value.
    pub fn value(&self) -> u8 {
        self.defence + self.terrain
    }

    /// 9.3j: losses for a sum of dice.
    pub fn losses(&self, sum: u8) -> u8 {
        (sum + self.bonus).saturating_sub(self.value())
    }
}

impl Book {
    /// 12.3u: areas the side may not bombard during the Pause.
    #[inline]
    fn spared(&self, p: &Public, side: Side) -> Places {
        let bound = side == Side::Nationalist && p.pausing();
        if bound { self.controlled(p, Side::Republican) } else { Places::EMPTY }
    }

    /// 9.3a, 9.3-r1, 9.3-r3, 12.3u, 15-r1: may the side bombard the area at all?
    ///
    /// # Errors
    /// The rule against it.
    pub fn may_shell(&self, p: &Public, side: Side, target: Area) -> Result<(), Rule> {
        if self.map.is_box(target) || p.units(side.other(), target).is_empty() {
            return Err(rules::R9_3_R1);
        }
        if self.spared(p, side).has(target.index()) {
            return Err(rules::R12_3U);
        }
        Ok(())
    }

    /// 9.3a: areas the artillery of a place can bombard.
    pub fn targets(&self, p: &Public, side: Side, from: Area) -> Places {
        let mut near = self.map.near[from.index()] & self.map.land;
        if !self.map.is_box(from) {
            near.insert(from.index());
        }
        (near & self.foes(p, side)) - self.spared(p, side)
    }

    /// 15.R1b, 15.N1b, 15-r1: is the area within reach of Reserve Artillery: with or next to own units, those in boxes included?
    pub fn in_chit_range(&self, p: &Public, side: Side, target: Area) -> bool {
        let near = self.map.near[target.index()];
        (near | Places::one(target.index())).meets(&p.held[side])
    }

    /// 9.3-r2, 15-r1: units that may be named point unit of a bombarded area.
    pub fn shell_points(&self, p: &Public, foe: Side, target: Area) -> Units {
        let all = p.units(foe, target);
        let men = all - self.guns[foe];
        if men.any() { men } else { all }
    }

    /// 9.3d, 9.3e, 15.R1d, 15.R2c, 15.N1d, 15.N2c: who names the defending point unit.
    pub fn shell_chooser(&self, p: &Public, act: &Act) -> Side {
        use crate::chits::Chit;
        match act.kind {
            Kind::Event(Chit::RepublicanArtillery | Chit::NationalistArtillery) => act.side.other(),
            Kind::Event(_) => act.side,
            _ if self.is_contested(p, act.target) => act.side,
            _ => act.side.other(),
        }
    }

    /// The rule that says who names it.
    pub fn chooser_rule(&self, p: &Public) -> Rule {
        use crate::chits::Chit;
        match p.act.kind {
            Kind::Event(Chit::RepublicanArtillery) => rules::R15_R1D,
            Kind::Event(Chit::RepublicanAir) => rules::R15_R2C,
            Kind::Event(Chit::NationalistArtillery) => rules::R15_N1D,
            Kind::Event(_) => rules::R15_N2C,
            _ if self.is_contested(p, p.act.target) => rules::R9_3D,
            _ => rules::R9_3E,
        }
    }

    /// 9.3f, 9.3g, 9.3h, 9.3i, 15.R1c, 15.N1c: the account of the bombardment in hand, against a point unit.
    pub fn salvo(&self, p: &Public, point: Unit) -> Salvo {
        let act = &p.act;
        let table = &self.tables.bombardment;
        let (dice, bonus) = match act.kind {
            Kind::Event(_) => (DiceRule::Two, table.chit_bonus),
            _ => {
                let own = act.from == act.target;
                let n = usize::from(act.units.len()).clamp(1, table.bonus.len());
                (if own { DiceRule::BestTwo } else { DiceRule::Two }, table.bonus[n - 1])
            }
        };
        Salvo { dice, bonus, defence: self.defence(p, point), terrain: self.map.terrain[act.target.index()] }
    }
}
