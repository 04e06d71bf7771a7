//! `games.parquet` and `turns.parquet`: the same figures as tables, for whoever wants to ask more.

use super::record::{GameRecord, SideTurn};
use super::study::StudyError;
use super::summary::titles;
use frente_engine::Side;
use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, Int64Type};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;
use std::fs::File;
use std::path::Path;
use std::sync::Arc;

/// A column of a table.
struct Column {
    name: String,
    values: Values,
}

enum Values {
    /// Whole numbers; some may be missing.
    Numbers(Vec<Option<i64>>),
    Words(Vec<String>),
}

fn numbers(name: impl Into<String>, values: impl Iterator<Item = i64>) -> Column {
    Column { name: name.into(), values: Values::Numbers(values.map(Some).collect()) }
}

fn words(name: &str, values: impl Iterator<Item = String>) -> Column {
    Column { name: name.to_owned(), values: Values::Words(values.collect()) }
}

/// A row a game.
///
/// # Errors
/// When the file cannot be written.
pub fn write_games(path: &Path, games: &[GameRecord]) -> Result<(), StudyError> {
    let of = |read: fn(&GameRecord) -> u64| games.iter().map(move |g| read(g) as i64);
    let mut columns = vec![
        numbers("game", of(|g| g.number)),
        numbers("seed", of(|g| g.seed)),
        words("winner", games.iter().map(|g| g.winner.map_or("draw", Side::key).to_owned())),
        words("reason", games.iter().map(|g| g.reason.clone())),
        words("rule", games.iter().map(|g| g.rule.clone())),
        words("ending", games.iter().map(|g| g.ending.clone())),
        numbers("turn", of(|g| g.last_turn().into())),
        numbers("decisions", of(|g| g.decisions)),
        numbers("throws", of(|g| g.throws)),
        numbers("margin", games.iter().map(|g| g.margin)),
        numbers("luck", games.iter().map(GameRecord::luck)),
    ];
    for side in Side::BOTH {
        columns.push(numbers(format!("{side}_losses"), games.iter().map(|g| g.losses(side).into())));
        columns.push(numbers(format!("{side}_attacks"), games.iter().map(|g| g.attacks(side).into())));
        let last = games.iter().map(|g| g.turns.last().map(|t| &t.sides[side])).collect::<Vec<_>>();
        columns.extend(figures(side, &titles(games).into_iter().collect::<Vec<_>>(), &last));
    }
    write(path, "game", columns)
}

/// A row a turn of a game.
///
/// # Errors
/// When the file cannot be written.
pub fn write_turns(path: &Path, games: &[GameRecord]) -> Result<(), StudyError> {
    let turns: Vec<_> = games.iter().flat_map(|g| g.turns.iter().map(move |t| (g, t))).collect();
    let mut columns = vec![
        numbers("game", turns.iter().map(|(g, _)| g.number as i64)),
        numbers("seed", turns.iter().map(|(g, _)| g.seed as i64)),
        numbers("turn", turns.iter().map(|(_, t)| t.turn.into())),
        numbers("luck", turns.iter().map(|(_, t)| t.luck)),
        numbers("judged", turns.iter().map(|(_, t)| t.judged)),
    ];
    for side in Side::BOTH {
        let of = |read: fn(&SideTurn) -> u32| turns.iter().map(move |(_, t)| read(&t.sides[side]).into());
        columns.push(numbers(format!("{side}_losses"), of(|s| s.losses)));
        columns.push(numbers(format!("{side}_attacks"), of(|s| s.attacks)));
        columns.push(numbers(format!("{side}_pieces"), of(|s| s.pieces)));
        columns.push(numbers(format!("{side}_steps"), of(|s| s.steps)));
        columns.push(numbers(format!("{side}_held"), of(|s| s.held)));
        let sides: Vec<_> = turns.iter().map(|(_, t)| Some(&t.sides[side])).collect();
        columns.extend(figures(side, &titles(games).into_iter().collect::<Vec<_>>(), &sides));
    }
    write(path, "turn", columns)
}

/// The figures on a side's card, a column for each title.
fn figures(side: Side, titles: &[&str], rows: &[Option<&SideTurn>]) -> Vec<Column> {
    let column = |title: &&str| Column {
        name: format!("{side}_card_{}", slug(title)),
        values: Values::Numbers(
            rows.iter().map(|row| row.and_then(|s| s.figures.get(*title).copied())).collect(),
        ),
    };
    titles.iter().map(column).collect()
}

/// A title as the name of a column: `Command points` becomes `command_points`.
fn slug(title: &str) -> String {
    let words = title.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join("_")
}

fn write(path: &Path, row: &str, columns: Vec<Column>) -> Result<(), StudyError> {
    let fields = columns.iter().map(|c| c.field()).collect::<Result<Vec<_>, _>>()?;
    let schema = Arc::new(Type::group_type_builder(row).with_fields(fields).build()?);
    let properties = Arc::new(WriterProperties::builder().set_compression(Compression::SNAPPY).build());
    let file = File::create(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let mut writer = SerializedFileWriter::new(file, schema, properties)?;
    let mut group = writer.next_row_group()?;
    let mut columns = columns.into_iter();
    while let Some(mut into) = group.next_column()? {
        let Some(column) = columns.next() else {
            return Err("more columns in the schema than in the table".into());
        };
        match column.values {
            Values::Numbers(values) => {
                let levels: Vec<i16> = values.iter().map(|v| i16::from(v.is_some())).collect();
                let known: Vec<i64> = values.into_iter().flatten().collect();
                into.typed::<Int64Type>().write_batch(&known, Some(&levels), None)?;
            }
            Values::Words(values) => {
                let bytes: Vec<ByteArray> = values.iter().map(|v| ByteArray::from(v.as_str())).collect();
                into.typed::<ByteArrayType>().write_batch(&bytes, None, None)?;
            }
        }
        into.close()?;
    }
    group.close()?;
    writer.close()?;
    Ok(())
}

impl Column {
    fn field(&self) -> Result<Arc<Type>, parquet::errors::ParquetError> {
        let builder = match self.values {
            Values::Numbers(_) => Type::primitive_type_builder(&self.name, Physical::INT64)
                .with_repetition(Repetition::OPTIONAL),
            Values::Words(_) => Type::primitive_type_builder(&self.name, Physical::BYTE_ARRAY)
                .with_repetition(Repetition::REQUIRED)
                .with_logical_type(Some(LogicalType::String)),
        };
        Ok(Arc::new(builder.build()?))
    }
}
