//! `z8k run`

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Args;
use cli::Output;
use z8000::run::NoProbe;
use z8000_boards::Connected;
use z8000_translate::Choice;

use crate::coverage::Coverage;
use crate::debug::{DataMemory, Image};
use crate::ending;
use crate::system::{self, DescribedMachine};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Program: a source file (.s), which is assembled first; a linked program; or the raw bytes of Z8002 program
    /// memory, starting at address 0, with the FCW at address 2 and the PC at address 4.
    #[arg(required_unless_present_any = ["machine", "load"])]
    program: Option<PathBuf>,
    #[command(flatten)]
    described: DescribedMachine,
    #[command(flatten)]
    memory: DataMemory,
    /// Stop after N clock cycles.
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    limit_clocks: u64,
    /// Save the state of the whole machine to a file at the end of the run.
    #[arg(long, value_name = "FILE")]
    save: Option<Output>,
    /// Allow --save to replace an existing file.
    #[arg(long, requires = "save")]
    force: bool,
    /// Continue from the machine state in this file instead of starting a program.
    #[arg(long, value_name = "FILE", conflicts_with = "program")]
    load: Option<PathBuf>,
    /// Engine that runs the program: `compiled` (native code), `interpreter` (one instruction at a time) or `best`
    /// (`compiled` if the host supports it, otherwise `interpreter`). All engines give cycle-identical results.
    #[arg(long, value_name = "NAME", default_value_t)]
    engine: Choice,
    /// Write the addresses of all executed instructions to a file for `z8k dis --coverage`.
    #[arg(long, value_name = "FILE", conflicts_with = "machine")]
    coverage: Option<Output>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    if let Some(save) = &arguments.save {
        save.check_new(arguments.force)?;
    }
    if let Some(coverage) = &arguments.coverage {
        coverage.check()?;
    }
    let described = &arguments.described;
    let mut machine = match &arguments.load {
        Some(saved) => {
            let description = described.description()?;
            let restored = Connected::restore(description, &cli::read(saved)?);
            restored.with_context(|| format!("{} on {}", cli::name(saved), described.name()))?
        }
        None => started(described, arguments.program.as_deref(), &arguments.memory)?,
    };
    system::run_by(&mut machine, arguments.engine)?;
    let mut coverage = arguments.coverage.is_some().then(|| Coverage::new(true));
    let how = match &mut coverage {
        Some(coverage) => system::run(&mut machine, arguments.limit_clocks, coverage)?,
        None => system::run(&mut machine, arguments.limit_clocks, &mut NoProbe)?,
    };
    if let (Some(output), Some(coverage)) = (&arguments.coverage, &coverage) {
        output.make(coverage.text().as_bytes())?;
    }
    if let Some(output) = &arguments.save {
        output.write(&machine.save()?)?;
    } else {
        for image in machine.unsaved() {
            cli::tell(format_args!(
                "what was written to {image} is lost: to keep it, the description needs `writable = true` for the image, and \
                 the command --allow {image}"
            ));
        }
    }
    ending::tell(how, machine.instructions(), machine.clocks());
    Ok(ending::status(how))
}

/// Creates a machine, loads a program, and starts it.
fn started(described: &DescribedMachine, program: Option<&Path>, memory: &DataMemory) -> Result<Connected> {
    if described.file.is_some() {
        return described.started(program);
    }
    let image = Image {
        program: program.map(Path::to_path_buf),
        memory: memory.clone(),
        ..Image::default()
    };
    let program = image.read()?;
    Ok(Connected::started(program.machine().clone(), described.description()?)?)
}
