//! The map drawn with characters.
//!
//! A hex is four lines: its number with its ground, the unit on top by the id one types, its factors, and what else there is: who controls
//! it, the front, roads, water, objectives. The legend lists what this map has, and nothing else.

use anyhow::Result;
use frente_engine::Side;
use frente_engine::present::{Overlay, PieceView, Shade, View};
use frente_engine::sheet::{AreaSheet, HexCell, HexSheet, LineSheet, MapSheet, Orientation, Sheet};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

/// Characters across a hex, with the gap to the next one.
const WIDTH: usize = 10;
/// Lines down a hex.
const HEIGHT: usize = 4;
/// Hexes to each side of a place that is asked for: what a narrow terminal shows.
const AROUND: f32 = 6.0;

/// What is drawn: the printed map, what stands on it, and who controls what.
pub struct Chart<'a> {
    /// What is printed.
    pub sheet: &'a Sheet,
    /// What is the case.
    pub view: &'a View,
    /// Who controls what, if the game has such a layer.
    pub control: Option<&'a Overlay>,
}

impl Chart<'_> {
    /// Draws the map, or what lies around a place.
    ///
    /// # Errors
    /// When nobody reads.
    pub fn draw(&self, around: Option<&str>, out: &mut impl Write) -> Result<()> {
        match &self.sheet.map {
            MapSheet::Hexes(map) => self.hexes(map, around, out),
            MapSheet::Areas(map) => self.areas(map, around, out),
        }
    }

    fn on(&self, place: &str) -> Vec<&PieceView> {
        self.view.pieces.iter().filter(|p| p.place.as_deref() == Some(place)).collect()
    }

    /// Who controls each place, as far as it is known.
    fn holders(&self) -> BTreeMap<&str, Side> {
        let mut holders = BTreeMap::new();
        for (shade, places) in self.control.iter().flat_map(|layer| &layer.shades) {
            let side = match shade {
                Shade::Republican => Side::Republican,
                Shade::Nationalist => Side::Nationalist,
                _ => continue,
            };
            holders.extend(places.iter().map(|place| (place.as_str(), side)));
        }
        holders.extend(self.view.control.iter().map(|c| (c.place.as_str(), c.side)));
        holders
    }

    fn areas(&self, map: &AreaSheet, around: Option<&str>, out: &mut impl Write) -> Result<()> {
        let holders = self.holders();
        let areas = map.areas.iter().map(|a| (&a.id, &a.name, Some(a.modifier)));
        let boxes = map.boxes.iter().map(|b| (&b.id, &b.name, None));
        for (id, name, modifier) in areas.chain(boxes) {
            if around.is_some_and(|place| place != id) {
                continue;
            }
            let side = holders.get(id.as_str()).map_or(' ', |side| letter(Some(*side)));
            let modifier = modifier.map_or(String::new(), |n| format!(" ({n:+})"));
            writeln!(out, "{id:>4} {side} {name}{modifier}")?;
            for piece in self.on(id) {
                let id = piece.id.as_deref().unwrap_or("?");
                writeln!(out, "         {} {id:14} {}", letter(piece.side), piece.factors)?;
            }
        }
        writeln!(out, "R Republican  N Nationalist, who controls the area; (+n) its terrain modifier")?;
        Ok(())
    }

    fn hexes(&self, map: &HexSheet, around: Option<&str>, out: &mut impl Write) -> Result<()> {
        let centre = around.and_then(|place| map.hexes.iter().find(|h| h.id == place));
        let near = |hex: &&HexCell| {
            centre.is_none_or(|c| (hex.x - c.x).abs() <= AROUND && (hex.y - c.y).abs() <= AROUND)
        };
        let shown: Vec<&HexCell> = map.hexes.iter().filter(near).collect();
        let (across, down) = match map.orientation {
            Orientation::Flat => (WIDTH as f32 / 1.5, HEIGHT as f32 / 3f32.sqrt()),
            Orientation::Pointy => (WIDTH as f32 / 3f32.sqrt(), HEIGHT as f32 / 1.5),
        };
        let left = shown.iter().map(|h| h.x).fold(f32::INFINITY, f32::min);
        let top = shown.iter().map(|h| h.y).fold(f32::INFINITY, f32::min);
        let ground = Ground::of(map);
        let holders = self.holders();
        let mut page = Page::default();
        for hex in &shown {
            let (x, y) =
                (((hex.x - left) * across).round() as usize, ((hex.y - top) * down).round() as usize);
            page.write(x, y, &format!("{}{}", ground.mark(hex), hex.id));
            let here = self.on(&hex.id);
            if let Some(piece) = here.last() {
                let more = if here.len() > 1 { format!("+{}", here.len() - 1) } else { String::new() };
                let id = piece.id.as_deref().unwrap_or("hidden");
                page.write(x, y + 1, &format!("{}{id}", letter(piece.side)));
                page.write(x, y + 2, &format!(" {}{more}", piece.factors));
            }
            page.write(x, y + 3, &ground.signs(hex, &holders));
        }
        page.print(out)?;
        ground.legend(out)
    }
}

/// A side in one letter.
pub fn letter(side: Option<Side>) -> char {
    match side {
        Some(Side::Republican) => 'R',
        Some(Side::Nationalist) => 'N',
        None => '?',
    }
}

