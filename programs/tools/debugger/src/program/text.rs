//! Instructions as text, with names instead of addresses.

use z8000::isa::{Address as Operand, NamedInstruction, Use, decode};

use super::Program;
use super::flow::words;
use crate::machine::{Address, Look};

/// A disassembled instruction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Disassembled {
    /// The address of the instruction.
    pub address: Address,
    /// The words of the instruction.
    pub words: Vec<u16>,
    /// The instruction as text; `.word` for a word that is not an instruction.
    pub text: String,
}

impl Disassembled {
    /// Formats the words in hexadecimal.
    pub fn hex(&self) -> String {
        let words: Vec<String> = self.words.iter().map(|word| format!("{word:04x}")).collect();
        words.join(" ")
    }
}

impl Program {
    /// Disassembles the instruction at an address, as it is in `memory`.
    ///
    /// # Example
    ///
    /// ```
    /// # use z8000_asm::{Memory, Options, assemble};
    /// # use z8000_debugger::program::Program;
    /// use z8000_debugger::session::Session;
    ///
    /// let source = "
    ///         .z8002
    ///         .word   0, 0x4000, start
    /// start:  call    five
    ///         halt
    /// five:   ldk     r1,#5
    ///         ret
    /// ";
    /// # let files = Memory::new([("t.s", source)]);
    /// # let program = Program::assembled(&assemble(&files, "t.s", &Options::default())?, &files, None)?;
    /// let session = Session::new(program, 4_000_000);
    /// let call = session.program().disassembled(session.look(), 6);
    /// assert_eq!((call.text.as_str(), call.hex()), ("call five", "5f00 000c".to_owned()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn disassembled(&self, memory: &dyn Look, address: impl Into<Address>) -> Disassembled {
        let (address, mode) = (address.into(), memory.mode());
        let words = words(memory, address);
        let names = |at: Operand, used: Use| match used {
            Use::Program => self.text_labels.get(&address.target(at, mode)).cloned(),
            Use::Data => self.data_labels.get(&address.target(at, mode)).cloned(),
            Use::Number => None,
        };
        match decode(&words, address.to_decode(), mode) {
            Ok(instruction) => Disassembled {
                address,
                words: words[..usize::from(instruction.length / 2).min(words.len())].to_vec(),
                text: NamedInstruction { instruction: &instruction, names: &names }.to_string(),
            },
            Err(_) => Disassembled { address, words: vec![words[0]], text: format!(".word {:#06x}", words[0]) },
        }
    }

    /// Finds the addresses of the instructions around an address; `before` and `after` are the numbers of instructions
    /// before it and starting at it.
    ///
    /// If the start of a routine is known, decoding begins there, so that the instructions before the address are those
    /// that are executed.
    pub fn around(&self, memory: &dyn Look, address: impl Into<Address>, before: usize, after: usize) -> Vec<Address> {
        let address = address.into();
        let length = |at: Address| 2 * self.disassembled(memory, at).words.len() as u16;
        let reach = u16::try_from(before.saturating_mul(8)).unwrap_or(u16::MAX);
        let mut start = address.with_offset(address.offset().saturating_sub(reach) & !1);
        if let Some(routine) = self.routines.at(start)
            && routine.start.segment() == start.segment()
        {
            start = routine.start;
        }
        let mut list = Vec::new();
        let mut at = start;
        while at < address {
            list.push(at);
            at = match at.checked_add(length(at)) {
                // An instruction that overlaps the address does not count as one before it.
                Some(next) if next > address => address,
                Some(next) => next,
                None => break,
            };
        }
        let skip = list.len().saturating_sub(before);
        list.drain(..skip);
        let mut at = Some(address);
        for _ in 0..after {
            let Some(here) = at else { break };
            list.push(here);
            at = here.checked_add(length(here));
        }
        list
    }
}
