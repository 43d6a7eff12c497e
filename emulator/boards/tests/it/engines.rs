//! Machines run by native code against the interpreter: programs that native code could stumble over in memory that
//! they write to themselves, and in segments.

use std::fs;
use std::path::Path;

use z8000::cpu::Cpu;
use z8000::run::{Engine, Pair, Subject};
use z8000_boards::{Description, Ended, Machine};
use z8000_translate::{Choice, Habits, compiled};

use crate::common::{folder, machine, parts};

/// A Z8001 with three segments: all RAM for everything; ROM and RAM with a hole between; a memory for the program and
/// another for data.
const Z8001: &str = "\
processor = \"z8001\"
[[memory]]
kind = \"ram\"
size = 0x10000
[[memory]]
kind = \"rom\"
start = 0x10000
size = 0x4000
[[memory]]
kind = \"ram\"
start = 0x18000
size = 0x4000
[[memory]]
kind = \"ram\"
start = 0x20000
size = 0x10000
space = \"program\"
[[memory]]
kind = \"ram\"
start = 0x20000
size = 0x10000
space = \"data\"
[[serial]]
standard = true
[[timer]]
";

/// A Z8002 with one memory for everything.
const Z8002: &str = "processor = \"z8002\"\n[[memory]]\nkind = \"ram\"\nsize = 0x10000\n[[timer]]\n";

/// Compiled as soon as the program has come anywhere twice.
fn eager() -> Box<dyn Engine> {
    let habits = Habits {
        often: 2,
        ..Habits::ASSURED
    };
    compiled(habits).expect("a host with a compiler")
}

/// A machine with a program.
fn started(text: &str, source: &str) -> Machine {
    let mut machine = machine(text, Path::new(""));
    machine.load(&parts(&format!("{source}\n"))).expect("memory for it");
    machine.start();
    machine
}

/// A program with its status behind a reset; on a Z8001 it begins in segmented mode.
fn whole(text: &str, source: &str) -> String {
    let status = if text == Z8001 {
        ".z8001\n .text\n .org 0\n .word 0, 0xc000, 0, start"
    } else {
        ".z8002\n .text\n .org 0\n .word 0, 0x4000, start"
    };
    format!("{status}\n{source}")
}

/// Runs a program in both; returns the processor at the halt.
fn run(text: &str, source: &str) -> Cpu {
    run_on(text, &whole(text, source))
}

/// Runs a program in pieces of every length in both, and compares them after each.
fn run_on(text: &str, source: &str) -> Cpu {
    let mut ends = Vec::new();
    for piece in [1, 3, 64, 999] {
        let mut machine = started(text, source);
        machine.set_engine(Some(eager()));
        let mut pair = Pair::new(machine.alone());
        let mut halted = false;
        for _ in 0..40_000 / piece {
            halted = pair.advance(piece).expect("the engines agree").expect("it goes on");
            if halted {
                break;
            }
        }
        assert!(halted, "it comes to its end");
        ends.push(pair.engine.cpu().clone());
    }
    assert!(ends.iter().all(|end| *end == ends[0]));
    ends.remove(0)
}

#[test]
fn a_loop_calls_a_routine_in_another_segment() {
    // Both begin at the same offset, so that the segment alone tells them apart.
    let source = "start: ldl rr14,#0x80008000\n jp begin\n .org 0x100\n\
                  begin: ld r1,#300\n1: call far\n djnz r1,1b\n halt\n\
                  .org 0x20100\nfar: add r2,r1\n push @rr14,r2\n pop r3,@rr14\n ret";
    let cpu = run(Z8001, source);
    assert_eq!(cpu.register(2), (1..=300).sum::<u16>());
    assert_eq!(cpu.register(3), cpu.register(2));
    assert_eq!(cpu.pc_segment(), 0);
}

#[test]
fn a_program_may_rewrite_the_instruction_that_follows() {
    // INC R2,#1 and INC R2,#2 in turn.
    let source = "start: ld r1,#300\n ld r4,#0xa920\n1: xor r4,#1\n ld 2f,r4\n2: inc r2,#1\n djnz r1,1b\n halt";
    for text in [Z8001, Z8002] {
        assert_eq!(run(text, source).register(2), 150 + 2 * 150);
    }
}

#[test]
fn a_program_may_rewrite_what_it_has_just_run() {
    // The store changes an instruction behind which the program is, for the next round: also in the round in which the
    // trace is made.
    let source = "start: ld r1,#300\n ld r4,#0xa920\n1: nop\n2: inc r2,#1\n inc r5,#1\n xor r4,#1\n ld 2b,r4\n\
                  bit r1,#3\n jr z,3f\n inc r6,#1\n3: djnz r1,1b\n halt";
    // A920 and A921 are INC R2,#1 and INC R2,#2; the first round has the instruction as it was assembled.
    for text in [Z8001, Z8002] {
        assert_eq!(run(text, source).register(2), 1 + 150 * 2 + 149);
    }
}

