//! Memory and instructions.

use anyhow::{Context, Result, bail};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use z8000_debugger::expression::Place;

use super::debuggee::Debuggee;
use super::protocol::{Address, Body, Disassemble, Instruction, ReadMemory, Reference, WriteMemory};
use super::stack::source_file;

/// Bytes of a memory.
const SIZE: u64 = 0x1_0000;

/// Instructions that a response has, at most: no memory has more.
const MOST_INSTRUCTIONS: u32 = 0x8000;

impl Debuggee {
    pub(super) fn read_memory(&self, arguments: &ReadMemory) -> Result<Body> {
        let start = at(arguments.memory_reference, arguments.offset)?;
        let room = SIZE - u64::from(start.address);
        let memory = self.session().board().memory();
        let bytes: Vec<u8> = (0..arguments.count.min(room))
            .map(|n| start.address.wrapping_add(n as u16))
            .map(|at| match start.program {
                true => memory.program_byte(at),
                false => memory.data_byte(at),
            })
            .collect();
        Ok(Body::ReadMemory {
            address: Address(start.address),
            data: BASE64_STANDARD.encode(&bytes),
            unreadable_bytes: arguments.count.saturating_sub(room),
        })
    }

    pub(super) fn write_memory(&mut self, arguments: &WriteMemory) -> Result<Body> {
        let Reference { program, address } = at(arguments.memory_reference, arguments.offset)?;
        let bytes = BASE64_STANDARD
            .decode(&arguments.data)
            .context("the data are not base64")?;
        if bytes.len() as u64 > SIZE - u64::from(address) {
            bail!("the data extend beyond the end of the memory");
        }
        for (byte, address) in bytes.iter().zip(address..=u16::MAX) {
            let place = Place::Memory {
                program,
                address,
                bytes: 1,
            };
            self.session_mut().set(place, (*byte).into());
        }
        let bytes_written = bytes.len();
        Ok(Body::WriteMemory { bytes_written })
    }

    pub(super) fn disassemble(&self, arguments: &Disassemble) -> Result<Body> {
        let start = at(arguments.memory_reference, arguments.offset)?.address & 0xFFFE;
        let most = i64::from(MOST_INSTRUCTIONS);
        let offset = arguments.instruction_offset.unwrap_or(0).clamp(-most, most);
        let count = arguments.instruction_count.min(MOST_INSTRUCTIONS) as usize;
        let (before, ahead) = ((-offset).max(0) as usize, offset.max(0) as usize);
        let (program, memory) = (self.session().program(), self.session().board().memory());
        let list = program.around(memory, start, before, ahead + count);
        let here = list.iter().position(|at| *at == start).unwrap_or(0);
        // The response has as many instructions as the request wants, those outside the program included.
        let missing = before.saturating_sub(here).min(count);
        let mut instructions: Vec<Instruction> = (0..missing).map(|_| invalid()).collect();
        let first = here.saturating_sub(before) + ahead;
        let known = list.iter().skip(first).take(count - missing);
        instructions.extend(known.map(|at| self.instruction(*at)));
        instructions.resize_with(count, invalid);
        Ok(Body::Disassemble { instructions })
    }

    fn instruction(&self, at: u16) -> Instruction {
        let program = self.session().program();
        let found = program.disassembled(self.session().board().memory(), at);
        let words: Vec<String> = found.words.iter().map(|word| format!("{word:04x}")).collect();
        let line = program.line(at);
        Instruction {
            address: Address(at),
            instruction: found.text,
            instruction_bytes: Some(words.join(" ")),
            symbol: program.text_labels().get(&at).cloned(),
            location: line.and_then(|line| source_file(program, line.file)),
            line: line.map(|line| line.line - 1 + self.first_line),
            presentation_hint: None,
        }
    }
}

/// The first address of a request for memory or instructions.
fn at(reference: Reference, offset: Option<i64>) -> Result<Reference> {
    reference
        .offset(offset.unwrap_or(0))
        .context("the address is outside the memory")
}

/// Stands for an instruction outside the program.
fn invalid() -> Instruction {
    Instruction {
        address: Address(0),
        instruction: "(nothing)".to_owned(),
        instruction_bytes: None,
        symbol: None,
        location: None,
        line: None,
        presentation_hint: Some("invalid"),
    }
}
