//! Extracts one figure from a result.
//!
//! `summary.solved` follows the fields of a JSON object; `positions.number=96.seconds` follows a list to the element
//! with this field. In a result of text lines `stored_tree#2` is the second number after the words `stored tree` at the
//! beginning of a line, and `*any_order#1` is the first in the line that contains `any order`. Numbers and paths can be
//! combined in calculations, from left to right, and formatted: `all.nodes / 1000000 .1`. A single `.` is the whole
//! result.

use anyhow::{Context, Result, bail};
use serde_json::Value;

/// Returns the figure in the format of the document.
///
/// # Errors
///
/// The result does not contain the figure, or the expression is malformed.
pub fn figure(result: &Value, expression: &str) -> Result<String> {
    let mut words = expression.split_whitespace();
    let first = words.next().context("a mark without a figure")?;
    let plain = find(result, first)?;
    let mut words = words.peekable();
    if words.peek().is_none() {
        return Ok(match plain {
            Value::String(text) => text,
            other => separated(&other.to_string()),
        });
    }
    let mut value = number(&plain, first)?;
    while let Some(word) = words.next() {
        if let Some(format) = formatted(value, word) {
            anyhow::ensure!(words.next().is_none(), "{word} is not at the end");
            return Ok(format);
        }
        let operand = words.next().with_context(|| format!("nothing after {word}"))?;
        let operand = number(&find(result, operand)?, operand)?;
        match word {
            "+" => value += operand,
            "-" => value -= operand,
            "*" => value *= operand,
            "/" => value /= operand,
            _ => bail!("{word} is neither a format nor one of + - * /"),
        }
    }
    Ok(separated(&format!("{value:.0}")))
}

/// Formats a value: `.2` is two decimals; `%` a percentage without its sign; `ceil` rounds up.
fn formatted(value: f64, format: &str) -> Option<String> {
    let text = match format {
        "%" => format!("{:.0}", value * 100.0),
        "ceil" => format!("{:.0}", value.ceil()),
        _ => {
            let decimals = format.strip_prefix('.')?.parse().ok()?;
            format!("{value:.decimals$}")
        }
    };
    Some(separated(&text))
}

/// Inserts commas between the thousands of a number; other text is returned unchanged.
fn separated(text: &str) -> String {
    let digits = text
        .find(|c: char| !c.is_ascii_digit() && c != '-')
        .unwrap_or(text.len());
    let (whole, rest) = text.split_at(digits);
    let mut out = String::new();
    for (i, c) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i).is_multiple_of(3) && !out.ends_with('-') {
            out.push(',');
        }
        out.push(c);
    }
    out + rest
}

fn number(value: &Value, name: &str) -> Result<f64> {
    let parsed = match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.replace(',', "").parse().ok(),
        _ => None,
    };
    parsed.with_context(|| format!("{name} is not a number but {value}"))
}

/// Returns the value at the end of a path; a number evaluates to itself.
pub(super) fn find(result: &Value, path: &str) -> Result<Value> {
    if let Ok(number) = path.parse::<f64>() {
        return Ok(serde_json::json!(number));
    }
    if let Some((line, index)) = path.split_once('#') {
        return in_lines(result, &line.replace('_', " "), index.parse()?);
    }
    let mut here = result;
    if path == "." {
        return Ok(here.clone());
    }
    for step in path.split('.') {
        let next = match (here, step.split_once('=')) {
            (Value::Array(all), Some((field, wanted))) => {
                let is = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned) == wanted;
                all.iter().find(|one| is(&one[field]))
            }
            (Value::Array(all), None) => step.parse::<usize>().ok().and_then(|at| all.get(at)),
            _ => here.get(step),
        };
        here = next.with_context(|| format!("the result has no {path}"))?;
    }
    Ok(here.clone())
}

/// Returns a number of a line, by its position from 1: the line begins with the words, or contains the words after a
/// star. Exactly one line may match.
fn in_lines(result: &Value, words: &str, place: usize) -> Result<Value> {
    let lines = result.as_array().context("not a result of lines")?;
    let number_in = |line: &Value| {
        let line = line.as_str()?.split_whitespace().collect::<Vec<_>>().join(" ");
        let rest = match words.strip_prefix('*') {
            Some(words) => line.contains(words).then_some(line.as_str())?,
            None => line.strip_prefix(words)?,
        };
        let is_whole = words.is_empty() || words.starts_with('*') || !rest.starts_with(|c: char| c.is_alphanumeric());
        let numbers = rest
            .split(|c: char| c.is_whitespace() || "/();:".contains(c))
            .map(|word| word.trim_end_matches(['.', ',', '%']))
            .filter(|word| word.replace(',', "").parse::<f64>().is_ok());
        is_whole.then(|| numbers.into_iter().nth(place.wrapping_sub(1)).map(str::to_owned))?
    };
    let mut numbers = lines.iter().filter_map(number_in);
    let number = numbers
        .next()
        .with_context(|| format!("no line has `{words}` and {place} numbers"))?;
    anyhow::ensure!(
        numbers.next().is_none(),
        "several lines have `{words}` and {place} numbers"
    );
    Ok(Value::String(number))
}
