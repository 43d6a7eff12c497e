//! Converts lines and names to addresses, and back.

use std::collections::BTreeSet;
use std::path::Path;
use std::{fmt, iter};

use thiserror::Error;
use z8000_asm::{MapExpansion, MapLine, MapPlace, similar};

use super::{Program, Routine, SymbolSection};
use crate::machine::Address;

/// Why a place has no address.
///
/// # Example
///
/// ```
/// # use z8000_asm::{Memory, Options, assemble};
/// # use z8000_debugger::program::Program;
/// use z8000_debugger::program::LocateError;
///
/// let source = "
///         .z8002
///         .word   0, 0x4000, start
/// start:  ldk     r1,#5
///         inc     r1,#2
///         halt
/// ";
/// # let files = Memory::new([("t.s", source)]);
/// # let program = Program::assembled(&assemble(&files, "t.s", &Options::default())?, &files, None)?;
/// let error = program.address("strat").unwrap_err();
/// assert!(matches!(error, LocateError::NoSymbol { hint: Some(hint), .. } if hint.contains("`start`")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LocateError {
    /// A file name is unknown. The second field lists the files of the program.
    #[error("unknown source file `{0}`; the program has {1}")]
    NoFile(String, String),
    /// The program has no line map.
    #[error("the program has no line map: use an address or a label")]
    NoMap,
    /// Neither this line nor a later one generated an instruction.
    #[error("{file}:{line}: no instruction was assembled from this line or a later one")]
    NoCode {
        /// The name of the file.
        file: String,
        /// The number of the line.
        line: u32,
    },
    /// A symbol is unknown.
    #[error("unknown symbol `{name}`{}", .hint.as_ref().map_or_else(String::new, |hint| format!("; {hint}")))]
    NoSymbol {
        /// The name of the symbol.
        name: String,
        /// A question that suggests a similar name; `None` if there is no similar name.
        hint: Option<String>,
    },
    /// The symbol is not a program address.
    #[error("`{0}` is not an address in the program")]
    NotCode(String),
    /// An instruction cannot be at an odd address.
    #[error("{0:#06x} is odd: instructions must begin at even addresses")]
    Odd(Address),
}

/// A line of a source file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SourceLine<'p> {
    /// Index of the source file.
    pub file: usize,
    /// Name of the source file.
    pub name: &'p str,
    /// Number of the line, from 1.
    pub line: u32,
    /// Text of the line; empty if the file could not be read.
    pub text: &'p str,
    /// The clocks of the line's instruction, as in a listing; `None` for data, and for a macro call or a repetition.
    pub clocks: Option<&'p str>,
}

/// Writes the file and the number of the line.
impl fmt::Display for SourceLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.name, self.line)
    }
}

