//! Files of results: JSON lines, written as positions finish and put in order at the end.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail, ensure};
use output::write;

use super::provenance::Provenance;
use super::record::Record;
use super::shard::Shard;

/// What a file holds.
#[derive(Debug)]
pub(crate) struct Lines {
    /// By number.
    pub(crate) records: BTreeMap<u32, Record>,
    /// Number of the last line, if it breaks off.
    pub(crate) torn: Option<usize>,
    /// Bytes up to there.
    length: u64,
    /// Whether the last whole line lacks its line feed.
    unended: bool,
}

impl Lines {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// It cannot be read, a line in it is broken (the last may break off), or a position stands in it twice.
    pub(crate) fn read(path: &Path) -> Result<Self> {
        let mut bytes = Vec::new();
        File::open(path)
            .and_then(|mut file| file.read_to_end(&mut bytes))
            .with_context(|| format!("cannot read {}", path.display()))?;
        Self::parse(&bytes).with_context(|| path.display().to_string())
    }

    fn parse(bytes: &[u8]) -> Result<Self> {
        let mut lines = Self {
            records: BTreeMap::new(),
            torn: None,
            length: 0,
            unended: false,
        };
        for (line, number) in bytes.split_inclusive(|byte| *byte == b'\n').zip(1..) {
            let whole = line.ends_with(b"\n");
            let text = str::from_utf8(line).map_err(anyhow::Error::from);
            let record = match text.and_then(Record::read) {
                Ok(record) => record,
                // Killed while it was written.
                Err(_) if !whole => {
                    lines.torn = Some(number);
                    break;
                }
                Err(error) => return Err(error.context(format!("line {number}"))),
            };
            lines.length += line.len() as u64;
            lines.unended = !whole;
            let position = record.result.number;
            ensure!(
                lines.records.insert(position, record).is_none(),
                "line {number}: position {position} stands there twice"
            );
        }
        Ok(lines)
    }

    /// Says on standard error that a line was dropped, if one was.
    pub(crate) fn report_torn(&self, path: &Path) {
        if let Some(line) = self.torn {
            let _ = writeln!(
                std::io::stderr(),
                "bcp: {}: line {line} breaks off and is dropped",
                path.display()
            );
        }
    }
}

/// A file to which results go.
#[derive(Debug)]
pub(crate) struct Writer {
    path: PathBuf,
    file: File,
    /// Bytes of whole lines in the file.
    length: u64,
    records: BTreeMap<u32, Record>,
}

impl Writer {
    /// Opens a file for the results of a run, with those that it holds already if the run is resumed.
    ///
    /// # Errors
    ///
    /// The file is there and the run is not resumed; another process writes it; it holds results of another run.
    pub(crate) fn open(path: &Path, resume: bool, run: &Provenance, shard: Option<Shard>) -> Result<Self> {
        let name = path.display();
        let mut options = OpenOptions::new();
        options.read(true).append(true);
        if resume {
            options.create(true);
        } else {
            options.create_new(true);
        }
        let mut file = options.open(path).map_err(|error| match error.kind() {
            std::io::ErrorKind::AlreadyExists => {
                anyhow!("{name} exists: --resume goes on with it")
            }
            _ => anyhow::Error::from(error).context(format!("cannot write {name}")),
        })?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => bail!("{name} is being written by another process"),
            // A file system without locks is no reason to stop.
            Err(TryLockError::Error(_)) => {}
        }
        let lines = Lines::read(path)?;
        for record in lines.records.values() {
            check(record, run, shard).with_context(|| format!("cannot resume {name}"))?;
        }
        lines.report_torn(path);
        file.set_len(lines.length)?;
        file.seek(SeekFrom::End(0))?;
        if lines.unended {
            file.write_all(b"\n")?;
        }
        Ok(Self {
            path: path.to_owned(),
            length: lines.length + u64::from(lines.unended),
            file,
            records: lines.records,
        })
    }

    /// The results that are in the file.
    pub(crate) const fn records(&self) -> &BTreeMap<u32, Record> {
        &self.records
    }

    /// Adds a result; when this returns it is on the disk.
    pub(crate) fn append(&mut self, record: Record) -> Result<()> {
        let line = record.line()?;
        let written = self.file.write_all(line.as_bytes());
        if let Err(error) = written.and_then(|()| self.file.sync_data()) {
            // Half a line on a full disk must not stand before the next one.
            self.file.set_len(self.length)?;
            return Err(error).with_context(|| format!("cannot write {}", self.path.display()));
        }
        self.length += line.len() as u64;
        self.records.insert(record.result.number, record);
        Ok(())
    }

    /// Puts the lines in order of their positions, and gives the results.
    pub(crate) fn finish(self) -> Result<Vec<Record>> {
        let records: Vec<Record> = self.records.into_values().collect();
        replace(&self.path, &records)?;
        Ok(records)
    }
}

/// Whether a line belongs to a run.
fn check(record: &Record, run: &Provenance, shard: Option<Shard>) -> Result<()> {
    let different = record.run.differences(run);
    ensure!(
        different.is_empty(),
        "it holds results of another run: {}",
        different.join("; ")
    );
    let written = |shard: Option<Shard>| shard.map_or("no".to_owned(), |shard| shard.to_string());
    ensure!(
        record.shard == shard,
        "it holds results of {} shard, this is {} shard",
        written(record.shard),
        written(shard)
    );
    Ok(())
}

/// Writes results in place of a file.
pub(crate) fn replace(path: &Path, records: &[Record]) -> Result<()> {
    let mut text = String::new();
    for record in records {
        text += &record.line()?;
    }
    write(path, text.as_bytes())
}
