//! The run: from lines to statements with addresses, and from statements to bytes.
//!
//! One pass: lengths do not depend on values, so that every statement knows its address at once. A
//! statement becomes bytes at once too, unless it names a symbol that comes later: then it waits
//! for the end.

use std::ops::Range;

use z8000::isa::{Mode, Operation};

use crate::assembly::{Assembly, LineRecord, Place, Section};
use crate::diagnostic::{Diagnostics, Severity};
use crate::fault::Fault;
use crate::instruction::{Instruction, LineClocks};
use crate::lexer::{Kind, Sign, Token, tokens};
use crate::operand::operands;
use crate::output::{Content, Output};
use crate::reader::Reader;
use crate::report::Report;
use crate::similar::similar;
use crate::source::{Line, Origin, Sources};
use crate::symbols::{New, Symbols};
use crate::term::{Expression, Parser, Scope};

/// Which processor the source is for; `.z8001` and `.z8002` choose again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Processor {
    /// 32-bit addresses: segment and offset.
    Z8001,
    /// 16-bit addresses.
    #[default]
    Z8002,
}

/// How to assemble.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The processor to begin with.
    pub processor: Processor,
    /// Symbols that are defined before the first line.
    pub symbols: Vec<(String, i64)>,
    /// All sections are in one memory: where no `.org` says otherwise, `.data` begins behind `.text`
    /// and `.bss` behind `.data`. Otherwise `.text` is in a memory of its own.
    pub one_memory: bool,
}

/// Assembles a file and what it includes.
///
/// # Errors
///
/// All errors of the source together.
pub fn assemble(sources: &dyn Sources, main: &str, options: &Options) -> Result<Assembly, Diagnostics> {
    if !options.one_memory {
        return Assembler::new(sources, options, [0; 3]).run(main);
    }
    // A first run, in which sections may overlap, says how long they are.
    let mut sizes = Assembler::new(sources, options, [0; 3]);
    sizes.read(main);
    let text = sizes.counters[0].next_multiple_of(2);
    let data = text.saturating_add(sizes.counters[1].next_multiple_of(2));
    Assembler::new(sources, options, [0, text, data]).run(main)
}

/// Bytes of space in one program, at most.
const FILLED: u64 = 0x1000_0000;

/// A statement that waits for symbols.
struct Waiting {
    statement: usize,
    line: Line,
    /// Index of its record.
    record: usize,
    content: Content<'static>,
}

/// A level of `.if`.
pub(crate) struct Condition {
    /// Lines are assembled.
    pub(crate) active: bool,
    /// A branch has been taken already, or none may be.
    pub(crate) done: bool,
    /// `.else` was there.
    pub(crate) last: bool,
    pub(crate) line: Line,
    pub(crate) span: Range<usize>,
}

pub(crate) struct Assembler<'s> {
    pub(crate) reader: Reader<'s>,
    pub(crate) mode: Mode,
    pub(crate) section: Section,
    /// Next address of each section.
    counters: [u32; 3],
    one_memory: bool,
    /// The next offset in a structure, while one is declared.
    pub(crate) structure: Option<u32>,
    pub(crate) symbols: Symbols,
    pub(crate) conditions: Vec<Condition>,
    output: Output,
    records: Vec<LineRecord>,
    waiting: Vec<Waiting>,
    pub(crate) report: Report,
    /// Number of the line or statement in work, counted as lines are read.
    statement: usize,
    /// Bytes of space so far.
    filled: u64,
    /// Sections that have gone beyond the address space, which is told once.
    overflown: [bool; 3],
}

impl<'s> Assembler<'s> {
    fn new(sources: &'s dyn Sources, options: &Options, origins: [u32; 3]) -> Self {
        let mut assembler = Self {
            reader: Reader::new(sources),
            mode: match options.processor {
                Processor::Z8001 => Mode::Segmented,
                Processor::Z8002 => Mode::Nonsegmented,
            },
            section: Section::Text,
            counters: origins,
            one_memory: options.one_memory,
            structure: None,
            symbols: Symbols::default(),
            conditions: Vec::new(),
            output: Output::default(),
            records: Vec::new(),
            waiting: Vec::new(),
            report: Report::default(),
            statement: 0,
            filled: 0,
            overflown: [false; 3],
        };
        for (name, value) in &options.symbols {
            let new = New {
                name,
                span: 0..0,
                origin: None,
            };
            if let Err(fault) = assembler.symbols.constant(&new, *value) {
                assembler.report.outside(&assembler.reader, name, fault.message);
            }
        }
        assembler
    }

    fn run(mut self, main: &str) -> Result<Assembly, Diagnostics> {
        self.read(main);
        self.finish()
    }

