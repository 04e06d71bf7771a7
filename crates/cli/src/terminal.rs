//! A match in lines of text: units, status, choices, log, notation.

use crate::chart::letter;
use anyhow::Result;
use frente_engine::notation::Notation;
use frente_engine::present::{Flow, Kind, PieceView, View, Weight};
use frente_engine::table::{ChoiceView, EntryView, State, WaitKind};
use std::collections::BTreeMap;
use std::io::Write;

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
            let id = piece.id.as_deref().unwrap_or("hidden");
            writeln!(out, "{place:>12}  {} {id:12} {}", letter(piece.side), piece.name)?;
        }
    }
    for marker in &view.markers {
        writeln!(out, "{:>12}  {}", marker.place, marker.text)?;
    }
    Ok(())
}

/// Turn, phase, cards and tracks, a line each.
pub fn status(state: &State) -> Vec<String> {
    let view = &state.view;
    let phase = view.phases.iter().find(|p| p.current).map_or("", |p| p.title.as_str());
    let turn =
        if view.turn == 0 { "Set-up".to_owned() } else { format!("Turn {} of {}", view.turn, view.turns) };
    let active = view.active.map(|side| side.to_string());
    let parts = [turn, view.date.clone(), phase.to_owned(), active.unwrap_or_default()];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    let mut lines = vec![format!("── {}", parts.join(" · "))];
    for card in &view.cards {
        let figures: Vec<_> = card.figures.iter().map(|f| format!("{} {}", f.title, f.value)).collect();
        lines.push(format!("   {:12} {}", card.side, figures.join(" · ")));
    }
    for track in &view.tracks {
        let at = track.at.and_then(|i| track.spaces.get(i)).map_or("", String::as_str);
        lines.push(format!("   {}: {at} {}", track.title, track.note).trim_end().to_owned());
    }
    if !view.hand.is_empty() {
        let hand: Vec<_> = view.hand.iter().map(|h| format!("{}×{}", h.count, h.title)).collect();
        lines.push(format!("   In hand: {}", hand.join(", ")));
    }
    if state.waits.kind == WaitKind::Over {
        let rule = state.waits.rule.map_or(String::new(), |r| format!(" [{r}]"));
        lines.push(format!("   {}{rule}", state.waits.text));
    }
    lines
}

/// Lists choices, `most` of them and whatever ends or leaves something, which is never hidden behind the rest.
///
/// # Errors
/// When nobody reads.
pub fn choices(state: &State, most: usize, out: &mut impl Write) -> Result<()> {
    let needed = |c: &ChoiceView| c.flow != Flow::On || c.kind == Kind::Button;
    let shown = |c: &&ChoiceView| c.n < most || needed(c);
    let list: Vec<&ChoiceView> = state.choices.iter().filter(shown).collect();
    for choice in &list {
        writeln!(out, "{:4}. {:60}  {}", choice.n + 1, described(choice, &state.view), choice.line)?;
    }
    if list.len() < state.choices.len() {
        writeln!(out, "      … {} more (type more)", state.choices.len() - list.len())?;
    }
    for shortcut in &state.shortcuts {
        writeln!(out, "   or {:60}  {}", shortcut.text, shortcut.line)?;
    }
    Ok(())
}

/// A choice in words: what it does, where its unit is, what it would have left, what it costs.
fn described(choice: &ChoiceView, view: &View) -> String {
    let mut text = choice.text.clone();
    let piece = choice.piece.as_ref().and_then(|id| view.pieces.iter().find(|p| p.id.as_ref() == Some(id)));
    if choice.kind == Kind::Piece
        && let Some(place) = piece.and_then(|p| p.place.as_ref())
        && !text.contains(place.as_str())
    {
        text.push_str(&format!(" (in {place})"));
    }
    if let Some(left) = &choice.left_text {
        let stop = if choice.stop { ", must stop" } else { "" };
        text.push_str(&format!(" ({left} left{stop})"));
    }
    if let Some(price) = &choice.price {
        text.push_str(&format!(" — {price}"));
    }
    text
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
