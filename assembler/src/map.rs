//! The line map of an assembled program.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use z8000_object::{Kind, LineMap, MapExpansion, MapLine, MapPlace, MapSection, MapSymbol};

use crate::assembly::{Assembly, LineRecord, Section};
use crate::instruction::LineClocks;
use crate::source::Origin;

fn place(origin: Origin) -> MapPlace {
    MapPlace {
        file: origin.file,
        line: origin.line,
        expansion: origin.expansion,
    }
}

/// Clocks as texts, each made once.
#[derive(Default)]
struct ClockTexts(FxHashMap<LineClocks, Arc<str>>);

impl ClockTexts {
    fn text(&mut self, clocks: LineClocks) -> Arc<str> {
        let text = self.0.entry(clocks).or_insert_with(|| clocks.to_string().into());
        Arc::clone(text)
    }
}

impl Assembly {
    /// The line map.
    #[must_use]
    pub fn map(&self) -> LineMap {
        let takes_space = |line: &&LineRecord| line.length > 0;
        let names: Vec<Arc<str>> = self.sections.iter().map(|info| info.short_name().into()).collect();
        let mut texts = ClockTexts::default();
        LineMap {
            version: LineMap::VERSION,
            files: self.files.clone(),
            expansions: self
                .expansions
                .iter()
                .map(|expansion| MapExpansion {
                    what: expansion.what.clone(),
                    call: place(expansion.call),
                })
                .collect(),
            sections: self
                .sections
                .iter()
                .skip(Section::BSS.index() + 1)
                .map(|info| MapSection {
                    name: info.name.clone(),
                    code: info.kind == Kind::Code,
                })
                .collect(),
            lines: self
                .lines
                .iter()
                .filter(takes_space)
                .map(|line| MapLine {
                    section: Arc::clone(&names[line.section.index()]),
                    address: line.address,
                    length: line.length,
                    place: place(line.origin),
                    clocks: line.clocks.map(|clocks| texts.text(clocks)),
                })
                .collect(),
            symbols: self
                .symbols
                .iter()
                .map(|(name, symbol)| MapSymbol {
                    name: name.clone(),
                    value: symbol.value,
                    section: self.section_name(symbol.section).to_owned(),
                })
                .collect(),
        }
    }

    /// The line map as JSON, with a line of text per line of the program.
    #[must_use]
    pub fn line_map(&self) -> String {
        self.map().to_json()
    }
}
