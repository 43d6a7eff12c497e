//! Questions to `why` at moments of a search, and how moves are written in them.

use bcp_debugger::Why;

use crate::plies::session;

const FORK: &str = "r3k3/4p3/3p4/1N6/8/8/6PP/6K1 w - -";

/// Asks `why` at a moment of a search, which stays there.
fn asked(fen: &str, depth: u8, moment: &[&str], question: &str) -> String {
    let mut interpreter = session(fen, depth);
    for line in moment {
        interpreter.execute(line, &mut |_| false).expect(line);
    }
    let before = interpreter.session.now();
    let answer = interpreter.execute(question, &mut |_| false);
    assert_eq!(interpreter.session.now(), before, "{question}");
    answer.map_or_else(|error| error.to_string(), |answer| answer.text)
}

/// The values and lines are those of docs/explanation/null-move-quiescence.md.
#[test]
fn the_fork_is_explained_as_the_article_has_it() {
    let second = "Iteration 2, at the root, 2 moves deep plus captures:\n";
    let end = &["continue"][..];
    let second_of_second = &["next iteration", "next iteration", "next node 1"][..];
    for (moment, question, text) in [
        (
            &[][..],
            "why Nc7",
            format!("{second}Nc7+ is White's best move: after 1 Nc7+ Kd7 2 Nxa8, White has +3; if White passed, White has -2."),
        ),
        (
            &[],
            "why Nd4",
            format!(
                "{second}White tests Nd4 and does not search it, because Black can pass: White has no more than -2, and \
                 passing is as good.\nWhite's best is Nc7+: White has +3."
            ),
        ),
        (
            &[],
            "why Nxd6",
            format!(
                "{second}White searches Nxd6+, and it is no better than passing: after 1 Nxd6+ exd6, White has no more than \
                 -2.\nWhite's best is Nc7+: White has +3."
            ),
        ),
        (
            &["next node 1"],
            "why Kd7 1",
            "Iteration 1, after 1 Nxd6+, captures only:\n\
             Black never reaches Kd7: exd6 came first: White has at most -2, and that is enough, because White has as much without Nxd6+."
                .to_owned(),
        ),
        (
            second_of_second,
            "why exd6",
            "Iteration 2, after 1 Nxd6+, one move deep plus captures:\n\
             exd6 is Black's best move: after 1 Nxd6+ exd6, White takes nothing, White has at most -2; Black is in check and cannot pass. That is enough: White has as much elsewhere."
                .to_owned(),
        ),
        (
            second_of_second,
            "why h3 0",
            "Iteration 2, at the root, 2 moves deep plus captures:\n\
             White tests h3 and does not search it, because Black can pass: White has no more than -2, and passing is as good.\n\
             No move of White is better so far than passing: White has -2."
                .to_owned(),
        ),
        (
            end,
            "why Nc7",
            "Iteration 3, at the root, 3 moves deep plus captures:\n\
             Nc7+ is White's best move: after 1 Nc7+ Kd7 2 Nxa8, White has +3; if White passed, White has -2."
                .to_owned(),
        ),
        (
            end,
            "why Nd4",
            "Iteration 3, at the root, 3 moves deep plus captures:\n\
             White tests Nd4 in iteration 2 and does not search it, because Black can pass: White has no more than -2, and passing is as good.\n\
             White's best is Nc7+: White has +3."
                .to_owned(),
        ),
        (
            &["next node 0"],
            "why Nxd6",
            "Iteration 0, at the root, captures only:\n\
             White searches Nxd6+, and it is no better than taking nothing: after 1 Nxd6+ exd6, White has no more than -2.\n\
             Taking nothing is White's best so far: White has -2."
                .to_owned(),
        ),
        (
            &["next node 0"],
            "why Nc7",
            "Iteration 0, at the root, captures only:\n\
             White does not look at Nc7+: in the capture search White tries only captures and promotions to a queen; Nc7+ takes nothing.\n\
             Taking nothing is White's best: White has -2."
                .to_owned(),
        ),
        (
            &["next iteration", "next node 0"],
            "why Nxd6",
            "Iteration 1, at the root, one move deep plus captures:\n\
             White searches Nxd6+, and it is no better than passing: after 1 Nxd6+ exd6, White has no more than -2.\n\
             No move of White is better so far than passing: White has -2."
                .to_owned(),
        ),
        (
            &["next iteration", "next node 0"],
            "why Nc7",
            "Iteration 1, at the root, one move deep plus captures:\n\
             White does not look at Nc7+: one move above the capture search White tries only captures that gain enough; Nc7+ takes nothing.\n\
             No move of White is better than passing: White has -2."
                .to_owned(),
        ),
        (
            &["next iteration", "next iteration", "next iteration", "next node 2"],
            "why Kf1",
            "Iteration 3, after 1 Nc7+ Kd7, one move deep plus captures:\n\
             White does not look at Kf1: one move above the capture search White tries only captures that gain enough; Kf1 \
             takes nothing, and only 6 pawns' worth or more would be enough.\nWhite's best is Nxa8: White has +3."
                .to_owned(),
        ),
        (
            second_of_second,
            "why Nxa8",
            "`Nxa8` is not legal at ply 1: the side to play has no knight".to_owned(),
        ),
        (second_of_second, "why Nc3 1", "`Nc3` is not legal at ply 1: the side to play has no knight".to_owned()),
        (second_of_second, "why Kd7 2", "ply 2 is not on the path: expected 0, the root, to 1".to_owned()),
    ] {
        let found = asked(FORK, 3, moment, question);
        assert_eq!(found, text, "{moment:?} {question}");
    }
}

