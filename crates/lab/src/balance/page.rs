//! `report.html`: one file, no scripts, nothing fetched.

use super::chart_map::{Shading, heat_map};
use super::plot::{self, DrawError, colour};
use super::record::{GameRecord, PlaceCounts};
use super::stats::Spread;
use super::summary::{Summary, points};
use crate::report::Interval;
use frente_engine::Side;
use frente_engine::sheet::Sheet;
use plotters::style::RGBColor;
use std::fmt::Write;

/// Makes the report of a run.
///
/// # Errors
/// When a chart cannot be drawn.
pub fn page(summary: &Summary, games: &[GameRecord], sheet: &Sheet) -> Result<String, DrawError> {
    let mut out = head(&summary.run.study);
    write!(
        out,
        "<h1>{}</h1><p class=\"lead\">{} games: {} (Republican) against {} (Nationalist). Seed {}, rules version {}, data {}.</p>",
        escape(&summary.run.study),
        summary.games,
        escape(&summary.run.republican),
        escape(&summary.run.nationalist),
        summary.run.seed,
        summary.run.rules_version,
        escape(&summary.run.fingerprint),
    )?;
    if !summary.faults.is_empty() {
        let faults: String = summary.faults.iter().map(|f| format!("<li>{}</li>", escape(f))).collect();
        section(&mut out, "Games that came to no end", &format!("<ul>{faults}</ul>"))?;
    }
    section(&mut out, "Who wins", &winners(summary))?;
    section(&mut out, "How games end", &endings(summary)?)?;
    let lengths = format!(
        "{}{}",
        plot::lengths(summary)?,
        spreads(&[
            ("Turns", &summary.length.turns),
            ("Decisions", &summary.length.decisions),
            ("Rolls and draws", &summary.length.throws),
        ])
    );
    section(&mut out, "When games end", &lengths)?;
    let margins: Vec<_> = games.iter().map(|g| (points(g.margin), g.winner)).collect();
    let mut finals: Vec<(String, &Spread)> = vec![("Margin".to_owned(), &summary.margin)];
    finals.extend(summary.finals.iter().map(|f| (format!("{} ({})", f.title, f.side), &f.spread)));
    let named: Vec<(&str, &Spread)> =
        finals.iter().map(|(title, spread)| (title.as_str(), *spread)).collect();
    let margin = format!(
        "<p>The margin is the game’s own judgement of the last position, in the Republican side’s favour, in its points; bars by who won. \
         Below it the figures on both sides’ cards at the end.</p>{}{}",
        plot::histogram(&margins, "margin")?,
        spreads(&named)
    );
    section(&mut out, "Margin and victory points", &margin)?;
    let mut turn_by_turn =
        "<p>Line: median. Bands: half and nine tenths of the games that got so far. Turn 0 is the start.</p>\
         <div class=\"charts\">"
            .to_owned();
    for curve in &summary.curves {
        write!(
            turn_by_turn,
            "<figure><figcaption>{}</figcaption>{}</figure>",
            escape(&curve.title),
            plot::curve(curve)?
        )?;
    }
    section(&mut out, "Turn by turn", &(turn_by_turn + "</div>"))?;
    section(&mut out, "On the map", &maps(summary, sheet)?)?;
    section(&mut out, "Attacks by odds", &attacks(summary)?)?;
    section(&mut out, "Luck", &luck(summary, games)?)?;
    out.push_str("</main></body></html>\n");
    Ok(out)
}

pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Everything before a page's own text.
pub(super) fn head(title: &str) -> String {
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>{} – laboratory</title><style>{STYLE}</style></head><body><main>",
        escape(title)
    )
}

pub(super) fn section(out: &mut String, title: &str, body: &str) -> std::fmt::Result {
    write!(out, "<section><h2>{}</h2>{body}</section>", escape(title))
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

pub(super) fn interval(of: &Interval) -> String {
    format!("{} <small>({:.1} to {:.1})</small>", percent(of.share), 100.0 * of.low, 100.0 * of.high)
}

fn css(colour: RGBColor) -> String {
    format!("rgb({} {} {})", colour.0, colour.1, colour.2)
}

/// A bar with its interval as a whisker.
fn bar(of: &Interval, side: Option<Side>) -> String {
    format!(
        "<div class=\"bar\"><i style=\"width:{:.2}%;background:{}\"></i><b style=\"left:{:.2}%;width:{:.2}%\"></b></div>",
        100.0 * of.share,
        css(colour(side)),
        100.0 * of.low,
        100.0 * (of.high - of.low)
    )
}

pub(super) fn name(side: Option<Side>) -> &'static str {
    match side {
        Some(Side::Republican) => "Republican",
        Some(Side::Nationalist) => "Nationalist",
        None => "Nobody",
    }
}

