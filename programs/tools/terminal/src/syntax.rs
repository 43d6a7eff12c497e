//! Splits a line of assembly into parts, for their colours.

use ratatui::text::Span;

use crate::theme::Theme;

/// A line in spans: label, instruction, operands, comment. Lines of other dialects have their comments after `;`.
pub(crate) fn coloured(text: &str, theme: &Theme) -> Vec<Span<'static>> {
    let comment = comment(text);
    let (code, comment) = text.split_at(comment);
    let mut spans = Vec::new();
    let mut rest = code;
    if !code.starts_with([' ', '\t']) && !code.is_empty() {
        let end = code.find(char::is_whitespace).unwrap_or(code.len());
        let (label, behind) = code.split_at(end);
        spans.push(Span::styled(label.to_owned(), theme.label));
        rest = behind;
    }
    let start = rest.len() - rest.trim_start().len();
    let (gap, behind) = rest.split_at(start);
    let end = behind.find(char::is_whitespace).unwrap_or(behind.len());
    let (mnemonic, operands) = behind.split_at(end);
    spans.push(Span::raw(gap.to_owned()));
    spans.push(Span::styled(mnemonic.to_owned(), theme.mnemonic));
    let string = operands.find('"').unwrap_or(operands.len());
    let (operands, string) = operands.split_at(string);
    spans.push(Span::raw(operands.to_owned()));
    spans.push(Span::styled(string.to_owned(), theme.string));
    spans.push(Span::styled(comment.to_owned(), theme.comment));
    spans.retain(|span| !span.content.is_empty());
    spans
}

/// The beginning of the comment: at `!` or `;` outside strings and characters.
fn comment(text: &str) -> usize {
    let mut within = None;
    for (at, c) in text.char_indices() {
        match (within, c) {
            (None, '!' | ';') => return at,
            (None, '"' | '\'') => within = Some(c),
            (Some(quote), c) if c == quote => within = None,
            _ => {}
        }
    }
    text.len()
}
