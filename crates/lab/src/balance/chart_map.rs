//! Heat over the real map, as SVG.

use super::plot::{DrawError, said, svg};
use super::record::PlaceCounts;
use frente_engine::look::{AreaGround, Ground, LineLook};
use frente_engine::sheet::{AreaSheet, HexSheet, LineSheet, MapSheet, Orientation};
use plotters::prelude::*;
use std::collections::BTreeMap;

/// How a place is shaded: nothing, or a colour and how strong it is, from 0 to 1.
pub(crate) type Shading<'a> = dyn Fn(&PlaceCounts) -> Option<(RGBColor, f64)> + 'a;

/// Where things lie: y is to the north here, as charts count.
type Point = (f64, f64);

const WIDTH: f64 = 760.0;
/// Half a hex of paper round the map.
const EDGE: f64 = 1.2;

/// Draws a map with every place shaded by what happened there.
pub(crate) fn heat_map(
    map: &MapSheet,
    places: &BTreeMap<String, PlaceCounts>,
    shading: &Shading<'_>,
) -> Result<String, DrawError> {
    let cells = match map {
        MapSheet::Hexes(map) => hexes(map),
        MapSheet::Areas(map) => areas(map),
    };
    let corners = || cells.iter().flat_map(|c| &c.outline);
    let fold =
        |start: f64, pick: fn(f64, f64) -> f64, of: fn(&Point) -> f64| corners().map(of).fold(start, pick);
    let (left, right) = (fold(f64::INFINITY, f64::min, |p| p.0), fold(f64::NEG_INFINITY, f64::max, |p| p.0));
    let (low, high) = (fold(f64::INFINITY, f64::min, |p| p.1), fold(f64::NEG_INFINITY, f64::max, |p| p.1));
    let edge = EDGE * (right - left) / 40.0;
    let tall = WIDTH * (high - low + 2.0 * edge) / (right - left + 2.0 * edge);
    svg((WIDTH as u32, tall as u32), |area| {
        let mut chart = ChartBuilder::on(area)
            .build_cartesian_2d(left - edge..right + edge, low - edge..high + edge)
            .map_err(said)?;
        for cell in &cells {
            chart.draw_series([Polygon::new(cell.outline.clone(), cell.ground.filled())]).map_err(said)?;
        }
        for (points, ink, width) in lines(map) {
            chart.draw_series([PathElement::new(points, ink.stroke_width(width))]).map_err(said)?;
        }
        for cell in &cells {
            if let Some((ink, strength)) = places.get(&cell.id).and_then(shading) {
                let fill = ink.mix(0.85 * strength.clamp(0.0, 1.0)).filled();
                chart.draw_series([Polygon::new(cell.outline.clone(), fill)]).map_err(said)?;
            }
            let mut outline = cell.outline.clone();
            outline.extend(cell.outline.first().copied());
            let border = RGBColor(90, 84, 72).mix(0.25).stroke_width(1);
            chart.draw_series([PathElement::new(outline, border)]).map_err(said)?;
        }
        for cell in cells.iter().filter(|c| !c.label.is_empty()) {
            use plotters::style::text_anchor::{HPos, Pos, VPos};
            let style = ("sans-serif", 9).into_text_style(area).color(&RGBColor(40, 36, 30));
            let style = style.pos(Pos::new(HPos::Center, VPos::Center));
            chart.draw_series([Text::new(cell.label.clone(), cell.middle, style)]).map_err(said)?;
        }
        Ok(())
    })
}

/// A place to draw.
struct Cell {
    id: String,
    label: String,
    middle: Point,
    outline: Vec<Point>,
    ground: RGBColor,
}

