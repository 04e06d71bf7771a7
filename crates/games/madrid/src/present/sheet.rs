//! What is printed: the map, the counters, the tables, the turn track.

use crate::Side;
use crate::book::Book;
use crate::book::counters::{Entry, Face, Type};
use crate::book::map::Colour;
use crate::book::scenario::SetupKind;
use crate::ids::Unit;
use crate::ids::{AREAS, BOXES};
use frente_board::Area;
use frente_engine::look::{AreaLook, LineLook, PieceLook};
use frente_engine::sheet::{
    AreaCell, AreaSheet, BorderSheet, BoxCell, MapSheet, PieceSheet, PolySheet, Sheet, TableSheet, TurnSheet,
};
use frente_engine::{Lexicon, Message};

/// Factors as printed: `2-7-4`, for artillery `4-3`.
pub fn factors(face: Face) -> String {
    let attack = face.attack.map_or(String::new(), |a| format!("{a}-"));
    format!("{attack}{}-{}", face.defence, face.moves)
}

impl Book {
    /// Everything printed.
    pub fn sheet(&self, words: &Lexicon) -> Sheet {
        let tag = |key: &str, id: &'static str| (key.to_owned(), words.say(&Message::new(id)));
        let overlay = |key: &str, id: &'static str| (key.to_owned(), words.say(&Message::new(id)));
        Sheet {
            map: MapSheet::Areas(self.map_sheet()),
            pieces: Side::BOTH
                .into_iter()
                .flat_map(|side| self.all(side).iter(side))
                .map(|u| self.piece_sheet(u))
                .collect(),
            tables: self.table_sheets(),
            turns: self.turn_sheets(),
            tags: vec![
                tag("spent", "tag-spent"),
                tag("shock", "tag-shock"),
                tag("chosen", "tag-chosen"),
                tag("point", "tag-point"),
                tag("unsupplied", "tag-unsupplied"),
                tag("locked", "tag-locked"),
            ],
            overlays: vec![
                overlay("control", "overlay-control"),
                overlay("supply-republican", "overlay-supply-republican"),
                overlay("supply-nationalist", "overlay-supply-nationalist"),
                overlay("routes", "overlay-routes"),
                overlay("terrain", "overlay-terrain"),
            ],
        }
    }

    fn map_sheet(&self) -> AreaSheet {
        let map = &self.map;
        let label = |a: Area| map.label(a).to_owned();
        let colour = |c: Colour| match c {
            Colour::Black => "black",
            Colour::Blue => "blue",
            Colour::Brown => "brown",
            Colour::Green => "green",
        };
        let area = |i: usize| {
            let info = &map.info[i];
            let kind = match (Area::at(i) == map.madrid, map.urban.has(i)) {
                (true, _) => "city",
                (false, true) => "suburb",
                (false, false) => "normal",
            };
            AreaCell {
                id: label(Area::at(i)),
                name: info.name.clone(),
                kind: kind.to_owned(),
                facts: vec![
                    ("terrain".to_owned(), format!("+{}", map.terrain[i])),
                    ("colour".to_owned(), colour(info.colour).to_owned()),
                ],
                modifier: map.terrain[i],
                look: AreaLook::default(),
                polygon: info.polygon.clone(),
                centre: info.centre,
                places: info.towns.iter().map(|t| (t.name.clone(), t.at)).collect(),
                source: info.source.clone(),
            }
        };
        let outside = |i: usize| {
            let side = Side::BOTH.into_iter().find(|s| map.boxes[s.index()].has(i));
            BoxCell {
                id: label(Area::at(i)),
                name: map.info[i].name.clone(),
                side,
                edge: map.info[i].edge.clone().unwrap_or_default(),
                connects: map.near[i].iter().map(|j| label(Area::at(j))).collect(),
            }
        };
        let poly = |kind: &str, name: &str, points: &[[f32; 2]], source: &str| PolySheet {
            kind: kind.to_owned(),
            look: LineLook::default(),
            name: (!name.is_empty()).then(|| name.to_owned()),
            points: points.to_vec(),
            source: source.to_owned(),
        };
        let mut lines: Vec<PolySheet> =
            map.routes.iter().map(|r| poly("supply-road", &r.name, &r.line, "reconstructed")).collect();
        lines.extend(map.roads.iter().map(|r| poly("road", &r.name, &r.line, "reconstructed")));
        lines.extend(map.streams.iter().map(|r| poly("stream", &r.name, &r.line, "reconstructed")));
        if !self.scenario.free[Side::Republican].is_empty() {
            lines.push(poly("front", "", &map.front.line, "12.2"));
        }
        AreaSheet {
            key: "madrid".to_owned(),
            size: map.drawing.map(f32::from),
            areas: (0..AREAS).map(area).collect(),
            boxes: (AREAS..AREAS + BOXES).map(outside).collect(),
            borders: map
                .borders
                .iter()
                .map(|b| BorderSheet {
                    between: b.between.map(label),
                    kind: b.river.as_ref().map(|_| "river".to_owned()),
                    look: None,
                    name: b.river.clone(),
                    points: b.lines.clone(),
                })
                .collect(),
            lines,
        }
    }

