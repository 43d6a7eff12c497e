//! Where statements stand: sections, their addresses, and structures.

use crate::assembly::Section;

/// How many bytes of space one program may have.
const SPACE: u64 = 0x1000_0000;

/// The section or structure that statements go to, and the next address of each.
pub(crate) struct Layout {
    section: Section,
    /// Next address of each section.
    counters: [u32; 3],
    /// The next offset in a structure, while one is declared.
    structure: Option<u32>,
    /// Bytes of space so far.
    space: u64,
    /// Sections whose end is known to lie beyond the address space.
    overflown: [bool; 3],
}

impl Layout {
    /// A layout whose sections begin at these addresses.
    pub(crate) const fn new(origins: [u32; 3]) -> Self {
        Self {
            section: Section::Text,
            counters: origins,
            structure: None,
            space: 0,
            overflown: [false; 3],
        }
    }

    pub(crate) const fn section(&self) -> Section {
        self.section
    }

    /// Continues in a section, where it was left.
    pub(crate) const fn enter(&mut self, section: Section) {
        self.section = section;
        self.structure = None;
    }

    /// Begins a structure; labels are offsets in it.
    pub(crate) const fn enter_structure(&mut self, offset: u32) {
        self.structure = Some(offset);
    }

    pub(crate) const fn is_structure(&self) -> bool {
        self.structure.is_some()
    }

    /// The current address.
    pub(crate) fn here(&self) -> u32 {
        self.structure.unwrap_or(self.counters[self.section as usize])
    }

    /// Continues at another address.
    pub(crate) fn move_to(&mut self, address: u32) {
        match &mut self.structure {
            Some(offset) => *offset = address,
            None => self.counters[self.section as usize] = address,
        }
    }

    /// Continues after a statement. When its section grows beyond an address space of `limit` bytes, says so once.
    pub(crate) fn advance(&mut self, length: u32, limit: u64) -> Option<String> {
        let end = u64::from(self.here()) + u64::from(length);
        self.move_to(self.here().saturating_add(length));
        let overflown = &mut self.overflown[self.section as usize];
        let first = end > limit && !*overflown;
        *overflown |= first;
        let name = self.section.name();
        first.then(|| format!("`.{name}` goes beyond the end of the memory: {end:#x} of {limit:#x} bytes"))
    }

    /// Counts bytes of space, and says so when a program has too many.
    pub(crate) fn count_space(&mut self, bytes: u32) -> Option<String> {
        self.space += u64::from(bytes);
        (self.space > SPACE).then(|| format!("the program leaves more than {SPACE} bytes of space"))
    }

    /// Why no statement can put bytes here, if none can.
    pub(crate) fn refuses_contents(&self) -> Option<&'static str> {
        match (self.structure, self.section) {
            (Some(_), _) => Some("a structure has no contents: use `.space`, or enter a section first"),
            (None, Section::Bss) => Some("`.bss` has no contents: use `.space`, or `.data`"),
            (None, _) => None,
        }
    }

    /// Where `.text`, `.data` and `.bss` begin in one memory, each after the one before, if they are as long as here.
    pub(crate) const fn in_one_memory(&self) -> [u32; 3] {
        let text = self.counters[0].next_multiple_of(2);
        let data = text.saturating_add(self.counters[1].next_multiple_of(2));
        [0, text, data]
    }
}