/// Lines of characters, written anywhere.
#[derive(Default)]
struct Page {
    lines: Vec<Vec<char>>,
}

impl Page {
    fn write(&mut self, x: usize, y: usize, text: &str) {
        if self.lines.len() <= y {
            self.lines.resize(y + 1, Vec::new());
        }
        let line = &mut self.lines[y];
        if line.len() < x + WIDTH {
            line.resize(x + WIDTH, ' ');
        }
        for (at, c) in text.chars().take(WIDTH - 1).enumerate() {
            line[x + at] = c;
        }
    }

    fn print(&self, out: &mut impl Write) -> Result<()> {
        for line in &self.lines {
            writeln!(out, "{}", line.iter().collect::<String>().trim_end())?;
        }
        Ok(())
    }
}

/// What is printed on a hex map, and the characters that stand for it.
struct Ground<'a> {
    /// Each terrain with its character.
    terrain: BTreeMap<&'a str, char>,
    /// Hexes with each kind of line through them or along a side.
    lines: Vec<(char, BTreeSet<&'a str>, BTreeSet<&'a str>)>,
    neighbours: BTreeMap<&'a str, Vec<&'a str>>,
}

/// The characters for kinds of ground, and for kinds of lines; what is not listed gets the first free letter.
const TERRAIN: [(&str, char); 10] = [
    ("clear", '.'),
    ("plain", '.'),
    ("rough", 'n'),
    ("hill", 'n'),
    ("mountain", '^'),
    ("forest", 'f'),
    ("trees", 'f'),
    ("town", '*'),
    ("city", '@'),
    ("sea", '~'),
];
const LINES: [(char, &[&str]); 4] = [
    ('=', &["road"]),
    ('-', &["path", "trail"]),
    ('+', &["railroad", "railway"]),
    ('~', &["river", "stream"]),
];

impl<'a> Ground<'a> {
    fn of(map: &'a HexSheet) -> Self {
        let known =
            |name: &str| TERRAIN.iter().find(|(kind, _)| *kind == name).map_or('?', |(_, mark)| *mark);
        let terrain = map.hexes.iter().map(|h| (h.terrain.as_str(), known(&h.terrain))).collect();
        let all = || map.links.iter().chain(&map.sides);
        let lines = LINES.iter().map(|(mark, kinds)| {
            let of_kind = || all().filter(|line| kinds.contains(&line.kind.as_str()));
            let hexes =
                of_kind().flat_map(|line: &LineSheet| &line.hexes).flat_map(|h| h.split('/')).collect();
            (*mark, of_kind().map(|line| line.kind.as_str()).collect(), hexes)
        });
        let mut neighbours: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for a in &map.hexes {
            // The middles of two neighbours are √3 radii apart.
            let close = |b: &&HexCell| a.id != b.id && (a.x - b.x).hypot(a.y - b.y) < 1.8;
            neighbours.insert(&a.id, map.hexes.iter().filter(close).map(|b| b.id.as_str()).collect());
        }
        Ground { terrain, lines: lines.collect(), neighbours }
    }

    fn mark(&self, hex: &HexCell) -> char {
        let built = |name: &str| hex.features.iter().any(|f| f == name);
        match self.terrain.get(hex.terrain.as_str()) {
            _ if built("city") => '@',
            _ if built("town") || built("village") => '*',
            mark => mark.copied().unwrap_or('?'),
        }
    }

    /// Who controls the hex (and `|` at the front), lines, and what it is worth.
    fn signs(&self, hex: &HexCell, holders: &BTreeMap<&str, Side>) -> String {
        let mut signs = String::new();
        if let Some(side) = holders.get(hex.id.as_str()) {
            signs.push(letter(Some(*side)).to_ascii_lowercase());
            let around = self.neighbours.get(hex.id.as_str()).into_iter().flatten();
            if around.filter_map(|other| holders.get(other)).any(|other| other != side) {
                signs.push('|');
            }
        }
        let through = self.lines.iter().filter(|(_, _, hexes)| hexes.contains(hex.id.as_str()));
        signs.extend(through.map(|(mark, ..)| *mark));
        if hex.points > 0 {
            signs.push_str(&format!("${}", hex.points));
        }
        signs
    }

    fn legend(&self, out: &mut impl Write) -> Result<()> {
        let open = self.terrain.iter().filter(|(_, mark)| !['@', '*'].contains(*mark));
        let terrain: Vec<String> = open.map(|(name, mark)| format!("{mark} {name}")).collect();
        writeln!(out, "Before the number: {}; in any ground @ city, * town", terrain.join("  "))?;
        writeln!(out, "Unit: R or N for its side, id and factors, +n more beneath it")?;
        let lines = self.lines.iter().filter(|(_, kinds, _)| !kinds.is_empty());
        let lines: Vec<String> = lines
            .map(|(mark, kinds, _)| {
                format!("{mark} {}", kinds.iter().copied().collect::<Vec<_>>().join(" or "))
            })
            .collect();
        writeln!(
            out,
            "Below: r, n who controls it, | at the front  {}  $n worth n points (~ is water along a side)",
            lines.join("  ")
        )?;
        Ok(())
    }
}