#[test]
fn a_program_may_rewrite_what_replaces_its_flags() {
    // Behind the jump the flags of CP are replaced by ADD, before TCC asks for them: unless the store has made a NOP of
    // ADD, as in every other round.
    let source = "start: ld r1,#300\n ld r6,#0x8d07\n ld r7,#0x8155\n1: ex r6,r7\n cp r1,r8\n jr 3f\n nop\n\
                  3: ld 4f,r6\n4: add r5,r5\n ldk r9,#0\n tcc eq,r9\n add r2,r9\n djnz r1,1b\n halt";
    // 8155 is ADD R5,R5: R5 is 0, so that the sum is 0 and EQ holds. With NOP it does not, R1 being never 0.
    assert_eq!(run(Z8002, source).register(2), 150);
    assert_eq!(run(Z8001, source).register(2), 150);
}

#[test]
fn a_place_may_hold_one_routine_after_another() {
    // Each round copies one of two routines to the same place and runs it a few times.
    let source = "start: ld r15,#0x8000\n ld r1,#40\n ld r6,#one\n ld r7,#two\n\
                  1: ex r6,r7\n ld r8,r6\n ld r9,#place\n ld r10,#4\n ldir @r9,@r8,r10\n\
                  ld r3,#10\n2: call place\n djnz r3,2b\n djnz r1,1b\n halt\n\
                  one: add r2,#3\n ret\n nop\ntwo: inc r2,#1\n inc r2,#1\n ret\n nop\n .org 0x300\nplace: .space 16";
    assert_eq!(run(Z8002, source).register(2), 10 * (20 * 3 + 20 * 2));
}

#[test]
fn data_may_lie_beside_the_code() {
    let source = "start: ld r1,#500\n1: inc count,#1\n ld r2,count\n ld r4,sum\n add r4,r2\n ld sum,r4\n djnz r1,1b\n ld r3,sum\n halt\n\
                  count: .word 0\nsum: .word 0";
    assert_eq!(run(Z8002, source).register(3), (1..=500_u32).sum::<u32>() as u16);
    run(Z8001, source);
}

#[test]
fn stores_to_rom_and_to_no_memory_change_nothing() {
    // In segment 1 there is ROM to 3FFF, nothing to 7FFF, RAM to BFFF; segment 3 has nothing at all.
    let source = "start: ld r1,#200\n ldl rr2,#0x81000000\n ldl rr4,#0x83000000\n\
                  1: ld rr2(#0x100),r1\n ld rr2(#0x5000),r1\n ld rr2(#0x9000),r1\n ld rr4(#0x100),r1\n\
                  ld r6,rr2(#0x100)\n ld r7,rr2(#0x5000)\n ld r8,rr2(#0x9000)\n ld r9,rr4(#0x100)\n djnz r1,1b\n halt";
    let cpu = run(Z8001, source);
    assert_eq!([6, 7, 8, 9].map(|n| cpu.register(n)), [0xFFFF, 0xFFFF, 1, 0xFFFF]);
}

#[test]
fn a_call_may_push_where_no_ram_is() {
    // The stack is in RAM and in ROM in turns. From ROM, RET takes FFFF for its address; at FFFE, JR goes to 0080.
    let text = "processor = \"z8002\"\n[[memory]]\nkind = \"ram\"\nsize = 0x8000\n\
                [[memory]]\nkind = \"rom\"\nstart = 0x8000\nsize = 0x1000\n\
                [[memory]]\nkind = \"ram\"\nstart = 0xf000\nsize = 0x1000\n";
    let source = "start: ld r1,#300\n ld r6,#0x7000\n ld r7,#0x8800\n1: ex r6,r7\n ld r15,r6\n calr sub\n inc r2,#1\n jr 3f\n\
                  .org 0x80\n inc r3,#1\n3: djnz r1,1b\n halt\nsub: add r4,r1\n ret\n .org 0xfffe\n .word 0xe840";
    let cpu = run(text, source);
    assert_eq!([2, 3].map(|n| cpu.register(n)), [150, 150]);
}

#[test]
fn what_was_stored_is_loaded_again() {
    // Words and bytes that overlap, through registers that turn out to name the same place, and by other registers.
    let source = "start: ld r1,#400\n ld r8,#0x4000\n1: ld r9,r8\n ld @r8,r1\n ldb rl2,1(r8)\n ld @r9,#0x1234\n ld r3,@r8\n\
                  add r4,r3\n ldb 2(r8),rl1\n ld 2(r9),r4\n ldb 3(r8),rh1\n ld r5,2(r8)\n xor r6,r5\n\
                  pushl @r8,rr4\n pop r10,@r8\n inc @r8,#3\n pop r11,@r8\n add r12,r11\n sub r12,r10\n\
                  ldm @r8,r2,#4\n ldl rr10,2(r8)\n add r13,r11\n djnz r1,1b\n halt";
    run(Z8002, source);
}

