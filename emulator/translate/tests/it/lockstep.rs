//! Both engines side by side, in the `lockstep` example: the programs of the repository, and random ones.

#[path = "../../examples/lockstep/instruction.rs"]
mod instruction;
#[path = "../../examples/lockstep/pieces.rs"]
mod pieces;
#[path = "../../examples/lockstep/random.rs"]
mod random;
#[path = "../../examples/lockstep/source.rs"]
mod source;

use std::path::Path;

use z8000_boards::Description;

/// Returns the path of a file in the repository.
fn file(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)
}

fn described(text: &str) -> Description {
    Description::read(text, Path::new("")).expect("a description")
}

#[test]
fn the_chess_program_runs_in_both_alike() {
    let mut board = source::started(&file("asm/bcp.s"), None).expect("a program");
    board.send(
        0,
        b"p r1b4k/ppp2Bb1/6Pp/3pP3/1qnP1p1Q/8/PPP3P1/1K1R3R w - -\ng 10\nn 3\n",
    );
    let (instructions, end) = pieces::run(board, u64::MAX).expect("no difference");
    assert_eq!(end, "waiting for input");
    assert!(instructions > 1_000_000, "{instructions}");
}

#[test]
fn the_benchmarks_run_in_both_alike() {
    let segmented = include_str!("../../../boards/machines/z8001.toml");
    for (name, description) in [("mix.s", None), ("mix-segmented.s", Some(described(segmented)))] {
        let machine = source::started(&file("asm/bench").join(name), description).expect("a program");
        for (most, end) in [(0, "stopped"), (3, "stopped"), (20_000_000, "stopped")] {
            assert_eq!(
                pieces::run(machine.clone(), most).expect("no difference"),
                (most, end),
                "{name}"
            );
        }
    }
}

/// A program on the board runs to its halt: LDK, DJNZ five times, and HALT.
#[test]
fn a_halt_is_an_end() {
    let board = crate::board::board("start: ldk r1,#5\n1: djnz r1,1b\n halt", None);
    assert_eq!(pieces::run(board, u64::MAX).expect("no difference"), (7, "halted"));
}

/// Bytes at a known offset in a segment that a register contains. On Arm, Cranelift 0.128 accessed them in the first
/// segment (CVE-2026-34971): `ldrb w0, [x4, x5]` for a shift of x5 by 16.
#[test]
fn bytes_of_other_segments_are_where_they_are() {
    let segmented = described(include_str!("../../../boards/machines/z8001.toml"));
    let machine = source::started(&file("emulator/translate/tests/it/segments.s"), Some(segmented));
    let (instructions, end) = pieces::run(machine.expect("a program"), u64::MAX).expect("no difference");
    assert_eq!((instructions, end), (40_003, "halted"));
}

/// Runs five million instructions of random programs, with all possible events.
fn random(seeds: [u64; 2]) {
    for seed in seeds {
        random::run(None, 2_500_000, seed).expect("no difference");
    }
}

#[test]
fn random_programs_run_in_both_alike() {
    random([1, 2]);
}

#[test]
fn more_random_programs_run_in_both_alike() {
    random([4, 6]);
}

/// One memory for all address spaces, so that programs rewrite themselves.
const ONE_MEMORY: &str = "processor = \"z8002\"\n[[memory]]\nkind = \"ram\"\nsize = 0x10000\n[[timer]]\n";

/// ROM at the bottom, RAM at the top, a segment with separate program and data memory, one for system mode only, and an
/// empty one.
const PARTS: &str = "processor = \"z8001\"\n[[timer]]\n\
    [[memory]]\nkind = \"rom\"\nsize = 0x8000\n[[memory]]\nkind = \"ram\"\nstart = 0x8000\nsize = 0x8000\n\
    [[memory]]\nkind = \"ram\"\nstart = 0x10000\nsize = 0x10000\nspace = \"program\"\n\
    [[memory]]\nkind = \"ram\"\nstart = 0x10000\nsize = 0x10000\nspace = \"data\"\n\
    [[memory]]\nkind = \"ram\"\nstart = 0x20000\nsize = 0x4000\nmode = \"system\"\n";

#[test]
fn random_programs_run_in_both_alike_on_machines_from_descriptions() {
    for (text, instructions) in [(ONE_MEMORY, 650_000), (PARTS, 500_000)] {
        for seed in [1, 31] {
            random::run(Some(&described(text)), instructions, seed).expect("no difference");
        }
    }
}

/// A seed selects the same programs on every machine, because reports contain the seed.
#[test]
fn a_seed_stands_for_the_same_programs() {
    let machine = described(
        "processor = \"z8001\"\n[[memory]]\nkind = \"ram\"\nsize = 0x10000\n[[memory]]\nkind = \"ram\"\n\
         start = 0x10000\nsize = 0x10000\n[[timer]]\n",
    );
    for (description, least, seed, [instructions, programs, interrupts, ends]) in [
        (None, 0, 1, [0, 0, 0, 0]),
        (None, 150_000, 3, [225_156, 2, 69, 323]),
        (None, 20_000, 4, [100_061, 1, 38, 143]),
        (Some(&machine), 150_000, 3, [219_902, 2, 26, 37]),
        (Some(&machine), 20_000, 4, [113_173, 1, 17, 3]),
    ] {
        let tried = random::run(description, least, seed).expect("no difference");
        let expected = format!(
            "{instructions} instructions, no difference: {programs} programs, {interrupts} interrupts, {ends} runs ended \
             by a halt, an undefined word or an address outside memory"
        );
        assert_eq!(tried.to_string(), expected);
    }
}
