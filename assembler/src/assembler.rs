//! The run: from lines to statements with addresses, and from statements to bytes.
//!
//! There is one pass. Lengths do not depend on values, so every statement gets its address when it is read. It becomes
//! bytes then too, unless it names a symbol that is defined later: then it waits for the end of the source.

use std::ops::Range;

use z8000::isa::{Mode, Operation};

use crate::assembly::{Assembly, LineRecord, Place};
use crate::condition::{Conditions, Facts};
use crate::diagnostic::{Diagnostics, Severity};
use crate::fault::Fault;
use crate::instruction::{Instruction, LineClocks};
use crate::layout::Layout;
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
    /// All sections are in one memory: unless `.org` says otherwise, `.data` follows `.text`, and `.bss` `.data`.
    /// If not set, `.text` is in a memory of its own.
    pub one_memory: bool,
}

/// Assembles a file and what it includes.
///
/// # Errors
///
/// All errors of the source together.
pub fn assemble(sources: &dyn Sources, main: &str, options: &Options) -> Result<Assembly, Diagnostics> {
    let origins = if options.one_memory {
        // A first run, in which sections may overlap, finds their sizes.
        let mut sizes = Assembler::new(sources, options, [0; 3]);
        sizes.read(main);
        sizes.layout.in_one_memory()
    } else {
        [0; 3]
    };
    let mut assembler = Assembler::new(sources, options, origins);
    assembler.read(main);
    assembler.check_ends();
    assembler.resolve();
    assembler.check_overlaps(options.one_memory);
    assembler.finish()
}

/// An instruction or a directive.
pub(crate) struct Statement<'a> {
    pub(crate) line: &'a Line,
    pub(crate) name: &'a str,
    /// Where the name stands.
    pub(crate) span: Range<usize>,
    pub(crate) arguments: &'a [Token<'a>],
}

/// A statement that waits for symbols.
struct Waiting {
    statement: usize,
    line: Line,
    /// Index of its record.
    record: usize,
    content: Content<'static>,
}

/// A run in progress.
pub(crate) struct Assembler<'s> {
    pub(crate) reader: Reader<'s>,
    conditions: Conditions,
    pub(crate) mode: Mode,
    pub(crate) symbols: Symbols,
    pub(crate) layout: Layout,
    output: Output,
    records: Vec<LineRecord>,
    waiting: Vec<Waiting>,
    report: Report,
    /// Number of the line or statement at work, counted as lines are read.
    statement: usize,
}

