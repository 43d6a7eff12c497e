//! The results as CSV: one line per position.

use std::io::Write;

use anyhow::Result;
use csv::Writer;

use crate::results::Record;

const HEADING: [&str; 16] = [
    "number",
    "quiz",
    "place",
    "id",
    "fen",
    "best_moves",
    "solved",
    "seconds",
    "table1_seconds",
    "note",
    "depth",
    "value",
    "move",
    "nodes",
    "cycles",
    "variation",
];

/// Writes the heading and the lines. Empty cells stand for what is not there.
pub(super) fn write(records: &[Record], out: &mut impl Write) -> Result<()> {
    let mut writer = Writer::from_writer(out);
    writer.write_record(HEADING)?;
    for record in records {
        let result = &record.result;
        let text = |value: Option<&dyn ToString>| value.map(ToString::to_string).unwrap_or_default();
        fn any<T: ToString>(value: &Option<T>) -> Option<&dyn ToString> {
            value.as_ref().map(|value| value as &dyn ToString)
        }
        let variation = record.reported().map(|iteration| iteration.variation.join(" "));
        writer.write_record([
            result.number.to_string(),
            result.quiz.to_string(),
            result.place.to_string(),
            record.id.as_deref().map(cli::cell).unwrap_or_default(),
            record.fen.clone(),
            record.best_moves.clone(),
            result.solved.to_string(),
            text(any(&result.seconds)),
            text(any(&result.table1_seconds)),
            text(any(&record.note)),
            text(any(&result.depth)),
            text(any(&result.value)),
            text(any(&result.best)),
            result.nodes.to_string(),
            result.cycles.to_string(),
            text(any(&variation)),
        ])?;
    }
    writer.flush()?;
    Ok(())
}
