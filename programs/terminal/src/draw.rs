//! Where everything goes on the screen.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};

use z8000_debugger::machine::Address;

use crate::keys::KEYS;
use crate::panes::{Pane, pane, routines};
use crate::view::{Row, View};

/// The smallest screen.
const WIDTH: u16 = 80;
const HEIGHT: u16 = 24;

/// Width of a column of panes.
const COLUMN: u16 = 38;

const MARK: Style = Style::new().add_modifier(Modifier::REVERSED);
const FAINT: Style = Style::new().add_modifier(Modifier::DIM);
const STRONG: Style = Style::new().add_modifier(Modifier::BOLD);

impl View {
    /// Draws everything.
    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        if area.width < WIDTH || area.height < HEIGHT {
            let text = format!(
                "{} x {} is too small for the view: it needs {WIDTH} x {HEIGHT}",
                area.width, area.height
            );
            frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
            return;
        }
        self.refresh();
        let [title, middle, line] =
            Layout::vertical([Constraint::Length(1), Constraint::Fill(1), Constraint::Length(1)]).areas(area);
        self.draw_title(frame, title);
        self.draw_line(frame, line);
        // One column of panes, or two where there is room.
        let columns = if area.width >= WIDTH + COLUMN { 2 } else { 1 };
        let [left, right] =
            Layout::horizontal([Constraint::Fill(1), Constraint::Length(COLUMN * columns)]).areas(middle);
        let log = (middle.height / 5).clamp(4, 12);
        let [source, below] = Layout::vertical([Constraint::Fill(1), Constraint::Length(log)]).areas(left);
        self.draw_source(frame, source);
        self.draw_log(frame, below);
        self.draw_panes(frame, right, columns);
        if self.help {
            draw_help(frame, area);
        }
    }

    /// Computes again what takes a replay, if the program or the mark has moved.
    fn refresh(&mut self) {
        let session = &self.interpreter.session;
        let key = [session.now(), session.mark(), session.last()];
        if self.routines.0 != Some(key) {
            self.routines = (Some(key), routines(session));
        }
    }

    fn draw_title(&self, frame: &mut Frame<'_>, area: Rect) {
        let session = &self.interpreter.session;
        let pc = session.pc();
        let place = session
            .program()
            .line(pc)
            .map_or_else(String::new, |line| format!(" {}:{}", line.name, line.line));
        let now = session.now();
        let past = match session.furthest() - now.instructions {
            0 => String::new(),
            behind => format!(", {behind} back"),
        };
        let text = format!(
            " {pc:04x} {}{place}  instruction {}, {:.3} s{past}",
            session.program().name(pc),
            now.instructions,
            session.seconds(now.clocks)
        );
        frame.render_widget(Paragraph::new(text).style(MARK), area);
    }

    fn draw_line(&self, frame: &mut Frame<'_>, area: Rect) {
        let text = match &self.line {
            Some(line) => format!(":{line}"),
            None => " s step  n over  o out  c continue  b back  C back-continue  : command  ? help".to_owned(),
        };
        if let Some(line) = &self.line {
            let x = area.x + 1 + line.chars().count() as u16;
            frame.set_cursor_position((x.min(area.right() - 1), area.y));
        }
        let style = if self.line.is_some() { STRONG } else { FAINT };
        frame.render_widget(Paragraph::new(text).style(style), area);
    }

    fn draw_log(&self, frame: &mut Frame<'_>, area: Rect) {
        let block = Block::bordered().title(" answers ").border_style(FAINT);
        let inner = block.inner(area);
        let skip = self.log.len().saturating_sub(inner.height.into());
        let lines: Vec<Line<'_>> = self.log[skip..].iter().map(|line| line.as_str().into()).collect();
        frame.render_widget(Paragraph::new(lines).block(block), area);
    }

    /// The source around the next instruction, or instructions if there is no source.
    fn draw_source(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let session = &self.interpreter.session;
        let pc = session.pc();
        let program = std::sync::Arc::clone(session.program());
        let line = program.line(pc).filter(|line| {
            program
                .files()
                .get(line.file)
                .is_some_and(|file| !file.lines.is_empty())
        });
        let mut title = match line {
            Some(line) => line.name.to_owned(),
            None => "instructions".to_owned(),
        };
        for (what, call) in program.expansions(pc) {
            title += &format!(", {what} from {}:{}", call.name, call.line);
        }
        let block = Block::bordered().title(format!(" {title} ")).border_style(FAINT);
        let inner = block.inner(area);
        frame.render_widget(block, area);
        self.source = inner;
        let height = usize::from(inner.height);
        let (rows, lines) = match line {
            Some(line) => self.source_lines(line.file, line.line, height),
            None => self.instructions(pc, height),
        };
        self.rows = rows;
        frame.render_widget(Paragraph::new(Text::from(lines)), inner);
    }

    fn source_lines(&mut self, file: usize, here: u32, height: usize) -> (Vec<Row>, Vec<Line<'static>>) {
        let program = std::sync::Arc::clone(self.interpreter.session.program());
        let texts = program.files().get(file).map_or(&[][..], |file| &file.lines);
        // The marked line stays within the file.
        let last = texts.len() as i64;
        let centre = (i64::from(here) + self.scroll).clamp(1, last.max(1));
        self.scroll = centre - i64::from(here);
        let first = centre - height as i64 / 2;
        let stops = self.stops(file);
        let mut rows = Vec::new();
        let mut lines = Vec::new();
        for number in first..first + height as i64 {
            let text = usize::try_from(number - 1).ok().and_then(|index| texts.get(index));
            let Some(text) = text else {
                lines.push(Line::from("~"));
                rows.push(Row::Line { file, line: u32::MAX });
                continue;
            };
            let number = number as u32;
            rows.push(Row::Line { file, line: number });
            let stop = if stops.contains(&number) { '*' } else { ' ' };
            let arrow = if number == here { '>' } else { ' ' };
            let text = expand(text);
            let style = if number == here {
                MARK
            } else if i64::from(number) == centre {
                STRONG
            } else if text.trim_start().starts_with('!') {
                FAINT
            } else {
                Style::new()
            };
            lines.push(Line::from(vec![
                Span::styled(format!("{stop}{arrow}{number:4} "), FAINT),
                Span::styled(text, style),
            ]));
        }
        (rows, lines)
    }

    /// Lines of a file with a breakpoint.
    fn stops(&self, file: usize) -> Vec<u32> {
        let session = &self.interpreter.session;
        let mut list = Vec::new();
        for breakpoint in session.breakpoints.list() {
            if let z8000_debugger::breakpoint::Kind::Code(addresses) = &breakpoint.kind {
                let lines = addresses.iter().filter_map(|at| session.program().line(*at));
                list.extend(lines.filter(|line| line.file == file).map(|line| line.line));
            }
        }
        list
    }

    fn instructions(&mut self, pc: Address, height: usize) -> (Vec<Row>, Vec<Line<'static>>) {
        let session = &self.interpreter.session;
        let program = session.program();
        let memory = session.look();
        let before = height / 2;
        let list = program.around(memory, pc, before.saturating_add(200), height + 200);
        let here = list.iter().position(|at| *at == pc).unwrap_or(0) as i64;
        let centre = (here + self.scroll).clamp(0, list.len().saturating_sub(1) as i64);
        self.scroll = centre - here;
        let first = (centre - before as i64).max(0) as usize;
        let mut rows = Vec::new();
        let mut lines = Vec::new();
        for &at in list.iter().skip(first).take(height) {
            let found = program.disassembled(memory, at);
            let words: Vec<String> = found.words.iter().map(|word| format!("{word:04x}")).collect();
            let stop = if session.breakpoints.at(at).is_some() { '*' } else { ' ' };
            let arrow = if at == pc { '>' } else { ' ' };
            let label = match program.text_labels().get(&at) {
                Some(label) => format!("{label:<10} "),
                None if program.text_labels().is_empty() => String::new(),
                None => " ".repeat(11),
            };
            let style = if at == pc { MARK } else { Style::new() };
            rows.push(Row::Instruction(at));
            lines.push(Line::from(vec![
                Span::styled(format!("{stop}{arrow}{at:04x} {:<14} ", words.join(" ")), FAINT),
                Span::styled(format!("{label}{}", found.text), style),
            ]));
        }
        (rows, lines)
    }

    /// The panes that are not hidden, as many as there is room for.
    fn draw_panes(&self, frame: &mut Frame<'_>, area: Rect, columns: u16) {
        let mut wanted = Vec::new();
        for which in Pane::ALL {
            if !self.hidden.contains(&which) {
                let (_, lines) = pane(which, &self.interpreter, &self.routines.1);
                wanted.push((which, lines.len() as u16));
            }
        }
        let areas = Layout::horizontal(vec![Constraint::Length(COLUMN); columns.into()]).split(area);
        for (here, column) in columned(&wanted, columns, area.height).iter().zip(&*areas) {
            let heights = here.iter().map(|(_, height)| Constraint::Length(*height));
            let rows = Layout::vertical(heights).split(*column);
            for ((next, _), row) in here.iter().zip(rows.iter()) {
                self.draw_pane(frame, *next, *row);
            }
        }
    }

    fn draw_pane(&self, frame: &mut Frame<'_>, which: Pane, area: Rect) {
        let (title, mut lines) = pane(which, &self.interpreter, &self.routines.1);
        let key = Pane::ALL.iter().position(|pane| *pane == which).unwrap_or(0) + 1;
        let block = Block::bordered().title(format!(" {key} {title} ")).border_style(FAINT);
        let height = usize::from(block.inner(area).height);
        if lines.len() > height && height > 0 {
            let more = lines.len() - height + 1;
            lines.truncate(height - 1);
            lines.push(Line::styled(format!("... {more} more"), FAINT));
        }
        frame.render_widget(Paragraph::new(lines).block(block), area);
    }
}

