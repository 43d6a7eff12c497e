//! Proofs of mates by the rules. Mates and their lengths are known compositions and endgames, or were counted by hand.

use bcp_chess::Position;

const EFFORT: u32 = 20_000;

fn proves(fen: &str, san: &str, moves: u8) -> bool {
    let position = Position::from_fen(fen).expect(fen);
    let m = position.move_from_san(san).expect(san);
    position.is_mate_within(m, moves, EFFORT)
}

#[test]
fn mates_are_proved_and_stalemates_are_none() {
    // Philidor's legacy; a back rank; a queen against a bare king; and what a queen on f8 does in the last position.
    let philidor = "5r1k/6pp/7N/8/2Q5/8/8/6K1 w - -";
    let stalemate = "8/5P1k/5K2/8/8/8/8/7B w - -";
    for (fen, san, moves) in [
        (philidor, "Qg8+", 2),
        ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -", "Ra8#", 1),
        ("k7/8/2K5/8/8/8/8/1Q6 w - -", "Qb7#", 1),
        ("7k/8/5K2/8/8/8/8/6Q1 w - -", "Kf7", 2),
        (stalemate, "f8=R", 2),
    ] {
        assert!(proves(fen, san, moves), "{san} in {fen}");
        assert!(!proves(fen, san, moves - 1), "{san} in {fen}");
        // One that is given more moves than it needs is one, too.
        assert!(proves(fen, san, moves + 1), "{san} in {fen}");
        let position = Position::from_fen(fen).expect(fen);
        assert!(
            position.mates_within(moves, EFFORT) && !position.mates_within(0, EFFORT),
            "{fen}"
        );
    }
    for (fen, san) in [
        (stalemate, "f8=Q"),
        ("7k/8/5K2/8/8/8/8/6Q1 w - -", "Qg6"),
        (philidor, "Qc3"),
        // A bishop alone never mates.
        ("7k/8/5K2/8/8/8/8/7B w - -", "Kf7"),
    ] {
        for moves in 1..4 {
            assert!(!proves(fen, san, moves), "{san} in {fen}");
        }
    }
}

#[test]
fn every_defence_counts_for_the_side_that_is_mated() {
    // A rook against a bare king, by trying every move; with a pawn that may move he is safe for longer.
    let lost = Position::from_fen("k7/8/K7/8/8/8/8/1R6 b - -").expect("a position");
    assert!(!lost.is_mated_within(1, EFFORT));
    let lost = Position::from_fen("1k6/8/1K6/8/8/8/8/R7 b - -").expect("a position");
    assert!(lost.is_mated_within(2, EFFORT) && !lost.is_mated_within(1, EFFORT));
    let saved = Position::from_fen("1k6/8/1K6/8/7p/8/8/R7 b - -").expect("a position");
    assert!(!saved.is_mated_within(2, EFFORT));
    let mated = Position::from_fen("R1k5/8/2K5/8/8/8/8/8 b - -").expect("a position");
    assert!(mated.is_mated_within(0, EFFORT));
    let stalemated = Position::from_fen("7k/5Q2/6K1/8/8/8/8/8 b - -").expect("a position");
    assert!(!stalemated.is_mated_within(3, EFFORT));
}

#[test]
fn without_effort_nothing_is_proved() {
    let position = Position::from_fen("5r1k/6pp/7N/8/2Q5/8/8/6K1 w - -").expect("a position");
    let m = position.move_from_san("Qg8+").expect("a move");
    assert!(!position.is_mate_within(m, 2, 0));
    assert!(!position.is_mate_within(m, 0, EFFORT));
}
