//! What is printed: the map, the counters, the tables. The same for every seat and from the first turn to the last.

use crate::side::Side;
use frente_board::grid::{Grid, Numbering, Orientation, Shifted};
use frente_board::mapfile::MapFile;
use serde::Serialize;

/// Everything printed that belongs to a scenario.
#[derive(Clone, Debug, Serialize)]
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
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum MapSheet {
    /// Hexes.
    Hexes(HexSheet),
    /// Areas.
    Areas(AreaSheet),
}

/// A hex map to draw.
#[derive(Clone, Debug, Serialize)]
pub struct HexSheet {
    /// The map's key.
    pub key: String,
    /// `flat` or `pointy`.
    pub orientation: &'static str,
    /// How hexes are numbered, for finding a hex by typing.
    pub numbering: &'static str,
    /// Which lines are shifted.
    pub shifted: &'static str,
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
#[derive(Clone, Debug, Serialize)]
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
    pub features: Vec<String>,
    /// Its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Height.
    pub elevation: u8,
    /// Victory points printed in it.
    pub points: u8,
    /// Where it is from.
    pub source: String,
}

/// Hexsides (`between`, each `hex/hex`) or chains of hexes.
#[derive(Clone, Debug, Serialize)]
pub struct LineSheet {
    /// `river`, `road`, ….
    pub kind: String,
    /// Its name.
    pub name: Option<String>,
    /// The hexsides or hexes.
    pub hexes: Vec<String>,
    /// Where it is from.
    pub source: String,
}

/// A named set of hexes.
#[derive(Clone, Debug, Serialize)]
pub struct ZoneSheet {
    /// Its name.
    pub name: String,
    /// Its hexes.
    pub hexes: Vec<String>,
    /// Where it is from.
    pub source: String,
}

/// An area map to draw, in its own drawing space.
#[derive(Clone, Debug, Serialize)]
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
#[derive(Clone, Debug, Serialize)]
pub struct AreaCell {
    /// Its label.
    pub id: String,
    /// Its name.
    pub name: String,
    /// `city`, `suburb`, `normal`, ….
    pub kind: String,
    /// What is printed in it: terrain modifier, points.
    pub facts: Vec<(String, String)>,
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
#[derive(Clone, Debug, Serialize)]
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
#[derive(Clone, Debug, Serialize)]
pub struct BorderSheet {
    /// The areas.
    pub between: [String; 2],
    /// `river` or nothing.
    pub kind: Option<String>,
    /// Its name.
    pub name: Option<String>,
    /// Its course.
    pub points: Vec<Vec<[f32; 2]>>,
}

/// A line on an area map.
#[derive(Clone, Debug, Serialize)]
pub struct PolySheet {
    /// `supply-road`, `road`, `stream`, `front`, ….
    pub kind: String,
    /// Its name.
    pub name: Option<String>,
    /// Its course.
    pub points: Vec<[f32; 2]>,
    /// Where it is from.
    pub source: String,
}

/// A counter's two faces.
#[derive(Clone, Debug, Serialize, Default)]
pub struct PieceSheet {
    /// Its id, as in notation.
    pub id: String,
    /// Its name in full.
    pub name: String,
    /// Whose it is.
    pub side: Option<Side>,
    /// The branch whose symbol it shows: `infantry`, `cavalry`, `armour`, `artillery`, `leader`, `hq`, `air`, `train`, ….
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
    /// Where it is from.
    pub source: String,
}

/// A printed table.
#[derive(Clone, Debug, Serialize, Default)]
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
#[derive(Clone, Debug, Serialize, Default)]
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
            orientation: match file.grid.orientation {
                Orientation::Flat => "flat",
                Orientation::Pointy => "pointy",
            },
            numbering: match file.grid.numbering {
                Numbering::ColumnRow => "column-row",
                Numbering::RowColumn => "row-column",
                Numbering::Lettered => "lettered",
            },
            shifted: match file.grid.shifted {
                Shifted::OddDown => "odd-down",
                Shifted::EvenDown => "even-down",
                Shifted::OddRight => "odd-right",
                Shifted::EvenRight => "even-right",
                Shifted::Skewed => "skewed",
            },
            km: file.grid.km,
            hexes: Self::cells(&file.grid, file),
            sides: file
                .side
                .iter()
                .map(|s| LineSheet {
                    kind: s.kind.clone(),
                    name: s.name.clone(),
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
                    elevation: line.elevation,
                    points: line.points,
                    source: line.source.clone().unwrap_or_else(|| file.source.clone()),
                })
            })
            .collect()
    }
}
