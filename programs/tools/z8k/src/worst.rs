//! `z8k bench --worst`: programs that compiled execution could lose time with, in both engines.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use cpu_time::ProcessTime;
use z8000_boards::{Description, Machine};
use z8000_translate::Choice;

use crate::bench::{End, timed};
use crate::system;

/// The folder of the programs in the source of this project.
const FOLDER: &str = "asm/bench/worst";

/// One memory for everything, so that programs may rewrite themselves.
const MACHINE: &str = "processor = \"z8002\"\n[[memory]]\nkind = \"ram\"\nsize = 0x10000\n[[serial]]\n[[timer]]\n";

/// Clocks of a short run and of a long one: about a tenth of a second of the interpreter, and five seconds.
const CLOCKS: [u64; 2] = [150_000_000, 7_000_000_000];

/// Times all programs of a folder and prints a row for each: the processor time of the interpreter, and how many times
/// as much compiled execution takes, in a short run and in a long one. Of several runs it takes the shortest.
pub(crate) fn worst(folder: Option<&Path>, repeat: u32) -> Result<()> {
    let folder = folder.unwrap_or(Path::new(FOLDER));
    let listed = fs::read_dir(folder);
    let listed = listed.with_context(|| format!("{}: specify the folder with the programs", folder.display()))?;
    let paths: Result<Vec<PathBuf>, _> = listed.map(|entry| entry.map(|entry| entry.path())).collect();
    let mut paths = paths?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "s"));
    paths.sort();
    ensure!(!paths.is_empty(), "{}: no sources found", folder.display());
    cli::print_line("                   short run             long run")?;
    cli::print_line("program      interpreter compiled  interpreter compiled")?;
    for path in paths {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let [short, long] = [ratio(&path, CLOCKS[0], repeat)?, ratio(&path, CLOCKS[1], repeat)?];
        cli::print_line(format_args!("{name:12} {short}  {long}"))?;
    }
    Ok(())
}

/// The time of the interpreter for a number of clocks, and how many times as much compiled execution takes.
fn ratio(path: &Path, clocks: u64, repeat: u32) -> Result<String> {
    let choices = [Choice::Interpreter, Choice::Compiled];
    let timed = timed(&choices, repeat, |choice| run(path, clocks, choice));
    let (_, times) = timed.with_context(|| path.display().to_string())?;
    let [interpreter, compiled] = [times[0][0], times[1][0]];
    Ok(format!("{interpreter:9.3} s {:8.2}", compiled / interpreter))
}

/// Runs a program, and returns the end of the run and its processor time.
fn run(path: &Path, clocks: u64, choice: Choice) -> Result<(End, f64)> {
    let mut machine = Machine::new(Description::read(MACHINE, Path::new(""))?)?;
    system::load(&mut machine, path)?;
    system::run_by(&mut machine, choice)?;
    machine.start()?;
    let start = ProcessTime::now();
    machine.run(clocks)?;
    Ok((End::of(&machine), start.elapsed().as_secs_f64()))
}
