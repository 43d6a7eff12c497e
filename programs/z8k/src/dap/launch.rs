//! The request that begins a session.

use std::path::PathBuf;

use serde::Deserialize;
use serde_json::Value as Json;
use z8000_debugger::clock::Clock;
use z8000_debugger::command::Interpreter;
use z8000_debugger::session::Session;

use super::server::{Outcome, Server};
use crate::debug::Image;
use crate::files;

/// Its arguments; `docs/reference/debugger.md` describes them.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Launch {
    program: PathBuf,
    map: Option<PathBuf>,
    data: Option<PathBuf>,
    input: Option<PathBuf>,
    #[serde(default)]
    args: Vec<String>,
    #[serde(default)]
    stop_on_entry: bool,
    clock: Option<String>,
    memory: Option<u32>,
    #[serde(default)]
    no_debug: bool,
}

impl Server {
    pub(super) fn launch(&mut self, arguments: &Json) -> Outcome {
        let launch: Launch = serde_json::from_value(arguments.clone())
            .map_err(|error| format!("the launch attributes are wrong: {error}"))?;
        let clock: Clock = launch.clock.as_deref().unwrap_or("4MHz").parse()?;
        let image = Image {
            program: launch.program,
            map: launch.map,
            data: launch.data,
        };
        let program = image.load().map_err(|error| format!("{error:#}"))?;
        let mut session = Session::new(program, clock.hertz());
        session.set_bound((launch.memory.unwrap_or(256) as usize) << 20);
        // The machine has no command line: its arguments are lines on the serial port.
        for line in &launch.args {
            session.feed(line.as_bytes());
            session.feed(b"\n");
        }
        if let Some(input) = &launch.input {
            session.feed(&files::read(input).map_err(|error| format!("{error:#}"))?);
        }
        self.interpreter = Some(Interpreter::new(session, None));
        self.owned.clear();
        self.stop_on_entry = launch.stop_on_entry && !launch.no_debug;
        self.no_debug = launch.no_debug;
        Ok(Json::Null)
    }
}
