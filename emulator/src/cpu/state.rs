//! The complete state of a processor, for inspection, comparison and storage.

use thiserror::Error;

use super::dispatch::REPEATS;
use super::{Cpu, Fcw, Model, Repetition};
use crate::isa;

/// The state that a processor keeps between steps.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct State {
    /// The model of the processor, which determines the size of addresses.
    pub model: Model,
    /// R0 to R15 as the program currently sees them: R14 and R15 are those of the current mode.
    pub registers: [u16; 16],
    /// R14 and R15 of the other mode, system or normal. In system mode they are NSPSEG and NSPOFF. Only segmented
    /// system mode has its own R14, so in all other modes the first word is that of segmented system mode.
    pub other_stack: [u16; 2],
    /// The flag and control word, including reserved bits.
    pub fcw: u16,
    /// Segment of PC, 0 to 127.
    pub pc_segment: u8,
    /// Offset of PC, even.
    pub pc: u16,
    /// PSAPSEG and PSAPOFF, the program status area: a Z8002 has segment 0, and the low byte of the offset is 0.
    pub psap: [u16; 2],
    /// The refresh control register.
    pub refresh: u16,
    /// True if the processor executed a HALT and has not received an interrupt since.
    pub halted: bool,
    /// The repeating instruction that the last step suspended between two iterations, with PC pointing at it; `None` if
    /// it did not suspend one.
    pub repeats: Option<Repetition>,
    /// The identifiers of pending requests, in the order NMI, SEGT, VI, NVI; `None` where there is no request.
    pub requests: [Option<u16>; 4],
}

/// Why a state is impossible for a processor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StateError {
    /// PC is odd; the value is its offset.
    #[error("PC is {0:04x}, an odd offset; instructions must be at even offsets")]
    OddPc(u16),
    /// The segment of PC does not exist.
    #[error("PC is in segment {0}; expected 0 to 127")]
    PcSegment(u8),
    /// A Z8002 is in segmented mode, or its PC or program status area is not in segment 0.
    #[error("a Z8002 has no segmented mode, and the segment of its PC and PSAP must be 0")]
    Segmented,
    /// The program status area does not begin at a multiple of 256.
    #[error("PSAPOFF is {0:04x}; its lower byte must be 0")]
    Psap(u16),
    /// The instruction marked as suspended between two iterations is not a repeating one.
    #[error("{:04x} {:04x} is marked as partly repeated, but is not a repeating instruction", .0[0], .0[1])]
    Repeats([u16; 2]),
}

impl State {
    /// Returns an error for a state that no processor can have.
    fn check(&self) -> Result<(), StateError> {
        let segmented = self.fcw & Fcw::SEG.bits() != 0 || self.pc_segment != 0 || self.psap[0] != 0;
        if self.pc & 1 != 0 {
            Err(StateError::OddPc(self.pc))
        } else if self.pc_segment > 127 {
            Err(StateError::PcSegment(self.pc_segment))
        } else if self.model == Model::Z8002 && segmented {
            Err(StateError::Segmented)
        } else if self.psap[1] & 0xFF != 0 {
            Err(StateError::Psap(self.psap[1]))
        } else if let Some(Repetition { words, .. }) = self.repeats
            && !isa::form_index(words[0], words[1]).is_some_and(|form| REPEATS[form])
        {
            Err(StateError::Repeats(words))
        } else {
            Ok(())
        }
    }
}

impl Cpu {
    /// Returns the complete state, from which [`with_state`](Self::with_state) creates an equal processor.
    pub fn state(&self) -> State {
        State {
            model: self.model,
            registers: self.r,
            other_stack: self.other_stack,
            fcw: self.fcw.bits(),
            pc_segment: self.pc_segment,
            pc: self.pc,
            psap: self.psap,
            refresh: self.refresh,
            halted: self.halted,
            repeats: self.repeats,
            requests: self.requests,
        }
    }

    /// Creates a processor in a given state.
    ///
    /// # Errors
    ///
    /// The state is impossible for a processor.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::cpu::{Cpu, Model, StateError};
    ///
    /// let mut state = Cpu::new(Model::Z8002).state();
    /// state.registers[1] = 5;
    /// assert_eq!(Cpu::with_state(&state)?.register(1), 5);
    /// state.pc = 0x101;
    /// assert_eq!(Cpu::with_state(&state), Err(StateError::OddPc(0x101)));
    /// # Ok::<(), StateError>(())
    /// ```
    pub fn with_state(state: &State) -> Result<Self, StateError> {
        state.check()?;
        let mut cpu = Self {
            r: state.registers,
            fcw: Fcw::from_bits_retain(state.fcw),
            refresh: state.refresh,
            pc: state.pc,
            psap: state.psap,
            other_stack: state.other_stack,
            pc_segment: state.pc_segment,
            halted: state.halted,
            repeats: state.repeats,
            requests: state.requests,
            ..Self::new(state.model)
        };
        cpu.look_closer();
        Ok(cpu)
    }

    /// Sets the state of the processor.
    ///
    /// # Errors
    ///
    /// The state is impossible for a processor; nothing is changed.
    pub fn set_state(&mut self, state: &State) -> Result<(), StateError> {
        *self = Self::with_state(state)?;
        Ok(())
    }
}

impl PartialEq for Cpu {
    fn eq(&self, other: &Self) -> bool {
        self.state() == other.state()
    }
}

impl Eq for Cpu {}

impl From<Cpu> for State {
    fn from(cpu: Cpu) -> Self {
        cpu.state()
    }
}

impl TryFrom<State> for Cpu {
    type Error = StateError;

    fn try_from(state: State) -> Result<Self, StateError> {
        Self::with_state(&state)
    }
}
