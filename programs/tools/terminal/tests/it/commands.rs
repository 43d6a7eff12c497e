//! Commands: their keys and words, and what is kept of them.

use std::fs;
use std::path::Path;

use ratatui::crossterm::event::KeyCode::{Char, Esc, F};
use ratatui::crossterm::event::{KeyEvent, KeyModifiers};
use z8000_debugger::command::GROUPS;
use z8000_terminal::View;

use super::scenes::{bottom, press, screen, view, view_of, view_of_files};

#[test]
fn every_command_of_a_key_exists() {
    for code in (' '..='~').map(Char).chain((1..=12).map(F)) {
        let mut view = view(true);
        screen(&mut view, 80, 24);
        view.key(KeyEvent::new(code, KeyModifiers::NONE), &mut |_| false);
        let line = bottom(&mut view);
        let begun = line.strip_prefix(':').and_then(|line| line.split_whitespace().next());
        let screen = screen(&mut view, 80, 24);
        let executed = screen.lines().find_map(|row| row.split('│').nth(1)?.strip_prefix("> "));
        let executed = executed.and_then(|line| line.split_whitespace().next());
        let Some(word) = begun.or(executed) else { continue };
        let mut commands = GROUPS.iter().flat_map(|group| group.commands);
        let command = commands.find(|command| command.is(word));
        let command = command.unwrap_or_else(|| panic!("no command is called {word}"));
        // A small letter that begins a command is its abbreviation; the key `e` begins the command with a place.
        if let (Some(_), Char(letter @ ('a'..='d' | 'f'..='z'))) = (begun, code) {
            assert_eq!(command.short, letter.to_string(), "{line}");
        }
    }
}

#[test]
fn words_have_a_beginning_in_common() {
    let source = " .z8002; .text; .word 0,0x4000,start\nstart: nop\nback_over: nop\nback_out: halt\n";
    for (keys, line) in [
        (":print b\t", ":print back_o"),
        // Then the words that begin with `b`, in a cycle, forward and back.
        (":print b\t\t", ":print back_out"),
        (":print b\t\t\t", ":print back_over"),
        (":print b\t\t\t\t", ":print back_out"),
        (":print b\t\t⇤", ":print back_over"),
        (":print b\t⇤", ":print back_over"),
        (":print b\t⇤⇤", ":print back_out"),
        (":print b\t⇤⇤⇤", ":print back_over"),
        (":print b\t⇤⇤\t", ":print back_over"),
        (":back-o\t", ":back-o"),
        (":ste\t", ":step"),
        (":\t", ":"),
        (":zz\t", ":zz"),
    ] {
        let mut view = view_of(source, true);
        press(&mut view, keys);
        assert_eq!(bottom(&mut view), line, "{keys}");
    }
}

/// A search begins after the marked line, continues in the other files and from the first line, and ends at the marked
/// line itself, as in vi.
#[test]
fn a_search_of_the_source_comes_round() {
    let first =
        " .z8002; .text; .word 0,0x4000,start\nstart: nop ! one\n nop ! ONE two\n .include \"b.s\"\n nop ! four\n";
    let mut view = view_of_files([("a.s", first), ("b.s", " nop ! one of b\n halt ! end")], true);
    for (keys, found) in [
        ("/four\n", "5  nop ! four"),
        ("/one\n", "1  nop ! one of b"),
        ("/\n", ">   2 start: nop ! one"),
        ("/Two\n", "3  nop ! ONE two"),
        ("/two\n", "3  nop ! ONE two"),
        ("/one\n", "1  nop ! one of b"),
        ("/word\n", "1  .z8002; .text; .word 0,0x4000,st"),
        ("/word\n", "1  .z8002; .text; .word 0,0x4000,st"),
        ("/end\n", "2  halt ! end"),
        ("/end\n", "2  halt ! end"),
        ("/five\n", "2  halt ! end"),
    ] {
        screen(&mut view, 80, 24);
        press(&mut view, keys);
        // The line in the middle of the 14 is the marked one.
        let screen = screen(&mut view, 80, 24);
        let marked = screen.lines().nth(9).and_then(|row| row.split('│').nth(1));
        assert_eq!(marked.map(str::trim), Some(found), "{keys}: {screen}");
        let is_missing = screen.contains("`five` not found in the source");
        assert_eq!(
            (is_missing, screen.contains("not found")),
            (keys == "/five\n", is_missing),
            "{screen}"
        );
    }
}

#[test]
fn two_sessions_keep_the_commands_of_both() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("two_sessions/z8k/history");
    let _ = fs::remove_file(&file);
    let [mut one, mut two, mut later] = [(); 3].map(|()| view(true));
    one.keep_commands(file.clone());
    two.keep_commands(file.clone());
    for command in ["step", "step", "print r1"] {
        one.execute(command, &mut |_| false);
    }
    two.execute("board", &mut |_| false);
    one.save_commands();
    two.save_commands();
    later.keep_commands(file);
    press(&mut later, ":");
    for command in ["board", "print r1", "step", "step"] {
        press(&mut later, "↑");
        assert_eq!(bottom(&mut later), format!(":{command}"));
    }
}

#[test]
fn commands_that_cannot_be_kept_are_reported() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("no_history");
    fs::create_dir_all(&folder).expect("a folder");
    // A folder cannot be replaced by the history file.
    let file = folder.join("z8k/history");
    fs::create_dir_all(&file).expect("a folder");
    let mut view = view(true);
    view.keep_commands(file.clone());
    for command in ["step", "board"] {
        view.execute(command, &mut |_| false);
        view.save_commands();
    }
    let reason = "it is a folder; specify a file in it".to_owned();
    assert_eq!(streams::gate::failures(), [(file, reason)]);
}

/// The commands that fail, shared with the tests of the debugger.
const WRONG: &str = include_str!("../../../debugger/tests/wrong.txt");

#[test]
fn a_command_that_fails_changes_nothing() {
    for begin in ["", "nnn"] {
        let mut view = view(true);
        press(&mut view, begin);
        // The status and the panes are on the right; the commands and their answers are on the left.
        let shown = |view: &mut View| {
            let screen = screen(view, 160, 50);
            let right = |(row, line): (usize, &str)| line.chars().skip(if row == 0 { 0 } else { 85 }).collect();
            screen.lines().take(49).enumerate().map(right).collect::<Vec<String>>()
        };
        let before = shown(&mut view);
        for line in WRONG.lines().filter(|line| !line.starts_with('#')) {
            view.execute(line, &mut |_| false);
            view.key(KeyEvent::new(Esc, KeyModifiers::NONE), &mut |_| false);
            assert_eq!(shown(&mut view), before, "{line}");
        }
    }
}
