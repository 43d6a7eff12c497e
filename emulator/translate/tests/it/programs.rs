//! Programs that are difficult for a translator. Both engines must end in the same way, and agree at every point before
//! that.

use z8000::machine::{Machine, RunError, Stop};
use z8000::run::{Engine, NoProbe};
use z8000_translate::{Choice, Habits, Translator};

use crate::pair::Pair;

/// Returns a board with a program that begins at `start`, compiled when it reaches code for the second time.
fn board(source: &str) -> Machine {
    board_with(source, Habits { often: 2, ..Habits::ASSURED })
}

fn board_with(source: &str, habits: Habits) -> Machine {
    let translator = Translator::with(habits).expect("a host with a compiler");
    crate::board::board(source, Some(Box::new(translator)))
}

/// Runs both engines in pieces of several lengths, and compares them after each piece.
fn run(board: Machine) -> Result<Option<Stop>, RunError> {
    let mut last = Ok(None);
    for piece in [1, 2, 3, 5, 7, 64, 999] {
        let mut pair = Pair::new(board.clone());
        for _ in 0..100_000 / piece {
            last = pair.advance(piece).expect("the engines agree");
            if last != Ok(None) || pair.engine.wants_input() {
                break;
            }
        }
    }
    last
}

#[test]
fn a_loop_ends_where_the_interpreter_ends_it() {
    let source = "start: ld r1,#1000\n1: add r2,r1\n xor r3,r2\n djnz r1,1b\n halt";
    assert_eq!(run(board(source)), Ok(Some(Stop::Halted)));
}

#[test]
fn registers_that_change_places_do_so_at_once() {
    let source = "start: ld r1,#500\n ld r2,#2\n1: ex r2,r3\n exb rh4,rl4\n inc r4,#1\n ex r3,r4\n djnz r1,1b\n halt";
    assert_eq!(run(board(source)), Ok(Some(Stop::Halted)));
}

#[test]
fn flags_are_there_for_whoever_asks_late() {
    // Each flag is set in one place and tested after a jump, or only in the next iteration.
    let source = "start: ld r15,#0x8000\n ld r1,#700\n\
                  1: ld r2,r1\n cp r2,#350\n jr lt,2f\n addb rl2,rh2\n jr 3f\n\
                  2: subb rl2,#7\n 3: dab rl2\n adc r3,r2\n tcc pl,r4\n tcc ov,r5\n calr 4f\n rlc r6,#1\n djnz r1,1b\n halt\n\
                  4: xorb rl3,rh3\n ret pe\n setflg c\n ret";
    assert_eq!(run(board(source)), Ok(Some(Stop::Halted)));
}

#[test]
fn a_program_may_jump_into_the_middle_of_an_instruction() {
    // The second word of LD R2,#A919 is INC R1,#10; every second iteration enters the loop there.
    let source = "start: ld r1,#0\n ld r3,#400\n1: bit r3,#0\n jr z,3f\n2: ld r2,#0xa919\n jr 4f\n\
                  3: jp 2b+2\n4: djnz r3,1b\n halt";
    let board = board(source);
    assert_eq!(run(board.clone()), Ok(Some(Stop::Halted)));
    let mut alone = board;
    assert_eq!(alone.run(u64::MAX), Ok(Stop::Halted));
    assert_eq!(alone.cpu().register(1), 10 * 200);
}

#[test]
fn a_program_may_rewrite_the_instruction_that_follows() {
    // LDR writes to program memory, alternately INC R2,#1 and INC R2,#2.
    let source = "start: ld r1,#300\n ld r4,#0xa920\n1: xor r4,#1\n ldr 2f,r4\n2: inc r2,#1\n djnz r1,1b\n halt";
    let board = board(source);
    assert_eq!(run(board.clone()), Ok(Some(Stop::Halted)));
    let mut alone = board;
    assert_eq!(alone.run(u64::MAX), Ok(Stop::Halted));
    assert_eq!(alone.cpu().register(2), 150 + 2 * 150);
}

#[test]
fn a_program_that_leaves_its_memory_is_told_from_where() {
    // The jump fails in the last iteration, when its code is already compiled.
    let source =
        "start: ld r1,#300\n1: ld r2,#2f\n cp r1,#1\n jr ne,3f\n ld r2,#0x1234\n3: jp @r2\n2: djnz r1,1b\n halt";
    let error = run(board(source)).expect_err("there is no code");
    assert!(matches!(error, RunError::OutsideProgram { pc, .. } if pc == 0x1234.into()));
    // The program ends in an instruction that simply continues.
    let source = "start: ld r1,#300\n1: djnz r1,1b\n nop";
    assert!(matches!(run(board(source)), Err(RunError::OutsideProgram { .. })));
}

#[test]
fn words_at_odd_addresses_and_at_the_ends_of_memory() {
    let source = "start: ld r1,#400\n ld r2,#0xfff1\n1: ld r3,@r2\n ldl rr4,@r2\n ldb rl6,2(r2)\n ld 0xffff(r2),r1\n\
                  ldl @r2,rr4\n add r2,#3\n djnz r1,1b\n halt";
    assert_eq!(run(board(source)), Ok(Some(Stop::Halted)));
}

