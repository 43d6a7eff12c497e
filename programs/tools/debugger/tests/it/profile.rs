//! Profiles of small programs, compared with clocks added by hand from the manual.

use z8000::machine::Stop;
use z8000_debugger::profile::{Profiler, RoutineRow};
use z8000_debugger::session::{Goal, Session};

use crate::common::{HEAD, program};

/// Clocks: LD R,#imm 7, CALL 12, CALR 10, RET 10, RET cc 10 taken and 7 not, DEC 4, JP 7, NOP 7,
/// HALT 8.
const SOURCE: &str = "
start:  ld      r15,#0x8000     ! 7
        ld      r1,#2           ! 7
        call    down            ! 12
        calr    twice           ! 10
        halt                    ! 8

! calls itself until R1 is 0
down:   dec     r1,#1           ! 4
        ret     z               ! 10 taken, 7 not
        calr    down            ! 10
        ret                     ! 10

twice:  nop                     ! 7
        jp      once            ! 7

! once - is jumped to.
once:   nop                     ! 7
        ret                     ! 10
";

/// Runs a program to its halt, and returns its profile.
fn profiled(source: &str) -> (Profiler, z8000_debugger::program::Program) {
    let program = program(&format!("{HEAD}{source}"));
    let mut board = program.machine().clone();
    let mut profiler = Profiler::new(&program);
    let stop = board
        .run_with(1_000_000, false, &mut profiler)
        .expect("a sound program");
    assert_eq!(stop, Stop::Halted);
    assert_eq!(profiler.total(), board.clocks());
    (profiler, program)
}

#[test]
fn clocks_and_calls_are_those_added_up_by_hand() {
    let (profiler, _) = profiled(SOURCE);
    let report = profiler.report();
    // start: 7+7+12+10+8 = 44. down, outer: 4+7+10+10 = 31, inner: 4+10 = 14.
    // twice: 7+7 = 14, once: 7+10 = 17.
    let rows: Vec<(&str, u64, u64, u64)> = report
        .routines
        .iter()
        .map(|row| (row.routine.as_str(), row.calls, row.inclusive, row.exclusive))
        .collect();
    assert_eq!(
        rows,
        [
            ("start", 1, 120, 44),
            ("down", 2, 45, 45),
            ("twice", 1, 31, 14),
            ("once", 1, 17, 17),
        ]
    );
    assert_eq!(report.clocks, 120);
}

#[test]
fn folded_stacks_tell_the_ways() {
    let (profiler, _) = profiled(SOURCE);
    assert_eq!(
        profiler.folded(),
        "start 44\nstart;down 31\nstart;down;down 14\nstart;twice 14\nstart;twice;once 17\n"
    );
}

/// Stacks are sorted by name, not by their first calls.
#[test]
fn folded_stacks_are_sorted() {
    let source = "start: ld r15,#0x8000\n calr zero\n calr all\n halt\nzero: ret\nall: calr zero\n ret\n";
    // start: 7+7+10+10+8, all: 10+10, zero: 10 each time.
    assert_eq!(
        profiled(source).0.folded(),
        "start 35\nstart;all 20\nstart;all;zero 10\nstart;zero 10\n"
    );
}

#[test]
fn lines_and_the_listing_have_the_same_clocks() {
    let (profiler, program) = profiled(SOURCE);
    let lines = profiler.lines(&program);
    assert_eq!(lines.iter().map(|line| line.clocks).sum::<u64>(), 120);
    let dec = lines.iter().find(|line| line.text.starts_with("down:"));
    assert_eq!(dec.map(|line| (line.count, line.clocks)), Some((2, 8)));
    let listing = profiler.listing(&program);
    let row = listing.lines().find(|line| line.contains("down:"));
    assert_eq!(
        row.map(|row| row.split_whitespace().take(3).collect::<Vec<_>>()),
        Some(vec!["6.67", "8", "2"])
    );
}

#[test]
fn an_account_that_begins_within_a_routine_leaves_it() {
    let program = program(&format!("{HEAD}{SOURCE}"));
    let mut board = program.machine().clone();
    // Three instructions lead into the call of `down`.
    board.advance(3, &mut z8000::run::NoProbe).expect("a sound program");
    let mut profiler = Profiler::new(&program);
    board
        .run_with(1_000_000, false, &mut profiler)
        .expect("a sound program");
    // The inner `down` counts as called, the outer one as the place where the profile begins.
    assert_eq!(
        profiler.folded(),
        "down 31\ndown;down 14\nstart 18\nstart;twice 14\nstart;twice;once 17\n"
    );
}

