//! Is every number pinned by a case? Each number of a game's tables and scenario files is changed by one step up and one step down, and the
//! cases are run: a change that no case notices is a number nobody tests.
//!
//! * A whole number becomes one more and one less; so does the numerator of a fraction written as text (`"1/2"`).
//! * A cell of a table of results (`results`, `rows`) becomes the cell before and the cell after it.
//! * A change that the loader refuses counts as noticed.

use super::{Books, Case, Testable};
use crate::game::Game;
use crate::present::Present;
use frente_board::data::{DataError, DataSource, DataText};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// One changed number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutant {
    /// The data file.
    pub file: String,
    /// The line it stands in, from 1.
    pub line: usize,
    /// Where in the file: `combat.column[3].from`.
    pub path: String,
    /// What stands there.
    pub from: String,
    /// What it was changed to.
    pub to: String,
    span: Range<usize>,
}

impl Mutant {
    /// Changes the text of its file. Several changes to one text are made from the last to the first, so that those before keep their
    /// places.
    pub fn change(&self, text: &mut String) {
        text.replace_range(self.span.clone(), &self.to);
    }

    /// Where in the text of its file it stands.
    pub fn place(&self) -> usize {
        self.span.start
    }
}

/// Keys whose values say where a number is from or how it is shown; they do not play.
const WORDS: [&str; 10] =
    ["source", "name", "title", "text", "date", "from_date", "history", "note", "colour", "look"];

/// Keys that hold the cells of a table of results.
const CELLS: [&str; 2] = ["results", "rows"];

/// Does a data file hold numbers of the rules? Maps and counters are data of another sort, and the rest is text.
fn holds_rules(name: &str) -> bool {
    name == "tables.toml" || name.starts_with("scenarios/")
}

/// Every change to every number of a game's tables and scenario files.
///
/// # Errors
/// When a data file cannot be read.
pub fn mutants<G: Game>(source: &DataSource) -> Result<Vec<Mutant>, DataError> {
    mutants_of::<G>(source, holds_rules)
}

/// Every change to every number of those data files of a game that are wanted: counters, too, for who asks what would be if.
///
/// # Errors
/// When a data file cannot be read.
pub fn mutants_of<G: Game>(
    source: &DataSource,
    wanted: impl Fn(&str) -> bool,
) -> Result<Vec<Mutant>, DataError> {
    let mut found = Vec::new();
    for name in G::FILES.names().filter(|n| wanted(n)) {
        let file = G::FILES.read(source, name)?;
        let root = DeTable::parse(&file.text)
            .map_err(|e| file.wrong(e.span().unwrap_or(0..0), e.message().to_owned()))?;
        let mut walk = Walk { name, file: &file, found: &mut found };
        walk.table(root.get_ref(), "");
    }
    Ok(found)
}

struct Walk<'a> {
    name: &'a str,
    file: &'a DataText,
    found: &'a mut Vec<Mutant>,
}

impl Walk<'_> {
    fn table(&mut self, table: &DeTable, path: &str) {
        for (key, value) in table {
            let key = key.get_ref();
            if !WORDS.contains(&key.as_ref()) {
                let path = if path.is_empty() { key.to_string() } else { format!("{path}.{key}") };
                self.value(value, &path, key);
            }
        }
    }

    fn value(&mut self, value: &Spanned<DeValue>, path: &str, key: &str) {
        match value.get_ref() {
            DeValue::Table(table) => self.table(table, path),
            DeValue::Integer(number) if number.radix() == 10 => {
                if let Ok(n) = number.as_str().replace('_', "").parse::<i64>() {
                    for to in [n + 1, n - 1] {
                        self.change(value.span(), path, to.to_string());
                    }
                }
            }
            DeValue::String(text) if self.name == "tables.toml" => {
                for to in stepped_fraction(text) {
                    self.change(value.span(), path, format!("{to:?}"));
                }
            }
            DeValue::Array(items) => {
                let cells = CELLS.contains(&key);
                for (i, item) in items.iter().enumerate() {
                    let path = format!("{path}[{i}]");
                    match item.get_ref() {
                        DeValue::String(cell) if cells => {
                            let beside = [i.checked_sub(1), Some(i + 1)].into_iter().flatten();
                            for other in beside.filter_map(|j| items.get(j)?.get_ref().as_str()) {
                                if other != cell.as_ref() {
                                    self.change(item.span(), &path, format!("{other:?}"));
                                }
                            }
                        }
                        _ => self.value(item, &path, key),
                    }
                }
            }
            _ => {}
        }
    }

    fn change(&mut self, span: Range<usize>, path: &str, to: String) {
        let before = &self.file.text[..span.start];
        self.found.push(Mutant {
            file: self.name.to_owned(),
            line: before.bytes().filter(|b| *b == b'\n').count() + 1,
            path: path.to_owned(),
            from: self.file.text[span.clone()].to_owned(),
            to,
            span,
        });
    }
}

