//! The program generates checks and escapes from king positions and the geometry of moves. In random positions, it must
//! find the same ones as cozy-chess, which generates all moves and tries them.

use std::collections::BTreeMap;

use cozy_chess::{Board, GameStatus, Move, Piece};
use z8000_tests::{Random, chess_board, converse, win_at_chess};

/// Number of random positions that are compared.
const POSITIONS: usize = 100_000;
/// Maximum number of plies of a random game: enough for promotions and bare kings.
const GAME: usize = 120;
/// Number of positions that are sent to the program at a time.
const BATCH: usize = 200;

fn legal_moves(board: &Board) -> Vec<Move> {
    let mut all = Vec::new();
    board.generate_moves(|moves| {
        all.extend(moves);
        false
    });
    all
}

/// Formats a move as the program prints it; castling is the king's move by two files.
fn text(board: &Board, m: Move) -> String {
    let mut shown = m;
    if is_castling(board, m) {
        let king_side = m.to.file() > m.from.file();
        let file = if king_side {
            cozy_chess::File::G
        } else {
            cozy_chess::File::C
        };
        shown.to = cozy_chess::Square::new(file, m.from.rank());
    }
    shown.to_string()
}

fn is_castling(board: &Board, m: Move) -> bool {
    board.colors(board.side_to_move()).has(m.to)
}

fn after(board: &Board, m: Move) -> Board {
    let mut after = board.clone();
    after.play(m);
    after
}

fn is_en_passant(board: &Board, m: Move) -> bool {
    board.piece_on(m.from) == Some(Piece::Pawn) && m.from.file() != m.to.file() && board.piece_on(m.to).is_none()
}

/// Returns the expected answer of the program for a position, and counts the kinds of its moves.
fn expected(board: &Board, kinds: &mut BTreeMap<&'static str, usize>) -> (Vec<String>, Vec<String>) {
    let mut count = |kind| *kinds.entry(kind).or_insert(0) += 1;
    let in_check = !board.checkers().is_empty();
    let (mut checks, mut escapes) = (Vec::new(), Vec::new());
    for m in legal_moves(board) {
        let checkers = after(board, m).checkers();
        if !checkers.is_empty() {
            checks.push(text(board, m));
            count("check");
            if checkers.len() > 1 {
                count("double check");
            }
            if !checkers.has(m.to) && !is_castling(board, m) && m.promotion.is_none() {
                count("discovered check");
            }
            if is_castling(board, m) {
                count("check by castling");
            }
            if is_en_passant(board, m) {
                count("check by en passant");
            }
            if m.promotion.is_some() {
                count("check by promotion");
            }
        }
        if in_check {
            escapes.push(text(board, m));
            count("escape");
            if is_en_passant(board, m) {
                count("escape by en passant");
            }
            if m.promotion.is_some() {
                count("escape by promotion");
            }
        }
    }
    if in_check && escapes.is_empty() {
        count("mate");
    }
    checks.sort();
    escapes.sort();
    (checks, escapes)
}

/// Returns positions of random games that start from the initial position and from the Win at Chess positions.
fn random_positions() -> impl Iterator<Item = Board> {
    let mut starts = vec![Board::default()];
    starts.extend(win_at_chess().iter().map(|fen| {
        let fen = format!("{fen} 0 1");
        fen.parse::<Board>().expect(&fen)
    }));
    let mut random = Random(1986);
    let mut board = Board::default();
    let mut plies = 0;
    std::iter::from_fn(move || {
        if plies == GAME || board.status() != GameStatus::Ongoing {
            board = starts[random.below(starts.len())].clone();
            plies = 0;
        } else {
            let moves = legal_moves(&board);
            board.play(moves[random.below(moves.len())]);
            plies += 1;
        }
        Some(board.clone())
    })
}

fn sorted(line: &str) -> Vec<String> {
    let mut moves: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
    moves.sort();
    moves
}

#[test]
fn checks_and_escapes_are_those_of_a_full_generator() {
    let mut program = chess_board();
    program.set_engine(crate::translator());
    let mut kinds = BTreeMap::new();
    let mut positions = random_positions();
    for _ in 0..POSITIONS / BATCH {
        let batch: Vec<Board> = positions.by_ref().take(BATCH).collect();
        let commands: String = batch
            .iter()
            .map(|board| {
                let fen = board.to_string();
                let fields: Vec<&str> = fen.split(' ').take(4).collect();
                format!("p {}\nc\ne\n", fields.join(" "))
            })
            .collect();
        let answers = converse(&mut program, &commands);
        let mut answers = answers.lines();
        for board in &batch {
            let (checks, escapes) = expected(board, &mut kinds);
            let mut answer = || answers.next().expect("an answer to each command");
            assert_eq!(answer(), "ok", "{board}");
            assert_eq!(sorted(answer()), checks, "checks in {board}");
            let line = answer();
            if board.checkers().is_empty() {
                assert_eq!(line, "error no check", "{board}");
            } else {
                assert_eq!(sorted(line), escapes, "escapes in {board}");
            }
        }
    }
    println!("{POSITIONS} random positions: {kinds:?}");
    for kind in [
        "double check",
        "discovered check",
        "check by castling",
        "check by en passant",
        "check by promotion",
        "escape by en passant",
        "escape by promotion",
        "mate",
    ] {
        assert!(kinds.contains_key(kind), "no {kind} among the positions");
    }
}
