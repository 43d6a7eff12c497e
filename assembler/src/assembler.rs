//! The run: from lines to statements with addresses, and from statements to bytes.

use std::rc::Rc;

use z8000::isa::{Mode, Operation};

use crate::assembly::{Assembly, LineRecord, Piece, Section};
use crate::diagnostic::{Diagnostic, Diagnostics, Fault, similar};
use crate::expression::{Expression, Parser, Values};
use crate::instruction::Instruction;
use crate::lexer::{Kind, Token, tokens};
use crate::operand::operands;
use crate::reader::{Line, Reader};
use crate::source::{Origin, Sources};
use crate::symbols::Symbols;

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
}

/// More errors than these are not told.
const ERRORS: usize = 100;

/// More expansions and includes than these are not told of one line.
const TRACE: usize = 6;

/// Assembles a file and what it includes.
///
/// # Errors
///
/// All errors of the source together.
pub fn assemble(
    sources: &dyn Sources,
    main: &str,
    options: &Options,
) -> Result<Assembly, Diagnostics> {
    let mut assembler = Assembler::new(sources, options);
    assembler.read(main);
    assembler.finish()
}

/// What a statement puts into its section.
#[derive(Debug)]
pub(crate) enum Content {
    Instruction(Instruction, Mode),
    /// Numbers of a size in bytes.
    Numbers(usize, Vec<Expression>),
    Bytes(Vec<u8>),
    Fill(u32, u8),
}

/// A statement that takes space.
struct Item {
    statement: usize,
    line: Line,
    section: Section,
    address: u32,
    length: u32,
    content: Content,
}

/// A level of `.if`.
pub(crate) struct Condition {
    /// Lines are assembled.
    pub(crate) active: bool,
    /// A branch has been taken already, or none may be.
    pub(crate) done: bool,
}

pub(crate) struct Assembler<'s> {
    pub(crate) reader: Reader<'s>,
    pub(crate) mode: Mode,
    pub(crate) section: Section,
    /// Next address of each section.
    counters: [u32; 3],
    pub(crate) symbols: Symbols,
    pub(crate) conditions: Vec<Condition>,
    items: Vec<Item>,
    /// Errors, each with the number of its statement.
    diagnostics: Vec<(usize, Diagnostic)>,
    /// Number of the line or statement in work, counted as lines are read.
    statement: usize,
}

impl<'s> Assembler<'s> {
    fn new(sources: &'s dyn Sources, options: &Options) -> Self {
        let mut assembler = Self {
            reader: Reader::new(sources),
            mode: match options.processor {
                Processor::Z8001 => Mode::Segmented,
                Processor::Z8002 => Mode::Nonsegmented,
            },
            section: Section::Text,
            counters: [0; 3],
            symbols: Symbols::default(),
            conditions: Vec::new(),
            items: Vec::new(),
            diagnostics: Vec::new(),
            statement: 0,
        };
        for (name, value) in &options.symbols {
            if let Err(message) = assembler.symbols.define(name, *value, None, None) {
                assembler.report_outside(name, message);
            }
        }
        assembler
    }

    /// Goes through all lines.
    fn read(&mut self, main: &str) {
        if let Err(message) = self.reader.open(main, None) {
            self.report_outside(main, message);
        }
        let mut last = None;
        while let Some(line) = self.reader.next_line() {
            if self.diagnostics.len() >= ERRORS {
                break;
            }
            self.statement += 1;
            let text = Rc::clone(&line.text);
            if let Err(fault) = self.line(&line, &text) {
                self.report(&line, fault);
            }
            last = Some(line);
        }
        if let (false, Some(line)) = (self.conditions.is_empty(), last) {
            self.report(&line, Fault::new(0..0, "`.endif` is missing"));
        }
    }

    fn line(&mut self, line: &Line, text: &str) -> Result<(), Fault> {
        if self.condition(text)? || !self.active() {
            return Ok(());
        }
        let list = tokens(text)?;
        let rest = self.labels(line, &list)?;
        let Some(Token {
            kind: Kind::Name(name),
            span,
        }) = rest.first()
        else {
            return match rest.first() {
                None => Ok(()),
                Some(token) => Err(Fault::new(
                    token.span.clone(),
                    "a label, an instruction or a directive is expected here",
                )),
            };
        };
        let arguments = &rest[1..];
        if let Some(Kind::Sign("=")) = arguments.first().map(|token| &token.kind) {
            return self.assign(line, name, &arguments[1..], text.len());
        }
        if let Some(definition) = self.reader.find(name) {
            let given = &text[span.end..];
            return self
                .reader
                .call(&definition, given, line)
                .map_err(|message| Fault::new(span.clone(), message));
        }
        if name.starts_with('.') {
            return self.directive(line, name, span.clone(), arguments, text);
        }
        self.instruction(line, name, span.clone(), arguments, text.len())
    }

    fn active(&self) -> bool {
        self.conditions
            .last()
            .is_none_or(|condition| condition.active)
    }

