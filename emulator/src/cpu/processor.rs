//! The processor: its registers, and instruction fetching.

use super::details::simple_forms;
use super::exceptions::Requests;
use super::fcw::Fcw;
use crate::bus::{Bus, Location, Space, Status};

/// The number of the stack pointer register; in segmented mode, of the lower register of its pair.
pub const STACK_POINTER: u16 = 15;

/// The two processors of the family. Their names are parsed in lower case, too.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Model {
    /// With segmented mode: 128 segments of 64 KB in each address space.
    #[cfg_attr(feature = "serde", serde(alias = "z8001"))]
    Z8001,
    /// Without segmented mode: 64 KB in each address space.
    #[default]
    #[cfg_attr(feature = "serde", serde(alias = "z8002"))]
    Z8002,
}

/// A repeating instruction that a step has suspended between two iterations.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Repetition {
    /// The instruction's words, from which the next step resumes it. The chip keeps them in its instruction register.
    pub words: [u16; 2],
    /// The iterations so far. A counter can specify up to 65,536; an instruction that changes its own counter may
    /// continue for longer, and is then treated as a new instruction: this count restarts at 0.
    pub iterations: u16,
}

/// A processor: its registers and pending interrupt requests.
///
/// The order of the fields is fixed so that FCW and PC, which change constantly, come after an odd number of words:
/// compilers widen reads of aligned halves of a double word, and such reads must then wait for writes in between.
///
/// # Example
///
/// ```
/// use z8000::machine::Machine;
/// use z8000::cpu::{Cpu, Model};
///
/// let mut board = Machine::board();
/// // FCW and PC; INC R1,#2, which takes 4 clocks.
/// board.load_program(2, &[0x40, 0, 0, 6, 0xA9, 0x11]);
/// let mut memory = board.world().clone();
/// let mut cpu = Cpu::new(Model::Z8002);
/// cpu.reset(&mut memory);
/// assert_eq!(cpu.step(&mut memory).clocks, 4);
/// assert_eq!((cpu.register(1), cpu.pc()), (2, 8));
/// ```
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "super::State", into = "super::State"))]
#[repr(C)]
pub struct Cpu {
    /// R0 to R15.
    pub(super) r: [u16; 16],
    /// The second word of the current instruction, if its pattern has two.
    pub(super) second: u16,
    pub(super) fcw: Fcw,
    pub(super) refresh: u16,
    /// The offset of the next word to fetch.
    pub(super) pc: u16,
    /// The program status area: segment and offset. The low byte of the offset is 0.
    pub(super) psap: [u16; 2],
    /// R14 and R15 of the other mode, system or normal. Only segmented system mode has its own R14.
    pub(super) other_stack: [u16; 2],
    /// The segment of PC, 0 to 127.
    pub(super) pc_segment: u8,
    /// True if a step must handle more than simple instructions: the processor has halted, is in the middle of a
    /// repetition, or an interrupt is requested.
    pub(super) unusual: bool,
    pub(super) halted: bool,
    pub(super) model: Model,
    /// The repeating instruction that the next step resumes.
    pub(super) repeats: Option<Repetition>,
    /// The number of clocks after which a step suspends a repeating instruction between two iterations.
    pub(super) deadline: u32,
    pub(super) requests: Requests,
    /// For each first word, the index of the form that a step can execute without checks.
    pub(super) simple: &'static [u16; 0x1_0000],
}

impl Cpu {
    /// Creates a processor as before a reset: all registers are 0, in system mode, and PC is 0.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::cpu::{Cpu, Fcw, Model};
    ///
    /// let cpu = Cpu::new(Model::Z8001);
    /// assert_eq!((cpu.register(15), cpu.pc()), (0, 0));
    /// assert_eq!(cpu.fcw(), Fcw::SYSTEM);
    /// ```
    pub fn new(model: Model) -> Self {
        Self {
            r: [0; 16],
            second: 0,
            fcw: Fcw::SYSTEM,
            refresh: 0,
            pc: 0,
            psap: [0; 2],
            other_stack: [0; 2],
            pc_segment: 0,
            unusual: false,
            halted: false,
            model,
            repeats: None,
            deadline: u32::MAX,
            requests: [None; 4],
            simple: simple_forms(),
        }
    }

    /// Resets the processor. It reads FCW from program address 2, and then PC: an offset from 4 or, on a Z8001, a
    /// segment number from 4 and an offset from 6.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::machine::Machine;
    /// use z8000::cpu::{Cpu, Fcw, Model};
    ///
    /// let mut board = Machine::board();
    /// board.load_program(2, &[0x50, 0, 0x12, 0x34]);
    /// let mut cpu = Cpu::new(Model::Z8002);
    /// cpu.reset(&mut board.world().clone());
    /// assert_eq!(cpu.fcw(), Fcw::SYSTEM | Fcw::VIE);
    /// assert_eq!(cpu.pc(), 0x1234);
    /// ```
    pub fn reset<B: Bus + ?Sized>(&mut self, bus: &mut B) {
        self.halted = false;
        self.refresh = 0;
        self.repeats = None;
        let (fcw, pc) = (Location::new(0, 2), Location::new(0, 4));
        // The vector is read in system mode, whatever mode the processor was in.
        let status = Status { space: Space::Program, system: true };
        self.load_status_from(bus, status, fcw, pc, self.model == Model::Z8001);
    }

