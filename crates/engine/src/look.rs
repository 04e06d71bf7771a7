//! How a game is drawn, as its data say it: `looks.toml`.
//!
//! The page knows a small vocabulary of drawings (a hill, a river, a disc with a letter) and no game. Which of its own words a game
//! wants drawn how stands in this file beside its other data. It decides nothing about play, so it is no part of the
//! [`fingerprint`](crate::game::fingerprint): a map may be drawn more beautifully without ending anybody's match.

use crate::sheet::{AreaSheet, HexSheet, MapSheet, PieceSheet, Sheet};
use crate::side::Side;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use ts_rs::TS;

/// Declares a vocabulary of drawings: an enum of plain words, kebab-case in files and on the wire.
macro_rules! vocabulary {
    ($(#[$doc:meta])* $name:ident { $($(#[$word:meta])* $value:ident),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS)]
        #[serde(rename_all = "kebab-case")]
        pub enum $name { $($(#[$word])* $value),* }
    };
}

vocabulary! {
    /// The ground of a hex.
    Ground {
        /// Fields.
        #[default]
        Clear,
        /// Hachures and ridges.
        Hill,
        /// Peaks.
        Mountain,
        /// Trees.
        Forest,
        /// Water with shoals along the coast.
        Sea,
        /// Hatched: out of play.
        Out,
    }
}

vocabulary! {
    /// A sign in a hex.
    Sign {
        /// Many houses.
        #[default]
        City,
        /// Some houses.
        Town,
        /// A few houses.
        Village,
        /// A triangle.
        Height,
        /// Two bent strokes.
        Pass,
        /// A border round the hex.
        Objective,
        /// A border of another colour, dashed.
        SecondObjective,
        /// Roads go on over the edge of the sheet.
        WayOff,
    }
}

vocabulary! {
    /// A line along hexsides, through hexes or over areas.
    LineLook {
        /// Broad water.
        River,
        /// Narrow water.
        Stream,
        /// A wall nobody passes.
        #[default]
        Wall,
        /// The first front, with ticks.
        Front,
        /// A road.
        Road,
        /// A road broader than others.
        MainRoad,
        /// Dashes.
        Trail,
        /// Sleepers.
        Railroad,
    }
}

vocabulary! {
    /// A named set of hexes.
    ZoneLook {
        /// Not drawn.
        #[default]
        Plain,
        /// The first front runs round it.
        Front,
        /// A letter in the margin points at its first hex.
        Letter,
        /// Arrows onto the map.
        WayIn,
        /// Arrows off the map.
        WayOut,
        /// Sources of supply.
        Supply,
        /// Objectives.
        Objective,
    }
}

vocabulary! {
    /// The ground of an area.
    AreaGround {
        /// Fields.
        #[default]
        Field,
        /// Slopes.
        High,
        /// Trees.
        Wood,
        /// Streets; its badge is a square.
        Urban,
    }
}

vocabulary! {
    /// The symbol in a counter's box.
    Symbol {
        /// Crossed belts.
        #[default]
        Infantry,
        /// Crossed belts on wheels.
        Motorised,
        /// Crossed belts with a point.
        Shock,
        /// A sabre belt.
        Cavalry,
        /// A track.
        Armour,
        /// A cannon ball.
        Artillery,
        /// A bridge.
        Engineers,
        /// Crossed belts behind battlements.
        Garrison,
        /// Battlements.
        Fort,
        /// An arrow on a stand.
        MachineGun,
        /// The letters HQ on a staff.
        Hq,
        /// Head and shoulders.
        Leader,
        /// A propeller.
        Air,
        /// A track on rails.
        Train,
        /// A bar with a box.
        Supply,
        /// Crossed belts with an anchor.
        Marines,
        /// A cross.
        Support,
    }
}

vocabulary! {
    /// The colour of a counter's body. Light ones are for the Republican side, dark ones for the Nationalist.
    Body {
        /// The side's own.
        #[default]
        Plain,
        /// Light green.
        Lime,
        /// Light brown.
        Copper,
        /// Light orange.
        Apricot,
        /// Light grey.
        Stone,
        /// Light red.
        Salmon,
        /// Dark green.
        Moss,
        /// Dark grey.
        Slate,
        /// Dark blue.
        Navy,
        /// Dark violet.
        Violet,
        /// Dark red.
        Wine,
        /// Dark blue-green.
        Teal,
    }
}

vocabulary! {
    /// How a mark on a piece is shown.
    Disc {
        /// A disc with a letter.
        #[default]
        Letter,
        /// The counter itself shows it: no disc.
        Shown,
        /// The whole counter is pale, as one that has done its work.
        Pale,
        /// A crate struck out.
        Unsupplied,
        /// A flag struck out.
        Uncommanded,
        /// An exclamation mark.
        Must,
        /// Battlements.
        Fortified,
        /// An arrow turning back.
        Retreated,
        /// A broken line.
        Disrupted,
        /// A tick.
        Fired,
        /// An arrow.
        Moved,
        /// A padlock.
        Frozen,
        /// A cross.
        Support,
    }
}

vocabulary! {
    /// How a marker in a place is shown.
    MarkerShape {
        /// A disc with a letter.
        #[default]
        Disc,
        /// Battlements.
        Fort,
    }
}

vocabulary! {
    /// The icon of a layer's button.
    Icon {
        /// Sheets upon each other.
        #[default]
        Layer,
        /// A hex.
        Zones,
        /// A winding road.
        Supply,
        /// A flag.
        Control,
        /// An arrow onto the sheet.
        Reinforcements,
        /// An eye.
        Eye,
        /// A branching line.
        Branch,
        /// Cross-hairs.
        Target,
    }
}

vocabulary! {
    /// How the shades of a layer are drawn.
    Shading {
        /// A tint with hatching.
        #[default]
        Hatch,
        /// A tint alone.
        Tint,
        /// An outline of fire.
        Range,
    }
}

/// What a counter looks like.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
pub struct PieceLook {
    /// Its symbol.
    pub symbol: Symbol,
    /// Size mark: `II`, `III`, `X`, `XX`; empty without one.
    pub size: String,
    /// Colour of its body.
    pub body: Body,
    /// Has it a star?
    pub star: bool,
    /// The short name at its top.
    pub short: String,
}

/// What an area looks like.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
pub struct AreaLook {
    /// Its ground.
    pub ground: AreaGround,
    /// Which of its places is written large.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub chief: Option<String>,
}

/// How a mark on a piece is shown, and the letter where it is one.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct TagLook {
    /// How.
    pub disc: Disc,
    /// The letter, with a figure if need be.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[ts(as = "Option<String>", optional)]
    pub letter: String,
}

/// How a marker in a place is shown, and the letter where it is one.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct MarkerLook {
    /// How.
    pub shape: MarkerShape,
    /// The letter.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[ts(as = "Option<String>", optional)]
    pub letter: String,
}

/// How a layer over the map is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct OverlayLook {
    /// The icon of its button.
    #[serde(default)]
    pub icon: Icon,
    /// How its shades are drawn.
    #[serde(default)]
    pub shading: Shading,
}

/// What a mark printed on a counter changes about its looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct MarkLook {
    /// The symbol instead of the infantry's.
    symbol: Option<Symbol>,
    body: Option<Body>,
    star: bool,
}

