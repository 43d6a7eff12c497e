//! The layout of the screen.

use ratatui::layout::{Constraint, Layout, Rect};

use crate::panes::Pane;

/// The minimum size of the screen, in characters.
pub(crate) const WIDTH: u16 = 80;
pub(crate) const HEIGHT: u16 = 24;

/// Width of a column of panes; below, of the contents within their frames.
const COLUMN: u16 = 38;
pub(crate) const INSIDE: usize = COLUMN as usize - 2;

/// A part of the view that can have the focus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Source,
    Answers,
    Pane(Pane),
}

/// Returns the visible parts with their areas.
pub(crate) fn places(area: Rect, wanted: &[(Pane, u16)], focus: Part, zoomed: bool) -> Vec<(Part, Rect)> {
    if zoomed {
        return vec![(focus, area)];
    }
    let columns = columns(area.width, wanted.len());
    let [left, right] = Layout::horizontal([Constraint::Fill(1), Constraint::Length(COLUMN * columns)]).areas(area);
    let log = (area.height / 4).clamp(6, 14);
    let [source, below] = Layout::vertical([Constraint::Fill(1), Constraint::Length(log)]).areas(left);
    let mut places = vec![(Part::Source, source), (Part::Answers, below)];
    let areas = Layout::horizontal(vec![Constraint::Length(COLUMN); columns.into()]).split(right);
    for (here, column) in with_focus(wanted, columns, right.height, focus).iter().zip(&*areas) {
        let heights = here.iter().map(|(_, height)| Constraint::Length(*height));
        let rows = Layout::vertical(heights).split(*column);
        places.extend(
            here.iter()
                .zip(&*rows)
                .map(|((pane, _), row)| (Part::Pane(*pane), *row)),
        );
    }
    places
}

/// Returns the number of columns of panes: 0 if all are hidden, 2 if the source is then still as wide as a page.
const fn columns(width: u16, panes: usize) -> u16 {
    match panes {
        0 => 0,
        1 => 1,
        _ if width >= WIDTH + 2 * COLUMN => 2,
        _ => 1,
    }
}

/// Arranges the panes in columns; if the pane with the focus would not fit, it comes first.
fn with_focus(wanted: &[(Pane, u16)], columns: u16, height: u16, focus: Part) -> Vec<Vec<(Pane, u16)>> {
    let filled = columned(wanted, columns, height);
    let Part::Pane(pane) = focus else { return filled };
    if filled.iter().flatten().any(|(one, _)| *one == pane) {
        return filled;
    }
    let mut first = wanted.to_vec();
    first.sort_by_key(|(one, _)| *one != pane);
    columned(&first, columns, height)
}

/// Returns the panes of each column from the top with their heights, given the number of lines that each pane wants. If
/// all panes fit, the columns have similar lengths.
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
                // This column is full; in the last one, a smaller pane may still fit.
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
        spread(&mut here, wanted, height - used);
        filled.push(here);
    }
    filled
}

/// Distributes the remaining space among the panes that have more to show.
fn spread(column: &mut [(Pane, u16)], wanted: &[(Pane, u16)], mut left: u16) {
    for (pane, height) in column {
        let lines = wanted
            .iter()
            .find(|(one, _)| one == pane)
            .map_or(0, |(_, lines)| *lines);
        let more = (lines + 2).saturating_sub(*height).min(left);
        *height += more;
        left -= more;
    }
}
