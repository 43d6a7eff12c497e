//! The output of commands that show the search, and what editors and the terminal show for it.

use bcp_chess::{Move, Position};
use bcp_debugger::CHESS;
use bcp_reference::search::{Searcher, StoredMove};
use serde_json::{Value as Json, json};
use z8000_debugger::command::{Detail, Interpreter};

use crate::plies::{execute, session};

/// Returns the answers to commands, with only the remark for a stop. Addresses of entries are replaced.
fn transcript(fen: &str, depth: u8, commands: &str) -> String {
    let mut interpreter = session(fen, depth);
    let mut text = String::new();
    for command in commands.lines().map(str::trim) {
        text += &format!("> {command}\n");
        let shown = match command {
            "pane" => (CHESS.pane)(&interpreter.session),
            "details" => parts(&(CHESS.details)(&interpreter.session), 0),
            "places" => places(&interpreter),
            _ => match interpreter.execute(command, &mut |_| false) {
                Ok(answer) if answer.data.contains_key("remark") => {
                    vec![answer.data["remark"].as_str().expect("a text").to_owned()]
                }
                Ok(answer) => answer.text.lines().map(str::to_owned).collect(),
                Err(error) => vec![format!("! {error}")],
            },
        };
        for line in shown {
            let (before, after) = line.split_once(", entry ").unwrap_or((&line, ""));
            let line = format!("{before}{}", after.get(4..).unwrap_or_default());
            text += &format!("{}\n", line.trim_end());
        }
    }
    text
}

fn parts(details: &[Detail], indent: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for detail in details {
        lines.push(format!("{:indent$}{}: {}", "", detail.name, detail.value));
        lines.extend(parts(&detail.parts, indent + 2));
    }
    lines
}

/// Returns the plies with their routines, and checks that each has the address of its name.
fn places(interpreter: &Interpreter) -> Vec<String> {
    let program = interpreter.session.program();
    let row = |(text, at): (String, z8000_debugger::machine::Address)| {
        let (ply, place) = text.rsplit_once(", ").expect("a place");
        let (routine, offset) = place.split_once('+').unwrap_or((place, "0"));
        let from = program.address(routine).expect("a routine");
        assert_eq!(at.offset(), from + offset.parse::<u16>().expect("a number"), "{text}");
        format!("{ply}, {routine}")
    };
    (CHESS.places)(&interpreter.session).into_iter().map(row).collect()
}

const FORK: &str = "r3k3/4p3/3p4/1N6/8/8/6PP/6K1 w - -";

/// The values and moves are those of docs/explanation/null-move-quiescence.md. Before the search, nothing is shown.
#[test]
fn the_fork_is_shown_as_the_article_has_it() {
    let commands = "board
        path
        line
        search
        pane
        next node 0
        line
        details
        next capture b5d6
        path
        next search b5c7
        eligible
        next node 1
        board
        pane
        details
        places
        eligible
        next search e8d7
        tree 0 1
        next node 2
        path
        next iteration
        next iteration
        tree 0
        tree 0 1
        tree 0 0
        line
        search
        tree 1";
    assert_eq!(transcript(FORK, 3, commands), include_str!("fork.txt"));
}

/// White is two pawns down, attacks the rook (-2 + 5) or the bishop (-2 + 3), and must guard the back rank: after Ra1
/// Black mates at once.
#[test]
fn mates_are_shown_in_the_tree_and_in_bounds() {
    let commands = "next node 2
        path
        next iteration
        next iteration
        tree 0 3
        eligible";
    let expected = "> next node 2
After 1 Rf1 Bxf2+: White to play, captures only. White has -3 elsewhere, Black allows no more than -2.
> path
values in pawns for white
ply move        d   low  high  best
  0 Rf1         2     -     -    -3
  1 Bxf2+       1    -3     -    -2
  2 in xt1v     -    -3    -2    -3
> next iteration
Iteration 2 ends: White has -2.
> next iteration
Iteration 3 ends: White has -2.
> tree 0 3
the root: the list of eligible moves is complete
values in pawns for white; the score of a move assumes that the other side then passes;
answers: the bound beyond which answers are listed; enough: the value at which one answer suffices
  Rf1 -2, answers below -2, enough at -3, complete
    Bxf2+ -3, first Rxf2
    Rxf2 -3, first Rxf2
  Rb8+ king, answers below 0, enough at -2
    Kf7 -2
  Ra1 +3, first Bxa1, then mate in one
  Rb2 +3, answers below 0, enough at -2
    Bxb2 -2
  Rd1 +1, answers below 0, enough at -2
    Bxf2+ -2
  Rb4 +1, answers below 0, enough at -2
    Bxf2+ -2
> eligible
the root: the list of eligible moves is complete
values in pawns for white; the score of a move assumes that the other side then passes;
answers: the bound beyond which answers are listed; enough: the value at which one answer suffices
  Rf1 -2, answers below -2, enough at -3, complete
  Rb8+ king, answers below 0, enough at -2
  Ra1 +3, first Bxa1, then mate in one
  Rb2 +3, answers below 0, enough at -2
  Rd1 +1, answers below 0, enough at -2
  Rb4 +1, answers below 0, enough at -2
";
    assert_eq!(transcript("6k1/6pp/8/8/3b4/8/r4PPP/1R4K1 w - -", 3, commands), expected);
    let commands = "next value b8b2
        path
        tree 0 1
        next iteration
        tree
        line";
    let expected = "> next value b8b2
Black's Rb2 is better than the best so far: Black mates in 2.
> path
values in pawns for black
ply move        d   low  high  best
  0 in t2v      2     -     -   +10
> tree 0 1
the root: the list of eligible moves is incomplete
values in pawns for black; the score of a move assumes that the other side then passes;
answers: the bound beyond which answers are listed; enough: the value at which one answer suffices
  Rb1+ king, first Kg2
  Rb2 #2
> next iteration
Iteration 2 ends: Black mates in 2.
> tree
the root: the list of eligible moves is complete
values in pawns for black; the score of a move assumes that the other side then passes;
answers: the bound beyond which answers are listed; enough: the value at which one answer suffices
  Rb2 #2
  Rb1+ king, first Kg2
  Ra1+ king, first Kg2
  Rh7+ king, first Kg2
> line
Rb2
";
    assert_eq!(transcript("1r4k1/r7/8/8/8/8/8/7K b - -", 2, commands), expected);
}

