//! Times the programs on which compiled execution could lose time, which are in `asm/bench/worst`, in both engines:
//! `cargo run --release -p z8000-translate --example worst`.
//!
//! Prints the processor time of the interpreter, and the ratio of the time of compiled execution to it, for a short run
//! and a long one. Each time is the shortest of several runs.

#![allow(clippy::disallowed_methods, reason = "an example is not installed")]

#[path = "lockstep/source.rs"]
mod source;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use cpu_time::ProcessTime;
use z8000::machine::Stop;
use z8000_boards::Description;
use z8000_translate::Choice;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../asm/bench/worst");

/// One memory for all address spaces, so that programs may rewrite themselves.
const MACHINE: &str = "processor = \"z8002\"\n[[memory]]\nkind = \"ram\"\nsize = 0x10000\n[[serial]]\n[[timer]]\n";

/// The clocks of a short run and of a long one: about a tenth of a second and five seconds of the interpreter's time.
const CLOCKS: [u64; 2] = [150_000_000, 7_000_000_000];

/// The number of runs of each engine.
const RUNS: usize = 3;

fn main() -> Result<()> {
    let entries = fs::read_dir(FOLDER).context(FOLDER)?;
    let paths: Result<Vec<PathBuf>, _> = entries.map(|entry| entry.map(|entry| entry.path())).collect();
    let mut paths = paths?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "s"));
    paths.sort();
    println!("                   short run             long run");
    println!("program      interpreter compiled  interpreter compiled");
    for path in paths {
        print!("{:12}", path.file_stem().unwrap_or_default().to_string_lossy());
        for clocks in CLOCKS {
            let (seconds, ratio) = times(&path, clocks).with_context(|| path.display().to_string())?;
            print!(" {seconds:9.3} s {ratio:8.2} ");
        }
        println!();
    }
    Ok(())
}

/// Returns the time of the interpreter in seconds, and the ratio of the time of compiled execution to it.
fn times(path: &Path, clocks: u64) -> Result<(f64, f64)> {
    let mut best = [f64::INFINITY; 2];
    let mut states = Vec::new();
    // The engines alternate, so that other load on the machine affects both equally.
    for _ in 0..RUNS {
        for (choice, best) in [Choice::Interpreter, Choice::Compiled].into_iter().zip(&mut best) {
            let mut machine = source::started(path, Some(Description::read(MACHINE, Path::new(""))?))?;
            machine.set_engine(choice.engine()?);
            let start = ProcessTime::now();
            let stop = machine.run(clocks)?;
            *best = best.min(start.elapsed().as_secs_f64());
            ensure!(stop == Stop::ClockLimit, "it ended with {stop:?}");
            states.push(machine.save().expect("a state"));
        }
    }
    ensure!(
        states.iter().all(|state| *state == states[0]),
        "two runs ended differently"
    );
    Ok((best[0], best[1] / best[0]))
}
