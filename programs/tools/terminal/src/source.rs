//! The source around a place, or disassembled instructions if there is no source.

use std::sync::Arc;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::Paragraph;
use z8000_debugger::breakpoint::Kind;
use z8000_debugger::machine::Address;
use z8000_debugger::profile::Cost;

use crate::fold::expanded;
use crate::layout::Part;
use crate::theme::Theme;
use crate::view::{SourceRow, View};

impl View {
    pub(crate) fn draw_source(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let (title, row) = self.place_to_show();
        let block = self.block(Part::Source, title);
        let inner = block.inner(area);
        frame.render_widget(block, area);
        self.source = inner;
        let height = usize::from(inner.height);
        let (rows, lines) = match row {
            SourceRow::Line { file, line } => self.source_lines(file, line, height),
            SourceRow::Instruction(address) => self.instructions(address, height),
        };
        self.rows = rows;
        frame.render_widget(Paragraph::new(Text::from(lines)), inner);
    }

    /// Returns the title, and the place that the source shows: the requested one, or the next instruction.
    fn place_to_show(&self) -> (String, SourceRow) {
        let session = &self.interpreter.session;
        let program = session.program();
        let pc = session.here();
        let has_text = |file: usize| program.files.get(file).is_some_and(|file| !file.lines.is_empty());
        match self.look {
            Some(SourceRow::Line { file, line }) if has_text(file) => {
                (program.files[file].name.clone(), SourceRow::Line { file, line })
            }
            Some(SourceRow::Instruction(address)) => ("instructions".to_owned(), SourceRow::Instruction(address)),
            _ => match program.line(pc).filter(|line| has_text(line.file)) {
                Some(line) => {
                    let mut title = line.name.to_owned();
                    for (what, call) in program.expansions(pc) {
                        title += &format!(", {what} from {call}");
                    }
                    let row = SourceRow::Line { file: line.file, line: line.line };
                    (title, row)
                }
                None => ("instructions".to_owned(), SourceRow::Instruction(pc)),
            },
        }
    }

    fn source_lines(&mut self, file: usize, base: u32, height: usize) -> (Vec<SourceRow>, Vec<Line<'static>>) {
        let program = Arc::clone(self.interpreter.session.program());
        let pc = self.interpreter.session.here();
        let here = program.line(pc).filter(|line| line.file == file).map(|line| line.line);
        let texts = program.files.get(file).map_or(&[][..], |file| &file.lines);
        // The marked line stays within the file.
        let last = texts.len() as i64;
        let centre = i64::from(base).saturating_add(self.scroll).clamp(1, last.max(1));
        self.scroll = centre - i64::from(base);
        let first = centre - height as i64 / 2;
        let stops = self.stops(file);
        let theme = self.theme;
        let counts = self.interpreter.counts();
        let mut rows = Vec::new();
        let mut lines = Vec::new();
        for number in first..first + height as i64 {
            let text = usize::try_from(number - 1).ok().and_then(|index| texts.get(index));
            let Some(text) = text else {
                lines.push(Line::styled("~", theme.faint));
                rows.push(SourceRow::Line { file, line: u32::MAX });
                continue;
            };
            let number = number as u32;
            rows.push(SourceRow::Line { file, line: number });
            let stop = if stops.contains(&number) { '*' } else { ' ' };
            let arrow = if here == Some(number) { '>' } else { ' ' };
            let text: String = expanded(text).chars().skip(self.sideways).collect();
            let mut spans = vec![
                Span::styled(stop.to_string(), theme.stop),
                Span::styled(format!("{arrow}{number:4} "), theme.faint),
            ];
            spans.extend(counts.map(|counts| column(counts.lines.get(&(file, number)), theme.label)));
            if here == Some(number) {
                spans.push(Span::styled(text, theme.mark));
            } else if i64::from(number) == centre {
                spans.push(Span::styled(text, theme.strong));
            } else {
                spans.extend(coloured(&text, &theme));
            }
            lines.push(Line::from(spans));
        }
        (rows, lines)
    }

    /// Returns the lines of a file that have a breakpoint.
    fn stops(&self, file: usize) -> Vec<u32> {
        let session = &self.interpreter.session;
        let mut list = Vec::new();
        for breakpoint in session.breakpoints.list() {
            if let Kind::Code(addresses) = &breakpoint.kind {
                let lines = addresses.iter().filter_map(|at| session.program().line(*at));
                list.extend(lines.filter(|line| line.file == file).map(|line| line.line));
            }
        }
        list
    }

    fn instructions(&mut self, base: Address, height: usize) -> (Vec<SourceRow>, Vec<Line<'static>>) {
        let session = &self.interpreter.session;
        let program = session.program();
        let memory = session.look();
        let pc = session.here();
        let before = height / 2;
        let list = program.around(memory, base, before.saturating_add(200), height + 200);
        let here = list.iter().position(|at| *at == base).unwrap_or(0) as i64;
        let centre = here
            .saturating_add(self.scroll)
            .clamp(0, list.len().saturating_sub(1) as i64);
        self.scroll = centre - here;
        let first = (centre - before as i64).max(0) as usize;
        let theme = self.theme;
        let counts = self.interpreter.counts();
        let mut rows = Vec::new();
        let mut lines = Vec::new();
        for &at in list.iter().skip(first).take(height) {
            let found = program.disassembled(memory, at);
            let stop = if session.breakpoints.at(at).is_some() { '*' } else { ' ' };
            let arrow = if at == pc { '>' } else { ' ' };
            let label = match program.text_labels.get(&at) {
                Some(label) => format!("{label:<10} "),
                None if program.text_labels.is_empty() => String::new(),
                None => " ".repeat(11),
            };
            rows.push(SourceRow::Instruction(at));
            let mut spans = vec![
                Span::styled(stop.to_string(), theme.stop),
                Span::styled(format!("{arrow}{at} {:<14} ", found.hex()), theme.faint),
            ];
            spans.extend(counts.map(|counts| column(counts.instructions.get(&at), theme.label)));
            if at == pc {
                spans.push(Span::styled(format!("{label}{}", found.text), theme.mark));
            } else {
                spans.push(Span::styled(label, theme.label));
                // A space precedes the instruction, so that its first word is not read as a label.
                spans.extend(coloured(&format!(" {}", found.text), &theme).into_iter().skip(1));
            }
            lines.push(Line::from(spans));
        }
        (rows, lines)
    }
}

/// Formats the execution count that is shown beside a row; empty if the row did not run.
fn column(cost: Option<&Cost>, style: Style) -> Span<'static> {
    let text = cost.map_or_else(String::new, |cost| short(cost.count));
    Span::styled(format!("{text:>5} "), style)
}

/// Formats a count in at most four characters, rounded down: `950`, `1.2k`, `12k`, `3.4M`.
fn short(count: u64) -> String {
    let (mut unit, mut letters) = (1, " kMGTPE".chars());
    let mut letter = letters.next();
    while count / unit >= 1000 {
        (unit, letter) = (unit * 1000, letters.next());
    }
    match (letter, count / unit) {
        (Some(' ') | None, whole) => whole.to_string(),
        (Some(letter), whole @ ..10) => format!("{whole}.{}{letter}", count % unit / (unit / 10)),
        (Some(letter), whole) => format!("{whole}{letter}"),
    }
}

// Splits a line of assembly into parts, for their colours.

/// Splits a line into spans: label, instruction, operands, comment. In other dialects, comments follow `;`.
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

/// Returns the index of the comment: that of the first `!` or `;` outside strings and characters.
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
