//! What the engine says about itself, and its options.

use super::{Engine, check};

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
        < option name Threads type spin default 1 min 1 max 1
        < option name Hash type spin default 1 min 1 max 1
        < option name UCI_LimitStrength type check default false
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
        < info string Hash has no effect: *
        > setoption name Threads value 1
        > setoption name Skill Level value 20
        < info string unknown option `Skill Level`
        > setoption name UCI_LimitStrength value true
        > position startpos
        > go movetime 300
        < info depth 1 multipv 1 score cp 0 nodes 1 nps * time * pv e2e4
        < bestmove e2e4
        > setoption
        < info string unknown option*
        > quit
        = 0",
    );
}

/// Polyglot treats a keyword in a message as the beginning of another part.
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
