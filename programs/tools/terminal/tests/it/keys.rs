//! The effect of each key: in the view, in a long text, in the list of places, and while a program runs.

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode::{
    BackTab, Char, Down, End, Enter, Esc, F, Home, Left, PageDown, PageUp, Right, Tab, Up,
};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::style::Modifier;
use z8000_terminal::{Scheme, View};

use super::scenes::{bottom, press, screen, view, view_of};

fn key(view: &mut View, code: KeyCode) {
    view.key(KeyEvent::new(code, KeyModifiers::NONE), &mut |_| false);
}

fn control(view: &mut View, letter: char) {
    view.key(KeyEvent::new(Char(letter), KeyModifiers::CONTROL), &mut |_| false);
}

fn buffer(view: &mut View) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).expect("a terminal");
    terminal.draw(|frame| view.draw(frame)).expect("a screen");
    terminal.backend().buffer().clone()
}

/// Returns the rows of the screen whose cell in a column has a modifier.
fn rows_with(view: &mut View, column: u16, modifier: Modifier) -> Vec<u16> {
    let buffer = buffer(view);
    let has = |row: &u16| buffer[(column, *row)].modifier.contains(modifier);
    (0..24).filter(has).collect()
}

/// Returns a program of 30 routines of one instruction each.
fn routines() -> String {
    let labels = (0..30).map(|n| format!("lab{n:02}: nop\n"));
    " .z8002; .text; .word 0,0x4000,lab00\n".to_owned() + &labels.collect::<String>()
}

#[test]
fn keys_do_what_the_help_says() {
    for (codes, shown) in [
        (&[Char('s'), F(11)][..], "│> step "),
        (&[Char('n'), F(10)], "│> over "),
        (&[Char('o')], "│> out "),
        (&[Char('c'), F(5)], "│> continue "),
        (&[Char('b')], "│> back "),
        (&[Char('N')], "│> back-over "),
        (&[Char('O')], "│> back-out "),
        (&[Char('C')], "│> back-continue "),
        (&[Char('M')], "│> mark "),
        (&[Char(' '), F(9)], "│breakpoint 1 at t.s:13 "),
        (&[Char('g')], "┌ go to ─"),
        (&[Char('a')], "│┌ answers ─"),
        (&[Char('?'), F(1)], "│┌ keys ─"),
        (&[Enter], "│> display r1 "),
        (&[Char(':')], "\n\":  "),
        (&[Char('/')], "\n\"/  "),
        (&[Char('e')], "\n\":set word(0x1234) =  "),
        (&[Char('p')], "\n\":print  "),
        (&[Char('u')], "\n\":until  "),
        (&[Char('w')], "\n\":origin  "),
        (&[Char('m')], "\n\":memory  "),
        (&[Char('W')], "\n\":watch change  "),
        (&[Tab, BackTab], "t.s"),
    ] {
        for code in codes {
            let mut view = view(true);
            press(&mut view, ":memory 0x1234,8\n:display r1\n");
            let before = screen(&mut view, 80, 50).matches(shown).count();
            key(&mut view, *code);
            let after = screen(&mut view, 80, 50);
            let added = usize::from(!matches!(code, Tab | BackTab));
            assert_eq!(after.matches(shown).count(), before + added, "{code:?}: {after}");
            assert!(!view.finished(), "{code:?}");
        }
    }
    for (code, hidden) in [(Char('z'), 9), (Char('1'), 1), (Char('9'), 1)] {
        let mut view = view(true);
        let panes = |view: &mut View| {
            let shown = screen(view, 160, 100);
            (1..=9).filter(|number| shown.contains(&format!("┌ {number} "))).count()
        };
        let all = panes(&mut view);
        assert!(all >= 8);
        key(&mut view, code);
        assert_eq!(panes(&mut view), all.saturating_sub(hidden), "{code:?}");
        key(&mut view, code);
        assert_eq!(panes(&mut view), all, "{code:?}");
    }
    for (letter, ends) in [('c', false), ('d', true), ('s', false)] {
        let mut view = view(true);
        control(&mut view, letter);
        assert_eq!(view.finished(), ends, "{letter}");
        let idle = screen(&mut view, 80, 24).contains("│nothing is running; q quits ");
        assert_eq!(idle, letter == 'c', "{letter}");
    }
    let mut view = view(true);
    key(&mut view, Char('q'));
    assert!(view.finished());
}