fn winners(summary: &Summary) -> String {
    let rows =
        Side::BOTH.map(|side| (Some(side), summary.wins[side])).into_iter().chain([(None, summary.draws)]);
    let rows: String = rows
        .map(|(side, won)| {
            format!(
                "<tr><th>{}</th><td class=\"wide\">{}</td><td>{}</td></tr>",
                name(side),
                bar(&won, side),
                interval(&won)
            )
        })
        .collect();
    format!("<table>{rows}</table><p><small>In brackets: 95 % confidence after Wilson.</small></p>")
}

fn endings(summary: &Summary) -> Result<String, std::fmt::Error> {
    let mut rows = String::from(
        "<table><tr><th>Winner</th><th>How</th><th>Rule</th><th>Games</th><th>Share</th><th>Turn (median, 5 to 95 %)</th></tr>",
    );
    for e in &summary.endings {
        write!(
            rows,
            "<tr><td>{}</td><td>{}</td><td>{}</td><td class=\"n\">{}</td><td>{}</td><td class=\"n\">{:.0} <small>({:.0} to {:.0})</small></td></tr>",
            name(e.winner),
            escape(&e.text),
            escape(&e.rule),
            e.games,
            interval(&e.share),
            e.turn.median,
            e.turn.q05,
            e.turn.q95
        )?;
    }
    Ok(rows + "</table>")
}

fn spreads(rows: &[(&str, &Spread)]) -> String {
    let row = |(title, s): &(&str, &Spread)| {
        format!(
            "<tr><th>{}</th><td class=\"n\">{:.2} <small>({:.2} to {:.2})</small></td><td class=\"n\">{:.1}</td><td class=\"n\">{:.1}</td>\
             <td class=\"n\">{:.1}</td><td class=\"n\">{:.1}</td><td class=\"n\">{:.1}</td></tr>",
            escape(title),
            s.mean,
            s.low,
            s.high,
            s.min,
            s.q05,
            s.median,
            s.q95,
            s.max
        )
    };
    let body: String = rows.iter().map(row).collect();
    format!(
        "<table><tr><th></th><th>Mean (95 %)</th><th>Least</th><th>5 %</th><th>Median</th><th>95 %</th><th>Most</th></tr>{body}</table>"
    )
}

