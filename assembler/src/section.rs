//! Sections of a program, and the symbols in them.

use z8000_object::{Kind, LineMap};

/// A section of a program, identified by its number.
///
/// # Example
///
/// ```
/// use z8000_asm::{Memory, Options, Section, assemble};
///
/// let sources = Memory::new([("main.s", "\t.data\nx:\t.word 5\n")]);
/// let program = assemble(&sources, "main.s", &Options::default())?;
/// // The bytes of `.data`.
/// let data = program.pieces.iter().find(|piece| piece.section == Section::DATA).expect("it has bytes");
/// assert_eq!(data.bytes, [0, 5]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Section(u16);

impl Section {
    /// `.text`: instructions.
    pub const TEXT: Self = Self(0);
    /// `.data`: data that the program may change.
    pub const DATA: Self = Self(1);
    /// `.bss`: space without contents.
    pub const BSS: Self = Self(2);

    pub(crate) const fn new(index: usize) -> Self {
        Self(index as u16)
    }

    /// Index of the section in [`Assembly::sections`](crate::Assembly::sections).
    ///
    /// # Example
    ///
    /// ```
    /// use z8000_asm::{Memory, Options, Section, assemble};
    ///
    /// let sources = Memory::new([("main.s", "\tret\n")]);
    /// let program = assemble(&sources, "main.s", &Options::default())?;
    /// assert_eq!(program.sections[Section::TEXT.index()].name, ".text");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One of the two memories that a Z8002 system can have. The status lines of the processor distinguish accesses to
/// them.
///
/// # Example
///
/// ```
/// use z8000_asm::{AddressSpace, Memory, Options, assemble};
///
/// let sources = Memory::new([("main.s", "\tret\n\t.data\n\t.word 5\n")]);
/// let program = assemble(&sources, "main.s", &Options::default())?;
/// // The images of the two memories.
/// assert_eq!(program.image(Some(AddressSpace::Program))?, [0x9E, 0x08]);
/// assert_eq!(program.image(Some(AddressSpace::Data))?, [0, 5]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum AddressSpace {
    /// Memory for instructions.
    #[default]
    Program,
    /// Memory for data, constants and reserved space.
    Data,
}

/// The name and kind of a section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SectionInfo {
    /// The name, including a leading dot if there is one.
    pub name: String,
    /// What the section contains: code, data, constants or space.
    pub kind: Kind,
}

impl SectionInfo {
    /// Returns the name, without the dot for `.text`, `.data` and `.bss`.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000_asm::{Memory, Options, assemble};
    ///
    /// let sources = Memory::new([("main.s", "\tret\n\t.section .rom\n")]);
    /// let program = assemble(&sources, "main.s", &Options::default())?;
    /// let names: Vec<&str> = program.sections.iter().map(|section| section.short_name()).collect();
    /// assert_eq!(names, ["text", "data", "bss", ".rom"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn short_name(&self) -> &str {
        LineMap::section_name(&self.name)
    }
}

/// A symbol with its value and the lines that use it.
///
/// # Example
///
/// ```
/// use z8000_asm::{Memory, Options, Section, assemble};
///
/// let sources = Memory::new([("main.s", "limit = 7\nstart:\tldk r1,#limit\n\tjr start\n")]);
/// let program = assemble(&sources, "main.s", &Options::default())?;
/// let start = &program.symbols["start"];
/// assert_eq!((start.value, start.section), (0, Some(Section::TEXT)));
/// // Line 2 defines it, and line 3 uses it.
/// assert_eq!((start.line, &*start.uses), (Some((0, 2)), &[(0, 3)][..]));
/// assert_eq!(program.symbols["limit"].section, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symbol {
    /// Its value: an address, or a constant.
    pub value: i64,
    /// The section of a label; `None` for a constant.
    pub section: Option<Section>,
    /// File index and line number of the definition; `None` if the symbol was defined outside the source.
    pub line: Option<(u32, u32)>,
    /// File indices and line numbers of all uses, in order.
    pub uses: Vec<(u32, u32)>,
}
