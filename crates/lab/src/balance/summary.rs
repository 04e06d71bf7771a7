//! What a run says, in figures: `summary.json`, and all that the report draws.

use super::record::{Attacks, GameRecord, PlaceCounts, SideTurn, TurnRecord};
use super::run::Run;
use super::stats::Spread;
use super::study::Head;
use crate::report::Interval;
use frente_engine::{PerSide, Side};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// What a run says.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// What its games have in common.
    pub run: Head,
    /// Games that came to an end.
    pub games: u64,
    /// Games that did not.
    pub faults: Vec<String>,
    /// How often each side won.
    pub wins: PerSide<Interval>,
    /// How often nobody did.
    pub draws: Interval,
    /// How games ended, the most frequent first.
    pub endings: Vec<Ending>,
    /// The game's own judgement of the last position, in the Republican side's favour.
    pub margin: Spread,
    /// The figures on the cards at the end, by title; those that are nothing in every game are left out.
    pub finals: Vec<Final>,
    /// How long games were.
    pub length: Length,
    /// What went on turn by turn.
    pub curves: Vec<Curve>,
    /// Attacks by odds.
    pub attacks: Vec<AttackRow>,
    /// How the dice fell.
    pub luck: Luck,
    /// What happened where.
    pub places: BTreeMap<String, PlaceCounts>,
    /// Ends of turns over all games: what counts of places are out of.
    pub turn_ends: u64,
}

/// One way in which games ended.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)]
pub struct Ending {
    pub winner: Option<Side>,
    pub reason: String,
    pub rule: String,
    pub text: String,
    pub games: u64,
    pub share: Interval,
    /// The turns it came in.
    pub turn: Spread,
}

/// A figure at the end of games.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)]
pub struct Final {
    pub title: String,
    pub side: Side,
    pub spread: Spread,
}

/// How long games were.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)]
pub struct Length {
    pub turns: Spread,
    pub decisions: Spread,
    pub throws: Spread,
    /// How many games ended in each turn, and who won them: turn, Republican, Nationalist, nobody.
    pub ended: Vec<(u8, u64, u64, u64)>,
}

/// A measure of both sides, turn by turn.
#[derive(Clone, Debug, Serialize)]
pub struct Curve {
    /// What it measures.
    pub title: String,
    /// Turn and spread over the games that got so far.
    pub sides: PerSide<Vec<(u8, Spread)>>,
}

/// Attacks of one sort.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)]
pub struct AttackRow {
    pub by: Side,
    pub kind: String,
    pub column: String,
    pub count: u64,
    pub per_game: f64,
    /// The chance of a result good for the attacker, on average.
    pub good: f64,
    /// The chance of one bad for him.
    pub bad: f64,
    /// What an attack gave the attacker on average, in the game's judgement.
    pub swing: f64,
}

/// How the dice fell.
#[derive(Clone, Debug, Serialize)]
pub struct Luck {
    /// A game's luck: what the throws gave the Republican side beyond what they gave on average, in the game's judgement.
    pub spread: Spread,
    /// Games sorted by luck, in parts of the same size: luck from and to, games, and how often the Republican side won.
    pub parts: Vec<(f64, f64, u64, Interval)>,
    /// The correlation of luck and winning; none when one side won all games.
    pub correlation: Option<f64>,
    /// The faces rolled, by whose roll it was.
    pub dice: Vec<Faces>,
}

/// The faces one side rolled.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)]
pub struct Faces {
    pub by: Option<Side>,
    pub faces: Vec<(u8, u64)>,
    pub mean: f64,
}

/// A hundredth is what games judge in; people read whole points.
pub(crate) fn points(hundredths: i64) -> f64 {
    hundredths as f64 / 100.0
}

fn spread(games: &[GameRecord], of: impl Fn(&GameRecord) -> f64) -> Spread {
    Spread::of(games.iter().map(of).collect())
}

/// How a measure of a turn is read.
type Measure = Box<dyn Fn(&[TurnRecord], usize, Side) -> Option<f64>>;

/// A measure that holds at the end of each turn.
fn standing(of: fn(&SideTurn) -> u32) -> Measure {
    Box::new(move |turns, i, side| Some(f64::from(of(&turns[i].sides[side]))))
}

/// A measure that adds up from turn to turn.
fn mounting(of: fn(&SideTurn) -> u32) -> Measure {
    Box::new(move |turns, i, side| Some(turns[..=i].iter().map(|t| f64::from(of(&t.sides[side]))).sum()))
}

