//! On the fast board, attacks of sliding pieces and the squares between these and a king equal those found step by
//! step.

use bcp_chess::{Move, Position, Square};
use bcp_laboratory::Game;
use bcp_laboratory::chess::Chess;

/// Steps as (files, ranks).
type Step = (i8, i8);
const STRAIGHT: [Step; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [Step; 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];
const JUMPS: [Step; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

fn neighbour(at: Square, (files, ranks): Step) -> Option<Square> {
    Square::new(
        at.file().wrapping_add_signed(files),
        at.rank().wrapping_add_signed(ranks),
    )
}

fn jumps(at: Square) -> Vec<Square> {
    JUMPS.into_iter().filter_map(|step| neighbour(at, step)).collect()
}

/// Walks one square at a time, until a piece is in the way.
fn walked(square: Square, steps: &[Step], is_taken: impl Fn(Square) -> bool) -> Vec<Square> {
    let mut all = Vec::new();
    for &step in steps {
        let mut at = square;
        while let Some(to) = neighbour(at, step) {
            all.push(to);
            if is_taken(to) {
                break;
            }
            at = to;
        }
    }
    all
}

/// Returns a position with White to play, without castling rights; `None` if White could capture the king.
fn position(pieces: &[(Square, char)]) -> Option<Position> {
    let letter = |at| {
        pieces
            .iter()
            .find(|piece| Some(piece.0) == at)
            .map_or('1', |piece| piece.1)
    };
    let rank = |rank| (0..8).map(|file| letter(Square::new(file, rank))).collect();
    let ranks: Vec<String> = (0..8).rev().map(rank).collect();
    Position::from_fen(&format!("{} w - -", ranks.join("/"))).ok()
}

/// Checks that the piece on a square can move only to these squares.
fn goes(position: &Position, from: Square, mut expected: Vec<Square>) {
    let mut moves = Vec::new();
    Chess::from(position).moves(&mut moves);
    let of_piece = moves.into_iter().map(Move::from).filter(|m| m.from == from);
    let mut targets: Vec<Square> = of_piece.map(|m| m.to).collect();
    targets.sort_unstable();
    expected.sort_unstable();
    assert_eq!(targets, expected, "{from} in {}", position.to_fen());
}

/// A white piece among black knights on its lines; the kings are off these lines, and White is not in check.
#[test]
fn sliding_pieces_attack_what_a_walk_reaches() {
    let squares: Vec<Square> = Square::all().collect();
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    for trial in 0..20_000 {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        let square = squares[trial % 64];
        let occupied = match trial % 3 {
            0 => random & random.rotate_left(17),
            1 => random,
            _ => [0, u64::MAX][trial / 64 % 2],
        };
        let is_taken = |at: Square| occupied >> (8 * at.rank() + at.file()) & 1 == 1;
        for (letter, steps) in [('R', STRAIGHT), ('B', DIAGONAL)] {
            let lines = walked(square, &steps, |_| false);
            let knights: Vec<Square> = lines.iter().copied().filter(|at| is_taken(*at)).collect();
            let mut free = squares
                .iter()
                .copied()
                .filter(|at| *at != square && !lines.contains(at));
            let is_safe = |at: &Square| jumps(*at).iter().all(|from| !knights.contains(from));
            let white = free.clone().find(is_safe).expect("a place for white's king");
            let board = free.find_map(|black| {
                let mut pieces = vec![(square, letter), (white, 'K'), (black, 'k')];
                pieces.extend(knights.iter().map(|at| (*at, 'n')));
                position(&pieces).filter(|position| black != white && !position.in_check())
            });
            goes(
                &board.expect("a place for black's king"),
                square,
                walked(square, &steps, is_taken),
            );
        }
    }
}

/// A check from a distance is answered by a knight on the squares between, or by capturing the piece; a knight's check
/// only by capturing it.
#[test]
fn a_check_is_answered_between() {
    let mut checks = 0;
    for (king, checker) in Square::all().flat_map(|king| Square::all().map(move |checker| (king, checker))) {
        let line = |steps: [Step; 4]| {
            let mut ways = steps.into_iter().map(|step| walked(king, &[step], |at| at == checker));
            ways.find(|way| way.last() == Some(&checker))
        };
        let (letter, answers) = match (line(STRAIGHT), line(DIAGONAL)) {
            (Some(way), _) => ('r', way),
            (_, Some(way)) => ('b', way),
            _ if jumps(king).contains(&checker) => ('n', vec![checker]),
            _ => continue,
        };
        checks += 1;
        for knight in Square::all().filter(|at| *at != king && !answers.contains(at)) {
            let mut free = Square::all().filter(|at| *at != king && *at != knight && !answers.contains(at));
            let board = free.find_map(|at| position(&[(king, 'K'), (checker, letter), (knight, 'N'), (at, 'k')]));
            let expected = jumps(knight).into_iter().filter(|to| answers.contains(to)).collect();
            goes(&board.expect("a place for black's king"), knight, expected);
        }
    }
    // 1,456 pairs of squares share a line, 336 are a knight's jump apart.
    assert_eq!(checks, 1_456 + 336);
}
