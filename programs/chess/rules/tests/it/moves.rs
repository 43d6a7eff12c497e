//! Invariants of every move, and the order of moves.

use bcp_chess::{Capture, Colour, Kind, Move, Position, START, Special, Square};

fn position(fen: &str) -> Position {
    Position::from_fen(fen).expect(fen)
}

/// Positions rich in special moves: castling, promotions, en passant, pins, discovered checks.
const RICH: [&str; 5] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
    "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ -",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6",
];

/// Visits all positions of the tree of legal moves to a depth.
fn visit(position: &mut Position, depth: u8, check: &mut impl FnMut(&mut Position)) {
    check(position);
    if depth == 0 {
        return;
    }
    for m in position.legal_moves() {
        let undo = position.make(m);
        visit(position, depth - 1, check);
        position.unmake(undo);
    }
}

/// The complete position is restored, including the places of the pieces.
#[test]
fn a_move_taken_back_leaves_nothing_behind() {
    for fen in RICH {
        visit(&mut position(fen), 2, &mut |position| {
            let before = position.clone();
            for m in position.moves() {
                let undo = position.make(m);
                position.unmake(undo);
                assert!(*position == before, "{m} in {}", before.to_fen());
            }
            let undo = position.make_null();
            position.unmake_null(undo);
            assert!(*position == before, "null move in {}", before.to_fen());
        });
    }
}

#[test]
fn no_check_is_ruled_out_by_geometry() {
    for fen in RICH {
        visit(&mut position(fen), 2, &mut |position| {
            for m in position.legal_moves() {
                let possible = position.may_give_check(m);
                let undo = position.make(m);
                let check = position.in_check();
                position.unmake(undo);
                assert!(possible || !check, "{m} in {}", position.to_fen());
            }
        });
    }
}

/// The captures are, in the same order, the moves of the full list that gain something, without underpromotions; only a
/// pawn's promotion by one step comes, as in the full list, after its captures.
#[test]
fn the_capture_list_keeps_the_order_of_the_full_list() {
    for fen in RICH {
        visit(&mut position(fen), 2, &mut |position| {
            let lesser = |m: &Move| matches!(m.special, Special::Promotion(kind) if kind != Kind::Queen);
            let full = position.moves().into_iter().filter(|m| !lesser(m));
            let gains: Vec<Capture> = full.map(|m| Capture { m, gain: position.gain(m) }).collect();
            for threshold in [0, 3, 8] {
                let expected: Vec<Capture> = gains.iter().copied().filter(|c| c.gain > threshold).collect();
                assert_eq!(position.captures(threshold), expected, "{}", position.to_fen());
            }
        });
    }
}

fn texts(position: &Position) -> String {
    let list: Vec<String> = position.moves().iter().map(Move::to_string).collect();
    list.join(" ")
}

/// The expected order was derived by hand from the rules in `docs/explanation/search.md`.
#[test]
fn moves_come_in_the_order_of_the_definition() {
    let castling = position("4k3/8/8/8/8/8/8/R3K2R w KQ -");
    assert_eq!(
        texts(&castling),
        "e1e2 e1f1 e1d1 e1f2 e1d2 \
         a1a2 a1a3 a1a4 a1a5 a1a6 a1a7 a1a8 a1b1 a1c1 a1d1 \
         h1h2 h1h3 h1h4 h1h5 h1h6 h1h7 h1h8 h1g1 h1f1 \
         e1g1 e1c1"
    );
    let pawns = position("1n2k3/P7/8/3PpP2/8/8/4P3/4K3 w - e6");
    assert_eq!(
        texts(&pawns),
        "e1f1 e1d1 e1f2 e1d2 e2e3 e2e4 d5d6 f5f6 \
         a7b8q a7b8r a7b8b a7b8n a7a8q a7a8r a7a8b a7a8n d5e6 f5e6"
    );
    let minor = position("k7/8/8/8/3N4/8/8/B6K b - -");
    assert_eq!(texts(&minor), "a8b8 a8a7 a8b7");
    let knight = position("k7/8/8/8/3N4/8/8/B6K w - -");
    assert_eq!(
        texts(&knight),
        "h1h2 h1g1 h1g2 a1b2 a1c3 d4e6 d4f5 d4f3 d4e2 d4c2 d4b3 d4b5 d4c6"
    );
}

