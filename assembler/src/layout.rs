//! Assigning statements to sections, their pieces, and structures.
//!
//! A piece is an indivisible part of a section. Its bytes are added as they are generated; its address may be known
//! from the start, determined at the end, or assigned by a linker.

use rustc_hash::FxHashMap;
use z8000_object::Kind;

use crate::section::{AddressSpace, Section, SectionInfo};
use crate::value::{Base, Value};

/// The default limit on the bytes of a program.
const MOST: u64 = 0x1000_0000;

/// Maximum number of sections in a program, because objects use signed 16-bit section numbers from 1.
pub(crate) const SECTIONS: usize = 0x7FFF;

/// Consecutive bytes of a section.
///
/// # Example
///
/// ```
/// use z8000_asm::{Memory, Options, assemble};
///
/// let sources = Memory::new([("main.s", "\t.org 0x1000\n\tret\n")]);
/// let program = assemble(&sources, "main.s", &Options::default())?;
/// for piece in &program.pieces {
///     println!("{:04x}: {} bytes", piece.origin(), piece.size);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// The section to which the piece belongs.
    pub section: Section,
    /// The memory in which the piece is placed, unless [`Options::one_memory`](crate::Options::one_memory) is set.
    pub space: AddressSpace,
    pub(crate) address: Option<u32>,
    /// The address must be a multiple of this.
    pub(crate) alignment: u32,
    /// Number of bytes that the piece occupies.
    pub size: u32,
    /// Bytes of the piece; empty in a section without contents.
    pub bytes: Vec<u8>,
}

impl Piece {
    /// Address of the piece's first byte; 0 if a linker determines it.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000_asm::{Memory, Options, assemble};
    ///
    /// let sources = Memory::new([("main.s", "\t.org 0x1000\n\tret\n")]);
    /// let program = assemble(&sources, "main.s", &Options::default())?;
    /// assert!(program.pieces.iter().any(|piece| piece.origin() == 0x1000 && piece.bytes == [0x9E, 0x08]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn origin(&self) -> u32 {
        self.address.unwrap_or(0)
    }

    /// Returns true if the piece is in a memory; always true for `None`.
    pub(crate) fn is_in(&self, memory: Option<AddressSpace>) -> bool {
        memory.is_none_or(|space| self.space == space)
    }
}

/// A place in a piece, independent of its address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    /// The index of the piece in the layout.
    pub(crate) piece: u32,
    /// The offset from the beginning of the piece in bytes.
    pub(crate) offset: u32,
}

/// A numbered part of a section. Within the section, parts are in the order of their numbers.
#[derive(Debug)]
struct Subsection {
    number: u32,
    /// The start, or the one that was assumed when the first statement was read.
    start: Value,
    /// The place of the next statement.
    end: Place,
}

/// A section, and the subsection to which its statements are added.
#[derive(Debug)]
struct State {
    info: SectionInfo,
    /// The index of the section's first piece.
    first: u32,
    /// The subsections in the order of the source, and the index of the current one.
    subsections: Vec<Subsection>,
    at_work: usize,
    /// True if the section was found to extend beyond the address space.
    overflown: bool,
}

/// What is assumed when a source is read, because it is known only at the end.
#[derive(Debug, Default)]
pub(crate) struct Starts {
    /// The starts of subsections, by section and number.
    subsections: FxHashMap<(Section, u32), Value>,
    /// The values of expressions with symbols that are defined later, by statement and position in the line.
    pub(crate) numbers: FxHashMap<(usize, usize), i64>,
}

/// The sections, and the current section or structure.
#[derive(Debug, Default)]
pub(crate) struct Layout {
    sections: Vec<State>,
    names: FxHashMap<String, Section>,
    pub(crate) pieces: Vec<Piece>,
    pub(crate) section: Section,
    /// The next offset in a structure while one is being declared; labels are then offsets in it.
    pub(crate) structure: Option<u32>,
    /// The values found in the previous reading of the source.
    pub(crate) starts: Starts,
    /// The values of expressions found in this reading.
    pub(crate) numbers: FxHashMap<(usize, usize), i64>,
    /// The size of contents and space so far, and its limit.
    bytes: u64,
    most: u64,
}

impl Layout {
    /// Creates the layout with `.text`, `.data` and `.bss`, of which the first two may begin at address 0 of separate
    /// memories.
    pub(crate) fn new(text: Option<u32>, data: Option<u32>, most: Option<u64>, starts: Starts) -> Self {
        let mut layout = Self {
            section: Section::TEXT,
            starts,
            most: most.unwrap_or(MOST),
            ..Self::default()
        };
        for (name, address) in [(".text", text), (".data", data), (".bss", None)] {
            layout.add(name, Kind::of(name), address);
        }
        layout
    }

    fn add(&mut self, name: &str, kind: Kind, address: Option<u32>) -> Section {
        let section = Section::new(self.sections.len());
        let piece = self.begin(section, kind, address);
        self.names.insert(name.to_owned(), section);
        self.sections.push(State {
            info: SectionInfo { name: name.to_owned(), kind },
            first: piece,
            subsections: vec![Subsection {
                number: 0,
                start: self.address(Place { piece, offset: 0 }),
                end: Place { piece, offset: 0 },
            }],
            at_work: 0,
            overflown: false,
        });
        section
    }

