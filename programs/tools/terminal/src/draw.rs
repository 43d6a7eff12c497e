//! Draws everything on the screen except the source.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};

use crate::fold::{expanded, folded};
use crate::layout::{HEIGHT, INSIDE, Part, WIDTH, places};
use crate::line::{CommandLine, Purpose};
use crate::panes::{Pane, pane, routines};
use crate::view::{Over, View};

/// A pane with its title and its lines.
type PaneContent = (Pane, String, Vec<Line<'static>>);

/// The maximum number of rows with completions.
const OFFERED: u16 = 8;

impl View {
    /// Draws the whole view.
    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        if area.width < WIDTH || area.height < HEIGHT {
            let text = format!(
                "{} x {} is too small: the view requires at least {WIDTH} x {HEIGHT}",
                area.width, area.height
            );
            frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
            return;
        }
        self.refresh();
        let [title, middle, line] =
            Layout::vertical([Constraint::Length(1), Constraint::Fill(1), Constraint::Length(1)]).areas(area);
        let panes = self.panes();
        let rows = |lines: &[Line<'_>]| {
            lines
                .iter()
                .map(|line| folded(&line.to_string(), INSIDE).len())
                .sum::<usize>()
        };
        let wanted: Vec<(Pane, u16)> = panes
            .iter()
            .map(|(pane, _, lines)| (*pane, rows(lines) as u16))
            .collect();
        self.places = places(middle, &wanted, self.focus, self.zoomed);
        self.draw_title(frame, title);
        for (part, place) in self.places.clone() {
            match part {
                Part::Source => self.draw_source(frame, place),
                Part::Answers => self.draw_log(frame, place),
                Part::Pane(which) => {
                    if let Some(shown) = panes.iter().find(|(pane, ..)| *pane == which) {
                        self.draw_pane(frame, shown, place);
                    }
                }
            }
        }
        self.draw_line(frame, line, middle);
        match &mut self.over {
            Some(Over::Pager(pager)) => pager.draw(frame, middle, &self.theme),
            Some(Over::Picker(picker)) => picker.draw(frame, middle, &self.theme),
            None => {}
        }
    }

    /// Recomputes the lines that need a replay, if the program or the mark has moved and nothing is running.
    fn refresh(&mut self) {
        let session = &self.interpreter.session;
        let key = [session.now(), session.mark(), session.last()];
        if self.run.is_none() && self.routines.0 != Some(key) {
            self.routines = (Some(key), routines(session));
        }
    }

    fn panes(&self) -> Vec<PaneContent> {
        let shown = Pane::ALL.iter().copied().filter(|which| !self.hidden.contains(which));
        let content = |which| {
            let (title, lines) = pane(which, &self.interpreter, &self.routines.1, &self.theme);
            (which, title, lines)
        };
        shown.map(content).collect()
    }

    fn draw_title(&self, frame: &mut Frame<'_>, area: Rect) {
        let session = &self.interpreter.session;
        let pc = session.here();
        let place = session.program().line(pc);
        let place = place.map_or_else(String::new, |line| format!(" {line}"));
        let now = session.now();
        let past = match session.furthest() - now.steps {
            0 => String::new(),
            behind => format!(", {behind} back"),
        };
        let running = match &self.run {
            Some(run) => format!(", {}", run.command),
            None => String::new(),
        };
        let text = format!(
            " {pc} {}{place}  instruction {}, {:.3} s{past}{running}",
            session.program().name(pc),
            now.instructions,
            session.seconds(now.clocks)
        );
        frame.render_widget(Paragraph::new(text).style(self.theme.mark), area);
    }

    /// Draws the input line at the bottom, and the completions above it.
    fn draw_line(&self, frame: &mut Frame<'_>, area: Rect, above: Rect) {
        let Some(line) = &self.line else {
            frame.render_widget(Paragraph::new(self.hints()).style(self.theme.faint), area);
            return;
        };
        let mark = match line.purpose {
            Purpose::Command => ':',
            Purpose::Search => '/',
        };
        let width = usize::from(area.width) - 1;
        let skip = line.input.visual_scroll(width);
        let text: String = line.input.value().chars().skip(skip).collect();
        frame.render_widget(Paragraph::new(format!("{mark}{text}")).style(self.theme.strong), area);
        let x = area.x + 1 + (line.input.visual_cursor().max(skip) - skip) as u16;
        frame.set_cursor_position((x.min(area.right() - 1), area.y));
        if !line.offered.is_empty() {
            self.draw_offered(frame, line, above);
        }
    }

    fn draw_offered(&self, frame: &mut Frame<'_>, line: &CommandLine, above: Rect) {
        let widest = line.offered.iter().map(|word| word.chars().count()).max().unwrap_or(0) + 2;
        let columns = (usize::from(above.width) / widest).max(1);
        let rows = line.offered.len().div_ceil(columns).min(usize::from(OFFERED));
        let place = Rect { y: above.bottom() - rows as u16, height: rows as u16, ..above };
        // Selects the rows that include the chosen completion.
        let first = line.chosen.map_or(0, |at| (at / columns + 1).saturating_sub(rows)) * columns;
        let words = line.offered.iter().enumerate().skip(first).take(rows * columns);
        let spans: Vec<Span<'_>> = words
            .map(|(at, word)| {
                let style = if line.chosen == Some(at) {
                    self.theme.mark
                } else {
                    self.theme.label
                };
                Span::styled(format!("{word:<widest$}"), style)
            })
            .collect();
        let lines: Vec<Line<'_>> = spans.chunks(columns).map(|row| Line::from(row.to_vec())).collect();
        frame.render_widget(Clear, place);
        frame.render_widget(Paragraph::new(lines), place);
    }

    /// Returns a line about the most common keys and their present effects.
    fn hints(&self) -> String {
        if self.run.is_some() {
            let wait = match self.kept.len() {
                0 => String::new(),
                1 => "; 1 key pending".to_owned(),
                keys => format!("; {keys} keys pending"),
            };
            return format!(" running: Esc interrupts{wait}");
        }
        let panes = Pane::ALL.len() - self.hidden.len();
        let drawn = self
            .places
            .iter()
            .filter(|(part, _)| matches!(part, Part::Pane(_)))
            .count();
        let more = match panes - drawn.min(panes) {
            0 => "Tab next".to_owned(),
            more => format!("Tab {more} more"),
        };
        format!(" s step  n over  o out  c continue  b back  g go to  / find  {more}  ? help")
    }

    fn draw_log(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let block = self.block(Part::Answers, "answers".to_owned());
        let inner = block.inner(area);
        let (width, height) = (usize::from(inner.width), usize::from(inner.height));
        // From the end, only as far back as is visible, because the log is long.
        let wanted = height.saturating_add(self.log_up);
        let mut rows = Vec::new();
        for line in self.log.iter().rev() {
            let said = line.starts_with('>');
            rows.extend(folded(line, width).into_iter().rev().map(|row| (row, said)));
            if rows.len() >= wanted {
                break;
            }
        }
        self.log_up = self.log_up.min(rows.len().saturating_sub(height));
        let block = match self.log_up {
            0 => block,
            below => block.title_bottom(format!(" {below} rows below ")),
        };
        let line = |(row, said): (String, bool)| {
            let style = if said { self.theme.focus } else { Style::new() };
            Line::styled(row, style)
        };
        let seen = rows.into_iter().skip(self.log_up).take(height);
        let mut lines: Vec<Line<'_>> = seen.map(line).collect();
        lines.reverse();
        frame.render_widget(Paragraph::new(lines).block(block), area);
    }

    /// Returns the frame around a part, which shows whether it has the focus.
    pub(crate) fn block(&self, part: Part, title: String) -> Block<'static> {
        let style = if self.focus == part {
            self.theme.focus
        } else {
            self.theme.faint
        };
        Block::bordered().title(format!(" {title} ")).border_style(style)
    }

    fn draw_pane(&mut self, frame: &mut Frame<'_>, (which, title, lines): &PaneContent, area: Rect) {
        let block = self.block(Part::Pane(*which), format!("{} {title}", which.index() + 1));
        let inner = block.inner(area);
        let (width, height) = (usize::from(inner.width), usize::from(inner.height));
        let mut rows: Vec<Line<'static>> = Vec::new();
        for line in lines {
            if line.width() <= width {
                rows.push(line.clone());
            } else {
                let text = expanded(&line.to_string());
                rows.extend(folded(&text, width).into_iter().map(Line::from));
            }
        }
        // The console shows its end.
        let most = rows.len().saturating_sub(height);
        let top = &mut self.tops[which.index()];
        if *which == Pane::Console && self.focus != Part::Pane(Pane::Console) {
            *top = most;
        }
        *top = (*top).min(most);
        let top = *top;
        let block = match (rows.len() - top).saturating_sub(height) {
            0 if top == 0 => block,
            below => block.title_bottom(Line::from(format!(" {top} above, {below} below ")).right_aligned()),
        };
        let seen: Vec<Line<'static>> = rows.into_iter().skip(top).take(height).collect();
        frame.render_widget(Paragraph::new(seen).block(block), area);
    }
}