    /// Defines the labels that a line begins with; returns what follows them.
    fn labels<'t, 'a>(
        &mut self,
        line: &Line,
        mut list: &'t [Token<'a>],
    ) -> Result<&'t [Token<'a>], Fault> {
        while let [label, colon, rest @ ..] = list
            && colon.kind == Kind::Sign(":")
        {
            let here = i64::from(self.here());
            match &label.kind {
                Kind::Name(name) => self
                    .symbols
                    .define(name, here, Some(self.section), Some(line.origin))
                    .map_err(|message| Fault::new(label.span.clone(), message))?,
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
        self.counters[self.section as usize]
    }

    /// Goes on at another address of the section.
    pub(crate) fn set_here(&mut self, address: u32) {
        self.counters[self.section as usize] = address;
    }

    /// Hands a parser for some tokens to a function.
    pub(crate) fn parse<T>(
        &self,
        list: &[Token<'_>],
        end: usize,
        parse: impl FnOnce(&mut Parser<'_, '_>) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let locals = |number| self.symbols.definitions(number);
        parse(&mut Parser::new(list, self.here().into(), &locals, end))
    }

    fn instruction(
        &mut self,
        line: &Line,
        name: &str,
        span: std::ops::Range<usize>,
        arguments: &[Token<'_>],
        end: usize,
    ) -> Result<(), Fault> {
        let Some(operation) = Operation::from_mnemonic(name) else {
            let mnemonics = Operation::ALL.iter().map(|operation| operation.mnemonic());
            let known = mnemonics.chain(self.reader.macro_names());
            let hint = similar(name, known);
            return Err(Fault::new(
                span,
                format!("`{name}` is no instruction, directive or macro"),
            )
            .note(hint));
        };
        let list = self.parse(arguments, end, operands)?;
        let mut instruction = Instruction::new(operation, span.clone(), list, self.mode)?;
        if !self.here().is_multiple_of(2) {
            return Err(Fault::new(
                span,
                format!(
                    "instructions begin at even addresses, and this is {:#x}",
                    self.here()
                ),
            )
            .label("put `.even` before it"));
        }
        for expression in instruction.expressions() {
            self.symbols.freeze(expression);
        }
        let length = instruction.length(self.mode) as u32;
        self.add(line, length, Content::Instruction(instruction, self.mode));
        Ok(())
    }

    /// Adds a statement that takes space at the current address.
    pub(crate) fn add(&mut self, line: &Line, length: u32, content: Content) {
        let address = self.here();
        self.items.push(Item {
            statement: self.statement,
            line: line.clone(),
            section: self.section,
            address,
            length,
            content,
        });
        self.set_here(address.saturating_add(length));
    }

    /// Makes bytes of all statements.
    fn finish(mut self) -> Result<Assembly, Diagnostics> {
        let items = std::mem::take(&mut self.items);
        let mut pieces: Vec<Piece> = Vec::new();
        let mut lines = Vec::with_capacity(items.len());
        for item in items {
            self.statement = item.statement;
            if self.diagnostics.len() >= ERRORS {
                break;
            }
            let bytes = match self.bytes(&item) {
                Ok(bytes) => bytes,
                Err(fault) => {
                    self.report(&item.line, fault);
                    continue;
                }
            };
            self.check_end(&item);
            place(&mut pieces, &item, &bytes);
            lines.push(self.record(&item, bytes));
        }
        self.statement = usize::MAX;
        self.check_overlaps(&pieces);
        if !self.diagnostics.is_empty() {
            self.diagnostics.sort_by_key(|(statement, _)| *statement);
            let list = self.diagnostics.into_iter();
            return Err(Diagnostics {
                list: list.map(|(_, diagnostic)| diagnostic).collect(),
            });
        }
        Ok(Assembly {
            files: self
                .reader
                .files
                .into_iter()
                .map(|file| file.name)
                .collect(),
            pieces,
            symbols: self.symbols.table(),
            lines,
        })
    }

    fn bytes(&self, item: &Item) -> Result<Vec<u8>, Fault> {
        match &item.content {
            Content::Instruction(instruction, mode) => {
                let words = instruction.encode(item.address.into(), *mode, &self.symbols)?;
                Ok(words.bytes().collect())
            }
            Content::Numbers(size, list) => {
                let mut bytes = Vec::with_capacity(size * list.len());
                for expression in list {
                    let value = expression.value(&self.symbols)?;
                    let bits = 8 * *size as u32;
                    let (low, high) = (-(1_i64 << (bits - 1)), (1_i64 << bits) - 1);
                    if !(low..=high).contains(&value) {
                        return Err(Fault::new(
                            expression.span.clone(),
                            format!("{value} is outside the range {low} to {high}"),
                        ));
                    }
                    bytes.extend(&value.to_be_bytes()[8 - size..]);
                }
                Ok(bytes)
            }
            Content::Bytes(bytes) => Ok(bytes.clone()),
            Content::Fill(count, value) => Ok(vec![*value; *count as usize]),
        }
    }

    fn record(&self, item: &Item, bytes: Vec<u8>) -> LineRecord {
        let fill = matches!(item.content, Content::Fill(..));
        LineRecord {
            file: item.line.origin.file,
            line: item.line.origin.line,
            expanded: item.line.origin.expansion.is_some(),
            text: item.line.text.to_string(),
            section: item.section,
            address: item.address,
            bytes: if fill { Vec::new() } else { bytes },
            clocks: match &item.content {
                Content::Instruction(instruction, mode) => {
                    Some(instruction.clocks(*mode, &self.symbols))
                }
                _ => None,
            },
        }
    }

    /// A section ends where the address space does.
    fn check_end(&mut self, item: &Item) {
        let limit = match self.mode {
            Mode::Nonsegmented => 0x1_0000,
            Mode::Segmented => u64::from(u32::MAX) + 1,
        };
        let end = u64::from(item.address) + u64::from(item.length);
        if end > limit {
            let message = format!("the section goes beyond its end: {end:#x} of {limit:#x} bytes");
            self.report(&item.line, Fault::new(0..item.line.text.len(), message));
        }
    }

    /// Two pieces of one memory must not overlap.
    fn check_overlaps(&mut self, pieces: &[Piece]) {
        for program in [true, false] {
            let mut memory: Vec<&Piece> = pieces
                .iter()
                .filter(|piece| (piece.section == Section::Text) == program)
                .filter(|piece| !piece.bytes.is_empty())
                .collect();
            memory.sort_by_key(|piece| piece.origin);
            for pair in memory.windows(2) {
                let end = u64::from(pair[0].origin) + pair[0].bytes.len() as u64;
                if end > u64::from(pair[1].origin) {
                    let message = format!(
                        "`.{}` from {:#x} to {end:#x} and `.{}` from {:#x} overlap",
                        pair[0].section.name(),
                        pair[0].origin,
                        pair[1].section.name(),
                        pair[1].origin
                    );
                    self.report_outside("", message);
                }
            }
        }
    }

    /// Records an error of a line.
    pub(crate) fn report(&mut self, line: &Line, fault: Fault) {
        let mut notes: Vec<String> = fault.note.into_iter().collect();
        self.trace(line.origin, &mut notes);
        let end = line.text.len();
        let diagnostic = Diagnostic {
            message: fault.message,
            label: fault.label,
            file: self.file_name(line.origin),
            line: line.origin.line,
            text: line.text.to_string(),
            span: fault.span.start.min(end)..fault.span.end.min(end),
            notes,
        };
        self.diagnostics.push((self.statement, diagnostic));
    }

    /// Says through which macros and includes a line came.
    fn trace(&self, mut origin: Origin, notes: &mut Vec<String>) {
        while let Some(expansion) = origin.expansion {
            let expansion = &self.reader.expansions[expansion];
            origin = expansion.call;
            notes.push(format!(
                "in the expansion of {} at {}:{}",
                expansion.what,
                self.file_name(origin),
                origin.line
            ));
        }
        while let Some(included) = self.reader.files[origin.file].included {
            origin = included;
            notes.push(format!(
                "included at {}:{}",
                self.file_name(origin),
                origin.line
            ));
        }
        // A runaway recursion says the same over and over.
        if notes.len() > TRACE {
            let left_out = notes.len() - TRACE;
            notes.splice(
                TRACE - 1..notes.len() - 1,
                [format!("and through {left_out} more of these")],
            );
        }
    }

    fn file_name(&self, origin: Origin) -> String {
        self.reader.files[origin.file].name.clone()
    }

    /// Records an error that belongs to no line.
    fn report_outside(&mut self, name: &str, message: String) {
        let file = match self.reader.files.first() {
            Some(file) => file.name.clone(),
            None => name.to_owned(),
        };
        let diagnostic = Diagnostic {
            message,
            label: String::new(),
            file,
            line: 1,
            text: String::new(),
            span: 0..0,
            notes: Vec::new(),
        };
        self.diagnostics.push((self.statement, diagnostic));
    }
}

/// Appends a statement to the last piece, or begins a new one where there is a gap.
fn place(pieces: &mut Vec<Piece>, item: &Item, bytes: &[u8]) {
    let section = item.section;
    let last = pieces
        .iter_mut()
        .rev()
        .find(|piece| piece.section == section);
    match last {
        Some(piece)
            if u64::from(piece.origin) + piece.bytes.len() as u64 == u64::from(item.address) =>
        {
            piece.bytes.extend(bytes);
        }
        _ => pieces.push(Piece {
            section,
            origin: item.address,
            bytes: bytes.to_vec(),
        }),
    }
}

impl Assembler<'_> {
    /// The value of an expression that must be known now.
    pub(crate) fn now(&self, expression: &Expression) -> Result<i64, Fault> {
        expression.value(&self.symbols as &dyn Values)
    }
}
