//! Two runs side by side: what differs, and is it more than chance?

use super::page::{escape, head, interval, name, section};
use super::run::Run;
use super::stats::{Difference, Spread};
use super::study::Head;
use super::summary::{points, titles};
use crate::report::Interval;
use frente_engine::Side;
use serde::Serialize;
use std::fmt::Write;

/// Differences less likely by chance than this are called sure.
pub const SURE: f64 = 0.05;

/// Two runs side by side.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// What was played.
    pub runs: [Head; 2],
    /// How many games.
    pub games: [u64; 2],
    /// Whether both runs were played with the same seeds, so that games are compared pair by pair.
    pub paired: bool,
    /// How often each side won (nobody: a draw).
    pub wins: Vec<ShareRow>,
    /// Means of everything else.
    pub means: Vec<MeanRow>,
}

/// A share in both runs.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)]
pub struct ShareRow {
    pub winner: Option<Side>,
    pub shares: [Interval; 2],
    pub difference: Difference,
}

/// A mean in both runs.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)]
pub struct MeanRow {
    pub title: String,
    pub spreads: [Spread; 2],
    pub difference: Difference,
}

/// Something measured in a game.
type Measure = Box<dyn Fn(&super::GameRecord) -> Option<f64>>;

fn measures(runs: [&Run; 2]) -> Vec<(String, Measure)> {
    let mut all: Vec<(String, Measure)> = vec![
        ("Margin in the Republican side’s favour".to_owned(), Box::new(|g| Some(points(g.margin)))),
        ("Last turn".to_owned(), Box::new(|g| Some(g.last_turn().into()))),
        ("Decisions".to_owned(), Box::new(|g| Some(g.decisions as f64))),
        ("Rolls and draws".to_owned(), Box::new(|g| Some(g.throws as f64))),
        ("Luck of the Republican side".to_owned(), Box::new(|g| Some(points(g.luck())))),
    ];
    let mut figures: Vec<&str> = runs.iter().flat_map(|run| titles(&run.games)).collect();
    figures.sort_unstable();
    figures.dedup();
    for side in Side::BOTH {
        let of = name(Some(side));
        all.push((format!("Losses, {of}"), Box::new(move |g| Some(g.losses(side).into()))));
        all.push((format!("Attacks, {of}"), Box::new(move |g| Some(g.attacks(side).into()))));
        for title in &figures {
            let key = (*title).to_owned();
            let last: Measure =
                Box::new(move |g| g.turns.last()?.sides[side].figures.get(&key).map(|n| *n as f64));
            all.push((format!("{title} at the end, {of}"), last));
        }
    }
    all
}

impl Comparison {
    /// Compares two runs. With the same seeds, pair by pair.
    pub fn of(a: &Run, b: &Run) -> Self {
        let paired = a.head.seed == b.head.seed
            && a.games.len() == b.games.len()
            && a.games.iter().zip(&b.games).all(|(x, y)| x.seed == y.seed);
        let counts = [a, b].map(|run| run.games.len() as u64);
        let won = |run: &Run, who| run.games.iter().filter(|g| g.winner == who).count() as u64;
        let wins = Side::BOTH.map(Some).into_iter().chain([None]).map(|winner| {
            let hits = [won(a, winner), won(b, winner)];
            let difference = if paired {
                let one = |g: &super::GameRecord| f64::from(u8::from(g.winner == winner));
                let pairs: Vec<f64> = a.games.iter().zip(&b.games).map(|(x, y)| one(y) - one(x)).collect();
                Difference::of_pairs(&pairs, 1.0)
            } else {
                Difference::of_shares((hits[0], counts[0]), (hits[1], counts[1]))
            };
            let shares = [Interval::of(hits[0], counts[0]), Interval::of(hits[1], counts[1])];
            ShareRow { winner, shares, difference }
        });
        let means = measures([a, b]).into_iter().map(|(title, read)| {
            let values = [a, b].map(|run| run.games.iter().map(&read).collect::<Vec<_>>());
            let spreads = values.each_ref().map(|v| Spread::of(v.iter().flatten().copied().collect()));
            let pairs: Vec<f64> =
                values[0].iter().zip(&values[1]).filter_map(|(x, y)| Some((*y)? - (*x)?)).collect();
            let difference = if paired && !pairs.is_empty() {
                Difference::of_pairs(&pairs, 0.0)
            } else {
                Difference::of_means(&spreads[0], &spreads[1])
            };
            MeanRow { title, spreads, difference }
        });
        Comparison {
            runs: [a.head.clone(), b.head.clone()],
            games: counts,
            paired,
            wins: wins.collect(),
            means: means.filter(|row| row.spreads.iter().any(|s| s.n > 0)).collect(),
        }
    }

    /// The comparison as a page.
    pub fn page(&self) -> String {
        let mut out = head("Two runs");
        let written = self.write_page(&mut out);
        debug_assert!(written.is_ok(), "writing to a string");
        out
    }

    fn write_page(&self, out: &mut String) -> std::fmt::Result {
        out.push_str("<h1>Two runs side by side</h1>");
        for (letter, (run, games)) in ["A", "B"].iter().zip(self.runs.iter().zip(self.games)) {
            write!(
                out,
                "<p class=\"lead\"><b>{letter}</b>: {games} games of {}</p>",
                escape(&run.to_string())
            )?;
        }
        let how = if self.paired {
            "The same seeds: games are compared pair by pair."
        } else {
            "Other seeds or other numbers of games: the runs are compared as independent samples."
        };
        let mut body = format!(
            "<p>{how} In bold: less likely than 1 in 20 by chance alone; of twenty comparisons without any difference, one looks so.</p>\
             <table><tr><th>Winner</th><th>A</th><th>B</th><th>Difference (95 %)</th><th>p</th></tr>"
        );
        for row in &self.wins {
            write!(
                body,
                "<tr><th>{}</th><td>{}</td><td>{}</td>{}</tr>",
                name(row.winner),
                interval(&row.shares[0]),
                interval(&row.shares[1]),
                cells(&row.difference, 100.0)
            )?;
        }
        section(out, "Who wins (in %)", &(body + "</table>"))?;
        let mut body =
            String::from("<table><tr><th></th><th>A</th><th>B</th><th>Difference (95 %)</th><th>p</th></tr>");
        for row in &self.means {
            write!(
                body,
                "<tr><th>{}</th><td class=\"n\">{:.2}</td><td class=\"n\">{:.2}</td>{}</tr>",
                escape(&row.title),
                row.spreads[0].mean,
                row.spreads[1].mean,
                cells(&row.difference, 1.0)
            )?;
        }
        section(out, "Means", &(body + "</table>"))?;
        out.push_str("</main></body></html>\n");
        Ok(())
    }
}

fn cells(d: &Difference, scale: f64) -> String {
    let class = if d.p < SURE { "n sure" } else { "n same" };
    format!(
        "<td class=\"{class}\">{:+.2} <small>({:+.2} to {:+.2})</small></td><td class=\"{class}\">{:.3}</td>",
        scale * d.value,
        scale * d.low,
        scale * d.high,
        d.p
    )
}