#[test]
fn program_and_data_may_be_apart() {
    // The word at <<2>>200 is another one for LDR, which reads the program, than for LD.
    let source = "start: ldl rr14,#0x80008000\n ld r1,#300\n jp far\n .org 0x20100\n\
                  far: ld <<2>>0x200,r1\n ldr r3,there\n ld r4,<<2>>0x200\n add r5,r3\n add r6,r4\n djnz r1,far\n halt\n\
                  .org 0x20200\nthere: .word 7";
    let cpu = run(Z8001, source);
    assert_eq!(cpu.register(5), 7 * 300);
    assert_eq!(cpu.register(6), (1..=300_u32).sum::<u32>() as u16);
}

#[test]
fn non_segmented_code_stays_in_its_segment() {
    // LDPS goes to <<2>>100 without segmented mode; there, @R3 is in segment 2.
    let source = "start: ldps status\n .org 0x80\nstatus: .word 0, 0x4000, 0x8200, 0x100\n\
                  .org 0x20100\n .z8002\n ld r1,#300\n ld r3,#0x400\n1: ld @r3,r1\n add r2,@r3\n djnz r1,1b\n halt";
    let cpu = run(Z8001, source);
    assert_eq!(cpu.register(2), (1..=300_u32).sum::<u32>() as u16);
    assert_eq!(cpu.pc_segment(), 2);
}

#[test]
fn normal_mode_has_code_of_its_own() {
    // The same loop in system mode and in normal mode, which sees other memory in segment 1; SC comes back.
    let text = "processor = \"z8001\"\n[[memory]]\nkind = \"ram\"\nsize = 0x10000\n\
                [[memory]]\nkind = \"ram\"\nstart = 0x10000\nsize = 0x8000\nmode = \"system\"\n\
                [[memory]]\nkind = \"ram\"\nstart = 0x10000\nsize = 0x8000\nmode = \"normal\"\n";
    let source = "start: ldl rr14,#0x80007000\n ldk r0,#0\n ldctl psapseg,r0\n ld r0,#area\n ldctl psapoff,r0\n ld r1,#60\n\
                  again: calr sum\n ldctl r0,fcw\n res r0,#14\n ldctl fcw,r0\n ldl rr14,#0x80006000\n calr sum\n sc #0\n\
                  djnz r1,again\n ld r7,<<1>>0x1000\n halt\n\
                  sum: ld r3,#20\n1: inc <<1>>0x1000,#1\n ld r4,<<1>>0x1000\n add r2,r4\n djnz r3,1b\n ret\n\
                  back: inc r15,#4\n popl rr4,@rr14\n jp @rr4\n\
                  .balign 256\narea: .space 24\n .word 0, 0xc000, 0, back";
    let cpu = run_on(
        text,
        &format!(".z8001\n .text\n .org 0\n .word 0, 0xc000, 0, start\n{source}"),
    );
    // Each mode counts for itself, and both add up.
    assert_eq!(cpu.register(7), 60 * 20);
    assert_eq!(cpu.register(2), (2 * (1..=1200_u32).sum::<u32>()) as u16);
}

#[test]
fn a_copy_does_not_run_the_code_of_what_it_is_a_copy_of() {
    // INC R2,#1 in a loop; the copy gets INC R2,#3 from outside, and is run by the same engine.
    let source = "start: ld r1,#1000\n1: inc r2,#1\n djnz r1,1b\n halt";
    let mut machine = started(Z8002, &whole(Z8002, source));
    machine.set_engine(Some(eager()));
    let mut first = machine.alone();
    first.advance(1000).expect("it goes on");
    let mut second = first.clone();
    // Behind the status at 0 and LD R1,#1000.
    second.put(0x0A, &[0xA9, 0x22]);
    for machine in [&mut first, &mut second] {
        assert_eq!(machine.advance(10_000), Ok(true));
    }
    assert_eq!(first.cpu().register(2), 1000);
    // 1,000 instructions are LD, and 499 and a half rounds.
    assert_eq!(second.cpu().register(2), 500 + 3 * 500);
}

/// A machine whose program sends what it receives, by 13 letters further on, to a file, and works a while in between.
fn echo(name: &str) -> (std::path::PathBuf, Description) {
    let folder = folder(name);
    fs::write(folder.join("in"), "Gur dhvpx oebja sbk.").expect("a file");
    let text = format!("{Z8002}[[serial]]\ninput = \"in\"\noutput = \"out\"\n");
    let description = Description::read(&text, &folder).expect("a description");
    (folder, description)
}

