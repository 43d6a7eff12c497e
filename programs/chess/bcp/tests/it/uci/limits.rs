//! How far a search goes.

use super::{Engine, check};

#[test]
fn searches_go_as_far_as_they_are_told() {
    // A rook mates on the back rank; in Philidor's legacy the queen is sacrificed, and the knight mates.
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

/// With these queens, interpreting the program's first move takes minutes, and its preparation seconds. The host then
/// answers itself, and the next search does not wait for the previous one.
#[test]
fn no_search_and_no_preparation_outlasts_its_time() {
    let mut engine = Engine::with("uci --engine interpreter");
    engine.play(
        "> position fen B1r2q2/rBQR1q1q/1q2QQ2/Q1Q1qRqQ/2r3qQ/Q1q1B1R1/Q2q1q2/r1r2k1K w - - 0 1
        > go movetime 100
        <1500 info string the program has no move yet*
        <1500 info depth * score cp * pv *
        <1500 bestmove *
        > isready
        < readyok
        > go movetime 100
        <1500 bestmove *
        > go infinite
        ! 300
        > stop | position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1 | go movetime 1000
        <1500 bestmove *
        < bestmove a1a8
        > setoption name NULL_MATES value 2
        > go movetime 10
        <1500 bestmove a1a8
        > quit
        = 0",
    );
}

/// Each of 218 moves may be a mate that needs a proof.
#[test]
fn proofs_end_with_the_search() {
    check(
        "> setoption name MultiPV value 218
        > isready
        < readyok
        > position fen 3r3k/1Q6/3p1rp1/2p4p/3pPb1R/P2P4/1PP2P1P/6RK w - - 0 34
        > go infinite
        < info depth 4 *
        > stop | position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | go movetime 100
        <1500 bestmove *
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
        < info string ignoring unknown words in `go`: movetime abc; searching for 1000 ms
        < bestmove *
        > go foo 3
        < info string *: foo 3; *
        < bestmove *
        > go depth 1 nonsense
        < info string ignoring unknown words in `go`: nonsense
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

/// The program's own time ends each search during an iteration, which in some of these positions has changed the
/// choice.
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
