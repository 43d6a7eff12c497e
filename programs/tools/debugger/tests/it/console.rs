//! Output of a program that never stops printing, and of one that tries to control the terminal.

use z8000_debugger::command::{Form, Interpreter, batch};
use z8000_debugger::expression::Place;
use z8000_debugger::session::{Goal, Session};

use crate::common::{HEAD, program};

fn session(body: &str) -> Session {
    Session::new(program(&format!("{HEAD}{body}")), 4_000_000)
}

#[test]
fn output_without_end_takes_no_memory_without_end() {
    let mut session = session("start:  incb    rl0,#1\n        outb    #0xff03,rl0\n        jr      start\n");
    // This many steps print 40 MB of output.
    let most = 120_000_000;
    session.run(&Goal::Time(most), &mut |_| false);
    let console = session.console();
    assert_eq!(console.added(), most / 3);
    assert_eq!(console.added(), console.dropped() + console.kept().len() as u64);
    assert!(console.kept().len() <= 32 << 20, "{}", console.kept().len());
    assert_eq!(console.kept().last(), Some(&((most / 3) as u8)));
    // Revoked output is sent again only once.
    session.seek(most - 30);
    assert_eq!(session.console().added(), most / 3 - 10);
    session.seek(most);
    assert_eq!(session.console().added(), most / 3);
    assert_eq!(session.console().kept().last(), Some(&((most / 3) as u8)));
}

/// The way back to a later moment begins at a snapshot; earlier output is not sent again.
#[test]
fn output_is_there_again_after_the_past() {
    let mut session = session("start:  incb    rl0,#1\n        outb    #0xff03,rl0\n        jr      start\n");
    let most = 4 << 20;
    session.run(&Goal::Time(most), &mut |_| false);
    let said = session.console().clone();
    for way in [&[1000, most][..], &[3 << 20, 1000, 2 << 20, most], &[0, most - 1, most]] {
        for at in way {
            session.seek(*at);
            let console = session.console();
            // The second of three instructions sends a character.
            assert_eq!(console.kept(), &said.kept()[..(*at as usize + 1) / 3], "{at}");
        }
    }
    // In another future, the discarded output does not reappear.
    session.seek(1000);
    session.set(Place::Byte(8), 7);
    session.run(&Goal::Time(most), &mut |_| false);
    assert_eq!(session.console().added(), said.added());
    assert_eq!(session.console().kept()[..333], said.kept()[..333]);
    assert_ne!(session.console().kept()[333..400], said.kept()[333..400]);
}

#[test]
fn a_program_commands_no_terminal() {
    let body = "start:  ldb rl0,#0x1b\n outb #0xff03,rl0\n ldb rl0,#'c'\n outb #0xff03,rl0\n halt\n";
    let mut interpreter = Interpreter::new(session(body), None);
    let mut out = Vec::new();
    let mut script = &b"\xff\ncontinue\nconsole\n"[..];
    assert_eq!(
        batch(&mut interpreter, &mut script, Form::Text, &mut out, &mut |_| false).expect("it is executed"),
        1
    );
    let text = String::from_utf8(out).expect("it is a text");
    assert!(
        text.starts_with("> \u{fffd}\nthe line is not valid UTF-8\n")
            && text.contains("console: \u{fffd}c")
            && !text.contains('\u{1b}'),
        "{text}"
    );
}
