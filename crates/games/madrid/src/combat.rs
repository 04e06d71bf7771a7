//! 9.4 Combat: standard combat (9.4.1, steps C1 to C9), prepared attack (9.4.2), assault (9.4.3); artillery in it (9.8).
//! References between the sections are read as 9.4.3-r3 has them.

use crate::Side;
use crate::book::Book;
use crate::ids::{Unit, Units};
use crate::position::{DiceRule, Kind, Panic, Public};
use crate::rules::{self, Rule};

/// C4 to C6: the account of a combat before the dice. Play and odds read the same one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Account {
    /// How the dice are rolled.
    pub dice: DiceRule,
    /// C5, 9.4.1p: combat factors of the attackers.
    pub factors: u8,
    /// 15.R3b: Tanks! in attack.
    pub tanks: u8,
    /// C6: Defence Factor of Player B's point unit.
    pub defence: u8,
    /// The terrain modifier as it counts here.
    pub terrain: u8,
    /// 15.R4b with its switch: what Fortification adds.
    pub fort: u8,
    /// 15.N12c: Alféreces.
    pub alfereces: u8,
    /// C4, 9.4.1j: its start.
    pub base: i8,
    /// C4, 9.4.1k: an assault.
    pub assault: i8,
    /// C4, 9.4.1l: Player B has more units.
    pub outnumbered: i8,
    /// C4, 9.4.1m: counter-attackers.
    pub counter: i8,
    /// C4, 9.4.1n: only shock units attack and none defends.
    pub all_shock: i8,
    /// C4, 9.4.1o: all defenders are Spent.
    pub all_spent: i8,
    /// 15.R3c: Tanks! in a counter-attack.
    pub counter_tanks: i8,
}

impl Account {
    /// C5: the Attack Value.
    pub fn attack(&self) -> u8 {
        self.factors + self.tanks
    }

    /// C6, 9.4.1x: the Defence Value.
    pub fn value(&self) -> u8 {
        self.defence + self.terrain + self.fort + self.alfereces
    }

    /// C4: the Intensity Level.
    pub fn intensity(&self) -> u8 {
        let sum = self.base
            + self.assault
            + self.outnumbered
            + self.counter
            + self.all_shock
            + self.all_spent
            + self.counter_tanks;
        sum.max(0) as u8
    }

    /// C7, 9.4.1y, 9.4.1z, 9.4.1-r1: losses of Player B for a sum of dice.
    pub fn losses_b(&self, sum: u8) -> u8 {
        (sum + self.attack()).saturating_sub(self.value())
    }

    /// C7, 9.4.1za, 9.4.1-r2: losses of Player A for a sum of dice.
    pub fn losses_a(&self, sum: u8) -> u8 {
        self.intensity().saturating_sub(sum)
    }
}

/// The sum that counts of dice sorted from small to large; a die not rolled is 0 and stands first.
pub fn sum_of(rule: DiceRule, dice: [u8; 3]) -> u8 {
    match rule {
        DiceRule::Two | DiceRule::BestTwo => dice[1] + dice[2],
        DiceRule::WorstTwo => dice[0] + dice[1],
    }
}

impl Book {
    /// C7, 9.4.2a, 9.5l: how the attack is rolled.
    pub fn attack_dice(&self, p: &Public) -> DiceRule {
        match (p.act.changed, p.act.prepared) {
            (true, _) => DiceRule::WorstTwo,
            (false, true) => DiceRule::BestTwo,
            (false, false) => DiceRule::Two,
        }
    }

    /// C4, C5, C6, 9.4.1-r3, 9.4.1-r7, 15.R4-r2, 15.N12-r1: the account of the combat in hand against a point unit.
    pub fn account(&self, p: &Public, foe_point: Unit) -> Account {
        let act = &p.act;
        let (side, foe, area) = (act.side, act.side.other(), act.target);
        let defenders = p.units(foe, area);
        let table = &self.tables.intensity;
        let when = |on: bool, value: i8| if on { value } else { 0 };
        let chip = |on: bool, value: u8| if on { value } else { 0 };
        let numbers = &self.tables.numbers;
        let terrain = if act.engineers { 0 } else { self.map.terrain[area.index()] };
        let defence = if foe_point.is_some() { self.defence(p, foe_point) } else { 0 };
        Account {
            dice: self.attack_dice(p),
            factors: self.factors(p, side, act.force),
            tanks: chip(act.tanks[0], numbers.tanks),
            defence,
            terrain,
            fort: chip(act.fortified, if self.switches.whole_value { defence + terrain } else { terrain }),
            alfereces: chip(act.alfereces && foe == Side::Nationalist, numbers.alfereces),
            base: table.base,
            assault: when(act.kind == Kind::Assault, table.assault),
            outnumbered: when(defenders.len() > p.units(side, area).len(), table.outnumbered),
            counter: self.factors(p, foe, act.counter) as i8,
            all_shock: when(
                (act.force - self.shock_now(p, side)).is_empty()
                    && (defenders & self.shock_now(p, foe)).is_empty(),
                table.all_shock,
            ),
            all_spent: when((defenders & p.fresh[foe]).is_empty(), table.all_spent),
            counter_tanks: when(act.tanks[1], numbers.tanks as i8),
        }
    }

