//! 10.3.1, 10.3.3, 5.2j: elite bonus, hidden support, coordination, re-rolls.

use crate::Brunete;
use crate::action::Action;
use crate::event::{Die, Event};
use crate::frame::{DieOf, Frame};
use crate::position::{Commit, Position, Public, Role};
use crate::rules as r;
use frente_engine::{Refusal, Rule, Side, Sink};

impl Brunete {
    /// 10.3.1a: used or not; the attacker says first (10.3.1-r2).
    pub(crate) fn apply_elite<S: Sink<Event>>(&self, p: &mut Public, used: bool, sink: &mut S) {
        let Frame::Elite(role) = p.top() else { return };
        p.fight.elite[role.index()] = used;
        p.stack.pop();
        sink.push(Event::Elite { role, used, rule: if used { r::R10_3_1C } else { r::R10_3_1A } });
    }

    /// 10.3.3a, 10.3.3b, 10.3.3-r1, 10.3.3-r3, 8c: what a side may choose: of the markers that are left, wherever the combat is.
    pub(crate) fn may_support(&self, p: &Public, role: Role, commit: Commit) -> Result<(), Rule> {
        let side = p.fight.side(role);
        let t = &self.book.tables;
        if commit.artillery > p.artillery[side].available || commit.aviation > p.aviation[side].available {
            return Err(r::R10_3_3_R3);
        }
        let most = if role == Role::Attacker { t.support_attack } else { t.support_defence };
        if commit.markers() > most {
            return Err(r::R10_3_3B);
        }
        if commit.command && (commit.markers() == 0 || p.command[side] < t.support_command) {
            return Err(r::R10_3_3_R1);
        }
        Ok(())
    }

    /// A refusal of support with the markers asked for and those that may be used, where there are too many.
    pub(crate) fn too_much_support(&self, p: &Public, role: Role, commit: Commit, rule: Rule) -> Refusal {
        let (side, t) = (p.fight.side(role), &self.book.tables);
        let most = if role == Role::Attacker { t.support_attack } else { t.support_defence };
        let refusal = Refusal::new(rule).saying("refused-markers");
        let (artillery, aviation) = (p.artillery[side].available, p.aviation[side].available);
        match rule {
            r::R10_3_3B => refusal.numbers(commit.markers(), most),
            r::R10_3_3_R3 if commit.artillery > artillery => refusal.numbers(commit.artillery, artillery),
            r::R10_3_3_R3 => refusal.numbers(commit.aviation, aviation),
            _ => Refusal::new(rule),
        }
    }

    pub(crate) fn list_support(&self, p: &Public, role: Role, out: &mut Vec<Action>) {
        let side = p.fight.side(role);
        for artillery in 0..=p.artillery[side].available {
            for aviation in 0..=p.aviation[side].available {
                for command in [false, true] {
                    let commit = Commit { artillery, aviation, command };
                    if self.may_support(p, role, commit).is_ok() {
                        out.push(Action::Support(commit));
                    }
                }
            }
        }
    }

    /// 10.3.3e, 10.3.3f, 10.2c: chosen in secret.
    pub(crate) fn apply_support<S: Sink<Event>>(&self, p: &mut Position, commit: Commit, sink: &mut S) {
        let Frame::Support(role) = p.public.top() else { return };
        let side = p.public.fight.side(role);
        p.secret[side].support = commit;
        p.public.stack.pop();
        sink.push(Event::SupportChosen { side, rule: r::R10_3_3F });
    }

    /// Is the side asked for support? Not when it has no markers, which both players know.
    pub(crate) fn asks_support(p: &Public, side: Side) -> bool {
        p.artillery[side].available + p.aviation[side].available > 0
    }

    /// 10.3.3f, 10.3.3g, 10.3.3h, 10.3.3-r1, 10.2c: both are shown, also that there is none, and nothing is added any more; markers go to the used box and points are spent, whatever comes
    /// of them.
    ///
    /// 5.1b: one command point coordinates all support of a side.
    pub(crate) fn reveal_support<S: Sink<Event>>(&self, p: &mut Position, sink: &mut S) {
        p.public.stack.pop();
        for role in [Role::Defender, Role::Attacker] {
            let side = p.public.fight.side(role);
            let commit = std::mem::take(&mut p.secret[side].support);
            let public = &mut p.public;
            if !Self::asks_support(public, side) {
                continue;
            }
            sink.push(Event::Support { side, commit, rule: r::R10_3_3F });
            if commit.markers() == 0 {
                continue;
            }
            public.fight.support[role.index()] = commit;
            public.artillery[side].available -= commit.artillery;
            public.artillery[side].used += commit.artillery;
            public.aviation[side].available -= commit.aviation;
            public.aviation[side].used += commit.aviation;
            if commit.command {
                self.pay(public, side, self.book.tables.support_command, r::R5_1B, sink);
                public.fight.effective[role.index()] = commit.markers();
            } else {
                public.stack.push(Frame::Coordinate(role, commit.markers()));
            }
        }
    }

    /// 10.3.3d, 10.3.3-r2, 10.3-r1: one marker's coordination, rolled by whose marker it is.
    pub(crate) fn apply_coordination<S: Sink<Event>>(&self, p: &mut Public, die: u8, sink: &mut S) {
        let Frame::Coordinate(role, left) = p.top() else { return };
        let side = p.fight.side(role);
        sink.push(Event::Rolled { what: Die::Coordination, side, die, rule: r::R10_3_3D });
        if self.book.tables.coordination_fails >> die & 1 == 0 {
            p.fight.effective[role.index()] += 1;
        }
        p.stack.pop();
        if left > 1 {
            p.stack.push(Frame::Coordinate(role, left - 1));
        }
    }

    /// Whose die it is.
    pub(crate) fn die_side(&self, p: &Public, of: DieOf) -> Side {
        match of {
            DieOf::Combat => p.fight.attacker,
            DieOf::Bombardment(unit) => self.book.unit(unit).side.other(),
        }
    }

    /// The die falls, and may be rolled again.
    pub(crate) fn apply_die<S: Sink<Event>>(&self, p: &mut Public, of: DieOf, die: u8, sink: &mut S) {
        let side = self.die_side(p, of);
        let (what, rule) = match of {
            DieOf::Combat => (Die::Combat, r::R10_2E),
            DieOf::Bombardment(_) => (Die::Bombardment, r::R8_1D),
        };
        sink.push(Event::Rolled { what, side, die, rule });
        p.stack.replace(Frame::Reroll { of, die, declined: 0 });
    }

    /// 5.2-r2: who is to be asked: the initiative first, then the other, each once for every fall of the die.
    pub(crate) fn asked_to_reroll(p: &Public, declined: u8) -> Option<Side> {
        let order = [p.initiative, p.initiative.other()];
        order.into_iter().find(|s| p.resources[*s].reroll && declined >> s.index() & 1 == 0)
    }

    /// 5.2j, 5.2-r1: once a turn for each who holds the marker.
    pub(crate) fn apply_reroll<S: Sink<Event>>(&self, p: &mut Public, again: bool, sink: &mut S) {
        let Frame::Reroll { of, die, declined } = p.top() else { return };
        let Some(side) = Self::asked_to_reroll(p, declined) else { return };
        if again {
            p.resources[side].reroll = false;
            sink.push(Event::Rerolled { side, rule: r::R5_2J });
            p.stack.replace(Frame::Die(of));
        } else {
            p.stack.replace(Frame::Reroll { of, die, declined: declined | 1 << side.index() });
        }
    }
}
