//! The sentences that describe a search, and what they do not say.

use std::collections::HashMap;

use anyhow::Result;
use bcp_chess::Position;
use bcp_debugger::{CHESS, debugged};
use bcp_driver::Program;
use z8000_debugger::command::Interpreter;
use z8000_debugger::session::Session;

use crate::why::positions;

/// Returns the sentences of a search as `events` prints them: the moves on the board before each, the sentence, the
/// event.
fn told(position: &Position, depth: u8) -> Vec<(usize, String, serde_json::Value)> {
    let program = Program::built_in().expect("the program assembles");
    let mut session = Session::new(debugged(&program).expect("it fits"), 4_000_000);
    session.send(format!("p {}\ng {depth}\n", position.to_fen()).as_bytes());
    let mut interpreter = Interpreter::new(session, Some(CHESS));
    interpreter.execute("continue", &mut |_| false).expect("the search");
    let answer = interpreter.execute("events 10000", &mut |_| false).expect("events");
    let events = answer.data["events"].as_array().expect("events").clone();
    let lines = answer.text.lines().map(|line| {
        let text = line.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
        let words = text.trim_start();
        ((text.len() - words.len()) / 2, words.to_owned())
    });
    let list: Vec<_> = lines
        .zip(events)
        .map(|((made, text), event)| (made, text, event))
        .collect();
    list
}

/// During one visit to a node, each sentence describes only one event. It always names the side, and never gives a mate
/// as a number.
#[test]
fn a_sentence_tells_one_event_of_a_node() -> Result<()> {
    let (mut compared, mut wrong) = (0, 0);
    for position in positions() {
        // For each number of moves on the board, the sentences since the last one with fewer moves.
        let mut nodes: Vec<HashMap<String, serde_json::Value>> = Vec::new();
        let list = told(&position, 3);
        assert!(list.len() > 1000, "{}", list.len());
        for (made, text, mut event) in list {
            assert!(
                text.contains("White") || text.contains("Black") || event["event"] == "repetition",
                "{text}"
            );
            for number in 94..=127 {
                for sign in ["+", "-", "has "] {
                    assert!(!text.contains(&format!("{sign}{number}")), "{text}");
                }
            }
            assert!(!text.contains("worth something"), "{text}");
            let fields = event.as_object_mut().expect("an object");
            fields.remove("instructions");
            fields.remove("text");
            nodes.truncate(made + 1);
            nodes.resize(made + 1, HashMap::new());
            if event["event"] == "node" {
                nodes[made].clear();
            }
            if let Some(other) = nodes[made].insert(text.clone(), event.clone())
                && other != event
            {
                println!("{text} in {}\n  {other}\n  {event}", position.to_fen());
                wrong += 1;
            }
            compared += 1;
        }
    }
    assert_eq!(wrong, 0);
    assert!(compared > 50_000, "{compared}");
    Ok(())
}

