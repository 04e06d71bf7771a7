//! What is printed: map, counters, tables, turn track.

use crate::Brunete;
use crate::book::{Colour, Kind, Tank, UnitInfo, UnitText};
use crate::ids::Unit;
use crate::present::words::{ENGLISH, TAGS};
use frente_engine::look::PieceLook;
use frente_engine::sheet::{HexSheet, MapSheet, PieceSheet, Sheet, TableSheet, TurnSheet};
use frente_engine::{Message, Side};

/// Zones worth drawing.
const ZONES: &[&str] = &[
    "entry-A",
    "entry-B",
    "entry-C",
    "entry-D",
    "entry-E",
    "entry-F",
    "entry-G",
    "entry-H",
    "entry-I",
    "entry-J",
    "entry-K",
    "entry-L",
    "zone-A-B",
    "zone-C-D",
    "zone-C-E",
    "zone-E-J",
    "zone-J-L",
    "zone-K-L",
    "republican-front",
];

/// Factors as printed on one side of a counter.
pub(crate) fn factors(info: &UnitInfo, face: usize) -> String {
    match info.kind {
        Kind::Garrison => format!("0-{}-0", info.defence[face]),
        Kind::Tank(Tank::T26) => format!("+{} {} {}", info.shift, info.defence[face], info.mp[face]),
        _ => format!("{}-{}", info.attack[face], info.mp[face]),
    }
}

impl Brunete {
    pub(crate) fn printed(&self) -> Sheet {
        let mut hexes = HexSheet::new(&self.book.map_file, ZONES);
        for objective in &self.book.objectives {
            let id = self.book.map.label(objective.hex);
            if let Some(cell) = hexes.hexes.iter_mut().find(|c| c.id == id) {
                let colour =
                    if objective.colour == Colour::Purple { "objective-purple" } else { "objective-yellow" };
                cell.features.push(colour.to_owned());
                cell.points = objective.points;
            }
        }
        for cell in &mut hexes.hexes {
            let vertex = self.book.map.find(&cell.id).is_some_and(|h| self.book.vertices.has(h.index()));
            if vertex {
                cell.features.push("objective-vertex".to_owned());
            }
            if let Some(e) = self.book.map.find(&cell.id).and_then(|h| self.book.entry(h)) {
                cell.features.push(format!("entry-{}", e.letter));
            }
        }
        let words = ENGLISH.lexicon();
        let say = |id: &'static str| words.say(&Message::new(id));
        Sheet {
            map: MapSheet::Hexes(hexes),
            pieces: self
                .book
                .units
                .iter()
                .zip(&self.book.texts)
                .map(|(info, text)| piece(info, text))
                .collect(),
            tables: vec![self.crt_sheet(), self.terrain_sheet(), self.shift_sheet()],
            turns: self.turn_sheets(),
            overlays: [
                ("zones", "overlay-zones"),
                ("supply", "overlay-supply"),
                ("control", "overlay-control"),
                ("interdiction", "overlay-interdiction"),
            ]
            .map(|(key, id)| (key.to_owned(), say(id)))
            .into(),
            tags: TAGS.map(|(key, id)| (key.to_owned(), say(id))).into(),
        }
    }

    fn crt_sheet(&self) -> TableSheet {
        let t = &self.book.tables;
        let columns = std::iter::once("Die".to_owned()).chain(t.columns.iter().cloned()).collect();
        let row = |(i, cells): (usize, &[String; 8])| {
            std::iter::once((i + 1).to_string()).chain(cells.iter().cloned()).collect::<Vec<_>>()
        };
        TableSheet {
            key: "crt".to_owned(),
            title: "Combat results".to_owned(),
            columns,
            rows: t.crt_text.iter().enumerate().map(row).collect(),
            notes: vec![
                "Steps lost by the attacker / by the defender.".to_owned(),
                "R alone: retreat 1 hex, or stubborn defence in defensive terrain. R with a number: retreat 2 hexes.".to_owned(),
                "* one attacking tank is eliminated; ^ it is away for three turns.".to_owned(),
            ],
            source: "10.3.6".to_owned(),
        }
    }

