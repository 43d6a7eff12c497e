//! Opening a session.

use anyhow::{Context, Result, bail, ensure};
use bcp_chess::Fen;
use bcp_debugger::{CHESS, debugged};
use bcp_driver::{Ending, Program};
use bcp_reference::constants::MAX_DEPTH;
use bcp_suite::find;
use z8000_debugger::command::Interpreter;
use z8000_debugger::program::Program as Debugged;
use z8000_debugger::session::Session as Debugging;

use super::lines::Lines;
use super::{Root, Session};
use crate::protocol::{Assembled, Open};
use crate::{assemble, problems};

/// Memory for snapshots in bytes: a browser allows a page some hundred megabytes.
const SNAPSHOTS: usize = 128 << 20;

pub(crate) const HERTZ: u64 = 4_000_000;

impl Session {
    /// Opens a position, with the command to search it waiting on the serial port, as in `bcp debug`.
    ///
    /// # Errors
    ///
    /// The position does not exist, or values in the request are out of range.
    pub(crate) fn open(number: u32, open: &Open, built_in: &Program) -> Result<Self> {
        let depth = open.depth.unwrap_or(MAX_DEPTH);
        ensure!(
            depth <= MAX_DEPTH,
            "the depth is {depth}; it must be between 0 and {MAX_DEPTH}"
        );
        let fen = position(open)?;
        let ending = Ending::at(&fen).map(Into::into);
        let text = match fen.halfmoves {
            0 => fen.position.to_fen(),
            _ => fen.to_string(),
        };
        let position = fen.position;
        let problem = match &open.solutions {
            Some(solutions) => Some(problems::problem(&position, solutions)?),
            None => None,
        };
        let mut session = Debugging::new(debugged(built_in)?, HERTZ);
        session.set_bound(SNAPSHOTS);
        session.send(format!("p {}\ng {depth}\n", position.to_fen()).as_bytes());
        Ok(Self {
            number,
            interpreter: Interpreter::new(session, Some(CHESS)),
            root: Some(Root {
                number: open.position,
                position,
                fen: text,
                ending,
                problem,
                lines: Lines::default(),
                growing: None,
            }),
            warnings: Vec::new(),
        })
    }

    /// Opens a program given as text, or returns its errors.
    ///
    /// # Errors
    ///
    /// The program does not fit into memory.
    pub(crate) fn load(number: u32, source: &str, input: Option<&str>) -> Result<Result<Self, Assembled>> {
        let assembly = match assemble::assembly(source) {
            Ok(assembly) => assembly,
            Err(errors) => return Ok(Err(assemble::failed(&errors))),
        };
        let program = Debugged::assembled(&assembly, &assemble::sources(source), None)?;
        let mut session = Debugging::new(program, HERTZ);
        session.set_bound(SNAPSHOTS);
        session.feed(input.unwrap_or_default().as_bytes());
        Ok(Ok(Self {
            number,
            interpreter: Interpreter::new(session, None),
            root: None,
            warnings: assemble::diagnostics(&assembly.warnings),
        }))
    }
}

/// Returns the requested position.
fn position(open: &Open) -> Result<Fen> {
    match (open.position, &open.fen) {
        (Some(_), Some(_)) => bail!("set `position` or `fen`, not both"),
        (Some(number), None) => {
            let position = find(&problems::built_in()?.problems, number)?.position.clone();
            Ok(Fen { position, halfmoves: 0, fullmoves: 1 })
        }
        (None, Some(fen)) => Fen::from_text(fen).with_context(|| format!("invalid position `{fen}`")),
        (None, None) => bail!("set `position` or `fen`"),
    }
}