impl<'s> Assembler<'s> {
    fn new(sources: &'s dyn Sources, options: &Options, origins: [u32; 3]) -> Self {
        let mut assembler = Self {
            reader: Reader::new(sources),
            mode: match options.processor {
                Processor::Z8001 => Mode::Segmented,
                Processor::Z8002 => Mode::Nonsegmented,
            },
            conditions: Conditions::default(),
            symbols: Symbols::default(),
            layout: Layout::new(origins),
            output: Output::default(),
            records: Vec::new(),
            waiting: Vec::new(),
            report: Report::default(),
            statement: 0,
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

    /// Reads all lines. Statements get their addresses, and their bytes unless they have to wait for symbols.
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
    }

    /// Whatever was begun must have ended with the source.
    fn check_ends(&mut self) {
        self.statement += 1;
        for condition in std::mem::take(&mut self.conditions).open() {
            let fault = Fault::new(condition.span, "this has no `.endif`");
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
        let mut conditions = std::mem::take(&mut self.conditions);
        let is_condition = conditions.directive(line, self);
        self.conditions = conditions;
        if is_condition? || !self.conditions.active() {
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
        let Some((first, arguments)) = list.split_first() else {
            return Ok(());
        };
        let Kind::Name(name) = first.kind else {
            let message = "a label, an instruction or a directive is expected here";
            return Err(Fault::new(first.span.clone(), message));
        };
        let span = first.span.clone();
        if let [assign, value @ ..] = arguments
            && assign.kind == Kind::Sign(Sign::Assign)
        {
            return self.assign(line, name, span, value);
        }
        if let Some(definition) = self.reader.find(name) {
            let given = &line.text[span.end..];
            return self.reader.call(&definition, given, line, &span);
        }
        let statement = Statement {
            line,
            name,
            span,
            arguments,
        };
        if name.starts_with('.') {
            self.directive(&statement)
        } else {
            self.instruction(&statement)
        }
    }

    /// Defines the labels that a line begins with; returns what follows them.
    fn labels<'t, 'a>(&mut self, line: &Line, mut list: &'t [Token<'a>]) -> Result<&'t [Token<'a>], Fault> {
        while let [label, colon, rest @ ..] = list
            && colon.kind == Kind::Sign(Sign::Colon)
        {
            let here = i64::from(self.layout.here());
            match &label.kind {
                Kind::Name(name) => {
                    let new = New {
                        name,
                        span: label.span.clone(),
                        origin: Some(line.origin),
                    };
                    if self.layout.is_structure() {
                        self.symbols.constant(&new, here)?;
                    } else {
                        self.symbols
                            .label(&new, here, self.layout.section(), self.records.len())?;
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

    /// Hands a parser for some tokens of a line to a function.
    pub(crate) fn parse<'a, T>(
        &self,
        line: &Line,
        list: &[Token<'a>],
        parse: impl FnOnce(&mut Parser<'a, '_>) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let scope = Scope {
            here: self.layout.here().into(),
            locals: &|number| self.symbols.definitions(number),
        };
        parse(&mut Parser::new(list, line.text.len(), scope))
    }

    /// The one expression that some tokens of a line are.
    pub(crate) fn expression<'a>(&self, line: &Line, list: &[Token<'a>]) -> Result<Expression<'a>, Fault> {
        self.parse(line, list, |parser| parser.last_expression())
    }

    fn instruction(&mut self, statement: &Statement<'_>) -> Result<(), Fault> {
        let Statement { line, name, .. } = *statement;
        let span = statement.span.clone();
        let Some(operation) = Operation::from_mnemonic(name) else {
            let mnemonics = Operation::ALL.iter().map(|operation| operation.mnemonic());
            let known = mnemonics.chain(self.reader.macro_names());
            let message = format!("`{name}` is not an instruction, directive or macro");
            return Err(Fault::new(span, message).note(similar(name, known)));
        };
        let list = self.parse(line, statement.arguments, operands)?;
        let instruction = Instruction::new(operation, span.clone(), list, self.mode)?;
        self.must_have_contents(&span)?;
        if !self.layout.here().is_multiple_of(2) {
            return Err(Fault::new(
                span,
                format!(
                    "instructions begin at even addresses; this is {:#x}",
                    self.layout.here()
                ),
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
        let (section, address) = (self.layout.section(), self.layout.here());
        let record = self.records.len();
        if !content.is_known(&self.symbols) {
            let place = self.output.fill(section, address, length, 0);
            self.record(line, length, None, Some(place));
            self.advance(line, length);
            self.waiting.push(Waiting {
                statement: self.statement,
                line: line.clone(),
                record,
                content: content.freeze(&|name| self.symbols.variable(name)),
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
        let place = self.output.place(self.layout.section(), self.layout.here(), bytes);
        self.record(line, length, None, Some(place));
        self.advance(line, length);
    }

    /// Adds one byte many times; in a structure, just space.
    pub(crate) fn add_fill(&mut self, line: &Line, count: u32, byte: u8) {
        if let Some(message) = self.layout.count_space(count) {
            return self.error(line, Fault::new(line.span(), message));
        }
        let (section, address) = (self.layout.section(), self.layout.here());
        let place = (!self.layout.is_structure()).then(|| self.output.fill(section, address, count, byte));
        self.record(line, count, None, place);
        self.advance(line, count);
    }

    fn record(&mut self, line: &Line, length: u32, clocks: Option<LineClocks>, place: Option<Place>) {
        self.records.push(LineRecord {
            origin: line.origin,
            text: line.shown.clone(),
            section: self.layout.section(),
            address: self.layout.here(),
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

    /// Continues after a statement.
    fn advance(&mut self, line: &Line, length: u32) {
        let limit = match self.mode {
            Mode::Nonsegmented => 0x1_0000,
            Mode::Segmented => u64::from(u32::MAX) + 1,
        };
        if let Some(message) = self.layout.advance(length, limit) {
            self.warn(line, Fault::new(line.span(), message));
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

    /// Encodes the statements that had to wait.
    fn resolve(&mut self) {
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
    }

    /// The result, unless there were errors.
    fn finish(mut self) -> Result<Assembly, Diagnostics> {
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
    fn check_overlaps(&mut self, one_memory: bool) {
        for (piece, message) in self.output.overlaps(one_memory) {
            self.report_at_piece(piece, message);
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
        let known = expression.is_known(&self.symbols);
        expression.value(&self.symbols).map_err(|fault| match known {
            true => fault,
            false => fault.label("the value must be known here, before this line"),
        })
    }
}

impl Facts for Assembler<'_> {
    fn holds(&self, line: &Line, start: usize) -> Result<bool, Fault> {
        let list = tokens(&line.text)?;
        let first = list.partition_point(|token| token.span.start < start);
        let expression = self.expression(line, &list[first..])?;
        Ok(self.now(&expression)? != 0)
    }

    fn is_defined(&self, name: &str) -> bool {
        self.symbols.mention(name);
        self.symbols.is_defined(name)
    }
}
