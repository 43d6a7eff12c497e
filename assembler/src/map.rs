//! The line map of an assembled program.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use z8000_object::{Kind, LineMap, MapExpansion, MapLine, MapPlace, MapSection, MapSymbol, PackedLines, Packer};

use crate::assembly::{Assembly, LineRecord};
use crate::instruction::LineClocks;
use crate::section::Section;
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
struct ClockTexts<T>(FxHashMap<LineClocks, T>);

impl<T: Clone> ClockTexts<T> {
    fn get(&mut self, clocks: LineClocks, make: impl FnOnce(String) -> T) -> T {
        self.0.entry(clocks).or_insert_with(|| make(clocks.to_string())).clone()
    }
}

impl Assembly {
    /// The line map.
    #[must_use]
    pub fn map(&self) -> LineMap {
        let names: Vec<Arc<str>> = self.sections.iter().map(|info| info.short_name().into()).collect();
        let mut texts = ClockTexts::default();
        let lines = self.lines_with_space().map(|line| MapLine {
            section: Arc::clone(&names[line.section.index()]),
            address: line.address,
            length: line.length,
            place: place(line.origin),
            clocks: line.clocks.map(|clocks| texts.get(clocks, Arc::from)),
        });
        let symbols = self.symbols.iter().map(|(name, symbol)| MapSymbol {
            name: name.clone(),
            value: symbol.value,
            section: self.section_name(symbol.section).to_owned(),
        });
        LineMap {
            lines: lines.collect(),
            symbols: symbols.collect(),
            ..self.map_without_lines()
        }
    }

    /// The line map for an object, which has the symbols itself.
    pub(crate) fn packed_lines(&self) -> PackedLines {
        let mut packer = Packer::default();
        let names: Vec<u64> = self
            .sections
            .iter()
            .map(|info| packer.text(info.short_name()))
            .collect();
        let mut texts = ClockTexts::default();
        for line in self.lines_with_space() {
            let clocks = line
                .clocks
                .map_or(0, |clocks| texts.get(clocks, |text| packer.text(&text)));
            let section = names[line.section.index()];
            packer.line(section, line.address, line.length, place(line.origin), clocks);
        }
        packer.finish(&self.map_without_lines())
    }

    fn lines_with_space(&self) -> impl Iterator<Item = &LineRecord> {
        self.lines.iter().filter(|line| line.length > 0)
    }

    /// Files, expansions and sections of the line map.
    fn map_without_lines(&self) -> LineMap {
        let expansions = self.expansions.iter().map(|expansion| MapExpansion {
            what: expansion.what.clone(),
            call: place(expansion.call),
        });
        let sections = self.sections.iter().skip(Section::BSS.index() + 1);
        LineMap {
            version: LineMap::VERSION,
            files: self.files.clone(),
            expansions: expansions.collect(),
            sections: sections
                .map(|info| MapSection {
                    name: info.name.clone(),
                    code: info.kind == Kind::Code,
                })
                .collect(),
            ..LineMap::default()
        }
    }

    /// The line map as JSON, with a line of text per line of the program.
    #[must_use]
    pub fn line_map(&self) -> String {
        self.map().to_json()
    }
}