const ECHO: &str = "start: inb rl0,#0xff01\n bitb rl0,#0\n jr z,start\n inb rl0,#0xff03\n ld r1,#700\n\
                    1: add r2,r1\n xor r3,r2\n djnz r1,1b\n cpb rl0,#'a'\n jr ult,2f\n cpb rl0,#'n'\n jr ult,3f\n\
                    subb rl0,#26\n3: addb rl0,#13\n2: outb #0xff03,rl0\n cpb rl0,#'.'\n jr ne,start\n halt";

#[test]
fn limits_input_and_output_are_where_they_were() {
    let source = format!("{}\n", whole(Z8002, ECHO));
    let mut runs = Vec::new();
    for (name, choice) in [
        ("engines-native", Choice::Compiled),
        ("engines-interpreted", Choice::Interpreter),
    ] {
        let (folder, description) = echo(name);
        let mut machine = Machine::new(description).expect("a machine");
        machine.load(&parts(&source)).expect("memory for it");
        machine.start();
        machine.set_engine(choice.engine().expect("a host with a compiler"));
        let mut seen = Vec::new();
        for limit in (1..u64::MAX).step_by(10_007) {
            let ended = machine.run(limit).expect("it runs");
            seen.push((ended, machine.clocks(), machine.instructions(), machine.save()));
            if ended != Ended::ClockLimit {
                break;
            }
        }
        let output = fs::read(folder.join("out")).expect("the output");
        assert_eq!(String::from_utf8(output).expect("letters"), "Ghe quick brown fox.");
        runs.push(seen);
    }
    assert!(runs[0] == runs[1], "they differ");
    assert!(runs[0].len() > 20, "limits cut the run");
}

#[test]
fn a_running_timer_does_not_show_in_a_repetition() {
    // LDIR writes NOP over itself and what follows, up to the halt; the timer runs down within it, and nobody listens.
    let source = |period| {
        format!(
            "start: ld r0,#{period}\n out #0xff10,r0\n ld r1,#from\n ld r2,#here\n ld r3,#100\n\
             here: ldir @r2,@r1,r3\n .space 196\n halt\nfrom: .rept 100\n nop\n .endr"
        )
    };
    let run = |period: u16, engine: Option<Box<dyn Engine>>| {
        let mut machine = started(Z8002, &whole(Z8002, &source(period)));
        machine.set_engine(engine);
        assert_eq!(machine.run(100_000).expect("it runs"), Ended::Halted);
        (machine.clocks(), machine.instructions(), machine.cpu().register(3))
    };
    // LD #7 four times, OUT 12, LDIR 11 + 9n, 98 NOPs behind it of 7, HALT 8.
    let printed = 4 * 7 + 12 + 11 + 100 * 9 + 98 * 7 + 8;
    for period in [0, 1, 3, 50] {
        for engine in [None, Some(eager())] {
            assert_eq!(run(period, engine), (printed, 6 + 98 + 1, 0), "period {period}");
        }
    }
}

/// Programs of `asm/bench/worst`, with the part of their instructions that native code runs at least, in hundredths.
const WORST: [(&str, u64); 14] = [
    ("beside", 95),
    ("blocks", 0),
    ("branches", 80),
    ("calls", 0),
    ("changed", 0),
    ("copied", 0),
    ("interrupts", 0),
    ("moving", 0),
    ("operand", 0),
    ("phases", 35),
    ("ports", 0),
    ("privileged", 0),
    ("routines", 0),
    ("straight", 0),
];

/// What the engine costs in instructions of the interpreter, about: a call of code four, a step three, an eighth where
/// jumps are counted, 5,000 for each instruction that is compiled. On no program is that more than a tenth of what the
/// interpreter alone would have done, beside what native code saves.
#[test]
fn an_engine_costs_little_where_it_gains_nothing() {
    for (name, natively) in WORST {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../asm/bench/worst/{name}.s"));
        let mut machine = machine(Z8002, Path::new(""));
        let source = std::fs::read_to_string(path).expect("a program");
        machine.load(&parts(&source)).expect("memory for it");
        machine.start();
        machine.set_engine(Some(compiled(Habits::default()).expect("a host with a compiler")));
        assert_eq!(machine.run(150_000_000).expect("it runs"), Ended::ClockLimit);
        let (work, instructions) = (machine.work(), machine.instructions());
        let cost = 4 * work.entries + 3 * work.steps + work.passed / 8 + 5_000 * work.compiled;
        println!("{name}: {instructions} instructions, {cost} lost: {work:?}");
        assert!(cost < instructions / 10 + work.native / 2, "{name}: {work:?}");
        assert!(100 * work.native >= natively * instructions, "{name}: {work:?}");
    }
}