/// How a named set of hexes is drawn.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct ZoneLine {
    look: ZoneLook,
    #[serde(default)]
    side: Option<Side>,
    #[serde(default)]
    label: String,
}

/// The looks of what comes and goes in play, by the game's own keys.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields, default)]
pub struct PlayLooks {
    /// Marks on pieces ([`PieceView::tags`](crate::present::PieceView::tags)).
    pub tags: BTreeMap<String, TagLook>,
    /// Markers in places ([`MarkerView::kind`](crate::present::MarkerView::kind)).
    pub markers: BTreeMap<String, MarkerLook>,
    /// Layers over the map, by their keys in [`Sheet::overlays`].
    pub overlays: BTreeMap<String, OverlayLook>,
}

/// A game's `looks.toml`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Looks {
    /// Ground by the terrain's key.
    terrain: BTreeMap<String, Ground>,
    /// Signs by the feature's key.
    feature: BTreeMap<String, Vec<Sign>>,
    /// Lines by their kind: hexsides, links, borders, lines over areas.
    line: BTreeMap<String, LineLook>,
    /// Zones by name.
    zone: BTreeMap<String, ZoneLine>,
    /// What is written on the map instead of a hex's name; nothing, if it is empty.
    label: BTreeMap<String, String>,
    /// What is written along a river instead of its name.
    course: BTreeMap<String, String>,
    /// Ground by the area's label.
    area: BTreeMap<String, AreaGround>,
    /// Places in areas that are written large.
    chief: Vec<String>,
    /// Symbols by the branch's key.
    branch: BTreeMap<String, Symbol>,
    /// Size marks by the game's words for sizes.
    size: BTreeMap<String, String>,
    /// What marks printed on counters change.
    mark: BTreeMap<String, MarkLook>,
    /// Colours of whole formations; they come before those of marks.
    formation: BTreeMap<String, Body>,
    /// Short names by the piece's id, where the usual one says too little.
    short: BTreeMap<String, String>,
    /// What comes and goes.
    play: PlayLooks,
}

