//! Traces in the format of trace files.

use z8000_debugger::command::Interpreter;
use z8000_debugger::session::Session;

use crate::common::{HEAD, program};

#[test]
fn filters_choose_instructions() {
    let source = format!("{HEAD}start: ldk r1,#1\n ldk r2,#2\n add r1,r2\n halt\n");
    let mut interpreter = Interpreter::new(Session::new(program(&source), 4_000_000), None);
    let mut execute = |line: &str| interpreter.execute(line, &mut |_| false).expect("a command");
    execute("continue");
    let file = std::env::temp_dir().join(format!("z8000-trace-{}", std::process::id()));
    for filter in ["in start,start+2", "if r2 == 2"] {
        execute(&format!("trace {} since start {filter}", file.display()));
        let text = std::fs::read_to_string(&file).expect("a trace");
        std::fs::remove_file(&file).expect("it goes");
        assert_eq!(text.lines().count(), 3, "{filter}: {text}");
    }
}