#[test]
fn a_full_cache_leaves_the_rest_to_the_interpreter() {
    let source = "start: ld r1,#400\n1: bit r1,#0\n jr z,2f\n inc r2,#1\n2: bit r1,#1\n jr z,3f\n inc r3,#1\n\
                  3: djnz r1,1b\n halt";
    for traces in 0..4 {
        let habits = Habits { often: 2, length: 3, traces, steps_aside: false };
        assert_eq!(run(board_with(source, habits)), Ok(Some(Stop::Halted)));
    }
}

#[test]
fn limits_of_clocks_are_passed_by_as_much_as_in_the_interpreter() {
    let source =
        "start: ld r1,#0\n1: add r2,r1\n ldb rl3,@r2\n cpb rl3,#5\n jr gt,2f\n inc r4,#3\n2: djnz r1,1b\n halt";
    let engine = board(source);
    let mut interpreter = engine.clone();
    interpreter.set_engine(None);
    for limit in (1..200_000).step_by(977) {
        let (mut ours, mut theirs) = (engine.clone(), interpreter.clone());
        assert_eq!(ours.run(limit), theirs.run(limit));
        let end = |board: &Machine| (board.clocks(), board.steps(), board.cpu().pc(), board.cpu().fcw());
        assert_eq!(end(&ours), end(&theirs), "limit {limit}");
    }
}

#[test]
fn two_boards_with_the_same_memory_may_have_other_limits() {
    // The memory of the second board has NOPs after the program; the program of the first one ends there.
    let source = "start: ld r1,#200\n1: djnz r1,1b\n jp 2f\n2: nop\n";
    let first = board(source);
    let mut second = first.clone();
    second.load_program(0x100, &[0x7A, 0x00]);
    let mut padded = first;
    padded.load_program(0x7E, &[0, 0]);
    assert!(run(padded).is_err());
    assert!(run(second).is_err());
}

#[test]
fn the_timer_interrupts_at_the_same_instruction() {
    // The timer's period is 112 clocks; its handler accumulates the loop's state. The loop is in memory that does not
    // change.
    let source = "start: ld r15,#0x8000\n ld r0,#area\n ldctl psap,r0\n ld r0,#7\n out #0xff10,r0\n ei nvi\n\
                  ld r1,#3000\n1: add r2,r1\n xor r3,r2\n djnz r1,1b\n\
                  di nvi\n ldk r0,#0\n out #0xff10,r0\n out #0xff12,r0\n halt\n\
                  tick: out #0xff12,r0\n inc r4,#1\n add r5,r2\n rlc r5,#1\n iret\n\
                  .balign 256\narea: .space 24\n .word 0x4000, tick\n";
    assert_eq!(run(board(source)), Ok(Some(Stop::Halted)));
    let mut whole = board(source);
    assert_eq!(whole.run(u64::MAX), Ok(Stop::Halted));
    // 3,000 iterations of 4 + 4 + 11 clocks are 508 periods; each interrupt takes 33 clocks and its handler 12 + 4 + 4
    // + 6 + 13.
    let ticks = whole.cpu().register(4);
    let expected = 57_000.0 / f64::from(112 - 72);
    assert!(
        (f64::from(ticks) - expected).abs() < 15.0,
        "{ticks} ticks, not about {expected}"
    );
}

#[test]
fn a_halt_that_the_timer_may_not_end_ends_the_run() {
    let source = "start: ld r0,#7\n out #0xff10,r0\n di nvi\n halt";
    assert_eq!(run(board(source)), Ok(Some(Stop::Halted)));
}

#[test]
fn a_host_that_sets_pc_outside_the_program_sees_no_instruction() {
    let mut board = board("start: nop\n halt");
    board.cpu_mut().set_pc(0x4000);
    assert!(run(board.clone()).is_err());
    assert_eq!(board.run(u64::MAX), Err(RunError::NoCode(0x4000.into())));
    assert_eq!(board.steps(), 0);
}

/// An engine is moved to a board with another program, whose memory has changed equally often.
#[test]
fn an_engine_that_was_used_elsewhere_runs_the_program_of_its_board() {
    let mut first = board("start: ld r1,#500\n1: inc r2,#1\n djnz r1,1b\n halt");
    let engine: Box<dyn Engine> = Box::new(Translator::new().expect("a host with a compiler"));
    first.set_engine(Some(engine.clone_box()));
    assert_eq!(first.run(u64::MAX), Ok(Stop::Halted));
    let used = first.engine().expect("it has one").clone_box();
    let mut second = board("start: ld r1,#500\n1: inc r2,#3\n djnz r1,1b\n halt");
    second.set_engine(Some(used));
    assert_eq!(second.run(u64::MAX), Ok(Stop::Halted));
    assert_eq!(second.cpu().register(2), 1500);
}

#[test]
fn the_interpreter_is_chosen_by_its_name() {
    let engine = "interpreter"
        .parse::<Choice>()
        .expect("a name")
        .engine()
        .expect("it is always there");
    assert!(engine.is_none());
    assert!(
        "best"
            .parse::<Choice>()
            .expect("a name")
            .engine()
            .expect("some engine")
            .is_some()
    );
    let error = "fast".parse::<Choice>().expect_err("no such engine");
    assert_eq!(error, "unknown engine `fast`: expected compiled, interpreter or best");
}

#[test]
fn a_board_without_an_engine_takes_the_same_pieces() {
    let mut board = board("start: ld r1,#0\n1: djnz r1,1b\n halt");
    board.set_engine(None);
    assert_eq!(board.advance(100, &mut NoProbe), Ok(None));
    assert_eq!(board.steps(), 100);
}
