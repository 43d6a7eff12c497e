//! Converting modules, procedures, statements and sections of PLZ/ASM.

use std::collections::BTreeMap;
use std::ops::Range;

use z8000::isa::Operation;

use super::grammar::{Names, RULES};
use super::kind::{Block, Type};
use crate::directive::{directive, directives};
use crate::fault::{Fault, Rule};
use crate::syntax::expression::{Cursor, Grammar, counts, port};
use crate::syntax::name::{Rewrite, Syntax};
use crate::syntax::scan::{Kind, Token, scan};
use crate::syntax::unit::Unit;
use crate::syntax::writer::{Translation, Writer};

/// Maximum number of times that a file is read before its final conversion.
const READINGS: usize = 8;

pub(in crate::syntax) fn translate(text: &str, segmented: bool) -> Translation {
    let (tokens, comments) = scan(text, &RULES);
    let mut names = Names::default();
    let mut readings = 0;
    loop {
        let before = (names.constants.clone(), names.sizes.clone(), names.fields.clone());
        let mut translator = Translator::new(text, &tokens, names, segmented);
        translator.run();
        if translator.names.known {
            return Translation { written: translator.writer.finish(), comments };
        }
        names = translator.names;
        names.scope = 0;
        readings += 1;
        let is_settled = before.0 == names.constants && before.1 == names.sizes && before.2 == names.fields;
        names.known = !names.is_open || is_settled || readings == READINGS;
    }
}

/// Mnemonics that GNU as spells differently.
const MNEMONICS: [(&str, &str); 2] = [("jpr", "jp"), ("callr", "call")];

/// The kind of the declarations that follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Constants,
    Types,
    Externals,
    Globals,
    Internals,
}

