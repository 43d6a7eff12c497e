//! Executables: reading x.out, and the memory contents with which a program starts.
//!
//! Sections are placed where the loader of CP/M-8000 puts them. In a non-segmented program, code begins at 0;
//! constants, data and bss follow it, or begin at 0 of the data space if the spaces are split. The last 256 bytes are
//! the base page, and the 256 bytes below are reserved for the stack. A segmented program names its own segments.

use thiserror::Error;
use z8000::bus::Location;
use z8000::machine::World;
use z8000_object::{FormatError, Kind, Object, Processor, Section, xout};

use crate::base_page::{BasePage, SIZE as BASE_PAGE};
use crate::memory::{SEGMENT, SEGMENT_SIZE, SPLIT_PROGRAM, SPLIT_SEGMENT, SYSTEM_SEGMENT, pair};

/// Minimum number of bytes reserved for the stack.
const STACK: u32 = 0x100;

/// Offset of a base page at the end of its segment.
const PAGE: u16 = (SEGMENT_SIZE as u32 - BASE_PAGE) as u16;

/// Offset of a base page that is followed by room for a stack.
const LOWER: u16 = PAGE - STACK as u16;
/// The return address of a program: its first instruction jumps over a call, at this address, that ends the program.
const RETURN: u16 = 2;
/// Flag of function 59 for split spaces and, below, for segmented mode.
pub(crate) const SPLIT_FLAG: u16 = 0x4000;
pub(crate) const SEGMENTED_FLAG: u16 = 0x2000;

/// The reason why a program cannot be loaded.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The file is not an executable.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// The file is an object file.
    #[error("the program is not linked; use `z8k ld --oformat xout`")]
    NotLinked,
    /// The program does not fit in memory together with the base page and the stack.
    #[error("the program does not fit in memory; its {what} ends at {end:#x}, past the limit of {limit:#x}")]
    Memory {
        /// The name of the space that is too small.
        what: &'static str,
        /// The end address of the space's contents.
        end: u32,
        /// The end of the memory available for it.
        limit: u32,
    },
    /// The program contains no instructions.
    #[error("the program has no code")]
    NoCode,
    /// The program uses the segment reserved for the system.
    #[error("segment {SYSTEM_SEGMENT} is reserved for the system")]
    SystemSegment,
}

/// A program in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LoadedProgram {
    /// True if the program runs in segmented mode.
    pub segmented: bool,
    /// True if instructions and data have separate spaces.
    pub split: bool,
    /// The address of the first instruction.
    pub start: Location,
    /// The initial stack pointer.
    pub stack: Location,
    /// The address of the base page.
    pub page: Location,
}

/// The beginning of a part of a program, if it has any bytes, and its size.
type Part = (Option<Location>, u32);

/// The loaded parts of a program, as the base page describes them.
#[derive(Default)]
struct Parts {
    text: Part,
    data: Part,
    bss: Part,
}

impl Parts {
    /// Records the beginning of a section, and the number of bytes that it adds to its part.
    fn note(&mut self, section: &Section, at: Location) {
        let (first, size) = match section.kind {
            Kind::Code => &mut self.text,
            Kind::Space => &mut self.bss,
            Kind::Constants | Kind::Data => &mut self.data,
        };
        first.get_or_insert(at);
        *size += section.size;
    }
}

/// Returns true if a section only reserves bytes for the stack.
fn is_stack(section: &Section) -> bool {
    section.name == ".stack"
}

/// Returns an error unless a space ends within a limit.
const fn check(what: &'static str, end: u32, limit: u32) -> Result<(), LoadError> {
    if end > limit {
        return Err(LoadError::Memory { what, end, limit });
    }
    Ok(())
}

/// Loads a program into memory, with its base page and its stack. The rest of memory is unchanged. If its spaces are
/// split, call [`memory::split`](crate::memory::split) next.
///
/// # Errors
///
/// The program cannot be loaded, for one of the reasons in [`LoadError`].
pub fn load(memory: &mut World, bytes: &[u8]) -> Result<LoadedProgram, LoadError> {
    let object = xout::read("the program", bytes)?;
    if object.entry.is_none() || object.sections.iter().any(|section| !section.relocations.is_empty()) {
        return Err(LoadError::NotLinked);
    }
    if object.processor == Processor::Z8001 {
        return segmented(memory, &object);
    }
    // The magic numbers EE0A and EE0B mean split spaces.
    let split = bytes.get(1).is_some_and(|low| low & 0x08 != 0);
    nonsegmented(memory, &object, split)
}

