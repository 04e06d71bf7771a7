//! The ways that no enemy bars, worked out when the book is opened: most counters move far from him, and then a list of their
//! ways need only be read off.
//!
//! What a search finds with more points contains, in the same order, what it finds with fewer: the order in which places
//! are gone on from depends on what they cost and not on what is left. Only a place that is found dear and then bettered comes
//! later for those who cannot pay the first price. So one search with the highest allowance is noted, find by find.

use super::Ways;
use super::step::Mover;
use crate::book::counters::Counter;
use crate::book::ground::Ground;
use crate::book::tables::Tables;
use crate::ids::{HEXES, Kind, Weather};
use frente_board::{Hex, LongPath};

/// A find of a search: a place, or a better way to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tour {
    /// Quarter points that it takes, and the most with which it is the first find of its place.
    first_for: (u8, u8),
    /// The cheapest route to the place.
    pub path: LongPath,
}

const _: () = assert!(size_of::<Tour>() == 16);

impl Tour {
    /// Is this the find that lists the place, with so many points?
    #[inline]
    pub fn is_listed(&self, points: u8) -> bool {
        self.first_for.0 <= points && points <= self.first_for.1
    }
}

/// Where a tour leads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// The hex.
    pub hex: Hex,
    /// Quarter points of the cheapest find from there; [`u8::MAX`] if there is none.
    on: u8,
}

impl Place {
    /// Does the search find anything from there, with so many points? If not, nothing changes when it may not go on from there.
    #[inline]
    pub fn leads_on(&self, points: u8) -> bool {
        self.on <= points
    }
}

/// The tours of one kind of movement in one kind of weather.
#[derive(Clone, Debug)]
struct Kinds {
    /// The most quarter points a counter of the kind may have.
    most: u8,
    /// Where each hex's tours begin in the next two.
    begin: Box<[u32]>,
    places: Vec<Place>,
    tours: Vec<Tour>,
    /// How many of them need be looked at: for each hex, with none to `most` points.
    count: Vec<u16>,
    /// The directions of steps that cost more than a way round, one bit each.
    dearer: Vec<u8>,
}

/// The tours from one hex with some points.
pub(crate) struct Open<'a> {
    /// Where they lead.
    pub places: &'a [Place],
    /// The tours, with some that only others need.
    pub tours: &'a [Tour],
    /// The directions of steps that cost more than a way round, one bit each.
    pub dearer: u8,
}

/// All tours, by weather and motorised or not.
#[derive(Clone, Debug)]
pub(crate) struct Tours([[Kinds; 2]; 3]);

impl Tours {
    /// Works them out for the counters of the game.
    pub fn new(ground: &Ground, tables: &Tables, counters: &[Counter]) -> Tours {
        let most = [false, true].map(|motorised| {
            let moves = counters.iter().filter(|c| c.motorised == motorised && c.kind != Kind::Train);
            moves.map(|c| c.movement).max().unwrap_or(0)
        });
        Tours(Weather::ALL.map(|weather| {
            [false, true].map(|motorised| {
                let mover =
                    Mover::unopposed(&ground.map, ground.prices(weather, motorised), &tables.movement);
                Kinds::new(ground, &mover, most[usize::from(motorised)])
            })
        }))
    }

    /// The tours from a hex; `None` for more points than any counter has.
    #[inline]
    pub fn from(&self, weather: Weather, motorised: bool, hex: Hex, points: u8) -> Option<Open<'_>> {
        self.0[weather as usize][usize::from(motorised)].from(hex, points)
    }
}

impl Kinds {
    fn new(ground: &Ground, mover: &Mover<'_>, most: u8) -> Kinds {
        let mut kinds = Kinds {
            most,
            begin: Box::default(),
            places: Vec::new(),
            tours: Vec::new(),
            count: Vec::with_capacity(HEXES * (usize::from(most) + 1)),
            dearer: Vec::with_capacity(HEXES),
        };
        kinds.begin = ground.map.hexes().map(|hex| kinds.add(mover, hex)).collect();
        kinds
    }

    /// Adds the tours from a hex, and says where they begin.
    fn add(&mut self, mover: &Mover<'_>, hex: Hex) -> u32 {
        let begin = self.tours.len();
        let mut on = [u8::MAX; HEXES];
        let mut count = vec![0; usize::from(self.most) + 1];
        let mut ways = Ways::of(mover, self.most);
        ways.explore_noting(mover, hex, |at, to, cost, before| {
            on[at.index()] = on[at.index()].min(cost);
            // Who can pay what the place took before has found it then.
            let last = before.map_or(self.most, |before| before - 1);
            self.places.push(Place { hex: to, on: u8::MAX });
            self.tours.push(Tour { first_for: (cost, last), path: LongPath::EMPTY });
            count[usize::from(cost)] = (self.tours.len() - begin) as u16;
        });
        let mut routes = [LongPath::EMPTY; HEXES];
        for way in ways.found() {
            routes[way.hex.index()] = way.path();
        }
        for (place, tour) in self.places[begin..].iter_mut().zip(&mut self.tours[begin..]) {
            place.on = on[place.hex.index()];
            tour.path = routes[place.hex.index()];
        }
        // Who has more points needs at least as many of them.
        let mut most = 0;
        self.count.extend(count.into_iter().map(|n: u16| {
            most = most.max(n);
            most
        }));
        self.dearer.push(ways.dearer_steps(mover));
        begin as u32
    }

    #[inline]
    fn from(&self, hex: Hex, points: u8) -> Option<Open<'_>> {
        if points > self.most {
            return None;
        }
        let begin = self.begin[hex.index()] as usize;
        let count = self.count[hex.index() * (usize::from(self.most) + 1) + usize::from(points)];
        let all = begin..begin + usize::from(count);
        Some(Open {
            places: &self.places[all.clone()],
            tours: &self.tours[all],
            dearer: self.dearer[hex.index()],
        })
    }
}
