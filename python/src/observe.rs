//! A seat's view as numbers. It is made from a [`View`] and nothing else, so it holds only what the seat may know.

use frente_engine::present::{FigureView, View};
use frente_engine::sheet::Sheet;
use frente_engine::{Seat, Side};
use std::collections::BTreeMap;

/// Numbers for each place; see the table in `docs/python.md`.
pub const CHANNELS: usize = 8;
/// Phases, and figures of either card, that find a place among the numbers of the whole board.
const PHASES: usize = 16;
const FIGURES: usize = 12;
/// Numbers of the whole board.
pub const GLOBALS: usize = 8 + PHASES + 2 * FIGURES;

/// Where which number of an observation stands.
pub struct Layout {
    pub labels: Vec<String>,
    places: BTreeMap<String, usize>,
}

impl Layout {
    pub fn new(sheet: &Sheet) -> Self {
        let labels = sheet.map.places();
        let places = labels.iter().enumerate().map(|(i, label)| (label.clone(), i)).collect();
        Layout { labels, places }
    }

    /// How many numbers an observation has.
    pub fn len(&self) -> usize {
        self.labels.len() * CHANNELS + GLOBALS
    }

    /// Writes an observation, added `weight` times to what is there.
    pub fn write(
        &self,
        view: &View,
        seat: Seat,
        decides: Option<Side>,
        legal: usize,
        weight: f32,
        out: &mut [f32],
    ) {
        let own = seat.side().unwrap_or(Side::Republican);
        let (places, globals) = out.split_at_mut(self.labels.len() * CHANNELS);
        let mut at = |label: &str, channel: usize, value: f32| {
            if let Some(place) = self.places.get(label) {
                places[place * CHANNELS + channel] += weight * value;
            }
        };
        let mut off_map = [0.0, 0.0];
        for piece in &view.pieces {
            let Some(side) = piece.side else { continue };
            let enemy = usize::from(side != own);
            match &piece.place {
                Some(place) => {
                    at(place, 2 * enemy, 1.0);
                    at(place, 2 * enemy + 1, f32::from(piece.steps));
                }
                None => off_map[enemy] += 1.0,
            }
        }
        for control in &view.control {
            at(&control.place, 4 + usize::from(control.side != own), 1.0);
        }
        for marker in &view.markers {
            at(&marker.place, 6, 1.0);
        }
        if let Some(target) = view.fight.as_ref().and_then(|fight| fight.target.as_ref()) {
            at(target, 7, 1.0);
        }
        let first = [
            f32::from(view.turn) / f32::from(view.turns.max(1)),
            truth(decides == Some(own)),
            truth(view.active == Some(own)),
            truth(view.fight.is_some()),
            off_map[0] / 10.0,
            off_map[1] / 10.0,
            view.hand.iter().map(|h| f32::from(h.count)).sum::<f32>() / 10.0,
            legal as f32 / 100.0,
        ];
        let phases = (0..PHASES).map(|i| truth(view.phases.get(i).is_some_and(|phase| phase.current)));
        let figures = [own, own.other()].into_iter().flat_map(|side| {
            let cards =
                view.cards.iter().filter(move |card| card.side == side).flat_map(|card| &card.figures);
            cards.map(|f| number(f) / 10.0).chain(std::iter::repeat(0.0)).take(FIGURES)
        });
        for (into, value) in globals.iter_mut().zip(first.into_iter().chain(phases).chain(figures)) {
            *into += weight * value;
        }
    }
}

fn truth(is: bool) -> f32 {
    if is { 1.0 } else { 0.0 }
}

/// The first number of a figure on a card.
fn number(figure: &FigureView) -> f32 {
    frente_lab::balance::number_of(figure).unwrap_or(0) as f32
}
