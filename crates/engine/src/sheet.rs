//! What is printed: the map, the counters, the tables. The same for every seat and from the first turn to the last.

use crate::look::{AreaLook, Ground, LineLook, PieceLook, Sign, ZoneLook};
use crate::side::Side;
use frente_board::grid::Grid;
use frente_board::mapfile::MapFile;
use serde::Serialize;
use ts_rs::TS;

pub use frente_board::grid::{Numbering, Orientation, Shifted};

/// Everything printed that belongs to a scenario.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Sheet {
    /// The map.
    pub map: MapSheet,
    /// All counters.
    pub pieces: Vec<PieceSheet>,
    /// Tables: combat results, terrain, ….
    pub tables: Vec<TableSheet>,
    /// The turn track.
    pub turns: Vec<TurnSheet>,
    /// Overlays the game offers: key and name.
    pub overlays: Vec<(String, String)>,
    /// What the tags of pieces mean ([`PieceView::tags`](crate::present::PieceView::tags)): key and words.
    pub tags: Vec<(String, String)>,
}

/// A map to draw.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum MapSheet {
    /// Hexes.
    Hexes(HexSheet),
    /// Areas.
    Areas(AreaSheet),
}

impl MapSheet {
    /// The labels of all places on the map and in its boxes.
    pub fn places(&self) -> Vec<String> {
        match self {
            MapSheet::Hexes(map) => map.hexes.iter().map(|h| h.id.clone()).collect(),
            MapSheet::Areas(map) => {
                let areas = map.areas.iter().map(|a| a.id.clone());
                areas.chain(map.boxes.iter().map(|b| b.id.clone())).collect()
            }
        }
    }
}

/// A hex map to draw.
#[derive(Clone, Debug, Serialize, TS)]
pub struct HexSheet {
    /// The map's key.
    pub key: String,
    /// Columns of hexes, or rows.
    #[ts(type = "'flat' | 'pointy'")]
    pub orientation: Orientation,
    /// How hexes are numbered, for finding a hex by typing.
    #[ts(type = "'column-row' | 'row-column' | 'lettered'")]
    pub numbering: Numbering,
    /// Which lines are shifted.
    #[ts(type = "'odd-down' | 'even-down' | 'odd-right' | 'even-right' | 'skewed'")]
    pub shifted: Shifted,
    /// Kilometres from hex to hex.
    pub km: f32,
    /// The hexes.
    pub hexes: Vec<HexCell>,
    /// Hexside features.
    pub sides: Vec<LineSheet>,
    /// Roads, trails, railways.
    pub links: Vec<LineSheet>,
    /// Named sets of hexes worth drawing: front lines, entry hexes, objectives.
    pub zones: Vec<ZoneSheet>,
}

/// A hex to draw.
#[derive(Clone, Debug, Serialize, TS)]
pub struct HexCell {
    /// Its number.
    pub id: String,
    /// The middle: x and y in hex radii, y to the south.
    pub x: f32,
    /// See `x`.
    pub y: f32,
    /// Its terrain.
    pub terrain: String,
    /// What else is in it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<String>>", optional)]
    pub features: Vec<String>,
    /// Its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub name: Option<String>,
    /// What is written on the map for its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub label: Option<String>,
    /// How its ground is drawn.
    pub ground: Ground,
    /// The signs drawn in it.
    pub signs: Vec<Sign>,
    /// Height.
    pub elevation: u8,
    /// Victory points printed in it.
    pub points: u8,
    /// Where it is from.
    pub source: String,
}

/// Hexsides (`between`, each `hex/hex`) or chains of hexes.
#[derive(Clone, Debug, Serialize, TS)]
pub struct LineSheet {
    /// `river`, `road`, ….
    pub kind: String,
    /// Its name.
    pub name: Option<String>,
    /// What is written along it.
    pub label: Option<String>,
    /// How it is drawn.
    pub look: LineLook,
    /// The hexsides or hexes.
    pub hexes: Vec<String>,
    /// Where it is from.
    pub source: String,
}

/// A named set of hexes.
#[derive(Clone, Debug, Serialize, TS)]
pub struct ZoneSheet {
    /// Its name.
    pub name: String,
    /// How it is drawn.
    pub look: ZoneLook,
    /// Whose it is, where that is drawn.
    pub side: Option<Side>,
    /// What is written there.
    pub label: String,
    /// Its hexes.
    pub hexes: Vec<String>,
    /// Where it is from.
    pub source: String,
}

/// An area map to draw, in its own drawing space.
#[derive(Clone, Debug, Serialize, TS)]
pub struct AreaSheet {
    /// The map's key.
    pub key: String,
    /// Width and height of the drawing.
    pub size: [f32; 2],
    /// The areas.
    pub areas: Vec<AreaCell>,
    /// Off-map boxes.
    pub boxes: Vec<BoxCell>,
    /// Borders with what lies on them: `river` or nothing.
    pub borders: Vec<BorderSheet>,
    /// Roads, streams and other lines.
    pub lines: Vec<PolySheet>,
}

/// An area to draw.
#[derive(Clone, Debug, Serialize, TS)]
pub struct AreaCell {
    /// Its label.
    pub id: String,
    /// Its name.
    pub name: String,
    /// `city`, `suburb`, `normal`, ….
    pub kind: String,
    /// What is printed in it: terrain modifier, points.
    pub facts: Vec<(String, String)>,
    /// The number in its badge.
    pub modifier: u8,
    /// How it is drawn.
    pub look: AreaLook,
    /// Its outline.
    pub polygon: Vec<[f32; 2]>,
    /// Where counters go.
    pub centre: [f32; 2],
    /// Towns and other named places in it, with where they lie.
    pub places: Vec<(String, [f32; 2])>,
    /// Where it is from.
    pub source: String,
}

