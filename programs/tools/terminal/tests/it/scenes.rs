//! The screen in a list of scenes, at 80x24 and at 160x50.

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use z8000_asm::{Memory, Options, assemble};
use z8000_debugger::command::Interpreter;
use z8000_debugger::program::Program;
use z8000_debugger::session::Session;
use z8000_terminal::View;

const SOURCE: &str = include_str!("../../../debugger/tests/it/programs/sum.s");

pub(crate) fn view(source: bool) -> View {
    view_of(SOURCE, source)
}

pub(crate) fn view_of(text: &str, source: bool) -> View {
    view_of_files([("t.s", text), ("u.s", "")], source)
}

/// Returns a view of a program of two files.
pub(crate) fn view_of_files(files: [(&str, &str); 2], source: bool) -> View {
    let main = files[0].0;
    let files = Memory::new(files);
    let assembly = assemble(&files, main, &Options::default()).expect("the program assembles");
    let program = if source {
        Program::assembled(&assembly, &files, None)
    } else {
        let text = assembly
            .image(Some(z8000_asm::AddressSpace::Program))
            .expect("a small program");
        Program::binary(&text, &[], None, &files, None)
    };
    let mut session = Session::new(program.expect("it fits"), 4_000_000);
    // The shortest possible interval of the timer.
    session.set_tick(1);
    View::new(Interpreter::new(session, None))
}

/// Presses keys: characters, `\n` for Enter, `\t` for Tab, arrows, and `^` before a letter for Ctrl.
pub(crate) fn press(view: &mut View, keys: &str) {
    press_until(view, keys, &mut |_| false);
}

fn press_until(view: &mut View, keys: &str, tick: &mut dyn FnMut(&Session) -> bool) {
    let mut modifiers = KeyModifiers::NONE;
    for c in keys.chars() {
        let code = match c {
            '^' => {
                modifiers = KeyModifiers::CONTROL;
                continue;
            }
            '\n' => KeyCode::Enter,
            '\t' => KeyCode::Tab,
            '⇤' => KeyCode::BackTab,
            '\x1b' => KeyCode::Esc,
            '←' => KeyCode::Left,
            '→' => KeyCode::Right,
            '↑' => KeyCode::Up,
            '↓' => KeyCode::Down,
            c => KeyCode::Char(c),
        };
        view.key(KeyEvent::new(code, modifiers), tick);
        modifiers = KeyModifiers::NONE;
    }
}

pub(crate) fn screen(view: &mut View, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a terminal");
    terminal.draw(|frame| view.draw(frame)).expect("a screen");
    terminal.backend().to_string()
}

