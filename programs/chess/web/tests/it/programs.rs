//! Programs written by a visitor.

use serde_json::json;

use crate::page::Page;

/// Sends a letter and halts. The reset vector: FCW at 2, PC at 4.
const LETTER: &str = "\
        .text
        .word   0, 0x4000, start
start:  ldb     rl0, #'A'
        outb    0xff03, rl0
        halt
";

#[test]
fn a_program_is_listed_and_run() {
    let mut page = Page::new();
    let assembled = page.ask(&json!({ "kind": "assemble", "source": LETTER }));
    assert_eq!(assembled["ok"], true, "{assembled}");
    let lines = assembled["lines"].as_array().expect("lines");
    let halt = lines.iter().find(|line| line["bytes"] == "7a00").expect("halt");
    assert_eq!((&halt["line"], &halt["clocks"]), (&json!(5), &json!("8+3n")));
    let opened = page.ask(&json!({ "kind": "load", "source": LETTER }));
    assert_eq!(opened["kind"], "opened", "{opened}");
    assert_eq!(opened["state"]["place"]["line"], 3);
    assert!(opened["state"]["chess"].is_null());
    let stopped = page.ask(&json!({ "kind": "run" }));
    assert_eq!(stopped["stop"]["reason"], "halted");
    assert_eq!(stopped["state"]["console"]["text"], "A");
    assert_eq!(stopped["state"]["instruction"], 3);
}

#[test]
fn an_error_has_its_place() {
    let mut page = Page::new();
    let source = LETTER.replace("#'A'", "#'\u{c4}', r19");
    let assembled = page.ask(&json!({ "kind": "load", "source": source }));
    assert_eq!(
        (&assembled["kind"], &assembled["ok"]),
        (&json!("assembled"), &json!(false))
    );
    let error = &assembled["errors"][0];
    assert_eq!(error["line"], 3, "{error}");
    let (column, width) = (
        error["column"].as_u64().expect("a column"),
        error["width"].as_u64().expect("a width"),
    );
    let text = error["text"].as_str().expect("the line");
    assert!(
        column >= 1 && width >= 1 && (column + width - 1) as usize <= text.chars().count() + 1,
        "{error}"
    );
}

#[test]
fn a_program_that_never_ends_can_be_stopped_and_followed() {
    let mut page = Page::new();
    let source = ".text\n.word 0, 0x4000, loop\nloop: jr loop\n";
    page.ask(&json!({ "kind": "load", "source": source }));
    page.tell(r#"{"kind":"run"}"#);
    for _ in 0..3 {
        assert_eq!(page.slice()["kind"], "busy");
    }
    assert_eq!(page.tell(r#"{"kind":"interrupt"}"#)["kind"], "moved");
    assert_eq!(page.command("back")["kind"], "said");
    assert_eq!(page.tell(r#"{"kind":"command","line":"until 0x4"}"#)["kind"], "busy");
    assert_eq!(page.slice()["kind"], "busy");
    assert_eq!(page.tell(r#"{"kind":"interrupt"}"#)["kind"], "said");
}

#[test]
fn a_program_that_goes_astray_says_so() {
    let mut page = Page::new();
    let source = ".text\n.word 0, 0x4000, go\ngo: jp 0x4000\n";
    page.ask(&json!({ "kind": "load", "source": source }));
    let stopped = page.ask(&json!({ "kind": "run" }));
    assert_eq!(stopped["stop"]["reason"], "error");
    let text = stopped["stop"]["text"].as_str().expect("a sentence");
    assert!(text.contains("jumped outside its memory"), "{text}");
    assert_eq!(stopped["state"]["end"], "error");
}
