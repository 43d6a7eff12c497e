//! Files of results: JSON lines, written as positions are finished and sorted at the end.

use std::collections::{BTreeMap, VecDeque};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, ensure};
use cli::gate::{self, Shared};
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A line in a file of results.
pub trait Line: Serialize + DeserializeOwned {
    /// The key that identifies the work that the line reports. At the end of a run, lines are sorted by ascending key.
    type Key: Ord + Clone;

    /// Version of the line format, increased with every change. Fields added later have defaults, so that lines without
    /// them can be read; a line without a version has schema 1.
    const SCHEMA: u32;

    /// The oldest version that can be read.
    const OLDEST: u32 = Self::SCHEMA;

    /// Returns the key of the work that the line reports.
    fn key(&self) -> Self::Key;

    /// Names the work in words, such as `position 3`.
    fn name(&self) -> String;

    /// Checks that this line and a previous one may be in the same file.
    ///
    /// # Errors
    ///
    /// The lines belong to different runs; the error names the difference.
    fn same_run(&self, _before: &Self) -> Result<()> {
        Ok(())
    }

    /// Checks the line for contradictions.
    ///
    /// # Errors
    ///
    /// The line contradicts itself.
    fn sound(&self) -> Result<()> {
        Ok(())
    }

    /// Returns the line in its JSON form, which begins with the number of the schema.
    fn versioned(&self) -> Versioned<'_, Self> {
        Versioned { schema: Self::SCHEMA, line: self }
    }

    /// Formats the line, including its line feed.
    ///
    /// # Errors
    ///
    /// The line cannot be written as JSON.
    fn line(&self) -> Result<String> {
        Ok(serde_json::to_string(&self.versioned())? + "\n")
    }

    /// Reads a line of this schema, or of one that is not older than [`Line::OLDEST`], with or without its line feed.
    ///
    /// # Errors
    ///
    /// The line has another schema; it has this schema but is not as [`Line::line`] writes it; or it contradicts itself or
    /// contains control characters.
    fn read(line: &str) -> Result<Self> {
        let Schema { schema } = serde_json::from_str(line).map_err(|_| anyhow!(not_a_line(line)))?;
        ensure!(
            schema <= Self::SCHEMA,
            "the line has schema {schema}, but this version of bcp reads schemas only up to {}: use the newer version \
             of bcp that wrote it",
            Self::SCHEMA
        );
        ensure!(
            schema >= Self::OLDEST,
            "the line has schema {schema}, but this version of bcp reads schemas only from {}: repeat the run",
            Self::OLDEST
        );
        let other = "the line lacks required fields: it was written by another command, or modified";
        let record: Self = serde_json::from_str(line).map_err(|_| anyhow!(other))?;
        // An older version wrote lines in a different form.
        ensure!(
            schema < Self::SCHEMA || record.line()?.trim_end() == line.trim_end(),
            "the line was modified: bcp would have written it differently"
        );
        ensure!(
            !has_commands(&serde_json::to_value(&record)?),
            "the line contains a string with control characters"
        );
        record.sound()?;
        Ok(record)
    }
}

/// Why a file without a line of results is rejected.
const NOT_RESULTS: &str = "not a results file; a run writes one with --out FILE";

/// Explains what a line that is not JSON may be, and how to proceed.
fn not_a_line(line: &str) -> String {
    let first = line.split_whitespace().next().unwrap_or_default();
    if line.starts_with('{') {
        "incomplete line: delete it, and repeat the run with --resume to restore it".to_owned()
    } else if first.matches('/').count() == 7 {
        format!("{NOT_RESULTS}; this is a position: use `bcp table1 --suite FILE --out RESULTS` to produce results")
    } else {
        NOT_RESULTS.to_owned()
    }
}

/// Returns true if a string in the value contains control characters, which could control a terminal.
fn has_commands(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains(char::is_control),
        Value::Array(items) => items.iter().any(has_commands),
        Value::Object(fields) => fields.values().any(has_commands),
        _ => false,
    }
}

