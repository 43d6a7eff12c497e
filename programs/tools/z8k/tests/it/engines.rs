//! Both engines side by side.

use std::fs;
use std::io::Read;
use std::process::Stdio;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use crate::commands::{check, folder};

/// The limit of a command lies in an LDIR, of 3 * 7 + 11 + 9 * 100 clocks in a turn of 942: each engine runs to its end, on
/// the board and on another machine.
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

/// One memory for everything, so that programs rewrite themselves.
const ONE_MEMORY: &str = "processor = \"z8002\"\n[[memory]]\nkind = \"ram\"\nsize = 0x10000\n[[timer]]\n";

/// Output of a program is shown while it computes, in either engine.
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
    check(
        &folder,
        &["bench", "a.s", "--machine", "units.toml"],
        0,
        "interpreter, best: ",
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
        "expected compiled, interpreter or best",
    );
    check(&folder, &["bench", "a.s", "--repeat", "2"], 0, "interpreter, median: ");
}

/// The hash of FNV-1a.
fn fnv(words: impl IntoIterator<Item = u16>) -> String {
    let mut hash: u64 = 14_695_981_039_346_656_037;
    for byte in words.into_iter().flat_map(u16::to_be_bytes) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(1_099_511_628_211);
    }
    format!("{hash:016x}")
}

/// By the data sheet: LDK 5 clocks, five DJNZ of 11, LD 7 and 11, HALT 8. The checksum is that of R0 to R15, FCW, PC, and
/// the memory of data.
#[test]
fn a_time_is_that_of_the_same_program_in_both_engines() {
    let folder = folder("engines-times");
    let source =
        "\t.word 0,0x4000,start\nstart:\tldk r1,#5\nloop:\tdjnz r1,loop\n\tld r3,#0x1234\n\tld 0x8000,r3\n\thalt\n";
    fs::write(folder.join("p.s"), source).expect("a file");
    fs::write(folder.join("m.toml"), "[[memory]]\nkind = \"ram\"\nsize = 0x10000\n").expect("a file");
    let mut words = vec![0; 16 + 2 + 0x8000];
    (words[3], words[16], words[17]) = (0x1234, 0x4000, 0x14);
    words[18 + 0x8000 / 2] = 0x1234;
    let board = fnv(words);
    for (options, hertz, seconds, engines, runs) in [
        ("", 4_000_000, 21.5e-6, &["compiled", "interpreter"][..], 1),
        (
            "--repeat 3 --clock 5MHz",
            5_000_000,
            17.2e-6,
            &["compiled", "interpreter"],
            3,
        ),
        ("--engine interpreter", 4_000_000, 21.5e-6, &["interpreter"], 1),
        ("--machine m.toml", 4_000_000, 21.5e-6, &["compiled", "interpreter"], 1),
    ] {
        let line = format!("bench p.s --format json {options}");
        let said = check(&folder, &crate::harness::words(&line), 0, "");
        let times: serde_json::Value = serde_json::from_str(&said).expect("JSON");
        let exact = ["instructions", "clocks", "clock_hz"].map(|name| times[name].as_u64());
        assert_eq!(exact, [Some(9), Some(86), Some(hertz)], "{options}");
        let checksum = times["checksum"].as_str().unwrap_or_default();
        assert_eq!(checksum == board, !options.contains("machine"), "{options}");
        assert!(
            times["chip_seconds"]
                .as_f64()
                .is_some_and(|found| (found - seconds).abs() < 1e-12),
            "{options}"
        );
        let list = times["engines"].as_array().expect("a list");
        let names: Vec<&str> = list.iter().filter_map(|engine| engine["engine"].as_str()).collect();
        assert_eq!(names, engines, "{options}");
        for engine in list {
            let [best, median] = ["best_seconds", "median_seconds"].map(|name| engine[name].as_f64().unwrap_or(-1.0));
            assert!(
                best > 0.0 && best <= median && engine["runs"] == runs,
                "{options}: {engine}"
            );
        }
        // The same as text: a line for each engine, and one more if there are several runs.
        let said = check(&folder, &crate::harness::words(&format!("bench p.s {options}")), 0, "");
        let lines: Vec<&str> = said.lines().collect();
        assert_eq!(lines[0], format!("9 instructions, 86 cycles, checksum {checksum}"));
        let which = if runs > 1 { &["best", "median"][..] } else { &["best"] };
        let begins = engines
            .iter()
            .flat_map(|engine| which.iter().map(move |which| format!("{engine}, {which}: ")));
        let begins: Vec<String> = begins.collect();
        assert_eq!(lines.len(), begins.len() + 2, "{said}");
        assert!(
            lines[1..]
                .iter()
                .zip(&begins)
                .all(|(line, begin)| line.starts_with(begin)),
            "{said}"
        );
        assert_eq!(
            lines[lines.len() - 1],
            format!("a real chip at {} MHz: 0.000 s", hertz / 1_000_000)
        );
    }
}
