//! Converting lines, instructions and macro calls of asz8k.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ops::Range;

use super::grammar::{Expressions, RULES, with_parameters};
use crate::directive::{Directive, directive, directives};
use crate::fault::Fault;
use crate::syntax::expression::{Code, Cursor, Grammar, counts, port, quoted};
use crate::syntax::name::Syntax;
use crate::syntax::scan::{Kind, Token, scan};
use crate::syntax::unit::Unit;
use crate::syntax::writer::{Parity, Translation, Writer};

/// Names of conditions that GNU as does not know, and its own names; those with `f` are for floating-point comparisons.
const CONDITIONS: [(&[&str], &str); 13] = [
    (&["flu"], "lt"),
    (&["flue"], "le"),
    (&["fle"], "ule"),
    (&["p", "v", "fun"], "pe"),
    (&["s"], "mi"),
    (&["feq"], "eq"),
    (&["flt"], "ult"),
    (&["fge"], "ge"),
    (&["fgt"], "gt"),
    (&["fgu"], "ugt"),
    (&["ford"], "po"),
    (&["fneu"], "ne"),
    (&["fgeu"], "uge"),
];

/// A common section: its name, the name's position, and the sizes so far.
pub(super) struct Common {
    pub(super) name: String,
    pub(super) span: Range<usize>,
    pub(super) sizes: Vec<String>,
}

pub(super) struct Translator<'a> {
    pub(super) writer: Writer<'a>,
    /// The macros with the parameters that they use: those of each definition not yet reached, or of the last one.
    pub(super) macros: BTreeMap<&'a str, VecDeque<String>>,
    /// The macros defined so far.
    pub(super) defined: BTreeSet<&'a str>,
    pub(super) common: Option<Common>,
    /// The parities before the open macros, whose lines occupy no memory where they are defined.
    pub(super) outside: Vec<Parity>,
}

/// A directive: its row, the label before it, and its name.
#[derive(Clone, Copy)]
pub(super) struct Line<'t, 'a> {
    pub(super) row: &'static Directive,
    pub(super) label: Option<&'t Token<'a>>,
    pub(super) operation: &'t Token<'a>,
}

impl<'t, 'a> Line<'t, 'a> {
    /// Returns the name that the directive requires before it.
    pub(super) fn named(self) -> Result<&'t Token<'a>, Fault> {
        let name = self.operation.name().unwrap_or_default();
        let message = format!("expected a name before `{name}`");
        self.label
            .ok_or_else(|| Fault::new(self.operation.span.clone(), message))
    }
}

/// Converts a file.
pub(in crate::syntax) fn translate(text: &str) -> Translation {
    // CP/M fills the last sector of a file with 1Ah.
    let text = text.split('\u{1A}').next().unwrap_or_default();
    let (tokens, comments) = scan(text, &RULES);
    let mut translator = Translator {
        writer: Writer::new(text, "__text"),
        macros: macros(&tokens),
        defined: BTreeSet::new(),
        common: None,
        outside: Vec::new(),
    };
    for line in tokens.split_inclusive(|token| token.kind == Kind::NewLine) {
        match line.split_last() {
            Some((last, line)) if last.kind == Kind::NewLine => translator.line(line, last.span.start),
            _ => translator.line(line, text.len()),
        }
    }
    translator.end_common();
    Translation { written: translator.writer.finish(), comments }
}

/// Returns the macros of a file, each with the parameters of its definitions.
fn macros<'a>(tokens: &[Token<'a>]) -> BTreeMap<&'a str, VecDeque<String>> {
    let mut found: BTreeMap<&str, VecDeque<String>> = BTreeMap::new();
    let mut open: Vec<(&str, String)> = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        let Some(name) = token.name() else {
            continue;
        };
        if name.eq_ignore_ascii_case(".macro") {
            let colon = index.checked_sub(1).filter(|before| tokens[*before].is(":"));
            let before = colon.unwrap_or(index).checked_sub(1);
            let name = before.and_then(|before| tokens[before].name()).unwrap_or_default();
            open.push((name, String::new()));
        } else if name.eq_ignore_ascii_case(".endm") {
            if let Some((name, used)) = open.pop() {
                found.entry(name).or_default().push_back(used);
            }
        } else if let Some((_, used)) = open.last_mut() {
            used.extend(name.split('?').skip(1).map(|part| part.chars().next().unwrap_or('?')));
        }
    }
    found
}

