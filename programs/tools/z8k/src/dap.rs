//! `z8k dap`: the Debug Adapter Protocol on standard input and output.

use std::path::PathBuf;

use anyhow::{Result, bail};
use serde::Deserialize;
use z8000::machine::Clock;
use z8000_dap::{Attributes, from_text};
use z8000_debugger::command::Interpreter;
use z8000_translate::Choice;

use crate::cpm;
use crate::debug::{DataMemory, Image};
use crate::system::DescribedMachine;

/// The launch attributes of a program; `docs/reference/debugger-interfaces.md` describes them.
#[derive(Deserialize)]
struct Launch {
    program: Option<PathBuf>,
    machine: Option<PathBuf>,
    #[serde(default)]
    allow: Vec<String>,
    #[serde(rename = "lineMap")]
    line_map: Option<PathBuf>,
    data: Option<PathBuf>,
    input: Option<PathBuf>,
    #[serde(default)]
    args: Vec<String>,
    /// True for a program of CP/M-8000, with its drives.
    #[serde(default)]
    cpm: bool,
    #[serde(default)]
    drive: Vec<String>,
    #[serde(default)]
    image: Vec<String>,
    #[serde(default, deserialize_with = "from_text")]
    clock: Option<Clock>,
    #[serde(default, deserialize_with = "from_text")]
    engine: Option<Choice>,
}

pub(crate) fn dap() -> Result<()> {
    z8000_dap::run(&launch)?;
    Ok(())
}

fn launch(attributes: &Attributes) -> Result<Interpreter> {
    let launch: Launch = attributes.read()?;
    if launch.program.is_none() && launch.machine.is_none() {
        bail!("launch: missing field `program`");
    }
    if let (true, Some(program)) = (launch.cpm, &launch.program) {
        let mut interpreter = cpm::session(program, &launch.drive, &launch.image, &launch.args)?;
        if let Some(input) = &launch.input {
            interpreter.session.feed(&cli::read(input)?);
        }
        return Ok(interpreter);
    }
    let image = Image {
        program: launch.program,
        described: DescribedMachine {
            file: launch.machine,
            allow: launch.allow.into_iter().map(Into::into).collect(),
        },
        line_map: launch.line_map,
        memory: DataMemory { data: launch.data },
        engine: launch.engine.unwrap_or_default(),
    };
    let mut session = image.session(launch.clock.map_or(4_000_000, Clock::hertz))?;
    // The machine has no command line: the arguments of the program are sent to the serial port as lines.
    for line in &launch.args {
        session.feed(format!("{line}\n").as_bytes());
    }
    if let Some(input) = &launch.input {
        session.feed(&cli::read(input)?);
    }
    Ok(Interpreter::new(session, None))
}
