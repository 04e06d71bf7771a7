//! 5.2 Resources: chosen in secret, shown together.

use crate::Brunete;
use crate::action::Action;
use crate::event::{Event, Phase};
use crate::frame::Frame;
use crate::position::{Position, Public, Resource};
use crate::rules as r;
use frente_engine::{Rule, Side, Sink};

impl Brunete {
    /// 5.2c: may the side use resources on this turn? Asked of nobody whose markers are all gone, which both players know.
    pub(crate) fn asks_resource(&self, p: &Public, side: Side) -> bool {
        p.turn >= self.book.tables.resources_from[side] && p.resources[side].left > 0
    }

    /// 5.2a, 5.2d: one marker of those in hand, or none; not one that was used (5.2m) or never drawn (12.2b).
    pub(crate) fn may_choose(p: &Position, side: Side, resource: Resource) -> Result<(), Rule> {
        if p.secret[side].hand & resource.bit() != 0 {
            return Ok(());
        }
        let used = p.public.resources[side].used & resource.bit() != 0;
        Err(if used { r::R5_2M } else { r::R12_2B })
    }

    pub(crate) fn list_resources(p: &Position, side: Side, out: &mut Vec<Action>) {
        let held = Resource::ALL.into_iter().filter(|k| Self::may_choose(p, side, *k).is_ok());
        out.extend(held.map(Action::Resource));
        out.push(Action::Pass);
    }

    /// 5.2e: the choice stays hidden until both have chosen.
    pub(crate) fn apply_resource<S: Sink<Event>>(
        &self,
        p: &mut Position,
        side: Side,
        choice: Option<Resource>,
        sink: &mut S,
    ) {
        p.secret[side].chosen = choice;
        p.public.stack.pop();
        sink.push(Event::Chosen { side, rule: r::R5_2E });
    }

    /// 5.2e, 5.2f, 5.2g, 5.2j, 5.2k, 5.2l, 5.2m, 5.2-r3, 5.2-r4: both are shown; points and aviation change at once, then replacements by initiative.
    pub(crate) fn reveal_resources<S: Sink<Event>>(&self, p: &mut Position, sink: &mut S) {
        let mut shown = [None; 2];
        for side in Side::BOTH {
            let choice = p.secret[side].chosen.take();
            if self.asks_resource(&p.public, side) {
                sink.push(Event::Revealed { side, resource: choice, rule: r::R5_2E });
            }
            shown[side.index()] = choice;
            if let Some(resource) = choice {
                p.secret[side].hand &= !resource.bit();
                p.public.resources[side].used |= resource.bit();
                p.public.resources[side].left -= 1;
            }
        }
        let p = &mut p.public;
        // A point gained and a point taken on the same side meet: gains first, so that a taken point finds one (5.2-r4).
        for side in Side::BOTH {
            match shown[side.index()] {
                Some(Resource::Command) => {
                    p.command[side] += 1;
                    sink.push(Event::Command { side, points: p.command[side], rule: r::R5_2G });
                }
                Some(Resource::Reroll) => p.resources[side].reroll = true,
                _ => {}
            }
        }
        for side in Side::BOTH {
            let enemy = side.other();
            match shown[side.index()] {
                Some(Resource::Hinder) if p.command[enemy] > 0 => self.pay(p, enemy, 1, r::R5_2K, sink),
                Some(Resource::Ground) if p.aviation[enemy].available > 0 => {
                    p.aviation[enemy].available -= 1;
                    p.aviation[enemy].used += 1;
                    sink.push(Event::Markers { side: enemy, artillery: 0, aviation: -1, rule: r::R5_2L });
                }
                Some(resource @ (Resource::Hinder | Resource::Ground)) => {
                    sink.push(Event::Wasted { side, resource, rule: r::R5_2_R3 });
                }
                _ => {}
            }
        }
        // 5.2f: what is pushed last is done first.
        for side in [p.initiative.other(), p.initiative] {
            if let Some(resource @ (Resource::Regular | Resource::Elite)) = shown[side.index()] {
                p.stack.push(Frame::Granted(side, resource));
            }
        }
    }

    /// 5.2-r5: a replacement without a legal target is wasted. Returns whether somebody must choose.
    pub(crate) fn grant<S: Sink<Event>>(
        &self,
        p: &mut Public,
        side: Side,
        resource: Resource,
        sink: &mut S,
    ) -> bool {
        let elite = resource == Resource::Elite;
        if self.replaceable(p, side).any(|u| self.book.unit(u).elite == elite) {
            return true;
        }
        sink.push(Event::Wasted { side, resource, rule: r::R5_2_R5 });
        p.stack.pop();
        false
    }

    /// The heading of the segment, when anybody is asked.
    pub(crate) fn open_resources<S: Sink<Event>>(&self, p: &mut Public, sink: &mut S) {
        let asked = |side: &Side| self.asks_resource(p, *side);
        let order = [p.initiative.other(), p.initiative];
        if order.iter().any(asked) {
            sink.push(Event::Phase { phase: Phase::Resources, side: None, rule: r::R5_2E });
        }
        for side in order {
            if self.asks_resource(p, side) {
                p.stack.push(Frame::Resource(side));
            }
        }
    }
}
