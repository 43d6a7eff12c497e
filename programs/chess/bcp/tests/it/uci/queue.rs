//! Commands that arrive at any time, and the end of the session.

use std::io::Write;
use std::sync::mpsc::channel;
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::{Engine, LONG_SEARCH, THE_END, check};

/// Commands that arrive during a search are executed in order. `stop` applies to the current search, or else to the
/// next.
#[test]
fn commands_wait_for_the_end_of_the_search() {
    // White's pawn captures Black's queen, or Black's pawn captures White's: the answers show which position is
    // searched.
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

/// A question at the end of the input is answered, and a finite search returns its move.
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
    // The engine's output is closed.
    let mut engine = Engine::start();
    engine.play("> isready\n< readyok");
    let (_, nobody) = channel();
    engine.lines = nobody;
    // The reader notices at a line that it cannot pass on, and closes the pipe; the command notices at its next line.
    let until = Instant::now() + THE_END;
    while engine.child.try_wait().expect("a status").is_none() && Instant::now() < until {
        let input = engine.input.as_mut().expect("the input is open");
        // The engine may have ended meanwhile.
        let _ = input.write_all(b"isready\n");
        sleep(Duration::from_millis(5));
    }
    engine.ends(0);
}
