//! 12. Scenarios: victory points, the secret objective, the end.

use crate::Brunete;
use crate::book::{Kind, Tank, Victory};
use crate::event::Event;
use crate::frame::{Ending, Frame};
use crate::ids::{Set, each};
use crate::position::{Place, Position, Public};
use crate::rules as r;
use frente_board::Hex;
use frente_engine::{Outcome, Rule, Side, Sink};

/// The bit of the three vertices among the yellow objectives earned.
pub const VERTICES: u16 = 1 << 15;

impl Brunete {
    /// 1.1i, 1.1j, 1.1k, 1.1l: does the Republic control the hex, given its supply net?
    fn republican(&self, p: &Public, hex: Hex, net: &Set) -> bool {
        self.controls(p, Side::Republican, hex, net)
    }

    fn all_vertices(&self, p: &Public, net: &Set) -> bool {
        self.book.vertices.iter().all(|h| self.republican(p, Hex::at(h), net))
    }

    fn all_purple(&self, p: &Public, net: &Set) -> bool {
        self.book.purple().all(|o| self.republican(p, o.hex, net))
    }

    /// 12.1ak, 12.1al, 12.1as, 12.1-r3, 12.1-r5: yellow objectives are earned for good at the end of turn 6 and later.
    pub(crate) fn earn_yellow<S: Sink<Event>>(&self, p: &mut Public, sink: &mut S) {
        if p.turn < self.book.tables.yellow_from {
            return;
        }
        let net = self.supplied(p, Side::Republican);
        for (i, objective) in self.book.yellow() {
            if p.earned >> i & 1 == 0 && self.republican(p, objective.hex, &net) {
                p.earned |= 1 << i;
                sink.push(Event::Earned {
                    hex: Some(objective.hex),
                    points: objective.points,
                    rule: r::R12_1AK,
                });
            }
        }
        if p.earned & VERTICES == 0 && self.all_vertices(p, &net) {
            p.earned |= VERTICES;
            sink.push(Event::Earned { hex: None, points: self.book.vertices_points, rule: r::R12_1AI });
        }
    }

    /// 12.1ah, 12.1ai, 12.1aj, 12.1ak, 12.1al, 1.1h: yellow points earned, and purple points as things stand.
    pub fn points(&self, p: &Public) -> (u8, u8) {
        let net = self.supplied(p, Side::Republican);
        let purple = self.book.purple().filter(|o| self.republican(p, o.hex, &net)).map(|o| o.points).sum();
        let mut yellow: u8 =
            self.book.yellow().filter(|(i, _)| p.earned >> i & 1 != 0).map(|(_, o)| o.points).sum();
        if p.earned & VERTICES != 0 {
            yellow += self.book.vertices_points;
        }
        (yellow, purple)
    }

    /// 12.1ar, 12.1-r4: combat factors in both casualty boxes.
    pub fn casualties(&self, p: &Public, side: Side) -> u16 {
        each(self.book.of_side[side])
            .filter(|u| matches!(p.place.of(u.index()), Place::Recoverable | Place::Final))
            .map(|u| {
                let info = self.book.unit(u);
                u16::from(match info.kind {
                    Kind::Garrison => info.defence[0] / 2,
                    Kind::Tank(Tank::T26) => info.defence[0],
                    _ => info.attack[0],
                })
            })
            .sum()
    }

    /// 12.2d, 12.2-r1: once, at the end of the first turn on which all purple objectives are controlled.
    pub(crate) fn objective_due(&self, p: &Public) -> bool {
        !p.drawn && self.all_purple(p, &self.supplied(p, Side::Republican))
    }

    /// 12.2e, 12.2f, 12.2j, 12.2-r2: the objective is drawn; the Nationalist knows only that it was.
    pub(crate) fn apply_objective<S: Sink<Event>>(&self, p: &mut Position, die: u8, sink: &mut S) {
        p.public.stack.pop();
        p.public.drawn = true;
        sink.push(Event::ObjectiveDrawn { rule: r::R12_2D });
        if let Some((i, o)) = self.book.yellow().find(|(_, o)| o.die >> die & 1 != 0) {
            p.secret[Side::Republican].objective = Some(i as u8);
            sink.push(Event::Objective { hex: o.hex, shown: false, rule: r::R12_2E });
        }
    }

    /// The last turn is over.
    pub(crate) fn ending<S: Sink<Event>>(&self, p: &mut Position, sink: &mut S) -> Ending {
        let ending = match self.scenario.victory {
            Victory::Campaign => self.campaign_ending(&p.public, sink),
            Victory::Offensive => self.offensive_ending(p, sink),
        };
        sink.push(Event::Over { ending, rule: self.verdict(ending).rule });
        ending
    }

    /// 12.1am, 12.1aq, 12.1ar, 12.1-r4: points are counted, with the casualties option where it is played.
    fn campaign_ending<S: Sink<Event>>(&self, p: &Public, sink: &mut S) -> Ending {
        let (yellow, purple) = self.points(p);
        let mut points = yellow + purple;
        if self.variants.casualties {
            let (republican, nationalist) =
                (self.casualties(p, Side::Republican), self.casualties(p, Side::Nationalist));
            sink.push(Event::Casualties { republican, nationalist, rule: r::R12_1AQ });
            let stake = self.book.tables.casualties;
            points = if republican < nationalist { points + stake } else { points.saturating_sub(stake) };
        }
        Ending::Points(points)
    }

    /// 12.2g, 12.2h, 12.2i, 12.2-r4: the objective is shown and everything is checked; points do not matter.
    fn offensive_ending<S: Sink<Event>>(&self, p: &mut Position, sink: &mut S) -> Ending {
        let net = self.supplied(&p.public, Side::Republican);
        let objective = p.secret[Side::Republican].objective;
        p.public.shown = objective;
        let drawn = objective.map(|i| self.book.objectives[usize::from(i)].hex);
        if let Some(hex) = drawn {
            sink.push(Event::Objective { hex, shown: true, rule: r::R12_2F });
        }
        let purple = self.all_purple(&p.public, &net);
        if purple && drawn.is_some_and(|hex| self.republican(&p.public, hex, &net)) {
            Ending::SecretTaken
        } else if purple && self.all_vertices(&p.public, &net) {
            Ending::VerticesHeld
        } else {
            Ending::OffensiveFailed
        }
    }

    /// 12.1an, 12.1ao, 12.1ap, 12.2g, 12.2h, 12.2i, 1.1h: who won, and by which rule.
    pub fn verdict(&self, ending: Ending) -> Outcome {
        let t = &self.book.tables;
        let outcome =
            |winner: Option<Side>, reason: &'static str, rule: Rule| Outcome { winner, reason, rule };
        match ending {
            Ending::Points(n) if n >= t.victory_republican => {
                outcome(Some(Side::Republican), "over-points-republican", r::R12_1AN)
            }
            Ending::Points(n) if n >= t.victory_draw => outcome(None, "over-points-draw", r::R12_1AO),
            Ending::Points(_) => outcome(Some(Side::Nationalist), "over-points-nationalist", r::R12_1AP),
            Ending::SecretTaken => outcome(Some(Side::Republican), "over-objective", r::R12_2G),
            Ending::VerticesHeld => outcome(None, "over-vertices", r::R12_2H),
            Ending::OffensiveFailed => outcome(Some(Side::Nationalist), "over-failed", r::R12_2I),
        }
    }

    /// How the game ended, when it has.
    pub(crate) fn ended(p: &Public) -> Option<Ending> {
        if let Frame::Over(ending) = p.top() { Some(ending) } else { None }
    }
}
