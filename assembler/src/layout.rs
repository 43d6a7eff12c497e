//! Placing statements: in sections, their pieces, and structures.
//!
//! A piece is a part of a section that is kept together. Its bytes are added as they are generated; its address may be
//! known from the start, determined at the end, or left to a linker.

use rustc_hash::FxHashMap;
use z8000_object::Kind;

use crate::section::{AddressSpace, Section, SectionInfo};
use crate::value::{Base, Value};

/// The limit on the bytes of a program, if the options do not set one.
const MOST: u64 = 0x1000_0000;

/// The limit on the sections of one program: objects number them in 16 bits, from 1, with a sign.
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
    /// The section.
    pub section: Section,
    /// The memory in which the piece is placed, unless [`Options::one_memory`](crate::Options::one_memory) is set.
    pub space: AddressSpace,
    /// Its address, if that is known.
    pub(crate) address: Option<u32>,
    /// Its address is a multiple of this.
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
    #[must_use]
    pub fn origin(&self) -> u32 {
        self.address.unwrap_or(0)
    }

    /// Returns true if it goes to a memory; always true for `None`.
    pub(crate) fn is_in(&self, memory: Option<AddressSpace>) -> bool {
        memory.is_none_or(|space| self.space == space)
    }
}

/// A place in a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    /// Index of the piece.
    pub(crate) piece: u32,
    /// Bytes from its beginning.
    pub(crate) offset: u32,
}

/// A part of a section with a number. In the section, parts are in the order of their numbers.
#[derive(Debug)]
struct Subsection {
    number: u32,
    /// Its beginning, or the one that was assumed when its first statement was read.
    start: Value,
    /// The place of its next statement.
    end: Place,
}

/// A section, and the subsection that its statements go to.
#[derive(Debug)]
struct State {
    info: SectionInfo,
    /// Its first piece.
    first: u32,
    /// Its subsections in the order of the source, and the current one.
    subsections: Vec<Subsection>,
    at_work: usize,
    /// Its end is known to be beyond the address space.
    overflown: bool,
}

/// What is assumed in a reading of a source before it is known.
#[derive(Debug, Default)]
pub(crate) struct Starts {
    /// The beginnings of subsections, by section and number.
    subsections: FxHashMap<(Section, u32), Value>,
    /// The numbers of expressions whose symbols come later, by statement and place in the line.
    pub(crate) numbers: FxHashMap<(usize, usize), i64>,
}

/// The sections, and the section or structure that statements go to.
#[derive(Debug, Default)]
pub(crate) struct Layout {
    sections: Vec<State>,
    names: FxHashMap<String, Section>,
    pub(crate) pieces: Vec<Piece>,
    /// The current section.
    pub(crate) section: Section,
    /// The next offset in a structure, while one is declared; labels are offsets in it.
    pub(crate) structure: Option<u32>,
    /// What the last reading of the source found.
    pub(crate) starts: Starts,
    /// The numbers that this reading found.
    pub(crate) numbers: FxHashMap<(usize, usize), i64>,
    /// Bytes of contents and space so far, and the limit on them.
    bytes: u64,
    most: u64,
}

impl Layout {
    /// `.text`, `.data` and `.bss`, of which the first two may begin at address 0 of separate memories.
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

    /// A new piece of the current section.
    fn begin_at(&mut self, address: u32) -> u32 {
        self.begin(self.section, self.state().info.kind, Some(address))
    }

    /// The section of a name, which may be new. Then it is of the kind given, or else of the one that its name implies.
    /// `None` if a program has too many sections.
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

    /// The piece that a section begins with.
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

    /// A new subsection of the current section. It begins where the last pass found, or else where the previous one
    /// ends now.
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

    /// The end of the subsections of lower numbers, in the current section.
    fn end_before(&self, number: u32) -> Value {
        let lower = self.state().subsections.iter().filter(|other| other.number < number);
        let last = lower.max_by_key(|other| other.number);
        self.address(last.map_or(self.place(), |last| last.end))
    }

    /// Does something in another subsection, and comes back.
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

    /// What is known at the end of the source, if it is not what was assumed.
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

    /// The current piece.
    fn piece(&self) -> &Piece {
        &self.pieces[self.place().piece as usize]
    }

    fn piece_mut(&mut self) -> &mut Piece {
        let piece = self.place().piece as usize;
        &mut self.pieces[piece]
    }

    /// The place of the next statement.
    pub(crate) fn place(&self) -> Place {
        let state = self.state();
        state.subsections[state.at_work].end
    }

    /// Takes some bytes at the current position, and returns the offset after them in the piece.
    fn advance(&mut self, count: u32) -> u32 {
        let state = self.state_mut();
        let end = &mut state.subsections[state.at_work].end.offset;
        *end = end.saturating_add(count);
        let end = *end;
        let piece = self.piece_mut();
        piece.size = piece.size.max(end);
        end
    }

    /// The current address, or the offset in a structure.
    pub(crate) fn here(&self) -> Value {
        match self.structure {
            Some(offset) => Value::number(offset.into()),
            None => self.address(self.place()),
        }
    }

    /// The address of a place.
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

    /// The current address as far as it is known; otherwise, the offset from the beginning of the piece.
    pub(crate) fn known_here(&self) -> u32 {
        self.structure.unwrap_or_else(|| {
            let offset = self.place().offset;
            self.piece().origin().saturating_add(offset)
        })
    }

    /// Continues at another address: in a new piece, unless the current one ends there.
    pub(crate) fn move_to(&mut self, address: u32) {
        if let Some(offset) = &mut self.structure {
            *offset = address;
            return;
        }
        let piece = self.piece();
        // A piece that begins with a segment does not belong to the previous one.
        let continues = piece.address.is_some() && self.known_here() == address;
        if continues && (address & 0xFFFF != 0 || piece.size == 0) {
            return;
        }
        let piece = self.begin_at(address);
        let state = self.state_mut();
        state.subsections[state.at_work].end = Place { piece, offset: 0 };
    }

    /// Puts bytes at the current position. They may come before those of a subsection that was read earlier.
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

    /// Appends one byte many times, or space in a structure or a section without contents.
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

    /// Replaces bytes.
    pub(crate) fn put(&mut self, place: Place, bytes: &[u8]) {
        let start = place.offset as usize;
        self.pieces[place.piece as usize].bytes[start..start + bytes.len()].copy_from_slice(bytes);
    }

    /// Aligns the current piece, and returns the number of bytes to fill.
    pub(crate) fn align(&mut self, boundary: u32) -> u32 {
        if self.structure.is_none() {
            let piece = self.piece_mut();
            piece.alignment = piece.alignment.max(boundary);
        }
        self.known_here().wrapping_neg() % boundary
    }

    /// Reports once that the current section has grown beyond an address space of `limit` bytes.
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

    /// Returns true if a program has too many bytes.
    pub(crate) const fn is_full(&self) -> bool {
        self.bytes > self.most
    }

    /// Counts bytes of contents and space; an error if the program has too many.
    pub(crate) fn count(&mut self, bytes: u32) -> Result<(), String> {
        self.bytes += u64::from(bytes);
        match self.is_full() {
            true => Err(format!("the program is larger than {} MB", self.most >> 20)),
            false => Ok(()),
        }
    }

    /// The reason why no statement can put bytes here, if none can.
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
