//! Both engines on the same programs.

use std::fs;
use std::io::Read;
use std::process::Stdio;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use crate::commands::{check, folder};

/// The limit of clocks is reached within an LDIR of 11 + 9 * 100 clocks, in a loop of 942: each engine stops after the
/// LDIR, on the board and on another machine.
#[test]
fn the_limit_of_a_command_is_the_same_in_both() {
    let folder = folder("engines-limit");
    let program = "\t.z8002\n\t.text\n\t.word 0,0x4000,start\nstart:\tld r1,#100\n\tld r2,#0x2000\n\tld r3,#0x3000\n\
                   \tldir @r3,@r2,r1\n\tinc r4,#1\n\tjr start\n";
    fs::write(folder.join("a.s"), program).expect("a file");
    fs::write(folder.join("machine.toml"), ONE_MEMORY).expect("a file");
    fs::write(folder.join("script"), "continue\n").expect("a file");
    let limit = (942 * 3000 + 22).to_string();
    let clocks = format!("{{\"clocks\":{},\"command\":\"continue\"", 942 * 3000 + 932);
    for engine in ["best", "interpreter"] {
        for machine in [&[][..], &["--machine", "machine.toml"]] {
            let begin = [
                "debug",
                "a.s",
                "--batch",
                "script",
                "--limit-clocks",
                &limit,
                "--engine",
                engine,
            ];
            check(&folder, &[&begin[..], machine].concat(), 0, &clocks);
        }
    }
}

/// A machine with a single memory, so that programs can modify themselves.
const ONE_MEMORY: &str = "processor = \"z8002\"\n[[memory]]\nkind = \"ram\"\nsize = 0x10000\n[[timer]]\n";

/// With either engine, the output of a program appears while it computes.
#[test]
fn output_comes_before_a_long_computation() {
    let folder = folder("engines-output");
    let memory = "processor = \"z8002\"\n[[memory]]\nkind = \"ram\"\nsize = 0x10000\n[[serial]]\nstandard = true\n";
    fs::write(folder.join("one.toml"), memory).expect("a file");
    let program = "\t.text\n\t.org 0\n\t.word 0,0x4000,6\n\tldb rl0,#'!'\n\toutb 0xff03,rl0\n\
                   loop:\tinc r1,#1\n\tjr loop\n";
    fs::write(folder.join("a.s"), program).expect("a file");
    for machine in [&[][..], &["--machine", "one.toml"]] {
        for engine in ["compiled", "interpreter"] {
            let mut child = crate::environment::program(env!("CARGO_BIN_EXE_z8k"))
                .args(["run", "a.s", "--engine", engine])
                .args(machine)
                .current_dir(&folder)
                .stdin(Stdio::null())
                .stdout(Stdio::piped())
                .spawn()
                .expect("the command");
            let mut output = child.stdout.take().expect("its output");
            let (sender, shown) = mpsc::channel();
            thread::spawn(move || {
                let mut byte = [0];
                sender.send(output.read_exact(&mut byte).map(|()| byte))
            });
            let shown = shown.recv_timeout(Duration::from_secs(60));
            child.kill().expect("it still computes");
            child.wait().expect("its end");
            assert!(matches!(shown, Ok(Ok([b'!']))), "{machine:?}, {engine}: {shown:?}");
        }
    }
}

#[test]
fn behind_units_the_interpreter_runs() {
    let folder = folder("engines-units");
    let machine = "processor = \"z8001\"\n[[memory]]\nkind = \"ram\"\nsize = 0x10000\n\
                   [[mmu]]\nselect = 0x02\nenabled = true\n";
    fs::write(folder.join("units.toml"), machine).expect("a file");
    fs::write(
        folder.join("a.s"),
        "\t.z8001\n\t.text\n\t.org 0\n\t.word 0,0xc000,0,8\n\thalt\n",
    )
    .expect("a file");
    let run = ["run", "a.s", "--machine", "units.toml"];
    check(&folder, &run, 0, "halted after 1 instructions");
    check(
        &folder,
        &[&run[..], &["--engine", "compiled"]].concat(),
        1,
        "remove `--engine compiled`",
    );
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
    }
    check(
        &folder,
        &["run", "a.s", "--engine", "fast"],
        2,
        "expected compiled, interpreter or best",
    );
}