fn hexes(map: &HexSheet) -> Vec<Cell> {
    let turn = if map.orientation == Orientation::Flat { 0.0 } else { 30.0 };
    let of = |hex: &frente_engine::sheet::HexCell| {
        let (x, y) = (f64::from(hex.x), -f64::from(hex.y));
        let corner = |i: u32| {
            let angle = (60.0 * f64::from(i) + turn).to_radians();
            (x + angle.cos(), y + angle.sin())
        };
        let ground = match hex.ground {
            Ground::Sea => RGBColor(196, 216, 226),
            Ground::Mountain => RGBColor(205, 192, 168),
            Ground::Hill => RGBColor(224, 213, 188),
            Ground::Forest => RGBColor(212, 222, 192),
            Ground::Out => RGBColor(214, 210, 202),
            _ => RGBColor(243, 238, 224),
        };
        let label = hex.label.clone().or_else(|| hex.name.clone()).unwrap_or_default();
        Cell { id: hex.id.clone(), label, middle: (x, y), outline: (0..6).map(corner).collect(), ground }
    };
    map.hexes.iter().map(of).collect()
}

fn areas(map: &AreaSheet) -> Vec<Cell> {
    let point = |p: &[f32; 2]| (f64::from(p[0]), -f64::from(p[1]));
    let of = |area: &frente_engine::sheet::AreaCell| Cell {
        id: area.id.clone(),
        label: area.name.clone(),
        middle: point(&area.centre),
        outline: area.polygon.iter().map(point).collect(),
        ground: match area.look.ground {
            AreaGround::High => RGBColor(224, 213, 188),
            AreaGround::Wood => RGBColor(212, 222, 192),
            AreaGround::Urban => RGBColor(226, 218, 212),
            AreaGround::Field => RGBColor(243, 238, 224),
        },
    };
    map.areas.iter().map(of).collect()
}

/// Rivers, roads and the rest that helps to know the place.
fn lines(map: &MapSheet) -> Vec<(Vec<Point>, RGBColor, u32)> {
    match map {
        MapSheet::Hexes(map) => {
            let middles: BTreeMap<&str, Point> =
                map.hexes.iter().map(|h| (h.id.as_str(), (f64::from(h.x), -f64::from(h.y)))).collect();
            let sides = map.sides.iter().flat_map(|line| {
                line.hexes
                    .iter()
                    .filter_map(|pair| Some((hexside(&middles, pair)?, line)))
                    .collect::<Vec<_>>()
            });
            let links = map.links.iter().map(|line| {
                (line.hexes.iter().filter_map(|h| middles.get(h.as_str()).copied()).collect(), line)
            });
            let inked =
                |(points, line): (Vec<Point>, &LineSheet)| pen(line.look).map(|(ink, w)| (points, ink, w));
            links.chain(sides).filter_map(inked).collect()
        }
        MapSheet::Areas(map) => {
            let point = |p: &[f32; 2]| (f64::from(p[0]), -f64::from(p[1]));
            let drawn = map.lines.iter().filter_map(|line| {
                let (ink, width) = pen(line.look)?;
                Some((line.points.iter().map(point).collect(), ink, width))
            });
            let borders = map.borders.iter().flat_map(|border| {
                let pen = border.look.and_then(pen);
                border.points.iter().filter_map(move |course| {
                    let (ink, width) = pen?;
                    Some((course.iter().map(point).collect(), ink, width))
                })
            });
            drawn.chain(borders).collect()
        }
    }
}

/// The side that two hexes, `1009/1010`, have in common.
fn hexside(middles: &BTreeMap<&str, Point>, pair: &str) -> Option<Vec<Point>> {
    let (a, b) = pair.split_once('/')?;
    let (a, b) = (middles.get(a)?, middles.get(b)?);
    let (middle, along) = (((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0), (b.1 - a.1, a.0 - b.0));
    // Middles are √3 radii apart, and the side between them is one radius long.
    let scale = 0.5 / 3.0_f64.sqrt();
    let end = |sign: f64| (middle.0 + sign * scale * along.0, middle.1 + sign * scale * along.1);
    Some(vec![end(1.0), end(-1.0)])
}

fn pen(look: LineLook) -> Option<(RGBColor, u32)> {
    match look {
        LineLook::River => Some((RGBColor(108, 152, 186), 3)),
        LineLook::Stream => Some((RGBColor(140, 176, 200), 2)),
        LineLook::Road | LineLook::MainRoad => Some((RGBColor(190, 158, 118), 2)),
        LineLook::Trail | LineLook::Railroad => Some((RGBColor(170, 164, 152), 1)),
        LineLook::Front => Some((RGBColor(80, 60, 60), 2)),
        LineLook::Wall => None,
    }
}
