//! The screen in a list of scenes, at 80x24 and at 160x50.

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use z8000_asm::{Memory, Options, assemble};
use z8000_debugger::command::Interpreter;
use z8000_debugger::program::Program;
use z8000_debugger::session::Session;
use z8000_terminal::View;

const SOURCE: &str = include_str!("../../../debugger/tests/it/programs/sum.s");

fn view(source: bool) -> View {
    let files = Memory::new([("t.s", SOURCE)]);
    let assembly = assemble(&files, "t.s", &Options::default()).expect("the program assembles");
    let program = if source {
        Program::assembled(&assembly, &files, None)
    } else {
        let text = assembly.image(Some(z8000_asm::AddressSpace::Program));
        Program::binary(&text, &[], None, &files, None)
    };
    let session = Session::new(program.expect("it fits"), 4_000_000);
    View::new(Interpreter::new(session, None))
}

/// Presses keys: characters, and `\n` for Enter.
fn press(view: &mut View, keys: &str) {
    for c in keys.chars() {
        let code = match c {
            '\n' => KeyCode::Enter,
            '\x1b' => KeyCode::Esc,
            c => KeyCode::Char(c),
        };
        view.key(KeyEvent::new(code, KeyModifiers::NONE), &mut |_| false);
    }
}

fn screen(view: &mut View, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a terminal");
    terminal.draw(|frame| view.draw(frame)).expect("a screen");
    terminal.backend().to_string()
}

/// Draws a scene in both sizes.
fn scene(name: &str, source: bool, keys: &str) {
    let mut view = view(source);
    press(&mut view, keys);
    for (width, height) in [(80, 24), (160, 50)] {
        let screen = screen(&mut view, width, height);
        insta::assert_snapshot!(format!("{name}_{width}x{height}"), screen);
    }
}

#[test]
fn scenes() {
    scene("start", true, "");
    scene(
        "in_a_recursion",
        true,
        ":break more if r1 == 1\nc:display word(result)\n",
    );
    scene("within_a_macro", true, ":until t.s:17\ns");
    scene("stepped_back", true, ":until more\nnsbN");
    scene("watching_and_waiting", true, ":watch write result\n:mark\ncc");
    scene("the_help", true, "?");
    scene("a_wrong_command", true, ":brake more\n:print (r1\n");
    scene("a_command_line", true, "p word(result)");
    scene("hidden_panes", true, "134");
    scene("no_source", false, "ss");
}

#[test]
fn a_terminal_that_is_too_small_is_reported_and_the_state_is_kept() {
    let mut view = view(true);
    press(&mut view, "ss");
    insta::assert_snapshot!("too_small", screen(&mut view, 60, 10));
    assert!(screen(&mut view, 80, 24).contains("call    sum"));
    for (width, height) in [(1, 1), (80, 23), (79, 24), (500, 200), (200, 24), (80, 100)] {
        screen(&mut view, width, height);
    }
}

#[test]
fn a_click_sets_a_breakpoint_and_another_one_removes_it() {
    let mut view = view(true);
    screen(&mut view, 80, 24);
    let click = MouseEvent {
        kind: MouseEventKind::Down(MouseButton::Left),
        column: 5,
        // The line two below the one where the program stands.
        row: 11,
        modifiers: KeyModifiers::NONE,
    };
    view.mouse(click);
    let places = |view: &View| {
        let list = view.interpreter().session.breakpoints.list().iter();
        list.map(|breakpoint| breakpoint.place.clone()).collect::<Vec<_>>()
    };
    assert_eq!(places(&view).len(), 1);
    assert!(screen(&mut view, 80, 24).contains("*"));
    view.mouse(click);
    assert!(places(&view).is_empty());
    view.mouse(MouseEvent {
        column: 79,
        row: 23,
        ..click
    });
    assert!(places(&view).is_empty());
}

#[test]
fn every_key_can_be_pressed_at_any_time() {
    let mut view = view(true);
    let keys = "sno cbNOCmpx\x1bw\x1bu\x1b?x123456789987654321 \n::\x1b";
    for _ in 0..3 {
        press(&mut view, keys);
        screen(&mut view, 80, 24);
        screen(&mut view, 160, 50);
    }
    for code in [
        KeyCode::Up,
        KeyCode::PageDown,
        KeyCode::PageUp,
        KeyCode::Home,
        KeyCode::F(5),
    ] {
        for _ in 0..30 {
            view.key(KeyEvent::new(code, KeyModifiers::NONE), &mut |_| false);
            screen(&mut view, 80, 24);
        }
    }
    press(&mut view, "q");
    assert!(view.finished());
}
