//! The positions and moves that are sent.

use super::check;

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
            "white is in check, but it is not white's turn*",
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

/// Castling rights that the board makes impossible are dropped; the moves are legal in the resulting position.
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

/// A new queen on f8 stalemates; the program treats that as a mate in two.
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
    // White is a queen up, also after a king's move, unless that repeats a position. After a hundred plies without a
    // capture or a pawn move, every move leads to a draw.
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
