//! Marks of a document: the output of a program is between `<!-- output: COMMAND -->` and `<!-- /output -->`, its input
//! between corresponding `input` marks, and one figure is between `<!--= NAME FIGURE -->` and `<!--/-->`.

use std::ops::Range;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use super::figure::{figure, find};
use super::programs::PROGRAMS;

/// A mark in a text.
pub struct Mark<'a> {
    /// Kind of the mark.
    pub kind: Kind,
    /// The text after the kind: a command or a name, and a part of its result.
    pub asks: &'a str,
    /// Number of its line, from 1.
    pub line: usize,
    /// The text between the mark and its end.
    pub holds: &'a str,
}

/// The kinds of marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A block: the output of a command.
    Output,
    /// A block: the input of a command.
    Input,
    /// One figure in the text.
    Figure,
}

impl Kind {
    fn of(comment: &str) -> Option<(Self, &str)> {
        let starts = [("output:", Self::Output), ("input:", Self::Input), ("=", Self::Figure)];
        let mut kinds = starts.into_iter();
        kinds.find_map(|(start, kind)| Some((kind, comment.strip_prefix(start)?)))
    }

    fn end(self) -> &'static str {
        match self {
            Self::Output => "<!-- /output -->",
            Self::Input => "<!-- /input -->",
            Self::Figure => "<!--/-->",
        }
    }
}

/// The commands and results named by marks.
pub trait Source {
    /// Returns the result of a command, or of an entry of `docs/results/`; `None` if the command would have to be run
    /// but must not be.
    ///
    /// # Errors
    ///
    /// No entry has the name, or the command fails.
    fn result(&mut self, name: &str) -> Result<Option<Value>>;

    /// Returns the input of the command of an entry.
    ///
    /// # Errors
    ///
    /// No entry has the name, or the entry has no input.
    fn input(&mut self, name: &str) -> Result<String>;
}

/// Returns the text with everything between its marks filled in from the source, and the marks.
///
/// # Errors
///
/// A mark has no end, or the source does not contain what the mark requests.
pub fn filled<'a>(text: &'a str, source: &mut impl Source) -> Result<(String, Vec<Mark<'a>>)> {
    let (mut out, mut marks) = (String::new(), Vec::new());
    let mut rest = text;
    while let Some(start) = rest.find("<!--") {
        let length = rest[start..].find("-->").map(|end| start + end + 3);
        let length = length.context("a comment has no end")?;
        let comment = rest[start + 4..length - 3].trim();
        out += &rest[..length];
        rest = &rest[length..];
        let Some((kind, asks)) = Kind::of(comment) else {
            continue;
        };
        let line = 1 + text[..text.len() - rest.len()].matches('\n').count();
        let about = || format!("line {line}, `{comment}`");
        let end = rest
            .find(kind.end())
            .with_context(|| format!("{}: no {}", about(), kind.end()))?;
        let holds = &rest[..end];
        let wanted = wanted(kind, asks.trim(), source).with_context(about)?;
        out += wanted.as_deref().unwrap_or(holds);
        rest = &rest[end..];
        marks.push(Mark { kind, asks: asks.trim(), line, holds });
    }
    Ok((out + rest, marks))
}

/// Adds the marks of a table to a text: each line of the table contains words of the text with `{}` instead of a figure
/// and, for each figure, a tab and the request of its mark. The text may contain a line break between the words.
///
/// # Errors
///
/// The text does not contain the words exactly once.
pub fn put(text: &str, table: &str) -> Result<String> {
    let mut out = text.to_owned();
    for line in table.lines() {
        let (words, asks) = line
            .split_once('\t')
            .with_context(|| format!("`{line}` asks for nothing"))?;
        let flat = out.replace('\n', " ");
        let pieces: Vec<&str> = words.split("{}").collect();
        let starts = flat.match_indices(pieces[0]).map(|(at, _)| at + pieces[0].len());
        let places: Vec<_> = starts.filter_map(|at| figures(&flat, at, &pieces[1..])).collect();
        let [place] = &places[..] else {
            bail!("`{words}` is there {} times, not once", places.len())
        };
        let asks: Vec<&str> = asks.split('\t').collect();
        for (figure, asks) in place.iter().zip(asks).rev() {
            out.insert_str(figure.end, "<!--/-->");
            out.insert_str(figure.start, &format!("<!--= {asks} -->"));
        }
    }
    Ok(out)
}

/// Returns the ranges of figures, the first one at `at`, each of them followed by a piece of text; `None` if the text
/// does not match.
fn figures(text: &str, mut at: usize, pieces: &[&str]) -> Option<Vec<Range<usize>>> {
    let is_part = |c: char| c.is_ascii_digit() || ",.-".contains(c);
    let mut found = Vec::new();
    for piece in pieces {
        let figure = text[at..]
            .split(|c: char| !is_part(c))
            .next()?
            .trim_end_matches([',', '.']);
        let end = at + figure.len();
        if figure.is_empty() || !text[end..].starts_with(piece) {
            return None;
        }
        found.push(at..end);
        at = end + piece.len();
    }
    Some(found)
}

/// Returns a text without its figure marks.
#[must_use]
pub fn removed(text: &str) -> String {
    let mut parts = text.split("<!--= ");
    let first = parts.next().unwrap_or_default().to_owned();
    let rest = parts.map(|part| part.split_once(" -->").map_or(part, |(_, rest)| rest));
    (first + &rest.collect::<String>()).replace("<!--/-->", "")
}

fn wanted(kind: Kind, asks: &str, source: &mut impl Source) -> Result<Option<String>> {
    let is_command = PROGRAMS.iter().any(|program| asks.split(' ').next() == Some(program));
    let (name, of_it) = match asks.split_once(char::is_whitespace) {
        Some((name, of_it)) if !is_command => (name, of_it.trim()),
        _ => (asks, ""),
    };
    if kind == Kind::Input {
        return Ok(Some(block(source.input(name)?.lines())));
    }
    let Some(result) = source.result(name)? else {
        return Ok(None);
    };
    if kind == Kind::Figure {
        return Ok(Some(figure(&result, of_it)?));
    }
    let lines = if of_it.is_empty() {
        result
    } else {
        find(&result, of_it)?
    };
    let Value::Array(lines) = lines else { bail!("not a result of lines") };
    let lines: Option<Vec<&str>> = lines.iter().map(Value::as_str).collect();
    Ok(Some(block(lines.context("not a result of lines")?.into_iter())))
}

/// Formats lines as a block of Markdown: a table is not changed, other text is indented.
fn block<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let lines: Vec<&str> = lines.collect();
    let lines = lines.iter().map(|line| match line.trim_end() {
        "" => "\n".to_owned(),
        row if row.starts_with('|') => format!("{row}\n"),
        line => format!("    {line}\n"),
    });
    format!(
        "\n\n{}\n",
        lines.collect::<String>().trim_end_matches('\n').to_owned() + "\n"
    )
}
