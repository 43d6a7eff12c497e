//! `bcp debug`: step through a search.

use std::io::{Read, stdin, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use bcp_machine::ChessView;
use bcp_reference::constants::MAX_DEPTH;
use clap::Args;
use z8000_debugger::clock::Clock;
use z8000_debugger::command::{Interpreter, batch};
use z8000_debugger::session::Session;

use super::options::{ProgramOptions, RequiredPosition};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: RequiredPosition,
    /// Deepest iteration.
    #[arg(long, default_value_t = MAX_DEPTH, value_parser = clap::value_parser!(u8).range(0..=i64::from(MAX_DEPTH)))]
    depth: u8,
    /// Clock of the emulated Z8000.
    #[arg(long, default_value = "4MHz")]
    clock: Clock,
    /// Carry out the commands of a file, `-` for standard input, and write one JSON line for each
    /// instead of opening a view.
    #[arg(long, value_name = "FILE")]
    batch: Option<PathBuf>,
    /// Megabytes that the history may take.
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    memory: u32,
    #[command(flatten)]
    program: ProgramOptions,
}

pub(crate) fn debug(arguments: &Arguments) -> Result<ExitCode> {
    let program = arguments.program.program()?;
    let (position, _) = arguments.position.find(&arguments.program)?;
    let mut session = Session::new(program.debugged()?, arguments.clock.hertz());
    session.set_bound((arguments.memory as usize) << 20);
    let mut interpreter = interpreter(session, &position.to_fen(), arguments.depth);
    let Some(script) = &arguments.batch else {
        z8000_terminal::run(interpreter)?;
        return Ok(ExitCode::SUCCESS);
    };
    let text = script_text(script)?;
    let failed = batch(&mut interpreter, &text, &mut stdout().lock(), &mut |_| false)?;
    Ok(if failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// A session in which a position and the command to search it wait on the serial port.
fn interpreter(mut session: Session, fen: &str, depth: u8) -> Interpreter {
    let fields: Vec<&str> = fen.split_whitespace().take(4).collect();
    session.send(format!("p {}\ng {depth}\n", fields.join(" ")).as_bytes());
    Interpreter::new(session, Some(Box::new(ChessView)))
}

/// The text of a script.
fn script_text(path: &Path) -> Result<String> {
    if path == Path::new("-") {
        let mut text = String::new();
        stdin().lock().read_to_string(&mut text)?;
        return Ok(text);
    }
    std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

#[cfg(test)]
mod tests {
    use bcp_reference::search::Readings;
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use z8000_terminal::View;

    use super::*;
    use bcp_machine::Program;

    /// Draws the view behind some commands, in both sizes.
    fn scene(name: &str, commands: &[&str]) {
        let program = Program::new(None, false, &Readings::default()).expect("the program assembles");
        let session = Session::new(program.debugged().expect("it fits"), 4_000_000);
        let fen = "r1b4k/ppp2Bb1/6Pp/3pP3/1qnP1p1Q/8/PPP3P1/1K1R3R w - -";
        let mut view = View::new(interpreter(session, fen, 3));
        for command in commands {
            view.carry_out(command, &mut |_| false);
        }
        for (width, height) in [(80, 24), (160, 50)] {
            let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a terminal");
            terminal.draw(|frame| view.draw(frame)).expect("a screen");
            let screen = terminal.backend().to_string();
            insta::assert_snapshot!(format!("{name}_{width}x{height}"), screen);
        }
    }

    #[test]
    fn scenes_of_the_search() {
        let deep = "break t2v if word(ply) == path + 2 * PLY_SIZE";
        scene("the_first_node", &["until t2v"]);
        scene("two_plies_deep", &["until t2v", deep, "continue"]);
        scene(
            "over_a_capture_search",
            &[
                "until t2v",
                "break xt1v if word(ply) != path",
                "continue",
                "mark",
                "over",
            ],
        );
        scene("a_move_is_scored", &["until score_move", "until xt1v"]);
        scene("the_search_is_over", &["continue"]);
    }
}
