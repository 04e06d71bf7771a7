//! Legal actions as choices: what to click, what it says, which rule is behind it.

use crate::action::{Action, Activity, Group};
use crate::book::Book;
use crate::frame::Frame;
use crate::ids::Unit;
use crate::losses::Loss;
use crate::position::{Position, Public};
use crate::rules;
use frente_board::Area;
use frente_engine::Message;
use frente_engine::present::{Choice, Flow, Kind as Offer, Points};

impl Book {
    /// A legal action, for showing.
    pub fn choice_of(&self, position: &Position, action: Action) -> Choice {
        let p = &position.public;
        let say = Message::new;
        let unit = |u: Unit| Some(self.unit_word(u).to_owned());
        let place = |a: Area| Some(self.map.label(a).to_owned());
        let button = |text: Message| Choice { text: Some(text), ..Choice::default() };
        let piece = |text: Message, u: Unit| Choice {
            text: Some(text.with("unit", self.name(u))),
            kind: Offer::Piece,
            piece: unit(u),
            ..Choice::default()
        };
        let area = |text: Message, a: Area, kind: Offer| Choice {
            text: Some(text.with("place", self.place(a))),
            kind,
            place: place(a),
            ..Choice::default()
        };
        match action {
            Action::Start(turn) => button(say("act-start").with("turn", turn)),
            Action::Place(u, a) => Choice {
                text: Some(say("act-place").with("unit", self.name(u)).with("place", self.place(a))),
                kind: Offer::Entry,
                piece: unit(u),
                place: place(a),
                ..Choice::default()
            },
            Action::Hold(u) => {
                Choice { rule: Some(rules::R7_R2), kind: Offer::Button, ..piece(say("act-hold"), u) }
            }
            Action::DeclarePause => Choice { rule: Some(rules::R12_3N), ..button(say("act-pause")) },
            Action::EndPause => Choice { rule: Some(rules::R12_3P), ..button(say("act-resume")) },
            Action::Buy => Choice { rule: Some(rules::R5C), ..button(say("act-buy")) },
            Action::Draw(c) => button(say("act-draw").with("chit", self.chit_name(c))),
            Action::Rebuild(u, v) if v.is_some() => {
                button(say("act-rebuild").with("unit", self.name(u)).with("other", self.name(v)))
            }
            Action::Rebuild(u, _) => button(say("act-rebuild-one").with("unit", self.name(u))),
            Action::Done => {
                let id = match p.frames.top() {
                    Frame::Pause if p.pausing() => "act-done-pausing",
                    Frame::Pause => "act-done-pause",
                    Frame::Buy(_) => "act-done-buy",
                    Frame::Rebuild { .. } => "act-done-rebuild",
                    Frame::Counter if p.act.counter.is_empty() => "act-done-no-counter",
                    Frame::Counter => "act-done-counter",
                    Frame::Return(_) => "act-done-return",
                    _ => "act-done",
                };
                Choice { flow: Flow::Ends, ..button(say(id)) }
            }
            Action::Pass => Choice {
                rule: Some(rules::R9F),
                warning: self.pass_warning(p),
                flow: Flow::Ends,
                ..button(say("act-pass"))
            },
            Action::Activate(activity, a) => {
                let id = match activity {
                    Activity::Move => "act-move",
                    Activity::Bombard => "act-bombard",
                    Activity::Combat => "act-combat",
                    Activity::Assault => "act-assault",
                };
                area(say(id), a, Offer::Place)
            }
            Action::With(u) => {
                let price = |units: u8| self.price(&p.act, units, p.act.prepared);
                let more = price(p.act.units.len() + 1).saturating_sub(price(p.act.units.len()));
                Choice {
                    price: (more > 0).then(|| say("price-support").with("count", more)),
                    rule: (more > 0).then_some(rules::R5E),
                    ..piece(say("act-with"), u)
                }
            }
            Action::Prepare => Choice { rule: Some(rules::R5F), ..button(say("act-prepare")) },
            Action::Ready => {
                let rule = (p.act.units.len() > self.tables.prices.free_units).then_some(rules::R5E);
                Choice { rule, ..button(say("act-ready").with("count", p.act.units.len())) }
            }
            Action::Against(a) => area(say("act-against"), a, Offer::Target),
            Action::Let(Group::Communists) => button(say("act-let-communists")),
            Action::Let(Group::Anarchists) => button(say("act-let-anarchists")),
            Action::To(a) => {
                let cost = self.may_step(p, a).unwrap_or(0);
                let fire = self.draws_fire(p, p.act.here, a);
                Choice {
                    path: vec![self.map.label(p.act.here).to_owned(), self.map.label(a).to_owned()],
                    left: Some(Points::whole(p.act.left.saturating_sub(cost))),
                    rule: fire.then_some(rules::R9_5A),
                    ..area(
                        say(if fire { "act-to-fire" } else { "act-to" }).with("cost", cost),
                        a,
                        Offer::Place,
                    )
                }
            }
            Action::Stop => Choice { flow: Flow::Stays, ..button(say("act-stop")) },
            Action::Point(u) => piece(say("act-point"), u),
            Action::Cancel => Choice { rule: Some(rules::R9_5J), ..button(say("act-cancel")) },
            Action::Play(c, alternative) => Choice {
                text: Some(
                    say("act-play")
                        .with("chit", self.chit_name(c))
                        .with("effect", say(self.chit_text(c, alternative))),
                ),
                kind: Offer::Secret,
                rule: Some(self.chit_rule(c, alternative)),
                ..Choice::default()
            },
            Action::Decline => button(say("act-decline")),
            Action::Counter(u) => piece(say("act-counter"), u),
            Action::Lose(u, loss) => {
                let id = match loss {
                    Loss::Flip => "act-lose-flip",
                    Loss::Retreat => "act-lose-retreat",
                    Loss::Eliminate => "act-lose-eliminate",
                };
                // 9.6-r2: a retreat without a refuge is allowed, and is the end of the unit.
                let lost = loss == Loss::Retreat && self.refuges(p, u.side(), p.place_of(u)).is_empty();
                let price = lost.then(|| say("price-no-refuge"));
                Choice {
                    price: price.clone(),
                    warning: price,
                    rule: lost.then_some(rules::R9_6_R2),
                    ..piece(say(id).with("points", self.share(p, u, loss).unwrap_or(0)), u)
                }
            }
            Action::Retreat(u, a) => Choice {
                text: Some(say("act-retreat").with("unit", self.name(u)).with("place", self.place(a))),
                kind: Offer::Place,
                piece: unit(u),
                place: place(a),
                path: vec![self.map.label(p.place_of(u)).to_owned(), self.map.label(a).to_owned()],
                ..Choice::default()
            },
            Action::Target(a) => area(say("act-target"), a, Offer::Target),
            Action::Turn(u) => piece(say("act-turn"), u),
            Action::Return(c) => Choice {
                text: Some(say("act-return").with("chit", self.chit_name(c))),
                kind: Offer::Secret,
                ..Choice::default()
            },
            Action::Roll(_) => button(say("act-roll")),
        }
    }

    /// Passing with Fresh units left may end the phase for both.
    fn pass_warning(&self, p: &Public) -> Option<Message> {
        let Frame::Impulse(side) = p.frames.top() else { return None };
        let left = p.fresh[side].len();
        (p.passes == 1 && left > 0).then(|| Message::new("warn-pass").with("count", left))
    }
}
