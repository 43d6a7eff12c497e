//! A description of the word under the cursor, as Markdown.

use std::fmt::Write;
use std::ops::Range;

use lsp_types::{MarkupContent, MarkupKind};
use z8000::isa::{self, Address, Clocks, FlagSet, Form, Kind as OperandKind, Mode, Operation, forms_of, names};
use z8000_asm::lexer::{Kind as TokenKind, tokens};
use z8000_asm::{Directive, LineRecord, Syntax, directive};

use crate::linked::DocumentPlace;
use crate::program::{Program, WordPlace};
use crate::words::{Kind, Word};

/// The maximum number of lines of a header that are shown above a definition.
const HEADER: usize = 30;

/// Returns a description of the word at a place, and the range of its bytes in the line.
pub(crate) fn hover(asked: &DocumentPlace) -> Option<(String, Range<usize>)> {
    let (word, text) = asked.word()?;
    let program = &*asked.program;
    let words = asked.words();
    let is_before = |other: &&Word| other.kind == Kind::Instruction && other.span.start < word.span.start;
    let mut before = words.iter().filter(is_before);
    let operation = |word: &Word| Operation::from_mnemonic(&asked.line()[word.span.clone()]);
    let about = match word.kind {
        Kind::Instruction => {
            let records = program.records(&asked.path, asked.at.line);
            let mut records = records.filter(|record| record.clocks.is_some());
            instruction(program, operation(&word)?, records.nth(before.count()))
        }
        Kind::Directive => about_directive(directive(Syntax::Gnu, text)?),
        Kind::Special
            if names::flag(text).is_some() && before.next_back().and_then(operation).is_some_and(has_flags) =>
        {
            format!("flag `{text}`")
        }
        Kind::Special => special(text)?,
        Kind::Number => number(text)?,
        kind if kind.is_name() => name(asked, text)?,
        _ => return None,
    };
    Some((about, word.span))
}

/// Returns true if an instruction takes flags, as SETFLG does: `c` and `z` are also names of conditions.
fn has_flags(operation: Operation) -> bool {
    let mut operands = forms_of(operation).iter().flat_map(|form| form.operands);
    operands.any(|operand| operand.kind == OperandKind::Flags)
}

/// Converts text to the form used by the protocol.
pub(crate) fn markdown(value: String) -> MarkupContent {
    let kind = MarkupKind::Markdown;
    MarkupContent { kind, value }
}

/// Describes an instruction: what the current line does, and the rows of the table.
fn instruction(program: &Program, operation: Operation, record: Option<&LineRecord>) -> String {
    let mut text = format!("**{}** - {}\n", operation.mnemonic(), operation.summary());
    let form = record.and_then(|record| form_of(program, record));
    if let (Some(record), Some(form)) = (record, form) {
        let clocks = record.clocks.map(|clocks| clocks.to_string()).unwrap_or_default();
        let bytes = program.assembly.bytes(record).iter();
        let bytes: String = bytes.map(|byte| format!("{byte:02x}")).collect();
        let _ = writeln!(
            text,
            "\n**{clocks} clocks** here, {} bytes at `{:#06x}`: `{bytes}`; changes {}{}\n",
            record.length,
            record.address,
            flags(form.flags),
            if form.privileged { "; privileged" } else { "" },
        );
    }
    text.push_str("\n| operands | bits | clocks | flags | |\n|---|---|---|---|---|\n");
    for row in forms_of(operation) {
        let mark = if form == Some(row) { "**" } else { "" };
        let operands = match row.operands {
            [] => "-".to_owned(),
            _ => operands(row, ", "),
        };
        let _ = writeln!(
            text,
            "| {mark}{operands}{mark} | `{}` | {} | {} | {} |",
            row.pattern,
            clocks(row.clocks).replace('|', "\\|"),
            flags(row.flags),
            if row.privileged { "privileged" } else { "" },
        );
    }
    text.push_str("\nClocks in non-segmented mode, and in segmented mode with a short and a long address.");
    text
}

