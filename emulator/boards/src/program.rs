//! Programs in the form in which a machine loads them.

/// A linked program, ready to be loaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    /// The bytes of the program with their addresses.
    pub sections: Vec<Section>,
    /// Where the program begins, segment * 0x10000 + offset. `None` for the lowest address of
    /// its code.
    pub entry: Option<u32>,
    /// True if the program requires a Z8001.
    pub segmented: bool,
    /// Initial FCW, unless the description specifies one.
    pub fcw: u16,
}

/// A block of a program's bytes with an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// The name for error messages.
    pub name: String,
    /// True for program memory, false for data memory.
    pub code: bool,
    /// The address of the first byte: segment * 0x10000 + offset.
    pub start: u32,
    /// The contents of the section.
    pub bytes: Vec<u8>,
}

impl Section {
    /// Creates a section of code.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000_boards::Section;
    ///
    /// let section = Section::code("halt", 0x100, vec![0x7A, 0]);
    /// assert!(section.code && section.start == 0x100);
    /// ```
    pub fn code(name: &str, start: u32, bytes: Vec<u8>) -> Self {
        Self { name: name.to_owned(), code: true, start, bytes }
    }

    /// Returns the address after the last byte.
    pub(crate) fn end(&self) -> u64 {
        u64::from(self.start) + self.bytes.len() as u64
    }
}
