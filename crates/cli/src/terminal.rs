//! A match drawn with characters.

use anyhow::Result;
use frente_engine::Side;
use frente_engine::notation::Notation;
use frente_engine::present::{PieceView, View, Weight};
use frente_engine::sheet::{HexSheet, MapSheet, Orientation, Sheet};
use frente_engine::table::{EntryView, State, WaitKind};
use std::collections::BTreeMap;
use std::io::Write;

/// Characters across a hex, with the gap to the next one.
const CELL: f32 = 7.0;

/// Draws the map with what stands on it.
///
/// # Errors
/// When nobody reads.
pub fn board(sheet: &Sheet, view: &View, out: &mut impl Write) -> Result<()> {
    match &sheet.map {
        MapSheet::Hexes(map) => hexes(map, view, out)?,
        MapSheet::Areas(map) => {
            let control: BTreeMap<&str, Side> =
                view.control.iter().map(|c| (c.place.as_str(), c.side)).collect();
            let names =
                map.areas.iter().map(|a| (&a.id, &a.name)).chain(map.boxes.iter().map(|b| (&b.id, &b.name)));
            for (id, name) in names {
                let side = control.get(id.as_str()).map_or(' ', |s| letter(Some(*s)));
                writeln!(out, "{id:>4} {side} {name}")?;
                for piece in on(view, id) {
                    writeln!(out, "         {}", piece.name)?;
                }
            }
        }
    }
    Ok(())
}

fn on<'a>(view: &'a View, place: &str) -> impl Iterator<Item = &'a PieceView> {
    view.pieces.iter().filter(move |p| p.place.as_deref() == Some(place))
}

fn letter(side: Option<Side>) -> char {
    match side {
        Some(Side::Republican) => 'R',
        Some(Side::Nationalist) => 'N',
        None => '?',
    }
}

/// One hex is two lines: terrain and number, then what stands there.
fn hexes(map: &HexSheet, view: &View, out: &mut impl Write) -> Result<()> {
    let (across, down) = if map.orientation == Orientation::Flat {
        (CELL / 1.5, 2.0 / 3f32.sqrt())
    } else {
        (CELL / 3f32.sqrt(), 2.0 / 1.5)
    };
    let left = map.hexes.iter().map(|h| h.x).fold(f32::INFINITY, f32::min);
    let top = map.hexes.iter().map(|h| h.y).fold(f32::INFINITY, f32::min);
    let mut lines: Vec<Vec<char>> = Vec::new();
    let mut write = |x: usize, y: usize, text: &str| {
        if lines.len() <= y {
            lines.resize(y + 1, Vec::new());
        }
        if lines[y].len() < x + CELL as usize {
            lines[y].resize(x + CELL as usize, ' ');
        }
        for (i, c) in text.chars().take(CELL as usize - 1).enumerate() {
            lines[y][x + i] = c;
        }
    };
    for hex in &map.hexes {
        let (x, y) = (((hex.x - left) * across).round() as usize, ((hex.y - top) * down).round() as usize);
        let mark = match hex.terrain.as_str() {
            _ if hex.features.iter().any(|f| f == "town" || f == "city") => '*',
            "rough" | "hill" | "hills" => 'n',
            "mountain" | "mountains" => '^',
            "forest" | "woods" => '♣',
            "sea" => '~',
            _ => '·',
        };
        let here: Vec<&PieceView> = on(view, &hex.id).collect();
        let top = match here.last() {
            None => String::new(),
            Some(p) if here.len() > 1 => format!("{}x{}", letter(p.side), here.len()),
            Some(p) => format!("{}{}", letter(p.side), p.factors),
        };
        write(x, y, &format!("{mark}{}", hex.id));
        write(x, y + 1, &top);
    }
    for line in lines {
        writeln!(out, "{}", line.into_iter().collect::<String>().trim_end())?;
    }
    writeln!(
        out,
        "· clear  n rough  ^ mountain  * town   R Republican  N Nationalist, with factors or number of units"
    )?;
    Ok(())
}

/// Lists everything on the map, place by place, and what is off it.
///
/// # Errors
/// When nobody reads.
pub fn stacks(view: &View, out: &mut impl Write) -> Result<()> {
    let mut places: BTreeMap<(bool, &str), Vec<&PieceView>> = BTreeMap::new();
    for piece in &view.pieces {
        let key = match (&piece.place, &piece.off_map) {
            (Some(place), _) => (false, place.as_str()),
            (None, Some(off)) => (true, off.as_str()),
            (None, None) => continue,
        };
        places.entry(key).or_default().push(piece);
    }
    for ((_, place), pieces) in places {
        for piece in pieces {
            writeln!(out, "{place:>12}  {} {}", letter(piece.side), piece.name)?;
        }
    }
    for marker in &view.markers {
        writeln!(out, "{:>12}  {}", marker.place, marker.text)?;
    }
    Ok(())
}

/// Turn, phase, cards and tracks.
///
/// # Errors
/// When nobody reads.
pub fn banner(state: &State, out: &mut impl Write) -> Result<()> {
    let view = &state.view;
    let phase = view.phases.iter().find(|p| p.current).map_or("", |p| p.title.as_str());
    let active = view.active.map_or(String::new(), |s| format!(", {s}"));
    writeln!(out, "── Turn {} of {} · {} · {phase}{active}", view.turn, view.turns, view.date)?;
    for card in &view.cards {
        let figures: Vec<_> = card.figures.iter().map(|f| format!("{} {}", f.title, f.value)).collect();
        writeln!(out, "   {:12} {}", card.side, figures.join(" · "))?;
    }
    for track in &view.tracks {
        let at = track.at.and_then(|i| track.spaces.get(i)).map_or("", String::as_str);
        writeln!(out, "   {}: {at} {}", track.title, track.note)?;
    }
    if !view.hand.is_empty() {
        let hand: Vec<_> = view.hand.iter().map(|h| format!("{}×{}", h.count, h.title)).collect();
        writeln!(out, "   In hand: {}", hand.join(", "))?;
    }
    if state.waits.kind == WaitKind::Over {
        let rule = state.waits.rule.map_or(String::new(), |r| format!(" [{r}]"));
        writeln!(out, "   {}{rule}", state.waits.text)?;
    }
    Ok(())
}

/// One action and what came of it.
///
/// # Errors
/// When nobody reads.
pub fn entry(entry: &EntryView, out: &mut impl Write) -> Result<()> {
    writeln!(out, "{:>5} {:11} {}", entry.point + 1, entry.by, entry.line)?;
    for event in &entry.events {
        let sign = match event.weight {
            Weight::Turn => "══",
            Weight::Phase => "──",
            Weight::Result => " ⚄",
            Weight::Loss => " ✗",
            Weight::Plain => "  ",
        };
        writeln!(out, "      {sign} {}  [{}]", event.text, event.rule)?;
    }
    Ok(())
}

/// What lines of a game can say, a row each.
///
/// # Errors
/// When nobody reads.
pub fn notation(notation: &Notation, out: &mut impl Write) -> Result<()> {
    let verbs = notation.verbs.iter().map(|verb| (verb.form(), verb.says));
    let rows: Vec<_> =
        verbs.chain(notation.short.iter().map(|short| (short.form.to_owned(), short.says))).collect();
    let width = rows.iter().map(|(form, _)| form.chars().count()).max().unwrap_or_default();
    rows.iter().try_for_each(|(form, says)| Ok(writeln!(out, "  {form:width$}  {says}")?))
}
