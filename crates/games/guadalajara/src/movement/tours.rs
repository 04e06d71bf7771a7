//! The ways that no enemy bars, worked out when the book is opened: most counters move far from him, and then a list of their
//! ways need only be read off. Where he bars some, only what lies behind him is [looked for anew](super::detours).
//!
//! What a search finds with more points contains, in the same order, what it finds with fewer: the order in which places
//! are gone on from depends on what they cost and not on what is left. Only a place that is found dear and then bettered comes
//! later for those who cannot pay the first price. So one search with the highest allowance is noted, find by find.

use super::Ways;
use super::step::Mover;
use crate::book::counters::Counter;
use crate::book::ground::Ground;
use crate::book::tables::Tables;
use crate::ids::{HEXES, Kind, Set, Weather};
use frente_board::lanes::{Lanes, Spent};
use frente_board::{Dir, Hex, LongPath};

/// A find of a search: a place, or a better way to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Find {
    /// Where.
    pub hex: Hex,
    /// Quarter points that it takes.
    from: u8,
    /// So many more, and the place is found sooner, though not as cheaply.
    span: u8,
}

impl Find {
    /// Is this the find that lists the place, with so many points?
    #[inline]
    pub fn is_listed(&self, points: u8) -> bool {
        points.wrapping_sub(self.from) <= self.span
    }
}

/// How a place is reached: the number of its last find, which is the cheapest, and the last step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Last(u16);

impl Last {
    /// Nowhere.
    const NONE: Last = Last(0);
    /// Below this lies the step.
    const FIND: usize = 8;

    /// The number and the step in one.
    #[inline]
    pub fn new(number: usize, dir: Dir) -> Last {
        Last((number * Self::FIND + dir.index()) as u16)
    }

    /// The number of the find.
    #[inline]
    pub fn number(self) -> usize {
        usize::from(self.0) / Self::FIND
    }

    /// The last step.
    #[inline]
    pub fn dir(self) -> Dir {
        Dir::new((usize::from(self.0) % Self::FIND) as u8)
    }
}

/// All that the search from a hex knows of the map in the end.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    /// What is spent on arrival.
    pub spent: Spent,
    /// How each hex is reached, if it is.
    pub last: [Last; HEXES],
    /// With a quarter of the points, two quarters and so on: the places that lead on, and the places reached with all around them.
    parts: [Part; Part::ALL],
    /// The directions of steps that cost more than a way round, one bit each.
    pub dearer: u8,
}

/// What is within reach for a part of the points.
#[derive(Clone, Copy, Debug)]
struct Part {
    /// The places from which a step more can be paid for.
    on: Set,
    /// The places, and all hexes around them.
    around: Set,
}

impl Part {
    /// So many parts are told apart.
    const ALL: usize = 4;

    /// What can be spent with one of the parts.
    fn limit(most: u8, part: usize) -> u8 {
        (usize::from(most) * (part + 1) / Self::ALL) as u8
    }

    fn new(ground: &Ground, mover: &Mover<'_>, ways: &Ways, limit: u8) -> Part {
        let (mut on, mut reach) = (Set::EMPTY, Set::EMPTY);
        for way in ways.found() {
            let spent = way.spent();
            if spent <= limit {
                reach.insert(way.hex.index());
                on.set(way.hex.index(), spent + mover.lanes().cheapest(way.hex) <= limit);
            }
        }
        Part { on, around: ground.open.grow(&reach) }
    }
}

impl Known {
    /// The smallest part that has so much to spend.
    #[inline]
    fn part(&self, limit: u8) -> &Part {
        let most = self.spent.limit();
        let enough = |part: &usize| Part::limit(most, *part) >= limit;
        &self.parts[(0..Part::ALL - 1).find(enough).unwrap_or(Part::ALL - 1)]
    }

    /// Hexes that hold all places that can be reached by who may spend so much in the units of the search, and all around them.
    #[inline]
    pub fn around(&self, limit: u8) -> &Set {
        &self.part(limit).around
    }

    /// Does none of some places lead on, as far as one look can tell?
    #[inline]
    pub fn is_free(&self, wary: &Set, limit: u8) -> bool {
        !wary.meets(&self.part(limit).on)
    }

    /// Those of some places that lead on, for who may spend so much, and what is spent there.
    #[inline]
    pub fn barred<'a>(
        &'a self,
        lanes: &'a Lanes,
        wary: &Set,
        limit: u8,
    ) -> impl Iterator<Item = (Hex, u8)> + use<'a> {
        let near = (*wary & self.part(limit).on).into_iter().map(Hex::at);
        near.map(|hex| (hex, self.spent.on(hex)))
            .filter(move |(hex, spent)| spent + lanes.cheapest(*hex) <= limit)
    }
}

/// The tours of one kind of movement in one kind of weather.
#[derive(Clone, Debug)]
struct Kinds {
    /// The most quarter points a counter of the kind may have, and how many a search counts as one.
    most: u8,
    grain: u8,
    /// Where each hex's tours begin in the next two.
    begin: Box<[u32]>,
    finds: Vec<Find>,
    /// The cheapest route to the place of each find.
    routes: Vec<LongPath>,
    /// How many finds need be looked at: for each hex, with none to `most` points.
    count: Vec<u16>,
    /// Where each hex's lists begin in the next.
    begin_lists: Box<[u32]>,
    /// The finds that list a place, one bit each: for each hex, with nothing to all that can be spent, so many words a list as all its
    /// finds take.
    lists: Vec<u64>,
    known: Vec<Known>,
}

