//! `bcp debug`: step through a search.

use std::io::stdout;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use bcp_machine::CHESS;
use bcp_reference::constants::MAX_DEPTH;
use clap::Args;
use z8000::machine::Clock;
use z8000_debugger::command::{self, Interpreter};
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
    /// Execute the commands of a file, `-` for standard input, and write one JSON line for each
    /// instead of opening a view.
    #[arg(long, value_name = "FILE")]
    batch: Option<PathBuf>,
    /// Limit of the history in megabytes.
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
    let mut script = command::script(script).with_context(|| format!("cannot read {}", script.display()))?;
    let failed = command::batch(&mut interpreter, &mut script, &mut stdout().lock(), &mut |_| false)?;
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
    Interpreter::new(session, Some(CHESS))
}

#[cfg(test)]
mod tests {
    use bcp_reference::search::Readings;
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use z8000_terminal::View;

    use super::*;
    use bcp_machine::Program;

    fn search() -> Interpreter {
        let program = Program::new(None, false, &Readings::default()).expect("the program assembles");
        let session = Session::new(program.debugged().expect("it fits"), 4_000_000);
        let fen = "r1b4k/ppp2Bb1/6Pp/3pP3/1qnP1p1Q/8/PPP3P1/1K1R3R w - -";
        interpreter(session, fen, 3)
    }

    fn screen(view: &mut View, width: u16, height: u16) -> Vec<String> {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a terminal");
        terminal.draw(|frame| view.draw(frame)).expect("a screen");
        terminal.backend().to_string().lines().map(str::to_owned).collect()
    }

    /// Compares the chess pane after some commands with a snapshot, and the screen with the pane and the source.
    fn scene(name: &str, commands: &[&str]) {
        let mut view = View::new(search());
        for command in commands {
            view.execute(command, &mut |_| false);
        }
        let pane = (CHESS.pane)(&view.interpreter().session);
        insta::assert_snapshot!(name, pane.join("\n"));
        let large = screen(&mut view, 160, 50);
        for line in &pane {
            assert!(large.iter().any(|row| row.contains(line)), "the screen lacks `{line}`");
        }
        for screen in [large, screen(&mut view, 80, 24)] {
            shows_the_source(&view.interpreter().session, &screen);
        }
    }

    /// The row that is marked is the line of the next instruction, and the title has its address.
    fn shows_the_source(session: &Session, screen: &[String]) {
        let pc = session.pc();
        let line = session.program().line(pc).expect("a line");
        let title = format!("{pc:04x} {} {}:{}", session.program().name(pc), line.name, line.line);
        assert!(screen[0].contains(&title), "{title} in {}", screen[0]);
        let marked: Vec<_> = screen.iter().filter_map(|row| row.split_once('>')).collect();
        let number = format!("{} ", line.line);
        let source = marked
            .iter()
            .find_map(|(_, row)| row.trim_start().strip_prefix(&number));
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let source = source.unwrap_or_else(|| panic!("line {number}is not marked: {screen:?}"));
        // A narrow pane cuts a line off.
        let shown = words(source.split('│').next().unwrap_or_default()).join(" ");
        let text = words(line.text).join(" ");
        assert!(shown.len() > 2 && text.starts_with(&shown), "{shown} of {text}");
    }

    #[test]
    fn scenes_of_the_search() {
        let deep = "break t2v if word(ply) == path + 2 * PLY_SIZE";
        scene("nothing_has_begun", &[]);
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

    #[test]
    fn the_commands_of_chess_are_rows_like_the_others() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/reference/debugger.md");
        let page = std::fs::read_to_string(path).expect("the reference");
        let table = CHESS.commands.markdown();
        assert!(page.contains(&table), "{path} does not have\n{table}");
        let mut interpreter = search();
        let mut names: Vec<&str> = interpreter
            .commands()
            .flat_map(|command| [command.name, command.short])
            .filter(|name| !name.is_empty())
            .collect();
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
        let mut fails = |line: &str| {
            let answer = interpreter.execute(line, &mut |_| false);
            answer.expect_err("the line is wrong").to_string()
        };
        assert_eq!(fails("bord"), "no command is called `bord`; did you mean `board`?");
        assert_eq!(fails("path 3"), "`path` takes no arguments; usage: path");
        assert!(interpreter.execute("help path", &mut |_| false).is_ok());
    }
}