/// Returns the first and the last row that a long text shows, and the number of its rows.
fn rows(view: &mut View) -> [usize; 3] {
    let screen = screen(view, 80, 24);
    let (_, title) = screen.split_once(" rows ").expect("a long text");
    let numbers = title.split([' ', ';']).filter_map(|word| word.parse().ok());
    let numbers: Vec<usize> = numbers.take(3).collect();
    numbers.try_into().expect("three numbers")
}

fn help() -> View {
    let mut view = view(true);
    screen(&mut view, 80, 24);
    press(&mut view, ":help\n");
    view
}

#[test]
fn a_long_text_is_read_by_rows_and_by_pages() {
    let mut view = help();
    let [_, seen, all] = rows(&mut view);
    let end = all - seen + 1;
    let mut is_at = |code: KeyCode, top: usize| {
        key(&mut view, code);
        assert_eq!(rows(&mut view), [top, top + seen - 1, all], "{code:?}");
    };
    for (code, top) in [
        (Down, 2),
        (Down, 3),
        (Char('j'), 4),
        (Char('k'), 3),
        (Up, 2),
        (PageDown, 2 + seen),
        (Char(' '), 2 + 2 * seen),
        (PageUp, 2 + seen),
        (Home, 1),
        (Up, 1),
        (PageUp, 1),
        (End, end),
        (Down, end),
        (PageDown, end),
        (Up, end - 1),
        (Char(' '), end),
        (PageUp, end - seen),
        (Home, 1),
    ] {
        is_at(code, top);
    }
    // Keys that are pressed faster than the screen is drawn, also beyond the end of the text.
    key(&mut view, PageDown);
    (0..all).for_each(|_| key(&mut view, PageDown));
    key(&mut view, Up);
    assert_eq!(rows(&mut view), [end - 1, all - 1, all]);
}

#[test]
fn four_keys_close_a_long_text_and_others_are_for_the_view() {
    for code in [Esc, Enter, Char('q'), Char('c'), Char('s')] {
        let mut view = help();
        match code {
            Char('c') => control(&mut view, 'c'),
            code => key(&mut view, code),
        }
        let shown = screen(&mut view, 80, 24);
        assert!(!shown.contains("q closes") && !view.finished(), "{code:?}: {shown}");
        assert_eq!(shown.contains("> step"), code == Char('s'), "{code:?}: {shown}");
        assert!(!shown.contains("nothing is running"), "{code:?}: {shown}");
    }
}

#[test]
fn a_search_in_a_long_text_comes_round() {
    // The whole text, on a screen with enough rows.
    let whole = screen(&mut help(), 80, 150);
    let text: Vec<String> = whole
        .lines()
        .skip_while(|row| !row.contains("│┌ help ─"))
        .skip(1)
        .take_while(|row| !row.contains("─┘│") && !row.contains("q closes"))
        .map(|row| row.chars().skip(3).take(76).collect::<String>().to_lowercase())
        .collect();
    let mut view = help();
    let [_, seen, all] = rows(&mut view);
    assert_eq!(text.len(), all, "{whole}");
    let mut top = 0;
    for (keys, word, from) in [
        ("/MARK\n", "mark", 0),
        ("n", "mark", 1),
        ("n", "mark", 1),
        ("n", "mark", 1),
        ("/\n", "mark", 0),
        ("/run\x1b", "mark", 0),
        ("/back\n", "back", 0),
        ("n", "back", 1),
        ("n", "back", 1),
        ("n", "back", 1),
        ("n", "back", 1),
        ("n", "back", 1),
        ("n", "back", 1),
        ("n", "back", 1),
        ("n", "back", 1),
        ("n", "back", 1),
    ] {
        press(&mut view, keys);
        if !keys.ends_with('\x1b') {
            let mut order = (top + from..all).chain(0..top + from);
            let found = order.find(|row| text[*row].contains(word)).expect("it is there");
            top = found.min(all - seen);
        }
        assert_eq!(rows(&mut view)[0], top + 1, "{keys:?}");
        // The rows that match are marked; the first row of the text is in row 3 of the screen.
        let marked: Vec<u16> = (0..seen)
            .filter(|row| text[top + row].contains(word))
            .map(|row| row as u16 + 3)
            .collect();
        assert_eq!(rows_with(&mut view, 2, Modifier::UNDERLINED), marked, "{keys:?}");
    }
    // A text that occurs only in the first or the last row is found again each time.
    for row in [0, all - 1] {
        let word = text[row].trim();
        assert_eq!(text.iter().filter(|row| row.contains(word)).count(), 1, "{word}");
        for keys in [&*format!("/{word}\n"), "n", "n"] {
            press(&mut view, keys);
            assert_eq!(rows(&mut view)[0], row.min(all - seen) + 1, "{keys}");
        }
    }
    for (keys, title) in [
        ("/no q", " /no q "),
        ("\n", " `no q` not found; q closes "),
        ("/", " / "),
        ("\n", " `no q` not found; q closes "),
        ("/mark\n", "; / searches, q closes "),
    ] {
        press(&mut view, keys);
        let shown = screen(&mut view, 80, 24);
        assert!(shown.contains(&format!("{title}─")), "{keys:?}: {shown}");
    }
    // Without a search in the text, `n` acts on the view.
    let mut view = help();
    press(&mut view, "n");
    assert!(screen(&mut view, 80, 24).contains("│> over "));
}