/// Returns the declarations of the parameters that a macro uses.
pub(super) fn parameters(used: &str) -> Vec<String> {
    let most = used.bytes().filter(u8::is_ascii_digit).max().unwrap_or(b'0');
    let label = used.contains('0').then_some(b'0');
    let digits = label.into_iter().chain(b'1'..=most);
    let numbered = digits.map(|digit| format!("a{}", char::from(digit)));
    let rest = used.contains('?').then(|| "rest:vararg".to_owned());
    numbered.chain(rest).collect()
}

impl<'a> Translator<'a> {
    pub(super) fn line(&mut self, tokens: &[Token<'a>], end: usize) {
        if let Err(fault) = self.statement(tokens, end) {
            let span = fault.span.clone();
            self.writer.fault(fault);
            // A condition must begin even if it is invalid, so that its `.endif` matches.
            if tokens.iter().any(|token| token.is(".if")) {
                self.writer.statement(".if 0", &span);
            }
        }
    }

    pub(super) fn statement(&mut self, tokens: &[Token<'a>], end: usize) -> Result<(), Fault> {
        let Some(first) = tokens.first() else {
            return Ok(());
        };
        let colon = usize::from(tokens.get(1).is_some_and(|second| second.is(":")));
        let has_label = self.writer.is_first(first.span.start) && first.name().is_some() || colon > 0;
        let (label, rest) = tokens.split_at(if has_label { 1 + colon } else { 0 });
        let label = label.first();
        let Some((operation, arguments)) = rest.split_first() else {
            self.label(label);
            return Ok(());
        };
        let Some(name) = operation.name() else {
            let message = match &operation.kind {
                Kind::Wrong(message) => message.clone(),
                _ => "expected a label, an instruction or a directive".into(),
            };
            return Err(Fault::new(operation.span.clone(), message));
        };
        let mut cursor = Cursor::new(arguments, end);
        if let Some(row) = directive(Syntax::Asz8k, name) {
            let line = Line { row, label, operation };
            return self.directive(line, &mut cursor);
        }
        if self.macros.contains_key(name) {
            return self.call(label, operation, &mut cursor);
        }
        if name.starts_with('.') {
            let known = directives(Syntax::Asz8k).flat_map(|row| row.names).copied();
            let fault = Fault::new(operation.span.clone(), format!("unknown asz8k directive `{name}`"));
            return Err(fault.similar(name, known));
        }
        self.instruction(label, operation, &mut cursor)
    }

    /// Writes a label with a colon.
    pub(super) fn label(&mut self, label: Option<&Token<'a>>) {
        if let Some(label) = label
            && let Some(name) = label.name()
        {
            let end = label.span.end;
            self.writer.label(&with_parameters(name), &label.span, &(end..end));
        }
    }

    pub(super) fn begin(&mut self, label: Option<&Token<'a>>, operation: &Token<'a>) {
        self.label(label);
        if label.is_none() {
            self.writer.begin(operation.span.start);
        }
    }

    pub(super) fn instruction(
        &mut self,
        label: Option<&Token<'a>>,
        operation: &Token<'a>,
        cursor: &mut Cursor<'_, 'a>,
    ) -> Result<(), Fault> {
        self.writer.even(&operation.span);
        self.begin(label, operation);
        let name = operation.name().unwrap_or_default();
        if let Some(unit) = Unit::named(name) {
            let mut operands = Vec::new();
            while cursor.peek().is_some() {
                operands.push(cursor.operand(&Expressions)?);
                cursor.take(",");
            }
            return unit.write(&mut self.writer, operation, &operands);
        }
        self.writer.add(&with_parameters(name), &operation.span);
        let mut count = 0;
        while cursor.peek().is_some() {
            let operand = self.operand(name, count, cursor)?;
            self.writer.code(&port(name, operand.clone()));
            count += 1;
            self.comma(cursor, &operand.span());
        }
        if count == 1 && counts(name) {
            self.writer.between(",#1", cursor.span().start);
        }
        self.writer.end();
        Ok(())
    }

    /// Converts an operand, which may be a condition whose name GNU as does not know.
    pub(super) fn operand(&self, mnemonic: &str, index: usize, cursor: &mut Cursor<'_, 'a>) -> Result<Code, Fault> {
        let condition = cursor.peek().and_then(Token::name).map(str::to_ascii_lowercase);
        let condition = CONDITIONS
            .iter()
            .find(|(names, _)| condition.as_deref().is_some_and(|name| names.contains(&name)));
        let branches = ["jp", "jr", "ret", "tcc", "tccb"];
        if let Some((_, condition)) = condition
            && index == 0
            && branches.iter().any(|branch| branch.eq_ignore_ascii_case(mnemonic))
            && cursor.second().is_none_or(|token| token.is(","))
        {
            let span = cursor.span();
            cursor.at += 1;
            return Ok(Code::new(*condition, span));
        }
        let register = cursor.second().and_then(|token| Expressions.register(token));
        if cursor.is("(") && register.is_some() {
            let fault = Fault::new(cursor.span(), "expected an operand");
            return Err(fault.label("write `@` before a register that holds an address"));
        }
        cursor.operand(&Expressions)
    }

    /// Writes a comma if anything follows; the source may omit it, or end with one.
    pub(super) fn comma(&mut self, cursor: &mut Cursor<'_, 'a>, after: &Range<usize>) {
        let comma = cursor.take(",");
        if cursor.peek().is_none() {
            return;
        }
        if let Some(comma) = comma {
            self.writer.tight(",", &comma.span);
        } else {
            self.writer.between(",", after.end);
        }
    }

    /// Converts a call of a macro, with its label as an argument if the macro uses that.
    pub(super) fn call(
        &mut self,
        label: Option<&Token<'a>>,
        operation: &Token<'a>,
        cursor: &mut Cursor<'_, 'a>,
    ) -> Result<(), Fault> {
        let name = operation.name().unwrap_or_default();
        let used = self.macros.get(name).and_then(VecDeque::front);
        let takes_label = used.is_some_and(|used| used.contains('0'));
        self.writer.begin(operation.span.start);
        self.writer.add(name, &operation.span);
        if takes_label {
            let (text, span) = match label {
                Some(label) => (label.name().unwrap_or_default(), label.span.clone()),
                None => ("\"\"", operation.span.clone()),
            };
            self.writer.tight(&format!(" {text}"), &span);
            if cursor.peek().is_some() {
                self.writer.tight(",", &span);
            }
        }
        while cursor.peek().is_some() {
            let argument = self.argument(cursor)?;
            self.writer.code(&argument);
            self.comma(cursor, &argument.span());
        }
        self.writer.end();
        self.writer.grow(None);
        Ok(())
    }

    /// Converts an argument of a macro: an operand, a string, or anything in braces.
    pub(super) fn argument(&self, cursor: &mut Cursor<'_, 'a>) -> Result<Code, Fault> {
        if let Some(token) = cursor.peek()
            && let Kind::Text(bytes) = &token.kind
            && bytes.len() != 1
        {
            cursor.at += 1;
            return Ok(Code::new(quoted(bytes), token.span.clone()));
        }
        let Some(open) = cursor.take("{") else {
            return cursor.operand(&Expressions);
        };
        let mut operands = Vec::new();
        while !cursor.is("}") && cursor.peek().is_some() {
            operands.push(cursor.operand(&Expressions)?.text());
            cursor.take(",");
        }
        let close = cursor.expect("}")?;
        let text = format!("\"{}\"", operands.join(","));
        Ok(Code::new(text, open.span.start..close.span.end))
    }
}