    /// Goes through all lines.
    fn read(&mut self, main: &str) {
        if let Err(fault) = self.reader.open(main, &(0..0), None) {
            self.report.outside(&self.reader, main, fault.message);
        }
        while let Some(line) = self.reader.next_line() {
            if self.report.is_full() {
                break;
            }
            self.statement += 1;
            let origin = line.origin;
            self.symbols.place.set(Some((origin.file, origin.line)));
            if let Err(fault) = self.line(&line) {
                self.error(&line, fault);
            }
        }
        self.statement += 1;
        for condition in std::mem::take(&mut self.conditions) {
            let fault = Fault::new(condition.span, "the `.endif` of this is missing");
            self.error(&condition.line, fault);
        }
        for line in std::mem::take(&mut self.reader.unended) {
            let start = line.text.rfind("/*").unwrap_or(0);
            let fault = Fault::new(start..start + 2, "this comment does not end");
            self.error(&line, fault);
        }
    }

    fn line(&mut self, line: &Line) -> Result<(), Fault> {
        let text: &str = &line.text;
        if self.condition(line)? || !self.active() {
            return Ok(());
        }
        let list = tokens(text)?;
        let records = self.records.len();
        let rest = self.labels(line, &list)?;
        let label = rest.len() < list.len();
        let result = self.statement(line, rest);
        // A line that takes no space is part of the listing all the same.
        if self.records.len() == records {
            self.record(line, 0, None, None);
        }
        self.records[records].label = label;
        result
    }

