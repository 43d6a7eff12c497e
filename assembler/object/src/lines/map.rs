//! The line map in memory and as JSON.

use std::iter;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// The line map as it is written and read; `docs/reference/debugger.md` describes it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct LineMap {
    /// 1.
    pub version: u32,
    /// Names of the files, in the order in which they were first read.
    pub files: Vec<String>,
    /// Macro calls and repetitions that generated lines.
    pub expansions: Vec<MapExpansion>,
    /// The sections, with their kinds. Maps without this list have `text`, `data` and `bss`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sections: Vec<MapSection>,
    /// The lines that occupy space, in the order in which they were assembled.
    pub lines: Vec<MapLine>,
    /// Symbols by name.
    pub symbols: Vec<MapSymbol>,
}

/// A macro call or a repetition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MapExpansion {
    /// ``macro `name` `` or `repetition`.
    pub what: String,
    /// The line that contains the call or repetition.
    #[serde(flatten)]
    pub call: MapPlace,
}

/// A section.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MapSection {
    /// Its name as used by lines and symbols.
    pub name: String,
    /// True if it contains instructions: it is in program memory, if that is separate from data memory.
    pub code: bool,
}

/// A line of a file, and the expansion that generated it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MapPlace {
    /// Index of the file.
    pub file: u32,
    /// Number of the line, from 1.
    pub line: u32,
    /// Index of the expansion; `None` for an original line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expansion: Option<u32>,
}

impl MapPlace {
    /// The line of a file from which this line came, through all macros and repetitions.
    #[must_use]
    pub fn asked_for(self, expansions: &[MapExpansion]) -> Self {
        let call = |place: &Self| Some(expansions.get(place.expansion? as usize)?.call);
        // A sound map has no circles.
        let calls = iter::successors(Some(self), call).take(expansions.len() + 1);
        calls.last().unwrap_or(self)
    }
}

/// A line that occupies space.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MapLine {
    /// `text`, `data` or `bss`; for any other section, its name including the dot.
    pub section: Arc<str>,
    /// Address of its first byte.
    pub address: u32,
    /// Number of bytes that it occupies.
    pub length: u32,
    /// Its place in the source.
    #[serde(flatten)]
    pub place: MapPlace,
    /// Clocks of an instruction, as in the listing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<Arc<str>>,
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

impl LineMap {
    /// Returns true if a section contains instructions.
    #[must_use]
    pub fn is_code(&self, section: &str) -> bool {
        match self.sections.iter().find(|known| known.name == section) {
            Some(known) => known.code,
            None => section == "text",
        }
    }

    /// The version that is written, and the only version that is read.
    pub const VERSION: u32 = 1;

    /// The map as JSON, with one line of text per line of the program.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Texts and numbers can always be written as JSON.
        let json = serde_json::to_string(self).unwrap_or_default();
        json.replace("},{", "},\n{") + "\n"
    }

    /// Reads the output of [`to_json`](Self::to_json).
    ///
    /// # Errors
    ///
    /// The string is not JSON, lacks fields of a line map, or has another version.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000_object::LineMap;
    ///
    /// let map = LineMap { version: LineMap::VERSION, files: vec!["main.s".to_owned()], ..LineMap::default() };
    /// assert_eq!(LineMap::from_json(&map.to_json()), Ok(map));
    /// ```
    pub fn from_json(text: &str) -> Result<Self, String> {
        let map: Self = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if map.version == Self::VERSION {
            return Ok(map);
        }
        Err(format!(
            "line map version {} is not supported; expected version {}",
            map.version,
            Self::VERSION
        ))
    }

    /// The name of a section in a map: `text`, `data`, `bss`, or the full name of another section.
    #[must_use]
    pub fn section_name(section: &str) -> &str {
        match section {
            ".text" => "text",
            ".data" => "data",
            ".bss" => "bss",
            other => other,
        }
    }

    /// File and line of a place in a section. A line of a macro is the line that called it.
    pub(super) fn line_at(&self, section: &str, address: u32) -> Option<(String, u32)> {
        let section = Self::section_name(section);
        let here = |line: &&MapLine| {
            &*line.section == section && (line.address..line.address.saturating_add(line.length)).contains(&address)
        };
        let place = self.lines.iter().find(here)?.place.asked_for(&self.expansions);
        let file = self.files.get(place.file as usize)?;
        Some((file.clone(), place.line))
    }

    /// The number of a file; a new one if its name is new.
    pub(super) fn file(&mut self, name: &str) -> u32 {
        let known = self.files.iter().position(|file| file == name);
        let number = known.unwrap_or_else(|| {
            self.files.push(name.to_owned());
            self.files.len() - 1
        });
        number as u32
    }
}
