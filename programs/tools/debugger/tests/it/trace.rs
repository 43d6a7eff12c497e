//! The first difference between two traces.

use z8000_debugger::command::Interpreter;
use z8000_debugger::session::Session;
use z8000_debugger::trace::diff;

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
fn a_trace_agrees_with_itself() {
    let text = trace(FIRST, "");
    assert_eq!(text.lines().count(), 5, "{text}");
    let difference = diff(text.as_bytes(), text.as_bytes(), &[]).expect("traces");
    assert_eq!(difference, None);
}

#[test]
fn the_first_difference_is_found() {
    let first = trace(FIRST, "");
    let second = trace("start: ldk r1,#1\n ldk r2,#3\n add r1,r2\n halt\n", "");
    let difference = diff(first.as_bytes(), second.as_bytes(), &[]).expect("traces");
    let difference = difference.expect("they differ");
    assert_eq!((difference.same, &difference.fields[..]), (1, &["text".to_owned()][..]));
    let ignored = ["text".to_owned()];
    let later = diff(first.as_bytes(), second.as_bytes(), &ignored).expect("traces");
    let later = later.expect("they differ");
    assert_eq!((later.same, &later.fields[..]), (2, &["r2".to_owned()][..]));
    insta::assert_snapshot!(later.to_string());
}

#[test]
fn what_differs_from_the_start_agrees_in_nothing() {
    let first = trace(FIRST, "");
    let second = trace("start: ldk r2,#1\n ldk r2,#2\n add r1,r2\n halt\n", "");
    let difference = diff(first.as_bytes(), second.as_bytes(), &[]).expect("traces");
    let text = difference.expect("they differ").to_string();
    assert!(text.starts_with("the first instructions differ in text:\n< "), "{text}");
    assert_eq!(text.lines().count(), 3, "{text}");
}

#[test]
fn a_field_that_no_trace_has_is_refused() {
    let text = trace(FIRST, "");
    let error = diff(text.as_bytes(), text.as_bytes(), &["nosuch".to_owned()]).expect_err("there is no such field");
    let error = error.to_string();
    assert!(
        error.starts_with("`nosuch` is not a field of a trace: the fields are instruction, clocks, pc,"),
        "{error}"
    );
    assert!(error.ends_with(", r15, text"), "{error}");
}

#[test]
fn a_trace_that_ends_earlier_differs() {
    let first = trace(FIRST, "");
    let shorter: String = first.split_inclusive('\n').take(3).collect();
    let difference = diff(first.as_bytes(), shorter.as_bytes(), &[]).expect("traces");
    assert_eq!(difference.map(|found| found.fields), Some(vec!["length".to_owned()]));
}

#[test]
fn filters_choose_instructions() {
    let ranges = trace(FIRST, "since start in start,start+2");
    assert_eq!(ranges.lines().count(), 3, "{ranges}");
    let condition = trace(FIRST, "since start if r2 == 2");
    assert_eq!(condition.lines().count(), 3, "{condition}");
}

#[test]
fn what_is_not_a_trace_is_refused() {
    let error = diff(&b"hello\n"[..], &b""[..], &[]).expect_err("no trace");
    assert!(error.to_string().contains("line 1 of the first trace"), "{error}");
}
