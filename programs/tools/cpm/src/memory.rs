//! Memory: segments of 64 KB.
//!
//! A *physical* address is what a segmented program uses, and what system calls pass on: segment and offset. Programs
//! without segmented mode run in [`SEGMENT`], where instructions and data share the memory, or with split spaces in
//! [`SPLIT_SEGMENT`], whose instructions are a memory of their own, which is seen as the data of [`SPLIT_PROGRAM`]. The
//! handlers of traps are in [`SYSTEM_SEGMENT`], which every access in system mode goes to.

use z8000::bus::{Bus, Location, Status};
use z8000::cpu::{Cpu, Functions, Places, Run, Step, Until};
use z8000::run::{Bank, Banked, Clocked, Code, Host, Marks, word_of};

/// Bytes of a segment.
pub const SEGMENT_SIZE: usize = 0x1_0000;
/// The segment of a program without segmented mode.
pub const SEGMENT: u8 = 10;
/// The segment of a program with split spaces.
pub const SPLIT_SEGMENT: u8 = 8;
/// The segment whose data are the instructions of a program with split spaces.
pub const SPLIT_PROGRAM: u8 = 10;
/// The segment of the host.
pub const SYSTEM_SEGMENT: u8 = 127;

/// All segments.
const SEGMENTS: usize = 128;

/// All segments.
pub struct Memory {
    segments: Box<[Bank; SEGMENTS]>,
    /// Marks of the words of which an engine has code.
    marks: Box<[Marks; SEGMENTS]>,
    /// The segments in which there may be marks.
    marked: Vec<usize>,
    /// Words that were marked and have changed, with their segments.
    changed: Vec<(usize, usize)>,
    /// True if [`SPLIT_SEGMENT`] has instructions of its own.
    pub split: bool,
}

impl Default for Memory {
    /// Empty memory: zeros.
    fn default() -> Self {
        Self {
            segments: zeros(),
            marks: zeros(),
            marked: Vec::new(),
            changed: Vec::new(),
            split: false,
        }
    }
}

impl Memory {
    /// The segment of memory that an access to a segment goes to.
    #[inline(always)]
    const fn place(&self, status: Status, segment: u8) -> usize {
        let segment = if status.system {
            SYSTEM_SEGMENT
        } else if self.split && segment == SPLIT_SEGMENT && status.space.is_program() {
            SPLIT_PROGRAM
        } else {
            segment
        };
        segment as usize % SEGMENTS
    }

    /// Notes that a word has changed, if there is code of it.
    #[inline(always)]
    fn note(&mut self, segment: usize, offset: u16) {
        if self.marks[segment][word_of(offset)] != 0 {
            self.note_changed(segment, word_of(offset));
        }
    }

    #[cold]
    fn note_changed(&mut self, segment: usize, word: usize) {
        self.marks[segment][word] = 0;
        self.changed.push((segment, word));
    }

    /// A byte at a physical address.
    pub fn byte(&self, at: Location) -> u8 {
        self.segments[usize::from(at.segment()) % SEGMENTS][usize::from(at.offset())]
    }

    /// Writes a byte.
    pub fn set_byte(&mut self, at: Location, value: u8) {
        let segment = usize::from(at.segment()) % SEGMENTS;
        self.segments[segment][usize::from(at.offset())] = value;
        self.note(segment, at.offset());
    }

    /// A word; its address may be odd.
    pub fn word(&self, at: Location) -> u16 {
        u16::from_be_bytes([self.byte(at), self.byte(at.plus(1))])
    }

    /// Writes a word; its address may be odd.
    pub fn set_word(&mut self, at: Location, value: u16) {
        self.write(at, &value.to_be_bytes());
    }

    /// A long word.
    pub fn long(&self, at: Location) -> u32 {
        u32::from(self.word(at)) << 16 | u32::from(self.word(at.plus(2)))
    }

    /// Writes a long word.
    pub fn set_long(&mut self, at: Location, value: u32) {
        self.write(at, &value.to_be_bytes());
    }

    /// Reads bytes; behind the end of the segment follows its beginning.
    pub fn read<const N: usize>(&self, at: Location) -> [u8; N] {
        std::array::from_fn(|distance| self.byte(at.plus(distance as u16)))
    }

