//! Results of the Z8000 program in its emulator, which is independent of this crate; `bcp` prints the same results.

use bcp_chess::{Move, Position};
use bcp_reference::game::Game;
use bcp_reference::judge::judge;
use bcp_reference::search::{Iteration, Player, Readings, Searcher, StoredMove, Version};

/// Splits a file into blocks: a heading, and the items under it.
fn blocks(text: &str) -> Vec<(&str, Vec<String>)> {
    let mut blocks: Vec<(&str, String)> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        match (line.strip_prefix("  "), blocks.last_mut()) {
            (Some(items), Some((_, all))) => *all += &format!("{}; ", items.trim_end_matches(';')),
            _ => blocks.push((line, String::new())),
        }
    }
    let items = |all: String| all.trim_end_matches("; ").split("; ").map(str::to_owned).collect();
    blocks.into_iter().map(|(heading, all)| (heading, items(all))).collect()
}

fn number<T: std::str::FromStr>(text: &str) -> T {
    text.trim()
        .parse()
        .ok()
        .unwrap_or_else(|| panic!("{text} is no number"))
}

/// Returns the search that a heading describes, and its depth.
fn search(heading: &str) -> (Searcher<'static>, u8) {
    let (changes, rest) = match heading.strip_prefix('(').and_then(|rest| rest.split_once(") ")) {
        Some(parts) => parts,
        None => ("", heading),
    };
    let (fen, depth) = rest.split_once(": ").expect(heading);
    let (mut version, mut readings) = (Version::Stored, Readings::default());
    for change in changes.split(',').filter(|change| !change.is_empty()) {
        match change.split_once(' ') {
            Some((name, value)) => readings.set(name, number(value)).expect(heading),
            None => version = Version::Simple,
        }
    }
    let position = Position::from_fen(fen).expect(heading);
    (
        Searcher::new(position).version(version).readings(readings),
        number(depth),
    )
}

/// Formats a move by its squares, as the program does.
fn squares(m: Option<Move>) -> String {
    m.map_or_else(|| "-".to_owned(), |m| m.to_string()[..4].to_owned())
}

/// The searches have the values, moves and node counts of the program.
#[test]
fn searches_are_those_of_the_program() {
    let blocks = blocks(include_str!("program/searches.txt"));
    assert!(blocks.len() > 150);
    for (heading, expected) in blocks {
        let (mut searcher, depth) = search(heading);
        let line = |it: Iteration| format!("{} {} {} {}", it.depth, it.value, squares(it.best), it.nodes);
        let found: Vec<String> = searcher.search(depth).map(line).collect();
        assert_eq!(found, expected, "{heading}");
    }
}

#[test]
fn stored_trees_are_those_of_the_program() {
    for (heading, expected) in blocks(include_str!("program/trees.txt")) {
        let (mut searcher, depth) = search(heading);
        assert!(searcher.search(depth).count() > 0, "{heading}");
        let entry = |it: StoredMove| {
            let bounds = it
                .hint
                .map_or_else(|| format!("{}/{}", it.lower, it.upper), |m| squares(Some(m)));
            let mates = it.mates.map_or("", |mates| if mates { "m" } else { "n" });
            let complete = if it.complete { "c" } else { "" };
            format!(
                "{} {} {} {bounds} {complete}{mates}",
                it.ply,
                squares(Some(it.m)),
                it.score
            )
        };
        let found: Vec<String> = searcher.stored_moves().into_iter().map(entry).collect();
        let expected: Vec<String> = expected
            .iter()
            .map(|it| format!("{it}{}", if it.matches(' ').count() == 3 { " " } else { "" }))
            .collect();
        assert_eq!(found, expected, "{heading}");
    }
}