/// The titles of all figures on cards.
pub(crate) fn titles(games: &[GameRecord]) -> BTreeSet<&str> {
    let sides = games.iter().flat_map(|g| &g.turns).flat_map(|t| &t.sides.0);
    sides.flat_map(|s| s.figures.keys()).map(String::as_str).collect()
}

const PIECES: &str = "Pieces on the map";
const STEPS: &str = "Steps on the map";

fn curves(games: &[GameRecord]) -> Vec<Curve> {
    let mut measures: Vec<(String, Measure)> = vec![
        ("Losses so far (steps and units)".to_owned(), mounting(|t| t.losses)),
        ("Places held".to_owned(), standing(|t| t.held)),
        (PIECES.to_owned(), standing(|t| t.pieces)),
        (STEPS.to_owned(), standing(|t| t.steps)),
        ("Attacks so far".to_owned(), mounting(|t| t.attacks)),
    ];
    for title in titles(games) {
        let key = title.to_owned();
        let read: Measure =
            Box::new(move |turns, i, side| turns[i].sides[side].figures.get(&key).map(|n| *n as f64));
        measures.push((format!("On the card: {title}"), read));
    }
    let of = |(title, read): (String, Measure)| {
        let sides = PerSide(Side::BOTH.map(|side| {
            let mut by_turn: BTreeMap<u8, Vec<f64>> = BTreeMap::new();
            for game in games {
                for (i, turn) in game.turns.iter().enumerate() {
                    if let Some(value) = read(&game.turns, i, side) {
                        by_turn.entry(turn.turn).or_default().push(value);
                    }
                }
            }
            by_turn.into_iter().map(|(turn, values)| (turn, Spread::of(values))).collect::<Vec<_>>()
        }));
        Curve { title, sides }
    };
    let moves = |c: &Curve| {
        let all: Vec<&Spread> = c.sides.0.iter().flatten().map(|(_, s)| s).collect();
        all.iter().any(|s| s.q95 > s.q05) || all.windows(2).any(|w| w[0].median != w[1].median)
    };
    let mut curves: Vec<Curve> = measures.into_iter().map(of).filter(moves).collect();
    // In a game without steps every piece has one: the same curve once more.
    if let Some(pieces) = curves.iter().find(|c| c.title == PIECES).map(|c| c.sides.clone()) {
        curves.retain(|c| c.title != STEPS || c.sides != pieces);
    }
    curves
}

fn endings(games: &[GameRecord]) -> Vec<Ending> {
    let mut by: BTreeMap<(Option<Side>, &str, &str, &str), Vec<f64>> = BTreeMap::new();
    for game in games {
        let key = (game.winner, game.reason.as_str(), game.rule.as_str(), game.ending.as_str());
        by.entry(key).or_default().push(f64::from(game.last_turn()));
    }
    let mut endings: Vec<Ending> = by
        .into_iter()
        .map(|((winner, reason, rule, text), turns)| Ending {
            winner,
            reason: reason.to_owned(),
            rule: rule.to_owned(),
            text: text.to_owned(),
            games: turns.len() as u64,
            share: Interval::of(turns.len() as u64, games.len() as u64),
            turn: Spread::of(turns),
        })
        .collect();
    endings.sort_by_key(|e| std::cmp::Reverse(e.games));
    endings
}

/// Who attacked, in which way, in which column of the table: by the order of columns.
type Kind<'a> = (Side, &'a str, usize, String);
/// How many, how many went well and badly, and by how much dice were better than expected.
type Sums = (u64, u64, u64, i64);

/// A combat without a table has a column for every sum of strengths. From so many columns on, attacks are listed by their chances instead.
const MOST_COLUMNS: usize = 20;
/// Chances are listed in steps of so many per cent.
const STEP: usize = 10;

fn attacks(games: &[GameRecord], order: &[String]) -> Vec<AttackRow> {
    let mut columns: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for attack in games.iter().flat_map(|g| &g.attacks) {
        columns.entry(&attack.kind).or_default().insert(&attack.column);
    }
    let mut by: BTreeMap<Kind, Sums> = BTreeMap::new();
    for attack in games.iter().flat_map(|g| &g.attacks) {
        let (place, column) = if columns[attack.kind.as_str()].len() > MOST_COLUMNS {
            chances(attack)
        } else {
            let place = order.iter().position(|c| *c == attack.column).unwrap_or(order.len());
            (place, attack.column.clone())
        };
        let sum = by.entry((attack.by, &attack.kind, place, column)).or_default();
        sum.0 += u64::from(attack.count);
        sum.1 += attack.good;
        sum.2 += attack.bad;
        sum.3 += attack.swing;
    }
    by.into_iter()
        .map(|((by, kind, _, column), (count, good, bad, swing))| AttackRow {
            by,
            kind: kind.to_owned(),
            column,
            count,
            per_game: count as f64 / games.len().max(1) as f64,
            good: good as f64 / 1e6 / count as f64,
            bad: bad as f64 / 1e6 / count as f64,
            swing: points(swing) / count as f64,
        })
        .collect()
}