    fn terrain_sheet(&self) -> TableSheet {
        let t = &self.book.terrain;
        let row = |name: &str, line: &crate::book::files::TerrainLine| {
            vec![
                name.to_owned(),
                line.infantry.to_string(),
                line.cavalry.to_string(),
                line.tank.to_string(),
                line.shift.to_string(),
            ]
        };
        let link = |name: &str, cost: u8, bonus: [u8; 3]| {
            let cell = |b: u8| format!("{cost} (+{b})");
            vec![name.to_owned(), cell(bonus[0]), cell(bonus[1]), cell(bonus[2]), "0".to_owned()]
        };
        let tables = &self.book.tables;
        TableSheet {
            key: "terrain".to_owned(),
            title: "Terrain".to_owned(),
            columns: ["Terrain", "Infantry", "Cavalry", "Tanks", "Columns left"].map(str::to_owned).into(),
            rows: vec![
                row("Clear", &t.clear),
                row("Hill", &t.hill),
                row("Forest", &t.forest),
                link("Road", tables.road_cost, tables.road_bonus),
                link("Path", tables.path_cost, tables.path_bonus),
            ],
            notes: vec![
                "Vertex and town: one column left each, movement as the other terrain.".to_owned(),
                "River: 1 MP more without road or path; attackers across it lose 1 factor each. Tanks need road or path."
                    .to_owned(),
                "Road and path bonuses are for moves along them alone, outside enemy zones and interdiction.".to_owned(),
            ],
            source: "9".to_owned(),
        }
    }

    fn shift_sheet(&self) -> TableSheet {
        let t = &self.book.tables;
        let row = |what: &str, shift: String| vec![what.to_owned(), shift];
        TableSheet {
            key: "shifts".to_owned(),
            title: "Column shifts".to_owned(),
            columns: ["What", "Columns"].map(str::to_owned).into(),
            rows: vec![
                row("T-26 in the attack", "1 right".to_owned()),
                row("Elite bonus", format!("{} right or left", t.elite_shift)),
                row(
                    "Attack from 4, 5, 6 hexes",
                    format!("{}, {}, {} right", t.envelopment[4], t.envelopment[5], t.envelopment[6]),
                ),
                row("Each effective support marker", format!("{} right or left", t.support_shift)),
            ],
            notes: vec![format!(
                "At most {} support markers in attack, {} in defence.",
                t.support_attack, t.support_defence
            )],
            source: "10.3".to_owned(),
        }
    }

    fn turn_sheets(&self) -> Vec<TurnSheet> {
        (1..=self.scenario.turns)
            .map(|turn| {
                let due = Side::BOTH.map(|side| {
                    let of = |u: &Unit| self.book.unit(*u).side == side;
                    let units = self.scenario.arrivals.iter().filter(|(t, u)| *t == turn && of(u));
                    (side, units.map(|(_, u)| self.book.label(*u).to_owned()).collect::<Vec<_>>())
                });
                let notes = self.scenario.markers.iter().filter(|m| m.0 == turn).map(
                    |(_, side, artillery, aviation)| {
                        format!("{side}: artillery {artillery:+}, aviation {aviation:+}")
                    },
                );
                TurnSheet {
                    turn,
                    date: self.book.tables.dates.get(usize::from(turn) - 1).cloned().unwrap_or_default(),
                    notes: notes.collect(),
                    due: due.into_iter().filter(|(_, units)| !units.is_empty()).collect(),
                }
            })
            .collect()
    }
}

fn piece(info: &UnitInfo, text: &UnitText) -> PieceSheet {
    let branch = match info.kind {
        Kind::Infantry => "infantry",
        Kind::Cavalry => "cavalry",
        Kind::Tank(_) => "armour",
        Kind::Garrison => "garrison",
    };
    let formation = match (&text.division, &text.stripe, &text.corps) {
        (Some(d), Some(s), _) => format!("{d} ({s})"),
        (Some(d), None, _) => d.clone(),
        (None, _, Some(c)) => format!("{c} Corps"),
        _ => String::new(),
    };
    let source = match &text.note {
        Some(note) => format!("{}; {note}", text.source),
        None => text.source.clone(),
    };
    PieceSheet {
        id: text.label.clone(),
        name: text.name.clone(),
        side: Some(info.side),
        branch: branch.to_owned(),
        size: text.size.clone(),
        formation,
        front: factors(info, 0),
        back: info.two_steps.then(|| factors(info, 1)),
        steps: if info.two_steps { 2 } else { 1 },
        marks: info.elite.then(|| "elite".to_owned()).into_iter().collect(),
        look: PieceLook::default(),
        source,
    }
}
