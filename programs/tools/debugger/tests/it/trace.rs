//! Traces, as files have them.

use z8000_debugger::command::Interpreter;
use z8000_debugger::session::Session;

use crate::common::{HEAD, program};

/// The trace of a program, as the debugger writes it.
fn trace(source: &str, options: &str) -> String {
    let session = Session::new(program(&format!("{HEAD}{source}")), 4_000_000);
    let mut interpreter = Interpreter::new(session, None);
    let file = std::env::temp_dir().join(format!(
        "z8000-trace-{}-{:?}",
        std::process::id(),
        std::thread::current().id()
    ));
    for line in ["continue".to_owned(), format!("trace {} {options}", file.display())] {
        interpreter.execute(&line, &mut |_| false).expect("a command");
    }
    let text = std::fs::read_to_string(&file).expect("a trace");
    std::fs::remove_file(file).expect("it goes");
    text
}

const FIRST: &str = "start: ldk r1,#1\n ldk r2,#2\n add r1,r2\n halt\n";

#[test]
fn filters_choose_instructions() {
    let ranges = trace(FIRST, "since start in start,start+2");
    assert_eq!(ranges.lines().count(), 3, "{ranges}");
    let condition = trace(FIRST, "since start if r2 == 2");
    assert_eq!(condition.lines().count(), 3, "{condition}");
}
