//! The moments at which each kind of breakpoint stops, forward and back, on the board and on another machine.

use z8000::cpu::Model;
use z8000_debugger::command::Interpreter;
use z8000_debugger::session::Session;

use crate::common::program;
use crate::small::Small;

/// The number of each instruction, from 0, is the number of instructions before it.
const SOURCE: &str = "
        .z8002
        .text
        .org    0
        .word   0, 0x4000, start
        .org    12
        .word   0x4000, system
        .org    0x100
start:  ld      r15,#0x8000     ! 0, at 0100
        ld      r1,#0x1234      ! 1, at 0104
        ld      0x1000,r1       ! 2, at 0108
        ld      0x1000,r1       ! 3, at 010c
        ld      r2,0x1002       ! 4, at 0110
        ldb     rl3,0x1001      ! 5, at 0114
        ldb     0x1003,rl3      ! 6, at 0118
        push    @r15,r1         ! 7, at 011c
        pop     r4,@r15         ! 8, at 011e
        ldm     0x1004,r1,#2    ! 9, at 0120
        sc      #5              ! 10, at 0126
        ldk     r5,#2           ! 12, at 0128
loop:   djnz    r5,loop         ! 13 and 14, at 012a
        sc      #6              ! 15, at 012c
        ldr     r6,start        ! 17, at 012e
        halt                    ! 18, at 0132
system: iret                    ! 11 and 16, at 0134
";

/// Clocks: LD R,#imm 7, LD DA,R and LDB DA,R 11, LD R,DA and LDB R,DA 9.
const BEFORE_PUSH: u64 = 7 + 7 + 11 + 11 + 9 + 9 + 11;

fn interpreters() -> [Interpreter; 2] {
    let board = Session::new(program(SOURCE), 4_000_000);
    let other = Small::new(Model::Z8002).session(SOURCE);
    [board, other].map(|session| Interpreter::new(session, None))
}

/// Returns the moments at which some breakpoints stop a run to the halt.
fn stops(interpreter: &mut Interpreter, lines: &[&str]) -> Vec<u64> {
    for line in lines {
        interpreter.execute(line, &mut |_| false).expect(line);
    }
    let mut moments = Vec::new();
    loop {
        let answer = interpreter.execute("continue", &mut |_| false).expect("it runs").data;
        if answer["reason"] == "halted" {
            return moments;
        }
        assert_eq!(answer["reason"], "breakpoint", "{lines:?}");
        moments.push(answer["instructions"].as_u64().expect("a number"));
    }
}

fn back(interpreter: &mut Interpreter) -> Vec<u64> {
    let mut moments = Vec::new();
    loop {
        let answer = interpreter
            .execute("back-continue", &mut |_| false)
            .expect("it goes back");
        if answer.data["reason"] == "beginning" {
            moments.reverse();
            return moments;
        }
        moments.push(answer.data["instructions"].as_u64().expect("a number"));
    }
}

/// A breakpoint before an instruction stops at the instruction's number; one after an access or a change, at one more.
#[test]
fn each_breakpoint_stops_where_it_says_forward_and_back() {
    let rows: &[(&str, &[u64])] = &[
        ("break 0x104", &[1]),
        ("break loop", &[13, 14]),
        ("break loop if r5 == 1", &[14]),
        ("break loop if instructions == 13", &[13]),
        ("break loop if clocks > 100000", &[]),
        ("break loop if 2/(r5-2) == -3", &[13]),
        ("range 0x104,0x10c", &[1, 2, 3]),
        ("range 0x105,0x10b", &[2]),
        ("range system,system", &[11, 16]),
        ("watch write 0x1000", &[3, 4]),
        ("watch change 0x1000", &[3]),
        ("watch read 0x1000", &[6]),
        ("watch access 0x1000", &[3, 4, 6]),
        ("watch access 0x1001,1", &[3, 4, 6]),
        ("watch access 0x1000,1", &[3, 4]),
        ("watch read 0x1002", &[5]),
        ("watch read 0x1003,1", &[5]),
        ("watch write 0x1003,1", &[7]),
        ("watch write 0x1002,1", &[]),
        ("watch change 0x1003,1", &[7]),
        ("watch write 0x1004,1", &[10]),
        ("watch write 0x1006,1", &[10]),
        ("watch write 0x1008", &[]),
        ("watch write 0x1004,4", &[10]),
        // LDM stores R1 and R2, which is still 0: memory does not change.
        ("watch change 0x1006,2", &[]),
        ("watch change 0x1004,2", &[10]),
        // PUSH, and what SC pushes: the identifier at 7ffa, FCW at 7ffc, PC at 7ffe.
        ("watch write 0x7ffe", &[8, 11, 16]),
        ("watch write 0x7ffc", &[11, 16]),
        ("watch write 0x7ffa", &[11, 16]),
        ("watch write 0x7ff8", &[]),
        ("watch change 0x7ffc", &[11]),
        ("watch read 0x7ffe", &[9, 12, 17]),
        // LDR reads program memory, and SC reads the vector.
        ("watch read program start", &[18]),
        ("watch read program 0xe", &[11, 16]),
        ("watch write program 0x1000", &[]),
        ("watch read start", &[]),
        ("when r2 == r5", &[15]),
        ("when r1 == 0x1234", &[2]),
        ("when r5 == 0 && r1 != 0", &[2, 15]),
        ("changes r5", &[13, 14, 15]),
        ("changes r5 > 1", &[13, 14]),
        ("changes word(0x1000)", &[3]),
        ("changes pc == loop", &[13, 15]),
        ("clock 1", &[1]),
        ("clock 7", &[1]),
        ("clock 8", &[2]),
        ("clock 14", &[2]),
        ("clock 0", &[]),
        ("exception sc", &[11, 16]),
        ("exception sc 5", &[11]),
        ("exception sc 0x7f06", &[16]),
        ("exception sc 0x7e06", &[]),
        ("exception trap", &[11, 16]),
        ("exception nvi", &[]),
        ("exception vi", &[]),
        ("exception nmi", &[]),
    ];
    for (line, moments) in rows {
        for mut interpreter in interpreters() {
            assert_eq!(stops(&mut interpreter, &[line]), *moments, "{line}");
            assert_eq!(back(&mut interpreter), *moments, "{line}, back");
        }
    }
}

