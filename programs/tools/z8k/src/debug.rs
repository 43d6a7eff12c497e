//! `z8k debug`

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use cli::Format;
use z8000::machine::Clock;
use z8000_asm::{Files, Processor};
use z8000_debugger::command::Interpreter;
use z8000_debugger::program::Program;
use z8000_debugger::session::Session;
use z8000_translate::Choice;

use crate::files::{self, OTHER_PROCESSOR};
use crate::system::{self, DescribedMachine, Loadable};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    image: Image,
    /// Execute the commands in this file, and print one line of JSON for each command instead of opening a view. `-` is
    /// standard input.
    #[arg(long, value_name = "FILE")]
    batch: Option<PathBuf>,
    /// Format of the results of --batch: text as in the full-screen view, or JSON.
    #[arg(short, long, value_enum, default_value = "json", requires = "batch")]
    format: Format,
    /// Stop each command of --batch after N clock cycles, so that a script ends even if the program does not.
    #[arg(long, value_name = "N", default_value_t = 4_000_000_000, requires = "batch")]
    limit_clocks: u64,
    /// Input file for the serial port, supplied whenever the program waits for input.
    #[arg(long, value_name = "FILE")]
    input: Option<PathBuf>,
    /// Clock rate of the emulated Z8000.
    #[arg(long, default_value = "4MHz")]
    clock: Clock,
    /// Maximum size of the history in megabytes.
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    memory: u32,
}

/// Program to debug.
#[derive(Args, Default)]
pub(crate) struct Image {
    /// Program: a source file (.s), which is assembled first; a linked program; or the raw bytes of program memory,
    /// starting at address 0.
    #[arg(required_unless_present = "machine")]
    pub(crate) program: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) described: DescribedMachine,
    /// Line map of a program given as raw bytes, as written by `z8k asm --line-map`.
    #[arg(long, value_name = "FILE")]
    pub(crate) line_map: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) memory: DataMemory,
    /// Engine to use while the debugger does not need to observe individual instructions. The values are those of `z8k
    /// run --engine`.
    #[arg(long, value_name = "NAME", default_value_t)]
    pub(crate) engine: Choice,
}

/// Data memory of a raw program.
#[derive(Args, Default, Clone)]
pub(crate) struct DataMemory {
    /// File with the raw bytes of data memory, starting at address 0, for a program given as raw bytes.
    #[arg(long, value_name = "FILE", conflicts_with = "machine")]
    pub(crate) data: Option<PathBuf>,
}

impl Image {
    /// Creates a session with the program, on the board or on a described machine; the clock rate is in hertz.
    pub(crate) fn session(&self, clock: u64) -> Result<Session> {
        if self.described.file.is_none() {
            return Ok(Session::new(self.read()?.run_by(self.engine.engine()?), clock));
        }
        let (program, map) = (self.program.as_deref(), self.line_map.as_deref());
        let (program, lines) = system::debugged(&self.described, program, map, self.engine)?;
        Ok(Session::new(program, clock).connected(lines))
    }

    /// Assembles or reads the program, for the board.
    pub(crate) fn read(&self) -> Result<Program> {
        let path = self.program.as_deref().context("missing program")?;
        let name = path.display();
        let folder = path.parent().unwrap_or(Path::new(""));
        let data = self.memory.data.as_deref();
        let has_own_data = || {
            let what = "includes its data: remove --data";
            data.map_or(Ok(()), |_| bail!("{} {what}", cli::name(path)))
        };
        let program = match system::read(path)? {
            Loadable::Source(assembly) => {
                has_own_data()?;
                ensure!(assembly.processor != Processor::Z8001, "{name} {OTHER_PROCESSOR}");
                Program::assembled(&assembly, &Files::beside(path).0, Some(folder))
            }
            Loadable::Bytes(image) => match files::linked(path, &image)? {
                Some((sections, map)) => {
                    has_own_data()?;
                    // Sources are named relative to the folder in which they were assembled, which is most often the
                    // current one.
                    let sources = Files::new(vec![PathBuf::new(), folder.to_path_buf()]);
                    Program::linked(&sections, Some(map), &sources, Some(folder))
                }
                None => {
                    let data = data.map(cli::read).transpose()?;
                    // Files of a line map are named relative to its folder.
                    let (sources, _) = Files::beside(self.line_map.as_deref().unwrap_or(path));
                    let folder = self.line_map.as_deref().and_then(Path::parent);
                    let map = self.line_map.as_deref().map(files::line_map).transpose()?;
                    Program::binary(&image, &data.unwrap_or_default(), map, &sources, folder)
                }
            },
        };
        program.with_context(|| name.to_string())
    }
}

pub(crate) fn debug(arguments: &Arguments) -> Result<ExitCode> {
    let mut session = arguments.image.session(arguments.clock.hertz())?;
    session.set_bound((arguments.memory as usize) << 20);
    if arguments.batch.is_some() {
        session.set_limit(arguments.limit_clocks);
    }
    if let Some(input) = &arguments.input {
        session.feed(&cli::read(input)?);
    }
    let interpreter = Interpreter::new(session, None);
    z8000_terminal::debug(
        interpreter,
        arguments.batch.as_deref(),
        arguments.format == Format::Text,
    )
}
