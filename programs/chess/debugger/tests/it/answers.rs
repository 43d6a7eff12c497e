//! Answers to `why`, as sentences and as objects: at least one for each reason, rival, reply and cut-off.

use bcp_chess::{Move, Position};
use bcp_debugger::{Answer, CutOff, Reason, Reply, Rival};
use bcp_reference::search::Listed;
use serde_json::{Value as Json, json};

/// White to play; Black can capture a pawn, and both sides have a weak back rank.
const ROOT: &str = "r5k1/5ppp/8/3p4/4P3/8/5PPP/R3Q1K1 w - -";

/// Returns an answer about a move after some others, given by their squares; after an even number of moves White plays.
fn answer(path: &str, m: &str, depth: Option<u8>, best: Option<(Rival, i16)>, reason: Reason) -> Answer {
    let root = Position::from_fen(ROOT).expect(ROOT);
    let mut position = root.clone();
    let mut moves = Vec::new();
    for text in path.split_whitespace() {
        let m = position.move_from_text(text).expect(text);
        position.make(m);
        moves.push(m);
    }
    let m = position.moves().into_iter().find(|it| it.to_string() == m).expect(m);
    Answer {
        root,
        path: moves,
        position,
        m,
        iteration: Some(3),
        depth,
        over: true,
        best,
        is_bound: false,
        reason,
        at: Some(70_000),
    }
}

/// Returns a move in the position after a path.
fn played(path: &str, m: &str) -> Move {
    answer(path, m, None, None, Reason::Open).m
}

/// Returns consecutive moves after a path.
fn line(path: &str, moves: &str) -> Vec<Move> {
    let mut at = path.to_owned();
    let mut list = Vec::new();
    for m in moves.split_whitespace() {
        list.push(played(&at, m));
        at = format!("{at} {m}");
    }
    list
}

struct Row {
    answer: Answer,
    text: &'static str,
    /// The JSON fields that are specific to the reason.
    facts: Json,
    best: Json,
}