/// The score is for the side that has moved.
#[test]
fn positional_scores_are_those_of_the_program() {
    let mut compared = 0;
    for (fen, scores) in blocks(include_str!("program/scores.txt")) {
        let position = Position::from_fen(fen).expect(fen);
        for row in scores {
            let (m, score) = row.split_once(' ').expect(&row);
            let m = position.move_from_text(m).expect(&row);
            let after = position.play(m).expect(&row);
            assert_eq!(judge(&after), number::<i16>(score), "{row} in {fen}");
            compared += 1;
        }
    }
    assert!(compared > 200, "{compared}");
}

#[test]
fn choices_are_those_of_the_program() {
    for (heading, expected) in blocks(include_str!("program/thoughts.txt")) {
        let (fen, rest) = heading.split_once(": ").expect(heading);
        let words: Vec<&str> = rest.split(", ").collect();
        let [fifty, moves, lines, weighing, seed, depth] = words[..] else {
            panic!("{heading}")
        };
        let mut game = Game::new(Position::from_fen(fen).expect(heading), number(fifty));
        for m in moves.split(' ').filter(|m| *m != "-") {
            let m = game.position().move_from_text(m).expect(m);
            game.play(m).expect(heading);
        }
        let player = Player { lines: number(lines), weighing: weighing == "1", seed: number(seed) };
        let mut searcher = Searcher::new(game.position().clone());
        let mut found = Vec::new();
        for iteration in searcher.think(&game, player, number(depth)) {
            found.push(format!("{} {}", iteration[0].depth, iteration[0].nodes));
            found.extend(
                iteration
                    .iter()
                    .map(|it| format!("{} {}", it.value, it.best.expect("a move"))),
            );
        }
        assert_eq!(found, expected, "{heading}");
    }
}

/// Neither earlier searches nor a game that ended before affect a searcher.
#[test]
fn a_searcher_begins_again() {
    let position = Position::from_fen("r4rk1/ppp2ppp/2n5/2bqp3/8/P2PB3/1PP1NPPP/R2Q1RK1 w - -").expect("a position");
    let game = Game::new(position.clone(), 0);
    let mut fresh = Searcher::new(position.clone());
    let (searched, stored) = (fresh.search(3).collect::<Vec<_>>(), fresh.stored_moves());
    let mut used = Searcher::new(position.clone());
    let thought: Vec<_> = used.think(&game, Player::default(), 3).collect();
    assert_eq!(
        (used.search(3).collect::<Vec<_>>(), used.stored_moves()),
        (searched, stored)
    );
    assert_eq!(used.think(&game, Player::default(), 3).collect::<Vec<_>>(), thought);
    assert_eq!(thought.len(), 3);
    // The best move is also the first in the tree.
    assert_eq!(used.stored_moves().first().map(|it| it.m), thought[2][0].best);
    let usual = Player { lines: 1, weighing: true, seed: 0 };
    assert_eq!(Player::default(), usual);
    let mut none = Searcher::new(position);
    let mut thoughts = none.think(&game, Player::default(), 0);
    assert_eq!((thoughts.chosen().is_some(), thoughts.next()), (true, None));
    for fen in ["7k/5K2/6Q1/8/8/8/8/8 b - -", "R5k1/5ppp/8/8/8/8/8/6K1 b - -"] {
        let position = Position::from_fen(fen).expect(fen);
        let game = Game::new(position.clone(), 0);
        let mut searcher = Searcher::new(position);
        let mut thoughts = searcher.think(&game, Player::default(), 3);
        assert_eq!((thoughts.chosen(), thoughts.next()), (None, None), "{fen}");
    }
    // The chosen move is the best of the last iteration.
    let fen = "6k1/5ppp/8/8/8/8/8/R5K1 w - -";
    let mut searcher = Searcher::new(Position::from_fen(fen).expect(fen));
    let mut thoughts = searcher.think(&Game::new(Position::from_fen(fen).expect(fen), 0), Player::default(), 3);
    let best = thoughts.next().expect("an iteration")[0].best;
    assert_eq!(
        (best.map(|m| m.to_string()).as_deref(), thoughts.chosen()),
        (Some("a1a8"), best)
    );
    assert_eq!(thoughts.next(), None);
}