#[test]
fn a_place_is_chosen_from_a_list() {
    let mut view = view_of(&routines(), true);
    screen(&mut view, 80, 24);
    press(&mut view, "gcode lab");
    let shown = screen(&mut view, 80, 24);
    assert!(shown.contains(" 30 places; Enter selects, Esc cancels "), "{shown}");
    let rows: Vec<&str> = shown.lines().filter(|row| row.contains("│code  lab")).collect();
    let seen = rows.len();
    let first = shown.lines().position(|row| row.contains("│code  lab")).expect("a row");
    let at = |view: &mut View, chosen: usize| {
        let shown = screen(view, 80, 24);
        let top = chosen.saturating_sub(seen - 1);
        let names: Vec<&str> = shown
            .lines()
            .filter_map(|row| row.split("│code  ").nth(1)?.get(..5))
            .collect();
        let expected: Vec<String> = (top..top + seen).map(|n| format!("lab{n:02}")).collect();
        assert_eq!(names, expected, "{chosen}: {shown}");
        // The name of the chosen place is marked, in column 17 of the screen.
        let marked = rows_with(view, 17, Modifier::REVERSED);
        assert!(
            marked.contains(&((first + chosen - top) as u16)),
            "{chosen}: {marked:?}"
        );
    };
    at(&mut view, 0);
    for (code, chosen) in [
        (Up, 0),
        (Down, 1),
        (PageDown, 1 + seen),
        (Up, seen),
        (PageUp, 0),
        (PageUp, 0),
        (PageDown, seen),
        (PageDown, (2 * seen).min(29)),
        (PageDown, 29),
        (Down, 29),
        (Up, 28),
    ] {
        key(&mut view, code);
        at(&mut view, chosen);
    }
    key(&mut view, Enter);
    let shown = screen(&mut view, 80, 24);
    assert!(
        shown.lines().nth(9).is_some_and(|row| row.contains(" lab28: nop")),
        "{shown}"
    );
    // Several words in any order match the kind or the name; a new letter selects the first place again.
    for (keys, found) in [
        ("g1 code\n", " lab01: nop"),
        ("gde B2\n", " lab20: nop"),
        ("glab1↓↓\n", " lab12: nop"),
        ("glab↓↓1\n", " lab10: nop"),
        ("gframe\n", " lab00: nop"),
        ("gnone\n", " lab00: nop"),
        ("glab2↓\x1b", " lab00: nop"),
        ("gt.s\n", " .z8002; .text"),
    ] {
        press(&mut view, keys);
        let shown = screen(&mut view, 80, 24);
        assert!(
            shown.lines().nth(9).is_some_and(|row| row.contains(found)),
            "{keys}: {shown}"
        );
        assert!(!shown.contains("go to ─"), "{keys}: {shown}");
    }
}