impl Looks {
    /// The looks of what comes and goes in play.
    pub fn play(&self) -> &PlayLooks {
        &self.play
    }

    /// Writes into a sheet how everything on it is drawn. What the file does not name is drawn plainly; [`Looks::gaps`] lists it.
    pub fn dress(&self, sheet: &mut Sheet) {
        match &mut sheet.map {
            MapSheet::Hexes(map) => self.dress_hexes(map),
            MapSheet::Areas(map) => self.dress_areas(map),
        }
        for piece in &mut sheet.pieces {
            piece.look = self.piece(piece);
        }
    }

    fn dress_hexes(&self, map: &mut HexSheet) {
        for cell in &mut map.hexes {
            cell.ground = self.terrain.get(&cell.terrain).copied().unwrap_or_default();
            let signs = cell.features.iter().filter_map(|f| self.feature.get(f)).flatten();
            cell.signs = signs.copied().collect();
            cell.label = cell.name.as_ref().map(|name| self.label.get(name).unwrap_or(name).clone());
            cell.label = cell.label.take().filter(|label| !label.is_empty());
        }
        for line in map.sides.iter_mut().chain(&mut map.links) {
            line.look = self.line.get(&line.kind).copied().unwrap_or_default();
            line.label = line.name.as_ref().map(|name| self.course.get(name).unwrap_or(name).clone());
        }
        for zone in &mut map.zones {
            let Some(line) = self.zone.get(&zone.name) else { continue };
            (zone.look, zone.side, zone.label) = (line.look, line.side, line.label.clone());
        }
    }

    fn dress_areas(&self, map: &mut AreaSheet) {
        for area in &mut map.areas {
            area.look.ground = self.area.get(&area.id).copied().unwrap_or_default();
            let chief = area.places.iter().find(|(name, _)| self.chief.contains(name));
            area.look.chief = chief.map(|(name, _)| name.clone());
        }
        for line in &mut map.lines {
            line.look = self.line.get(&line.kind).copied().unwrap_or_default();
        }
        for border in &mut map.borders {
            border.look = border.kind.as_ref().and_then(|kind| self.line.get(kind)).copied();
        }
    }

    fn piece(&self, piece: &PieceSheet) -> PieceLook {
        let marks: Vec<&MarkLook> = piece.marks.iter().filter_map(|m| self.mark.get(m)).collect();
        let symbol = self.branch.get(&piece.branch).copied().unwrap_or_default();
        let printed = !piece.size.is_empty() && piece.size.chars().all(|c| matches!(c, 'I' | 'X'));
        let size = self.size.get(&piece.size).cloned();
        PieceLook {
            symbol: match symbol {
                Symbol::Infantry => marks.iter().find_map(|m| m.symbol).unwrap_or_default(),
                other => other,
            },
            size: size.unwrap_or_else(|| if printed { piece.size.clone() } else { String::new() }),
            body: self
                .formation
                .get(&piece.formation)
                .copied()
                .or_else(|| marks.iter().find_map(|m| m.body))
                .unwrap_or_default(),
            star: marks.iter().any(|m| m.star),
            short: self.short.get(&piece.id).cloned().unwrap_or_else(|| short_name(&piece.id, &piece.name)),
        }
    }

