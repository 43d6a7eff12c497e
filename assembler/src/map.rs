//! The line map: which line of which file stands at an address, for debuggers.

use serde::{Deserialize, Serialize};

use crate::assembly::{Assembly, LineRecord};
use crate::source::Origin;

/// The version that is written, and the only one that is read.
const VERSION: u32 = 1;

/// The map as it is written and read; `docs/reference/line-map.md` describes it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineMap {
    /// 1.
    pub version: u32,
    /// Names of the files, in the order in which they were read.
    pub files: Vec<String>,
    /// Macro calls and repetitions that made lines.
    pub expansions: Vec<MapExpansion>,
    /// The lines that take space, in the order in which they were assembled.
    pub lines: Vec<MapLine>,
    /// Symbols by name.
    pub symbols: Vec<MapSymbol>,
}

/// A macro call or a repetition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MapExpansion {
    /// ``macro `name` `` or `repetition`.
    pub what: String,
    /// The line that asked for it.
    #[serde(flatten)]
    pub call: MapPlace,
}

/// A line of a file, and the expansion that it came through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MapPlace {
    /// Index of the file.
    pub file: u32,
    /// Number of the line, from 1.
    pub line: u32,
    /// Index of the expansion; none for a line of a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expansion: Option<u32>,
}

/// A line that takes space.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MapLine {
    /// `text`, `data` or `bss`.
    pub section: String,
    /// Address of its first byte.
    pub address: u32,
    /// Bytes that it takes.
    pub length: u32,
    /// Where it stands.
    #[serde(flatten)]
    pub place: MapPlace,
    /// Clocks of an instruction, as in the listing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<String>,
}

/// A symbol.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MapSymbol {
    /// Its name.
    pub name: String,
    /// An address, or a constant.
    pub value: i64,
    /// The section of a label; `abs` for a constant.
    pub section: String,
}

impl From<Origin> for MapPlace {
    fn from(origin: Origin) -> Self {
        Self {
            file: origin.file,
            line: origin.line,
            expansion: origin.expansion,
        }
    }
}

impl LineMap {
    /// Reads what [`Assembly::line_map`] has written.
    ///
    /// # Errors
    ///
    /// When it is not JSON, lacks fields of a line map, or has another version.
    pub fn from_json(text: &str) -> Result<Self, String> {
        let map: Self = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if map.version != VERSION {
            return Err(format!(
                "the line map has version {}; only version {VERSION} can be read",
                map.version
            ));
        }
        Ok(map)
    }
}

impl Assembly {
    /// The line map.
    #[must_use]
    pub fn map(&self) -> LineMap {
        let takes_space = |line: &&LineRecord| line.length > 0;
        LineMap {
            version: VERSION,
            files: self.files.clone(),
            expansions: self
                .expansions
                .iter()
                .map(|expansion| MapExpansion {
                    what: expansion.what.clone(),
                    call: expansion.call.into(),
                })
                .collect(),
            lines: self
                .lines
                .iter()
                .filter(takes_space)
                .map(|line| MapLine {
                    section: line.section.name().to_owned(),
                    address: line.address,
                    length: line.length,
                    place: line.origin.into(),
                    clocks: line.clocks.map(|clocks| clocks.to_string()),
                })
                .collect(),
            symbols: self
                .symbols
                .iter()
                .map(|(name, symbol)| MapSymbol {
                    name: name.clone(),
                    value: symbol.value,
                    section: symbol.section.map_or("abs", |section| section.name()).to_owned(),
                })
                .collect(),
        }
    }

    /// The line map as JSON, with a line of text per line of the program.
    #[must_use]
    pub fn line_map(&self) -> String {
        // Texts and numbers are always JSON.
        let json = serde_json::to_string(&self.map()).unwrap_or_default();
        json.replace("},{", "},\n{") + "\n"
    }
}