/// Compares a scene in both sizes with its snapshot.
fn scene(name: &str, source: bool, keys: &str) {
    let mut view = view(source);
    // The view learns which parts are too long for their room when a screen is drawn.
    screen(&mut view, 80, 24);
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
    scene("all_panes_hidden", true, "13456789");
    scene("a_long_answer", true, ":help\n");
    scene("a_text_found_in_an_answer", true, ":help\n/symbols\n");
    scene("a_text_not_found", true, ":help\n/no such\n");
    scene("places_to_go_to", true, "gsu");
    scene("a_place_gone_to", true, "gmore\n");
    scene("words_offered", true, ":back-\t\t");
    scene("a_text_found_in_the_source", true, "/macro\n");
    scene("the_source_has_the_whole_view", true, "z→");
    scene("the_last_pane_has_the_keys", true, "\t\t\t\t\t\t\t\t\t");
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
fn a_row_of_memory_fits_beside_the_panes() {
    let mut view = view(true);
    screen(&mut view, 80, 24);
    press(&mut view, ":set word(0x1002) = 0x4142\n:memory 0x1000,16\n");
    let screen = screen(&mut view, 80, 24);
    assert!(screen.contains("1000  abcd 4142 6c6c 6f00 ..ABllo.  "), "{screen}");
}

/// At the first stop at a breakpoint there is no earlier stop to go back to.
#[test]
fn going_back_without_a_stop_says_where_it_ends() {
    let mut view = view(true);
    press(&mut view, ":break more\ncnNC");
    let screen = screen(&mut view, 80, 24);
    assert!(screen.contains("no earlier stop: this is the start"), "{screen}");
}

/// `more` runs three times; the counts are those of the moment of the command.
#[test]
fn counts_stand_beside_the_source_until_the_program_moves() {
    for (source, row) in [
        (true, "   28     3 more:   add     r2,r1"),
        (false, "8112               3 add r2,r1"),
    ] {
        let mut view = view(source);
        press(&mut view, ":break 0x26\nccc:counts\n");
        let shown = screen(&mut view, 160, 50);
        assert!(shown.contains(row), "{shown}");
        press(&mut view, "s");
        let moved = screen(&mut view, 160, 50);
        assert!(!moved.contains(row), "{moved}");
    }
}

#[test]
fn every_key_can_be_pressed_at_any_time() {
    let mut view = view(true);
    let keys = "sno cbNOCmpx\x1bw\x1bu\x1b?q123456789987654321 \n::\x1bg\x1b/x\n\tza q+-e\x1b";
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
    // The last thing shown may cover the view.
    press(&mut view, "\x1bq");
    assert!(view.finished());
}

/// Returns the bottom row of the screen.
pub(crate) fn bottom(view: &mut View) -> String {
    let screen = screen(view, 80, 24);
    let last = screen.lines().last().unwrap_or_default();
    last.trim_matches('"').trim_end().to_owned()
}

#[test]
fn a_line_is_edited_as_in_a_shell() {
    for (keys, line) in [
        (":break t2←←X", ":break Xt2"),
        (":break t2^uab", ":ab"),
        (":break t2^wmore", ":break more"),
        (":break t2^ax", ":xbreak t2"),
        (":break t2^a^k", ":"),
        (":ste\t5", ":step 5"),
        (":print res\t", ":print result"),
        (":print wo(res\t)", ":print wo(result)"),
        (":back-\t\t", ":back-continue"),
        (":back-\t\t\t", ":back-out"),
        ("s:↑", ":step"),
        ("sn:ab↑↑↓↓", ":ab"),
    ] {
        let mut view = view(true);
        press(&mut view, keys);
        assert_eq!(bottom(&mut view), line, "{keys}");
    }
    let mut view = view(true);
    press(&mut view, ":print ");
    view.paste("word(result)\nquit\n");
    assert_eq!(bottom(&mut view), ":print word(result)");
}

#[test]
fn a_run_is_seen_and_keys_wait_for_its_end() {
    let endless = ".z8002\n.text\n.org 0\n.word 0, 0x4000, start\nstart: jr start\n";
    let mut view = view_of(endless, true);
    screen(&mut view, 80, 24);
    press_until(&mut view, ":step 2000\n", &mut |_| true);
    assert!(view.running());
    press(&mut view, "\tss");
    let shown = screen(&mut view, 80, 24);
    assert!(shown.contains("step 2000"), "{shown}");
    assert!(shown.contains("2 keys pending"), "{shown}");
    view.go_on(&mut |_| false);
    assert!(!view.running());
    let shown = screen(&mut view, 80, 24);
    assert!(
        shown.contains("> step 2000") && shown.contains("instruction 2000"),
        "{shown}"
    );
    // An interrupted command reports this, and the keys that waited are discarded.
    press_until(&mut view, ":continue\n", &mut |_| true);
    press(&mut view, "ss\x1b");
    assert!(!view.running());
    let shown = screen(&mut view, 80, 24);
    assert!(shown.contains("interrupted"), "{shown}");
    assert!(!shown.contains("wait"), "{shown}");
}

#[test]
fn a_line_without_an_instruction_keeps_the_breakpoints_of_others() {
    let mut view = view(true);
    screen(&mut view, 80, 24);
    press(&mut view, ":break more if r1 == 1\n");
    let comment = SOURCE
        .lines()
        .position(|line| line.starts_with('!'))
        .expect("it has a comment");
    press(
        &mut view,
        &format!("/{}\n", SOURCE.lines().nth(comment).unwrap_or_default()),
    );
    screen(&mut view, 80, 24);
    press(&mut view, " ");
    assert_eq!(view.interpreter().session.breakpoints.list().len(), 1);
    assert!(screen(&mut view, 160, 50).contains("is not an instruction"));
}
