//! `bcp debug`: steps through a search.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use bcp_debugger::{CHESS, begin, debugged};
use bcp_reference::constants::MAX_DEPTH;
use clap::Args;
use cli::Format;
use z8000::machine::Clock;
use z8000_debugger::command::Interpreter;
use z8000_debugger::session::{Recording, Session};

use super::options::{PositionArgument, SuiteOptions};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArgument,
    /// Maximum iteration depth.
    #[arg(long, value_name = "PLIES", default_value_t = MAX_DEPTH, value_parser = clap::value_parser!(u8).range(0..=i64::from(MAX_DEPTH)))]
    depth: u8,
    /// Clock rate of the emulated Z8000.
    #[arg(long, default_value = "4MHz")]
    clock: Clock,
    /// Execute the commands in this file, and print one line of JSON for each command instead of opening a view. `-` is
    /// standard input.
    #[arg(long, value_name = "FILE")]
    batch: Option<PathBuf>,
    /// Output format of `--batch`.
    #[arg(short, long, value_enum, default_value = "json", requires = "batch")]
    format: Format,
    /// Maximum size of the history in megabytes.
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    memory: u32,
    /// Open a history written by the debugger's `save` command, and go to its end.
    #[arg(long, value_name = "FILE", group = "PositionArgument")]
    open: Option<PathBuf>,
    #[command(flatten)]
    from: SuiteOptions,
}

pub(crate) fn debug(arguments: &Arguments) -> Result<ExitCode> {
    let program = arguments.from.board.program()?;
    let mut session = Session::new(debugged(&program)?, arguments.clock.hertz());
    session.set_bound((arguments.memory as usize) << 20);
    let interpreter = match &arguments.open {
        Some(file) => opened(session, file)?,
        None => {
            let position = arguments.position.find(&arguments.from)?;
            let mut opened = interpreter(session, &position.to_fen(), arguments.depth);
            begin(&mut opened.session);
            opened
        }
    };
    z8000_terminal::debug(
        interpreter,
        arguments.batch.as_deref(),
        arguments.format == Format::Text,
    )
}

/// Continues a session where a saved one ended.
fn opened(mut session: Session, file: &Path) -> Result<Interpreter> {
    let text = cli::read_text(file)?;
    let recording = Recording::read(&text).with_context(|| file.display().to_string())?;
    let opened = session.open(&recording, &mut |_| false);
    opened.with_context(|| file.display().to_string())?;
    Ok(Interpreter::new(session, Some(CHESS)))
}

