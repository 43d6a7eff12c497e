//! The results that documents quote: files of `docs/results/`, and outputs of commands.
//!
//! A quick result is computed each time; a slow one is stored, with *witnesses*: short runs of the same programs. As
//! long as these give the stored values, the programs are those that computed the result.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::figure::find;
use super::marks::Source;
use super::programs::{PROGRAMS, words};
use crate::repository;

/// A file of `docs/results/`.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// The subject of the measurement and, if the commands alone do not explain it, the method.
    about: String,
    /// The duration of the commands, if results are stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    takes: Option<String>,
    /// The date of measurement, for results that no command here can repeat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    measured: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    witnesses: Vec<Witness>,
    /// The entries, by the name that marks use.
    entries: BTreeMap<String, Entry>,
}

/// A short run, and its values when the results were measured.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Witness {
    command: String,
    /// The expected values, by their paths in the result, as in a mark.
    values: BTreeMap<String, Value>,
}

/// A command and its result.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    command: String,
    /// The lines of the command's standard input, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    input: Option<Vec<String>>,
    /// Texts of which one must be in a line to keep it; empty to keep all lines.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    keep: Vec<String>,
    /// The title of the table to keep, if the command prints several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    table: Option<String>,
    /// The stored result: a JSON object, or other output as a list of its lines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    result: Option<Value>,
}

/// All files of `docs/results/`, and the programs if they may be run.
pub struct Results {
    files: BTreeMap<String, File>,
    programs: Option<PathBuf>,
    /// The results of commands run so far, by the command and its input.
    made: HashMap<(String, String), Value>,
    used: BTreeSet<String>,
}

impl Results {
    /// Reads the files. If `programs` is `None`, no command is run.
    ///
    /// # Errors
    ///
    /// A file is malformed, or two files contain entries of the same name.
    pub fn load(programs: Option<PathBuf>) -> Result<Self> {
        let mut files: BTreeMap<String, File> = BTreeMap::new();
        for entry in fs::read_dir(repository("docs/results"))? {
            let path = entry?.path();
            // The folder also contains the iterations of Table 1.
            if path.extension().is_none_or(|extension| extension != "json") {
                continue;
            }
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let file: File =
                serde_json::from_str(&fs::read_to_string(&path)?).with_context(|| path.display().to_string())?;
            for entry in file.entries.keys() {
                let other = files.iter().find(|(_, other)| other.entries.contains_key(entry));
                ensure!(other.is_none(), "{name}.json and another file have an entry `{entry}`");
            }
            let stored = file.entries.values().any(|entry| entry.result.is_some());
            ensure!(
                !stored || file.measured.is_some() || !file.witnesses.is_empty(),
                "{name}.json stores results without a witness"
            );
            files.insert(name, file);
        }
        Ok(Self { files, programs, made: HashMap::new(), used: BTreeSet::new() })
    }

    fn entry(&self, name: &str) -> Option<&Entry> {
        self.files.values().find_map(|file| file.entries.get(name))
    }

    /// Returns the entries that no document has named so far.
    #[must_use]
    pub fn unused(&self) -> Vec<&str> {
        let all = self.files.values().flat_map(|file| file.entries.keys());
        all.filter(|name| !self.used.contains(*name))
            .map(String::as_str)
            .collect()
    }

    /// Runs the witnesses, and returns a message for each value that differs from that of the current programs.
    ///
    /// # Errors
    ///
    /// A command fails.
    pub fn stale(&mut self) -> Result<Vec<String>> {
        let mut stale = Vec::new();
        for name in self.files.keys().cloned().collect::<Vec<_>>() {
            let file = &self.files[&name];
            let remedy = match (&file.measured, &file.takes) {
                (Some(measured), _) => format!("measured {measured}; measure again by hand"),
                (None, takes) => format!(
                    "--refresh {name} makes it again, in {}",
                    takes.as_deref().unwrap_or("some time")
                ),
            };
            let witnesses = file
                .witnesses
                .iter()
                .map(|one| (one.command.clone(), one.values.clone()));
            for (command, values) in witnesses.collect::<Vec<_>>() {
                let now = self.made(&command, None)?;
                let differ = values
                    .iter()
                    .filter(|(path, value)| find(&now, path).ok().as_ref() != Some(*value));
                stale.extend(differ.map(|(path, _)| {
                    format!(
                        "docs/results/{name}.json was made by another program: \
                         `{command}` has another {path} now ({remedy})"
                    )
                }));
            }
        }
        Ok(stale)
    }

    /// Runs all commands of a file and stores their results.
    ///
    /// # Errors
    ///
    /// There is no such file, its results do not come only from its commands, or a command fails.
    pub fn refresh(&mut self, name: &str) -> Result<()> {
        let mut file = self
            .files
            .remove(name)
            .with_context(|| format!("no file docs/results/{name}.json"))?;
        if let Some(measured) = &file.measured {
            bail!(
                "docs/results/{name}.json is written by hand: {}; measured {measured}",
                file.about
            );
        }
        for entry in file.entries.values_mut() {
            let result = self.made(&entry.command, entry.input.as_ref())?;
            entry.result = Some(kept(result, &entry.keep, entry.table.as_deref()));
        }
        for witness in &mut file.witnesses {
            let result = self.made(&witness.command, None)?;
            for (path, value) in &mut witness.values {
                *value = find(&result, path)?;
            }
        }
        let text = stored(&serde_json::to_value(&file)?);
        fs::write(repository("docs/results").join(format!("{name}.json")), text)?;
        self.files.insert(name.to_owned(), file);
        Ok(())
    }

