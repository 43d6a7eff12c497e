//! Sessions of `bcp uci`, through its pipes, as a GUI has them.
//!
//! A session is a text. What the engine must say is from the specification of the protocol and the rules of chess:
//!
//! * `> COMMAND` is sent, `> ONE | OTHER` in one write;
//! * `< PATTERN` comes within twenty seconds, perhaps after other lines; `*` stands for any text;
//! * `<500 PATTERN` comes within so many milliseconds;
//! * `- PATTERN` does not come before what the next line waits for;
//! * `! 300` for so many milliseconds nothing comes;
//! * `$` the input is closed, and `= 0` the command ends within five seconds with that status.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{sleep, spawn};
use std::time::{Duration, Instant};

use crate::common::command;

/// For what a loaded machine may take its time for.
const LONG: Duration = Duration::from_secs(20);

const THE_END: Duration = Duration::from_secs(5);

/// The engine under test.
struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    forbidden: Vec<String>,
    /// All that was said, for messages.
    said: Vec<String>,
}

impl Engine {
    fn start() -> Self {
        Self::with("uci")
    }

    fn with(arguments: &str) -> Self {
        let mut child = command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the command runs");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, lines) = channel();
        spawn(move || {
            for line in output.lines() {
                let line = line.expect("the engine says UTF-8");
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Self {
            input: child.stdin.take(),
            child,
            lines,
            forbidden: Vec::new(),
            said: Vec::new(),
        }
    }

    fn send(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("it listens");
    }

    fn expect(&mut self, pattern: &str, within: Duration) {
        let until = Instant::now() + within;
        loop {
            let line = match self.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(line) => line,
                Err(error) => panic!(
                    "no `{pattern}` within {within:?} ({error}); said so far: {:#?}",
                    self.said
                ),
            };
            self.said.push(line.clone());
            for forbidden in &self.forbidden {
                assert!(!fits(&line, forbidden), "`{line}` before `{pattern}`: {:#?}", self.said);
            }
            if fits(&line, pattern) {
                self.forbidden.clear();
                return;
            }
        }
    }

    fn silence(&mut self, time: Duration) {
        match self.lines.recv_timeout(time) {
            Err(RecvTimeoutError::Timeout) => {}
            other => panic!("{other:?} in a silence; said so far: {:#?}", self.said),
        }
    }

    fn ends(&mut self, status: i32) {
        let until = Instant::now() + THE_END;
        loop {
            if let Some(found) = self.child.try_wait().expect("a status") {
                assert_eq!(found.code(), Some(status));
                return;
            }
            assert!(Instant::now() < until, "the command does not end: {:#?}", self.said);
            sleep(Duration::from_millis(5));
        }
    }

    fn play(&mut self, session: &str) {
        for step in session.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let (mark, rest) = step.split_once(' ').unwrap_or((step, ""));
            let milliseconds = |text: &str| Duration::from_millis(text.parse().expect("milliseconds"));
            match mark {
                ">" => self.send(format!("{}\n", rest.replace(" | ", "\n")).as_bytes()),
                "<" => self.expect(rest, LONG),
                "-" => self.forbidden.push(rest.to_owned()),
                "!" => self.silence(milliseconds(rest)),
                "$" => self.input = None,
                "=" => self.ends(rest.parse().expect("a status")),
                within => self.expect(rest, milliseconds(&within[1..])),
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns true if a line fits a pattern, with `*` for any text.
fn fits(line: &str, pattern: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = parts.next().and_then(|first| line.strip_prefix(first)) else {
        return false;
    };
    let mut open = false;
    for part in parts {
        open = part.is_empty();
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    open || rest.is_empty()
}

/// A position in which the search does not end by itself for minutes.
const LONG_SEARCH: &str = "position fen r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - 5 4";

/// Each line of a session, with what replaces its words in capitals.
fn check(session: &str) {
    Engine::start().play(&session.replace("LONG", LONG_SEARCH));
}

#[test]
fn it_introduces_itself_as_a_reconstruction() {
    check(
        "> uci
        < id name BCP *rebuilt
        < id author *reconstruction*not his code*
        - option name TREE_ENTRIES*
        < option name Clock type spin default 4 min 1 max 20
        < option name Speed type combo default fast var fast var real
        < option name Z8000Seconds type spin default 0 min 0 max 3600
        < option name Move Overhead type spin default 40 min 0 max 5000
        < option name MultiPV type spin default 1 min 1 max 218
        < option name PositionalScore type check default true
        < option name Ponder type check default false
        < option name Search type combo default game var game var tactics
        < option name UCI_EngineAbout type string default A reconstruction*
        < uciok
        > isready
        < readyok
        > register later
        ! 100
        > quit
        = 0",
    );
    let mut engine = Engine::start();
    engine.play("> uci\n< uciok");
    let name = engine.said[0].strip_prefix("id name ").expect("a name");
    assert!(name.len() <= 20 && !name.contains(','), "{name}");
}

#[test]
fn readings_are_options_if_that_is_asked_for() {
    Engine::with("uci --readings").play(
        "> uci
        < option name TREE_ENTRIES type spin default 5000 min 100 max 5000
        < option name PRUNING type spin default 1 min 0 max 1
        < option name HORIZON_MATES type spin default 1 min 1 max 2
        < option name NULL_MATES type spin default 1 min 1 max 2
        < option name NODE_MATES type spin default 2 min 0 max 2
        < option name COUNT_ORDERING type spin default 1 min 0 max 1
        < option name DOUBLE_CHECKS type spin default 0 min 0 max 1
        < option name LIST_ORDER type spin default 2 min 0 max 9999
        < option name ROOT_SCAN type spin default 0 min 0 max 1
        < option name CHECK_DEPTH type spin default 0 min 0 max 1
        < uciok
        > quit
        = 0",
    );
}

#[test]
fn searches_go_as_far_as_they_are_told() {
    // A rook mates on the back rank; in Philidor's legacy the queen gives herself up, and the knight mates.
    check(
        "> isready
        < readyok
        > ucinewgame
        > position startpos moves e2e4 e7e5 g1f3
        > go depth 2
        - info depth 3*
        < info depth 1 multipv 1 score cp * nodes * nps * time * pv *
        < info depth 2 *
        < info string Z8000: * s at 4 MHz to iteration 2
        < bestmove *
        ! 200
        > LONG
        > go nodes 3000
        < bestmove *
        > go mate 1
        > stop
        <2000 bestmove *
        > position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1
        > go mate 1
        < info depth 1 * score mate 1 * pv a1a8
        < bestmove a1a8
        > position fen 5r1k/6pp/7N/8/2Q5/8/8/6K1 w - - 0 1
        > go depth 8
        < info * score mate 2 * pv c4g8 f8g8 h6f7
        < bestmove c4g8 ponder f8g8
        > position fen 7k/8/5K1P/8/8/8/6R1/8 b - - 0 1
        > go depth 9
        < bestmove h8h7
        > quit
        = 0",
    );
}

#[test]
fn time_is_kept() {
    check(
        "> isready
        < readyok
        > LONG
        > go movetime 300
        <1500 bestmove *
        > go wtime 3000 btime 3000 winc 0 binc 0 movestogo 10
        <1500 bestmove *
        > go wtime 60000 btime 1000
        <1500 bestmove *
        > go movetime 0
        <1200 bestmove *
        > go wtime 0 btime 0
        <1200 bestmove *
        > go wtime -30 btime -50
        <1200 bestmove *
        > setoption name Speed value real
        > setoption name clock value 20
        > go movetime 400
        <1500 bestmove *
        > go btime 10000 binc 100
        <3000 bestmove *
        > setoption name Speed value fast
        > setoption name Clock value 4
        > setoption name Z8000Seconds value 5
        > go
        < info string Z8000: * s at 4 MHz to iteration *
        <10000 bestmove *
        > setoption name Z8000Seconds value 3600
        > go depth 2
        < bestmove *
        > go btime 1000
        <1500 bestmove *
        > quit
        = 0",
    );
}

#[test]
fn a_move_is_searched_even_if_its_time_is_over_when_the_program_is_ready() {
    check(
        "> uci
        > isready
        > position startpos moves e2e4 e7e5
        > go movetime 1
        - bestmove*
        < info depth 1 *
        < bestmove *
        > quit
        = 0",
    );
}

#[test]
fn words_that_are_not_understood_are_said_and_never_search_without_an_end() {
    check(
        "> isready
        < readyok
        > LONG
        > go movetime abc
        < info string unknown words in `go`: movetime abc; searching for 1000 ms
        < bestmove *
        > go foo 3
        < info string *: foo 3; *
        < bestmove *
        > go depth 1 nonsense
        < info string unknown words in `go`: nonsense
        < bestmove *
        > go depth 1 searchmoves h7h6 e2e5 d7d5
        < info string ignoring illegal move `e2e5` in `searchmoves`
        < bestmove *
        > setoption name Move Overhead value 5001
        < info string invalid value `5001` for Move Overhead: expected a number from 0 to 5000
        > quit
        = 0",
    );
}

/// The program's own time ends each search in the middle of an iteration. In some of these positions that iteration has
/// changed the choice.
#[test]
fn the_answer_is_the_first_move_of_the_last_line() {
    let mut engine = Engine::start();
    engine.play("> setoption name Z8000Seconds value 2\n> isready\n< readyok");
    let suite = bcp_suite::suite(None).expect("the suite");
    for problem in suite.iter().take(20) {
        let fen = problem.position.to_fen();
        engine.play(&format!("> position fen {fen} 0 1\n> go\n< bestmove *"));
        let mut said = engine.said.iter().rev();
        let answer = said.next().and_then(|line| line.split(' ').nth(1));
        let first = said.find_map(|line| line.split_once(" pv ")?.1.split(' ').next());
        assert_eq!(first, answer, "{fen}: {:#?}", engine.said);
        engine.said.clear();
    }
}

#[test]
fn infinite_and_ponder_wait_to_be_asked() {
    check(
        "> isready
        < readyok
        > position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1
        > go infinite
        - bestmove*
        < info string Z8000: *
        ! 300
        > isready
        < readyok
        > stop
        < bestmove a1a8
        > stop
        > ponderhit
        ! 100
        > go ponder wtime 1000 btime 1000
        - bestmove*
        < info string Z8000: *
        ! 300
        > ponderhit
        < bestmove a1a8
        > LONG
        > go ponder wtime 3000 btime 3000
        - bestmove*
        < info depth 2 *
        > isready
        - bestmove*
        < readyok
        > ponderhit
        <2000 bestmove *
        > go ponder movetime 100
        - bestmove*
        < info depth 1 *
        > stop
        <2000 bestmove *
        > quit
        = 0",
    );
}

#[test]
fn options_change_the_search() {
    check(
        "> isready
        < readyok
        > position startpos
        > setoption name MultiPV value 218
        > go depth 1
        < info depth 1 multipv 1 *
        < info depth 1 multipv 20 *
        < bestmove *
        > setoption name multipv value 2
        > go depth 1 searchmoves a2a3 h2h4 g2g4
        - info depth 1 multipv 3*
        < info depth 1 multipv 1 * pv *2*
        < info depth 1 multipv 2 *
        < bestmove *2*
        > setoption name MultiPV value 1
        > go depth 2 searchmoves a2a4
        < info depth 1 multipv 1 * pv a2a4*
        < bestmove a2a4*
        > go depth 1 searchmoves e7e5
        < info string no move in `searchmoves`*
        < bestmove *
        > setoption name PositionalScore value false
        > go depth 1
        < bestmove *
        > setoption name Ponder value true
        > setoption name UCI_EngineAbout value x
        > setoption name Search value tactics
        > go depth 2
        < info depth 0 multipv 1 score cp 0 *
        < info string this search found no best move*
        < bestmove *
        > position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1
        > go depth 2
        < bestmove a1a8*
        > position fen 5k2/6pp/p1qN4/1p1p4/3P4/2PKP2Q/PP3r2/3R4 b - - 0 1
        > setoption name Speed value real
        > setoption name Clock value 20
        > go movetime 500
        < bestmove c6c4*
        > setoption name Search value game
        > setoption name TREE_ENTRIES value 100
        > setoption name PRUNING value 0
        > setoption name HORIZON_MATES value 2
        > setoption name NULL_MATES value 2
        > setoption name NODE_MATES value 0
        > setoption name COUNT_ORDERING value 0
        > setoption name DOUBLE_CHECKS value 1
        > setoption name LIST_ORDER value 9999
        > isready
        < readyok
        > go depth 3
        < bestmove c6c4*
        > setoption name Clock value 21
        < info string invalid value `21` for Clock: expected a number from 1 to 20
        > setoption name Hash value 16
        < info string unknown option `Hash`
        > setoption
        < info string unknown option*
        > quit
        = 0",
    );
}

/// What arrives while a search goes on is carried out in its turn. `stop` is for the search under way, or the next one.
#[test]
fn commands_wait_for_the_end_of_the_search() {
    // A pawn of white's takes black's queen; one of black's takes white's: the answers say which position is searched.
    let white = "position fen 4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1";
    let black = "position fen 4k3/8/8/4p3/3Q4/8/8/4K3 b - - 0 1";
    let session = format!(
        "> isready
        < readyok
        > LONG
        > go infinite
        < info depth 1 *
        > go depth 1
        > isready
        - bestmove *
        < readyok
        > stop
        - bestmove e4d5*
        < bestmove *
        < bestmove *
        > LONG
        > go infinite
        < info depth 1 *
        > stop | {white} | go depth 2 | {black} | go depth 2 | isready
        - bestmove e4d5*
        < bestmove *
        < bestmove e4d5*
        < bestmove e5d4*
        > LONG | go depth 2 | {white} | setoption name MultiPV value 2 | ucinewgame | {white} | go depth 2
        < bestmove *
        < info depth 1 multipv 2 *
        < bestmove e4d5*
        > LONG | go infinite | stop | {white} | go infinite | stop | {black} | go infinite | stop
        < bestmove *
        < bestmove e4d5*
        < bestmove e5d4*
        > LONG | go ponder wtime 1000 btime 1000 | stop | {black} | go ponder movetime 300 | ponderhit
        < bestmove *
        < bestmove e5d4*
        > {black} | go ponder | {white} | setoption name MultiPV value 0 | stop
        < bestmove e5d4*
        < info string invalid value `0` for MultiPV*
        > go depth 1
        < bestmove e4d5*
        > quit
        = 0"
    );
    check(&session);
}

/// Whoever asks at the end gets an answer, and a search that has an end its move.
#[test]
fn what_is_asked_before_the_end_is_answered() {
    let end = |sent: &str, expected: &str| {
        for last in ["quit\n", "", "ucinewgame\nisready\nquit\n"] {
            let mut engine = Engine::start();
            engine.send(format!("{sent}{last}").as_bytes());
            engine.play(&format!("$\n{expected}\n= 0"));
        }
    };
    let long = format!("{LONG_SEARCH}\n");
    end("uci\nisready\n", "< uciok\n< readyok");
    end("isready\n", "< readyok");
    end(&format!("{long}go depth 30\n"), "< bestmove *");
    end(
        &format!("{long}go movetime 100000\nisready\n"),
        "< readyok\n< bestmove *",
    );
    end(&format!("{long}go nodes 1000000000\n"), "< bestmove *");
    end(&format!("{long}go mate 9\n"), "< bestmove *");
    end(
        &format!("{long}go depth 30\nposition startpos\ngo depth 30\n"),
        "< bestmove *\n< bestmove *",
    );
    end("position fen 8/8 w\ngo depth 3\n", "< bestmove 0000");
}

#[test]
fn a_position_that_cannot_be_used_has_no_move() {
    let long = format!(
        "position startpos moves {}",
        ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(1250).join(" ")
    );
    let mut session = String::from("> isready\n< readyok\n");
    for (position, reason) in [
        ("fen 8/8/8/8 w - -", "placement: 4 ranks*"),
        ("fen", "placement*"),
        ("fen 4k3/8/8/8/8/8/8/4K3 w - - x 1", "halfmove clock*"),
        ("fen 4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "*white has 2 kings*"),
        ("fen 8/8/8/8/8/8/8/4K3 w - - 0 1", "*black has 0 kings*"),
        ("fen 4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "*a pawn is on h8*"),
        (
            "fen 4k3/8/8/8/8/8/8/4K2r b - - 0 1",
            "white is in check but not to play*",
        ),
        (
            "fen bqnb1rkr/pppppppp/8/8/8/8/PPPPPPPP/BQNB1RKR w HFhf - 0 1",
            "*Chess960*",
        ),
        ("startpos moves e2e4 e2e4 d7d5", "move 2, `e2e4`, is not legal*"),
        ("startpos moves 0000", "move 1, `0000`, is not legal*"),
    ] {
        session += &format!(
            "> position startpos
            > position {position}
            < info string cannot use the position: {reason}
            > go depth 1
            - bestmove *2*
            < info string not searching, because the position cannot be used: {reason}
            < bestmove 0000
            > go infinite
            - bestmove*
            < info string not searching, because the position cannot be used*
            > stop
            < bestmove 0000
            "
        );
    }
    session += &format!(
        "> ucinewgame
        > go depth 1
        < bestmove 0000
        > {long}
        > go depth 1
        < bestmove *
        > {long} e2e5
        < info string cannot use the position: move 5001, `e2e5`*
        > go depth 1
        < bestmove 0000
        > position startpos
        > go depth 1
        < bestmove *
        > quit
        = 0"
    );
    check(&session);
}

/// Rights that the board makes impossible are left out; the moves are those of the position that is left.
#[test]
fn stale_rights_are_left_out() {
    check(
        "> isready
        < readyok
        > position fen r3k2r/8/8/8/8/8/8/R4RK1 w KQkq e3 9999999999 0 moves g1g2
        < info string ignoring the castling right K*
        < info string ignoring the castling right Q*
        < info string ignoring the en passant square e3*
        > go depth 1 searchmoves e8c8
        < bestmove e8c8*
        > position fen 4k3/8/8/3q4/4P3/8/8/4K3_w
        > go depth 2
        < bestmove e4d5*
        > quit
        = 0",
    );
}

/// A new queen on f8 stalemates; the program takes that for a mate in two.
#[test]
fn a_stalemate_is_not_told_as_a_mate() {
    check(
        "> setoption name Search value tactics
        > isready
        < readyok
        > position fen 8/5P1k/5K2/8/8/8/8/7B w - - 0 1
        > go depth 3
        - info * score mate *
        < info depth 2 multipv 1 score cp 12400 * pv f7f8q
        < info string the program reports mate 2, but f8=Q is stalemate, which the program does not recognise
        < bestmove f7f8q
        > position fen 5r1k/6pp/7N/8/2Q5/8/8/6K1 w - - 0 1
        > go depth 8
        < info * score mate 2 * pv c4g8 f8g8 h6f7
        < bestmove c4g8*
        > quit
        = 0",
    );
}

/// Polyglot reads a keyword in a message as the beginning of something else.
#[test]
fn messages_have_no_keyword() {
    let mut engine = Engine::start();
    engine.play(
        "> position startpos
        > go movetime depth nodes time
        < info string * `depth` `nodes` time; searching for 1000 ms
        < bestmove *",
    );
}

#[test]
fn positions_and_moves_that_are_over_are_said_to_be() {
    check(
        "> position startpos moves e2e4
        > go depth 1 searchmoves e7e6
        < bestmove e7e6*
        > position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1
        > go depth 5
        < info string stalemate*
        < info depth 0 score cp 0
        < bestmove 0000
        > position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1
        > go infinite
        < info string checkmate*
        < info depth 0 score mate 0
        ! 100
        > stop
        < bestmove 0000
        > debug on
        > joho isready
        < info string skipped: joho
        < readyok
        > debug off
        > joho isready
        - info*
        < readyok
        > go depth
        < bestmove 0000
        > position
        > setoption name
        < info string unknown option*
        > quit
        = 0",
    );
}

#[test]
fn the_whole_game_counts_for_draws() {
    // White is a queen up, and would be so after the king's move if it did not bring back a position. After a hundred
    // moves of either side, fifty of each, without a capture or a pawn's move, everything is a draw.
    check(
        "> isready
        < readyok
        > position fen 6k1/8/8/8/8/8/7Q/K7 w - - 0 1
        > go depth 1 searchmoves a1b1
        < info depth 1 multipv 1 score cp 900 *
        < bestmove a1b1*
        > position fen 6k1/8/8/8/8/8/7Q/K7 w - - 0 1 moves a1b1 g8g7 b1a1 g7g8
        > go depth 1 searchmoves a1b1
        < info depth 1 multipv 1 score cp 0 *
        < bestmove a1b1*
        > position fen 6k1/8/8/8/8/8/7Q/K7 w - - 98 90 moves a1b1 g8g7
        > go depth 2
        < info depth 1 multipv 1 score cp 0 *
        < bestmove *
        > position fen 6k1/8/8/8/8/8/7Q/K7 w - - 10 90 moves a1b1 g8g7
        > go depth 2
        < info depth 1 multipv 1 score cp 900 *
        < bestmove *
        > quit
        = 0",
    );
}

#[test]
fn a_game_of_five_thousand_moves_is_quick() {
    let moves = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(1250).join(" ");
    let session = format!(
        "> isready
        < readyok
        > position startpos moves {moves}
        > isready
        <2000 readyok
        > go movetime 200
        <1500 bestmove *
        > position startpos moves {moves} g1f3
        > isready
        <500 readyok
        > go movetime 200
        <1500 bestmove *
        > quit
        = 0"
    );
    check(&session);
}

#[test]
fn what_no_gui_sends_does_no_harm() {
    let mut engine = Engine::start();
    engine.send(b"isready \xff\xfe\n\x00\r\n\r\nposition fen \xc3\x28\n");
    engine.play("< info string cannot use the position*\n< readyok");
    engine.send(&vec![b'x'; 5 << 20]);
    engine.send(b"\nisready\n");
    engine.play("< info string ignoring a line that is too long*\n< readyok");
    engine.play("> stop\n> ponderhit\n! 100\n> go depth 1\n< bestmove *\n> quit\n= 0");
}

#[test]
fn a_gui_that_dies_takes_the_engine_with_it() {
    check("$\n= 0");
    check(
        "> isready
        < readyok
        > LONG
        > go infinite
        < info depth 1 *
        $
        = 0",
    );
    // Nobody reads its output any more.
    let mut engine = Engine::start();
    engine.play("> isready\n< readyok");
    let (_, nobody) = channel();
    engine.lines = nobody;
    engine.send(b"isready\nisready\n");
    sleep(Duration::from_millis(200));
    // The command has ended, or does so now.
    let input = engine.input.as_mut().expect("the input is open");
    let _ = input.write_all(b"isready\n");
    engine.ends(0);
}