/// `"3/4"` becomes `"4/4"` and `"2/4"`; text that is no number or fraction becomes nothing.
fn stepped_fraction(text: &str) -> Vec<String> {
    let (above, below) = text.split_once('/').map_or((text, None), |(a, b)| (a, Some(b)));
    let (Ok(n), true) = (above.parse::<i64>(), below.is_none_or(|b| b.parse::<u32>().is_ok())) else {
        return Vec::new();
    };
    let written = |n: i64| below.map_or_else(|| n.to_string(), |b| format!("{n}/{b}"));
    vec![written(n + 1), written(n - 1)]
}

/// The changes that no case notices, in the order of [`mutants`]. `each` is called after each change that was tried.
///
/// # Errors
/// When a data file cannot be read, or a case fails without any change.
pub fn survivors<G: Testable + Present>(
    cases: &[Case],
    mutants: &[Mutant],
    threads: usize,
    each: &(dyn Fn() + Sync),
) -> Result<Vec<Mutant>, String> {
    let books = Books::<G>::new(DataSource::Embedded);
    for case in cases {
        super::run(&books, case).map_err(|e| format!("without any change: {e}"))?;
    }
    let (next, left) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                // What noticed the last changes is asked first: numbers of one table are mostly pinned by the same few cases.
                let mut order: Vec<usize> = (0..cases.len()).collect();
                loop {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    let Some(mutant) = mutants.get(n) else { break };
                    match noticed::<G>(mutant, cases, &order) {
                        Some(Noticed::By(place)) => order[..=place].rotate_right(1),
                        Some(Noticed::ByLoader) => {}
                        None => left.lock().map(|mut l| l.push(n)).unwrap_or_default(),
                    }
                    each();
                }
            });
        }
    });
    let mut left = left.into_inner().unwrap_or_default();
    left.sort_unstable();
    Ok(left.into_iter().map(|n| mutants[n].clone()).collect())
}

enum Noticed {
    ByLoader,
    By(usize),
}

fn noticed<G: Testable + Present>(mutant: &Mutant, cases: &[Case], order: &[usize]) -> Option<Noticed> {
    let file = G::FILES.read(&DataSource::Embedded, &mutant.file).ok()?;
    let mut text = file.text;
    mutant.change(&mut text);
    let books = Books::<G>::new(DataSource::Embedded.and_text(&mutant.file, text));
    for (place, case) in order.iter().map(|i| &cases[*i]).enumerate() {
        // Rules that panic over odd data have noticed them, too.
        match catch_unwind(AssertUnwindSafe(|| super::run(&books, case))) {
            Ok(Ok(())) => {}
            Ok(Err(super::Failure::Open { .. })) => return Some(Noticed::ByLoader),
            Ok(Err(_)) | Err(_) => return Some(Noticed::By(place)),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sort_of_number_is_found() {
        let text = "source = \"5.2\"\nroad = \"1/2\"\n[crt]\nfrom = [-1, 0]\nrows = [[\"A\", \"B\", \"B\"]]\n\
                    cell = { die = 3, source = \"4\" }\n";
        let file = DataText { file: "tables.toml".into(), text: text.into() };
        let root = DeTable::parse(text).unwrap_or_else(|e| panic!("{e}"));
        let mut found = Vec::new();
        Walk { name: "tables.toml", file: &file, found: &mut found }.table(root.get_ref(), "");
        let mut said: Vec<_> =
            found.iter().map(|m| format!("{}:{} {}->{}", m.line, m.path, m.from, m.to)).collect();
        said.sort();
        assert_eq!(
            said,
            [
                "2:road \"1/2\"->\"0/2\"",
                "2:road \"1/2\"->\"2/2\"",
                "4:crt.from[0] -1->-2",
                "4:crt.from[0] -1->0",
                "4:crt.from[1] 0->-1",
                "4:crt.from[1] 0->1",
                "5:crt.rows[0][0] \"A\"->\"B\"",
                "5:crt.rows[0][1] \"B\"->\"A\"",
                "6:crt.cell.die 3->2",
                "6:crt.cell.die 3->4",
            ]
        );
    }
}
