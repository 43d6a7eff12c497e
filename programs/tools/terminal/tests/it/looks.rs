//! The appearance of the screen: columns, colours, rows that are too long, counts that are too large.

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use z8000_terminal::{Scheme, View};

use super::scenes::{press, screen, view, view_of};

/// Returns the rows of the answers, which have 40 columns in a screen of 80.
fn answers(view: &mut View) -> Vec<String> {
    let screen = screen(view, 80, 60);
    let rows = screen.lines().skip_while(|row| !row.contains("┌ answers")).skip(1);
    let row = |row: &str| row.split('│').nth(1).unwrap_or_default().trim_end().to_owned();
    rows.map(row).filter(|row| !row.is_empty()).collect()
}

#[test]
fn rows_break_after_spaces() {
    let of = |length: usize| "abcdefghij".repeat(8)[..length].to_owned();
    let two = (
        format!("{} {}", of(30), of(20)),
        format!("> {}\n    {}", of(30), of(20)),
    );
    let long = (of(72), format!(">\n    {}\n    {}", of(36), &of(72)[36..]));
    for (command, rows) in [("one two three".to_owned(), "> one two three".to_owned()), two, long] {
        let mut view = view(true);
        view.execute(&command, &mut |_| false);
        let answers = answers(&mut view).join("\n");
        assert!(answers.contains(&format!("\n{rows}\n")), "{answers}");
    }
}

/// `docs/how-to/debug.md` states this width.
#[test]
fn a_second_column_needs_156_columns_of_the_screen() {
    let columns = |hidden: &str, width| {
        let mut view = view(true);
        press(&mut view, hidden);
        let screen = screen(&mut view, width, 24);
        screen.lines().nth(1).map_or(0, |row| row.matches('┌').count() - 1)
    };
    assert_eq!((columns("", 155), columns("", 156)), (1, 2));
    assert_eq!((columns("3456789", 156), columns("13456789", 156)), (1, 0));
}

#[test]
fn a_line_has_its_parts() {
    let lines = ["loop:   ld   r1,@r2 ! next", "  .ascii \"a!b\" ! c", "! all", ""];
    let source = " .z8002; .text; .word 0,0x4000,start\nstart: halt\n".to_owned() + &lines.join("\n");
    let mut view = view_of(&(source + "\n"), true);
    view.set_scheme(Scheme::Dark);
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).expect("a terminal");
    terminal.draw(|frame| view.draw(frame)).expect("a screen");
    let buffer = terminal.backend().buffer();
    let first = (0..24).find(|y| buffer[(8, *y)].symbol() == "l");
    // The text begins in column 8, after a mark, an arrow and the line number.
    let parts = |(y, line): (u16, &str)| {
        let cells: Vec<_> = (8..8 + line.len() as u16).map(|x| &buffer[(x, y)]).collect();
        let parts = cells.chunk_by(|one, other| one.fg == other.fg);
        parts
            .map(|part| part.iter().map(|cell| cell.symbol()).collect())
            .collect()
    };
    let found: Vec<Vec<String>> = (first.expect("a line")..).zip(lines).map(parts).collect();
    assert_eq!(found[0], ["loop:", "   ", "ld", "   r1,@r2 ", "! next"]);
    assert_eq!(found[1], ["  ", ".ascii", " ", "\"a!b\" ", "! c"]);
    assert_eq!(found[2], ["! all"]);
    assert!(found[3].is_empty());
}

#[test]
fn counts_are_short() {
    let cases = [
        (27, 37, "999"),
        (25, 40, "1.0k"),
        (99, 101, "9.9k"),
        (15, 823, "12k"),
        (999, 1001, "999k"),
        (2037, 1697, "3.4M"),
    ];
    let mut source = " .z8002; .text; .word 0,0x4000,start\nstart: nop\n".to_owned();
    for (outer, inner, text) in cases {
        let name = text.replace('.', "_");
        source +=
            &format!(" ld r1,#{outer}; o{name}: ld r2,#{inner}\ni{name}: nop\n djnz r2,i{name}; djnz r1,o{name}\n");
    }
    let mut view = view_of(&(source + " halt\n nop\n"), true);
    view.execute("continue", &mut |_| false);
    view.execute("counts", &mut |_| false);
    press(&mut view, "\x1b");
    let shown = screen(&mut view, 160, 70);
    for (.., text) in cases {
        let row = format!(" {text:>5} i{}: nop", text.replace('.', "_"));
        assert!(shown.contains(&row), "{row}: {shown}");
    }
}

#[test]
fn the_environment_chooses_the_colours() {
    let of = |set: &[(&str, &str)]| {
        Scheme::of(|name| {
            let found = set.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        })
    };
    assert_eq!(of(&[]), Scheme::Dark);
    assert_eq!(of(&[("NO_COLOR", "")]), Scheme::Dark);
    assert_eq!(of(&[("NO_COLOR", "1"), ("COLORFGBG", "0;15")]), Scheme::Plain);
    assert_eq!(of(&[("TERM", "dumb")]), Scheme::Plain);
    assert_eq!(of(&[("COLORFGBG", "0;15")]), Scheme::Light);
    assert_eq!(of(&[("COLORFGBG", "12;default;7")]), Scheme::Light);
    assert_eq!(of(&[("COLORFGBG", "15;0")]), Scheme::Dark);
    assert_eq!(of(&[("COLORFGBG", "15;8")]), Scheme::Dark);
}