    /// C1, 9.4.1-r4, 9.4.1-r8: units Player A may name as point unit.
    pub fn own_points(&self, p: &Public) -> Units {
        let men = p.act.force - self.guns[p.act.side];
        if men.any() { men } else { p.act.force }
    }

    /// C3, 9.4.1i, 9.4.1-r6, 9.8a, 15.N3c: units that may counter-attack.
    pub fn counters_able(&self, p: &Public) -> Units {
        let foe = p.act.side.other();
        if p.act.surprise { Units::NONE } else { self.with_factor(p, foe, p.fresh_in(foe, p.act.target)) }
    }

    /// C3, 9.4.1h, 9.4.1i: may Player B name this unit for his counter-attack?
    ///
    /// # Errors
    /// The rule against it.
    pub fn may_counter(&self, p: &Public, unit: Unit) -> Result<(), Rule> {
        let there = unit.side() != p.act.side && p.place_of(unit) == p.act.target;
        if !there || p.act.counter.has(unit) {
            Err(rules::R9_4_1H)
        } else if !self.counters_able(p).has(unit) {
            Err(rules::R9_4_1I)
        } else {
            Ok(())
        }
    }

    /// C6, 9.4.1q, 9.4.1r, 9.4.1s, 9.4.1t, 9.4.1u, 9.4.1v: the units by their rank as point unit, the first choice first.
    fn by_point_rank(&self, p: &Public, side: Side, units: Units) -> [Units; 6] {
        let guns = units & self.guns[side];
        let (fresh, armed) = (p.fresh[side], self.with_factor(p, side, units));
        let (rested, tired) = ((units - guns) & fresh, (units - guns) - fresh);
        [rested & armed, rested - armed, tired & armed, tired - armed, guns & fresh, guns - fresh]
    }

    /// C6, 9.4.1w, 9.4.1-r5, 9.4.1-r7: the units of which Player B names his point unit, by rank.
    fn foe_point_ranks(&self, p: &Public) -> [Units; 6] {
        let foe = p.act.side.other();
        let of = if p.act.counter.any() { p.act.counter } else { p.units(foe, p.act.target) };
        self.by_point_rank(p, foe, of)
    }

    /// C6: units Player B may name as point unit.
    pub fn foe_points(&self, p: &Public) -> Units {
        self.foe_point_ranks(p).into_iter().find(|rank| rank.any()).unwrap_or(Units::NONE)
    }

    /// Why Player B may not name the unit in C6.
    pub fn foe_point_rule(&self, p: &Public, unit: Unit) -> Rule {
        if p.act.counter.any() && !p.act.counter.has(unit) {
            return rules::R9_4_1W;
        }
        let best = self.foe_point_ranks(p).iter().position(|rank| rank.any()).unwrap_or(0);
        [rules::R9_4_1Q, rules::R9_4_1R, rules::R9_4_1S, rules::R9_4_1T, rules::R9_4_1U, rules::R9_4_1V][best]
    }

    /// C2, 3.4.2i, 3.4.2j, 3.4.2k, 3.4.2-r1, 9.4.1e, 15.N8b, 15.N8c, 15.N8d: Republican units that must test morale
    /// before this combat.
    pub fn combat_testers(&self, p: &Public) -> Units {
        let act = &p.act;
        if act.side != Side::Nationalist || act.target == self.map.madrid {
            return Units::NONE;
        }
        let red = Side::Republican;
        let here = p.units(red, act.target);
        let shock = self.shock_now(p, red);
        match (self.map.is_urban(act.target), act.panic) {
            (false, Panic::Shock) => here,
            (false, _) => here - shock,
            (true, Panic::Line) => here - shock - self.guns[red],
            (true, _) => Units::NONE,
        }
    }

    /// 3.4b, 3.4.2b, 3.4.2c, 3.4.2d, 3.4.2e, 3.4.2-r2, 11.1i: what is added to each die of a morale test in the area.
    pub fn morale_modifier(&self, p: &Public, area: frente_board::Area, air: bool) -> i8 {
        let table = &self.tables.test;
        let urban = self.map.is_urban(area);
        let fewer = p.units(Side::Nationalist, area).len() < p.units(Side::Republican, area).len();
        let mut modifier = self.tables.morale[usize::from(p.morale)].modifier;
        if air {
            modifier += table.air;
        }
        if fewer {
            modifier += table.outnumbered;
        }
        if urban {
            modifier += table.urban;
        }
        if urban && p.council && p.act.panic == Panic::Line {
            modifier += self.tables.council.stampede;
        }
        modifier
    }

    /// 3.4.2f, 3.4.2g, 3.4.2h, 15.N8e, 15.N8-r1: what a modified die does to a unit.
    pub fn nerve(&self, p: &Public, unit: Unit, total: i8) -> crate::event::Nerve {
        use crate::event::Nerve;
        let table = &self.tables.test;
        let stampeded = p.act.panic == Panic::Shock && self.shock_now(p, Side::Republican).has(unit);
        let fatal = if stampeded { table.stampede_shock_eliminate_from } else { table.eliminate_from };
        if total >= fatal {
            Nerve::Eliminated
        } else if total >= table.retreat_from {
            Nerve::Retreats
        } else {
            Nerve::Passes
        }
    }
}