    fn piece_sheet(&self, unit: Unit) -> PieceSheet {
        let counter = self.counter(unit);
        let mut marks = vec![format!("{:?}", counter.faction).to_lowercase()];
        if counter.kind == Type::Shock {
            marks.push("shock".to_owned());
        }
        let branch = match (counter.kind, counter.size.as_str()) {
            (Type::Artillery, _) => "artillery",
            (_, "cavalry") => "cavalry",
            _ => "infantry",
        };
        let size = match counter.size.as_str() {
            "bn" | "tabor" => "II",
            "group" => "II",
            "cavalry" => "III",
            other => other,
        };
        PieceSheet {
            id: counter.label.clone(),
            name: format!("{} ({})", counter.name, counter.formation),
            side: Some(counter.side),
            branch: branch.to_owned(),
            size: size.to_owned(),
            formation: counter.formation.clone(),
            front: factors(counter.faces[0]),
            back: Some(factors(counter.faces[1])),
            steps: 1,
            marks,
            look: PieceLook::default(),
            source: counter.source.clone(),
        }
    }

    fn table_sheets(&self) -> Vec<TableSheet> {
        let t = &self.tables;
        let rows = |rows: &[(&str, String)]| -> Vec<Vec<String>> {
            rows.iter().map(|(k, v)| vec![(*k).to_owned(), v.clone()]).collect()
        };
        let table =
            |key: &str, title: &str, columns: [&str; 2], source: &Option<String>, body: Vec<Vec<String>>| {
                TableSheet {
                    key: key.to_owned(),
                    title: title.to_owned(),
                    columns: columns.map(str::to_owned).to_vec(),
                    rows: body,
                    notes: Vec::new(),
                    source: source.clone().unwrap_or_else(|| "reconstructed".to_owned()),
                }
            };
        let signed = |n: i8| format!("{n:+}");
        let morale: Vec<_> = t.morale.iter().map(|l| vec![l.name.clone(), signed(l.modifier)]).collect();
        let mut tables = vec![
            table("morale", "Republican morale", ["Level", "Modifier"], &Some("3.4".to_owned()), morale),
            table(
                "morale-test",
                "Morale test",
                ["Case", "Modifier or result"],
                &t.test.source,
                rows(&[
                    ("under air attack", signed(t.test.air)),
                    ("fewer Nationalist than Republican units", signed(t.test.outnumbered)),
                    ("urban area", signed(t.test.urban)),
                    ("retreat from", t.test.retreat_from.to_string()),
                    ("elimination from", t.test.eliminate_from.to_string()),
                ]),
            ),
            table(
                "movement",
                "Movement",
                ["Step", "MP"],
                &t.movement.source,
                rows(&[
                    ("any step", t.movement.step.to_string()),
                    ("leaving an enemy area or enemy units", format!("+{}", t.movement.leaving)),
                    ("entering an enemy area or one with enemy units", format!("+{}", t.movement.entering)),
                    ("river from or to an enemy area", format!("+{}", t.movement.river)),
                ]),
            ),
            table(
                "intensity",
                "Intensity Level",
                ["Case", "Value"],
                &t.intensity.source,
                rows(&[
                    ("start", t.intensity.base.to_string()),
                    ("assault", signed(t.intensity.assault)),
                    ("the defender has more units", signed(t.intensity.outnumbered)),
                    ("counter-attack", "+ combat factors".to_owned()),
                    ("only shock units attack, none defends", signed(t.intensity.all_shock)),
                    ("all defenders Spent", signed(t.intensity.all_spent)),
                ]),
            ),
            table(
                "losses",
                "Losses",
                ["Way", "Points"],
                &t.losses.source,
                rows(&[
                    ("Fresh unit turns Spent", t.losses.fresh.flip.to_string()),
                    ("Fresh unit turns Spent and retreats", t.losses.fresh.retreat.to_string()),
                    ("Fresh unit eliminated", t.losses.fresh.eliminate.to_string()),
                    ("Spent unit retreats", t.losses.spent.retreat.to_string()),
                    ("Spent unit eliminated", t.losses.spent.eliminate.to_string()),
                ]),
            ),
            table(
                "bombardment",
                "Bombardment",
                ["Artillery units", "Added to the dice"],
                &t.bombardment.source,
                t.bombardment
                    .bonus
                    .iter()
                    .enumerate()
                    .map(|(i, b)| vec![(i + 1).to_string(), format!("+{b}")])
                    .collect(),
            ),
        ];
        tables.push(TableSheet {
            key: "chits".to_owned(),
            title: "Event chits".to_owned(),
            columns: ["Chit", "Side", "Number", "Played", "From turn"].map(str::to_owned).to_vec(),
            rows: t
                .chits
                .iter()
                .map(|c| {
                    let tag = match (c.tag, c.once) {
                        (crate::book::tables::Tag::Replace, false) => "replaces an impulse",
                        (crate::book::tables::Tag::Replace, true) => "replaces an impulse; once",
                        (crate::book::tables::Tag::Combat, false) => "in combat",
                        (crate::book::tables::Tag::Combat, true) => "in combat; once",
                    };
                    let from = c.from.max(1).to_string();
                    vec![c.name.clone(), c.side.key().to_owned(), c.count.to_string(), tag.to_owned(), from]
                })
                .collect(),
            notes: Vec::new(),
            source: "15".to_owned(),
        });
        tables
    }

