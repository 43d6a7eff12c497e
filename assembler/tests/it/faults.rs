//! Faults of sources of each dialect: where they are shown, and what is said.

use z8000_asm::{Memory, Options, Syntax, examine};

/// The line of the first error of a source, or of its first warning, with marks around its place, and the message.
fn told(syntax: Syntax, source: &str) -> String {
    let options = Options { syntax, ..Options::default() };
    let found = examine(&Memory::new([("a.s", source)]), "a.s", &options);
    let (warnings, errors) = (&found.assembly.warnings.list, &found.errors.list);
    let Some(fault) = errors.first().or(warnings.first()) else {
        return "no fault".to_owned();
    };
    let mut text = fault.text.clone();
    text.insert(fault.span.end, '\u{bb}');
    text.insert(fault.span.start, '\u{ab}');
    let label = if fault.label.is_empty() {
        String::new()
    } else {
        format!(" | {}", fault.label)
    };
    let severity = if errors.is_empty() { "warning: " } else { "" };
    format!("{}: {text}: {severity}{}{label}", fault.line, fault.message)
}

#[test]
fn faults_are_shown_where_they_are() {
    let rows: Vec<&str> = include_str!("faults.txt")
        .lines()
        .filter(|row| !row.starts_with('#'))
        .collect();
    let mut wrong = String::new();
    for row in rows.chunks(2) {
        let (name, source) = row[0].split_once('\t').expect("a dialect and a source");
        let syntax = Syntax::ALL
            .into_iter()
            .find(|syntax| syntax.name() == name)
            .expect("a dialect");
        let found = format!("  {}", told(syntax, &format!("{}\n", source.replace("\\n", "\n"))));
        if found != row[1] {
            wrong += &format!("{}\n{found}\n", row[0]);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