/// The panes of each column from the top with their heights, for panes with the number of lines that
/// they have to show. Where all have room, the columns are about as long as each other.
fn columned(wanted: &[(Pane, u16)], columns: u16, height: u16) -> Vec<Vec<(Pane, u16)>> {
    let wish = |(which, lines): (Pane, u16)| {
        let (least, most) = which.height();
        (lines.clamp(least, most) + 2, least + 2)
    };
    let all: u16 = wanted.iter().map(|one| wish(*one).0).sum();
    let mut rest = wanted.iter().copied().peekable();
    let mut filled = Vec::new();
    for column in 1..=columns {
        let last = column == columns;
        let (mut here, mut used) = (Vec::new(), 0);
        while let Some(&next) = rest.peek() {
            let (want, least) = wish(next);
            let room = height - used;
            let balanced = !last && used > 0 && used + want / 2 > all.div_ceil(columns);
            if balanced && all - used <= height {
                break;
            }
            if least > room && !(here.is_empty() && room > 2) {
                // The first column ends here; in the last one a smaller pane may still fit.
                if !last {
                    break;
                }
                rest.next();
                continue;
            }
            let want = want.min(room);
            used += want;
            here.push((next.0, want));
            rest.next();
        }
        filled.push(here);
    }
    filled
}

/// A line of a source with its tabs expanded.
fn expand(text: &str) -> String {
    let mut out = String::new();
    for c in text.trim_end().chars() {
        if c == '\t' {
            let to = out.chars().count() / 8 * 8 + 8;
            while out.chars().count() < to {
                out.push(' ');
            }
        } else {
            out.push(c);
        }
    }
    out
}

fn draw_help(frame: &mut Frame<'_>, area: Rect) {
    let width = 64.min(area.width);
    let height = (KEYS.len() as u16 + 2).min(area.height);
    let place = Rect::new(
        area.x + (area.width - width) / 2,
        area.y + (area.height - height) / 2,
        width,
        height,
    );
    let lines: Vec<Line<'_>> = KEYS
        .iter()
        .map(|(keys, help, _)| Line::from(format!(" {keys:<9} {help}")))
        .collect();
    frame.render_widget(Clear, place);
    let block = Block::bordered().title(" keys; any key closes ");
    frame.render_widget(Paragraph::new(lines).block(block), place);
}