/// Small searches, with sentences that the rules of chess and of the search make true, in this order.
const TOLD: [(&str, u8, &str); 10] = [
    // A mate on the back rank.
    (
        "6k1/5ppp/8/8/8/8/8/R5K1 w - -",
        1,
        "White to play, captures only.
        White can stop capturing here: White has +2.
        White's captures end: White has +2.
        Does White mate in one?
        White's Ra8# gives check: is it mate?
        White mates by Ra8#.
        Iteration 0 ends: White mates in 1.",
    ),
    // White is in check by a protected pawn.
    (
        "7k/8/8/8/8/2p5/1p6/K7 w - -",
        1,
        "White looks at Ka1xb2, which takes a pawn.
        Black takes the king: White's Ka1xb2 was not legal.
        What if White passes?
        Black takes the king: White cannot pass.
        White to play, one move deep plus captures.
        White is in check and cannot pass.
        One move above the capture search, White tries every move, because passing would lose something.
        White tries Ka1xb2, which is not legal.
        White's Ka1xb2 has no value, because it is not legal.
        White tries Kb1.
        After 1 Kb1: Black to play, captures only.
        Black's c2+ gives check: is it mate?
        White's Kb1 is better than the best so far: White has -2.
        White's Kb1 is the best so far: White has -2.",
    ),
    // Each side can capture a pawn.
    (
        "7k/8/8/8/3p4/4P3/8/K7 w - -",
        1,
        "White looks at exd4, which takes a pawn.
        Black's captures end: White has +1.
        Black looks at dxe3, which takes a pawn.
        White passes: Black wins a pawn. White has at least -1.
        White tries exd4, which takes a pawn.
        After 1 exd4: Black to play, captures only. White has -1 elsewhere.",
    ),
    // A king with three squares, of which two are attacked and the third offers no capture.
    (
        "k7/2R5/1P6/8/8/8/8/K7 b - -",
        2,
        "Black passes: White gains nothing. Black has at least -6.
        One move above the capture search, Black tries only captures that gain enough to beat a pass.
        Black to play, 2 moves deep plus captures.
        Black lists its moves: which of them threaten something?
        Black tests Ka8-a7, which is not legal.
        What does Black gain by Kb8 if White passes?
        Black's Kb8 is not searched, because if White passes, Black has no more than -6, as without it (a null-move \
        cut-off).",
    ),
    // A pawn attacks a rook, which escapes with check.
    (
        "7k/8/8/3r4/8/8/4P3/K7 w - -",
        2,
        "What does White gain by e4 if Black passes?
        White's e4 threatens something: if Black passes, White has +1. The move is eligible, and is searched.
        White searches e4, one move deep plus captures.
        Black passes: White wins 5 pawns' worth. White has at most +1.
        Black's Ra5+ is better than the best so far: White has -4.
        Black's Ra5+ is the best so far: White has at most -4. That is enough: White has as much without e4.
        White's e4 is no better than the best so far: White has -4.
        White's e3 is not searched, because if Black passes, White has no more than -4, as without it (a null-move \
        cut-off).",
    ),
    // Two rooks mate in two, by Ra7 and Rb8; the other rook has other checks.
    (
        "7k/8/8/8/8/8/R7/1R4K1 w - -",
        2,
        "White takes the king: Black cannot pass.
        White's Rh2+ gives check, so Black cannot pass; the move is eligible, and is searched.
        White's move goes into the stored tree: 2 of 5000 entries are in use.
        White searches Rh2+, one move deep plus captures.
        After 1 Rh2+: Black to play, one move deep plus captures. White has +10 elsewhere.
        Black is in check and cannot pass.
        Black tries Kg7.
        After 1 Rh2+ Kg7: White to play, captures only. White has +10 elsewhere.
        Black's Kg7 is the best so far: White has at most +10. That is enough: White has as much without Rh2+.
        White's Rh2+ is no better than the best so far: White has +10.
        White's Rb8# gives check: is it mate?
        After 1 Ra7 pass, White mates by Rb8#.
        White's Ra7 threatens something: if Black passes, White mates in 1. The move is eligible, and is searched.
        Black passes: White mates in 1.
        After 1 Ra7 Kg8: White to play, captures only. White has +10 elsewhere, Black allows that White mates at move 2.
        After 1 Ra7 Kg8, White mates by Rb8#.
        White's Ra7 is the best so far: White mates in 2.
        White's captures end and change nothing: White mates at move 2 elsewhere.
        White's Ra6 is not searched: if Black passes, it changes nothing. White mates at move 2 elsewhere.
        Iteration 2 ends: White mates in 2.",
    ),
    // The queen gives perpetual check; otherwise a rook mates.
    (
        "6k1/6p1/8/7Q/8/8/rr6/7K w - -",
        6,
        "Black passes: White wins 5 pawns' worth. White has at most +8.
        After 1 Qe8+ Kh7 2 Qh5+ Kg8: White to play, one move deep plus captures. White has -2 elsewhere.
        After 1 Qe8+ Kh7 2 Qh5+ Kg8, the position repeats: a draw.",
    ),
    // A pawn counts as a pawn until it is promoted.
    (
        "7k/8/8/8/8/5p2/8/K7 b - -",
        4,
        "After 1 ... f2 2 Kb1 f1=Q+: White to play, one move deep plus captures. Black has +1 elsewhere, White allows \
        no more than +9.",
    ),
    // Both sides may castle.
    (
        "r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq -",
        2,
        "What does White gain by O-O-O if Black passes?
        What does White gain by O-O if Black passes?",
    ),
    // Black leaves its king in check, so that White's capture elsewhere is worth nothing.
    (
        "6k1/5ppp/8/8/8/8/r7/1R4K1 b - -",
        4,
        "White's captures end: Black's king could be taken.
        Black passes, but has as much elsewhere: Black has +3.",
    ),
];

#[test]
fn sentences_are_true_of_small_searches() -> Result<()> {
    for (fen, depth, sentences) in TOLD {
        let list = told(&Position::from_fen(fen)?, depth);
        let mut told = list.iter().map(|(_, text, _)| text);
        for sentence in sentences.lines().map(str::trim) {
            assert!(told.any(|text| text == sentence), "{sentence}: {list:#?}");
        }
    }
    Ok(())
}

/// Two iterations and part of the third, each sentence indented by the moves on the board. Black is three pawns up;
/// White threatens mate on the back rank, which a pawn move prevents.
#[test]
fn a_search_is_told_from_its_beginning() -> Result<()> {
    let expected: Vec<&str> = include_str!("back-rank.txt").lines().collect();
    let list = told(&Position::from_fen("6k1/5ppp/8/8/8/8/r7/1R4K1 b - -")?, 2);
    let lines = list
        .iter()
        .map(|(made, text, _)| format!("{}{text}", "  ".repeat(*made)));
    assert_eq!(lines.take(expected.len()).collect::<Vec<_>>(), expected);
    Ok(())
}