/// The bishop is captured and comes back: it still moves before the knight.
#[test]
fn a_captured_piece_returns_to_its_place() {
    let mut board = position("r3k3/8/8/8/8/8/B7/1N2K3 b - -");
    let before = board.moves();
    let undo = board.make(board.move_from_text("a8a2").expect("a legal move"));
    assert_eq!(board.pieces(Colour::White).count(), 2);
    board.unmake(undo);
    assert_eq!(board.moves(), before);
    let kinds: Vec<Kind> = board.pieces(Colour::White).map(|piece| piece.kind).collect();
    assert_eq!(kinds, [Kind::King, Kind::Bishop, Kind::Knight]);
}

/// A queen made from a pawn still moves after the knight.
#[test]
fn a_promoted_pawn_keeps_its_place() {
    let start = position("8/P6k/8/8/8/8/8/1N2K3 w - -");
    let queen = start
        .play(start.move_from_text("a7a8q").expect("a legal move"))
        .expect("a legal move");
    let kinds: Vec<Kind> = queen.pieces(Colour::White).map(|piece| piece.kind).collect();
    assert_eq!(kinds, [Kind::King, Kind::Knight, Kind::Queen]);
}

#[test]
fn a_move_of_another_position_is_not_played() {
    let start = position(START);
    let other = position("4k3/8/8/8/8/8/8/R3K2R w KQ -");
    for m in other.legal_moves() {
        assert_eq!(start.play(m), None, "{m}");
        assert_eq!(start.san(m), None, "{m}");
    }
}

/// Returns every possible move, listed or not.
fn all_moves() -> impl Iterator<Item = Move> {
    let plain = [
        Special::None,
        Special::DoubleStep,
        Special::EnPassant,
        Special::Castling,
    ];
    let kinds = [
        Kind::King,
        Kind::Queen,
        Kind::Rook,
        Kind::Bishop,
        Kind::Knight,
        Kind::Pawn,
    ];
    let specials: Vec<Special> = plain.into_iter().chain(kinds.map(Special::Promotion)).collect();
    let pairs = Square::all().flat_map(|from| Square::all().map(move |to| (from, to)));
    pairs.flat_map(move |(from, to)| {
        specials
            .clone()
            .into_iter()
            .map(move |special| Move::new(from, to, special))
    })
}

#[test]
fn a_move_that_is_not_listed_is_not_legal() {
    let start = position(START);
    let square = |name| Square::from_name(name).expect("a square");
    for [from, to] in [["e2", "e5"], ["a1", "a8"], ["e7", "e5"], ["a1", "b1"], ["e4", "e5"]] {
        assert!(
            !start.is_legal(Move::new(square(from), square(to), Special::None)),
            "{from}{to}"
        );
    }
    for fen in RICH.into_iter().chain([START]) {
        let position = position(fen);
        let legal = position.legal_moves();
        assert!(all_moves().all(|m| position.is_legal(m) == legal.contains(&m)), "{fen}");
    }
}

/// Counts the material on the board.
fn material(position: &Position) -> i16 {
    let [white, black] =
        [Colour::White, Colour::Black].map(|side| position.pieces(side).map(|piece| piece.kind.value()).sum::<i16>());
    if position.side_to_play() == Colour::White {
        white - black
    } else {
        black - white
    }
}

#[test]
fn any_move_can_be_made_and_taken_back() {
    for fen in RICH.into_iter().chain([START]) {
        let before = position(fen);
        let mut board = before.clone();
        for m in all_moves() {
            let undo = board.make(m);
            assert_eq!(board.balance(), material(&board), "{m} {:?} in {fen}", m.special);
            assert!(Square::all().all(|square| board.piece_on(square).is_none() || board.place_on(square).is_some()));
            let counted = [Colour::White, Colour::Black].map(|side| board.pieces(side).count());
            let standing = Square::all().filter(|square| board.piece_on(*square).is_some()).count();
            assert_eq!(counted.iter().sum::<usize>(), standing, "{m} {:?} in {fen}", m.special);
            drop((board.moves(), board.to_fen(), board.in_check()));
            board.unmake(undo);
            assert!(board == before, "{m} {:?} in {fen}", m.special);
        }
    }
}