/// Values are White's, who plays at the root. Black has a pawn less; +7 is a queen and a pawn for a rook.
#[allow(clippy::too_many_lines, reason = "one row each")]
fn rows() -> Vec<Row> {
    let row = |answer, text, facts, best| Row { answer, text, facts, best };
    let e1 = |path: &str| played(path, "e1e3");
    vec![
        row(
            answer(
                "",
                "e1e3",
                Some(3),
                Some((Rival::Pass, 9)),
                Reason::Illegal { by: played("e1e3", "a8a1") },
            ),
            "Iteration 3, at the root, 3 moves deep plus captures:\n\
             White cannot play Qe3: Black's rook on a8 would take the king.\n\
             No move of White is better than passing: White has +9.",
            json!({ "by": "a8a1" }),
            json!({ "move": "pass", "value": 9 }),
        ),
        row(
            answer(
                "",
                "h2h3",
                None,
                Some((Rival::Pass, 9)),
                Reason::NotListed { listed: None, gain: 0, needed: 1 },
            ),
            "Iteration 3, at the root, captures only:\n\
             White does not look at h3: in the capture search White tries only captures and promotions to a queen; h3 \
             takes nothing.\n\
             Taking nothing is White's best: White has +9.",
            json!({ "listed": null, "gain": 0, "needed": 1 }),
            json!({ "move": "pass", "value": 9 }),
        ),
        row(
            answer(
                "h2h3",
                "d5e4",
                Some(1),
                Some((Rival::Elsewhere, -94)),
                Reason::NotListed { listed: Some(Listed::All), gain: 1, needed: 94 },
            ),
            "Iteration 3, after 1 h3, one move deep plus captures:\n\
             Black does not look at dxe4: one move above the capture search Black tries moves by what they take; dxe4 takes \
             a pawn, and only a mate would be better.\n\
             No move of Black is better than what Black has elsewhere: Black mates at move 17.",
            json!({ "listed": "all", "gain": 1, "needed": 94 }),
            json!({ "move": "elsewhere", "value": -94 }),
        ),
        row(
            answer(
                "h2h3",
                "a8a1",
                Some(1),
                Some((Rival::Move(played("h2h3", "d5e4")), 8)),
                Reason::NotListed { listed: Some(Listed::Captures), gain: 5, needed: 2 },
            ),
            "Iteration 3, after 1 h3, one move deep plus captures:\n\
             Black does not look at Rxa1: one move above the capture search Black tries only captures that gain enough; Rxa1 \
             takes 5 pawns' worth, and only 2 pawns' worth or more would be enough.\n\
             Black's best is dxe4: White has +8.",
            json!({ "listed": "captures", "gain": 5, "needed": 2 }),
            json!({ "move": "d5e4", "value": 8 }),
        ),
        row(
            answer(
                "",
                "h2h3",
                Some(2),
                Some((Rival::Pass, 9)),
                Reason::NotEligible { score: 9, best: 9, by: Rival::Pass, line: Vec::new(), iteration: 3 },
            ),
            "Iteration 3, at the root, 2 moves deep plus captures:\n\
             White tests h3 and does not search it, because Black can pass: White has no more than +9, and passing is as \
             good.\n\
             No move of White is better than passing: White has +9.",
            json!({ "score": 9, "than": "pass", "than-value": 9, "line": [], "tested": 3 }),
            json!({ "move": "pass", "value": 9 }),
        ),
        row(
            answer(
                "",
                "h2h3",
                Some(2),
                Some((Rival::Move(played("", "a1a8")), 13)),
                Reason::NotEligible {
                    score: 10,
                    best: 13,
                    by: Rival::Move(played("", "a1a8")),
                    line: vec![played("", "e4d5")],
                    iteration: 2,
                },
            ),
            "Iteration 3, at the root, 2 moves deep plus captures:\n\
             White tests h3 in iteration 2 and does not search it, because Black can pass, and exd5 follows: White has no \
             more than +10, and Rxa8# is as good.\n\
             White's best is Rxa8#: White has +13.",
            json!({ "score": 10, "than": "a1a8", "than-value": 13, "line": ["e4d5"], "tested": 2 }),
            json!({ "move": "a1a8", "value": 13 }),
        ),
        row(
            answer(
                "h2h3",
                "h7h6",
                Some(2),
                Some((Rival::Elsewhere, 8)),
                Reason::NotEligible {
                    score: 8,
                    best: 8,
                    by: Rival::Elsewhere,
                    line: line("h2h3 h7h6 g2g3", "d5e4 e1e4"),
                    iteration: 3,
                },
            ),
            "Iteration 3, after 1 h3, 2 moves deep plus captures:\n\
             Black tests h6 and does not search it, because White can pass, and dxe4 Qxe4 follow: White has no less than +8, \
             and what Black has elsewhere is as good.\n\
             No move of Black is better than what Black has elsewhere: White has +8.",
            json!({ "score": 8, "than": "elsewhere", "than-value": 8, "line": ["d5e4", "e1e4"], "tested": 3 }),
            json!({ "move": "elsewhere", "value": 8 }),
        ),
        row(
            answer(
                "h2h3",
                "h7h6",
                Some(2),
                None,
                Reason::NotEligible {
                    score: 123,
                    best: 123,
                    by: Rival::Elsewhere,
                    line: Vec::new(),
                    iteration: 3,
                },
            ),
            "Iteration 3, after 1 h3, 2 moves deep plus captures:\n\
             Black tests h6 and does not search it, because White can pass: what Black has elsewhere is \
             as good.",
            json!({ "score": 123, "than": "elsewhere", "than-value": 123, "line": [], "tested": 3 }),
            json!(null),
        ),
        row(
            answer(
                "",
                "h2h3",
                Some(2),
                None,
                Reason::NotEligible {
                    score: 123,
                    best: 123,
                    by: Rival::Move(e1("")),
                    line: Vec::new(),
                    iteration: 3,
                },
            ),
            "Iteration 3, at the root, 2 moves deep plus captures:\n\
             White tests h3 and does not search it, because Black can pass: nothing is better than Qe3, by which White mates \
             in 2.",
            json!({ "score": 123, "than": "e1e3", "than-value": 123, "line": [], "tested": 3 }),
            json!(null),
        ),
        row(
            answer(
                "",
                "e1e3",
                Some(2),
                Some((Rival::Pass, 9)),
                Reason::Worse {
                    value: 8,
                    best: 9,
                    by: Rival::Pass,
                    reply: Reply::Line(line("e1e3", "a8a1")),
                    led: false,
                },
            ),
            "Iteration 3, at the root, 2 moves deep plus captures:\n\
             White searches Qe3, and it is no better than passing: after 1 Qe3 Rxa1+, White has no more than +8.\n\
             No move of White is better than passing: White has +9.",
            json!({ "value": 8, "than": "pass", "than-value": 9, "reply": "line", "line": ["a8a1"], "led": false }),
            json!({ "move": "pass", "value": 9 }),
        ),
        row(
            answer(
                "e1e3",
                "a8a1",
                Some(2),
                None,
                Reason::Worse { value: 8, best: 7, by: Rival::Pass, reply: Reply::Pass, led: false },
            ),
            "Iteration 3, after 1 Qe3, 2 moves deep plus captures:\n\
             Black searches Rxa1+, and it is no better than passing: after 1 Qe3 Rxa1+, White is in check, and finds no move \
             that saves the king, White has no less than +8.",
            json!({ "value": 8, "than": "pass", "than-value": 7, "reply": "pass", "line": [], "led": false }),
            json!(null),
        ),
        row(
            answer(
                "",
                "h2h3",
                Some(2),
                None,
                Reason::Worse {
                    value: 123,
                    best: 126,
                    by: Rival::Move(played("", "a1a8")),
                    reply: Reply::Quiet,
                    led: false,
                },
            ),
            "Iteration 3, at the root, 2 moves deep plus captures:\n\
             White searches h3, and it is no better than Rxa8#: after 1 h3, Black takes nothing, and White does not mate \
             sooner.",
            json!({ "value": 123, "than": "a1a8", "than-value": 126, "reply": "quiet", "line": [], "led": false }),
            json!(null),
        ),
        row(
            answer(
                "e1e3",
                "h7h6",
                None,
                None,
                Reason::Worse {
                    value: 125,
                    best: 9,
                    by: Rival::Pass,
                    reply: Reply::Mate(played("e1e3 h7h6", "a1a8")),
                    led: false,
                },
            ),
            "Iteration 3, after 1 Qe3, captures only:\n\
             Black searches h6, and it is no better than taking nothing: after 1 Qe3 h6, White mates by Rxa8+.",
            json!({ "value": 125, "than": "pass", "than-value": 9, "reply": "mate", "line": ["a1a8"], "led": false }),
            json!(null),
        ),
        row(
            answer(
                "e1e3",
                "h7h6",
                Some(0),
                None,
                Reason::Worse { value: 9, best: 9, by: Rival::Elsewhere, reply: Reply::Pass, led: true },
            ),
            "Iteration 3, after 1 Qe3, captures only:\n\
             Black searches h6, which is the best move for a time: after 1 Qe3 h6, White can do no better than pass, White has \
             +9.",
            json!({ "value": 9, "than": "elsewhere", "than-value": 9, "reply": "pass", "line": [], "led": true }),
            json!(null),
        ),
        row(
            answer(
                "h2h3",
                "h7h6",
                Some(2),
                None,
                Reason::NotReached { by: CutOff::Move(played("h2h3", "a8a1")), value: 4 },
            ),
            "Iteration 3, after 1 h3, 2 moves deep plus captures:\n\
             Black never reaches h6: Rxa1 came first: White has at most +4, and that is enough, because White has as much \
             without h3.",
            json!({ "by": "move", "by-move": "a8a1", "value": 4 }),
            json!(null),
        ),
        row(
            answer(
                "",
                "h2h3",
                Some(2),
                None,
                Reason::NotReached { by: CutOff::Pass, value: 9 },
            ),
            "Iteration 3, at the root, 2 moves deep plus captures:\n\
             White never reaches h3: White can pass: White has at least +9, and nothing can be better.",
            json!({ "by": "pass", "by-move": null, "value": 9 }),
            json!(null),
        ),
        row(
            answer(
                "h2h3",
                "h7h6",
                None,
                None,
                Reason::NotReached { by: CutOff::StandPat, value: 0 },
            ),
            "Iteration 3, after 1 h3, captures only:\n\
             Black never reaches h6: Black can stop taking: White has at most 0, and that is enough, because White has as \
             much without h3.",
            json!({ "by": "stand-pat", "by-move": null, "value": 0 }),
            json!(null),
        ),
        row(
            answer(
                "",
                "h2h3",
                Some(2),
                None,
                Reason::NotReached { by: CutOff::Mate(played("", "a1a8")), value: 126 },
            ),
            "Iteration 3, at the root, 2 moves deep plus captures:\n\
             White never reaches h3: White mates by Rxa8#.",
            json!({ "by": "mate", "by-move": "a1a8", "value": 126 }),
            json!(null),
        ),
        row(
            answer(
                "h2h3",
                "h7h6",
                Some(2),
                None,
                Reason::NotReached { by: CutOff::King, value: -127 },
            ),
            "Iteration 3, after 1 h3, 2 moves deep plus captures:\n\
             Black never reaches h6: Black takes the king, because h3 was not legal.",
            json!({ "by": "king", "by-move": null, "value": -127 }),
            json!(null),
        ),
        row(
            answer(
                "h2h3",
                "h7h6",
                Some(2),
                None,
                Reason::NotReached { by: CutOff::Repetition, value: 0 },
            ),
            "Iteration 3, after 1 h3, 2 moves deep plus captures:\n\
             Black never reaches h6: the position repeats, which is a draw.",
            json!({ "by": "repetition", "by-move": null, "value": 0 }),
            json!(null),
        ),
        row(
            answer(
                "h2h3",
                "h7h6",
                Some(2),
                None,
                Reason::NotReached { by: CutOff::Elsewhere, value: -124 },
            ),
            "Iteration 3, after 1 h3, 2 moves deep plus captures:\n\
             Black never reaches h6: Black has a nearer mate elsewhere.",
            json!({ "by": "elsewhere", "by-move": null, "value": -124 }),
            json!(null),
        ),
        row(
            answer(
                "",
                "e1e3",
                Some(2),
                Some((Rival::Move(e1("")), 9)),
                Reason::Best { value: 9, pass: Some(7), reply: Reply::Quiet, enough: false },
            ),
            "Iteration 3, at the root, 2 moves deep plus captures:\n\
             Qe3 is White's best move: after 1 Qe3, Black takes nothing, White has +9; if White passed, White has +7.",
            json!({ "value": 9, "pass": 7, "reply": "quiet", "line": [], "enough": false }),
            json!({ "move": "e1e3", "value": 9 }),
        ),
        row(
            answer(
                "h2h3",
                "a8a1",
                Some(2),
                None,
                Reason::Best { value: 4, pass: Some(126), reply: Reply::Draw, enough: true },
            ),
            "Iteration 3, after 1 h3, 2 moves deep plus captures:\n\
             Rxa1 is Black's best move: after 1 h3 Rxa1, the position repeats, White has at most +4; Black must not pass, \
             because White would mate. That is enough: White has as much elsewhere.",
            json!({ "value": 4, "pass": 126, "reply": "repetition", "line": [], "enough": true }),
            json!(null),
        ),
        row(
            answer(
                "",
                "a1a8",
                Some(2),
                None,
                Reason::Best { value: 126, pass: Some(-94), reply: Reply::Mated, enough: true },
            ),
            "Iteration 3, at the root, 2 moves deep plus captures:\n\
             Rxa8# is White's best move: after 1 Rxa8#, Black is mated; White must not pass, because Black would \
             mate.",
            json!({ "value": 126, "pass": -94, "reply": "mated", "line": [], "enough": true }),
            json!(null),
        ),
        row(
            answer(
                "h2h3 h7h6",
                "e4d5",
                Some(2),
                None,
                Reason::Best { value: 10, pass: None, reply: Reply::Elsewhere, enough: true },
            ),
            "Iteration 3, after 1 h3 h6, 2 moves deep plus captures:\n\
             exd5 is White's best move: after 1 h3 h6 2 exd5, Black already has a nearer mate elsewhere. \
             That is enough: Black has as much elsewhere.",
            json!({ "value": 10, "pass": null, "reply": "elsewhere", "line": [], "enough": true }),
            json!(null),
        ),
        row(
            answer("", "h2h3", Some(2), Some((Rival::Pass, 9)), Reason::Open),
            "Iteration 3, at the root, 2 moves deep plus captures:\n\
             The search ended before White reached h3.\n\
             No move of White is better than passing: White has +9.",
            json!({}),
            json!({ "move": "pass", "value": 9 }),
        ),
    ]
}

