//! Lines of sources for AS, and their conversion to statements of GNU as.

use std::cell::Cell;
use std::rc::Rc;

use super::conditions::DECIDING;
use super::parts::{AGAIN, Parts};
use crate::assembler::program::Program;
use crate::directive::{directive, directives};
use crate::fault::{Fault, Rule};
use crate::lexer::tokens;
use crate::source::{Line, WrittenStatement};
use crate::syntax::Syntax;
use crate::syntax::asl::{Expressions, Fields, is_instruction};
use crate::syntax::expression::{Code, Cursor};
use crate::syntax::writer::Writer;
use z8000::isa::{Mode, Operation};

/// Directives that AS has only for other processors or for its own file formats: their names, and the text of the
/// error.
const OTHERS: &str = "\
dc dc.b dc.w dc.l ds.b ds.w ds.l dcb fcb fdb rmb fcc:belongs to AS's targets from Motorola: for a Z8000, write `db`, `dw`, \
`dd` or `ds`
padding packing fpu pmmu fullpmmu bigendian wrapmode maxmode extmode lwordmode:belongs to AS's other processors; a Z8000 \
has no such mode
assume bank using:describes registers of AS's other processors; a Z8000 has none of them
aseg rseg:is not supported: all that AS assembles for a Z8000 is in one address space
global:is not supported: `public` makes a name of a section known outside it
endsection:has no `section` before it
codepage:is not supported: `charset` changes the only table of characters
radix intsyntax enumconf pushv popv read prset dt dn:is not supported";

