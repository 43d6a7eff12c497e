//! The line map: which line of which file stands at an address, for debuggers.

use serde::Serialize;

use crate::assembly::{Assembly, LineRecord};
use crate::source::Origin;

/// The map as it is written; `docs/reference/line-map.md` describes it.
#[derive(Serialize)]
struct Map<'a> {
    version: u32,
    files: &'a [String],
    expansions: Vec<Expansion<'a>>,
    lines: Vec<Line>,
    symbols: Vec<Symbol<'a>>,
}

#[derive(Serialize)]
struct Expansion<'a> {
    what: &'a str,
    #[serde(flatten)]
    call: Place,
}

/// A line of a file, and the expansion that it came through.
#[derive(Serialize)]
struct Place {
    file: u32,
    line: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    expansion: Option<u32>,
}

#[derive(Serialize)]
struct Line {
    section: &'static str,
    address: u32,
    length: u32,
    #[serde(flatten)]
    place: Place,
    #[serde(skip_serializing_if = "Option::is_none")]
    clocks: Option<String>,
}

#[derive(Serialize)]
struct Symbol<'a> {
    name: &'a str,
    value: i64,
    section: &'static str,
}

impl From<Origin> for Place {
    fn from(origin: Origin) -> Self {
        Self {
            file: origin.file,
            line: origin.line,
            expansion: origin.expansion,
        }
    }
}

impl Assembly {
    /// The line map as JSON, one line of the program a line of text.
    #[must_use]
    pub fn line_map(&self) -> String {
        let takes_space = |line: &&LineRecord| line.length > 0;
        let map = Map {
            version: 1,
            files: &self.files,
            expansions: self
                .expansions
                .iter()
                .map(|expansion| Expansion {
                    what: &expansion.what,
                    call: expansion.call.into(),
                })
                .collect(),
            lines: self
                .lines
                .iter()
                .filter(takes_space)
                .map(|line| Line {
                    section: line.section.name(),
                    address: line.address,
                    length: line.length,
                    place: line.origin.into(),
                    clocks: line.clocks.map(|clocks| clocks.to_string()),
                })
                .collect(),
            symbols: self
                .symbols
                .iter()
                .map(|(name, symbol)| Symbol {
                    name,
                    value: symbol.value,
                    section: symbol.section.map_or("abs", |section| section.name()),
                })
                .collect(),
        };
        // Texts and numbers are always JSON.
        let json = serde_json::to_string(&map).unwrap_or_default();
        json.replace("},{", "},\n{") + "\n"
    }
}