    /// Writes bytes; behind the end of the segment follows its beginning.
    pub fn write(&mut self, at: Location, bytes: &[u8]) {
        for (distance, byte) in bytes.iter().enumerate() {
            self.set_byte(at.plus(distance as u16), *byte);
        }
    }
}

/// Zeros for all segments, which are never on the stack.
fn zeros<const N: usize>() -> Box<[[u8; N]; SEGMENTS]> {
    let zeros = vec![[0; N]; SEGMENTS].into_boxed_slice();
    // Its length is right.
    zeros.try_into().unwrap_or_else(|_| Box::new([[0; N]; SEGMENTS]))
}

/// A physical address in a register pair or a long word.
pub const fn location(pair: u32) -> Location {
    Location::new((pair >> 24) as u8 & 0x7F, pair as u16)
}

/// A physical address as a long word, without the bit that the processor sets in a register pair.
pub const fn pair(at: Location) -> u32 {
    (at.segment() as u32) << 24 | at.offset() as u32
}

/// Ports are not there: the inputs are high, and privileged anyway.
impl Bus for Memory {
    #[inline(always)]
    fn read_byte(&mut self, status: Status, at: Location) -> u8 {
        self.segments[self.place(status, at.segment())][usize::from(at.offset())]
    }

    #[inline(always)]
    fn read_word(&mut self, status: Status, at: Location) -> u16 {
        let offset = usize::from(at.offset() & 0xFFFE);
        let segment = &self.segments[self.place(status, at.segment())];
        u16::from_be_bytes([segment[offset], segment[offset | 1]])
    }

    #[inline(always)]
    fn write_byte(&mut self, status: Status, at: Location, value: u8) {
        let segment = self.place(status, at.segment());
        self.segments[segment][usize::from(at.offset())] = value;
        self.note(segment, at.offset());
    }

    #[inline(always)]
    fn write_word(&mut self, status: Status, at: Location, value: u16) {
        let (segment, offset) = (self.place(status, at.segment()), usize::from(at.offset() & 0xFFFE));
        let bytes = &mut self.segments[segment];
        [bytes[offset], bytes[offset | 1]] = value.to_be_bytes();
        self.note(segment, at.offset());
    }

    fn input_byte(&mut self, _: u16, _: bool) -> u8 {
        0xFF
    }

    fn input_word(&mut self, _: u16, _: bool) -> u16 {
        0xFFFF
    }

    fn output_byte(&mut self, _: u16, _: bool, _: u8) {}

    fn output_word(&mut self, _: u16, _: bool, _: u16) {}
}

/// Compiled here once.
static FUNCTIONS: Functions<Memory> = Functions::ALL;

impl Clocked for Memory {}

impl Host for Memory {
    fn step(&mut self, cpu: &mut Cpu) -> Step {
        cpu.step_with(self, &FUNCTIONS)
    }

    fn run(&mut self, cpu: &mut Cpu, until: &Until) -> Option<Run> {
        Some(cpu.run_with(self, until, &FUNCTIONS))
    }

    fn run_to_place(&mut self, cpu: &mut Cpu, until: &Until, places: &Places<'_>) -> Option<Run> {
        Some(cpu.run_to_place(self, until, &FUNCTIONS, places))
    }

    fn banked(&mut self) -> Option<&mut dyn Banked> {
        Some(self)
    }
}

impl std::fmt::Debug for Memory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Memory")
            .field("split", &self.split)
            .finish_non_exhaustive()
    }
}

/// A bank is a segment.
impl Banked for Memory {
    fn banks(&self) -> &[Bank] {
        &*self.segments
    }

    fn banks_and_marks(&mut self) -> (&mut [Bank], &[Marks]) {
        (&mut *self.segments, &*self.marks)
    }

    fn bank(&self, status: Status, segment: u8) -> usize {
        self.place(status, segment)
    }

    fn may_run(&self, _: Location) -> bool {
        true
    }

    fn code(&self) -> Code<'_> {
        Code::Watched
    }

    fn unwatch(&mut self) {
        for segment in std::mem::take(&mut self.marked) {
            self.marks[segment].fill(0);
        }
    }

    fn watch(&mut self, bank: usize, word: usize) {
        let segment = bank % SEGMENTS;
        self.marks[segment][word % size_of::<Marks>()] = 1;
        if !self.marked.contains(&segment) {
            self.marked.push(segment);
        }
    }

    fn changed(&mut self) -> Vec<(usize, usize)> {
        std::mem::take(&mut self.changed)
    }
}
