//! Engines side by side with the interpreter.

use std::fs;
use std::path::Path;

use crate::commands::{check, folder};

/// Those that are not the interpreter.
const ENGINES: [&str; 2] = ["compiled", "portable"];

/// A source of the repository.
fn source(name: &str) -> String {
    let asm = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../asm");
    asm.join(name).to_string_lossy().into_owned()
}

#[test]
fn the_chess_program_runs_alike() {
    let folder = folder("lockstep-chess");
    let commands = "p r1b4k/ppp2Bb1/6Pp/3pP3/1qnP1p1Q/8/PPP3P1/1K1R3R w - -\ng 10\nn 3\n";
    fs::write(folder.join("keys"), commands).expect("a file");
    let program = source("bcp.s");
    for engine in ENGINES {
        let arguments = ["lockstep", &program, "--input", "keys", "--engine", engine];
        check(&folder, &arguments, 0, "no difference: waits for input");
    }
}

#[test]
fn the_benchmark_runs_alike() {
    let folder = folder("lockstep-mix");
    let program = source("bench/mix.s");
    for engine in ENGINES {
        let arguments = ["lockstep", &program, "--instructions", "20000000", "--engine", engine];
        check(&folder, &arguments, 0, "20000000 instructions, no difference: stopped");
    }
}

/// Random programs, with everything that can go wrong: five million instructions.
fn random(engine: &str, seeds: [&str; 2]) {
    let folder = folder(&format!("lockstep-random-{}", seeds[0]));
    for seed in seeds {
        let arguments = ["lockstep", "--random", "2500000", "--seed", seed, "--engine", engine];
        check(&folder, &arguments, 0, "no difference");
    }
}

#[test]
fn random_programs_run_alike() {
    random("compiled", ["1", "2"]);
}

#[test]
fn more_random_programs_run_alike() {
    random("compiled", ["3", "4"]);
}

#[test]
fn random_programs_run_alike_without_a_compiler() {
    random("portable", ["5", "6"]);
}

#[test]
fn an_engine_is_chosen_by_name() {
    let folder = folder("engines");
    fs::write(
        folder.join("a.s"),
        "\t.text\n\t.org 0\n\t.word 0,0x4000,6\n\tldk r1,#5\n\thalt\n",
    )
    .expect("a file");
    for engine in ["compiled", "portable", "interpreter", "best"] {
        check(
            &folder,
            &["run", "a.s", "--engine", engine],
            0,
            "halted after 2 instructions, 13 clocks",
        );
        check(
            &folder,
            &["bench", "a.s", "--engine", engine],
            0,
            &format!("{engine}, best: "),
        );
    }
    check(
        &folder,
        &["run", "a.s", "--engine", "fast"],
        2,
        "write compiled, portable, interpreter or best",
    );
    check(&folder, &["bench", "a.s", "--repeat", "2"], 0, "interpreter, median: ");
    check(&folder, &["lockstep"], 2, "<PROGRAM>");
}
