//! Files of results: JSON lines, written as positions finish and put in order at the end.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail, ensure};
use output::write;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A line of a file of results.
pub trait Line: Serialize + DeserializeOwned {
    /// What it is the result of: no two lines of a file share it, and lines are in its order in the end.
    type Key: Ord + Clone;

    /// What it is the result of.
    fn key(&self) -> Self::Key;

    /// The same for people: `position 3`.
    fn name(&self) -> String;

    /// Looks for contradictions in it.
    ///
    /// # Errors
    ///
    /// There is one.
    fn sound(&self) -> Result<()> {
        Ok(())
    }

    /// The line, with its line feed.
    ///
    /// # Errors
    ///
    /// It cannot be written as JSON.
    fn line(&self) -> Result<String> {
        Ok(serde_json::to_string(self)? + "\n")
    }

    /// Reads a line, with or without its line feed.
    ///
    /// # Errors
    ///
    /// It is not one that [`Line::line`] writes, or contradicts itself.
    fn read(line: &str) -> Result<Self> {
        let record: Self = serde_json::from_str(line)?;
        ensure!(
            record.line()?.trim_end() == line.trim_end(),
            "the line was not written by this version of bcp, or was changed"
        );
        record.sound()?;
        Ok(record)
    }
}

/// What a file holds.
#[derive(Debug)]
pub struct Lines<L: Line> {
    /// By what they are the results of.
    pub records: BTreeMap<L::Key, L>,
    /// Number of the last line, if it breaks off.
    pub torn: Option<usize>,
    /// Bytes up to there.
    length: u64,
    /// Whether the last whole line lacks its line feed.
    unended: bool,
}

impl<L: Line> Lines<L> {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// It cannot be read, a line in it is broken (the last may break off), or two lines are results of the same.
    pub fn read(path: &Path) -> Result<Self> {
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
            let record = match text.and_then(L::read) {
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
            let name = record.name();
            ensure!(
                lines.records.insert(record.key(), record).is_none(),
                "line {number}: {name} stands there twice"
            );
        }
        Ok(lines)
    }

    /// Says on standard error that a line was dropped, if one was.
    pub fn report_torn(&self, path: &Path) {
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
pub struct Writer<L: Line> {
    path: PathBuf,
    file: File,
    /// Bytes of whole lines in the file.
    length: u64,
    records: BTreeMap<L::Key, L>,
}

impl<L: Line> Writer<L> {
    /// Opens a file for the results of a run, with those that it holds already if the run is resumed. `check` says of
    /// each of them why it is not of this run.
    ///
    /// # Errors
    ///
    /// The file is there and the run is not resumed; another process writes it; it holds results of another run.
    pub fn open(path: &Path, resume: bool, check: impl Fn(&L) -> Result<()>) -> Result<Self> {
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
            check(record).with_context(|| format!("cannot resume {name}"))?;
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
    pub const fn records(&self) -> &BTreeMap<L::Key, L> {
        &self.records
    }

    /// Adds a result; when this returns it is on the disk.
    ///
    /// # Errors
    ///
    /// It cannot be written; the file then holds what it held before.
    pub fn append(&mut self, record: L) -> Result<()> {
        let line = record.line()?;
        let written = self.file.write_all(line.as_bytes());
        if let Err(error) = written.and_then(|()| self.file.sync_data()) {
            // Half a line on a full disk must not stand before the next one.
            self.file.set_len(self.length)?;
            return Err(error).with_context(|| format!("cannot write {}", self.path.display()));
        }
        self.length += line.len() as u64;
        self.records.insert(record.key(), record);
        Ok(())
    }

    /// Puts the lines in order, and gives the results.
    ///
    /// # Errors
    ///
    /// The file cannot be written anew.
    pub fn finish(self) -> Result<Vec<L>> {
        let records: Vec<L> = self.records.into_values().collect();
        replace(&self.path, &records)?;
        Ok(records)
    }
}

/// Writes results in place of a file.
///
/// # Errors
///
/// It cannot be written.
pub fn replace<L: Line>(path: &Path, records: &[L]) -> Result<()> {
    let mut text = String::new();
    for record in records {
        text += &record.line()?;
    }
    write(path, text.as_bytes())
}