/// A line with its schema number.
#[derive(Debug, Serialize)]
pub struct Versioned<'a, L> {
    schema: u32,
    #[serde(flatten)]
    line: &'a L,
}

/// The schema number of a line; the first schema had none.
#[derive(Deserialize)]
struct Schema {
    #[serde(default = "first_schema")]
    schema: u32,
}

const fn first_schema() -> u32 {
    1
}

/// The results in a file: those of a run, or of several of its shards, concatenated in any order.
#[derive(Debug)]
pub struct Lines<L: Line> {
    /// The results by key, each once.
    pub records: BTreeMap<L::Key, L>,
    /// Number of the last line, if it is incomplete.
    pub torn: Option<usize>,
    /// Number of bytes before the incomplete line, if any.
    length: u64,
    /// True if the last complete line lacks its line feed.
    unended: bool,
}

impl<L: Line> Lines<L> {
    /// Reads a file; `-` is standard input.
    ///
    /// # Errors
    ///
    /// The file cannot be read; a line is broken (except that the last may be incomplete); a line belongs to a
    /// different run from a line before it; or two lines have different results for the same key.
    pub fn read(path: &Path) -> Result<Self> {
        Self::parse(&cli::read(path)?).with_context(|| cli::name(path))
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    ///
    /// The same as for [`Lines::read`].
    pub fn parse(bytes: &[u8]) -> Result<Self> {
        let mut lines = Self { records: BTreeMap::new(), torn: None, length: 0, unended: false };
        let mut places = BTreeMap::new();
        for (line, number) in bytes.split_inclusive(|byte| *byte == b'\n').zip(1..) {
            let whole = line.ends_with(b"\n");
            let text = str::from_utf8(line).map_err(|_| anyhow!(NOT_RESULTS));
            let record = match text.and_then(L::read) {
                Ok(record) => record,
                // The run was killed while it wrote this line. A whole value was written by something else.
                Err(_) if !whole && line.starts_with(b"{") && serde_json::from_slice::<IgnoredAny>(line).is_err() => {
                    lines.torn = Some(number);
                    break;
                }
                Err(error) => return Err(error.context(format!("line {number}"))),
            };
            lines.length += line.len() as u64;
            lines.unended = !whole;
            if let Some(before) = lines.records.values().next() {
                record.same_run(before).with_context(|| format!("line {number}"))?;
            }
            let place = *places.entry(record.key()).or_insert(number);
            match lines.records.get(&record.key()) {
                Some(known) => ensure!(
                    known.line()? == record.line()?,
                    "{} has different results on lines {place} and {number}",
                    record.name()
                ),
                None => {
                    lines.records.insert(record.key(), record);
                }
            }
        }
        Ok(lines)
    }

    /// Reports on standard error that a line was dropped.
    pub fn report(&self, path: &Path) {
        if let Some(line) = self.torn {
            cli::warn(format_args!("{}: dropping incomplete line {line}", cli::name(path)));
        }
    }
}

/// The file to which results are written, or standard output.
#[derive(Debug)]
pub struct Writer<L: Line> {
    path: PathBuf,
    /// The file; `None` for standard output.
    file: Option<Shared>,
    /// True if lines are written in order and cannot be changed: to standard output, a pipe or a device.
    streams: bool,
    /// Number of bytes of the complete lines in the file.
    length: u64,
    records: BTreeMap<L::Key, L>,
    /// For a stream: the keys of the lines still to come, in order.
    waiting: VecDeque<L::Key>,
}

impl<L: Line> Writer<L> {
    /// Opens a file for the results of a run. If the run is resumed, the results in the file are kept; `check` fails
    /// for a result that does not belong to this run. The file `-` is standard output, where lines are in order from
    /// the start, as in a pipe or a device.
    ///
    /// # Errors
    ///
    /// The file cannot be read or written; it exists and the run is not resumed; another process is writing it; the
    /// file contains results of another run; or the results went to a stream, which cannot be resumed.
    pub fn open(path: &Path, resume: bool, check: impl Fn(&L) -> Result<()>) -> Result<Self> {
        let mut writer = Self {
            path: path.to_owned(),
            file: None,
            streams: cli::is_standard(path) || path.metadata().is_ok_and(|about| !about.is_file() && !about.is_dir()),
            length: 0,
            records: BTreeMap::new(),
            waiting: VecDeque::new(),
        };
        ensure!(
            !(resume && writer.streams),
            "cannot resume a run whose results go to standard output, a pipe or a device: write them to a file"
        );
        if cli::is_standard(path) {
            return Ok(writer);
        }
        let name = path.display();
        cli::check(path)?;
        let mut file = gate::continued(path, resume).map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => anyhow!("{name} exists: use --resume to continue it"),
            ErrorKind::ResourceBusy => anyhow!("{name} is being written by another process: {error}"),
            _ => anyhow::Error::from(error).context(format!("cannot write {name}")),
        })?;
        if writer.streams {
            writer.file = Some(file);
            return Ok(writer);
        }
        let own = gate::contents(path).with_context(|| format!("cannot read {name}"))?;
        let lines = Lines::parse(&own).with_context(|| name.to_string())?;
        for record in lines.records.values() {
            check(record).with_context(|| format!("cannot resume {name}"))?;
        }
        lines.report(path);
        file.cut(lines.length)?;
        if lines.unended {
            file.write_all(b"\n")?;
        }
        writer.length = lines.length + u64::from(lines.unended);
        writer.file = Some(file);
        writer.records = lines.records;
        Ok(writer)
    }

    /// Sets the order of the lines in a stream, which is independent of the order in which they are finished.
    pub fn expect(&mut self, keys: impl IntoIterator<Item = L::Key>) {
        if self.streams {
            self.waiting = keys.into_iter().collect();
        }
    }

    /// Returns the results in the file.
    pub const fn records(&self) -> &BTreeMap<L::Key, L> {
        &self.records
    }

    /// Adds a result. When this returns, the result is on disk.
    ///
    /// # Errors
    ///
    /// The result cannot be written; the file is then unchanged.
    pub fn append(&mut self, record: L) -> Result<()> {
        if let Some(file) = self.file.as_mut().filter(|_| !self.streams) {
            let line = record.line()?;
            let written = file.write_all(line.as_bytes());
            if let Err(error) = written.and_then(|()| file.sync()) {
                // A partial line on a full disk must not precede the next line.
                file.cut(self.length)?;
                return Err(error).with_context(|| format!("cannot write {}", self.path.display()));
            }
            self.length += line.len() as u64;
        }
        self.records.insert(record.key(), record);
        self.stream()
    }

    /// Writes to a stream the lines whose turn has come.
    fn stream(&mut self) -> Result<()> {
        while let Some(record) = self.waiting.front().and_then(|key| self.records.get(key)) {
            let line = record.line()?;
            match &mut self.file {
                None => cli::print(line)?,
                Some(file) => file
                    .write_all(line.as_bytes())
                    .context(format!("cannot write {}", self.path.display()))?,
            }
            self.waiting.pop_front();
        }
        Ok(())
    }

    /// Sorts the lines by ascending key, and returns the results in that order, including those of `finished` that
    /// could not be added. The second value is the error if the file cannot be rewritten.
    pub fn finish(mut self, finished: Vec<L>) -> (Vec<L>, Result<()>) {
        for record in finished {
            self.records.entry(record.key()).or_insert(record);
        }
        // Omitted lines are no longer expected.
        self.waiting.retain(|key| self.records.contains_key(key));
        let streamed = self.stream();
        let records: Vec<L> = self.records.into_values().collect();
        if self.streams {
            return (records, streamed);
        }
        let text: Result<String> = records.iter().map(Line::line).collect();
        let written = text.and_then(|text| cli::write(&self.path, text.as_bytes()));
        (records, written)
    }
}