#[test]
fn answers_have_sentences_and_fields() {
    let names = [
        "illegal",
        "not-listed",
        "not-eligible",
        "worse",
        "not-reached",
        "best",
        "open",
    ];
    let mut met = std::collections::BTreeSet::new();
    for Row { answer, text, facts, best } in rows() {
        assert_eq!(answer.sentences(), text);
        let texts = |moves: &[Move]| moves.iter().map(ToString::to_string).collect::<Vec<_>>();
        let mut expected = json!({
            "move": answer.m.to_string(), "san": answer.position.san(answer.m), "path": texts(&answer.path),
            "ply": answer.path.len(), "side": if answer.path.len() % 2 == 0 { "white" } else { "black" }, "for": "white",
            "iteration": 3, "depth": answer.depth, "over": true, "best": best, "reason": answer.reason.name(),
            "instructions": 70_000, "text": text,
        });
        for (name, value) in facts.as_object().expect("an object") {
            expected[name] = value.clone();
        }
        assert_eq!(answer.to_json(), expected);
        assert!(names.contains(&answer.reason.name()));
        met.insert(answer.reason.name());
    }
    assert_eq!(met.len(), names.len(), "{met:?}");
}

/// Answers before a visit has ended, from the rules alone, and with Black at the root.
#[test]
fn answers_without_a_visit_or_an_end() {
    let own = |reason| answer("", "h2h3", Some(2), Some((Rival::Pass, 9)), reason);
    let so_far = Answer { over: false, ..own(Reason::Open) };
    assert_eq!(
        so_far.sentences().lines().last(),
        Some("No move of White is better so far than passing: White has +9.")
    );
    for (best, last) in [
        (Rival::Move(so_far.m), "White's best so far is h3: White has +9."),
        (
            Rival::Elsewhere,
            "No move of White is better so far than what White has elsewhere: White has +9.",
        ),
    ] {
        let answer = Answer { best: Some((best, 9)), ..so_far.clone() };
        assert_eq!(answer.sentences().lines().last(), Some(last));
    }
    let captures = Answer { depth: None, ..so_far.clone() };
    assert_eq!(
        captures.sentences().lines().last(),
        Some("Taking nothing is White's best so far: White has +9.")
    );
    let best = Answer {
        reason: Reason::Best { value: 9, pass: None, reply: Reply::Quiet, enough: false },
        ..so_far.clone()
    };
    assert!(
        best.sentences()
            .ends_with("h3 is White's best move so far: after 1 h3, Black takes nothing, White has +9.")
    );
    // Each piece that captures the king is named.
    for (fen, m, by, text) in [
        (
            "8/8/8/8/8/4k3/8/4K3 w - -",
            "e1e2",
            "e3e2",
            "White cannot play Ke1-e2: Black's king on e3 would take the king.",
        ),
        (
            "4k3/8/8/8/8/2p5/8/K7 w - -",
            "a1b2",
            "c3b2",
            "White cannot play Ka1-b2: Black's pawn on c3 would take the king.",
        ),
        (
            "4k3/8/8/8/2n5/8/8/K7 w - -",
            "a1b2",
            "c4b2",
            "White cannot play Ka1-b2: Black's knight on c4 would take the king.",
        ),
        (
            "4k3/8/8/4b3/8/8/8/K7 w - -",
            "a1b2",
            "e5b2",
            "White cannot play Ka1-b2: Black's bishop on e5 would take the king.",
        ),
        (
            "4k3/8/8/1r6/8/8/8/K7 w - -",
            "a1b2",
            "b5b2",
            "White cannot play Ka1-b2: Black's rook on b5 would take the king.",
        ),
        (
            "4k3/8/8/1q6/8/8/1p6/K7 w - -",
            "a1b2",
            "b5b2",
            "White cannot play Ka1xb2: Black's queen on b5 would take the king.",
        ),
        (
            "4K3/8/8/8/8/8/1Q6/k7 b - -",
            "a1b1",
            "b2b1",
            "Black cannot play Ka1-b1: White's queen on b2 would take the king.",
        ),
    ] {
        let root = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let find = |position: &Position, text: &str| {
            position
                .moves()
                .into_iter()
                .find(|m| m.to_string() == text)
                .unwrap_or_else(|| panic!("{text} in {fen}"))
        };
        let m = find(&root, m);
        let mut after = root.clone();
        after.make(m);
        let by = find(&after, by);
        let answer = Answer {
            root: root.clone(),
            path: Vec::new(),
            position: root,
            m,
            iteration: None,
            depth: None,
            over: true,
            best: None,
            is_bound: false,
            reason: Reason::Illegal { by },
            at: None,
        };
        assert_eq!(answer.sentences(), text);
        assert_eq!(answer.to_json()["instructions"], Json::Null);
    }
}