    /// Returns the contents of register Rn, n from 0 to 15. As in an instruction, only the low four bits of `n` count.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::cpu::{Cpu, Model};
    ///
    /// let mut cpu = Cpu::new(Model::Z8002);
    /// cpu.set_register(15, 0x8000);
    /// assert_eq!((cpu.register(0), cpu.register(15)), (0, 0x8000));
    /// ```
    #[inline]
    pub const fn register(&self, n: usize) -> u16 {
        self.r[n & 15]
    }

    /// Sets register Rn, n from 0 to 15. As in an instruction, only the low four bits of `n` count.
    pub const fn set_register(&mut self, n: usize, value: u16) {
        self.r[n & 15] = value;
    }

    /// Returns the offset of the next instruction.
    #[inline]
    pub const fn pc(&self) -> u16 {
        self.pc
    }

    /// Returns the segment of the next instruction, 0 to 127; 0 on a Z8002.
    pub const fn pc_segment(&self) -> u8 {
        self.pc_segment
    }

    /// Sets PC to another offset in the same segment; bit 0 is ignored. A suspended repeating instruction is not
    /// resumed.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::cpu::{Cpu, Model};
    ///
    /// let mut cpu = Cpu::new(Model::Z8002);
    /// cpu.set_pc(0x0101);
    /// assert_eq!(cpu.pc(), 0x0100);
    /// ```
    #[inline]
    pub const fn set_pc(&mut self, pc: u16) {
        self.pc = pc & !1;
        if self.repeats.is_some() {
            self.repeats = None;
            self.look_closer();
        }
    }

    /// Sets PC to any address; a Z8002 ignores the segment.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::bus::Location;
    /// use z8000::cpu::{Cpu, Model};
    ///
    /// let at = Location::new(3, 0x100);
    /// let mut cpu = Cpu::new(Model::Z8001);
    /// cpu.set_location(at);
    /// assert_eq!(cpu.location(), at);
    /// let mut cpu = Cpu::new(Model::Z8002);
    /// cpu.set_location(at);
    /// assert_eq!(cpu.location(), Location::new(0, 0x100));
    /// ```
    pub const fn set_location(&mut self, at: Location) {
        if matches!(self.model, Model::Z8001) {
            self.pc_segment = at.segment();
        }
        self.set_pc(at.offset());
    }

    /// Returns the address of the next instruction.
    #[inline]
    pub const fn location(&self) -> Location {
        Location::new(self.pc_segment, self.pc)
    }

    /// Returns the model, on which segmented mode depends.
    #[inline]
    pub const fn model(&self) -> Model {
        self.model
    }

    /// Returns the program status area pointer (PSAP): PSAPSEG and PSAPOFF.
    pub const fn psap(&self) -> [u16; 2] {
        self.psap
    }

    /// Sets PSAP. The low byte of the offset is always 0, and a Z8002 has no segment.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::cpu::{Cpu, Model};
    ///
    /// let mut cpu = Cpu::new(Model::Z8002);
    /// cpu.set_psap([0x0300, 0x12FF]);
    /// assert_eq!(cpu.psap(), [0, 0x1200]);
    /// ```
    pub const fn set_psap(&mut self, [segment, offset]: [u16; 2]) {
        let segment = if matches!(self.model, Model::Z8001) { segment } else { 0 };
        self.psap = [segment, offset & 0xFF00];
    }

    /// Returns R14 and R15 of the other mode: in system mode, NSPSEG and NSPOFF.
    pub const fn other_stack(&self) -> [u16; 2] {
        self.other_stack
    }

    /// Sets R14 and R15 of the other mode.
    pub const fn set_other_stack(&mut self, words: [u16; 2]) {
        self.other_stack = words;
    }

    /// Returns the refresh control register.
    pub const fn refresh(&self) -> u16 {
        self.refresh
    }

    /// Sets the refresh control register.
    pub const fn set_refresh(&mut self, value: u16) {
        self.refresh = value;
    }

    /// Returns the flag and control word.
    pub const fn fcw(&self) -> Fcw {
        self.fcw
    }

    /// Sets the flag and control word. The chip keeps reserved bits as written, but a Z8002 has no SEG. A change
    /// between system and normal mode exchanges the stack pointers.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::cpu::{Cpu, Fcw, Model};
    ///
    /// let mut cpu = Cpu::new(Model::Z8002);
    /// cpu.set_register(15, 0x8000);
    /// cpu.set_fcw(Fcw::SEG.bits());
    /// // Normal mode, with its own stack pointer, and no SEG.
    /// assert_eq!(cpu.fcw(), Fcw::empty());
    /// assert_eq!((cpu.register(15), cpu.other_stack()[1]), (0, 0x8000));
    /// ```
    pub fn set_fcw(&mut self, bits: u16) {
        let mut fcw = Fcw::from_bits_retain(bits);
        if self.model == Model::Z8002 {
            fcw -= Fcw::SEG;
        }
        let changed = fcw ^ self.fcw;
        if changed.contains(Fcw::SYSTEM) {
            core::mem::swap(&mut self.r[15], &mut self.other_stack[1]);
        }
        let own_segment = Fcw::SEG | Fcw::SYSTEM;
        if fcw.contains(own_segment) != self.fcw.contains(own_segment) {
            core::mem::swap(&mut self.r[14], &mut self.other_stack[0]);
        }
        self.fcw = fcw;
        self.look_closer();
    }