fn nonsegmented(memory: &mut World, object: &Object, split: bool) -> Result<LoadedProgram, LoadError> {
    let (segment, program) = match split {
        true => (SPLIT_SEGMENT, SPLIT_PROGRAM),
        false => (SEGMENT, SEGMENT),
    };
    let stacks = object.sections.iter().filter(|section| is_stack(section));
    let stacks: u32 = stacks.map(|section| section.size).sum();
    let limit = u32::from(PAGE).saturating_sub(STACK + stacks);
    // The next addresses for instructions and for data, which are equal if the spaces are not split.
    let mut next = [0; 2];
    let mut parts = Parts::default();
    for section in object.sections.iter().filter(|section| !is_stack(section)) {
        let in_data = split && section.kind != Kind::Code;
        let next = &mut next[usize::from(in_data)];
        let at = Location::new(if in_data { segment } else { program }, *next as u16);
        *next += section.size;
        let (what, limit) = match (split, in_data) {
            (true, false) => ("code", SEGMENT_SIZE as u32),
            (true, true) => ("data", limit),
            _ => ("code and data", limit),
        };
        check(what, *next, limit)?;
        memory.write(at, &section.bytes);
        parts.note(section, at);
        *next = next.next_multiple_of(2);
    }
    parts.text.0.ok_or(LoadError::NoCode)?;
    let place = |offset: u16| Location::new(segment, offset);
    let (start, stack, page) = (place(0), place(PAGE - 4), place(PAGE));
    let used = next[usize::from(split)];
    let base = BasePage {
        low: start,
        high: stack,
        text: (start, parts.text.1),
        data: (parts.data.0.unwrap_or(place(used as u16)), parts.data.1),
        bss: (parts.bss.0.unwrap_or(place(used as u16)), parts.bss.1),
        free: limit.saturating_sub(used),
    };
    base.write(memory, page);
    memory.set_word(stack, RETURN);
    memory.set_word(stack.plus(2), PAGE);
    Ok(LoadedProgram { segmented: false, split, start, stack, page })
}

fn segmented(memory: &mut World, object: &Object) -> Result<LoadedProgram, LoadError> {
    let mut ends = [0_u32; 128];
    let mut parts = Parts::default();
    // The address of the base page: below the end of the stack's segment, or 256 bytes lower in the last data segment.
    let mut page: Option<Location> = None;
    let mut stack_size = STACK;
    let mut last = 0;
    for section in &object.sections {
        let segment = (section.address >> 16) as u8 & 0x7F;
        if segment == SYSTEM_SEGMENT {
            return Err(LoadError::SystemSegment);
        }
        if is_stack(section) {
            page.get_or_insert(Location::new(segment, PAGE));
            stack_size += section.size;
            continue;
        }
        let at = Location::new(segment, section.address as u16);
        let end = u32::from(section.address as u16) + section.size;
        let below = page.filter(|page| page.segment() == segment);
        let limit = below.map_or(SEGMENT_SIZE as u32, |_| u32::from(PAGE).saturating_sub(stack_size));
        check("segment", end, limit)?;
        memory.write(at, &section.bytes);
        parts.note(section, at);
        ends[usize::from(segment)] = end;
        last = segment;
        if section.kind != Kind::Code {
            page = Some(Location::new(segment, LOWER));
        }
    }
    let start = parts.text.0.ok_or(LoadError::NoCode)?;
    let page = page.unwrap_or(Location::new(last, LOWER));
    let end = ends[usize::from(page.segment())];
    let limit = u32::from(page.offset()).saturating_sub(stack_size);
    check("segment with the stack", end, limit)?;
    let stack = Location::new(page.segment(), page.offset() - 8);
    let data = parts.data.0.or(parts.bss.0).unwrap_or(page);
    let base = BasePage {
        low: Location::new(0, 0),
        high: stack,
        text: (start, parts.text.1),
        data: (data, parts.data.1),
        bss: (parts.bss.0.unwrap_or(data.plus(parts.data.1 as u16)), parts.bss.1),
        free: limit - end,
    };
    base.write(memory, page);
    memory.set_long(stack, pair(start.plus(RETURN)));
    memory.set_long(stack.plus(4), pair(page));
    Ok(LoadedProgram { segmented: true, split: false, start, stack, page })
}
