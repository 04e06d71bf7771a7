//! The text file a hex map is written in.
//!
//! A player can read and correct it: one line for each hex, chains of hexes for roads and rivers, named zones.
//! [`MapFile::read`] checks that every hex named exists, that chains are made of neighbours, and that nothing is said twice;
//! what it finds is reported with file and line.

use crate::data::{DataError, DataText};
use crate::grid::Grid;
use crate::hexmap::HexMap;
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

/// A hex map as written down.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MapFile {
    /// The map's key.
    pub map: String,
    /// Where every datum is from that does not say otherwise.
    pub source: String,
    /// How hexes lie and are numbered.
    pub grid: Grid,
    /// The hexes of the map.
    pub hex: BTreeMap<Spanned<String>, HexLine>,
    /// Hexside features.
    #[serde(default)]
    pub side: Vec<SideLine>,
    /// Roads, trails, railways.
    #[serde(default)]
    pub link: Vec<LinkLine>,
    /// Named sets of hexes.
    #[serde(default)]
    pub zone: Vec<ZoneLine>,
}

/// One hex.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HexLine {
    /// Its terrain.
    pub terrain: String,
    /// What else is in it: town, village, bridge, ….
    #[serde(default)]
    pub features: Vec<String>,
    /// The name printed in it.
    pub name: Option<String>,
    /// Height, where the game knows heights.
    #[serde(default)]
    pub elevation: u8,
    /// Victory points, where the map prints them.
    #[serde(default)]
    pub points: u8,
    /// A remark for readers.
    pub note: Option<String>,
    /// Where it is from, when not from the file's source.
    pub source: Option<String>,
}

/// A feature of hexsides, such as a river.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideLine {
    /// `river`, `stream`, `impassable`, ….
    pub kind: String,
    /// Its name on the map.
    pub name: Option<String>,
    /// The hexsides, each as `hex/hex`.
    pub between: Vec<Spanned<String>>,
    /// Where it is from, when not from the file's source.
    pub source: Option<String>,
}

/// A road, trail or railway: a chain of neighbouring hexes.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinkLine {
    /// `road`, `trail`, `railway`, ….
    pub kind: String,
    /// Its name.
    pub name: Option<String>,
    /// The chain.
    pub hexes: Vec<Spanned<String>>,
    /// Where it is from, when not from the file's source.
    pub source: Option<String>,
}

/// A named set of hexes.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ZoneLine {
    /// Its name.
    pub name: String,
    /// Its hexes.
    pub hexes: Vec<Spanned<String>>,
    /// Where it is from, when not from the file's source.
    pub source: Option<String>,
}

impl MapFile {
    /// Reads a map file and makes it playable.
    ///
    /// # Errors
    /// As [`MapFile::read`], and when it has more hexes than the program is built for.
    pub fn with_map<const W: usize>(file: &DataText) -> Result<(Self, HexMap<W>), DataError> {
        let read = MapFile::read(file)?;
        let map = HexMap::new(&read).map_err(|e| file.wrong(0..0, e.to_string()))?;
        Ok((read, map))
    }

    /// Reads and checks a map file.
    ///
    /// # Errors
    /// With file, line and what was expected, at the first thing that is wrong.
    pub fn read(file: &DataText) -> Result<Self, DataError> {
        let map: MapFile = file.parse()?;
        for label in map.hex.keys() {
            if map.grid.cube(label.get_ref()).is_none() {
                let [c0, c1] = map.grid.columns;
                let [r0, r1] = map.grid.rows;
                return Err(file.wrong(
                    label.span(),
                    format!(
                        "{:?} is not a hex number of this grid (columns {c0} to {c1}, rows {r0} to {r1})",
                        label.get_ref()
                    ),
                ));
            }
        }
        for side in &map.side {
            for pair in &side.between {
                let (a, b) = pair.get_ref().split_once('/').ok_or_else(|| {
                    file.wrong(
                        pair.span(),
                        format!("{:?}: expected two hexes as \"1009/1010\"", pair.get_ref()),
                    )
                })?;
                map.adjacent(file, pair, a, b)?;
            }
        }
        for link in &map.link {
            for (a, b) in link.hexes.iter().zip(link.hexes.iter().skip(1)) {
                map.adjacent(file, b, a.get_ref(), b.get_ref())?;
            }
            if let [only] = &link.hexes[..] {
                return Err(file.wrong(only.span(), "a chain needs at least two hexes"));
            }
        }
        for zone in &map.zone {
            for hex in &zone.hexes {
                map.exists(file, hex, hex.get_ref())?;
            }
        }
        Ok(map)
    }

    fn exists(&self, file: &DataText, at: &Spanned<String>, hex: &str) -> Result<(), DataError> {
        if self.hex.keys().any(|k| k.get_ref() == hex) {
            Ok(())
        } else {
            Err(file.wrong(at.span(), format!("hex {hex:?} is not in the [hex] table")))
        }
    }

    fn adjacent(&self, file: &DataText, at: &Spanned<String>, a: &str, b: &str) -> Result<(), DataError> {
        self.exists(file, at, a)?;
        self.exists(file, at, b)?;
        match (self.grid.cube(a), self.grid.cube(b)) {
            (Some(x), Some(y)) if x.distance(y) == 1 => Ok(()),
            _ => Err(file.wrong(at.span(), format!("hexes {a} and {b} are not neighbours"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = r#"
map = "test"
source = "reconstructed"
[grid]
orientation = "flat"
numbering = "column-row"
shifted = "odd-down"
columns = [10, 12]
rows = [4, 6]
km = 1.0
[hex]
1004 = { terrain = "clear" }
1005 = { terrain = "rough", name = "Codo", features = ["town"] }
1104 = { terrain = "clear" }
[[side]]
kind = "river"
between = ["1004/1005"]
[[link]]
kind = "road"
hexes = ["1004", "1104"]
"#;

    fn read(text: &str) -> Result<MapFile, DataError> {
        MapFile::read(&DataText { file: "t.map.toml".into(), text: text.into() })
    }

    #[test]
    fn a_good_file_is_read() {
        assert_eq!(read(GOOD).unwrap().hex.len(), 3);
    }

    #[test]
    fn mistakes_are_named_with_their_line() {
        let bad = |from: &str, to: &str| read(&GOOD.replacen(from, to, 1)).unwrap_err().to_string();
        let e = bad("1104 = { terrain", "9904 = { terrain");
        assert!(e.starts_with("t.map.toml:14:") && e.contains("not a hex number"), "{e}");
        let e = bad("\"1004/1005\"", "\"1004-1005\"");
        assert!(e.starts_with("t.map.toml:17:") && e.contains("expected two hexes"), "{e}");
        let e = bad("[\"1004\", \"1104\"]", "[\"1004\", \"1205\"]");
        assert!(e.starts_with("t.map.toml:20:") && e.contains("not in the [hex] table"), "{e}");
        let e = bad("[\"1004\", \"1104\"]", "[\"1104\", \"1005\", \"1104\", \"1104\"]");
        assert!(e.contains("not neighbours"), "{e}");
        let e = bad("terrain = \"rough\"", "terain = \"rough\"");
        assert!(e.starts_with("t.map.toml:13:") && e.contains("terain"), "{e}");
    }
}
