//! Adding contents to sections, and recording lines.

use z8000::isa::{Mode, Operation};
use z8000_object::Processor;

use super::statement::Statement;
use crate::assembler::program::{DelayedContent, Program};
use crate::assembly::LineRecord;
use crate::content::Content;
use crate::fault::Fault;
use crate::instruction::{Instruction, LineClocks};
use crate::operand::operands;
use crate::source::Line;
use crate::value::Unsettled;

impl Program<'_> {
    pub(super) fn instruction(&mut self, operation: Operation, statement: &Statement<'_>) -> Result<(), Fault> {
        let Statement { line, .. } = *statement;
        let span = statement.span.clone();
        let list = self.parse(line, statement.arguments, operands)?;
        let instruction = Instruction::new(operation, span.clone(), list, self.mode, self.gnu)?;
        self.must_have_contents(&span)?;
        self.must_be_even(statement)?;
        self.report.advise(&self.reader, line, || [instruction.forbidden()]);
        let length = instruction.length(self.mode) as u32;
        self.add(line, length, Content::Instruction(instruction, self.mode))
    }

    /// Returns an error at an odd address, where instructions cannot be. It is reported once, because what follows is
    /// then aligned.
    fn must_be_even(&mut self, it: &Statement<'_>) -> Result<(), Fault> {
        let here = self.layout.known_here();
        if here.is_multiple_of(2) {
            return Ok(());
        }
        self.layout.fill(1, 0);
        let message = format!("instructions must begin at even addresses; this address is {here:#x}");
        let fault = it.fault(message).label("put `.even` before it");
        let start = it.span.start;
        Err(match it.is_whole_line() {
            true => fault.fix(start..start, format!(".even\n{}", &it.line.text[..start])),
            false => fault,
        })
    }

    /// Adds a statement with contents at the current address.
    pub(super) fn add(&mut self, line: &Line, length: u32, content: Content) -> Result<(), Fault> {
        self.count_bytes(line, length)?;
        let (place, here) = (self.layout.place(), self.layout.here());
        let record = self.records.len();
        self.output.clear();
        let result = content.encode(here, &self.symbols, &mut self.output);
        self.output.bytes.resize(length as usize, 0);
        if result.is_err() {
            self.output.bytes.fill(0);
        }
        let clocks = match result {
            Ok(()) => content.clocks(&self.symbols),
            Err(_) => None,
        };
        self.record(line, length, clocks);
        self.layout.push(&self.output.bytes);
        self.check_end(line);
        match result {
            Ok(()) => {
                self.relocations.extend(self.output.fixups_at(place));
                self.report
                    .advise(&self.reader, line, || content.advice(line, here, &self.symbols));
            }
            Err(Unsettled::Later) => {
                let (statement, line) = (self.report.statement, line.clone());
                self.waiting.push(DelayedContent { statement, line, record, content });
            }
            Err(Unsettled::Fault(fault)) => return Err(*fault),
        }
        Ok(())
    }

    /// Adds bytes at the current address.
    pub(super) fn add_bytes(&mut self, line: &Line, bytes: &[u8]) -> Result<(), Fault> {
        self.count_bytes(line, bytes.len() as u32)?;
        self.record(line, bytes.len() as u32, None);
        self.layout.push(bytes);
        self.check_end(line);
        Ok(())
    }

    /// Adds one byte repeatedly; in a structure or a section without contents, only reserves space.
    pub(super) fn add_fill(&mut self, line: &Line, count: u32, byte: u8) -> Result<(), Fault> {
        self.count_bytes(line, count)?;
        self.record(line, count, None);
        self.layout.fill(count, byte);
        self.check_end(line);
        Ok(())
    }

    /// Adds to the size of the program; returns an error if it becomes too large.
    pub(super) fn count_bytes(&mut self, line: &Line, bytes: u32) -> Result<(), Fault> {
        let counted = self.layout.count(bytes);
        counted.map_err(|message| Fault::new(line.span(), message))
    }

    pub(super) fn record(&mut self, line: &Line, length: u32, clocks: Option<LineClocks>) {
        self.records.push(LineRecord {
            origin: line.origin,
            // The first statement of a line is listed with the whole line.
            text: if line.follows {
                line.text.clone()
            } else {
                line.shown.clone()
            },
            section: self.layout.section,
            address: self.layout.known_here(),
            length,
            clocks,
            mode: self.mode,
            label: false,
            place: self.layout.place(),
        });
    }

    /// Warns if a section exceeds the 64 KB that a Z8002 can address.
    pub(super) fn check_end(&mut self, line: &Line) {
        if self.mode == Mode::Nonsegmented
            && self.processor == Processor::Z8002
            && let Some(message) = self.layout.overflow(0x1_0000)
        {
            self.report
                .advise(&self.reader, line, || [Some(Fault::new(line.span(), message))]);
        }
    }
}
