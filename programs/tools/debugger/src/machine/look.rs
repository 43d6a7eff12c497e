//! Memory as a debugger sees it: reading has no side effects.

use z8000::board::Memory;
use z8000::isa::Mode;

use super::Address;

/// The visible state of a machine. Looking changes nothing.
pub trait Look {
    /// A byte as the program would read it now, FFh where there is no memory.
    fn byte(&self, program: bool, at: Address) -> u8;

    /// A word, at the even address.
    fn word(&self, program: bool, at: Address) -> u16 {
        let even = at.with_offset(at.offset() & 0xFFFE);
        u16::from_be_bytes([self.byte(program, even), self.byte(program, even.plus(1))])
    }

    /// The mode in which instructions are read now.
    fn mode(&self) -> Mode;
}

impl Look for Memory {
    #[inline]
    fn byte(&self, program: bool, at: Address) -> u8 {
        if program {
            self.program_byte(at.offset())
        } else {
            self.data_byte(at.offset())
        }
    }

    #[inline]
    fn word(&self, program: bool, at: Address) -> u16 {
        if program {
            self.program_word(at.offset())
        } else {
            self.data_word(at.offset())
        }
    }

    fn mode(&self) -> Mode {
        Mode::Nonsegmented
    }
}