/// Moves that leave the king in check, in every notation; and words that are not moves.
#[test]
fn illegal_moves_are_named_like_legal_ones() {
    let bishop = "White cannot play Be2-b5: Black's rook on e4 would take the king.";
    let pawn = "White cannot play e2-e3: Black's bishop on h5 would take the king.";
    let takes = "White cannot play e2xd3: Black's bishop on h5 would take the king.";
    for (fen, words, text) in [
        (
            "4k3/8/8/8/4r3/8/4B3/4K3 w - -",
            "Bb5 Be2-b5 Beb5 e2b5 Be2b5 Bb5+ Bxb5 Bb5#",
            bishop,
        ),
        ("4k3/8/8/7b/8/8/4P3/3K4 w - -", "e3 e2e3 e2-e3 e3+", pawn),
        ("4k3/8/8/7b/8/3p4/4P3/3K4 w - -", "exd3 ed3 e2d3 e2xd3", takes),
    ] {
        for word in words.split(' ') {
            assert_eq!(asked(fen, 1, &[], &format!("why {word}")), text, "{word}");
        }
    }
    for (fen, word, text) in [
        (
            "4k3/8/8/7b/8/3p4/4P3/3K4 w - -",
            "d3",
            "`d3` is not legal at the root: the side to play has no pawn on the d-file",
        ),
        (
            "4k3/8/8/8/4r3/8/4B3/4K3 w - -",
            "Bh6",
            "`Bh6` is not legal at the root: a bishop on e2 cannot move to h6",
        ),
        (
            "4k3/8/8/8/4r3/8/4B3/4K3 w - -",
            "Kd7",
            "`Kd7` is a move of Black, but at the root it is White's turn",
        ),
        (
            "7k/8/8/4N3/8/N7/4N3/6NK w - -",
            "Nc4",
            "`Nc4` is ambiguous at the root: Nac4 or Nec4",
        ),
        (
            "7k/8/8/4N3/8/N7/8/6NK w - -",
            "Nf3",
            "`Nf3` is ambiguous at the root: Ngf3 or Nef3",
        ),
        // The promotion is named, and nothing is captured.
        (
            "8/2P3k1/8/8/8/8/5p2/1r4K1 w - -",
            "c7c8q",
            "White cannot play c7-c8=Q: Black's rook on b1 would take the king.",
        ),
        (
            "8/2P3k1/8/8/8/8/5p2/1r4K1 w - -",
            "c8=Q",
            "White cannot play c7-c8=Q: Black's rook on b1 would take the king.",
        ),
        (
            "8/2P3k1/8/8/8/8/5p2/1r4K1 w - -",
            "c8",
            "`c8` is not legal at the root: the pawn on c7 promotes, so name the new piece, such as `c8=Q`",
        ),
        (
            "r3k2r/8/8/8/2b5/8/8/R3K2R w KQkq -",
            "O-O",
            "`O-O` is not legal at the root: the king would cross f1, which the bishop on c4 attacks",
        ),
        (
            "r3k2r/8/8/2b5/8/8/8/R3K2R w KQkq -",
            "O-O",
            "White cannot play O-O: Black's bishop on c5 would take the king.",
        ),
    ] {
        let found = asked(fen, 2, &[], &format!("why {word}"));
        assert_eq!(found, text, "{word}");
    }
}

/// The session's past and the search beyond it can be followed in pieces of any size, with the same answer.
#[test]
fn an_answer_does_not_depend_on_the_pieces_in_which_the_search_is_followed() {
    for (moment, m) in [
        (&[][..], "Nc7"),
        (&["next iteration", "next iteration", "next node 1"], "Kd7"),
        (&["continue"], "Nd4"),
    ] {
        let mut interpreter = session(FORK, 3);
        for line in moment {
            interpreter.execute(line, &mut |_| false).expect(line);
        }
        let mut answers = Vec::new();
        for piece in [5_000, 20_000, 1 << 20] {
            let mut why = Why::ask(&interpreter.session, m, None).expect(m);
            let mut pieces = 0;
            let answer = loop {
                pieces += 1;
                if let Some(answer) = why.advance(piece) {
                    break answer;
                }
                assert!(!why.has_ended(), "{m}");
            };
            let present = interpreter.session.now().instructions;
            assert!(
                pieces * piece >= answer.at.unwrap_or(0).max(present),
                "{m}: {pieces} of {piece}"
            );
            assert_eq!(pieces > 3, piece < 1 << 20, "{m}");
            answers.push(answer);
        }
        assert!(answers[0] == answers[1] && answers[1] == answers[2], "{answers:?}");
    }
}

/// While a move such as castling is on the board, the root is still the position that was sent, with its rights.
#[test]
fn a_move_with_further_effects_is_taken_back_whole() {
    for (fen, m, san) in [
        ("r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq -", "e1g1", "O-O"),
        ("r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq -", "e1c1", "O-O-O"),
        ("r3k2r/p6p/8/8/8/8/P6P/R3K2R b KQkq -", "e8c8", "O-O-O"),
        ("4k3/8/2n5/3pP3/8/8/8/4K2R w K d6", "e5d6", "exd6"),
    ] {
        let found = asked(fen, 2, &[&format!("next pass {m} 0")], &format!("why {san} 0"));
        assert!(found.starts_with("Iteration 2, at the root"), "{fen} {san}: {found}");
    }
}
