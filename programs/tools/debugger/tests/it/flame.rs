//! The flame graph, read back.

use z8000_debugger::command::Interpreter;
use z8000_debugger::profile::{NoPicture, Profiler};
use z8000_debugger::session::{Goal, Session};

use crate::common::{HEAD, program};

/// Clocks: LD R,#imm 7, CALL 12, CALR 10, RET 10, RET cc 10 taken and 7 not, DEC 4, NOP 7, HALT 8.
const SOURCE: &str = "
start:  ld      r15,#0x8000     ! 7
        ld      r1,#2           ! 7
        call    down            ! 12
        calr    once            ! 10
        halt                    ! 8

! calls itself until R1 is 0
down:   dec     r1,#1           ! 4
        ret     z               ! 10 taken, 7 not
        calr    down            ! 10
        ret                     ! 10

once:   nop                     ! 7
        ret                     ! 10
";

fn session() -> Session {
    Session::new(program(&format!("{HEAD}{SOURCE}")), 4_000_000)
}

/// A rectangle: its routine, the clock at its left edge, its clocks, and its height above the bottom in rows.
type Frame = (String, u64, u64, i64);

/// The text between two others.
fn between<'t>(text: &'t str, before: &str, after: &str) -> &'t str {
    let (_, rest) = text.split_once(before).unwrap_or_else(|| panic!("{before} in {text}"));
    rest.split_once(after).unwrap_or_else(|| panic!("{after} in {text}")).0
}

/// The rectangles of a picture, by row and by clock. Each is a group of a title, a rectangle and a text.
fn frames(picture: &str) -> Vec<Frame> {
    let groups = picture.split("<g>").skip(1);
    let row = |group: &str| -> i64 { between(group, " y=\"", "\"").parse().expect("a whole number") };
    let mut frames: Vec<Frame> = groups
        .map(|group| {
            let number = |name: &str| between(group, &format!("{name}=\""), "\"").parse().expect("clocks");
            let name = between(group, "<title>", " (").to_owned();
            (name, number("fg:x"), number("fg:w"), -row(group))
        })
        .collect();
    let bottom = frames.iter().map(|frame| frame.3).min().unwrap_or(0);
    for frame in &mut frames {
        frame.3 = (frame.3 - bottom) / 16;
    }
    frames.sort_by_key(|frame| (frame.3, frame.1));
    frames
}

#[test]
fn there_is_a_rectangle_for_each_call_path_as_wide_as_its_clocks() {
    let mut session = session();
    session.run(&Goal::Forever, &mut |_| false);
    let picture = session.profile(0).flame("Test <&>").expect("a picture");
    // start: 7+7+12+10+8 = 44. down, outer: 4+7+10+10 = 31, inner: 4+10 = 14. once: 7+10 = 17. A caller's own clocks
    // are at its left.
    let expected = [
        ("all", 0, 106, 0),
        ("start", 0, 106, 1),
        ("down", 44, 45, 2),
        ("once", 89, 17, 2),
        ("down", 75, 14, 3),
    ];
    let expected = expected.map(|(name, from, clocks, row)| (name.to_owned(), from, clocks, row));
    assert_eq!(frames(&picture), expected);
    assert!(picture.contains("Test &lt;&amp;&gt;"), "{picture}");
    assert_eq!(session.profile(0).flame("Test <&>"), Ok(picture));
}

#[test]
fn the_command_writes_the_picture_of_what_has_passed() {
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("flame");
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("f.svg");
    let command = |line: &str| line.replace("FILE", &file.to_string_lossy());
    let mut interpreter = Interpreter::new(session(), None);
    let none = interpreter.execute(&command("flame FILE"), &mut |_| false);
    let none = none.expect_err("nothing was run").to_string();
    assert_eq!(none, "there is nothing to draw: no clocks were spent");
    for line in ["continue", "flame FILE since start"] {
        interpreter.execute(&command(line), &mut |_| false).expect(line);
    }
    let picture = std::fs::read_to_string(&file).expect("the picture");
    assert_eq!(frames(&picture).len(), 5);
    assert!(interpreter.execute("flame", &mut |_| false).is_err());
}

#[test]
fn without_clocks_there_is_no_picture() {
    let profiler = Profiler::new(session().program());
    assert_eq!(profiler.flame("empty"), Err(NoPicture::NoClocks));
}
