//! What is printed: map, counters, tables, turn track.

use crate::Aragon;
use crate::book::Line;
use crate::book::counters::Kind;
use frente_engine::Side;
use frente_engine::look::PieceLook;
use frente_engine::sheet::{HexSheet, MapSheet, PieceSheet, Sheet, TableSheet, TurnSheet};
use frente_engine::{Lexicon, Message};

impl Aragon {
    pub(crate) fn printed(&self, words: &Lexicon) -> Sheet {
        let said = |id: &'static str| words.say(&Message::new(id));
        let front = format!("front-{}", self.book.scenario.key);
        let zones = [front.as_str(), "north-south-road"];
        let overlays = ["zones", "supply", "control", "front"];
        let names = ["overlay-zones", "overlay-supply", "overlay-control", "overlay-front"];
        Sheet {
            map: MapSheet::Hexes(HexSheet::new(&self.book.ground.file, &zones)),
            pieces: self.pieces(),
            tables: vec![self.combat_table(), self.terrain_table(), self.activation_table()],
            turns: self.turn_track(),
            overlays: overlays.into_iter().map(str::to_owned).zip(names.map(said)).collect(),
            tags: TAGS.iter().map(|(tag, id)| ((*tag).to_owned(), said(id))).collect(),
        }
    }

    fn pieces(&self) -> Vec<PieceSheet> {
        let sheet = |c: &crate::book::Counter| PieceSheet {
            id: c.name.clone(),
            name: c.printed.clone(),
            side: Some(c.side),
            branch: match c.kind {
                Kind::Infantry => "infantry".to_owned(),
                Kind::Cavalry => "cavalry".to_owned(),
            },
            size: c.size.clone(),
            formation: c.name.split_once('/').map_or(String::new(), |(_, f)| f.to_owned()),
            front: format!("{}-{}-{}", c.full.attack, c.full.defence, c.allowance),
            back: c.reduced.map(|f| format!("{}-{}-{}", f.attack, f.defence, c.allowance)),
            steps: if c.reduced.is_some() { 2 } else { 1 },
            marks: Vec::new(),
            look: PieceLook::default(),
            source: c.source.clone(),
        };
        self.book.units.iter().map(sheet).collect()
    }

    fn combat_table(&self) -> TableSheet {
        let tables = &self.book.tables;
        let columns = tables.columns.iter();
        let mut rows: Vec<Vec<String>> = Line::ALL
            .into_iter()
            .map(|line| {
                let shifted = columns.clone().enumerate().map(|(i, c)| {
                    let from = c.from + tables.line_points(line);
                    match tables.columns.get(i + 1) {
                        _ if i == 0 => format!("{from:+} or less"),
                        Some(next) => format!("{from:+}..{:+}", next.from + tables.line_points(line) - 1),
                        None => format!("{from:+} or more"),
                    }
                });
                std::iter::once(line.key().to_owned()).chain(shifted).collect()
            })
            .collect();
        for die in 0..6 {
            let results = columns.clone().map(|c| c.results[die].to_string());
            rows.push(std::iter::once((die + 1).to_string()).chain(results).collect());
        }
        TableSheet {
            key: "crt".to_owned(),
            title: "Combat Results Table".to_owned(),
            columns: std::iter::once("die".to_owned()).chain(columns.map(|c| c.name.clone())).collect(),
            rows,
            notes: vec![
                "Differential by the defender's line, then the die; low rolls favour the attacker."
                    .to_owned(),
            ],
            source: "reconstructed".to_owned(),
        }
    }

    fn terrain_table(&self) -> TableSheet {
        let m = &self.book.tables.movement;
        let own = |source: &Option<String>| source.clone().unwrap_or_else(|| m.source.clone());
        let cost = |c: Option<u8>| c.map_or("prohibited".to_owned(), |c| self.points(c));
        let hexes =
            m.hex.iter().map(|(n, t)| vec![n.clone(), cost(t.cost), t.line.key().to_owned(), own(&t.source)]);
        let sides = m.side.iter().map(|(n, t)| {
            let price = t.cost.map_or("prohibited".to_owned(), |c| format!("+{}", self.points(c)));
            vec![format!("{n} hexside"), price, String::new(), own(&t.source)]
        });
        let links =
            m.link.iter().map(|(n, t)| vec![n.clone(), self.points(t.cost), String::new(), own(&t.source)]);
        TableSheet {
            key: "terrain".to_owned(),
            title: "Terrain".to_owned(),
            columns: ["terrain", "points", "combat line", "source"].map(str::to_owned).to_vec(),
            rows: hexes.chain(sides).chain(links).collect(),
            notes: Vec::new(),
            source: m.source.clone(),
        }
    }

    fn activation_table(&self) -> TableSheet {
        let units = &self.book.tables.activation.units;
        let last = units.len();
        let row = |(i, n): (usize, &u8)| {
            let die = i + 1;
            vec![if die == last { format!("{die} or more") } else { die.to_string() }, n.to_string()]
        };
        TableSheet {
            key: "activation".to_owned(),
            title: "Republican Activation".to_owned(),
            columns: ["modified die", "units that may move"].map(str::to_owned).to_vec(),
            rows: units.iter().enumerate().map(row).collect(),
            notes: Vec::new(),
            source: self.book.tables.activation.source.clone(),
        }
    }

    fn turn_track(&self) -> Vec<TurnSheet> {
        let scenario = &self.book.scenario;
        let due = |turn: u8| {
            Side::BOTH
                .into_iter()
                .map(|side| {
                    let groups = scenario.reinforcements.iter().filter(|r| r.turn == turn);
                    let units = groups.flat_map(|r| &r.units).filter(|u| self.book.side(**u) == side);
                    (side, units.map(|u| self.name(*u).to_owned()).collect::<Vec<_>>())
                })
                .filter(|(_, units)| !units.is_empty())
                .collect()
        };
        let spaces = scenario.track.iter().zip(1u8..);
        spaces
            .map(|(space, turn)| TurnSheet {
                turn,
                date: space.dates.clone(),
                notes: vec![format!(
                    "{}/{}",
                    space.allotment[scenario.first],
                    space.allotment[scenario.first.other()]
                )],
                due: due(turn),
            })
            .collect()
    }
}

/// Marks of pieces and the messages that explain them.
pub(crate) const TAGS: &[(&str, &str)] = &[
    ("unsupplied", "tag-unsupplied"),
    ("fortified", "tag-fortified"),
    ("moved", "tag-moved"),
    ("fought", "tag-fought"),
    ("reduced", "tag-reduced"),
    ("fatigue-6", "tag-fatigue-6"),
    ("fatigue-1", "tag-fatigue-1"),
    ("fatigue-2", "tag-fatigue-2"),
];