/// Moves are numbered from the root, even if Black plays there; values are then Black's.
#[test]
fn answers_about_a_search_of_black() {
    let root = Position::from_fen("r3q1k1/5ppp/8/4p3/3P4/8/5PPP/R5K1 b - -").expect("a position");
    let mut answer = Answer {
        root: root.clone(),
        path: Vec::new(),
        position: root.clone(),
        m: root.move_from_text("h7h6").expect("a move"),
        iteration: Some(2),
        depth: Some(1),
        over: true,
        best: None,
        is_bound: false,
        reason: Reason::Open,
        at: None,
    };
    let worse = |value, reply| Reason::Worse { value, best: 9, by: Rival::Pass, reply, led: false };
    answer.reason = worse(8, Reply::Quiet);
    assert_eq!(
        answer.sentences(),
        "Iteration 2, at the root, one move deep plus captures:\n\
         Black searches h6, and it is no better than passing: after 1 ... h6, White takes nothing, Black has no more than +8."
    );
    answer.path = vec![answer.m];
    answer.position = root.play(answer.m).expect("a legal move");
    answer.m = answer.position.move_from_text("d4e5").expect("a move");
    let line = answer
        .position
        .play(answer.m)
        .expect("a legal move")
        .move_from_text("e8e5");
    answer.reason = worse(8, Reply::Line(line.into_iter().collect()));
    answer.best = Some((Rival::Pass, 7));
    assert_eq!(
        answer.sentences(),
        "Iteration 2, after 1 ... h6, one move deep plus captures:\n\
         White searches dxe5, and it is no better than passing: after 1 ... h6 2 dxe5 Qxe5, Black has no less than +8.\n\
         No move of White is better than passing: Black has no less than +7."
    );
    assert_eq!(answer.to_json()["for"], "black");
    answer.reason = Reason::NotReached { by: CutOff::StandPat, value: 7 };
    assert_eq!(
        answer.sentences(),
        "Iteration 2, after 1 ... h6, one move deep plus captures:\n\
         White never reaches dxe5: White can stop taking: Black has at most +7, and that is enough, because Black has as much \
         without h6."
    );
}