    fn made(&mut self, command: &str, input: Option<&Vec<String>>) -> Result<Value> {
        let text = input.map(|lines| lines.join("\n") + "\n").unwrap_or_default();
        let run = (command.to_owned(), text.clone());
        if let Some(result) = self.made.get(&run) {
            return Ok(result.clone());
        }
        let programs = self.programs.as_ref().context("no programs to run")?;
        let words = words(command);
        let (program, arguments) = words.split_first().context("an empty command")?;
        let program = match program.as_str() {
            name if PROGRAMS.contains(&name) => programs.join(program),
            // A test that prints its measurements.
            "cargo" => std::env::var_os("CARGO").unwrap_or_else(|| program.into()).into(),
            _ => bail!("`{command}` is not a command of bcp, bcp-lab, z8k or cargo"),
        };
        let mut child = Command::new(&program)
            .args(arguments)
            .current_dir(repository("."))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .with_context(|| {
                format!(
                    "cannot run {}: `cargo build --workspace --bins` first",
                    program.display()
                )
            })?;
        child.stdin.take().context("no input")?.write_all(text.as_bytes())?;
        let output = child.wait_with_output()?;
        ensure!(
            output.status.success(),
            "`{command}`: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        let text = String::from_utf8(output.stdout)?;
        let result = parsed(&text);
        self.made.insert(run, result.clone());
        Ok(result)
    }
}

impl Source for Results {
    fn result(&mut self, name: &str) -> Result<Option<Value>> {
        let (command, input, keep, table) = match self.entry(name) {
            Some(Entry { result: Some(result), .. }) => {
                let result = result.clone();
                self.used.insert(name.to_owned());
                return Ok(Some(result));
            }
            Some(entry) => {
                let Entry { command, input, keep, table, .. } = entry;
                (command.clone(), input.clone(), keep.clone(), table.clone())
            }
            None if name.contains(' ') => (name.to_owned(), None, Vec::new(), None),
            None => bail!("docs/results/ has no entry `{name}`"),
        };
        self.used.insert(name.to_owned());
        if self.programs.is_none() {
            return Ok(None);
        }
        let made = self.made(&command, input.as_ref())?;
        Ok(Some(kept(made, &keep, table.as_deref())))
    }

    fn input(&mut self, name: &str) -> Result<String> {
        let input = self.entry(name).and_then(|entry| entry.input.as_ref());
        Ok(input
            .with_context(|| format!("docs/results/ has no entry `{name}` with an input"))?
            .join("\n"))
    }
}

/// Parses the output of a command: JSON, a list of JSON lines, or else text lines.
#[must_use]
pub fn parsed(text: &str) -> Value {
    let json = |text: &str| {
        serde_json::from_str(text)
            .ok()
            .filter(|value: &Value| value.is_object() || value.is_array())
    };
    let all = || text.lines().map(json).collect::<Option<Vec<Value>>>().map(Value::Array);
    json(text)
        .or_else(all)
        .unwrap_or_else(|| text.lines().map(str::trim_end).collect())
}

/// Returns the lines from a title, if given, to the next empty line; of these, the lines that contain one of the
/// strings, if given. A result that is not a list of lines is returned completely.
#[must_use]
pub fn kept(result: Value, texts: &[String], title: Option<&str>) -> Value {
    let text = |line: &Value| line.as_str().unwrap_or_default().to_owned();
    match result {
        Value::Array(mut lines) => {
            if let Some(title) = title {
                let lines_below = lines.iter().skip_while(|line| !text(line).starts_with(title)).skip(2);
                lines = lines_below.take_while(|line| !text(line).is_empty()).cloned().collect();
            }
            lines.retain(|line| texts.is_empty() || texts.iter().any(|part| text(line).contains(part)));
            lines.into()
        }
        other => other,
    }
}

/// Formats the contents of a results file: JSON with one line for each field and each element of a list, which is easy
/// to read and to compare.
#[must_use]
pub fn stored(value: &Value) -> String {
    lines_of(value, 0) + "\n"
}

fn lines_of(value: &Value, depth: usize) -> String {
    let (open, close, parts): (_, _, Vec<String>) = match value {
        Value::Object(fields) if !fields.is_empty() => {
            let field = |(name, value): (&String, &Value)| {
                format!("{}: {}", Value::from(name.as_str()), lines_of(value, depth + 1))
            };
            ("{", "}", fields.iter().map(field).collect())
        }
        Value::Array(all) if all.iter().any(|one| !one.is_number()) => {
            let element = |one: &Value| match one["command"].is_string() {
                true => lines_of(one, depth + 1),
                false => one.to_string(),
            };
            ("[", "]", all.iter().map(element).collect())
        }
        other => return other.to_string(),
    };
    let (inner, outer) = ("  ".repeat(depth + 1), "  ".repeat(depth));
    format!("{open}\n{inner}{}\n{outer}{close}", parts.join(&format!(",\n{inner}")))
}
