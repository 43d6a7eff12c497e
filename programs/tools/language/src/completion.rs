//! Proposals for the text at a place.

use std::collections::BTreeSet;
use std::ops::Range;

use z8000::isa::{Kind as OperandKind, Operation, forms_of, names};
use z8000_asm::{Syntax, directives};

use crate::hover::{about_directive, clocks};
use crate::program::Program;
use crate::words::{Kind, Macros, words};

/// The kind of a proposal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    /// A mnemonic.
    Instruction,
    /// A directive.
    Directive,
    /// A macro.
    Macro,
    /// A label.
    Label,
    /// A constant.
    Constant,
    /// A register.
    Register,
    /// A condition.
    Condition,
}

/// Something that may come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// The text that is written.
    pub text: String,
    /// Its kind.
    pub sort: Sort,
    /// A few words about it.
    pub detail: String,
    /// More, as Markdown; may be empty.
    pub about: String,
}

/// The proposals for a place in a line, and the bytes of the line that one of them takes the place of.
#[must_use]
pub fn completion(
    program: &Program,
    macros: &Macros,
    line: &str,
    byte: usize,
    in_comment: bool,
) -> (Range<usize>, Vec<Proposal>) {
    let mut before = &line[..byte];
    let start = before.len()
        - before
            .chars()
            .rev()
            .take_while(|one| in_name(*one))
            .map(char::len_utf8)
            .sum::<usize>();
    let span = start..byte;
    let mut open = in_comment;
    let list = words(before, &mut open, macros);
    let last = list.last();
    if open || last.is_some_and(|word| word.span.end == byte && matches!(word.kind, Kind::Comment | Kind::Text)) {
        return (span, Vec::new());
    }
    // An open quotation mark, or a number.
    before = &before[..start];
    if before.matches('"').count() % 2 == 1 || line[span.clone()].starts_with(|one: char| one.is_ascii_digit()) {
        return (span, Vec::new());
    }
    let statement = list.iter().rfind(|word| {
        let begins = matches!(
            word.kind,
            Kind::Instruction | Kind::Directive | Kind::Call | Kind::Constant
        );
        begins && word.span.end <= start
    });
    let behind_separator = before
        .rfind(';')
        .is_some_and(|at| statement.is_none_or(|word| word.span.end <= at));
    let proposals = match statement {
        Some(word) if !behind_separator => {
            let operation = Operation::from_mnemonic(&line[word.span.clone()]);
            let first = !before[word.span.end..].contains(',');
            operands(program, operation.filter(|_| word.kind == Kind::Instruction), first)
        }
        _ => statements(program, macros),
    };
    (span, proposals)
}

fn in_name(one: char) -> bool {
    one.is_alphanumeric() || matches!(one, '_' | '.' | '$')
}

/// The words that begin a statement.
fn statements(program: &Program, macros: &Macros) -> Vec<Proposal> {
    let instructions = Operation::ALL.iter().map(|operation| {
        let rows = forms_of(*operation).iter().map(|form| {
            let operands: Vec<String> = form.operands.iter().map(ToString::to_string).collect();
            format!(
                "* `{} {}` {} clocks",
                operation.mnemonic(),
                operands.join(","),
                clocks(form.clocks)
            )
        });
        Proposal {
            text: operation.mnemonic().to_owned(),
            sort: Sort::Instruction,
            detail: operation.summary().to_owned(),
            about: rows.collect::<Vec<_>>().join("\n"),
        }
    });
    let directives = directives(Syntax::Gnu).flat_map(|row| {
        row.names
            .iter()
            .filter(|name| name.starts_with('.'))
            .map(|name| Proposal {
                text: (*name).to_owned(),
                sort: Sort::Directive,
                detail: row.arguments.to_owned(),
                about: about_directive(row),
            })
    });
    let called = macros.iter().map(|name| {
        let found = program.definitions(name).into_iter().next();
        let line = found.and_then(|found| {
            let document = program.document(&found.path)?;
            let line = document.line(found.line);
            Some((line[found.word.span.clone()].to_owned(), line.trim().to_owned()))
        });
        let (text, detail) = line.unwrap_or_else(|| (name.clone(), String::new()));
        Proposal {
            text,
            sort: Sort::Macro,
            detail,
            about: String::new(),
        }
    });
    let called: BTreeSet<(String, String)> = called.map(|one| (one.text, one.detail)).collect();
    let called = called.into_iter().map(|(text, detail)| Proposal {
        text,
        sort: Sort::Macro,
        detail,
        about: String::new(),
    });
    instructions.chain(directives).chain(called).collect()
}

/// The words that an operand may be: symbols, registers, and conditions where one may stand.
fn operands(program: &Program, operation: Option<Operation>, first: bool) -> Vec<Proposal> {
    let simple = |text: &str, sort, detail: &str| Proposal {
        text: text.to_owned(),
        sort,
        detail: detail.to_owned(),
        about: String::new(),
    };
    let mut list = Vec::new();
    let takes_condition = operation.is_some_and(|operation| {
        forms_of(operation).iter().any(|form| {
            let kinds = form.operands.iter().map(|operand| operand.kind);
            kinds
                .into_iter()
                .any(|kind| matches!(kind, OperandKind::Condition | OperandKind::BranchCondition))
        })
    });
    if takes_condition && first {
        let conditions = names::CONDITIONS.iter().flat_map(|names| names.iter());
        list.extend(conditions.map(|name| simple(name, Sort::Condition, "condition")));
    }
    if operation.is_some() {
        let registers = [("r", 16, 1), ("rr", 16, 2), ("rq", 16, 4), ("rh", 8, 1), ("rl", 8, 1)];
        for (prefix, count, step) in registers {
            let numbers = (0..count).step_by(step);
            list.extend(numbers.map(|number| simple(&format!("{prefix}{number}"), Sort::Register, "register")));
        }
    }
    let symbols = program
        .assembly
        .symbols
        .iter()
        .filter(|(name, _)| !name.starts_with(".L"));
    list.extend(symbols.map(|(name, symbol)| {
        let sort = if symbol.section.is_some() {
            Sort::Label
        } else {
            Sort::Constant
        };
        simple(name, sort, &format!("{:#x}", symbol.value))
    }));
    list
}