impl Program<'_> {
    /// Executes a line for AS, or converts it.
    pub(in crate::assembler::statements) fn line_of_asl(&mut self, line: &Line) -> Result<(), Fault> {
        let fields = &Fields::new(&line.text);
        let it = Parts { line, fields };
        let follows_blank = self
            .rewritten
            .last()
            .is_none_or(|(code, comment)| code.is_empty() && comment.as_deref() == Some(""));
        let is_blank = line.text.trim().is_empty() && !follows_blank;
        let comment = line.text[fields.rest.end..]
            .split_once(';')
            .map(|(_, comment)| comment.to_owned());
        let is_kept = line.origin.expansion.is_none() && self.is_active();
        self.comment = comment.or(is_blank.then(String::new)).filter(|_| is_kept);
        self.act(it)?;
        // The comment of a line that was not converted to a statement.
        if let Some(comment) = self.comment.take() {
            self.rewritten.push((String::new(), Some(comment)));
        }
        Ok(())
    }

    fn act(&mut self, it: Parts<'_>) -> Result<(), Fault> {
        let name = it.operation().to_ascii_lowercase();
        if DECIDING.contains(&&*name) {
            return self.decide_asl(it, &name);
        }
        if !self.is_active() {
            return Ok(());
        }
        if let Some(definition) = self.names.macros.get(&name).cloned() {
            return self.call_asl(it, &definition);
        }
        match &*name {
            "macro" => self.define_asl(it),
            "rept" | "irp" | "irpc" | "while" => self.repeat_asl(it, &name),
            AGAIN => self.again(it),
            "exitm" => {
                let level = self.reader.exit();
                let level = level.ok_or_else(|| it.fault("`exitm` outside a macro"))?;
                self.leave(level);
                Ok(())
            }
            "function" => self.function(it),
            "section" => self.section_of_asl(it),
            _ => self.rewrite(it, &name),
        }
    }

    pub(super) fn leave(&mut self, level: usize) {
        self.conditions.truncate(level);
        self.names.switches.retain(|(depth, _)| *depth < level);
    }

    /// Converts a line to statements of GNU as.
    fn rewrite(&mut self, it: Parts<'_>, name: &str) -> Result<(), Fault> {
        self.grow_union(it)?;
        if let Some(structure) = self.names.structures.get(name).cloned() {
            return self.instance(it, &structure);
        }
        match directive(Syntax::Asl, name) {
            Some(row) => self.directive_of_asl(it, row),
            None if name.is_empty() || is_instruction(name) => self.instruction_of_asl(it, name),
            None => Err(unknown(it, name)),
        }
    }

    /// Returns the expression of GNU as for `$`.
    pub(super) fn here_of_asl(&self) -> String {
        match &self.names.phase {
            Some(phase) => format!("(.-{}+({}))", phase.label, phase.address),
            None => ".".to_owned(),
        }
    }

    /// Calls a function with the context for parsing expressions in a line.
    pub(super) fn with_expressions<T>(&self, it: Parts<'_>, run: impl FnOnce(&Expressions<'_>) -> T) -> T {
        let known = |name: &str| self.evaluated(it.line, name).ok();
        run(&Expressions {
            names: &self.names,
            here: self.here_of_asl(),
            known: &known,
            arguments: Vec::new(),
            depth: 0,
            is_address: Cell::default(),
            linear: self.mode == Mode::Segmented && !self.symbols.for_linker,
            segmented: self.mode == Mode::Segmented,
        })
    }

    /// Returns the current value of an expression in the syntax of GNU as.
    fn evaluated(&self, line: &Line, text: &str) -> Result<i64, Fault> {
        let own = Line { text: text.to_owned().into(), written: None, ..line.clone() };
        let list = tokens(&own.text)?;
        let expression = self.expression(&own, &list)?;
        self.now(&expression)
    }

    /// Returns the current value of a converted expression.
    pub(super) fn value_of(&self, it: Parts<'_>, code: &Code) -> Result<i64, Fault> {
        let at = |fault: Fault| Fault { span: code.span(), fix: None, ..fault };
        code.value
            .map_or_else(|| self.evaluated(it.line, &code.text()).map_err(at), Ok)
    }

    /// Parses the expressions in the arguments of a line, separated by commas, starting at a token.
    pub(super) fn expressions(&self, it: Parts<'_>, from: usize) -> Result<Vec<Code>, Fault> {
        self.arguments_of(it, from, |cursor, grammar| {
            let mut list = vec![cursor.expression(grammar)?];
            while cursor.take(",").is_some() {
                list.push(cursor.expression(grammar)?);
            }
            Ok(list)
        })
    }

    /// Parses the arguments of a line from a token to the end.
    pub(super) fn arguments_of<T>(
        &self,
        it: Parts<'_>,
        from: usize,
        read: impl FnOnce(&mut Cursor<'_, '_>, &Expressions<'_>) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let tokens = it.tokens();
        let mut cursor = Cursor::new(&tokens[from..], it.end());
        let value = self.with_expressions(it, |grammar| read(&mut cursor, grammar))?;
        match cursor.peek() {
            None => Ok(value),
            Some(more) => Err(Fault::new(more.span.clone(), "expected the end of the line")),
        }
    }

    /// Returns the values of all arguments of a line.
    pub(super) fn values(&self, it: Parts<'_>) -> Result<Vec<i64>, Fault> {
        let codes = self.expressions(it, 0)?;
        codes.iter().map(|code| self.value_of(it, code)).collect()
    }

    /// Assembles the statements to which a line was converted.
    pub(super) fn emit(&mut self, it: Parts<'_>, writer: Writer<'_>) -> Result<(), Fault> {
        for mut written in writer.finish() {
            if let Some(fault) = written.fault.take() {
                return Err(fault);
            }
            written.source = Some(it.line.text.clone());
            written.line = 0;
            let comment = self.comment.take();
            self.rewritten.push((written.text.clone(), comment));
            self.report.statement += 1;
            self.emitted(it.line, written)?;
        }
        Ok(())
    }

    fn emitted(&mut self, line: &Line, written: WrittenStatement) -> Result<(), Fault> {
        let text = written.text.clone().into();
        let written = Rc::new(written);
        let own = Line { text, written: Some(Rc::clone(&written)), ..line.clone() };
        let result = tokens(&own.text).and_then(|list| self.statements(&own, &list));
        result.map_err(|fault| written.place(fault))
    }

    /// Assembles one statement to which a line was converted.
    pub(super) fn emit_text(&mut self, it: Parts<'_>, text: &str) -> Result<(), Fault> {
        let mut writer = Writer::new(&it.line.text, ".text");
        writer.left(&format!("\t{text}"), &it.fields.operation);
        self.emit(it, writer)
    }

    /// Returns the string if it is the only argument of a line.
    pub(super) fn only_text(&self, it: Parts<'_>) -> Result<Option<Vec<u8>>, Fault> {
        let tokens = it.tokens();
        let mut cursor = Cursor::new(&tokens, it.end());
        let text = self.with_expressions(it, |grammar| grammar.text(&mut cursor));
        match cursor.peek() {
            None => text.transpose(),
            Some(_) => Ok(None),
        }
    }
}

/// Returns the fault of an operation that is unknown, or that AS has only for other processors.
fn unknown(it: Parts<'_>, name: &str) -> Fault {
    let mut others = OTHERS.lines().filter_map(|line| line.split_once(':'));
    if let Some((_, why)) = others.find(|(names, _)| names.split(' ').any(|own| own == name)) {
        return it.fault(format!("`{}` {why}", it.operation()));
    }
    let mnemonics = Operation::ALL.iter().map(|operation| operation.mnemonic());
    let known = directives(Syntax::Asl)
        .flat_map(|row| row.names)
        .copied()
        .chain(mnemonics);
    it.fault(format!("unknown instruction, directive or macro `{}`", it.operation()))
        .rule(Rule::UnknownOperation)
        .similar(name, known)
}