/// The same hits stop on the way back, except for deleted breakpoints.
#[test]
fn hits_are_counted_and_clauses_choose_among_them() {
    let rows: &[(&[&str], &[u64])] = &[
        (&["break loop ignore 1"], &[14]),
        (&["break loop ignore 2"], &[]),
        (&["break loop once"], &[13]),
        (&["break loop if r5 == 1 once", "break loop if r5 == 2"], &[13, 14]),
        (
            &[
                "break loop if r5 == 1",
                "break loop if r5 == 1",
                "break loop if r5 == 9",
            ],
            &[14],
        ),
        (&["break loop if r5 == 9", "break loop"], &[13, 14]),
        (&["break loop", "break loop if r5 == 9"], &[13, 14]),
        (&["break loop log \"{r5}\""], &[]),
        (&["break loop", "disable 1"], &[]),
        (&["break loop", "disable 1", "enable 1"], &[13, 14]),
        (&["break 0x104", "break loop", "delete 1"], &[13, 14]),
        (&["watch write 0x1000 ignore 1"], &[4]),
        (&["watch access 0x1000 if rl3 == 0x34"], &[6]),
        (&["exception sc if r5 == 0"], &[11, 16]),
        (&["exception sc if r6 == 0 ignore 1"], &[16]),
        (&["clock 1", "clock 8", "clock 14", "clock 15"], &[1, 2, 3]),
        (&["range 0x100,0x110 if r1 == 0x1234"], &[2, 3, 4]),
    ];
    for (lines, moments) in rows {
        for mut interpreter in interpreters() {
            assert_eq!(stops(&mut interpreter, lines), *moments, "{lines:?}");
            if !lines.iter().any(|line| line.ends_with("once")) {
                assert_eq!(back(&mut interpreter), *moments, "{lines:?}, back");
            }
        }
    }
    let [mut board, _] = interpreters();
    stops(
        &mut board,
        &["break loop log \"R5 is {r5}, {1/(r5-1)}\"", "break loop ignore 5"],
    );
    let notes: Vec<String> = board
        .session
        .notes
        .kept()
        .iter()
        .map(|(_, note)| note.clone())
        .collect();
    assert_eq!(notes, ["R5 is 2, 1", "R5 is 1, <division by zero>"]);
    assert_eq!(board.session.breakpoints.list()[1].hits, 2);
}

