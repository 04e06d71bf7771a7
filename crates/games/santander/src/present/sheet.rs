//! What is printed: map, counters, charts.

use super::{bombed_text, nerve_text, result_text};
use crate::game::Santander;
use crate::ids::Unit;
use crate::pieces::Kind;
use frente_engine::look::PieceLook;
use frente_engine::sheet::{HexSheet, MapSheet, PieceSheet, Sheet, TableSheet, TurnSheet};
use frente_engine::{Message, Present, Side};

/// Zones of the map file worth drawing.
const ZONES: &[&str] = &["republican-supply", "nationalist-supply", "factory"];

impl Santander {
    pub(crate) fn print_sheet(&self) -> Sheet {
        Sheet {
            map: MapSheet::Hexes(HexSheet::new(&self.book.mapfile, ZONES)),
            pieces: self.book.units().map(|u| self.piece_sheet(u)).chain(self.air_sheets()).collect(),
            tables: vec![
                self.crt_sheet(),
                self.bombardment_sheet(),
                self.morale_sheet(),
                self.terrain_sheet(),
            ],
            turns: self.turn_sheets(),
            // `*` stands for a piece.
            overlays: [
                ("zones", "Zones of control"),
                ("supply", "Supply"),
                ("control", "Control"),
                ("range *", "Range of HQs"),
            ]
            .map(|(k, v)| (k.to_owned(), v.to_owned()))
            .to_vec(),
            tags: self.tag_words(),
        }
    }

    fn tag_words(&self) -> Vec<(String, String)> {
        let words = self.lexicon("en");
        let say = |(key, id): (&str, &'static str)| (key.to_owned(), words.say(&Message::new(id)));
        [
            ("dsg", "tag-dsg"),
            ("dsg-1", "tag-dsg-1"),
            ("dsg-2", "tag-dsg-2"),
            ("unsupplied", "tag-unsupplied"),
            ("moving-side", "tag-moving-side"),
            ("used", "tag-used"),
            ("fought", "tag-fought"),
            ("moved", "tag-moved"),
        ]
        .map(say)
        .to_vec()
    }

    fn piece_sheet(&self, unit: Unit) -> PieceSheet {
        let piece = self.book.piece(unit);
        let print = |v: crate::pieces::Values| match piece.kind {
            Kind::Hq => format!("({}) {}-{}", piece.bombardment, v.defence, v.movement),
            Kind::Column => format!("({}) {}", piece.bombardment, v.movement),
            _ => format!("{}-{}-{}", v.attack, v.defence, v.movement),
        };
        let size = match piece.size.as_str() {
            "corps" => "XXX",
            "division" => "XX",
            "brigade" => "X",
            "half-brigade" | "regiment" | "bandera group" | "raggruppamento" => "III",
            "battalion" => "II",
            "company" => "I",
            _ => "",
        };
        let origin = piece.origin.map_or("", crate::pieces::Origin::key);
        let mut marks = vec![origin.to_owned(), format!("sp-{}", piece.sp)];
        if piece.motorized {
            marks.push("motorised".to_owned());
        }
        PieceSheet {
            id: piece.label.clone(),
            name: format!("{} {} ({origin})", piece.label, piece.size),
            side: Some(unit.side()),
            branch: match piece.kind {
                Kind::Column => "train",
                kind => kind.key(),
            }
            .to_owned(),
            size: size.to_owned(),
            formation: piece
                .division
                .map_or_else(|| origin.to_owned(), |d| self.book.divisions[d as usize].clone()),
            front: print(piece.front),
            back: piece.back.map(print),
            steps: if piece.back.is_some() { 2 } else { 1 },
            marks,
            look: PieceLook::default(),
            source: piece.source.clone(),
        }
    }

    fn air_sheets(&self) -> impl Iterator<Item = PieceSheet> + '_ {
        self.book.air.iter().map(|air| PieceSheet {
            id: air.label.clone(),
            name: air.label.clone(),
            side: Some(air.side),
            branch: "air".to_owned(),
            formation: air.origin.map_or("", crate::pieces::Origin::key).to_owned(),
            front: format!("({}) × {}", self.book.tables.bombardment.air, air.count),
            steps: 1,
            source: air.source.clone(),
            ..PieceSheet::default()
        })
    }

