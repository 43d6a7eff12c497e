//! Both engines side by side.

use std::fs;
use std::path::Path;

use crate::commands::{check, folder};

/// A source of the repository.
fn source(name: &str) -> String {
    let asm = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../asm");
    asm.join(name).to_string_lossy().into_owned()
}

#[test]
fn the_chess_program_runs_in_both_alike() {
    let folder = folder("lockstep-chess");
    let commands = "p r1b4k/ppp2Bb1/6Pp/3pP3/1qnP1p1Q/8/PPP3P1/1K1R3R w - -\ng 10\nn 3\n";
    fs::write(folder.join("keys"), commands).expect("a file");
    let program = source("bcp.s");
    let arguments = ["lockstep", &program, "--input", "keys"];
    check(&folder, &arguments, 0, "no difference: waits for input");
}

#[test]
fn the_benchmark_runs_in_both_alike() {
    let folder = folder("lockstep-mix");
    let program = source("bench/mix.s");
    let arguments = ["lockstep", &program, "--instructions", "20000000"];
    check(&folder, &arguments, 0, "20000000 instructions, no difference: stopped");
}

/// Five million instructions of random programs, with everything that can go wrong.
fn random(seeds: [&str; 2]) {
    let folder = folder(&format!("lockstep-random-{}", seeds[0]));
    for seed in seeds {
        let arguments = ["lockstep", "--random", "2500000", "--seed", seed];
        check(&folder, &arguments, 0, "no difference");
    }
}

#[test]
fn random_programs_run_in_both_alike() {
    random(["1", "2"]);
}

#[test]
fn more_random_programs_run_in_both_alike() {
    random(["3", "4"]);
}

#[test]
fn an_engine_is_chosen_by_name() {
    let folder = folder("engines");
    fs::write(
        folder.join("a.s"),
        "\t.text\n\t.org 0\n\t.word 0,0x4000,6\n\tldk r1,#5\n\thalt\n",
    )
    .expect("a file");
    for engine in ["compiled", "interpreter", "best"] {
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
        "write compiled, interpreter or best",
    );
    check(&folder, &["bench", "a.s", "--repeat", "2"], 0, "interpreter, median: ");
    check(&folder, &["lockstep"], 2, "<PROGRAM>");
}
