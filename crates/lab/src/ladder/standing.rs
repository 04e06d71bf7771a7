//! What a ladder says.

use super::{Ladder, Meeting, elo};
use crate::report::Interval;
use frente_engine::{PerSide, Side};
use serde::Serialize;

/// The sum of a ladder.
#[derive(Clone, Debug, Serialize)]
pub struct Standings {
    /// `aragon/belchite`.
    pub scenario: String,
    /// Games played.
    pub games: u64,
    /// Every player, the strongest first.
    pub players: Vec<Standing>,
    /// Every two who met.
    pub pairs: Vec<Pair>,
    /// How often each side won, whoever played it.
    pub sides: PerSide<Interval>,
}

/// How strong a player is.
#[derive(Clone, Debug, Serialize)]
pub struct Standing {
    /// The player.
    pub name: String,
    /// Elo points, 1500 on average over the field.
    pub elo: f64,
    /// Lower end of the 95 % interval.
    pub low: f64,
    /// Upper end of it.
    pub high: f64,
    /// Share of the points, by the side played.
    pub by_side: PerSide<f64>,
    /// Seconds a turn takes it on average.
    pub seconds_per_turn: f64,
}

/// What two players made against each other.
#[derive(Clone, Debug, Serialize)]
pub struct Pair {
    /// The one.
    pub a: String,
    /// The other.
    pub b: String,
    /// Games between them.
    pub games: u64,
    /// Points of the one by game, from 0 to 1.
    pub score_a: f64,
    /// 95 % interval of that (Wilson, draws as half a win).
    pub low: f64,
    /// Upper end of it.
    pub high: f64,
    /// What the one made with either side.
    pub by_side: PerSide<Record>,
}

/// Games won, drawn and lost.
#[derive(Clone, Copy, Debug, Default, Serialize, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Record {
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
}

impl Record {
    fn add(&mut self, winner: Option<Side>, side: Side) {
        match winner {
            Some(w) if w == side => self.wins += 1,
            Some(_) => self.losses += 1,
            None => self.draws += 1,
        }
    }

    fn plus(self, other: Record) -> Record {
        Record {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }

    fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    fn points(self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    fn share(self) -> f64 {
        self.points() / self.games().max(1) as f64
    }
}

impl Standings {
    pub(super) fn of(ladder: &Ladder, meetings: &[Meeting]) -> Standings {
        let names = &ladder.players;
        let mut pairs = Vec::new();
        let mut scores = Vec::new();
        for (i, a) in names.iter().enumerate() {
            for (j, b) in names.iter().enumerate().skip(i + 1) {
                let pair = pair(a, b, meetings);
                let points = pair.by_side.0[0].plus(pair.by_side.0[1]).points();
                scores.push(elo::Score { a: i, b: j, games: pair.games as f64, points });
                pairs.push(pair);
            }
        }
        let ratings = elo::ratings(names.len(), &scores);
        let mut players: Vec<Standing> =
            names.iter().zip(ratings).map(|(name, rating)| standing(name, rating, meetings)).collect();
        players.sort_by(|a, b| b.elo.total_cmp(&a.elo));
        let won = |side| meetings.iter().filter(|m| m.winner == Some(side)).count() as u64;
        Standings {
            scenario: format!("{}/{}", ladder.game, ladder.scenario),
            games: meetings.len() as u64,
            players,
            pairs,
            sides: PerSide(Side::BOTH.map(|side| Interval::of(won(side), meetings.len() as u64))),
        }
    }
}

fn pair(a: &str, b: &str, meetings: &[Meeting]) -> Pair {
    let mut by_side: PerSide<Record> = PerSide::default();
    for m in meetings {
        if m.republican == a && m.nationalist == b {
            by_side[Side::Republican].add(m.winner, Side::Republican);
        } else if m.republican == b && m.nationalist == a {
            by_side[Side::Nationalist].add(m.winner, Side::Nationalist);
        }
    }
    let both = by_side.0[0].plus(by_side.0[1]);
    let sure = Interval::of_points(both.points(), both.games());
    Pair {
        a: a.to_owned(),
        b: b.to_owned(),
        games: both.games(),
        score_a: both.share(),
        low: sure.low,
        high: sure.high,
        by_side,
    }
}

fn standing(name: &str, rating: elo::Rating, meetings: &[Meeting]) -> Standing {
    let mut by_side: PerSide<Record> = PerSide::default();
    let (mut turns, mut seconds) = (0, 0.0);
    for m in meetings {
        for (side, player) in [(Side::Republican, &m.republican), (Side::Nationalist, &m.nationalist)] {
            if player == name {
                by_side[side].add(m.winner, side);
                turns += m.turns[side];
                seconds += m.seconds[side];
            }
        }
    }
    Standing {
        name: name.to_owned(),
        elo: rating.elo,
        low: rating.elo - rating.spread,
        high: rating.elo + rating.spread,
        by_side: PerSide(by_side.0.map(Record::share)),
        seconds_per_turn: seconds / f64::from(turns.max(1)),
    }
}