    fn crt_sheet(&self) -> TableSheet {
        let t = &self.book.tables.combat;
        let heads = t.columns.iter().map(|(a, d)| format!("{a}:{d}"));
        let last = t.first_row + t.rows.len() as i8 - 1;
        let label = |die: i8| match die {
            d if d == t.first_row => format!("≤{d}"),
            d if d == last => format!("≥{d}"),
            d => d.to_string(),
        };
        TableSheet {
            key: "crt".to_owned(),
            title: "Combat Results Table".to_owned(),
            columns: ["die".to_owned()].into_iter().chain(heads).collect(),
            rows: t
                .rows
                .iter()
                .enumerate()
                .map(|(i, row)| {
                    [label(t.first_row + i as i8)]
                        .into_iter()
                        .chain(row.iter().map(|r| result_text(*r)))
                        .collect()
                })
                .collect(),
            notes: vec!["Attacker's steps / defender's steps; B: breakthrough.".to_owned()],
            source: "reconstructed".to_owned(),
        }
    }

    fn bombardment_sheet(&self) -> TableSheet {
        let t = &self.book.tables.bombardment;
        let width = t.rows[0].len();
        let heads = (1..=width).map(|n| if n == width { format!("{n}+") } else { n.to_string() });
        TableSheet {
            key: "bombardment".to_owned(),
            title: "Bombardment Table".to_owned(),
            columns: ["die".to_owned()].into_iter().chain(heads).collect(),
            rows: t
                .rows
                .iter()
                .enumerate()
                .map(|(i, row)| {
                    let die = t.first_row + i as i8;
                    let label = if i == 0 { format!("≤{die}") } else { die.to_string() };
                    [label].into_iter().chain(row.iter().map(|r| bombed_text(*r).to_owned())).collect()
                })
                .collect(),
            notes: vec!["Columns: net bombardment points. DSG+1: one step as well.".to_owned()],
            source: "reconstructed".to_owned(),
        }
    }

    fn morale_sheet(&self) -> TableSheet {
        let t = &self.book.tables.morale;
        TableSheet {
            key: "morale".to_owned(),
            title: "Republican Morale".to_owned(),
            columns: vec!["total from".to_owned(), "result".to_owned()],
            rows: t
                .rows
                .iter()
                .map(|(from, nerve)| {
                    let from = if *from == i8::MIN { "less".to_owned() } else { from.to_string() };
                    vec![from, nerve_text(*nerve).to_owned()]
                })
                .collect(),
            notes: vec![format!("Die + track; Basque {}, Asturian {}.", t.origin[1], t.origin[2])],
            source: "reconstructed".to_owned(),
        }
    }

    fn terrain_sheet(&self) -> TableSheet {
        let points = |half: u8| format!("{}{}", half / 2, if half % 2 == 1 { "½" } else { "" });
        let mut rows = Vec::new();
        for (i, name) in self.book.map.terrains().iter().enumerate() {
            let Some(hex) = self.book.map.hexes().find(|h| self.book.map.terrain(*h) == i) else { continue };
            let t = self.book.terrain(hex);
            if t.cost > 0 {
                let rain = if t.rain > 0 { format!(" (+{} in rain)", points(t.rain)) } else { String::new() };
                rows.push(vec![
                    name.clone(),
                    format!("{}{rain}", points(t.cost)),
                    format!("×{}/{}", t.times, t.over),
                    t.limit.to_string(),
                ]);
            }
        }
        let tables = &self.book.tables;
        let road = format!("{} / {}", points(tables.road_motorized), points(tables.road_foot));
        rows.push(vec!["road (motorized / foot)".to_owned(), road, "–".to_owned(), "–".to_owned()]);
        rows.push(vec![
            "river side".to_owned(),
            format!("+{}", points(tables.river)),
            "–".to_owned(),
            "–".to_owned(),
        ]);
        TableSheet {
            key: "terrain".to_owned(),
            title: "Terrain Effects".to_owned(),
            columns: ["terrain", "MP", "defence", "SP"].map(str::to_owned).to_vec(),
            rows,
            notes: Vec::new(),
            source: "reconstructed".to_owned(),
        }
    }

    fn turn_sheets(&self) -> Vec<TurnSheet> {
        let scenario = &self.book.scenario;
        (1..=scenario.turns)
            .map(|turn| TurnSheet {
                turn,
                date: self.date(turn).to_owned(),
                notes: Vec::new(),
                due: if scenario.column_turns.contains(&turn) {
                    vec![(Side::Nationalist, vec!["SC".to_owned()])]
                } else {
                    Vec::new()
                },
            })
            .collect()
    }
}
