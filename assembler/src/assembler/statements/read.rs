//! Reading lines: their labels, macro calls, instructions and directives.

use std::ops::Range;

use z8000::isa::{Mode, Operation};
use z8000_object::Processor;

use super::statement::Statement;
use super::{foreign, spelling};
use crate::assembler::options::Options;
use crate::assembler::program::Program;
use crate::comment;
use crate::diagnostic::Report;
use crate::directive::{self, Directive, Does};
use crate::evaluation::{Parser, Scope};
use crate::fault::{Fault, Rule};
use crate::layout::{Layout, Starts};
use crate::lexer::{Kind, Sign, Token, tokens};
use crate::macros::{Calculate, scrubbed};
use crate::output::Output;
use crate::reader::Reader;
use crate::source::Line;
use crate::symbols::{New, Symbols};
use crate::syntax::Syntax;
use crate::syntax::asl::Names;
use crate::value::{Expression, Unsettled, Value};

/// Reads all lines, assuming that subsections begin at the places in `starts`.
pub(in crate::assembler) fn read<'s>(lines: Reader<'s>, main: &str, options: &Options, starts: Starts) -> Program<'s> {
    let mut program = Program::new(lines, options, starts);
    for name in std::iter::once(main).chain(options.further.iter().map(String::as_str)) {
        program.read(name);
    }
    program.find_expected();
    program.check_ends();
    program
}

/// The largest number of a local label.
const LARGEST_LABEL: i64 = u32::MAX as i64;

impl<'s> Program<'s> {
    fn new(reader: Reader<'s>, options: &Options, starts: Starts) -> Self {
        let text = (!options.for_linker).then_some(0);
        let data = (!options.for_linker && !options.one_memory).then_some(0);
        let mut reading = Self {
            output: Output::new(reader.dialect.syntax()),
            reader,
            mode: match options.processor {
                Processor::Z8001 => Mode::Segmented,
                Processor::Z8002 => Mode::Nonsegmented,
            },
            processor: options.processor,
            gnu: options.gnu,
            data_in_text: options.data_in_text,
            conditions: Vec::new(),
            names: Names::of(options.processor == Processor::Z8001),
            rewritten: Vec::new(),
            comment: None,
            symbols: Symbols::new(options.for_linker, options.relaxable),
            layout: Layout::new(text, data, options.most_bytes, starts),
            relocations: Vec::new(),
            // Enough for the lines of a typical source, because a growing vector is copied each time.
            records: Vec::with_capacity(0x800),
            waiting: Vec::new(),
            expected: Vec::new(),
            report: Report::default(),
        };
        reading.report.gnu = options.gnu;
        for (name, value) in &options.symbols {
            let new = New { name, span: 0..0, origin: None };
            if let Err(fault) = reading.symbols.constant(&new, *value) {
                reading.report.outside(&reading.reader, name, fault);
            }
        }
        reading
    }

    /// Reads all lines. Statements get their addresses and, unless they must wait for symbols, their bytes.
    fn read(&mut self, main: &str) {
        if let Err(fault) = self.reader.open(main, &(0..0), None) {
            self.report.outside(&self.reader, main, fault);
        }
        while let Some(line) = self.reader.next_line() {
            if self.report.is_full() || self.layout.is_full() {
                break;
            }
            self.report.statement += 1;
            let origin = line.origin;
            self.symbols.place.set(Some((origin.file, origin.line)));
            if let Err(fault) = self.line(&line) {
                let fault = match line.written {
                    // The line is converted from another dialect, whose spelling is correct there.
                    Some(_) => fault,
                    None if self.reader.dialect.syntax() == Syntax::Asl => fault,
                    None => spelling::respelled(fault, &line.text),
                };
                self.report.error(&self.reader, &line, fault);
            }
            for line in std::mem::take(&mut self.reader.faulty) {
                if let Some(fault) = line.written.as_ref().and_then(|written| written.fault.clone()) {
                    self.report.error(&self.reader, &line, fault);
                }
            }
        }
    }

    /// Checks that no condition, macro or other block is open at the end of the source.
    fn check_ends(&mut self) {
        self.report.statement += 1;
        for condition in std::mem::take(&mut self.conditions) {
            if self.report.is_full() {
                break;
            }
            let message = match self.reader.dialect.syntax() {
                Syntax::Asl => "no matching `endif` or `endcase`",
                _ => "no matching `.endif`",
            };
            let fault = Fault::new(condition.span, message).rule(Rule::Unmatched);
            self.report.error(&self.reader, &condition.line, fault);
        }
        for line in std::mem::take(&mut self.reader.unended) {
            let start = line.text.rfind("/*").unwrap_or(0);
            let fault = Fault::new(start..start + 2, "unterminated comment");
            self.report.error(&self.reader, &line, fault);
        }
    }

