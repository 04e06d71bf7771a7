//! Charts as SVG, drawn by `plotters` without any fonts or bitmaps of its own: the browser sets the text.

use super::stats::Spread;
use super::summary::{Curve, Summary};
use crate::report::Interval;
use frente_engine::Side;
use plotters::coord::Shift;
use plotters::prelude::*;

/// What can go wrong in drawing.
pub(crate) type DrawError = Box<dyn std::error::Error + Send + Sync>;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// The colour of a side; grey for nobody.
pub(crate) fn colour(side: Option<Side>) -> RGBColor {
    match side {
        Some(Side::Republican) => RGBColor(176, 42, 48),
        Some(Side::Nationalist) => RGBColor(32, 84, 147),
        None => RGBColor(120, 116, 108),
    }
}

/// Draws into a new SVG.
pub(crate) fn svg(
    size: (u32, u32),
    draw: impl FnOnce(&Area<'_>) -> Result<(), DrawError>,
) -> Result<String, DrawError> {
    let mut text = String::new();
    {
        let area = SVGBackend::with_string(&mut text, size).into_drawing_area();
        draw(&area)?;
        area.present().map_err(|e| e.to_string())?;
    }
    Ok(text)
}

/// Errors of the backend borrow it; their text does not.
pub(crate) fn said<E: std::error::Error + Send + Sync>(error: DrawingAreaErrorKind<E>) -> DrawError {
    error.to_string().into()
}

/// A little more than the range, and never nothing.
fn padded(low: f64, high: f64) -> std::ops::Range<f64> {
    let pad = ((high - low) * 0.05).max(0.5);
    low - pad..high + pad
}

const WIDE: (u32, u32) = (560, 240);

/// How many ticks an axis to the left has.
const TICKS: usize = 10;

/// How many ticks an axis of whole things has: none between one and the next.
fn whole(most: u64) -> usize {
    TICKS.min(most as usize + 1)
}

/// A measure turn by turn: for each side the median, and bands that hold half and nine tenths of the games.
pub(crate) fn curve(curve: &Curve) -> Result<String, DrawError> {
    let all = || curve.sides.0.iter().flatten();
    let (low, high) = all().fold((0.0_f64, 1.0_f64), |(low, high), (_, s)| (low.min(s.q05), high.max(s.q95)));
    let last = all().map(|(turn, _)| *turn).max().unwrap_or(1);
    svg(WIDE, |area| {
        let mut chart = ChartBuilder::on(area)
            .margin(6)
            .x_label_area_size(30)
            .y_label_area_size(44)
            .build_cartesian_2d(0.0..f64::from(last.max(1)), padded(low, high))
            .map_err(said)?;
        axes(&mut chart, "turn", "", usize::from(last.min(16)) + 1, TICKS)?;
        for side in Side::BOTH {
            let points = &curve.sides[side];
            let line =
                |read: fn(&Spread) -> f64| points.iter().map(move |(turn, s)| (f64::from(*turn), read(s)));
            let band = |low: fn(&Spread) -> f64, high: fn(&Spread) -> f64| {
                let back: Vec<_> = line(high).collect();
                line(low).chain(back.into_iter().rev()).collect::<Vec<_>>()
            };
            let ink = colour(Some(side));
            let bands = [band(|s| s.q05, |s| s.q95), band(|s| s.q25, |s| s.q75)];
            for points in bands.into_iter().filter(|b| !b.is_empty()) {
                chart.draw_series([Polygon::new(points, ink.mix(0.18).filled())]).map_err(said)?;
            }
            chart.draw_series(LineSeries::new(line(|s| s.median), ink.stroke_width(2))).map_err(said)?;
        }
        Ok(())
    })
}

fn axes<DB: DrawingBackend>(
    chart: &mut ChartContext<
        '_,
        DB,
        Cartesian2d<plotters::coord::types::RangedCoordf64, plotters::coord::types::RangedCoordf64>,
    >,
    x: &str,
    y: &str,
    x_labels: usize,
    y_labels: usize,
) -> Result<(), DrawError> {
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(WHITE)
        .bold_line_style(RGBColor(228, 224, 214))
        .axis_style(RGBColor(140, 134, 122))
        .label_style(("sans-serif", 12))
        .x_labels(x_labels.max(2))
        .y_labels(y_labels)
        .x_label_formatter(&|v| short(*v))
        .y_label_formatter(&|v| short(*v))
        .x_desc(x)
        .y_desc(y)
        .draw()
        .map_err(|e| e.to_string().into())
}

/// A number without digits that say nothing.
fn short(value: f64) -> String {
    let whole = value.round();
    // Adding nothing makes a zero of what would be printed as -0.
    if (value - whole).abs() < 1e-9 { format!("{:.0}", whole + 0.0) } else { format!("{value:.1}") }
}

/// How many games ended in each turn, and who won them.
pub(crate) fn lengths(summary: &Summary) -> Result<String, DrawError> {
    let ended = &summary.length.ended;
    let last = ended.iter().map(|e| e.0).max().unwrap_or(1);
    let most = ended.iter().map(|e| e.1 + e.2 + e.3).max().unwrap_or(1);
    svg(WIDE, |area| {
        let mut chart = ChartBuilder::on(area)
            .margin(6)
            .x_label_area_size(30)
            .y_label_area_size(44)
            .build_cartesian_2d(0.5..f64::from(last) + 0.5, 0.0..most as f64 * 1.05)
            .map_err(said)?;
        axes(&mut chart, "turn", "games", usize::from(last.min(20)), whole(most))?;
        for (turn, red, blue, none) in ended {
            let mut from = 0.0;
            let parts = [(Some(Side::Republican), red), (Some(Side::Nationalist), blue), (None, none)];
            for (side, count) in parts.into_iter().filter(|(_, n)| **n > 0) {
                let to = from + *count as f64;
                let x = f64::from(*turn);
                let bar = Rectangle::new([(x - 0.4, from), (x + 0.4, to)], colour(side).filled());
                chart.draw_series([bar]).map_err(said)?;
                from = to;
            }
        }
        Ok(())
    })
}

/// How many bars a histogram has.
const BARS: usize = 24;

/// How values are spread, stacked by who won.
pub(crate) fn histogram(values: &[(f64, Option<Side>)], x: &str) -> Result<String, DrawError> {
    let low = values.iter().map(|v| v.0).fold(f64::INFINITY, f64::min);
    let high = values.iter().map(|v| v.0).fold(f64::NEG_INFINITY, f64::max);
    let range = padded(low.min(high), high.max(low));
    let width = (range.end - range.start) / BARS as f64;
    let mut bars = [[0u32; 3]; BARS];
    for (value, winner) in values {
        let bar = (((value - range.start) / width) as usize).min(BARS - 1);
        bars[bar][winner.map_or(2, Side::index)] += 1;
    }
    let most = bars.iter().map(|b| b.iter().sum::<u32>()).max().unwrap_or(1).max(1);
    svg(WIDE, |area| {
        let mut chart = ChartBuilder::on(area)
            .margin(6)
            .x_label_area_size(30)
            .y_label_area_size(44)
            .build_cartesian_2d(range.clone(), 0.0..f64::from(most) * 1.05)
            .map_err(said)?;
        axes(&mut chart, x, "games", 8, whole(most.into()))?;
        for (i, bar) in bars.iter().enumerate() {
            let (left, mut from) = (range.start + width * i as f64, 0.0);
            for (who, count) in bar.iter().enumerate().filter(|(_, n)| **n > 0) {
                let side = Side::BOTH.get(who).copied();
                let to = from + f64::from(*count);
                let corners = [(left + width * 0.06, from), (left + width * 0.94, to)];
                chart.draw_series([Rectangle::new(corners, colour(side).filled())]).map_err(said)?;
                from = to;
            }
        }
        Ok(())
    })
}

/// How often the Republican side won, by how lucky it was: a point and its interval for each part.
pub(crate) fn luck(parts: &[(f64, f64, u64, Interval)]) -> Result<String, DrawError> {
    let low = parts.first().map_or(0.0, |p| p.0);
    let high = parts.last().map_or(1.0, |p| p.1);
    svg(WIDE, |area| {
        let mut chart = ChartBuilder::on(area)
            .margin(6)
            .x_label_area_size(30)
            .y_label_area_size(44)
            .build_cartesian_2d(padded(low, high), 0.0..100.0)
            .map_err(said)?;
        axes(&mut chart, "luck of the Republican side", "Republican wins, %", 8, TICKS)?;
        let ink = colour(Some(Side::Republican));
        let middle = |p: &(f64, f64, u64, Interval)| (p.0 + p.1) / 2.0;
        let line = parts.iter().map(|p| (middle(p), 100.0 * p.3.share));
        chart.draw_series(LineSeries::new(line, ink.mix(0.5).stroke_width(1))).map_err(said)?;
        for part in parts {
            let x = middle(part);
            let whisker = vec![(x, 100.0 * part.3.low), (x, 100.0 * part.3.high)];
            chart.draw_series([PathElement::new(whisker, ink.stroke_width(1))]).map_err(said)?;
            chart.draw_series([Circle::new((x, 100.0 * part.3.share), 4, ink.filled())]).map_err(said)?;
        }
        Ok(())
    })
}

/// How often each side attacked at which odds: bars side by side, column by column.
pub(crate) fn attacks(summary: &Summary, kind: &str) -> Result<String, DrawError> {
    let rows: Vec<_> = summary.attacks.iter().filter(|a| a.kind == kind).collect();
    let mut columns: Vec<&str> = Vec::new();
    for row in &rows {
        if !columns.contains(&row.column.as_str()) {
            columns.push(&row.column);
        }
    }
    let most = rows.iter().map(|r| r.per_game).fold(0.1, f64::max);
    let count = columns.len().max(1);
    svg(WIDE, |area| {
        let mut chart = ChartBuilder::on(area)
            .margin(6)
            .x_label_area_size(30)
            .y_label_area_size(44)
            .build_cartesian_2d(-0.5..count as f64 - 0.5, 0.0..most * 1.05)
            .map_err(said)?;
        let name = |v: &f64| {
            let whole = (v - v.round()).abs() < 1e-9 && *v > -0.5;
            if whole {
                columns.get(v.round() as usize).map_or(String::new(), |c| (*c).to_owned())
            } else {
                String::new()
            }
        };
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(WHITE)
            .bold_line_style(RGBColor(228, 224, 214))
            .axis_style(RGBColor(140, 134, 122))
            .label_style(("sans-serif", 11))
            .x_labels(count + 2)
            .x_label_formatter(&name)
            .y_label_formatter(&|v| short(*v))
            .y_desc("attacks a game")
            .draw()
            .map_err(said)?;
        for row in rows {
            let Some(at) = columns.iter().position(|c| *c == row.column) else { continue };
            let left = at as f64 + if row.by == Side::Republican { -0.38 } else { 0.02 };
            let bar =
                Rectangle::new([(left, 0.0), (left + 0.36, row.per_game)], colour(Some(row.by)).filled());
            chart.draw_series([bar]).map_err(said)?;
        }
        Ok(())
    })
}