/// The step of chances that attacks of one column belong to, and what it is called: `30–40 %`.
fn chances(attacks: &Attacks) -> (usize, String) {
    let percent = attacks.good / 10_000 / u64::from(attacks.count.max(1));
    let step = (percent as usize / STEP).min(100 / STEP - 1);
    (step, format!("{}–{} %", STEP * step, STEP * (step + 1)))
}

/// Into how many parts games are cut by luck.
const PARTS: usize = 10;

fn luck(games: &[GameRecord]) -> Luck {
    let mut sorted: Vec<(i64, bool)> =
        games.iter().map(|g| (g.luck(), g.winner == Some(Side::Republican))).collect();
    sorted.sort_unstable();
    let parts = (0..PARTS)
        .map(|i| &sorted[i * sorted.len() / PARTS..(i + 1) * sorted.len() / PARTS])
        .filter(|part| !part.is_empty())
        .map(|part| {
            let won = part.iter().filter(|(_, won)| *won).count() as u64;
            let (from, to) = (points(part[0].0), points(part[part.len() - 1].0));
            (from, to, part.len() as u64, Interval::of(won, part.len() as u64))
        })
        .collect();
    let all = spread(games, |g| points(g.luck()));
    let won = spread(games, |g| f64::from(u8::from(g.winner == Some(Side::Republican))));
    let both: f64 =
        sorted.iter().map(|(l, w)| (points(*l) - all.mean) * (f64::from(u8::from(*w)) - won.mean)).sum();
    let correlation =
        (all.sd * won.sd > 0.0).then(|| both / (sorted.len().max(2) - 1) as f64 / (all.sd * won.sd));
    let mut rolled: BTreeMap<Option<Side>, BTreeMap<u8, u64>> = BTreeMap::new();
    for (by, face, n) in games.iter().flat_map(|g| &g.dice) {
        *rolled.entry(*by).or_default().entry(*face).or_default() += u64::from(*n);
    }
    let dice = rolled
        .into_iter()
        .map(|(by, faces)| {
            let n: u64 = faces.values().sum();
            let sum: u64 = faces.iter().map(|(face, n)| u64::from(*face) * n).sum();
            Faces { by, faces: faces.into_iter().collect(), mean: sum as f64 / n.max(1) as f64 }
        })
        .collect();
    Luck { spread: all, parts, correlation, dice }
}

impl Summary {
    /// Sums a run up. `columns` are the heads of its combat tables, in the order in which attacks by odds are listed.
    pub fn of(run: &Run, columns: &[String]) -> Self {
        let games = &run.games[..];
        let n = games.len() as u64;
        let won =
            |who: Option<Side>| Interval::of(games.iter().filter(|g| g.winner == who).count() as u64, n);
        let mut ended: BTreeMap<u8, (u64, u64, u64)> = BTreeMap::new();
        for game in games {
            let of = ended.entry(game.last_turn()).or_default();
            match game.winner {
                Some(Side::Republican) => of.0 += 1,
                Some(Side::Nationalist) => of.1 += 1,
                None => of.2 += 1,
            }
        }
        let finals = titles(games).into_iter().flat_map(|title| {
            Side::BOTH.map(|side| {
                let last = |g: &GameRecord| g.turns.last()?.sides[side].figures.get(title).map(|n| *n as f64);
                let spread = Spread::of(games.iter().filter_map(last).collect());
                Final { title: title.to_owned(), side, spread }
            })
        });
        Summary {
            run: run.head.clone(),
            games: n,
            faults: run.faults.clone(),
            wins: PerSide(Side::BOTH.map(|side| won(Some(side)))),
            draws: won(None),
            endings: endings(games),
            margin: spread(games, |g| points(g.margin)),
            finals: finals.filter(|f| f.spread.min != 0.0 || f.spread.max != 0.0).collect(),
            length: Length {
                turns: spread(games, |g| f64::from(g.last_turn())),
                decisions: spread(games, |g| g.decisions as f64),
                throws: spread(games, |g| g.throws as f64),
                ended: ended.into_iter().map(|(turn, (a, b, c))| (turn, a, b, c)).collect(),
            },
            curves: curves(games),
            attacks: attacks(games, columns),
            luck: luck(games),
            places: run.places.clone(),
            turn_ends: games.iter().map(|g| g.turns.len() as u64).sum(),
        }
    }
}
