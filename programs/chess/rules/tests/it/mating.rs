//! Proofs of mates by the rules. The mates and their lengths are from known compositions and endgames, or were counted
//! by hand.

use std::cell::Cell;

use bcp_chess::{Effort, Position, Proof, Refutation};

const EFFORT: Effort<'static> = Effort::of(20_000);

const PHILIDOR: &str = "5r1k/6pp/7N/8/2Q5/8/8/6K1 w - -";
/// A queen on f8 would stalemate Black.
const STALEMATE: &str = "8/5P1k/5K2/8/8/8/8/7B w - -";

fn position(fen: &str) -> Position {
    Position::from_fen(fen).expect(fen)
}

fn prove(fen: &str, san: &str, moves: u8) -> Proof {
    let position = position(fen);
    let m = position.move_from_san(san).expect(san);
    position.prove_mate(Some(m), moves, EFFORT)
}

#[test]
fn mates_are_proved_and_shorter_ones_refuted() {
    // Philidor's legacy; a back rank; a queen against a bare king.
    for (fen, san, moves) in [
        (PHILIDOR, "Qg8+", 2),
        ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -", "Ra8#", 1),
        ("k7/8/2K5/8/8/8/8/1Q6 w - -", "Qb7#", 1),
        ("7k/8/5K2/8/8/8/8/6Q1 w - -", "Kf7", 2),
        (STALEMATE, "f8=R", 2),
    ] {
        assert_eq!(prove(fen, san, moves), Proof::Proved, "{san} in {fen}");
        assert!(
            matches!(prove(fen, san, moves - 1), Proof::Refuted(_)),
            "{san} in {fen}"
        );
        // With more moves than necessary, a mate is still proved.
        assert_eq!(prove(fen, san, moves + 1), Proof::Proved, "{san} in {fen}");
        assert_eq!(position(fen).prove_mate(None, moves, EFFORT), Proof::Proved, "{fen}");
        let none = position(fen).prove_mate(None, 0, EFFORT);
        assert_eq!(none, Proof::Refuted(Refutation::NoMove), "{fen}");
    }
}

#[test]
fn a_refutation_says_why() {
    let stalemate = Proof::Refuted(Refutation::Stalemate);
    assert_eq!(prove(STALEMATE, "f8=Q", 3), stalemate);
    assert_eq!(prove("7k/8/5K2/8/8/8/8/6Q1 w - -", "Qg6", 2), stalemate);
    // The first of two defences; the king in the second position has one move.
    for (fen, san, defence) in [(PHILIDOR, "Nf7+", "Kg8"), ("7k/8/5K2/8/8/8/8/7B w - -", "Kf7", "Kh7")] {
        let Proof::Refuted(Refutation::Defence(m)) = prove(fen, san, 2) else {
            panic!("{san} in {fen}")
        };
        let after = position(fen);
        let after = after.play(after.move_from_san(san).expect(san)).expect(san);
        assert_eq!(after.san(m).as_deref(), Some(defence), "{san} in {fen}");
    }
}

#[test]
fn every_defence_counts_for_the_side_that_is_mated() {
    // A rook against a bare king, by trying every move; if a pawn can move, the king survives longer.
    for (fen, moves, is_mated) in [
        ("k7/8/K7/8/8/8/8/1R6 b - -", 1, false),
        ("1k6/8/1K6/8/8/8/8/R7 b - -", 2, true),
        ("1k6/8/1K6/8/8/8/8/R7 b - -", 1, false),
        ("1k6/8/1K6/8/7p/8/8/R7 b - -", 2, false),
        ("R1k5/8/2K5/8/8/8/8/8 b - -", 0, true),
        ("7k/5Q2/6K1/8/8/8/8/8 b - -", 3, false),
    ] {
        let proof = position(fen).prove_mated(moves, EFFORT);
        assert_eq!(proof == Proof::Proved, is_mated, "{fen}: {proof:?}");
        assert!(!matches!(proof, Proof::Open(_)), "{fen}: {proof:?}");
    }
}

/// The caller can end a proof by the number of positions, or whenever it is asked.
#[test]
fn a_proof_ends_when_its_caller_wants() {
    // The mate in six of position 222 of Win at Chess.
    let long = position("2r1r2k/1q3ppp/p2Rp3/2p1P3/6QB/p3P3/bP3PPP/3R2K1 w - -");
    let few = long.prove_mate(None, 6, Effort::of(100));
    assert!(matches!(few, Proof::Open(100)), "{few:?}");
    let looks = Cell::new(0);
    let is_over = || {
        looks.set(looks.get() + 1);
        looks.get() > 3
    };
    let ended = long.prove_mate(None, 6, Effort { positions: u32::MAX, is_over: &is_over });
    assert!(
        matches!(ended, Proof::Open(positions) if positions <= 3 * Effort::LOOK),
        "{ended:?}"
    );
}

/// The longest mates that the reconstruction announces, of the positions 222, 241 and 266 of Win at Chess.
#[test]
fn mates_in_six_are_proved() {
    for line in include_str!("../../../suite/positions/win-at-chess.csv").lines() {
        let fields: Vec<&str> = line.split(',').collect();
        if !["222", "241", "266"].contains(&fields[0]) {
            continue;
        }
        let position = position(fields[3]);
        assert_eq!(position.prove_mate(None, 6, EFFORT), Proof::Proved, "{line}");
    }
}

/// The side to play is stalemated.
#[test]
fn as_many_moves_as_a_number_can_have_are_no_more_than_others() {
    let stalemate = Position::from_fen("7k/5Q2/6K1/8/8/8/8/8 b - -").expect("a position");
    let refuted = Proof::Refuted(Refutation::NoMove);
    assert_eq!(stalemate.prove_mated(u8::MAX, Effort::of(1_000)), refuted);
}
