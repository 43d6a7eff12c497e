//! The results as CSV: one line per position.

use std::io::Write;

use anyhow::Result;
use csv::Writer;
use serde_json::Value;

use crate::results::Record;

const HEADING: &str = "number,quiz,place,id,fen,best_moves,solved,seconds,table1_seconds,note,depth,value,move,nodes,\
                       cycles,variation";

/// Writes the heading and the lines. Empty cells stand for what is not there.
pub(super) fn write(records: &[Record], out: &mut impl Write) -> Result<()> {
    let mut writer = Writer::from_writer(out);
    writer.write_record(HEADING.split(','))?;
    for record in records {
        let fields = serde_json::to_value(record)?;
        let variation = record.reported().map(|iteration| iteration.variation.join(" "));
        writer.write_record(HEADING.split(',').map(|name| match (name, &fields[name]) {
            ("variation", _) => variation.clone().unwrap_or_default(),
            ("id", Value::String(id)) => cli::cell(id),
            // A whole number of seconds has no decimals here.
            ("seconds", Value::Number(seconds)) => seconds.as_f64().unwrap_or_default().to_string(),
            (_, Value::String(text)) => text.clone(),
            (_, Value::Null) => String::new(),
            (_, value) => value.to_string(),
        }))?;
    }
    writer.flush()?;
    Ok(())
}
