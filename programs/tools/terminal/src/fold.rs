//! Folds lines that are too long for a pane.

/// Breaks a line at the width, after a space if possible; the continuation is indented.
pub(crate) fn folded(text: &str, width: usize) -> Vec<String> {
    const INDENT: usize = 4;
    let mut rest: Vec<char> = expanded(text).chars().collect();
    let mut lines = Vec::new();
    if width <= INDENT {
        return vec![rest.into_iter().collect()];
    }
    while rest.len() > width {
        let indented = INDENT * usize::from(!lines.is_empty());
        let space = rest[..=width].iter().rposition(|c| *c == ' ');
        let end = space.filter(|at| *at > indented).unwrap_or(width);
        let next = rest.split_off(end);
        lines.push(String::from_iter(rest));
        let next = next.into_iter().skip_while(|c| *c == ' ');
        rest = " ".repeat(INDENT).chars().chain(next).collect();
    }
    lines.push(String::from_iter(rest));
    lines
}

/// Expands the tabs of a line, and removes characters that control a terminal.
pub(crate) fn expanded(text: &str) -> String {
    let mut out = String::new();
    for c in text.trim_end().chars() {
        match c {
            '\t' => {
                let to = out.chars().count() / 8 * 8 + 8;
                while out.chars().count() < to {
                    out.push(' ');
                }
            }
            c if c.is_control() => out.push('\u{FFFD}'),
            c => out.push(c),
        }
    }
    out
}
