//! Converting an assembled program to an object for a linker, and to a line map.

use rustc_hash::FxHashMap;
use z8000_object::{Kind, LineMap, Lines, MapSection, MapSymbol, Object, Packer, Section as ObjectSection};

use crate::assembly::Assembly;
use crate::instruction::LineClocks;
use crate::section::{Section, SectionInfo};

impl Assembly {
    /// Returns the line map of the program.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000_asm::{Memory, Options, assemble};
    ///
    /// let sources = Memory::new([("five.s", "\tldk r1,#5\n\thalt\n")]);
    /// let assembly = assemble(&sources, "five.s", &Options::default())?;
    /// let map = assembly.map();
    /// let line = &map.lines[1];
    /// assert_eq!((line.address, line.place.line), (2, 2));
    /// # Ok::<(), z8000_asm::Diagnostics>(())
    /// ```
    pub fn map(&self) -> LineMap {
        let symbols = self.symbols.iter().map(|(name, symbol)| MapSymbol {
            name: name.clone(),
            value: symbol.value,
            section: self.section_name(symbol.section).to_owned(),
        });
        let sections = self.sections.iter().skip(Section::BSS.index() + 1);
        let sections = sections.map(|info| MapSection { name: info.name.clone(), code: info.kind == Kind::Code });
        LineMap {
            sections: sections.collect(),
            symbols: symbols.collect(),
            // Lines packed by this crate are always valid.
            ..self.packed().map().unwrap_or_default()
        }
    }

    /// Returns the lines that occupy memory.
    fn packed(&self) -> Lines {
        let mut packer = Packer::default();
        // The text of equal clocks is formatted only once.
        let mut texts: FxHashMap<LineClocks, u32> = FxHashMap::default();
        for line in self.lines.iter().filter(|line| line.length > 0) {
            let clocks = line.clocks.map(|clocks| {
                let number = texts.entry(clocks);
                *number.or_insert_with(|| packer.clocks(clocks.to_string()))
            });
            let section = line.section.index() as u32;
            packer.line(section, [line.address, line.length], line.origin, clocks);
        }
        let sections = self.sections.iter().map(SectionInfo::short_name);
        Lines::new(&packer, sections, &self.files, &self.expansions)
    }

    /// Returns the object of a program that was assembled for a linker. Empty sections are included, as in GNU as.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000_asm::{Memory, Options, assemble};
    ///
    /// let sources = Memory::new([("main.s", "\t.global main\nmain:\tcall other\n")]);
    /// let options = Options { for_linker: true, ..Options::default() };
    /// let object = assemble(&sources, "main.s", &options)?.object("main.o");
    /// let names: Vec<&str> = object.symbols.iter().map(|symbol| &*symbol.name).collect();
    /// assert_eq!(names, ["main", "other"]);
    /// assert!(object.is_relocatable());
    /// # Ok::<(), z8000_asm::Diagnostics>(())
    /// ```
    pub fn object(&self, name: &str) -> Object {
        // In a program for a linker, each section is one piece.
        let mut sections = Vec::new();
        for (index, info) in self.sections.iter().enumerate() {
            let piece = &self.pieces[index];
            let alignment = piece.alignment;
            // Like GNU as, pad the section, so that a linker puts the next contents at the same address as with objects
            // from GNU as.
            let size = piece.size.next_multiple_of(alignment);
            let mut bytes = piece.bytes.clone();
            if info.kind != Kind::Space {
                bytes.resize(size as usize, 0);
            }
            sections.push(ObjectSection { alignment, size, ..ObjectSection::at(&info.name, info.kind, 0, bytes) });
        }
        for &(section, relocation) in &self.unlinked.relocations {
            sections[section].relocations.push(relocation);
        }
        for section in &mut sections {
            section.relocations.sort_by_key(|relocation| relocation.offset);
        }
        Object {
            name: name.to_owned(),
            processor: self.processor,
            sections,
            symbols: self.unlinked.symbols.clone(),
            entry: None,
            relaxable: self.unlinked.relaxable,
            lines: self.packed(),
        }
    }
}