/// An off-map box to draw.
#[derive(Clone, Debug, Serialize, TS)]
pub struct BoxCell {
    /// Its label.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Whose it is.
    pub side: Option<Side>,
    /// The map edge it lies at: `north`, `south-east`, ….
    pub edge: String,
    /// The areas it leads to.
    pub connects: Vec<String>,
}

/// A border between two areas.
#[derive(Clone, Debug, Serialize, TS)]
pub struct BorderSheet {
    /// The areas.
    pub between: [String; 2],
    /// `river` or nothing.
    pub kind: Option<String>,
    /// How it is drawn, if anything lies on it.
    pub look: Option<LineLook>,
    /// Its name.
    pub name: Option<String>,
    /// Its course.
    pub points: Vec<Vec<[f32; 2]>>,
}

/// A line on an area map.
#[derive(Clone, Debug, Serialize, TS)]
pub struct PolySheet {
    /// `supply-road`, `road`, `stream`, `front`, ….
    pub kind: String,
    /// How it is drawn.
    pub look: LineLook,
    /// Its name.
    pub name: Option<String>,
    /// Its course.
    pub points: Vec<[f32; 2]>,
    /// Where it is from.
    pub source: String,
}

/// A counter's two faces.
#[derive(Clone, Debug, Serialize, Default, TS)]
pub struct PieceSheet {
    /// Its id, as in notation.
    pub id: String,
    /// Its name in full.
    pub name: String,
    /// Whose it is.
    pub side: Option<Side>,
    /// Its branch, in the game's own words: `infantry`, `cavalry`, `bicycle`, ….
    pub branch: String,
    /// Size mark: `II`, `III`, `X`, `XX`.
    pub size: String,
    /// Formation, for the band and its colour.
    pub formation: String,
    /// Factors of the front: `2-3-4`.
    pub front: String,
    /// Factors of the back, if it has one.
    pub back: Option<String>,
    /// Steps at full strength.
    pub steps: u8,
    /// Further marks: `elite`, `shock`, `motorised`.
    pub marks: Vec<String>,
    /// How it is drawn.
    pub look: PieceLook,
    /// Where it is from.
    pub source: String,
}

/// A printed table.
#[derive(Clone, Debug, Serialize, Default, TS)]
pub struct TableSheet {
    /// Its key: `crt`, `terrain`, ….
    pub key: String,
    /// Its name.
    pub title: String,
    /// Column heads; the first is the head of the row labels.
    pub columns: Vec<String>,
    /// Rows: label, then cells.
    pub rows: Vec<Vec<String>>,
    /// What is to be said below it.
    pub notes: Vec<String>,
    /// Where it is from.
    pub source: String,
}

/// A space of the turn track.
#[derive(Clone, Debug, Serialize, Default, TS)]
pub struct TurnSheet {
    /// Its number.
    pub turn: u8,
    /// What it stands for.
    pub date: String,
    /// What is printed in it: support numbers, events.
    pub notes: Vec<String>,
    /// Pieces due: side and ids.
    pub due: Vec<(Side, Vec<String>)>,
}

impl HexSheet {
    /// The drawing of a map file. Zones not named in `zones` are left out.
    pub fn new(file: &MapFile, zones: &[&str]) -> Self {
        let own = |source: &Option<String>| source.clone().unwrap_or_else(|| file.source.clone());
        HexSheet {
            key: file.map.clone(),
            orientation: file.grid.orientation,
            numbering: file.grid.numbering,
            shifted: file.grid.shifted,
            km: file.grid.km,
            hexes: Self::cells(&file.grid, file),
            sides: file
                .side
                .iter()
                .map(|s| LineSheet {
                    kind: s.kind.clone(),
                    name: s.name.clone(),
                    label: None,
                    look: LineLook::default(),
                    hexes: s.between.iter().map(|p| p.get_ref().clone()).collect(),
                    source: own(&s.source),
                })
                .collect(),
            links: file
                .link
                .iter()
                .map(|l| LineSheet {
                    kind: l.kind.clone(),
                    name: l.name.clone(),
                    label: None,
                    look: LineLook::default(),
                    hexes: l.hexes.iter().map(|h| h.get_ref().clone()).collect(),
                    source: own(&l.source),
                })
                .collect(),
            zones: file
                .zone
                .iter()
                .filter(|z| zones.contains(&z.name.as_str()))
                .map(|z| ZoneSheet {
                    name: z.name.clone(),
                    look: ZoneLook::default(),
                    side: None,
                    label: String::new(),
                    hexes: z.hexes.iter().map(|h| h.get_ref().clone()).collect(),
                    source: own(&z.source),
                })
                .collect(),
        }
    }

    fn cells(grid: &Grid, file: &MapFile) -> Vec<HexCell> {
        file.hex
            .iter()
            .filter_map(|(label, line)| {
                let (x, y) = grid.centre(grid.cube(label.get_ref())?);
                Some(HexCell {
                    id: label.get_ref().clone(),
                    x,
                    y,
                    terrain: line.terrain.clone(),
                    features: line.features.clone(),
                    name: line.name.clone(),
                    label: None,
                    ground: Ground::default(),
                    signs: Vec::new(),
                    elevation: line.elevation,
                    points: line.points,
                    source: line.source.clone().unwrap_or_else(|| file.source.clone()),
                })
            })
            .collect()
    }
}