/// Further clocks: DJNZ 11, OUT 12, IRET 13; an interrupt takes 33.
const INTERRUPTED: &str = "
start:  ld      r15,#0x8000
        ld      r0,#area
        ldctl   psap,r0
        ld      r0,#20          ! a period of 320 clocks
        out     #0xff10,r0
        ei      nvi
        call    work
        di      nvi
        clr     r0
        out     #0xff10,r0
        halt

work:   ld      r1,#100         ! 7
1:      djnz    r1,1b           ! 11 each time
        ret                     ! 10

! tick - the timer interrupts.
tick:   out     #0xff12,r0      ! 12
        iret                    ! 13

        .balign 256
area:   .space  24
        .word   0x4000, tick
";

#[test]
fn an_interrupt_is_a_call_within_what_it_interrupts() {
    let (profiler, program) = profiled(INTERRUPTED);
    let report = profiler.report();
    let row = |name: &str| report.routines.iter().find(|row| row.routine == name).expect(name);
    let (work, tick) = (row("work"), row("tick"));
    assert!((4..=5).contains(&tick.calls), "{tick:?}");
    assert_eq!((tick.inclusive, tick.exclusive), (25 * tick.calls, 25 * tick.calls));
    // The interrupt counts as called by the routine that it interrupts.
    let taking = row("taking NVI");
    assert_eq!((taking.calls, taking.exclusive), (tick.calls, 33 * tick.calls));
    assert_eq!(work.exclusive, 7 + 100 * 11 + 10);
    assert_eq!(work.inclusive, work.exclusive + taking.inclusive + tick.inclusive);
    let lines = profiler.lines(&program);
    let loops = lines.iter().find(|line| line.text.starts_with("1:")).expect("the loop");
    assert_eq!(loops.count, 100);
}

/// A handler is a routine because a vector leads to it, wherever the program status area is; and so is the target of a
/// call.
#[test]
fn a_profile_needs_no_comments_and_loses_no_clocks() {
    let source = INTERRUPTED.replace(
        "call    work\n",
        "ld      r2,#work\n        call    @r2\n        sc      #3\n",
    );
    let source = source.replace(
        "        .balign 256\narea:   .space  24\n",
        "system: nop\n        iret\n        .balign 256\narea:   .space  12\n        .word   0x4000, system\n        .space  8\n",
    );
    let bare: Vec<&str> = source.lines().filter(|line| !line.starts_with('!')).collect();
    let (with, _) = profiled(&source);
    let (without, _) = profiled(&bare.join("\n"));
    assert_ne!(source.lines().count(), bare.len());
    assert_eq!(with.report(), without.report());
    let report = without.report();
    let own: u64 = report.routines.iter().map(|row| row.exclusive).sum();
    // The whole run, as `profiled` measures it.
    assert_eq!(own, without.total());
    let names: Vec<&str> = report.routines.iter().map(|row| &*row.routine).collect();
    assert_eq!(names, ["start", "work", "taking NVI", "tick", "system"]);
    // SC takes 33 clocks, which belong to its caller, NOP 7, IRET 13.
    let system = report
        .routines
        .iter()
        .find(|row| row.routine == "system")
        .expect("a row");
    assert_eq!((system.calls, system.exclusive), (1, 20));
}

/// A routine that computes away its return address continues as itself; after a reset of the stack, a routine without a
/// caller continues. PUSH 9, ADD 7, LD 7, NOP 7, HALT 8.
#[test]
fn a_routine_continues_without_its_frame() {
    for (reset, folded) in [
        ("nop", "start 19\nstart;sub 119\n"),
        ("add r15,#22", "start 19\nstart;sub 119\n"),
        ("ld r15,#0x8000", "start 41\nstart;sub 97\n"),
    ] {
        let pushes = " push @r15,r1\n".repeat(10);
        let source = format!("start: ld r15,#0x8000\n call sub\n nop\nsub:\n{pushes} {reset}\n nop\n nop\n halt\n");
        assert_eq!(profiled(&source).0.folded(), folded, "{reset}");
    }
}

/// Routines that are active where the profile begins do not count as called in it, but include the clocks of their
/// callees.
#[test]
fn what_is_active_at_the_beginning_is_not_called() {
    let mut session = Session::new(program(&format!("{HEAD}{SOURCE}")), 4_000_000);
    session.run(&Goal::Forever, &mut |_| false);
    // Four instructions lead into the outer `down`, after its DEC.
    let report = session.profile(4).report();
    let row = |row: &RoutineRow| (row.routine.clone(), row.calls, row.inclusive, row.exclusive);
    let rows: Vec<_> = report.routines.iter().map(row).collect();
    let expected = [
        ("start", 0, 90, 18),
        ("down", 1, 41, 41),
        ("twice", 1, 31, 14),
        ("once", 1, 17, 17),
    ];
    assert_eq!(
        rows,
        expected.map(|(name, calls, all, own)| (name.to_owned(), calls, all, own))
    );
}
