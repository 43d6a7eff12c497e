//! Instructions and directives in sources for AS.

use std::rc::Rc;

use super::parts::{Parts, file_name};
use crate::assembler::program::Program;
use crate::directive::Directive;
use crate::fault::{Fault, Rule};
use crate::syntax::Rewrite;
use crate::syntax::asl::{Fields, Function, Phase, RULES, arguments, is_privileged, operands};
use crate::syntax::expression::{Code, Grammar};
use crate::syntax::scan::{Token, scan};
use crate::syntax::writer::Writer;
use z8000_object::text::decode;

/// The names of processors, and true for those that begin in segmented mode.
const PROCESSORS: [(&str, bool); 4] = [("Z8001", true), ("Z8002", false), ("Z8003", true), ("Z8004", false)];

impl Program<'_> {
    /// Creates a writer that begins with the label of a line, if there is one.
    pub(super) fn labelled<'l>(&mut self, it: Parts<'l>) -> Writer<'l> {
        let mut writer = Writer::new(&it.line.text, ".text");
        self.label_of_asl(it, &mut writer);
        writer
    }

    fn label_of_asl(&mut self, it: Parts<'_>, writer: &mut Writer<'_>) {
        let label = it.label();
        let span = &it.fields.label;
        let name = match label {
            "" => return,
            "+" | "-" | "/" => {
                if label != "+" {
                    self.names.backwards += 1;
                    let back = format!("back.{}", self.names.backwards);
                    self.write_label(&back, it, writer);
                }
                if label == "-" {
                    return;
                }
                self.names.forwards += 1;
                format!("ahead.{}", self.names.forwards - 1)
            }
            _ if !self.names.open.is_empty() => {
                let field = self.field(label).unwrap_or_default();
                let field = self.names.symbol(&field);
                writer.label(&field, span, &(span.end..span.end));
                return;
            }
            _ => {
                self.names.follow(label);
                self.names.symbol(label)
            }
        };
        self.write_label(&name, it, writer);
    }

    fn write_label(&mut self, name: &str, it: Parts<'_>, writer: &mut Writer<'_>) {
        let span = &it.fields.label;
        self.names.labels.insert(name.to_owned());
        match self.names.phase {
            None => writer.label(name, span, &(span.end..span.end)),
            Some(_) => writer.statement(&format!("\t.equiv {name},{}", self.here_of_asl()), span),
        }
    }

    /// Converts an instruction, or a label without one.
    pub(super) fn instruction_of_asl(&mut self, it: Parts<'_>, name: &str) -> Result<(), Fault> {
        let mut writer = self.labelled(it);
        if is_privileged(name) && !self.names.is_privileged {
            let fault = it.fault(format!("`{}` is privileged, and AS leaves it out", it.operation()));
            return Err(fault.label("write `supmode on` before it"));
        }
        if !name.is_empty() {
            let operation = &it.fields.operation;
            let mut tokens = it.tokens();
            let mut name = name.to_owned();
            let bit = tokens.first().and_then(Token::name).map(str::to_ascii_lowercase);
            let bit = bit
                .filter(|_| tokens.len() == 1)
                .and_then(|bit| self.names.bits.get(&bit).cloned());
            if let Some((text, is_byte)) = &bit {
                let (stored, _) = scan(text, &RULES);
                let span = tokens[0].span.clone();
                tokens = stored
                    .into_iter()
                    .map(|token| Token { span: span.clone(), ..token })
                    .collect();
                name.push_str(if *is_byte { "b" } else { "" });
            }
            let (mnemonic, codes) = self.with_expressions(it, |grammar| operands(&name, &tokens, grammar, it.end()))?;
            if !writer.is_open() {
                writer.begin(operation.start);
            }
            writer.add(&mnemonic, operation);
            if let Some(first) = codes.first() {
                writer.between("\t", first.span().start);
            }
            writer.list(&codes);
        }
        self.emit(it, writer)
    }

    /// Converts a directive of AS, or executes it.
    pub(super) fn directive_of_asl(&mut self, it: Parts<'_>, row: &Directive) -> Result<(), Fault> {
        if let Rewrite::Numbers(size) = row.rewrite() {
            return self.data_of_asl(it, row.gnu(), size);
        }
        let name = row.names.first().copied().unwrap_or_default();
        match name {
            "equ" | ":=" | "label" | "port" | "reg" | "defbit" => return self.define_name(it, name),
            "struct" | "union" => return self.open_structure(it),
            _ => {}
        }
        let writer = self.labelled(it);
        self.emit(it, writer)?;
        match name {
            "cpu" => return self.processor_of_asl(it),
            "supmode" => self.names.is_privileged = it.rest().eq_ignore_ascii_case("on"),
            "org" => return self.renamed(it, ".org "),
            "rorg" | "ds" => return self.renamed(it, ".org .+"),
            "align" => return self.renamed(it, ".balign "),
            "phase" => {
                let code = self.only_expression(it)?;
                let label = format!("phase.{}", self.names.number());
                self.names.phase = None;
                self.emit_text(it, &format!("{label}:"))?;
                self.names.phase = Some(Phase { label, address: code.text() });
            }
            "dephase" => self.names.phase = None,
            "endstruct" => return self.close_structure(it),
            "export_sym" | "extern_sym" => {
                let names: Vec<String> = arguments(it.rest())
                    .iter()
                    .map(|name| self.names.symbol(name))
                    .collect();
                return self.emit_text(it, &format!("{} {}", row.gnu(), names.join(",")));
            }
            "enum" => return self.enumerate(it),
            "expect" => return self.expect(it),
            "include" => return self.include_of_asl(it),
            "binclude" => {
                let file = arguments(it.rest()).into_iter().next().unwrap_or_default();
                let mut text = format!(".incbin \"{}\"", file_name(&file));
                if let Some(comma) = it.tokens().iter().position(|token| token.is(",")) {
                    let codes = self.expressions(it, comma + 1)?;
                    text.extend(codes.iter().map(|code| format!(",{}", code.text())));
                }
                return self.emit_text(it, &text);
            }
            "end" => self.reader.end(),
            "error" | "warning" => {
                let text = self.only_text(it)?.map(decode);
                let fault = it.fault(text.unwrap_or_else(|| it.rest().to_owned()));
                if name == "error" {
                    return Err(fault);
                }
                self.report.warn(&self.reader, it.line, fault);
            }
            "charset" => return self.character_set(it),
            "segment" if !it.rest().eq_ignore_ascii_case("code") => {
                return Err(it.fault("a Z8000 executes what is in `segment code`; the bytes of others have no address"));
            }
            "public" => {
                let is_wrong = |name: &String| {
                    name.split_once(':')
                        .is_some_and(|(_, to)| !to.eq_ignore_ascii_case("parent"))
                };
                if arguments(it.rest()).iter().any(is_wrong) {
                    return Err(it.fault("a name can be made public everywhere, or with `:parent` in the next section"));
                }
            }
            "endexpect" | "segment" => {}
            _ if row.rewrite() == Rewrite::Nothing => {}
            _ => return Err(it.fault(format!("`{}` is not allowed here", it.operation()))),
        }
        Ok(())
    }

    /// Returns the only expression of a line.
    pub(super) fn only_expression(&self, it: Parts<'_>) -> Result<Code, Fault> {
        self.code_and_kind(it).map(|(code, _)| code)
    }

    /// Returns the only expression of a line, and true if it is an address.
    fn code_and_kind(&self, it: Parts<'_>) -> Result<(Code, bool), Fault> {
        self.arguments_of(it, 0, |cursor, grammar| {
            Ok((cursor.expression(grammar)?, grammar.is_address.get()))
        })
    }

    /// Converts expressions to arguments of a directive of GNU as.
    fn renamed(&mut self, it: Parts<'_>, directive: &str) -> Result<(), Fault> {
        let codes = self.expressions(it, 0)?;
        let mut writer = Writer::new(&it.line.text, ".text");
        writer.begin_left(it.fields.operation.start);
        writer.tight(&format!("\t{directive}"), &it.fields.operation);
        let whole = directive.ends_with('+');
        let codes = codes.into_iter().map(|code| if whole { code.whole() } else { code });
        writer.list(&codes.collect::<Vec<_>>());
        self.emit(it, writer)
    }

    /// Converts `name EQU value` and other directives preceded by the name that they define.
    fn define_name(&mut self, it: Parts<'_>, directive: &str) -> Result<(), Fault> {
        if it.label().is_empty() {
            return Err(it.fault(format!("expected a name before `{}`", it.operation())));
        }
        let lower = it.label().to_ascii_lowercase();
        let tokens = it.tokens();
        if directive == "defbit" {
            let is_byte = it.operation().to_ascii_lowercase().ends_with('b');
            self.names.bits.insert(lower, (it.rest().to_owned(), is_byte));
            return Ok(());
        }
        let register = match &tokens[..] {
            [only] => self.with_expressions(it, |grammar| grammar.register(only)),
            _ => None,
        };
        if let Some(register) = register {
            self.names.registers.insert(lower, register);
            return Ok(());
        }
        if directive == "reg" {
            return Err(Fault::new(it.fields.rest.clone(), "expected a register"));
        }
        if let Some(text) = self.only_text(it)? {
            self.names.strings.insert(lower, text);
            return Ok(());
        }
        let (code, is_address) = self.code_and_kind(it)?;
        let name = self.names.symbol(it.label());
        self.names.follow(it.label());
        if directive == "label" || is_address {
            self.names.labels.insert(name.clone());
        }
        let mut writer = Writer::new(&it.line.text, ".text");
        writer.named(
            if directive == ":=" { "\t.set " } else { "\t.equiv " },
            &name,
            &it.fields.label,
        );
        writer.between(",", it.fields.label.end);
        writer.list([&code]);
        self.emit(it, writer)
    }

    /// Converts `CPU name:option=value`; in AS, an option selects the operand syntax of AMD's assembler.
    fn processor_of_asl(&mut self, it: Parts<'_>) -> Result<(), Fault> {
        let (name, options) = it.rest().split_once(':').unwrap_or((it.rest(), ""));
        let Some((name, segmented)) = PROCESSORS.iter().find(|(own, _)| own.eq_ignore_ascii_case(name.trim())) else {
            // The rest of the source is not for a Z8000.
            self.reader.end();
            let message = format!(
                "`{}` is another processor: expected z8001, z8002, z8003 or z8004",
                name.trim()
            );
            return Err(Fault::new(it.fields.rest.clone(), message));
        };
        if options.to_ascii_lowercase().replace(' ', "").contains("amdsyntax=1") {
            let message = "AMD's operands are not supported: write those of Zilog's assembler".to_owned();
            return Err(Fault::new(it.fields.rest.clone(), message));
        }
        self.names.processor = name;
        self.emit_text(it, if *segmented { ".z8001" } else { ".z8002" })
    }

    /// Converts `ENUM name, name = value, ...`.
    fn enumerate(&mut self, it: Parts<'_>) -> Result<(), Fault> {
        if it.operation().eq_ignore_ascii_case("enum") {
            self.names.enumerated = 0;
        }
        for text in arguments(it.rest()) {
            let (name, value) = text.split_once('=').unwrap_or((&text, ""));
            if !value.is_empty() {
                self.names.enumerated = self.value_in(it, value)?;
            }
            let symbol = self.names.symbol(name.trim());
            self.emit_text(it, &format!(".equiv {symbol},{}", self.names.enumerated))?;
            self.names.enumerated = self.names.enumerated.wrapping_add(1);
        }
        Ok(())
    }

    /// Calls a function with a part of a line's arguments as those of a line.
    fn within<T>(
        &self,
        it: Parts<'_>,
        text: &str,
        run: impl FnOnce(Parts<'_>) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let start = it.fields.rest.start + it.rest().find(text).unwrap_or_default();
        let fields = &Fields { rest: start..start + text.len(), ..it.fields.clone() };
        run(Parts { fields, ..it })
    }

    /// Returns the value of an expression in a part of a line's arguments.
    fn value_in(&self, it: Parts<'_>, text: &str) -> Result<i64, Fault> {
        self.within(it, text, |inner| {
            let code = self.only_expression(inner)?;
            self.value_of(inner, &code)
        })
    }

    /// Executes `CHARSET first, last, code`, `CHARSET first, code` or `CHARSET first, "codes"`. Without a code, the
    /// characters are removed; without arguments, all have their own codes again.
    fn character_set(&mut self, it: Parts<'_>) -> Result<(), Fault> {
        let given = arguments(it.rest());
        let (first, last, code) = match &given[..] {
            [] => {
                self.names.characters.clear();
                return Ok(());
            }
            [first, code] => (first, first, code),
            [first, last, code] => (first, last, code),
            _ => return Err(it.fault("expected characters and a code; files of codes are not supported")),
        };
        let (first, mut last) = (self.value_in(it, first)?, self.value_in(it, last)?);
        let mut codes = None;
        if given.len() == 2 && code.starts_with('"') {
            codes = self.within(it, code, |inner| self.only_text(inner))?;
            last = codes
                .iter()
                .fold(last, |_, codes| first.saturating_add(codes.len() as i64 - 1));
        }
        let start = if code.is_empty() || codes.is_some() {
            0
        } else {
            self.value_in(it, code)?
        };
        let byte = |number| u8::try_from(number).map_err(|_| it.fault("expected numbers from 0 to 255"));
        if last < first {
            return Err(it.fault("the last character precedes the first one"));
        }
        for at in first..=last {
            let code = match &codes {
                _ if code.is_empty() => None,
                Some(codes) => Some(codes[(at - first) as usize]),
                None => Some(byte(start.saturating_add(at - first))?),
            };
            self.names.characters.insert(byte(at)?, code);
        }
        Ok(())
    }

    fn include_of_asl(&mut self, it: Parts<'_>) -> Result<(), Fault> {
        let mut name = file_name(it.rest()).to_owned();
        if name.rsplit(['/', '\\']).next().is_some_and(|last| !last.contains('.')) {
            name += ".inc";
        }
        self.reader.open(&name, &it.fields.rest, Some(it.line))
    }

    /// Executes `EXPECT number, ...`: if any number is at least 1000, that of an error in AS, skips the lines up to
    /// `ENDEXPECT`.
    pub(super) fn expect(&mut self, it: Parts<'_>) -> Result<(), Fault> {
        if self.values(it)?.iter().all(|number| *number < 1000) {
            return Ok(());
        }
        while let Some(line) = self.reader.next_line() {
            let operation = Fields::new(&line.text).operation;
            if line.text[operation].eq_ignore_ascii_case("endexpect") {
                return Ok(());
            }
        }
        Err(it.fault("no matching `endexpect`").rule(Rule::Unmatched))
    }

    /// Executes `name FUNCTION parameter, ..., expression`.
    pub(super) fn function(&mut self, it: Parts<'_>) -> Result<(), Fault> {
        let mut parameters = arguments(it.rest());
        let text = parameters.pop().unwrap_or_default();
        let name = it.label().to_ascii_lowercase();
        self.names
            .functions
            .insert(name, Rc::new(Function { parameters, text }));
        Ok(())
    }
}