    fn begin(&mut self, section: Section, kind: Kind, address: Option<u32>) -> u32 {
        let space = match kind {
            Kind::Code => AddressSpace::Program,
            _ => AddressSpace::Data,
        };
        self.pieces
            .push(Piece { section, space, address, alignment: 2, size: 0, bytes: Vec::new() });
        self.pieces.len() as u32 - 1
    }

    /// Begins a new piece of the current section.
    fn begin_at(&mut self, address: u32) -> u32 {
        self.begin(self.section, self.state().info.kind, Some(address))
    }

    /// Returns the section with a name, creating it if necessary, with the given kind or the one implied by its name.
    /// `None` if there are too many sections.
    pub(crate) fn named(&mut self, name: &str, kind: Option<Kind>) -> Option<Section> {
        match self.names.get(name) {
            Some(&section) => Some(section),
            None if self.sections.len() == SECTIONS => None,
            None => Some(self.add(name, kind.unwrap_or(Kind::of(name)), None)),
        }
    }

    pub(crate) fn infos(&self) -> impl Iterator<Item = &SectionInfo> {
        self.sections.iter().map(|state| &state.info)
    }

    pub(crate) fn info(&self, section: Section) -> &SectionInfo {
        &self.sections[section.index()].info
    }

    /// Returns the first piece of a section.
    pub(crate) fn first(&self, section: Section) -> u32 {
        self.sections[section.index()].first
    }

    /// Continues in a subsection, at its end.
    pub(crate) fn enter(&mut self, section: Section, number: u32) {
        self.section = section;
        self.structure = None;
        let subsections = &self.state().subsections;
        let found = subsections.iter().position(|subsection| subsection.number == number);
        let at_work = found.unwrap_or_else(|| self.add_subsection(number));
        self.state_mut().at_work = at_work;
    }

    /// Adds a subsection to the current section. It begins where the previous reading found its start; in the first
    /// reading, at the current end of the previous subsection.
    fn add_subsection(&mut self, number: u32) -> usize {
        let section = self.section;
        let start = self.starts.subsections.get(&(section, number)).copied();
        let start = start.unwrap_or_else(|| self.end_before(number));
        let end = match start.base {
            None => Place { piece: self.begin_at(start.number as u32), offset: 0 },
            Some(_) => Place { piece: self.first(section), offset: start.number as u32 },
        };
        let state = self.state_mut();
        state.subsections.push(Subsection { number, start, end });
        state.subsections.len() - 1
    }

    /// Returns the end of all lower-numbered subsections of the current section.
    fn end_before(&self, number: u32) -> Value {
        let lower = self.state().subsections.iter().filter(|other| other.number < number);
        let last = lower.max_by_key(|other| other.number);
        self.address(last.map_or(self.place(), |last| last.end))
    }

    /// Performs an action in another subsection, and returns to the current one.
    pub(crate) fn aside<T>(&mut self, section: Section, number: u32, act: impl FnOnce(&mut Self) -> T) -> T {
        let (own, structure) = (self.section, self.structure);
        let at_work = self.sections[section.index()].at_work;
        self.enter(section, number);
        let result = act(self);
        self.state_mut().at_work = at_work;
        (self.section, self.structure) = (own, structure);
        result
    }

    /// Continues at the end of a section.
    pub(crate) fn enter_end(&mut self, section: Section) {
        let numbers = self.sections[section.index()].subsections.iter();
        let last = numbers.map(|subsection| subsection.number).max();
        self.enter(section, last.unwrap_or_default());
    }

    /// Returns the values known at the end of the source, if they differ from those assumed.
    pub(crate) fn moved(&mut self) -> Option<Starts> {
        let mut starts = Starts { numbers: std::mem::take(&mut self.numbers), ..Starts::default() };
        let known =
            |(key, number): (&(usize, usize), &i64)| self.starts.numbers.get(key).copied().unwrap_or(0) == *number;
        let mut moved = !starts.numbers.iter().all(known);
        for section in (0..self.sections.len()).map(Section::new) {
            self.section = section;
            for subsection in self.state().subsections.iter().filter(|one| one.number > 0) {
                let start = self.end_before(subsection.number);
                moved |= start != subsection.start;
                starts.subsections.insert((section, subsection.number), start);
            }
        }
        moved.then_some(starts)
    }

    fn state(&self) -> &State {
        &self.sections[self.section.index()]
    }

    fn state_mut(&mut self) -> &mut State {
        &mut self.sections[self.section.index()]
    }

    fn piece(&self) -> &Piece {
        &self.pieces[self.place().piece as usize]
    }

    fn piece_mut(&mut self) -> &mut Piece {
        let piece = self.place().piece as usize;
        &mut self.pieces[piece]
    }

    /// Returns the place of the next statement.
    pub(crate) fn place(&self) -> Place {
        let state = self.state();
        state.subsections[state.at_work].end
    }