    pub(super) fn line(&mut self, line: &Line) -> Result<(), Fault> {
        let text: &str = &line.text;
        if let Some(fault) = line.written.as_ref().and_then(|written| written.fault.clone()) {
            return Err(fault);
        }
        if self.reader.dialect.syntax() == Syntax::Asl {
            return self.line_of_asl(line);
        }
        if self.condition(line)? || !self.is_active() {
            return Ok(());
        }
        let list = tokens(text).or_else(|fault| match self.whole_text(text) {
            Some(end) => tokens(&text[..end]),
            None => Err(fault),
        })?;
        self.statements(line, &list)
    }

    /// Returns the end of the name of a macro or of a directive that parses its own text: what follows need not be
    /// tokens.
    fn whole_text(&self, text: &str) -> Option<usize> {
        let name = comment::directive_range(text);
        let word = &text[name.clone()];
        let reads = |directive: &Directive| matches!(directive.does, Does::Read(_));
        let reads_text = directive::find(word).map_or_else(|| self.reader.find(word).is_some(), reads);
        reads_text.then_some(name.end)
    }

    /// Processes the labels of a line, and the statement after them.
    pub(super) fn statements(&mut self, line: &Line, list: &[Token<'_>]) -> Result<(), Fault> {
        let records = self.records.len();
        let rest = self.labels(line, list)?;
        let label = rest.len() < list.len();
        let result = self.statement(line, rest);
        // A line without contents is also listed.
        if self.records.len() == records {
            self.record(line, 0, None);
        }
        self.records[records].label = label;
        result
    }

    pub(super) fn statement(&mut self, line: &Line, list: &[Token<'_>]) -> Result<(), Fault> {
        let Some((first, arguments)) = list.split_first() else {
            return Ok(());
        };
        let Kind::Name(name) = first.kind else {
            let message = "expected a label, an instruction or a directive";
            return Err(Fault::new(first.span.clone(), message));
        };
        let span = first.span.clone();
        if let Some((sign, value)) = arguments.split_first() {
            match sign.kind {
                Kind::Sign(Sign::Assign) => return self.assign(line, name, span, value),
                Kind::Sign(Sign::Equal) => return self.define(line, name, span, value, true),
                _ => {}
            }
        }
        // As in GNU as, a directive with a dot takes precedence over a macro.
        let is_directive = || name.starts_with('.') && directive::find(name).is_some();
        if let Some(definition) = self.reader.find(name).filter(|_| !is_directive()) {
            let given = &line.text[span.end..];
            let values = self.calculating(line, |calculate| definition.values(given, &span, calculate))?;
            let level = self.conditions.len();
            return self.reader.call(&definition, values, line, &span, level);
        }
        let statement = Statement { line, name, span, arguments };
        if let Some(operation) = Operation::from_mnemonic(name) {
            return self.instruction(operation, &statement);
        }
        match directive::find(name).map(|directive| directive.does) {
            Some(Does::Run(action) | Does::Read(action)) => self.perform(action, &statement),
            // A condition that follows a label.
            Some(Does::Decide(test)) => self.decide(test, line, statement.span),
            // Words of other dialects have already been converted.
            None | Some(Does::Becomes(..)) if name.starts_with('.') => Err(self.no_directive(&statement)),
            None | Some(Does::Becomes(..)) => Err(self.no_statement(&statement)),
        }
    }

    /// Calls a function with a way to evaluate `%expression` in a line, if `.altmacro` allows that.
    pub(super) fn calculating<T>(&self, line: &Line, run: impl FnOnce(Option<Calculate<'_>>) -> T) -> T {
        let calculate = |text: &str| {
            let own = Line { text: text.to_owned().into(), ..line.clone() };
            let number = tokens(&own.text).and_then(|list| {
                self.parse(&own, &list, |parser| {
                    let expression = parser.expression()?;
                    Ok((self.now(&expression)?, parser.span().start))
                })
            });
            // A fault in the expression is shown at its position in the line.
            number.map_err(|fault| {
                let mut marks = line.text.match_indices('%').map(|(at, _)| at);
                let start = marks.find(|at| scrubbed(&line.text[at + 1..]) == text);
                let start = start.unwrap_or_else(|| line.span().start);
                let end = line.text[start..]
                    .find(',')
                    .map_or(line.text.len(), |length| start + length);
                Fault { span: start..end, ..fault }
            })
        };
        run(self.reader.alternate.is_some().then_some(&calculate))
    }

    /// Defines the labels at the beginning of a line; returns what follows them.
    pub(super) fn labels<'t, 'a>(&mut self, line: &Line, mut list: &'t [Token<'a>]) -> Result<&'t [Token<'a>], Fault> {
        while let [label, colon, rest @ ..] = list
            && colon.kind == Kind::Sign(Sign::Colon)
        {
            let here = self.layout.here();
            match &label.kind {
                Kind::Name(name) => {
                    let new = New::at(name, label.span.clone(), line);
                    if self.layout.structure.is_some() {
                        self.symbols.constant(&new, here.number)?;
                    } else {
                        self.symbols
                            .label(&new, here, self.layout.section, self.records.len())?;
                    }
                }
                Kind::Number(number @ 0..=LARGEST_LABEL) => {
                    self.symbols.locals.entry(*number as u32).or_default().push(here);
                }
                _ => {
                    let message = "a label must be a name or a number up to 4294967295";
                    return Err(Fault::new(label.span.clone(), message));
                }
            }
            list = rest;
        }
        Ok(list)
    }

    /// Calls a function with a parser for some tokens of a line.
    pub(super) fn parse<T>(
        &self,
        line: &Line,
        list: &[Token<'_>],
        parse: impl FnOnce(&mut Parser<'_>) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let (text, here) = (&line.text, self.layout.here());
        let scope = Scope { text, here, mode: self.mode, symbols: &self.symbols };
        parse(&mut Parser::new(list, text.len(), scope))
    }

    /// Parses the only expression in some tokens of a line.
    pub(super) fn expression(&self, line: &Line, list: &[Token<'_>]) -> Result<Expression, Fault> {
        self.parse(line, list, |parser| parser.last_expression())
    }

    /// Returns the current value of the number in some tokens of a line, and its position.
    pub(super) fn number(&self, line: &Line, list: &[Token<'_>]) -> Result<(i64, Range<usize>), Fault> {
        let expression = self.expression(line, list)?;
        Ok((self.now(&expression)?, expression.span))
    }

    /// Returns the fault of a name that does not begin a statement.
    pub(super) fn no_statement(&self, it: &Statement<'_>) -> Fault {
        let mnemonics = Operation::ALL.iter().map(|operation| operation.mnemonic());
        let known = mnemonics.chain(self.reader.macro_names());
        let fault = it
            .fault(format!("unknown instruction, directive or macro `{}`", it.name))
            .rule(Rule::UnknownOperation);
        foreign::hinted(fault, it).unwrap_or_else(|fault| fault.similar(it.name, known))
    }

    /// Returns the value of an expression whose symbols may be defined later: its value in the previous reading, or 0.
    pub(super) fn ahead(&mut self, line: &Line, expression: &Expression) -> Result<i64, Fault> {
        let value = match expression.value(&self.symbols) {
            Ok(Value { number, base: None, .. }) => return Ok(number),
            value => value,
        };
        if let Err(Unsettled::Fault(fault)) = value {
            return Err(*fault);
        }
        let key = (self.report.statement, expression.span.start);
        self.expected.push((key, expression.clone(), line.clone()));
        Ok(self.layout.starts.numbers.get(&key).copied().unwrap_or(0))
    }

    /// Evaluates the expressions whose values were assumed, now that all symbols are known.
    fn find_expected(&mut self) {
        for ((statement, at), expression, line) in std::mem::take(&mut self.expected) {
            self.report.statement = statement;
            match self.now(&expression) {
                Ok(number) => _ = self.layout.numbers.insert((statement, at), number),
                Err(fault) => self.report.error(&self.reader, &line, fault),
            }
        }
    }

    /// Returns the value of an expression that must be a known number.
    pub(super) fn now(&self, expression: &Expression) -> Result<i64, Fault> {
        let value = self.value_now(expression)?;
        match value.base {
            None => Ok(value.number),
            Some(_) => Err(self.not_now(expression)),
        }
    }

    /// Returns the value of an expression that must be known, at least as a place in its section.
    pub(super) fn value_now(&self, expression: &Expression) -> Result<Value, Fault> {
        expression.value(&self.symbols).map_err(|error| match error {
            Unsettled::Fault(fault) => *fault,
            Unsettled::Later => self.not_now(expression),
        })
    }

    /// Returns the fault of an expression that has no value yet: at its first undefined symbol or, if there is none,
    /// the whole expression.
    pub(super) fn not_now(&self, expression: &Expression) -> Fault {
        let undefined = expression.first_undefined(&self.symbols);
        let fault = undefined.unwrap_or_else(|| {
            let message = "this address is unknown until the end of the source";
            Fault::new(expression.span.clone(), message).rule(Rule::Unsettled)
        });
        fault.label("the value must be known before this line")
    }
}
