//! `z8k bench`: the time that the emulator needs for a program, and the time that a chip would need.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use cli::Format;
use cpu_time::ProcessTime;
use serde::Serialize;
use z8000::machine::{Address, Clock, Look as _, Machine};
use z8000::run::NoProbe;
use z8000_translate::Choice;

use crate::debug::DataMemory;
use crate::ending::{HALTED, INTERRUPTED};
use crate::run;
use crate::system::{self, DescribedMachine};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Program, in any form that `z8k run` accepts.
    #[arg(required_unless_present = "machine")]
    program: Option<PathBuf>,
    #[command(flatten)]
    described: DescribedMachine,
    #[command(flatten)]
    memory: DataMemory,
    /// Number of runs per engine; the best and median times are printed.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    repeat: u32,
    /// Clock rate of the real chip to compare with.
    #[arg(long, value_name = "CLOCK", default_value = "4MHz")]
    clock: Clock,
    /// Time only this engine: compiled, interpreter or best. By default, all available engines are timed.
    #[arg(long, value_name = "NAME")]
    engine: Option<Choice>,
    /// Input file for the serial port.
    #[arg(long, value_name = "FILE", conflicts_with = "machine")]
    input: Option<PathBuf>,
    /// Output format of the timings.
    #[arg(short, long, value_enum, default_value = "text")]
    format: Format,
}

pub(crate) fn bench(arguments: &Arguments) -> Result<ExitCode> {
    let (described, program) = (&arguments.described, arguments.program.as_deref());
    let input = match &arguments.input {
        Some(input) => cli::read(input)?,
        None => Vec::new(),
    };
    let fresh = || run::started(described, program, &arguments.memory, Some(&input));
    let two = fresh()?.takes_engine();
    bench_by(arguments, two, |choice| {
        let mut machine = fresh()?;
        system::run_by(&mut machine, choice)?;
        let start = ProcessTime::now();
        let ended = system::run(&mut machine, u64::MAX, &mut NoProbe)?;
        let seconds = start.elapsed().as_secs_f64();
        match ended {
            HALTED => Ok(Some((End::of(&machine), seconds))),
            INTERRUPTED => Ok(None),
            _ => bail!(
                "the program is waiting for input instead of halting; provide input with --input FILE, or with `input` \
                 in the description of a machine"
            ),
        }
    })
}

/// The end of a run, and the processor time that it took in seconds; `None` if it was interrupted.
type TimedRun = Option<(End, f64)>;

/// The end of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct End {
    instructions: u64,
    clocks: u64,
    checksum: u64,
}

impl End {
    /// The end of a run. The checksum depends on all registers, FCW and the whole memory; without segments, on that of
    /// data.
    fn of(machine: &Machine) -> Self {
        let cpu = machine.cpu();
        let bytes: Vec<u8> = match machine.has_segments() {
            true => machine.world().banks().bytes().to_vec(),
            false => (0..=u16::MAX)
                .map(|at| machine.byte(false, Address::flat(at)))
                .collect(),
        };
        let registers = (0..16).map(|n| cpu.register(n)).chain([cpu.fcw().bits(), cpu.pc()]);
        Self {
            instructions: machine.instructions(),
            clocks: machine.clocks(),
            checksum: fnv(registers.flat_map(u16::to_be_bytes).chain(bytes)),
        }
    }
}

/// The times of a program.
#[derive(Serialize)]
struct Times {
    instructions: u64,
    clocks: u64,
    checksum: String,
    clock_hz: u64,
    chip_seconds: f64,
    engines: Vec<Speed>,
}

/// The processor time of an engine: that of the shortest run, and the median of all.
#[derive(Serialize)]
struct Speed {
    engine: String,
    best_seconds: f64,
    median_seconds: f64,
    runs: usize,
}

/// Times the engines, of which there is one or two, and prints the figures. `run` runs the program to its end.
fn bench_by(arguments: &Arguments, two: bool, run: impl FnMut(Choice) -> Result<TimedRun>) -> Result<ExitCode> {
    let choices = match arguments.engine {
        Some(choice) => vec![choice],
        None if two && Choice::Compiled.engine().is_ok() => vec![Choice::Compiled, Choice::Interpreter],
        None => vec![Choice::Interpreter],
    };
    let Some((End { instructions, clocks, checksum }, times)) = timed(&choices, arguments.repeat, run)? else {
        cli::warn("interrupted: no run finished, so there are no times");
        return Ok(ExitCode::from(cli::interrupt::status()));
    };
    let speed = |(choice, seconds): (&Choice, &Vec<f64>)| Speed {
        engine: choice.to_string(),
        best_seconds: seconds[0],
        median_seconds: seconds[seconds.len() / 2],
        runs: seconds.len(),
    };
    let times = Times {
        instructions,
        clocks,
        checksum: format!("{checksum:016x}"),
        clock_hz: arguments.clock.hertz(),
        chip_seconds: arguments.clock.seconds(clocks),
        engines: choices.iter().zip(&times).map(speed).collect(),
    };
    match arguments.format {
        Format::Text => cli::print(times.text(arguments.clock))?,
        Format::Json => cli::print_line(serde_json::to_string_pretty(&times)?)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Runs a program `repeat` times by each engine. Returns how all runs ended, and the times of each engine, the shortest
/// first; `None` if it was interrupted before each had run once.
fn timed(
    choices: &[Choice],
    repeat: u32,
    mut run: impl FnMut(Choice) -> Result<TimedRun>,
) -> Result<Option<(End, Vec<Vec<f64>>)>> {
    let mut times = vec![Vec::new(); choices.len()];
    let mut first = None;
    // In turns, so that other load on the machine affects all equally.
    for _ in 0..repeat {
        for (choice, times) in choices.iter().zip(&mut times) {
            let Some((end, seconds)) = run(*choice)? else {
                return Ok(None);
            };
            times.push(seconds);
            let first = first.get_or_insert(end);
            ensure!(
                end == *first,
                "two runs ended differently: {first:x?} and {end:x?}; this is a bug in z8k; please report it"
            );
        }
    }
    for times in &mut times {
        times.sort_by(f64::total_cmp);
    }
    Ok(Some((first.context("no engine was timed")?, times)))
}

impl Times {
    fn text(&self, clock: Clock) -> String {
        let Self { instructions, clocks, checksum, .. } = self;
        let mut text = format!("{instructions} instructions, {clocks} cycles, checksum {checksum}\n");
        for Speed { engine, best_seconds, median_seconds, runs } in &self.engines {
            let line = |which: &str, seconds| speed(&format!("{engine}, {which}"), seconds, *instructions, *clocks);
            text += &line("best", *best_seconds);
            if *runs > 1 {
                text += &line("median", *median_seconds);
            }
        }
        text + &format!("a real chip at {clock}: {:.3} s\n", self.chip_seconds)
    }
}

/// The speed of a run, from the processor time that it took.
fn speed(which: &str, seconds: f64, instructions: u64, clocks: u64) -> String {
    let millions = |count: u64| count as f64 / seconds / 1e6;
    format!(
        "{which}: {seconds:.3} s of processor time, {:.0} million instructions/s, {:.0} million cycles/s\n",
        millions(instructions),
        millions(clocks)
    )
}

fn fnv(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xCBF2_9CE4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3)
    })
}