    /// Words of a sheet that the file says nothing about: each as `table: word`. Of a finished game there are none; a test sees to it.
    pub fn gaps(&self, sheet: &Sheet) -> Vec<String> {
        let mut gaps = Vec::new();
        let mut need = |known: bool, table: &str, word: &str| {
            let gap = format!("{table}: {word}");
            if !known && !gaps.contains(&gap) {
                gaps.push(gap);
            }
        };
        match &sheet.map {
            MapSheet::Hexes(map) => {
                for cell in &map.hexes {
                    need(self.terrain.contains_key(&cell.terrain), "terrain", &cell.terrain);
                    cell.features.iter().for_each(|f| need(self.feature.contains_key(f), "feature", f));
                }
                for line in map.sides.iter().chain(&map.links) {
                    need(self.line.contains_key(&line.kind), "line", &line.kind);
                }
                map.zones.iter().for_each(|z| need(self.zone.contains_key(&z.name), "zone", &z.name));
            }
            MapSheet::Areas(map) => {
                map.areas.iter().for_each(|a| need(self.area.contains_key(&a.id), "area", &a.id));
                map.lines.iter().for_each(|l| need(self.line.contains_key(&l.kind), "line", &l.kind));
                let borders = map.borders.iter().filter_map(|b| b.kind.as_ref());
                borders.for_each(|kind| need(self.line.contains_key(kind), "line", kind));
            }
        }
        for piece in &sheet.pieces {
            need(self.branch.contains_key(&piece.branch), "branch", &piece.branch);
            piece.marks.iter().for_each(|m| need(self.mark.contains_key(m), "mark", m));
        }
        let play = &self.play;
        sheet.tags.iter().for_each(|(tag, _)| need(play.tags.contains_key(tag), "play.tags", tag));
        for (key, _) in &sheet.overlays {
            need(play.overlays.contains_key(key), "play.overlays", key);
        }
        gaps
    }
}

/// A name that fits the top of a counter: the first part of the id, or else the beginning of the name.
fn short_name(id: &str, name: &str) -> String {
    const FITS: usize = 6;
    let id = id.split('/').next().unwrap_or(id);
    // Half a Roman number is another number.
    let roman = (7..=9).contains(&id.len()) && id.chars().all(|c| "IVXLC".contains(c));
    if roman || id.chars().count() <= FITS {
        return id.to_owned();
    }
    let plain = name.split(['/', ',', '(']).next().unwrap_or(name).trim();
    if plain.chars().count() <= FITS + 2 {
        return plain.to_owned();
    }
    format!("{}.", plain.chars().take(FITS).collect::<String>().trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_names_fit() {
        assert_eq!(short_name("32/35", "32 BM"), "32");
        assert_eq!(short_name("CLXXVIII/53", "a brigade"), "CLXXVIII");
        assert_eq!(short_name("Thalmann", "Thälmann (XII)"), "Thälmann");
        assert_eq!(short_name("Del-Rosal", "Del Rosal column"), "Del Ro.");
    }

    #[test]
    fn a_sheet_is_dressed_and_gaps_are_named() {
        let looks: Looks = toml::from_str(
            "branch.infantry = 'infantry'\nmark.wheels = { symbol = 'motorised', body = 'moss' }\nsize.company = 'I'",
        )
        .expect("a looks file");
        let piece = PieceSheet {
            id: "1".into(),
            branch: "infantry".into(),
            size: "company".into(),
            marks: vec!["wheels".into(), "star".into()],
            ..PieceSheet::default()
        };
        let look = looks.piece(&piece);
        assert_eq!((look.symbol, look.body, look.size.as_str()), (Symbol::Motorised, Body::Moss, "I"));
        let map = AreaSheet {
            key: String::new(),
            size: [1.0; 2],
            areas: vec![],
            boxes: vec![],
            borders: vec![],
            lines: vec![],
        };
        let mut sheet = Sheet {
            map: MapSheet::Areas(map),
            pieces: vec![piece],
            tables: vec![],
            turns: vec![],
            overlays: vec![],
            tags: vec![("tired".into(), "is tired".into())],
        };
        looks.dress(&mut sheet);
        assert_eq!(sheet.pieces[0].look.short, "1");
        assert_eq!(looks.gaps(&sheet), ["mark: star", "play.tags: tired"]);
    }
}