/// Returns the row of the table according to which a line was assembled.
fn form_of(program: &Program, record: &LineRecord) -> Option<&'static Form> {
    let bytes = program.assembly.bytes(record);
    let words = bytes.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
    let words: Vec<u16> = words.collect();
    let at = match record.mode {
        Mode::Nonsegmented => Address::flat(record.address as u16),
        Mode::Segmented => Address::segmented((record.address >> 16) as u8 & 0x7F, record.address as u16),
    };
    isa::decode(&words, at, record.mode).ok().map(|found| found.form)
}

/// Formats the operands of a row of the table.
pub(crate) fn operands(row: &Form, separator: &str) -> String {
    let operands: Vec<String> = row.operands.iter().map(ToString::to_string).collect();
    operands.join(separator)
}

/// Formats the clocks in all modes, or a single figure if they are equal.
pub(crate) fn clocks(clocks: Clocks) -> String {
    let Clocks { nonsegmented, short, long } = clocks;
    if nonsegmented == short && short == long {
        return nonsegmented.to_string();
    }
    format!("{nonsegmented} {short} {long}")
}

/// Formats flags by their letters.
fn flags(flags: FlagSet) -> String {
    match flags.is_empty() {
        true => "no flags".to_owned(),
        false => flags.to_string(),
    }
}

/// Describes a directive.
pub(crate) fn about_directive(row: &Directive) -> String {
    let (first, others) = row.names.split_first().unwrap_or((&"", &[]));
    let mut text = format!("`{}`\n\n{}", format!("{first} {}", row.arguments).trim(), row.help);
    if !others.is_empty() {
        let _ = write!(text, "\n\nalso `{}`", others.join("`, `"));
    }
    text
}

/// Describes a condition with its code and its other names, or a flag, an interrupt or a control register.
pub(crate) fn special(name: &str) -> Option<String> {
    if let Some(code) = names::condition(name) {
        let same = names::CONDITIONS[usize::from(code)].join("`, `");
        return Some(format!("condition code {code}: `{same}`"));
    }
    let flag = names::flag(name).map(|_| "flag");
    let interrupt = || names::interrupt(name).map(|_| "interrupt");
    let control = || names::control(name).map(|_| "control register");
    Some(format!("{} `{name}`", flag.or_else(interrupt).or_else(control)?))
}

/// Formats a number in the other radices.
fn number(text: &str) -> Option<String> {
    match tokens(text).ok()?.first()?.kind {
        TokenKind::Number(number) => Some(value(number)),
        _ => None,
    }
}

/// Formats a value in decimal and hexadecimal.
fn value(number: i64) -> String {
    format!("`{number}` = `{number:#x}`")
}

/// Describes a symbol or a macro: its value, its header, the line that defines it, and the number of its uses.
fn name(asked: &DocumentPlace, name: &str) -> Option<String> {
    let program = &asked.program;
    let definitions = asked.definitions(name);
    let symbol = program.assembly.symbols.get(name);
    let mut text = String::new();
    if let Some(symbol) = symbol {
        let value = value(symbol.value);
        let _ = match symbol.section.map(|section| &program.assembly.info(section).name) {
            Some(section) => writeln!(text, "**{name}** - address {value} in `{section}`\n"),
            None => writeln!(text, "**{name}** - constant {value}\n"),
        };
    } else if definitions.is_empty() {
        return None;
    }
    for found in definitions.iter().take(3) {
        text.push_str(&definition(asked, found));
    }
    if let Some(symbol) = symbol {
        let lines = symbol.uses.len();
        let _ = write!(text, "\nused in {lines} line{}", if lines == 1 { "" } else { "s" });
    }
    Some(text)
}

/// Formats the line of a definition with the comment above it, and its place.
fn definition(asked: &DocumentPlace, found: &WordPlace) -> String {
    let Some(document) = asked.document_of(&found.path) else {
        return String::new();
    };
    let mut first = found.line;
    while first > 0 && found.line - first < HEADER && document.line(first - 1).trim_start().starts_with('!') {
        first -= 1;
    }
    let lines: Vec<&str> = (first..=found.line).map(|line| document.line(line)).collect();
    let file = found.path.file_name().unwrap_or_default().to_string_lossy();
    format!(
        "```z8000\n{}\n```\n{file}:{}\n",
        lines.join("\n").replace("```", "'''"),
        found.line + 1
    )
}
