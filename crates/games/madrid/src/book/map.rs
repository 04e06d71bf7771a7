//! 2. Map: 38 areas, 6 external boxes, borders and rivers, supply routes.

use crate::Side;
use crate::ids::{AREAS, BOXES, PLACES, Places};
use frente_board::data::{DataError, DataText};
use frente_board::{Area, AreaMap};
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

/// 2g: the colour of an area's circle or square; it matters only when corunna-road is set up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    Black,
    Blue,
    Brown,
    Green,
}

/// 12.2s: on which side of the front line of corunna-road an area lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Front {
    /// Republican at the start.
    North,
    /// Nationalist at the start.
    South,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Ground {
    Normal,
    Urban,
}

/// A point of the drawing.
pub type Point = [f32; 2];

/// A named place inside an area, for drawing.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Town {
    /// Its name.
    pub name: String,
    /// Where to draw it.
    pub at: Point,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AreaText {
    name: String,
    kind: Ground,
    terrain: u8,
    colour: Colour,
    front: Front,
    centre: Point,
    #[serde(default)]
    places: Vec<Town>,
    polygon: Vec<Point>,
    source: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BorderText {
    between: Spanned<[String; 2]>,
    river: Option<String>,
    lines: Vec<Vec<Point>>,
    #[expect(dead_code, reason = "for the reader of the file")]
    source: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CornerText {
    areas: Spanned<Vec<String>>,
    #[expect(dead_code, reason = "for the reader of the file")]
    source: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BoxText {
    name: String,
    side: Side,
    touches: Spanned<Vec<String>>,
    edge: String,
    source: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RouteText {
    name: String,
    areas: Spanned<Vec<String>>,
    #[serde(rename = "box")]
    end: String,
    line: Vec<Point>,
}

/// A line of the drawing: a road, a stream, the front.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// Its name.
    #[serde(default)]
    pub name: String,
    /// Its course.
    pub line: Vec<Point>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MapText {
    #[expect(dead_code, reason = "for the reader of the file")]
    map: String,
    source: String,
    drawing: [u16; 2],
    area: BTreeMap<Spanned<String>, AreaText>,
    border: Vec<BorderText>,
    corner: Vec<CornerText>,
    #[serde(rename = "box")]
    boxes: BTreeMap<Spanned<String>, BoxText>,
    route: Vec<RouteText>,
    road: Vec<Line>,
    stream: Vec<Line>,
    front: Line,
}

/// What the map shows of one place.
#[derive(Clone, Debug)]
pub struct PlaceInfo {
    /// Its name.
    pub name: String,
    /// Its colour (boxes: black).
    pub colour: Colour,
    /// Its side of the front line of corunna-road.
    pub front: Front,
    /// Where counters are drawn.
    pub centre: Point,
    /// Towns drawn in it.
    pub towns: Vec<Town>,
    /// Its outline (boxes have none).
    pub polygon: Vec<Point>,
    /// For a box: the edge of the map it lies at.
    pub edge: Option<String>,
    /// Where the data are from.
    pub source: String,
}

/// 2h: a Republican supply route.
#[derive(Clone, Debug)]
pub struct Route {
    /// Its name.
    pub name: String,
    /// 10c: the normal areas it passes through, which alone can cut it.
    pub normal: Places,
    /// Its course.
    pub line: Vec<Point>,
}

/// A border of the drawing.
#[derive(Clone, Debug)]
pub struct Border {
    /// The two areas.
    pub between: [Area; 2],
    /// 2l: the major river it is, if any.
    pub river: Option<String>,
    /// Its course.
    pub lines: Vec<Vec<Point>>,
}

/// The map.
#[derive(Clone, Debug)]
pub struct Map {
    /// Labels and neighbours; rivers are marked by their names.
    pub areas: AreaMap<1>,
    /// Neighbours of each place.
    pub near: [Places; PLACES],
    /// 2l: neighbours behind a major river.
    pub river: [Places; PLACES],
    /// 2e: terrain modifiers.
    pub terrain: [u8; PLACES],
    /// 2f: urban areas.
    pub urban: Places,
    /// All areas, no boxes.
    pub land: Places,
    /// 2i: the boxes of each side.
    pub boxes: [Places; 2],
    /// Area AA.
    pub madrid: Area,
    /// 2h: the four supply routes.
    pub routes: Vec<Route>,
    /// Borders, for drawing.
    pub borders: Vec<Border>,
    /// What else is known of each place.
    pub info: Vec<PlaceInfo>,
    /// Roads without effect.
    pub roads: Vec<Line>,
    /// 2m: streams, without effect.
    pub streams: Vec<Line>,
    /// The front line of corunna-road.
    pub front: Line,
    /// 2d: sets of areas that meet in one point.
    pub corners: Vec<Places>,
    /// Size of the drawing.
    pub drawing: [u16; 2],
    /// Steps between areas over borders, boxes not passed (7-r1).
    pub distance: [[u8; AREAS]; AREAS],
    /// `within[place][n]`: places at most `n` steps away, boxes of either side included.
    pub within: Vec<[Places; 9]>,
}

/// Labels in the order of the alphabet on the map: A to Z, then AA and on.
fn printed_order(labels: &mut [&str]) {
    labels.sort_by_key(|l| (l.len(), l.to_string()));
}

impl Map {
    /// Reads the map file.
    ///
    /// # Errors
    /// When the file contradicts section 2: not 38 areas, not 6 boxes, an unknown label, no AA.
    pub fn read(file: &DataText) -> Result<Map, DataError> {
        let text: MapText = file.parse()?;
        let whole = 0..0;
        if text.area.len() != AREAS {
            return Err(file.wrong(whole, format!("{} areas; expected {AREAS} (rule 2a)", text.area.len())));
        }
        if text.boxes.len() != BOXES {
            return Err(file.wrong(whole, format!("{} boxes; expected {BOXES} (rule 2a)", text.boxes.len())));
        }
        let mut labels: Vec<&str> = text.area.keys().map(|l| l.get_ref().as_str()).collect();
        printed_order(&mut labels);
        let boxes: Vec<&str> = text.boxes.keys().map(|l| l.get_ref().as_str()).collect();
        let mut areas: AreaMap<1> = AreaMap::new(labels.iter().chain(&boxes).copied());
        let find = |areas: &AreaMap<1>, label: &str, span: std::ops::Range<usize>| {
            areas
                .find(label)
                .ok_or_else(|| file.wrong(span, format!("{label:?} is no area or box of this map")))
        };
        let mut borders = Vec::new();
        for border in &text.border {
            let [a, b] = border.between.get_ref();
            let pair = [find(&areas, a, border.between.span())?, find(&areas, b, border.between.span())?];
            areas.join(pair[0], pair[1]);
            if let Some(river) = &border.river {
                areas.mark("river", pair[0], pair[1]);
                areas.mark(river, pair[0], pair[1]);
            }
            borders.push(Border { between: pair, river: border.river.clone(), lines: border.lines.clone() });
        }
        let mut map = Map {
            near: [Places::EMPTY; PLACES],
            river: [Places::EMPTY; PLACES],
            terrain: [0; PLACES],
            urban: Places::EMPTY,
            land: Places::below(AREAS),
            boxes: [Places::EMPTY; 2],
            madrid: find(&areas, "AA", whole)?,
            routes: Vec::new(),
            borders,
            info: Vec::new(),
            roads: text.road,
            streams: text.stream,
            front: text.front,
            corners: Vec::new(),
            drawing: text.drawing,
            distance: [[u8::MAX; AREAS]; AREAS],
            within: Vec::new(),
            areas,
        };
        for (i, label) in labels.iter().enumerate() {
            let area = &text.area[*label];
            map.terrain[i] = area.terrain;
            map.urban.set(i, area.kind == Ground::Urban);
            map.info.push(PlaceInfo {
                name: area.name.clone(),
                colour: area.colour,
                front: area.front,
                centre: area.centre,
                towns: area.places.clone(),
                polygon: area.polygon.clone(),
                edge: None,
                source: area.source.clone().unwrap_or_else(|| text.source.clone()),
            });
        }
        map.add_distances();
        for (i, label) in boxes.iter().enumerate() {
            let line = &text.boxes[*label];
            map.boxes[line.side.index()].insert(AREAS + i);
            for other in line.touches.get_ref() {
                let area = find(&map.areas, other, line.touches.span())?;
                map.areas.join(area, Area::at(AREAS + i));
            }
            map.info.push(PlaceInfo {
                name: line.name.clone(),
                colour: Colour::Black,
                front: if line.side == Side::Nationalist { Front::South } else { Front::North },
                centre: [0.0, 0.0],
                towns: Vec::new(),
                polygon: Vec::new(),
                edge: Some(line.edge.clone()),
                source: line.source.clone().unwrap_or_else(|| text.source.clone()),
            });
        }
        for i in 0..PLACES {
            map.near[i] = *map.areas.near(Area::at(i));
            map.river[i] = map.areas.marked("river")[i];
        }
        for corner in &text.corner {
            let n = corner.areas.get_ref().len();
            let met: Vec<Area> = corner
                .areas
                .get_ref()
                .iter()
                .map(|l| find(&map.areas, l, corner.areas.span()))
                .collect::<Result<_, _>>()?;
            map.corners.push(met.iter().map(|a| a.index()).collect());
            // Around a corner each area borders the next; those across it do not (2d).
            for i in 0..n / 2 {
                let (a, b) = (met[i], met[i + n / 2]);
                if map.near[a.index()].has(b.index()) {
                    return Err(file.wrong(
                        corner.areas.span(),
                        "areas across a corner must not border each other (rule 2d)",
                    ));
                }
            }
        }
        for route in &text.route {
            map.routes.push(map.read_route(file, route)?);
        }
        map.add_circles();
        Ok(map)
    }

    /// 2h: a road out of Madrid, from area to area, to a Republican box.
    fn read_route(&self, file: &DataText, route: &RouteText) -> Result<Route, DataError> {
        let wrong = |problem: &str| file.wrong(route.areas.span(), format!("{}: {problem}", route.name));
        let labels = route.areas.get_ref().iter().chain([&route.end]);
        let way: Option<Vec<usize>> = labels.map(|l| self.areas.find(l).map(Area::index)).collect();
        let way = way.ok_or_else(|| wrong("it names what is no area or box of this map"))?;
        if way.first() != Some(&self.madrid.index()) || way.windows(2).any(|s| !self.near[s[0]].has(s[1])) {
            return Err(wrong(
                "a supply route leads from AA, each area next to the one before it, to its box",
            ));
        }
        if !self.boxes[Side::Republican.index()].has(way[way.len() - 1]) {
            return Err(wrong("a supply route leads to a Republican box (rule 2h)"));
        }
        let normal: Places = way.into_iter().filter(|&i| i < AREAS && !self.urban.has(i)).collect();
        if normal.is_empty() {
            return Err(wrong("a supply route needs a normal area (rule 10c)"));
        }
        Ok(Route { name: route.name.clone(), normal, line: route.line.clone() })
    }

    /// Steps between areas. Called before the boxes are joined, so that no way leads through them.
    fn add_distances(&mut self) {
        for a in 0..AREAS {
            for b in 0..AREAS {
                self.distance[a][b] = self.areas.distance(Area::at(a), Area::at(b)).unwrap_or(u8::MAX);
            }
        }
    }

    fn add_circles(&mut self) {
        for place in 0..PLACES {
            let mut circles = [Places::one(place); 9];
            for n in 1..circles.len() {
                circles[n] = circles[n - 1].iter().fold(circles[n - 1], |all, i| all | self.near[i]);
            }
            self.within.push(circles);
        }
    }

    /// Is it a box?
    #[inline]
    pub fn is_box(&self, place: Area) -> bool {
        place.index() >= AREAS
    }

    /// Is it an urban area? AA is one (2-r2).
    #[inline]
    pub fn is_urban(&self, place: Area) -> bool {
        self.urban.has(place.index())
    }

    /// The label players write.
    pub fn label(&self, place: Area) -> &str {
        self.areas.label(place)
    }
}
