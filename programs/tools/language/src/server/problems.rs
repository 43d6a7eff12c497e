//! Converts the assembler's messages about a program for an editor.

use std::ops::Range;
use std::path::PathBuf;

use lsp_types::{DiagnosticSeverity, DiagnosticTag};
use serde_json::json;
use z8000_asm::{Diagnostic, Rule, Severity};

use super::place;
use crate::document::Document;
use crate::program::Program;

/// Returns all errors and warnings, by file.
pub(super) fn of(program: &Program) -> Vec<(PathBuf, lsp_types::Diagnostic)> {
    let all = program.errors.iter().chain(&program.warnings);
    all.map(|(path, one)| (path.clone(), problem(program, path, one)))
        .collect()
}

fn problem(program: &Program, path: &std::path::Path, one: &Diagnostic) -> lsp_types::Diagnostic {
    let empty = Document::new(String::new());
    let document = program.document(path).unwrap_or(&empty);
    let line = (one.line as usize - 1).min(document.line_count() - 1);
    let mut message = one.message.clone();
    let label = Some(&one.label).filter(|label| !label.is_empty());
    for more in label.into_iter().chain(&one.notes) {
        message += &format!("\n{more}");
    }
    let fix = one.fix.as_ref().and_then(|fix| {
        let span = in_line(document.line(line), &one.text, &fix.span)?;
        let range = place::range(document, line, &span);
        Some(json!({ "range": range, "text": fix.text }))
    });
    lsp_types::Diagnostic {
        range: place::range(document, line, &span(document.line(line), one)),
        severity: Some(match one.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
        }),
        code: Some(lsp_types::NumberOrString::String(one.rule.to_string())),
        source: Some("z8k".to_owned()),
        tags: (one.rule == Rule::Unused).then(|| vec![DiagnosticTag::UNNECESSARY]),
        message,
        data: fix,
        ..lsp_types::Diagnostic::default()
    }
}

/// Returns the range of the faulty bytes in a line: the whole line if the text was generated, as by a macro.
fn span(line: &str, one: &Diagnostic) -> Range<usize> {
    in_line(line, &one.text, &one.span).unwrap_or_else(|| {
        let mut parts = z8000_asm::line_parts(line, &mut false).into_iter();
        let code = parts.find_map(|part| match part {
            z8000_asm::LinePart::Code(range) => Some(range),
            _ => None,
        });
        let code = code.unwrap_or(0..line.len());
        let text = &line[code.clone()];
        let start = code.start + text.len() - text.trim_start().len();
        start..(code.start + text.trim_end().len()).max(start)
    })
}

/// Converts a range in a text to one in the line from which it was made, if that has the same bytes there. A comment
/// before it may have become spaces, one for each character.
fn in_line(line: &str, text: &str, span: &Range<usize>) -> Option<Range<usize>> {
    let column = text.get(..span.start)?.chars().count();
    let start = line.char_indices().map(|(at, _)| at).chain([line.len()]).nth(column)?;
    let range = start..start + span.len();
    (line.get(range.clone())? == text.get(span.clone())?).then_some(range)
}