    fn statement(&mut self, line: &Line, list: &[Token<'_>]) -> Result<(), Fault> {
        let text: &str = &line.text;
        let (name, span) = match list.first() {
            None => return Ok(()),
            Some(Token {
                kind: Kind::Name(name),
                span,
            }) => (*name, span.clone()),
            Some(token) => {
                return Err(Fault::new(
                    token.span.clone(),
                    "a label, an instruction or a directive is expected here",
                ));
            }
        };
        let arguments = &list[1..];
        if let Some(Kind::Sign(Sign::Assign)) = arguments.first().map(|token| &token.kind) {
            return self.assign(line, name, span, &arguments[1..], text.len());
        }
        if let Some(definition) = self.reader.find(name) {
            let given = &text[span.end..];
            return self.reader.call(&definition, given, line, &span);
        }
        if name.starts_with('.') {
            return self.directive(line, name, span, arguments);
        }
        self.instruction(line, name, span, arguments)
    }

    fn active(&self) -> bool {
        self.conditions.last().is_none_or(|condition| condition.active)
    }

    /// Defines the labels that a line begins with; returns what follows them.
    fn labels<'t, 'a>(&mut self, line: &Line, mut list: &'t [Token<'a>]) -> Result<&'t [Token<'a>], Fault> {
        while let [label, colon, rest @ ..] = list
            && colon.kind == Kind::Sign(Sign::Colon)
        {
            let here = i64::from(self.here());
            match &label.kind {
                Kind::Name(name) => {
                    let new = New {
                        name,
                        span: label.span.clone(),
                        origin: Some(line.origin),
                    };
                    match self.structure {
                        Some(_) => self.symbols.constant(&new, here)?,
                        None => self.symbols.label(&new, here, self.section, self.records.len())?,
                    }
                }
                Kind::Number(number @ 0..=9999) => {
                    self.symbols.define_local(*number as u32, here);
                }
                _ => {
                    return Err(Fault::new(
                        label.span.clone(),
                        "a label is a name, or a number up to 9999",
                    ));
                }
            }
            list = rest;
        }
        Ok(list)
    }

    /// The current address.
    pub(crate) fn here(&self) -> u32 {
        self.structure.unwrap_or(self.counters[self.section as usize])
    }

    /// Goes on at another address of the section.
    pub(crate) fn set_here(&mut self, address: u32) {
        match &mut self.structure {
            Some(offset) => *offset = address,
            None => self.counters[self.section as usize] = address,
        }
    }

    /// Hands a parser for some tokens to a function.
    pub(crate) fn parse<'a, T>(
        &self,
        list: &[Token<'a>],
        end: usize,
        parse: impl FnOnce(&mut Parser<'a, '_>) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let scope = Scope {
            here: self.here().into(),
            locals: &|number| self.symbols.definitions(number),
        };
        parse(&mut Parser::new(list, end, scope))
    }

    fn instruction(
        &mut self,
        line: &Line,
        name: &str,
        span: Range<usize>,
        arguments: &[Token<'_>],
    ) -> Result<(), Fault> {
        let Some(operation) = Operation::from_mnemonic(name) else {
            let mnemonics = Operation::ALL.iter().map(|operation| operation.mnemonic());
            let known = mnemonics.chain(self.reader.macro_names());
            let message = format!("`{name}` is not an instruction, directive or macro");
            return Err(Fault::new(span, message).note(similar(name, known)));
        };
        let list = self.parse(arguments, line.text.len(), operands)?;
        let instruction = Instruction::new(operation, span.clone(), list, self.mode)?;
        self.must_have_contents(&span)?;
        if !self.here().is_multiple_of(2) {
            return Err(Fault::new(
                span,
                format!("instructions begin at even addresses, and this is {:#x}", self.here()),
            )
            .label("put `.even` before it"));
        }
        if let Some(warning) = instruction.forbidden() {
            self.warn(line, warning);
        }
        let length = instruction.length(self.mode) as u32;
        self.add(line, length, Content::Instruction(instruction, self.mode))
    }

    /// Adds a statement with contents at the current address.
    pub(crate) fn add(&mut self, line: &Line, length: u32, content: Content<'_>) -> Result<(), Fault> {
        let (section, address) = (self.section, self.here());
        let record = self.records.len();
        if !content.is_known(&self.symbols) {
            let place = self.output.fill(section, address, length, 0);
            self.record(line, length, None, Some(place));
            self.advance(line, length);
            self.waiting.push(Waiting {
                statement: self.statement,
                line: line.clone(),
                record,
                content: content.freeze(&self.symbols),
            });
            return Ok(());
        }
        let mut bytes = Vec::with_capacity(length as usize);
        let result = content.bytes(address, &self.symbols, &mut bytes);
        bytes.resize(length as usize, 0);
        let place = self.output.place(section, address, &bytes);
        let clocks = result.is_ok().then(|| self.clocks(&content)).flatten();
        self.record(line, length, clocks, Some(place));
        self.advance(line, length);
        self.suggest(line, address, &content);
        result
    }

    /// Adds bytes at the current address.
    pub(crate) fn add_bytes(&mut self, line: &Line, bytes: &[u8]) {
        let length = bytes.len() as u32;
        let place = self.output.place(self.section, self.here(), bytes);
        self.record(line, length, None, Some(place));
        self.advance(line, length);
    }

    /// Adds one byte many times; in a structure, just space.
    pub(crate) fn add_fill(&mut self, line: &Line, count: u32, byte: u8) {
        self.filled += u64::from(count);
        if self.filled > FILLED {
            let start = line.text.len() - line.text.trim_start().len();
            let message = format!("the program leaves more than {FILLED} bytes of space");
            return self.error(line, Fault::new(start..line.text.len(), message));
        }
        let place = match self.structure {
            Some(_) => None,
            None => Some(self.output.fill(self.section, self.here(), count, byte)),
        };
        self.record(line, count, None, place);
        self.advance(line, count);
    }

    fn record(&mut self, line: &Line, length: u32, clocks: Option<LineClocks>, place: Option<Place>) {
        self.records.push(LineRecord {
            origin: line.origin,
            text: line.shown.clone(),
            section: self.section,
            address: self.here(),
            length,
            clocks,
            label: false,
            place,
        });
    }

    fn clocks(&self, content: &Content<'_>) -> Option<LineClocks> {
        match content {
            Content::Instruction(instruction, mode) => Some(instruction.clocks(*mode, &self.symbols)),
            Content::Numbers(..) => None,
        }
    }

    /// Goes on behind a statement. A section ends where the address space does.
    fn advance(&mut self, line: &Line, length: u32) {
        let limit = match self.mode {
            Mode::Nonsegmented => 0x1_0000,
            Mode::Segmented => u64::from(u32::MAX) + 1,
        };
        let end = u64::from(self.here()) + u64::from(length);
        self.set_here(self.here().saturating_add(length));
        let told = &mut self.overflown[self.section as usize];
        if end > limit && !*told {
            *told = true;
            let message = format!(
                "`.{}` goes beyond the end of the memory: {end:#x} of {limit:#x} bytes",
                self.section.name()
            );
            let start = line.text.len() - line.text.trim_start().len();
            self.warn(line, Fault::new(start..line.text.len(), message));
        }
    }

    /// Suggests JR where it would do for JP; not in a macro, where other calls may be farther away.
    fn suggest(&mut self, line: &Line, address: u32, content: &Content<'_>) {
        if let Content::Instruction(instruction, mode) = content
            && line.origin.expansion.is_none()
            && instruction.form.operation == Operation::Jp
            && let Some(target) = instruction.target(&self.symbols)
            && instruction.could_be_short(address.into(), *mode, target.0)
        {
            let message = "`jr` reaches this target too, in fewer bytes and clocks";
            self.warn(line, Fault::new(target.1, message));
        }
    }

    /// Makes bytes of what had to wait.
    fn finish(mut self) -> Result<Assembly, Diagnostics> {
        for waiting in std::mem::take(&mut self.waiting) {
            if self.report.is_full() {
                break;
            }
            self.statement = waiting.statement;
            let Origin { file, line, .. } = waiting.line.origin;
            self.symbols.place.set(Some((file, line)));
            let LineRecord { address, place, .. } = self.records[waiting.record];
            let mut bytes = Vec::new();
            match waiting.content.bytes(address, &self.symbols, &mut bytes) {
                Ok(()) => {
                    if let Some(place) = place {
                        self.output.put(place, &bytes);
                    }
                }
                Err(fault) => self.error(&waiting.line, fault),
            }
            self.records[waiting.record].clocks = self.clocks(&waiting.content);
            self.suggest(&waiting.line, address, &waiting.content);
        }
        self.check_overlaps();
        if self.report.has_errors() {
            return Err(self.report.errors());
        }
        self.warn_of_unused();
        Ok(Assembly {
            files: self.reader.files.into_iter().map(|file| file.name).collect(),
            expansions: self.reader.expansions,
            pieces: self.output.pieces,
            symbols: self.symbols.table(),
            lines: self.records,
            warnings: self.report.warnings(),
        })
    }

    /// Two pieces of one memory must not overlap.
    fn check_overlaps(&mut self) {
        let memories: &[bool] = if self.one_memory { &[true] } else { &[true, false] };
        for &program in memories {
            let mut memory: Vec<usize> = (0..self.output.pieces.len())
                .filter(|&index| {
                    let piece = &self.output.pieces[index];
                    let here = self.one_memory || (piece.section == Section::Text) == program;
                    here && !piece.bytes.is_empty()
                })
                .collect();
            memory.sort_by_key(|&index| self.output.pieces[index].origin);
            for pair in memory.windows(2) {
                let [first, second] = [pair[0], pair[1]].map(|index| &self.output.pieces[index]);
                let end = u64::from(first.origin) + first.bytes.len() as u64;
                if end > u64::from(second.origin) {
                    let message = format!(
                        "`.{}` from {:#x} overlaps with `.{}` from {:#x} to {end:#x}",
                        second.section.name(),
                        second.origin,
                        first.section.name(),
                        first.origin,
                    );
                    let later = pair[0].max(pair[1]);
                    self.report_at_piece(later, message);
                }
            }
        }
    }

    /// Reports an error at the line that a piece begins with.
    fn report_at_piece(&mut self, piece: usize, message: String) {
        let first = Place {
            piece: piece as u32,
            start: 0,
        };
        let found = self.records.iter().position(|record| record.place == Some(first));
        match found.map(|index| (index, &self.records[index])) {
            Some((index, record)) => {
                let start = record.text.len() - record.text.trim_start().len();
                let fault = Fault::new(start..record.text.len(), message);
                let (origin, text) = (record.origin, record.text.clone());
                self.report
                    .add(&self.reader, index, origin, &text, fault, Severity::Error);
            }
            None => self.report.outside(&self.reader, "", message),
        }
    }

    fn warn_of_unused(&mut self) {
        for (name, index) in self.symbols.unused() {
            let LineRecord { origin, text, .. } = &self.records[index];
            let start = text.find(&name).unwrap_or(0);
            let message = format!("label `{name}` is never used");
            let fault = Fault::new(start..start + name.len(), message);
            let statement = origin.line as usize;
            let (origin, text) = (*origin, text.clone());
            self.report
                .add(&self.reader, statement, origin, &text, fault, Severity::Warning);
        }
    }

    /// Records an error of a line.
    pub(crate) fn error(&mut self, line: &Line, fault: Fault) {
        self.report.add(
            &self.reader,
            self.statement,
            line.origin,
            &line.text,
            fault,
            Severity::Error,
        );
    }

    /// Records a warning of a line.
    pub(crate) fn warn(&mut self, line: &Line, fault: Fault) {
        self.report.add(
            &self.reader,
            self.statement,
            line.origin,
            &line.text,
            fault,
            Severity::Warning,
        );
    }

    /// The value of an expression that must be known now.
    pub(crate) fn now(&self, expression: &Expression<'_>) -> Result<i64, Fault> {
        if !expression.is_known(&self.symbols) {
            return match expression.value(&self.symbols) {
                Err(fault) => Err(fault.label("the value must be known here, before this line")),
                Ok(value) => Ok(value),
            };
        }
        expression.value(&self.symbols)
    }
}
