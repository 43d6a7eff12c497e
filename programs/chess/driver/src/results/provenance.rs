//! The origin of a result: enough to reproduce it, and to refuse to mix it with results of other runs.

use anyhow::{Context, Result};
use bcp_reference::constants::MAX_DEPTH;
use bcp_reference::search::Version;
use bcp_suite::results::sha256;
use bcp_suite::{Problem, RULE, Selection, Suite};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use z8000::isa::FORMS;
use z8000::machine::Clock;

use crate::program::Program;

/// The run to which a line belongs. Hashes are SHA-256 in hexadecimal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Provenance {
    /// Hash of the file of positions.
    pub suite: String,
    /// Hash of the assembled program: 64 KB of program memory, then 64 KB of data memory.
    pub program: String,
    /// Hash of the settings as a JSON object; see [`Settings`].
    pub settings: String,
    /// Everything else on which results depend.
    #[serde(flatten)]
    pub set: Settings,
}

/// Everything on which results depend, except suite and program.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// Clock of the processor in hertz.
    pub clock_hz: u64,
    /// Emulated seconds after which a position counts as unsolved.
    pub limit_seconds: f64,
    /// Maximum iteration depth.
    pub depth: u8,
    /// True if positions are searched to the limit; otherwise only until they are solved.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub to_limit: bool,
    /// True if every solution of the suite is accepted; false if only the book's are, where they are known.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub suite_moves: bool,
    /// Hash of the book's claims, if the claimed gains are required.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claimed_gains: Option<String>,
    /// The version of the search: `stored` or `simple`.
    pub version: String,
    /// The positions of the whole run, as a selection; a shard runs some of them.
    pub positions: String,
    /// Hash of the instruction table, one row per line.
    pub instruction_table: String,
    /// Hash of the source code of the rule by which a position counts as solved.
    pub criterion: String,
    /// Version of the command `bcp`.
    pub bcp: String,
    /// The lines of the file of positions that were rejected, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rejected: Option<String>,
}

impl Settings {
    /// Returns the settings of a run of these problems of a suite.
    pub fn new(clock: Clock, limit_seconds: f64, version: Version, suite: &Suite, all: &[Problem]) -> Self {
        Self {
            clock_hz: clock.hertz(),
            limit_seconds,
            depth: MAX_DEPTH,
            to_limit: false,
            suite_moves: false,
            claimed_gains: None,
            version: match version {
                Version::Stored => "stored".to_owned(),
                Version::Simple => "simple".to_owned(),
            },
            positions: Selection::text(all.iter().map(|problem| problem.number)),
            instruction_table: instruction_table(),
            criterion: sha256(RULE.as_bytes()),
            bcp: env!("CARGO_PKG_VERSION").to_owned(),
            rejected: suite.rejected(),
        }
    }

    fn hash(&self) -> Result<String> {
        Ok(sha256(&serde_json::to_vec(self)?))
    }
}

fn instruction_table() -> String {
    let rows: String = FORMS.iter().map(|form| format!("{form:?}\n")).collect();
    sha256(rows.as_bytes())
}

impl Provenance {
    /// Returns the provenance of results with these settings.
    ///
    /// # Errors
    ///
    /// The settings cannot be written as JSON.
    pub fn new(suite: &Suite, program: &Program, set: Settings) -> Result<Self> {
        Ok(Self {
            suite: sha256(&suite.bytes),
            program: sha256(&program.image()),
            settings: set.hash()?,
            set,
        })
    }

    /// Returns true if the hash of the settings matches the settings.
    ///
    /// # Errors
    ///
    /// The settings cannot be written as JSON.
    pub fn is_sound(&self) -> Result<bool> {
        Ok(self.settings == self.set.hash()?)
    }

    /// Returns the clock of the run.
    ///
    /// # Errors
    ///
    /// The frequency is out of range.
    pub fn clock(&self) -> Result<Clock> {
        let clock = format!("{}Hz", self.set.clock_hz).parse();
        clock.map_err(anyhow::Error::msg).context("clock_hz")
    }

    /// Returns the numbers of the positions of the whole run.
    ///
    /// # Errors
    ///
    /// They are not a selection.
    pub fn numbers(&self) -> Result<Vec<u32>> {
        let selection: Result<Selection, String> = self.set.positions.parse();
        let selection = selection.map_err(anyhow::Error::msg)?;
        Ok(selection.numbers(u32::MAX)?.into_iter().collect())
    }

    /// Returns the names of the settings that differ, with both values. Settings that do not affect results are
    /// ignored.
    pub fn differences(&self, other: &Self) -> Vec<String> {
        let (a, b) = (self.fields(), other.fields());
        let names = a.keys().chain(b.keys().filter(|name| !a.contains_key(*name)));
        let names = names.filter(|name| a.get(*name) != b.get(*name));
        let different = names.map(|name| format!("{name} is {}, not {}", written(a.get(name)), written(b.get(name))));
        different.collect()
    }

    /// Returns, as JSON, the fields on which a result depends.
    fn fields(&self) -> Map<String, Value> {
        let mut fields = match serde_json::to_value(self) {
            Ok(Value::Object(fields)) => fields,
            _ => Map::new(),
        };
        for name in ["settings", "rejected"] {
            fields.remove(name);
        }
        fields
    }
}

/// Formats a field for people: only the beginning of a hash, and whole numbers without decimals.
fn written(field: Option<&Value>) -> String {
    match field {
        None => "none".to_owned(),
        Some(Value::String(text)) => short(text).to_owned(),
        Some(Value::Number(number)) => number
            .as_f64()
            .map_or_else(|| number.to_string(), |number| number.to_string()),
        Some(value) => value.to_string(),
    }
}

/// Returns the beginning of a hash; any other value in full.
fn short(value: &str) -> &str {
    let is_hash = value.len() == 64 && value.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_hash { &value[..12] } else { value }
}