pub(super) struct Translator<'t, 'a> {
    pub(super) writer: Writer<'a>,
    pub(super) cursor: Cursor<'t, 'a>,
    pub(super) names: Names,
    pub(super) segmented: bool,
    pub(super) part: Part,
    /// True if statements of a procedure are being read; in a file without a module, always true.
    pub(super) in_body: bool,
    /// The open module, with the position of its name.
    pub(super) module: Option<(&'a str, Range<usize>)>,
    /// The open procedures, with the positions of their names.
    pub(super) procedures: Vec<(String, Range<usize>)>,
    /// The current section; `None` if instructions and data have one each.
    pub(super) section: Option<String>,
    /// The name of the section in which `.code` and similar directives continue.
    pub(super) psec: Option<String>,
    pub(super) types: BTreeMap<String, Type>,
    pub(super) blocks: Vec<Block>,
    pub(super) labels: usize,
}

impl<'t, 'a> Translator<'t, 'a> {
    pub(super) fn new(text: &'a str, tokens: &'t [Token<'a>], names: Names, segmented: bool) -> Self {
        let has_module = tokens.iter().any(|token| token.is("module"));
        Self {
            writer: Writer::new(text, ".text"),
            cursor: Cursor::new(tokens, text.len()),
            names,
            segmented,
            part: Part::Internals,
            in_body: !has_module,
            module: None,
            procedures: Vec::new(),
            section: None,
            psec: None,
            types: BTreeMap::new(),
            blocks: Vec::new(),
            labels: 0,
        }
    }

    pub(super) fn run(&mut self) {
        let mut is_right = true;
        while let Some(token) = self.cursor.peek() {
            if token.kind == Kind::NewLine || token.is(";") {
                self.cursor.at += 1;
                self.writer.end();
                continue;
            }
            let before = self.cursor.at;
            if let Err(fault) = self.item(token) {
                self.writer.fault(fault);
                is_right = false;
                // The rest of the line cannot be interpreted.
                self.cursor.skip_line();
            }
            self.cursor.at = self.cursor.at.max(before + 1);
        }
        let end = self.writer.text(&(0..self.cursor.last_end())).trim_end().len();
        let module = self.module.take().map(|(name, span)| (name.to_owned(), span));
        let open = self.procedures.pop().or(module);
        let unended = open.filter(|_| is_right).map(|(name, span)| unended(&name, span));
        if let Some(fault) = self.unended_block(&(end..end)).or(unended) {
            self.writer.fault(fault);
        }
    }

    /// Converts a declaration or a statement, or a word that begins several.
    pub(super) fn item(&mut self, token: &Token<'a>) -> Result<(), Fault> {
        let name = match token.kind {
            Kind::Name(name) => name,
            Kind::Wrong(ref message) => return Err(Fault::new(token.span.clone(), message.clone())),
            Kind::Sign("{" | "}") => {
                self.cursor.at += 1;
                self.names.scope += 1;
                return Ok(());
            }
            Kind::Sign(",") => {
                self.cursor.at += 1;
                return Ok(());
            }
            _ => {
                let message = "expected a declaration, a label or an instruction";
                return Err(Fault::new(token.span.clone(), message));
            }
        };
        let second = self.cursor.second();
        if second.is_some_and(|next| next.is("module")) {
            self.module = Some((name, token.span.clone()));
            self.cursor.at += 2;
            return Ok(());
        }
        if self.is_type(token) {
            // External variables occupy no memory here, with or without a name.
            return match self.part {
                Part::Externals if !self.in_body => self.externals(&[]),
                _ => self.data(&[]),
            };
        }
        if second.is_some_and(|next| next.is(":=")) {
            return self.define(token, name);
        }
        if second.is_some_and(|next| next.is(":") || next.is("::")) {
            return self.label(token);
        }
        if name == "." && second.is_some_and(|next| next.is("=")) {
            return self.move_on(token);
        }
        if !self.is_declared(token)
            && let Some(row) = directive(Syntax::Plz, name)
        {
            self.cursor.at += 1;
            return match row.rewrite() {
                Rewrite::Statement => self.word(token),
                _ => self.dot(row, token),
            };
        }
        if !self.in_body || self.is_declared(token) {
            return self.declaration();
        }
        self.instruction(token, name)
    }

    /// Returns true if the next token is a name that is declared by what follows it.
    pub(super) fn is_declared(&self, token: &Token<'a>) -> bool {
        let Some(next) = self.cursor.second() else {
            return false;
        };
        let is_word = directive(Syntax::Plz, token.name().unwrap_or_default()).is_some();
        !is_word && (next.is("procedure") || next.is("label") || self.is_type(next))
    }

    pub(super) fn instruction(&mut self, token: &Token<'a>, name: &'a str) -> Result<(), Fault> {
        let alias = MNEMONICS.iter().find(|(own, _)| own.eq_ignore_ascii_case(name));
        let mnemonic = alias.map_or(name, |(_, other)| other);
        if let Some(unit) = Unit::named(name) {
            self.code_here(&token.span);
            self.cursor.at += 1;
            let mut operands = Vec::new();
            while !self.is_statement_end() {
                operands.push(self.cursor.operand(&self.names)?);
                self.cursor.take(",");
            }
            return unit.write(&mut self.writer, token, &operands);
        }
        if Operation::from_mnemonic(mnemonic).is_none() {
            let known = Operation::ALL.iter().map(|operation| operation.mnemonic());
            let known = known.chain(directives(Syntax::Plz).flat_map(|row| row.names).copied());
            let fault = Fault::new(
                token.span.clone(),
                format!("unknown instruction, directive or name `{name}`"),
            );
            return Err(fault.rule(Rule::UnknownOperation).similar(name, known));
        }
        self.code_here(&token.span);
        self.cursor.at += 1;
        self.writer.add(mnemonic, &token.span);
        let mut separated = true;
        let mut count = 0;
        while !self.is_statement_end() {
            let span = self.cursor.span();
            if !separated {
                self.writer.between(",", span.start);
            }
            let operand = self.cursor.operand(&self.names)?;
            self.writer.code(&port(mnemonic, operand));
            count += 1;
            separated = self.comma();
        }
        if count == 1 && counts(mnemonic) {
            self.writer.between(",#1", self.cursor.last_end());
        }
        self.writer.end();
        Ok(())
    }

    /// Writes a comma if one comes next. The line may end after it.
    pub(super) fn comma(&mut self) -> bool {
        let Some(comma) = self.cursor.take(",") else {
            return false;
        };
        self.writer.tight(",", &comma.span);
        self.cursor.skip_lines();
        true
    }

    pub(super) fn is_statement_end(&self) -> bool {
        self.cursor.is_line_end() || [";", "}", "{"].iter().any(|sign| self.cursor.is(sign)) || self.is_block_word()
    }

    /// Prepares for statements that need an even address, possibly after labels.
    pub(super) fn code_here(&mut self, at: &Range<usize>) {
        self.names.code.insert(self.writer.section.clone());
        self.writer.even(at);
    }

    /// Converts `name:` or `name::`.
    pub(super) fn label(&mut self, token: &Token<'a>) -> Result<(), Fault> {
        self.cursor.at += 1;
        let Some(colon) = self.cursor.next() else {
            return Ok(());
        };
        if colon.is("::") {
            self.writer
                .statement(&format!(".global {}", self.names.symbol(token)), &token.span);
        }
        if self.cursor.is("do") {
            self.blocks.push(Block::label(token));
        }
        // Data and instructions that need an even address must have their label at that address.
        if self.cursor.peek().is_some_and(|next| self.needs_even(next)) {
            self.writer.even(&token.span);
        }
        self.writer.label(&self.names.symbol(token), &token.span, &colon.span);
        let more = self.cursor.peek().is_some_and(|next| next.kind != Kind::NewLine);
        if !more || self.cursor.is("do") {
            self.writer.end();
        }
        Ok(())
    }

    pub(super) fn needs_even(&self, next: &Token<'a>) -> bool {
        let name = next.name().unwrap_or_default();
        Operation::from_mnemonic(name).is_some() || Unit::named(name).is_some() || self.is_type(next)
    }

    /// Converts `name := value`, which defines a register, a constant, or a variable of `cas`.
    pub(super) fn define(&mut self, token: &Token<'a>, name: &'a str) -> Result<(), Fault> {
        self.cursor.at += 2;
        if let Some(value) = self.cursor.peek()
            && let Some(register) = self.names.register(value)
        {
            self.cursor.at += 1;
            self.names.registers.insert(name.to_owned(), register);
            return Ok(());
        }
        if self.part != Part::Constants && !self.in_body {
            let fault = Fault::new(token.span.clone(), format!("`{name}` has no type"));
            return Err(fault.label("constants must be defined after `constant`"));
        }
        self.writer.named(".equ ", &self.names.symbol(token), &token.span);
        self.writer.between(",", token.span.end);
        self.writer.between(" ", self.cursor.span().start);
        let value = self.cursor.expression(&self.names)?;
        if let Some(value) = value.value {
            self.names.constants.insert(name.to_owned(), value);
        }
        self.writer.code(&value);
        self.writer.end();
        Ok(())
    }

    /// Converts `. = address`.
    pub(super) fn move_on(&mut self, token: &Token<'a>) -> Result<(), Fault> {
        self.cursor.at += 1;
        self.writer.begin(token.span.start);
        self.writer.add(".", &token.span);
        if let Some(assign) = self.cursor.take("=") {
            self.writer.add("=", &assign.span);
        }
        let value = self.cursor.expression(&self.names)?;
        self.writer.code(&value);
        self.writer.end();
        self.writer.grow(None);
        Ok(())
    }

    /// Converts a statement that begins with a word of PLZ/ASM.
    pub(super) fn word(&mut self, token: &Token<'a>) -> Result<(), Fault> {
        let name = token.name().unwrap_or_default().to_ascii_lowercase();
        let part = match name.as_str() {
            "constant" => Part::Constants,
            "type" => Part::Types,
            "external" => Part::Externals,
            "global" => Part::Globals,
            "internal" | "local" => Part::Internals,
            "entry" => {
                self.in_body = true;
                return Ok(());
            }
            "end" => return self.end(token),
            "$section" => return self.enter(),
            "$sdefault" => {
                self.section = None;
                return Ok(());
            }
            "$abs" | "$rel" => return self.origin(token),
            "if" | "then" | "else" | "fi" | "do" | "od" | "exit" | "repeat" => return self.block(token, &name),
            _ => {
                let message = format!("`{name}` is not allowed here");
                return Err(Fault::new(token.span.clone(), message));
            }
        };
        self.part = part;
        self.in_body = false;
        Ok(())
    }

    /// Converts `end name`, of a procedure or of the module.
    pub(super) fn end(&mut self, token: &Token<'a>) -> Result<(), Fault> {
        let name = self.cursor.peek().filter(|name| name.name().is_some());
        self.cursor.at += usize::from(name.is_some());
        let Some((open, span)) = self.procedures.pop() else {
            self.module = None;
            return Ok(());
        };
        self.in_body = false;
        self.names.scope += 1;
        if let Some(fault) = self.unended_block(&token.span) {
            return Err(fault);
        }
        match name.and_then(Token::name) {
            Some(name) if self.module.as_ref().is_some_and(|(module, _)| *module == name) && name != open => {
                Err(unended(&open, span))
            }
            Some(name) if name != open => {
                let message = format!("expected the end of procedure `{open}`, found `{name}`");
                Err(Fault::new(token.span.start..self.cursor.last_end(), message))
            }
            _ => Ok(()),
        }
    }

    /// Executes `$SECTION name`.
    pub(super) fn enter(&mut self) -> Result<(), Fault> {
        let span = self.cursor.span();
        let name = self.cursor.next().and_then(Token::name);
        let name = name.ok_or_else(|| Fault::new(span, "expected the name of a section"))?;
        self.section = Some(name.to_owned());
        Ok(())
    }

    /// Converts `$ABS address`, after entering the section.
    pub(super) fn origin(&mut self, token: &Token<'a>) -> Result<(), Fault> {
        self.enter_for(&token.span, self.writer.section == ".text" || self.in_body);
        if self.cursor.is_line_end() {
            return Ok(());
        }
        self.writer.begin(token.span.start);
        self.writer.add(".org", &token.span);
        let address = self.cursor.expression(&self.names)?;
        self.writer.code(&address);
        self.writer.end();
        Ok(())
    }

    /// Enters the section for instructions or data.
    pub(super) fn enter_for(&mut self, at: &Range<usize>, code: bool) {
        let area = match &self.section {
            None if code => ".text".to_owned(),
            None => ".data".to_owned(),
            Some(name) => format!(".section {name}"),
        };
        if area != self.writer.section {
            self.writer.enter(&area);
            self.write_area(at, None);
        }
    }

    /// Writes the directive of the current section; the last pass knows whether it contains instructions.
    pub(super) fn write_area(&mut self, at: &Range<usize>, flags: Option<&str>) {
        let section = &self.writer.section;
        let mut text = format!("\t{section}");
        if section.starts_with(".section") {
            let holds = if self.names.code.contains(section) { "x" } else { "w" };
            text.push_str(&format!(",\"{}\"", flags.unwrap_or(holds)));
        }
        self.writer.left(&text, at);
    }
}

/// Returns the fault of a procedure or a module without `end`, at its name.
fn unended(name: &str, span: Range<usize>) -> Fault {
    Fault::new(span, format!("no matching `end {name}`")).rule(Rule::Unmatched)
}