/// Opens a session with a position, whose command to search is waiting on the serial port.
pub(super) fn interpreter(mut session: Session, fen: &str, depth: u8) -> Interpreter {
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
    use bcp_driver::Program;

    const POSITION: &str = "r1b4k/ppp2Bb1/6Pp/3pP3/1qnP1p1Q/8/PPP3P1/1K1R3R w - -";

    fn search() -> Interpreter {
        search_to(3)
    }

    fn search_to(depth: u8) -> Interpreter {
        let program = Program::new(None, false, &Readings::default()).expect("the program assembles");
        let session = Session::new(debugged(&program).expect("it fits"), 4_000_000);
        interpreter(session, POSITION, depth)
    }

    fn screen(view: &mut View, width: u16, height: u16) -> Vec<String> {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a terminal");
        terminal.draw(|frame| view.draw(frame)).expect("a screen");
        terminal.backend().to_string().lines().map(str::to_owned).collect()
    }

    /// Compares the chess pane after some commands with a snapshot, and the full screen with its panes for chess and
    /// source.
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

    /// Checks that the marked row is the line of the next instruction, and that the title has its address.
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

    /// A session begins when the board is set up and the search is about to start; the start-up is one step back.
    #[test]
    fn a_session_opens_where_the_search_begins() {
        let mut opened = search();
        begin(&mut opened.session);
        assert_eq!(opened.session.program().name(opened.session.pc()), "it2v");
        assert_eq!(opened.session.mark(), opened.session.now());
        let where_it_is = opened.execute("where", &mut |_| false).expect("where").text;
        assert!(
            where_it_is.contains("Which move is best for White? Try `next eligible`"),
            "{where_it_is}"
        );
        let mut view = View::new(opened);
        let screen = screen(&mut view, 80, 24).join("\n");
        for shown in ["white to play", "8 r . b . . . . k", "Which move is best for White?"] {
            assert!(screen.contains(shown), "{shown} in {screen}");
        }
        view.execute("back", &mut |_| false);
        let session = &view.interpreter().session;
        let before = session.program().line(session.pc()).expect("a line").text;
        assert!(before.contains("call    it2v"), "{before}");
        let mut interpreter = search();
        begin(&mut interpreter.session);
        interpreter.execute("continue", &mut |_| false).expect("the search");
        let profile = interpreter.execute("profile", &mut |_| false).expect("a profile").data;
        // The caller of the search was entered earlier, and does little after it.
        let rows = profile["routines"].as_array().expect("rows").iter();
        let row = |row: &serde_json::Value| {
            (
                row["routine"].as_str().expect("a name").to_owned(),
                row["calls"].as_u64(),
            )
        };
        let first: Vec<_> = rows.map(row).take(2).collect();
        assert_eq!(
            first,
            [("commands".to_owned(), Some(0)), ("it2v".to_owned(), Some(0))],
            "{profile:?}"
        );
    }

    /// Returns the remark with which a command explains the stop.
    fn remark(interpreter: &mut Interpreter, command: &str) -> String {
        let answer = interpreter.execute(command, &mut |_| false).expect(command);
        assert_eq!(answer.data["reason"], "done", "{command}: {}", answer.text);
        let said = answer.data.get("remark").and_then(|said| said.as_str());
        said.unwrap_or_default().to_owned()
    }

    #[test]
    fn movements_in_the_terms_of_the_search() {
        let mut interpreter = search();
        let now = |interpreter: &Interpreter| interpreter.session.now();
        assert_eq!(
            remark(&mut interpreter, "reach Qd8+ Qf8"),
            "After 1 Qd8+ Qf8: White to play, captures only. White has 0 elsewhere, Black allows no more than +1."
        );
        let here = now(&interpreter);
        // One ply from the horizon, the value of Qd8+ comes from the moves that follow it.
        assert!(remark(&mut interpreter, "up-ply").starts_with("Black's Qf8 is "));
        assert_eq!(
            remark(&mut interpreter, "next move"),
            "Black tries Qb4-e7, which is not legal."
        );
        assert!(remark(&mut interpreter, "back-reach h4d8 b4f8").starts_with("After 1 Qd8+ Qf8:"));
        assert_eq!(now(&interpreter), here);
        let best = remark(&mut interpreter, "next better 0");
        assert!(
            best.starts_with("White's Qd8+ is the best so far: White has +1."),
            "{best}"
        );
        assert_eq!(
            remark(&mut interpreter, "back better 0"),
            "White's b3 is the best so far: White has 0."
        );
        assert_eq!(
            remark(&mut interpreter, "back better 0"),
            "White passes: Black mates in 1."
        );
        assert!(remark(&mut search(), "next stand-pat").contains("'s captures end"));
        // Going forwards or backwards to a node count stops at the same place, unless a node is counted and taken back.
        for number in [100, 700, 300] {
            remark(&mut interpreter, &format!("node {number}"));
            let nodes = interpreter.execute("search", &mut |_| false).expect("a search");
            assert_eq!(nodes.data["nodes"], number);
        }
        // An interrupted movement can be continued to its goal.
        let mut again = search();
        again.session.set_tick(10_000);
        let interrupted = again.execute("reach h4d8 b4f8", &mut |_| true).expect("a movement");
        assert_eq!(interrupted.data["reason"], "interrupted");
        assert!(again.unfinished() && now(&again) != here);
        let answer = again.go_on(&mut |_| false).expect("a movement");
        assert_eq!(answer.data["reason"], "done");
        assert_eq!(now(&again), here);
    }

    #[test]
    fn an_event_that_is_not_one_does_not_run_the_search() {
        let mut interpreter = search();
        interpreter
            .execute("next", &mut |_| false)
            .expect_err("an event is missing");
        let answer = interpreter.execute("next pass", &mut |_| false).expect("an answer");
        assert!(!answer.text.contains("not found"), "{}", answer.text);
    }

    #[test]
    fn wrong_chess_commands_say_what_is_wrong() {
        let mut interpreter = search();
        for (command, message) in [
            ("up-ply", "the current ply is the root: no move led to it"),
            (
                "reach",
                "`reach` needs moves, for example `reach e2e4 e7e5`; usage: reach MOVES",
            ),
            (
                "reach e2e9",
                "invalid move `e2e9`: write a legal move, such as Nf3, or the squares from and to, such as e7e8q; usage: reach MOVES",
            ),
            (
                "next better 31",
                "invalid ply `31`: expected 0, the root, to 30; usage: next (ne) EVENT [MOVE] [PLY]",
            ),
            (
                "back fork",
                "unknown event `fork`: expected node, move, pass, eligible, search, value, capture, stand-pat, mate, better, cut-off, \
                 iteration; usage: back (b) [N] | EVENT [MOVE] [PLY]",
            ),
            (
                "next better Kd4",
                "`Kd4` is not a legal move at the root or in the current position; for a move in another position, \
                 write its squares, such as h4d8; usage: next (ne) EVENT [MOVE] [PLY]",
            ),
            (
                "next node Qd8+",
                "`node` events are not about a single move; usage: next (ne) EVENT [MOVE] [PLY]",
            ),
            ("node -1", "expected a number of nodes, found `-1`; usage: node NUMBER"),
            (
                "eligible 1",
                "ply 1 is not on the path: expected 0 to 0; usage: eligible (el) [PLY]",
            ),
            ("tree 0 1 2", "unexpected argument `2`; usage: tree [PLY [DEPTH]]"),
        ] {
            let error = interpreter.execute(command, &mut |_| false).expect_err(command);
            assert_eq!(error.to_string(), message, "{command}");
        }
    }

    #[test]
    fn the_commands_of_chess_are_rows_like_the_others() {
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
        assert_eq!(fails("bord"), "unknown command `bord`; did you mean `board`?");
        assert_eq!(fails("path 3"), "`path` takes no arguments; usage: path");
        assert!(interpreter.execute("help path", &mut |_| false).is_ok());
    }
}
