//! Faults in sources of each dialect: their positions and their messages.

use z8000_asm::{Memory, Options, Syntax, examine};

/// Returns the line of the first error or, if there is none, of the first warning: its number, its rule, the text with marks
/// around the position, and the message.
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
    format!(
        "{} {}: {text}: {severity}{}{label}",
        fault.line, fault.rule, fault.message
    )
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

/// The replacements that an editor may offer for a fault.
#[test]
fn faults_have_their_remedies() {
    for (source, fixed) in [
        ("strat: nop\n jr start\n", Some(" jr strat")),
        ("start: nop\n lod r1,r2\n jr start\n", Some(" ld r1,r2")),
        (" .wrod 5\n", Some(" .word 5")),
        (" ld r1,#later\n.equ latr,1\n", Some(" ld r1,#latr")),
        (" ld r1,#$1f\n", Some(" ld r1,#0x1f")),
        (" mov r1,r2\n", Some(" ld r1,r2")),
        (" db 5\n", Some(" .byte 5")),
        ("a: .space 254\n jp a\n", Some(" jr a")),
        ("a: nop; jp a\n", Some("a: nop; jr a")),
        (" .byte 1\n  nop\n", Some("  .even\n  nop")),
        // There is no replacement after a label, which would remain, or where nothing similar is known.
        (" .byte 1\na: nop\n jr a\n", None),
        (" ldk r1,5\n", None),
        (" ld r1,#0ffh\n", None),
        ("a nop\n", None),
        (" ldl r2,r4\n", None),
    ] {
        let found = examine(&Memory::new([("a.s", source)]), "a.s", &Options::default());
        let fault = found.errors.list.first().or(found.assembly.warnings.list.first());
        let line = fault.and_then(|fault| {
            let fix = fault.fix.as_ref()?;
            let mut line = fault.text.clone();
            line.replace_range(fix.span.clone(), &fix.text);
            Some(line)
        });
        assert_eq!(line.as_deref(), fixed, "{source}");
    }
}