    fn turn_sheets(&self) -> Vec<TurnSheet> {
        // 12.2g, 12.2k: units of the first turns of a free set-up are on the map by then.
        let waiting =
            |turn: u8| self.scenario.setup == SetupKind::Counters || turn > self.scenario.on_map_until;
        let due = |turn: u8| -> Vec<(Side, Vec<String>)> {
            let of = |side: Side| {
                let units = self.counters[side].iter();
                let units = units.filter(|c| c.entry == Entry::Turn(turn) && waiting(turn));
                (side, units.map(|c| c.label.clone()).collect::<Vec<_>>())
            };
            Side::BOTH.into_iter().map(of).filter(|(_, units)| !units.is_empty()).collect()
        };
        let first = self.scenario.starts.iter().map(|s| s.0).min().unwrap_or(1);
        self.tables
            .turns
            .iter()
            .filter(|t| (first..=self.scenario.last_turn).contains(&t.number))
            .map(|t| {
                let support: frente_engine::PerSide<u8> = t.support.into();
                let income = format!(
                    "Nationalist {}, Republican {} support points",
                    support[Side::Nationalist],
                    support[Side::Republican]
                );
                TurnSheet {
                    turn: t.number,
                    date: format!("{} – {}", t.from, t.to),
                    notes: vec![income, t.history.clone()],
                    due: due(t.number),
                }
            })
            .collect()
    }
}