fn maps(summary: &Summary, sheet: &Sheet) -> Result<String, DrawError> {
    let most =
        |read: fn(&PlaceCounts) -> u64| summary.places.values().map(read).max().unwrap_or(1).max(1) as f64;
    let (attacks, front) = (most(|p| p.attacks), most(|p| p.front));
    // Roots, so that a place with a quarter of the most is seen as half as strong and not lost.
    let fights = |p: &PlaceCounts| {
        (p.attacks > 0).then(|| (RGBColor(178, 24, 24), (p.attacks as f64 / attacks).sqrt()))
    };
    let fronts = |p: &PlaceCounts| (p.front > 0).then(|| (RGBColor(88, 40, 130), p.front as f64 / front));
    let ends = summary.turn_ends.max(1) as f64;
    let most_held = most(|p| p.republican.abs_diff(p.nationalist));
    let held = |p: &PlaceCounts| {
        let side = if p.republican > p.nationalist { Side::Republican } else { Side::Nationalist };
        let lead = p.republican.abs_diff(p.nationalist);
        (lead > 0).then(|| (colour(Some(side)), lead as f64 / most_held))
    };
    let mut out = String::new();
    let drawn: [(&str, String, &Shading<'_>); 3] = [
        (
            "Where it is fought",
            format!(
                "the darkest place was attacked {:.2} times a game",
                attacks / summary.games.max(1) as f64
            ),
            &fights,
        ),
        (
            "Where the front lies",
            format!(
                "places that adjoin the enemy’s at the end of a turn; the darkest at {:.0} % of them",
                100.0 * front / ends
            ),
            &fronts,
        ),
        (
            "Who holds what",
            format!(
                "the fuller the colour, the more often at the end of a turn; the fullest at {:.0} % of them",
                100.0 * most_held / ends
            ),
            &held,
        ),
    ];
    for (title, note, shading) in drawn {
        let map = heat_map(&sheet.map, &summary.places, shading)?;
        write!(
            out,
            "<figure class=\"map\"><figcaption>{title} <small>({note})</small></figcaption>{map}</figure>"
        )?;
    }
    Ok(out)
}

fn attacks(summary: &Summary) -> Result<String, DrawError> {
    let mut kinds: Vec<&str> = summary.attacks.iter().map(|a| a.kind.as_str()).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let mut out = String::from(
        "<p>Columns of the table that the dice were thrown on; where there is none, attacks by their chance of a good result. Good and \
         bad: the chance of such a result for the attacker, on average. Gain: what the throw gave the attacker, in the game’s own \
         judgement.</p>",
    );
    if kinds.is_empty() {
        out.push_str("<p>No attack was decided by dice.</p>");
    }
    for kind in kinds {
        write!(out, "<h3>{}</h3>{}", escape(kind), plot::attacks(summary, kind)?)?;
        out.push_str("<table><tr><th>By</th><th>Column</th><th>Attacks</th><th>A game</th><th>Good</th><th>Bad</th><th>Gain</th></tr>");
        for a in summary.attacks.iter().filter(|a| a.kind == kind) {
            write!(
                out,
                "<tr><td>{}</td><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{:.2}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{:+.2}</td></tr>",
                name(Some(a.by)),
                escape(&a.column),
                a.count,
                a.per_game,
                percent(a.good),
                percent(a.bad),
                a.swing
            )?;
        }
        out.push_str("</table>");
    }
    Ok(out)
}

fn luck(summary: &Summary, games: &[GameRecord]) -> Result<String, DrawError> {
    let of = &summary.luck;
    let values: Vec<_> = games.iter().map(|g| (points(g.luck()), g.winner)).collect();
    let mut out = format!(
        "<p>The luck of a game is what its throws gave the Republican side beyond what they would have given on average, each in the game’s \
         own judgement of the position right after it. Over many games it averages to nothing.</p>{}{}{}",
        plot::histogram(&values, "luck of the Republican side")?,
        spreads(&[("Luck", &of.spread)]),
        plot::luck(&of.parts)?
    );
    if let Some(correlation) = of.correlation {
        write!(out, "<p>Correlation of luck and winning: {correlation:.2}.</p>")?;
    }
    out.push_str("<table><tr><th>Dice of</th><th>Rolled</th><th>Mean</th><th>Faces</th></tr>");
    for dice in &of.dice {
        let n: u64 = dice.faces.iter().map(|(_, n)| n).sum();
        let faces: Vec<String> = dice
            .faces
            .iter()
            .map(|(face, k)| format!("{face}: {}", percent(*k as f64 / n.max(1) as f64)))
            .collect();
        write!(
            out,
            "<tr><td>{}</td><td class=\"n\">{n}</td><td class=\"n\">{:.3}</td><td>{}</td></tr>",
            name(dice.by),
            dice.mean,
            faces.join(", ")
        )?;
    }
    Ok(out + "</table>")
}

const STYLE: &str = "\
:root{color-scheme:light}body{margin:0;background:#f4f0e6;color:#2a2620;font:15px/1.5 system-ui,sans-serif}\
main{max-width:1180px;margin:0 auto;padding:1.5rem}h1{font:600 2rem/1.2 Georgia,serif;margin:0}\
h2{font:600 1.3rem/1.2 Georgia,serif;margin:0 0 .6rem}h3{margin:.8rem 0 .3rem;text-transform:capitalize}.lead{margin:.3rem 0 1.2rem;color:#5c554a}\
section{background:#fffdf7;border:1px solid #ddd5c3;border-radius:8px;padding:1rem 1.2rem;margin:0 0 1rem}\
table{border-collapse:collapse;margin:.4rem 0}th,td{text-align:left;padding:.2rem .9rem .2rem 0;vertical-align:top}\
th{font-weight:600}td.n{text-align:right;font-variant-numeric:tabular-nums}small{color:#6d6558}td small{white-space:nowrap}td.wide{width:26rem;vertical-align:middle}\
.bar{position:relative;height:1.1rem;background:#efe9da;border-radius:3px}.bar i{position:absolute;inset:0 auto 0 0;border-radius:3px}\
.bar b{position:absolute;top:45%;height:2px;background:#2a2620}\
.charts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,500px),1fr));gap:1rem}\
figure{margin:0}figure.map{margin:0 0 1.2rem}figcaption{font-weight:600;margin:0 0 .2rem}figcaption small{font-weight:400}svg{max-width:100%;height:auto}\
.sure{font-weight:700}td.same{color:#8a8274}";