#[test]
fn answers_are_scrolled() {
    let mut view = view(true);
    for number in 10..40 {
        view.execute(&format!("print {number}"), &mut |_| false);
    }
    key(&mut view, Esc);
    let below = |view: &mut View| {
        let shown = screen(view, 80, 24);
        let title = shown.split_once(" rows below ").map(|(before, _)| before.to_owned());
        title.map_or(0, |before| {
            before
                .rsplit(' ')
                .next()
                .and_then(|number| number.parse().ok())
                .expect("a number")
        })
    };
    assert_eq!(below(&mut view), 0);
    key(&mut view, Tab);
    // Four rows are visible; a page moves by three.
    for (code, rows) in [
        (Up, 1),
        (Up, 2),
        (PageUp, 5),
        (Down, 4),
        (PageDown, 1),
        (PageDown, 0),
        (Down, 0),
        (Up, 1),
    ] {
        key(&mut view, code);
        assert_eq!(below(&mut view), rows, "{code:?}");
    }
    key(&mut view, Home);
    let all = below(&mut view) + 4;
    let shown = screen(&mut view, 80, 24);
    let top = shown
        .lines()
        .skip_while(|row| !row.contains("┌ answers"))
        .nth(1)
        .unwrap_or_default()
        .to_owned();
    assert!(all > 60 && !top.contains("> print"), "{shown}");
    key(&mut view, Up);
    assert_eq!(below(&mut view), all - 4);
    key(&mut view, End);
    assert_eq!(below(&mut view), 0);
}

#[test]
fn the_pane_of_memory_moves_over_all_of_it() {
    let mut view = view(true);
    screen(&mut view, 80, 24);
    let address = |view: &mut View| {
        screen(view, 80, 24);
        key(view, Char('e'));
        let line = bottom(view);
        key(view, Esc);
        line
    };
    press(&mut view, "gresult\n");
    let shown = screen(&mut view, 80, 24);
    assert!(shown.contains("┌ 7 memory result ─"), "{shown}");
    press(&mut view, ":memory 0x0010,8\n");
    let height = {
        let shown = screen(&mut view, 80, 24);
        let below = shown.lines().skip_while(|row| !row.contains("┌ 7 memory")).skip(1);
        below.take_while(|row| !row.contains("└")).count()
    };
    let page = (height - 1) as u16;
    for (code, at) in [
        (Down, 0x18),
        (Up, 0x10),
        (Up, 0x08),
        (Up, 0),
        (Up, 0xFFF8),
        (Down, 0),
        (PageDown, 8 * page),
        (PageUp, 0),
    ] {
        key(&mut view, code);
        assert_eq!(address(&mut view), format!(":set word(0x{at:04x}) ="), "{code:?}");
    }
}

#[test]
fn while_a_program_runs_keys_look_about_or_wait() {
    let endless = " .z8002; .text; .word 0,0x4000,start\nstart: jr start\n";
    let running = || {
        let mut view = view_of(endless, true);
        screen(&mut view, 80, 24);
        view.execute("continue", &mut |_| true);
        assert!(view.running());
        view
    };
    let looks = [Tab, BackTab, Up, Down, PageUp, PageDown, Left, Right, Home, End, F(1)];
    let others = [Enter, F(5), F(9), F(10), F(11), F(2)];
    for code in (' '..='~').map(Char).chain(looks).chain(others) {
        let mut view = running();
        key(&mut view, code);
        assert!(view.running(), "{code:?}");
        let waits = bottom(&mut view).ends_with("; 1 key pending");
        let is_look = looks.contains(&code) || matches!(code, Char('?' | 'a' | 'z' | '1'..='9'));
        assert_eq!(waits, !is_look, "{code:?}");
    }
    for code in [Esc, Char('c')] {
        let mut view = running();
        match code {
            Esc => key(&mut view, code),
            _ => control(&mut view, 'c'),
        }
        assert!(!view.running(), "{code:?}");
    }
    // Keys wait for the earlier ones that still run a command; up to a thousand keys are kept.
    let mut view = running();
    press(&mut view, "sz");
    assert!(bottom(&mut view).ends_with("; 2 keys pending"));
    press(&mut view, &"s".repeat(1000));
    assert!(bottom(&mut view).ends_with("; 1000 keys pending"));
}

