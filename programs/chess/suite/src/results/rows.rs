//! Rows for spreadsheets.

use std::fmt;

use anyhow::Result;
use serde::Serialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::Value;

/// Formats rows as CSV, with the fields in order. A missing value is an empty cell; a boolean is `TRUE` or `FALSE`,
/// which R and LibreOffice recognise, unlike `true`. A string that a spreadsheet would treat as a formula is marked as
/// text.
///
/// # Errors
///
/// A row is not a JSON object.
pub fn csv<R: Serialize>(rows: impl IntoIterator<Item = R>) -> Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for (at, row) in rows.into_iter().enumerate() {
        let row = serde_json::to_string(&row)?;
        let cells = serde_json::Deserializer::from_str(&row).deserialize_map(InOrder)?;
        if at == 0 {
            writer.write_record(cells.iter().map(|(name, _)| name))?;
        }
        writer.write_record(cells.iter().map(|(_, value)| match value {
            Value::String(text) if text.parse::<f64>().is_err() => cli::cell(text),
            Value::String(number) => number.clone(),
            Value::Null => String::new(),
            Value::Bool(value) => value.to_string().to_uppercase(),
            value => value.to_string(),
        }))?;
    }
    Ok(String::from_utf8(writer.into_inner()?)?)
}

/// Reads an object as a list of its names and values, in order.
struct InOrder;

impl<'de> Visitor<'de> for InOrder {
    type Value = Vec<(String, Value)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Self::Value, A::Error> {
        std::iter::from_fn(|| object.next_entry().transpose()).collect()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_name_is_no_formula_and_a_number_stays() {
        let rows = [("=1+1", -3.5), ("a, b", 4.0)].map(|(name, value)| json!({ "name": name, "value": value }));
        assert_eq!(csv(rows).expect("flat rows"), "name,value\n'=1+1,-3.5\n\"a, b\",4.0\n");
    }
}