/// A stop reports what was accessed, and by which instruction.
#[test]
fn a_stop_tells_what_was_accessed() {
    for mut interpreter in interpreters() {
        let mut said = |line: &str| {
            let answer = interpreter.execute(line, &mut |_| false).expect(line);
            (answer.text.lines().next().unwrap_or_default().to_owned(), answer.data)
        };
        said("watch access 0x1000,4");
        said("exception sc");
        for (text, access) in [
            (
                "breakpoint 1: 1000 0000 -> 1234 by the instruction at 0108",
                Some((0x108, 0x1000, 2, true, 0, 0x1234)),
            ),
            (
                "breakpoint 1: 1000 1234 -> 1234 by the instruction at 010c",
                Some((0x10C, 0x1000, 2, true, 0x1234, 0x1234)),
            ),
            (
                "breakpoint 1: 1002 read, 0000 by the instruction at 0110",
                Some((0x110, 0x1002, 2, false, 0, 0)),
            ),
            (
                "breakpoint 1: 1001 read, 34 by the instruction at 0114",
                Some((0x114, 0x1001, 1, false, 0x34, 0x34)),
            ),
            (
                "breakpoint 1: 1003 0000 -> 34 by the instruction at 0118",
                Some((0x118, 0x1003, 1, true, 0, 0x34)),
            ),
            ("breakpoint 2: SC #5", None),
            ("breakpoint 2: SC #6", None),
        ] {
            let (first, data) = said("continue");
            assert_eq!(first, text);
            let expected = access.map(|(pc, address, bytes, write, before, value)| {
                serde_json::json!({
                    "pc": pc, "address": address, "bytes": bytes, "write": write, "before": before, "value": value,
                    "device": null, "exception": null,
                })
            });
            assert_eq!(data.get("access"), expected.as_ref());
            let identifier = access.is_none().then(|| data["identifier"].as_u64());
            assert!(identifier.is_none_or(|number| number == Some(0x7F05) || number == Some(0x7F06)));
        }
        let (first, data) = said("origin 0x1000");
        assert_eq!((&first[..], data["pc"].as_u64()), ("1000 = 1234", Some(0x10C)));
        assert_eq!(said("origin 0x1003,1").1["value"], "34");
        assert_eq!(said("origin 0x1002,1").1["found"], false);
        assert_eq!(said("origin 0x1007,1").1["found"], true);
    }
}

#[test]
fn clocks_of_breakpoints_are_those_of_the_manual() {
    let line = format!("clock {BEFORE_PUSH}");
    for mut interpreter in interpreters() {
        assert_eq!(stops(&mut interpreter, &[&line]), [7]);
    }
    let line = format!("clock {}", BEFORE_PUSH + 1);
    for mut interpreter in interpreters() {
        assert_eq!(stops(&mut interpreter, &[&line]), [8]);
    }
}

/// The accesses to each word, counted by hand from the numbered instructions.
#[test]
fn words_are_counted_on_every_machine() {
    for mut interpreter in interpreters() {
        interpreter.execute("continue", &mut |_| false).expect("it halts");
        for (line, words) in [
            (
                "counts 0x1000,10 since start",
                &[(0x1000, 2, 1), (0x1002, 1, 1), (0x1004, 1, 0), (0x1006, 1, 0)][..],
            ),
            ("counts 0x1001,1 since start", &[(0x1000, 2, 1)]),
            ("counts 0x1002,1 since start", &[(0x1002, 0, 1)]),
            (
                "counts 0x7ff8,8 since start",
                &[(0x7FFA, 2, 2), (0x7FFC, 2, 2), (0x7FFE, 3, 3)],
            ),
            ("counts program 12,4 since start", &[(12, 0, 2), (14, 0, 2)]),
        ] {
            let data = interpreter.execute(line, &mut |_| false).expect(line).data;
            let rows = data["words"].as_array().expect("words").iter();
            let rows = rows.map(|row| ["address", "written", "read"].map(|field| row[field].as_u64().unwrap_or(99)));
            let expected: Vec<[u64; 3]> = words.iter().map(|&(at, written, read)| [at, written, read]).collect();
            assert_eq!(rows.collect::<Vec<_>>(), expected, "{line}");
        }
    }
}

/// A halt is reported even if a breakpoint is hit; the hit is counted.
#[test]
fn a_halt_comes_before_what_it_hits() {
    for mut interpreter in interpreters() {
        stops(&mut interpreter, &[]);
        let end = interpreter.session.now().clocks;
        interpreter.execute("goto 0", &mut |_| false).expect("the start");
        assert_eq!(stops(&mut interpreter, &[&format!("clock {end}")]), [0_u64; 0]);
        assert_eq!(interpreter.session.breakpoints.list()[0].hits, 1);
    }
}

/// A breakpoint counts from where it was set or enabled; if the session goes back beyond that, it counts from there. R5
/// counts the rounds of `loop` down.
#[test]
fn hits_are_counted_from_where_a_breakpoint_was_set_or_enabled() {
    for mut interpreter in interpreters() {
        let mut execute = |line: &str| interpreter.execute(line, &mut |_| false).expect(line).data;
        execute("continue");
        execute("goto 12");
        execute("break loop");
        let lines = ["goto 14", "back", "disable 1", "step", "enable 1", "back", "goto 14"];
        let hits = lines.map(|line| {
            execute(line);
            execute("breakpoints")["breakpoints"][0]["hits"]
                .as_u64()
                .expect("a number")
        });
        assert_eq!(hits, [2, 1, 1, 1, 0, 0, 1], "{lines:?}");
    }
}