    /// Sets the flags without changing the other bits of FCW.
    pub fn set_flags(&mut self, flags: u16) {
        let flags = Fcw::from_bits_retain(flags) & Fcw::FLAGS;
        self.fcw = (self.fcw - Fcw::FLAGS) | flags;
    }

    /// Returns true if a step may do something other than begin an instruction, because the processor has halted, is in
    /// the middle of a repetition, or has a pending interrupt request.
    #[inline]
    pub const fn needs_attention(&self) -> bool {
        self.unusual
    }

    /// Updates `unusual`.
    pub(super) const fn look_closer(&mut self) {
        let asked = !matches!(self.requests, [None, None, None, None]);
        self.unusual = self.halted || self.repeats.is_some() || asked;
    }

    /// Sets the deadline of all further steps: the number of clocks from the beginning of a step after which a request
    /// may arrive. Initially, there is none. A repeating instruction that has not ended by then is suspended, so that
    /// the request can be accepted between two iterations, and the next step resumes it. Neither its total clocks nor
    /// its bus accesses depend on this.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::machine::Machine;
    /// use z8000::cpu::{Cpu, Model};
    ///
    /// // LDIR @R2,@R1,R3: 11 + 9n clocks.
    /// let mut board = Machine::board();
    /// board.load_program(0, &[0xBB, 0x11, 0x03, 0x20]);
    /// let mut memory = board.world().clone();
    /// let mut cpu = Cpu::new(Model::Z8002);
    /// [(1, 0x1000), (2, 0x2000), (3, 100)].map(|(n, value)| cpu.set_register(n, value));
    /// cpu.set_deadline(200);
    /// let first = cpu.step(&mut memory);
    /// assert!(cpu.is_repeating() && cpu.register(3) > 0);
    /// cpu.set_deadline(u64::MAX);
    /// assert_eq!(first.clocks + cpu.step(&mut memory).clocks, 11 + 9 * 100);
    /// ```
    #[inline]
    pub fn set_deadline(&mut self, clocks: u64) {
        self.deadline = u32::try_from(clocks).unwrap_or(u32::MAX);
    }

    /// Returns true if the last step suspended a repeating instruction between two iterations. It does not count as an
    /// instruction until it ends; PC still points at it.
    #[inline]
    pub const fn is_repeating(&self) -> bool {
        matches!(self.repeats, Some(repetition) if repetition.iterations > 0)
    }

    /// Returns the words of the repeating instruction that the next step resumes.
    #[inline]
    pub(crate) const fn resumed(&self) -> Option<[u16; 2]> {
        match self.repeats {
            Some(Repetition { words, .. }) => Some(words),
            None => None,
        }
    }

    /// Returns true if the processor has halted and is waiting for an interrupt.
    #[inline]
    pub const fn halted(&self) -> bool {
        self.halted
    }

    /// Returns true if addresses have a segment number.
    #[inline(always)]
    pub(super) const fn segmented(&self) -> bool {
        self.fcw.contains(Fcw::SEG)
    }

    /// Returns an address in the segment of PC.
    #[inline(always)]
    pub(super) const fn near(&self, offset: u16) -> Location {
        Location::new(self.pc_segment, offset)
    }

    /// Continues at an address; in non-segmented mode, in the current segment.
    #[inline(always)]
    pub(super) const fn jump(&mut self, target: Location) {
        if self.segmented() {
            self.pc_segment = target.segment();
        }
        self.pc = target.offset() & !1;
    }

    /// Fetches the first word of an instruction.
    #[inline(always)]
    pub(super) fn fetch_instruction<B: Bus + ?Sized>(&mut self, bus: &mut B) -> u16 {
        self.fetch_from(bus, Space::Instruction)
    }

    /// Fetches a further word of the instruction.
    #[inline(always)]
    pub(super) fn fetch<B: Bus + ?Sized>(&mut self, bus: &mut B) -> u16 {
        self.fetch_from(bus, Space::Program)
    }

    #[inline(always)]
    fn fetch_from<B: Bus + ?Sized>(&mut self, bus: &mut B, space: Space) -> u16 {
        let word = bus.read_word(self.status(space), self.near(self.pc));
        self.pc = self.pc.wrapping_add(2);
        word
    }

    /// Returns the status of an access to a space in the current mode.
    #[inline(always)]
    pub(super) const fn status(&self, space: Space) -> Status {
        Status { space, system: self.fcw.contains(Fcw::SYSTEM) }
    }
}