impl Program {
    /// Returns the source line of an address in program memory; `None` if the line map has none.
    ///
    /// # Example
    ///
    /// ```
    /// # use z8000_asm::{Memory, Options, assemble};
    /// # use z8000_debugger::program::Program;
    ///
    /// let source = "
    ///         .z8002
    ///         .word   0, 0x4000, start
    /// start:  ldk     r1,#5
    ///         inc     r1,#2
    ///         halt
    /// ";
    /// # let files = Memory::new([("t.s", source)]);
    /// # let program = Program::assembled(&assemble(&files, "t.s", &Options::default())?, &files, None)?;
    /// let line = program.line(8).expect("INC");
    /// assert_eq!((line.to_string(), line.text.trim()), ("t.s:5".to_owned(), "inc     r1,#2"));
    /// assert_eq!(program.line(0x100), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn line(&self, address: impl Into<Address>) -> Option<SourceLine<'_>> {
        let line = self.map_line(address.into())?;
        let mut found = self.source(line.place)?;
        found.clocks = line.clocks.as_deref();
        Some(found)
    }

    /// Returns true unless the lines show that no instruction begins at an address.
    pub(crate) fn may_begin(&self, address: Address) -> bool {
        self.lines.is_empty() || self.map_line(address).is_some_and(|line| line.clocks.is_some())
    }

    pub(super) fn map_line(&self, address: Address) -> Option<&MapLine> {
        let index = self.line_at.get(address.linear())?.checked_sub(1)?;
        self.lines.get(index as usize)
    }

    pub(crate) fn source(&self, place: MapPlace) -> Option<SourceLine<'_>> {
        let file = self.files.get(place.file as usize)?;
        let text = file.lines.get((place.line as usize).checked_sub(1)?);
        Some(SourceLine {
            file: place.file as usize,
            name: &file.name,
            line: place.line,
            text: text.map_or("", String::as_str),
            clocks: None,
        })
    }

    /// Returns the place of the line at an address, and those of the macro calls and repetitions that generated it,
    /// innermost first.
    pub(crate) fn places(&self, address: Address) -> impl Iterator<Item = MapPlace> {
        let own = self.map_line(address).map(|line| line.place);
        own.into_iter()
            .chain(own.into_iter().flat_map(|place| self.calls(place)))
    }

    /// Returns the addresses of a routine's lines that are instructions, in ascending order.
    pub(crate) fn code_lines(&self, routine: &Routine) -> Vec<Address> {
        let all = self.instruction_lines().filter_map(|line| self.at(line.address.into()));
        let mut list = BTreeSet::new();
        list.extend(all.filter(|at| routine.contains(*at)));
        list.into_iter().collect()
    }

    pub(super) fn instruction_lines(&self) -> impl Iterator<Item = &MapLine> {
        let is_one = |line: &&MapLine| self.sections.is_code(&line.section) && line.clocks.is_some();
        self.lines.iter().filter(is_one)
    }

    /// Returns the macro calls and repetitions that generated the line at an address, innermost first. Each is given by
    /// its name or kind, and by the line that contains it.
    pub fn expansions(&self, address: impl Into<Address>) -> Vec<(&str, SourceLine<'_>)> {
        let line = self.map_line(address.into());
        let expansions = line.into_iter().flat_map(|line| self.made_by(line.place));
        expansions
            .filter_map(|expansion| Some((expansion.what.as_str(), self.source(expansion.call)?)))
            .collect()
    }

    /// Finds a file by its name, the end of its name, or its path, and returns its index.
    ///
    /// # Errors
    ///
    /// The file is unknown, or the program has no line map.
    pub fn file(&self, name: &str) -> Result<usize, LocateError> {
        if self.files.is_empty() {
            return Err(LocateError::NoMap);
        }
        let wanted = Path::new(name);
        let same = |path: &Path| streams::gate::is_same(path, wanted);
        let position = |found: &dyn Fn(&super::SourceFile) -> bool| self.files.iter().position(found);
        position(&|file| file.path.as_deref().is_some_and(same))
            .or_else(|| position(&|file| Path::new(&file.name) == wanted))
            .or_else(|| position(&|file| wanted.ends_with(&file.name)))
            .or_else(|| position(&|file| Path::new(&file.name).ends_with(wanted)))
            .ok_or_else(|| {
                let names: Vec<&str> = self.files.iter().map(|file| file.name.as_str()).collect();
                LocateError::NoFile(name.to_owned(), names.join(", "))
            })
    }

    /// Finds the addresses of the instructions that a line generated; for a macro call, the first of each expansion. If
    /// the line generated none, the next line that did is used.
    ///
    /// Returns the line that was used, and the addresses in ascending order.
    ///
    /// # Errors
    ///
    /// Neither the line nor a later one generated an instruction.
    ///
    /// # Example
    ///
    /// ```
    /// # use z8000_asm::{Memory, Options, assemble};
    /// # use z8000_debugger::program::Program;
    ///
    /// let source = "
    ///         .z8002
    ///         .word   0, 0x4000, start
    /// start:  ldk     r1,#5
    ///         inc     r1,#2
    ///         halt
    /// ";
    /// # let files = Memory::new([("t.s", source)]);
    /// # let program = Program::assembled(&assemble(&files, "t.s", &Options::default())?, &files, None)?;
    /// let file = program.file("t.s")?;
    /// assert_eq!(program.addresses(file, 5)?, (5, vec![8.into()]));
    /// // Line 2 is no instruction; line 4 is the first.
    /// assert_eq!(program.addresses(file, 2)?, (4, vec![6.into()]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn addresses(&self, file: usize, line: u32) -> Result<(u32, Vec<Address>), LocateError> {
        let places = |record: &MapLine| iter::once(record.place).chain(self.calls(record.place));
        let behind = self.instruction_lines().flat_map(places);
        let behind = behind.filter(|place| place.file as usize == file && place.line >= line);
        let best = behind.map(|place| place.line).min();
        let line = best.ok_or_else(|| LocateError::NoCode {
            file: self.files.get(file).map_or_else(String::new, |file| file.name.clone()),
            line,
        })?;
        let here = |place: MapPlace| place.file as usize == file && place.line == line;
        let (mut list, mut inside) = (BTreeSet::new(), false);
        for record in self.instruction_lines() {
            let direct = here(record.place);
            let made = self.calls(record.place).any(here);
            if direct || (made && !inside) {
                list.extend(self.at(record.address.into()));
            }
            inside = made;
        }
        Ok((line, list.into_iter().collect()))
    }

    /// Returns the expansions that generated a place, innermost first.
    fn made_by(&self, place: MapPlace) -> impl Iterator<Item = &MapExpansion> {
        let of = |place: MapPlace| self.expansions.get(place.expansion? as usize);
        // The line that makes an expansion comes before it, so a valid map has no cycles.
        iter::successors(of(place), move |expansion| of(expansion.call)).take(self.expansions.len())
    }

    /// Returns the lines with the calls that generated a place, innermost first.
    pub(super) fn calls(&self, place: MapPlace) -> impl Iterator<Item = MapPlace> {
        self.made_by(place).map(|expansion| expansion.call)
    }

    /// Returns the address of a label on a Z8002, or the value of a constant that is a valid address.
    ///
    /// # Errors
    ///
    /// The symbol is unknown, or its value is not an address.
    pub fn address(&self, name: &str) -> Result<u16, LocateError> {
        let symbol = self.symbols.get(name).ok_or_else(|| self.no_symbol(name))?;
        u16::try_from(symbol.value).map_err(|_| LocateError::NotCode(name.to_owned()))
    }

    /// Returns the address of a label in program memory.
    ///
    /// # Errors
    ///
    /// The symbol is unknown, or not a label in program memory.
    pub fn code_address(&self, name: &str) -> Result<Address, LocateError> {
        let symbol = self.symbols.get(name).ok_or_else(|| self.no_symbol(name))?;
        match (symbol.section, self.at(symbol.value)) {
            (SymbolSection::Text, Some(address)) => Ok(address),
            _ => Err(LocateError::NotCode(name.to_owned())),
        }
    }

    pub(crate) fn no_symbol(&self, name: &str) -> LocateError {
        LocateError::NoSymbol {
            name: name.to_owned(),
            hint: similar(name, self.symbols.keys().map(String::as_str)),
        }
    }
}
