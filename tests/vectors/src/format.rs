//! The format of a vector.

use std::collections::BTreeMap;

use serde::Deserialize;
use thiserror::Error;

/// One measurement. Addresses in `mem_in` and `mem_out` are hexadecimal strings, and ports decimal strings.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct Vector {
    /// Name, unique in its file.
    pub name: String,
    /// The description in words.
    #[serde(default)]
    pub description: String,
    /// Mode of the processor: `nonseg` or `seg`.
    pub mode: String,
    /// The code, placed at `pc`.
    pub code: Vec<u16>,
    /// The jump to the end, directly after the code.
    pub tail: Vec<u16>,
    /// Address of the code.
    pub pc: u16,
    /// R0 to R15 before the run.
    pub regs_in: [u16; 16],
    /// FCW before the run.
    pub fcw_in: u16,
    /// Words of memory before the run, except the code; all others are 0.
    #[serde(default)]
    pub mem_in: BTreeMap<String, u16>,
    /// Words in the ports' registers before the run.
    #[serde(default)]
    pub io_in: BTreeMap<String, u16>,
    /// Words that a port's register supplies in turn, the last one repeatedly.
    #[serde(default)]
    pub io_seq: BTreeMap<String, Vec<u16>>,
    /// R0 to R15 after the run; `None` if not stated.
    pub regs_out: Vec<Option<u16>>,
    /// FCW after the run; `None` if not stated.
    pub fcw_out: Option<u16>,
    /// Flags that are set after the run, if `fcw_out` is `None`.
    #[serde(default)]
    pub flags_set: Vec<String>,
    /// Flags that are clear after the run, if `fcw_out` is `None`.
    #[serde(default)]
    pub flags_clear: Vec<String>,
    /// Words of memory after the run.
    #[serde(default)]
    pub mem_out: BTreeMap<String, u16>,
    /// Words in the ports' registers after the run.
    #[serde(default)]
    pub io_out: BTreeMap<String, u16>,
    /// Results that the architecture leaves undefined: `R5`, `flag_C`.
    #[serde(default)]
    pub masked: Vec<String>,
    /// Clocks of the code, excluding the jump to the end; `None` if not measured.
    pub cycles: Option<u64>,
    /// Bus cycles after the fetch of the first word, up to the fetch at the end; empty if not measured.
    #[serde(default)]
    pub bus: Vec<BusCycle>,
}

/// A measured bus cycle.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct BusCycle {
    /// The offset of the memory address, or the number of the port.
    pub addr: u16,
    /// The word on the data lines; for a byte, only one half is used.
    pub data: u16,
    /// Direction: `R` or `W`.
    pub rw: String,
    /// `M` for memory, `I` for a port.
    pub io: String,
    /// The status lines ST3 to ST0; `None` if they were not recorded.
    pub st: Option<u8>,
}

/// The error for a line that is not a vector.
#[derive(Debug, Error)]
#[error("line {line}")]
pub struct VectorError {
    /// Number of the line, from 1.
    pub line: usize,
    /// The error of the JSON parser.
    pub source: serde_json::Error,
}

/// Parses the text of a file of vectors, and skips empty lines.
///
/// # Errors
///
/// The first line that is not a vector.
pub fn parse(text: &str) -> Result<Vec<Vector>, VectorError> {
    text.lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(index, line)| serde_json::from_str(line).map_err(|source| VectorError { line: index + 1, source }))
        .collect()
}