/// Returns the moves below an entry of the reference's stored tree, in the JSON form of `tree`.
fn nested(list: &mut std::iter::Peekable<impl Iterator<Item = StoredMove>>, ply: u8, position: &Position) -> Vec<Json> {
    let own = if ply % 2 == 1 { 1 } else { -1 };
    let mut moves = Vec::new();
    while let Some(stored) = list.next_if(|stored| stored.ply == ply) {
        let next = position.play(stored.m).expect("a legal move");
        let squares = |m: Move| m.to_string()[..4].to_owned();
        let bounds = (stored.complete || (stored.lower, stored.upper) != (0, 0)) && stored.hint.is_none();
        let bound = |bound: i16| bounds.then_some(-own * bound);
        moves.push(json!({
            "move": squares(stored.m), "san": position.san(stored.m), "side": position.side_to_play().name(),
            "score": own * stored.score, "answers_beyond": bound(stored.lower), "enough_at": bound(stored.upper),
            "hint": stored.hint.map(squares), "complete": stored.complete, "mates": stored.mates,
            "moves": nested(list, ply + 1, &next),
        }));
    }
    moves
}

/// Removes the addresses of entries from the moves of `tree`, and counts the entries.
fn entries(moves: &mut Json, seen: &mut std::collections::BTreeSet<u64>) -> usize {
    let mut count = 0;
    for one in moves.as_array_mut().expect("moves") {
        seen.insert(one["entry"].as_u64().expect("an address"));
        one.as_object_mut().expect("an object").remove("entry");
        count += 1 + entries(&mut one["moves"], seen);
    }
    count
}

#[test]
fn the_stored_tree_is_that_of_the_reference() {
    for (fen, depth) in [
        (FORK, 5),
        ("6k1/6pp/8/8/3b4/8/r4PPP/1R4K1 w - -", 4),
        ("r4rk1/ppp2ppp/2n5/2bqp3/8/P2PB3/1PP1NPPP/R2Q1RK1 w - -", 3),
        ("6k1/r4ppp/8/3B4/8/8/5PPP/1r3RK1 b - -", 3),
        ("7k/P6p/8/8/8/8/5K2/8 w - -", 3),
    ] {
        let mut interpreter = session(fen, depth);
        execute(&mut interpreter, "continue");
        let mut found = execute(&mut interpreter, "tree 0 99");
        let position = Position::from_fen(fen).expect(fen);
        let mut searcher = Searcher::new(position.clone());
        let last = searcher.search(depth).last().expect("an iteration");
        let stored = searcher.stored_moves();
        let mut seen = std::collections::BTreeSet::new();
        assert_eq!(entries(&mut found["moves"], &mut seen), stored.len());
        assert_eq!(seen.len(), stored.len(), "an address of each");
        let mut list = stored.iter().copied().peekable();
        let side = position.side_to_play().name();
        let expected = json!({ "ply": 0, "path": [], "side": side, "moves": nested(&mut list, 1, &position) });
        assert_eq!(found, expected, "{fen}");
        assert_eq!(list.next(), None);
        // The best line consists of the first move of each list.
        let mut line = Vec::new();
        let mut at = position.clone();
        while let Some(first) = {
            let mut moves = &expected["moves"];
            for _ in 0..line.len() {
                moves = &moves[0]["moves"];
            }
            moves[0]["move"].as_str()
        } {
            line.push(first.to_owned());
        }
        let words: Vec<String> = line
            .iter()
            .map(|squares| {
                let is = |m: &Move| [squares.clone(), format!("{squares}q")].contains(&m.to_string());
                let m = at.moves().into_iter().find(is).expect("a move");
                let san = at.san(m).expect("a legal move");
                at.make(m);
                san
            })
            .collect();
        assert_eq!(
            execute(&mut interpreter, "line"),
            json!({ "line": line, "text": words.join(" ") }),
            "{fen}"
        );
        let search = json!({ "iteration": null, "nodes": last.nodes, "entries": stored.len() + 1, "of": 5000 });
        assert_eq!(execute(&mut interpreter, "search"), search, "{fen}");
    }
}
