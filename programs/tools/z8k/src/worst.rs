//! `z8k bench --worst`: times programs on which compiled execution could lose time, in both engines.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use cli::Format;
use cpu_time::ProcessTime;
use serde::Serialize;
use z8000::run::NoProbe;
use z8000_boards::{Connected, Description};
use z8000_translate::Choice;

use crate::bench::{End, TimedRun, interrupted, timed};
use crate::ending::INTERRUPTED;
use crate::system;

/// The folder of the programs in the source of this project.
const FOLDER: &str = "asm/bench/worst";

/// One memory for everything, so that programs may rewrite themselves.
const MACHINE: &str = "processor = \"z8002\"\n[[memory]]\nkind = \"ram\"\nsize = 0x10000\n[[serial]]\n[[timer]]\n";

/// Clocks of a short run and of a long one: about a tenth of a second of the interpreter, and five seconds.
const CLOCKS: [u64; 2] = [150_000_000, 7_000_000_000];

/// Times all programs of a folder and prints a row for each: the processor time of the interpreter, and how many times
/// as much compiled execution takes, in a short run and in a long one. Of several runs it takes the shortest.
pub(crate) fn worst(folder: Option<&Path>, repeat: u32, format: Format) -> Result<ExitCode> {
    let folder = folder.unwrap_or(Path::new(FOLDER));
    let listed = fs::read_dir(folder).map_err(cli::plain);
    let listed = listed.with_context(|| {
        format!(
            "cannot read the folder {}: specify the folder that contains the programs",
            folder.display()
        )
    })?;
    let paths: Result<Vec<PathBuf>, _> = listed.map(|entry| entry.map(|entry| entry.path())).collect();
    let mut paths = paths?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "s"));
    paths.sort();
    ensure!(
        !paths.is_empty(),
        "{}: the folder contains no source files",
        folder.display()
    );
    let text = format == Format::Text;
    if text {
        cli::print_line("                   short run             long run")?;
        cli::print_line("program      interpreter compiled  interpreter compiled")?;
    }
    let mut rows = Vec::new();
    let mut status = ExitCode::SUCCESS;
    for path in paths {
        let program = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let (Some(short), Some(long)) = (ratio(&path, CLOCKS[0], repeat)?, ratio(&path, CLOCKS[1], repeat)?) else {
            status = interrupted();
            break;
        };
        let row = Row { program, short, long };
        if text {
            cli::print_line(&row)?;
        }
        rows.push(row);
    }
    if !text {
        cli::print_line(serde_json::to_string_pretty(&rows)?)?;
    }
    Ok(status)
}

/// The times of a program.
#[derive(Serialize)]
struct Row {
    program: String,
    short: Ratio,
    long: Ratio,
}

/// The time of the interpreter for a number of clocks, and how many times as much compiled execution takes.
#[derive(Serialize)]
struct Ratio {
    interpreter_seconds: f64,
    compiled_ratio: f64,
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [short, long] = [&self.short, &self.long]
            .map(|one| format!("{:9.3} s {:8.2}", one.interpreter_seconds, one.compiled_ratio));
        write!(f, "{:12} {short}  {long}", self.program)
    }
}

/// Times a program; `None` if that was interrupted.
fn ratio(path: &Path, clocks: u64, repeat: u32) -> Result<Option<Ratio>> {
    let choices = [Choice::Interpreter, Choice::Compiled];
    let timed = timed(&choices, repeat, |choice| run(path, clocks, choice));
    let Some((_, times)) = timed.with_context(|| path.display().to_string())? else {
        return Ok(None);
    };
    let [interpreter_seconds, compiled] = [times[0][0], times[1][0]];
    Ok(Some(Ratio {
        interpreter_seconds,
        compiled_ratio: compiled / interpreter_seconds,
    }))
}

/// Runs a program, and returns the end of the run and its processor time.
fn run(path: &Path, clocks: u64, choice: Choice) -> Result<TimedRun> {
    let mut machine = Connected::new(Description::read(MACHINE, Path::new(""))?)?;
    system::load(&mut machine, path)?;
    system::run_by(&mut machine, choice)?;
    machine.start()?;
    let start = ProcessTime::now();
    let ended = system::run(&mut machine, clocks, &mut NoProbe)?;
    Ok((ended != INTERRUPTED).then(|| (End::of(&machine), start.elapsed().as_secs_f64())))
}