/// The tours from one hex with some points.
pub(crate) struct Open<'a> {
    /// Where they lead, with some finds that only others need.
    pub finds: &'a [Find],
    /// The cheapest route to each.
    pub routes: &'a [LongPath],
    /// Those of them that list a place, one bit each.
    pub list: &'a [u64],
    /// What is known beyond these points.
    pub known: &'a Known,
    points: u8,
    limit: u8,
}

impl Open<'_> {
    /// No list takes more words; checked when the book is opened.
    pub const WORDS: usize = 32;

    /// What can be spent, in the units of the search.
    #[inline]
    pub fn limit(&self) -> u8 {
        self.limit
    }

    /// The find that lists a place which is reached: mostly its last, the cheapest, unless another can be paid for that came before.
    #[inline]
    pub fn listing(&self, hex: Hex) -> usize {
        let last = self.known.last[hex.index()].number();
        let lists = |find: &Find| find.hex == hex && find.is_listed(self.points);
        self.finds[..=last].iter().rposition(lists).unwrap_or(last)
    }
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
            grain: mover.grain(),
            begin: Box::default(),
            finds: Vec::new(),
            routes: Vec::new(),
            count: Vec::with_capacity(HEXES * (usize::from(most) + 1)),
            begin_lists: Box::default(),
            lists: Vec::new(),
            known: Vec::with_capacity(HEXES),
        };
        let (begin, begin_lists): (Vec<u32>, Vec<u32>) =
            ground.map.hexes().map(|hex| kinds.add(ground, mover, hex)).unzip();
        (kinds.begin, kinds.begin_lists) = (begin.into(), begin_lists.into());
        kinds
    }

    /// Adds the tours from a hex, and says where they and their lists begin.
    fn add(&mut self, ground: &Ground, mover: &Mover<'_>, hex: Hex) -> (u32, u32) {
        let begin = self.finds.len();
        let mut count = vec![0; usize::from(self.most) + 1];
        let mut ways = Ways::of(mover, self.most);
        let mut last_find = [0; HEXES];
        ways.explore_noting(mover, hex, |to, cost, before| {
            // Who can pay what the place took before has found it then.
            let last = before.map_or(self.most, |before| before - 1);
            last_find[to.index()] = self.finds.len() - begin;
            self.finds.push(Find { hex: to, from: cost, span: last - cost });
            count[usize::from(cost)] = (self.finds.len() - begin) as u16;
        });
        self.routes.resize(self.finds.len(), LongPath::EMPTY);
        let (mut routes, mut last) = ([LongPath::EMPTY; HEXES], [Last::NONE; HEXES]);
        for way in ways.found() {
            let (i, route) = (way.hex.index(), way.path());
            routes[i] = route;
            if let Some(dir) = route.last() {
                last[i] = Last::new(last_find[i], dir);
            }
        }
        for (find, route) in self.finds[begin..].iter().zip(&mut self.routes[begin..]) {
            *route = routes[find.hex.index()];
        }
        // Who has more points needs at least as many of them.
        let mut most = 0;
        self.count.extend(count.into_iter().map(|n: u16| {
            most = most.max(n);
            most
        }));
        let dearer = ways.dearer_steps(mover);
        let parts = std::array::from_fn(|part| {
            Part::new(ground, mover, &ways, Part::limit(self.most / mover.grain(), part))
        });
        self.known.push(Known { spent: ways.into_spent(), last, parts, dearer });
        (begin as u32, self.add_lists(begin, mover.grain()))
    }

    /// Adds the lists of the finds from here on, and says where they begin.
    fn add_lists(&mut self, begin: usize, grain: u8) -> u32 {
        let (begin_lists, finds) = (self.lists.len(), &self.finds[begin..]);
        let words = finds.len().div_ceil(64);
        assert!(words <= Open::WORDS, "a list of moves has room for {} finds", 64 * Open::WORDS);
        self.lists.resize(begin_lists + words * (usize::from(self.most / grain) + 1), 0);
        for (i, find) in finds.iter().enumerate() {
            for spent in find.from / grain..=(find.from + find.span) / grain {
                self.lists[begin_lists + words * usize::from(spent) + i / 64] |= 1 << (i % 64);
            }
        }
        begin_lists as u32
    }

    #[inline]
    fn from(&self, hex: Hex, points: u8) -> Option<Open<'_>> {
        if points > self.most {
            return None;
        }
        let (i, points_each) = (hex.index(), usize::from(self.most) + 1);
        let begin = self.begin[i] as usize;
        let end = self.begin.get(i + 1).map_or(self.finds.len(), |next| *next as usize);
        let count = usize::from(self.count[i * points_each + usize::from(points)]);
        let words = (end - begin).div_ceil(64);
        let list = self.begin_lists[i] as usize + words * usize::from(points / self.grain);
        Some(Open {
            finds: &self.finds[begin..begin + count],
            routes: &self.routes[begin..begin + count],
            list: &self.lists[list..list + count.div_ceil(64)],
            known: &self.known[i],
            points,
            limit: points / self.grain,
        })
    }
}
