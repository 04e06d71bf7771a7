//! What is printed.

use crate::book::Book;
use crate::book::counters::{Arrival, Counter};
use crate::ids::{Kind, QUARTERS, Weather};
use frente_engine::look::PieceLook;
use frente_engine::sheet::{HexSheet, MapSheet, PieceSheet, Sheet, TableSheet, TurnSheet};
use frente_engine::{Lexicon, Message, Side};

/// Zones of the map worth drawing.
const ZONES: &[&str] = &[
    "nationalist-side",
    "entry-highway",
    "entry-other-road",
    "entry-train",
    "entry-north",
    "supply-republican",
    "supply-nationalist",
    "exit-highway",
    "highway-torija-exit",
];

/// Layers over the map; `*` stands for a piece.
const OVERLAYS: &[&str] = &["zones", "supply", "command", "control", "duty", "entry", "sight *"];
/// Marks on pieces.
const TAGS: &[&str] =
    &["unsupplied", "uncommanded", "moved", "fought", "attacked", "must-attack", "motorised"];
/// The mark of a piece with so many hits; the first is for none, the last for that many and more.
pub(super) const HITS: [&str; 10] =
    ["", "hits-1", "hits-2", "hits-3", "hits-4", "hits-5", "hits-6", "hits-7", "hits-8", "hits-9"];

pub(super) fn sheet(book: &Book, words: &Lexicon) -> Sheet {
    let list = |keys: &[&str], prefix: &str| -> Vec<(String, String)> {
        keys.iter().map(|k| ((*k).to_owned(), say(words, &format!("{prefix}-{k}")))).collect()
    };
    let hits = HITS.iter().enumerate().skip(1);
    let hits =
        hits.map(|(n, tag)| ((*tag).to_owned(), words.say(&Message::new("tag-hits").with("count", n))));
    Sheet {
        map: MapSheet::Hexes(HexSheet::new(&book.map_file, ZONES)),
        pieces: book.counters.iter().map(piece).collect(),
        tables: tables(book, words),
        turns: turns(book),
        overlays: list(OVERLAYS, "overlay"),
        tags: list(TAGS, "tag").into_iter().chain(hits).collect(),
    }
}

/// Words for a key that is made up of parts known here only.
fn say(words: &Lexicon, id: &str) -> String {
    let id = id.trim_end_matches(" *");
    KEYS.iter().find(|k| **k == id).map_or_else(|| id.to_owned(), |k| words.say(&Message::new(k)))
}

const KEYS: &[&str] = &[
    "overlay-zones",
    "overlay-supply",
    "overlay-command",
    "overlay-control",
    "overlay-duty",
    "overlay-entry",
    "overlay-sight",
    "tag-unsupplied",
    "tag-uncommanded",
    "tag-moved",
    "tag-fought",
    "tag-attacked",
    "tag-must-attack",
    "tag-motorised",
    "table-crt",
    "table-terrain",
    "table-weather",
];

/// The factors as printed: `7-6`, `1(5)6`, `(10)` for a leader; with hits, what is left of them.
pub(super) fn factors(c: &Counter, strength: u8) -> String {
    let movement = if c.kind == Kind::Train { "∞".to_owned() } else { (c.movement / QUARTERS).to_string() };
    match c.kind {
        Kind::Leader => format!("({movement})"),
        Kind::Artillery | Kind::Train => format!("{strength}({}){movement}", c.range),
        _ => format!("{strength}-{movement}"),
    }
}

fn piece(c: &Counter) -> PieceSheet {
    let mut marks = Vec::new();
    if c.motorised && c.kind != Kind::Leader {
        marks.push("motorised".to_owned());
    }
    marks.extend(c.nation.clone());
    PieceSheet {
        id: c.label.clone(),
        name: if c.identity.is_empty() { c.name.clone() } else { format!("{} ({})", c.name, c.identity) },
        side: Some(c.side),
        branch: c.kind.key().to_owned(),
        size: c.size.clone(),
        formation: c.formation.clone(),
        front: factors(c, c.strength),
        back: None,
        steps: c.strength.max(1),
        marks,
        look: PieceLook::default(),
        source: c.source.clone(),
    }
}

fn tables(book: &Book, words: &Lexicon) -> Vec<TableSheet> {
    let crt = &book.tables.crt;
    let head = |first: &str, rest: &[String]| {
        std::iter::once(first.to_owned()).chain(rest.iter().cloned()).collect()
    };
    let results = TableSheet {
        key: "crt".to_owned(),
        title: say(words, "table-crt"),
        columns: head("", &crt.columns),
        rows: (0..crt.cells.len())
            .map(|die| {
                let cells: Vec<String> = crt.cells[die].iter().map(|c| c.printed()).collect();
                head(&(die + 1).to_string(), &cells)
            })
            .collect(),
        notes: Vec::new(),
        source: crt.source.clone(),
    };
    let terrain = TableSheet {
        key: "terrain".to_owned(),
        title: say(words, "table-terrain"),
        columns: ["", "clear", "rain", "mud", "mud (motorised)", "defence"].map(str::to_owned).to_vec(),
        rows: book
            .tables
            .terrain
            .iter()
            .map(|(name, r)| {
                let cells = [r.clear, r.rain, r.mud, r.motorised, r.defence].map(|n| n.to_string());
                head(name, &cells)
            })
            .chain([("river", book.tables.water.river), ("stream", book.tables.water.stream)].map(
                |(name, r)| {
                    let cost = [r.clear, r.rain, r.mud, r.mud].map(|n| format!("+{n}"));
                    let mut cells = cost.to_vec();
                    cells.push(format!("{} / {}", r.all, r.some));
                    head(name, &cells)
                },
            ))
            .collect(),
        notes: Vec::new(),
        source: book.tables.terrain_source.clone(),
    };
    let w = &book.tables.weather;
    let weather = TableSheet {
        key: "weather".to_owned(),
        title: say(words, "table-weather"),
        columns: ["", "1", "2", "3", "4", "5", "6"].map(str::to_owned).to_vec(),
        rows: [("first day", w.first), ("clear", w.clear), ("rain", w.rain), ("mud", w.mud)]
            .map(|(name, row)| head(name, &row.map(|x: Weather| x.key().to_owned())))
            .to_vec(),
        notes: Vec::new(),
        source: w.source.clone(),
    };
    vec![results, terrain, weather]
}

fn turns(book: &Book) -> Vec<TurnSheet> {
    let s = &book.scenario;
    (s.first_day..=s.last_day)
        .map(|day| {
            let due = Side::BOTH.map(|side| {
                let units = book
                    .counters
                    .iter()
                    .filter(|c| c.side == side && matches!(c.arrival, Arrival::Day(d, _) if d == day));
                (side, units.map(|c| c.label.clone()).collect::<Vec<_>>())
            });
            TurnSheet {
                turn: day - s.first_day + 1,
                date: format!("{day} {}", s.month),
                notes: Vec::new(),
                due: due.into_iter().filter(|(_, units)| !units.is_empty()).collect(),
            }
        })
        .collect()
}