/// Each part of the screen has the colour of its purpose or, in a plain terminal, the modifiers.
#[test]
fn schemes_have_their_colours() {
    use ratatui::style::Color::{
        Blue, Cyan, DarkGray, Gray, Green, LightCyan, LightGreen, LightMagenta, Magenta, Red, Reset, Yellow,
    };
    let source =
        " .z8002; .text; .word 0,0x4000,start\nstart: ldk r1,#5\n nop\nlab: ldb rl1,@r2 ! all\n .ascii \"ab\"\n";
    for (scheme, [focus, changed, stop, label, mnemonic, string, comment]) in [
        (Scheme::Plain, [Reset; 7]),
        (
            Scheme::Dark,
            [Cyan, Yellow, Red, LightMagenta, LightCyan, LightGreen, Gray],
        ),
        (Scheme::Light, [Blue, Red, Red, Magenta, Blue, Green, DarkGray]),
    ] {
        let mut view = view_of(source, true);
        view.set_scheme(scheme);
        screen(&mut view, 80, 24);
        press(&mut view, " s");
        let text = screen(&mut view, 80, 24);
        let buffer = buffer(&mut view);
        let cell = |part: &str| {
            let row = text.lines().position(|row| row.contains(part)).expect(part);
            let line = text.lines().nth(row).unwrap_or_default();
            let column = line[..line.find(part).expect(part)].chars().count() - 1;
            &buffer[(column as u16, row as u16)]
        };
        for (part, colour, modifier) in [
            ("┌ t.s", focus, Modifier::BOLD),
            ("┌ answers", Reset, Modifier::DIM),
            (
                "lab: ",
                label,
                if scheme == Scheme::Plain {
                    Modifier::BOLD
                } else {
                    Modifier::empty()
                },
            ),
            ("ldb ", mnemonic, Modifier::empty()),
            ("\"ab\"", string, Modifier::empty()),
            (
                "! all",
                comment,
                if scheme == Scheme::Plain {
                    Modifier::DIM
                } else {
                    Modifier::empty()
                },
            ),
            ("> step", focus, Modifier::BOLD),
            (
                "0005",
                changed,
                if scheme == Scheme::Plain {
                    Modifier::BOLD | Modifier::REVERSED
                } else {
                    Modifier::BOLD
                },
            ),
            ("*", stop, Modifier::BOLD),
        ] {
            let found = cell(part);
            assert_eq!(
                (found.fg, found.modifier),
                (colour, modifier),
                "{scheme:?}, {part}: {text}"
            );
        }
    }
}

/// Every four columns of the line begin with their column number.
#[test]
fn the_source_moves_sideways_by_eight_columns_up_to_two_hundred() {
    let columns: String = (1..75).map(|n| format!("{:04}", 4 * n)).collect();
    let mut view = view_of(
        &format!(" .z8002; .text; .word 0,0x4000,start\nstart: nop\n!000{columns}\n"),
        true,
    );
    let shown = |view: &mut View| {
        let shown = screen(view, 80, 24);
        let row = shown.lines().find_map(|row| row.split("│     3 ").nth(1));
        row.and_then(|row| row.get(..4)).expect("the line").to_owned()
    };
    assert_eq!(shown(&mut view), "!000");
    key(&mut view, Left);
    assert_eq!(shown(&mut view), "!000");
    for n in 1..=30 {
        key(&mut view, Right);
        assert_eq!(shown(&mut view), format!("{:04}", (8 * n).min(200)));
    }
    key(&mut view, Left);
    assert_eq!(shown(&mut view), "0192");
    key(&mut view, Home);
    assert_eq!(shown(&mut view), "!000");
}

/// In the rows above the command line, the chosen one of the possible words is marked.
#[test]
fn the_chosen_word_is_marked() {
    let source = " .z8002; .text; .word 0,0x4000,start\nstart: nop\nback_over: nop\nback_out: halt\n";
    for (keys, word) in [
        (":print b\t", ""),
        (":print b\t\t", "back_out"),
        (":print b\t\t\t", "back_over"),
        (":print b\t⇤⇤", "back_out"),
    ] {
        let mut view = view_of(source, true);
        press(&mut view, keys);
        let buffer = buffer(&mut view);
        let cells = (20..24).flat_map(|row| (0..80).map(move |column| (column, row)));
        let marked = cells.filter(|place| buffer[*place].modifier.contains(Modifier::REVERSED));
        let marked: String = marked.map(|place| buffer[place].symbol()).collect();
        assert_eq!(marked.trim(), word, "{keys}");
    }
}
