//! Completions at a position in a document.

use std::ops::Range;

use lsp_types::{CompletionItem, CompletionItemKind, Documentation};
use z8000::isa::{Operation, forms_of, names};
use z8000_asm::{Syntax, directives, registers};

use crate::hover::{about_directive, clocks, markdown, operands};
use crate::linked::DocumentPlace;
use crate::program::Program;
use crate::words::{Kind, is_condition, words};

/// Returns the completions at a place, and the range of bytes in the line that they replace.
pub(crate) fn completion(asked: &DocumentPlace) -> (Range<usize>, Vec<CompletionItem>) {
    let DocumentPlace { program, at, .. } = asked;
    let line = asked.line();
    let before = &line[..at.byte];
    let start = before.trim_end_matches(in_name).len();
    let span = start..at.byte;
    let mut open = asked.document.is_in_comment(at.line);
    let list = words(before, &mut open, program.macros());
    let last = list.last();
    if open || last.is_some_and(|word| word.span.end == at.byte && matches!(word.kind, Kind::Comment | Kind::Text)) {
        return (span, Vec::new());
    }
    // The quotation mark may be open, or the word may be a number.
    let before = &before[..start];
    if before.matches('"').count() % 2 == 1 || line[span.clone()].starts_with(|one: char| one.is_ascii_digit()) {
        return (span, Vec::new());
    }
    let begins = |kind| matches!(kind, Kind::Instruction | Kind::Directive | Kind::Call | Kind::Constant);
    let statement = list.iter().rfind(|word| begins(word.kind) && word.span.end <= start);
    let separator = before.rfind(';');
    let statement = statement.filter(|word| separator.is_none_or(|at| word.span.end > at));
    let proposals = match statement {
        Some(word) => {
            let operation = Operation::from_mnemonic(&line[word.span.clone()]);
            let first = !before[word.span.end..].contains(',');
            possible_operands(program, operation.filter(|_| word.kind == Kind::Instruction), first)
        }
        None => statements(program),
    };
    (span, proposals)
}

/// Returns a proposal: its text, a few words about it, and a description in Markdown; the last two may be empty.
fn proposal(text: &str, kind: CompletionItemKind, detail: &str, about: String) -> CompletionItem {
    let about = Some(about).filter(|about| !about.is_empty());
    CompletionItem {
        label: text.to_owned(),
        kind: Some(kind),
        detail: Some(detail.to_owned()).filter(|detail| !detail.is_empty()),
        documentation: about.map(|value| Documentation::MarkupContent(markdown(value))),
        ..CompletionItem::default()
    }
}

fn in_name(one: char) -> bool {
    one.is_alphanumeric() || matches!(one, '_' | '.' | '$')
}

/// Returns the words that can begin a statement.
fn statements(program: &Program) -> Vec<CompletionItem> {
    let instructions = Operation::ALL.iter().map(|operation| {
        let name = operation.mnemonic();
        let rows = forms_of(*operation).iter();
        let rows = rows.map(|row| format!("* `{name} {}` {} clocks", operands(row, ","), clocks(row.clocks)));
        let about = rows.collect::<Vec<_>>().join("\n");
        proposal(name, CompletionItemKind::KEYWORD, operation.summary(), about)
    });
    let directives = directives(Syntax::Gnu).flat_map(|row| {
        let names = row.names.iter().filter(|name| name.starts_with('.'));
        names.map(|name| proposal(name, CompletionItemKind::PROPERTY, row.arguments, about_directive(row)))
    });
    let snippet = |text: &str, detail: &str| proposal(text, CompletionItemKind::SNIPPET, detail, String::new());
    let called = program.macros().values().map(|(text, detail)| snippet(text, detail));
    instructions.chain(directives).chain(called).collect()
}

/// Returns the words that can be operands: symbols, registers and, if one may be there, conditions.
fn possible_operands(program: &Program, operation: Option<Operation>, first: bool) -> Vec<CompletionItem> {
    let simple = |text: &str, kind, detail: &str| proposal(text, kind, detail, String::new());
    let mut list = Vec::new();
    if let Some(operation) = operation {
        let mut kinds = forms_of(operation).iter().flat_map(|form| form.operands);
        if first && kinds.any(|operand| is_condition(operand.kind)) {
            let conditions = names::CONDITIONS.iter().flat_map(|names| names.iter());
            list.extend(conditions.map(|name| simple(name, CompletionItemKind::ENUM_MEMBER, "condition")));
        }
        list.extend(registers().map(|name| simple(&name, CompletionItemKind::VARIABLE, "register")));
    }
    let symbols = program.assembly.symbols.iter();
    let symbols = symbols.filter(|(name, _)| !name.starts_with(".L"));
    list.extend(symbols.map(|(name, symbol)| {
        let kind = match symbol.section {
            Some(_) => CompletionItemKind::FUNCTION,
            None => CompletionItemKind::CONSTANT,
        };
        simple(name, kind, &format!("{:#x}", symbol.value))
    }));
    list
}
