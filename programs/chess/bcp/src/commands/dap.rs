//! `bcp dap`: debugs a search from an editor, through the Debug Adapter Protocol.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail, ensure};
use bcp_debugger::{begin, debugged};
use bcp_reference::constants::MAX_DEPTH;
use serde::Deserialize;
use z8000::machine::Clock;
use z8000_dap::{Attributes, from_text};
use z8000_debugger::command::Interpreter;
use z8000_debugger::session::Session;
use z8000_translate::Choice;

use super::debug::interpreter;
use super::options::{BoardOptions, Place, SuiteOptions};

/// The launch attributes of a search, which are the options of `bcp debug`;
/// `docs/reference/debugger-interfaces.md` describes them.
#[derive(Debug, Deserialize)]
struct Launch {
    /// Stop where the search begins. Without this, breakpoints in the start-up code count.
    #[serde(default, rename = "stopOnEntry")]
    stop_on_entry: bool,
    position: Option<u32>,
    fen: Option<String>,
    suite: Option<PathBuf>,
    depth: Option<u8>,
    program: Option<PathBuf>,
    #[serde(default)]
    simple: bool,
    #[serde(default)]
    readings: BTreeMap<String, i64>,
    #[serde(default, deserialize_with = "from_text")]
    clock: Option<Clock>,
    #[serde(default, deserialize_with = "from_text")]
    engine: Option<Choice>,
}

pub(crate) fn dap() -> Result<ExitCode> {
    z8000_dap::run(&launch)?;
    Ok(ExitCode::SUCCESS)
}

fn launch(attributes: &Attributes) -> Result<Interpreter> {
    let launch: Launch = attributes.read()?;
    let place = match (launch.position, launch.fen) {
        (Some(number), None) => Place::Number(number),
        (None, Some(fen)) => Place::Fen(fen),
        (None, None) => bail!("launch: missing position; set `position` to a position number, or set `fen`"),
        (Some(_), Some(_)) => bail!("launch: `position` and `fen` are mutually exclusive; remove one of them"),
    };
    let depth = launch.depth.unwrap_or(MAX_DEPTH);
    ensure!(
        depth <= MAX_DEPTH,
        "launch.depth: {depth} is greater than the maximum of {MAX_DEPTH}"
    );
    let options = SuiteOptions {
        board: BoardOptions {
            program: launch.program,
            simple: launch.simple,
            changes: launch.readings.into_iter().collect(),
            engine: launch.engine.unwrap_or_default(),
        },
        suite: launch.suite,
    };
    let (position, _) = place.find(|| options.unbroken())?;
    let session = Session::new(
        debugged(&options.board.program()?)?,
        launch.clock.map_or(4_000_000, Clock::hertz),
    );
    let mut interpreter = interpreter(session, &position.to_fen(), depth);
    if launch.stop_on_entry {
        begin(&mut interpreter.session);
    }
    Ok(interpreter)
}