    /// Reserves bytes at the current position, and returns the offset after them in the piece.
    fn advance(&mut self, count: u32) -> u32 {
        let state = self.state_mut();
        let end = &mut state.subsections[state.at_work].end.offset;
        *end = end.saturating_add(count);
        let end = *end;
        let piece = self.piece_mut();
        piece.size = piece.size.max(end);
        end
    }

    /// Returns the current address or, in a structure, the offset.
    pub(crate) fn here(&self) -> Value {
        match self.structure {
            Some(offset) => Value::number(offset.into()),
            None => self.address(self.place()),
        }
    }

    pub(crate) fn address(&self, place: Place) -> Value {
        let piece = &self.pieces[place.piece as usize];
        Value {
            number: i64::from(piece.origin()) + i64::from(place.offset),
            base: match piece.address {
                Some(_) => None,
                None => Some(Base::Piece(place.piece)),
            },
            addresses: 1,
            symbol: None,
        }
    }

    /// Returns the current address if it is known; otherwise, the offset in the piece.
    pub(crate) fn known_here(&self) -> u32 {
        self.structure.unwrap_or_else(|| {
            let offset = self.place().offset;
            self.piece().origin().saturating_add(offset)
        })
    }

    /// Continues at another address: in the current piece if it ends there, otherwise in a new one.
    pub(crate) fn move_to(&mut self, address: u32) {
        if let Some(offset) = &mut self.structure {
            *offset = address;
            return;
        }
        let piece = self.piece();
        // A piece at the start of a segment does not continue the previous one.
        let continues = piece.address.is_some() && self.known_here() == address;
        if continues && (address & 0xFFFF != 0 || piece.size == 0) {
            return;
        }
        let piece = self.begin_at(address);
        let state = self.state_mut();
        state.subsections[state.at_work].end = Place { piece, offset: 0 };
    }

    /// Adds bytes at the current position, possibly before those of a subsection that was read earlier.
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        let end = self.advance(bytes.len() as u32) as usize;
        let all = &mut self.piece_mut().bytes;
        let start = end - bytes.len();
        if start == all.len() {
            all.extend_from_slice(bytes);
            return;
        }
        all.resize(all.len().max(end), 0);
        all[start..end].copy_from_slice(bytes);
    }

    /// Adds one byte repeatedly, or space in a structure or a section without contents.
    pub(crate) fn fill(&mut self, count: u32, byte: u8) {
        if let Some(offset) = &mut self.structure {
            *offset = offset.saturating_add(count);
            return;
        }
        let has_contents = self.state().info.kind != Kind::Space;
        let start = self.place().offset as usize;
        let end = self.advance(count) as usize;
        if has_contents {
            let all = &mut self.piece_mut().bytes;
            all.resize(all.len().max(end), byte);
            all[start..end].fill(byte);
        }
    }

    pub(crate) fn put(&mut self, place: Place, bytes: &[u8]) {
        let start = place.offset as usize;
        self.pieces[place.piece as usize].bytes[start..start + bytes.len()].copy_from_slice(bytes);
    }

    /// Returns the maximum number of bytes that an alignment adds at the end of the current piece, which is also
    /// aligned.
    pub(crate) fn more_at_end(&self, boundary: u32) -> u32 {
        boundary.saturating_sub(self.piece().alignment)
    }

    /// Aligns the current piece, and returns the number of bytes to fill.
    pub(crate) fn align(&mut self, boundary: u32) -> u32 {
        if self.structure.is_none() {
            let piece = self.piece_mut();
            piece.alignment = piece.alignment.max(boundary);
        }
        self.known_here().wrapping_neg() % boundary
    }

    /// Returns an error message, only once, if the current section extends beyond an address space of `limit` bytes.
    pub(crate) fn overflow(&mut self, limit: u64) -> Option<String> {
        let piece = self.piece();
        let end = u64::from(piece.origin()) + u64::from(piece.size);
        let in_structure = self.structure.is_some();
        let state = self.state_mut();
        if end <= limit || state.overflown || in_structure {
            return None;
        }
        state.overflown = true;
        let name = &state.info.name;
        Some(format!(
            "section `{name}` ends at {end:#x}, past the end of memory at {limit:#x}"
        ))
    }

    /// Returns true if the program exceeds its size limit.
    pub(crate) const fn is_full(&self) -> bool {
        self.bytes > self.most
    }

    /// Adds to the size of contents and space; returns an error if it exceeds the limit.
    pub(crate) fn count(&mut self, bytes: u32) -> Result<(), String> {
        self.bytes += u64::from(bytes);
        match self.is_full() {
            true => Err(format!("the program is larger than {} MB", self.most >> 20)),
            false => Ok(()),
        }
    }

    /// Returns the reason why no bytes can be added here; `None` if they can.
    pub(crate) fn refuses_contents(&self) -> Option<String> {
        if self.structure.is_some() {
            return Some("a structure cannot have contents: use `.space`, or switch to a section first".to_owned());
        }
        let info = &self.state().info;
        (info.kind == Kind::Space).then(|| {
            format!(
                "`{}` cannot have contents: use `.space`, or switch to `.data`",
                info.name
            )
        })
    }
}
